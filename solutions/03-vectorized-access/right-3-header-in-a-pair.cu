/* Another right way: the pairs begin at element 0. The header is the first
 * half of pair 0, and the thread that moves this pair adds 1 to it. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int count = n + 1; /* the header is an element, too */

	if (i < count / 2) {
		int2 pair = from[i];

		if (i == 0)
			pair.x++;
		to[i] = pair;
	} else if (2 * i < count) {
		out[2 * i] = in[2 * i] + (i == 0);
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 2 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
