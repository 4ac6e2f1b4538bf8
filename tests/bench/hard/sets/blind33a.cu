// blind33a: a fresh set of kernels that nobody had modelled when they were written. Maps and activation functions,
// matrix times vector, outer products, one triangle solved.
#include "blind7.h"
#include <cuda_fp16.h>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ __forceinline__ float gelu(float x)
{
	return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}
__global__ void gelu_simple(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = gelu(x[i]);
}
__global__ void gelu_stride4(const float4 *x, float4 *y, int n4)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		float4 v = x[i];
		v.x = gelu(v.x), v.y = gelu(v.y), v.z = gelu(v.z), v.w = gelu(v.w);
		y[i] = v;
	}
}
__global__ void swiglu(const float *in, float *out, int rows, int half)
{ // a row holds the gate, then the values
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
	if (c >= half)
		return;
	float g = in[r * 2 * half + c], v = in[r * 2 * half + half + c];
	out[r * half + c] = g / (1 + __expf(-g)) * v;
}
__global__ void leaky_relu_half2(__half2 *x, int n2, __half2 slope)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n2)
		return;
	__half2 v = x[i], zero = __float2half2_rn(0);
	x[i] = __hadd2(__hmax2(v, zero), __hmul2(slope, __hmin2(v, zero)));
}
__constant__ double coef[16];
__global__ void horner16(const double *x, double *y, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		double s = coef[15], v = x[i];
#pragma unroll
		for (int k = 14; k >= 0; k--)
			s = s * v + coef[k];
		y[i] = s;
	}
}
__global__ void gemv_naive(const float *a, const float *x, float *y, int m, int n)
{ // each thread walks along its own row: reads are n words apart
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= m)
		return;
	float s = 0;
	for (int c = 0; c < n; c++)
		s += a[(size_t)r * n + c] * x[c];
	y[r] = s;
}
__global__ void gemv_tiles(const float *a, const float *x, float *y, int m, int n)
{ // 32 rows a block: a tile of 32x32 is loaded by rows, and read by a warp that has a row a lane
	__shared__ float t[32][33], sx[32], part[8][32];
	int lane = threadIdx.x, w = threadIdx.y, r0 = blockIdx.x * 32;
	float s = 0;
	for (int c0 = 0; c0 < n; c0 += 32) {
		for (int r = w; r < 32; r += 8)
			t[r][lane] = r0 + r < m && c0 + lane < n ? a[(size_t)(r0 + r) * n + c0 + lane] : 0;
		if (w == 0)
			sx[lane] = c0 + lane < n ? x[c0 + lane] : 0;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			s += t[lane][w * 4 + k] * sx[w * 4 + k];
		__syncthreads();
	}
	part[w][lane] = s;
	__syncthreads();
	if (w == 0 && r0 + lane < m) {
		for (int k = 1; k < 8; k++)
			s += part[k][lane];
		y[r0 + lane] = s;
	}
}
__global__ void gemv_warp4(const float4 *a, const float4 *x, float *y, int m, int n4)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (r >= m)
		return;
	float s = 0;
	for (int c = lane; c < n4; c += 32) {
		float4 p = a[(size_t)r * n4 + c], q = x[c];
		s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	for (int d = 16; d; d >>= 1)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		y[r] = s;
}
__global__ void gemv_t_column(const double *a, const double *x, double *y, int m, int n)
{ // y = A' x: a thread a column, neighbours read neighbours, but there are few threads
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	double s = 0;
	for (int r = 0; r < m; r++)
		s += a[(size_t)r * n + c] * x[r];
	y[c] = s;
}
__global__ void gemv_t_slabs(const double *a, const double *x, double *part, int m, int n, int slab)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r0 = blockIdx.y * slab, r1 = min(r0 + slab, m);
	if (c >= n)
		return;
	double s = 0;
	for (int r = r0; r < r1; r++)
		s += a[(size_t)r * n + c] * x[r];
	part[(size_t)blockIdx.y * n + c] = s;
}
__global__ void add_slabs(const double *part, double *y, int n, int slabs)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	double s = 0;
	for (int k = 0; k < slabs; k++)
		s += part[(size_t)k * n + c];
	y[c] = s;
}
__global__ void ger_simple(const float *x, const float *y, float *a, int m, int n, float alpha)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < m && c < n)
		a[(size_t)r * n + c] += alpha * x[r] * y[c];
}
__global__ void ger_rows_of_a_block(const float *x, const float *y, float *a, int m, int n, float alpha)
{ // a thread keeps its y and goes down eight rows
	__shared__ float sx[8];
	int c = blockIdx.x * blockDim.x + threadIdx.x, r0 = blockIdx.y * 8;
	if (threadIdx.x < 8)
		sx[threadIdx.x] = r0 + threadIdx.x < m ? alpha * x[r0 + threadIdx.x] : 0;
	__syncthreads();
	if (c >= n)
		return;
	float v = y[c];
#pragma unroll
	for (int k = 0; k < 8; k++)
		if (r0 + k < m)
			a[(size_t)(r0 + k) * n + c] += sx[k] * v;
}
__global__ void trsv_one_block(const float *u, const float *b, float *x, int n)
{ // upper triangle from below, the right side in shared memory, columns handed out by rows
	extern __shared__ float s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = b[i];
	__syncthreads();
	for (int k = n - 1; k >= 0; k--) {
		if (threadIdx.x == 0)
			s[k] /= u[k * n + k];
		__syncthreads();
		float v = s[k];
		for (int i = threadIdx.x; i < k; i += blockDim.x)
			s[i] -= u[k * n + i] * v; // u is kept turned: column k lies together
		__syncthreads();
	}
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		x[i] = s[i];
}
static void maps(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 1000000;
	std::vector<float> x(N), y(N);
	for (int i = 0; i < N; i++)
		x[i] = f[i] * 8 - 4, y[i] = gelu(x[i]);
	float *dx = upload(x), *o = dev<float>(N);
	job<float>(
		"gelu.element_a_thread", [&] { gelu_simple<<<up(N, 256), 256>>>(dx, o, N); }, o, N, close_to(y));
	job<float>(
		"gelu.four_and_grid_loop", [&] { gelu_stride4<<<264, 512>>>((float4 *)dx, (float4 *)o, N / 4); }, o, N,
		close_to(y));
	const int R = 300, H = 1376;
	std::vector<float> g(R * H);
	for (int r = 0; r < R; r++)
		for (int c = 0; c < H; c++) {
			float p = x[r * 2 * H + c];
			g[r * H + c] = p / (1 + std::exp(-p)) * x[r * 2 * H + H + c];
		}
	job<float>(
		"swish_gate.rows_of_two_halves", [&] { swiglu<<<dim3(up(H, 128), R), 128>>>(dx, o, R, H); }, o, R * H,
		close_to(g, 1e-3));
	std::vector<__half> h(N), hr(N);
	for (int i = 0; i < N; i++) {
		h[i] = __float2half((int)(w[i] % 2001) / 8.0f - 125);
		float v = __half2float(h[i]);
		hr[i] = __float2half(v > 0 ? v : v * 0.25f);
	}
	__half *dh = upload(h), *src = upload(h);
	job<unsigned short>(
		"leaky_relu.pairs_of_halves_in_place",
		[&] { leaky_relu_half2<<<up(N / 2, 1024), 1024>>>((__half2 *)dh, N / 2, __float2half2_rn(0.25f)); },
		(unsigned short *)dh, N,
		[=](const std::vector<unsigned short> &v) {
			for (int i = 0; i < N; i++)
				if (__half2float(*(const __half *)&v[i]) != __half2float(hr[i]))
					return false;
			return true;
		},
		[=] { CHECK(cudaMemcpy(dh, src, N * 2, cudaMemcpyDeviceToDevice)); });
	const int D = 300000;
	std::vector<double> d = double_fractions(w, D), p(D);
	double c[16];
	for (int k = 0; k < 16; k++)
		c[k] = (k % 3 - 1.25) / (k + 1);
	for (int i = 0; i < D; i++) {
		double s = c[15];
		for (int k = 14; k >= 0; k--)
			s = s * d[i] + c[k];
		p[i] = s;
	}
	CHECK(cudaMemcpyToSymbol(coef, c, sizeof c));
	double *dd = upload(d), *od = dev<double>(D);
	job<double>(
		"horner_of_doubles.constant_coefficients", [&] { horner16<<<132, 256>>>(dd, od, D); }, od, D,
		close_to(p, 1e-12));
}
static void vectors(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int M = 1500, N = 1024;
	std::vector<float> a(f.begin(), f.begin() + M * N), x(f.begin() + 333, f.begin() + 333 + N), y(M);
	for (auto &v : x)
		v -= 0.5f;
	for (int r = 0; r < M; r++) {
		double s = 0;
		for (int c = 0; c < N; c++)
			s += (double)a[r * N + c] * x[c];
		y[r] = s;
	}
	float *da = upload(a), *dx = upload(x), *o = dev<float>(M);
	job<float>(
		"matrix_by_vector.thread_a_row", [&] { gemv_naive<<<up(M, 64), 64>>>(da, dx, o, M, N); }, o, M,
		close_to(y, 1e-3));
	job<float>(
		"matrix_by_vector.tiles_of_32_rows", [&] { gemv_tiles<<<up(M, 32), dim3(32, 8)>>>(da, dx, o, M, N); },
		o, M, close_to(y, 1e-3));
	job<float>(
		"matrix_by_vector.warp_a_row_fours",
		[&] { gemv_warp4<<<up(M, 4), 128>>>((float4 *)da, (float4 *)dx, o, M, N / 4); }, o, M,
		close_to(y, 1e-3));
	const int P = 1200, Q = 900, S = 50;
	std::vector<double> b = double_fractions(w, P * Q), z(P), t(Q);
	for (int r = 0; r < P; r++)
		z[r] = w[r] % 1000 / 1000.0 - 0.5;
	for (int r = 0; r < P; r++)
		for (int c = 0; c < Q; c++)
			t[c] += b[r * Q + c] * z[r];
	double *db = upload(b), *dz = upload(z), *od = dev<double>(Q), *part = dev<double>(P / S * Q);
	job<double>(
		"turned_matrix_by_vector.thread_a_column", [&] { gemv_t_column<<<up(Q, 32), 32>>>(db, dz, od, P, Q); },
		od, Q, close_to(t, 1e-9));
	job<double>(
		"turned_matrix_by_vector.slabs_of_50_rows",
		[&] {
			gemv_t_slabs<<<dim3(up(Q, 128), P / S), 128>>>(db, dz, part, P, Q, S);
			add_slabs<<<up(Q, 128), 128>>>(part, od, Q, P / S);
		},
		od, Q, close_to(t, 1e-9));
	std::vector<float> g(a);
	for (int r = 0; r < M; r++)
		for (int c = 0; c < N; c++)
			g[r * N + c] += 0.75f * f[r + 5000] * x[c];
	float *dg = dev<float>(M * N), *dr = upload(std::vector<float>(f.begin() + 5000, f.begin() + 5000 + M));
	auto again = [=] { CHECK(cudaMemcpy(dg, da, M * N * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"outer_product_added.element_a_thread",
		[&] { ger_simple<<<dim3(up(N, 16), up(M, 16)), dim3(16, 16)>>>(dr, dx, dg, M, N, 0.75f); }, dg, M * N,
		close_to(g), again);
	job<float>(
		"outer_product_added.eight_rows_a_thread",
		[&] { ger_rows_of_a_block<<<dim3(up(N, 256), up(M, 8)), 256>>>(dr, dx, dg, M, N, 0.75f); }, dg, M * N,
		close_to(g), again);
	const int T = 500;
	std::vector<float> u(T * T), rhs(T), sol(T);
	std::vector<double> v(T);
	for (int c = 0; c < T; c++)
		for (int r = 0; r < T; r++)
			u[c * T + r] = r == c ? 3 + f[c] : r < c ? (f[c * T + r] - 0.5f) * 0.2f : 0;
	for (int r = 0; r < T; r++)
		v[r] = rhs[r] = f[r + 777];
	for (int k = T - 1; k >= 0; k--) {
		sol[k] = v[k] /= u[k * T + k];
		for (int i = 0; i < k; i++)
			v[i] -= u[k * T + i] * v[k];
	}
	float *du = upload(u), *dv = upload(rhs), *ot = dev<float>(T);
	job<float>(
		"upper_triangle.one_block", [&] { trsv_one_block<<<1, 256, T * 4>>>(du, dv, ot, T); }, ot, T,
		close_to(sol, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(1600000);
	std::vector<float> f = fractions(w);
	maps(w, f);
	vectors(w, f);
}
