/* memory: the calls that allocate and free. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/api/api.h"

static cudaError_t release(enum dp_call call, void *p, bool host, cudaStream_t stream)
{
	enum dp_memory kind;
	cudaError_t e = cudart_connect();

	if (e == cudaSuccess)
		e = capture_unsafe(call);
	/* Programs ask by cudaFree(0) whether the device still answers (an H200: 700 after a fault, in each thread). */
	if (e == cudaSuccess && !p && !host)
		return cudart_is_lost();
	if (e != cudaSuccess || !p || (!host && graph_memory_freed(p)))
		return e;
	variable_tell((uint64_t)(uintptr_t)p);
	e = memory_release(call, p, host, stream, &kind);
	if (e == cudaSuccess)
		pool_give_back(p);
	if (kind == DP_MEM_MANAGED)
		advice_forget((uint64_t)(uintptr_t)p);
	return e;
}

/* Not in a stream's order. */
static cudaError_t take_at_once(enum dp_call call, void **p, size_t bytes, enum dp_memory kind)
{
	const cudaError_t e = capture_unsafe(call);

	return e == cudaSuccess ? memory_take(call, p, bytes, kind, NULL) : e;
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
	return cudart_done(take_at_once(DP_CALL_cudaMalloc, p, bytes, DP_MEM_DEVICE));
}

cudaError_t cudaFree(void *p)
{
	return cudart_done(release(DP_CALL_cudaFree, p, false, NULL));
}

