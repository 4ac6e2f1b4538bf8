/* trace: what the warps of one block did, instruction by instruction, as plain data, and how one steps through it. A
 * step is one instruction of one warp; nothing runs again to go backwards. Pure functions. */
#ifndef JUDGE_TRACE_H
#define JUDGE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { TRACE_LANES = 32 };
enum trace_kind { TRACE_OTHER, TRACE_LOAD, TRACE_STORE, TRACE_ATOMIC, TRACE_BARRIER, TRACE_EXIT };
enum trace_space { TRACE_NOWHERE, TRACE_GLOBAL, TRACE_SHARED };
struct trace_inst {
	const char *file, *text, *reg; /* file: NULL for what is not of the judged file; reg: NULL: it writes none */
	int line;
	enum trace_kind kind;
	const char *type; /* of the values: "f32" */
	char class;       /* 'f' float, 's' signed, 'u' unsigned, 'b' bits, 'p' predicate */
	unsigned bits;
};
struct trace_row {
	uint32_t warp, inst, mask;
	enum trace_space space;
	unsigned part, bytes; /* part: not 0 for the further elements of a vector; bytes: that a lane moves */
	bool valued;
	uint64_t value[TRACE_LANES], addr[TRACE_LANES]; /* of the lanes in mask */
};
struct trace {              /* owned by an arena */
	const char *kernel; /* NULL: there is none */
	uint64_t block;
	struct trace_inst *insts;
	size_t ninsts;
	struct trace_row *rows; /* in the order in which they ran */
	size_t nrows;
	uint32_t nwarps;
	bool more; /* it ran on after the last of these */
};

size_t trace_steps(const struct trace *t, uint32_t warp);
/* The row of a warp's step k (from 0); NULL: there are fewer. */
const struct trace_row *trace_step(const struct trace *t, uint32_t warp, size_t k);
/* The warp's last step at or before a row; SIZE_MAX: it had not begun. */
size_t trace_step_by(const struct trace *t, uint32_t warp, const struct trace_row *row);

/* What a register of a warp's lanes holds once `row` has run, as far as the trace shows it: `out` gets mask and values.
 * The instruction that wrote it last; NULL: none has. */
const struct trace_inst *trace_register(const struct trace *t, uint32_t warp, const struct trace_row *row,
	const char *reg, size_t n, struct trace_row *out);

/* TRACE_NEXT_LANES: where other lanes run than at k, so that one sees a branch's halves take turns. */
enum trace_move {
	TRACE_NEXT,
	TRACE_BACK,
	TRACE_NEXT_LINE,
	TRACE_BACK_LINE,
	TRACE_NEXT_BARRIER,
	TRACE_NEXT_LANES,
	TRACE_FIRST,
	TRACE_LAST
};
/* Where that leads from step k; k itself where it leads nowhere. */
size_t trace_go(const struct trace *t, uint32_t warp, size_t k, enum trace_move m);

/* Shared memory as it is after `row`, in words of 4 bytes, from the rows so far. */
struct trace_word {
	bool known, now; /* now: `row` wrote it */
	bool round;      /* written since the barrier before `row`, by any of the block's warps */
	char class;
	uint32_t value;
};
/* malloc'd; *n words, as many as any row of the trace touches. */
struct trace_word *trace_shared(const struct trace *t, const struct trace_row *row, size_t *n);

void trace_value(uint64_t value, char class, unsigned bits, struct buf *out);

#endif
