/* source_step: steps of a loop that bring nothing new. As in source_lines.h it is text that is looked at: it serves to
 * word advice, and never to judge. */
#ifndef JUDGE_SOURCE_STEP_H
#define JUDGE_SOURCE_STEP_H

#include <stdbool.h>

#include "base/arena.h"

/* Of a loop in this line that is known to stand still: what its product or shift does, in brackets, with a space before
 * it. "": it has none. */
const char *source_step_stays(const char *source, int line);

struct divided_step {
	const char *name, *words; /* "p", "gridDim.x / 2" */
	unsigned divisor;
	bool grid; /* gridDim; else blockDim */
	int axis;  /* 0: x */
	int line;
};
/* The file's only step of the kind "p += gridDim.x / 2"; false: there is none, or more than one. */
bool source_step_divided(struct arena *a, const char *source, struct divided_step *to);

#endif
