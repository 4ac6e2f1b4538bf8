// blind4d: a fourth set of kernels that nobody had modelled when they were written. Pictures, bodies, cells, chance.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ float mask[49];
__constant__ float coefficients[16];

// ---- convolution with a mask of 7 by 7
template <bool CONSTANT> __global__ void conv_global(const float *in, const float *m, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float v = 0;
	for (int j = -3; j <= 3; j++)
		for (int i = -3; i <= 3; i++)
			if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h)
				v += in[(y + j) * w + x + i] * (CONSTANT ? mask : m)[(j + 3) * 7 + i + 3];
	out[y * w + x] = v;
}
__global__ void conv_tile(const float *in, float *out, int w, int h)
{ // 16 by 16 and a border of three
	__shared__ float s[22][22];
	int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
	for (int k = threadIdx.y * 16 + threadIdx.x; k < 484; k += 256) {
		int x = x0 + k % 22 - 3, y = y0 + k / 22 - 3;
		s[k / 22][k % 22] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
	}
	__syncthreads();
	float v = 0;
#pragma unroll
	for (int j = 0; j < 7; j++)
#pragma unroll
		for (int i = 0; i < 7; i++)
			v += s[threadIdx.y + j][threadIdx.x + i] * mask[j * 7 + i];
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = v;
}
template <bool DOWN> __global__ void conv_line(const float *in, float *out, int w, int h)
{ // one of two passes
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float v = 0;
	for (int k = -3; k <= 3; k++) {
		int p = DOWN ? min(max(y + k, 0), h - 1) * w + x : y * w + min(max(x + k, 0), w - 1);
		v += in[p] * mask[k + 3];
	}
	out[y * w + x] = v;
}
// ---- edges
__global__ void sobel_plain(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	const byte *p = in + y * w + x;
	int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
	int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
	out[y * w + x] = fminf(255, sqrtf(gx * gx + gy * gy));
}
__global__ void sobel_four(const byte *in, byte *out, int w, int h)
{ // four pixels a thread, a word at a time
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 4 || y < 1 || x >= w - 4 || y >= h - 1)
		return;
	int v[3][6];
