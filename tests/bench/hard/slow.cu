// The slow way of divisions, reciprocals and roots: what machine code does by a function, as a lane's number is zero,
// subnormal, huge, infinite or not a number. One warp alone (its time by the waits), one warp to a scheduler, and
// multiprocessors full of warps (its time by what is issued). Each turn needs the result of the one before.
#include "probe.h"
#include <cmath>
enum { TURNS = 256 };
template <class T> struct bits;
template <> struct bits<float> {
	typedef unsigned word;
	static __device__ word of(float x) { return __float_as_uint(x); }
	static __device__ float from(word x) { return __uint_as_float(x); }
};
template <> struct bits<double> {
	typedef unsigned long long word;
	static __device__ word of(double x) { return (word)__double_as_longlong(x); }
	static __device__ double from(word x) { return __longlong_as_double((long long)x); }
};
template <> struct bits<unsigned long long> {
	typedef unsigned long long word;
	static __device__ word of(word x) { return x; }
	static __device__ word from(word x) { return x; }
};
template <> struct bits<long long> {
	typedef unsigned long long word;
	static __device__ word of(long long x) { return (word)x; }
	static __device__ long long from(word x) { return (long long)x; }
};
struct divide {
	template <class T> static __device__ T of(T x, T y) { return x / y; }
};
struct remainder_of {
	template <class T> static __device__ T of(T x, T y) { return x % y; }
};
struct reciprocal {
	template <class T> static __device__ T of(T, T y) { return (T)1 / y; }
};
struct root {
	static __device__ float of(float, float y) { return sqrtf(y); }
	static __device__ double of(double, double y) { return sqrt(y); }
};
struct one_by_root {
	static __device__ double of(double, double y) { return rsqrt(y); }
};
struct sine {
	static __device__ float of(float, float y) { return sinf(y); }
};
struct sine_cosine {
	static __device__ float of(float, float y)
	{
		float s, c;
		sincosf(y, &s, &c);
		return s + c;
	}
};
struct power {
	static __device__ float of(float x, float y) { return powf(x, y); }
};
struct modulo {
	static __device__ float of(float x, float y) { return fmodf(x, y); }
};
// a, b: of each thread of a block. zero: 0, which only the run knows.
template <class OP, class T>
__global__ void chain(T *o, const T *a, const T *b, int n, typename bits<T>::word zero)
{
	T x = a[threadIdx.x], y = b[threadIdx.x], q = x;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		q = OP::of(x, bits<T>::from(bits<T>::of(y) ^ (bits<T>::of(q) & zero)));
	o[blockIdx.x * blockDim.x + threadIdx.x] = q;
}
// One turn in `each` takes the other numerator.
template <class OP, class T>
__global__ void now_and_then(T *o, const T *a, const T *b, T other, int n, int each, typename bits<T>::word zero)
{
	T x = a[threadIdx.x], y = b[threadIdx.x], q = x;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		q = OP::of(k % each ? x : other, bits<T>::from(bits<T>::of(y) ^ (bits<T>::of(q) & zero)));
	o[blockIdx.x * blockDim.x + threadIdx.x] = q;
}
// Four that do not need each other.
template <class OP, class T>
__global__ void four(T *o, const T *a, const T *b, int n, typename bits<T>::word zero)
{
	T x = a[threadIdx.x], y = b[threadIdx.x], q[4] = { x, x, x, x };
#pragma unroll 1
	for (int k = 0; k < n; k++)
#pragma unroll
		for (int j = 0; j < 4; j++)
			q[j] = OP::of(x, bits<T>::from(bits<T>::of(y) ^ (bits<T>::of(q[j]) & zero)));
	o[blockIdx.x * blockDim.x + threadIdx.x] = q[0] + q[1] + q[2] + q[3];
}
// Lanes with the other pair of numbers: none, the first, each other one, all; the first warp of a block.
enum who { NONE, ONE, HALF, ALL, WARP };
static const char *const who_name[] = { "none", "one", "half", "all", "warp" };
static bool is_other(who w, int t)
{
	return w == ONE ? t % 32 == 0 : w == HALF ? t % 2 : w == ALL ? true : w == WARP ? t < 32 : false;
}
template <class T> struct pair {
	T *a, *b;
};
template <class T> static pair<T> fill(T x, T y, T ox, T oy, who w)
{
	std::vector<T> a(256), b(256);
	for (int t = 0; t < 256; t++)
		a[t] = is_other(w, t) ? ox : x, b[t] = is_other(w, t) ? oy : y;
	return { upload(a), upload(b) };
}
static void *out;
// Grids: one warp; a warp to each scheduler; sixteen.
static const int grid[3][2] = { { 1, 32 }, { 132, 128 }, { 1056, 256 } };
template <class OP, class T> static void one(const char *op, const char *what, T x, T y, T ox, T oy, who w, int g)
{
	pair<T> p = fill(x, y, ox, oy, w);
	row(nm("slow.%s.%s.%s.%d", op, what, who_name[w], grid[g][0]),
		[=] { chain<OP, T><<<grid[g][0], grid[g][1]>>>((T *)out, p.a, p.b, TURNS, 0); });
	cudaFree(p.a), cudaFree(p.b);
}
template <class OP, class T> static void easy(const char *op, T x, T y)
{
	for (int g = 0; g < 3; g++)
		one<OP, T>(op, "easy", x, y, x, y, NONE, g);
}
template <class OP, class T> static void slow(const char *op, const char *what, T x, T y, T ox, T oy, bool more = false)
{
	one<OP, T>(op, what, x, y, ox, oy, ALL, 0);
	one<OP, T>(op, what, x, y, ox, oy, ONE, 0);
	one<OP, T>(op, what, x, y, ox, oy, ALL, 2);
	one<OP, T>(op, what, x, y, ox, oy, ONE, 2);
	if (!more)
		return;
	one<OP, T>(op, what, x, y, ox, oy, ALL, 1);
	one<OP, T>(op, what, x, y, ox, oy, ONE, 1);
	one<OP, T>(op, what, x, y, ox, oy, HALF, 0);
	one<OP, T>(op, what, x, y, ox, oy, WARP, 1);
	one<OP, T>(op, what, x, y, ox, oy, WARP, 2);
}
template <class OP, class T> static void fours(const char *op, const char *what, T x, T y)
{
	pair<T> p = fill(x, y, x, y, NONE);
	for (int g = 0; g < 3; g += 2)
		row(nm("slow.%s.four.%s.%d", op, what, grid[g][0]),
			[=] { four<OP, T><<<grid[g][0], grid[g][1]>>>((T *)out, p.a, p.b, TURNS / 4, 0); });
	cudaFree(p.a), cudaFree(p.b);
}
template <class OP, class T> static void turns(const char *op, T x, T y, T other)
{
	pair<T> p = fill(x, y, x, y, NONE);
	for (int each : { 1, 2, 8, 1000 })
		for (int g = 0; g < 3; g += 2)
			row(nm("slow.%s.each%d.%d", op, each, grid[g][0]), [=] {
				now_and_then<OP, T>
					<<<grid[g][0], grid[g][1]>>>((T *)out, p.a, p.b, other, TURNS, each, 0);
			});
	cudaFree(p.a), cudaFree(p.b);
}
// Which exponents of numerator and denominator go the slow way: by a clock, for each denominator the numerators. All
// lanes alike. Written as lines that begin with '#'; not on the emulator.
enum { LEAST = -149, MOST = 129, SPAN = MOST - LEAST + 1 };
template <class OP> __global__ void edge(int *clk, unsigned a, unsigned b)
{
	for (int ea = LEAST; ea <= MOST; ea++) {
		int eb = LEAST + (int)blockIdx.x, least = 1 << 30;
		float x = ea == MOST ? 0 : ldexpf(__uint_as_float(a), ea), y = eb == MOST ? 0 : ldexpf(__uint_as_float(b), eb);
		for (int t = 0; t < 3; t++) {
			unsigned was = clock();
			float q = OP::of(__uint_as_float(__float_as_uint(x) ^ (was & (was >> 31) & (unsigned)clk[0])), y);
			unsigned is = clock() + (__float_as_uint(q) & (unsigned)clk[0]);
			least = min(least, (int)(is - was));
		}
		if (!threadIdx.x)
			clk[1 + blockIdx.x * SPAN + (ea - LEAST)] = least;
	}
}
template <class OP> static void edges(const char *op, unsigned a, unsigned b)
{
	int *d = dev<int>(1 + SPAN * SPAN);
	std::vector<int> clk(1 + SPAN * SPAN);
	edge<OP><<<SPAN, 32>>>(d, a, b);
	CHECK(cudaMemcpy(clk.data(), d, clk.size() * sizeof(int), cudaMemcpyDeviceToHost));
	int quick = *std::min_element(clk.begin() + 1, clk.end());
	for (int eb = 0; eb < SPAN; eb++) {
		const int *c = &clk[1 + eb * SPAN];
		printf("# %s %x/%x denominator 2^%d quick(<%d):", op, a, b, LEAST + eb, quick + 60);
		for (int ea = 0, from = 0; ea <= SPAN; ea++) {
			bool is = ea < SPAN && c[ea] < quick + 60, was = ea && c[ea - 1] < quick + 60;
			if (is && !was)
				from = ea;
			if (!is && was)
				printf(" %d..%d", LEAST + from, LEAST + ea - 1);
		}
		printf(" zero:%d one:%d\n", c[MOST - LEAST], c[-LEAST]);
	}
	cudaFree(d);
}
typedef unsigned long long u64;
typedef long long s64;
void rows()
{
	out = dev<u64>(1056 * 256);
	easy<divide, float>("fdiv", 3, 7);
	slow<divide, float>("fdiv", "zero", 3, 7, 0, 7, true);
	slow<divide, float>("fdiv", "by_zero", 3, 7, 3, 0);
	slow<divide, float>("fdiv", "both_zero", 3, 7, 0, 0);
	slow<divide, float>("fdiv", "subnormal", 3, 7, 1e-40f, 7);
	slow<divide, float>("fdiv", "by_subnormal", 3, 7, 3, 1e-40f);
	slow<divide, float>("fdiv", "small", 3, 7, 1e-35f, 7);
	slow<divide, float>("fdiv", "to_subnormal", 3, 7, 1e-30f, 1e10f);
	slow<divide, float>("fdiv", "overflow", 3, 7, 1e30f, 1e-30f);
	slow<divide, float>("fdiv", "by_huge", 3, 7, 3, 3e38f);
	slow<divide, float>("fdiv", "infinite", 3, 7, INFINITY, 7);
	slow<divide, float>("fdiv", "by_infinite", 3, 7, 3, INFINITY);
	slow<divide, float>("fdiv", "nan", 3, 7, NAN, 7);
	fours<divide, float>("fdiv", "easy", 3, 7);
	fours<divide, float>("fdiv", "zero", 0, 7);
	turns<divide, float>("fdiv", 3, 7, 0);
	easy<reciprocal, float>("frcp", 1, 7);
	slow<reciprocal, float>("frcp", "zero", 1, 7, 1, 0, true);
	slow<reciprocal, float>("frcp", "subnormal", 1, 7, 1, 1e-40f);
	slow<reciprocal, float>("frcp", "huge", 1, 7, 1, 3e38f);
	slow<reciprocal, float>("frcp", "infinite", 1, 7, 1, INFINITY);
	easy<root, float>("fsqrt", 1, 7);
	slow<root, float>("fsqrt", "zero", 1, 7, 1, 0, true);
	slow<root, float>("fsqrt", "small", 1, 7, 1, 1e-35f);
	slow<root, float>("fsqrt", "negative", 1, 7, 1, -1);
	slow<root, float>("fsqrt", "infinite", 1, 7, 1, INFINITY);
	fours<root, float>("fsqrt", "easy", 1, 7);
	fours<root, float>("fsqrt", "zero", 1, 0);
	easy<divide, double>("ddiv", 3, 7);
	slow<divide, double>("ddiv", "zero", 3, 7, 0, 7, true);
	slow<divide, double>("ddiv", "by_zero", 3, 7, 3, 0);
	slow<divide, double>("ddiv", "small", 3, 7, 1e-300, 7);
	slow<divide, double>("ddiv", "to_subnormal", 3, 7, 1e-200, 1e115);
	slow<divide, double>("ddiv", "infinite", 3, 7, (double)INFINITY, 7);
	fours<divide, double>("ddiv", "easy", 3, 7);
	fours<divide, double>("ddiv", "zero", 0, 7);
	easy<reciprocal, double>("drcp", 1, 7);
	slow<reciprocal, double>("drcp", "zero", 1, 7, 1, 0);
	slow<reciprocal, double>("drcp", "huge", 1, 7, 1, 1.7e308);
	easy<root, double>("dsqrt", 1, 7);
	slow<root, double>("dsqrt", "zero", 1, 7, 1, 0, true);
	slow<root, double>("dsqrt", "small", 1, 7, 1, 1e-300);
	slow<root, double>("dsqrt", "negative", 1, 7, 1, -1);
	easy<one_by_root, double>("drsqrt", 1, 7);
	slow<one_by_root, double>("drsqrt", "zero", 1, 7, 1, 0);
	u64 big = 1ull << 40 | 12345, wide = 77ull << 33 | 5;
	easy<divide, u64>("udiv64", 1000001, 37);
	slow<divide, u64>("udiv64", "big", 1000001, 37, big, 37, true);
	slow<divide, u64>("udiv64", "by_big", 1000001, 37, ~big, wide);
	slow<remainder_of, u64>("urem64", "big", 1000001, 37, big, 37);
	easy<divide, s64>("sdiv64", 1000001, 37);
	slow<divide, s64>("sdiv64", "big", 1000001, 37, -(s64)big, 37);
	slow<divide, s64>("sdiv64", "negative", 1000001, 37, -1000001, 37);
	slow<remainder_of, s64>("srem64", "big", 1000001, 37, -(s64)big, 37);
	easy<sine, float>("sinf", 1, 7);
	slow<sine, float>("sinf", "large", 1, 7, 1, 1e6f);
	easy<sine_cosine, float>("sincosf", 1, 7);
	slow<sine_cosine, float>("sincosf", "large", 1, 7, 1, 1e6f);
	easy<power, float>("powf", 1.5f, 7);
	slow<power, float>("powf", "zero", 1.5f, 7, 0, 7);
	slow<power, float>("powf", "negative", 1.5f, 7, -1.5f, 7);
	easy<modulo, float>("fmodf", 30, 7);
	slow<modulo, float>("fmodf", "far", 30, 7, 1e30f, 7);
	if (!once && !count_only) {
		edges<divide>("fdiv", 0x3f800000, 0x3f800000);
		edges<divide>("fdiv", 0x3fffffff, 0x3f800000);
		edges<divide>("fdiv", 0x3f800000, 0x3fffffff);
	}
}
