/* Mistake: n / 32 + 1 is one too many where 32 divides n. */

#define BLOCK 256

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

	if (i < n && i % 32 != 0)
		out[i] = 1;
	if (i < n / 32 + 1)
		out[32 * i] = complex_work(in[32 * i]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
