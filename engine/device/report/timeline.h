/* timeline: when each operation ran on the virtual clock, on its way from a context to the judge. Internal to
 * engine/device. A list is written by log.c under its lock; bounded: what does not fit is counted. Both ends of the
 * wire format are here.
 */
#ifndef DEVICE_TIMELINE_H
#define DEVICE_TIMELINE_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/control.h"
#include "device/wire/wire.h"

#define TIMELINE_MAX 10000

struct timeline_row {
	const char *op;     /* "kernel", "copy", "memset", "host function", "event", "wait", "pages", "pin", "memory" */
	const char *engine; /* "h2d", "d2h", "compute", "host"; NULL: an event takes none */
	const char *name;   /* of the kernel; the call that waits; "pinned", "pageable", "device"; or NULL */
	uint32_t stream;    /* 0 = the default stream */
	uint64_t bytes;
	int64_t issued_ns, begin_ns, end_ns; /* on the context's clock */
	size_t order;                        /* timeline_add's */
};

struct timeline {
	struct timeline_row *rows;
	size_t n, cap; /* arena-owned */
	uint64_t lost;
	int64_t origin_ns; /* what is 0 to the judge */
	bool stopped;      /* nothing is added */
};
/* `row` is copied; its op and engine are constants, its name is scrubbed. */
void timeline_add(struct timeline *t, struct arena *a, const struct timeline_row *row);
/* By begin, then by when they were issued, then as they ended. */
void timeline_put(struct timeline *t, struct buf *out);
/* The judge's side: into r->spans. */
void timeline_read(struct wire *w, struct arena *a, struct device_report *r);

#endif
