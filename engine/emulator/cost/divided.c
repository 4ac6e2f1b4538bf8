/* divided: a division of 32-bit integers begins with the reciprocal of the divisor, so who divides by what is known
 * early waits for the steps after it only: `r = (r + step) % k` in a loop over k. Of several divisions in one block of
 * the machine code ptxas has the reciprocals side by side with what is before; those of the next block come after it,
 * as a warp's instructions start in order. */
#include "emulator/cost/critical_path.h"

/* What comes before the dividend is wanted: from I2F over MUFU and F2I to the product that mends the reciprocal. */
enum { RECIPROCAL_SPECIAL = 3, RECIPROCAL_ALU = 4 };

static bool makes_reciprocal(const struct ptx_inst *in, const struct em_cost *c)
{
	return (in->op == PTX_OP_DIV || in->op == PTX_OP_REM) && in->noperands == 3 &&
		ptx_type_class(in->types[0]) != PTX_CLS_FLOAT && ptx_type_bits(in->types[0]) <= 32 &&
		c->wait[EM_WAIT_SPECIAL] == RECIPROCAL_SPECIAL && c->wait[EM_WAIT_ALU] > RECIPROCAL_ALU;
}

void em_dividend(const struct ptx_inst *in, const struct em_cost *c, int32_t reg, struct em_moment *m)
{
	if (!makes_reciprocal(in, c) || in->ops[1].kind != PTX_REG || in->ops[1].reg != reg || reg == in->guard ||
		(in->ops[2].kind == PTX_REG && in->ops[2].reg == reg))
		return;
	em_delay(m, EM_WAIT_SPECIAL, -RECIPROCAL_SPECIAL * EM_WAIT_UNIT);
	em_delay(m, EM_WAIT_ALU, -RECIPROCAL_ALU * EM_WAIT_UNIT);
}

void em_divided(struct em_walk *w, const struct ptx_inst *in, const struct em_cost *c, const struct em_moment *done)
{
	struct em_moment last = *done;

	/* Its last instruction has started then. */
	if (!makes_reciprocal(in, c))
		return;
	em_delay(&last, EM_WAIT_ALU, -EM_WAIT_UNIT);
	em_later(&w->last, &last);
}
