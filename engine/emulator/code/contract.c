/* contract: products and sums that the machine rounds once. PTX ISA (mul, add, sub): without a rounding modifier
 * "mul/add sequences ... may be optimized to use fused-multiply-add"; with .rn (what `--fmad=false` and __fmul_rn
 * write) they may not. What may be, ptxas does, and a program's last bits are the machine's only if we do the same.
 *
 * The rule is what ptxas 13.0 made of some hundred hand-written kernels, the same for sm_80 and sm_90, f32, f64, f16
 * and bf16, alone and in pairs: a product goes into a sum when both stand in one basic block (group_blocks), have one
 * type and agree in .ftz, the product has neither .sat nor a guard, and every use of it is such a sum, with something
 * else than itself. (A product that is stored as well, or used after a branch, or where ways meet that bring other
 * values, is rounded for itself everywhere.) What counts is values, not registers (values.h). Copies and negations
 * (mov, neg, mul by 1 and -1) are looked through: their uses are the product's. What nothing needs is no use. Products
 * by a constant (a number, or a value that stands in constant memory at a fixed place, as a kernel's parameters do) go
 * into sums of any block. Sums take their products in the order of the code: first of all products with one use (not in
 * pairs), then the others. Of two products the sum takes the one that has fewer uses, or the first operand's; the other
 * one is only added, and that is a use which keeps it a product: sums after that do not take it any more. Functions
 * with `round_apart` (of `.target ..., debug` and of some of ptxas's options, device/code/ptxas.h) keep all their
 * products and sums.
 *
 * Not imitated: loops that ptxas unrolls before it looks, and a branch with two sides of which nothing needs either. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/exec/float_math.h"
#include "emulator/flow/values.h"

/* Of a product, where it stands: all its uses, those that are left, of them sums that may take it; far: also in other
 * blocks. */
struct product {
	uint32_t all, uses, sums;
	bool far;
};
/* fixed: a constant; known: namely these bits. */
struct constant {
	bool fixed, known;
	uint64_t bits;
};
struct contraction {
	const struct ptx_func *f;
	struct em_values v;
	uint32_t *block; /* of each instruction */
	bool *product;   /* of each instruction: is it one? */
	int8_t *copies;  /* of each instruction: the operand whose value its result is, negative: but for the sign; 0:
			    none */
	struct constant *constant; /* of each instruction: what it puts into a register */
	struct product *p;
	bool far;
	struct dec_contract *to;
};
/* What an operand is of: the product at `mul` (NONE: of none), but for the sign; copy: the instruction whose result the
 * operand is, which copied it, or mul. */
struct source {
	uint32_t mul, copy;
	bool neg;
};
#define NONE EM_VALUE_MIXED
#define MOST_COPIES 64 /* of copies, one after the other */

static bool bare(const struct ptx_inst *in, bool sum)
{
	for (unsigned k = 0; k < in->nmods; k++)
		if (in->mods[k] != PTX_MOD_FTZ && !(sum && in->mods[k] == PTX_MOD_SAT))
			return false;
	return in->ntypes == 1 && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT && in->noperands == 3 &&
		in->ops[0].kind == PTX_REG;
}
static bool is_product(const struct ptx_inst *in)
{
	return in->op == PTX_OP_MUL && in->guard < 0 && bare(in, false);
}
static bool is_sum(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ADD || in->op == PTX_OP_SUB) && bare(in, true);
}
static bool is_copy(const struct ptx_inst *in)
{
	return in->guard < 0 && in->noperands == 2 && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG &&
		(in->op == PTX_OP_MOV || (in->op == PTX_OP_NEG && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT));
}
static bool in_pairs(const struct ptx_inst *in)
{
	return in->types[0] == PTX_F16X2 || in->types[0] == PTX_BF16X2 || in->types[0] == PTX_F32X2;
}

/* Is the basic block at its end after it, which is no branch? After fences, and what ptxas makes several blocks of:
 * divisions and roots that round exactly, divisions of integers but u32, and guarded instructions that reach memory or
 * other threads. (Barriers, atomics, warp instructions and .approx stay within their block.) */
