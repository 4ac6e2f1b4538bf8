/* reference: the trusted half of a job: the step's reference kernel, compiled (cached), run over every case in a
 * process of its own. Its outputs and counters stay in the judge. It runs in a thread while nvcc works on the student's
 * file.
 */
#ifndef JOB_REFERENCE_H
#define JOB_REFERENCE_H

#include <pthread.h>

#include "job/run/runner.h"
#include "toolchain/toolchain.h"

struct reference_case {
	struct outputs want, magnitude; /* magnitude: only for COMPARE_SUM */
	struct run_outcome run;
};
struct reference {
	/* in */
	const struct install *install;
	const struct toolchain *toolchain;
	const struct step *step;
	const struct case_data *data;             /* step->ncases of them */
	bool other;                               /* one more: a case's sizes again, with other values */
	const char *so;                           /* where to put the object */
	const char *gpu_lib, *gpu_name, *profile; /* as in runner_spec */
	int cancel_fd;
	/* out, after reference_wait */
	struct arena arena;
	struct reference_case *cases;
	int rc; /* 0, or -1 with err */
	struct err err;
	uint64_t most_instructions; /* warp instructions of its longest case: what the student's budget follows from */
	pthread_t thread;
	bool running;
};
/* Start in a thread (all `in` fields set, the rest zero). */
int reference_start(struct reference *r, struct err *e);
/* Wait for its end; r->rc and r->err say how it went. */
void reference_wait(struct reference *r);
void reference_release(struct reference *r);

#endif
