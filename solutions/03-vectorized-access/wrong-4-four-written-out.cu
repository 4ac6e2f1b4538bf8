/* Mistake: the number of words is right for a WIDTH of 4 alone. */

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

	if (i < n / 4)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
