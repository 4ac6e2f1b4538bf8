/* stuck_clock: threads that wait, and look at a clock while they do: cuda::barrier sleeps longer and longer, a limit of
 * time ends other waits. The clock never comes back, so the state never does. What is asked is this: would they go the
 * same way if it were later? What is computed from a clock is computed again for many later times, from a microsecond
 * to years, from the same other values. Where no comparison and no condition comes out otherwise, for none of these,
 * time alone will not end the wait.
 *
 * A thread may wait for a moment between two looks: `begin = clock64(); while (clock64() - begin < 100) ;`. If it were
 * later, `begin` would be later, too, where it is set anew in each round: what holds more than it did a round ago, by
 * about as much as the clock has gone on, goes along with the clock. A limit that is set once does not. */
#ifndef EMULATOR_STUCK_CLOCK_H
#define EMULATOR_STUCK_CLOCK_H

#include "emulator/run/stuck_slice.h"

struct em_later;

/* s: what the threads go by; it outlives what is returned. */
struct em_later *em_later_new(const struct em_program *p, const struct em_slice *s);
/* A round of these blocks begins. before: what was made when an earlier one began, from the same slice; NULL: nothing
 * is known of one. */
void em_later_begin(struct em_later *l, const struct em_block *blocks, const struct em_later *before);
void em_later_free(struct em_later *l);
/* Before the group of w runs the PTX instruction `in`, of the slice's function, whose first slot is i. False: later it
 * would do something else, or that is not known. */
bool em_later_same(struct em_later *l, const struct em_warp *w, const struct em_inst *i, const struct ptx_inst *in);

#endif
