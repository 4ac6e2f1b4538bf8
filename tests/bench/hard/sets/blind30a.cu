// blind30a: a fresh set of kernels that nobody had modelled when they were written. Many small matrices: products,
// factors, triangular solves, norms; a thread, a warp or a block for each.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void mul4_thread(const float *a, const float *b, float *c, int n)
{ // one thread, one product of 4x4, the matrices one after the other in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	a += i * 16, b += i * 16, c += i * 16;
	for (int r = 0; r < 4; r++)
		for (int k = 0; k < 4; k++) {
			float s = 0;
			for (int j = 0; j < 4; j++)
				s += a[r * 4 + j] * b[j * 4 + k];
			c[r * 4 + k] = s;
		}
}
__global__ void mul4_row(const float4 *a, const float4 *b, float4 *c, int n)
{ // a thread makes a row of the product
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= 4 * n)
		return;
	float4 x = a[t], s = make_float4(0, 0, 0, 0);
	float v[4] = { x.x, x.y, x.z, x.w };
	const float4 *m = b + (t & ~3);
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float4 y = m[k];
		s.x += v[k] * y.x, s.y += v[k] * y.y, s.z += v[k] * y.z, s.w += v[k] * y.w;
	}
	c[t] = s;
}
__global__ void mul4_element(const float *a, const float *b, float *c, int n)
{ // a thread makes an element; 16 products a block of 256
	__shared__ float sa[256], sb[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	bool in = i < n * 16;
	sa[t] = in ? a[i] : 0, sb[t] = in ? b[i] : 0;
	__syncthreads();
	int base = t & ~15, r = t >> 2 & 3, k = t & 3;
	float s = 0;
#pragma unroll
	for (int j = 0; j < 4; j++)
		s += sa[base + r * 4 + j] * sb[base + j * 4 + k];
	if (in)
		c[i] = s;
}
__global__ void mul4_planes(const float *a, const float *b, float *c, int n)
{ // element k of all matrices lies together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x[16], y[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		x[k] = a[k * n + i], y[k] = b[k * n + i];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		float s = 0;
#pragma unroll
		for (int j = 0; j < 4; j++)
			s += x[k / 4 * 4 + j] * y[j * 4 + k % 4];
		c[k * n + i] = s;
	}
}
template <int N> __global__ void cholesky_thread(const float *a, float *l, int n)
{ // planes, all in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float m[N][N];
#pragma unroll
	for (int r = 0; r < N; r++)
#pragma unroll
		for (int c = 0; c <= r; c++)
			m[r][c] = a[(r * N + c) * n + i];
#pragma unroll
	for (int k = 0; k < N; k++) {
		m[k][k] = sqrtf(m[k][k]);
		float inv = 1 / m[k][k];
#pragma unroll
		for (int r = k + 1; r < N; r++)
			m[r][k] *= inv;
#pragma unroll
		for (int c = k + 1; c < N; c++)
#pragma unroll
			for (int r = c; r < N; r++)
				m[r][c] -= m[r][k] * m[c][k];
	}
#pragma unroll
	for (int r = 0; r < N; r++)
#pragma unroll
		for (int c = 0; c < N; c++)
			l[(r * N + c) * n + i] = c <= r ? m[r][c] : 0;
}
__global__ void cholesky_memory(float *m, int n, int N)
{ // planes, one thread a matrix, size not known to the compiler, all in global memory and in place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < N; k++) {
		float d = sqrtf(m[(k * N + k) * n + i]);
		m[(k * N + k) * n + i] = d;
		for (int r = k + 1; r < N; r++)
			m[(r * N + k) * n + i] /= d;
		for (int c = k + 1; c < N; c++) {
			float f = m[(c * N + k) * n + i];
			for (int r = c; r < N; r++)
				m[(r * N + c) * n + i] -= m[(r * N + k) * n + i] * f;
			m[(k * N + c) * n + i] = 0;
		}
	}
}
__global__ void cholesky_16_lanes(const float *a, float *l, int n)
{ // sixteen lanes a matrix, each keeps a row; two matrices a warp
	int t = blockIdx.x * blockDim.x + threadIdx.x, r = t & 15;
	if (t / 32 * 2 >= n)
		return;
	float m[16];
#pragma unroll
	for (int c = 0; c < 16; c++)
		m[c] = a[t * 16 + c];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		float d = rsqrtf(__shfl_sync(~0u, m[k], k, 16));
		m[k] *= d;
#pragma unroll
		for (int c = k + 1; c < 16; c++)
			m[c] -= m[k] * __shfl_sync(~0u, m[k], c, 16);
	}
