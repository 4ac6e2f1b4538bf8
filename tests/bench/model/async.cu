// async: tiles that come to shared memory by loads and stores, or by cp.async in one to four stages, with little or much to compute for each.
#include "bench.h"
#include <cstdio>
#include <cuda_pipeline.h>

enum { THREADS = 256 };

// Each thread computes with its neighbour's element, so that the barrier is needed.
template <class T> __device__ float use(const T *tile, float x, int work)
{
	float v = ((const float *)&tile[(threadIdx.x + 1) % THREADS])[0];
#pragma unroll 1
	for (int k = 0; k < work; k++)
		x = x * 0.5f + v;
	return x;
}
template <class T> __global__ void by_registers(const T *a, float *out, int tiles, int work)
{
	__shared__ T tile[THREADS];
	const T *mine = a + (size_t)blockIdx.x * tiles * THREADS + threadIdx.x;
	float x = 0;
	for (int t = 0; t < tiles; t++) {
		tile[threadIdx.x] = mine[(size_t)t * THREADS];
		__syncthreads();
		x = use(tile, x, work);
		__syncthreads();
	}
	out[blockIdx.x * THREADS + threadIdx.x] = x;
}
template <class T, int STAGES> __global__ void by_copies(const T *a, float *out, int tiles, int work)
{
	__shared__ T tile[STAGES][THREADS];
	const T *mine = a + (size_t)blockIdx.x * tiles * THREADS + threadIdx.x;
	float x = 0;
	for (int s = 0; s < STAGES - 1; s++) {
		if (s < tiles)
			__pipeline_memcpy_async(&tile[s][threadIdx.x], mine + (size_t)s * THREADS, sizeof(T));
		__pipeline_commit();
	}
	for (int t = 0; t < tiles; t++) {
		int next = t + STAGES - 1;
		if (next < tiles)
			__pipeline_memcpy_async(&tile[next % STAGES][threadIdx.x], mine + (size_t)next * THREADS, sizeof(T));
		__pipeline_commit();
		__pipeline_wait_prior(STAGES - 1);
		__syncthreads();
		x = use(tile[t % STAGES], x, work);
		__syncthreads();
	}
	out[blockIdx.x * THREADS + threadIdx.x] = x;
}

template <class T> static void type(bench &b, const char *name, const void *a, float *out, int blocks, int tiles, int work)
{
	const T *p = (const T *)a;
	char row[80];

	snprintf(row, sizeof row, "async.%s.%d.work%d.registers", name, blocks, work);
	b.row(row, [&] { by_registers<T><<<blocks, THREADS>>>(p, out, tiles, work); });
	snprintf(row, sizeof row, "async.%s.%d.work%d.1", name, blocks, work);
	b.row(row, [&] { by_copies<T, 1><<<blocks, THREADS>>>(p, out, tiles, work); });
	snprintf(row, sizeof row, "async.%s.%d.work%d.2", name, blocks, work);
	b.row(row, [&] { by_copies<T, 2><<<blocks, THREADS>>>(p, out, tiles, work); });
	snprintf(row, sizeof row, "async.%s.%d.work%d.3", name, blocks, work);
	b.row(row, [&] { by_copies<T, 3><<<blocks, THREADS>>>(p, out, tiles, work); });
	snprintf(row, sizeof row, "async.%s.%d.work%d.4", name, blocks, work);
	b.row(row, [&] { by_copies<T, 4><<<blocks, THREADS>>>(p, out, tiles, work); });
}

void rows_async(bench &b)
{
	if (!b.wants("async."))
		return;
	void *a = device<float4>((size_t)132 * 4 * 64 * THREADS);
	float *out = device<float>(132 * 4 * THREADS);
	for (int blocks : { 132, 132 * 4 })
		for (int work : { 4, 64 }) {
			type<float>(b, "4", a, out, blocks, 64, work);
			type<float4>(b, "16", a, out, blocks, 64, work);
		}
	CHECK(cudaFree(a));
	CHECK(cudaFree(out));
}
