// Messages that a third block hands on, and what is missing there. Expected: the fence of that block is named, with its line.
#include "case.h"
#include <cuda/atomic>
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;

enum { RIGHT, NO_FENCE, BLOCK_FENCE };

// Block 0 waits for the flags of all, then sets a flag for each.
template <int FAULT> __global__ void collect_k(volatile int *in, volatile int *out, int *a, int *c)
{
	const int t = threadIdx.x, b = blockIdx.x, i = b * 64 + t, n = gridDim.x * 64;
	c[i] = i; // BUG collect-write
	__threadfence();
	__syncthreads();
	if (t == 0)
		in[b] = 1;
	if (b == 0) {
		if (t < gridDim.x)
			while (!in[t])
				;
		if (FAULT == RIGHT)
			__threadfence();
		if (FAULT == BLOCK_FENCE)
			__threadfence_block();
		__syncthreads();
		if (t < gridDim.x)
			out[t] = 1; // BUG collect-flag
	}
	if (t == 0) {
		while (!out[b])
			;
		__threadfence();
	}
	__syncthreads();
	a[i] = c[(i + 130) % n]; // BUG collect-read
}
template <int FAULT> bool collect()
{
	Array<int> in(8, 0), out(8, 0), a(320, 0), c(320, 0);
	collect_k<FAULT><<<5, 64>>>(in, out, a, c);
	if (!ran())
		return false;
	bool same = true;
	for (int i = 0; i < 320; i++)
		same &= a.get()[i] == (i + 130) % 320;
	return same;
}

// CASE collect_right: block 0 fences between what it has seen and what it sets
// EXPECT clean
// HARDWARE unmeasured
CASE(collect_right)
{
	return collect<RIGHT>();
}

// CASE collect_no_fence: block 0 has no fence there
// EXPECT racecheck RAW error between collect-write and collect-read
// SAYS a third block hands the message on, without a fence between its wait and its flag: block (0,0,0) sets its own flag in line 27
// ADVICE The message goes over a third block
// HARDWARE unmeasured
CASE(collect_no_fence)
{
	return collect<NO_FENCE>();
}

// CASE collect_block_fence: block 0 has a fence there that reaches its own block only
// EXPECT racecheck RAW error between collect-write and collect-read
// SAYS block (0,0,0) sets its own flag in line 27
// HARDWARE unmeasured
CASE(collect_block_fence)
{
	return collect<BLOCK_FENCE>();
}

// The last block of a count sets the sense for all.
template <int FAULT> __global__ void sense_k(unsigned *count, volatile int *sense, int *a, int *c)
{
	const int t = threadIdx.x, i = blockIdx.x * 64 + t, n = gridDim.x * 64;
	c[i] = i; // BUG sense-write
	__threadfence();
	__syncthreads();
	if (t == 0) {
		if (atomicAdd(count, 1) == gridDim.x - 1) {
			if (FAULT == RIGHT)
				__threadfence();
			*sense = 1; // BUG sense-flag
		}
		while (!*sense)
			;
		__threadfence();
	}
	__syncthreads();
	a[i] = c[(i + 130) % n]; // BUG sense-read
}
template <int FAULT> bool sense()
{
	Array<unsigned> count(1, 0u);
	Array<int> flag(1, 0), a(320, 0), c(320, 0);
	sense_k<FAULT><<<5, 64>>>(count, flag, a, c);
	return ran();
}

// CASE sense_right: who comes last fences between the count and the sense
// EXPECT clean
// HARDWARE unmeasured
CASE(sense_right)
{
	return sense<RIGHT>();
}

// CASE sense_no_fence: who comes last has no fence there
// EXPECT racecheck RAW error between sense-write and sense-read
// SAYS a third block hands the message on, without a fence between its wait and its flag: block (4,0,0) sets its own flag in line 87
// HARDWARE unmeasured
CASE(sense_no_fence)
{
	return sense<NO_FENCE>();
}

// A chain of three blocks; the middle one has nothing to write but its flag.
template <int FAULT> __global__ void chain_k(volatile int *flag, int *data, int *out)
{
	if (blockIdx.x == 2) {
		*data = 42; // BUG chain-write
		__threadfence();
		flag[0] = 1;
	} else if (blockIdx.x == 1) {
		while (!flag[0])
			;
		if (FAULT == RIGHT)
			__threadfence();
		flag[1] = 1; // BUG chain-flag
	} else {
		while (!flag[1])
			;
		__threadfence();
		*out = *data; // BUG chain-read
	}
}
template <int FAULT> bool chain()
{
	Array<int> flag(2, 0), data(1, 0), out(1, 0);
	chain_k<FAULT><<<3, 1>>>(flag, data, out);
	return ran() && out.get()[0] == 42;
}

