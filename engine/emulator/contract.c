/* contract: products and sums that the machine rounds once. PTX ISA (mul, add, sub): without a rounding modifier "mul/add sequences ... may be optimized to
 * use fused-multiply-add"; with .rn (what `--fmad=false` and __fmul_rn write) they may not. What may be, ptxas does, and a program's last bits are the machine's
 * only if we do the same.
 *
 * The rule is what ptxas 13.0 made of some fifty hand-written kernels, the same for sm_80 and sm_90, f32, f64, f16 and bf16, alone and in pairs: a product goes into a sum
 * when both stand in one basic block (ends_block), have one type and agree in .ftz, the product has neither .sat nor a guard, and every use of it is such a sum, with something
 * else than itself. (A product that is stored as well, or used behind a branch, is rounded for itself everywhere.) Copies and negations (mov, neg) are looked
 * through: their uses are the product's. What nothing reads is no use. Products by a constant (a number, or a value that stands in constant memory at a fixed
 * place, as a kernel's parameters do) go into sums of any block. Sums take their products in the order
 * of the code, the first operand's before the second's: first of all products with one use, then the others. In a sum of two products one of them
 * is only added; that is a use which keeps it a product. Functions with `round_apart` (of `.target ..., debug` and of some of
 * ptxas's options, device/ptxas.h) keep all their products and sums.
 *
 * Not imitated: blocks that ptxas joins or unrolls before it looks, and products in registers that something else writes too. */
#include "emulator/decode.h"

/* Of a register. of: the register whose value it has but for the sign (itself unless a mov or neg is all that writes it), copy: that instruction.
 * constant: it holds one. Of such a register itself: its one definition as a product, uses that are left, of them candidate sums; far: also in other blocks. */
struct value { int32_t of, copy, mul; uint32_t uses, sums, writes, reads; bool odd, neg, constant, far; };
struct contraction { const struct ptx_func *f; const uint32_t *block; struct value *v; bool *dead, far; struct dec_contract *to; };

static bool bare(const struct ptx_inst *in, bool sum)
{
	for (unsigned k = 0; k < in->nmods; k++)
		if (in->mods[k] != PTX_MOD_FTZ && !(sum && in->mods[k] == PTX_MOD_SAT))
			return false;
	return in->ntypes == 1 && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT && in->noperands == 3 && in->ops[0].kind == PTX_REG;
}
static bool is_product(const struct ptx_inst *in) { return in->op == PTX_OP_MUL && in->guard < 0 && bare(in, false); }
static bool is_sum(const struct ptx_inst *in) { return (in->op == PTX_OP_ADD || in->op == PTX_OP_SUB) && bare(in, true); }
static bool is_copy(const struct ptx_inst *in)
{
	return in->guard < 0 && in->noperands == 2 && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG &&
		(in->op == PTX_OP_MOV || (in->op == PTX_OP_NEG && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT));
}
/* Does nothing but write its first operand? Of what works on floating point numbers; the rest may seem to do more than it does. */
static bool is_pure(const struct ptx_inst *in)
{
	return is_product(in) || is_sum(in) || is_copy(in) || (in->op == PTX_OP_FMA && in->ops[0].kind == PTX_REG);
}

/* Is the basic block at its end behind it? Of what is no branch: fences, and what ptxas makes several blocks of: divisions and roots that round exactly, divisions of
 * integers but u32, and guarded instructions that reach memory or other threads. (Barriers, atomics, warp instructions and .approx stay within their block.) */
