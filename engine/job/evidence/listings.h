/* listings: the PTX that nvcc put into an object, as a report shows it. */
#ifndef JOB_LISTINGS_H
#define JOB_LISTINGS_H

#include "base/arena.h"
#include "judge/listing.h"

/* Of the object's first container of device code; an empty listing where there is none that can be read. */
struct listing listing_of_object(struct arena *a, const char *title, const char *so);

#endif
