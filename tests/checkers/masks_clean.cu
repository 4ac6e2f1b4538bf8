/* masks_clean.cu: barriers of some lanes of a warp, for what these lanes do among themselves. */
#include <cooperative_groups.h>
#include <cuda/barrier>

#include "case.h"

namespace cg = cooperative_groups;

// CASE own_tile: tiles of eight, each sums its own cells in shared memory
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_tile(const int *a, int *o)
{
	__shared__ int s[64];
	int t = threadIdx.x, k = t % 8;
	unsigned mask = 0xffu << (t % 32 / 8 * 8);
	s[t] = a[t];
	for (int d = 4; d; d /= 2) {
		__syncwarp(mask);
		int v = k < d ? s[t + d] : 0;
		__syncwarp(mask);
		if (k < d)
			s[t] += v;
	}
	__syncwarp(mask);
	o[t] = s[t - k];
}
CASE(own_tile)
{
	Array<int> a(64, 1), o(64);
	own_tile<<<1, 64>>>(a, o);
	return ran() && o.get()[63] == 8;
}

// CASE group_tile: the same by a group's tile, of each size
// EXPECT clean
// HARDWARE unmeasured
template <int N> __global__ void group_tile(const int *a, int *o)
{
	__shared__ int s[64];
	cg::thread_block_tile<N> tile = cg::tiled_partition<N>(cg::this_thread_block());
	int t = threadIdx.x;
	s[t] = a[t];
	tile.sync();
	if (tile.thread_rank() == 0)
		for (int i = 1; i < N; i++)
			s[t] += s[t + i];
	tile.sync();
	o[t] = s[t - tile.thread_rank()];
}
CASE(group_tile)
{
	Array<int> a(64, 1), o(64);
	bool fine = true;
	group_tile<2><<<1, 64>>>(a, o);
	fine &= ran() && o.get()[63] == 2;
	group_tile<4><<<1, 64>>>(a, o);
	fine &= ran() && o.get()[63] == 4;
	group_tile<16><<<1, 64>>>(a, o);
	fine &= ran() && o.get()[63] == 16;
	group_tile<32><<<1, 64>>>(a, o);
	return fine && ran() && o.get()[63] == 32;
}

// CASE in_a_branch: the lanes of a branch name themselves, or ask who is there
// EXPECT clean
// HARDWARE unmeasured
__global__ void in_a_branch(int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = 0;
	__syncwarp();
	if (t < 8) {
		s[t] = t;
		__syncwarp(0xff);
		o[t] = s[7 - t];
	} else if (t % 2) {
		unsigned mask = __activemask();
		s[t] = t;
		__syncwarp(mask);
		o[t] = s[31 + 9 - t];
	}
}
CASE(in_a_branch)
{
	Array<int> o(32, 0);
	in_a_branch<<<1, 32>>>(o);
	std::vector<int> v = o.get();
	return ran() && v[1] == 6 && v[9] == 31;
}

// CASE handed_on: eight meet, of these four meet eight others, who learn what the first eight wrote
// EXPECT clean
// HARDWARE unmeasured
__global__ void handed_on(int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	if (t < 8) {
		s[t] = t;
		__syncwarp(0xff);
	}
	if (t >= 4 && t < 16) {
		__syncwarp(0xfff0);
		if (t >= 8)
			o[t] = s[t - 8];
	}
}
CASE(handed_on)
{
	Array<int> o(32, 0);
	handed_on<<<1, 32>>>(o);
	return ran() && o.get()[15] == 7;
}

// CASE met_in_two_branches: all lanes meet, each half at a barrier of its own branch or of its own turn
// EXPECT clean
// HARDWARE unmeasured
__global__ void met_in_two_branches(int *o, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	for (int k = 0; k < n; k++) {
		if (t % 2)
			s[t] = t + k;
		else
			s[t] = 2 * t + k;
		__syncwarp();
		o[t] = s[31 - t];
		__syncwarp();
	}
}
CASE(met_in_two_branches)
{
	Array<int> o(32, 0);
	met_in_two_branches<<<1, 32>>>(o, 5);
	return ran() && o.get()[0] == 35;
}

// CASE some_have_left: lanes without work return; the others meet by the full mask, and by their own
// EXPECT clean
// HARDWARE unmeasured
__global__ void some_have_left(int *o, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	if (t >= n)
		return;
	s[t] = t;
	__syncwarp();
	o[t] = s[n - 1 - t];
	__syncwarp((1u << n) - 1);
	s[t] = 2 * t;
	__syncwarp((1u << n) - 1);
	o[t] += s[n - 1 - t];
}
CASE(some_have_left)
{
	Array<int> o(32, 0);
	some_have_left<<<1, 32>>>(o, 20);
	return ran() && o.get()[0] == 57;
}

