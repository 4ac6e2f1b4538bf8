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

// CASE handed_on_in_the_block: a warp hands on to another one of its block, which hands on to another block
// EXPECT clean
// HARDWARE unmeasured
__global__ void handed_on_in_the_block_k(int *data, int *flag, int *out)
{
	__shared__ int near;
	int t = threadIdx.x;
	if (t == 0)
		near = 0;
	__syncthreads();
	if (blockIdx.x == 0) {
		if (t == 0) {
			*data = 9;
			__threadfence();
			atomicExch(&near, 1);
		} else if (t == 32) {
			while (atomicAdd(&near, 0) == 0)
				;
			__threadfence();
			atomicExch(flag, 1);
		}
	} else if (t == 0) {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		*out = *data;
	}
}
CASE(handed_on_in_the_block)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	handed_on_in_the_block_k<<<2, 64>>>(data, flag, out);
	return ran() && out.get()[0] == 9;
}

// CASE handed_on_without_fence: the same, but the second warp sets the flag for the other block without a fence
// EXPECT racecheck RAW error between passed-read and passed-write
// HARDWARE unmeasured
__global__ void handed_on_without_fence_k(int *data, int *flag, int *out)
{
	__shared__ int near;
	int t = threadIdx.x;
	if (t == 0)
		near = 0;
	__syncthreads();
	if (blockIdx.x == 0) {
		if (t == 0) {
			*data = 9; // BUG passed-write
			__threadfence();
			atomicExch(&near, 1);
		} else if (t == 32) {
			while (atomicAdd(&near, 0) == 0)
				;
			atomicExch(flag, 1);
		}
	} else if (t == 0) {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		*out = *data; // BUG passed-read
	}
}
CASE(handed_on_without_fence)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	handed_on_without_fence_k<<<2, 64>>>(data, flag, out);
	return ran();
}

// CASE unmade_too_early: one thread ends a barrier object, and another one makes it anew without a barrier between
// EXPECT racecheck WAW error between ends and makes
// ALSO synccheck
// HARDWARE unmeasured
__global__ void unmade_too_early_k(int *out)
{
	__shared__ Barrier bar;
	int t = threadIdx.x;
	for (int k = 0; k < 2; k++) {
		if (t == 32 * k)
			init(&bar, B); // BUG makes
		__syncthreads();
		bar.arrive_and_wait();
		__syncthreads();
		if (t == 64 + 32 * k)
			bar.~barrier(); // BUG ends
	}
	out[t] = 1;
}
CASE(unmade_too_early)
{
	Array<int> out(B, 0);
	unmade_too_early_k<<<1, B>>>(out);
	return ran();
}

// CASE part_at_a_counted_barrier: one lane waits for a flag, and its warp goes to a barrier with a count
// EXPECT clean
// HARDWARE unmeasured
__global__ void part_at_a_counted_barrier_k(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t;
		asm volatile("bar.sync 2, 64;" ::: "memory");
		if (t == 32) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (t == 32) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		asm volatile("bar.sync 2, 64;" ::: "memory");
		out[t] = data[63 - t];
	}
}
CASE(part_at_a_counted_barrier)
{
	bool right = true;
	for (int k = 0; k < 8; k++) {
		Array<int> data(64, 0), flag(1, 0), out(64, 0);
		part_at_a_counted_barrier_k<<<2, 64>>>(data, flag, out);
		right = right && ran() && out.get()[0] == 63;
	}
	return right;
}
