/* blind8c: an eighth set of kernels that nobody had modelled when they were written. Pictures: thresholds, blending,
 * dithering, lines and corners, templates, colours by tables. */
#include "blind7.h"

__global__ void tone_counts(const uchar4 *in, unsigned *count, int n4)
{
	__shared__ unsigned s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		uchar4 p = in[i];
		atomicAdd(&s[p.x], 1);
		atomicAdd(&s[p.y], 1);
		atomicAdd(&s[p.z], 1);
		atomicAdd(&s[p.w], 1);
	}
	__syncthreads();
	atomicAdd(&count[threadIdx.x], s[threadIdx.x]);
}
__global__ void otsu_level(const unsigned *count, int *level)
{ // which threshold parts the tones best
	__shared__ double s[256], m[256];
	__shared__ int at[256];
	int t = threadIdx.x;
	s[t] = count[t];
	m[t] = (double)count[t] * t;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		double a = t >= d ? s[t - d] : 0, b = t >= d ? m[t - d] : 0;
		__syncthreads();
		s[t] += a;
		m[t] += b;
		__syncthreads();
	}
	double all = s[255], sum = m[255], v = 0;
	if (s[t] > 0 && s[t] < all) {
		double e = m[t] * all - sum * s[t];
		v = e * e / (s[t] * (all - s[t]));
	}
	__syncthreads();
	s[t] = v;
	at[t] = t;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d && s[t + d] > s[t]) {
			s[t] = s[t + d];
			at[t] = at[t + d];
		}
		__syncthreads();
	}
	if (t == 0)
		*level = at[0];
}
__global__ void threshold(const uchar4 *in, uchar4 *out, const int *level)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = *level;
	uchar4 p = in[i];
	out[i] = make_uchar4(p.x > l ? 255 : 0, p.y > l ? 255 : 0, p.z > l ? 255 : 0, p.w > l ? 255 : 0);
}
__global__ void blend_bytes(const byte *front, const byte *back, byte *out, int n)
{ // a channel a thread; the front's fourth channel says how much it hides
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (front[i] * front[i | 3] + back[i] * (255 - front[i | 3]) + 127) / 255;
}
__global__ void blend_pixels(const uchar4 *front, const uchar4 *back, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 f = front[i], b = back[i];
	int a = f.w, r = 255 - a;
	out[i] = make_uchar4((f.x * a + b.x * r + 127) / 255, (f.y * a + b.y * r + 127) / 255, (f.z * a + b.z * r + 127) / 255,
		(f.w * a + b.w * r + 127) / 255);
}
__host__ __device__ byte cut(int v)
{
	return v < 0 ? 0 : v > 255 ? 255 : v;
}
__host__ __device__ unsigned colour(int y, int u, int v)
{
	int c = 298 * (y - 16) + 128, d = u - 128, e = v - 128;
	return cut((c + 409 * e) >> 8) | cut((c - 100 * d - 208 * e) >> 8) << 8 | cut((c + 516 * d) >> 8) << 16 | 255u << 24;
}
__global__ void nv12_pixel(const byte *luma, const byte *chroma, unsigned *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	const byte *c = chroma + y / 2 * w + (x & ~1);
	out[y * w + x] = colour(luma[y * w + x], c[0], c[1]);
}
__global__ void nv12_quad(const uchar2 *luma, const uchar2 *chroma, uint2 *out, int w2, int h)
{ // 2x2 pixels, which have one colour, a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
	if (x >= w2 || y >= h)
		return;
	uchar2 c = chroma[y / 2 * w2 + x], a = luma[y * w2 + x], b = luma[(y + 1) * w2 + x];
	out[y * w2 + x] = make_uint2(colour(a.x, c.x, c.y), colour(a.y, c.x, c.y));
	out[(y + 1) * w2 + x] = make_uint2(colour(b.x, c.x, c.y), colour(b.y, c.x, c.y));
}
__constant__ byte bayer8[64];
__global__ void dither_ordered(const byte *in, unsigned *out, int w)
{ // a bit a pixel
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	unsigned m = __ballot_sync(~0u, in[y * w + x] > bayer8[(y & 7) * 8 + (x & 7)] * 4 + 1);
	if (threadIdx.x % 32 == 0)
		out[(y * w + x) / 32] = m;
}
__global__ void dither_diffused(const byte *in, byte *out, int w, int h)
{ // Floyd and Steinberg: a row a thread, each two pixels behind the row above; in sixteenths
	__shared__ int err[129][4];
	int y = threadIdx.x, ahead = 0;
	in += blockIdx.x * w * h;
	out += blockIdx.x * w * h;
	for (int i = y; i < 129 * 4; i += h)
		err[i / 4][i % 4] = 0;
	__syncthreads();
	for (int s = 0; s < w + 2 * h; s++) {
		int x = s - 2 * y;
		if (x >= 0 && x < w) {
			int v = in[y * w + x] + ((ahead + err[y][x & 3]) >> 4), o = v < 128 ? 0 : 255, e = v - o;
			out[y * w + x] = o;
			ahead = 7 * e;
			err[y + 1][x + 1 & 3] = e;
			err[y + 1][x & 3] += 5 * e;
			err[y + 1][x - 1 & 3] += 3 * e;
		}
		__syncthreads();
	}
}
const int ANGLES = 180, RHOS = 1024;
__constant__ int2 along[ANGLES];
__global__ void hough_pixels(const byte *edge, int *votes, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (!edge[y * w + x])
		return;
	for (int a = 0; a < ANGLES; a++)
		atomicAdd(&votes[a * RHOS + ((x * along[a].x + y * along[a].y) >> 10) + RHOS / 2], 1);
}
__global__ void hough_angles(const ushort2 *point, int n, int *votes)
{ // an angle a block, its votes in shared memory
	__shared__ int s[RHOS];
	for (int i = threadIdx.x; i < RHOS; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	int2 d = along[blockIdx.x];
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		ushort2 p = point[i];
		atomicAdd(&s[((p.x * d.x + p.y * d.y) >> 10) + RHOS / 2], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < RHOS; i += blockDim.x)
		votes[blockIdx.x * RHOS + i] = s[i];
}
__global__ void slopes(const float *in, float *xx, float *xy, float *yy, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	float gx = 0, gy = 0;
	if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
		gx = in[i + 1] - in[i - 1];
		gy = in[i + w] - in[i - w];
	}
	xx[i] = gx * gx;
	xy[i] = gx * gy;
	yy[i] = gy * gy;
}
__global__ void corners_sum(const float *xx, const float *xy, const float *yy, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float a = 0, b = 0, c = 0;
	for (int j = max(y - 2, 0); j <= min(y + 2, h - 1); j++)
		for (int i = max(x - 2, 0); i <= min(x + 2, w - 1); i++) {
			a += xx[j * w + i];
			b += xy[j * w + i];
			c += yy[j * w + i];
		}
	out[y * w + x] = a * c - b * b - 0.05f * (a + c) * (a + c);
}
__global__ void corners_tile(const float *in, float *out, int w, int h)
{
	__shared__ float s[14][38], g[3][12][36];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 14 * 38; i += 256) {
		int x = min(max(x0 + i % 38 - 3, 0), w - 1), y = min(max(y0 + i / 38 - 3, 0), h - 1);
		s[i / 38][i % 38] = in[y * w + x];
	}
	__syncthreads();
	for (int i = t; i < 12 * 36; i += 256) {
		int a = i % 36, b = i / 36, x = x0 + a - 2, y = y0 + b - 2;
		bool inside = x > 0 && x < w - 1 && y > 0 && y < h - 1;
		float gx = inside ? s[b + 1][a + 2] - s[b + 1][a] : 0, gy = inside ? s[b + 2][a + 1] - s[b][a + 1] : 0;
		g[0][b][a] = gx * gx;
		g[1][b][a] = gx * gy;
		g[2][b][a] = gy * gy;
	}
	__syncthreads();
	float a = 0, b = 0, c = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++) {
			a += g[0][threadIdx.y + j][threadIdx.x + i];
			b += g[1][threadIdx.y + j][threadIdx.x + i];
			c += g[2][threadIdx.y + j][threadIdx.x + i];
		}
	out[(y0 + threadIdx.y) * w + x0 + threadIdx.x] = a * c - b * b - 0.05f * (a + c) * (a + c);
}
__global__ void template_bytes(const byte *in, const byte *piece, int *out, int w)
{ // how far each place is from a piece of 16x16
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	for (int j = 0; j < 16; j++)
		for (int i = 0; i < 16; i++)
			s += abs(in[(y + j) * w + x + i] - piece[j * 16 + i]);
	out[y * (w - 16) + x] = s;
}
__global__ void template_words(const unsigned *in, const unsigned *piece, int *out, int w4)
{ // four pixels at once; the piece and the rows in shared memory
	__shared__ unsigned s[23][21], p[64];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 64 + tx, y = blockIdx.y * 8;
	if (t < 64)
		p[t] = piece[t];
	for (int i = t; i < 23 * 20; i += 512)
		s[i / 20][i % 20] = in[(y + i / 20) * w4 + blockIdx.x * 16 + i % 20];
	if (t < 23)
		s[t][20] = 0;
	__syncthreads();
	int sum = 0, shift = tx % 4 * 8;
	for (int j = 0; j < 16; j++) {
		unsigned a = s[ty + j][tx / 4];
		for (int i = 0; i < 4; i++) {
			unsigned b = s[ty + j][tx / 4 + i + 1];
			sum += __vsadu4(__funnelshift_r(a, b, shift), p[j * 4 + i]);
			a = b;
		}
	}
	out[(y + ty) * (w4 * 4 - 16) + blockIdx.x * 64 + tx] = sum;
}
__global__ void mosaic_pixel(const unsigned short *raw, ushort4 *out, int w, int h)
{ // a camera's pixels (red, green / green, blue) to colours
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= w - 1 || y >= h - 1)
		return;
	const unsigned short *p = raw + y * w + x;
	int mid = p[0], beside = (p[-1] + p[1]) / 2, over = (p[-w] + p[w]) / 2, r, g, b;
	if ((x & 1) == (y & 1)) {
		int corners = (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]) / 4;
		g = (beside + over) / 2;
		r = x & 1 ? corners : mid;
		b = x & 1 ? mid : corners;
	} else {
		g = mid;
		r = y & 1 ? over : beside;
		b = y & 1 ? beside : over;
	}
	out[y * w + x] = make_ushort4(r, g, b, 65535);
}
__constant__ byte tone_constant[256];
__global__ void tones_by_constant(const uchar4 *in, uchar4 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	uchar4 p = in[i];
	out[i] = make_uchar4(tone_constant[p.x], tone_constant[p.y], tone_constant[p.z], p.w);
}
__global__ void tones_by_memory(const uchar4 *in, uchar4 *out, const byte *table)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	uchar4 p = in[i];
	out[i] = make_uchar4(__ldg(table + p.x), __ldg(table + p.y), __ldg(table + p.z), p.w);
}
__global__ void tones_by_shared(const uchar4 *in, uchar4 *out, const byte *table, int n)
{
	__shared__ byte s[256];
	if (threadIdx.x < 256)
		s[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uchar4 p = in[i];
		out[i] = make_uchar4(s[p.x], s[p.y], s[p.z], p.w);
	}
}
__device__ float4 mix(float4 a, float4 b, float t)
{
	return make_float4(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, 1);
}
const int CUBE = 17;
__global__ void cube_eight(const uchar4 *in, uchar4 *out, const float4 *cube, int n)
{ // a colour's place in a cube of 17x17x17 colours, between eight of them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = in[i];
	float r = p.x / 16.0f, g = p.y / 16.0f, b = p.z / 16.0f;
	int x = (int)r, y = (int)g, z = (int)b;
	const float4 *c = cube + (z * CUBE + y) * CUBE + x;
	float4 a0 = mix(c[0], c[1], r - x), a1 = mix(c[CUBE], c[CUBE + 1], r - x);
	c += CUBE * CUBE;
	float4 b0 = mix(c[0], c[1], r - x), b1 = mix(c[CUBE], c[CUBE + 1], r - x);
	float4 v = mix(mix(a0, a1, g - y), mix(b0, b1, g - y), b - z);
	out[i] = make_uchar4(v.x * 255, v.y * 255, v.z * 255, p.w);
}
__global__ void cube_four(const uchar4 *in, uchar4 *out, const float4 *cube, int n)
{ // between four of them: from the low corner to the high one along the axes in order of what remains
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = in[i];
	float r = p.x / 16.0f, g = p.y / 16.0f, b = p.z / 16.0f;
	int x = (int)r, y = (int)g, z = (int)b, at = (z * CUBE + y) * CUBE + x, s1, s2;
	float fx = r - x, fy = g - y, fz = b - z, big, mid, low;
	const int X = 1, Y = CUBE, Z = CUBE * CUBE;
	if (fx >= fy && fy >= fz)
		s1 = X, s2 = X + Y, big = fx, mid = fy, low = fz;
	else if (fx >= fz && fz >= fy)
		s1 = X, s2 = X + Z, big = fx, mid = fz, low = fy;
	else if (fz >= fx && fx >= fy)
		s1 = Z, s2 = X + Z, big = fz, mid = fx, low = fy;
	else if (fy >= fx && fx >= fz)
		s1 = Y, s2 = X + Y, big = fy, mid = fx, low = fz;
	else if (fy >= fz && fz >= fx)
		s1 = Y, s2 = Y + Z, big = fy, mid = fz, low = fx;
	else
		s1 = Z, s2 = Y + Z, big = fz, mid = fy, low = fx;
	float4 a = cube[at], c = cube[at + s1], d = cube[at + s2], e = cube[at + X + Y + Z];
	float wa = 1 - big, wc = big - mid, wd = mid - low;
	out[i] = make_uchar4((a.x * wa + c.x * wc + d.x * wd + e.x * low) * 255, (a.y * wa + c.y * wc + d.y * wd + e.y * low) * 255,
		(a.z * wa + c.z * wc + d.z * wd + e.z * low) * 255, p.w);
}

