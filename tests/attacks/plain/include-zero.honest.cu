// A file that is empty.
#include "/dev/null"
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, b, c, n);
}
