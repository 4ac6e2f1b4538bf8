/* bind_swaps: plain looks of compare-and-swaps. Such a look may race with other threads' compare-and-swaps: its
 * thread's own one asks again whether what was found still holds. Found in the code, once for each function:
 *
 *    old = *m; do { seen = old; old = atomicCAS(m, seen, ...); } ...    it is what the swap expects
 *    while (up[x] != x) x = up[x]; atomicCAS(&up[x], ...)               it leads to the place
 *    if (*m < v) atomicCAS(m, ...)                                      it decides whether the place is tried at all
 *    if (level[v] == turn) atomicCAS(&level[u], ...)                    ... or another one: it is only asked for a
 * value that no swap there puts in while it is asked
 *
 * What other threads read there in the end is none of these. A value that takes a way through a thread's own memory, or
 * shared memory, is taken to come out of it wherever that is read. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/core/device.h"
#include "emulator/flow/registers.h"

enum { DEEP = 8 }; /* calls within calls */

struct looks {
	const struct ptx_func *f;
	bool swaps[2]; /* in the function itself; in one that it calls */
	bool *reach;   /* by instruction: a swap may come after it, with no barrier of the block before that */
	bool *leads;   /* by register: it goes into what a swap expects, or into its place */
	bool *decides; /* by register: it decides whether there is a swap */
	bool debug;    /* without optimisation a thread's own arrays are used by generic addresses */
};

static bool is_swap(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM && ptx_has(in, PTX_MOD_CAS);
}

static int32_t called(const struct ptx_inst *in)
{
	return in->op == PTX_OP_CALL && in->ops[0].kind == PTX_FUNCREF ? in->ops[0].sym : -1;
}

/* By function of the module: does it swap, or call one that does? Found out once for a program. */
static const bool *swapping(struct dec *d)
{
	const struct ptx_module *m = d->p->m->ptx;
	bool *is = d->swapping, more = true;

	if (is)
		return is;
	is = d->swapping = arena_alloc(&d->p->arena, m->nfuncs + 1);
	memset(is, 0, m->nfuncs + 1);
	for (int turn = 0; more && turn <= DEEP; turn++) {
		more = false;
		for (size_t k = 0; k < m->nfuncs; k++)
			for (size_t j = 0; !is[k] && j < m->funcs[k].ninsts; j++) {
				const struct ptx_inst *in = &m->funcs[k].insts[j];
				const int32_t to = called(in);

				is[k] = is_swap(in) || (to >= 0 && is[to]);
				more |= is[k];
			}
	}
	return is;
}

/* A swap, or a call of a function that may have one. */
static bool may_swap(struct dec *d, const struct ptx_inst *in)
{
	return is_swap(in) || (called(in) >= 0 && swapping(d)[called(in)]);
}

static bool holds_up(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER) && !ptx_has(in, PTX_MOD_WARP);
}

static void find_reach(struct dec *d, struct looks *x)
{
	const struct ptx_func *f = x->f;
	bool *swap = xcalloc(f->ninsts + 1, sizeof *swap), more = true;

	for (size_t k = 0; k < f->ninsts; k++)
		swap[k] = may_swap(d, &f->insts[k]);
	while (more) {
		more = false;
		for (size_t k = f->ninsts; k-- > 0;) {
			const struct ptx_inst *in = &f->insts[k];
			const int32_t to = em_target(in);
			const bool on = in->guard >= 0 || !(to >= 0 || in->op == PTX_OP_RET || in->op == PTX_OP_EXIT);
			bool is = x->reach[k];

			for (int way = 0; way < 2 && !is; way++) {
				const size_t next = way ? (size_t)to : k + 1;

				if ((way ? to >= 0 : on) && next < f->ninsts)
					is = swap[next] || (x->reach[next] && !holds_up(&f->insts[next]));
			}
			more |= is != x->reach[k];
			x->reach[k] = is;
		}
	}
	free(swap);
}

/* Values that are put by in this space: what is marked may be one of them. */
static bool add_stored(const struct ptx_func *f, enum ptx_space space, bool *found)
{
	bool more = false;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_ST && in->space == space)
			more |= em_add_read(f, in, found);
	}
	return more;
}

/* Marks what the marked registers come from. places: also where they were loaded from. What an atomic brings is
 * no look. */
static void trace(const struct ptx_func *f, bool places, bool debug, bool *found)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t k = f->ninsts; k-- > 0;) {
			const struct ptx_inst *in = &f->insts[k];

			if (in->op == PTX_OP_ATOM || !em_writes_one_of(f, in, found))
				continue;
			if (in->op == PTX_OP_LD && in->space != PTX_GLOBAL && (debug || in->space != PTX_GENERIC))
				more |= add_stored(f, in->space, found);
			if (in->op == PTX_OP_LD && !places)
				continue;
			more |= em_add_read(f, in, found);
		}
	}
}

static void mark(const struct ptx_operand *o, bool *found)
{
	if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg >= 0)
		found[o->reg] = true;
}

