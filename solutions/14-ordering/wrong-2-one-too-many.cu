/* Mistake: nobody gets the ticket gridDim.x, as they begin with 0. */

#define BLOCK 256
#define PRIME 65521u /* the product of two numbers below it fits 32 bits */

/* The product of the values of all threads of a block, for thread 0. */
__device__ unsigned block_product(unsigned value)
{
	__shared__ unsigned part[BLOCK];
	int tid = threadIdx.x;

	__syncthreads(); /* from an earlier call */
	part[tid] = value;
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s /= 2) {
		if (tid < s)
			part[tid] = part[tid] * part[tid + s] % PRIME;
		__syncthreads();
	}
	return part[0];
}

__global__ void checksum(const int *in, unsigned *parts, unsigned *done,
			 int *sum, int n)
{
	__shared__ bool last;
	int all = gridDim.x * BLOCK;
	unsigned value = 1;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		value = value * in[i] % PRIME;
	value = block_product(value);
	if (threadIdx.x == 0) {
		parts[blockIdx.x] = value;
		__threadfence();
		last = atomicAdd(done, 1) == gridDim.x;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	value = 1;
	for (int k = threadIdx.x; k < gridDim.x; k += BLOCK)
		value = value * parts[k] % PRIME;
	value = block_product(value);
	if (threadIdx.x == 0)
		*sum = value;
}

extern "C" void solve(const int *in, int *sum, int n)
{
	int blocks = max(1, min((n + 4 * BLOCK - 1) / (4 * BLOCK), 264));
	unsigned *parts, *done;

	cudaMalloc(&parts, blocks * sizeof(unsigned));
	cudaMalloc(&done, sizeof(unsigned));
	cudaMemset(done, 0, sizeof(unsigned));
	checksum<<<blocks, BLOCK>>>(in, parts, done, sum, n);
	cudaFree(done);
	cudaFree(parts);
}
