/* sweep report: see sweep.h. The plot is a bar for each row, as long as its first measure is of the largest; the
 * smallest is marked. What failed has no bar and says why below. */
#include "report/sweep.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "judge/answer.h"
#include "report/doc/table.h"
#include "report/shown.h"

enum { BAR = 20 };

static struct shown shown_measure(int measure, double v)
{
	return measure == MEASURE_TIME ? shown_us(v) : shown_counter(measure, v);
}

static const char *measure_name(int measure)
{
	return measure == MEASURE_TIME ? "time (modelled)" : counter_alias((enum counter_id)measure);
}

struct range {
	double lowest, highest;
	size_t at; /* of the lowest */
	bool any;
};

static struct range range_of(const struct sweep_report *r, int measure)
{
	struct range g = { 0 };
	double v;

	for (size_t i = 0; i < r->nrows; i++) {
		if (!sweep_value(&r->rows[i], measure, &v))
			continue;
		if (!g.any || v < g.lowest) {
			g.lowest = v;
			g.at = i;
		}
		if (!g.any || v > g.highest)
			g.highest = v;
		g.any = true;
	}
	return g;
}

static void bar(struct buf *b, double v, double highest, bool utf8)
{
	int n = highest > 0 ? (int)(v / highest * BAR + 0.5) : 0;

	for (int i = 0; i < n || i < 1; i++)
		buf_puts(b, utf8 ? "\xE2\x96\x88" : "#");
}

static bool any_measured(const struct sweep_report *r)
{
	for (size_t i = 0; i < r->nrows; i++) {
		if (r->rows[i].measured)
			return true;
	}
	return false;
}

static void put_value(struct table *t, const struct sweep_row *row, int measure, enum style s)
{
	double v;

	if (sweep_value(row, measure, &v))
		table_put(t, true, s, shown_measure(measure, v).text);
	else
		table_put(t, true, STYLE_FAIL, row->done ? "failed" : "");
}

/* One macro: a row for each value, its measures beside each other, then the bar of the first. */
static void list(const struct sweep_report *r, struct doc *d)
{
	const struct sweep *s = &r->step->sweep;
	struct range g = range_of(r, s->show[0]);
	bool measured = any_measured(r);
	struct table t;

	table_init(&t, d->utf8);
	table_row(&t);
	table_put(&t, true, STYLE_STRONG, s->macros[0].name);
	for (size_t k = 0; k < s->nshow; k++)
		table_put(&t, true, STYLE_STRONG, measure_name(s->show[k]));
	if (measured)
		table_put(&t, true, STYLE_STRONG, "an H200");
	table_put(&t, false, STYLE_STRONG, "");
	for (size_t i = 0; i < r->nrows; i++) {
		const struct sweep_row *row = &r->rows[i];
		bool best = g.any && i == g.at;
		double v;

		if (!row->done)
			break;
		table_row(&t);
		table_put(&t, true, STYLE_TEXT, shown_count((double)row->value[0]).text);
		for (size_t k = 0; k < s->nshow; k++)
			put_value(&t, row, s->show[k], k ? STYLE_TEXT : STYLE_STRONG);
		if (measured)
			table_put(&t, true, STYLE_TEXT, row->measured ? row->measured : "-");
		if (sweep_value(row, s->show[0], &v)) {
			struct buf b;

			buf_init(&b);
			bar(&b, v, g.highest, d->utf8);
			buf_puts(&b, best ? " lowest" : "");
			table_put(&t, false, best ? STYLE_PASS : STYLE_DIM, b.data);
			buf_release(&b);
		}
	}
	table_layout(&t, d, 2);
	table_release(&t);
}

/* Two macros: a grid for one measure; with `measured`, of the H200's figures. */
static void grid(const struct sweep_report *r, int measure, bool measured, struct doc *d)
{
	const struct sweep *s = &r->step->sweep;
	struct range g = range_of(r, measure);
	size_t columns = s->macros[1].nvalues;
	struct table t;
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "%s: %s down, %s across", measured ? "an H200" : measure_name(measure), s->macros[0].name,
		s->macros[1].name);
	doc_gap(d);
	doc_wrap(d, STYLE_HEADING, 0, b.data);
	buf_release(&b);
	table_init(&t, d->utf8);
	table_row(&t);
	table_put(&t, false, STYLE_STRONG, "");
	for (size_t c = 0; c < columns; c++)
		table_put(&t, true, STYLE_STRONG, shown_count((double)s->macros[1].values[c]).text);
	for (size_t i = 0; i < r->nrows && r->rows[i].done; i++) {
		if (i % columns == 0) {
			table_row(&t);
			table_put(&t, true, STYLE_STRONG, shown_count((double)r->rows[i].value[0]).text);
		}
		if (measured)
			table_put(&t, true, STYLE_TEXT, r->rows[i].measured ? r->rows[i].measured : "-");
		else
			put_value(&t, &r->rows[i], measure, g.any && i == g.at ? STYLE_PASS : STYLE_TEXT);
	}
	table_layout(&t, d, 2);
	table_release(&t);
	if (!measured && g.any) {
		struct buf words;

		buf_init(&words);
		buf_puts(&words, "Lowest: ");
		sweep_row_words(r, &r->rows[g.at], &words);
		buf_printf(&words, ", %s.", shown_measure(measure, g.lowest).text);
		doc_wrap(d, STYLE_TEXT, 2, words.data);
		buf_release(&words);
	}
}

