// An array of a megabyte.
#include "add.cuh"
char room[1 << 20] = { 1 };
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, b, c, n);
}
