// blind6a: a sixth set of kernels that nobody had modelled when they were written. Pictures and grids.
#include "blind6.h"

// ---- filters of pictures
__global__ void dilate_van_herk(const byte *in, byte *out, int w)
{ // the largest of 31 in a row: running maxima from the left and from the right of segments of 31. A block a row
	__shared__ byte s[1054], g[1054], h[1054];
	in += blockIdx.x * w;
	out += blockIdx.x * w;
	for (int i = threadIdx.x; i < 1054; i += blockDim.x)
		s[i] = i >= 15 && i < 15 + w ? in[i - 15] : 0;
	__syncthreads();
	int from = threadIdx.x % 64 * 31;
	if (threadIdx.x % 64 < 34) {
		int m = 0;
		if (threadIdx.x < 64)
			for (int k = 0; k < 31; k++)
				g[from + k] = m = max(m, (int)s[from + k]);
		else
			for (int k = 30; k >= 0; k--)
				h[from + k] = m = max(m, (int)s[from + k]);
	}
	__syncthreads();
	for (int x = threadIdx.x; x < w; x += blockDim.x)
		out[x] = max(h[x], g[x + 30]);
}
__global__ void dilate_packed(const unsigned *in, unsigned *out, int w4, int h)
{ // the largest of 3x3, four pixels a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w4 || y >= h)
		return;
	unsigned best = 0;
	for (int d = -1; d <= 1; d++) {
		const unsigned *row = in + min(max(y + d, 0), h - 1) * w4;
		unsigned m = row[x], l = x ? row[x - 1] : m << 24, r = x < w4 - 1 ? row[x + 1] : m >> 24;
		best = __vmaxu4(best, __vmaxu4(m, __vmaxu4(__byte_perm(l, m, 0x6543), __byte_perm(m, r, 0x4321))));
	}
	out[y * w4 + x] = best;
}
__global__ void area_rows(const byte *in, int *out, int w)
{ // sums along a row, a warp a row, 128 pixels a step
	int lane = threadIdx.x % 32, y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, carry = 0;
	for (int x = lane * 4; x < w; x += 128) {
		uchar4 p = *(const uchar4 *)&in[y * w + x];
		int4 s = make_int4(p.x, p.x + p.y, p.x + p.y + p.z, p.x + p.y + p.z + p.w);
		int t = s.w;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, t, d);
			if (lane >= d)
				t += o;
		}
		int before = carry + t - s.w;
		*(int4 *)&out[y * w + x] = make_int4(s.x + before, s.y + before, s.z + before, s.w + before);
		carry += __shfl_sync(~0u, t, 31);
	}
}
__global__ void area_columns(int *a, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int y = 0; y < h; y++)
		a[y * w + x] = s += a[y * w + x];
}
__global__ void area_mean(const int *a, byte *out, int w, int h, int r)
{ // the mean of a square from four corners of the sums
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int x0 = max(x - r, 0) - 1, x1 = min(x + r, w - 1), y0 = max(y - r, 0) - 1, y1 = min(y + r, h - 1);
	int s = a[y1 * w + x1];
	if (x0 >= 0)
		s -= a[y1 * w + x0];
	if (y0 >= 0)
		s -= a[y0 * w + x1];
	if (x0 >= 0 && y0 >= 0)
		s += a[y0 * w + x0];
	out[y * w + x] = s / ((x1 - x0) * (y1 - y0));
}
__constant__ float tone_weight[256], place_weight[49];
__global__ void bilateral_table(const byte *in, byte *out, int w, int h)
{ // 7x7; both weights from tables in constant memory, one of them at each lane's own place
	__shared__ byte s[22][24];
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 22 * 22; i += 256) {
		int x = min(max((int)blockIdx.x * 16 + i % 22 - 3, 0), w - 1);
		int y = min(max((int)blockIdx.y * 16 + i / 22 - 3, 0), h - 1);
		s[i / 22][i % 22] = in[y * w + x];
	}
	__syncthreads();
	int mid = s[threadIdx.y + 3][threadIdx.x + 3];
	float sum = 0, all = 0;
	for (int j = 0; j < 7; j++)
		for (int i = 0; i < 7; i++) {
			int v = s[threadIdx.y + j][threadIdx.x + i];
			float t = tone_weight[abs(v - mid)] * place_weight[j * 7 + i];
			sum += t * v;
			all += t;
		}
	out[(blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x] = sum / all + 0.5f;
}
__constant__ int cosines[64];
__global__ void inverse_dct(const short *in, byte *out)
{ // 8x8 blocks as a decoder of pictures has them; a thread a column, then a row. 8 of them a block
	__shared__ int s[8][8][9];
	int which = threadIdx.x / 8, t = threadIdx.x % 8, at = (blockIdx.x * 8 + which) * 64, v[8];
	for (int k = 0; k < 8; k++)
		v[k] = in[at + k * 8 + t];
#pragma unroll
	for (int y = 0; y < 8; y++) {
		int sum = 1024;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += v[k] * cosines[k * 8 + y];
		s[which][y][t] = sum >> 11;
	}
	__syncthreads();
	for (int k = 0; k < 8; k++)
		v[k] = s[which][t][k];
	unsigned o[2] = {};
#pragma unroll
	for (int x = 0; x < 8; x++) {
		int sum = 1024;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += v[k] * cosines[k * 8 + x];
		o[x / 4] |= min(max((sum >> 11) + 128, 0), 255) << x % 4 * 8;
	}
	*(uint2 *)&out[at + t * 8] = make_uint2(o[0], o[1]);
}
__global__ void edge_thin(const byte *in, byte *out, int w, int h)
{ // steepness in a tile, kept only where it is the largest along its own direction
	__shared__ short gx[18][34], gy[18][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 18 * 34; i += 512) {
		int x = min(max(x0 + i % 34 - 1, 1), w - 2), y = min(max(y0 + i / 34 - 1, 1), h - 2);
		const byte *p = in + y * w + x;
		gx[i / 34][i % 34] = p[1] - p[-1];
		gy[i / 34][i % 34] = p[w] - p[-w];
	}
	__syncthreads();
	int i = threadIdx.x + 1, j = threadIdx.y + 1, a = gx[j][i], b = gy[j][i], m = abs(a) + abs(b), dx, dy;
	if (abs(a) > 2 * abs(b))
		dx = 1, dy = 0;
	else if (abs(b) > 2 * abs(a))
		dx = 0, dy = 1;
	else
		dx = 1, dy = a * b > 0 ? 1 : -1;
	int p = abs(gx[j + dy][i + dx]) + abs(gy[j + dy][i + dx]), q = abs(gx[j - dy][i - dx]) + abs(gy[j - dy][i - dx]);
	out[(y0 + threadIdx.y) * w + x0 + threadIdx.x] = m >= p && m > q ? min(m, 255) : 0;
}
__global__ void halve(const uchar4 *in, uchar4 *out, int w)
{ // w: of the output
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= w)
		return;
	uchar4 a = in[y * 4 * w + x * 2], b = in[y * 4 * w + x * 2 + 1];
	uchar4 c = in[(y * 2 + 1) * 2 * w + x * 2], d = in[(y * 2 + 1) * 2 * w + x * 2 + 1];
	out[y * w + x] = make_uchar4((a.x + b.x + c.x + d.x + 2) / 4, (a.y + b.y + c.y + d.y + 2) / 4,
		(a.z + b.z + c.z + d.z + 2) / 4, (a.w + b.w + c.w + d.w + 2) / 4);
}
__device__ float4 two_by_two(const uchar4 *p, int w, float u, float v)
{
	float fx = u * w - 0.5f, fy = v * w - 0.5f;
	int x = (int)floorf(fx), y = (int)floorf(fy);
	float a = fx - x, b = fy - y;
	uchar4 c = p[(y & (w - 1)) * w + (x & (w - 1))], d = p[(y & (w - 1)) * w + (x + 1 & (w - 1))];
	uchar4 e = p[(y + 1 & (w - 1)) * w + (x & (w - 1))], f = p[(y + 1 & (w - 1)) * w + (x + 1 & (w - 1))];
	float g = (1 - a) * (1 - b), h = a * (1 - b), i = (1 - a) * b, j = a * b;
	return make_float4(c.x * g + d.x * h + e.x * i + f.x * j, c.y * g + d.y * h + e.y * i + f.y * j,
		c.z * g + d.z * h + e.z * i + f.z * j, c.w * g + d.w * h + e.w * i + f.w * j);
}
__global__ void floor_sampled(const uchar4 *mips, uchar4 *out, int w, int h)
{ // a floor in perspective: two levels of a picture of 512x512, the farther the smaller
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float depth = 32.0f / (y + 1), u = (x - w / 2) * depth / w, v = depth, level = fminf(fmaxf(log2f(depth * 2), 0), 5);
	int l = min((int)level, 4), side = 512 >> l, at = 0;
	for (int k = 0; k < l; k++)
		at += (512 >> k) * (512 >> k);
	float part = level - l;
	float4 p = two_by_two(mips + at, side, u, v), q = two_by_two(mips + at + side * side, side / 2, u, v);
	out[y * w + x] = make_uchar4(p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part, p.z + (q.z - p.z) * part,
		p.w + (q.w - p.w) * part);
}
__global__ void lens_remap(const byte *in, const short2 *where, byte *out, int w)
{ // a table says where each pixel comes from, in 1/32 of a pixel
	int i = (blockIdx.y * blockDim.y + threadIdx.y) * w + blockIdx.x * blockDim.x + threadIdx.x;
	short2 p = where[i];
	int x = p.x >> 5, y = p.y >> 5, a = p.x & 31, b = p.y & 31;
	const byte *q = in + y * w + x;
	out[i] = ((q[0] * (32 - a) + q[1] * a) * (32 - b) + (q[w] * (32 - a) + q[w + 1] * a) * b + 512) >> 10;
}
__global__ void winograd(const float *in, const float *u, float *out, int w, int channels)
{ // 3x3 in fewer products: four outputs from 16 inputs a channel. u: the transformed weights
	__shared__ float s[16 * 16];
	int x = (blockIdx.x * 16 + threadIdx.x) * 2, y = (blockIdx.y * 8 + threadIdx.y) * 2, wide = w + 2;
	for (int i = threadIdx.y * 16 + threadIdx.x; i < channels * 16; i += 128)
		s[i] = u[i];
	__syncthreads();
	float m[16] = {};
	for (int c = 0; c < channels; c++) {
		float d[4][4], t[4][4];
		for (int j = 0; j < 4; j++)
			for (int i = 0; i < 4; i++)
				d[j][i] = in[(c * wide + y + j) * wide + x + i];
		for (int i = 0; i < 4; i++) {
			t[0][i] = d[0][i] - d[2][i];
			t[1][i] = d[1][i] + d[2][i];
			t[2][i] = d[2][i] - d[1][i];
			t[3][i] = d[1][i] - d[3][i];
		}
		for (int j = 0; j < 4; j++) {
			m[j * 4 + 0] += s[c * 16 + j * 4 + 0] * (t[j][0] - t[j][2]);
			m[j * 4 + 1] += s[c * 16 + j * 4 + 1] * (t[j][1] + t[j][2]);
			m[j * 4 + 2] += s[c * 16 + j * 4 + 2] * (t[j][2] - t[j][1]);
			m[j * 4 + 3] += s[c * 16 + j * 4 + 3] * (t[j][1] - t[j][3]);
		}
	}
	for (int i = 0; i < 2; i++) {
		float p[4];
		for (int j = 0; j < 4; j++)
			p[j] = i ? m[j * 4 + 1] - m[j * 4 + 2] - m[j * 4 + 3] : m[j * 4] + m[j * 4 + 1] + m[j * 4 + 2];
		out[y * w + x + i] = p[0] + p[1] + p[2];
		out[(y + 1) * w + x + i] = p[1] - p[2] - p[3];
	}
}
__global__ void recursive_blur(const float *in, float *out, int w, int h, float a, float b, float c)
{ // a column a thread, down and up again
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float p = in[x], q = p;
	for (int y = 0; y < h; y++) {
		float v = a * in[y * w + x] + b * p + c * q;
		q = p;
		out[y * w + x] = p = v;
	}
	q = p;
	for (int y = h - 1; y >= 0; y--) {
		float v = a * out[y * w + x] + b * p + c * q;
		q = p;
		out[y * w + x] = p = v;
	}
}
__global__ void stereo_match(const unsigned *left, const unsigned *right, byte *out, int w4)
{ // how far 8x8 pixels of the left have moved: 32 tries, a thread four of them, the best by shuffles
	int x = blockIdx.x * 4 + threadIdx.y, y = blockIdx.y * 8, lane = threadIdx.x;
	unsigned best = ~0u;
	unsigned sum[4] = {};
	for (int j = 0; j < 8; j++) {
		const unsigned *l = left + (y + j) * w4 + x * 2, *r = right + (y + j) * w4 + x * 2 + lane;
		unsigned p = l[0], q = l[1], a = r[0], b = r[1], c = r[2];
		for (int k = 0; k < 4; k++)
			sum[k] += __vsadu4(p, __funnelshift_r(a, b, k * 8)) + __vsadu4(q, __funnelshift_r(b, c, k * 8));
	}
	for (int k = 0; k < 4; k++)
		best = min(best, sum[k] << 8 | (lane * 4 + k));
	for (int d = 4; d; d /= 2)
		best = min(best, __shfl_down_sync(~0u, best, d, 8));
	if (!lane)
		out[blockIdx.y * gridDim.x * 4 + x] = best;
}
__global__ void census(const byte *in, u64 *out, int w)
{ // is each of 9x7 around darker than the middle? The picture has a border of 4
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, wide = w + 8;
	const byte *p = in + (y + 4) * wide + x + 4;
	int mid = *p;
	u64 bits = 0;
	for (int j = -3; j <= 3; j++)
		for (int i = -4; i <= 4; i++)
			if (i || j)
				bits = bits << 1 | (p[j * wide + i] < mid);
	out[y * w + x] = bits;
}
__global__ void census_match(const u64 *left, const u64 *right, byte *out, int w)
{ // a row a block: 64 distances, from shared memory
	__shared__ u64 s[512 + 64];
	int x = threadIdx.x;
	for (int i = x; i < w + 64; i += blockDim.x)
		s[i] = i >= 64 ? right[blockIdx.x * w + i - 64] : 0;
	__syncthreads();
	u64 v = left[blockIdx.x * w + x];
	int best = 1 << 20;
	for (int d = 0; d < 64; d++)
		best = min(best, __popcll(v ^ s[x + 64 - d]) << 8 | d);
	out[blockIdx.x * w + x] = best;
}

