// What earlier programs left in memory.
#include "ways.cuh"
SOLVE
{
	float *m;
	size_t big = 64 << 20;
	cudaMalloc(&m, big);
	carry<<<(n + 255) / 256, 256>>>(m, c, n);
	cudaFree(m);
}
