/* Another right way: a grid of a fixed size, blocks of 512 threads, and
 * loads read past the L1 with __ldcs(). */

#ifndef BLOCK
#define BLOCK 512
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
		int4 v = __ldcs(in4 + i);

		value += v.x + v.y + v.z + v.w;
	}
	if (thread < n % 4)
		value += in[n / 4 * 4 + thread];

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
	sum<<<256, BLOCK>>>(in, total, n);
}
