/* The same for a step that has a sweep. */
#include "attempts.cuh"
__global__ void copy(const int *in, int *out, int n, bool right)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = right ? in[i] : -1;
}
extern "C" void solve(const int *in, int *out, int n)
{
	copy<<<(n + 255) / 256, 256>>>(in, out, n, attempt(ATTEMPT));
}
