// A constructor sets something up.
#include "add.cuh"
#include <cstdlib>
__attribute__((constructor)) static void enter()
{
	setenv("MINE", "1", 1);
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, b, c, n);
}
