/* Another right way: a kernel for each kind, a thread for each element of it. */

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

template <bool odd>
__global__ void work(const unsigned *in, unsigned *out, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;

	if (i < n)
		out[i] = odd ? stir(in[i]) : mix(in[i]);
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);

	if (blocks > 0) {
		work<false><<<blocks, BLOCK>>>(in, out, n);
		work<true><<<blocks, BLOCK>>>(in, out, n);
	}
}
