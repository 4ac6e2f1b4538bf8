// blind10g: a tenth set of kernels that nobody had modelled when they were written. Layers of networks.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

__device__ float in_plane(const float *p, int stride, int n, float x, float y)
{ // between four places of a plane whose places lie stride words apart
	x = fminf(fmaxf(x, 0.0f), n - 1.0f);
	y = fminf(fmaxf(y, 0.0f), n - 1.0f);
	int x0 = (int)x, y0 = (int)y, x1 = min(x0 + 1, n - 1), y1 = min(y0 + 1, n - 1);
	float a = x - x0, b = y - y0;
	float top = p[(y0 * n + x0) * stride] * (1 - a) + p[(y0 * n + x1) * stride] * a;
	float low = p[(y1 * n + x0) * stride] * (1 - a) + p[(y1 * n + x1) * stride] * a;
	return top * (1 - b) + low * b;
}
__device__ float in_bin(const float *p, int stride, int n, float4 box, int bin)
{ // the mean of four places in one of 7x7 parts of a box
	float w = (box.z - box.x) / 7, h = (box.w - box.y) / 7, x = box.x + bin % 7 * w, y = box.y + bin / 7 * h, s = 0;
	for (int k = 0; k < 4; k++)
		s += in_plane(p, stride, n, x + (0.25f + 0.5f * (k & 1)) * w, y + (0.25f + 0.5f * (k >> 1)) * h);
	return s / 4;
}
__global__ void roi_planes(const float *feature, const float4 *box, float *out, int boxes, int channels, int n)
{ // parts of pictures to 7x7, plane by plane: one number a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, bin = i % 49, c = i / 49 % channels, b = i / 49 / channels;
	if (b < boxes)
		out[i] = in_bin(feature + c * n * n, 1, n, box[b], bin);
}
__global__ void roi_last(const float *feature, const float4 *box, float *out, int channels, int n)
{ // the same where a place's channels lie side by side: a lane a channel
	int b = blockIdx.x, c = threadIdx.x;
	for (int bin = threadIdx.y; bin < 49; bin += blockDim.y)
		out[(b * 49 + bin) * channels + c] = in_bin(feature + c, channels, n, box[b], bin);
}
__global__ void squeeze_mean(const float *x, float *mean, int area)
{ // the mean of a plane, a block of one warp each
	const float4 *p = (const float4 *)(x + blockIdx.x * area);
	float s = 0;
	for (int i = threadIdx.x; i < area / 4; i += 32) {
		float4 v = p[i];
		s += v.x + v.y + v.z + v.w;
	}
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x == 0)
		mean[blockIdx.x] = s / area;
}
__global__ void squeeze_gate(const float *mean, const float *w1, const float *w2, float *gate)
{ // 64 means to 8 numbers and back to 64 gates, an image a block
	__shared__ float s[64], h[8];
	int t = threadIdx.x;
	s[t] = mean[blockIdx.x * 64 + t];
	__syncthreads();
	if (t < 8) {
		float v = 0;
		for (int k = 0; k < 64; k++)
			v += w1[t * 64 + k] * s[k];
		h[t] = fmaxf(v, 0.0f);
	}
	__syncthreads();
	float v = 0;
	for (int k = 0; k < 8; k++)
		v += w2[t * 8 + k] * h[k];
	gate[blockIdx.x * 64 + t] = 1 / (1 + expf(-v));
}
__global__ void squeeze_scale(const float *x, const float *gate, float *y, int area, int n)
{ // each plane times its gate
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = x[i] * gate[i / area];
}
__host__ __device__ float log_sum(float a, float b)
{
	float m = fmaxf(a, b);
	return m < -1e29f ? -1e30f : m + log1pf(expf(fminf(a, b) - m));
}
__global__ void ctc(const float *logp, const int *label, float *out, int steps, int symbols, int letters)
{ // how likely a text is for what was heard (CTC): a sequence a warp, a place in the text with blanks a lane
	int q = blockIdx.x * blockDim.y + threadIdx.y, s = threadIdx.x, last = 2 * letters;
	const float *p = logp + q * steps * symbols;
	int own = s & 1 && s < last ? label[q * letters + s / 2] : 0;
	int before = __shfl_up_sync(~0u, own, 2);
	bool skip = s & 1 && s > 1 && own != before;
	float a = s < 2 ? p[own] : -1e30f;
	for (int t = 1; t < steps; t++) {
		float b = __shfl_up_sync(~0u, a, 1), c = __shfl_up_sync(~0u, a, 2);
		float v = s ? log_sum(a, b) : a;
		if (skip)
			v = log_sum(v, c);
		a = s <= last ? v + p[t * symbols + own] : -1e30f;
	}
	float end = __shfl_sync(~0u, a, last), other = __shfl_sync(~0u, a, last - 1);
	if (s == 0)
		out[q] = log_sum(end, other);
}
__global__ void low_rank(const half *x, const half *a, const half *b, float *y, int n)
{ // a small change of a layer, x times A (n by 8) times B (8 by n): a row a block
	__shared__ float h[8];
	int r = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const half2 *row = (const half2 *)(x + r * n), *col = (const half2 *)(a + warp * n);
	float s = 0;
	for (int i = lane; i < n / 2; i += 32) {
		float2 u = __half22float2(row[i]), v = __half22float2(col[i]);
		s += u.x * v.x + u.y * v.y;
	}
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		h[warp] = s;
	__syncthreads();
	for (int j = threadIdx.x; j < n; j += blockDim.x) {
		float v = 0;
		for (int k = 0; k < 8; k++)
			v += h[k] * __half2float(b[k * n + j]);
		y[r * n + j] = v;
	}
}
__global__ void states_thread(const float *x, const float *dt, const float *a, const float *b, const float *c, float *y,
	int channels, int steps)
{ // a layer with sixteen states a channel that fade by what comes in: a channel a thread
	int ch = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y;
	float h[16] = {}, fade[16];
	for (int k = 0; k < 16; k++)
		fade[k] = a[ch * 16 + k];
	for (int t = 0; t < steps; t++) {
		int at = q * steps + t;
		float d = dt[at * channels + ch], in = x[at * channels + ch] * d, sum = 0;
		for (int k = 0; k < 16; k++) {
			h[k] = __expf(d * fade[k]) * h[k] + in * b[at * 16 + k];
			sum += h[k] * c[at * 16 + k];
		}
		y[at * channels + ch] = sum;
	}
}
__global__ void states_lanes(const float *x, const float *dt, const float *a, const float *b, const float *c, float *y,
	int channels, int steps)
{ // a state a lane, sixteen lanes a channel
	int at0 = blockIdx.x * blockDim.x + threadIdx.x, ch = at0 / 16, k = at0 % 16, q = blockIdx.y;
	float h = 0, fade = a[ch * 16 + k];
	for (int t = 0; t < steps; t++) {
		int at = q * steps + t;
		float d = dt[at * channels + ch], in = x[at * channels + ch] * d;
		h = __expf(d * fade) * h + in * b[at * 16 + k];
		float sum = h * c[at * 16 + k];
		for (int e = 8; e; e /= 2)
			sum += __shfl_down_sync(~0u, sum, e, 16);
		if (k == 0)
			y[at * channels + ch] = sum;
	}
}
__global__ void even_rows(const float *m, const float *v, float *u, int n)
{ // rows and columns to one sum each (Sinkhorn): the rows, a warp each
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float s = 0;
	for (int i = lane; i < n; i += 32)
		s += m[r * n + i] * v[i];
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		u[r] = 1 / s;
}
__global__ void even_columns(const float *m, const float *u, float *v, int n)
{ // the columns, one a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int i = 0; i < n; i++)
		s += m[i * n + c] * u[i];
	v[c] = 1 / s;
}
__global__ void even_all(const float *m, float *u, float *v, int n, int rounds)
{ // all rounds in one launch; 32 columns a block, every eighth row a warp
	__shared__ float part[8][33];
	cg::grid_group grid = cg::this_grid();
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	for (int k = 0; k < rounds; k++) {
		for (int r = blockIdx.x * 8 + warp; r < n; r += gridDim.x * 8) {
			float s = 0;
			for (int i = lane; i < n; i += 32)
				s += m[r * n + i] * v[i];
			for (int d = 16; d; d /= 2)
				s += __shfl_xor_sync(~0u, s, d);
			if (lane == 0)
				u[r] = 1 / s;
		}
		grid.sync();
		for (int c0 = blockIdx.x * 32; c0 < n; c0 += gridDim.x * 32) {
			float s = 0;
			for (int i = warp; i < n; i += 8)
				s += m[i * n + c0 + lane] * u[i];
			part[warp][lane] = s;
			__syncthreads();
			if (warp == 0) {
				for (int j = 1; j < 8; j++)
					s += part[j][lane];
				v[c0 + lane] = 1 / s;
			}
			__syncthreads();
		}
		grid.sync();
	}
}
void rows()
{
	const int C = 32, N = 64, BOXES = 144;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), planes(C * N * N), last(C * N * N), pooled(BOXES * C * 49),
			   pooled2(BOXES * C * 49);
	std::vector<float4> box(BOXES);
	for (int b = 0; b < BOXES; b++) {
		float x = f[4 * b] * 40, y = f[4 * b + 1] * 40;
		box[b] = make_float4(x, y, x + 4 + f[4 * b + 2] * 24, y + 4 + f[4 * b + 3] * 24);
	}
	for (int i = 0; i < C * N * N; i++)
		planes[i] = last[i % (N * N) * C + i / (N * N)] = f[i + 1000];
	for (int i = 0; i < BOXES * C * 49; i++) {
		int bin = i % 49, c = i / 49 % C, b = i / 49 / C;
		double pw = (box[b].z - box[b].x) / 7, ph = (box[b].w - box[b].y) / 7, s = 0;
		for (int k = 0; k < 4; k++) {
			double x = box[b].x + (bin % 7 + 0.25 + 0.5 * (k & 1)) * pw,
			       y = box[b].y + (bin / 7 + 0.25 + 0.5 * (k >> 1)) * ph;
			x = std::min(x, N - 1.0), y = std::min(y, N - 1.0);
			int x0 = x, y0 = y, x1 = std::min(x0 + 1, N - 1), y1 = std::min(y0 + 1, N - 1);
			const float *p = &planes[c * N * N];
			s += (p[y0 * N + x0] * (x0 + 1 - x) + p[y0 * N + x1] * (x - x0)) * (y0 + 1 - y) +
				(p[y1 * N + x0] * (x0 + 1 - x) + p[y1 * N + x1] * (x - x0)) * (y - y0);
		}
		pooled[i] = pooled2[(b * 49 + bin) * C + c] = s / 4;
	}
	float *dp = upload(planes), *dl = upload(last), *o = dev<float>(1 << 20), *all = upload(f);
	float4 *db = upload(box);
	job<float>(
		"regions.planes", [&] { roi_planes<<<BOXES * C * 49 / 128, 128>>>(dp, db, o, BOXES, C, N); }, o,
		BOXES * C * 49, close_to(pooled, 1e-3));
	job<float>(
		"regions.channels_last", [&] { roi_last<<<BOXES, dim3(32, 7)>>>(dl, db, o, C, N); }, o, BOXES * C * 49,
		close_to(pooled2, 1e-3));
	const int IMAGES = 16, AREA = 256, TOTAL = IMAGES * 64 * AREA;
	std::vector<float> gated(TOTAL);
	for (int m = 0; m < IMAGES; m++) {
		double mean[64] = {}, h[8] = {};
		for (int i = 0; i < 64 * AREA; i++)
			mean[i / AREA] += f[m * 64 * AREA + i] / (double)AREA;
		for (int i = 0; i < 512; i++)
			h[i / 64] += (f[300000 + i]) * mean[i % 64];
		for (int c = 0; c < 64; c++) {
			double v = 0;
			for (int k = 0; k < 8; k++)
				v += f[400000 + c * 8 + k] * std::max(h[k], 0.0);
			for (int i = 0; i < AREA; i++)
				gated[(m * 64 + c) * AREA + i] = f[(m * 64 + c) * AREA + i] / (1 + std::exp(-v));
		}
	}
	float *mean = dev<float>(IMAGES * 64), *gate = dev<float>(IMAGES * 64);
	job<float>(
		"squeeze.three_launches",
		[&] {
			squeeze_mean<<<IMAGES * 64, 32>>>(all, mean, AREA);
			squeeze_gate<<<IMAGES, 64>>>(mean, all + 300000, all + 400000, gate);
			squeeze_scale<<<132, 256>>>(all, gate, o, AREA, TOTAL);
		},
		o, TOTAL, close_to(gated));
	const int SEQ = 256, STEPS = 60, SYM = 29, LET = 14, S = 2 * LET + 1;
	std::vector<float> logp(SEQ * STEPS * SYM), likely(SEQ);
	std::vector<int> label(SEQ * LET);
	for (size_t i = 0; i < logp.size(); i++)
		logp[i] = -0.1f - 5 * f[i + 77];
	for (int i = 0; i < SEQ * LET; i++)
		label[i] = 1 + w[i] % 7;
	for (int q = 0; q < SEQ; q++) {
		std::vector<double> a(S, 0), b(S);
		const float *p = &logp[q * STEPS * SYM];
		auto own = [&](int s) { return s & 1 ? label[q * LET + s / 2] : 0; };
		a[0] = std::exp(p[0]), a[1] = std::exp(p[own(1)]);
		for (int t = 1; t < STEPS; t++, std::swap(a, b))
			for (int s = 0; s < S; s++) {
				double v = a[s] + (s ? a[s - 1] : 0);
				if (s & 1 && s > 1 && own(s) != own(s - 2))
					v += a[s - 2];
				b[s] = v * std::exp(p[t * SYM + own(s)]);
			}
		likely[q] = std::log(a[S - 1] + a[S - 2]);
	}
	float *dlp = upload(logp);
	int *dlb = upload(label);
	job<float>(
		"heard_text.sequence_a_warp", [&] { ctc<<<SEQ / 4, dim3(32, 4)>>>(dlp, dlb, o, STEPS, SYM, LET); }, o,
		SEQ, close_to(likely, 1e-3));
	const int R = 320, D = 768;
	std::vector<half> x(R * D), a(8 * D), b(8 * D);
	std::vector<float> change(R * D);
	for (int i = 0; i < R * D; i++)
		x[i] = __float2half(f[i] - 0.5f);
	for (int i = 0; i < 8 * D; i++)
		a[i] = __float2half(f[i + 500000] - 0.5f), b[i] = __float2half(f[i + 600000] - 0.5f);
	for (int r = 0; r < R; r++) {
		double h[8] = {};
		for (int i = 0; i < 8 * D; i++)
			h[i / D] += (double)__half2float(x[r * D + i % D]) * __half2float(a[i]);
		for (int i = 0; i < 8 * D; i++)
			change[r * D + i % D] += h[i / D] * __half2float(b[i]);
	}
	half *dx = upload(x), *da = upload(a), *dbb = upload(b);
	job<float>(
		"low_rank.row_a_block", [&] { low_rank<<<R, 256>>>(dx, da, dbb, o, D); }, o, R * D,
		close_to(change, 1e-3));
	const int Q = 4, CH = 256, T = 96;
	std::vector<float> fade(CH * 16), y(Q * T * CH);
	for (int i = 0; i < CH * 16; i++)
		fade[i] = -0.1f - 4 * f[i];
	const float *fx = &f[10000], *ft = &f[200000], *fb = &f[400000], *fc = &f[500000];
	for (int i = 0; i < Q * CH; i++) {
		double h[16] = {};
		for (int t = 0; t < T; t++) {
			int at = i / CH * T + t;
			double d = ft[at * CH + i % CH], sum = 0;
			for (int k = 0; k < 16; k++) {
				h[k] = std::exp(d * fade[i % CH * 16 + k]) * h[k] +
					fx[at * CH + i % CH] * d * fb[at * 16 + k];
				sum += h[k] * fc[at * 16 + k];
			}
			y[at * CH + i % CH] = sum;
		}
	}
	float *df = upload(fade), *gx = all + 10000, *gt = all + 200000, *gb = all + 400000, *gc = all + 500000;
	job<float>(
		"fading_states.channel_a_thread",
		[&] { states_thread<<<dim3(CH / 64, Q), 64>>>(gx, gt, df, gb, gc, o, CH, T); }, o, Q * T * CH,
		close_to(y, 1e-3));
	job<float>(
		"fading_states.state_a_lane",
		[&] { states_lanes<<<dim3(CH * 16 / 128, Q), 128>>>(gx, gt, df, gb, gc, o, CH, T); }, o, Q * T * CH,
		close_to(y, 1e-3));
	const int M = 256, ROUNDS = 5;
	std::vector<float> cost(M * M), u(M), v(M, 1), ones(M, 1);
	for (int i = 0; i < M * M; i++)
		cost[i] = std::exp(-5 * f[i]) / M;
	for (int k = 0; k < ROUNDS; k++) {
		for (int r = 0; r < M; r++) {
			double s = 0;
			for (int i = 0; i < M; i++)
				s += (double)cost[r * M + i] * v[i];
			u[r] = 1 / s;
		}
		for (int c = 0; c < M; c++) {
			double s = 0;
			for (int i = 0; i < M; i++)
				s += (double)cost[i * M + c] * u[i];
			v[c] = 1 / s;
		}
	}
	float *dc = upload(cost), *du = dev<float>(M), *dv = dev<float>(M), *d1 = upload(ones);
	auto fresh = [&] { CHECK(cudaMemcpy(dv, d1, M * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"even_sums.ten_launches",
		[&] {
			for (int k = 0; k < ROUNDS; k++) {
				even_rows<<<M / 8, 256>>>(dc, dv, du, M);
				even_columns<<<M / 32, 32>>>(dc, du, dv, M);
			}
		},
		dv, M, close_to(v, 1e-3), fresh);
	int n = M, rounds = ROUNDS;
	job<float>(
		"even_sums.grid_waits",
		[&] {
			void *args[] = { &dc, &du, &dv, &n, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)even_all, 16, 256, args));
		},
		dv, M, close_to(v, 1e-3), fresh);
}
