/* Mistake: right, but the pair is made of two loads of 4 bytes. Each of them
 * takes every second int, so that each sector is asked for twice. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2) {
		out[2 * i] = in[2 * i];
		out[2 * i + 1] = in[2 * i + 1];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
