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
/* One of several programs that take turns on a GPU. */
struct timed {
	const char *so, *who; /* `who` stands in notes: "student" */
	int64_t deadline_ns;  /* time_now_ns() by which its code has to end; 0 = none */
	struct side *side;    /* gets time_us and its spread; time_n stays 0 where there is none (a note says why) */
};
struct timing_pace { /* of one visit */
	int visits;  /* of each program: 2, there and back, or 1 */
	int min_samples, max_samples;
	double min_ms, max_ms, warmup_ms;
};
extern const struct timing_pace timing_unhurried; /* what a student's result gets */
/* Time programs[0..n-1] on case `tc` (NULL: the step's timing sizes, or its perf case), there and back: A B C C B A.
 * The first is trusted: what the others compute is compared with its outputs, and a wrong answer has no time. rq's own
 * student_so is not looked at. 0, also when a program failed; -1 when cancelled or our processes failed. */
int timing_programs(const struct timing_request *rq, const struct test_case *tc, const struct timing_pace *pace,
	struct timed *programs, size_t n, struct result *notes, struct err *e);
/* Fill time_us and its spread in r->student and r->reference; anything odd becomes a note. -1 only when cancelled. A
 * GPU that fails now is a note too: the verdict does not hang on time. */
int timing_run(const struct timing_request *rq, struct result *r, struct err *e);
/* p in [0, 1] of n sorted samples (linear between neighbours). */
double percentile(const double *sorted, size_t n, double p);

#endif
