/* phases_clean.cu: turns of a loop that write what others read in the turn before, with barriers of many kinds between
 * them: barrier objects, tiles, grid.sync(), and barriers that are built by hand. */
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

// CASE object_right: a barrier object of the block
// EXPECT clean
// HARDWARE unmeasured
__global__ void object_right(int *out)
{
	__shared__ int s[2][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 128);
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128];
		bar.arrive_and_wait();
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(object_right)
{
	Array<int> out(128);
	object_right<<<1, 128>>>(out);
	return ran() && out.get() == shifted(128, 4);
}

// CASE tokens_right: arrive and wait apart, with other work between
// EXPECT clean
// HARDWARE unmeasured
__global__ void tokens_right(int *out, int *notes)
{
	__shared__ int s[2][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 128);
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128];
		{
			auto token = bar.arrive();
			notes[t] = k;
			bar.wait(std::move(token));
		}
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(tokens_right)
{
	Array<int> out(128), notes(128);
	tokens_right<<<1, 128>>>(out, notes);
	return ran() && out.get() == shifted(128, 4);
}

// CASE tile_right: a tile of four warps
// EXPECT clean
// HARDWARE unmeasured
__global__ void tile_right(int *out)
{
	__shared__ int s[2][128];
	__shared__ cg::block_tile_memory<128> memory;
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<128>(block);
	int t = threadIdx.x;
	s[0][t] = t;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		s[1 - k % 2][t] = s[k % 2][(t + 1) % 128];
		tile.sync();
	}
	__syncthreads();
	out[t] = s[0][t];
}
CASE(tile_right)
{
	Array<int> out(128);
	tile_right<<<1, 128>>>(out);
	return ran() && out.get() == shifted(128, 4);
}

// CASE grid_right: grid.sync()
// EXPECT clean
// HARDWARE unmeasured
__global__ void grid_right(int *a, int *b)
{
	auto grid = cg::this_grid();
	int i = grid.thread_rank();
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256];
		__syncthreads();
		grid.sync();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(grid_right)
{
	Array<int> a(shifted(256, 0)), b(256);
	int *x = a, *y = b;
	void *args[] = {&x, &y};
	cudaLaunchCooperativeKernel((void *)grid_right, 4, 64, args);
	return ran() && a.get() == shifted(256, 4);
}

