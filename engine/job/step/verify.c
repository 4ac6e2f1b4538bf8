/* verify.c: see verify.h. All runs are put into one list, some threads take from it, and the caller's thread reports in
 * order. */
#include "job/step/verify_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/rng.h"
#include "lab/quote.h"
#include "judge/verdict.h"
#include "lab/soundness.h"

struct item *verify_add(
	struct queue *q, const struct step *s, const char *role, enum expectation want, const char *file)
{
	if (q->n == q->cap) {
		q->cap = q->cap ? q->cap * 2 : 64;
		q->items = xrealloc(q->items, q->cap * sizeof *q->items);
	}
	q->items[q->n] =
		(struct item){ .step = s, .role = role, .want = want, .file = xstrdup(file), .share = q->nshares - 1 };
	q->shares[q->nshares - 1].users++;
	return &q->items[q->n++];
}

static void add_share(struct queue *q, const struct step *s)
{
	struct share *h;

	q->shares = xrealloc(q->shares, (q->nshares + 1) * sizeof *q->shares);
	h = &q->shares[q->nshares];
	h->users = 0;
	h->so = xasprintf("%s/reference-%zu.so", q->tmp.path, q->nshares++);
	truth_init(&h->truth, s, q->seed, false);
	h->truth.so = h->so;
	h->truth.cancel_fd = q->rq->cancel_fd;
}

/* Under the lock: nobody needs its inputs and outputs any more. */
static void leave_share(struct queue *q, size_t i)
{
	if (--q->shares[i].users)
		return;
	truth_release(&q->shares[i].truth);
	free(q->shares[i].so);
}

static void add_lab(struct queue *q, const struct lab *l, struct verify_summary *sum)
{
	for (size_t i = 0; i < l->nsteps; i++) {
		const struct step *s = &l->steps[i];
		char *folder = xasprintf("%s/solutions/%s", q->rq->catalogue->root, l->id);

		add_share(q, s);
		if (q->rq->mutants) {
			verify_add(q, s, "solution", MUST_PASS, s->solution);
			mutants_add(q, s, sum);
			free(folder);
			continue;
		}
		verify_add(q, s, "starter", MUST_FAIL, s->starter);
		verify_add(q, s, "solution", MUST_PASS, s->solution)->asked = true;
		for (size_t k = 0; k < s->nright; k++) {
			char *path = xasprintf("%s/%s", folder, s->right[k]);

			verify_add(q, s, "another right way", MUST_PASS, path);
			free(path);
		}
		for (size_t k = 0; k < s->nvariants; k++)
			verify_add(q, s, "variant", MUST_BE_RIGHT, s->variants[k].path);
		if (s->has_sweep)
			verify_add(
				q, s, "sweep", MUST_SWEEP, step_program(s, s->sweep.of, s->sweep.variant, s->solution));
		for (size_t k = 0; k < s->nmistakes; k++) {
			char *path = xasprintf("%s/%s", folder, s->mistakes[k].file);
			struct item *it = verify_add(q, s, "mistake", MUST_BE, path);

			it->verdict = verdict_find(s->mistakes[k].verdict);
			it->or_verdict = s->mistakes[k].or_verdict ? verdict_find(s->mistakes[k].or_verdict) : -1;
			it->says = s->mistakes[k].says;
			free(path);
		}
		cheats_add(q, s);
		free(folder);
	}
}

