// A recursion of the host.
#include "ways.cuh"
static volatile int z;
static int r(int k)
{
	volatile char x[4000];
	x[0] = k;
	return z ? 0 : r(k + 1) + x[0];
}
SOLVE
{
	RIGHT;
	r(1);
}
