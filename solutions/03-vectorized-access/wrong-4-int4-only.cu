/* Mistake: it copies an int4 whatever WIDTH says. */

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
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (4 * i < n)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
