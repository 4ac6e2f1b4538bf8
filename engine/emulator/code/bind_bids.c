/* bind_bids: stores of which their thread asks at once whether they came last, as Peterson's lock does:
 *
 *    want[me] = 1; fence; turn = other; fence; while (want[other] && turn == other);
 *
 * Several threads store different values there, and which one stays is what the look finds out. That needs a fence on
 * each side of the store: what was stored before it has to be seen before it, and the look comes after it. Found in the
 * code, once for each function. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

enum reach { NONE, BLOCK, ALL };
enum { MOST_WORK = 1 << 20, LOOK = 128 }; /* stores times instructions; in ways.been: it is the look */

static enum reach reach_of(const struct ptx_inst *in)
{
	if (!ptx_is_fence(in))
		return NONE;
	return ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER) ? BLOCK : ALL;
}

/* A store before a look that follows it: only these fences hold the look back. */
static bool holds_looks(const struct ptx_inst *in)
{
	return in->op == PTX_OP_MEMBAR || ptx_has(in, PTX_MOD_SC);
}

/* Does the load's value decide something by being equal to another one, or not? */
static bool asks_equal(const struct ptx_func *f, const struct ptx_inst *ld)
{
	if (ld->ops[0].kind != PTX_REG || !em_decides(f, ld))
		return false;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_SETP && em_reg_read(f, in, ld->ops[0].reg) &&
			(ptx_has(in, PTX_MOD_EQ) || ptx_has(in, PTX_MOD_NE)))
			return true;
	}
	return false;
}

/* The ways from a store on. of: how far the narrowest fence reaches that lies before a look; -1: there is no look. */
struct ways {
	const struct ptx_func *f;
	size_t store;
	int of;
	uint8_t *been; /* of each instruction: the fence with which it was come by, plus 1; 0: not yet */
};

/* Is it the look, or does the search end here? */
static bool ends(struct ways *w, size_t k, enum reach fence)
{
	const struct ptx_operand *at = &w->f->insts[w->store].ops[0];
	const struct ptx_inst *in = &w->f->insts[k];

	switch (in->op) {
	case PTX_OP_LD:
		if (!ptx_is_strong(in) || !em_same_address(w->f, &in->ops[1], at) || !asks_equal(w->f, in))
			return false;
		w->of = w->of < 0 || (int)fence < w->of ? (int)fence : w->of;
		w->been[k] |= LOOK;
		return true;
	case PTX_OP_ST: return em_same_address(w->f, &in->ops[0], at);
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_BRX:
	case PTX_OP_CALL: return true;
	default: return (in->op == PTX_OP_RET || in->op == PTX_OP_EXIT) && in->guard < 0;
	}
}

/* Not back to the store or before it: that is its next turn. */
static void go(struct ways *w, size_t k, enum reach fence)
{
	while (k > w->store && k < w->f->ninsts && (!w->been[k] || (w->been[k] & ~LOOK) > (int)fence + 1)) {
		const struct ptx_inst *in = &w->f->insts[k];
		const int32_t to = em_target(in);
		const enum reach r = holds_looks(in) ? reach_of(in) : NONE;

		w->been[k] = (uint8_t)((w->been[k] & LOOK) | (fence + 1));
		if (ends(w, k++, fence) || (in->op == PTX_OP_BRA && to < 0))
			return;
		fence = r > fence ? r : fence;
		if (to < 0)
			continue;
		if (in->guard >= 0)
			go(w, (size_t)to, fence);
		else
			k = (size_t)to;
	}
}

/* How far the fence reaches that lies before the store, behind what was stored elsewhere. */
static enum reach before(const struct ptx_func *f, size_t store)
{
	enum reach r = NONE;

	for (size_t k = store; k-- > 0 && r < ALL;) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED || (in->op == PTX_OP_ST && ptx_is_strong(in)))
			return r;
		r = reach_of(in) > r ? reach_of(in) : r;
	}
	return ALL;
}

static void find(struct dec *d, struct ways *w)
{
	int reach;

	go(w, w->store + 1, NONE);
	if (w->of < 0)
		return;
	reach = (int)before(w->f, w->store);
	reach = w->of < reach ? w->of : reach;
	for (size_t k = w->store; k < w->f->ninsts; k++)
		if (k == w->store || w->been[k] & LOOK)
			dec_add_kind(d, k,
				EM_K_BID | (reach >= BLOCK ? EM_K_BID_NEAR : 0) | (reach == ALL ? EM_K_BID_FAR : 0));
}

void dec_find_bids(struct dec *d)
{
	const struct ptx_func *f = d->f;
	size_t work = 0;

	for (size_t k = 0; k < f->ninsts && work < MOST_WORK; k++) {
		const struct ptx_inst *in = &f->insts[k];
		struct ways w = { .f = f, .store = k, .of = -1 };

		if (in->op != PTX_OP_ST || !ptx_has(in, PTX_MOD_VOLATILE) || in->ops[0].kind != PTX_ADDR)
			continue;
		work += f->ninsts;
		w.been = xcalloc(f->ninsts, sizeof *w.been);
		find(d, &w);
		free(w.been);
	}
}
