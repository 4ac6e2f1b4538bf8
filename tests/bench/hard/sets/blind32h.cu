// blind32h: a fresh set of kernels that nobody had modelled when they were written. Pictures and sounds: regions,
// distances, evened greys, seams, movement between pictures, effects that feed back.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// regions of ink: each gets the number of its first pixel
__global__ void regions_small_block(const byte *ink, short *out)
{ // many pictures of 32 x 32, a block each: least number around, with short cuts, until nothing changes
	__shared__ int label[1024];
	int t = threadIdx.x, x = t & 31, y = t >> 5;
	bool in = ink[blockIdx.x * 1024 + t];
	label[t] = in ? t : 9999;
	__syncthreads();
	for (int more = 1; more;) {
		int own = label[t], v = own;
		if (in) {
			if (x)
				v = min(v, label[t - 1]);
			if (x < 31)
				v = min(v, label[t + 1]);
			if (y)
				v = min(v, label[t - 32]);
			if (y < 31)
				v = min(v, label[t + 32]);
			v = min(v, label[v]);
		}
		__syncthreads();
		if (v < own)
			atomicMin(&label[own], v), atomicMin(&label[t], v);
		more = __syncthreads_or(v < own);
	}
	out[blockIdx.x * 1024 + t] = in ? label[t] : -1;
}
__global__ void regions_small_warp(const byte *ink, short *out, int n)
{ // a lane has a row of bits; region after region is flooded
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned left = 0;
	for (int y = 0; y < 32; y++) {
		bool in = ink[i * 1024 + y * 32 + l];
		unsigned b = __ballot_sync(~0u, in);
		if (l == y)
			left = b;
		if (!in)
			out[i * 1024 + y * 32 + l] = -1;
	}
	for (unsigned rows; (rows = __ballot_sync(~0u, left != 0)) != 0;) {
		int y = __ffs(rows) - 1, x = __shfl_sync(~0u, __ffs(left) - 1, y);
		unsigned s = l == y ? 1u << x : 0;
		for (bool more = true; __any_sync(~0u, more);) {
			unsigned a = __shfl_up_sync(~0u, s, 1), b = __shfl_down_sync(~0u, s, 1), old = s;
			s |= ((l ? a : 0) | (l < 31 ? b : 0)) & left;
			unsigned run = left & ~(s + left) | s; // along the row to the left in one addition
			s = (s | run & left | s << 1 & left | s >> 1 & left) & left;
			more = s != old;
		}
		left &= ~s;
		for (; s; s &= s - 1)
			out[i * 1024 + l * 32 + __ffs(s) - 1] = y * 32 + x;
	}
}
__device__ int region_top(int *label, int v)
{
	for (int p; (p = ((volatile int *)label)[v]) != v;)
		v = p;
	return v;
}
__global__ void regions_begin(const byte *ink, int *label, int w, int n)
{ // a pixel points to the first of its run in a row
	int y = blockIdx.x * blockDim.x + threadIdx.x, first = -1;
	if (y * w >= n)
		return;
	for (int x = 0; x < w; x++) {
		bool in = ink[y * w + x];
		first = !in ? -1 : first < 0 ? y * w + x : first;
		label[y * w + x] = first;
	}
}
__global__ void regions_join(const byte *ink, int *label, int w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + w;
	if (i >= n || !ink[i] || !ink[i - w])
		return;
	if (i % w && ink[i - 1] && ink[i - w - 1])
		return; // done by the left one
	int a = i, b = i - w;
	for (;;) {
		a = region_top(label, a), b = region_top(label, b);
		if (a == b)
			return;
		int hi = max(a, b), lo = min(a, b), was = atomicMin(&label[hi], lo);
		if (was == hi)
			return;
		a = was, b = lo;
	}
}
__global__ void regions_end(const int *label, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = label[i];
	if (v >= 0)
		while (label[v] != v)
			v = label[v];
	out[i] = v;
}
// how far to the next ink? along columns first, then the best of a row
__global__ void ink_distance_columns(const byte *ink, short *d, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, last = 1000;
	if (x >= w)
		return;
	for (int y = 0; y < h; y++) {
		last = ink[y * w + x] ? 0 : min(last + 1, 1000);
		d[y * w + x] = last;
	}
	for (int y = h - 1; y >= 0; y--) {
		last = min((int)d[y * w + x], last + 1);
		d[y * w + x] = last;
	}
}
__global__ void ink_distance_row(const short *d, int *out, int w)
{ // looks to both sides until it can't get better
	extern __shared__ int sq[];
	int y = blockIdx.x;
	for (int x = threadIdx.x; x < w; x += blockDim.x)
		sq[x] = d[y * w + x] * d[y * w + x];
	__syncthreads();
	for (int x = threadIdx.x; x < w; x += blockDim.x) {
		int best = sq[x];
		for (int r = 1; r * r < best && r < w; r++) {
			if (x >= r)
				best = min(best, sq[x - r] + r * r);
			if (x + r < w)
				best = min(best, sq[x + r] + r * r);
		}
		out[y * w + x] = best;
	}
}
__global__ void ink_distance_parabolas(const short *d, int *out, int w, int h)
{ // a thread a row: the lower edge of all parabolas
	int y = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (y >= h)
		return;
	short at[200];
	float from[201];
	const short *f = d + y * w;
	at[0] = 0, from[0] = -1e9f;
	for (int x = 1; x < w; x++) {
		float s;
		for (;; k--) {
			int p = at[k];
			s = (float)(f[x] * f[x] + x * x - f[p] * f[p] - p * p) / (2 * (x - p));
			if (s > from[k])
				break;
		}
		at[++k] = x, from[k] = s;
	}
	int top = k;
	k = 0;
	for (int x = 0; x < w; x++) {
		while (k < top && from[k + 1] < x)
			k++;
		out[y * w + x] = (x - at[k]) * (x - at[k]) + f[at[k]] * f[at[k]];
	}
}
// greys evened by how many are darker, each tile of its own; no grey counts more than a limit
__global__ void evened_tiles(const byte *in, byte *out, int w, int tile, unsigned limit)
{
	__shared__ unsigned many[256], sums[8];
	int t = threadIdx.x, l = t & 31, x0 = blockIdx.x * tile, y0 = blockIdx.y * tile;
	many[t] = 0;
	__syncthreads();
	for (int k = t; k < tile * tile; k += 256)
		atomicAdd(&many[in[(y0 + k / tile) * w + x0 + k % tile]], 1);
	__syncthreads();
	unsigned v = min(many[t], limit), s = v;
	for (int d = 1; d < 32; d *= 2) {
		unsigned o = __shfl_up_sync(~0u, s, d);
		s += l >= d ? o : 0;
	}
	if (l == 31)
		sums[t / 32] = s;
	__syncthreads();
	unsigned all = 0;
	for (int k = 0; k < 8; k++) {
		s += k < t / 32 ? sums[k] : 0;
		all += sums[k];
	}
	many[t] = s * 255 / all;
	__syncthreads();
	for (int k = t; k < tile * tile; k += 256) {
		int p = (y0 + k / tile) * w + x0 + k % tile;
		out[p] = many[in[p]];
	}
}
// the cheapest way from top to bottom, taken out, again (one block)
__global__ void seams_out(byte *pic, byte *way, short *taken, int w, int h, int seams)
{
	__shared__ int cost[2][512];
	__shared__ u64 least;
	int t = threadIdx.x;
	for (int s = 0; s < seams; s++, w--) {
		for (int y = 0; y < h; y++) {
			if (t < w) {
				const byte *p = pic + y * 512 + t;
				int e = abs((t ? p[-1] : p[0]) - (t < w - 1 ? p[1] : p[0])), c = 0, k = 1;
				if (y) {
					const int *u = cost[~y & 1];
					c = u[t];
					if (t && u[t - 1] < c)
						c = u[t - 1], k = 0;
					if (t < w - 1 && u[t + 1] < c)
						c = u[t + 1], k = 2;
				}
				cost[y & 1][t] = c + e;
				way[y * 512 + t] = k;
			}
			__syncthreads();
		}
		if (t == 0)
			least = ~0ull;
		__syncthreads();
		if (t < w)
			atomicMin(&least, (u64)cost[h - 1 & 1][t] << 32 | t);
		__syncthreads();
		if (t == 0) {
			int x = (unsigned)least;
			for (int y = h - 1; y >= 0; y--) {
				taken[s * h + y] = x;
				x += way[y * 512 + x] - 1;
			}
		}
		__syncthreads();
		for (int y = 0; y < h; y++) {
			byte v = t + 1 < w ? pic[y * 512 + t + (t >= taken[s * h + y])] : 0;
			__syncthreads();
			if (t < w)
				pic[y * 512 + t] = v;
		}
		__syncthreads();
	}
}
// movement between two pictures: two unknowns from 5 x 5 slopes
__device__ __forceinline__ float2 moved_by(float xx, float xy, float yy, float xt, float yt)
{
	float det = xx * yy - xy * xy;
	if (det < 1)
		return make_float2(0, 0);
	return make_float2((xy * yt - yy * xt) / det, (xy * xt - xx * yt) / det);
}
__global__ void moved_pixel(const byte *a, const byte *b, float2 *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	if (x < 3 || y < 3 || x >= w - 3 || y >= h - 3) {
		out[y * w + x] = make_float2(0, 0);
		return;
	}
	float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
	for (int v = -2; v <= 2; v++)
		for (int u = -2; u <= 2; u++) {
			const byte *p = a + (y + v) * w + x + u;
			float gx = (p[1] - p[-1]) / 2.f, gy = (p[w] - p[-w]) / 2.f, gt = b[(y + v) * w + x + u] - p[0];
			xx += gx * gx, xy += gx * gy, yy += gy * gy, xt += gx * gt, yt += gy * gt;
		}
	out[y * w + x] = moved_by(xx, xy, yy, xt, yt);
}
__global__ void moved_tile(const byte *a, const byte *b, float2 *out, int w, int h)
{ // slopes once in shared memory, column sums of five then
	__shared__ short sx[12][38], sy[12][38], st[12][38];
	__shared__ float3 one[8][38];
	__shared__ float2 two[8][38];
	int bx = blockIdx.x * 32 - 2, by = blockIdx.y * 8 - 2, t = threadIdx.x;
	for (int k = t; k < 12 * 36; k += 256) {
		int u = k % 36, v = k / 36, x = bx + u, y = by + v;
		bool in = x > 0 && y > 0 && x < w - 1 && y < h - 1;
		const byte *p = a + y * w + x;
		sx[v][u] = in ? p[1] - p[-1] : 0;
		sy[v][u] = in ? p[w] - p[-w] : 0;
		st[v][u] = in ? b[y * w + x] - p[0] : 0;
	}
	__syncthreads();
	for (int k = t; k < 8 * 36; k += 256) {
		int u = k % 36, v = k / 36, xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
		for (int j = 0; j < 5; j++) {
			int gx = sx[v + j][u], gy = sy[v + j][u], gt = st[v + j][u];
			xx += gx * gx, xy += gx * gy, yy += gy * gy, xt += gx * gt, yt += gy * gt;
		}
		one[v][u] = make_float3(xx / 4.f, xy / 4.f, yy / 4.f), two[v][u] = make_float2(xt / 2.f, yt / 2.f);
	}
	__syncthreads();
	int lx = t & 31, ly = t / 32, x = bx + 2 + lx, y = by + 2 + ly;
	if (x >= w || y >= h)
		return;
	float3 s = make_float3(0, 0, 0);
	float2 r = make_float2(0, 0);
	for (int j = 0; j < 5; j++) {
		float3 p = one[ly][lx + j];
		float2 q = two[ly][lx + j];
		s.x += p.x, s.y += p.y, s.z += p.z, r.x += q.x, r.y += q.y;
	}
	bool rim = x < 3 || y < 3 || x >= w - 3 || y >= h - 3;
	out[y * w + x] = rim ? make_float2(0, 0) : moved_by(s.x, s.y, s.z, r.x, r.y);
}
// a hall: four combs that feed back, two all-passes, in whole numbers; a thread a channel, or a block that does as many
// samples at once as the shortest delay allows
__constant__ int comb[4] = { 149, 163, 181, 197 };
__global__ void hall_thread(const short *in, short *out, int *line, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at[4] = { 0, 0, 0, 0 };
	if (i >= n)
		return;
	for (int k = 0; k < 4 * 200; k++)
		line[k * n + i] = 0;
	for (int k = 0; k < len; k++) {
		int x = in[k * n + i], sum = 0;
#pragma unroll
		for (int c = 0; c < 4; c++) {
			int *p = &line[(c * 200 + at[c]) * n + i], y = *p;
			*p = x + (y * 13 >> 4);
			sum += y;
			if (++at[c] == comb[c])
				at[c] = 0;
		}
		out[k * n + i] = (x >> 1) + (sum >> 3);
	}
}
__global__ void hall_block(const short *in, short *out, int n, int len)
{
	__shared__ int line[4][200];
	int i = blockIdx.x, t = threadIdx.x;
	for (int k = t; k < 800; k += blockDim.x)
		line[k / 200][k % 200] = 0;
	__syncthreads();
	for (int first = 0; first < len; first += 128) {
		int k = first + t;
		if (k < len) {
			int x = in[k * n + i], sum = 0;
			for (int c = 0; c < 4; c++) {
				int *p = &line[c][k % comb[c]], y = *p;
				*p = x + (y * 13 >> 4);
				sum += y;
			}
			out[k * n + i] = (x >> 1) + (sum >> 3);
		}
		__syncthreads();
	}
}
// the louder, the softer: level follows quickly up and slowly down, and the gain has a knee
__global__ void softer_thread(const float *in, float *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float level = 0;
	for (int k = 0; k < len; k++) {
		float x = in[k * n + i], a = fabsf(x);
		level += (a - level) * (a > level ? 0.3f : 0.01f);
		float gain = 1;
		if (level > 0.5f)
			gain = sqrtf(0.5f / level);
		else if (level < 0.05f)
			gain = level * 20;
		out[k * n + i] = x * gain;
	}
}
// six all-passes in a row whose place a slow wave moves, with feedback
__global__ void swirl_thread(const float *in, float *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float z[6] = { 0, 0, 0, 0, 0, 0 }, back = 0;
	for (int k = 0; k < len; k++) {
		float a = 0.5f + 0.3f * __sinf(k * 0.05f + i), x = in[k * n + i], v = x + 0.4f * back;
#pragma unroll
		for (int s = 0; s < 6; s++) {
			float y = z[s] - a * v;
			z[s] = v + a * y;
			v = y;
		}
		back = v;
		out[k * n + i] = 0.5f * (x + v);
	}
}
static void regions(const std::vector<unsigned> &w)
{
	const int N = 150, W = 240, H = 180;
	auto number = [](const std::vector<byte> &ink, int at, int w, int h, std::vector<int> &out) {
		std::vector<int> stack;
		for (int s = 0; s < w * h; s++)
			if (ink[at + s] && out[at + s] < 0) {
				stack.push_back(s);
				out[at + s] = s;
				while (!stack.empty()) {
					int v = stack.back(), x = v % w;
					stack.pop_back();
					auto go = [&](int u, bool ok) {
						if (ok && ink[at + u] && out[at + u] < 0)
							out[at + u] = s, stack.push_back(u);
					};
					go(v - 1, x > 0), go(v + 1, x < w - 1), go(v - w, v >= w),
						go(v + w, v + w < w * h);
				}
			}
	};
	std::vector<byte> ink(N * 1024), big(W * H);
	std::vector<int> want(N * 1024, -1), all(W * H, -1);
	for (int i = 0; i < N * 1024; i++)
		ink[i] = w[i] % 100 < 55;
	for (int i = 0; i < W * H; i++)
		big[i] = w[i + 7] % 100 < 57;
	for (int i = 0; i < N; i++)
		number(ink, i * 1024, 32, 32, want);
	number(big, 0, W, H, all);
	byte *d = upload(ink), *db = upload(big);
	short *o = dev<short>(N * 1024);
	int *label = dev<int>(W * H), *ol = dev<int>(W * H);
	std::vector<short> ws(want.begin(), want.end());
	job<short>(
		"regions_of_small_pictures.block", [&] { regions_small_block<<<N, 1024>>>(d, o); }, o, N * 1024,
		same(ws));
	job<short>(
		"regions_of_small_pictures.warp_floods", [&] { regions_small_warp<<<up(N, 2), 64>>>(d, o, N); }, o,
		N * 1024, same(ws));
	job<int>(
		"regions_of_a_large_picture.runs_joined",
		[&] {
			regions_begin<<<up(H, 32), 32>>>(db, label, W, W * H);
			regions_join<<<up(W * H - W, 256), 256>>>(db, label, W, W * H);
			regions_end<<<up(W * H, 256), 256>>>(label, ol, W * H);
		},
		ol, W * H, same(all));
}
static void distances(const std::vector<unsigned> &w)
{
	const int W = 200, H = 160;
	std::vector<byte> ink(W * H);
	std::vector<int> want(W * H, 1 << 30);
	std::vector<short> spot;
	for (int k = 0; k < 60; k++) {
		int s = w[k] % (W * H);
		ink[s] = 1;
		for (int i = 0; i < W * H; i++) {
			int dx = i % W - s % W, dy = i / W - s / W;
			want[i] = std::min(want[i], dx * dx + dy * dy);
		}
	}
	byte *d = upload(ink);
	short *c = dev<short>(W * H);
	int *o = dev<int>(W * H);
	job<int>(
		"how_far_to_the_next_ink.rows_look_both_ways",
		[&] {
			ink_distance_columns<<<up(W, 64), 64>>>(d, c, W, H);
			ink_distance_row<<<H, 128, W * 4>>>(c, o, W);
		},
		o, W * H, same(want));
	job<int>(
		"how_far_to_the_next_ink.rows_of_parabolas",
		[&] {
			ink_distance_columns<<<up(W, 64), 64>>>(d, c, W, H);
			ink_distance_parabolas<<<up(H, 32), 32>>>(c, o, W, H);
		},
		o, W * H, same(want));
}
static void greys_and_seams(const std::vector<unsigned> &w)
{
	const int T = 48, A = 14, W = T * A;
	std::vector<byte> in(W * W), out(W * W);
	for (int i = 0; i < W * W; i++)
		in[i] = w[i % 199999] % 90 * (w[(i + 3) % 199999] % 90) / 90 + i / W / 5;
	for (int b = 0; b < A * A; b++) {
		unsigned many[256] = {}, all = 0, s = 0;
		auto at = [&](int k) { return (b / A * T + k / T) * W + b % A * T + k % T; };
		for (int k = 0; k < T * T; k++)
			many[in[at(k)]]++;
		for (unsigned &v : many)
			all += v = std::min(v, 40u);
		for (unsigned &v : many)
			s += v, v = s * 255 / all;
		for (int k = 0; k < T * T; k++)
			out[at(k)] = many[in[at(k)]];
	}
	byte *d = upload(in), *o = dev<byte>(W * W);
	job<byte>(
		"greys_evened_in_tiles.block", [&] { evened_tiles<<<dim3(A, A), 256>>>(d, o, W, T, 40); }, o, W * W,
		same(out));
	const int X = 400, Y = 90, S = 12;
	std::vector<byte> pic(512 * Y);
	std::vector<short> taken(S * Y);
	for (int i = 0; i < 512 * Y; i++)
		pic[i] = w[i] % 60 + (i % 512 / 20 + i / 4096) % 3 * 60;
	byte *src = upload(pic), *dp = upload(pic), *way = dev<byte>(512 * Y);
	short *dt = dev<short>(S * Y);
	for (int s = 0, n = X; s < S; s++, n--) {
		std::vector<int> c(n * Y);
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < n; x++) {
				const byte *p = &pic[y * 512 + x];
				int e = std::abs((x ? p[-1] : p[0]) - (x < n - 1 ? p[1] : p[0])), m = 0;
				if (y) {
					m = c[(y - 1) * n + x];
					if (x)
						m = std::min(m, c[(y - 1) * n + x - 1]);
					if (x < n - 1)
						m = std::min(m, c[(y - 1) * n + x + 1]);
				}
				c[y * n + x] = m + e;
			}
		int x = std::min_element(c.end() - n, c.end()) - (c.end() - n);
		for (int y = Y - 1; y >= 0; y--) {
			taken[s * Y + y] = x;
			byte *p = &pic[y * 512];
			memmove(p + x, p + x + 1, n - 1 - x);
			if (y) {
				const int *u = &c[(y - 1) * n];
				int b = x;
				if (x && u[x - 1] < u[b])
					b = x - 1;
				if (x < n - 1 && u[x + 1] < u[b])
					b = x + 1;
				x = b;
			}
		}
	}
	job<short>(
		"cheapest_seams_taken_out.one_block", [&] { seams_out<<<1, 416>>>(dp, way, dt, X, Y, S); }, dt, S * Y,
		same(taken), [=] { cudaMemcpyAsync(dp, src, 512 * Y, cudaMemcpyDeviceToDevice); });
}
static void movement(const std::vector<unsigned> &w)
{
	const int W = 300, H = 200;
	std::vector<byte> a(W * H), b(W * H);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			a[y * W + x] = 120 + 60 * sin(x * 0.21 + y * 0.05) + 50 * cos(y * 0.17) + w[y * W + x] % 8;
			b[y * W + x] = 120 + 60 * sin((x - 0.6) * 0.21 + (y - 0.3) * 0.05) +
				50 * cos((y - 0.3) * 0.17) + w[y * W + x + 999] % 8;
		}
	byte *da = upload(a), *db = upload(b);
	float2 *o = dev<float2>(W * H);
	auto right = [=](const std::vector<float2> &v) {
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				double xx = 0, xy = 0, yy = 0, xt = 0, yt = 0, r = 0, s = 0;
				if (x >= 3 && y >= 3 && x < W - 3 && y < H - 3) {
					for (int k = 0; k < 25; k++) {
						int i = (y + k / 5 - 2) * W + x + k % 5 - 2;
						double gx = (a[i + 1] - a[i - 1]) / 2., gy = (a[i + W] - a[i - W]) / 2.,
						       gt = b[i] - a[i];
						xx += gx * gx, xy += gx * gy, yy += gy * gy, xt += gx * gt,
							yt += gy * gt;
					}
					double det = xx * yy - xy * xy;
					if (det >= 1)
						r = (xy * yt - yy * xt) / det, s = (xy * xt - xx * yt) / det;
					if (det < 50)
						continue; // floats may cancel there
				}
				if (!near(v[y * W + x].x, r, 2e-2) || !near(v[y * W + x].y, s, 2e-2))
					return false;
			}
		return true;
	};
	job<float2>(
		"moved_between_pictures.pixel",
		[&] { moved_pixel<<<dim3(up(W, 32), up(H, 4)), dim3(32, 4)>>>(da, db, o, W, H); }, o, W * H, right);
	job<float2>(
		"moved_between_pictures.slopes_in_a_tile",
		[&] { moved_tile<<<dim3(up(W, 32), up(H, 8)), 256>>>(da, db, o, W, H); }, o, W * H, right);
}
static void sounds(const std::vector<unsigned> &w)
{
	const int N = 128, L = 1500, M = 3000, K = 200, delay[4] = { 149, 163, 181, 197 };
	std::vector<short> in(N * L), out(N * L);
	for (int i = 0; i < N * L; i++)
		in[i] = (int)(w[i % 199000] % 8000) - 4000;
	for (int i = 0; i < N; i++) {
		int line[4][200] = {};
		for (int k = 0; k < L; k++) {
			int x = in[k * N + i], sum = 0;
			for (int c = 0; c < 4; c++) {
				int &p = line[c][k % delay[c]];
				sum += p;
				p = x + (p * 13 >> 4);
			}
			out[k * N + i] = (x >> 1) + (sum >> 3);
		}
	}
	short *d = upload(in), *o = dev<short>(N * L);
	int *line = dev<int>(800 * N);
	job<short>(
		"large_hall.thread_a_channel", [&] { hall_thread<<<up(N, 32), 32>>>(d, o, line, N, L); }, o, N * L,
		same(out));
	job<short>(
		"large_hall.block_a_channel", [&] { hall_block<<<N, 128>>>(d, o, N, L); }, o, N * L, same(out));
	std::vector<float> f(M * K), soft(M * K), swirl(M * K);
	for (int i = 0; i < M * K; i++)
		f[i] = (w[i % 199000] % 2001 / 1000.f - 1) * (i / M / 30 % 2 ? 0.9f : 0.2f);
	for (int i = 0; i < M; i++) {
		double level = 0, back = 0, z[6] = {};
		for (int k = 0; k < K; k++) {
			float x = f[k * M + i];
			double a = fabs(x), q = 0.5 + 0.3 * sin(k * 0.05 + i), v = x + 0.4 * back;
			level += (a - level) * (a > level ? 0.3 : 0.01);
			soft[k * M + i] = x * (level > 0.5 ? sqrt(0.5 / level) : level < 0.05 ? level * 20 : 1);
			for (double &s : z) {
				double y = s - q * v;
				s = v + q * y;
				v = y;
			}
			back = v;
			swirl[k * M + i] = 0.5 * (x + v);
		}
	}
	float *df = upload(f), *of = dev<float>(M * K);
	job<float>(
		"louder_made_softer.thread", [&] { softer_thread<<<up(M, 64), 64>>>(df, of, M, K); }, of, M * K,
		close_to(soft, 1e-3));
	job<float>(
		"six_swirling_passes.thread", [&] { swirl_thread<<<up(M, 96), 96>>>(df, of, M, K); }, of, M * K,
		close_to(swirl, 2e-2));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	regions(w);
	distances(w);
	greys_and_seams(w);
	movement(w);
	sounds(w);
}
