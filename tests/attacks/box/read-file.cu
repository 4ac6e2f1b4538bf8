#include "attempts.cuh"
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("read a file of the machine", file());
	add_all(a, b, c, n);
}
