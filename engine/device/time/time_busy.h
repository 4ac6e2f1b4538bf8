/* time_busy: how long some things keep a scheduler or an L1 that are more than one cycle an instruction or a line: a
 * part of time_kernel.c. All in cycles where nothing else is said; f: a profile's fields. */
#ifndef DEVICE_TIME_BUSY_H
#define DEVICE_TIME_BUSY_H

#include "device/time/profile.h"
#include "emulator/work.h"

double time_slots(const int64_t *f, const struct em_work *w);
/* Of the L1, for all stores of the launch to local memory, beside their passes. */
double time_local_stores(const int64_t *f, const struct em_work *w);
/* Microseconds for so many bytes of machine code that the launch is the first to run. */
double time_first_fetch(const int64_t *f, uint32_t bytes);
/* Cycles of a scheduler, beside those in which it issues, for what so many warps of a multiprocessor fetch of long
 * loops from its beginning to its end. */
double time_fetches(const int64_t *f, const struct em_work *w, double warps);
/* Of a warp, for its stores of parts of lines to global memory. */
double time_scattered_stores(const int64_t *f, const struct em_work *w);

#endif
