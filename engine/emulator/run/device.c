/* device: the emulated GPU as one object: memory, executor table, worker threads, printf output. */
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/code/table.h"
#include "emulator/core/device.h"
#include "emulator/core/pool.h"
#include "emulator/run/repeat.h"

struct em_device *em_device_new(const struct em_config *c, struct err *e)
{
	static const struct em_config defaults;
	struct em_device *d = xcalloc(1, sizeof *d);
	if (!c)
		c = &defaults;
	if (em_memory_init(&d->mem, c->memory_bytes ? (c->memory_bytes + 4095) & ~4095ull : 8ull << 30, e) < 0) {
		free(d);
		return NULL;
	}
	d->threads = c->threads > 0 ? c->threads : limits_cores();
	if (d->threads > EM_THREADS_MOST)
		d->threads = EM_THREADS_MOST;
	__builtin_cpu_init();
	d->v3 = !c->force_baseline && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
		__builtin_cpu_supports("bmi2");
	d->table = em_table_new(d->v3);
	em_printed_init(&d->printed, EM_PRINTF_ROOM);
	pthread_mutex_init(&d->print_lock, NULL);
	d->heap_limit = EM_HEAP_BYTES;
	d->pool = em_pool_new(d->threads - 1);
	if (em_check_init(d, e) < 0) {
		em_device_free(d);
		return NULL;
	}
	if (em_memory_alloc(&d->mem, EM_PARAM_BYTES, false, &d->param_addr) < 0 ||
		em_memory_alloc(&d->mem, 256, false, &d->grid_sync) < 0) {
		err_set(e, ERR_USAGE, "%llu bytes of device memory are too few", (unsigned long long)d->mem.bytes);
		em_device_free(d);
		return NULL;
	}
	em_memory_own(&d->mem, d->param_addr);
	em_memory_own(&d->mem, d->grid_sync);
	return d;
}

void em_device_free(struct em_device *d)
{
	if (!d)
		return;
	em_repeats_free(d);
	while (d->modules)
		em_module_unload(d->modules);
	em_pool_free(d->pool);
	em_l2_free(d->l2);
	em_l2_free(d->l2_before);
	em_check_release(d);
	em_table_free((struct em_table *)d->table);
	em_printed_release(&d->printed);
	pthread_mutex_destroy(&d->print_lock);
	em_memory_release(&d->mem);
	free(d);
}

int em_alloc(struct em_device *d, uint64_t bytes, uint64_t *addr)
{
	if (em_memory_alloc(&d->mem, bytes, true, addr) < 0)
		return -1;
	em_init_memory(d, *addr, bytes, false);
	return 0;
}

int em_alloc_pages(struct em_device *d, uint64_t bytes, uint64_t align, uint64_t *addr)
{
	if (em_memory_alloc_pages(&d->mem, bytes, align, addr) < 0)
		return -1;
	em_init_memory(d, *addr, bytes, false);
	return 0;
}

void *em_host_pages(struct em_device *d, uint64_t addr)
{
	struct em_mem_block b;
	return em_memory_find(&d->mem, addr, &b) && b.pages && b.start == addr ? d->mem.host + (addr - d->mem.base) :
										 NULL;
}

int em_free(struct em_device *d, uint64_t addr)
{
	return em_memory_free(&d->mem, addr);
}

int em_find(struct em_device *d, uint64_t addr, uint64_t *start, uint64_t *size)
{
	struct em_mem_block b;
	if (!em_memory_find(&d->mem, addr, &b))
		return -1;
	*start = b.start;
	*size = b.size;
	return 0;
}

void em_host_shares(struct em_device *d, uint64_t addr, bool over_link)
{
	em_memory_share(&d->mem, addr, over_link);
}

void em_mem_info(struct em_device *d, uint64_t *free_bytes, uint64_t *total_bytes)
{
	*total_bytes = d->mem.bytes;
	*free_bytes = d->mem.used < d->mem.bytes ? d->mem.bytes - d->mem.used : 0;
}

uint64_t em_mem_base(const struct em_device *d)
{
	return d->mem.base;
}

uint64_t em_drain_printf(struct em_device *d, struct buf *out)
{
	uint64_t lost;

	pthread_mutex_lock(&d->print_lock);
	lost = em_printed_take(&d->printed, out);
	pthread_mutex_unlock(&d->print_lock);
	return lost;
}

void em_printf_room(struct em_device *d, size_t bytes)
{
	pthread_mutex_lock(&d->print_lock);
	d->printed.room = bytes;
	pthread_mutex_unlock(&d->print_lock);
}
