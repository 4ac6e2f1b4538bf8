/* Solution: the pairs begin at element 2, which is byte 8.
 *
 * Element 1 lies before the first place where a pair may begin, so it goes by
 * itself, as does the last element when it has no partner. Two elements in a
 * message of any length: the rest travels in pairs. */

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
		if (n >= 2 && n % 2 == 0)
			out[n] = in[n];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 2 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
