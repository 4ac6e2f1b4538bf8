// blind32g: a fresh set of kernels that nobody had modelled when they were written. Numerics: swings in time, roots,
// areas, eigenvalues, curves through points, Fourier steps, answers made better.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// a swing that feeds itself (van der Pol): steps of four slopes
template <class T> HD void swing_slope(T x, T v, T mu, T &dx, T &dv)
{
	dx = v;
	dv = mu * (1 - x * x) * v - x;
}
template <class T> HD T swing_fixed(T mu, int steps, T h)
{
	T x = 1, v = 0, a, b, c, d, e, f, g, k;
	for (int s = 0; s < steps; s++) {
		swing_slope(x, v, mu, a, b);
		swing_slope(x + h / 2 * a, v + h / 2 * b, mu, c, d);
		swing_slope(x + h / 2 * c, v + h / 2 * d, mu, e, f);
		swing_slope(x + h * e, v + h * f, mu, g, k);
		x += h / 6 * (a + 2 * (c + e) + g);
		v += h / 6 * (b + 2 * (d + f) + k);
	}
	return x;
}
template <class T> __global__ void swing_rk4(const T *mu, T *out, int n, int steps, T h)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = swing_fixed(mu[i], steps, h);
}
HD double swing_free(double mu, double end, double tol)
{ // steps of three slopes, as long as the error allows (Bogacki and Shampine)
	double x = 1, v = 0, t = 0, h = 0.1, a, b;
	swing_slope(x, v, mu, a, b);
	for (int turn = 0; turn < 2000 && t < end; turn++) {
		if (t + h > end)
			h = end - t;
		double c, d, e, f, g, k;
		swing_slope(x + h / 2 * a, v + h / 2 * b, mu, c, d);
		swing_slope(x + 0.75 * h * c, v + 0.75 * h * d, mu, e, f);
		double nx = x + h / 9 * (2 * a + 3 * c + 4 * e), nv = v + h / 9 * (2 * b + 3 * d + 4 * f);
		swing_slope(nx, nv, mu, g, k);
		double ex = h * (-5 * a / 72 + c / 12 + e / 9 - g / 8), ev = h * (-5 * b / 72 + d / 12 + f / 9 - k / 8),
		       err = fabs(ex) > fabs(ev) ? fabs(ex) : fabs(ev);
		if (err > tol) {
			h /= 2;
			continue;
		}
		t += h, x = nx, v = nv, a = g, b = k;
		if (err < tol / 10)
			h *= 1.5;
	}
	return x;
}
__global__ void swing_adaptive(const double *mu, double *out, int n, double end, double tol)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = swing_free(mu[i], end, tol);
}
// x e^x = a, three ways
__global__ void roots_halving(const double *a, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double lo = 0, hi = 8, c = a[i];
	while (hi - lo > 1e-12) {
		double m = (lo + hi) / 2;
		if (m * exp(m) < c)
			lo = m;
		else
			hi = m;
	}
	out[i] = (lo + hi) / 2;
}
__global__ void roots_third_order(const double *a, double *out, int n)
{ // Halley
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double c = a[i], x = log1p(c);
	for (int k = 0; k < 20; k++) {
		double e = exp(x), f = x * e - c, d = f / (e * (x + 1) - (x + 2) * f / (2 * x + 2));
		x -= d;
		if (fabs(d) < 1e-13)
			break;
	}
	out[i] = x;
}
__global__ void roots_false_position(const float *a, float *out, int n)
{ // the end that stays twice has its value halved
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float c = a[i], l = 0, r = 8, fl = -c, fr = 8 * expf(8.f) - c, x = 0;
	int side = 0;
	for (int k = 0; k < 100; k++) {
		x = (l * fr - r * fl) / (fr - fl);
		float f = x * expf(x) - c;
		if (fabsf(f) <= 2e-6f * c || r - l < 1e-6f)
			break;
		if (f > 0) {
			r = x, fr = f;
			if (side == 1)
				fl /= 2;
			side = 1;
		} else {
			l = x, fl = f;
			if (side == -1)
				fr /= 2;
			side = -1;
		}
	}
	out[i] = x;
}
// areas by eight chosen points a piece
__constant__ double spot[4] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363 };
__constant__ double share[4] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763 };
__global__ void gauss_eight(const double *a, double *out, int n, int pieces)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double c = a[i], sum = 0, h = 1.0 / pieces / 2;
	for (int p = 0; p < pieces; p++)
		for (int k = 0; k < 4; k++) {
			double m = (2 * p + 1) * h, d = h * spot[k];
			sum += share[k] * (cos(c * (m - d)) / (1 + m - d) + cos(c * (m + d)) / (1 + m + d));
		}
	out[i] = sum * h;
}
// eigenvalues of symmetric 5 x 5: turning away the others, round by round
__global__ void jacobi_five(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a[5][5];
	for (int r = 0; r < 5; r++)
		for (int c = 0; c < 5; c++)
			a[r][c] = in[(r * 5 + c) * n + i];
	for (int round = 0; round < 8; round++) {
		float off = 0;
#pragma unroll
		for (int p = 0; p < 4; p++)
#pragma unroll
			for (int q = p + 1; q < 5; q++) {
				off += fabsf(a[p][q]);
				if (fabsf(a[p][q]) < 1e-9f)
					continue;
				float th = (a[q][q] - a[p][p]) / (2 * a[p][q]),
				      t = copysignf(1, th) / (fabsf(th) + sqrtf(th * th + 1)), c = rsqrtf(t * t + 1),
				      s = t * c;
#pragma unroll
				for (int k = 0; k < 5; k++) {
					float x = a[k][p], y = a[k][q];
					a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
				}
#pragma unroll
				for (int k = 0; k < 5; k++) {
					float x = a[p][k], y = a[q][k];
					a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
				}
			}
		if (off < 1e-6f)
			break;
	}
	float least = a[0][0], most = least;
	for (int k = 1; k < 5; k++)
		least = fminf(least, a[k][k]), most = fmaxf(most, a[k][k]);
	out[2 * i] = least, out[2 * i + 1] = most;
}
__global__ void sturm_lanes(const double *diag, const double *off, double *out, int n)
{ // three diagonals of 32: a lane for each eigenvalue, counts how many are below
	__shared__ double d[4][32], e[4][32];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, i = blockIdx.x * 4 + w;
	if (i >= n)
		return;
	d[w][l] = diag[i * 32 + l], e[w][l] = off[i * 32 + l] * off[i * 32 + l];
	__syncwarp();
	double lo = -8, hi = 8;
	for (int turn = 0; turn < 36; turn++) {
		double m = (lo + hi) / 2, q = 1;
		int below = 0;
		for (int k = 0; k < 32; k++) {
			q = d[w][k] - m - (k ? e[w][k - 1] / q : 0);
			if (fabs(q) < 1e-30)
				q = 1e-30;
			below += q < 0;
		}
		if (below > l)
			hi = m;
		else
			lo = m;
	}
	out[i * 32 + l] = (lo + hi) / 2;
}
// a smooth curve through points: the piece is searched, then four numbers make it
__global__ void curve_search(const float *knot, const float4 *piece, const float *at, float *out, int pieces, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = at[i];
	int lo = 0, hi = pieces;
	while (hi - lo > 1) {
		int m = (lo + hi) / 2;
		if (knot[m] <= x)
			lo = m;
		else
			hi = m;
	}
	float t = x - knot[lo];
	float4 p = piece[lo];
	out[i] = ((p.w * t + p.z) * t + p.y) * t + p.x;
}
__global__ void curve_one_formula(const double *value, const double *at, double *out, int n)
{ // sixteen Chebyshev points, a quotient of two sums
	__shared__ double node[16], weight[16];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t < 16) {
		node[t] = cospi((2 * t + 1) / 32.0);
		weight[t] = (t & 1 ? -1 : 1) * sinpi((2 * t + 1) / 32.0);
	}
	__syncthreads();
	if (i >= n)
		return;
	double x = at[i], up = 0, low = 0;
	for (int k = 0; k < 16; k++) {
		double d = x - node[k];
		if (d == 0) {
			out[i] = value[k];
			return;
		}
		d = weight[k] / d;
		up += d * value[k], low += d;
	}
	out[i] = up / low;
}
// Fourier of 256 by fours in a block of 64
__global__ void fourier_by_fours(const float2 *in, float2 *out)
{
	__shared__ float2 a[2][256];
	int t = threadIdx.x, from = 0;
	for (int k = 0; k < 4; k++)
		a[0][t + 64 * k] = in[blockIdx.x * 256 + t + 64 * k];
	for (int s = 1; s < 256; s *= 4) {
		__syncthreads();
		int j = t % s;
		float2 v[4];
		for (int k = 0; k < 4; k++) {
			float sn, cs;
			sincospif(-2.f * j * k / (4 * s), &sn, &cs);
			float2 x = a[from][t + 64 * k];
			v[k] = make_float2(x.x * cs - x.y * sn, x.x * sn + x.y * cs);
		}
		float2 p = { v[0].x + v[2].x, v[0].y + v[2].y }, m = { v[0].x - v[2].x, v[0].y - v[2].y },
		       q = { v[1].x + v[3].x, v[1].y + v[3].y }, r = { v[1].y - v[3].y, v[3].x - v[1].x };
		int o = t / s * 4 * s + j;
		from ^= 1;
		a[from][o] = make_float2(p.x + q.x, p.y + q.y);
		a[from][o + s] = make_float2(m.x + r.x, m.y + r.y);
		a[from][o + 2 * s] = make_float2(p.x - q.x, p.y - q.y);
		a[from][o + 3 * s] = make_float2(m.x - r.x, m.y - r.y);
	}
	__syncthreads();
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 256 + t + 64 * k] = a[from][t + 64 * k];
}
// six unknowns: split in floats, the answer made better by what is left, in doubles
__global__ void refined_thread(const double *m, const double *b, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a[6][6];
	double x[6], r[6];
	for (int k = 0; k < 36; k++)
		a[k / 6][k % 6] = m[k * n + i];
#pragma unroll
	for (int p = 0; p < 6; p++)
#pragma unroll
		for (int q = p + 1; q < 6; q++) {
			float f = a[q][p] /= a[p][p];
#pragma unroll
			for (int k = p + 1; k < 6; k++)
				a[q][k] -= f * a[p][k];
		}
	for (int k = 0; k < 6; k++)
		x[k] = 0;
	for (int turn = 0; turn < 5; turn++) {
		double most = 0;
		float y[6];
#pragma unroll
		for (int p = 0; p < 6; p++) {
			double s = b[p * n + i];
			for (int k = 0; k < 6; k++)
				s -= m[(p * 6 + k) * n + i] * x[k];
			r[p] = s;
			most = fmax(most, fabs(s));
		}
		if (most < 1e-12)
			break;
#pragma unroll
		for (int p = 0; p < 6; p++) {
			y[p] = r[p];
#pragma unroll
			for (int k = 0; k < p; k++)
				y[p] -= a[p][k] * y[k];
		}
#pragma unroll
		for (int p = 5; p >= 0; p--) {
#pragma unroll
			for (int k = p + 1; k < 6; k++)
				y[p] -= a[p][k] * y[k];
			y[p] /= a[p][p];
			x[p] += y[p];
		}
	}
	for (int k = 0; k < 6; k++)
		out[k * n + i] = x[k];
}
__global__ void refined_warp(const double *m, const double *b, double *out, int n)
{ // 24 unknowns a warp: float matrix in shared memory, corrections by sweeps (Gauss and Seidel would wait: Jacobi)
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (w >= n)
		return;
	const double *a = m + w * 576;
	double x = 0, rhs = l < 24 ? b[w * 24 + l] : 0;
	float one = l < 24 ? 1 / (float)a[l * 25] : 0;
	for (int turn = 0; turn < 12; turn++) {
		double r = rhs;
		for (int k = 0; k < 24; k++) {
			double xk = __shfl_sync(~0u, x, k);
			if (l < 24)
				r -= a[k * 24 + l] * xk;
		}
		if (!__any_sync(~0u, fabs(r) > 1e-11))
			break;
		float y = 0, rf = r;
		for (int inner = 0; inner < 4; inner++) {
			float s = rf;
			for (int k = 0; k < 24; k++) {
				float yk = __shfl_sync(~0u, y, k);
				if (l < 24 && k != l)
					s -= (float)a[k * 24 + l] * yk;
			}
			y = s * one;
		}
		x += y;
	}
	if (l < 24)
		out[w * 24 + l] = x;
}
// long sums of products where much cancels: two floats for each number, or a double
__global__ void products_two_floats(const float *a, const float *b, double *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0, low = 0;
	for (int k = 0; k < len; k++) {
		float x = a[k * n + i], y = b[k * n + i], p = x * y, e = __fmaf_rn(x, y, -p), t = __fadd_rn(s, p),
		      z = __fsub_rn(t, s);
		low += __fadd_rn(__fsub_rn(s, __fsub_rn(t, z)), __fsub_rn(p, z)) + e;
		s = t;
	}
	out[i] = (double)s + low;
}
__global__ void products_double(const float *a, const float *b, double *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = 0;
	for (int k = 0; k < len; k++)
		s += (double)a[k * n + i] * b[k * n + i];
	out[i] = s;
}
static void swings(const std::vector<unsigned> &w)
{
	const int N = 6000, S = 150;
	std::vector<double> mu(N), fixed(N), open(3000);
	std::vector<float> mf(N), ff(N);
	for (int i = 0; i < N; i++) {
		mf[i] = mu[i] = w[i] % 512 / 256.0;
		ff[i] = fixed[i] = swing_fixed<double>(mu[i], S, 0.02);
	}
	for (int i = 0; i < 3000; i++)
		open[i] = swing_free(mu[i], 5, 1e-5);
	double *d = upload(mu), *o = dev<double>(N);
	float *f = upload(mf), *of = dev<float>(N);
	job<double>(
		"swing_that_feeds_itself.doubles", [&] { swing_rk4<double><<<up(N, 128), 128>>>(d, o, N, S, 0.02); }, o,
		N, close_to(fixed, 1e-9));
	job<float>(
		"swing_that_feeds_itself.floats", [&] { swing_rk4<float><<<up(N, 64), 64>>>(f, of, N, S, 0.02f); }, of,
		N, close_to(ff, 1e-3));
	job<double>(
		"swing_that_feeds_itself.free_steps",
		[&] { swing_adaptive<<<up(3000, 96), 96>>>(d, o, 3000, 5, 1e-5); }, o, 3000, close_to(open, 1e-3));
}
static void roots(const std::vector<unsigned> &w)
{
	const int N = 20000;
	std::vector<double> a(N), want(N), area(5000);
	std::vector<float> af(N), wf(N);
	for (int i = 0; i < N; i++) {
		af[i] = a[i] = (w[i] % 4096 + 1) / 16.0;
		double x = log1p(a[i]);
		for (int k = 0; k < 8; k++)
			x -= (x * exp(x) - a[i]) / (exp(x) * (x + 1));
		wf[i] = want[i] = x;
	}
	double *d = upload(a), *o = dev<double>(N);
	float *f = upload(af), *of = dev<float>(N);
	job<double>(
		"x_times_e_to_x.halving", [&] { roots_halving<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		close_to(want, 1e-9));
	job<double>(
		"x_times_e_to_x.third_order", [&] { roots_third_order<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		close_to(want, 1e-9));
	job<float>(
		"x_times_e_to_x.false_position_floats", [&] { roots_false_position<<<up(N, 256), 256>>>(f, of, N); },
		of, N, close_to(wf, 1e-4));
	for (int i = 0; i < 5000; i++)
		a[i] = (i % 300) * 0.11;
	for (int i = 0; i < 300; i++)
		for (int k = 0; k < 400; k++) // three points a piece
			for (int j = -1; j < 2; j++) {
				double x = (k + 0.5 + j * 0.3872983346207417) / 400;
				area[i] += cos(a[i] * x) / (1 + x) / 400 * (j ? 5 : 8) / 18;
			}
	for (int i = 300; i < 5000; i++)
		area[i] = area[i % 300];
	double *da = upload(a);
	job<double>(
		"area_by_eight_points.constant", [&] { gauss_eight<<<up(5000, 64), 64>>>(da, o, 5000, 8); }, o, 5000,
		close_to(area, 1e-8));
}
static void eigen(const std::vector<unsigned> &w)
{
	const int N = 3000, M = 120;
	std::vector<float> a(25 * N), want(2 * N);
	for (int i = 0; i < N; i++) {
		double m[5][5];
		for (int r = 0; r < 5; r++)
			for (int c = 0; c <= r; c++)
				m[r][c] = m[c][r] = a[(r * 5 + c) * N + i] = a[(c * 5 + r) * N + i] =
					w[i * 15 + r * 3 + c] % 1000 / 500.0 - 1 + (r == c ? r : 0);
		for (int side = -1; side < 2; side += 2) { // by counting signs, halving
			double lo = -12, hi = 12;
			for (int t = 0; t < 30; t++) {
				double x = (lo + hi) / 2, b[5][5];
				int below = 0;
				for (int k = 0; k < 25; k++)
					b[k / 5][k % 5] = m[k / 5][k % 5] - (k % 6 ? 0 : x);
				for (int p = 0; p < 5; p++) {
					double v = fabs(b[p][p]) < 1e-14 ? 1e-14 : b[p][p];
					below += v < 0;
					for (int q = p + 1; q < 5; q++)
						for (int k = 4; k >= p; k--)
							b[q][k] -= b[q][p] / v * b[p][k];
				}
				(side < 0 ? below > 0 : below > 4) ? hi = x : lo = x;
			}
			want[2 * i + (side > 0)] = lo;
		}
	}
	float *d = upload(a), *o = dev<float>(2 * N);
	job<float>(
		"least_and_largest_of_five.turned_away", [&] { jacobi_five<<<up(N, 64), 64>>>(d, o, N); }, o, 2 * N,
		close_to(want, 1e-3));
	std::vector<double> diag(M * 32), off(M * 32), ev(M * 32);
	for (int i = 0; i < M * 32; i++)
		diag[i] = w[i] % 2000 / 1000.0 - 1, off[i] = (w[i + 5] % 1000 + 200) / 600.0;
	for (int i = 0; i < M * 32; i++) {
		double lo = -8, hi = 8;
		for (int t = 0; t < 36; t++) {
			double m = (lo + hi) / 2, q = 1;
			int below = 0;
			for (int k = 0; k < 32; k++) {
				int j = i / 32 * 32 + k;
				q = diag[j] - m - (k ? off[j - 1] * off[j - 1] / q : 0);
				below += q < 0;
			}
			below > i % 32 ? hi = m : lo = m;
		}
		ev[i] = lo;
	}
	double *dd = upload(diag), *df = upload(off), *od = dev<double>(M * 32);
	job<double>(
		"eigenvalues_of_three_diagonals.lane_each", [&] { sturm_lanes<<<up(M, 4), 128>>>(dd, df, od, M); }, od,
		M * 32, close_to(ev, 1e-8));
}
static void curves(const std::vector<unsigned> &w)
{
	const int P = 700, N = 150000;
	std::vector<float> knot(P + 1), x(N), y(N);
	std::vector<float4> piece(P);
	for (int k = 0; k <= P; k++)
		knot[k] = k + w[k] % 100 / 150.f;
	for (int k = 0; k < P; k++)
		piece[k] = make_float4(
			w[k] % 99 / 9.f, w[k + 1] % 77 / 9.f, w[k + 2] % 55 / 9.f, -(float)(w[k + 3] % 33) / 9);
	for (int i = 0; i < N; i++) {
		x[i] = 1 + w[i] % 699000 / 1001.f;
		int k = std::upper_bound(knot.begin(), knot.begin() + P, x[i]) - knot.begin() - 1;
		float t = x[i] - knot[k];
		y[i] = ((piece[k].w * t + piece[k].z) * t + piece[k].y) * t + piece[k].x;
	}
	float *dk = upload(knot), *dx = upload(x), *o = dev<float>(N);
	float4 *dp = upload(piece);
	job<float>(
		"curve_through_points.searched_piece", [&] { curve_search<<<up(N, 256), 256>>>(dk, dp, dx, o, P, N); },
		o, N, close_to(y));
	const int M = 30000;
	std::vector<double> value(16), at(M), want(M);
	for (int k = 0; k < 16; k++) {
		double c = cos((2 * k + 1) * M_PI / 32);
		value[k] = ((3 * c - 2) * c * c + 1) * c - 4;
	}
	for (int i = 0; i < M; i++) {
		double c = at[i] = w[i] % 65537 / 32768.0 - 1;
		want[i] = ((3 * c - 2) * c * c + 1) * c - 4;
	}
	double *dv = upload(value), *da = upload(at), *od = dev<double>(M);
	job<double>(
		"curve_through_points.one_formula", [&] { curve_one_formula<<<up(M, 192), 192>>>(dv, da, od, M); }, od,
		M, close_to(want, 1e-7));
	const int F = 200;
	std::vector<float2> in(F * 256);
	for (int i = 0; i < F * 256; i++)
		in[i] = make_float2(w[i] % 1000 / 500.f - 1, w[i + 3] % 1000 / 500.f - 1);
	float2 *di = upload(in), *of = dev<float2>(F * 256);
	job<float2>(
		"fourier_of_256_points.by_fours", [&] { fourier_by_fours<<<F, 64>>>(di, of); }, of, F * 256,
		[=](const std::vector<float2> &v) {
			for (int b = 0; b < F; b += 23)
				for (int k = 0; k < 256; k += 5) {
					double re = 0, im = 0;
					for (int j = 0; j < 256; j++) {
						double c = cos(-2 * M_PI * j * k / 256),
						       s = sin(-2 * M_PI * j * k / 256);
						re += in[b * 256 + j].x * c - in[b * 256 + j].y * s;
						im += in[b * 256 + j].x * s + in[b * 256 + j].y * c;
					}
					if (!near(v[b * 256 + k].x, re, 1e-3) || !near(v[b * 256 + k].y, im, 1e-3))
						return false;
				}
			return true;
		});
}
static void better(const std::vector<unsigned> &w)
{
	const int N = 5000, M = 150;
	auto system = [&](int size, int many, bool apart, std::vector<double> &m, std::vector<double> &b,
			      std::vector<double> &x) {
		m.assign(size * size * many, 0), b.assign(size * many, 0), x = b;
		for (int i = 0; i < many; i++)
			for (int r = 0; r < size; r++)
				x[apart ? r * many + i : i * size + r] = w[i * size + r] % 1000 / 100.0;
		for (int i = 0; i < many; i++)
			for (int r = 0; r < size; r++)
				for (int c = 0; c < size; c++) {
					double v = w[(i * 36 + r * size + c) % 190000] % 1000 / 999.0 +
						(r == c ? 3 * size : 0);
					(apart ? m[(r * size + c) * many + i] : m[i * size * size + c * size + r]) = v;
					b[apart ? r * many + i : i * size + r] +=
						v * x[apart ? c * many + i : i * size + c];
				}
	};
	std::vector<double> m, b, x;
	system(6, N, true, m, b, x);
	double *dm = upload(m), *db = upload(b), *o = dev<double>(N * 6);
	job<double>(
		"answers_made_better.six_unknowns_thread", [&] { refined_thread<<<up(N, 64), 64>>>(dm, db, o, N); }, o,
		N * 6, close_to(x, 1e-9));
	system(24, M, false, m, b, x);
	double *em = upload(m), *eb = upload(b);
	job<double>(
		"answers_made_better.24_unknowns_warp", [&] { refined_warp<<<up(M, 2), 64>>>(em, eb, o, M); }, o,
		M * 24, close_to(x, 1e-9));
	const int P = 8000, L = 100;
	std::vector<float> a(P * L), c(P * L);
	std::vector<double> want(P);
	for (int i = 0; i < P * L; i++) {
		a[i] = (int)w[i % 190001] / 1000.f, c[i] = (int)w[i % 180001 + 1] / 1e6f;
		want[i % P] += (double)a[i] * c[i];
	}
	float *da = upload(a), *dc = upload(c);
	job<double>(
		"products_that_cancel.two_floats", [&] { products_two_floats<<<up(P, 128), 128>>>(da, dc, o, P, L); },
		o, P, close_to(want, 1e-7));
	job<double>(
		"products_that_cancel.doubles", [&] { products_double<<<up(P, 128), 128>>>(da, dc, o, P, L); }, o, P,
		close_to(want, 1e-9));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	swings(w);
	roots(w);
	eigen(w);
	curves(w);
	better(w);
}
