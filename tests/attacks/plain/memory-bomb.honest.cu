// Some memory, and given back.
#include "add.cuh"
#include <cstdlib>
#include <cstring>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	void *p = malloc(64 << 20);
	if (p)
		memset(p, 1, 64 << 20);
	free(p);
	add_all(a, b, c, n);
}
