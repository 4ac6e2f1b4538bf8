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

enum { NUMBER = 4, LEAST = 18, MOST = 16 /* columns */ };

static void number_row(
	struct table *t, const char *label, const struct listing *l, size_t n, double (*of)(const struct listing *l))
{
	table_row(t);
	table_put(t, false, STYLE_TEXT, label);
	for (size_t i = 0; i < n; i++)
		table_put(t, true, STYLE_TEXT, shown_count(of(&l[i])).text);
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

static void counts(const char *heading, const struct listing *l, size_t n, struct doc *d)
{
	struct table t;

	table_init(&t, d->utf8);
	t.titled = true;
	table_row(&t);
	table_put(&t, false, STYLE_HEADING, heading);
	for (size_t i = 0; i < n; i++)
		table_put(&t, true, STYLE_STRONG, l[i].title);
	number_row(&t, "instructions", l, n, instructions);
	number_row(&t, "loads of global memory", l, n, loads);
	number_row(&t, "bytes that a lane loads with them", l, n, loaded);
	number_row(&t, "stores to global memory", l, n, stores);
	number_row(&t, "bytes that a lane stores with them", l, n, stored);
	table_layout(&t, d, 2);
	table_release(&t);
}

static void cell(const struct listing_row *row, bool operands, int room, struct doc *d)
{
	bool memory = !row->kernel &&
		(!strncmp(row->op, "ld.global", 9) || !strncmp(row->op, "st.global", 9) ||
			!strncmp(row->op, "LDG", 3) || !strncmp(row->op, "STG", 3));
	enum style s = row->kernel ? STYLE_HEADING : memory ? STYLE_STRONG : STYLE_TEXT;
	const char *rest = row->rest;
	size_t fits, guard = operands && *rest == '@' ? strcspn(rest, " \t") + 1 : 0;

	if (row->line)
		doc_printf(d, STYLE_DIM, "%*d ", NUMBER - 1, row->line);
	else
		doc_printf(d, STYLE_DIM, "%*s", NUMBER, "");
	room -= NUMBER;
	if (guard && (int)guard < room) { /* as in PTX: "@%p1 bra $L__BB0_2" */
		doc_putn(d, STYLE_DIM, rest, guard);
		room -= (int)guard;
		rest += guard;
	}
	fits = text_cut(row->op, strlen(row->op), room);
	doc_putn(d, s, row->op, fits);
	room -= (int)fits + 1;
	if (!operands || room < 1 || !*rest)
		return;
	doc_put(d, STYLE_TEXT, " ");
	doc_putn(d, STYLE_DIM, rest, text_cut(rest, strlen(rest), room));
}

/* One column of the table below: whose, and what it is where both kinds stand beside each other. */
struct column {
	const struct listing *l;
	const char *kind;
};

static void rows(const struct column *c, size_t n, struct doc *d)
{
	int each = d->width / (int)n;
	size_t most = 0;

	doc_gap(d);
	for (size_t k = 0; k < n; k++) {
		doc_pad(d, (int)k * each + NUMBER);
		doc_printf(d, STYLE_HEADING, "%s%s", c[k].l->title, c[k].kind);
		most = c[k].l->n > most ? c[k].l->n : most;
	}
	doc_break(d);
	for (size_t i = 0; i < most; i++) {
		for (size_t k = 0; k < n; k++) {
			if (k)
				doc_pad(d, (int)k * each);
			if (i < c[k].l->n)
				cell(&c[k].l->v[i], n <= 2, each - 1, d);
		}
		doc_break(d);
	}
}

static void all_rows(const struct listing *l, size_t n, const char *kind, struct doc *d)
{
	size_t side_by_side = (size_t)(d->width / (NUMBER + LEAST));
	struct column c[MOST];

	side_by_side = side_by_side < 1 ? 1 : side_by_side > MOST ? (size_t)MOST : side_by_side;
	for (size_t i = 0; i < n; i += side_by_side) {
		size_t k = 0;

		for (; k < side_by_side && i + k < n; k++)
			c[k] = (struct column){ &l[i + k], kind };
		rows(c, k, d);
	}
}

void listing_doc(const struct result *r, bool all, struct doc *d)
{
	char heading[48];
	struct buf why;

	if (!r->nlistings)
		return;
	counts("PTX of the kernels", r->listings, r->nlistings, d);
	if (r->nsass) {
		doc_gap(d);
		snprintf(heading, sizeof heading, "SASS of the kernels (sm_%d)", r->sass_arch);
		counts(heading, r->sass, r->nsass, d);
	}
	if (!all)
		return;
	if (r->nlistings == 1 && r->nsass == 1) {
		rows((struct column[]){ { r->listings, ", PTX" }, { r->sass, ", SASS" } }, 2, d);
	} else {
		all_rows(r->listings, r->nlistings, r->nsass ? ", PTX" : "", d);
		all_rows(r->sass, r->nsass, ", SASS", d);
	}
	doc_gap(d);
	doc_wrap(d, STYLE_DIM, 0,
		"The number in front is the line of the source. Each program's instructions stand in their own order.");
	if (r->no_sass) {
		buf_init(&why);
		buf_printf(&why, "SASS, the machine's own instructions, can't be shown here: %s.", r->no_sass);
		doc_wrap(d, STYLE_DIM, 0, why.data);
		buf_release(&why);
	}
}

void report_listing_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	listing_doc(r, true, &d);
	doc_text(&d, out);
	doc_release(&d);
}

/* The instructions of `l` into `one`, as its member `name`. */
static void put_lines(json_t *one, const char *name, const struct listing *l)
{
	json_t *lines = json_array();

	for (size_t k = 0; k < l->n; k++) {
		json_t *row = json_object();

		json_object_set_new(row, l->v[k].kernel ? "kernel" : "op", json_text(l->v[k].op));
		if (!l->v[k].kernel) {
			json_object_set_new(row, "operands", json_text(l->v[k].rest));
			json_object_set_new(row, "line", l->v[k].line ? json_integer(l->v[k].line) : json_null());
		}
		json_array_append_new(lines, row);
	}
	json_object_set_new(one, name, lines);
}

void report_listing_json(const struct result *r, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();

	json_object_set_new(o, "schema", json_string("warplings.ptx/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "sass_for", r->nsass ? json_integer(r->sass_arch) : json_null());
	for (size_t i = 0; i < r->nlistings; i++) {
		const struct listing *l = &r->listings[i];
		json_t *one = json_object();

		json_object_set_new(one, "program", json_text(l->title));
		json_object_set_new(one, "instructions", json_integer((json_int_t)listing_instructions(l)));
		put_lines(one, "ptx", l);
		if (i < r->nsass) { /* of the same programs in the same order */
			json_object_set_new(
				one, "sass_instructions", json_integer((json_int_t)listing_instructions(&r->sass[i])));
			put_lines(one, "sass", &r->sass[i]);
		}
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "programs", all);
	json_out(o, out);
}
