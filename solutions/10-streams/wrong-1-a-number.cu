/* Mistake: the time that another run had stands in the file. */

__global__ void smooth(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = (x[max(i - 1, 0)] + x[i] + x[min(i + 1, n - 1)]) / 3.0f;
}

extern "C" void solve(const float *x, float *y, int n, float *ms)
{
	int blocks = (n + 255) / 256;

	smooth<<<blocks, 256>>>(x, y, n); /* warm up: not timed */
	smooth<<<blocks, 256>>>(x, y, n);
	*ms = 0.005f;
}
