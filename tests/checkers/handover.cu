/* handover.cu: values that threads hand to each other by barrier objects, flags, counters, rings and __syncwarp. */
#include "case.h"

#include <cuda/atomic>
#include <cuda/barrier>

static const int B = 128;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// CASE used_before_made: thread 0 makes a barrier object, and the other warps arrive there without a __syncthreads() after that
// EXPECT racecheck RAW|WAR error between use and init
// ADVICE Put a barrier (__syncthreads())
// HARDWARE unmeasured
__global__ void used_before_made_k(int *out)
{
	__shared__ Barrier bar;
	__shared__ int s[B];
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, B); // BUG init
	s[t] = t;
	bar.arrive_and_wait(); // BUG use
	out[t] = s[B - 1 - t];
}
CASE(used_before_made)
{
	Array<int> out(B, 0);
	used_before_made_k<<<1, B>>>(out);
	return ran() && out.get()[0] == B - 1;
}

// CASE made_by_one_warp: lane 0 of each warp makes its warp's barrier object, a __syncwarp() comes, and the lanes use it again and again
// EXPECT clean
// HARDWARE unmeasured
__global__ void made_by_one_warp_k(int *out)
{
	__shared__ Barrier bar[B / 32];
	__shared__ int s[B];
	int t = threadIdx.x, w = t / 32;
	if (t % 32 == 0)
		init(&bar[w], 32);
	__syncwarp();
	for (int k = 0; k < 3; k++) {
		s[t] = t + k;
		auto token = bar[w].arrive();
		int mine = t * k;
		bar[w].wait(std::move(token));
		out[t] = s[32 * w + 31 - t % 32] + mine;
		bar[w].arrive_and_wait();
	}
}
CASE(made_by_one_warp)
{
	Array<int> out(B, 0);
	made_by_one_warp_k<<<1, B>>>(out);
	return ran() && out.get()[0] == 33;
}

// CASE made_twice: a barrier object is used, a __syncthreads() comes, and it is made anew for fewer threads
// EXPECT clean
// HARDWARE unmeasured
__global__ void made_twice_k(int *out)
{
	__shared__ __align__(8) uint64_t bar;
	uint32_t at = (uint32_t)__cvta_generic_to_shared(&bar), done;
	int t = threadIdx.x;
	for (int n = B; n >= 32; n /= 2) {
		if (t == 0)
			asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(n) : "memory");
		__syncthreads();
		if (t < n) {
			asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(at) : "memory");
			do
				asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
					     : "=r"(done)
					     : "r"(at)
					     : "memory");
			while (!done);
		}
		__syncthreads();
	}
	out[t] = 1;
}
CASE(made_twice)
{
	Array<int> out(B, 0);
	made_twice_k<<<1, B>>>(out);
	return ran() && out.get()[B - 1] == 1;
}

// CASE completed_by_the_last: a barrier object calls a function of its last thread, which adds up what all have written
// EXPECT clean
// HARDWARE unmeasured
struct Adds {
	int *s, *sum;
	__device__ void operator()() noexcept
	{
		int v = 0;
		for (int k = 0; k < B; k++)
			v += s[k];
		*sum = v;
	}
};
__global__ void completed_by_the_last_k(int *out)
{
	using Completed = cuda::barrier<cuda::thread_scope_block, Adds>;
	__shared__ __align__(16) char raw[sizeof(Completed)];
	__shared__ int s[B], sum;
	Completed *bar = (Completed *)raw;
	int t = threadIdx.x;
	if (t == 0)
		new (bar) Completed(B, Adds{ s, &sum });
	__syncthreads();
	s[t] = t;
	bar->arrive_and_wait();
	out[t] = sum;
}
CASE(completed_by_the_last)
{
	Array<int> out(B, 0);
	completed_by_the_last_k<<<1, B>>>(out);
	return ran() && out.get()[5] == B * (B - 1) / 2;
}

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

// CASE member_set_late: a block publishes a node, and sets a member of it only then
// EXPECT racecheck RAW error between late-read and late-write
// ADVICE Set the flag after the data is written
// HARDWARE unmeasured
struct Item {
	int first, more[15], last;
};
__global__ void member_set_late_k(Item *item, unsigned long long *head, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		item->first = 3;
		__threadfence();
		atomicExch(head, (unsigned long long)item);
		item->last = 4; // BUG late-write
	} else {
		Item *found;
		while (!(found = (Item *)*(volatile unsigned long long *)head))
			;
		__threadfence();
		*out = found->first + found->last; // BUG late-read
	}
}
CASE(member_set_late)
{
	Array<Item> item(1, Item());
	Array<unsigned long long> head(1, 0);
	Array<int> out(1, 0);
	member_set_late_k<<<2, B>>>(item, head, out);
	return ran();
}

// CASE set_by_another_warp: all threads write, one of them has a fence and sets the flag, and no barrier stands between
// EXPECT racecheck RAW error between early-read and unmet-write
// ADVICE data, __syncthreads(), __threadfence(), flag
// NEVER WAW
// HARDWARE unmeasured
__global__ void set_by_another_warp_k(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t; // BUG unmet-write
		if (t == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (t == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[t] = data[t]; // BUG early-read
	}
}
CASE(set_by_another_warp)
{
	Array<int> data(B, 0), flag(1, 0), out(B, 0);
	set_by_another_warp_k<<<2, B>>>(data, flag, out);
	return ran();
}

// CASE ring_without_fence: two warps of a block hand values over by counters, and the writer has its fence at the wrong side of the counter
// EXPECT racecheck RAW error between ring-read and ring-write
// ADVICE put __threadfence() between the write and the flag
// HARDWARE unmeasured
__global__ void ring_without_fence_k(int *out, int n)
{
	__shared__ volatile int head;
	__shared__ int ring[64];
	int t = threadIdx.x, sum = 0;
	if (t == 0)
		head = 0;
	__syncthreads();
	for (int k = 0; k < n; k++)
		if (t == 0) {
			ring[k] = k; // BUG ring-write
			head = k + 1;
			__threadfence_block();
		} else if (t == 32) {
			while (head <= k)
				;
			__threadfence_block();
			sum += ring[k]; // BUG ring-read
		}
	if (t == 32)
		*out = sum;
}
CASE(ring_without_fence)
{
	Array<int> out(1, 0);
	ring_without_fence_k<<<1, 64>>>(out, 4);
	return ran();
}
