/* Step 3: every 32nd element gets the result of long work, the others get 1.
 *
 * This is the kernel that lecture notes warn of. The work is done by the
 * threads whose number divides by 32. */

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

	/* TODO: in each warp one lane works and 31 wait. Let n / 32 threads
	 * that stand side by side do this work: thread t for element 32 t. */
	if (i < n && i % 32 == 0)
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
