/* history report: see history.h. */
#include "report/history.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "report/diff.h"
#include "report/json_run.h"
#include "report/result_doc.h"
#include "report/shown.h"

enum { COLUMN = 16, COLUMNS = 4 };

static void when(int64_t at_ms, char *dst, size_t size)
{
	time_t t = (time_t)(at_ms / 1000);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(dst, size, "%Y-%m-%d %H:%M", &tm))
		snprintf(dst, size, "?");
}

/* What the columns after the time are about: the gates' counters, then those of the table. */
static size_t columns(const struct step *s, int width, int *list)
{
	size_t n = 0, room = width > 48 ? (size_t)(width - 48) / (COLUMN + 1) : 0;

	for (size_t k = 0; k < s->ngates + s->nshow && n < COLUMNS && n < room; k++) {
		int c = k < s->ngates ? s->gates[k].counter : s->show[k - s->ngates];
		bool have = false;

		for (size_t j = 0; j < n; j++)
			have = have || list[j] == c;
		if (!have)
			list[n++] = c;
	}
	return n;
}

/* The end of a long name tells it from its neighbours'. */
static void head(const char *text, struct doc *d)
{
	size_t n = strlen(text);

	doc_printf(d, STYLE_STRONG, " %*s", COLUMN, n > COLUMN ? text + n - COLUMN : text);
}

static void row(const struct history *h, size_t i, const int *list, size_t n, struct doc *d)
{
	const struct attempt *a = &h->v[i];
	const struct attempt *best = history_best(h);
	char text[40];

	doc_printf(d, STYLE_DIM, "%4zu ", h->earlier + i + 1);
	when(a->at_ms, text, sizeof text);
	doc_printf(d, STYLE_DIM, "%-16s ", text);
	doc_printf(d, verdict_style_of(a->verdict), "%-13.13s", verdict_word(a->verdict));
	doc_printf(d, STYLE_TEXT, " %9s%s", a->time_us > 0 ? shown_us(a->time_us).text : "-", a == best ? "*" : " ");
	for (size_t k = 0; k < n; k++) {
		double v;
		bool there = history_counter(a, counter_alias((enum counter_id)list[k]), &v);

		doc_printf(d, STYLE_TEXT, " %*s", COLUMN, there ? shown_counter(list[k], v).text : "-");
	}
	doc_break(d);
	d->lines[d->nlines - 1].tag = (int)(h->n - 1 - i);
}

size_t history_doc(const struct history *h, const struct step *s, struct doc *d)
{
	int list[COLUMNS];
	size_t n = columns(s, d->width, list), passes = 0;

	if (!h->n) {
		doc_wrap(d, STYLE_TEXT, 0, "No attempt at this step yet: r runs your file.");
		return 0;
	}
	for (size_t i = 0; i < h->n; i++)
		passes += h->v[i].verdict == VERDICT_PASS;
	doc_printf(d, STYLE_HEADING, "%zu attempt%s, %zu passed", h->earlier + h->n, h->earlier + h->n == 1 ? "" : "s",
		passes);
	doc_break(d);
	doc_gap(d);
	doc_printf(d, STYLE_STRONG, "%4s %-16s %-13s %9s ", "", "when", "verdict", "time");
	for (size_t k = 0; k < n; k++)
		head(counter_alias((enum counter_id)list[k]), d);
	doc_break(d);
	for (size_t i = h->n; i-- > 0;)
		row(h, i, list, n, d);
	doc_gap(d);
	if (history_best(h))
		doc_wrap(d, STYLE_DIM, 0, "* the best: it passed in the least time.");
	if (h->earlier)
		doc_wrap(d, STYLE_DIM, 0, "Older attempts are kept, but not shown.");
	return h->n;
}

void history_diff_doc(const struct history *h, size_t i, struct doc *d)
{
	char before[32], after[32];

	if (i >= h->n)
		return;
	if (!i || !h->v[i].source || !h->v[i - 1].source) {
		doc_wrap(d, STYLE_TEXT, 0,
			i ? "What stood in the file then was not kept." : "There is no attempt before this one.");
		if (h->v[i].source)
			doc_pre(d, STYLE_TEXT, "  ", h->v[i].source, strlen(h->v[i].source));
		return;
	}
	snprintf(before, sizeof before, "attempt %zu", h->earlier + i);
	snprintf(after, sizeof after, "attempt %zu", h->earlier + i + 1);
	doc_printf(d, STYLE_TEXT, "%s: %s, then %s: %s", before, verdict_word(h->v[i - 1].verdict), after,
		verdict_word(h->v[i].verdict));
	doc_break(d);
	diff_doc(before, h->v[i - 1].source, after, h->v[i].source, d);
}

void report_history_json(const struct history *h, const struct step *s, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();
	const struct attempt *best = history_best(h);

	json_object_set_new(o, "schema", json_string("warplings.history/1"));
	json_object_set_new(o, "step", json_text(s->id));
	json_object_set_new(o, "attempts", json_integer((json_int_t)(h->earlier + h->n)));
	for (size_t i = 0; i < h->n; i++) {
		const struct attempt *a = &h->v[i];
		json_t *one = json_object(), *counters = json_object();

		json_object_set_new(one, "attempt", json_integer((json_int_t)(h->earlier + i + 1)));
		json_object_set_new(one, "at_ms", json_integer((json_int_t)a->at_ms));
		json_object_set_new(one, "verdict", json_text(verdict_word(a->verdict)));
		json_object_set_new(one, "message", json_text(a->message));
		json_object_set_new(one, "time_us", a->time_us > 0 ? json_number(a->time_us) : json_null());
		json_object_set_new(one, "best", json_boolean(a == best));
		for (const char *p = a->counters; p && *p; p += *p == '\n') {
			char *name = xstrndup(p, strcspn(p, "=\n"));
			double v;

			if (history_counter(a, name, &v))
				json_object_set_new(counters, name, json_number(v));
			free(name);
			p += strcspn(p, "\n");
		}
		json_object_set_new(one, "counters", counters);
		json_object_set_new(one, "source", json_text(a->source));
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "list", all);
	json_out(o, out);
}
