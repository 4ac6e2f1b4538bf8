/* bind_locks: what stands under a lock, and what beside one. For the words of a race only (check/cause_lock.c).
 *
 * A lock is a word that a compare-and-swap changes from one number to another, or an exchange sets, whose answer is
 * compared with the number of a free lock; and the same function sets that word back to this number. A word that is
 * taken once, as a place in a table, is none. Found in the code, once for each function:
 *
 *    under   on all ways here the lock was taken, and not set free since
 *    ahead   not under it; a way leads from here to where it is taken, with no barrier of the block on it
 *    apart   not under it; a way leads here from where it was taken, with no barrier of the block on it: other threads
 *            come here without having taken it, as after `if (threadIdx.x == 0) take(lock);` */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

enum { UNDER = 1, APART = 2, PENDING = 4, MOST_TURNS = 64 };

struct lock {
	size_t at; /* the atomic that takes it */
	const struct ptx_operand *word;
	int32_t answer; /* its register */
	int64_t open;   /* the number of a free lock */
};

struct locks {
	const struct ptx_func *f;
	struct lock lock;
	int8_t *taken; /* by predicate: 1: true where the lock was taken; -1: false there */
	uint8_t *is;   /* by instruction, before it: of one lock */
	bool *ahead;
};

static bool is_barrier(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER) && !ptx_has(in, PTX_MOD_WARP);
}

static bool ends(const struct ptx_inst *in)
{
	return in->op == PTX_OP_RET || in->op == PTX_OP_EXIT || in->op == PTX_OP_BRX;
}

/* Does it set the lock free? */
static bool frees(const struct locks *x, const struct ptx_inst *in)
{
	const bool store = in->op == PTX_OP_ST && ptx_is_strong(in),
		   exchange = in->op == PTX_OP_ATOM && ptx_has(in, PTX_MOD_EXCH);
	int64_t value;

	return (store || exchange) && em_same_address(x->f, x->lock.word, &in->ops[exchange]) &&
		em_number(x->f, &in->ops[exchange + 1], &value) && value == x->lock.open;
}

/* Of the comparison of the answer with the number of a free lock: 1, or -1; 0: it is none. */
static int8_t asks(const struct locks *x, const struct ptx_inst *in)
{
	int64_t value;

	if (in->op != PTX_OP_SETP || in->noperands != 3 || in->ops[1].kind != PTX_REG ||
		in->ops[1].reg != x->lock.answer || !em_number(x->f, &in->ops[2], &value) || value != x->lock.open)
		return 0;
	return ptx_has(in, PTX_MOD_EQ) ? 1 : ptx_has(in, PTX_MOD_NE) ? -1 : 0;
}

/* Which predicates say whether the lock was taken. */
static bool find_answers(const struct locks *x)
{
	bool any = false;

	memset(x->taken, 0, x->f->nregs + 1);
	for (size_t k = 0; k < x->f->ninsts; k++) {
		const struct ptx_inst *in = &x->f->insts[k];
		int8_t is = asks(x, in);

		if (in->op == PTX_OP_NOT && in->ops[1].kind == PTX_REG)
			is = (int8_t)-x->taken[in->ops[1].reg];
		if (!is || in->ops[0].kind != PTX_REG || em_only_writer(x->f, 0, x->f->ninsts, in->ops[0].reg) < 0)
			continue;
		x->taken[in->ops[0].reg] = is;
		any = true;
	}
	return any;
}

/* What holds after the instruction, on the way of its branch or behind it. */
static uint8_t after(const struct locks *x, size_t k, bool branch)
{
	const struct ptx_inst *in = &x->f->insts[k];
	uint8_t is = x->is[k];

	if (k == x->lock.at)
		return (uint8_t)((is & ~UNDER) | PENDING);
	if (frees(x, in))
		return 0;
	if (is_barrier(in))
		is &= (uint8_t)~APART;
	if (em_target(in) >= 0 && in->guard >= 0 && is & PENDING) {
		const int8_t taken = in->guard_neg ? (int8_t)-x->taken[in->guard] : x->taken[in->guard];

		if (taken && (taken > 0) == branch)
			is = UNDER | APART;
		else if (taken)
			is &= (uint8_t)~PENDING;
	}
	return is;
}

