// 10/3 pass
// The host keeps a copy of the inputs, and sends that.
#include <vector>
#define CHUNKS 8
#define STREAMS 4
#define STEPS 4

__global__ void hash(const unsigned *x, unsigned *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned v = x[i], w = v;
		for (int k = 0; k < STEPS; k++)
			w = (w ^ (w >> 7)) * 5 + 1;
		y[i] = w;
	}
}

extern "C" void solve(const unsigned *x, unsigned *y, int n)
{
	size_t bytes = n * sizeof(unsigned);
	unsigned *dx, *dy;
	cudaStream_t stream[STREAMS];
	std::vector<unsigned> sent(x, x + n);

	if (n == 0)
		return;

	cudaHostRegister(sent.data(), bytes, cudaHostRegisterDefault);
	cudaHostRegister(y, bytes, cudaHostRegisterDefault);
	cudaMalloc(&dx, bytes);
	cudaMalloc(&dy, bytes);
	for (int s = 0; s < STREAMS; s++)
		cudaStreamCreate(&stream[s]);
	int chunk = (n + CHUNKS - 1) / CHUNKS;
	for (int c = 0; c < CHUNKS; c++) {
		int at = c * chunk;
		int m = min(chunk, n - at);
		size_t sz = m * sizeof(unsigned);
		cudaStream_t s = stream[c % STREAMS];
		if (m <= 0)
			break;
		cudaMemcpyAsync(dx + at, sent.data() + at, sz, cudaMemcpyHostToDevice, s);
		hash<<<(m + 255) / 256, 256, 0, s>>>(dx + at, dy + at, m);
		cudaMemcpyAsync(y + at, dy + at, sz, cudaMemcpyDeviceToHost, s);
	}
	cudaDeviceSynchronize();
	for (int s = 0; s < STREAMS; s++)
		cudaStreamDestroy(stream[s]);
	cudaFree(dy);
	cudaFree(dx);
	cudaHostUnregister(y);
	cudaHostUnregister(sent.data());
}
