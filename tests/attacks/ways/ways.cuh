/* What the programs of this folder share: the right kernel, a wrong one, and the answers made by the host. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define SOLVE extern "C" void solve(const float *a, const float *b, float *c, int n)
#define RIGHT right<<<(n + 255) / 256, 256>>>(a, b, c, n)
#define WRONG wrong<<<(n + 255) / 256, 256>>>(a, b, c, n)

__global__ void right(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
__global__ void wrong(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] - b[i];
}
__global__ void carry(const float *m, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = m[i];
}
static inline std::vector<float> sums(const float *a, const float *b, int n)
{
	std::vector<float> x(n), y(n);
	cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		x[i] += y[i];
	return x;
}
static float *C;
static const float *A, *B;
static int N;
