/* Mistake: right, but two ints wide whatever WIDTH says. */

#ifndef WIDTH
#define WIDTH 4
#endif

#if WIDTH == 1
typedef int word;
#elif WIDTH == 2
typedef int2 word;
#else
typedef int4 word;
#endif

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (2 * i < n)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
