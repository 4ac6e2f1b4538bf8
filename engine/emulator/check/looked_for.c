/* looked_for: a thread polls a word until a branch that hangs on its value leaves the loop. It goes on as soon as the
 * word has any value that will do, so only what came before the first such value orders anything for it. When it looks,
 * others may have written there since, as those who come to the next turn of a barrier do. That they came so early is
 * chance, and what they did before is not ordered.
 *
 * So of each load that does nothing but decide whether its thread waits on, the branch is kept. What it would do with
 * another value is computed from the registers as they are when the thread looks. */
#include "emulator/check/check.h"
#include "emulator/flow/registers.h"

enum { NEAR = 24, MOST_VALUES = 24 };

static bool single(const struct ptx_inst *in)
{
	const unsigned bits = in->ntypes ? ptx_type_bits((enum ptx_type)in->types[0]) : 0;

	return (bits == 32 || bits == 64) && in->noperands >= 2 && in->ops[0].kind == PTX_REG &&
		in->ops[1].kind == PTX_ADDR && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT;
}

static bool looks(const struct em_program *p, int32_t pin, const struct ptx_inst *in)
{
	return single(in) && ((in->op == PTX_OP_LD && ptx_is_strong(in)) || em_check_only_reads(p, pin));
}

/* The branch that comes next, in straight line; 0: none. */
static size_t next_branch(const struct ptx_func *f, size_t k)
{
	for (size_t j = k + 1; j < f->ninsts && j < k + NEAR; j++)
		switch (f->insts[j].op) {
		case PTX_OP_BRA: return f->insts[j].guard >= 0 ? j : 0;
		case PTX_OP_BRX:
		case PTX_OP_CALL:
		case PTX_OP_RET:
		case PTX_OP_EXIT:
		case PTX_OP_BAR:
		case PTX_OP_BARRIER: return 0;
		default: break;
		}
	return 0;
}

/* Is the value good for the branch j, and for nothing else? */
static bool only_decides(const struct ptx_func *f, size_t k, size_t j)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), only = true;

	found[f->insts[k].ops[0].reg] = true;
	for (size_t n = k + 1; n < j && only; n++) {
		const struct ptx_inst *in = &f->insts[n];

		if (!em_reads_one_of(f, in, found))
			continue;
		only = em_computes(in) && in->guard < 0;
		em_add_written(f, in, found);
	}
	only = only && found[f->insts[j].guard];
	for (size_t n = 0; n < f->ninsts && only; n++)
		only = (n >= k && n <= j) ||
			(!em_reads_one_of(f, &f->insts[n], found) && !em_writes_one_of(f, &f->insts[n], found));
	free(found);
	return only;
}

static int32_t led_on(const struct ptx_func *f, int32_t at)
{
	for (int n = 0;
		n < 8 && at >= 0 && (size_t)at < f->ninsts && f->insts[at].guard < 0 && f->insts[at].op == PTX_OP_BRA;
		n++)
		at = em_target(&f->insts[at]);
	return at;
}

/* Where the thread goes on that waits no longer. */
static int32_t way_out(const struct ptx_func *f, const struct ck_look *l)
{
	return led_on(f, l->leaves ? em_target(&f->insts[l->branch]) : l->branch + 1);
}

static bool in_loop(const struct em_program *p, const struct ptx_func *f, int32_t pin, size_t k, struct ck_look *l)
{
	size_t from = k, end = em_loop_around(f, k, &from), j = looks(p, pin, &f->insts[k]) ? next_branch(f, k) : 0;
	const int32_t to = j ? em_target(&f->insts[j]) : -1;

	if (to < 0 || end == f->ninsts || j > end || (to > (int32_t)k && to <= (int32_t)end) || !only_decides(f, k, j))
		return false;
	*l = (struct ck_look){ (int32_t)j, to < (int32_t)from || to > (int32_t)end };
	return true;
}

/* Compilers look once before the loop, too: by a load of the same address, and the same way out. */
static bool before_loop(const struct em_program *p, const struct ptx_func *f, int32_t pin, struct ck_look *of)
{
	const size_t k = (size_t)p->pinst[pin].inst, j = looks(p, pin, &f->insts[k]) ? next_branch(f, k) : 0;

	if (!j || em_target(&f->insts[j]) < 0)
		return false;
	for (size_t q = 0; q < p->npinst; q++) {
		const struct ptx_inst *in = &f->insts[p->pinst[q].inst];
		int32_t out;

		if (!of[q].branch || p->pinst[q].func != p->pinst[pin].func ||
			!em_same_place(&in->ops[1], &f->insts[k].ops[1]))
			continue;
		out = way_out(f, &of[q]);
		for (int taken = 0; taken < 2; taken++) {
			const struct ck_look l = { (int32_t)j, taken };

			if (way_out(f, &l) == out && only_decides(f, k, j)) {
				of[pin] = l;
				return true;
			}
		}
	}
	return false;
}

