/* observe.c: see observe.h. A program that fails has no number; that is the lab's fault, and no verdict of the
 * student's hangs on it, but where a gate does: then it is not judged. */
#include "job/run/observe.h"

#include <stdlib.h>
#include <string.h>

#include "job/evidence/side.h"
#include "job/parts/machine.h"
#include "judge/prediction.h"
#include "judge/verdict.h"
#include "lab/quote.h"

/* No reference has said yet how long is long: stop what would keep the student waiting. */
enum { BUDGET = 1000000000 };

struct observe_program {
	enum predict_of of;
	const char *variant;
	bool *cases;    /* which ones */
	const char *so; /* once it was to be compiled */
};

/* ---- which programs, in which cases */

struct plan {
	const struct step *step;
	struct arena *a;
	struct observe_program *v;
	size_t n, cap;
};

static void want(struct plan *p, enum predict_of of, const char *variant, const struct test_case *tc)
{
	struct observe_program *at = NULL;

	if (of == OF_YOURS || !tc)
		return;
	for (size_t i = 0; i < p->n && !at; i++) {
		if (p->v[i].of == of && (of != OF_VARIANT || !strcmp(p->v[i].variant, variant)))
			at = &p->v[i];
	}
	if (!at) {
		at = ARENA_PUSH(p->a, p->v, p->n, p->cap);
		*at = (struct observe_program){ of, variant, arena_alloc(p->a, p->step->ncases), NULL };
	}
	at->cases[tc - p->step->cases] = true;
}

static void want_question(struct plan *p, const struct predict *q)
{
	const struct step *s = p->step;

	if (q->kind == PREDICT_NUMBER)
		want(p, q->of, q->variant, step_case(s, q->on_case));
	for (size_t i = 0; q->kind == PREDICT_ROW && i < s->ncases; i++) {
		if (s->cases[i].sweep)
			want(p, q->of, q->variant, &s->cases[i]);
	}
	for (size_t i = 0; q->kind == PREDICT_ORDER && i < q->nchoices; i++)
		want(p, OF_VARIANT, q->choices[i], step_case(s, q->on_case));
	for (size_t i = 0; i < q->decided.nof; i++)
		want(p, OF_VARIANT, q->decided.of[i], step_case(s, q->decided.on_case));
}

static void want_quotes(struct plan *p)
{
	const struct step *s = p->step;
	struct quote q;

	for (const char *at = s->learned; at && quote_next(s, at, &q, NULL) > 0; at = q.start + q.len) {
		if (q.whose == QUOTE_STARTER)
			want(p, OF_STARTER, NULL, step_case(s, NULL));
		else if (q.whose == QUOTE_VARIANT)
			want(p, OF_VARIANT, q.variant->name, step_case(s, NULL));
	}
}

static void make_plan(struct plan *p, bool for_gates)
{
	const struct step *s = p->step;

	for (size_t i = 0; i < s->ngates; i++) {
		if (s->gates[i].variant)
			want(p, OF_VARIANT, s->gates[i].variant, step_case(s, NULL));
	}
	if (for_gates)
		return;
	for (size_t i = 0; i < s->nquestions; i++)
		want_question(p, &s->questions[i]);
	for (size_t i = 0; i < s->nvariants; i++)
		want(p, OF_VARIANT, s->variants[i].name, step_case(s, NULL));
	want_quotes(p);
}

bool observe_wanted(const struct step *s, bool for_gates)
{
	struct arena a;
	struct plan p = { .step = s, .a = &a };

	arena_init(&a);
	make_plan(&p, for_gates);
	arena_release(&a);
	return p.n > 0;
}

/* ---- running them */

static const char *whose(struct observe *o, const struct observe_program *p)
{
	return p->of == OF_VARIANT ? arena_printf(&o->arena, "the variant %s", p->variant) : prediction_whose(p->of);
}

