/* exec_schedules: see exec_schedules.h. */
#include "job/program/exec_schedules.h"

#include <string.h>

#include "base/proc.h"
#include "emulator/emulator.h"
#include "judge/finding.h"
#include "job/program/exec_output.h"

static const struct exec_fault *fatal_fault(const struct exec_report *r)
{
	for (size_t i = 0; i < r->nfaults; i++)
		if (r->faults[i].fatal)
			return &r->faults[i];
	return NULL;
}

static void add_end(struct buf *b, const struct exec_report *r)
{
	buf_printf(b, r->exited ? "exit status %d" : "signal %d", r->code);
}

static void add_quoted(struct buf *b, const char *line, size_t n)
{
	enum { MOST = 60 };

	buf_putc(b, '"');
	buf_add(b, line, n > MOST ? MOST : n);
	buf_puts(b, n > MOST ? "...\"" : "\"");
}

enum { MOST_LINES = 10 }; /* that differ, to be shown of a run; of findings as well */

static bool same_line(const char *a, size_t n, const char *b, size_t k)
{
	return (n == k && !memcmp(a, b, n)) || exec_same_line(a, n, b, k);
}

static bool next_line(const char **at, const char **line, size_t *n)
{
	if (!*at || !**at)
		return false;
	*line = *at;
	*n = strcspn(*at, "\n");
	*at += *n + ((*at)[*n] != '\0');
	return true;
}

/* The first line in which two outputs are not alike, of either. */
struct ends {
	const char *line[2];
	size_t n[2];
};
static struct ends first_apart(const char *a, const char *b)
{
	struct ends e;
	bool more[2];

	do {
		e = (struct ends){ { "", "" }, { 0, 0 } };
		more[0] = next_line(&a, &e.line[0], &e.n[0]);
		more[1] = next_line(&b, &e.line[1], &e.n[1]);
	} while (more[0] && more[1] && same_line(e.line[0], e.n[0], e.line[1], e.n[1]));
	return e;
}

/* What stands in a line of `again` otherwise than in `want` says nothing; where one has more lines than the other, nor
 * does what comes after the first such line, which may come earlier: a loop that ends by the clock. */
static bool lines_differ(const char *want, const char *again, const char *got, struct buf *why)
{
	const char *a = want, *b = again, *c = got;
	size_t shown = 0, more = 0;
	bool ragged = false;
	size_t na = 0, nb = 0;
	struct ends ends = { 0 };

	for (const char *s = want; s && *s; s++)
		na += *s == '\n';
	for (const char *s = again; s && *s; s++)
		nb += *s == '\n';
	ragged = again && na != nb;
	if (ragged)
		ends = first_apart(want, again);
	for (int line = 1;; line++) {
		const char *x = "", *y = "", *z = "";
		size_t n = 0, k = 0, m = 0;
		bool hx = next_line(&a, &x, &n), hy = next_line(&b, &y, &k), hz = next_line(&c, &z, &m);

		if (!hx && !hz)
			break;
		if (again && (hx != hy || !same_line(x, n, y, k))) {
			if (ragged)
				break;
			continue;
		}
		if (hx == hz && same_line(x, n, z, m))
			continue;
		if (ragged && hz &&
			(same_line(z, m, ends.line[0], ends.n[0]) || same_line(z, m, ends.line[1], ends.n[1])))
			break;
		if (shown == MOST_LINES) {
			more++;
			continue;
		}
		buf_printf(why, "%sline %d of its output is ", shown++ ? "; " : "", line);
		add_quoted(why, z, m);
		buf_puts(why, " instead of ");
		add_quoted(why, x, n);
	}
	if (more)
		buf_printf(why, "; %zu more lines differ", more);
	return shown > 0;
}

static const char *output_of(const struct exec_report *r)
{
	return r->output ? r->output : "";
}

/* ... which the order in which kernels print does not make. again: may be NULL. */
static bool outputs_differ(
	const struct exec_report *want, const struct exec_report *again, const struct exec_report *got, struct buf *why)
{
	const char *a = output_of(want), *b = output_of(got);

	return !exec_same_but_for_order(a, want->printed, b, got->printed) &&
		lines_differ(a, again ? output_of(again) : NULL, b, why);
}