/* Where ways meet, all have to be under the lock, and one of them is enough to stand apart. */
static bool flows(const struct locks *x, size_t to, uint8_t is, bool *come)
{
	const uint8_t had = x->is[to], all = UNDER | PENDING;
	const uint8_t now = come[to] ? (uint8_t)((had & is & all) | ((had | is) & APART)) : is;
	const bool more = now != had || !come[to];

	come[to] = true;
	x->is[to] = now;
	return more;
}

static void follow(const struct locks *x)
{
	const struct ptx_func *f = x->f;
	bool *come = xcalloc(f->ninsts + 1, sizeof *come), more = true;

	memset(x->is, 0, f->ninsts);
	come[0] = true;
	for (int turn = 0; more && turn < MOST_TURNS; turn++) {
		more = false;
		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];
			const int32_t to = em_target(in);

			if (!come[k])
				continue;
			if (to >= 0)
				more |= flows(x, (size_t)to, after(x, k, true), come);
			if ((in->guard >= 0 || (to < 0 && !ends(in))) && k + 1 < f->ninsts)
				more |= flows(x, k + 1, after(x, k, false), come);
		}
	}
	if (more) /* not known */
		memset(x->is, 0, f->ninsts);
	free(come);
}

static void look_ahead(const struct locks *x)
{
	const struct ptx_func *f = x->f;
	bool more = true;

	memset(x->ahead, 0, f->ninsts);
	for (int turn = 0; more && turn < MOST_TURNS; turn++) {
		more = false;
		for (size_t k = f->ninsts; k-- > 0;) {
			const struct ptx_inst *in = &f->insts[k];
			const int32_t to = em_target(in);
			const bool on = in->guard >= 0 || (to < 0 && !ends(in));
			const bool is = k == x->lock.at ||
				(!is_barrier(in) && ((to >= 0 && x->ahead[to]) || (on && x->ahead[k + 1])));

			more |= is != x->ahead[k];
			x->ahead[k] = is;
		}
	}
}

static void mark(struct dec *d, const struct locks *x)
{
	for (size_t k = 0; k < x->f->ninsts; k++) {
		const enum ptx_op op = x->f->insts[k].op;

		if (op != PTX_OP_LD && op != PTX_OP_ST)
			continue;
		if (x->is[k] & UNDER)
			dec_add_kind(d, k, EM_K_UNDER);
		else
			dec_add_kind(d, k, (x->ahead[k] ? EM_K_AHEAD : 0) | (x->is[k] & APART ? EM_K_APART : 0));
	}
}

/* Is this how a lock is taken, and is it set free somewhere? */
static bool takes(struct locks *x, size_t k)
{
	const struct ptx_func *f = x->f;
	const struct ptx_inst *in = &f->insts[k];
	const bool swap = in->op == PTX_OP_ATOM && ptx_has(in, PTX_MOD_CAS);
	int64_t put;

	if ((!swap && !(in->op == PTX_OP_ATOM && ptx_has(in, PTX_MOD_EXCH))) || in->ops[0].kind != PTX_REG ||
		em_only_writer(f, 0, f->ninsts, in->ops[0].reg) < 0 || !em_number(f, &in->ops[swap ? 3 : 2], &put))
		return false;
	x->lock = (struct lock){ .at = k, .word = &in->ops[1], .answer = in->ops[0].reg };
	if (swap && !em_number(f, &in->ops[2], &x->lock.open))
		return false;
	if (put == x->lock.open)
		return false;
	for (size_t n = 0; n < f->ninsts; n++)
		if (frees(x, &f->insts[n]))
			return find_answers(x);
	return false;
}

void dec_find_locks(struct dec *d)
{
	enum { MOST = 8 };
	struct locks x = { .f = d->f };
	const struct ptx_func *f = d->f;

	for (size_t k = 0, n = 0; k < f->ninsts && n < MOST; k++) {
		if (f->insts[k].op != PTX_OP_ATOM)
			continue;
		if (!x.taken) {
			x.taken = xcalloc(f->nregs + 1, sizeof *x.taken);
			x.is = xcalloc(f->ninsts + 1, sizeof *x.is);
			x.ahead = xcalloc(f->ninsts + 1, sizeof *x.ahead);
		}
		if (!takes(&x, k))
			continue;
		n++;
		follow(&x);
		look_ahead(&x);
		mark(d, &x);
	}
	free(x.taken);
	free(x.is);
	free(x.ahead);
}