static bool ends_block(const struct ptx_inst *in)
{
	static const uint8_t always[] = { PTX_OP_BRA, PTX_OP_BRX, PTX_OP_RET, PTX_OP_EXIT, PTX_OP_CALL, PTX_OP_TRAP, PTX_OP_BRKPT, PTX_OP_PMEVENT, PTX_OP_MEMBAR, PTX_OP_FENCE };
	static const uint8_t guarded[] = { PTX_OP_LD, PTX_OP_LDU, PTX_OP_ST, PTX_OP_PREFETCH, PTX_OP_PREFETCHU, PTX_OP_ATOM, PTX_OP_RED, PTX_OP_CP, PTX_OP_BAR, PTX_OP_BARRIER,
		PTX_OP_MBARRIER, PTX_OP_SHFL, PTX_OP_VOTE, PTX_OP_MATCH, PTX_OP_REDUX, PTX_OP_ACTIVEMASK, PTX_OP_ELECT, PTX_OP_NANOSLEEP, PTX_OP_GRIDDEPCONTROL };
	bool quick = in->types[0] == PTX_U32 || ptx_has(in, PTX_MOD_APPROX) || ptx_has(in, PTX_MOD_FULL);
	if (in->op == PTX_OP_DIV || in->op == PTX_OP_REM || in->op == PTX_OP_SQRT || in->op == PTX_OP_RCP)
		return !quick;
	if (in->op == PTX_OP_RSQRT)
		return in->types[0] == PTX_F64 && !ptx_has(in, PTX_MOD_FTZ);
	for (size_t k = 0; k < sizeof always; k++)
		if (in->op == always[k])
			return true;
	for (size_t k = 0; k < sizeof guarded && in->guard >= 0; k++)
		if (in->op == guarded[k])
			return true;
	return false;
}

/* The register that an operand names, of an address its base; -1: none, or several, which stand in f->operands. */
static int32_t named(const struct ptx_operand *o) { return o->kind == PTX_REG || o->kind == PTX_ADDR ? o->reg : -1; }

static void count_reads(struct contraction *c, const struct ptx_inst *in, int by)
{
	if (in->guard >= 0)
		c->v[in->guard].reads += (uint32_t)by;
	for (unsigned o = is_pure(in) ? 1 : 0; o < in->noperands; o++)
		if (named(&in->ops[o]) >= 0)
			c->v[named(&in->ops[o])].reads += (uint32_t)by;
}

/* Who writes and who reads each register, without instructions whose result nothing reads. What stands in f->operands, of vectors and of calls, is
 * taken for both. */
static void find_dead(struct contraction *c)
{
	bool more = true;
	for (size_t k = 0; k < c->f->noperands; k++)
		if (c->f->operands[k].kind == PTX_REG) {
			c->v[c->f->operands[k].reg].writes++;
			c->v[c->f->operands[k].reg].reads++;
		}
	for (size_t k = 0; k < c->f->ninsts; k++) {
		const struct ptx_inst *in = &c->f->insts[k];
		for (unsigned o = 0; o < in->noperands && o < (in->pair ? 2 : 1); o++)
			if (in->ops[o].kind == PTX_REG)
				c->v[in->ops[o].reg].writes++;
		count_reads(c, in, 1);
	}
	while (more) {
		more = false;
		for (size_t k = c->f->ninsts; k-- > 0; ) {
			const struct ptx_inst *in = &c->f->insts[k];
			if (c->dead[k] || !is_pure(in) || c->v[in->ops[0].reg].reads)
				continue;
			c->dead[k] = more = true;
			count_reads(c, in, -1);
		}
	}
}

/* Could the sum at `at` take the product that its operand names? */
static bool fits(const struct contraction *c, size_t at, unsigned operand)
{
	const struct ptx_inst *in = &c->f->insts[at];
	const struct ptx_operand *o = &in->ops[operand], *other = &in->ops[3 - operand];
	if (c->dead[at] || o->kind != PTX_REG)
		return false;
	const struct value *as = &c->v[o->reg], *p = &c->v[as->of];
	if (p->mul < 0 || p->odd || (other->kind == PTX_REG && c->v[other->reg].of == as->of))
		return false;
	size_t mul = (size_t)p->mul, copy = as->copy < 0 ? mul : (size_t)as->copy;
	const struct ptx_inst *m = &c->f->insts[mul];
	bool near = c->block[mul] == c->block[at] && c->block[copy] == c->block[at];
	return mul <= copy && copy < at && (near || p->far) && m->types[0] == in->types[0] &&
		ptx_has(m, PTX_MOD_FTZ) == ptx_has(in, PTX_MOD_FTZ);
}

