/* lines report: see lines.h. Above the source stand the sums of the whole kernel, the student's and the reference's, in
 * the same columns. */
#include "report/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "report/doc/text.h"
#include "report/line_columns.h"

enum { INDENT = 2, SHARE = 5, HOT = 20 }; /* per cent of all instructions from which a line is marked */

static uint64_t instructions(const struct result *r)
{
	uint64_t n = 0;

	for (size_t i = 0; i < r->nlines; i++)
		n += r->lines[i].c.v[CTR_INST];
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

static struct line_row *rows_of(const struct result *r, size_t nlines)
{
	struct line_row *rows = xcalloc(nlines + 2, sizeof *rows);

	for (size_t i = 0; i < r->nlines; i++) {
		const struct line_count *l = &r->lines[i];

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

static void share(double part, bool hot, struct doc *d)
{
	if (part < 0)
		doc_printf(d, STYLE_TEXT, "%*s ", SHARE, "");
	else
		doc_printf(d, hot ? STYLE_WARN : STYLE_DIM, "%*.0f%% ", SHARE - 1, part);
}

static void head(const bool use[LINE_COLUMNS], int digits, struct doc *d)
{
	for (int k = 0; k < LINE_COLUMNS; k++)
		if (use[k])
			doc_printf(d, STYLE_STRONG, "%*s ", line_columns[k].width, line_columns[k].head);
	doc_printf(d, STYLE_STRONG, "%*s ", SHARE, "share");
	doc_printf(d, STYLE_STRONG, "%*s", digits, "line");
	doc_break(d);
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

/* Tabs in front are INDENT columns each: the room is for what stands after them. */
static void code(const char *line, size_t n, enum style s, struct doc *d)
{
	int room = d->width - doc_column(d);
	struct buf clean;
	size_t keep;

	buf_init(&clean);
	for (; n && *line == '\t'; line++, n--)
		buf_printf(&clean, "%*s", INDENT, "");
	text_clean(&clean, line, n, d->utf8, (int)clean.len);
	keep = text_cut(clean.data, clean.len, room);
	doc_putn(d, s, clean.data, keep);
	buf_release(&clean);
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
	explained("share", "of the instructions that warps execute; marked from a fifth on", d);
}

size_t lines_doc(const struct result *r, struct doc *d)
{
	size_t nlines = r->source ? line_count(r->source) : 0;
	bool use[LINE_COLUMNS];
	struct line_row *rows;
	uint64_t all = instructions(r);
	int digits = line_digits(nlines) < 4 ? 4 : line_digits(nlines);

	if (!nlines || !r->nlines) {
		doc_wrap(d, STYLE_TEXT, 0,
			"No line was counted: nothing of the performance case ran on the emulator in the newest run.");
		return 0;
	}
	rows = rows_of(r, nlines);
	line_columns_choose(d->width - SHARE - 2, rows, nlines, use);
	head(use, digits, d);
	sum(&r->student, "yours", use, digits, d);
	sum(&r->reference, "the reference's", use, digits, d);
	for (size_t i = 1; i <= nlines; i++) {
		double part = rows[i].any && all ? 100.0 * (double)rows[i].c.v[CTR_INST] / (double)all : -1;
		bool hot = part >= HOT;
		size_t n;
		const char *line = line_at(r->source, (int)i, &n);

		cells(&rows[i], use, true, hot ? STYLE_WARN : STYLE_TEXT, d);
		share(part, hot, d);
		doc_printf(d, STYLE_DIM, "%*zu", digits, i);
		doc_put(d, hot ? STYLE_WARN : STYLE_TEXT, hot ? "\xE2\x96\x88 " : "  ");
		if (line)
			code(line, n, hot ? STYLE_STRONG : rows[i].any ? STYLE_TEXT : STYLE_DIM, d);
		doc_break(d);
		d->lines[d->nlines - 1].tag = (int)i - 1;
	}
	legend(use, d);
	free(rows);
	return nlines;
}
