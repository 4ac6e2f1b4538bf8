/* Two kinds of work for even and odd elements, dealt out so that each warp has
 * one kind only: of 64 elements side by side, one warp takes the even ones,
 * the next one the odd ones. */

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
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = thread % 32;
	int odd = thread / 32 % 2;
	int i = thread / 64 * 64 + 2 * lane + odd;

	if (i >= n)
		return;
	if (i % 2 == 0)
		out[i] = mix(in[i]);
	else
		out[i] = stir(in[i]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK; /* 64 divides BLOCK */

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
