/* register_estimate: how many registers ptxas would give a thread, roughly, where a program brings no machine code that
 * says it: the most 32-bit words of PTX registers that are needed at once (liveness.h), in steps of 8, in which
 * hardware gives them out. For occupancy, and never so high that a launch within the kernel's own bounds would not fit
 * a multiprocessor.
 *
 * ptxas puts instructions in an order of its own, so this is off both ways. Of the 803 kernels of solutions/, kernels/,
 * tests/bench/model and tests/conformance/counters, 91 % are within 8 registers of what ptxas 13.0 gives them for
 * sm_90, and on average it is 0.8 too many. With two registers more for what PTX does not show it would be 1.6. */
#include "emulator/flow/liveness.h"
#include "emulator/flow/registers.h"

enum { REGISTERS = 65536, MOST_OF_A_THREAD = 255, FEWEST = 16, STEP = 8 };

uint32_t em_estimate_registers(const struct ptx_func *f, uint32_t max_threads)
{
	uint32_t fits = REGISTERS / ((max_threads + 31) / 32 * 32) / STEP * STEP;
	uint32_t regs = ((uint32_t)em_most_words_alive(f) + STEP - 1) / STEP * STEP;

	if (regs > MOST_OF_A_THREAD)
		regs = MOST_OF_A_THREAD;
	if (regs > fits)
		regs = fits;
	return regs < FEWEST ? FEWEST : regs;
}
