// 10/2 pass
// The frames lie in mapped memory, and kernels fetch them from there.
#include <cstring>

__global__ void add(const float *part, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = sum[i] + part[i];
}

extern "C" void solve(const float *in, float *out, int n, int rounds)
{
	size_t bytes = n * sizeof(float);
	float *m, *sum;

	cudaHostAlloc(&m, bytes * rounds, cudaHostAllocMapped);
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);
	memcpy(m, in, bytes * rounds);
	for (int r = 0; r < rounds; r++)
		add<<<(n + 255) / 256, 256>>>(m + (size_t)r * n, sum, n);
	cudaMemcpy(m, sum, bytes, cudaMemcpyDeviceToHost);
	memcpy(out, m, bytes);
	cudaFree(sum);
	cudaFreeHost(m);
}
