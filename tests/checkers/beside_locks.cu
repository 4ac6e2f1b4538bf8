// What is done beside a lock: read before it is taken, under another one, or by threads that have not taken it. Expected: that cause; no barrier
// mends the first two.
#include "case.h"
#include <cuda/atomic>

enum { WHOLE, LOOK, ONE_OF_TWO, NO_BARRIER };

// A list per bucket: the head is looked at before the lock is taken, or under it.
template <int FAULT> __global__ void list_near_k(int *next, int *out)
{
	__shared__ int lock[4], head[4];
	const int t = threadIdx.x, b = t * 7 / 3 & 3;
	int look = -1;
	if (t < 4) {
		lock[t] = 0;
		head[t] = -1;
	}
	__syncthreads();
	if (FAULT == LOOK)
		look = head[b]; // BUG near-look
	for (bool done = false; !done;)
		if (atomicCAS(&lock[b], 0, 1) == 0) {
			__threadfence_block();
			if (FAULT != LOOK)
				look = head[b];
			next[t] = look;
			head[b] = t; // BUG near-head
			__threadfence_block();
			atomicExch(&lock[b], 0);
			done = true;
		}
	__syncthreads();
	if (t < 4)
		out[t] = head[t];
}
template <int FAULT> bool list_near()
{
	Array<int> next(64, 0), out(4, 0);
	list_near_k<FAULT><<<1, 64>>>(next, out);
	if (!ran())
		return false;
	int seen = 0;
	for (int b = 0; b < 4; b++)
		for (int k = out.get()[b]; k >= 0; k = next.get()[k])
			seen++;
	return seen == 64;
}

// CASE list_near_whole: lists in shared memory, under locks in a loop that lanes leave one by one
// EXPECT clean
// HARDWARE unmeasured
CASE(list_near_whole)
{
	return list_near<WHOLE>();
}

// CASE list_near_look: the head is read before its lock is taken
// EXPECT racecheck RAW error between near-look and near-head
// SAYS the read stands outside of the lock that the writer holds
// ADVICE Read it under the lock
// UNSAID Put a barrier
// HARDWARE unmeasured
CASE(list_near_look)
{
	return list_near<LOOK>();
}

template <int FAULT> __global__ void list_k(int *lock, int *head, int *next)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x, b = i * 7 / 3 & 3;
	int look = -1;
	if (FAULT == LOOK)
		look = head[b]; // BUG far-look
	for (bool done = false; !done;)
		if (atomicExch(&lock[b], 1) == 0) {
			__threadfence();
			if (FAULT != LOOK)
				look = head[b];
			next[i] = look;
			head[b] = i; // BUG far-head
			__threadfence();
			atomicExch(&lock[b], 0);
			done = true;
		}
}
template <int FAULT> bool list()
{
	Array<int> lock(4, 0), head(4, -1), next(128, 0);
	list_k<FAULT><<<2, 64>>>(lock, head, next);
	if (!ran())
		return false;
	int seen = 0;
	for (int b = 0; b < 4; b++)
		for (int k = head.get()[b]; k >= 0; k = next.get()[k])
			seen++;
	return seen == 128;
}

// CASE list_whole: the same between blocks, the lock taken by an exchange
// EXPECT clean
// HARDWARE unmeasured
CASE(list_whole)
{
	return list<WHOLE>();
}

// CASE list_look: the head is read before its lock is taken
// EXPECT racecheck RAW error between far-look and far-head
// SAYS the read stands outside of the lock that the writer holds
// UNSAID the reader waits for nothing
// HARDWARE unmeasured
CASE(list_look)
{
	return list<LOOK>();
}

// The largest under a lock; a first look saves the lock.
template <bool VOLATILE> __global__ void largest_k(int *lock, int *best, int *arg)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x, mine = i * 37 % 251;
	if (VOLATILE && mine <= *(volatile int *)best)
		return;
	if (!VOLATILE && mine <= *best) // BUG hint
		return;
	for (bool done = false; !done;)
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			if (mine > *(volatile int *)best) {
				*(volatile int *)best = mine; // BUG best
				*(volatile int *)arg = i;
			}
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
}
template <bool VOLATILE> bool largest()
{
	Array<int> lock(1, 0), best(1, 0), arg(1, -1);
	largest_k<VOLATILE><<<2, 64>>>(lock, best, arg);
	return ran() && best.get()[0] == arg.get()[0] * 37 % 251;
}

// CASE hint_volatile: a first look by volatile, which is asked again under the lock
// EXPECT clean
// HARDWARE unmeasured
CASE(hint_volatile)
{
	return largest<true>();
}

