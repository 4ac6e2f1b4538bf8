/* Mistake: the loads are aligned now, one int each, but the stores still go
 * to out + 1 as pairs. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	int2 *to = (int2 *)(out + 1);
	int pairs = n / 2;

	if (i < pairs)
		to[i] = make_int2(in[1 + 2 * i], in[2 + 2 * i]);
	if (i == 0) {
		out[0] = in[0] + 1;
		if (n % 2 == 1)
			out[n] = in[n];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 2 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
