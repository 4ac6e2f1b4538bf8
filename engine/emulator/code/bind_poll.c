/* bind_poll: which volatile loads wait for what others write (EM_ACC_STRONG). Of global memory: those in a loop whose
 * value decides where a thread goes; of shared memory, where that would hide missing barriers, those that a short loop
 * does nothing but wait for, those that a larger loop looks at again with nothing done in between (bind_round.c), and
 * those by which a thread asks whether its own store came last (bind_bids.c).
 * What holds for a whole function is found out once. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

struct dec_polling {
	bool *decides;  /* registers that a branch hangs on, whatever the way */
	uint32_t *back; /* instruction -> the first one that a branch from there on goes back to */
	uint32_t *load;
	size_t n; /* the volatile loads */
};

/* Is the load at `at` all that a short loop waits for? A branch soon after it goes back to it, and nothing in between
 * writes or waits. */
static bool polls_at(const struct dec *d, size_t at)
{
	size_t n = d->f->ninsts;
	for (size_t k = at + 1; k < n && k < at + 24; k++) {
		const struct ptx_inst *in = &d->f->insts[k];
		if (in->op == PTX_OP_ST || in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER || in->op == PTX_OP_CALL ||
			in->op == PTX_OP_RET)
			return false;
		if (in->op == PTX_OP_BRA && in->ops[0].vec >= 0 && (size_t)in->ops[0].vec <= at) {
			for (size_t j = (size_t)in->ops[0].vec; j < at; j++)
				if (d->f->insts[j].op == PTX_OP_ST)
					return false;
			return true;
		}
	}
	return false;
}

static bool mark(bool *decides, int32_t reg)
{
	const bool more = reg >= 0 && !decides[reg];
	if (more)
		decides[reg] = true;
	return more;
}

/* Does it write a register that decides? */
static bool writes_decider(const struct ptx_func *f, const bool *decides, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_written(f, in, regs);

	for (unsigned r = 0; r < n; r++)
		if (decides[regs[r]])
			return true;
	return false;
}

/* The registers that the instruction's result, or its running, comes from decide. */
static bool mark_sources(const struct ptx_func *f, bool *decides, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_read(f, in, regs);
	bool more = mark(decides, in->guard);

	for (unsigned r = 0; r < n && in->op != PTX_OP_BRA; r++)
		more |= mark(decides, regs[r]);
	return more;
}

/* From the branches back to what they hang on, until there is no more. What a load brings hangs on memory, not on its
 * address. */
static void find_decides(const struct ptx_func *f, bool *decides)
{
	bool more = true;
	while (more) {
		more = false;
		for (size_t k = f->ninsts; k-- > 0;) {
			const struct ptx_inst *in = &f->insts[k];
			if (in->op == PTX_OP_BRA ||
				(in->op != PTX_OP_LD && in->op != PTX_OP_ST && writes_decider(f, decides, in)))
				more |= mark_sources(f, decides, in);
		}
	}
}

static const struct dec_polling *polling(struct dec *d)
{
	const struct ptx_func *f = d->f;
	struct dec_polling *x = d->polling;
	if (x)
		return x;
	x = d->polling = xcalloc(1, sizeof *x);
	x->decides = xcalloc(f->nregs + 1, sizeof *x->decides);
	x->back = xcalloc(f->ninsts + 1, sizeof *x->back);
	x->load = xcalloc(f->ninsts + 1, sizeof *x->load);
	x->back[f->ninsts] = UINT32_MAX;
	for (size_t k = f->ninsts; k-- > 0;) {
		const struct ptx_inst *in = &f->insts[k];
		const int32_t to = in->op == PTX_OP_BRA ? in->ops[0].vec : -1;
		x->back[k] = to >= 0 && (uint32_t)to < x->back[k + 1] ? (uint32_t)to : x->back[k + 1];
		if (in->op == PTX_OP_LD && ptx_has(in, PTX_MOD_VOLATILE))
			x->load[x->n++] = (uint32_t)k;
	}
	find_decides(f, x->decides);
	return x;
}

