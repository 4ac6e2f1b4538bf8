// blind9b: a ninth set of kernels that nobody had modelled when they were written. Matrices, tensors, fields.
#include "blind7.h"
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void toeplitz_memory(const float *t, const float *x, float *y, int n)
{ // row i: t[n - 1 + i - j]
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int j = 0; j < n; j++)
		s += t[n - 1 + i - j] * x[j];
	y[i] = s;
}
__global__ void toeplitz_shared(const float *t, const float *x, float *y, int n)
{ // 128 columns at a time
	__shared__ float band[256], v[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float s = 0;
	for (int j0 = 0; j0 < n; j0 += 128) {
		int first = n - 1 + (int)blockIdx.x * 128 - j0 - 127;
		for (int k = threadIdx.x; k < 255; k += 128)
			band[k] = first + k >= 0 && first + k < 2 * n - 1 ? t[first + k] : 0;
		v[threadIdx.x] = j0 + threadIdx.x < n ? x[j0 + threadIdx.x] : 0;
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < 128; j++)
			s += band[threadIdx.x + 127 - j] * v[j];
		__syncthreads();
	}
	if (i < n)
		y[i] = s;
}
__host__ __device__ void givens(const double *in, double *out)
{ // R of a 6x6 matrix, by turns of two rows
	double a[6][6];
	for (int i = 0; i < 36; i++)
		a[i / 6][i % 6] = in[i];
	for (int c = 0; c < 5; c++)
		for (int r = c + 1; r < 6; r++) {
			double h = sqrt(a[c][c] * a[c][c] + a[r][c] * a[r][c]), cs = a[c][c] / h, sn = a[r][c] / h;
			for (int k = c; k < 6; k++) {
				double u = a[c][k], v = a[r][k];
				a[c][k] = cs * u + sn * v;
				a[r][k] = cs * v - sn * u;
			}
		}
	for (int i = 0; i < 36; i++)
		out[i] = i / 6 > i % 6 ? 0 : a[i / 6][i % 6];
}
__global__ void givens_each(const double *in, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		givens(in + i * 36, out + i * 36);
}
__global__ void penta(const float *rhs, float *x, float *a, float *b, int n, int many, int row_step, int one_step)
{ // 1 -4 7 -4 1, a system a thread; a and b: room for what elimination leaves
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= many)
		return;
	rhs += s * one_step;
	x += s * one_step;
	a += s * one_step;
	b += s * one_step;
	float a1 = 0, a2 = 0, b1 = 0, b2 = 0, z1 = 0, z2 = 0;
	for (int i = 0; i < n; i++) {
		float e = i > 1 ? 1 : 0, d = (i > 0 ? -4 : 0) + e * a2, m = 7 + d * a1 + e * b2;
		float z = (rhs[i * row_step] - d * z1 - e * z2) / m, an = i < n - 1 ? -(-4 + d * b1) / m : 0;
		float bn = i < n - 2 ? -1 / m : 0;
		a2 = a1, a1 = an, b2 = b1, b1 = bn, z2 = z1, z1 = z;
		a[i * row_step] = an;
		b[i * row_step] = bn;
		x[i * row_step] = z;
	}
	z1 = z2 = 0;
	for (int i = n - 1; i >= 0; i--) {
		float z = x[i * row_step] + a[i * row_step] * z1 + b[i * row_step] * z2;
		z2 = z1;
		z1 = z;
		x[i * row_step] = z;
	}
}
__global__ void rank_k(const float *a, float *c, int n, int k)
{ // A times itself turned, lower half: blocks above the diagonal leave at once
	if (blockIdx.x > blockIdx.y)
		return;
	__shared__ float s[32][17], t[32][17];
	float sum[2][2] = {};
	int x = threadIdx.x, y = threadIdx.y;
	for (int k0 = 0; k0 < k; k0 += 16) {
		for (int e = y * 16 + x; e < 512; e += 256) {
			s[e / 16][e % 16] = a[(blockIdx.y * 32 + e / 16) * k + k0 + e % 16];
			t[e / 16][e % 16] = a[(blockIdx.x * 32 + e / 16) * k + k0 + e % 16];
		}
		__syncthreads();
		for (int e = 0; e < 16; e++) {
			float p = s[y][e], q = s[y + 16][e], u = t[x][e], v = t[x + 16][e];
			sum[0][0] += p * u;
			sum[0][1] += p * v;
			sum[1][0] += q * u;
			sum[1][1] += q * v;
		}
		__syncthreads();
	}
	for (int e = 0; e < 4; e++) {
		int i = blockIdx.y * 32 + y + e / 2 * 16, j = blockIdx.x * 32 + x + e % 2 * 16;
		if (j <= i)
			c[i * n + j] = sum[e / 2][e % 2];
	}
}
__global__ void two_buffers(const float *a, const float *b, float *c, int n)
{ // the next tiles come while these are multiplied
	__shared__ __align__(16) float sa[2][32][20], sb[2][16][36];
	int t = threadIdx.y * 16 + threadIdx.x, i0 = blockIdx.y * 32, j0 = blockIdx.x * 32;
	float sum[2][2] = {};
	auto fetch = [&](int k0, int which) {
		if (t < 128)
			__pipeline_memcpy_async(
				&sa[which][t / 4][t % 4 * 4], &a[(i0 + t / 4) * n + k0 + t % 4 * 4], 16);
		else
			__pipeline_memcpy_async(&sb[which][(t - 128) / 8][t % 8 * 4],
				&b[(k0 + (t - 128) / 8) * n + j0 + t % 8 * 4], 16);
		__pipeline_commit();
	};
	fetch(0, 0);
	for (int k0 = 0, w = 0; k0 < n; k0 += 16, w ^= 1) {
		if (k0 + 16 < n)
			fetch(k0 + 16, w ^ 1);
		__pipeline_wait_prior(k0 + 16 < n ? 1 : 0);
		__syncthreads();
#pragma unroll
		for (int e = 0; e < 16; e++) {
			float p = sa[w][threadIdx.y][e], q = sa[w][threadIdx.y + 16][e];
			float u = sb[w][e][threadIdx.x], v = sb[w][e][threadIdx.x + 16];
			sum[0][0] += p * u;
			sum[0][1] += p * v;
			sum[1][0] += q * u;
			sum[1][1] += q * v;
		}
		__syncthreads();
	}
	for (int e = 0; e < 4; e++)
		c[(i0 + threadIdx.y + e / 2 * 16) * n + j0 + threadIdx.x + e % 2 * 16] = sum[e / 2][e % 2];
}
__global__ void careful_sum(const float *in, double *out, int n)
{ // what an addition loses is kept and added later
	__shared__ double part[8];
	float s = 0, lost = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float y = __fsub_rn(in[i], lost), t = __fadd_rn(s, y);
		lost = __fsub_rn(__fsub_rn(t, s), y);
		s = t;
	}
	double v = (double)s - lost;
	auto w = cg::tiled_partition<32>(cg::this_thread_block());
	v = cg::reduce(w, v, cg::plus<double>());
	if (w.thread_rank() == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = cg::reduce(w, threadIdx.x < 8 ? part[threadIdx.x] : 0.0, cg::plus<double>());
		if (!threadIdx.x)
			atomicAdd(out, v);
	}
}
__global__ void to_tiles_each(const float *in, float *out, int w)
{ // 16x16 tiles one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % w, y = i / w;
	out[(y / 16 * (w / 16) + x / 16) * 256 + y % 16 * 16 + x % 16] = in[i];
}
__global__ void to_tiles_four(const float4 *in, float4 *out, int w4)
{ // by places in the result, four values a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, tile = i / 64, r = i % 64 / 4, c = i % 4;
	out[i] = in[(tile / (w4 / 4) * 16 + r) * w4 + tile % (w4 / 4) * 4 + c];
}
__global__ void middle_thread(const float *in, float *out, int b, int c, int n)
{ // in[a][b][c], greatest over b
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *p = in + i / c * b * c + i % c;
	float m = p[0];
	for (int k = 1; k < b; k++)
		m = fmaxf(m, p[k * c]);
	out[i] = m;
}
__global__ void middle_block(const float *in, float *out, int b, int c)
{ // one a: 32 of c by 8 of b at a time
	__shared__ float s[8][32];
	int k = blockIdx.x * 32 + threadIdx.x;
	float m = -1;
	for (int j = threadIdx.y; j < b; j += 8)
		m = fmaxf(m, in[(blockIdx.y * b + j) * c + k]);
	s[threadIdx.y][threadIdx.x] = m;
	__syncthreads();
	for (int d = 4; d; d /= 2) {
		if (threadIdx.y < d)
			s[threadIdx.y][threadIdx.x] =
				fmaxf(s[threadIdx.y][threadIdx.x], s[threadIdx.y + d][threadIdx.x]);
		__syncthreads();
	}
	if (!threadIdx.y)
		out[blockIdx.y * c + k] = s[0][threadIdx.x];
}
__global__ void largest_column(const float *a, int *out, int rows, int cols)
{ // the 1-norm; floats that are not negative are in order as ints
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= cols)
		return;
	float s = 0;
	for (int i = 0; i < rows; i++)
		s += fabsf(a[i * cols + j]);
	atomicMax(out, __float_as_int(s));
}
struct Vec {
	float x, y, z;
};
__global__ void curl_records(const Vec *v, Vec *o, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z + 1;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	int i = (z * n + y) * n + x, d = n * n;
	Vec r = { v[i + n].z - v[i - n].z - v[i + d].y + v[i - d].y, v[i + d].x - v[i - d].x - v[i + 1].z + v[i - 1].z,
		v[i + 1].y - v[i - 1].y - v[i + n].x + v[i - n].x };
	o[i] = r;
}
__global__ void curl_arrays(const float *u, const float *v, const float *w, float *a, float *b, float *c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z + 1;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	int i = (z * n + y) * n + x, d = n * n;
	a[i] = w[i + n] - w[i - n] - v[i + d] + v[i - d];
	b[i] = u[i + d] - u[i - d] - w[i + 1] + w[i - 1];
	c[i] = v[i + 1] - v[i - 1] - u[i + n] + u[i - n];
}
__host__ __device__ long long bareiss(const signed char *in)
{ // the determinant of 7x7 whole numbers, exactly
	long long a[7][7], last = 1, sign = 1;
	for (int i = 0; i < 49; i++)
		a[i / 7][i % 7] = in[i];
	for (int k = 0; k < 6; k++) {
		int r = k;
		while (r < 7 && !a[r][k])
			r++;
		if (r == 7)
			return 0;
		if (r != k) {
			for (int j = 0; j < 7; j++) {
				long long e = a[k][j];
				a[k][j] = a[r][j];
				a[r][j] = e;
			}
			sign = -sign;
		}
		for (int i = k + 1; i < 7; i++)
			for (int j = k + 1; j < 7; j++)
				a[i][j] = (a[i][j] * a[k][k] - a[i][k] * a[k][j]) / last;
		last = a[k][k];
	}
	return sign * a[6][6];
}
__global__ void exact_determinant(const signed char *in, long long *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = bareiss(in + i * 49);
}
__global__ void ldl_warp(const float *in, float *out, int n)
{ // a matrix of 32x32 a warp, a row a lane
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float r[32];
	for (int j = 0; j < 32; j++)
		r[j] = in[(m * 32 + j) * 32 + lane];
#pragma unroll
	for (int k = 0; k < 32; k++) {
		float d = __shfl_sync(~0u, r[k], k), l = r[k] / d;
#pragma unroll
		for (int j = k + 1; j < 32; j++) {
			float lj = __shfl_sync(~0u, l, j);
			if (lane > k)
				r[j] -= r[k] * lj;
		}
		if (lane > k)
			r[k] = l;
	}
	for (int j = 0; j < 32; j++)
		out[(m * 32 + j) * 32 + lane] = lane >= j ? r[j] : 0;
}
__global__ void city_plain(const float *a, const float *b, float *o, int n, int m, int dims)
{ // sums of absolute differences, all pairs
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= m)
		return;
	float s = 0;
	for (int k = 0; k < dims; k++)
		s += fabsf(a[i * dims + k] - b[j * dims + k]);
	o[i * m + j] = s;
}
__global__ void city_tile(const float *a, const float *b, float *o, int n, int m, int dims)
{
	__shared__ float s[16][17], t[16][17];
	int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;
	for (int k0 = 0; k0 < dims; k0 += 16) {
		s[threadIdx.y][threadIdx.x] = i < n ? a[i * dims + k0 + threadIdx.x] : 0;
		int r = blockIdx.x * 16 + threadIdx.y;
		t[threadIdx.y][threadIdx.x] = r < m ? b[r * dims + k0 + threadIdx.x] : 0;
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += fabsf(s[threadIdx.y][k] - t[threadIdx.x][k]);
		__syncthreads();
	}
	if (i < n && j < m)
		o[i * m + j] = sum;
}
struct Shape {
	int size[4], step[4];
};
__global__ void permute4(const float *in, float *out, Shape s, int n)
{ // any order of four axes: places by division
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0, r = i;
	if (i >= n)
		return;
	for (int k = 3; k >= 0; k--) {
		at += r % s.size[k] * s.step[k];
		r /= s.size[k];
	}
	out[i] = in[at];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *y = x + 100003, *o = dev<float>(1 << 22);
	double *od = (double *)o;
	int *io = (int *)o;
	const int N = 3000;
	std::vector<float> toe(N);
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < N; j++)
			s += f[N - 1 + i - j] * f[100003 + j];
		toe[i] = s;
	}
	job<float>(
		"toeplitz.memory", [&] { toeplitz_memory<<<(N + 127) / 128, 128>>>(x, y, o, N); }, o, N, close_to(toe));
	job<float>(
		"toeplitz.shared", [&] { toeplitz_shared<<<(N + 127) / 128, 128>>>(x, y, o, N); }, o, N, close_to(toe));
	const int G = 12000;
	std::vector<double> d = double_fractions(w, G * 36), turned(G * 36);
	for (int i = 0; i < G; i++)
		givens(&d[i * 36], &turned[i * 36]);
	double *dd = upload(d);
	job<double>(
		"givens.six_by_six", [&] { givens_each<<<(G + 63) / 64, 64>>>(dd, od, G); }, od, G * 36,
		close_to(turned, 1e-6));
	const int S = 4096, L = 128;
	auto solved = [&](int along, int one) {
		return [&f, along, one](const std::vector<float> &v) {
			for (int s = 0; s < S; s += 5)
				for (int i = 2; i < L - 2; i++) {
					auto at = [&](int k) { return v[s * one + k * along]; };
					if (!near(at(i - 2) - 4 * at(i - 1) + 7 * at(i) - 4 * at(i + 1) + at(i + 2),
						    f[s * one + i * along], 1e-3))
						return false;
				}
			return true;
		};
	};
	float *ra = dev<float>(S * L), *rb = dev<float>(S * L);
	job<float>(
		"penta.one_after_the_other", [&] { penta<<<S / 64, 64>>>(x, o, ra, rb, L, S, 1, L); }, o, S * L,
		solved(1, L));
	job<float>(
		"penta.side_by_side", [&] { penta<<<S / 64, 64>>>(x, o, ra, rb, L, S, S, 1); }, o, S * L, solved(S, 1));
	const int T = 512;
	auto product = [&](const std::vector<float> &a, int off, int n) {
		return [&a, off, n](const std::vector<float> &v) {
			for (int e = 0; e < n * n; e += 331) {
				double s = 0;
				for (int k = 0; k < n; k++)
					s += a[e / n * n + k] * a[off + k * n + e % n];
				if (!near(v[e], s, 1e-3))
					return false;
			}
			return true;
		};
	};
	job<float>(
		"rank_k.lower_half", [&] { rank_k<<<dim3(16, 16), dim3(16, 16)>>>(x, o, T, 256); }, o, T * T,
		[&](const std::vector<float> &v) {
			for (int e = 0; e < T * T; e += 331) {
				double s = 0;
				for (int k = 0; k < 256; k++)
					s += f[e / T * 256 + k] * f[e % T * 256 + k];
				if (e % T <= e / T && !near(v[e], s))
					return false;
			}
			return true;
		});
	job<float>(
		"product.next_tiles_come", [&] { two_buffers<<<dim3(12, 12), dim3(16, 16)>>>(x, y - 3, o, 384); }, o,
		384 * 384, product(f, 100000, 384));
	const int M = 1 << 21;
	double all = 0;
	for (float v : f)
		all += v;
	job<double>(
		"careful.sum", [&] { careful_sum<<<264, 256>>>(x, od, M); }, od, 1,
		close_to(std::vector<double>{ all }, 1e-9), [&] { CHECK(cudaMemset(od, 0, 8)); });
	const int W = 1024, H = 1024;
	std::vector<float> tiled(W * H);
	for (int i = 0; i < W * H; i++)
		tiled[(i / W / 16 * (W / 16) + i % W / 16) * 256 + i / W % 16 * 16 + i % 16] = f[i];
	job<float>(
		"in_tiles.each", [&] { to_tiles_each<<<W * H / 256, 256>>>(x, o, W); }, o, W * H, same(tiled));
	job<float>(
		"in_tiles.fours", [&] { to_tiles_four<<<W * H / 1024, 256>>>((float4 *)x, (float4 *)o, W / 4); }, o,
		W * H, same(tiled));
	const int A = 32, B = 400, C = 128;
	std::vector<float> mid(A * C, -1);
	for (int i = 0; i < A * B * C; i++) {
		float &m = mid[i / (B * C) * C + i % C];
		m = std::max(m, f[i]);
	}
	job<float>(
		"middle_axis.thread", [&] { middle_thread<<<A * C / 64, 64>>>(x, o, B, C, A * C); }, o, A * C,
		same(mid));
	job<float>(
		"middle_axis.block", [&] { middle_block<<<dim3(C / 32, A), dim3(32, 8)>>>(x, o, B, C); }, o, A * C,
		same(mid));
	std::vector<double> column(5000);
	for (int i = 0; i < 300 * 5000; i++)
		column[i % 5000] += f[i];
	double most = *std::max_element(column.begin(), column.end());
	job<float>(
		"norm1.largest_column", [&] { largest_column<<<(5000 + 255) / 256, 256>>>(x, io, 300, 5000); }, o, 1,
		close_to(std::vector<float>{ (float)most }), [&] { CHECK(cudaMemset(io, 0, 4)); });
	const int K = 64, K3 = K * K * K;
	auto curled = [&](bool records) {
		return [&f, records](const std::vector<float> &v) {
			auto in = [&](int i, int c) { return records ? f[i * 3 + c] : f[c * K3 + i]; };
			for (int i = K * K; i < K3 - K * K; i += 7) {
				int q = i % K, r = i / K % K, e = K * K;
				if (q < 1 || r < 1 || q == K - 1 || r == K - 1)
					continue;
				float cx = in(i + K, 2) - in(i - K, 2) - in(i + e, 1) + in(i - e, 1);
				float cz = in(i + 1, 1) - in(i - 1, 1) - in(i + K, 0) + in(i - K, 0);
				if (!near(records ? v[i * 3] : v[i], cx) ||
					!near(records ? v[i * 3 + 2] : v[2 * K3 + i], cz))
					return false;
			}
			return true;
		};
	};
	dim3 gk(K / 32, K / 8, K - 2), bk(32, 8);
	job<float>(
		"curl.records", [&] { curl_records<<<gk, bk>>>((Vec *)x, (Vec *)o, K); }, o, 3 * K3, curled(true));
	job<float>(
		"curl.arrays", [&] { curl_arrays<<<gk, bk>>>(x, x + K3, x + 2 * K3, o, o + K3, o + 2 * K3, K); }, o,
		3 * K3, curled(false));
	const int DN = 8000;
	std::vector<signed char> small(DN * 49);
	for (int i = 0; i < DN * 49; i++)
		small[i] = (int)(w[i] % 13) - 6;
	std::vector<long long> det(DN);
	for (int i = 0; i < DN; i++)
		det[i] = bareiss(&small[i * 49]);
	signed char *dsm = upload(small);
	long long *ol = (long long *)o;
	job<long long>(
		"determinant.whole_numbers", [&] { exact_determinant<<<(DN + 63) / 64, 64>>>(dsm, ol, DN); }, ol, DN,
		same(det));
	const int LN = 1024;
	std::vector<float> sym(LN * 1024);
	for (int i = 0; i < LN * 1024; i++) {
		int r = i / 32 % 32, c = i % 32;
		sym[i] = f[i / 1024 * 1024 + std::min(r, c) * 32 + std::max(r, c)] + (r == c ? 16 : 0);
	}
	float *dsy = upload(sym);
	job<float>(
		"ldl.warp_a_matrix", [&] { ldl_warp<<<LN / 4, 128>>>(dsy, o, LN); }, o, LN * 1024,
		[&](const std::vector<float> &v) { // v[m][column][row]; the diagonal holds D
			for (int m = 0; m < LN; m += 13)
				for (int e = 0; e < 1024; e += 5) {
					int r = e / 32, c = e % 32;
					double s = 0;
					for (int k = 0; k <= std::min(r, c); k++)
						s += (k == r ? 1 : v[m * 1024 + k * 32 + r]) *
							(double)v[m * 1024 + k * 33] *
							(k == c ? 1 : v[m * 1024 + k * 32 + c]);
					if (!near(s, sym[m * 1024 + e], 1e-3))
						return false;
				}
			return true;
		});
	const int CN = 500, CM = 700, CD = 48;
	std::vector<float> city(CN * CM);
	for (int i = 0; i < CN * CM; i++)
		for (int k = 0; k < CD; k++)
			city[i] += std::fabs(f[i / CM * CD + k] - f[100003 + i % CM * CD + k]);
	dim3 gc((CM + 15) / 16, (CN + 15) / 16), bc(16, 16);
	job<float>(
		"city_blocks.plain", [&] { city_plain<<<gc, bc>>>(x, y, o, CN, CM, CD); }, o, CN * CM, close_to(city));
	job<float>(
		"city_blocks.tile", [&] { city_tile<<<gc, bc>>>(x, y, o, CN, CM, CD); }, o, CN * CM, close_to(city));
	const int PN = 24 * 36 * 20 * 30;
	Shape sh = { { 20, 36, 30, 24 }, { 30, 600, 1, 21600 } }; // in: 24, 36, 20, 30
	std::vector<float> per(PN);
	for (int i = 0; i < PN; i++)
		per[i] = f[i / 25920 * 30 + i / 720 % 36 * 600 + i / 24 % 30 + i % 24 * 21600];
	job<float>(
		"permute.four_axes", [&] { permute4<<<(PN + 255) / 256, 256>>>(x, o, sh, PN); }, o, PN, same(per));
}
