/* time_busy: how long some things keep a scheduler or an L1 that are more than one cycle an instruction or a line: a
 * part of time_kernel.c. All in cycles; f: a profile's fields. */
#ifndef DEVICE_TIME_BUSY_H
#define DEVICE_TIME_BUSY_H

#include "device/time/profile.h"
#include "emulator/work.h"

double time_slots(const int64_t *f, const struct em_work *w);
/* Of the L1, for all stores of the launch to local memory, beside their passes. */
double time_local_stores(const int64_t *f, const struct em_work *w);
/* Of a warp, for its stores of parts of lines to global memory. */
double time_scattered_stores(const int64_t *f, const struct em_work *w);

#endif
