// 01/1 pass
// Between two launches the host looks at managed memory, and changes a little of it.
__global__ void add(const float *a, const float *b, float *m, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		m[i] = a[i] + b[i];
}

__global__ void again(float *flag)
{
	*flag += 1;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *m;

	cudaMallocManaged(&m, (n + 1) * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, m, n);
	again<<<1, 1>>>(m + n);
	cudaDeviceSynchronize();
	m[n] = m[0];
	again<<<1, 1>>>(m + n);
	cudaMemcpy(c, m, n * sizeof(float), cudaMemcpyDefault);
	cudaFree(m);
}
