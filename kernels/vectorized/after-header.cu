/* A message is one word of header and n words of payload. The header grows by
 * one, the payload is copied, two words a lane: rung 3, a head for the sake of
 * alignment.
 *
 * The payload begins at byte 4, where no 8-byte word may lie. Its first
 * element goes by itself; from element 2 on, pairs lie at multiples of 8
 * bytes. At the end one element may be left. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int pairs = (n - 1) / 2;

	if (i < pairs)
		((int2 *)(out + 2))[i] = ((const int2 *)(in + 2))[i];
	if (i == 0) {
		out[0] = in[0] + 1;
		if (n > 0)
			out[1] = in[1];
		if (n > 0 && n % 2 == 0)
			out[n] = in[n];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	forward<<<n / 2 / 256 + 1, 256>>>(in, out, n);
}
