/* What every program of this folder uses to check itself: a CUDA call that must succeed, a condition that must hold, an
 * array that must be near another. A program says what differs and ends with finish(): "ok" and 0, or the count and 1.
 */
#ifndef PROGRAMS_CHECK_H
#define PROGRAMS_CHECK_H

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static int failures;

__attribute__((format(printf, 2, 3))) static inline bool expect(bool holds, const char *fmt, ...)
{
	va_list ap;

	if (holds)
		return true;
	if (failures++ < 20) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
		putchar('\n');
	}
	return false;
}

static inline void cuda_check(cudaError_t e, const char *what, int line)
{
	if (e == cudaSuccess)
		return;
	printf("line %d: %s: %s\n", line, what, cudaGetErrorName(e));
	exit(1);
}
#define CUDA(call) cuda_check(call, #call, __LINE__)
#define LAUNCHED() (CUDA(cudaGetLastError()), CUDA(cudaDeviceSynchronize()))
#define GIVES(call, code) \
	do { \
		cudaError_t e_ = (call); \
		expect(e_ == (code), "line %d: %s: %s, not %s", __LINE__, #call, cudaGetErrorName(e_), #code); \
	} while (0)
#define HOLDS(condition) expect(condition, "line %d: not so: %s", __LINE__, #condition)

static inline int finish(void)
{
	if (failures)
		printf("%d differ\n", failures);
	else
		puts("ok");
	return failures != 0;
}

/* Numbers that are the same everywhere. */
struct Random {
	uint64_t state;
	explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1)
	{
	}
	uint32_t next()
	{
		state = state * 6364136223846793005u + 1442695040888963407u;
		return (uint32_t)(state >> 33) * 2u + (uint32_t)(state >> 63);
	}
	float unit()
	{
		return (float)(next() >> 8) / 16777216.0f;
	} /* [0, 1) */
	float sign()
	{
		return 2.0f * unit() - 1.0f;
	} /* [-1, 1) */
};

static inline std::vector<float> random_floats(size_t n, uint64_t seed)
{
	Random r(seed);
	std::vector<float> v(n);

	for (float &x : v)
		x = r.sign();
	return v;
}

template <class T> struct Device {
	T *p = nullptr;
	size_t n;
	explicit Device(size_t count) : n(count)
	{
		CUDA(cudaMalloc(&p, n * sizeof(T)));
		CUDA(cudaMemset(p, 0, n * sizeof(T)));
	}
	explicit Device(const std::vector<T> &v) : n(v.size())
	{
		CUDA(cudaMalloc(&p, n * sizeof(T)));
		CUDA(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	}
	Device(const Device &) = delete;
	~Device()
	{
		cudaFree(p);
	}
	operator T *() const
	{
		return p;
	}
	void zero()
	{
		CUDA(cudaMemset(p, 0, n * sizeof(T)));
	}
	std::vector<T> get() const
	{
		std::vector<T> v(n);

		CUDA(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
		return v;
	}
};

template <class T> static void same(const char *what, const std::vector<T> &got, const std::vector<T> &want)
{
	for (size_t i = 0; i < want.size(); i++)
		if (!expect(!memcmp(&got[i], &want[i], sizeof(T)), "%s[%zu]: %.9g, not %.9g", what, i, (double)got[i],
			    (double)want[i]))
			return;
}

template <class T, class U>
static void near(const char *what, const std::vector<T> &got, const std::vector<U> &want, double tolerance)
{
	for (size_t i = 0; i < want.size(); i++) {
		double g = (double)got[i], w = (double)want[i];

		if (!expect(fabs(g - w) <= tolerance * (1 + fabs(w)), "%s[%zu]: %.9g, not %.9g", what, i, g, w))
			return;
	}
}

#endif
