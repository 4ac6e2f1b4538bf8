/* memory: the table of what is allocated, and the calls that change it. The emulator owns the bytes; the table adds
 * what it does not know: which kind of memory a range is, and which host pages stand behind memory that host and device
 * share.
 *
 * Shared memory (pinned, managed) is one sealed memory file, mapped into the emulator's memory here and at the same
 * address in the client: a host pointer to it is a device pointer too. The seal keeps a client from shrinking it under
 * us.
 */
#include "device/ops/context.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/ops/virtual.h"
#include "device/ops/virtual_issue.h"

#define PAGE 4096u

static size_t position(const struct context *c, uint64_t addr)
{
	size_t lo = 0, hi = c->nallocations;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (c->allocations[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo; /* the first row beyond addr */
}

/* Each is a mapping of this process's and of the client's, of which Linux grants 65,530; what is left is ours. */
enum { SHARED_MOST = 16384 };

static bool is_shared(enum dp_memory kind)
{
	return kind == DP_MEM_PINNED || kind == DP_MEM_MANAGED;
}

void memory_add(struct context *c, const struct allocation *row)
{
	size_t at;

	pthread_mutex_lock(&c->lock);
	if (c->nallocations == c->allocations_cap) {
		c->allocations_cap = c->allocations_cap ? c->allocations_cap * 2 : 64;
		c->allocations = xrealloc(c->allocations, c->allocations_cap * sizeof *c->allocations);
	}
	at = position(c, row->start);
	memmove(c->allocations + at + 1, c->allocations + at, (c->nallocations - at) * sizeof *c->allocations);
	c->allocations[at] = *row;
	c->nallocations++;
	c->nshared += is_shared(row->kind);
	pthread_mutex_unlock(&c->lock);
}

bool memory_find(struct context *c, uint64_t addr, uint64_t bytes, struct allocation *row)
{
	bool found = false;
	size_t at;

	pthread_mutex_lock(&c->lock);
	at = position(c, addr);
	if (at) {
		const struct allocation *r = &c->allocations[at - 1];
		uint64_t offset = addr - r->start;

		if (offset <= r->bytes && bytes <= r->bytes - offset && (bytes || offset < r->bytes)) {
			*row = *r;
			found = true;
		}
	}
	pthread_mutex_unlock(&c->lock);
	return found;
}

bool memory_before(struct context *c, uint64_t addr, struct allocation *row)
{
	size_t at;

	pthread_mutex_lock(&c->lock);
	at = position(c, addr);
	if (at)
		*row = c->allocations[at - 1];
	pthread_mutex_unlock(&c->lock);
	return at > 0;
}

static void remove_row(struct context *c, uint64_t start, struct origin freed)
{
	size_t at;

	pthread_mutex_lock(&c->lock);
	at = position(c, start);
	if (at && c->allocations[at - 1].start == start) {
		enum dp_memory kind = c->allocations[at - 1].kind;

		origin_former(c, &c->allocations[at - 1], freed);
		memmove(c->allocations + at - 1, c->allocations + at, (c->nallocations - at) * sizeof *c->allocations);
		c->nallocations--;
		c->nshared -= is_shared(kind);
	}
	pthread_mutex_unlock(&c->lock);
}

static uint64_t round_up(uint64_t v, uint64_t to)
{
	return (v + to - 1) / to * to;
}

/* Put plain pages under a shared range again before the emulator hands it out again. */
static void unmap_shared(struct context *c, const struct allocation *r)
{
	void *p = em_host_pages(c->em, r->start);

	pages_forget(c->pages, r->start);
	if (p)
		mmap(p, round_up(r->bytes, PAGE), PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static int share(struct context *c, const struct allocation *r)
{
	uint64_t bytes = round_up(r->bytes, PAGE);
	void *p = em_host_pages(c->em, r->start);
	int fd;

	if (!p || (uintptr_t)p % PAGE)
		return -1;
	fd = memfd_create("warplings", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)bytes) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ||
		mmap(p, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
		close(fd);
		return -1;
	}
	return fd;
}

static int allocate(
	struct context *c, struct op *op, struct answer *a, enum dp_memory kind, uint64_t bytes, struct dp_range *range)
{
	struct allocation row = { .bytes = bytes, .kind = kind };
	bool shared = is_shared(kind);
	uint64_t free_bytes, total;

	if (shared && c->nshared >= SHARED_MOST)
		return op_refuse(op, 2,
			"there are %d allocations of pinned and managed memory, and there can be no more", SHARED_MOST);
	em_mem_info(c->em, &free_bytes, &total);
	if (!bytes || bytes > total ||
		(shared ? em_alloc_pages(c->em, bytes, kind == DP_MEM_MANAGED ? DP_PAGE : PAGE, &row.em_start) :
			  em_alloc(c->em, bytes, &row.em_start)))
		return op_refuse(op, 2, "%llu bytes are asked for, %llu of %llu are free", (unsigned long long)bytes,
			(unsigned long long)free_bytes, (unsigned long long)total);
	row.start = row.em_start;
	if (shared) {
		a->fd = share(c, &row);
		if (a->fd < 0) {
			em_free(c->em, row.em_start);
			return op_refuse(
				op, 2, "memory that host and device share cannot be had here (%s)", strerror(errno));
		}
		em_host_wrote(c->em, row.start, bytes); /* nobody sees what the host writes there, any time */
		em_host_shares(c->em, row.start, kind == DP_MEM_PINNED);
		if (kind == DP_MEM_MANAGED)
			pages_add(c->pages, row.start, round_up(bytes, PAGE), em_host_pages(c->em, row.start));
		order_shared(c->order_of, kind == DP_MEM_MANAGED);
	}
	if (op->head.op == DP_MALLOC) {
		row.made = origin_of(c, op);
		row.pooled = virtual_is_async(op);
	}
	memory_add(c, &row);
	*range = (struct dp_range){ row.start, shared ? round_up(bytes, PAGE) : bytes };
	return 0;
}

int memory_share(
	struct context *c, struct op *op, struct answer *a, enum dp_memory kind, uint64_t bytes, struct dp_range *range)
{
	return allocate(c, op, a, kind, bytes, range);
}

int op_malloc_check(struct context *c, struct op *op)
{
	const struct dp_malloc *m = (const void *)op->body;

	if (m->stream != DP_NO_STREAM)
		stream_known(c, op, m->stream);
	return 0;
}

int op_malloc(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_malloc *m = (const void *)op->body;
	struct dp_range reply;

	if (m->kind != DP_MEM_DEVICE && m->kind != DP_MEM_PINNED && m->kind != DP_MEM_MANAGED)
		return op_refuse(op, 1, "unknown kind of memory %u", m->kind);
	if (allocate(c, op, a, (enum dp_memory)m->kind, m->bytes, &reply))
		return op->refused;
	virtual_alloc(c, op, m, reply.addr);
	buf_add(&a->body, &reply, sizeof reply);
	return 0;
}

const char *heap_words(const struct em_heap_block *b)
{
	return b->live ? "memory of malloc() or new in a kernel" :
			 "memory of malloc() or new in a kernel that has been given back by free() or delete";
}

static const char *const kind_names[] = { "unknown", "device", "pinned host", "managed", "a variable's" };

int op_free_check(struct context *c, struct op *op)
{
	const struct dp_free *f = (const void *)op->body;

	if (f->stream != DP_NO_STREAM)
		stream_known(c, op, f->stream);
	return 0;
}

int op_free_memory(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_free *f = (const void *)op->body;
	struct allocation row;
	struct device_block former;
	struct em_heap_block heap;
	bool host = f->kind == DP_MEM_PINNED;

	(void)a;
	if (!memory_find(c, f->addr, 0, &row) && origin_freed(c, f->addr, &former)) {
		op->about = f->addr;
		return op_refuse(op, 1, "0x%llx is freed already", (unsigned long long)f->addr);
	}
	if (host_name_at(c, f->addr))
		return op_refuse(op, 1, "0x%llx is the name of the device's variable %.200s, which is never freed",
			(unsigned long long)f->addr, host_name_at(c, f->addr));
	if (em_heap_find(c->em, f->addr, &heap))
		return op_refuse(op, 1, "0x%llx is %s, which only a kernel gives back, by free() or delete",
			(unsigned long long)f->addr, heap_words(&heap));
	if (!memory_find(c, f->addr, 0, &row))
		return op_refuse(op, 1, "0x%llx is not the address of an allocation%s", (unsigned long long)f->addr,
			host ? "" : " on the device (a host pointer?)");
	op->about = row.em_start;
	if (row.start != f->addr)
		return op_refuse(op, 1, "0x%llx lies %llu bytes inside an allocation; only its start can be freed",
			(unsigned long long)f->addr, (unsigned long long)(f->addr - row.start));
	if (row.kind == DP_MEM_SYMBOL || host != (row.kind == DP_MEM_PINNED))
		return op_refuse(op, 1, "0x%llx is %s memory", (unsigned long long)f->addr, kind_names[row.kind]);
	if (row.kind != DP_MEM_DEVICE)
		unmap_shared(c, &row);
	em_free(c->em, row.em_start);
	judged_freed(c, row.start);
	remove_row(c, row.start, origin_of(c, op));
	if (row.pooled && !virtual_is_async(op))
		virtual_free_pooled(c, op, row.em_start, row.bytes);
	else
		virtual_free(c, op, f->stream, row.em_start, row.bytes);
	order_forget(c->order_of, row.em_start, row.bytes);
	return 0;
}

int op_mem_info(struct context *c, struct op *op, struct answer *a)
{
	struct dp_info info;

	(void)op;
	em_mem_info(c->em, &info.free_bytes, &info.total_bytes);
	buf_add(&a->body, &info, sizeof info);
	return 0;
}

int op_pointer(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_pointer *p = (const void *)op->body;
	struct dp_pointer_reply r = { 0 };
	struct allocation row;

	if (memory_find(c, p->addr, 0, &row)) {
		r.start = row.start;
		r.bytes = row.bytes;
		r.kind = row.kind;
	} else if (!em_find(c->em, p->addr, &r.start, &r.bytes)) {
		r.kind = DP_MEM_DEVICE;
	}
	buf_add(&a->body, &r, sizeof r);
	return 0;
}

/* With the lock held. A program may use its old pointers: then it is told what they were. Variables are not. */
static void all_are_former(struct context *c, struct origin freed)
{
	freed.site = NULL;
	for (size_t i = 0; i < c->nallocations; i++)
		if (c->allocations[i].made.call)
			origin_former(c, &c->allocations[i], freed);
		else
			free(c->allocations[i].made.site);
}

void memory_drop(struct context *c, const struct op *by)
{
	struct origin freed = { 0 };

	if (by)
		freed = origin_of(c, by);
	for (size_t i = 0; i < c->nallocations; i++) {
		const struct allocation *r = &c->allocations[i];

		if (r->kind == DP_MEM_PINNED || r->kind == DP_MEM_MANAGED)
			unmap_shared(c, r);
		if (r->kind != DP_MEM_SYMBOL)
			em_free(c->em, r->em_start);
	}
	origin_log_leaks(c);
	pthread_mutex_lock(&c->lock);
	if (by)
		all_are_former(c, freed);
	else
		origin_drop(c);
	for (size_t i = 0; !by && i < c->nallocations; i++)
		free(c->allocations[i].made.site);
	c->nallocations = c->nshared = 0;
	pthread_mutex_unlock(&c->lock);
	free(freed.site);
}
