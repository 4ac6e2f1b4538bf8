/* exec_faults: what went wrong in a program, set as compute-sanitizer sets it: every line behind a rule of its own.
 * First what ended a kernel or was refused, then what the checkers saw in kernels that ran on, then the sum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/fault_advice.h"
#include "judge/finding.h"
#include "report/exec.h"
#include "report/format.h"
#include "report/kernel_name.h"
#include "report/page.h"

enum { MOST_FAULTS = 20, MOST_FINDINGS = 20, MOST_LEAKS = 10, RULE = 10 };

static void fault_words(struct page *p, enum page_style style, int indent, const char *words)
{
	struct text_style narrow = { false, p->st->utf8, p->width - RULE - indent };
	struct buf b, line;
	struct page q;

	buf_init(&b);
	buf_init(&line);
	page_init(&q, &narrow, &b);
	q.width = narrow.width;
	page_wrap(&q, PAGE_PLAIN, 0, 0, words);
	page_release(&q);
	for (const char *s = b.data; *s;) {
		size_t n = strcspn(s, "\n");

		buf_clear(&line);
		buf_add(&line, s, n);
		page_text(p, PAGE_DIM, "========= ");
		page_spaces(p, indent);
		page_text(p, style, line.data);
		page_newline(p);
		s += n + (s[n] == '\n');
	}
	buf_release(&line);
	buf_release(&b);
}

/* "Invalid read of size 4 bytes; address is ...": what happened, then the place, then the rest. */
static void fault_text(struct page *p, const struct exec_fault *f)
{
	const char *rest = f->what ? f->detail : strstr(f->message, "; ");
	char *head = f->what ? xstrdup(f->what) :
		rest         ? xstrndup(f->message, (size_t)(rest - f->message)) :
			       xstrdup(f->message);
	struct buf b;

	if (!f->what && rest)
		rest += 2;
	fault_words(p, f->fatal ? PAGE_BAD : PAGE_WARN, 0, head);
	buf_init(&b);
	if (f->place.kernel && *f->place.kernel) {
		buf_puts(&b, "in ");
		kernel_name_words(f->place.kernel, KERNEL_NAME_COLUMNS, &b);
	}
	if (f->place.file && f->place.line > 0)
		buf_printf(&b, "%sat %s:%d", b.len ? " " : "", f->place.file, f->place.line);
	if (b.len)
		fault_words(p, PAGE_PLAIN, 4, b.data);
	buf_clear(&b);
	if (f->has_thread)
		buf_printf(&b, "by thread (%u,%u,%u) in block (%u,%u,%u)", f->thread[0], f->thread[1], f->thread[2],
			f->block[0], f->block[1], f->block[2]);
	if (b.len)
		fault_words(p, PAGE_PLAIN, 4, b.data);
	if (rest)
		fault_words(p, PAGE_PLAIN, 4, rest);
	if (fault_advice(f->message))
		fault_words(p, PAGE_PLAIN, 4, fault_advice(f->message));
	buf_clear(&b);
	if (f->count > 1)
		buf_printf(&b, "%llu more call%s failed in the same way", (unsigned long long)f->count - 1,
			f->count == 2 ? "" : "s");
	if (b.len)
		fault_words(p, PAGE_PLAIN, 4, b.data);
	buf_release(&b);
	free(head);
}

static void finding_place(struct page *p, const struct kernel_finding *f, bool other)
{
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "%s by ", other ? finding_other_word(f) : finding_at_word(f));
	finding_place_words(f, other, &b);
	if (!other && f->gap != GAP_STREAMS && f->kernel) {
		buf_puts(&b, " in ");
		kernel_name_words(f->kernel, KERNEL_NAME_COLUMNS, &b);
	}
	fault_words(p, PAGE_PLAIN, 4, b.data);
	buf_release(&b);
}

/* Has the finding right before this one the same advice? (One further above would have to be looked for.) */
static bool advised(const struct kernel_finding *findings, size_t n, const char *advice)
{
	const char *before = n ? finding_advice(&findings[n - 1]) : NULL;

	return before && !strcmp(before, advice);
}

/* The finding n of these. */
static void finding_text(struct page *p, const struct kernel_finding *findings, size_t n)
{
	const struct kernel_finding *f = &findings[n];
	enum page_style style = f->severity == SEVERITY_ERROR ? PAGE_BAD :
		f->severity == SEVERITY_WARNING               ? PAGE_WARN :
								PAGE_PLAIN;
	const char *advice = finding_advice(f);
	char count[48], times[64];
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "%s: %s", severity_word(f->severity), f->message ? f->message : f->name ? f->name : "?");
	fault_words(p, style, 0, b.data);
	buf_release(&b);
	if (!f->host)
		finding_place(p, f, false);
	if (f->has_other)
		finding_place(p, f, true);
	if (f->count > 1) {
		format_count((double)f->count, count, sizeof count);
		snprintf(times, sizeof times, "%s times", count);
		fault_words(p, PAGE_PLAIN, 4, times);
	}
	if (advice)
		fault_words(p, PAGE_PLAIN, 4, advised(findings, n, advice) ? "What helps is said above." : advice);
}

