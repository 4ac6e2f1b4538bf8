/* records: what waits for an event waits for the record that was the newest one when the call was made. Operations need
 * not run in the order of the calls (hold.h), and an event may be recorded again meanwhile: so the reader, which sees
 * the calls in their order, gives each operation the record that it is about. Internal to engine/device. */
#ifndef DEVICE_OPS_RECORDS_H
#define DEVICE_OPS_RECORDS_H

#include <stdatomic.h>
#include <stdint.h>

#include "device/ops/order.h"
#include "device/time/clock.h"

struct record {
	atomic_uint users;
	uint64_t number; /* in the order of the calls, from 1 */
	uint64_t wanted; /* hold.c: by which look; under the context's lock */
	/* once it has run; the worker's own */
	struct clock_ref ref;
	struct order_set before; /* what comes before who waits for it */
	uint32_t stream;         /* as the program knows it */
};

struct record *record_new(uint64_t number);
/* One more user. NULL is allowed: an event that was never recorded. */
struct record *record_keep(struct record *r);
void record_release(struct record *r);

#endif
