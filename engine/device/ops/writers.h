/* writers: who wrote places of device memory last, from the emulator to the judge: the answer to DC_WRITERS as wire
 * bytes, both ends. Internal to engine/device.
 *
 * Wire: a table of the different (kind, kernel, file, line), then for each address an index into it and the thread.
 */
#ifndef DEVICE_WRITERS_H
#define DEVICE_WRITERS_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/ops/context.h"
#include "device/control.h"
#include "device/wire/wire.h"

#define WRITERS_MAX 65536u /* addresses of one question */

/* Of what the context's memory holds now; c may be NULL (there is none any more), and a context that is at work knows
 * nothing. */
void writers_answer(struct context *c, const uint64_t *addr, size_t n, struct buf *out);
/* -1 when it makes no sense. */
int writers_read(struct wire *w, struct arena *a, struct device_writer *out, size_t n);

#endif
