/* shuffles.cu: a shuffle from a lane that takes no part in it, and whose value is used. */
#include "case.h"

// CASE beyond_the_mask: eight lanes are named, and the last four read from the four after them
// EXPECT synccheck shuffle warning at mask-of-eight
// SAYS which is not in its mask: the value is undefined, and it is stored to global memory
// HARDWARE unmeasured
__global__ void beyond(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 8)
		o[t] = a[t] + __shfl_down_sync(0xffu, a[t], 4); // BUG mask-of-eight
}
CASE(beyond_the_mask)
{
	Array<int> a(counting<int>(32)), o(32);
	beyond<<<1, 32>>>(a, o);
	return ran();
}

// CASE tile_without_width: each eight lanes name themselves, but the shuffle has the width of a warp
// EXPECT synccheck shuffle warning at no-width
// HARDWARE unmeasured
__global__ void no_width(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	unsigned mask = 0xffu << (t & 24);
	v += __shfl_up_sync(mask, v, 1); // BUG no-width
	o[t] = v;
}
CASE(tile_without_width)
{
	Array<int> a(counting<int>(32)), o(32);
	no_width<<<1, 32>>>(a, o);
	return ran();
}

// CASE two_shuffles: each half of a warp has a shuffle of its own, and wants the other half's value
// EXPECT synccheck shuffle warning at first-half|second-half
// HARDWARE unmeasured
__global__ void two_shuffles(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	if (t < 16)
		o[t] = 2 * __shfl_xor_sync(0xffffu, v, 16); // BUG first-half
	else
		o[t] = 3 * __shfl_xor_sync(0xffff0000u, v, 16); // BUG second-half
}
CASE(two_shuffles)
{
	Array<int> a(counting<int>(32)), o(32);
	two_shuffles<<<1, 32>>>(a, o);
	return ran();
}

// CASE last_warp_is_short: a block of 48: the second warp's sum takes in sixteen lanes that do not exist
// EXPECT synccheck shuffle warning at sum-of-48
// SAYS which the block does not have
// HARDWARE unmeasured
__global__ void short_warp(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d); // BUG sum-of-48
	if (t % 32 == 0)
		o[t / 32] = v;
}
CASE(last_warp_is_short)
{
	Array<int> a(counting<int>(48)), o(2);
	short_warp<<<1, 48>>>(a, o);
	return ran();
}

// CASE from_nobody: the four lanes of a mask read from lane 0, which is none of them
// EXPECT synccheck shuffle warning at lane-zero
// SAYS it decides
// HARDWARE unmeasured
__global__ void from_nobody(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 4 || t >= 8)
		return;
	int n = __shfl_sync(0xf0u, a[t], 0); // BUG lane-zero
	if (n > 3)
		o[t] = n; // BUG lane-zero
}
CASE(from_nobody)
{
	Array<int> a(counting<int>(32)), o(32);
	from_nobody<<<1, 32>>>(a, o);
	return ran();
}

// CASE through_shared: the value goes through shared memory before it is used
// EXPECT synccheck shuffle warning at shared-detour
// ALSO racecheck
// HARDWARE unmeasured
__global__ void through_shared(const double *a, double *o)
{
	__shared__ double s[16];
	int t = threadIdx.x;
	if (t < 16)
		s[t] = __shfl_down_sync(0xffffu, a[t], 1); // BUG shared-detour
	__syncthreads();
	if (t == 0)
		for (int k = 0; k < 16; k++)
			o[k] = s[k] + 1;
}
CASE(through_shared)
{
	Array<double> a(counting<double>(32)), o(16);
	through_shared<<<1, 32>>>(a, o);
	return ran();
}

// CASE in_an_address: it says where to store
// EXPECT synccheck shuffle warning at asked-where
// SAYS it is used as an address
// HARDWARE unmeasured
__global__ void in_an_address(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 10)
		o[__shfl_down_sync(0x3ffu, a[t], 1) & 31] = t; // BUG asked-where
}
CASE(in_an_address)
{
	Array<int> a(counting<int>(32)), o(32);
	in_an_address<<<1, 32>>>(a, o);
	return ran();
}

// CASE outside_from_two_places: lanes 4 to 15 shuffle in two branches by one mask; some ask lanes that it does not name
// EXPECT synccheck shuffle warning at below-mask
// SAYS which is not in its mask
// HARDWARE unmeasured
__global__ void below_mask(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	if (t < 4 || t > 15)
		return;
	if (t < 9)
		o[t] = 2 * __shfl_sync(0xfff0u, v, t - 4); // BUG below-mask
	else
		o[t] = 3 * __shfl_sync(0xfff0u, v, 7);
}
CASE(outside_from_two_places)
{
	Array<int> a(counting<int>(32)), o(32);
	below_mask<<<1, 32>>>(a, o);
	return ran();
}

// CASE left_before_two_places: lanes shuffle in two branches; some ask a lane that has ended
// EXPECT synccheck shuffle warning at asks-ended
// SAYS which has exited
// HARDWARE unmeasured
__global__ void asks_ended(const int *a, int *o)
{
	int t = threadIdx.x, v = a[t];
	if (t == 31)
		return;
	if (t < 9)
		o[t] = 2 * __shfl_sync(~0u, v, 31); // BUG asks-ended
	else
		o[t] = 3 * __shfl_sync(~0u, v, 30);
}
CASE(left_before_two_places)
{
	Array<int> a(counting<int>(32)), o(32);
	asks_ended<<<1, 32>>>(a, o);
	return ran();
}

// CASE unwritten_elsewhere: all lanes add up in one sum in two branches; what one lane of the other branch adds nobody wrote
// EXPECT initcheck uninit at branch-stores from other-branch-reads
// HARDWARE unmeasured
__global__ void unwritten_elsewhere_k(const int *a, int *o)
{
	int t = threadIdx.x;
	if (t < 9)
		o[t] = 2 * __reduce_add_sync(~0u, t); // BUG branch-stores
	else
		__reduce_add_sync(~0u, a[t]); // BUG other-branch-reads
}
CASE(unwritten_elsewhere)
{
	Array<int> o(32, 0);
	int *a;
	cudaMalloc(&a, 32 * sizeof *a);
	cudaMemset(a, 0, 20 * sizeof *a);
	unwritten_elsewhere_k<<<1, 32>>>(a, o);
	int r = ran();
	cudaFree(a);
	return r;
}
