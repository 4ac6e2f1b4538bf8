// It includes itself once.
#ifndef AGAIN
#define AGAIN
#include __FILE__
#else
#include "add.cuh"
#endif
#ifndef DONE
#define DONE
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, b, c, n);
}
#endif
