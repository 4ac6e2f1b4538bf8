// blind33b: a fresh set of kernels that nobody had modelled when they were written. Matrix products in tiles of many
// kinds, elimination, rounds of Jacobi, Kronecker products.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// C = A B', both with rows of k
__global__ void nt_down(const float *a, const float *b, float *c, int m, int n, int k)
{ // neighbours have neighbour rows of c
	int r = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= m || q >= n)
		return;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[r * k + i] * b[q * k + i];
	c[r * n + q] = s;
}
__global__ void nt_along(const float *a, const float *b, float *c, int m, int n, int k)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= m || q >= n)
		return;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[r * k + i] * b[q * k + i];
	c[r * n + q] = s;
}
__global__ void nt_vectors(const float4 *a, const float4 *b, float *c, int m, int n, int k4)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= m || q >= n)
		return;
	float s = 0;
	for (int i = 0; i < k4; i++) {
		float4 x = a[r * k4 + i], y = b[q * k4 + i];
		s += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
	}
	c[r * n + q] = s;
}
__global__ void nt_tile16(const float *a, const float *b, float *c, int m, int n, int k)
{ // the second tile is read along a column: pad it
	__shared__ float ta[16][16], tb[16][17];
	int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * 16 + y, q = blockIdx.x * 16 + x,
	    qq = blockIdx.x * 16 + y;
	float s = 0;
	for (int i = 0; i < k; i += 16) {
		ta[y][x] = r < m ? a[r * k + i + x] : 0;
		tb[y][x] = qq < n ? b[qq * k + i + x] : 0;
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++)
			s += ta[y][j] * tb[x][j];
		__syncthreads();
	}
	if (r < m && q < n)
		c[r * n + q] = s;
}
__global__ void nt_64_by_32(const float *a, const float *b, float *c, int m, int n, int k)
{ // 128 threads, 4x4 results each; both tiles turned when stored; next tiles wait in registers
	__shared__ float ta[2][8][68], tb[2][8][36];
	int t = threadIdx.x, x = t % 8, y = t / 8, r0 = blockIdx.y * 64, q0 = blockIdx.x * 32;
	float s[4][4] = {}, na[4], nb[2];
	auto load = [&](int i) {
#pragma unroll
		for (int j = 0; j < 4; j++)
			na[j] = a[(r0 + t / 8 + 16 * j) * k + i + t % 8];
#pragma unroll
		for (int j = 0; j < 2; j++)
			nb[j] = b[(q0 + t / 8 + 16 * j) * k + i + t % 8];
	};
	load(0);
	for (int i = 0, p = 0; i < k; i += 8, p ^= 1) {
#pragma unroll
		for (int j = 0; j < 4; j++)
			ta[p][t % 8][t / 8 + 16 * j] = na[j];
#pragma unroll
		for (int j = 0; j < 2; j++)
			tb[p][t % 8][t / 8 + 16 * j] = nb[j];
		__syncthreads();
		if (i + 8 < k)
			load(i + 8);
#pragma unroll
		for (int j = 0; j < 8; j++) {
			float4 u = *(float4 *)&ta[p][j][y * 4], v = *(float4 *)&tb[p][j][x * 4];
			float uu[4] = { u.x, u.y, u.z, u.w }, vv[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
			for (int e = 0; e < 4; e++)
#pragma unroll
				for (int g = 0; g < 4; g++)
					s[e][g] += uu[e] * vv[g];
		}
	}
#pragma unroll
	for (int e = 0; e < 4; e++)
		*(float4 *)&c[(r0 + y * 4 + e) * n + q0 + x * 4] = make_float4(s[e][0], s[e][1], s[e][2], s[e][3]);
}
__global__ void tn_doubles(const double *a, const double *b, double *c, int m, int n, int k)
{ // C = A' B, any sizes: neighbours read neighbours from both
	__shared__ double ta[16][16], tb[16][16];
	int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.y * 16, q0 = blockIdx.x * 16;
	double s = 0;
	for (int i = 0; i < k; i += 16) {
		ta[y][x] = i + y < k && r0 + x < m ? a[(i + y) * m + r0 + x] : 0;
		tb[y][x] = i + y < k && q0 + x < n ? b[(i + y) * n + q0 + x] : 0;
		__syncthreads();
		for (int j = 0; j < 16; j++)
			s += ta[j][y] * tb[j][x];
		__syncthreads();
	}
	if (r0 + y < m && q0 + x < n)
		c[(r0 + y) * n + q0 + x] = s;
}
__global__ void halves_float_sum(const __half2 *a, const __half2 *b, float *c, int m, int n2, int k)
{ // two columns a thread; a has rows of k halves, read as pairs
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
	if (q >= n2)
		return;
	float s = 0, t = 0;
	for (int i = 0; i < k; i += 2) {
		float2 x = __half22float2(a[(r * k + i) / 2]);
		float2 y = __half22float2(b[i * n2 + q]), z = __half22float2(b[(i + 1) * n2 + q]);
		s += x.x * y.x + x.y * z.x, t += x.x * y.y + x.y * z.y;
	}
	((float2 *)c)[r * n2 + q] = make_float2(s, t);
}
// elimination without pivots, as in old benchmark suites: factors of a column, then the rest
__global__ void fan1(const float *a, float *f, int n, int k)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
	if (r < n)
		f[r] = a[r * n + k] / a[k * n + k];
}
__global__ void fan2(float *a, float *b, const float *f, int n, int k)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x + k, r = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
	if (r >= n || c >= n)
		return;
	a[r * n + c] -= f[r] * a[k * n + c];
	if (c == k)
		b[r] -= f[r] * b[k];
}
__global__ void back_substitute(const float *a, const float *b, float *x, int n)
{ // one warp
	for (int r = n - 1; r >= 0; r--) {
		float s = 0;
		for (int c = r + 1 + threadIdx.x; c < n; c += 32)
			s += a[r * n + c] * x[c];
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		if (threadIdx.x == 0)
			x[r] = (b[r] - s) / a[r * n + r];
		__syncwarp();
	}
}
__global__ void gauss_one_block(const float *a, const float *b, float *x, int n)
{ // all of it in one block's shared memory, Gauss and Jordan
	extern __shared__ float m[];
	int t = threadIdx.x, w = n + 1;
	for (int i = t; i < n * n; i += blockDim.x)
		m[i / n * w + i % n] = a[i];
	for (int i = t; i < n; i += blockDim.x)
		m[i * w + n] = b[i];
	__syncthreads();
	for (int k = 0; k < n; k++) {
		for (int r = t / 32; r < n; r += blockDim.x / 32) {
			if (r == k)
				continue;
			float f = m[r * w + k] / m[k * w + k];
			for (int c = k + 1 + t % 32; c <= n; c += 32)
				m[r * w + c] -= f * m[k * w + c];
		}
		__syncthreads();
	}
	for (int i = t; i < n; i += blockDim.x)
		x[i] = m[i * w + n] / m[i * w + i];
}
__device__ float jacobi_row(const float *a, const float *x, float b, int r, int n, int lane)
{
	float s = 0;
	for (int c = lane; c < n; c += 32)
		s += c == r ? 0 : a[r * n + c] * x[c];
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	return (b - s) / a[r * n + r];
}
__global__ void jacobi_round(const float *a, const float *b, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (r >= n)
		return;
	float v = jacobi_row(a, x, b[r], r, n, lane);
	if (lane == 0)
		y[r] = v;
}
__global__ void jacobi_grid(const float *a, const float *b, float *x, float *y, int n, int rounds)
{
	cg::grid_group grid = cg::this_grid();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
	int first = grid.thread_rank() / 32, step = grid.size() / 32;
	for (int k = 0; k < rounds; k++) {
		for (int r = first; r < n; r += step) {
			float v = jacobi_row(a, x, b[r], r, n, warp.thread_rank());
			if (warp.thread_rank() == 0)
				y[r] = v;
		}
		grid.sync();
		float *z = x;
		x = y, y = z;
	}
}
__global__ void kron_divide(const float *a, const float *b, float *c, int ra, int ca, int rb, int cb)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = ca * cb;
	if (i >= ra * rb * w)
		return;
	int r = i / w, q = i % w;
	c[i] = a[r / rb * ca + q / cb] * b[r % rb * cb + q % cb];
}
__global__ void kron_block(const float *a, const float *b, float *c, int ra, int ca, int rb, int cb)
{ // a block for an element of a; the block is b's shape
	int w = ca * cb;
	float v = a[blockIdx.y * ca + blockIdx.x];
	for (int y = threadIdx.y; y < rb; y += blockDim.y)
		for (int x = threadIdx.x; x < cb; x += blockDim.x)
			c[(blockIdx.y * rb + y) * w + blockIdx.x * cb + x] = v * b[y * cb + x];
}
static void products(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int M = 192, N = 160, K = 128;
	std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + 50000, f.begin() + 50000 + N * K), c(M * N);
	for (int r = 0; r < M; r++)
		for (int q = 0; q < N; q++) {
			float s = 0;
			for (int i = 0; i < K; i++)
				s += a[r * K + i] * b[q * K + i];
			c[r * N + q] = s;
		}
	float *da = upload(a), *db = upload(b), *o = dev<float>(M * N);
	job<float>(
		"product_with_turned.threads_down_the_rows",
		[&] { nt_down<<<dim3(up(M, 32), up(N, 4)), dim3(32, 4)>>>(da, db, o, M, N, K); }, o, M * N,
		close_to(c));
	job<float>(
		"product_with_turned.threads_along_the_row",
		[&] { nt_along<<<dim3(up(N, 32), up(M, 8)), dim3(32, 8)>>>(da, db, o, M, N, K); }, o, M * N,
		close_to(c));
	job<float>(
		"product_with_turned.fours_from_memory",
		[&] {
			nt_vectors<<<dim3(up(N, 16), up(M, 8)), dim3(16, 8)>>>(
				(float4 *)da, (float4 *)db, o, M, N, K / 4);
		},
		o, M * N, close_to(c));
	job<float>(
		"product_with_turned.tile_of_16",
		[&] { nt_tile16<<<dim3(up(N, 16), up(M, 16)), dim3(16, 16)>>>(da, db, o, M, N, K); }, o, M * N,
		close_to(c));
	job<float>(
		"product_with_turned.sixteen_results_a_thread",
		[&] { nt_64_by_32<<<dim3(N / 32, M / 64), 128>>>(da, db, o, M, N, K); }, o, M * N, close_to(c));
	const int P = 150, Q = 170, L = 130;
	std::vector<double> x = double_fractions(w, P * L), y(Q * L), z(P * Q);
	for (int i = 0; i < Q * L; i++)
		y[i] = f[i + 999];
	for (int i = 0; i < L; i++)
		for (int r = 0; r < P; r++)
			for (int q = 0; q < Q; q++)
				z[r * Q + q] += x[i * P + r] * y[i * Q + q];
	double *dx = upload(x), *dy = upload(y), *dz = dev<double>(P * Q);
	job<double>(
		"turned_with_product.tile_of_16_doubles",
		[&] { tn_doubles<<<dim3(up(Q, 16), up(P, 16)), dim3(16, 16)>>>(dx, dy, dz, P, Q, L); }, dz, P * Q,
		close_to(z, 1e-9));
	const int HM = 144, HN = 384, HK = 96;
	std::vector<__half> ha(HM * HK), hb(HK * HN);
	std::vector<signed char> ca(HM * HK), cb(HK * HN);
	std::vector<float> hc(HM * HN);
	std::vector<int> cc(HM * HN);
	for (int i = 0; i < HM * HK; i++)
		ca[i] = w[i] % 255 - 127, ha[i] = __float2half(ca[i] / 64.0f);
	for (int i = 0; i < HK * HN; i++)
		cb[i] = w[i + 3] % 255 - 127, hb[i] = __float2half(cb[i] / 64.0f);
	for (int r = 0; r < HM; r++)
		for (int i = 0; i < HK; i++)
			for (int q = 0; q < HN; q++)
				cc[r * HN + q] += ca[r * HK + i] * cb[i * HN + q];
	for (int i = 0; i < HM * HN; i++)
		hc[i] = cc[i] / 4096.0f;
	__half *dha = upload(ha), *dhb = upload(hb);
	float *ho = dev<float>(HM * HN);
	job<float>(
		"product_of_halves.two_columns_a_thread",
		[&] {
			halves_float_sum<<<dim3(HN / 2 / 64, HM), 64>>>(
				(__half2 *)dha, (__half2 *)dhb, ho, HM, HN / 2, HK);
		},
		ho, HM * HN, close_to(hc));
}
static void systems(const std::vector<float> &f)
{
	const int N = 128;
	std::vector<float> a(N * N), b(N), x(f.begin() + 70000, f.begin() + 70000 + N);
	for (int r = 0; r < N; r++) {
		double s = 0;
		for (int c = 0; c < N; c++)
			a[r * N + c] = (f[r * N + c] - 0.5f) + (r == c ? 24 : 0), s += (double)a[r * N + c] * x[c];
		b[r] = s;
	}
	float *sa = upload(a), *sb = upload(b), *da = upload(a), *db = upload(b), *fac = dev<float>(N),
	      *o = dev<float>(N);
	job<float>(
		"elimination.two_launches_a_column",
		[&] {
			for (int k = 0; k < N - 1; k++) {
				fan1<<<1, 128>>>(da, fac, N, k);
				fan2<<<dim3(up(N - k, 16), up(N - k, 16)), dim3(16, 16)>>>(da, db, fac, N, k);
			}
			back_substitute<<<1, 32>>>(da, db, o, N);
		},
		o, N, close_to(x, 1e-3),
		[=] {
			CHECK(cudaMemcpy(da, sa, N * N * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(db, sb, N * 4, cudaMemcpyDeviceToDevice));
		});
	CHECK(cudaFuncSetAttribute(gauss_one_block, cudaFuncAttributeMaxDynamicSharedMemorySize, N * (N + 1) * 4));
	job<float>(
		"elimination.one_block_in_shared", [&] { gauss_one_block<<<1, 512, N *(N + 1) * 4>>>(sa, sb, o, N); },
		o, N, close_to(x, 1e-3));
	float *u = dev<float>(N), *v = dev<float>(N);
	auto zero = [=] { CHECK(cudaMemset(u, 0, N * 4)); };
	job<float>(
		"jacobi.twelve_launches",
		[&] {
			for (int k = 0; k < 12; k++)
				jacobi_round<<<up(N, 4), 128>>>(sa, sb, k % 2 ? v : u, k % 2 ? u : v, N);
		},
		u, N, close_to(x, 1e-3), zero);
	job<float>(
		"jacobi.cooperative_grid",
		[&] {
			const float *pa = sa, *pb = sb;
			float *pu = u, *pv = v;
			int n = N, rounds = 12;
			void *arg[] = { &pa, &pb, &pu, &pv, &n, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)jacobi_grid, dim3(16), dim3(128), arg, 0, 0));
		},
		u, N, close_to(x, 1e-3), zero);
}
static void krons(const std::vector<float> &f)
{
	const int RA = 36, CA = 40, RB = 24, CB = 30, T = RA * CA * RB * CB;
	std::vector<float> a(f.begin(), f.begin() + RA * CA), b(f.begin() + 5000, f.begin() + 5000 + RB * CB), c(T);
	for (int i = 0; i < T; i++) {
		int r = i / (CA * CB), q = i % (CA * CB);
		c[i] = a[r / RB * CA + q / CB] * b[r % RB * CB + q % CB];
	}
	float *da = upload(a), *db = upload(b), *o = dev<float>(T);
	job<float>(
		"kronecker.divide_for_each", [&] { kron_divide<<<up(T, 256), 256>>>(da, db, o, RA, CA, RB, CB); }, o, T,
		same(c));
	job<float>(
		"kronecker.block_an_element",
		[&] { kron_block<<<dim3(CA, RA), dim3(32, 4)>>>(da, db, o, RA, CA, RB, CB); }, o, T, same(c));
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	std::vector<float> f = fractions(w);
	products(w, f);
	systems(f);
	krons(f);
}
