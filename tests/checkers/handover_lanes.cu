/* handover_lanes.cu: values that lanes and warps of one block hand to each other by counters, rings and __syncwarp. */
#include "case.h"

#include <cuda/atomic>

static const int B = 128;

// CASE last_thread_adds: every thread counts by an atomic that releases and acquires; the last one adds up what all have written
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_thread_adds_k(int *out)
{
	__shared__ int s[B], count;
	int t = threadIdx.x;
	if (t == 0)
		count = 0;
	__syncthreads();
	s[t] = t;
	cuda::atomic_ref<int, cuda::thread_scope_block> c(count);
	if (c.fetch_add(1, cuda::memory_order_acq_rel) == B - 1) {
		int v = 0;
		for (int k = 0; k < B; k++)
			v += s[k];
		*out = v;
	}
}
CASE(last_thread_adds)
{
	Array<int> out(1, 0);
	last_thread_adds_k<<<1, B>>>(out);
	return ran() && out.get()[0] == B * (B - 1) / 2;
}

// CASE last_thread_releases: the same, but the atomic only releases: the last one may read what was there before
// EXPECT racecheck RAW warning between adds and wrote
// HARDWARE unmeasured
__global__ void last_thread_releases_k(int *out)
{
	__shared__ int s[B], count;
	int t = threadIdx.x;
	if (t == 0)
		count = 0;
	__syncthreads();
	s[t] = t; // BUG wrote
	cuda::atomic_ref<int, cuda::thread_scope_block> c(count);
	if (c.fetch_add(1, cuda::memory_order_release) == B - 1) {
		int v = 0;
		for (int k = 0; k < B; k++)
			v += s[k]; // BUG adds
		*out = v;
	}
}
CASE(last_thread_releases)
{
	Array<int> out(1, 0);
	last_thread_releases_k<<<1, B>>>(out);
	return ran();
}

// CASE ring_of_warps: one warp writes into a ring, another one reads; each waits for the other's count
// EXPECT clean
// HARDWARE unmeasured
__global__ void ring_of_warps_k(int *out)
{
	__shared__ volatile int head, tail;
	__shared__ int ring[2];
	int t = threadIdx.x;
	if (t == 0)
		head = tail = 0;
	__syncthreads();
	if (t == 0) {
		for (int k = 0; k < 3; k++) {
			while (k - tail >= 2)
				;
			__threadfence_block();
			ring[k % 2] = k * k + 1;
			__threadfence_block();
			head = k + 1;
		}
	} else if (t == 32) {
		int v = 0;
		for (int k = 0; k < 3; k++) {
			while (head <= k)
				;
			__threadfence_block();
			v += ring[k % 2];
			__threadfence_block();
			tail = k + 1;
		}
		*out = v;
	}
}
CASE(ring_of_warps)
{
	Array<int> out(1, 0);
	ring_of_warps_k<<<1, 64>>>(out);
	return ran() && out.get()[0] == 8;
}

// CASE met_in_each_branch: both branches end with a __syncwarp() of all lanes, which is one for all of them
// EXPECT clean
// HARDWARE unmeasured
__global__ void met_in_each_branch_k(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	if (in[t] < 8) {
		s[t] = 1;
		__syncwarp();
	} else {
		s[t] = 2;
		__syncwarp();
	}
	out[t] = s[t ^ 1];
}
CASE(met_in_each_branch)
{
	Array<int> in(digits<int>(B)), out(B, 0);
	met_in_each_branch_k<<<1, B>>>(in, out);
	return ran() && out.get()[0] == (digits<int>(B)[1] < 8 ? 1 : 2);
}

// CASE met_with_those_that_left: three branches; the lanes of one of them return, those of the others meet
// EXPECT clean
// HARDWARE unmeasured
__global__ void met_with_those_that_left_k(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	if (in[t] < 5) {
		s[t] = 1;
		__syncwarp();
	} else if (in[t] < 10) {
		s[t] = 2;
		__syncwarp();
	} else {
		return;
	}
	int v = s[t ^ 1];
	__syncwarp();
	s[t] = v;
	out[t] = v;
}
CASE(met_with_those_that_left)
{
	Array<int> in(digits<int>(B)), out(B, 0);
	met_with_those_that_left_k<<<1, B>>>(in, out);
	return ran();
}

// CASE met_by_different_masks: each branch names the lanes of its own only, and then reads what the other branch wrote
// EXPECT racecheck RAW|WAR warning between other and wrote
// HARDWARE unmeasured
__global__ void met_by_different_masks_k(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	if (t % 2) {
		s[t] = 1; // BUG wrote
		__syncwarp(0xaaaaaaaa);
	} else {
		s[t] = 2; // BUG wrote
		__syncwarp(0x55555555);
	}
	out[t] = s[t ^ 1]; // BUG other
}
CASE(met_by_different_masks)
{
	Array<int> out(B, 0);
	met_by_different_masks_k<<<1, B>>>(out);
	return ran();
}

// CASE shuffled_in_each_branch: shuffles of all lanes in two branches: a shuffle has to be one instruction for all
// EXPECT synccheck deadlock at half
// HARDWARE unmeasured
__global__ void shuffled_in_each_branch_k(int *out)
{
	int t = threadIdx.x, v;
	if (t % 32 < 16)
		v = __reduce_add_sync(0xffffffff, 1); // BUG half
	else
		v = 10 * __reduce_add_sync(0xffffffff, 2); // BUG half
	out[t] = v;
}
CASE(shuffled_in_each_branch)
{
	Array<int> out(B, 0);
	shuffled_in_each_branch_k<<<1, B>>>(out);
	return ran();
}
