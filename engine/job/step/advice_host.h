/* advice_host: outputs in the host's memory. Private to explain.c's job. */
#ifndef JOB_ADVICE_HOST_H
#define JOB_ADVICE_HOST_H

#include "judge/result.h"

/* What a wrong element of such an output is told; NULL: it lies in the device's memory, or nothing is to be said. */
const char *advice_host(struct result *r, const struct mismatch *m);

/* Messages name a call as the student's file does. */
void advice_host_names(struct result *r, const char *source);

#endif
