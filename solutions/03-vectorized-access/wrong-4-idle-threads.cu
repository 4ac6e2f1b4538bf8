/* Mistake: right, but there are as many threads as ints, whatever WIDTH is.
 * At 4, three quarters of them find nothing to do. */

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
	const word *from = (const word *)in;
	word *to = (word *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (WIDTH * i < n)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
