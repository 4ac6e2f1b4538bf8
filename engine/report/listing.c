/* listing report: see listing.h. Instructions stand in their order, so those of one row need not belong together; where
 * there is one program alone its operands are shown, too. */
#include "report/listing.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/doc/table.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/shown.h"

enum { NUMBER = 4, LEAST = 18 };

static void number_row(
	struct table *t, const char *label, const struct result *r, double (*of)(const struct listing *l))
{
	table_row(t);
	table_put(t, false, STYLE_TEXT, label);
	for (size_t i = 0; i < r->nlistings; i++)
		table_put(t, true, STYLE_TEXT, shown_count(of(&r->listings[i])).text);
}

static double instructions(const struct listing *l)
{
	return (double)listing_instructions(l);
}
static double loads(const struct listing *l)
{
	return (double)listing_moves(l, false).n;
}
static double loaded(const struct listing *l)
{
	return (double)listing_moves(l, false).bytes;
}
static double stores(const struct listing *l)
{
	return (double)listing_moves(l, true).n;
}
static double stored(const struct listing *l)
{
	return (double)listing_moves(l, true).bytes;
}

static void counts(const struct result *r, struct doc *d)
{
	struct table t;

	table_init(&t, d->utf8);
	t.titled = true;
	table_row(&t);
	table_put(&t, false, STYLE_HEADING, "PTX of the kernels");
	for (size_t i = 0; i < r->nlistings; i++)
		table_put(&t, true, STYLE_STRONG, r->listings[i].title);
	number_row(&t, "instructions", r, instructions);
	number_row(&t, "loads of global memory", r, loads);
	number_row(&t, "bytes that a lane loads with them", r, loaded);
	number_row(&t, "stores to global memory", r, stores);
	number_row(&t, "bytes that a lane stores with them", r, stored);
	table_layout(&t, d, 2);
	table_release(&t);
}

static void cell(const struct listing_row *row, bool operands, int room, struct doc *d)
{
	bool memory = !row->kernel && (!strncmp(row->op, "ld.global", 9) || !strncmp(row->op, "st.global", 9));
	enum style s = row->kernel ? STYLE_HEADING : memory ? STYLE_STRONG : STYLE_TEXT;
	size_t keep;

	if (row->line)
		doc_printf(d, STYLE_DIM, "%*d ", NUMBER - 1, row->line);
	else
		doc_printf(d, STYLE_DIM, "%*s", NUMBER, "");
	room -= NUMBER;
	keep = text_cut(row->op, strlen(row->op), room);
	doc_putn(d, s, row->op, keep);
	room -= (int)keep + 1;
	if (!operands || room < 1 || !*row->rest)
		return;
	doc_put(d, STYLE_TEXT, " ");
	doc_putn(d, STYLE_DIM, row->rest, text_cut(row->rest, strlen(row->rest), room));
}

static void rows(const struct result *r, size_t from, size_t n, struct doc *d)
{
	int each = d->width / (int)n;
	size_t most = 0;

	doc_gap(d);
	for (size_t k = 0; k < n; k++) {
		doc_pad(d, (int)k * each + NUMBER);
		doc_put(d, STYLE_HEADING, r->listings[from + k].title);
		most = r->listings[from + k].n > most ? r->listings[from + k].n : most;
	}
	doc_break(d);
	for (size_t i = 0; i < most; i++) {
		for (size_t k = 0; k < n; k++) {
			const struct listing *l = &r->listings[from + k];

			if (k)
				doc_pad(d, (int)k * each);
			if (i < l->n)
				cell(&l->v[i], n == 1, each - 1, d);
		}
		doc_break(d);
	}
}

void listing_doc(const struct result *r, bool all, struct doc *d)
{
	size_t side_by_side = (size_t)(d->width / (NUMBER + LEAST));

	if (!r->nlistings)
		return;
	counts(r, d);
	if (!all)
		return;
	if (side_by_side < 1)
		side_by_side = 1;
	for (size_t i = 0; i < r->nlistings; i += side_by_side)
		rows(r, i, r->nlistings - i < side_by_side ? r->nlistings - i : side_by_side, d);
	doc_gap(d);
	doc_wrap(d, STYLE_DIM, 0,
		"The number in front is the line of the source. Each program's instructions stand in their own order.");
}

void report_listing_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	listing_doc(r, true, &d);
	doc_text(&d, out);
	doc_release(&d);
}

void report_listing_json(const struct result *r, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();

	json_object_set_new(o, "schema", json_string("warplings.ptx/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	for (size_t i = 0; i < r->nlistings; i++) {
		const struct listing *l = &r->listings[i];
		json_t *one = json_object(), *lines = json_array();

		json_object_set_new(one, "program", json_text(l->title));
		json_object_set_new(one, "instructions", json_integer((json_int_t)listing_instructions(l)));
		for (size_t k = 0; k < l->n; k++) {
			json_t *row = json_object();

			json_object_set_new(row, l->v[k].kernel ? "kernel" : "op", json_text(l->v[k].op));
			if (!l->v[k].kernel) {
				json_object_set_new(row, "operands", json_text(l->v[k].rest));
				json_object_set_new(
					row, "line", l->v[k].line ? json_integer(l->v[k].line) : json_null());
			}
			json_array_append_new(lines, row);
		}
		json_object_set_new(one, "ptx", lines);
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "programs", all);
	json_out(o, out);
}
