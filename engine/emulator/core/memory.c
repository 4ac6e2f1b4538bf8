/* memory: the device's global memory. One region of address space, whose device addresses are far from any host
 * pointer's and which is mapped as far as allocations reach (a limit on address space has room for what is asked for,
 * not for all that a device has), and a table of allocations in it, sorted by address. Addresses only grow until the
 * region's end, so that a freed allocation is recognised for as long as possible (use after free); then gaps are used
 * again. Invariant: live allocations are 256-byte aligned and at least 256 bytes apart; one that has pages to itself is
 * aligned to a page, and the rest of its last page, too, is nobody's. */
#include <sys/mman.h>

#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/core/program.h"

#define BASE 0x300000000000ull
#define RED 256u
#define PAGE 4096u
#define STEP (64ull << 20) /* the region grows by this, at least */
#define MAX_DEAD 4096u
#define PROT (PROT_READ | PROT_WRITE)
#define FLAGS (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
#define FILL_LIMIT (256ull << 20) /* garbage goes into this much of an allocation: all of it touches every page */

/* Map at least the first `want` bytes of the region. */
static bool grow(struct em_memory *m, uint64_t want)
{
	uint64_t more = want > m->mapped ? (want - m->mapped + STEP - 1) / STEP * STEP : 0;
	void *at = (void *)(uintptr_t)(BASE + m->mapped), *p;
	if (more > m->bytes - m->mapped)
		more = m->bytes - m->mapped;
	if (!more)
		return want <= m->mapped;
	p = mmap(at, more, PROT, FLAGS | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != MAP_FAILED && p != at) /* a kernel that does not know the flag */
		munmap(p, more);
	if (p != at)
		return false;
	madvise(p, more, MADV_HUGEPAGE);
	m->host = (uint8_t *)(uintptr_t)BASE;
	m->mapped += more;
	return true;
}

int em_memory_init(struct em_memory *m, uint64_t bytes, struct err *e)
{
	*m = (struct em_memory){ .base = BASE, .bytes = bytes };
	if (bytes > EM_MEMORY_MOST)
		return err_set(e, ERR_INPUT, "A device has at most %llu GB of memory", EM_MEMORY_MOST >> 30);
	/* At its own device address, where it can grow; where something is in the way already, all of it anywhere. */
	if (!grow(m, STEP < bytes ? STEP : bytes)) {
		void *p = mmap(NULL, bytes, PROT, FLAGS, -1, 0);
		if (p == MAP_FAILED)
			return err_errno(e, "Cannot reserve %llu MB of address space for the device's memory",
				(unsigned long long)(bytes >> 20));
		m->host = p;
		m->mapped = bytes;
		madvise(p, bytes, MADV_HUGEPAGE);
	}
	m->next = RED;
	pthread_mutex_init(&m->lock, NULL);
	return 0;
}

void em_memory_release(struct em_memory *m)
{
	if (m->host) {
		munmap(m->host, m->mapped);
		pthread_mutex_destroy(&m->lock);
	}
	free(m->blocks);
	m->host = NULL;
	m->blocks = NULL;
}

