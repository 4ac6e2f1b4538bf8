/* Another right way: cudaFree, which waits for all work of the device, is what the
 * host waits with. */

#ifndef CHUNKS
#define CHUNKS 8
#endif
#define STREAMS 4
#define STEPS 4

/* A hash of each element: STEPS rounds of arithmetic. */
__global__ void hash(const unsigned *x, unsigned *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		unsigned v = x[i];

		for (int k = 0; k < STEPS; k++)
			v = (v ^ (v >> 7)) * 5 + 1;
		y[i] = v;
	}
}

extern "C" void solve(const unsigned *x, unsigned *y, int n)
{
	size_t bytes = n * sizeof(unsigned);
	unsigned *dx, *dy;
	cudaStream_t stream[STREAMS];

	if (n == 0)
		return;
	cudaHostRegister((void *)x, bytes, cudaHostRegisterDefault); /* pin */
	cudaHostRegister(y, bytes, cudaHostRegisterDefault);
	cudaMalloc(&dx, bytes);
	cudaMalloc(&dy, bytes);
	for (int s = 0; s < STREAMS; s++)
		cudaStreamCreate(&stream[s]);

	int chunk = (n + CHUNKS - 1) / CHUNKS;

	for (int c = 0; c < CHUNKS; c++) {
		int at = c * chunk;
		int m = min(chunk, n - at); /* the last may be shorter */
		size_t sz = m * sizeof(unsigned);
		cudaStream_t s = stream[c % STREAMS];

		if (m <= 0)
			break;
		cudaMemcpyAsync(dx + at, x + at, sz, cudaMemcpyHostToDevice, s);
		hash<<<(m + 255) / 256, 256, 0, s>>>(dx + at, dy + at, m);
		cudaMemcpyAsync(y + at, dy + at, sz, cudaMemcpyDeviceToHost, s);
	}

	for (int s = 0; s < STREAMS; s++)
		cudaStreamDestroy(stream[s]);
	cudaFree(dy);
	cudaFree(dx);
	cudaHostUnregister(y);
	cudaHostUnregister((void *)x);
}