static bool is_constant(const struct contraction *c, const struct ptx_operand *o)
{
	return o->kind == PTX_IMM || o->kind == PTX_FIMM || (o->kind == PTX_REG && c->v[o->reg].constant);
}
/* Does it put a constant into a register that nothing else writes? */
static bool makes_constant(const struct contraction *c, const struct ptx_inst *in)
{
	if (in->guard >= 0 || in->noperands != 2 || in->ops[0].kind != PTX_REG || c->v[in->ops[0].reg].writes != 1)
		return false;
	bool fixed = in->op == PTX_OP_LD && in->ops[1].kind == PTX_ADDR && in->ops[1].reg < 0;
	return ((in->op == PTX_OP_MOV || is_copy(in)) && is_constant(c, &in->ops[1])) ||
		(fixed && (in->space == PTX_CONST || (in->space == PTX_PARAM && c->f->is_entry)));
}
static bool written_once(const struct contraction *c, const struct ptx_operand *o) { return o->kind != PTX_REG || c->v[o->reg].writes == 1; }

static void find_products(struct contraction *c)
{
	const struct ptx_func *f = c->f;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		struct value *to = in->noperands && in->ops[0].kind == PTX_REG ? &c->v[in->ops[0].reg] : NULL;
		if (c->dead[k])
			continue;
		if (is_copy(in) && to->writes == 1 && to->of == in->ops[0].reg && c->v[in->ops[1].reg].mul >= 0) {
			const struct value *from = &c->v[in->ops[1].reg];
			to->of = from->of;
			to->copy = (int32_t)k;
			to->mul = from->mul; /* for copies of copies; who asks for the product looks at `of` */
			to->neg = from->neg != (in->op == PTX_OP_NEG);
		} else if (is_product(in)) {
			to->odd |= to->writes > 1;
			to->mul = (int32_t)k;
			to->far = c->far && (is_constant(c, &in->ops[1]) || is_constant(c, &in->ops[2])) && written_once(c, &in->ops[1]) && written_once(c, &in->ops[2]);
		} else if (makes_constant(c, in)) {
			to->constant = true;
		}
	}
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		if (c->dead[k] || (is_copy(in) && c->v[in->ops[0].reg].copy == (int32_t)k))
			continue;
		if (in->guard >= 0)
			c->v[in->guard].uses++;
		for (unsigned o = is_pure(in) ? 1 : 0; o < in->noperands; o++)
			if (named(&in->ops[o]) >= 0)
				c->v[c->v[named(&in->ops[o])].of].uses++;
	}
	for (size_t k = 0; k < f->noperands; k++)
		if (f->operands[k].kind == PTX_REG)
			c->v[c->v[f->operands[k].reg].of].uses++;
	for (size_t k = 0; k < f->ninsts; k++)
		for (unsigned o = 1; o <= 2 && is_sum(&f->insts[k]); o++)
			if (fits(c, k, o))
				c->v[c->v[f->insts[k].ops[o].reg].of].sums++;
}

/* One pass over the sums. alone: only products with one use. */
static void take(struct contraction *c, bool alone)
{
	for (size_t k = 0; k < c->f->ninsts; k++) {
		const struct ptx_inst *in = &c->f->insts[k];
		struct dec_contract *to = &c->to[k];
		for (unsigned o = 1; o <= 2 && is_sum(in) && !to->operand; o++) {
			if (!fits(c, k, o))
				continue;
			const struct value *as = &c->v[in->ops[o].reg];
			struct value *p = &c->v[as->of];
			if (p->uses != p->sums || (alone && p->uses != 1))
				continue;
			to->mul = (uint32_t)p->mul;
			to->operand = (uint8_t)o;
			to->negative = as->neg != (in->op == PTX_OP_SUB && o == 2);
			c->to[p->mul].last = c->to[p->mul].last > k ? c->to[p->mul].last : (uint32_t)k;
			p->uses--;
			p->sums--;
			if (fits(c, k, 3 - o))
				c->v[c->v[in->ops[3 - o].reg].of].sums--; /* it is added to a product now, and no longer one that a sum may take */
		}
	}
}

