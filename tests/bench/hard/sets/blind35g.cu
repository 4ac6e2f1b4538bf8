// blind35g: a fresh set of kernels that nobody had modelled when they were written. Physics and finance: bodies, spins,
// lattice Boltzmann, SPH with cells, options by formula, tree and path, heat, wave, cloth.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
#define HD __host__ __device__
HD unsigned xorshift(unsigned &s)
{
	s ^= s << 13, s ^= s >> 17, s ^= s << 5;
	return s;
}
HD unsigned hash3(unsigned a, unsigned b)
{
	unsigned x = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA6Bu;
	x ^= x >> 15, x *= 0x2C1B3C6Du, x ^= x >> 12, x *= 0x297A2D39u;
	return x ^ x >> 15;
}
// bodies: plain loop over float4 with softening, or tiles of 256 unrolled, velocities moved on
__global__ void nbody_plain(const float4 *p, float3 *acc, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float fx = 0, fy = 0, fz = 0;
	for (int j = 0; j < n; j++) {
		float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
		float d = dx * dx + dy * dy + dz * dz + 1e-3f, inv = 1.0f / sqrtf(d), k = p[j].w * inv * inv * inv;
		fx += dx * k, fy += dy * k, fz += dz * k;
	}
	acc[i] = make_float3(fx, fy, fz);
}
__global__ void nbody_split_tiles(const float4 *p, float3 *acc, int n)
{ // 64 bodies a block of 64 x 4: each row of threads takes every fourth tile
	__shared__ float4 s[4][64];
	int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.x * 64 + tx;
	float4 me = p[min(i, n - 1)];
	float fx = 0, fy = 0, fz = 0;
	for (int j0 = 0; j0 < n; j0 += 256) {
		int j = j0 + ty * 64 + tx;
		s[ty][tx] = j < n ? p[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 64; k++) {
			float4 o = s[ty][k];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
			float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = o.w * inv * inv * inv;
			fx += dx * f, fy += dy * f, fz += dz * f;
		}
		__syncthreads();
	}
	s[ty][tx] = make_float4(fx, fy, fz, 0);
	__syncthreads();
	if (ty == 0 && i < n) {
		for (int k = 1; k < 4; k++)
			fx += s[k][tx].x, fy += s[k][tx].y, fz += s[k][tx].z;
		acc[i] = make_float3(fx, fy, fz);
	}
}
// Ising: the two colours in two arrays of signed bytes; chance by a hash of place and step, thresholds in constant
// memory
__constant__ unsigned flip_below[5];
HD int spin_next(int s, int sum, const unsigned *below, unsigned lot)
{
	int e = s * sum; // -4, -2, 0, 2, 4
	return lot <= below[(e + 4) / 2] ? -s : s;
}
__global__ void ising_two_arrays(signed char *mine, const signed char *other, int w2, int h, int colour, int step)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w2 || y >= h)
		return;
	int i = y * w2 + x, side = (y + colour) % 2 ? (x + 1) % w2 : (x + w2 - 1) % w2;
	int sum = other[(y + h - 1) % h * w2 + x] + other[i] + other[(y + 1) % h * w2 + x] + other[y * w2 + side];
	mine[i] = spin_next(mine[i], sum, flip_below, hash3(i * 2 + colour, step));
}
// D2Q9 in planes, pull, walls that throw back
__constant__ int cx[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, cy[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 },
		 back[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
__constant__ float cw[9] = { 4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f };
__global__ void lbm_pull_walls(const float *f, float *out, const byte *solid, int w, int h, float omega)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, n = w * h, i = y * w + x;
	if (x >= w)
		return;
	float g[9], rho = 0, ux = 0, uy = 0;
	for (int k = 0; k < 9; k++) {
		int sx = (x - cx[k] + w) % w, sy = (y - cy[k] + h) % h, s = sy * w + sx;
		g[k] = solid[s] ? f[back[k] * n + i] : f[k * n + s];
		rho += g[k], ux += cx[k] * g[k], uy += cy[k] * g[k];
	}
	ux /= rho, uy /= rho;
	for (int k = 0; k < 9; k++) {
		float cu = 3 * (cx[k] * ux + cy[k] * uy);
		float eq = cw[k] * rho * (1 + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
		out[k * n + i] = solid[i] ? f[k * n + i] : g[k] + omega * (eq - g[k]);
	}
}
// SPH: particles sorted by cell; densities by walking 3 x 3 x 3 cells
__global__ void sph_density(const float4 *p, const int *start, float *rho, int n, int side, float h)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 me = p[i];
	int x = me.x * side, y = me.y * side, z = me.z * side;
	float h2 = h * h, s = 0;
	for (int c = max(z - 1, 0); c <= min(z + 1, side - 1); c++)
		for (int b = max(y - 1, 0); b <= min(y + 1, side - 1); b++)
			for (int a = max(x - 1, 0); a <= min(x + 1, side - 1); a++) {
				int cell = (c * side + b) * side + a;
				for (int j = start[cell]; j < start[cell + 1]; j++) {
					float4 o = p[j];
					float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
					float r2 = dx * dx + dy * dy + dz * dz;
					if (r2 < h2)
						s += (h2 - r2) * (h2 - r2) * (h2 - r2);
				}
			}
	rho[i] = 315 / (64 * 3.14159265f * powf(h, 9)) * s / n;
}
// the rows of cells lie together: three in a row are one stretch; four lanes a particle
__global__ void sph_density_stretches(const float4 *p, const int *start, float *rho, int n, int side, float h)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 4, r = threadIdx.x & 3;
	float4 me = p[min(i, n - 1)];
	int x = me.x * side, y = me.y * side, z = me.z * side, a0 = max(x - 1, 0), a1 = min(x + 1, side - 1);
	float h2 = h * h, s = 0;
	for (int k = 0; k < 9; k++) {
		int b = y + k % 3 - 1, c = z + k / 3 - 1;
		if (b < 0 || b >= side || c < 0 || c >= side)
			continue;
		int row = (c * side + b) * side, to = start[row + a1 + 1];
		for (int j = start[row + a0] + r; j < to; j += 4) {
			float4 o = p[j];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
			float t = fmaxf(h2 - dx * dx - dy * dy - dz * dz, 0);
			s += t * t * t;
		}
	}
	s += __shfl_xor_sync(~0u, s, 1), s += __shfl_xor_sync(~0u, s, 2);
	if (r == 0 && i < n)
		rho[i] = 315 / (64 * 3.14159265f * powf(h, 9)) * s / n;
}
// calls and puts
template <class T> HD void price(T S, T X, T t, T r, T v, T &call, T &put)
{
	T q = sqrt(t), d1 = (log(S / X) + (r + T(0.5) * v * v) * t) / (v * q), d2 = d1 - v * q, e = X * exp(-r * t);
	T n1 = T(0.5) * erfc(-d1 * T(0.70710678118654752)), n2 = T(0.5) * erfc(-d2 * T(0.70710678118654752));
	call = S * n1 - e * n2, put = e * (1 - n2) - S * (1 - n1);
}
template <class T> __global__ void black_scholes(const T *S, const T *X, const T *t, T *call, T *put, int n, T r, T v)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		price(S[i], X[i], t[i], r, v, call[i], put[i]);
}
// American put by a tree of 256 steps, a block an option, two buffers
__global__ void binomial_american(const float2 *opt, float *out, float r, float v)
{
	const int STEPS = 256;
	__shared__ float s[2][STEPS + 1];
	int t = threadIdx.x;
	float S = opt[blockIdx.x].x, X = opt[blockIdx.x].y, dt = 1.0f / STEPS, step = v * sqrtf(dt);
	float u = expf(step), d = 1 / u, p = (expf(r * dt) - d) / (u - d), df = expf(-r * dt);
	for (int i = t; i <= STEPS; i += blockDim.x)
		s[0][i] = fmaxf(X - S * expf(step * (2 * i - STEPS)), 0);
	__syncthreads();
	int b = 0;
	for (int k = STEPS - 1; k >= 0; k--, b ^= 1) {
		for (int i = t; i <= k; i += blockDim.x)
			s[1 - b][i] =
				fmaxf(df * (p * s[b][i + 1] + (1 - p) * s[b][i]), X - S * expf(step * (2 * i - k)));
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[b][0];
}
// paths with steps of plus or minus, barrier below; counted in whole numbers so that the sum is exact
HD int barrier_path(unsigned seed, int steps)
{
	int x = 0;
	for (int k = 0; k < steps; k += 32) {
		unsigned b = xorshift(seed);
		for (int j = 0; j < 32; j++) {
			x += (b >> j & 1) * 2 - 1;
			if (x < -20)
				return 0;
		}
	}
	return x > 4 ? x - 4 : 0;
}
__global__ void barrier_paths(u64 *sum, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? barrier_path(i * 2654435761u + 1, steps) : 0;
	v = __reduce_add_sync(~0u, v);
	if (threadIdx.x % 32 == 0 && v)
		atomicAdd(sum, (u64)v);
}
// normal numbers by Box and Muller, mean of the path against the strike, both signs of each draw
__global__ void asian_antithetic(float *pay, int n, int steps, float drift, float vol)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = hash3(i, 7) | 1;
	float a = 0, b = 0, sa = 0, sb = 0;
	for (int k = 0; k < steps; k += 2) {
		float u = ((xorshift(s) >> 8) + 1) * (1 / 16777217.0f), w = (xorshift(s) >> 8) * (1 / 16777216.0f);
		float r = sqrtf(-2 * logf(u)), z0, z1;
		sincospif(2 * w, &z1, &z0);
		z0 *= r, z1 *= r;
		a += drift + vol * z0, b += drift - vol * z0, sa += expf(a), sb += expf(b);
		a += drift + vol * z1, b += drift - vol * z1, sa += expf(a), sb += expf(b);
	}
	pay[i] = 50 * (fmaxf(sa / steps - 1, 0) + fmaxf(sb / steps - 1, 0));
}
// heat: two steps a launch, the tile with a rim of two
__global__ void heat_two_steps(const float *in, float *out, int w, int h, float k)
{
	__shared__ float s[20][36], m[20][36];
	int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 16 - 2, t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 720; i += 512) {
		int x = x0 + i % 36, y = y0 + i / 36;
		s[i / 36][i % 36] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
	}
	__syncthreads();
	for (int i = t; i < 18 * 34; i += 512) {
		int c = i % 34 + 1, r = i / 34 + 1, x = x0 + c, y = y0 + r;
		bool rim = x <= 0 || x >= w - 1 || y <= 0 || y >= h - 1;
		m[r][c] =
			s[r][c] + (rim ? 0 : k * (s[r][c - 1] + s[r][c + 1] + s[r - 1][c] + s[r + 1][c] - 4 * s[r][c]));
	}
	__syncthreads();
	int c = threadIdx.x + 2, r = threadIdx.y + 2, x = x0 + c, y = y0 + r;
	if (x >= w || y >= h)
		return;
	bool rim = x <= 0 || x >= w - 1 || y <= 0 || y >= h - 1;
	out[y * w + x] =
		m[r][c] + (rim ? 0 : k * (m[r][c - 1] + m[r][c + 1] + m[r - 1][c] + m[r + 1][c] - 4 * m[r][c]));
}
// wave on a square, in place over the older field
__global__ void wave_leapfrog(const double *now, double *old, int n, double c2)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	old[i] = 2 * now[i] - old[i] + c2 * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] - 4 * now[i]);
}
// cloth by Verlet, float4 places, the springs by loops over offsets; two corners held
HD float4 cloth_point(const float4 *now, const float4 *old, int x, int y, int n)
{
	int i = y * n + x;
	float4 p = now[i], q = old[i];
	if (y == 0 && (x == 0 || x == n - 1))
		return p;
	float fx = 0, fy = -0.5f, fz = 0.1f;
	for (int b = -1; b <= 1; b++)
		for (int a = -1; a <= 1; a++) {
			int u = x + a, v = y + b;
			if ((!a && !b) || u < 0 || v < 0 || u >= n || v >= n)
				continue;
			float4 o = now[v * n + u];
			float dx = o.x - p.x, dy = o.y - p.y, dz = o.z - p.z, rest = a && b ? 1.41421356f : 1.0f;
			float len = sqrtf(dx * dx + dy * dy + dz * dz), k = 20 * (len - rest) / len;
			fx += k * dx, fy += k * dy, fz += k * dz;
		}
	const float dt2 = 0.0025f;
	return { p.x + 0.99f * (p.x - q.x) + fx * dt2, p.y + 0.99f * (p.y - q.y) + fy * dt2,
		p.z + 0.99f * (p.z - q.z) + fz * dt2, 0 };
}
__global__ void cloth_verlet(const float4 *now, const float4 *old, float4 *next, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		next[y * n + x] = cloth_point(now, old, x, y, n);
}
static void bodies(const std::vector<float> &f)
{
	const int n = 1400;
	std::vector<float4> p(n);
	std::vector<float> want(n * 3);
	for (int i = 0; i < n; i++)
		p[i] = make_float4(f[i], f[i + n], f[i + 2 * n], (f[i + 3 * n] + 0.1f) / n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
			float d = dx * dx + dy * dy + dz * dz + 1e-3f, k = p[j].w / (d * std::sqrt(d));
			want[i * 3] += dx * k, want[i * 3 + 1] += dy * k, want[i * 3 + 2] += dz * k;
		}
	float4 *d = upload(p);
	float *o = dev<float>(n * 3);
	job<float>(
		"nbody_float4.plain_loop", [&] { nbody_plain<<<up(n, 128), 128>>>(d, (float3 *)o, n); }, o, n * 3,
		close_to(want, 1e-3));
	job<float>(
		"nbody_float4.four_rows_share_the_tiles",
		[&] { nbody_split_tiles<<<up(n, 64), dim3(64, 4)>>>(d, (float3 *)o, n); }, o, n * 3,
		close_to(want, 1e-3));
	const int N = 14000, side = 12;
	auto cell = [&](const float4 &q) {
		return ((int)(q.z * side) * side + (int)(q.y * side)) * side + (int)(q.x * side);
	};
	std::vector<float4> s(N);
	std::vector<int> start(side * side * side + 1);
	std::vector<float> rho(N);
	for (int i = 0; i < N; i++)
		s[i] = make_float4(f[i + 9], f[i + 20000], f[i + 40000] * f[i + 50000], 0);
	std::stable_sort(s.begin(), s.end(), [&](const float4 &a, const float4 &b) { return cell(a) < cell(b); });
	for (auto &q : s)
		start[cell(q) + 1]++;
	for (int c = 0; c < side * side * side; c++)
		start[c + 1] += start[c];
	const float h = 0.08f;
	for (int i = 0; i < N; i++) {
		double t = 0;
		int x = s[i].x * side, y = s[i].y * side, z = s[i].z * side;
		for (int k = 0; k < 9; k++) {
			int b = y + k % 3 - 1, c = z + k / 3 - 1, row = (c * side + b) * side;
			if (b < 0 || b >= side || c < 0 || c >= side)
				continue;
			for (int j = start[row + std::max(x - 1, 0)]; j < start[row + std::min(x + 1, side - 1) + 1];
				j++) {
				float dx = s[j].x - s[i].x, dy = s[j].y - s[i].y, dz = s[j].z - s[i].z;
				float r = h * h - dx * dx - dy * dy - dz * dz;
				t += r > 0 ? r * r * r : 0;
			}
		}
		rho[i] = 315 / (64 * 3.14159265 * std::pow(h, 9)) * t / N;
	}
	float4 *dp = upload(s);
	int *dst = upload(start);
	float *dr = dev<float>(N);
	job<float>(
		"sph_density.27_cells_a_thread", [&] { sph_density<<<up(N, 128), 128>>>(dp, dst, dr, N, side, h); }, dr,
		N, close_to(rho, 1e-3));
	job<float>(
		"sph_density.four_lanes_nine_stretches",
		[&] { sph_density_stretches<<<up(N * 4, 256), 256>>>(dp, dst, dr, N, side, h); }, dr, N,
		close_to(rho, 1e-3));
}
static void lattices(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	{
		const int W = 256, H = 300, N = W * H, STEPS = 3;
		unsigned below[5];
		for (int k = 0; k < 5; k++)
			below[k] = std::min(1.0, std::exp(-2 * (k * 2 - 4) / 2.27)) * 4294967295.0;
		CHECK(cudaMemcpyToSymbol(flip_below, below, sizeof below));
		std::vector<signed char> s(2 * N), t;
		for (int i = 0; i < 2 * N; i++)
			s[i] = w[i] & 64 ? 1 : -1;
		t = s;
		for (int k = 0; k < STEPS * 2; k++) {
			int c = k % 2;
			signed char *m = &t[c * N], *o = &t[(1 - c) * N];
			for (int i = 0; i < N; i++) {
				int x = i % W, y = i / W, side = (y + c) % 2 ? (x + 1) % W : (x + W - 1) % W;
				int sum = o[(y + H - 1) % H * W + x] + o[i] + o[(y + 1) % H * W + x] + o[y * W + side];
				m[i] = spin_next(m[i], sum, below, hash3(i * 2 + c, k));
			}
		}
		signed char *keep = upload(s), *d = dev<signed char>(2 * N);
		job<signed char>(
			"ising_bytes.colours_in_two_arrays",
			[&] {
				for (int k = 0; k < STEPS * 2; k++)
					ising_two_arrays<<<dim3(up(W, 64), up(H, 4)), dim3(64, 4)>>>(
						d + k % 2 * N, d + (1 - k % 2) * N, W, H, k % 2, k);
			},
			d, 2 * N, same(t), [&] { CHECK(cudaMemcpy(d, keep, 2 * N, cudaMemcpyDeviceToDevice)); });
	}
	{
		const int W = 400, H = 250, N = W * H, X[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 },
			  Y[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 }, B[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
		const float Q[9] = { 4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f,
			1 / 36.f };
		std::vector<float> a(9 * N), b(9 * N);
		std::vector<byte> solid(N);
		for (int i = 0; i < N; i++) {
			int x = i % W - 100, y = i / W - 120;
			solid[i] = i < W || i >= N - W || x * x + y * y < 400;
			for (int k = 0; k < 9; k++)
				a[k * N + i] = Q[k] * (1 + 0.1f * f[i] + (k == 1 ? 0.1f : 0));
		}
		for (int i = 0; i < N; i++) {
			float g[9], rho = 0, ux = 0, uy = 0;
			for (int k = 0; k < 9; k++) {
				int s = (i / W - Y[k] + H) % H * W + (i % W - X[k] + W) % W;
				g[k] = solid[s] ? a[B[k] * N + i] : a[k * N + s];
				rho += g[k], ux += X[k] * g[k], uy += Y[k] * g[k];
			}
			ux /= rho, uy /= rho;
			for (int k = 0; k < 9; k++) {
				float cu = 3 * (X[k] * ux + Y[k] * uy);
				float eq = Q[k] * rho * (1 + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
				b[k * N + i] = solid[i] ? a[k * N + i] : g[k] + 1.2f * (eq - g[k]);
			}
		}
		float *d = upload(a), *o = dev<float>(9 * N);
		byte *ds = upload(solid);
		job<float>(
			"lbm_d2q9_with_walls.pull_loops_over_nine",
			[&] { lbm_pull_walls<<<dim3(up(W, 128), H), 128>>>(d, o, ds, W, H, 1.2f); }, o, 9 * N,
			close_to(b, 1e-5));
	}
	const int n = 500, N = n * n;
	std::vector<float> a(f.begin(), f.begin() + N), b = a, c;
	for (int k = 0; k < 2; k++) {
		c = b;
		for (int y = 1; y < n - 1; y++)
			for (int x = 1; x < n - 1; x++) {
				const float *p = &c[y * n + x];
				b[y * n + x] = *p + 0.2f * (p[-1] + p[1] + p[-n] + p[n] - 4 * *p);
			}
	}
	float *d = upload(a), *o = dev<float>(N);
	job<float>(
		"heat_2d.two_steps_a_launch",
		[&] { heat_two_steps<<<dim3(up(n, 32), up(n, 16)), dim3(32, 16)>>>(d, o, n, n, 0.2f); }, o, N,
		close_to(b, 1e-5));
	std::vector<double> u(N), v(N);
	for (int i = 0; i < N; i++)
		u[i] = f[i] - 0.5, v[i] = f[i + 11] - 0.5;
	double *ku = upload(u), *kv = upload(v), *du = dev<double>(N), *dv = dev<double>(N);
	for (int k = 0; k < 4; k++, std::swap(u, v))
		for (int y = 1; y < n - 1; y++)
			for (int x = 1; x < n - 1; x++) {
				int i = y * n + x;
				v[i] = 2 * u[i] - v[i] + 0.3 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - 4 * u[i]);
			}
	job<double>(
		"wave_2d_doubles.over_the_older_field",
		[&] {
			for (int k = 0; k < 4; k++)
				wave_leapfrog<<<dim3(up(n, 32), up(n, 8)), dim3(32, 8)>>>(
					k % 2 ? dv : du, k % 2 ? du : dv, n, 0.3);
		},
		du, N, close_to(u, 1e-9),
		[&] {
			CHECK(cudaMemcpy(du, ku, N * 8, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dv, kv, N * 8, cudaMemcpyDeviceToDevice));
		});
	const int S = 300;
	std::vector<float4> now(S * S), old(S * S);
	std::vector<float> next(S * S * 4);
	for (int i = 0; i < S * S; i++) {
		now[i] = make_float4(i % S + 0.1f * f[i], 0.1f * f[i + 5], i / S + 0.1f * f[i + 9], 0);
		old[i] = make_float4(now[i].x + 0.01f * f[i + 2], now[i].y, now[i].z, 0);
	}
	for (int i = 0; i < S * S; i++)
		*(float4 *)&next[i * 4] = cloth_point(now.data(), old.data(), i % S, i / S, S);
	float4 *dn = upload(now), *dol = upload(old);
	float *dx = dev<float>(S * S * 4);
	job<float>(
		"cloth_verlet.eight_springs_in_loops",
		[&] { cloth_verlet<<<dim3(up(S, 16), up(S, 16)), dim3(16, 16)>>>(dn, dol, (float4 *)dx, S); }, dx,
		S * S * 4, close_to(next, 1e-4));
}
static void money(const std::vector<float> &f)
{
	const int N = 150000;
	std::vector<double> S(N), X(N), t(N), c(N), p(N);
	for (int i = 0; i < N; i++) {
		S[i] = 5 + 25 * f[i], X[i] = 1 + 99 * f[i + 1000], t[i] = 0.25 + 9 * f[i + 2000];
		price<double>(S[i], X[i], t[i], 0.02, 0.3, c[i], p[i]);
	}
	double *dS = upload(S), *dX = upload(X), *dt = upload(t), *dc = dev<double>(N), *dp = dev<double>(N);
	job<double>(
		"black_scholes_doubles.erfc_grid_loop",
		[&] { black_scholes<double><<<264, 128>>>(dS, dX, dt, dc, dp, N, 0.02, 0.3); }, dp, N,
		close_to(p, 1e-9));
	const int B = 90;
	std::vector<float2> opt(B);
	std::vector<float> am(B);
	for (int i = 0; i < B; i++) {
		opt[i] = make_float2(80 + 40 * f[i], 100);
		double step = 0.25 / 16, u = std::exp(step), q = (std::exp(0.05 / 256) - 1 / u) / (u - 1 / u), v[257],
		       pay[513];
		for (int k = 0; k < 513; k++)
			pay[k] = 100 - opt[i].x * std::exp(step * (k - 256));
		for (int k = 0; k <= 256; k++)
			v[k] = std::max(pay[2 * k], 0.0);
		for (int l = 255; l >= 0; l--)
			for (int k = 0; k <= l; k++)
				v[k] = std::max(
					std::exp(-0.05 / 256) * (q * v[k + 1] + (1 - q) * v[k]), pay[2 * k - l + 256]);
		am[i] = v[0];
	}
	float2 *dopt = upload(opt);
	float *o = dev<float>(20000);
	job<float>(
		"american_put_256_steps.block_two_buffers",
		[&] { binomial_american<<<B, 128>>>(dopt, o, 0.05f, 0.25f); }, o, B, close_to(am, 2e-3));
	const int P = 20000;
	u64 want = 0, *sum = dev<u64>(1);
	for (int i = 0; i < P; i++)
		want += barrier_path(i * 2654435761u + 1, 256);
	job<u64>(
		"barrier_paths.bits_of_a_word_are_steps", [&] { barrier_paths<<<up(P, 256), 256>>>(sum, P, 256); }, sum,
		1, same(std::vector<u64>{ want }), [&] { CHECK(cudaMemset(sum, 0, 8)); });
	const int A = 12000, STEPS = 32;
	std::vector<float> pay(A);
	for (int i = 0; i < A; i++) {
		unsigned s = hash3(i, 7) | 1;
		double a = 0, b = 0, sa = 0, sb = 0;
		for (int k = 0; k < STEPS; k += 2) {
			float u = ((xorshift(s) >> 8) + 1) * (1 / 16777217.0f),
			      w = (xorshift(s) >> 8) * (1 / 16777216.0f);
			double r = std::sqrt(-2 * std::log(u)), g = 2 * 3.14159265358979 * w;
			for (double z : { r * std::cos(g), r * std::sin(g) })
				a += 0.001 + 0.04 * z, b += 0.001 - 0.04 * z, sa += std::exp(a), sb += std::exp(b);
		}
		pay[i] = 50 * (std::max(sa / STEPS - 1, 0.0) + std::max(sb / STEPS - 1, 0.0));
	}
	job<float>(
		"asian_paths.both_signs_of_a_draw",
		[&] { asian_antithetic<<<up(A, 64), 64>>>(o, A, STEPS, 0.001f, 0.04f); }, o, A, close_to(pay, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	bodies(f);
	lattices(w, f);
	money(f);
}
