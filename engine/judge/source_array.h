/* source_array: how a shared array is declared. As in source_lines.h it is text that is looked at: it serves to word
 * advice, and never to judge. */
#ifndef JUDGE_SOURCE_ARRAY_H
#define JUDGE_SOURCE_ARRAY_H

#include <stdbool.h>

#include "base/arena.h"

struct shared_array {
	const char *name, *type; /* "tile", "int" */
	unsigned bytes;          /* of an element */
	bool of_launch;          /* extern: its size is the launch's */
};

/* The only shared variable of the kernel that this line is in, where it is an array with one index whose elements are
 * of a type that C or CUDA has, and the line names it; false: there is none, or another one beside it. */
bool source_shared_array(struct arena *a, const char *source, int line, struct shared_array *to);

/* Does the file's only launch ask for shared memory by a sizeof, in its third number or in what a variable there is set
 * to? */
bool source_launch_has_sizeof(const char *source);

#endif
