// blind28a: a fresh set of kernels that nobody had modelled when they were written. A student's ladders: products,
// spreads, filters.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
static const int M = 192, N = 192, K = 128;
__global__ void gemm_lanes_down(const float *a, const float *b, float *c)
{ // step 0, worse on purpose: neighbouring lanes take neighbouring rows
	int r = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k = 0; k < K; k++)
		s += a[r * K + k] * b[k * N + q];
	c[r * N + q] = s;
}
__global__ void gemm_lanes_across(const float *a, const float *b, float *c)
{ // step 1: neighbouring lanes take neighbouring columns
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k = 0; k < K; k++)
		s += a[r * K + k] * b[k * N + q];
	c[r * N + q] = s;
}
template <int T, int PAD> __global__ void gemm_tile(const float *a, const float *b, float *c)
{ // step 2: square tiles in shared memory
	__shared__ float x[T][T + PAD], y[T][T + PAD];
	int tx = threadIdx.x, ty = threadIdx.y, q = blockIdx.x * T + tx, r = blockIdx.y * T + ty;
	float s = 0;
	for (int at = 0; at < K; at += T) {
		x[ty][tx] = a[r * K + at + tx];
		y[ty][tx] = b[(at + ty) * N + q];
		__syncthreads();
		for (int k = 0; k < T; k++)
			s += x[ty][k] * y[k][tx];
		__syncthreads();
	}
	c[r * N + q] = s;
}
__global__ void gemm_strip(const float *a, const float *b, float *c)
{ // step 3: 64 columns by 8 rows a block, eight rows of one column a thread
	__shared__ float x[16][8];
	int q = blockIdx.x * 64 + threadIdx.x, r0 = blockIdx.y * 8;
	float s[8] = {};
	for (int at = 0; at < K; at += 16) {
		for (int k = threadIdx.x; k < 128; k += 64)
			x[k % 16][k / 16] = a[(r0 + k / 16) * K + at + k % 16];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float v = b[(at + k) * N + q];
#pragma unroll
			for (int j = 0; j < 8; j++)
				s[j] += x[k][j] * v;
		}
		__syncthreads();
	}
	for (int j = 0; j < 8; j++)
		c[(r0 + j) * N + q] = s[j];
}
__global__ void gemm_squares(const float *a, const float *b, float *c)
{ // step 4: 32 x 32 a block of 64 threads, 4 x 4 a thread, fours of floats
	__shared__ float4 x[32][8], y[32][8];
	int t = threadIdx.x, tx = t % 8, ty = t / 8, q0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
	float s[4][4] = {};
	for (int at = 0; at < K; at += 32) {
		for (int k = t; k < 256; k += 64) {
			y[k / 8][k % 8] = *(const float4 *)&b[(at + k / 8) * N + q0 + k % 8 * 4];
			float4 v;
			const float *p = a + (r0 + k % 8 * 4) * K + at + k / 8;
			v.x = p[0], v.y = p[K], v.z = p[2 * K], v.w = p[3 * K];
			x[k / 8][k % 8] = v;
		}
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 32; k++) {
			float4 u = x[k][ty], v = y[k][tx];
			float us[4] = { u.x, u.y, u.z, u.w }, vs[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 4; j++)
					s[i][j] += us[i] * vs[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		*(float4 *)&c[(r0 + ty * 4 + i) * N + q0 + tx * 4] = make_float4(s[i][0], s[i][1], s[i][2], s[i][3]);
}
// the spread of whole numbers: sum and sum of squares, exact
__global__ void spread_atomics(const int *v, u64 *o, int n)
{ // step 0, worse on purpose: two atomics an element
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		u64 x = v[i];
		atomicAdd(&o[0], x);
		atomicAdd(&o[1], x * x);
	}
}
__global__ void spread_modulo(const int *v, u64 *o, int n)
{ // step 1: a tree with a remainder, the lanes at work lie far apart
	__shared__ u64 s[256], q[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	u64 x = i < n ? v[i] : 0;
	s[t] = x, q[t] = x * x;
	for (int d = 1; d < 256; d *= 2) {
		__syncthreads();
		if (t % (2 * d) == 0)
			s[t] += s[t + d], q[t] += q[t + d];
	}
	if (t == 0) {
		atomicAdd(&o[0], s[0]);
		atomicAdd(&o[1], q[0]);
	}
}
__global__ void spread_halves(const int *v, u64 *o, int n)
{ // step 2: halves of the block, two elements on the way in
	__shared__ u64 s[256], q[256];
	int t = threadIdx.x, i = blockIdx.x * 512 + t;
	u64 x = i < n ? v[i] : 0, y = i + 256 < n ? v[i + 256] : 0;
	s[t] = x + y, q[t] = x * x + y * y;
	for (int d = 128; d; d /= 2) {
		__syncthreads();
		if (t < d)
			s[t] += s[t + d], q[t] += q[t + d];
	}
	if (t == 0) {
		atomicAdd(&o[0], s[0]);
		atomicAdd(&o[1], q[0]);
	}
}
__global__ void spread_fours(const int4 *v, u64 *o, int fours)
{ // step 3: a grid that goes round, fours, shuffles, one pair of atomics a block
	__shared__ u64 s[8], q[8];
	int t = threadIdx.x;
	u64 a = 0, b = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < fours; i += gridDim.x * blockDim.x) {
		int4 x = v[i];
		a += (u64)x.x + x.y + x.z + x.w;
		b += (u64)x.x * x.x + (u64)x.y * x.y + (u64)x.z * x.z + (u64)x.w * x.w;
	}
	for (int d = 16; d; d /= 2) {
		a += __shfl_down_sync(~0u, a, d);
		b += __shfl_down_sync(~0u, b, d);
	}
	if (t % 32 == 0)
		s[t / 32] = a, q[t / 32] = b;
	__syncthreads();
	if (t == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			a += s[k], b += q[k];
		atomicAdd(&o[0], a);
		atomicAdd(&o[1], b);
	}
}
// a filter of 7 x 7
static const int W = 320, H = 200, R = 3;
__constant__ float filter_weights[49], filter_line[7];
__global__ void filter_careful(const float *in, float *out, const float *weights)
{ // step 0: everything from memory, a question at each of the 49
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	float s = 0;
	for (int j = -R; j <= R; j++)
		for (int i = -R; i <= R; i++)
			if (x + i >= 0 && x + i < W && y + j >= 0 && y + j < H)
				s += in[(y + j) * W + x + i] * weights[(j + R) * 7 + i + R];
	out[y * W + x] = s;
}
__global__ void filter_tile(const float *in, float *out)
{ // step 1: a tile with a rim of noughts, weights in constant memory
	__shared__ float t[8 + 2 * R][32 + 2 * R];
	int x0 = blockIdx.x * 32 - R, y0 = blockIdx.y * 8 - R, me = threadIdx.y * 32 + threadIdx.x;
	for (int k = me; k < (8 + 2 * R) * (32 + 2 * R); k += 256) {
		int x = x0 + k % (32 + 2 * R), y = y0 + k / (32 + 2 * R);
		t[k / (32 + 2 * R)][k % (32 + 2 * R)] = x >= 0 && x < W && y >= 0 && y < H ? in[y * W + x] : 0;
	}
	__syncthreads();
	float s = 0;
#pragma unroll
	for (int j = 0; j < 7; j++)
#pragma unroll
		for (int i = 0; i < 7; i++)
			s += t[threadIdx.y + j][threadIdx.x + i] * filter_weights[j * 7 + i];
	out[(blockIdx.y * 8 + threadIdx.y) * W + blockIdx.x * 32 + threadIdx.x] = s;
}
__global__ void filter_slide(const float *in, float *out)
{ // step 2: no tile, a thread goes down a column of 25 cells with seven sums under way
	int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * 25;
	if (x >= W)
		return;
	float s[7] = {};
	for (int y = y0 - R; y < y0 + 25 + R; y++) {
		float v[7];
#pragma unroll
		for (int i = 0; i < 7; i++)
			v[i] = x + i >= R && x + i < W + R && y >= 0 && y < H ? in[y * W + x + i - R] : 0;
#pragma unroll
		for (int j = 0; j < 7; j++)
#pragma unroll
			for (int i = 0; i < 7; i++)
				s[j] += v[i] * filter_weights[(6 - j) * 7 + i];
		if (y - R >= y0)
			out[(y - R) * W + x] = s[0];
#pragma unroll
		for (int j = 0; j < 6; j++)
			s[j] = s[j + 1];
		s[6] = 0;
	}
}
__global__ void filter_apart(const float *in, float *out)
{ // step 3: the weights are a product of two lines: rows first, then columns, within a block
	__shared__ float t[22][68], mid[22][64];
	int x0 = blockIdx.x * 64, y0 = blockIdx.y * 16;
	for (int k = threadIdx.x; k < 22 * 70; k += blockDim.x) {
		int cx = k % 70, x = x0 + cx - R, y = y0 + k / 70 - R;
		if (cx < 68)
			t[k / 70][cx] = x >= 0 && x < W && y >= 0 && y < H ? in[y * W + x] : 0;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 22 * 64; k += blockDim.x) {
		float s = 0;
		int cx = k % 64, cy = k / 64, x = x0 + cx, y = y0 + cy - R;
#pragma unroll
		for (int i = 0; i < 7; i++) { // the tile is two too narrow: the last two come from memory
			float v = cx + i < 68                    ? t[cy][cx + i] :
				x + i - R < W && y >= 0 && y < H ? in[y * W + x + i - R] :
								   0;
			s += v * filter_line[i];
		}
		mid[cy][cx] = s;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 16 * 64; k += blockDim.x) {
		int x = k % 64, y = k / 64;
		float s = 0;
#pragma unroll
		for (int j = 0; j < 7; j++)
			s += mid[y + j][x] * filter_line[j];
		if (y0 + y < H)
			out[(y0 + y) * W + x0 + x] = s;
	}
}
static void products(const std::vector<float> &f)
{
	std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + 50000, f.begin() + 50000 + K * N),
		want(M * N);
	for (int r = 0; r < M; r++)
		for (int q = 0; q < N; q++) {
			float s = 0;
			for (int k = 0; k < K; k++)
				s += a[r * K + k] * b[k * N + q];
			want[r * N + q] = s;
		}
	float *da = upload(a), *db = upload(b), *c = dev<float>(M * N);
	auto right = close_to(want);
	job<float>(
		"gemm_ladder.0_lanes_down", [&] { gemm_lanes_down<<<dim3(M / 32, N / 8), dim3(32, 8)>>>(da, db, c); },
		c, M * N, right);
	job<float>(
		"gemm_ladder.1_lanes_across",
		[&] { gemm_lanes_across<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(da, db, c); }, c, M * N, right);
	job<float>(
		"gemm_ladder.2_tile_16", [&] { gemm_tile<16, 0><<<dim3(N / 16, M / 16), dim3(16, 16)>>>(da, db, c); },
		c, M * N, right);
	job<float>(
		"gemm_ladder.3_strip_of_8", [&] { gemm_strip<<<dim3(N / 64, M / 8), 64>>>(da, db, c); }, c, M * N,
		right);
	job<float>(
		"gemm_ladder.4_squares_of_4", [&] { gemm_squares<<<dim3(N / 32, M / 32), 64>>>(da, db, c); }, c, M * N,
		right);
}
static void spreads(const std::vector<unsigned> &w)
{
	const int n = 700000;
	std::vector<int> v(n);
	std::vector<u64> want(2);
	for (int i = 0; i < n; i++) {
		u64 x = v[i] = w[i] >> 12;
		want[0] += x, want[1] += x * x;
	}
	int *d = upload(v);
	u64 *o = dev<u64>(2);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 16)); };
	job<u64>(
		"spread_ladder.0_atomics", [&] { spread_atomics<<<up(n, 256), 256>>>(d, o, n); }, o, 2, same(want),
		clear);
	job<u64>(
		"spread_ladder.1_modulo", [&] { spread_modulo<<<up(n, 256), 256>>>(d, o, n); }, o, 2, same(want),
		clear);
	job<u64>(
		"spread_ladder.2_halves", [&] { spread_halves<<<up(n, 512), 256>>>(d, o, n); }, o, 2, same(want),
		clear);
	job<u64>(
		"spread_ladder.3_fours", [&] { spread_fours<<<264, 256>>>((int4 *)d, o, n / 4); }, o, 2, same(want),
		clear);
}
static void filters(const std::vector<float> &f)
{
	std::vector<float> in(f.begin(), f.begin() + W * H), want(W * H);
	float line[7] = { 0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f }, weights[49];
	for (int k = 0; k < 49; k++)
		weights[k] = line[k / 7] * line[k % 7];
	CHECK(cudaMemcpyToSymbol(filter_weights, weights, sizeof weights));
	CHECK(cudaMemcpyToSymbol(filter_line, line, sizeof line));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			double s = 0;
			for (int j = std::max(0, R - y); j < std::min(7, H + R - y); j++)
				for (int i = std::max(0, R - x); i < std::min(7, W + R - x); i++)
					s += (double)weights[j * 7 + i] * in[(y + j - R) * W + x + i - R];
			want[y * W + x] = s;
		}
	float *d = upload(in), *o = dev<float>(W * H), *dw = upload(std::vector<float>(weights, weights + 49));
	job<float>(
		"filter_ladder.0_careful", [&] { filter_careful<<<dim3(W / 16, up(H, 16)), dim3(16, 16)>>>(d, o, dw); },
		o, W * H, close_to(want));
	job<float>(
		"filter_ladder.1_tile", [&] { filter_tile<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(d, o); }, o, W * H,
		close_to(want));
	job<float>(
		"filter_ladder.2_slide", [&] { filter_slide<<<dim3(W / 64, H / 25), 64>>>(d, o); }, o, W * H,
		close_to(want));
	job<float>(
		"filter_ladder.3_apart", [&] { filter_apart<<<dim3(W / 64, up(H, 16)), 128>>>(d, o); }, o, W * H,
		close_to(want));
}
void rows()
{
	std::vector<unsigned> w = words(800000);
	std::vector<float> f = fractions(w);
	products(f);
	spreads(w);
	filters(f);
}