const struct ck_look *em_looks_find(struct em_program *p)
{
	struct ck_look *of = NULL;

	for (size_t pass = 0; pass < 2; pass++)
		for (size_t pin = 0; pin < p->npinst && (pass == 0 || of); pin++) {
			const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[pin].func];
			struct ck_look l;

			if (pass) {
				if (!of[pin].branch)
					before_loop(p, f, (int32_t)pin, of);
			} else if (in_loop(p, f, (int32_t)pin, (size_t)p->pinst[pin].inst, &l)) {
				if (!of)
					of = memset(arena_alloc(&p->arena, p->npinst * sizeof *of), 0,
						p->npinst * sizeof *of);
				of[pin] = l;
			}
		}
	return of;
}

/* ---- what the branch would do */
struct values {
	const struct em_warp *w;
	const struct em_fplace *place;
	const struct ptx_func *f;
	int lane;
	bool known;
	unsigned n, steps;
	int32_t reg[MOST_VALUES];
	uint64_t v[MOST_VALUES];
};

static uint64_t register_of(struct values *s, int32_t reg);

static uint64_t cut(uint64_t v, enum ptx_type t)
{
	const unsigned bits = ptx_type_bits(t);

	if (bits >= 64)
		return v;
	return ptx_type_class(t) == PTX_CLS_SIGNED ? (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits)) :
						     v & ((UINT64_C(1) << bits) - 1);
}

/* Of a register that holds what is the same all the time the decoder may have no row of its own: then the instruction
 * that makes it says what it is. */
static bool made_once(struct values *s, int32_t reg, uint64_t *v)
{
	const int32_t at = em_only_writer(s->f, 0, s->f->ninsts, reg);
	const struct ptx_inst *in = at >= 0 ? &s->f->insts[at] : NULL;
	const struct em_launch *l = s->w->t->run->l;

	if (!in || (in->op != PTX_OP_MOV && in->op != PTX_OP_LD))
		return false;
	if (in->op == PTX_OP_LD) { /* of memory: it has a row */
		s->known &= in->space != PTX_PARAM && in->space != PTX_CONST;
		return !s->known;
	}
	*v = 0;
	s->known &= in->noperands == 2 && in->guard < 0 && ++s->steps < MOST_VALUES;
	if (!s->known)
		return true;
	if (in->ops[1].kind == PTX_REG)
		*v = register_of(s, in->ops[1].reg);
	else if (in->ops[1].kind == PTX_IMM)
		*v = (uint64_t)in->ops[1].imm;
	else if (in->ops[1].kind == PTX_SPECIAL && in->ops[1].vec == PTX_SREG_NCTAID_X)
		*v = l->grid.x;
	else
		s->known = false;
	return true;
}

static uint64_t register_of(struct values *s, int32_t reg)
{
	uint64_t v = 0;
	struct em_warp *rows = (struct em_warp *)(uintptr_t)s->w;
	const uint32_t at = s->place->reg[reg];

	for (unsigned n = s->n; n-- > 0;)
		if (s->reg[n] == reg)
			return s->v[n];
	if (made_once(s, reg, &v))
		return v;
	return at < s->place->r32 ? EM_AT(rows, uint64_t, at)[s->lane] :
		at < s->place->rp ? EM_AT(rows, uint32_t, at)[s->lane] :
				    *EM_AT(rows, uint32_t, at) >> s->lane & 1;
}

static uint64_t operand_of(struct values *s, const struct ptx_operand *o)
{
	if (o->kind == PTX_IMM)
		return (uint64_t)o->imm;
	if (o->kind == PTX_REG)
		return register_of(s, o->reg) ^ o->neg;
	s->known = false;
	return 0;
}

static bool compared(struct values *s, const struct ptx_inst *in, uint64_t x, uint64_t y)
{
	const bool is_signed = ptx_type_class(in->types[0]) == PTX_CLS_SIGNED,
		   less = is_signed ? (int64_t)x < (int64_t)y : x < y;

	for (unsigned k = 0; k < in->nmods; k++)
		switch (in->mods[k]) {
		case PTX_MOD_EQ: return x == y;
		case PTX_MOD_NE: return x != y;
		case PTX_MOD_LT:
		case PTX_MOD_LO: return less;
		case PTX_MOD_LE:
		case PTX_MOD_LS: return less || x == y;
		case PTX_MOD_GT:
		case PTX_MOD_HI: return !less && x != y;
		case PTX_MOD_GE:
		case PTX_MOD_HS: return !less;
		default: break;
		}
	s->known = false;
	return false;
}

