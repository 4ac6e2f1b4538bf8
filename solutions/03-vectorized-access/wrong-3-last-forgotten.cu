/* Mistake: element 1 goes by itself, but the last element of an even
 * payload, which has no partner any more, is forgotten. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	const int2 *from = (const int2 *)(in + 2);
	int2 *to = (int2 *)(out + 2);
	int pairs = (n - 1) / 2;

	if (i < pairs)
		to[i] = from[i];
	if (i == 0) {
		out[0] = in[0] + 1;
		if (n >= 1)
			out[1] = in[1];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 2 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
