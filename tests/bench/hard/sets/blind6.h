/* blind6: what the programs blind6a.cu to blind6d.cu share. job() is a row() whose result goes to stderr as one number,
 * the same on every run and on every device (but for approximate functions: so floats are added up beside it). */
#pragma once
#include "probe.h"
#include <cmath>
typedef unsigned char byte;
typedef unsigned long long u64;
template <class T> static std::vector<T> down(const T *p, size_t n)
{
	std::vector<T> v(n);
	CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}
static inline double size_of(const float &v)
{
	return std::fabs(v);
}
static inline double size_of(const double &v)
{
	return std::fabs(v);
}
template <class T> static double size_of(const T &)
{
	return 0;
}
// run writes n elements to out; right looks at them, where the right ones are quickly had on the CPU
template <class T>
static void job(const char *name, const std::function<void()> &run, const T *out, size_t n,
	const std::function<bool(const std::vector<T> &)> &right = nullptr,
	const std::function<void()> &prepare = nullptr)
{
	if (strncmp(name, prefix, strlen(prefix)))
		return;
	if (count_only && prepare)
		prepare();
	row(name, run, prepare);
	if (count_only)
		return;
	std::vector<T> v = down(out, n);
	u64 h = 14695981039346656037ull;
	double sum = 0;
	for (size_t i = 0; i < n * sizeof(T); i++)
		h = (h ^ ((const byte *)v.data())[i]) * 1099511628211ull;
	for (const T &e : v)
		sum += size_of(e);
	fprintf(stderr, "%s\t%016llx\t%.9g\t%s\n", name, h, sum, !right ? "-" : right(v) ? "right" : "WRONG");
}
static inline bool near(double a, double b, double part = 1e-4)
{
	return std::fabs(a - b) <= part * (1 + std::fabs(b));
}
