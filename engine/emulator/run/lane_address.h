/* lane_address: where the lanes of a PTX instruction of memory go, from the registers as they are before it runs. For
 * those who look at instructions one by one (stuck_look.c, record.c); executors work it out by themselves. */
#ifndef EMULATOR_LANE_ADDRESS_H
#define EMULATOR_LANE_ADDRESS_H

#include "emulator/core/machine.h"

/* The instruction's n-th operand that is an address; NULL: it has no such. */
const struct ptx_operand *em_address_operand(const struct ptx_inst *in, unsigned n);
/* Does it ask memory for something, an atomic or a barrier object's phase too? */
bool em_polls(const struct ptx_inst *in);
/* Bytes that a lane moves. */
unsigned em_lane_bytes(const struct ptx_inst *in);
/* The lanes of the warp that run it: those of w->mask that its guard lets through. */
uint32_t em_guarded_lanes(const struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in);
/* A lane's address in the space `space`. */
uint64_t em_lane_address(const struct em_warp *w, const struct ptx_func *f, const struct em_fplace *place,
	const struct ptx_operand *o, enum ptx_space space, int lane);
/* Generic addresses say their space; those of shared memory become offsets. */
enum ptx_space em_space_at(enum ptx_space space, uint64_t *at);

#endif
