// blind9a: a ninth set of kernels that nobody had modelled when they were written. Pictures and what one draws.
#include "blind7.h"

__host__ __device__ int at_edge(int v, int n)
{
	return v < 0 ? 0 : v >= n ? n - 1 : v;
}
__global__ void kuwahara_global(const byte *in, byte *out, int w, int h)
{ // the mean of that of four 3x3 corners which varies least
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, best = 1 << 30,
	    mean = 0;
	for (int c = 0; c < 4; c++) {
		int s = 0, q = 0;
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++) {
				int v = in[at_edge(y + j - 2 + c / 2 * 2, h) * w + at_edge(x + i - 2 + c % 2 * 2, w)];
				s += v, q += v * v;
			}
		if (9 * q - s * s < best) {
			best = 9 * q - s * s;
			mean = s / 9;
		}
	}
	out[y * w + x] = mean;
}
__global__ void kuwahara_tile(const byte *in, byte *out, int w, int h)
{
	__shared__ byte s[12][36];
	int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 8 - 2;
	for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * 36; i += 256)
		s[i / 36][i % 36] = in[at_edge(y0 + i / 36, h) * w + at_edge(x0 + i % 36, w)];
	__syncthreads();
	int best = 1 << 30, mean = 0;
#pragma unroll
	for (int c = 0; c < 4; c++) {
		int a = 0, q = 0;
#pragma unroll
		for (int k = 0; k < 9; k++) {
			int v = s[threadIdx.y + k / 3 + c / 2 * 2][threadIdx.x + k % 3 + c % 2 * 2];
			a += v, q += v * v;
		}
		if (9 * q - a * a < best) {
			best = 9 * q - a * a;
			mean = a / 9;
		}
	}
	out[(y0 + 2 + threadIdx.y) * w + x0 + 2 + threadIdx.x] = mean;
}
__global__ void denoise_global(const float *in, float *out, int w, int h, float strength)
{ // means of what lies in like surroundings: 5x5 places, 3x3 surroundings
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0, weight = 0;
	for (int v = -2; v <= 2; v++)
		for (int u = -2; u <= 2; u++) {
			float d = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++) {
					float e = in[at_edge(y + j, h) * w + at_edge(x + i, w)] -
						in[at_edge(y + v + j, h) * w + at_edge(x + u + i, w)];
					d += e * e;
				}
			float k = __expf(-d * strength);
			sum += k * in[at_edge(y + v, h) * w + at_edge(x + u, w)];
			weight += k;
		}
	out[y * w + x] = sum / weight;
}
__global__ void denoise_tile(const float *in, float *out, int w, int h, float strength)
{
	__shared__ float s[14][22];
	int x0 = blockIdx.x * 16 - 3, y0 = blockIdx.y * 8 - 3, tx = threadIdx.x + 3, ty = threadIdx.y + 3;
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 14 * 22; i += 128)
		s[i / 22][i % 22] = in[at_edge(y0 + i / 22, h) * w + at_edge(x0 + i % 22, w)];
	__syncthreads();
	float own[9], sum = 0, weight = 0;
	for (int k = 0; k < 9; k++)
		own[k] = s[ty + k / 3 - 1][tx + k % 3 - 1];
	for (int v = -2; v <= 2; v++)
		for (int u = -2; u <= 2; u++) {
			float d = 0;
			for (int k = 0; k < 9; k++) {
				float e = own[k] - s[ty + v + k / 3 - 1][tx + u + k % 3 - 1];
				d += e * e;
			}
			float k = __expf(-d * strength);
			sum += k * s[ty + v][tx + u];
			weight += k;
		}
	out[(y0 + ty) * w + x0 + tx] = sum / weight;
}
__global__ void bayer_pixel(const byte *in, uchar3 *out, int w, int h)
{ // RGGB; a pixel a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int l = max(x - 1, 0), r = min(x + 1, w - 1), u = max(y - 1, 0), d = min(y + 1, h - 1), c = in[y * w + x];
	int cross = (in[u * w + x] + in[d * w + x] + in[y * w + l] + in[y * w + r]) / 4;
	int corner = (in[u * w + l] + in[u * w + r] + in[d * w + l] + in[d * w + r]) / 4;
	int along = (in[y * w + l] + in[y * w + r]) / 2, down = (in[u * w + x] + in[d * w + x]) / 2;
	uchar3 o;
	if (y & 1)
		o = x & 1 ? make_uchar3(corner, cross, c) : make_uchar3(down, c, along);
	else
		o = x & 1 ? make_uchar3(along, c, down) : make_uchar3(c, cross, corner);
	out[y * w + x] = o;
}
__global__ void bayer_quad(const byte *in, uchar3 *out, int w, int h)
{ // two by two pixels a thread
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = (blockIdx.y * blockDim.y + threadIdx.y) * 2, p[4][4];
	for (int j = 0; j < 4; j++)
		for (int i = 0; i < 4; i++)
			p[j][i] = in[at_edge(y + j - 1, h) * w + at_edge(x + i - 1, w)];
	out[y * w + x] = make_uchar3(
		p[1][1], (p[0][1] + p[2][1] + p[1][0] + p[1][2]) / 4, (p[0][0] + p[0][2] + p[2][0] + p[2][2]) / 4);
	out[y * w + x + 1] = make_uchar3((p[1][1] + p[1][3]) / 2, p[1][2], (p[0][2] + p[2][2]) / 2);
	out[y * w + w + x] = make_uchar3((p[1][1] + p[3][1]) / 2, p[2][1], (p[2][0] + p[2][2]) / 2);
	out[y * w + w + x + 1] = make_uchar3(
		(p[1][1] + p[1][3] + p[3][1] + p[3][3]) / 4, (p[1][2] + p[3][2] + p[2][1] + p[2][3]) / 4, p[2][2]);
}
__global__ void distance_down(const byte *in, int *g, int w, int h)
{ // how far to the next spot in this column
	int x = blockIdx.x * blockDim.x + threadIdx.x, d = 4096;
	for (int y = 0; y < h; y++) {
		d = in[y * w + x] ? 0 : d + 1;
		g[y * w + x] = d;
	}
	for (int y = h - 2; y >= 0; y--) {
		d = min(g[y * w + x], g[(y + 1) * w + x] + 1);
		g[y * w + x] = d;
	}
}
__global__ void distance_outward(const int *g, int *out, int w)
{ // a pixel a thread, outward until it cannot get nearer
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int *r = g + blockIdx.y * w;
	int best = r[x] * r[x];
	for (int d = 1; d * d < best; d++) {
		int a = x >= d ? r[x - d] : 4096, b = x + d < w ? r[x + d] : 4096;
		best = min(best, min(a * a, b * b) + d * d);
	}
	out[blockIdx.y * w + x] = best;
}
__global__ void distance_envelope(const int *g, int *out, int w, int h)
{ // a row a thread: the lower envelope of parabolas, kept in arrays of its own
	int y = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (y >= h)
		return;
	short at[256];
	float from[257];
	const int *r = g + y * w;
	at[0] = 0, from[0] = -1e9f;
	for (int q = 1; q < w; q++) {
		float f = (float)r[q] * r[q] + q * q, s;
		for (;;) {
			int v = at[k];
			s = (f - ((float)r[v] * r[v] + v * v)) / (2 * (q - v));
			if (s > from[k] || !k)
				break;
			k--;
		}
		if (s <= from[k]) {
			at[k] = q;
			continue;
		}
		at[++k] = q, from[k] = s;
	}
	for (int x = 0, i = 0; x < w; x++) {
		while (i < k && from[i + 1] < x)
			i++;
		out[y * w + x] = (x - at[i]) * (x - at[i]) + r[at[i]] * r[at[i]];
	}
}
__global__ void lucas_memory(const float *a, const float *b, float2 *out, int w, int h)
{ // where the 5x5 pixels went: sums of products of slopes
	int x = blockIdx.x * blockDim.x + threadIdx.x + 3, y = blockIdx.y * blockDim.y + threadIdx.y + 3;
	if (x >= w - 3 || y >= h - 3)
		return;
	float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			const float *p = a + (y + j) * w + x + i;
			float dx = (p[1] - p[-1]) * 0.5f, dy = (p[w] - p[-w]) * 0.5f, dt = b[(y + j) * w + x + i] - *p;
			xx += dx * dx;
			xy += dx * dy;
			yy += dy * dy;
			xt += dx * dt;
			yt += dy * dt;
		}
	float det = xx * yy - xy * xy + 0.01f;
	out[y * w + x] = make_float2((xy * yt - yy * xt) / det, (xy * xt - xx * yt) / det);
}
__global__ void lucas_tile(const float *a, const float *b, float2 *out, int w, int h)
{
	__shared__ float dx[20][21], dy[20][21], dt[20][21];
	int x0 = blockIdx.x * 16 + 1, y0 = blockIdx.y * 16 + 1, t = threadIdx.y * 16 + threadIdx.x;
	for (int i = t; i < 400; i += 256) {
		int x = min(x0 + i % 20, w - 2), y = min(y0 + i / 20, h - 2);
		const float *p = a + y * w + x;
		dx[i / 20][i % 20] = (p[1] - p[-1]) * 0.5f;
		dy[i / 20][i % 20] = (p[w] - p[-w]) * 0.5f;
		dt[i / 20][i % 20] = b[y * w + x] - *p;
	}
	__syncthreads();
	int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
	if (x >= w - 3 || y >= h - 3)
		return;
	float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++) {
			float u = dx[threadIdx.y + j][threadIdx.x + i], v = dy[threadIdx.y + j][threadIdx.x + i];
			float s = dt[threadIdx.y + j][threadIdx.x + i];
			xx += u * u;
			xy += u * v;
			yy += v * v;
			xt += u * s;
			yt += v * s;
		}
	float det = xx * yy - xy * xy + 0.01f;
	out[y * w + x] = make_float2((xy * yt - yy * xt) / det, (xy * xt - xx * yt) / det);
}
__host__ __device__ int direction(int gx, int gy)
{ // one of nine
	const int c[9] = { 1024, 962, 784, 512, 178, -178, -512, -784, -962 };
	const int s[9] = { 0, 350, 658, 887, 1008, 1008, 887, 658, 350 };
	int best = -1, k = 0;
	for (int i = 0; i < 9; i++) {
		int d = gx * c[i] + gy * s[i];
		d = d < 0 ? -d : d;
		if (d > best) {
			best = d;
			k = i;
		}
	}
	return k;
}
__global__ void cells_atomics(const byte *in, int *out, int w, int h)
{ // a cell of 8x8 a block, a pixel a thread
	__shared__ int s[9];
	int t = threadIdx.y * 8 + threadIdx.x, x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	if (t < 9)
		s[t] = 0;
	__syncthreads();
	int gx = in[y * w + min(x + 1, w - 1)] - in[y * w + max(x - 1, 0)];
	int gy = in[min(y + 1, h - 1) * w + x] - in[max(y - 1, 0) * w + x];
	atomicAdd(&s[direction(gx, gy)], abs(gx) + abs(gy));
	__syncthreads();
	if (t < 9)
		out[(blockIdx.y * gridDim.x + blockIdx.x) * 9 + t] = s[t];
}
__global__ void cells_thread(const byte *in, int *out, int w, int h, int cells)
{ // a cell a thread, the sums in an array of its own
	int c = blockIdx.x * blockDim.x + threadIdx.x, sum[9] = {};
	if (c >= cells)
		return;
	int x0 = c % (w / 8) * 8, y0 = c / (w / 8) * 8;
	for (int k = 0; k < 64; k++) {
		int x = x0 + k % 8, y = y0 + k / 8;
		int gx = in[y * w + min(x + 1, w - 1)] - in[y * w + max(x - 1, 0)];
		int gy = in[min(y + 1, h - 1) * w + x] - in[max(y - 1, 0) * w + x];
		sum[direction(gx, gy)] += abs(gx) + abs(gy);
	}
	for (int k = 0; k < 9; k++)
		out[c * 9 + k] = sum[k];
}
__global__ void to_cube(const float4 *in, float4 *out, int w, int h, int n)
{ // six faces of a picture of all around
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, f = blockIdx.z;
	float a = (x + 0.5f) * 2 / n - 1, b = (y + 0.5f) * 2 / n - 1, vx, vy, vz;
	switch (f) {
	case 0: vx = 1, vy = b, vz = -a; break;
	case 1: vx = -1, vy = b, vz = a; break;
	case 2: vx = a, vy = 1, vz = -b; break;
	case 3: vx = a, vy = -1, vz = b; break;
	case 4: vx = a, vy = b, vz = 1; break;
	default: vx = -a, vy = b, vz = -1;
	}
	float u = (atan2f(vz, vx) * 0.15915494f + 0.5f) * w - 0.5f;
	float v = acosf(vy * rsqrtf(vx * vx + vy * vy + vz * vz)) * 0.31830989f * h - 0.5f;
	int iu = floorf(u), iv = floorf(v);
	float fu = u - iu, fv = v - iv;
	int u0 = (iu + w) % w, u1 = (iu + 1) % w, v0 = at_edge(iv, h), v1 = at_edge(iv + 1, h);
	float4 p = in[v0 * w + u0], q = in[v0 * w + u1], r = in[v1 * w + u0], s = in[v1 * w + u1], o;
	o.x = (p.x * (1 - fu) + q.x * fu) * (1 - fv) + (r.x * (1 - fu) + s.x * fu) * fv;
	o.y = (p.y * (1 - fu) + q.y * fu) * (1 - fv) + (r.y * (1 - fu) + s.y * fu) * fv;
	o.z = (p.z * (1 - fu) + q.z * fu) * (1 - fv) + (r.z * (1 - fu) + s.z * fu) * fv;
	o.w = 1;
	out[(f * n + y) * n + x] = o;
}
__constant__ int2 around[16];
__global__ void occluded(const float *depth, byte *out, int w, int h, float reach)
{ // how many of 16 places about lie before this one
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
	float own = depth[y * w + x];
	int turn = (x * 7 + y * 13) & 3;
	for (int k = 0; k < 16; k++) {
		int dx = around[k].x, dy = around[k].y;
		if (turn & 1) {
			int e = dx;
			dx = -dy, dy = e;
		}
		if (turn & 2) {
			dx = -dx, dy = -dy;
		}
		float d = own - depth[at_edge(y + dy, h) * w + at_edge(x + dx, w)];
		n += d > 0.01f && d < reach;
	}
	out[y * w + x] = 255 - n * 15;
}
__global__ void clahe_tables(const byte *in, byte *map, int w, int limit)
{ // 64x64 pixels a block: how often each grey, cut off, summed up
	__shared__ int bin[256], over;
	int t = threadIdx.x;
	bin[t] = 0;
	if (!t)
		over = 0;
	__syncthreads();
	for (int i = t; i < 4096; i += 256)
		atomicAdd(&bin[in[(blockIdx.y * 64 + i / 64) * w + blockIdx.x * 64 + i % 64]], 1);
	__syncthreads();
	int n = bin[t];
	if (n > limit) {
		atomicAdd(&over, n - limit);
		n = limit;
	}
	__syncthreads();
	bin[t] = n + over / 256;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? bin[t - d] : 0;
		__syncthreads();
		bin[t] += v;
		__syncthreads();
	}
	map[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + t] = min(bin[t] * 255 / 4096, 255);
}
__global__ void clahe_apply(const byte *in, const byte *map, byte *out, int w, int h)
{ // between the tables of four tiles
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, v = in[y * w + x];
	int tx = (x - 32) >> 6, ty = (y - 32) >> 6, fx = (x - 32) & 63, fy = (y - 32) & 63, nx = w / 64, ny = h / 64;
	int x0 = at_edge(tx, nx), x1 = at_edge(tx + 1, nx), y0 = at_edge(ty, ny), y1 = at_edge(ty + 1, ny);
	int top = map[(y0 * nx + x0) * 256 + v] * (64 - fx) + map[(y0 * nx + x1) * 256 + v] * fx;
	int low = map[(y1 * nx + x0) * 256 + v] * (64 - fx) + map[(y1 * nx + x1) * 256 + v] * fx;
	out[y * w + x] = (top * (64 - fy) + low * fy + 2048) >> 12;
}
__host__ __device__ int lowest_near(const int *height, int p, int w)
{
	const int d[8] = { -w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1 };
	int best = p;
	for (int k = 0; k < 8; k++)
		if (height[p + d[k]] < height[best])
			best = p + d[k];
	return best;
}
__global__ void droplets(const int *height, const int *start, int *wet, int n, int w, int h)
{ // each runs down until it can no more; counts who comes by
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int p = start[i];
	for (int step = 0; step < 200; step++) {
		atomicAdd(&wet[p], 1);
		int x = p % w, y = p / w;
		if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
			break;
		int q = lowest_near(height, p, w);
		if (q == p)
			break;
		p = q;
	}
}
void rows()
{
	const int W = 512, H = 384, M = W * H;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<byte> pic(M), kuw(M);
	for (int i = 0; i < M; i++)
		pic[i] = (i % W / 3 + i / W / 2 + w[i] % 40 + (i % W / 50 + i / W / 40) % 2 * 60) & 255;
	byte *p = upload(pic), *b = dev<byte>(M * 4);
	float *x = upload(f), *o = dev<float>(1 << 21);
	int *io = (int *)o;
	auto px = [&](int i, int j) { return (int)pic[at_edge(j, H) * W + at_edge(i, W)]; };
	for (int i = 0; i < M; i++)
		for (int c = 0, best = 1 << 30; c < 4; c++) {
			int s = 0, q = 0;
			for (int k = 0; k < 9; k++) {
				int v = px(i % W + k % 3 - 2 + c % 2 * 2, i / W + k / 3 - 2 + c / 2 * 2);
				s += v, q += v * v;
			}
			if (9 * q - s * s < best)
				best = 9 * q - s * s, kuw[i] = s / 9;
		}
	dim3 b32(32, 8), g32(W / 32, H / 8);
	job<byte>(
		"kuwahara.global", [&] { kuwahara_global<<<g32, b32>>>(p, b, W, H); }, b, M, same(kuw));
	job<byte>(
		"kuwahara.tile", [&] { kuwahara_tile<<<g32, b32>>>(p, b, W, H); }, b, M, same(kuw));
	const int DW = 256, DH = 192;
	std::vector<float> clean(DW * DH);
	auto dp = [&](int i, int j) { return f[at_edge(j, DH) * DW + at_edge(i, DW)]; };
	for (int i = 0; i < DW * DH; i++) {
		float sum = 0, weight = 0;
		for (int e = 0; e < 25; e++) {
			float d = 0;
			for (int k = 0; k < 9; k++) {
				float v = dp(i % DW + k % 3 - 1, i / DW + k / 3 - 1) -
					dp(i % DW + e % 5 - 2 + k % 3 - 1, i / DW + e / 5 - 2 + k / 3 - 1);
				d += v * v;
			}
			sum += std::exp(-d) * dp(i % DW + e % 5 - 2, i / DW + e / 5 - 2);
			weight += std::exp(-d);
		}
		clean[i] = sum / weight;
	}
	job<float>(
		"denoise.memory", [&] { denoise_global<<<dim3(DW / 16, DH / 8), dim3(16, 8)>>>(x, o, DW, DH, 1); }, o,
		DW * DH,
		[&](const std::vector<float> &v) {
			for (int i = 0; i < DW * DH;
				i++) // beyond the edge the edge's pixel is taken, not that of the place about
				if (i % DW > 2 && i % DW < DW - 3 && i / DW > 2 && i / DW < DH - 3 &&
					!near(v[i], clean[i]))
					return false;
			return true;
		});
	job<float>(
		"denoise.tile", [&] { denoise_tile<<<dim3(DW / 16, DH / 8), dim3(16, 8)>>>(x, o, DW, DH, 1); }, o,
		DW * DH, close_to(clean));
	std::vector<byte> bay(3 * M);
	for (int i = 0; i < M; i++) {
		int a = i % W, e = i / W, c = pic[i];
		int cross = (px(a, e - 1) + px(a, e + 1) + px(a - 1, e) + px(a + 1, e)) / 4;
		int corner = (px(a - 1, e - 1) + px(a + 1, e - 1) + px(a - 1, e + 1) + px(a + 1, e + 1)) / 4;
		int along = (px(a - 1, e) + px(a + 1, e)) / 2, down = (px(a, e - 1) + px(a, e + 1)) / 2;
		bay[3 * i] = e & 1 ? a & 1 ? corner : down : a & 1 ? along : c;
		bay[3 * i + 1] = (e ^ a) & 1 ? c : cross;
		bay[3 * i + 2] = e & 1 ? a & 1 ? c : along : a & 1 ? down : corner;
	}
	job<byte>(
		"bayer.pixel_a_thread", [&] { bayer_pixel<<<g32, b32>>>(p, (uchar3 *)b, W, H); }, b, 3 * M, same(bay));
	job<byte>(
		"bayer.four_a_thread", [&] { bayer_quad<<<dim3(W / 64, H / 16), b32>>>(p, (uchar3 *)b, W, H); }, b,
		3 * M, same(bay));
	const int Q = 256, QH = 512;
	std::vector<byte> spot(Q * QH);
	std::vector<int> col(Q * QH), far2(Q * QH);
	for (int i = 0; i < Q * QH; i++)
		spot[i] = w[i] % 300 == 0;
	for (int c = 0; c < Q; c++) {
		for (int y = 0, d = 4096; y < QH; y++)
			col[y * Q + c] = d = spot[y * Q + c] ? 0 : d + 1;
		for (int y = QH - 2; y >= 0; y--)
			col[y * Q + c] = std::min(col[y * Q + c], col[(y + 1) * Q + c] + 1);
	}
	for (int i = 0; i < Q * QH; i++) {
		far2[i] = 1 << 30;
		for (int c = 0; c < Q; c++)
			far2[i] =
				std::min(far2[i], col[i / Q * Q + c] * col[i / Q * Q + c] + (c - i % Q) * (c - i % Q));
	}
	byte *sp = upload(spot);
	int *g = dev<int>(Q * QH);
	job<int>(
		"far.column_a_thread", [&] { distance_down<<<Q / 32, 32>>>(sp, g, Q, QH); }, g, Q * QH, same(col));
	g = upload(col);
	job<int>(
		"far.outward", [&] { distance_outward<<<dim3(Q / 128, QH), 128>>>(g, io, Q); }, io, Q * QH, same(far2));
	job<int>(
		"far.envelope", [&] { distance_envelope<<<QH / 32, 32>>>(g, io, Q, QH); }, io, Q * QH, same(far2));
	std::vector<float> next(M), soft(M), flow(2 * M);
	auto hill = [&](float a, float e) {
		return std::sin(a * 0.21f) + std::cos(e * 0.17f) + std::sin((a + e) * 0.05f);
	};
	for (int i = 0; i < M; i++) {
		soft[i] = hill(i % W, i / W) + f[i] * 0.1f;
		next[i] = hill(i % W + 0.3f, i / W - 0.2f) + f[i + 1] * 0.1f;
	}
	for (int i = 0; i < M; i++)
		if (i % W >= 3 && i % W < W - 3 && i / W >= 3 && i / W < H - 3) {
			float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
			for (int k = 0; k < 25; k++) {
				int q = i + (k / 5 - 2) * W + k % 5 - 2;
				float dx = (soft[q + 1] - soft[q - 1]) / 2, dy = (soft[q + W] - soft[q - W]) / 2,
				      dt = next[q] - soft[q];
				xx += dx * dx, xy += dx * dy, yy += dy * dy, xt += dx * dt, yt += dy * dt;
			}
			float det = xx * yy - xy * xy + 0.01f;
			flow[2 * i] = (xy * yt - yy * xt) / det;
			flow[2 * i + 1] = (xy * xt - xx * yt) / det;
		}
	float *sa = upload(soft), *sb = upload(next);
	auto clear = [&] { CHECK(cudaMemset(o, 0, M * 8)); };
	job<float>(
		"lucas.memory",
		[&] { lucas_memory<<<dim3(W / 16, H / 16), dim3(16, 16)>>>(sa, sb, (float2 *)o, W, H); }, o, 2 * M,
		close_to(flow, 2e-3), clear);
	job<float>(
		"lucas.tile", [&] { lucas_tile<<<dim3(W / 16, H / 16), dim3(16, 16)>>>(sa, sb, (float2 *)o, W, H); }, o,
		2 * M, close_to(flow, 2e-3), clear);
	std::vector<int> cell(M / 64 * 9);
	for (int i = 0; i < M; i++) {
		int gx = px(i % W + 1, i / W) - px(i % W - 1, i / W), gy = px(i % W, i / W + 1) - px(i % W, i / W - 1);
		cell[(i / W / 8 * (W / 8) + i % W / 8) * 9 + direction(gx, gy)] += std::abs(gx) + std::abs(gy);
	}
	job<int>(
		"slopes.pixel_a_thread", [&] { cells_atomics<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(p, io, W, H); }, io,
		M / 64 * 9, same(cell));
	job<int>(
		"slopes.cell_a_thread", [&] { cells_thread<<<M / 64 / 32, 32>>>(p, io, W, H, M / 64); }, io, M / 64 * 9,
		same(cell));
	const int CU = 128;
	job<float>(
		"around.to_cube",
		[&] { to_cube<<<dim3(CU / 32, CU / 8, 6), b32>>>((float4 *)x, (float4 *)o, W, H, CU); }, o,
		CU * CU * 24,
		[&](const std::vector<float> &v) {
			for (int i = 0; i < CU * CU; i += 11) { // the fifth face
				double a = (i % CU + 0.5) * 2 / CU - 1, e = (i / CU + 0.5) * 2 / CU - 1;
				double u = (std::atan2(1, a) / 2 / M_PI + 0.5) * W - 0.5;
				double q = std::acos(e / std::sqrt(a * a + e * e + 1)) / M_PI * H - 0.5;
				int iu = std::floor(u), iv = std::floor(q);
				auto at = [&](int c, int r) {
					return (double)f[(at_edge(r, H) * W + (c + W) % W) * 4];
				};
				double s = (at(iu, iv) * (1 - u + iu) + at(iu + 1, iv) * (u - iu)) * (1 - q + iv) +
					(at(iu, iv + 1) * (1 - u + iu) + at(iu + 1, iv + 1) * (u - iu)) * (q - iv);
				if (!near(v[(4 * CU * CU + i) * 4], s, 1e-2))
					return false;
			}
			return true;
		});
	std::vector<int2> ring(16);
	for (int k = 0; k < 16; k++)
		ring[k] = { (int)std::lround((k + 2) * std::cos(k * 2.4)),
			(int)std::lround((k + 2) * std::sin(k * 2.4)) };
	CHECK(cudaMemcpyToSymbol(around, ring.data(), sizeof(int2) * 16));
	std::vector<byte> dark(M);
	for (int i = 0; i < M; i++) {
		int n = 0, turn = (i % W * 7 + i / W * 13) & 3;
		for (int2 r : ring) {
			int dx = turn & 1 ? -r.y : r.x, dy = turn & 1 ? r.x : r.y, s = turn & 2 ? -1 : 1;
			float d = soft[i] - soft[at_edge(i / W + s * dy, H) * W + at_edge(i % W + s * dx, W)];
			n += d > 0.01f && d < 0.8f;
		}
		dark[i] = 255 - n * 15;
	}
	job<byte>(
		"shade.nooks", [&] { occluded<<<dim3(W / 16, H / 16), dim3(16, 16)>>>(sa, b, W, H, 0.8f); }, b, M,
		same(dark));
	const int T = M / 4096;
	std::vector<byte> table(T * 256), even(M);
	for (int t = 0; t < T; t++) {
		int bin[256] = {}, over = 0, sum = 0;
		for (int i = 0; i < 4096; i++)
			bin[pic[(t / (W / 64) * 64 + i / 64) * W + t % (W / 64) * 64 + i % 64]]++;
		for (int k = 0; k < 256; k++)
			over += std::max(bin[k] - 40, 0);
		for (int k = 0; k < 256; k++) {
			sum += std::min(bin[k], 40) + over / 256;
			table[t * 256 + k] = std::min(sum * 255 / 4096, 255);
		}
	}
	for (int i = 0; i < M; i++) {
		int a = i % W - 32, e = i / W - 32, v = pic[i];
		auto at = [&](int c, int r) {
			return (int)table[(at_edge(r, H / 64) * (W / 64) + at_edge(c, W / 64)) * 256 + v];
		};
		int top = at(a >> 6, e >> 6) * (64 - (a & 63)) + at((a >> 6) + 1, e >> 6) * (a & 63);
		int low = at(a >> 6, (e >> 6) + 1) * (64 - (a & 63)) + at((a >> 6) + 1, (e >> 6) + 1) * (a & 63);
		even[i] = (top * (64 - (e & 63)) + low * (e & 63) + 2048) >> 12;
	}
	byte *map = dev<byte>(T * 256);
	job<byte>(
		"clahe.tables", [&] { clahe_tables<<<dim3(W / 64, H / 64), 256>>>(p, map, W, 40); }, map, T * 256,
		same(table));
	map = upload(table);
	job<byte>(
		"clahe.applied", [&] { clahe_apply<<<g32, b32>>>(p, map, b, W, H); }, b, M, same(even));
	const int DROPS = 60000;
	std::vector<int> height(M), start(DROPS), wet(M);
	for (int i = 0; i < M; i++)
		height[i] = soft[i] * 100000 - i % W * 900;
	for (int i = 0; i < DROPS; i++) {
		int q = start[i] = w[i] % M;
		for (int step = 0; step < 200; step++) {
			wet[q]++;
			if (q % W == 0 || q / W == 0 || q % W == W - 1 || q / W == H - 1)
				break;
			int r = lowest_near(height.data(), q, W);
			if (r == q)
				break;
			q = r;
		}
	}
	int *dh = upload(height), *ds = upload(start);
	job<int>(
		"droplets.run_down", [&] { droplets<<<(DROPS + 127) / 128, 128>>>(dh, ds, io, DROPS, W, H); }, io, M,
		same(wet), [&] { CHECK(cudaMemset(io, 0, M * 4)); });
}
