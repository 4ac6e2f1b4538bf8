/* source_double: where a kernel computes in double precision. As in source_lines.h it is text that is looked at: it
 * serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_DOUBLE_H
#define JUDGE_SOURCE_DOUBLE_H

#include "base/arena.h"

/* The first line of a kernel or __device__ function that has a constant without an f ("0.5") or the word double; *what:
 * that constant, or "double". 0: none is to be seen. */
int source_double(struct arena *a, const char *source, const char **what);

#endif