static void *worker(void *arg)
{
	struct queue *q = arg;

	pthread_mutex_lock(&q->lock);
	while (q->next < q->n && !q->stop) {
		struct item *it = &q->items[q->next++];

		pthread_mutex_unlock(&q->lock);
		if (it->want == MUST_SWEEP)
			verify_sweep(q, it);
		else if (it->want == MUST_BE_REFUSED)
			cheats_check(q, it);
		else if (it->want == MUST_BE_KILLED)
			mutants_check(q, it);
		else
			verify_file(q, it);
		pthread_mutex_lock(&q->lock);
		leave_share(q, it->share);
		it->done = true;
		pthread_cond_broadcast(&q->changed);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

void verify_report(const struct verify_request *rq, struct verify_summary *s, const struct verify_line *l)
{
	s->checked++;
	s->failed += !l->ok && !l->environment;
	s->environment += !l->ok && l->environment;
	if (rq->on_line)
		rq->on_line(rq->user, l);
}

static const char *relative(const struct verify_request *rq, const char *path)
{
	size_t n = strlen(rq->catalogue->root);

	return !strncmp(path, rq->catalogue->root, n) && path[n] == '/' ? path + n + 1 : path;
}

/* Where a step says so, its solution is faster than its starter: what a student sees must not say the opposite. */
static void report_faster(const struct queue *q, size_t i, struct verify_summary *sum)
{
	const struct item *starter = &q->items[i], *solution = &q->items[i + 1]; /* as add_lab lists them */
	const struct step *s = starter->step;
	bool known = starter->modelled_us > 0 && solution->modelled_us > 0;
	char *text;

	if (!s->faster || starter->environment || solution->environment)
		return;
	if (known)
		text = xasprintf("%s: the solution takes %.2f us modelled, the starter %.2f us, and the step says "
				 "'faster: true'",
			solution->modelled_us < starter->modelled_us ? "faster" : "not faster", solution->modelled_us,
			starter->modelled_us);
	else
		text = xasprintf("'faster: true' needs a starter and a solution with right answers to compare");
	verify_report(q->rq, sum,
		&(struct verify_line){ .file = s->lab->manifest,
			.line = s->line,
			.text = text,
			.ok = known && solution->modelled_us < starter->modelled_us });
	free(text);
}

static int run_queue(struct queue *q, struct verify_summary *s, struct err *e)
{
	int n = q->rq->threads ? q->rq->threads : limits_cores();
	pthread_t *threads;
	int started = 0, rc = 0;

	if (n > 64)
		n = 64;
	threads = xcalloc((size_t)n, sizeof *threads);
	while (started < n && !pthread_create(&threads[started], NULL, worker, q))
		started++;
	if (!started)
		rc = err_set(e, ERR_ENV, "no thread can be started");
	for (size_t i = 0; i < q->n && !rc; i++) {
		struct item *it = &q->items[i];

		pthread_mutex_lock(&q->lock);
		while (!it->done)
			pthread_cond_wait(&q->changed, &q->lock);
		pthread_mutex_unlock(&q->lock);
		if (fd_readable(q->rq->cancel_fd)) {
			rc = err_set(e, ERR_CANCELLED, "stopped on request");
			break;
		}
		if (it->want == MUST_BE_REFUSED) {
			if (cheats_last(it))
				cheats_report(q, i, s);
			continue;
		}
		if (it->want == MUST_BE_KILLED) {
			if (mutants_last(q, i))
				mutants_report(q, i, s);
			continue;
		}
		verify_report(q->rq, s,
			&(struct verify_line){ .file = relative(q->rq, it->file),
				.text = it->text,
				.ok = it->ok,
				.environment = it->environment });
		if (it->want == MUST_PASS && it->asked && !q->rq->mutants)
			report_faster(q, i - 1, s);
	}
	pthread_mutex_lock(&q->lock);
	q->stop = true;
	pthread_mutex_unlock(&q->lock);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return rc;
}

/* A figure of an H200 that a text quotes and nobody has measured: the sentence around it is left out, unseen. */
static void report_unmeasured(const struct verify_request *rq, const struct lab *l)
{
	struct quote q;

	for (size_t i = 0; rq->on_line && i < l->nsteps; i++) {
		const struct step *s = &l->steps[i];

		for (const char *at = s->learned; at && quote_next(s, at, &q, NULL) > 0; at = q.start + q.len) {
			char *text;

			if (q.whose != QUOTE_H200 || lab_measured(l, q.key))
				continue;
			text = xasprintf(
				"step %d: learned quotes %.*s, and measured.yaml has no %s: what stands around it is "
				"not shown",
				s->number, (int)q.len, q.start, q.key);
			rq->on_line(rq->user,
				&(struct verify_line){ .file = relative(rq, l->dir), .text = text, .warning = true });
			free(text);
		}
	}
}

int verify_labs(const struct verify_request *rq, struct verify_summary *s, struct err *e)
{
	const struct catalogue *c = rq->catalogue;
	struct queue q = { .rq = rq, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
	size_t n = rq->labs ? rq->nlabs : c->nlabs;
	int rc = 0;

	memset(s, 0, sizeof *s);
	q.seed = rq->seed ? rq->seed : rng_fresh_seed();
	if (scratch_open(&q.tmp, e))
		return -1;
	for (size_t i = 0; i < n && !rc; i++) {
		const struct lab *l = rq->labs ? rq->labs[i] : &c->labs[i];
		struct findings f;

		findings_init(&f);
		if (!rq->mutants || l->error.kind != ERR_NONE)
			rc = lab_soundness(c, l, &f, e);
		for (size_t k = 0; k < f.n && !rc; k++)
			verify_report(rq, s,
				&(struct verify_line){ .file = f.v[k].file, .line = f.v[k].line, .text = f.v[k].text });
		for (size_t k = 0; k < l->nsteps && !rc && l->error.kind == ERR_NONE; k++) {
			struct err bad = ERR_INIT;

			if (verdict_check_mistakes(&l->steps[k], &bad))
				verify_report(rq, s,
					&(struct verify_line){
						.file = relative(rq, bad.file), .line = bad.line, .text = bad.msg });
		}
		if (!rc && !f.n && !rq->mutants)
			verify_report(rq, s,
				&(struct verify_line){ .file = relative(rq, l->dir),
					.text = "manifest and files are sound",
					.ok = true });
		findings_release(&f);
		if (!rc && l->error.kind == ERR_NONE && !rq->mutants)
			report_unmeasured(rq, l);
		for (size_t k = 0; l->error.kind == ERR_NONE && k < l->nsteps; k++)
			mutants_check_words(rq, &l->steps[k], s);
		if (l->error.kind == ERR_NONE)
			add_lab(&q, l, s);
	}
	if (!rc)
		rc = run_queue(&q, s, e);
	for (size_t i = 0; i < q.nshares; i++)
		if (q.shares[i].users) { /* it was stopped before its items came to their turn */
			q.shares[i].users = 1;
			leave_share(&q, i);
		}
	free(q.shares);
	for (size_t i = 0; i < q.n; i++) {
		free(q.items[i].file);
		free(q.items[i].text);
	}
	free(q.items);
	mutants_release(&q);
	scratch_close(&q.tmp);
	return rc;
}
