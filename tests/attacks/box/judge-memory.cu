#include "attempts.cuh"
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("open the judge", judge());
	add_all(a, b, c, n);
}
