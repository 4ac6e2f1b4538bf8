/* advice_host: outputs in the host's memory. Private to explain.c's job. */
#ifndef JOB_ADVICE_HOST_H
#define JOB_ADVICE_HOST_H

#include "judge/result.h"

/* What a wrong element of such an output is told; NULL: it lies in the device's memory, or nothing is to be said. */
const char *advice_host(struct result *r, const struct mismatch *m, const char *source);

/* Messages name a call as the student's file does. */
void advice_host_names(struct result *r, const char *source);

/* Nobody wrote the element, and a cudaMemset() of its array stands in the file, in *line: it may take too little. NULL:
 * there is none, or more than one. */
const char *advice_host_unset(struct result *r, const struct mismatch *m, const char *source, int *line);

#endif
