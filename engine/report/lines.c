/* lines report: see lines.h. Above the source stand the sums of the whole kernel, the student's and the reference's, in
 * the same columns. */
#include "report/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "report/doc/text.h"
#include "report/highlight.h"
#include "report/line_columns.h"
#include "report/seen.h"

enum { SHARE = 5, HOT = 20, WARM = 5, CODE_MIN = 56 }; /* HOT, WARM: per cent of all instructions, marked from there */

/* The file that is shown, and what its lines counted. */
struct counted {
	const char *source;
	const struct line_count *lines;
	size_t n;
};

static struct counted counted_of(const struct lines_view *v)
{
	const struct result *r = v->r;

	if (!r)
		return (struct counted){ NULL, NULL, 0 };
	return v->reference ? (struct counted){ r->reference_source, r->reference_lines, r->nreference_lines } :
			      (struct counted){ r->source, r->lines, r->nlines };
}

bool lines_has_reference(const struct result *r)
{
	return r && r->reference_source && r->nreference_lines;
}

static uint64_t instructions(const struct counted *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->lines[i].c.v[CTR_INST];
	return n;
}

int lines_hottest(const struct result *r)
{
	const struct line_count *most = NULL;

	for (size_t i = 0; i < r->nlines; i++)
		if (!most || r->lines[i].c.v[CTR_INST] > most->c.v[CTR_INST])
			most = &r->lines[i];
	return most ? most->line : 0;
}

static struct line_row *rows_of(const struct counted *c, size_t nlines)
{
	struct line_row *rows = xcalloc(nlines + 2, sizeof *rows);

	for (size_t i = 0; i < c->n; i++) {
		const struct line_count *l = &c->lines[i];

		if (l->line < 1 || (size_t)l->line > nlines || !l->times)
			continue;
		rows[l->line].any = true;
		rows[l->line].times += l->times;
		counters_add(&rows[l->line].c, &l->c);
	}
	return rows;
}

static void cells(const struct line_row *row, const bool use[LINE_COLUMNS], bool times, enum style s, struct doc *d)
{
	for (int k = 0; k < LINE_COLUMNS; k++) {
		char text[32] = "";

		if (!use[k])
			continue;
		if (row->any && (k || times))
			line_columns[k].cell(row, text, sizeof text);
		doc_printf(d, s, "%*s ", line_columns[k].width, text);
	}
}

static enum style heat(double part)
{
	return part >= HOT ? STYLE_HOT : part >= WARM ? STYLE_WARM : STYLE_DIM;
}

static void share(double part, struct doc *d)
{
	if (part < 0)
		doc_printf(d, STYLE_TEXT, "%*s ", SHARE, "");
	else
		doc_printf(d, heat(part), "%*.0f%% ", SHARE - 1, part);
}

static void head(const bool use[LINE_COLUMNS], int digits, struct doc *d)
{
	for (int k = 0; k < LINE_COLUMNS; k++)
		if (use[k])
			doc_printf(d, STYLE_STRONG, "%*s ", line_columns[k].width, line_columns[k].head);
	doc_printf(d, STYLE_STRONG, "%*s ", SHARE, "share");
	doc_printf(d, STYLE_STRONG, "%*s", digits, "line");
	doc_break(d);
	doc_pin(d);
}

static void sum(const struct side *s, const char *who, const bool use[LINE_COLUMNS], int digits, struct doc *d)
{
	struct line_row row = { .c = s->total, .any = s->ran && s->has_counters };

	if (!row.any)
		return;
	cells(&row, use, false, STYLE_TEXT, d);
	doc_printf(d, STYLE_DIM, "%*s %*s  all of %s", SHARE, "", digits, "", who);
	doc_break(d);
}

static void explained(const char *head, const char *what, struct doc *d)
{
	struct flow f;
	char name[16];

	snprintf(name, sizeof name, "%-7s", head);
	flow_init(&f, d->utf8);
	flow_add(&f, STYLE_DIM, what, strlen(what));
	doc_flow(d, &f, name, "       ", STYLE_STRONG);
	flow_release(&f);
}

