/* deadlocks_clean.cu: threads that poll for long and get there. */
#include "case.h"

#include <chrono>
#include <cuda/barrier>
#include <thread>

// CASE long_work_elsewhere: all blocks but one poll while that one computes for long
// EXPECT clean
// HARDWARE none
__global__ void long_work(volatile int *flag, int *out, int rounds)
{
	if (blockIdx.x == 0) {
		unsigned v = threadIdx.x;
		for (int i = 0; i < rounds; i++)
			v = v * 1664525u + 1013904223u;
		out[0] = v == 12345u;
		__threadfence();
		if (threadIdx.x == 0)
			*flag = 1;
	} else {
		while (!*flag)
			;
		__threadfence();
		out[blockIdx.x] = 2;
	}
}
CASE(long_work_elsewhere)
{
	Array<int> flag(1, 0), out(4);
	long_work<<<4, 32>>>(flag, out, 3000000);
	return ran();
}

// CASE host_sets_the_flag: a kernel polls mapped memory until the host says go
// EXPECT clean
// HARDWARE none
__global__ void until_told(volatile int *flag, int *out)
{
	while (!*flag)
		;
	out[threadIdx.x] = 1;
}
CASE(host_sets_the_flag)
{
	int *flag, *seen;
	Array<int> out(32, 0);
	said(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
	*(volatile int *)flag = 0;
	said(cudaHostGetDevicePointer(&seen, flag, 0));
	until_told<<<1, 32>>>(seen, out);
	std::this_thread::sleep_for(std::chrono::milliseconds(700));
	*(volatile int *)flag = 1;
	bool good = ran();
	good &= out.get()[31] == 1;
	said(cudaFreeHost(flag));
	return good;
}

// CASE waits_by_the_clock: a loop that ends when the clock says so
// EXPECT clean
// HARDWARE none
__global__ void by_clock(volatile int *never, int *out)
{
	long long begin = clock64();
	while (!*never && clock64() - begin < 3000000)
		__nanosleep(50);
	out[threadIdx.x] = 1;
}
CASE(waits_by_the_clock)
{
	Array<int> never(1, 0), out(32);
	by_clock<<<1, 32>>>(never, out);
	return ran() && out.get()[0] == 1;
}

// CASE gives_up_at_last: a loop that polls in vain a fixed number of times
// EXPECT clean
// HARDWARE none
__global__ void gives_up(volatile int *never, int *out, int most)
{
	int tries = 0;
	while (!*never && tries < most)
		tries++;
	out[blockIdx.x] = tries;
}
CASE(gives_up_at_last)
{
	Array<int> never(1, 0), out(2);
	gives_up<<<2, 1>>>(never, out, 1000000);
	return ran() && out.get()[1] == 1000000;
}

// CASE polls_between_barriers: a block polls with barriers in its loop for what the next block writes
// EXPECT clean
// HARDWARE none
__global__ void with_barriers(volatile int *flag, int *out)
{
	__shared__ int go;
	if (blockIdx.x == 1) {
		__threadfence();
		if (threadIdx.x == 0)
			*flag = 1;
		return;
	}
	do {
		__syncthreads();
		if (threadIdx.x == 0)
			go = *flag;
		__syncthreads();
	} while (!go);
	out[threadIdx.x] = go;
}
CASE(polls_between_barriers)
{
	Array<int> flag(1, 0), out(64);
	with_barriers<<<2, 64>>>(flag, out);
	return ran() && out.get()[63] == 1;
}

// CASE last_block_first: every block waits for the one after it: all must be there at once
// EXPECT clean
// HARDWARE none
__global__ void backwards(volatile int *flag, int *out)
{
	int b = blockIdx.x;
	if (threadIdx.x == 0) {
		while (b + 1 < (int)gridDim.x && !flag[b + 1])
			;
		__threadfence();
		flag[b] = 1;
	}
	__syncthreads();
	out[b] = b;
}
CASE(last_block_first)
{
	Array<int> flag(120, 0), out(120);
	backwards<<<120, 64>>>(flag, out);
	return ran();
}

// CASE meet_in_a_function: lane 0 takes work, in a loop; what it has taken the others learn in a function
// EXPECT clean
// HARDWARE unmeasured
__device__ __noinline__ int of_lane_0(int v)
{
	return __shfl_sync(~0u, v, 0);
}
__global__ void takes_work(int *out, int n, int *next)
{
	for (;;) {
		int i = 0;
		if (threadIdx.x == 0)
			i = atomicAdd(next, 32);
		i = of_lane_0(i) + threadIdx.x;
		if (i >= n)
			return;
		out[i] = i;
	}
}
CASE(meet_in_a_function)
{
	const int n = 1 << 14;
	Array<int> out(n), next(std::vector<int>(1, 0));
	takes_work<<<1, 32>>>(out, n, next);
	return ran() && out.get() == counting<int>(n);
}

// CASE meet_in_calls_of_calls: the same, four calls deep; each call needs numbers of its own after the one that it makes
// EXPECT clean
// HARDWARE unmeasured
__device__ __noinline__ int of_lane_0_deep(int v, int own, int depth)
{
	if (depth == 0)
		return __shfl_sync(~0u, v, 0);
	return of_lane_0_deep(v, own + depth, depth - 1) + own * depth;
}
__global__ void takes_work_deep(int *out, int n, int *next)
{
	for (;;) {
		int i = 0, own = threadIdx.x + 1;
		if (threadIdx.x == 0)
			i = atomicAdd(next, 32);
		int sum = of_lane_0_deep(i, own, 4); // i + own * 4 + (own + 4) * 3 + (own + 7) * 2 + (own + 9)
		i = sum - 10 * own - 35 + threadIdx.x;
		if (i >= n)
			return;
		out[i] = i;
	}
}
CASE(meet_in_calls_of_calls)
{
	const int n = 1 << 14;
	Array<int> out(n), next(std::vector<int>(1, 0));
	takes_work_deep<<<1, 32>>>(out, n, next);
	return ran() && out.get() == counting<int>(n);
}

// CASE as_many_as_fit: a barrier of all blocks by a count, in an ordinary launch of as many blocks as the GPU holds
// EXPECT clean
// HARDWARE unmeasured
__global__ void all_that_fit_meet(unsigned *count, int *out)
{
	if (threadIdx.x == 0)
		out[blockIdx.x] = blockIdx.x;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
	if (threadIdx.x == 1)
		out[gridDim.x + blockIdx.x] = out[(blockIdx.x + 1) % gridDim.x];
}
CASE(as_many_as_fit)
{
	int each = 0;
	cudaDeviceProp p;
	said(cudaGetDeviceProperties(&p, 0));
	said(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, all_that_fit_meet, 1024, 0));
	int n = each * p.multiProcessorCount;
	Array<unsigned> count(1, 0u);
	Array<int> out(2 * n);
	all_that_fit_meet<<<n, 1024>>>(count, out);
	return ran() && out.get()[n] == 1;
}

