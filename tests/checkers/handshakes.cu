// Two warps hand values over and give the places back by flags: with each fence, and with one of them missing. Expected: the fence that is missing, in
// the line where the flag is waited for, and no barrier, which would mend nothing here.
#include <cuda/atomic>

#include "case.h"

enum { B = 64 };

// The writer's and the reader's fence after their waits. PLACES: a flag each.
template <bool WRITER, bool READER, int PLACES> __device__ void flags(int *out, int n)
{
	__shared__ volatile int full[PLACES];
	__shared__ int data[PLACES];
	int t = threadIdx.x, sum = 0;
	for (int k = t; k < PLACES; k += B)
		full[k] = 0;
	__syncthreads();
	if (t == 0)
		for (int k = 0; k < n; k++) {
			while (full[k % PLACES])
				;
			if (WRITER)
				__threadfence_block();
			data[k % PLACES] = k; // BUG flags-write
			__threadfence_block();
			full[k % PLACES] = 1;
		}
	if (t == 32)
		for (int k = 0; k < n; k++) {
			while (!full[k % PLACES])
				;
			if (READER)
				__threadfence_block();
			sum += data[k % PLACES]; // BUG flags-read
			__threadfence_block();
			full[k % PLACES] = 0;
		}
	if (t == 32)
		*out = sum;
}
template <bool WRITER, bool READER, int PLACES> __global__ void flags_k(int *out, int n)
{
	flags<WRITER, READER, PLACES>(out, n);
}
template <bool WRITER, bool READER, int PLACES> bool flags_ran(int n)
{
	Array<int> out(1, 0);
	flags_k<WRITER, READER, PLACES><<<1, B>>>(out, n);
	return ran() && out.get()[0] == n * (n - 1) / 2;
}

// CASE slot_both: one place, a fence after each wait and before each flag
// EXPECT clean
// HARDWARE unmeasured
CASE(slot_both)
{
	return flags_ran<true, true, 1>(40);
}

// CASE slot_writer: one place; the writer has no fence between the flag that gives it back and its next value
// EXPECT racecheck WAR warning between flags-write and flags-read
// SAYS no fence between the flag and the write: the flag is waited for in line
// ADVICE after the loop that waits for the flag
// NEVER RAW
// HARDWARE unmeasured
CASE(slot_writer)
{
	return flags_ran<false, true, 1>(40);
}

// CASE slot_reader: one place; the reader has no fence between the flag and the value
// EXPECT racecheck RAW warning between flags-read and flags-write
// SAYS no fence between the flag and the read: the flag is waited for in line
// ADVICE put __threadfence() after the flag was seen
// NEVER WAR
// HARDWARE unmeasured
CASE(slot_reader)
{
	return flags_ran<true, false, 1>(40);
}

// CASE places_both: 64 places, each with its flag
// EXPECT clean
// HARDWARE unmeasured
CASE(places_both)
{
	return flags_ran<true, true, 64>(320);
}

// CASE places_writer: 64 places, each with its flag, and the writer lacks the fence after its wait
// EXPECT racecheck WAR warning between flags-write and flags-read
// SAYS no fence between the flag and the write
// NEVER RAW
// HARDWARE unmeasured
CASE(places_writer)
{
	return flags_ran<false, true, 64>(320);
}

// CASE places_none: 64 places, and both lack it
// EXPECT racecheck WAR warning between flags-write and flags-read
// EXPECT racecheck RAW warning between flags-read and flags-write
// HARDWARE unmeasured
CASE(places_none)
{
	return flags_ran<false, false, 64>(320);
}

// The same by atomicCAS(): what is found there says whose turn it is.
template <bool WRITER> __global__ void taken_k(int *out, int n)
{
	__shared__ int full[64], data[64];
	int t = threadIdx.x, sum = 0;
	full[t] = 0;
	__syncthreads();
	if (t == 0)
		for (int k = 0; k < n; k++) {
			while (atomicCAS(&full[k % 64], 0, 2) != 0)
				;
			if (WRITER)
				__threadfence_block();
			data[k % 64] = k; // BUG taken-write
			__threadfence_block();
			atomicExch(&full[k % 64], 1);
		}
	if (t == 32)
		for (int k = 0; k < n; k++) {
			while (atomicCAS(&full[k % 64], 1, 3) != 1)
				;
			__threadfence_block();
			sum += data[k % 64]; // BUG taken-read
			__threadfence_block();
			atomicExch(&full[k % 64], 0);
		}
	if (t == 32)
		*out = sum;
}

// CASE taken_both: places that are taken by atomicCAS(), with each fence
// EXPECT clean
// HARDWARE unmeasured
CASE(taken_both)
{
	Array<int> out(1, 0);
	taken_k<true><<<1, B>>>(out, 320);
	return ran() && out.get()[0] == 320 * 319 / 2;
}

// CASE taken_writer: ... without the writer's fence after its wait: more flags than fit a small table
// EXPECT racecheck WAR warning between taken-write and taken-read
// SAYS no fence between the flag and the write
// HARDWARE unmeasured
CASE(taken_writer)
{
	Array<int> out(1, 0);
	taken_k<false><<<1, B>>>(out, 320);
	return ran();
}

// Counters of a ring in place of flags. BEFORE: the reader's fence before it gives the place back.
template <cuda::memory_order WRITER, cuda::memory_order BEFORE> __global__ void counters_k(int *out, int n)
{
	__shared__ int head, tail, ring[64];
	cuda::atomic_ref<int, cuda::thread_scope_block> h(head), l(tail);
	int t = threadIdx.x, sum = 0;
	if (t == 0)
		head = tail = 0;
	__syncthreads();
	if (t == 0)
		for (int k = 0; k < n; k++) {
			while (k - l.load(WRITER) >= 64)
				__nanosleep(20);
			ring[k % 64] = k; // BUG counters-write
			h.store(k + 1, cuda::memory_order_release);
		}
	if (t == 32)
		for (int k = 0; k < n; k++) {
			while (h.load(cuda::memory_order_acquire) <= k)
				__nanosleep(20);
			sum += ring[k % 64]; // BUG counters-read
			l.store(k + 1, BEFORE);
		}
	if (t == 32)
		*out = sum;
}

// CASE counters_both: counters of a ring that acquire and release
// EXPECT clean
// HARDWARE unmeasured
CASE(counters_both)
{
	Array<int> out(1, 0);
	counters_k<cuda::memory_order_acquire, cuda::memory_order_release><<<1, B>>>(out, 320);
	return ran() && out.get()[0] == 320 * 319 / 2;
}

// CASE counters_relaxed: the writer's wait is relaxed
// EXPECT racecheck WAR warning between counters-write and counters-read
// SAYS no fence between the flag and the write
// ADVICE wait by an acquire load
// HARDWARE unmeasured
CASE(counters_relaxed)
{
	Array<int> out(1, 0);
	counters_k<cuda::memory_order_relaxed, cuda::memory_order_release><<<1, B>>>(out, 320);
	return ran();
}

// CASE counters_given_early: the reader gives the place back by a relaxed store, which may come before its read
// EXPECT racecheck WAR error between counters-write and counters-read
// SAYS no fence between the read and the flag
// ADVICE put __threadfence() between the read and the flag
// HARDWARE unmeasured
CASE(counters_given_early)
{
	Array<int> out(1, 0);
	counters_k<cuda::memory_order_acquire, cuda::memory_order_relaxed><<<1, B>>>(out, 320);
	return ran();
}
