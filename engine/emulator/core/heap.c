/* heap: malloc and free of kernels. Allocations are ordinary ones of global memory, marked, and together no larger than
 * a limit that the program sets before (CUDA C++ Programming Guide, Dynamic Global Memory Allocation: 8 MB unless
 * cudaDeviceSetLimit says otherwise): beyond it malloc returns NULL, as on hardware. What a device allocator keeps for
 * itself is taken as 16 bytes for each allocation.
 */
#include "emulator/core/device.h"

enum { HEADER = 16, STEP = 16 };

static uint64_t cost(uint64_t bytes)
{
	return (bytes + STEP - 1) / STEP * STEP + HEADER;
}

static int take(struct em_device *d, uint64_t bytes, uint64_t *addr)
{
	uint64_t used = d->heap_used, limit = d->heap_limit;
	bytes += !bytes; /* an H200 gives addresses that differ, and takes them back */
	if (!d->heap_touched)
		d->heap_touched = true;
	if (bytes > limit)
		return -1;
	do {
		if (used > limit || cost(bytes) > limit - used)
			return -1;
	} while (!atomic_compare_exchange_weak(&d->heap_used, &used, used + cost(bytes)));
	if (em_memory_alloc(&d->mem, bytes, true, addr) < 0) {
		d->heap_used -= cost(bytes);
		return -1;
	}
	em_memory_mark(&d->mem, *addr);
	return 0;
}

int em_heap_alloc(struct em_device *d, uint64_t bytes, uint64_t *addr)
{
	const int failed = take(d, bytes, addr);

	if (failed)
		d->heap_failed = true;
	return failed;
}

int em_heap_free(struct em_device *d, uint64_t addr)
{
	struct em_mem_block b;
	if (!em_memory_find(&d->mem, addr, &b) || b.start != addr || !b.heap || em_memory_free(&d->mem, addr) < 0)
		return -1;
	d->heap_used -= cost(b.size);
	return 0;
}

bool em_heap_find(struct em_device *d, uint64_t addr, struct em_heap_block *out)
{
	struct em_mem_block b;

	if (!d->heap_touched || (!em_memory_find(&d->mem, addr, &b) && !em_memory_nearest(&d->mem, addr, &b)) ||
		!b.heap || addr - b.start >= b.size)
		return false;
	*out = (struct em_heap_block){ b.start, b.size, b.live };
	return true;
}

bool em_heap_used(const struct em_device *d)
{
	return d->heap_touched;
}

void em_heap_limit(struct em_device *d, uint64_t bytes)
{
	d->heap_limit = bytes;
}

void em_heap_reset(struct em_device *d)
{
	uint64_t at;
	while (em_memory_marked(&d->mem, &at))
		em_memory_free(&d->mem, at);
	d->heap_used = 0;
	d->heap_touched = d->heap_failed = false;
	d->heap_limit = EM_HEAP_BYTES;
}
