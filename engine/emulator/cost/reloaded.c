/* reloaded: loads that ptxas leaves out, as an earlier load has the same word in a register still.
 * `for (k = start[r] + lane; k < start[r + 1]; k += 8)` loads start[r + 1] in front of the loop and at the end of each
 * turn; the machine's code loads it once. The compiler in front of ptxas leaves such loads out itself, but not where an
 * `asm volatile` stands between them, as __ldg() and the shuffles are.
 *
 * Tried with ptxas 13.0 for sm_90 (tests/unit/emulator/check_emulator_reloaded.c): the earlier load has to be in front
 * of this one on every way, by the same register and displacement, and between the two, and in the loop, may be no
 * store to global memory, no atomic there, no fence and no barrier, that of a warp included. Stores to shared memory
 * and shuffles do not matter. So it is with loads from shared memory, not over heads of loops, where stores to shared
 * memory count and those to global memory do not. The counters of both follow from it.
 *
 * Bodies under a predicate (predicated.c) are part of the code around them: `a = *p; if (t < n) b = *q; c = *p;` loads
 * *p once. And `if (t < n) a = *p; b = *p;` loads it once, for all, from global memory; from shared memory twice. Two
 * bodies with the same load make it twice.
 *
 * A load of what the last store to this memory in front of it has stored is none: `s[t] = v; x = y[t]; w = s[t];` but
 * not with another store to shared memory, or a barrier, between (16 kernels).
 *
 * `short` that stay 16 bits wide, or become `int` with their sign, are loaded from global memory two at once where they
 * are the halves of a word (15 kernels). That they are is known from another load, of whole words by the same register,
 * which comes before them or stands in their basic block: of a struct with an `int`, as that has places for words. */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

#define BACK 256 /* instructions that are looked at */

static bool plain_load(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD && (in->space == PTX_GLOBAL || in->space == PTX_SHARED) && in->guard < 0 &&
		in->noperands > 1 && in->ops[1].kind == PTX_ADDR && in->ops[1].reg >= 0 &&
		!ptx_has(in, PTX_MOD_VOLATILE) && !ptx_has(in, PTX_MOD_RELAXED) && !ptx_has(in, PTX_MOD_ACQUIRE);
}

/* Bytes and halves are extended as they are loaded: only the same type is the same load. */
static bool same_load(const struct ptx_inst *a, const struct ptx_inst *b)
{
	return plain_load(a) && a->space == b->space && a->vec == b->vec && a->ntypes == b->ntypes &&
		a->nmods == b->nmods && a->types[a->ntypes - 1] == b->types[b->ntypes - 1] &&
		a->ops[1].reg == b->ops[1].reg && a->ops[1].sym == b->ops[1].sym && a->ops[1].imm == b->ops[1].imm;
}

/* What may change a word of this memory, or lets others do so. */
static bool changes(const struct ptx_inst *in, enum ptx_space space)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
		return in->space != PTX_LOCAL && in->space != PTX_PARAM &&
			in->space != (space == PTX_SHARED ? PTX_GLOBAL : PTX_SHARED);
	case PTX_OP_LD: return ptx_is_strong(in);
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
	case PTX_OP_CP:
	case PTX_OP_CALL:
	case PTX_OP_BRX: return true;
	default: return false;
	}
}

/* Nothing in [from, to) changes memory or the address of `in`. */
static bool calm(const struct ptx_func *f, size_t from, size_t to, const struct ptx_inst *in)
{
	for (size_t j = from; j < to; j++)
		if (changes(&f->insts[j], in->space) || em_reg_written(f, &f->insts[j], in->ops[1].reg))
			return false;
	return true;
}

/* A store of the very word that `load` wants. */
static bool stores_it(const struct ptx_inst *in, const struct ptx_inst *load)
{
	const struct ptx_operand *a = &in->ops[0], *b = &load->ops[1];
	const unsigned type = load->types[load->ntypes - 1];

	return in->op == PTX_OP_ST && in->space == load->space && in->guard < 0 && a->kind == PTX_ADDR &&
		a->reg == b->reg && a->sym == b->sym && a->imm == b->imm && in->vec == load->vec && in->ntypes &&
		ptx_type_bits(in->types[in->ntypes - 1]) == ptx_type_bits(type) &&
		(ptx_type_bits(type) >= 32 || ptx_type_class(type) != PTX_CLS_SIGNED) &&
		!ptx_has(in, PTX_MOD_VOLATILE) && !ptx_has(in, PTX_MOD_RELAXED) && !ptx_has(in, PTX_MOD_RELEASE);
}

/* Where the only branch that leads to `label` stands, if it comes after it; else 0. */
static size_t back_branch(const struct ptx_func *f, size_t label)
{
	for (size_t j = label + 1; j < f->ninsts; j++)
		if (f->insts[j].op == PTX_OP_BRA && f->insts[j].ops[0].kind == PTX_LABEL &&
			f->insts[j].ops[0].vec == (int32_t)label)
			return j;
	return 0;
}

/* Only the branch over the body that ends in front of k leads there, and that body stands under a predicate: to ptxas
 * the code goes on. */
static bool ends_body(size_t k, const int32_t *ways_in, const struct em_cost *cost)
{
	return k && ways_in[k] == 1 && cost[k - 1].runs_as && cost[k].runs_as != cost[k - 1].runs_as;
}

/* Upwards from the load k, over heads of loops that change nothing, and over bodies under a predicate, to one that
 * loads the same. */
