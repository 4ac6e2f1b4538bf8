/* sweep.c: see sweep.h. One thread runs the reference, some try values; the caller's thread waits for the next row. */
#include "job/step/sweep.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/rng.h"
#include "job/parts/install.h"
#include "job/parts/machine.h"
#include "job/parts/scratch.h"
#include "job/run/reference.h"
#include "judge/compare.h"
#include "judge/finding.h"
#include "toolchain/toolchain.h"

enum { COMPILE_TIMEOUT_MS = 60000, MOST_WORKERS = 8 };
#define BUDGET_FACTOR 200
#define BUDGET_BASE 20000000

struct work {
	const struct sweep_request *rq;
	struct sweep_report *r;
	struct install install;
	struct toolchain toolchain;
	struct sandbox own, *sandbox; /* own, or NULL: a file of the labs */
	struct scratch tmp;
	char *reference_so;
	struct step one; /* the step, with the sweep's case alone */
	struct case_data data;
	struct reference reference;
	bool have_install, have_toolchain, have_data, have_reference;

	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t next;
	bool reference_done, stop;
	struct err err; /* the first error that is nobody's row */
};

/* ---- one value */

static int compile_row(struct work *w, struct sweep_row *row, const char *so, struct err *e)
{
	const struct sweep *s = &w->rq->step->sweep;
	const char *defines[3] = { NULL, NULL, NULL };
	struct compile_request rq = { .source = w->r->file,
		.out = so,
		.arch = 80,
		.machine = machine_arch(w->rq->profile),
		.use_cache = true,
		.defines = defines,
		.sandbox = w->sandbox,
		.timeout_ms = COMPILE_TIMEOUT_MS,
		.cancel_fd = w->rq->cancel_fd };
	struct compile_outcome out;
	int rc;

	for (size_t i = 0; i < s->nmacros; i++)
		defines[i] = arena_printf(&row->arena, "-D%s=%lld", s->macros[i].name, row->value[i]);
	memset(&out, 0, sizeof out);
	rc = toolchain_compile(&w->toolchain, &rq, &out, e);
	if (!rc && !out.ok) {
		row->why = arena_printf(&row->arena, "does not compile: %.*s", (int)strcspn(out.diagnostics.data, "\n"),
			out.diagnostics.data);
		row->verdict = VERDICT_COMPILE_ERROR;
		rc = 1;
	}
	buf_release(&out.diagnostics);
	return rc;
}

/* Wait for the reference's thread; whoever comes first joins it. */
static int await_reference(struct work *w, struct err *e)
{
	int rc;

	pthread_mutex_lock(&w->lock);
	if (!w->reference_done)
		reference_wait(&w->reference);
	w->reference_done = true;
	rc = w->reference.rc;
	if (rc)
		*e = w->reference.err;
	pthread_mutex_unlock(&w->lock);
	return rc;
}

static int judge_row(
	struct work *w, struct sweep_row *row, const struct run_outcome *o, const struct outputs *got, struct err *e)
{
	const struct reference_case *ref = &w->reference.cases[0];
	struct case_result c = { .verdict = VERDICT_PASS, .findings = o->findings, .nfindings = o->nfindings };
	struct mismatch m;

	if (o->verdict != VERDICT_PASS) {
		row->why = arena_printf(&row->arena, "%s%s%s", verdict_word(o->verdict), o->message ? ": " : "",
			o->message ? o->message : "");
		row->verdict = o->verdict;
		return 0;
	}
	if (compare_case(&row->arena, &w->data, got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, &m, e))
		return -1;
	if (m.any) {
		c.verdict = VERDICT_WRONG_ANSWER;
		c.message = arena_printf(&row->arena, "%s is %s, expected %s", m.where, m.got, m.want);
	}
	finding_judge(&row->arena, &c); /* as in a case: a race comes before the wrong answer that it makes */
	if (c.verdict != VERDICT_PASS)
		row->why = arena_printf(&row->arena, "%s: %s", verdict_word(c.verdict), c.message);
	row->verdict = c.verdict;
	row->ok = !row->why;
	return 0;
}

static int run_row(struct work *w, struct sweep_row *row, const char *so, struct err *e)
{
	struct runner_spec spec = { .install = &w->install,
		.so = so,
		.symbol = "solve",
		.profile = w->rq->profile,
		.sandbox = w->sandbox,
		.deadline_ns = w->rq->run_ns ? time_now_ns() + w->rq->run_ns : 0,
		.cancel_fd = w->rq->cancel_fd };
	struct runner run;
	struct run_outcome o;
	struct outputs out;
	int rc;

	if (await_reference(w, e))
		return -1;
	spec.step_budget = BUDGET_FACTOR * w->reference.most_instructions + BUDGET_BASE;
	if (runner_start(&run, &spec, e))
		return -1;
	rc = outputs_make(&out, &w->data, e);
	if (!rc)
		rc = runner_case(&run, &row->arena, &w->data, &out, NULL, (int)w->rq->step->time_limit_ms, &o, e);
	if (!rc) {
		row->side = o.side;
		rc = judge_row(w, row, &o, &out, e);
	}
	pthread_mutex_lock(&w->lock);
	snprintf(w->r->device_name, sizeof w->r->device_name, "%s", run.device_name);
	pthread_mutex_unlock(&w->lock);
	outputs_release(&out);
	runner_stop(&run);
	return rc;
}

