/* awaited: which work does a wait of the host's cover? Kernels and copies are counted. Each stream has, for every
 * stream, the newest work that comes before what it gets next; an event has what its stream had when it was recorded.
 * The rules are those of the device (device/ops/order.h); where too much is asked for, a wait covers everything.
 * Whoever calls has the lock (early.c). */
#ifndef CUDART_WIRE_AWAITED_H
#define CUDART_WIRE_AWAITED_H

#include <stdbool.h>
#include <stdint.h>

#include "cudart/wire/client.h"

struct awaited_work {
	uint32_t stream;
	uint64_t number;
};

/* About to be sent. A launch or a copy is the newest work of its stream from now on. */
void awaited_issued(const struct rpc *r);
/* Answered well: streams and events come to be, and cease to be. */
void awaited_answered(const struct rpc *r);
struct awaited_work awaited_newest(uint32_t stream);
/* Is the call one that waits for some work? */
bool awaited_waits(const struct rpc *r);
/* Now that the call has been answered: does it tell the host that this work is over? */
bool awaited_covers(const struct rpc *r, struct awaited_work work);

#endif
