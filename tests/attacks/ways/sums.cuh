/* ... and the answers made by the host. */
#include "ways.cuh"
#include <vector>

static inline std::vector<float> sums(const float *a, const float *b, int n)
{
	std::vector<float> x(n), y(n);
	cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		x[i] += y[i];
	return x;
}