// CASE counted_right: All blocks by a count that only grows
// EXPECT clean
// HARDWARE unmeasured
__global__ void counted_right(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256];
		__syncthreads();
		meet_counted(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(counted_right)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	counted_right<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE counted_by_atomics_right: The same, polled by an atomic that adds nothing
// EXPECT clean
// HARDWARE unmeasured
__global__ void counted_by_atomics_right(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256];
		__syncthreads();
		meet_counted_by_atomics(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(counted_by_atomics_right)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	counted_by_atomics_right<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE turned_right: The last block sets the count back and begins a new turn
// EXPECT clean
// HARDWARE unmeasured
__global__ void turned_right(int *a, int *b, int *count, int *turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256];
		__syncthreads();
		meet_turned(count, turn, gridDim.x);
		__syncthreads();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(turned_right)
{
	Array<int> a(shifted(256, 0)), b(256), count(1, 0), turn(1, 0);
	turned_right<<<4, 64>>>(a, b, count, turn);
	return ran() && a.get() == shifted(256, 4);
}

// CASE object_of_all_right: a barrier object of the device
// EXPECT clean
// HARDWARE unmeasured
__device__ cuda::barrier<cuda::thread_scope_device> bar_object_of_all_right;
__global__ void make_object_of_all_right()
{
	init(&bar_object_of_all_right, 4 * 64);
}
__global__ void object_of_all_right(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		b[i] = a[(i + 1) % 256];
		__syncthreads();
		bar_object_of_all_right.arrive_and_wait();
		int *t = a;
		a = b;
		b = t;
	}
}
CASE(object_of_all_right)
{
	Array<int> a(shifted(256, 0)), b(256);
	make_object_of_all_right<<<1, 1>>>();
	object_of_all_right<<<4, 64>>>(a, b);
	return ran() && a.get() == shifted(256, 4);
}

// CASE ring_with_room: one block fills a ring, another one empties it; each waits for a number that may have grown on
// EXPECT clean
// HARDWARE unmeasured
__global__ void ring_with_room(int *ring, int *head, int *tail, int *out)
{
	if (blockIdx.x == 0)
		for (int k = 0; k < 40; k++) {
			while (k - Atomic(*tail).load(cuda::memory_order_acquire) >= 4)
				;
			ring[k % 4] = k;
			Atomic(*head).store(k + 1, cuda::memory_order_release);
		}
	else
		for (int k = 0; k < 40; k++) {
			while (Atomic(*head).load(cuda::memory_order_acquire) <= k)
				;
			out[k] = ring[k % 4];
			Atomic(*tail).store(k + 1, cuda::memory_order_release);
		}
}
CASE(ring_with_room)
{
	Array<int> ring(4), head(1, 0), tail(1, 0), out(40);
	ring_with_room<<<2, 1>>>(ring, head, tail, out);
	return ran() && out.get()[39] == 39;
}

// CASE all_that_is_there: a block waits until there is more, and then takes all that it finds
// EXPECT clean
// HARDWARE unmeasured
__global__ void all_that_is_there(int *data, int *head, int *out)
{
	if (blockIdx.x == 1) {
		for (int k = 0; k < 40; k++) {
			data[k] = k;
			Atomic(*head).store(k + 1, cuda::memory_order_release);
		}
		return;
	}
	for (int k = 0; k < 40;) {
		int to;
		while ((to = Atomic(*head).load(cuda::memory_order_acquire)) <= k)
			;
		for (; k < to; k++)
			out[k] = data[k];
	}
}
CASE(all_that_is_there)
{
	Array<int> data(40), head(1, 0), out(40);
	all_that_is_there<<<2, 1>>>(data, head, out);
	return ran() && out.get()[39] == 39;
}

// CASE looked_again: a block waits until there is something, and asks anew how much
// EXPECT clean
// HARDWARE unmeasured
__global__ void looked_again(int *data, int *head, int *out)
{
	if (blockIdx.x == 1) {
		for (int k = 0; k < 40; k++) {
			data[k] = k;
			__threadfence();
			atomicExch(head, k + 1);
		}
		return;
	}
	for (int k = 0; k < 40;) {
		while (*(volatile int *)head <= k)
			;
		int to = *(volatile int *)head;
		__threadfence();
		for (; k < to; k++)
			out[k] = data[k];
	}
}
CASE(looked_again)
{
	Array<int> data(40), head(1, 0), out(40);
	looked_again<<<2, 1>>>(data, head, out);
	return ran() && out.get()[39] == 39;
}

// CASE waits_for_the_last: a block waits for the count of all, though others look for less
// EXPECT clean
// HARDWARE unmeasured
__global__ void waits_for_the_last(int *data, int *count, int *out)
{
	int b = blockIdx.x;
	if (b) {
		data[b] = b;
		__threadfence();
		atomicAdd(count, 1);
		return;
	}
	while (*(volatile int *)count < 1)
		;
	out[0] = 1;
	while (*(volatile int *)count < 7)
		;
	__threadfence();
	for (int k = 1; k < 8; k++)
		out[k] = data[k];
}
CASE(waits_for_the_last)
{
	Array<int> data(8), count(1, 0), out(8);
	waits_for_the_last<<<8, 1>>>(data, count, out);
	return ran() && out.get()[7] == 7;
}

// CASE producer_and_consumer: two barrier objects, one for full and one for empty, and warps that go different ways
// EXPECT clean
// HARDWARE unmeasured
__global__ void producer_and_consumer(int *out)
{
	__shared__ int s[2][32];
	__shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
	int t = threadIdx.x;
	if (t < 2) {
		init(&full[t], 64);
		init(&empty[t], 64);
	}
	__syncthreads();
	if (t < 32)
		for (int k = 0; k < 8; k++) {
			if (k >= 2)
				empty[k % 2].arrive_and_wait();
			s[k % 2][t] = k + t;
			(void)full[k % 2].arrive();
		}
	else
		for (int k = 0; k < 8; k++) {
			full[k % 2].arrive_and_wait();
			out[k * 32 + t - 32] = s[k % 2][63 - t];
			if (k < 6)
				(void)empty[k % 2].arrive();
		}
}
CASE(producer_and_consumer)
{
	Array<int> out(256);
	producer_and_consumer<<<1, 64>>>(out);
	return ran() && out.get()[255] == 7;
}

// CASE arrives_in_time: a thread writes, and arrives at a barrier object then
// EXPECT clean
// HARDWARE unmeasured
__global__ void arrives_in_time(int *out)
{
	__shared__ int s[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, 64);
	__syncthreads();
	s[t] = t;
	auto token = bar.arrive();
	bar.wait(std::move(token));
	out[t] = s[63 - t];
}
CASE(arrives_in_time)
{
	Array<int> out(64);
	arrives_in_time<<<1, 64>>>(out);
	return ran() && out.get()[0] == 63;
}

// CASE count_of_all: 128 threads meet at a barrier for 128, and then halves at barriers of their own
// EXPECT clean
// HARDWARE unmeasured
__global__ void count_of_all(int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x, half = t / 64;
	s[t] = t;
	asm volatile("bar.sync 1, 128;" ::: "memory");
	int v = s[(t + 64) % 128];
	asm volatile("bar.sync 1, 128;" ::: "memory");
	s[t] = v;
	asm volatile("bar.sync %0, 64;" ::"r"(2 + half) : "memory");
	out[t] = s[half * 64 + (t + 32) % 64];
}
CASE(count_of_all)
{
	Array<int> out(128);
	count_of_all<<<1, 128>>>(out);
	return ran() && out.get()[0] == 96;
}
