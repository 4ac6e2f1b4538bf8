/* history report: see history.h. Below the table stands a small plot: for each measure a bar for each attempt, the
 * oldest first, as high as its value is of the highest. */
#include "report/history.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "report/diff.h"
#include "report/json_run.h"
#include "report/result_doc.h"
#include "report/shown.h"

enum { COLUMN = 16, COLUMNS = 4, TIME = -1, PLOT = 60 };

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

/* The last words of a long name tell it from its neighbours'. */
static void head(const char *text, struct doc *d)
{
	size_t n = strlen(text);
	const char *cut = n > COLUMN ? text + n - COLUMN : text, *word = cut;

	if (n > COLUMN && cut[-1] != ' ')
		word = strchr(cut, ' ');
	doc_printf(d, STYLE_STRONG, " %*s", COLUMN, word ? word + (*word == ' ') : cut);
}

static void row(const struct history *h, size_t i, size_t marked, const int *list, size_t n, struct doc *d)
{
	const struct attempt *a = &h->v[i];
	const struct attempt *best = history_best(h);
	char text[40];

	doc_printf(d, i + 1 == marked ? STYLE_STRONG : STYLE_DIM, "%4zu%s", h->earlier + i + 1,
		i + 1 == marked ? "+" : " ");
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

/* What an attempt counted, or took; false: it is not known. */
static bool measure(const struct attempt *a, int what, double *v)
{
	if (what != TIME)
		return history_counter(a, counter_alias((enum counter_id)what), v);
	*v = a->time_us;
	return a->time_us > 0;
}

static struct shown shown_measure(int what, double v)
{
	return what == TIME ? shown_us(v) : shown_counter(what, v);
}

/* A bar's sign: `part` of the highest. */
static const char *level(double part, bool utf8)
{
	static const char *const blocks[] = { "\xE2\x96\x81", "\xE2\x96\x82", "\xE2\x96\x83", "\xE2\x96\x84",
		"\xE2\x96\x85", "\xE2\x96\x86", "\xE2\x96\x87", "\xE2\x96\x88" };
	static const char *const letters[] = { "_", ".", ":", "-", "=", "+", "*", "#" };
	int k = (int)(part * 8);

	k = k > 7 ? 7 : k < 0 ? 0 : k;
	return utf8 ? blocks[k] : letters[k];
}

static void plot_row(const struct history *h, int what, struct doc *d)
{
	double v, least = 0, most = 0;
	size_t known = 0, room = d->width > COLUMN + 40 ? (size_t)(d->width - COLUMN - 36) : 4;
	size_t from = h->n > (room < PLOT ? room : PLOT) ? h->n - (room < PLOT ? room : PLOT) : 0;
	const char *name = what == TIME ? "time" : counter_alias((enum counter_id)what);

	for (size_t i = from; i < h->n; i++)
		if (measure(&h->v[i], what, &v)) {
			least = known && least < v ? least : v;
			most = known++ && most > v ? most : v;
		}
	if (known < 2)
		return;
	head(name, d);
	doc_put(d, STYLE_TEXT, "  ");
	for (size_t i = from; i < h->n; i++) {
		bool there = measure(&h->v[i], what, &v);

		doc_put(d, h->v[i].verdict == VERDICT_PASS ? STYLE_PASS : STYLE_TEXT,
			!there ? " " : level(most > 0 ? v / most : 0, d->utf8));
	}
	doc_printf(d, STYLE_DIM, "  %s%s", least < most ? "" : "always ", shown_measure(what, least).text);
	if (least < most)
		doc_printf(d, STYLE_DIM, " to %s", shown_measure(what, most).text);
	doc_break(d);
}

static void plot(const struct history *h, const struct step *s, struct doc *d)
{
	int list[COLUMNS];
	size_t n = columns(s, INT16_MAX, list), before;

	if (h->n < 2)
		return;
	doc_gap(d);
	before = d->nlines;
	doc_put(d, STYLE_HEADING, "From attempt to attempt, the oldest first");
	doc_break(d);
	plot_row(h, TIME, d);
	for (size_t k = 0; k < n; k++)
		plot_row(h, list[k], d);
	if (d->nlines == before + 1)
		doc_cut(d, before);
}

size_t history_doc(const struct history *h, const struct step *s, size_t marked, struct doc *d)
{
	int list[COLUMNS];
	size_t n = columns(s, d->width, list), passes = 0;

	if (!h->n) {
		doc_wrap(d, STYLE_TEXT, 0,
			"No attempt at this step yet: run your file (r, or `warplings run`). A run of the untouched "
			"starter is no attempt.");
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
	doc_pin(d);
	for (size_t i = h->n; i-- > 0;)
		row(h, i, marked, list, n, d);
	plot(h, s, d);
	doc_gap(d);
	if (history_best(h))
		doc_wrap(d, STYLE_DIM, 0, "* the best: it passed in the least time.");
	if (h->earlier)
		doc_wrap(d, STYLE_DIM, 0, "Older attempts are kept, but not shown.");
	return h->n;
}

void history_diff_doc(const struct history *h, size_t from, size_t i, struct doc *d)
{
	char before[32], after[32];

	if (i >= h->n)
		return;
	if (from >= h->n || !h->v[i].source || !h->v[from].source) {
		doc_wrap(d, STYLE_TEXT, 0,
			from < h->n ? "What stood in the file then was not kept." :
				      "There is no attempt before this one.");
		if (h->v[i].source)
			doc_pre(d, STYLE_TEXT, "  ", h->v[i].source, strlen(h->v[i].source));
		return;
	}
	snprintf(before, sizeof before, "attempt %zu", h->earlier + from + 1);
	snprintf(after, sizeof after, "attempt %zu", h->earlier + i + 1);
	doc_printf(d, STYLE_TEXT, "%s: %s, then %s: %s", before, verdict_word(h->v[from].verdict), after,
		verdict_word(h->v[i].verdict));
	doc_break(d);
	diff_doc(before, h->v[from].source, after, h->v[i].source, d);
}

void report_history_diff_json(const struct history *h, size_t from, size_t i, const struct step *s, struct buf *out)
{
	json_t *o = json_object();
	bool known = i < h->n && h->v[i].source && from < h->n && h->v[from].source;

	json_object_set_new(o, "schema", json_string("warplings.diff/1"));
	json_object_set_new(o, "step", json_text(s->id));
	json_object_set_new(o, "since", from < h->n ? json_integer((json_int_t)(h->earlier + from + 1)) : json_null());
	json_object_set_new(o, "attempt", json_integer((json_int_t)(h->earlier + i + 1)));
	json_object_set_new(o, "lines", known ? diff_json(h->v[from].source, h->v[i].source) : json_null());
	json_out(o, out);
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
