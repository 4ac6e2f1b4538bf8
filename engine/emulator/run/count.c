/* count: from the workers' raw counts (blocks of code, guards, memory instructions) to the counters of the launch and
 * of each source line. All rules of counters.def that are not in exec_global.c and exec_shared.c are here. */
#include "emulator/run/count.h"
#include "base/buf.h"
#include "emulator/core/place.h"
#include "emulator/cost/cost.h"

static uint64_t lanes_of(const struct em_block_counts *s)
{
	return s->execs * EM_WARP - s->off;
}

/* How often its loop's last turn, which has it under a predicate, was issued without a lane. */
static uint64_t idle_turns(const struct em_run *r, const struct em_pinst *pi)
{
	const struct em_program *p = r->p;
	uint64_t n = 0;

	for (size_t k = 0; r->idles && k < p->ncounted; k++)
		if (r->idles[k] && pi->inst >= p->counted[k].from && pi->inst <= p->counted[k].to)
			n += em_execs_of(r, p->counted[k].idle);
	return n;
}

/* What one PTX instruction did, over all workers. Returns how often a warp executed it. */
static uint64_t instruction(const struct em_run *r, const struct em_pinst *pi, struct counters *c)
{
	const struct em_cost *cost = &r->p->costs->cost[pi - r->p->pinst];
	uint64_t execs = 0, active = 0, on = 0, divergent = 0, issued = 0;
	/* A body under a predicate is issued wherever its branch is. Where the kernel just ends after it, ptxas lets
	 * the threads that jump exit instead. */
	const uint32_t with = (uint32_t)(cost->runs_as ? cost->runs_as : cost->either) - 1;
	const bool asks = pi->kind & (EM_K_MEM | EM_K_COPY) && (cost->runs_as || cost->either) && !cost->then_ends;
	const uint32_t issued_with = asks && !em_branched_around(r, pi) ? with : pi->block;
	struct em_memory_counts m = { 0 };
	for (int k = 0; k < r->nworkers; k++) {
		const struct em_worker *t = &r->workers[k];
		execs += t->block_counts[pi->block].execs + t->block_counts_first[pi->block].execs;
		issued += t->block_counts[issued_with].execs + t->block_counts_first[issued_with].execs;
		uint64_t lanes = lanes_of(&t->block_counts[pi->block]) + lanes_of(&t->block_counts_first[pi->block]);
		active += lanes;
		on += pi->guard >= 0 ? t->guard_counts[pi->guard].lanes : lanes;
		divergent += pi->guard >= 0 ? t->guard_counts[pi->guard].divergent : 0;
		if (pi->access < 0)
			continue;
#define EM_SUM(name) m.name += t->memory_counts[pi->access].name;
		EM_MEMORY_SUMS(EM_SUM)
#undef EM_SUM
	}
	c->v[CTR_INST] += execs;
	c->v[CTR_THREAD_INST] += active;
	c->v[CTR_THREAD_INST_ON] += on;
	if (pi->kind & EM_K_CBRA) {
		c->v[CTR_BRANCHES] += execs;
		c->v[CTR_DIVERGENT_BRANCHES] += divergent;
	}
	if (pi->kind & EM_K_BAR)
		c->v[CTR_BARRIERS] += execs;
	if (pi->kind & EM_K_ATOM) {
		bool red = pi->kind & EM_K_RED;

		c->v[CTR_ATOMICS] += m.global_req;
		if (r->p->m->ptx->funcs[pi->func].insts[pi->inst].space == PTX_SHARED) { /* one that is a loop loads */
			c->v[CTR_SHARED_LD_INST] += m.shared_req;
			c->v[CTR_SHARED_LD_WAVEFRONTS] += m.global_sectors;
		} else {
			c->v[red ? CTR_GLOBAL_RED_REQUESTS : CTR_GLOBAL_ATOM_REQUESTS] += m.atomic_req;
			c->v[red ? CTR_GLOBAL_RED_SECTORS : CTR_GLOBAL_ATOM_SECTORS] += m.global_sectors;
			if (cost->halves) {
				c->v[CTR_GLOBAL_LD_REQUESTS] += m.global_req;
				c->v[CTR_GLOBAL_LD_SECTORS] += m.shared_req;
			}
		}
		c->v[CTR_SHARED_EXCESSIVE] += m.shared_wave - m.shared_ideal;
	}
	if (pi->kind & EM_K_COPY) { /* what it reads counts as a load, what it writes as nothing */
		c->v[CTR_GLOBAL_LD_REQUESTS] += m.global_req;
		c->v[CTR_GLOBAL_LD_SECTORS] += m.global_sectors;
	}
	c->v[CTR_SHARED_LD_INST] += cost->idle_loads * issued;
	if (!(pi->kind & EM_K_MEM))
		return execs;
	bool store = pi->kind & EM_K_STORE;
	const struct ptx_inst *in = &r->p->m->ptx->funcs[pi->func].insts[pi->inst];
	/* Of constants and parameters what was counted is the time model's; a word that is there is not loaded again.
	 */
	if (in->space == PTX_CONST || in->space == PTX_PARAM || cost->reloads)
		return execs;
	c->v[store ? CTR_GLOBAL_ST_REQUESTS : CTR_GLOBAL_LD_REQUESTS] += m.global_req;
	c->v[store ? CTR_GLOBAL_ST_SECTORS : CTR_GLOBAL_LD_SECTORS] += m.global_sectors;
	if (em_counted_elsewhere(r, pi))
		return execs;
	/* A shared instruction counts although no lane is on; one with a generic address is none, but what it does to
	 * the banks counts. */
	if (!store && r->code_loads && r->code_loads[pi - r->p->pinst].loads != EM_AS_IT_STANDS) {
		const struct em_code_loads *code = &r->code_loads[pi - r->p->pinst];

		if (active == execs) /* what one lane loads is one wavefront, be it one word or four */
			m.shared_wave = m.shared_ideal = code->loads;
		else if (code->waves && m.shared_wave == issued)
			/* all lanes want one word each time, or few: several at once still are */
			m.shared_wave = m.shared_ideal = code->waves;
		issued = code->loads;
	}
	c->v[store ? CTR_SHARED_ST_INST : CTR_SHARED_LD_INST] +=
		in->space == PTX_SHARED ? issued + idle_turns(r, pi) : 0;
	c->v[store ? CTR_SHARED_ST_WAVEFRONTS : CTR_SHARED_LD_WAVEFRONTS] += m.shared_wave;
	c->v[CTR_SHARED_EXCESSIVE] += m.shared_wave - m.shared_ideal;
	return execs;
}

