// blind7d: a seventh set of kernels that nobody had modelled when they were written. Layers of networks.
#include "blind7.h"
#include <numeric>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef __nv_bfloat16 bf;
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
// ---- rows that add up to one
__global__ void softmax_thread(const float *in, float *out, int n, int rows)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= rows)
		return;
	float m = -1e30f, s = 0;
	for (int i = 0; i < n; i++)
		m = fmaxf(m, in[y * n + i]);
	for (int i = 0; i < n; i++)
		s += expf(in[y * n + i] - m);
	for (int i = 0; i < n; i++)
		out[y * n + i] = expf(in[y * n + i] - m) / s;
}
__global__ void softmax_block(const float *in, float *out, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	in += blockIdx.x * n;
	out += blockIdx.x * n;
	float m = -1e30f, sum = 0;
	for (int i = t; i < n; i += 256)
		m = fmaxf(m, in[i]);
	s[t] = m;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d)
			s[t] = fmaxf(s[t], s[t + d]);
		__syncthreads();
	}
	m = s[0];
	__syncthreads();
	for (int i = t; i < n; i += 256)
		sum += out[i] = expf(in[i] - m);
	s[t] = sum;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	sum = s[0];
	for (int i = t; i < n; i += 256)
		out[i] /= sum;
}
template <int EACH> __global__ void softmax_warp(const float4 *in, float4 *out)
{ // a row of 128 * EACH in registers
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float4 v[EACH];
	float m = -1e30f, s = 0;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		v[k] = in[(y * EACH + k) * 32 + lane];
		m = fmaxf(fmaxf(fmaxf(m, v[k].x), fmaxf(v[k].y, v[k].z)), v[k].w);
	}
	m = warp_max(m);
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		v[k] = make_float4(__expf(v[k].x - m), __expf(v[k].y - m), __expf(v[k].z - m), __expf(v[k].w - m));
		s += v[k].x + v[k].y + v[k].z + v[k].w;
	}
	s = 1 / warp_sum(s);
