// blind3f: a third set of kernels that nobody had modelled when they were written. Images.
#include "probe.h"
typedef unsigned char byte;
__constant__ float cosines[8][8];

// ---- images
__device__ __forceinline__ void order(byte &a, byte &b)
{
	byte c = min(a, b);
	b = max(a, b);
	a = c;
}
__global__ void median3(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	byte v[9];
	for (int k = 0; k < 9; k++)
		v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
#pragma unroll
	for (int i = 0; i < 5; i++)
#pragma unroll
		for (int j = 8; j > i; j--)
			order(v[j - 1], v[j]);
	out[y * w + x] = v[4];
}
__global__ void bilateral(const float *in, float *out, int w, int h, float s, float r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0, weights = 0, mid = in[y * w + x];
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			int px = min(max(x + dx, 0), w - 1), py = min(max(y + dy, 0), h - 1);
			float v = in[py * w + px], k = expf(-(dx * dx + dy * dy) / (2 * s * s) - (v - mid) * (v - mid) / (2 * r * r));
			sum += k * v;
			weights += k;
		}
	out[y * w + x] = sum / weights;
}
__global__ void dct8(const byte *in, short *out, int w)
{ // a block of 8 x 8 pixels a block of threads, rows and then columns
	__shared__ float a[8][8], b[8][8];
	int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.y * 8 + ty) * w + blockIdx.x * 8 + tx;
	a[ty][tx] = in[at] - 128.0f;
	__syncthreads();
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += a[ty][k] * cosines[tx][k];
	b[ty][tx] = s;
	__syncthreads();
	s = 0;
	for (int k = 0; k < 8; k++)
		s += b[k][tx] * cosines[ty][k];
	out[at] = (short)rintf(s / (1 + tx + ty));
}
__global__ void integral_columns(const byte *in, unsigned *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned sum = 0;
	if (x < w)
		for (int y = 0; y < h; y++) {
			sum += in[y * w + x];
			out[y * w + x] = sum;
		}
}
__global__ void rotate_bilinear(const float *in, float *out, int w, int h, float angle)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float c = cosf(angle), s = sinf(angle), dx = x - w / 2.0f, dy = y - h / 2.0f;
	float fx = c * dx - s * dy + w / 2.0f, fy = s * dx + c * dy + h / 2.0f;
	int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
	float r = 0;
	if (x0 >= 0 && y0 >= 0 && x0 + 1 < w && y0 + 1 < h) {
		float u = fx - x0, v = fy - y0;
		r = (1 - v) * ((1 - u) * in[y0 * w + x0] + u * in[y0 * w + x0 + 1])
			+ v * ((1 - u) * in[(y0 + 1) * w + x0] + u * in[(y0 + 1) * w + x0 + 1]);
	}
	out[y * w + x] = r;
}
__global__ void pixelate(const uchar4 *in, uchar4 *out, int w)
{ // every square of 16 x 16 gets its mean, added by atomics
	__shared__ int sum[3];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (threadIdx.y == 0 && threadIdx.x < 3)
		sum[threadIdx.x] = 0;
	__syncthreads();
	uchar4 p = in[y * w + x];
	atomicAdd(&sum[0], p.x);
	atomicAdd(&sum[1], p.y);
	atomicAdd(&sum[2], p.z);
	__syncthreads();
	out[y * w + x] = make_uchar4(sum[0] / 256, sum[1] / 256, sum[2] / 256, 255);
}
__global__ void alpha_blend(const uchar4 *top, const uchar4 *under, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		uchar4 a = top[i], b = under[i];
		int k = a.w;
		out[i] = make_uchar4((a.x * k + b.x * (255 - k)) / 255, (a.y * k + b.y * (255 - k)) / 255,
			(a.z * k + b.z * (255 - k)) / 255, 255);
	}
}
__global__ void nv12_to_rgb(const byte *luma, const byte *chroma, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float c = luma[y * w + x], u = chroma[y / 2 * w + x / 2 * 2] - 128.0f, v = chroma[y / 2 * w + x / 2 * 2 + 1] - 128.0f;
	byte *p = out + 3 * (y * w + x);
	p[0] = fminf(fmaxf(c + 1.402f * v, 0), 255);
	p[1] = fminf(fmaxf(c - 0.344f * u - 0.714f * v, 0), 255);
	p[2] = fminf(fmaxf(c + 1.772f * u, 0), 255);
}
__global__ void gamma_table(const byte *in, byte *out, int n, float g)
{ // every block makes the table first
	__shared__ byte table[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		table[k] = 255 * powf(k / 255.0f, g) + 0.5f;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = table[in[i]];
}
__global__ void otsu(const int *histogram, int *threshold)
{ // one block: prefix sums over 256 bins, then the best place to cut
	__shared__ float count[256], weight[256], value[256];
	__shared__ int at[256];
	int t = threadIdx.x;
	float h = histogram[t] & 1023;
	count[t] = h;
	weight[t] = h * t;
	for (int d = 1; d < 256; d *= 2) {
		__syncthreads();
		float c = t >= d ? count[t - d] : 0, m = t >= d ? weight[t - d] : 0;
		__syncthreads();
		count[t] += c;
		weight[t] += m;
	}
	__syncthreads();
	float n = count[255], all = weight[255], c = count[t], d = weight[t] / (c + 1) - (all - weight[t]) / (n - c + 1);
	value[t] = c * (n - c) * d * d;
	at[t] = t;
	for (int d = 128; d > 0; d /= 2) {
		__syncthreads();
		if (t < d && value[t + d] > value[t]) {
			value[t] = value[t + d];
			at[t] = at[t + d];
		}
	}
	if (t == 0)
		*threshold = at[0];
}
__global__ void box_rows(const float *in, float *out, int w, int h, int r)
{ // a thread a row, a window that slides along it
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= h)
		return;
	float sum = 0;
	for (int x = 0; x < r; x++)
		sum += in[y * w + x];
	for (int x = 0; x < w; x++) {
		if (x + r < w)
			sum += in[y * w + x + r];
		if (x - r - 1 >= 0)
			sum -= in[y * w + x - r - 1];
		out[y * w + x] = sum / (2 * r + 1);
	}
}
__global__ void voronoi(const float2 *sites, int many, int *owner, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float best = 1e30f;
	int who = 0;
	for (int k = 0; k < many; k++) {
		float dx = sites[k].x * w - x, dy = sites[k].y * h - y, d = dx * dx + dy * dy;
		if (d < best) {
			best = d;
			who = k;
		}
	}
	owner[y * w + x] = who;
}
__global__ void jump_flood(const short2 *in, short2 *out, int w, int h, int step)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, best = 1 << 30;
	if (x >= w || y >= h)
		return;
	short2 who = make_short2(-1, -1);
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int px = x + dx * step, py = y + dy * step;
			if (px < 0 || py < 0 || px >= w || py >= h)
				continue;
			short2 s = in[py * w + px];
			if (s.x < 0)
				continue;
			int d = (s.x - x) * (s.x - x) + (s.y - y) * (s.y - y);
			if (d < best) {
				best = d;
				who = s;
			}
		}
	out[y * w + x] = who;
}
__global__ void best_shift(const byte *left, const byte *right, byte *shift, int w, int h, int most)
{ // stereo: the sum of differences in a row of seven, for each shift
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < most + 3 || x + 3 >= w || y >= h)
		return;
	int least = 1 << 30, which = 0;
	for (int d = 0; d < most; d++) {
		int s = 0;
		for (int k = -3; k <= 3; k++)
			s += abs(left[y * w + x + k] - right[y * w + x + k - d]);
		if (s < least) {
			least = s;
			which = d;
		}
	}
	shift[y * w + x] = which;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<short2> seeds(512 * 512, make_short2(-1, -1));
	for (int k = 0; k < 2000; k++)
		seeds[w[k] % seeds.size()] = make_short2(w[k] % 512, w[k] % seeds.size() / 512);
	float t8[8][8];
	for (int i = 0; i < 64; i++)
		t8[i / 8][i % 8] = std::cos((2 * (i % 8) + 1) * (i / 8) * 3.14159265 / 16) / 2;
	CHECK(cudaMemcpyToSymbol(cosines, t8, sizeof t8));
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(4 * M);
	short2 *seed = upload(seeds);
	byte *pic = (byte *)u, *po = (byte *)out;
	dim3 b16(16, 16), b32(32, 8);

	row("median3", [&] { median3<<<dim3(48, 32), b16>>>(pic, po, 768, 512); });
	row("bilateral.16x16", [&] { bilateral<<<dim3(32, 32), b16>>>(x, out, 500, 500, 2.0f, 0.3f); });
	row("bilateral.8x8", [&] { bilateral<<<dim3(40, 40), dim3(8, 8)>>>(x, out, 320, 320, 2.0f, 0.3f); });
	row("dct8", [&] { dct8<<<dim3(128, 128), dim3(8, 8)>>>(pic, (short *)out, 1024); });
	row("integral_columns", [&] { integral_columns<<<16, 128>>>(pic, (unsigned *)out, 2000, 512); });
	row("rotate_bilinear", [&] { rotate_bilinear<<<dim3(63, 63), b16>>>(x, out, 1000, 1000, 0.6f); });
	row("pixelate", [&] { pixelate<<<dim3(64, 48), b16>>>((uchar4 *)u, (uchar4 *)out, 1024); });
	row("alpha_blend", [&] { alpha_blend<<<5860, 256>>>((uchar4 *)u, (uchar4 *)u + 2 * M, (uchar4 *)out, 1500000); });
	row("nv12_to_rgb", [&] { nv12_to_rgb<<<dim3(40, 90), b32>>>(pic, pic + 2 * M, po, 1280, 720); });
	row("gamma_table", [&] { gamma_table<<<264, 256>>>(pic, po, 4000000, 0.45f); });
	row("otsu", [&] { otsu<<<1, 256>>>((int *)u, (int *)out); });
	row("box_rows", [&] { box_rows<<<8, 128>>>(x, out, 512, 1000, 6); });
	row("voronoi", [&] { voronoi<<<dim3(16, 64), b32>>>((float2 *)x, 60, (int *)out, 512, 512); });
	row("jump_flood.64", [&] { jump_flood<<<dim3(32, 32), b16>>>(seed, (short2 *)out, 512, 512, 64); });
	row("jump_flood.1", [&] { jump_flood<<<dim3(32, 32), b16>>>(seed, (short2 *)out, 512, 512, 1); });
	row("best_shift", [&] { best_shift<<<dim3(20, 30), b32>>>(pic, pic + M, po, 640, 240, 24); });
}
