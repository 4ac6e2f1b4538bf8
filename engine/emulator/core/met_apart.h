/* met_apart: what lanes that meet at several places in the code show each other (lanes/met_apart.h). */
#ifndef EMULATOR_CORE_MET_APART_H
#define EMULATOR_CORE_MET_APART_H

#include "emulator/core/machine.h"

/* Of each lane that has not looked yet: whom it has met, and what these showed; of whom nobody wrote it, and one of the
 * registers in which that lay. */
struct em_met_apart {
	uint32_t lanes[EM_WARP], unwritten[EM_WARP], row[EM_WARP];
	uint64_t value[EM_WARP][EM_WARP];
};

#endif
