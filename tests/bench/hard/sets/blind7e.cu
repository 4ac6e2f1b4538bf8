// blind7e: a seventh set of kernels that nobody had modelled when they were written. Physics, chance, worlds of cells.
#include "blind7.h"

// ---- bodies that pull
__global__ void bodies_plain(const float4 *p, float4 *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = p[i];
	float x = 0, y = 0, z = 0;
	for (int j = 0; j < n; j++) {
		float4 o = p[j];
		float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = o.w * r * r * r;
		x += dx * s;
		y += dy * s;
		z += dz * s;
	}
	a[i] = make_float4(x, y, z, 0);
}
__global__ void bodies_tile(const float4 *p, float4 *a, int n)
{
	__shared__ float4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 me = p[i];
	float x = 0, y = 0, z = 0;
	for (int from = 0; from < n; from += 128) {
		s[threadIdx.x] = p[from + threadIdx.x];
		__syncthreads();
#pragma unroll 16
		for (int j = 0; j < 128; j++) {
			float4 o = s[j];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), e = o.w * r * r * r;
			x += dx * e;
			y += dy * e;
			z += dz * e;
		}
		__syncthreads();
	}
	a[i] = make_float4(x, y, z, 0);
}
__global__ void bodies_double(const double *p, double *a, int n)
{ // as a structure of arrays, divisions and roots as they come
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double mx = p[i], my = p[n + i], mz = p[2 * n + i], x = 0, y = 0, z = 0;
	for (int j = 0; j < n; j++) {
		double dx = p[j] - mx, dy = p[n + j] - my, dz = p[2 * n + j] - mz, r = dx * dx + dy * dy + dz * dz + 0.01, s = 1 / (r * sqrt(r));
		x += dx * s;
		y += dy * s;
		z += dz * s;
	}
	a[i] = x;
	a[n + i] = y;
	a[2 * n + i] = z;
}
// ---- a fluid of drops: how dense is it at each?
__device__ float kernel_of(float r2, float h2)
{
	float d = h2 - r2;
	return d > 0 ? d * d * d : 0;
}
__global__ void dense_all(const float2 *p, float *rho, int n, float h2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float2 me = p[i];
	float s = 0;
	for (int j = 0; j < n; j++) {
		float dx = p[j].x - me.x, dy = p[j].y - me.y;
		s += kernel_of(dx * dx + dy * dy, h2);
	}
	rho[i] = s;
}
__global__ void cell_count(const float2 *p, int *count, int n, int side)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&count[(int)(p[i].y * side) * side + (int)(p[i].x * side)], 1);
}
__global__ void cell_start(int *count, int n)
{ // 1024 cells, one block
	__shared__ int s[1024];
	int t = threadIdx.x, v = count[t];
	s[t] = v;
	for (int d = 1; d < 1024; d *= 2) {
		__syncthreads();
		int o = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += o;
	}
	count[t] = s[t] - v;
	count[n + t] = s[t] - v;
}
__global__ void cell_fill(const float2 *p, int *next, float2 *sorted, int *who, int n, int side)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int at = atomicAdd(&next[(int)(p[i].y * side) * side + (int)(p[i].x * side)], 1);
	sorted[at] = p[i];
	who[at] = i;
}
__global__ void dense_cells(const float2 *p, const int *start, const int *end, const int *who, float *rho, int side, float h2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float2 me = p[i];
	int cx = me.x * side, cy = me.y * side;
	float s = 0;
	for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); y++)
		for (int x = max(cx - 1, 0); x <= min(cx + 1, side - 1); x++)
			for (int j = start[y * side + x]; j < end[y * side + x]; j++) {
				float dx = p[j].x - me.x, dy = p[j].y - me.y;
				s += kernel_of(dx * dx + dy * dy, h2);
			}
	rho[who[i]] = s;
}
// ---- a flow on a lattice of nine directions
__constant__ int ex[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, ey[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
__constant__ float part[9] = { 4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36 };
template <bool TOGETHER> __global__ void lattice(const float *in, float *out, int w, int h, float rate)
{ // TOGETHER: the nine of a cell lie side by side
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = w * h;
	float f[9], rho = 0, u = 0, v = 0;
#pragma unroll
	for (int k = 0; k < 9; k++) {
		int p = x - ex[k] & w - 1, q = y - ey[k] & h - 1, i = q * w + p;
		f[k] = in[TOGETHER ? i * 9 + k : k * n + i];
		rho += f[k];
		u += f[k] * ex[k];
		v += f[k] * ey[k];
	}
	u /= rho;
	v /= rho;
#pragma unroll
	for (int k = 0; k < 9; k++) {
		float e = 3 * (u * ex[k] + v * ey[k]), still = part[k] * rho * (1 + e + 0.5f * e * e - 1.5f * (u * u + v * v));
		int i = y * w + x;
		out[TOGETHER ? i * 9 + k : k * n + i] = f[k] + rate * (still - f[k]);
	}
}
// ---- waves
__global__ void wave_step(const float *now, float *old, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	int i = y * n + x;
	old[i] = 2 * now[i] - old[i] + 0.2f * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] - 4 * now[i]);
}
__global__ void field_h(const float *e, float2 *h, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
	if (x < n - 1 && y < n - 1) {
		float2 v = h[i];
		h[i] = make_float2(v.x - 0.5f * (e[i + n] - e[i]), v.y + 0.5f * (e[i + 1] - e[i]));
	}
}
__global__ void field_e(float *e, const float2 *h, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
	if (x && y && x < n - 1 && y < n - 1)
		e[i] += 0.5f * (h[i].y - h[i - 1].y - h[i].x + h[i - n].x);
}
__global__ void string_block(float *u, int steps)
{ // a string of 1024 points in one block, many steps
	__shared__ float s[2][1026];
	int t = threadIdx.x + 1;
	float now = u[blockIdx.x * 1024 + t - 1], old = now;
	s[0][t] = now;
	if (t == 1)
		s[0][0] = s[1][0] = s[0][1025] = s[1][1025] = 0;
	__syncthreads();
	for (int k = 0; k < steps; k++) {
		float next = 2 * now - old + 0.25f * (s[k & 1][t - 1] - 2 * now + s[k & 1][t + 1]);
		s[~k & 1][t] = next;
		old = now;
		now = next;
		__syncthreads();
	}
	u[blockIdx.x * 1024 + t - 1] = now;
}
__global__ void red_black(float *u, const float *f, int n, int colour)
{
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2 + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	x += (y + colour) & 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	int i = y * n + x;
	u[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - f[i]);
}
__global__ void halving_lines(const float *d, float *x)
{ // rows -1, 4, -1 of 512 unknowns: each step the neighbours are twice as far
	__shared__ float a[512], b[512], c[512], r[512];
	int t = threadIdx.x;
	a[t] = t ? -1 : 0;
	b[t] = 4;
	c[t] = t < 511 ? -1 : 0;
	r[t] = d[blockIdx.x * 512 + t];
	__syncthreads();
	for (int s = 1; s < 512; s *= 2) {
		float p = 0, q = 0, na = 0, nc = 0, nb = b[t], nr = r[t];
		if (t >= s) {
			p = -a[t] / b[t - s];
			nb += p * c[t - s];
			nr += p * r[t - s];
			na = p * a[t - s];
		}
		if (t + s < 512) {
			q = -c[t] / b[t + s];
			nb += q * a[t + s];
			nr += q * r[t + s];
			nc = q * c[t + s];
		}
		__syncthreads();
		a[t] = na;
		b[t] = nb;
		c[t] = nc;
		r[t] = nr;
		__syncthreads();
	}
	x[blockIdx.x * 512 + t] = r[t] / b[t];
}
__global__ void attractor(double *out, int steps)
{ // Lorenz, Runge and Kutta's way
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double v[3] = { 1 + i * 1e-4, 1, 20 }, k[4][3];
	const double h = 0.002;
	for (int s = 0; s < steps; s++) {
#pragma unroll
		for (int e = 0; e < 4; e++) {
			double g = e == 0 ? 0 : e == 3 ? h : h / 2, x = v[0], y = v[1], z = v[2];
			if (e)
				x += g * k[e - 1][0], y += g * k[e - 1][1], z += g * k[e - 1][2];
			k[e][0] = 10 * (y - x);
			k[e][1] = x * (28 - z) - y;
			k[e][2] = x * y - 8.0 / 3 * z;
		}
		for (int e = 0; e < 3; e++)
			v[e] += h / 6 * (k[0][e] + 2 * k[1][e] + 2 * k[2][e] + k[3][e]);
	}
	out[i] = v[0];
}
// ---- chance
__host__ __device__ inline unsigned draw(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
__global__ void darts_atomic(int *hits, int each)
{
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
	for (int k = 0; k < each; k++) {
		float x = (draw(s) >> 8) * (1 / 16777216.0f), y = (draw(s) >> 8) * (1 / 16777216.0f);
		if (x * x + y * y < 1)
			atomicAdd(hits, 1);
	}
}
__global__ void darts_counted(int *hits, int each)
{
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
	int n = 0;
	for (int k = 0; k < each; k++) {
		float x = (draw(s) >> 8) * (1 / 16777216.0f), y = (draw(s) >> 8) * (1 / 16777216.0f);
		n += x * x + y * y < 1;
	}
	n = __reduce_add_sync(~0u, n);
	if (threadIdx.x % 32 == 0)
		atomicAdd(hits, n);
}
__global__ void walks_home(int *steps, int most)
{ // a walk on a line of 64 until it falls off: some are long
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 32, n = 0;
	unsigned s = (i + 1) * 747796405u + 1;
	while (at > 0 && at < 64 && n < most) {
		at += draw(s) >> 31 ? 1 : -1;
		n++;
	}
	steps[i] = n;
}
__global__ void spins(signed char *s, int n, int colour, unsigned seed, float cold)
{ // Ising, one colour of the board
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = blockIdx.y * blockDim.y + threadIdx.y;
	x += (y + colour) & 1;
	int sum = s[y * n + (x + 1 & n - 1)] + s[y * n + (x - 1 & n - 1)] + s[(y + 1 & n - 1) * n + x] + s[(y - 1 & n - 1) * n + x];
	int me = s[y * n + x], d = 2 * me * sum;
	unsigned r = seed ^ (y * n + x) * 2654435761u;
	draw(r);
	if (d <= 0 || (draw(r) >> 8) * (1 / 16777216.0f) < expf(-d * cold))
		s[y * n + x] = -me;
}
// ---- worlds of cells
__global__ void life_bytes(const byte *in, byte *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			if (i || j)
				s += in[(y + j + n) % n * n + (x + i + n) % n];
	out[y * n + x] = s == 3 || (s == 2 && in[y * n + x]);
}
__global__ void life_tile(const byte *in, byte *out, int n)
{
	__shared__ byte s[18][36];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
	for (int i = ty * 32 + tx; i < 18 * 34; i += 512)
		s[i / 34][i % 34] = in[(y0 + i / 34 - 1 & n - 1) * n + (x0 + i % 34 - 1 & n - 1)];
	__syncthreads();
	int c = s[ty][tx] + s[ty][tx + 1] + s[ty][tx + 2] + s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty + 2][tx] + s[ty + 2][tx + 1] +
		s[ty + 2][tx + 2];
	out[(y0 + ty) * n + x0 + tx] = c == 3 || (c == 2 && s[ty + 1][tx + 1]);
}
__global__ void mandel(byte *out, int w, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	double a = -2 + 3.0 * x / w, b = -1 + 2.0 * y / (gridDim.y * blockDim.y), p = 0, q = 0;
	for (; k < most && p * p + q * q < 4; k++) {
		double t = p * p - q * q + a;
		q = 2 * p * q + b;
		p = t;
	}
	out[y * w + x] = k;
}

