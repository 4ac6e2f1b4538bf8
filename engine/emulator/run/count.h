/* count: what a launch came to: counters and work from the raw counts of its workers. */
#ifndef EMULATOR_COUNT_H
#define EMULATOR_COUNT_H

#include "emulator/core/machine.h"

void em_count_result(const struct em_run *r, struct em_result *out);
/* work.c: all of a launch. Called when its workers have stopped and the traffic is filled in (em_cache_result). */
void em_work_result(struct em_run *r, struct em_work *out);

#endif
