/* Clocks go forward: cycles, also through code without branches, and nanoseconds. */
#include "check.h"

__device__ unsigned long long nanoseconds()
{
	unsigned long long t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

__global__ void clocks(int *out)
{
	long long a = clock64();
	unsigned long long g = nanoseconds();
	unsigned c = clock();
	float x = threadIdx.x;

	for (int i = 0; i < 100; i++)
		x = x * 1.5f + 1;
	__nanosleep(100);
	out[0] = clock64() > a;
	out[1] = nanoseconds() >= g;
	out[2] = clock() != c;
	out[3] = x > 0;
}

int main()
{
	Device<int> four(4);

	clocks<<<1, 1>>>(four);
	LAUNCHED();
	same("clocks", four.get(), std::vector<int>{ 1, 1, 1, 1 });
	return finish();
}
