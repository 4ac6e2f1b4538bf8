/* probe: what the programs of this folder share. rows() of a program calls row() for each thing to time: the median of
 * up to 15 launches, the caches filled with something else before each. --once: one launch, for the emulated device. A
 * word: only rows whose names begin with it. */
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(x) \
	do { \
		cudaError_t r_ = (x); \
		if (r_) { \
			fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(r_)); \
			exit(1); \
		} \
	} while (0)
static bool once, count_only;
static const char *prefix = "";
static __global__ void flush_(const int4 *a, int *o, size_t n, size_t step)
{
	int s = 0;
	for (size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * step; i < n;
		i += (size_t)gridDim.x * blockDim.x * step) {
		int4 v = a[i];
		s += v.x ^ v.y;
	}
	if (s == 123456789)
		*o = s;
}
// prepare runs before each measurement, outside the time
static void row(const char *name, const std::function<void()> &run, const std::function<void()> &prepare = nullptr)
{
	static int4 *junk;
	static int *out;
	static cudaEvent_t a, b;
	if (strncmp(name, prefix, strlen(prefix)))
		return;
	if (count_only) {
		run();
		CHECK(cudaDeviceSynchronize());
		return;
	}
	if (!junk) {
		CHECK(cudaMalloc(&junk, 256 << 20));
		CHECK(cudaMemset(junk, 0, 256 << 20));
		CHECK(cudaMalloc(&out, 4));
		CHECK(cudaEventCreate(&a));
		CHECK(cudaEventCreate(&b));
	}
	for (int k = 0; k < (once ? 0 : 2); k++) {
		if (prepare)
			prepare();
		run();
	}
	CHECK(cudaDeviceSynchronize());
	std::vector<float> us;
	float total = 0;
	for (size_t k = 0; k < (once ? 1u : 15u); k++) {
		float ms;
		if (prepare)
			prepare();
		flush_<<<132 * 8, 256>>>(junk, out, (256u << 20) / 16, once ? 8 : 1);
		CHECK(cudaEventRecord(a));
		run();
		CHECK(cudaEventRecord(b));
		CHECK(cudaEventSynchronize(b));
		CHECK(cudaEventElapsedTime(&ms, a, b));
		us.push_back(ms * 1000);
		total += ms;
		if (total > 250 && us.size() >= 3)
			break;
	}
	CHECK(cudaGetLastError());
	std::sort(us.begin(), us.end());
	printf("%s\t%.3f\t%.3f\t%.3f\t%zu\n", name, us[us.size() / 2], us[us.size() / 5], us[us.size() * 4 / 5],
		us.size());
	fflush(stdout);
}
template <class T> static T *dev(size_t n)
{
	T *p;
	CHECK(cudaMalloc(&p, n * sizeof(T)));
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}
static std::vector<unsigned> words(size_t n)
{
	std::vector<unsigned> w(n);
	unsigned long long x = 88172645463325252ull;
	for (auto &v : w) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		v = (unsigned)(x >> 20);
	}
	return w;
}
// in [0, 1)
static inline std::vector<float> fractions(const std::vector<unsigned> &w)
{
	std::vector<float> f(w.size());
	for (size_t i = 0; i < w.size(); i++)
		f[i] = (w[i] >> 8) * (1.0f / 16777216);
	return f;
}
static inline std::vector<double> double_fractions(const std::vector<unsigned> &w, size_t n)
{
	std::vector<double> d(n);
	for (size_t i = 0; i < n; i++)
		d[i] = w[i] / 4294967296.0;
	return d;
}
template <class T> static T *upload(const std::vector<T> &v)
{
	T *p = dev<T>(v.size());
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}
void rows();
int main(int c, char **v)
{
	for (int i = 1; i < c; i++)
		if (!strcmp(v[i], "--once"))
			once = true;
		else if (!strcmp(v[i], "--count"))
			count_only = true;
		else
			prefix = v[i];
	rows();
	return 0;
}
template <class... A> static const char *nm(const char *f, A... a)
{
	static char s[8][200];
	static int k;
	k = (k + 1) % 8;
	snprintf(s[k], 200, f, a...);
	return s[k];
}
