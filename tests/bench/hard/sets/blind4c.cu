// blind4c: a fourth set of kernels that nobody had modelled when they were written. Layers of networks, learning.
#include "probe.h"
#include <cuda_fp16.h>
typedef unsigned char byte;
struct node {
	int feature;
	float limit;
	int left, right;
};
__constant__ node small_tree[511];

__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	return v;
}
__device__ float warp_max(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
	return v;
}
template <bool MAX> __device__ float block_all(float v, float *part)
{ // every thread gets it
	v = MAX ? warp_max(v) : warp_sum(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : MAX ? -1e30f : 0;
	return MAX ? warp_max(v) : warp_sum(v);
}
// ---- softmax of rows
__global__ void softmax_thread(const float *in, float *out, int rows, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float top = -1e30f, sum = 0;
	for (int k = 0; k < n; k++)
		top = fmaxf(top, in[r * n + k]);
	for (int k = 0; k < n; k++)
		sum += expf(in[r * n + k] - top);
	for (int k = 0; k < n; k++)
		out[r * n + k] = expf(in[r * n + k] - top) / sum;
}
__global__ void softmax_tree(const float *in, float *out, int n)
{ // a block a row, two trees in shared memory
	extern __shared__ float s[];
	int t = threadIdx.x;
	const float *row = in + blockIdx.x * n;
	float v = -1e30f;
	for (int k = t; k < n; k += blockDim.x)
		v = fmaxf(v, row[k]);
	s[t] = v;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] = fmaxf(s[t], s[t + d]);
		__syncthreads();
	}
	float top = s[0];
	__syncthreads();
	v = 0;
	for (int k = t; k < n; k += blockDim.x)
		v += expf(row[k] - top);
	s[t] = v;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	for (int k = t; k < n; k += blockDim.x)
		out[blockIdx.x * n + k] = expf(row[k] - top) / s[0];
}
__global__ void softmax_block(const float *in, float *out, int n)
{
	__shared__ float part[32];
	const float *row = in + blockIdx.x * n;
	float top = -1e30f, sum = 0;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		top = fmaxf(top, row[k]);
	top = block_all<true>(top, part);
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		sum += __expf(row[k] - top);
	sum = 1 / block_all<false>(sum, part);
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		out[blockIdx.x * n + k] = __expf(row[k] - top) * sum;
}
template <int PER> __global__ void softmax_warp(const float *in, float *out, int rows)
{ // the row stays in registers
	int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float v[PER], top = -1e30f, sum = 0;
#pragma unroll
	for (int k = 0; k < PER; k++)
		top = fmaxf(top, v[k] = in[r * PER * 32 + k * 32 + lane]);
	top = warp_max(top);
#pragma unroll
	for (int k = 0; k < PER; k++)
		sum += v[k] = __expf(v[k] - top);
	sum = 1 / warp_sum(sum);
#pragma unroll
	for (int k = 0; k < PER; k++)
		out[r * PER * 32 + k * 32 + lane] = v[k] * sum;
}
__global__ void softmax_online(const float4 *in, float4 *out, int n4)
{ // highest and sum in one pass
	__shared__ float part[32];
	float top = -1e30f, sum = 0;
	for (int k = threadIdx.x; k < n4; k += blockDim.x) {
		float4 q = in[blockIdx.x * n4 + k];
		float m = fmaxf(top, fmaxf(fmaxf(q.x, q.y), fmaxf(q.z, q.w)));
		sum = sum * __expf(top - m) + __expf(q.x - m) + __expf(q.y - m) + __expf(q.z - m) + __expf(q.w - m);
		top = m;
	}
	float all = block_all<true>(top, part);
	sum = 1 / block_all<false>(sum * __expf(top - all), part);
	for (int k = threadIdx.x; k < n4; k += blockDim.x) {
		float4 q = in[blockIdx.x * n4 + k];
		out[blockIdx.x * n4 + k] = make_float4(__expf(q.x - all) * sum, __expf(q.y - all) * sum,
			__expf(q.z - all) * sum, __expf(q.w - all) * sum);
	}
}
// ---- normalisation of rows
__global__ void norm_thread(const float *in, float *out, int rows, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	double mean = 0, var = 0;
	for (int k = 0; k < n; k++)
		mean += in[r * n + k];
	mean /= n;
	for (int k = 0; k < n; k++)
		var += (in[r * n + k] - mean) * (in[r * n + k] - mean);
	for (int k = 0; k < n; k++)
		out[r * n + k] = (in[r * n + k] - mean) / sqrt(var / n + 1e-5);
}
__global__ void norm_two_passes(const float *in, const float *scale, float *out, int n)
{
	__shared__ float part[32];
	const float *row = in + blockIdx.x * n;
	float sum = 0, square = 0;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		sum += row[k];
	float mean = block_all<false>(sum, part) / n;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		square += (row[k] - mean) * (row[k] - mean);
	float r = rsqrtf(block_all<false>(square, part) / n + 1e-5f);
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		out[blockIdx.x * n + k] = (row[k] - mean) * r * scale[k];
}
__global__ void norm_warp4(const float4 *in, const float4 *scale, float4 *out, int rows)
{ // rows of 512, four float4 a lane
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float4 q[4];
	float sum = 0, square = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		q[k] = in[r * 128 + k * 32 + lane];
		sum += q[k].x + q[k].y + q[k].z + q[k].w;
		square += q[k].x * q[k].x + q[k].y * q[k].y + q[k].z * q[k].z + q[k].w * q[k].w;
	}
	float mean = warp_sum(sum) / 512, s = rsqrtf(warp_sum(square) / 512 - mean * mean + 1e-5f);
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float4 g = scale[k * 32 + lane];
		out[r * 128 + k * 32 + lane] = make_float4((q[k].x - mean) * s * g.x, (q[k].y - mean) * s * g.y,
			(q[k].z - mean) * s * g.z, (q[k].w - mean) * s * g.w);
	}
}
// ---- one head of attention, 64 numbers a token
__global__ void attend_thread(const float *q, const float *k, const float *v, float *out, int n)
{ // a query a thread, highest and sum as it goes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float acc[64] = {}, mine[64], top = -1e30f, sum = 0;
	for (int c = 0; c < 64; c++)
		mine[c] = q[i * 64 + c];
	for (int j = 0; j < n; j++) {
		float s = 0;
#pragma unroll
		for (int c = 0; c < 64; c++)
			s += mine[c] * k[j * 64 + c];
		s *= 0.125f;
		float m = fmaxf(top, s), old = __expf(top - m), e = __expf(s - m);
		sum = sum * old + e;
		top = m;
#pragma unroll
		for (int c = 0; c < 64; c++)
			acc[c] = acc[c] * old + e * v[j * 64 + c];
	}
	for (int c = 0; c < 64; c++)
		out[i * 64 + c] = acc[c] / sum;
}
__global__ void attend_block(const float *q, const float *k, const float *v, float *out, int n)
{ // a query a block, all scores in shared memory
	extern __shared__ float score[];
	__shared__ float mine[64], part[32];
	int i = blockIdx.x, t = threadIdx.x;
	if (t < 64)
		mine[t] = q[i * 64 + t];
	__syncthreads();
	float top = -1e30f, sum = 0;
	for (int j = t; j <= i; j += blockDim.x) {
		float s = 0;
		for (int c = 0; c < 64; c++)
			s += mine[c] * k[j * 64 + c];
		score[j] = s *= 0.125f;
		top = fmaxf(top, s);
	}
	top = block_all<true>(top, part);
	for (int j = t; j <= i; j += blockDim.x)
		sum += score[j] = __expf(score[j] - top);
	sum = block_all<false>(sum, part);
	if (t < 64) {
		float a = 0;
		for (int j = 0; j <= i; j++)
			a += score[j] * v[j * 64 + t];
		out[i * 64 + t] = a / sum;
	}
}
__global__ void attend_tiles(const float *q, const float *k, const float *v, float *out, int n)
{ // 32 queries a block, 32 keys at a time, eight threads a query
	__shared__ float sq[32][65], sk[32][65], sv[32][65], p[32][33];
	int row = threadIdx.x / 8, part = threadIdx.x % 8;
	float acc[8] = {}, top = -1e30f, sum = 0;
	for (int e = threadIdx.x; e < 2048; e += 256)
		sq[e / 64][e % 64] = q[blockIdx.x * 2048 + e];
	for (int j = 0; j < n; j += 32) {
		__syncthreads();
		for (int e = threadIdx.x; e < 2048; e += 256) {
			sk[e / 64][e % 64] = k[j * 64 + e];
			sv[e / 64][e % 64] = v[j * 64 + e];
		}
		__syncthreads();
		float s[4] = {}, m = top;
		for (int c = 0; c < 64; c++)
#pragma unroll
			for (int u = 0; u < 4; u++)
				s[u] += sq[row][c] * sk[part + 8 * u][c];
		for (int u = 0; u < 4; u++)
			m = fmaxf(m, s[u] *= 0.125f);
		for (int d = 4; d > 0; d /= 2)
			m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
		float old = __expf(top - m), here = 0;
		for (int u = 0; u < 4; u++)
			here += p[row][part + 8 * u] = __expf(s[u] - m);
		for (int d = 4; d > 0; d /= 2)
			here += __shfl_xor_sync(~0u, here, d);
		sum = sum * old + here;
		top = m;
		__syncwarp();
#pragma unroll
		for (int u = 0; u < 8; u++) {
			float a = acc[u] * old;
			for (int x = 0; x < 32; x++)
				a += p[row][x] * sv[x][part + 8 * u];
			acc[u] = a;
		}
	}
	for (int u = 0; u < 8; u++)
		out[(blockIdx.x * 32 + row) * 64 + part + 8 * u] = acc[u] / sum;
}
// ---- the highest eight of each row
__global__ void top8_thread(const float *in, float *out, int n)
{ // insertion into a list in local memory
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float best[8];
	for (int k = 0; k < 8; k++)
		best[k] = -1;
	for (int i = 0; i < n; i++) {
		float v = in[r * n + i];
		if (v <= best[7])
			continue;
		int k = 7;
		while (k > 0 && best[k - 1] < v) {
			best[k] = best[k - 1];
			k--;
		}
		best[k] = v;
	}
	for (int k = 0; k < 8; k++)
		out[r * 8 + k] = best[k];
}
__global__ void top8_rounds(const float *in, float *out, int n)
{ // eight times the highest that is left
	extern __shared__ float s[];
	__shared__ float part[32];
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		s[k] = in[blockIdx.x * n + k];
	__syncthreads();
	for (int round = 0; round < 8; round++) {
		float v = -1;
		int at = 0;
		for (int k = threadIdx.x; k < n; k += blockDim.x)
			if (s[k] > v) {
				v = s[k];
				at = k;
			}
		float top = block_all<true>(v, part);
		if (v == top)
			s[at] = -1;
		if (threadIdx.x == 0)
			out[blockIdx.x * 8 + round] = top;
	}
}
// ---- fewer bits
__global__ void quantise_rows(const float *in, signed char *out, float *scale, int n)
{
	__shared__ float part[32];
	float top = 0;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		top = fmaxf(top, fabsf(in[blockIdx.x * n + k]));
	top = block_all<true>(top, part) / 127;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		out[blockIdx.x * n + k] = __float2int_rn(in[blockIdx.x * n + k] / top);
	if (threadIdx.x == 0)
		scale[blockIdx.x] = top;
}
__global__ void matvec_int4(const unsigned *m, const float *scale, const half *x, float *y, int words)
{ // eight weights in a word, a warp a row
	int r = blockIdx.x * blockDim.y + threadIdx.y;
	float v = 0;
	for (int k = threadIdx.x; k < words; k += 32) {
		unsigned w = m[r * words + k];
#pragma unroll
		for (int j = 0; j < 8; j++)
			v += ((int)(w >> 4 * j & 15) - 8) * __half2float(x[k * 8 + j]);
	}
	v = warp_sum(v);
	if (threadIdx.x == 0)
		y[r] = v * scale[r];
}
// ---- a decision tree of nine levels
template <int WHERE> __global__ void tree(const node *t, const float *x, int *leaf, int n, int features)
{ // 0: the nodes in memory; 1: constant; 2: in memory, and the features lie one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = 0;
	while (true) {
		node k = WHERE == 1 ? small_tree[at] : t[at];
		if (k.feature < 0)
			break;
		at = x[WHERE == 2 ? k.feature * n + i : i * features + k.feature] < k.limit ? k.left : k.right;
	}
	leaf[i] = at;
}
// ---- k means: new centres
__global__ void centres_atomic(const float2 *p, const byte *group, float *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int g = group[i] & 15;
	atomicAdd(&sums[3 * g], p[i].x);
	atomicAdd(&sums[3 * g + 1], p[i].y);
	atomicAdd(&sums[3 * g + 2], 1.0f);
}
__global__ void centres_shared(const float2 *p, const byte *group, float *sums, int n)
{
	__shared__ float s[48];
	if (threadIdx.x < 48)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int g = group[i] & 15;
		atomicAdd(&s[3 * g], p[i].x);
		atomicAdd(&s[3 * g + 1], p[i].y);
		atomicAdd(&s[3 * g + 2], 1.0f);
	}
	__syncthreads();
	if (threadIdx.x < 48)
		atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
}
// ---- more
__global__ void embedding_gradient(const int *token, const float *g, float *table, int width)
{ // words that are often there meet in the same rows
	int t = token[blockIdx.x];
	for (int k = threadIdx.x; k < width; k += blockDim.x)
		atomicAdd(&table[t * width + k], g[blockIdx.x * width + k]);
}
template <bool CHANNELS_LAST>
__global__ void depthwise(const float *in, const float *k, float *out, int channels, int side)
{ // 3 by 3, each channel has its own mask
	int i = blockIdx.x * blockDim.x + threadIdx.x, c, x, y;
	if (i >= channels * side * side)
		return;
	if (CHANNELS_LAST) {
		c = i % channels;
		x = i / channels % side;
		y = i / channels / side;
	} else {
		x = i % side;
		y = i / side % side;
		c = i / side / side;
	}
	float v = 0;
	for (int b = -1; b <= 1; b++)
		for (int a = -1; a <= 1; a++) {
			int px = x + a, py = y + b;
			if (px < 0 || py < 0 || px >= side || py >= side)
				continue;
			v += k[c * 9 + (b + 1) * 3 + a + 1] *
				in[CHANNELS_LAST ? (py * side + px) * channels + c : (c * side + py) * side + px];
		}
	out[i] = fmaxf(v, 0);
}
__global__ void bias_atomic(const float *g, float *bias, int rows, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows * n)
		atomicAdd(&bias[i % n], g[i]);
}
__global__ void bias_columns(const float *g, float *bias, int rows, int n)
{ // a column a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	float v = 0;
	for (int r = 0; r < rows; r++)
		v += g[r * n + c];
	bias[c] = v;
}
__global__ void bias_tile(const float *g, float *bias, int rows, int n)
{ // 32 columns, 8 rows at once, a part of the rows for each block
	__shared__ float s[8][33];
	int c = blockIdx.x * 32 + threadIdx.x;
	float v = 0;
	for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += gridDim.y * 8)
		v += g[r * n + c];
	s[threadIdx.y][threadIdx.x] = v;
	__syncthreads();
	if (threadIdx.y == 0) {
		for (int k = 1; k < 8; k++)
			v += s[k][threadIdx.x];
		atomicAdd(&bias[c], v);
	}
}
__global__ void small_products(const float *a, const float *b, float *c, int n)
{ // many products of small matrices, one a block
	extern __shared__ float s[];
	float *sa = s, *sb = s + n * n;
	int base = blockIdx.x * n * n;
	for (int k = threadIdx.x; k < n * n; k += blockDim.x) {
		sa[k] = a[base + k];
		sb[k] = b[base + k];
	}
	__syncthreads();
	for (int k = threadIdx.x; k < n * n; k += blockDim.x) {
		float v = 0;
		for (int j = 0; j < n; j++)
			v += sa[k / n * n + j] * sb[j * n + k % n];
		c[base + k] = v;
	}
}
__global__ void experts(const byte *which, const float *x, const float *w, float *out, int width)
{ // a token a block: the expert that it asks for, a column of weights a thread
	__shared__ float mine[128];
	int e = which[blockIdx.x] & 7;
	for (int k = threadIdx.x; k < width; k += blockDim.x)
		mine[k] = x[blockIdx.x * width + k];
	__syncthreads();
	float v = 0;
	for (int k = 0; k < width; k++)
		v += w[(e * width + k) * blockDim.x + threadIdx.x] * mine[k];
	out[blockIdx.x * blockDim.x + threadIdx.x] = v > 0 ? v : 0.01f * v;
}
__global__ void sgd_step(half *w, const half *g, float *momentum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float m = 0.9f * momentum[i] + __half2float(g[i]);
		momentum[i] = m;
		w[i] = __float2half(__half2float(w[i]) - 0.01f * m);
	}
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<node> t(511);
	for (int i = 0; i < 511; i++)
		t[i] = { i < 255 ? (int)(w[i] % 16) : -1, 0.2f + 0.6f * f[i], 2 * i + 1, 2 * i + 2 };
	std::vector<int> token(2048);
	for (int i = 0; i < 2048; i++)
		token[i] = w[i] & 3 ? w[i + 2048] % 20 : w[i + 2048] % 1000;
	std::vector<half> hh(M);
	for (int i = 0; i < M; i++)
		hh[i] = __float2half(f[i] - 0.5f);
	CHECK(cudaMemcpyToSymbol(small_tree, t.data(), sizeof small_tree));
	float *x = upload(f), *y = upload(f), *out = dev<float>(4 * M);
	node *nodes = upload(t);
	int *tok = upload(token);
	half *h = upload(hh);
	byte *b = (byte *)upload(w), *bo = (byte *)out;
	dim3 b16(16, 16), b8(32, 8);
	auto clear = [&] { CHECK(cudaMemset(out, 0, 4 * M)); };

	row("softmax.thread", [&] { softmax_thread<<<32, 64>>>(x, out, 2048, 512); });
	row("softmax.tree", [&] { softmax_tree<<<2048, 256, 1024>>>(x, out, 512); });
	row("softmax.block", [&] { softmax_block<<<2048, 256>>>(x, out, 512); });
	row("softmax.warp", [&] { softmax_warp<16><<<512, 128>>>(x, out, 2048); });
	row("softmax.online", [&] { softmax_online<<<2048, 128>>>((float4 *)x, (float4 *)out, 128); });
	row("softmax.online_long", [&] { softmax_online<<<32, 1024>>>((float4 *)x, (float4 *)out, 8192); });
	row("layer_norm.thread", [&] { norm_thread<<<32, 64>>>(x, out, 2048, 512); });
	row("layer_norm.two_passes", [&] { norm_two_passes<<<2048, 128>>>(x, y, out, 512); });
	row("layer_norm.warp_float4", [&] { norm_warp4<<<512, 128>>>((float4 *)x, (float4 *)y, (float4 *)out, 2048); });
	row("attention.thread", [&] { attend_thread<<<8, 32>>>(x, y, x + M, out, 256); });
	row("attention.causal_block", [&] { attend_block<<<256, 128, 1024>>>(x, y, x + M, out, 256); });
	row("attention.tiles", [&] { attend_tiles<<<8, 256>>>(x, y, x + M, out, 256); });
	row("attention.tiles_1024", [&] { attend_tiles<<<32, 256>>>(x, y, x + M, out, 1024); });
	row("top8.thread", [&] { top8_thread<<<32, 64>>>(x, out, 400); });
	row("top8.rounds", [&] { top8_rounds<<<2048, 128, 1600>>>(x, out, 400); });
	row("quantise_rows", [&] { quantise_rows<<<1500, 192>>>(x, (signed char *)bo, out + M, 600); });
	row("matvec_int4", [&] { matvec_int4<<<512, dim3(32, 4)>>>((unsigned *)b, x, h, out, 256); });
	row("decision_tree.memory", [&] { tree<0><<<512, 256>>>(nodes, x, (int *)out, M / 8, 16); });
	row("decision_tree.constant", [&] { tree<1><<<512, 256>>>(nodes, x, (int *)out, M / 8, 16); });
	row("decision_tree.by_feature", [&] { tree<2><<<512, 256>>>(nodes, x, (int *)out, M / 8, 16); });
	row(
		"centres.atomic", [&] { centres_atomic<<<512, 128>>>((float2 *)x, b, out, M / 16); }, clear);
	row(
		"centres.shared", [&] { centres_shared<<<64, 256>>>((float2 *)x, b, out, M / 16); }, clear);
	row(
		"embedding_gradient", [&] { embedding_gradient<<<2048, 64>>>(tok, x, out, 256); }, clear);
	row("depthwise.planes", [&] { depthwise<false><<<784, 256>>>(x, y, out, 64, 56); });
	row("depthwise.channels_last", [&] { depthwise<true><<<784, 256>>>(x, y, out, 64, 56); });
	row(
		"bias_gradient.atomic", [&] { bias_atomic<<<2048, 256>>>(x, out, 2048, 256); }, clear);
	row("bias_gradient.columns", [&] { bias_columns<<<4, 64>>>(x, out, 2048, 256); });
	row(
		"bias_gradient.tile", [&] { bias_tile<<<dim3(8, 16), b8>>>(x, out, 2048, 256); }, clear);
	row("small_products.8", [&] { small_products<<<4096, 64, 512>>>(x, y, out, 8); });
	row("small_products.20", [&] { small_products<<<1000, 128, 3200>>>(x, y, out, 20); });
	row("experts", [&] { experts<<<1024, 128>>>(b, x, y, out, 128); });
	row(
		"sgd_step", [&] { sgd_step<<<1024, 512>>>(h, h + M / 2, out, M / 2); }, clear);
}
