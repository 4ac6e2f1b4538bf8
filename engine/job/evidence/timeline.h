/* timeline: from a device's report to plain data that reports draw. */
#ifndef JOB_TIMELINE_H
#define JOB_TIMELINE_H

#include "base/arena.h"
#include "counters/counters.h"
#include "device/control.h"
#include "judge/timeline.h"

/* Adds the operations of one more process to what is there. Owned by the arena. */
void timeline_add_report(struct timeline *t, struct arena *a, const struct device_report *rep);
/* What the timeline's counters are (counters.def): sets them in `c`, and leaves the others alone. */
void timeline_count(const struct timeline *t, struct counters *c);
/* A copy that lives as long as `a`. */
struct timeline timeline_copy(struct arena *a, const struct timeline *t);

#endif
