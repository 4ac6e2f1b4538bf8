/* pictures: what a result takes from a run to draw pictures of: accesses, PTX, how much the GPU can do. */
#ifndef JOB_PICTURES_H
#define JOB_PICTURES_H

#include "job/run/observe.h"
#include "job/run/runner.h"

/* Of the perf case: the accesses to memory in lines of `file`. */
void pictures_of_run(struct result *r, const char *file, const struct run_outcome *o);
/* The PTX of the student's object and, where the step is about that, of its variants; o: where they were compiled,
 * NULL: nowhere. */
void pictures_of_listings(struct result *r, const char *so, const struct observe *o);
/* How much the emulated GPU can do, from its profile; NULL = the default one. */
struct roof pictures_roof(const char *profile);

#endif