static bool ends_block(const struct ptx_inst *in)
{
	static const uint8_t always[] = { PTX_OP_RET, PTX_OP_EXIT, PTX_OP_CALL, PTX_OP_TRAP, PTX_OP_BRKPT,
		PTX_OP_PMEVENT, PTX_OP_MEMBAR, PTX_OP_FENCE };
	static const uint8_t guarded[] = { PTX_OP_LD, PTX_OP_LDU, PTX_OP_ST, PTX_OP_PREFETCH, PTX_OP_PREFETCHU,
		PTX_OP_ATOM, PTX_OP_RED, PTX_OP_CP, PTX_OP_BAR, PTX_OP_BARRIER, PTX_OP_MBARRIER, PTX_OP_ACTIVEMASK,
		PTX_OP_NANOSLEEP, PTX_OP_GRIDDEPCONTROL };
	bool quick = in->types[0] == PTX_U32 || ptx_has(in, PTX_MOD_APPROX) || ptx_has(in, PTX_MOD_FULL);
	if (in->op == PTX_OP_DIV || in->op == PTX_OP_REM || in->op == PTX_OP_SQRT || in->op == PTX_OP_RCP)
		return !quick;
	if (in->op == PTX_OP_RSQRT)
		return in->types[0] == PTX_F64 && !ptx_has(in, PTX_MOD_FTZ);
	for (size_t k = 0; k < sizeof always; k++)
		if (in->op == always[k])
			return true;
	if (in->guard >= 0 && ptx_has_members(in))
		return true;
	for (size_t k = 0; k < sizeof guarded && in->guard >= 0; k++)
		if (in->op == guarded[k])
			return true;
	return false;
}

/* Where block b leads, and alone leads, as ptxas sees it: also past a branch around what nothing needs. NONE: nowhere,
 * or to several. */
static uint32_t leads_to(const struct contraction *c, const struct em_flow *w, uint32_t b, const uint32_t *comes)
{
	uint32_t to = NONE, n = 0, t = b + 1, waits = 1;

	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
		if (w->to[e] < w->n) {
			to = n++ && w->to[e] < to ? to : w->to[e];
		}
	if (n == 2 && to > b + 1) { /* over the blocks from b + 1 to the one before `to` */
		for (n = 1; t < to && comes[t] == 1; t++)
			for (uint32_t k = w->first[t]; k < w->first[t + 1]; k++)
				n += c->v.needed[k];
		n += t < to;
		waits = 2;
	} else if (n == 2 && to == b + 1 && comes[to] == 2) {
		n = 1;
		waits = 2;
	}
	return n == 1 && to > b && comes[to] == waits ? to : NONE;
}

/* Numbers of basic blocks as ptxas sees them: a block goes on in another one that only it leads to, and which alone it
 * leads to. */
static void group_blocks(struct contraction *c, const struct em_flow *w)
{
	uint32_t *comes = xcalloc((size_t)w->n + 1, sizeof *comes),
		 *follower = xcalloc((size_t)w->n + 1, sizeof *follower), n = 0;

	for (uint32_t e = 0; e < w->edge[w->n]; e++)
		comes[w->to[e]]++;
	memset(follower, 0xff, ((size_t)w->n + 1) * sizeof *follower); /* of each block: the number with which the one
								      before it ended, if it goes on there */
	for (uint32_t b = 0; b < w->n; b++) {
		uint32_t now = follower[b] != NONE ? follower[b] : ++n, to = leads_to(c, w, b, comes);

		for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++) {
			c->block[k] = now;
			if (ends_block(&c->f->insts[k]))
				now = ++n;
		}
		if (to != NONE)
			follower[to] = now;
	}
	free(comes);
	free(follower);
}

/* After copies: the value that they copy. A text may copy in circles. */
static uint32_t copied(const struct contraction *c, uint32_t value, bool *neg)
{
	for (unsigned k = 0; value != NONE && c->copies[value]; k++) {
		*neg ^= c->copies[value] < 0;
		value = k < MOST_COPIES ? em_value(&c->v, c->f, value, (unsigned)abs(c->copies[value])) : NONE;
	}
	return value;
}

static struct source source_of(const struct contraction *c, size_t k, unsigned operand)
{
	struct source s = { NONE, NONE, false };
	uint32_t value;

	if (c->f->insts[k].ops[operand].kind != PTX_REG)
		return s;
	s.copy = em_value(&c->v, c->f, k, operand);
	value = copied(c, s.copy, &s.neg);
	s.mul = value != NONE && c->product[value] ? value : NONE;
	return s;
}