struct place {
	struct em_line l;
	uint64_t anchor;
	uint32_t stretch; /* of instructions of one line, one after the other */
	uint32_t block;   /* the basic block */
};
#define EM_ANCHOR_WHOLE (1ull << 63) /* an integer operation: how many of them stand in one stretch is open */

/* Arithmetic on a word. That on 64 bits mostly makes addresses. */
static bool is_whole(const struct ptx_inst *in)
{
	const unsigned t = in->ntypes ? in->types[0] : PTX_PRED;

	switch (in->op) {
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_MIN:
	case PTX_OP_MAX:
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR:
	case PTX_OP_SHL:
	case PTX_OP_SHR: return (t == PTX_S32 || t == PTX_U32 || t == PTX_B32) && !ptx_has(in, PTX_MOD_WIDE);
	default: return false;
	}
}

/* An instruction that stands for one operation of the source: its copies at one place are an unrolled loop's turns, and
 * how often the line ran is their sum. An integer operation may be one of several in a turn: its copies are as many as
 * the stretches of this line between which other lines' instructions stand. 0: no anchor; such an instruction may be
 * one of many that an operation is made of. */
static uint64_t anchor_of(const struct em_run *r, const struct em_pinst *pi, const struct em_line *l)
{
	const struct ptx_module *x = r->p->m->ptx;
	const struct ptx_inst *in = &x->funcs[pi->func].insts[pi->inst];
	bool arithmetic =
		(in->op == PTX_OP_ADD || in->op == PTX_OP_SUB || in->op == PTX_OP_MUL || in->op == PTX_OP_FMA) &&
		in->ntypes && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT;
	const bool whole = !arithmetic && is_whole(in);
	if (!arithmetic && !whole && !(pi->kind & (EM_K_MEM | EM_K_ATOM | EM_K_BAR | EM_K_CBRA)))
		return 0;
	/* Of a function that was inlined from elsewhere the line here is only the call: it may hold any number of
	 * these. */
	if (in->loc < 0 || x->locs[in->loc].line != l->line || x->files[x->locs[in->loc].file].path != l->file)
		return 0;
	return (whole ? EM_ANCHOR_WHOLE : 0) + 1 +
		((uint64_t)(uint32_t)x->locs[in->loc].col << 32 | (uint64_t)in->op << 16 | (uint64_t)in->types[0] << 8 |
			in->space);
}

