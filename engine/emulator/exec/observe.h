/* observe: the one place where a warp's access to memory is shown to whoever watches: the checkers (races,
 * uninitialised bytes) and the cache model. The executors of loads, stores, atomics and asynchronous copies call it
 * before data moves, after addresses were found good; exec_watch.c tells the watchers. Of the commonest accesses the
 * quick forms of loads and stores note themselves what there is to note (exec_quiet.h).
 *
 * An access has one of two forms. Runs: all 32 lanes are on, and each half-warp's addresses are one place (EM_UNIFORM)
 * or one after the other (EM_CONSECUTIVE): the bytes [a0, a0 + n0) of lanes 0 to 15 and [a1, a1 + n1) of lanes 16 to
 * 31, `total` bytes a lane. Lanes: an address for each lane of a mask. Addresses are device addresses in global memory,
 * offsets in shared and (each lane's own) local memory.
 *
 * Cost: with nobody watching, one test of a byte of the warp. What to watch is in w->watch (EM_WATCH_*): block.c sets
 * it as a block starts. A watcher is called from several host threads at once, with blocks of one launch; its state
 * belongs to the worker (w->t), or guards itself. */
#ifndef EMULATOR_OBSERVE_H
#define EMULATOR_OBSERVE_H

#include "emulator/core/access.h"

/* Either returns true when the warp must leave its fast loop after this instruction (em_warp_leave). Compiled for each
 * ISA. */
bool em_watch_runs_base(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r);
bool em_watch_runs_v3(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r);
bool em_watch_lanes_base(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);
bool em_watch_lanes_v3(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);

#endif
