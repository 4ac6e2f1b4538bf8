/* bind_round: a look that is a part of a larger loop:
 *
 *    while (i < n) { if (full[i % 8]) continue; ...; i++; }
 *    for (;;) { if (flag) { ...; n++; } }
 *
 * Where the value says so, a way leads back to the same place, on which nothing is written and nobody is met; and as
 * long as the value stays, it goes on so. The thread only looks again. Who reads data does not: the next turn of his
 * loop reads at another place, compares with something else, or comes after a barrier.
 */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

enum { MOST = 96, MOST_STEPS = 2000, MOST_FROM = 16 };

/* The instructions from the load on; so many steps are still allowed in all ways. by: the branch that hangs on the
 * value, or NULL. */
struct way {
	const struct ptx_func *f;
	const struct ptx_inst *by;
	size_t load;
	unsigned n, steps;
	uint32_t at[MOST];
};

/* Does the register come from what was loaded, on this way, by instructions that compute? */
static bool comes_from_there(const struct way *w, int32_t reg)
{
	int32_t from[MOST_FROM] = { w->f->insts[w->load].ops[0].reg }, regs[EM_REGS_MOST];
	unsigned n = 1;

	for (unsigned k = 0; k < w->n; k++) {
		const struct ptx_inst *in = &w->f->insts[w->at[k]];
		bool reads = false;

		for (unsigned r = 0; r < n && em_computes(in); r++)
			reads |= em_reg_read(w->f, in, from[r]);
		for (unsigned r = reads ? em_regs_written(w->f, in, regs) : 0; r-- > 0 && n < MOST_FROM;)
			from[n++] = regs[r];
	}
	for (unsigned r = 0; r < n; r++)
		if (from[r] == reg)
			return true;
	return false;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}

/* A number for what the instruction makes of the numbers of its registers. What memory brings is new in each round. */
static uint64_t made(const struct ptx_func *f, const struct ptx_inst *in, const uint64_t *of, unsigned round)
{
	int32_t regs[EM_REGS_MOST];
	uint64_t h = (uint64_t)(in - f->insts) + 1;

	if (in->op == PTX_OP_LD && in->space != PTX_PARAM)
		h = mix(h, round);
	for (unsigned r = em_regs_read(f, in, regs); r-- > 0;)
		h = mix(h, of[regs[r]]);
	return h;
}

static void run(const struct ptx_func *f, const struct ptx_inst *in, uint64_t *of, unsigned round)
{
	int32_t regs[EM_REGS_MOST];
	const bool always = in->guard < 0;

	if (in->op == PTX_OP_MOV && always && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG) {
		of[in->ops[0].reg] = of[in->ops[1].reg];
		return;
	}
	const uint64_t v = made(f, in, of, round);
	for (unsigned r = em_regs_written(f, in, regs); r-- > 0;)
		of[regs[r]] = mix(v, always ? r : mix(r, of[regs[r]]));
}

/* Does the way lead to the same place, and to the same question there, again and again, as long as the value stays?
 * After the second round both are what they were after the first. */
static bool goes_on_so(const struct way *w)
{
	const struct ptx_inst *load = &w->f->insts[w->load];
	uint64_t *of = xcalloc(w->f->nregs + 1, sizeof *of), place[2] = { 0 }, asked[2] = { 0 };

	for (size_t r = 0; r < w->f->nregs; r++)
		of[r] = r + 1;
	for (unsigned round = 0; round < 2; round++) {
		of[load->ops[0].reg] = UINT64_MAX;
		for (unsigned k = 0; k < w->n; k++) {
			const struct ptx_inst *in = &w->f->insts[w->at[k]];

			if (in == w->by)
				asked[round] = of[in->guard];
			run(w->f, in, of, round + 1);
		}
		place[round] = load->ops[1].reg < 0 ? 0 : of[load->ops[1].reg];
	}
	free(of);
	return place[0] == place[1] && asked[0] == asked[1];
}

/* Whoever does this does more than look again. */
static bool works(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_CP:
	case PTX_OP_MBARRIER:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_BRX:
	case PTX_OP_CALL: return true;
	default: return (in->op == PTX_OP_RET || in->op == PTX_OP_EXIT) && in->guard < 0;
	}
}

/* From k on back to the load, by a branch that hangs on its value. */
static bool leads_back(struct way *w, size_t k)
{
	while (k < w->f->ninsts && w->n < MOST && w->steps > 0) {
		const struct ptx_inst *in = &w->f->insts[k];

		w->steps--;
		if (k == w->load)
			return w->by && goes_on_so(w);
		if (works(in))
			return false;
		w->at[w->n++] = (uint32_t)k++;
		if (in->op != PTX_OP_BRA)
			continue;
		const int32_t to = em_target(in);

		if (to < 0)
			return false;
		if (in->guard < 0) {
			k = (size_t)to;
			continue;
		}
		if (!w->by && comes_from_there(w, in->guard))
			w->by = in;
		const struct ptx_inst *by = w->by;
		const unsigned n = w->n;

		if (leads_back(w, (size_t)to))
			return true;
		w->n = n;
		w->by = by;
	}
	return false;
}

bool dec_looks_again(const struct dec *d, size_t at)
{
	struct way w = { .f = d->f, .load = at, .steps = MOST_STEPS };
	const struct ptx_inst *in = &d->f->insts[at];

	return in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_ADDR && leads_back(&w, at + 1);
}
