// blind20a: a fresh set of kernels that nobody had modelled when they were written. Equations on grids and lattices.
#include "blind7.h"

// one point of the phase field: the chemical potential of an alloy of two metals
template <class T> __host__ __device__ inline T potential_at(const T *c, int x, int y, int w, int h)
{
	int e = x + 1 == w ? 0 : x + 1, l = x ? x - 1 : w - 1, n = y ? y - 1 : h - 1, s = y + 1 == h ? 0 : y + 1;
	T own = c[y * w + x], lap = c[y * w + e] + c[y * w + l] + c[n * w + x] + c[s * w + x] - 4 * own;
	return own * own * own - own - (T)0.5 * lap;
}
template <class T> __global__ void alloy_potential(const T *__restrict__ c, T *__restrict__ mu, int w, int h)
{ // Cahn and Hilliard, first half: the potential of each point, on a torus
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		mu[y * w + x] = potential_at(c, x, y, w, h);
}
template <class T> __global__ void alloy_move(T *__restrict__ c, const T *__restrict__ mu, int w, int h, T dt)
{ // second half: metal flows down the potential
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int e = (x + 1) % w, l = (x + w - 1) % w, n = (y + h - 1) % h, s = (y + 1) % h;
	c[y * w + x] += dt * (mu[y * w + e] + mu[y * w + l] + mu[n * w + x] + mu[s * w + x] - 4 * mu[y * w + x]);
}
#define TILE_X 28
#define TILE_Y 12
__global__ void alloy_tile(const float *c, float *next, int w, int h, float dt)
{ // both halves in one kernel: a tile with a rim of two, then potentials with a rim of one
	__shared__ float in[TILE_Y + 4][TILE_X + 4], mu[TILE_Y + 2][TILE_X + 2];
	int tid = threadIdx.y * blockDim.x + threadIdx.x, many = blockDim.x * blockDim.y;
	int x0 = blockIdx.x * TILE_X, y0 = blockIdx.y * TILE_Y;
	for (int i = tid; i < (TILE_X + 4) * (TILE_Y + 4); i += many) {
		int tx = i % (TILE_X + 4), ty = i / (TILE_X + 4);
		in[ty][tx] = c[(y0 + ty - 2 + h) % h * w + (x0 + tx - 2 + w) % w];
	}
	__syncthreads();
	for (int i = tid; i < (TILE_X + 2) * (TILE_Y + 2); i += many) {
		int tx = i % (TILE_X + 2) + 1, ty = i / (TILE_X + 2) + 1;
		float own = in[ty][tx];
		float lap = in[ty][tx + 1] + in[ty][tx - 1] + in[ty - 1][tx] + in[ty + 1][tx] - 4 * own;
		mu[ty - 1][tx - 1] = own * own * own - own - 0.5f * lap;
	}
	__syncthreads();
	int tx = threadIdx.x, ty = threadIdx.y, x = x0 + tx, y = y0 + ty;
	if (tx < TILE_X && ty < TILE_Y && x < w && y < h) {
		float sum = mu[ty + 1][tx + 2] + mu[ty + 1][tx] + mu[ty][tx + 1] + mu[ty + 2][tx + 1];
		next[y * w + x] = in[ty + 2][tx + 2] + dt * (sum - 4 * mu[ty + 1][tx + 1]);
	}
}
template <class T> static void alloy(const char *name, const std::vector<float> &f)
{
	const int W = 420, H = 300, STEPS = 3;
	std::vector<T> c(W * H), mu(W * H);
	for (int i = 0; i < W * H; i++)
		c[i] = (T)(f[i] - 0.5);
	T *first = upload(c), *d = upload(c), *m = dev<T>(W * H);
	for (int s = 0; s < STEPS; s++) {
		for (int i = 0; i < W * H; i++)
			mu[i] = potential_at(c.data(), i % W, i / W, W, H);
		for (int i = 0; i < W * H; i++) {
			int x = i % W, y = i / W;
			c[i] += (T)0.02 *
				(mu[y * W + (x + 1) % W] + mu[y * W + (x + W - 1) % W] + mu[(y + 1) % H * W + x] +
					mu[(y + H - 1) % H * W + x] - 4 * mu[i]);
		}
	}
	dim3 b(32, 6), g((W + 31) / 32, H / 6);
	auto back = [=] { CHECK(cudaMemcpy(d, first, W * H * sizeof(T), cudaMemcpyDeviceToDevice)); };
	job<T>(
		name,
		[&] {
			for (int s = 0; s < STEPS; s++) {
				alloy_potential<<<g, b>>>(d, m, W, H);
				alloy_move<<<g, b>>>(d, m, W, H, (T)0.02);
			}
		},
		d, W * H, close_to(c, 1e-4), back);
	if (sizeof(T) == 4) {
		float *one = (float *)d, *two = (float *)m;
		job<float>(
			"alloy.tile_both_halves",
			[&] {
				for (int s = 0; s < STEPS; s++)
					alloy_tile<<<dim3(W / TILE_X, H / TILE_Y), dim3(32, 12)>>>(
						s & 1 ? two : one, s & 1 ? one : two, W, H, 0.02f);
			},
			two, W * H, close_to(std::vector<float>(c.begin(), c.end()), 1e-4), back);
	}
}
struct Link { // a matrix of three by three complex numbers
	float2 e[3][3];
};
__host__ __device__ inline float2 times_add(float2 a, float2 b, float2 s)
{
	return { s.x + a.x * b.x - a.y * b.y, s.y + a.x * b.y + a.y * b.x };
}
__host__ __device__ inline Link times(const Link &a, const Link &b)
{
	Link r;
#pragma unroll
	for (int i = 0; i < 3; i++)
#pragma unroll
		for (int j = 0; j < 3; j++) {
			float2 s = { 0, 0 };
#pragma unroll
			for (int k = 0; k < 3; k++)
				s = times_add(a.e[i][k], b.e[k][j], s);
			r.e[i][j] = s;
		}
	return r;
}
__host__ __device__ inline float trace_with(const Link &a, const Link &b)
{ // the real part of the trace of a times b turned over
	float s = 0;
#pragma unroll
	for (int i = 0; i < 3; i++)
#pragma unroll
		for (int j = 0; j < 3; j++)
			s += a.e[i][j].x * b.e[i][j].x + a.e[i][j].y * b.e[i][j].y;
	return s;
}
__host__ __device__ inline int hop(int site, int dir)
{ // the next site of a lattice of eight to the fourth
	int shift = dir * 3;
	return (site & ~(7 << shift)) | (((site >> shift) + 1 & 7) << shift);
}
__host__ __device__ inline Link link_at(const Link *u, int dir, int site)
{
	return u[site * 4 + dir];
}
__host__ __device__ inline Link link_at(const float2 *u, int dir, int site)
{
	Link l;
#pragma unroll
	for (int k = 0; k < 9; k++)
		l.e[k / 3][k % 3] = u[(dir * 9 + k) * 4096 + site];
	return l;
}
template <class U> __host__ __device__ inline float around_square(const U *u, int site, int a, int b)
{
	Link there = times(link_at(u, a, site), link_at(u, b, hop(site, a)));
	Link other = times(link_at(u, b, site), link_at(u, a, hop(site, b)));
	return trace_with(there, other);
}
template <class U> __global__ void gauge_site(const U *u, float *out)
{ // the field round all six squares of a site of a lattice of quarks, a site a thread
	int site = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < a; b++)
			sum += around_square(u, site, a, b);
	out[site] = sum;
}
__global__ void gauge_square(const float2 *u, float *out)
{ // the same, a square a thread; a block holds the six squares of 32 sites
	__shared__ float part[6][32];
	int site = blockIdx.x * 32 + threadIdx.x, k = threadIdx.y;
	int a = k < 1 ? 1 : k < 3 ? 2 : 3, b = k - a * (a - 1) / 2;
	part[k][threadIdx.x] = around_square(u, site, a, b);
	__syncthreads();
	if (k)
		return;
	float sum = 0;
	for (int j = 0; j < 6; j++)
		sum += part[j][threadIdx.x];
	out[site] = sum;
}
static void gauge(const std::vector<float> &f)
{
	std::vector<Link> u(4096 * 4);
	std::vector<float2> split(4096 * 36);
	std::vector<float> want(4096);
	for (size_t i = 0; i < u.size(); i++)
		for (int k = 0; k < 9; k++) {
			float2 v = { f[i * 18 + k * 2] - 0.5f, f[i * 18 + k * 2 + 1] - 0.5f };
			u[i].e[k / 3][k % 3] = split[(i % 4 * 9 + k) * 4096 + i / 4] = v;
		}
	for (int s = 0; s < 4096; s++)
		for (int a = 0; a < 4; a++)
			for (int b = 0; b < a; b++)
				want[s] += around_square(u.data(), s, a, b);
	Link *du = upload(u);
	float2 *ds = upload(split);
	float *o = dev<float>(4096);
	job<float>(
		"gauge.structs", [&] { gauge_site<<<32, 128>>>(du, o); }, o, 4096, close_to(want));
	job<float>(
		"gauge.numbers_apart", [&] { gauge_site<<<64, 64>>>(ds, o); }, o, 4096, close_to(want));
	job<float>(
		"gauge.square_a_thread", [&] { gauge_square<<<128, dim3(32, 6)>>>(ds, o); }, o, 4096, close_to(want));
}
__host__ __device__ inline float through(float west, float south, float cross, float source, float cx, float cy)
{
	float v = (source + cx * west + cy * south) / (cross + cx + cy);
	return v > 0 ? v : 0;
}
__global__ void ordinates_diagonal(const float *cross, float *flux, const float2 *cosine, int w, int h, int d)
{ // neutrons in straight beams: one diagonal of the grid for every direction; each launch needs the last
	int y = blockIdx.x * blockDim.x + threadIdx.x, x = d - y, a = blockIdx.y;
	if (y >= h || x < 0 || x >= w)
		return;
	float *mine = flux + a * w * h, west = x ? mine[y * w + x - 1] : 1, south = y ? mine[(y - 1) * w + x] : 0.5f;
	mine[y * w + x] = through(west, south, cross[y * w + x], 0.3f, cosine[a].x, cosine[a].y);
}
__global__ void ordinates_block(const float *cross, float *flux, const float2 *cosine, int w, int h)
{ // the same, a direction a block: threads are rows and hand on through shared memory
	extern __shared__ float from[];
	int y = threadIdx.x, a = blockIdx.x;
	float *mine = flux + a * w * h, west = 1, cx = cosine[a].x, cy = cosine[a].y;
	for (int d = 0; d < w + h - 1; d++) {
		int x = d - y;
		bool on = x >= 0 && x < w;
		float v = 0;
		if (on)
			v = through(west, y ? from[y - 1] : 0.5f, cross[y * w + x], 0.3f, cx, cy);
		__syncthreads();
		if (on) {
			from[y] = west = v;
			mine[y * w + x] = v;
		}
		__syncthreads();
	}
}
static void ordinates(const std::vector<float> &f)
{
	const int W = 120, H = 96, A = 10;
	std::vector<float> cross(f.begin(), f.begin() + W * H), want(W * H * A);
	std::vector<float2> dir(A);
	for (int a = 0; a < A; a++)
		dir[a] = { (float)std::cos((a + 0.5) * M_PI / 20) * 2, (float)std::sin((a + 0.5) * M_PI / 20) * 2 };
	for (int a = 0; a < A; a++)
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				float *p = &want[a * W * H + y * W + x];
				*p = through(
					x ? p[-1] : 1, y ? p[-W] : 0.5f, cross[y * W + x], 0.3f, dir[a].x, dir[a].y);
			}
	float *dc = upload(cross), *o = dev<float>(W * H * A);
	float2 *dd = upload(dir);
	auto clear = [&] { CHECK(cudaMemset(o, 0, W * H * A * 4)); };
	job<float>(
		"ordinates.launch_a_diagonal",
		[&] {
			for (int d = 0; d < W + H - 1; d++)
				ordinates_diagonal<<<dim3(3, A), 32>>>(dc, o, dd, W, H, d);
		},
		o, W * H * A, close_to(want), clear);
	job<float>(
		"ordinates.direction_a_block", [&] { ordinates_block<<<A, H, H * 4>>>(dc, o, dd, W, H); }, o, W * H * A,
		close_to(want), clear);
}
struct Vec3 {
	double x, y, z;
};
__host__ __device__ inline Vec3 minus(Vec3 a, Vec3 b)
{
	return { a.x - b.x, a.y - b.y, a.z - b.z };
}
__host__ __device__ inline double triple(Vec3 a, Vec3 b, Vec3 c)
{
	return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}
