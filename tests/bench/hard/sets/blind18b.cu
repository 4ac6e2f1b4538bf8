// blind18b: a fresh set of kernels that nobody had modelled when they were written. Layers and matrices.
#include "blind7.h"
#include <cuda_fp16.h>

__global__ void lse_thread(const float *m, float *out, int rows, int cols)
{ // a row a thread: the largest first, then the sum of powers, then its logarithm
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float top = -1e30f, sum = 0;
	for (int c = 0; c < cols; c++)
		top = fmaxf(top, m[r * cols + c]);
	for (int c = 0; c < cols; c++)
		sum += expf(m[r * cols + c] - top);
	out[r] = top + logf(sum);
}
__device__ void joined_sum(float &top, float &sum, float other_top, float other_sum)
{ // two parts of a row become one
	float t = fmaxf(top, other_top);
	sum = sum * __expf(top - t) + other_sum * __expf(other_top - t);
	top = t;
}
__global__ void lse_warp(const float *m, float *out, int rows, int cols)
{ // a row a warp, one pass: the largest so far and the sum beside it
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float top = -1e30f, sum = 0;
	for (int c = lane; c < cols; c += 32)
		joined_sum(top, sum, m[r * cols + c], 1);
	for (int d = 16; d; d /= 2)
		joined_sum(top, sum, __shfl_xor_sync(~0u, top, d), __shfl_xor_sync(~0u, sum, d));
	if (lane == 0)
		out[r] = top + logf(sum);
}
__global__ void lse_block(const float *m, float *out, int cols)
{ // a row a block, four numbers at a time, the parts meet in shared memory
	__shared__ float tops[8], sums[8];
	const float4 *row = (const float4 *)(m + blockIdx.x * cols);
	float top = -1e30f, sum = 0;
	for (int c = threadIdx.x; c < cols / 4; c += blockDim.x) {
		float4 v = row[c];
		float t = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
		joined_sum(top, sum, t, __expf(v.x - t) + __expf(v.y - t) + __expf(v.z - t) + __expf(v.w - t));
	}
	for (int d = 16; d; d /= 2)
		joined_sum(top, sum, __shfl_xor_sync(~0u, top, d), __shfl_xor_sync(~0u, sum, d));
	if (threadIdx.x % 32 == 0)
		tops[threadIdx.x / 32] = top, sums[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x)
		return;
	for (int k = 1; k < blockDim.x / 32; k++)
		joined_sum(top, sum, tops[k], sums[k]);
	out[blockIdx.x] = top + logf(sum);
}
static const int TAPS = 6, FAR = 4;
__global__ void causal_memory(const float *in, const float *k, float *out, int channels, int n)
{ // taps four steps apart, only the past, all channels in: an output a thread, everything from memory
	int t = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y;
	if (t >= n)
		return;
	float sum = 0;
	for (int c = 0; c < channels; c++)
		for (int j = 0; j < TAPS; j++)
			if (t - j * FAR >= 0)
				sum += k[(o * channels + c) * TAPS + j] * in[c * n + t - j * FAR];
	out[o * n + t] = fmaxf(sum, 0.0f);
}
__global__ void causal_shared(const float *in, const float *k, float *out, int channels, int n)
{ // the same, the block's kernel and a stretch of each channel in shared memory
	extern __shared__ float s[];
	float *kernel = s, *part = s + channels * TAPS;
	int t0 = blockIdx.x * blockDim.x, t = t0 + threadIdx.x, o = blockIdx.y;
	for (int i = threadIdx.x; i < channels * TAPS; i += blockDim.x)
		kernel[i] = k[o * channels * TAPS + i];
	float sum = 0;
	for (int c = 0; c < channels; c++) {
		__syncthreads();
		for (int i = threadIdx.x; i < blockDim.x + (TAPS - 1) * FAR; i += blockDim.x) {
			int at = t0 - (TAPS - 1) * FAR + i;
			part[i] = at >= 0 && at < n ? in[c * n + at] : 0;
		}
		__syncthreads();
		for (int j = 0; j < TAPS; j++)
			sum += kernel[c * TAPS + j] * part[threadIdx.x + (TAPS - 1 - j) * FAR];
	}
	if (t < n)
		out[o * n + t] = fmaxf(sum, 0.0f);
}
__global__ void causal_four(const float *in, const float *k, float *out, int channels, int n)
{ // the same, a thread makes four output channels from each number that it reads
	int t = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y * 4;
	if (t >= n)
		return;
	float sum[4] = { 0, 0, 0, 0 };
	for (int c = 0; c < channels; c++)
#pragma unroll
		for (int j = 0; j < TAPS; j++) {
			float v = t >= j * FAR ? __ldg(&in[c * n + t - j * FAR]) : 0;
#pragma unroll
			for (int q = 0; q < 4; q++)
				sum[q] += v * __ldg(&k[((o + q) * channels + c) * TAPS + j]);
		}
	for (int q = 0; q < 4; q++)
		out[(o + q) * n + t] = fmaxf(sum[q], 0.0f);
}
__global__ void kaczmarz_block(const double *a, const double *b, const double *norm, double *x, int n, int sweeps)
{ // one block: for each equation in turn, the guess goes onto its plane; doubles, the guess in registers
	__shared__ double part[8];
	__shared__ double step;
	int t = threadIdx.x;
	double own = 0;
	for (int s = 0; s < sweeps; s++)
		for (int r = 0; r < n; r++) {
			double v = t < n ? a[r * n + t] : 0, sum = v * own;
			for (int d = 16; d; d /= 2)
				sum += __shfl_xor_sync(~0u, sum, d);
			if (t % 32 == 0)
				part[t / 32] = sum;
			__syncthreads();
			if (t == 0) {
				double all = 0;
				for (int k = 0; k < blockDim.x / 32; k++)
					all += part[k];
				step = (b[r] - all) / norm[r];
			}
			__syncthreads();
			own += step * v;
		}
	if (t < n)
		x[t] = own;
}
__global__ void khatri_strip(const float *a, const float *b, float *out, int p, int q, int cols)
{ // each row of a with each row of b, column by column: a row of a a block, a thread keeps its column of a
	for (int c = threadIdx.x; c < cols; c += blockDim.x) {
		float own = a[blockIdx.x * cols + c];
		for (int r = 0; r < q; r++)
			out[(blockIdx.x * q + r) * cols + c] = own * b[r * cols + c];
	}
}
__global__ void maxout_halves(const half2 *in, const half2 *shift, half2 *out, int n, int wide)
{ // the largest of five pieces, each with its own shift, two halves at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	half2 best = __hadd2(in[i], shift[i % wide]);
	for (int k = 1; k < 5; k++)
		best = __hmax2(best, __hadd2(in[k * n + i], shift[k * wide + i % wide]));
	out[i] = best;
}
__global__ void maxout_bytes(const char4 *in, const float *scale, char4 *out, int n)
{ // the same with bytes that have a scale for each piece, rounded to bytes again
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float best[4] = { -1e9f, -1e9f, -1e9f, -1e9f };
	for (int k = 0; k < 5; k++) {
		char4 v = in[k * n + i];
		float s = scale[k];
		best[0] = fmaxf(best[0], v.x * s), best[1] = fmaxf(best[1], v.y * s);
		best[2] = fmaxf(best[2], v.z * s), best[3] = fmaxf(best[3], v.w * s);
	}
	out[i] = make_char4(
		__float2int_rn(best[0]), __float2int_rn(best[1]), __float2int_rn(best[2]), __float2int_rn(best[3]));
}
__global__ void mirror_naive(const float *in, float *out, int n)
{ // the mean of a matrix and its mirror: an element a thread, one of the two reads goes down a column
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[y * n + x] = 0.5f * (in[y * n + x] + in[x * n + y]);
}
__global__ void mirror_tiles(const float *in, float *out, int n)
{ // the same, a block takes a tile and its mirror, and writes both; blocks under the diagonal have nothing to do
	__shared__ float a[32][33], b[32][33];
	if (blockIdx.x < blockIdx.y)
		return;
	int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32, u = blockIdx.y * 32 + threadIdx.x,
	    v0 = blockIdx.x * 32;
	for (int k = threadIdx.y; k < 32; k += blockDim.y) {
		a[k][threadIdx.x] = x < n && y0 + k < n ? in[(y0 + k) * n + x] : 0;
		b[k][threadIdx.x] = u < n && v0 + k < n ? in[(v0 + k) * n + u] : 0;
	}
	__syncthreads();
	for (int k = threadIdx.y; k < 32; k += blockDim.y) {
		if (x < n && y0 + k < n)
			out[(y0 + k) * n + x] = 0.5f * (a[k][threadIdx.x] + b[threadIdx.x][k]);
		if (u < n && v0 + k < n && blockIdx.x > blockIdx.y)
			out[(v0 + k) * n + u] = 0.5f * (b[k][threadIdx.x] + a[threadIdx.x][k]);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *df = upload(f), *o = dev<float>(1 << 20);
	const int R = 900, C = 328;
	std::vector<float> lse(R);
	for (int r = 0; r < R; r++) {
		double sum = 0;
		for (int c = 0; c < C; c++)
			sum += std::exp((double)f[r * C + c]);
		lse[r] = std::log(sum);
	}
	job<float>(
		"log_of_powers.row_a_thread", [&] { lse_thread<<<(R + 31) / 32, 32>>>(df, o, R, C); }, o, R,
		close_to(lse));
	job<float>(
		"log_of_powers.row_a_warp", [&] { lse_warp<<<(R + 5) / 6, 192>>>(df, o, R, C); }, o, R, close_to(lse));
	job<float>(
		"log_of_powers.row_a_block", [&] { lse_block<<<R, 96>>>(df, o, C); }, o, R, close_to(lse));
	const int CH = 20, N = 3100, O = 24;
	std::vector<float> k(O * CH * TAPS), heard(O * N);
	for (size_t i = 0; i < k.size(); i++)
		k[i] = f[i + 500000] - 0.4f;
	for (int c = 0; c < O; c++)
		for (int t = 0; t < N; t++) {
			double sum = 0;
			for (int i = 0; i < CH; i++)
				for (int j = 0; j < TAPS && t - j * FAR >= 0; j++)
					sum += k[(c * CH + i) * TAPS + j] * f[i * N + t - j * FAR];
			heard[c * N + t] = std::max(sum, 0.0);
		}
	float *dk = upload(k);
	job<float>(
		"causal_taps.from_memory", [&] { causal_memory<<<dim3((N + 127) / 128, O), 128>>>(df, dk, o, CH, N); },
		o, O * N, close_to(heard));
	job<float>(
		"causal_taps.stretch_in_shared",
		[&] {
			causal_shared<<<dim3((N + 159) / 160, O), 160, 4 * (CH * TAPS + 160 + TAPS * FAR)>>>(
				df, dk, o, CH, N);
		},
		o, O * N, close_to(heard));
	job<float>(
		"causal_taps.four_channels_each",
		[&] { causal_four<<<dim3((N + 95) / 96, O / 4), 96>>>(df, dk, o, CH, N); }, o, O * N, close_to(heard));
	const int E = 180, SWEEPS = 2;
	std::vector<double> a = double_fractions(w, E * E), b(E), norm(E), x(E);
	for (int r = 0; r < E; r++) {
		b[r] = f[r] * 10;
		for (int c = 0; c < E; c++)
			norm[r] += a[r * E + c] * a[r * E + c];
	}
	for (int s = 0; s < SWEEPS; s++)
		for (int r = 0; r < E; r++) {
			double sum = 0;
			for (int c = 0; c < E; c++)
				sum += a[r * E + c] * x[c];
			for (int c = 0; c < E; c++)
				x[c] += (b[r] - sum) / norm[r] * a[r * E + c];
		}
	double *da = upload(a), *db = upload(b), *dn = upload(norm), *dx = dev<double>(E);
	job<double>(
		"kaczmarz.one_block_of_doubles", [&] { kaczmarz_block<<<1, 192>>>(da, db, dn, dx, E, SWEEPS); }, dx, E,
		close_to(x, 1e-7));
	const int P = 70, Q = 45, K = 150;
	std::vector<float> khatri(P * Q * K);
	for (size_t i = 0; i < khatri.size(); i++)
		khatri[i] = f[i / K / Q * K + i % K] * f[70000 + i / K % Q * K + i % K];
	job<float>(
		"khatri_rao.column_in_register", [&] { khatri_strip<<<P, 160>>>(df, df + 70000, o, P, Q, K); }, o,
		P * Q * K, close_to(khatri));
	const int H = 60000, WIDE
	= 250;
	std::vector<half2> in(5 * H), shift(5 * WIDE);
	std::vector<char4> bytes(5 * H);
	for (int i = 0; i < 5 * H; i++) {
		in[i] = __floats2half2_rn((int)(w[i] % 64) - 32, (int)(w[i] / 64 % 64) - 32);
		bytes[i] = { (signed char)w[i], (signed char)(w[i] >> 8), (signed char)(w[i] >> 16),
			(signed char)(w[i] >> 24) };
	}
	for (int i = 0; i < 5 * WIDE; i++)
		shift[i] = __floats2half2_rn(w[i] % 9, w[i] % 11);
	std::vector<unsigned> best(H), best_bytes(H);
	std::vector<float> scale = { 0.5f, 0.75f, 0.25f, 1, 0.625f };
	for (int i = 0; i < H; i++) {
		float lo = -1e9f, hi = -1e9f;
		signed char q[4];
		for (int k = 0; k < 5; k++) {
			lo = std::max(lo, __low2float(in[k * H + i]) + __low2float(shift[k * WIDE + i % WIDE]));
			hi = std::max(hi, __high2float(in[k * H + i]) + __high2float(shift[k * WIDE + i % WIDE]));
		}
		half2 r = __floats2half2_rn(lo, hi);
		memcpy(&best[i], &r, 4);
		for (int b = 0; b < 4; b++) {
			float m = -1e9f;
			for (int k = 0; k < 5; k++)
				m = std::max(m, ((signed char *)&bytes[k * H + i])[b] * scale[k]);
			q[b] = (signed char)std::nearbyint(m);
		}
		memcpy(&best_bytes[i], q, 4);
	}
	half2 *dh = upload(in), *ds = upload(shift);
	char4 *dc = upload(bytes);
	float *dsc = upload(scale);
	unsigned *u = dev<unsigned>(H);
	job<unsigned>(
		"max_out.pairs_of_halves",
		[&] { maxout_halves<<<(H + 191) / 192, 192>>>(dh, ds, (half2 *)u, H, WIDE); }, u, H, same(best));
	job<unsigned>(
		"max_out.four_bytes", [&] { maxout_bytes<<<(H + 127) / 128, 128>>>(dc, dsc, (char4 *)u, H); }, u, H,
		same(best_bytes));
	const int S = 700;
	std::vector<float> mean(S * S);
	for (int i = 0; i < S * S; i++)
		mean[i] = 0.5f * (f[i] + f[i % S * S + i / S]);
	job<float>(
		"mirror_mean.element_a_thread",
		[&] { mirror_naive<<<dim3((S + 31) / 32, (S + 7) / 8), dim3(32, 8)>>>(df, o, S); }, o, S * S,
		close_to(mean));
	job<float>(
		"mirror_mean.pairs_of_tiles",
		[&] { mirror_tiles<<<dim3((S + 31) / 32, (S + 31) / 32), dim3(32, 6)>>>(df, o, S); }, o, S * S,
		close_to(mean));
}
