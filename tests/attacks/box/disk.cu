#include "attempts.cuh"
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("write 100 MiB", disk());
	add_all(a, b, c, n);
}
