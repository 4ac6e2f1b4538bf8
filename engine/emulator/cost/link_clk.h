/* link_clk: what basic blocks take for a warp by itself, where blocks wait for each other. A part of links.c. */
#ifndef EMULATOR_LINK_CLK_H
#define EMULATOR_LINK_CLK_H

#include "emulator/core/machine.h"

/* What a basic block's chain takes, as the program's code was walked last, in cycles. */
int64_t em_link_clk(const struct em_run *r, uint32_t block);
/* Of all basic blocks, after a walk in which all loads and atomics are answered by the L2; loads: or, but for those
 * that pass the L1 by, by the memory. To be freed. */
int64_t *em_link_clks(const struct em_run *r, bool loads);
/* Cycles of a turn of a loop that looks; clk: of each basic block. */
uint64_t em_link_turn(const struct em_program *p, const int64_t *clk, const struct em_vigil *look);

#endif
