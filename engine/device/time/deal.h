/* deal: how long the multiprocessors take for blocks that do not all have the same to do. Blocks go to multiprocessors
 * in turn, one to each, until all places are taken; whoever ends a block gets the next one. docs/time-model.md. */
#ifndef DEVICE_TIME_DEAL_H
#define DEVICE_TIME_DEAL_H

#include <stdint.h>

#include "emulator/work.h"

struct deal {
	const struct em_share *share; /* of each block, n of them */
	uint64_t n;
	double step_clk;  /* cycles that a warp takes for an instruction when it is alone */
	double pipe_clk;  /* ... for which it keeps its multiprocessor busy */
	double start_clk; /* that a block takes to get going */
	double multiprocessors, resident;
};

/* Cycles until all blocks are done. even: as long as they would take if each had as much to do as the average. */
double time_deal(const struct deal *d, double *even);

#endif
