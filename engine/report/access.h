/* access report: the picture of one access: where the warp's 32 lanes go, and which sectors of global memory or which
 * banks of shared memory, wavefront by wavefront, that takes. */
#ifndef REPORT_ACCESS_H
#define REPORT_ACCESS_H

#include "judge/access.h"
#include "report/doc/doc.h"
#include "report/profile.h"

struct access_view {
	const struct access_list *list; /* that it is from */
	const struct access *a;
	const char *source; /* the text of its file; NULL: not known */
	size_t rows; /* in short: at most so many rows of sectors or wavefronts, and no lane by lane; 0: all of it */
};
void access_doc(const struct access_view *v, struct doc *d);

/* One access of r->accesses as text for a person, ... */
void report_access_text(
	const struct profile_report *r, const struct access *a, const struct text_style *st, struct buf *out);
/* ... and all that were kept of the line (0: of all lines), schema warplings.access/1. */
void report_access_json(const struct profile_report *r, int line, struct buf *out);

#endif
