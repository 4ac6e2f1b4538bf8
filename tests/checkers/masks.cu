/* masks.cu: barriers of some lanes of a warp, which order nobody else. */
#include <cooperative_groups.h>

#include "case.h"

namespace cg = cooperative_groups;

// CASE mask_of_others: eight lanes meet, and then read what the next eight wrote
// EXPECT racecheck RAW warning between read-of-next and write-by-all
// HARDWARE unmeasured
__global__ void mask_of_others(const int *a, int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = a[t]; // BUG write-by-all
	if (t < 8)
		__syncwarp(0xff);
	o[t] = t < 8 ? s[t + 8] : 0; // BUG read-of-next
}
CASE(mask_of_others)
{
	Array<int> a(counting<int>(32)), o(32);
	mask_of_others<<<1, 32>>>(a, o);
	return ran();
}

// CASE width_of_twelve: a sum over twelve lanes by shuffles of that width, which is no power of two
// EXPECT synccheck width warning at odd-width
// HARDWARE unmeasured
__global__ void width_of_twelve(const int *a, int *o)
{
	int v = a[threadIdx.x];
	for (int d = 6; d; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d, 12); // BUG odd-width
	o[threadIdx.x] = v;
}
CASE(width_of_twelve)
{
	Array<int> a(32, 1), o(32);
	width_of_twelve<<<1, 32>>>(a, o);
	return ran();
}

// CASE halves: each half of a warp meets for itself, and then reads what the other half wrote
// EXPECT racecheck RAW warning between read-of-half and write-of-half
// HARDWARE unmeasured
__global__ void halves(const int *a, int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = a[t]; // BUG write-of-half
	__syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
	o[t] = s[t ^ 16]; // BUG read-of-half
}
CASE(halves)
{
	Array<int> a(counting<int>(32)), o(32);
	halves<<<1, 32>>>(a, o);
	return ran();
}

// CASE before_they_meet: one branch writes and meets for itself, the other reads before it comes to where both meet
// EXPECT racecheck RAW|WAR warning between written-in-branch and read-in-branch
// HARDWARE unmeasured
__global__ void before_they_meet(int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = t;
	__syncwarp();
	if (t < 16) {
		s[t] = 2 * t; // BUG written-in-branch
		__syncwarp(0xffff);
	} else {
		o[t] = s[t - 16]; // BUG read-in-branch
	}
	__syncwarp();
}
CASE(before_they_meet)
{
	Array<int> o(32, 0);
	before_they_meet<<<1, 32>>>(o);
	return ran();
}

// CASE written_again: lanes that met earlier write what the others still read
// EXPECT racecheck WAR|RAW warning between write-by-eight and read-by-all
// HARDWARE unmeasured
__global__ void written_again(int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = t;
	__syncwarp();
	o[t] = s[(t + 8) % 32]; // BUG read-by-all
	if (t < 8) {
		__syncwarp(0xff);
		s[t] = -1; // BUG write-by-eight
	}
}
CASE(written_again)
{
	Array<int> o(32, 0);
	written_again<<<1, 32>>>(o);
	return ran();
}

// CASE half_counts_on: the first lane of each half counts on without waiting for the other lanes of its half, which read the count
// EXPECT racecheck WAR warning between count-on and read
// HARDWARE unmeasured
__global__ void half_counts_on(int *o)
{
	__shared__ int s[2];
	volatile int *count = s;
	const int half = threadIdx.x / 16;
	const unsigned mask = 0xffffu << 16 * half;
	if (threadIdx.x % 16 == 0)
		count[half] = half;
	__syncwarp(mask);
	int sum = count[half]; // BUG read
	if (threadIdx.x % 16 == 0) {
		int before = count[half];
		count[half] = before + 1; // BUG count-on
	}
	__syncwarp(mask);
	o[threadIdx.x] = sum;
}
CASE(half_counts_on)
{
	Array<int> o(32, 0);
	half_counts_on<<<1, 32>>>(o);
	return ran();
}

// CASE some_not_all: each eighth of a warp meets, twice, and then reads what another eighth wrote
// EXPECT racecheck RAW warning between other and own
// HARDWARE unmeasured
__global__ void some_not_all_k(int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	auto eight = cg::tiled_partition<8>(cg::this_thread_block());
	s[t] = t; // BUG own
	eight.sync();
	eight.sync();
	out[t] = s[t ^ 16]; // BUG other
}
CASE(some_not_all)
{
	Array<int> out(32, 0);
	some_not_all_k<<<1, 32>>>(out);
	return ran();
}

// CASE arrived_not_met: the lanes of a warp arrive at a barrier, which holds nobody up, and read what others of the warp wrote
// EXPECT racecheck RAW warning between other and own
// HARDWARE unmeasured
__global__ void arrived_not_met_k(int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	if (t < 32) {
		s[t] = t; // BUG own
		asm volatile("bar.arrive 1, 64;" ::: "memory");
		out[t] = s[t ^ 16]; // BUG other
	} else {
		asm volatile("bar.sync 1, 64;" ::: "memory");
	}
}
CASE(arrived_not_met)
{
	Array<int> out(32, 0);
	arrived_not_met_k<<<1, 64>>>(out);
	return ran();
}
