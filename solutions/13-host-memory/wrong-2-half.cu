/* Mistake: only the input is mapped; the result is still copied after the kernel. */

#include <cstring>

#define ROWS 32 /* of a column, for each thread */

/* One pass: each element is read once and written once. */
__global__ void scale(const int *x, int *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 3 * x[i] + 1;
}

/* Two passes: the sum of each column, and how many are above its mean. */
__global__ void add(const int *z, int *sum, int rows, int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int end = min(rows, (blockIdx.y + 1) * ROWS);
	int mine = 0;

	if (col >= cols)
		return;
	for (int row = blockIdx.y * ROWS; row < end; row++)
		mine += z[row * cols + col];
	atomicAdd(&sum[col], mine);
}

__global__ void above(const int *z, const int *sum, int *count, int rows,
		      int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int end = min(rows, (blockIdx.y + 1) * ROWS);
	int mine = 0;

	if (col >= cols)
		return;
	for (int row = blockIdx.y * ROWS; row < end; row++)
		mine += z[row * cols + col] * rows > sum[col];
	atomicAdd(&count[col], mine);
}

extern "C" void solve(const int *x, int *y, const int *z, int *result, int rows,
		      int cols)
{
	int n = rows * cols, blocks = (n + 255) / 256;
	dim3 grid((cols + 255) / 256, (rows + ROWS - 1) / ROWS);
	size_t bytes = n * sizeof(int), both = 2 * cols * sizeof(int);
	int *hx, *hy, *hz, *hr, *dx, *dy, *dz, *dr;

	cudaHostAlloc(&hx, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hy, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hz, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&hr, both, cudaHostAllocMapped);
	cudaMalloc(&dy, bytes);
	cudaMalloc(&dz, bytes);
	cudaMalloc(&dr, both);
	memcpy(hx, x, bytes);
	memcpy(hz, z, bytes);
	cudaMemset(dr, 0, both);

	cudaHostGetDevicePointer(&dx, hx, 0);
	scale<<<blocks, 256>>>(dx, dy, n);
	cudaMemcpy(hy, dy, bytes, cudaMemcpyDeviceToHost);

	cudaMemcpy(dz, hz, bytes, cudaMemcpyHostToDevice);
	add<<<grid, 256>>>(dz, dr, rows, cols);
	above<<<grid, 256>>>(dz, dr, dr + cols, rows, cols);
	cudaMemcpy(hr, dr, both, cudaMemcpyDeviceToHost);

	memcpy(y, hy, bytes);
	memcpy(result, hr, both);
	cudaFree(dr);
	cudaFree(dz);
	cudaFree(dy);
	cudaFreeHost(hr);
	cudaFreeHost(hz);
	cudaFreeHost(hy);
	cudaFreeHost(hx);
}
