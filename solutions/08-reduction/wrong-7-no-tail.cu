/* Mistake: the last n % 4 elements belong to nobody. */

#ifndef BLOCK
#define BLOCK 256
#endif

/* The sum of `value` over the lanes of a warp, in lane 0. */
__device__ int warp_sum(int value)
{
	for (int s = 16; s > 0; s /= 2)
		value += __shfl_down_sync(0xffffffff, value, s);
	return value;
}

__global__ void sum(const int *in, int *total, int n)
{
	__shared__ int part[32]; /* a sum for each warp */
	const int4 *in4 = (const int4 *)in;
	int tid = threadIdx.x;
	int thread = blockIdx.x * blockDim.x + tid;
	int threads = gridDim.x * blockDim.x;
	int value = 0;

#pragma unroll 4
	for (int i = thread; i < n / 4; i += threads) {
		int4 v = in4[i];

		value += v.x + v.y + v.z + v.w;
	}

	value = warp_sum(value);
	if (tid % 32 == 0)
		part[tid / 32] = value;
	__syncthreads();
	if (tid < 32) {
		value = warp_sum(tid < blockDim.x / 32 ? part[tid] : 0);
		if (tid == 0)
			atomicAdd(total, value);
	}
}

extern "C" void solve(const int *in, int *total, int n)
{
	int per_block = 16 * BLOCK;
	int blocks = (n + per_block - 1) / per_block;
	int processors;

	cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
	blocks = min(blocks, 16 * processors); /* enough to fill the GPU */
	if (blocks > 0)
		sum<<<blocks, BLOCK>>>(in, total, n);
}
