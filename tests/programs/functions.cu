// CUDA's mathematical functions, single, double and half precision: a sum over the bits of 12,288 results of each is what it was on an H200, whose special
// function unit is behind most of them. Arguments are of all bit patterns, from -1 to 1, from -20 to 20, and from -1500 to 1500.
// nvcc: --extended-lambda
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"

template <class T> __device__ T argument(unsigned long long x);
template <> __device__ float argument<float>(unsigned long long x)
{
	int kind = x & 7;
	float u = ((unsigned)(x >> 32) >> 8) * 0x1p-24f;

	return kind < 2 ? __uint_as_float((unsigned)(x >> 32)) : kind < 4 ? u * 2 - 1 : kind < 6 ? (u - .5f) * 40.f : (u - .5f) * 3000.f;
}
template <> __device__ double argument<double>(unsigned long long x)
{
	int kind = x & 7;
	double u = (x >> 11) * 0x1p-53;

	return kind < 2 ? __longlong_as_double(x ^ (x << 17)) : kind < 4 ? u * 2 - 1 : kind < 6 ? (u - .5) * 40. : (u - .5) * 3000.;
}
// All NaNs count as one.
__device__ unsigned long long bits(float x) { return isnan(x) ? 0x7fc00000u : __float_as_uint(x); }
__device__ unsigned long long bits(double x) { return isnan(x) ? 0x7ff8000000000000ull : __double_as_longlong(x); }
__device__ unsigned long long next(unsigned long long &s)
{
	unsigned long long x = s = s * 6364136223846793005ull + 1442695040888963407ull;

	x ^= x >> 31;
	x *= 0x9E3779B97F4A7C15ull;
	return x ^ x >> 29;
}

template <class T, class F> __global__ void each(F f, unsigned long long *sum)
{
	unsigned long long s = blockIdx.x * blockDim.x + threadIdx.x, h = 0;

	s = s * 77777 + 5;
	for (int i = 0; i < 24; i++) {
		T a = argument<T>(next(s)), b = argument<T>(next(s));
		h += bits(f(a, b)) * (2 * i + 1 + 2 * threadIdx.x);
	}
	atomicAdd(sum, h);
}

static unsigned long long *sum;
template <class T, class F> void check(const char *name, unsigned long long want, F f)
{
	unsigned long long got = 0;

	CUDA(cudaMemset(sum, 0, 8));
	each<T><<<8, 64>>>(f, sum);
	CUDA(cudaMemcpy(&got, sum, 8, cudaMemcpyDeviceToHost));
	expect(got == want, "%s: %016llx, not %016llx as on an H200", name, got, want);
}
#define FUNCTION(T, name, expression, want) check<T>(name, want, [] __device__ (T a, T b) -> T { return expression; })