bool exec_differs(
	const struct exec_report *want, const struct exec_report *again, const struct exec_report *got, struct buf *why)
{
	const struct exec_fault *a = fatal_fault(want), *b = fatal_fault(got);
	struct buf lines;
	bool ended_alike = !again || (again->exited == want->exited && again->code == want->code);

	if (b && !a && !(again && fatal_fault(again))) {
		buf_puts(why, b->message);
		if (b->place.file && b->place.line > 0)
			buf_printf(why, " (%s:%d)", b->place.file, b->place.line);
		return true;
	}
	if (a && !b && !(again && !fatal_fault(again))) {
		buf_puts(why, "no kernel faults");
		return true;
	}
	if (ended_alike && (want->exited != got->exited || want->code != got->code)) {
		add_end(why, got);
		buf_puts(why, " instead of ");
		add_end(why, want);
		buf_init(&lines);
		if (outputs_differ(want, again, got, &lines))
			buf_printf(why, "; %s", lines.data);
		buf_release(&lines);
		return true;
	}
	return outputs_differ(want, again, got, why);
}

static bool same_place(const struct thread_place *a, const struct thread_place *b)
{
	return a->line == b->line && !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

static bool same_finding(const struct kernel_finding *a, const struct kernel_finding *b)
{
	bool here = same_place(&a->at, &b->at) && same_place(&a->other, &b->other),
	     crossed = same_place(&a->at, &b->other) && same_place(&a->other, &b->at);

	/* A race is the same one whoever came first. */
	return !strcmp(a->tool ? a->tool : "", b->tool ? b->tool : "") && (here || crossed);
}

/* What the checkers found in this order, and not in the natural one. */
static bool found_more(const struct exec_report *want, const struct exec_report *got, struct buf *why)
{
	size_t shown = 0;

	for (size_t i = 0; i < got->nfindings; i++) {
		const struct kernel_finding *f = &got->findings[i];
		bool known = !finding_counts(f);
		struct arena a;

		for (size_t k = 0; k < want->nfindings && !known; k++)
			known = finding_counts(&want->findings[k]) && same_finding(f, &want->findings[k]);
		for (size_t k = 0; k < i && !known; k++)
			known = finding_counts(&got->findings[k]) && same_finding(f, &got->findings[k]);
		if (known || shown == MOST_LINES)
			continue;
		arena_init(&a);
		buf_printf(why, "%s%s: %s", why->len ? "; " : "", severity_word(f->severity), finding_sentence(&a, f));
		arena_release(&a);
		shown++;
	}
	return shown > 0;
}

/* Modelled times are the same in each natural run, and others in another order. So the second run is told longer ones:
 * what a program makes of a time, be it a rate in whatever words, then differs between the two. Seven times, for what
 * is printed with few digits. */
enum { STRETCH = 7 };

/* After 2 s in all, then each time that twice as long has gone by. */
static void tell_order(const struct exec_request *run, int n, int64_t began, double *told)
{
	const double seconds = (double)(time_now_ns() - began) / 1e9;

	if (!run->on_order || seconds < 2 || seconds < 2 * *told)
		return;
	*told = seconds;
	run->on_order(run->user, run->schedule, n, seconds);
}

int exec_schedules(const struct exec_request *rq, int n, struct exec_report *natural,
	void (*on_difference)(void *user, uint64_t schedule, const char *why), void *user, struct err *e)
{
	struct exec_request run = *rq;
	struct exec_report again;
	const int64_t began = time_now_ns();
	double told = 0;
	int rc;

	run.capture = true;
	run.schedule = 0;
	rc = exec_run(&run, natural, e);
	if (rc || !n)
		return rc;
	run.unchecked = EM_CHECK_ALL;
	run.stretch = STRETCH;
	rc = exec_run(&run, &again, e);
	run.unchecked = rq->unchecked;
	run.stretch = 0;
	for (run.schedule = 1; !rc && run.schedule <= (uint64_t)n; run.schedule++) {
		struct exec_report r;
		struct buf why;
		bool differs;

		tell_order(&run, n, began, &told);
		buf_init(&why);
		rc = exec_run(&run, &r, e);
		differs = !rc && exec_differs(natural, &again, &r, &why);
		if (!rc && (found_more(natural, &r, &why) || differs))
			on_difference(user, run.schedule, why.data);
		buf_release(&why);
		exec_report_release(&r);
	}
	exec_report_release(&again);
	return rc;
}
