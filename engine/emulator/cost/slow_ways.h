/* slow_ways: divisions, reciprocals and roots of numbers that are not easy ones. Their quotient or root cannot be made
 * from an estimate by a few multiplications and sums: a number is zero, infinite, not a number, or something on the way
 * would have no exponent. Machine code asks for that and calls a function; all of the warp waits, though it may be one
 * lane's number.
 *
 * Each such instruction of a program has EM_SLOW_WAYS numbers among the basic blocks, behind which there is no code:
 * how often a warp went so is counted as if it were a basic block of its own, and so are its cycles. exec/slow.c
 * looks at the numbers. */
#ifndef EMULATOR_SLOW_WAYS_H
#define EMULATOR_SLOW_WAYS_H

#include "emulator/cost/cost.h"

enum em_slow_way {
	EM_SLOW_SPECIAL,   /* zero, infinite, not a number: the answer is known */
	EM_SLOW_SCALED,    /* too small or too large: it is worked out with other exponents */
	EM_SLOW_SUBNORMAL, /* likewise, and a number, or what comes of it, is subnormal */
	EM_SLOW_PARTED,    /* any of these, while other lanes of the warp are easy: they go their own way beside it */
	EM_SLOW_WAYS
};

/* Is it one whose numbers may be such? */
bool em_slow_may(const struct ptx_inst *in);
/* What it issues, and waits for, on this way, beside the easy one. */
struct em_cost em_slow_cost(const struct ptx_inst *in, enum em_slow_way way);
/* The same as the steps of its basic block. */
struct em_steps em_slow_steps(const struct ptx_inst *in, enum em_slow_way way);

#endif
