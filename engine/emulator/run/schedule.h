/* schedule: the adversary. With a seed a launch runs in another order, one that hardware may choose as well, so that a
 * program which leans on the order of threads gives another answer, and gives it again under the same seed.
 *
 * What hardware leaves open, and what is chosen here:
 *  - the order of blocks, how many are in flight, and how those take turns (CUDA C++ Programming Guide, "Thread
 * Hierarchy": "thread blocks are required to execute independently ... in any order, in parallel or in series");
 *  - the order of a block's warps between barriers: they are stopped and changed at accesses to memory, since nothing
 * else shows;
 *  - which of the diverged groups of a warp runs first;
 *  - lanes of one warp that part without need and meet again at the next .sync instruction or barrier (the same guide,
 * "Independent Thread Scheduling"; only for PTX of sm_70 and later, before that a warp runs in lockstep). So lanes that
 * write one place write it in another order, too (PTX ISA, "Memory Consistency Model": the winner is unspecified);
 *  - when a store becomes visible to other blocks, and in which order the stores of one thread do (weak.h), in programs
 * whose blocks may talk to each other: by atomics, fences, volatile or stronger accesses.
 * What is not chosen: an asynchronous copy is always done as late as it may be (copies.h).
 *
 * A seeded launch runs in one host thread and draws all its numbers from (seed, nth): the same bits on every machine.
 * Its counters are those of that order (parted lanes execute more warp instructions), so counters that are to be
 * compared come from seed 0. Seed 0 is the natural order and costs nothing: everything here hangs on
 * em_worker.schedule, which is NULL then.
 */
#ifndef EMULATOR_SCHEDULE_H
#define EMULATOR_SCHEDULE_H

#include "emulator/run/block.h"

/* For the nth launch under this seed (em_launch.schedule_nth). Marks the program's code on first use. */
struct em_schedule *em_schedule_new(uint64_t seed, uint64_t nth, struct em_program *p);
void em_schedule_free(struct em_schedule *s);
/* As em_run.stored. */
void em_schedule_stored(const struct em_schedule *s, uint64_t block, uint64_t at, unsigned bytes, uint8_t *there);
/* All stores become visible: no block has its turn now, and the schedule's order is given up, or the launch is over. */
void em_schedule_settle(struct em_schedule *s);
/* Block k of the order is (k * mul + add) mod n. */
void em_schedule_order(struct em_schedule *s, uint64_t n, uint64_t *mul, uint64_t *add);
/* Blocks are in flight and wait for a turn: is it a new one's? */
bool em_schedule_new_block(struct em_schedule *s, size_t waiting);
/* Which of n > 0 that wait. */
size_t em_schedule_which(struct em_schedule *s, size_t n);
/* A turn of a block, as em_block_run. */
enum em_block_end em_schedule_block(struct em_block *b);

#endif
