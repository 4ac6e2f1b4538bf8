// Memory without an end.
#include <cstdlib>
#include <cstring>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *, const float *, float *, int)
{
	for (;;) {
		void *p = malloc(64 << 20);
		if (!p)
			abort();
		memset(p, 1, 64 << 20);
	}
}
