// blind4b: a fourth set of kernels that nobody had modelled when they were written. Matrices, systems of equations,
// grids.
#include "probe.h"
typedef unsigned char byte;

__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	return v;
}
__device__ float block_sum(float v)
{ // valid in thread 0
	__shared__ float part[32];
	v = warp_sum(v);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32)
		v = warp_sum(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
	return v;
}
// ---- matrix times matrix, n by n
__global__ void mm_wrong_way(const float *a, const float *b, float *c, int n)
{ // neighbours in a warp have neighbouring rows
	int r = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= n || q >= n)
		return;
	float v = 0;
	for (int k = 0; k < n; k++)
		v += a[r * n + k] * b[k * n + q];
	c[r * n + q] = v;
}
template <class T> __global__ void mm_naive(const T *a, const T *b, T *c, int n)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= n || q >= n)
		return;
	T v = 0;
	for (int k = 0; k < n; k++)
		v += a[r * n + k] * b[k * n + q];
	c[r * n + q] = v;
}
__global__ void mm_in_memory(const float *a, const float *b, float *c, int n)
{ // the sum is kept in the result itself
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	c[r * n + q] = 0;
	for (int k = 0; k < n; k++)
		c[r * n + q] += a[r * n + k] * b[k * n + q];
}
template <int T> __global__ void mm_tile(const float *a, const float *b, float *c, int n)
{
	__shared__ float sa[T][T], sb[T][T];
	int x = threadIdx.x, y = threadIdx.y, q = blockIdx.x * T + x, r = blockIdx.y * T + y;
	float v = 0;
	for (int t = 0; t < n / T; t++) {
		sa[y][x] = a[r * n + t * T + x];
		sb[y][x] = b[(t * T + y) * n + q];
		__syncthreads();
		for (int k = 0; k < T; k++)
			v += sa[y][k] * sb[k][x];
		__syncthreads();
	}
	c[r * n + q] = v;
}
__global__ void mm_four_rows(const float *a, const float *b, float *c, int n)
{ // 32 by 8 threads, a tile of 32 by 32, four results each
	__shared__ float sa[32][32], sb[32][32];
	int x = threadIdx.x, y = threadIdx.y, q = blockIdx.x * 32 + x, r = blockIdx.y * 32;
	float v[4] = { 0, 0, 0, 0 };
	for (int t = 0; t < n; t += 32) {
		for (int j = y; j < 32; j += 8) {
			sa[j][x] = a[(r + j) * n + t + x];
			sb[j][x] = b[(t + j) * n + q];
		}
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 32; k++) {
			float w = sb[k][x];
			for (int j = 0; j < 4; j++)
				v[j] += sa[y + 8 * j][k] * w;
		}
		__syncthreads();
	}
	for (int j = 0; j < 4; j++)
		c[(r + y + 8 * j) * n + q] = v[j];
}
__global__ void mm_four_by_four(const float *a, const float *b, float *c, int n)
{ // 16 by 16 threads, a tile of 64 by 64, float4
	__shared__ float sa[16][64], sb[16][64];
	int x = threadIdx.x % 16, y = threadIdx.x / 16, q = blockIdx.x * 64, r = blockIdx.y * 64;
	float v[4][4] = {};
	for (int t = 0; t < n; t += 16) {
		float4 p = *(const float4 *)&a[(r + threadIdx.x / 4) * n + t + threadIdx.x % 4 * 4];
		int k = threadIdx.x % 4 * 4, j = threadIdx.x / 4;
		sa[k][j] = p.x;
		sa[k + 1][j] = p.y;
		sa[k + 2][j] = p.z;
		sa[k + 3][j] = p.w;
		*(float4 *)&sb[y][x * 4] = *(const float4 *)&b[(t + y) * n + q + x * 4];
		__syncthreads();
#pragma unroll
		for (k = 0; k < 16; k++) {
			float4 f = *(float4 *)&sa[k][y * 4], g = *(float4 *)&sb[k][x * 4];
			float fs[4] = { f.x, f.y, f.z, f.w }, gs[4] = { g.x, g.y, g.z, g.w };
			for (int u = 0; u < 4; u++)
				for (int w = 0; w < 4; w++)
					v[u][w] += fs[u] * gs[w];
		}
		__syncthreads();
	}
	for (int u = 0; u < 4; u++)
		*(float4 *)&c[(r + y * 4 + u) * n + q + x * 4] = make_float4(v[u][0], v[u][1], v[u][2], v[u][3]);
}
__global__ void mm_complex(const float2 *a, const float2 *b, float2 *c, int n)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	float2 v = make_float2(0, 0);
	for (int k = 0; k < n; k++) {
		float2 x = a[r * n + k], y = b[k * n + q];
		v.x += x.x * y.x - x.y * y.y;
		v.y += x.x * y.y + x.y * y.x;
	}
	c[r * n + q] = v;
}
__global__ void mm_upper(const float *a, const float *b, float *c, int n)
{ // two upper triangles: the lengths differ
	int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (q < r)
		return;
	float v = 0;
	for (int k = r; k <= q; k++)
		v += a[r * n + k] * b[k * n + q];
	c[r * n + q] = v;
}
// ---- matrix and vector
__global__ void mv_thread(const float *m, const float *x, float *y, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float v = 0;
	for (int c = 0; c < cols; c++)
		v += m[r * cols + c] * x[c];
	y[r] = v;
}
__global__ void mv_columns(const float *m, const float *x, float *y, int rows, int cols)
{ // the matrix lies column by column
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float v = 0;
	for (int c = 0; c < cols; c++)
		v += m[c * rows + r] * x[c];
	y[r] = v;
}
__global__ void mv_warp(const float *m, const float *x, float *y, int rows, int cols)
{
	int r = blockIdx.x * blockDim.y + threadIdx.y;
	if (r >= rows)
		return;
	float v = 0;
	for (int c = threadIdx.x; c < cols; c += 32)
		v += m[r * cols + c] * x[c];
	v = warp_sum(v);
	if (threadIdx.x == 0)
		y[r] = v;
}
__global__ void mv_block(const float4 *m, const float4 *x, float *y, int cols4)
{
	float v = 0;
	for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
		float4 a = m[blockIdx.x * cols4 + c], b = x[c];
		v += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	}
	v = block_sum(v);
	if (threadIdx.x == 0)
		y[blockIdx.x] = v;
}
__global__ void mv_atomic(const float *m, const float *x, float *y, int cols)
{ // a product a thread, and everybody adds to the row
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
	if (c < cols)
		atomicAdd(&y[r], m[r * cols + c] * x[c]);
}
// ---- sparse matrix times vector
__global__ void sp_thread(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float v = 0;
	for (int k = start[r]; k < start[r + 1]; k++)
		v += val[k] * x[col[k]];
	y[r] = v;
}
template <int W>
__global__ void sp_lanes(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // W lanes a row
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / W, lane = threadIdx.x % W;
	float v = 0;
	if (r < n)
		for (int k = start[r] + lane; k < start[r + 1]; k += W)
			v += val[k] * __ldg(&x[col[k]]);
	for (int d = W / 2; d > 0; d /= 2)
		v += __shfl_down_sync(~0u, v, d, W);
	if (r < n && lane == 0)
		y[r] = v;
}
template <bool BY_ROW>
__global__ void sp_ell(const int *col, const float *val, const float *x, float *y, int n, int width)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float v = 0;
	for (int k = 0; k < width; k++) {
		int at = BY_ROW ? r * width + k : k * n + r;
		if (col[at] >= 0)
			v += val[at] * x[col[at]];
	}
	y[r] = v;
}
__global__ void sp_diagonals(const float *val, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	const int off[7] = { -300, -17, -1, 0, 1, 17, 300 };
	float v = 0;
#pragma unroll
	for (int k = 0; k < 7; k++) {
		int c = r + off[k];
		if (c >= 0 && c < n)
			v += val[k * n + r] * x[c];
	}
	y[r] = v;
}
// ---- heat in three dimensions
__global__ void heat3_plain(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	int i = (z * n + y) * n + x;
	if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
		b[i] = a[i] +
			0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n] - 6 * a[i]);
}
__global__ void heat3_z_first(const float *a, float *b, int n)
{ // the threads of a warp stand one above the other
	int z = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.z;
	int i = (z * n + y) * n + x;
	if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
		b[i] = a[i] +
			0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n] - 6 * a[i]);
}
__global__ void heat3_column(const float *a, float *b, int n)
{ // a plane of tiles walks up, the middle in shared memory
	__shared__ float s[10][34];
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + threadIdx.x,
	    y = blockIdx.y * 8 + threadIdx.y;
	int i = y * n + x;
	float under = a[i], here = a[i + n * n];
	for (int z = 1; z < n - 1; z++) {
		i += n * n;
		float over = a[i + n * n];
		s[ty][tx] = here;
		if (tx == 1)
			s[ty][0] = x > 0 ? a[i - 1] : 0;
		if (tx == 32)
			s[ty][33] = x < n - 1 ? a[i + 1] : 0;
		if (ty == 1)
			s[0][tx] = y > 0 ? a[i - n] : 0;
		if (ty == 8)
			s[9][tx] = y < n - 1 ? a[i + n] : 0;
		__syncthreads();
		b[i] = here +
			0.1f *
				(s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + under + over -
					6 * here);
		__syncthreads();
		under = here;
		here = over;
	}
}
// ---- heat in two dimensions, double
__global__ void heat2_double(const double *a, double *b, int w, int h)
{
	for (int y = blockIdx.y * blockDim.y + threadIdx.y + 1; y < h - 1; y += gridDim.y * blockDim.y)
		for (int x = blockIdx.x * blockDim.x + threadIdx.x + 1; x < w - 1; x += gridDim.x * blockDim.x)
			b[y * w + x] =
				0.25 * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}
