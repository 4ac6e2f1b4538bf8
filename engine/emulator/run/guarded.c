/* guarded: bodies of an `if` that the PTX lets ptxas put under a predicate (cost/predicated.c), and what the machine
 * code says of it, where it is there. Which instructions ptxas shares or joins the PTX does not show, so some bodies of
 * eight to eleven slots are branched around: then no stretch of the machine code has all of the body's stores, and its
 * loads from global memory, under one predicate. A load from global memory may be under its predicate further up, where
 * nothing that is branched around looks like the body. Loads from shared memory are asked for only where nothing is
 * stored: ptxas makes some of them before the `if`. `s[t] = 1; if (t < n) s[t] = x[t];` is one store without a
 * predicate, of a value that was picked.
 *
 * A kernel may have thousands of bodies. So what is asked again and again is worked out once for a launch
 * (em_bodies_new), in a time that grows with the kernel's length. */
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

/* A body as the PTX has it. Where the machine code has as many with the same accesses, under predicates and branched
 * around, the nth of the one is the nth of the other: 1: under a predicate, 0: branched around; -1: it has not. */
struct body {
	uint32_t at; /* its first pinst */
	bool shaped; /* else it stores over what was stored there before, and `want` says nothing */
	int nth;
	unsigned want[EM_GUARDED_COUNT];
};

/* Of each pinst the stretch of one basic block that it lies in: its first pinst. Of each place in the kernel the last
 * branch that leads there, plus 1. Of each basic block, plus 1, the first pinst of which it is `either`, and the first
 * one after it in another block, plus 1. */
struct em_bodies {
	struct body *body; /* of each stretch */
	uint32_t *stretch; /* of each pinst: whose */
	uint32_t *branch;
	uint32_t (*either)[2];
};

static bool heads_loop(const struct em_program *p, const struct em_bodies *b, const struct em_pinst *at)
{
	return b->branch[at->inst] > (size_t)(at - p->pinst);
}

/* Is there a store to the same place in front of the body that begins at `body`, without a barrier or a loop's head
 * between them? That of an `else` does not come after that of its `if`, and not all come through another body. */
