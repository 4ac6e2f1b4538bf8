// Flags, turns and grid barriers that have all their fences, or lack one in an odd place: what is wrong is who waits for whom, or when a flag is set.
// Expected: that cause, and no fence that stands there already.
#include "case.h"

enum { B = 64, EARLY = 1, NO_PLACE, NO_WAIT, BACK_EARLY, OTHER, NO_FENCE };

template <int FAULT> __global__ void ring_k(int *out, int n)
{
	__shared__ int data[4];
	__shared__ volatile int head, tail, other;
	if (threadIdx.x == 0) {
		head = tail = 0;
		other = 99;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		for (int k = 0; k < n; k++) {
			while (FAULT != NO_PLACE && k - tail >= 4)
				;
			__threadfence_block();
			if (FAULT == EARLY)
				head = k + 1;
			data[k & 3] = k; // BUG ring-write
			if (FAULT != NO_FENCE)
				__threadfence_block();
			if (FAULT != EARLY)
				head = k + 1;
		}
	if (threadIdx.x == 32)
		for (int k = 0; k < n; k++) {
			while (FAULT == OTHER ? other <= k : FAULT != NO_WAIT && head <= k)
				;
			__threadfence_block();
			if (FAULT == BACK_EARLY)
				tail = k + 1;
			out[k] = data[k & 3]; // BUG ring-read
			__threadfence_block();
			if (FAULT != BACK_EARLY)
				tail = k + 1;
		}
}
template <int FAULT> bool ring()
{
	Array<int> out(40, 0);
	ring_k<FAULT><<<1, B>>>(out, 40);
	return ran() && out.get()[39] == 39;
}

// CASE ring_whole: places that are handed over and given back, with each fence
// EXPECT clean
// HARDWARE unmeasured
CASE(ring_whole)
{
	return ring<0>();
}

// CASE ring_early: the flag is set before the value, between two fences
// EXPECT racecheck RAW error between ring-read and ring-write
// SAYS the flag that was waited for was set before the write
// ADVICE Set the flag after the access
// HARDWARE unmeasured
CASE(ring_early)
{
	ring<EARLY>();
	return true;
}

// CASE ring_no_place: the writer does not wait until a place is free
// EXPECT racecheck RAW error between ring-read and ring-write
// SAYS the flag that was waited for was set before the write
// ADVICE If the same place is used again
// HARDWARE unmeasured
CASE(ring_no_place)
{
	ring<NO_PLACE>();
	return true;
}

// CASE ring_no_wait: the reader waits for nothing
// EXPECT racecheck WAR error between ring-write and ring-read
// SAYS the reading thread has not waited for the writing one
// ADVICE Does each wait look at the right flag, and is none left out?
// HARDWARE unmeasured
CASE(ring_no_wait)
{
	ring<NO_WAIT>();
	return true;
}

// CASE ring_back_early: the place is given back before it is read
// EXPECT racecheck WAR error between ring-write and ring-read
// SAYS the flag that was waited for was set before the read
// ADVICE Set the flag after the access
// HARDWARE unmeasured
CASE(ring_back_early)
{
	ring<BACK_EARLY>();
	return true;
}

// CASE ring_other: the reader waits for another flag
// EXPECT racecheck WAR error between ring-write and ring-read
// SAYS the reading thread has not waited for the writing one
// ADVICE Does each wait look at the right flag
// HARDWARE unmeasured
CASE(ring_other)
{
	ring<OTHER>();
	return true;
}

// CASE ring_no_fence: the writer's fence between the value and the flag is missing
// EXPECT racecheck RAW error between ring-read and ring-write
// SAYS no fence between the write and the flag
// ADVICE put __threadfence() between the write and the flag
// HARDWARE unmeasured
CASE(ring_no_fence)
{
	ring<NO_FENCE>();
	return true;
}

template <bool TOGETHER> __global__ void lanes_k(int *out)
{
	__shared__ int data[32];
	__shared__ volatile int flag;
	int t = threadIdx.x;
	if (t == 0)
		flag = 0;
	__syncthreads();
	if (t < 32) {
		data[t] = t; // BUG lanes-write
		__threadfence_block();
		__syncwarp();
		if (t == 0)
			flag = 1;
	} else {
		if (t == 32)
			while (!flag)
				;
		__threadfence_block();
		if (TOGETHER)
			__syncwarp();
		out[t - 32] = data[63 - t]; // BUG lanes-read
	}
}
template <bool TOGETHER> bool lanes()
{
	Array<int> out(32, 0);
	lanes_k<TOGETHER><<<1, B>>>(out);
	return ran() && out.get()[0] == 31;
}

// CASE lanes_together: one lane waits, and its warp meets after that
// EXPECT clean
// HARDWARE unmeasured
CASE(lanes_together)
{
	return lanes<true>();
}

// CASE lanes_apart: one lane waits, and the others read at once
// EXPECT racecheck RAW error between lanes-read and lanes-write
// SAYS another lane of its warp waits for the flag, no __syncwarp() after that
// ADVICE Put __syncwarp() after the wait
// HARDWARE unmeasured
CASE(lanes_apart)
{
	lanes<false>();
	return true;
}

template <bool TURN, bool EXCH> __global__ void turns_k(int *out, int n)
{
	__shared__ int next, count, lock;
	__shared__ volatile int now;
	if (threadIdx.x == 0)
		next = now = count = lock = 0;
	__syncthreads();
	for (int k = 0; k < n && threadIdx.x % 32 == 0; k++) {
		int mine = EXCH ? atomicAdd(&next, 1) : 0;
		while (TURN && EXCH && now != mine)
			;
		while (!EXCH && atomicCAS(&lock, 0, 1) != 0) // BUG turns-take
			;
		__threadfence_block();
		count = count + 1; // BUG turns-count
		__threadfence_block();
		if (EXCH)
			now = mine + 1; // BUG turns-now
		else if (TURN)
			atomicExch(&lock, 0);
		else
			lock = 0; // BUG turns-free
	}
	__syncthreads();
	if (threadIdx.x == 0)
		*out = count;
}
template <bool TURN, bool EXCH> bool turns()
{
	Array<int> out(1, 0);
	turns_k<TURN, EXCH><<<1, 96>>>(out, 4);
	return ran() && out.get()[0] == 12;
}

// CASE ticket_whole: a ticket that is waited for
// EXPECT clean
// HARDWARE unmeasured
CASE(ticket_whole)
{
	return turns<true, true>();
}

// CASE ticket_no_wait: nobody waits for his turn
// EXPECT racecheck RAW error at turns-count
// SAYS the later thread had to wait for nothing that came after the write
// EXPECT racecheck WAR error at turns-count
// EXPECT racecheck WAW error at turns-count
// EXPECT racecheck WAW error at turns-now
// HARDWARE unmeasured
CASE(ticket_no_wait)
{
	turns<false, true>();
	return true;
}

// CASE lock_whole: a lock in shared memory that is freed by an exchange
// EXPECT clean
// HARDWARE unmeasured
CASE(lock_whole)
{
	return turns<true, false>();
}

// CASE lock_plain: it is freed by a plain store, which hands nothing on; there is no arrival
// EXPECT racecheck RAW error at turns-count
// SAYS the later thread had to wait for nothing that came after the write
// ADVICE Free the lock by __threadfence() and atomicExch()
// EXPECT racecheck WAR error at turns-count
// EXPECT racecheck WAW error between turns-take and turns-free
// HARDWARE unmeasured
CASE(lock_plain)
{
	turns<false, false>();
	return true;
}

template <int FENCE> __global__ void places_k(int *data, int *flag, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		int k = i & 1;
		if (blockIdx.x == 0) {
			while (atomicAdd(flag + k, 0) != 0)
				;
			__threadfence();
			data[k] = i; // BUG places-write
			if (FENCE == 1)
				__threadfence_block();
			if (FENCE == 2)
				__threadfence();
			atomicExch(flag + k, 1);
		} else {
			while (atomicAdd(flag + k, 0) != 1)
				;
			__threadfence();
			out[i] = data[k]; // BUG places-read
			__threadfence();
			atomicExch(flag + k, 0);
		}
	}
}
template <int FENCE> bool places()
{
	Array<int> data(2, 0), flag(2, 0), out(20, 0);
	places_k<FENCE><<<2, 1>>>(data, flag, out, 20);
	return ran() && out.get()[19] == 19;
}

