/* truth: what a program is judged against: the step with the sizes that a seed draws, its inputs, and the reference,
 * which has run over them. A job makes its own; verify, which judges some ten files of each step, makes one for all
 * jobs of a step (job_request's `truth`).
 *
 * Between truth_init and truth_release it may be used by several threads: the first that asks starts the reference,
 * each waits for it, and from then on nothing in it changes.
 */
#ifndef JOB_TRUTH_H
#define JOB_TRUTH_H

#include <pthread.h>

#include "job/run/reference.h"

struct truth {
	uint64_t seed;
	struct arena arena;
	const struct step *step; /* with its sizes drawn */
	struct case_data *data; /* step->ncases of them, once truth_start has succeeded; and one case's sizes again with
				   other values, where reference.other says so */
	struct reference reference;
	const char *so; /* where the reference's object goes, when that is not a job's own folder; NULL: there */
	int cancel_fd;  /* with `so`: what ends the reference. Not a job's own: one may be stopped, and others go on */
	pthread_mutex_t lock;
	bool made, started;
};

/* `fixed`: the ranges' lowest sizes instead of drawn ones, for tests. */
void truth_init(struct truth *t, const struct step *s, uint64_t seed, bool fixed);
/* Make the inputs and start the reference, unless somebody has: `from` gives install, toolchain, so, GPU, profile and
 * cancel_fd, which have to stay until truth_wait. */
int truth_start(struct truth *t, const struct reference *from, struct err *e);
/* Wait for the reference; 0, or -1 with its error. */
int truth_wait(struct truth *t, struct err *e);
void truth_release(struct truth *t);

#endif
