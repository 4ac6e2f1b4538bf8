// shape: what the grid costs: few blocks, waves that do not fill, many small blocks, uneven blocks.
#include "bench.h"
#include <cstdio>

__global__ void spin(float *out, float a, int turns)
{
	float f = threadIdx.x, g = f + 1;
	for (int t = 0; t < turns; t++) {
		f = f * a + a;
		g = g * a + a;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = f + g;
}
// One block in `every` works.
__global__ void uneven(float *out, float a, int turns, int every)
{
	float f = threadIdx.x;
	if (blockIdx.x % every == 0)
		for (int t = 0; t < turns; t++)
			f = f * a + a;
	out[blockIdx.x * blockDim.x + threadIdx.x] = f;
}
__global__ void empty() {}
// Column sums: one thread a column.
__global__ void column_sums(const float *a, float *out, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int r = 0; r < rows; r++)
		s += a[(size_t)r * cols + c];
	out[c] = s;
}
// Row sums: one thread a row.
__global__ void row_sums(const float *a, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int c = 0; c < cols; c++)
		s += a[(size_t)r * cols + c];
	out[r] = s;
}
// Row sums: one warp a row.
__global__ void row_sums_warp(const float *a, float *out, int rows, int cols)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32;
	float s = 0;
	for (int c = l; c < cols; c += 32)
		s += a[(size_t)r * cols + c];
	for (int k = 16; k > 0; k /= 2)
		s += __shfl_down_sync(0xffffffff, s, k);
	if (l == 0)
		out[r] = s;
}

void rows_shape(bench &b)
{
	static const int grids[] = { 1, 33, 132, 133, 264, 528, 1056, 1057, 1584, 2112 };
	float *out = device<float>(1 << 24);
	char name[64];

	if (b.wants("grid."))
		for (int g : grids) {
			snprintf(name, sizeof name, "grid.%d", g);
			b.row(name, [&] { spin<<<g, 256>>>(out, 0.5f, 4096); });
		}
	if (b.wants("blocks.")) {
		b.row("blocks.empty.1", [&] { empty<<<1, 32>>>(); });
		b.row("blocks.empty.1M.32", [&] { empty<<<1 << 20, 32>>>(); });
		b.row("blocks.empty.1M.128", [&] { empty<<<1 << 20, 128>>>(); });
		b.row("blocks.empty.256k.1024", [&] { empty<<<1 << 18, 1024>>>(); });
		b.row("blocks.uneven.2", [&] { uneven<<<4224, 256>>>(out, 0.5f, 2048, 2); });
		b.row("blocks.uneven.132", [&] { uneven<<<13200, 256>>>(out, 0.5f, 2048, 132); });
	}
	if (b.wants("sums.")) {
		float *a = device<float>(1 << 26);
		b.row("sums.columns.8192", [&] { column_sums<<<32, 256>>>(a, out, 8192, 8192); });
		b.row("sums.rows.8192", [&] { row_sums<<<32, 256>>>(a, out, 8192, 8192); });
		b.row("sums.rows.warp.8192", [&] { row_sums_warp<<<1024, 256>>>(a, out, 8192, 8192); });
		b.row("sums.columns.65536", [&] { column_sums<<<256, 256>>>(a, out, 1024, 65536); });
		CHECK(cudaFree(a));
	}
	CHECK(cudaFree(out));
}
