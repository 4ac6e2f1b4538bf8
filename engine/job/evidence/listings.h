/* listings: the PTX that nvcc put into an object, as a report shows it. */
#ifndef JOB_LISTINGS_H
#define JOB_LISTINGS_H

#include "base/arena.h"
#include "base/buf.h"
#include "judge/listing.h"

/* Of the object's first container of device code; an empty listing where there is none that can be read. */
struct listing listing_of_object(struct arena *a, const char *title, const char *so);

/* Its `local` alone, where nobody wants the listing. */
bool listing_local(const char *so);

/* Put the object's machine code nearest to `arch` into `out`. Returns what it was made for; 0: there is none. */
int listing_code(const char *so, int arch, struct buf *out);

#endif
