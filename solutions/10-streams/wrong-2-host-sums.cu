/* Mistake: right, but the sums are made on the host. */

#include <cstring>

__global__ void add(const float *part, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		sum[i] += part[i];
}

extern "C" void solve(const float *in, float *out, int n, int rounds)
{
	size_t bytes = n * sizeof(float);
	float *host, *part, *sum;

	cudaMallocHost(&host, bytes); /* pinned */
	cudaMalloc(&part, bytes);
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);

	for (int r = 0; r < rounds; r++) {
		memcpy(host, in + (size_t)r * n, bytes); /* a new frame */
		for (int i = 0; i < n; i++)
			out[i] = (r ? out[i] : 0.0f) + host[i];
	}

	cudaFree(sum);
	cudaFree(part);
	cudaFreeHost(host);
}
