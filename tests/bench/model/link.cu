// link: kernels that work on the host's own memory (pinned and mapped): whole lines, a sector of each line, a word of each sector, both ways at once.
#include "bench.h"
#include <cstdio>

template <class T> __global__ void sum(const T *a, int *out, size_t n, size_t step)
{
	int s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		s += *(const int *)&a[i * step];
	if (s == 123456789)
		*out = s;
}

template <class T> __global__ void fill(T *a, size_t n, size_t step)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		a[i * step] = T();
}

__global__ void twice(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = 2 * a[i];
}

void rows_link(bench &b)
{
	const size_t bytes = 64u << 20;
	const int n = bytes / 4, grid = 1024, block = 256;
	char *host, name[64];

	if (!b.wants("link."))
		return;
	CHECK(cudaHostAlloc(&host, bytes, cudaHostAllocMapped));
	for (size_t i = 0; i < bytes; i += 4096)
		host[i] = 1;
	int *out = device<int>(1);
	float *dev = device<float>(n), *h = (float *)host;
	b.row("link.read.int4", [&] { sum<<<grid, block>>>((int4 *)host, out, n / 4, 1); });
	b.row("link.read.int", [&] { sum<<<grid, block>>>((int *)host, out, n, 1); });
	for (int step = 4; step <= 64; step *= 2) {
		snprintf(name, sizeof name, "link.read.step.%d", step);
		b.row(name, [&] { sum<<<grid, block>>>((int *)host, out, n / step, step); });
		snprintf(name, sizeof name, "link.write.step.%d", step);
		b.row(name, [&] { fill<<<grid, block>>>((int *)host, n / step, step); });
	}
	b.row("link.write.int4", [&] { fill<<<grid, block>>>((int4 *)host, n / 4, 1); });
	b.row("link.write.int", [&] { fill<<<grid, block>>>((int *)host, n, 1); });
	for (int lg = 14; lg <= 22; lg += 4) {
		snprintf(name, sizeof name, "link.small.%d", 1 << lg);
		b.row(name, [&] { twice<<<(1 << lg) / block, block>>>(h, dev, 1 << lg); });
	}
	b.row("link.to_device", [&] { twice<<<n / block, block>>>(h, dev, n); });
	b.row("link.to_host", [&] { twice<<<n / block, block>>>(dev, h, n); });
	b.row("link.both", [&] { twice<<<n / 2 / block, block>>>(h, h + n / 2, n / 2); });
	CHECK(cudaFreeHost(host));
	CHECK(cudaFree(dev));
	CHECK(cudaFree(out));
}
