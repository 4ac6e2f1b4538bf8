// The largest block that there is.
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 1023) / 1024, 1024>>>(a, b, c, n);
}
