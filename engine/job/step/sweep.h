/* sweep: compile a step's file for each value of the macros that its manifest names, run each on the sweep's case, and
 * compare what it answers with the reference. Some values are tried side by side; they are told of in their order. On
 * the emulator: its counters and its modelled time are those of every other result.
 */
#ifndef JOB_SWEEP_H
#define JOB_SWEEP_H

#include "base/err.h"
#include "judge/sweep.h"

struct sweep_request {
	const char *root, *cache; /* as in job_request */
	const struct step *step;  /* has_sweep */
	const char *file;         /* the student's: what OF_YOURS stands for */
	const char *profile;      /* of the emulated device; NULL = the default */
	uint64_t seed;            /* 0: a fresh one */
	bool trusted;             /* one of the labs' own: no sandbox */
	int cancel_fd;
	int64_t run_ns; /* for what runs a value's code, without the compiler; 0: the step's time limit for its case */
	/* From the caller's thread, after each row, in order; may be NULL. */
	void (*on_row)(void *user, const struct sweep_report *r, size_t done);
	void *user;
};
/* Fill *r (sweep_report_init'ed here; the caller releases it in each case). -1 when cancelled, when the request is
 * wrong or when our own processes or the lab's reference fail. A value for which the program fails is a row that is not
 * ok. */
int sweep_run(const struct sweep_request *rq, struct sweep_report *r, struct err *e);

#endif
