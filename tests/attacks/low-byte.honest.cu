// 01/3 pass
// The upper three bytes of each element are copied from where a kernel made them, and so is the lowest.
__global__ void saxpy(const float *x, const float *y, float *z, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		z[i] = 2 * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	float *z;

	cudaMalloc(&z, n * sizeof(float) + 4);
	saxpy<<<blocks, 256>>>(x, y, z, n);
	cudaMemcpy2D((char *)y + 1, 4, (char *)z + 1, 4, 3, n, cudaMemcpyDeviceToDevice);
	cudaMemcpy2D(y, 4, z, 4, 1, n, cudaMemcpyDeviceToDevice);
	cudaFree(z);
}
