// blind29f: a fresh set of kernels that nobody had modelled when they were written. Division, roots, functions, in
// chains and apart.
#include "blind7.h"
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// a chain: each step needs the one before; Many of them side by side a thread
template <class Step, class V, int Many> __global__ void chain(const V *in, V *out, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / Many)
		return;
	V x[Many];
#pragma unroll
	for (int k = 0; k < Many; k++)
		x[k] = in[k * (n / Many) + i];
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int k = 0; k < Many; k++)
			x[k] = Step::step(x[k], r);
#pragma unroll
	for (int k = 0; k < Many; k++)
		out[k * (n / Many) + i] = x[k];
}
struct Divide {
	static HD float step(float x, int r)
	{
		return 2.5f / (x + 1.0f);
	}
};
struct Root {
	static HD float step(float x, int r)
	{
		return sqrtf(x + 2.0f);
	}
};
struct InverseRoot {
	static HD float step(float x, int r)
	{
#ifdef __CUDA_ARCH__
		return rsqrtf(x + 0.5f) + 0.1f * r;
#else
		return 1 / sqrtf(x + 0.5f) + 0.1f * r;
#endif
	}
};
struct Power {
	static HD float step(float x, int r)
	{
		return powf(x + 1.0f, 0.37f);
	}
};
struct Waves {
	static HD float step(float x, int r)
	{
		return expf(-sinf(x)) * 0.4f;
	}
};
struct LongCosine {
	static HD double step(double x, int r)
	{
		return cos(x);
	}
};
struct Newton {
	static HD double step(double x, int r)
	{
		return 0.5 * (x + (r + 2) / x);
	}
};
struct LongLog {
	static HD double step(double x, int r)
	{
		return log(exp(-x) + 2.0);
	}
};
struct LongRoot {
	static HD double step(double x, int r)
	{
		return sqrt(x + 1.5);
	}
};
struct Rest {
	static HD unsigned step(unsigned x, int r)
	{
		unsigned d = (x >> 20) + 3;
		return x / d * 40503u + x % (d + r);
	}
};
struct LongRest {
	static HD u64 step(u64 x, int r)
	{
		u64 d = (x >> 40) + 5;
		return x % d * 6364136223846793005ull + x / d;
	}
};
struct SignedRest {
	static HD long long step(long long x, int r)
	{
		long long d = (x >> 33) | 1;
		return x / d * 1442695040888963ll ^ x % (d - 3 | 1) << 20;
	}
};
struct LongProduct {
	static HD u64 step(u64 x, int r)
	{
		x ^= x >> 29;
		x *= 0xbf58476d1ce4e5b9ull;
#ifdef __CUDA_ARCH__
		return x + __umul64hi(x, x + r);
#else
		return x + (u64)((unsigned __int128)x * (x + r) >> 64);
#endif
	}
};
struct Bits {
	static HD unsigned step(unsigned x, int r)
	{
#ifdef __CUDA_ARCH__
		unsigned y = __brev(x), p = __popc(x), z = __clz(x | 1);
		return __funnelshift_l(y, x, p + r) + __byte_perm(x, y, 0x6253) + z;
#else
		unsigned y = 0, p = 0, z = __builtin_clz(x | 1), s;
		for (int k = 0; k < 32; k++)
			y |= (x >> k & 1) << (31 - k), p += x >> k & 1;
		s = (p + r) & 31;
		unsigned turned = s ? x << s | y >> (32 - s) : x;
		// bytes 3, 5, 2, 6 of y:x
		unsigned perm = x >> 24 | (y >> 8 & 255) << 8 | (x >> 16 & 255) << 16 | (y >> 16 & 255) << 24;
		return turned + perm + z;
#endif
	}
};
struct Fmod {
	static HD float step(float x, int r)
	{
		return fmodf(x * 4096.0f, 1.7f + (r & 3)) + 0.125f;
	}
};
__global__ void great_angles(const float *v, float *out, int n, int each)
{ // sines of very large numbers, each by itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < each; k++)
		s += sinf(v[i] * (float)(1 << k)) * cosf(v[i] + k * 65536.0f);
	out[i] = s;
}
__global__ void odd_functions(const float *v, float *out, int n, int each)
{ // seldom functions, one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = v[i], s = 0;
	for (int k = 1; k <= each; k++) {
		s += erff(x * k) + cbrtf(x + k) + atan2f(x, (float)k) + lgammaf(x + k) - hypotf(x, k);
		s += tanhf(x - k) + log1pf(x * k) + expm1f(-x * k) + acosf(x / k);
	}
	out[i] = s;
}
__global__ void half_pairs(const __half2 *in, __half2 *out, int n, int rounds)
{ // a chain of multiply-and-adds on pairs of halves with a root and a division now and then
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half2 x = in[i], a = __floats2half2_rn(0.5f, -0.25f), b = __floats2half2_rn(0.75f, 1.5f);
	for (int r = 0; r < rounds; r++) {
		x = __hfma2(x, a, b);
		x = __hfma2(x, a, b);
		if (r % 4 == 3)
			x = h2sqrt(__h2div(__hadd2(x, b), b));
	}
	out[i] = x;
}
__global__ void brain_singles(const float *in, float *out, int n, int rounds)
{ // the same with brain floats one by one, exponentials instead
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__nv_bfloat16 x = __float2bfloat16(in[i]), a = __float2bfloat16(-0.5f), b = __float2bfloat16(0.75f);
	for (int r = 0; r < rounds; r++) {
		x = __hfma(x, a, b);
		x = __hmul(hexp(-x), b);
		x = __hmax(x, __hsub(b, x));
	}
	out[i] = __bfloat162float(x);
}
__global__ void byte_products(const int *a, const int *b, int *out, int n, int each)
{ // dp4a, dp2a and packed differences
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, t = 1, u = 0;
	if (i >= n)
		return;
	for (int k = 0; k < each; k++) {
		int x = a[(i + k * 37) % n], y = b[k];
		s = __dp4a(x, y, s);
		t = __dp2a_lo(x, t, y);
		u = __vsadu4(x, u) + __vavgs2(x, y);
	}
	out[i] = s ^ t ^ u;
}
template <class Step, int Many, class V>
static void chained(const char *name, const std::vector<V> &in, int block, int rounds, double part)
{
	int n = in.size();
	std::vector<V> want(in);
	for (V &x : want)
		for (int r = 0; r < rounds; r++)
			x = Step::step(x, r);
	V *di = upload(in), *o = dev<V>(n);
	job<V>(
		name, [&] { chain<Step, V, Many><<<up(n / Many, block), block>>>(di, o, n, rounds); }, o, n,
		part == 0 ? same(want) : close_to(want, part));
}
static void chains(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	auto floats = [&](int n) { return std::vector<float>(f.begin(), f.begin() + n); };
	auto doubles = [&](int n) { return double_fractions(w, n); };
	auto whole = [&](int n) { return std::vector<unsigned>(w.begin(), w.begin() + n); };
	auto longs = [&](int n) {
		std::vector<u64> v(n);
		for (int i = 0; i < n; i++)
			v[i] = (u64)w[i] << 32 | w[i + 1];
		return v;
	};
	chained<Divide, 1>("float_divisions.chain_few_warps", floats(132 * 32), 32, 250, 0);
	chained<Root, 4>("float_roots.four_apart", floats(40000), 256, 40, 0);
	chained<InverseRoot, 1>("inverse_roots.chain", floats(50000), 128, 40, 1e-4);
	chained<Power, 1>("float_powers.chain_many_warps", floats(40000), 256, 16, 1e-4);
	chained<Waves, 2>("sines_and_exponentials.two_apart", floats(30000), 192, 20, 1e-4);
	chained<LongCosine, 1>("double_cosines.chain_few_warps", doubles(2000), 64, 50, 1e-9);
	chained<Newton, 1>("double_divisions.newton", doubles(16384), 128, 20, 1e-9);
	chained<LongLog, 2>("double_logarithms.two_apart", doubles(16384), 256, 12, 1e-9);
	chained<LongRoot, 1>("double_roots.one_block", doubles(512), 512, 120, 0);
	chained<Rest, 1>("whole_divisions.chain", whole(30000), 96, 50, 0);
	chained<LongRest, 2>("long_divisions.two_apart", longs(12000), 128, 30, 0);
	std::vector<long long> sl(3000);
	for (int i = 0; i < 3000; i++)
		sl[i] = (long long)((u64)w[i] << 32 | w[i + 1]);
	chained<SignedRest, 1>("signed_long_divisions.few_warps", sl, 32, 40, 0);
	chained<LongProduct, 4>("long_products.four_apart", longs(80000), 256, 24, 0);
	chained<Bits, 1>("turned_bits.chain_few_warps", whole(132 * 64), 64, 200, 0);
	chained<Fmod, 1>("rests_of_floats.chain", floats(20000), 128, 24, 0);
}
static void others(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 20000, E = 12;
	std::vector<float> v(N), x(f.begin(), f.begin() + N), want(N), odd(N), brain(N);
	for (int i = 0; i < N; i++) {
		v[i] = f[i] * 300000;
		double s = 0;
		for (int k = 0; k < E; k++)
			s += std::sin((double)(v[i] * (float)(1 << k))) * std::cos((double)(v[i] + k * 65536.0f));
		want[i] = s;
	}
	float *dv = upload(v), *dx = upload(x), *o = dev<float>(N);
	job<float>(
		"great_angles.far_from_nought", [&] { great_angles<<<up(N, 128), 128>>>(dv, o, N, E); }, o, N,
		close_to(want, 1e-4));
	const int M = 5000;
	for (int i = 0; i < M; i++) {
		double s = 0, t = x[i];
		for (int k = 1; k <= 6; k++) {
			s += std::erf(t * k) + std::cbrt(t + k) + std::atan2(t, (double)k) + std::lgamma(t + k) -
				std::hypot(t, k);
			s += std::tanh(t - k) + std::log1p(t * k) + std::expm1(-t * k) + std::acos(t / k);
		}
		odd[i] = s;
	}
	odd.resize(M);
	job<float>(
		"seldom_functions.nine_of_them", [&] { odd_functions<<<up(M, 64), 64>>>(dx, o, M, 6); }, o, M,
		close_to(odd, 1e-3));
	std::vector<__half2> h(N);
	std::vector<float> hw(2 * N);
	for (int i = 0; i < N; i++) {
		h[i] = __floats2half2_rn(f[i], f[i + 1]);
		for (int s = 0; s < 2; s++) {
			double y = f[i + s], a = s ? -0.25 : 0.5, b = s ? 1.5 : 0.75;
			for (int r = 0; r < 40; r++) {
				y = y * a + b, y = y * a + b;
				if (r % 4 == 3)
					y = std::sqrt((y + b) / b);
			}
			hw[2 * i + s] = y;
		}
		double y = f[i];
		for (int r = 0; r < 20; r++) {
			y = y * -0.5 + 0.75;
			y = std::exp(-y) * 0.75;
			y = std::max(y, 0.75 - y);
		}
		brain[i] = y;
	}
	__half2 *dh = upload(h), *oh = dev<__half2>(N);
	job<unsigned short>(
		"halves_in_pairs.roots_and_divisions", [&] { half_pairs<<<up(N, 256), 256>>>(dh, oh, N, 40); },
		(unsigned short *)oh, 2 * N,
		[=](const std::vector<unsigned short> &r) {
			for (int k = 0; k < 2 * N; k++)
				if (!near(__half2float(__half(__half_raw{ r[k] })), hw[k], 5e-3))
					return false;
			return true;
		});
	job<float>(
		"brain_floats.exponentials", [&] { brain_singles<<<up(N, 256), 256>>>(dx, o, N, 20); }, o, N,
		close_to(brain, 4e-2));
	const int K = 40;
	std::vector<int> a(N), b(K), p(N);
	for (int i = 0; i < N; i++)
		a[i] = w[i];
	for (int k = 0; k < K; k++)
		b[k] = w[k + 500];
	auto sbyte = [](int v, int k) { return (int)(signed char)(v >> 8 * k); };
	for (int i = 0; i < N; i++) {
		unsigned s = 0, t = 1, u = 0;
		for (int k = 0; k < K; k++) {
			int x = a[(i + k * 37) % N], y = b[k];
			unsigned sad = 0, avg = 0;
			for (int q = 0; q < 4; q++) {
				s += sbyte(x, q) * sbyte(y, q);
				sad += abs((int)((unsigned)x >> 8 * q & 255) - (int)(u >> 8 * q & 255));
			}
			t = (short)x * sbyte(t, 0) + (short)(x >> 16) * sbyte(t, 1) + y;
			for (int q = 0; q < 2; q++) {
				int m = (short)(x >> 16 * q) + (short)(y >> 16 * q);
				int r = m >= 0 ? (m + 1) >> 1 :
						 m >> 1; // away from nought when signed halves are in between
				if (m < 0)
					r = -((-m + 1) >> 1);
				avg |= (unsigned)(r & 0xffff) << 16 * q;
			}
			u = sad + avg;
		}
		p[i] = s ^ t ^ u;
	}
	int *da = upload(a), *db = upload(b), *op = dev<int>(N);
	job<int>(
		"byte_products.packed_differences", [&] { byte_products<<<up(N, 160), 160>>>(da, db, op, N, K); }, op,
		N, same(p));
}
void rows()
{
	std::vector<unsigned> w = words(100000);
	std::vector<float> f = fractions(w);
	chains(w, f);
	others(w, f);
}
