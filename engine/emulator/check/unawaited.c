/* unawaited: a lane that reads or writes what its own asynchronous copy may still be writing. Whether it does is found
 * by exec_watch.c, which knows the warp's copies; here is what is said of it. */
#include <stdio.h>

#include "emulator/check/check.h"

void em_race_unawaited(struct em_warp *w, const struct em_inst *i, const struct em_inst *copy, int lane, uint64_t addr,
	unsigned bytes, bool store)
{
	const enum em_finding_kind kind = store ? EM_FINDING_RACE_WAW : EM_FINDING_RACE_RAW;
	struct em_finding *f;

	if (!(w->blk->t->run->check.on & EM_CHECK_RACE_SHARED))
		return;
	f = em_check_note(w,
		(struct ck_key){ .kind = kind,
			.severity = EM_ERROR,
			.space = PTX_SHARED,
			.at = em_check_inst(w, i),
			.other = (int32_t)ck_inst(ck_inst_of(copy)) });
	if (!f)
		return;
	f->at = em_check_place(w, i, lane);
	f->other = em_check_place(w, copy, lane);
	f->has_other = true;
	f->address = addr;
	f->bytes = bytes;
	f->same_warp = true;
	f->gap = EM_GAP_COPY;
	snprintf(f->message, sizeof f->message,
		"Race on %u bytes of __shared__ memory (%s), the thread has not waited for its own asynchronous copy",
		bytes, em_finding_name(kind));
}
