/* Integer intrinsics, half and bfloat16, dot products of bytes, and the mathematical functions against the host's. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"

__global__ void integers(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned x = in[i], y = in[(i + 1) % n], *o = out + i * 18;
	unsigned long long l = (unsigned long long)x << 32 | y;
	o[0] = __popc(x) + 100 * __popcll(l);
	o[1] = __clz(x >> (y & 31)) + 100 * __clzll(l >> (y & 63));
	o[2] = __ffs(x << (y & 31)) + 100 * __ffsll(l);
	o[3] = __brev(x);
	o[4] = (unsigned)(__brevll(l) >> 7);
	o[5] = __byte_perm(x, y, y & 0x7777);
	o[6] = __funnelshift_l(x, y, y);
	o[7] = __funnelshift_r(x, y, y);
	o[8] = __funnelshift_lc(x, y, y & 63);
	o[9] = __mulhi((int)x, (int)y);
	o[10] = __umulhi(x, y);
	o[11] = (unsigned)(__umul64hi(l, l + x) >> 32);
	o[12] = __sad((int)x, (int)y, 3);
	o[13] = __dp4a((int)x, (int)y, 5);
	o[14] = __dp4a(x, y, 5u);
	o[15] = __vadd4(x, y) ^ __vabsdiffu2(x, y);
	o[16] = __rhadd((int)x, (int)y) ^ __uhadd(x, y);
	o[17] = x / (y | 1) + x % (y | 1) + (unsigned)((long long)l / ((int)y | 1)) + (unsigned)(l % (x | 1));
}

static unsigned clz(unsigned long long x, int bits)
{
	unsigned n = 0;

	while (n < (unsigned)bits && !(x >> (bits - 1 - n) & 1))
		n++;
	return n;
}

static unsigned reversed(unsigned x)
{
	unsigned r = 0;

	for (int i = 0; i < 32; i++)
		r |= (x >> i & 1) << (31 - i);
	return r;
}

static void host_integers(unsigned x, unsigned y, unsigned *o)
{
	unsigned long long l = (unsigned long long)x << 32 | y, xy = (unsigned long long)y << 32 | x;
	int s = y & 31, c = (y & 63) > 32 ? 32 : y & 63;
	unsigned bytes = 0, u = 5, add = 0, diff = 0;
	int d = 5;

	o[0] = __builtin_popcount(x) + 100 * __builtin_popcountll(l);
	o[1] = clz(x >> s, 32) + 100 * clz(l >> (y & 63), 64);
	o[2] = __builtin_ffs((int)(x << s)) + 100 * __builtin_ffsll((long long)l);
	o[3] = reversed(x);
	o[4] = (unsigned)(((unsigned long long)reversed(y) << 32 | reversed(x)) >> 7);
	for (int i = 0; i < 4; i++) {
		bytes |= (unsigned)(xy >> 8 * (y >> 4 * i & 7) & 255) << 8 * i;
		d += (int)(int8_t)(x >> 8 * i) * (int8_t)(y >> 8 * i);
		u += (x >> 8 * i & 255) * (y >> 8 * i & 255);
		add |= ((x >> 8 * i) + (y >> 8 * i) & 255) << 8 * i;
	}
	for (int i = 0; i < 32; i += 16) {
		int a = x >> i & 65535, b = y >> i & 65535;

		diff |= (unsigned)abs(a - b) << i;
	}
	o[5] = bytes;
	o[6] = (unsigned)(xy << s >> 32);
	o[7] = (unsigned)(xy >> s);
	o[8] = c == 32 ? x : (unsigned)(xy << c >> 32);
	o[9] = (unsigned)((long long)(int)x * (int)y >> 32);
	o[10] = (unsigned)((unsigned long long)x * y >> 32);
	o[11] = (unsigned)((unsigned __int128)l * (l + x) >> 96);
	o[12] = (unsigned)(llabs((long long)(int)x - (int)y) + 3);
	o[13] = (unsigned)d;
	o[14] = u;
	o[15] = add ^ diff;
	o[16] = (unsigned)((long long)(int)x + (int)y + 1 >> 1) ^ (unsigned)((unsigned long long)x + y >> 1);
	o[17] = x / (y | 1) + x % (y | 1) + (unsigned)((long long)l / ((int)y | 1)) + (unsigned)(l % (x | 1));
}

__global__ void halves(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float a = in[i], b = in[(i + 1) % n], *o = out + i * 8;
	__half x = __float2half(a), y = __float2half(b);
	__half2 p = __halves2half2(x, y), q = __floats2half2_rn(b, 2), r = __hfma2(p, q, p);
	__nv_bfloat16 u = __float2bfloat16(a), v = __float2bfloat16(b);

	o[0] = __half2float(__hadd(x, y));
	o[1] = __half2float(__hmul(x, y));
	o[2] = __low2float(r);
	o[3] = __high2float(r);
	o[4] = __half2float(__hmax(x, y)) + (__hlt(x, y) ? 10 : 0);
	o[5] = __bfloat162float(__hadd(u, v));
	o[6] = __bfloat162float(__hfma(u, v, u));
	o[7] = __half2float(__int2half_rn((int)(a * 3000))) + (float)__half2int_rz(__hmul(x, __float2half(100)));
}

/* To the nearest with `bits` of significand (normal numbers). */
static float rounded(double x, int bits)
{
	int e;
	double m = frexp(x, &e);

	return (float)ldexp(nearbyint(ldexp(m, bits)), e - bits);
}