#pragma unroll
	for (int c = 0; c < 16; c++)
		l[t * 16 + c] = c <= r ? m[c] : 0;
}
__global__ void cholesky_32_block(const double *a, double *l)
{ // a block of 8 warps a matrix of 32x32 doubles
	__shared__ double m[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	a += blockIdx.x * 1024, l += blockIdx.x * 1024;
	for (int r = y; r < 32; r += 8)
		m[r][x] = a[r * 32 + x];
	__syncthreads();
	for (int k = 0; k < 32; k++) {
		if (y == 0) {
			double d = sqrt(m[k][k]);
			__syncwarp();
			if (x == k)
				m[k][k] = d;
			else if (x > k)
				m[x][k] /= d;
		}
		__syncthreads();
		for (int r = k + 1 + y; r < 32; r += 8)
			if (x > k && x <= r)
				m[r][x] -= m[r][k] * m[x][k];
		__syncthreads();
	}
	for (int r = y; r < 32; r += 8)
		l[r * 32 + x] = x <= r ? m[r][x] : 0;
}
__global__ void gauss_jordan_warp(const float *a, const float *b, float *x, int n)
{ // 32 unknowns, a row a lane in registers, the pivot is the largest one left
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31, place = -1;
	if (w >= n)
		return;
	float row[32], right = b[w * 32 + lane];
	const float4 *src = (const float4 *)(a + (w * 32 + lane) * 32);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		float4 v = src[k];
		row[4 * k] = v.x, row[4 * k + 1] = v.y, row[4 * k + 2] = v.z, row[4 * k + 3] = v.w;
	}
#pragma unroll
	for (int k = 0; k < 32; k++) {
		unsigned key = place < 0 ? (__float_as_uint(fabsf(row[k])) & ~31u) | lane : 0;
		int p = __reduce_max_sync(~0u, key) & 31;
		if (lane == p)
			place = k;
		float inv = 1 / __shfl_sync(~0u, row[k], p), f = lane == p ? 0 : row[k] * inv;
#pragma unroll
		for (int c = k + 1; c < 32; c++)
			row[c] -= f * __shfl_sync(~0u, row[c], p);
		right -= f * __shfl_sync(~0u, right, p);
		if (lane == p)
			right *= inv;
		if (lane == p)
#pragma unroll
			for (int c = k + 1; c < 32; c++)
				row[c] *= inv;
	}
	x[w * 32 + place] = right;
}
__global__ void lu_block_shared(const float *a, const float *b, float *x)
{ // 24 unknowns, a block of 24 x 4 threads, pivots by a serial search of one thread
	const int N = 24;
	__shared__ float m[N][N + 1];
	__shared__ int p;
	int c = threadIdx.x, y = threadIdx.y;
	for (int r = y; r < N; r += 4)
		m[r][c] = a[(blockIdx.x * N + r) * N + c];
	if (y == 0)
		m[c][N] = b[blockIdx.x * N + c];
	__syncthreads();
	for (int k = 0; k < N; k++) {
		if (c == 0 && y == 0) {
			int at = k;
			for (int r = k + 1; r < N; r++)
				if (fabsf(m[r][k]) > fabsf(m[at][k]))
					at = r;
			p = at;
		}
		__syncthreads();
		if (y == 0 && p != k) {
			float v = m[k][c];
			m[k][c] = m[p][c], m[p][c] = v;
			if (c == 0)
				v = m[k][N], m[k][N] = m[p][N], m[p][N] = v;
		}
		__syncthreads();
		for (int r = k + 1 + y; r < N; r += 4) {
			float f = m[r][k] / m[k][k];
			if (c > k)
				m[r][c] -= f * m[k][c];
			if (c == k)
				m[r][N] -= f * m[k][N];
		}
		__syncthreads();
	}
	if (y == 0)
		for (int k = N - 1; k >= 0; k--) {
			float v = m[k][N] / m[k][k];
			__syncwarp(0xffffff);
			if (c < k)
				m[c][N] -= m[c][k] * v;
			if (c == k)
				x[blockIdx.x * N + k] = v;
			__syncwarp(0xffffff);
		}
}
__global__ void lower_thread(const double *l, const double *b, double *x, int n)
{ // one triangle of 24 for all, in shared memory; each thread solves for a right side of its own
	const int N = 24;
	__shared__ double s[N * N];
	for (int k = threadIdx.x; k < N * N; k += blockDim.x)
		s[k] = l[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v[N];
#pragma unroll
	for (int r = 0; r < N; r++) {
		double t = b[r * n + i];
#pragma unroll
		for (int c = 0; c < r; c++)
			t -= s[r * N + c] * v[c];
		x[r * n + i] = v[r] = t / s[r * N + r];
	}
}
__global__ void lower_warp(const float *l, const float *b, float *x, int n)
{ // a triangle of 32 of its own for each warp; column by column
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= n)
		return;
	l += w * 1024;
	float v = b[w * 32 + lane], d = l[lane * 33], out = 0;
	for (int c = 0; c < 32; c++) {
		float s = __shfl_sync(~0u, v / d, c);
		if (lane > c)
			v -= l[lane * 32 + c] * s;
		else if (lane == c)
			out = s;
	}
	x[w * 32 + lane] = out;
}
__global__ void norms_warp(const float *m, float *out, int n)
{ // largest sum of a row, largest sum of a column, root of the squares: of 32x32, a warp each
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= n)
		return;
	float col = 0, sq = 0, best = 0;
	for (int r = 0; r < 32; r++) {
		float v = fabsf(m[w * 1024 + r * 32 + lane]), s = v;
		col += v, sq += v * v;
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		best = fmaxf(best, s);
	}
	for (int d = 16; d; d /= 2) {
		col = fmaxf(col, __shfl_xor_sync(~0u, col, d));
		sq += __shfl_xor_sync(~0u, sq, d);
	}
	if (lane < 3)
		out[w * 3 + lane] = lane == 0 ? best : lane == 1 ? col : sqrtf(sq);
}
static void products(const std::vector<float> &f)
{
	const int N = 50000;
	std::vector<float> a(f.begin(), f.begin() + N * 16), b(f.begin() + 77, f.begin() + 77 + N * 16), c(N * 16),
		pa(N * 16), pb(N * 16), pc(N * 16);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 16; k++) {
			float s = 0;
			for (int j = 0; j < 4; j++)
				s += a[i * 16 + k / 4 * 4 + j] * b[i * 16 + j * 4 + k % 4];
			c[i * 16 + k] = pc[k * N + i] = s;
			pa[k * N + i] = a[i * 16 + k], pb[k * N + i] = b[i * 16 + k];
		}
	float *da = upload(a), *db = upload(b), *o = dev<float>(N * 16), *ea = upload(pa), *eb = upload(pb);
	job<float>(
		"products_4x4.thread_a_matrix", [&] { mul4_thread<<<up(N, 128), 128>>>(da, db, o, N); }, o, N * 16,
		close_to(c));
	job<float>(
		"products_4x4.thread_a_row",
		[&] { mul4_row<<<up(4 * N, 256), 256>>>((float4 *)da, (float4 *)db, (float4 *)o, N); }, o, N * 16,
		close_to(c));
	job<float>(
		"products_4x4.thread_an_element", [&] { mul4_element<<<up(16 * N, 256), 256>>>(da, db, o, N); }, o,
		N * 16, close_to(c));
	job<float>(
		"products_4x4.planes", [&] { mul4_planes<<<up(N, 192), 192>>>(ea, eb, o, N); }, o, N * 16,
		close_to(pc));
}
// n matrices B B' + N 1, and their lower roots
static void positive(const std::vector<float> &f, int n, int N, std::vector<double> &a, std::vector<double> &l)
{
	a.assign(n * N * N, 0), l = a;
	for (int i = 0; i < n; i++) {
		const float *b = &f[i * 37 % 300000];
		double *m = &a[i * N * N], *s = &l[i * N * N];
		for (int r = 0; r < N; r++)
			for (int c = 0; c <= r; c++) {
				float v = r == c ? N : 0;
				for (int k = 0; k < N; k++)
					v += b[r * N + k] * b[c * N + k];
				m[r * N + c] = m[c * N + r] = v;
			}
		for (int r = 0; r < N; r++)
			for (int c = 0; c <= r; c++) {
				double v = m[r * N + c];
				for (int k = 0; k < c; k++)
					v -= s[r * N + k] * s[c * N + k];
				s[r * N + c] = r == c ? std::sqrt(v) : v / s[c * N + c];
			}
	}
}
static std::vector<float> in_planes(const std::vector<double> &a, int n, int each)
{
	std::vector<float> p(a.size());
	for (int i = 0; i < n; i++)
		for (int k = 0; k < each; k++)
			p[k * n + i] = a[i * each + k];
	return p;
}
static void roots(const std::vector<float> &f)
{
	std::vector<double> a, l;
	const int N = 16000, M = 3000, K = 400;
	positive(f, N, 6, a, l);
	std::vector<float> p = in_planes(a, N, 36), pl = in_planes(l, N, 36);
	float *dp = upload(p), *o = dev<float>(N * 64), *work = dev<float>(N * 64);
	job<float>(
		"cholesky_6.registers", [&] { cholesky_thread<6><<<up(N, 128), 128>>>(dp, o, N); }, o, N * 36,
		close_to(pl, 1e-3));
	job<float>(
		"cholesky_6.in_place_in_memory", [&] { cholesky_memory<<<up(N, 128), 128>>>(work, N, 6); }, work,
		N * 36, close_to(pl, 1e-3), [&] { CHECK(cudaMemcpy(work, dp, N * 36 * 4, cudaMemcpyDeviceToDevice)); });
	positive(f, M, 16, a, l);
	std::vector<float> s(a.begin(), a.end()), sl(l.begin(), l.end());
	float *ds = upload(s), *os = dev<float>(M * 256);
	job<float>(
		"cholesky_16.half_a_warp", [&] { cholesky_16_lanes<<<up(M, 8), 128>>>(ds, os, M); }, os, M * 256,
		close_to(sl, 1e-3));
	positive(f, K, 32, a, l);
	double *dd = upload(a), *od = dev<double>(K * 1024);
	job<double>(
		"cholesky_32.block_of_doubles", [&] { cholesky_32_block<<<K, dim3(32, 8)>>>(dd, od); }, od, K * 1024,
		close_to(l, 1e-9));
}
static void solves(const std::vector<float> &f, const std::vector<unsigned> &w)
{
	for (int N : { 32, 24 }) {
		const int n = N == 32 ? 1500 : 900;
		std::vector<float> a(n * N * N), b(n * N), x(n * N);
		for (int i = 0; i < n; i++)
			for (int r = 0; r < N; r++) {
				double s = 0;
				int big = (r * 5 + i) % N; // 5 and N have no factor in common
				for (int c = 0; c < N; c++) {
					float v = f[(i * N + r) * N + c] - 0.5f + (c == big ? N / 2 : 0);
					a[(i * N + r) * N + c] = v;
					s += (double)v * (x[i * N + c] = f[i * N + c + 9]);
				}
				b[i * N + r] = s;
			}
		float *da = upload(a), *db = upload(b), *o = dev<float>(n * N);
		if (N == 32)
			job<float>(
				"pivoted_32_unknowns.row_a_lane",
				[&] { gauss_jordan_warp<<<up(n, 4), 128>>>(da, db, o, n); }, o, n * N,
				close_to(x, 1e-3));
		else
			job<float>(
				"pivoted_24_unknowns.block_of_96",
				[&] { lu_block_shared<<<n, dim3(24, 4)>>>(da, db, o); }, o, n * N, close_to(x, 1e-3));
	}
	const int N = 24, n = 20000, M = 2500;
	std::vector<double> l(N * N), b(N * n), x(N * n), v(N);
	for (int k = 0; k < N * N; k++)
		l[k] = k % (N + 1) ? f[k] - 0.5 : 2 + f[k];
	for (int i = 0; i < n; i++)
		for (int r = 0; r < N; r++) {
			double s = b[r * n + i] = f[r * n + i];
			for (int c = 0; c < r; c++)
				s -= l[r * N + c] * v[c];
			x[r * n + i] = v[r] = s / l[r * N + r];
		}
	double *dl = upload(l), *db = upload(b), *o = dev<double>(N * n);
	job<double>(
		"lower_24.thread_a_right_side", [&] { lower_thread<<<up(n, 64), 64>>>(dl, db, o, n); }, o, N * n,
		close_to(x, 1e-9));
	std::vector<float> tl(M * 1024), tb(M * 32), tx(M * 32), norm(M * 3);
	for (int i = 0; i < M; i++) {
		float *m = &tl[i * 1024], row = 0, col = 0, sq = 0, sum[32] = {};
		for (int r = 0; r < 32; r++) {
			double s = tb[i * 32 + r] = f[i * 32 + r], all = 0;
			for (int c = 0; c < 32; c++) {
				m[r * 32 + c] = (f[(i * 32 + r) * 3 + c + 100] - 0.5f) * 0.5f + (c == r ? 3 : 0);
				if (c < r)
					s -= m[r * 32 + c] * tx[i * 32 + c];
				all += std::fabs(m[r * 32 + c]), sum[c] += std::fabs(m[r * 32 + c]);
				sq += m[r * 32 + c] * m[r * 32 + c];
			}
			tx[i * 32 + r] = s / m[r * 33];
			row = std::max(row, (float)all);
		}
		for (float c : sum)
			col = std::max(col, c);
		norm[i * 3] = row, norm[i * 3 + 1] = col, norm[i * 3 + 2] = std::sqrt(sq);
	}
	float *tdl = upload(tl), *tdb = upload(tb), *to = dev<float>(M * 32);
	job<float>(
		"lower_32.warp_a_triangle", [&] { lower_warp<<<up(M, 8), 256>>>(tdl, tdb, to, M); }, to, M * 32,
		close_to(tx, 1e-3));
	job<float>(
		"three_norms_32.warp_a_matrix", [&] { norms_warp<<<up(M, 2), 64>>>(tdl, to, M); }, to, M * 3,
		close_to(norm, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(2000000);
	std::vector<float> f = fractions(w);
	products(f);
	roots(f);
	solves(f, w);
}
