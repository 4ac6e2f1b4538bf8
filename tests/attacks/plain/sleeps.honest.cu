// It sleeps for a moment.
#include "add.cuh"
#include <unistd.h>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	usleep(1000);
	add_all(a, b, c, n);
}
