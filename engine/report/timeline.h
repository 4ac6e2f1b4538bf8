/* timeline report: what the engines of the GPU did when, drawn as text: one row an engine, time from left to right. */
#ifndef REPORT_TIMELINE_H
#define REPORT_TIMELINE_H

#include <jansson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "judge/timeline.h"
#include "report/profile.h"

/* What can be said of a timeline in numbers; times in us. */
struct timeline_sums {
	double total;   /* from the first operation's issue to the last end */
	double busy[4]; /* h2d, d2h, compute, host: at least one operation at work */
	size_t operations[4];
	double device, overlap; /* at least one of the first three at work; at least two at once */
};
void timeline_sum(const struct timeline *t, int process, struct timeline_sums *s);

/* What of a timeline lies between two moments (us), cut at them; the drawing goes from the one to the other. Lives as
 * long as the arena and `t`. */
struct timeline timeline_window(const struct timeline *t, double from, double to, struct arena *a);
/* When the first operation that is drawn was issued, when the last one ended (us). Pinning before all else is not drawn
 * where it takes longer than the rest. */
double timeline_begin(const struct timeline *t);
double timeline_end(const struct timeline *t);

/* Text for a person: heading (`title` may be NULL), a drawing for each process as wide as the style says, a legend, the
 * sums. */
void report_timeline_text(
	const struct timeline *t, const char *title, const char *device, const struct text_style *st, struct buf *out);
json_t *json_timeline(const struct timeline *t); /* the array `timeline` of every schema that has one */
/* Schema warplings.timeline/1. */
void report_timeline_json(const struct profile_report *r, struct buf *out);

#endif
