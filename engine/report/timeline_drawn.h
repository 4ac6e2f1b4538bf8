/* timeline_drawn: what of a timeline is drawn, in which row. For timeline.c. */
#ifndef REPORT_TIMELINE_DRAWN_H
#define REPORT_TIMELINE_DRAWN_H

#include "report/timeline.h"

enum { TIMELINE_ROWS = 4 };
extern const char *const timeline_rows[TIMELINE_ROWS]; /* "h2d", "d2h", "compute", "host" */
int timeline_row_of(const struct timeline_span *s);    /* -1: none of them */

/* The pinning that comes before all else, where that is most of the time. It is not drawn: pinning takes milliseconds,
 * copies and kernels microseconds, and they would all stand in the last column. */
struct timeline_prelude {
	size_t calls;
	uint64_t bytes;
	double us, until; /* its end; the first of the rest was issued then or later */
};
/* Process -1: all of them. Nothing, with calls 0, where the rest takes longer. */
struct timeline_prelude timeline_prelude_of(const struct timeline *t, int process);
struct timeline timeline_without(
	const struct timeline *t, int process, const struct timeline_prelude *p, struct arena *a);

#endif
