/* findings: what the checkers saw, on its way from launches to the judge. Internal to engine/device.
 *
 * A list is written by log.c under its lock, for each launch that ran: findings of one kind between the same pair of
 * places in one kernel become one row, whose count is of all launches and whose example is the first of the worst
 * severity. Bounded: what does not fit is counted. Both ends of the wire format are here.
 */
#ifndef DEVICE_FINDINGS_H
#define DEVICE_FINDINGS_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/control.h"
#include "device/wire/wire.h"
#include "emulator/emulator.h"

#define FINDINGS_MAX 500

struct finding_list {
	struct finding_row *rows;
	size_t n, cap; /* arena-owned */
	uint64_t lost;
	uint64_t unchecked; /* accesses to global memory that the race checker had no room for */
	bool lacked; /* what is added now comes after something that the device left undone and a GPU might have done */
};

/* Everything in `r` is copied into the arena. `kernel` is scrubbed already. */
void findings_add(struct finding_list *l, struct arena *a, const char *kernel, const struct em_result *r);
/* Two operations of different streams; site: of the host's own code, or NULL. Names are scrubbed already. */
void findings_add_pair(struct finding_list *l, struct arena *a, const char *kernel, const char *other_kernel,
	const struct em_finding *f, const char *site);
/* What a call of the host did wrong, to memory of `block` (may be NULL): a row for each allocation. `call` needs no
 * scrubbing. */
void findings_add_host(struct finding_list *l, struct arena *a, const char *call, const struct em_finding *f,
	const struct device_block *block);
/* Worst first; rows of one severity in the order in which they were seen. */
void findings_put(struct finding_list *l, struct buf *out);
/* The judge's side: into r->findings. */
void findings_read(struct wire *w, struct arena *a, struct device_report *r);

#endif
