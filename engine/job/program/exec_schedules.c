/* exec_schedules: see exec_schedules.h. */
#include "job/program/exec_schedules.h"

#include <string.h>

#include "emulator/emulator.h"
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

static bool lines_differ(const char *want, const char *got, struct buf *why)
{
	for (int line = 1; *want || *got; line++) {
		size_t n = strcspn(want, "\n"), k = strcspn(got, "\n");

		if ((n != k || memcmp(want, got, n)) && !exec_same_line(want, n, got, k)) {
			buf_printf(why, "line %d of its output is ", line);
			add_quoted(why, got, k);
			buf_puts(why, " instead of ");
			add_quoted(why, want, n);
			return true;
		}
		want += n + (want[n] != '\0');
		got += k + (got[k] != '\0');
	}
	return false;
}

bool exec_differs(const struct exec_report *want, const struct exec_report *got, struct buf *why)
{
	const struct exec_fault *a = fatal_fault(want), *b = fatal_fault(got);

	if (b && !a) {
		buf_puts(why, b->message);
		if (b->place.file && b->place.line > 0)
			buf_printf(why, " (%s:%d)", b->place.file, b->place.line);
		return true;
	}
	if (a && !b) {
		buf_puts(why, "no kernel faults");
		return true;
	}
	if (want->exited != got->exited || want->code != got->code) {
		add_end(why, got);
		buf_puts(why, " instead of ");
		add_end(why, want);
		return true;
	}
	return lines_differ(want->output ? want->output : "", got->output ? got->output : "", why);
}

int exec_schedules(const struct exec_request *rq, int n, struct exec_report *natural,
	void (*on_difference)(void *user, uint64_t schedule, const char *why), void *user, struct err *e)
{
	struct exec_request run = *rq;
	int rc;

	run.capture = true;
	run.schedule = 0;
	rc = exec_run(&run, natural, e);
	/* What the checkers find does not hang on who came first; the natural order told it. */
	run.unchecked = EM_CHECK_ALL;
	for (run.schedule = 1; !rc && run.schedule <= (uint64_t)n; run.schedule++) {
		struct exec_report r;
		struct buf why;

		buf_init(&why);
		rc = exec_run(&run, &r, e);
		if (!rc && exec_differs(natural, &r, &why))
			on_difference(user, run.schedule, why.data);
		buf_release(&why);
		exec_report_release(&r);
	}
	return rc;
}
