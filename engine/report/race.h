/* race report: two accesses that nothing orders: both places, beside each other where there is room, who made them, and
 * in which order of threads it was seen. */
#ifndef REPORT_RACE_H
#define REPORT_RACE_H

#include "judge/result.h"
#include "report/doc/doc.h"
#include "report/report.h"

/* Has the run such a pair? */
bool race_any(const struct result *r);
/* All pairs of places that some case saw, the severest first; false: there are none, and a sentence says so. */
bool race_doc(const struct result *r, struct doc *d);
void report_race_text(const struct result *r, const struct text_style *st, struct buf *out);
void report_race_json(const struct result *r, struct buf *out); /* schema warplings.race/1 */

#endif