// CASE every_width: shuffles of each width that there is
// EXPECT clean
// HARDWARE unmeasured
__global__ void every_width(int *o)
{
	int t = threadIdx.x, v = 0;
	for (int w = 1; w <= 32; w *= 2)
		v += __shfl_sync(0xffffffffu, t, 0, w) + __shfl_xor_sync(0xffffffffu, t, w / 2, w) + __shfl_up_sync(0xffffffffu, t, 1, w);
	o[t] = v;
}
CASE(every_width)
{
	Array<int> o(32, 0);
	every_width<<<1, 32>>>(o);
	return ran() && o.get()[1] > 0;
}

// CASE returns_before_grid_sync: threads without work return at once, in a block whose others meet the whole grid
// EXPECT clean
// HARDWARE unmeasured
__global__ void returns_early(int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	a[i] = i;
	cooperative_groups::this_grid().sync();
	if (i % 2)
		out[i] = a[n - 1 - i];
	cooperative_groups::this_grid().sync();
	if (i % 2 == 0)
		out[i] = a[n - 1 - i];
}
CASE(returns_before_grid_sync)
{
	Array<int> a(256), out(256, 0);
	int *p = a, *q = out, n = 200;
	void *args[] = { &p, &q, &n };
	said(cudaLaunchCooperativeKernel((void *)returns_early, dim3(4), dim3(64), args));
	std::vector<int> want(256, 0);
	for (int k = 0; k < n; k++)
		want[k] = n - 1 - k;
	return ran() && out.get() == want;
}

// CASE half_counts: each half of a warp reads a count of its own, meets, and its first lane reads it alone and counts on
// EXPECT clean
// HARDWARE unmeasured
__global__ void half_counts(int *o)
{
	__shared__ int s[2];
	volatile int *count = s;
	const int half = threadIdx.x / 16;
	const unsigned mask = 0xffffu << 16 * half;
	int sum = 0;
	if (threadIdx.x % 16 == 0)
		count[half] = half;
	__syncwarp(mask);
	for (int k = 1; k < 5; k++) {
		sum += count[half];
		__syncwarp(mask);
		if (threadIdx.x % 16 == 0) {
			int before = count[half];
			count[half] = before + k;
		}
		__syncwarp(mask);
	}
	o[threadIdx.x] = sum;
}
CASE(half_counts)
{
	Array<int> o(32, 0);
	half_counts<<<1, 32>>>(o);
	return ran() && o.get()[0] == 10 && o.get()[31] == 14;
}

// CASE some_then_all: half the warp, each eighth of it, or those of a branch meet, then all lanes meet with no access in between
// EXPECT clean
// HARDWARE unmeasured
__global__ void some_then_all_k(int *out)
{
	__shared__ int s[3][32];
	int t = threadIdx.x;
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto eight = cg::tiled_partition<8>(warp);
	s[0][t] = t;
	if (t < 16)
		__syncwarp(0xffff);
	__syncwarp();
	int v = s[0][t ^ 16];
	s[1][t] = t;
	eight.sync();
	warp.sync();
	v += s[1][t ^ 16];
	s[2][t] = t;
	if (t < 16)
		cg::coalesced_threads().sync();
	__syncwarp();
	out[t] = v + s[2][t ^ 16];
}
CASE(some_then_all)
{
	Array<int> out(32, 0);
	some_then_all_k<<<1, 32>>>(out);
	return ran() && out.get()[0] == 48;
}

// CASE arrived_then_all: the lanes of a warp arrive at a barrier, or at a barrier object, and then meet
// EXPECT clean
// HARDWARE unmeasured
__global__ void arrived_then_all_k(int *out)
{
	__shared__ int s[2][32];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 32);
	__syncthreads();
	if (t < 32) {
		s[0][t] = t;
		asm volatile("bar.arrive 1, 64;" ::: "memory");
		__syncwarp();
		int v = s[0][t ^ 16];
		s[1][t] = t;
		auto token = bar.arrive();
		__syncwarp();
		out[t] = v + s[1][t ^ 16];
		bar.wait(std::move(token));
	} else {
		asm volatile("bar.sync 1, 64;" ::: "memory");
	}
}
CASE(arrived_then_all)
{
	Array<int> out(32, 0);
	arrived_then_all_k<<<1, 64>>>(out);
	return ran() && out.get()[0] == 32;
}
