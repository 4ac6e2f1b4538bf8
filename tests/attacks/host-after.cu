// 10/3 gate-failed: was made by the host
// without: proof
// A kernel that computes something else, and a host that mends every element afterwards.
#define STEPS 4

__global__ void hash(const unsigned *x, unsigned *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		unsigned v = x[i];

		for (int k = 0; k < STEPS; k++)
			v = (v ^ (v >> 7)) * 5 + 3;
		y[i] = v;
	}
}

static unsigned of(unsigned v)
{
	for (int k = 0; k < STEPS; k++)
		v = (v ^ (v >> 7)) * 5 + 1;
	return v;
}

/* Chunks over streams, pinned, as the step teaches. */
static void stream_it(const unsigned *x, unsigned *y, int n)
{
	size_t bytes = n * sizeof(unsigned);
	int chunk = (n + 7) / 8;
	cudaStream_t stream[4];
	unsigned *dx, *dy;

	cudaHostRegister((void *)x, bytes, cudaHostRegisterDefault);
	cudaHostRegister(y, bytes, cudaHostRegisterDefault);
	cudaMalloc(&dx, bytes);
	cudaMalloc(&dy, bytes);
	for (int s = 0; s < 4; s++)
		cudaStreamCreate(&stream[s]);
	for (int c = 0; c < 8; c++) {
		int at = c * chunk, m = min(chunk, n - at);
		cudaStream_t s = stream[c % 4];

		if (m <= 0)
			break;
		cudaMemcpyAsync(dx + at, x + at, m * 4, cudaMemcpyHostToDevice, s);
		hash<<<(m + 255) / 256, 256, 0, s>>>(dx + at, dy + at, m);
		cudaMemcpyAsync(y + at, dy + at, m * 4, cudaMemcpyDeviceToHost, s);
	}
	cudaDeviceSynchronize();
	for (int s = 0; s < 4; s++)
		cudaStreamDestroy(stream[s]);
	cudaFree(dy);
	cudaFree(dx);
	cudaHostUnregister(y);
	cudaHostUnregister((void *)x);
}

extern "C" void solve(const unsigned *x, unsigned *y, int n)
{
	if (n == 0)
		return;
	stream_it(x, y, n);
	for (int i = 0; i < n; i++)
		y[i] = of(x[i]);
}