#pragma unroll
	for (int j = 0; j < 3; j++) {
		const byte *p = in + (y + j - 1) * w + x;
		uchar4 q = *(const uchar4 *)p;
		v[j][0] = p[-1];
		v[j][1] = q.x;
		v[j][2] = q.y;
		v[j][3] = q.z;
		v[j][4] = q.w;
		v[j][5] = p[4];
	}
	byte r[4];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int gx = v[0][k + 2] + 2 * v[1][k + 2] + v[2][k + 2] - v[0][k] - 2 * v[1][k] - v[2][k];
		int gy = v[2][k] + 2 * v[2][k + 1] + v[2][k + 2] - v[0][k] - 2 * v[0][k + 1] - v[0][k + 2];
		r[k] = min(255, abs(gx) + abs(gy));
	}
	*(uchar4 *)&out[y * w + x] = make_uchar4(r[0], r[1], r[2], r[3]);
}
// ---- the mean of 15 by 15
__global__ void box_plain(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0, many = 0;
	if (x >= w || y >= h)
		return;
	for (int j = max(y - 7, 0); j <= min(y + 7, h - 1); j++)
		for (int i = max(x - 7, 0); i <= min(x + 7, w - 1); i++) {
			sum += in[j * w + i];
			many++;
		}
	out[y * w + x] = sum / many;
}
__global__ void box_sliding(const byte *in, short *out, int w, int h)
{ // a column a thread, the window moves down
	int x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (x >= w)
		return;
	for (int y = 0; y < 7; y++)
		sum += in[y * w + x];
	for (int y = 0; y < h; y++) {
		if (y + 7 < h)
			sum += in[(y + 7) * w + x];
		out[y * w + x] = sum;
		if (y >= 7)
			sum -= in[(y - 7) * w + x];
	}
}
// ---- more pictures
__global__ void median5(const byte *in, byte *out, int w, int h)
{ // a table of 25 in local memory, half a selection sort
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
		return;
	byte v[25];
	for (int k = 0; k < 25; k++)
		v[k] = in[(y + k / 5 - 2) * w + x + k % 5 - 2];
	for (int k = 0; k <= 12; k++) {
		int low = k;
		for (int j = k + 1; j < 25; j++)
			if (v[j] < v[low])
				low = j;
		byte swap = v[k];
		v[k] = v[low];
		v[low] = swap;
	}
	out[y * w + x] = v[12];
}
__global__ void enlarge_cubic(const float *in, float *out, int w, int h)
{ // three times as large, 16 neighbours each
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= 3 * w || y >= 3 * h)
		return;
	float fx = x / 3.0f, fy = y / 3.0f, sum = 0;
	int ix = floorf(fx), iy = floorf(fy);
	for (int j = -1; j <= 2; j++)
		for (int i = -1; i <= 2; i++) {
			float a = fabsf(fx - ix - i), b = fabsf(fy - iy - j);
			float p = a < 1 ? (1.5f * a - 2.5f) * a * a + 1 : ((-0.5f * a + 2.5f) * a - 4) * a + 2;
			float q = b < 1 ? (1.5f * b - 2.5f) * b * b + 1 : ((-0.5f * b + 2.5f) * b - 4) * b + 2;
			sum += p * q * in[min(max(iy + j, 0), h - 1) * w + min(max(ix + i, 0), w - 1)];
		}
	out[y * 3 * w + x] = sum;
}
__global__ void dither(const byte *in, byte *out, int w, int rows)
{ // the error goes to the right only: a row a thread
	int y = blockIdx.x * blockDim.x + threadIdx.x, error = 0;
	if (y >= rows)
		return;
	for (int x = 0; x < w; x++) {
		int v = in[y * w + x] + error, on = v > 127;
		out[y * w + x] = on ? 255 : 0;
		error = v - (on ? 255 : 0);
	}
}
__global__ void swirl(const uchar4 *in, uchar4 *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float dx = x - w / 2, dy = y - h / 2, r = sqrtf(dx * dx + dy * dy), s, c;
	sincosf(3 * expf(-r / 150), &s, &c);
	int fx = w / 2 + c * dx - s * dy, fy = h / 2 + s * dx + c * dy;
	out[y * w + x] = in[min(max(fy, 0), h - 1) * w + min(max(fx, 0), w - 1)];
}
// ---- polynomials of degree 15
__global__ void poly_pow(const float *x, const float *c, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = 0;
	for (int k = 0; k < 16; k++)
		v += c[k] * powf(x[i], (float)k);
	y[i] = v;
}
template <bool CONSTANT> __global__ void poly_horner(const float *x, const float *c, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = 0, z = x[i];
	for (int k = 15; k >= 0; k--)
		v = v * z + (CONSTANT ? coefficients[k] : c[k]);
	y[i] = v;
}

