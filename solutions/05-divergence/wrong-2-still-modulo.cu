/* Mistake: the test is turned round, but a warp still has both kinds. */

#define BLOCK 256

/* Two kinds of work, equally long. */
__device__ unsigned mix(unsigned v)
{
#pragma unroll 1
	for (int round = 0; round < 16; round++)
		v = (v ^ v >> 15) * 0x2c1b3c6du + round;
	return v;
}

__device__ unsigned stir(unsigned v)
{
#pragma unroll 1
	for (int round = 0; round < 16; round++)
		v = (v ^ v << 13) + (v >> 7) * 5u + round;
	return v;
}

__global__ void work(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (i % 2)
		out[i] = stir(in[i]);
	else
		out[i] = mix(in[i]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
