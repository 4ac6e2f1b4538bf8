// blind5d: a fifth set of kernels that nobody had modelled when they were written. Physics, numbers, prices, ciphers.
#include "probe.h"
#include <cuda_fp16.h>
typedef unsigned char byte;
typedef unsigned long long u64;

__device__ unsigned step_random(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
__device__ float fraction(unsigned &s)
{
	return ((step_random(s) >> 8) + 0.5f) / 16777216;
}
__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	return v;
}

// ---- prices by chance
template <bool ONCE> __global__ void call_paths(float *sum, int paths)
{ // ONCE: an atomic a path; otherwise an atomic a warp
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345;
	float all = 0;
	for (int k = 0; k < paths; k += 2) {
		float r = sqrtf(-2 * logf(fraction(s))), a = 6.2831853f * fraction(s), x, y;
		sincosf(a, &x, &y);
		float p = fmaxf(100 * expf(-0.02f + 0.2f * r * x) - 95, 0),
		      q = fmaxf(100 * expf(-0.02f + 0.2f * r * y) - 95, 0);
		if (ONCE)
			atomicAdd(sum, p + q);
		all += p + q;
	}
	if (!ONCE) {
		all = warp_sum(all);
		if (threadIdx.x % 32 == 0)
			atomicAdd(sum, all);
	}
}

// ---- prices by formulas and trees
template <class T> __device__ T normal(T x)
{
	return erfc(-x * (T)0.7071067811865475) / 2;
}
template <class T> __global__ void price(const T *spot, const T *strike, const T *years, T *call, T *put, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T s = 50 + 100 * spot[i], k = 50 + 100 * strike[i], t = years[i] + (T)0.1, v = (T)0.3 * sqrt(t);
	T a = (log(s / k) + ((T)0.02 + (T)0.045) * t) / v, b = a - v, e = k * exp((T)-0.02 * t),
	  c = s * normal(a) - e * normal(b);
	call[i] = c;
	put[i] = c + e - s;
}
__device__ float quick_normal(float d)
{
	float k = __fdividef(1, 1 + 0.2316419f * fabsf(d));
	float p = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
	float c = 0.39894228f * __expf(-0.5f * d * d) * p;
	return d > 0 ? 1 - c : c;
}
__global__ void price_quick(const float4 *spot, const float4 *strike, const float4 *years, float4 *call, int n4)
{
	auto one = [](float s, float k, float t) {
		s = 50 + 100 * s;
		k = 50 + 100 * k;
		float v = 0.3f * sqrtf(t + 0.1f), a = __fdividef(__logf(__fdividef(s, k)) + 0.065f * t, v);
		return s * quick_normal(a) - k * __expf(-0.02f * t) * quick_normal(a - v);
	};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		float4 s = spot[i], k = strike[i], t = years[i];
		call[i] = make_float4(one(s.x, k.x, t.x), one(s.y, k.y, t.y), one(s.z, k.z, t.z), one(s.w, k.w, t.w));
	}
}
__global__ void tree_warp(const float *strike, float *out)
{ // 256 steps back, eight leaves a lane, a neighbour by a shuffle
	int o = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float k = 80 + 40 * strike[o], v[8];
	for (int j = 0; j < 8; j++)
		v[j] = fmaxf(100 * expf(0.02f * (2 * (lane * 8 + j) - 255)) - k, 0);
	for (int s = 0; s < 255; s++) {
		float next = __shfl_down_sync(~0u, v[0], 1);
#pragma unroll
		for (int j = 0; j < 8; j++)
			v[j] = 0.499f * v[j] + 0.5f * (j < 7 ? v[(j + 1) % 8] : next);
	}
	if (lane == 0)
		out[o] = v[0];
}

