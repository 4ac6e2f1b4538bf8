/* virtual: what the operations of a context mean to the virtual clock (clock.h): which engine each takes and for how
 * long, what the call costs the host, whether it waits. Internal to engine/device; only the thread that runs operations
 * calls it, in API order, after the operation has been carried out. The rules are NVIDIA's (Runtime API, "API
 * synchronization behavior", "Stream synchronization behavior"; Programming Guide, "Implicit Synchronization"); the
 * numbers are the profile's. docs/virtual-clock.md says both.
 *
 * Each operation that ends becomes a row of the log's timeline.
 */
#ifndef DEVICE_VIRTUAL_H
#define DEVICE_VIRTUAL_H

#include <stdbool.h>
#include <stdint.h>

#include "device/protocol.h"
#include "device/time/clock.h"
#include "emulator/emulator.h"

struct context;
struct op;
struct kernel;
struct record;
struct dp_launch;

enum virtual_way { VIRTUAL_H2D, VIRTUAL_D2H, VIRTUAL_D2D, VIRTUAL_H2H };

void virtual_start(struct context *c);
/* Everything is over: at the end of the context, and when its device is reset. */
void virtual_finish(struct context *c);
void virtual_stop(struct context *c);

/* A call that issues nothing. */
void virtual_call(struct context *c);
void virtual_kernel(
	struct context *c, const struct dp_launch *l, const struct kernel *k, double us, const struct em_result *r);
/* A whole API call's copy, whatever the number of its parts. touch: the device memory that it reads and writes
 * (order.h).
 */
void virtual_copy(struct context *c, const struct op *op, uint32_t stream, enum virtual_way way, bool pageable,
	uint64_t bytes, const struct em_touched *touch, size_t n);
/* `shared`: the host sees the memory too (pinned, managed). */
void virtual_set(struct context *c, const struct op *op, uint32_t stream, bool shared, uint64_t bytes,
	const struct em_touched *touch, size_t n);
/* Memory comes to be, or ceases to be: of cudaMallocAsync and cudaFreeAsync at their place in the stream (order.h). */
void virtual_alloc(struct context *c, const struct op *op, const struct dp_malloc *m, uint64_t addr);
void virtual_free(struct context *c, const struct op *op, uint32_t stream, uint64_t addr, uint64_t bytes);
/* cudaFree of what cudaMallocAsync gave: it waits for nothing. */
void virtual_free_pooled(struct context *c, const struct op *op, uint64_t addr, uint64_t bytes);
/* Pages of managed memory move (docs/virtual-clock.md): because a kernel of the stream or the host touches them, or
 * ahead of that. The host waits for those that it touches. */
enum virtual_move { VIRTUAL_FAULT_IN, VIRTUAL_FAULT_OUT, VIRTUAL_PREFETCH_IN, VIRTUAL_PREFETCH_OUT };
void virtual_pages(struct context *c, uint32_t stream, enum virtual_move how, uint64_t pages);
void virtual_record(struct context *c, uint32_t event, struct record *r, uint32_t stream);
/* For a record, NULL: none. */
void virtual_wait_event(struct context *c, uint32_t event, const struct record *r, uint32_t stream);
void virtual_host_function(struct context *c, uint32_t stream);
/* cudaStreamSynchronize and its like: `what` is an enum dp_sync; of an event, op->record is what is waited for. */
void virtual_sync(struct context *c, const struct op *op, uint32_t what, uint32_t id);
/* cudaStreamQuery, cudaEventQuery: is it over? The host that asks again and again lets time pass, more each time, but
 * never beyond the end of what it asks for. */
bool virtual_query(struct context *c, const struct op *op, uint32_t what, uint32_t id);
/* Has the event's newest record been stamped? */
bool virtual_stamped(struct context *c, uint32_t event, int64_t *ns);
void virtual_stream_open(struct context *c, uint32_t stream);
void virtual_stream_close(struct context *c, uint32_t stream);

#endif
