// blind30f: a fresh set of kernels that nobody had modelled when they were written. Layers of neural networks: softmax,
// norms, convolutions, attention over short texts, products of bytes, embeddings.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__constant__ float c_kernel[8 * 27];
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
__global__ void softmax_thread(const float *in, float *out, int n, int len)
{ // three walks over a row by one thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	in += r * len, out += r * len;
	float m = in[0], s = 0;
	for (int k = 1; k < len; k++)
		m = fmaxf(m, in[k]);
	for (int k = 0; k < len; k++)
		s += out[k] = expf(in[k] - m);
	for (int k = 0; k < len; k++)
		out[k] /= s;
}
__global__ void softmax_warp(const float *in, float *out, int n, int len)
{ // a row of up to 256 in the registers of a warp
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (r >= n)
		return;
	in += r * len, out += r * len;
	float v[8], m = -1e30f, s = 0;
#pragma unroll
	for (int k = 0; k < 8; k++)
		m = fmaxf(m, v[k] = lane + 32 * k < len ? in[lane + 32 * k] : -1e30f);
	m = warp_max(m);
#pragma unroll
	for (int k = 0; k < 8; k++)
		s += v[k] = __expf(v[k] - m);
	s = 1 / warp_sum(s);
#pragma unroll
	for (int k = 0; k < 8; k++)
		if (lane + 32 * k < len)
			out[lane + 32 * k] = v[k] * s;
}
__global__ void softmax_online(const float *in, float *out, int len)
{ // a block a row: largest and sum in one walk, then a second one
	__shared__ float2 part[8];
	in += blockIdx.x * len, out += blockIdx.x * len;
	int t = threadIdx.x;
	float m = -1e30f, s = 0;
	for (int k = t; k < len; k += 256) {
		float v = in[k], o = m;
		m = fmaxf(m, v);
		s = s * __expf(o - m) + __expf(v - m);
	}
	float w = warp_max(m);
	s = warp_sum(s * __expf(m - w));
	if (t % 32 == 0)
		part[t / 32] = make_float2(w, s);
	__syncthreads();
	m = -1e30f, s = 0;
	for (int k = 0; k < 8; k++)
		m = fmaxf(m, part[k].x);
	for (int k = 0; k < 8; k++)
		s += part[k].y * __expf(part[k].x - m);
	s = 1 / s;
	for (int k = t; k < len; k += 256)
		out[k] = __expf(in[k] - m) * s;
}
__global__ void layer_norm_warp(const float4 *in, const float4 *gain, const float4 *bias, float4 *out, int n)
{ // rows of 384: three float4 a lane
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (r >= n)
		return;
	float4 v[3];
	float s = 0, q = 0;
#pragma unroll
	for (int k = 0; k < 3; k++) {
		v[k] = in[r * 96 + 32 * k + lane];
		s += v[k].x + v[k].y + v[k].z + v[k].w;
	}
	float m = warp_sum(s) / 384;
#pragma unroll
	for (int k = 0; k < 3; k++) {
		v[k].x -= m, v[k].y -= m, v[k].z -= m, v[k].w -= m;
		q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
	}
	float f = rsqrtf(warp_sum(q) / 384 + 1e-5f);
#pragma unroll
	for (int k = 0; k < 3; k++) {
		float4 g = gain[32 * k + lane], b = bias[32 * k + lane];
		out[r * 96 + 32 * k + lane] = make_float4(
			v[k].x * f * g.x + b.x, v[k].y * f * g.y + b.y, v[k].z * f * g.z + b.z, v[k].w * f * g.w + b.w);
	}
}
__global__ void layer_norm_block(const float *in, const float *gain, const float *bias, float *out, int len)
{ // means and squares as they come (Welford), joined by halves in shared memory
	__shared__ float sm[128], sq[128], sn[128];
	int t = threadIdx.x;
	in += blockIdx.x * len, out += blockIdx.x * len;
	float m = 0, q = 0, n = 0;
	for (int k = t; k < len; k += 128) {
		float v = in[k], d = v - m;
		n += 1, m += d / n, q += d * (v - m);
	}
	sm[t] = m, sq[t] = q, sn[t] = n;
	for (int h = 64; h; h /= 2) {
		__syncthreads();
		if (t < h) {
			float na = sn[t], nb = sn[t + h], d = sm[t + h] - sm[t], all = na + nb;
			sm[t] += d * nb / all, sq[t] += sq[t + h] + d * d * na * nb / all, sn[t] = all;
		}
	}
	__syncthreads();
	m = sm[0];
	float f = rsqrtf(sq[0] / len + 1e-5f);
	for (int k = t; k < len; k += 128)
		out[k] = (in[k] - m) * f * gain[k] + bias[k];
}
__global__ void conv_naive(const float *in, const float *w, float *out, int C, int K, int W, int H)
{ // 3x3, C planes to K planes, a thread an output; weights from global memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
	if (x >= W || y >= H)
		return;
	float s = 0;
	for (int c = 0; c < C; c++)
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++) {
				int u = x + i - 1, v = y + j - 1;
				if (u >= 0 && v >= 0 && u < W && v < H)
					s += in[(c * H + v) * W + u] * w[((k * C + c) * 3 + j) * 3 + i];
			}
	out[(k * H + y) * W + x] = s;
}
__global__ void conv_eight(const float *in, float *out, int C, int W, int H)
{ // three planes to eight: all eight sums in registers, weights in constant memory, a tile of a plane shared
	__shared__ float s[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
	float sum[8] = {};
#pragma unroll
	for (int c = 0; c < 3; c++) {
		__syncthreads();
		for (int k = ty * 32 + tx; k < 340; k += 256) {
			int u = x0 + k % 34 - 1, v = y0 + k / 34 - 1;
			s[k / 34][k % 34] = u >= 0 && v >= 0 && u < W && v < H ? in[(c * H + v) * W + u] : 0;
		}
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 9; j++) {
			float v = s[ty + j / 3][tx + j % 3];
#pragma unroll
			for (int k = 0; k < 8; k++)
				sum[k] += v * c_kernel[(k * 3 + c) * 9 + j];
		}
	}
	if (x0 + tx < W && y0 + ty < H)
#pragma unroll
		for (int k = 0; k < 8; k++)
			out[(k * H + y0 + ty) * W + x0 + tx] = sum[k];
}
__global__ void depthwise_five(const float *in, const float *w, float *out, int C, int W, int H)
{ // channels last: a thread a channel of a point, 5x5 weights of its own, stride 2
	int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y, OW = W / 2;
	if (x >= OW)
		return;
	float s = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++) {
			int u = 2 * x + i - 2, v = 2 * y + j - 2;
			if (u >= 0 && v >= 0 && u < W && v < H)
				s += in[(v * W + u) * C + c] * w[(j * 5 + i) * C + c];
		}
	out[(y * OW + x) * C + c] = s;
}
__global__ void attention_block(const float *q, const float *k, const float *v, float *out)
{ // 64 words, heads of 32: a block of 64 a head, keys and values shared, a thread a word, later words are hidden
	__shared__ float sk[64][32], sv[64][32];
	int t = threadIdx.x, base = blockIdx.x * 2048;
	for (int i = t; i < 2048; i += 64)
		sk[i / 32][i % 32] = k[base + i], sv[i / 32][i % 32] = v[base + i];
	float a[32], o[32], m = -1e30f, s = 0;
#pragma unroll
	for (int i = 0; i < 32; i++)
		a[i] = q[base + t * 32 + i], o[i] = 0;
	__syncthreads();
	for (int j = 0; j <= t; j++) {
		float d = 0;
#pragma unroll
		for (int i = 0; i < 32; i++)
			d += a[i] * sk[j][i];
		d *= 0.17677669f;
		float w = fmaxf(m, d), f = __expf(m - w), e = __expf(d - w);
		m = w, s = s * f + e;
#pragma unroll
		for (int i = 0; i < 32; i++)
			o[i] = o[i] * f + e * sv[j][i];
	}
#pragma unroll
	for (int i = 0; i < 32; i++)
		out[base + t * 32 + i] = o[i] / s;
}
__global__ void attention_warp(const float *q, const float *k, const float *v, float *out, int n)
{ // a warp a word: lanes are words for the scores, then places of the head for the sum
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31, t = w & 63, base = w / 64 * 2048;
	if (w >= n)
		return;
	float a = q[w * 32 + lane], d0 = 0, d1 = 0, o = 0;
	for (int i = 0; i < 32; i++) {
		float x = __shfl_sync(~0u, a, i);
		d0 += x * k[base + lane * 32 + i], d1 += x * k[base + lane * 32 + 1024 + i];
	}
	d0 = lane <= t ? d0 * 0.17677669f : -1e30f, d1 = lane + 32 <= t ? d1 * 0.17677669f : -1e30f;
	float m = warp_max(fmaxf(d0, d1));
	d0 = __expf(d0 - m), d1 = __expf(d1 - m);
	float s = warp_sum(d0 + d1);
	for (int j = 0; j <= t; j++)
		o += __shfl_sync(~0u, j < 32 ? d0 : d1, j & 31) * v[base + j * 32 + lane];
	out[w * 32 + lane] = o / s;
}
__global__ void bytes_product(const int *a, const int *b, signed char *out, int M, int N, int K4, float scale)
{ // both have four numbers a word, along K; a tile of 16x16 by 16x16 threads; back to bytes
	__shared__ int sa[16][17], sb[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx, s = 0;
	for (int k = 0; k < K4; k += 16) {
		sa[ty][tx] = a[r * K4 + k + tx], sb[ty][tx] = b[(blockIdx.x * 16 + ty) * K4 + k + tx];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++)
			s = __dp4a(sa[ty][i], sb[tx][i], s);
		__syncthreads();
	}
	out[r * N + c] = max(-127, min(127, __float2int_rn(s * scale)));
}
__global__ void bytes_by_hand(const char4 *a, const char4 *b, signed char *out, int M, int N, int K4, float scale)
{ // a warp an output row and 32 columns, no shared memory, four products by hand
	int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	for (int k = 0; k < K4; k++) {
		char4 u = a[r * K4 + k], v = b[c * K4 + k];
		s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
	}
	out[r * N + c] = max(-127, min(127, __float2int_rn(s * scale)));
}
__global__ void bag_mean(const float *table, const int *word, const int *start, float *out, int D)
{ // a block of D threads a bag of words
	int b = blockIdx.x, t = threadIdx.x, from = start[b], to = start[b + 1];
	float s = 0;
	for (int k = from; k < to; k++)
		s += table[word[k] * D + t];
	out[b * D + t] = to > from ? s / (to - from) : 0;
}
static std::vector<float> softened(const std::vector<float> &v, int len)
{
	std::vector<float> s(v.size());
	for (size_t r = 0; r < v.size(); r += len) {
		double all = 0, m = *std::max_element(v.begin() + r, v.begin() + r + len);
		for (int k = 0; k < len; k++)
			all += s[r + k] = std::exp(v[r + k] - m);
		for (int k = 0; k < len; k++)
			s[r + k] /= all;
	}
	return s;
}
static void softmaxes(const std::vector<float> &f)
{
	const int N = 2500, L = 250, B = 60, BL = 10000;
	std::vector<float> v(f.begin(), f.begin() + N * L), b(f.begin() + 5, f.begin() + 5 + B * BL);
	for (float &x : v)
		x = x * 8 - 4;
	for (float &x : b)
		x = x * 12 - 6;
	float *d = upload(v), *db = upload(b), *o = dev<float>(N * L);
	job<float>(
		"softmax_of_rows.thread", [&] { softmax_thread<<<up(N, 32), 32>>>(d, o, N, L); }, o, N * L,
		close_to(softened(v, L), 1e-5));
	job<float>(
		"softmax_of_rows.warp", [&] { softmax_warp<<<up(N, 4), 128>>>(d, o, N, L); }, o, N * L,
		close_to(softened(v, L), 1e-5));
	job<float>(
		"softmax_of_rows.block_in_one_walk", [&] { softmax_online<<<B, 256>>>(db, o, BL); }, o, B * BL,
		close_to(softened(b, BL), 1e-5));
}
static void norms(const std::vector<float> &f)
{
	const int N = 1800, L = 384;
	std::vector<float> v(f.begin(), f.begin() + N * L), g(f.begin() + 9, f.begin() + 9 + L),
		b(f.begin() + 500, f.begin() + 500 + L), want(N * L);
	for (int r = 0; r < N; r++) {
		double m = 0, q = 0;
		for (int k = 0; k < L; k++)
			m += v[r * L + k] / L;
		for (int k = 0; k < L; k++)
			q += (v[r * L + k] - m) * (v[r * L + k] - m) / L;
		for (int k = 0; k < L; k++)
			want[r * L + k] = (v[r * L + k] - m) / std::sqrt(q + 1e-5) * g[k] + b[k];
	}
	float *d = upload(v), *dg = upload(g), *db = upload(b), *o = dev<float>(N * L);
	job<float>(
		"layer_norm_384.warp",
		[&] { layer_norm_warp<<<up(N, 8), 256>>>((float4 *)d, (float4 *)dg, (float4 *)db, (float4 *)o, N); }, o,
		N * L, close_to(want, 1e-3));
	job<float>(
		"layer_norm_384.block_welford", [&] { layer_norm_block<<<N, 128>>>(d, dg, db, o, L); }, o, N * L,
		close_to(want, 1e-3));
}
static void convolutions(const std::vector<float> &f)
{
	const int C = 3, K = 8, W = 150, H = 120, D = 32, DW = 160, DH = 140;
	std::vector<float> in(f.begin(), f.begin() + C * W * H), w(K * C * 9), want(K * W * H);
	for (int i = 0; i < K * C * 9; i++)
		w[i] = f[i + 300] - 0.5f;
	for (int i = 0; i < K * H * W; i++) {
		int x = i % W, y = i / W % H, k = i / W / H;
		for (int c = 0; c < C; c++)
			for (int j = 0; j < 9; j++) {
				int u = x + j % 3 - 1, v = y + j / 3 - 1;
				if (u >= 0 && v >= 0 && u < W && v < H)
					want[i] += in[(c * H + v) * W + u] * w[(k * C + c) * 9 + j];
			}
	}
	CHECK(cudaMemcpyToSymbol(c_kernel, w.data(), w.size() * 4));
	float *d = upload(in), *dw = upload(w), *o = dev<float>(K * W * H);
	job<float>(
		"three_planes_to_eight.thread_an_output",
		[&] { conv_naive<<<dim3(up(W, 32), up(H, 4), K), dim3(32, 4)>>>(d, dw, o, C, K, W, H); }, o, K * W * H,
		close_to(want, 1e-3));
	job<float>(
		"three_planes_to_eight.eight_sums_a_thread",
		[&] { conv_eight<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(d, o, C, W, H); }, o, K * W * H,
		close_to(want, 1e-3));
	std::vector<float> a(f.begin(), f.begin() + D * DW * DH), b(f.begin() + 70, f.begin() + 70 + 25 * D),
		deep(D * DW * DH / 4);
	for (int i = 0; i < D * DW * DH / 4; i++) {
		int c = i % D, x = i / D % (DW / 2), y = i / D / (DW / 2);
		for (int j = 0; j < 25; j++) {
			int u = 2 * x + j % 5 - 2, v = 2 * y + j / 5 - 2;
			if (u >= 0 && v >= 0 && u < DW && v < DH)
				deep[i] += a[(v * DW + u) * D + c] * b[j * D + c];
		}
	}
	float *da = upload(a), *db = upload(b), *od = dev<float>(deep.size());
	job<float>(
		"depthwise_5x5.channels_last",
		[&] { depthwise_five<<<dim3(up(DW / 2, 4), DH / 2), dim3(D, 4)>>>(da, db, od, D, DW, DH); }, od,
		deep.size(), close_to(deep, 1e-3));
}
static void attentions(const std::vector<float> &f)
{
	const int B = 110, T = 64, D = 32, N = B * T * D;
	std::vector<float> q(f.begin(), f.begin() + N), k(f.begin() + 11, f.begin() + 11 + N),
		v(f.begin() + 777, f.begin() + 777 + N), want(N);
	for (float &x : q)
		x = x * 4 - 2;
	for (int b = 0; b < B * T; b++) {
		int base = b / T * T * D;
		double s = 0, o[D] = {};
		for (int j = 0; j <= b % T; j++) {
			double d = 0;
			for (int i = 0; i < D; i++)
				d += q[b * D + i] * k[base + j * D + i];
			s += d = std::exp(d / std::sqrt(32.0));
			for (int i = 0; i < D; i++)
				o[i] += d * v[base + j * D + i];
		}
		for (int i = 0; i < D; i++)
			want[b * D + i] = o[i] / s;
	}
	float *dq = upload(q), *dk = upload(k), *dv = upload(v), *o = dev<float>(N);
	job<float>(
		"attention_of_64_words.block_a_head", [&] { attention_block<<<B, 64>>>(dq, dk, dv, o); }, o, N,
		close_to(want, 1e-3));
	job<float>(
		"attention_of_64_words.warp_a_word", [&] { attention_warp<<<B * T / 4, 128>>>(dq, dk, dv, o, B * T); },
		o, N, close_to(want, 1e-3));
}
static void quantised(const std::vector<unsigned> &w)
{
	const int M = 288, N = 256, K4 = 80;
	std::vector<int> a(w.begin(), w.begin() + M * K4), b(w.begin() + 33, w.begin() + 33 + N * K4);
	std::vector<signed char> want(M * N);
	const float scale = 1 / 3000.0f;
	for (int i = 0; i < M * N; i++) {
		const signed char *u = (signed char *)&a[i / N * K4], *v = (signed char *)&b[i % N * K4];
		int s = 0;
		for (int k = 0; k < K4 * 4; k++)
			s += u[k] * v[k];
		want[i] = std::max(-127, std::min(127, (int)std::nearbyint(s * scale)));
	}
	int *da = upload(a), *db = upload(b);
	signed char *o = dev<signed char>(M * N);
	job<signed char>(
		"product_of_quantised.tiles_of_words",
		[&] { bytes_product<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(da, db, o, M, N, K4, scale); }, o, M * N,
		same(want));
	job<signed char>(
		"product_of_quantised.four_by_hand",
		[&] {
			bytes_by_hand<<<dim3(N / 32, M / 4), dim3(32, 4)>>>(
				(char4 *)da, (char4 *)db, o, M, N, K4, scale);
		},
		o, M * N, same(want));
}
static void tables(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int V = 8000, D = 64, B = 3000;
	std::vector<float> t(f.begin(), f.begin() + V * D), want(B * D);
	std::vector<int> word, start(B + 1);
	for (int b = 0; b < B; b++) {
		for (int k = w[b] % 40; k; k--)
			word.push_back(w[word.size() + 9] % V);
		start[b + 1] = word.size();
		for (int k = start[b]; k < start[b + 1]; k++)
			for (int i = 0; i < D; i++)
				want[b * D + i] += t[word[k] * D + i] / (start[b + 1] - start[b]);
	}
	float *dt = upload(t), *o = dev<float>(B * D);
	int *dw = upload(word), *ds = upload(start);
	job<float>(
		"mean_of_bags.block_a_bag", [&] { bag_mean<<<B, D>>>(dt, dw, ds, o, D); }, o, B * D,
		close_to(want, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(720000);
	std::vector<float> f = fractions(w);
	softmaxes(f);
	norms(f);
	convolutions(f);
	attentions(f);
	quantised(w);
	tables(w, f);
}
