/* source_setter: the call of the runtime that a value on the host comes from. As in source_lines.h it is text that is
 * looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_SETTER_H
#define JUDGE_SOURCE_SETTER_H

#include "base/arena.h"

/* The only call cuda...(...) of the file that has the name as an argument, by itself or behind an &:
 * "cudaGetDevice(&device)", with spaces for line breaks. NULL: there is none, or there are more, or it copies, pins or
 * frees. */
const char *source_setter(struct arena *a, const char *source, const char *name, int *line);

#endif
