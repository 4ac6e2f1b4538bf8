// blind26a: a fresh set of kernels that nobody had modelled when they were written. Dense matrices of a loop suite.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
__global__ void product_cells(const float *a, const float *b, float *c, int n, int m, int k, float alpha, float beta)
{ // c = alpha a b + beta c, a cell a thread, all from memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= m || y >= n)
		return;
	float s = beta == 0 ? 0 : beta * c[y * m + x];
	for (int i = 0; i < k; i++)
		s += alpha * a[y * k + i] * b[i * m + x];
	c[y * m + x] = s;
}
__global__ void product_tiles(const float *a, const float *b, float *c, int n, int m, int k, float alpha, float beta)
{ // the same: tiles of 16, each thread has two rows
	__shared__ float left[32][17], right[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 32 + ty;
	float s = 0, t = 0;
	for (int base = 0; base < k; base += 16) {
		left[ty][tx] = y < n && base + tx < k ? a[y * k + base + tx] : 0;
		left[ty + 16][tx] = y + 16 < n && base + tx < k ? a[(y + 16) * k + base + tx] : 0;
		right[ty][tx] = x < m && base + ty < k ? b[(base + ty) * m + x] : 0;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++) {
			float v = right[i][tx];
			s += left[ty][i] * v;
			t += left[ty + 16][i] * v;
		}
		__syncthreads();
	}
	if (x < m && y < n)
		c[y * m + x] = alpha * s + (beta == 0 ? 0 : beta * c[y * m + x]);
	if (x < m && y + 16 < n)
		c[(y + 16) * m + x] = alpha * t + (beta == 0 ? 0 : beta * c[(y + 16) * m + x]);
}
__global__ void ax_row_thread(const double *a, const double *x, double *out, int n, int m)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double s = 0;
	for (int j = 0; j < m; j++)
		s += a[r * m + j] * x[j];
	out[r] = s;
}
__global__ void aty_column_thread(const double *a, const double *y, double *out, int n, int m)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= m)
		return;
	double s = 0;
	for (int i = 0; i < n; i++)
		s += a[i * m + c] * y[i];
	out[c] = s;
}
__global__ void there_and_back_warp(const double *a, const double *x, double *out, int n, int m)
{ // a row a warp: its product with x, then at once its part of the other product, by atomics
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= n)
		return;
	double s = 0;
	for (int j = lane; j < m; j += 32)
		s += a[r * m + j] * x[j];
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	for (int j = lane; j < m; j += 32)
		atomicAdd(&out[j], a[r * m + j] * s);
}
__global__ void both_sides_fused(const int *a, const int *p, const int *r, int *q, int *s, int n, int m)
{ // q = a p and s = r a in one pass: a block has sixteen rows, a thread keeps its columns' sums
	__shared__ int row_sum[16][8];
	int t = threadIdx.x, first = blockIdx.x * 16, column[4] = {};
	for (int i = 0; i < 16 && first + i < n; i++) {
		int row = first + i, mine = 0, factor = r[row];
#pragma unroll
		for (int k = 0; k < 4; k++) {
			int c = k * 256 + t;
			if (c < m) {
				int v = a[row * m + c];
				mine += v * p[c];
				column[k] += v * factor;
			}
		}
		mine = __reduce_add_sync(~0u, mine);
		if (t % 32 == 0)
			row_sum[i][t / 32] = mine;
	}
	__syncthreads();
	if (t < 16 && first + t < n) {
		int all = 0;
		for (int k = 0; k < 8; k++)
			all += row_sum[t][k];
		q[first + t] = all;
	}
	for (int k = 0; k < 4; k++)
		if (k * 256 + t < m)
			atomicAdd(&s[k * 256 + t], column[k]);
}
__global__ void both_sides_rows(const int *a, const int *p, int *q, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	for (int j = 0; j < m; j += 4) {
		int4 v = *(const int4 *)(a + i * m + j), o = *(const int4 *)(p + j);
		sum += v.x * o.x + v.y * o.y + v.z * o.z + v.w * o.w;
	}
	q[i] = sum;
}
__global__ void both_sides_columns(const int *a, const int *r, int *s, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (j >= m)
		return;
	for (int i = 0; i < n; i++)
		sum += a[i * m + j] * r[i];
	s[j] = sum;
}
__global__ void two_outer(float *a, const float *u1, const float *v1, const float *u2, const float *v2, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		a[y * n + x] += u1[y] * v1[x] + u2[y] * v2[x];
}
__global__ void up_columns(const float *a, const float *y, const float *z, float *x, float beta, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= n)
		return;
	float s = 0;
	for (int i = 0; i < n; i++)
		s += beta * a[i * n + j] * y[i];
	x[j] = s + z[j];
}
__global__ void along_rows(const float *a, const float *x, float *out, float alpha, int n)
{ // a row a block of 64
	__shared__ float two[2];
	float s = 0;
	for (int j = threadIdx.x; j < n; j += 64)
		s += a[blockIdx.x * n + j] * x[j];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		two[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = alpha * (two[0] + two[1]);
}
__global__ void outer_and_columns(float *a, const float *u1, const float *v1, const float *u2, const float *v2,
	const float *y, const float *z, float *x, float beta, int n)
{ // the first two steps at once: a block has 32 columns and walks down with eight rows of threads
	__shared__ float sum[8][33];
	int tx = threadIdx.x, ty = threadIdx.y, j = blockIdx.x * 32 + tx;
	float s = 0;
	if (j < n) {
		float p = v1[j], q = v2[j];
		for (int i = ty; i < n; i += 8) {
			float v = a[i * n + j] + u1[i] * p + u2[i] * q;
			a[i * n + j] = v;
			s += v * y[i];
		}
	}
	sum[ty][tx] = s;
	__syncthreads();
	if (ty == 0 && j < n) {
		for (int k = 1; k < 8; k++)
			s += sum[k][tx];
		x[j] = beta * s + z[j];
	}
}
__global__ void rank_k_naive(const float *a, float *c, int n, int k)
{ // the lower half of a times a turned; threads of the upper half leave
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (y >= n || x > y)
		return;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[y * k + i] * a[x * k + i];
	c[y * n + x] = s;
}
__global__ void rank_k_triangle(const float *a, float *c, int n, int k)
{ // only tiles of the lower half get a block
	__shared__ float p[16][17], q[16][17];
	int by = (int)((sqrtf(8.0f * blockIdx.x + 1) - 1) / 2);
	while ((by + 1) * (by + 2) / 2 <= blockIdx.x)
		by++;
	int bx = blockIdx.x - by * (by + 1) / 2, tx = threadIdx.x, ty = threadIdx.y;
	float s = 0;
	for (int base = 0; base < k; base += 16) {
		p[ty][tx] = a[(by * 16 + ty) * k + base + tx];
		q[ty][tx] = a[(bx * 16 + ty) * k + base + tx];
		__syncthreads();
		for (int i = 0; i < 16; i++)
			s += p[ty][i] * q[tx][i];
		__syncthreads();
	}
	if (bx * 16 + tx <= by * 16 + ty)
		c[(by * 16 + ty) * n + bx * 16 + tx] = s;
}
__global__ void rank_two_k(const double *a, const double *b, double *c, int n, int k)
{ // a b' + b a', both turned inputs as columns, so that lanes read neighbours
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
	double s = 0;
	if (x >= n || y >= n)
		return;
#pragma unroll 4
	for (int i = 0; i < k; i++)
		s += a[i * n + y] * b[i * n + x] + b[i * n + y] * a[i * n + x];
	c[y * n + x] = s;
}
__global__ void middles(double *data, int n, int m)
{ // a column a block of 128: its mean goes off
	__shared__ double s[128];
	int t = threadIdx.x, j = blockIdx.x;
	double mine = 0;
	for (int i = t; i < n; i += 128)
		mine += data[i * m + j];
	s[t] = mine;
	for (int d = 64; d; d /= 2) {
		__syncthreads();
		if (t < d)
			s[t] += s[t + d];
	}
	__syncthreads();
	double mean = s[0] / n;
	for (int i = t; i < n; i += 128)
		data[i * m + j] -= mean;
}
__global__ void go_together_thread(const double *data, double *out, int n, int m)
{ // a column a thread against all later ones, as the suite has it
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= m)
		return;
	for (int k = j; k < m; k++) {
		double s = 0;
		for (int i = 0; i < n; i++)
			s += data[i * m + j] * data[i * m + k];
		out[j * m + k] = out[k * m + j] = s / (n - 1);
	}
}
__global__ void go_together_pairs(const double *data, double *out, int n, int m)
{ // a pair of columns a warp
	int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, j = pair / m, k = pair % m;
	if (j >= m || k < j)
		return;
	double s = 0;
	for (int i = lane; i < n; i += 32)
		s += data[i * m + j] * data[i * m + k];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		out[j * m + k] = out[k * m + j] = s / (n - 1);
}
static const int TALL = 512, THIN = 24;
__global__ void upright_block(float *a, float *r)
{ // Gram and Schmidt on one block: a is 24 columns of 512 numbers, a column at a time; a warp does each later column
	__shared__ float part[16], length;
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	for (int k = 0; k < THIN; k++) {
		float v = a[k * TALL + t], s = v * v;
		for (int d = 16; d; d /= 2)
			s += __shfl_down_sync(~0u, s, d);
		if (lane == 0)
			part[warp] = s;
		__syncthreads();
		if (t == 0) {
			float all = 0;
			for (int i = 0; i < 16; i++)
				all += part[i];
			r[k * THIN + k] = length = sqrtf(all);
		}
		__syncthreads();
		a[k * TALL + t] = v / length;
		__syncthreads();
		for (int j = k + 1 + warp; j < THIN; j += 16) {
			float dot = 0;
			for (int i = lane; i < TALL; i += 32)
				dot += a[k * TALL + i] * a[j * TALL + i];
			for (int d = 16; d; d /= 2)
				dot += __shfl_xor_sync(~0u, dot, d);
			for (int i = lane; i < TALL; i += 32)
				a[j * TALL + i] -= a[k * TALL + i] * dot;
			if (lane == 0)
				r[k * THIN + j] = dot;
		}
		__syncthreads();
	}
}
static const int SIDE = 128, B = 16;
__global__ void factor_corner(double *m, int at)
{
	__shared__ double s[B][B + 1];
	int t = threadIdx.x;
	for (int i = 0; i < B; i++)
		s[i][t] = m[(at + i) * SIDE + at + t];
	__syncwarp(0xffff);
	for (int i = 0; i < B - 1; i++) {
		if (t > i) {
			double f = s[t][i] / s[i][i];
			s[t][i] = f;
			for (int j = i + 1; j < B; j++)
				s[t][j] -= f * s[i][j];
		}
		__syncwarp(0xffff);
	}
	for (int i = 0; i < B; i++)
		m[(at + i) * SIDE + at + t] = s[i][t];
}
__global__ void factor_edges(double *m, int at)
{ // half of the threads a tile to the right, the others one below
	__shared__ double corner[B][B + 1];
	int t = threadIdx.x % B, tile = at + (blockIdx.x + 1) * B;
	for (int i = threadIdx.x / B; i < B; i += 2)
		corner[i][t] = m[(at + i) * SIDE + at + t];
	__syncwarp();
	double v[B];
	if (threadIdx.x < B) {
		for (int i = 0; i < B; i++)
			v[i] = m[(at + i) * SIDE + tile + t];
		for (int i = 1; i < B; i++)
			for (int j = 0; j < i; j++)
				v[i] -= corner[i][j] * v[j];
		for (int i = 0; i < B; i++)
			m[(at + i) * SIDE + tile + t] = v[i];
	} else {
		for (int i = 0; i < B; i++)
			v[i] = m[(tile + t) * SIDE + at + i];
		for (int i = 0; i < B; i++) {
			for (int j = 0; j < i; j++)
				v[i] -= v[j] * corner[j][i];
			v[i] /= corner[i][i];
		}
		for (int i = 0; i < B; i++)
			m[(tile + t) * SIDE + at + i] = v[i];
	}
}
__global__ void factor_inside(double *m, int at)
{
	__shared__ double l[B][B], u[B][B];
	int tx = threadIdx.x, ty = threadIdx.y, x = at + (blockIdx.x + 1) * B + tx, y = at + (blockIdx.y + 1) * B + ty;
	l[ty][tx] = m[y * SIDE + at + tx];
	u[ty][tx] = m[(at + ty) * SIDE + x];
	__syncthreads();
	double s = 0;
	for (int k = 0; k < B; k++)
		s += l[ty][k] * u[k][tx];
	m[y * SIDE + x] -= s;
}
static void products(const std::vector<float> &f)
{
	const int N = 150, M = 140, K = 96;
	std::vector<float> a(f.begin(), f.begin() + N * K), b(f.begin() + 50000, f.begin() + 50000 + K * M),
		c(f.begin() + 90000, f.begin() + 90000 + M * N), d0(f.begin() + 200000, f.begin() + 200000 + N * N),
		t(N * M), want(N * N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < K; k++)
			for (int j = 0; j < M; j++)
				t[i * M + j] += 0.5f * a[i * K + k] * b[k * M + j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			want[i * N + j] = d0[i * N + j] * 1.25f;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < M; k++)
			for (int j = 0; j < N; j++)
				want[i * N + j] += t[i * M + k] * c[k * N + j];
	float *da = upload(a), *db = upload(b), *dc = upload(c), *dd = upload(d0), *dt = dev<float>(N * M),
	      *o = dev<float>(N * N);
	auto fill = [&] { CHECK(cudaMemcpy(o, dd, N * N * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"chain_of_two.cell_a_thread",
		[&] {
			product_cells<<<dim3(up(M, 32), up(N, 8)), dim3(32, 8)>>>(da, db, dt, N, M, K, 0.5f, 0);
			product_cells<<<dim3(up(N, 32), up(N, 8)), dim3(32, 8)>>>(dt, dc, o, N, N, M, 1, 1.25f);
		},
		o, N * N, close_to(want, 1e-4), fill);
	job<float>(
		"chain_of_two.tiles_two_rows",
		[&] {
			product_tiles<<<dim3(up(M, 16), up(N, 32)), dim3(16, 16)>>>(da, db, dt, N, M, K, 0.5f, 0);
			product_tiles<<<dim3(up(N, 16), up(N, 32)), dim3(16, 16)>>>(dt, dc, o, N, N, M, 1, 1.25f);
		},
		o, N * N, close_to(want, 1e-4), fill);
}
static void vectors(const std::vector<unsigned> &w)
{
	const int N = 900, M = 1000;
	std::vector<double> a(N * M), x(M), y(N), want(M);
	std::vector<int> ia(N * M), p(M), r(N), q(N), s(M);
	for (int i = 0; i < N * M; i++)
		a[i] = (int)(w[i] % 64) - 20, ia[i] = (int)(w[i] % 2000) - 900;
	for (int i = 0; i < M; i++)
		x[i] = w[i + 11] % 50, p[i] = w[i + 9] % 600;
	for (int i = 0; i < N; i++)
		r[i] = w[i + 77] % 333;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			y[i] += a[i * M + j] * x[j];
			q[i] += ia[i * M + j] * p[j], s[j] += ia[i * M + j] * r[i];
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			want[j] += a[i * M + j] * y[i];
	double *da = upload(a), *dx = upload(x), *dy = dev<double>(N), *o = dev<double>(M);
	job<double>(
		"there_and_back.row_then_column_a_thread",
		[&] {
			ax_row_thread<<<up(N, 64), 64>>>(da, dx, dy, N, M);
			aty_column_thread<<<up(M, 64), 64>>>(da, dy, o, N, M);
		},
		o, M, same(want));
	job<double>(
		"there_and_back.row_a_warp_atomics", [&] { there_and_back_warp<<<up(N, 4), 128>>>(da, dx, o, N, M); },
		o, M, same(want), [&] { CHECK(cudaMemset(o, 0, M * 8)); });
	std::vector<int> both(q);
	both.insert(both.end(), s.begin(), s.end());
	int *di = upload(ia), *dp = upload(p), *dr = upload(r), *dq = dev<int>(N + M);
	job<int>(
		"both_sides.one_launch_each",
		[&] {
			both_sides_rows<<<up(N, 256), 256>>>(di, dp, dq, N, M);
			both_sides_columns<<<up(M, 256), 256>>>(di, dr, dq + N, N, M);
		},
		dq, N + M, same(both));
	job<int>(
		"both_sides.one_pass", [&] { both_sides_fused<<<up(N, 16), 256>>>(di, dp, dr, dq, dq + N, N, M); }, dq,
		N + M, same(both), [&] { CHECK(cudaMemset(dq, 0, (N + M) * 4)); });
}
static void updates(const std::vector<float> &f)
{
	const int N = 800;
	std::vector<float> a0(f.begin(), f.begin() + N * N), a(a0), v[6], x(N), want(N);
	for (int k = 0; k < 6; k++)
		v[k].assign(f.begin() + N * N + k * N, f.begin() + N * N + k * N + N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i * N + j] += v[0][i] * v[1][j] + v[2][i] * v[3][j];
			x[j] += 0.01f * a[i * N + j] * v[4][i];
		}
	for (int i = 0; i < N; i++)
		x[i] += v[5][i];
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < N; j++)
			s += a[i * N + j] * x[j];
		want[i] = 0.125 * s;
	}
	float *first = upload(a0), *da = dev<float>(N * N), *d[6], *dx = dev<float>(N), *o = dev<float>(N);
	for (int k = 0; k < 6; k++)
		d[k] = upload(v[k]);
	auto fill = [&] { CHECK(cudaMemcpy(da, first, N * N * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"two_outer_products.step_by_step",
		[&] {
			two_outer<<<dim3(up(N, 64), up(N, 4)), dim3(64, 4)>>>(da, d[0], d[1], d[2], d[3], N);
			up_columns<<<up(N, 128), 128>>>(da, d[4], d[5], dx, 0.01f, N);
			along_rows<<<N, 64>>>(da, dx, o, 0.125f, N);
		},
		o, N, close_to(want, 1e-3), fill);
	job<float>(
		"two_outer_products.first_two_at_once",
		[&] {
			outer_and_columns<<<up(N, 32), dim3(32, 8)>>>(
				da, d[0], d[1], d[2], d[3], d[4], d[5], dx, 0.01f, N);
			along_rows<<<N, 64>>>(da, dx, o, 0.125f, N);
		},
		o, N, close_to(want, 1e-3), fill);
}
static void ranks(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 192, K = 96;
	std::vector<float> a(f.begin() + 3, f.begin() + 3 + N * K), want(N * N);
	for (int y = 0; y < N; y++)
		for (int x = 0; x <= y; x++)
			for (int k = 0; k < K; k++)
				want[y * N + x] += a[y * K + k] * a[x * K + k];
	float *da = upload(a), *o = dev<float>(N * N);
	job<float>(
		"lower_half.naive", [&] { rank_k_naive<<<dim3(up(N, 32), up(N, 4)), dim3(32, 4)>>>(da, o, N, K); }, o,
		N * N, close_to(want));
	job<float>(
		"lower_half.tiles_of_the_half_only",
		[&] { rank_k_triangle<<<(N / 16) * (N / 16 + 1) / 2, dim3(16, 16)>>>(da, o, N, K); }, o, N * N,
		close_to(want));
	const int M = 180, L = 60;
	std::vector<double> p = double_fractions(w, M * L), q(p.rbegin(), p.rend()), both(M * M);
	for (int k = 0; k < L; k++)
		for (int y = 0; y < M; y++)
			for (int x = 0; x < M; x++)
				both[y * M + x] += p[k * M + y] * q[k * M + x] + q[k * M + y] * p[k * M + x];
	double *dp = upload(p), *dq = upload(q), *od = dev<double>(M * M);
	job<double>(
		"rank_two_k.double_columns",
		[&] { rank_two_k<<<dim3(up(M, 32), up(M, 4)), dim3(32, 4)>>>(dp, dq, od, M, L); }, od, M * M,
		close_to(both, 1e-12));
	const int ROWS = 300, COLS = 90;
	std::vector<double> data(w.begin() + 5, w.begin() + 5 + ROWS * COLS), mean(COLS), want2(COLS * COLS);
	for (auto &v : data)
		v *= 1e-9;
	for (int i = 0; i < ROWS * COLS; i++)
		mean[i % COLS] += data[i] / ROWS;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLS; j++)
			for (int k = 0; k < COLS; k++)
				want2[j * COLS + k] +=
					(data[i * COLS + j] - mean[j]) * (data[i * COLS + k] - mean[k]) / (ROWS - 1);
	double *first = upload(data), *dd = dev<double>(ROWS * COLS), *oc = dev<double>(COLS * COLS);
	auto fill = [&] { CHECK(cudaMemcpy(dd, first, ROWS * COLS * 8, cudaMemcpyDeviceToDevice)); };
	job<double>(
		"columns_go_together.column_a_thread",
		[&] {
			middles<<<COLS, 128>>>(dd, ROWS, COLS);
			go_together_thread<<<up(COLS, 32), 32>>>(dd, oc, ROWS, COLS);
		},
		oc, COLS * COLS, close_to(want2, 1e-10), fill);
	job<double>(
		"columns_go_together.pair_a_warp",
		[&] {
			middles<<<COLS, 128>>>(dd, ROWS, COLS);
			go_together_pairs<<<up(COLS * COLS, 8), 256>>>(dd, oc, ROWS, COLS);
		},
		oc, COLS * COLS, close_to(want2, 1e-10), fill);
}
static void factors(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	std::vector<float> a(f.begin() + 100, f.begin() + 100 + TALL * THIN);
	float *first = upload(a), *da = dev<float>(TALL * THIN), *dr = dev<float>(THIN * THIN);
	std::vector<float> q(a), r(THIN * THIN);
	for (int k = 0; k < THIN; k++) {
		double s = 0;
		for (int i = 0; i < TALL; i++)
			s += q[k * TALL + i] * q[k * TALL + i];
		r[k * THIN + k] = sqrt(s);
		for (int i = 0; i < TALL; i++)
			q[k * TALL + i] /= r[k * THIN + k];
		for (int j = k + 1; j < THIN; j++) {
			double dot = 0;
			for (int i = 0; i < TALL; i++)
				dot += q[k * TALL + i] * q[j * TALL + i];
			r[k * THIN + j] = dot;
			for (int i = 0; i < TALL; i++)
				q[j * TALL + i] -= q[k * TALL + i] * (float)dot;
		}
	}
	job<float>(
		"made_upright.one_block", [&] { upright_block<<<1, TALL>>>(da, dr); }, dr, THIN * THIN,
		close_to(r, 2e-3), [&] { CHECK(cudaMemcpy(da, first, TALL * THIN * 4, cudaMemcpyDeviceToDevice)); });
	std::vector<double> m = double_fractions(w, SIDE * SIDE), lu;
	for (int i = 0; i < SIDE; i++)
		m[i * SIDE + i] += SIDE;
	lu = m;
	for (int k = 0; k < SIDE; k++)
		for (int i = k + 1; i < SIDE; i++) {
			double l = lu[i * SIDE + k] /= lu[k * SIDE + k];
			for (int j = k + 1; j < SIDE; j++)
				lu[i * SIDE + j] -= l * lu[k * SIDE + j];
		}
	double *dm = upload(m), *o = dev<double>(SIDE * SIDE);
	job<double>(
		"lower_and_upper.corner_edges_inside",
		[&] {
			for (int at = 0; at < SIDE; at += B) {
				int rest = (SIDE - at) / B - 1;
				factor_corner<<<1, B>>>(o, at);
				if (rest) {
					factor_edges<<<rest, 2 * B>>>(o, at);
					factor_inside<<<dim3(rest, rest), dim3(B, B)>>>(o, at);
				}
			}
		},
		o, SIDE * SIDE, close_to(lu, 1e-9),
		[&] { CHECK(cudaMemcpy(o, dm, SIDE * SIDE * 8, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	products(f);
	vectors(w);
	updates(f);
	ranks(w, f);
	factors(w, f);
}
