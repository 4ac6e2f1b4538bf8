/* Step 5: hash each element of x into y. Both are in the host's pageable memory,
 * are used once, and are large.
 *
 * The file compiles, runs and is right, but pins as much as the array holds. */

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
	unsigned *host, *device;

	if (n == 0)
		return;
	/* TODO: pin two buffers of CHUNK elements, and let the array go through
	 * them in turn, each with a stream of its own. Before a buffer is filled
	 * again, wait for its stream and copy its result to y. */
	cudaMallocHost(&host, bytes);
	cudaMalloc(&device, bytes);
	memcpy(host, x, bytes);
	cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
	hash<<<(n + 255) / 256, 256>>>(device, n);
	cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
	memcpy(y, host, bytes);

	cudaFree(device);
	cudaFreeHost(host);
}
