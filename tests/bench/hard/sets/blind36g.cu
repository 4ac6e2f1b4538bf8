// blind36g: a fresh set of kernels that nobody had modelled when they were written. As in proxy programs of physics:
// cross sections, poles, element matrices, cells of atoms, hourglass forces, CG pieces, sweeps, colours, neutrons.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__device__ __host__ inline u64 lcg(u64 &s)
{
	s = s * 2806196910506780709ull + 1;
	return s;
}
__device__ __host__ inline double chance(u64 &s)
{
	return (double)(lcg(s) >> 11) * 1.1102230246251565e-16;
}
struct Point {
	double e, xs[5];
};
static const int ISO = 24, GRID = 500, MATS = 6, MOST = 12;
__constant__ int mat_count[MATS], mat_iso[MATS][MOST];
__constant__ double mat_dense[MATS][MOST];
__device__ __host__ inline void between(const Point *p, double e, double dense, double *out)
{
	double f = (p[1].e - e) / (p[1].e - p[0].e);
	for (int k = 0; k < 5; k++)
		out[k] += dense * (p[1].xs[k] - f * (p[1].xs[k] - p[0].xs[k]));
}
__global__ void lookups_halving(const Point *grid, double *out, int n)
{ // each isotope of the material is searched on its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 s = i * 7919ull + 13;
	lcg(s);
	double e = chance(s), x[5] = { 0, 0, 0, 0, 0 };
	int m = (int)((lcg(s) >> 40) % MATS);
	for (int j = 0; j < mat_count[m]; j++) {
		const Point *g = grid + mat_iso[m][j] * GRID;
		int lo = 0, hi = GRID - 1;
		while (hi - lo > 1) {
			int c = (lo + hi) / 2;
			if (g[c].e > e)
				hi = c;
			else
				lo = c;
		}
		between(g + lo, e, mat_dense[m][j], x);
	}
	for (int k = 0; k < 5; k++)
		out[k * n + i] = x[k];
}
__global__ void lookups_union(const Point *grid, const double *all, const short *index, double *out, int n, int total)
{ // one search in the list of all energies, then a table of where that is for each isotope
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 s = i * 7919ull + 13;
	lcg(s);
	double e = chance(s), x[5] = { 0, 0, 0, 0, 0 };
	int m = (int)((lcg(s) >> 40) % MATS);
	int lo = 0, hi = total;
	while (hi - lo > 1) {
		int c = (lo + hi) / 2;
		if (all[c] > e)
			hi = c;
		else
			lo = c;
	}
	for (int j = 0; j < mat_count[m]; j++) {
		int o = mat_iso[m][j];
		between(grid + o * GRID + index[lo * ISO + o], e, mat_dense[m][j], x);
	}
	for (int k = 0; k < 5; k++)
		out[k * n + i] = x[k];
}
struct Pole {
	double2 at, rt, ra;
	int l;
};
__device__ __host__ inline double2 mul(double2 a, double2 b)
{
	double2 c = { a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x };
	return c;
}
__device__ __host__ inline void poles_at(const Pole *p, int n, double e, double *o)
{
	double2 sig[4];
	double r = sqrt(e);
	for (int l = 0; l < 4; l++) {
		double phi = 0.3 * r * (l + 1);
		if (l == 1)
			phi -= atan(phi);
		else if (l == 2)
			phi -= atan(3 * phi / (3 - phi * phi));
		sig[l].x = cos(2 * phi), sig[l].y = -sin(2 * phi);
	}
	for (int k = 0; k < n; k++) {
		double2 d = { p[k].at.x - r, p[k].at.y };
		double q = 1 / (d.x * d.x + d.y * d.y);
		double2 c = { d.y * q, d.x * q }; // i / d, turned
		double2 t = mul(mul(p[k].rt, c), sig[p[k].l]), a = mul(p[k].ra, c);
		o[0] += t.x, o[1] += a.x;
	}
}
__global__ void poles_in_a_window(const Pole *pole, const int *window, double2 *out, int n, int windows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 s = i * 104729ull + 3;
	lcg(s);
	double e = chance(s), o[2] = { 0, 0 };
	int w = (int)(e * windows);
	poles_at(pole + window[w], window[w + 1] - window[w], e, o);
	out[i] = make_double2(o[0], o[1]);
}
__device__ __host__ inline void element(const double (*x)[3], double (*m)[8])
{ // diffusion of a brick of eight corners, 2x2x2 points of Gauss
	const double g = 0.57735026918962576;
	for (int a = 0; a < 8; a++)
		for (int b = 0; b < 8; b++)
			m[a][b] = 0;
	for (int q = 0; q < 8; q++) {
		double p[3] = { q & 1 ? g : -g, q & 2 ? g : -g, q & 4 ? g : -g }, d[8][3], j[3][3] = {};
		for (int a = 0; a < 8; a++) {
			double s[3] = { a & 1 ? 1.0 : -1, a & 2 ? 1.0 : -1, a & 4 ? 1.0 : -1 };
			double u = 1 + s[0] * p[0], v = 1 + s[1] * p[1], w = 1 + s[2] * p[2];
			d[a][0] = 0.125 * s[0] * v * w, d[a][1] = 0.125 * s[1] * u * w, d[a][2] = 0.125 * s[2] * u * v;
			for (int r = 0; r < 3; r++)
				for (int c = 0; c < 3; c++)
					j[r][c] += d[a][r] * x[a][c];
		}
		double i[3][3];
		for (int r = 0; r < 3; r++)
			for (int c = 0; c < 3; c++)
				i[c][r] = j[(r + 1) % 3][(c + 1) % 3] * j[(r + 2) % 3][(c + 2) % 3] -
					j[(r + 1) % 3][(c + 2) % 3] * j[(r + 2) % 3][(c + 1) % 3];
		double det = j[0][0] * i[0][0] + j[0][1] * i[1][0] + j[0][2] * i[2][0];
		double h[8][3];
		for (int a = 0; a < 8; a++)
			for (int r = 0; r < 3; r++)
				h[a][r] = i[r][0] * d[a][0] + i[r][1] * d[a][1] + i[r][2] * d[a][2];
		for (int a = 0; a < 8; a++)
			for (int b = 0; b < 8; b++)
				m[a][b] += (h[a][0] * h[b][0] + h[a][1] * h[b][1] + h[a][2] * h[b][2]) / det;
	}
}
__global__ void __launch_bounds__(64) element_matrices(const double *xyz, const int *corner, double *out, int n)
{
	int e = blockIdx.x * 64 + threadIdx.x;
	if (e >= n)
		return;
	double x[8][3], m[8][8];
	for (int a = 0; a < 8; a++)
		for (int c = 0; c < 3; c++)
			x[a][c] = xyz[corner[a * n + e] * 3 + c];
	element(x, m);
	for (int k = 0; k < 64; k++)
		out[k * n + e] = m[k / 8][k % 8];
}
static const int CELL = 16; // places of a cell
__device__ __forceinline__ void push(float4 p, float4 q, float3 &f, float &e)
{
	float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, r2 = x * x + y * y + z * z;
	if (r2 < 1 && r2 > 0) {
		r2 = 0.09f / r2;
		float r6 = r2 * r2 * r2, s = r6 * (r6 - 0.5f) * r2;
		f.x += s * x, f.y += s * y, f.z += s * z, e += r6 * (r6 - 1);
	}
}
__global__ void cell_force_thread(const float4 *pos, const int *count, const int *around, float4 *out, int cells)
{ // a thread a place
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = i / CELL;
	if (c >= cells || i % CELL >= count[c])
		return;
	float4 p = pos[i];
	float3 f = make_float3(0, 0, 0);
	float e = 0;
	for (int k = 0; k < 27; k++) {
		int o = around[c * 27 + k], m = count[o];
		for (int j = 0; j < m; j++)
			push(p, pos[o * CELL + j], f, e);
	}
	out[i] = make_float4(f.x, f.y, f.z, e);
}
__global__ void cell_force_warp(const float4 *pos, const int *count, const int *around, float4 *out, int cells)
{ // a warp an atom after the other of a cell; lanes go over the 27 x 16 places
	int c = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x & 31;
	if (c >= cells)
		return;
	for (int a = 0; a < count[c]; a++) {
		float4 p = pos[c * CELL + a];
		float3 f = make_float3(0, 0, 0);
		float e = 0;
		for (int k = lane / CELL; k < 27; k += 2) {
			int o = around[c * 27 + k];
			if (lane % CELL < count[o])
				push(p, pos[o * CELL + lane % CELL], f, e);
		}
		for (int d = 16; d; d >>= 1)
			f.x += __shfl_xor_sync(~0u, f.x, d), f.y += __shfl_xor_sync(~0u, f.y, d),
				f.z += __shfl_xor_sync(~0u, f.z, d), e += __shfl_xor_sync(~0u, e, d);
		if (lane == 0)
			out[c * CELL + a] = make_float4(f.x, f.y, f.z, e);
	}
}
__constant__ double glass[4][8];
__global__ void hourglass(const double *vel, const int *corner, const double *vol, double *fx, int n, int nodes)
{ // velocities of eight corners gathered, four shapes taken out, forces kept by element and corner
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= n)
		return;
	double v[3][8], c = -0.03 * cbrt(vol[e]);
	for (int a = 0; a < 8; a++) {
		int o = corner[a * n + e];
#pragma unroll
		for (int d = 0; d < 3; d++)
			v[d][a] = vel[d * nodes + o];
	}
