// transfer: copies over the link, alone and beside kernels (the virtual clock's part), and NVIDIA's own reduction (CUB), of which we know nothing.
#include "bench.h"
#include <cub/device/device_reduce.cuh>
#include <cstdlib>
#include <cstring>

__global__ void saxpy(int n, float a, const float *x, const float *y, float *z)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		z[i] = a * x[i] + y[i];
}

// Two vectors in, one out, in chunks over some streams. What is timed is the legacy stream, which waits for all of them.
static void pipeline(float *const *h, float *const *d, const cudaStream_t *s, int n, int chunks, int streams)
{
	int m = n / chunks;

	for (int c = 0; c < chunks; c++) {
		cudaStream_t t = s[c % streams];
		for (int v = 0; v < 2; v++)
			CHECK(cudaMemcpyAsync(d[v] + (size_t)c * m, h[v] + (size_t)c * m, m * sizeof(float), cudaMemcpyHostToDevice, t));
		saxpy<<<m / 256, 256, 0, t>>>(m, 3, d[0] + (size_t)c * m, d[1] + (size_t)c * m, d[2] + (size_t)c * m);
		CHECK(cudaMemcpyAsync(h[2] + (size_t)c * m, d[2] + (size_t)c * m, m * sizeof(float), cudaMemcpyDeviceToHost, t));
	}
}

void rows_transfer(bench &b)
{
	const size_t bytes = 256u << 20;
	const int n = bytes / 4;
	float *h[3], *d[3];
	cudaStream_t s[2];

	if (b.wants("transfer.")) {
		for (int v = 0; v < 3; v++) {
			CHECK(cudaMallocHost(&h[v], bytes));
			memset(h[v], 0, bytes);
			d[v] = device<float>(n);
		}
		for (cudaStream_t &t : s)
			CHECK(cudaStreamCreate(&t));
		b.row("transfer.pinned.256M", [&] { CHECK(cudaMemcpy(d[0], h[0], bytes, cudaMemcpyHostToDevice)); });
		b.row("transfer.saxpy.1x1", [&] { pipeline(h, d, s, n, 1, 1); });
		b.row("transfer.saxpy.32x1", [&] { pipeline(h, d, s, n, 32, 1); });
		b.row("transfer.saxpy.32x2", [&] { pipeline(h, d, s, n, 32, 2); });
		for (int v = 0; v < 3; v++) {
			CHECK(cudaFreeHost(h[v]));
			CHECK(cudaFree(d[v]));
		}
	}
	if (b.wants("cub.")) {
		const int many = 1 << 28;
		int *in = device<int>(many), *out = device<int>(1);
		size_t room = 0;
		void *temporary = NULL;
		CHECK(cub::DeviceReduce::Sum(temporary, room, in, out, many));
		CHECK(cudaMalloc(&temporary, room));
		b.row("cub.reduce.268435456", [&] { CHECK(cub::DeviceReduce::Sum(temporary, room, in, out, many)); });
		CHECK(cudaFree(temporary));
		CHECK(cudaFree(in));
	}
}
