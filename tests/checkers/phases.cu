/* phases.cu: phases_clean.cu, with one turn that lacks its barrier. Who waits at a barrier does not wait for those who
 * have come to the next one already, though it may find them there when it looks. */
#include "case.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;

static std::vector<int> shifted(int n, int by)
{
	std::vector<int> v(n);
	for (int k = 0; k < n; k++)
		v[k] = (k + by) % n;
	return v;
}

/* All blocks by a count that only grows. */
static __device__ void meet_counted(int *count, int *, int n)
{
	if (threadIdx.x == 0) {
		__threadfence();
		int mine = atomicAdd(count, 1), until = (mine / n + 1) * n;
		while (*(volatile int *)count < until)
			;
		__threadfence();
	}
}

/* The same, polled by an atomic that adds nothing. */
static __device__ void meet_counted_by_atomics(int *count, int *, int n)
{
	if (threadIdx.x == 0) {
		__threadfence();
		int mine = atomicAdd(count, 1), until = (mine / n + 1) * n;
		while (atomicAdd(count, 0) < until)
			;
		__threadfence();
	}
}

/* The last block sets the count back and begins a new turn. */
static __device__ void meet_turned(int *count, int *turn, int n)
{
	if (threadIdx.x == 0) {
		int now = Atomic(*turn).load(cuda::memory_order_relaxed);
		if (Atomic(*count).fetch_add(1, cuda::memory_order_acq_rel) == n - 1) {
			Atomic(*count).store(0, cuda::memory_order_relaxed);
			Atomic(*turn).store(now + 1, cuda::memory_order_release);
		} else {
			while (Atomic(*turn).load(cuda::memory_order_acquire) == now)
				;
		}
	}
}

// CASE object: a turn without the barrier object
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void object(int *out)
{
	__shared__ int s[2][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 128);
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128]; // BUG turn
		if (k != 1)
			bar.arrive_and_wait();
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(object)
{
	Array<int> out(128);
	object<<<1, 128>>>(out);
	return ran() && out.get() == shifted(128, 4);
}

// CASE tokens: a turn that arrives at no barrier object
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void tokens(int *out, int *notes)
{
	__shared__ int s[2][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 128);
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128]; // BUG turn
		if (k != 1) {
			auto token = bar.arrive();
			notes[t] = k;
			bar.wait(std::move(token));
		}
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(tokens)
{
	Array<int> out(128), notes(128);
	tokens<<<1, 128>>>(out, notes);
	return ran() && out.get() == shifted(128, 4);
}

// CASE tile: a turn without the tile's sync()
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void tile(int *out)
{
	__shared__ int s[2][128];
	__shared__ cg::block_tile_memory<128> memory;
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<128>(block);
	int t = threadIdx.x;
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128]; // BUG turn
		if (k != 1)
			tile.sync();
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(tile)
{
	Array<int> out(128);
	tile<<<1, 128>>>(out);
	return ran() && out.get() == shifted(128, 4);
}

// CASE grid: a turn without its grid.sync()
// EXPECT racecheck RAW|WAR error between turn and turn
// ADVICE grid.sync()
// HARDWARE unmeasured
__global__ void grid(int *a, int *b)
{
	auto grid = cg::this_grid();
	int i = grid.thread_rank();
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256]; // BUG turn
		__syncthreads();
		if (k != 1)
			grid.sync();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(grid)
{
	Array<int> a(shifted(256, 0)), b(256);
	int *x = a, *y = b;
	void *args[] = {&x, &y};
	cudaLaunchCooperativeKernel((void *)grid, 4, 64, args);
	return ran() && a.get() == shifted(256, 4);
}