// CASE places_whole: two blocks hand places over
// EXPECT clean
// HARDWARE unmeasured
CASE(places_whole)
{
	return places<2>();
}

// CASE places_narrow: the fence before the exchange reaches its own block only; the others come before the value
// EXPECT racecheck RAW error between places-read and places-write
// SAYS what is between them reaches no other block
// ADVICE for other blocks use __threadfence()
// HARDWARE unmeasured
CASE(places_narrow)
{
	return places<1>();
}

// CASE places_none: there is none
// EXPECT racecheck RAW error between places-read and places-write
// SAYS no fence between the write and the flag
// ADVICE put __threadfence() between the write and the flag
// HARDWARE unmeasured
CASE(places_none)
{
	return places<0>();
}

template <bool LAST> __global__ void steps_k(int *a, int *b, int *count, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	for (int i = 1; i <= n; i++) {
		b[t] = a[(t + 33) % all] + 1; // BUG steps
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(count, 1);
			while (*(volatile int *)count < i * gridDim.x)
				;
			__threadfence();
		}
		if (LAST)
			__syncthreads();
		int *x = a;
		a = b;
		b = x;
	}
}
template <bool LAST> bool steps()
{
	Array<int> a(4 * B, 0), b(4 * B, 0), count(1, 0);
	steps_k<LAST><<<4, B>>>(a, b, count, 6);
	return ran() && a.get()[0] == 6;
}

