// uneven: threads, warps and blocks that have more to do than others: one thread of many, every nth, the last ones; heavy blocks that are dealt to one
// multiprocessor; rows of a sparse matrix, pictures, sieves, whose work hangs on where they are.
#include "bench.h"
#include <cstdio>
#include <vector>

__device__ float work(float f, int turns)
{
#pragma unroll 4
	for (int t = 0; t < turns; t++)
		f = f * 0.999f + 0.5f;
	return f;
}
// One thread of the grid is the slow one.
__global__ void one_thread(float *out, int who, int few, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = work(i, i == who ? many : few);
}
// The first warp of each block.
__global__ void one_warp(float *out, int few, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = work(i, threadIdx.x < 32 ? many : few);
}
// One lane of each warp.
__global__ void one_lane(float *out, int few, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = work(i, threadIdx.x % 32 == 5 ? many : few);
}
// Blocks first, first + step, ...
__global__ void some_blocks(float *out, int first, int step, int few, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = work(i, (int)blockIdx.x >= first && (blockIdx.x - first) % step == 0 ? many : few);
}
// The work grows with the block's number, or shrinks.
__global__ void ramp(float *out, int most, int down)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, b = down ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
	out[i] = work(i, (int)((long long)b * most / gridDim.x));
}
// Row i has i elements: a triangle, a thread for each row; waits for memory instead of arithmetic.
__global__ void triangle(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (i < n)
		for (int k = 0; k <= i; k++)
			s += a[(size_t)k * n + i];
	if (i < n)
		out[i] = s;
}
__global__ void csr_rows(const int *start, const int *column, const float *value, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = start[i]; k < start[i + 1]; k++)
		s += value[k] * x[column[k]];
	y[i] = s;
}
__global__ void picture(int *out, int w, int h, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	if (x >= w || y >= h)
		return;
	float cr = x * 3.0f / w - 2.0f, ci = y * 2.0f / h - 1.0f, r = 0, i = 0;
	for (; k < most && r * r + i * i < 4; k++) {
		float t = r * r - i * i + cr;
		i = 2 * r * i + ci;
		r = t;
	}
	out[y * w + x] = k;
}
__global__ void sieve(unsigned char *composite, int n)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
	for (long long k = (long long)p * p; k < n; k += p)
		composite[k] = 1;
}
__global__ void collatz(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i >= n)
		return;
	for (unsigned long long v = i + 1; v != 1; k++)
		v = v & 1 ? 3 * v + 1 : v / 2;
	out[i] = k;
}
// A list that each thread walks along: most are short.
__global__ void chains(const int *next, const int *first, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int at = first[i]; at >= 0; at = next[at])
		s += at;
	out[i] = s;
}

static unsigned seed = 12345;
static unsigned draw()
{
	return seed = seed * 1664525u + 1013904223u, seed >> 8;
}

