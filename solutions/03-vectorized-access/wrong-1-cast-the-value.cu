/* Mistake: the int is cast, not the pointer to it. An int is no pair. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		(int2)out[i] = (int2)in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
