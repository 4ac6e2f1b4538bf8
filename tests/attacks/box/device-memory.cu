/* The emulated device is a process of the judge's machine: its memory is the machine's. */
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	size_t got = 0;
	for (int i = 0; i < 8; i++) {
		void *p;
		if (cudaMalloc(&p, 256u << 20) == cudaSuccess && cudaMemset(p, 1, 256u << 20) == cudaSuccess)
			got += 256u << 20;
	}
	cudaGetLastError();
	cudaDeviceSynchronize();
	told("2 GiB of device memory", got >= 2048ull << 20);
	add_all(a, b, c, n);
}
