/* table: see table.h. */
#include "report/doc/table.h"

#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"

void table_init(struct table *t, bool utf8)
{
	memset(t, 0, sizeof *t);
	t->utf8 = utf8;
}

void table_release(struct table *t)
{
	for (size_t i = 0; i < t->ncells; i++)
		flow_release(&t->cells[i].flow);
	free(t->cells);
	free(t->rows);
	memset(t, 0, sizeof *t);
}

void table_row(struct table *t)
{
	if (t->nrows == t->caprows) {
		t->caprows = t->caprows ? 2 * t->caprows : 16;
		t->rows = xrealloc(t->rows, t->caprows * sizeof *t->rows);
	}
	t->rows[t->nrows++] = t->ncells;
}

void table_cell(struct table *t, bool right)
{
	if (t->nrows == 0)
		table_row(t);
	if (t->ncells == t->capcells) {
		t->capcells = t->capcells ? 2 * t->capcells : 32;
		t->cells = xrealloc(t->cells, t->capcells * sizeof *t->cells);
	}
	flow_init(&t->cells[t->ncells].flow, t->utf8);
	t->cells[t->ncells++].right = right;
}

void table_add(struct table *t, enum style s, const char *text, size_t n)
{
	if (t->ncells > 0)
		flow_add(&t->cells[t->ncells - 1].flow, s, text, n);
}

void table_put(struct table *t, bool right, enum style s, const char *text)
{
	table_cell(t, right);
	table_add(t, s, text, strlen(text));
}

static size_t row_cells(const struct table *t, size_t row)
{
	return (row + 1 < t->nrows ? t->rows[row + 1] : t->ncells) - t->rows[row];
}

static int cell_width(const struct table_cell *c)
{
	return text_width(c->flow.text.data, c->flow.text.len);
}

static void put_cell(struct doc *d, const struct table_cell *c, enum style heading)
{
	for (size_t i = 0; i < c->flow.nruns; i++)
		doc_putn(d, heading != STYLE_COUNT ? heading : c->flow.runs[i].style,
			c->flow.text.data + c->flow.runs[i].off, c->flow.runs[i].len);
}

/* "heading: cell" for each cell that says something. */
static void layout_list(const struct table *t, struct doc *d, int indent)
{
	char *margin = xasprintf("%*s", indent, ""), *deeper = xasprintf("%*s", indent + 2, "");

	if (t->titled && t->ncells > 0) {
		put_cell(d, &t->cells[0], STYLE_HEADING);
		doc_break(d);
	}
	for (size_t r = 1; r < t->nrows; r++)
		for (size_t c = 0; c < row_cells(t, r); c++) {
			const struct table_cell *cell = &t->cells[t->rows[r] + c];
			struct flow f;

			if (cell->flow.text.len == 0)
				continue;
			flow_init(&f, t->utf8);
			if (c > 0 && c < row_cells(t, 0)) {
				const struct buf *head = &t->cells[t->rows[0] + c].flow.text;

				flow_add(&f, STYLE_DIM, head->data, head->len);
				if (head->len > 0)
					flow_add(&f, STYLE_DIM, ": ", 2);
			}
			for (size_t i = 0; i < cell->flow.nruns; i++)
				flow_add(&f, cell->flow.runs[i].style, cell->flow.text.data + cell->flow.runs[i].off,
					cell->flow.runs[i].len);
			doc_flow(d, &f, c > 0 ? deeper : margin, deeper, STYLE_TEXT);
			flow_release(&f);
		}
	free(margin);
	free(deeper);
}

/* The columns' widths, malloc'd; *total: of all, with the indent and what stands between them. */
static int *column_widths(const struct table *t, int indent, size_t *ncols, int *total)
{
	int *width;

	*ncols = 0;
	*total = indent;
	for (size_t r = 0; r < t->nrows; r++)
		if (row_cells(t, r) > *ncols)
			*ncols = row_cells(t, r);
	width = xcalloc(*ncols + 1, sizeof *width);
	for (size_t r = 0; r < t->nrows; r++)
		for (size_t c = 0; c < row_cells(t, r); c++)
			if (cell_width(&t->cells[t->rows[r] + c]) > width[c])
				width[c] = cell_width(&t->cells[t->rows[r] + c]);
	for (size_t c = 0; c < *ncols; c++)
		*total += width[c] + (c > 0 ? 2 : 0);
	return width;
}

int table_width(const struct table *t, int indent)
{
	size_t ncols;
	int total;

	free(column_widths(t, indent, &ncols, &total));
	return total;
}

void table_layout(struct table *t, struct doc *d, int indent)
{
	size_t ncols;
	int total, *width = column_widths(t, indent, &ncols, &total);

	if (total > d->width) {
		layout_list(t, d, indent);
		free(width);
		return;
	}
	for (size_t r = 0; r < t->nrows; r++) {
		int left = indent;

		if (r == 0 && row_cells(t, 0) == 0)
			continue; /* a table without a heading */
		for (size_t c = 0; c < row_cells(t, r); c++) {
			const struct table_cell *cell = &t->cells[t->rows[r] + c];
			int lead = cell->right ? width[c] - cell_width(cell) : 0;
			bool title = t->titled && r == 0 && c == 0;

			if (cell->flow.text.len > 0 && left + lead > 0 && !title)
				doc_printf(d, STYLE_TEXT, "%*s", left + lead - doc_column(d), "");
			put_cell(d, cell, title ? STYLE_HEADING : r == 0 ? STYLE_STRONG : STYLE_COUNT);
			left += width[c] + 2;
		}
		doc_break(d);
	}
	free(width);
}
