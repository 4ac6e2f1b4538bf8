// Some things are done in the first call alone.
#include "add.cuh"
#include <cstdio>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static bool done;
	if (!done)
		puts("once");
	done = true;
	add_all(a, b, c, n);
}
