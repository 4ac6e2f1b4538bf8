/* sides: of two accesses, on which of the two ways a barrier is missing. tile[t] = ...; ... = tile[t + 1]: a fast warp
 * reads before a slow one writes. As a hazard that is a write after a read, but what lacks a barrier is the way from
 * the write to the read; and a fast warp that writes anew, round a loop, makes a read after a write of what is the
 * other way round. Looked for in the code: a way from the one to the other without a barrier, round loops, too.
 * Accesses in functions count where the kernel calls them. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define DEEP 8 /* calls within calls */

static const struct ptx_func *func_of(const struct em_program *p, int32_t func)
{
	return &p->m->ptx->funcs[func];
}

static int32_t callee(const struct ptx_inst *in)
{
	return in->op == PTX_OP_CALL && in->ops[0].kind == PTX_FUNCREF ? in->ops[0].sym : -1;
}

/* Does it hold up threads of other warps, or (lanes) at least those of the warp? */
static bool waits(const struct ptx_inst *in, bool lanes)
{
	return (in->op == PTX_OP_BAR && (lanes || !ptx_has(in, PTX_MOD_WARP))) || in->op == PTX_OP_BARRIER;
}

/* Is the function `wanted`, or does it call that, or call one that does? */
static bool calls(const struct em_program *p, int32_t func, int32_t wanted, int deep)
{
	const struct ptx_func *f = func_of(p, func);
	if (func == wanted)
		return true;
	for (size_t k = 0; k < f->ninsts && deep; k++) {
		const int32_t to = callee(&f->insts[k]);
		if (to >= 0 && calls(p, to, wanted, deep - 1))
			return true;
	}
	return false;
}

/* Is there a barrier in the function, or in one that it calls? */
static bool has_barrier(const struct em_program *p, int32_t func, bool lanes, int deep)
{
	const struct ptx_func *f = func_of(p, func);
	for (size_t k = 0; k < f->ninsts; k++) {
		const int32_t to = callee(&f->insts[k]);
		if (waits(&f->insts[k], lanes) || (to >= 0 && deep && has_barrier(p, to, lanes, deep - 1)))
			return true;
	}
	return false;
}

/* Marks where in function `in` the access is: itself, or the calls that lead to it. */
static bool places(const struct em_program *p, int32_t pin, int32_t in, uint8_t *mark, uint8_t bit)
{
	const struct ptx_func *f = func_of(p, in);
	bool any = false;
	if (p->pinst[pin].func == in) {
		mark[p->pinst[pin].inst] |= bit;
		return true;
	}
	for (size_t k = 0; k < f->ninsts; k++) {
		const int32_t to = callee(&f->insts[k]);
		if (to >= 0 && calls(p, to, p->pinst[pin].func, DEEP)) {
			mark[k] |= bit;
			any = true;
		}
	}
	return any;
}

enum { FROM = 1, TO = 2, SEEN = 4 };
/* Is there a way from an instruction that is marked so to one that is marked so, without a barrier between? */
static bool leads(
	const struct em_program *p, const struct ptx_func *f, uint8_t *mark, uint8_t from, uint8_t to, bool lanes)
{
	uint32_t *todo = xcalloc(f->ninsts + 1, sizeof *todo), n = 0;
	bool found = false;
	for (size_t k = 0; k < f->ninsts; k++)
		mark[k] &= (uint8_t)~SEEN;
#define GO(at) \
	do { \
		const size_t at_ = (at); \
		if (at_ < f->ninsts && !(mark[at_] & SEEN)) { \
			mark[at_] |= SEEN; \
			todo[n++] = (uint32_t)at_; \
		} \
	} while (0)
#define ON(at) \
	do { \
		const struct ptx_inst *in_ = &f->insts[at]; \
		const bool jump = in_->op == PTX_OP_BRA && in_->ops[0].kind == PTX_LABEL; \
		if (jump) \
			GO((size_t)in_->ops[0].vec); \
		if (in_->guard >= 0 || !(jump || in_->op == PTX_OP_RET || in_->op == PTX_OP_EXIT)) \
			GO((size_t)(at) + 1); \
	} while (0)
	for (size_t k = 0; k < f->ninsts; k++)
		if (mark[k] & from)
			ON(k);
	while (n && !found) {
		const uint32_t at = todo[--n];
		const int32_t called = callee(&f->insts[at]);
		found = mark[at] & to;
		if (!waits(&f->insts[at], lanes) && !(called >= 0 && has_barrier(p, called, lanes, DEEP)))
			ON(at);
	}
	free(todo);
#undef GO
#undef ON
	return found;
}

bool em_check_leads(const struct ptx_func *f, const struct em_program *p, size_t from, size_t to)
{
	uint8_t *mark = xcalloc(f->ninsts + 1, 1);
	bool found;

	mark[from] = FROM;
	mark[to] |= TO;
	found = leads(p, f, mark, FROM, TO, false);
	free(mark);
	return found;
}

/* if (lane == 0) *s = v; x = *s: compilers make two branches of it, one that stores and one that loads, as lane 0 knows
 * the value. No way leads from the one to the other; what was meant to come first stands first in the source. */
static bool in_order_of_lines(const struct em_program *p, int32_t write, int32_t read, bool write_was_later)
{
	struct em_place w, r;

	em_check_source(p, write, &w);
	em_check_source(p, read, &r);
	if (w.line <= 0 || r.line <= 0 || !w.file || !r.file || strcmp(w.file, r.file) != 0)
		return false;
	return write_was_later ? w.line < r.line : r.line < w.line;
}

bool em_check_other_way(const struct em_program *p, int32_t write, int32_t read, bool write_was_later, bool lanes)
{
	if (write < 0 || read < 0)
		return false;
	int32_t in = p->pinst[write].func == p->pinst[read].func ? p->pinst[write].func : p->fn[0].func;
	for (;; in = p->fn[0].func) {
		const struct ptx_func *f = func_of(p, in);
		uint8_t *mark = xcalloc(f->ninsts + 1, 1);
		bool there = places(p, write, in, mark, FROM), back = there && places(p, read, in, mark, TO);
		const bool ahead = back && leads(p, f, mark, FROM, TO, lanes);
		back = back && leads(p, f, mark, TO, FROM, lanes);
		size_t first = 0;
		while (first < f->ninsts && !(mark[first] & (FROM | TO)))
			first++;
		const bool write_first = mark[first] & FROM;
		free(mark);
		if (!ahead && !back && in == p->fn[0].func)
			return in_order_of_lines(p, write, read, write_was_later);
		if (ahead || back || in == p->fn[0].func)
			return write_was_later ? ahead && (!back || write_first) : back && !ahead;
	}
}
