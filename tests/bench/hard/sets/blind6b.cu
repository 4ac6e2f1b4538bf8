// blind6b: a sixth set of kernels that nobody had modelled when they were written. Transforms, sparse and small matrices.
#include "blind6.h"
#include <cuda_fp16.h>

// ---- transforms
__device__ float2 times(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ void dft2(float2 &a, float2 &b)
{
	float2 t = make_float2(a.x - b.x, a.y - b.y);
	a = make_float2(a.x + b.x, a.y + b.y);
	b = t;
}
__global__ void fft8_pass(const float2 *in, float2 *out, int n, int p)
{ // a pass of eight: the whole is n / 8 threads a transform, blockIdx.y a transform
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = i & p - 1, t = n / 8;
	in += blockIdx.y * n;
	out += blockIdx.y * n;
	float2 u[8];
#pragma unroll
	for (int r = 0; r < 8; r++) {
		float s, c;
		sincospif(-r * k / (4.0f * p), &s, &c);
		u[r] = times(in[i + r * t], make_float2(c, s));
	}
	for (int r = 0; r < 4; r++)
		dft2(u[r], u[r + 4]);
	const float h = 0.70710678f;
	u[5] = times(u[5], make_float2(h, -h));
	u[6] = make_float2(u[6].y, -u[6].x);
	u[7] = times(u[7], make_float2(-h, -h));
	for (int r = 0; r < 8; r += 4) {
		dft2(u[r], u[r + 2]);
		dft2(u[r + 1], u[r + 3]);
		u[r + 3] = make_float2(u[r + 3].y, -u[r + 3].x);
		dft2(u[r], u[r + 1]);
		dft2(u[r + 2], u[r + 3]);
	}
	float2 *o = out + ((i - k) * 8) + k;
	const int order[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
#pragma unroll
	for (int r = 0; r < 8; r++)
		o[order[r] * p] = u[r];
}
#define PRIME 998244353u
__device__ unsigned mont(unsigned a, unsigned b)
{
	u64 t = (u64)a * b;
	unsigned m = (unsigned)t * 998244351u, r = (t + (u64)m * PRIME) >> 32;
	return r >= PRIME ? r - PRIME : r;
}
__global__ void number_transform(const unsigned *in, const unsigned *root, unsigned *out)
{ // 1024 numbers modulo a prime, a block of 512; root: 512 powers, times 2^32
	__shared__ unsigned s[1024];
	int t = threadIdx.x, at = blockIdx.x * 1024;
	s[__brev(t) >> 22] = in[at + t] % PRIME;
	s[__brev(t + 512) >> 22] = in[at + t + 512] % PRIME;
	__syncthreads();
	for (int half = 1; half < 1024; half *= 2) {
		int k = t & half - 1, i = (t - k) * 2 + k;
		unsigned a = s[i], b = mont(s[i + half], root[k * (512 / half)]);
		s[i] = a + b >= PRIME ? a + b - PRIME : a + b;
		s[i + half] = a >= b ? a - b : a + PRIME - b;
		__syncthreads();
	}
	out[at + t] = s[t];
	out[at + t + 512] = s[t + 512];
}
__global__ void julia_half2(byte *out, int w)
{ // two pixels a thread in half floats
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = blockIdx.y * blockDim.y + threadIdx.y;
	half2 a = __floats2half2_rn((x - w / 2) * 3.0f / w, (x + 1 - w / 2) * 3.0f / w);
	half2 b = __float2half2_rn((y - w / 4) * 3.0f / w), n = __float2half2_rn(0), four = __float2half2_rn(4);
	half2 ca = __float2half2_rn(-0.79f), cb = __float2half2_rn(0.15f);
	for (int k = 0; k < 120; k++) {
		half2 aa = __hmul2(a, a), bb = __hmul2(b, b), in = __hle2(__hadd2(aa, bb), four);
		if (__hbeq2(in, __float2half2_rn(0)))
			break;
		n = __hadd2(n, in);
		b = __hfma2(__hadd2(a, a), b, cb);
		a = __hadd2(__hsub2(aa, bb), ca);
	}
	*(uchar2 *)&out[y * w + x] = make_uchar2(__low2float(n), __high2float(n));
}

__global__ void lift_rows(const short *in, short *out)
{ // a step of a whole-number wavelet: 512 of a row, the odd ones, then the even ones
	__shared__ short s[514];
	int t = threadIdx.x;
	in += blockIdx.x * 512;
	out += blockIdx.x * 512;
	*(short2 *)&s[t * 2] = *(const short2 *)&in[t * 2];
	__syncthreads();
	int odd = s[t * 2 + 1] - ((s[t * 2] + s[t < 255 ? t * 2 + 2 : 510]) >> 1);
	__syncthreads();
	s[t * 2 + 1] = odd;
	__syncthreads();
	int even = s[t * 2] + ((s[t ? t * 2 - 1 : 1] + odd + 2) >> 2);
	out[t] = even;
	out[t + 256] = odd;
}

// ---- sparse and small matrices
__global__ void blocks4_times(const int *start, const int *col, const float *a, const float *x, float *y, int rows)
{ // blocks of 4x4, 16 lanes a row of blocks
	int t = threadIdx.x % 16, r = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
	if (r >= rows)
		return;
	float s = 0;
	for (int k = start[r]; k < start[r + 1]; k++)
		s += a[k * 16 + t] * x[col[k] * 4 + t % 4];
	unsigned all = 0xffffu << (threadIdx.x & 16);
	s += __shfl_xor_sync(all, s, 1);
	s += __shfl_xor_sync(all, s, 2);
	if (t % 4 == 0)
		y[r * 4 + t / 4] = s;
}
__global__ void square_sparse(const int *col, const int *val, int *many, unsigned *check)
{ // a row of A * A a warp, eight entries a row; equal columns meet in a hash table in shared memory
	__shared__ int key[4][128], sum[4][128];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, r = blockIdx.x * 4 + w, n = 0;
	for (int i = lane; i < 128; i += 32) {
		key[w][i] = -1;
		sum[w][i] = 0;
	}
	__syncwarp();
	for (int p = lane; p < 64; p += 32) {
		int k = col[r * 8 + p / 8], c = col[k * 8 + p % 8], v = val[r * 8 + p / 8] * val[k * 8 + p % 8];
		for (unsigned slot = c * 2654435761u >> 25;; slot = slot + 1 & 127) {
			int old = atomicCAS(&key[w][slot], -1, c);
			if (old == -1 || old == c) {
				atomicAdd(&sum[w][slot], v);
				break;
			}
		}
	}
	__syncwarp();
	unsigned h = 0;
	for (int i = lane; i < 128; i += 32)
		if (key[w][i] >= 0) {
			n++;
			h += sum[w][i] * (key[w][i] + 1u);
		}
	n = __reduce_add_sync(~0u, n);
	h = __reduce_add_sync(~0u, h);
	if (!lane) {
		many[r] = n;
		check[r] = h;
	}
}
__global__ void sampled_product(const int *row, const int *col, const float4 *a, const float4 *b, float *out, int n)
{ // only some entries of A * B^T: 8 lanes an entry, 64 numbers a row
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, t = threadIdx.x % 8;
	float s = 0;
	if (i < n)
		for (int k = t; k < 16; k += 8) {
			float4 p = a[row[i] * 16 + k], q = b[col[i] * 16 + k];
			s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
		}
	for (int d = 4; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, 8);
	if (i < n && !t)
		out[i] = s;
}
__global__ void tridiagonal_warp(const float *a, const float *b, const float *c, const float *d, float *x)
{ // 32 equations a warp: each step halves how many hang together
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	float p = lane ? a[i] : 0, q = b[i], r = lane < 31 ? c[i] : 0, s = d[i];
	for (int k = 1; k < 32; k *= 2) {
		float pu = __shfl_up_sync(~0u, p, k), qu = __shfl_up_sync(~0u, q, k), ru = __shfl_up_sync(~0u, r, k);
		float su = __shfl_up_sync(~0u, s, k), pd = __shfl_down_sync(~0u, p, k), qd = __shfl_down_sync(~0u, q, k);
		float rd = __shfl_down_sync(~0u, r, k), sd = __shfl_down_sync(~0u, s, k);
		float f = lane >= k ? -p / qu : 0, g = lane + k < 32 ? -r / qd : 0;
		q += f * ru + g * pd;
		s += f * su + g * sd;
		p = f * pu;
		r = g * rd;
	}
	x[i] = s / q;
}
__global__ void least_squares(const float *in, float *out, int many)
{ // six equations, four unknowns, a thread each: reflections, then from below
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	float a[6][5];
#pragma unroll
	for (int k = 0; k < 30; k++)
		a[k / 5][k % 5] = in[k * many + i];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float norm = 0;
#pragma unroll
		for (int r = k; r < 6; r++)
			norm += a[r][k] * a[r][k];
		norm = sqrtf(norm);
		float alpha = a[k][k] > 0 ? -norm : norm, v[6], vv = 0;
#pragma unroll
		for (int r = k; r < 6; r++) {
			v[r] = a[r][k] - (r == k ? alpha : 0);
			vv += v[r] * v[r];
		}
#pragma unroll
		for (int c = k; c < 5; c++) {
			float s = 0;
#pragma unroll
			for (int r = k; r < 6; r++)
				s += v[r] * a[r][c];
			s *= 2 / vv;
#pragma unroll
			for (int r = k; r < 6; r++)
				a[r][c] -= s * v[r];
		}
	}
#pragma unroll
	for (int k = 3; k >= 0; k--) {
		float s = a[k][4];
#pragma unroll
		for (int c = k + 1; c < 4; c++)
			s -= a[k][c] * a[c][4];
		out[k * many + i] = a[k][4] = s / a[k][k];
	}
}
__device__ void rotate_away(float &p, float &q, float &off, float &u, float &v)
{ // p, q: the two of the diagonal; u, v: what else stands in their rows
	if (fabsf(off) < 1e-12f)
		return;
	float theta = (q - p) / (2 * off), t = copysignf(1, theta) / (fabsf(theta) + sqrtf(theta * theta + 1));
	float c = rsqrtf(t * t + 1), s = t * c, w = u;
	p -= t * off;
	q += t * off;
	off = 0;
	u = c * w - s * v;
	v = s * w + c * v;
}
__global__ void eigen3(const float *in, float *out, int many)
{ // eigenvalues of symmetric 3x3, by rotations
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	float a = in[i * 6], b = in[i * 6 + 1], c = in[i * 6 + 2], ab = in[i * 6 + 3], ac = in[i * 6 + 4], bc = in[i * 6 + 5];
	for (int k = 0; k < 10 && fabsf(ab) + fabsf(ac) + fabsf(bc) > 1e-6f; k++) {
		rotate_away(a, b, ab, ac, bc);
		rotate_away(a, c, ac, ab, bc);
		rotate_away(b, c, bc, ab, ac);
	}
	out[i * 3] = fminf(a, fminf(b, c));
	out[i * 3 + 1] = a + b + c;
	out[i * 3 + 2] = fmaxf(a, fmaxf(b, c));
}
__global__ void determinant_pivots(const float *in, float *out)
{ // 16x16, a warp each, the largest of a column on the diagonal
	__shared__ float s[4][16][17];
	int lane = threadIdx.x % 32, m = blockIdx.x * 4 + threadIdx.x / 32, c = lane % 16;
	float(*a)[17] = s[threadIdx.x / 32], det = 1;
	for (int i = lane; i < 256; i += 32)
		a[i / 16][i % 16] = in[m * 256 + i];
	__syncwarp();
	for (int k = 0; k < 16; k++) {
		float v = c >= k ? fabsf(a[c][k]) : -1;
		int at = c;
		for (int d = 8; d; d /= 2) {
			float o = __shfl_xor_sync(~0u, v, d);
			int p = __shfl_xor_sync(~0u, at, d);
			if (o > v || o == v && p < at) {
				v = o;
				at = p;
			}
		}
		__syncwarp();
		if (at != k) {
			if (lane < 16) {
				float t = a[k][c];
				a[k][c] = a[at][c];
				a[at][c] = t;
			}
			det = -det;
		}
		__syncwarp();
		float p = a[k][k];
		det *= p;
		for (int r = k + 1 + lane / 16; r < 16; r += 2) {
			float f = a[r][k] / p;
			if (c > k)
				a[r][c] -= f * a[k][c];
		}
		__syncwarp();
	}
	if (!lane)
		out[m] = det;
}

// ---- steps of conjugate gradients for a plate of n x n
__device__ float block_sum(float v)
{
	__shared__ float s[8];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		v += s[k];
	__syncthreads();
	return v;
}
__global__ void cg_apply(const float *p, float *q, float *part, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % n, y = i / n;
	float v = 4 * p[i];
	if (x)
		v -= p[i - 1];
	if (x < n - 1)
		v -= p[i + 1];
	if (y)
		v -= p[i - n];
	if (y < n - 1)
		v -= p[i + n];
	q[i] = v;
	float s = block_sum(v * p[i]);
	if (!threadIdx.x)
		part[blockIdx.x] = s;
}
__global__ void cg_scalar(const float *part, float *state, int blocks, int which)
{ // state: r.r before, p.q, r.r after
	float v = 0;
	for (int i = threadIdx.x; i < blocks; i += blockDim.x)
		v += part[i];
	v = block_sum(v);
	if (threadIdx.x)
		return;
	if (which == 2)
		state[0] = state[2];
	state[which] = v;
}
__global__ void cg_move(float *x, float *r, const float *p, const float *q, float *part, const float *state)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a = state[2] / state[1];
	x[i] += a * p[i];
	float v = r[i] -= a * q[i];
	float s = block_sum(v * v);
	if (!threadIdx.x)
		part[blockIdx.x] = s;
}
__global__ void cg_turn(float *p, const float *r, const float *state)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = r[i] + state[2] / state[0] * p[i];
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M), roots(512);
	std::vector<float> f = fractions(w);
	std::vector<int> near_col(4096 * 8), start(4097), who(M), small(M);
	std::vector<short> line(M);
	auto power = [&](u64 b, u64 e) {
		u64 r = 1;
		for (; e; e /= 2, b = b * b % PRIME)
			if (e & 1)
				r = r * b % PRIME;
		return r;
	};
	u64 root = power(3, (PRIME - 1) / 1024);
	for (int i = 0; i < 512; i++)
		roots[i] = (power(root, i) << 32) % PRIME;
	for (int i = 0; i < M; i++) {
		who[i] = w[i] % 4096;
		small[i] = (int)(w[i] % 19) - 9;
		line[i] = i % 512 + (w[i] & 63);
	}
	for (int i = 0; i <= 4096; i++)
		start[i] = i * 5 + i % 3;
	for (int i = 0; i < 4096 * 8; i++)
		near_col[i] = (i / 8 + i % 8 * 97 + w[i] % 97) % 4096;
	float *x = upload(f), *y = x + M, *o = dev<float>(2 * M), *part = dev<float>(65536), *state = dev<float>(4);
	short *ln = upload(line), *so = dev<short>(M);
	int *st = upload(start), *wh = upload(who), *nc = upload(near_col), *sm = upload(small), *many = dev<int>(4096);
	unsigned *u = upload(w), *rt = upload(roots), *uo = dev<unsigned>(M);
	byte *bo = dev<byte>(M);
	typedef const std::vector<float> &F;
	job<float>(
		"fourier.four_passes_of_8",
		[&] {
			float2 *p = (float2 *)o, *q = p + M / 2;
			fft8_pass<<<dim3(4, 64), 128>>>((float2 *)x, q, 4096, 1);
			fft8_pass<<<dim3(4, 64), 128>>>(q, p, 4096, 8);
			fft8_pass<<<dim3(4, 64), 128>>>(p, q, 4096, 64);
			fft8_pass<<<dim3(4, 64), 128>>>(q, p, 4096, 512);
		},
		o, M / 2, [&](F v) {
			bool ok = true;
			for (int k = 1; k < 4096; k += 511) {
				double a = 0, b = 0;
				for (int i = 0; i < 4096; i++) {
					double t = -2 * 3.14159265358979323846 * i * k / 4096;
					a += f[2 * i] * std::cos(t) - f[2 * i + 1] * std::sin(t);
					b += f[2 * i] * std::sin(t) + f[2 * i + 1] * std::cos(t);
				}
				ok &= near(v[2 * k], a, 1e-2) && near(v[2 * k + 1], b, 1e-2);
			}
			return ok;
		});
	job<unsigned>(
		"fourier.modulo_prime", [&] { number_transform<<<512, 512>>>(u, rt, uo); }, uo, M / 2, [&](const std::vector<unsigned> &v) {
			bool ok = true;
			for (int k = 0; k < 1024; k += 111) {
				u64 s = 0;
				for (int i = 0; i < 1024; i++)
					s = (s + w[1024 + i] % PRIME * power(root, i * k % 1024)) % PRIME;
				ok &= s == v[1024 + k];
			}
			return ok;
		});
	job<byte>("fractal.julia_half2", [&] { julia_half2<<<dim3(16, 64), dim3(32, 4)>>>(bo, 1024); }, bo, 1024 * 256);
	job<short>("wavelet.lift", [&] { lift_rows<<<2048, 256>>>(ln, so); }, so, M, [&](const std::vector<short> &v) {
		const short *p = &line[512 * 7];
		int a = p[9] - ((p[8] + p[10]) >> 1), b = p[7] - ((p[6] + p[8]) >> 1);
		return v[512 * 7 + 260] == a && v[512 * 7 + 4] == p[8] + ((a + b + 2) >> 2);
	});
	job<float>("sparse.blocks4", [&] { blocks4_times<<<512, 128>>>(st, wh, x, y, o, 4096); }, o, 16384, [&](F v) {
		bool ok = true;
		for (int r = 0; r < 16384; r += 3) {
			double s = 0;
			for (int k = start[r / 4]; k < start[r / 4 + 1]; k++)
				for (int c = 0; c < 4; c++)
					s += f[k * 16 + r % 4 * 4 + c] * f[M + who[k] * 4 + c];
			ok &= near(v[r], s);
		}
		return ok;
	});
	job<unsigned>(
		"sparse.square_hashed", [&] { square_sparse<<<1024, 128>>>(nc, sm, many, uo); }, uo, 4096,
		[&](const std::vector<unsigned> &v) {
			bool ok = true;
			for (int r = 0; r < 4096; r++) {
				unsigned h = 0;
				for (int p = 0; p < 64; p++) {
					int k = near_col[r * 8 + p / 8];
					h += small[r * 8 + p / 8] * small[k * 8 + p % 8] * (near_col[k * 8 + p % 8] + 1u);
				}
				ok &= h == v[r];
			}
			return ok;
		});
	job<float>(
		"sparse.sampled_product", [&] { sampled_product<<<1000, 256>>>(wh, wh + M / 2, (float4 *)x, (float4 *)y, o, 31999); }, o, 31999,
		[&](F v) {
			bool ok = true;
			for (int i = 0; i < 31999; i += 7) {
				double s = 0;
				for (int k = 0; k < 64; k++)
					s += f[who[i] * 64 + k] * f[M + who[M / 2 + i] * 64 + k];
				ok &= near(v[i], s);
			}
			return ok;
		});
	std::vector<float> diag(M / 4);
	for (int i = 0; i < M / 4; i++)
		diag[i] = 2.5f + f[i];
	float *dg = upload(diag);
	job<float>("small.tridiagonal_warp", [&] { tridiagonal_warp<<<1024, 256>>>(x, dg, y, x + 7, o); }, o, M / 4, [&](F v) {
		bool ok = true;
		for (int i = 0; i < M / 4; i++) {
			double s = diag[i] * v[i] + (i % 32 ? f[i] * v[i - 1] : 0) + (i % 32 < 31 ? f[M + i] * v[i + 1] : 0);
			ok &= near(s, f[i + 7], 1e-3);
		}
		return ok;
	});
	job<float>("small.least_squares", [&] { least_squares<<<256, 128>>>(x, o, 32768); }, o, 4 * 32768, [&](F v) {
		int ok = 0;
		for (int i = 0; i < 32768; i++) {
			double worst = 0;
			for (int c = 0; c < 4; c++) {
				double g = 0;
				for (int r = 0; r < 6; r++) {
					double e = -f[(r * 5 + 4) * 32768 + i];
					for (int k = 0; k < 4; k++)
						e += (double)f[(r * 5 + k) * 32768 + i] * v[k * 32768 + i];
					g += e * f[(r * 5 + c) * 32768 + i];
				}
				worst = std::max(worst, std::fabs(g));
			}
			ok += worst < 1e-3;
		}
		return ok > 32700; // the others are nearly singular
	});
	job<float>("small.eigen3", [&] { eigen3<<<1024, 128>>>(x, o, 131072); }, o, 3 * 131072, [&](F v) {
		bool ok = true;
		for (int i = 0; i < 131072; i++) {
			const float *a = &f[i * 6];
			double l = v[i * 3], p = a[0] - l, q = a[1] - l, r = a[2] - l;
			double det = p * (q * r - a[5] * a[5]) - a[3] * (a[3] * r - a[5] * a[4]) + a[4] * (a[3] * a[5] - q * a[4]);
			ok &= std::fabs(det) < 1e-4 && near(v[i * 3 + 1], (double)a[0] + a[1] + a[2]);
		}
		return ok;
	});
	job<float>("small.determinant_pivots", [&] { determinant_pivots<<<512, 128>>>(x, o); }, o, 2048, [&](F v) {
		bool ok = true;
		for (int m = 0; m < 2048; m += 17) {
			double a[256], det = 1;
			for (int i = 0; i < 256; i++)
				a[i] = f[m * 256 + i];
			for (int k = 0; k < 16; k++) {
				int at = k;
				for (int r = k; r < 16; r++)
					at = std::fabs(a[r * 16 + k]) > std::fabs(a[at * 16 + k]) ? r : at;
				for (int c = 0; c < 16 && at != k; c++)
					std::swap(a[k * 16 + c], a[at * 16 + c]);
				det *= at == k ? a[k * 17] : -a[k * 17];
				for (int r = k + 1; r < 16; r++)
					for (int c = 15; c >= k; c--)
						a[r * 16 + c] -= a[r * 16 + k] / a[k * 17] * a[k * 16 + c];
			}
			ok &= near(v[m], det, 1e-3);
		}
		return ok;
	});
	float *cx = dev<float>(16384), *cr = dev<float>(16384), *cp = dev<float>(16384), *cq = dev<float>(16384);
	job<float>(
		"plate.conjugate_gradients",
		[&] {
			for (int k = 0; k < 8; k++) {
				cg_apply<<<64, 256>>>(cp, cq, part, 128);
				cg_scalar<<<1, 64>>>(part, state, 64, 1);
				cg_move<<<64, 256>>>(cx, cr, cp, cq, part, state);
				cg_scalar<<<1, 64>>>(part, state, 64, 2);
				cg_turn<<<64, 256>>>(cp, cr, state);
			}
		},
		cx, 16384,
		[&](F v) {
			double before = 0, after = 0; // of what the steps make smaller: x.A x / 2 - b.x
			for (int i = 0; i < 16384; i++) {
				double a = 4 * v[i] - (i % 128 ? v[i - 1] : 0) - (i % 128 < 127 ? v[i + 1] : 0) - (i >= 128 ? v[i - 128] : 0) -
					(i < 16256 ? v[i + 128] : 0);
				after += v[i] * (a / 2 - f[i]);
			}
			return after < before - 1000;
		},
		[&] {
			float first[4] = {};
			for (int i = 0; i < 16384; i++)
				first[2] += f[i] * f[i];
			CHECK(cudaMemset(cx, 0, 65536));
			CHECK(cudaMemcpy(cr, x, 65536, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(cp, x, 65536, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(state, first, 16, cudaMemcpyHostToDevice));
		});
}
