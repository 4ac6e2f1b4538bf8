/* unset.cu: places of shared memory that nobody wrote: the read is named, and not what shuffles and votes make of its value; and barrier objects
 * that nobody has made. */
#include "case.h"
#include <cuda/barrier>

enum { GUARDED = 1, ALL_LANES = 2, BY_XOR = 4, BY_REDUCE = 8, BY_VOTE = 16, THROUGH_SHARED = 32 };

__device__ int sum_of_warp(int x)
{
	for (int d = 16; d; d >>= 1)
		x += __shfl_down_sync(~0u, x, d);
	return x;
}

// A block's sum: of each warp one number in w, and then of these by the first lanes. Of 128 threads four are there.
template <int HOW> __global__ void sum_k(const int *a, int *o)
{
	__shared__ int w[32], all;
	const int t = threadIdx.x, warps = blockDim.x / 32, lanes = HOW & ALL_LANES ? 32 : 8;
	const unsigned mask = HOW & ALL_LANES ? ~0u : 0xff;
	int x = sum_of_warp(a[t]);

	if (t % 32 == 0)
		w[t / 32] = x;
	__syncthreads();
	if (t < lanes) {
		x = HOW & GUARDED && t >= warps ? 0 : w[t]; // BUG reads-too-many
		if (HOW & BY_REDUCE)
			x = __reduce_add_sync(mask, x);
		else if (HOW & BY_VOTE)
			x = __any_sync(mask, x > 5); // BUG asks
		else
			for (int d = lanes / 2; d; d >>= 1)
				x += HOW & BY_XOR ? __shfl_xor_sync(mask, x, d) : __shfl_down_sync(mask, x, d);
		if (HOW & THROUGH_SHARED && t == 0)
			all = x;
		if (!(HOW & THROUGH_SHARED) && t == 0)
			*o = x; // BUG stores
	}
	__syncthreads();
	if (HOW & THROUGH_SHARED && t == 1)
		*o = all; // BUG stores-for-all
}
template <int HOW> bool sum(int threads)
{
	Array<int> a(256, 1), o(1, 0);
	sum_k<HOW><<<1, threads>>>(a, o);
	return ran() && o.get()[0] == (HOW & BY_VOTE ? 1 : threads);
}

// CASE sum_eight_lanes: eight lanes add up what four warps have written; the upper lanes' shuffles, which bring nothing, are not the cause
// EXPECT initcheck uninit at stores from reads-too-many
// ADVICE if (t < warps)
// UNSAID not in its mask
// HARDWARE unmeasured
CASE(sum_eight_lanes)
{
	return sum<0>(128);
}

// CASE sum_all_lanes: the same by all lanes of the warp
// EXPECT initcheck uninit at stores from reads-too-many
// ADVICE take for the others a value that changes nothing
// HARDWARE unmeasured
CASE(sum_all_lanes)
{
	return sum<ALL_LANES>(128);
}

// CASE sum_by_xor: the same by an exchange
// EXPECT initcheck uninit at stores from reads-too-many
// UNSAID not in its mask
// HARDWARE unmeasured
CASE(sum_by_xor)
{
	return sum<BY_XOR>(128);
}

// CASE sum_by_reduce: the same in one call
// EXPECT initcheck uninit at stores from reads-too-many
// HARDWARE unmeasured
CASE(sum_by_reduce)
{
	return sum<BY_REDUCE>(128);
}

// CASE vote_of_eight: eight lanes vote on it
// EXPECT initcheck uninit at stores|asks from reads-too-many
// HARDWARE unmeasured
CASE(vote_of_eight)
{
	return sum<BY_VOTE>(128);
}

// CASE sum_for_all: the sum goes through shared memory to another thread
// EXPECT initcheck uninit at stores-for-all from reads-too-many
// UNSAID not in its mask
// HARDWARE unmeasured
CASE(sum_for_all)
{
	return sum<THROUGH_SHARED>(128);
}

// CASE sum_of_all_warps: as many warps as lanes: all is written
// EXPECT clean
// HARDWARE unmeasured
CASE(sum_of_all_warps)
{
	return sum<0>(256);
}

// CASE sum_guarded: 0 for warps that are not there
// EXPECT clean
// HARDWARE unmeasured
CASE(sum_guarded)
{
	return sum<GUARDED>(128) && sum<GUARDED | ALL_LANES>(128) && sum<GUARDED | BY_REDUCE>(64) && sum<GUARDED | THROUGH_SHARED>(96);
}

