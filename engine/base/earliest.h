/* earliest: things that come with a time, the earliest first; of those with one time, the one that was put in first. */
#ifndef BASE_EARLIEST_H
#define BASE_EARLIEST_H

#include <stdint.h>

/* {0}: none. */
struct earliest {
	struct earliest_row {
		uint64_t at, nth, what; /* nth: how many were put in before; what: the caller's */
	} * v;
	uint64_t n, cap, nth;
};

void earliest_put(struct earliest *q, uint64_t at, uint64_t what);
/* Takes the first one out; there has to be one (n > 0). */
struct earliest_row earliest_take(struct earliest *q);
void earliest_free(struct earliest *q);

#endif
