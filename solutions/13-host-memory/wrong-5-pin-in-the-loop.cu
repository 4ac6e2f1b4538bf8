/* Mistake: each chunk gets a pinned buffer of its own. */

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
	size_t bytes = CHUNK * sizeof(unsigned);
	unsigned *host, *device;

	cudaMalloc(&device, bytes);
	for (int at = 0; at < n; at += CHUNK) {
		int m = n - at < CHUNK ? n - at : CHUNK;

		cudaMallocHost(&host, bytes);
		memcpy(host, x + at, m * sizeof(unsigned));
		cudaMemcpy(device, host, m * sizeof(unsigned),
			   cudaMemcpyHostToDevice);
		hash<<<(m + 255) / 256, 256>>>(device, m);
		cudaMemcpy(host, device, m * sizeof(unsigned),
			   cudaMemcpyDeviceToHost);
		memcpy(y + at, host, m * sizeof(unsigned));
		cudaFreeHost(host);
	}
	cudaFree(device);
}