bool report_exec_has_errors(const struct exec_report *r)
{
	return r->nfaults || finding_worst(r->findings, r->nfindings);
}

/* "========= ERROR SUMMARY: 2 errors, 1 warning", as compute-sanitizer ends. */
static void sum(struct page *p, const struct exec_report *r)
{
	size_t errors = 0, warnings = 0;
	char text[96];
	int n;

	for (size_t i = 0; i < r->nfaults; i++)
		errors += r->faults[i].count ? r->faults[i].count : 1;
	for (size_t i = 0; i < r->nfindings; i++) {
		errors += r->findings[i].severity == SEVERITY_ERROR;
		warnings += r->findings[i].severity == SEVERITY_WARNING;
	}
	if (!errors && !warnings)
		return;
	n = snprintf(text, sizeof text, "ERROR SUMMARY: %zu error%s", errors, errors == 1 ? "" : "s");
	if (warnings)
		snprintf(text + n, sizeof text - (size_t)n, ", %zu warning%s", warnings, warnings == 1 ? "" : "s");
	fault_words(p, PAGE_BOLD, 0, text);
}

void report_exec_lost_text(const struct exec_report *r, struct buf *b)
{
	char n[48];

	format_count((double)r->printf_lost, n, sizeof n);
	buf_printf(b,
		"The text of %s printf call%s in kernels is lost: the buffer for it was full, and newer text took its "
		"place. Print from fewer "
		"threads, or "
		"make the buffer larger before the first launch: cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes); "
		"cudaDeviceGetLimit() tells how many bytes it has.",
		n, r->printf_lost == 1 ? "" : "s");
}

/* Nothing is wrong with the kernels, but what the program printed is not all that it wanted to print. */
static void lost_text(struct page *p, const struct exec_report *r)
{
	struct buf b;

	if (!r->printf_lost)
		return;
	buf_init(&b);
	report_exec_lost_text(r, &b);
	fault_words(p, PAGE_WARN, 0, b.data);
	buf_release(&b);
}

void report_exec_faults(const struct exec_report *r, const struct text_style *st, struct buf *out)
{
	struct page p;
	char more[64];

	page_init(&p, st, out);
	for (size_t i = 0; i < r->nfaults && i < MOST_FAULTS; i++)
		fault_text(&p, &r->faults[i]);
	snprintf(more, sizeof more, "... and %zu more", r->nfaults - MOST_FAULTS);
	if (r->nfaults > MOST_FAULTS)
		fault_words(&p, PAGE_PLAIN, 0, more);
	for (size_t i = 0; i < r->nfindings && i < MOST_FINDINGS; i++)
		finding_text(&p, r->findings, i);
	if (r->nfindings > MOST_FINDINGS || r->findings_lost) {
		size_t shown = r->nfindings < MOST_FINDINGS ? r->nfindings : MOST_FINDINGS;

		snprintf(more, sizeof more, "... and %llu more findings",
			(unsigned long long)(r->nfindings - shown + r->findings_lost));
		fault_words(&p, PAGE_PLAIN, 0, more);
	}
	lost_text(&p, r);
	sum(&p, r);
	page_release(&p);
}

void report_exec_leaks(struct page *p, const struct exec_report *r)
{
	char bytes[48], text[128];

	if (!r->nleaks)
		return;
	for (size_t i = 0; i < r->nleaks && i < MOST_LEAKS; i++) {
		struct buf b;

		format_count((double)r->leaks[i].bytes, bytes, sizeof bytes);
		buf_init(&b);
		buf_printf(&b, "Leaked %s bytes%s%s", bytes, r->leaks[i].made ? ", " : "",
			r->leaks[i].made ? r->leaks[i].made : "");
		fault_words(p, PAGE_PLAIN, 0, b.data);
		buf_release(&b);
	}
	if (r->nleaks > MOST_LEAKS || r->leaks_lost) {
		size_t shown = r->nleaks < MOST_LEAKS ? r->nleaks : MOST_LEAKS;

		snprintf(text, sizeof text, "... and %llu more",
			(unsigned long long)(r->nleaks - shown + r->leaks_lost));
		fault_words(p, PAGE_PLAIN, 0, text);
	}
	format_count((double)r->leaked_bytes, bytes, sizeof bytes);
	snprintf(text, sizeof text, "LEAK SUMMARY: %s%s bytes leaked in %llu allocation%s",
		r->leaks_lost ? "more than " : "", bytes, (unsigned long long)(r->nleaks + r->leaks_lost),
		r->nleaks + r->leaks_lost == 1 ? "" : "s");
	fault_words(p, PAGE_BOLD, 0, text);
}
