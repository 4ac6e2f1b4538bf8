/* source_freed: how an array of the caller's comes to be freed. As in source_lines.h it is text that is looked at: it
 * serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_FREED_H
#define JUDGE_SOURCE_FREED_H

#include <stdbool.h>

#include "base/arena.h"

struct freed_argument {
	const char *other; /* the pointer that has changed places with the array, std::swap(array, other); NULL: none */
	int swapped, freed; /* lines; freed: of the cudaFree() of the array's name, or of the other's */
};
/* Of this argument of solve()'s; false: no such call is to be seen. */
bool source_freed_argument(struct arena *a, const char *source, const char *array, struct freed_argument *to);

#endif