#pragma unroll
	for (int k = 0; k < EACH; k++)
		out[(y * EACH + k) * 32 + lane] = make_float4(v[k].x * s, v[k].y * s, v[k].z * s, v[k].w * s);
}
// ---- rows of mean 0
__global__ void norm_two_passes(const float *in, const float *g, const float *b, float *out, int n)
{ // a block of 128 a row
	__shared__ float s[2][4];
	int t = threadIdx.x;
	in += blockIdx.x * n;
	float sum = 0, sq = 0;
	for (int i = t; i < n; i += 128)
		sum += in[i];
	sum = warp_sum(sum);
	if (t % 32 == 0)
		s[0][t / 32] = sum;
	__syncthreads();
	float mean = (s[0][0] + s[0][1] + s[0][2] + s[0][3]) / n;
	for (int i = t; i < n; i += 128)
		sq += (in[i] - mean) * (in[i] - mean);
	sq = warp_sum(sq);
	if (t % 32 == 0)
		s[1][t / 32] = sq;
	__syncthreads();
	float r = rsqrtf((s[1][0] + s[1][1] + s[1][2] + s[1][3]) / n + 1e-5f);
	for (int i = t; i < n; i += 128)
		out[blockIdx.x * n + i] = (in[i] - mean) * r * g[i] + b[i];
}
__global__ void norm_warp(const float4 *in, const float4 *g, const float4 *b, float4 *out)
{ // a warp a row of 512
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float4 v[4];
	float s = 0, q = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		v[k] = in[y * 128 + k * 32 + lane];
		s += v[k].x + v[k].y + v[k].z + v[k].w;
		q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
	}
	s = warp_sum(s) / 512;
	q = rsqrtf(warp_sum(q) / 512 - s * s + 1e-5f);
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float4 e = g[k * 32 + lane], f = b[k * 32 + lane];
		out[y * 128 + k * 32 + lane] = make_float4((v[k].x - s) * q * e.x + f.x, (v[k].y - s) * q * e.y + f.y,
			(v[k].z - s) * q * e.z + f.z, (v[k].w - s) * q * e.w + f.w);
	}
}
__global__ void norm_rms_bf16(const bf *in, const bf *g, bf *out, int n)
{ // an element at a time
	__shared__ float s[8];
	in += blockIdx.x * n;
	float q = 0, all = 0;
	for (int i = threadIdx.x; i < n; i += 256) {
		float v = __bfloat162float(in[i]);
		q += v * v;
	}
	q = warp_sum(q);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = q;
	__syncthreads();
	for (int k = 0; k < 8; k++)
		all += s[k];
	float r = rsqrtf(all / n + 1e-6f);
	for (int i = threadIdx.x; i < n; i += 256)
		out[blockIdx.x * n + i] = __float2bfloat16(__bfloat162float(in[i]) * r * __bfloat162float(g[i]));
}
__global__ void channel_stats(const float *in, float *stat, int batch, int channels, int area)
{ // a block a channel
	__shared__ float s[2][256];
	int t = threadIdx.x, c = blockIdx.x;
	float a = 0, q = 0;
	for (int b = 0; b < batch; b++)
		for (int i = t; i < area; i += 256) {
			float v = in[(b * channels + c) * area + i];
			a += v;
			q += v * v;
		}
	s[0][t] = a;
	s[1][t] = q;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d)
			s[0][t] += s[0][t + d], s[1][t] += s[1][t + d];
		__syncthreads();
	}
	if (t == 0) {
		float mean = s[0][0] / (batch * area);
		stat[c * 2] = mean;
		stat[c * 2 + 1] = rsqrtf(s[1][0] / (batch * area) - mean * mean + 1e-5f);
	}
}
__global__ void channel_apply(const float *in, const float *stat, float *out, int channels, int area)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = i / area % channels;
	out[i] = fmaxf((in[i] - stat[c * 2]) * stat[c * 2 + 1], 0);
}
// ---- attention: n keys of 32
__global__ void scores(const float *q, const float *k, float *s, int n)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += q[y * 32 + i] * k[x * 32 + i];
	s[y * n + x] = sum * 0.17677669f;
}
__global__ void weighted(const float *p, const float *v, float *out, int n)
{
	int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
	float s = 0;
	for (int i = 0; i < n; i++)
		s += p[y * n + i] * v[i * 32 + x];
	out[y * 32 + x] = s;
}
__global__ void attend_tiles(const float *q, const float *k, const float *v, float *out, int n)
{ // a thread a query, keys and values through shared memory, the largest so far
	__shared__ float sk[32][32], sv[32][32];
	int t = threadIdx.x, y = blockIdx.x * 64 + t;
	float mine[32], sum[32] = {}, m = -1e30f, l = 0;
	for (int i = 0; i < 32; i++)
		mine[i] = q[y * 32 + i] * 0.17677669f;
	for (int from = 0; from < n; from += 32) {
		__syncthreads();
		for (int i = t; i < 1024; i += 64) {
			sk[i / 32][i % 32] = k[from * 32 + i];
			sv[i / 32][i % 32] = v[from * 32 + i];
		}
		__syncthreads();
		for (int j = 0; j < 32; j++) {
			float s = 0;
			for (int i = 0; i < 32; i++)
				s += mine[i] * sk[j][i];
			if (s > m) {
				float f = __expf(m - s);
				m = s;
				l *= f;
				for (int i = 0; i < 32; i++)
					sum[i] *= f;
			}
			s = __expf(s - m);
			l += s;
			for (int i = 0; i < 32; i++)
				sum[i] += s * sv[j][i];
		}
	}
	for (int i = 0; i < 32; i++)
		out[y * 32 + i] = sum[i] / l;
}
__global__ void attend_one(const half2 *q, const half2 *k, const half2 *v, float *part, int n, int each)
{ // one query a head of 64: a warp looks at each keys and leaves sum, largest, weight
	int head = blockIdx.y, lane = threadIdx.x, from = blockIdx.x * each;
	float2 mine = __half22float2(q[head * 32 + lane]), sum = make_float2(0, 0);
	float m = -1e30f, l = 0;
	for (int i = from; i < from + each; i++) {
		float2 a = __half22float2(k[(head * n + i) * 32 + lane]), b = __half22float2(v[(head * n + i) * 32 + lane]);
		float s = warp_sum(mine.x * a.x + mine.y * a.y) * 0.125f, top = fmaxf(m, s), f = __expf(m - top), e = __expf(s - top);
		sum = make_float2(sum.x * f + b.x * e, sum.y * f + b.y * e);
		l = l * f + e;
		m = top;
	}
	part += (head * gridDim.x + blockIdx.x) * 66;
	part[lane * 2] = sum.x;
	part[lane * 2 + 1] = sum.y;
	if (lane == 0)
		part[64] = m, part[65] = l;
}
__global__ void attend_join(const float *part, float *out, int parts)
{
	float m = -1e30f, l = 0, s = 0;
	part += blockIdx.x * parts * 66;
	for (int i = 0; i < parts; i++)
		m = fmaxf(m, part[i * 66 + 64]);
	for (int i = 0; i < parts; i++) {
		float e = __expf(part[i * 66 + 64] - m);
		l += part[i * 66 + 65] * e;
		s += part[i * 66 + threadIdx.x] * e;
	}
	out[blockIdx.x * 64 + threadIdx.x] = s / l;
}
// ---- pictures
__global__ void filter_plain(const float *in, const float *k, float *out, int n, int from, int to)
{ // 3x3, n x n inside a border, from channels in, to channels out
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z, wide = n + 2;
	float s = 0;
	for (int c = 0; c < from; c++)
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++)
				s += in[(c * wide + y + j) * wide + x + i] * k[((o * from + c) * 3 + j) * 3 + i];
	out[(o * n + y) * n + x] = s;
}
template <int TO> __global__ void filter_tile(const float *in, const float *k, float *out, int n, int from)
{ // TO channels a thread, from a tile
	__shared__ float s[18][18], w[TO * 9];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, wide = n + 2, o = blockIdx.z * TO;
	float sum[TO] = {};
	for (int c = 0; c < from; c++) {
		__syncthreads();
		for (int i = t; i < 324; i += 256)
			s[i / 18][i % 18] = in[(c * wide + y0 + i / 18) * wide + x0 + i % 18];
		if (t < TO * 9)
			w[t] = k[((o + t / 9) * from + c) * 9 + t % 9];
		__syncthreads();
		for (int j = 0; j < 9; j++) {
			float v = s[ty + j / 3][tx + j % 3];
#pragma unroll
			for (int e = 0; e < TO; e++)
				sum[e] += v * w[e * 9 + j];
		}
	}
#pragma unroll
	for (int e = 0; e < TO; e++)
		out[((o + e) * n + y0 + ty) * n + x0 + tx] = sum[e];
}
__global__ void filter_unfold(const float *in, float *cols, int n)
{ // a column of nine a place and channel
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y, wide = n + 2;
	cols[k * n * n + i] = in[(k / 9 * wide + i / n + k % 9 / 3) * wide + i % n + k % 3];
}
__global__ void filter_fold(const float *k, const float *cols, float *out, int area, int deep)
{ // 16 channels by 64 places a block of 256
	__shared__ float p[16][17], q[16][64];
	int t = threadIdx.x, x = t % 64, y = t / 64, x0 = blockIdx.x * 64, y0 = blockIdx.y * 16;
	float s[4] = {};
	for (int i = 0; i < deep; i += 16) {
		p[t / 16][t % 16] = k[(y0 + t / 16) * deep + i + t % 16];
		for (int j = y; j < 16; j += 4)
			q[j][x] = cols[(i + j) * area + x0 + x];
		__syncthreads();
		for (int j = 0; j < 16; j++)
			for (int e = 0; e < 4; e++)
				s[e] += p[y + e * 4][j] * q[j][x];
		__syncthreads();
	}
	for (int e = 0; e < 4; e++)
		out[(y0 + y + e * 4) * area + x0 + x] = s[e];
}
__global__ void pool_max(const float *in, float *out, int n)
{ // 3x3, every second; n: of the output
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % n, y = i / n % n, c = i / n / n;
	float m = -1e30f;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			if (2 * y + a < 2 * n && 2 * x + b < 2 * n)
				m = fmaxf(m, in[(c * 2 * n + 2 * y + a) * 2 * n + 2 * x + b]);
	out[i] = m;
}
__global__ void pool_all(const float *in, float *out, int area)
{ // the mean of a channel, a warp each
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	float s = 0;
	for (int i = threadIdx.x % 32; i < area; i += 32)
		s += in[c * area + i];
	s = warp_sum(s);
	if (threadIdx.x % 32 == 0)
		out[c] = s / area;
}

