/* source_calls: calls whose arguments are wrong by what the text says alone. As in source_lines.h it serves to word
 * advice, and never to judge. */
#ifndef JUDGE_SOURCE_CALLS_H
#define JUDGE_SOURCE_CALLS_H

#include <stdbool.h>

#include "base/arena.h"

/* A loop that waits for a lock by an atomic, and ends when that atomic has changed nothing: atomicCAS(lock, 1, 0) != 0.
 */
struct lock_loop {
	const char *call;            /* "atomicCAS(lock, 1, 0)" */
	const char *expected, *next; /* of atomicCAS(); of atomicExch() expected is NULL */
	const char *value;           /* the loop compares with it ... */
	bool ends_there;             /* ... and ends when they are equal; else it ends when they are not */
	int line;
};
/* The first; false: none is to be seen. */
bool source_lock_loop(struct arena *a, const char *source, struct lock_loop *to);

/* What is done under a lock, between a loop that takes it by an atomic and the atomicExch() that frees it, without a
 * fence as the first thing, or as the last. */
struct lock_fences {
	int takes, frees; /* lines */
	bool first, last; /* is missing */
};
/* The first lock; false: none is to be seen, or it has both. */
bool source_lock_fences(const char *source, struct lock_fences *to);

/* The statement in this line gives a load, or a store, an order that only the other one can have: which it is, "load"
 * or "store"; NULL: none. */
const char *source_wrong_order(const char *source, int line);

/* The list of pointers that a cooperative launch gets for its kernel's parameters. */
struct launch_args {
	const char *kernel, *array; /* "supersteps", "args" */
	const char *wanted;         /* the parameters: "in, a, b, n and steps" */
	size_t wants, has;
	const char *bare; /* the first item without & before it; NULL: each has one */
	int line;         /* of the list */
};
/* The first list that has not as many items as the kernel has parameters, has one without an address, or has the
 * parameters' names in another order; false: none is to be seen. */
bool source_launch_args(struct arena *a, const char *source, struct launch_args *to);

/* A launch that names a number of threads first and one of blocks second: <<<block, grid>>>, <<<256, (n + 255) /
 * 256>>>. */
struct swapped_launch {
	const char *first, *second;
	int line;
};
/* The first; false: none is to be seen. */
bool source_swapped_launch(struct arena *a, const char *source, struct swapped_launch *to);

/* A launch that names no threads, "scale<<<grid>>>(x)": a block has one then. */
struct lone_launch {
	const char *words; /* "scale<<<grid>>>" */
	const char *blocks;
	int line;
};
/* The first; false: none is to be seen. */
bool source_lone_launch(struct arena *a, const char *source, struct lone_launch *to);

/* A call or a launch that hands over two variables in each other's place, by the names of the parameters:
 * "load(in, nx, ny, nz)" of "load(const float *in, int nz, int ny, int nx)". */
struct swapped_arguments {
	const char *function, *first, *second; /* as the call has them */
	/* One of the two has the other's name, and the other one no parameter's: "pull(bodies[j], me)" of "pull(float4
	 * me, float4 other)". The names of these two parameters; NULL: the call has the names of both. */
	const char *one, *two;
	int line;
};
/* The first; false: none is to be seen. */
bool source_swapped_arguments(struct arena *a, const char *source, struct swapped_arguments *to);

#endif
