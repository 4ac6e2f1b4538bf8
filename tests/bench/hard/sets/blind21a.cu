// blind21a: a fresh set of kernels that nobody had modelled when they were written. Pieces of neural networks.
#include "blind7.h"
#include <cuda_fp16.h>
static const int D = 32;
__global__ void tilted_thread(const float *q, const float *k, const float *v, float *out, int n, float slope)
{ // causal attention whose scores fall with distance; a query a thread, the softmax is mended as it goes
	int i = blockIdx.x * blockDim.x + threadIdx.x, head = blockIdx.y;
	if (i >= n)
		return;
	const float *own = q + (head * n + i) * D;
	float a[D], sum[D], most = -1e30f, mass = 0, tilt = slope * (head + 1);
	for (int d = 0; d < D; d++)
		a[d] = own[d], sum[d] = 0;
	for (int j = 0; j <= i; j++) {
		const float *kj = k + (head * n + j) * D, *vj = v + (head * n + j) * D;
		float s = 0;
		for (int d = 0; d < D; d++)
			s += a[d] * kj[d];
		s -= tilt * (i - j);
		float higher = fmaxf(most, s), old = __expf(most - higher), p = __expf(s - higher);
		mass = mass * old + p;
		for (int d = 0; d < D; d++)
			sum[d] = sum[d] * old + p * vj[d];
		most = higher;
	}
	for (int d = 0; d < D; d++)
		out[(head * n + i) * D + d] = sum[d] / mass;
}
__global__ void tilted_warp(const float *q, const float *k, const float *v, float *out, int n, float slope)
{ // the same, a query a warp: lanes are keys while scores are made, and columns while values are added up
	__shared__ float share[4][32];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * 4 + w, head = blockIdx.y;
	if (i >= n)
		return;
	const float *own = q + (head * n + i) * D;
	float most = -1e30f, mass = 0, sum = 0, tilt = slope * (head + 1);
	for (int j0 = 0; j0 <= i; j0 += 32) {
		int j = j0 + lane;
		float s = -1e30f;
		if (j <= i) {
			const float4 *kj = (const float4 *)(k + (head * n + j) * D), *a = (const float4 *)own;
			s = 0;
			for (int d = 0; d < D / 4; d++) {
				float4 x = kj[d], y = a[d];
				s += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
			}
			s -= tilt * (i - j);
		}
		float higher = s;
		for (int o = 16; o; o /= 2)
			higher = fmaxf(higher, __shfl_xor_sync(~0u, higher, o));
		higher = fmaxf(higher, most);
		float old = __expf(most - higher), p = __expf(s - higher), all = p;
		for (int o = 16; o; o /= 2)
			all += __shfl_xor_sync(~0u, all, o);
		share[w][lane] = p;
		__syncwarp();
		mass = mass * old + all;
		sum *= old;
		for (int t = 0; t < min(32, i + 1 - j0); t++)
			sum += share[w][t] * v[(head * n + j0 + t) * D + lane];
		__syncwarp();
		most = higher;
	}
	out[(head * n + i) * D + lane] = sum / mass;
}
__global__ void running_state(const float *q, const float *k, const float *v, float *out, int steps, float fade)
{ // attention without a softmax: a head a warp, each lane keeps a column of the state in registers
	__shared__ float key[8][D], ask[8][D];
	int lane = threadIdx.x, at = blockIdx.x * steps * D;
	float state[D] = {};
	for (int t0 = 0; t0 < steps; t0 += 8) {
		for (int t = 0; t < 8; t++) {
			key[t][lane] = k[at + (t0 + t) * D + lane];
			ask[t][lane] = q[at + (t0 + t) * D + lane];
		}
		__syncwarp();
		for (int t = 0; t < 8; t++) {
			float value = v[at + (t0 + t) * D + lane], sum = 0;
#pragma unroll
			for (int d = 0; d < D; d++) {
				state[d] = fade * state[d] + key[t][d] * value;
				sum += ask[t][d] * state[d];
			}
			out[at + (t0 + t) * D + lane] = sum;
		}
		__syncwarp();
	}
}
__device__ void far_piece(const float *q, const float *k, const float *v, int from, int to, float *best, float *parts)
{ // what eight warps of a block make of the keys from..to: in parts 64 sums, then the mass; best: the highest score
	__shared__ float high[8], mass[8], sums[8][64];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32;
	float a = q[lane], b = q[lane + 32], most = -1e30f, all = 0, x = 0, y = 0;
	for (int j = from + w; j < to; j += 8) {
		float s = a * k[j * 64 + lane] + b * k[j * 64 + lane + 32];
		for (int o = 16; o; o /= 2)
			s += __shfl_xor_sync(~0u, s, o);
		float higher = fmaxf(most, s), old = __expf(most - higher), p = __expf(s - higher);
		all = all * old + p;
		x = x * old + p * v[j * 64 + lane];
		y = y * old + p * v[j * 64 + lane + 32];
		most = higher;
	}
	high[w] = most, mass[w] = all, sums[w][lane] = x, sums[w][lane + 32] = y;
	__syncthreads();
	if (threadIdx.x < 64) {
		float top = high[0], sum = 0, m = 0;
		for (int i = 1; i < 8; i++)
			top = fmaxf(top, high[i]);
		for (int i = 0; i < 8; i++) {
			float e = __expf(high[i] - top);
			sum += e * sums[i][threadIdx.x], m += e * mass[i];
		}
		parts[threadIdx.x] = sum;
		if (threadIdx.x == 0)
			parts[64] = m, *best = top;
	}
	__syncthreads();
}
__global__ void far_block(const float *q, const float *k, const float *v, float *out, int n)
{ // one new word looks back on n old ones; a head a block
	__shared__ float best, parts[65];
	int head = blockIdx.x;
	far_piece(q + head * 64, k + head * n * 64, v + head * n * 64, 0, n, &best, parts);
	if (threadIdx.x < 64)
		out[head * 64 + threadIdx.x] = parts[threadIdx.x] / parts[64];
}
__global__ void far_split(const float *q, const float *k, const float *v, float *parts, int n, int pieces)
{ // the same, first launch: a piece of a head's memory a block
	__shared__ float best, own[65];
	int head = blockIdx.y, piece = blockIdx.x, length = (n + pieces - 1) / pieces, from = piece * length;
	far_piece(q + head * 64, k + head * n * 64, v + head * n * 64, from, min(n, from + length), &best, own);
	float *to = parts + (head * pieces + piece) * 66;
	if (threadIdx.x < 65)
		to[threadIdx.x] = own[threadIdx.x];
	if (threadIdx.x == 65)
		to[65] = best;
}
__global__ void far_join(const float *parts, float *out, int pieces)
{ // second launch: 64 threads join the pieces of a head
	const float *p = parts + blockIdx.x * pieces * 66;
	float top = -1e30f, sum = 0, m = 0;
	for (int i = 0; i < pieces; i++)
		top = fmaxf(top, p[i * 66 + 65]);
	for (int i = 0; i < pieces; i++) {
		float e = __expf(p[i * 66 + 65] - top);
		sum += e * p[i * 66 + threadIdx.x], m += e * p[i * 66 + 64];
	}
	out[blockIdx.x * 64 + threadIdx.x] = sum / m;
}
static const int IN = 5, OUT = 6;
__constant__ float spread_weight[IN * OUT * 9];
__global__ void spread_scatter(const float *in, float *out, int w, int h)
{ // a layer that doubles a picture: each input point adds its nine shares to memory, for one output channel
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y, ow = 2 * w + 1;
	if (i >= w * h)
		return;
	int x = i % w, y = i / w;
	for (int t = 0; t < 9; t++) {
		float sum = 0;
		for (int k = 0; k < IN; k++)
			sum += in[k * w * h + i] * spread_weight[(k * OUT + c) * 9 + t];
		atomicAdd(&out[(c * (2 * h + 1) + 2 * y + t / 3) * ow + 2 * x + t % 3], sum);
	}
}
__global__ void spread_gather(const float *in, float *out, int w, int h)
{ // the same, an output point a thread looks for the inputs that reach it
	int ow = 2 * w + 1, oh = 2 * h + 1, i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
	if (i >= ow * oh)
		return;
	int x = i % ow, y = i / ow;
	float sum = 0;
	for (int v = y % 2; v < 3; v += 2)
		for (int u = x % 2; u < 3; u += 2) {
			int sx = (x - u) / 2, sy = (y - v) / 2;
			if (x < u || y < v || sx >= w || sy >= h)
				continue;
			for (int k = 0; k < IN; k++)
				sum += in[(k * h + sy) * w + sx] * spread_weight[(k * OUT + c) * 9 + v * 3 + u];
		}
	out[(c * oh + y) * ow + x] = sum;
}
__global__ void deep_pool_cube(const float *in, float *out, int n, int m)
{ // the greatest of 27 in a cube of n^3, every second one; an output a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m * m * m)
		return;
	int x = i % m * 2, y = i / m % m * 2, z = i / m / m * 2;
	float most = -1e30f;
	for (int c = z; c < z + 3; c++)
		for (int b = y; b < y + 3; b++)
			for (int a = x; a < x + 3; a++)
				most = fmaxf(most, in[(c * n + b) * n + a]);
	out[i] = most;
}
__global__ void deep_pool_line(const float *in, float *out, int inner, int n, int m, int total)
{ // the same along one axis only: launched three times
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int low = i % inner, mid = i / inner % m, up = i / inner / m;
	const float *p = in + (up * n + 2 * mid) * inner + low;
	out[i] = fmaxf(p[0], fmaxf(p[inner], p[2 * inner]));
}
__host__ __device__ float forgiving(float d)
{ // squares for small errors, lines for large ones
	float a = fabsf(d);
	return a < 0.25f ? 0.5f * d * d : 0.25f * (a - 0.125f);
}
__global__ void huber_blocks(const float4 *a, const float4 *b, float *part, int n)
{ // a sum of losses, four at a time; each block leaves one number
	__shared__ float warp[8];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float4 p = a[i], q = b[i];
		sum += forgiving(p.x - q.x) + forgiving(p.y - q.y) + forgiving(p.z - q.z) + forgiving(p.w - q.w);
	}
	for (int o = 16; o; o /= 2)
		sum += __shfl_down_sync(~0u, sum, o);
	if (threadIdx.x % 32 == 0)
		warp[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 8) {
		sum = warp[threadIdx.x];
		for (int o = 4; o; o /= 2)
			sum += __shfl_down_sync(0xffu, sum, o);
		if (threadIdx.x == 0)
			part[blockIdx.x] = sum;
	}
}
__global__ void huber_end(const float *part, float *out, int n)
{ // one warp adds up what the blocks left, in doubles
	double sum = 0;
	for (int i = threadIdx.x; i < n; i += 32)
		sum += part[i];
	for (int o = 16; o; o /= 2)
		sum += __shfl_down_sync(~0u, sum, o);
	if (threadIdx.x == 0)
		*out = (float)sum;
}
__global__ void huber_doubles(const float *a, const float *b, double *out, int n)
{ // the same as a beginner has it: every warp adds its double to one place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double sum = i < n ? forgiving(a[i] - b[i]) : 0;
	for (int o = 16; o; o /= 2)
		sum += __shfl_down_sync(~0u, sum, o);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, sum);
}
__global__ void divergence_warp(const half2 *p, const half2 *q, float *out, int rows, int pairs)
{ // how far two rows of chances lie apart, read as pairs of halves; a row a warp
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float sum = 0;
	for (int i = lane; i < pairs; i += 32) {
		float2 a = __half22float2(p[row * pairs + i]), b = __half22float2(q[row * pairs + i]);
		sum += a.x * (logf(a.x) - logf(b.x)) + a.y * (logf(a.y) - logf(b.y));
	}
	for (int o = 16; o; o /= 2)
		sum += __shfl_xor_sync(~0u, sum, o);
	if (lane == 0)
		out[row] = sum;
}
__global__ void row_products_thread(const float *in, float *out, int rows, int n)
{ // running products along a row; a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float p = 1;
	if (r < rows)
		for (int i = 0; i < n; i++)
			out[r * n + i] = p *= in[r * n + i];
}
__global__ void row_products_warp(const float *in, float *out, int rows, int n)
{ // the same, a row a warp: 32 at a time by shuffles, the last lane hands on
	int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (r >= rows)
		return;
	float carry = 1;
	for (int i = lane; i - lane < n; i += 32) {
		float p = i < n ? in[r * n + i] : 1;
		for (int o = 1; o < 32; o *= 2) {
			float u = __shfl_up_sync(~0u, p, o);
			p *= lane >= o ? u : 1;
		}
		p *= carry;
		if (i < n)
			out[r * n + i] = p;
		carry = __shfl_sync(~0u, p, 31);
	}
}
static void attention(const std::vector<float> &f)
{
	const int N = 300, HEADS = 5, S = N * HEADS * D;
	std::vector<float> q(S), k(S), v(S), want(S);
	for (int i = 0; i < S; i++)
		q[i] = f[i] - 0.5f, k[i] = 2 * f[i + S] - 1, v[i] = f[i + 2 * S];
	for (int h = 0; h < HEADS; h++)
		for (int i = 0; i < N; i++) {
			double mass = 0, sum[D] = {};
			for (int j = 0; j <= i; j++) {
				double s = 0;
				for (int d = 0; d < D; d++)
					s += q[(h * N + i) * D + d] * k[(h * N + j) * D + d];
				s = std::exp(s - 0.02 * (h + 1) * (i - j));
				mass += s;
				for (int d = 0; d < D; d++)
					sum[d] += s * v[(h * N + j) * D + d];
			}
			for (int d = 0; d < D; d++)
				want[(h * N + i) * D + d] = sum[d] / mass;
		}
	float *dq = upload(q), *dk = upload(k), *dv = upload(v), *o = dev<float>(S);
	job<float>(
		"tilted_attention.query_a_thread",
		[&] { tilted_thread<<<dim3((N + 63) / 64, HEADS), 64>>>(dq, dk, dv, o, N, 0.02f); }, o, S,
		close_to(want, 1e-3));
	job<float>(
		"tilted_attention.query_a_warp",
		[&] { tilted_warp<<<dim3((N + 3) / 4, HEADS), 128>>>(dq, dk, dv, o, N, 0.02f); }, o, S,
		close_to(want, 1e-3));
	const int STEPS = 96, R = S / (STEPS * D);
	std::vector<float> ran(R * STEPS * D);
	for (int h = 0; h < R; h++)
		for (int c = 0; c < D; c++) {
			double state[D] = {};
			for (int t = 0; t < STEPS; t++) {
				int at = (h * STEPS + t) * D;
				double sum = 0;
				for (int d = 0; d < D; d++) {
					state[d] = 0.97 * state[d] + k[at + d] * v[at + c];
					sum += q[at + d] * state[d];
				}
				ran[at + c] = sum;
			}
		}
	job<float>(
		"faded_memory.column_a_lane", [&] { running_state<<<R, 32>>>(dq, dk, dv, o, STEPS, 0.97f); }, o,
		R * STEPS * D, close_to(ran, 1e-3));
	const int PAST = 1900, MINDS = 6, M = PAST * MINDS * 64, PIECES = 19;
	std::vector<float> pk(M), pv(M), told(MINDS * 64);
	for (int i = 0; i < M; i++)
		pk[i] = f[i + 99] - 0.5f, pv[i] = f[i + 777];
	for (int h = 0; h < MINDS; h++) {
		double mass = 0, sum[64] = {};
		for (int j = 0; j < PAST; j++) {
			const float *kj = &pk[(h * PAST + j) * 64];
			double s = 0;
			for (int d = 0; d < 64; d++)
				s += q[h * 64 + d] * kj[d];
			mass += s = std::exp(s);
			for (int d = 0; d < 64; d++)
				sum[d] += s * pv[(h * PAST + j) * 64 + d];
		}
		for (int d = 0; d < 64; d++)
			told[h * 64 + d] = sum[d] / mass;
	}
	float *fk = upload(pk), *fv = upload(pv), *parts = dev<float>(MINDS * PIECES * 66);
	job<float>(
		"far_memory.head_a_block", [&] { far_block<<<MINDS, 256>>>(dq, fk, fv, o, PAST); }, o, MINDS * 64,
		close_to(told, 1e-3));
	job<float>(
		"far_memory.pieces_then_joined",
		[&] {
			far_split<<<dim3(PIECES, MINDS), 256>>>(dq, fk, fv, parts, PAST, PIECES);
			far_join<<<MINDS, 64>>>(parts, o, PIECES);
		},
		o, MINDS * 64, close_to(told, 1e-3));
}
static void layers(const std::vector<float> &f)
{
	const int W = 70, H = 50, OW = 2 * W + 1, OH = 2 * H + 1;
	std::vector<float> pic(f.begin(), f.begin() + IN * W * H), want(OUT * OW * OH), weight(IN * OUT * 9);
	for (size_t i = 0; i < weight.size(); i++)
		weight[i] = f[i + 4321] - 0.4f;
	CHECK(cudaMemcpyToSymbol(spread_weight, weight.data(), weight.size() * 4));
	for (int c = 0; c < OUT; c++)
		for (int k = 0; k < IN; k++)
			for (int i = 0; i < W * H; i++)
				for (int t = 0; t < 9; t++)
					want[(c * OH + i / W * 2 + t / 3) * OW + i % W * 2 + t % 3] +=
						pic[k * W * H + i] * weight[(k * OUT + c) * 9 + t];
	float *dp = upload(pic), *o = dev<float>(want.size());
	job<float>(
		"spread_layer.inputs_scatter",
		[&] { spread_scatter<<<dim3((W * H + 127) / 128, OUT), 128>>>(dp, o, W, H); }, o, want.size(),
		close_to(want, 1e-3), [&] { CHECK(cudaMemset(o, 0, want.size() * 4)); });
	job<float>(
		"spread_layer.outputs_gather",
		[&] { spread_gather<<<dim3((OW * OH + 127) / 128, OUT), 128>>>(dp, o, W, H); }, o, want.size(),
		close_to(want, 1e-3));
	const int N = 101, M = 50;
	std::vector<float> cube(f.begin(), f.begin() + N * N * N), most(M * M * M, -1e30f);
	for (int i = 0; i < M * M * M; i++)
		for (int t = 0; t < 27; t++)
			most[i] = std::max(most[i],
				cube[((i / M / M * 2 + t / 9) * N + i / M % M * 2 + t / 3 % 3) * N + i % M * 2 +
					t % 3]);
	float *dc = upload(cube), *c1 = dev<float>(N * N * M), *c2 = dev<float>(N * M * M), *c3 = dev<float>(M * M * M);
	job<float>(
		"deep_pool.cube_a_thread", [&] { deep_pool_cube<<<(M * M * M + 191) / 192, 192>>>(dc, c3, N, M); }, c3,
		M * M * M, same(most));
	job<float>(
		"deep_pool.axis_a_launch",
		[&] {
			deep_pool_line<<<(N * N * M + 255) / 256, 256>>>(dc, c1, 1, N, M, N * N * M);
			deep_pool_line<<<(N * M * M + 255) / 256, 256>>>(c1, c2, M, N, M, N * M * M);
			deep_pool_line<<<(M * M * M + 255) / 256, 256>>>(c2, c3, M * M, N, M, M * M * M);
		},
		c3, M * M * M, same(most));
}
static void losses(const std::vector<float> &f)
{
	const int N = 600000, BLOCKS = 150;
	std::vector<float> a(f.begin(), f.begin() + N), b(f.begin() + N, f.begin() + 2 * N);
	double loss = 0;
	for (int i = 0; i < N; i++)
		loss += forgiving(a[i] - b[i]);
	float *da = upload(a), *db = upload(b), *part = dev<float>(BLOCKS), *o = dev<float>(N);
	double *dd = dev<double>(1);
	job<float>(
		"huber.blocks_then_a_warp",
		[&] {
			huber_blocks<<<BLOCKS, 256>>>((float4 *)da, (float4 *)db, part, N / 4);
			huber_end<<<1, 32>>>(part, o, BLOCKS);
		},
		o, 1, close_to(std::vector<float>{ (float)loss }, 1e-4));
	job<double>(
		"huber.warps_add_doubles", [&] { huber_doubles<<<(N + 127) / 128, 128>>>(da, db, dd, N); }, dd, 1,
		close_to(std::vector<double>{ loss }, 1e-6), [&] { CHECK(cudaMemset(dd, 0, 8)); });
	const int ROWS = 410, L = 666;
	std::vector<half> p(ROWS * L), q(ROWS * L);
	std::vector<float> apart(ROWS);
	for (int r = 0; r < ROWS; r++) {
		double sum = 0;
		for (int i = r * L; i < (r + 1) * L; i++) {
			p[i] = __float2half(0.01f + a[i]), q[i] = __float2half(0.01f + b[i]);
			double x = __half2float(p[i]), y = __half2float(q[i]);
			sum += x * (std::log(x) - std::log(y));
		}
		apart[r] = sum;
	}
	half *hp = upload(p), *hq = upload(q);
	job<float>(
		"divergence.row_a_warp",
		[&] { divergence_warp<<<(ROWS + 4) / 5, 160>>>((half2 *)hp, (half2 *)hq, o, ROWS, L / 2); }, o, ROWS,
		close_to(apart, 1e-3));
	const int PR = 900, PN = 333;
	std::vector<float> x(PR * PN), y(PR * PN);
	for (int r = 0; r < PR; r++) {
		double prod = 1;
		for (int i = r * PN; i < (r + 1) * PN; i++) {
			x[i] = 0.9f + 0.2f * a[i];
			y[i] = prod *= x[i];
		}
	}
	float *dx = upload(x);
	job<float>(
		"row_products.row_a_thread", [&] { row_products_thread<<<(PR + 31) / 32, 32>>>(dx, o, PR, PN); }, o,
		PR * PN, close_to(y, 1e-3));
	job<float>(
		"row_products.row_a_warp", [&] { row_products_warp<<<(PR + 5) / 6, dim3(32, 6)>>>(dx, o, PR, PN); }, o,
		PR * PN, close_to(y, 1e-3));
}
void rows()
{
	std::vector<float> f = fractions(words(1300000));
	attention(f);
	layers(f);
	losses(f);
}
