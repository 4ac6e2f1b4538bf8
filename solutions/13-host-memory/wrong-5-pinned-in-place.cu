/* Mistake: both arrays are pinned where they are, for one use. */

#include <cstring>

#define CHUNK (256 * 1024) /* elements */

__global__ void hash(unsigned *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] = (x[i] ^ x[i] >> 15) * 2654435761u;
}

extern "C" void solve(const unsigned *x, unsigned *y, int n)
{
	size_t bytes = n * sizeof(unsigned);
	unsigned *device;

	if (n == 0)
		return;
	cudaHostRegister((void *)x, bytes, 0);
	cudaHostRegister(y, bytes, 0);
	cudaMalloc(&device, bytes);
	cudaMemcpy(device, x, bytes, cudaMemcpyHostToDevice);
	hash<<<(n + 255) / 256, 256>>>(device, n);
	cudaMemcpy(y, device, bytes, cudaMemcpyDeviceToHost);

	cudaFree(device);
	cudaHostUnregister(y);
	cudaHostUnregister((void *)x);
}