// ---- equations of motion
template <class T> __global__ void oscillator(T *out, int steps)
{ // van der Pol, Runge and Kutta's four
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T x = (T)1 + i * (T)1e-4, v = 0, h = (T)0.01, mu = 2;
	auto f = [=](T x, T v) { return mu * (1 - x * x) * v - x; };
	for (int k = 0; k < steps; k++) {
		T a = v, b = f(x, v), c = v + h / 2 * b, d = f(x + h / 2 * a, c), e = v + h / 2 * d,
		  g = f(x + h / 2 * c, e);
		T p = v + h * g, q = f(x + h * e, p);
		x += h / 6 * (a + 2 * c + 2 * e + p);
		v += h / 6 * (b + 2 * d + 2 * g + q);
	}
	out[i] = x;
}
__global__ void decay_adaptive(double *out, double end)
{ // Heun's step against Euler's: a lane chooses its own steps
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double y = 1, t = 0, h = 0.1, rate = 1 + i % 64 * 0.25;
	for (int k = 0; k < 2000 && t < end; k++) {
		h = fmin(h, end - t);
		double a = -rate * y + sin(t), b = -rate * (y + h * a) + sin(t + h), error = fabs(b - a) * h / 2;
		if (error < 1e-4) {
			y += h * (a + b) / 2;
			t += h;
		}
		h *= fmin(2.0, fmax(0.3, 0.9 * sqrt(1e-4 / (error + 1e-12))));
	}
	out[i] = y;
}
__global__ void three_bodies(float *out, int steps)
{ // leapfrog, a system a thread, all in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x[3] = { 1, -0.5f, -0.5f + i * 1e-5f }, y[3] = { 0, 0.8f, -0.8f }, u[3] = { 0, -0.6f, 0.6f },
	      v[3] = { 0.7f, -0.3f, -0.4f };
	for (int s = 0; s < steps; s++) {
#pragma unroll
		for (int a = 0; a < 3; a++)
#pragma unroll
			for (int b = a + 1; b < 3; b++) {
				float dx = x[b] - x[a], dy = y[b] - y[a], r = rsqrtf(dx * dx + dy * dy + 0.01f),
				      f = r * r * r * 0.01f;
				u[a] += f * dx;
				v[a] += f * dy;
				u[b] -= f * dx;
				v[b] -= f * dy;
			}
		for (int a = 0; a < 3; a++) {
			x[a] += u[a] * 0.01f;
			y[a] += v[a] * 0.01f;
		}
	}
	out[i] = x[0] + y[1];
}
template <class T> __global__ void kepler(const T *mean, T *out, int n)
{ // E - e sin E = M by Newton until it stands
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T m = mean[i] * 6, e = (T)0.6, x = m;
	for (int k = 0; k < 20; k++) {
		T s, c;
		if (sizeof(T) == 4)
			sincosf(x, (float *)&s, (float *)&c);
		else
			sincos(x, (double *)&s, (double *)&c);
		T d = (x - e * s - m) / (1 - e * c);
		x -= d;
		if (fabs(d) < (T)1e-6)
			break;
	}
	out[i] = x;
}