// ---- grids
#define R 4
__constant__ float wave[R + 1] = { -2.84722f * 3, 1.6f, -0.2f, 0.025396f, -0.001785f };
__global__ void wave3_plain(const float *now, const float *before, float *next, int n)
{ // n^3 with a border of 4 on all sides
	int x = blockIdx.x * 32 + threadIdx.x + R, y = blockIdx.y * 8 + threadIdx.y + R, z = blockIdx.z + R;
	int w = n + 2 * R, at = (z * w + y) * w + x;
	float s = wave[0] * now[at];
	for (int k = 1; k <= R; k++)
		s += wave[k] * (now[at - k] + now[at + k] + now[at - k * w] + now[at + k * w] + now[at - k * w * w] +
				       now[at + k * w * w]);
	next[at] = 2 * now[at] - before[at] + 0.1f * s;
}
__global__ void wave3_rolling(const float *now, const float *before, float *next, int n)
{ // a tile walks along z: what lies above and below is in registers, the plane in shared memory
	__shared__ float s[8 + 2 * R][32 + 2 * R];
	int tx = threadIdx.x, ty = threadIdx.y, w = n + 2 * R, plane = w * w;
	int at = (blockIdx.y * 8 + ty + R) * w + blockIdx.x * 32 + tx + R;
	float a[2 * R + 1];
	for (int k = 0; k < 2 * R; k++)
		a[k + 1] = now[at + k * plane];
	for (int z = R; z < n + R; z++) {
#pragma unroll
		for (int k = 0; k < 2 * R; k++)
			a[k] = a[k + 1];
		a[2 * R] = now[at + (z + R) * plane];
		const float *p = now + z * plane + blockIdx.y * 8 * w + blockIdx.x * 32;
		for (int i = ty * 32 + tx; i < (8 + 2 * R) * (32 + 2 * R); i += 256)
			s[i / (32 + 2 * R)][i % (32 + 2 * R)] = p[i / (32 + 2 * R) * w + i % (32 + 2 * R)];
		__syncthreads();
		float sum = wave[0] * a[R];
#pragma unroll
		for (int k = 1; k <= R; k++)
			sum += wave[k] * (s[ty + R][tx + R - k] + s[ty + R][tx + R + k] + s[ty + R - k][tx + R] +
						 s[ty + R + k][tx + R] + a[R - k] + a[R + k]);
		next[at + z * plane] = 2 * a[R] - before[at + z * plane] + 0.1f * sum;
		__syncthreads();
	}
}
__constant__ int way[19][3];
__global__ void lattice_d3q19(const float *in, float *out, int n, float rate)
{ // flow on a lattice of 19 directions: each cell fetches what comes to it and lets it collide
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z, all = n * n * n;
	float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
	for (int k = 0; k < 19; k++) {
		int p = (x - way[k][0] + n) % n, q = (y - way[k][1] + n) % n, r = (z - way[k][2] + n) % n;
		f[k] = in[k * all + (r * n + q) * n + p];
		rho += f[k];
		ux += f[k] * way[k][0];
		uy += f[k] * way[k][1];
		uz += f[k] * way[k][2];
	}
	ux /= rho;
	uy /= rho;
	uz /= rho;
	float still = 1 - 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
	for (int k = 0; k < 19; k++) {
		float e = ux * way[k][0] + uy * way[k][1] + uz * way[k][2], part = k == 0 ? 1.0f / 3 : k < 7 ? 1.0f / 18 : 1.0f / 36;
		out[k * all + (z * n + y) * n + x] = f[k] + rate * (part * rho * (still + 3 * e + 4.5f * e * e) - f[k]);
	}
}
__device__ float at_or_zero(const float *u, int x, int y, int n)
{
	return x < 0 || y < 0 || x >= n || y >= n ? 0 : u[y * n + x];
}
__device__ float left_over(const float *u, const float *f, int x, int y, int n)
{
	return f[y * n + x] - 4 * u[y * n + x] + at_or_zero(u, x - 1, y, n) + at_or_zero(u, x + 1, y, n) +
		at_or_zero(u, x, y - 1, n) + at_or_zero(u, x, y + 1, n);
}
__global__ void level_start(const float *f, float *u, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n * n)
		u[i] = 0.2f * f[i];
}
__global__ void level_smooth(const float *u, const float *f, float *out, int n)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	out[y * n + x] = u[y * n + x] + 0.2f * left_over(u, f, x, y, n);
}
__global__ void level_down(const float *u, const float *f, float *coarse, int n)
{
	int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, a = x * 2, b = y * 2;
	coarse[y * (n / 2) + x] = left_over(u, f, a, b, n) + left_over(u, f, a + 1, b, n) + left_over(u, f, a, b + 1, n) +
		left_over(u, f, a + 1, b + 1, n);
}
__global__ void level_up(const float *coarse, float *u, int n)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	u[y * n + x] += coarse[y / 2 * (n / 2) + x / 2];
}
__global__ void level_last(const float *f, float *u)
{ // 8x8 unknowns, one block
	__shared__ float s[64];
	int t = threadIdx.x;
	s[t] = 0;
	__syncthreads();
	for (int k = 0; k < 40; k++) {
		float v = s[t] + 0.2f * left_over(s, f, t % 8, t / 8, 8);
		__syncthreads();
		s[t] = v;
		__syncthreads();
	}
	u[t] = s[t];
}


