/* Another right way: the walk is a template that takes what to do with each
 * element. */

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

/* Calls `each` with every element that is this thread's. */
template <typename F>
__device__ void for_each_of_mine(const int *in, int n, F each)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int threads = gridDim.x * blockDim.x;

	for (int i = 4 * thread; i < n; i += 4 * threads) {
		if (i + 3 < n) {
			int4 v = *(const int4 *)(in + i);

			each(v.x), each(v.y), each(v.z), each(v.w);
		} else {
			for (int k = i; k < n; k++)
				each(in[k]);
		}
	}
}

__global__ void sum(const int *in, int *total, int n)
{
	__shared__ int part[32]; /* a sum for each warp */
	int tid = threadIdx.x;
	int value = 0;

	for_each_of_mine(in, n, [&](int v) { value += v; });

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
