/* findings: what the checkers saw in a step's case, as a section of the text report and as JSON. */
#include <stdio.h>
#include <string.h>

#include "judge/finding.h"
#include "report/json_run.h"
#include "report/page.h"

enum { MOST = 4, LABEL = 11 };

static void row(struct page *p, const char *label, enum page_style style, const char *text)
{
	page_text(p, PAGE_PLAIN, "  ");
	page_cell(p, PAGE_PLAIN, label, LABEL, false);
	page_wrap(p, style, 2 + LABEL, 2 + LABEL, text);
}

static void lower(const char *word, char *dst, size_t size)
{
	snprintf(dst, size, "%s", word);
	if (dst[0] >= 'A' && dst[0] <= 'Z')
		dst[0] = (char)(dst[0] - 'A' + 'a');
}

static void place(struct page *p, const char *word, const struct thread_place *at)
{
	char label[32];
	struct buf b;

	lower(word, label, sizeof label);
	buf_init(&b);
	thread_place_words(at, &b);
	row(p, label, PAGE_PLAIN, b.data);
	buf_release(&b);
}

static void finding(struct page *p, const struct kernel_finding *f)
{
	enum page_style style = f->severity == SEVERITY_ERROR ? PAGE_BAD :
		f->severity == SEVERITY_WARNING               ? PAGE_WARN :
								PAGE_DIM;
	const char *advice = finding_advice(f);
	char label[32], count[48], times[64];

	lower(severity_word(f->severity), label, sizeof label);
	row(p, label, style, f->message ? f->message : f->name ? f->name : "?");
	if (!f->host)
		place(p, finding_at_word(f), &f->at);
	if (f->has_other)
		place(p, finding_other_word(f), &f->other);
	if (f->element)
		row(p, "element", PAGE_PLAIN, f->element);
	if (f->kernel)
		row(p, f->host ? "call" : "kernel", PAGE_PLAIN, f->kernel);
	if (f->count > 1) {
		format_count((double)f->count, count, sizeof count);
		snprintf(times, sizeof times, "%s times", count);
		row(p, "seen", PAGE_PLAIN, times);
	}
	if (advice)
		row(p, "", PAGE_PLAIN, advice);
}

/* Of the case that decided, or else of the first that has any: the same lines do the same in each. */
static const struct case_result *which(const struct result *r)
{
	const struct case_result *first = NULL;

	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];

		if (c->nfindings && c->verdict == r->verdict && finding_worst(c->findings, c->nfindings))
			return c;
		if (c->nfindings && !first)
			first = c;
	}
	return first;
}

void report_findings(struct page *p, const struct result *r)
{
	const struct case_result *c = which(r);
	char text[256];

	if (!c)
		return;
	snprintf(text, sizeof text, "What the checkers saw (case %s)", c->name);
	page_heading(p, text);
	for (size_t i = 0; i < c->nfindings && i < MOST; i++)
		finding(p, &c->findings[i]);
	if (c->nfindings > MOST || c->findings_lost) {
		size_t shown = c->nfindings < MOST ? c->nfindings : MOST;

		snprintf(text, sizeof text, "... and %llu more; --format json lists them",
			(unsigned long long)(c->nfindings - shown + c->findings_lost));
		page_spaces(p, 2);
		page_wrap(p, PAGE_DIM, 2, 2, text);
	}
}

/* ---- JSON */
static json_t *triple(const uint32_t v[3])
{
	json_t *a = json_array();

	for (int i = 0; i < 3; i++)
		json_array_append_new(a, json_integer(v[i]));
	return a;
}

json_t *json_thread(const struct thread_place *t)
{
	json_t *o = json_object();

	json_object_set_new(o, "file", json_text(t->file));
	json_object_set_new(o, "line", t->line > 0 ? json_integer(t->line) : json_null());
	json_object_set_new(o, "block", triple(t->block));
	json_object_set_new(o, "thread", triple(t->thread));
	return o;
}

json_t *json_findings(const struct kernel_finding *f, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++, f++) {
		json_t *o = json_object();
		char severity[16];

		lower(severity_word(f->severity), severity, sizeof severity);
		json_object_set_new(o, "name", json_text(f->name));
		json_object_set_new(o, "tool", json_text(f->tool));
		json_object_set_new(o, "severity", json_text(severity));
		json_object_set_new(
			o, "verdict", finding_counts(f) ? json_text(verdict_word(f->verdict)) : json_null());
		json_object_set_new(o, "space", json_text(f->space));
		json_object_set_new(o, "message", json_text(f->message));
		json_object_set_new(o, "advice", json_text(finding_advice(f)));
		json_object_set_new(o, "kernel", f->host ? json_null() : json_text(f->kernel));
		json_object_set_new(o, "at", f->host ? json_null() : json_thread(&f->at));
		json_object_set_new(o, "other", f->has_other ? json_thread(&f->other) : json_null());
		json_object_set_new(o, "element", json_text(f->element));
		json_object_set_new(o, "bytes", json_integer(f->bytes));
		json_object_set_new(o, "count", json_integer((json_int_t)f->count));
		json_array_append_new(a, o);
	}
	return a;
}
