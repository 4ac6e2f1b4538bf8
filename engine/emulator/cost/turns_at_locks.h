/* turns_at_locks: who gets a lock when. Here blocks run one after the other, so whoever runs first takes all its locks
 * before another one takes its first; on a device they come at the same time, and a lock goes to whoever waits for it
 * longest, or tries first. So what each lane does at locks is written down, with the cycles in between, and played
 * again when all is known: blocks begin as there are places for them, a lock that is free is taken at once, one that is
 * given back goes to the next. A part of links.c. */
#ifndef EMULATOR_TURNS_AT_LOCKS_H
#define EMULATOR_TURNS_AT_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct em_lock_turns;
/* So many blocks have room side by side. */
struct em_lock_turns *em_lock_turns_new(uint64_t places);
void em_lock_turns_free(struct em_lock_turns *x);

/* The next block begins; gives back its number. Ends after so many cycles, in which nothing waited for a lock. */
uint32_t em_lock_block(struct em_lock_turns *x);
void em_lock_block_end(struct em_lock_turns *x, uint32_t block, uint64_t clk);

/* A lock: cycles from where it is given back until the next one has it, and in units of 1 / unit cycles how much longer
 * that takes for each who waits. fair: it goes to who has waited longest; else to whoever tries first when it is free.
 * Gives back its number. */
uint32_t em_lock_new(struct em_lock_turns *x, uint32_t hop_clk, uint32_t looker_clk, bool fair);

/* A lane takes a lock or gives it back so many cycles after its block has begun, waits for locks left out. *lane: its
 * number here, 0 before its first lock. */
void em_lock_event(struct em_lock_turns *x, uint32_t block, uint32_t *lane, uint32_t lock, bool take, uint64_t clk);
/* The lane has ended. */
void em_lock_lane_end(struct em_lock_turns *x, uint32_t lane, uint64_t clk);

/* When the last block ends; *waits: how often somebody had to wait. */
uint64_t em_lock_turns_end(struct em_lock_turns *x, uint32_t unit, uint64_t *waits);

#endif
