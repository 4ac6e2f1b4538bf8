// 01/1 gate-failed: was written by
// without: proof, flows, floors
// The host computes within a stream: a host function between two copies.
#include <vector>

__global__ void empty()
{
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	std::vector<float> x(n), y(n), z(n);

	cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		z[i] = x[i] + y[i];
	empty<<<1, 1>>>();
	cudaStream_t s;

	cudaStreamCreate(&s);
	cudaLaunchHostFunc(s, [](void *) {}, NULL);
	cudaMemcpyAsync(c, z.data(), n * sizeof(float), cudaMemcpyHostToDevice, s);
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
	cudaDeviceSynchronize();
}
