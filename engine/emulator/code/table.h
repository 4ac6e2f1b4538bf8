/* table: the executor rows of one ISA level, findable. Built once a device. */
#ifndef EMULATOR_TABLE_H
#define EMULATOR_TABLE_H

#include "emulator/exec/exec.h"
#include "emulator/exec/sweeps.h"

struct em_table {
	const struct em_row **slot; /* open hash */
	size_t nslots, nrows;
	struct em_pair {
		em_fn own, quick;
		bool pure;
	} * pair;
	size_t npairs; /* open hash; none for the base set */
	struct em_ending {
		em_fn count, branch, whole;
	} * ending;
	size_t nendings;
	em_fn product_shared, product_global; /* exec/products.h; NULL: of the base set */
	em_fn chain_shared, chain_global;     /* exec/chains.h; likewise */
	struct em_sweeping {
		em_fn own, compare; /* compare: this and the branch after it; NULL: none */
		em_sweep_fn fn;
	} * sweep;
	size_t nsweeps;
	em_fn helper[EM_H_COUNT], quick[EM_H_COUNT]; /* quick forms: exec_flow.h; where there is none, the same */
};

struct em_table *em_table_new(bool v3);
/* The quick form of an executor (exec_flow.h); itself where there is none. */
em_fn em_table_quick(const struct em_table *t, em_fn own);
/* An executor's enum em_slot_kind. */
uint8_t em_table_kind(const struct em_table *t, em_fn own);
/* What does all that these do, one after the other: `count` (of its first result), and `branch`, a comparison of it
 * with a branch (em_row.again). NULL: nothing. */
em_fn em_table_end(const struct em_table *t, em_fn count, em_fn branch);
/* What does for all warps of a block (exec/sweeps.h) what these do, one after the other; compare: with the branch after
 * it; NULL: without. NULL: nothing does. */
em_sweep_fn em_table_sweep(const struct em_table *t, em_fn own, em_fn compare);
/* Does an executor work on registers alone, and count nothing? */
bool em_table_pure(const struct em_table *t, em_fn own);
void em_table_free(struct em_table *t);
/* The row of an instruction, or NULL: not implemented. */
const struct em_row *em_table_find(const struct em_table *t, const struct ptx_inst *in);
/* A row by its parts: for what decode composes (set from setp and so on). mods packed by EM_PACK. */
const struct em_row *em_table_get(
	const struct em_table *t, unsigned op, unsigned space, unsigned vec, uint32_t types, uint32_t mods);

#endif
