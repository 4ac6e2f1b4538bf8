// The twin of the overwritten input: it is put back.
#include "ways.cuh"
__global__ void up(float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] += b[i];
}
SOLVE
{
	float *k;
	cudaMalloc(&k, n * sizeof(float));
	cudaMemcpy(k, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
	up<<<(n + 255) / 256, 256>>>((float *)a, b, n);
	cudaMemcpy(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaMemcpy((void *)a, k, n * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaFree(k);
}
