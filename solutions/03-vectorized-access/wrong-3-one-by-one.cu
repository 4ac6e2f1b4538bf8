/* Mistake: right, but no pair is left: every element of the payload goes by
 * itself. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[1 + i] = in[1 + i];
	if (i == 0)
		out[0] = in[0] + 1;
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
