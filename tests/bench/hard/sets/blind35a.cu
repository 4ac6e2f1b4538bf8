// blind35a: a fresh set of kernels that nobody had modelled when they were written. Matrix products and transposes in
// the steps of a course: naive, tiled, register-blocked, float4, double-buffered, odd sizes.
#include "blind7.h"
#include <cuda_fp16.h>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void matmul_naive(const float *A, const float *B, float *C, int M, int N, int K)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < M && col < N) {
		float sum = 0;
		for (int k = 0; k < K; k++)
			sum += A[row * K + k] * B[k * N + col];
		C[row * N + col] = sum;
	}
}
#define TILE 32
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float As[TILE][TILE], Bs[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
	float sum = 0;
	for (int t = 0; t < K / TILE; t++) {
		As[ty][tx] = A[row * K + t * TILE + tx];
		Bs[ty][tx] = B[(t * TILE + ty) * N + col];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	C[row * N + col] = sum;
}
// a thread makes TM results under one another
template <int BM, int BN, int BK, int TM>
__global__ void matmul_blocktiling_1d(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float As[BM * BK], Bs[BK * BN];
	int tcol = threadIdx.x % BN, trow = threadIdx.x / BN;
	int acol = threadIdx.x % BK, arow = threadIdx.x / BK;
	A += blockIdx.y * BM * K, B += blockIdx.x * BN, C += blockIdx.y * BM * N + blockIdx.x * BN;
	float res[TM] = { 0 };
	for (int k0 = 0; k0 < K; k0 += BK) {
		As[arow * BK + acol] = A[arow * K + acol];
		Bs[trow * BN + tcol] = B[trow * N + tcol];
		__syncthreads();
		A += BK, B += BK * N;
		for (int k = 0; k < BK; k++) {
			float b = Bs[k * BN + tcol];
			for (int i = 0; i < TM; i++)
				res[i] += As[(trow * TM + i) * BK + k] * b;
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		C[(trow * TM + i) * N + tcol] = res[i];
}
template <int BM, int BN, int BK, int TM, int TN>
__global__ void matmul_blocktiling_2d(const float *A, const float *B, float *C, int M, int N, int K)
{
	const int threads = BM * BN / (TM * TN);
	__shared__ float As[BM * BK], Bs[BK * BN];
	int tcol = threadIdx.x % (BN / TN), trow = threadIdx.x / (BN / TN);
	A += blockIdx.y * BM * K, B += blockIdx.x * BN, C += blockIdx.y * BM * N + blockIdx.x * BN;
	float res[TM * TN] = { 0 }, m[TM], n[TN];
	for (int k0 = 0; k0 < K; k0 += BK) {
		for (int i = threadIdx.x; i < BM * BK; i += threads)
			As[i] = A[i / BK * K + i % BK];
		for (int i = threadIdx.x; i < BK * BN; i += threads)
			Bs[i] = B[i / BN * N + i % BN];
		__syncthreads();
		A += BK, B += BK * N;
		for (int k = 0; k < BK; k++) {
			for (int i = 0; i < TM; i++)
				m[i] = As[(trow * TM + i) * BK + k];
			for (int j = 0; j < TN; j++)
				n[j] = Bs[k * BN + tcol * TN + j];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++)
					res[i * TN + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++)
			C[(trow * TM + i) * N + tcol * TN + j] = res[i * TN + j];
}
// 64 x 64 of C by 256 threads, fours at a time; A is turned on its way into shared memory
__global__ void matmul_vectorized(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float As[16][64], Bs[16][64];
	int t = threadIdx.x, tx = t % 16, ty = t / 16;
	A += blockIdx.y * 64 * K, B += blockIdx.x * 64, C += blockIdx.y * 64 * N + blockIdx.x * 64;
	float acc[4][4] = {};
	for (int k0 = 0; k0 < K; k0 += 16) {
		float4 a = *(const float4 *)&A[t / 4 * K + k0 + t % 4 * 4];
		As[t % 4 * 4][t / 4] = a.x, As[t % 4 * 4 + 1][t / 4] = a.y;
		As[t % 4 * 4 + 2][t / 4] = a.z, As[t % 4 * 4 + 3][t / 4] = a.w;
		*(float4 *)&Bs[t / 16][t % 16 * 4] = *(const float4 *)&B[(k0 + t / 16) * N + t % 16 * 4];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float4 x = *(float4 *)&As[k][ty * 4], y = *(float4 *)&Bs[k][tx * 4];
			float m[4] = { x.x, x.y, x.z, x.w }, n[4] = { y.x, y.y, y.z, y.w };
#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 4; j++)
					acc[i][j] += m[i] * n[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		*(float4 *)&C[(ty * 4 + i) * N + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
// 128 x 64 of C by 128 threads, 8 x 8 each, two buffers: the next tile waits in registers while this one is used
__global__ void __launch_bounds__(128)
	matmul_double_buffer(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float As[2][8][128], Bs[2][8][64];
	int t = threadIdx.x, tx = t % 8, ty = t / 8;
	A += blockIdx.y * 128 * K + t * K, B += blockIdx.x * 64 + t / 16 * N + t % 16 * 4;
	C += (blockIdx.y * 128 + ty * 8) * N + blockIdx.x * 64 + tx * 8;
	float4 a0 = *(const float4 *)A, a1 = *(const float4 *)(A + 4), b = *(const float4 *)B;
	float acc[8][8] = {};
	int buf = 0;
	for (int k0 = 0; k0 < K; k0 += 8) {
		As[buf][0][t] = a0.x, As[buf][1][t] = a0.y, As[buf][2][t] = a0.z, As[buf][3][t] = a0.w;
		As[buf][4][t] = a1.x, As[buf][5][t] = a1.y, As[buf][6][t] = a1.z, As[buf][7][t] = a1.w;
		*(float4 *)&Bs[buf][t / 16][t % 16 * 4] = b;
		__syncthreads();
		if (k0 + 8 < K) {
			a0 = *(const float4 *)(A + k0 + 8), a1 = *(const float4 *)(A + k0 + 12);
			b = *(const float4 *)(B + (k0 + 8) * N);
		}
#pragma unroll
		for (int k = 0; k < 8; k++) {
			float m[8], n[8];
			*(float4 *)m = *(float4 *)&As[buf][k][ty * 8];
			*(float4 *)(m + 4) = *(float4 *)&As[buf][k][ty * 8 + 4];
			*(float4 *)n = *(float4 *)&Bs[buf][k][tx * 8];
			*(float4 *)(n + 4) = *(float4 *)&Bs[buf][k][tx * 8 + 4];
#pragma unroll
			for (int i = 0; i < 8; i++)
#pragma unroll
				for (int j = 0; j < 8; j++)
					acc[i][j] += m[i] * n[j];
		}
		buf ^= 1;
	}
#pragma unroll
	for (int i = 0; i < 8; i++)
#pragma unroll
		for (int j = 0; j < 8; j += 4)
			*(float4 *)&C[i * N + j] = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
// sizes that fit nowhere: every load and store asks
__global__ void matmul_odd_guarded(const int *A, const int *B, int *C, int M, int N, int K)
{
	__shared__ int As[16][17], Bs[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty, sum = 0;
	for (int t = 0; t < (K + 15) / 16; t++) {
		int k = t * 16 + tx, l = t * 16 + ty;
		As[ty][tx] = row < M && k < K ? A[row * K + k] : 0;
		Bs[ty][tx] = l < K && col < N ? B[l * N + col] : 0;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++)
			sum += As[ty][i] * Bs[i][tx];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = sum;
}
// the same, but a warp takes a row of C: four columns a lane, the row of A handed round by shuffles
__global__ void matmul_odd_warp_row(const int *A, const int *B, int *C, int M, int N, int K)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (row >= M)
		return;
	for (int c0 = 0; c0 < N; c0 += 128) {
		int s[4] = {};
		for (int k0 = 0; k0 < K; k0 += 32) {
			int a = k0 + lane < K ? A[row * K + k0 + lane] : 0, end = min(32, K - k0);
			for (int k = 0; k < end; k++) {
				int v = __shfl_sync(~0u, a, k);
#pragma unroll
				for (int j = 0; j < 4; j++) {
					int c = c0 + j * 32 + lane;
					if (c < N)
						s[j] += v * B[(k0 + k) * N + c];
				}
			}
		}
#pragma unroll
		for (int j = 0; j < 4; j++)
			if (c0 + j * 32 + lane < N)
				C[row * N + c0 + j * 32 + lane] = s[j];
	}
}
// long and thin: the inner dimension is shared out among blocks
__global__ void matmul_split_k(const double *A, const double *B, double *C, int M, int N, int K, int piece)
{
	__shared__ double As[16][16], Bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
	double sum = 0;
	for (int k0 = blockIdx.z * piece; k0 < (blockIdx.z + 1) * piece; k0 += 16) {
		As[ty][tx] = A[row * K + k0 + tx], Bs[ty][tx] = B[(k0 + ty) * N + col];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	atomicAdd(&C[row * N + col], sum);
}
// halves in, floats inside: tiles of half2, 2 x 2 results a thread
__global__ void matmul_half2(const half *A, const half *B, half *C, int M, int N, int K)
{
	__shared__ half2 As[32][17], Bs[32][17];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty * 2, col = blockIdx.x * 32 + tx * 2;
	const half2 *A2 = (const half2 *)A, *B2 = (const half2 *)B;
	float2 s0 = { 0, 0 }, s1 = { 0, 0 };
	for (int k0 = 0; k0 < K; k0 += 32) {
		for (int i = 0; i < 2; i++) {
			As[ty * 2 + i][tx] = A2[((row + i) * K + k0) / 2 + tx];
			Bs[ty * 2 + i][tx] = B2[((k0 + ty * 2 + i) * N + blockIdx.x * 32) / 2 + tx];
		}
		__syncthreads();
		for (int k = 0; k < 32; k += 2) {
			float2 a0 = __half22float2(As[ty * 2][k / 2]), a1 = __half22float2(As[ty * 2 + 1][k / 2]);
			float2 b0 = __half22float2(Bs[k][tx]), b1 = __half22float2(Bs[k + 1][tx]);
			s0.x += a0.x * b0.x + a0.y * b1.x, s0.y += a0.x * b0.y + a0.y * b1.y;
			s1.x += a1.x * b0.x + a1.y * b1.x, s1.y += a1.x * b0.y + a1.y * b1.y;
		}
		__syncthreads();
	}
	((half2 *)C)[(row * N + col) / 2] = __floats2half2_rn(s0.x, s0.y);
	((half2 *)C)[((row + 1) * N + col) / 2] = __floats2half2_rn(s1.x, s1.y);
}
__global__ void transpose_rows_in(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[x * h + y] = in[y * w + x];
}
// the tile of the course: 32 x 32 elements, 8 rows of threads; with or without the spare column
template <class T, int PAD> __global__ void transpose_tile(const T *in, T *out, int w, int h)
{
	__shared__ T tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < w && y + j < h)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < h && y + j < w)
			out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
template <class T> static std::vector<T> product(const T *a, const T *b, int M, int N, int K)
{
	std::vector<T> c(M * N);
	for (int i = 0; i < M; i++)
		for (int k = 0; k < K; k++) {
			T v = a[i * K + k];
			for (int j = 0; j < N; j++)
				c[i * N + j] += v * b[k * N + j];
		}
	return c;
}
static void ladder(const std::vector<float> &f)
{
	{
		const int M = 256, N = 192, K = 96;
		std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + 999, f.begin() + 999 + K * N);
		auto right = close_to(product(a.data(), b.data(), M, N, K));
		float *da = upload(a), *db = upload(b), *c = dev<float>(M * N);
		job<float>(
			"matmul_steps.naive_32x8",
			[&] { matmul_naive<<<dim3(up(N, 32), up(M, 8)), dim3(32, 8)>>>(da, db, c, M, N, K); }, c, M * N,
			right);
		job<float>(
			"matmul_steps.tiled_32",
			[&] { matmul_tiled<<<dim3(N / 32, M / 32), dim3(32, 32)>>>(da, db, c, M, N, K); }, c, M * N,
			right);
	}
	const int M = 640, N = 512, K = 64;
	std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + 999, f.begin() + 999 + K * N);
	auto right = close_to(product(a.data(), b.data(), M, N, K));
	float *da = upload(a), *db = upload(b), *c = dev<float>(M * N);
	job<float>(
		"matmul_steps.blocktiling_1d",
		[&] { matmul_blocktiling_1d<64, 64, 8, 8><<<dim3(N / 64, M / 64), 512>>>(da, db, c, M, N, K); }, c,
		M * N, right);
	job<float>(
		"matmul_steps.blocktiling_2d",
		[&] { matmul_blocktiling_2d<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(da, db, c, M, N, K); },
		c, M * N, right);
	job<float>(
		"matmul_steps.vectorized_64x64",
		[&] { matmul_vectorized<<<dim3(N / 64, M / 64), 256>>>(da, db, c, M, N, K); }, c, M * N, right);
	job<float>(
		"matmul_steps.double_buffer_128x64",
		[&] { matmul_double_buffer<<<dim3(N / 64, M / 128), 128>>>(da, db, c, M, N, K); }, c, M * N, right);
}
static void others(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	{
		const int M = 197, N = 173, K = 131;
		std::vector<int> a(M * K), b(K * N);
		for (int i = 0; i < M * K; i++)
			a[i] = (int)(w[i] % 2001) - 1000;
		for (int i = 0; i < K * N; i++)
			b[i] = (int)(w[i + 50000] % 2001) - 1000;
		auto right = same(product(a.data(), b.data(), M, N, K));
		int *da = upload(a), *db = upload(b), *c = dev<int>(M * N);
		job<int>(
			"matmul_odd_size.guarded_tile",
			[&] { matmul_odd_guarded<<<dim3(up(N, 16), up(M, 16)), dim3(16, 16)>>>(da, db, c, M, N, K); },
			c, M * N, right);
		job<int>(
			"matmul_odd_size.warp_a_row",
			[&] { matmul_odd_warp_row<<<up(M, 4), 128>>>(da, db, c, M, N, K); }, c, M * N, right);
	}
	{
		const int M = 48, N = 64, K = 1536;
		std::vector<double> a(M * K), b(K * N);
		for (int i = 0; i < M * K; i++)
			a[i] = f[i] - 0.5;
		for (int i = 0; i < K * N; i++)
			b[i] = f[i + 1234] - 0.5;
		double *da = upload(a), *db = upload(b), *c = dev<double>(M * N);
		job<double>(
			"matmul_long_inner.split_k_atomics",
			[&] { matmul_split_k<<<dim3(N / 16, M / 16, 12), dim3(16, 16)>>>(da, db, c, M, N, K, K / 12); },
			c, M * N, close_to(product(a.data(), b.data(), M, N, K), 1e-9),
			[&] { CHECK(cudaMemset(c, 0, M * N * 8)); });
	}
	const int M = 256, N = 224, K = 128;
	std::vector<half> a(M * K), b(K * N);
	std::vector<float> fa(M * K), fb(K * N);
	for (int i = 0; i < M * K; i++)
		fa[i] = __half2float(a[i] = __float2half(f[i] - 0.3f));
	for (int i = 0; i < K * N; i++)
		fb[i] = __half2float(b[i] = __float2half(f[i + 77] - 0.5f));
	std::vector<float> want = product(fa.data(), fb.data(), M, N, K);
	half *da = upload(a), *db = upload(b), *c = dev<half>(M * N);
	job<half>(
		"matmul_halves.pairs_2x2_a_thread",
		[&] { matmul_half2<<<dim3(N / 32, M / 32), dim3(16, 16)>>>(da, db, c, M, N, K); }, c, M * N,
		[want](const std::vector<half> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (!near(__half2float(v[i]), want[i], 2e-3))
					return false;
			return true;
		});
}
static void transposes(const std::vector<float> &f)
{
	const int W = 1100, H = 700;
	std::vector<float> a(W * H), t(W * H);
	for (int i = 0; i < W * H; i++)
		a[i] = f[i], t[i % W * H + i / W] = f[i];
	float *d = upload(a), *o = dev<float>(W * H);
	job<float>(
		"transpose_1100x700.naive",
		[&] { transpose_rows_in<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(d, o, W, H); }, o, W * H, same(t));
	job<float>(
		"transpose_1100x700.tile_with_conflicts",
		[&] { transpose_tile<float, 0><<<dim3(up(W, 32), up(H, 32)), dim3(32, 8)>>>(d, o, W, H); }, o, W * H,
		same(t));
	std::vector<short> sa(W * H), st(W * H);
	for (int i = 0; i < W * H; i++)
		st[i % W * H + i / W] = sa[i] = (short)(f[i] * 60000 - 30000);
	short *ds = upload(sa), *os = dev<short>(W * H);
	job<short>(
		"transpose_1100x700.tile_padded_shorts",
		[&] { transpose_tile<short, 2><<<dim3(up(W, 32), up(H, 32)), dim3(32, 8)>>>(ds, os, W, H); }, os, W * H,
		same(st));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	ladder(f);
	others(w, f);
	transposes(f);
}
