/* Mistake: the last chunk is taken for a whole one. */

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
	unsigned *host[2], *device[2];
	cudaStream_t stream[2];

	for (int k = 0; k < 2; k++) {
		cudaMallocHost(&host[k], bytes);
		cudaMalloc(&device[k], bytes);
		cudaStreamCreate(&stream[k]);
	}
	for (int at = 0, k = 0; at < n + 2 * CHUNK; at += CHUNK, k ^= 1) {
		int m = CHUNK, old = at - 2 * CHUNK;

		/* This buffer's last turn: its result goes home. */
		cudaStreamSynchronize(stream[k]);
		if (old >= 0 && old < n)
			memcpy(y + old, host[k], bytes);
		if (at >= n)
			continue;
		memcpy(host[k], x + at, (n - at < CHUNK ? n - at : CHUNK) *
						sizeof(unsigned));
		cudaMemcpyAsync(device[k], host[k], m * sizeof(unsigned),
				cudaMemcpyHostToDevice, stream[k]);
		hash<<<(m + 255) / 256, 256, 0, stream[k]>>>(device[k], m);
		cudaMemcpyAsync(host[k], device[k], m * sizeof(unsigned),
				cudaMemcpyDeviceToHost, stream[k]);
	}
	for (int k = 0; k < 2; k++) {
		cudaStreamDestroy(stream[k]);
		cudaFree(device[k]);
		cudaFreeHost(host[k]);
	}
}
