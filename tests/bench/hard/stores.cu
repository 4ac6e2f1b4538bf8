// Stores (and loads) of neighbouring fields.
#include "probe.h"
#include <string>
struct p2 {
	float a, b;
};
struct p3 {
	float a, b, c;
};
struct p4 {
	float a, b, c, d;
};
struct p5 {
	float v[5];
};
struct p6 {
	float v[6];
};
struct p7 {
	float v[7];
};
struct p8 {
	float v[8];
};
struct p16 {
	float v[16];
};
struct alignas(8) a2 {
	float a, b;
};
struct alignas(16) a4 {
	float a, b, c, d;
};
#define I int i = blockIdx.x * blockDim.x + threadIdx.x
template <int F, int USED> __global__ void set(float *o)
{
	I;
	for (int k = 0; k < USED; k++)
		o[i * F + k] = k + i;
} // writes the first USED of F fields, one store each
template <int F, int USED> __global__ void set_some(float *o)
{
	I;
	for (int k = 0; k < USED; k++)
		o[i * F + k * (F / USED)] = k + i;
} // fields apart
template <int F, int USED> __global__ void add(float *o)
{
	I;
	for (int k = 0; k < USED; k++)
		o[i * F + k] += 1.0f;
}
template <int F> __global__ void soa(float *o, int n)
{
	I;
	for (int k = 0; k < F; k++)
		o[(size_t)k * n + i] = k + i;
}
__global__ void move3(p3 *x, const p3 *v, float dt)
{
	I;
	p3 p = x[i], q = v[i];
	p.a += q.a * dt;
	p.b += q.b * dt;
	p.c += q.c * dt;
	x[i] = p;
}
__global__ void move8(p8 *x, float dt)
{
	I;
	x[i].v[0] += x[i].v[3] * dt;
	x[i].v[1] += x[i].v[4] * dt;
	x[i].v[2] += x[i].v[5] * dt;
}
__global__ void move6(p6 *x, float dt)
{
	I;
	x[i].v[0] += x[i].v[3] * dt;
	x[i].v[1] += x[i].v[4] * dt;
	x[i].v[2] += x[i].v[5] * dt;
}
__global__ void move7(p7 *x, float dt)
{
	I;
	x[i].v[0] += x[i].v[3] * dt;
	x[i].v[1] += x[i].v[4] * dt;
	x[i].v[2] += x[i].v[5] * dt;
}
__global__ void cross3(const p3 *a, const p3 *b, p3 *o)
{
	I;
	p3 x = a[i], y = b[i];
	o[i] = { x.b * y.c - x.c * y.b, x.c * y.a - x.a * y.c, x.a * y.b - x.b * y.a };
}
__global__ void cross4(const a4 *a, const a4 *b, a4 *o)
{
	I;
	a4 x = a[i], y = b[i];
	o[i] = { x.b * y.c - x.c * y.b, x.c * y.a - x.a * y.c, x.a * y.b - x.b * y.a, 0 };
}
__global__ void cross_soa(const float *a, const float *b, float *o, int n)
{
	I;
	float x0 = a[i], x1 = a[n + i], x2 = a[2 * n + i], y0 = b[i], y1 = b[n + i], y2 = b[2 * n + i];
	o[i] = x1 * y2 - x2 * y1;
	o[n + i] = x2 * y0 - x0 * y2;
	o[2 * n + i] = x0 * y1 - x1 * y0;
}
__global__ void gray(const unsigned char *in, unsigned char *o)
{
	I;
	o[i] = (unsigned char)((in[3 * i] * 77 + in[3 * i + 1] * 151 + in[3 * i + 2] * 28) >> 8);
}
__global__ void sepia(const unsigned char *in, unsigned char *o)
{
	I;
	int r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
	o[3 * i] = min(255, (r * 100 + g * 196 + b * 48) >> 8);
	o[3 * i + 1] = min(255, (r * 89 + g * 175 + b * 43) >> 8);
	o[3 * i + 2] = min(255, (r * 69 + g * 136 + b * 33) >> 8);
}
template <int F> __global__ void sum(const float *in, float *o)
{
	I;
	float s = 0;
	for (int k = 0; k < F; k++)
		s += in[i * F + k];
	o[i] = s;
}
template <int S> __global__ void store_gap(float *o, int gap)
{
	I;
	o[i * S] = i;
	for (int k = 0; k < gap; k++)
		__nanosleep(0);
	o[i * S + 1] = i + 1;
} // two stores with something between
template <int W> __global__ void chunk(float *o)
{
	I;
	for (int k = 0; k < W; k++)
		o[i * W + k] = i;
}
__global__ void rows_of(float *o, int n, int m)
{
	I;
	if (i < n)
		for (int k = 0; k < m; k++)
			o[i * m + k] = k;
} // a row a thread, in a loop
__global__ void bytes4(unsigned char *o)
{
	I;
	o[4 * i] = i;
	o[4 * i + 1] = i >> 1;
	o[4 * i + 2] = i >> 2;
	o[4 * i + 3] = i >> 3;
}
__global__ void complex_mul(float2 *a, const float2 *b)
{
	I;
	float2 x = a[i], y = b[i];
	a[i].x = x.x * y.x - x.y * y.y;
	a[i].y = x.x * y.y + x.y * y.x;
}
__global__ void copy3(const float3 *a, float3 *b)
{
	I;
	b[i] = a[i];
}
__global__ void copy5(const p5 *a, p5 *b)
{
	I;
	b[i] = a[i];
}
void rows()
{
	float *x = dev<float>(1 << 26), *y = dev<float>(1 << 26), *z = dev<float>(1 << 26);
	for (int l : { 16, 18, 20, 22 }) {
		int n = 1 << l, g = n / 256;
		const char *t = nm("2^%d", l);
		std::string s = t;
		t = s.c_str();
#define SET(F, U) row(nm("stores.set.%d.of.%d.%s", U, F, t), [&] { set<F, U><<<g, 256>>>(x); });
		SET(2, 1)
		SET(2, 2) SET(3, 1) SET(3, 2) SET(3, 3) SET(4, 1) SET(4, 2) SET(4, 3) SET(4, 4) SET(5, 5) SET(6, 3)
			SET(6, 6) SET(7, 3) SET(7, 7) SET(8, 1) SET(8, 2) SET(8, 3) SET(8, 4)
				SET(8, 8) if (l < 22){ SET(16, 1) SET(16, 2) SET(16, 4) SET(16, 8) SET(16, 16)
						SET(32, 1) SET(32, 8) SET(32, 32) }
#define SOME(F, U) row(nm("stores.some.%d.of.%d.%s", U, F, t), [&] { set_some<F, U><<<g, 256>>>(x); });
		SOME(8, 2) SOME(8, 4) SOME(16, 2) SOME(16, 4)
#define ADD(F, U) row(nm("stores.add.%d.of.%d.%s", U, F, t), [&] { add<F, U><<<g, 256>>>(x); });
			ADD(3, 3) ADD(4, 4) ADD(6, 3) ADD(8, 3) ADD(8, 8)
				row(nm("stores.soa.3.%s", t), [&] { soa<3><<<g, 256>>>(x, n); });
		row(nm("stores.soa.8.%s", t), [&] { soa<8><<<g, 256>>>(x, n); });
		row(nm("stores.move3.%s", t), [&] { move3<<<g, 256>>>((p3 *)x, (p3 *)y, 0.1f); });
		row(nm("stores.move6.%s", t), [&] { move6<<<g, 256>>>((p6 *)x, 0.1f); });
		row(nm("stores.move7.%s", t), [&] { move7<<<g, 256>>>((p7 *)x, 0.1f); });
		row(nm("stores.move8.%s", t), [&] { move8<<<g, 256>>>((p8 *)x, 0.1f); });
		row(nm("stores.cross3.%s", t), [&] { cross3<<<g, 256>>>((p3 *)x, (p3 *)y, (p3 *)z); });
		row(nm("stores.cross4.%s", t), [&] { cross4<<<g, 256>>>((a4 *)x, (a4 *)y, (a4 *)z); });
		row(nm("stores.cross_soa.%s", t), [&] { cross_soa<<<g, 256>>>(x, y, z, n); });
		row(nm("stores.gray.%s", t), [&] { gray<<<g, 256>>>((unsigned char *)x, (unsigned char *)y); });
		row(nm("stores.sepia.%s", t), [&] { sepia<<<g, 256>>>((unsigned char *)x, (unsigned char *)y); });
		row(nm("stores.sum.3.%s", t), [&] { sum<3><<<g, 256>>>(x, y); });
		row(nm("stores.sum.8.%s", t), [&] { sum<8><<<g, 256>>>(x, y); });
		row(nm("stores.gap.2.0.%s", t), [&] { store_gap<2><<<g, 256>>>(x, 0); });
		row(nm("stores.gap.2.20.%s", t), [&] { store_gap<2><<<g, 256>>>(x, 20); });
		row(nm("stores.gap.8.0.%s", t), [&] { store_gap<8><<<g, 256>>>(x, 0); });
		row(nm("stores.rows.16.%s", t), [&] { rows_of<<<g / 16, 256>>>(x, n / 16, 16); });
		row(nm("stores.rows.64.%s", t), [&] { rows_of<<<g / 64, 256>>>(x, n / 64, 64); });
		row(nm("stores.bytes4.%s", t), [&] { bytes4<<<g, 256>>>((unsigned char *)x); });
		row(nm("stores.complex.%s", t), [&] { complex_mul<<<g, 256>>>((float2 *)x, (float2 *)y); });
		row(nm("stores.copy3.%s", t), [&] { copy3<<<g, 256>>>((float3 *)x, (float3 *)y); });
		row(nm("stores.copy5.%s", t), [&] { copy5<<<g, 256>>>((p5 *)x, (p5 *)y); });
	}
}