/* Could the sum at `at` take the product that its operand is of? */
static bool fits(const struct contraction *c, size_t at, unsigned operand, struct source *s)
{
	const struct ptx_inst *in = &c->f->insts[at];

	*s = source_of(c, at, operand);
	if (s->mul == NONE || source_of(c, at, 3 - operand).mul == s->mul)
		return false;
	const struct ptx_inst *m = &c->f->insts[s->mul];
	bool near = c->block[s->mul] == c->block[at] && c->block[s->copy] == c->block[at];

	return s->mul <= s->copy && s->copy < at && (near || c->p[s->mul].far) && m->types[0] == in->types[0] &&
		ptx_has(m, PTX_MOD_FTZ) == ptx_has(in, PTX_MOD_FTZ);
}

/* What operand o of instruction k holds. */
static struct constant constant_of(const struct contraction *c, size_t k, unsigned o)
{
	const struct ptx_inst *in = &c->f->insts[k];
	const struct ptx_operand *x = &in->ops[o];
	uint32_t value = x->kind == PTX_REG ? em_value(&c->v, c->f, k, o) : NONE;

	if (x->kind == PTX_FIMM && ptx_type_bits(in->types[in->ntypes - 1]) == 32 && !x->f32)
		return (struct constant){ true, true, f32_bits((float)f64_of((uint64_t)x->imm)) };
	if (x->kind == PTX_IMM || x->kind == PTX_FIMM)
		return (struct constant){ true, true, (uint64_t)x->imm };
	return value != NONE ? c->constant[value] : (struct constant){ 0 };
}

/* What an instruction puts into a register. In the order of the text, so that copies know. */
static struct constant made(const struct contraction *c, size_t k)
{
	const struct ptx_inst *in = &c->f->insts[k];
	struct constant x = { 0 };

	if (in->guard >= 0 || in->noperands != 2 || in->ops[0].kind != PTX_REG)
		return x;
	x.fixed = in->op == PTX_OP_LD && in->ops[1].kind == PTX_ADDR && in->ops[1].reg < 0 &&
		(in->space == PTX_CONST || (in->space == PTX_PARAM && c->f->is_entry));
	if (in->op == PTX_OP_MOV || is_copy(in) || in->op == PTX_OP_CVT)
		x = constant_of(c, k, 1);
	if (in->op == PTX_OP_CVT &&
		(!x.known || in->ntypes != 2 || in->types[1] != PTX_F32 ||
			(in->types[0] != PTX_F16 && in->types[0] != PTX_BF16) || in->nmods != 1))
		return (struct constant){ 0 };
	if (in->op == PTX_OP_CVT && in->mods[0] != PTX_MOD_RN)
		return (struct constant){ 0 };
	if (in->op == PTX_OP_CVT)
		x.bits = in->types[0] == PTX_F16 ? f16_round(f32_of((uint32_t)x.bits), EM_RN) :
						   bf16_round(f32_of((uint32_t)x.bits), EM_RN);
	if (in->op == PTX_OP_NEG)
		x.known = false;
	return x;
}

/* A product by 1 is a copy, one by -1 a negation, and one of two numbers a number; not in pairs. */
static void simplify(struct contraction *c, size_t k)
{
	static const struct {
		uint8_t type;
		bool folds;
		uint64_t one, sign;
	} types[] = { { PTX_F32, true, 0x3f800000, UINT64_C(1) << 31 },
		{ PTX_F64, true, 0x3ff0000000000000, UINT64_C(1) << 63 }, { PTX_F16, false, 0x3c00, 1 << 15 },
		{ PTX_BF16, false, 0x3f80, 1 << 15 } };

	for (size_t t = 0; t < sizeof types / sizeof *types && c->product[k]; t++) {
		if (types[t].type != c->f->insts[k].types[0])
			continue;
		struct constant x[2] = { constant_of(c, k, 1), constant_of(c, k, 2) };

		for (int o = 0; o < 2; o++)
			if (x[o].known && (x[o].bits & ~types[t].sign & (2 * types[t].sign - 1)) == types[t].one &&
				c->f->insts[k].ops[2 - o].kind == PTX_REG) {
				c->copies[k] = (int8_t)(x[o].bits & types[t].sign ? o - 2 : 2 - o);
				c->product[k] = false;
			}
		if (types[t].folds && x[0].known && x[1].known)
			c->product[k] = false;
	}
}

static bool written_once(const struct contraction *c, size_t k, unsigned o)
{
	const struct ptx_operand *x = &c->f->insts[k].ops[o];

	return x->kind != PTX_REG || c->v.writers[x->reg] == 1;
}

static void count_use(struct contraction *c, uint32_t value)
{
	bool neg = false;

	value = copied(c, value, &neg);
	if (value != NONE && c->product[value])
		c->p[value].uses++;
}

