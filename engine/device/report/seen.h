/* seen: accesses of a warp that the emulator kept (emulator/run/record.h), on their way from a context to the judge.
 * Internal to engine/device. A list is written by log.c under its lock; bounded. Both ends of the wire format are here.
 */
#ifndef DEVICE_SEEN_H
#define DEVICE_SEEN_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/control.h"
#include "device/wire/wire.h"
#include "emulator/emulator.h"

#define SEEN_MAX 16384 /* 5 MB */

struct seen_row {
	const char *kernel, *file;
	uint32_t launch;
	struct em_seen s;
};
struct seen_line_row {
	const char *kernel, *file;
	uint32_t launch;
	int line;
	uint64_t total;
};
struct seen_list {
	struct seen_row *row;
	size_t n, cap;
	struct seen_line_row *line;
	size_t nlines, capl;
	uint32_t launches;
};

#define TRACE_MAX 65536 /* 36 MB */

/* "BLOCK:WARP:LINE:FROM:MOST:TRACE" as control.c sends it. -1: nonsense. */
int seen_ask(struct em_record_ask *ask, const char *words);
/* What one launch left; copied. */
void seen_add(struct seen_list *l, struct arena *a, const char *kernel, const struct em_result *r);
void seen_put(const struct seen_list *l, struct buf *out);
/* The judge's side: into r->accesses and r->access_lines. */
void seen_read(struct wire *w, struct arena *a, struct device_report *r);

#endif