__host__ __device__ inline double brick_volume(const Vec3 *p, int n, int x, int y, int z)
{ // the volume of a bent brick of eight corners, as six pyramids of three corners about its diagonal
	int o = (z * n + y) * n + x;
	Vec3 a = p[o], g = minus(p[o + n * n + n + 1], a);
	Vec3 r[6] = { minus(p[o + 1], a), minus(p[o + n + 1], a), minus(p[o + n], a), minus(p[o + n * n + n], a),
		minus(p[o + n * n], a), minus(p[o + n * n + 1], a) };
	double v = 0;
#pragma unroll
	for (int k = 0; k < 6; k++)
		v += triple(r[k], r[(k + 1) % 6], g);
	return v / 6;
}
__global__ void brick_volumes(const Vec3 *p, double *out, int n)
{ // the volumes of all bricks of a moving mesh, in doubles
	int m = n - 1;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m * m * m; i += gridDim.x * blockDim.x)
		out[i] = brick_volume(p, n, i % m, i / m % m, i / (m * m));
}
__global__ void corner_masses(const double *volume, double *mass, int n)
{ // a corner's mass: an eighth of each of the bricks around it
	int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y, m = n - 1;
	double sum = 0;
	for (int k = 0; k < 8; k++) {
		int bx = x - (k & 1), by = y - (k >> 1 & 1), bz = z - (k >> 2);
		if (bx >= 0 && bx < m && by >= 0 && by < m && bz >= 0 && bz < m)
			sum += volume[(bz * m + by) * m + bx];
	}
	if (x < n)
		mass[(z * n + y) * n + x] = sum * 0.125;
}
static void bent_bricks(const std::vector<float> &f)
{
	const int N = 37, M = N - 1;
	std::vector<Vec3> p(N * N * N);
	std::vector<double> vol(M * M * M), mass(N * N * N);
	for (int i = 0; i < N * N * N; i++)
		p[i] = { i % N + 0.4 * f[i], i / N % N + 0.4 * f[i + 60000], i / (N * N) + 0.4 * f[i + 120000] };
	for (int i = 0; i < M * M * M; i++) {
		int x = i % M, y = i / M % M, z = i / (M * M);
		vol[i] = brick_volume(p.data(), N, x, y, z);
		for (int k = 0; k < 8; k++)
			mass[((z + (k >> 2)) * N + y + (k >> 1 & 1)) * N + x + (k & 1)] += vol[i] * 0.125;
	}
	Vec3 *dp = upload(p);
	double *v = dev<double>(M * M * M), *v0 = upload(vol), *m = dev<double>(N * N * N);
	job<double>(
		"bent_bricks.volumes", [&] { brick_volumes<<<90, 160>>>(dp, v, N); }, v, M * M * M,
		close_to(vol, 1e-9));
	job<double>(
		"bent_bricks.corner_masses", [&] { corner_masses<<<dim3(N, N), 64>>>(v0, m, N); }, m, N * N * N,
		close_to(mass, 1e-9));
}
#define NP 8
__global__ void element_naive(const float *u, const float *d, float *out)
{ // slopes in a cube of 8 by 8 by 8 points along three ways, a point a thread, all from memory
	int e = blockIdx.x * 512, t = threadIdx.x, i = t % NP, j = t / NP % NP, k = t / (NP * NP);
	float a = 0, b = 0, c = 0;
	for (int m = 0; m < NP; m++) {
		a += d[i * NP + m] * u[e + (k * NP + j) * NP + m];
		b += d[j * NP + m] * u[e + (k * NP + m) * NP + i];
		c += d[k * NP + m] * u[e + (m * NP + j) * NP + i];
	}
	out[e + t] = a * a + b * b + c * c;
}
template <int N> __global__ void __launch_bounds__(N *N) element_columns(const float *u, const float *d, float *out)
{ // the same, a column a thread in registers, one layer at a time in shared memory
	__shared__ float layer[N][N + 1], ds[N][N + 1];
	int i = threadIdx.x, j = threadIdx.y, e = blockIdx.x * N * N * N;
	float column[N];
#pragma unroll
	for (int k = 0; k < N; k++)
		column[k] = u[e + (k * N + j) * N + i];
	ds[j][i] = d[j * N + i];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < N; k++) {
		layer[j][i] = column[k];
		__syncthreads();
		float a = 0, b = 0, c = 0;
#pragma unroll
		for (int m = 0; m < N; m++) {
			a += ds[i][m] * layer[j][m];
			b += ds[j][m] * layer[m][i];
			c += ds[k][m] * column[m];
		}
		out[e + (k * N + j) * N + i] = a * a + b * b + c * c;
		__syncthreads();
	}
}
static void element_slopes(const std::vector<float> &f)
{
	const int E = 300;
	std::vector<float> u(f.begin(), f.begin() + E * 512), d(f.begin() + 200000, f.begin() + 200064), want(E * 512);
	for (int p = 0; p < E * 512; p++) {
		int e = p / 512 * 512, i = p % 8, j = p / 8 % 8, k = p / 64 % 8;
		double a = 0, b = 0, c = 0;
		for (int m = 0; m < 8; m++) {
			a += d[i * 8 + m] * u[e + k * 64 + j * 8 + m];
			b += d[j * 8 + m] * u[e + k * 64 + m * 8 + i];
			c += d[k * 8 + m] * u[e + m * 64 + j * 8 + i];
		}
		want[p] = a * a + b * b + c * c;
	}
	float *du = upload(u), *dd = upload(d), *o = dev<float>(E * 512);
	job<float>(
		"element_slopes.naive", [&] { element_naive<<<E, 512>>>(du, dd, o); }, o, E * 512, close_to(want));
	job<float>(
		"element_slopes.columns", [&] { element_columns<8><<<E, dim3(8, 8)>>>(du, dd, o); }, o, E * 512,
		close_to(want));
}
void rows()
{
	std::vector<float> f = fractions(words(1 << 19));
	alloy<float>("alloy.two_launches_a_step", f);
	alloy<double>("alloy.in_doubles", f);
	gauge(f);
	ordinates(f);
	bent_bricks(f);
	element_slopes(f);
}
