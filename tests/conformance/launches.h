/* launches: counters/kernels.txt as data, shared by the recorder (on a GPU, under ncu) and the replayer (on the
 * emulator), so that both launch the same kernels on the same memory. The file explains its own notation. */
#ifndef CONFORMANCE_LAUNCHES_H
#define CONFORMANCE_LAUNCHES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

#define LAUNCH_MAX_ARGS 6

enum launch_arg_kind { ARG_IOTA, ARG_HASH, ARG_PERM, ARG_ZERO, ARG_INT, ARG_PTR };
struct launch_arg {
	enum launch_arg_kind kind;
	uint32_t n; /* words, the number itself, or which argument */
	uint32_t below;
};

struct launch {
	const char *name, *file; /* file: without .cu */
	uint32_t grid[2], block[2], shared;
	size_t nargs;
	struct launch_arg args[LAUNCH_MAX_ARGS];
};

struct launches {
	struct arena arena;
	struct launch *v;
	size_t n, cap;
};

int launches_parse(struct launches *l, const char *text, const char *file, struct err *e);
void launches_release(struct launches *l);
/* Fill words[0 .. a->n) with the contents of a buffer argument (not ARG_INT, ARG_PTR). */
void launch_fill(const struct launch_arg *a, uint32_t *words);

#endif
