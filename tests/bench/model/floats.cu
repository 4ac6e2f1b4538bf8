// floats: atomics that add floats and doubles, beside integers: all lanes to one word, to some, to words of their own, to random ones.
#include "bench.h"
#include <cstdio>

// The lanes of a warp add to `words` neighbouring words, all warps to the same.
template <class T> __global__ void to_words(T *out, int words, int turns)
{
	T v = (T)(threadIdx.x & 3);
	for (int t = 0; t < turns; t++)
		atomicAdd(&out[threadIdx.x % words], v + (T)t);
}
// Each warp has 32 words of its own, and its lanes add to `words` of them.
template <class T> __global__ void warps_own(T *out, int words, int turns)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	T v = (T)(threadIdx.x & 3);
	for (int t = 0; t < turns; t++)
		atomicAdd(&out[warp * 32 + threadIdx.x % words], v + (T)t);
}
template <class T> __global__ void returned(T *out, int words, int turns)
{
	T v = (T)(threadIdx.x & 3);
	for (int t = 0; t < turns; t++)
		v = atomicAdd(&out[threadIdx.x % words], v + (T)1);
	if (v == (T)-1)
		out[0] = v;
}
template <class T> __global__ void scattered(const unsigned *where, T *out, unsigned mask, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&out[where[i] & mask], (T)1);
}

template <class T> static void type(bench &b, const char *name, const unsigned *where, T *out, int n)
{
	static const int words[] = { 1, 2, 4, 8, 16, 32 };
	static const unsigned masks[] = { 63, 1023, 65535, (1u << 20) - 1 };
	char row[64];

	for (int w : words) {
		snprintf(row, sizeof row, "floats.%s.words.%d", name, w);
		b.warm(row, [&] { to_words<T><<<132 * 4, 256>>>(out, w, 32); });
	}
	for (int w : { 1, 8, 32 }) {
		snprintf(row, sizeof row, "floats.%s.own.%d", name, w);
		b.warm(row, [&] { warps_own<T><<<132 * 4, 256>>>(out, w, 32); });
	}
	for (int w : { 1, 32 }) {
		snprintf(row, sizeof row, "floats.%s.returned.%d", name, w);
		b.warm(row, [&] { returned<T><<<132 * 4, 256>>>(out, w, 32); });
	}
	for (unsigned m : masks) {
		snprintf(row, sizeof row, "floats.%s.scattered.%u", name, m + 1);
		b.warm(row, [&] { scattered<T><<<132 * 8, 256>>>(where, out, m, n); });
	}
}

void rows_floats(bench &b)
{
	const int n = 1 << 20;

	if (!b.wants("floats."))
		return;
	std::vector<unsigned> random = random_words(n);
	unsigned *where = device<unsigned>(n);
	double *out = device<double>(n);
	CHECK(cudaMemcpy(where, random.data(), n * 4, cudaMemcpyHostToDevice));
	type<int>(b, "int", where, (int *)out, n);
	type<float>(b, "float", where, (float *)out, n);
	type<double>(b, "double", where, out, n);
	CHECK(cudaFree(where));
	CHECK(cudaFree(out));
}
