/* bulk.cu: bulk copies (cp.async.bulk) that somebody does not wait for, does not fence for, or counts wrong. bulk_clean.cu has the right ones. */
#include "case.h"

#include <cuda/ptx>

namespace ptx = cuda::ptx;
static const int B = 256;

// CASE store_without_proxy_fence: a tile is stored, a barrier comes, and one thread sends it off: no fence.proxy.async
// EXPECT racecheck RAW error between unfenced-send and unfenced-store
// ADVICE Each thread that stored: fence.proxy.async
// ANSWER right
// HARDWARE unmeasured
__global__ void unfenced(int *out)
{
	__shared__ alignas(128) int s[B];
	s[threadIdx.x] = threadIdx.x; // BUG unfenced-store
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, sizeof s); // BUG unfenced-send
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}
CASE(store_without_proxy_fence)
{
	Array<int> out(B, -1);
	unfenced<<<1, B>>>(out);
	return ran() && out.get() == counting<int>(B);
}

// CASE fenced_too_early: the fence comes before the store that it is meant for
// EXPECT racecheck RAW error between early-send and early-store
// ADVICE Each thread that stored: fence.proxy.async
// HARDWARE unmeasured
__global__ void fenced_early(int *out)
{
	__shared__ alignas(128) int s[B];
	ptx::fence_proxy_async(ptx::space_shared);
	s[threadIdx.x] = threadIdx.x; // BUG early-store
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, sizeof s); // BUG early-send
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}
CASE(fenced_too_early)
{
	Array<int> out(B, -1);
	fenced_early<<<1, B>>>(out);
	return ran();
}

// CASE source_written_again: the next turn's tile is stored while the copy of this one may still be reading
// EXPECT racecheck WAR error between next-turn and sent-off
// ADVICE Its thread has to wait
// HARDWARE unmeasured
__global__ void written_again(int *out, int turns)
{
	__shared__ alignas(128) int s[B];
	for (int i = 0; i < turns; i++) {
		s[threadIdx.x] = i * B + threadIdx.x; // BUG next-turn
		ptx::fence_proxy_async(ptx::space_shared);
		__syncthreads();
		if (threadIdx.x == 0) {
			ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + i * B, s, sizeof s); // BUG sent-off
			ptx::cp_async_bulk_commit_group();
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
CASE(source_written_again)
{
	Array<int> out(4 * B, -1);
	written_again<<<1, B>>>(out, 4);
	return ran();
}

// CASE one_group_too_many: one buffer, and the wait lets the newest group run on
// EXPECT racecheck WAR error between second-turn and one-pending
// ADVICE Its thread has to wait
// HARDWARE unmeasured
__global__ void one_too_many(int *out, int turns)
{
	__shared__ alignas(128) int s[B];
	for (int i = 0; i < turns; i++) {
		s[threadIdx.x] = i * B + threadIdx.x; // BUG second-turn
		ptx::fence_proxy_async(ptx::space_shared);
		__syncthreads();
		if (threadIdx.x == 0) {
			ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + i * B, s, sizeof s); // BUG one-pending
			ptx::cp_async_bulk_commit_group();
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
CASE(one_group_too_many)
{
	Array<int> out(4 * B, -1);
	one_too_many<<<1, B>>>(out, 4);
	return ran();
}

// CASE filled_while_sent: a copy into a buffer is begun while one out of it may still be reading
// EXPECT racecheck WAR error between filled-anew and still-sent
// ADVICE Its thread has to wait
// HARDWARE unmeasured
__global__ void filled_anew(const int *in, int *out)
{
	__shared__ alignas(128) int s[B];
	__shared__ uint64_t bar;
	if (threadIdx.x == 0)
		ptx::mbarrier_init(&bar, 1);
	s[threadIdx.x] = threadIdx.x;
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, sizeof s); // BUG still-sent
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, s, in, sizeof s, &bar); // BUG filled-anew
		uint64_t state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
		while (!ptx::mbarrier_try_wait(&bar, state))
			;
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}
CASE(filled_while_sent)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	filled_anew<<<1, B>>>(in, out);
	return ran();
}

// CASE more_bytes_than_expected: an mbarrier is told to expect 512 bytes, and 1024 come
// EXPECT synccheck deadlock at too-few-expected
// SAYS and 512 bytes more have come than it was told to expect
// HARDWARE unmeasured
template <int bytes> __global__ void expects(const int *in, int *out)
{
	__shared__ alignas(128) int s[B];
	__shared__ uint64_t bar;
	uint64_t state;
	if (threadIdx.x == 0)
		ptx::mbarrier_init(&bar, blockDim.x);
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, s, in, sizeof s, &bar);
		state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, bytes);
	} else {
		state = ptx::mbarrier_arrive(&bar);
	}
	while (!ptx::mbarrier_try_wait(&bar, state)) // BUG too-few-expected
		;
	out[threadIdx.x] = s[threadIdx.x];
}
CASE(more_bytes_than_expected)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	expects<512><<<1, B>>>(in, out);
	return ran();
}

// CASE fewer_bytes_than_expected: an mbarrier is told to expect 2048 bytes, and 1024 come
// EXPECT synccheck deadlock at too-few-expected
// SAYS lacks 0 of 256 arrivals and 1024 bytes
// HARDWARE unmeasured
CASE(fewer_bytes_than_expected)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	expects<2048><<<1, B>>>(in, out);
	return ran();
}

// CASE one_warp_does_not_wait: every warp but one waits at the barrier object of a bulk copy; all read what it brings
// EXPECT racecheck RAW error between reads-at-once and brings
// ADVICE Let each thread that uses it wait there
// HARDWARE unmeasured
__global__ void one_warp_does_not_wait_k(const int *in, int *out)
{
	__shared__ alignas(128) int s[B];
	__shared__ uint64_t bar;
	int t = threadIdx.x;
	if (t == 0) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_proxy_async(ptx::space_shared);
	}
	__syncthreads();
	if (t == 0) {
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, sizeof s, &bar); // BUG brings
	}
	if (t / 32 != 1)
		while (!ptx::mbarrier_try_wait_parity(&bar, 0))
			;
	out[t] = s[t]; // BUG reads-at-once
}
CASE(one_warp_does_not_wait)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	one_warp_does_not_wait_k<<<1, B>>>(in, out);
	return ran();
}
