/* verify_mutants: small mistakes put into a step's solution (emulator/mutants.h), one at a time, as `verify --mutants`
 * runs them: each has to be noticed by a case, a gate or a checker, or be named in the manifest (`equivalent`) with the
 * reason why there is nothing to notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "device/code/fatbin.h"
#include "emulator/mutants.h"
#include "job/parts/machine.h"
#include "job/step/verify_internal.h"
#include "judge/verdict.h"
#include "toolchain/toolchain.h"

enum { OBJECT_MAX = 64 << 20, SOURCE_MAX = 1 << 20, ALIGNED = 8, NEWEST = 999, COMPILE_MS = 60000 };

struct mutated { /* of one step */
	struct ptx_module *ptx;
	struct em_mutant *all;
	char *source;
	size_t first, last; /* its items in the queue, both included */
};

void mutants_check_words(const struct verify_request *rq, const struct step *s, struct verify_summary *sum)
{
	for (size_t i = 0; i < s->nequivalents; i++) {
		const struct equivalent *q = &s->equivalents[i];
		struct verify_line l = { .file = s->lab->manifest, .line = q->line };
		struct buf text;

		if (em_mutant_find(q->mutant) >= 0)
			continue;
		buf_init(&text);
		buf_printf(&text, "'%s' is no mutant; expected one of", q->mutant);
		for (int k = 0; k < EM_MUTANT_KINDS; k++)
			buf_printf(&text, "%s %s", k ? "," : "", em_mutant_word((enum em_mutant_kind)k));
		l.text = text.data;
		verify_report(rq, sum, &l);
		buf_release(&text);
	}
}

/* ---- the list */

static struct ptx_module *ptx_of_object(const char *so, struct err *e)
{
	struct ptx_module *m = NULL;
	struct fatbin_entry best;
	struct buf object, ptx;

	buf_init(&object);
	buf_init(&ptx);
	if (!fs_read(so, OBJECT_MAX, &object, e)) {
		const uint8_t *p = (const uint8_t *)object.data;

		for (size_t at = 0; at + ALIGNED <= object.len && !ptx.len; at += ALIGNED) {
			size_t n = fatbin_size(p + at, object.len - at);

			if (n && n <= object.len - at)
				fatbin_best_ptx(p + at, n, NEWEST, NEWEST, &ptx, &best, e);
		}
		if (ptx.len)
			ptx_load(ptx.data, ptx.len, &m, e);
		else
			err_set(e, ERR_ENV, "there is no PTX in its object");
	}
	buf_release(&ptx);
	buf_release(&object);
	return m;
}

/* name: of the source in the line table. */
static struct ptx_module *compile(struct queue *q, const struct step *s, char *name, size_t size, struct err *e)
{
	char *so = xasprintf("%s/mutants.so", q->tmp.path);
	struct compile_request rq = { .source = s->solution,
		.out = so,
		.arch = 80,
		.machine = machine_arch(NULL),
		.use_cache = true,
		.timeout_ms = COMPILE_MS,
		.cancel_fd = q->rq->cancel_fd };
	struct compile_outcome out = { 0 };
	struct ptx_module *m = NULL;

	if (!q->toolchain) {
		q->toolchain = xcalloc(1, sizeof *q->toolchain);
		if (toolchain_find(q->toolchain, q->rq->root, q->rq->cache, e)) {
			free(q->toolchain);
			q->toolchain = NULL;
			free(so);
			return NULL;
		}
	}
	if (!toolchain_compile(q->toolchain, &rq, &out, e)) {
		snprintf(name, size, "%s", out.name);
		if (out.ok)
			m = ptx_of_object(so, e);
		else
			err_set(e, ERR_INPUT, "it does not compile");
	}
	buf_release(&out.diagnostics);
	free(so);
	return m;
}

static bool own(const struct em_mutant *x, const char *name)
{
	const char *slash = strrchr(x->file, '/');

	return !strcmp(slash ? slash + 1 : x->file, name);
}

void mutants_add(struct queue *q, const struct step *s, struct verify_summary *sum)
{
	struct mutated *d;
	struct err e = ERR_INIT;
	char name[128] = "";
	size_t n = 0, first = q->n;
	struct buf source;

	q->mutated = xrealloc(q->mutated, (q->nmutated + 1) * sizeof *q->mutated);
	d = &q->mutated[q->nmutated];
	*d = (struct mutated){ .ptx = compile(q, s, name, sizeof name, &e) };
	if (!d->ptx) {
		char *text = xasprintf("step %d: no mutants could be made: %s", s->number, e.msg);

		verify_report(q->rq, sum,
			&(struct verify_line){ .file = s->lab->manifest,
				.line = s->line,
				.text = text,
				.environment = e.kind == ERR_ENV });
		free(text);
		return;
	}
	buf_init(&source);
	fs_read(s->solution, SOURCE_MAX, &source, NULL);
	d->source = xstrdup(source.data ? source.data : "");
	buf_release(&source);
	d->all = em_mutants(d->ptx, &n);
	q->nmutated++;
	for (size_t i = 0; i < n; i++)
		if (own(&d->all[i], name))
			verify_add(q, s, "mutant", MUST_BE_KILLED, s->solution)->mutant = &d->all[i];
	d->first = first;
	d->last = q->n - 1;
}

void mutants_release(struct queue *q)
{
	for (size_t i = 0; i < q->nmutated; i++) {
		ptx_module_free(q->mutated[i].ptx);
		free(q->mutated[i].all);
		free(q->mutated[i].source);
	}
	free(q->mutated);
	if (q->toolchain)
		toolchain_release(q->toolchain);
	free(q->toolchain);
}

