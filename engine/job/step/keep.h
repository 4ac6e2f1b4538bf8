/* keep: what of a run's evidence a result keeps for pictures: accesses, PTX, what the GPU can do. */
#ifndef JOB_KEEP_H
#define JOB_KEEP_H

#include "job/run/observe.h"
#include "job/run/runner.h"

/* Of the perf case: the accesses to memory in lines of `file`. */
void keep_evidence(struct result *r, const char *file, const struct run_outcome *o);
/* The PTX of the student's object and, where the step is about that, of its variants; o: where they were compiled,
 * NULL: nowhere. */
void keep_listings(struct result *r, const char *so, const struct observe *o);
/* How much the emulated GPU can do, from its profile; NULL = the default one. */
struct roof keep_roof(const char *profile);

#endif
