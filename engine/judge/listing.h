/* listing: the PTX or SASS of a program's kernels, instruction by instruction, as plain data. */
#ifndef JUDGE_LISTING_H
#define JUDGE_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct listing_row {
	const char *op;   /* "ld.global.v4.u32"; of the row that begins a kernel: its name */
	const char *rest; /* the operands, "" for none */
	int line;         /* of the source; 0: not known */
	bool kernel;      /* a kernel begins here: no instruction */
};
struct listing {
	const char *title; /* whose: "yours", a variant's name */
	struct listing_row *v;
	size_t n, cap;
	bool local; /* of PTX: listing_is_local */
};

/* The kernels of a PTX text; strings are copied into the arena, scrubbed. */
struct listing listing_of_ptx(struct arena *a, const char *title, const char *ptx);
/* Has a PTX text variables in local memory (an array whose index the compiler does not know)? */
bool listing_is_local(const char *ptx);
/* The kernels of what `nvdisasm -g -c` says of a cubin; what only fills the end of a kernel is left out. */
struct listing listing_of_sass(struct arena *a, const char *title, const char *text);
size_t listing_instructions(const struct listing *l);
/* Instructions that load from (store to) global memory, and the bytes of a lane that all of them together move. */
struct listing_moves {
	size_t n, bytes;
};
struct listing_moves listing_moves(const struct listing *l, bool store);

#endif
