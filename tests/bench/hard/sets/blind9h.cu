// blind9h: a ninth set of kernels that nobody had modelled when they were written. Signals, codes and physics.
#include "blind7.h"

const int DEG = 6;
__global__ void checks(const int *var, const float *q, float *r, int m, int n_edges)
{ // LDPC, least sums: what a check says to each of its six bits; edges of a check one after the other
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= m)
		return;
	float least = 1e30f, next = 1e30f;
	int at = 0, sign = 0;
	for (int k = 0; k < DEG; k++) {
		float v = q[c * DEG + k], a = fabsf(v);
		sign ^= v < 0;
		if (a < least) {
			next = least;
			least = a;
			at = k;
		} else if (a < next)
			next = a;
	}
	for (int k = 0; k < DEG; k++) {
		float v = 0.75f * (k == at ? next : least);
		r[c * DEG + k] = (sign ^ (q[c * DEG + k] < 0)) ? -v : v;
	}
}
__global__ void bits(const int *edge, const float *heard, const float *r, float *q, byte *out, int n)
{ // what a bit says to each of its three checks
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int e0 = edge[v * 3], e1 = edge[v * 3 + 1], e2 = edge[v * 3 + 2];
	float a = r[e0], b = r[e1], c = r[e2], all = heard[v] + a + b + c;
	q[e0] = all - a;
	q[e1] = all - b;
	q[e2] = all - c;
	out[v] = all < 0;
}
__constant__ byte log_constant[256], exp_constant[512];
__device__ int syndrome(const byte *in, int n, int root, const byte *lg, const byte *ex)
{ // Horner in GF(256)
	int s = 0;
	for (int i = 0; i < n; i++)
		s = (s ? ex[lg[s] + root] : 0) ^ in[i];
	return s;
}
__global__ void syndromes_constant(const byte *in, byte *out, int n, int many)
{ // one of 16 syndromes of a block of 255 bytes a thread
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < many)
		out[t] = syndrome(in + t / 16 * n, n, t % 16, log_constant, exp_constant);
}
__global__ void syndromes_shared(const byte *in, const byte *tables, byte *out, int n, int many)
{
	__shared__ byte s[768];
	for (int i = threadIdx.x; i < 768; i += blockDim.x)
		s[i] = tables[i];
	__syncthreads();
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < many)
		out[t] = syndrome(in + t / 16 * n, n, t % 16, s, s + 256);
}
__global__ void learn_warp(const float *x, const float *want, float *err, int n, float rate)
{ // a filter of 32 weights that learns: a channel a warp
	int c = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	x += c * n;
	float weight = 0, line = 0;
	for (int i = 0; i < n; i++) {
		float up = __shfl_up_sync(~0u, line, 1);
		line = lane ? up : x[i];
		float s = weight * line;
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		float e = want[c * n + i] - s;
		weight += rate * e * line;
		if (!lane)
			err[c * n + i] = e;
	}
}
__global__ void learn_thread(const float *x, const float *want, float *err, int n, int channels, float rate)
{ // a channel a thread, weights and line in arrays of its own; channels side by side
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float weight[32], line[32];
	for (int k = 0; k < 32; k++)
		weight[k] = line[k] = 0;
	for (int i = 0; i < n; i++) {
		line[i & 31] = x[i * channels + c];
		float s = 0;
		for (int k = 0; k < 32; k++)
			s += weight[k] * line[(i - k) & 31];
		float e = want[i * channels + c] - s;
		for (int k = 0; k < 32; k++)
			weight[k] += rate * e * line[(i - k) & 31];
		err[i * channels + c] = e;
	}
}
__global__ void back_project(const float *sino, float *out, int n, int angles, int det)
{ // a slice from its shadows
	extern __shared__ float2 turn[];
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	for (int a = threadIdx.y * blockDim.x + threadIdx.x; a < angles; a += blockDim.x * blockDim.y) {
		float s, c;
		sincospif((float)a / angles, &s, &c);
		turn[a] = make_float2(c, s);
	}
	__syncthreads();
	float px = x - n * 0.5f + 0.5f, py = y - n * 0.5f + 0.5f, sum = 0;
	for (int a = 0; a < angles; a++) {
		float u = px * turn[a].x + py * turn[a].y + det * 0.5f - 0.5f;
		int i = floorf(u);
		float f = u - i;
		if (i >= 0 && i + 1 < det)
			sum += sino[a * det + i] * (1 - f) + sino[a * det + i + 1] * f;
	}
	out[y * n + x] = sum / angles;
}
__global__ void delay_and_sum(const short *rec, const float *late, float *out, int sensors, int n, int beams)
{ // a moment a thread, a beam a blockIdx.y
	int t = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
	float s = 0;
	if (t >= n)
		return;
	for (int k = 0; k < sensors; k++) {
		float at = t + late[b * sensors + k];
		int i = at;
		float f = at - i;
		if (i + 1 < n)
			s += rec[k * n + i] * (1 - f) + rec[k * n + i + 1] * f;
	}
	out[b * n + t] = s;
}
__host__ __device__ void track(const float2 *seen, float4 *out, int steps, int stride)
{ // Kalman: place and speed in the plane
	float x[4] = {}, p[4][4] = {};
	for (int i = 0; i < 4; i++)
		p[i][i] = 10;
	for (int s = 0; s < steps; s++) {
		float a[4][4], q[4][4];
		for (int k = 0; k < 2; k++)
			x[k] += x[k + 2] * 0.1f;
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				a[i][j] = p[i][j] + (i < 2 ? 0.1f * p[i + 2][j] : 0);
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				p[i][j] = a[i][j] + (j < 2 ? 0.1f * a[i][j + 2] : 0) + (i == j ? 0.01f : 0);
		float s00 = p[0][0] + 0.5f, s01 = p[0][1], s11 = p[1][1] + 0.5f, det = s00 * s11 - s01 * s01;
		float2 z = seen[s * stride];
		float ex = z.x - x[0], ey = z.y - x[1], k0[4], k1[4];
		for (int i = 0; i < 4; i++) {
			k0[i] = (p[i][0] * s11 - p[i][1] * s01) / det;
			k1[i] = (p[i][1] * s00 - p[i][0] * s01) / det;
		}
		for (int i = 0; i < 4; i++) {
			x[i] += k0[i] * ex + k1[i] * ey;
			for (int j = 0; j < 4; j++)
				q[i][j] = p[i][j] - k0[i] * p[0][j] - k1[i] * p[1][j];
		}
		for (int i = 0; i < 16; i++)
			p[i / 4][i % 4] = q[i / 4][i % 4];
		out[s * stride].x = x[0];
		out[s * stride].y = x[1];
		out[s * stride].z = x[2];
		out[s * stride].w = x[3];
	}
}
__global__ void tracks(const float2 *seen, float4 *out, int steps, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		track(seen + i, out + i, steps, n);
}
__global__ void draw_again(const float *upto, const float2 *in, float2 *out, float shift, int n)
{ // particles drawn by weight, at even steps: upto: sums of weights
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float u = (i + shift) / n * upto[n - 1];
	int l = 0, r = n - 1;
	while (l < r) {
		int m = (l + r) / 2;
		if (upto[m] < u)
			l = m + 1;
		else
			r = m;
	}
	out[i] = in[l];
}
__global__ void clocks_plain(const float *phase, const float *own, float *out, int n, float pull)
{ // Kuramoto: each clock is drawn to all others
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = phase[i], s = 0;
	for (int j = 0; j < n; j++)
		s += __sinf(phase[j] - a);
	out[i] = a + 0.01f * (own[i] + pull * s / n);
}
__global__ void clocks_mean(const float *phase, const float *own, float *out, int n, float pull)
{ // every block adds up all sines and cosines for itself
	__shared__ float2 part[8];
	float c = 0, s = 0;
	for (int j = threadIdx.x; j < n; j += 256) {
		float u, v;
		sincosf(phase[j], &u, &v);
		s += u;
		c += v;
	}
	for (int d = 16; d; d /= 2) {
		c += __shfl_xor_sync(~0u, c, d);
		s += __shfl_xor_sync(~0u, s, d);
	}
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = make_float2(c, s);
	__syncthreads();
	c = s = 0;
	for (int k = 0; k < 8; k++) {
		c += part[k].x;
		s += part[k].y;
	}
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i < n) {
		float u, v;
		sincosf(phase[i], &u, &v);
		out[i] = phase[i] + 0.01f * (own[i] + pull * (s * v - c * u) / n);
	}
}
__device__ float3 flux_x(float3 u)
{
	float v = u.y / u.x;
	return make_float3(u.y, u.y * v + 4.905f * u.x * u.x, u.z * v);
}
__device__ float3 flux_y(float3 u)
{
	float v = u.z / u.x;
	return make_float3(u.z, u.y * v, u.z * v + 4.905f * u.x * u.x);
}
__global__ void shallow_memory(const float3 *in, float3 *out, int n, float k)
{ // Lax and Friedrichs, water that sloshes over a ring in both directions
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int l = (x + n - 1) % n, r = (x + 1) % n, u = (y + n - 1) % n, d = (y + 1) % n;
	float3 a = in[y * n + l], b = in[y * n + r], c = in[u * n + x], e = in[d * n + x];
	float3 fa = flux_x(a), fb = flux_x(b), fc = flux_y(c), fe = flux_y(e), o;
	o.x = 0.25f * (a.x + b.x + c.x + e.x) - k * (fb.x - fa.x + fe.x - fc.x);
	o.y = 0.25f * (a.y + b.y + c.y + e.y) - k * (fb.y - fa.y + fe.y - fc.y);
	o.z = 0.25f * (a.z + b.z + c.z + e.z) - k * (fb.z - fa.z + fe.z - fc.z);
	out[y * n + x] = o;
}
__global__ void shallow_tile(const float3 *in, float3 *out, int n, float k)
{
	__shared__ float h[10][34], p[10][34], q[10][34];
	int x0 = blockIdx.x * 32 + n - 1, y0 = blockIdx.y * 8 + n - 1;
	for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
		float3 v = in[(y0 + i / 34) % n * n + (x0 + i % 34) % n];
		h[i / 34][i % 34] = v.x;
		p[i / 34][i % 34] = v.y;
		q[i / 34][i % 34] = v.z;
	}
	__syncthreads();
	int x = threadIdx.x + 1, y = threadIdx.y + 1;
	auto at = [&](int j, int i) { return make_float3(h[j][i], p[j][i], q[j][i]); };
	float3 a = at(y, x - 1), b = at(y, x + 1), c = at(y - 1, x), e = at(y + 1, x);
	float3 fa = flux_x(a), fb = flux_x(b), fc = flux_y(c), fe = flux_y(e), o;
	o.x = 0.25f * (a.x + b.x + c.x + e.x) - k * (fb.x - fa.x + fe.x - fc.x);
	o.y = 0.25f * (a.y + b.y + c.y + e.y) - k * (fb.y - fa.y + fe.y - fc.y);
	o.z = 0.25f * (a.z + b.z + c.z + e.z) - k * (fb.z - fa.z + fe.z - fc.z);
	out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = o;
}
__global__ void quantum_block(const double2 *in, double2 *out, const double *well, int n, int steps, double dt)
{ // a wave of n places a block, in shared memory; real and imaginary part in turn
	extern __shared__ double re[];
	double *im = re + n;
	int i = threadIdx.x;
	re[i] = in[blockIdx.x * n + i].x;
	im[i] = in[blockIdx.x * n + i].y;
	double v = well[i];
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		double l = i ? im[i - 1] : 0, r = i < n - 1 ? im[i + 1] : 0;
		re[i] += dt * (v * im[i] - 0.5 * (l - 2 * im[i] + r));
		__syncthreads();
		l = i ? re[i - 1] : 0;
		r = i < n - 1 ? re[i + 1] : 0;
		im[i] -= dt * (v * re[i] - 0.5 * (l - 2 * re[i] + r));
		__syncthreads();
	}
	out[blockIdx.x * n + i] = make_double2(re[i], im[i]);
}
__host__ __device__ void robertson(double k, double *y, int steps, double h)
{ // three substances, backward Euler by Newton's way: 3x3 equations each time
	for (int s = 0; s < steps; s++) {
		double z[3] = { y[0], y[1], y[2] };
		for (int it = 0; it < 3; it++) {
			double r1 = k * z[0], r2 = 1e4 * z[1] * z[2], r3 = 3e7 * z[1] * z[1];
			double f[3] = { z[0] - y[0] - h * (r2 - r1), z[1] - y[1] - h * (r1 - r2 - r3),
				z[2] - y[2] - h * r3 };
			double j[3][3] = { { 1 + h * k, -h * 1e4 * z[2], -h * 1e4 * z[1] },
				{ -h * k, 1 + h * (1e4 * z[2] + 6e7 * z[1]), h * 1e4 * z[1] },
				{ 0, -h * 6e7 * z[1], 1 } };
			for (int c = 0; c < 2; c++)
				for (int r = c + 1; r < 3; r++) {
					double m = j[r][c] / j[c][c];
					for (int e = c; e < 3; e++)
						j[r][e] -= m * j[c][e];
					f[r] -= m * f[c];
				}
			for (int r = 2; r >= 0; r--) {
				double s = f[r];
				for (int e = r + 1; e < 3; e++)
					s -= j[r][e] * f[e];
				f[r] = s / j[r][r];
				z[r] -= f[r];
			}
		}
		for (int e = 0; e < 3; e++)
			y[e] = z[e];
		h *= 1.3;
	}
}
__global__ void reactions(const double *k, double *out, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double y[3] = { 1, 0, 0 };
	robertson(k[i], y, steps, 1e-4);
	for (int e = 0; e < 3; e++)
		out[e * n + i] = y[e];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *o = dev<float>(1 << 22);
	byte *bo = (byte *)o;
	const int NB = 30000, MC = NB / 2;
	std::vector<int> var(NB * 3), edge(NB * 3);
	std::vector<float> heard(NB), q(NB * 3), r(NB * 3), first(NB * 3);
	for (int i = 0; i < NB * 3; i++)
		var[i] = i / 3;
	for (int i = NB * 3 - 1; i > 0; i--)
		std::swap(var[i], var[w[i] % (i + 1)]);
	std::vector<int> got(NB);
	for (int e = 0; e < NB * 3; e++)
		edge[var[e] * 3 + got[var[e]]++] = e;
	for (int i = 0; i < NB; i++)
		heard[i] = 1.2f + 2 * (f[i] + f[i + NB] + f[i + 2 * NB] - 1.5f);
	for (int e = 0; e < NB * 3; e++)
		first[e] = q[e] = heard[var[e]];
	std::vector<byte> said(NB);
	for (int round = 0; round < 5; round++) {
		for (int c = 0; c < MC; c++)
			for (int k = 0; k < DEG; k++) {
				float least = 1e30f;
				int sign = 0;
				for (int j = 0; j < DEG; j++)
					if (j != k)
						least = std::min(least, std::fabs(q[c * DEG + j])),
						sign ^= q[c * DEG + j] < 0;
				r[c * DEG + k] = (sign ? -0.75f : 0.75f) * least;
			}
		for (int v = 0; v < NB; v++) {
			float all = heard[v] + r[edge[v * 3]] + r[edge[v * 3 + 1]] + r[edge[v * 3 + 2]];
			for (int k = 0; k < 3; k++)
				q[edge[v * 3 + k]] = all - r[edge[v * 3 + k]];
			said[v] = all < 0;
		}
	}
	int *dvar = upload(var), *de = upload(edge);
	float *dh = upload(heard), *df = upload(first), *dq = dev<float>(NB * 3), *dr = dev<float>(NB * 3);
	job<byte>(
		"parity.five_rounds",
		[&] {
			for (int k = 0; k < 5; k++) {
				checks<<<(MC + 127) / 128, 128>>>(dvar, dq, dr, MC, NB * 3);
				bits<<<(NB + 127) / 128, 128>>>(de, dh, dr, dq, bo, NB);
			}
		},
		bo, NB,
		[&](const std::vector<byte> &v) {
			int bad = 0;
			for (int i = 0; i < NB; i++)
				bad += v[i] != said[i];
			return bad < 5;
		},
		[&] { CHECK(cudaMemcpy(dq, df, NB * 12, cudaMemcpyDeviceToDevice)); });
	std::vector<byte> table(768), code(1 << 20);
	for (int i = 0, v = 1; i < 255; i++) {
		table[256 + i] = table[256 + 255 + i] = v;
		table[v] = i;
		v = v << 1 ^ (v & 128 ? 0x11d : 0);
	}
	for (size_t i = 0; i < code.size(); i++)
		code[i] = w[i];
	CHECK(cudaMemcpyToSymbol(log_constant, table.data(), 256));
	CHECK(cudaMemcpyToSymbol(exp_constant, table.data() + 256, 512));
	const int RS = 2000;
	std::vector<byte> syn(RS * 16);
	for (int t = 0; t < RS * 16; t++) {
		int s = 0;
		for (int i = 0; i < 255; i++)
			s = (s ? table[256 + table[s] + t % 16] : 0) ^ code[t / 16 * 255 + i];
		syn[t] = s;
	}
	byte *dc = upload(code), *dt = upload(table);
	job<byte>(
		"syndromes.constant", [&] { syndromes_constant<<<RS / 8, 128>>>(dc, bo, 255, RS * 16); }, bo, RS * 16,
		same(syn));
	job<byte>(
		"syndromes.shared", [&] { syndromes_shared<<<RS / 8, 128>>>(dc, dt, bo, 255, RS * 16); }, bo, RS * 16,
		same(syn));
	const int CH = 800, LN = 300;
	auto learned = [&](int along, int across) {
		return [&f, along, across](const std::vector<float> &v) {
			for (int c = 0; c < CH; c += 7) {
				float weight[32] = {};
				for (int i = 0; i < LN; i++) {
					float s = 0;
					for (int k = 0; k < 32 && k <= i; k++)
						s += weight[k] * f[c * across + (i - k) * along];
					float e = f[500000 + c * across + i * along] - s;
					for (int k = 0; k < 32 && k <= i; k++)
						weight[k] += 0.02f * e * f[c * across + (i - k) * along];
					if (!near(v[c * across + i * along], e, 1e-3))
						return false;
				}
			}
			return true;
		};
	};
	job<float>(
		"adaptive.channel_a_warp", [&] { learn_warp<<<CH / 2, 64>>>(x, x + 500000, o, LN, 0.02f); }, o, CH * LN,
		learned(1, LN));
	job<float>(
		"adaptive.channel_a_thread", [&] { learn_thread<<<CH / 32, 32>>>(x, x + 500000, o, LN, CH, 0.02f); }, o,
		CH * LN, learned(CH, 1));
	const int SL = 256, ANG = 180, DET = 300;
	job<float>(
		"slice.from_shadows",
		[&] { back_project<<<dim3(SL / 16, SL / 16), dim3(16, 16), ANG * 8>>>(x, o, SL, ANG, DET); }, o,
		SL * SL,
		[&](const std::vector<float> &v) {
			for (int e = 0; e < SL * SL; e += 101) {
				double s = 0;
				for (int a = 0; a < ANG; a++) {
					double u = (e % SL - SL / 2 + 0.5) * std::cos(M_PI * a / ANG) +
						(e / SL - SL / 2 + 0.5) * std::sin(M_PI * a / ANG) + DET / 2 - 0.5;
					int i = std::floor(u);
					if (i >= 0 && i + 1 < DET)
						s += f[a * DET + i] * (1 - u + i) + f[a * DET + i + 1] * (u - i);
				}
				if (!near(v[e], s / ANG, 1e-2))
					return false;
			}
			return true;
		});
	const int SE = 24, SN = 6000, BE = 30;
	std::vector<short> rec(SE * SN);
	std::vector<float> late(BE * SE), beam(BE * SN);
	for (int i = 0; i < SE * SN; i++)
		rec[i] = w[i] % 2000 - 1000;
	for (int i = 0; i < BE * SE; i++)
		late[i] = i % SE * (i / SE) * 0.37f;
	for (int e = 0; e < BE * SN; e++)
		for (int k = 0; k < SE; k++) {
			float at = e % SN + late[e / SN * SE + k];
			int i = at;
			if (i + 1 < SN)
				beam[e] += rec[k * SN + i] * (1 - at + i) + rec[k * SN + i + 1] * (at - i);
		}
	short *drec = upload(rec);
	float *dl = upload(late);
	job<float>(
		"beams.delay_and_sum",
		[&] { delay_and_sum<<<dim3((SN + 127) / 128, BE), 128>>>(drec, dl, o, SE, SN, BE); }, o, BE * SN,
		close_to(beam, 1e-2));
	const int TR = 3000, TS = 30;
	std::vector<float> way(TR * TS * 4);
	for (int i = 0; i < TR; i++)
		track((const float2 *)f.data() + i, (float4 *)way.data() + i, TS, TR);
	job<float>(
		"tracks.kalman", [&] { tracks<<<(TR + 63) / 64, 64>>>((float2 *)x, (float4 *)o, TS, TR); }, o,
		TR * TS * 4, close_to(way, 1e-3));
	const int PN = 200000;
	std::vector<float> upto(PN);
	for (int i = 0; i < PN; i++)
		upto[i] = (i ? upto[i - 1] : 0) + (int)(w[i] % 16) * 0.125f;
	float *du = upload(upto);
	job<float>(
		"particles.drawn_again",
		[&] { draw_again<<<(PN + 255) / 256, 256>>>(du, (float2 *)x, (float2 *)o, 0.3f, PN); }, o, PN * 2,
		[&](const std::vector<float> &v) {
			int bad = 0;
			for (int i = 0; i < PN; i++) {
				float u = (i + 0.3f) / PN * upto[PN - 1];
				int l = std::lower_bound(upto.begin(), upto.end() - 1, u) - upto.begin();
				bad += v[2 * i] != f[2 * l];
			}
			return bad < 20;
		});
	const int CL = 5000;
	std::vector<float> tick(CL);
	double ss = 0, cs = 0;
	for (int i = 0; i < CL; i++)
		ss += std::sin(f[i]), cs += std::cos(f[i]);
	for (int i = 0; i < CL; i++)
		tick[i] = f[i] + 0.01 * (f[i + 9999] + 2 * (ss * std::cos(f[i]) - cs * std::sin(f[i])) / CL);
	job<float>(
		"clocks.all_pairs", [&] { clocks_plain<<<(CL + 63) / 64, 64>>>(x, x + 9999, o, CL, 2); }, o, CL,
		close_to(tick));
	job<float>(
		"clocks.mean_of_all", [&] { clocks_mean<<<(CL + 255) / 256, 256>>>(x, x + 9999, o, CL, 2); }, o, CL,
		close_to(tick));
	const int WN = 512;
	std::vector<float> lake(WN * WN * 3), waves(WN * WN * 3);
	for (int i = 0; i < WN * WN; i++)
		lake[3 * i] = 1 + f[i] * 0.1f, lake[3 * i + 1] = f[i + 1] - 0.5f, lake[3 * i + 2] = f[i + 2] - 0.5f;
	for (int i = 0; i < WN * WN; i++) {
		int c = i % WN, l = i / WN;
		const float *a = &lake[3 * (l * WN + (c + WN - 1) % WN)], *b = &lake[3 * (l * WN + (c + 1) % WN)];
		const float *d = &lake[3 * ((l + WN - 1) % WN * WN + c)], *e = &lake[3 * ((l + 1) % WN * WN + c)];
		auto g = [](const float *u) { return 4.905f * u[0] * u[0]; };
		waves[3 * i] = (a[0] + b[0] + d[0] + e[0]) / 4 - 0.02f * (b[1] - a[1] + e[2] - d[2]);
		waves[3 * i + 1] = (a[1] + b[1] + d[1] + e[1]) / 4 -
			0.02f *
				(b[1] * b[1] / b[0] + g(b) - a[1] * a[1] / a[0] - g(a) + e[1] * e[2] / e[0] -
					d[1] * d[2] / d[0]);
		waves[3 * i + 2] = (a[2] + b[2] + d[2] + e[2]) / 4 -
			0.02f *
				(b[1] * b[2] / b[0] - a[1] * a[2] / a[0] + e[2] * e[2] / e[0] + g(e) -
					d[2] * d[2] / d[0] - g(d));
	}
	float *dlake = upload(lake);
	dim3 gl(WN / 32, WN / 8), b32(32, 8);
	job<float>(
		"lake.memory", [&] { shallow_memory<<<gl, b32>>>((float3 *)dlake, (float3 *)o, WN, 0.02f); }, o,
		WN * WN * 3, close_to(waves));
	job<float>(
		"lake.tile", [&] { shallow_tile<<<gl, b32>>>((float3 *)dlake, (float3 *)o, WN, 0.02f); }, o,
		WN * WN * 3, close_to(waves));
	const int QN = 128, QW = 300, QS = 50;
	std::vector<double> d = double_fractions(w, QN * QW * 2), psi(d);
	for (int k = 0; k < QW; k++) {
		double *p = &psi[k * QN * 2];
		auto at = [&](int i, int c) { return i < 0 || i >= QN ? 0 : p[2 * i + c]; };
		for (int s = 0; s < QS; s++)
			for (int c = 0; c < 2; c++)
				for (int i = 0; i < QN; i++)
					p[2 * i + c] += (c ? -0.1 : 0.1) *
						(d[i] * at(i, !c) -
							0.5 * (at(i - 1, !c) - 2 * at(i, !c) + at(i + 1, !c)));
	}
	double *dd = upload(d), *od = (double *)o;
	job<double>(
		"waves.quantum_doubles",
		[&] { quantum_block<<<QW, QN, QN * 16>>>((double2 *)dd, (double2 *)od, dd, QN, QS, 0.1); }, od,
		QN * QW * 2, close_to(psi, 1e-9));
	const int RN = 5000;
	std::vector<double> rate(RN), mix(RN * 3);
	for (int i = 0; i < RN; i++) {
		rate[i] = 0.02 + 0.04 * d[i];
		double y[3] = { 1, 0, 0 };
		robertson(rate[i], y, 40, 1e-4);
		for (int e = 0; e < 3; e++)
			mix[e * RN + i] = y[e];
	}
	double *drate = upload(rate);
	job<double>(
		"reactions.stiff_doubles", [&] { reactions<<<(RN + 63) / 64, 64>>>(drate, od, RN, 40); }, od, RN * 3,
		close_to(mix, 1e-7));
}
