// blind25d: a fresh set of kernels that nobody had modelled when they were written. Two eyes, edges, spots, distances.
#include "blind7.h"
typedef unsigned u32;

__global__ void neighbours_as_bits(const byte *in, u32 *out, int w, int h)
{ // which of 24 neighbours are darker?
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	u32 bits = 0;
	byte own = in[y * w + x];
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			int at = min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1);
			bits = bits << 1 | (in[at] < own);
		}
	out[y * w + x] = bits;
}
static const int SHIFTS = 32;
__global__ void match_point(const u32 *l, const u32 *r, byte *best, int w, int h)
{ // how far is a point of one picture shifted in the other; a point a thread tries all shifts
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	u32 own = l[y * w + x];
	int least = 99, at = 0;
	for (int d = 0; d < SHIFTS && d <= x; d++) {
		int c = __popc(own ^ r[y * w + x - d]);
		if (c < least)
			least = c, at = d;
	}
	best[y * w + x] = at;
}
__global__ void match_lane(const u32 *l, const u32 *r, byte *best, int n, int w)
{ // a shift a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, d = threadIdx.x % 32;
	if (i >= n)
		return;
	int x = i % w, c = d <= x ? __popc(l[i] ^ r[i - d]) : 99;
	u32 least = __reduce_min_sync(~0u, (u32)c << 8 | d);
	if (d == 0)
		best[i] = least;
}
__global__ void smooth_warp(const u32 *l, const u32 *r, short *sum, int w, int h)
{ // along a row, shifts that jump cost extra: a row a warp, a shift a lane; the other picture moves through the lanes
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, d = threadIdx.x % 32, before = 0, least = 0;
	u32 other = 0;
	if (y >= h)
		return;
	for (int x = 0; x < w; x++) {
		int up = __shfl_up_sync(~0u, before, 1), down = __shfl_down_sync(~0u, before, 1);
		int near_by = min(d > 0 ? up : 9999, d < 31 ? down : 9999) + 3;
		other = __shfl_up_sync(~0u, other, 1);
		if (d == 0)
			other = r[y * w + x] | 1u << 31;
		int c = other >> 31 ? __popc(l[y * w + x] ^ other) - 1 : 24;
		before = c + min(min(before, near_by), least + 10) - least;
		least = __reduce_min_sync(~0u, before);
		sum[(y * w + x) * SHIFTS + d] = before;
	}
}
__global__ void smooth_shared(const u32 *l, const u32 *r, short *sum, int w, int h)
{ // four rows a block, what was before in shared memory, the least is searched by each thread
	__shared__ int past[2][4][SHIFTS + 2];
	int y = blockIdx.x * 4 + threadIdx.y, d = threadIdx.x;
	bool in = y < h;
	for (int k = 0; k < 2; k++) {
		past[k][threadIdx.y][d + 1] = 0;
		if (d < 2)
			past[k][threadIdx.y][d * (SHIFTS + 1)] = 9999;
	}
	__syncthreads();
	for (int x = 0; x < w; x++) {
		int *p = past[x & 1][threadIdx.y], least = p[1];
		for (int k = 2; k <= SHIFTS; k++)
			least = min(least, p[k]);
		int c = in && d <= x ? __popc(l[y * w + x] ^ r[y * w + x - d]) : 24;
		int v = c + min(min(p[d + 1], min(p[d], p[d + 2]) + 3), least + 10) - least;
		past[~x & 1][threadIdx.y][d + 1] = v;
		if (in)
			sum[(y * w + x) * SHIFTS + d] = v;
		__syncthreads();
	}
}
__global__ void far_columns(const byte *in, int *up, int w, int h)
{ // squares of how far the next white point of the column is
	int x = blockIdx.x * blockDim.x + threadIdx.x, far = 1000;
	if (x >= w)
		return;
	for (int y = 0; y < h; y++) {
		far = in[y * w + x] ? 0 : far + 1;
		up[y * w + x] = far;
	}
	for (int y = h - 1; y >= 0; y--) {
		far = in[y * w + x] ? 0 : far + 1;
		int v = min(far, up[y * w + x]);
		up[y * w + x] = v * v;
	}
}
__global__ void far_rows(const int *up, int *out, int w)
{ // a row a block: looks outward until nothing nearer can come
	extern __shared__ int line[];
	for (int x = threadIdx.x; x < w; x += blockDim.x)
		line[x] = up[blockIdx.x * w + x];
	__syncthreads();
	for (int x = threadIdx.x; x < w; x += blockDim.x) {
		int best = line[x];
		for (int d = 1; d * d < best; d++) {
			if (x >= d)
				best = min(best, line[x - d] + d * d);
			if (x + d < w)
				best = min(best, line[x + d] + d * d);
		}
		out[blockIdx.x * w + x] = best;
	}
}
__global__ void far_bowls(const int *up, int *out, short *place, int w, int h)
{ // a row a thread: the lowest of many bowls, kept as a stack
	int y = blockIdx.x * blockDim.x + threadIdx.x, top = -1;
	if (y >= h)
		return;
	const int *g = up + y * w;
	auto crossing = [&](int a, int b) { // from here on b is lower
		int n = g[b] - g[a] + b * b - a * a, d = 2 * (b - a);
		return n < 0 ? 0 : n / d + 1;
	};
	short *bowl = place + y, *from = place + w * h + y;
	for (int x = 0; x < w; x++) {
		int start = 0;
		while (top >= 0) {
			start = crossing(bowl[top * h], x);
			if (start > from[top * h])
				break;
			top--;
			start = 0;
		}
		if (start < w) {
			top++;
			bowl[top * h] = x, from[top * h] = start;
		}
	}
	for (int x = w - 1; x >= 0; x--) {
		while (from[top * h] > x)
			top--;
		int b = bowl[top * h];
		out[y * w + x] = g[b] + (x - b) * (x - b);
	}
}
struct Spot {
	uint4 a, b;
};
__device__ int differ(const Spot &p, const Spot &q)
{
	return __popc(p.a.x ^ q.a.x) + __popc(p.a.y ^ q.a.y) + __popc(p.a.z ^ q.a.z) + __popc(p.a.w ^ q.a.w) +
		__popc(p.b.x ^ q.b.x) + __popc(p.b.y ^ q.b.y) + __popc(p.b.z ^ q.b.z) + __popc(p.b.w ^ q.b.w);
}
__global__ void spots_tiles(const Spot *ask, const Spot *known, int2 *out, int n, int m)
{ // nearest and next nearest of descriptions of 256 bits; known ones come in tiles
	__shared__ Spot tile[64];
	int i = blockIdx.x * 64 + threadIdx.x, best = 9999 << 16, next = best;
	Spot own = ask[min(i, n - 1)];
	for (int base = 0; base < m; base += 64) {
		__syncthreads();
		if (base + threadIdx.x < m)
			tile[threadIdx.x] = known[base + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < min(64, m - base); k++) {
			int d = differ(own, tile[k]) << 16 | base + k;
			next = min(next, max(best, d));
			best = min(best, d);
		}
	}
	if (i < n)
		out[i] = make_int2(best, next);
}
__global__ void spots_warp(const Spot *ask, const Spot *known, int2 *out, int n, int m)
{ // a question a warp, known ones over the lanes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, best = 9999 << 16, next = best;
	if (i >= n)
		return;
	Spot own = ask[i];
	for (int k = lane; k < m; k += 32) {
		int d = differ(own, known[k]) << 16 | k;
		next = min(next, max(best, d));
		best = min(best, d);
	}
	int first = __reduce_min_sync(~0u, best), second = __reduce_min_sync(~0u, best == first ? next : best);
	if (lane == 0)
		out[i] = make_int2(first, second);
}
__global__ void colours_point(const byte *in, uchar4 *out, int w, int h)
{ // a sensor sees one colour a point: the others come from neighbours
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	const byte *p = in + y * w + x;
	int own = p[0], cross = (p[-1] + p[1] + p[-w] + p[w]) / 4,
	    slant = (p[-w - 1] + p[1 - w] + p[w - 1] + p[w + 1]) / 4;
	int flat = (p[-1] + p[1]) / 2, tall = (p[-w] + p[w]) / 2;
	uchar4 c;
	if (y % 2 == 0)
		c = x % 2 == 0 ? make_uchar4(own, cross, slant, 255) : make_uchar4(flat, own, tall, 255);
	else
		c = x % 2 == 0 ? make_uchar4(tall, own, flat, 255) : make_uchar4(slant, cross, own, 255);
	out[y * w + x] = c;
}
__global__ void colours_cell(const byte *in, uchar4 *out, int w, int h)
{ // four points a thread without a branch
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2 + 1, y = blockIdx.y * 2 + 1, p[4][4];
	if (x + 2 >= w || y + 2 >= h)
		return;
	for (int j = 0; j < 4; j++)
		for (int i = 0; i < 4; i++)
			p[j][i] = in[(y + j - 1) * w + x + i - 1];
#define CROSS(j, i) ((p[j - 1][i] + p[j + 1][i] + p[j][i - 1] + p[j][i + 1]) / 4)
#define SLANT(j, i) ((p[j - 1][i - 1] + p[j + 1][i - 1] + p[j - 1][i + 1] + p[j + 1][i + 1]) / 4)
#define FLAT(j, i) ((p[j][i - 1] + p[j][i + 1]) / 2)
#define TALL(j, i) ((p[j - 1][i] + p[j + 1][i]) / 2)
	out[y * w + x] = make_uchar4(SLANT(1, 1), CROSS(1, 1), p[1][1], 255);
	out[y * w + x + 1] = make_uchar4(TALL(1, 2), p[1][2], FLAT(1, 2), 255);
	out[(y + 1) * w + x] = make_uchar4(FLAT(2, 1), p[2][1], TALL(2, 1), 255);
	out[(y + 1) * w + x + 1] = make_uchar4(p[2][2], CROSS(2, 2), SLANT(2, 2), 255);
}
__global__ void thin_edges(const byte *in, byte *out, int w, int h)
{ // steep points stay if they are steepest along their slope; tile in shared memory
	__shared__ int light[20][36], gx[18][34], gy[18][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
	for (int k = t; k < 20 * 36; k += 512) {
		int x = min(max(x0 + k % 36 - 2, 0), w - 1), y = min(max(y0 + k / 36 - 2, 0), h - 1);
		light[k / 36][k % 36] = in[y * w + x];
	}
	__syncthreads();
	for (int k = t; k < 18 * 34; k += 512) {
		int j = k / 34, i = k % 34;
		gx[j][i] = light[j][i + 2] + 2 * light[j + 1][i + 2] + light[j + 2][i + 2] - light[j][i] -
			2 * light[j + 1][i] - light[j + 2][i];
		gy[j][i] = light[j + 2][i] + 2 * light[j + 2][i + 1] + light[j + 2][i + 2] - light[j][i] -
			2 * light[j][i + 1] - light[j][i + 2];
	}
	__syncthreads();
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y, j = threadIdx.y + 1, i = threadIdx.x + 1;
	if (x >= w || y >= h)
		return;
	int a = gx[j][i], b = gy[j][i], m = a * a + b * b, dx = 1, dy = 0;
	if (abs(b) * 5 > abs(a) * 12)
		dx = 0, dy = 1;
	else if (abs(b) * 12 > abs(a) * 5)
		dy = (a > 0) == (b > 0) ? 1 : -1;
	auto size = [&](int j, int i) { return gx[j][i] * gx[j][i] + gy[j][i] * gy[j][i]; };
	bool keep = m > 20000 && m >= size(j + dy, i + dx) && m > size(j - dy, i - dx);
	out[y * w + x] = keep ? m > 60000 ? 2 : 1 : 0;
}
static const int TURNS = 9;
__host__ __device__ inline int turn_of(int gx, int gy)
{ // which ninth of a half circle, by tangents in 1/1024
	if (gy < 0 || (gy == 0 && gx < 0))
		gx = -gx, gy = -gy;
	const int c[8] = { 962, 784, 512, 178, -178, -512, -784, -962 },
		  s[8] = { 350, 658, 887, 1008, 1008, 887, 658, 350 };
	int k = 0;
	while (k < 8 && gy * c[k] >= gx * s[k])
		k++;
	return k;
}
__global__ void slopes_thread(const byte *in, int *hist, int w, int cells_x, int cells)
{ // slopes of a cell of eight by eight points in nine classes; a cell a thread, counts in a local array
	int c = blockIdx.x * blockDim.x + threadIdx.x, sum[TURNS] = {};
	if (c >= cells)
		return;
	const byte *p = in + (c / cells_x * 8 + 1) * w + c % cells_x * 8 + 1;
	for (int k = 0; k < 64; k++) {
		const byte *q = p + k / 8 * w + k % 8;
		int gx = q[1] - q[-1], gy = q[w] - q[-w];
		sum[turn_of(gx, gy)] += abs(gx) + abs(gy);
	}
	for (int k = 0; k < TURNS; k++)
		hist[c * TURNS + k] = sum[k];
}
__global__ void slopes_block(const byte *in, int *hist, int w, int cells_x)
{ // a point a thread, counts by atomics in shared memory
	__shared__ int sum[4][TURNS];
	int t = threadIdx.x, cell = blockIdx.x * 4 + t / 64, k = t % 64;
	if (t < 4 * TURNS)
		sum[t / TURNS][t % TURNS] = 0;
	__syncthreads();
	const byte *q = in + (cell / cells_x * 8 + 1 + k / 8) * w + cell % cells_x * 8 + 1 + k % 8;
	int gx = q[1] - q[-1], gy = q[w] - q[-w];
	atomicAdd(&sum[t / 64][turn_of(gx, gy)], abs(gx) + abs(gy));
	__syncthreads();
	if (t < 4 * TURNS)
		hist[blockIdx.x * 4 * TURNS + t] = sum[0][t];
}
__device__ float between(const float *p, int w, float x, float y)
{
	int i = (int)floorf(x), j = (int)floorf(y);
	float a = x - i, b = y - j;
	const float *q = p + j * w + i;
	return (q[0] * (1 - a) + q[1] * a) * (1 - b) + (q[w] * (1 - a) + q[w + 1] * a) * b;
}
__global__ void follow_warp(const float *before, const float *now, const float2 *point, float2 *out, int n, int w)
{ // where did a spot go? a spot a warp, a window of fifteen by fifteen, six rounds
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float2 p = point[i], v = make_float2(0, 0);
	float own[8], gx[8], gy[8], xx = 0, xy = 0, yy = 0;
	for (int k = 0; k < 8; k++) {
		int at = lane + 32 * k;
		bool in = at < 225;
		float x = p.x + at % 15 - 7, y = p.y + at / 15 - 7;
		own[k] = in ? between(before, w, x, y) : 0;
		gx[k] = in ? (between(before, w, x + 1, y) - between(before, w, x - 1, y)) / 2 : 0;
		gy[k] = in ? (between(before, w, x, y + 1) - between(before, w, x, y - 1)) / 2 : 0;
		xx += gx[k] * gx[k], xy += gx[k] * gy[k], yy += gy[k] * gy[k];
	}
	for (int d = 16; d; d /= 2) {
		xx += __shfl_xor_sync(~0u, xx, d);
		xy += __shfl_xor_sync(~0u, xy, d);
		yy += __shfl_xor_sync(~0u, yy, d);
	}
	float inverse = 1 / (xx * yy - xy * xy);
	for (int round = 0; round < 6; round++) {
		float bx = 0, by = 0;
		for (int k = 0; k < 8; k++) {
			int at = lane + 32 * k;
			if (at < 225) {
				float d = own[k] - between(now, w, p.x + v.x + at % 15 - 7, p.y + v.y + at / 15 - 7);
				bx += d * gx[k], by += d * gy[k];
			}
		}
		for (int d = 16; d; d /= 2) {
			bx += __shfl_xor_sync(~0u, bx, d);
			by += __shfl_xor_sync(~0u, by, d);
		}
		v.x += (yy * bx - xy * by) * inverse;
		v.y += (xx * by - xy * bx) * inverse;
	}
	if (lane == 0)
		out[i] = v;
}
static void eyes(const std::vector<unsigned> &w)
{
	const int W = 300, H = 160, N = W * H;
	std::vector<byte> pl(N), pr(N), best(N);
	for (int i = 0; i < N; i++)
		pr[i] = (w[i] & 63) + (w[i / 4 * 4] & 127);
	for (int i = 0; i < N; i++)
		pl[i] = i % W >= 20 ? pr[i - 5 - i / W / 10] : w[i] & 255;
	auto bits = [&](const std::vector<byte> &in) {
		std::vector<u32> out(N);
		for (int i = 0; i < N; i++)
			for (int k = 0; k < 25; k++) {
				int x = std::min(std::max(i % W + k % 5 - 2, 0), W - 1);
				int y = std::min(std::max(i / W + k / 5 - 2, 0), H - 1);
				out[i] = out[i] * 2 + (in[y * W + x] < in[i]);
			}
		return out;
	};
	std::vector<u32> l = bits(pl), r = bits(pr);
	std::vector<short> sums(N * SHIFTS);
	for (int y = 0; y < H; y++) {
		int past[SHIFTS] = {}, next[SHIFTS];
		for (int x = 0; x < W; x++) {
			int least = *std::min_element(past, past + SHIFTS), lowest = 99;
			for (int d = 0; d < SHIFTS; d++) {
				int c = d <= x ? __builtin_popcount(l[y * W + x] ^ r[y * W + x - d]) : 24;
				if (d <= x && c < lowest)
					lowest = c, best[y * W + x] = d;
				int v = std::min(past[d], least + 10);
				if (d)
					v = std::min(v, past[d - 1] + 3);
				if (d + 1 < SHIFTS)
					v = std::min(v, past[d + 1] + 3);
				next[d] = sums[(y * W + x) * SHIFTS + d] = c + v - least;
			}
			memcpy(past, next, sizeof past);
		}
	}
	byte *dl = upload(pl), *dr = upload(pr), *o = dev<byte>(N);
	u32 *bl = dev<u32>(N), *br = dev<u32>(N), *hl = upload(l), *hr = upload(r);
	dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
	job<byte>(
		"two_eyes.point_a_thread",
		[&] {
			neighbours_as_bits<<<grid, block>>>(dl, bl, W, H);
			neighbours_as_bits<<<grid, block>>>(dr, br, W, H);
			match_point<<<grid, block>>>(bl, br, o, W, H);
		},
		o, N, same(best));
	job<byte>(
		"two_eyes.shift_a_lane", [&] { match_lane<<<N / 8, 256>>>(hl, hr, o, N, W); }, o, N, same(best));
	short *os = dev<short>(N * SHIFTS);
	job<short>(
		"smooth_shifts.row_a_warp", [&] { smooth_warp<<<H, 32>>>(hl, hr, os, W, H); }, os, N * SHIFTS,
		same(sums));
	job<short>(
		"smooth_shifts.four_rows_a_block",
		[&] { smooth_shared<<<(H + 3) / 4, dim3(SHIFTS, 4)>>>(hl, hr, os, W, H); }, os, N * SHIFTS, same(sums));
}
static void distances(const std::vector<unsigned> &w)
{
	const int W = 320, H = 320, N = W * H;
	std::vector<byte> in(N);
	std::vector<int> up(N), want(N, 1 << 30);
	for (int i = 0; i < N; i++)
		in[i] = w[i] % 700 == 0;
	for (int x = 0; x < W; x++)
		for (int y = 0; y < H; y++) {
			int d = 0;
			while (d < H && !(y >= d && in[(y - d) * W + x]) && !(y + d < H && in[(y + d) * W + x]))
				d++;
			up[y * W + x] = d < H ? d * d : 1 << 28;
		}
	for (int i = 0; i < N; i++)
		for (int x = 0; x < W; x++)
			want[i] = std::min(want[i], up[i / W * W + x] + (i % W - x) * (i % W - x));
	byte *di = upload(in);
	int *du = dev<int>(N), *o = dev<int>(N);
	short *place = dev<short>(2 * N);
	job<int>(
		"how_far_is_white.looks_outward",
		[&] {
			far_columns<<<(W + 31) / 32, 32>>>(di, du, W, H);
			far_rows<<<H, 160, W * 4>>>(du, o, W);
		},
		o, N, same(want));
	job<int>(
		"how_far_is_white.stack_of_bowls",
		[&] {
			far_columns<<<(W + 31) / 32, 32>>>(di, du, W, H);
			far_bowls<<<(H + 31) / 32, 32>>>(du, o, place, W, H);
		},
		o, N, same(want));
}
static void spots(const std::vector<unsigned> &w)
{
	const int N = 1600, M = 500;
	std::vector<Spot> ask(N), known(M);
	memcpy(known.data(), w.data(), M * sizeof(Spot));
	memcpy(ask.data(), w.data() + 300, N * sizeof(Spot));
	for (int i = 0; i < N; i++)
		ask[i].a.x ^= w[i] & 0xff0f;
	std::vector<int> want(2 * N);
	for (int i = 0; i < N; i++) {
		int best = 9999 << 16, next = best;
		for (int k = 0; k < M; k++) {
			int d = 0;
			for (int q = 0; q < 8; q++)
				d += __builtin_popcount(((u32 *)&ask[i])[q] ^ ((u32 *)&known[k])[q]);
			d = d << 16 | k;
			if (d < best)
				next = best, best = d;
			else
				next = std::min(next, d);
		}
		want[2 * i] = best, want[2 * i + 1] = next;
	}
	Spot *da = upload(ask), *dk = upload(known);
	int2 *o = dev<int2>(N);
	job<int>(
		"nearest_spots.known_in_tiles", [&] { spots_tiles<<<N / 64, 64>>>(da, dk, o, N, M); }, (int *)o, 2 * N,
		same(want));
	job<int>(
		"nearest_spots.spot_a_warp", [&] { spots_warp<<<N / 8, 256>>>(da, dk, o, N, M); }, (int *)o, 2 * N,
		same(want));
}
static void pictures(const std::vector<unsigned> &w)
{
	const int W = 1026, H = 514, N = W * H;
	std::vector<byte> in(N), full(4 * N), edge(N);
	for (int i = 0; i < N; i++)
		in[i] = (w[i] & 31) + (i % W / 23 + i / W / 17) % 7 * 32;
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			int sum[3] = {}, many[3] = {};
			for (int k = 0; k < 9; k++) {
				int qx = x + k % 3 - 1, qy = y + k / 3 - 1, c = qx % 2 + qy % 2;
				if (k == 4 || c != x % 2 + y % 2)
					sum[c] += in[qy * W + qx], many[c]++;
				else
					continue;
			}
			for (int c = 0; c < 3; c++)
				full[4 * (y * W + x) + c] = c == x % 2 + y % 2 ? in[y * W + x] : sum[c] / many[c];
			full[4 * (y * W + x) + 3] = 255;
		}
	auto at = [&](int x, int y) {
		return (int)in[std::min(std::max(y, 0), H - 1) * W + std::min(std::max(x, 0), W - 1)];
	};
	std::vector<int2> slope((W + 2) * (H + 2));
	for (int y = -1; y <= H; y++)
		for (int x = -1; x <= W; x++) {
			int gx = 0, gy = 0;
			for (int k = -1; k <= 1; k++) {
				gx += (2 - abs(k)) * (at(x + 1, y + k) - at(x - 1, y + k));
				gy += (2 - abs(k)) * (at(x + k, y + 1) - at(x + k, y - 1));
			}
			slope[(y + 1) * (W + 2) + x + 1] = make_int2(gx, gy);
		}
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			auto size = [&](int i, int j) {
				int2 g = slope[(j + 1) * (W + 2) + i + 1];
				return g.x * g.x + g.y * g.y;
			};
			int2 g = slope[(y + 1) * (W + 2) + x + 1];
			int a = abs(g.x), b = abs(g.y), dx = 5 * b > 12 * a ? 0 : 1;
			int dy = !dx ? 1 : 12 * b > 5 * a ? (g.x > 0) == (g.y > 0) ? 1 : -1 : 0, m = size(x, y);
			if (m > 20000 && m >= size(x + dx, y + dy) && m > size(x - dx, y - dy))
				edge[y * W + x] = m > 60000 ? 2 : 1;
		}
	byte *di = upload(in), *o = dev<byte>(4 * N);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4 * N)); };
	job<byte>(
		"sensor_colours.point_a_thread",
		[&] { colours_point<<<dim3((W + 63) / 64, (H + 3) / 4), dim3(64, 4)>>>(di, (uchar4 *)o, W, H); }, o,
		4 * N, same(full), clear);
	job<byte>(
		"sensor_colours.four_points_a_thread",
		[&] { colours_cell<<<dim3((W / 2 + 127) / 128, H / 2), 128>>>(di, (uchar4 *)o, W, H); }, o, 4 * N,
		same(full), clear);
	job<byte>(
		"thin_edges.tile_a_block",
		[&] { thin_edges<<<dim3((W + 31) / 32, (H + 15) / 16), dim3(32, 16)>>>(di, o, W, H); }, o, N,
		same(edge));
	const int CX = 128, C = CX * 64;
	std::vector<int> hist(C * TURNS);
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			int gx = at(x + 1, y) - at(x - 1, y), gy = at(x, y + 1) - at(x, y - 1);
			hist[((y - 1) / 8 * CX + (x - 1) / 8) * TURNS + turn_of(gx, gy)] += abs(gx) + abs(gy);
		}
	int *oh = dev<int>(C * TURNS);
	job<int>(
		"turned_slopes.cell_a_thread", [&] { slopes_thread<<<C / 32, 32>>>(di, oh, W, CX, C); }, oh, C * TURNS,
		same(hist));
	job<int>(
		"turned_slopes.four_cells_a_block", [&] { slopes_block<<<C / 4, 256>>>(di, oh, W, CX); }, oh, C * TURNS,
		same(hist));
	const int S = 256, P = 600;
	std::vector<float> before(S * S), now(S * S);
	auto wave = [](double x, double y) {
		return 100 + 40 * sin(x * 0.21) * cos(y * 0.17) + 30 * sin(x * 0.05 + y * 0.31);
	};
	for (int i = 0; i < S * S; i++) {
		before[i] = wave(i % S, i / S);
		now[i] = wave(i % S - 1.3, i / S + 0.8);
	}
	std::vector<float2> point(P);
	std::vector<float> moved(2 * P);
	for (int i = 0; i < P; i++) {
		point[i] = make_float2(20 + w[i] % 2000 * 0.1f, 20 + w[i + 9] % 2000 * 0.1f);
		moved[2 * i] = 1.3f, moved[2 * i + 1] = -0.8f;
	}
	float *db = upload(before), *dn = upload(now);
	float2 *dp = upload(point), *of = dev<float2>(P);
	job<float>(
		"followed_spots.spot_a_warp", [&] { follow_warp<<<P / 2, 64>>>(db, dn, dp, of, P, S); }, (float *)of,
		2 * P, close_to(moved, 0.03));
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	eyes(w);
	distances(w);
	spots(w);
	pictures(w);
}
