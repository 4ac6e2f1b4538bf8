// blind35d: a fresh set of kernels that nobody had modelled when they were written. Deep-learning kernels as people
// write them: softmax, norms, attention in parts, embeddings, Adam, batch norm, im2col, int8, RoPE.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_xor_sync(0xffffffff, v, d);
	return v;
}
__device__ float block_sum(float v, float *s)
{
	int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
	v = warp_sum(v);
	if (lane == 0)
		s[wid] = v;
	__syncthreads();
	v = lane < blockDim.x / 32 ? s[lane] : 0;
	v = warp_sum(v);
	__syncthreads();
	return v;
}
// softmax over 777 columns: three walks by a block with a tree in shared memory
__global__ void softmax_three_pass(const float *x, float *y, int cols)
{
	extern __shared__ float s[];
	int t = threadIdx.x;
	x += blockIdx.x * cols, y += blockIdx.x * cols;
	float m = -INFINITY, sum = 0;
	for (int i = t; i < cols; i += blockDim.x)
		m = fmaxf(m, x[i]);
	s[t] = m;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] = fmaxf(s[t], s[t + d]);
		__syncthreads();
	}
	m = s[0];
	__syncthreads();
	for (int i = t; i < cols; i += blockDim.x)
		sum += y[i] = expf(x[i] - m);
	s[t] = sum;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	for (int i = t; i < cols; i += blockDim.x)
		y[i] /= s[0];
}
// online: maximum and sum together, a warp a row
__global__ void softmax_online_warp(const float *x, float *y, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	x += row * cols, y += row * cols;
	float m = -INFINITY, d = 0;
	for (int i = lane; i < cols; i += 32) {
		float v = x[i], n = fmaxf(m, v);
		d = d * __expf(m - n) + __expf(v - n), m = n;
	}
	for (int o = 16; o > 0; o /= 2) {
		float m2 = __shfl_xor_sync(~0u, m, o), d2 = __shfl_xor_sync(~0u, d, o), n = fmaxf(m, m2);
		d = d * __expf(m - n) + d2 * __expf(m2 - n), m = n;
	}
	for (int i = lane; i < cols; i += 32)
		y[i] = __expf(x[i] - m) / d;
}
// layer norm, backwards: dx for each row of 512, a block a row
__global__ void layernorm_backward(const float *dy, const float *x, const float *g, float *dx, int C)
{
	__shared__ float s[32];
	int t = threadIdx.x;
	dy += blockIdx.x * C, x += blockIdx.x * C, dx += blockIdx.x * C;
	float a = 0, b = 0;
	for (int i = t; i < C; i += blockDim.x)
		a += x[i], b += x[i] * x[i];
	float mean = block_sum(a, s) / C, rstd = rsqrtf(block_sum(b, s) / C - mean * mean + 1e-5f);
	a = b = 0;
	for (int i = t; i < C; i += blockDim.x) {
		float n = (x[i] - mean) * rstd, d = dy[i] * g[i];
		a += d, b += d * n;
	}
	a = block_sum(a, s) / C, b = block_sum(b, s) / C;
	for (int i = t; i < C; i += blockDim.x) {
		float n = (x[i] - mean) * rstd;
		dx[i] = (dy[i] * g[i] - a - n * b) * rstd;
	}
}
// residual added and RMS norm in one
__global__ void add_rmsnorm(const float4 *x, float4 *res, const float4 *g, float4 *y, int c4)
{
	__shared__ float s[32];
	int i = blockIdx.x * c4 + threadIdx.x;
	float4 v = x[i], r = res[i], w = g[threadIdx.x];
	r.x += v.x, r.y += v.y, r.z += v.z, r.w += v.w;
	res[i] = r;
	float q = rsqrtf(block_sum(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w, s) / (4 * c4) + 1e-6f);
	y[i] = make_float4(r.x * q * w.x, r.y * q * w.y, r.z * q * w.z, r.w * q * w.w);
}
// causal attention, a block a query: scores in shared memory, softmax, then the values
__global__ void attention_query_block(const float *q, const float *k, const float *v, float *o, int T, int hs)
{
	extern __shared__ float s[];
	__shared__ float r[32];
	int h = blockIdx.y, t = blockIdx.x, x = threadIdx.x;
	const float *qt = q + (h * T + t) * hs, *kh = k + h * T * hs, *vh = v + h * T * hs;
	float sum = 0, scale = rsqrtf(hs);
	for (int j = x; j <= t; j += blockDim.x) {
		float d = 0;
		for (int i = 0; i < hs; i++)
			d += qt[i] * kh[j * hs + i];
		sum += s[j] = expf(d * scale);
	}
	sum = block_sum(sum, r);
	for (int i = x; i < hs; i += blockDim.x) {
		float a = 0;
		for (int j = 0; j <= t; j++)
			a += s[j] * vh[j * hs + i];
		o[(h * T + t) * hs + i] = a / sum;
	}
}
// rows of a table for each token, and the gradient back into the table
__global__ void embedding_gather(
	const int *tok, const float4 *tab, const float4 *pos, float4 *out, int T, int c4, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int row = i / c4, c = i % c4;
	float4 a = tab[tok[row] * c4 + c], p = pos[row % T * c4 + c];
	out[i] = make_float4(a.x + p.x, a.y + p.y, a.z + p.z, a.w + p.w);
}
__global__ void embedding_scatter(const int *tok, const float *dy, float *dtab, int C, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&dtab[tok[i / C] * C + i % C], dy[i]);
}
__global__ void adamw(float *p, const float *g, float *m, float *v, int n, float lr, float b1, float b2, float eps,
	float wd, float c1, float c2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float gi = g[i], mi = b1 * m[i] + (1 - b1) * gi, vi = b2 * v[i] + (1 - b2) * gi * gi;
	m[i] = mi, v[i] = vi;
	p[i] -= lr * ((mi / c1) / (sqrtf(vi / c2) + eps) + wd * p[i]);
}
// batch norm in training, NCHW: a block a channel
__global__ void batchnorm_channel(const float *x, const float *g, const float *b, float *y, int N, int C, int HW)
{
	__shared__ float s[32];
	int c = blockIdx.x, t = threadIdx.x;
	float a = 0, q = 0;
	for (int n = 0; n < N; n++)
		for (int i = t; i < HW; i += blockDim.x) {
			float v = x[(n * C + c) * HW + i];
			a += v, q += v * v;
		}
	float mean = block_sum(a, s) / (N * HW), var = block_sum(q, s) / (N * HW) - mean * mean;
	float k = g[c] * rsqrtf(var + 1e-5f), d = b[c] - mean * k;
	for (int n = 0; n < N; n++)
		for (int i = t; i < HW; i += blockDim.x)
			y[(n * C + c) * HW + i] = x[(n * C + c) * HW + i] * k + d;
}
__global__ void im2col_5x5(const float *x, float *col, int C, int H, int W, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int ow = i % W, oh = i / W % H, c = i / (W * H);
		for (int k = 0; k < 25; k++) {
			int h = oh + k / 5 - 2, w = ow + k % 5 - 2;
			col[((c * 25 + k) * H + oh) * W + ow] =
				h >= 0 && h < H && w >= 0 && w < W ? x[(c * H + h) * W + w] : 0;
		}
	}
}
// rows to int8 by the largest of each row; then a product of int8 by dp4a, a warp a result row
__global__ void quantise_rows(const float *x, char4 *q, float *scale, int cols)
{
	__shared__ float s[8];
	int t = threadIdx.x, row = blockIdx.x;
	const float4 *r = (const float4 *)(x + row * cols);
	float m = 0;
	for (int i = t; i < cols / 4; i += blockDim.x) {
		float4 v = r[i];
		m = fmaxf(fmaxf(fmaxf(m, fabsf(v.x)), fmaxf(fabsf(v.y), fabsf(v.z))), fabsf(v.w));
	}
	for (int d = 16; d > 0; d /= 2)
		m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
	if (t % 32 == 0)
		s[t / 32] = m;
	__syncthreads();
	for (int k = 0; k < blockDim.x / 32; k++)
		m = fmaxf(m, s[k]);
	if (t == 0)
		scale[row] = m / 127;
	for (int i = t; i < cols / 4; i += blockDim.x) {
		float4 v = r[i];
		q[row * (cols / 4) + i] = make_char4(
			rintf(v.x * 127 / m), rintf(v.y * 127 / m), rintf(v.z * 127 / m), rintf(v.w * 127 / m));
	}
}
__global__ void int8_matvec_warp(const int *w, const int *x, int *y, int rows, int words)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, s = 0;
	if (row >= rows)
		return;
	for (int i = lane; i < words; i += 32)
		s = __dp4a(w[row * words + i], x[i], s);
	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		y[row] = s;
}
// halves of a head turned against each other, sines from a table in memory
__global__ void rope_half_split(float *x, const float2 *tab, int T, int heads, int half)
{
	int t = blockIdx.x, i = threadIdx.x;
	for (int h = threadIdx.y; h < heads; h += blockDim.y) {
		float *p = x + (t * heads + h) * 2 * half;
		float a = p[i], b = p[i + half];
		float2 c = tab[t * half + i];
		p[i] = a * c.x - b * c.y, p[i + half] = a * c.y + b * c.x;
	}
}
static void norms(const std::vector<float> &f)
{
	const int R = 600, C = 777, N = R * C;
	std::vector<float> x(N), y(N);
	for (int r = 0; r < R; r++) {
		double sum = 0;
		for (int i = 0; i < C; i++)
			x[r * C + i] = f[r * C + i] * 8 - 4, sum += y[r * C + i] = std::exp(x[r * C + i]);
		for (int i = 0; i < C; i++)
			y[r * C + i] /= sum;
	}
	float *d = upload(x), *o = dev<float>(N);
	job<float>(
		"softmax_777.block_three_walks", [&] { softmax_three_pass<<<R, 256, 1024>>>(d, o, C); }, o, N,
		close_to(y, 1e-5));
	job<float>(
		"softmax_777.warp_online", [&] { softmax_online_warp<<<up(R, 4), 128>>>(d, o, R, C); }, o, N,
		close_to(y, 1e-5));
	const int B = 700, K = 512, M = B * K;
	std::vector<float> g(f.begin(), f.begin() + K), dy(f.begin() + 5, f.begin() + 5 + M), dx(M), rn(M);
	for (int r = 0; r < B; r++) {
		const float *p = &x[r * K], *e = &dy[r * K];
		double m = 0, v = 0, a = 0, b = 0, q = 0;
		for (int i = 0; i < K; i++)
			m += p[i], v += p[i] * p[i], q += (p[i] + e[i]) * (p[i] + e[i]);
		m /= K, v = 1 / std::sqrt(v / K - m * m + 1e-5), q = 1 / std::sqrt(q / K + 1e-6);
		for (int i = 0; i < K; i++)
			a += e[i] * g[i], b += e[i] * g[i] * (p[i] - m) * v;
		for (int i = 0; i < K; i++) {
			dx[r * K + i] = (e[i] * g[i] - a / K - (p[i] - m) * v * b / K) * v;
			rn[r * K + i] = (p[i] + e[i]) * q * g[i];
		}
	}
	float *dg = upload(g), *ddy = upload(dy), *res = dev<float>(M);
	job<float>(
		"layer_norm_backward.block_a_row", [&] { layernorm_backward<<<B, 128>>>(ddy, d, dg, o, K); }, o, M,
		close_to(dx, 1e-3));
	job<float>(
		"residual_and_rms_norm.fours",
		[&] { add_rmsnorm<<<B, 128>>>((float4 *)d, (float4 *)res, (float4 *)dg, (float4 *)o, K / 4); }, o, M,
		close_to(rn, 1e-4), [&] { CHECK(cudaMemcpy(res, ddy, M * 4, cudaMemcpyDeviceToDevice)); });
}
static void words_(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int H = 6, T = 96, D = 48, N = H * T * D;
	std::vector<float> q(f.begin(), f.begin() + N), k(f.begin() + 9, f.begin() + 9 + N),
		v(f.begin() + 99, f.begin() + 99 + N), want(N);
	for (int r = 0; r < H * T; r++) {
		double sum = 0, acc[D] = {};
		for (int j = r / T * T; j <= r; j++) {
			float s = 0;
			for (int i = 0; i < D; i++)
				s += q[r * D + i] * k[j * D + i];
			double e = std::exp(s / std::sqrt((double)D));
			sum += e;
			for (int i = 0; i < D; i++)
				acc[i] += e * v[j * D + i];
		}
		for (int i = 0; i < D; i++)
			want[r * D + i] = acc[i] / sum;
	}
	float *dq = upload(q), *dk = upload(k), *dv = upload(v), *o = dev<float>(1000000);
	job<float>(
		"causal_attention.query_a_block",
		[&] { attention_query_block<<<dim3(T, H), 64, T * 4>>>(dq, dk, dv, o, T, D); }, o, N,
		close_to(want, 1e-4));
	const int V = 3000, C = 192, B = 1500, M = B * C;
	std::vector<int> tok(B);
	std::vector<float> tab(f.begin(), f.begin() + V * C), pos(f.begin() + 7, f.begin() + 7 + 100 * C), out(M),
		dt(V * C), dy(M);
	for (int i = 0; i < B; i++)
		tok[i] = (w[i] % V) * (u64)(w[i + 9000] % V) / V;
	for (int i = 0; i < M; i++) {
		out[i] = tab[tok[i / C] * C + i % C] + pos[i % (100 * C)];
		dy[i] = (int)(w[i] % 2049) - 1024; // whole numbers: sums are exact in any order
		dt[tok[i / C] * C + i % C] += dy[i];
	}
	int *dtok = upload(tok);
	float *dtab = upload(tab), *dpos = upload(pos), *ddy = upload(dy);
	job<float>(
		"embedding.gathered_by_fours",
		[&] {
			embedding_gather<<<up(M / 4, 256), 256>>>(
				dtok, (float4 *)dtab, (float4 *)dpos, (float4 *)o, 100, C / 4, M / 4);
		},
		o, M, same(out));
	job<float>(
		"embedding.gradient_by_atomics", [&] { embedding_scatter<<<up(M, 256), 256>>>(dtok, ddy, o, C, M); }, o,
		V * C, same(dt), [&] { CHECK(cudaMemset(o, 0, V * C * 4)); });
}
static void training(const std::vector<float> &f)
{
	const int N = 700000;
	std::vector<float> p(f.begin(), f.begin() + N), g(f.begin() + 3, f.begin() + 3 + N), want(N);
	for (int i = 0; i < N; i++) {
		float m = 0.1f * g[i] + 0.9f * g[i] * 0, v = 0.001f * g[i] * g[i];
		want[i] = p[i] - 0.01f * (m / 0.1f / (std::sqrt(v / 0.001f) + 1e-8f) + 0.1f * p[i]);
	}
	float *keep = upload(p), *dp = dev<float>(N), *dg = upload(g), *dm = dev<float>(N), *dv = dev<float>(N);
	job<float>(
		"adamw_first_step.thread_a_weight",
		[&] { adamw<<<up(N, 512), 512>>>(dp, dg, dm, dv, N, 0.01f, 0.9f, 0.999f, 1e-8f, 0.1f, 0.1f, 0.001f); },
		dp, N, close_to(want, 1e-3),
		[&] {
			CHECK(cudaMemcpy(dp, keep, N * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(dm, 0, N * 4));
			CHECK(cudaMemset(dv, 0, N * 4));
		});
	const int B = 6, C = 40, S = 28 * 28, M = B * C * S;
	for (int c = 0; c < C; c++) {
		double a = 0, q = 0;
		for (int n = 0; n < B; n++)
			for (int i = 0; i < S; i++)
				a += p[(n * C + c) * S + i], q += p[(n * C + c) * S + i] * p[(n * C + c) * S + i];
		a /= B * S, q = g[c] / std::sqrt(q / (B * S) - a * a + 1e-5);
		for (int n = 0; n < B; n++)
			for (int i = 0; i < S; i++)
				want[(n * C + c) * S + i] = (p[(n * C + c) * S + i] - a) * q + g[c + 100];
	}
	want.resize(M);
	job<float>(
		"batch_norm_training.block_a_channel",
		[&] { batchnorm_channel<<<C, 512>>>(keep, dg, dg + 100, dm, B, C, S); }, dm, M, close_to(want, 1e-3));
}
static void small(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	float *d = upload(f), *o = dev<float>(1000000);
	const int T = 300, HD = 8, HF = 64, A = T * HD * 2 * HF;
	std::vector<float2> tab(T * HF);
	std::vector<float> turned(A);
	for (int i = 0; i < T * HF; i++) {
		double a = i / HF * std::pow(10000.0, -(i % HF) / (double)HF);
		tab[i] = make_float2(std::cos(a), std::sin(a));
	}
	for (int i = 0; i < A; i++) {
		int k = i % (2 * HF), first = k < HF;
		float2 c = tab[i / (HD * 2 * HF) * HF + k % HF];
		turned[i] = first ? f[i] * c.x - f[i + HF] * c.y : f[i] * c.x + f[i - HF] * c.y;
	}
	float2 *dt = upload(tab);
	job<float>(
		"rope_half_split.table_in_memory", [&] { rope_half_split<<<T, dim3(HF, 2)>>>(o, dt, T, HD, HF); }, o, A,
		close_to(turned), [&] { CHECK(cudaMemcpy(o, d, A * 4, cudaMemcpyDeviceToDevice)); });
	const int C = 12, S = 56, M = C * S * S;
	std::vector<float> col(M * 25);
	for (int i = 0; i < M * 25; i++) {
		int k = i / (S * S) % 25, h = i / S % S + k / 5 - 2, x = i % S + k % 5 - 2;
		col[i] = h >= 0 && h < S && x >= 0 && x < S ? f[(i / (25 * S * S) * S + h) * S + x] : 0;
	}
	job<float>(
		"columns_of_5x5.place_a_thread", [&] { im2col_5x5<<<80, 256>>>(d, o, C, S, S, M); }, o, M * 25,
		same(col));
	const int R = 500, K = 1024;
	std::vector<float> sc(R);
	for (int i = 0; i < R * K; i++)
		sc[i / K] = std::max(sc[i / K], f[i]);
	char4 *q = dev<char4>(R * K / 4);
	job<char4>(
		"to_int8_by_rows.block_a_row", [&] { quantise_rows<<<R, 128>>>(d, q, o, K); }, q, R * K / 4,
		[sc, &f](const std::vector<char4> &v) {
			const signed char *c = (const signed char *)v.data();
			for (int i = 0; i < R * K; i++)
				if (std::fabs(c[i] - f[i] * 127 / sc[i / K]) > 0.501)
					return false;
			return true;
		});
	const int L = 1800, E = 1280;
	std::vector<unsigned> m(w.begin(), w.begin() + L * E / 4), x(w.begin() + 600000, w.begin() + 600000 + E / 4);
	std::vector<int> y(L);
	for (int i = 0; i < L * E; i++)
		y[i / E] += ((signed char *)m.data())[i] * ((signed char *)x.data())[i % E];
	unsigned *dmat = upload(m), *dx = upload(x);
	int *dy = dev<int>(L);
	job<int>(
		"int8_matrix_by_vector.warp_dp4a",
		[&] { int8_matvec_warp<<<up(L, 8), 256>>>((int *)dmat, (int *)dx, dy, L, E / 4); }, dy, L, same(y));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	norms(f);
	words_(w, f);
	training(f);
	small(w, f);
}
