/* shuffles_clean.cu: shuffles of some lanes of a warp; what comes from lanes that take no part is not used. */
#include "case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

// CASE sum_of_sixteen: the upper lanes of a sum get what is none of theirs; lane 0 has the sum
// EXPECT clean
// HARDWARE unmeasured
__global__ void sum_of_sixteen(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	if (t >= 16)
		return;
	for (int d = 8; d; d /= 2)
		v += __shfl_down_sync(0xffffu, v, d);
	if (t == 0)
		*o = v;
}
CASE(sum_of_sixteen)
{
	Array<int> a(counting<int>(32)), o(1);
	sum_of_sixteen<<<1, 32>>>(a, o);
	return ran() && o.get()[0] == 120;
}

// CASE own_at_the_edge: a width: lanes at the edge get their own value, which is used
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_at_the_edge(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 24)
		o[t] = __shfl_down_sync(0xffffffu, a[t], 1, 8) * 100 + __shfl_up_sync(0xffffffu, a[t], 1, 8);
}
CASE(own_at_the_edge)
{
	Array<int> a(counting<int>(32)), o(24);
	own_at_the_edge<<<1, 32>>>(a, o);
	std::vector<int> want(24);
	for (int t = 0; t < 24; t++)
		want[t] = (t % 8 == 7 ? t : t + 1) * 100 + (t % 8 == 0 ? t : t - 1);
	return ran() && o.get() == want;
}

// CASE scan_of_twenty: a running sum of twenty lanes; what comes from below lane 0 or from a stranger is not added
// EXPECT clean
// HARDWARE unmeasured
__global__ void scan_of_twenty(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 4 || t >= 24)
		return;
	int v = a[t], w = a[t];
	for (int d = 1; d < 20; d *= 2) {
		int n = __shfl_up_sync(0xfffff0u, v, d);
		if (t - 4 >= d)
			v += n;
		n = __shfl_up_sync(0xfffff0u, w, d);
		w = t - 4 >= d ? w + n : w;
	}
	o[t - 4] = v + w;
}
CASE(scan_of_twenty)
{
	Array<int> a(32, 1), o(20);
	scan_of_twenty<<<1, 32>>>(a, o);
	std::vector<int> want(20);
	for (int t = 0; t < 20; t++)
		want[t] = 2 * (t + 1);
	return ran() && o.get() == want;
}

// CASE one_adds_for_all: of the lanes that found something one reserves the places, and tells the others
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_adds(const int *a, int *count, int *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	if (i < n && a[i] % 3 == 0) {
		unsigned mask = __activemask();
		int leader = __ffs(mask) - 1, at = 0;
		if (lane == leader)
			at = atomicAdd(count, __popc(mask));
		at = __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
		o[at] = a[i];
	}
}
CASE(one_adds_for_all)
{
	Array<int> a(counting<int>(1000)), count(1, 0), o(1000, -1);
	one_adds<<<8, 128>>>(a, count, o, 1000);
	bool ok = ran() && count.get()[0] == 334;
	std::vector<int> got = o.get();
	int sum = 0;
	for (int k = 0; k < 334; k++)
		sum += got[k];
	return ok && sum == 166833;
}

// CASE short_last_warp: a block of 40; the last warp's lanes name those that are there, and ask before they read
// EXPECT clean
// HARDWARE unmeasured
__global__ void short_last(const int *a, int *o)
{
	int t = threadIdx.x, lane = t & 31, there = min(32, (int)blockDim.x - (t - lane)), v = a[t];
	unsigned mask = there == 32 ? 0xffffffffu : (1u << there) - 1;
	for (int d = 16; d; d /= 2) {
		int n = __shfl_down_sync(mask, v, d);
		v += lane + d < there ? n : 0;
	}
	if (lane == 0)
		o[t / 32] = v;
}
CASE(short_last_warp)
{
	Array<int> a(counting<int>(40)), o(2);
	short_last<<<1, 40>>>(a, o);
	std::vector<int> got = o.get();
	return ran() && got[0] == 496 && got[1] == 284;
}

