/* registered: memory that the program had before (cudaHostRegister). Its pages are exchanged for pages that the device
 * made, with the same content at the same address: the host goes on as before, kernels reach them at another address,
 * which cudaHostGetDevicePointer tells. (cudaDevAttrCanUseHostPointerForRegisteredMem is 0 here.) Whole pages go, so
 * neighbours of the range go along; they notice nothing. Unregistering puts private pages back. A range that shares a
 * page with an earlier one, or with the stack frames that are at work on it, is only remembered: copies work, kernels
 * cannot reach it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"
#include "cudart/memory/memory.h"

#define PAGE 4096u
#define STACK_IN_USE 65536u /* below the frame of a function here: more than all that it calls */

struct registered {
	struct registered *next;
	uint64_t start, bytes;  /* as the program gave it */
	uint64_t pages, npages; /* the pages that hold it: address and bytes */
	uint64_t device;        /* where the device has them; 0: nowhere */
	unsigned flags, generation;
};

static struct {
	pthread_mutex_t lock;
	struct registered *all;
	struct table held; /* what was to be registered and is held by others already: it is pinned, and stays so */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Under the lock: what holds an address; what was registered before a reset is forgotten. */
static struct registered *holder(uint64_t at)
{
	struct registered *r = state.all;

	while (r && (r->generation != cudart_generation() || at - r->start >= r->bytes))
		r = r->next;
	return r;
}

uint64_t registered_device(uint64_t host, unsigned *flags)
{
	const struct registered *r;
	uint64_t device = 0;

	if (!__atomic_load_n(&state.all, __ATOMIC_ACQUIRE))
		return 0;
	pthread_mutex_lock(&state.lock);
	r = holder(host);
	if (r && r->device)
		device = r->device + (host - r->pages);
	if (r && flags)
		*flags = r->flags;
	pthread_mutex_unlock(&state.lock);
	return device;
}

/* Under the lock. */
static bool taken(const struct registered *n)
{
	if (ranges_find(n->start, NULL, NULL) != DP_MEM_NONE ||
		ranges_find(n->start + n->bytes - 1, NULL, NULL) != DP_MEM_NONE)
		return true;
	for (const struct registered *r = state.all; r; r = r->next)
		if (r->generation == cudart_generation() && n->start < r->start + r->bytes &&
			r->start < n->start + n->bytes)
			return true;
	return false;
}

static bool pages_shared(const struct registered *n)
{
	for (const struct registered *r = state.all; r; r = r->next)
		if (r->generation == cudart_generation() && r->device && n->pages < r->pages + r->npages &&
			r->pages < n->pages + n->npages)
			return true;
	return false;
}

/* Do our own frames lie in these pages? They change while the pages are copied. Those of our callers do not. */
static bool frames_there(const struct registered *r)
{
	uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

	return r->pages < here + PAGE && here < r->pages + r->npages + STACK_IN_USE;
}

/* Through the kernel, which says so when a page cannot be read. By number: a sanitizer that watches pwrite() takes the
 * neighbours in the first and last page for an overflow of the program's range. */
static bool fill(int fd, const struct registered *r)
{
	for (uint64_t done = 0; done < r->npages;) {
		ssize_t k = syscall(SYS_pwrite64, fd, (const char *)(uintptr_t)(r->pages + done),
			(size_t)(r->npages - done), (off_t)done);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		done += (uint64_t)k;
	}
	return true;
}

static cudaError_t exchange(struct registered *r)
{
	struct dp_malloc m = { r->npages, DP_MEM_PINNED, 0, 0, 0 };
	struct rpc rpc = RPC(MALLOC, cudaHostRegister, m);
	struct dp_free f = { 0, DP_MEM_PINNED, 0 };
	struct rpc back = RPC(FREE, none, f);
	struct dp_range range;
	bool filled;
	void *over;
	int fd;
	cudaError_t e;

	rpc.reply = &range;
	rpc.reply_max = sizeof range;
	e = rpc_run(&rpc);
	if (e != cudaSuccess)
		return e;
	f.addr = range.addr;
	fd = fcntl(rpc.fd, F_DUPFD_CLOEXEC, 0);
	e = memory_map(DP_CALL_cudaHostRegister, &range, DP_MEM_PINNED, rpc.fd);
	if (e != cudaSuccess) {
		close(fd);
		return e;
	}
	/* A second view of the same pages, put over the old ones in one step. Nothing may be allocated or freed between
	 * the copy and that step: the pages may hold the heap's own records, and what is written into them meanwhile
	 * would be lost. */
	filled = fill(fd, r);
	over = !filled ?
		MAP_FAILED :
		mmap((void *)(uintptr_t)r->pages, r->npages, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	if (over == MAP_FAILED) {
		int error = errno;

		close(fd);
		memory_unmap(range.addr);
		rpc_run(&back);
		if (!filled)
			return cudart_refuse(DP_CALL_cudaHostRegister, cudaErrorInvalidValue,
				"the %llu bytes at %p are not all memory of the program", (unsigned long long)r->bytes,
				(void *)(uintptr_t)r->start);
		return cudart_refuse(DP_CALL_cudaHostRegister, cudaErrorMemoryAllocation,
			"its pages cannot be exchanged: %s", strerror(error));
	}
	close(fd);
	r->device = range.addr;
	return cudaSuccess;
}

cudaError_t memory_register(void *p, size_t bytes, unsigned flags)
{
	struct registered *r;
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return e;
	if (!p || !bytes || bytes > SIZE_MAX - (uintptr_t)p - PAGE ||
		flags &
			~(unsigned)(cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
				cudaHostRegisterReadOnly))
		return cudaErrorInvalidValue;
	if (flags & cudaHostRegisterIoMemory)
		return cudaErrorNotSupported;
	if (ranges_find((uint64_t)(uintptr_t)p, NULL, NULL) == DP_MEM_DEVICE)
		return cudart_why(cudaErrorInvalidValue, "%p is device memory, and not the host's", p);
	r = xcalloc(1, sizeof *r);
	r->start = (uint64_t)(uintptr_t)p;
	r->bytes = bytes;
	r->pages = r->start & ~(uint64_t)(PAGE - 1);
	r->npages = ((r->start + bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1)) - r->pages;
	r->flags = flags;
	r->generation = cudart_generation();
	pthread_mutex_lock(&state.lock);
	if (taken(r)) {
		table_put(&state.held, p, &state);
		e = cudart_answer(cudaErrorHostMemoryAlreadyRegistered);
	} else if (!pages_shared(r) && !frames_there(r))
		e = exchange(r);
	if (e == cudaSuccess) {
		r->next = state.all;
		__atomic_store_n(&state.all, r, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&state.lock);
	if (e != cudaSuccess)
		free(r);
	return e;
}

/* Word by word and not with memcpy(), for the same reason as in fill(): the first and last page have neighbours. */
__attribute__((no_sanitize("address"))) static void copy_pages(void *to, const void *from, size_t bytes)
{
	volatile uint64_t *t = to;
	const volatile uint64_t *f = from;

	for (size_t i = 0; i < bytes / sizeof *t; i++)
		t[i] = f[i];
}

/* Private pages with the same content; should there be none to have, the device's stay, which does no harm. */
static void put_back(const struct registered *r)
{
	void *at = (void *)(uintptr_t)r->pages;
	void *own = mmap(NULL, r->npages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (own == MAP_FAILED)
		return;
	if (frames_there(r)) {
		munmap(own, r->npages);
		return;
	}
	copy_pages(own, at, r->npages);
	if (mremap(own, r->npages, r->npages, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED)
		munmap(own, r->npages);
}

cudaError_t memory_unregister(void *p)
{
	struct dp_wait all = { DP_SYNC_DEVICE, 0 };
	struct rpc sync = RPC(SYNC, cudaHostUnregister, all);
	struct dp_free f = { 0, DP_MEM_PINNED, 0 };
	struct rpc back = RPC(FREE, cudaHostUnregister, f);
	struct registered **link = &state.all, *r = NULL;
	bool held;
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return e;
	/* What the device still does with it comes first. */
	e = rpc_run(&sync);
	pthread_mutex_lock(&state.lock);
	while (*link && ((*link)->start != (uint64_t)(uintptr_t)p || (*link)->generation != cudart_generation()))
		link = &(*link)->next;
	if (*link) {
		r = *link;
		*link = r->next;
	}
	if (r && r->device) {
		put_back(r);
		memory_unmap(r->device);
	}
	held = !r && table_get(&state.held, p);
	table_remove(&state.held, p);
	pthread_mutex_unlock(&state.lock);
	if (!r)
		return e != cudaSuccess ?
			e :
			held ?
			cudart_answer(cudaErrorHostMemoryNotRegistered) :
			cudart_why(cudaErrorHostMemoryNotRegistered, "no memory from cudaHostRegister begins there");
	f.addr = r->device;
	free(r);
	return e != cudaSuccess || !f.addr ? e : rpc_run(&back);
}