void dec_polls_end(struct dec *d)
{
	if (d->polling) {
		free(d->polling->decides);
		free(d->polling->back);
		free(d->polling->load);
	}
	free(d->polling);
	d->polling = NULL;
}

/* Does the value of the load at `at`, in a loop, decide where a thread goes? Then whoever wrote it down takes it for
 * what may change meanwhile, as one who polls does. A sum of what was read decides nothing. */
static bool decides_at(const struct dec *d, const struct dec_polling *x, size_t at)
{
	return x->back[at] <= at && writes_decider(d->f, x->decides, &d->f->insts[at]);
}

/* Is it the look of who has just stored there, and asks whether he came last (bind_bids.c)? */
static bool asks_who_was_last(const struct dec *d, size_t at)
{
	return d->loses && d->loses[at] & EM_K_BID_NEAR;
}

static bool waits(const struct dec *d, const struct dec_polling *x, size_t at)
{
	return d->in->space == PTX_GLOBAL ? decides_at(d, x, at) :
					    polls_at(d, at) || asks_who_was_last(d, at) || dec_looks_again(d, at);
}

/* This load, or one of the same address: compilers put a copy of the first turn before the loop. */
bool dec_polls(struct dec *d)
{
	const struct dec_polling *x = polling(d);
	const struct ptx_operand *a = &d->in->ops[1];
	if (waits(d, x, (size_t)(d->in - d->f->insts)))
		return true;
	for (size_t k = 0; k < x->n; k++) {
		const struct ptx_operand *b = &d->f->insts[x->load[k]].ops[1];
		if (b->reg == a->reg && b->sym == a->sym && b->imm == a->imm && waits(d, x, x->load[k]))
			return true;
	}
	return false;
}

bool dec_may_wait(struct dec *d)
{
	return !d->f->is_entry || d->in->op == PTX_OP_MBARRIER || writes_decider(d->f, polling(d)->decides, d->in);
}

/* Does a volatile or relaxed store write back what comes from such a load of the same place? Looked at backwards,
 * within a stretch of code without another write of memory to that place; the registers that the value comes from are
 * few. */
bool dec_updates(const struct dec *d)
{
	enum { REACH = 48, MOST = 16 };
	const struct ptx_operand *to = &d->in->ops[0];
	int32_t need[EM_REGS_MOST + MOST], regs[EM_REGS_MOST];
	size_t at = (size_t)(d->in - d->f->insts);
	unsigned n = 0, m = em_regs_read(d->f, d->in, regs);

	for (unsigned r = 0; r < m && n < MOST; r++)
		if (regs[r] != to->reg && regs[r] != d->in->guard)
			need[n++] = regs[r];
	for (size_t k = at; n && k-- > 0 && k + REACH > at;) {
		const struct ptx_inst *in = &d->f->insts[k];
		bool found = false;

		if (in->op == PTX_OP_ST || in->op == PTX_OP_BRA)
			continue;
		m = em_regs_written(d->f, in, regs);
		for (unsigned r = 0; r < m; r++)
			for (unsigned j = n; j-- > 0;)
				if (need[j] == regs[r]) {
					need[j] = need[--n];
					found = true;
				}
		if (!found)
			continue;
		if (in->op == PTX_OP_LD || in->op == PTX_OP_ATOM) {
			const struct ptx_operand *a = &in->ops[1];
			if (in->op == PTX_OP_LD && ptx_is_strong(in) && a->reg == to->reg && a->sym == to->sym &&
				a->imm == to->imm)
				return true;
			continue;
		}
		m = em_regs_read(d->f, in, regs);
		for (unsigned r = 0; r < m && n < MOST; r++)
			if (regs[r] != in->guard)
				need[n++] = regs[r];
	}
	return false;
}
