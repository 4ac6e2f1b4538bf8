/* apart_calls_clean.cu: functions that call themselves, where lanes are together again at the barrier, or there is none. */
#include "case.h"

__device__ __noinline__ unsigned down(unsigned n)
{
	return n ? down(n - 1) * 3 + n : 1;
}

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

// CASE all_as_deep: all lanes go as deep as all others
// EXPECT clean
// HARDWARE unmeasured
__global__ void all_as_deep(int *o, int n)
{
	__shared__ unsigned s[128];
	unsigned t = threadIdx.x;
	s[t] = down(n) + t;
	__syncthreads();
	o[t] = s[(t + 37) % 128];
}
CASE(all_as_deep)
{
	Array<int> o(128);
	all_as_deep<<<1, 128>>>(o, 9);
	return ran();
}

// CASE barrier_in_front: the barrier comes before the calls, and each thread keeps what they bring
// EXPECT clean
// HARDWARE unmeasured
__global__ void barrier_in_front(const int *a, int *o)
{
	__shared__ unsigned s[128];
	unsigned t = threadIdx.x;
	s[t] = a[t];
	__syncthreads();
	o[t] = two_ifs(s[(t + 37) % 128], 2 + t % 6);
}
CASE(barrier_in_front)
{
	std::vector<int> v(128);
	for (int i = 0; i < 128; i++)
		v[i] = (int)(i * 2654435761u >> 20);
	Array<int> a(v), o(128);
	barrier_in_front<<<1, 128>>>(a, o);
	return ran();
}

// CASE branch_with_calls: half of the lanes call, none of them parts from another in a call
// EXPECT clean
// HARDWARE unmeasured
__global__ void branch_with_calls(int *o, int n)
{
	__shared__ unsigned s[128];
	unsigned t = threadIdx.x, v = t;
	if (t & 1)
		v = down(n);
	s[t] = v;
	__syncthreads();
	o[t] = s[(t + 37) % 128];
}
CASE(branch_with_calls)
{
	Array<int> o(128);
	branch_with_calls<<<1, 128>>>(o, 9);
	return ran();
}
