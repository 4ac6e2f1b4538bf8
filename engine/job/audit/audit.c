/* audit: see audit.h. Data path: file -> artifact -> as it stands (right? which barriers, which are reached?) ->
 * without each of them in turn -> audit_report. */
#include "job/audit/audit_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "emulator/syncs.h"
#include "job/parts/machine.h"
#include "job/parts/scratch.h"
#include "judge/finding.h"

enum { SOURCE_MAX = 1 << 20 };

char *audit_clause(struct arena *arena, const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = arena_vprintf_scrubbed(arena, fmt, ap);
	va_end(ap);
	for (size_t n = strlen(s); n && (s[n - 1] == '.' || s[n - 1] == ' '); n--)
		s[n - 1] = '\0';
	return s;
}

static bool same_finding(const struct kernel_finding *x, const struct kernel_finding *y)
{
	return x->name && y->name && !strcmp(x->name, y->name) && x->at.line == y->at.line &&
		x->other.line == y->other.line;
}

const char *audit_finding(
	struct audit *a, const struct kernel_finding *f, size_t n, const struct kernel_finding *known, size_t nknown)
{
	for (size_t i = 0; i < n; i++) {
		bool old = !finding_counts(&f[i]) || !f[i].name;

		for (size_t k = 0; k < nknown && !old; k++)
			old = same_finding(&f[i], &known[k]);
		if (old)
			continue;
		if (f[i].has_other && f[i].at.line > 0 && f[i].other.line > 0 && f[i].at.line != f[i].other.line)
			return audit_clause(&a->r->arena, "there is a %s between lines %d and %d", f[i].name,
				f[i].other.line, f[i].at.line);
		if (f[i].at.line > 0)
			return audit_clause(&a->r->arena, "there is a %s at line %d", f[i].name, f[i].at.line);
		return audit_clause(&a->r->arena, "there is a %s", f[i].name);
	}
	return NULL;
}

static int by_place(const void *x, const void *y)
{
	const struct device_sync *a = &((const struct audit_point *)x)->sync,
				 *b = &((const struct audit_point *)y)->sync;
	int c = strcmp(a->file, b->file);

	return c ? c : a->line != b->line ? a->line - b->line : a->kind - b->kind;
}

void audit_points(struct audit *a, const struct device_sync *rows, size_t n)
{
	size_t known = a->npoints;

	for (size_t i = 0; i < n; i++) {
		struct audit_point p = { rows[i], false };

		if (!known || !bsearch(&p, a->points, known, sizeof p, by_place))
			*ARENA_PUSH(&a->r->arena, a->points, a->npoints, a->points_cap) = p;
	}
	if (a->npoints > known)
		qsort(a->points, a->npoints, sizeof *a->points, by_place);
}

void audit_reached(struct audit *a, const char *file, int line)
{
	for (size_t i = 0; i < a->npoints; i++)
		if (a->points[i].sync.line == line && !strcmp(a->points[i].sync.file, file))
			a->points[i].reached = true;
}

/* 0: there is an artifact; 1: it does not compile; -1: error. */
static int compile(struct audit *a, struct err *e)
{
	struct compile_request rq = { .source = a->rq->file,
		.out = a->artifact,
		.program = !a->rq->step,
		.arch = 80,
		.machine = machine_arch(NULL),
		.use_cache = true,
		.sandbox = a->sandbox,
		.timeout_ms = a->rq->step ? 60000 : 600000,
		.cancel_fd = a->rq->cancel_fd };
	struct compile_outcome out;
	int r;

	memset(&out, 0, sizeof out);
	r = toolchain_compile(&a->toolchain, &rq, &out, e);
	memcpy(a->name, out.name, sizeof a->name);
	if (!r && !out.ok && out.no_main) {
		r = err_set(e, ERR_USAGE,
			"%s has no main() and lies in no lab's folder: give it a main(), or say which step it is for: "
			"warplings audit LAB/STEP --file %s",
			a->rq->file, a->rq->file);
	} else if (!r && !out.ok) {
		a->r->refused = audit_clause(&a->r->arena, "%s does not compile", a->rq->file);
		a->r->diagnostics = audit_clause(&a->r->arena, "%s", out.diagnostics.data ? out.diagnostics.data : "");
		r = 1;
	}
	buf_release(&out.diagnostics);
	return r;
}

