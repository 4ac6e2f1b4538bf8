/* verify: proves labs sound by running them: every starter fails, every solution and every other right way
 * passes, every variant gives right answers, every planned mistake gets its planned verdict and words, and
 * lab/soundness.h finds nothing. `warplings verify` and `make test` call it.
 */
#ifndef JOB_VERIFY_H
#define JOB_VERIFY_H

#include "job/step/job.h"

struct verify_line {
	const char *file; /* relative to the root */
	int line;         /* of a finding, or 0 */
	const char *text; /* "starter: wrong-answer, as it should", or the finding's sentence */
	bool ok;
	bool environment; /* not ok because the machine failed, not the lab */
	bool warning;     /* nothing to fail for; counted as nothing */
};
struct verify_request {
	const struct catalogue *catalogue;
	const char *root; /* of the installation; the catalogue may be another folder's */
	const struct lab *const *labs;
	size_t nlabs;      /* which ones; NULL = all */
	const char *cache; /* as in job_request */
	enum device_choice device;
	uint64_t seed; /* 0: a fresh one */
	int schedules; /* as in job_request */
	bool mutants;  /* instead of all else: the solutions with small mistakes put in; each has to be noticed */
	int threads;   /* jobs at once; 0 = one for each core */
	int cancel_fd;
	void (*on_line)(
		void *user, const struct verify_line *l); /* from the caller's thread, in the order of the labs */
	void *user;
};
struct verify_summary {
	size_t checked, failed, environment;
};
/* 0 when everything was tried (see *s), -1 when cancelled or a folder can't be read. */
int verify_labs(const struct verify_request *rq, struct verify_summary *s, struct err *e);

#endif
