/* probes.cu: wrong programs of many kinds: named barriers, flags, tickets, queues, carved shared memory, symbols, streams. */
#include "case.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

// CASE carved_too_tight: the second array begins before the first one ends: its offset forgets the size of an element
// EXPECT racecheck RAW|WAR|WAW error between first-part|second-part and first-part|second-part
// HARDWARE unmeasured
__global__ void too_tight(const int *in, int *out)
{
	extern __shared__ unsigned char room[];
	int n = blockDim.x, t = threadIdx.x;
	int *a = (int *)room, *b = (int *)(room + n);
	a[t] = in[t]; // BUG first-part
	b[t] = 2 * in[t]; // BUG second-part
	__syncthreads();
	out[t] = a[t] + b[n - 1 - t];
}
CASE(carved_too_tight)
{
	Array<int> in(counting<int>(128)), out(128);
	too_tight<<<1, 128, 1024>>>(in, out);
	return ran();
}

// CASE carved_askew: doubles behind an odd number of ints
// EXPECT memcheck misaligned at askew
// HARDWARE unmeasured
__global__ void askew(double *out)
{
	extern __shared__ __align__(16) unsigned char room[];
	double *d = (double *)(room + 33 * sizeof(int));
	d[threadIdx.x] = threadIdx.x; // BUG askew
	out[threadIdx.x] = d[threadIdx.x];
}
CASE(carved_askew)
{
	Array<double> out(32);
	askew<<<1, 32, 1024>>>(out);
	return ran();
}

// CASE too_little_asked_for: the launch asks for less shared memory than the kernel carves
// EXPECT memcheck oob at past-the-launch
// HARDWARE unmeasured
__global__ void past_launch(int *out)
{
	extern __shared__ int s[];
	s[threadIdx.x] = threadIdx.x;
	s[blockDim.x + threadIdx.x] = 1; // BUG past-the-launch
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x];
}
CASE(too_little_asked_for)
{
	Array<int> out(64);
	past_launch<<<1, 64, 64 * 4>>>(out);
	return ran();
}

// CASE past_a_constant: an index behind the end of a __constant__ table
// EXPECT memcheck oob at past-constant
// SAYS (the __constant__ variable weights)
// HARDWARE unmeasured
__constant__ int weights[16];
__global__ void past_constant(int *out, int n)
{
	out[threadIdx.x] = weights[threadIdx.x + n]; // BUG past-constant
}
CASE(past_a_constant)
{
	Array<int> out(32);
	past_constant<<<1, 32>>>(out, 4);
	return ran();
}

// CASE other_name: the readers wait at another named barrier than the one that the writers arrive at
// EXPECT synccheck deadlock|barrier at name-two
// HARDWARE unmeasured
__global__ void other_name(int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	if (t < 64) {
		s[t] = t;
		asm volatile("bar.arrive 1, 128;" ::: "memory");
	} else {
		asm volatile("bar.sync 2, 128;" ::: "memory"); // BUG name-two
		out[t - 64] = s[127 - t];
	}
}
CASE(other_name)
{
	Array<int> out(64);
	other_name<<<1, 128>>>(out);
	return ran();
}

// CASE no_way_back: named barriers tell that the tile is full; nothing tells that it was read
// EXPECT racecheck WAR|RAW error between refill and tile-use
// HARDWARE unmeasured
__global__ void no_way_back(int *out, int rounds)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = 0;
	for (int r = 0; r < rounds; r++)
		if (t < 64) {
			s[t] = t + r; // BUG refill
			asm volatile("bar.sync 1, 128;" ::: "memory");
		} else {
			asm volatile("bar.sync 1, 128;" ::: "memory");
			v += s[127 - t]; // BUG tile-use
		}
	if (t >= 64)
		out[t - 64] = v;
}
CASE(no_way_back)
{
	Array<int> out(64);
	no_way_back<<<1, 128>>>(out, 3);
	return ran();
}

