/* Mistake: right, but each thread copies its ints one after the other. The
 * loop is as long as the word is wide, and every load is still one of 4
 * bytes. */

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
		for (int k = 0; k < WIDTH; k++)
			out[WIDTH * i + k] = in[WIDTH * i + k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / WIDTH;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
