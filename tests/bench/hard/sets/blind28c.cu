// blind28c: a fresh set of kernels that nobody had modelled when they were written. Triangles, marched rays, nearest
// points, nets, colours, turned pictures.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
static const int W = 192, H = 128;
struct Triangle {
	int x[3], y[3], depth;
};
__host__ __device__ inline bool covers(const Triangle &t, int x, int y)
{ // the corners go round against the clock
	for (int k = 0; k < 3; k++) {
		int n = k == 2 ? 0 : k + 1;
		if ((t.x[n] - t.x[k]) * (y - t.y[k]) - (t.y[n] - t.y[k]) * (x - t.x[k]) < 0)
			return false;
	}
	return true;
}
__global__ void raster_pixels(const Triangle *t, unsigned *out, int n)
{ // a pixel a thread looks at all triangles
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned best = ~0u;
	for (int k = 0; k < n; k++) {
		unsigned key = t[k].depth << 12 | k;
		if (key < best && covers(t[k], x, y))
			best = key;
	}
	out[y * W + x] = best;
}
__global__ void raster_triangle_thread(const Triangle *t, unsigned *out, int n)
{ // a triangle a thread fills its box
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	Triangle c = t[k];
	int x0 = max(0, min(c.x[0], min(c.x[1], c.x[2]))), x1 = min(W - 1, max(c.x[0], max(c.x[1], c.x[2])));
	int y0 = max(0, min(c.y[0], min(c.y[1], c.y[2]))), y1 = min(H - 1, max(c.y[0], max(c.y[1], c.y[2])));
	for (int y = y0; y <= y1; y++)
		for (int x = x0; x <= x1; x++)
			if (covers(c, x, y))
				atomicMin(&out[y * W + x], c.depth << 12 | k);
}
__global__ void raster_triangle_warp(const Triangle *t, unsigned *out, int n)
{ // a triangle a warp: the lanes go over its box in pieces of 8 x 4; a look before each atomic
	int k = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (k >= n)
		return;
	Triangle c = t[k];
	int x0 = max(0, min(c.x[0], min(c.x[1], c.x[2]))), x1 = min(W - 1, max(c.x[0], max(c.x[1], c.x[2])));
	int y0 = max(0, min(c.y[0], min(c.y[1], c.y[2]))), y1 = min(H - 1, max(c.y[0], max(c.y[1], c.y[2])));
	unsigned key = c.depth << 12 | k;
	for (int y = y0 + lane / 8; y <= y1; y += 4)
		for (int x = x0 + lane % 8; x <= x1; x += 8)
			if (covers(c, x, y))
				atomicMin(&out[y * W + x], key);
}
__global__ void raster_bins(const Triangle *t, unsigned *out, int n)
{ // a tile of 16 x 16 a block: first the block lists the triangles that may touch it, then each pixel walks the list
	__shared__ Triangle list[256];
	__shared__ int name[256], many;
	int me = threadIdx.x, x = blockIdx.x * 16 + me % 16, y = blockIdx.y * 16 + me / 16;
	unsigned best = ~0u;
	for (int at = 0; at < n; at += 256) {
		if (me == 0)
			many = 0;
		__syncthreads();
		if (at + me < n) {
			Triangle c = t[at + me];
			int lx = blockIdx.x * 16, ly = blockIdx.y * 16;
			if (min(c.x[0], min(c.x[1], c.x[2])) < lx + 16 && max(c.x[0], max(c.x[1], c.x[2])) >= lx &&
				min(c.y[0], min(c.y[1], c.y[2])) < ly + 16 && max(c.y[0], max(c.y[1], c.y[2])) >= ly) {
				int slot = atomicAdd(&many, 1);
				list[slot] = c, name[slot] = at + me;
			}
		}
		__syncthreads();
		for (int k = 0; k < many; k++)
			if (covers(list[k], x, y))
				best = min(best, (unsigned)(list[k].depth << 12 | name[k]));
		__syncthreads();
	}
	out[y * W + x] = best;
}
__host__ __device__ inline float solid(float x, float y, float z)
{ // a row of balls without end, cut by a floor
	float u = x - 4 * floorf(x / 4 + 0.5f), v = z - 4 * floorf(z / 4 + 0.5f);
	return fminf(sqrtf(u * u + y * y + v * v) - 1, y + 1.2f);
}
__host__ __device__ inline float march(int px, int py)
{
	float dx = (px - W / 2) / 96.0f, dy = (H / 2 - py) / 96.0f, dz = 1, l = 1 / sqrtf(dx * dx + dy * dy + 1);
	dx *= l, dy *= l, dz *= l;
	float t = 0;
	for (int k = 0; k < 96 && t < 40; k++) {
		float d = solid(1 + dx * t, 0.8f + dy * t, -3 + dz * t);
		if (d < 1e-3f)
			break;
		t += d;
	}
	return t;
}
__global__ void march_pixels(float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * W + x] = march(x, y);
}
// points as a tree of halves without pointers: node i has children 2i + 1, 2i + 2
__host__ __device__ inline unsigned nearest(const int2 *tree, int n, int2 q, int *stack, int step)
{
	unsigned best = ~0u;
	int top = 0;
	stack[0] = 0;
	while (top >= 0) {
		int entry = stack[top-- * step], node = entry & 0xffff, from = (unsigned)entry >> 16;
		if (from && (unsigned)(from - 1) * (from - 1) >= best)
			continue;
		int level = 0;
		while ((node + 1) >> (level + 1))
			level++;
		for (; node < n; level++) {
			int2 p = tree[node];
			int dx = q.x - p.x, dy = q.y - p.y, across = level % 2 ? dy : dx;
			unsigned d = dx * dx + dy * dy;
			best = d < best ? d : best;
			int close = 2 * node + 1 + (across >= 0), far = 2 * node + 1 + (across < 0);
			unsigned gap = across < 0 ? -across : across;
			if (far < n && gap * gap < best)
				stack[++top * step] = far | (gap + 1) << 16;
			node = close;
		}
	}
	return best;
}
__global__ void nearest_local_stack(const int2 *tree, int n, const int2 *query, unsigned *out, int queries)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int stack[24];
	if (i < queries)
		out[i] = nearest(tree, n, query[i], stack, 1);
}
__global__ void nearest_shared_stack(const int2 *tree, int n, const int2 *query, unsigned *out, int queries)
{
	__shared__ int stack[24 * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < queries)
		out[i] = nearest(tree, n, query[i], stack + threadIdx.x, 64);
}
__global__ void smooth_gather(const int *start, const int *next, const float *in, float *out, int n)
{ // a corner of the net a thread: half of itself, half of its neighbours' middle; three floats side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = 0, y = 0, z = 0;
	int from = start[i], to = start[i + 1];
	for (int k = from; k < to; k++) {
		const float *p = in + 3 * next[k];
		x += p[0], y += p[1], z += p[2];
	}
	float by = 0.5f / (to - from);
	out[3 * i] = 0.5f * in[3 * i] + by * x;
	out[3 * i + 1] = 0.5f * in[3 * i + 1] + by * y;
	out[3 * i + 2] = 0.5f * in[3 * i + 2] + by * z;
}
__global__ void smooth_planes(const int *start, const int *next, const float *in, float *out, int n)
{ // the same with a plane for each of the three, a plane a row of blocks
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	in += blockIdx.y * n, out += blockIdx.y * n;
	if (i >= n)
		return;
	float x = 0;
	int from = start[i], to = start[i + 1];
	for (int k = from; k < to; k++)
		x += in[next[k]];
	out[i] = 0.5f * in[i] + x * 0.5f / (to - from);
}
__host__ __device__ inline int luma(int r, int g, int b)
{
	return (66 * r + 129 * g + 25 * b + 128 >> 8) + 16;
}
__host__ __device__ inline int blueness(int r, int g, int b)
{
	return (-38 * r - 74 * g + 112 * b + 128 >> 8) + 128;
}
__host__ __device__ inline int redness(int r, int g, int b)
{
	return (112 * r - 94 * g - 18 * b + 128 >> 8) + 128;
}
__global__ void film_bytes(const byte *rgb, byte *out, int wide, int high)
{ // a pixel a thread, three bytes each; the first of four does the colours
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= wide || y >= high)
		return;
	const byte *p = rgb + (y * wide + x) * 3;
	out[y * wide + x] = luma(p[0], p[1], p[2]);
	if (x % 2 || y % 2)
		return;
	int s[3];
	for (int k = 0; k < 3; k++)
		s[k] = p[k] + p[k + 3] + p[wide * 3 + k] + p[wide * 3 + k + 3] >> 2;
	int at = y / 2 * (wide / 2) + x / 2;
	out[wide * high + at] = blueness(s[0], s[1], s[2]);
	out[wide * high * 5 / 4 + at] = redness(s[0], s[1], s[2]);
}
__global__ void film_words(const uint3 *rgb, unsigned *out, int wide, int high)
{ // four pixels of two lines a thread: words in, words and shorts out
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = 2 * (blockIdx.y * blockDim.y + threadIdx.y), q = wide / 4;
	if (x >= q || y >= high)
		return;
	int sum[2][3] = {};
#pragma unroll
	for (int line = 0; line < 2; line++) {
		uint3 v = rgb[(y + line) * q + x];
		unsigned w[3] = { v.x, v.y, v.z }, l = 0;
#pragma unroll
		for (int k = 0; k < 4; k++) {
			int c[3];
#pragma unroll
			for (int j = 0; j < 3; j++) {
				c[j] = w[(3 * k + j) / 4] >> (3 * k + j) % 4 * 8 & 255;
				sum[k / 2][j] += c[j];
			}
			l |= luma(c[0], c[1], c[2]) << 8 * k;
		}
		out[(y + line) * q + x] = l;
	}
	unsigned u = 0, v = 0;
#pragma unroll
	for (int k = 0; k < 2; k++) {
		int r = sum[k][0] >> 2, g = sum[k][1] >> 2, b = sum[k][2] >> 2;
		u |= blueness(r, g, b) << 8 * k;
		v |= redness(r, g, b) << 8 * k;
	}
	unsigned short *small = (unsigned short *)(out + q * high);
	small[y / 2 * q + x] = u;
	small[q * high / 2 + y / 2 * q + x] = v;
}
__host__ __device__ inline unsigned mixed(unsigned a, unsigned b, unsigned c, unsigned d, int fx, int fy)
{ // four bytes at once: between four pixels
	unsigned r = 0;
	for (int s = 0; s < 32; s += 8) {
		unsigned top = (a >> s & 255) * (256 - fx) + (b >> s & 255) * fx;
		unsigned low = (c >> s & 255) * (256 - fx) + (d >> s & 255) * fx;
		r |= (top * (256 - fy) + low * fy + 32768 >> 16) << s;
	}
	return r;
}
__host__ __device__ inline unsigned turned(const unsigned *in, int wide, int high, int x, int y, int cosine, int sine)
{
	int u = cosine * (x - wide / 2) - sine * (y - high / 2) + (wide / 2 << 12),
	    v = sine * (x - wide / 2) + cosine * (y - high / 2) + (high / 2 << 12);
	int ux = u >> 12, vy = v >> 12;
	if (ux < 0 || vy < 0 || ux >= wide - 1 || vy >= high - 1)
		return 0;
	const unsigned *p = in + vy * wide + ux;
	return mixed(p[0], p[1], p[wide], p[wide + 1], u >> 4 & 255, v >> 4 & 255);
}
__global__ void turn_lines(const unsigned *in, unsigned *out, int wide, int high, int cosine, int sine)
{ // a line of 256 pixels a block
	int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
	if (x < wide)
		out[y * wide + x] = turned(in, wide, high, x, y, cosine, sine);
}
__global__ void turn_squares(const unsigned *in, unsigned *out, int wide, int high, int cosine, int sine)
{ // squares of 16 x 16, a warp has 8 x 4
	int t = threadIdx.x, lane = t % 32, w = t / 32;
	int x = blockIdx.x * 16 + w % 2 * 8 + lane % 8, y = blockIdx.y * 16 + w / 2 * 4 + lane / 8;
	if (x < wide && y < high)
		out[y * wide + x] = turned(in, wide, high, x, y, cosine, sine);
}
static void triangles(const std::vector<unsigned> &w)
{
	const int N = 150;
	std::vector<Triangle> t(N);
	std::vector<unsigned> want(W * H, ~0u);
	for (int k = 0; k < N; k++) {
		int cx = w[k * 8] % W, cy = w[k * 8 + 1] % H, size = k % 9 ? 30 : 120;
		for (int j = 0; j < 3; j++) {
			t[k].x[j] = cx + (int)(w[k * 8 + 2 + j] % size) - size / 2;
			t[k].y[j] = cy + (int)(w[k * 8 + 5 + j] / 7 % size) - size / 2;
		}
		if ((t[k].x[1] - t[k].x[0]) * (t[k].y[2] - t[k].y[0]) -
				(t[k].y[1] - t[k].y[0]) * (t[k].x[2] - t[k].x[0]) <
			0) {
			std::swap(t[k].x[1], t[k].x[2]);
			std::swap(t[k].y[1], t[k].y[2]);
		}
		t[k].depth = w[k] >> 20;
		for (int i = 0; i < W * H; i++)
			if (covers(t[k], i % W, i / W))
				want[i] = std::min(want[i], (unsigned)(t[k].depth << 12 | k));
	}
	Triangle *d = upload(t);
	unsigned *o = dev<unsigned>(W * H);
	auto clear = [&] { CHECK(cudaMemset(o, 255, W * H * 4)); };
	job<unsigned>(
		"triangles.pixel_looks_at_all", [&] { raster_pixels<<<dim3(W / 32, H / 4), dim3(32, 4)>>>(d, o, N); },
		o, W * H, same(want));
	job<unsigned>(
		"triangles.triangle_a_thread", [&] { raster_triangle_thread<<<up(N, 32), 32>>>(d, o, N); }, o, W * H,
		same(want), clear);
	job<unsigned>(
		"triangles.triangle_a_warp", [&] { raster_triangle_warp<<<up(N, 2), 64>>>(d, o, N); }, o, W * H,
		same(want), clear);
	job<unsigned>(
		"triangles.lists_of_tiles", [&] { raster_bins<<<dim3(W / 16, H / 16), 256>>>(d, o, N); }, o, W * H,
		same(want));
	float *of = dev<float>(W * H);
	std::vector<float> far(W * H);
	for (int i = 0; i < W * H; i++)
		far[i] = march(i % W, i / W);
	job<float>(
		"marched_rays.pixel_a_thread", [&] { march_pixels<<<dim3(W / 16, H / 8), dim3(16, 8)>>>(of); }, of,
		W * H,
		[far](const std::vector<float> &v) {
			int off = 0;
			for (size_t i = 0; i < v.size(); i++)
				off += !near(v[i], far[i], 2e-3);
			return off < (int)v.size() / 50; // rims may go either way
		});
}
static void plant(std::vector<int2> &p, int from, int to, int node, int level, std::vector<int2> &tree)
{
	if (from >= to)
		return;
	int n = to - from, full = 1; // the left part of a tree that is full but for its last line
	while (2 * full + 1 <= n)
		full = 2 * full + 1;
	int left = full / 2 + std::min(n - full, (full + 1) / 2), mid = from + left;
	std::nth_element(p.begin() + from, p.begin() + mid, p.begin() + to,
		[level](int2 a, int2 b) { return level % 2 ? a.y < b.y : a.x < b.x; });
	tree[node] = p[mid];
	plant(p, from, mid, 2 * node + 1, level + 1, tree);
	plant(p, mid + 1, to, 2 * node + 2, level + 1, tree);
}
static void points(const std::vector<unsigned> &w)
{
	const int N = 6000, Q = 16000;
	std::vector<int2> p(N), tree(N), query(Q), near_query;
	for (int i = 0; i < N; i++)
		p[i] = make_int2(w[2 * i] % 32000, w[2 * i + 1] % 32000);
	plant(p, 0, N, 0, 0, tree);
	for (int i = 0; i < Q; i++)
		query[i] = make_int2(w[i * 3] / 9 % 32000, w[i * 3 + 1] / 5 % 32000);
	near_query = query;
	std::sort(near_query.begin(), near_query.end(),
		[](int2 a, int2 b) { return a.x / 1000 != b.x / 1000 ? a.x < b.x : a.y < b.y; });
	auto right = [&p](const std::vector<int2> &query) {
		return [query, p](const std::vector<unsigned> &v) {
			for (size_t i = 0; i < v.size(); i += 37) {
				unsigned best = ~0u;
				for (auto &c : p)
					best = std::min(best,
						(unsigned)((c.x - query[i].x) * (c.x - query[i].x) +
							(c.y - query[i].y) * (c.y - query[i].y)));
				if (best != v[i])
					return false;
			}
			return true;
		};
	};
	int2 *dt = upload(tree), *dq = upload(query), *dn = upload(near_query);
	unsigned *o = dev<unsigned>(Q);
	job<unsigned>(
		"nearest_point.local_stack", [&] { nearest_local_stack<<<up(Q, 128), 128>>>(dt, N, dq, o, Q); }, o, Q,
		right(query));
	job<unsigned>(
		"nearest_point.shared_stack_in_order",
		[&] { nearest_shared_stack<<<up(Q, 64), 64>>>(dt, N, dn, o, Q); }, o, Q, right(near_query));
	const int S = 220, C = S * S;
	std::vector<int> start(1), next, name(C);
	std::vector<float> at(3 * C), planes(3 * C), want(3 * C), want_planes(3 * C);
	for (int i = 0; i < C; i++)
		name[i] = i;
	for (int i = C - 1; i > 0; i--)
		if (i % 3 == 0) // a third of the corners has been renamed
			std::swap(name[i], name[w[i] % (i / 3 + 1) * 3 % (i + 1)]);
	std::vector<int> place(C);
	for (int i = 0; i < C; i++)
		place[name[i]] = i;
	for (int v = 0; v < C; v++) {
		int x = place[v] % S, y = place[v] / S;
		const int dx[6] = { 1, -1, 0, 0, 1, -1 }, dy[6] = { 0, 0, 1, -1, 1, -1 };
		for (int k = 0; k < 6; k++)
			if (x + dx[k] >= 0 && x + dx[k] < S && y + dy[k] >= 0 && y + dy[k] < S)
				next.push_back(name[(y + dy[k]) * S + x + dx[k]]);
		start.push_back(next.size());
		for (int k = 0; k < 3; k++)
			at[3 * v + k] = planes[k * C + v] = (w[3 * v + k] >> 16) / 65536.0f;
	}
	for (int v = 0; v < C; v++)
		for (int k = 0; k < 3; k++) {
			double s = 0;
			for (int e = start[v]; e < start[v + 1]; e++)
				s += at[3 * next[e] + k];
			want[3 * v + k] = want_planes[k * C + v] =
				0.5 * at[3 * v + k] + 0.5 * s / (start[v + 1] - start[v]);
		}
	int *ds = upload(start), *dx = upload(next);
	float *da = upload(at), *dp = upload(planes), *of = dev<float>(3 * C);
	job<float>(
		"smoothed_net.corner_a_thread", [&] { smooth_gather<<<up(C, 256), 256>>>(ds, dx, da, of, C); }, of,
		3 * C, close_to(want));
	job<float>(
		"smoothed_net.planes", [&] { smooth_planes<<<dim3(up(C, 128), 3), 128>>>(ds, dx, dp, of, C); }, of,
		3 * C, close_to(want_planes));
}
static void pictures(const std::vector<unsigned> &w)
{
	const int X = 960, Y = 720;
	std::vector<byte> rgb(X * Y * 3), want(X * Y * 3 / 2);
	for (size_t i = 0; i < rgb.size(); i++)
		rgb[i] = w[i % w.size()] >> 9;
	for (int y = 0; y < Y; y++)
		for (int x = 0; x < X; x++) {
			byte *p = &rgb[(y * X + x) * 3];
			want[y * X + x] = luma(p[0], p[1], p[2]);
			if (x % 2 == 0 && y % 2 == 0) {
				int s[3];
				for (int k = 0; k < 3; k++)
					s[k] = (p[k] + p[k + 3] + p[X * 3 + k] + p[X * 3 + k + 3]) / 4;
				want[X * Y + y / 2 * (X / 2) + x / 2] = blueness(s[0], s[1], s[2]);
				want[X * Y * 5 / 4 + y / 2 * (X / 2) + x / 2] = redness(s[0], s[1], s[2]);
			}
		}
	byte *d = upload(rgb), *o = dev<byte>(X * Y * 3 / 2);
	job<byte>(
		"film_colours.bytes", [&] { film_bytes<<<dim3(X / 32, Y / 8), dim3(32, 8)>>>(d, o, X, Y); }, o,
		X * Y * 3 / 2, same(want));
	job<byte>(
		"film_colours.words",
		[&] { film_words<<<dim3(X / 4 / 32, Y / 2 / 4), dim3(32, 4)>>>((uint3 *)d, (unsigned *)o, X, Y); }, o,
		X * Y * 3 / 2, same(want));
	std::vector<unsigned> in(w.begin(), w.begin() + X * Y), round(X * Y);
	for (int i = 0; i < X * Y; i++)
		round[i] = turned(in.data(), X, Y, i % X, i / X, 2048, 3547);
	unsigned *di = upload(in), *ot = dev<unsigned>(X * Y);
	job<unsigned>(
		"turned_picture.lines", [&] { turn_lines<<<dim3(up(X, 256), Y), 256>>>(di, ot, X, Y, 2048, 3547); }, ot,
		X * Y, same(round));
	job<unsigned>(
		"turned_picture.squares",
		[&] { turn_squares<<<dim3(X / 16, Y / 16), 256>>>(di, ot, X, Y, 2048, 3547); }, ot, X * Y, same(round));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	triangles(w);
	points(w);
	pictures(w);
}
