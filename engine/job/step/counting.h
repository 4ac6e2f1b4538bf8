/* counting: beside a run on a real GPU, the perf case on the emulator: its counters, and who did the work. */
#ifndef JOB_COUNTING_H
#define JOB_COUNTING_H

#include "job/run/runner.h"
#include "job/step/job.h"

struct counting {
	struct sandbox *sandbox; /* of the student's code */
	const struct install *install;
	const struct job_request *rq;
	struct result *r; /* its two sides get their counters */
	const char *student_so, *reference_so;
	const struct case_data *data; /* of the perf case */
	struct case_result *c;        /* likewise; right on the GPU */
	int64_t deadline_ns;          /* of the student's run */
};
/* *student: how its run went. -1: cancelled, or our own processes failed. */
int counting_run(const struct counting *k, struct run_outcome *student, struct err *e);

#endif
