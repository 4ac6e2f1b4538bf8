// blind28f: a fresh set of kernels that nobody had modelled when they were written. Streaming fluids, spins, drums,
// vortices, pushed charges, equations of three bands.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// a lattice fluid: nine directions
static const int FW = 256, FH = 160, CELLS = FW * FH;
__host__ __device__ inline int way_x(int k)
{
	return k == 1 || k == 5 || k == 8 ? 1 : k == 3 || k == 6 || k == 7 ? -1 : 0;
}
__host__ __device__ inline int way_y(int k)
{
	return k == 2 || k == 5 || k == 6 ? 1 : k == 4 || k == 7 || k == 8 ? -1 : 0;
}
__host__ __device__ inline float part(int k)
{
	return k == 0 ? 4.0f / 9 : k < 5 ? 1.0f / 9 : 1.0f / 36;
}
__host__ __device__ inline void collide(float f[9])
{
	float rho = 0, u = 0, v = 0;
#pragma unroll
	for (int k = 0; k < 9; k++)
		rho += f[k], u += f[k] * way_x(k), v += f[k] * way_y(k);
	u /= rho, v /= rho;
#pragma unroll
	for (int k = 0; k < 9; k++) {
		float e = way_x(k) * u + way_y(k) * v;
		f[k] += (part(k) * rho * (1 + 3 * e + 4.5f * e * e - 1.5f * (u * u + v * v)) - f[k]) * 0.8f;
	}
}
__host__ __device__ inline int from(int x, int y, int k)
{
	return (y - way_y(k) + FH) % FH * FW + (x - way_x(k) + FW) % FW;
}
__global__ void fluid_planes(const float *in, float *out, const byte *wall)
{ // a plane for each direction
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	float f[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		f[k] = in[k * CELLS + from(x, y, k)];
	int i = y * FW + x;
	if (wall[i]) {
		const int back[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
#pragma unroll
		for (int k = 0; k < 9; k++)
			out[back[k] * CELLS + i] = f[k];
		return;
	}
	collide(f);
#pragma unroll
	for (int k = 0; k < 9; k++)
		out[k * CELLS + i] = f[k];
}
__global__ void fluid_cells(const float *in, float *out, const byte *wall)
{ // worse on purpose: the nine of a cell side by side
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, i = y * FW + x;
	float f[9];
	for (int k = 0; k < 9; k++)
		f[k] = in[from(x, y, k) * 9 + k];
	const int back[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
	if (!wall[i])
		collide(f);
	for (int k = 0; k < 9; k++)
		out[i * 9 + (wall[i] ? back[k] : k)] = f[k];
}
__global__ void fluid_push_staged(const float *in, float *out, const byte *wall)
{ // one row a block; what moves along the row goes through shared memory, so that all reads are in line
	__shared__ float row[9][FW];
	int x = threadIdx.x, y = blockIdx.x, i = y * FW + x;
	for (int k = 0; k < 9; k++)
		row[k][x] = in[k * CELLS + (y - way_y(k) + FH) % FH * FW + x];
	__syncthreads();
	float f[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		f[k] = row[k][x - way_x(k) & FW - 1];
	const int back[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
	bool solid = wall[i];
	if (!solid)
		collide(f);
#pragma unroll
	for (int k = 0; k < 9; k++)
		out[(solid ? back[k] : k) * CELLS + i] = f[k];
}
// spins on a torus, a draw for each from a hash of place and time
static const int SW = 512, SH = 256;
__host__ __device__ inline unsigned draw(unsigned a, unsigned b)
{
	unsigned v = a * 0x9e3779b9 ^ b * 0x85ebca6b;
	v = (v ^ v >> 15) * 0x2c1b3c6d;
	v = (v ^ v >> 12) * 0x297a2d39;
	return v ^ v >> 15;
}
struct Chances {
	unsigned below[5]; // to turn over, by how many neighbours agree
};
__global__ void spins_bytes(signed char *s, int colour, unsigned time, Chances c)
{
	int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y;
	x += (y + colour) % 2;
	signed char own = s[y * SW + x];
	int agree = (s[y * SW + (x + 1) % SW] == own) + (s[y * SW + (x + SW - 1) % SW] == own) +
		(s[(y + 1) % SH * SW + x] == own) + (s[(y + SH - 1) % SH * SW + x] == own);
	if (draw(y * SW + x, time) < c.below[agree])
		s[y * SW + x] = -own;
}
__global__ void spins_one_tile(const signed char *in, signed char *out, unsigned time, Chances c)
{ // both colours of a sweep in one launch: a tile with a rim of two in shared memory; the rim is done twice
	__shared__ signed char t[20][68];
	int x0 = blockIdx.x * 64 - 2, y0 = blockIdx.y * 16 - 2;
	for (int k = threadIdx.x; k < 20 * 68; k += blockDim.x)
		t[k / 68][k % 68] = in[(y0 + k / 68 + SH) % SH * SW + (x0 + k % 68 + SW) % SW];
	for (int colour = 0; colour < 2; colour++) {
		__syncthreads();
		for (int k = threadIdx.x; k < 18 * 33; k += blockDim.x) {
			int y = 1 + k / 33, x = 1 + 2 * (k % 33);
			x += (y + x + colour) % 2;
			if (colour && (y == 1 || y == 18 || x == 1 || x == 66))
				continue;
			signed char own = t[y][x];
			int agree = (t[y][x + 1] == own) + (t[y][x - 1] == own) + (t[y + 1][x] == own) +
				(t[y - 1][x] == own);
			int at = (y0 + y + SH) % SH * SW + (x0 + x + SW) % SW;
			if (draw(at, time + colour) < c.below[agree])
				t[y][x] = -own;
		}
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		out[(y0 + 2 + k / 64) * SW + x0 + 2 + k % 64] = t[2 + k / 64][2 + k % 64];
}
__global__ void drum_step(const double *now, const double *before, double *next, int w, int h)
{ // waves on a drum, four neighbours on each side, doubles
	const double c[5] = { -205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560 };
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 4 || y < 4 || x >= w - 4 || y >= h - 4)
		return;
	int i = y * w + x;
	double s = 2 * c[0] * now[i];
	for (int k = 1; k < 5; k++)
		s += c[k] * (now[i - k] + now[i + k] + now[i - k * w] + now[i + k * w]);
	next[i] = 2 * now[i] - before[i] + 0.1 * s;
}
// whirls in a plane carry one another
__global__ void whirls_thread(const float *x, const float *y, const float *g, float2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float px = x[i], py = y[i], u = 0, v = 0;
	for (int k = 0; k < n; k++) {
		float dx = px - x[k], dy = py - y[k], w = g[k] / (dx * dx + dy * dy + 0.01f);
		u -= dy * w, v += dx * w;
	}
	out[i] = make_float2(u, v);
}
__global__ void whirls_pairs_of_warps(const float *x, const float *y, const float *g, float2 *out, int n)
{ // 32 whirls a warp, the others come round by shuffles; 8 warps of a block share the work, joined in shared memory
	__shared__ float2 sum[8][32];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * 32 + lane;
	float px = i < n ? x[i] : 0, py = i < n ? y[i] : 0, u = 0, v = 0;
	for (int at = w * 32; at < n; at += 256) {
		bool in = at + lane < n;
		float ox = in ? x[at + lane] : 0, oy = in ? y[at + lane] : 0, og = in ? g[at + lane] : 0;
#pragma unroll 4
		for (int k = 0; k < 32; k++) {
			float dx = px - __shfl_sync(~0u, ox, k), dy = py - __shfl_sync(~0u, oy, k),
			      q = __fdividef(__shfl_sync(~0u, og, k), dx * dx + dy * dy + 0.01f);
			u -= dy * q, v += dx * q;
		}
	}
	sum[w][lane] = make_float2(u, v);
	__syncthreads();
	if (w == 0 && i < n) {
		for (int k = 1; k < 8; k++)
			u += sum[k][lane].x, v += sum[k][lane].y;
		out[i] = make_float2(u, v);
	}
}
struct Charge {
	float x, y, z, u, v, w;
};
static const int G = 32;
__host__ __device__ inline Charge pushed(Charge c, const float4 *field)
{ // the field between eight corners, then half a push, a turn, half a push
	int ix = (int)c.x, iy = (int)c.y, iz = (int)c.z;
	float fx = c.x - ix, fy = c.y - iy, fz = c.z - iz, ex = 0, ey = 0, ez = 0, b = 0;
	for (int k = 0; k < 8; k++) {
		float4 f = field[((iz + k / 4) % G * G + (iy + k / 2 % 2) % G) * G + (ix + k % 2) % G];
		float s = (k % 2 ? fx : 1 - fx) * (k / 2 % 2 ? fy : 1 - fy) * (k / 4 ? fz : 1 - fz);
		ex += s * f.x, ey += s * f.y, ez += s * f.z, b += s * f.w;
	}
	c.u += 0.05f * ex, c.v += 0.05f * ey, c.w += 0.1f * ez;
	float t = 0.05f * b, s = 2 * t / (1 + t * t), u = c.u + c.v * t, v = c.v - c.u * t;
	c.u += v * s, c.v -= u * s;
	c.u += 0.05f * ex, c.v += 0.05f * ey;
	return c;
}
__global__ void push_charges(const Charge *in, Charge *out, const float4 *field, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = pushed(in[i], field);
}
// equations with three bands: -x(k-1) + (2 + q) x(k) - x(k+1) = d
static const int ROWS = 128;
template <bool ACROSS> __global__ void bands_thread(const float *q, const float *d, float *x, int systems)
{ // a system a thread, forth and back; ACROSS: the systems side by side, else each in one piece
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	int step = ACROSS ? systems : 1, at = ACROSS ? s : s * ROWS;
	float c[ROWS], v = 0, p = 0;
	for (int k = 0; k < ROWS; k++) {
		float m = 1 / (2 + q[at + k * step] - p);
		v = (d[at + k * step] + v) * m;
		c[k] = p = m;
		x[at + k * step] = v;
	}
	for (int k = ROWS - 2; k >= 0; k--)
		x[at + k * step] = v = x[at + k * step] + c[k] * v;
}
__global__ void bands_block(const float *q, const float *d, float *x)
{ // a system a block: each step the neighbours are twice as far away, until there are none
	__shared__ float lo[ROWS], hi[ROWS], mid[ROWS], right[ROWS];
	int t = threadIdx.x, i = blockIdx.x * ROWS + t;
	lo[t] = t ? -1 : 0, hi[t] = t < ROWS - 1 ? -1 : 0, mid[t] = 2 + q[i], right[t] = d[i];
	for (int far = 1; far < ROWS; far *= 2) {
		__syncthreads();
		int a = max(t - far, 0), b = min(t + far, ROWS - 1);
		float f = -lo[t] / mid[a], g = -hi[t] / mid[b];
		float l = f * lo[a], h = g * hi[b], m = mid[t] + f * hi[a] + g * lo[b],
		      r = right[t] + f * right[a] + g * right[b];
		__syncthreads();
		lo[t] = t - far >= 0 ? l : 0, hi[t] = t + far < ROWS ? h : 0, mid[t] = m, right[t] = r;
	}
	x[i] = right[t] / mid[t];
}
__global__ void bands_warp(const float *q, const float *d, float *x, int systems)
{ // a system a warp: a lane takes four rows together so that only its ends are left, then far neighbours by shuffles
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32;
	if (s >= systems)
		return;
	float4 qs = ((const float4 *)q)[s * 32 + l], ds = ((const float4 *)d)[s * 32 + l];
	float m[4] = { 2 + qs.x, 2 + qs.y, 2 + qs.z, 2 + qs.w }, r[4] = { ds.x, ds.y, ds.z, ds.w };
	float a[4] = { l ? -1.0f : 0, 0, 0, 0 }; // towards the last row of the lane before
#pragma unroll
	for (int k = 1; k < 4; k++) {
		float f = 1 / m[k - 1];
		m[k] -= f, r[k] += f * r[k - 1], a[k] = f * a[k - 1];
	}
	// rows 0..2 now lean on row k + 1 and the lane before; the last row leans on the next lane's first row
	float c[4] = { -1, -1, -1, -1 };
#pragma unroll
	for (int k = 1; k >= 0; k--) { // now all on the lane's own last row
		float f = 1 / m[k + 1];
		a[k] += f * a[k + 1], r[k] += f * r[k + 1], c[k] = f * c[k + 1];
	}
	float na = __shfl_down_sync(~0u, a[0], 1), nm = __shfl_down_sync(~0u, m[0], 1),
	      nr = __shfl_down_sync(~0u, r[0], 1), nc = __shfl_down_sync(~0u, c[0], 1);
	float lo = a[3], hi = 0, mid = m[3], right = r[3];
	if (l < 31)
		mid += na / nm, hi = nc / nm, right += nr / nm;
	for (int far = 1; far < 32; far *= 2) {
		float al = __shfl_up_sync(~0u, lo, far), ah = __shfl_up_sync(~0u, hi, far),
		      am = __shfl_up_sync(~0u, mid, far), ar = __shfl_up_sync(~0u, right, far);
		float bl = __shfl_down_sync(~0u, lo, far), bh = __shfl_down_sync(~0u, hi, far),
		      bm = __shfl_down_sync(~0u, mid, far), br = __shfl_down_sync(~0u, right, far);
		float f = l >= far ? -lo / am : 0, g = l + far < 32 ? -hi / bm : 0;
		mid += f * ah + g * bl, right += f * ar + g * br;
		lo = f * al, hi = g * bh;
	}
	float end = right / mid, first = __shfl_up_sync(~0u, end, 1), v[4] = { 0, 0, 0, end };
	if (l == 0)
		first = 0;
#pragma unroll
	for (int k = 0; k < 3; k++)
		v[k] = (r[k] - a[k] * first - c[k] * end) / m[k];
	((float4 *)x)[s * 32 + l] = make_float4(v[0], v[1], v[2], v[3]);
}
static void fluids(const std::vector<float> &f)
{
	std::vector<float> in(9 * CELLS), cells(9 * CELLS), want(9 * CELLS), want_cells(9 * CELLS);
	std::vector<byte> wall(CELLS);
	const int back[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
	for (int i = 0; i < CELLS; i++) {
		int dx = i % FW - 60, dy = i / FW - 80;
		wall[i] = dx * dx + dy * dy < 400;
		for (int k = 0; k < 9; k++)
			cells[i * 9 + k] = in[k * CELLS + i] = part(k) * (1 + 0.1f * f[i + k * 100]);
	}
	for (int i = 0; i < CELLS; i++) {
		float g[9];
		for (int k = 0; k < 9; k++)
			g[k] = in[k * CELLS + from(i % FW, i / FW, k)];
		if (!wall[i])
			collide(g);
		for (int k = 0; k < 9; k++) {
			int to = wall[i] ? back[k] : k;
			want_cells[i * 9 + to] = want[to * CELLS + i] = g[k];
		}
	}
	float *d = upload(in), *dc = upload(cells), *o = dev<float>(9 * CELLS);
	byte *dw = upload(wall);
	job<float>(
		"lattice_fluid.planes", [&] { fluid_planes<<<dim3(FW / 128, FH), 128>>>(d, o, dw); }, o, 9 * CELLS,
		close_to(want, 1e-5));
	job<float>(
		"lattice_fluid.nine_side_by_side", [&] { fluid_cells<<<dim3(FW / 128, FH), 128>>>(dc, o, dw); }, o,
		9 * CELLS, close_to(want_cells, 1e-5));
	job<float>(
		"lattice_fluid.row_through_shared", [&] { fluid_push_staged<<<FH, FW>>>(d, o, dw); }, o, 9 * CELLS,
		close_to(want, 1e-5));
}
static void magnets(const std::vector<unsigned> &w)
{
	std::vector<signed char> s(SW * SH), want;
	for (int i = 0; i < SW * SH; i++)
		s[i] = w[i] >> 13 & 1 ? 1 : -1;
	Chances c = { ~0u, ~0u, ~0u, 700000000, 120000000 };
	want = s;
	for (int colour = 0; colour < 2; colour++)
		for (int i = 0; i < SW * SH; i++) {
			int x = i % SW, y = i / SW;
			if ((x + y + colour) % 2)
				continue;
			int agree = (want[y * SW + (x + 1) % SW] == want[i]) +
				(want[y * SW + (x + SW - 1) % SW] == want[i]) +
				(want[(y + 1) % SH * SW + x] == want[i]) +
				(want[(y + SH - 1) % SH * SW + x] == want[i]);
			if (draw(i, 5 + colour) < c.below[agree])
				want[i] = -want[i];
		}
	signed char *d = upload(s), *o = dev<signed char>(SW * SH);
	job<signed char>(
		"spins.two_colours",
		[&] {
			for (int colour = 0; colour < 2; colour++)
				spins_bytes<<<dim3(SW / 2 / 128, SH), 128>>>(o, colour, 5 + colour, c);
		},
		o, SW * SH, same(want), [&] { CHECK(cudaMemcpy(o, d, SW * SH, cudaMemcpyDeviceToDevice)); });
	job<signed char>(
		"spins.tiles_with_rims", [&] { spins_one_tile<<<dim3(SW / 64, SH / 16), 256>>>(d, o, 5, c); }, o,
		SW * SH, same(want));
	const int W = 400, H = 300;
	std::vector<double> now = double_fractions(w, W * H), before(now.rbegin(), now.rend()), next(W * H);
	const double k5[5] = { -205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560 };
	for (int y = 4; y < H - 4; y++)
		for (int x = 4; x < W - 4; x++) {
			int i = y * W + x;
			double a = 2 * k5[0] * now[i];
			for (int k = 1; k < 5; k++)
				a += k5[k] * (now[i - k] + now[i + k] + now[i - k * W] + now[i + k * W]);
			next[i] = 2 * now[i] - before[i] + 0.1 * a;
		}
	double *dn = upload(now), *db = upload(before), *od = dev<double>(W * H);
	job<double>(
		"drum.doubles", [&] { drum_step<<<dim3(up(W, 64), up(H, 2)), dim3(64, 2)>>>(dn, db, od, W, H); }, od,
		W * H, close_to(next, 1e-10));
}
static void bodies(const std::vector<float> &f)
{
	const int N = 1400;
	std::vector<float> x(f.begin(), f.begin() + N), y(f.begin() + N, f.begin() + 2 * N),
		g(f.begin() + 2 * N, f.begin() + 3 * N), want(2 * N);
	for (int i = 0; i < N; i++) {
		double u = 0, v = 0;
		for (int k = 0; k < N; k++) {
			float dx = x[i] - x[k], dy = y[i] - y[k], w = g[k] / (dx * dx + dy * dy + 0.01f);
			u -= dy * w, v += dx * w;
		}
		want[2 * i] = u, want[2 * i + 1] = v;
	}
	float *dx = upload(x), *dy = upload(y), *dg = upload(g), *o = dev<float>(2 * N);
	auto right = [want](const std::vector<float> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (std::fabs(v[i] - want[i]) > 0.05 + 1e-3 * std::fabs(want[i]))
				return false;
		return true;
	};
	job<float>(
		"whirls.whirl_a_thread", [&] { whirls_thread<<<up(N, 64), 64>>>(dx, dy, dg, (float2 *)o, N); }, o,
		2 * N, right);
	job<float>(
		"whirls.handed_round", [&] { whirls_pairs_of_warps<<<up(N, 32), 256>>>(dx, dy, dg, (float2 *)o, N); },
		o, 2 * N, right);
	const int P = 60000;
	std::vector<Charge> c(P);
	std::vector<float4> field(G * G * G);
	for (int i = 0; i < P; i++)
		c[i] = { f[i] * G, f[i + 1000] * G, f[i + 2000] * G, f[i + 3000], f[i + 4000], f[i + 5000] };
	for (int i = 0; i < G * G * G; i++)
		field[i] = make_float4(f[4 * i] - 0.5f, f[4 * i + 1] - 0.5f, f[4 * i + 2] - 0.5f, f[4 * i + 3]);
	std::vector<float> after(6 * P);
	for (int i = 0; i < P; i++)
		*(Charge *)&after[6 * i] = pushed(c[i], field.data());
	Charge *d = upload(c), *oc = dev<Charge>(P);
	float4 *df = upload(field);
	job<float>(
		"pushed_charges.charge_a_thread", [&] { push_charges<<<up(P, 192), 192>>>(d, oc, df, P); }, (float *)oc,
		6 * P, close_to(after));
}
static void bands(const std::vector<float> &f)
{
	const int S = 2048;
	std::vector<float> q(S * ROWS), d(S * ROWS), qt(S * ROWS), dt(S * ROWS), want(S * ROWS), want_t(S * ROWS);
	for (int s = 0; s < S; s++) {
		double c[ROWS], v = 0, p = 0;
		for (int k = 0; k < ROWS; k++) {
			int i = s * ROWS + k, t = k * S + s;
			q[i] = qt[t] = 0.1f + f[i], d[i] = dt[t] = f[i + 777] - 0.3f;
			c[k] = p = 1 / (2 + (double)q[i] - p);
			want[i] = v = (d[i] + v) * p;
		}
		for (int k = ROWS - 1; k >= 0; k--) {
			if (k < ROWS - 1)
				want[s * ROWS + k] = v = want[s * ROWS + k] + c[k] * v;
			want_t[k * S + s] = want[s * ROWS + k];
		}
	}
	float *dq = upload(q), *dd = upload(d), *dqt = upload(qt), *ddt = upload(dt), *o = dev<float>(S * ROWS);
	job<float>(
		"three_bands.thread_in_one_piece", [&] { bands_thread<false><<<S / 64, 64>>>(dq, dd, o, S); }, o,
		S * ROWS, close_to(want));
	job<float>(
		"three_bands.thread_side_by_side", [&] { bands_thread<true><<<S / 64, 64>>>(dqt, ddt, o, S); }, o,
		S * ROWS, close_to(want_t));
	job<float>(
		"three_bands.system_a_block", [&] { bands_block<<<S, ROWS>>>(dq, dd, o); }, o, S * ROWS,
		close_to(want));
	job<float>(
		"three_bands.system_a_warp", [&] { bands_warp<<<S / 4, 128>>>(dq, dd, o, S); }, o, S * ROWS,
		close_to(want));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	fluids(f);
	magnets(w);
	bodies(f);
	bands(f);
}
