// together: blocks that wait for each other: grid.sync() of cooperative groups, a barrier of one's own, one block that waits for another's flag.
#include "bench.h"
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void only_meet(int *out, int turns)
{
	cg::grid_group g = cg::this_grid();
	for (int t = 0; t < turns; t++)
		g.sync();
	if (threadIdx.x == 0)
		out[blockIdx.x] = turns;
}
// Steps of a stencil, each of which needs the one before.
__global__ void steps(float *a, float *b, int n, int turns)
{
	cg::grid_group g = cg::this_grid();
	int total = gridDim.x * blockDim.x;
	for (int t = 0; t < turns; t++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += total) {
			int l = i ? i - 1 : 0, r = i < n - 1 ? i + 1 : i;
			b[i] = (a[l] + a[i] + a[r]) * 0.333f;
		}
		g.sync();
		float *x = a;
		a = b;
		b = x;
	}
}
// One block is late each time.
__global__ void late(float *out, int turns, int work)
{
	cg::grid_group g = cg::this_grid();
	float f = threadIdx.x;
	for (int t = 0; t < turns; t++) {
		if (blockIdx.x == 0)
			for (int k = 0; k < work; k++)
				f = f * 0.5f + 1;
		g.sync();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = f;
}
__global__ void own_barrier(unsigned *count, int turns)
{
	for (int t = 1; t <= turns; t++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(count, 1);
			while (*(volatile unsigned *)count < t * gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
	}
}
// Block 1 waits for block 0, which computes first; the others just end.
__global__ void flag(volatile int *ready, float *out, int work)
{
	float f = threadIdx.x;
	if (blockIdx.x == 0) {
		for (int k = 0; k < work; k++)
			f = f * 0.5f + 1;
		out[threadIdx.x] = f;
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			*ready = 1;
	} else if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (!*ready)
			;
		out[1024] = out[0];
	}
}

template <class... A> static void together(void (*f)(A...), int blocks, int threads, A... a)
{
	void *args[] = { (void *)&a... };
	CHECK(cudaLaunchCooperativeKernel((void *)f, blocks, threads, args, 0, 0));
}

void rows_together(bench &b)
{
	static const struct {
		int blocks, threads;
	} grids[] = { { 1, 32 }, { 1, 1024 }, { 32, 256 }, { 132, 32 }, { 132, 256 }, { 132, 1024 }, { 264, 1024 }, { 528, 256 }, { 1056, 256 } };
	char name[64];

	if (!b.wants("together."))
		return;
	float *x = device<float>(1 << 22), *y = device<float>(1 << 22);
	unsigned *count = device<unsigned>(1);
	CHECK(cudaMemset(x, 0, sizeof(float) << 22));
	for (auto g : grids)
		for (int turns = 0; turns <= 80; turns = turns ? turns * 4 : 5) {
			snprintf(name, sizeof name, "together.meet.%dx%d.%d", g.blocks, g.threads, turns);
			b.row(name, [&] { together(only_meet, g.blocks, g.threads, (int *)x, turns); });
		}
	for (int shift = 14; shift <= 22; shift += 4) {
		snprintf(name, sizeof name, "together.steps.2^%d.20", shift);
		b.row(name, [&] { together(steps, 132 * 4, 256, x, y, 1 << shift, 20); });
	}
	for (int work = 1000; work <= 16000; work *= 4) {
		snprintf(name, sizeof name, "together.late.%d", work);
		b.row(name, [&] { together(late, 132 * 4, 256, x, 10, work); });
	}
	for (auto g : grids)
		if (g.blocks >= 132) {
			snprintf(name, sizeof name, "together.own.%dx%d.20", g.blocks, g.threads);
			b.row(name, [&] {
				CHECK(cudaMemsetAsync(count, 0, 4));
				own_barrier<<<g.blocks, g.threads>>>(count, 20);
			});
		}
	for (int work = 0; work <= 16000; work = work ? work * 4 : 1000) {
		snprintf(name, sizeof name, "together.flag.%d", work);
		b.row(name, [&] {
			CHECK(cudaMemsetAsync(count, 0, 4));
			flag<<<132, 256>>>((int *)count, x, work);
		});
	}
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
	CHECK(cudaFree(count));
}