static void find_products(struct contraction *c)
{
	const struct ptx_func *f = c->f;
	struct source s;

	for (size_t k = 0; k < f->ninsts; k++) {
		c->constant[k] = made(c, k);
		if (!c->product[k])
			continue;
		c->p[k].far = c->far && (constant_of(c, k, 1).fixed || constant_of(c, k, 2).fixed);
		simplify(c, k);
	}
	for (size_t k = 0; k < f->ninsts; k++)
		for (uint32_t r = c->v.first[k]; r < c->v.first[k + 1] && c->v.needed[k] && !c->copies[k]; r++)
			count_use(c, c->v.read[r]);
	for (uint32_t m = 0; m < c->v.nmixed; m++)
		count_use(c, c->v.mixed[m]);
	for (size_t k = 0; k < f->ninsts; k++) {
		c->p[k].all = c->p[k].uses;
		for (unsigned o = 1; o <= 2 && c->v.needed[k] && is_sum(&f->insts[k]); o++)
			if (fits(c, k, o, &s))
				c->p[s.mul].sums++;
	}
}

/* The operand of the sum at k whose product it takes; 0: none. alone: only of products with one use. */
static unsigned choose(const struct contraction *c, size_t k, bool alone, struct source *chosen)
{
	unsigned best = 0;

	for (unsigned o = 1; o <= 2; o++) {
		struct source s;

		if (!fits(c, k, o, &s))
			continue;
		const struct product *p = &c->p[s.mul];

		if (p->uses == p->sums && (!alone || p->all == 1) && (!best || p->all < c->p[chosen->mul].all)) {
			best = o;
			*chosen = s;
		}
	}
	return best;
}

/* One pass over the sums. alone: only products with one use, and none in pairs. */
static void take(struct contraction *c, bool alone)
{
	for (size_t k = 0; k < c->f->ninsts; k++) {
		const struct ptx_inst *in = &c->f->insts[k];
		struct dec_contract *to = &c->to[k];
		struct source s = { NONE, NONE, false }, other;
		unsigned o = !c->v.needed[k] || !is_sum(in) || to->operand || (alone && in_pairs(in)) ?
			0 :
			choose(c, k, alone, &s);

		if (!o)
			continue;
		to->mul = s.mul;
		to->operand = (uint8_t)o;
		to->negative = s.neg != (in->op == PTX_OP_SUB && o == 2);
		c->to[s.mul].last = c->to[s.mul].last > k ? c->to[s.mul].last : (uint32_t)k;
		c->to[s.mul].copies_factors |=
			c->block[s.mul] != c->block[k] && !(written_once(c, s.mul, 1) && written_once(c, s.mul, 2));
		c->p[s.mul].uses--;
		c->p[s.mul].sums--;
		if (fits(c, k, 3 - o, &other))
			c->p[other.mul]
				.sums--; /* it is added to a product now, and no longer one that a sum may take */
	}
}

struct dec_contract *dec_contracted(const struct ptx_func *f, const struct em_flow *w)
{
	struct dec_contract *to = xcalloc(f->ninsts + 1, sizeof *to);
	struct contraction c = { .f = f,
		.to = to,
		.block = xcalloc(f->ninsts + 1, sizeof *c.block),
		.product = xcalloc(f->ninsts + 1, sizeof *c.product),
		.copies = xcalloc(f->ninsts + 1, sizeof *c.copies),
		.constant = xcalloc(f->ninsts + 1, sizeof *c.constant),
		.p = xcalloc(f->ninsts + 1, sizeof *c.p) };
	bool may = false, calls = false;

	for (size_t k = 0; k < f->ninsts; k++) {
		may |= c.product[k] = is_product(&f->insts[k]);
		c.copies[k] = (int8_t)(!is_copy(&f->insts[k]) ? 0 : f->insts[k].op == PTX_OP_NEG ? -1 : 1);
		calls |= f->insts[k].op == PTX_OP_CALL;
	}
	if (may && !f->round_apart) {
		c.far = f->is_entry || !calls; /* a function that calls itself keeps no factor for later */
		em_values_init(&c.v, f, w);
		group_blocks(&c, w);
		find_products(&c);
		take(&c, true);
		take(&c, false);
		em_values_release(&c.v);
	}
	free(c.block);
	free(c.product);
	free(c.copies);
	free(c.constant);
	free(c.p);
	return to;
}
