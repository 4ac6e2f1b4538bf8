/* Another right way: the first job has a stream of its own, beside the second.
 * The host waits for that stream before it reads what the kernel wrote. */

#include <cstring>

/* One pass: each element is read once and written once. */
__global__ void scale(const int *x, int *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 3 * x[i] + 1;
}

/* Two passes: the largest element, and how many there are that equal it. */
__global__ void largest(const int *z, int *top, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = i < n ? z[i] : 0;

	mine = __reduce_max_sync(0xffffffff, mine);
	if (threadIdx.x % 32 == 0 && mine > 0)
		atomicMax(top, mine);
}

__global__ void equal(const int *z, const int *top, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned votes = __ballot_sync(0xffffffff, i < n && z[i] == *top);

	if (threadIdx.x % 32 == 0 && votes)
		atomicAdd(count, __popc(votes));
}

extern "C" void solve(const int *x, int *y, const int *z, int *result, int n)
{
	size_t bytes = n * sizeof(int);
	int blocks = (n + 255) / 256;
	int *hx, *hy, *hz, *hr, *dx, *dy, *dz, *dr;

	cudaHostAlloc(&hx, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hy, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hz, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hr, 2 * sizeof(int), cudaHostAllocMapped);
	cudaMalloc(&dz, bytes);
	cudaMalloc(&dr, 2 * sizeof(int));
	memcpy(hx, x, bytes);
	memcpy(hz, z, bytes);
	cudaMemset(dr, 0, 2 * sizeof(int));

	cudaHostGetDevicePointer(&dx, hx, 0);
	cudaHostGetDevicePointer(&dy, hy, 0);
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	scale<<<blocks, 256, 0, s>>>(dx, dy, n);

	cudaMemcpy(dz, hz, bytes, cudaMemcpyHostToDevice);
	largest<<<blocks, 256>>>(dz, dr, n);
	equal<<<blocks, 256>>>(dz, dr, dr + 1, n);
	cudaMemcpy(hr, dr, 2 * sizeof(int), cudaMemcpyDeviceToHost);

	cudaStreamSynchronize(s);
	memcpy(y, hy, bytes);
	memcpy(result, hr, 2 * sizeof(int));
	cudaStreamDestroy(s);
	cudaFree(dr);
	cudaFree(dz);
	cudaFreeHost(hr);
	cudaFreeHost(hz);
	cudaFreeHost(hy);
	cudaFreeHost(hx);
}