__global__ void heat2_many_steps(const float *a, float *b, int w, int steps)
{ // several steps inside a block, the border shrinks
	__shared__ float s[2][32][33];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * (32 - 2 * steps) + tx,
	    y = blockIdx.y * (32 - 2 * steps) + ty;
	s[0][ty][tx] = s[1][ty][tx] = a[y * w + x];
	__syncthreads();
	int from = 0;
	for (int k = 1; k <= steps; k++) {
		if (tx >= k && ty >= k && tx < 32 - k && ty < 32 - k)
			s[1 - from][ty][tx] = 0.2f *
				(s[from][ty][tx] + s[from][ty - 1][tx] + s[from][ty + 1][tx] + s[from][ty][tx - 1] +
					s[from][ty][tx + 1]);
		__syncthreads();
		from = 1 - from;
	}
	if (tx >= steps && ty >= steps && tx < 32 - steps && ty < 32 - steps)
		b[y * w + x] = s[from][ty][tx];
}
// ---- systems of equations
template <int N> __global__ void cholesky_thread(const float *in, float *out, int many)
{ // a small matrix a thread, in local memory
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= many)
		return;
	float a[N][N];
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++)
			a[i][j] = in[(m * N + i) * N + j] + (i == j ? N : 0);
	for (int j = 0; j < N; j++) {
		for (int k = 0; k < j; k++)
			for (int i = j; i < N; i++)
				a[i][j] -= a[i][k] * a[j][k];
		float r = rsqrtf(a[j][j]);
		for (int i = j; i < N; i++)
			a[i][j] *= r;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++)
			out[(m * N + i) * N + j] = a[i][j];
}
__global__ void cholesky_shared(const float *in, float *out, int n)
{ // a matrix a block, a row a thread
	extern __shared__ float s[];
	int t = threadIdx.x;
	for (int j = 0; j < n; j++)
		s[j * (n + 1) + t] = in[blockIdx.x * n * n + j * n + t] + (j == t ? n : 0);
	__syncthreads();
	for (int j = 0; j < n; j++) {
		float root = sqrtf(s[j * (n + 1) + j]), mine = 0;
		__syncthreads();
		if (t >= j)
			mine = s[t * (n + 1) + j] = s[t * (n + 1) + j] / root;
		__syncthreads();
		for (int k = j + 1; k <= t; k++)
			s[t * (n + 1) + k] -= mine * s[k * (n + 1) + j];
		__syncthreads();
	}
	for (int j = 0; j < n; j++)
		out[blockIdx.x * n * n + j * n + t] = j >= t ? s[j * (n + 1) + t] : 0;
}
__global__ void lu_one_block(const float *in, float *a, int n)
{ // without pivots, in global memory
	for (int k = threadIdx.x; k < n * n; k += blockDim.x)
		a[k] = in[k] + (k / n == k % n ? n : 0);
	__syncthreads();
	for (int k = 0; k < n - 1; k++) {
		for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
			a[i * n + k] /= a[k * n + k];
		__syncthreads();
		int left = n - k - 1;
		for (int e = threadIdx.x; e < left * left; e += blockDim.x) {
			int i = k + 1 + e / left, j = k + 1 + e % left;
			a[i * n + j] -= a[i * n + k] * a[k * n + j];
		}
		__syncthreads();
	}
}
__global__ void lu_update(const float *pivot_row, const float *factor, float *a, int n)
{ // one step for a large matrix
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n)
		a[i * n + j] -= factor[i] * pivot_row[j];
}
__global__ void invert3_rows(const float *in, float *out, int many)
{ // nine numbers side by side
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= many)
		return;
	const float *a = in + m * 9;
	float *b = out + m * 9;
	float d = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
		a[2] * (a[3] * a[7] - a[4] * a[6]);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			int p = (j + 1) % 3, q = (j + 2) % 3, r = (i + 1) % 3, s = (i + 2) % 3;
			b[i * 3 + j] = (a[p * 3 + r] * a[q * 3 + s] - a[p * 3 + s] * a[q * 3 + r]) / (d + 1e-6f);
		}
}
__global__ void invert3_planes(const float *__restrict__ in, float *__restrict__ out, int many)
{ // each of the nine has its own array
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= many)
		return;
	float a[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		a[k] = in[k * many + m];
	float d = 1 /
		(a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
			a[2] * (a[3] * a[7] - a[4] * a[6]) + 1e-6f);
#pragma unroll
	for (int i = 0; i < 3; i++)
#pragma unroll
		for (int j = 0; j < 3; j++) {
			int p = (j + 1) % 3, q = (j + 2) % 3, r = (i + 1) % 3, s = (i + 2) % 3;
			out[(i * 3 + j) * many + m] = (a[p * 3 + r] * a[q * 3 + s] - a[p * 3 + s] * a[q * 3 + r]) * d;
		}
}
__global__ void cyclic_reduction(const float *in, float *out)
{ // a tridiagonal system a block, all rows at once, distances that double
	__shared__ float a[512], b[512], c[512], d[512];
	int t = threadIdx.x, n = blockDim.x;
	a[t] = t ? -in[t] : 0;
	b[t] = 3;
	c[t] = t < n - 1 ? -in[n + t] : 0;
	d[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (int s = 1; s < n; s *= 2) {
		float l = t >= s ? a[t] / b[t - s] : 0, r = t + s < n ? c[t] / b[t + s] : 0;
		float na = t >= s ? -a[t - s] * l : 0, nc = t + s < n ? -c[t + s] * r : 0;
		float nb = b[t] - (t >= s ? c[t - s] * l : 0) - (t + s < n ? a[t + s] * r : 0);
		float nd = d[t] - (t >= s ? d[t - s] * l : 0) - (t + s < n ? d[t + s] * r : 0);
		__syncthreads();
		a[t] = na;
		b[t] = nb;
		c[t] = nc;
		d[t] = nd;
		__syncthreads();
	}
	out[blockIdx.x * n + t] = d[t] / b[t];
}
__global__ void back_substitution(const float *u, const float *b, float *x, int n)
{ // one triangle, one block: a barrier for every unknown
	extern __shared__ float right[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		right[i] = b[i];
	__syncthreads();
	for (int k = n - 1; k >= 0; k--) {
		float v = right[k] / (u[k * n + k] + n);
		for (int i = threadIdx.x; i < k; i += blockDim.x)
			right[i] -= u[k * n + i] * v;
		if (threadIdx.x == 0)
			x[k] = v;
		__syncthreads();
	}
}
__global__ void seidel_diagonals(float *a, int n)
{ // true Gauss and Seidel in one block: diagonal by diagonal
	for (int s = 2; s <= 2 * n - 4; s++) {
		for (int y = 1 + threadIdx.x; y < n - 1; y += blockDim.x) {
			int x = s - y;
			if (x >= 1 && x < n - 1)
				a[y * n + x] = 0.25f *
					(a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
		}
		__syncthreads();
	}
}
__global__ void rotate_rows(float *a, const float *angle, int n)
{ // a rotation for every pair of rows
	float s, c;
	sincosf(angle[blockIdx.x], &s, &c);
	float *p = a + blockIdx.x * 2 * n, *q = p + n;
	for (int k = threadIdx.x; k < n; k += blockDim.x) {
		float u = p[k], v = q[k];
		p[k] = c * u - s * v;
		q[k] = s * u + c * v;
	}
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	const int R = 20000;
	std::vector<int> start(R + 1), even(R + 1), col(M);
	for (int i = 0; i < R; i++) { // most rows are short, some are long
		start[i + 1] = start[i] + (w[i] % 50 ? 4 + w[i] % 16 : 200 + w[i] % 300);
		even[i + 1] = even[i] + 24;
	}
	for (int i = 0; i < M; i++)
		col[i] = w[i] % R;
	std::vector<int> ell(16 * R);
	for (int k = 0; k < 16; k++)
		for (int r = 0; r < R; r++)
			ell[k * R + r] = k < 8 + (r & 7) ? (int)(w[k * R + r] % R) : -1;
	float *x = upload(f), *y = upload(f), *out = dev<float>(4 * M);
	double *d = upload(dd), *dout = (double *)out;
	int *st = upload(start), *ev = upload(even), *co = upload(col), *el = upload(ell);
	const int N = 320;
	dim3 b16(16, 16), b32(32, 32), b8(32, 8);
	auto copy = [&] { CHECK(cudaMemcpy(out, x, 16 * M, cudaMemcpyDeviceToDevice)); };
	auto clear = [&] { CHECK(cudaMemset(out, 0, 4096)); };

	row("matmul.wrong_way", [&] { mm_wrong_way<<<dim3(20, 20), b16>>>(x, y, out, N); });
	row("matmul.naive", [&] { mm_naive<float><<<dim3(20, 20), b16>>>(x, y, out, N); });
	row("matmul.naive_128x1", [&] { mm_naive<float><<<dim3(3, N), 128>>>(x, y, out, N); });
	row("matmul.in_memory", [&] { mm_in_memory<<<dim3(20, 20), b16>>>(x, y, out, N); });
	row("matmul.tile16", [&] { mm_tile<16><<<dim3(20, 20), b16>>>(x, y, out, N); });
	row("matmul.tile32", [&] { mm_tile<32><<<dim3(10, 10), b32>>>(x, y, out, N); });
	row("matmul.four_rows", [&] { mm_four_rows<<<dim3(10, 10), b8>>>(x, y, out, N); });
	row("matmul.four_by_four", [&] { mm_four_by_four<<<dim3(5, 5), 256>>>(x, y, out, N); });
	row("matmul.four_by_four_512", [&] { mm_four_by_four<<<dim3(8, 8), 256>>>(x, y, out, 512); });
	row("matmul.double", [&] { mm_naive<double><<<dim3(12, 12), b16>>>(d, d, dout, 192); });
	row("matmul.complex", [&] { mm_complex<<<dim3(6, 24), b8>>>((float2 *)x, (float2 *)y, (float2 *)out, 192); });
	row("matmul.upper", [&] { mm_upper<<<dim3(12, 48), b8>>>(x, y, out, 384); });
	row("matvec.thread", [&] { mv_thread<<<8, 128>>>(x, y, out, 1024, 1000); });
	row("matvec.columns", [&] { mv_columns<<<32, 32>>>(x, y, out, 1024, 1000); });
	row("matvec.warp", [&] { mv_warp<<<128, dim3(32, 8)>>>(x, y, out, 1024, 1000); });
	row("matvec.block_float4", [&] { mv_block<<<1024, 128>>>((float4 *)x, (float4 *)y, out, 250); });
	row(
		"matvec.atomic", [&] { mv_atomic<<<dim3(4, 1000), 256>>>(x, y, out, 1000); }, clear);
	row("matvec.wide", [&] { mv_block<<<16, 512>>>((float4 *)x, (float4 *)y, out, 16384); });
	row("sparse.thread", [&] { sp_thread<<<157, 128>>>(st, co, x, y, out, R); });
	row("sparse.thread_even", [&] { sp_thread<<<157, 128>>>(ev, co, x, y, out, R); });
	row("sparse.lanes8", [&] { sp_lanes<8><<<625, 256>>>(st, co, x, y, out, R); });
	row("sparse.warp", [&] { sp_lanes<32><<<2500, 256>>>(st, co, x, y, out, R); });
	row("sparse.ell_by_row", [&] { sp_ell<true><<<79, 256>>>(el, x, y, out, R, 16); });
	row("sparse.ell_by_column", [&] { sp_ell<false><<<79, 256>>>(el, x, y, out, R, 16); });
	row("sparse.diagonals", [&] { sp_diagonals<<<1954, 256>>>(x, y, out, 500000); });
	row("heat3.plain", [&] { heat3_plain<<<dim3(3, 12, 96), b8>>>(x, out, 96); });
	row("heat3.z_first", [&] { heat3_z_first<<<dim3(3, 12, 96), b8>>>(x, out, 96); });
	row("heat3.column", [&] { heat3_column<<<dim3(3, 12), b8>>>(x, out, 96); });
	row("heat2.double", [&] { heat2_double<<<dim3(16, 16), b8>>>(d, dout, 1024, 1024); });
	row("heat2.many_steps", [&] { heat2_many_steps<<<dim3(36, 36), b32>>>(x, out, 1024, 2); });
	row("cholesky.thread6", [&] { cholesky_thread<6><<<128, 128>>>(x, out, 16384); });
	row("cholesky.thread12", [&] { cholesky_thread<12><<<64, 64>>>(x, out, 4096); });
	row("cholesky.shared64", [&] { cholesky_shared<<<132, 64, 64 * 65 * 4>>>(x, out, 64); });
	row("lu.one_block", [&] { lu_one_block<<<1, 512>>>(x, out, 64); });
	row("lu.update", [&] { lu_update<<<dim3(32, 128), b8>>>(x, y, out, 1024); });
	row("invert3.rows", [&] { invert3_rows<<<391, 256>>>(x, out, 100000); });
	row("invert3.planes", [&] { invert3_planes<<<391, 256>>>(x, out, 100000); });
	row("cyclic_reduction", [&] { cyclic_reduction<<<264, 512>>>(x, out); });
	row("back_substitution", [&] { back_substitution<<<1, 256, 1200>>>(x, y, out, 300); });
	row(
		"seidel_diagonals", [&] { seidel_diagonals<<<1, 128>>>(out, 130); }, copy);
	row(
		"rotate_rows", [&] { rotate_rows<<<512, 128>>>(out, x, 1024); }, copy);
}
