// atomic: sums into one place, into many, and histograms of 256 bins in global and in shared memory.
#include "bench.h"
#include <cstdio>

__global__ void one_place(int *out, int turns)
{
	for (int k = 0; k < turns; k++)
		atomicAdd(out, threadIdx.x + k);
}
__global__ void one_a_warp(int *out, int turns)
{
	for (int k = 0; k < turns; k++)
		if (threadIdx.x % 32 == 0)
			atomicAdd(out, k);
}
__global__ void own_place(int *out, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++)
		atomicAdd(out + i, k);
}
__global__ void own_returned(int *out, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
	for (int k = 0; k < turns; k++)
		v = atomicAdd(out + i, v + 1);
}
__global__ void shared_place(int *out, int turns, int spread)
{
	__shared__ int s[1024];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < turns; k++)
		atomicAdd(&s[threadIdx.x * spread], k);
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
__global__ void histogram_global(const unsigned *a, int *bins, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[a[i] & 255], 1);
}
__global__ void histogram_shared(const unsigned *a, int *bins, int n)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[a[i] & 255], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void float_sum(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(out + (i & 1023), a[i]);
}

void rows_atomic(bench &b)
{
	const int n = 1 << 24;

	if (!b.wants("atomic."))
		return;
	std::vector<unsigned> random = random_words(n), same(n, 7);
	unsigned *r = device<unsigned>(n), *s = device<unsigned>(n);
	int *out = device<int>(n);
	CHECK(cudaMemcpy(r, random.data(), n * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(s, same.data(), n * 4, cudaMemcpyHostToDevice));
	b.warm("atomic.one_place", [&] { one_place<<<132 * 4, 256>>>(out, 64); });
	b.warm("atomic.one_a_warp", [&] { one_a_warp<<<132 * 4, 256>>>(out, 64); });
	b.warm("atomic.own_place", [&] { own_place<<<132 * 4, 256>>>(out, 64); });
	b.warm("atomic.own_returned", [&] { own_returned<<<132 * 4, 256>>>(out, 64); });
	b.warm("atomic.shared.same", [&] { shared_place<<<132 * 4, 256>>>(out, 256, 0); });
	b.warm("atomic.shared.own", [&] { shared_place<<<132 * 4, 256>>>(out, 256, 1); });
	b.row("atomic.histogram.global.random", [&] { histogram_global<<<132 * 8, 256>>>(r, out, n); });
	b.row("atomic.histogram.global.same", [&] { histogram_global<<<132 * 8, 256>>>(s, out, n); });
	b.row("atomic.histogram.shared.random", [&] { histogram_shared<<<132 * 8, 256>>>(r, out, n); });
	b.row("atomic.histogram.shared.same", [&] { histogram_shared<<<132 * 8, 256>>>(s, out, n); });
	b.row("atomic.float1024", [&] { float_sum<<<n / 256, 256>>>((float *)r, (float *)out, n); });
	CHECK(cudaFree(r));
	CHECK(cudaFree(s));
	CHECK(cudaFree(out));
}