// ---- fields
__constant__ float4 atoms[512];
__global__ void potential_memory(const float4 *atom, float *out, int n, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k = 0; k < n; k++) {
		float dx = x * 0.01f - atom[k].x, dy = y * 0.01f - atom[k].y;
		s += atom[k].w / sqrtf(dx * dx + dy * dy + atom[k].z * atom[k].z + 0.01f);
	}
	out[y * w + x] = s;
}
template <int EACH> __global__ void potential_constant(float *out, int n, int w)
{ // EACH places of a row, blockDim.x apart
	int x = blockIdx.x * blockDim.x * EACH + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s[EACH] = {};
	for (int k = 0; k < n; k++) {
		float4 a = atoms[k];
		float dy = y * 0.01f - a.y, far = dy * dy + a.z * a.z + 0.01f;
		for (int j = 0; j < EACH; j++) {
			float dx = (x + j * blockDim.x) * 0.01f - a.x;
			s[j] += a.w * rsqrtf(dx * dx + far);
		}
	}
	for (int j = 0; j < EACH; j++)
		out[y * w + x + j * blockDim.x] = s[j];
}
__global__ void react(const float2 *in, float2 *out, int w, int h)
{ // two substances that spread and react, edges joined
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float2 c = in[y * w + x], l = in[y * w + (x + w - 1) % w], r = in[y * w + (x + 1) % w];
	float2 u = in[(y + h - 1) % h * w + x], d = in[(y + 1) % h * w + x];
	float f = c.x * c.y * c.y;
	out[y * w + x] = make_float2(c.x + 0.16f * (l.x + r.x + u.x + d.x - 4 * c.x) - f + 0.035f * (1 - c.x),
		c.y + 0.08f * (l.y + r.y + u.y + d.y - 4 * c.y) + f - 0.1f * c.y);
}
__global__ void burgers(const double *in, double *out, int steps)
{ // a line of 256 places stays in a block's shared memory
	__shared__ double s[2][258];
	int t = threadIdx.x;
	s[0][t + 1] = in[blockIdx.x * 256 + t];
	for (int k = 0; k < steps; k++) {
		double *now = s[k % 2], *next = s[1 - k % 2];
		if (t < 2)
			now[t * 257] = 0;
		__syncthreads();
		double v = now[t + 1];
		next[t + 1] = v - 0.2 * v * (v - now[t]) + 0.1 * (now[t + 2] - 2 * v + now[t]);
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = s[steps % 2][t + 1];
}
__global__ void cast_volume(const float *volume, float *out, int n, int w)
{ // a ray through n^3 values, each step between eight of them
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float px = x * (n - 2.0f) / w, py = y * (n - 2.0f) / w, light = 1, sum = 0;
	for (float z = 0; z < n - 1 && light > 0.05f; z += 0.7f) {
		int i = px, j = py, k = z;
		const float *p = volume + (k * n + j) * n + i;
		float a = px - i, b = py - j, c = z - k;
		float u = (p[0] * (1 - a) + p[1] * a) * (1 - b) + (p[n] * (1 - a) + p[n + 1] * a) * b;
		p += n * n;
		float v = (p[0] * (1 - a) + p[1] * a) * (1 - b) + (p[n] * (1 - a) + p[n + 1] * a) * b;
		float d = (u * (1 - c) + v * c) * 0.08f;
		sum += light * d;
		light *= 1 - d;
	}
	out[y * w + x] = sum;
}
__global__ void chaos_game(unsigned *image, int steps)
{ // a point jumps by one of three maps and leaves a mark
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 99;
	float x = 0.3f, y = 0.3f;
	for (int k = 0; k < steps; k++) {
		unsigned r = step_random(s) % 3;
		x = (x + (r == 1)) / 2;
		y = (y + (r == 2)) / 2;
		if (k > 8)
			atomicAdd(&image[(int)(y * 255) * 256 + (int)(x * 255)], 1);
	}
}
__global__ void means_fused(const float2 *p, const float2 *centre, float *sums, int n)
{ // a point finds the nearest of 16 and is added to it in shared memory
	__shared__ float2 c[16];
	__shared__ float s[16][3];
	if (threadIdx.x < 16)
		c[threadIdx.x] = centre[threadIdx.x];
	if (threadIdx.x < 48)
		s[threadIdx.x / 3][threadIdx.x % 3] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 q = p[i];
		float least = 1e9f;
		int which = 0;
		for (int k = 0; k < 16; k++) {
			float dx = q.x - c[k].x, dy = q.y - c[k].y, d = dx * dx + dy * dy;
			if (d < least) {
				least = d;
				which = k;
			}
		}
		atomicAdd(&s[which][0], q.x);
		atomicAdd(&s[which][1], q.y);
		atomicAdd(&s[which][2], 1.0f);
	}
	__syncthreads();
	if (threadIdx.x < 48)
		atomicAdd(&sums[threadIdx.x], s[threadIdx.x / 3][threadIdx.x % 3]);
}

// ---- pieces of Fourier transforms
__constant__ float2 turns[64];
template <bool TABLE> __global__ void dft64(const float2 *in, float2 *out)
{ // a block of 64 a transform, all sums by themselves
	__shared__ float2 s[64];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 64 + t];
	__syncthreads();
	float re = 0, im = 0;
	for (int k = 0; k < 64; k++) {
		float2 w;
		if (TABLE)
			w = turns[k * t % 64];
		else
			sincospif(-k * t % 64 / 32.0f, &w.y, &w.x);
		re += s[k].x * w.x - s[k].y * w.y;
		im += s[k].x * w.y + s[k].y * w.x;
	}
	out[blockIdx.x * 64 + t] = make_float2(re, im);
}
__global__ void fft_warp(const float2 *in, float2 *out)
{ // 32 values in a warp, five steps of shuffles
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	float2 v = in[i / 32 * 32 + (__brev(lane) >> 27)];
	for (int d = 1; d < 32; d *= 2) {
		float2 w = turns[(lane & (d - 1)) * (32 / d)], o;
		if (lane & d)
			v = make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
		o.x = __shfl_xor_sync(~0u, v.x, d);
		o.y = __shfl_xor_sync(~0u, v.y, d);
		v = lane & d ? make_float2(o.x - v.x, o.y - v.y) : make_float2(v.x + o.x, v.y + o.y);
	}
	out[i] = v;
}

