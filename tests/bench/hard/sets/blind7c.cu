// blind7c: a seventh set of kernels that nobody had modelled when they were written. Matrices.
#include "blind7.h"
#include <cuda_fp16.h>

// ---- products: c = a (n x k) times b (k x m)
template <class T> __global__ void times_plain(const T *a, const T *b, T *c, int n, int m, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= m || y >= n)
		return;
	T s = 0;
	for (int i = 0; i < k; i++)
		s += a[y * k + i] * b[i * m + x];
	c[y * m + x] = s;
}
__global__ void times_turned(const float *a, const float *b, float *c, int n, int m, int k)
{ // the same, neighbours one below the other
	int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= m || y >= n)
		return;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[y * k + i] * b[i * m + x];
	c[y * m + x] = s;
}
template <class T, int S> __global__ void times_tile(const T *a, const T *b, T *c, int n, int m, int k)
{
	__shared__ T p[S][S], q[S][S];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * S + tx, y = blockIdx.y * S + ty;
	T s = 0;
	for (int i = 0; i < k; i += S) {
		p[ty][tx] = a[y * k + i + tx];
		q[ty][tx] = b[(i + ty) * m + x];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < S; j++)
			s += p[ty][j] * q[j][tx];
		__syncthreads();
	}
	c[y * m + x] = s;
}
__global__ void times_4x4(const float *a, const float *b, float *c, int m, int k)
{ // 64x64 a block of 256, a thread 4x4 of it, 16 apart
	__shared__ float p[16][65], q[16][64];
	int t = threadIdx.x, tx = t % 16, ty = t / 16;
	a += blockIdx.y * 64 * k;
	b += blockIdx.x * 64;
	float s[4][4] = {};
	for (int i = 0; i < k; i += 16) {
		for (int j = t; j < 1024; j += 256) {
			p[j % 16][j / 16] = a[j / 16 * k + i + j % 16];
			q[j / 64][j % 64] = b[(i + j / 64) * m + j % 64];
		}
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++) {
			float u[4], v[4];
			for (int e = 0; e < 4; e++)
				u[e] = p[j][ty + e * 16], v[e] = q[j][tx + e * 16];
			for (int e = 0; e < 4; e++)
				for (int f = 0; f < 4; f++)
					s[e][f] += u[e] * v[f];
		}
		__syncthreads();
	}
	for (int e = 0; e < 4; e++)
		for (int f = 0; f < 4; f++)
			c[(blockIdx.y * 64 + ty + e * 16) * m + blockIdx.x * 64 + tx + f * 16] = s[e][f];
}
__global__ void times_8x4_ahead(const float *a, const float *b, float *c, int m, int k)
{ // 64x64 a block of 128, vectors, the next tile on its way while this one is worked at
	__shared__ alignas(16) float p[2][8][64], q[2][8][64];
	int t = threadIdx.x, tx = t % 16, ty = t / 16, r = t / 2, h = t % 2 * 4, l = t / 16, g = t % 16 * 4;
	a += (blockIdx.y * 64 + r) * k + h;
	b += l * m + blockIdx.x * 64 + g;
	float s[8][4] = {};
	float4 na = *(float4 *)a, nb = *(float4 *)b;
	for (int i = 0, at = 0; i < k; i += 8, at ^= 1) {
		p[at][h][r] = na.x;
		p[at][h + 1][r] = na.y;
		p[at][h + 2][r] = na.z;
		p[at][h + 3][r] = na.w;
		*(float4 *)&q[at][l][g] = nb;
		__syncthreads();
		if (i + 8 < k) {
			na = *(float4 *)(a + i + 8);
			nb = *(float4 *)(b + (i + 8) * m);
		}
#pragma unroll
		for (int j = 0; j < 8; j++) {
			float4 u = *(float4 *)&p[at][j][ty * 8], v = *(float4 *)&p[at][j][ty * 8 + 4], w = *(float4 *)&q[at][j][tx * 4];
			float e[8] = { u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w };
#pragma unroll
			for (int d = 0; d < 8; d++) {
				s[d][0] += e[d] * w.x;
				s[d][1] += e[d] * w.y;
				s[d][2] += e[d] * w.z;
				s[d][3] += e[d] * w.w;
			}
		}
	}
	for (int d = 0; d < 8; d++)
		*(float4 *)&c[(blockIdx.y * 64 + ty * 8 + d) * m + blockIdx.x * 64 + tx * 4] = make_float4(s[d][0], s[d][1], s[d][2], s[d][3]);
}
__global__ void times_half(const half *a, const half *b, half *c, int m, int k)
{ // all in half precision, two columns a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	half2 s = __float2half2_rn(0);
	for (int i = 0; i < k; i++)
		s = __hfma2(__half2half2(a[y * k + i]), ((half2 *)b)[i * m / 2 + x], s);
	((half2 *)c)[y * m / 2 + x] = s;
}
__global__ void times_half_tile(const half *a, const half *b, float *c, int m, int k)
{ // tiles of halves, sums as floats: a thread two columns of two rows
	__shared__ half p[32][34];
	__shared__ half2 q[32][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 32;
	float s[4] = {};
	for (int i = 0; i < k; i += 32) {
		for (int j = ty; j < 32; j += 16) {
			*(half2 *)&p[j][tx * 2] = *(half2 *)&a[(y + j) * k + i + tx * 2];
			q[j][tx] = *(half2 *)&b[(i + j) * m + x + tx * 2];
		}
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < 32; j++) {
			float2 v = __half22float2(q[j][tx]);
			float u = __half2float(p[ty][j]), w = __half2float(p[ty + 16][j]);
			s[0] += u * v.x;
			s[1] += u * v.y;
			s[2] += w * v.x;
			s[3] += w * v.y;
		}
		__syncthreads();
	}
	*(float2 *)&c[(y + ty) * m + x + tx * 2] = make_float2(s[0], s[1]);
	*(float2 *)&c[(y + ty + 16) * m + x + tx * 2] = make_float2(s[2], s[3]);
}
__global__ void times_complex(const float2 *a, const float2 *b, float2 *c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float2 s = make_float2(0, 0);
	for (int i = 0; i < n; i++) {
		float2 p = a[y * n + i], q = b[i * n + x];
		s.x += p.x * q.x - p.y * q.y;
		s.y += p.x * q.y + p.y * q.x;
	}
	c[y * n + x] = s;
}
__global__ void gram_upper(const float *a, float *c, int n, int k)
{ // a times itself turned; blocks below the diagonal have nothing to do
	__shared__ float p[16][17], q[16][17];
	if (blockIdx.x < blockIdx.y)
		return;
	int tx = threadIdx.x, ty = threadIdx.y, y0 = blockIdx.y * 16, x0 = blockIdx.x * 16;
	float s = 0;
	for (int i = 0; i < k; i += 16) {
		p[ty][tx] = a[(y0 + ty) * k + i + tx];
		q[ty][tx] = a[(x0 + ty) * k + i + tx];
		__syncthreads();
		for (int j = 0; j < 16; j++)
			s += p[ty][j] * q[tx][j];
		__syncthreads();
	}
	c[(y0 + ty) * n + x0 + tx] = s;
}
// ---- turned over
__global__ void turn_reads(const float *in, float *out, int n)
{ // reads along rows
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[x * n + y + j] = in[(y + j) * n + x];
}
__global__ void turn_writes(const float *in, float *out, int n)
{ // writes along rows
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * n + x] = in[x * n + y + j];
}
template <int WIDE> __global__ void turn_tile(const float *in, float *out, int n)
{
	__shared__ float s[32][WIDE];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * n + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void turn_in_place(float *a, int n)
{ // two tiles change places
	__shared__ float s[16][17], r[16][17];
	if (blockIdx.x > blockIdx.y)
		return;
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16, y = blockIdx.y * 16;
	s[ty][tx] = a[(y + ty) * n + x + tx];
	r[ty][tx] = a[(x + ty) * n + y + tx];
	__syncthreads();
	a[(x + ty) * n + y + tx] = s[tx][ty];
	a[(y + ty) * n + x + tx] = r[tx][ty];
}
// ---- a matrix times a vector
__global__ void vector_by_thread(const float *a, const float *v, float *out, int k)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[y * k + i] * v[i];
	out[y] = s;
}
__global__ void vector_by_block(const float4 *a, const float4 *v, float *out, int k4)
{
	__shared__ float s[4];
	float sum = 0;
	for (int i = threadIdx.x; i < k4; i += 128) {
		float4 p = a[blockIdx.x * k4 + i], q = v[i];
		sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
}
// ---- many small ones, and solving
__global__ void small_by_thread(const float *a, const float *b, float *c, int count)
{ // 4x4 times 4x4, a thread each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float p[16], q[16];
	for (int k = 0; k < 16; k++)
		p[k] = a[i * 16 + k], q[k] = b[i * 16 + k];
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 4; x++)
			c[i * 16 + y * 4 + x] = p[y * 4] * q[x] + p[y * 4 + 1] * q[4 + x] + p[y * 4 + 2] * q[8 + x] + p[y * 4 + 3] * q[12 + x];
}
__global__ void small_by_lanes(const float *a, const float *b, float *c)
{ // 16 lanes each, from lane to lane
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % 4, y = i / 4 % 4;
	float p = a[i], q = b[i], s = 0;
	for (int k = 0; k < 4; k++)
		s += __shfl_sync(~0u, p, y * 4 + k, 16) * __shfl_sync(~0u, q, k * 4 + x, 16);
	c[i] = s;
}
__global__ void cholesky(float *a)
{ // 32x32, a warp each, in shared memory
	__shared__ float s[32][33];
	int t = threadIdx.x;
	a += blockIdx.x * 1024;
	for (int i = 0; i < 32; i++)
		s[i][t] = a[i * 32 + t];
	__syncwarp();
	for (int j = 0; j < 32; j++) {
		float d = sqrtf(s[j][j]);
		__syncwarp();
		if (t >= j)
			s[t][j] = t == j ? d : s[t][j] / d;
		__syncwarp();
		for (int i = j + 1; i <= t; i++)
			s[t][i] -= s[t][j] * s[i][j];
		__syncwarp();
	}
	for (int i = 0; i < 32; i++)
		a[i * 32 + t] = t <= i ? s[i][t] : 0;
}
__global__ void cholesky_registers(float *a)
{ // the same; a lane keeps its row
	int t = threadIdx.x % 32;
	float r[32];
	a += (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 1024;
#pragma unroll
	for (int i = 0; i < 32; i++)
		r[i] = a[t * 32 + i];
#pragma unroll
	for (int j = 0; j < 32; j++) {
		float d = sqrtf(__shfl_sync(~0u, r[j], j));
		r[j] = t == j ? d : r[j] / d;
#pragma unroll
		for (int i = j + 1; i < 32; i++)
			r[i] -= r[j] * __shfl_sync(~0u, r[j], i);
	}
#pragma unroll
	for (int i = 0; i < 32; i++)
		a[t * 32 + i] = i <= t ? r[i] : 0;
}
__global__ void eliminate(double *a, int n, int j)
{ // Gauss: one launch a column. n x (n + 1)
	int x = blockIdx.x * blockDim.x + threadIdx.x + j + 1, y = blockIdx.y + j + 1;
	if (x <= n)
		a[y * (n + 1) + x] -= a[y * (n + 1) + j] / a[j * (n + 1) + j] * a[j * (n + 1) + x];
}
__global__ void substitute(const double *a, double *v, int n)
{ // from the bottom up, one block
	extern __shared__ double s[];
	int t = threadIdx.x;
	s[t] = a[t * (n + 1) + n];
	__syncthreads();
	for (int j = n - 1; j >= 0; j--) {
		if (t == j)
			s[j] /= a[j * (n + 1) + j];
		__syncthreads();
		if (t < j)
			s[t] -= a[t * (n + 1) + j] * s[j];
		__syncthreads();
	}
	v[t] = s[t];
}
__global__ void norm_of(const float *v, float *norm, int n)
{
	__shared__ float s[256];
	float sum = 0;
	for (int i = threadIdx.x; i < n; i += 256)
		sum += v[i] * v[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*norm = sqrtf(s[0]);
}
__global__ void scale_by(const float *v, const float *norm, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = v[i] / *norm;
}

void rows()
{
	const int N = 256, M = 1 << 20, B = 264;
	std::vector<unsigned> w = words(M);
	std::vector<float> f = fractions(w), prod(N * N), over(M), pc(2 * 128 * 128), gram(N * N), mv(1024), four(M / 2);
	std::vector<double> dd = double_fractions(w, M / 2), dprod(N * N);
	std::vector<half> h(M);
	for (int i = 0; i < M; i++)
		h[i] = __float2half((w[i] & 15) * 0.125f - 1);
	std::vector<float> hprod(N * N);
	for (int y = 0; y < N; y++)
		for (int i = 0; i < N; i++) {
			float a = f[y * N + i], ha = __half2float(h[y * N + i]);
			double da = dd[y * N + i];
			for (int x = 0; x < N; x++) {
				prod[y * N + x] += a * f[(i + N) * N + x];
				hprod[y * N + x] += ha * __half2float(h[(i + N) * N + x]);
				dprod[y * N + x] += da * dd[(i + N) * N + x];
			}
		}
	for (int i = 0; i < N * N; i++)
		for (int k = 0; k < 128 && i % N / 16 >= i / N / 16; k++)
			gram[i] += f[i / N * 128 + k] * f[i % N * 128 + k];
	for (int i = 0; i < M; i++)
		over[i % 1024 * 1024 + i / 1024] = f[i];
	for (int i = 0; i < M; i++)
		mv[i / 1024] += f[i] * f[i % 1024 + 5000 - 5000 % 4];
	for (int i = 0; i < M / 2; i++)
		for (int k = 0; k < 4; k++)
			four[i] += f[i / 4 * 4 + k] * f[M / 2 + i / 16 * 16 + k * 4 + i % 4];
	for (int y = 0; y < 128; y++)
		for (int x = 0; x < 128; x++)
			for (int i = 0; i < 128; i++) {
				int p = 2 * (y * 128 + i), q = 65536 + 2 * (i * 128 + x);
				pc[2 * (y * 128 + x)] += f[p] * f[q] - f[p + 1] * f[q + 1];
				pc[2 * (y * 128 + x) + 1] += f[p] * f[q + 1] + f[p + 1] * f[q];
			}
	float *a = upload(f), *b = a + N * N, *c = dev<float>(M), *c2 = dev<float>(M);
	double *da = upload(dd), *db = da + N * N, *dc = dev<double>(N * N);
	half *ha = upload(h), *hb = ha + N * N, *hc = dev<half>(N * N);
	dim3 b16(16, 16), g16(N / 16, N / 16), b32(32, 8), g32(N / 32, N / 8), t32(32, 32), tb(32, 32);
	job<float>("product.plain", [&] { times_plain<<<g32, b32>>>(a, b, c, N, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.turned", [&] { times_turned<<<g32, b32>>>(a, b, c, N, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.tile16", [&] { times_tile<float, 16><<<g16, b16>>>(a, b, c, N, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.tile32", [&] { times_tile<float, 32><<<dim3(8, 8), t32>>>(a, b, c, N, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.four_by_four", [&] { times_4x4<<<dim3(4, 4), 256>>>(a, b, c, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.eight_by_four", [&] { times_8x4_ahead<<<dim3(4, 4), 128>>>(a, b, c, N, N); }, c, N * N, close_to(prod, 1e-3));
	job<float>("product.larger_by_eight", [&] { times_8x4_ahead<<<dim3(16, 16), 128>>>(a, a + 7680, c, 1024, 96); }, c, M, [&](const std::vector<float> &v) {
		bool ok = true;
		for (int i = 0; i < M; i += 1001) {
			double s = 0;
			for (int k = 0; k < 96; k++)
				s += (double)f[i / 1024 * 96 + k] * f[7680 + k * 1024 + i % 1024];
			ok &= near(v[i], s, 1e-3);
		}
		return ok;
	});
	job<double>("product.double_plain", [&] { times_plain<<<g32, b32>>>(da, db, dc, N, N, N); }, dc, N * N, close_to(dprod));
	job<double>("product.double_tile", [&] { times_tile<double, 16><<<g16, b16>>>(da, db, dc, N, N, N); }, dc, N * N, close_to(dprod));
	job<half>("product.half", [&] { times_half<<<dim3(4, N / 8), b32>>>(ha, hb, hc, N, N); }, hc, N * N, [&](const std::vector<half> &v) {
		bool ok = true;
		for (int i = 0; i < N * N; i++)
			ok &= std::fabs(__half2float(v[i]) - hprod[i]) < 1;
		return ok;
	});
	job<float>("product.half_tile", [&] { times_half_tile<<<dim3(8, 8), b16>>>(ha, hb, c, N, N); }, c, N * N, close_to(hprod, 1e-3));
	job<float>(
		"product.complex", [&] { times_complex<<<dim3(8, 8), b16>>>((float2 *)a, (float2 *)(a + 65536), (float2 *)c, 128); }, c,
		2 * 128 * 128, close_to(pc, 1e-3));
	job<float>("product.upper_half", [&] { gram_upper<<<g16, b16>>>(a, c, N, 128); }, c, N * N, close_to(gram, 1e-3),
		[&] { CHECK(cudaMemset(c, 0, N * N * 4)); });
	job<float>("over.reads_in_order", [&] { turn_reads<<<tb, b32>>>(a, c, 1024); }, c, M, same(over));
	job<float>("over.writes_in_order", [&] { turn_writes<<<tb, b32>>>(a, c, 1024); }, c, M, same(over));
	job<float>("over.tile_32", [&] { turn_tile<32><<<tb, b32>>>(a, c, 1024); }, c, M, same(over));
	job<float>("over.tile_33", [&] { turn_tile<33><<<tb, b32>>>(a, c, 1024); }, c, M, same(over));
	job<float>("over.in_place", [&] { turn_in_place<<<dim3(64, 64), b16>>>(c, 1024); }, c, M, same(over),
		[&] { CHECK(cudaMemcpy(c, a, M * 4, cudaMemcpyDeviceToDevice)); });
	job<float>("vector.row_a_thread", [&] { vector_by_thread<<<8, 128>>>(a, a + 5000, c, 1024); }, c, 1024, close_to(mv, 1e-3));
	job<float>("vector.row_a_block", [&] { vector_by_block<<<1024, 128>>>((float4 *)a, (float4 *)(a + 5000), c, 256); }, c, 1024, close_to(mv, 1e-3));
	job<float>("small.a_thread_each", [&] { small_by_thread<<<256, 128>>>(a, a + M / 2, c, 32768); }, c, M / 2, close_to(four));
	job<float>("small.sixteen_lanes", [&] { small_by_lanes<<<2048, 256>>>(a, a + M / 2, c); }, c, M / 2, close_to(four));
	std::vector<float> spd(B * 1024), low(B * 1024);
	for (int k = 0; k < B; k++) {
		float *p = &spd[k * 1024], *l = &low[k * 1024];
		for (int i = 0; i < 1024; i++)
			p[i] = i % 33 ? 0.5f * (f[k * 1024 + i] + f[k * 1024 + i % 32 * 32 + i / 32]) : 32 + f[k + i];
		for (int i = 0; i < 32; i++)
			for (int j = 0; j <= i; j++) {
				double s = p[i * 32 + j];
				for (int e = 0; e < j; e++)
					s -= (double)l[i * 32 + e] * l[j * 32 + e];
				l[i * 32 + j] = i == j ? std::sqrt(s) : s / l[j * 33];
			}
	}
	float *sp = upload(spd);
	auto spd_back = [&] { CHECK(cudaMemcpy(c, sp, B * 4096, cudaMemcpyDeviceToDevice)); };
	job<float>("roots.shared", [&] { cholesky<<<B, 32>>>(c); }, c, B * 1024, close_to(low, 1e-3), spd_back);
	job<float>("roots.registers", [&] { cholesky_registers<<<B / 2, 64>>>(c); }, c, B * 1024, close_to(low, 1e-3), spd_back);
	const int E = 48;
	std::vector<double> sys(E * (E + 1)), sol(E);
	for (int y = 0; y < E; y++)
		for (int x = 0; x < E; x++) {
			sys[y * (E + 1) + x] = dd[y * E + x] + (x == y ? E : 0);
			sys[y * (E + 1) + E] += sys[y * (E + 1) + x] * (sol[x] = dd[x + 9999]);
		}
	double *ds = upload(sys), *dw = dev<double>(E * (E + 1));
	job<double>(
		"solve.launch_a_column",
		[&] {
			for (int j = 0; j < E - 1; j++)
				eliminate<<<dim3(1, E - 1 - j), 64>>>(dw, E, j);
			substitute<<<1, E, E * 8>>>(dw, dc, E);
		},
		dc, E, close_to(sol), [&] { CHECK(cudaMemcpy(dw, ds, E * (E + 1) * 8, cudaMemcpyDeviceToDevice)); });
	job<float>(
		"power.ten_rounds",
		[&] {
			for (int k = 0; k < 10; k++) {
				vector_by_block<<<512, 128>>>((float4 *)a, (float4 *)c2, c, 128);
				norm_of<<<1, 256>>>(c, c + 1024, 512);
				scale_by<<<2, 256>>>(c, c + 1024, c2, 512);
			}
		},
		c2, 512,
		[&](const std::vector<float> &v) {
			double s = 0;
			for (float e : v)
				s += e * e;
			return near(s, 1, 1e-3);
		},
		[&] { CHECK(cudaMemcpy(c2, a, 2048, cudaMemcpyDeviceToDevice)); });
}