// CASE hint_plain: a first look by an ordinary read
// EXPECT racecheck RAW|WAR error between hint and best
// SAYS the read stands outside of the lock that the writer holds
// ADVICE read it by volatile
// HARDWARE unmeasured
CASE(hint_plain)
{
	return largest<false>();
}

// Transfers between accounts: the locks of both are taken, the lower one first, or that one alone.
template <int FAULT> __global__ void accounts_k(int *lock, int *acc, int n, int na)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x, f = i * 7 % na, t = (i * 11 + 3) % na;
	if (i >= n || f == t)
		return;
	const int lo = min(f, t), hi = max(f, t);
	for (bool done = false; !done;)
		if (atomicCAS(lock + lo, 0, 1) == 0) {
			if (FAULT == ONE_OF_TWO || atomicCAS(lock + hi, 0, 1) == 0) {
				__threadfence();
				acc[f] -= 1; // BUG from
				acc[t] += 1; // BUG to
				__threadfence();
				if (FAULT != ONE_OF_TWO)
					atomicExch(lock + hi, 0);
				done = true;
			}
			atomicExch(lock + lo, 0);
		}
}
template <int FAULT> bool accounts(int blocks, int threads)
{
	Array<int> lock(8, 0), acc(8, 0);
	accounts_k<FAULT><<<blocks, threads>>>(lock, acc, blocks * threads, 8);
	if (!ran())
		return false;
	int sum = 0;
	for (int k = 0; k < 8; k++)
		sum += acc.get()[k];
	return sum == 0;
}

// CASE accounts_whole: both locks are taken
// EXPECT clean
// HARDWARE unmeasured
CASE(accounts_whole)
{
	return accounts<WHOLE>(3, 32);
}

// CASE accounts_one_lock: lanes of a warp change an account under another one's lock
// EXPECT racecheck RAW warning between from and to
// SAYS the two do not use the same flag or lock
// UNSAID __syncwarp
// UNSAID a barrier
// HARDWARE unmeasured
CASE(accounts_one_lock)
{
	return accounts<ONE_OF_TWO>(1, 32);
}

// CASE accounts_one_lock_warps: threads of a block do so
// EXPECT racecheck RAW error|warning between from|to and from|to
// SAYS the two do not use the same flag or lock
// UNSAID __syncwarp
// UNSAID __syncthreads
// HARDWARE unmeasured
CASE(accounts_one_lock_warps)
{
	return accounts<ONE_OF_TWO>(1, 128);
}

// Thread 0 takes the lock for its block.
template <int FAULT> __global__ void split_k(float *c, int *lock, const float *a)
{
	const int t = threadIdx.x;
	const float s = a[blockIdx.x * 64 + t];
	if (t == 0) {
		while (atomicCAS(lock, 0, 1))
			;
		__threadfence();
	}
	if (FAULT != NO_BARRIER)
		__syncthreads();
	c[t] += s; // BUG split
	__threadfence();
	__syncthreads();
	if (t == 0)
		atomicExch(lock, 0);
}
template <int FAULT> bool split()
{
	Array<float> c(64, 0.f), a(5 * 64, 1.f);
	Array<int> lock(1, 0);
	split_k<FAULT><<<5, 64>>>(c, lock, a);
	return ran() && c.get()[63] == 5.f;
}

// CASE split_whole: a barrier after the lock
// EXPECT clean
// HARDWARE unmeasured
CASE(split_whole)
{
	return split<WHOLE>();
}

// CASE split_no_barrier: no barrier after the lock
// EXPECT racecheck RAW error between split and split
// EXPECT racecheck WAR error between split and split
// SAYS another thread of its block waits for the flag, no __syncthreads() after that
// UNSAID No barrier helps
// UNSAID the reader waits for nothing
// HARDWARE unmeasured
CASE(split_no_barrier)
{
	return split<NO_BARRIER>();
}

// A first value without the barrier behind it is no look before a lock; nor is the result without the one before it.
template <bool FIRST, bool LAST> __global__ void total_k(int *out)
{
	__shared__ int lock, total;
	if (threadIdx.x == 0)
		lock = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		total = 0; // BUG first
	if (FIRST)
		__syncthreads();
	for (bool done = false; !done;)
		if (atomicCAS(&lock, 0, 1) == 0) {
			__threadfence_block();
			total += threadIdx.x; // BUG add
			__threadfence_block();
			atomicExch(&lock, 0);
			done = true;
		}
	if (LAST)
		__syncthreads();
	if (threadIdx.x == 0)
		*out = total; // BUG last
}
template <bool FIRST, bool LAST> bool total()
{
	Array<int> out(1, 0);
	total_k<FIRST, LAST><<<1, 64>>>(out);
	return ran() && out.get()[0] == 63 * 32;
}

