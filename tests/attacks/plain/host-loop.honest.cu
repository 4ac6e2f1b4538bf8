// A loop on the host that ends.
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	for (volatile int k = 0; k < 100000; k = k + 1)
		;
	add_all(a, b, c, n);
}
