/* report: a result, or a list of them, as text, JSON, TAP or JUnit, into a buffer. No printing here. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/buf.h"
#include "judge/result.h"

struct text_style {
	bool color;
	bool utf8;
	int width;
}; /* width in columns, 80 unless the terminal says */
void report_text(
	const struct result *r, const struct text_style *st, struct buf *out); /* side by side table, gates, why */
void report_json(const struct result *r, struct buf *out);                     /* schema warplings.run/1 */
/* A list of results. report_check_text is a report_check_line for each, then the summary: for showing them as they
 * come. */
void report_check_line(const struct result *r, const struct text_style *st, struct buf *out);
void report_check_summary(const struct result *const *r, size_t n, const struct text_style *st, struct buf *out);
void report_check_text(const struct result *const *r, size_t n, const struct text_style *st, struct buf *out);
/* The other formats of a list (formats.def): report_check_json, report_check_tap, ... Each appends a whole document. */
typedef void report_list_fn(const struct result *const *r, size_t n, struct buf *out);
#define REPORT_FORMAT(ID, word, ending) report_list_fn report_check_##word;
#include "report/formats.def"
#undef REPORT_FORMAT
/* The exit status that a list of results amounts to: 3 when any could not be judged, else 1 when any attempted one does
 * not pass, else 0 (pass and todo). */
int report_exit_status(const struct result *const *r, size_t n);
/* Time as a person reads it: "12.3 us (modelled, NVIDIA H200)". */
void report_time(const struct side *s, struct buf *out);

#endif