// CASE ticket_without_fence: the lock of tickets is handed on without a fence
// EXPECT racecheck RAW|WAR|WAW error between counted and counted
// HARDWARE unmeasured
__global__ void bare_tickets(int *next, volatile int *now, int *n)
{
	if (threadIdx.x)
		return;
	int mine = atomicAdd(next, 1);
	while (*now != mine)
		;
	*n += 1; // BUG counted
	*now = mine + 1;
}
CASE(ticket_without_fence)
{
	Array<int> next(1, 0), now(1, 0), n(1, 0);
	bare_tickets<<<6, 32>>>(next, now, n);
	return ran();
}

// CASE one_barrier_too_few: the piece of work is told to the block, and replaced before all have read it
// EXPECT racecheck RAW|WAR error between new-piece and old-piece
// HARDWARE unmeasured
__global__ void one_barrier(int *head, int *out, int n)
{
	__shared__ int piece;
	for (;;) {
		if (threadIdx.x == 0)
			piece = atomicAdd(head, 1); // BUG new-piece
		__syncthreads();
		if (piece * 64 >= n) // BUG old-piece
			return;
		atomicAdd(&out[piece], 1); // BUG old-piece
	}
}
CASE(one_barrier_too_few)
{
	Array<int> head(1, 0), out(20, 0);
	one_barrier<<<2, 64>>>(head, out, 640);
	return ran();
}

// CASE last_without_fence: the last block adds up what others wrote without a fence
// EXPECT racecheck RAW error between part-read and part-write
// SAYS no fence
// HARDWARE unmeasured
__global__ void last_bare(int *part, unsigned *count, int *total)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x; // BUG part-write
	if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
		int sum = 0;
		for (int b = 0; b < gridDim.x; b++)
			sum += part[b]; // BUG part-read
		*total = sum;
	}
}
CASE(last_without_fence)
{
	Array<int> part(8), total(1);
	Array<unsigned> count(1, 0u);
	last_bare<<<8, 32>>>(part, count, total);
	return ran();
}

// CASE chained_too_early: the flag is set before the sum is stored
// EXPECT racecheck RAW|WAR error between late-sum and early-sum
// HARDWARE unmeasured
__global__ void chained_early(int *sums, int *ready, int *out)
{
	int b = blockIdx.x, before = 0;
	if (threadIdx.x)
		return;
	if (b) {
		cuda::atomic_ref<int, cuda::thread_scope_device> f(ready[b - 1]);
		while (!f.load(cuda::memory_order_acquire))
			;
		before = sums[b - 1]; // BUG early-sum
	}
	cuda::atomic_ref<int, cuda::thread_scope_device>(ready[b]).store(1, cuda::memory_order_release);
	sums[b] = before + 1; // BUG late-sum
	out[b] = before;
}
CASE(chained_too_early)
{
	Array<int> sums(6), ready(6, 0), out(6);
	chained_early<<<6, 32>>>(sums, ready, out);
	return ran();
}

// CASE value_after_key: a reader finds the key in the table and reads the value, which is written after it
// EXPECT racecheck RAW|WAR error between value-set and value-got
// HARDWARE unmeasured
__global__ void value_after(int *key, int *value, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		atomicCAS(key, -1, 7);
		*value = 70; // BUG value-set
	} else {
		while (atomicAdd(key, 0) != 7)
			;
		out[blockIdx.x] = *value; // BUG value-got
	}
}
CASE(value_after_key)
{
	Array<int> key(1, -1), value(1, 0), out(3);
	value_after<<<3, 32>>>(key, value, out);
	return ran();
}

// CASE bucket_without_fence: the lock of a bucket is freed without a fence
// EXPECT racecheck RAW|WAR|WAW error between in-bucket and in-bucket
// HARDWARE unmeasured
__global__ void bare_bucket(int *lock, int *total)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1))
		;
	*total += 1; // BUG in-bucket
	atomicExch(lock, 0);
}
CASE(bucket_without_fence)
{
	Array<int> lock(1, 0), total(1, 0);
	bare_bucket<<<4, 32>>>(lock, total);
	return ran();
}

// CASE not_cleared_yet: threads count into bins that others have still to clear
// EXPECT racecheck RAW|WAR|WAW error|warning between bin-clear and bin-count
// ALSO initcheck
// HARDWARE unmeasured
__global__ void not_cleared(const int *in, int *bins)
{
	__shared__ int s[16];
	int t = threadIdx.x;
	if (t < 16)
		s[t] = 0; // BUG bin-clear
	atomicAdd(&s[in[t]], 1); // BUG bin-count
	__syncthreads();
	if (t < 16)
		atomicAdd(&bins[t], s[t]);
}
CASE(not_cleared_yet)
{
	Array<int> in(digits<int>(96)), bins(16, 0);
	not_cleared<<<1, 96>>>(in, bins);
	return ran();
}