// CASE counted: a turn that leaves it out: All blocks by a count that only grows
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void counted(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256]; // BUG turn
		__syncthreads();
		if (k != 1)
			meet_counted(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(counted)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	counted<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE counted_by_atomics: a turn that leaves it out: The same, polled by an atomic that adds nothing
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void counted_by_atomics(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256]; // BUG turn
		__syncthreads();
		if (k != 1)
			meet_counted_by_atomics(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(counted_by_atomics)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	counted_by_atomics<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE turned: a turn that leaves it out: The last block sets the count back and begins a new turn
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__global__ void turned(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256]; // BUG turn
		__syncthreads();
		if (k != 1)
			meet_turned(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(turned)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	turned<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE object_of_all: a turn without the barrier object of the device
// EXPECT racecheck RAW|WAR error between turn and turn
// HARDWARE unmeasured
__device__ cuda::barrier<cuda::thread_scope_device> bar_object_of_all;
__global__ void make_object_of_all()
{
	init(&bar_object_of_all, 4 * 64);
}
__global__ void object_of_all(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256]; // BUG turn
		__syncthreads();
		if (k != 1)
			bar_object_of_all.arrive_and_wait();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(object_of_all)
{
	Array<int> a(shifted(256, 0)), b(256);
	make_object_of_all<<<1, 1>>>();
	object_of_all<<<4, 64>>>(a, b);
	return ran() && a.get() == shifted(256, 4);
}

// CASE too_few: a block waits for the count of five, and reads what seven have written
// EXPECT racecheck RAW error between written and read
// HARDWARE unmeasured
__global__ void too_few(int *data, int *count, int *out)
{
	int b = blockIdx.x;
	if (b) {
		data[b] = b; // BUG written
		__threadfence();
		atomicAdd(count, 1);
		return;
	}
	while (*(volatile int *)count < 5)
		;
	__threadfence();
	for (int k = 1; k < 8; k++)
		out[k] = data[k]; // BUG read
}
CASE(too_few)
{
	Array<int> data(8), count(1, 0), out(8);
	too_few<<<8, 1>>>(data, count, out);
	return ran();
}

// CASE ring_one_too_many: a ring for four, of which its producer takes five
// EXPECT racecheck RAW|WAR error between put and taken
// HARDWARE unmeasured
__global__ void ring_one_too_many(int *ring, int *head, int *tail, int *out)
{
	if (blockIdx.x == 0)
		for (int k = 0; k < 40; k++) {
			while (k - Atomic(*tail).load(cuda::memory_order_acquire) >= 5)
				;
			ring[k % 4] = k; // BUG put
			Atomic(*head).store(k + 1, cuda::memory_order_release);
		}
	else
		for (int k = 0; k < 40; k++) {
			while (Atomic(*head).load(cuda::memory_order_acquire) <= k)
				;
			out[k] = ring[k % 4]; // BUG taken
			Atomic(*tail).store(k + 1, cuda::memory_order_release);
		}
}
CASE(ring_one_too_many)
{
	Array<int> ring(4), head(1, 0), tail(1, 0), out(40);
	ring_one_too_many<<<2, 1>>>(ring, head, tail, out);
	return ran();
}

// CASE arrives_too_early: a thread arrives at a barrier object, and writes then
// EXPECT racecheck RAW error between late-write and early-read
// ADVICE before the arrival
// SAYS it came after the arrival that was waited for
// HARDWARE unmeasured
__global__ void arrives_too_early(int *out)
{
	__shared__ int s[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 64);
	__syncthreads();
	auto token = bar.arrive();
	s[t] = t; // BUG late-write
	bar.wait(std::move(token));
	out[t] = s[63 - t]; // BUG early-read
}
CASE(arrives_too_early)
{
	Array<int> out(64);
	arrives_too_early<<<1, 64>>>(out);
	return ran();
}

// CASE count_of_half: 128 threads meet at a barrier for 64
// EXPECT racecheck RAW error between half-write and half-read
// ADVICE the number of all threads
// SAYS barrier 1 is for 64 threads, and 128 have come to it
// ALSO racecheck
// HARDWARE unmeasured
__global__ void count_of_half(int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = t; // BUG half-write
	asm volatile("bar.sync 1, 64;" ::: "memory");
	out[t] = s[(t + 64) % 128]; // BUG half-read
}
CASE(count_of_half)
{
	Array<int> out(128);
	count_of_half<<<1, 128>>>(out);
	return ran();
}
