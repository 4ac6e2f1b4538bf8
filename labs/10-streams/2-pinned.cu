/* Step 2: add up `rounds` frames of n floats on the device. in has all
 * frames one after the other; out gets the n sums. Both are in the host's
 * memory.
 *
 * The file compiles and runs, and is right, but its buffer is pageable
 * memory. */

#include <cstdlib>
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

	/* TODO: let the buffer that all frames go through be pinned memory.
	 * Allocate it once. It has to be freed in another way, too. */
	host = (float *)malloc(bytes);
	cudaMalloc(&part, bytes);
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);

	for (int r = 0; r < rounds; r++) {
		memcpy(host, in + (size_t)r * n, bytes); /* a new frame */
		cudaMemcpy(part, host, bytes, cudaMemcpyHostToDevice);
		add<<<(n + 255) / 256, 256>>>(part, sum, n);
	}
	cudaMemcpy(host, sum, bytes, cudaMemcpyDeviceToHost);
	memcpy(out, host, bytes);

	cudaFree(sum);
	cudaFree(part);
	free(host);
}
