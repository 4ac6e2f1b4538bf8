/* links: blocks that wait for words which other blocks write: a flag of the block before, a turn, a barrier of one's
 * own; and warps of a block that wait likewise for words of shared memory. On a device such waits make a chain: who
 * waits goes on a hop after the other one has stored. Here blocks run one after the other, and most find their word at
 * their first look. So each warp has a clock, which goes on by its chain for each basic block that it runs; with a word
 * that is stored goes the clock of who stored it; and who has looked for it in a loop is no earlier than that and a
 * hop. A block begins when one of those that ran side by side with it has ended. Which loops these are is look_back.c's
 * business.
 *
 * Who counts those that come to a place and goes on as the last of them, up a tree, say, waits without a loop: its lane
 * is no earlier than any that came before.
 *
 * A word may say how far somebody has come. Who waits until that is far enough goes on when it was: all numbers that
 * were stored there are kept. Loads are taken to be answered by the L2 until the launch is over, and then as they were
 * on average.
 *
 * Few places for many blocks: who takes one goes on when one was given back, the one that was free first; those that
 * nobody had yet are free from the beginning.
 *
 * Who takes a lock, of several, or one that is looked at, takes its turn at it: turns_at_locks.h.
 *
 * Not here: who takes one lock by compare-and-swap (cache/swaps.c), and scans that look back (look_back.c). */
#ifndef EMULATOR_LINKS_H
#define EMULATOR_LINKS_H

#include "emulator/core/machine.h"

/* A store that others are meant to see; another; an atomic; one by which who comes last goes on; one that takes a lock,
 * of several; in shared memory, one bit more. */
enum {
	EM_TELL_STORE,
	EM_TELL_PLAIN,
	EM_TELL_ATOMIC,
	EM_TELL_LAST,
	EM_TELL_TAKE,
	EM_TELL_PERMIT, /* takes one of several places: so many as the word says, */
	EM_TELL_BIT,    /* or as it has bits */
	EM_TELL_SHARED = 8
};

bool em_links_wanted(const struct em_program *p, bool *shared); /* has the program such a loop? of shared memory? */
void em_links_begin(struct em_run *r);                          /* before the first block */
void em_links_block(struct em_block *b);                        /* starts */
void em_links_block_end(struct em_block *b);
void em_links_tick(struct em_warp *w, uint32_t block);
/* The slot before a store or an atomic of a word: what was there when nobody had told anything yet. */
void em_links_was(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask);
/* The slots after accesses: these lanes looked for words, or stored them, at the addresses in this row and the
 * displacement. */
void em_links_look(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask);
void em_links_tell(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask);
/* Cycles of a turn of this loop, by a warp by itself, where the L2 answers. The basic blocks' chains are others then.
 */
uint64_t em_links_turn(const struct em_run *r, const struct em_vigil *loop);
/* The basic blocks' chains are those of the whole launch now, which rest on so many sectors that were seen. */
void em_links_end(struct em_run *r, uint64_t seen, struct em_work *out);

#endif
