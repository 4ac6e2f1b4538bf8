/* findings: what the emulated device's checkers saw, from its report to a result. */
#ifndef JOB_FINDINGS_H
#define JOB_FINDINGS_H

#include "device/control.h"
#include "job/evidence/faults.h"
#include "judge/result.h"

/* A text of the device's or the host's report: scrubbed and in the arena; NULL where it is NULL or empty. */
const char *text_of_report(struct arena *a, const char *text);
/* Everything is scrubbed and copied into the arena; `names` says what allocations are called. *n rows; NULL when there
 * are none. */
struct kernel_finding *findings_of_report(
	struct arena *a, const struct device_report *rep, const struct memory_names *names, size_t *n);
/* nvcc saw a copy of the file in a folder of ours; a person knows it as `shown`. Places in a file of `shown`'s name (or
 * of `compiled`'s, where that is not NULL) get it. */
void findings_rename(struct kernel_finding *f, size_t n, const char *compiled, const char *shown);

#endif
