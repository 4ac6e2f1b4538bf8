// The twin of those at the end: a handler that changes nothing.
#include "ways.cuh"
static void late()
{
	cudaDeviceSynchronize();
}
SOLVE
{
	static int once = atexit(late);
	(void)once;
	RIGHT;
}
