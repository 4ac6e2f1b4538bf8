// 01/1 pass: Right
// The host looks at some of the data, and kernels of its own make what is small.
#include <cstdio>
#include <vector>

__global__ void guarded(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

__global__ void add(const float *a, const float *b, float *c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	if (n % 256 == 0) {
		add<<<n / 256, 256>>>(a, b, c);
		return;
	}
	int few = n < 100 ? n : 100;
	std::vector<float> x(few), z(n);
	cudaMemcpy(x.data(), a, few * sizeof(float), cudaMemcpyDeviceToHost);
	guarded<<<(n + 255) / 256, 256>>>(a, b, c, n);
	cudaMemcpy(z.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("a[0] = %g, c[0] = %g\n", x[0], z[0]);
}
