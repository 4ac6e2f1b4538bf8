/* weak: in another order of threads (schedule.h) a store becomes visible to other blocks late, and not in the order of
 * the program, unless something orders it: the weak memory of the PTX ISA ("Memory Consistency Model"), as far as a
 * program can tell it from stores that wait and loads that are answered from an old copy.
 *
 * Memory holds what all blocks agree on. Each block has a view of it: stores of its own that have not gone out yet, and
 * places of which it still sees what was there before another block's store came. While a block has its turn, memory
 * looks as its view does; when the turn ends, what all agree on is put back. So the executors know nothing of this.
 *
 * | access | what it does to the view |
 * |---|---|
 * | store: weak, relaxed, volatile | waits, each for its own time; stores to one place keep their order |
 * | load: weak, relaxed | may be answered from an old copy, but never again once a newer value was seen |
 * | load: volatile | is answered from memory: the checkers ask for no fence before such a load either (checkers.md) |
 * | atomic | works on memory: nothing of its place waits; all that a fence put before it has gone out |
 * | atomic of block scope | a load and a store of its block: other blocks' atomics come between |
 * | release | goes out after all that its block stored before |
 * | acquire | then old copies are forgotten |
 * | fence.acq_rel | no later store goes out before an earlier one; old copies are forgotten |
 * | fence.sc, membar (__threadfence()) | the same, and all stores go out at once |
 * | fences and accesses of block scope | nothing: a block's threads share one view |
 *
 * A fence of one thread orders all that its block has stored: a little more than PTX asks for. Loads never come after
 * a later store of their thread, and a store comes to all other blocks through the same memory: so of what PTX allows,
 * "load buffering" and, with fence.acq_rel between the loads, IRIW do not happen here. Nor does anything of this in a
 * kernel without fences, strong or volatile accesses and atomics whose order shows: what its blocks write for each
 * other is a race.
 *
 * When each store goes out is drawn from the seed. What has to be kept is bounded: a block whose stores are too many
 * lets the oldest go. Memory that the host may write meanwhile (mapped, managed) is not delayed. */
#ifndef EMULATOR_WEAK_H
#define EMULATOR_WEAK_H

#include "emulator/core/machine.h"

struct em_weak;
struct em_weak *em_weak_new(struct em_device *d, uint64_t seed, uint64_t nth);
/* After em_weak_settle. */
void em_weak_free(struct em_weak *k);
/* A block's turn begins, ends. over: it was its last one. */
void em_weak_enter(struct em_weak *k, const struct em_block *b);
void em_weak_leave(struct em_weak *k, bool over);
/* In a turn: bytes as its block sees them become what they are for all once the stores of `block` have gone out. */
void em_weak_stored(const struct em_weak *k, uint64_t block, uint64_t at, unsigned bytes, uint8_t *there);
/* Is the instruction one that memory is to be asked about before it runs, and told after? */
bool em_weak_concerns(const struct ptx_inst *in);
/* `pin` is about to run in w's turn, has run. builtin: it calls a function of the device's. */
void em_weak_before(struct em_weak *k, struct em_warp *w, int32_t pin, bool builtin);
void em_weak_after(struct em_weak *k);
/* All stores go out: the launch ends, or goes on in the natural order. */
void em_weak_settle(struct em_weak *k);

#endif
