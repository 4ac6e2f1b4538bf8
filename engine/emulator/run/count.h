/* count: what a launch came to: counters and work from the raw counts of its workers. */
#ifndef EMULATOR_COUNT_H
#define EMULATOR_COUNT_H

#include "emulator/core/machine.h"

void em_count_result(const struct em_run *r, struct em_result *out);
/* How often warps ran a basic block. */
uint64_t em_execs_of(const struct em_run *r, uint32_t block);
/* code_loads.c: of each of p->pinst, as how many loads from shared memory it counts, where the machine code says so,
 * else EM_AS_IT_STANDS; and the wavefronts of these if all lanes want the same words. To be freed. NULL: nothing is
 * known. */
#define EM_AS_IT_STANDS UINT64_MAX
struct em_code_loads {
	uint64_t loads, waves; /* waves 0: not known, those of the narrower loads stay */
};
struct em_code_loads *em_code_loads(const struct em_run *r);
/* code_pairs.c: fills in em_run's pairs, to be freed, before all runs. What an access is joined to there: the bytes of
 * the one access that it is the first of, or EM_PAIR_FOLLOWS; 0: neither. */
#define EM_PAIR_FOLLOWS UINT8_MAX
void em_code_pairs(struct em_run *r);
/* Is it a part of an access that is counted elsewhere? */
bool em_counted_elsewhere(const struct em_run *r, const struct em_pinst *pi);
/* halved.c: fills in em_run's halved and idles, to be freed. */
void em_halved_loops(struct em_run *r);
/* guarded.c: is `pi`, of a body that the PTX lets ptxas put under a predicate (em_cost.runs_as), branched around in the
 * machine code after all? */
bool em_branched_around(const struct em_run *r, const struct em_pinst *pi);
/* Before it is asked: fills in em_run's bodies. */
void em_bodies_new(struct em_run *r);
void em_bodies_free(struct em_bodies *b);
/* spills.c: adds to the work what the registers cost that ptxas spilled (em_timing.spills). */
void em_spills_result(const struct em_run *r, struct em_work *out);
/* long_loops.c: adds to the work what loops have to fetch in each turn. */
void em_long_loops_result(const struct em_run *r, struct em_work *out);
/* parted.c: adds to the work what it costs that lanes of a warp part at branches. */
void em_parted_result(const struct em_run *r, struct em_work *out);
/* frames.c: adds to the work what functions that are called save and fetch of registers. */
void em_frames_result(const struct em_run *r, struct em_work *out);
/* asks.c: adds to the work what is tried before anybody has succeeded. */
void em_asks_result(const struct em_run *r, struct em_work *out);
/* Likewise where lanes walk to where they try: they go round again. */
void em_walks_result(const struct em_run *r, struct em_work *out);
/* locks.c: adds to the work how long a lock is held. */
void em_locks_result(const struct em_run *r, struct em_work *out);
/* draws.c: adds to the work how much later than all others the last one is that has drawn. */
void em_draws_result(const struct em_run *r, struct em_work *out);
/* arrive.c: adds to the work when its first warps come to their atomics. */
void em_arrive_result(const struct em_run *r, struct em_work *out);
/* work.c: all of a launch. Called when its workers have stopped and the traffic is filled in (em_cache_result). */
void em_work_result(struct em_run *r, struct em_work *out);

#endif
