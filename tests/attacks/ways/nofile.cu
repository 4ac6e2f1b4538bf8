// No more files after the work.
#include "ways.cuh"
SOLVE
{
	struct rlimit r = { 3, 3 };
	setrlimit(RLIMIT_NOFILE, &r);
	RIGHT;
	float *m;
	cudaMallocManaged(&m, 4096);
	cudaMallocHost(&m, 4096);
}
