/* verify.c: see verify.h. All runs are put into one list, some threads take from it, and the caller's thread reports in
 * order. */
#include "job/step/verify.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "judge/prediction.h"
#include "judge/verdict.h"
#include "lab/soundness.h"

enum expectation { MUST_FAIL, MUST_PASS, MUST_BE };

struct item {
	const struct step *step;
	char *file; /* absolute */
	enum expectation want;
	int verdict; /* MUST_BE */
	/* out */
	bool done, ok, environment;
	char *text;
};

struct queue {
	const struct verify_request *rq;
	struct item *items;
	size_t n, cap, next;
	bool stop;
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

static struct item *add(struct queue *q, const struct step *s, enum expectation want, char *file)
{
	if (q->n == q->cap) {
		q->cap = q->cap ? q->cap * 2 : 64;
		q->items = xrealloc(q->items, q->cap * sizeof *q->items);
	}
	q->items[q->n] = (struct item){ .step = s, .file = file, .want = want };
	return &q->items[q->n++];
}

static void add_lab(struct queue *q, const struct lab *l)
{
	for (size_t i = 0; i < l->nsteps; i++) {
		const struct step *s = &l->steps[i];

		add(q, s, MUST_FAIL, xstrdup(s->starter));
		add(q, s, MUST_PASS, xstrdup(s->solution));
		for (size_t k = 0; k < s->nmistakes; k++) {
			char *path =
				xasprintf("%s/solutions/%s/%s", q->rq->catalogue->root, l->id, s->mistakes[k].file);

			add(q, s, MUST_BE, path)->verdict = verdict_find(s->mistakes[k].verdict);
		}
	}
}

/* Of a passing solution: does the program that the step's question is about have the number that is asked for? */
static bool unanswerable(const struct result *r)
{
	const struct step *s = r->step;

	for (size_t i = 0; s->has_predict && i < s->ncases; i++) {
		const struct counters *c;

		if (s->predict.all ? !s->cases[i].sweep : i != prediction_case(s))
			continue;
		c = prediction_observed(r, i);
		if (!c || !counter_defined(c, (enum counter_id)s->predict.counter))
			return true;
	}
	return false;
}

static void check_one(const struct verify_request *rq, struct item *it)
{
	static const char *const roles[] = { "starter", "solution", "mistake" };
	struct job_request jr = { .root = rq->catalogue->root,
		.cache = rq->cache,
		.step = it->step,
		.file = it->file,
		.device = rq->device,
		.seed = rq->seed,
		.schedules = rq->schedules,
		.cancel_fd = rq->cancel_fd,
		.stop_at_first = it->want == MUST_FAIL,
		.observe = it->want == MUST_PASS,
		.untimed = true };
	struct result r;
	struct err e = ERR_INIT;

	if (job_run(&jr, &r, &e)) {
		it->environment = true;
		it->text = xasprintf("%s: %s", roles[it->want], e.msg);
		result_release(&r);
		return;
	}
	it->environment = r.verdict == VERDICT_NOT_JUDGED;
	if (it->want == MUST_PASS)
		it->ok = r.verdict == VERDICT_PASS;
	else if (it->want == MUST_FAIL)
		it->ok = r.verdict != VERDICT_PASS && !it->environment;
	else
		it->ok = (int)r.verdict == it->verdict;
	if (it->ok && it->want == MUST_PASS && unanswerable(&r)) {
		it->ok = false;
		it->text = xasprintf(
			"predict: the question has no answer: %s", r.unobserved ? r.unobserved : "nothing was counted");
	} else if (it->ok)
		it->text = xasprintf("%s: %s", roles[it->want], verdict_word(r.verdict));
	else
		it->text = xasprintf("%s: %s instead of %s%s%s%s%s", roles[it->want], verdict_word(r.verdict),
			it->want == MUST_FAIL         ? "any failure" :
				it->want == MUST_PASS ? "pass" :
							verdict_word((enum verdict)it->verdict),
			r.message ? " (" : "", r.message ? r.message : "", r.message ? ")" : "",
			r.verdict == VERDICT_COMPILE_ERROR && r.diagnostics ? ", see its compiler output" : "");
	result_release(&r);
}

static void *worker(void *arg)
{
	struct queue *q = arg;

	pthread_mutex_lock(&q->lock);
	while (q->next < q->n && !q->stop) {
		struct item *it = &q->items[q->next++];

		pthread_mutex_unlock(&q->lock);
		check_one(q->rq, it);
		pthread_mutex_lock(&q->lock);
		it->done = true;
		pthread_cond_broadcast(&q->changed);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

static void report(const struct verify_request *rq, struct verify_summary *s, const struct verify_line *l)
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

static int run_queue(struct queue *q, struct verify_summary *s, struct err *e)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int n = q->rq->threads ? q->rq->threads : (int)(cores > 0 ? cores : 1);
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
		report(q->rq, s,
			&(struct verify_line){ .file = relative(q->rq, it->file),
				.text = it->text,
				.ok = it->ok,
				.environment = it->environment });
	}
	pthread_mutex_lock(&q->lock);
	q->stop = true;
	pthread_mutex_unlock(&q->lock);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return rc;
}

int verify_labs(const struct verify_request *rq, struct verify_summary *s, struct err *e)
{
	const struct catalogue *c = rq->catalogue;
	struct queue q = { .rq = rq, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
	size_t n = rq->labs ? rq->nlabs : c->nlabs;
	int rc = 0;

	memset(s, 0, sizeof *s);
	for (size_t i = 0; i < n && !rc; i++) {
		const struct lab *l = rq->labs ? rq->labs[i] : &c->labs[i];
		struct findings f;

		findings_init(&f);
		rc = lab_soundness(c, l, &f, e);
		for (size_t k = 0; k < f.n && !rc; k++)
			report(rq, s,
				&(struct verify_line){ .file = f.v[k].file, .line = f.v[k].line, .text = f.v[k].text });
		for (size_t k = 0; k < l->nsteps && !rc && l->error.kind == ERR_NONE; k++) {
			struct err bad = ERR_INIT;

			if (verdict_check_mistakes(&l->steps[k], &bad))
				report(rq, s,
					&(struct verify_line){
						.file = relative(rq, bad.file), .line = bad.line, .text = bad.msg });
		}
		if (!rc && !f.n)
			report(rq, s,
				&(struct verify_line){ .file = relative(rq, l->dir),
					.text = "manifest and files are sound",
					.ok = true });
		findings_release(&f);
		if (l->error.kind == ERR_NONE)
			add_lab(&q, l);
	}
	if (!rc)
		rc = run_queue(&q, s, e);
	for (size_t i = 0; i < q.n; i++) {
		free(q.items[i].file);
		free(q.items[i].text);
	}
	free(q.items);
	return rc;
}
