/* apart_calls.cu: functions that call themselves, and barriers behind them. */
#include "case.h"

__device__ __noinline__ unsigned two_ifs(unsigned x, unsigned deep)
{
	unsigned v = x * 3;
	if (!deep)
		return x + 1;
	if (x & 1)
		v += two_ifs(x >> 2, deep - 1) * 5;
	if (x & 2 || (v & 7) == 3)
		v ^= two_ifs(x >> 1, deep - 1);
	return v + deep;
}


// CASE barrier_after_calls: lanes that part in their calls, then a barrier of the block
// EXPECT synccheck barrier warning at barrier-behind
// SAYS after calls of a function that calls itself
// HARDWARE unmeasured
__global__ void barrier_after_calls(const int *a, int *o)
{
	__shared__ unsigned s[128];
	unsigned t = threadIdx.x, v = 0;
	if (t % 3 || a[t] & 16)
		v = two_ifs(a[t], 2 + t % 6);
	s[t] = v;
	__syncthreads(); // BUG barrier-behind
	o[t] = s[(t + 37) % 128];
}
static std::vector<int> scattered(int n)
{
	std::vector<int> v(n);
	for (int i = 0; i < n; i++)
		v[i] = (int)(i * 2654435761u >> 20);
	return v;
}
CASE(barrier_after_calls)
{
	Array<int> a(scattered(128)), o(128);
	barrier_after_calls<<<1, 128>>>(a, o);
	return ran();
}

// CASE vote_after_calls: likewise, then a vote of the warp
// EXPECT synccheck barrier warning at vote-behind
// SAYS after calls of a function that calls itself
// HARDWARE unmeasured
__global__ void vote_after_calls(const int *a, int *o)
{
	unsigned t = threadIdx.x, v = 0;
	if (t % 3 || a[t] & 16)
		v = two_ifs(a[t], 2 + t % 6);
	o[t] = __ballot_sync(0xffffffffu, v & 1); // BUG vote-behind
}
CASE(vote_after_calls)
{
	Array<int> a(scattered(128)), o(128);
	vote_after_calls<<<1, 128>>>(a, o);
	return ran();
}
