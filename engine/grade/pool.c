/* pool.c: the workers. Each takes the next text that has no verdict, judges it and stores what came out. The caller's
 * thread waits, says how far they are and hears a wish to stop. */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "grade/internal.h"
#include "job/parts/scratch.h"
#include "job/run/truth.h"
#include "job/step/job.h"
#include "judge/verdict.h"
#include "report/json_run.h"

/* What the texts of a step share while some are not judged. */
struct share {
	struct truth truth;
	char *so;
	size_t left; /* texts; 0: nothing is held */
};

struct pool {
	struct class *c;
	struct state *state;
	struct grade_summary *sum;
	struct scratch work;
	char *cache;
	struct share *shares; /* one for each step */
	pthread_mutex_t lock;
	pthread_cond_t ended; /* of one verdict */
	size_t next, done, total;
	int running;
	bool stop;
	struct err error;
};

/* What a class's page shows of a run: the run itself, and what each line did. */
static char *json_of(const struct result *r)
{
	json_t *o = json_run(r, true), *lines = json_array();
	char *text;

	for (size_t i = 0; i < r->nlines; i++)
		json_array_append_new(lines,
			json_pack("[i,I,I]", r->lines[i].line, (json_int_t)r->lines[i].times,
				(json_int_t)r->lines[i].sectors));
	json_object_set_new(o, "lines", lines);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return text;
}

static void take(struct known *k, const struct result *r)
{
	char *json = json_of(r);

	k->have = true;
	k->verdict = r->verdict;
	k->message = r->message ? xstrdup(r->message) : NULL;
	k->wall_ms = r->wall_ms;
	k->gates = (int)r->ngates;
	for (size_t i = 0; i < r->ngates; i++)
		k->gates_met += r->gates[i].pass;
	k->json = json ? xstrdup(json) : NULL;
	free(json);
}

static const struct item *item_of(const struct class *c, const struct known *k)
{
	for (size_t i = 0; i < c->n; i++)
		for (size_t s = 0; s < c->rq->nsteps; s++)
			if (c->students[i].items[s].known == k)
				return &c->students[i].items[s];
	return NULL;
}

/* -1: stop, the error is set. */
static int judge(struct pool *p, struct known *k, struct err *e)
{
	const struct item *it = item_of(p->c, k);
	char *dir = xasprintf("%s/%s", p->work.path, k->key), *file = xasprintf("%s/%s", dir, k->step->file);
	struct job_request rq = { .root = p->c->rq->root,
		.cache = p->cache,
		.step = k->step,
		.file = file,
		/* Verdict and counters are the emulator's either way: `auto` only adds times. */
		.device = p->c->rq->gpu ? DEVICE_AUTO : DEVICE_EMULATOR,
		.truth = &p->shares[k->at].truth,
		.cancel_fd = p->c->rq->cancel_fd,
		.untimed = !p->c->rq->gpu,
		.sandbox = &p->c->sandbox };
	struct result r;
	int rc = 0;

	if ((mkdir(dir, 0755) && !fs_is_dir(dir)) || fs_write_atomic(file, it->text, it->len, 0600, e)) {
		rc = e->kind ? -1 : err_errno(e, "%s can't be made", dir);
	} else {
		rc = job_run(&rq, &r, e);
		if (!rc) {
			pthread_mutex_lock(&p->lock);
			take(k, &r);
			if (k->verdict == VERDICT_NOT_JUDGED && !p->sum->first_not_judged[0])
				snprintf(p->sum->first_not_judged, sizeof p->sum->first_not_judged, "%s: %s",
					k->step->id, k->message ? k->message : "");
			rc = state_keep(p->state, k, e);
			pthread_mutex_unlock(&p->lock);
		}
		result_release(&r);
	}
	fs_remove_tree(dir, NULL);
	free(file);
	free(dir);
	return rc;
}

