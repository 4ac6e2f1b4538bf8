// It unmaps what it can.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	munmap((void *)0x10000, 1ull << 46);
}
