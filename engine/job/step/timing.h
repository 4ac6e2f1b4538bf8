/* timing: the step's timing sizes (the perf case where it names none) on a real GPU, student and reference in turn
 * (A-B-B-A), median and spread. docs/timing.md gives the rules. */
#ifndef JOB_TIMING_H
#define JOB_TIMING_H

#include "job/run/reference.h"

struct timing_request {
	const struct install *install;
	const char *student_so, *reference_so;
	const char *gpu_lib, *gpu_name;
	const struct step *step;
	uint64_t seed;
	int64_t deadline_ns; /* time_now_ns() by which the student's code has to end; 0 = none */
	int cancel_fd;
};
/* Fill time_us and its spread in r->student and r->reference; anything odd becomes a note. -1 only when cancelled. A
 * GPU that fails now is a note too: the verdict does not hang on time. */
int timing_run(const struct timing_request *rq, struct result *r, struct err *e);
/* p in [0, 1] of n sorted samples (linear between neighbours). */
double percentile(const double *sorted, size_t n, double p);

#endif