#pragma unroll
	for (int d = 0; d < 3; d++) {
		double h[4];
#pragma unroll
		for (int g = 0; g < 4; g++) {
			h[g] = 0;
#pragma unroll
			for (int a = 0; a < 8; a++)
				h[g] += glass[g][a] * v[d][a];
		}
#pragma unroll
		for (int a = 0; a < 8; a++)
			fx[(d * 8 + a) * n + e] =
				c * (glass[0][a] * h[0] + glass[1][a] * h[1] + glass[2][a] * h[2] + glass[3][a] * h[3]);
	}
}
__global__ void corners_summed(const double *fx, const int *first, const int *list, double *out, int n, int nodes)
{ // a node sums what its corners have
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= nodes)
		return;
	double s[3] = { 0, 0, 0 };
	for (int k = first[i]; k < first[i + 1]; k++) {
		int c = list[k];
		s[0] += fx[c], s[1] += fx[8 * n + c], s[2] += fx[16 * n + c];
	}
	out[i] = s[0], out[nodes + i] = s[1], out[2 * nodes + i] = s[2];
}
__global__ void cg_w_and_dot(
	const double *p, const double *kx, const double *ky, double *w, double *part, int n, int pitch)
{ // five points with coefficients of faces, and p.w of the block
	__shared__ double s[8];
	int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1, k = y * pitch + x;
	double d = 0;
	if (x <= n && y <= n) {
		double v = (1 + ky[k + pitch] + ky[k] + kx[k + 1] + kx[k]) * p[k] -
			(ky[k + pitch] * p[k + pitch] + ky[k] * p[k - pitch]) -
			(kx[k + 1] * p[k + 1] + kx[k] * p[k - 1]);
		w[k] = v, d = v * p[k];
	}
	for (int m = 16; m; m >>= 1)
		d += __shfl_down_sync(~0u, d, m);
	if (threadIdx.x == 0)
		s[threadIdx.y] = d;
	__syncthreads();
	if (threadIdx.x == 0 && threadIdx.y == 0) {
		for (int m = 1; m < 8; m++)
			d += s[m];
		part[blockIdx.y * gridDim.x + blockIdx.x] = d;
	}
}
__global__ void cg_all_parts(double *part, int n)
{
	__shared__ double s[256];
	double d = 0;
	for (int k = threadIdx.x; k < n; k += 256)
		d += part[k];
	s[threadIdx.x] = d;
	for (int m = 128; m; m >>= 1) {
		__syncthreads();
		if (threadIdx.x < m)
			s[threadIdx.x] += s[threadIdx.x + m];
	}
	if (threadIdx.x == 0)
		part[n] = s[0];
}
__global__ void sweep_planes(const double *q, double *psi, int n, double mx, double my, double mz)
{ // a block an angle and group; cells of a diagonal plane at once, faces in shared memory
	extern __shared__ double sm[];
	double *fx = sm, *fy = fx + n * n, *fz = fy + n * n;
	for (int k = threadIdx.x; k < 3 * n * n; k += blockDim.x)
		sm[k] = 0.25;
	double a = mx + 0.01 * blockIdx.x, b = my, c = mz, t = 1 + 0.1 * (blockIdx.x % 4);
	for (int d = 0; d <= 3 * (n - 1); d++) {
		__syncthreads();
		for (int k = threadIdx.x; k < n * n; k += blockDim.x) {
			int x = k % n, y = k / n, z = d - x - y;
			if (z < 0 || z >= n)
				continue;
			double ix = fx[y * n + z], iy = fy[x * n + z], iz = fz[y * n + x];
			double v = (q[(z * n + y) * n + x] + 2 * (a * ix + b * iy + c * iz)) / (t + 2 * (a + b + c));
			psi[((blockIdx.x * n + z) * n + y) * n + x] = v;
			fx[y * n + z] = fmax(2 * v - ix, 0.0), fy[x * n + z] = fmax(2 * v - iy, 0.0),
				   fz[y * n + x] = fmax(2 * v - iz, 0.0);
		}
	}
}
__global__ void gauss_seidel_colour(
	const double *val, const int *col, const int *list, const double *r, double *x, int n, int from, int to)
{ // 27 places by columns, those of one colour
	int i = blockIdx.x * blockDim.x + threadIdx.x + from;
	if (i >= to)
		return;
	int v = list[i];
	double s = r[v];
	for (int k = 0; k < 27; k++) {
		int c = col[k * n + i];
		if (c >= 0 && c != v)
			s -= val[k * n + i] * x[c];
	}
	x[v] = s / 26.5;
}
struct Neutron {
	u64 seed;
	float x, dir, e;
	int steps;
};
static const int LAYERS = 20;
__constant__ float layer_abs[LAYERS], layer_all[LAYERS];
__device__ __host__ inline int step(Neutron &p, const float *ab, const float *all)
{ // 0: goes on, 1: absorbed, 2: out on the left, 3: out on the right, 4: too slow; whole numbers decide as far as may
  // be
	int l = (int)p.x;
	float t = all[l], u = (float)(lcg(p.seed) >> 40) * (1.0f / 16777216);
	int fly = 1 + (int)(u * t * 6);
	p.x += p.dir * fly * 0.25f;
	p.steps++;
	if (p.x < 0)
		return 2;
	if (p.x >= LAYERS)
		return 3;
	float c = (float)(lcg(p.seed) >> 40) * (1.0f / 16777216);
	if (c < ab[(int)p.x])
		return 1;
	p.dir = (lcg(p.seed) >> 50) & 1 ? 1.0f : -1.0f;
	p.e *= 0.75f;
	return p.e < 0.01f ? 4 : 0;
}
__global__ void neutrons_whole_lives(int *tally, int *hits, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Neutron p = { i * 2654435761ull + 1, LAYERS / 2, 1, 1, 0 };
	int w;
	while (!(w = step(p, layer_abs, layer_all)))
		atomicAdd(&hits[(int)p.x], 1);
	atomicAdd(&tally[w], 1);
}
__global__ void neutrons_born(Neutron *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = { i * 2654435761ull + 1, LAYERS / 2, 1, 1, 0 };
}
__global__ void neutrons_event(const Neutron *in, const int *n, Neutron *out, int *left, int *tally, int *hits)
{ // one step of each that lives; those that go on are put together
	__shared__ int h[LAYERS], w[5];
	for (int k = threadIdx.x; k < LAYERS; k += blockDim.x)
		h[k] = 0;
	if (threadIdx.x < 5)
		w[threadIdx.x] = 0;
	__syncthreads();
	for (int i0 = blockIdx.x * blockDim.x; i0 < *n; i0 += gridDim.x * blockDim.x) {
		int i = i0 + threadIdx.x, s = -1;
		Neutron p;
		if (i < *n) {
			p = in[i];
			s = step(p, layer_abs, layer_all);
			if (s)
				atomicAdd(&w[s], 1);
			else
				atomicAdd(&h[(int)p.x], 1);
		}
		unsigned b = __ballot_sync(~0u, s == 0);
		int lane = threadIdx.x & 31, at = 0;
		if (lane == 0 && b)
			at = atomicAdd(left, __popc(b));
		at = __shfl_sync(~0u, at, 0);
		if (s == 0)
			out[at + __popc(b & (1u << lane) - 1)] = p;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < LAYERS; k += blockDim.x)
		atomicAdd(&hits[k], h[k]);
	if (threadIdx.x < 5)
		atomicAdd(&tally[threadIdx.x], w[threadIdx.x]);
}
static void sections(const std::vector<unsigned> &w)
{
	const int N = 30000, T = ISO * GRID;
	std::vector<Point> g(T);
	std::vector<double> all(T);
	std::vector<short> index(T * ISO);
	int cnt[MATS] = { 12, 5, 4, 8, 3, 10 }, iso[MATS][MOST];
	double dense[MATS][MOST];
	for (int i = 0; i < ISO; i++) {
		std::vector<double> e(GRID);
		for (int k = 0; k < GRID; k++)
			e[k] = w[i * GRID + k] / 4294967296.0;
		std::sort(e.begin(), e.end());
		e[0] = 0, e[GRID - 1] = 1;
		for (int k = 0; k < GRID; k++) {
			g[i * GRID + k].e = all[i * GRID + k] = e[k];
			for (int j = 0; j < 5; j++)
				g[i * GRID + k].xs[j] = w[(i * GRID + k) * 5 + j] / 4294967296.0;
		}
	}
	std::sort(all.begin(), all.end());
	for (int i = 0; i < ISO; i++)
		for (int t = 0, at = 0; t < T; t++) {
			while (at < GRID - 2 && g[i * GRID + at + 1].e <= all[t])
				at++;
			index[t * ISO + i] = at;
		}
	for (int m = 0; m < MATS; m++)
		for (int j = 0; j < MOST; j++)
			iso[m][j] = w[m * 12 + j] % ISO, dense[m][j] = w[m * 12 + j + 99] / 4294967296.0;
	CHECK(cudaMemcpyToSymbol(mat_count, cnt, sizeof cnt));
	CHECK(cudaMemcpyToSymbol(mat_iso, iso, sizeof iso));
	CHECK(cudaMemcpyToSymbol(mat_dense, dense, sizeof dense));
	std::vector<double> want(5 * N);
	for (int i = 0; i < N; i++) {
		u64 s = i * 7919ull + 13;
		lcg(s);
		double e = chance(s), x[5] = { 0, 0, 0, 0, 0 };
		int m = (int)((lcg(s) >> 40) % MATS);
		int lo = std::upper_bound(all.begin(), all.end(), e) - all.begin() - 1;
		for (int j = 0; j < cnt[m]; j++)
			between(&g[iso[m][j] * GRID + index[lo * ISO + iso[m][j]]], e, dense[m][j], x);
		for (int k = 0; k < 5; k++)
			want[k * N + i] = x[k];
	}
	Point *dg = upload(g);
	double *da = upload(all), *o = dev<double>(5 * N);
	short *di = upload(index);
	job<double>(
		"cross_sections.each_isotope_by_halving", [&] { lookups_halving<<<up(N, 256), 256>>>(dg, o, N); }, o,
		5 * N, close_to(want, 1e-9));
	job<double>(
		"cross_sections.one_list_of_energies", [&] { lookups_union<<<up(N, 256), 256>>>(dg, da, di, o, N, T); },
		o, 5 * N, close_to(want, 1e-9));
	const int W = 60, M = 24000;
	std::vector<int> win(W + 1);
	std::vector<Pole> pole;
	for (int k = 0; k < W; k++) {
		for (int j = 0; j < 4 + (int)(w[k] % 30); j++) {
			auto d = [&](int s) { return w[pole.size() * 7 + s] / 4294967296.0; };
			Pole p = { { (k + d(0)) / W, 0.05 + d(1) }, { d(2), d(3) }, { d(4), d(5) },
				(int)(w[pole.size()] % 4) };
			pole.push_back(p);
		}
		win[k + 1] = pole.size();
	}
	std::vector<double> po(2 * M);
	for (int i = 0; i < M; i++) {
		u64 s = i * 104729ull + 3;
		lcg(s);
		double e = chance(s);
		int k = (int)(e * W);
		poles_at(&pole[win[k]], win[k + 1] - win[k], e, &po[2 * i]);
	}
	Pole *dp = upload(pole);
	int *dw = upload(win);
	double2 *op = dev<double2>(M);
	job<double>(
		"poles_of_a_window.thread_a_question",
		[&] { poles_in_a_window<<<up(M, 128), 128>>>(dp, dw, op, M, W); }, (double *)op, 2 * M,
		close_to(po, 1e-9));
}
static void meshes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int S = 20, E = S * S * S, V = (S + 1) * (S + 1) * (S + 1);
	std::vector<double> xyz(3 * V), vel(3 * V), vol(E), mat(64 * E), fx(24 * E), sum(3 * V);
	std::vector<int> corner(8 * E), first(V + 1), list;
	std::vector<std::vector<int>> of(V);
	for (int v = 0; v < V; v++) {
		int p[3] = { v % (S + 1), v / (S + 1) % (S + 1), v / (S + 1) / (S + 1) };
		for (int d = 0; d < 3; d++)
			xyz[v * 3 + d] = p[d] + 0.2 * f[v * 3 + d], vel[d * V + v] = f[v * 3 + d + 9] - 0.5;
	}
	for (int e = 0; e < E; e++) {
		vol[e] = 0.5 + f[e];
		for (int a = 0; a < 8; a++) {
			int c = ((e / S / S + (a >> 2)) * (S + 1) + e / S % S + (a >> 1 & 1)) * (S + 1) + e % S +
				(a & 1);
			corner[a * E + e] = c;
			of[c].push_back(a * E + e);
		}
		double x[8][3], m[8][8];
		for (int a = 0; a < 24; a++)
			x[a / 3][a % 3] = xyz[corner[a / 3 * E + e] * 3 + a % 3];
		element(x, m);
		for (int k = 0; k < 64; k++)
			mat[k * E + e] = m[k / 8][k % 8];
	}
	double gl[4][8] = { { 1, 1, -1, -1, -1, -1, 1, 1 }, { 1, -1, -1, 1, -1, 1, 1, -1 },
		{ 1, -1, 1, -1, 1, -1, 1, -1 }, { -1, 1, -1, 1, 1, -1, 1, -1 } };
	CHECK(cudaMemcpyToSymbol(glass, gl, sizeof gl));
	for (int e = 0; e < E; e++)
		for (int d = 0; d < 3; d++)
			for (int g = 0; g < 4; g++) {
				double h = 0;
				for (int a = 0; a < 8; a++)
					h += gl[g][a] * vel[d * V + corner[a * E + e]];
				for (int a = 0; a < 8; a++)
					fx[(d * 8 + a) * E + e] += -0.03 * std::cbrt(vol[e]) * gl[g][a] * h;
			}
	for (int v = 0; v < V; v++) {
		for (int c : of[v]) {
			list.push_back(c);
			for (int d = 0; d < 3; d++)
				sum[d * V + v] += fx[d * 8 * E + c];
		}
		first[v + 1] = list.size();
	}
	double *dx = upload(xyz), *dv = upload(vel), *dvol = upload(vol), *om = dev<double>(64 * E),
	       *of_ = dev<double>(24 * E), *df = upload(fx), *os = dev<double>(3 * V);
	int *dc = upload(corner), *d1 = upload(first), *dl = upload(list);
	const int EE = 3000;
	job<double>(
		"element_matrices_8x8.thread_an_element", [&] { element_matrices<<<up(E, 64), 64>>>(dx, dc, om, E); },
		om, 64 * E, close_to(mat, 1e-8));
	job<double>(
		"hourglass_forces.corners_gathered", [&] { hourglass<<<up(E, 128), 128>>>(dv, dc, dvol, of_, E, V); },
		of_, 24 * E, close_to(fx, 1e-9));
	job<double>(
		"hourglass_forces.summed_at_the_nodes",
		[&] { corners_summed<<<up(V, 192), 192>>>(df, d1, dl, os, E, V); }, os, 3 * V, close_to(sum, 1e-9));
}
static void atoms(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int B = 8, C = B * B * B;
	std::vector<float4> pos(C * CELL), want(C * CELL);
	std::vector<int> cnt(C), ar(C * 27);
	for (int c = 0; c < C; c++) {
		cnt[c] = 5 + w[c] % 9;
		for (int k = 0; k < cnt[c]; k++) {
			int i = c * CELL + k;
			pos[i] = make_float4(c % B + (k % 3 + 0.3f * f[3 * i]) / 3,
				c / B % B + (k / 3 % 3 + 0.3f * f[3 * i + 1]) / 3,
				c / B / B + (k / 9 + 0.3f * f[3 * i + 2]) / 3, 0);
		}
		for (int k = 0; k < 27; k++) // the cells at the rim meet themselves instead of the ones far across
			ar[c * 27 + k] = (c % B + k % 3 - 1 + B) % B + (c / B % B + k / 3 % 3 - 1 + B) % B * B +
				(c / B / B + k / 9 - 1 + B) % B * B * B;
	}
	for (int c = 0; c < C; c += 3)
		for (int a = 0; a < cnt[c]; a++) {
			double s[4] = { 0, 0, 0, 0 };
			float4 p = pos[c * CELL + a];
			for (int k = 0; k < 27; k++)
				for (int o = ar[c * 27 + k], j = 0; j < cnt[o]; j++) {
					float4 q = pos[o * CELL + j];
					double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, r2 = x * x + y * y + z * z;
					if (!(r2 > 0 && r2 < 1))
						continue;
					r2 = 0.09 / r2;
					double r6 = r2 * r2 * r2, t = r6 * (r6 - 0.5) * r2;
					s[0] += t * x, s[1] += t * y, s[2] += t * z, s[3] += r6 * (r6 - 1);
				}
			want[c * CELL + a] = make_float4(s[0], s[1], s[2], s[3]);
		}
	auto right = [=](const std::vector<float> &v) {
		for (int i = 0; i < C * CELL; i++)
			if (i / CELL % 3 == 0 && i % CELL < cnt[i / CELL]) {
				const float *p = (const float *)&want[i],
					    big = std::fabs(p[0]) + std::fabs(p[1]) + std::fabs(p[2]) + std::fabs(p[3]);
				for (int k = 0; k < 4; k++)
					if (!(std::fabs(v[4 * i + k] - p[k]) < 1e-3f * (1 + big)))
						return false;
			}
		return true;
	};
	float4 *dp = upload(pos), *o = dev<float4>(C * CELL);
	int *dc = upload(cnt), *da = upload(ar);
	job<float>(
		"cells_of_atoms.thread_a_place", [&] { cell_force_thread<<<C * CELL / 128, 128>>>(dp, dc, da, o, C); },
		(float *)o, 4 * C * CELL, right);
	job<float>(
		"cells_of_atoms.warp_a_cell", [&] { cell_force_warp<<<C / 4, 128>>>(dp, dc, da, o, C); }, (float *)o,
		4 * C * CELL, right);
}
static void fields(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 380, P = N + 2, G = up(N, 32) * up(N, 8);
	std::vector<double> p(P * P), kx(P * P), ky(P * P), part(G + 1);
	for (int i = 0; i < P * P; i++)
		p[i] = f[i] - 0.5, kx[i] = f[i + 150000], ky[i] = f[i + 300000];
	double dot = 0;
	for (int y = 1; y <= N; y++)
		for (int x = 1; x <= N; x++) {
			int k = y * P + x;
			dot += p[k] *
				((1 + ky[k + P] + ky[k] + kx[k + 1] + kx[k]) * p[k] -
					(ky[k + P] * p[k + P] + ky[k] * p[k - P]) -
					(kx[k + 1] * p[k + 1] + kx[k] * p[k - 1]));
		}
	double *dp = upload(p), *dx = upload(kx), *dy = upload(ky), *dw = dev<double>(P * P), *o = dev<double>(G + 1);
	job<double>(
		"heat_cg.w_and_its_product_with_p",
		[&] {
			cg_w_and_dot<<<dim3(up(N, 32), up(N, 8)), dim3(32, 8)>>>(dp, dx, dy, dw, o, N, P);
			cg_all_parts<<<1, 256>>>(o, G);
		},
		o, G + 1, [=](const std::vector<double> &v) { return near(v[G], dot, 1e-10); });
	const int S = 16, A = 48;
	std::vector<double> q(S * S * S), psi(A * S * S * S);
	for (int i = 0; i < S * S * S; i++)
		q[i] = 0.1 + f[i];
	for (int b = 0; b < A; b++) {
		std::vector<double> fx(S * S, 0.25), fy(fx), fz(fx);
		double a = 0.3 + 0.01 * b, t = 1 + 0.1 * (b % 4);
		for (int z = 0; z < S; z++)
			for (int y = 0; y < S; y++)
				for (int x = 0; x < S; x++) {
					double &ix = fx[y * S + z], &iy = fy[x * S + z], &iz = fz[y * S + x];
					double v = (q[(z * S + y) * S + x] + 2 * (a * ix + 0.5 * iy + 0.7 * iz)) /
						(t + 2 * (a + 1.2));
					psi[((b * S + z) * S + y) * S + x] = v;
					ix = std::max(2 * v - ix, 0.0), iy = std::max(2 * v - iy, 0.0),
					iz = std::max(2 * v - iz, 0.0);
				}
	}
	double *dq = upload(q), *op = dev<double>(A * S * S * S);
	job<double>(
		"sweep_of_planes.block_an_angle",
		[&] { sweep_planes<<<A, 256, 3 * S * S * 8>>>(dq, op, S, 0.3, 0.5, 0.7); }, op, A * S * S * S,
		close_to(psi, 1e-9));
	const int H = 26, V = H * H * H;
	std::vector<int> list, at(9), col(27 * V, -1);
	std::vector<double> val(27 * V), r(V), x(V);
	for (int c = 0; c < 8; c++) {
		at[c] = list.size();
		for (int v = 0; v < V; v++)
			if ((v % H & 1) + (v / H % H & 1) * 2 + (v / H / H & 1) * 4 == c)
				list.push_back(v);
	}
	at[8] = V;
	for (int i = 0; i < V; i++) {
		int v = list[i];
		r[v] = f[v];
		for (int k = 0; k < 27; k++) {
			int a = v % H + k % 3 - 1, b = v / H % H + k / 3 % 3 - 1, c = v / H / H + k / 9 - 1;
			if (a >= 0 && b >= 0 && c >= 0 && a < H && b < H && c < H)
				col[k * V + i] = (c * H + b) * H + a, val[k * V + i] = -1;
		}
	}
	for (int t = 0; t < 16; t++) {
		int c = t < 8 ? t : 15 - t;
		for (int i = at[c]; i < at[c + 1]; i++) {
			double s = r[list[i]];
			for (int k = 0; k < 27; k++)
				if (col[k * V + i] >= 0 && col[k * V + i] != list[i])
					s -= val[k * V + i] * x[col[k * V + i]];
			x[list[i]] = s / 26.5;
		}
	}
	int *dl = upload(list), *dc = upload(col);
	double *dv = upload(val), *dr = upload(r), *ox = dev<double>(V);
	job<double>(
		"gauss_seidel_27.eight_colours_there_and_back",
		[&] {
			for (int t = 0; t < 16; t++) {
				int c = t < 8 ? t : 15 - t, m = at[c + 1] - at[c];
				gauss_seidel_colour<<<up(m, 128), 128>>>(dv, dc, dl, dr, ox, V, at[c], at[c + 1]);
			}
		},
		ox, V, close_to(x, 1e-10), [=] { CHECK(cudaMemset(ox, 0, 8 * V)); });
	const int M = 40000;
	float ab[LAYERS], al[LAYERS];
	for (int k = 0; k < LAYERS; k++)
		ab[k] = 0.02f + 0.2f * f[k], al[k] = 0.5f + (int)(f[k + 50] * 8) / 8.0f;
	CHECK(cudaMemcpyToSymbol(layer_abs, ab, sizeof ab));
	CHECK(cudaMemcpyToSymbol(layer_all, al, sizeof al));
	std::vector<int> want(5 + LAYERS);
	for (int i = 0; i < M; i++) {
		Neutron n = { i * 2654435761ull + 1, LAYERS / 2, 1, 1, 0 };
		int s;
		while (!(s = step(n, ab, al)))
			want[5 + (int)n.x]++;
		want[s]++;
	}
	int *tl = dev<int>(5 + LAYERS), *cn = dev<int>(32);
	Neutron *na = dev<Neutron>(M), *nb = dev<Neutron>(M);
	job<int>(
		"neutrons_through_layers.whole_lives",
		[&] { neutrons_whole_lives<<<up(M, 128), 128>>>(tl, tl + 5, M); }, tl, 5 + LAYERS, same(want),
		[=] { CHECK(cudaMemset(tl, 0, 4 * (5 + LAYERS))); });
	job<int>(
		"neutrons_through_layers.launch_an_event",
		[&] {
			neutrons_born<<<up(M, 256), 256>>>(na, M);
			for (int e = 0; e < 17; e++)
				neutrons_event<<<132, 256>>>(
					e % 2 ? nb : na, cn + e, e % 2 ? na : nb, cn + e + 1, tl, tl + 5);
		},
		tl, 5 + LAYERS, same(want),
		[=] {
			CHECK(cudaMemset(tl, 0, 4 * (5 + LAYERS)));
			CHECK(cudaMemset(cn, 0, 128));
			CHECK(cudaMemcpy(cn, &M, 4, cudaMemcpyHostToDevice));
		});
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<float> f = fractions(w);
	sections(w);
	meshes(w, f);
	atoms(w, f);
	fields(w, f);
}
