/* Mistake: as many blocks as there are elements for, at most 264, and not as
 * many as the case asks for. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	for (int i = first; i < n; i += stride)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	if (n > 0)
		saxpy<<<min((n + 255) / 256, 264), 256>>>(x, y, n);
}
