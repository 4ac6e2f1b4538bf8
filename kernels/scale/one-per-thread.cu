/* out = 2 * in + 1: neighbouring threads take neighbouring elements.
 *
 * A warp's load names 32 words in a row: 128 bytes, 4 sectors, none of them
 * wasted. */

__global__ void scale(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = 2.0f * in[i] + 1.0f;
}

extern "C" void solve(const float *in, float *out, int n)
{
	if (n > 0)
		scale<<<(n + 255) / 256, 256>>>(in, out, n);
}
