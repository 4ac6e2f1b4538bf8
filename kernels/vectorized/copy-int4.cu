/* Copy of whole numbers, four a lane: rung 2, 16 bytes, and a tail of up to
 * three.
 *
 * 16 bytes are the widest word that a lane of this machine loads. A thread
 * owns four neighbours; the last one may own fewer, and moves those one by
 * one. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		((int4 *)out)[i] = ((const int4 *)in)[i];
	else
		for (int k = 4 * i; k < n; k++)
			out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4 + (n % 4 > 0);

	if (n > 0)
		copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
