/* table: rows of styled cells with columns as wide as their widest cell. Where that does not fit, each row becomes a
 * list of "heading: cell" lines instead, so that a narrow window hides nothing. The first row is the heading. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/doc/doc.h"

struct table_cell {
	struct flow flow;
	bool right;
};
struct table {
	struct table_cell *cells;
	size_t ncells, capcells;
	size_t *rows;
	size_t nrows, caprows; /* index of each row's first cell */
	bool utf8;
	bool titled; /* the first heading is the table's title: it stands out and begins at the left edge */
};

void table_init(struct table *t, bool utf8);
void table_release(struct table *t);
void table_row(struct table *t);
void table_cell(struct table *t, bool right); /* begins a cell of the newest row */
void table_add(struct table *t, enum style s, const char *text, size_t n);
void table_put(struct table *t, bool right, enum style s, const char *text); /* a whole cell */
/* Columns that it takes, `indent` with it, where it is laid out as a table. */
int table_width(const struct table *t, int indent);
void table_layout(struct table *t, struct doc *d, int indent);

#endif
