/* pool.c: the workers. Each takes the next text that has no verdict, judges it and stores what came out. The caller's
 * thread waits, says how far they are, hears a wish to stop, and looks at the memory that all take together: where that
 * gets too much, the job that began last is stopped, and its text is judged once more when all others are done, alone.
 * What one submission may take is the same either way, so its verdict is. */
#include <fcntl.h>
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

/* What all jobs may take together, for two of them 1.5 GiB: with ourselves a class stays under 2 GB. One job at work
 * alone has its own limits (host/client.c, toolchain/compile_tool.c) and no other. */
#define MEMORY_BYTES (1ull << 30)
#define MEMORY_OF_JOB (256ull << 20)
#define DEVICE_NAME "warplings-devic" /* as Linux cuts it */
enum { SAY_NS = 250000000, LOOK_NS = 50000000, LOOK_CLOSELY_NS = 10000000 };

/* What the texts of a step share while some are not judged. */
struct share {
	struct truth truth;
	char *so;
	size_t left; /* texts; 0: nothing is held */
};

struct worker {
	struct pool *pool;
	pthread_t thread;
	struct known *now;  /* what it judges, or NULL */
	int64_t since;      /* when it began */
	int stop[2];        /* a pipe: a byte in it ends the job */
	bool stopped, back; /* a byte is in it; for want of memory: the text comes back */
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
	struct known **back; /* texts to be judged alone */
	size_t nback;
	struct worker *workers;
	int nworkers, running;
	uint64_t most; /* bytes of memory, of all jobs together */
	bool stop;
	struct err error;
};

/* The text was judged in a folder that is gone afterwards and has another name each time: every text that names it says
 * the lab's name in its place, as in a submission. */
static char *placed(const char *text, const char *dir, const char *lab)
{
	struct buf b;
	size_t n = strlen(dir);

	buf_init(&b);
	for (const char *at; (at = strstr(text, dir)); text = at + n) {
		buf_add(&b, text, (size_t)(at - text));
		buf_puts(&b, lab);
	}
	buf_puts(&b, text);
	return buf_detach(&b);
}

static void place_all(json_t *o, const char *dir, const char *lab)
{
	const char *key;
	json_t *part;
	size_t i;

	if (json_is_string(o) && strstr(json_string_value(o), dir)) {
		char *text = placed(json_string_value(o), dir, lab);

		json_string_set(o, text);
		free(text);
	}
	json_array_foreach(o, i, part) place_all(part, dir, lab);
	json_object_foreach(o, key, part) place_all(part, dir, lab);
}

/* What a class's page shows of a run: the run itself, and what each line did. */
static char *json_of(const struct result *r, const char *dir, const char *lab)
{
	json_t *o = json_run(r, true), *lines = json_array();
	char *text;

	for (size_t i = 0; i < r->nlines; i++)
		json_array_append_new(lines,
			json_pack("[i,I,I]", r->lines[i].line, (json_int_t)r->lines[i].times,
				(json_int_t)r->lines[i].sectors));
	json_object_set_new(o, "lines", lines);
	place_all(o, dir, lab);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return text;
}

