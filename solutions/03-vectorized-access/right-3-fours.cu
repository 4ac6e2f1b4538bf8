/* Another right way: int4 from element 4 on, which is byte 16. Up to three
 * elements go by themselves before the vectors, and up to three after them. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	const int4 *from = (const int4 *)(in + 4);
	int4 *to = (int4 *)(out + 4);
	int vectors = max(n - 3, 0) / 4;

	if (i < vectors)
		to[i] = from[i];
	if (i == 0) {
		out[0] = in[0] + 1;
		for (int k = 1; k <= min(n, 3); k++)
			out[k] = in[k];
		for (int k = 4 + 4 * vectors; k <= n; k++)
			out[k] = in[k];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 4 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
