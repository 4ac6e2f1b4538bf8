/* Mistake: the second event is never made. */

__global__ void smooth(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = (x[max(i - 1, 0)] + x[i] + x[min(i + 1, n - 1)]) / 3.0f;
}

extern "C" void solve(const float *x, float *y, int n, float *ms)
{
	int blocks = (n + 255) / 256;
	cudaEvent_t begin, end;

	cudaEventCreate(&begin);
	smooth<<<blocks, 256>>>(x, y, n); /* warm up: not timed */

	cudaEventRecord(begin);
	smooth<<<blocks, 256>>>(x, y, n);
	cudaEventRecord(end);
	cudaEventSynchronize(end);
	cudaEventElapsedTime(ms, begin, end);

	cudaEventDestroy(begin);
	cudaEventDestroy(end);
}