static void legend(const bool use[LINE_COLUMNS], struct doc *d)
{
	doc_gap(d);
	for (int k = 0; k < LINE_COLUMNS; k++)
		if (use[k])
			explained(line_columns[k].head, line_columns[k].what, d);
	explained("share", "of the instructions that warps execute; marked from a twentieth on, and from a fifth", d);
}

static double part_of(const struct line_row *row, uint64_t all)
{
	return row->any && all ? 100.0 * (double)row->c.v[CTR_INST] / (double)all : -1;
}

struct rank {
	int line;
	uint64_t cost;
};

static int costlier(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	return x->cost != y->cost ? (x->cost < y->cost ? 1 : -1) : x->line - y->line;
}

static const char *text_of(const struct lines_view *v)
{
	return v->text ? v->text : counted_of(v).source;
}

/* The lines in the order in which they are shown; malloc'd. */
static struct rank *order_of(const struct lines_view *v, size_t *n)
{
	size_t all = text_of(v) ? line_count(text_of(v)) : 0;
	struct rank *ranks = xcalloc(all + 1, sizeof *ranks);
	struct counted c = counted_of(v);
	struct line_row *rows = v->by_cost && v->r ? rows_of(&c, all) : NULL;

	*n = 0;
	for (size_t i = 1; i <= all; i++)
		if (!rows || rows[i].any)
			ranks[(*n)++] = (struct rank){ (int)i, rows ? rows[i].c.v[CTR_INST] : 0 };
	if (rows)
		qsort(ranks, *n, sizeof *ranks, costlier);
	free(rows);
	return ranks;
}

int lines_of_row(const struct lines_view *v, size_t row)
{
	size_t n;
	struct rank *ranks = order_of(v, &n);
	int line = row < n ? ranks[row].line : 0;

	free(ranks);
	return line;
}

size_t lines_row_of(const struct lines_view *v, int line)
{
	size_t n, row = SIZE_MAX;
	struct rank *ranks = order_of(v, &n);

	for (size_t i = 0; i < n && row == SIZE_MAX; i++)
		if (ranks[i].line == line)
			row = i;
	free(ranks);
	return row;
}

static bool still_reads(const struct excerpt *x, size_t k, const char *text)
{
	size_t n;
	const char *now = line_at(text, x->first + (int)k, &n);

	return now && k < x->n && strlen(x->lines[k]) == n && !memcmp(now, x->lines[k], n);
}

/* Is the fault still there, as far as its lines say? The compiler mostly stumbles a line behind what is missing, so
 * there those around it count, too. */
static bool still_wrong(const struct result *r, const struct excerpt *x, const char *text)
{
	if (x->line < x->first || !still_reads(x, (size_t)(x->line - x->first), text))
		return false;
	for (size_t k = 0; r->verdict == VERDICT_COMPILE_ERROR && k < x->n; k++)
		if (!still_reads(x, k, text))
			return false;
	return true;
}

/* The excerpt of what went wrong at a line, if that line still reads as it did. */
static const struct excerpt *wrong_at(const struct result *r, const char *text, int line)
{
	for (size_t i = 0; r && r->verdict != VERDICT_PASS && i < r->nexcerpts; i++)
		if (r->excerpts[i].line == line && still_wrong(r, &r->excerpts[i], text))
			return &r->excerpts[i];
	return NULL;
}

int lines_to_edit(const struct result *r, const char *text)
{
	size_t n;

	for (int i = 1; r && line_at(text, i, &n); i++)
		if (wrong_at(r, text, i))
			return i;
	for (int i = 1; line_at(text, i, &n); i++)
		if (line_has(text, i, "TODO"))
			return i;
	return 0;
}

/* In front of a line: how hot it is; in the code, what went wrong there or is to be done, before that. */
static void mark(const struct lines_view *v, int line, double part, struct doc *d)
{
	const char *text = text_of(v);

	if (v->code && wrong_at(v->r, text, line))
		doc_put(d, STYLE_FAIL, "\xE2\x9C\x97 ");
	else if (v->code && line_has(text, line, "TODO"))
		doc_put(d, STYLE_WARN, "\xE2\x96\xB8 ");
	else
		doc_put(d, heat(part), part >= HOT ? "\xE2\x96\x88 " : part >= WARM ? "\xE2\x96\x92 " : "  ");
}

