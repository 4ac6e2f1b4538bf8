// blind3g: a third set of kernels that nobody had modelled when they were written. Drawing and geometry.
#include "probe.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
typedef unsigned char byte;
typedef unsigned long long u64;
struct sphere {
	float x, y, z, r;
	float3 colour;
};
__constant__ sphere spheres[16];
__constant__ float2 corners[100];
__constant__ byte shuffled[512];

// ---- drawing
__global__ void ray_spheres(uchar4 *image, int w, int h)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float dx = (px - w * 0.5f) / h, dy = (py - h * 0.5f) / h, l = rsqrtf(dx * dx + dy * dy + 1), best = 1e30f;
	float dz = l;
	dx *= l, dy *= l;
	int hit = -1;
	for (int k = 0; k < 16; k++) {
		float b = dx * spheres[k].x + dy * spheres[k].y + dz * spheres[k].z;
		float c = spheres[k].x * spheres[k].x + spheres[k].y * spheres[k].y + spheres[k].z * spheres[k].z
			- spheres[k].r * spheres[k].r;
		float d = b * b - c;
		if (d > 0) {
			float t = b - sqrtf(d);
			if (t > 0 && t < best) {
				best = t;
				hit = k;
			}
		}
	}
	uchar4 p = make_uchar4(20, 20, 40, 255);
	if (hit >= 0) {
		sphere s = spheres[hit];
		float nx = (dx * best - s.x) / s.r, ny = (dy * best - s.y) / s.r, nz = (dz * best - s.z) / s.r;
		float light = fmaxf(0.1f, 0.5f * nx - 0.7f * ny - 0.5f * nz);
		light = fminf(light + powf(light, 20.0f), 1.0f);
		p = make_uchar4(255 * light * s.colour.x, 255 * light * s.colour.y, 255 * light * s.colour.z, 255);
	}
	image[py * w + px] = p;
}
__device__ float scene(float x, float y, float z)
{
	float qx = sqrtf(x * x + z * z) - 1, torus = sqrtf(qx * qx + y * y) - 0.35f;
	float ax = x - floorf(x) - 0.5f, az = z - floorf(z) - 0.5f, balls = sqrtf(ax * ax + (y + 0.8f) * (y + 0.8f) + az * az) - 0.25f;
	return fminf(torus, balls);
}
__global__ void march_distance(float *depth, int w, int h, int most)
{ // steps as long as the distance to the scene allows
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float dx = (px - w / 2) * 1.0f / h, dy = (py - h / 2) * 1.0f / h, dz = 1, l = 1 / sqrtf(dx * dx + dy * dy + 1), t = 0;
	dx *= l, dy *= l, dz *= l;
	for (int k = 0; k < most && t < 10; k++) {
		float d = scene(t * dx, t * dy + 0.5f, t * dz - 3);
		if (d < 0.001f)
			break;
		t += d * 0.7f;
	}
	depth[py * w + px] = t;
}
__global__ void draw_lines(const unsigned *ends, byte *image, int n, int w, int h)
{ // Bresenham, a line a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = ends[4 * i] % w, y = ends[4 * i + 1] % h, x1 = ends[4 * i + 2] % w, y1 = ends[4 * i + 3] % h;
	int dx = abs(x1 - x), dy = -abs(y1 - y), sx = x < x1 ? 1 : -1, sy = y < y1 ? 1 : -1, err = dx + dy;
	while (true) {
		image[y * w + x] = 255;
		if (x == x1 && y == y1)
			break;
		int e = 2 * err;
		if (e >= dy) {
			err += dy;
			x += sx;
		}
		if (e <= dx) {
			err += dx;
			y += sy;
		}
	}
}
__global__ void raster(const float *corner, unsigned *depth, int n, int w, int h)
{ // a block a triangle, its box in strides, the nearest by atomicMin
	const float *c = corner + blockIdx.x * 7;
	float x0 = c[0] * w, y0 = c[1] * h, x1 = x0 + 60 * c[2] - 30, y1 = y0 + 60 * c[3] - 30, x2 = x0 + 60 * c[4] - 30, y2 = y0 + 60 * c[5] - 30;
	float area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
	if (fabsf(area) < 1e-3f)
		return;
	int left = max((int)fminf(x0, fminf(x1, x2)), 0), right = min((int)fmaxf(x0, fmaxf(x1, x2)), w - 1);
	int top = max((int)fminf(y0, fminf(y1, y2)), 0), bottom = min((int)fmaxf(y0, fmaxf(y1, y2)), h - 1);
	int bw = right - left + 1, bh = bottom - top + 1;
	if (bw <= 0 || bh <= 0)
		return;
	for (int k = threadIdx.x; k < bw * bh; k += blockDim.x) {
		int px = left + k % bw, py = top + k / bw;
		float a = ((x1 - px) * (y2 - py) - (y1 - py) * (x2 - px)) / area, b = ((x2 - px) * (y0 - py) - (y2 - py) * (x0 - px)) / area;
		if (a >= 0 && b >= 0 && a + b <= 1)
			atomicMin(&depth[py * w + px], (unsigned)((c[6] + 0.1f * a) * 1e9f));
	}
}
__global__ void in_polygon(const float2 *points, byte *inside, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 p = points[i];
	bool in = false;
	for (int a = 0, b = 99; a < 100; b = a++)
		if ((corners[a].y > p.y) != (corners[b].y > p.y)
			&& p.x < (corners[b].x - corners[a].x) * (p.y - corners[a].y) / (corners[b].y - corners[a].y) + corners[a].x)
			in = !in;
	inside[i] = in;
}
__device__ float slope(int hash, float x, float y)
{
	switch (hash & 3) {
	case 0: return x + y;
	case 1: return -x + y;
	case 2: return x - y;
	default: return -x - y;
	}
}
__global__ void perlin(float *out, int w, int h, int octaves)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= w || py >= h)
		return;
	float sum = 0, high = 1, scale = 1.0f / 64;
	for (int o = 0; o < octaves; o++) {
		float x = px * scale, y = py * scale;
		int xi = (int)x & 255, yi = (int)y & 255;
		x -= (int)x;
		y -= (int)y;
		float u = x * x * x * (x * (x * 6 - 15) + 10), v = y * y * y * (y * (y * 6 - 15) + 10);
		int a = shuffled[xi] + yi, b = shuffled[xi + 1] + yi;
		float top = slope(shuffled[a], x, y) * (1 - u) + slope(shuffled[b], x - 1, y) * u;
		float low = slope(shuffled[a + 1], x, y - 1) * (1 - u) + slope(shuffled[b + 1], x - 1, y - 1) * u;
		sum += high * (top * (1 - v) + low * v);
		high /= 2;
		scale *= 2;
	}
	out[py * w + px] = sum;
}
__global__ void contour(const float *field, float4 *segments, int *count, int w, int h, float level)
{ // marching squares: a cell with a crossing adds a piece at the end of the list
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w - 1 || y >= h - 1)
		return;
	float a = field[y * w + x], b = field[y * w + x + 1], c = field[(y + 1) * w + x + 1], d = field[(y + 1) * w + x];
	int kind = (a > level) | (b > level) << 1 | (c > level) << 2 | (d > level) << 3;
	if (kind == 0 || kind == 15)
		return;
	float2 p[4];
	int n = 0;
	if ((a > level) != (b > level))
		p[n++] = make_float2(x + (level - a) / (b - a), y);
	if ((b > level) != (c > level))
		p[n++] = make_float2(x + 1, y + (level - b) / (c - b));
	if ((d > level) != (c > level))
		p[n++] = make_float2(x + (level - d) / (c - d), y + 1);
	if ((a > level) != (d > level))
		p[n++] = make_float2(x, y + (level - a) / (d - a));
	for (int k = 0; k + 1 < n; k += 2)
		segments[atomicAdd(count, 1)] = make_float4(p[k].x, p[k].y, p[k + 1].x, p[k + 1].y);
}
__global__ void farthest(const float2 *p, u64 *best, int n, float2 a, float2 b)
{ // the point farthest from a line, for the hull: value and place in one word
	u64 mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float d = (b.x - a.x) * (p[i].y - a.y) - (b.y - a.y) * (p[i].x - a.x);
		if (d > 0)
			mine = max(mine, (u64)__float_as_uint(d) << 32 | i);
	}
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	mine = cg::reduce(warp, mine, cg::greater<u64>());
	if (warp.thread_rank() == 0)
		atomicMax(best, mine);
}
__global__ void normals(const short *height, char4 *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int l = height[y * w + max(x - 1, 0)], r = height[y * w + min(x + 1, w - 1)], t = height[max(y - 1, 0) * w + x],
	    b = height[min(y + 1, h - 1) * w + x];
	float nx = (l - r) / 256.0f, ny = (t - b) / 256.0f, k = 127 * rsqrtf(nx * nx + ny * ny + 1);
	out[y * w + x] = make_char4(nx * k, ny * k, k, 0);
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w), field(600 * 600);
	for (int i = 0; i < 600 * 600; i++)
		field[i] = std::sin(i % 600 / 20.0f) * std::cos(i / 600 / 17.0f) + 0.2f * f[i];
	sphere balls[16];
	for (int i = 0; i < 16; i++)
		balls[i] = {3 * f[i] - 1.5f, 3 * f[i + 20] - 1.5f, 3 + 3 * f[i + 40], 0.2f + 0.4f * f[i + 60], {f[i + 80], f[i + 99], 1}};
	float2 star[100];
	for (int i = 0; i < 100; i++)
		star[i] = make_float2(0.5f + std::cos(i * 0.0628f) * (0.2f + 0.3f * f[i]), 0.5f + std::sin(i * 0.0628f) * (0.2f + 0.3f * f[i]));
	byte mixed[512];
	for (int i = 0; i < 512; i++)
		mixed[i] = (i * 167 + 13) & 255;
	CHECK(cudaMemcpyToSymbol(spheres, balls, sizeof balls));
	CHECK(cudaMemcpyToSymbol(corners, star, sizeof star));
	CHECK(cudaMemcpyToSymbol(shuffled, mixed, sizeof mixed));
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(4 * M), *fl = upload(field);
	int *zero = dev<int>(M);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto full = [&] { CHECK(cudaMemset(zero, 0x7f, M * sizeof(int))); };
	dim3 b16(16, 16), b32(32, 8);

	row("ray_spheres", [&] { ray_spheres<<<dim3(40, 30), b16>>>((uchar4 *)out, 640, 480); });
	row("march_distance.16x16", [&] { march_distance<<<dim3(20, 15), b16>>>(out, 320, 240, 64); });
	row("march_distance.32x8", [&] { march_distance<<<dim3(10, 30), b32>>>(out, 320, 240, 64); });
	row("draw_lines", [&] { draw_lines<<<32, 128>>>(u, (byte *)out, 4000, 1000, 1000); });
	row("raster", [&] { raster<<<3000, 64>>>(x, (unsigned *)zero, 3000, 512, 512); }, full);
	row("in_polygon", [&] { in_polygon<<<391, 256>>>((float2 *)x, (byte *)out, 100000); });
	row("perlin", [&] { perlin<<<dim3(32, 32), b16>>>(out, 500, 500, 4); });
	row("contour", [&] { contour<<<dim3(19, 75), b32>>>(fl, (float4 *)out, zero, 600, 600, 0.3f); }, clear);
	row("farthest", [&] { farthest<<<132, 256>>>((float2 *)x, (u64 *)zero, 2000000, make_float2(0, 0.1f), make_float2(1, 0.2f)); }, clear);
	row("normals", [&] { normals<<<dim3(40, 160), b32>>>((short *)u, (char4 *)out, 1280, 1280); });
}
