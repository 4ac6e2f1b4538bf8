// 14/2 pass
// Two launches; the second one reads the parts on the device, and prints what it found. Nothing follows it.
#include <cstdio>

__device__ unsigned product(unsigned value)
{
	__shared__ unsigned part[256];
	int t = threadIdx.x;

	part[t] = value;
	__syncthreads();
	for (int s = 128; s > 0; s /= 2) {
		if (t < s)
			part[t] = part[t] * part[t + s] % 65521u;
		__syncthreads();
	}
	return part[0];
}
__global__ void parts_of(const int *in, unsigned *parts, int n)
{
	unsigned value = 1;

	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		value = value * in[i] % 65521u;
	value = product(value);
	if (threadIdx.x == 0)
		parts[blockIdx.x] = value;
}
__global__ void together(const unsigned *parts, int n, int *sum)
{
	unsigned value = 1;

	for (int k = threadIdx.x; k < n; k += 256)
		value = value * parts[k] % 65521u;
	value = product(value);
	if (threadIdx.x == 0) {
		printf("%d parts, %u\n", n, value);
		*sum = value;
	}
}

extern "C" void solve(const int *in, int *sum, int n)
{
	int blocks = max(1, min((n + 1023) / 1024, 264));
	unsigned *parts;

	cudaMalloc(&parts, blocks * sizeof(unsigned));
	parts_of<<<blocks, 256>>>(in, parts, n);
	together<<<1, 256>>>(parts, blocks, sum);
	cudaDeviceSynchronize();
	cudaFree(parts);
}