void rows()
{
	const int M = 1 << 21, R = 4096, N = 512, A = 512;
	std::vector<unsigned> w = words(M);
	std::vector<float> f = fractions(w), soft(M), level(M), att(A * 32), conv(16 * 64 * 64), pooled(M / 4);
	for (float &v : f)
		v = v * 4 - 2;
	for (int y = 0; y < R; y++) {
		double s = 0, a = 0, q = 0;
		for (int i = 0; i < N; i++)
			s += std::exp(f[y * N + i]), a += f[y * N + i], q += (double)f[y * N + i] * f[y * N + i];
		a /= N;
		q = 1 / std::sqrt(q / N - a * a + 1e-5);
		for (int i = 0; i < N; i++) {
			soft[y * N + i] = std::exp(f[y * N + i]) / s;
			level[y * N + i] = (f[y * N + i] - a) * q * f[100 + i] + f[2000 + i];
		}
	}
	const float *K = &f[A * 32], *V = &f[2 * A * 32];
	for (int y = 0; y < A; y++) {
		double s = 0, o[32] = {};
		for (int j = 0; j < A; j++) {
			float d = 0;
			for (int i = 0; i < 32; i++)
				d += f[y * 32 + i] * K[j * 32 + i];
			double e = std::exp(d * 0.17677669);
			s += e;
			for (int i = 0; i < 32; i++)
				o[i] += e * V[j * 32 + i];
		}
		for (int i = 0; i < 32; i++)
			att[y * 32 + i] = o[i] / s;
	}
	for (int o = 0; o < 16; o++)
		for (int i = 0; i < 4096; i++)
			for (int c = 0; c < 16 * 9; c++)
				conv[o * 4096 + i] += f[(c / 9 * 66 + i / 64 + c % 9 / 3) * 66 + i % 64 + c % 3] * f[300000 + o * 144 + c];
	for (int i = 0; i < M / 4; i++) {
		int x = i % 64, y = i / 64 % 64, c = i / 4096;
		pooled[i] = -9;
		for (int k = 0; k < 9; k++)
			if (2 * y + k / 3 < 128 && 2 * x + k % 3 < 128)
				pooled[i] = std::max(pooled[i], f[(c * 128 + 2 * y + k / 3) * 128 + 2 * x + k % 3]);
	}
	std::vector<half> hf(M);
	std::vector<bf> bfs(M);
	for (int i = 0; i < M; i++)
		hf[i] = __float2half(f[i]), bfs[i] = __float2bfloat16(f[i]);
	float *x = upload(f), *o = dev<float>(2 * M), *o2 = dev<float>(M), *o3 = dev<float>(M);
	bf *bx = upload(bfs), *bo = dev<bf>(M);
	half2 *hx = (half2 *)upload(hf);
	dim3 b16(16, 16), b32(32, 8);
	typedef const std::vector<bf> &BF;
	auto bf_right = [&](BF v, const std::function<double(int)> &want) {
		bool ok = true;
		for (size_t i = 0; i < v.size(); i++)
			ok &= near(__bfloat162float(v[i]), want(i), 0.01);
		return ok;
	};
	job<float>("soft.row_a_thread", [&] { softmax_thread<<<R / 128, 128>>>(x, o, 128, R); }, o, R * 128, [&](const std::vector<float> &v) {
		double s = 0;
		for (float e : v)
			s += e;
		return near(s, R, 1e-3);
	});
	job<float>("soft.row_a_block", [&] { softmax_block<<<R, 256>>>(x, o, N); }, o, M, close_to(soft));
	job<float>("soft.row_a_warp", [&] { softmax_warp<4><<<R / 4, 128>>>((float4 *)x, (float4 *)o); }, o, M, close_to(soft));
	job<float>("norm.two_passes", [&] { norm_two_passes<<<R, 128>>>(x, x + 100, x + 2000, o, N); }, o, M, close_to(level, 1e-3));
	job<float>("norm.row_a_warp", [&] { norm_warp<<<R / 8, 256>>>((float4 *)x, (float4 *)(x + 100), (float4 *)(x + 2000), (float4 *)o); }, o, M,
		close_to(level, 1e-3));
	job<bf>("norm.rms_bf16", [&] { norm_rms_bf16<<<R / 2, 256>>>(bx, bx + 64, bo, 1024); }, bo, M, [&](BF v) {
		std::vector<double> q(R / 2);
		for (int i = 0; i < M; i++)
			q[i / 1024] += (double)__bfloat162float(bfs[i]) * __bfloat162float(bfs[i]) / 1024;
		return bf_right(v, [&](int i) { return __bfloat162float(bfs[i]) / std::sqrt(q[i / 1024]) * __bfloat162float(bfs[64 + i % 1024]); });
	});
	job<float>(
		"norm.by_channel",
		[&] {
			channel_stats<<<32, 256>>>(x, o2, 16, 32, 4096);
			channel_apply<<<M / 256, 256>>>(x, o2, o, 32, 4096);
		},
		o, M,
		[&](const std::vector<float> &v) {
			bool ok = true;
			for (int c = 0; c < 32; c++) {
				double s = 0, q = 0;
				for (int i = 0; i < 16 * 4096; i++) {
					double e = f[(i / 4096 * 32 + c) * 4096 + i % 4096];
					s += e / 65536;
					q += e * e / 65536;
				}
				for (int i = 0; i < 4096; i++)
					ok &= near(v[c * 4096 + i], std::max((f[c * 4096 + i] - s) / std::sqrt(q - s * s + 1e-5), 0.0), 1e-3);
			}
			return ok;
		});
	job<float>(
		"attend.three_launches",
		[&] {
			scores<<<dim3(A / 16, A / 16), b16>>>(x, x + A * 32, o2, A);
			softmax_warp<4><<<A / 4, 128>>>((float4 *)o2, (float4 *)o3);
			weighted<<<A / 8, b32>>>(o3, x + 2 * A * 32, o, A);
		},
		o, A * 32, close_to(att, 1e-3));
	job<float>("attend.tiles", [&] { attend_tiles<<<A / 64, 64>>>(x, x + A * 32, x + 2 * A * 32, o, A); }, o, A * 32, close_to(att, 1e-3));
	auto one_query = [&](int parts) {
		attend_one<<<dim3(parts, 16), 32>>>(hx + 9999, hx, hx + M / 4 - 32, o2, 256, 256 / parts);
		attend_join<<<16, 64>>>(o2, o, parts);
	};
	auto one_right = [&](const std::vector<float> &v) {
		bool ok = true;
		for (int h = 0; h < 16; h++) {
			double l = 0, s[64] = {};
			for (int i = 0; i < 256; i++) {
				double d = 0;
				for (int k = 0; k < 64; k++)
					d += (double)__half2float(hf[9999 * 2 + h * 64 + k]) * __half2float(hf[(h * 256 + i) * 64 + k]);
				d = std::exp(d / 8);
				l += d;
				for (int k = 0; k < 64; k++)
					s[k] += d * __half2float(hf[M / 2 - 64 + (h * 256 + i) * 64 + k]);
			}
			for (int k = 0; k < 64; k++)
				ok &= near(v[h * 64 + k], s[k] / l, 1e-3);
		}
		return ok;
	};
	job<float>("attend.one_query_in_2", [&] { one_query(2); }, o, 1024, one_right);
	job<float>("attend.one_query_in_16", [&] { one_query(16); }, o, 1024, one_right);
	job<float>("filter.plain", [&] { filter_plain<<<dim3(2, 8, 16), b32>>>(x, x + 300000, o, 64, 16, 16); }, o, 65536, close_to(conv, 1e-3));
	job<float>("filter.tile_of_4", [&] { filter_tile<4><<<dim3(4, 4, 4), b16>>>(x, x + 300000, o, 64, 16); }, o, 65536, close_to(conv, 1e-3));
	job<float>("filter.tile_of_16", [&] { filter_tile<16><<<dim3(4, 4, 1), b16>>>(x, x + 300000, o, 64, 16); }, o, 65536, close_to(conv, 1e-3));
	job<float>(
		"filter.unfolded",
		[&] {
			filter_unfold<<<dim3(16, 144), 256>>>(x, o + M, 64);
			filter_fold<<<dim3(64, 1), 256>>>(x + 300000, o + M, o, 4096, 144);
		},
		o, 65536, close_to(conv, 1e-3));
	job<float>("pool.max", [&] { pool_max<<<M / 1024, 256>>>(x, o, 64); }, o, M / 4, same(pooled));
	job<float>("pool.mean_of_all", [&] { pool_all<<<64, 256>>>(x, o, 1024); }, o, 512, [&](const std::vector<float> &v) {
		bool ok = true;
		for (int c = 0; c < 512; c++)
			ok &= near(v[c], std::accumulate(&f[c * 1024], &f[c * 1024 + 1024], 0.0) / 1024);
		return ok;
	});
}
