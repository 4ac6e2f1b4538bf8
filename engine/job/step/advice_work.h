/* advice_work: of a right answer that a limit refuses: work that is not spread over the threads, or rounds that do not
 * end when they could. Private to explain.c's job. */
#ifndef JOB_STEP_ADVICE_WORK_H
#define JOB_STEP_ADVICE_WORK_H

#include "device/control.h"
#include "judge/result.h"

/* A handful of threads do what the reference starts many for, and take long; NULL: it is not so. */
const char *advice_not_spread(struct result *r);

/* The line that made most of too many load requests: one lane of a warp at a time; NULL: it is not so. */
const char *advice_one_lane(const struct device_line *line);

/* Many more launches than the reference's, in the perf case; NULL: it is not so. */
const char *advice_rounds(struct result *r);

#endif
