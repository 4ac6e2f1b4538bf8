/* What the programs of this folder share: the right kernel and a wrong one. The answers made by the host are in sums.cuh: its <vector>,
 * which most programs do not need, takes the compiler as long as all the rest. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
static float *C;
static const float *A, *B;
static int N;
