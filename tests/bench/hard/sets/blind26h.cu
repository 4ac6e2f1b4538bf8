// blind26h: a fresh set of kernels that nobody had modelled when they were written. Samples: filters, fluids, volumes.
#include "blind7.h"
#include <cooperative_groups.h>

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
__global__ void atomic_kinds(int *place)
{ // all kinds of atomics, everyone on the same few places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&place[0], 10);
	atomicSub(&place[1], 10);
	atomicMax(&place[2], i);
	atomicMin(&place[3], i);
	atomicInc((unsigned *)&place[4], 16);
	atomicDec((unsigned *)&place[5], 136);
	atomicAnd(&place[6], 2 * i + 7);
	atomicOr(&place[7], 1 << (i & 31));
	atomicXor(&place[8], i);
	atomicCAS(&place[9], i - 1, i);
}
template <bool ALONG> __global__ void box_running(const float *in, float *out, int w, int h, int r)
{ // a mean of a window by a running sum: a column or a row a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = ALONG ? w : h, step = ALONG ? 1 : w;
	if (i >= (ALONG ? h : w))
		return;
	const float *p = in + (ALONG ? i * w : i);
	float *q = out + (ALONG ? i * w : i), sum = p[0] * r, scale = 1.0f / (2 * r + 1);
	for (int k = 0; k <= r; k++)
		sum += p[k * step];
	q[0] = sum * scale;
	for (int k = 1; k < n; k++) {
		sum += p[min(k + r, n - 1) * step] - p[max(k - r - 1, 0) * step];
		q[k * step] = sum * scale;
	}
}
__global__ void box_tile(const float *in, float *out, int w, int h, int r)
{ // both ways at once: tile with rim, first along, then down, sums anew
	__shared__ float s[32 + 16][32 + 16 + 1], t[32 + 16][33];
	int x0 = blockIdx.x * 32 - r, y0 = blockIdx.y * 32 - r, side = 32 + 2 * r, id = threadIdx.y * 32 + threadIdx.x;
	for (int i = id; i < side * side; i += 256)
		s[i / side][i % side] = in[min(max(y0 + i / side, 0), h - 1) * w + min(max(x0 + i % side, 0), w - 1)];
	__syncthreads();
	for (int y = threadIdx.y; y < side; y += 8) {
		float sum = 0;
		for (int k = 0; k <= 2 * r; k++)
			sum += s[y][threadIdx.x + k];
		t[y][threadIdx.x] = sum;
	}
	__syncthreads();
	float scale = 1.0f / ((2 * r + 1) * (2 * r + 1));
	for (int y = threadIdx.y; y < 32; y += 8) {
		float sum = 0;
		for (int k = 0; k <= 2 * r; k++)
			sum += t[y + k][threadIdx.x];
		int gx = x0 + r + threadIdx.x, gy = y0 + r + y;
		if (gx < w && gy < h)
			out[gy * w + gx] = sum * scale;
	}
}
__host__ __device__ void recursive(const float *in, float *out, int n, int step, float a, float b)
{ // there with one memory, back with the other
	float y = in[0];
	for (int k = 0; k < n; k++)
		out[k * step] = y = a * in[k * step] + b * y;
	y = in[(n - 1) * step];
	for (int k = n - 1; k >= 0; k--) {
		y = a * in[k * step] + b * y;
		out[k * step] = 0.5f * (out[k * step] + y);
	}
}
__global__ void recursive_columns(const float *in, float *out, int w, int h, float a, float b)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < w)
		recursive(in + x, out + x, h, w, a, b);
}
static const int REACH = 3;
__constant__ float bell[(2 * REACH + 1) * (2 * REACH + 1)];
__global__ void edge_keeping(const uchar4 *in, uchar4 *out, int w, int h, float sharp)
{ // near in place and in colour
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	uchar4 c = in[y * w + x];
	float r = 0, g = 0, b = 0, sum = 0;
	for (int dy = -REACH; dy <= REACH; dy++)
		for (int dx = -REACH; dx <= REACH; dx++) {
			uchar4 p = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
			int er = p.x - c.x, eg = p.y - c.y, eb = p.z - c.z;
			float f = bell[(dy + REACH) * (2 * REACH + 1) + dx + REACH] *
				__expf(-sharp * (er * er + eg * eg + eb * eb));
			r += f * p.x, g += f * p.y, b += f * p.z, sum += f;
		}
	out[y * w + x] = make_uchar4(r / sum + 0.5f, g / sum + 0.5f, b / sum + 0.5f, c.w);
}
__host__ __device__ float between(float a, float b, float t)
{
	return a + (b - a) * t;
}
__host__ __device__ float2 carried(const float2 *v, int x, int y, int w, float dt)
{ // what the flow carries to here (the field goes round)
	float2 own = v[y * w + x];
	float px = x - dt * own.x, py = y - dt * own.y, fx = floorf(px), fy = floorf(py), tx = px - fx, ty = py - fy;
	int ax = (int)fx & (w - 1), ay = (int)fy & (w - 1), bx = (ax + 1) & (w - 1), by = (ay + 1) & (w - 1);
	float2 p = v[ay * w + ax], q = v[ay * w + bx], r = v[by * w + ax], s = v[by * w + bx];
	float2 o;
	o.x = between(between(p.x, q.x, tx), between(r.x, s.x, tx), ty);
	o.y = between(between(p.y, q.y, tx), between(r.y, s.y, tx), ty);
	return o;
}
__global__ void flow_carries(const float2 *v, float2 *out, int w, float dt, int each)
{ // several rows a thread, as the sample has it
	int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * each;
	for (int k = 0; k < each; k++)
		if (x < w && y0 + k < w)
			out[(y0 + k) * w + x] = carried(v, x, y0 + k, w, dt);
}
__global__ void cubes_classified(
	const float *field, const byte *triangles, byte *kind, int *count, int side, float level)
{ // which corners lie inside: a number of 8 bits; how many triangles and busy cubes there are
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = side - 1, many = 0;
	if (i < n * n * n) {
		int x = i % n, y = i / n % n, z = i / n / n, base = (z * side + y) * side + x, k = 0;
#pragma unroll
		for (int c = 0; c < 8; c++)
			k |= (field[base + (c & 1) + (c >> 1 & 1) * side + (c >> 2) * side * side] < level) << c;
		kind[i] = k;
		many = triangles[k];
	}
	int busy = __syncthreads_count(many > 0);
	int sum = __reduce_add_sync(~0u, many);
	if (threadIdx.x % 32 == 0 && sum)
		atomicAdd(&count[0], sum);
	if (threadIdx.x == 0)
		atomicAdd(&count[1], busy);
}
__global__ void pair_products(const float *a, const float *b, float *out, int pairs, int n)
{ // many pairs of vectors, blocks take them in turn; 1024 sums of which each thread has some, then a tree
	__shared__ float s[1024];
	for (int p = blockIdx.x; p < pairs; p += gridDim.x) {
		const float *x = a + p * n, *y = b + p * n;
		for (int k = threadIdx.x; k < 1024; k += blockDim.x) {
			float sum = 0;
			for (int i = k; i < n; i += 1024)
				sum += x[i] * y[i];
			s[k] = sum;
		}
		for (int d = 512; d; d /= 2) {
			__syncthreads();
			for (int k = threadIdx.x; k < d; k += blockDim.x)
				s[k] += s[k + d];
		}
		if (threadIdx.x == 0)
			out[p] = s[0];
		__syncthreads();
	}
}
__global__ void sum_together(const double *in, double *part, double *out, int n)
{ // one cooperative launch: blocks' sums, all wait, the first block adds those
	namespace cg = cooperative_groups;
	cg::grid_group grid = cg::this_grid();
	__shared__ double s[16];
	double sum = 0;
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		sum += in[i];
	for (int round = 0; round < 2; round++) {
		for (int d = 16; d; d /= 2)
			sum += __shfl_down_sync(~0u, sum, d);
		if (threadIdx.x % 32 == 0)
			s[threadIdx.x / 32] = sum;
		__syncthreads();
		if (threadIdx.x == 0) {
			double all = 0;
			for (int k = 0; k < blockDim.x / 32; k++)
				all += s[k];
			if (round == 0)
				part[blockIdx.x] = all;
			else
				*out = all;
		}
		if (round == 0) {
			grid.sync();
			if (blockIdx.x)
				return;
			sum = 0;
			for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
				sum += part[i];
		}
	}
}
struct Loose {
	float r, g, b;
};
struct __align__(16) Tight
{
	float r, g, b;
};
struct __align__(16) Two
{
	float r, g, b, a, r2, g2, b2, a2;
};
template <class T> __global__ void copied_structs(const T *in, T *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}
__global__ void ray_through(const byte *volume, float *image, int side, int w, int h, float step, int most)
{ // a ray a thread through a block of bytes, front to back, until it is dark
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float px = (x + 0.5f) / w * (side - 2), py = (y + 0.5f) / h * (side - 2), pz = 0.25f, light = 1, sum = 0;
	for (int k = 0; k < most; k++, pz += step, px += 0.125f * step) {
		int ix = (int)px, iy = (int)py, iz = (int)pz;
		if (ix > side - 2 || iz > side - 2)
			break;
		const byte *p = volume + (iz * side + iy) * side + ix;
		float fx = px - ix, fy = py - iy, fz = pz - iz;
		float a = between(between(p[0], p[1], fx), between(p[side], p[side + 1], fx), fy);
		p += side * side;
		float b = between(between(p[0], p[1], fx), between(p[side], p[side + 1], fx), fy);
		float v = between(a, b, fz) / 255, dark = v * v * 0.2f;
		sum += light * dark * v;
		light *= 1 - dark;
		if (light < 0.05f)
			break;
	}
	image[y * w + x] = sum;
}
__global__ void cells_begin(const int *cell, int *begin, int *end, int n)
{ // particles in order of their cells: where does each cell begin and end? the one before comes by shared memory
	extern __shared__ int s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = i < n ? cell[i] : -1;
	s[threadIdx.x + 1] = c;
	if (threadIdx.x == 0 && i > 0)
		s[0] = cell[i - 1];
	__syncthreads();
	if (i < n) {
		if (i == 0 || c != s[threadIdx.x]) {
			begin[c] = i;
			if (i)
				end[s[threadIdx.x]] = i;
		}
		if (i == n - 1)
			end[c] = n;
	}
}
__global__ void spheres_touch(const int4 *p, const int *begin, const int *end, int *touches, int n, int cells)
{ // how deep do spheres press into those around? 27 cells of 64 wide, whole numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 a = p[i];
	int cx = a.x / 64, cy = a.y / 64, cz = a.z / 64, sum = 0;
	for (int z = max(cz - 1, 0); z <= min(cz + 1, cells - 1); z++)
		for (int y = max(cy - 1, 0); y <= min(cy + 1, cells - 1); y++)
			for (int x = max(cx - 1, 0); x <= min(cx + 1, cells - 1); x++) {
				int c = (z * cells + y) * cells + x, first = begin[c];
				if (first < 0)
					continue;
				for (int j = first; j < end[c]; j++) {
					int4 b = p[j];
					int dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z,
					    d2 = dx * dx + dy * dy + dz * dz;
					if (j != i && d2 < 3600)
						sum += 3600 - d2;
				}
			}
	touches[i] = sum;
}
__global__ void two_eyes_packed(const unsigned *left, const unsigned *right, byte *out, int w, int h, int far_)
{ // four bytes at once: the shift with the least sum over 8 rows of a column of four pixels
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= w)
		return;
	unsigned least = ~0u;
	int best = 0;
	for (int d = 0; d < far_ && d <= x; d++) {
		unsigned sum = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += __vsadu4(left[(y * 8 + k) * w + x], right[(y * 8 + k) * w + x - d]);
		if (sum < least)
			least = sum, best = d;
	}
	out[y * w + x] = best;
}
__global__ void neighbours_swap(const short *in, short *out)
{ // odd and even pairs in turn: 256 numbers a block of 128
	__shared__ short s[256];
	int t = threadIdx.x;
	((short2 *)s)[t] = ((const short2 *)in)[blockIdx.x * 128 + t];
	__syncthreads();
	for (int k = 0; k < 256; k++) {
		int a = 2 * t + (k & 1);
		if (a + 1 < 256 && s[a] > s[a + 1]) {
			short v = s[a];
			s[a] = s[a + 1];
			s[a + 1] = v;
		}
		__syncthreads();
	}
	((short2 *)out)[blockIdx.x * 128 + t] = ((short2 *)s)[t];
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 480, H = 400, N = W * H, R = 8;
	std::vector<float> in(f.begin(), f.begin() + N), along(N), want(N), smooth(N);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			double s = 0;
			for (int k = -R; k <= R; k++)
				s += in[y * W + std::min(std::max(x + k, 0), W - 1)];
			along[y * W + x] = s / (2 * R + 1);
		}
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			double s = 0;
			for (int k = -R; k <= R; k++)
				s += along[std::min(std::max(y + k, 0), H - 1) * W + x];
			want[y * W + x] = s / (2 * R + 1);
		}
	float *d = upload(in), *t = dev<float>(N), *o = dev<float>(N);
	job<float>(
		"mean_of_a_window.running_sums",
		[&] {
			box_running<true><<<up(H, 64), 64>>>(d, t, W, H, R);
			box_running<false><<<up(W, 64), 64>>>(t, o, W, H, R);
		},
		o, N, close_to(want, 1e-4));
	job<float>(
		"mean_of_a_window.tile_both_ways",
		[&] { box_tile<<<dim3(up(W, 32), up(H, 32)), dim3(32, 8)>>>(d, o, W, H, R); }, o, N,
		close_to(want, 1e-4));
	for (int x = 0; x < W; x++)
		recursive(&in[x], &smooth[x], H, W, 0.3f, 0.7f);
	job<float>(
		"recursive_blur.column_a_thread", [&] { recursive_columns<<<up(W, 32), 32>>>(d, o, W, H, 0.3f, 0.7f); },
		o, N, close_to(smooth));
	const int PW = 256, PH = 160;
	std::vector<uchar4> p(PW * PH);
	std::vector<float> b;
	for (int i = 0; i < PW * PH; i++)
		p[i] = make_uchar4(w[i] % 60 + (i % PW > 99) * 120, w[i + 1] % 90, 255 - i % PW, w[i]);
	for (int k = 0; k < 49; k++)
		b.push_back(expf(-((k % 7 - 3) * (k % 7 - 3) + (k / 7 - 3) * (k / 7 - 3)) / 8.0f));
	CHECK(cudaMemcpyToSymbol(bell, b.data(), 49 * 4));
	auto right = [p, b](const std::vector<uchar4> &v) {
		for (int i = 0; i < PW * PH; i += 7) {
			double r = 0, g = 0, sum = 0;
			for (int k = 0; k < 49; k++) {
				uchar4 q = p[std::min(std::max(i / PW + k / 7 - 3, 0), PH - 1) * PW +
					std::min(std::max(i % PW + k % 7 - 3, 0), PW - 1)];
				int er = q.x - p[i].x, eg = q.y - p[i].y, eb = q.z - p[i].z;
				double f = b[k] * exp(-0.001 * (er * er + eg * eg + eb * eb));
				r += f * q.x, g += f * q.y, sum += f;
			}
			if (fabs(v[i].x - r / sum) > 0.51 || fabs(v[i].y - g / sum) > 0.51 || v[i].w != p[i].w)
				return false;
		}
		return true;
	};
	uchar4 *dp = upload(p), *op = dev<uchar4>(PW * PH);
	job<uchar4>(
		"edges_kept.forty_nine_around",
		[&] { edge_keeping<<<dim3(PW / 16, PH / 16), dim3(16, 16)>>>(dp, op, PW, PH, 0.001f); }, op, PW * PH,
		right);
	const int EW = 200, EH = 60, FAR = 20;
	std::vector<unsigned> l(EW * EH * 8), r(EW * EH * 8);
	std::vector<byte> shift(EW * EH);
	for (int i = 0; i < EW * EH * 8; i++)
		r[i] = w[i], l[i] = i < 7 ? w[i + 99] : w[i - i / 37 % 7] ^ (w[i + 5] & 0x07070707);
	for (int i = 0; i < EW * EH; i++) {
		int x = i % EW, y = i / EW, least = 1 << 30;
		for (int e = 0; e < FAR && e <= x; e++) {
			int sum = 0;
			for (int k = 0; k < 8; k++)
				for (int j = 0; j < 32; j += 8)
					sum += abs((int)(l[(y * 8 + k) * EW + x] >> j & 255) -
						(int)(r[(y * 8 + k) * EW + x - e] >> j & 255));
			if (sum < least)
				least = sum, shift[i] = e;
		}
	}
	unsigned *dl = upload(l), *dr = upload(r);
	byte *os = dev<byte>(EW * EH);
	job<byte>(
		"two_eyes_compared.four_bytes_at_once",
		[&] { two_eyes_packed<<<dim3(up(EW, 50), EH), 50>>>(dl, dr, os, EW, EH, FAR); }, os, EW * EH,
		same(shift));
}
static void volumes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 512;
	std::vector<float2> v(W * W), next(W * W);
	for (int i = 0; i < W * W; i++)
		v[i] = make_float2(f[i] * 2 - 1, f[i + 5] * 3 - 1);
	for (int i = 0; i < W * W; i++)
		next[i] = carried(v.data(), i % W, i / W, W, 0.75f);
	float2 *dv = upload(v), *ov = dev<float2>(W * W);
	auto flow_right = [next](const std::vector<float2> &o) {
		for (int i = 0; i < W * W; i++)
			if (!near(o[i].x, next[i].x, 1e-3) || !near(o[i].y, next[i].y, 1e-3))
				return false;
		return true;
	};
	job<float2>(
		"flow_carries_itself.sixteen_rows_a_thread",
		[&] { flow_carries<<<dim3(W / 64, W / 64), dim3(64, 4)>>>(dv, ov, W, 0.75f, 16); }, ov, W * W,
		flow_right);
	const int S = 64, C = (S - 1) * (S - 1) * (S - 1);
	std::vector<float> field(S * S * S);
	std::vector<byte> table(256), kind(C), volume(S * S * S);
	std::vector<int> count(2);
	for (int k = 0; k < 256; k++)
		table[k] = k == 0 || k == 255 ? 0 : 1 + w[k] % 5;
	for (int i = 0; i < S * S * S; i++) {
		field[i] = (i % S - 30) * (i % S - 30) + (i / S % S - 33) * (i / S % S - 33) +
			(i / S / S - 31) * (i / S / S - 31);
		volume[i] = w[i] % 64 + (field[i] < 400 ? 120 : 0);
	}
	for (int i = 0; i < C; i++) {
		int x = i % (S - 1), y = i / (S - 1) % (S - 1), z = i / (S - 1) / (S - 1);
		for (int c = 0; c < 8; c++)
			kind[i] |= (field[((z + (c >> 2)) * S + y + (c >> 1 & 1)) * S + x + (c & 1)] < 500) << c;
	}
	float *df = upload(field);
	byte *dt = upload(table), *ok = dev<byte>(C);
	int *oc = dev<int>(2);
	job<byte>(
		"cubes_by_their_corners.classified",
		[&] { cubes_classified<<<up(C, 128), 128>>>(df, dt, ok, oc, S, 500); }, ok, C, same(kind));
	const int RW = 200, RH = 160, MOST = 60;
	byte *dvol = upload(volume);
	float *image = dev<float>(RW * RH);
	auto seen = [volume](const std::vector<float> &v) {
		for (int i = 0; i < RW * RH; i += 11) {
			float px = (i % RW + 0.5f) / RW * (S - 2), py = (i / RW + 0.5f) / RH * (S - 2), pz = 0.25f,
			      light = 1, sum = 0;
			for (int k = 0; k < MOST && light >= 0.05f; k++, pz += 1, px += 0.125f) {
				int ix = px, iy = py, iz = pz;
				if (ix > S - 2 || iz > S - 2)
					break;
				float c[8];
				for (int j = 0; j < 8; j++)
					c[j] = volume[((iz + j / 4) * S + iy + j / 2 % 2) * S + ix + j % 2];
				float fx = px - ix, fy = py - iy;
				float a = between(between(c[0], c[1], fx), between(c[2], c[3], fx), fy);
				float b = between(between(c[4], c[5], fx), between(c[6], c[7], fx), fy);
				float q = between(a, b, pz - iz) / 255, dark = q * q * 0.2f;
				sum += light * dark * q;
				light *= 1 - dark;
			}
			if (fabs(v[i] - sum) > 5e-3)
				return false;
		}
		return true;
	};
	job<float>(
		"rays_through_a_block_of_bytes.front_to_back",
		[&] { ray_through<<<dim3(up(RW, 16), up(RH, 8)), dim3(16, 8)>>>(dvol, image, S, RW, RH, 1, MOST); },
		image, RW * RH, seen);
	const int P = 12000, CELLS = 16;
	std::vector<int4> p(P);
	for (int i = 0; i < P; i++)
		p[i] = make_int4(w[i] % 1024, w[i + 1] % 1024, w[i + 2] % 700, i);
	auto cell = [](const int4 &q) { return (q.z / 64 * CELLS + q.y / 64) * CELLS + q.x / 64; };
	std::stable_sort(p.begin(), p.end(), [&](const int4 &a, const int4 &b) { return cell(a) < cell(b); });
	std::vector<int> cells(P), touch(P), first(CELLS * CELLS * CELLS + 1, P);
	for (int i = P - 1; i >= 0; i--)
		first[cells[i] = cell(p[i])] = i;
	for (int i = 0; i < P; i++)
		for (int k = 0; k < 27; k++) {
			int x = p[i].x / 64 + k % 3 - 1, y = p[i].y / 64 + k / 3 % 3 - 1, z = p[i].z / 64 + k / 9 - 1;
			if (x < 0 || y < 0 || z < 0 || x >= CELLS || y >= CELLS || z >= CELLS)
				continue;
			int c = (z * CELLS + y) * CELLS + x;
			for (int j = first[c]; j < P && cells[j] == c; j++) {
				int dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, dz = p[i].z - p[j].z,
				    d2 = dx * dx + dy * dy + dz * dz;
				if (j != i && d2 < 3600)
					touch[i] += 3600 - d2;
			}
		}
	int4 *dp = upload(p);
	int *dc = upload(cells), *be = dev<int>(CELLS * CELLS * CELLS), *en = dev<int>(CELLS * CELLS * CELLS),
	    *ot = dev<int>(P);
	job<int>(
		"spheres_that_touch.cells_then_neighbours",
		[&] {
			cells_begin<<<up(P, 256), 256, 257 * 4>>>(dc, be, en, P);
			spheres_touch<<<up(P, 64), 64>>>(dp, be, en, ot, P, CELLS);
		},
		ot, P, same(touch), [&] { CHECK(cudaMemset(be, 255, 4 * CELLS * CELLS * CELLS)); });
}
static void sums(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int T = 64 * 256;
	std::vector<int> begin = { 0, 0, -(1 << 30), 1 << 30, 0, 0, 0xff, 0, 0xff, -1 };
	std::vector<int> want = { 10 * T, -10 * T, T - 1, 0, 0, 0, 7, -1, 0xff, 0 };
	for (int i = 0; i < T; i++) {
		want[4] = want[4] >= 16 ? 0 : want[4] + 1;
		want[5] = want[5] == 0 || want[5] > 136 ? 136 : want[5] - 1;
		want[8] ^= i;
		want[6] &= 2 * i + 7;
	}
	int *db = upload(begin), *o = dev<int>(10);
	job<int>(
		"kinds_of_atomics.ten_places", [&] { atomic_kinds<<<64, 256>>>(o); }, o, 10,
		[=](std::vector<int> v) {
			// the swap depends on who comes when
			bool good = v[9] >= 0 && v[9] < T;
			v[9] = 0;
			return good && v == want;
		},
		[&] { CHECK(cudaMemcpy(o, db, 40, cudaMemcpyDeviceToDevice)); });
	const int PAIRS = 150, N = 3000;
	std::vector<float> a(f.begin(), f.begin() + PAIRS * N), b(a.rbegin(), a.rend()), dots(PAIRS);
	for (int p = 0; p < PAIRS; p++) {
		double s = 0;
		for (int i = 0; i < N; i++)
			s += (double)a[p * N + i] * b[p * N + i];
		dots[p] = s;
	}
	float *da = upload(a), *dbb = upload(b), *od = dev<float>(PAIRS);
	job<float>(
		"pairs_of_vectors.blocks_in_turn", [&] { pair_products<<<96, 256>>>(da, dbb, od, PAIRS, N); }, od,
		PAIRS, close_to(dots, 1e-5));
	const int M = 1000000;
	std::vector<double> d(M);
	double all = 0;
	for (int i = 0; i < M; i++)
		all += d[i] = w[i % 700000] % 1000;
	double *dd = upload(d), *part = dev<double>(132), *os = dev<double>(1);
	int n = M;
	void *args[] = { &dd, &part, &os, &n };
	job<double>(
		"one_sum.all_blocks_wait",
		[&] { CHECK(cudaLaunchCooperativeKernel((void *)sum_together, dim3(132), dim3(512), args, 0, 0)); }, os,
		1, same(std::vector<double>{ all }));
	const int C = 120000;
	std::vector<float> floats(f.begin(), f.begin() + 4 * C), loose(f.begin(), f.begin() + 3 * C);
	float *df = upload(floats), *of = dev<float>(4 * C);
	job<float>(
		"copied_structs.twelve_bytes", [&] { copied_structs<<<64, 256>>>((Loose *)df, (Loose *)of, C); }, of,
		3 * C, same(loose));
	job<float>(
		"copied_structs.thirty_two_bytes", [&] { copied_structs<<<64, 256>>>((Two *)df, (Two *)of, C / 2); },
		of, 4 * C, same(floats));
	const int L = 100 * 256;
	std::vector<short> s(L), sorted;
	for (int i = 0; i < L; i++)
		s[i] = w[i] >> 5;
	sorted = s;
	for (int i = 0; i < L; i += 256)
		std::sort(sorted.begin() + i, sorted.begin() + i + 256);
	short *ds = upload(s), *oo = dev<short>(L);
	job<short>(
		"neighbours_swap.odd_and_even", [&] { neighbours_swap<<<L / 256, 128>>>(ds, oo); }, oo, L,
		same(sorted));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	pictures(w, f);
	volumes(w, f);
	sums(w, f);
}
