/* ranges: sorted list of the device addresses that this process has been given. It answers "is this a device pointer?"
 * for cudaMemcpyDefault and cudaPointerGetAttributes, and maps memory that host and device share at its device address.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/buf.h"
#include "cudart/wire/client.h"

struct range {
	uint64_t start, bytes;
	enum dp_memory kind;
};
static struct {
	pthread_mutex_t lock;
	struct range *rows;
	size_t n, cap;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* First row beyond addr. */
static size_t beyond(uint64_t addr)
{
	size_t lo = 0, hi = all.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (all.rows[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void ranges_add(uint64_t start, uint64_t bytes, enum dp_memory kind)
{
	size_t at;

	pthread_mutex_lock(&all.lock);
	at = beyond(start);
	if (!at || all.rows[at - 1].start != start) {
		if (all.n == all.cap) {
			all.cap = all.cap ? all.cap * 2 : 64;
			all.rows = xrealloc(all.rows, all.cap * sizeof *all.rows);
		}
		memmove(all.rows + at + 1, all.rows + at, (all.n - at) * sizeof *all.rows);
		all.n++;
	} else {
		at--;
	}
	all.rows[at] = (struct range){ start, bytes, kind };
	pthread_mutex_unlock(&all.lock);
}

bool ranges_remove(uint64_t start, uint64_t *bytes, enum dp_memory *kind)
{
	bool found = false;
	size_t at;

	pthread_mutex_lock(&all.lock);
	at = beyond(start);
	if (at && all.rows[at - 1].start == start) {
		*bytes = all.rows[at - 1].bytes;
		*kind = all.rows[at - 1].kind;
		memmove(all.rows + at - 1, all.rows + at, (all.n - at) * sizeof *all.rows);
		all.n--;
		found = true;
	}
	pthread_mutex_unlock(&all.lock);
	return found;
}

enum dp_memory ranges_find(uint64_t addr, uint64_t *start, uint64_t *bytes)
{
	enum dp_memory kind = DP_MEM_NONE;
	size_t at;

	pthread_mutex_lock(&all.lock);
	at = beyond(addr);
	if (at && addr - all.rows[at - 1].start < all.rows[at - 1].bytes) {
		const struct range *r = &all.rows[at - 1];

		kind = r->kind;
		if (start)
			*start = r->start;
		if (bytes)
			*bytes = r->bytes;
	}
	pthread_mutex_unlock(&all.lock);
	return kind;
}

bool ranges_managed(uint64_t from, uint64_t *start, uint64_t *bytes)
{
	bool found = false;

	pthread_mutex_lock(&all.lock);
	for (size_t at = from ? beyond(from - 1) : 0; at < all.n && !found; at++) {
		found = all.rows[at].kind == DP_MEM_MANAGED;
		*start = all.rows[at].start;
		*bytes = all.rows[at].bytes;
	}
	pthread_mutex_unlock(&all.lock);
	return found;
}

void ranges_drop(void)
{
	pthread_mutex_lock(&all.lock);
	for (size_t i = 0; i < all.n; i++)
		if (all.rows[i].kind == DP_MEM_PINNED || all.rows[i].kind == DP_MEM_MANAGED)
			munmap((void *)(uintptr_t)all.rows[i].start, all.rows[i].bytes);
	all.n = 0;
	pthread_mutex_unlock(&all.lock);
}
