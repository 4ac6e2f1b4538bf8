/* source_called: who calls the __device__ function that a line is in. As in source_lines.h it is text that is looked
 * at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_CALLED_H
#define JUDGE_SOURCE_CALLED_H

#include <stdbool.h>

#include "base/arena.h"

struct called {
	const char *function, *caller; /* "load_plane", "spread" */
	int call;                      /* its line: the one in the loop around the other line, or the only one */
	bool loop;                     /* a loop is around both */
};
/* `line` is in a __device__ function, `other` in another one that calls it. false: they are not, or which of several
 * calls is meant is not to be told. */
bool source_called(struct arena *a, const char *source, int line, int other, struct called *to);

#endif
