/* guarded: bodies of an `if` that the PTX lets ptxas put under a predicate (cost/predicated.c), and what the machine
 * code says of it, where it is there. Which instructions ptxas shares or joins the PTX does not show, so some bodies of
 * eight to eleven slots are branched around: then no stretch of the machine code has all of the body's stores, and its
 * loads from global memory, under one predicate. A load from global memory may be under its predicate further up, where
 * nothing that is branched around looks like the body. Loads from shared memory are asked for only where nothing is
 * stored: ptxas makes some of them before the `if`. `s[t] = 1; if (t < n) s[t] = x[t];` is one store without a
 * predicate, of a value that was picked. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

#define AHEAD 64 /* instructions that are looked at */

static enum em_guarded_kind kind_of(const struct ptx_inst *in)
{
	bool memory = in->space == PTX_GLOBAL || in->space == PTX_GENERIC;

	if (in->op == PTX_OP_ST)
		return in->space == PTX_SHARED ? EM_GUARDED_SHARED_STORES :
			memory                 ? EM_GUARDED_GLOBAL_STORES :
						 EM_GUARDED_COUNT;
	if (in->op != PTX_OP_LD)
		return EM_GUARDED_COUNT;
	return memory ? EM_GUARDED_GLOBAL_LOADS : in->space == PTX_SHARED ? EM_GUARDED_SHARED_LOADS : EM_GUARDED_COUNT;
}

/* Does the basic block that ends with *last jump over the body that begins at `body`? Then nothing of it comes before.
 */
static bool jumps_past(const struct em_program *p, const struct em_pinst *last, const struct em_pinst *body)
{
	const struct ptx_inst *in = &p->m->ptx->funcs[last->func].insts[last->inst];

	return in->op == PTX_OP_BRA && in->guard < 0 && em_target(in) > body->inst;
}

static bool heads_loop(const struct em_program *p, const struct em_pinst *at)
{
	for (const struct em_pinst *k = at; k < p->pinst + p->npinst; k++) {
		const struct ptx_inst *in = &p->m->ptx->funcs[k->func].insts[k->inst];

		if (in->op == PTX_OP_BRA && em_target(in) == at->inst)
			return true;
	}
	return false;
}

/* Is there a store to the same place in front of the body that begins at `body`, without a barrier or a loop's head
 * between them? That of an `else` does not come after that of its `if`, and not all come through another body. */
static bool overwrites(const struct em_program *p, const struct em_pinst *body, const struct ptx_inst *in)
{
	bool past = false;

	for (const struct em_pinst *k = body; k > p->pinst && body - k < AHEAD && !(k[-1].kind & EM_K_BAR); k--) {
		const struct ptx_inst *at = &p->m->ptx->funcs[k[-1].func].insts[k[-1].inst];
		const struct em_cost *c = &p->costs->cost[k - 1 - p->pinst];

		if (k->block != k[-1].block && heads_loop(p, k))
			break;
		if (k == body || k->block != k[-1].block)
			past = jumps_past(p, &k[-1], body);
		if (past || c->runs_as || c->either)
			continue;
		if (at->op == PTX_OP_ST && at->space == in->space && at->ops[0].kind == in->ops[0].kind &&
			at->ops[0].reg == in->ops[0].reg && at->ops[0].sym == in->ops[0].sym &&
			at->ops[0].imm == in->ops[0].imm)
			return true;
	}
	return false;
}

/* Is there a predicate that has at least as many accesses of these kinds under it as the body has? */
static bool has(const struct em_guarded *code, const unsigned *want, const bool *kinds)
{
	for (unsigned k = 0; k < code->n; k++) {
		bool there = true;

		for (unsigned j = 0; j < EM_GUARDED_COUNT; j++)
			there &= !kinds[j] || code->v[k][j] >= want[j];
		if (there)
			return true;
	}
	return false;
}

/* Is one of the n just like the body? */
static bool any_same(const uint8_t (*of)[EM_GUARDED_COUNT], unsigned n, const unsigned *want)
{
	for (unsigned k = 0; k < n; k++) {
		bool same = true;

		for (unsigned j = 0; j < EM_GUARDED_COUNT; j++)
			same &= of[k][j] == want[j];
		if (same)
			return true;
	}
	return false;
}

/* Is something branched around that has just the body's accesses? */
static bool jumps_over(const struct em_guarded *code, const unsigned *want)
{
	return any_same(code->around, code->naround, want);
}

static bool under_predicate(const struct em_guarded *code, const unsigned *want)
{
	static const bool
		stores[EM_GUARDED_COUNT] = { [EM_GUARDED_SHARED_STORES] = true, [EM_GUARDED_GLOBAL_STORES] = true },
		more[EM_GUARDED_COUNT] = { [EM_GUARDED_SHARED_STORES] = true,
			[EM_GUARDED_GLOBAL_STORES] = true,
			[EM_GUARDED_GLOBAL_LOADS] = true },
		loads[EM_GUARDED_COUNT] = { [EM_GUARDED_SHARED_LOADS] = true };

	if (!want[EM_GUARDED_SHARED_STORES] && !want[EM_GUARDED_GLOBAL_STORES])
		return !want[EM_GUARDED_SHARED_LOADS] || has(code, want, loads) || !jumps_over(code, want);
	if (has(code, want, more))
		return true;
	return !jumps_over(code, want) && want[EM_GUARDED_GLOBAL_LOADS] <= code->all[EM_GUARDED_GLOBAL_LOADS] &&
		has(code, want, stores);
}