// ---- a set of Mandelbrot
__device__ int escape(float cx, float cy, int most)
{
	float x = 0, y = 0;
	int k = 0;
	while (k < most && x * x + y * y < 4) {
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
		k++;
	}
	return k;
}
__global__ void mandel_grid(int *out, int w, int h, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = escape(-2 + 3.0f * x / w, -1 + 2.0f * y / h, most);
}
__global__ void mandel_rows(int *out, int w, int h, int most)
{ // a row a thread
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y < h)
		for (int x = 0; x < w; x++)
			out[y * w + x] = escape(-2 + 3.0f * x / w, -1 + 2.0f * y / h, most);
}
__global__ void mandel_queue(int *out, int *next, int w, int h, int most)
{ // few warps, each takes the next 32 pixels when it is done
	int lane = threadIdx.x % 32, at = 0;
	while (true) {
		if (lane == 0)
			at = atomicAdd(next, 32);
		at = __shfl_sync(~0u, at, 0);
		if (at >= w * h)
			break;
		int i = at + lane;
		out[i] = escape(-2 + 3.0f * (i % w) / w, -1 + 2.0f * (i / w) / h, most);
	}
}
__global__ void julia_double(byte *out, int w, int h, double cx, double cy)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	if (x >= w || y >= h)
		return;
	double a = 3.0 * x / w - 1.5, b = 2.0 * y / h - 1;
	for (; k < 64 && a * a + b * b < 4; k++) {
		double t = a * a - b * b + cx;
		b = 2 * a * b + cy;
		a = t;
	}
	out[y * w + x] = 4 * k;
}
// ---- bodies
struct body {
	float x, y, z, vx, vy, vz, m;
};
__global__ void bodies_plain(const body *p, float3 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float fx = 0, fy = 0, fz = 0;
	for (int j = 0; j < n; j++) {
		if (j == i)
			continue;
		float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
		float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
		fx += p[j].m * dx / (r * r * r);
		fy += p[j].m * dy / (r * r * r);
		fz += p[j].m * dz / (r * r * r);
	}
	force[i] = make_float3(fx, fy, fz);
}
__device__ void pull(float4 a, float4 b, float3 &f)
{
	float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
	r = b.w * r * r * r;
	f.x += dx * r;
	f.y += dy * r;
	f.z += dz * r;
}
__global__ void bodies_float4(const float4 *__restrict__ p, float3 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 a = p[i];
	float3 f = make_float3(0, 0, 0);
#pragma unroll 4
	for (int j = 0; j < n; j++)
		pull(a, p[j], f);
	force[i] = f;
}
__global__ void bodies_tiles(const float4 *p, float3 *force, int n)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 a = p[i];
	float3 f = make_float3(0, 0, 0);
	for (int t = 0; t < n; t += blockDim.x) {
		tile[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < blockDim.x; j++)
			pull(a, tile[j], f);
		__syncthreads();
	}
	force[i] = f;
}
__global__ void bodies_shuffle(const float4 *p, float3 *force, int n)
{ // the other bodies go round in the warp
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	float4 a = p[i];
	float3 f = make_float3(0, 0, 0);
	for (int t = 0; t < n; t += 32) {
		float4 b = p[t + lane], c;
		for (int j = 0; j < 32; j++) {
			c.x = __shfl_sync(~0u, b.x, j);
			c.y = __shfl_sync(~0u, b.y, j);
			c.z = __shfl_sync(~0u, b.z, j);
			c.w = __shfl_sync(~0u, b.w, j);
			pull(a, c, f);
		}
	}
	force[i] = f;
}
// ---- particles in cells
__global__ void deposit_atomic(const float2 *p, float *grid, int n, int w)
{ // a charge goes to four corners
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = p[i].x * (w - 2), y = p[i].y * (w - 2), fx = x - floorf(x), fy = y - floorf(y);
	float *g = grid + (int)y * w + (int)x;
	atomicAdd(g, (1 - fx) * (1 - fy));
	atomicAdd(g + 1, fx * (1 - fy));
	atomicAdd(g + w, (1 - fx) * fy);
	atomicAdd(g + w + 1, fx * fy);
}
__global__ void deposit_cells(const int *first, const float2 *p, float *grid, int cells)
{ // sorted by cell: a warp a cell, uneven
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (c >= cells)
		return;
	float s[4] = { 0, 0, 0, 0 };
	for (int i = first[c] + lane; i < first[c + 1]; i += 32) {
		float fx = p[i].x, fy = p[i].y;
		s[0] += (1 - fx) * (1 - fy);
		s[1] += fx * (1 - fy);
		s[2] += (1 - fx) * fy;
		s[3] += fx * fy;
	}
	for (int k = 0; k < 4; k++) {
		for (int d = 16; d > 0; d /= 2)
			s[k] += __shfl_down_sync(~0u, s[k], d);
		if (lane == 0)
			grid[4 * c + k] = s[k];
	}
}
// ---- the game of life
__global__ void life_plain(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
	if (x >= w || y >= h)
		return;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			if (i || j)
				sum += in[(y + j + h) % h * w + (x + i + w) % w] & 1;
	out[y * w + x] = sum == 3 || (sum == 2 && in[y * w + x] & 1);
}
__global__ void life_tile(const byte *in, byte *out, int w, int h)
{
	__shared__ byte s[18][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
	for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 512)
		s[k / 34][k % 34] = in[(y0 + k / 34 - 1 + h) % h * w + (x0 + k % 34 - 1 + w) % w] & 1;
	__syncthreads();
	int tx = threadIdx.x, ty = threadIdx.y, sum = 0;
#pragma unroll
	for (int j = 0; j < 3; j++)
		sum += s[ty + j][tx] + s[ty + j][tx + 1] + s[ty + j][tx + 2];
	int me = s[ty + 1][tx + 1];
	out[(y0 + ty) * w + x0 + tx] = sum == 3 || (me && sum == 4);
}
__global__ void life_one_block(const byte *in, byte *out, int steps)
{ // a field of 64 by 64 for many steps
	__shared__ byte s[2][64 * 64];
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		s[0][k] = in[k] & 1;
	__syncthreads();
	for (int t = 0; t < steps; t++) {
		const byte *a = s[t & 1];
		for (int k = threadIdx.x; k < 4096; k += blockDim.x) {
			int x = k & 63, up = k - 64 & 4032, here = k & 4032, low = k + 64 & 4032, l = x - 1 & 63,
			    r = x + 1 & 63;
			int sum = a[up + l] + a[up + x] + a[up + r] + a[here + l] + a[here + r] + a[low + l] +
				a[low + x] + a[low + r];
			s[~t & 1][k] = sum == 3 || (sum == 2 && a[k]);
		}
		__syncthreads();
	}
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		out[k] = s[steps & 1][k];
}
// ---- chance
__global__ void pi_points(u64 *hits, int each, int kind)
{ // three generators
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lcg = i * 747796405u + 1, xs = i + 1, mine = 0;
	u64 wide = i * 6364136223846793005ull + 1442695040888963407ull;
	for (int k = 0; k < each; k++) {
		unsigned a, b;
		switch (kind) {
		case 0:
			a = lcg = lcg * 1664525u + 1013904223u;
			b = lcg = lcg * 1664525u + 1013904223u;
			break;
		case 1:
			xs ^= xs << 13;
			xs ^= xs >> 17;
			a = xs ^= xs << 5;
			xs ^= xs << 13;
			xs ^= xs >> 17;
			b = xs ^= xs << 5;
			break;
		default:
			wide = wide * 6364136223846793005ull + 1442695040888963407ull;
			a = wide >> 32;
			b = (unsigned)(wide >> 16);
		}
		float x = (a >> 8) * (1.0f / 16777216), y = (b >> 8) * (1.0f / 16777216);
		mine += x * x + y * y < 1;
	}
	atomicAdd(hits, (u64)mine);
}
__global__ void philox(uint4 *out, int rounds)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, k0 = 1234, k1 = 5678;
	uint4 c = make_uint4(i, 0, 0, 0);
	for (int r = 0; r < rounds; r++) {
		unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
		unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
		c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	out[i] = c;
}
__global__ void polar_normal(float *out, int n)
{ // try again until the point lies in the circle
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = i * 2654435761u + 12345u;
	for (int k = i; k < n; k += gridDim.x * blockDim.x) {
		float a, b, r;
		do {
			s = s * 1664525u + 1013904223u;
			a = (int)s * (1.0f / 2147483648.0f);
			s = s * 1664525u + 1013904223u;
			b = (int)s * (1.0f / 2147483648.0f);
			r = a * a + b * b;
		} while (r >= 1 || r == 0);
		out[k] = a * sqrtf(-2 * logf(r) / r);
	}
}
// ---- rays through a maze
__global__ void maze_rays(const byte *maze, float *depth, int side, int rays)
{ // cell by cell until a wall comes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rays)
		return;
	float a = i * 6.2831853f / rays, dx = cosf(a), dy = sinf(a), px = side * 0.5f + 0.3f, py = side * 0.5f + 0.4f;
	int x = px, y = py, sx = dx > 0 ? 1 : -1, sy = dy > 0 ? 1 : -1;
	float lx = fabsf(1 / dx), ly = fabsf(1 / dy), tx = (sx > 0 ? x + 1 - px : px - x) * lx;
	float ty = (sy > 0 ? y + 1 - py : py - y) * ly, t = 0;
	while (x > 0 && y > 0 && x < side - 1 && y < side - 1 && maze[y * side + x] > 4) {
		if (tx < ty) {
			t = tx;
			tx += lx;
			x += sx;
		} else {
			t = ty;
			ty += ly;
			y += sy;
		}
	}
	depth[i] = t;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<int> cells(4097);
	for (int i = 0; i < 4096; i++)
		cells[i + 1] = cells[i] + (w[i] % 10 ? w[i] % 40 : w[i] % 400);
	CHECK(cudaMemcpyToSymbol(mask, f.data(), sizeof mask));
	CHECK(cudaMemcpyToSymbol(coefficients, f.data(), sizeof coefficients));
	float *x = upload(f), *y = upload(f), *out = dev<float>(4 * M);
	int *first = upload(cells), *io = (int *)out, *zero = dev<int>(M);
	byte *b = (byte *)upload(w), *bo = (byte *)out;
	float4 *p4 = (float4 *)x;
	float3 *f3 = (float3 *)out;
	dim3 b16(16, 16), b8(32, 8), p16(40, 30), p8(20, 60);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };

	row("convolve.global", [&] { conv_global<false><<<dim3(40, 30), b16>>>(x, y, out, 640, 480); });
	row("convolve.constant", [&] { conv_global<true><<<dim3(40, 30), b16>>>(x, y, out, 640, 480); });
	row("convolve.tile", [&] { conv_tile<<<dim3(40, 30), b16>>>(x, out, 640, 480); });
	row("convolve.across", [&] { conv_line<false><<<dim3(20, 60), b8>>>(x, out, 640, 480); });
	row("convolve.down", [&] { conv_line<true><<<dim3(20, 60), b8>>>(x, out, 640, 480); });
	row("sobel.plain", [&] { sobel_plain<<<dim3(80, 60), b16>>>(b, bo, 1280, 960); });
	row("sobel.four", [&] { sobel_four<<<dim3(10, 120), b8>>>(b, bo, 1280, 960); });
	row("box15.plain", [&] { box_plain<<<p8, b8>>>(b, bo, 640, 480); });
	row("box15.sliding", [&] { box_sliding<<<10, 64>>>(b, (short *)out, 640, 480); });
	row("median5", [&] { median5<<<p16, b16>>>(b, bo, 640, 480); });
	row("enlarge_cubic", [&] { enlarge_cubic<<<dim3(30, 90), b8>>>(x, out, 320, 240); });
	row("dither", [&] { dither<<<15, 32>>>(b, bo, 640, 480); });
	row("swirl", [&] { swirl<<<p16, b16>>>((uchar4 *)b, (uchar4 *)out, 640, 480); });
	row("polynomial.pow", [&] { poly_pow<<<1024, 128>>>(x, y, out, M / 8); });
	row("polynomial.horner", [&] { poly_horner<false><<<1024, 128>>>(x, y, out, M / 8); });
	row("polynomial.constant", [&] { poly_horner<true><<<1024, 128>>>(x, y, out, M / 8); });
	row("mandelbrot.16x16", [&] { mandel_grid<<<dim3(24, 16), b16>>>(io, 384, 256, 400); });
	row("mandelbrot.32x8", [&] { mandel_grid<<<dim3(12, 32), b8>>>(io, 384, 256, 400); });
	row("mandelbrot.1024x1", [&] { mandel_grid<<<dim3(1, 256), 1024>>>(io, 384, 256, 400); });
	row("mandelbrot.rows", [&] { mandel_rows<<<8, 32>>>(io, 384, 256, 100); });
	row(
		"mandelbrot.queue", [&] { mandel_queue<<<264, 128>>>(io, zero, 384, 256, 400); }, clear);
	row("julia_double", [&] { julia_double<<<dim3(20, 30), dim3(16, 8)>>>(bo, 320, 240, -0.8, 0.156); });
	row("bodies.plain", [&] { bodies_plain<<<16, 128>>>((body *)x, f3, 2048); });
	row("bodies.float4", [&] { bodies_float4<<<16, 128>>>(p4, f3, 2048); });
	row("bodies.tiles", [&] { bodies_tiles<<<16, 128, 2048>>>(p4, f3, 2048); });
	row("bodies.shuffle", [&] { bodies_shuffle<<<16, 128>>>(p4, f3, 2048); });
	row("bodies.tiles_6144", [&] { bodies_tiles<<<96, 64, 1024>>>(p4, f3, 6144); });
	row(
		"deposit.atomic", [&] { deposit_atomic<<<512, 128>>>((float2 *)x, (float *)zero, M / 16, 256); },
		clear);
	row(
		"deposit.atomic_small_grid",
		[&] { deposit_atomic<<<512, 128>>>((float2 *)x, (float *)zero, M / 16, 16); }, clear);
	row("deposit.cells", [&] { deposit_cells<<<512, 256>>>(first, (float2 *)x, out, 4096); });
	row("life.plain", [&] { life_plain<<<dim3(64, 256), b8>>>(b, bo, 2048, 2048); });
	row("life.tile", [&] { life_tile<<<dim3(64, 128), dim3(32, 16)>>>(b, bo, 2048, 2048); });
	row("life.one_block", [&] { life_one_block<<<1, 1024>>>(b, bo, 30); });
	row(
		"pi.lcg", [&] { pi_points<<<132, 256>>>((u64 *)zero, 100, 0); }, clear);
	row(
		"pi.xorshift", [&] { pi_points<<<132, 256>>>((u64 *)zero, 100, 1); }, clear);
	row(
		"pi.wide", [&] { pi_points<<<132, 256>>>((u64 *)zero, 100, 2); }, clear);
	row("philox.10", [&] { philox<<<1024, 256>>>((uint4 *)out, 10); });
	row("polar_normal", [&] { polar_normal<<<132, 192>>>(out, M / 4); });
	row("maze_rays", [&] { maze_rays<<<256, 64>>>(b, out, 1000, 16384); });
}
