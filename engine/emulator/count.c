/* count: from the workers' raw counts (blocks of code, guards, memory instructions) to the counters of the launch and of each source
 * line. All rules of counters.def that are not in exec_mem.c are here. */
#include "emulator/internal.h"

/* What one PTX instruction did, over all workers. Returns how often a warp executed it. */
static uint64_t instruction(const struct em_run *r, const struct em_pinst *pi, struct counters *c)
{
	uint64_t execs = 0, lanes = 0, divergent = 0;
	struct em_memstat m = { 0 };
	for (int k = 0; k < r->nworkers; k++) {
		const struct em_worker *t = &r->workers[k];
		execs += t->bb[pi->bb].execs;
		lanes += pi->gs >= 0 ? t->gs[pi->gs].lanes : t->bb[pi->bb].lanes;
		divergent += pi->gs >= 0 ? t->gs[pi->gs].divergent : 0;
		if (pi->ms < 0)
			continue;
		m.global_req += t->ms[pi->ms].global_req;
		m.global_sectors += t->ms[pi->ms].global_sectors;
		m.shared_req += t->ms[pi->ms].shared_req;
		m.shared_wave += t->ms[pi->ms].shared_wave;
		m.shared_ideal += t->ms[pi->ms].shared_ideal;
	}
	c->v[CTR_INST] += execs;
	c->v[CTR_THREAD_INST] += lanes;
	if (pi->kind & EM_K_CBRA) {
		c->v[CTR_BRANCHES] += execs;
		c->v[CTR_DIVERGENT_BRANCHES] += divergent;
	}
	if (pi->kind & EM_K_BAR)
		c->v[CTR_BARRIERS] += execs;
	if (pi->kind & EM_K_ATOM) {
		c->v[CTR_ATOMICS] += m.global_req;
		c->v[CTR_SHARED_EXCESSIVE] += m.shared_wave - m.shared_ideal;
	}
	if (pi->kind & EM_K_COPY) { /* what it reads counts as a load, what it writes as nothing */
		c->v[CTR_GLOBAL_LD_REQUESTS] += m.global_req;
		c->v[CTR_GLOBAL_LD_SECTORS] += m.global_sectors;
	}
	if (!(pi->kind & EM_K_MEM))
		return execs;
	bool store = pi->kind & EM_K_STORE;
	const struct ptx_inst *in = &r->p->m->ptx->funcs[pi->func].insts[pi->inst];
	c->v[store ? CTR_GLOBAL_ST_REQUESTS : CTR_GLOBAL_LD_REQUESTS] += m.global_req;
	c->v[store ? CTR_GLOBAL_ST_SECTORS : CTR_GLOBAL_LD_SECTORS] += m.global_sectors;
	/* A shared instruction counts although no lane is on; one with a generic address is none, but what it does to the banks counts. */
	c->v[store ? CTR_SHARED_ST_INST : CTR_SHARED_LD_INST] += in->space == PTX_SHARED ? execs : 0;
	c->v[store ? CTR_SHARED_ST_WAVEFRONTS : CTR_SHARED_LD_WAVEFRONTS] += m.shared_wave;
	c->v[CTR_SHARED_EXCESSIVE] += m.shared_wave - m.shared_ideal;
	return execs;
}

static int by_place(const void *a, const void *b)
{
	const struct em_line *x = a, *y = b;
	int c = x->file != y->file ? strcmp(x->file, y->file) : 0;
	return c ? c : (x->line > y->line) - (x->line < y->line);
}

static void per_line(const struct em_run *r, struct em_result *out)
{
	const struct em_program *p = r->p;
	struct em_line *line = xcalloc(p->npinst + 1, sizeof *line);
	size_t n = 0, o = 0;
	for (size_t k = 0; k < p->npinst; k++) {
		em_source_of(p->m, &p->m->ptx->funcs[p->pinst[k].func], p->pinst[k].inst, &line[n].file, &line[n].line);
		if (!line[n].file)
			continue;
		line[n].times = instruction(r, &p->pinst[k], &line[n].c);
		n++;
	}
	qsort(line, n, sizeof *line, by_place);
	for (size_t k = 0; k < n; k++) {
		if (!o || by_place(&line[o - 1], &line[k])) {
			line[o++] = line[k];
			continue;
		}
		counters_add(&line[o - 1].c, &line[k].c);
		if (line[k].times > line[o - 1].times)
			line[o - 1].times = line[k].times;
	}
	out->lines = line;
	out->nlines = o;
}

void em_count_result(const struct em_run *r, struct em_result *out)
{
	for (size_t k = 0; k < r->p->npinst; k++)
		instruction(r, &r->p->pinst[k], &out->c);
	if (r->l->per_line)
		per_line(r, out);
}
