/* advice.cu: races of which the usual advice, a barrier between the one and the other, would not help. */
#include "case.h"

// CASE next_round_too_early: a fast warp writes the next round's value before a slow one has read: seen as a read after a write
// EXPECT racecheck RAW error between early-write and late-read
// ADVICE between the read and the write
// HARDWARE unmeasured
__global__ void next_round(int *o, int rounds)
{
	__shared__ int s[32];
	int t = threadIdx.x, sum = 0;
#pragma unroll 1
	for (int k = 0; k < rounds; k++) {
		if (t < 32)
			s[t] = k + t; // BUG early-write
		__syncthreads();
		if (t >= 32)
			sum += s[t - 32]; // BUG late-read
	}
	o[t] = sum;
}
CASE(next_round_too_early)
{
	Array<int> o(64);
	next_round<<<1, 64>>>(o, 3);
	return ran();
}

// CASE asked_within_a_warp: lanes of one warp find places not set, and set them to the same value
// EXPECT racecheck RAW|WAR warning between asked and set
// ADVICE no order changes the result
// HARDWARE unmeasured
__global__ void asked_k(const int *to, int *level)
{
	int v = to[threadIdx.x];
	if (level[v] < 0)     // BUG asked
		level[v] = 1; // BUG set
}
CASE(asked_within_a_warp)
{
	std::vector<int> to(32);
	for (int k = 0; k < 32; k++)
		to[k] = k / 2;
	Array<int> t(to), level(32, -1);
	asked_k<<<1, 32>>>(t, level);
	return ran();
}

// CASE swap_that_reads: atomicCAS(p, 0, 0) beside a plain store
// EXPECT racecheck RAW|WAR warning between swapped and stored
// ADVICE The atomic only reads
// NEVER WAW
// HARDWARE unmeasured
__global__ void swap_that_reads_k(int *p, int *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG stored
	else
		o[threadIdx.x] = atomicCAS(p + threadIdx.x, 0, 0); // BUG swapped
}
CASE(swap_that_reads)
{
	Array<int> p(64, 0), o(64, 0);
	swap_that_reads_k<<<2, 64>>>(p, o);
	return ran();
}

// CASE swap_that_writes: the same, and the compare and swap may change what is there
// EXPECT racecheck WAW error between really-swapped and really-stored
// HARDWARE unmeasured
__global__ void swap_that_writes_k(int *p, int *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG really-stored
	else
		o[threadIdx.x] = atomicCAS(p + threadIdx.x, 0, 2); // BUG really-swapped
}
CASE(swap_that_writes)
{
	Array<int> p(64, 0), o(64, 0);
	swap_that_writes_k<<<2, 64>>>(p, o);
	return ran();
}

// CASE maximum_that_reads: the maximum of an unsigned number and 0
// EXPECT racecheck RAW|WAR warning between maximum and stored-beside
// ADVICE The atomic only reads
// NEVER WAW
// HARDWARE unmeasured
__global__ void maximum_that_reads_k(unsigned *p, unsigned *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG stored-beside
	else
		o[threadIdx.x] = atomicMax(p + threadIdx.x, 0u); // BUG maximum
}
CASE(maximum_that_reads)
{
	Array<unsigned> p(64, 0u), o(64, 0u);
	maximum_that_reads_k<<<2, 64>>>(p, o);
	return ran();
}
