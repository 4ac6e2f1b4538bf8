/* mutants: a PTX module with one small mistake in it, by source place. `warplings verify --mutants` judges each: a lab
 * whose cases let one pass would let a student's like mistake pass. The copies that the compiler made of one place
 * (unrolled loops, templates) change together.
 *
 * What each does (mutants.def):
 *   guard-dropped    a conditional branch forward is never taken; an instruction under a predicate always runs
 *   guard-closed     a conditional branch forward is always taken; an instruction under a predicate never runs
 *   bound-shifted    setp: lt becomes le, le lt, gt ge, ge gt, and so on; of whole numbers
 *   loop-once        a conditional branch backward is never taken
 *   barrier-dropped  as the audit drops it (syncs.h)
 *   load-shifted     a load from global or shared memory reads the next element
 *   store-shifted    a store or atomic to global or shared memory goes to the next element
 *   output-constant  a store to global or shared memory stores 0, unless it does so anyway
 *   last-block-skipped  of a kernel, at its first instruction: blocks with ctaid.x == nctaid.x - 1 exit at once
 */
#ifndef EMULATOR_MUTANTS_H
#define EMULATOR_MUTANTS_H

#include "ptx/module.h"

enum em_mutant_kind {
#define MUTANT(id, word, what) EM_MUTANT_##id,
#include "emulator/mutants.def"
	EM_MUTANT_KINDS
};
const char *em_mutant_word(enum em_mutant_kind k); /* "guard-dropped" */
const char *em_mutant_what(enum em_mutant_kind k); /* "what the condition guards always runs" */
int em_mutant_find(const char *word);              /* -1: none has this word */

struct em_mutant {
	enum em_mutant_kind kind;
	const char *file; /* of the CUDA source; owned by the module */
	int line, column;
};
/* All that can be made of `m`, by file, line, column and kind: malloc'd, NULL when there is none. */
struct em_mutant *em_mutants(const struct ptx_module *m, size_t *n);
/* Put it into a module that ptx_check has passed and that has not been loaded. How many instructions were changed. */
uint32_t em_mutate(struct ptx_module *m, const struct em_mutant *x);

#endif
