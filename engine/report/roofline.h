/* roofline: how much is computed for each byte that memory moves, and how fast: a table, and a drawing in which the
 * student's and the reference's kernels stand below what the GPU can do at most. */
#ifndef REPORT_ROOFLINE_H
#define REPORT_ROOFLINE_H

#include "judge/result.h"
#include "report/doc/doc.h"
#include "report/report.h"

/* Nothing where the step has no roofline, or nothing ran. */
void roofline_doc(const struct result *r, struct doc *d);
void report_roofline_text(const struct result *r, const struct text_style *st, struct buf *out);
void report_roofline_json(const struct result *r, struct buf *out); /* schema warplings.roofline/1 */

#endif
