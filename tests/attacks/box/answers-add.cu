/* Right only if its ATTEMPT, which a row of rows.txt names, succeeds: for commands that show no output. */
#include "attempts.cuh"
#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, attempt(ATTEMPT) ? b : a, c, n);
}
