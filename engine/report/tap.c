/* tap: a list of results as TAP 13, which readers of 14 take, too, and `prove` takes alone. A step that is to do is a
 * TODO (a harness does not count it); one that could not be judged is skipped and ends the stream with a bail-out,
 * because TAP has no other word for the environment's fault. */
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "report/tally.h"

/* A description must not hold a directive: '#' and '\' are escaped; it is one line. */
static void description(const char *s, struct buf *out)
{
	struct buf b;

	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	for (const char *p = b.data; *p; p++) {
		if (*p == '#' || *p == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *p == '\n' || *p == '\t' ? ' ' : *p);
	}
	buf_release(&b);
}

/* A double-quoted YAML scalar. */
static void scalar(const char *key, const char *s, struct buf *out)
{
	struct buf b;

	if (!s)
		return;
	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	buf_printf(out, "  %s: \"", key);
	for (const char *p = b.data; *p; p++) {
		switch (*p) {
		case '\n': buf_puts(out, "\\n"); break;
		case '\t': buf_puts(out, "\\t"); break;
		case '"':
		case '\\':
			buf_putc(out, '\\');
			buf_putc(out, *p);
			break;
		default: buf_putc(out, *p);
		}
	}
	buf_puts(out, "\"\n");
	buf_release(&b);
}

static void details(const struct result *r, struct buf *out)
{
	buf_puts(out, "  ---\n");
	scalar("verdict", verdict_word(r->verdict), out);
	scalar("message", result_sentence(r), out);
	scalar("file", r->file, out);
	scalar("device", r->device_name, out);
	buf_printf(out, "  seed: \"%llu\"\n", (unsigned long long)r->seed);
	scalar("diagnostics", r->diagnostics, out);
	buf_puts(out, "  ...\n");
}

void report_check_tap(const struct result *const *r, size_t n, struct buf *out)
{
	struct tally t = tally_of(r, n);

	buf_printf(out, "TAP version 13\n1..%zu%s\n", n, n ? "" : " # SKIP nothing to check");
	for (size_t i = 0; i < n; i++) {
		enum verdict v = r[i]->verdict;

		buf_printf(out, "%s %zu - ", v == VERDICT_PASS || v == VERDICT_NOT_JUDGED ? "ok" : "not ok", i + 1);
		description(r[i]->step_id ? r[i]->step_id : "?", out);
		if (r[i]->step && r[i]->step->title) {
			buf_putc(out, ' ');
			description(r[i]->step->title, out);
		}
		if (v == VERDICT_TODO && !r[i]->due)
			buf_puts(out, " # TODO not attempted yet");
		if (v == VERDICT_NOT_JUDGED)
			buf_puts(out, " # SKIP not judged");
		buf_putc(out, '\n');
		if (v != VERDICT_PASS && (v != VERDICT_TODO || r[i]->due))
			details(r[i], out);
	}
	if (t.not_judged)
		buf_printf(out, "Bail out! %d of %zu could not be judged on this machine\n", t.not_judged, n);
}
