/* measure.c: see measure.h. List the programs, judge them on the emulator (many at once, in the background), and time
 * those of a step on the GPU as soon as all of them are judged (one step at a time). */
#include "job/measure/measure.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/rng.h"
#include "gpu/gpu.h"
#include "job/measure/measure_kept.h"
#include "job/parts/machine.h"
#include "job/parts/scratch.h"
#include "job/step/timing.h"
#include "judge/verdict.h"

enum { PROBE_TIMEOUT_MS = 15000, COMPILE_TIMEOUT_MS = 60000, JOBS_MOST = 24 };

/* A row of docs/measured.md is for comparing, a student's result is not: less of each is enough, as all of a step take
 * turns. At the timing sizes a visit is mostly the transfer of its data: one must do. */
static const struct timing_pace pace_perf = {
	.visits = 2, .min_samples = 15, .max_samples = 60, .min_ms = 50, .max_ms = 2000, .warmup_ms = 30
};
static const struct timing_pace pace_large = {
	.visits = 1, .min_samples = 15, .max_samples = 60, .min_ms = 100, .max_ms = 1000, .warmup_ms = 30
};

/* One program, and what the emulator says of it. */
struct program {
	const struct step *step;
	const char *role;
	char *key, *source, *shown, *so; /* source: the file that is compiled; shown: relative to the root */
	bool reference;
	/* out */
	enum verdict verdict;
	double modelled_us;
	char *device, *why;
	struct counters c;
	bool has_counters, built, judged;
};

struct work {
	const struct measure_request *rq;
	struct measured *m;
	struct install install;
	struct toolchain toolchain;
	struct gpu_info gpu;
	struct scratch tmp;
	uint64_t seed;
	struct program *programs;
	size_t n, cap, next, row_cap;
	pthread_mutex_t lock;
	pthread_cond_t one_more; /* program was judged */
	pthread_t threads[JOBS_MOST];
	int started;
	bool have_install, have_toolchain;
};

