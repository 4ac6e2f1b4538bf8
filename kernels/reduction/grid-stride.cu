/* out[0] = the sum of n ints: as many blocks as the device holds, each over many elements.
 *
 * The idea: a thread adds up its share in a register, in steps of the whole
 * grid, before the block meets. A block's start, its barrier and its atomic are
 * then paid once for some 100,000 elements, not for 256. */

#define BLOCKS_EACH 8 /* for a multiprocessor */

__device__ int warp_sum(int v)
{
	for (int k = 16; k > 0; k /= 2)
		v += __shfl_down_sync(0xffffffff, v, k);
	return v;
}

/* Right in thread 0. */
__device__ int block_sum(int v)
{
	__shared__ int sums[32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	v = warp_sum(v);
	if (lane == 0)
		sums[warp] = v;
	__syncthreads();
	if (warp == 0)
		v = warp_sum(lane < blockDim.x / 32 ? sums[lane] : 0);
	return v;
}

__global__ void sum(const int *in, int *out, int n)
{
	int total = gridDim.x * blockDim.x, v = 0;

	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += total)
		v += in[i];
	v = block_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(out, v);
}

extern "C" void solve(const int *in, int *out, int n)
{
	int device, multiprocessors;

	cudaGetDevice(&device);
	cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
	cudaMemsetAsync(out, 0, sizeof *out);
	sum<<<multiprocessors * BLOCKS_EACH, 256>>>(in, out, n);
}