struct dec_contract *dec_contracted(const struct ptx_func *f, const uint8_t *leader)
{
	struct dec_contract *to = xcalloc(f->ninsts + 1, sizeof *to);
	uint32_t *block = xcalloc(f->ninsts + 1, sizeof *block), n = 0;
	bool may = false, calls = false;
	for (size_t k = 0; k < f->ninsts; k++) {
		n += leader[k];
		block[k] = n;
		n += ends_block(&f->insts[k]);
		may |= is_product(&f->insts[k]);
		calls |= f->insts[k].op == PTX_OP_CALL;
	}
	if (may && !f->round_apart) {
		struct contraction c = { f, block, xcalloc(f->nregs + 1, sizeof *c.v), xcalloc(f->ninsts + 1, sizeof *c.dead),
			.far = f->is_entry || !calls, .to = to }; /* a function that calls itself keeps no factor for later */
		for (size_t r = 0; r < f->nregs; r++)
			c.v[r] = (struct value){ .of = (int32_t)r, .copy = -1, .mul = -1 };
		find_dead(&c);
		find_products(&c);
		take(&c, true);
		take(&c, false);
		free(c.v);
		free(c.dead);
	}
	free(block);
	return to;
}

/* The rows of a product's factors; those that change before the sum are kept as they are now. Called where the product stands. */
static uint32_t factor(struct dec *d, unsigned operand, uint32_t last, char width)
{
	const struct ptx_operand *o = &d->in->ops[operand];
	uint32_t row = dec_source(d, o, width);
	for (size_t k = (size_t)(d->in - d->f->insts); row && o->kind == PTX_REG && k < last; k++)
		for (unsigned n = 0; n < d->f->insts[k].noperands; n++) {
			const struct ptx_operand *w = &d->f->insts[k].ops[n];
			bool writes = n == 0 && w->kind == PTX_REG && w->reg == o->reg;
			for (int32_t v = 0; w->kind == PTX_VEC && v < w->nvec && !writes; v++)
				writes = d->f->operands[w->vec + v].reg == o->reg;
			if (!writes)
				continue;
			uint32_t kept = dec_temp(d, width);
			dec_help(d, width == 'l' ? EM_H_COPY64M : EM_H_COPY32M, kept, row, 0, 0, 0, 0);
			return kept;
		}
	return row;
}

int dec_product(struct dec *d, const struct em_row *r)
{
	struct dec_contract *c = &d->contract[d->in - d->f->insts];
	for (unsigned n = 0; n < 2 && c->last; n++)
		if (!(c->factor[n] = factor(d, 1 + n, c->last, r->widths[1])))
			return -1;
	return dec_alu(d, r);
}

static uint32_t negated(struct dec *d, uint32_t row, char width)
{
	const struct ptx_inst *in = d->in;
	struct ptx_inst neg = { .op = PTX_OP_NEG, .ntypes = 1, .types = { in->types[0] }, .vec = in->vec, .noperands = 2 };
	if (ptx_has(in, PTX_MOD_FTZ))
		neg.mods[neg.nmods++] = PTX_MOD_FTZ;
	const struct em_row *r = em_table_find(d->t, &neg);
	uint32_t to = dec_temp(d, width);
	if (r)
		dec_emit(d, r->fn, to, row, 0, 0, r->x, 0);
	return r ? to : 0;
}

int dec_sum(struct dec *d, const struct dec_contract *c)
{
	const struct ptx_inst *in = d->in;
	struct ptx_inst fma = *in;
	fma.op = PTX_OP_FMA;
	fma.noperands = 4;
	const struct em_row *r = em_table_find(d->t, &fma);
	if (!r)
		return dec_fail(d, "Its product and sum are one instruction, which the emulator does not have");
	uint32_t a = d->contract[c->mul].factor[0], b = d->contract[c->mul].factor[1], x = dec_source(d, &in->ops[3 - c->operand], r->widths[3]);
	if (x && in->op == PTX_OP_SUB && c->operand == 1)
		x = negated(d, x, r->widths[3]);
	if (a && c->negative)
		a = negated(d, a, r->widths[1]);
	if (!a || !x)
		return dec_fail(d, "An operand is missing");
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), a, b, x, r->x, 0);
	return 0;
}
