/* bind_again: reads that count only if nobody wrote meanwhile, as a sequence lock's. Found in the code, once for each
 * function:
 *
 *    do { x = s->count; fence; a = s->a; fence; y = s->count; } while (x != y || x & 1);     the read of a
 *    s->count = 2 * i - 1; fence; s->a = i; fence; s->count = 2 * i;                         the write of a
 *
 * Both looks, and both stores, are at one place, by volatile, relaxed or atomic accesses; so is the access between.
 * What was read too early, or too late, is thrown away then. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

/* Its address, where it is an access that may meet others: a look (writes: something that writes). NULL: it is none. */
static const struct ptx_operand *strong(const struct ptx_inst *in, bool writes)
{
	if ((in->space != PTX_GLOBAL && in->space != PTX_GENERIC) || in->vec > 1)
		return NULL;
	if (in->op == PTX_OP_ATOM)
		return &in->ops[1];
	if (writes ? in->op == PTX_OP_RED : false)
		return &in->ops[0];
	if (in->op != (writes ? PTX_OP_ST : PTX_OP_LD) || !ptx_is_strong(in))
		return NULL;
	return &in->ops[!writes];
}

static bool fences(const struct ptx_inst *in)
{
	return ptx_is_fence(in) && !ptx_has(in, PTX_MOD_CTA) && !ptx_has(in, PTX_MOD_CLUSTER);
}

/* The nearest fence before k (step -1), or after it (1); else ninsts. */
static size_t fence_beside(const struct ptx_func *f, size_t k, int step)
{
	for (size_t j = k + (size_t)step; j < f->ninsts; j += (size_t)step)
		if (fences(&f->insts[j]))
			return j;
	return f->ninsts;
}

/* Does something ask both of these, and does that decide anything? */
static bool asked_together(const struct ptx_func *f, const struct ptx_inst *x, const struct ptx_inst *y)
{
	bool *one, *two, is = false;

	if (x->ops[0].kind != PTX_REG || y->ops[0].kind != PTX_REG)
		return false;
	one = xcalloc(f->nregs + 1, sizeof *one);
	two = xcalloc(f->nregs + 1, sizeof *two);
	one[x->ops[0].reg] = two[y->ops[0].reg] = true;
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_MOV || f->insts[k].op == PTX_OP_CVT) {
			em_spread(f, k, k + 1, false, one);
			em_spread(f, k, k + 1, false, two);
		}
	for (size_t k = 0; k < f->ninsts && !is; k++)
		is = (f->insts[k].op == PTX_OP_SETP || f->insts[k].op == PTX_OP_XOR || f->insts[k].op == PTX_OP_SUB) &&
			em_reads_one_of(f, &f->insts[k], one) && em_reads_one_of(f, &f->insts[k], two) &&
			em_decides(f, &f->insts[k]);
	free(one);
	free(two);
	return is;
}

/* Is one of the instructions [from, to) such an access to that place? */
static bool accessed(const struct ptx_func *f, size_t from, size_t to, const struct ptx_operand *at, bool writes)
{
	for (size_t k = from; k < to; k++) {
		const struct ptx_operand *o = strong(&f->insts[k], writes);

		if (o && em_same_place(at, o))
			return true;
	}
	return false;
}

/* Is there such an access before the fence `first`, and one after the fence `last`? None at that place may lie between
 * the two fences: it would be the look, or the store, of its own turn, and it has no fence beside it. */
static bool between(const struct ptx_func *f, size_t first, size_t last, bool writes)
{
	for (size_t j = first; j-- > 0;) {
		const struct ptx_operand *at = strong(&f->insts[j], writes), *to;

		if (!at || at->kind != PTX_ADDR || accessed(f, first, last, at, writes))
			continue;
		for (size_t k = last + 1; k < f->ninsts; k++) {
			to = strong(&f->insts[k], writes);
			if (to && em_same_place(at, to) && (writes || asked_together(f, &f->insts[j], &f->insts[k])))
				return true;
		}
	}
	return false;
}

void dec_find_again(struct dec *d)
{
	enum { MOST = 64, MOST_WAYS = 1 << 18 }; /* fences; accesses that may be looks, times instructions */
	const struct ptx_func *f = d->f;
	size_t n = 0, meant = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		n += fences(&f->insts[k]);
		meant += strong(&f->insts[k], false) || strong(&f->insts[k], true);
	}
	if (n < 2 || n > MOST || meant * f->ninsts > MOST_WAYS)
		return;
	for (size_t k = 0, first = SIZE_MAX, last = 0, is[2] = { 0 }; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const bool writes = in->op == PTX_OP_ST;

		if ((in->op != PTX_OP_LD && !writes) || !strong(in, writes))
			continue;
		if (fence_beside(f, k, -1) != first || fence_beside(f, k, 1) != last)
			is[0] = is[1] = 2;
		first = fence_beside(f, k, -1);
		last = fence_beside(f, k, 1);
		if (is[writes] == 2)
			is[writes] = first < f->ninsts && last < f->ninsts && between(f, first, last, writes);
		if (is[writes])
			dec_add_kind(d, k, EM_K_AGAIN);
	}
}