static void take(struct known *k, const struct result *r, const char *dir)
{
	const char *lab = k->step->lab->id;
	char *json = json_of(r, dir, lab);

	k->have = true;
	k->verdict = r->verdict;
	k->message = r->message ? placed(r->message, dir, lab) : NULL;
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
static int judge(struct worker *w, struct known *k, struct err *e)
{
	struct pool *p = w->pool;
	const struct item *it = item_of(p->c, k);
	char *dir = xasprintf("%s/%s", p->work.path, k->key), *file = xasprintf("%s/%s", dir, k->step->file);
	struct job_request rq = { .root = p->c->rq->root,
		.cache = p->cache,
		.step = k->step,
		.file = file,
		/* Verdict and counters are the emulator's either way: `auto` only adds times. */
		.device = p->c->rq->gpu ? DEVICE_AUTO : DEVICE_EMULATOR,
		.truth = &p->shares[k->at].truth,
		.cancel_fd = w->stop[0],
		.untimed = !p->c->rq->gpu,
		.sandbox = &p->c->sandbox };
	struct result r;
	int rc = 0;

	if ((mkdir(dir, 0755) && !fs_is_dir(dir)) || fs_write_atomic(file, it->text, it->len, 0600, e)) {
		rc = e->kind ? -1 : err_errno(e, "%s can't be made", dir);
	} else {
		rc = job_run(&rq, &r, e);
		pthread_mutex_lock(&p->lock);
		if (!rc && w->back && r.verdict == VERDICT_NOT_JUDGED)
			rc = err_set(e, ERR_CANCELLED, "stopped for want of memory");
		if (!rc) {
			take(k, &r, dir);
			if (k->verdict == VERDICT_NOT_JUDGED && !p->sum->first_not_judged[0])
				snprintf(p->sum->first_not_judged, sizeof p->sum->first_not_judged, "%s: %s",
					k->step->id, k->message ? k->message : "");
			rc = state_keep(p->state, k, e);
		}
		pthread_mutex_unlock(&p->lock);
		result_release(&r);
	}
	fs_remove_tree(dir, NULL);
	free(file);
	free(dir);
	return rc;
}

/* One more text needs what its step shares. */
static void hold_share(struct pool *p, size_t at, const struct step *step)
{
	struct share *h = &p->shares[at];

	if (h->left++)
		return;
	h->so = xasprintf("%s/reference-%zu.so", p->work.path, at);
	truth_init(&h->truth, step, p->c->seed, false);
	h->truth.so = h->so;
	h->truth.cancel_fd = p->c->rq->cancel_fd;
}

static void make_shares(struct pool *p)
{
	p->shares = xcalloc(p->c->rq->nsteps, sizeof *p->shares);
	for (size_t i = 0; i < p->c->nknown; i++) {
		struct known *k = &p->c->known[i];

		if (!k->have && !k->elsewhere)
			hold_share(p, k->at, k->step);
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

/* The next text. Those that came back are for the last worker: NULL for the others. */
static struct known *take_next(struct pool *p)
{
	while (p->next < p->c->nknown) {
		struct known *k = &p->c->known[p->next++];

		if (!k->have && !k->elsewhere)
			return k;
	}
	if (p->running > 1 || !p->nback)
		return NULL;
	return p->back[--p->nback];
}

static void *work(void *arg)
{
	struct worker *w = arg;
	struct pool *p = w->pool;
	struct known *k;

	pthread_mutex_lock(&p->lock);
	while (!p->stop && (k = take_next(p))) {
		struct err e = ERR_INIT;
		int rc;

		w->now = k;
		w->since = time_now_ns();
		pthread_mutex_unlock(&p->lock);
		rc = judge(w, k, &e);
		pthread_mutex_lock(&p->lock);
		w->now = NULL;
		release_share(&p->shares[k->at]);
		if (rc && w->back && !p->stop) {
			hold_share(p, k->at, k->step);
			p->back[p->nback++] = k;
		} else if (rc) {
			p->stop = true;
			if (p->error.kind == ERR_NONE && e.kind != ERR_CANCELLED)
				p->error = e;
		} else {
			p->done++;
		}
		if (w->stopped && !p->stop) {
			char byte;

			fs_read_full(w->stop[0], &byte, 1);
			w->stopped = w->back = false;
		}
		pthread_cond_signal(&p->ended);
	}
	p->running--;
	pthread_cond_signal(&p->ended);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void stop_job(struct worker *w)
{
	if (!w->stopped)
		w->stopped = !fs_write_full(w->stop[1], "", 1);
}

/* Too much memory? Then one job less, as long as more than one is left. */
static void mind_memory(struct pool *p, uint64_t taken)
{
	struct worker *last = NULL;
	int left = 0;

	for (int i = 0; i < p->nworkers; i++) {
		struct worker *w = &p->workers[i];

		if (!w->now || w->stopped)
			continue;
		left++;
		if (!last || w->since > last->since)
			last = w;
	}
	if (taken <= p->most || left < 2)
		return;
	stop_job(last);
	last->back = last->stopped;
}

static void watch(struct pool *p, int64_t begin)
{
	const struct grade_request *rq = p->c->rq;
	int64_t told = 0;

	pthread_mutex_lock(&p->lock);
	while (p->running) {
		struct grade_progress g = { p->done, p->total, -1 };
		struct timespec until;
		uint64_t taken;

		if (p->done)
			g.left_s =
				(double)(time_now_ns() - begin) / 1e9 / (double)p->done * (double)(p->total - p->done);
		if (fd_readable(rq->cancel_fd))
			p->stop = true;
		pthread_mutex_unlock(&p->lock);
		taken = p->nworkers > 1 ? proc_memory_below(DEVICE_NAME) : 0;
		if (rq->on_progress && time_now_ns() - told >= SAY_NS) {
			rq->on_progress(rq->user, &g);
			told = time_now_ns();
		}
		pthread_mutex_lock(&p->lock);
		mind_memory(p, taken);
		for (int i = 0; i < p->nworkers && p->stop; i++)
			stop_job(&p->workers[i]);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += taken > p->most / 2 ? LOOK_CLOSELY_NS : LOOK_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (p->running)
			pthread_cond_timedwait(&p->ended, &p->lock, &until);
	}
	pthread_mutex_unlock(&p->lock);
}

static void start_workers(struct pool *p, int jobs)
{
	p->workers = xcalloc((size_t)jobs, sizeof *p->workers);
	p->most = MEMORY_BYTES + (uint64_t)jobs * MEMORY_OF_JOB;
	pthread_mutex_lock(&p->lock);
	for (int i = 0; i < jobs; i++) {
		struct worker *w = &p->workers[p->nworkers];

		w->pool = p;
		if (pipe2(w->stop, O_CLOEXEC)) {
			err_errno(&p->error, "a pipe can't be made");
			break;
		}
		if (pthread_create(&w->thread, NULL, work, w)) {
			err_set(&p->error, ERR_ENV, "a thread can't be started");
			close(w->stop[0]);
			close(w->stop[1]);
			break;
		}
		p->nworkers++;
		p->running++;
	}
	if (p->nworkers)
		p->error = (struct err)ERR_INIT; /* fewer will do */
	pthread_mutex_unlock(&p->lock);
}

static void end_workers(struct pool *p)
{
	for (int i = 0; i < p->nworkers; i++) {
		pthread_join(p->workers[i].thread, NULL);
		close(p->workers[i].stop[0]);
		close(p->workers[i].stop[1]);
	}
	free(p->workers);
}

int pool_judge(struct class *c, struct state *s, struct grade_summary *sum, struct err *e)
{
	struct pool p = { .c = c, .state = s, .sum = sum, .error = ERR_INIT };
	int jobs = c->rq->jobs > 0 ? c->rq->jobs : limits_cores();
	int64_t begin = time_now_ns();

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
	p.back = xcalloc(p.total, sizeof(struct known *));
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.ended, NULL);
	start_workers(&p, jobs);
	watch(&p, begin);
	end_workers(&p);
	sum->judged = p.done;
	sum->stopped = p.stop && p.error.kind == ERR_NONE;
	release_shares(&p);
	scratch_close(&p.work);
	free(p.cache);
	free(p.back);
	pthread_mutex_destroy(&p.lock);
	pthread_cond_destroy(&p.ended);
	if (p.error.kind != ERR_NONE) {
		*e = p.error;
		return -1;
	}
	return 0;
}
