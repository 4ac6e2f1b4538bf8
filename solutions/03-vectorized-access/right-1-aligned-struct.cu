/* Another right way: a struct of two ints that is declared to lie at
 * multiples of 8 bytes. The compiler then may load it as one word of 8
 * bytes, as it does with int2, which is declared in the same way. */

struct __align__(8) pair {
	int a;
	int b;
};

__global__ void copy(const int *in, int *out, int n)
{
	const struct pair *from = (const struct pair *)in;
	struct pair *to = (struct pair *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
