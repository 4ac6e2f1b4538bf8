// 01/1 pass
// A kernel adds into memory of its own, the host looks at one word of it, another kernel brings it to c.
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
__global__ void move(const float4 *from, float4 *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (4 * i < n)
		to[i] = from[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float4 *sum;
	float first;
	if (n % 64 || n < 4096) {
		add<<<(n + 255) / 256, 256>>>(a, b, c, n);
		return;
	}
	/* 128 bits a thread: half as many requests for the way through memory of our own as there is room for */
	cudaMalloc(&sum, n / 16 * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
	move<<<(n / 64 + 255) / 256, 256>>>((float4 *)c, sum, n / 16);
	move<<<(n / 64 + 255) / 256, 256>>>(sum, (float4 *)c, n / 16);
	cudaMemcpy(&first, sum, sizeof first, cudaMemcpyDeviceToHost);
	if (first != first)
		printf("not a number\n");
	cudaFree(sum);
}
