/* long_loops: loops whose code is more than the caches of instructions hold, so that each turn fetches it anew. A
 * loop's code is the instructions that the cost model counts for it; of loops in it that are long themselves it fetches
 * none.
 */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

/* fetch.cu of tests/bench/hard, machine instructions of 16 bytes: 2,000 are fetched as fast as they run, 2,400 are not,
 * nor faster than 8,000; 9,600 take twice as long as those. */
enum { NEAREST = 2200, FARTHER = 9000 };

struct loop {
	int32_t from, to;
	uint64_t turns, code; /* of all warps; machine instructions */
};
/* Of each instruction of the kernel: machine instructions, and how often they run. */
struct ran {
	uint64_t code, times;
};

static struct ran *ran_of(const struct em_run *r)
{
	const struct em_program *p = r->p;
	struct ran *of = xcalloc(p->kernel->ninsts + 1, sizeof *of);

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];

		if (&p->m->ptx->funcs[pi->func] == p->kernel)
			of[pi->inst] = (struct ran){ p->costs->cost[k].pipe[EM_PIPE_ISSUE], em_execs_of(r, pi->block) };
	}
	return of;
}

/* The kernel's loops that are long; to be freed. */
static struct loop *long_loops(const struct ptx_func *f, const struct ran *ran, uint32_t *n)
{
	uint64_t *upto = xcalloc(f->ninsts + 1, sizeof *upto);
	struct loop *l = xcalloc(f->ninsts + 1, sizeof *l);

	*n = 0;
	for (size_t k = 0; k < f->ninsts; k++)
		upto[k + 1] = upto[k] + ran[k].code;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const int32_t from = em_target(in);

		if (in->op == PTX_OP_BRA && from >= 0 && from <= (int32_t)k && upto[k + 1] - upto[from] >= NEAREST)
			l[(*n)++] = (struct loop){ from, (int32_t)k, ran[from].times, upto[k + 1] - upto[from] };
	}
	free(upto);
	return l;
}

/* The innermost long loop that the instruction is in; NULL: none. */
static const struct loop *loop_of(const struct loop *l, uint32_t n, int32_t at)
{
	const struct loop *in = NULL;

	for (uint32_t k = 0; k < n; k++)
		if (l[k].from <= at && at <= l[k].to && (!in || l[k].to - l[k].from < in->to - in->from))
			in = &l[k];
	return in;
}

void em_long_loops_result(const struct em_run *r, struct em_work *out)
{
	const struct ptx_func *f = r->p->kernel;
	struct ran *ran = ran_of(r);
	uint32_t n;
	struct loop *l = long_loops(f, ran, &n);

	/* What a short loop in it has fetched stays for all turns of that. */
	for (size_t k = 0; k < f->ninsts && n; k++) {
		const struct loop *in = loop_of(l, n, (int32_t)k);

		if (in)
			out->fetched[in->code >= FARTHER] +=
				ran[k].code * (ran[k].times < in->turns ? ran[k].times : in->turns);
	}
	free(ran);
	free(l);
}
