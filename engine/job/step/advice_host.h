/* advice_host: outputs in the host's memory. Private to explain.c's job. */
#ifndef JOB_ADVICE_HOST_H
#define JOB_ADVICE_HOST_H

#include "job/step/advice_text.h"
#include "judge/result.h"

/* What a wrong element of such an output is told; NULL: it lies in the device's memory, or nothing is to be said. */
const char *advice_host(struct result *r, const struct mismatch *m, const char *source);

/* Does a line of the host give the first wrong element its value? Then no copy is to blame for it. */
bool advice_host_sets(const struct result *r, const struct mismatch *m, const char *source);

/* solve() crashed because it followed a pointer into the device's memory. */
struct text_advice advice_host_follows(const struct asked *q);
/* Managed memory that the host reads right behind a launch. */
struct text_advice advice_host_unawaited(const struct asked *q);

/* A time is asked for, and solve() has none that the device measured. */
struct text_advice advice_untimed(const struct asked *q);

/* The host is at work with a buffer that an asynchronous copy has. */
struct text_advice advice_host_early(const struct asked *q);

/* Messages name a call as the student's file does. */
void advice_host_names(struct result *r, const char *source);

/* Nobody wrote the first wrong element of the case, and a cudaMemset() of its array stands in the file, in *line: it
 * may take too little, or solve() may not come to it. NULL: there is none, or more than one. */
const char *advice_host_unset(struct result *r, const struct case_result *c, const char *source, int *line);

#endif
