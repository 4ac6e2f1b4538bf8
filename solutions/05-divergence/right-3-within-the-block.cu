/* Another right way: the first threads of each block do the work of their
 * block, through shared memory. */

#define BLOCK 1024

/* Long work for one number. */
__device__ unsigned complex_work(unsigned v)
{
#pragma unroll 1
	for (int round = 0; round < 48; round++)
		v = (v ^ v >> 15) * 0x2c1b3c6du + round;
	return v;
}

__global__ void work(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	__shared__ unsigned results[BLOCK / 32];
	int first = blockIdx.x * blockDim.x;
	int mine = first + 32 * threadIdx.x;

	if (threadIdx.x < BLOCK / 32 && mine < n)
		results[threadIdx.x] = complex_work(in[mine]);
	__syncthreads();
	if (i < n)
		out[i] = i % 32 == 0 ? results[threadIdx.x / 32] : 1;
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
