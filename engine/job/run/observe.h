/* observe: what programs other than the student's count in the cases that something is asked about: the starter, the
 * solution and the variants of the step. Questions, gates relative to a variant, the table of variants and what was
 * learned hang on it. They are run by the judge itself, in a thread and in processes of its own, so that nothing hangs
 * on what the student's file is at the moment. Always on the emulator: only it has counters.
 */
#ifndef JOB_OBSERVE_H
#define JOB_OBSERVE_H

#include <pthread.h>

#include "base/arena.h"
#include "job/run/runner.h"
#include "toolchain/toolchain.h"

struct observe_program; /* observe.c */
struct observe {
	/* in */
	const struct install *install;
	const struct toolchain *toolchain;
	const struct step *step;
	const struct case_data *data; /* step->ncases of them */
	const char *so;               /* where to put the objects: a number is added to it */
	const char *profile;          /* as in runner_spec */
	bool for_gates;               /* only what gates hang on; otherwise all that is shown, too */
	int cancel_fd;
	/* out, after observe_wait */
	struct arena arena;
	struct observed *v;
	size_t n, cap;
	struct err err; /* why one is missing: of the first that is */
	struct observe_program *programs;
	size_t nprograms;
	pthread_t thread;
	bool running;
};
/* Does the step hang on a program other than the student's? */
bool observe_wanted(const struct step *s, bool for_gates);
/* Start in a thread (all `in` fields set, the rest zero). Without a thread there is no answer, and o->err says so. */
void observe_start(struct observe *o);
void observe_wait(struct observe *o);
/* Copy what came out into r->observed, and why something did not into r->unobserved. */
void observe_take(struct observe *o, struct result *r);
/* After that: a side of the perf case for each variant of the step, in r's arena; one that was not run has no counters.
 */
const struct side *observe_variants(struct result *r);
/* The variant's object file, after observe_wait; NULL: it was not wanted. */
const char *observe_object(const struct observe *o, const char *variant);
void observe_release(struct observe *o);

#endif
