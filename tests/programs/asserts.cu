/* A failed assert: its text, the error that stays until the process ends. */
#undef NDEBUG
#include <cassert>

#include "check.h"

__global__ void checks(const int *p, int n)
{
	int i = threadIdx.x;

	assert(p[i] < n && "values are below n");
}

int main()
{
	Device<int> p(std::vector<int>{ 1, 2, 3, 40 });
	void *more;

	checks<<<1, 3>>>(p, 5);
	LAUNCHED();
	checks<<<1, 4>>>(p, 5);
	GIVES(cudaDeviceSynchronize(), cudaErrorAssert);
	GIVES(cudaGetLastError(), cudaErrorAssert);
	GIVES(cudaMalloc(&more, 4), cudaErrorAssert);
	checks<<<1, 1>>>(p, 5);
	GIVES(cudaPeekAtLastError(), cudaErrorAssert);
	return finish();
}