static void tell(const struct work *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void tell(const struct work *w, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	if (!w->rq->on_text)
		return;
	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	w->rq->on_text(w->rq->user, b.data);
	buf_release(&b);
}

/* ---- which programs there are */
static struct program *add(struct work *w, const struct step *s, const char *role, char *key, char *source)
{
	struct program *p;
	size_t n = strlen(w->rq->catalogue->root);

	if (w->n == w->cap) {
		w->cap = w->cap ? 2 * w->cap : 64;
		w->programs = xrealloc(w->programs, w->cap * sizeof *w->programs);
	}
	p = &w->programs[w->n];
	*p = (struct program){ .step = s, .role = role, .key = key, .source = source };
	p->shown = xstrdup(!strncmp(source, w->rq->catalogue->root, n) && source[n] == '/' ? source + n + 1 : source);
	p->so = xasprintf("%s/%zu.so", w->tmp.path, w->n);
	w->n++;
	return p;
}

static char *without_cu(const char *file)
{
	size_t n = strlen(file);

	return xstrndup(file, n > 3 && !strcmp(file + n - 3, ".cu") ? n - 3 : n);
}

/* A file of solutions/, named by its base name without ".cu". */
static void add_solution(struct work *w, const struct step *s, const char *role, const char *file)
{
	add(w, s, role, without_cu(file), xasprintf("%s/solutions/%s/%s", w->rq->catalogue->root, s->lab->id, file));
}

/* The swept program with one choice of its macros: the values stand before its text, whose #ifndef then leaves them
 * alone. */
static int add_swept(struct work *w, const struct step *s, const long long *value, struct err *e)
{
	const struct sweep *sw = &s->sweep;
	const char *from = step_program(s, sw->of, sw->variant, s->solution);
	struct buf text, key;
	struct program *p;
	char *path = xasprintf("%s/sweep-%zu.cu", w->tmp.path, w->n);
	int rc;

	buf_init(&text);
	buf_init(&key);
	buf_puts(&key, "sweep.");
	for (size_t i = 0; i < sw->nmacros; i++) {
		buf_printf(&text, "#define %s %lld\n", sw->macros[i].name, value[i]);
		buf_printf(&key, "%s%s=%lld", i ? "," : "", sw->macros[i].name, value[i]);
	}
	buf_printf(&text, "#line 1 \"%s\"\n", from);
	rc = fs_read(from, 1 << 20, &text, e);
	if (!rc)
		rc = fs_write_atomic(path, text.data, text.len, 0600, e);
	if (!rc) {
		p = add(w, s, "sweep", xstrdup(key.data), path);
		free(p->shown);
		p->shown = xasprintf(
			"%s", strstr(from, s->lab->id) ? strstr(from, s->lab->id) + strlen(s->lab->id) + 1 : from);
	} else {
		free(path);
	}
	buf_release(&text);
	buf_release(&key);
	return rc;
}

static int add_sweep(struct work *w, const struct step *s, struct err *e)
{
	const struct macro *a = &s->sweep.macros[0], *b = s->sweep.nmacros > 1 ? &s->sweep.macros[1] : NULL;
	int rc = 0;

	for (size_t i = 0; i < a->nvalues && !rc; i++)
		for (size_t k = 0; k < (b ? b->nvalues : 1) && !rc; k++) {
			long long value[2] = { a->values[i], b ? b->values[k] : 0 };

			rc = add_swept(w, s, value, e);
		}
	return rc;
}

static int add_step(struct work *w, const struct step *s, struct err *e)
{
	add(w, s, "reference", xstrdup("reference"), xstrdup(s->reference))->reference = true;
	add(w, s, "starter", xstrdup("starter"), xstrdup(s->starter));
	add(w, s, "solution", xstrdup("solution"), xstrdup(s->solution));
	for (size_t i = 0; i < s->nright; i++)
		add_solution(w, s, "another right way", s->right[i]);
	for (size_t i = 0; i < s->nvariants; i++)
		add(w, s, "variant", xasprintf("variant.%s", s->variants[i].name), xstrdup(s->variants[i].path));
	/* Of the mistakes those that are right but slow: the others' times would say nothing. */
	for (size_t i = 0; i < s->nmistakes; i++)
		if (verdict_find(s->mistakes[i].verdict) == VERDICT_GATE_FAILED)
			add_solution(w, s, "mistake", s->mistakes[i].file);
	return s->has_sweep ? add_sweep(w, s, e) : 0;
}

/* ---- the emulator's half */
static void judge(struct work *w, struct program *p)
{
	struct job_request jr = { .trusted = true,
		.root = w->rq->catalogue->root,
		.cache = w->rq->cache,
		.step = p->step,
		.file = p->source,
		.device = DEVICE_EMULATOR,
		.seed = w->seed,
		.schedules = -1,
		.cancel_fd = w->rq->cancel_fd,
		.untimed = true };
	struct compile_request cr = { .source = p->source,
		.out = p->so,
		.arch = 80,
		.machine = machine_arch(NULL),
		.use_cache = true,
		.timeout_ms = COMPILE_TIMEOUT_MS,
		.cancel_fd = w->rq->cancel_fd };
	struct compile_outcome out;
	struct result r;
	struct err e = ERR_INIT;

	memset(&out, 0, sizeof out);
	if (job_run(&jr, &r, &e)) {
		p->verdict = VERDICT_NOT_JUDGED;
		p->why = xstrdup(e.msg);
	} else {
		p->verdict = r.verdict;
		p->c = r.student.total;
		p->has_counters = r.student.has_counters;
		if (r.student.time_kind == TIME_MODELLED)
			p->modelled_us = r.student.time_us;
		p->device = xstrdup(r.device_name);
		if (r.verdict != VERDICT_PASS && r.verdict != VERDICT_GATE_FAILED)
			p->why = xasprintf(
				"%s%s%s", verdict_word(r.verdict), r.message ? ": " : "", r.message ? r.message : "");
		else if (w->rq->kept)
			p->built = true;
		else if (toolchain_compile(&w->toolchain, &cr, &out, &e) || !out.ok)
			p->why = xasprintf(
				"it was not compiled for the GPU: %s", e.kind ? e.msg : "see nvcc's own words");
		else
			p->built = true;
		buf_release(&out.diagnostics);
	}
	result_release(&r);
}

static void *judge_main(void *arg)
{
	struct work *w = arg;

	pthread_mutex_lock(&w->lock);
	while (w->next < w->n && !fd_readable(w->rq->cancel_fd)) {
		struct program *p = &w->programs[w->next++];

		tell(w, "%s on the emulator: %s (%zu of %zu)", p->step->id, p->key, w->next, w->n);
		pthread_mutex_unlock(&w->lock);
		judge(w, p);
		pthread_mutex_lock(&w->lock);
		p->judged = true;
		pthread_cond_broadcast(&w->one_more);
	}
	pthread_cond_broadcast(&w->one_more); /* cancelled: nobody need wait */
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* A quarter of the cores is left to what times on the GPU meanwhile. */
static int judge_in_background(struct work *w, struct err *e)
{
	const int cores = limits_cores();
	int want = w->rq->threads ? w->rq->threads : cores > 1 ? cores * 3 / 4 : 1;

	if (want > JOBS_MOST)
		want = JOBS_MOST;
	while (w->started < want && !pthread_create(&w->threads[w->started], NULL, judge_main, w))
		w->started++;
	return w->started ? 0 : err_set(e, ERR_ENV, "no thread can be started");
}

/* Until programs[first .. first + n - 1] are judged. */
static int wait_for(struct work *w, size_t first, size_t n, struct err *e)
{
	pthread_mutex_lock(&w->lock);
	for (size_t i = first; i < first + n; i++)
		while (!w->programs[i].judged && !fd_readable(w->rq->cancel_fd))
			pthread_cond_wait(&w->one_more, &w->lock);
	pthread_mutex_unlock(&w->lock);
	return fd_readable(w->rq->cancel_fd) ? err_set(e, ERR_CANCELLED, "stopped on request") : 0;
}

/* ---- the GPU's half */
static struct measured_row *add_row(struct work *w, const struct program *p, char *key, const char *on_case, bool perf)
{
	struct measured *m = w->m;
	struct measured_row *r;

	if (m->n == w->row_cap) {
		w->row_cap = w->row_cap ? 2 * w->row_cap : 64;
		m->rows = xrealloc(m->rows, w->row_cap * sizeof *m->rows);
	}
	r = &m->rows[m->n++];
	*r = (struct measured_row){ .step = p->step,
		.key = key,
		.file = xstrdup(p->shown),
		.role = p->role,
		.on_case = on_case,
		.verdict = p->verdict,
		.modelled_us = perf ? p->modelled_us : 0,
		.c = p->c,
		.has_counters = perf && p->has_counters,
		.why = p->why ? xstrdup(p->why) : NULL };
	return r;
}

/* Time `n` programs of one step, the reference first, at one case; a row for each. `suffix` ends the keys; NULL: "case
 * NAME" is the key. */
static int time_case(struct work *w, struct program *const *list, size_t n, const struct test_case *tc,
	const char *on_case, const char *suffix, bool perf, struct err *e)
{
	const struct timing_pace *pace = tc == &list[0]->step->timing ? &pace_large : &pace_perf;
	const struct step *s = list[0]->step;
	struct timing_request rq = { .install = &w->install,
		.gpu_lib = w->toolchain.cuda_lib,
		.gpu_name = w->gpu.name,
		.step = s,
		.seed = w->seed,
		.cancel_fd = w->rq->cancel_fd };
	struct timed *timed = xcalloc(n, sizeof *timed);
	struct side *sides = xcalloc(n, sizeof *sides);
	size_t nt = 0;
	struct result notes;
	int rc = 0;

	result_init(&notes);
	for (size_t i = 0; i < n; i++)
		if (list[i]->built)
			timed[nt++] = (struct timed){ .so = list[i]->so, .who = list[i]->key, .side = &sides[i] };
	if (list[0]->built && !w->rq->kept)
		rc = timing_programs(&rq, tc, pace, timed, nt, &notes, e);
	for (size_t i = 0; i < n && !rc; i++) {
		char *key = suffix ? xasprintf("%d.%s%s", s->number, list[i]->key, suffix) :
				     xasprintf("%d.case.%s", s->number, tc->name);
		struct measured_row *r;

		if (!suffix && list[i]->reference) {
			free(key);
			continue;
		}
		r = add_row(w, list[i], key, on_case, perf);
		r->us = sides[i].time_n ? sides[i].time_us : 0;
		r->lo_us = sides[i].time_lo_us;
		r->hi_us = sides[i].time_hi_us;
		r->samples = sides[i].time_n;
		r->noisy = sides[i].noisy;
		if (w->rq->kept)
			kept_take(w->rq->kept, r);
		for (size_t k = 0; k < notes.nnotes && !r->us && !r->why; k++)
			if (strstr(notes.notes[k], list[i]->key))
				r->why = xstrdup(notes.notes[k]);
	}
	result_release(&notes);
	free(timed);
	free(sides);
	return rc;
}

static int time_step(struct work *w, size_t first, size_t n, struct err *e)
{
	const struct step *s = w->programs[first].step;
	struct program **list = xcalloc(n, sizeof *list), *two[2];
	const struct test_case *perf = step_case(s, NULL);
	int rc;

	if (!w->rq->kept)
		tell(w, "%s on the %s", s->id, w->gpu.name);
	for (size_t i = 0; i < n; i++)
		list[i] = &w->programs[first + i];
	rc = time_case(w, list, n, perf, perf->name, "", true, e);
	if (!rc && s->has_timing)
		rc = time_case(w, list, n, &s->timing, "timing sizes", ".timing", false, e);
	two[0] = list[0];
	two[1] = list[2]; /* the solution, see add_step */
	for (size_t i = 0; i < s->ncases && !rc; i++)
		if (s->cases[i].sweep)
			rc = time_case(w, two, 2, &s->cases[i], s->cases[i].name, NULL, false, e);
	free(list);
	return rc;
}

static void check_faster(struct work *w, const struct step *s)
{
	struct buf why;

	buf_init(&why);
	switch (measured_promise(w->m, s, &why)) {
	case PROMISE_KEPT: break;
	case PROMISE_BROKEN: w->m->slower++; break;
	case PROMISE_UNKNOWN: w->m->unjudged++; break;
	}
	if (why.len)
		tell(w, "%s: %s", s->id, why.data);
	buf_release(&why);
}

static int time_all(struct work *w, struct err *e)
{
	int rc = 0;

	for (size_t i = 0, n; i < w->n && !rc; i += n) {
		const struct step *s = w->programs[i].step;

		for (n = 0; i + n < w->n && w->programs[i + n].step == s; n++)
			;
		if (wait_for(w, i, n, e))
			return -1;
		for (size_t k = i; k < i + n; k++) {
			const struct program *p = &w->programs[k];

			w->m->unjudged += p->verdict == VERDICT_NOT_JUDGED;
			if (p->device && !w->m->profile)
				w->m->profile = xstrdup(p->device);
		}
		rc = time_step(w, i, n, e);
		if (!rc) {
			check_faster(w, s);
		} else if (e->kind != ERR_CANCELLED) { /* the other steps have their times all the same */
			tell(w, "%s could not be timed: %s", s->id, e->msg);
			w->m->unjudged++;
			err_clear(e);
			rc = 0;
		}
		if (!rc && w->rq->on_lab && (i + n == w->n || w->programs[i + n].step->lab != s->lab))
			rc = w->rq->on_lab(w->rq->user, w->m, s->lab, e);
	}
	return rc;
}

static int find_parts(struct work *w, struct err *e)
{
	if (install_find(&w->install, e))
		return -1;
	w->have_install = true;
	if (toolchain_find(&w->toolchain, w->rq->catalogue->root, w->rq->cache, e))
		return -1;
	w->have_toolchain = true;
	if (w->rq->kept) {
		w->m->gpu = xstrdup(w->rq->kept->gpu);
		w->m->driver = w->rq->kept->driver;
		return scratch_open(&w->tmp, e);
	}
	if (!w->toolchain.cuda_lib)
		return err_set(
			e, ERR_ENV, "nothing can be measured here: NVIDIA's libcudart.so.13 was not found beside nvcc");
	gpu_probe(&w->gpu, w->install.host, w->toolchain.cuda_lib, PROBE_TIMEOUT_MS);
	if (!w->gpu.works)
		return err_set(e, ERR_ENV, "nothing can be measured here: no GPU that works was found: %s", w->gpu.why);
	w->m->gpu = xstrdup(w->gpu.name);
	w->m->driver = w->gpu.driver_version;
	return scratch_open(&w->tmp, e);
}

int measure_labs(const struct measure_request *rq, struct measured *m, struct err *e)
{
	struct work w = { .rq = rq,
		.m = m,
		.seed = rq->seed ? rq->seed : rng_fresh_seed(),
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.one_more = PTHREAD_COND_INITIALIZER };
	size_t n = rq->labs ? rq->nlabs : rq->catalogue->nlabs;
	int rc;

	memset(m, 0, sizeof *m);
	rc = find_parts(&w, e);
	for (size_t i = 0; i < n && !rc; i++) {
		const struct lab *l = rq->labs ? rq->labs[i] : &rq->catalogue->labs[i];

		for (size_t k = 0; l->error.kind == ERR_NONE && k < l->nsteps && !rc; k++)
			rc = add_step(&w, &l->steps[k], e);
	}
	if (!rc)
		rc = judge_in_background(&w, e);
	if (!rc)
		rc = time_all(&w, e);
	pthread_mutex_lock(&w.lock);
	w.next = w.n; /* after an error: no more */
	pthread_mutex_unlock(&w.lock);
	for (int i = 0; i < w.started; i++)
		pthread_join(w.threads[i], NULL);
	for (size_t i = 0; i < w.n; i++) {
		struct program *p = &w.programs[i];

		free(p->key);
		free(p->source);
		free(p->shown);
		free(p->so);
		free(p->device);
		free(p->why);
	}
	free(w.programs);
	scratch_close(&w.tmp);
	if (w.have_toolchain)
		toolchain_release(&w.toolchain);
	if (w.have_install)
		install_release(&w.install);
	return rc;
}

void measured_release(struct measured *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->rows[i].key);
		free(m->rows[i].file);
		free(m->rows[i].why);
	}
	free(m->rows);
	free(m->gpu);
	free(m->profile);
}
