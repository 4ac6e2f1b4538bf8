/* The time of a kernel by events: one before it, one after it, in its own
 * stream, after a warm-up. */

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
	cudaEventCreate(&end);
	smooth<<<blocks, 256>>>(x, y, n); /* warm up: not timed */

	cudaEventRecord(begin);
	smooth<<<blocks, 256>>>(x, y, n);
	cudaEventRecord(end);
	cudaEventSynchronize(end);
	cudaEventElapsedTime(ms, begin, end);

	cudaEventDestroy(begin);
	cudaEventDestroy(end);
}

/* What an element may differ by: of y, the rounding of its sum; of the time,
 * a quarter, which 2^17 with 32 allowed roundings comes to, and a microsecond:
 * a small kernel is shorter than the call that launches it, so the events see
 * how long the GPU waits for that call, too. */
__global__ void sizes(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = fabsf(x[max(i - 1, 0)]) + fabsf(x[i]) +
		       fabsf(x[min(i + 1, n - 1)]);
}

extern "C" void magnitude(const float *x, float *y, int n, float *ms)
{
	solve(x, y, n, ms);
	*ms = (*ms + 0.004f) * 131072;
	sizes<<<(n + 255) / 256, 256>>>(x, y, n);
}
