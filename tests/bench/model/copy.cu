// copy: copies of 1 GiB at several widths and grids; read-only and write-only passes; working sets that fit the L2 and that do not.
#include "bench.h"
#include <cstdio>

template <class T> __global__ void copy_grid(const T *a, T *b, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		b[i] = a[i];
}

template <class T> __global__ void copy_one(const T *a, T *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i];
}

// Some blocks' worth of a thread's elements lie side by side: each lane walks its own piece.
__global__ void copy_chunk(const int *a, int *b, int n, int each)
{
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	for (int i = first; i < first + each && i < n; i++)
		b[i] = a[i];
}

template <class T> __global__ void read_all(const T *a, int *out, int n)
{
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		T v = a[i];
		sum += v.x ^ v.y ^ v.z ^ v.w;
	}
	if (sum == 123456789)
		*out = sum;
}

__global__ void write_all(int4 *a, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		a[i] = make_int4(i, i, i, i);
}

// The whole grid writes the array again and again.
__global__ void write_again(int4 *a, int n, int times)
{
	for (int k = 0; k < times; k++)
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
			a[i] = make_int4(i, k, i, k);
}

// Every block reads the whole array, from a place of its own.
__global__ void read_again(const int4 *a, int *out, int n, int each)
{
	int sum = 0, at = (int)((long long)blockIdx.x * n / gridDim.x) + threadIdx.x;
	for (int k = 0; k < each; k++) {
		int4 v = a[at];
		sum += v.x ^ v.y ^ v.z ^ v.w;
		at += blockDim.x;
		if (at >= n)
			at -= n;
	}
	if (sum == 123456789)
		*out = sum;
}

void rows_copy(bench &b)
{
	const int n = 1 << 28;
	char name[64];

	if (!b.wants("copy."))
		return;
	int *x = device<int>(n), *y = device<int>(n), *out = device<int>(1);
	b.row("copy.memcpy", [&] { CHECK(cudaMemcpyAsync(y, x, (size_t)n * 4, cudaMemcpyDeviceToDevice)); });
	b.row("copy.grid.int", [&] { copy_grid<<<2112, 128>>>(x, y, n); });
	b.row("copy.grid.int2", [&] { copy_grid<<<2112, 128>>>((int2 *)x, (int2 *)y, n / 2); });
	b.row("copy.grid.int4", [&] { copy_grid<<<2112, 128>>>((int4 *)x, (int4 *)y, n / 4); });
	b.row("copy.one.128", [&] { copy_one<<<n / 128, 128>>>(x, y, n); });
	b.row("copy.one.256", [&] { copy_one<<<n / 256, 256>>>(x, y, n); });
	b.row("copy.one.1024", [&] { copy_one<<<n / 1024, 1024>>>(x, y, n); });
	b.row("copy.one.int4", [&] { copy_one<<<n / 1024, 256>>>((int4 *)x, (int4 *)y, n / 4); });
	b.row("copy.chunk.4", [&] { copy_chunk<<<(1 << 24) / 1024, 256>>>(x, y, 1 << 24, 4); });
	b.row("copy.chunk.32", [&] { copy_chunk<<<(1 << 24) / 32 / 256, 256>>>(x, y, 1 << 24, 32); });
	b.row("copy.read.int4", [&] { read_all<<<132 * 16, 128>>>((int4 *)x, out, n / 4); });
	b.row("copy.write.int4", [&] { write_all<<<132 * 16, 128>>>((int4 *)y, n / 4); });
	// Small copies: what is launched and waited for, and what finds its data in the L2.
	for (int lg = 12; lg <= 24; lg += 4) {
		int m = 1 << lg;
		snprintf(name, sizeof name, "copy.small.%d.cold", m);
		b.row(name, [&] { copy_one<<<(m + 255) / 256, 256>>>(x, y, m); });
		snprintf(name, sizeof name, "copy.small.%d.warm", m);
		b.warm(name, [&] { copy_one<<<(m + 255) / 256, 256>>>(x, y, m); });
	}
	for (int mb = 8; mb <= 128; mb *= 2) {
		snprintf(name, sizeof name, "copy.l2.%dMB", mb);
		b.warm(name, [&] { read_again<<<132 * 8, 256>>>((int4 *)x, out, mb << 16, 256); });
	}
	for (int mb = 24; mb <= 56; mb += 8) {
		if (mb == 32)
			continue;
		snprintf(name, sizeof name, "copy.l2.%dMB", mb);
		b.warm(name, [&] { read_again<<<132 * 8, 256>>>((int4 *)x, out, mb << 16, 256); });
	}
	b.warm("copy.l2.write.16MB", [&] { write_again<<<132 * 8, 256>>>((int4 *)y, 16 << 16, 64); });
	// Occupancy: shared memory that nobody uses keeps blocks out.
	for (int kb = 14; kb <= 224; kb *= 2) {
		auto run = [&] { copy_grid<<<2112, 128, kb * 1024 - 1024>>>(x, y, n / 4); };
		CHECK(cudaFuncSetAttribute(copy_grid<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, kb * 1024));
		snprintf(name, sizeof name, "copy.occupancy.%d", 228 / kb);
		b.row(name, run);
	}
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
	CHECK(cudaFree(out));
}