static void failures(const struct sweep_report *r, struct doc *d)
{
	for (size_t i = 0; i < r->nrows; i++) {
		struct buf b;

		if (!r->rows[i].done || r->rows[i].ok)
			continue;
		buf_init(&b);
		sweep_row_words(r, &r->rows[i], &b);
		buf_printf(&b, ": %s", r->rows[i].why ? r->rows[i].why : "failed");
		doc_wrap(d, STYLE_FAIL, 2, b.data);
		buf_release(&b);
	}
}

/* The rows that were predicted, and how close they were. */
static void predicted(const struct sweep_report *r, char *const *answers, struct doc *d)
{
	for (size_t q = 0; answers && q < r->step->nquestions; q++) {
		struct buf b;
		bool close;

		if (!answers[q] || r->step->questions[q].kind != PREDICT_ROW)
			continue;
		buf_init(&b);
		if (answer_sweep(r, q, answers[q], &close, &b)) {
			doc_gap(d);
			doc_wrap(d, STYLE_DIM, 2, r->step->questions[q].question);
			doc_wrap(d, close ? STYLE_PASS : STYLE_WARN, 2, b.data);
			doc_wrap(d, STYLE_TEXT, 2, r->step->questions[q].explain);
		}
		buf_release(&b);
	}
}

void sweep_doc(const struct sweep_report *r, char *const *answers, struct doc *d)
{
	const struct sweep *s = &r->step->sweep;
	size_t done = 0;

	while (done < r->nrows && r->rows[done].done)
		done++;
	doc_printf(
		d, STYLE_HEADING, "Sweep of %s, case %s", fs_base_name(r->file), step_case(r->step, s->on_case)->name);
	doc_break(d);
	if (*r->device_name)
		doc_wrap(d, STYLE_DIM, 0, r->device_name);
	doc_gap(d);
	if (s->nmacros == 1) {
		list(r, d);
	} else {
		for (size_t k = 0; k < s->nshow; k++)
			grid(r, s->show[k], false, d);
		if (any_measured(r))
			grid(r, s->show[0], true, d);
	}
	failures(r, d);
	if (done < r->nrows) {
		doc_printf(d, STYLE_DIM, "  %zu of %zu tried", done, r->nrows);
		doc_break(d);
	}
	predicted(r, answers, d);
	if (s->why) {
		doc_gap(d);
		doc_wrap(d, STYLE_TEXT, 2, s->why);
	}
}

void report_sweep_text(const struct sweep_report *r, char *const *answers, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	sweep_doc(r, answers, &d);
	doc_text(&d, out);
	doc_release(&d);
}

void report_sweep_json(const struct sweep_report *r, struct buf *out)
{
	const struct sweep *s = &r->step->sweep;
	json_t *o = json_object(), *rows = json_array();
	char *text;

	json_object_set_new(o, "schema", json_string("warplings.sweep/1"));
	json_object_set_new(o, "step", json_string(r->step->id));
	json_object_set_new(o, "device", json_string(r->device_name));
	json_object_set_new(o, "sandbox", *r->sandbox ? json_string(r->sandbox) : json_null());
	json_object_set_new(o, "case", json_string(step_case(r->step, s->on_case)->name));
	for (size_t i = 0; i < r->nrows; i++) {
		const struct sweep_row *row = &r->rows[i];
		json_t *one = json_object(), *values = json_object(), *measures = json_object();
		double v;

		for (size_t k = 0; k < s->nmacros; k++)
			json_object_set_new(values, s->macros[k].name, json_integer(row->value[k]));
		for (size_t k = 0; k < s->nshow; k++) {
			const char *name =
				s->show[k] == MEASURE_TIME ? "time_us" : counter_name((enum counter_id)s->show[k]);

			json_object_set_new(
				measures, name, sweep_value(row, s->show[k], &v) ? json_real(v) : json_null());
		}
		json_object_set_new(one, "macros", values);
		json_object_set_new(one, "ok", json_boolean(row->done && row->ok));
		json_object_set_new(one, "why", row->why ? json_string(row->why) : json_null());
		json_object_set_new(one, "measures", measures);
		json_object_set_new(one, "h200", row->measured ? json_string(row->measured) : json_null());
		json_array_append_new(rows, one);
	}
	json_object_set_new(o, "rows", rows);
	text = json_dumps(o, JSON_INDENT(2));
	buf_puts(out, text);
	buf_putc(out, '\n');
	free(text);
	json_decref(o);
}
