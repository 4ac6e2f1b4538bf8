// turns: a loop of a few turns that loads, computes and stores, in blocks that do not fill the device or just fill it: each thread a chunk of its own, or
// neighbours for neighbouring threads (what a lesson on coalescing compares). Guarded as a student guards it, in each turn.
#include "bench.h"
#include <cstdio>

enum kind { CHUNK, NEIGHBOURS };

template <int TURNS, kind K> __global__ void both(const float *in, float *out, int n)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int first = K == CHUNK ? thread * TURNS : blockIdx.x * blockDim.x * TURNS + threadIdx.x;
	for (int k = 0; k < TURNS; k++) {
		int i = first + (K == CHUNK ? k : k * blockDim.x);
		if (i < n)
			out[i] = 2.0f * in[i] + 1.0f;
	}
}
template <int TURNS, kind K> __global__ void bare(const float *in, float *out, int n)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int first = K == CHUNK ? thread * TURNS : blockIdx.x * blockDim.x * TURNS + threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < TURNS; k++) {
		int i = first + (K == CHUNK ? k : k * blockDim.x);
		out[i] = 2.0f * in[i] + 1.0f;
	}
}
template <int TURNS, kind K> __global__ void loads(const float *in, float *out, int n)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int first = K == CHUNK ? thread * TURNS : blockIdx.x * blockDim.x * TURNS + threadIdx.x;
	float s = 0;
	for (int k = 0; k < TURNS; k++) {
		int i = first + (K == CHUNK ? k : k * blockDim.x);
		if (i < n)
			s += in[i];
	}
	out[thread] = s;
}
template <int TURNS, kind K> __global__ void stores(const float *in, float *out, int n)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int first = K == CHUNK ? thread * TURNS : blockIdx.x * blockDim.x * TURNS + threadIdx.x;
	for (int k = 0; k < TURNS; k++) {
		int i = first + (K == CHUNK ? k : k * blockDim.x);
		if (i < n)
			out[i] = (float)i;
	}
}
// The number of turns as an argument, and a grid-stride loop.
template <kind K> __global__ void asked(const float *in, float *out, int n, int turns)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x, total = gridDim.x * blockDim.x;
	for (int k = 0; k < turns; k++) {
		int i = K == CHUNK ? thread * turns + k : thread + k * total;
		if (i < n)
			out[i] = 2.0f * in[i] + 1.0f;
	}
}

template <int TURNS> static void rows_of(bench &b, const float *in, float *out)
{
	char name[64];

	for (int shift = 16; shift <= 24; shift += shift == 22 ? 2 : shift == 19 ? 3 : shift == 16 ? 3 : 2)
		for (int threads = 128; threads <= 256; threads *= 2) {
			int n = 1 << shift, blocks = n / TURNS / threads;
			const char *what[] = { "both", "bare", "loads", "stores" };
			void (*f[])(const float *, float *, int) = { both<TURNS, CHUNK>, both<TURNS, NEIGHBOURS>, bare<TURNS, CHUNK>, bare<TURNS, NEIGHBOURS>,
				loads<TURNS, CHUNK>, loads<TURNS, NEIGHBOURS>, stores<TURNS, CHUNK>, stores<TURNS, NEIGHBOURS> };
			for (int k = 0; k < (threads == 256 ? 8 : 2); k++) {
				snprintf(name, sizeof name, "turns.%s.%d.2^%d.%d.%s", what[k / 2], TURNS, shift, threads, k % 2 ? "neighbours" : "chunk");
				b.row(name, [&] { f[k]<<<blocks, threads>>>(in, out, n); });
			}
		}
}

void rows_turns(bench &b)
{
	char name[64];

	if (!b.wants("turns."))
		return;
	float *in = device<float>(1 << 24), *out = device<float>(1 << 24);
	rows_of<4>(b, in, out);
	rows_of<16>(b, in, out);
	rows_of<64>(b, in, out);
	for (int shift = 16; shift <= 24; shift += 4) {
		int n = 1 << shift;
		snprintf(name, sizeof name, "turns.asked.16.2^%d.chunk", shift);
		b.row(name, [&] { asked<CHUNK><<<n / 16 / 256, 256>>>(in, out, n, 16); });
		snprintf(name, sizeof name, "turns.asked.16.2^%d.neighbours", shift);
		b.row(name, [&] { asked<NEIGHBOURS><<<n / 16 / 256, 256>>>(in, out, n, 16); });
	}
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
}