static void find_registers(struct looks *x)
{
	const struct ptx_func *f = x->f;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const bool swap = is_swap(in);

		if (swap) {
			mark(&in->ops[1], x->leads);
			mark(&in->ops[2], x->leads);
		}
		/* Where a function goes may decide what it returns, and that what its caller does. */
		if (in->guard >= 0 && (swap || x->reach[k] || !f->is_entry))
			x->decides[in->guard] = true;
	}
	/* What a function is given, or returns, may be what a swap there expects. */
	if (x->swaps[1] || !f->is_entry)
		add_stored(f, PTX_PARAM, x->leads);
	trace(f, true, x->debug, x->leads);
	trace(f, false, x->debug, x->decides);
}

/* Where an address begins: behind moves, and conversions of its space. */
struct origin {
	int32_t reg, sym;
	int64_t imm;
};

static struct origin origin_of(const struct ptx_func *f, const struct ptx_operand *o)
{
	struct origin a = { o->reg, o->sym, o->imm };

	for (int deep = DEEP; deep && a.reg >= 0; deep--) {
		const int32_t at = em_only_writer(f, 0, f->ninsts, a.reg);
		const struct ptx_inst *in = at < 0 ? NULL : &f->insts[at];
		const bool sum = in && in->op == PTX_OP_ADD && in->ops[2].kind == PTX_IMM;

		if (!in || (in->op != PTX_OP_MOV && in->op != PTX_OP_CVTA && !sum) ||
			(in->ops[1].kind == PTX_IMM && !sum) || in->ops[1].kind == PTX_VEC)
			break;
		if (in->ops[1].kind == PTX_REG) {
			a.reg = in->ops[1].reg;
			a.imm += sum ? in->ops[2].imm : 0;
		} else if (in->ops[1].sym >= 0) {
			a = (struct origin){ -1, in->ops[1].sym, a.imm + in->ops[1].imm };
		} else {
			break;
		}
	}
	return a;
}

static bool of_swap(const struct ptx_func *f, const struct ptx_inst *ld)
{
	const struct origin a = origin_of(f, &ld->ops[1]);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (is_swap(in)) {
			const struct origin b = origin_of(f, &in->ops[1]);

			if (a.reg == b.reg && a.sym == b.sym && a.imm == b.imm)
				return true;
		}
	}
	return false;
}

/* Does a swap of the function put this value in? */
static bool puts_in(const struct ptx_func *f, int64_t value)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		int64_t put;

		if (is_swap(in) && em_number(f, &in->ops[3], &put) && put == value)
			return true;
	}
	return false;
}

/* Is the register only compared, with what stays as it is, and is no value that a swap puts in? */
static bool only_asked(const struct ptx_func *f, int32_t reg)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!em_reg_read(f, in, reg))
			continue;
		if (in->op != PTX_OP_SETP)
			return false;
		for (unsigned n = in->nwritten; n < in->nwritten + 2u && n < in->noperands; n++) {
			const struct ptx_operand *o = &in->ops[n];

			if (o->kind == PTX_IMM ? puts_in(f, o->imm) :
						 o->reg != reg && em_only_writer(f, 0, f->ninsts, o->reg) < 0)
				return false;
		}
	}
	return true;
}

static bool is_look(const struct looks *x, size_t k)
{
	const struct ptx_func *f = x->f;
	const struct ptx_inst *in = &f->insts[k];
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_written(f, in, regs);

	for (unsigned r = 0; r < n; r++) {
		if (x->leads[regs[r]])
			return true;
		if (x->decides[regs[r]] && !f->is_entry)
			return true;
		if (x->decides[regs[r]] && x->reach[k] &&
			(of_swap(f, in) || only_asked(f, regs[r]) || (x->swaps[1] && !x->swaps[0])))
			return true;
	}
	return false;
}

static void mark_looks(struct dec *d, const struct looks *x)
{
	const struct ptx_func *f = x->f;

	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_LD && f->insts[k].space != PTX_PARAM && is_look(x, k))
			dec_add_kind(d, k, EM_K_SWAPS);
}

void dec_find_swaps(struct dec *d)
{
	const struct ptx_func *f = d->f;
	const struct ptx_module *m = d->p->m->ptx;
	struct looks x = { .f = f, .debug = m->debug };
	bool any = false;

	for (size_t k = 0; k < m->nfuncs && !f->is_entry && !any; k++)
		any = swapping(d)[k];
	for (size_t k = 0; k < f->ninsts; k++)
		if (may_swap(d, &f->insts[k]))
			x.swaps[!is_swap(&f->insts[k])] = true;
	if (!any && !x.swaps[0] && !x.swaps[1])
		return;
	x.reach = xcalloc(f->ninsts + 1, sizeof *x.reach);
	x.leads = xcalloc(f->nregs + 1, sizeof *x.leads);
	x.decides = xcalloc(f->nregs + 1, sizeof *x.decides);
	find_reach(d, &x);
	find_registers(&x);
	mark_looks(d, &x);
	free(x.reach);
	free(x.leads);
	free(x.decides);
}
