/* source_two_arrays: which arrays of shared memory a line names. As in source_lines.h it is text that is looked at: it
 * serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_TWO_ARRAYS_H
#define JUDGE_SOURCE_TWO_ARRAYS_H

#include <stdbool.h>

#include "base/arena.h"

/* One line of a kernel reads an element of one __shared__ array alone, and the other line assigns to one of another
 * array: then an index past the end of one of them led to the other. Their names; false: it can't be told. Arrays that
 * are declared extern are one memory, and count as unknown. */
bool source_two_arrays(
	struct arena *a, const char *source, int read, int write, const char **of_read, const char **of_write);

#endif
