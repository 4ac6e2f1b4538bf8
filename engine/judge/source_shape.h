/* source_shape: how a kernel's text is built around a line: conditions before it, returns before a barrier, arrays in
 * it. As in source_lines.h it is text that is looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_SHAPE_H
#define JUDGE_SOURCE_SHAPE_H

#include <stdbool.h>

#include "base/arena.h"

/* The nearest comparison that lets a thread reach a line of a kernel, or does not keep it away, by a part of the index
 * that is used there. */
struct source_guard {
	const char *words; /* "i < n"; NULL: there is none to be seen */
	int line;
	bool loop; /* of a loop around the line that counts the index */
	/* Of a loop: the comparison of an if around it, or before it, as well; NULL: none. */
	const char *outer;
	int outer_line;
	/* Where there is none, or a loop's alone: the comparison with < of the innermost if around the line, which is
	 * of something else. */
	const char *other;
	int other_line;
};

/* It is that of an if around the line, of an if before it that returns, of a ?: in it, or of a loop around it. Line 0
 * has none. */
struct source_guard source_guard(struct arena *a, const char *source, int line);

/* Where the innermost loop of a kernel begins that lines `from` to `to` are in the body of; 0: there is none, or its
 * condition has no names ("true"), or a loop begins in those lines themselves, or the kernel has a do-while. */
int source_loop(const char *source, int from, int to);

/* A conditional return of the kernel that this line is in, before its first barrier, which is above the line, too. The
 * return's line; 0: there is none. The barrier's in *barrier, also then. */
int source_early_return(const char *source, int line, int *barrier);

/* What an access does to an element: x = a[i], a[i] = x, atomicAdd(&a[i], x). */
enum source_access { SOURCE_READ, SOURCE_WRITE, SOURCE_ATOMIC };
/* The parameters of solve() whose elements this line of a kernel names for such an access, found through the kernel's
 * launch: bit i for names[i]. 0: none, or it can't be told. */
unsigned source_arrays(const char *source, int line, const char *kernel, enum source_access access,
	const char *const *names, size_t n);

/* A shared array of rows that the statement in this line names with two indices: "tile"; NULL: there is none. */
const char *source_shared_rows(struct arena *a, const char *source, int line);

/* An element that is the index of another array, or a part of it, in this line: "in" within "counts" of
 * "atomicAdd(&counts[(unsigned)in[i]], 1)". `read` is false where the line only stores to the outer one, or changes it
 * by an atomic; `stored` where it does that, or "+=", "++". */
struct source_index {
	const char *inner, *outer;
	bool read, stored;
};
/* The first; false: there is none. */
bool source_index_array(struct arena *a, const char *source, int line, struct source_index *to);

/* The loop without a body that stands in this line, or is the next statement behind it, and reads an element of the
 * array that line `write` assigns to: its line, with the array in *array. 0: there is none. */
int source_waiting_loop(struct arena *a, const char *source, int line, int write, const char **array);

/* The first line of a kernel with a loop that has no body and whose condition reads memory, but for locks: it waits for
 * what another thread writes. 0: there is none. */
int source_waits(const char *source);

#endif