static bool loaded_before(const struct ptx_func *f, size_t k, const int32_t *ways_in, const struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];
	bool in_body = false; /* of another one, which not all come through */
	bool in_loop = false; /* of which the head is behind */

	for (size_t j = k; j-- > 0 && k - j < BACK;) {
		const struct ptx_inst *at = &f->insts[j];

		in_body = ends_body(j + 1, ways_in, cost) || (in_body && cost[j].runs_as);
		if (ways_in[j + 1] && !in_body) { /* somebody else comes in below: only a loop's end may */
			size_t end = ways_in[j + 1] == 1 && in->space == PTX_GLOBAL ? back_branch(f, j + 1) : 0;

			if (!end || !calm(f, j + 1, end, in))
				return false;
			in_loop = true;
		}
		if (at->op == PTX_OP_BRA && at->guard < 0)
			return false;
		if (at->op == PTX_OP_RET || at->op == PTX_OP_EXIT) {
			if (at->guard < 0)
				return false;
			continue;
		}
		if (same_load(at, in))
			return !in_body && !em_reg_written(f, at, in->ops[1].reg);
		if (stores_it(at, in))
			return !in_body && !in_loop;
		if (changes(at, in->space) || em_reg_written(f, at, in->ops[1].reg))
			return false;
	}
	return false;
}

/* The load k, of a body under a predicate, is made again by all that come by, before anything changes: ptxas makes that
 * one earlier, and leaves out this one. Of several in bodies it leaves out the last one. */
static bool loaded_after(const struct ptx_func *f, size_t k, const int32_t *ways_in, const struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];

	if (!cost[k].runs_as || in->space != PTX_GLOBAL || em_reg_written(f, in, in->ops[1].reg))
		return false;
	for (size_t j = k + 1; j < f->ninsts && j - k < BACK; j++) {
		const struct ptx_inst *at = &f->insts[j];

		if ((ways_in[j] && !ends_body(j, ways_in, cost)) || at->op == PTX_OP_RET || at->op == PTX_OP_EXIT ||
			ptx_has_members(at) || (at->op == PTX_OP_BRA && (at->guard < 0 || cost[j].pipe[EM_PIPE_ISSUE])))
			return false;
		if (same_load(at, in))
			return !cost[j].runs_as;
		if (changes(at, in->space) || em_reg_written(f, at, in->ops[1].reg))
			return false;
	}
	return false;
}

static bool stays_half(const struct ptx_func *f, const struct ptx_inst *in)
{
	const int32_t reg = in->ops[0].kind == PTX_REG ? in->ops[0].reg : -1;

	if (!plain_load(in) || in->space != PTX_GLOBAL || in->vec > 1 ||
		ptx_type_bits(in->types[in->ntypes - 1]) != 16 || reg < 0 || ptx_type_bits(f->regs[reg].type) != 16)
		return false;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *at = &f->insts[k];

		if (at->op == PTX_OP_CVT && at->ops[1].kind == PTX_REG && at->ops[1].reg == reg &&
			at->types[1] == PTX_U16 && ptx_type_bits(at->types[0]) > 16)
			return false;
	}
	return true;
}

static bool ends_block(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BRA || in->op == PTX_OP_BRX || in->op == PTX_OP_RET || in->op == PTX_OP_EXIT;
}

static bool loads_words(const struct ptx_inst *in, const struct ptx_operand *base)
{
	return plain_load(in) && in->space == PTX_GLOBAL && in->ops[1].reg == base->reg &&
		in->ops[1].sym == base->sym &&
		ptx_type_bits(in->types[in->ntypes - 1]) * (in->vec > 1 ? in->vec : 1u) >= 32 && !(in->ops[1].imm & 3);
}

/* Does the register of the load k point to words? */
static bool words_known(const struct ptx_func *f, size_t k, const int32_t *ways_in)
{
	const struct ptx_operand *base = &f->insts[k].ops[1];

	for (size_t j = k; j-- > 0 && k - j < BACK && !ways_in[j + 1] && !em_reg_written(f, &f->insts[j], base->reg);)
		if (loads_words(&f->insts[j], base))
			return true;
	for (size_t j = k + 1; j < f->ninsts && j - k < BACK && !ways_in[j] && !ends_block(&f->insts[j - 1]) &&
		!em_reg_written(f, &f->insts[j - 1], base->reg);
		j++)
		if (loads_words(&f->insts[j], base))
			return true;
	return false;
}

/* The load k is of the other half of a word of which one is loaded before it. */
static bool other_half(const struct ptx_func *f, size_t k, const int32_t *ways_in)
{
	const struct ptx_inst *in = &f->insts[k];
	const struct ptx_operand *a = &in->ops[1];

	if (!stays_half(f, in) || a->imm & 1)
		return false;
	for (size_t j = k; j-- > 0 && k - j < BACK && !ways_in[j + 1];) {
		const struct ptx_inst *at = &f->insts[j];

		if (ends_block(at) || changes(at, in->space) || em_reg_written(f, at, a->reg))
			return false;
		if (plain_load(at) && at->ops[1].reg == a->reg && at->ops[1].sym == a->sym &&
			(at->ops[1].imm ^ a->imm) == 2 && stays_half(f, at))
			return words_known(f, k, ways_in);
	}
	return false;
}

void em_reloaded(const struct ptx_func *f, struct em_cost *cost)
{
	int32_t *ways_in = em_flow_ways_in(f);

	for (size_t k = 0; k < f->ninsts; k++)
		cost[k].reloads = plain_load(&f->insts[k]) && !cost[k].wide && !cost[k].follows &&
			(loaded_before(f, k, ways_in, cost) || loaded_after(f, k, ways_in, cost) ||
				other_half(f, k, ways_in));
	free(ways_in);
}
