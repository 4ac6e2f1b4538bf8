/* source_handed: which arrays the launches of a file hand over, and as what. As in source_lines.h it is text that is
 * looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_HANDED_H
#define JUDGE_SOURCE_HANDED_H

#include <stdbool.h>

#include "base/arena.h"

/* Do all launches that name this array of solve()'s hand it over as a pointer to const, so that no kernel can store
 * there? False also where none names it, or a parameter is not to be seen. */
bool source_handed_to_read(const char *source, const char *array);

/* f<<<...>>>(a, a, n): one array as two pointers. */
struct handed_twice {
	const char *array, *first, *second; /* the last two as the kernel calls them */
	int line;
};
/* Of the first launch of `kernel`, whose parameters may follow its name; false: it hands over each array once. */
bool source_handed_twice(struct arena *a, const char *source, const char *kernel, struct handed_twice *to);

/* The line of the file's only launch; 0: there is none, or more than one. */
int source_only_launch(const char *source);

/* The line of a statement that gives this pointer of solve()'s another value, "a = b;"; 0: there is none. */
int source_repointed(const char *source, const char *array);

/* The first line of solve() that uses an element of this array on the CPU, "a[i]" or "*a", or hands it to memset() or
 * memcpy(); 0: none is to be seen. */
int source_host_element(const char *source, const char *array);

/* The pointer that the n-th call of this name in the text, from 1, gets the address of: "cudaMalloc(&a, bytes)". NULL:
 * there is none. */
const char *source_nth_allocated(struct arena *a, const char *source, const char *call, size_t n);

/* Managed memory that solve() reads on the CPU behind a launch, with no call between the two that waits for it. */
struct unawaited_read {
	const char *name; /* of the pointer */
	int line, launch;
};
bool source_unawaited_read(struct arena *a, const char *source, struct unawaited_read *to);

/* A buffer of the host's that cudaMemcpyAsync() has in solve(), and the host, in the same loop or later, by itself. */
struct early_touch {
	const char *buffer;
	int copy, touch; /* lines */
};
/* Of the first such copy that reads the buffer, or writes it; false: none is to be seen. */
bool source_early_touch(struct arena *a, const char *source, bool reads, struct early_touch *to);

#endif
