// blind30b: a fresh set of kernels that nobody had modelled when they were written. Pictures: medians, growing and
// shrinking, integral images, bilateral filter, colours, raw sensors, edges, sizes.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD int clip(int v, int n)
{
	return v < 0 ? 0 : v >= n ? n - 1 : v;
}
__constant__ short c_cubic[16][4];
__device__ void order(int &a, int &b)
{
	int l = min(a, b);
	b = max(a, b), a = l;
}
__device__ int middle_of_nine(int *v)
{
	order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[1]), order(v[3], v[4]);
	order(v[6], v[7]), order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[3]);
	order(v[5], v[8]), order(v[4], v[7]), order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
	order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]), order(v[4], v[2]);
	return v[4];
}
__global__ void median_network(const byte *in, byte *out, int W, int H)
{ // of 3x3, a network of swaps in registers
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, v[9];
	if (x >= W || y >= H)
		return;
#pragma unroll
	for (int k = 0; k < 9; k++)
		v[k] = in[clip(y + k / 3 - 1, H) * W + clip(x + k % 3 - 1, W)];
	out[y * W + x] = middle_of_nine(v);
}
__global__ void median_ranks(const byte *in, byte *out, int W, int H)
{ // each of the nine is compared with the others until the middle one is found
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	byte v[9];
	for (int k = 0; k < 9; k++)
		v[k] = in[clip(y + k / 3 - 1, H) * W + clip(x + k % 3 - 1, W)];
	for (int k = 0; k < 9; k++) {
		int less = 0, equal = 0;
		for (int j = 0; j < 9; j++)
			less += v[j] < v[k], equal += v[j] == v[k];
		if (less <= 4 && less + equal > 4) {
			out[y * W + x] = v[k];
			break;
		}
	}
}
__global__ void median_tile(const byte *in, byte *out, int W, int H)
{ // a tile of 32x16 with its rim in shared memory; blocks of 32x8, two points a thread
	__shared__ byte s[18][36];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
	for (int k = t; k < 18 * 34; k += 256)
		s[k / 34][k % 34] = in[clip(y0 + k / 34 - 1, H) * W + clip(x0 + k % 34 - 1, W)];
	__syncthreads();
	for (int j = threadIdx.y; j < 16; j += 8) {
		int v[9];
#pragma unroll
		for (int k = 0; k < 9; k++)
			v[k] = s[j + k / 3][threadIdx.x + k % 3];
		if (x0 + threadIdx.x < W && y0 + j < H)
			out[(y0 + j) * W + x0 + threadIdx.x] = middle_of_nine(v);
	}
}
__global__ void grow_square(const byte *in, byte *out, int W, int H, int R)
{ // largest value of a square around
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, m = 0;
	if (x >= W || y >= H)
		return;
	for (int j = max(y - R, 0); j <= min(y + R, H - 1); j++)
		for (int i = max(x - R, 0); i <= min(x + R, W - 1); i++)
			m = max(m, in[j * W + i]);
	out[y * W + x] = m;
}
__global__ void grow_line(const byte *in, byte *out, int W, int H, int R, bool down)
{ // of a line; along and down make the square
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, m = 0;
	if (x >= W)
		return;
	if (down)
		for (int j = max(y - R, 0); j <= min(y + R, H - 1); j++)
			m = max(m, in[j * W + x]);
	else
		for (int i = max(x - R, 0); i <= min(x + R, W - 1); i++)
			m = max(m, in[y * W + i]);
	out[y * W + x] = m;
}
__global__ void integral_rows(const byte *in, unsigned *out, int W, int H)
{ // a warp a row
	int y = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (y >= H)
		return;
	unsigned past = 0;
	for (int x = lane; x < W; x += 32) {
		unsigned v = in[y * W + x];
		for (int d = 1; d < 32; d *= 2) {
			unsigned o = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += o;
		}
		out[y * W + x] = v + past;
		past += __shfl_sync(~0u, v, 31);
	}
}
__global__ void integral_columns(unsigned *a, int W, int H)
{ // a thread a column
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= W)
		return;
	unsigned s = 0;
	for (int y = 0; y < H; y++)
		a[y * W + x] = s += a[y * W + x];
}
__global__ void bilateral_exp(const float *in, float *out, int W, int H, float space, float tone)
{ // 5x5, both weights by exp
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	float c = in[y * W + x], s = 0, all = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			float v = in[clip(y + j, H) * W + clip(x + i, W)], d = v - c;
			float w = __expf(-(i * i + j * j) * space - d * d * tone);
			s += w * v, all += w;
		}
	out[y * W + x] = s / all;
}
__global__ void bilateral_tile(const float *in, float *out, int W, int H, float space, float tone)
{ // tile and the weights of the places in shared memory
	__shared__ float s[20][20], near[25];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	if (t < 25)
		near[t] = expf(-((t / 5 - 2) * (t / 5 - 2) + (t % 5 - 2) * (t % 5 - 2)) * space);
	for (int k = t; k < 400; k += 256)
		s[k / 20][k % 20] = in[clip(y - ty + k / 20 - 2, H) * W + clip(x - tx + k % 20 - 2, W)];
	__syncthreads();
	float c = s[ty + 2][tx + 2], sum = 0, all = 0;
#pragma unroll
	for (int j = 0; j < 5; j++)
#pragma unroll
		for (int i = 0; i < 5; i++) {
			float v = s[ty + j][tx + i], d = v - c, w = near[j * 5 + i] * __expf(-d * d * tone);
			sum += w * v, all += w;
		}
	if (x < W && y < H)
		out[y * W + x] = sum / all;
}
HD uchar4 hue_of(uchar4 p)
{ // hue in 0..251, saturation and value in 0..255
	int r = p.x, g = p.y, b = p.z, h = r > g ? r : g, l = r < g ? r : g;
	h = h > b ? h : b, l = l < b ? l : b;
	int d = h - l, hue;
	if (d == 0)
		hue = 0;
	else if (h == r)
		hue = (42 * (g - b) / d + 252) % 252;
	else if (h == g)
		hue = 84 + 42 * (b - r) / d;
	else
		hue = 168 + 42 * (r - g) / d;
	return make_uchar4(hue, h ? 255 * d / h : 0, h, p.w);
}
__global__ void hue_triples(const byte *in, byte *out, int n)
{ // three bytes a point, read and written one by one
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uchar4 v = hue_of(make_uchar4(in[3 * i], in[3 * i + 1], in[3 * i + 2], 0));
		out[3 * i] = v.x, out[3 * i + 1] = v.y, out[3 * i + 2] = v.z;
	}
}
template <class In> HD uchar4 raw_point(In at, int x, int y)
{ // red at even x, even y; blue at odd, odd
	int own = at(x, y), side = (at(x - 1, y) + at(x + 1, y)) >> 1, over = (at(x, y - 1) + at(x, y + 1)) >> 1;
	int cross = (side + over) >> 1,
	    corner = (at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)) >> 2;
	if (y & 1)
		return x & 1 ? make_uchar4(corner, cross, own, 255) : make_uchar4(over, own, side, 255);
	return x & 1 ? make_uchar4(side, own, over, 255) : make_uchar4(own, cross, corner, 255);
}
HD int mirrored(int v, int n)
{
	return v < 0 ? -v : v >= n ? 2 * n - 2 - v : v;
}
__global__ void debayer_point(const byte *in, uchar4 *out, int W, int H)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < W && y < H)
		out[y * W + x] = raw_point([&](int i, int j) { return in[mirrored(j, H) * W + mirrored(i, W)]; }, x, y);
}
__global__ void debayer_quad(const byte *in, uchar4 *out, int W, int H)
{ // a thread makes 2x2 points out of 4x4 in registers: no divergence
	int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
	if (x >= W || y >= H)
		return;
	byte v[4][4];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k / 4][k % 4] = in[mirrored(y + k / 4 - 1, H) * W + mirrored(x + k % 4 - 1, W)];
	auto at = [&](int i, int j) { return v[j + 1][i + 1]; };
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[(y + k / 2) * W + x + k % 2] = raw_point(at, k % 2, k / 2);
}
HD byte thin(int gx, int gy, int high)
{ // strength and one of four ways in the low two bits
	int ax = gx < 0 ? -gx : gx, ay = gy < 0 ? -gy : gy, m = ax + ay;
	int way = 5 * ay < 2 * ax ? 0 : 5 * ax < 2 * ay ? 2 : (gx ^ gy) < 0 ? 3 : 1;
	return m < high ? 0 : ((m >> 3) & 0xfc) | way;
}
__global__ void sobel_walk(const byte *in, byte *out, int W, int H, int rows, int high)
{ // each thread walks down a strip of its column and keeps three rows of sums
	int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * rows;
	if (x >= W)
		return;
	int l = clip(x - 1, W), r = clip(x + 1, W), d0, d1, d2, s0, s1, s2;
	auto line = [&](int y, int &d, int &s) {
		const byte *p = in + clip(y, H) * W;
		int a = p[l], b = p[x], c = p[r];
		d = c - a, s = a + 2 * b + c;
	};
	line(y0 - 1, d0, s0), line(y0, d1, s1);
	for (int y = y0; y < min(y0 + rows, H); y++) {
		line(y + 1, d2, s2);
		out[y * W + x] = thin(d0 + 2 * d1 + d2, s2 - s0, high);
		d0 = d1, d1 = d2, s0 = s1, s1 = s2;
	}
}
__global__ void cubic_resize(const byte *in, byte *out, int W, int H, int OW, int OH, int step)
{ // sixteen neighbours with weights out of constant memory; step: in 1/65536 of a point
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= OW || y >= OH)
		return;
	int u = x * step, v = y * step, s = 0;
	for (int j = 0; j < 4; j++) {
		const byte *p = in + clip((v >> 16) + j - 1, H) * W;
		int t = 0;
		for (int i = 0; i < 4; i++)
			t += p[clip((u >> 16) + i - 1, W)] * c_cubic[u >> 12 & 15][i];
		s += t * c_cubic[v >> 12 & 15][j] >> 4;
	}
	out[y * OW + x] = clip((s + (1 << 11)) >> 12, 256);
}
static void medians(const std::vector<byte> &p, int W, int H)
{
	std::vector<byte> want(W * H);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			byte v[9];
			for (int k = 0; k < 9; k++)
				v[k] = p[clip(y + k / 3 - 1, H) * W + clip(x + k % 3 - 1, W)];
			std::nth_element(v, v + 4, v + 9);
			want[y * W + x] = v[4];
		}
	byte *d = upload(p), *o = dev<byte>(W * H);
	dim3 g(up(W, 32), up(H, 8)), t(32, 8);
	job<byte>(
		"median_of_nine.network", [&] { median_network<<<g, t>>>(d, o, W, H); }, o, W * H, same(want));
	job<byte>(
		"median_of_nine.ranks", [&] { median_ranks<<<g, t>>>(d, o, W, H); }, o, W * H, same(want));
	job<byte>(
		"median_of_nine.shared_tile", [&] { median_tile<<<dim3(up(W, 32), up(H, 16)), t>>>(d, o, W, H); }, o,
		W * H, same(want));
}
static void growing(const std::vector<byte> &p, int W, int H)
{
	const int R = 3;
	auto lines = [&](const std::vector<byte> &a, int R, bool down) {
		std::vector<byte> v(W * H);
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++)
				for (int k = -R; k <= R; k++)
					v[y * W + x] = std::max(v[y * W + x],
						a[(down ? clip(y + k, H) : y) * W + (down ? x : clip(x + k, W))]);
		return v;
	};
	std::vector<byte> want = lines(lines(p, R, false), R, true);
	byte *d = upload(p), *m = dev<byte>(W * H), *o = dev<byte>(W * H);
	job<byte>(
		"grown_bright_parts.square_of_49",
		[&] { grow_square<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(d, o, W, H, R); }, o, W * H,
		same(want));
	job<byte>(
		"grown_bright_parts.along_then_down",
		[&] {
			grow_line<<<dim3(up(W, 128), H), 128>>>(d, m, W, H, R, false);
			grow_line<<<dim3(up(W, 128), H), 128>>>(m, o, W, H, R, true);
		},
		o, W * H, same(want));
}
static void integrals(const std::vector<byte> &p, int W, int H)
{
	std::vector<unsigned> want(W * H);
	for (int y = 0; y < H; y++)
		for (unsigned x = 0, s = 0; x < W; x++)
			want[y * W + x] = (s += p[y * W + x]) + (y ? want[(y - 1) * W + x] : 0);
	byte *d = upload(p);
	unsigned *a = dev<unsigned>(W * H);
	job<unsigned>(
		"integral_picture.warps_and_columns",
		[&] {
			integral_rows<<<up(H, 4), dim3(32, 4)>>>(d, a, W, H);
			integral_columns<<<up(W, 64), 64>>>(a, W, H);
		},
		a, W * H, same(want));
}
static void bilaterals(const std::vector<byte> &p, int W, int H)
{
	std::vector<float> in(W * H), want(W * H);
	float space = 0.15f, tone = 8, near[25];
	for (int k = 0; k < 25; k++)
		near[k] = std::exp(-((k / 5 - 2) * (k / 5 - 2) + (k % 5 - 2) * (k % 5 - 2)) * space);
	for (int i = 0; i < W * H; i++)
		in[i] = p[i] / 256.0f;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			float s = 0, all = 0;
			for (int k = 0; k < 25; k++) {
				float v = in[clip(y + k / 5 - 2, H) * W + clip(x + k % 5 - 2, W)],
				      d = v - in[y * W + x], w = near[k] * std::exp(-d * d * tone);
				s += w * v, all += w;
			}
			want[y * W + x] = s / all;
		}
	float *d = upload(in), *o = dev<float>(W * H);
	dim3 g(up(W, 16), up(H, 16)), t(16, 16);
	job<float>(
		"bilateral_5x5.exp_for_each", [&] { bilateral_exp<<<g, t>>>(d, o, W, H, space, tone); }, o, W * H,
		close_to(want, 1e-3));
	job<float>(
		"bilateral_5x5.tile_and_table", [&] { bilateral_tile<<<g, t>>>(d, o, W, H, space, tone); }, o, W * H,
		close_to(want, 1e-3));
}
static void colours(const std::vector<byte> &p, const std::vector<unsigned> &w, int W, int H)
{
	const int N = 300000;
	std::vector<byte> three(3 * N), want3(3 * N);
	for (int i = 0; i < N; i++) {
		uchar4 q = make_uchar4(w[i], w[i] >> 8, w[i] >> 16, 7), h = hue_of(q);
		three[3 * i] = q.x, three[3 * i + 1] = q.y, three[3 * i + 2] = q.z;
		want3[3 * i] = h.x, want3[3 * i + 1] = h.y, want3[3 * i + 2] = h.z;
	}
	unsigned *oq = dev<unsigned>(W * H);
	byte *d3 = upload(three), *o3 = dev<byte>(3 * N), *dp = upload(p), *oe = dev<byte>(W * H);
	job<byte>(
		"hue_and_value.three_bytes", [&] { hue_triples<<<264, 192>>>(d3, o3, N); }, o3, 3 * N, same(want3));
	std::vector<unsigned> raw(W * H);
	std::vector<byte> edge(W * H);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			uchar4 v =
				raw_point([&](int i, int j) { return p[mirrored(j, H) * W + mirrored(i, W)]; }, x, y);
			raw[y * W + x] = v.x | v.y << 8 | v.z << 16 | v.w << 24;
			int gx = 0, gy = 0;
			for (int k = -1; k <= 1; k++) {
				auto at = [&](int i, int j) { return p[clip(y + j, H) * W + clip(x + i, W)]; };
				gx += (2 - k * k) * (at(1, k) - at(-1, k)), gy += (2 - k * k) * (at(k, 1) - at(k, -1));
			}
			edge[y * W + x] = thin(gx, gy, 90);
		}
	job<unsigned>(
		"raw_to_colour.thread_a_point",
		[&] { debayer_point<<<dim3(up(W, 32), up(H, 4)), dim3(32, 4)>>>(dp, (uchar4 *)oq, W, H); }, oq, W * H,
		same(raw));
	job<unsigned>(
		"raw_to_colour.thread_four_points",
		[&] { debayer_quad<<<dim3(up(W / 2, 32), up(H / 2, 4)), dim3(32, 4)>>>(dp, (uchar4 *)oq, W, H); }, oq,
		W * H, same(raw));
	job<byte>(
		"edges_and_ways.walk_down",
		[&] { sobel_walk<<<dim3(up(W, 96), up(H, 24)), 96>>>(dp, oe, W, H, 24, 90); }, oe, W * H, same(edge));
}
static void sizes(const std::vector<byte> &p, int W, int H)
{
	const int OW = 520, OH = 390, step = 42000;
	short c[16][4];
	for (int k = 0; k < 16; k++) {
		double t = k / 16.0;
		c[k][0] = std::lround(256 * (-t * t * t + 2 * t * t - t) / 2);
		c[k][2] = std::lround(256 * (-3 * t * t * t + 4 * t * t + t) / 2);
		c[k][3] = std::lround(256 * (t * t * t - t * t) / 2);
		c[k][1] = 256 - c[k][0] - c[k][2] - c[k][3];
	}
	CHECK(cudaMemcpyToSymbol(c_cubic, c, sizeof c));
	std::vector<byte> want(OW * OH);
	for (int y = 0; y < OH; y++)
		for (int x = 0; x < OW; x++) {
			int u = x * step, v = y * step, s = 0;
			for (int j = 0; j < 4; j++) {
				int t = 0;
				for (int i = 0; i < 4; i++)
					t += p[clip((v >> 16) + j - 1, H) * W + clip((u >> 16) + i - 1, W)] *
						c[u >> 12 & 15][i];
				s += t * c[v >> 12 & 15][j] >> 4;
			}
			want[y * OW + x] = clip((s + (1 << 11)) >> 12, 256);
		}
	byte *d = upload(p), *o = dev<byte>(OW * OH);
	job<byte>(
		"cubic_enlarged.sixteen_neighbours",
		[&] { cubic_resize<<<dim3(up(OW, 32), up(OH, 8)), dim3(32, 8)>>>(d, o, W, H, OW, OH, step); }, o,
		OW * OH, same(want));
}
void rows()
{
	const int W = 560, H = 420;
	std::vector<unsigned> w = words(300000);
	std::vector<byte> p(W * H);
	for (int i = 0; i < W * H; i++)
		p[i] = (i / W * 3 / 4 + i % W / 3 + w[i] % 70) & 255;
	medians(p, W, H);
	growing(p, W, H);
	integrals(p, W, H);
	bilaterals(p, W, H);
	colours(p, w, W, H);
	sizes(p, W, H);
}
