/* clock: what clock(), clock64() and %globaltimer read. A warp's clock goes on by what the time model charges for
 * each basic block that it runs, with every load answered by the L1, and a barrier sets all that met to the latest; so
 * who spins for N cycles takes about N cycles of modelled time, and what is read does not depend on the host's threads.
 * Each launch begins where the last one ended. */
#ifndef EMULATOR_CLOCK_H
#define EMULATOR_CLOCK_H

#include "emulator/core/machine.h"

bool em_clock_is(const struct ptx_operand *o);           /* a special register that is one? */
bool em_clock_reads(const struct em_program *p);         /* does the program read one, or sleep? */
void em_clock_begin(struct em_run *r);                   /* before the first block; after em_costs_new */
void em_clock_block(struct em_block *b);                 /* starts */
void em_clock_barrier(struct em_block *b, uint32_t bar); /* a barrier opens */
void em_clock_block_end(struct em_block *b);
void em_clock_end(struct em_run *r);
uint64_t em_clock_ns(const struct em_run *r, uint64_t cycles);
void em_clock_sleep(struct em_warp *w, uint32_t ns);
/* At the slot that reads it. The warp's clock stands at the end of its basic block, whose head lies b slots back (its
 * tick is after that); a = instructions of it that came before this one. */
static inline uint64_t em_clock_at(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_inst *head = i - (ptrdiff_t)i->b;
	const uint64_t left = head->a > i->a ? head->a - i->a : 0;

	return w->cycles - w->t->run->cycles[head[1].id] * left / (head->a ? head->a : 1);
}

#endif