/* The source line without its indentation, or NULL. */
static const char *source_line(struct arena *arena, const struct buf *source, int line)
{
	const char *s = source->data;
	size_t n;

	for (int k = 1; s && k < line; k++) {
		s = strchr(s, '\n');
		s += s != NULL;
	}
	if (!s || line < 1)
		return NULL;
	s += strspn(s, " \t");
	n = strcspn(s, "\n\r");
	return n ? audit_clause(arena, "%.*s", n > 100 ? 100 : (int)n, s) : NULL;
}

static struct audit_row new_row(struct audit *a, const struct device_sync *s, const struct buf *source)
{
	bool own = !strcmp(fs_base_name(s->file), a->name);
	struct arena *arena = &a->r->arena;

	return (struct audit_row){
		.file = own      ? a->r->file :
			*s->file ? audit_clause(arena, "%s", s->file) :
				   NULL,
		.line = s->line,
		.text = own ? source_line(arena, source, s->line) : NULL,
		.what = em_sync_word((enum em_sync_kind)s->kind),
		.kernel = audit_clause(arena, "%s", s->kernel),
		.copies = s->copies,
		.state = AUDIT_NOT_SHOWN,
	};
}

static int each_without(struct audit *a, struct err *e)
{
	struct audit_report *r = a->r;
	struct err unread = ERR_INIT;
	struct buf source;
	int rc = 0;

	buf_init(&source);
	if (fs_read(a->rq->file, SOURCE_MAX, &source, &unread))
		buf_clear(&source);
	r->rows = arena_alloc(&r->arena, (a->npoints + 1) * sizeof *r->rows);
	for (size_t i = 0; i < a->npoints && !rc; i++) {
		const struct device_sync *s = &a->points[i].sync;
		struct audit_row w = new_row(a, s, &source);

		if (a->rq->on_step) {
			char *what = audit_clause(&r->arena, "without line %d", w.line);

			a->rq->on_step(a->rq->user, i, a->npoints, what);
		}
		if (!a->points[i].reached)
			w.state = AUDIT_NOT_REACHED;
		else if (s->keeps)
			w.state = AUDIT_KEPT;
		else
			rc = a->rq->step ? audit_step_try(a, s, &w, e) : audit_program_try(a, s, &w, e);
		if (w.element || w.finding || w.fault)
			w.state = AUDIT_NEEDED;
		if (!rc && fd_readable(a->rq->cancel_fd))
			rc = err_set(e, ERR_CANCELLED, "stopped on request");
		r->rows[r->nrows++] = w;
	}
	buf_release(&source);
	return rc;
}

static int audit(struct audit *a, struct err *e)
{
	int r;

	if (install_find(&a->install, e))
		return -1;
	a->have_install = true;
	if (a->rq->step) {
		install_sandbox(&a->install, a->rq->root, &a->own);
		a->sandbox = &a->own;
		a->r->sandbox = arena_strdup(&a->r->arena, a->own.words);
	}
	if (toolchain_find(&a->toolchain, a->rq->root, a->rq->cache, e))
		return -1;
	a->have_toolchain = true;
	if (scratch_open(&a->tmp, e))
		return -1;
	a->artifact = xasprintf("%s/%s", a->tmp.path, a->rq->step ? "student.so" : "program");
	a->reference_so = xasprintf("%s/reference.so", a->tmp.path);
	r = compile(a, e);
	if (!r)
		r = a->rq->step ? audit_step_open(a, e) : audit_program_open(a, e);
	if (r)
		return r < 0 ? -1 : 0;
	return each_without(a, e);
}

int audit_run(const struct audit_request *rq, struct audit_report *r, struct err *e)
{
	struct audit a = { .rq = rq, .r = r };
	int rc;

	audit_report_init(r);
	r->file = arena_strdup(&r->arena, rq->file);
	r->step_id = rq->step ? rq->step->id : NULL;
	r->seed = rq->seed ? rq->seed : rng_fresh_seed();
	r->schedules = rq->schedules < 0 ? 0 : rq->schedules ? rq->schedules : AUDIT_SCHEDULES;
	rc = audit(&a, e);
	if (a.have_reference)
		reference_release(&a.reference);
	for (size_t i = 0; a.data && i < rq->step->ncases; i++)
		case_data_release(&a.data[i]);
	if (a.have_natural)
		exec_report_release(&a.natural);
	free(a.data);
	scratch_close(&a.tmp);
	free(a.artifact);
	free(a.reference_so);
	if (a.have_toolchain)
		toolchain_release(&a.toolchain);
	if (a.sandbox)
		sandbox_release(a.sandbox);
	if (a.have_install)
		install_release(&a.install);
	return rc;
}
