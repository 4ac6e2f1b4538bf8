// Kernels that are bound by instructions: integers, floats, mixtures, 64-bit divisions and remainders. 1056 blocks of
// 256 threads, or one warp (latency).
#include "probe.h"
#define I int i = blockIdx.x * blockDim.x + threadIdx.x
#define K(name, decl, body, res) \
	__global__ void name(unsigned *o, int n, unsigned q) \
	{ \
		I; \
		decl; \
		for (int k = 0; k < n; k++) { \
			body; \
		} \
		o[i] = (unsigned)(res); \
	}
K(murmur, unsigned h = i + q, h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16, h)
K(xorshift, unsigned h = i + q, h ^= h << 13; h ^= h >> 17; h ^= h << 5, h)
K(lcg, unsigned h = i + q, h = h * 1664525u + 1013904223u, h)
K(xorshift64, unsigned long long h = i + q, h ^= h << 13; h ^= h >> 7; h ^= h << 17, h ^ h >> 32)
K(splitmix, unsigned long long h = i + q; unsigned long long s = 0, h += 0x9e3779b97f4a7c15ull;
	unsigned long long z = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	s += z ^ z >> 31, s)
K(pcg, unsigned long long h = i + q; unsigned s = 0, h = h * 6364136223846793005ull + 1;
	unsigned x = (unsigned)((h >> 18 ^ h) >> 27); unsigned r = (unsigned)(h >> 59);
	s += x >> r | x << (32 - r & 31), s)
K(fnv, unsigned h = i + q, for (int b = 0; b < 4; b++) h = (h ^ (k >> 8 * b & 255)) * 16777619u, h)
K(crcbits, unsigned h = i + q, for (int b = 0; b < 8; b++) h = h >> 1 ^ (h & 1 ? 0xedb88320u : 0), h)
K(collatz, unsigned h = i + q + 1, h = h & 1 ? 3 * h + 1 : h / 2, h)
K(popcnt, unsigned h = i + q; unsigned s = 0, s += __popc(h ^ k); h += s, s)
K(clzk, unsigned h = i + q; unsigned s = 0, s += __clz(h ^ k) + __ffs(h + k); h += s, s)
K(brevk, unsigned h = i + q, h = __brev(h) + k, h)
K(minmax, int h = i + q; int m = 0, m = max(m, (h ^ k)); h = min(h + m, 1 << 20), h + m)
K(sel, int h = i + q; int m = 0, m += h > k ? h - k : k - h; h += m & 7, h + m)
K(fma1, float h = i + q, h = h * 1.0001f + 0.5f, h)
K(fma4, float a = i; float b = q; float c = a + b; float d = a - b, a = a * 1.0001f + 0.5f; b = b * 1.0002f + 0.5f;
	c = c * 1.0003f + 0.5f; d = d * 1.0004f + 0.5f, a + b + c + d)
K(fma8, float a[8]; for (int j = 0; j < 8; j++) a[j] = i + j * q,
	for (int j = 0; j < 8; j++) a[j] = a[j] * 1.0001f + 0.5f, a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7])
K(fmul_add, float a = i; float b = q; float c = a * b, a = a * b; b = b + c; c = a - c, a + b + c)
K(horner, float x = i * 1e-6f; float s = 0, float y = x + k;
	s += ((((y * 0.1f + 0.2f) * y + 0.3f) * y + 0.4f) * y + 0.5f) * y, s)
K(mandel, float x = 0; float y = 0; float cx = i * 1e-7f; float cy = q * 0.1f, float t = x * x - y * y + cx;
	y = 2 * x * y + cy; x = t, x + y)
