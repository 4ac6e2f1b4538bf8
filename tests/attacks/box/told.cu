/* Says whether its ATTEMPT, which a row of rows.txt names, succeeds. */
#include "attempts.cuh"
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("the attempt", attempt(ATTEMPT));
	add_all(a, b, c, n);
}
