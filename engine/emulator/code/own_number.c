/* own_number: does a thread that reads a volatile word and writes it back have its turn at it? A lock of tickets says
 * in one word whose turn it is: each thread waits there until the word is its own number, one that it has drawn or that
 * follows from who it is. Then no other thread writes the word meanwhile, and `*serving = *serving + 1` loses nothing.
 * A wait for a number that all threads wait for, as a lock's 0, gives nobody a turn. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

struct search {
	const struct ptx_func *f;
	bool *seen; /* registers */
};

/* Is it a number that others do not have: one for each thread, warp or block? */
static bool tells_apart(int sreg)
{
	switch (sreg) {
	case PTX_SREG_TID_X:
	case PTX_SREG_TID_Y:
	case PTX_SREG_TID_Z:
	case PTX_SREG_CTAID_X:
	case PTX_SREG_CTAID_Y:
	case PTX_SREG_CTAID_Z:
	case PTX_SREG_LANEID:
	case PTX_SREG_WARPID: return true;
	default: return false;
	}
}

/* Different numbers stay different ones; a thread's number over 32 is its warp's. */
static bool keeps_apart(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_MOV:
	case PTX_OP_CVT:
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_NEG:
	case PTX_OP_NOT:
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_SHL:
	case PTX_OP_SHFL: return true;
	case PTX_OP_SHR: return in->ops[2].kind == PTX_IMM && in->ops[2].imm == 5;
	default: return false;
	}
}

static bool is_own(struct search *s, int32_t reg, bool *first);

static bool same_word(const struct ptx_inst *st, const struct ptx_inst *ld)
{
	return st->op == PTX_OP_ST && st->space == PTX_SHARED && st->ops[1].kind == PTX_REG &&
		em_same_place(&st->ops[0], &ld->ops[1]);
}

/* A number that one thread has told its block. */
static bool told(struct search *s, const struct ptx_inst *ld)
{
	for (size_t k = 0; k < s->f->ninsts; k++) {
		bool own = false;

		if (same_word(&s->f->insts[k], ld) && is_own(s, s->f->insts[k].ops[1].reg, &own) && own)
			return true;
	}
	return false;
}

static bool made_own(struct search *s, const struct ptx_inst *in, bool *own)
{
	if (em_hands_out(in) || (in->op == PTX_OP_LD && in->space == PTX_SHARED && told(s, in))) {
		*own = true;
		return true;
	}
	if (!keeps_apart(in))
		return false;
	for (unsigned o = in->nwritten; o < in->noperands; o++) {
		bool one = false;

		if (in->ops[o].kind == PTX_SPECIAL)
			*own |= tells_apart(in->ops[o].vec);
		else if (in->ops[o].kind == PTX_REG && in->ops[o].reg >= 0 && is_own(s, in->ops[o].reg, &one))
			*own |= one;
	}
	return *own || (in->op == PTX_OP_MOV && in->ops[1].kind == PTX_IMM);
}

/* Does everything that writes the register give it a number of the thread's own, or none at all? *own: one does. */
static bool is_own(struct search *s, int32_t reg, bool *own)
{
	if (s->seen[reg])
		return true;
	s->seen[reg] = true;
	for (size_t k = 0; k < s->f->ninsts; k++)
		if (em_reg_written(s->f, &s->f->insts[k], reg) && !made_own(s, &s->f->insts[k], own))
			return false;
	return true;
}

static bool own_number(const struct ptx_func *f, const struct ptx_operand *o)
{
	struct search s = { f, xcalloc(f->nregs + 1, sizeof *s.seen) };
	bool own = false;
	const bool is = o->kind == PTX_REG && o->reg >= 0 && is_own(&s, o->reg, &own) && own;

	free(s.seen);
	return is;
}

/* Is it computed from what was found and from numbers alone, as a remainder is? Then it is the same for all threads. */
static bool made_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found)
{
	if (!(em_computes(in) || in->op == PTX_OP_REM) || in->op == PTX_OP_SETP || in->guard >= 0 ||
		!em_reads_one_of(f, in, found))
		return false;
	for (unsigned o = in->nwritten; o < in->noperands; o++)
		if (!(in->ops[o].kind == PTX_REG && in->ops[o].reg >= 0 && found[in->ops[o].reg]) &&
			!em_is_number(f, &in->ops[o]))
			return false;
	return true;
}

static bool is_own_turn(const struct ptx_func *f, const struct ptx_inst *in, const bool *found)
{
	if (!ptx_has(in, PTX_MOD_EQ) && !ptx_has(in, PTX_MOD_NE))
		return false;
	for (unsigned o = in->nwritten; o < in->noperands; o++)
		if (in->ops[o].kind == PTX_REG && in->ops[o].reg >= 0 && !found[in->ops[o].reg] &&
			own_number(f, &in->ops[o]))
			return true;
	return false;
}

/* Does a loop go on until what the load at `at` finds, or a number made of it alone, is the thread's own number? */
static bool waits_for_own(const struct ptx_func *f, size_t at)
{
	bool *found, asked = false, is = false;
	size_t from;

	if (em_loop_around(f, at, &from) == f->ninsts)
		return false;
	found = xcalloc(f->nregs + 1, sizeof *found);
	found[f->insts[at].ops[0].reg] = true;
	for (size_t k = at + 1; k < f->ninsts && f->insts[k].op != PTX_OP_ST && !asked; k++) {
		const struct ptx_inst *in = &f->insts[k];

		asked = in->op == PTX_OP_SETP && em_reads_one_of(f, in, found);
		is = asked && is_own_turn(f, in, found);
		if (made_of(f, in, found))
			em_add_written(f, in, found);
	}
	free(found);
	return is;
}

bool dec_has_turn(const struct dec *d)
{
	const struct ptx_func *f = d->f;
	const size_t at = (size_t)(d->in - f->insts);

	for (size_t k = 0; k < at; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_LD && in->ops[0].kind == PTX_REG && in->ops[0].reg >= 0 && ptx_is_strong(in) &&
			em_same_place(&d->in->ops[0], &in->ops[1]) && waits_for_own(f, k))
			return true;
	}
	return false;
}
