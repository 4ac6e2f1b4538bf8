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

// CASE summed_in_each_branch: all lanes add up in one sum, each half in a branch of its own: they meet by function and mask
// EXPECT clean
// HARDWARE unmeasured
__global__ void summed_in_each_branch_k(int *out)
{
	int t = threadIdx.x, v;
	if (t % 32 < 16)
		v = __reduce_add_sync(0xffffffff, 1);
	else
		v = 10 * __reduce_add_sync(0xffffffff, 2);
	out[t] = v;
}
CASE(summed_in_each_branch)
{
	Array<int> out(B, 0);
	summed_in_each_branch_k<<<1, B>>>(out);
	return ran();
}

// CASE another_sum_in_each_branch: one branch adds, the other one looks for the most: lanes in different functions never meet
// EXPECT synccheck deadlock at half
// HARDWARE unmeasured
__global__ void another_sum_in_each_branch_k(int *out)
{
	int t = threadIdx.x, v;
	if (t % 32 < 16)
		v = __reduce_add_sync(0xffffffff, 1); // BUG half
	else
		v = 10 * __reduce_max_sync(0xffffffff, 2); // BUG half
	out[t] = v;
}
CASE(another_sum_in_each_branch)
{
	Array<int> out(B, 0);
	another_sum_in_each_branch_k<<<1, B>>>(out);
	return ran();
}

/* One block of one warp publishes, the other one waits, then reads. */
template <class Publish> __device__ void published(int *data, int *flag, int *out, Publish publish)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	const int t = threadIdx.x;
	if (blockIdx.x == 0) {
		publish(t, f);
	} else {
		while (!f.load(cuda::memory_order_acquire))
			;
		out[t] = data[31 - t]; // BUG taken
	}
}
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
template <class K> static bool all_taken(K *kernel)
{
	Array<int> data(32, 0), flag(1, 0), out(32, 0);
	kernel<<<2, 32>>>(data, flag, out);
	return ran() && out.get()[0] == 32;
}

// CASE released_by_one_lane: lane 0 releases what all lanes of its warp have written, without a __syncwarp()
// EXPECT racecheck RAW warning between taken and written
// SAYS another lane of the writer's warp sets the flag
// ADVICE Put __syncwarp() between the write
// HARDWARE unmeasured
__global__ void released_by_one_lane_k(int *data, int *flag, int *out)
{
	published(data, flag, out, [&](int t, Flag f) {
		data[t] = t + 1; // BUG written
		if (t == 0)
			f.store(1, cuda::memory_order_release);
	});
}
CASE(released_by_one_lane)
{
	return all_taken(released_by_one_lane_k);
}

// CASE fenced_by_one_lane: the fences are lane 0's alone, and so is the flag
// EXPECT racecheck RAW warning between taken and written_too
// ADVICE Put __syncwarp() between the write
// HARDWARE unmeasured
__global__ void fenced_by_one_lane_k(int *data, int *flag, int *out)
{
	published(data, flag, out, [&](int t, Flag f) {
		data[t] = t + 1; // BUG written_too
		if (t == 0) {
			__threadfence();
			__threadfence();
			*(volatile int *)flag = 1;
		}
	});
}
CASE(fenced_by_one_lane)
{
	return all_taken(fenced_by_one_lane_k);
}

// CASE met_before_the_release: a __syncwarp() before lane 0's release, also where lane 0 has fenced before it
// EXPECT clean
// HARDWARE unmeasured
__global__ void met_before_the_release_k(int *data, int *flag, int *out)
{
	published(data, flag, out, [&](int t, Flag f) {
		data[t] = t + 1;
		if (t == 0)
			__threadfence();
		__syncwarp();
		if (t == 0)
			f.store(1, cuda::memory_order_release);
	});
}
CASE(met_before_the_release)
{
	return all_taken(met_before_the_release_k);
}

// CASE fenced_by_each: every lane fences; lane 0 sets the flag, or each adds to it
// EXPECT clean
// HARDWARE unmeasured
__global__ void fenced_by_each_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	const int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t + 1;
		__threadfence();
		f.fetch_add(1, cuda::memory_order_relaxed);
	} else {
		while (f.load(cuda::memory_order_acquire) != 32)
			;
		out[t] = data[31 - t];
	}
}
CASE(fenced_by_each)
{
	return all_taken(fenced_by_each_k);
}

// CASE met_in_parts: halves of a warp meet each for itself, then the first lane of each adds to the flag
// EXPECT clean
// HARDWARE unmeasured
__global__ void met_in_parts_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	const int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t + 1;
		if (t < 16)
			__syncwarp(0xffff);
		else
			__syncwarp(0xffff0000);
		if (t % 16 == 0)
			f.fetch_add(1, cuda::memory_order_release);
	} else {
		while (f.load(cuda::memory_order_acquire) != 2)
			;
		out[t] = data[31 - t];
	}
}
CASE(met_in_parts)
{
	return all_taken(met_in_parts_k);
}

// CASE writers_fence: only the lanes that wrote fence, then a barrier of the block, then thread 0 sets the flag
// EXPECT clean
// HARDWARE unmeasured
__global__ void writers_fence_k(int *data, volatile int *flag, int *out)
{
	const int t = threadIdx.x;
	if (blockIdx.x == 0) {
		if (t % 3) {
			data[t] = t + 1;
			__threadfence();
		}
		__syncthreads();
		if (t == 0)
			*flag = 1;
	} else {
		while (!*flag)
			;
		__threadfence();
		out[t] = data[t];
	}
}
CASE(writers_fence)
{
	Array<int> data(64, 0), flag(1, 0), out(64, 0);
	writers_fence_k<<<2, 64>>>(data, flag, out);
	return ran() && out.get()[1] == 2;
}

// CASE lock_of_each_lane: each lane takes the lock for itself, in turn, and the blocks hand the sum on
// EXPECT clean
// HARDWARE unmeasured
__global__ void lock_of_each_lane_k(int *lock, int *sums)
{
	for (bool done = false; !done;)
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			sums[threadIdx.x % 4] += 1;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
}
CASE(lock_of_each_lane)
{
	Array<int> lock(1, 0), sums(4, 0);
	lock_of_each_lane_k<<<3, 64>>>(lock, sums);
	return ran() && sums.get()[3] == 48;
}
