/* A device lambda behind a macro, and a header that lies beside the file. */
#include "beside.cuh"
#define ON_DEVICE __device__

template <class F> __global__ void each(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		f(i);
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	each<<<blocks_for(n), 256>>>(n, [=] ON_DEVICE(int i) { c[i] = plus(a[i], b[i]); });
}
