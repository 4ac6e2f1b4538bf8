/* Mistake: there are as many threads as words now, but each still copies one
 * int: three quarters are left out. */

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
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (WIDTH * i < n)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / WIDTH;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
