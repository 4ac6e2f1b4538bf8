/* stuck_clock: threads that wait, and look at a clock while they do: cuda::barrier sleeps longer and longer, a limit of
 * time ends other waits. The clock never comes back, so the state never does. What is asked is this: would they go the
 * same way if it were later? What is computed from a clock is computed again for many later times, from a microsecond
 * to years, from the same other values. Where no comparison and no condition comes out otherwise, for none of these,
 * time alone will not end the wait. */
#ifndef EMULATOR_STUCK_CLOCK_H
#define EMULATOR_STUCK_CLOCK_H

#include "emulator/run/stuck_slice.h"

struct em_later;

/* s: what the threads go by; it outlives what is returned. */
struct em_later *em_later_new(const struct em_program *p, const struct em_slice *s);
void em_later_free(struct em_later *l);
/* Before the group of w runs the PTX instruction `in`, of the slice's function. False: later it would do something
 * else, or that is not known. */
bool em_later_same(struct em_later *l, const struct em_warp *w, const struct ptx_inst *in);

#endif
