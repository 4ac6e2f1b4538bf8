// blind27f: a fresh set of kernels that nobody had modelled when they were written. Division, roots, double and half
// numbers, remainders, 64-bit integers, bit tricks, special functions.
#include "blind7.h"
#include <cuda_fp16.h>
#include <cuda_bf16.h>

static const int GLASSES = 10;
struct Optics {
	float bend[GLASSES], index[GLASSES], gap[GLASSES];
};
__global__ void rays_exact(Optics o, const float2 *in, float2 *out, int n)
{ // rays through glasses, division and root as the standard wants them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float y = in[i].x, u = in[i].y;
#pragma unroll 1
	for (int k = 0; k < GLASSES; k++) {
		float d = sqrtf(1 + u * u);
		u = u / d / o.index[k] - y / o.bend[k];
		y += u * o.gap[k] / d;
	}
	out[i] = make_float2(y, u);
}
__global__ void rays_quick(Optics o, const float2 *in, float2 *out, int n)
{ // the same with the quick forms
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float y = in[i].x, u = in[i].y;
#pragma unroll 1
	for (int k = 0; k < GLASSES; k++) {
		float d = rsqrtf(1 + u * u);
		u = __fdividef(u * d, o.index[k]) - __fdividef(y, o.bend[k]);
		y += u * o.gap[k] * d;
	}
	out[i] = make_float2(y, u);
}
__global__ void kepler_double(const float2 *orbit, double *out, int n)
{ // where is the comet? Newton's steps in double
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double mean = orbit[i].x, e = orbit[i].y, a = mean + 0.8 * e;
	for (int k = 0; k < 6; k++) {
		double s, c;
		sincos(a, &s, &c);
		a -= (a - e * s - mean) / (1 - e * c);
	}
	out[i] = a;
}
__global__ void kepler_float(const float2 *orbit, float *out, int n)
{ // until it hardly moves, in float
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float mean = orbit[i].x, e = orbit[i].y, a = mean + 0.8f * e;
	for (int k = 0; k < 12; k++) {
		float d = (a - e * sinf(a) - mean) / (1 - e * cosf(a));
		a -= d;
		if (fabsf(d) < 1e-5f)
			break;
	}
	out[i] = a;
}
static const int LAYERS = 8;
__global__ void layers_half(const __half *in, const __half *cover, __half *out, int n)
{ // layers of paint over each other: x becomes a curve of x, then covers by a part
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half sum = __float2half(0), a = __float2half(0.3053f), b = __float2half(0.6822f), c = __float2half(0.0125f);
	for (int k = 0; k < LAYERS; k++) {
		__half x = in[k * n + i];
		x = __hmul(x, __hfma(x, __hfma(x, a, b), c));
		sum = __hfma(cover[k], __hsub(x, sum), sum);
	}
	out[i] = sum;
}
__global__ void layers_half2(const __half2 *in, const __half *cover, __half2 *out, int n)
{ // two at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half2 sum = __float2half2_rn(0), a = __float2half2_rn(0.3053f), b = __float2half2_rn(0.6822f),
		c = __float2half2_rn(0.0125f);
	for (int k = 0; k < LAYERS; k++) {
		__half2 x = in[k * n + i];
		x = __hmul2(x, __hfma2(x, __hfma2(x, a, b), c));
		sum = __hfma2(__half2half2(cover[k]), __hsub2(x, sum), sum);
	}
	out[i] = sum;
}
__global__ void layers_bfloat(const __nv_bfloat162 *in, const float *cover, __nv_bfloat162 *out, int n)
{ // brain floats, two at a time; the curve in float
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 sum = make_float2(0, 0);
	for (int k = 0; k < LAYERS; k++) {
		float2 x = __bfloat1622float2(in[k * n + i]);
		x.x *= x.x * (x.x * 0.3053f + 0.6822f) + 0.0125f, x.y *= x.y * (x.y * 0.3053f + 0.6822f) + 0.0125f;
		sum.x += cover[k] * (x.x - sum.x), sum.y += cover[k] * (x.y - sum.y);
	}
	out[i] = __float22bfloat162_rn(sum);
}
static const int WHEELS = 10;
__global__ void odometer_64(const u64 *v, const int *base, u64 *out, int n)
{ // a large number as wheels with different numbers of teeth, then the wheels backwards as a number
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 x = v[i], y = 0;
	for (int k = 0; k < WHEELS; k++) {
		u64 q = x / base[k];
		y = y * base[k] + (x - q * base[k]);
		x = q;
	}
	out[i] = y;
}
__global__ void odometer_32(const u64 *v, const int *base, u64 *out, int n)
{ // the low half only: 32-bit division by variables
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = v[i], y = 0;
	for (int k = 0; k < WHEELS; k++) {
		unsigned b = base[k];
		y = y * b + x % b;
		x /= b;
	}
	out[i] = y;
}
__global__ void fermat_remainder(const unsigned *v, unsigned *out, int n)
{ // 3 to the power v - 1 modulo v: one for primes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned m = v[i];
	u64 r = 1, b = 3;
	for (unsigned e = m - 1; e; e >>= 1) {
		if (e & 1)
			r = r * b % m;
		b = b * b % m;
	}
	out[i] = r;
}
__device__ unsigned reduce(u64 x, unsigned m, unsigned inverse)
{ // x / 2^32 modulo m
	unsigned q = (unsigned)x * inverse;
	unsigned high = __umulhi(q, m), x_high = x >> 32;
	return x_high >= high ? x_high - high : x_high - high + m;
}
__global__ void fermat_montgomery(const unsigned *v, unsigned *out, int n)
{ // the same without division in the loop
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned m = v[i], inverse = m;
	for (int k = 0; k < 4; k++)
		inverse *= 2 - m * inverse;
	unsigned r = (1ull << 32) % m, b = (u64)r * 3 % m;
	for (unsigned e = m - 1; e; e >>= 1) {
		if (e & 1)
			r = reduce((u64)r * b, m, inverse);
		b = reduce((u64)b * b, m, inverse);
	}
	out[i] = reduce(r, m, inverse);
}
static const int SIDES = 64;
__global__ void likeness_dp4a(const int *a, const int *b, int *out, int n)
{ // products of signed bytes, four at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0;
	for (int k = 0; k < SIDES / 4; k++)
		sum = __dp4a(a[k * n + i], b[k], sum);
	out[i] = sum;
}
__host__ __device__ unsigned turn(unsigned v, int by)
{
#ifdef __CUDA_ARCH__
	return __funnelshift_l(v, v, by);
#else
	return by & 31 ? v << (by & 31) | v >> (32 - (by & 31)) : v;
#endif
}
__host__ __device__ unsigned bit_mixer(unsigned v, unsigned key)
{ // turns, counts, mirrors and shuffles of bytes
	for (int k = 0; k < 12; k++) {
#ifdef __CUDA_ARCH__
		int ones = __popc(v), zeros = __clz(v | 1);
		unsigned mirror = __brev(v), bytes = __byte_perm(v, key, 0x2705);
#else
		int ones = __builtin_popcount(v), zeros = __builtin_clz(v | 1);
		unsigned mirror = 0,
			 bytes = (key >> 8 & 255) | (v & 255) << 8 | (key >> 24) << 16 | (v >> 16 & 255) << 24;
		for (int j = 0; j < 32; j++)
			mirror |= (v >> j & 1) << (31 - j);
#endif
		v = turn(v ^ key, ones) + (mirror ^ bytes) + zeros;
		key = turn(key, 7) + k;
	}
	return v;
}
__global__ void mixer(const unsigned *v, unsigned *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = bit_mixer(v[i], v[i + 1]);
}
__global__ void special_float(const float2 *v, float *out, int n)
{ // a sum of functions from the back of the book
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = v[i].x, y = v[i].y;
	out[i] = erff(x) + lgammaf(1 + y) + cbrtf(y) + atan2f(x, y) + powf(y, x) + log1pf(x) + j0f(y) + tanhf(x - y);
}
__global__ void special_double(const float2 *v, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double x = v[i].x, y = v[i].y;
	out[i] = erfc(x) + exp2(-y) + log10(1 + y) + hypot(x, y) + acos(x * 0.5) + sinh(x);
}
static void optics(const std::vector<float> &f)
{
	const int N = 150000;
	Optics o;
	for (int k = 0; k < GLASSES; k++)
		o.bend[k] = 20 + 30 * f[k], o.index[k] = 1.2f + f[k + 20] * 0.5f, o.gap[k] = 1 + f[k + 40];
	std::vector<float2> in(N);
	std::vector<float> want(2 * N);
	for (int i = 0; i < N; i++) {
		in[i] = make_float2(f[i + 100] * 4 - 2, f[i + 900] * 0.4f - 0.2f);
		double y = in[i].x, u = in[i].y;
		for (int k = 0; k < GLASSES; k++) {
			double d = sqrt(1 + u * u);
			u = u / d / o.index[k] - y / o.bend[k];
			y += u * o.gap[k] / d;
		}
		want[2 * i] = y, want[2 * i + 1] = u;
	}
	float2 *di = upload(in), *out = dev<float2>(N);
	job<float>(
		"rays_through_glasses.exact", [&] { rays_exact<<<(N + 127) / 128, 128>>>(o, di, out, N); },
		(float *)out, 2 * N, close_to(want, 1e-3));
	job<float>(
		"rays_through_glasses.quick", [&] { rays_quick<<<(N + 127) / 128, 128>>>(o, di, out, N); },
		(float *)out, 2 * N, close_to(want, 1e-3));
	const int C = 50000;
	std::vector<double> where(C);
	std::vector<float> wheref(C);
	for (int i = 0; i < C; i++) {
		in[i] = make_float2(f[i] * 6.2f, f[i + 77] * 0.6f);
		double a = in[i].x + 0.8 * in[i].y;
		for (int k = 0; k < 12; k++)
			a -= (a - in[i].y * sin(a) - in[i].x) / (1 - in[i].y * cos(a));
		where[i] = wheref[i] = a;
		where[i] = a;
	}
	float2 *dc = upload(in);
	double *od = dev<double>(C);
	float *of = dev<float>(C);
	job<double>(
		"where_is_the_comet.double", [&] { kepler_double<<<(C + 127) / 128, 128>>>(dc, od, C); }, od, C,
		close_to(where, 1e-8));
	job<float>(
		"where_is_the_comet.float", [&] { kepler_float<<<(C + 63) / 64, 64>>>(dc, of, C); }, of, C,
		close_to(wheref, 1e-3));
}
static void paint(const std::vector<float> &f)
{
	const int N = 100000;
	std::vector<__half> in(N * LAYERS), cover(LAYERS);
	std::vector<__nv_bfloat16> brain(N * LAYERS);
	std::vector<float> want(N), coverf(LAYERS);
	for (int k = 0; k < LAYERS; k++)
		cover[k] = __float2half(coverf[k] = 0.2f + 0.05f * k);
	for (int k = 0; k < LAYERS; k++)
		for (int i = 0; i < N; i++) {
			float x = f[k * 9 + i];
			in[k * N + i] = __float2half(x), brain[k * N + i] = __float2bfloat16(x);
			x *= 0.0125f + x * (0.6822f + x * 0.3053f);
			want[i] += coverf[k] * (x - want[i]);
		}
	__half *di = upload(in), *dc = upload(cover), *o = dev<__half>(N);
	__nv_bfloat16 *db = upload(brain), *ob = dev<__nv_bfloat16>(N);
	float *df = upload(coverf);
	auto right = [want](const std::vector<__half> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (!near(__half2float(v[i]), want[i], 4e-3))
				return false;
		return true;
	};
	job<__half>(
		"layers_of_paint.half", [&] { layers_half<<<(N + 255) / 256, 256>>>(di, dc, o, N); }, o, N, right);
	job<__half>(
		"layers_of_paint.two_halves",
		[&] { layers_half2<<<(N / 2 + 255) / 256, 256>>>((__half2 *)di, dc, (__half2 *)o, N / 2); }, o, N,
		right);
	job<__nv_bfloat16>(
		"layers_of_paint.brain_floats",
		[&] {
			layers_bfloat<<<(N / 2 + 255) / 256, 256>>>(
				(__nv_bfloat162 *)db, df, (__nv_bfloat162 *)ob, N / 2);
		},
		ob, N,
		[want](const std::vector<__nv_bfloat16> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (!near(__bfloat162float(v[i]), want[i], 2e-2))
					return false;
			return true;
		});
}
static void whole_numbers(const std::vector<unsigned> &w)
{
	const int N = 40000;
	std::vector<u64> v(N), want(N), want32(N);
	std::vector<int> base(WHEELS);
	for (int k = 0; k < WHEELS; k++)
		base[k] = 7 + w[k] % 50;
	for (int i = 0; i < N; i++) {
		u64 x = v[i] = (u64)w[i] << 32 | w[i + 9];
		unsigned z = x;
		for (int k = 0; k < WHEELS; k++) {
			want[i] = want[i] * base[k] + x % base[k], x /= base[k];
			want32[i] = (unsigned)(want32[i] * base[k] + z % base[k]), z /= base[k];
		}
	}
	u64 *dv = upload(v), *o = dev<u64>(N);
	int *db = upload(base);
	job<u64>(
		"odometer_backwards.64_bits", [&] { odometer_64<<<(N + 127) / 128, 128>>>(dv, db, o, N); }, o, N,
		same(want));
	job<u64>(
		"odometer_backwards.32_bits", [&] { odometer_32<<<(N + 127) / 128, 128>>>(dv, db, o, N); }, o, N,
		same(want32));
	const int F = 16000;
	std::vector<unsigned> odd(F), r(F);
	for (int i = 0; i < F; i++) {
		unsigned m = odd[i] = w[i] | 1 | 1u << 20;
		u64 b = 3;
		r[i] = 1;
		for (unsigned e = m - 1; e; e >>= 1) {
			if (e & 1)
				r[i] = r[i] * b % m;
			b = b * b % m;
		}
	}
	unsigned *dodd = upload(odd), *of = dev<unsigned>(F);
	job<unsigned>(
		"fermat.remainders", [&] { fermat_remainder<<<(F + 63) / 64, 64>>>(dodd, of, F); }, of, F, same(r));
	job<unsigned>(
		"fermat.montgomery", [&] { fermat_montgomery<<<(F + 63) / 64, 64>>>(dodd, of, F); }, of, F, same(r));
}
static void bits(const std::vector<unsigned> &w)
{
	const int N = 60000;
	std::vector<int> a(N * SIDES / 4), b(SIDES / 4), want(N);
	for (int k = 0; k < SIDES / 4; k++) {
		b[k] = w[k];
		for (int i = 0; i < N; i++) {
			int x = a[k * N + i] = w[(k * 5000 + i) % 300000] * 17;
			for (int j = 0; j < 32; j += 8)
				want[i] += (signed char)(x >> j) * (signed char)(b[k] >> j);
		}
	}
	int *da = upload(a), *db = upload(b), *o = dev<int>(N);
	job<int>(
		"likeness_of_bytes.dp4a", [&] { likeness_dp4a<<<(N + 255) / 256, 256>>>(da, db, o, N); }, o, N,
		same(want));
	const int M = 120000;
	std::vector<unsigned> mixed(M);
	for (int i = 0; i < M; i++)
		mixed[i] = bit_mixer(w[i], w[i + 1]);
	unsigned *dw = upload(w), *om = dev<unsigned>(M);
	job<unsigned>(
		"bit_mixer.turns_and_counts", [&] { mixer<<<132, 256>>>(dw, om, M); }, om, M, same(mixed));
}
static void special(const std::vector<float> &f)
{
	const int N = 40000;
	std::vector<float2> v(N);
	std::vector<float> want(N);
	std::vector<double> wantd(N);
	for (int i = 0; i < N; i++) {
		v[i] = make_float2(f[i] * 1.9f, 0.1f + f[i + 50] * 5);
		double x = v[i].x, y = v[i].y;
		want[i] = erf(x) + lgamma(1 + y) + cbrt(y) + atan2(x, y) + pow(y, x) + log1p(x) + j0(y) + tanh(x - y);
		wantd[i] = erfc(x) + exp2(-y) + log10(1 + y) + hypot(x, y) + acos(x * 0.5) + sinh(x);
	}
	float2 *dv = upload(v);
	float *o = dev<float>(N);
	double *od = dev<double>(N);
	job<float>(
		"back_of_the_book.float", [&] { special_float<<<(N + 127) / 128, 128>>>(dv, o, N); }, o, N,
		close_to(want));
	job<double>(
		"back_of_the_book.double", [&] { special_double<<<(N + 127) / 128, 128>>>(dv, od, N); }, od, N,
		close_to(wantd, 1e-9));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	std::vector<float> f = fractions(w);
	optics(f);
	paint(f);
	whole_numbers(w);
	bits(w);
	special(f);
}
