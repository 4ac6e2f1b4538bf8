// blind25e: a fresh set of kernels that nobody had modelled when they were written. A language model's pieces, forests.
#include "blind7.h"
#include <cuda_fp16.h>
typedef unsigned u32;

__device__ float block_sum(float v)
{
	__shared__ float part[32];
	for (int d = 16; d; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		v += part[k];
	return v;
}
__global__ void evened_block(const float *in, float *rest, const float *gain, float *out, int wide)
{ // add what was left beside, divide by the root of the mean square; a row a block reads twice
	const float *p = in + blockIdx.x * wide;
	float *r = rest + blockIdx.x * wide, sum = 0;
	for (int k = threadIdx.x; k < wide; k += blockDim.x) {
		float v = p[k] + r[k];
		r[k] = v;
		sum += v * v;
	}
	float scale = rsqrtf(block_sum(sum) / wide + 1e-5f);
	for (int k = threadIdx.x; k < wide; k += blockDim.x)
		out[blockIdx.x * wide + k] = r[k] * scale * gain[k];
}
__global__ void evened_warp(const float4 *in, float4 *rest, const float4 *gain, float4 *out, int many)
{ // a row of 512 a warp, kept in registers
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= many)
		return;
	float4 v[4];
	float sum = 0;
	for (int k = 0; k < 4; k++) {
		float4 a = in[i * 128 + k * 32 + lane], b = rest[i * 128 + k * 32 + lane];
		v[k] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
		rest[i * 128 + k * 32 + lane] = v[k];
		sum += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	float s = rsqrtf(sum / 512 + 1e-5f);
	for (int k = 0; k < 4; k++) {
		float4 g = gain[k * 32 + lane];
		out[i * 128 + k * 32 + lane] =
			make_float4(v[k].x * s * g.x, v[k].y * s * g.y, v[k].z * s * g.z, v[k].w * s * g.w);
	}
}
__device__ float eight(u32 q, const float *x, int from)
{
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += (float)((int)(q >> 4 * k & 15) - 8) * x[from + k];
	return s;
}
__global__ void nibbles_thread(const u32 *w, const __half *scale, const float *x, float *y, int n, int m)
{ // weights of four bits times a vector: a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float sum = 0;
	for (int g = 0; g < m / 32; g++) {
		float s = 0;
		for (int k = 0; k < 4; k++)
			s += eight(w[r * (m / 8) + g * 4 + k], x, g * 32 + k * 8);
		sum += s * __half2float(scale[r * (m / 32) + g]);
	}
	y[r] = sum;
}
__global__ void nibbles_warp(const u32 *w, const __half *scale, const float *x, float *y, int n, int m)
{ // a row a warp, the vector in shared memory
	extern __shared__ float own[];
	for (int k = threadIdx.x; k < m; k += blockDim.x)
		own[k] = x[k];
	__syncthreads();
	int lane = threadIdx.x % 32, warps = blockDim.x / 32;
	for (int r = blockIdx.x * warps + threadIdx.x / 32; r < n; r += gridDim.x * warps) {
		float sum = 0;
		for (int k = lane; k < m / 8; k += 32)
			sum += eight(w[r * (m / 8) + k], own, k * 8) * __half2float(scale[r * (m / 32) + k / 4]);
		for (int d = 16; d; d /= 2)
			sum += __shfl_xor_sync(~0u, sum, d);
		if (lane == 0)
			y[r] = sum;
	}
}
static const int HEAD = 64, PAGE = 16, HEADS = 8;
__global__ void pages_block(const float *ask, const float *key, const float *value, const int *table, const int *length,
	float *out, int most)
{ // one new word looks back at its past, which lies in pages; a text and head a block
	__shared__ float q[HEAD], weight[512], part[2][HEAD];
	int text = blockIdx.x, head = blockIdx.y, t = threadIdx.x, len = length[text], lane = t % 32;
	const float *own = ask + (text * HEADS + head) * HEAD;
	if (t < HEAD)
		q[t] = own[t];
	__syncthreads();
	for (int k = t / 32; k < len; k += blockDim.x / 32) {
		const float *p = key + ((table[text * most + k / PAGE] * HEADS + head) * PAGE + k % PAGE) * HEAD;
		float s = p[lane] * q[lane] + p[lane + 32] * q[lane + 32];
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		if (lane == 0)
			weight[k] = s * 0.125f;
	}
	__syncthreads();
	float top = -1e30f, sum = 0;
	for (int k = 0; k < len; k++)
		top = fmaxf(top, weight[k]);
	__syncthreads();
	for (int k = t; k < len; k += blockDim.x)
		sum += weight[k] = __expf(weight[k] - top);
	sum = block_sum(sum);
	int d = t % HEAD, half = t / HEAD;
	float r = 0;
	for (int k = half; k < len; k += 2)
		r += weight[k] * value[((table[text * most + k / PAGE] * HEADS + head) * PAGE + k % PAGE) * HEAD + d];
	part[half][d] = r;
	__syncthreads();
	if (t < HEAD)
		out[(text * HEADS + head) * HEAD + t] = (part[0][t] + part[1][t]) / sum;
}
__global__ void pages_warp(const float *ask, const float *key, const float *value, const int *table, const int *length,
	float *out, int most, int texts)
{ // a text and head a warp, sums mended as they run
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, text = i / HEADS,
	    head = i % HEADS;
	if (text >= texts)
		return;
	float2 q = ((const float2 *)ask)[i * 32 + lane], r = make_float2(0, 0);
	float top = -1e30f, sum = 0;
	for (int k = 0; k < length[text]; k++) {
		int at = ((table[text * most + k / PAGE] * HEADS + head) * PAGE + k % PAGE) * 32 + lane;
		float2 p = ((const float2 *)key)[at], v = ((const float2 *)value)[at];
		float s = p.x * q.x + p.y * q.y;
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		s *= 0.125f;
		float higher = fmaxf(top, s), shrink = __expf(top - higher), e = __expf(s - higher);
		r = make_float2(r.x * shrink + e * v.x, r.y * shrink + e * v.y);
		sum = sum * shrink + e, top = higher;
	}
	((float2 *)out)[i * 32 + lane] = make_float2(r.x / sum, r.y / sum);
}
__device__ bool overlap(int4 a, int4 b)
{ // more than a third of both together
	int x = min(a.z, b.z) - max(a.x, b.x), y = min(a.w, b.w) - max(a.y, b.y), both = max(x, 0) * max(y, 0);
	return 4 * both > (a.z - a.x) * (a.w - a.y) + (b.z - b.x) * (b.w - b.y);
}
__global__ void covers_bits(const int4 *box, u64 *mask, int n, int words)
{ // which later boxes does a box cover?
	__shared__ int4 other[64];
	int i = blockIdx.y * 64 + threadIdx.x, j0 = blockIdx.x * 64;
	if (j0 + threadIdx.x < n)
		other[threadIdx.x] = box[j0 + threadIdx.x];
	__syncthreads();
	if (i >= n)
		return;
	int4 own = box[i];
	u64 m = 0;
	for (int k = 0; k < min(64, n - j0); k++)
		if (j0 + k > i && overlap(own, other[k]))
			m |= 1ull << k;
	mask[i * words + blockIdx.x] = m;
}
__global__ void covers_choose(const u64 *mask, int *keep, int n, int words)
{ // the first stay, what they cover goes: one warp
	u64 gone = 0;
	for (int i = 0; i < n; i++) {
		bool stays = !(__shfl_sync(~0u, gone, i / 64) >> i % 64 & 1);
		if (stays && threadIdx.x < words)
			gone |= mask[i * words + threadIdx.x];
		if (threadIdx.x == 0)
			keep[i] = stays;
	}
}
__global__ void covers_block(const int4 *box, int *keep, int n)
{ // the same by one block: each box that stays is shown to all later ones
	extern __shared__ byte gone[];
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		gone[k] = 0;
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (!gone[i]) {
			int4 own = box[i];
			for (int k = i + 1 + threadIdx.x; k < n; k += blockDim.x)
				if (!gone[k] && overlap(own, box[k]))
					gone[k] = 1;
		}
		__syncthreads();
	}
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		keep[k] = !gone[k];
}
struct Fork {
	short feature, place;
};
static const int TREES = 48, LEVELS = 7, NODES = 127, FEATURES = 24;
__global__ void forest_thread(const short *x, const Fork *fork, const int *leaf, int *out, int n)
{ // a forest of trees: a record a thread walks all of them
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	for (int t = 0; t < TREES; t++) {
		int at = 0;
		for (int l = 0; l < LEVELS; l++) {
			Fork f = fork[t * NODES + at];
			at = 2 * at + 1 + (x[i * FEATURES + f.feature] > f.place);
		}
		sum += leaf[t * 128 + at - NODES];
	}
	out[i] = sum;
}
__global__ void forest_shared(const short *x, const Fork *fork, const int *leaf, int *out, int n)
{ // a tree a block in shared memory, records pass by
	__shared__ Fork own[NODES];
	__shared__ int end[128];
	int t = blockIdx.y;
	for (int k = threadIdx.x; k < 128; k += blockDim.x) {
		end[k] = leaf[t * 128 + k];
		if (k < NODES)
			own[k] = fork[t * NODES + k];
	}
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (i >= n)
		return;
	for (int l = 0; l < LEVELS; l++)
		at = 2 * at + 1 + (x[i * FEATURES + own[at].feature] > own[at].place);
	atomicAdd(&out[i], end[at - NODES]);
}
static const int STATES = 8;
__global__ void memory_thread(const float *u, const float *step, const float *b, const float *c, const float *fade,
	float *y, int long_, int channels)
{ // a memory that chooses what it keeps: a channel a thread, eight states in registers
	int ch = blockIdx.x * blockDim.x + threadIdx.x;
	float s[STATES] = {}, a[STATES];
	for (int k = 0; k < STATES; k++)
		a[k] = fade[ch * STATES + k];
	for (int t = 0; t < long_; t++) {
		float d = step[t * channels + ch], v = u[t * channels + ch] * d, r = 0;
		for (int k = 0; k < STATES; k++) {
			s[k] = s[k] * __expf(-d * a[k]) + v * b[t * STATES + k];
			r += s[k] * c[t * STATES + k];
		}
		y[t * channels + ch] = r;
	}
}
__global__ void memory_pieces(const float *u, const float *step, const float *b, const float *c, const float *fade,
	float *y, int long_, int channels)
{ // a channel's state a warp: lanes hold pieces of time, a scan joins them
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, piece = long_ / 32;
	float out[16] = {};
	for (int k = 0; k < STATES; k++) {
		float a = fade[i * STATES + k], keep = 1, s = 0;
		for (int t = lane * piece; t < (lane + 1) * piece; t++) {
			float d = step[t * channels + i], e = __expf(-d * a);
			s = s * e + u[t * channels + i] * d * b[t * STATES + k];
			keep *= e;
		}
		for (int d = 1; d < 32; d *= 2) {
			float ps = __shfl_up_sync(~0u, s, d), pk = __shfl_up_sync(~0u, keep, d);
			if (lane >= d)
				s += ps * keep, keep *= pk;
		}
		s = __shfl_up_sync(~0u, s, 1);
		if (lane == 0)
			s = 0;
#pragma unroll
		for (int q = 0; q < 16; q++)
			if (q < piece) {
				int t = lane * piece + q;
				float d = step[t * channels + i];
				s = s * __expf(-d * a) + u[t * channels + i] * d * b[t * STATES + k];
				out[q] += s * c[t * STATES + k];
			}
	}
#pragma unroll
	for (int q = 0; q < 16; q++)
		if (q < piece)
			y[(lane * piece + q) * channels + i] = out[q];
}
static void rows_of(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 900, W = 512;
	std::vector<float> in(f.begin(), f.begin() + N * W), rest(f.begin() + 900, f.begin() + 900 + N * W), gain(W),
		want(N * W);
	for (int k = 0; k < W; k++)
		gain[k] = f[k] + 0.5f;
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int k = 0; k < W; k++)
			s += pow(in[i * W + k] + rest[i * W + k], 2);
		for (int k = 0; k < W; k++)
			want[i * W + k] = (in[i * W + k] + rest[i * W + k]) / sqrt(s / W + 1e-5) * gain[k];
	}
	float *di = upload(in), *dr = upload(rest), *r = dev<float>(N * W), *dg = upload(gain), *o = dev<float>(N * W);
	auto again = [&] { CHECK(cudaMemcpy(r, dr, N * W * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"evened_rows.row_a_block", [&] { evened_block<<<N, 160>>>(di, r, dg, o, W); }, o, N * W, close_to(want),
		again);
	job<float>(
		"evened_rows.row_a_warp",
		[&] { evened_warp<<<N / 4, 128>>>((float4 *)di, (float4 *)r, (float4 *)dg, (float4 *)o, N); }, o, N * W,
		close_to(want), again);
	const int R = 1500, M = 1024;
	std::vector<u32> q(w.begin(), w.begin() + R * M / 8);
	std::vector<__half> scale(R * M / 32);
	std::vector<float> y(R);
	for (size_t i = 0; i < scale.size(); i++)
		scale[i] = __float2half(f[i] * 0.1f);
	for (int i = 0; i < R; i++) {
		double s = 0;
		for (int k = 0; k < M; k++)
			s += ((int)(q[(i * M + k) / 8] >> k % 8 * 4 & 15) - 8) * (double)in[k] *
				__half2float(scale[(i * M + k) / 32]);
		y[i] = s;
	}
	u32 *dq = upload(q);
	__half *ds = upload(scale);
	job<float>(
		"four_bit_weights.row_a_thread", [&] { nibbles_thread<<<(R + 31) / 32, 32>>>(dq, ds, di, o, R, M); }, o,
		R, close_to(y, 2e-3));
	job<float>(
		"four_bit_weights.row_a_warp", [&] { nibbles_warp<<<66, 256, M * 4>>>(dq, ds, di, o, R, M); }, o, R,
		close_to(y, 2e-3));
	const int T = 12, MOST = 20, PAGES = T * MOST;
	std::vector<float> ask(T * HEADS * HEAD), key(PAGES * HEADS * PAGE * HEAD), value(key.size()), seen(ask.size());
	std::vector<int> table(PAGES), length(T);
	for (size_t i = 0; i < key.size(); i++)
		key[i] = f[i % 600000] * 2 - 1, value[i] = f[(i + 77) % 700000];
	for (size_t i = 0; i < ask.size(); i++)
		ask[i] = f[i + 31] * 4 - 2;
	for (int i = 0; i < PAGES; i++)
		table[i] = i * 77 % PAGES;
	for (int t = 0; t < T; t++) {
		length[t] = 10 + w[t] % (MOST * PAGE - 10);
		for (int h = 0; h < HEADS; h++) {
			std::vector<double> s(length[t]);
			double sum = 0, r[HEAD] = {};
			for (int k = 0; k < length[t]; k++) {
				size_t at = ((table[t * MOST + k / PAGE] * HEADS + h) * PAGE + k % PAGE) * HEAD;
				for (int d = 0; d < HEAD; d++)
					s[k] += key[at + d] * ask[(t * HEADS + h) * HEAD + d];
				sum += s[k] = exp(s[k] / 8);
				for (int d = 0; d < HEAD; d++)
					r[d] += s[k] * value[at + d];
			}
			for (int d = 0; d < HEAD; d++)
				seen[(t * HEADS + h) * HEAD + d] = r[d] / sum;
		}
	}
	float *da = upload(ask), *dk = upload(key), *dv = upload(value);
	int *dt = upload(table), *dl = upload(length);
	job<float>(
		"past_in_pages.head_a_block",
		[&] { pages_block<<<dim3(T, HEADS), 128>>>(da, dk, dv, dt, dl, o, MOST); }, o, seen.size(),
		close_to(seen, 1e-3));
	job<float>(
		"past_in_pages.head_a_warp",
		[&] { pages_warp<<<T * HEADS / 4, 128>>>(da, dk, dv, dt, dl, o, MOST, T); }, o, seen.size(),
		close_to(seen, 1e-3));
}
static void others(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int B = 1500, WORDS = (B + 63) / 64;
	std::vector<int4> box(B);
	std::vector<int> keep(B, 1);
	for (int i = 0; i < B; i++) {
		int x = w[4 * i] % 900, y = w[4 * i + 1] % 900;
		box[i] = make_int4(x, y, x + 20 + w[4 * i + 2] % 150, y + 20 + w[4 * i + 3] % 150);
	}
	for (int i = 0; i < B; i++)
		for (int k = i + 1; k < B && keep[i]; k++) {
			int4 a = box[i], b = box[k];
			int x = std::min(a.z, b.z) - std::max(a.x, b.x), y = std::min(a.w, b.w) - std::max(a.y, b.y);
			if (x > 0 && y > 0 && 4 * x * y > (a.z - a.x) * (a.w - a.y) + (b.z - b.x) * (b.w - b.y))
				keep[k] = 0;
		}
	int4 *db = upload(box);
	u64 *mask = dev<u64>(B * WORDS);
	int *o = dev<int>(40000);
	job<int>(
		"covered_boxes.bits_then_a_warp",
		[&] {
			covers_bits<<<dim3(WORDS, WORDS), 64>>>(db, mask, B, WORDS);
			covers_choose<<<1, 32>>>(mask, o, B, WORDS);
		},
		o, B, same(keep));
	job<int>(
		"covered_boxes.one_block", [&] { covers_block<<<1, 512, B>>>(db, o, B); }, o, B, same(keep));
	const int N = 5000;
	std::vector<short> x(N * FEATURES);
	std::vector<Fork> fork(TREES * NODES);
	std::vector<int> leaf(TREES * 128), want(N);
	for (size_t i = 0; i < x.size(); i++)
		x[i] = w[i] % 1000;
	for (size_t i = 0; i < fork.size(); i++)
		fork[i] = { (short)(w[i] / 7 % FEATURES), (short)(100 + w[i + 5] % 800) };
	for (size_t i = 0; i < leaf.size(); i++)
		leaf[i] = (int)(w[i + 3] % 2001) - 1000;
	for (int i = 0; i < N; i++)
		for (int t = 0; t < TREES; t++) {
			int at = 1;
			while (at < 128) {
				Fork k = fork[t * NODES + at - 1];
				at = 2 * at + (x[i * FEATURES + k.feature] > k.place);
			}
			want[i] += leaf[t * 128 + at - 128];
		}
	short *dx = upload(x);
	Fork *df = upload(fork);
	int *dl = upload(leaf);
	job<int>(
		"forest_says.record_a_thread", [&] { forest_thread<<<(N + 63) / 64, 64>>>(dx, df, dl, o, N); }, o, N,
		same(want));
	job<int>(
		"forest_says.tree_a_block",
		[&] { forest_shared<<<dim3((N + 255) / 256, TREES), 256>>>(dx, df, dl, o, N); }, o, N, same(want),
		[&] { CHECK(cudaMemset(o, 0, 4 * N)); });
	const int L = 320, C = 512;
	std::vector<float> u(L * C), step(L * C), b(L * STATES), c(L * STATES), fade(C * STATES), y(L * C);
	for (int i = 0; i < L * C; i++)
		u[i] = f[i] - 0.5f, step[i] = f[i + 11] * 0.2f;
	for (int i = 0; i < L * STATES; i++)
		b[i] = f[i + 5], c[i] = f[i + 9] - 0.3f;
	for (int i = 0; i < C * STATES; i++)
		fade[i] = f[i + 123] * 4;
	for (int ch = 0; ch < C; ch++) {
		double s[STATES] = {};
		for (int t = 0; t < L; t++)
			for (int k = 0; k < STATES; k++) {
				double d = step[t * C + ch];
				s[k] = s[k] * exp(-d * fade[ch * STATES + k]) + u[t * C + ch] * d * b[t * STATES + k];
				y[t * C + ch] += s[k] * c[t * STATES + k];
			}
	}
	float *du = upload(u), *dst = upload(step), *dbb = upload(b), *dc = upload(c), *dfa = upload(fade),
	      *oy = dev<float>(L * C);
	job<float>(
		"choosy_memory.channel_a_thread",
		[&] { memory_thread<<<C / 32, 32>>>(du, dst, dbb, dc, dfa, oy, L, C); }, oy, L * C, close_to(y, 1e-3));
	job<float>(
		"choosy_memory.channel_a_warp", [&] { memory_pieces<<<C / 4, 128>>>(du, dst, dbb, dc, dfa, oy, L, C); },
		oy, L * C, close_to(y, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(2000000);
	std::vector<float> f = fractions(w);
	rows_of(w, f);
	others(w, f);
}
