/* timeline: when each operation of a run would have been at work on the named GPU, as plain data: what job fills from
 * the device's report, and the reports print and draw. Modelled times (docs/virtual-clock.md). */
#ifndef JUDGE_TIMELINE_H
#define JUDGE_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

struct timeline_span {
	const char *op;     /* "kernel", "copy", "memset", "host function", "event", "wait", "pages", "pin", "memory" */
	const char *engine; /* "h2d", "d2h", "compute", "host"; NULL: none (an event) */
	const char *name;   /* a kernel's; the call that waits; where a copy's host memory is ("pinned", "pageable";
			       "device"); or NULL */
	int process;        /* which of the program's, in the order in which they ended; 0 = the first */
	uint32_t stream;    /* 0 = the default stream, 1 = the first other one that was used */
	uint64_t bytes;     /* of a copy or a memset */
	double issued_us, begin_us,
		end_us; /* since the process began to use the device, or the case's solve() was called */
};

struct timeline { /* by process, then by begin */
	struct timeline_span *spans;
	size_t n;
	uint64_t lost; /* operations beyond those that are kept */
	int processes;
	double axis_us; /* what the axis of a drawing begins at: not 0 for a part of a timeline */
};

#endif