static uint64_t made(struct values *s, const struct ptx_inst *in)
{
	const enum ptx_type t = (enum ptx_type)in->types[0],
			    from = in->op == PTX_OP_CVT && in->ntypes > 1 ? (enum ptx_type)in->types[1] : t;
	uint64_t v[3] = { 0 };

	s->known &= ptx_type_class(t) != PTX_CLS_FLOAT && ptx_type_class(from) != PTX_CLS_FLOAT && in->noperands <= 4 &&
		!in->pair && !ptx_has(in, PTX_MOD_HI) && !ptx_has(in, PTX_MOD_WIDE) && !ptx_has(in, PTX_MOD_CC) &&
		!ptx_has(in, PTX_MOD_SAT) && ptx_type_bits(t) <= 64;
	for (unsigned k = 1; s->known && k < in->noperands; k++) {
		v[k - 1] = operand_of(s, &in->ops[k]);
		if (!(in->op == PTX_OP_SELP && k == 3) && !((in->op == PTX_OP_SHL || in->op == PTX_OP_SHR) && k == 2))
			v[k - 1] = cut(v[k - 1], from);
	}
	switch (in->op) {
	case PTX_OP_MOV: s->known &= in->noperands == 2; return v[0];
	case PTX_OP_CVT: return v[0];
	case PTX_OP_ADD: return v[0] + v[1];
	case PTX_OP_SUB: return v[0] - v[1];
	case PTX_OP_AND: return v[0] & v[1];
	case PTX_OP_OR: return v[0] | v[1];
	case PTX_OP_XOR: return v[0] ^ v[1];
	case PTX_OP_NOT: return ~v[0];
	case PTX_OP_SHL: return (uint32_t)v[1] > 63 ? 0 : v[0] << (uint32_t)v[1];
	case PTX_OP_SHR:
		return ptx_type_class(t) == PTX_CLS_SIGNED ?
			(uint64_t)((int64_t)v[0] >> ((uint32_t)v[1] > 63 ? 63 : (uint32_t)v[1])) :
			(uint32_t)v[1] > 63 ? 0 :
					      v[0] >> (uint32_t)v[1];
	case PTX_OP_SELP: return v[2] & 1 ? v[0] : v[1];
	case PTX_OP_SETP: s->known &= in->noperands == 3; return s->known && compared(s, in, v[0], v[1]);
	default: s->known = false; return 0;
	}
}

/* Does the lane, which is about to run this load, wait no longer if it finds that value? False also where that is not
 * known. */
static bool lane_goes_on(const struct em_warp *w, int32_t pin, int lane, uint64_t value)
{
	const struct em_program *p = w->t->p;
	const struct ck_look *l = &p->looks_for[pin];
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[pin].func];
	const size_t k = (size_t)p->pinst[pin].inst;
	const struct ptx_inst *branch = &f->insts[l->branch];
	struct values s = {
		.w = w, .place = &p->fn[p->place_of[p->pinst[pin].func]], .f = f, .lane = lane, .known = true, .n = 1
	};

	s.reg[0] = f->insts[k].ops[0].reg;
	s.v[0] = value;
	for (size_t n = k + 1; n < (size_t)l->branch; n++) {
		const struct ptx_inst *in = &f->insts[n];
		int32_t regs[EM_REGS_MOST];
		const unsigned written = em_regs_written(f, in, regs);

		if (!written)
			continue;
		if (written > 1 || s.n == MOST_VALUES || !em_computes(in) || in->guard >= 0)
			return false;
		const uint64_t v = made(&s, in);
		s.reg[s.n] = regs[0];
		s.v[s.n++] = ptx_type_bits((enum ptx_type)f->regs[regs[0]].type) == 1 ?
			v & 1 :
			cut(v, ptx_type_bits((enum ptx_type)f->regs[regs[0]].type) == 64 ? PTX_U64 : PTX_U32);
	}
	const bool taken = ((register_of(&s, branch->guard) & 1) != 0) != branch->guard_neg;
	return s.known && taken == l->leaves;
}

bool em_looks_go_on(const struct em_warp *w, int32_t pin, uint32_t lanes, uint64_t value, unsigned bytes)
{
	const struct em_program *p = w->t->p;
	const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst];

	if (ptx_type_bits((enum ptx_type)in->types[0]) > 8 * bytes)
		return false;
	if (ptx_type_bits((enum ptx_type)in->types[0]) == 32)
		value = (uint32_t)value;
	for (; lanes; lanes &= lanes - 1)
		if (!lane_goes_on(w, pin, __builtin_ctz(lanes), value))
			return false;
	return true;
}
