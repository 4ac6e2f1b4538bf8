/* lines report: the judged file as a map of where the work goes: what each line counted in the perf case, beside the
 * source. With `code`: the file as it is now, to be read and edited, with its TODOs and errors marked, and beside it
 * what its lines counted, as long as that was counted of the same text. */
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "judge/result.h"
#include "report/doc/doc.h"

struct lines_view {
	const struct result *r; /* NULL: nothing has run */
	const char *text;       /* code: the file as it is now; else NULL */
	bool code;
	bool reference; /* the reference's lines instead of the judged file's */
	bool by_cost;   /* the lines that were counted, most instructions first */
};
/* A document whose rows, lines of the source, have the tags 0, 1, ... Returns the number of rows; 0: there is nothing
 * to show, and the document says why. */
size_t lines_doc(const struct lines_view *v, struct doc *d);
/* The source's line that a row stands for, and the other way round; 0 and SIZE_MAX: there is none. */
int lines_of_row(const struct lines_view *v, size_t row);
size_t lines_row_of(const struct lines_view *v, int line);
/* The line that executed most; 0: none did anything. */
int lines_hottest(const struct result *r);
/* Is there something of the reference's to be shown? */
bool lines_has_reference(const struct result *r);
/* Where the next thing to write is in a text: the line that went wrong in the result (which may be NULL), if it is
 * still there, else the first TODO; 0: no line stands out. */
int lines_to_edit(const struct result *r, const char *text);

#endif
