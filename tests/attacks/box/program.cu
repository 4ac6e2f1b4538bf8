#include "common.cuh"
#include <cstdlib>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("start a program", system("true") == 0);
	add_all(a, b, c, n);
}