/* Index of the last block that starts at or before addr, or -1. */
static ptrdiff_t at_or_before(const struct em_memory *m, uint64_t addr)
{
	size_t lo = 0, hi = m->n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (m->blocks[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return (ptrdiff_t)lo - 1;
}

static uint64_t round_up(uint64_t v, uint64_t to)
{
	return (v + to - 1) & ~(to - 1);
}

/* What a block of so many bytes takes from the region, red zones aside. */
static uint64_t extent(uint64_t size, bool pages)
{
	return round_up(size ? size : 1, pages ? PAGE : RED);
}

static void insert(struct em_memory *m, struct em_mem_block b)
{
	size_t k = (size_t)(at_or_before(m, b.start) + 1);
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->blocks = xrealloc(m->blocks, m->cap * sizeof *m->blocks);
	}
	memmove(m->blocks + k + 1, m->blocks + k, (m->n - k) * sizeof *m->blocks);
	m->blocks[k] = b;
	m->n++;
}

/* Blocks lie apart, so those that meet [lo, hi) are neighbours. A kernel's malloc comes by here, for each of a hundred
 * thousand nodes. */
static void forget_dead(struct em_memory *m, uint64_t lo, uint64_t hi)
{
	const ptrdiff_t before = at_or_before(m, lo);
	size_t k = before < 0 ? 0 : (size_t)before, n = k;
	for (; k < m->n && m->blocks[k].start < hi; k++) {
		struct em_mem_block *b = &m->blocks[k];
		if (!b->live && b->start + b->size > lo)
			m->ndead--;
		else
			m->blocks[n++] = *b;
	}
	if (n == k)
		return;
	memmove(m->blocks + n, m->blocks + k, (m->n - k) * sizeof *m->blocks);
	m->n -= k - n;
}

/* An offset for `need` bytes with red zones on both sides, or 0. */
static uint64_t place(struct em_memory *m, uint64_t need, uint64_t align)
{
	uint64_t at = round_up(m->next, align);
	if (need <= m->bytes && at + need + RED <= m->bytes)
		return at;
	at = round_up(RED, align); /* first gap between live blocks that is big enough */
	for (size_t k = 0; k < m->n; k++) {
		const struct em_mem_block *b = &m->blocks[k];
		if (!b->live)
			continue;
		if (b->start - m->base >= at + need + RED)
			break;
		at = round_up(b->start - m->base + extent(b->size, b->pages) + RED, align);
	}
	return need <= m->bytes && at + need + RED <= m->bytes ? at : 0;
}

/* Where a GPU's driver would put it, from the begin of a piece of 2 MiB: what has no MiB shares a piece, one after the
 * other at multiples of 512 bytes; all else begins one. Only the hardware's counters hang on it (cache/sectors.c). */
static uint32_t as_driver(struct em_memory *m, uint64_t bytes)
{
	enum { PIECE = 2 << 20, SMALL = 1 << 20, STEP_OF_SMALL = 512 };
	uint64_t at = m->piece;

	if (bytes >= SMALL)
		return 0;
	bytes = round_up(bytes ? bytes : 1, STEP_OF_SMALL);
	if (at + bytes > PIECE)
		at = 0;
	m->piece = at + bytes;
	return (uint32_t)at;
}

/* `align`: 0, or what has pages to itself begins at a multiple of that. own: the
 * program asked for it, so that a driver would place it as as_driver() says. */
static int take(struct em_memory *m, uint64_t bytes, uint64_t align, bool own, uint64_t *addr)
{
	if (bytes > m->bytes)
		return -1;
	bool pages = align != 0;
	uint64_t need = extent(bytes, pages);
	pthread_mutex_lock(&m->lock);
	uint64_t at = place(m, need, pages ? align : RED);
	if (!at || !grow(m, at + need + RED)) {
		pthread_mutex_unlock(&m->lock);
		return -1;
	}
	forget_dead(m, m->base + at - RED, m->base + at + need + RED);
	m->epoch++;
	insert(m,
		(struct em_mem_block){ .start = m->base + at,
			.size = bytes,
			.live = 1,
			.pages = pages,
			.place = own ? as_driver(m, bytes) : 0 });
	if (at >= m->next)
		m->next = at + need + RED;
	m->used += need;
	pthread_mutex_unlock(&m->lock);
	*addr = m->base + at;
	return 0;
}

int em_memory_alloc(struct em_memory *m, uint64_t bytes, bool fill, uint64_t *addr)
{
	if (take(m, bytes, 0, fill, addr) < 0)
		return -1;
	if (fill)
		memset(m->host + (*addr - m->base), 0xcd, bytes < FILL_LIMIT ? bytes : FILL_LIMIT);
	return 0;
}

int em_memory_alloc_pages(struct em_memory *m, uint64_t bytes, uint64_t align, uint64_t *addr)
{
	return take(m, bytes, align > PAGE ? align : PAGE, false, addr);
}

void em_memory_protect(struct em_memory *m, uint64_t addr)
{
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);

	if (k >= 0 && m->blocks[k].start == addr)
		m->blocks[k].read_only = 1;
	pthread_mutex_unlock(&m->lock);
}

void em_memory_own(struct em_memory *m, uint64_t addr)
{
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);

	if (k >= 0 && m->blocks[k].start == addr)
		m->blocks[k].own = 1;
	pthread_mutex_unlock(&m->lock);
}

