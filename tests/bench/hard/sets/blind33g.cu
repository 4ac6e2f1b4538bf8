// blind33g: a fresh set of kernels that nobody had modelled when they were written. Parts of networks: softmax under a
// mask, norms, losses, attention, four-bit weights, dropout, turning by place.
#include "blind7.h"
#include <cuda_fp16.h>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__device__ float warp_sum(float v)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	return v;
}
__device__ float warp_max(float v)
{
	for (int d = 16; d; d /= 2)
		v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
	return v;
}
template <bool MAX> __device__ float block_all(float v, float *s)
{ // of a block of up to 1024; s has 32
	int w = threadIdx.x / 32, l = threadIdx.x & 31;
	v = MAX ? warp_max(v) : warp_sum(v);
	__syncthreads();
	if (l == 0)
		s[w] = v;
	__syncthreads();
	v = l < blockDim.x / 32 ? s[l] : MAX ? -1e30f : 0;
	return MAX ? warp_max(v) : warp_sum(v);
}
__global__ void causal_warp(const float *a, float *o, int n, int rows)
{ // row r of n looks at the first r + 1 only
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, r = g % n;
	if (g >= rows)
		return;
	a += (size_t)g * n, o += (size_t)g * n;
	float m = -1e30f, s = 0;
	for (int c = l; c <= r; c += 32)
		m = fmaxf(m, a[c]);
	m = warp_max(m);
	for (int c = l; c <= r; c += 32)
		s += expf(a[c] - m);
	s = 1 / warp_sum(s);
	for (int c = l; c < n; c += 32)
		o[c] = c <= r ? expf(a[c] - m) * s : 0;
}
__global__ void causal_block(const float *a, float *o, int n)
{ // the row is kept in shared memory
	extern __shared__ float kept[];
	__shared__ float red[32];
	int g = blockIdx.x, r = g % n, t = threadIdx.x;
	a += (size_t)g * n, o += (size_t)g * n;
	float m = -1e30f, s = 0;
	for (int c = t; c <= r; c += blockDim.x)
		m = fmaxf(m, kept[c] = a[c]);
	m = block_all<true>(m, red);
	for (int c = t; c <= r; c += blockDim.x)
		s += kept[c] = __expf(kept[c] - m);
	s = 1 / block_all<false>(s, red);
	for (int c = t; c < n; c += blockDim.x)
		o[c] = c <= r ? kept[c] * s : 0;
}
__global__ void rms_halves_warp(const __half2 *x, const float2 *gain, float2 *y, int rows)
{ // 512 halves a row: eight pairs a lane, kept in registers
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (r >= rows)
		return;
	float2 v[8];
	float s = 0;
#pragma unroll
	for (int k = 0; k < 8; k++) {
		v[k] = __half22float2(x[r * 256 + k * 32 + l]);
		s += v[k].x * v[k].x + v[k].y * v[k].y;
	}
	s = rsqrtf(warp_sum(s) / 512 + 1e-5f);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		float2 g = gain[k * 32 + l];
		y[r * 256 + k * 32 + l] = make_float2(v[k].x * s * g.x, v[k].y * s * g.y);
	}
}
__global__ void cross_entropy(const float *a, const int *label, float *loss, float *grad, int n, float scale)
{
	__shared__ float red[32];
	int r = blockIdx.x;
	a += (size_t)r * n, grad += (size_t)r * n;
	float m = -1e30f, s = 0;
	for (int c = threadIdx.x; c < n; c += blockDim.x)
		m = fmaxf(m, a[c]);
	m = block_all<true>(m, red);
	for (int c = threadIdx.x; c < n; c += blockDim.x)
		s += expf(a[c] - m);
	s = block_all<false>(s, red);
	int y = label[r];
	for (int c = threadIdx.x; c < n; c += blockDim.x)
		grad[c] = (expf(a[c] - m) / s - (c == y)) * scale;
	if (threadIdx.x == 0)
		loss[r] = logf(s) + m - a[y];
}
// attention of n places, 32 numbers each; heads in z or y
__global__ void scores(const float *q, const float *k, float *s, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, h = blockIdx.z;
	if (i >= n || j >= n)
		return;
	q += (h * n + i) * 32, k += (h * n + j) * 32;
	float v = 0;
	for (int d = 0; d < 32; d++)
		v += q[d] * k[d];
	s[(h * n + i) * n + j] = v * 0.176776695f;
}
__global__ void softmax_in_place(float *s, int n)
{
	s += blockIdx.x * n;
	float m = -1e30f, t = 0;
	for (int c = threadIdx.x; c < n; c += 32)
		m = fmaxf(m, s[c]);
	m = warp_max(m);
	for (int c = threadIdx.x; c < n; c += 32)
		t += s[c] = expf(s[c] - m);
	t = warp_sum(t);
	for (int c = threadIdx.x; c < n; c += 32)
		s[c] /= t;
}
__global__ void weighted_values(const float *s, const float *v, float *o, int n)
{ // 32 lanes have the 32 numbers
	int i = blockIdx.x * blockDim.y + threadIdx.y, h = blockIdx.y, d = threadIdx.x;
	if (i >= n)
		return;
	float t = 0;
	for (int j = 0; j < n; j++)
		t += s[(h * n + i) * n + j] * v[(h * n + j) * 32 + d];
	o[(h * n + i) * 32 + d] = t;
}
__global__ void attention_streamed(const float *q, const float *k, const float *v, float *o, int n)
{ // a thread a query: tiles of 32 keys and values, largest and sum mended as it goes
	__shared__ float sk[32][32], sv[32][32];
	int t = threadIdx.x, h = blockIdx.y, i = blockIdx.x * 32 + t;
	float mine[32], acc[32], p[32], m = -1e30f, sum = 0;
#pragma unroll
	for (int d = 0; d < 32; d++)
		mine[d] = q[(h * n + i) * 32 + d] * 0.176776695f, acc[d] = 0;
	for (int j = 0; j < n; j += 32) {
		__syncwarp();
		for (int r = 0; r < 32; r++) {
			sk[r][t] = k[(h * n + j + r) * 32 + t];
			sv[r][t] = v[(h * n + j + r) * 32 + t];
		}
		__syncwarp();
		float top = m;
#pragma unroll
		for (int r = 0; r < 32; r++) {
			float s = 0;
#pragma unroll
			for (int d = 0; d < 32; d++)
				s += mine[d] * sk[r][d];
			p[r] = s, top = fmaxf(top, s);
		}
		float mend = expf(m - top);
		m = top, sum *= mend;
#pragma unroll
		for (int d = 0; d < 32; d++)
			acc[d] *= mend;
#pragma unroll
		for (int r = 0; r < 32; r++) {
			float e = expf(p[r] - m);
			sum += e;
#pragma unroll
			for (int d = 0; d < 32; d++)
				acc[d] += e * sv[r][d];
		}
	}
#pragma unroll
	for (int d = 0; d < 32; d++)
		o[(h * n + i) * 32 + d] = acc[d] / sum;
}
struct Group {
	float scale;
	byte q[16];
};
__global__ void quantise_thread(const float *x, Group *g, int groups)
{ // 32 numbers become a scale and 16 bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= groups)
		return;
	float m = 0;
	for (int k = 0; k < 32; k++)
		m = fmaxf(m, fabsf(x[i * 32 + k]));
	float s = m / 7, inv = s > 0 ? 1 / s : 0;
	g[i].scale = s;
	for (int k = 0; k < 16; k++) {
		int lo = (int)rintf(x[i * 32 + k] * inv) + 8, hi = (int)rintf(x[i * 32 + k + 16] * inv) + 8;
		g[i].q[k] = lo | hi << 4;
	}
}
__global__ void quantise_lanes(const float *x, Group *g, int groups)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= groups)
		return;
	float v = x[i * 32 + l], s = warp_max(fabsf(v)) / 7, inv = s > 0 ? 1 / s : 0;
	int q = (int)rintf(v * inv) + 8, other = __shfl_down_sync(~0u, q, 16);
	if (l < 16)
		g[i].q[l] = q | other << 4;
	if (l == 0)
		g[i].scale = s;
}
__global__ void groups_by_vector(const Group *g, const float *x, float *y, int rows, int per)
{ // warp a row, a group a lane at a time; x in shared memory
	extern __shared__ float sx[];
	for (int i = threadIdx.x; i < per * 32; i += blockDim.x)
		sx[i] = x[i];
	__syncthreads();
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (r >= rows)
		return;
	float s = 0;
	for (int k = l; k < per; k += 32) {
		const Group &p = g[r * per + k];
		float t = 0;
#pragma unroll
		for (int e = 0; e < 16; e++) {
			int b = p.q[e];
			t += ((b & 15) - 8) * sx[k * 32 + e] + ((b >> 4) - 8) * sx[k * 32 + e + 16];
		}
		s += t * p.scale;
	}
	s = warp_sum(s);
	if (l == 0)
		y[r] = s;
}
__host__ __device__ __forceinline__ unsigned mixed(unsigned v)
{
	v ^= v >> 16, v *= 0x7feb352du, v ^= v >> 15, v *= 0x846ca68bu;
	return v ^ v >> 16;
}
__global__ void bias_dropout(const float4 *x, const float *bias, float4 *y, int rows, int n4, unsigned seed)
{
	int c = threadIdx.x, r = blockIdx.x * blockDim.y + threadIdx.y;
	if (r >= rows)
		return;
	for (; c < n4; c += blockDim.x) {
		float4 v = x[r * n4 + c];
		float e[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
		for (int k = 0; k < 4; k++)
			e[k] = mixed((r * n4 + c) * 4 + k + seed) < 0x33333333u ? 0 : (e[k] + bias[c * 4 + k]) * 1.25f;
		y[r * n4 + c] = make_float4(e[0], e[1], e[2], e[3]);
	}
}
__global__ void turn_by_place(float *x, int places, int heads)
{ // 64 numbers a head; a thread turns one pair (i, i + 32)
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t & 31, h = t / 32 % heads, p = t / 32 / heads;
	if (p >= places)
		return;
	float s, c, angle = p * powf(10000.0f, -i / 32.0f);
	sincosf(angle, &s, &c);
	float *q = x + (p * heads + h) * 64 + i, a = q[0], b = q[32];
	q[0] = a * c - b * s, q[32] = a * s + b * c;
}
__global__ void angle_table(float2 *t, int places)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k < places * 32)
		sincosf(k / 32 * powf(10000.0f, -(k & 31) / 32.0f), &t[k].y, &t[k].x);
}
__global__ void turn_from_table(float *x, const float2 *table, int heads)
{ // block a place
	int p = blockIdx.x;
	for (int k = threadIdx.x; k < heads * 32; k += blockDim.x) {
		float2 t = table[p * 32 + (k & 31)];
		float *q = x + (p * heads + k / 32) * 64 + (k & 31), a = q[0], b = q[32];
		q[0] = a * t.x - b * t.y, q[32] = a * t.y + b * t.x;
	}
}
static void rows_of_numbers(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 250, R = 4 * N;
	std::vector<float> a(R * N), c(R * N);
	for (int i = 0; i < R * N; i++)
		a[i] = f[i] * 6 - 3;
	for (int g = 0; g < R; g++) {
		int r = g % N;
		double s = 0;
		for (int k = 0; k <= r; k++)
			s += c[g * N + k] = std::exp(a[g * N + k]);
		for (int k = 0; k <= r; k++)
			c[g * N + k] /= s;
	}
	float *d = upload(a), *o = dev<float>(1000000);
	job<float>(
		"causal_softmax.warp_a_row", [&] { causal_warp<<<up(R, 8), 256>>>(d, o, N, R); }, o, R * N,
		close_to(c, 1e-5));
	job<float>(
		"causal_softmax.block_a_row_in_shared", [&] { causal_block<<<R, 96, N * 4>>>(d, o, N); }, o, R * N,
		close_to(c, 1e-5));
	const int L = 500, C = 1024;
	std::vector<float> x(f.begin() + 11, f.begin() + 11 + L * C), z(L * C), g(f.begin(), f.begin() + C);
	std::vector<__half> h(L * C);
	for (int r = 0; r < L * 2; r++) {
		double s = 0;
		for (int k = 0; k < 512; k++) {
			h[r * 512 + k] = __float2half(x[r * 512 + k] -= 0.5f);
			double v = __half2float(h[r * 512 + k]);
			s += v * v;
		}
		for (int k = 0; k < 512; k++)
			z[r * 512 + k] = __half2float(h[r * 512 + k]) / std::sqrt(s / 512 + 1e-5) * g[k];
	}
	float *dg = upload(g), *o2 = dev<float>(L * C);
	__half *dh = upload(h);
	job<float>(
		"root_mean_square.warp_a_row_of_512_halves",
		[&] { rms_halves_warp<<<up(L * 2, 4), 128>>>((__half2 *)dh, (float2 *)dg, (float2 *)o2, L * 2); }, o2,
		L * C, close_to(z));
	const int E = 500, K = 800;
	std::vector<int> label(E);
	std::vector<float> loss(E + E * K);
	for (int r = 0; r < E; r++) {
		const float *p = &f[r * K];
		double s = 0;
		label[r] = w[r] % K;
		for (int k = 0; k < K; k++)
			s += loss[E + r * K + k] = std::exp(p[k]);
		for (int k = 0; k < K; k++)
			loss[E + r * K + k] = (loss[E + r * K + k] / s - (k == label[r])) * 10;
		loss[r] = std::log(s) - p[label[r]];
	}
	float *df = upload(f);
	int *dl = upload(label);
	job<float>(
		"cross_entropy_and_gradient.block_a_row", [&] { cross_entropy<<<E, 128>>>(df, dl, o, o + E, K, 10); },
		o, E + E * K, close_to(loss));
}
static void attention(const std::vector<float> &f)
{
	const int N = 128, H = 3, T = H * N * 32;
	std::vector<float> q(T), k(T), v(T), o(T);
	for (int i = 0; i < T; i++)
		q[i] = f[i] * 2 - 1, k[i] = f[i + T] * 2 - 1, v[i] = f[i + 2 * T];
	for (int r = 0; r < H * N; r++) {
		double s[N], sum = 0;
		for (int j = 0; j < N; j++) {
			float t = 0;
			for (int d = 0; d < 32; d++)
				t += q[r * 32 + d] * k[(r / N * N + j) * 32 + d];
			sum += s[j] = std::exp(t * 0.176776695f);
		}
		for (int j = 0; j < N; j++)
			for (int d = 0; d < 32; d++)
				o[r * 32 + d] += s[j] / sum * v[(r / N * N + j) * 32 + d];
	}
	float *dq = upload(q), *dk = upload(k), *dv = upload(v), *s = dev<float>(H * N * N), *out = dev<float>(T);
	job<float>(
		"attention_of_128_places.three_launches",
		[&] {
			scores<<<dim3(up(N, 32), up(N, 8), H), dim3(32, 8)>>>(dq, dk, s, N);
			softmax_in_place<<<H * N, 32>>>(s, N);
			weighted_values<<<dim3(up(N, 4), H), dim3(32, 4)>>>(s, dv, out, N);
		},
		out, T, close_to(o));
	job<float>(
		"attention_of_128_places.streamed_query_a_thread",
		[&] { attention_streamed<<<dim3(N / 32, H), 32>>>(dq, dk, dv, out, N); }, out, T, close_to(o));
}
static void weights(const std::vector<float> &f)
{
	const int R = 600, P = 32, G = R * P;
	std::vector<float> x(G * 32), y(R);
	std::vector<byte> want(G * sizeof(Group));
	for (int i = 0; i < G * 32; i++)
		x[i] = f[i] - 0.5f;
	Group *hg = (Group *)want.data();
	for (int i = 0; i < G; i++) {
		float m = 0, s, inv;
		for (int k = 0; k < 32; k++)
			m = std::max(m, std::fabs(x[i * 32 + k]));
		hg[i].scale = s = m / 7, inv = 1 / s;
		for (int k = 0; k < 32; k++) {
			int q = (int)std::rint(x[i * 32 + k] * inv) + 8;
			hg[i].q[k % 16] |= k < 16 ? q : q << 4;
			y[i / P] += (q - 8) * s * f[i % P * 32 + k + 40];
		}
	}
	float *dx = upload(x), *dv = upload(std::vector<float>(f.begin() + 40, f.begin() + 40 + P * 32)),
	      *o = dev<float>(R);
	Group *g = (Group *)dev<byte>(G * sizeof(Group)), *ready = (Group *)upload(want);
	job<byte>(
		"four_bit_groups.thread_a_group", [&] { quantise_thread<<<up(G, 128), 128>>>(dx, g, G); }, (byte *)g,
		want.size(), same(want));
	job<byte>(
		"four_bit_groups.warp_a_group", [&] { quantise_lanes<<<up(G, 8), 256>>>(dx, g, G); }, (byte *)g,
		want.size(), same(want));
	job<float>(
		"four_bit_groups.times_vector",
		[&] { groups_by_vector<<<up(R, 4), 128, P * 128>>>(ready, dv, o, R, P); }, o, R, close_to(y, 1e-3));
}
static void the_rest(const std::vector<float> &f)
{
	float *df = upload(f), *o = dev<float>(700000);
	const int R = 700, K = 768;
	std::vector<float> drop(R * K);
	for (int i = 0; i < R * K; i++)
		drop[i] = mixed(i + 99) < 0x33333333u ? 0 : (f[i] + f[i % K + 64]) * 1.25f;
	job<float>(
		"bias_and_dropout.fours",
		[&] { bias_dropout<<<up(R, 4), dim3(64, 4)>>>((float4 *)df, df + 64, (float4 *)o, R, K / 4, 99); }, o,
		R * K, close_to(drop, 1e-6));
	const int P = 500, HE = 6, T = P * HE * 64;
	std::vector<float> t(T);
	for (int i = 0; i < T; i++) {
		double angle = i / (HE * 64) * std::pow(10000.0, -(i & 31) / 32.0), s = std::sin(angle),
		       c = std::cos(angle);
		t[i] = i & 32 ? f[i - 32] * s + f[i] * c : f[i] * c - f[i + 32] * s;
	}
	float *dt = dev<float>(T);
	float2 *table = dev<float2>(P * 32);
	auto again = [=] { CHECK(cudaMemcpy(dt, df, T * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"turned_by_place.sine_for_each_pair", [&] { turn_by_place<<<up(P * HE * 32, 256), 256>>>(dt, P, HE); },
		dt, T, close_to(t, 1e-3), again);
	job<float>(
		"turned_by_place.table_first",
		[&] {
			angle_table<<<up(P * 32, 128), 128>>>(table, P);
			turn_from_table<<<P, 96>>>(dt, table, HE);
		},
		dt, T, close_to(t, 1e-3), again);
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	rows_of_numbers(w, f);
	attention(f);
	weights(f);
	the_rest(f);
}