// CASE total_whole: a sum under a lock, with both barriers
// EXPECT clean
// HARDWARE unmeasured
CASE(total_whole)
{
	return total<true, true>();
}

// CASE total_no_first: the barrier after the first value is missing
// EXPECT racecheck WAW|RAW|WAR error|warning between first and add
// UNSAID outside of the lock
// ALSO initcheck
// HARDWARE unmeasured
CASE(total_no_first)
{
	return total<false, true>();
}

// CASE total_no_last: the barrier before the result is missing
// EXPECT racecheck RAW|WAR error|warning between add and last
// ADVICE Put a barrier
// UNSAID outside of the lock
// HARDWARE unmeasured
CASE(total_no_last)
{
	return total<true, false>();
}

// A ring within a block; its counters are atomics with release and acquire, and no thread arrives anywhere.
template <bool EARLY> __global__ void ring_k(int n, int *out)
{
	__shared__ int ring[4];
	__shared__ cuda::atomic<int, cuda::thread_scope_block> head, tail;
	if (threadIdx.x == 0) {
		head.store(0, cuda::memory_order_relaxed);
		tail.store(0, cuda::memory_order_relaxed);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		for (int i = 0; i < n; i++) {
			while (i - tail.load(cuda::memory_order_acquire) >= 4)
				;
			ring[i % 4] = i * 2; // BUG put
			head.store(i + 1, cuda::memory_order_release);
		}
	if (threadIdx.x == 32) {
		int s = 0;
		for (int i = 0; i < n; i++) {
			while (head.load(cuda::memory_order_acquire) <= i)
				;
			if (EARLY)
				tail.store(i + 1, cuda::memory_order_release);
			s += ring[i % 4]; // BUG take
			if (!EARLY)
				tail.store(i + 1, cuda::memory_order_release);
		}
		*out = s;
	}
}
template <bool EARLY> bool ring()
{
	Array<int> out(1, 0);
	ring_k<EARLY><<<1, 64>>>(50, out);
	return ran() && out.get()[0] == 2450;
}

// CASE flags_whole: places that are handed over, and given back, by a release and an acquire
// EXPECT clean
// HARDWARE unmeasured
CASE(flags_whole)
{
	return ring<false>();
}

// CASE flags_early: a place is given back before it is read
// EXPECT racecheck WAR|RAW error between put and take
// SAYS the flag that was waited for was set before the read
// UNSAID arrival
// HARDWARE unmeasured
CASE(flags_early)
{
	return ring<true>();
}

// A lock of the warps of one block, or of blocks: the lock is there, and what is missing are the fences. No atomic is wanted in its place.
template <bool FENCES> __global__ void add_locked(int *lock, float *sum)
{
	if (threadIdx.x % 32)
		return;
	while (atomicCAS(lock, 0, 1))
		;
	if (FENCES)
		__threadfence();
	*sum += 1; // BUG bare-sum
	if (FENCES)
		__threadfence();
	atomicExch(lock, 0);
}
template <bool FENCES> bool add_under_lock(int blocks, int threads)
{
	Array<int> lock(1, 0);
	Array<float> sum(1, 0.f);
	add_locked<FENCES><<<blocks, threads>>>(lock, sum);
	return ran() && sum.get()[0] == 8;
}

// CASE bare_lock_near: warps of one block
// EXPECT racecheck RAW|WAR|WAW error between bare-sum and bare-sum
// SAYS each has taken a lock, but without a fence beside it
// ADVICE A lock alone orders nothing
// UNSAID No barrier helps
// HARDWARE unmeasured
CASE(bare_lock_near)
{
	return add_under_lock<false>(1, 256);
}

// CASE bare_lock_far: the same between blocks
// EXPECT racecheck RAW|WAR|WAW error between bare-sum and bare-sum
// SAYS each has taken a lock, but without a fence beside it
// ADVICE A lock alone orders nothing
// UNSAID No barrier helps
// HARDWARE unmeasured
CASE(bare_lock_far)
{
	return add_under_lock<false>(8, 32);
}

// CASE fenced_lock: with its fences
// EXPECT clean
// HARDWARE unmeasured
CASE(fenced_lock)
{
	return add_under_lock<true>(1, 256) && add_under_lock<true>(8, 32);
}
