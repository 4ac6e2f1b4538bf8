// constant: what constant memory costs: one word for all lanes, several, tables larger than the caches in front of it, walks in and out of step.
#include "bench.h"
#include <cstdio>

__constant__ int table[16384];

// `different` words for the lanes of a warp, near each other or far.
__global__ void lanes(int *out, int different, int apart, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = threadIdx.x % different * apart, s = 0;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		s += table[at];
		at = (at + (s & 1) + 1) & 1023;
	}
	out[i] = s;
}
// The same words by all, one after the other: a filter, a table of spheres.
__global__ void walk(int *out, int words, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < words; k++)
			s = s * 3 + table[k];
	out[i] = s;
}
__global__ void walk_global(const int *__restrict__ a, int *out, int words, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < words; k++)
			s = s * 3 + a[k];
	out[i] = s;
}
// Each block a place of its own; nothing of it is known when nvcc compiles.
__global__ void by_block(int *out, int words, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int t = 0; t < turns; t++)
		s += table[(blockIdx.x * 37 + t * 16) & (words - 1)];
	out[i] = s;
}
// A dependent walk of one warp: latencies of the caches.
__global__ void chase(int *out, int words, int step, int turns)
{
	int at = 0;
	for (int t = 0; t < turns; t++)
		at = (at + step + table[at]) & (words - 1);
	*out = at;
}
// A polynomial: numbers that stand in the instructions' own operands.
__global__ void polynomial(float *out, int turns)
{
	const float *c = (const float *)table;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i * 1e-6f;
	for (int t = 0; t < turns; t++)
		x = (((((c[0] * x + c[1]) * x + c[2]) * x + c[3]) * x + c[4]) * x + c[5]) * x + c[6];
	out[i] = x;
}
// A lookup by data: a permutation of bytes, say.
__global__ void lookup(const unsigned char *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = table[in[i]];
}

void rows_constant(bench &b)
{
	char name[64];

	if (!b.wants("constant."))
		return;
	int *out = device<int>(1 << 22), *a = device<int>(16384);
	unsigned char *bytes = device<unsigned char>(1 << 22);
	static unsigned char host[1 << 22];
	for (int i = 0; i < 1 << 22; i++)
		host[i] = (unsigned char)(i * 2654435761u >> 13);
	CHECK(cudaMemcpy(bytes, host, sizeof host, cudaMemcpyHostToDevice));
	for (int d = 1; d <= 32; d *= 2) {
		snprintf(name, sizeof name, "constant.lanes.%d", d);
		b.row(name, [&] { lanes<<<132 * 8, 256>>>(out, d, 1, 64); });
		snprintf(name, sizeof name, "constant.lanes.apart.%d", d);
		b.row(name, [&] { lanes<<<132 * 8, 256>>>(out, d, 32, 64); });
	}
	b.row("constant.lanes.few.32", [&] { lanes<<<132, 32>>>(out, 32, 1, 64); });
	b.row("constant.lanes.few.1", [&] { lanes<<<132, 32>>>(out, 1, 1, 64); });
	for (int words = 64; words <= 16384; words *= 2) {
		snprintf(name, sizeof name, "constant.walk.%d", words * 4);
		b.row(name, [&] { walk<<<132 * 8, 256>>>(out, words, 32768 / words); });
		snprintf(name, sizeof name, "constant.walk.few.%d", words * 4);
		b.row(name, [&] { walk<<<132, 32>>>(out, words, 32768 / words); });
		snprintf(name, sizeof name, "constant.global.%d", words * 4);
		b.row(name, [&] { walk_global<<<132 * 8, 256>>>(a, out, words, 32768 / words); });
		snprintf(name, sizeof name, "constant.block.%d", words * 4);
		b.row(name, [&] { by_block<<<132 * 8, 256>>>(out, words, 256); });
		snprintf(name, sizeof name, "constant.chase.%d", words * 4);
		b.row(name, [&] { chase<<<1, 1>>>(out, words, 16, 4096); });
	}
	b.row("constant.polynomial", [&] { polynomial<<<132 * 8, 256>>>((float *)out, 512); });
	b.row("constant.lookup", [&] { lookup<<<(1 << 22) / 256, 256>>>(bytes, out, 1 << 22); });
	CHECK(cudaFree(out));
	CHECK(cudaFree(a));
	CHECK(cudaFree(bytes));
}