static int run_cases(struct observe *o, const struct observe_program *p, const char *so, struct err *e)
{
	const struct step *s = o->step;
	struct runner_spec spec = { .install = o->install,
		.so = so,
		.symbol = "solve",
		.profile = o->profile,
		.step_budget = BUDGET,
		.cancel_fd = o->cancel_fd };
	struct runner run;
	int rc = 0;

	if (runner_start(&run, &spec, e))
		return -1;
	for (size_t i = 0; i < s->ncases && !rc; i++) {
		struct outputs out;
		struct run_outcome got;

		if (!p->cases[i])
			continue;
		rc = outputs_make(&out, &o->data[i], e);
		if (!rc)
			rc = runner_case(&run, &o->arena, &o->data[i], &out, NULL, (int)s->time_limit_ms, &got, e);
		if (!rc && (got.verdict != VERDICT_PASS || !got.side.has_counters))
			rc = err_set(e, ERR_INPUT, "in case '%s' %s ended with %s", s->cases[i].name, whose(o, p),
				verdict_word(got.verdict));
		else if (!rc)
			*ARENA_PUSH(&o->arena, o->v, o->n, o->cap) = (struct observed){
				.of = p->of, .variant = p->variant, .tc = i, .c = got.side.total, .side = got.side
			};
		outputs_release(&out);
	}
	runner_stop(&run);
	return rc;
}

static int run_program(struct observe *o, struct observe_program *p, struct err *e)
{
	const char *so = arena_printf(&o->arena, "%s.%zu", o->so, (size_t)(p - o->programs));
	struct compile_request rq = { .source = step_program(o->step, p->of, p->variant, NULL),
		.out = so,
		.arch = 80,
		.machine = machine_arch(o->profile),
		.use_cache = true,
		.timeout_ms = 120000,
		.cancel_fd = o->cancel_fd };
	struct compile_outcome out;
	int rc;

	p->so = so;
	memset(&out, 0, sizeof out);
	rc = toolchain_compile(o->toolchain, &rq, &out, e);
	if (!rc && !out.ok)
		rc = err_set(e, ERR_INPUT, "%s does not compile", whose(o, p));
	buf_release(&out.diagnostics);
	return rc ? rc : run_cases(o, p, so, e);
}

static void *observe_main(void *arg)
{
	struct observe *o = arg;

	for (size_t i = 0; i < o->nprograms; i++) {
		struct err e = ERR_INIT;

		if (run_program(o, &o->programs[i], &e) && o->err.kind == ERR_NONE)
			o->err = e;
	}
	return NULL;
}

void observe_start(struct observe *o)
{
	struct plan p = { .step = o->step, .a = &o->arena };

	arena_init(&o->arena);
	make_plan(&p, o->for_gates);
	o->programs = p.v;
	o->nprograms = p.n;
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
	for (size_t i = 0; i < o->n; i++) {
		r->observed[i] = o->v[i];
		r->observed[i].side = side_copy(&r->arena, &o->v[i].side);
	}
	r->nobserved = o->n;
	if (o->err.kind != ERR_NONE)
		r->unobserved = arena_strdup(&r->arena, o->err.msg);
}

const struct side *observe_variants(struct result *r)
{
	const struct step *s = r->step;
	struct side *sides = arena_alloc(&r->arena, (s->nvariants + 1) * sizeof *sides);

	for (size_t i = 0; i < s->nvariants; i++) {
		const struct observed *o =
			result_observed(r, OF_VARIANT, s->variants[i].name, (size_t)(step_case(s, NULL) - s->cases));

		if (o)
			sides[i] = o->side;
	}
	return sides;
}

const char *observe_object(const struct observe *o, const char *variant)
{
	for (size_t i = 0; i < o->nprograms; i++)
		if (o->programs[i].of == OF_VARIANT && !strcmp(o->programs[i].variant, variant))
			return o->programs[i].so;
	return NULL;
}

void observe_release(struct observe *o)
{
	observe_wait(o);
	arena_release(&o->arena);
}
