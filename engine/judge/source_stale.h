/* source_stale: a variable that keeps what an earlier turn of a loop gave it. As in source_lines.h it is text that is
 * looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_STALE_H
#define JUDGE_SOURCE_STALE_H

#include <stdbool.h>

#include "base/arena.h"

/* int v = 0; for (int s = 1; ...) { if (t >= s) v = a[t - s]; ... a[t] += v; }: set in some turns, and added in all. */
struct stale {
	const char *name, *condition; /* "v", "t >= s" */
	int declared, set, read;      /* lines */
};
/* The first; false: none is to be seen. */
bool source_stale(struct arena *a, const char *source, struct stale *to);

#endif
