// It counts its calls, and does the same in each.
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static int calls;
	add_all(a, b, c, calls++ < 3 ? n : n);
}
