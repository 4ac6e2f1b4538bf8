/* time_atomics: how long the L2 works at a launch's atomics on global memory: one place after the other, loops of
 * compare-and-swap, locks. docs/time-model-evidence.md, Atomics and Locks, has the measurements. */
#ifndef DEVICE_TIME_ATOMICS_H
#define DEVICE_TIME_ATOMICS_H

#include "device/time/profile.h"
#include "emulator/work.h"

/* Microseconds on the GPU of this profile, of the blocks that were executed (`t`). lanes: that may try side by side in
 * loops of compare-and-swap. locks_known: waits for locks are no part of it, as they were played
 * again (turns_at_locks.h), where one lane of a warp takes them; several lanes hold each other up. */
double time_atomics(const struct profile *p, const struct em_traffic *t, double lanes, bool locks_known);
/* ... at atomics and loops of compare-and-swap that were only tried because nobody had succeeded yet. */
double time_tries_early(const struct profile *p, const struct em_traffic *t);

#endif