static void rows_csr(bench &b, float *x, float *y)
{
	const int n = 1 << 17;
	for (int skew = 0; skew < 3; skew++) {
		std::vector<int> start(n + 1), column;
		for (int i = 0; i < n; i++) {
			// All rows alike; few long ones anywhere; long ones side by side.
			int len = skew == 0 ? 16 : skew == 1 ? (draw() % 512 == 0 ? 2048 : 12) : (i < n / 512 ? 2048 : 12);
			start[i] = (int)column.size();
			for (int k = 0; k < len; k++)
				column.push_back(draw() % n);
		}
		start[n] = (int)column.size();
		int *s = device<int>(n + 1), *c = device<int>(column.size());
		float *v = device<float>(column.size());
		CHECK(cudaMemcpy(s, start.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(c, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice));
		const char *names[] = { "uneven.csr.alike", "uneven.csr.anywhere", "uneven.csr.together" };
		b.row(names[skew], [&] { csr_rows<<<n / 256, 256>>>(s, c, v, x, y, n); });
		CHECK(cudaFree(s));
		CHECK(cudaFree(c));
		CHECK(cudaFree(v));
	}
}

static void rows_chains(bench &b, int *out)
{
	const int n = 1 << 16, cells = 1 << 20;
	for (int longest = 64; longest <= 4096; longest *= 8) {
		std::vector<int> next(cells, -1), first(n);
		for (int i = 0; i < n; i++) {
			int len = i % 8192 == 77 ? longest : 8, at = (int)(draw() % (len > 8 ? 128 : cells));
			first[i] = at;
			for (int k = 1; k < len; k++) {
				int to = (at + 211) % cells;
				if (next[at] < 0)
					next[at] = to;
				at = next[at];
			}
		}
		// No walk may close a ring.
		for (int i = 0; i < cells; i++)
			if (next[i] >= 0 && next[i] < i)
				next[i] = -1;
		int *d = device<int>(cells), *f = device<int>(n);
		char name[64];
		CHECK(cudaMemcpy(d, next.data(), cells * sizeof(int), cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(f, first.data(), n * sizeof(int), cudaMemcpyHostToDevice));
		snprintf(name, sizeof name, "uneven.chains.%d", longest);
		b.row(name, [&] { chains<<<n / 256, 256>>>(d, f, out, n); });
		CHECK(cudaFree(d));
		CHECK(cudaFree(f));
	}
}

void rows_uneven(bench &b)
{
	char name[64];

	if (!b.wants("uneven."))
		return;
	float *out = device<float>(1 << 24), *a = device<float>(1 << 24);
	CHECK(cudaMemset(a, 0, sizeof(float) << 24));
	for (int many = 500; many <= 20000; many = many == 500 ? 5000 : many * 4) {
		snprintf(name, sizeof name, "uneven.thread.%d", many);
		b.row(name, [&] { one_thread<<<132, 256>>>(out, 1000, 500, many); });
		snprintf(name, sizeof name, "uneven.thread.many_blocks.%d", many);
		b.row(name, [&] { one_thread<<<132 * 32, 256>>>(out, 1000, 500, many); });
		snprintf(name, sizeof name, "uneven.thread.at_the_end.%d", many);
		b.row(name, [&] { one_thread<<<132 * 32, 256>>>(out, 132 * 32 * 256 - 7, 500, many); });
		snprintf(name, sizeof name, "uneven.warp.%d", many);
		b.row(name, [&] { one_warp<<<132 * 8, 256>>>(out, 500, many); });
		snprintf(name, sizeof name, "uneven.lane.%d", many);
		b.row(name, [&] { one_lane<<<132 * 8, 256>>>(out, 500, many); });
	}
	for (int step : { 2, 11, 66, 132, 264 }) {
		snprintf(name, sizeof name, "uneven.blocks.%d", step);
		b.row(name, [&] { some_blocks<<<132 * 8, 256>>>(out, 0, step, 100, 5000); });
		snprintf(name, sizeof name, "uneven.blocks.small.%d", step);
		b.row(name, [&] { some_blocks<<<132 * 16, 64>>>(out, 0, step, 100, 5000); });
		snprintf(name, sizeof name, "uneven.blocks.large.%d", step);
		b.row(name, [&] { some_blocks<<<132 * 2, 1024>>>(out, 0, step, 100, 5000); });
	}
	b.row("uneven.blocks.first8", [&] { some_blocks<<<132 * 8, 256>>>(out, 0, 1, 5000, 5000); });
	b.row("uneven.blocks.last132", [&] { some_blocks<<<132 * 8, 256>>>(out, 132 * 7, 1, 100, 5000); });
	b.row("uneven.blocks.last8", [&] { some_blocks<<<132 * 8, 256>>>(out, 132 * 8 - 8, 1, 100, 5000); });
	b.row("uneven.blocks.waves.last8", [&] { some_blocks<<<132 * 64, 256>>>(out, 132 * 64 - 8, 1, 100, 5000); });
	b.row("uneven.blocks.waves.132", [&] { some_blocks<<<132 * 64, 256>>>(out, 0, 132, 100, 5000); });
	for (int down = 0; down < 2; down++) {
		b.row(down ? "uneven.ramp.down.1056" : "uneven.ramp.up.1056", [&] { ramp<<<1056, 256>>>(out, 8000, down); });
		b.row(down ? "uneven.ramp.down.8448" : "uneven.ramp.up.8448", [&] { ramp<<<8448, 256>>>(out, 8000, down); });
	}
	b.row("uneven.triangle.4096", [&] { triangle<<<4096 / 128, 128>>>(a, out, 4096); });
	b.row("uneven.triangle.2048", [&] { triangle<<<2048 / 128, 128>>>(a, out, 2048); });
	rows_csr(b, a, out);
	rows_chains(b, (int *)out);
	for (int most : { 100, 1000 }) {
		snprintf(name, sizeof name, "uneven.picture.16x16.%d", most);
		b.row(name, [&] { picture<<<dim3(64, 64), dim3(16, 16)>>>((int *)out, 1024, 1024, most); });
		snprintf(name, sizeof name, "uneven.picture.256x1.%d", most);
		b.row(name, [&] { picture<<<dim3(4, 1024), dim3(256, 1)>>>((int *)out, 1024, 1024, most); });
	}
	b.row("uneven.sieve.1M", [&] { sieve<<<4, 256>>>((unsigned char *)out, 1 << 20); });
	b.row("uneven.sieve.16M", [&] { sieve<<<16, 256>>>((unsigned char *)out, 1 << 24); });
	b.row("uneven.collatz.1M", [&] { collatz<<<4096, 256>>>((int *)out, 1 << 20); });
	b.row("uneven.collatz.64K", [&] { collatz<<<256, 256>>>((int *)out, 1 << 16); });
	CHECK(cudaFree(out));
	CHECK(cudaFree(a));
}