// CASE chain_of_many: each of many blocks waits for the one before it, which began before it
// EXPECT clean
// HARDWARE unmeasured
__global__ void chain_forwards(volatile int *done, int *out)
{
	if (threadIdx.x == 0) {
		int before = 0;
		if (blockIdx.x) {
			while (!done[blockIdx.x - 1])
				;
			__threadfence();
			before = *(volatile int *)&out[blockIdx.x - 1];
		}
		out[blockIdx.x] = before + 1;
		__threadfence();
		done[blockIdx.x] = 1;
	}
}
CASE(chain_of_many)
{
	const int n = 280; /* the profile has room for 264 */
	Array<int> done(n, 0), out(n);
	chain_forwards<<<n, 1024>>>(done, out);
	return ran() && out.get()[n - 1] == n;
}

// CASE parities_in_turn: all arrive at a barrier object and wait for the phase that they arrived in, four times
// EXPECT clean
// HARDWARE unmeasured
__global__ void parities_in_turn_k(int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0)
		init(&bar, 64);
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		(void)bar.arrive();
		bar.wait_parity(k & 1);
	}
	out[threadIdx.x] = 1;
}
CASE(parities_in_turn)
{
	Array<int> out(64, 0);
	parities_in_turn_k<<<1, 64>>>(out);
	return ran() && out.get()[63] == 1;
}

// CASE arrives_in_turn: a warp arrives at a numbered barrier, and before it does so again waits at another one
// EXPECT clean
// HARDWARE unmeasured
__global__ void arrives_in_turn_k(int *out)
{
	for (int k = 0; k < 2; k++) {
		if (threadIdx.x < 32)
			asm volatile("bar.arrive 1, 64;" ::: "memory");
		else
			asm volatile("bar.sync 1, 64;" ::: "memory");
		asm volatile("bar.sync 2, 64;" ::: "memory");
	}
	out[threadIdx.x] = 1;
}
CASE(arrives_in_turn)
{
	Array<int> out(64, 0);
	arrives_in_turn_k<<<1, 64>>>(out);
	return ran() && out.get()[63] == 1;
}
