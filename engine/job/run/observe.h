/* observe: what the program that a prediction names (the starter, the solution) counts in the cases that it is about.
 * It is run by the judge itself, in a thread and in processes of its own, so that the answer does not hang on what the
 * student's file is at the moment. Always on the emulator: only it has counters.
 */
#ifndef JOB_OBSERVE_H
#define JOB_OBSERVE_H

#include <pthread.h>

#include "job/run/runner.h"
#include "toolchain/toolchain.h"

struct observe {
	/* in */
	const struct install *install;
	const struct toolchain *toolchain;
	const struct step *step;
	const struct case_data *data; /* step->ncases of them */
	const char *so;               /* where to put the object */
	const char *profile;          /* as in runner_spec */
	int cancel_fd;
	/* out, after observe_wait */
	struct observed *v; /* step->ncases of them have room */
	size_t n;
	struct err err; /* why there is none */
	pthread_t thread;
	bool running;
};
/* Does the step ask for a number of another program than the student's? */
bool observe_wanted(const struct step *s);
/* Start in a thread (all `in` fields set, the rest zero). Without a thread there is no answer, and o->err says so. */
void observe_start(struct observe *o);
void observe_wait(struct observe *o);
/* Copy what came out into r->observed, or why nothing did. */
void observe_take(struct observe *o, struct result *r);
void observe_release(struct observe *o);

#endif
