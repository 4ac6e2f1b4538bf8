/* stuck_slice: what a loop that goes round depends on. Of the instructions that a round ran: the registers that decide
 * where its threads go, whether they wait and which memory they touch, and whatever those are computed from. When these
 * registers come back as they were, the next round goes the same way, whatever memory and all other registers hold. */
#ifndef EMULATOR_STUCK_SLICE_H
#define EMULATOR_STUCK_SLICE_H

#include "emulator/core/machine.h"

struct em_slice {
	int32_t func; /* of the program: all that ran is one function's */
	size_t n;     /* rows of its registers: where each begins, and how many bytes it has */
	uint32_t *at, *bytes;
	bool *ran;   /* by PTX instruction of the program: what the round ran */
	bool *loads; /* ... what decides something and reads memory */
	bool memory; /* there is such */
	/* By register: what decides and is computed from a clock. These are not among the rows: they never come back
	 * (stuck_clock.h). */
	bool *clocked;
	bool clocks; /* there are such */
};

/* ran: by PTX instruction. NULL: what ran calls functions, or does what is not followed here. */
struct em_slice *em_slice_new(const struct em_program *p, const bool *ran);
void em_slice_free(struct em_slice *s);

#endif
