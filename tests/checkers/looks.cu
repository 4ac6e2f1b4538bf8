// Flags that are looked at, or lie, in an unusual way: a look that is a part of a larger loop, a look by an atomic that changes nothing, several flags in
// a word, a flag beside its data in one structure. The right ones must be silent; in each the fault that is one step away must be found.
#include <cuda/atomic>

#include "case.h"

enum { B = 64, PLACES = 8 };

// ---- a look that is a part of a larger loop
// One thread of each of two warps; the fences after their looks may be missing.
template <bool WRITER, bool READER> __global__ void continue_k(int *out, int n)
{
	__shared__ volatile int full[PLACES];
	__shared__ int data[PLACES];
	int t = threadIdx.x;
	if (t < PLACES)
		full[t] = 0;
	__syncthreads();
	if (t == 0)
		for (int i = 0; i < n;) {
			int k = i % PLACES;
			if (full[k]) {
				__nanosleep(10);
				continue;
			}
			if (WRITER)
				__threadfence_block();
			data[k] = i + 5; // BUG continue-write
			__threadfence_block();
			full[k] = 1;
			i++;
		}
	else if (t == 32)
		for (int i = 0;;) {
			if (i == n)
				break;
			int k = i % PLACES;
			if (!full[k])
				continue;
			if (READER)
				__threadfence_block();
			out[i] = data[k]; // BUG continue-read
			__threadfence_block();
			full[k] = 0;
			i++;
		}
}
template <bool WRITER, bool READER> bool continued()
{
	Array<int> out(40, 0);
	continue_k<WRITER, READER><<<1, B>>>(out, 40);
	bool right = ran();
	for (int i = 0; i < 40; i++)
		right &= out.get()[i] == i + 5;
	return right;
}

// CASE continue_both: the loop over the places begins anew where a place is not free, or not full; all fences are there
// EXPECT clean
// HARDWARE unmeasured
CASE(continue_both)
{
	return continued<true, true>();
}

// CASE continue_writer: ... the writer has no fence after its look
// EXPECT racecheck WAR warning between continue-write and continue-read
// SAYS no fence between the flag and the write
// NEVER RAW
// HARDWARE unmeasured
CASE(continue_writer)
{
	return continued<false, true>();
}

// CASE continue_reader: ... the reader has none
// EXPECT racecheck RAW warning between continue-read and continue-write
// SAYS no fence between the flag and the read
// NEVER WAR
// HARDWARE unmeasured
CASE(continue_reader)
{
	return continued<true, false>();
}

// CASE if_inside: work is done inside an `if` that asks the flag; else the loop only asks again
// EXPECT clean
// HARDWARE unmeasured
__global__ void if_inside_k(int *out, int n)
{
	__shared__ volatile int full;
	__shared__ int data;
	if (threadIdx.x == 0)
		full = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int i = 0; i < n;)
			if (!full) {
				__threadfence_block();
				data = i + 5;
				__threadfence_block();
				full = 1;
				i++;
			}
	if (threadIdx.x == 32)
		for (int i = 0; i < n;)
			if (full) {
				__threadfence_block();
				out[i] = data;
				__threadfence_block();
				full = 0;
				i++;
			}
}
CASE(if_inside)
{
	Array<int> out(20, 0);
	if_inside_k<<<1, B>>>(out, 20);
	bool right = ran();
	for (int i = 0; i < 20; i++)
		right &= out.get()[i] == i + 5;
	return right;
}

// Takes all that is there, then looks again.
template <bool FENCE> __global__ void drain_k(int *out, int n)
{
	__shared__ volatile int head;
	__shared__ int data[B];
	if (threadIdx.x == 0)
		head = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int i = 0; i < n; i++) {
			data[i] = i * 2; // BUG drain-write
			if (FENCE)
				__threadfence_block();
			head = i + 1;
		}
	if (threadIdx.x == 32)
		for (int i = 0; i < n;) {
			int h = head;
			__threadfence_block();
			for (; i < h; i++)
				out[i] = data[i]; // BUG drain-read
		}
}
template <bool FENCE> bool drained()
{
	Array<int> out(B, 0);
	drain_k<FENCE><<<1, B>>>(out, B);
	bool right = ran();
	for (int i = 0; i < B; i++)
		right &= out.get()[i] == i * 2;
	return right;
}

// CASE drain: a reader takes all that is there by then, and looks again
// EXPECT clean
// HARDWARE unmeasured
CASE(drain)
{
	return drained<true>();
}

// CASE drain_bare: ... the number goes up without a fence after the data
// EXPECT racecheck RAW error between drain-write and drain-read
// HARDWARE unmeasured
CASE(drain_bare)
{
	return drained<false>();
}

// CASE largest: no look that waits: a largest number in shared memory, by volatile, and the next turn compares with another one
// EXPECT racecheck RAW|WAW|WAR error between largest-read|largest-write and largest-write|largest-read
// HARDWARE unmeasured
__global__ void largest_k(const int *in, int *out, int n)
{
	__shared__ volatile int most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		if (in[i] > most) // BUG largest-read
			most = in[i]; // BUG largest-write
	__syncthreads();
	*out = most;
}
CASE(largest)
{
	std::vector<int> from(256);
	for (int k = 0; k < 256; k++)
		from[k] = k * 37 % 256;
	Array<int> in(from), out(1, 0);
	largest_k<<<1, B>>>(in, out, 256);
	return ran() && out.get()[0] == 255;
}