void em_memory_share(struct em_memory *m, uint64_t addr, bool link)
{
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);
	if (k >= 0 && m->blocks[k].live && addr - m->blocks[k].start < m->blocks[k].size)
		m->blocks[k].host = 1, m->blocks[k].link = link;
	pthread_mutex_unlock(&m->lock);
}

struct em_mem_block *em_memory_links(struct em_memory *m, size_t *n)
{
	struct em_mem_block *all = NULL;
	size_t cap = 0;

	*n = 0;
	pthread_mutex_lock(&m->lock);
	for (size_t k = 0; k < m->n; k++) {
		if (!m->blocks[k].live || !m->blocks[k].link)
			continue;
		if (*n == cap) {
			cap = cap ? 2 * cap : 16;
			all = xrealloc(all, cap * sizeof *all);
		}
		all[(*n)++] = m->blocks[k];
	}
	pthread_mutex_unlock(&m->lock);
	return all;
}

void em_memory_mark(struct em_memory *m, uint64_t addr)
{
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);
	if (k >= 0 && m->blocks[k].start == addr)
		m->blocks[k].heap = 1;
	pthread_mutex_unlock(&m->lock);
}

bool em_memory_marked(struct em_memory *m, uint64_t *addr)
{
	bool found = false;
	pthread_mutex_lock(&m->lock);
	for (size_t k = 0; k < m->n && !found; k++)
		if (m->blocks[k].live && m->blocks[k].heap) {
			*addr = m->blocks[k].start;
			found = true;
		}
	pthread_mutex_unlock(&m->lock);
	return found;
}

int em_memory_free(struct em_memory *m, uint64_t addr)
{
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);
	if (k < 0 || m->blocks[k].start != addr || !m->blocks[k].live) {
		pthread_mutex_unlock(&m->lock);
		return -1;
	}
	struct em_mem_block *b = &m->blocks[k];
	b->live = 0;
	m->epoch++;
	m->used -= extent(b->size, b->pages);
	/* Give whole pages back to the system. */
	uint64_t lo = (addr - m->base + 4095) & ~4095ull, hi = (addr - m->base + b->size) & ~4095ull;
	if (hi > lo + 65536)
		madvise(m->host + lo, hi - lo, MADV_DONTNEED);
	if (++m->ndead > MAX_DEAD) {
		/* The older half of what is remembered: there is no order among the dead, so by address. */
		size_t n = 0, drop = MAX_DEAD / 2;
		for (size_t j = 0; j < m->n; j++)
			if (!m->blocks[j].live && drop) {
				drop--;
				m->ndead--;
			} else {
				m->blocks[n++] = m->blocks[j];
			}
		m->n = n;
	}
	pthread_mutex_unlock(&m->lock);
	return 0;
}

bool em_memory_find(struct em_memory *m, uint64_t addr, struct em_mem_block *out)
{
	bool found = false;
	pthread_mutex_lock(&m->lock);
	ptrdiff_t k = at_or_before(m, addr);
	if (k >= 0 && m->blocks[k].live && addr - m->blocks[k].start < m->blocks[k].size) {
		*out = m->blocks[k];
		found = true;
	}
	pthread_mutex_unlock(&m->lock);
	return found;
}

bool em_memory_nearest(struct em_memory *m, uint64_t addr, struct em_mem_block *out)
{
	bool found = false;
	uint64_t best = UINT64_MAX;
	pthread_mutex_lock(&m->lock);
	for (size_t k = 0; k < m->n; k++) {
		const struct em_mem_block *b = &m->blocks[k];
		uint64_t end = b->start + b->size;
		uint64_t far = addr < b->start ? b->start - addr : addr >= end ? addr - end + 1 : 0;
		if (!b->own && (far < best || (far == best && b->live))) {
			best = far;
			*out = *b;
			found = true;
		}
	}
	pthread_mutex_unlock(&m->lock);
	return found;
}

void *em_host_ptr(struct em_device *d, uint64_t addr, uint64_t bytes)
{
	struct em_mem_block b;
	if (!em_memory_find(&d->mem, addr, &b) || bytes > b.start + b.size - addr)
		return NULL;
	return d->mem.host + (addr - d->mem.base);
}
