/* strong.cu: volatile stores that no two threads order, in kernels that have fences, and constants stored as data. */
#include "case.h"

static const int B = 33;
__device__ int lock_word, flag_word;
__device__ volatile unsigned kept;

static bool set_back()
{
	int zero = 0;
	return said(cudaMemcpyToSymbol(lock_word, &zero, sizeof zero)) &&
		said(cudaMemcpyToSymbol(flag_word, &zero, sizeof zero));
}
static __device__ void take()
{
	while (atomicCAS(&lock_word, 0, 1) != 0)
		;
}

// CASE beside_the_lock: one block stores in a lock, another one stores without it
// EXPECT racecheck WAW error between stored-outside and stored-inside
// SAYS nothing orders the two blocks
// HARDWARE unmeasured
__global__ void beside_the_lock_k(volatile unsigned *data)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 1; // BUG stored-outside
	} else {
		take();
		__threadfence();
		*data = 2; // BUG stored-inside
		__threadfence();
		atomicExch(&lock_word, 0);
	}
}
CASE(beside_the_lock)
{
	Array<unsigned> data(1, 0u);
	set_back();
	beside_the_lock_k<<<2, B>>>(data);
	return ran();
}

// CASE freed_before_it_is_there: the lock is freed without a fence after the store
// EXPECT racecheck WAW error between first-in-lock and second-in-lock
// ADVICE between the write and the flag
// HARDWARE unmeasured
__global__ void freed_before_it_is_there_k(volatile unsigned *data)
{
	if (threadIdx.x)
		return;
	take();
	__threadfence();
	if (blockIdx.x == 0) {
		*data = 1; // BUG first-in-lock
	} else {
		*data = 2; // BUG second-in-lock
		__threadfence();
	}
	atomicExch(&lock_word, 0);
}
CASE(freed_before_it_is_there)
{
	Array<unsigned> data(1, 0u);
	set_back();
	freed_before_it_is_there_k<<<2, B>>>(data);
	return ran();
}

// CASE warp_beside_the_lock: the same between two warps of a block
// EXPECT racecheck WAW error between warp-outside and warp-inside
// HARDWARE unmeasured
__global__ void warp_beside_the_lock_k(volatile unsigned *data)
{
	if (threadIdx.x == 0) {
		take();
		__threadfence();
		*data = 1; // BUG warp-inside
		__threadfence();
		atomicExch(&lock_word, 0);
	} else if (threadIdx.x == 32) {
		*data = 2; // BUG warp-outside
	}
}
CASE(warp_beside_the_lock)
{
	Array<unsigned> data(1, 0u);
	set_back();
	warp_beside_the_lock_k<<<1, B>>>(data);
	return ran();
}

// CASE constant_behind_near_fence: the data is a constant, and the fence between it and the flag is the block's own
// EXPECT racecheck RAW error between constant-sent and constant-read
// ADVICE __threadfence(), and atomics without _block
// HARDWARE unmeasured
__global__ void constant_behind_near_fence_k(volatile unsigned *data)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 1; // BUG constant-sent
		__threadfence_block();
		atomicExch(&flag_word, 1);
	} else {
		while (atomicExch(&flag_word, 0) == 0)
			;
		kept = *data; // BUG constant-read
	}
}
CASE(constant_behind_near_fence)
{
	Array<unsigned> data(1, 0u);
	set_back();
	constant_behind_near_fence_k<<<2, B>>>(data);
	return ran();
}

// CASE read_again_after_the_flag: a block says that it has read, and reads once more; the other one stores a constant then
// EXPECT racecheck WAR error between read-again and stored-after-flag
// HARDWARE unmeasured
__global__ void read_again_after_the_flag_k(volatile unsigned *data)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		kept = *data;
		__threadfence();
		atomicExch(&flag_word, 1);
		kept = *data; // BUG read-again
	} else {
		while (atomicExch(&flag_word, 0) == 0)
			;
		*data = 1; // BUG stored-after-flag
	}
}
CASE(read_again_after_the_flag)
{
	Array<unsigned> data(1, 0u);
	set_back();
	read_again_after_the_flag_k<<<2, B>>>(data);
	return ran();
}

// CASE atomic_and_volatile: one block stores by an atomic, another one by volatile
// EXPECT racecheck WAW error between by-atomic and by-volatile
// HARDWARE unmeasured
__global__ void atomic_and_volatile_k(unsigned *data)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0)
		atomicExch(data, 1u); // BUG by-atomic
	else
		*(volatile unsigned *)data = 2; // BUG by-volatile
}
CASE(atomic_and_volatile)
{
	Array<unsigned> data(1, 0u);
	atomic_and_volatile_k<<<2, B>>>(data);
	return ran();
}

// CASE first_value_by_volatile: one block gives a counter its first value while the others add to it
// EXPECT racecheck WAW error between first-value and added
// HARDWARE unmeasured
__global__ void first_value_by_volatile_k(unsigned *count)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0)
		*(volatile unsigned *)count = 0; // BUG first-value
	else
		atomicAdd(count, 1u); // BUG added
}
CASE(first_value_by_volatile)
{
	Array<unsigned> count(1, 0u);
	first_value_by_volatile_k<<<4, B>>>(count);
	return ran();
}

// CASE plainly_joined: edges join parts of a graph by atomicCAS(), but the way to their roots is followed by plain reads
// EXPECT racecheck RAW|WAR error between shortened and followed
// EXPECT racecheck WAW error between shortened and swapped
// HARDWARE unmeasured
__device__ int root_of(int *up, int v)
{
	int at = up[v], next, before = v; // BUG followed
	while (at > (next = up[at])) { // BUG followed
		up[before] = next; // BUG shortened
		before = at;
		at = next;
	}
	return at;
}
__global__ void plainly_joined_k(int *up, const int2 *edge, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = root_of(up, edge[i].x), b = root_of(up, edge[i].y);
	while (a != b) {
		int most = max(a, b), least = min(a, b), was = atomicCAS(up + most, most, least); // BUG swapped
		if (was == most)
			break;
		(a < b ? b : a) = was;
	}
}
CASE(plainly_joined)
{
	const int vertices = 300, n = 400;
	std::vector<int2> e(n);
	for (int k = 0; k < n; k++)
		e[k] = make_int2(k * 37 % vertices, (k * k + 11) % vertices);
	Array<int> up(counting<int>(vertices));
	Array<int2> edge(e);
	plainly_joined_k<<<(n + 63) / 64, 64>>>(up, edge, n);
	return ran();
}

// CASE looks_after_no_wait: a block looks at a flag by an ordinary load and has not waited for it: it may find either value
// EXPECT racecheck RAW error between looks and sets
// HARDWARE unmeasured
__global__ void looks_after_no_wait_k(int *flag, int *other, int *data, int *out)
{
	volatile int *f = flag;
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 5;
		__threadfence();
		atomicExch(other, 1);
		*f = 7 + blockDim.x - B; // BUG sets
	} else {
		while (atomicAdd(other, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *flag + *data; // BUG looks
	}
}
CASE(looks_after_no_wait)
{
	Array<int> flag(1, 0), other(1, 0), data(1, 0), out(3, 0);
	looks_after_no_wait_k<<<3, B>>>(flag, other, data, out);
	return ran();
}
