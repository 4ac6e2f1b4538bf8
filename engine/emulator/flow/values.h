/* values: which instruction made the value that an operand reads, also where several write its register: what static
 * single assignment says, without another form of the code. And what of it all is needed. For contract.c, so only of
 * registers that hold floating point results. */
#ifndef EMULATOR_VALUES_H
#define EMULATOR_VALUES_H

#include "emulator/flow/flow.h"

#define EM_VALUE_MIXED UINT32_MAX /* one of several, by the way that was taken; or none; or nobody asked */

struct em_values {
	/* What instruction k reads: read[first[k]] to read[first[k + 1] - 1], each the instruction that made it or
	 * EM_VALUE_MIXED. In the order of em_regs_read; after that, of an instruction under a guard, what its
	 * destinations held before. */
	uint32_t *first, *read;
	bool *needed; /* of each instruction: does it do anything, or does anything that does so need its result? */
	uint32_t *writers;       /* of each register: how many instructions write it */
	uint32_t *mixed, nmixed; /* values that are needed where several ways meet, each once for each such place */
};

/* Of a function with w's blocks. To be released. */
void em_values_init(struct em_values *v, const struct ptx_func *f, const struct em_flow *w);
void em_values_release(struct em_values *v);
/* The value that operand o of instruction k reads, which is a register; the operands before it are a register that is
 * written, then registers and constants. */
uint32_t em_value(const struct em_values *v, const struct ptx_func *f, size_t k, unsigned o);

#endif
