/* Another right way: a thread takes an even element and its odd neighbour, one
 * after the other. */

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
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);

	if (i < n)
		out[i] = mix(in[i]);
	if (i + 1 < n)
		out[i + 1] = stir(in[i + 1]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
