/* source_shared: arrays that a block was meant to share, or to keep apart, by what the text of the file says. As in
 * source_lines.h it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_SHARED_H
#define JUDGE_SOURCE_SHARED_H

#include <stdbool.h>

#include "base/arena.h"

/* Two names for one place in the dynamic shared memory of a kernel: two extern arrays, which are one, or two pointers
 * that both begin at its first word. */
struct same_place {
	const char *first, *second;
	const char *array; /* the extern array that both pointers are set to; NULL: they are extern arrays themselves */
	int line;          /* of the second */
};
bool source_same_place(struct arena *a, const char *source, struct same_place *to);

/* An array of a kernel that is declared without __shared__, and whose elements the thread picks by its threadIdx: each
 * thread has one of its own. */
struct own_array {
	const char *name;
	int line;
};
bool source_own_array(struct arena *a, const char *source, struct own_array *to);

/* The array of which the line writes an element, "tile" of "tile[y][x] = v;"; NULL: it writes none. */
const char *source_line_writes(struct arena *a, const char *source, int line);

/* Does the line make an element of an array of another element of it: "part[i] += part[i + s];"? */
bool source_adds_within(const char *source, int line);

/* "#define TILE 16 + 16": a macro whose value is an expression without brackets around it, and that the file names in a
 * product or a division. */
struct loose_macro {
	const char *name, *value;
	int line;
};
bool source_loose_macro(struct arena *a, const char *source, struct loose_macro *to);

#endif