int main()
{
	CUDA(cudaMalloc(&sum, 8));
	FUNCTION(float, "float sinf", sinf(a), 0x0007d427a6b12693);
	FUNCTION(float, "float cosf", cosf(a), 0x00068cbfe74eb75d);
	FUNCTION(float, "float tanf", tanf(a), 0x0007e4a3b53ecf5a);
	FUNCTION(float, "float asinf", asinf(a), 0x0007e5022f0d48d1);
	FUNCTION(float, "float acosf", acosf(a), 0x00069b2853dee745);
	FUNCTION(float, "float atanf", atanf(a), 0x0007ec8afc902af2);
	FUNCTION(float, "float sinhf", sinhf(a), 0x00098c0ef6001155);
	FUNCTION(float, "float coshf", coshf(a), 0x0005aea41c1e7496);
	FUNCTION(float, "float tanhf", tanhf(a), 0x0007e9e9e90e43be);
	FUNCTION(float, "float asinhf", asinhf(a), 0x0007f7d4f2d2b292);
	FUNCTION(float, "float acoshf", acoshf(a), 0x0006e80e30239d3d);
	FUNCTION(float, "float atanhf", atanhf(a), 0x0007e54e7f53c0df);
	FUNCTION(float, "float expf", expf(a), 0x00040b7ba30f3f78);
	FUNCTION(float, "float exp2f", exp2f(a), 0x00040bb20a5f03d4);
	FUNCTION(float, "float exp10f", exp10f(a), 0x00040a09a46d3ee0);
	FUNCTION(float, "float expm1f", expm1f(a), 0x0008bae5b6e904e8);
	FUNCTION(float, "float logf", logf(a), 0x0007aaea8f8752ab);
	FUNCTION(float, "float log2f", log2f(a), 0x0007ad1264dac296);
	FUNCTION(float, "float log10f", log10f(a), 0x0007a610cd18e1ea);
	FUNCTION(float, "float log1pf", log1pf(a), 0x0006a8bb65540ccf);
	FUNCTION(float, "float sqrtf", sqrtf(a), 0x0006235d6c6080b0);
	FUNCTION(float, "float rsqrtf", rsqrtf(a), 0x000617bdfa4613b7);
	FUNCTION(float, "float cbrtf", cbrtf(a), 0x0008338f9b439c83);
	FUNCTION(float, "float rcbrtf", rcbrtf(a), 0x0008211eb65dbeb5);
	FUNCTION(float, "float erff", erff(a), 0x0007ea739ab87fca);
	FUNCTION(float, "float erfcf", erfcf(a), 0x0002f28b546818b3);
	FUNCTION(float, "float erfinvf", erfinvf(a), 0x0007e4a4e190c830);
	FUNCTION(float, "float erfcinvf", erfcinvf(a), 0x00076715d21920f5);
	FUNCTION(float, "float erfcxf", erfcxf(a), 0x000502753d343660);
	FUNCTION(float, "float normcdff", normcdff(a), 0x0002f6e46e79ea7b);
	FUNCTION(float, "float normcdfinvf", normcdfinvf(a), 0x00086355269a4d82);
	FUNCTION(float, "float lgammaf", lgammaf(a), 0x000699ec0c398200);
	FUNCTION(float, "float tgammaf", tgammaf(a), 0x0007575b89a20894);
	FUNCTION(float, "float j0f", j0f(a), 0x00064a8b44f23018);
	FUNCTION(float, "float j1f", j1f(a), 0x0007a013d53393ac);
	FUNCTION(float, "float y0f", y0f(a), 0x0008a733524d1a0d);
	FUNCTION(float, "float y1f", y1f(a), 0x0008f656d3fab34f);
	FUNCTION(float, "float sinpif", sinpif(a), 0x000777e574eb5d77);
	FUNCTION(float, "float cospif", cospif(a), 0x00071d6bdfb0f57c);
	FUNCTION(float, "float ceilf", ceilf(a), 0x0007c2566fc0ed62);
	FUNCTION(float, "float floorf", floorf(a), 0x0007c5463fe35c8c);
	FUNCTION(float, "float truncf", truncf(a), 0x000700cadc4240da);
	FUNCTION(float, "float roundf", roundf(a), 0x0007811bfef3a644);
	FUNCTION(float, "float rintf", rintf(a), 0x0007811bfef39d9a);
	FUNCTION(float, "float nearbyintf", nearbyintf(a), 0x0007811bfef39d9a);
	FUNCTION(float, "float logbf", logbf(a), 0x000724800c0d0000);
	FUNCTION(float, "float fabsf", fabsf(a), 0x000427d0a52e5506);
	FUNCTION(float, "float cyl_bessel_i0f", cyl_bessel_i0f(a), 0x0005aa79d157f86c);
	FUNCTION(float, "float cyl_bessel_i1f", cyl_bessel_i1f(a), 0x000984b542bf7d2c);
	FUNCTION(float, "float __frcp_rn", __frcp_rn(a), 0x00080eb2a04c5c6a);
	FUNCTION(float, "float __frcp_rz", __frcp_rz(a), 0x00080eb2a04432b9);
	FUNCTION(float, "float __frcp_ru", __frcp_ru(a), 0x00080eb2a04c4345);
	FUNCTION(float, "float __frcp_rd", __frcp_rd(a), 0x00080eb2a04c6f20);
	FUNCTION(float, "float __fsqrt_rn", __fsqrt_rn(a), 0x0006235d6c6080b0);
	FUNCTION(float, "float __fsqrt_rz", __fsqrt_rz(a), 0x0006235d6c5c7aa6);
	FUNCTION(float, "float __fsqrt_ru", __fsqrt_ru(a), 0x0006235d6c648b32);
	FUNCTION(float, "float __fsqrt_rd", __fsqrt_rd(a), 0x0006235d6c5c7aa6);
	FUNCTION(float, "float __frsqrt_rn", __frsqrt_rn(a), 0x000617bdfa469364);
	FUNCTION(float, "float powf", powf(a, b), 0x0005ebdee22b4b71);
	FUNCTION(float, "float atan2f", atan2f(a, b), 0x0007f2a47a2958fc);
	FUNCTION(float, "float fmodf", fmodf(a, b), 0x0007b8d0eb0253e2);
	FUNCTION(float, "float remainderf", remainderf(a, b), 0x0007b47bda0627b4);
	FUNCTION(float, "float hypotf", hypotf(a, b), 0x0004a9556d993708);
	FUNCTION(float, "float rhypotf", rhypotf(a, b), 0x00037047c3f51657);
	FUNCTION(float, "float fdimf", fdimf(a, b), 0x00025199414b5411);
	FUNCTION(float, "float fmaxf", fmaxf(a, b), 0x0006369127f0ae19);
	FUNCTION(float, "float fminf", fminf(a, b), 0x000a4f07490e6da4);
	FUNCTION(float, "float copysignf", copysignf(a, b), 0x000844e1252e5506);
	FUNCTION(float, "float nextafterf", nextafterf(a, b), 0x000845a7bc973582);
	FUNCTION(float, "float __fadd_rn", __fadd_rn(a, b), 0x0008c0924f4d4312);
	FUNCTION(float, "float __fadd_rz", __fadd_rz(a, b), 0x0008c0924f46902b);
	FUNCTION(float, "float __fadd_ru", __fadd_ru(a, b), 0x0008c0924f4d2408);
	FUNCTION(float, "float __fadd_rd", __fadd_rd(a, b), 0x0008c0924f4d4f0c);
	FUNCTION(float, "float __fmul_rn", __fmul_rn(a, b), 0x00084e1761d38931);
	FUNCTION(float, "float __fmul_rz", __fmul_rz(a, b), 0x00084e1761cb7388);
	FUNCTION(float, "float __fmul_ru", __fmul_ru(a, b), 0x00084e1761d39cb6);
	FUNCTION(float, "float __fmul_rd", __fmul_rd(a, b), 0x00084e1761d394b1);
	FUNCTION(float, "float __fsub_rn", __fsub_rn(a, b), 0x0008be7d0ee5ae84);
	FUNCTION(float, "float __fdiv_rn", __fdiv_rn(a, b), 0x0008234a2918e91e);
	FUNCTION(float, "float __fdiv_rz", __fdiv_rz(a, b), 0x0008234a2910ee78);
	FUNCTION(float, "float __fdiv_ru", __fdiv_ru(a, b), 0x0008234a291917a6);
	FUNCTION(float, "float __fdiv_rd", __fdiv_rd(a, b), 0x0008234a29190fa1);
	FUNCTION(double, "double sin", sin(a), 0xb1be93969759ef0e);
	FUNCTION(double, "double cos", cos(a), 0xb5c9041c067e3a3c);
	FUNCTION(double, "double tan", tan(a), 0x8a1227cdc59a599a);
	FUNCTION(double, "double asin", asin(a), 0xed19e432b1e6296b);
	FUNCTION(double, "double acos", acos(a), 0x5045909805ab50f5);
	FUNCTION(double, "double atan", atan(a), 0x271f0d666adce90a);
	FUNCTION(double, "double sinh", sinh(a), 0x7c5922eb35e88528);
	FUNCTION(double, "double cosh", cosh(a), 0x75a9832d1e4d713f);
	FUNCTION(double, "double tanh", tanh(a), 0x353d7592349f130b);
	FUNCTION(double, "double asinh", asinh(a), 0x522e06475688d1c4);
	FUNCTION(double, "double acosh", acosh(a), 0x0a73bdba38d646fe);
	FUNCTION(double, "double atanh", atanh(a), 0x68e10bfb8161f0e3);
	FUNCTION(double, "double exp", exp(a), 0x75a4b9ba64e6c766);
	FUNCTION(double, "double exp2", exp2(a), 0x021d3a0d2f66004e);
	FUNCTION(double, "double exp10", exp10(a), 0x08731e202a1fbbd5);
	FUNCTION(double, "double expm1", expm1(a), 0x71f44d78f1c44d82);
	FUNCTION(double, "double log", log(a), 0x8d1edf028cdd7187);
	FUNCTION(double, "double log2", log2(a), 0x86d46060e021d2cc);
	FUNCTION(double, "double log10", log10(a), 0xf917edd3cb95bf23);
	FUNCTION(double, "double log1p", log1p(a), 0xf567ce73d97ca891);
	FUNCTION(double, "double sqrt", sqrt(a), 0x443cbb010edf753f);
	FUNCTION(double, "double rsqrt", rsqrt(a), 0x490337d5f2aea826);
	FUNCTION(double, "double cbrt", cbrt(a), 0xc417ba9e1882b822);
	FUNCTION(double, "double rcbrt", rcbrt(a), 0x8afc1c686fa5058d);
	FUNCTION(double, "double erf", erf(a), 0xa3dcfe8a6b273ea9);
	FUNCTION(double, "double erfc", erfc(a), 0x6256f7a1c59f41a4);
	FUNCTION(double, "double erfinv", erfinv(a), 0x00f6af5e62303765);
	FUNCTION(double, "double erfcinv", erfcinv(a), 0xa61f31dac961c396);
	FUNCTION(double, "double erfcx", erfcx(a), 0xaff86b4d8cbc14b7);
	FUNCTION(double, "double normcdf", normcdf(a), 0xb29494038220bc2e);
	FUNCTION(double, "double normcdfinv", normcdfinv(a), 0xfa4a35b46aa4ba53);
	FUNCTION(double, "double lgamma", lgamma(a), 0xb0335c0a5e043c36);
	FUNCTION(double, "double tgamma", tgamma(a), 0x1d17171be52b6160);
	FUNCTION(double, "double j0", j0(a), 0x30636bd7e14e843f);
	FUNCTION(double, "double j1", j1(a), 0x1d38fdbe1bea36f2);
	FUNCTION(double, "double y0", y0(a), 0xb267ac2d20cb879d);
	FUNCTION(double, "double y1", y1(a), 0x298391b7fcef59bd);
	FUNCTION(double, "double sinpi", sinpi(a), 0x0be4ba6e93aa3c3d);
	FUNCTION(double, "double cospi", cospi(a), 0x8729bb8fa0666196);
	FUNCTION(double, "double ceil", ceil(a), 0x4c9644949878ee99);
	FUNCTION(double, "double floor", floor(a), 0x447944011d576fa9);
	FUNCTION(double, "double trunc", trunc(a), 0x19c64c20303be1f9);
	FUNCTION(double, "double round", round(a), 0x419f7ad028aaab09);
	FUNCTION(double, "double rint", rint(a), 0x419f7ad028aaab09);
	FUNCTION(double, "double nearbyint", nearbyint(a), 0x419f7ad028aaab09);
	FUNCTION(double, "double logb", logb(a), 0xa50ea00000000000);
	FUNCTION(double, "double fabs", fabs(a), 0x0f6d68c8c8bbaa04);
	FUNCTION(double, "double cyl_bessel_i0", cyl_bessel_i0(a), 0xe41f89e924fa2aa7);
	FUNCTION(double, "double cyl_bessel_i1", cyl_bessel_i1(a), 0xfd2a60ba55bcc63d);
	FUNCTION(double, "double __drcp_rn", __drcp_rn(a), 0xd759d90ad2ffc54f);
	FUNCTION(double, "double __drcp_rz", __drcp_rz(a), 0xd759d90ad2f7a315);
	FUNCTION(double, "double __dsqrt_rn", __dsqrt_rn(a), 0x443cbb010edf753f);
	FUNCTION(double, "double __dsqrt_ru", __dsqrt_ru(a), 0x443cbb010ee387e8);
	FUNCTION(double, "double __dsqrt_rd", __dsqrt_rd(a), 0x443cbb010edb5821);
	FUNCTION(double, "double pow", pow(a, b), 0x7f68cee0ac87696f);
	FUNCTION(double, "double atan2", atan2(a, b), 0xe70c73b1cbd3e5be);
	FUNCTION(double, "double fmod", fmod(a, b), 0x4ea9fb89583289f1);
	FUNCTION(double, "double remainder", remainder(a, b), 0x4587188fcf0408ec);
	FUNCTION(double, "double hypot", hypot(a, b), 0x4b8ee8eb3b6ff4a1);
	FUNCTION(double, "double rhypot", rhypot(a, b), 0x6f99b55a82c760fa);
	FUNCTION(double, "double fdim", fdim(a, b), 0x4f26e93c3b542f01);
	FUNCTION(double, "double fmax", fmax(a, b), 0x0cea679c412f6a33);
	FUNCTION(double, "double fmin", fmin(a, b), 0x2a88b985573b9680);
	FUNCTION(double, "double copysign", copysign(a, b), 0x8f6d68c8c8bbaa04);
	FUNCTION(double, "double nextafter", nextafter(a, b), 0x9f76c77f7cbcf185);
	FUNCTION(double, "double __dadd_rz", __dadd_rz(a, b), 0xd9bbe963c1d814ee);
	FUNCTION(double, "double __dmul_ru", __dmul_ru(a, b), 0xd9b401cd957035b3);
	FUNCTION(double, "double __ddiv_rn", __ddiv_rn(a, b), 0x3a4047456c472c42);
	FUNCTION(double, "double __ddiv_rz", __ddiv_rz(a, b), 0x3a4047456c3eeb01);
	FUNCTION(double, "double __ddiv_ru", __ddiv_ru(a, b), 0x3a4047456c472a1b);
	FUNCTION(double, "double __ddiv_rd", __ddiv_rd(a, b), 0x3a4047456c46fb14);
	FUNCTION(float, "float fma", fmaf(a,b,a), 0x00088d66f91e1621);
	FUNCTION(float, "float ldexp", ldexpf(a,(int)b), 0x00083fa23bd85e70);
	FUNCTION(float, "float scalbn", scalbnf(a,(int)b), 0x00083fa23bd85e70);
	FUNCTION(float, "float jn", jnf(3,a), 0x0007bffdae5e2d9f);
	FUNCTION(float, "float yn", ynf(3,a), 0x0009029fe2d14b77);
	FUNCTION(float, "float div", a/b, 0x0008234a2918e91e);
	FUNCTION(float, "float rcp", (float)1/a, 0x00080eb2a04c5c6a);
	FUNCTION(float, "float norm3d", norm3df(a,b,a), 0x0004ab71ee58c29b);
	FUNCTION(float, "float rnorm3d", rnorm3df(a,b,a), 0x00036e2d3d5fad8d);
	FUNCTION(float, "float norm4d", norm4df(a,b,a,b), 0x0004ad67851fa209);
	FUNCTION(float, "float rnorm4d", rnorm4df(a,b,b,a), 0x00036c38d8bf1335);
	FUNCTION(float, "float ilogb", (float)ilogbf(a), 0x00072571d24d0000);
	FUNCTION(float, "float llrint", (float)llrintf(a), 0x00066473c60e8995);
	FUNCTION(float, "float lround", (float)lroundf(a), 0x00066473c60e923f);
	FUNCTION(float, "float toint", (float)(int)a, 0x00054d3edf5c96ac);
	FUNCTION(float, "float tou64", (float)(unsigned long long)a, 0x00016377d003ea8a);
	FUNCTION(float, "float tof16", (float)(float)__half((float)a), 0x00084eea07008000);
	FUNCTION(float, "float tobf16", (float)(float)__nv_bfloat16((float)a), 0x0008460431070000);
	FUNCTION(float, "float compl", a*b-b*b+a, 0x000aef750d6de930);
	FUNCTION(float, "float horner", ((a*(float)0.3+b)*a+(float)1.25)*b-a, 0x000925a59f842bbe);
	FUNCTION(float, "float len", sqrt(a*a+b*b), 0x0004c8d93b68cd15);
	FUNCTION(float, "float sig", (float)1/((float)1+exp(-a)), 0x0003378925648f76);
	FUNCTION(float, "float sincos", ([&]{ float s_, c_; sincosf(a, &s_, &c_); return s_ + c_ * 2; })(), 0x000696581915bb10);
	FUNCTION(float, "float sincospi", ([&]{ float s_, c_; sincospif(a, &s_, &c_); return s_ + c_ * 2; })(), 0x00072ebc97d1745d);
	FUNCTION(float, "float frexp", ([&]{ int e_; float m_ = frexpf(a, &e_); return m_ + e_; })(), 0x0006af9021b89c4b);
	FUNCTION(float, "float modf", ([&]{ float i_; float m_ = modff(a, &i_); return m_ + i_ * 3; })(), 0x00084de566c70d93);
	FUNCTION(float, "float remquo", ([&]{ int q_; float m_ = remquof(a, b, &q_); return m_ + (q_ & 7); })(), 0x000666110def3361);
	FUNCTION(double, "double fma", fma(a,b,a), 0xee090eb5c74128f7);
	FUNCTION(double, "double ldexp", ldexp(a,(int)b), 0x835077b0352a5c78);
	FUNCTION(double, "double scalbn", scalbn(a,(int)b), 0x835077b0352a5c78);
	FUNCTION(double, "double jn", jn(3,a), 0x505b996a196960ad);
	FUNCTION(double, "double yn", yn(3,a), 0xa17cbc69c6f7239a);
	FUNCTION(double, "double div", a/b, 0x3a4047456c472c42);
	FUNCTION(double, "double rcp", (double)1/a, 0xd759d90ad2ffc54f);
	FUNCTION(double, "double norm3d", norm3d(a,b,a), 0x66785224fa78009c);
	FUNCTION(double, "double rnorm3d", rnorm3d(a,b,a), 0x688dbd158d36a3c5);
	FUNCTION(double, "double norm4d", norm4d(a,b,a,b), 0xc18f21adbed67038);
	FUNCTION(double, "double rnorm4d", rnorm4d(a,b,b,a), 0x13d9794d387ae401);
	FUNCTION(double, "double ilogb", (double)ilogb(a), 0x0346a00000000000);
	FUNCTION(double, "double llrint", (double)llrint(a), 0x8957cff6f3510a8a);
	FUNCTION(double, "double lround", (double)lround(a), 0x8957cff6f3510a8a);
	FUNCTION(double, "double toint", (double)(int)a, 0x7838b9d605000000);
	FUNCTION(double, "double tou64", (double)(unsigned long long)a, 0x92da9bdb9701be66);
	FUNCTION(double, "double tof16", (double)(float)__half((float)a), 0xad34d00000000000);
	FUNCTION(double, "double tobf16", (double)(float)__nv_bfloat16((float)a), 0x7d31600000000000);
	FUNCTION(double, "double compl", a*b-b*b+a, 0xbe6d2dc5c45facb8);
	FUNCTION(double, "double horner", ((a*(double)0.3+b)*a+(double)1.25)*b-a, 0xf96e2a69a2231d82);
	FUNCTION(double, "double len", sqrt(a*a+b*b), 0x0609df0cc6c77375);
	FUNCTION(double, "double sig", (double)1/((double)1+exp(-a)), 0x972133669d67577f);
	FUNCTION(double, "double sincos", ([&]{ double s_, c_; sincos(a, &s_, &c_); return s_ + c_ * 2; })(), 0x8fe344c78622f1a3);
	FUNCTION(double, "double sincospi", ([&]{ double s_, c_; sincospi(a, &s_, &c_); return s_ + c_ * 2; })(), 0x549f2a417ac58398);
	FUNCTION(double, "double frexp", ([&]{ int e_; double m_ = frexp(a, &e_); return m_ + e_; })(), 0x60c95a9381e288db);
	FUNCTION(double, "double modf", ([&]{ double i_; double m_ = modf(a, &i_); return m_ + i_ * 3; })(), 0x672c4c515ad4bf46);
	FUNCTION(double, "double remquo", ([&]{ int q_; double m_ = remquo(a, b, &q_); return m_ + (q_ & 7); })(), 0xf7f00e749adf7165);
	FUNCTION(float, "__half hsin", (float)hsin(__float2half(a)), 0x0007b4054e854000);
	FUNCTION(float, "__half hcos", (float)hcos(__float2half(a)), 0x00068d0e735cc000);
	FUNCTION(float, "__half hexp", (float)hexp(__float2half(a)), 0x0004297974dd2000);
	FUNCTION(float, "__half hexp2", (float)hexp2(__float2half(a)), 0x0004209629d1a000);
	FUNCTION(float, "__half hexp10", (float)hexp10(__float2half(a)), 0x000418213edb2000);
	FUNCTION(float, "__half hlog", (float)hlog(__float2half(a)), 0x000872dadcaac000);
	FUNCTION(float, "__half hlog2", (float)hlog2(__float2half(a)), 0x0008749583f00000);
	FUNCTION(float, "__half hlog10", (float)hlog10(__float2half(a)), 0x00086ef818266000);
	FUNCTION(float, "__half hsqrt", (float)hsqrt(__float2half(a)), 0x000628223e0c8000);
	FUNCTION(float, "__half hrsqrt", (float)hrsqrt(__float2half(a)), 0x0006795933878000);
	FUNCTION(float, "__half hrcp", (float)hrcp(__float2half(a)), 0x00080f6992bd8000);
	FUNCTION(float, "__half hfloor", (float)hfloor(__float2half(a)), 0x0007c437b9b24000);
	FUNCTION(float, "__half hceil", (float)hceil(__float2half(a)), 0x0007c2c5024ac000);
	FUNCTION(float, "__half htrunc", (float)htrunc(__float2half(a)), 0x0007321470b0c000);
	FUNCTION(float, "__half hrint", (float)hrint(__float2half(a)), 0x0007b24ed30c0000);
	FUNCTION(float, "__half htanh", (float)htanh(__float2half(a)), 0x0007c186bf9a0000);
	FUNCTION(float, "__half __hadd", (float)__hadd(__float2half(a), __float2half(b)), 0x00090ea3e5164000);
	FUNCTION(float, "__half __hsub", (float)__hsub(__float2half(a), __float2half(b)), 0x00090c1f958c0000);
	FUNCTION(float, "__half __hmul", (float)__hmul(__float2half(a), __float2half(b)), 0x00088e448d4fc000);
	FUNCTION(float, "__half __hdiv", (float)__hdiv(__float2half(a), __float2half(b)), 0x00082caef4736000);
	FUNCTION(float, "__half __hmax", (float)__hmax(__float2half(a), __float2half(b)), 0x00063f0eec88a000);
	FUNCTION(float, "__half __hmin", (float)__hmin(__float2half(a), __float2half(b)), 0x000a58cfcb76a000);
	FUNCTION(float, "__half __hadd_sat", (float)__hadd_sat(__float2half(a), __float2half(b)), 0x0001faf9558fc000);
	FUNCTION(float, "__half __hmul_sat", (float)__hmul_sat(__float2half(a), __float2half(b)), 0x0001a1fd63134000);
	FUNCTION(float, "__half hfma", (float)__hfma(__float2half(a), __float2half(b), __float2half(a)), 0x000886ff2b59a000);
	FUNCTION(float, "__nv_bfloat16 hsin", (float)hsin(__float2bfloat16(a)), 0x0007dc8f31c60000);
	FUNCTION(float, "__nv_bfloat16 hcos", (float)hcos(__float2bfloat16(a)), 0x00068831664d0000);
	FUNCTION(float, "__nv_bfloat16 hexp", (float)hexp(__float2bfloat16(a)), 0x00040b7bc7fb0000);
	FUNCTION(float, "__nv_bfloat16 hexp2", (float)hexp2(__float2bfloat16(a)), 0x00040bb26c970000);
	FUNCTION(float, "__nv_bfloat16 hexp10", (float)hexp10(__float2bfloat16(a)), 0x00040a099f770000);
	FUNCTION(float, "__nv_bfloat16 hlog", (float)hlog(__float2bfloat16(a)), 0x0007aaa7009f0000);
	FUNCTION(float, "__nv_bfloat16 hlog2", (float)hlog2(__float2bfloat16(a)), 0x0007acce36d20000);
	FUNCTION(float, "__nv_bfloat16 hlog10", (float)hlog10(__float2bfloat16(a)), 0x0007a5cd0fcf0000);
	FUNCTION(float, "__nv_bfloat16 hsqrt", (float)hsqrt(__float2bfloat16(a)), 0x0006235d4eae0000);
	FUNCTION(float, "__nv_bfloat16 hrsqrt", (float)hrsqrt(__float2bfloat16(a)), 0x000617bdd0300000);
	FUNCTION(float, "__nv_bfloat16 hrcp", (float)hrcp(__float2bfloat16(a)), 0x00080eb27b850000);
	FUNCTION(float, "__nv_bfloat16 hfloor", (float)hfloor(__float2bfloat16(a)), 0x0007c55d05b70000);
	FUNCTION(float, "__nv_bfloat16 hceil", (float)hceil(__float2bfloat16(a)), 0x0007c273b2570000);
	FUNCTION(float, "__nv_bfloat16 htrunc", (float)htrunc(__float2bfloat16(a)), 0x000701020c4d0000);
	FUNCTION(float, "__nv_bfloat16 hrint", (float)hrint(__float2bfloat16(a)), 0x0007809b462f0000);
	FUNCTION(float, "__nv_bfloat16 htanh", (float)htanh(__float2bfloat16(a)), 0x0007e9ea04cd0000);
	FUNCTION(float, "__nv_bfloat16 __hadd", (float)__hadd(__float2bfloat16(a), __float2bfloat16(b)), 0x0008bfc1135c0000);
	FUNCTION(float, "__nv_bfloat16 __hsub", (float)__hsub(__float2bfloat16(a), __float2bfloat16(b)), 0x0008bd4539ee0000);
	FUNCTION(float, "__nv_bfloat16 __hmul", (float)__hmul(__float2bfloat16(a), __float2bfloat16(b)), 0x00084e173fcd0000);
	FUNCTION(float, "__nv_bfloat16 __hdiv", (float)__hdiv(__float2bfloat16(a), __float2bfloat16(b)), 0x0008234a5a2d0000);
	FUNCTION(float, "__nv_bfloat16 __hmax", (float)__hmax(__float2bfloat16(a), __float2bfloat16(b)), 0x000636911f360000);
	FUNCTION(float, "__nv_bfloat16 __hmin", (float)__hmin(__float2bfloat16(a), __float2bfloat16(b)), 0x000a4f0749ab0000);
	FUNCTION(float, "__nv_bfloat16 __hadd_sat", (float)__hadd_sat(__float2bfloat16(a), __float2bfloat16(b)), 0x0001ffaa57e30000);
	FUNCTION(float, "__nv_bfloat16 __hmul_sat", (float)__hmul_sat(__float2bfloat16(a), __float2bfloat16(b)), 0x0001cf56397d0000);
	FUNCTION(float, "__nv_bfloat16 hfma", (float)__hfma(__float2bfloat16(a), __float2bfloat16(b), __float2bfloat16(a)), 0x00088d1e0c950000);
	return finish();
}
