/* blind8a: an eighth set of kernels that nobody had modelled when they were written. Dense linear algebra: updates,
 * triangular solves, decompositions, many small matrices. */
#include "blind7.h"

__global__ void rank1_plain(const float *a, const float *x, const float *y, float *out, int n, float alpha)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (j < n)
		out[i * n + j] = a[i * n + j] + alpha * x[i] * y[j];
}
__global__ void rank1_float4(const float4 *a, const float *x, const float4 *y, float4 *out, int n4, float alpha)
{ // four rows a thread, the piece of y stays in registers
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	float4 v = y[j];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = blockIdx.y * 4 + k;
		float f = alpha * x[i];
		float4 r = a[i * n4 + j];
		r.x += f * v.x;
		r.y += f * v.y;
		r.z += f * v.z;
		r.w += f * v.w;
		out[i * n4 + j] = r;
	}
}
// L X = B, a right side (a column of B, n columns) a thread
__global__ void rightsides_memory(const float *l, const float *b, float *x, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= n)
		return;
	for (int i = 0; i < m; i++) {
		float s = b[i * n + j];
		for (int k = 0; k < i; k++)
			s -= l[i * m + k] * x[k * n + j];
		x[i * n + j] = s / l[i * m + i];
	}
}
template <int M> __global__ void rightsides_shared(const float *l, const float *b, float *x, int n)
{ // L and the solutions so far in shared memory
	__shared__ float sl[M][M], sx[M][64];
	for (int i = threadIdx.x; i < M * M; i += 64)
		sl[i / M][i % M] = l[i];
	__syncthreads();
	int t = threadIdx.x, j = blockIdx.x * 64 + t;
	for (int i = 0; i < M; i++) {
		float s = b[i * n + j];
		for (int k = 0; k < i; k++)
			s -= sl[i][k] * sx[k][t];
		s /= sl[i][i];
		sx[i][t] = s;
		x[i * n + j] = s;
	}
}
__device__ float block_sum(float v, float *part)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	float s = 0;
	for (int i = 0; i < blockDim.x / 32; i++)
		s += part[i];
	__syncthreads();
	return s;
}
__global__ void gram_schmidt(const float *a, float *q, int cols)
{ // modified; the 256 rows of a column are the threads
	__shared__ float part[8];
	int t = threadIdx.x;
	a += blockIdx.x * 256 * cols;
	q += blockIdx.x * 256 * cols;
	for (int j = 0; j < cols; j++)
		q[j * 256 + t] = a[j * 256 + t];
	for (int j = 0; j < cols; j++) {
		float v = q[j * 256 + t];
		v *= rsqrtf(block_sum(v * v, part));
		q[j * 256 + t] = v;
		for (int k = j + 1; k < cols; k++) {
			float u = q[k * 256 + t];
			u -= v * block_sum(u * v, part);
			q[k * 256 + t] = u;
		}
	}
}
__global__ void householder(const float *a, float *r)
{ // a 32x32 matrix a block: reflections until it is upper triangular; thread (x, y) has column x and every 4th row
	__shared__ float s[32][33], v[32], beta;
	int x = threadIdx.x, y = threadIdx.y;
	a += blockIdx.x * 1024;
	r += blockIdx.x * 1024;
	for (int i = y; i < 32; i += 4)
		s[i][x] = a[i * 32 + x];
	__syncthreads();
	for (int k = 0; k < 31; k++) {
		if (y == 0) {
			float e = x >= k ? s[x][k] : 0, sum = e * e;
			for (int d = 16; d; d /= 2)
				sum += __shfl_xor_sync(~0u, sum, d);
			float head = __shfl_sync(~0u, e, k), alpha = head > 0 ? -sqrtf(sum) : sqrtf(sum);
			v[x] = x == k ? e - alpha : e;
			if (x == 0)
				beta = 1 / (sum - head * alpha);
		}
		__syncthreads();
		float dot = 0;
		for (int i = k; i < 32; i++)
			dot += v[i] * s[i][x];
		dot *= beta;
		__syncthreads();
		for (int i = y; i < 32; i += 4)
			s[i][x] -= dot * v[i];
		__syncthreads();
	}
	for (int i = y; i < 32; i += 4)
		r[i * 32 + x] = i <= x ? s[i][x] : 0;
}
__global__ void eigenvalues(const float *a, float *d, int sweeps)
{ // Jacobi: in each of 15 rounds eight pairs of rows and columns of a 16x16 matrix are turned
	__shared__ float s[16][17], c[8], sn[8];
	__shared__ int p[8], q[8];
	int t = threadIdx.x;
	a += blockIdx.x * 256;
	for (int i = t; i < 256; i += 128)
		s[i / 16][i % 16] = a[i];
	for (int k = 0; k < sweeps * 15; k++) {
		__syncthreads();
		if (t < 8) {
			int r = k % 15, i = t == 0 ? 15 : (r + t) % 15, j = t == 0 ? r : (r + 15 - t) % 15;
			int lo = min(i, j), hi = max(i, j);
			float apq = s[lo][hi], co = 1, si = 0;
			if (fabsf(apq) > 1e-12f) {
				float theta = (s[hi][hi] - s[lo][lo]) / (2 * apq);
				float tn = copysignf(1, theta) / (fabsf(theta) + sqrtf(theta * theta + 1));
				co = 1 / sqrtf(tn * tn + 1);
				si = tn * co;
			}
			p[t] = lo;
			q[t] = hi;
			c[t] = co;
			sn[t] = si;
		}
		__syncthreads();
		int g = t / 16, e = t % 16;
		float u = s[p[g]][e], w = s[q[g]][e];
		s[p[g]][e] = c[g] * u - sn[g] * w;
		s[q[g]][e] = sn[g] * u + c[g] * w;
		__syncthreads();
		u = s[e][p[g]];
		w = s[e][q[g]];
		s[e][p[g]] = c[g] * u - sn[g] * w;
		s[e][q[g]] = sn[g] * u + c[g] * w;
	}
	__syncthreads();
	if (t < 16) { // in order
		float v = s[t][t];
		int rank = 0;
		for (int i = 0; i < 16; i++)
			rank += s[i][i] < v || (s[i][i] == v && i < t);
		d[blockIdx.x * 16 + rank] = v;
	}
}
const int HALF = 16, BAND = 2 * HALF + 1;
__global__ void band_rows(const double *a, const double *x, double *y, int n)
{ // a row's 33 numbers lie together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = 0;
	for (int k = 0; k < BAND; k++) {
		int j = i + k - HALF;
		if (j >= 0 && j < n)
			s += a[i * BAND + k] * x[j];
	}
	y[i] = s;
}
__global__ void band_diagonals(const double *a, const double *x, double *y, int n)
{ // a diagonal's numbers lie together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = 0;
	for (int k = 0; k < BAND; k++) {
		int j = i + k - HALF;
		if (j >= 0 && j < n)
			s += a[k * n + i] * x[j];
	}
	y[i] = s;
}
__global__ void multiply_rows(const float *a, const float *x, float *y, float *square, int n)
{ // a row a warp; the squares of the results are added up
	__shared__ float part[8];
	int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
	float s = 0;
	for (int k = lane; k < n; k += 32)
		s += a[i * n + k] * x[k];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0) {
		y[i] = s;
		part[threadIdx.x / 32] = s * s;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		float q = 0;
		for (int k = 0; k < 8; k++)
			q += part[k];
		atomicAdd(square, q);
	}
}
__global__ void divide_by_norm(const float *y, const float *square, float *x, float *next, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i == 0)
		*next = 0;
	if (i < n)
		x[i] = y[i] / sqrtf(*square);
}
__global__ void gemm_many_block(const float *a, const float *b, float *c)
{ // a 16x16 product a block
	__shared__ float sa[16][16], sb[16][16];
	int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 256 + y * 16 + x;
	sa[y][x] = a[at];
	sb[y][x] = b[at];
	__syncthreads();
	float s = 0;
	for (int k = 0; k < 16; k++)
		s += sa[y][k] * sb[k][x];
	c[at] = s;
}
__global__ void gemm_many_lanes(const float *a, const float *b, float *c)
{ // a warp: half a warp has a row of b, the lane's column of c is in registers
	int lane = threadIdx.x % 32, x = lane % 16, half = lane / 16, m = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	a += m * 256;
	b += m * 256;
	c += m * 256;
	float col[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		col[k] = b[k * 16 + x];
#pragma unroll
	for (int i = 0; i < 8; i++) {
		float mine = a[(2 * i + half) * 16 + x], s = 0;
#pragma unroll
		for (int k = 0; k < 16; k++)
			s += __shfl_sync(~0u, mine, k, 16) * col[k];
		c[(2 * i + half) * 16 + x] = s;
	}
}
__global__ void gemm_many_fours(const float4 *a, const float4 *b, float4 *c)
{ // a product is made by 16 threads, each 4x4 of it, straight from memory
	int t = threadIdx.x % 16, m = blockIdx.x * (blockDim.x / 16) + threadIdx.x / 16, r = t / 4 * 4, q = t % 4;
	float4 s[4] = {};
	for (int k = 0; k < 4; k++) {
		float4 w[4];
		for (int e = 0; e < 4; e++)
			w[e] = b[m * 64 + (k * 4 + e) * 4 + q];
		for (int i = 0; i < 4; i++) {
			float4 v = a[m * 64 + (r + i) * 4 + k];
			s[i].x += v.x * w[0].x + v.y * w[1].x + v.z * w[2].x + v.w * w[3].x;
			s[i].y += v.x * w[0].y + v.y * w[1].y + v.z * w[2].y + v.w * w[3].y;
			s[i].z += v.x * w[0].z + v.y * w[1].z + v.z * w[2].z + v.w * w[3].z;
			s[i].w += v.x * w[0].w + v.y * w[1].w + v.z * w[2].w + v.w * w[3].w;
		}
	}
	for (int i = 0; i < 4; i++)
		c[m * 64 + (r + i) * 4 + q] = s[i];
}
__global__ void small_exp(const float *a, float *out, int n)
{ // the exponential of a 3x3 matrix: halved four times, eight terms, squared four times
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float m[9], r[9], p[9], u[9];
	for (int i = 0; i < 9; i++) {
		m[i] = a[i * n + t] * 0.0625f;
		r[i] = p[i] = i % 4 == 0;
	}
	for (int k = 1; k <= 8; k++) {
		for (int i = 0; i < 9; i++)
			u[i] = (p[i / 3 * 3] * m[i % 3] + p[i / 3 * 3 + 1] * m[3 + i % 3] + p[i / 3 * 3 + 2] * m[6 + i % 3]) / k;
		for (int i = 0; i < 9; i++) {
			p[i] = u[i];
			r[i] += u[i];
		}
	}
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 9; i++)
			u[i] = r[i / 3 * 3] * r[i % 3] + r[i / 3 * 3 + 1] * r[3 + i % 3] + r[i / 3 * 3 + 2] * r[6 + i % 3];
		for (int i = 0; i < 9; i++)
			r[i] = u[i];
	}
	for (int i = 0; i < 9; i++)
		out[i * n + t] = r[i];
}
__global__ void packed_thread(const float *a, const float *x, float *y, int n)
{ // only the lower triangle is stored, row after row
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int j = 0; j <= i; j++)
		s += a[i * (i + 1) / 2 + j] * x[j];
	for (int j = i + 1; j < n; j++)
		s += a[j * (j + 1) / 2 + i] * x[j];
	y[i] = s;
}
__global__ void packed_atomic(const float *a, const float *x, float *y, int n)
{ // each number is read once and goes into two results; a row a block
	__shared__ float part[4];
	int i = blockIdx.x;
	const float *row = a + i * (i + 1) / 2;
	float xi = x[i], s = 0;
	for (int j = threadIdx.x; j <= i; j += blockDim.x) {
		float v = row[j];
		s += v * x[j];
		if (j < i)
			atomicAdd(&y[j], v * xi);
	}
	s = block_sum(s, part);
	if (threadIdx.x == 0)
		atomicAdd(&y[i], s);
}

