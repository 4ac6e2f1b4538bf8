/* Step 2: even elements are mixed, odd elements are stirred.
 *
 * Here the lanes of each warp take turns: first the even ones work and the odd
 * ones wait, then the reverse. */

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
	/* TODO: let each warp take elements of one kind only. Of 64 elements
	 * side by side, one warp takes the 32 even ones, the next warp the 32
	 * odd ones. The branch below may stay as it is. */
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (i % 2 == 0)
		out[i] = mix(in[i]);
	else
		out[i] = stir(in[i]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
