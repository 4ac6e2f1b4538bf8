/* blocks: allocations and places as a report speaks of them, on their way from the device to the judge: copied into a
 * log, bounded, and as wire bytes, both ends. Internal to engine/device; struct device_block is the judge's view
 * (control.h). */
#ifndef DEVICE_BLOCKS_H
#define DEVICE_BLOCKS_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/control.h"
#include "device/wire/wire.h"

#define BLOCKS_MAX 1000

struct block_list {
	struct device_block *rows;
	size_t n, cap; /* arena-owned */
	uint64_t lost;
};
void blocks_add(struct block_list *l, struct arena *a, const struct device_block *b);
/* With its strings, scrubbed. */
struct device_block blocks_copy(struct arena *a, const struct device_block *b);

void blocks_put(const struct device_block *b, size_t n, struct buf *out);
struct device_block *blocks_read(struct wire *w, struct arena *a, size_t *n);
void blocks_put_place(struct buf *out, const struct device_place *p);
void blocks_read_place(struct wire *w, struct arena *a, struct device_place *p);

#endif
