/* Copy of whole numbers, two a lane: rung 1, the wider word.
 *
 * A thread moves an int2 of 8 bytes where the scalar copy moves an int: half
 * the threads, half the requests, the same sectors. Of an odd count the last
 * element goes by itself. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		((int2 *)out)[i] = ((const int2 *)in)[i];
	else if (2 * i < n)
		out[2 * i] = in[2 * i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2 + n % 2;

	if (n > 0)
		copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
