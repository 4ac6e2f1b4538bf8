/* mapping: memory is taken from the device and given back. Device memory is a number here. Pinned and managed memory is
 * a file that the device made, mapped at the address that it has on the device: host code and kernels use one pointer,
 * as with unified addressing. */
#include <sys/mman.h>
#include <unistd.h>

#include "cudart/memory/memory.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static void give_back(uint64_t addr, enum dp_memory kind)
{
	struct dp_free f = { addr, kind, 0 };
	struct rpc r = RPC(FREE, none, f);

	rpc_run(&r);
}

cudaError_t memory_map(enum dp_call call, const struct dp_range *range, enum dp_memory kind, int fd)
{
	void *want = (void *)(uintptr_t)range->addr;
	void *p = mmap(want, range->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);

	if (fd >= 0)
		close(fd);
	if (p != want) {
		if (p != MAP_FAILED)
			munmap(p, range->bytes);
		give_back(range->addr, kind);
		return cudart_refuse(call, cudaErrorMemoryAllocation,
			"the host cannot map memory at the device's address 0x%llx", (unsigned long long)range->addr);
	}
	if (kind == DP_MEM_MANAGED) /* touched.c: a page of 2 MiB would look touched when one byte of it is */
		madvise(p, range->bytes, MADV_NOHUGEPAGE);
	ranges_add(range->addr, range->bytes, kind);
	return cudaSuccess;
}

void memory_unmap(uint64_t addr)
{
	enum dp_memory kind;
	uint64_t bytes;

	if (ranges_remove(addr, &bytes, &kind))
		munmap((void *)(uintptr_t)addr, bytes);
}

static cudaError_t take(
	enum dp_call call, void **out, size_t bytes, enum dp_memory kind, uint32_t stream, bool write_combined)
{
	struct dp_malloc m = { bytes, kind, stream, write_combined, 0 };
	struct rpc r = RPC(MALLOC, none, m);
	char site[DP_MAX_TEXT];
	struct dp_range range;
	bool shared = kind != DP_MEM_DEVICE;
	cudaError_t e;

	if (!out)
		return cudaErrorInvalidValue;
	*out = NULL;
	e = cudart_connect();
	if (e != cudaSuccess || !bytes)
		return e;
	r.call = call;
	r.data = site;
	r.ndata = cudart_site(site, sizeof site);
	r.reply = &range;
	r.reply_max = sizeof range;
	e = rpc_run(&r);
	if (e != cudaSuccess)
		return e;
	if (shared)
		e = memory_map(call, &range, kind, r.fd);
	else
		ranges_add(range.addr, bytes, kind);
	if (e != cudaSuccess)
		return e;
	*out = (void *)(uintptr_t)range.addr;
	return cudaSuccess;
}

cudaError_t memory_take(enum dp_call call, void **out, size_t bytes, enum dp_memory kind, cudaStream_t stream)
{
	return take(call, out, bytes, kind, stream_id(stream), false);
}

cudaError_t memory_pin(enum dp_call call, void **out, size_t bytes, bool write_combined)
{
	return take(call, out, bytes, DP_MEM_PINNED, stream_id(NULL), write_combined);
}

cudaError_t memory_plain(enum dp_call call, void **p, size_t bytes)
{
	return take(call, p, bytes, DP_MEM_DEVICE, DP_NO_STREAM, false);
}

cudaError_t memory_release(enum dp_call call, void *p, bool host, cudaStream_t stream, enum dp_memory *kind)
{
	struct dp_free f = { (uint64_t)(uintptr_t)p, host ? DP_MEM_PINNED : DP_MEM_DEVICE, stream_id(stream) };
	struct rpc r = RPC(FREE, none, f);
	char site[DP_MAX_TEXT];
	uint64_t bytes;
	cudaError_t e;

	*kind = DP_MEM_NONE;
	r.call = call;
	r.data = site;
	r.ndata = cudart_site(site, sizeof site);
	e = rpc_run(&r);
	cudart_flush_printf();
	if (e != cudaSuccess || !ranges_remove(f.addr, &bytes, kind))
		return e;
	if (*kind == DP_MEM_PINNED || *kind == DP_MEM_MANAGED)
		munmap(p, bytes);
	return e;
}
