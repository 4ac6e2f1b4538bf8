/* code_pairs: loads from shared memory that ptxas joins over a branch to one of them. `for (...) ok = ok && !(s[j].x <
 * a.x && s[j].y < a.y);` loads s[j].y only where s[j].x is less; in some turns ptxas loads both at once, in others it
 * has two loads, and no rule is known for which. So the machine code is asked, where a loop that has branches surely is
 * the PTX's: both load and store the same words in a turn, and what is loaded by one register lies at the same
 * distances. */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

enum { MOST = 64, MOST_STEPS = 8, WORD = 4, FARTHEST = 1 << 24 };

/* A load of `words` words, `at` bytes from the register `base`; is: of the PTX's instruction, or of the machine's. */
struct load {
	int32_t base, is;
	int64_t at;
	uint32_t words;
};
struct loads {
	struct load v[MOST];
	uint32_t n;
};

/* The instruction that alone writes each register, or -1; to be freed. */
static int32_t *only_writers(const struct ptx_func *f)
{
	enum { NONE = -1, SEVERAL = -2 };
	int32_t *of = xcalloc(f->nregs + 1, sizeof *of);

	for (size_t k = 0; k <= f->nregs; k++)
		of[k] = NONE;
	for (size_t k = 0; k < f->ninsts; k++) {
		int32_t regs[EM_REGS_MOST];
		const unsigned n = em_regs_written(f, &f->insts[k], regs);

		for (unsigned j = 0; j < n; j++)
			of[regs[j]] = of[regs[j]] == NONE ? (int32_t)k : SEVERAL;
	}
	return of;
}

/* `a` is `base` and a number of bytes: as far back as additions of numbers go. */
static void base_of(const struct ptx_func *f, const int32_t *writer, const struct ptx_operand *a, struct load *out)
{
	out->base = a->reg;
	out->at = a->imm;
	for (int k = 0; k < MOST_STEPS && writer[out->base] >= 0; k++) {
		const struct ptx_inst *in = &f->insts[writer[out->base]];

		if (in->op != PTX_OP_ADD || in->guard >= 0 || in->noperands < 3 || in->ops[1].kind != PTX_REG ||
			in->ops[1].reg < 0 || in->ops[2].kind != PTX_IMM ||
			ptx_type_class(in->types[0]) == PTX_CLS_FLOAT)
			return;
		out->base = in->ops[1].reg;
		out->at = (int64_t)((uint64_t)out->at + (uint64_t)in->ops[2].imm);
	}
}

/* The PTX's loads from shared memory in [from, to]; false: there are too many, or one is of another kind. */
static bool by_ptx(const struct ptx_func *f, const int32_t *writer, int32_t from, int32_t to, struct loads *out)
{
	out->n = 0;
	for (int32_t k = from; k <= to; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const unsigned bits = in->ntypes ? ptx_type_bits(in->types[in->ntypes - 1]) : 0;
		struct load *l = &out->v[out->n];

		if (in->op == PTX_OP_BRA && k < to && em_target(in) >= from && em_target(in) <= k)
			return false; /* a loop within */
		if (em_code_kind_of(in) != EM_CODE_LOAD_SHARED)
			continue;
		if (out->n == MOST || in->guard >= 0 || bits < 32 || in->ops[1].kind != PTX_ADDR ||
			in->ops[1].reg < 0 || in->ops[1].sym >= 0)
			return false;
		base_of(f, writer, &in->ops[1], l);
		if (l->at < -FARTHEST || l->at > FARTHEST)
			return false;
		l->is = k;
		l->words = em_code_words(in);
		out->n++;
	}
	return out->n > 1;
}

static bool by_code(const struct em_code *code, uint32_t n, struct loads *out)
{
	out->n = 0;
	for (uint32_t k = 0; k < n; k++) {
		if (code[k].kind != EM_CODE_LOAD_SHARED)
			continue;
		if (out->n == MOST || !code[k].base)
			return false;
		out->v[out->n++] = (struct load){ code[k].base, (int32_t)k, code[k].at, code[k].words };
	}
	return out->n > 0;
}

/* Those of the base, measured from the first of them: one bit for each word. 0: they are too far apart, lie on each
 * other, or at no words. */
static uint64_t places_of(const struct loads *l, int32_t base, int64_t *first)
{
	uint64_t there = 0;

	*first = INT64_MAX;
	for (uint32_t k = 0; k < l->n; k++)
		if (l->v[k].base == base && l->v[k].at < *first)
			*first = l->v[k].at;
	for (uint32_t k = 0; k < l->n; k++) {
		const int64_t at = (l->v[k].at - *first) / WORD;
		const uint64_t words = (1u << l->v[k].words) - 1;

		if (l->v[k].base != base)
			continue;
		if (at + l->v[k].words > MOST || (l->v[k].at - *first) % WORD || there & words << at)
			return 0;
		there |= words << at;
	}
	return there;
}

