/* sent: what the host sent to the device in a case, word for word, where the judge asks for it: a host that computes
 * the answer itself has to send it, as it is or disguised. Internal to engine/device; every function runs under
 * em_lock.
 */
#ifndef DEVICE_SENT_H
#define DEVICE_SENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

struct context;
/* Stretches of bytes, before each a struct sent_head. */
struct sent {
	bool on, lost; /* lost: there was more than is kept */
	struct buf values;
};
struct sent_head {
	uint64_t bytes;
	uint64_t
		brought; /* how many bytes of values (brought.h) there were by then: what came from there may go back */
};

void sent_begin(struct sent *s, bool on);
void sent_release(struct sent *s);
/* These bytes came; `brought` as above. */
void sent_keep(struct sent *s, const uint8_t *p, uint64_t bytes, uint64_t brought);
/* A copy of the host's bytes has come to rows of device memory. */
void sent_rows(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows);

#endif