void rows()
{
	const int W = 1024, H = 768, M = W * H;
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	std::vector<byte> pic(4 * M), other(4 * M), r(4 * M);
	for (int i = 0; i < 4 * M; i++) {
		pic[i] = (i % W / 5 * 3 + i / W & 127) + (w[i >> 2] >> (i & 3) * 8 & 127);
		other[i] = w[i >> 1] >> (i & 1) * 8;
	}
	byte *p = upload(pic), *q = upload(other), *o = dev<byte>(8 * M);
	unsigned *cnt = dev<unsigned>(256);
	int *io = (int *)o, *level = dev<int>(1), at = 0;
	float *x = upload(f), *fo = (float *)o;
	double s[256] = {}, m[256] = {}, best = 0;
	for (int i = 0; i < M; i++)
		s[pic[i]]++;
	for (int i = 0; i < 256; i++) {
		m[i] = s[i] * i + (i ? m[i - 1] : 0);
		s[i] += i ? s[i - 1] : 0;
	}
	for (int i = 0; i < 255; i++) {
		double e = m[i] * M - m[255] * s[i], v = s[i] ? e * e / (s[i] * (M - s[i])) : 0;
		if (v > best)
			best = v, at = i;
	}
	for (int i = 0; i < M; i++)
		r[i] = pic[i] > at ? 255 : 0;
	r.resize(M);
	dim3 b32(32, 8);
	job<byte>(
		"otsu.three_launches",
		[&] {
			tone_counts<<<132, 256>>>((uchar4 *)p, cnt, M / 4);
			otsu_level<<<1, 256>>>(cnt, level);
			threshold<<<M / 1024, 256>>>((uchar4 *)p, (uchar4 *)o, level);
		},
		o, M, same(r), [&] { CHECK(cudaMemset(cnt, 0, 1024)); });
	r.resize(4 * M);
	for (int i = 0; i < 4 * M; i++)
		r[i] = (pic[i] * pic[i | 3] + other[i] * (255 - pic[i | 3]) + 127) / 255;
	job<byte>("blend.channel_a_thread", [&] { blend_bytes<<<4 * M / 512, 512>>>(p, q, o, 4 * M); }, o, 4 * M, same(r));
	job<byte>("blend.pixel_a_thread",
		[&] { blend_pixels<<<M / 256, 256>>>((uchar4 *)p, (uchar4 *)q, (uchar4 *)o, M); }, o, 4 * M, same(r));
	std::vector<unsigned> rgb(M);
	for (int i = 0; i < M; i++)
		rgb[i] = colour(pic[i], other[i / W / 2 * W + (i % W & ~1)], other[i / W / 2 * W + (i % W | 1)]);
	job<unsigned>("nv12.pixel_a_thread", [&] { nv12_pixel<<<dim3(W / 32, H / 8), b32>>>(p, q, (unsigned *)o, W, H); },
		(unsigned *)o, M, same(rgb));
	job<unsigned>("nv12.four_a_thread",
		[&] { nv12_quad<<<dim3(W / 64, H / 16), b32>>>((uchar2 *)p, (uchar2 *)q, (uint2 *)o, W / 2, H); }, (unsigned *)o, M,
		same(rgb));
	std::vector<unsigned> dark(M / 32);
	std::vector<byte> bayer(64); // the bits of x ^ y and y by turns, the lowest first
	for (int i = 0; i < 64; i++)
		for (int k = 0, x = i % 8, y = i / 8; k < 3; k++)
			bayer[i] |= ((x ^ y) >> k & 1) << (5 - 2 * k) | (y >> k & 1) << (4 - 2 * k);
	CHECK(cudaMemcpyToSymbol(bayer8, bayer.data(), 64));
	for (int i = 0; i < M; i++)
		dark[i / 32] |= (pic[i] > bayer[i / W % 8 * 8 + i % 8] * 4 + 1) * 1u << i % 32;
	job<unsigned>("dither.ordered_bits", [&] { dither_ordered<<<dim3(W / 128, H), 128>>>(p, (unsigned *)o, W); }, (unsigned *)o,
		M / 32, same(dark));
	const int DW = 256, DH = 128, D = 24;
	std::vector<byte> dots(D * DW * DH);
	for (int k = 0; k < D; k++) {
		std::vector<int> e((DH + 1) * (DW + 2));
		for (int y = 0; y < DH; y++)
			for (int x = 0; x < DW; x++) {
				int i = (k * DH + y) * DW + x, *c = &e[y * (DW + 2) + x + 1], v = pic[i] + (*c >> 4), d = v - (v < 128 ? 0 : 255);
				dots[i] = v < 128 ? 0 : 255;
				c[1] += 7 * d;
				c[DW + 1] += 3 * d;
				c[DW + 2] += 5 * d;
				c[DW + 3] += d;
			}
	}
	job<byte>("dither.diffused_picture_a_block", [&] { dither_diffused<<<D, DH>>>(p, o, DW, DH); }, o, D * DW * DH, same(dots));
	const int E = 512;
	std::vector<int2> dir(ANGLES);
	std::vector<byte> edge(E * E);
	std::vector<ushort2> point;
	std::vector<int> votes(ANGLES * RHOS);
	for (int a = 0; a < ANGLES; a++)
		dir[a] = make_int2(std::lround(700 * std::cos(a * M_PI / 180)), std::lround(700 * std::sin(a * M_PI / 180)));
	for (int i = 0; i < E * E; i++) {
		int x = i % E, y = i / E;
		if ((x + y) % 100 && x - 2 * y != 20 && w[i] % 60)
			continue;
		edge[i] = 1;
		point.push_back(make_ushort2(x, y));
		for (int a = 0; a < ANGLES; a++)
			votes[a * RHOS + ((x * dir[a].x + y * dir[a].y) >> 10) + RHOS / 2]++;
	}
	CHECK(cudaMemcpyToSymbol(along, dir.data(), ANGLES * sizeof(int2)));
	byte *de = upload(edge);
	ushort2 *dp = upload(point);
	job<int>("hough.pixel_a_thread", [&] { hough_pixels<<<dim3(E / 16, E / 16), dim3(16, 16)>>>(de, io, E); }, io, ANGLES * RHOS,
		same(votes), [&] { CHECK(cudaMemset(io, 0, ANGLES * RHOS * 4)); });
	job<int>("hough.angle_a_block", [&] { hough_angles<<<ANGLES, 512>>>(dp, point.size(), io); }, io, ANGLES * RHOS, same(votes));
	float *xx = dev<float>(3 * M), *xy = xx + M, *yy = xy + M;
	std::vector<float> c(M);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			float a = 0, b = 0, d = 0;
			for (int j = std::max(y - 2, 1); j <= std::min(y + 2, H - 2); j++)
				for (int i = std::max(x - 2, 1); i <= std::min(x + 2, W - 2); i++) {
					float gx = f[j * W + i + 1] - f[j * W + i - 1], gy = f[j * W + W + i] - f[j * W - W + i];
					a += gx * gx;
					b += gx * gy;
					d += gy * gy;
				}
			c[y * W + x] = a * d - b * b - 0.05f * (a + d) * (a + d);
		}
	job<float>(
		"corners.two_launches",
		[&] {
			slopes<<<dim3(W / 32, H / 8), b32>>>(x, xx, xy, yy, W, H);
			corners_sum<<<dim3(W / 32, H / 8), b32>>>(xx, xy, yy, fo, W, H);
		},
		fo, M, close_to(c, 1e-3));
	job<float>("corners.tile", [&] { corners_tile<<<dim3(W / 32, H / 8), b32>>>(x, fo, W, H); }, fo, M, close_to(c, 1e-3));
	const int T = 464, TW = T - 16;
	std::vector<int> far(TW * TW);
	for (int i = 0; i < TW * TW; i++)
		for (int k = 0; k < 256; k++)
			far[i] += std::abs(pic[(i / TW + k / 16) * T + i % TW + k % 16] - other[k]);
	job<int>("template.bytes", [&] { template_bytes<<<dim3(TW / 32, TW / 8), b32>>>(p, q, io, T); }, io, TW * TW, same(far));
	job<int>("template.words_shared",
		[&] { template_words<<<dim3(TW / 64, TW / 8), dim3(64, 8)>>>((unsigned *)p, (unsigned *)q, io, T / 4); }, io, TW * TW,
		same(far));
	std::vector<unsigned short> raw(M);
	std::vector<u64> full(M);
	for (int i = 0; i < M; i++)
		raw[i] = w[i] & 4095;
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			const unsigned short *p = &raw[y * W + x];
			u64 side = (p[-1] + p[1]) / 2, over = (p[-W] + p[W]) / 2, k = (p[-W - 1] + p[-W + 1] + p[W - 1] + p[W + 1]) / 4, m = *p;
			u64 r = y % 2 ? (x % 2 ? k : over) : (x % 2 ? side : m), b = y % 2 ? (x % 2 ? m : side) : (x % 2 ? over : k);
			full[y * W + x] = r | (x % 2 == y % 2 ? (side + over) / 2 : m) << 16 | b << 32 | 65535ull << 48;
		}
	unsigned short *draw = upload(raw);
	u64 *col = dev<u64>(M);
	job<u64>("mosaic.pixel_a_thread", [&] { mosaic_pixel<<<dim3(W / 64, H / 4), dim3(64, 4)>>>(draw, (ushort4 *)col, W, H); }, col,
		M, same(full));
	std::vector<byte> bent(256);
	for (int i = 0; i < 256; i++)
		bent[i] = std::lround(255 * std::pow(i / 255.0, 1 / 2.2));
	for (int i = 0; i < 4 * M; i++)
		r[i] = i % 4 < 3 ? bent[pic[i]] : pic[i];
	byte *db = upload(bent);
	uchar4 *p4 = (uchar4 *)p, *o4 = (uchar4 *)o;
	CHECK(cudaMemcpyToSymbol(tone_constant, bent.data(), 256));
	job<byte>("tone_curve.constant", [&] { tones_by_constant<<<M / 192, 192>>>(p4, o4); }, o, 4 * M, same(r));
	job<byte>("tone_curve.memory", [&] { tones_by_memory<<<M / 192, 192>>>(p4, o4, db); }, o, 4 * M, same(r));
	job<byte>("tone_curve.shared", [&] { tones_by_shared<<<264, 1024>>>(p4, o4, db, M); }, o, 4 * M, same(r));
	std::vector<float4> cube(CUBE * CUBE * CUBE); // linear in each channel: both ways give the same
	for (int i = 0; i < cube.size(); i++)
		cube[i] = make_float4((i % 17 + i / 17 % 17 * 0.5f) / 30, i / 17 % 17 / 17.0f, (i / 289 + i % 17) / 40.0f, 1);
	float4 *dc = upload(cube);
	auto graded = [&](const std::vector<byte> &v) {
		for (int i = 0; i < 4 * M; i += 4) {
			float x = pic[i] / 16.0f, y = pic[i + 1] / 16.0f, z = pic[i + 2] / 16.0f;
			if (std::fabs(v[i] - (x + y / 2) * 8.5f) > 1.01f || std::fabs(v[i + 1] - y * 15) > 1.01f ||
				std::fabs(v[i + 2] - (z + x) * 6.375f) > 1.01f)
				return false;
		}
		return true;
	};
	job<byte>("colour_cube.of_eight", [&] { cube_eight<<<M / 256, 256>>>(p4, o4, dc, M); }, o, 4 * M, graded);
	job<byte>("colour_cube.of_four", [&] { cube_four<<<M / 256, 256>>>(p4, o4, dc, M); }, o, 4 * M, graded);
}