static void *worker(void *arg)
{
	struct work *w = arg;

	pthread_mutex_lock(&w->lock);
	while (w->next < w->r->nrows && !w->stop) {
		size_t i = w->next++;
		struct sweep_row *row = &w->r->rows[i];
		char *so = xasprintf("%s/row-%zu.so", w->tmp.path, i);
		struct err e = ERR_INIT;
		int rc;

		pthread_mutex_unlock(&w->lock);
		rc = compile_row(w, row, so, &e);
		if (!rc)
			rc = run_row(w, row, so, &e);
		free(so);
		pthread_mutex_lock(&w->lock);
		if (rc < 0 && !w->stop) {
			w->stop = true;
			w->err = e;
		}
		row->done = rc >= 0;
		pthread_cond_broadcast(&w->changed);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* ---- all of them */

static int prepare(struct work *w, struct err *e)
{
	const struct step *s = w->rq->step;
	const struct test_case *tc = step_case(s, s->sweep.on_case);

	w->one = *s;
	w->one.cases = (struct test_case *)tc;
	w->one.ncases = 1;
	if (access(w->r->file, R_OK))
		return err_set(e, ERR_USAGE, "there is no file %s", w->r->file);
	if (install_find(&w->install, e))
		return -1;
	w->have_install = true;
	if (!w->rq->trusted && s->sweep.of == OF_YOURS) {
		install_sandbox(&w->install, w->rq->root, &w->own);
		w->sandbox = &w->own;
	}
	snprintf(w->r->sandbox, sizeof w->r->sandbox, "%s", w->sandbox ? w->own.words : INSTALL_TRUSTED);
	if (toolchain_find(&w->toolchain, w->rq->root, w->rq->cache, e))
		return -1;
	w->have_toolchain = true;
	if (scratch_open(&w->tmp, e))
		return -1;
	w->reference_so = xasprintf("%s/reference.so", w->tmp.path);
	w->have_data = true;
	if (case_data_make(&w->data, &w->one, tc, w->rq->seed ? w->rq->seed : rng_fresh_seed(), e))
		return -1;
	w->reference = (struct reference){ .install = &w->install,
		.toolchain = &w->toolchain,
		.step = &w->one,
		.data = &w->data,
		.so = w->reference_so,
		.profile = w->rq->profile,
		.cancel_fd = w->rq->cancel_fd };
	w->have_reference = true;
	return reference_start(&w->reference, e);
}

static int try_all(struct work *w, struct err *e)
{
	const int cores = limits_cores();
	pthread_t threads[MOST_WORKERS];
	int n = cores > MOST_WORKERS ? MOST_WORKERS : cores, started = 0, rc = 0;

	while (started < n && !pthread_create(&threads[started], NULL, worker, w))
		started++;
	if (!started)
		return err_set(e, ERR_ENV, "no thread can be started");
	for (size_t i = 0; i < w->r->nrows && !rc; i++) {
		pthread_mutex_lock(&w->lock);
		while (!w->r->rows[i].done && !w->stop)
			pthread_cond_wait(&w->changed, &w->lock);
		rc = w->r->rows[i].done ? 0 : -1;
		pthread_mutex_unlock(&w->lock);
		if (!rc && w->rq->on_row)
			w->rq->on_row(w->rq->user, w->r, i + 1);
	}
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_mutex_unlock(&w->lock);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	if (rc && e)
		*e = w->err;
	return rc;
}

int sweep_run(const struct sweep_request *rq, struct sweep_report *r, struct err *e)
{
	struct work w = { .rq = rq, .r = r, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
	const struct sweep *s = &rq->step->sweep;
	int rc;

	if (!rq->step->has_sweep) {
		memset(r, 0, sizeof *r);
		return err_set(e, ERR_USAGE, "%s has no sweep", rq->step->id);
	}
	sweep_report_init(r, rq->step, step_program(rq->step, s->of, s->variant, rq->file));
	rc = prepare(&w, e);
	if (!rc)
		rc = try_all(&w, e);
	if (w.have_reference)
		reference_release(&w.reference);
	if (w.have_data)
		case_data_release(&w.data);
	scratch_close(&w.tmp);
	free(w.reference_so);
	if (w.have_toolchain)
		toolchain_release(&w.toolchain);
	if (w.sandbox)
		sandbox_release(w.sandbox);
	if (w.have_install)
		install_release(&w.install);
	return rc;
}
