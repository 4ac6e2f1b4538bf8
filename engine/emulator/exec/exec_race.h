/* exec_race: the race check's short ways for what the executors show (observe.h). Compiled for each ISA. */
#ifndef EMULATOR_EXEC_RACE_H
#define EMULATOR_EXEC_RACE_H

#include "emulator/core/access.h"

void em_race_runs_base(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r);
void em_race_runs_v3(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r);
void em_race_access_base(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);
void em_race_access_v3(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);

/* Loads of shared memory that were written down go into the shadow; there will be no more in this interval
 * (check.h). */
void em_race_logged_base(struct em_block *b);
void em_race_logged_v3(struct em_block *b);

#endif
