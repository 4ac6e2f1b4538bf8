/* job_internal: a job at work, for its own files: job.c (the order of things), job_start.c (what has to be there
 * first), job_cases.c (the cases, one after another), job_judge.c (what one case's run means). Internal to
 * engine/job/step. */
#ifndef JOB_INTERNAL_H
#define JOB_INTERNAL_H

#include <pthread.h>

#include "gpu/gpu.h"
#include "job/parts/install.h"
#include "job/parts/scratch.h"
#include "job/run/observe.h"
#include "job/run/runner.h"
#include "job/run/truth.h"
#include "job/step/job.h"
#include "judge/compare.h"
#include "sandbox/sandbox.h"
#include "toolchain/toolchain.h"

struct job {
	const struct job_request *rq;
	struct result *r;
	struct err *e; /* the caller's */
	struct install install;
	struct toolchain toolchain;
	struct sandbox own, *sandbox; /* sandbox: own, the request's, or NULL */
	struct scratch tmp;
	char *student_so, *reference_so, *observed_so;
	struct device_line *lines; /* what each line of the student's file counted in r->seen_case */
	size_t nlines;
	struct truth *truth, own_truth; /* the request's, or our own */
	const char *source;             /* text of the judged file, once it was asked for */
	struct observe observe;
	struct gpu_info gpu;
	pthread_t probe;
	int64_t deadline_ns; /* when the time of the run is over; 0: the student's code has not run yet */
	int done;            /* cases that have been judged */
	/* What the program printed in the first case that failed, or else in the first of all. */
	const char *output, *output_case;
	const char *others; /* what it printed in cases after that, each under a line with the case's name; or NULL */
	const char *unsupported; /* what the emulated device said that it lacks, or NULL */
	bool races;              /* a race was seen that has not made anything wrong */
	bool empty_crashed;      /* host code died in a case in which an argument's pointer is null */
	bool leak_said, probing, have_install, have_toolchain, observing;
};

/* Say how far it is. */
void job_tell(const struct job *j, enum job_stage stage, int done, int total, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The machine's fault: the result is `not-judged` (1), unless somebody asked to stop (-1). */
int job_not_judged(struct job *j, struct err *e);

/* ---- The steps of a job: 0 to go on, 1 when the result is final, -1 on cancel. */

/* ---- job_start.c */
int job_find_parts(struct job *j);
/* `auto` asks for a GPU while nvcc works; `gpu` needs to know at once. */
int job_find_gpu(struct job *j);
/* Inputs, and the reference's run over them in a thread. */
int job_start_truth(struct job *j);
/* The programs that a gate, a question or a table needs beside the student's. */
int job_start_observing(struct job *j);

/* ---- job_cases.c */
int job_run_cases(struct job *j);

/* ---- job_judge.c */
/* How long everything that runs the student's code may take. */
uint64_t job_run_limit_ms(const struct job *j);
/* What the run of case `i` means: its verdict and its message, in the result. */
void job_judge_case(struct job *j, struct runner *run, size_t i, const struct run_outcome *o, struct outputs *got);
/* The checkers' findings of a run, into its case. */
void job_take_findings(struct job *j, struct case_result *c, const struct run_outcome *o);

#endif
