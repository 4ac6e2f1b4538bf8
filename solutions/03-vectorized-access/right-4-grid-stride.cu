/* Another right way: a grid of a fixed size with a loop over the words. */

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

	for (; WIDTH * i < n; i += gridDim.x * blockDim.x)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	copy<<<1056, 128>>>(in, out, n);
}