// CASE steps_whole: a barrier of the grid by hand
// EXPECT clean
// HARDWARE unmeasured
CASE(steps_whole)
{
	return steps<true>();
}

// CASE steps_last: ... without the __syncthreads() after the wait
// EXPECT racecheck RAW error at steps
// SAYS another thread of its block waits for the flag, no __syncthreads() after that
// ADVICE put __syncthreads() after the wait
// EXPECT racecheck WAR error at steps
// HARDWARE unmeasured
CASE(steps_last)
{
	steps<false>();
	return true;
}

template <bool AFTER> __global__ void arrive_k(int *out, int n)
{
	__shared__ int data[2][32];
	int t = threadIdx.x;
	for (int k = 0; k < n; k++) {
		int p = k & 1;
		if (t < 32) {
			if (k > 1)
				asm volatile("bar.sync %0, 64;" ::"r"(3 + p) : "memory");
			if (!AFTER)
				asm volatile("bar.arrive %0, 64;" ::"r"(1 + p) : "memory");
			data[p][t] = k; // BUG arrive-write
			if (AFTER)
				asm volatile("bar.arrive %0, 64;" ::"r"(1 + p) : "memory");
		} else {
			asm volatile("bar.sync %0, 64;" ::"r"(1 + p) : "memory");
			out[k * 32 + t - 32] = data[p][63 - t]; // BUG arrive-read
			if (k + 2 < n)
				asm volatile("bar.arrive %0, 64;" ::"r"(3 + p) : "memory");
		}
	}
}
template <bool AFTER> bool arrive()
{
	Array<int> out(320, 0);
	arrive_k<AFTER><<<1, B>>>(out, 10);
	return ran() && out.get()[319] == 9;
}

// CASE arrive_after: two buffers, barriers with a number each; the arrival comes after the write
// EXPECT clean
// HARDWARE unmeasured
CASE(arrive_after)
{
	return arrive<true>();
}

// CASE arrive_before: ... before it
// EXPECT racecheck RAW error between arrive-read and arrive-write
// SAYS it came after the arrival that was waited for
// ADVICE Do it before the arrival
// HARDWARE unmeasured
CASE(arrive_before)
{
	arrive<false>();
	return true;
}