/* The only base of `l` with these places; -1: there is none, or several. */
static int32_t with_places(const struct loads *l, uint64_t places)
{
	int32_t found = -1;

	for (uint32_t k = 0; k < l->n; k++) {
		int64_t first;

		if (l->v[k].base == found || places_of(l, l->v[k].base, &first) != places)
			continue;
		if (found >= 0)
			return -1;
		found = l->v[k].base;
	}
	return found;
}

/* Joins those of the PTX's loads of the base that lie in one of the machine code's. pin: of each PTX instruction. */
static void join(const struct em_run *r, const int32_t *pin, const struct loads *ptx, int32_t base, int64_t ptx_first,
	const struct load *code, int64_t code_first, uint8_t *out)
{
	const int64_t from = code->at - code_first + ptx_first, to = from + code->words * WORD;
	int32_t in[WORD];
	uint32_t n = 0;

	for (uint32_t k = 0; k < ptx->n; k++) {
		const struct load *l = &ptx->v[k];

		if (l->base != base || l->at < from || l->at >= to)
			continue;
		if (n == WORD || pin[l->is] < 0 || l->at + l->words * WORD > to || r->p->costs->cost[pin[l->is]].wide ||
			r->p->costs->cost[pin[l->is]].follows)
			return;
		in[n++] = pin[l->is];
	}
	for (uint32_t k = 0; k < n && n > 1; k++)
		out[in[k]] = k ? EM_PAIR_FOLLOWS : (uint8_t)(code->words * WORD);
}

/* Is the machine code's loop the PTX's, and are the loads of all its bases found in it? Then they are joined as there.
 */
static bool same(
	const struct em_run *r, const int32_t *pin, const struct loads *ptx, const struct loads *code, uint8_t *out)
{
	for (int joins = 0; joins < 2; joins++)
		for (uint32_t k = 0; k < ptx->n; k++) {
			int64_t ptx_first, code_first;
			const uint64_t places = places_of(ptx, ptx->v[k].base, &ptx_first);
			const int32_t base = places ? with_places(code, places) : -1;

			if (base < 0 || with_places(ptx, places) != ptx->v[k].base)
				return false;
			places_of(code, base, &code_first);
			for (uint32_t j = 0; joins && j < code->n; j++)
				if (code->v[j].base == base && ptx->v[k].at - ptx_first == code->v[j].at - code_first)
					join(r, pin, ptx, ptx->v[k].base, ptx_first, &code->v[j], code_first, out);
		}
	return true;
}

static void one_loop(
	const struct em_run *r, const int32_t *pin, const int32_t *writer, int32_t from, int32_t to, uint8_t *out)
{
	const struct em_loops *loops = &r->l->timing->loops;
	uint32_t words[EM_CODE_KINDS] = { 0 };
	struct loads ptx, code;
	int found = 0;

	if (!by_ptx(r->p->kernel, writer, from, to, &ptx))
		return;
	em_code_add_words(r->p->kernel, from, to, words);
	for (int joins = 0; joins < 2 && found <= 1; joins++)
		for (uint32_t k = 0; k < loops->n; k++) {
			const struct em_code_loop *m = &loops->v[k];

			if (!m->words[EM_CODE_BRANCH] || !m->words[EM_CODE_OTHER] != !words[EM_CODE_OTHER] ||
				memcmp(&m->words[EM_CODE_FIRST_ACCESS], &words[EM_CODE_FIRST_ACCESS],
					(EM_CODE_LAST_ACCESS - EM_CODE_FIRST_ACCESS + 1) * sizeof *words))
				continue;
			if (!joins)
				found++;
			else if (found == 1 && by_code(loops->code + m->first, m->n, &code))
				same(r, pin, &ptx, &code, out);
		}
}

/* Has it a loop in which branches and loads of several words stand? */
static bool any(const struct em_loops *loops)
{
	for (uint32_t k = 0; k < loops->n; k++) {
		const struct em_code_loop *m = &loops->v[k];

		for (uint32_t j = 0; m->words[EM_CODE_BRANCH] && j < m->n; j++)
			if (loops->code[m->first + j].kind == EM_CODE_LOAD_SHARED &&
				loops->code[m->first + j].words > 1)
				return true;
	}
	return false;
}

void em_code_pairs(struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct ptx_func *f = p->kernel;
	int32_t *pin, *writer;

	if (!r->l->timing || p->nfn != 1 || !any(&r->l->timing->loops))
		return;
	r->pairs = xcalloc(p->npinst + 1, 1);
	pin = xcalloc(f->ninsts + 1, sizeof *pin);
	memset(pin, 0xff, (f->ninsts + 1) * sizeof *pin);
	for (size_t k = 0; k < p->npinst; k++)
		pin[p->pinst[k].inst] = (int32_t)k;
	writer = only_writers(f);
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->guard >= 0 && em_target(in) >= 0 && em_target(in) <= (int32_t)k)
			one_loop(r, pin, writer, em_target(in), (int32_t)k, r->pairs);
	}
	free(writer);
	free(pin);
}

bool em_counted_elsewhere(const struct em_run *r, const struct em_pinst *pi)
{
	const size_t k = (size_t)(pi - r->p->pinst);

	return r->p->costs->cost[k].follows || (r->pairs && r->pairs[k] == EM_PAIR_FOLLOWS);
}
