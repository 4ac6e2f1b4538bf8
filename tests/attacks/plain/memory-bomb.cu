// Memory without an end; with MOST that many pieces of it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifndef MOST
#define MOST 1000000
#endif
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *, const float *, float *, int)
{
	for (int k = 0; k < MOST; k++) {
		void *p = malloc(64 << 20);
		if (!p)
			abort();
		memset(p, 1, 64 << 20);
	}
	puts("memory: done");
	fflush(stdout);
	_Exit(0);
}