K(sincos, float x = i * 1e-3f; float s = 0, s += __sinf(x + k) * __cosf(x - k), s)
K(sinx, float x = (i & 1023) * 1e-3f; float s = 0, s += sinf(x + k), s)
K(expx, float x = (i & 1023) * 1e-4f; float s = 0, s += expf(x - s * 1e-6f), s)
K(logx, float x = (i & 1023) + 2.0f; float s = 0, s += logf(x + k), s)
K(powx, float x = (i & 1023) * 1e-3f + 1; float s = 0, s += powf(x, s * 1e-6f + 1.5f), s)
K(tanhx, float x = (i & 1023) * 1e-3f; float s = 0, s += tanhf(x + s * 1e-6f), s)
K(sqrtx, float x = (i & 1023) + 1.0f; float s = 0, s += sqrtf(x + s), s)
K(rsqrtx, float x = (i & 1023) + 1.0f; float s = 0, s += rsqrtf(x + s), s)
K(divx, float x = (i & 1023) + 1.0f; float s = 1, s = x / (s + 1.0f), s)
K(divx2, float x = (i & 1023) + 1.0f; float s = 1; float r = 2, s = x / (s + 1.0f); r = x / (r + 1.5f), s + r)
K(i2f, int h = i; float s = 0, s += (float)(h + k), s)
K(f2i, float h = i; int s = 0, s += (int)(h + k), s)
K(i8, unsigned h = i + q, h += (h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24), h)
K(mul64, unsigned long long h = i + q, h = h * (h | 1), h ^ h >> 32)
K(mulhi, unsigned h = i + q, h = __umulhi(h, 0x9e3779b9u) + h, h)
K(add64, unsigned long long h = i + q, h += h ^ k, h ^ h >> 32)
K(div32, unsigned h = i + q; unsigned s = 0, s += (h + k) / (q + k), s)
K(mod32, unsigned h = i + q; unsigned s = 0, s += (h + k) % (q + k), s)
K(sdiv32, int h = i + q; int s = 0, s += (h + k) / (int)(q + k), s)
K(smod32, int h = i + q; int s = 0, s += (h + k) % (int)(q + k), s)
K(divmod32, unsigned h = i + q; unsigned s = 0, s += (h + k) % (q + k) + (h + k) / (q + k), s)
K(div7, unsigned h = i + q; unsigned s = 0, s += (h + s) / 7, s)
K(mod10, unsigned h = i + q; unsigned s = 0, s += (h + s) % 10, s)
K(smod10, int h = i + q; int s = 0, s += (h + s) % 10, s)
K(modq, unsigned h = i + q; unsigned s = 0, s += (h + s) % q, s)
K(smodq, int h = i + q; int s = 0, s += (h + s) % (int)q, s)
typedef unsigned long long u64;
typedef long long s64;
K(udiv64s, u64 h = i + q; u64 s = 0, s += (h + k) / (u64)(q + k), s)
K(umod64s, u64 h = i + q; u64 s = 0, s += (h + k) % (u64)(q + k), s)
K(sdiv64s, s64 h = i + q; s64 s = 0, s += (h + k) / (s64)(q + k), s)
K(smod64s, s64 h = i + q; s64 s = 0, s += (h + k) % (s64)(q + k), s)
K(udiv64b, u64 h = (u64)(i + q) << 33 | 12345; u64 s = 0, s += (h + k) / (u64)(q + k), s)
K(umod64b, u64 h = (u64)(i + q) << 33 | 12345; u64 s = 0, s += (h + k) % (u64)(q + k), s)
K(sdiv64b, s64 h = (s64)(i + q) << 33 | 12345; s64 s = 0, s += (h + k) / (s64)(q + k), s)
K(smod64b, s64 h = (s64)(i + q) << 33 | 12345; s64 s = 0, s += (h + k) % (s64)(q + k), s)
K(udiv64bb, u64 h = (u64)(i + q) << 33 | 12345; u64 s = 0, s += (h + k) / ((u64)(q + k) << 32 | 7), s)
K(umodq64, u64 h = (u64)(i + q) << 33 | 12345; u64 s = 0; u64 m = (u64)q << 8 | 1, s += (h + s) % m, s)
K(umod64c, u64 h = (u64)(i + q) << 20 | 12345; u64 s = 0, s += (h + s) % 1000000007ull, s)
K(udiv64c, u64 h = (u64)(i + q) << 20 | 12345; u64 s = 0, s += (h + s) / 10ull, s)
K(mulmod, u64 h = i + q, h = h * (h + k) % 1000000007ull, h)
K(mulmodq, u64 h = i + q; u64 m = q | 1u << 29, h = h * (h + k) % m, h)
K(umod64mix, u64 h = (i & 1 ? (u64)(i + q) << 33 | 12345 : i + q); u64 s = 0, s += (h + k) % (u64)(q + k), s)
__global__ void powmod(unsigned *o, int n, unsigned q)
{
	I;
	u64 b = i + 2, r = 1, m = q | 1;
	for (int e = n; e; e >>= 1) {
		if (e & 1)
			r = r * b % m;
		b = b * b % m;
	}
	o[i] = r;
}
__global__ void gcd(unsigned *o, int n, unsigned q)
{
	I;
	unsigned a = i + 1, b = q;
	while (b) {
		unsigned t = a % b;
		a = b;
		b = t;
	}
	o[i] = a + n;
}
__global__ void gcd64(unsigned *o, int n, unsigned q)
{
	I;
	u64 a = (u64)i * 77777 + 1, b = (u64)q << 20 | 1;
	while (b) {
		u64 t = a % b;
		a = b;
		b = t;
	}
	o[i] = a + n;
}
__global__ void prime(unsigned *o, int n, unsigned q)
{
	I;
	unsigned v = 2 * i + 1, d = 3;
	while (d * d <= v && v % d)
		d += 2;
	o[i] = d;
}
__global__ void digits(unsigned *o, int n, unsigned q)
{
	I;
	unsigned v = i * 7919u, s = 0;
	while (v) {
		s += v % 10;
		v /= 10;
	}
	o[i] = s;
}
__global__ void nbody(const float4 *p, float4 *o, int n)
{
	I;
	float4 a = p[i];
	float x = 0, y = 0, z = 0;
	__shared__ float4 s[256];
	for (int t = 0; t < n; t += 256) {
		s[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 256; j++) {
			float4 b = s[j];
			float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z,
			      r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), f = b.w * r * r * r;
			x += dx * f;
			y += dy * f;
			z += dz * f;
		}
		__syncthreads();
	}
	o[i] = make_float4(x, y, z, 0);
}
__global__ void life(const unsigned char *a, unsigned char *b, int w)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, s = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				s += a[((y + dy) & (w - 1)) * w + ((x + dx) & (w - 1))];
	b[y * w + x] = s == 3 || (s == 2 && a[y * w + x]);
}
__global__ void dtwo(double *o, int n)
{
	I;
	double a = i, b = i + 1;
	for (int k = 0; k < n; k++) {
		a = a * 1.0001 + 0.5;
		b = b * 0.9999 + 0.25;
	}
	o[i] = a + b;
}
__global__ void ddiv(double *o, int n)
{
	I;
	double a = i + 1;
	for (int k = 0; k < n; k++)
		a = 3.0 / (a + 1.0);
	o[i] = a;
}
__global__ void dsqrt(double *o, int n)
{
	I;
	double a = i + 1;
	for (int k = 0; k < n; k++)
		a = sqrt(a + 1.0);
	o[i] = a;
}
void rows()
{
	unsigned *o = dev<unsigned>(1 << 22);
	float4 *p = dev<float4>(1 << 16), *r = dev<float4>(1 << 16);
#define R(f, n) \
	for (int g : { 1056, 132, 1 }) \
		row(nm("issue." #f ".%d.%d", g, n), [&] { f<<<g, g == 1 ? 32 : 256>>>(o, n, 12345); });
	R(murmur, 256)
	R(xorshift, 256) R(lcg, 1024) R(xorshift64, 256) R(splitmix, 256) R(pcg, 256) R(fnv, 256) R(crcbits, 64) R(
		collatz, 256) R(popcnt, 256) R(clzk, 256) R(brevk, 256) R(minmax, 256) R(sel, 256) R(fma1, 1024) R(fma4,
		512) R(fma8, 256) R(fmul_add, 512) R(horner, 256) R(mandel, 512) R(sincos, 256) R(sinx, 128) R(expx,
		256) R(logx, 256) R(powx, 64) R(tanhx, 128) R(sqrtx, 128) R(rsqrtx, 256) R(divx, 128) R(divx2, 128)
		R(i2f, 512) R(f2i, 512) R(i8, 256) R(mul64, 256) R(mulhi, 512) R(add64, 512) R(div32, 128) R(mod32,
			128) R(sdiv32, 128) R(smod32, 128) R(divmod32, 128) R(div7, 256) R(mod10, 256) R(smod10, 256)
			R(modq, 128) R(smodq, 128) R(udiv64s, 128) R(umod64s, 128) R(sdiv64s, 128) R(smod64s, 128) R(
				udiv64b, 64) R(umod64b, 64) R(sdiv64b, 64) R(smod64b, 64) R(udiv64bb, 64) R(umodq64, 64)
				R(umod64c, 64) R(udiv64c, 64) R(mulmod, 64) R(mulmodq, 64) R(umod64mix, 64)
					R(powmod, 1000003) R(gcd, 1) R(gcd64, 1) R(prime, 1) R(digits, 1)
						row("issue.nbody.8192", [&] { nbody<<<32, 256>>>(p, r, 8192); });
	row("issue.nbody.65536", [&] { nbody<<<256, 256>>>(p, r, 65536); });
	row("issue.life.1024",
		[&] { life<<<dim3(32, 128), dim3(32, 8)>>>((unsigned char *)o, (unsigned char *)p, 1024); });
	for (int g : { 1056, 132, 1 }) {
		row(nm("issue.dtwo.%d", g), [&] { dtwo<<<g, g == 1 ? 32 : 256>>>((double *)o, 256); });
		row(nm("issue.ddiv.%d", g), [&] { ddiv<<<g, g == 1 ? 32 : 256>>>((double *)o, 64); });
		row(nm("issue.dsqrt.%d", g), [&] { dsqrt<<<g, g == 1 ? 32 : 256>>>((double *)o, 64); });
	}
}