// CASE chain_right: a message over a third block, with all fences
// EXPECT clean
// HARDWARE unmeasured
CASE(chain_right)
{
	return chain<RIGHT>();
}

// CASE chain_no_fence: the block in the middle has no fence at all
// EXPECT racecheck RAW error between chain-write and chain-read
// SAYS a third block hands the message on, without a fence between its wait and its flag: block (1,0,0) sets its own flag in line 133
// HARDWARE unmeasured
CASE(chain_no_fence)
{
	return chain<NO_FENCE>();
}

// A barrier of log(n) rounds: each block tells the one 1, 2, 4 further on.
template <int FAULT> __global__ void rounds_k(int *f, int *a, int *c)
{
	const int t = threadIdx.x, b = blockIdx.x, nb = gridDim.x, i = b * 64 + t, n = nb * 64;
	c[i] = i; // BUG rounds-write
	__syncthreads();
	if (t == 0)
		for (int r = 0, d = 1; d < nb; r++, d *= 2) {
			Atomic(f[r * 8 + (b + d) % nb]).store(1, cuda::memory_order_release); // BUG rounds-flag
			while (!Atomic(f[r * 8 + b]).load(FAULT == RIGHT ? cuda::memory_order_acquire : cuda::memory_order_relaxed))
				;
		}
	__syncthreads();
	a[i] = c[(i + 130) % n]; // BUG rounds-read
}
template <int FAULT> bool rounds()
{
	Array<int> f(32, 0), a(320, 0), c(320, 0);
	rounds_k<FAULT><<<5, 64>>>(f, a, c);
	return ran();
}

// CASE rounds_right: each wait acquires
// EXPECT clean
// HARDWARE unmeasured
CASE(rounds_right)
{
	return rounds<RIGHT>();
}

// CASE rounds_relaxed: each wait is relaxed
// EXPECT racecheck RAW error between rounds-write and rounds-read
// SAYS sets its own flag in line 173
// HARDWARE unmeasured
CASE(rounds_relaxed)
{
	return rounds<NO_FENCE>();
}

// A stack of nodes; each thread pushes its own, and block 0 takes what is there. A thread that has pushed fences, and counts, while other lanes of
// its warp still try.
template <int FAULT> __global__ void stack_k(int *top, int *next, int *val, int *pushed, int *out)
{
	const int i = blockIdx.x * 32 + threadIdx.x;
	if (blockIdx.x) {
		val[i] = i; // BUG stack-write
		if (FAULT == RIGHT)
			__threadfence();
		for (bool done = false; !done;) {
			const int seen = *(volatile int *)top;
			((volatile int *)next)[i] = seen;
			if (FAULT == RIGHT)
				__threadfence();
			if (atomicCAS(top, seen, i) == seen) {
				done = true;
				__threadfence();
				atomicAdd(pushed, 1);
				__nanosleep(5000);
			}
		}
		return;
	}
	if (threadIdx.x)
		return;
	int s = 0, taken = 0;
	while (taken < ((int)gridDim.x - 1) * 32) {
		while (*(volatile int *)pushed == 0)
			;
		int n = atomicExch(top, -1);
		__threadfence();
		for (; n >= 0; n = ((volatile int *)next)[n], taken++)
			s += val[n]; // BUG stack-read
	}
	*out = s;
}
template <int FAULT> bool stack()
{
	Array<int> top(1, -1), next(96, 0), val(96, 0), pushed(1, 0), out(1, 0);
	stack_k<FAULT><<<3, 32>>>(top, next, val, pushed, out);
	return ran() && out.get()[0] == 64 * 127 / 2;
}

// CASE stack_right: each thread fences between its node and the swap
// EXPECT clean
// HARDWARE unmeasured
CASE(stack_right)
{
	return stack<RIGHT>();
}

// CASE stack_no_fence: it fences after the swap only
// EXPECT racecheck RAW error between stack-write and stack-read
// SAYS no fence between the write and the flag
// UNSAID __syncwarp()
// HARDWARE unmeasured
CASE(stack_no_fence)
{
	return stack<NO_FENCE>();
}
