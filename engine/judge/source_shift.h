/* source_shift: two assignments in a row that pass a value on the wrong way round, and remainders of what may be below
 * 0. As in source_lines.h it is text that is looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_SHIFT_H
#define JUDGE_SOURCE_SHIFT_H

#include <stdbool.h>

#include "base/arena.h"

/* "centre = above;" and right behind it "below = centre;", in a loop: below gets what above was, too. */
struct stale_shift {
	const char *middle, *last; /* "centre", "below" */
	int first, second;         /* their lines */
};
/* The first of a kernel; false: there is none. */
bool source_stale_shift(struct arena *a, const char *source, struct stale_shift *to);

/* The first "(z - 1) % 3" of the text, as it stands there, in this line or in the value of a variable that the line
 * names; NULL: there is none. */
const char *source_rest_below(struct arena *a, const char *source, int line);

#endif
