/* Another right way: `in` and `out` are pinned where they are. */

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
	float *part, *sum;

	if (n > 0) {
		cudaHostRegister((void *)in, rounds * bytes, 0);
		cudaHostRegister(out, bytes, 0);
	}
	cudaMalloc(&part, bytes);
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);

	for (int r = 0; r < rounds; r++) {
		cudaMemcpy(part, in + (size_t)r * n, bytes,
			   cudaMemcpyHostToDevice);
		add<<<(n + 255) / 256, 256>>>(part, sum, n);
	}
	cudaMemcpy(out, sum, bytes, cudaMemcpyDeviceToHost);

	cudaFree(sum);
	cudaFree(part);
	if (n > 0) {
		cudaHostUnregister(out);
		cudaHostUnregister((void *)in);
	}
}
