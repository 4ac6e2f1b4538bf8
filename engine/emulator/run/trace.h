/* trace: what the warps of one block did, instruction by instruction: for stepping through a run that is over. While
 * the block that is asked about runs (em_launch.record), record.c goes slot by slot; each PTX instruction leaves a row:
 * which lanes ran it, what it wrote into its register, where in memory it went. A bounded window: the first so many.
 * Shared memory can be put together again from its rows, for a store's row has what stands there after it. */
#ifndef EMULATOR_TRACE_H
#define EMULATOR_TRACE_H

#include "emulator/core/machine.h"

struct em_trace_log;
struct em_trace_log *em_trace_new(uint32_t most);
void em_trace_free(struct em_trace_log *t);
/* Into *out; what is there is its. */
void em_trace_result(struct em_trace_log *t, struct em_result *out);
/* Before the slot i runs. */
void em_trace_before(struct em_trace_log *t, struct em_warp *w, const struct em_inst *i);
/* After the warp's last slot of a turn. */
void em_trace_after(struct em_trace_log *t, struct em_warp *w);
/* There is no room for more. */
bool em_trace_full(const struct em_trace_log *t);

#endif
