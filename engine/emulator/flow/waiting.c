/* waiting: loops that are left when another thread has written something: a branch out of them hangs on what an atomic
 * or a strong load in them has found. Whoever turns in one may wait for other lanes of its own warp, so ptxas puts
 * YIELD into it (lanes/yields.h). Not into one whose lanes meet in each turn, at a barrier or a warp-wide instruction.
 */
#include "base/buf.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

static bool asks(const struct ptx_inst *in)
{
	if (in->op == PTX_OP_LD)
		return ptx_is_strong(in);
	return in->op == PTX_OP_ATOM;
}

static bool meets(const struct ptx_inst *in)
{
	return ptx_has_members(in) || in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER;
}

/* Does the loop hold block b? Beyond w->n: block loop - w->n - 1, which leads back to itself. */
static bool holds(const struct em_flow *w, uint32_t loop, uint32_t b)
{
	return loop > w->n ? b == loop - w->n - 1 : em_flow_holds(w, loop, b);
}

/* Does a load always look at one place? Who waits so for another block's flag goes on when that comes. How often lanes
 * look there hangs on chance, and who leaves such a loop alone, too. */
static bool polls(const struct em_flow *w, const struct ptx_func *f, uint32_t loop, const struct ptx_inst *in)
{
	const int32_t at = in->ops[1].reg;

	for (uint32_t b = 0; b < w->n; b++)
		if (holds(w, loop, b) && at >= 0 && em_reg_written_in(f, w->first[b], w->first[b + 1], at))
			return false;
	return in->op == PTX_OP_LD;
}

/* Marks what the block's instructions make of what was found. *more: it is more than before. */
static void follow(
	const struct em_flow *w, const struct ptx_func *f, uint32_t loop, uint32_t b, bool *found, bool *more)
{

	for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const bool computes = em_computes(in) && em_reads_one_of(f, in, found);
		const bool is = computes || (asks(in) && !polls(w, f, loop, in));

		if (is)
			*more |= em_add_written(f, in, found);
	}
}

static bool leaves(const struct em_flow *w, const struct ptx_func *f, uint32_t loop, uint32_t b, const bool *found)
{
	const struct ptx_inst *last = &f->insts[w->first[b + 1] - 1];
	bool out = false;

	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
		out |= w->to[e] >= w->n || !holds(w, loop, w->to[e]);
	return out && last->guard >= 0 && found[last->guard];
}

static bool may_wait(const struct em_flow *w, const struct ptx_func *f, uint32_t loop)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), more = true, waits = false, meet = false;

	while (more) {
		more = false;
		for (uint32_t b = 0; b < w->n; b++)
			if (holds(w, loop, b))
				follow(w, f, loop, b, found, &more);
	}
	for (uint32_t b = 0; b < w->n; b++) {
		if (!holds(w, loop, b))
			continue;
		for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++)
			meet |= meets(&f->insts[k]);
		waits |= leaves(w, f, loop, b, found);
	}
	free(found);
	return waits && !meet;
}

bool *em_flow_waiting(const struct em_flow *w, const struct ptx_func *f)
{
	bool *has = xcalloc((size_t)w->n * 2 + 1, sizeof *has), *begins = xcalloc((size_t)w->n + 1, sizeof *begins);

	for (size_t k = 0; k < f->ninsts; k++) {
		const uint32_t b = w->block[k];

		if (!asks(&f->insts[k]))
			continue;
		for (uint32_t l = w->loop[b]; l; l = w->around[l])
			has[l] = true;
		for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
			has[w->n + 1 + b] |= w->to[e] == b;
	}
	for (uint32_t l = 1; l <= w->n * 2; l++)
		if (has[l] && may_wait(w, f, l))
			for (uint32_t k = 0; k < w->n; k++)
				if (holds(w, l, w->order[k])) {
					begins[w->order[k]] = true;
					break;
				}
	free(has);
	return begins;
}