static int by_line(const struct place *x, const struct place *y)
{
	int c = x->l.file != y->l.file ? strcmp(x->l.file, y->l.file) : 0;
	return c ? c : (x->l.line > y->l.line) - (x->l.line < y->l.line);
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int c = by_line(x, y);
	c = c ? c : (x->anchor > y->anchor) - (x->anchor < y->anchor);
	return c ? c : (x->stretch > y->stretch) - (x->stretch < y->stretch);
}

/* How often the line ran, as these copies of one operation say. Integers: where some stretches of one basic block have
 * equally many; two may be an address that the compiler makes anew. Else as often as the busiest one. */
enum { EM_TURNS = 3 };
static uint64_t copies_of(const struct place *x, size_t n)
{
	uint64_t sum = 0, most = 0;
	size_t stretches = 0, each = 0, here = 0;
	bool alike = true;

	for (size_t k = 0; k < n; k++) {
		const bool begins = !k || x[k].stretch != x[k - 1].stretch;

		if (begins && k) {
			each = each ? each : here;
			alike &= here == each;
			here = 0;
		}
		here++;
		stretches += begins;
		sum += x[k].l.times;
		most = x[k].l.times > most ? x[k].l.times : most;
		alike &= x[k].block == x[0].block;
	}
	if (!(x->anchor & EM_ANCHOR_WHOLE))
		return sum;
	return alike && here == each && stretches >= EM_TURNS ? stretches * most : most;
}

static void per_line(const struct em_run *r, struct em_result *out)
{
	const struct em_program *p = r->p;
	struct place *at = xcalloc(p->npinst + 1, sizeof *at);
	size_t n = 0, o = 0, same;
	uint32_t stretch = 0;
	for (size_t k = 0; k < p->npinst; k++) {
		struct em_line *l = &at[n].l;
		em_source_of(p->m, &p->m->ptx->funcs[p->pinst[k].func], p->pinst[k].inst, &l->file, &l->line);
		if (!l->file)
			continue;
		l->times = instruction(r, &p->pinst[k], &l->c);
		at[n].anchor = anchor_of(r, &p->pinst[k], l);
		stretch += n && (by_line(&at[n - 1], &at[n]) || p->pinst[k].func != p->pinst[k - 1].func);
		at[n].stretch = stretch;
		at[n].block = p->pinst[k].block;
		n++;
	}
	qsort(at, n, sizeof *at, by_place);
	out->lines = xcalloc(n + 1, sizeof *out->lines);
	for (size_t k = 0; k < n; k += same) {
		const bool new = !k || by_line(&at[k - 1], &at[k]);
		struct em_line *l = &out->lines[new ? o++ : o - 1];
		for (same = 1; k + same < n && at[k].anchor && at[k + same].anchor == at[k].anchor &&
			!by_line(&at[k], &at[k + same]);)
			same++;
		const uint64_t times = copies_of(&at[k], same);
		if (new)
			*l = (struct em_line){ .file = at[k].l.file, .line = at[k].l.line };
		for (size_t c = 0; c < same; c++)
			counters_add(&l->c, &at[k + c].l.c);
		l->times = times > l->times ? times : l->times;
	}
	free(at);
	out->nlines = o;
}

void em_count_result(const struct em_run *r, struct em_result *out)
{
	for (size_t k = 0; k < r->p->npinst; k++)
		instruction(r, &r->p->pinst[k], &out->c);
	out->c.v[CTR_WARPS] = r->nrun * r->nwarps;
	for (int k = 0; k < r->nworkers; k++) {
		out->c.v[CTR_WARPS_IDLE] += r->workers[k].idle;
		out->c.v[CTR_HASTY_WAITS] += r->workers[k].hasty;
		out->c.v[CTR_HANDED_OVER] += r->workers[k].handed;
	}
	out->c.v[CTR_SHARED_DYNAMIC] = r->l->dynamic_shared;
	out->c.v[CTR_SHARED_STATIC] = r->p->static_shared;
	out->c.v[CTR_LAUNCHES] = 1;
	if (r->l->per_line)
		per_line(r, out);
}
