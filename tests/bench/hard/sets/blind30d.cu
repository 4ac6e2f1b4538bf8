// blind30d: a fresh set of kernels that nobody had modelled when they were written. Grids in one to three dimensions:
// heat, waves, high orders, red and black points, steps of a multigrid, upwind flow.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__constant__ float c_eighth[5];
__global__ void heat_line_steps(const float *in, float *out, int n)
{ // sixteen steps of a line in one launch: a block of 256 makes 224 points, the rim gets worse and worse
	__shared__ float s[2][256];
	int t = threadIdx.x, x = blockIdx.x * 224 - 16 + t, now = 0;
	s[0][t] = x >= 0 && x < n ? in[x] : 0;
	__syncthreads();
	for (int k = 0; k < 16; k++) {
		float v = s[now][t];
		if (t > 0 && t < 255 && x > 0 && x < n - 1)
			v += 0.25f * (s[now][t - 1] - 2 * v + s[now][t + 1]);
		now ^= 1;
		s[now][t] = v;
		__syncthreads();
	}
	if (t >= 16 && t < 240 && x < n)
		out[x] = s[now][t];
}
__global__ void heat_line_warp(const double *in, double *out, int n)
{ // eight steps of a line of doubles in registers: lanes ask their neighbours; 16 good points a warp
	int lane = threadIdx.x & 31, x = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16 - 8 + lane;
	double v = x >= 0 && x < n ? in[x] : 0;
#pragma unroll
	for (int k = 0; k < 8; k++) {
		double l = __shfl_up_sync(~0u, v, 1), r = __shfl_down_sync(~0u, v, 1);
		if (x > 0 && x < n - 1)
			v += 0.25 * (l - 2 * v + r);
	}
	if (lane >= 8 && lane < 24 && x < n)
		out[x] = v;
}
__global__ void nine_points(const float *in, float *out, int W, int H)
{ // 2D, nine points, straight from global memory
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= W - 1 || y >= H - 1)
		return;
	const float *p = in + y * W + x;
	out[y * W + x] = (4 * (p[-1] + p[1] + p[-W] + p[W]) + p[-W - 1] + p[-W + 1] + p[W - 1] + p[W + 1]) * 0.05f;
}
__global__ void seven_points(const float *in, float *out, int X, int Y, int Z)
{ // 3D, a thread a point
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= X - 1 || y >= Y - 1 || z >= Z - 1)
		return;
	int i = (z * Y + y) * X + x, P = X * Y;
	out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - X] + in[i + X] + in[i - P] + in[i + P]);
}
__global__ void seven_points_up(const float *in, float *out, int X, int Y, int Z)
{ // a thread a column, three layers in registers, the middle one shared
	__shared__ float s[10][34];
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty, P = X * Y;
	bool in_x = x < X - 1, in_y = y < Y - 1, own = in_x && in_y;
	const float *p = in + min(y, Y - 1) * X + min(x, X - 1);
	float below = p[0], mid = p[P], above;
	for (int z = 1; z < Z - 1; z++) {
		above = p[(z + 1) * P];
		s[ty][tx] = mid;
		if (tx == 1)
			s[ty][0] = p[z * P - 1];
		if (tx == 32 && in_x)
			s[ty][33] = p[z * P + 1];
		if (ty == 1)
			s[0][tx] = p[z * P - X];
		if (ty == 8 && in_y)
			s[9][tx] = p[z * P + X];
		__syncthreads();
		if (own)
			out[z * P + y * X + x] = 0.4f * mid +
				0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above);
		__syncthreads();
		below = mid, mid = above;
	}
}
__global__ void wave_far(const float *now, float *old, int X, int Y, int Z, float f)
{ // a step of a wave, eighth order in space, a column a thread; nine values of it in registers
	int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4, P = X * Y;
	if (x >= X - 4 || y >= Y - 4)
		return;
	const float *p = now + y * X + x;
	float v[9];
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k + 1] = p[k * P];
	for (int z = 4; z < Z - 4; z++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			v[k] = v[k + 1];
		v[8] = p[(z + 4) * P];
		const float *q = p + z * P;
		float s = 3 * c_eighth[0] * v[4];
#pragma unroll
		for (int k = 1; k <= 4; k++)
			s += c_eighth[k] * (v[4 - k] + v[4 + k] + q[-k] + q[k] + q[-k * X] + q[k * X]);
		float *o = old + z * P + y * X + x;
		*o = 2 * v[4] - *o + f * s;
	}
}
__global__ void red_black_in_place(double *u, const double *rhs, int W, int H, int colour)
{ // every second point of the rows, so that half the bytes that come are not asked for
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1, x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
	x += (x + y + colour) & 1;
	if (x >= W - 1 || y >= H - 1)
		return;
	int i = y * W + x;
	u[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - W] + u[i + W] - rhs[i]);
}
__global__ void red_black_apart(double *own, const double *other, const double *rhs, int W2, int H, int colour)
{ // the two colours in arrays of their own; own point k of row y is x = 2 k + ((y + colour) & 1)
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1, k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= W2 || y >= H - 1)
		return;
	int odd = (y + colour) & 1, x = 2 * k + odd, i = y * W2 + k;
	if (x < 1 || x >= 2 * W2 - 1)
		return;
	own[i] = 0.25 * (other[i] + other[odd ? i + 1 : i - 1] + other[i - W2] + other[i + W2] - rhs[i]);
}
__global__ void residual_restrict(const float *u, const float *rhs, float *coarse, int W, int H, int CW, int CH)
{ // what is left on nine fine points, weighed, is a point of the coarse grid
	int cx = blockIdx.x * blockDim.x + threadIdx.x + 1, cy = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (cx >= CW - 1 || cy >= CH - 1)
		return;
	float s = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) {
			int at = (2 * cy + j) * W + 2 * cx + i;
			float r = rhs[at] - (u[at - 1] + u[at + 1] + u[at - W] + u[at + W] - 4 * u[at]);
			s += r * (float)((2 - i * i) * (2 - j * j));
		}
	coarse[cy * CW + cx] = s * 0.0625f;
}
__global__ void prolong_add(const float *coarse, float *u, int W, int H, int CW)
{ // each fine point takes what it lies between
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= W)
		return;
	const float *c = coarse + y / 2 * CW + x / 2;
	float v;
	if (x & 1)
		v = y & 1 ? 0.25f * (c[0] + c[1] + c[CW] + c[CW + 1]) : 0.5f * (c[0] + c[1]);
	else
		v = y & 1 ? 0.5f * (c[0] + c[CW]) : c[0];
	u[y * W + x] += v;
}
HD float lesser(float a, float b)
{
	return a * b <= 0 ? 0 : fabsf(a) < fabsf(b) ? a : b;
}
HD float face(const float *q, float c)
{ // flow through the right side of cell q[0], second order with a limited slope
	return c > 0 ? c * (q[0] + 0.5f * (1 - c) * lesser(q[1] - q[0], q[0] - q[-1])) :
		       c * (q[1] - 0.5f * (1 + c) * lesser(q[2] - q[1], q[1] - q[0]));
}
__global__ void upwind_line(const float *in, const float *wind, float *out, int n, int lines)
{ // a wind of both signs: a thread a cell, a block row a line
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < 2 || x >= n - 2)
		return;
	for (int l = blockIdx.y; l < lines; l += gridDim.y) {
		const float *q = in + l * n + x, *c = wind + l * n + x;
		out[l * n + x] = q[0] - face(q, c[0]) + face(q - 1, c[-1]);
	}
}
__global__ void thomas_lines(const float *rhs, float *out, int n, int lines, bool along)
{ // implicit diffusion: (-1, 4, -1) solved for each line by a thread; out of a local array
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	if (l >= lines)
		return;
	int first = along ? l * n : l, step = along ? 1 : lines;
	float c[128], d = 0, p = 0;
	for (int k = 0; k < n; k++) {
		float m = 1 / (4 + (k ? -p : 0));
		p = m;
		d = (rhs[first + k * step] + d) * m;
		c[k] = p;
		out[first + k * step] = d;
	}
	for (int k = n - 2; k >= 0; k--) {
		d = out[first + k * step] + c[k] * d;
		out[first + k * step] = d;
	}
}
static void lines(const std::vector<float> &f)
{
	const int N = 100000, M = 60000;
	std::vector<float> v(f.begin(), f.begin() + N), o(N);
	float *d = upload(v), *out = dev<float>(N);
	std::vector<double> dv(v.begin(), v.begin() + M), dw;
	double *dd = upload(dv), *dout = dev<double>(M);
	for (int k = 0; k < 16; k++) {
		o = v;
		for (int x = 1; x < N - 1; x++)
			o[x] = v[x] + 0.25f * (v[x - 1] - 2 * v[x] + v[x + 1]);
		v.swap(o);
	}
	for (int k = 0; k < 8; k++) {
		dw = dv;
		for (int x = 1; x < M - 1; x++)
			dw[x] = dv[x] + 0.25 * (dv[x - 1] - 2 * dv[x] + dv[x + 1]);
		dv.swap(dw);
	}
	job<float>(
		"heat_on_a_line.sixteen_steps_shared", [&] { heat_line_steps<<<up(N, 224), 256>>>(d, out, N); }, out, N,
		close_to(v));
	job<double>(
		"heat_on_a_line.eight_steps_in_lanes", [&] { heat_line_warp<<<up(M, 64), 128>>>(dd, dout, M); }, dout,
		M, close_to(dv, 1e-9));
}
static void planes(const std::vector<float> &f)
{
	const int W = 800, H = 600;
	std::vector<float> v(f.begin(), f.begin() + W * H), want(W * H);
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			const float *p = &v[y * W + x];
			want[y * W + x] =
				(4 * (p[-1] + p[1] + p[-W] + p[W]) + p[-W - 1] + p[-W + 1] + p[W - 1] + p[W + 1]) *
				0.05f;
		}
	float *d = upload(v), *o = dev<float>(W * H);
	job<float>(
		"nine_point_mean.from_global",
		[&] { nine_points<<<dim3(up(W - 2, 64), up(H - 2, 4)), dim3(64, 4)>>>(d, o, W, H); }, o, W * H,
		close_to(want));
}
static void spaces(const std::vector<float> &f)
{
	const int X = 96, Y = 80, Z = 64, P = X * Y, N = P * Z;
	std::vector<float> v(f.begin(), f.begin() + N), want(N), old(f.begin() + 9, f.begin() + 9 + N), wave = old;
	float e[5] = { -205 / 72.0f, 8 / 5.0f, -1 / 5.0f, 8 / 315.0f, -1 / 560.0f };
	for (int z = 1; z < Z - 1; z++)
		for (int y = 1; y < Y - 1; y++)
			for (int x = 1; x < X - 1; x++) {
				int i = z * P + y * X + x;
				want[i] = 0.4f * v[i] +
					0.1f * (v[i - 1] + v[i + 1] + v[i - X] + v[i + X] + v[i - P] + v[i + P]);
			}
	for (int z = 4; z < Z - 4; z++)
		for (int y = 4; y < Y - 4; y++)
			for (int x = 4; x < X - 4; x++) {
				int i = z * P + y * X + x;
				float s = 3 * e[0] * v[i];
				for (int k = 1; k <= 4; k++)
					s += e[k] *
						(v[i - k] + v[i + k] + v[i - k * X] + v[i + k * X] + v[i - k * P] +
							v[i + k * P]);
				wave[i] = 2 * v[i] - wave[i] + 0.1f * s;
			}
	CHECK(cudaMemcpyToSymbol(c_eighth, e, sizeof e));
	float *d = upload(v), *o = dev<float>(N), *dold = upload(old), *w = dev<float>(N);
	job<float>(
		"seven_point_box.thread_a_point",
		[&] { seven_points<<<dim3(up(X, 16), up(Y, 4), up(Z, 4)), dim3(16, 4, 4)>>>(d, o, X, Y, Z); }, o, N,
		close_to(want));
	job<float>(
		"seven_point_box.up_through_layers",
		[&] { seven_points_up<<<dim3(up(X - 2, 32), up(Y - 2, 8)), dim3(32, 8)>>>(d, o, X, Y, Z); }, o, N,
		close_to(want));
	job<float>(
		"wave_of_eighth_order.columns",
		[&] { wave_far<<<dim3(up(X - 8, 16), up(Y - 8, 8)), dim3(16, 8)>>>(d, w, X, Y, Z, 0.1f); }, w, N,
		close_to(wave), [&] { CHECK(cudaMemcpy(w, dold, N * 4, cudaMemcpyDeviceToDevice)); });
}
static void colours(const std::vector<float> &f)
{
	const int W = 512, H = 420, W2 = W / 2, N = W * H;
	std::vector<double> u(f.begin(), f.begin() + N), rhs(f.begin() + 5, f.begin() + 5 + N);
	auto apart = [&](const std::vector<double> &v) { // first the points of colour 0, then those of colour 1
		std::vector<double> s(N);
		for (int c = 0; c < 2; c++)
			for (int y = 0; y < H; y++)
				for (int k = 0; k < W2; k++)
					s[c * N / 2 + y * W2 + k] = v[y * W + 2 * k + ((y + c) & 1)];
		return s;
	};
	std::vector<double> su = apart(u), sr = apart(rhs);
	double *d0 = upload(u), *dr = upload(rhs), *d = dev<double>(N), *s0 = upload(su), *sd = upload(sr),
	       *s = dev<double>(N);
	for (int k = 0; k < 4; k++)
		for (int y = 1; y < H - 1; y++)
			for (int x = 1; x < W - 1; x++)
				if (((x + y + k) & 1) == 0) {
					int i = y * W + x;
					u[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - W] + u[i + W] - rhs[i]);
				}
	job<double>(
		"red_and_black.mixed_rows",
		[&] {
			for (int k = 0; k < 4; k++)
				red_black_in_place<<<dim3(up(W2, 64), up(H, 4)), dim3(64, 4)>>>(d, dr, W, H, k & 1);
		},
		d, N, close_to(u, 1e-9), [&] { CHECK(cudaMemcpy(d, d0, N * 8, cudaMemcpyDeviceToDevice)); });
	job<double>(
		"red_and_black.colours_apart",
		[&] {
			for (int k = 0; k < 4; k++) {
				int c = k & 1;
				red_black_apart<<<dim3(up(W2, 64), up(H, 4)), dim3(64, 4)>>>(
					s + c * N / 2, s + (1 - c) * N / 2, sd + c * N / 2, W2, H, c);
			}
		},
		s, N, close_to(apart(u), 1e-9), [&] { CHECK(cudaMemcpy(s, s0, N * 8, cudaMemcpyDeviceToDevice)); });
}
static void levels(const std::vector<float> &f)
{
	const int CW = 321, CH = 241, W = 2 * CW - 1, H = 2 * CH - 1;
	std::vector<float> u(f.begin(), f.begin() + W * H), rhs(f.begin() + 3, f.begin() + 3 + W * H), want(CW * CH),
		fine = u, c(f.begin() + 8, f.begin() + 8 + CW * CH);
	for (int cy = 1; cy < CH - 1; cy++)
		for (int cx = 1; cx < CW - 1; cx++)
			for (int k = 0; k < 9; k++) {
				int i = k % 3 - 1, j = k / 3 - 1, at = (2 * cy + j) * W + 2 * cx + i;
				float r = rhs[at] - (u[at - 1] + u[at + 1] + u[at - W] + u[at + W] - 4 * u[at]);
				want[cy * CW + cx] += r * (2 - i * i) * (2 - j * j) / 16;
			}
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			int a = y / 2 * CW + x / 2, i = x & 1, j = (y & 1) * CW;
			fine[y * W + x] += 0.25f * (c[a] + c[a + i] + c[a + j] + c[a + i + j]);
		}
	float *d = upload(u), *dr = upload(rhs), *dc = upload(c), *oc = dev<float>(CW * CH), *o = dev<float>(W * H);
	job<float>(
		"multigrid_step.down_to_the_coarse",
		[&] {
			residual_restrict<<<dim3(up(CW - 2, 32), up(CH - 2, 8)), dim3(32, 8)>>>(
				d, dr, oc, W, H, CW, CH);
		},
		oc, CW * CH, close_to(want));
	job<float>(
		"multigrid_step.back_to_the_fine", [&] { prolong_add<<<dim3(up(W, 256), H), 256>>>(dc, o, W, H, CW); },
		o, W * H, close_to(fine), [&] { CHECK(cudaMemcpy(o, d, W * H * 4, cudaMemcpyDeviceToDevice)); });
}
static void winds(const std::vector<float> &f)
{
	const int N = 1000, L = 300, T = 128, M = 4000;
	std::vector<float> q(f.begin(), f.begin() + N * L), c(N * L), want(N * L);
	for (int i = 0; i < N * L; i++)
		c[i] = f[i + 4] * 1.6f - 0.8f;
	for (int l = 0; l < L; l++)
		for (int x = 2; x < N - 2; x++) {
			int i = l * N + x;
			want[i] = q[i] - face(&q[i], c[i]) + face(&q[i - 1], c[i - 1]);
		}
	float *d = upload(q), *dc = upload(c), *o = dev<float>(std::max(N * L, T * M));
	job<float>(
		"limited_upwind.both_winds", [&] { upwind_line<<<dim3(up(N, 128), 75), 128>>>(d, dc, o, N, L); }, o,
		N * L, close_to(want));
	std::vector<float> r(T * M), x(T * M), rt(T * M), xt(T * M);
	for (int l = 0; l < M; l++) {
		for (int k = 0; k < T; k++)
			x[l * T + k] = xt[k * M + l] = f[l * 90 + k];
		for (int k = 0; k < T; k++)
			r[l * T + k] = rt[k * M + l] =
				4 * x[l * T + k] - (k ? x[l * T + k - 1] : 0) - (k + 1 < T ? x[l * T + k + 1] : 0);
	}
	float *dr = upload(r), *drt = upload(rt);
	job<float>(
		"implicit_lines.thread_along", [&] { thomas_lines<<<up(M, 64), 64>>>(dr, o, T, M, true); }, o, T * M,
		close_to(x, 1e-3));
	job<float>(
		"implicit_lines.thread_across", [&] { thomas_lines<<<up(M, 64), 64>>>(drt, o, T, M, false); }, o, T * M,
		close_to(xt, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(750000);
	std::vector<float> f = fractions(w);
	lines(f);
	planes(f);
	spaces(f);
	colours(f);
	levels(f);
	winds(f);
}