/* What the body that begins at `body` has of each kind; false: it stores over what was stored there before. */
static bool shape_of(const struct em_program *p, const struct em_pinst *body, unsigned *want)
{
	memset(want, 0, EM_GUARDED_COUNT * sizeof *want);
	for (const struct em_pinst *k = body; k < p->pinst + p->npinst && k->block == body->block; k++) {
		const struct em_cost *c = &p->costs->cost[k - p->pinst];
		const struct ptx_inst *in = &p->m->ptx->funcs[k->func].insts[k->inst];
		enum em_guarded_kind kind = kind_of(in);

		if (in->op == PTX_OP_ST && overwrites(p, body, in))
			return false;
		if (kind != EM_GUARDED_COUNT)
			want[kind] += !c->follows && !c->reloads;
	}
	return true;
}

/* Loads from shared memory may stand in front of it. */
static bool alike(const unsigned *a, const unsigned *b)
{
	return a[EM_GUARDED_SHARED_STORES] == b[EM_GUARDED_SHARED_STORES] &&
		a[EM_GUARDED_GLOBAL_STORES] == b[EM_GUARDED_GLOBAL_STORES] &&
		a[EM_GUARDED_GLOBAL_LOADS] == b[EM_GUARDED_GLOBAL_LOADS];
}

static bool code_alike(const uint8_t *a, const unsigned *b)
{
	const unsigned v[EM_GUARDED_COUNT] = { a[0], a[1], a[2], a[3] };

	return alike(v, b);
}

/* Of the bodies with the same accesses, which one the body is in the order of the PTX; *all: how many there are. */
static unsigned rank_of(const struct em_program *p, const struct em_pinst *body, const unsigned *want, unsigned *all)
{
	unsigned rank = 0;

	*all = 0;
	for (const struct em_pinst *k = p->pinst; k < p->pinst + p->npinst; k++) {
		const struct em_cost *c = &p->costs->cost[k - p->pinst];
		unsigned other[EM_GUARDED_COUNT];

		if ((k > p->pinst && k[-1].block == k->block) ||
			(!c->either && (!c->runs_as || c->both || c->then_ends)) || !shape_of(p, k, other) ||
			!alike(other, want))
			continue;
		if (k == body)
			rank = *all;
		++*all;
	}
	return rank;
}

/* Where the machine code has as many bodies with these accesses, under predicates and branched around, the nth of the
 * one is the nth of the other: 1: under a predicate, 0: branched around; -1: it has not. */
static int nth(const struct em_guarded *code, const unsigned *want, unsigned rank, unsigned all)
{
	unsigned n = 0, v = 0, around = 0;
	int is = -1;

	while (v < code->n || around < code->naround) {
		const bool under = v < code->n && (around == code->naround || code->v_at[v] < code->around_at[around]);

		if (code_alike(under ? code->v[v] : code->around[around], want) && n++ == rank)
			is = under;
		v += under;
		around += !under;
	}
	return n == all ? is : -1;
}

/* Neither part of an `if` with an `else` stores: are there loads of both under predicates, side by side? If only one
 * loads: are just these under a predicate, and nothing like them branched around? */
static bool parts_load(const struct em_program *p, const struct em_guarded *code, const struct em_pinst *part)
{
	enum { NEAR = 24 };
	const int32_t either = p->costs->cost[part - p->pinst].either;
	const struct em_pinst *other = NULL;
	unsigned a[EM_GUARDED_COUNT], b[EM_GUARDED_COUNT] = { 0 };

	for (const struct em_pinst *k = p->pinst; k < p->pinst + p->npinst && !other; k++)
		if (k->block != part->block && p->costs->cost[k - p->pinst].either == either)
			other = k;
	if (!other || !shape_of(p, part, a) || !shape_of(p, other, b) || !alike(a, b) || !a[EM_GUARDED_SHARED_LOADS])
		return false;
	if (!b[EM_GUARDED_SHARED_LOADS])
		return any_same(code->v, code->n, a) && !jumps_over(code, a);
	for (unsigned i = 0; i < code->n; i++)
		for (unsigned j = 0; j < code->n; j++)
			if (i != j && code_alike(code->v[i], a) && code_alike(code->v[j], b) &&
				code->v[i][EM_GUARDED_SHARED_LOADS] == a[EM_GUARDED_SHARED_LOADS] &&
				code->v[j][EM_GUARDED_SHARED_LOADS] == b[EM_GUARDED_SHARED_LOADS] &&
				code->v_at[i] < code->v_at[j] + NEAR && code->v_at[j] < code->v_at[i] + NEAR)
				return true;
	return false;
}

bool em_branched_around(const struct em_run *r, const struct em_pinst *pi)
{
	const struct em_program *p = r->p;
	const struct em_guarded *code = r->l->timing ? r->l->timing->guarded : NULL;
	const bool either = p->costs->cost[pi - p->pinst].either;
	unsigned want[EM_GUARDED_COUNT], all, rank;
	int is;

	if (pi->kind & EM_K_COPY) /* cost/copy_loads.c */
		return code && code->idle && code->idle == code->idle_around;
	if (!code || p->nfn != 1 || p->costs->cost[pi - p->pinst].both)
		return either;
	while (pi > p->pinst && pi[-1].block == pi->block)
		pi--;
	if (!shape_of(p, pi, want))
		return either;
	if (!want[EM_GUARDED_SHARED_STORES] && !want[EM_GUARDED_GLOBAL_STORES])
		return either ? !parts_load(p, code, pi) : !under_predicate(code, want);
	rank = rank_of(p, pi, want, &all);
	is = nth(code, want, rank, all);
	if (is < 0 && p->costs->cost[pi - p->pinst].lengthy)
		return jumps_over(code, want) || !any_same(code->v, code->n, want);
	return is >= 0 ? !is : !under_predicate(code, want);
}
