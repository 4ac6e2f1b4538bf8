// local: memory of each thread's own: arrays whose index is not known when the code is made, of many footprints and few or many threads; registers that
// do not fit and are spilled; histograms, stacks and sorts of each thread.
#include "bench.h"
#include <cstdio>

// An array of N words, `turns` times read and changed at places that hang on what was read: each waits for the one before it.
template <int N> __global__ void follow(const int *a, int *out, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, own[N], at = a[i] & (N - 1);
	for (int k = 0; k < N; k++)
		own[k] = k * 5 + 1;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		int v = own[at];
		own[at] = v + t;
		at = v & (N - 1);
	}
	out[i] = at + own[at];
}
// Places that do not hang on each other: the loads are on their way together.
template <int N> __global__ void sweep(const int *a, int *out, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, own[N], at = a[i] & (N - 1), sum = 0;
	for (int k = 0; k < N; k++)
		own[k] = a[k] + i;
#pragma unroll 1
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < 8; k++)
			sum += own[(at + t * 8 + k * 3) & (N - 1)];
	out[i] = sum;
}
// Each lane at a place of its own.
template <int N> __global__ void histogram(const unsigned char *a, unsigned *out, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	unsigned bins[N], most = 0;
	for (int k = 0; k < N; k++)
		bins[k] = 0;
#pragma unroll 1
	for (int k = 0; k < each; k++)
		bins[a[(size_t)k * all + i] & (N - 1)]++;
	for (int k = 0; k < N; k++)
		most = max(most, bins[k]);
	out[i] = most;
}
// N sums that are all alive: with LEAST blocks a multiprocessor they do not fit into the registers.
template <int N, int LEAST> __global__ void __launch_bounds__(256, LEAST) spill(const float *a, float *out, int turns)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	float s[N];
#pragma unroll
	for (int k = 0; k < N; k++)
		s[k] = a[i + k * 32];
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		float x = a[t];
#pragma unroll
		for (int k = 0; k < N; k++)
			s[k] = s[k] * x + s[(k + 7) % N];
	}
	float sum = 0;
#pragma unroll
	for (int k = 0; k < N; k++)
		sum += s[k] * s[(k + 1) % N];
	out[i] = sum;
}
__global__ void stack_walk(const int *left, int *out, int nodes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, stack[32], top = 0, sum = 0;
	stack[top++] = i % 7;
	while (top) {
		int n = stack[--top];
		sum += n;
		if (2 * n + 2 < nodes) {
			stack[top++] = 2 * n + 1;
			stack[top++] = 2 * n + 2;
		}
	}
	out[i] = sum + left[0];
}
template <int N> __global__ void matrix_of_thread(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float m[N][N];
	for (int r = 0; r < N; r++)
		for (int c = 0; c < N; c++)
			m[r][c] = a[((size_t)r * N + c) * n + i] + (r == c);
#pragma unroll 1
	for (int k = 0; k < N; k++)
#pragma unroll 1
		for (int r = k + 1; r < N; r++) {
			float f = m[r][k] / (m[k][k] + 2.0f);
#pragma unroll 1
			for (int c = k; c < N; c++)
				m[r][c] -= f * m[k][c];
		}
	float d = 1;
#pragma unroll 1
	for (int k = 0; k < N; k++)
		d *= m[k][k];
	out[i] = d;
}

template <int N> static void arrays(bench &b, const int *a, int *out)
{
	char row[80];
	for (int blocks : { 132, 1056 }) {
		snprintf(row, sizeof row, "local.follow.%d.%d", N, blocks);
		b.row(row, [&] { follow<N><<<blocks, 128>>>(a, out, 200); });
		snprintf(row, sizeof row, "local.sweep.%d.%d", N, blocks);
		b.row(row, [&] { sweep<N><<<blocks, 128>>>(a, out, 50); });
		snprintf(row, sizeof row, "local.histogram.%d.%d", N, blocks);
		b.row(row, [&] { histogram<N><<<blocks, 128>>>((const unsigned char *)a, (unsigned *)out, 100); });
	}
}
template <int N, int LEAST> static void spills(bench &b, const float *a, float *out)
{
	char row[80];
	for (int blocks : { 132, 1056 }) {
		snprintf(row, sizeof row, "local.spill.%d.%d.%d", N, LEAST, blocks);
		b.row(row, [&] { spill<N, LEAST><<<blocks, 256>>>(a, out, 40); });
	}
}

void rows_local(bench &b)
{
	const int N = 1 << 22;

	if (!b.wants("local."))
		return;
	std::vector<unsigned> words = random_words(N);
	int *a = device<int>(2 * N), *out = device<int>(N);
	CHECK(cudaMemcpy(a, words.data(), (size_t)N * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(a + N, words.data(), (size_t)N * 4, cudaMemcpyHostToDevice));
	float *f = device<float>(N);
	CHECK(cudaMemset(f, 0, (size_t)N * 4));

	arrays<16>(b, a, out);
	arrays<64>(b, a, out);
	arrays<256>(b, a, out);
	arrays<1024>(b, a, out);
	spills<48, 4>(b, f, (float *)out);
	spills<48, 8>(b, f, (float *)out);
	spills<96, 2>(b, f, (float *)out);
	spills<96, 4>(b, f, (float *)out);
	spills<96, 8>(b, f, (float *)out);
	spills<160, 4>(b, f, (float *)out);
	b.row("local.stack.132", [&] { stack_walk<<<132, 128>>>(a, out, 511); });
	b.row("local.stack.1056", [&] { stack_walk<<<1056, 128>>>(a, out, 511); });
	b.row("local.matrix.8", [&] { matrix_of_thread<8><<<256, 128>>>(f, (float *)out, 32768); });
	b.row("local.matrix.16", [&] { matrix_of_thread<16><<<128, 128>>>(f, (float *)out, 16384); });
}
