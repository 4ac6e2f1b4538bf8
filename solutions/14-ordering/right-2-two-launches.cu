/* Another right way: two launches need no ticket. */

#define BLOCK 256
#define PRIME 65521u

__device__ unsigned block_product(unsigned value)
{
	__shared__ unsigned part[BLOCK];
	int tid = threadIdx.x;

	part[tid] = value;
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s /= 2) {
		if (tid < s)
			part[tid] = part[tid] * part[tid + s] % PRIME;
		__syncthreads();
	}
	return part[0];
}

template <typename T, typename U>
__global__ void products(const T *in, U *out, int n)
{
	int all = gridDim.x * BLOCK;
	unsigned value = 1;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		value = value * in[i] % PRIME;
	value = block_product(value);
	if (threadIdx.x == 0)
		out[blockIdx.x] = value;
}

extern "C" void solve(const int *in, int *sum, int n)
{
	int blocks = max(1, min((n + 4 * BLOCK - 1) / (4 * BLOCK), 264));
	unsigned *parts;

	cudaMalloc(&parts, blocks * sizeof(unsigned));
	products<<<blocks, BLOCK>>>(in, parts, n);
	products<<<1, BLOCK>>>(parts, sum, blocks);
	cudaFree(parts);
}