void rows()
{
	const int B = 2048, P = 4096, M = 1 << 19, W = 512, H = 256, L = 256;
	std::vector<unsigned> w = words(M);
	std::vector<float> f = fractions(w), pull(4 * B), rho(P), flow(9 * L * L), side(9 * L * L);
	const float h2 = 1 / 1024.0f;
	for (int i = 0; i < B; i++) {
		double a[3] = {};
		for (int j = 0; j < B; j++) {
			double d[3], r = 0.01;
			for (int e = 0; e < 3; e++)
				d[e] = (double)f[4 * j + e] - f[4 * i + e], r += d[e] * d[e];
			for (int e = 0; e < 3; e++)
				a[e] += d[e] * f[4 * j + 3] / (r * std::sqrt(r));
		}
		for (int e = 0; e < 3; e++)
			pull[4 * i + e] = a[e];
	}
	for (int i = 0; i < P; i++) {
		double s = 0;
		for (int j = 0; j < P; j++) {
			double x = f[2 * i] - f[2 * j], y = f[2 * i + 1] - f[2 * j + 1], d = h2 - x * x - y * y;
			s += d > 0 ? d * d * d * 1e9 : 0;
		}
		rho[i] = s;
	}
	for (int i = 0; i < 9 * L * L; i++) {
		int k = i / L / L;
		flow[i] = (k == 0 ? 4 / 9.0f : k < 5 ? 1 / 9.0f : 1 / 36.0f) * (0.95f + 0.1f * f[i % M]);
		side[i % (L * L) * 9 + k] = flow[i];
	}
	float *x = upload(f), *o = dev<float>(9 * L * L), *o2 = dev<float>(M), *fl = upload(flow), *sd = upload(side);
	std::vector<double> dd = double_fractions(w, 3 * 1024);
	double *dx = upload(dd), *dout = dev<double>(8192);
	int *io = dev<int>(65536), *who = dev<int>(P);
	dim3 b32(32, 8), b16(16, 16);
	typedef const std::vector<float> &F;
	typedef const std::vector<int> &I;
	auto rho_right = [&](F v) {
		bool ok = true;
		for (int i = 0; i < P; i++)
			ok &= near(v[i] * 1e9, rho[i], 1e-3);
		return ok;
	};
	job<float>("bodies.plain", [&] { bodies_plain<<<B / 128, 128>>>((float4 *)x, (float4 *)o, B); }, o, 4 * B, close_to(pull, 1e-3));
	job<float>("bodies.tile", [&] { bodies_tile<<<B / 128, 128>>>((float4 *)x, (float4 *)o, B); }, o, 4 * B, close_to(pull, 1e-3));
	job<double>("bodies.double", [&] { bodies_double<<<16, 64>>>(dx, dout, 1024); }, dout, 3 * 1024, [&](const std::vector<double> &v) {
		double s = 0, t = 0; // what pulls is pulled
		for (double e : v)
			s += e, t += std::fabs(e);
		return t > 1000 && std::fabs(s) < 1e-6;
	});
	job<float>("drops.all_pairs", [&] { dense_all<<<P / 128, 128>>>((float2 *)x, o, P, h2); }, o, P, rho_right);
	job<float>(
		"drops.in_cells",
		[&] {
			CHECK(cudaMemsetAsync(io, 0, 4096));
			cell_count<<<P / 256, 256>>>((float2 *)x, io, P, 32);
			cell_start<<<1, 1024>>>(io, 1024);
			cell_fill<<<P / 256, 256>>>((float2 *)x, io + 1024, (float2 *)o2, who, P, 32);
			dense_cells<<<P / 128, 128>>>((float2 *)o2, io, io + 1024, who, o, 32, h2);
		},
		o, P, rho_right);
	auto kept = [&](F v) {
		double a = 0, b = 0;
		for (size_t i = 0; i < v.size(); i++)
			a += flow[i], b += v[i];
		return near(a / L, b / L);
	};
	job<float>("lattice.apart", [&] { lattice<false><<<dim3(L / 32, L / 8), b32>>>(fl, o, L, L, 1.1f); }, o, 9 * L * L, kept);
	job<float>("lattice.side_by_side", [&] { lattice<true><<<dim3(L / 32, L / 8), b32>>>(sd, o, L, L, 1.1f); }, o, 9 * L * L, kept);
	job<float>(
		"wave.ten_steps",
		[&] {
			for (int k = 0; k < 10; k++)
				wave_step<<<dim3(8, 32), b32>>>(k % 2 ? o2 : o, k % 2 ? o : o2, 256);
		},
		o, 65536, nullptr, [&] {
			CHECK(cudaMemcpy(o, x, 262144, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(o2, x, 262144, cudaMemcpyDeviceToDevice));
		});
	job<float>(
		"wave.two_fields",
		[&] {
			for (int k = 0; k < 4; k++) {
				field_h<<<dim3(16, 32), b16>>>(o, (float2 *)(o2 + 8), W / 2);
				field_e<<<dim3(16, 32), b16>>>(o, (float2 *)(o2 + 8), W / 2);
			}
		},
		o, W / 2 * W, nullptr, [&] {
			CHECK(cudaMemcpy(o, x, W / 2 * W * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(o2, 0, M * 4));
		});
	job<float>("wave.strings_in_blocks", [&] { string_block<<<32, 1024>>>(o, 100); }, o, 32768, nullptr,
		[&] { CHECK(cudaMemcpy(o, x, 131072, cudaMemcpyDeviceToDevice)); });
	job<float>(
		"grid.red_and_black",
		[&] {
			for (int k = 0; k < 8; k++)
				red_black<<<dim3(8, 32), dim3(16, 8)>>>(o, x + 65536, 256, k & 1);
		},
		o, 65536, nullptr, [&] { CHECK(cudaMemset(o, 0, 262144)); });
	job<float>("lines.halved", [&] { halving_lines<<<264, 512>>>(x, o); }, o, 264 * 512, [&](F v) {
		bool ok = true;
		for (int i = 0; i < 264 * 512; i++)
			ok &= near(4 * v[i] - (i % 512 ? v[i - 1] : 0) - (i % 512 < 511 ? v[i + 1] : 0), f[i], 1e-3);
		return ok;
	});
	job<double>("attractor.runge", [&] { attractor<<<32, 64>>>(dout, 100); }, dout, 2048);
	auto darts = [](I v) { return std::fabs(v[0] / (132 * 128 * 32.0) - 0.785398) < 0.002; };
	auto none = [&] { CHECK(cudaMemset(io, 0, 4)); };
	job<int>("darts.an_atomic_each", [&] { darts_atomic<<<132, 128>>>(io, 32); }, io, 1, darts, none);
	job<int>("darts.counted", [&] { darts_counted<<<132, 128>>>(io, 32); }, io, 1, darts, none);
	job<int>("walks.until_home", [&] { walks_home<<<64, 128>>>(io, 4000); }, io, 8192, [](I v) {
		double s = 0;
		for (int e : v)
			s += e;
		return std::fabs(s / 8192 - 1024) < 60;
	});
	std::vector<signed char> up(W * W);
	for (int i = 0; i < W * W; i++)
		up[i] = w[i] & 1 ? 1 : -1;
	signed char *su = upload(up), *sp = dev<signed char>(W * W);
	job<signed char>(
		"spins.six_sweeps",
		[&] {
			for (int k = 0; k < 12; k++)
				spins<<<dim3(W / 64, W / 8), b32>>>(sp, W, k & 1, 77 + k * 7919, 0.5f);
		},
		sp, W * W, nullptr, [&] { CHECK(cudaMemcpy(sp, su, W * W, cudaMemcpyDeviceToDevice)); });
	std::vector<byte> cells(W * W), later(W * W);
	for (int i = 0; i < W * W; i++)
		cells[i] = w[i] % 3 == 0;
	for (int i = 0; i < W * W; i++) {
		int s = 0;
		for (int k = 0; k < 9; k++)
			s += k == 4 ? 0 : cells[(i / W + k / 3 - 1 & W - 1) * W + (i % W + k % 3 - 1 & W - 1)];
		later[i] = s == 3 || (s == 2 && cells[i]);
	}
	byte *cl = upload(cells), *co = dev<byte>(W * W);
	job<byte>("life.bytes", [&] { life_bytes<<<dim3(W / 32, W / 8), b32>>>(cl, co, W); }, co, W * W, same(later));
	job<byte>("life.tile", [&] { life_tile<<<dim3(W / 32, W / 16), dim3(32, 16)>>>(cl, co, W); }, co, W * W, same(later));
	job<byte>("fractal.doubles", [&] { mandel<<<dim3(8, 32), b32>>>(co, H, 100); }, co, H * H);
}