void rows()
{
	const int M = 1 << 20, N = 96, W = N + 2 * R, L = 48;
	std::vector<unsigned> w = words(2 * M);
	std::vector<byte> pic(M), noise(2 * M);
	std::vector<short> freq(M);
	std::vector<short2> map(M);
	std::vector<float> f = fractions(w), field(W * W * W), tone(256), place(49), flow(19 * L * L * L), u(256), g(9 * 16);
	for (int i = 0; i < M; i++) {
		int x = i % 1024, y = i / 1024;
		pic[i] = (x * 3 + y * 5 & 127) + (w[i] & 31);
		freq[i] = i % 64 ? (int)(w[i] % 128 - 64) / (i % 64) : w[i] % 1024;
		map[i] = make_short2(min(max(x * 30 + y + (int)(w[y] & 63), 0), 1022 * 32),
			min(max(y * 30 + x / 2 + 9, 0), 1022 * 32));
	}
	for (int i = 0; i < 2 * M; i++)
		noise[i] = w[i];
	for (int i = 0; i < W * W * W; i++)
		field[i] = f[i % (2 * M)];
	for (int i = 0; i < 256; i++)
		tone[i] = std::exp(-i * i / 800.0f);
	for (int i = 0; i < 49; i++)
		place[i] = std::exp(-((i % 7 - 3) * (i % 7 - 3) + (i / 7 - 3) * (i / 7 - 3)) / 8.0f);
	int cosine[64], ways[19][3] = {}, k = 1;
	for (int i = 0; i < 64; i++)
		cosine[i] = std::lround(2048 * std::cos((i % 8 + 0.5) * (i / 8) * 3.14159265358979 / 8) * (i < 8 ? 0.35355339 : 0.5));
	for (int far = 1; far <= 2; far++)
		for (int i = 0; i < 27; i++) {
			int a = i % 3 - 1, b = i / 3 % 3 - 1, c = i / 9 - 1;
			if (abs(a) + abs(b) + abs(c) == far)
				ways[k][0] = a, ways[k][1] = b, ways[k++][2] = c;
		}
	for (size_t i = 0; i < flow.size(); i++)
		flow[i] = (i < L * L * L ? 1.0f / 3 : i < 7 * L * L * L ? 1.0f / 18 : 1.0f / 36) * (1 + 0.1f * f[i % (2 * M)]);
	for (int c = 0; c < 16; c++) { // weights of 3x3, transformed on both sides
		float t[4][3];
		for (int i = 0; i < 9; i++)
			g[c * 9 + i] = f[c * 9 + i] - 0.5f;
		const float *q = &g[c * 9];
		for (int i = 0; i < 3; i++)
			t[0][i] = q[i], t[1][i] = (q[i] + q[3 + i] + q[6 + i]) / 2, t[2][i] = (q[i] - q[3 + i] + q[6 + i]) / 2, t[3][i] = q[6 + i];
		for (int j = 0; j < 4; j++) {
			float *o = &u[c * 16 + j * 4];
			o[0] = t[j][0], o[1] = (t[j][0] + t[j][1] + t[j][2]) / 2, o[2] = (t[j][0] - t[j][1] + t[j][2]) / 2, o[3] = t[j][2];
		}
	}
	CHECK(cudaMemcpyToSymbol(tone_weight, tone.data(), 1024));
	CHECK(cudaMemcpyToSymbol(place_weight, place.data(), 196));
	CHECK(cudaMemcpyToSymbol(cosines, cosine, sizeof cosine));
	CHECK(cudaMemcpyToSymbol(way, ways, sizeof ways));
	byte *p = upload(pic), *o = dev<byte>(2 * M), *nz = upload(noise);
	short *fr = upload(freq);
	short2 *mp = upload(map);
	int *sums = dev<int>(M);
	float *x = upload(f), *fo = dev<float>(M), *wv = upload(field), *wn = dev<float>(W * W * W), *ud = upload(u);
	float *fl = upload(flow), *fl2 = dev<float>(flow.size());
	u64 *cen = dev<u64>(512 * 256), *cen2 = dev<u64>(512 * 256);
	uchar4 *mips = dev<uchar4>(512 * 512 * 2), *seen = dev<uchar4>(512 * 512);
	dim3 b16(16, 16), b8(32, 8);
	typedef const std::vector<byte> &B;
	job<byte>(
		"dilate.van_herk", [&] { dilate_van_herk<<<1024, 128>>>(nz, o, 1024); }, o, M, [&](B v) {
			bool ok = true;
			for (int i = 512 * 1024; i < 516 * 1024; i++) {
				int m = 0;
				for (int d = -15; d <= 15; d++)
					m = max(m, i % 1024 + d < 0 || i % 1024 + d > 1023 ? 0 : (int)noise[i + d]);
				ok &= m == v[i];
			}
			return ok;
		});
	job<byte>(
		"dilate.packed", [&] { dilate_packed<<<dim3(8, 128), b8>>>((unsigned *)nz, (unsigned *)o, 256, 1024); }, o, M, [&](B v) {
			bool ok = true;
			for (int i = 0; i < M; i += 3) {
				int m = 0, cx = i % 1024, cy = i / 1024;
				for (int d = 0; d < 9; d++)
					m = max(m, (int)noise[min(max(cy + d / 3 - 1, 0), 1023) * 1024 + min(max(cx + d % 3 - 1, 0), 1023)]);
				ok &= m == v[i];
			}
			return ok;
		});
	auto area = [&] {
		area_rows<<<128, 256>>>(p, sums, 1024);
		area_columns<<<16, 64>>>(sums, 1024, 1024);
	};
	job<int>("area.sums", area, sums, M, [&](const std::vector<int> &v) {
		u64 all = 0;
		for (byte b : pic)
			all += b;
		return (u64)v[M - 1] == all && v[0] == pic[0] && v[1025] == pic[0] + pic[1] + pic[1024] + pic[1025];
	});
	area();
	job<byte>(
		"area.mean", [&] { area_mean<<<dim3(32, 128), b8>>>(sums, o, 1024, 1024, 15); }, o, M, [&](B v) {
			int s = 0, at = 300 * 1024 + 7, t = 0;
			for (int j = -15; j <= 15; j++)
				for (int i = -7; i <= 15; i++)
					s += pic[at + j * 1024 + i], t++;
			return v[at] == s / t;
		});
	job<byte>("smooth.bilateral_tables", [&] { bilateral_table<<<dim3(32, 16), b16>>>(p, o, 512, 256); }, o, 512 * 256);
	job<byte>("picture.inverse_dct", [&] { inverse_dct<<<2048, 64>>>(fr, o); }, o, M, [&](B v) {
		bool ok = true;
		for (int i = 64; i < 128; i++) {
			double s = 128;
			for (int c = 0; c < 64; c++)
				s += freq[64 + c] * (cosine[c % 8 * 8 + i % 8] / 2048.0) * (cosine[c / 8 * 8 + i / 8 % 8] / 2048.0);
			ok &= std::fabs(std::min(std::max(s, 0.0), 255.0) - v[i]) < 4;
		}
		return ok;
	});
	job<byte>("edge.thin", [&] { edge_thin<<<dim3(32, 64), dim3(32, 16)>>>(p, o, 1024, 1024); }, o, M);
	auto chain = [&] {
		uchar4 *m = mips;
		for (int s = 256; s >= 16; s /= 2) {
			halve<<<dim3((s + 31) / 32, (s + 7) / 8), b8>>>(m, m + s * s * 4, s);
			m += s * s * 4;
		}
	};
	CHECK(cudaMemcpy(mips, pic.data(), M, cudaMemcpyHostToDevice));
	job<byte>("mips.chain", chain, (byte *)mips, 512 * 512 * 4 + 256 * 256 * 4, [&](B v) {
		return v[M] == (pic[0] + pic[4] + pic[2048] + pic[2052] + 2) / 4;
	});
	chain();
	job<byte>("mips.floor", [&] { floor_sampled<<<dim3(16, 32), b8>>>(mips, seen, 512, 256); }, (byte *)seen, 512 * 256 * 4);
	job<byte>("lens.remap", [&] { lens_remap<<<dim3(32, 128), b8>>>(p, mp, o, 1024); }, o, M);
	job<float>(
		"convolve.winograd", [&] { winograd<<<dim3(8, 16), dim3(16, 8)>>>(x, ud, fo, 256, 16); }, fo, 65536,
		[&](const std::vector<float> &v) {
			bool ok = true;
			for (int i = 5; i < 65536; i += 97) {
				double s = 0;
				for (int c = 0; c < 16; c++)
					for (int d = 0; d < 9; d++)
						s += g[c * 9 + d] * f[(c * 258 + i / 256 + d / 3) * 258 + i % 256 + d % 3];
				ok &= near(v[i], s, 1e-3);
			}
			return ok;
		});
	job<float>("blur.recursive", [&] { recursive_blur<<<16, 64>>>(x, fo, 1024, 512, 0.2f, 0.9f, -0.1f); }, fo, M / 2);
	job<byte>("stereo.match", [&] { stereo_match<<<dim3(16, 60), dim3(8, 4)>>>((unsigned *)nz, (unsigned *)nz + 3, o, 144); }, o, 3840);
	job<u64>("stereo.census", [&] { census<<<dim3(16, 32), b8>>>(nz, cen, 512); }, cen, 512 * 256);
	census<<<dim3(16, 32), b8>>>(nz, cen, 512);
	census<<<dim3(16, 32), b8>>>(nz + 5, cen2, 512);
	job<byte>("stereo.census_match", [&] { census_match<<<256, 512>>>(cen2, cen, o, 512); }, o, 512 * 256);
	typedef const std::vector<float> &F;
	auto moved = [&](F v) {
		bool ok = true;
		const float c[5] = { -2.84722f * 3, 1.6f, -0.2f, 0.025396f, -0.001785f };
		for (int i = 0; i < N; i += 5) {
			int at = ((i + R) * W + 95 - i + R) * W + i + R;
			double s = c[0] * field[at];
			for (int d = 1; d <= 4; d++)
				s += c[d] * (field[at - d] + field[at + d] + field[at - d * W] + field[at + d * W] + field[at - d * W * W] +
						    field[at + d * W * W]);
			ok &= near(v[at], 2 * field[at] - 0.5 * field[at] + 0.1 * s);
		}
		return ok;
	};
	std::vector<float> half(field);
	for (float &v : half)
		v *= 0.5f;
	float *wb = upload(half);
	job<float>("wave3.plain", [&] { wave3_plain<<<dim3(3, 12, N), b8>>>(wv, wb, wn, N); }, wn, W * W * W, moved);
	job<float>("wave3.rolling", [&] { wave3_rolling<<<dim3(3, 12), b8>>>(wv, wb, wn, N); }, wn, W * W * W, moved);
	job<float>("flow.d3q19", [&] { lattice_d3q19<<<dim3(1, L, L), L>>>(fl, fl2, L, 1.2f); }, fl2, flow.size(), [&](F v) {
		double a = 0, b = 0;
		for (size_t i = 0; i < v.size(); i++)
			a += flow[i], b += v[i];
		return near(a / 1000, b / 1000);
	});
	float *lu[6], *lv[6], *lf[6];
	for (int l = 0; l < 6; l++) {
		lu[l] = dev<float>(65536 >> 2 * l);
		lv[l] = dev<float>(65536 >> 2 * l);
		lf[l] = l ? dev<float>(65536 >> 2 * l) : x;
	}
	job<float>(
		"multigrid.cycle",
		[&] {
			for (int l = 0, n = 256; l < 5; l++, n /= 2) {
				level_start<<<n * n / 256, 256>>>(lf[l], lu[l], n);
				level_smooth<<<dim3(n / 16, n / 16), b16>>>(lu[l], lf[l], lv[l], n);
				level_down<<<dim3(n / 16, n / 16), dim3(8, 8)>>>(lv[l], lf[l], lf[l + 1], n);
			}
			level_last<<<1, 64>>>(lf[5], lu[5]);
			for (int l = 4, n = 16; l >= 0; l--, n *= 2) {
				level_up<<<dim3(n / 16, n / 16), b16>>>(lu[l + 1], lv[l], n);
				level_smooth<<<dim3(n / 16, n / 16), b16>>>(lv[l], lf[l], lu[l], n);
			}
		},
		lu[0], 65536, [&](F v) { return near(v[128 * 257], 2434, 0.35); // a plate under an even load of 0.5
		});
}
