// It keeps memory of its own from call to call, and makes the answer there each time.
#include "add.cuh"
static float *kept;
static int size;
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	if (size < n) {
		cudaFree(kept);
		cudaMalloc(&kept, n * sizeof(float));
		size = n;
	}
	add_all(a, b, kept, n);
	cudaMemcpy(c, kept, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