static void make_shares(struct pool *p)
{
	p->shares = xcalloc(p->c->rq->nsteps, sizeof *p->shares);
	for (size_t i = 0; i < p->c->nknown; i++) {
		struct known *k = &p->c->known[i];
		struct share *h = &p->shares[k->at];

		if (k->have || k->elsewhere || h->left++)
			continue;
		h->so = xasprintf("%s/reference-%zu.so", p->work.path, k->at);
		truth_init(&h->truth, k->step, p->c->seed, false);
		h->truth.so = h->so;
	}
}

static void release_share(struct share *h)
{
	if (!h->left || --h->left)
		return;
	truth_release(&h->truth);
	free(h->so);
}

/* Those of a call that was stopped. */
static void release_shares(struct pool *p)
{
	for (size_t i = 0; i < p->c->rq->nsteps; i++)
		while (p->shares[i].left)
			release_share(&p->shares[i]);
	free(p->shares);
}

static void *worker(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	while (!p->stop && p->next < p->c->nknown) {
		struct known *k = &p->c->known[p->next++];
		struct err e = ERR_INIT;
		int rc;

		if (k->have || k->elsewhere)
			continue;
		pthread_mutex_unlock(&p->lock);
		rc = judge(p, k, &e);
		pthread_mutex_lock(&p->lock);
		release_share(&p->shares[k->at]);
		if (rc) {
			p->stop = true;
			if (p->error.kind == ERR_NONE && e.kind != ERR_CANCELLED)
				p->error = e;
		} else {
			p->done++;
		}
		pthread_cond_signal(&p->ended);
	}
	p->running--;
	pthread_cond_signal(&p->ended);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void watch(struct pool *p, int64_t begin)
{
	const struct grade_request *rq = p->c->rq;

	pthread_mutex_lock(&p->lock);
	while (p->running) {
		struct grade_progress g = { p->done, p->total, -1 };
		struct timespec until;

		if (p->done)
			g.left_s =
				(double)(time_now_ns() - begin) / 1e9 / (double)p->done * (double)(p->total - p->done);
		if (fd_readable(rq->cancel_fd))
			p->stop = true;
		pthread_mutex_unlock(&p->lock);
		if (rq->on_progress)
			rq->on_progress(rq->user, &g);
		pthread_mutex_lock(&p->lock);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 250000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (p->running)
			pthread_cond_timedwait(&p->ended, &p->lock, &until);
	}
	pthread_mutex_unlock(&p->lock);
}

int pool_judge(struct class *c, struct state *s, struct grade_summary *sum, struct err *e)
{
	struct pool p = { .c = c, .state = s, .sum = sum, .error = ERR_INIT };
	int jobs = c->rq->jobs > 0 ? c->rq->jobs : limits_cores();
	int64_t begin = time_now_ns();
	pthread_t *t;

	for (size_t i = 0; i < c->nknown; i++)
		p.total += !c->known[i].have && !c->known[i].elsewhere;
	for (size_t i = 0; i < c->nknown; i++)
		sum->known += c->known[i].have;
	if (!p.total)
		return 0;
	if (scratch_open(&p.work, e))
		return -1;
	p.cache = xasprintf("%s/cache", c->rq->out);
	make_shares(&p);
	if ((size_t)jobs > p.total)
		jobs = (int)p.total;
	t = xcalloc((size_t)jobs, sizeof *t);
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.ended, NULL);
	pthread_mutex_lock(&p.lock);
	for (int i = 0; i < jobs; i++)
		if (!pthread_create(&t[p.running], NULL, worker, &p))
			p.running++;
	jobs = p.running;
	pthread_mutex_unlock(&p.lock);
	if (!jobs)
		err_set(&p.error, ERR_ENV, "a thread can't be started");
	watch(&p, begin);
	for (int i = 0; i < jobs; i++)
		pthread_join(t[i], NULL);
	free(t);
	sum->judged = p.done;
	sum->stopped = p.stop && p.error.kind == ERR_NONE;
	release_shares(&p);
	scratch_close(&p.work);
	free(p.cache);
	pthread_mutex_destroy(&p.lock);
	pthread_cond_destroy(&p.ended);
	if (p.error.kind != ERR_NONE) {
		*e = p.error;
		return -1;
	}
	return 0;
}
