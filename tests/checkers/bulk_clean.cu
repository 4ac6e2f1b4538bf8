/* bulk_clean.cu: bulk copies (cp.async.bulk) that are fenced and waited for, in more than one way. */
#include "case.h"

#include <cuda/ptx>

namespace ptx = cuda::ptx;
static const int B = 256;

/* Who fences: 1 each thread that stored, 2 the thread that sends, after the barrier. One wait for two buffers may leave
 * one group on its way. */
template <int fence, int buffers> __global__ void sent(int *out, int turns)
{
	__shared__ alignas(128) int s[buffers][B];
	for (int i = 0; i < turns; i++) {
		int *to = s[i % buffers];
		to[threadIdx.x] = i * B + threadIdx.x;
		if (fence == 1)
			ptx::fence_proxy_async(ptx::space_shared);
		__syncthreads();
		if (threadIdx.x == 32) {
			if (fence == 2)
				ptx::fence_proxy_async(ptx::space_shared);
			ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + i * B, to, sizeof s[0]);
			ptx::cp_async_bulk_commit_group();
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<buffers - 1>());
		}
		__syncthreads();
	}
	if (threadIdx.x == 32)
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// CASE writers_fence: each thread fences after its store; the sender waits before the next turn
// EXPECT clean
// HARDWARE unmeasured
CASE(writers_fence)
{
	Array<int> out(4 * B, -1);
	sent<1, 1><<<1, B>>>(out, 4);
	return ran() && out.get() == counting<int>(4 * B);
}

// CASE sender_fences: the thread that sends fences, after the barrier
// EXPECT clean
// HARDWARE unmeasured
CASE(sender_fences)
{
	Array<int> out(4 * B, -1);
	sent<2, 1><<<1, B>>>(out, 4);
	return ran() && out.get() == counting<int>(4 * B);
}

// CASE two_buffers_in_turns: two buffers, and one copy may be on its way while the other one is filled
// EXPECT clean
// HARDWARE unmeasured
CASE(two_buffers_in_turns)
{
	Array<int> out(5 * B, -1);
	sent<1, 2><<<1, B>>>(out, 5);
	return ran() && out.get() == counting<int>(5 * B);
}

// CASE in_and_out: what a bulk copy brought a bulk copy takes away: no ordinary store, so no fence
// EXPECT clean
// HARDWARE unmeasured
__global__ void through(const int *in, int *out)
{
	__shared__ alignas(128) int s[B];
	__shared__ uint64_t bar;
	if (threadIdx.x == 0) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_proxy_async(ptx::space_shared);
		ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, s, in, sizeof s, &bar);
		uint64_t state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
		while (!ptx::mbarrier_try_wait(&bar, state))
			;
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, sizeof s);
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}
CASE(in_and_out)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	through<<<1, 32>>>(in, out);
	return ran() && out.get() == counting<int>(B);
}

// CASE a_row_for_each_warp: each warp sends its own row, one lane for all, and goes on with other memory
// EXPECT clean
// HARDWARE unmeasured
__global__ void rows(int *out)
{
	__shared__ alignas(128) int s[B / 32][32];
	__shared__ int other[B];
	int w = threadIdx.x / 32, l = threadIdx.x % 32;
	s[w][l] = threadIdx.x;
	ptx::fence_proxy_async(ptx::space_shared);
	__syncwarp();
	if (l == 0) {
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + w * 32, s[w], sizeof s[w]);
		ptx::cp_async_bulk_commit_group();
	}
	other[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[B + threadIdx.x] = other[B - 1 - threadIdx.x];
	if (l == 0)
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
CASE(a_row_for_each_warp)
{
	Array<int> out(2 * B, -1);
	rows<<<1, B>>>(out);
	auto v = out.get();
	for (int i = 0; i < B; i++)
		if (v[i] != i || v[B + i] != B - 1 - i)
			return false;
	return ran();
}

// CASE one_waits_for_all: one thread waits at the barrier object of a bulk copy, then comes a barrier of the block
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_waits_for_all_k(const int *in, int *out)
{
	__shared__ alignas(128) int s[B];
	__shared__ uint64_t bar;
	int t = threadIdx.x;
	if (t == 0) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_proxy_async(ptx::space_shared);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s);
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, sizeof s, &bar);
		while (!ptx::mbarrier_try_wait_parity(&bar, 0))
			;
	}
	__syncthreads();
	out[t] = s[t];
}
CASE(one_waits_for_all)
{
	Array<int> in(counting<int>(B)), out(B, -1);
	one_waits_for_all_k<<<1, B>>>(in, out);
	return ran() && out.get() == counting<int>(B);
}
