/* Step 1: the array x goes to the device three times: from pageable, from
 * pinned and from write-combined memory. ms gets the milliseconds of each copy,
 * y what a kernel makes of the three. x, y and ms are in the host's memory.
 *
 * The file compiles and runs, but all three are the same kind of memory. */

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

	/* TODO: host[0] stays as it is. The other two are to be pinned memory,
	 * and one of these (which of them is up to you) write-combined, too.
	 * Each is freed in a way of its own. */
	host[0] = (int *)malloc(bytes);
	host[1] = (int *)malloc(bytes);
	host[2] = (int *)malloc(bytes);
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
	for (int k = 0; k < 3; k++)
		free(host[k]);
}
