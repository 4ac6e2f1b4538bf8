/* bind_round: a look that is a part of a larger loop:
 *
 *    while (i < n) { if (full[i % 8]) continue; ...; i++; }
 *    for (;;) { if (flag) { ...; n++; } }
 *    while (left) { k = (k + 1) % 4; if (!full[k]) continue; ...; left--; }
 *
 * Where the value says so, a way leads back to the same place, on which nothing is written and nobody is met; and as
 * long as the value stays, it goes on so. The thread only looks again. Who reads data does not: the next turn of his
 * loop reads at another place, compares with something else, or comes after a barrier.
 *
 * The third loop goes round several places. It only looks, too, where each turn asks the same of its place, the places
 * come again, and nothing but what is in memory ends the loop: who reads data counts how much he has read.
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

static bool loads(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_LD && in->space != PTX_PARAM) || em_only_reads(in);
}

/* `round` where what memory brings stays as it is, wherever it lies. */
enum { CALM = 0 };

/* A number for what the instruction makes of the numbers of its registers. What memory brings is new in each round. */
static uint64_t made(const struct ptx_func *f, const struct ptx_inst *in, const uint64_t *of, unsigned round)
{
	int32_t regs[EM_REGS_MOST];
	uint64_t h = (uint64_t)(in - f->insts) + 1;

	if (loads(in) && round == CALM)
		return h;
	if (loads(in))
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

/* What a round comes to: the next look's place, what is asked of the value, and what all branches ask. */
struct round {
	uint64_t place, asked, branches;
};

static struct round play(const struct way *w, uint64_t *of, unsigned round)
{
	const struct ptx_inst *load = &w->f->insts[w->load];
	struct round r = { 0 };

	of[load->ops[0].reg] = UINT64_MAX;
	for (unsigned k = 0; k < w->n; k++) {
		const struct ptx_inst *in = &w->f->insts[w->at[k]];

		if (in->op == PTX_OP_BRA && in->guard >= 0)
			r.branches = mix(r.branches, of[in->guard]);
		if (in == w->by)
			r.asked = of[in->guard];
		run(w->f, in, of, round);
	}
	r.place = load->ops[1].reg < 0 ? 0 : of[load->ops[1].reg];
	return r;
}

enum { ROUNDS = 3 };

static void play_all(const struct way *w, bool calm, struct round *r)
{
	uint64_t *of = xcalloc(w->f->nregs + 1, sizeof *of);

	for (size_t k = 0; k < w->f->nregs; k++)
		of[k] = k + 1;
	for (unsigned n = 0; n < ROUNDS; n++)
		r[n] = play(w, of, calm ? CALM : n + 1);
	free(of);
}

/* What it makes does not grow for ever as its operands do: a remainder, some bits, a choice. */
static bool bounds(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_AND:
	case PTX_OP_LOP3:
	case PTX_OP_XOR:
	case PTX_OP_REM:
	case PTX_OP_SELP:
	case PTX_OP_SHR:
	case PTX_OP_BFE:
	case PTX_OP_BFIND:
	case PTX_OP_CLZ:
	case PTX_OP_MIN:
	case PTX_OP_PRMT: return true;
	case PTX_OP_MUL:
	case PTX_OP_MAD: return ptx_has(in, PTX_MOD_HI);
	default: return loads(in);
	}
}

/* Does the place come from something like that, on this way? */
static bool comes_again(const struct way *w)
{
	const int32_t at = w->f->insts[w->load].ops[1].reg;
	bool *found = xcalloc(w->f->nregs + 1, sizeof *found), is;

	for (unsigned k = 0; k < 2 * w->n; k++) {
		const struct ptx_inst *in = &w->f->insts[w->at[k % w->n]];

		if (bounds(in) || (em_computes(in) && em_reads_one_of(w->f, in, found)))
			em_add_written(w->f, in, found);
	}
	is = at >= 0 && found[at];
	free(found);
	return is;
}

/* Does the way lead to the same place, and to the same question there, again and again, as long as the value stays?
 * After the second round both are what they were after the first. */
static bool goes_on_so(const struct way *w)
{
	struct round r[ROUNDS];

	play_all(w, false, r);
	return r[0].place == r[1].place && r[0].asked == r[1].asked;
}

/* Does it go round several places, and ask the same of each, for as long as memory stays? In the first round it asks
 * with what was there before the look. */
static bool goes_round(const struct way *w)
{
	struct round r[ROUNDS];

	play_all(w, true, r);
	return r[1].asked == r[2].asked && r[1].branches == r[2].branches && comes_again(w);
}

/* Whoever does this does more than look again. */
static bool works(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_CP:
	case PTX_OP_MBARRIER:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_BRX:
	case PTX_OP_CALL: return true;
	case PTX_OP_ATOM: return !em_only_reads(in);
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
			return w->by && (goes_on_so(w) || goes_round(w));
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
