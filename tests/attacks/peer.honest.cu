// 01/1 pass
// A kernel's sums come to their place by cudaMemcpyPeer.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *sum;

	cudaMalloc(&sum, n * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaMemcpyPeer(c, 0, sum, 0, n * sizeof(float));
	cudaFree(sum);
}
