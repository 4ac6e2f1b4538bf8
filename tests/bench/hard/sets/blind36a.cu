// blind36a: a fresh set of kernels that nobody had modelled when they were written. Linear algebra and stencils as in
// polyhedral suites: gemver, syr2k, atax, bicg, correlation, doitgen, LU, Gram-Schmidt, Seidel, ADI, FDTD, triangles.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void gemver_rank_two(float *a, const float *u1, const float *v1, const float *u2, const float *v2, int n)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < n && c < n)
		a[r * n + c] += u1[r] * v1[c] + u2[r] * v2[c];
}
__global__ void gemver_x(const float *a, const float *y, const float *z, float *x, int n, float beta)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	float s = 0;
	for (int r = 0; r < n; r++)
		s += beta * a[r * n + c] * y[r];
	x[c] = s + z[c];
}
__global__ void gemver_w_thread(const float *a, const float *x, float *w, int n, float alpha)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int c = 0; c < n; c++)
		s += alpha * a[r * n + c] * x[c];
	w[r] = s;
}
__global__ void gemver_update_and_x(float *a, const float *u1, const float *v1, const float *u2, const float *v2,
	const float *y, float *x, int n, float beta)
{ // a block has 32 columns: 8 warps go down them, update and add at once
	__shared__ float part[8][33];
	int c = blockIdx.x * 32 + threadIdx.x, w = threadIdx.y;
	float s = 0;
	if (c < n) {
		float p = v1[c], q = v2[c];
		for (int r = w; r < n; r += 8) {
			float v = a[r * n + c] + u1[r] * p + u2[r] * q;
			a[r * n + c] = v;
			s += v * y[r];
		}
	}
	part[w][threadIdx.x] = s;
	__syncthreads();
	if (w == 0 && c < n) {
		for (int k = 1; k < 8; k++)
			s += part[k][threadIdx.x];
		x[c] = beta * s; // z was added to nothing: the next launch adds it
	}
}
__global__ void gemver_w_warp(const float *a, float *x, const float *z, float *xz, float *w, int n, float alpha)
{
	int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x & 31;
	if (r >= n)
		return;
	float s = 0;
	for (int c = lane; c < n; c += 32)
		s += a[r * n + c] * (x[c] + z[c]);
	for (int d = 16; d; d >>= 1)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		w[r] = alpha * s, xz[r] = x[r] + z[r];
}
__global__ void syr2k_naive(const double *a, const double *b, double *c, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j > i)
		return;
	double s = 0;
	for (int k = 0; k < m; k++)
		s += a[j * m + k] * b[i * m + k] + b[j * m + k] * a[i * m + k];
	c[i * n + j] = 0.5 * s + 1.25 * c[i * n + j];
}
__global__ void syr2k_tiles(const double *a, const double *b, double *c, int n, int m)
{ // only the blocks on and below the diagonal are launched
	__shared__ double ai[16][17], aj[16][17], bi[16][17], bj[16][17];
	int p = blockIdx.x, by = 0;
	while ((by + 1) * (by + 2) / 2 <= p)
		by++;
	int bx = p - by * (by + 1) / 2, x = threadIdx.x, y = threadIdx.y, i = by * 16 + y, j = bx * 16 + x;
	double s = 0;
	for (int k0 = 0; k0 < m; k0 += 16) {
		ai[y][x] = a[(by * 16 + y) * m + k0 + x], bi[y][x] = b[(by * 16 + y) * m + k0 + x];
		aj[y][x] = a[(bx * 16 + y) * m + k0 + x], bj[y][x] = b[(bx * 16 + y) * m + k0 + x];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++)
			s += aj[x][k] * bi[y][k] + bj[x][k] * ai[y][k];
		__syncthreads();
	}
	if (j <= i)
		c[i * n + j] = 0.5 * s + 1.25 * c[i * n + j];
}
__global__ void bicg_both(
	const float *a, const float *p, const float *r, float *q, float *s, int m, int n, int row_blocks)
{ // the first blocks have rows (a warp each), the rest have columns (a thread each)
	if (blockIdx.x < row_blocks) {
		int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;
		if (i >= m)
			return;
		float t = 0;
		for (int j = lane; j < n; j += 32)
			t += a[i * n + j] * p[j];
		for (int d = 16; d; d >>= 1)
			t += __shfl_down_sync(~0u, t, d);
		if (lane == 0)
			q[i] = t;
	} else {
		int j = (blockIdx.x - row_blocks) * 256 + threadIdx.x;
		if (j >= n)
			return;
		float t = 0;
		for (int i = 0; i < m; i++)
			t += a[i * n + j] * r[i];
		s[j] = t;
	}
}
__global__ void atax_block_a_row(const float *a, const float *x, float *y, int m, int n)
{ // a block has its row in shared memory: the product with x, then its share of A'(Ax) by atomics
	extern __shared__ float line_[];
	__shared__ float part[4], all;
	float t = 0;
	for (int j = threadIdx.x; j < n; j += 128) {
		float v = a[blockIdx.x * n + j];
		line_[j] = v;
		t += v * x[j];
	}
	for (int d = 16; d; d >>= 1)
		t += __shfl_down_sync(~0u, t, d);
	if ((threadIdx.x & 31) == 0)
		part[threadIdx.x / 32] = t;
	__syncthreads();
	if (threadIdx.x == 0)
		all = part[0] + part[1] + part[2] + part[3];
	__syncthreads();
	for (int j = threadIdx.x; j < n; j += 128)
		atomicAdd(&y[j], line_[j] * all);
}
__global__ void corr_mean_dev(const float *d, float *mean, float *dev, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= m)
		return;
	float s = 0, q = 0;
	for (int i = 0; i < n; i++)
		s += d[i * m + j];
	s /= n;
	for (int i = 0; i < n; i++) {
		float v = d[i * m + j] - s;
		q += v * v;
	}
	q = sqrtf(q / n);
	mean[j] = s, dev[j] = q <= 0.005f ? 1 : q;
}
__global__ void corr_center(const float *d, const float *mean, const float *dev, float *o, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < m)
		o[i * m + j] = (d[i * m + j] - mean[j]) / (sqrtf((float)n) * dev[j]);
}
__global__ void corr_thread_a_column(const float *d, float *c, int m, int n)
{ // as the suite has it: a thread walks over all partners of its column
	int a = blockIdx.x * blockDim.x + threadIdx.x;
	if (a >= m)
		return;
	c[a * m + a] = 1;
	for (int b = a + 1; b < m; b++) {
		float s = 0;
		for (int i = 0; i < n; i++)
			s += d[i * m + a] * d[i * m + b];
		c[a * m + b] = c[b * m + a] = s;
	}
}
__global__ void corr_pairs(const float *d, float *c, int m, int n)
{
	int b = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y * blockDim.y + threadIdx.y;
	if (a >= m || b >= m || b < a)
		return;
	float s = 0;
	for (int i = 0; i < n; i++)
		s += d[i * m + a] * d[i * m + b];
	if (a == b)
		c[a * m + a] = 1;
	else
		c[a * m + b] = c[b * m + a] = s;
}
__global__ void doitgen_thread(const double *a, const double *c4, double *o, int rq, int np)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rq * np)
		return;
	int row = i / np, p = i % np;
	double s = 0;
	for (int k = 0; k < np; k++)
		s += a[row * np + k] * c4[k * np + p];
	o[i] = s;
}
__global__ void doitgen_in_place(double *a, const double *c4, int np, int rows)
{ // c4 in shared memory for the whole block, a row is read before it is written
	extern __shared__ double sm[];
	double *c = sm, *line = sm + np * np;
	for (int k = threadIdx.x; k < np * np; k += blockDim.x)
		c[k] = c4[k];
	for (int r = blockIdx.x; r < rows; r += gridDim.x) {
		__syncthreads();
		if (threadIdx.x < np)
			line[threadIdx.x] = a[r * np + threadIdx.x];
		__syncthreads();
		if (threadIdx.x < np) {
			double s = 0;
			for (int k = 0; k < np; k++)
				s += line[k] * c[k * np + threadIdx.x];
			a[r * np + threadIdx.x] = s;
		}
	}
}
__global__ void lu_row(float *a, int n, int k)
{
	int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
	if (j < n)
		a[k * n + j] /= a[k * n + k];
}
__global__ void lu_rest(float *a, int n, int k)
{
	int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n)
		a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