/* Which columns: in the code only as many as leave it its room, and neither how often nor full warps. */
static void choose(const struct lines_view *v, const struct line_row *rows, size_t n, int width, bool use[LINE_COLUMNS])
{
	bool divided = false;

	line_columns_choose(width - (v->code ? CODE_MIN - LINE_SOURCE_MIN : 0), rows, n, use);
	if (!v->code)
		return;
	for (size_t i = 1; i <= n; i++)
		divided = divided ||
			(rows[i].any && counter_defined(&rows[i].c, CTR_ACTIVE_LANES) &&
				counter_value(&rows[i].c, CTR_ACTIVE_LANES) < 31.95);
	use[0] = false;
	use[1] = use[1] && divided;
}

/* What went wrong at the line, below it. */
static void note(const struct lines_view *v, int line, int column, struct doc *d)
{
	const struct excerpt *x = v->code ? wrong_at(v->r, text_of(v), line) : NULL;

	if (x && x->note)
		doc_wrap(d, STYLE_FAIL, column, x->note);
}

static void line_doc(const struct lines_view *v, const struct rank *at, const struct line_row *row, const bool *use,
	bool counted, double part, int digits, struct highlight *h, struct doc *d)
{
	size_t n;
	const char *line = line_at(text_of(v), at->line, &n);
	int column;

	if (counted) {
		cells(row, use, true, part >= HOT ? STYLE_HOT : part >= WARM ? STYLE_WARM : STYLE_TEXT, d);
		share(part, d);
	}
	doc_printf(d, STYLE_DIM, "%*d", digits, at->line);
	mark(v, at->line, part, d);
	column = doc_column(d);
	if (v->by_cost)
		*h = (struct highlight){ false };
	if (line)
		highlight_line(h, line, n, d);
	doc_break(d);
	note(v, at->line, column, d);
}

size_t lines_doc(const struct lines_view *v, struct doc *d)
{
	const struct result *r = v->r;
	const char *text = text_of(v);
	size_t nlines = text ? line_count(text) : 0, n;
	struct counted c = counted_of(v);
	bool counted = nlines && c.n && c.source && !strcmp(c.source, text);
	bool use[LINE_COLUMNS] = { false };
	struct line_row *rows;
	struct rank *ranks;
	struct highlight h = { false };
	uint64_t all = instructions(&c);
	int digits = line_digits(nlines) < 4 ? 4 : line_digits(nlines);

	if (!nlines || (!counted && !v->code)) {
		if (v->code)
			doc_wrap(d, STYLE_TEXT, 0, "The file is empty.");
		else
			seen_nothing(r, "No line was counted", d);
		return 0;
	}
	rows = counted ? rows_of(&c, nlines) : xcalloc(nlines + 2, sizeof *rows);
	if (counted)
		choose(v, rows, nlines, d->width - SHARE - 2, use);
	else if (r && r->nlines)
		doc_wrap(d, STYLE_DIM, 0, "You have changed it since the newest run: the next one counts its lines.");
	if (counted && !v->reference)
		seen_case(r, d);
	if (counted)
		head(use, digits, d);
	if (counted && !v->code) {
		sum(&r->student, "yours", use, digits, d);
		sum(&r->reference, "the reference's", use, digits, d);
	}
	ranks = order_of(v, &n);
	for (size_t i = 0; i < n; i++) {
		size_t first = d->nlines;

		line_doc(v, &ranks[i], &rows[ranks[i].line], use, counted, part_of(&rows[ranks[i].line], all), digits,
			&h, d);
		for (; first < d->nlines; first++)
			d->lines[first].tag = (int)i;
	}
	if (!v->code)
		legend(use, d);
	free(ranks);
	free(rows);
	return n;
}
