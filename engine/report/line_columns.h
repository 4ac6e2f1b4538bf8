/* line_columns: what is shown of a line of a source: the columns of the profile and of the lines screen, most important
 * first. A column in which no line has anything is left out, and so is, on a narrow page, the least important one until
 * the source has room. */
#ifndef REPORT_LINE_COLUMNS_H
#define REPORT_LINE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters/counters.h"

enum { LINE_COLUMNS = 6, LINE_SOURCE_MIN = 30 };

struct line_row { /* a line's work; bad: a fault or a finding is at it */
	uint64_t times;
	struct counters c;
	bool any, bad;
};
/* What a line shows in a column: "" when there is nothing to say. */
typedef void line_cell_fn(const struct line_row *r, char *dst, size_t size);
extern const struct line_column {
	const char *head, *what;
	int width;
	line_cell_fn *cell;
} line_columns[LINE_COLUMNS];

size_t line_count(const char *source);
/* Columns of a line's number. */
int line_digits(size_t nlines);
/* Which columns there is something in, of rows[1..nlines], and room for in `width`. Returns what is left for the
 * source. */
int line_columns_choose(int width, const struct line_row *rows, size_t nlines, bool use[LINE_COLUMNS]);

#endif
