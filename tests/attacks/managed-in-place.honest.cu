// 10/2 pass
// Each frame comes to managed memory that stays with the host, and a kernel adds the sum so far to it, in place.
#include <cstring>

__global__ void mask(float *m, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		m[i] = sum[i] += m[i];
}

extern "C" void solve(const float *in, float *out, int n, int rounds)
{
	size_t bytes = n * sizeof(float);
	float *m, *sum;

	cudaMallocManaged(&m, bytes);
	cudaMemAdvise(m, bytes, cudaMemAdviseSetPreferredLocation, cudaMemLocation{cudaMemLocationTypeHost, 0});
	cudaMemAdvise(m, bytes, cudaMemAdviseSetAccessedBy, cudaMemLocation{cudaMemLocationTypeDevice, 0});
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);
	for (int r = 0; r < rounds; r++) {
		memcpy(m, in + (size_t)r * n, bytes);
		mask<<<(n + 255) / 256, 256>>>(m, sum, n);
		cudaDeviceSynchronize();
	}
	cudaDeviceSynchronize();
	memcpy(out, m, bytes);
	cudaFree(sum);
	cudaFree(m);
}
