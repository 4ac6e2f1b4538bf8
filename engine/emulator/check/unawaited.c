/* unawaited: a lane that reads or writes what an asynchronous copy may still be writing. Whether it does is found by
 * exec_watch.c, which knows the warp's own copies, and by told.c; here is what is said of it. */
#include <stdio.h>

#include "emulator/check/check.h"

void em_race_unawaited(struct em_warp *w, const struct em_inst *i, int lane, const struct em_warp *of,
	const struct em_inst *copy, int by, uint64_t addr, unsigned bytes, bool store)
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
	f->other = em_check_place(of, copy, by);
	f->has_other = true;
	f->address = addr;
	f->bytes = bytes;
	f->same_warp = of == w;
	f->gap = EM_GAP_COPY;
	snprintf(f->message, sizeof f->message, "Race on %u byte%s of __shared__ memory (%s), %s", bytes,
		bytes == 1 ? "" : "s", em_finding_name(kind),
		of == w && by == lane ? "the thread has not waited for its own asynchronous copy" :
					"the asynchronous copy had not been waited for");
}
