/* C = A B in five rungs: naive, coalesced, shared tiles, a column of results per thread, a square of results per thread with float4. */
#include "check.h"

constexpr int N = 128;

__global__ void naive(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	if (row >= n || col >= n)
		return;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

template <int T> __global__ void coalesced(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.x * T + threadIdx.x / T, col = blockIdx.y * T + threadIdx.x % T;
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

template <int T> __global__ void tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
	float sum = 0;

	for (int t = 0; t < n; t += T) {
		as[ty][tx] = a[row * n + t + tx];
		bs[ty][tx] = b[(t + ty) * n + col];
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

template <int BM, int BN, int BK, int TM> __global__ void column(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[BM * BK], bs[BK * BN];
	int tcol = threadIdx.x % BN, trow = threadIdx.x / BN;
	float out[TM] = {};

	a += blockIdx.y * BM * n;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * n + blockIdx.x * BN;
	for (int t = 0; t < n; t += BK) {
		as[threadIdx.x] = a[threadIdx.x / BK * n + t + threadIdx.x % BK];
		bs[threadIdx.x] = b[(t + threadIdx.x / BN) * n + threadIdx.x % BN];
		__syncthreads();
		for (int k = 0; k < BK; k++) {
			float x = bs[k * BN + tcol];

			for (int i = 0; i < TM; i++)
				out[i] += as[(trow * TM + i) * BK + k] * x;
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		c[(trow * TM + i) * n + tcol] = out[i];
}

/* 64 x 64 results of a block, 8 x 8 of a thread. A is transposed on its way into shared memory. */
__global__ void __launch_bounds__(64) square(const float *__restrict__ a, const float *__restrict__ b, float *c, int n)
{
	constexpr int B = 64, K = 8, T = 8;
	__shared__ __align__(16) float as[K * B], bs[K * B];
	int tcol = threadIdx.x % (B / T), trow = threadIdx.x / (B / T);
	float out[T][T] = {}, ra[T], rb[T];

	a += blockIdx.y * B * n;
	b += blockIdx.x * B;
	c += blockIdx.y * B * n + blockIdx.x * B;
	for (int t = 0; t < n; t += K) {
		for (int i = threadIdx.x; i < B * K / 4; i += blockDim.x) {
			int r = i / (K / 4), q = i % (K / 4) * 4;
			float4 v = *(const float4 *)&a[r * n + t + q];

			as[(q + 0) * B + r] = v.x;
			as[(q + 1) * B + r] = v.y;
			as[(q + 2) * B + r] = v.z;
			as[(q + 3) * B + r] = v.w;
			*(float4 *)&bs[i * 4] = *(const float4 *)&b[(t + i / (B / 4)) * n + i % (B / 4) * 4];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < K; k++) {
			for (int i = 0; i < T; i += 4) {
				*(float4 *)&ra[i] = *(float4 *)&as[k * B + trow * T + i];
				*(float4 *)&rb[i] = *(float4 *)&bs[k * B + tcol * T + i];
			}
			for (int i = 0; i < T; i++)
				for (int j = 0; j < T; j++)
					out[i][j] += ra[i] * rb[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < T; i++)
		for (int j = 0; j < T; j += 4)
			*(float4 *)&c[(trow * T + i) * n + tcol * T + j] = *(float4 *)&out[i][j];
}

int main()
{
	std::vector<float> a = random_floats(N * N, 1), b = random_floats(N * N, 2), want(N * N);
	Device<float> da(a), db(b), c(N * N);

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			float s = 0;

			for (int k = 0; k < N; k++)
				s = fmaf(a[i * N + k], b[k * N + j], s);
			want[i * N + j] = s;
		}
	/* One fused multiply-add after another in every rung: the same bits. */
	naive<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(da, db, c, N);
	same("naive", c.get(), want);
	c.zero();
	coalesced<32><<<dim3(N / 32, N / 32), 1024>>>(da, db, c, N);
	same("coalesced", c.get(), want);
	c.zero();
	tiled<32><<<dim3(N / 32, N / 32), dim3(32, 32)>>>(da, db, c, N);
	same("tiled", c.get(), want);
	c.zero();
	column<64, 64, 8, 8><<<dim3(N / 64, N / 64), 512>>>(da, db, c, N);
	same("column", c.get(), want);
	c.zero();
	square<<<dim3(N / 64, N / 64), 64>>>(da, db, c, N);
	same("square", c.get(), want);
	LAUNCHED();
	return finish();
}