static void host_halves(float a, float b, float *o)
{
	double x = rounded(a, 11), y = rounded(b, 11), u = rounded(a, 8), v = rounded(b, 8);

	o[0] = rounded(x + y, 11);
	o[1] = rounded(x * y, 11);
	o[2] = rounded(x * y + x, 11);
	o[3] = rounded(y * 2 + y, 11);
	o[4] = (float)fmax(x, y) + (x < y ? 10 : 0);
	o[5] = rounded(u + v, 8);
	o[6] = rounded(u * v + u, 8);
	o[7] = rounded((int)(a * 3000), 11) + (int)rounded(x * 100, 11);
}

#define FUNCTIONS(F) F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(exp) F(exp2) F(expm1) F(log1p) F(erf) F(erfc) \
	F(cbrt) F(floor) F(ceil) F(rint) F(round) F(trunc) F(fabs) F(asinh) F(tgamma)
#define POSITIVE(F) F(sqrt) F(log) F(log2) F(log10) F(lgamma)

template <class T> __global__ void functions(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	T x = in[i], p = fabs(x) + T(0.01);
	int k = 0;
#define F(f) out[k++ * n + i] = f(x);
	FUNCTIONS(F)
#undef F
#define F(f) out[k++ * n + i] = f(p);
	POSITIVE(F)
#undef F
	out[k++ * n + i] = pow(p, x * 4);
	out[k++ * n + i] = atan2(x, p);
	out[k++ * n + i] = fmod(x * 100, p);
	out[k++ * n + i] = hypot(x, p);
	out[k++ * n + i] = fma(x, x, p);
	out[k++ * n + i] = 1 / p;
	out[k++ * n + i] = x / p;
}

/* Distance in units in the last place of T, from a reference in higher precision. */
template <class T, class R> static void reference(const char *type, int n, const std::vector<T> &in, const std::vector<T> &got)
{
	const int digits = sizeof(T) == 4 ? 24 : 53;
	std::vector<const char *> names;
	std::vector<R> want;

	for (int i = 0; i < n; i++) {
		R x = in[i], p = (T)(fabs(in[i]) + (T)0.01);
#define F(f) if (!i) names.push_back(#f); want.push_back(f(x));
		FUNCTIONS(F)
#undef F
#define F(f) if (!i) names.push_back(#f); want.push_back(f(p));
		POSITIVE(F)
#undef F
		want.push_back(pow(p, (T)(x * 4)));
		want.push_back(atan2(x, p));
		want.push_back(fmod((R)(T)((T)x * 100), p));
		want.push_back(hypot(x, p));
		want.push_back(x * x + p);
		want.push_back(1 / p);
		want.push_back(x / p);
	}
	for (const char *s : { "pow", "atan2", "fmod", "hypot", "fma", "1/x", "x/y" })
		names.push_back(s);
	for (size_t k = 0; k < names.size(); k++) {
		bool exact = !strcmp(names[k], "sqrt") || !strcmp(names[k], "fma") || !strcmp(names[k], "1/x") || !strcmp(names[k], "x/y");
		/* The gamma functions the widest ones. */
		double allowed = exact ? 0.51 : strstr(names[k], "gamma") ? 12 : 5;

		for (int i = 0; i < n; i++) {
			R w = want[i * names.size() + k], g = got[k * n + i];
			int e;

			if (w == g)
				continue;
			frexp((double)w, &e);
			double ulp = ldexp(1, (e < -100 ? -100 : e) - digits), off = (double)fabs(g - w) / ulp;
			if (!strcmp(names[k], "lgamma"))
				off = (double)fabs(g - w) / ldexp(1, 1 - digits) / (1 + fabs((double)w)) * 2;
			if (!expect(off <= allowed, "%s of %.9g in %s: %.17g, not %.17g (%.2f ulp)", names[k], (double)in[i], type, (double)g, (double)w, off))
				break;
		}
	}
}

int main()
{
	constexpr int n = 64, F = 36;
	Random r(1);
	std::vector<unsigned> v(n), want(n * 18);
	std::vector<float> f(n), hf(n * 8);
	std::vector<double> d(n);

	for (int i = 0; i < n; i++) {
		v[i] = i < 4 ? i * 0x7fffffffu : r.next();
		f[i] = (r.sign() * 0.9f) + (r.next() & 1 ? 0.05f : -0.05f);
		d[i] = f[i] + r.sign() * 1e-9;
	}
	Device<unsigned> in(v), out(n * 18);
	integers<<<1, n>>>(in, out, n);
	for (int i = 0; i < n; i++)
		host_integers(v[i], v[(i + 1) % n], &want[i * 18]);
	std::vector<unsigned> got = out.get();
	for (int i = 0; i < n * 18; i++)
		expect(got[i] == want[i], "intrinsic %d of %#x, %#x: %#x, not %#x", i % 18, v[i / 18], v[(i / 18 + 1) % n], got[i], want[i]);

	Device<float> fin(f), fout(n * 8), ff(n * F);
	halves<<<1, n>>>(fin, fout, n);
	for (int i = 0; i < n; i++)
		host_halves(f[i], f[(i + 1) % n], &hf[i * 8]);
	same("half (operation = index % 8)", fout.get(), hf);

	Device<double> din(d), df(n * F);
	functions<float><<<1, n>>>(fin, ff, n);
	functions<double><<<1, n>>>(din, df, n);
	LAUNCHED();
	reference<float, double>("float", n, f, ff.get());
	reference<double, long double>("double", n, d, df.get());
	return finish();
}