// ---- the same map in three kinds of numbers
template <class T> __global__ void map_chain(const T *in, T *out, int steps)
{ // half2, float, double
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T x = in[i], r = x * (T)0.1f + (T)3.5f;
	for (int k = 0; k < steps; k++)
		x = r * x * ((T)1.0f - x);
	out[i] = x;
}
__global__ void map_chain_half2(const half2 *in, half2 *out, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	half2 x = in[i], one = __float2half2_rn(1), r = __hfma2(x, __float2half2_rn(0.1f), __float2half2_rn(3.5f));
	for (int k = 0; k < steps; k++)
		x = __hmul2(__hmul2(r, x), __hsub2(one, x));
	out[i] = x;
}

// ---- bits, large numbers, ciphers
template <int N> __global__ void big_multiply(const unsigned *a, const unsigned *b, unsigned *out, int n)
{ // numbers of N words, side by side in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned p[N], r[2 * N] = {};
#pragma unroll
	for (int k = 0; k < N; k++)
		p[k] = a[k * n + i];
#pragma unroll
	for (int j = 0; j < N; j++) {
		u64 carry = 0, q = b[j * n + i];
#pragma unroll
		for (int k = 0; k < N; k++) {
			carry += p[k] * q + r[j + k];
			r[j + k] = carry;
			carry >>= 32;
		}
		r[j + N] = carry;
	}
#pragma unroll
	for (int k = 0; k < 2 * N; k++)
		out[k * n + i] = r[k];
}
__global__ void power_montgomery(const unsigned *in, unsigned *out, unsigned m, unsigned inverse, unsigned e)
{ // in^e mod m, no division
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto times = [=](unsigned a, unsigned b) {
		u64 t = (u64)a * b, u = (u64)((unsigned)t * inverse) * m;
		unsigned r = (t >> 32) + (u >> 32) + ((unsigned)t != 0);
		return r >= m ? r - m : r;
	};
	unsigned x = in[i] % m, y = x;
	for (int b = 30; b >= 0; b--) {
		y = times(y, y);
		if (e >> b & 1)
			y = times(y, x);
	}
	out[i] = y;
}
__global__ void crc_bits(const unsigned *in, unsigned *out, int words)
{ // a bit a step; the words of a message lie apart
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < words; k++) {
		c ^= in[k * gridDim.x * blockDim.x + i];
		for (int b = 0; b < 32; b++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
	}
	out[i] = ~c;
}
__global__ void crc_four_tables(const unsigned *in, const unsigned *table, unsigned *out, int words)
{ // a word a step
	__shared__ unsigned s[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k] = table[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < words; k++) {
		c ^= in[k * gridDim.x * blockDim.x + i];
		c = s[768 + (c & 255)] ^ s[512 + (c >> 8 & 255)] ^ s[256 + (c >> 16 & 255)] ^ s[c >> 24];
	}
	out[i] = ~c;
}
__global__ void rc4(const unsigned *key, unsigned *out, int words)
{ // a thread's 256 bytes of state in shared memory
	__shared__ byte s[256][64];
	int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x, j = 0;
	for (int k = 0; k < 256; k++)
		s[k][t] = k;
	for (int k = 0; k < 256; k++) {
		byte a = s[k][t];
		j = j + a + (key[i] >> k % 4 * 8) & 255;
		s[k][t] = s[j][t];
		s[j][t] = a;
	}
	j = 0;
	for (int k = 0, x = 0; k < words; k++) {
		unsigned word = 0;
		for (int b = 0; b < 4; b++) {
			x = x + 1 & 255;
			byte a = s[x][t];
			j = j + a & 255;
			byte c = s[j][t];
			s[x][t] = c;
			s[j][t] = a;
			word |= s[a + c & 255][t] << b * 8;
		}
		out[k * gridDim.x * 64 + i] = word;
	}
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M), table(1024);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M / 2);
	std::vector<half> hh(M / 2);
	std::vector<float2> turn(64);
	std::vector<float4> atom(512);
	for (int i = 0; i < M / 2; i++)
		hh[i] = __float2half(f[i]);
	for (int i = 0; i < 512; i++) {
		atom[i] = make_float4(f[4 * i] * 2, f[4 * i + 1] * 2, f[4 * i + 2], f[4 * i + 3] - 0.5f);
		turn[i % 64] = make_float2(cosf(i % 64 * 0.09817477f), -sinf(i % 64 * 0.09817477f));
	}
	for (int i = 0; i < 256; i++)
		for (int k = 0, c = i; k < 4; k++) {
			for (int b = 0; b < 8; b++)
				c = (unsigned)c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
			table[k * 256 + i] = c;
		}
	CHECK(cudaMemcpyToSymbol(atoms, atom.data(), 512 * sizeof(float4)));
	CHECK(cudaMemcpyToSymbol(turns, turn.data(), 64 * sizeof(float2)));
	float *x = upload(f), *y = x + M / 2, *z = x + M, *out = dev<float>(2 * M), *out2 = out + M,
	      *zero = dev<float>(65536);
	double *d = upload(dd), *dout = (double *)out;
	half *h = upload(hh);
	float4 *av = upload(atom);
	unsigned *raw = upload(w), *ta = upload(table), *uout = (unsigned *)out;
	dim3 b16(16, 16), b8(32, 8);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, 65536 * sizeof(float))); };
	row(
		"chance.call_each", [&] { call_paths<true><<<128, 128>>>(zero, 16); }, clear);
	row(
		"chance.call_warp", [&] { call_paths<false><<<264, 256>>>(zero, 32); }, clear);
	row("price.float", [&] { price<float><<<1024, 256>>>(x, y, z, out, out2, M / 4); });
	row("price.double", [&] { price<double><<<256, 256>>>(d, d + M / 8, d + M / 4, dout, dout + M / 4, M / 16); });
	row("price.quick_float4",
		[&] { price_quick<<<264, 128>>>((float4 *)x, (float4 *)y, (float4 *)z, (float4 *)out, M / 16); });
	row("price.tree_warp", [&] { tree_warp<<<256, 128>>>(x, out); });
	row("motion.oscillator_float", [&] { oscillator<float><<<264, 128>>>(out, 200); });
	row("motion.oscillator_double", [&] { oscillator<double><<<264, 128>>>(dout, 200); });
	row("motion.adaptive", [&] { decay_adaptive<<<132, 64>>>(dout, 1.0); });
	row("motion.three_bodies", [&] { three_bodies<<<264, 128>>>(out, 200); });
	row("newton.kepler_float", [&] { kepler<float><<<512, 256>>>(x, out, M / 8); });
	row("newton.kepler_double", [&] { kepler<double><<<256, 256>>>(d, dout, M / 16); });
	row("potential.memory", [&] { potential_memory<<<dim3(16, 16), b16>>>(av, out, 256, 256); });
	row("potential.constant", [&] { potential_constant<1><<<dim3(16, 16), b16>>>(out, 256, 256); });
	row("potential.constant_four", [&] { potential_constant<4><<<dim3(4, 16), b16>>>(out, 256, 256); });
	row("field.react", [&] { react<<<dim3(32, 64), b8>>>((float2 *)x, (float2 *)out, 1024, 512); });
	row("field.burgers", [&] { burgers<<<264, 256>>>(d, dout, 100); });
	row("field.cast_volume", [&] { cast_volume<<<dim3(16, 32), b16>>>(x, out, 96, 512); });
	row(
		"field.chaos_game", [&] { chaos_game<<<128, 128>>>((unsigned *)zero, 40); }, clear);
	row(
		"means.fused", [&] { means_fused<<<132, 256>>>((float2 *)x, (float2 *)x, zero, M / 4); }, clear);
	row("fourier.dft64_table", [&] { dft64<true><<<2048, 64>>>((float2 *)x, (float2 *)out); });
	row("fourier.dft64_sincos", [&] { dft64<false><<<2048, 64>>>((float2 *)x, (float2 *)out); });
	row("fourier.warp32", [&] { fft_warp<<<2048, 256>>>((float2 *)x, (float2 *)out); });
	row("chain.half2", [&] { map_chain_half2<<<264, 256>>>((half2 *)h, (half2 *)out, 256); });
	row("chain.float", [&] { map_chain<<<264, 256>>>(x, out, 256); });
	row("chain.double", [&] { map_chain<<<264, 256>>>(d, dout, 256); });
	row("big.multiply8", [&] { big_multiply<8><<<256, 128>>>(raw, raw + M, uout, 32768); });
	row("big.power", [&] { power_montgomery<<<1024, 256>>>(raw, uout, 1000000007u, 2226617417u, 999999999u); });
	row("crc.bits", [&] { crc_bits<<<256, 128>>>(raw, uout, 16); });
	row("crc.four_tables", [&] { crc_four_tables<<<256, 128>>>(raw, ta, uout, 64); });
	row("cipher.rc4", [&] { rc4<<<264, 64>>>(raw, uout, 32); });
}
