// blind26b: a fresh set of kernels that nobody had modelled when they were written. Heat, speckle, fields, sweeps,
// cubes.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
struct Chip {
	float cap, rx, ry, rz, ambient;
};
__host__ __device__ float chip_next(float c, float n, float s, float w, float e, float power, Chip k)
{
	return c + k.cap * (power + (s + n - 2 * c) * k.ry + (e + w - 2 * c) * k.rx + (k.ambient - c) * k.rz);
}
__global__ void chip_plain(const float *in, const float *power, float *out, int w, int h, Chip k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float c = in[y * w + x], n = y ? in[(y - 1) * w + x] : c, s = y + 1 < h ? in[(y + 1) * w + x] : c;
	float l = x ? in[y * w + x - 1] : c, r = x + 1 < w ? in[y * w + x + 1] : c;
	out[y * w + x] = chip_next(c, n, s, l, r, power[y * w + x], k);
}
__global__ void chip_pyramid(const float *in, const float *power, float *out, int w, int h, Chip k, int steps)
{ // several steps a launch: a tile of 20 by 20, its good part shrinks
	__shared__ float t[2][20][20], p[20][20];
	int tx = threadIdx.x, ty = threadIdx.y, good = 20 - 2 * steps;
	int x = blockIdx.x * good - steps + tx, y = blockIdx.y * good - steps + ty;
	bool in_field = x >= 0 && y >= 0 && x < w && y < h;
	t[0][ty][tx] = in_field ? in[y * w + x] : 0;
	p[ty][tx] = in_field ? power[y * w + x] : 0;
	int left = x > 0 ? tx - 1 : tx, right = x + 1 < w ? tx + 1 : tx, above = y > 0 ? ty - 1 : ty,
	    below = y + 1 < h ? ty + 1 : ty, now = 0;
	for (int i = 0; i < steps; i++) {
		__syncthreads();
		if (in_field && tx > i && tx < 19 - i && ty > i && ty < 19 - i)
			t[1 - now][ty][tx] = chip_next(t[now][ty][tx], t[now][above][tx], t[now][below][tx],
				t[now][ty][left], t[now][ty][right], p[ty][tx], k);
		now = 1 - now;
	}
	if (in_field && tx >= steps && tx < 20 - steps && ty >= steps && ty < 20 - steps)
		out[y * w + x] = t[now][ty][tx];
}
__global__ void speckle_squares(const float *image, float *sum, int n)
{ // sums for mean and variance; the hardware may add in any order
	__shared__ float a[8], b[8];
	float s = 0, q = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = image[i];
		s += v;
		q += v * v;
	}
	for (int d = 16; d; d /= 2) {
		s += __shfl_xor_sync(~0u, s, d);
		q += __shfl_xor_sync(~0u, q, d);
	}
	if (threadIdx.x % 32 == 0)
		a[threadIdx.x / 32] = s, b[threadIdx.x / 32] = q;
	__syncthreads();
	if (threadIdx.x < 8) {
		for (int d = 4; d; d /= 2) {
			if (threadIdx.x < d)
				a[threadIdx.x] += a[threadIdx.x + d], b[threadIdx.x] += b[threadIdx.x + d];
			__syncwarp(0xff);
		}
		if (threadIdx.x == 0)
			sum[2 * blockIdx.x] = a[0], sum[2 * blockIdx.x + 1] = b[0];
	}
}
__global__ void speckle_mean(float *sum, int blocks, int n)
{
	if (threadIdx.x == 0) {
		float s = 0, q = 0;
		for (int i = 0; i < blocks; i++)
			s += sum[2 * i], q += sum[2 * i + 1];
		float mean = s / n;
		sum[2 * blocks] = (q / n - mean * mean) / (mean * mean);
	}
}
__host__ __device__ float speckle_c(float c, float dn, float ds, float dw, float de, float q0)
{
	float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (c * c), l = (dn + ds + dw + de) / c;
	float num = 0.5f * g2 - 0.0625f * l * l, den = 1 + 0.25f * l, q = num / (den * den);
	float v = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
	return v < 0 ? 0 : v > 1 ? 1 : v;
}
__global__ void speckle_first(const float *im, const int *n_, const int *s_, const int *w_, const int *e_, float *dn,
	float *ds, float *dw, float *de, float *coef, const float *q0, int rows, int cols)
{ // a column-major picture, neighbours from index lists
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rows * cols)
		return;
	int r = i % rows, c = i / rows;
	float v = im[i], n = im[n_[r] + rows * c] - v, s = im[s_[r] + rows * c] - v, w = im[r + rows * w_[c]] - v,
	      e = im[r + rows * e_[c]] - v;
	dn[i] = n, ds[i] = s, dw[i] = w, de[i] = e;
	coef[i] = speckle_c(v, n, s, w, e, *q0);
}
__global__ void speckle_second(const float *im, const int *s_, const int *e_, const float *dn, const float *ds,
	const float *dw, const float *de, const float *coef, float *out, int rows, int cols)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rows * cols)
		return;
	int r = i % rows, c = i / rows;
	float here = coef[i], s = coef[s_[r] + rows * c], e = coef[r + rows * e_[c]];
	out[i] = im[i] + 0.25f * 0.5f * (here * dn[i] + s * ds[i] + here * dw[i] + e * de[i]);
}
__global__ void speckle_tile(const float *im, float *out, const float *q0, int rows, int cols)
{ // both steps in one: 18 by 18 values, 17 by 17 coefficients, 16 by 16 results
	__shared__ float v[19][19], k[17][18];
	int r0 = blockIdx.x * 16 - 1, c0 = blockIdx.y * 16 - 1, t = threadIdx.y * 16 + threadIdx.x;
	for (int i = t; i < 19 * 19; i += 256)
		v[i / 19][i % 19] = im[min(max(c0 + i / 19, 0), cols - 1) * rows + min(max(r0 + i % 19, 0), rows - 1)];
	__syncthreads();
	float q = *q0;
	for (int i = t; i < 17 * 17; i += 256) {
		int y = i / 17 + 1, x = i % 17 + 1;
		// at the lower edge the coefficient of the cell itself counts: its own neighbours, so clamp
		int yy = min(c0 + y, cols - 1) - c0, xx = min(r0 + x, rows - 1) - r0;
		float c = v[yy][xx];
		k[y - 1][x - 1] =
			speckle_c(c, v[yy][xx - 1] - c, v[yy][xx + 1] - c, v[yy - 1][xx] - c, v[yy + 1][xx] - c, q);
	}
	__syncthreads();
	int x = threadIdx.x, y = threadIdx.y, r = r0 + 1 + x, c = c0 + 1 + y;
	if (r < rows && c < cols) {
		float m = v[y + 1][x + 1], here = k[y][x];
		out[c * rows + r] = m +
			0.125f *
				(here * (v[y + 1][x] - m) + k[y][x + 1] * (v[y + 1][x + 2] - m) +
					here * (v[y][x + 1] - m) + k[y + 1][x] * (v[y + 2][x + 1] - m));
	}
}
__global__ void field_y(double *ey, const double *hz, double pulse, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w)
		ey[y * w + x] = y == 0 ? pulse : ey[y * w + x] - 0.5 * (hz[y * w + x] - hz[(y - 1) * w + x]);
}
__global__ void field_x(double *ex, const double *hz, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w && x > 0)
		ex[y * w + x] -= 0.5 * (hz[y * w + x] - hz[y * w + x - 1]);
}
__global__ void field_z(const double *ex, const double *ey, double *hz, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x + 1 < w && y + 1 < h)
		hz[y * w + x] -= 0.7 * (ex[y * w + x + 1] - ex[y * w + x] + ey[(y + 1) * w + x] - ey[y * w + x]);
}
__global__ void field_together(const double *ex, const double *ey, const double *hz, double *ex2, double *ey2,
	double *hz2, double pulse, int w, int h)
{ // one launch a step, the new fields beside the old ones: a thread works out its neighbours' too
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h)
		return;
	double z = hz[i], nx = ex[i], ny = ey[i];
	nx = x ? nx - 0.5 * (z - hz[i - 1]) : nx;
	ny = y ? ny - 0.5 * (z - hz[i - w]) : pulse;
	ex2[i] = nx, ey2[i] = ny;
	if (x + 1 < w && y + 1 < h) {
		double right = ex[i + 1] - 0.5 * (hz[i + 1] - z), below = ey[i + w] - 0.5 * (hz[i + w] - z);
		z -= 0.7 * (right - nx + below - ny);
	}
	hz2[i] = z;
}
__host__ __device__ void sweep(float *x, const float *a, float *b, int n, int step)
{
	float xp = x[0], bp = b[0];
	for (int i = 1; i < n; i++) {
		float f = a[i * step] / bp;
		xp = x[i * step] -= xp * f;
		bp = b[i * step] -= a[i * step] * f;
	}
	xp = x[(n - 1) * step] /= bp;
	for (int i = n - 2; i >= 0; i--)
		xp = x[i * step] = (x[i * step] - xp * a[(i + 1) * step]) / b[i * step];
}
__global__ void sweep_rows(float *x, const float *a, float *b, int n, int rows)
{ // implicit in one direction: a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows)
		sweep(x + r * n, a + r * n, b + r * n, n, 1);
}
__global__ void sweep_columns(float *x, const float *a, float *b, int n, int columns)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < columns)
		sweep(x + c, a + c, b + c, n, columns);
}
static const int LONG = 128;
__global__ void sweep_rows_staged(float *x, const float *a, const float *b)
{ // rows of 128: thirty-two rows are brought to shared memory by all, then a row a lane
	extern __shared__ float s[];
	float *sx = s, *sa = sx + 32 * (LONG + 1), *sb = sa + 32 * (LONG + 1);
	int first = blockIdx.x * 32 * LONG;
	for (int i = threadIdx.x; i < 32 * LONG; i += blockDim.x) {
		int at = i / LONG * (LONG + 1) + i % LONG;
		sx[at] = x[first + i], sa[at] = a[first + i], sb[at] = b[first + i];
	}
	__syncthreads();
	if (threadIdx.x < 32) {
		int at = threadIdx.x * (LONG + 1);
		sweep(sx + at, sa + at, sb + at, LONG, 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 32 * LONG; i += blockDim.x)
		x[first + i] = sx[i / LONG * (LONG + 1) + i % LONG];
}
__host__ __device__ int eleven(const short *p, int a, int b)
{ // eleven of the cube's 27 cells count
	return 2 * p[-b - a - 1] + 5 * p[-b + a - 1] - 8 * p[b - a + 1] - 3 * p[-b - a + 1] + 6 * p[b + a + 1] -
		9 * p[0] + 4 * p[-a - 1] + 7 * p[a + 1] + 2 * p[-b] - 3 * p[b] + p[a];
}
__global__ void cube_columns(const short *in, int *out, int w, int h, int d)
{ // a thread walks through the depth
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x + 1 >= w || y + 1 >= h)
		return;
	for (int z = 1; z + 1 < d; z++)
		out[(z * h + y) * w + x] = eleven(in + (z * h + y) * w + x, w, w * h);
}
__global__ void cube_bricks(const short *in, int *out, int w, int h, int d)
{ // a brick with its rim in shared memory
	__shared__ short s[6][10][34];
	int t = threadIdx.x + 32 * (threadIdx.y + 8 * threadIdx.z), x0 = blockIdx.x * 32, y0 = blockIdx.y * 8,
	    z0 = blockIdx.z * 4;
	for (int i = t; i < 6 * 10 * 34; i += 1024) {
		int x = x0 + i % 34, y = y0 + i / 34 % 10, z = z0 + i / 340;
		s[i / 340][i / 34 % 10][i % 34] = x < w && y < h && z < d ? in[(z * h + y) * w + x] : 0;
	}
	__syncthreads();
	int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y, z = z0 + 1 + threadIdx.z;
	if (x + 1 < w && y + 1 < h && z + 1 < d)
		out[(z * h + y) * w + x] = eleven(&s[threadIdx.z + 1][threadIdx.y + 1][threadIdx.x + 1], 34, 340);
}
__constant__ float arm[5];
__global__ void wave_plain(const float *in, float *out, int w, int h, int d)
{ // four cells to each of six sides
	int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4,
	    z = blockIdx.z + 4;
	if (x + 4 >= w || y + 4 >= h)
		return;
	const float *p = in + (z * h + y) * w + x;
	float s = arm[0] * p[0];
#pragma unroll
	for (int k = 1; k <= 4; k++)
		s += arm[k] * (p[k] + p[-k] + p[k * w] + p[-k * w] + p[k * w * h] + p[-k * w * h]);
	out[(z * h + y) * w + x] = s;
}
__global__ void wave_march(const float *in, float *out, int w, int h, int d)
{ // a slab in shared memory, the depth's nine values in registers that move on
	__shared__ float s[16 + 8][32 + 8];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx + 4, y = blockIdx.y * 16 + ty + 4,
	    slab = w * h;
	bool good = x + 4 < w && y + 4 < h;
	const float *p = in + min(y, h - 1) * w + min(x, w - 1);
	float v[9];
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k + 1] = p[k * slab];
	for (int z = 4; z + 4 < d; z++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			v[k] = v[k + 1];
		v[8] = p[(z + 4) * slab];
		__syncthreads();
		for (int i = ty * 32 + tx; i < 24 * 40; i += 512)
			s[i / 40][i % 40] = in[z * slab + min(blockIdx.y * 16 + i / 40, h - 1) * w +
				min(blockIdx.x * 32 + i % 40, w - 1)];
		__syncthreads();
		float sum = arm[0] * v[4];
#pragma unroll
		for (int k = 1; k <= 4; k++)
			sum += arm[k] *
				(s[ty + 4][tx + 4 + k] + s[ty + 4][tx + 4 - k] + s[ty + 4 + k][tx + 4] +
					s[ty + 4 - k][tx + 4] + v[4 + k] + v[4 - k]);
		if (good)
			out[z * slab + y * w + x] = sum;
	}
}
__global__ void settle_colour(float *u, const float *f, int w, int h, int colour, float over)
{ // cells like a chessboard: one colour a launch, in place
	int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	x += (y + colour) & 1;
	if (x + 1 >= w || y + 1 >= h)
		return;
	int i = y * w + x;
	float r = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]) - u[i];
	u[i] += over * r;
}
static void chips(const std::vector<float> &f)
{
	const int W = 600, H = 410, STEPS = 2;
	Chip k = { 0.1f, 0.9f, 1.1f, 0.02f, 80 };
	std::vector<float> t(W * H), p(f.begin(), f.begin() + W * H), want, next(W * H);
	for (int i = 0; i < W * H; i++)
		t[i] = 60 + 40 * f[i + 300];
	want = t;
	for (int s = 0; s < STEPS; s++, want.swap(next))
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				int i = y * W + x;
				next[i] = chip_next(want[i], want[y ? i - W : i], want[y + 1 < H ? i + W : i],
					want[x ? i - 1 : i], want[x + 1 < W ? i + 1 : i], p[i], k);
			}
	float *dt = upload(t), *dp = upload(p), *a = dev<float>(W * H), *b = dev<float>(W * H);
	job<float>(
		"chip_heat.launch_a_step",
		[&] {
			chip_plain<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(dt, dp, a, W, H, k);
			chip_plain<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(a, dp, b, W, H, k);
		},
		b, W * H, close_to(want, 1e-5));
	job<float>(
		"chip_heat.shrinking_tile",
		[&] {
			chip_pyramid<<<dim3(up(W, 20 - 2 * STEPS), up(H, 20 - 2 * STEPS)), dim3(20, 20)>>>(
				dt, dp, b, W, H, k, STEPS);
		},
		b, W * H, close_to(want, 1e-5));
}
static void speckles(const std::vector<float> &f)
{
	const int R = 400, C = 350, N = R * C, BLOCKS = 60;
	std::vector<float> im(N), coef(N), want(N);
	std::vector<int> n(R), s(R), w(C), e(C);
	double sum = 0, sq = 0;
	for (int i = 0; i < N; i++) {
		im[i] = expf(f[i + 17]);
		sum += im[i], sq += (double)im[i] * im[i];
	}
	float mean = sum / N, q0 = (sq / N - mean * mean) / (mean * mean);
	for (int i = 0; i < R; i++)
		n[i] = std::max(i - 1, 0), s[i] = std::min(i + 1, R - 1);
	for (int i = 0; i < C; i++)
		w[i] = std::max(i - 1, 0), e[i] = std::min(i + 1, C - 1);
	for (int c = 0; c < C; c++)
		for (int r = 0; r < R; r++) {
			float v = im[c * R + r];
			coef[c * R + r] = speckle_c(v, im[c * R + n[r]] - v, im[c * R + s[r]] - v, im[w[c] * R + r] - v,
				im[e[c] * R + r] - v, q0);
		}
	for (int c = 0; c < C; c++)
		for (int r = 0; r < R; r++) {
			float v = im[c * R + r], h = coef[c * R + r];
			want[c * R + r] = v +
				0.125f *
					(h * (im[c * R + n[r]] - v) + coef[c * R + s[r]] * (im[c * R + s[r]] - v) +
						h * (im[w[c] * R + r] - v) +
						coef[e[c] * R + r] * (im[e[c] * R + r] - v));
		}
	float *di = upload(im), *d[5], *q = dev<float>(2 * BLOCKS + 1), *o = dev<float>(N);
	for (auto &p : d)
		p = dev<float>(N);
	int *dn = upload(n), *ds = upload(s), *dw = upload(w), *de = upload(e);
	job<float>(
		"speckle.statistics_and_index_lists",
		[&] {
			speckle_squares<<<BLOCKS, 256>>>(di, q, N);
			speckle_mean<<<1, 32>>>(q, BLOCKS, N);
			speckle_first<<<up(N, 512), 512>>>(
				di, dn, ds, dw, de, d[0], d[1], d[2], d[3], d[4], q + 2 * BLOCKS, R, C);
			speckle_second<<<up(N, 512), 512>>>(di, ds, de, d[0], d[1], d[2], d[3], d[4], o, R, C);
		},
		o, N, close_to(want, 1e-3));
	float *dq = upload(std::vector<float>{ q0 });
	job<float>(
		"speckle.both_steps_in_a_tile",
		[&] { speckle_tile<<<dim3(up(R, 16), up(C, 16)), dim3(16, 16)>>>(di, o, dq, R, C); }, o, N,
		close_to(want, 1e-3));
}
static void fields(const std::vector<unsigned> &w)
{
	const int W = 320, H = 300, N = W * H, STEPS = 2;
	std::vector<double> ex = double_fractions(w, N), ey(ex.rbegin(), ex.rend()), hz(N), x(ex), y(ey), z;
	for (int i = 0; i < N; i++)
		hz[i] = (i * 7 % 113) / 113.0;
	z = hz;
	for (int s = 0; s < STEPS; s++) {
		for (int i = 0; i < N; i++) {
			y[i] = i < W ? s + 1 : y[i] - 0.5 * (z[i] - z[i - W]);
			if (i % W)
				x[i] -= 0.5 * (z[i] - z[i - 1]);
		}
		for (int i = 0; i < N - W; i++)
			if (i % W + 1 < W)
				z[i] -= 0.7 * (x[i + 1] - x[i] + y[i + W] - y[i]);
	}
	double *fx = upload(ex), *fy = upload(ey), *fz = upload(hz), *d[6];
	for (auto &p : d)
		p = dev<double>(N);
	auto fill = [&] {
		CHECK(cudaMemcpy(d[0], fx, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(d[1], fy, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(d[2], fz, N * 8, cudaMemcpyDeviceToDevice));
	};
	job<double>(
		"time_steps_of_a_field.three_launches",
		[&] {
			for (int s = 0; s < STEPS; s++) {
				field_y<<<dim3(up(W, 256), H), 256>>>(d[1], d[2], s + 1, W, H);
				field_x<<<dim3(up(W, 256), H), 256>>>(d[0], d[2], W, H);
				field_z<<<dim3(up(W, 256), H), 256>>>(d[0], d[1], d[2], W, H);
			}
		},
		d[2], N, close_to(z, 1e-12), fill);
	job<double>(
		"time_steps_of_a_field.neighbours_worked_out_again",
		[&] {
			dim3 grid(up(W, 32), up(H, 6)), block(32, 6);
			field_together<<<grid, block>>>(d[0], d[1], d[2], d[3], d[4], d[5], 1, W, H);
			field_together<<<grid, block>>>(d[3], d[4], d[5], d[0], d[1], d[2], 2, W, H);
		},
		d[2], N, close_to(z, 1e-12), fill);
}
static void sweeps(const std::vector<float> &f)
{
	const int ROWS = 2048, N = ROWS * LONG;
	std::vector<float> x(f.begin(), f.begin() + N), a(f.begin() + 999, f.begin() + 999 + N), b(N), want(x),
		turned(N), xt(N), at(N), bt(N);
	for (int i = 0; i < N; i++)
		b[i] = 2.5f + f[i + 31];
	std::vector<float> left(b);
	for (int r = 0; r < ROWS; r++)
		sweep(&want[r * LONG], &a[r * LONG], &left[r * LONG], LONG, 1);
	for (int i = 0; i < N; i++) {
		int j = i % LONG * ROWS + i / LONG;
		turned[j] = want[i], xt[j] = x[i], at[j] = a[i], bt[j] = b[i];
	}
	float *dx = upload(x), *da = upload(a), *db = upload(b), *tx = upload(xt), *ta = upload(at), *tb = upload(bt),
	      *o = dev<float>(N), *ob = dev<float>(N);
	auto fill = [&](float *p, float *q) {
		CHECK(cudaMemcpy(o, p, N * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(ob, q, N * 4, cudaMemcpyDeviceToDevice));
	};
	job<float>(
		"implicit_sweep.row_a_thread", [&] { sweep_rows<<<up(ROWS, 128), 128>>>(o, da, ob, LONG, ROWS); }, o, N,
		close_to(want), [&] { fill(dx, db); });
	job<float>(
		"implicit_sweep.column_a_thread", [&] { sweep_columns<<<up(ROWS, 128), 128>>>(o, ta, ob, LONG, ROWS); },
		o, N, close_to(turned), [&] { fill(tx, tb); });
	int bytes = 3 * 32 * (LONG + 1) * 4;
	CHECK(cudaFuncSetAttribute(sweep_rows_staged, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
	job<float>(
		"implicit_sweep.rows_in_shared", [&] { sweep_rows_staged<<<ROWS / 32, 256, bytes>>>(o, da, ob); }, o, N,
		close_to(want), [&] { fill(dx, db); });
}
static void cubes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 130, H = 74, D = 30, N = W * H * D;
	std::vector<short> in(N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		in[i] = (int)(w[i] % 4001) - 2000;
	for (int z = 1; z + 1 < D; z++)
		for (int y = 1; y + 1 < H; y++)
			for (int x = 1; x + 1 < W; x++)
				want[(z * H + y) * W + x] = eleven(&in[(z * H + y) * W + x], W, W * H);
	short *di = upload(in);
	int *o = dev<int>(N);
	auto clear = [&] { CHECK(cudaMemset(o, 0, N * 4)); };
	job<int>(
		"eleven_of_a_cube.thread_through_the_depth",
		[&] { cube_columns<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(di, o, W, H, D); }, o, N, same(want),
		clear);
	job<int>(
		"eleven_of_a_cube.bricks_in_shared",
		[&] {
			cube_bricks<<<dim3(up(W - 2, 32), up(H - 2, 8), up(D - 2, 4)), dim3(32, 8, 4)>>>(
				di, o, W, H, D);
		},
		o, N, same(want), clear);
	std::vector<float> c = { -2.5f, 0.8f, -0.1f, 0.02f, -0.001f }, v(f.begin(), f.begin() + N), next(N);
	CHECK(cudaMemcpyToSymbol(arm, c.data(), 20));
	for (int z = 4; z + 4 < D; z++)
		for (int y = 4; y + 4 < H; y++)
			for (int x = 4; x + 4 < W; x++) {
				int i = (z * H + y) * W + x;
				double s = c[0] * v[i];
				for (int k = 1; k <= 4; k++)
					s += c[k] *
						(v[i - k] + v[i + k] + v[i - k * W] + v[i + k * W] + v[i - k * W * H] +
							v[i + k * W * H]);
				next[i] = s;
			}
	float *dv = upload(v), *of = dev<float>(N);
	auto none = [&] { CHECK(cudaMemset(of, 0, N * 4)); };
	job<float>(
		"arms_of_four.all_from_memory",
		[&] { wave_plain<<<dim3(up(W - 8, 64), up(H - 8, 4), D - 8), dim3(64, 4)>>>(dv, of, W, H, D); }, of, N,
		close_to(next), none);
	job<float>(
		"arms_of_four.slab_moves_on",
		[&] { wave_march<<<dim3(up(W - 8, 32), up(H - 8, 16)), dim3(32, 16)>>>(dv, of, W, H, D); }, of, N,
		close_to(next), none);
	const int SW = 514, SH = 400;
	std::vector<float> u(f.begin(), f.begin() + SW * SH), rhs(f.begin() + 70, f.begin() + 70 + SW * SH), want_u(u);
	for (int s = 0; s < 2; s++)
		for (int y = 1; y + 1 < SH; y++)
			for (int x = 1 + ((y + s) & 1); x + 1 < SW; x += 2) {
				int i = y * SW + x;
				want_u[i] += 1.5f *
					(0.25f *
							(want_u[i - 1] + want_u[i + 1] + want_u[i - SW] +
								want_u[i + SW] - rhs[i]) -
						want_u[i]);
			}
	float *du = upload(u), *dr = upload(rhs), *ou = dev<float>(SW * SH);
	job<float>(
		"chessboard_settles.two_colours",
		[&] {
			for (int s = 0; s < 2; s++)
				settle_colour<<<dim3(up(SW / 2, 64), up(SH, 4)), dim3(64, 4)>>>(
					ou, dr, SW, SH, s, 1.5f);
		},
		ou, SW * SH, close_to(want_u),
		[&] { CHECK(cudaMemcpy(ou, du, SW * SH * 4, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	chips(f);
	speckles(f);
	fields(w);
	sweeps(f);
	cubes(w, f);
}