cudaError_t memory_from_pool(enum dp_call call, void **p, size_t bytes, struct pool *pool, cudaStream_t stream)
{
	cudaError_t e;

	if (p && stream_capture(stream))
		return capture_alloc(stream, p, bytes);
	e = capture_unsafe(call);
	if (e != cudaSuccess)
		return e;
	if (p)
		e = pool_has_room(pool, bytes);
	if (e != cudaSuccess)
		return e;
	e = memory_take(call, p, bytes, DP_MEM_DEVICE, stream);
	if (e == cudaSuccess && *p)
		pool_take(pool, *p, bytes);
	return e;
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
	return cudart_done(memory_from_pool(DP_CALL_cudaMallocAsync, p, bytes, NULL, stream));
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
	if (stream_capture(stream))
		return cudart_done(p ? capture_free(stream, p) : cudaErrorInvalidValue);
	return cudart_done(release(DP_CALL_cudaFreeAsync, p, false, stream));
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
	if (!bytes || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
		return cudart_done(cudaErrorInvalidValue);
	return cudart_done(take_at_once(DP_CALL_cudaMallocManaged, p, bytes, DP_MEM_MANAGED));
}

/* Rows begin at multiples of 512 bytes, as on the hardware that the profiles describe. */
enum { PITCH = 512 };

static cudaError_t allocate_pitched(enum dp_call call, void **p, size_t *pitch, size_t width, size_t rows)
{
	size_t bytes;

	if (!p || !pitch)
		return cudaErrorInvalidValue;
	*pitch = (width + PITCH - 1) / PITCH * PITCH;
	if (*pitch < width)
		return cudart_why(cudaErrorInvalidValue, "there is no pitch for rows of %zu bytes", width);
	if (__builtin_mul_overflow(*pitch, rows, &bytes))
		return cudaErrorMemoryAllocation;
	return take_at_once(call, p, bytes, DP_MEM_DEVICE);
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t rows)
{
	return cudart_done(allocate_pitched(DP_CALL_cudaMallocPitch, p, pitch, width, rows));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent)
{
	size_t rows;

	if (!p)
		return cudart_done(cudaErrorInvalidValue);
	if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
		rows = SIZE_MAX;
	p->xsize = extent.width;
	p->ysize = extent.height;
	return cudart_done(allocate_pitched(DP_CALL_cudaMalloc3D, &p->ptr, &p->pitch, extent.width, rows));
}

/* ---- host memory */
static struct {
	pthread_mutex_t lock;
	struct table of; /* where it begins -> its flags, if it has some of those that cudaHostGetFlags() tells again */
} told_flags = { .lock = PTHREAD_MUTEX_INITIALIZER };
enum { FLAGS_TOLD = cudaHostAllocPortable | cudaHostAllocWriteCombined };

static void set_flags(const void *start, unsigned flags)
{
	pthread_mutex_lock(&told_flags.lock);
	table_remove(&told_flags.of, start);
	if (flags & FLAGS_TOLD)
		table_put(&told_flags.of, start, (void *)(uintptr_t)(flags & FLAGS_TOLD));
	pthread_mutex_unlock(&told_flags.lock);
}

static unsigned get_flags(uint64_t start)
{
	unsigned flags;

	pthread_mutex_lock(&told_flags.lock);
	flags = (unsigned)(uintptr_t)table_get(&told_flags.of, (const void *)(uintptr_t)start);
	pthread_mutex_unlock(&told_flags.lock);
	return flags;
}

static cudaError_t allocate_host(enum dp_call call, void **p, size_t bytes, unsigned flags)
{
	cudaError_t e;

	if (!p || flags & ~(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
		return cudaErrorInvalidValue;
	e = capture_unsafe(call);
	if (e == cudaSuccess)
		e = memory_pin(call, p, bytes, flags & cudaHostAllocWriteCombined);
	if (e == cudaSuccess)
		set_flags(*p, flags);
	return e;
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
	return cudart_done(allocate_host(DP_CALL_cudaMallocHost, p, bytes, 0));
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
	return cudart_done(allocate_host(DP_CALL_cudaHostAlloc, p, bytes, flags));
}

cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags)
{
	const cudaError_t e = capture_unsafe(DP_CALL_cudaHostRegister);

	return cudart_done(e == cudaSuccess ? memory_register(p, bytes, flags) : e);
}

cudaError_t cudaHostUnregister(void *p)
{
	const cudaError_t e = p ? capture_unsafe(DP_CALL_cudaHostUnregister) : cudaErrorInvalidValue;

	return cudart_done(e == cudaSuccess ? memory_unregister(p) : e);
}

cudaError_t cudaFreeHost(void *p)
{
	return cudart_done(release(DP_CALL_cudaFreeHost, p, true, NULL));
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
	enum dp_memory kind = ranges_find((uint64_t)(uintptr_t)host, NULL, NULL);
	uint64_t elsewhere = registered_device((uint64_t)(uintptr_t)host, NULL);

	if (!device || flags)
		return cudart_done(cudaErrorInvalidValue);
	if (kind != DP_MEM_PINNED && kind != DP_MEM_MANAGED && !elsewhere)
		return cudart_done(cudart_refuse(DP_CALL_cudaHostGetDevicePointer, cudaErrorInvalidValue,
			"%p is not memory from cudaHostAlloc, cudaMallocHost or cudaHostRegister", host));
	*device = elsewhere ? (void *)(uintptr_t)elsewhere : host;
	return cudart_done(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
	const uint64_t at = (uint64_t)(uintptr_t)host;
	uint64_t start = 0;
	unsigned given = 0;

	if (!flags || (ranges_find(at, &start, NULL) != DP_MEM_PINNED && !registered_device(at, &given)))
		return cudart_done(cudaErrorInvalidValue);
	*flags = cudaHostAllocMapped | (given & cudaHostAllocPortable) | get_flags(start);
	return cudart_done(cudaSuccess);
}

/* ---- asking */
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
	struct dp_none none = { 0, 0 };
	struct rpc r = RPC(MEM_INFO, cudaMemGetInfo, none);
	struct dp_info info;
	cudaError_t e;

	r.reply = &info;
	r.reply_max = sizeof info;
	e = rpc_run(&r);
	if (e == cudaSuccess && free_bytes)
		*free_bytes = info.free_bytes;
	if (e == cudaSuccess && total)
		*total = info.total_bytes;
	return cudart_done(e);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p)
{
	static const enum cudaMemoryType types[] = { [DP_MEM_NONE] = cudaMemoryTypeUnregistered,
		[DP_MEM_DEVICE] = cudaMemoryTypeDevice,
		[DP_MEM_PINNED] = cudaMemoryTypeHost,
		[DP_MEM_MANAGED] = cudaMemoryTypeManaged,
		[DP_MEM_SYMBOL] = cudaMemoryTypeDevice };
	enum dp_memory kind = ranges_find((uint64_t)(uintptr_t)p, NULL, NULL);
	uint64_t elsewhere = registered_device((uint64_t)(uintptr_t)p, NULL);
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return cudart_done(e);
	if (!a)
		return cudart_done(cudaErrorInvalidValue);
	memset(a, 0, sizeof *a);
	a->type = types[kind];
	a->device = kind == DP_MEM_NONE ? -2 : 0;
	if (kind != DP_MEM_NONE)
		a->devicePointer = (void *)(uintptr_t)p;
	if (kind != DP_MEM_DEVICE && kind != DP_MEM_SYMBOL)
		a->hostPointer = (void *)(uintptr_t)p;
	if (elsewhere) {
		a->type = cudaMemoryTypeHost;
		a->device = 0;
		a->devicePointer = (void *)(uintptr_t)elsewhere;
	}
	return cudart_done(cudaSuccess);
}
