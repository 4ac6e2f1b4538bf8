/* Mistake: "use < instead", as the notes have it: other elements get the work. */

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

	if (i < n && i < (n + 31) / 32)
		out[i] = complex_work(in[i]);
	else if (i < n)
		out[i] = 1;
}

extern "C" void solve(const unsigned *in, unsigned *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, out, n);
}