static bool overwrites(
	const struct em_program *p, const struct em_bodies *b, const struct em_pinst *body, const struct ptx_inst *in)
{
	bool past = false;

	for (const struct em_pinst *k = body; k > p->pinst && body - k < AHEAD && !(k[-1].kind & EM_K_BAR); k--) {
		const struct ptx_inst *at = &p->m->ptx->funcs[k[-1].func].insts[k[-1].inst];
		const struct em_cost *c = &p->costs->cost[k - 1 - p->pinst];

		if (k->block != k[-1].block && heads_loop(p, b, k))
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
static bool shape_of(const struct em_program *p, const struct em_bodies *b, const struct em_pinst *body, unsigned *want)
{
	memset(want, 0, EM_GUARDED_COUNT * sizeof *want);
	for (const struct em_pinst *k = body; k < p->pinst + p->npinst && k->block == body->block; k++) {
		const struct em_cost *c = &p->costs->cost[k - p->pinst];
		const struct ptx_inst *in = &p->m->ptx->funcs[k->func].insts[k->inst];
		enum em_guarded_kind kind = kind_of(in);

		if (in->op == PTX_OP_ST && overwrites(p, b, body, in))
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

/* Of the bodies with the same accesses, `all`, one is the one after `rank` others in the order of the PTX. */
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

static int by_accesses(const void *x, const void *y)
{
	const struct body *a = *(const struct body *const *)x, *b = *(const struct body *const *)y;

	for (int k = 0; k < EM_GUARDED_COUNT; k++)
		if (k != EM_GUARDED_SHARED_LOADS && a->want[k] != b->want[k])
			return a->want[k] < b->want[k] ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

/* Is it one that the machine code may have under a predicate, or branch around? */
static bool counts(const struct em_program *p, const struct body *x)
{
	const struct em_cost *c = &p->costs->cost[x->at];

	return c->either || (c->runs_as && !c->both && !c->then_ends);
}

/* Which of the n with the same accesses is which in the machine code. It is known of EM_GUARDED_MOST bodies of each
 * kind: it cannot have more. */
static void match(const struct em_program *p, const struct em_guarded *code, struct body **of, size_t n)
{
	unsigned all = 0, rank = 0;
	int first;

	for (size_t k = 0; k < n; k++)
		all += counts(p, of[k]);
	if (all > 2 * EM_GUARDED_MOST)
		return;
	first = nth(code, of[0]->want, 0, all);
	for (size_t k = 0; k < n; k++)
		of[k]->nth = counts(p, of[k]) ? nth(code, of[0]->want, rank++, all) : first;
}

static void match_all(const struct em_program *p, const struct em_guarded *code, struct body *body, size_t n)
{
	struct body **of = xcalloc(n + 1, sizeof(struct body *));
	size_t m = 0, same;

	for (size_t k = 0; k < n; k++)
		if (body[k].shaped &&
			(body[k].want[EM_GUARDED_SHARED_STORES] || body[k].want[EM_GUARDED_GLOBAL_STORES]))
			of[m++] = &body[k];
	qsort(of, m, sizeof(struct body *), by_accesses);
	for (size_t k = 0; k < m; k += same) {
		for (same = 1; k + same < m && alike(of[k]->want, of[k + same]->want);)
			same++;
		match(p, code, of + k, same);
	}
	free(of);
}

static void note_places(const struct em_program *p, struct em_bodies *b)
{
	for (size_t k = 0; k < p->npinst; k++) {
		const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst];
		uint32_t *either = b->either[p->costs->cost[k].either];

		if (em_target(in) >= 0)
			b->branch[em_target(in)] = (uint32_t)k + 1;
		if (!either[0] || (!either[1] && p->pinst[either[0] - 1].block != p->pinst[k].block))
			either[either[0] != 0] = (uint32_t)k + 1;
	}
}

void em_bodies_new(struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct em_guarded *code = r->l->timing ? r->l->timing->guarded : NULL;
	struct em_bodies *b;
	size_t n = 0;

	if (!code || p->nfn != 1 || !p->npinst)
		return;
	r->bodies = b = xcalloc(1, sizeof *b);
	b->branch = xcalloc(p->m->ptx->funcs[p->pinst->func].ninsts + 1, sizeof *b->branch);
	b->either = xcalloc(p->nbasic_blocks + 2, sizeof *b->either);
	b->stretch = xcalloc(p->npinst, sizeof *b->stretch);
	b->body = xcalloc(p->npinst, sizeof *b->body);
	note_places(p, b);
	for (size_t k = 0; k < p->npinst; k++) {
		struct body *x = &b->body[n];

		if (!k || p->pinst[k - 1].block != p->pinst[k].block) {
			x->at = (uint32_t)k;
			x->nth = -1;
			x->shaped = shape_of(p, b, &p->pinst[k], x->want);
			n++;
		}
		b->stretch[k] = (uint32_t)n - 1;
	}
	match_all(p, code, b->body, n);
}

void em_bodies_free(struct em_bodies *b)
{
	if (!b)
		return;
	free(b->branch);
	free(b->either);
	free(b->stretch);
	free(b->body);
	free(b);
}

/* Neither part of an `if` with an `else` stores: are there loads of both under predicates, side by side? If only one
 * loads: are just these under a predicate, and nothing like them branched around? */
static bool parts_load(const struct em_program *p, const struct em_bodies *bodies, const struct em_guarded *code,
	const struct body *part)
{
	enum { NEAR = 24 };
	const uint32_t *either = bodies->either[p->costs->cost[part->at].either];
	const uint32_t other = p->pinst[either[0] - 1].block != p->pinst[part->at].block ? either[0] : either[1];
	const unsigned *a = part->want;
	unsigned b[EM_GUARDED_COUNT] = { 0 };

	if (!other || !part->shaped || !shape_of(p, bodies, &p->pinst[other - 1], b) || !alike(a, b) ||
		!a[EM_GUARDED_SHARED_LOADS])
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
	const struct body *body;

	if (pi->kind & EM_K_COPY) /* cost/copy_loads.c */
		return code && code->idle && code->idle == code->idle_around;
	if (!r->bodies || p->costs->cost[pi - p->pinst].both)
		return either;
	body = &r->bodies->body[r->bodies->stretch[pi - p->pinst]];
	if (!body->shaped)
		return either;
	if (!body->want[EM_GUARDED_SHARED_STORES] && !body->want[EM_GUARDED_GLOBAL_STORES])
		return either ? !parts_load(p, r->bodies, code, body) : !under_predicate(code, body->want);
	if (body->nth < 0 && p->costs->cost[body->at].lengthy)
		return jumps_over(code, body->want) || !any_same(code->v, code->n, body->want);
	return body->nth >= 0 ? !body->nth : !under_predicate(code, body->want);
}