__global__ void gram_schmidt(double *a, double *r, int m, int n)
{ // modified, one block of 8 warps: each warp takes whole columns
	int w = threadIdx.x / 32, lane = threadIdx.x & 31;
	for (int k = 0; k < n; k++) {
		if (w == 0) {
			double s = 0;
			for (int i = lane; i < m; i += 32)
				s += a[i * n + k] * a[i * n + k];
			for (int d = 16; d; d >>= 1)
				s += __shfl_xor_sync(~0u, s, d);
			s = sqrt(s);
			for (int i = lane; i < m; i += 32)
				a[i * n + k] /= s;
			if (lane == 0)
				r[k * n + k] = s;
		}
		__syncthreads();
		for (int j = k + 1 + w; j < n; j += 8) {
			double s = 0;
			for (int i = lane; i < m; i += 32)
				s += a[i * n + k] * a[i * n + j];
			for (int d = 16; d; d >>= 1)
				s += __shfl_xor_sync(~0u, s, d);
			for (int i = lane; i < m; i += 32)
				a[i * n + j] -= s * a[i * n + k];
			if (lane == 0)
				r[k * n + j] = s;
		}
		__syncthreads();
	}
}
__global__ void seidel_wavefront(float *g, int n, int sweeps)
{ // nine points, in place; cells with the same 2 i + j are apart from each other; one block, all in shared memory
	extern __shared__ float s[];
	for (int k = threadIdx.x; k < n * n; k += blockDim.x)
		s[k] = g[k];
	__syncthreads();
	for (int t = 0; t < sweeps; t++)
		for (int f = 3; f <= 3 * (n - 2); f++) {
			int i = 1 + threadIdx.x, j = f - 2 * i;
			if (i < n - 1 && j >= 1 && j < n - 1) {
				float *p = s + i * n + j;
				*p = (p[-n - 1] + p[-n] + p[-n + 1] + p[-1] + p[0] + p[1] + p[n - 1] + p[n] +
					     p[n + 1]) /
					9;
			}
			__syncthreads();
		}
	for (int k = threadIdx.x; k < n * n; k += blockDim.x)
		g[k] = s[k];
}
__global__ void adi_sweep(
	const float *u, float *v, float *p, float *q, int n, int line, int step, float a, float b, float d)
{ // a line a thread; u is read across, v is written along: line and step say which way lies together
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (i >= n - 1)
		return;
	v[i * line] = 1;
	float pp = 0, qq = 1;
	p[i * line] = pp, q[i * line] = qq;
	for (int j = 1; j < n - 1; j++) {
		float den = 1 / (a * pp + b);
		const float *c = u + i * line + j * step;
		qq = (-d * c[-line] + (1 + 2 * d) * c[0] - d * c[line] - a * qq) * den;
		pp = -a * den;
		p[i * line + j * step] = pp, q[i * line + j * step] = qq;
	}
	float x = 1;
	v[i * line + (n - 1) * step] = 1;
	for (int j = n - 2; j >= 1; j--) {
		x = p[i * line + j * step] * x + q[i * line + j * step];
		v[i * line + j * step] = x;
	}
}
__global__ void fdtd_e(float *ex, float *ey, const float *hz, int nx, int ny, float first)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= nx || j >= ny)
		return;
	int k = i * ny + j;
	ey[k] = i == 0 ? first : ey[k] - 0.5f * (hz[k] - hz[k - ny]);
	if (j > 0)
		ex[k] -= 0.5f * (hz[k] - hz[k - 1]);
}
__global__ void fdtd_h(const float *ex, const float *ey, float *hz, int nx, int ny)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= nx - 1 || j >= ny - 1)
		return;
	int k = i * ny + j;
	hz[k] -= 0.7f * (ex[k + 1] - ex[k] + ey[k + ny] - ey[k]);
}
__global__ void trisolv_warp(const double *l, const double *b, double *x, int n)
{ // one warp, 32 unknowns at a time: the square below by lanes, then the corner by shuffles
	int lane = threadIdx.x;
	for (int k = 0; k < n; k += 32) {
		int i = k + lane;
		double v = b[i];
		for (int j = 0; j < k; j++)
			v -= l[i * n + j] * x[j];
		for (int j = 0; j < 32; j++) {
			double s = __shfl_sync(~0u, v / l[i * n + i], j);
			if (lane == j)
				v = s, x[i] = s;
			else if (lane > j)
				v -= l[i * n + k + j] * s;
		}
		__syncwarp();
	}
}
static void vectors(const std::vector<float> &f)
{
	const int N = 800;
	std::vector<float> a(f.begin(), f.begin() + N * N), b = a, y(N), z(N), u1(N), v1(N), u2(N), v2(N), x(N), w(N);
	for (int i = 0; i < N; i++)
		u1[i] = f[i] - 0.5f, v1[i] = f[N + i], u2[i] = f[2 * N + i], v2[i] = f[3 * N + i] - 0.5f,
		y[i] = f[i + 4 * N] - 0.5f, z[i] = f[i + 5 * N];
	std::vector<double> sx(N);
	for (int r = 0; r < N; r++)
		for (int c = 0; c < N; c++)
			b[r * N + c] += u1[r] * v1[c] + u2[r] * v2[c], sx[c] += 0.2 * b[r * N + c] * y[r];
	for (int i = 0; i < N; i++)
		x[i] = sx[i] + z[i];
	for (int r = 0; r < N; r++) {
		double s = 0;
		for (int c = 0; c < N; c++)
			s += 0.01 * b[r * N + c] * x[c];
		w[r] = s;
	}
	float *src = upload(a), *da = dev<float>(N * N), *dy = upload(y), *dz = upload(z), *p1 = upload(u1),
	      *q1 = upload(v1), *p2 = upload(u2), *q2 = upload(v2), *dx = dev<float>(N), *xz = dev<float>(N),
	      *dw = dev<float>(N);
	auto again = [=] { CHECK(cudaMemcpy(da, src, N * N * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"gemver_800.three_plain_launches",
		[&] {
			gemver_rank_two<<<dim3(up(N, 32), up(N, 8)), dim3(32, 8)>>>(da, p1, q1, p2, q2, N);
			gemver_x<<<up(N, 256), 256>>>(da, dy, dz, dx, N, 0.2f);
			gemver_w_thread<<<up(N, 256), 256>>>(da, dx, dw, N, 0.01f);
		},
		dw, N, close_to(w, 1e-3), again);
	job<float>(
		"gemver_800.update_with_the_columns",
		[&] {
			gemver_update_and_x<<<up(N, 32), dim3(32, 8)>>>(da, p1, q1, p2, q2, dy, dx, N, 0.2f);
			gemver_w_warp<<<up(N, 4), 128>>>(da, dx, dz, xz, dw, N, 0.01f);
		},
		dw, N, close_to(w, 1e-3), again);
	const int M = 700, K = 1000;
	std::vector<float> p(f.begin() + 100, f.begin() + 100 + K), r(f.begin() + 5000, f.begin() + 5000 + M),
		qs(M + K), at(K);
	std::vector<double> s(K), ax(K);
	for (int i = 0; i < M; i++) {
		double q = 0;
		for (int j = 0; j < K; j++)
			q += (double)f[i * K + j] * p[j], s[j] += (double)f[i * K + j] * r[i];
		qs[i] = q;
		for (int j = 0; j < K; j++)
			ax[j] += f[i * K + j] * q;
	}
	for (int j = 0; j < K; j++)
		qs[M + j] = s[j], at[j] = ax[j];
	float *dm = upload(std::vector<float>(f.begin(), f.begin() + M * K)), *dp = upload(p), *dr = upload(r),
	      *o = dev<float>(M + K);
	job<float>(
		"bicg_700x1000.rows_and_columns_in_one",
		[&] { bicg_both<<<up(M, 8) + up(K, 256), 256>>>(dm, dp, dr, o, o + M, M, K, up(M, 8)); }, o, M + K,
		close_to(qs, 1e-3));
	job<float>(
		"atax_700x1000.block_a_row_atomics", [&] { atax_block_a_row<<<M, 128, K * 4>>>(dm, dp, o, M, K); }, o,
		K, close_to(at, 1e-3), [=] { CHECK(cudaMemset(o, 0, K * 4)); });
}
static void products(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 192, M = 128;
	std::vector<double> a = double_fractions(w, N * M), b(N * M), c(N * N);
	for (int i = 0; i < N * M; i++)
		b[i] = f[i + 40000] - 0.5;
	for (int i = 0; i < N * N; i++)
		c[i] = f[i + 777];
	double *da = upload(a), *db = upload(b), *src = upload(c), *dc = dev<double>(N * N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++) {
			double s = 0;
			for (int k = 0; k < M; k++)
				s += a[j * M + k] * b[i * M + k] + b[j * M + k] * a[i * M + k];
			c[i * N + j] = 0.5 * s + 1.25 * c[i * N + j];
		}
	auto again = [=] { CHECK(cudaMemcpy(dc, src, N * N * 8, cudaMemcpyDeviceToDevice)); };
	job<double>(
		"syr2k_lower_192.element_a_thread",
		[&] { syr2k_naive<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(da, db, dc, N, M); }, dc, N * N,
		close_to(c, 1e-11), again);
	job<double>(
		"syr2k_lower_192.tiles_below_diagonal",
		[&] { syr2k_tiles<<<N / 16 * (N / 16 + 1) / 2, dim3(16, 16)>>>(da, db, dc, N, M); }, dc, N * N,
		close_to(c, 1e-11), again);
	const int P = 128, Q = 260;
	std::vector<float> d(f.begin() + 99, f.begin() + 99 + P * Q), cor(P * P), ce(P * Q);
	for (int j = 0; j < P; j++) {
		double s = 0, q = 0;
		for (int i = 0; i < Q; i++)
			s += d[i * P + j];
		s /= Q;
		for (int i = 0; i < Q; i++)
			q += (d[i * P + j] - s) * (d[i * P + j] - s);
		q = std::sqrt(q / Q);
		for (int i = 0; i < Q; i++)
			ce[i * P + j] = (d[i * P + j] - s) / (std::sqrt((double)Q) * q);
	}
	for (int x = 0; x < P; x++)
		for (int y = 0; y < P; y++) {
			double s = 0;
			for (int i = 0; i < Q; i++)
				s += ce[i * P + x] * ce[i * P + y];
			cor[x * P + y] = x == y ? 1 : s;
		}
	float *dd = upload(d), *mean = dev<float>(P), *dv = dev<float>(P), *cd = dev<float>(P * Q),
	      *oc = dev<float>(P * P);
	auto front = [=] {
		corr_mean_dev<<<up(P, 64), 64>>>(dd, mean, dv, P, Q);
		corr_center<<<dim3(up(P, 32), up(Q, 8)), dim3(32, 8)>>>(dd, mean, dv, cd, P, Q);
	};
	job<float>(
		"correlation_128.thread_a_column",
		[&] {
			front();
			corr_thread_a_column<<<up(P, 32), 32>>>(cd, oc, P, Q);
		},
		oc, P * P, close_to(cor, 1e-4));
	job<float>(
		"correlation_128.thread_a_pair",
		[&] {
			front();
			corr_pairs<<<dim3(up(P, 16), up(P, 16)), dim3(16, 16)>>>(cd, oc, P, Q);
		},
		oc, P * P, close_to(cor, 1e-4));
	const int R = 1400, S = 44;
	std::vector<double> v(R * S), c4(S * S), o(R * S);
	for (int i = 0; i < R * S; i++)
		v[i] = f[i] - 0.5;
	for (int i = 0; i < S * S; i++)
		c4[i] = f[i + 100000];
	for (int r = 0; r < R; r++)
		for (int k = 0; k < S; k++)
			for (int p = 0; p < S; p++)
				o[r * S + p] += v[r * S + k] * c4[k * S + p];
	double *dsrc = upload(v), *ds = upload(v), *d4 = upload(c4), *od = dev<double>(R * S);
	job<double>(
		"doitgen_44.thread_an_element", [&] { doitgen_thread<<<up(R * S, 128), 128>>>(dsrc, d4, od, R, S); },
		od, R * S, close_to(o, 1e-11));
	job<double>(
		"doitgen_44.in_place_matrix_in_shared",
		[&] { doitgen_in_place<<<132, 64, (S * S + S) * 8>>>(ds, d4, S, R); }, ds, R * S, close_to(o, 1e-11),
		[=] { CHECK(cudaMemcpy(ds, dsrc, R * S * 8, cudaMemcpyDeviceToDevice)); });
}
static void solvers(const std::vector<float> &f)
{
	const int N = 80;
	std::vector<float> a(f.begin(), f.begin() + N * N);
	for (int i = 0; i < N; i++)
		a[i * N + i] += N / 2;
	float *src = upload(a), *da = dev<float>(N * N);
	std::vector<double> l(a.begin(), a.end());
	for (int k = 0; k < N; k++) {
		for (int j = k + 1; j < N; j++)
			l[k * N + j] /= l[k * N + k];
		for (int i = k + 1; i < N; i++)
			for (int j = k + 1; j < N; j++)
				l[i * N + j] -= l[i * N + k] * l[k * N + j];
	}
	job<float>(
		"lu_80.two_launches_a_column",
		[&] {
			for (int k = 0; k < N - 1; k++) {
				lu_row<<<1, 128>>>(da, N, k);
				lu_rest<<<dim3(up(N - 1 - k, 16), up(N - 1 - k, 16)), dim3(16, 16)>>>(da, N, k);
			}
		},
		da, N * N, close_to(std::vector<float>(l.begin(), l.end()), 1e-3),
		[=] { CHECK(cudaMemcpy(da, src, N * N * 4, cudaMemcpyDeviceToDevice)); });
	const int M = 160, K = 40;
	std::vector<double> g(M * K), r(K * K);
	for (int i = 0; i < M * K; i++)
		g[i] = f[i + 9000] - 0.3;
	double *gs = upload(g), *dg = dev<double>(M * K), *dr = dev<double>(K * K);
	for (int k = 0; k < K; k++) {
		double s = 0;
		for (int i = 0; i < M; i++)
			s += g[i * K + k] * g[i * K + k];
		r[k * K + k] = s = std::sqrt(s);
		for (int i = 0; i < M; i++)
			g[i * K + k] /= s;
		for (int j = k + 1; j < K; j++) {
			double q = 0;
			for (int i = 0; i < M; i++)
				q += g[i * K + k] * g[i * K + j];
			r[k * K + j] = q;
			for (int i = 0; i < M; i++)
				g[i * K + j] -= q * g[i * K + k];
		}
	}
	job<double>(
		"gram_schmidt_160x40.one_block_warp_a_column", [&] { gram_schmidt<<<1, 256>>>(dg, dr, M, K); }, dr,
		K * K, close_to(r, 1e-9), [=] { CHECK(cudaMemcpy(dg, gs, M * K * 8, cudaMemcpyDeviceToDevice)); });
	const int T = 288;
	std::vector<double> t(T * T), b(T), x(T);
	for (int i = 0; i < T; i++) {
		b[i] = x[i] = f[i];
		for (int j = 0; j <= i; j++)
			t[i * T + j] = i == j ? 2 + f[i] : (f[i * T + j] - 0.5) * 0.1;
	}
	for (int i = 0; i < T; i++) {
		for (int j = 0; j < i; j++)
			x[i] -= t[i * T + j] * x[j];
		x[i] /= t[i * T + i];
	}
	double *dt = upload(t), *db = upload(b), *dx = dev<double>(T);
	job<double>(
		"trisolv_288.one_warp", [&] { trisolv_warp<<<1, 32>>>(dt, db, dx, T); }, dx, T, close_to(x, 1e-9));
}
static void stencils(const std::vector<float> &f)
{
	const int N = 100, S = 3;
	std::vector<float> g(f.begin(), f.begin() + N * N);
	float *gs = upload(g), *dg = dev<float>(N * N);
	for (int t = 0; t < S; t++)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				float *p = &g[i * N + j];
				*p = (p[-N - 1] + p[-N] + p[-N + 1] + p[-1] + p[0] + p[1] + p[N - 1] + p[N] +
					     p[N + 1]) /
					9;
			}
	job<float>(
		"seidel_100.wavefronts_of_one_block", [&] { seidel_wavefront<<<1, 128, N * N * 4>>>(dg, N, S); }, dg,
		N * N, close_to(g), [=] { CHECK(cudaMemcpy(dg, gs, N * N * 4, cudaMemcpyDeviceToDevice)); });
	const int A = 520;
	std::vector<float> u(f.begin() + 333, f.begin() + 333 + A * A), v(A * A), p(A * A), q(A * A);
	float *du = upload(u), *dv = dev<float>(A * A), *dp = dev<float>(A * A), *dq = dev<float>(A * A);
	const float a = -0.7f, b = 2.4f, d = -0.4f;
	auto host = [&](int line, int step) {
		std::vector<float> o(A * A);
		for (int i = 1; i < A - 1; i++) {
			o[i * line] = o[i * line + (A - 1) * step] = 1;
			float pp = 0, qq = 1;
			for (int j = 1; j < A - 1; j++) {
				float den = 1 / (a * pp + b);
				const float *c = &u[i * line + j * step];
				qq = (-d * c[-line] + (1 + 2 * d) * c[0] - d * c[line] - a * qq) * den, pp = -a * den;
				p[j] = pp, q[j] = qq;
			}
			float x = 1;
			for (int j = A - 2; j >= 1; j--)
				o[i * line + j * step] = x = p[j] * x + q[j];
		}
		return o;
	};
	auto zero = [=] { CHECK(cudaMemset(dv, 0, A * A * 4)); };
	job<float>(
		"adi_520.columns_lie_together",
		[&] { adi_sweep<<<up(A - 2, 64), 64>>>(du, dv, dp, dq, A, 1, A, a, b, d); }, dv, A * A,
		close_to(host(1, A), 1e-3), zero);
	job<float>(
		"adi_520.rows_are_far_apart",
		[&] { adi_sweep<<<up(A - 2, 64), 64>>>(du, dv, dp, dq, A, A, 1, a, b, d); }, dv, A * A,
		close_to(host(A, 1), 1e-3), zero);
	const int X = 400, Y = 300;
	std::vector<float> ex(f.begin(), f.begin() + X * Y), ey(f.begin() + 500, f.begin() + 500 + X * Y),
		hz(f.begin() + 900, f.begin() + 900 + X * Y);
	float *se = upload(ex), *sy = upload(ey), *sh = upload(hz), *de = dev<float>(X * Y), *dy = dev<float>(X * Y),
	      *dh = dev<float>(X * Y);
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < X; i++)
			for (int j = 0; j < Y; j++) {
				int k = i * Y + j;
				ey[k] = i == 0 ? t * 0.25f : ey[k] - 0.5f * (hz[k] - hz[k - Y]);
				if (j > 0)
					ex[k] -= 0.5f * (hz[k] - hz[k - 1]);
			}
		for (int i = 0; i < X - 1; i++)
			for (int j = 0; j < Y - 1; j++) {
				int k = i * Y + j;
				hz[k] -= 0.7f * (ex[k + 1] - ex[k] + ey[k + Y] - ey[k]);
			}
	}
	job<float>(
		"fdtd_2d_400x300.two_launches_a_step",
		[&] {
			for (int t = 0; t < 3; t++) {
				fdtd_e<<<dim3(up(Y, 32), up(X, 4)), dim3(32, 4)>>>(de, dy, dh, X, Y, t * 0.25f);
				fdtd_h<<<dim3(up(Y, 32), up(X, 4)), dim3(32, 4)>>>(de, dy, dh, X, Y);
			}
		},
		dh, X * Y, close_to(hz),
		[=] {
			CHECK(cudaMemcpy(de, se, X * Y * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dy, sy, X * Y * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dh, sh, X * Y * 4, cudaMemcpyDeviceToDevice));
		});
}
void rows()
{
	std::vector<unsigned> w = words(720000);
	std::vector<float> f = fractions(w);
	vectors(f);
	products(w, f);
	solvers(f);
	stencils(f);
}