// CASE groups_of_any_size: the toolkit's own sums and shuffles over tiles and over whoever is there
// EXPECT clean
// HARDWARE unmeasured
__global__ void any_size(const int *a, int *o)
{
	int t = threadIdx.x;
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int sum = cg::reduce(tile, a[t], cg::plus<int>()), before = cg::exclusive_scan(tile, a[t]);
	int next = tile.shfl_down(a[t], 1);
	if (t % 3 == 0 || t > 29) {
		auto some = cg::coalesced_threads();
		sum += cg::reduce(some, a[t], cg::plus<int>()) + some.shfl(a[t], 0) + some.shfl_up(a[t], 1);
		before += cg::inclusive_scan(some, a[t]) + some.shfl_down(a[t], 1);
	}
	o[t] = sum + before + next;
}
CASE(groups_of_any_size)
{
	Array<int> a(64, 1), o(64);
	any_size<<<1, 64>>>(a, o);
	return ran();
}

// CASE times_nothing: what comes from a stranger is multiplied by 0
// EXPECT clean
// HARDWARE unmeasured
__global__ void times_nothing(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 12)
		o[t] = a[t] + __shfl_down_sync(0xfffu, a[t], 1) * (t < 11);
}
CASE(times_nothing)
{
	Array<int> a(32, 2), o(12);
	times_nothing<<<1, 32>>>(a, o);
	std::vector<int> want(12, 4);
	want[11] = 2;
	return ran() && o.get() == want;
}

// CASE groups_of_equals: lanes with the same key hand their values to the first of them, one after the other
// EXPECT clean
// HARDWARE unmeasured
__global__ void equals(const int *key, const int *a, int *o)
{
	int t = threadIdx.x, sum = 0;
	unsigned peers = __match_any_sync(0xffffffffu, key[t]);
	for (unsigned left = peers; left; left &= left - 1)
		sum += __shfl_sync(peers, a[t], __ffs(left) - 1);
	o[t] = sum;
}
CASE(groups_of_equals)
{
	std::vector<int> k(32), want(32);
	for (int t = 0; t < 32; t++) {
		k[t] = t * t % 7;
		for (int u = 0; u < 32; u++)
			want[t] += u * u % 7 == k[t] ? u : 0;
	}
	Array<int> key(k), a(counting<int>(32)), o(32);
	equals<<<1, 32>>>(key, a, o);
	return ran() && o.get() == want;
}

// CASE asks_before_it_adds: lanes without work have returned; the others read from them, and add only what came from one that is there
// EXPECT clean
// HARDWARE unmeasured
__global__ void asks_first(const int *a, int *o, int n)
{
	int t = threadIdx.x, v = a[t];
	if (t >= n)
		return;
	for (int d = 16; d; d /= 2) {
		int other = __shfl_down_sync(0xffffffffu, v, d);
		if (t + d < n)
			v += other;
	}
	if (t == 0)
		*o = v;
}
CASE(asks_before_it_adds)
{
	Array<int> a(counting<int>(32)), o(1);
	asks_first<<<1, 32>>>(a, o, 21);
	return ran() && o.get()[0] == 210;
}

// CASE full_mask_in_branches: both branches have the same shuffle and name all lanes, who meet by function and mask; an H200 exchanges their values
// EXPECT clean
// HARDWARE unmeasured
__global__ void in_branches(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	if (t % 2)
		v = 2 * __shfl_xor_sync(0xffffffffu, v, 1);
	else
		v = 3 * __shfl_xor_sync(0xffffffffu, v, 1);
	o[t] = v;
}
CASE(full_mask_in_branches)
{
	Array<int> a(counting<int>(32)), o(32);
	in_branches<<<1, 32>>>(a, o);
	return ran();
}
