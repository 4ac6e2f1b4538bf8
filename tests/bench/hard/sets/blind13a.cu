// blind13a: a fresh set of kernels that nobody had modelled when they were written. Fluids and molecules.
#include "blind7.h"

__host__ __device__ float carried(float own, float west, float east, float south, float north, float u, float v)
{ // one point of Burgers' equation: upwind differences and a little friction
	float ax = u > 0 ? own - west : east - own, ay = v > 0 ? own - south : north - own;
	return own - 0.3f * (u * ax + v * ay) + 0.05f * (west + east + south + north - 4 * own);
}
__global__ void burgers_memory(const float *u, const float *v, float *ou, float *ov, int w, int h)
{ // a point a thread, all neighbours from memory; the rim stays
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h)
		return;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
		ou[i] = u[i];
		ov[i] = v[i];
		return;
	}
	ou[i] = carried(u[i], u[i - 1], u[i + 1], u[i - w], u[i + w], u[i], v[i]);
	ov[i] = carried(v[i], v[i - 1], v[i + 1], v[i - w], v[i + w], u[i], v[i]);
}
__global__ void burgers_tile(const float *u, const float *v, float *ou, float *ov, int w, int h)
{ // the same from two tiles with halo in shared memory; only the inner threads write
	__shared__ float us[12][33], vs[12][33];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 30 + tx - 1, y = blockIdx.y * 10 + ty - 1;
	bool there = x >= 0 && y >= 0 && x < w && y < h;
	us[ty][tx] = there ? u[y * w + x] : 0;
	vs[ty][tx] = there ? v[y * w + x] : 0;
	__syncthreads();
	if (!there || tx == 0 || ty == 0 || tx == 31 || ty == 11)
		return;
	float a = us[ty][tx], b = vs[ty][tx], na = a, nb = b;
	if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
		na = carried(a, us[ty][tx - 1], us[ty][tx + 1], us[ty - 1][tx], us[ty + 1][tx], a, b);
		nb = carried(b, vs[ty][tx - 1], vs[ty][tx + 1], vs[ty - 1][tx], vs[ty + 1][tx], a, b);
	}
	ou[y * w + x] = na;
	ov[y * w + x] = nb;
}
__global__ void burgers_march(const float *u, const float *v, float *ou, float *ov, int w, int h, int strip)
{ // the same, a thread walks down a strip of a column and keeps three rows in registers
	int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * strip, y1 = min(y0 + strip, h);
	if (x >= w)
		return;
	int above = max(y0 - 1, 0) * w + x;
	float un = u[above], vn = v[above], uo = u[y0 * w + x], vo = v[y0 * w + x];
	for (int y = y0; y < y1; y++) {
		int i = y * w + x, below = min(y + 1, h - 1) * w + x;
		float us = u[below], vs = v[below];
		bool rim = x == 0 || y == 0 || x == w - 1 || y == h - 1;
		ou[i] = rim ? uo : carried(uo, u[i - 1], u[i + 1], un, us, uo, vo);
		ov[i] = rim ? vo : carried(vo, v[i - 1], v[i + 1], vn, vs, uo, vo);
		un = uo, uo = us, vn = vo, vo = vs;
	}
}
template <class T> struct Water {
	T h, p, q; // height, flow along x, flow along y
};
template <class T>
__host__ __device__ Water<T> waved(const Water<T> &w, const Water<T> &e, const Water<T> &n, const Water<T> &s, T k)
{ // one Lax-Friedrichs step of a cell from its four neighbours
	const T half_g = T(4.9);
	Water<T> r;
	r.h = T(0.25) * (w.h + e.h + n.h + s.h) - k * (e.p - w.p + s.q - n.q);
	r.p = T(0.25) * (w.p + e.p + n.p + s.p) -
		k *
			(e.p * e.p / e.h + half_g * e.h * e.h - w.p * w.p / w.h - half_g * w.h * w.h + s.p * s.q / s.h -
				n.p * n.q / n.h);
	r.q = T(0.25) * (w.q + e.q + n.q + s.q) -
		k *
			(s.q * s.q / s.h + half_g * s.h * s.h - n.q * n.q / n.h - half_g * n.h * n.h + e.p * e.q / e.h -
				w.p * w.q / w.h);
	return r;
}
__global__ void shallow_step(const Water<float> *in, Water<float> *out, int w, int h, float k)
{ // a step on a ring-shaped sea, a cell a thread, structs of three
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = waved(in[y * w + (x + w - 1) % w], in[y * w + (x + 1) % w],
			in[(y + h - 1) % h * w + x], in[(y + 1) % h * w + x], k);
}
__global__ void shallow_pond(Water<double> *sea, int w, int h, int steps, double k)
{ // a small sea of doubles a block, all steps in shared memory
	extern __shared__ Water<double> pool[];
	int t = threadIdx.x, n = w * h, x = t % w, y = t / w;
	Water<double> own = sea[blockIdx.x * n + t];
	for (int s = 0; s < steps; s++) {
		pool[t] = own;
		__syncthreads();
		own = waved(pool[y * w + (x + w - 1) % w], pool[y * w + (x + 1) % w], pool[(y + h - 1) % h * w + x],
			pool[(y + 1) % h * w + x], k);
		__syncthreads();
	}
	sea[blockIdx.x * n + t] = own;
}
__global__ void structure_thread(const float4 *atom, const float4 *wave, float2 *out, int atoms, int waves)
{ // how a crystal scatters: a wave vector a thread, a loop over all atoms
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= waves)
		return;
	float4 q = wave[k];
	float re = 0, im = 0;
	for (int j = 0; j < atoms; j++) {
		float s, c;
		float4 a = atom[j];
		sincosf(q.x * a.x + q.y * a.y + q.z * a.z, &s, &c);
		re += a.w * c;
		im += a.w * s;
	}
	out[k] = make_float2(re, im);
}
__global__ void structure_block(const float4 *atom, const float4 *wave, float2 *out, int atoms)
{ // the same, a wave vector a block; warps add up by shuffles, then shared memory
	__shared__ float2 part[5];
	float4 q = wave[blockIdx.x];
	float re = 0, im = 0;
	for (int j = threadIdx.x; j < atoms; j += blockDim.x) {
		float s, c;
		float4 a = atom[j];
		sincosf(q.x * a.x + q.y * a.y + q.z * a.z, &s, &c);
		re += a.w * c;
		im += a.w * s;
	}
	for (int d = 16; d; d /= 2) {
		re += __shfl_xor_sync(~0u, re, d);
		im += __shfl_xor_sync(~0u, im, d);
	}
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = make_float2(re, im);
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			re += part[k].x, im += part[k].y;
		out[blockIdx.x] = make_float2(re, im);
	}
}
__host__ __device__ void angle_pull(const float4 &p, const float4 &m, const float4 &q, float *left, float *right)
{ // the pull on both ends of an angle whose cosine would like to be -0.3
	float a[3] = { p.x - m.x, p.y - m.y, p.z - m.z }, b[3] = { q.x - m.x, q.y - m.y, q.z - m.z };
	float aa = 0.01f, bb = 0.01f, ab = 0;
	for (int k = 0; k < 3; k++)
		aa += a[k] * a[k], bb += b[k] * b[k], ab += a[k] * b[k];
	float r = 1 / sqrtf(aa * bb), c = ab * r, pull = -2 * (c + 0.3f);
	for (int k = 0; k < 3; k++) {
		left[k] = pull * (b[k] * r - c * a[k] / aa);
		right[k] = pull * (a[k] * r - c * b[k] / bb);
	}
}
__global__ void angle_atomics(const float4 *atom, const int4 *angle, float *force, int angles)
{ // an angle a thread, nine atomic adds to its three atoms
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= angles)
		return;
	int4 g = angle[i];
	float l[3], r[3];
	angle_pull(atom[g.x], atom[g.y], atom[g.z], l, r);
	for (int k = 0; k < 3; k++) {
		atomicAdd(&force[3 * g.x + k], l[k]);
		atomicAdd(&force[3 * g.y + k], -l[k] - r[k]);
		atomicAdd(&force[3 * g.z + k], r[k]);
	}
}
__global__ void angle_gather(
	const float4 *atom, const int4 *angle, const int *start, const int *use, float *force, int n)
{ // the same, an atom a thread: it goes through the angles it has part in, and computes each anew
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum[3] = { 0, 0, 0 };
	for (int s = start[i]; s < start[i + 1]; s++) {
		int4 g = angle[use[s] / 4];
		int role = use[s] % 4;
		float l[3], r[3];
		angle_pull(atom[g.x], atom[g.y], atom[g.z], l, r);
		for (int k = 0; k < 3; k++)
			sum[k] += role == 0 ? l[k] : role == 1 ? -l[k] - r[k] : r[k];
	}
	for (int k = 0; k < 3; k++)
		force[3 * i + k] = sum[k];
}
static const int KINDS = 6, RULES = 7;
__constant__ int4 rule[RULES];
__host__ __device__ void speed(const double *y, double heat, const int4 *rules, double *dy)
{ // how fast each kind of matter is made: each rule takes two kinds and makes two
	for (int k = 0; k < KINDS; k++)
		dy[k] = 0;
	for (int r = 0; r < RULES; r++) {
		int4 t = rules[r];
		double rate = (1 + r) * exp(-(2.0 + r) / heat) * y[t.x] * y[t.y];
		dy[t.x] -= rate, dy[t.y] -= rate;
		dy[t.z] += rate, dy[t.w] += rate;
	}
}
__host__ __device__ void react(double *y, double heat, const int4 *rules, int steps)
{ // Runge and Kutta's four-stage steps
	double a[KINDS], b[KINDS], c[KINDS], d[KINDS], z[KINDS];
	for (int s = 0; s < steps; s++) {
		speed(y, heat, rules, a);
		for (int k = 0; k < KINDS; k++)
			z[k] = y[k] + 0.05 * a[k];
		speed(z, heat, rules, b);
		for (int k = 0; k < KINDS; k++)
			z[k] = y[k] + 0.05 * b[k];
		speed(z, heat, rules, c);
		for (int k = 0; k < KINDS; k++)
			z[k] = y[k] + 0.1 * c[k];
		speed(z, heat, rules, d);
		for (int k = 0; k < KINDS; k++)
			y[k] += 0.1 / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
	}
}
__global__ void reactor(const double *in, const double *heat, double *out, int cells, int steps)
{ // a cell a thread, its kinds in local arrays that are indexed by a table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= cells)
		return;
	double y[KINDS];
	for (int k = 0; k < KINDS; k++)
		y[k] = in[k * cells + i];
	react(y, heat[i], rule, steps);
	for (int k = 0; k < KINDS; k++)
		out[k * cells + i] = y[k];
}
void rows()
{
	const int W = 1000, H = 615, N = W * H;
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w), u(N), v(N), both(2 * N);
	for (int i = 0; i < N; i++)
		u[i] = f[i] - 0.4f, v[i] = f[i + N] - 0.6f;
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W;
		both[i] = u[i], both[i + N] = v[i];
		if (x == 0 || y == 0 || x == W - 1 || y == H - 1)
			continue;
		both[i] = carried(u[i], u[i - 1], u[i + 1], u[i - W], u[i + W], u[i], v[i]);
		both[i + N] = carried(v[i], v[i - 1], v[i + 1], v[i - W], v[i + W], u[i], v[i]);
	}
	float *du = upload(u), *dv = upload(v), *o = dev<float>(2 * N);
	job<float>(
		"burgers.memory",
		[&] { burgers_memory<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(du, dv, o, o + N, W, H); }, o,
		2 * N, close_to(both));
	job<float>(
		"burgers.tile_with_halo",
		[&] { burgers_tile<<<dim3((W + 29) / 30, (H + 9) / 10), dim3(32, 12)>>>(du, dv, o, o + N, W, H); }, o,
		2 * N, close_to(both));
	job<float>(
		"burgers.marched_columns",
		[&] { burgers_march<<<dim3((W + 63) / 64, (H + 18) / 19), 64>>>(du, dv, o, o + N, W, H, 19); }, o,
		2 * N, close_to(both));
	const int SW = 300, SH = 170, S = SW * SH;
	std::vector<Water<float>> sea(S), next(S);
	for (int i = 0; i < S; i++)
		sea[i] = { 1 + 0.2f * f[i], f[i + S] - 0.5f, f[i + 2 * S] - 0.5f };
	Water<float> *s0 = upload(sea), *s1 = upload(sea), *s2 = dev<Water<float>>(S);
	for (int step = 0; step < 4; step++, std::swap(sea, next))
		for (int i = 0; i < S; i++) {
			int x = i % SW, y = i / SW;
			next[i] = waved(sea[y * SW + (x + SW - 1) % SW], sea[y * SW + (x + 1) % SW],
				sea[(y + SH - 1) % SH * SW + x], sea[(y + 1) % SH * SW + x], 0.05f);
		}
	std::vector<float> calm((float *)sea.data(), (float *)(sea.data() + S));
	job<float>(
		"shallow_water.four_launches",
		[&] {
			for (int step = 0; step < 4; step++) {
				shallow_step<<<dim3((SW + 15) / 16, (SH + 15) / 16), dim3(16, 16)>>>(
					step & 1 ? s2 : s1, step & 1 ? s1 : s2, SW, SH, 0.05f);
			}
		},
		(float *)s1, 3 * S, close_to(calm),
		[&] { CHECK(cudaMemcpy(s1, s0, S * sizeof(Water<float>), cudaMemcpyDeviceToDevice)); });
	const int PW = 24, PH = 18, P = PW * PH, PONDS = 5;
	std::vector<Water<double>> pond(P * PONDS), later(P * PONDS);
	for (int i = 0; i < P * PONDS; i++)
		pond[i] = { 1 + 0.3 * f[i], f[i + 9000] - 0.5, f[i + 19000] - 0.5 };
	Water<double> *d0 = upload(pond), *d1 = upload(pond);
	for (int step = 0; step < 40; step++, std::swap(pond, later))
		for (int i = 0; i < P * PONDS; i++) {
			int b = i / P * P, x = i % P % PW, y = i % P / PW;
			later[i] = waved(pond[b + y * PW + (x + PW - 1) % PW], pond[b + y * PW + (x + 1) % PW],
				pond[b + (y + PH - 1) % PH * PW + x], pond[b + (y + 1) % PH * PW + x], 0.05);
		}
	std::vector<double> still((double *)pond.data(), (double *)(pond.data() + P * PONDS));
	job<double>(
		"shallow_water.pond_a_block_doubles",
		[&] { shallow_pond<<<PONDS, P, P * sizeof(Water<double>)>>>(d1, PW, PH, 40, 0.05); }, (double *)d1,
		3 * P * PONDS, close_to(still, 1e-8),
		[&] { CHECK(cudaMemcpy(d1, d0, P * PONDS * sizeof(Water<double>), cudaMemcpyDeviceToDevice)); });
	const int A = 700, K = 450;
	std::vector<float4> atom(3000), wave(K);
	std::vector<float> scattered(2 * K);
	for (int i = 0; i < 3000; i++)
		atom[i] = { 4 * f[3 * i], 4 * f[3 * i + 1], 4 * f[3 * i + 2], 0.5f + f[i + 20000] };
	for (int k = 0; k < K; k++) {
		wave[k] = { k % 9 * 0.8f, k / 9 % 10 * 0.7f, k / 90 * 0.9f, 0 };
		double re = 0, im = 0;
		for (int j = 0; j < A; j++) {
			double p = wave[k].x * atom[j].x + wave[k].y * atom[j].y + wave[k].z * atom[j].z;
			re += atom[j].w * std::cos(p), im += atom[j].w * std::sin(p);
		}
		scattered[2 * k] = re, scattered[2 * k + 1] = im;
	}
	float4 *da = upload(atom), *dw = upload(wave);
	job<float>(
		"structure_factor.wave_a_thread",
		[&] { structure_thread<<<(K + 63) / 64, 64>>>(da, dw, (float2 *)o, A, K); }, o, 2 * K,
		close_to(scattered, 1e-3));
	job<float>(
		"structure_factor.wave_a_block", [&] { structure_block<<<K, 160>>>(da, dw, (float2 *)o, A); }, o, 2 * K,
		close_to(scattered, 1e-3));
	const int G = 26000, M = 3000;
	std::vector<int4> angle(G);
	std::vector<int> start(M + 1), use;
	std::vector<std::vector<int>> part(M);
	std::vector<double> pull(3 * M);
	for (int i = 0; i < G; i++) {
		int a = w[i] % M, b = (a + 1 + w[i + G] % 90) % M, c = (b + 1 + w[i + 2 * G] % 90) % M;
		angle[i] = { a, b, c, 0 };
		part[a].push_back(4 * i), part[b].push_back(4 * i + 1), part[c].push_back(4 * i + 2);
		float l[3], r[3];
		angle_pull(atom[a], atom[b], atom[c], l, r);
		for (int k = 0; k < 3; k++)
			pull[3 * a + k] += l[k], pull[3 * b + k] -= l[k] + r[k], pull[3 * c + k] += r[k];
	}
	for (int i = 0; i < M; i++) {
		use.insert(use.end(), part[i].begin(), part[i].end());
		start[i + 1] = use.size();
	}
	int4 *dg = upload(angle);
	int *dst = upload(start), *dus = upload(use);
	std::vector<float> pulled(pull.begin(), pull.end());
	job<float>(
		"angle_forces.atomics", [&] { angle_atomics<<<(G + 127) / 128, 128>>>(da, dg, o, G); }, o, 3 * M,
		close_to(pulled, 1e-3), [&] { CHECK(cudaMemset(o, 0, 12 * M)); });
	job<float>(
		"angle_forces.atom_gathers", [&] { angle_gather<<<(M + 95) / 96, 96>>>(da, dg, dst, dus, o, M); }, o,
		3 * M, close_to(pulled, 1e-3));
	const int CELLS = 2000, STEPS = 6;
	int4 rules[RULES] = { { 0, 1, 2, 3 }, { 2, 3, 4, 0 }, { 1, 4, 5, 5 }, { 5, 0, 1, 2 }, { 3, 1, 4, 0 },
		{ 5, 2, 3, 1 }, { 4, 0, 2, 5 } };
	CHECK(cudaMemcpyToSymbol(rule, rules, sizeof rules));
	std::vector<double> matter = double_fractions(w, KINDS * CELLS), heat(CELLS), made(KINDS * CELLS);
	for (int i = 0; i < CELLS; i++) {
		double y[KINDS];
		heat[i] = 1 + f[i];
		for (int k = 0; k < KINDS; k++)
			y[k] = matter[k * CELLS + i];
		react(y, heat[i], rules, STEPS);
		for (int k = 0; k < KINDS; k++)
			made[k * CELLS + i] = y[k];
	}
	double *dm = upload(matter), *dh = upload(heat), *dy = dev<double>(KINDS * CELLS);
	job<double>(
		"reactor.cell_a_thread_local", [&] { reactor<<<(CELLS + 63) / 64, 64>>>(dm, dh, dy, CELLS, STEPS); },
		dy, KINDS * CELLS, close_to(made, 1e-8));
}