/* ---- one of them */

void mutants_check(const struct queue *q, struct item *it)
{
	struct job_request jr = { .trusted = true,
		.root = q->rq->root,
		.cache = q->rq->cache,
		.step = it->step,
		.file = it->file,
		.device = DEVICE_EMULATOR,
		.truth = &q->shares[it->share].truth,
		.schedules = q->rq->schedules,
		.cancel_fd = q->rq->cancel_fd,
		.stop_at_first = true,
		.mutant = it->mutant,
		.untimed = true };
	struct result r;
	struct err e = ERR_INIT;

	if (job_run(&jr, &r, &e) || r.verdict == VERDICT_NOT_JUDGED) {
		it->environment = true;
		it->text = xasprintf("mutant %s could not be judged: %s", em_mutant_word(it->mutant->kind),
			e.kind != ERR_NONE ? e.msg :
				r.message  ? r.message :
					     "no reason given");
	} else {
		it->verdict = (int)r.verdict;
		it->ok = r.verdict != VERDICT_PASS;
	}
	result_release(&r);
}

/* ---- what came of them */

/* The line without its indentation and comment, "" where there is none. */
static char *source_line(const char *s, int line)
{
	for (int k = 1; s && k < line; k++) {
		s = strchr(s, '\n');
		s += s != NULL;
	}
	if (!s)
		return xstrdup("");
	s += strspn(s, " \t");
	return xstrndup(s, strcspn(s, "\r\n"));
}

static bool names(const struct equivalent *q, const struct mutated *d, const struct em_mutant *x)
{
	char *line = source_line(d->source, x->line);
	bool same = !strcmp(q->mutant, em_mutant_word(x->kind)) && strstr(line, q->of);

	free(line);
	return same;
}

static const struct equivalent *excuse(const struct mutated *d, const struct item *it)
{
	for (size_t i = 0; i < it->step->nequivalents; i++)
		if (names(&it->step->equivalents[i], d, it->mutant))
			return &it->step->equivalents[i];
	return NULL;
}

bool mutants_last(const struct queue *q, size_t i)
{
	for (size_t k = 0; k < q->nmutated; k++)
		if (q->mutated[k].last == i)
			return true;
	return false;
}

static const char *relative(const struct queue *q, const char *path)
{
	size_t n = strlen(q->rq->catalogue->root);

	return !strncmp(path, q->rq->catalogue->root, n) && path[n] == '/' ? path + n + 1 : path;
}

static void report_one(
	const struct queue *q, const struct mutated *d, const struct item *it, struct verify_summary *sum)
{
	char *line = source_line(d->source, it->mutant->line);
	char *text = it->environment ? xstrdup(it->text) :
				       xasprintf("nothing notices %s, %s: %s", em_mutant_word(it->mutant->kind),
					       em_mutant_what(it->mutant->kind), line);

	verify_report(q->rq, sum,
		&(struct verify_line){ .file = relative(q, it->file),
			.line = it->mutant->line,
			.text = text,
			.environment = it->environment });
	free(text);
	free(line);
}

/* An entry of the manifest has to be about a mutant that lives. */
static void report_stale(const struct queue *q, const struct mutated *d, struct verify_summary *sum)
{
	const struct step *s = q->items[d->last].step;

	for (size_t i = 0; i < s->nequivalents; i++) {
		const struct equivalent *x = &s->equivalents[i];
		bool any = false, lives = false;
		char *text;

		for (size_t k = d->first; k <= d->last; k++)
			if (names(x, d, q->items[k].mutant)) {
				any = true;
				lives |= !q->items[k].ok;
			}
		if (lives || em_mutant_find(x->mutant) < 0)
			continue;
		text = xasprintf("equivalent: %s of '%s' %s", x->mutant, x->of,
			any ? "is noticed, so it is none" : "is no mutant of the solution");
		verify_report(
			q->rq, sum, &(struct verify_line){ .file = s->lab->manifest, .line = x->line, .text = text });
		free(text);
	}
}

void mutants_report(const struct queue *q, size_t i, struct verify_summary *sum)
{
	size_t by[VERDICT_COUNT] = { 0 }, alike = 0, n, noticed = 0, lived = 0;
	const struct mutated *d = q->mutated;
	struct buf text;

	while (d->last != i)
		d++;
	n = d->last - d->first + 1;
	for (size_t k = d->first; k <= d->last; k++) {
		const struct item *it = &q->items[k];

		if (it->ok) {
			by[it->verdict]++;
			noticed++;
		} else if (!it->environment && excuse(d, it)) {
			alike++;
		} else {
			lived += !it->environment;
			report_one(q, d, it, sum);
		}
	}
	report_stale(q, d, sum);
	buf_init(&text);
	buf_printf(&text, "step %d: %zu mutants, %zu noticed", q->items[i].step->number, n, noticed);
	for (int v = 0, any = 0; v < VERDICT_COUNT; v++)
		if (by[v])
			buf_printf(&text, "%s%zu %s", any++ ? ", " : " (", by[v], verdict_word((enum verdict)v));
	buf_printf(&text, "%s, %zu equivalent, %zu not noticed", noticed ? ")" : "", alike, lived);
	verify_report(q->rq, sum,
		&(struct verify_line){ .file = q->items[i].step->lab->manifest,
			.line = q->items[i].step->line,
			.text = text.data,
			.ok = true });
	buf_release(&text);
}
