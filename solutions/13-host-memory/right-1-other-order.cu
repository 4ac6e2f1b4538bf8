/* Another right way: the second array is the write-combined one, the third is
 * pinned. */

#include <cstdlib>
#include <cstring>

__global__ void add(const int *a, const int *b, const int *c, int *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a[i] + 2 * b[i] + 4 * c[i];
}

static float copied(int *device, const int *host, size_t bytes)
{
	cudaEvent_t begin, end;
	float ms;

	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice); /* warm up */
	cudaEventRecord(begin);
	cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
	cudaEventRecord(end);
	cudaEventSynchronize(end);
	cudaEventElapsedTime(&ms, begin, end);
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	return ms;
}

extern "C" void solve(const int *x, int *y, float *ms, int n)
{
	size_t bytes = n * sizeof(int);
	int *host[3], *device[3], *sum;

	host[0] = (int *)malloc(bytes);
	cudaMallocHost(&host[2], bytes);
	cudaHostAlloc(&host[1], bytes, cudaHostAllocWriteCombined);
	for (int k = 0; k < 3; k++) {
		cudaMalloc(&device[k], bytes);
		memcpy(host[k], x, bytes);
		ms[k] = copied(device[k], host[k], bytes);
	}
	cudaMalloc(&sum, bytes);
	add<<<(n + 255) / 256, 256>>>(device[0], device[1], device[2], sum, n);
	cudaMemcpy(y, sum, bytes, cudaMemcpyDeviceToHost);

	cudaFree(sum);
	for (int k = 0; k < 3; k++)
		cudaFree(device[k]);
	cudaFreeHost(host[2]);
	cudaFreeHost(host[1]);
	free(host[0]);
}
