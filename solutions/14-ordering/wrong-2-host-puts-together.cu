/* Mistake: no block is the last one. The host puts 60 parts together, and a
 * kernel only puts down what it says. */

#define BLOCK 256
#define PRIME 65521u

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

__global__ void parts_of(const int *in, unsigned *parts, int n)
{
	unsigned value = 1;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n;
	     i += gridDim.x * BLOCK)
		value = value * in[i] % PRIME;
	value = block_product(value);
	if (threadIdx.x == 0)
		parts[blockIdx.x] = value;
}

__global__ void put(int *sum, unsigned value)
{
	*sum = value;
}

extern "C" void solve(const int *in, int *sum, int n)
{
	int blocks = max(1, min((n + 4 * BLOCK - 1) / (4 * BLOCK), 60));
	unsigned *parts, host[60], value = 1;

	cudaMalloc(&parts, blocks * sizeof(unsigned));
	parts_of<<<blocks, BLOCK>>>(in, parts, n);
	cudaMemcpy(host, parts, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost);
	for (int k = 0; k < blocks; k++)
		value = value * host[k] % PRIME;
	put<<<1, 1>>>(sum, value);
	cudaFree(parts);
}
