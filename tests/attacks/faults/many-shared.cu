/* The device maps pinned memory, too, and Linux allows a process some 65,000 mappings: it must not die of the student's. */
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int pinned = 0, managed = 0;
	void *p;

	while (n == 1 && pinned < 100000 && cudaMallocHost(&p, 4096) == cudaSuccess)
		pinned++;
	while (n == 1 && managed < 3000 && cudaMallocManaged(&p, 1 << 20) == cudaSuccess)
		managed++;
	cudaGetLastError();
	if (n == 1)
		printf("pinned: %d managed: %d\n", pinned, managed);
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
