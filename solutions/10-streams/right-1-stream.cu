/* Another right way: in a stream of its own, with a wait for the stream. */

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
	cudaStream_t s;

	cudaStreamCreate(&s);
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	smooth<<<blocks, 256, 0, s>>>(x, y, n); /* warm up: not timed */

	cudaEventRecord(begin, s);
	smooth<<<blocks, 256, 0, s>>>(x, y, n);
	cudaEventRecord(end, s);
	cudaStreamSynchronize(s);
	cudaEventElapsedTime(ms, begin, end);

	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	cudaStreamDestroy(s);
}
