/* blind8b: an eighth set of kernels that nobody had modelled when they were written. Layers of neural networks and
 * steps of their training. */
#include "blind7.h"
#include <cuda_fp16.h>

__global__ void bn_relu_plain(const float *in, const float *res, const float *scale, const float *shift, float *out,
	int n, int channels, int hw)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int c = i / hw % channels;
	out[i] = fmaxf(in[i] * scale[c] + shift[c] + res[i], 0.0f);
}
__global__ void bn_relu_float4(const float4 *in, const float4 *res, const float *scale, const float *shift, float4 *out,
	int channels, int hw4)
{ // a plane a block in y
	int plane = blockIdx.y, c = plane % channels;
	float s = scale[c], b = shift[c];
	for (int i = threadIdx.x; i < hw4; i += blockDim.x) {
		float4 v = in[plane * hw4 + i], r = res[plane * hw4 + i];
		out[plane * hw4 + i] = make_float4(fmaxf(v.x * s + b + r.x, 0.0f), fmaxf(v.y * s + b + r.y, 0.0f),
			fmaxf(v.z * s + b + r.z, 0.0f), fmaxf(v.w * s + b + r.w, 0.0f));
	}
}
// 3 channels of 64x64, 16 filters of 5x5, every second place: 30x30
__global__ void conv_first_direct(const float *in, const float *w, const float *bias, float *out)
{
	int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, f = blockIdx.y, img = blockIdx.z;
	if (x >= 30 || y >= 30)
		return;
	float s = bias[f];
	for (int c = 0; c < 3; c++)
		for (int j = 0; j < 5; j++)
			for (int i = 0; i < 5; i++)
				s += w[((f * 3 + c) * 5 + j) * 5 + i] * in[((img * 3 + c) * 64 + 2 * y + j) * 64 + 2 * x + i];
	out[((img * 16 + f) * 30 + y) * 30 + x] = fmaxf(s, 0);
}
__global__ void conv_first_shared(const float *in, const float *w, const float *bias, float *out)
{ // three rows of results of all filters a block; the picture's rows and all weights in shared memory
	__shared__ float sw[16 * 75], s[3][9][64];
	int t = threadIdx.x, y0 = blockIdx.x * 3, img = blockIdx.y;
	for (int i = t; i < 1200; i += 256)
		sw[i] = w[i];
	for (int i = t; i < 3 * 9 * 64; i += 256)
		s[i / 576][i / 64 % 9][i % 64] = in[((img * 3 + i / 576) * 64 + 2 * y0 + i / 64 % 9) * 64 + i % 64];
	__syncthreads();
	for (int o = t; o < 90 * 4; o += 256) { // four filters at once
		int x = o % 30, y = o / 30 % 3, f = o / 90 * 4;
		float a[4];
		for (int k = 0; k < 4; k++)
			a[k] = bias[f + k];
		for (int c = 0; c < 3; c++)
			for (int j = 0; j < 5; j++)
				for (int i = 0; i < 5; i++) {
					float v = s[c][2 * y + j][2 * x + i];
					for (int k = 0; k < 4; k++)
						a[k] += sw[((f + k) * 3 + c) * 25 + j * 5 + i] * v;
				}
		for (int k = 0; k < 4; k++)
			out[((img * 16 + f + k) * 30 + y0 + y) * 30 + x] = fmaxf(a[k], 0);
	}
}
// a causal convolution of two places `far` apart, 16 channels to 16, gated
__global__ void wave_conv_plain(const float *in, const float *w, float *out, int n, int far)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
	if (t >= n)
		return;
	float a = 0, b = 0;
	for (int k = 0; k < 16; k++) {
		float now = in[k * n + t], past = t >= far ? in[k * n + t - far] : 0;
		a += w[c * 32 + k] * now + w[c * 32 + 16 + k] * past;
		b += w[512 + c * 32 + k] * now + w[512 + c * 32 + 16 + k] * past;
	}
	out[c * n + t] = tanhf(a) / (1 + __expf(-b));
}
__global__ void wave_conv_all(const float *in, const float *w, float *out, int n, int far)
{ // all channels of a place a thread, weights in shared memory
	__shared__ float sw[1024];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		sw[i] = w[i];
	__syncthreads();
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float now[16], past[16];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		now[k] = in[k * n + t];
		past[k] = t >= far ? in[k * n + t - far] : 0;
	}
	for (int c = 0; c < 16; c++) {
		float a = 0, b = 0;
#pragma unroll
		for (int k = 0; k < 16; k++) {
			a += sw[c * 32 + k] * now[k] + sw[c * 32 + 16 + k] * past[k];
			b += sw[512 + c * 32 + k] * now[k] + sw[512 + c * 32 + 16 + k] * past[k];
		}
		out[c * n + t] = tanhf(a) / (1 + __expf(-b));
	}
}
__global__ void pool_places(const float *in, float *out, byte *place, int w2, int n)
{ // the largest of 2x2 and where it was
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = i % w2, y = i / w2;
	const float *p = in + 2 * y * 2 * w2 + 2 * x;
	float v[4] = { p[0], p[1], p[2 * w2], p[2 * w2 + 1] };
	int k = 0;
	for (int e = 1; e < 4; e++)
		if (v[e] > v[k])
			k = e;
	out[i] = v[k];
	place[i] = k;
}
__global__ void unpool_scatter(const float *grad, const byte *place, float *out, int w2, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = i % w2, y = i / w2, k = place[i];
	for (int e = 0; e < 4; e++)
		out[(2 * y + e / 2) * 2 * w2 + 2 * x + e % 2] = e == k ? grad[i] : 0;
}
__global__ void unpool_gather(const float *grad, const byte *place, float *out, int w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = i % w, y = i / w, from = y / 2 * (w / 2) + x / 2;
	out[i] = place[from] == (y % 2 * 2 + x % 2) ? grad[from] : 0;
}
struct Tensor {
	int at, size;
};
__global__ void momentum_tensors(const Tensor *list, const int *block_tensor, const int *block_first, float *p, float *v,
	const float *g, float rate, float keep)
{ // many tensors in one launch, 1024 values of one of them a block
	Tensor t = list[block_tensor[blockIdx.x]];
	int first = block_first[blockIdx.x], end = min(first + 1024, t.size);
	for (int i = first + threadIdx.x; i < end; i += blockDim.x) {
		float m = keep * v[t.at + i] + g[t.at + i];
		v[t.at + i] = m;
		p[t.at + i] -= rate * m;
	}
}
__global__ void momentum_one(float *p, float *v, const float *g, int n, float rate, float keep)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float m = keep * v[i] + g[i];
		v[i] = m;
		p[i] -= rate * m;
	}
}
__global__ void __launch_bounds__(192) gru(const float *x, const float *u, float *out, int steps)
{ // one block: 64 cells; a thread has the 64 weights of one of their three gates in registers
	__shared__ float h[64], gate[192];
	int t = threadIdx.x;
	float w[64];
#pragma unroll
	for (int k = 0; k < 64; k++)
		w[k] = u[k * 192 + t];
	if (t < 64)
		h[t] = 0;
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		float a = 0, in = x[s * 192 + t];
#pragma unroll
		for (int k = 0; k < 64; k++)
			a += w[k] * h[k];
		gate[t] = t < 128 ? 1 / (1 + __expf(-(a + in))) : a;
		__syncthreads();
		if (t < 64) {
			float fresh = tanhf(x[s * 192 + 128 + t] + gate[t] * gate[128 + t]), z = gate[64 + t];
			h[t] = (1 - z) * fresh + z * h[t];
			out[s * 64 + t] = h[t];
		}
		__syncthreads();
	}
}
__global__ void rope_angles(const half2 *in, half2 *out, int heads, int dim2)
{ // a token a block; pairs are turned, the further the later the token
	int pos = blockIdx.x;
	for (int i = threadIdx.x; i < heads * dim2; i += blockDim.x) {
		float a = pos * exp2f(-13.28771f * (i % dim2) / dim2), s, c;
		sincosf(a, &s, &c);
		float2 v = __half22float2(in[pos * heads * dim2 + i]);
		out[pos * heads * dim2 + i] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
	}
}
__global__ void rope_table(const half2 *in, half2 *out, const float2 *turn, int heads, int dim2)
{
	int pos = blockIdx.x;
	for (int i = threadIdx.x; i < heads * dim2; i += blockDim.x) {
		float2 t = turn[pos * dim2 + i % dim2], v = __half22float2(in[pos * heads * dim2 + i]);
		out[pos * heads * dim2 + i] = __floats2half2_rn(v.x * t.x - v.y * t.y, v.x * t.y + v.y * t.x);
	}
}
__device__ float swish(float a)
{
	return a / (1 + __expf(-a));
}
__global__ void swiglu_each(const __half *in, __half *out, int half_row)
{ // a row: gates, then values
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / half_row, c = i % half_row;
	const __half *p = in + (size_t)r * 2 * half_row + c;
	out[i] = __float2half(swish(__half2float(p[0])) * __half2float(p[half_row]));
}
__global__ void swiglu_eight(const uint4 *in, uint4 *out, int row8)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
	uint4 g = in[r * 2 * row8 + c], v = in[r * 2 * row8 + row8 + c], o;
	const half2 *pg = (const half2 *)&g, *pv = (const half2 *)&v;
	half2 *po = (half2 *)&o;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float2 a = __half22float2(pg[k]), b = __half22float2(pv[k]);
		po[k] = __floats2half2_rn(swish(a.x) * b.x, swish(a.y) * b.y);
	}
	out[r * row8 + c] = o;
}
__global__ void word_gradient_atomic(const int *word, const float *g, float *table, int width)
{ // a word of the text a block
	int w = word[blockIdx.x];
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		atomicAdd(&table[w * width + i], g[blockIdx.x * width + i]);
}
__global__ void word_gradient_sorted(const int *start, const int *place, const float *g, float *table, int width)
{ // a word of the vocabulary a block: its places in the text were sorted before
	int from = start[blockIdx.x], to = start[blockIdx.x + 1];
	for (int i = threadIdx.x; i < width; i += blockDim.x) {
		float s = 0;
		for (int k = from; k < to; k++)
			s += g[place[k] * width + i];
		table[blockIdx.x * width + i] = s;
	}
}
__global__ void quantise_block(const float *in, signed char *out, float *scale, int width)
{
	__shared__ float part[8];
	const float *row = in + blockIdx.x * width;
	float m = 0;
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		m = fmaxf(m, fabsf(row[i]));
	for (int d = 16; d; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = m;
	__syncthreads();
	m = part[0];
	for (int i = 1; i < blockDim.x / 32; i++)
		m = fmaxf(m, part[i]);
	float by = 127 / m;
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		out[blockIdx.x * width + i] = __float2int_rn(row[i] * by);
	if (threadIdx.x == 0)
		scale[blockIdx.x] = m / 127;
}
__global__ void quantise_warp(const float4 *in, char4 *out, float *scale)
{ // 512 values a row; all of them are in the warp's registers
	int lane = threadIdx.x % 32, r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	float4 v[4];
	float m = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		v[k] = in[r * 128 + k * 32 + lane];
		m = fmaxf(fmaxf(fmaxf(m, fabsf(v[k].x)), fmaxf(fabsf(v[k].y), fabsf(v[k].z))), fabsf(v[k].w));
	}
	for (int d = 16; d; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
	float by = 127 / m;
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[r * 128 + k * 32 + lane] = make_char4(__float2int_rn(v[k].x * by), __float2int_rn(v[k].y * by),
			__float2int_rn(v[k].z * by), __float2int_rn(v[k].w * by));
	if (lane == 0)
		scale[r] = m / 127;
}
// 8 values in, 32 within, 4 out, a sample a thread
template <bool SHARED> __global__ void perceptron(const float *x, const float *w1, const float *w2, float *out, int n)
{
	__shared__ float s[SHARED ? 384 : 1];
	if (SHARED) {
		for (int i = threadIdx.x; i < 384; i += blockDim.x)
			s[i] = i < 256 ? w1[i] : w2[i - 256];
		__syncthreads();
		w1 = s;
		w2 = s + 256;
	}
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float in[8], o[4] = {};
	for (int k = 0; k < 8; k++)
		in[k] = x[k * n + t];
	for (int h = 0; h < 32; h++) {
		float a = 0;
		for (int k = 0; k < 8; k++)
			a += w1[h * 8 + k] * in[k];
		a = tanhf(a);
		for (int k = 0; k < 4; k++)
			o[k] += w2[k * 32 + h] * a;
	}
	for (int k = 0; k < 4; k++)
		out[k * n + t] = o[k];
}

void rows()
{
	const int N = 1 << 20, C = 64, HW = 1024;
	std::vector<unsigned> w = words(2 * N);
	std::vector<float> f = fractions(w), r(N);
	for (float &v : f)
		v -= 0.5f;
	float *a = upload(f), *o = dev<float>(2 * N), *p = dev<float>(N), *v = dev<float>(N), *b = a + N;
	for (int i = 0; i < N; i++)
		r[i] = std::max(f[i] * f[i / HW % C] + f[N + i / HW % C] + f[N + i], 0.0f);
	auto right = close_to(r);
	job<float>("bn_relu.plain", [&] { bn_relu_plain<<<N / 256, 256>>>(a, b, a, b, o, N, C, HW); }, o, N, right);
	job<float>("bn_relu.plane_a_block",
		[&] { bn_relu_float4<<<dim3(1, N / HW), 128>>>((float4 *)a, (float4 *)b, a, b, (float4 *)o, C, HW / 4); }, o, N, right);
	const int I = 24;
	r.assign(I * 16 * 900, 0);
	for (int i = 0; i < r.size(); i++) {
		int x = i % 30, y = i / 30 % 30, k = i / 900 % 16, img = i / 14400;
		float s = f[k];
		for (int e = 0; e < 75; e++)
			s += f[k * 75 + e] * f[((img * 3 + e / 25) * 64 + 2 * y + e / 5 % 5) * 64 + 2 * x + e % 5];
		r[i] = std::max(s, 0.0f);
	}
	right = close_to(r);
	job<float>("conv_first.direct", [&] { conv_first_direct<<<dim3(4, 16, I), dim3(32, 8)>>>(a, a, a, o); }, o, r.size(), right);
	job<float>("conv_first.shared", [&] { conv_first_shared<<<dim3(10, I), 256>>>(a, a, a, o); }, o, r.size(), right);
	const int T = 20000, F = 64;
	r.assign(16 * T, 0);
	for (int i = 0; i < 16 * T; i++) {
		int t = i % T, c = i / T;
		float g = 0, s = 0;
		for (int k = 0; k < 16; k++) {
			float now = f[k * T + t], past = t >= F ? f[k * T + t - F] : 0;
			s += f[c * 32 + k] * now + f[c * 32 + 16 + k] * past;
			g += f[512 + c * 32 + k] * now + f[512 + c * 32 + 16 + k] * past;
		}
		r[i] = std::tanh(s) / (1 + std::exp(-g));
	}
	right = close_to(r);
	job<float>("wave_conv.channel_a_block", [&] { wave_conv_plain<<<dim3((T + 255) / 256, 16), 256>>>(a, a, o, T, F); }, o,
		16 * T, right);
	job<float>("wave_conv.all_channels", [&] { wave_conv_all<<<(T + 127) / 128, 128>>>(a, a, o, T, F); }, o, 16 * T, right);
	byte *place = dev<byte>(N / 4);
	pool_places<<<N / 1024, 256>>>(a, p, place, 512, N / 4);
	r.assign(N, 0);
	for (int i = 0; i < N / 4; i++) {
		int x = i % 512, y = i / 512, at = 0;
		for (int e = 1; e < 4; e++)
			at = f[(2 * y + e / 2) * 1024 + 2 * x + e % 2] > f[(2 * y + at / 2) * 1024 + 2 * x + at % 2] ? e : at;
		r[(2 * y + at / 2) * 1024 + 2 * x + at % 2] = f[N + i];
	}
	right = same(r);
	job<float>("unpool.scatter", [&] { unpool_scatter<<<N / 1024, 256>>>(b, place, o, 512, N / 4); }, o, N, right);
	job<float>("unpool.gather", [&] { unpool_gather<<<N / 256, 256>>>(b, place, o, 1024, N); }, o, N, right);
	std::vector<Tensor> list;
	std::vector<int> bt, bf;
	int all = 0;
	for (int k = 0; k < 40; k++) {
		Tensor t = { all, k % 2 ? (int)(w[k] % 40000) : 64 + 32 * k };
		for (int i = 0; i < t.size; i += 1024)
			bt.push_back(k), bf.push_back(i);
		list.push_back(t);
		all += t.size;
	}
	r.assign(all, 0);
	for (int i = 0; i < all; i++)
		r[i] = f[i] - 0.01f * (0.9f * f[N + i] + f[i]);
	Tensor *dl = upload(list);
	int *dt = upload(bt), *df = upload(bf);
	auto reset = [&] {
		CHECK(cudaMemcpy(p, a, N * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(v, b, N * 4, cudaMemcpyDeviceToDevice));
	};
	job<float>("momentum.all_tensors", [&] { momentum_tensors<<<bt.size(), 256>>>(dl, dt, df, p, v, a, 0.01f, 0.9f); }, p, all,
		close_to(r), reset);
	job<float>(
		"momentum.launch_a_tensor",
		[&] {
			for (const Tensor &t : list)
				momentum_one<<<(t.size + 255) / 256, 256>>>(p + t.at, v + t.at, a + t.at, t.size, 0.01f, 0.9f);
		},
		p, all, close_to(r), reset);
	const int S = 60;
	std::vector<float> h(64), states;
	for (int s = 0; s < S; s++) {
		float g[192], in[192];
		for (int t = 0; t < 192; t++) {
			g[t] = 0;
			in[t] = f[s * 192 + t];
			for (int k = 0; k < 64; k++)
				g[t] += f[N + k * 192 + t] * h[k];
			g[t] = t < 128 ? 1 / (1 + std::exp(-g[t] - in[t])) : g[t];
		}
		for (int t = 0; t < 64; t++)
			h[t] = (1 - g[64 + t]) * std::tanh(in[128 + t] + g[t] * g[128 + t]) + g[64 + t] * h[t];
		states.insert(states.end(), h.begin(), h.end());
	}
	job<float>("gru.one_block", [&] { gru<<<1, 192>>>(a, b, o, S); }, o, S * 64, close_to(states, 1e-3));
	std::vector<__half> hf(2 * N);
	for (int i = 0; i < 2 * N; i++)
		hf[i] = __float2half(f[i]);
	half2 *da = (half2 *)upload(hf), *db = (half2 *)dev<__half>(N);
	const int D2 = 64, HEADS = 16, POS = N / 2 / D2 / HEADS;
	std::vector<float2> turns(POS * D2);
	for (int i = 0; i < POS * D2; i++) {
		double g = i / D2 * std::exp2(-13.28771 * (i % D2) / D2);
		turns[i] = make_float2(std::cos(g), std::sin(g));
	}
	float2 *dturn = upload(turns);
	auto near_half = [&](int n, const std::function<float(int)> &want) {
		return [=](const std::vector<__half> &v) {
			for (int i = 0; i < n; i++)
				if (std::fabs(__half2float(v[i]) - want(i)) > 2e-3)
					return false;
			return true;
		};
	};
	auto roped = near_half(N, [&](int i) {
		float2 t = turns[i / 2 / (D2 * HEADS) * D2 + i / 2 % D2];
		float x = __half2float(hf[i & ~1]), y = __half2float(hf[i | 1]);
		return i & 1 ? x * t.y + y * t.x : x * t.x - y * t.y;
	});
	job<__half>("rope.angles_computed", [&] { rope_angles<<<POS, 128>>>(da, db, HEADS, D2); }, (__half *)db, N, roped);
	job<__half>("rope.angles_from_table", [&] { rope_table<<<POS, 128>>>(da, db, dturn, HEADS, D2); }, (__half *)db, N, roped);
	const int W = 2048;
	auto swiglued = near_half(N, [&](int i) {
		float g = __half2float(hf[i / W * 2 * W + i % W]), x = __half2float(hf[i / W * 2 * W + W + i % W]);
		return g / (1 + std::exp(-g)) * x;
	});
	job<__half>("swiglu.each", [&] { swiglu_each<<<N / 256, 256>>>((__half *)da, (__half *)db, W); }, (__half *)db, N, swiglued);
	job<__half>("swiglu.eight", [&] { swiglu_eight<<<dim3(1, N / W), 256>>>((uint4 *)da, (uint4 *)db, W / 8); }, (__half *)db, N,
		swiglued);
	const int TEXT = 8000, VOC = 3000, WIDE = 128;
	std::vector<int> word(TEXT), start(VOC + 1), at;
	for (int i = 0; i < TEXT; i++) // common words are common
		word[i] = (u64)(w[i] % VOC) * (w[i + TEXT] % VOC) / VOC * (w[i + 2 * TEXT] % VOC) / VOC;
	std::vector<float> grads(VOC * WIDE);
	for (int k = 0; k < VOC; k++) {
		for (int i = 0; i < TEXT; i++)
			if (word[i] == k) {
				at.push_back(i);
				for (int e = 0; e < WIDE; e++)
					grads[k * WIDE + e] += f[i * WIDE + e];
			}
		start[k + 1] = at.size();
	}
	int *dwd = upload(word), *dst = upload(start), *dat = upload(at);
	job<float>("word_gradient.atomic", [&] { word_gradient_atomic<<<TEXT, 128>>>(dwd, a, o, WIDE); }, o, VOC * WIDE,
		close_to(grads), [&] { CHECK(cudaMemset(o, 0, VOC * WIDE * 4)); });
	job<float>("word_gradient.sorted", [&] { word_gradient_sorted<<<VOC, 128>>>(dst, dat, a, o, WIDE); }, o, VOC * WIDE,
		close_to(grads));
	std::vector<float> scale(N / 512);
	for (int i = 0; i < N; i++)
		scale[i / 512] = std::max(scale[i / 512], std::fabs(f[i]) / 127);
	signed char *q = dev<signed char>(N);
	auto whole = [&](const std::vector<signed char> &v) {
		for (int i = 0; i < N; i++)
			if (std::fabs(v[i] * scale[i / 512] - f[i]) > 0.51f * scale[i / 512])
				return false;
		return true;
	};
	job<signed char>("quantise.row_a_block", [&] { quantise_block<<<N / 512, 256>>>(a, q, p, 512); }, q, N, whole);
	job<signed char>("quantise.row_a_warp", [&] { quantise_warp<<<N / 2048, 128>>>((float4 *)a, (char4 *)q, p); }, q, N, whole);
	const int X = 60000;
	r.assign(4 * X, 0);
	for (int t = 0; t < X; t++)
		for (int k = 0; k < 32; k++) {
			float s = 0;
			for (int e = 0; e < 8; e++)
				s += f[N + k * 8 + e] * f[e * X + t];
			for (int e = 0; e < 4; e++)
				r[e * X + t] += f[N + e * 32 + k] * std::tanh(s);
		}
	job<float>("perceptron.weights_memory", [&] { perceptron<false><<<(X + 127) / 128, 128>>>(a, b, b, o, X); }, o, 4 * X,
		close_to(r));
	job<float>("perceptron.weights_shared", [&] { perceptron<true><<<(X + 127) / 128, 128>>>(a, b, b, o, X); }, o, 4 * X,
		close_to(r));
}