// CASE garbage_above: a sum of four lanes that all have a value; those above hold garbage, and nobody uses it
// EXPECT clean
// HARDWARE unmeasured
__global__ void four_k(int *o)
{
	__shared__ int w[8];
	const int t = threadIdx.x;
	if (t < 4)
		w[t] = t;
	__syncwarp();
	int x = w[t & 7];
	if (t < 8) {
		for (int d = 2; d; d >>= 1)
			x += __shfl_down_sync(0xff, x, d, 4);
		if (t == 0)
			*o = x;
	}
}

CASE(garbage_above)
{
	Array<int> o(1, 0);
	four_k<<<1, 32>>>(o);
	return ran() && o.get()[0] == 6;
}

// CASE garbage_beside: lanes 4 to 7 read garbage, which goes nowhere; lane 0 takes a value from a lane that the mask does not name: that is told
// EXPECT synccheck shuffle warning at lane-of-another
// SAYS which is not in its mask
// UNSAID Uninitialized
// HARDWARE unmeasured
__global__ void beside_k(int *o)
{
	__shared__ int w[8];
	const int t = threadIdx.x;
	if (t < 4)
		w[t] = t;
	__syncwarp();
	int x = w[t & 7];
	if (t < 8) {
		x += __shfl_xor_sync(t < 2 ? 0x3u : t < 4 ? 0xcu : 0xf0u, x, 2); // BUG lane-of-another
		if (t == 0)
			*o = x;
	}
}
CASE(garbage_beside)
{
	Array<int> o(1, 0);
	beside_k<<<1, 32>>>(o);
	return ran();
}

// CASE atomic_without_zero: a sum in shared memory that nobody has set to 0
// EXPECT initcheck uninit at adds
// ADVICE an atomic needs a first value
// HARDWARE unmeasured
template <bool SET> __global__ void total_k(int *o)
{
	__shared__ int total;
	if (SET && threadIdx.x == 0)
		total = 0;
	__syncthreads();
	atomicAdd(&total, 1); // BUG adds
	__syncthreads();
	if (threadIdx.x == 0)
		*o = total;
}
CASE(atomic_without_zero)
{
	Array<int> o(1, 0);
	total_k<false><<<1, 64>>>(o);
	return ran();
}

// CASE atomic_with_zero: one thread has set it
// EXPECT clean
// HARDWARE unmeasured
CASE(atomic_with_zero)
{
	Array<int> o(1, 0);
	total_k<true><<<1, 64>>>(o);
	return ran() && o.get()[0] == 64;
}

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
enum { MADE, NEVER, TOO_LATE, ONLY_ARRIVES, NEXT_ONE };

template <int FAULT> __global__ void object_k(int *o)
{
	__shared__ alignas(block_barrier) char place[2][sizeof(block_barrier)];
	block_barrier *b = (block_barrier *)place[0];
	const int t = threadIdx.x;
	if (FAULT != NEVER && FAULT != ONLY_ARRIVES && t == 0)
		init(b, blockDim.x); // BUG made
	if (FAULT != TOO_LATE)
		__syncthreads();
	if (FAULT == NEXT_ONE)
		b++;
	if (FAULT == ONLY_ARRIVES)
		(void)b->arrive(); // BUG arrives
	else
		b->arrive_and_wait(); // BUG waits
	o[t] = t;
}
template <int FAULT> bool object()
{
	Array<int> o(256, 0);
	object_k<FAULT><<<1, 256>>>(o);
	return ran() && o.get()[255] == 255;
}

// CASE object_made: init() by one thread, then a barrier
// EXPECT clean
// HARDWARE unmeasured
CASE(object_made)
{
	return object<MADE>();
}

// CASE object_never_made: nobody calls init(): how many are to arrive is garbage
// EXPECT synccheck deadlock at waits
// SAYS that was never initialised
// ADVICE Let one thread call init(
// UNSAID arrivals
// ALSO initcheck
// HARDWARE unmeasured
CASE(object_never_made)
{
	return object<NEVER>();
}

// CASE object_only_arrives: the same without a wait: no deadlock shows it
// EXPECT initcheck uninit at arrives
// SAYS init() was never called
// HARDWARE unmeasured
CASE(object_only_arrives)
{
	return object<ONLY_ARRIVES>();
}

// CASE next_object: init() for another object of the array than the one that is used
// EXPECT synccheck deadlock at waits
// SAYS that was never initialised
// ALSO initcheck
// HARDWARE unmeasured
CASE(next_object)
{
	return object<NEXT_ONE>();
}

// CASE object_made_too_late: init(), and no barrier before the others use it: that is the cause
// EXPECT racecheck RAW|WAR error between made and waits
// UNSAID was never
// ALSO synccheck
// HARDWARE unmeasured
CASE(object_made_too_late)
{
	return object<TOO_LATE>();
}
