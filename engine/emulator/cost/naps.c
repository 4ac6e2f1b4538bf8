/* naps: see naps.h. */
#include "emulator/cost/naps.h"
#include "base/buf.h"
#include "emulator/flow/registers.h"

/* Registers of 32 bits, and predicates, as far as they are known. */
struct naps {
	const struct ptx_func *f;
	size_t from, to;
	bool *known;
	uint32_t *v;
};

/* What is in registers when the loop begins: where all that is written outside it is one number. */
static void begin(struct naps *s)
{
	bool *twice = xcalloc(s->f->nregs + 1, sizeof *twice);

	for (size_t k = 0; k < s->f->ninsts; k++) {
		const struct ptx_inst *in = &s->f->insts[k];
		int32_t regs[EM_REGS_MOST];
		const unsigned n = k >= s->from && k <= s->to ? 0 : em_regs_written(s->f, in, regs);

		for (unsigned r = 0; r < n; r++) {
			s->known[regs[r]] =
				in->op == PTX_OP_MOV && in->guard < 0 && in->ops[1].kind == PTX_IMM && !twice[regs[r]];
			s->v[regs[r]] = (uint32_t)in->ops[1].imm;
			twice[regs[r]] = true;
		}
	}
	free(twice);
}

static uint32_t value(const struct naps *s, const struct ptx_operand *o, bool *known)
{
	if (o->kind == PTX_IMM)
		return (uint32_t)o->imm;
	*known &= o->kind == PTX_REG && o->reg >= 0 && s->known[o->reg];
	return *known ? s->v[o->reg] ^ o->neg : 0;
}

static bool compared(const struct ptx_inst *in, int64_t x, int64_t y)
{
	for (unsigned k = 0; k < in->nmods; k++)
		switch (in->mods[k]) {
		case PTX_MOD_EQ: return x == y;
		case PTX_MOD_NE: return x != y;
		case PTX_MOD_LT:
		case PTX_MOD_LO: return x < y;
		case PTX_MOD_LE:
		case PTX_MOD_LS: return x <= y;
		case PTX_MOD_GT:
		case PTX_MOD_HI: return x > y;
		default: break;
		}
	return x >= y;
}

/* What the instruction makes; *known: it is known. */
static uint32_t made(const struct naps *s, const struct ptx_inst *in, bool *known)
{
	const enum ptx_type t = (enum ptx_type)in->types[0];
	const bool is_signed = ptx_type_class(t) == PTX_CLS_SIGNED;
	uint32_t v[3] = { 0 };
	int64_t x, y;

	*known = in->noperands > 1 && in->noperands < 5 && ptx_type_bits(t) <= 32 &&
		ptx_type_class(t) != PTX_CLS_FLOAT && in->vec < 2;
	for (unsigned k = 1; *known && k < in->noperands; k++)
		v[k - 1] = value(s, &in->ops[k], known);
	x = is_signed ? (int32_t)v[0] : (int64_t)v[0];
	y = is_signed ? (int32_t)v[1] : (int64_t)v[1];
	switch (in->op) {
	case PTX_OP_MOV: return v[0];
	case PTX_OP_ADD: return v[0] + v[1];
	case PTX_OP_SUB: return v[0] - v[1];
	case PTX_OP_MUL: *known &= ptx_has(in, PTX_MOD_LO); return v[0] * v[1];
	case PTX_OP_MIN: return x < y ? v[0] : v[1];
	case PTX_OP_MAX: return x < y ? v[1] : v[0];
	case PTX_OP_SHL: return v[1] > 31 ? 0 : v[0] << v[1];
	case PTX_OP_SELP: return v[2] & 1 ? v[0] : v[1];
	case PTX_OP_SETP: *known &= in->noperands == 3 && !in->pair; return compared(in, x, y);
	default: *known = false; return 0;
	}
}

/* One turn of the loop; false: how long it naps is not known. */
static bool turn(struct naps *s, uint32_t *nap)
{
	*nap = 0;
	for (size_t k = s->from; k < s->to; k++) {
		const struct ptx_inst *in = &s->f->insts[k];
		const int32_t target = em_target(in);
		int32_t regs[EM_REGS_MOST];
		unsigned n;
		uint32_t v = 0;
		bool sure = in->guard < 0 || s->known[in->guard], known = true;

		if (in->guard >= 0 && sure && (s->v[in->guard] & 1) == in->guard_neg)
			continue;
		if (target >= 0) { /* who has not found what it looks for stays */
			k = sure && (size_t)target > k && (size_t)target <= s->to ? (size_t)target - 1 : k;
			continue;
		}
		if (in->op == PTX_OP_NANOSLEEP) {
			*nap += value(s, &in->ops[0], &known);
			if (!known || !sure)
				return false;
			continue;
		}
		n = em_regs_written(s->f, in, regs);
		if (n == 1)
			v = made(s, in, &known);
		for (unsigned r = 0; r < n; r++) {
			s->known[regs[r]] = n == 1 && known && sure;
			s->v[regs[r]] = v;
		}
	}
	return true;
}

uint64_t em_overslept(const struct em_vigil *look, uint64_t turn, uint64_t waited, uint64_t khz)
{
	uint64_t slept = 0, nap = 0;

	for (unsigned k = 0; k < look->nnaps && slept <= waited; k++) {
		nap = look->nap[k] * khz / 1000000;
		slept += nap + turn;
	}
	return nap / 2;
}

unsigned em_naps(const struct ptx_func *f, size_t from, size_t to, uint32_t nap[EM_NAPS])
{
	struct naps s = { .f = f, .from = from, .to = to };
	bool naps = false;
	unsigned n = 0;

	for (size_t k = from; k <= to; k++)
		naps |= f->insts[k].op == PTX_OP_NANOSLEEP;
	if (!naps)
		return 0;
	s.known = xcalloc(f->nregs + 1, sizeof *s.known);
	s.v = xcalloc(f->nregs + 1, sizeof *s.v);
	begin(&s);
	while (n < EM_NAPS && turn(&s, &nap[n]))
		n++;
	free(s.known);
	free(s.v);
	return n;
}
