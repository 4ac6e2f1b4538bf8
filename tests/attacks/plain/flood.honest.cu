// A few words.
#include "add.cuh"
#include <cstdio>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	puts("a word");
	add_all(a, b, c, n);
}
