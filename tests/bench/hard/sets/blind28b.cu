// blind28b: a fresh set of kernels that nobody had modelled when they were written. Norms, bytes for floats, best
// eight, bags of embeddings, channels apart.
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
__global__ void norm_row_thread(const float *in, const float *gain, const float *bias, float *out, int rows, int cols)
{ // a row a thread, three times along it
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float s = 0, q = 0;
	for (int c = 0; c < cols; c++)
		s += in[r * cols + c];
	float mean = s / cols;
	for (int c = 0; c < cols; c++) {
		float d = in[r * cols + c] - mean;
		q += d * d;
	}
	float by = rsqrtf(q / cols + 1e-5f);
	for (int c = 0; c < cols; c++)
		out[r * cols + c] = (in[r * cols + c] - mean) * by * gain[c] + bias[c];
}
template <int COLS>
__global__ void norm_row_warp(const float *in, const float *gain, const float *bias, float *out, int rows)
{ // a row a warp, kept in registers
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float v[COLS / 32], s = 0, q = 0;
#pragma unroll
	for (int k = 0; k < COLS / 32; k++)
		s += v[k] = in[r * COLS + k * 32 + lane];
	float mean = warp_sum(s) / COLS;
#pragma unroll
	for (int k = 0; k < COLS / 32; k++)
		q += (v[k] - mean) * (v[k] - mean);
	float by = rsqrtf(warp_sum(q) / COLS + 1e-5f);
#pragma unroll
	for (int k = 0; k < COLS / 32; k++)
		out[r * COLS + k * 32 + lane] = (v[k] - mean) * by * gain[k * 32 + lane] + bias[k * 32 + lane];
}
struct Moments {
	float n, mean, square;
};
__device__ Moments joined(Moments a, Moments b)
{
	float n = a.n + b.n, d = b.mean - a.mean;
	if (n == 0)
		return a;
	return { n, a.mean + d * b.n / n, a.square + b.square + d * d * a.n * b.n / n };
}
__global__ void norm_row_moments(const float *in, const float *gain, const float *bias, float *out, int rows, int cols)
{ // a row a block, one time along it: mean and spread are carried on together and joined in pairs
	__shared__ Moments part[128];
	int t = threadIdx.x;
	const float *p = in + blockIdx.x * cols;
	Moments m = { 0, 0, 0 };
	for (int c = t; c < cols; c += 128) {
		float d = p[c] - m.mean;
		m.n++;
		m.mean += d / m.n;
		m.square += d * (p[c] - m.mean);
	}
	part[t] = m;
	for (int d = 64; d; d /= 2) {
		__syncthreads();
		if (t < d)
			part[t] = joined(part[t], part[t + d]);
	}
	__syncthreads();
	float mean = part[0].mean, by = rsqrtf(part[0].square / cols + 1e-5f);
	for (int c = t; c < cols; c += 128)
		out[blockIdx.x * cols + c] = (p[c] - mean) * by * gain[c] + bias[c];
}
__global__ void to_bytes_block(const float *in, signed char *out, float *scale, int cols)
{ // a row a block: the largest decides what a step is worth
	__shared__ float most[4];
	int t = threadIdx.x;
	const float *p = in + blockIdx.x * cols;
	float m = 0;
	for (int c = t; c < cols; c += 128)
		m = fmaxf(m, fabsf(p[c]));
	for (int d = 16; d; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
	if (t % 32 == 0)
		most[t / 32] = m;
	__syncthreads();
	m = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
	float by = 127 / m;
	for (int c = t; c < cols; c += 128)
		out[blockIdx.x * cols + c] = __float2int_rn(p[c] * by);
	if (t == 0)
		scale[blockIdx.x] = m / 127;
}
__global__ void to_bytes_fours(const float4 *in, char4 *out, float *scale, int fours)
{ // a row a warp, four at once; the largest as whole numbers, since floats above nought keep their order
	int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, m = 0;
	in += r * fours, out += r * fours;
	for (int c = lane; c < fours; c += 32) {
		float4 v = in[c];
		float b = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
		m = max(m, __float_as_int(b));
	}
	float most = __int_as_float(__reduce_max_sync(~0u, m)), by = 127 / most;
	for (int c = lane; c < fours; c += 32) {
		float4 v = in[c];
		out[c] = make_char4(__float2int_rn(v.x * by), __float2int_rn(v.y * by), __float2int_rn(v.z * by),
			__float2int_rn(v.w * by));
	}
	if (lane == 0)
		scale[r] = most / 127;
}
__global__ void from_bytes(const char4 *in, const float *scale, float4 *out, int rows, int fours)
{ // and back, four a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rows * fours)
		return;
	char4 v = in[i];
	float s = scale[i / fours];
	out[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}
__global__ void bag_cells(const float *table, const int *start, const int *word, float *out, int wide)
{ // a bag of words a block, a number of the sum a thread
	int t = threadIdx.x;
	float s = 0;
	for (int k = start[blockIdx.x]; k < start[blockIdx.x + 1]; k++)
		s += table[word[k] * wide + t];
	out[blockIdx.x * wide + t] = s;
}
__global__ void bag_warp(const float4 *table, const int *start, const int *word, float4 *out, int bags)
{ // a bag a warp (128 numbers): the words' numbers are read by all lanes at once and passed on
	int b = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (b >= bags)
		return;
	int from = start[b], to = start[b + 1];
	float4 s = make_float4(0, 0, 0, 0);
	for (int at = from; at < to; at += 32) {
		int own = at + lane < to ? word[at + lane] : 0;
		for (int k = 0; k < min(32, to - at); k++) {
			float4 v = table[__shfl_sync(~0u, own, k) * 32 + lane];
			s.x += v.x, s.y += v.y, s.z += v.z, s.w += v.w;
		}
	}
	out[b * 32 + lane] = s;
}
static const int BEST = 8;
__global__ void best_eight_thread(const unsigned *score, unsigned *out, int rows, int cols)
{ // a row a thread, the best so far in order in a local array
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	unsigned best[BEST] = {};
	for (int c = 0; c < cols; c++) {
		unsigned v = score[r * cols + c];
		if (v <= best[BEST - 1])
			continue;
		int k = BEST - 1;
		for (; k > 0 && best[k - 1] < v; k--)
			best[k] = best[k - 1];
		best[k] = v;
	}
	for (int k = 0; k < BEST; k++)
		out[r * BEST + k] = best[k];
}
__global__ void best_eight_warp(const unsigned *score, unsigned *out, int rows, int cols)
{ // a row a warp: each lane keeps its three best in registers, and looks again at its part if these were taken
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	unsigned limit = ~0u, a = 0, b = 0, c = 0;
	const unsigned *p = score + r * cols;
	bool empty = true;
	for (int k = 0; k < BEST; k++) {
		if (empty) {
			a = b = c = 0;
			for (int x = lane; x < cols; x += 32) {
				unsigned v = p[x];
				if (v >= limit)
					continue;
				if (v > a)
					c = b, b = a, a = v;
				else if (v > b)
					c = b, b = v;
				else if (v > c)
					c = v;
			}
			empty = false;
		}
		unsigned m = __reduce_max_sync(~0u, a);
		if (a == m) {
			limit = a;
			a = b, b = c, c = 0;
			empty = a == 0;
		}
		if (lane == k)
			out[r * BEST + k] = m;
	}
}
__global__ void apart_planes(const float *in, const float *weight, float *out, int wide, int high)
{ // a filter of 3 x 3 for each channel, channel after channel: a plane a block in z
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, c = blockIdx.z;
	if (x >= wide || y >= high)
		return;
	const float *p = in + c * wide * high;
	float s = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			if ((unsigned)(x + i) < wide && (unsigned)(y + j) < high)
				s += p[(y + j) * wide + x + i] * weight[c * 9 + (j + 1) * 3 + i + 1];
	out[c * wide * high + y * wide + x] = fmaxf(s, 0);
}
__global__ void apart_last(const float4 *in, const float4 *weight, float4 *out, int wide, int high, int fours)
{ // the channels last: four channels of a cell a thread, weights of a place side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= wide * high * fours)
		return;
	int c = i % fours, x = i / fours % wide, y = i / fours / wide;
	float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
	for (int j = 0; j < 3; j++)
#pragma unroll
		for (int k = 0; k < 3; k++) {
			int u = x + k - 1, v = y + j - 1;
			if (u < 0 || u >= wide || v < 0 || v >= high)
				continue;
			float4 a = in[(v * wide + u) * fours + c], b = weight[(j * 3 + k) * fours + c];
			s.x += a.x * b.x, s.y += a.y * b.y, s.z += a.z * b.z, s.w += a.w * b.w;
		}
	out[i] = make_float4(fmaxf(s.x, 0), fmaxf(s.y, 0), fmaxf(s.z, 0), fmaxf(s.w, 0));
}
__global__ void group_norm_halves(const __half2 *in, __half2 *out, int pairs)
{ // a group of channels of one picture a block, halves in memory, floats within
	__shared__ float s[32], q[32];
	int t = threadIdx.x, lane = t % 32;
	const __half2 *p = in + blockIdx.x * pairs;
	float a = 0, b = 0;
	for (int k = t; k < pairs; k += blockDim.x) {
		float2 v = __half22float2(p[k]);
		a += v.x + v.y, b += v.x * v.x + v.y * v.y;
	}
	a = warp_sum(a), b = warp_sum(b);
	if (lane == 0)
		s[t / 32] = a, q[t / 32] = b;
	__syncthreads();
	a = warp_sum(lane < blockDim.x / 32 ? s[lane] : 0), b = warp_sum(lane < blockDim.x / 32 ? q[lane] : 0);
	float mean = a / (2 * pairs), by = rsqrtf(b / (2 * pairs) - mean * mean + 1e-5f);
	for (int k = t; k < pairs; k += blockDim.x) {
		float2 v = __half22float2(p[k]);
		out[blockIdx.x * pairs + k] = __floats2half2_rn((v.x - mean) * by, (v.y - mean) * by);
	}
}
static void norms(const std::vector<float> &f)
{
	const int N = 1100, D = 384;
	std::vector<float> in(f.begin(), f.begin() + N * D), gain(f.begin() + 7, f.begin() + 7 + D),
		bias(f.begin() + 999, f.begin() + 999 + D), want(N * D), scale(N);
	std::vector<signed char> bytes(N * D);
	std::vector<float> again(N * D);
	for (float &v : in)
		v = v * 4 - 1;
	for (int r = 0; r < N; r++) {
		double s = 0, q = 0;
		float most = 0;
		for (int c = 0; c < D; c++)
			s += in[r * D + c], most = std::max(most, std::fabs(in[r * D + c]));
		s /= D;
		for (int c = 0; c < D; c++)
			q += (in[r * D + c] - s) * (in[r * D + c] - s);
		float by = 127 / most;
		scale[r] = most / 127;
		for (int c = 0; c < D; c++) {
			want[r * D + c] = (in[r * D + c] - s) / std::sqrt(q / D + 1e-5) * gain[c] + bias[c];
			bytes[r * D + c] = (int)nearbyintf(in[r * D + c] * by);
			again[r * D + c] = bytes[r * D + c] * scale[r];
		}
	}
	float *d = upload(in), *g = upload(gain), *b = upload(bias), *o = dev<float>(N * D), *sc = dev<float>(N);
	job<float>(
		"even_rows.row_a_thread", [&] { norm_row_thread<<<up(N, 64), 64>>>(d, g, b, o, N, D); }, o, N * D,
		close_to(want));
	job<float>(
		"even_rows.row_a_warp", [&] { norm_row_warp<D><<<up(N, 8), 256>>>(d, g, b, o, N); }, o, N * D,
		close_to(want));
	job<float>(
		"even_rows.moments_a_block", [&] { norm_row_moments<<<N, 128>>>(d, g, b, o, N, D); }, o, N * D,
		close_to(want));
	signed char *q = dev<signed char>(N * D);
	job<signed char>(
		"rows_to_bytes.row_a_block", [&] { to_bytes_block<<<N, 128>>>(d, q, sc, D); }, q, N * D, same(bytes));
	job<signed char>(
		"rows_to_bytes.warp_of_fours",
		[&] { to_bytes_fours<<<N / 4, 128>>>((float4 *)d, (char4 *)q, sc, D / 4); }, q, N * D, same(bytes));
	signed char *given = upload(bytes);
	float *ds = upload(scale);
	job<float>(
		"rows_from_bytes.four_a_thread",
		[&] { from_bytes<<<up(N * D / 4, 256), 256>>>((char4 *)given, ds, (float4 *)o, N, D / 4); }, o, N * D,
		same(again));
}
static void bags(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int WORDS = 5000, WIDE
	= 128, B = 1500;
	std::vector<float> table(f.begin(), f.begin() + WORDS * WIDE), want(B * WIDE);
	std::vector<int> start(B + 1), word;
	for (int b = 0; b < B; b++) {
		for (int k = 1 + w[b] % 24; k; k--)
			word.push_back(w[word.size() + 5000] % (k % 3 ? WORDS : 50));
		start[b + 1] = word.size();
		for (int k = start[b]; k < start[b + 1]; k++)
			for (int c = 0; c < WIDE; c++)
				want[b * WIDE + c] += table[word[k] * WIDE + c];
	}
	float *dt = upload(table), *o = dev<float>(B * WIDE);
	int *ds = upload(start), *dw = upload(word);
	job<float>(
		"bags_of_words.bag_a_block", [&] { bag_cells<<<B, 128>>>(dt, ds, dw, o, WIDE); }, o, B * WIDE,
		close_to(want));
	job<float>(
		"bags_of_words.bag_a_warp", [&] { bag_warp<<<up(B, 4), 128>>>((float4 *)dt, ds, dw, (float4 *)o, B); },
		o, B * WIDE, close_to(want));
	const int N = 900, C = 500;
	std::vector<unsigned> score(N * C), best(N * BEST);
	for (int r = 0; r < N; r++) {
		for (int c = 0; c < C; c++)
			score[r * C + c] = (w[r * C + c] >> 12) * 512 + c + 1;
		std::vector<unsigned> v(score.begin() + r * C, score.begin() + (r + 1) * C);
		std::partial_sort(v.begin(), v.begin() + BEST, v.end(), std::greater<unsigned>());
		std::copy(v.begin(), v.begin() + BEST, best.begin() + r * BEST);
	}
	unsigned *dsc = upload(score), *ob = dev<unsigned>(N * BEST);
	job<unsigned>(
		"best_eight.row_a_thread", [&] { best_eight_thread<<<up(N, 32), 32>>>(dsc, ob, N, C); }, ob, N * BEST,
		same(best));
	job<unsigned>(
		"best_eight.row_a_warp", [&] { best_eight_warp<<<up(N, 2), 64>>>(dsc, ob, N, C); }, ob, N * BEST,
		same(best));
}
static void channels(const std::vector<float> &f)
{
	const int W = 56, H = 56, C = 64;
	std::vector<float> in(f.begin(), f.begin() + W * H * C), weight(f.begin(), f.begin() + 9 * C), last(W * H * C),
		weight_last(9 * C), want(W * H * C), want_last(W * H * C);
	for (float &v : weight)
		v -= 0.5f;
	for (int c = 0; c < C; c++) {
		for (int k = 0; k < 9; k++)
			weight_last[k * C + c] = weight[c * 9 + k];
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				double s = 0;
				for (int k = 0; k < 9; k++) {
					int u = x + k % 3 - 1, v = y + k / 3 - 1;
					if (u >= 0 && u < W && v >= 0 && v < H)
						s += in[(c * H + v) * W + u] * weight[c * 9 + k];
				}
				last[(y * W + x) * C + c] = in[(c * H + y) * W + x];
				want[(c * H + y) * W + x] = want_last[(y * W + x) * C + c] = std::max(0.0, s);
			}
	}
	float *d = upload(in), *dl = upload(last), *dw = upload(weight), *dwl = upload(weight_last),
	      *o = dev<float>(W * H * C);
	job<float>(
		"channels_apart.planes", [&] { apart_planes<<<dim3(2, 7, C), dim3(32, 8)>>>(d, dw, o, W, H); }, o,
		W * H * C, close_to(want));
	job<float>(
		"channels_apart.last",
		[&] {
			apart_last<<<up(W * H * C / 4, 192), 192>>>(
				(float4 *)dl, (float4 *)dwl, (float4 *)o, W, H, C / 4);
		},
		o, W * H * C, close_to(want_last));
	const int G = 96, E = 4704;
	std::vector<__half> h(G * E);
	std::vector<float> right(G * E);
	for (int g = 0; g < G; g++) {
		double s = 0, q = 0;
		for (int k = g * E; k < g * E + E; k++) {
			h[k] = __float2half(f[k] * 3 - g % 3);
			double v = __half2float(h[k]);
			s += v, q += v * v;
		}
		s /= E, q = q / E - s * s;
		for (int k = g * E; k < g * E + E; k++)
			right[k] = (__half2float(h[k]) - s) / std::sqrt(q + 1e-5);
	}
	__half *dh = upload(h), *oh = dev<__half>(G * E);
	job<__half>(
		"group_norm.halves_group_a_block",
		[&] { group_norm_halves<<<G, 512>>>((__half2 *)dh, (__half2 *)oh, E / 2); }, oh, G * E,
		[right](const std::vector<__half> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (!near(__half2float(v[i]), right[i], 2e-3))
					return false;
			return true;
		});
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	norms(f);
	bags(w, f);
	channels(f);
}
