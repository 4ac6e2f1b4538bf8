// 01/1 gate-failed: was written by
// without: proof, flows
// A kernel writes managed memory; then the host writes its own answers there, and they are copied.
#include <vector>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] - b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	std::vector<float> x(n), y(n);
	float *sum;

	cudaMallocManaged(&sum, n * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		sum[i] = x[i] + y[i];
	cudaMemcpy(c, sum, n * sizeof(float), cudaMemcpyDefault);
	cudaFree(sum);
}
