/* Mistake: right, but only the loads are wide. The pair is stored one int
 * after the other. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2) {
		int2 pair = from[i];

		out[2 * i] = pair.x;
		out[2 * i + 1] = pair.y;
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
