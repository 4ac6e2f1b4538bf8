/* observe.c: see observe.h. A program that fails has no number; that is the lab's fault, and no verdict of the
 * student's hangs on it. */
#include "job/run/observe.h"

#include <stdlib.h>
#include <string.h>

#include "job/parts/machine.h"
#include "judge/prediction.h"
#include "judge/verdict.h"

/* No reference has said yet how long is long: stop what would keep the student waiting. */
enum { BUDGET = 1000000000 };

bool observe_wanted(const struct step *s)
{
	return s->has_predict && s->predict.of != OF_YOURS;
}

static bool asked(const struct step *s, size_t tc)
{
	return s->predict.all ? s->cases[tc].sweep : tc == prediction_case(s);
}

static int run_cases(struct observe *o, struct arena *a)
{
	const struct step *s = o->step;
	struct runner_spec spec = { .install = o->install,
		.so = o->so,
		.symbol = "solve",
		.profile = o->profile,
		.step_budget = BUDGET,
		.cancel_fd = o->cancel_fd };
	struct runner run;
	int rc = 0;

	if (runner_start(&run, &spec, &o->err))
		return -1;
	for (size_t i = 0; i < s->ncases && !rc; i++) {
		struct outputs out;
		struct run_outcome got;

		if (!asked(s, i))
			continue;
		rc = outputs_make(&out, &o->data[i], &o->err);
		if (!rc)
			rc = runner_case(&run, a, &o->data[i], &out, NULL, (int)s->time_limit_ms, &got, &o->err);
		if (!rc && (got.verdict != VERDICT_PASS || !got.side.has_counters))
			rc = err_set(&o->err, ERR_INPUT, "in case '%s' %s ended with %s", s->cases[i].name,
				prediction_whose(s->predict.of), verdict_word(got.verdict));
		else if (!rc)
			o->v[o->n++] = (struct observed){ s->predict.of, i, got.side.total };
		outputs_release(&out);
	}
	runner_stop(&run);
	return rc;
}

static void *observe_main(void *arg)
{
	struct observe *o = arg;
	struct compile_request rq = { .source = step_program(
					      o->step, o->step->predict.of, o->step->predict.variant, NULL),
		.out = o->so,
		.arch = 80,
		.machine = machine_arch(o->profile),
		.use_cache = true,
		.timeout_ms = 120000,
		.cancel_fd = o->cancel_fd };
	struct compile_outcome out;
	struct arena a;
	int rc;

	memset(&out, 0, sizeof out);
	arena_init(&a);
	rc = toolchain_compile(o->toolchain, &rq, &out, &o->err);
	if (!rc && !out.ok)
		rc = err_set(&o->err, ERR_INPUT, "%s does not compile", prediction_whose(o->step->predict.of));
	buf_release(&out.diagnostics);
	if (rc || run_cases(o, &a))
		o->n = 0;
	arena_release(&a);
	return NULL;
}

void observe_start(struct observe *o)
{
	o->v = xcalloc(o->step->ncases, sizeof *o->v);
	o->running = !pthread_create(&o->thread, NULL, observe_main, o);
	if (!o->running)
		err_set(&o->err, ERR_ENV, "a thread can't be started");
}

void observe_wait(struct observe *o)
{
	if (o->running)
		pthread_join(o->thread, NULL);
	o->running = false;
}

void observe_take(struct observe *o, struct result *r)
{
	observe_wait(o);
	r->observed = arena_alloc(&r->arena, (o->n + 1) * sizeof *r->observed);
	memcpy(r->observed, o->v, o->n * sizeof *o->v);
	r->nobserved = o->n;
	if (!o->n)
		r->unobserved = arena_strdup(&r->arena, o->err.msg);
}

void observe_release(struct observe *o)
{
	observe_wait(o);
	free(o->v);
	o->v = NULL;
}
