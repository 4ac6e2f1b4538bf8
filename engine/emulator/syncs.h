/* syncs: what in a module makes threads wait for each other or orders memory, by source place; and the module without
 * one of them, which is how the barrier audit asks whether it is needed. The copies that the compiler made of one place
 * (unrolled loops, templates, inlining) are one.
 *
 * Listed are bar, barrier (PTX ISA 9.7.13.1), bar.warp.sync (9.7.13.3), membar and fence (9.7.13.4),
 * cp.async.wait_group and wait_all (9.7.9.25). Not mbarriers, bulk copies and the .sync forms of shuffles and votes:
 * they carry data or a count, so that nothing is left of the program without them.
 */
#ifndef EMULATOR_SYNCS_H
#define EMULATOR_SYNCS_H

#include "emulator/emulator.h"

enum em_sync_kind { EM_SYNC_BLOCK, EM_SYNC_WARP, EM_SYNC_COPY, EM_SYNC_FENCE, EM_SYNC_KINDS };
const char *em_sync_word(enum em_sync_kind k); /* "barrier", "warp barrier", "wait for copies", "fence" */

/* Does it make threads wait, or order memory? */
bool em_sync_kind_of(const struct ptx_inst *in, enum em_sync_kind *kind);
/* It becomes pmevent, which does nothing (PTX ISA 9.7.19.4): instructions are named by their index in branches, so none
 * may go. */
void em_take_out(struct ptx_inst *in);

struct em_sync {
	const char *file;
	int line; /* CUDA source; NULL and 0 where .loc says nothing. Owned by the module */
	enum em_sync_kind kind;
	const char *func; /* mangled name of the first function that has it */
	uint32_t copies;
	bool keeps; /* it gives a result (bar.red), so it can't be taken out */
};
/* By file, line and kind. malloc'd; NULL when there is none. */
struct em_sync *em_syncs(const struct em_module *m, size_t *n);
/* Take out every copy of it. How many there were. Only before the module's first launch. */
uint32_t em_sync_drop(struct em_module *m, const char *file, int line, enum em_sync_kind kind);

#endif