void rows()
{
	const int R = 1024, C = 2048, M = 64, N = 8192, G = 16;
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w), up(R * C);
	float *a = upload(f), *b = upload(std::vector<float>(f.rbegin(), f.rend())), *o = dev<float>(R * C);
	for (int i = 0; i < R * C; i++)
		up[i] = f[i] + 0.5f * f[i / C] * f[i % C];
	job<float>("rank1.plain", [&] { rank1_plain<<<dim3(C / 32, R / 8), dim3(32, 8)>>>(a, a, a, o, C, 0.5f); }, o, R * C,
		close_to(up));
	job<float>(
		"rank1.float4",
		[&] {
			rank1_float4<<<dim3(C / 4 / 128, R / 4), 128>>>((float4 *)a, a, (float4 *)a, (float4 *)o, C / 4, 0.5f);
		},
		o, R * C, close_to(up));
	std::vector<float> l(M * M), x(M * N);
	for (int i = 0; i < M * M; i++)
		l[i] = i / M == i % M ? 2 + f[i] : (f[i] - 0.5f) / 8;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++) {
			float s = f[i * N + j];
			for (int k = 0; k < i; k++)
				s -= l[i * M + k] * x[k * N + j];
			x[i * N + j] = s / l[i * M + i];
		}
	float *dl = upload(l);
	job<float>("rightsides.memory", [&] { rightsides_memory<<<N / 64, 64>>>(dl, a, o, M, N); }, o, M * N, close_to(x));
	job<float>("rightsides.shared", [&] { rightsides_shared<64><<<N / 64, 64>>>(dl, a, o, N); }, o, M * N, close_to(x));
	auto orthonormal = [&](int many) {
		return [=](const std::vector<float> &v) {
			for (int m = 0; m < many; m++)
				for (int i = 0; i < G; i++)
					for (int j = 0; j <= i; j++) {
						double s = 0;
						for (int k = 0; k < 256; k++)
							s += v[(m * G + i) * 256 + k] * v[(m * G + j) * 256 + k];
						if (!near(s, i == j, 1e-4))
							return false;
					}
			return true;
		};
	};
	job<float>("gramschmidt.one_block", [&] { gram_schmidt<<<1, 256>>>(a, o, G); }, o, 256 * G, orthonormal(1));
	job<float>("gramschmidt.many_blocks", [&] { gram_schmidt<<<300, 256>>>(a, o, G); }, o, 300 * 256 * G, orthonormal(300));
	const int H = 500;
	job<float>("householder.batch32", [&] { householder<<<H, dim3(32, 4)>>>(a, o); }, o, H * 1024,
		[&](const std::vector<float> &r) { // R'R is A'A
			for (int m = 0; m < H; m++)
				for (int i = 0; i < 32; i += 5)
					for (int j = 0; j < 32; j++) {
						double s = 0, q = 0;
						for (int k = 0; k < 32; k++) {
							s += r[m * 1024 + k * 32 + i] * r[m * 1024 + k * 32 + j];
							q += f[m * 1024 + k * 32 + i] * f[m * 1024 + k * 32 + j];
						}
						if (!near(s, q, 1e-3))
							return false;
					}
			return true;
		});
	const int E = 264;
	std::vector<float> sym(E * 256);
	for (int i = 0; i < E * 256; i++) {
		int r = i / 16 % 16, c = i % 16;
		sym[i] = f[i / 256 * 256 + std::min(r, c) * 16 + std::max(r, c)] + (r == c ? r : 0);
	}
	float *ds = upload(sym);
	job<float>("eigenvalues.rounds_of_pairs", [&] { eigenvalues<<<E, 128>>>(ds, o, 6); }, o, E * 16,
		[&](const std::vector<float> &d) { // the sums of the values and of their squares
			for (int m = 0; m < E; m++) {
				double s = 0, q = 0;
				for (int i = 0; i < 256; i++) {
					s -= i % 17 == 0 ? sym[m * 256 + i] : 0;
					q -= (double)sym[m * 256 + i] * sym[m * 256 + i];
				}
				for (int i = 0; i < 16; i++) {
					s += d[m * 16 + i];
					q += (double)d[m * 16 + i] * d[m * 16 + i];
				}
				if (std::fabs(s) > 1e-2 || std::fabs(q) > 0.1)
					return false;
			}
			return true;
		});
	const int B = 50000;
	std::vector<double> row = double_fractions(w, B * BAND), diag(B * BAND), y(B);
	for (int i = 0; i < B * BAND; i++)
		diag[i % BAND * B + i / BAND] = row[i];
	for (int i = 0; i < B; i++)
		for (int k = std::max(0, HALF - i); k < BAND && i + k - HALF < B; k++)
			y[i] += row[i * BAND + k] * row[i + k - HALF];
	double *dr = upload(row), *dd = upload(diag), *dy = dev<double>(B);
	job<double>("band.rows", [&] { band_rows<<<(B + 127) / 128, 128>>>(dr, dr, dy, B); }, dy, B, close_to(y, 1e-9));
	job<double>("band.diagonals", [&] { band_diagonals<<<(B + 127) / 128, 128>>>(dd, dr, dy, B); }, dy, B, close_to(y, 1e-9));
	std::vector<double> v(R, 1);
	for (int k = 0; k < 5; k++) {
		std::vector<double> u(R);
		double q = 0;
		for (int i = 0; i < R; i++) {
			for (int j = 0; j < R; j++)
				u[i] += f[i * R + j] * v[j];
			q += u[i] * u[i];
		}
		for (int i = 0; i < R; i++)
			v[i] = u[i] / std::sqrt(q);
	}
	float *px = dev<float>(R), *py = dev<float>(R), *norm = dev<float>(2);
	float *ones = upload(std::vector<float>(R, 1));
	job<float>(
		"power_iteration.five_steps",
		[&] {
			for (int k = 0; k < 5; k++) {
				multiply_rows<<<R / 8, 256>>>(a, px, py, norm + k % 2, R);
				divide_by_norm<<<R / 256, 256>>>(py, norm + k % 2, px, norm + 1 - k % 2, R);
			}
		},
		px, R, close_to(std::vector<float>(v.begin(), v.end())),
		[&] {
			CHECK(cudaMemcpy(px, ones, R * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(norm, 0, 8));
		});
	const int K = 4096;
	std::vector<float> prod(K * 256);
	for (int i = 0; i < K * 256; i++)
		for (int k = 0; k < 16; k++)
			prod[i] += f[i / 16 * 16 + k] * f[f.size() - 1 - (i / 256 * 256 + k * 16 + i % 16)];
	auto prod_right = close_to(prod);
	job<float>("gemm_many.block_16x16", [&] { gemm_many_block<<<K, dim3(16, 16)>>>(a, b, o); }, o, K * 256, prod_right);
	job<float>("gemm_many.shuffles", [&] { gemm_many_lanes<<<K / 4, 128>>>(a, b, o); }, o, K * 256, prod_right);
	job<float>("gemm_many.four_by_four", [&] { gemm_many_fours<<<K / 8, 128>>>((float4 *)a, (float4 *)b, (float4 *)o); }, o,
		K * 256, prod_right);
	const int X = 100000;
	std::vector<float> ex(X * 9);
	for (int t = 0; t < X; t++) {
		double m[9], r[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, p[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, u[9];
		for (int k = 1; k < 20; k++) {
			for (int i = 0; i < 9; i++) {
				u[i] = 0;
				for (int e = 0; e < 3; e++)
					u[i] += p[i / 3 * 3 + e] * f[(e * 3 + i % 3) * X + t] / k;
			}
			for (int i = 0; i < 9; i++)
				r[i] += p[i] = u[i];
		}
		for (int i = 0; i < 9; i++)
			ex[i * X + t] = r[i];
	}
	job<float>("small_exp.taylor", [&] { small_exp<<<(X + 95) / 96, 96>>>(a, o, X); }, o, X * 9, close_to(ex, 1e-3));
	const int P = 1200;
	std::vector<float> sy(P);
	for (int i = 0; i < P; i++)
		for (int j = 0; j < P; j++)
			sy[i] += f[std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j)] * f[j];
	auto zero = [&] { CHECK(cudaMemset(o, 0, P * 4)); };
	job<float>("packed_symmetric.row_a_thread", [&] { packed_thread<<<(P + 63) / 64, 64>>>(a, a, o, P); }, o, P, close_to(sy));
	job<float>("packed_symmetric.read_once", [&] { packed_atomic<<<P, 128>>>(a, a, o, P); }, o, P, close_to(sy), zero);
}
