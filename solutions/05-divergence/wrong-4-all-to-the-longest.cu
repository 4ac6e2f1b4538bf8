/* Mistake: nothing is sorted. All lanes go on to the longest length of their warp
 * and throw away what is beyond their own: busy, and with nothing useful. */

#define BLOCK 256

__global__ void work(const unsigned *in, const int *length, unsigned *out,
		     int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = i < n ? 8 * length[i] : 0;
	int longest = __reduce_max_sync(0xffffffff, mine);
	unsigned v = i < n ? in[i] : 0;

#pragma unroll 1
	for (int round = 0; round < longest; round++) {
		unsigned next = (v ^ v >> 15) * 0x2c1b3c6du + round;

		v = round < mine ? next : v;
	}
	if (i < n)
		out[i] = v;
}

extern "C" void solve(const unsigned *in, const int *length, unsigned *out,
		      int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, length, out, n);
}
