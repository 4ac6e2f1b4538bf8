/* listing report: the PTX of several programs side by side, with counts. */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "judge/result.h"
#include "report/doc/doc.h"
#include "report/report.h"

/* The counts alone, or the instructions below them, too. Nothing where the result has no listings. */
void listing_doc(const struct result *r, bool all, struct doc *d);
void report_listing_text(const struct result *r, const struct text_style *st, struct buf *out);
void report_listing_json(const struct result *r, struct buf *out); /* schema warplings.ptx/1 */

#endif
