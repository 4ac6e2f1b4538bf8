/* registers: what an instruction does to registers, and what follows from it for a function: which of them all threads
 * agree on, how many are needed where. */
#ifndef EMULATOR_REGISTERS_H
#define EMULATOR_REGISTERS_H

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"

/* The registers that an instruction writes and reads, in `regs` (room for EM_REGS_MOST); returns how many. */
#define EM_REGS_MOST 40
unsigned em_regs_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs);
unsigned em_regs_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs);

/* agreement.c: of each register, whether all threads of a block surely agree on it; malloc'd. */
bool *em_agreed(const struct ptx_func *f);

/* liveness.c: the 32-bit words of registers that are needed at each instruction or behind it, but for those that
 * all threads agree on, which have registers of their own (uniform ones) or are constants; malloc'd. */
int32_t *em_words_alive(const struct ptx_func *f, const int32_t *bb_of);

/* register_estimate.c: the registers of a thread in the machine code, for blocks of at most max_threads. */
uint32_t em_estimate_registers(const struct ptx_func *f, uint32_t max_threads);

#endif