// CASE bins_half_cleared: the loop clears the first warp's share of the bins only
// EXPECT initcheck uninit at bin-sum
// HARDWARE unmeasured
__global__ void half_cleared(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	if (t < 32)
		s[t] = in[t];
	__syncthreads();
	if (t < 32)
		out[t] = s[t] + s[t + 32]; // BUG bin-sum
}
CASE(bins_half_cleared)
{
	Array<int> in(counting<int>(64)), out(32);
	half_cleared<<<1, 64>>>(in, out);
	return ran();
}

// CASE join_forgotten: two streams share an array, and the join has no event
// EXPECT racecheck RAW|WAR|WAW error between scaled and scaled
// HARDWARE unmeasured
__global__ void scaled(int *a, int n, int f)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] *= f; // BUG scaled
}
CASE(join_forgotten)
{
	Array<int> a(256, 1);
	cudaStream_t x, y;
	said(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	scaled<<<1, 64, 0, x>>>(a, 256, 2);
	scaled<<<1, 64, 0, y>>>(a + 128, 128, 5);
	return ran();
}

// CASE variable_of_two_streams: a __device__ variable that kernels of two streams use
// EXPECT racecheck RAW|WAR|WAW error between set-shared|get-shared and set-shared|get-shared
// HARDWARE unmeasured
__device__ int shared_by_streams;
__global__ void set_variable(int v)
{
	shared_by_streams = v; // BUG set-shared
}
__global__ void get_variable(int *out)
{
	*out = shared_by_streams; // BUG get-shared
}
CASE(variable_of_two_streams)
{
	Array<int> out(1);
	cudaStream_t x, y;
	said(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	set_variable<<<1, 1, 0, x>>>(5);
	get_variable<<<1, 1, 0, y>>>(out);
	return ran();
}

// CASE leader_tells_by_memory: the leader of a warp tells the place by shared memory, without __syncwarp()
// EXPECT racecheck RAW|WAR warning between told-place and asked-place
// ALSO initcheck memcheck
// HARDWARE unmeasured
__global__ void by_memory(int *count, int *out)
{
	__shared__ int place[4];
	int lane = threadIdx.x & 31, w = threadIdx.x / 32;
	if (lane == 0)
		place[w] = atomicAdd(count, 32); // BUG told-place
	out[place[w] + lane] = threadIdx.x; // BUG asked-place
}
CASE(leader_tells_by_memory)
{
	Array<int> count(1, 0), out(128, 0);
	by_memory<<<1, 128>>>(count, out);
	return ran();
}

// CASE step_without_sync: a cooperative grid goes to the next step without grid.sync()
// EXPECT racecheck RAW|WAR error between step-write and step-read
// HARDWARE unmeasured
__global__ void no_grid_sync(int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = a[i] + 1; // BUG step-write
	__syncthreads();
	a[i] = b[(i + 64) % n]; // BUG step-read
}
CASE(step_without_sync)
{
	Array<int> a(256, 0), b(256, 0);
	int *p = a, *q = b, n = 256;
	void *args[] = { &p, &q, &n };
	said(cudaLaunchCooperativeKernel((void *)no_grid_sync, dim3(4), dim3(64), args));
	return ran();
}

// CASE ring_without_way_back: the producer of a ring in shared memory does not ask whether there is room
// EXPECT racecheck RAW|WAR error between ring-in and ring-out
// HARDWARE unmeasured
__global__ void ring_no_room(int *out, int n)
{
	__shared__ int ring[4];
	__shared__ int head, turn;
	cuda::atomic_ref<int, cuda::thread_scope_block> h(head), s(turn);
	if (threadIdx.x == 0)
		head = turn = 0;
	__syncthreads();
	if (threadIdx.x % 32)
		return;
	for (int k = 0; k < n; k++)
		if (threadIdx.x == 32) {
			ring[k % 4] = k; // BUG ring-in
			h.store(k + 1, cuda::memory_order_release);
			while (s.load(cuda::memory_order_relaxed) < k - 1)
				;
		} else {
			while (h.load(cuda::memory_order_acquire) <= k)
				;
			out[k] = ring[k % 4]; // BUG ring-out
			s.store(k, cuda::memory_order_relaxed);
		}
}
CASE(ring_without_way_back)
{
	Array<int> out(12);
	ring_no_room<<<1, 64>>>(out, 12);
	return ran();
}

// CASE freed_too_early: a thread frees the block's list before the others have read it
// EXPECT memcheck after-free|oob at list-read
// ALSO racecheck
// HARDWARE unmeasured
__global__ void freed_early(int *out)
{
	__shared__ int *list;
	int t = threadIdx.x;
	if (t == 0) {
		list = (int *)malloc(64 * sizeof(int));
		for (int k = 0; k < 64; k++)
			list[k] = k;
	}
	__syncthreads();
	if (t == 0)
		free(list);
	out[t] = list[t]; // BUG list-read
}
CASE(freed_too_early)
{
	Array<int> out(64);
	freed_early<<<1, 64>>>(out);
	return ran();
}

// CASE symbol_never_set: a __device__ pointer that nobody has set
// EXPECT memcheck null at through-nothing
// HARDWARE unmeasured
__device__ int *nowhere;
__global__ void through_nothing()
{
	nowhere[threadIdx.x] = 1; // BUG through-nothing
}
CASE(symbol_never_set)
{
	through_nothing<<<1, 32>>>();
	return ran();
}

// CASE votes_on_the_way: lanes leave a loop at different times, and the others still vote with all
// EXPECT synccheck mask|barrier warning at late-vote
// HARDWARE unmeasured
__global__ void late_vote(const int *n, int *out)
{
	int rounds = 0;
	for (int k = 0; k < n[threadIdx.x]; k++) {
		if (__any_sync(~0u, k == 5)) // BUG late-vote
			break;
		rounds += k;
	}
	out[threadIdx.x] = rounds;
}
CASE(votes_on_the_way)
{
	Array<int> n(counting<int>(32)), out(32);
	late_vote<<<1, 32>>>(n, out);
	return ran();
}

// CASE called_without_fence: who is served reads the number and calls the next one, and no fence hands on what was done
// EXPECT racecheck RAW|WAR|WAW error between served and served
// HARDWARE unmeasured
__global__ void bare_calls(int *drawn, volatile int *called, int *n)
{
	if (threadIdx.x)
		return;
	int mine = atomicAdd(drawn, 1);
	while (*called != mine)
		;
	*n += 1; // BUG served
	*called = *called + 1;
}
CASE(called_without_fence)
{
	Array<int> drawn(1, 0), called(1, 0), n(1, 0);
	bare_calls<<<6, 32>>>(drawn, called, n);
	return ran();
}

// CASE same_turn_for_all: all blocks wait for one number and count on from it: several may go through together
// EXPECT racecheck WAW error at one-turn
// SAYS reading a variable and writing it back is not one step
// HARDWARE unmeasured
__global__ void one_turn(volatile int *turn, const int *open)
{
	if (threadIdx.x)
		return;
	while (*turn < *open)
		;
	__threadfence();
	*turn = *turn + 1; // BUG one-turn
}
CASE(same_turn_for_all)
{
	Array<int> turn(1, 7), open(1, 7);
	one_turn<<<6, 32>>>(turn, open);
	return ran();
}

// CASE turn_not_waited_for: two numbers are let through at once, each of which reads the word and calls the next one
// EXPECT racecheck WAW error at two-at-once
// SAYS reading a variable and writing it back is not one step
// HARDWARE unmeasured
__global__ void two_at_once(int *drawn, volatile int *called)
{
	if (threadIdx.x)
		return;
	int mine = atomicAdd(drawn, 1);
	while (*called < mine - 1)
		;
	__threadfence();
	*called = *called + 1; // BUG two-at-once
}
CASE(turn_not_waited_for)
{
	Array<int> drawn(1, 0), called(1, 0);
	two_at_once<<<6, 32>>>(drawn, called);
	return ran();
}
