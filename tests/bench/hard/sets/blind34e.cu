// blind34e: a fresh set of kernels that nobody had modelled when they were written. Geometry: hulls within hulls,
// windows, mirrors, ears of polygons, crossings, towers.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD int turn(short2 a, short2 b, short2 c)
{ // above 0: c is to the left of the way from a to b
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
HD int apart(short2 a, short2 b)
{
	return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}
// 32 points: the hull is taken away, then the hull of the others, until none is left
__global__ void onion_thread(const short2 *point, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short2 p[32];
	for (int k = 0; k < 32; k++)
		p[k] = point[i * 32 + k];
	unsigned left = ~0u, sum = 0;
	int skin = 0;
	for (; left; skin++) {
		int first = -1;
		for (unsigned m = left; m; m &= m - 1) {
			int k = __ffs(m) - 1;
			if (first < 0 || p[k].y < p[first].y || p[k].y == p[first].y && p[k].x < p[first].x)
				first = k;
		}
		unsigned hull = 0;
		for (int at = first;;) {
			hull |= 1u << at;
			int to = at;
			for (unsigned m = left & ~(1u << at); m; m &= m - 1) {
				int k = __ffs(m) - 1, t = to == at ? -1 : turn(p[at], p[to], p[k]);
				if (t < 0 || t == 0 && apart(p[at], p[k]) > apart(p[at], p[to]))
					to = k;
			}
			if (to == first || to == at)
				break;
			at = to;
		}
		for (unsigned m = hull; m; m &= m - 1)
			sum += (skin + 1) * (__ffs(m) * 37 + 11);
		left &= ~hull;
	}
	out[i] = skin << 24 | sum;
}
__global__ void onion_warp(const short2 *point, unsigned *out, int n)
{ // a lane has a point; who stands most to the right is found by halves
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, skin = 0;
	if (i >= n)
		return;
	short2 p = point[i * 32 + l];
	unsigned left = ~0u, sum = 0;
	for (; left; skin++) {
		bool in = left >> l & 1;
		unsigned key = in ? (p.y << 11 | p.x) : ~0u, least = __reduce_min_sync(~0u, key);
		int first = __ffs(__ballot_sync(~0u, key == least)) - 1;
		unsigned hull = 0;
		for (int at = first;;) {
			hull |= 1u << at;
			int here = __shfl_sync(~0u, *(int *)&p, at);
			short2 a = *(short2 *)&here;
			int best = in && l != at ? l : -1, own = *(int *)&p;
			for (int d = 16; d; d /= 2) {
				int other = __shfl_xor_sync(~0u, best, d), far = __shfl_xor_sync(~0u, own, d);
				if (other < 0)
					continue;
				short2 x = *(short2 *)&own, y = *(short2 *)&far;
				int t = best < 0 ? -1 : turn(a, x, y);
				if (t < 0 || t == 0 && apart(a, y) > apart(a, x))
					best = other, own = far;
			}
			best = __shfl_sync(~0u, best, 0);
			if (best == first || best < 0)
				break;
			at = best;
		}
		if (hull >> l & 1)
			sum = (skin + 1) * ((l + 1) * 37 + 11);
		left &= ~hull;
	}
	sum = __reduce_add_sync(~0u, sum);
	if (l == 0)
		out[i] = skin << 24 | sum;
}
// how much of a triangle is seen through a window of eight sides? One side cuts after the other
struct Pane {
	float a, b, c; // inside: a x + b y + c >= 0
};
__constant__ Pane pane[8];
struct Plain2 {
	float2 *p;
	__device__ float2 &operator()(int k)
	{
		return p[k];
	}
};
struct Column2 {
	float2 *p;
	__device__ float2 &operator()(int k)
	{
		return p[k * 64];
	}
};
template <class P> __device__ float through_window(P from, P to, const float2 *tri)
{
	int have = 3;
	for (int k = 0; k < 3; k++)
		from(k) = tri[k];
	for (int s = 0; s < 8 && have; s++) {
		Pane w = pane[s];
		int many = 0;
		float2 a = from(have - 1);
		float da = w.a * a.x + w.b * a.y + w.c;
		for (int k = 0; k < have; k++) {
			float2 b = from(k);
			float db = w.a * b.x + w.b * b.y + w.c;
			if ((da >= 0) != (db >= 0)) {
				float t = da / (da - db);
				to(many++) = make_float2(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
			}
			if (db >= 0)
				to(many++) = b;
			a = b, da = db;
		}
		have = many;
		P x = from;
		from = to, to = x;
	}
	float area = 0;
	for (int k = 0; k < have; k++) {
		float2 a = from(k), b = from(k + 1 < have ? k + 1 : 0);
		area += a.x * b.y - a.y * b.x;
	}
	return fabsf(area) / 2;
}
__global__ void window_local(const float2 *tri, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float2 a[12], b[12];
	if (i < n)
		out[i] = through_window(Plain2{ a }, Plain2{ b }, tri + 3 * i);
}
__global__ void window_shared(const float2 *tri, float *out, int n)
{
	__shared__ float2 a[12 * 64], b[12 * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < n)
		out[i] = through_window(Column2{ a + threadIdx.x }, Column2{ b + threadIdx.x }, tri + 3 * i);
}
// light between mirrors of two kinds in halls of 64 x 64; a third kind swallows it; from each place of the rim
static const int HALL = 64, HALLS = 24;
HD int2 enter(int k)
{ // place (x + 64 y) and direction: 0 right, 1 down, 2 left, 3 up
	int side = k / HALL, j = k % HALL;
	return side == 0  ? make_int2(j * HALL, 0) :
		side == 1 ? make_int2(j, 1) :
		side == 2 ? make_int2(j * HALL + HALL - 1, 2) :
			    make_int2((HALL - 1) * HALL + j, 3);
}
template <class F> HD int light_way(F kind, int k)
{
	int2 e = enter(k);
	int x = e.x % HALL, y = e.x / HALL, d = e.y, steps = 0;
	while ((unsigned)x < HALL && (unsigned)y < HALL) {
		int m = kind(x, y);
		if (m == 3)
			return steps | 1 << 20;
		if (m == 1)
			d = 3 - d;
		else if (m == 2)
			d ^= 1;
		x += d == 0 ? 1 : d == 2 ? -1 : 0;
		y += d == 1 ? 1 : d == 3 ? -1 : 0;
		steps++;
	}
	return steps | (x + 1) << 12 ^ (y + 1) << 21;
}
__constant__ unsigned hall_constant[HALLS * HALL * HALL / 16];
__global__ void light_bytes(const byte *hall, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const byte *h = hall + i / 256 * HALL * HALL;
	out[i] = light_way([=](int x, int y) { return (int)h[y * HALL + x]; }, i % 256);
}
__global__ void light_constant(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, h = i / 256 * HALL * HALL / 16;
	out[i] = light_way(
		[=](int x, int y) { return (int)(hall_constant[h + y * 4 + x / 16] >> 2 * (x & 15) & 3); }, i % 256);
}
__global__ void light_shared(const unsigned *hall, int *out)
{ // a block has a hall
	__shared__ unsigned h[HALL * HALL / 16];
	h[threadIdx.x] = hall[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] =
		light_way([=](int x, int y) { return (int)(h[y * 4 + x / 16] >> 2 * (x & 15) & 3); }, threadIdx.x);
}
// polygons of 24 corners cut up into triangles: always the ear with the least number
static const int CORNERS = 24;
HD bool is_ear(const short2 *p, int a, int v, int b, unsigned left)
{
	if (turn(p[a], p[v], p[b]) <= 0)
		return false;
	left &= ~(1u << a | 1u << v | 1u << b);
	for (int k = 0; left; k++, left >>= 1)
		if (left & 1 && turn(p[a], p[v], p[k]) >= 0 && turn(p[v], p[b], p[k]) >= 0 &&
			turn(p[b], p[a], p[k]) >= 0)
			return false;
	return true;
}
HD unsigned cut_ears(const short2 *p)
{
	byte before[CORNERS], after[CORNERS];
	for (int k = 0; k < CORNERS; k++) {
		before[k] = (k + CORNERS - 1) % CORNERS;
		after[k] = (k + 1) % CORNERS;
	}
	unsigned left = (1u << CORNERS) - 1, sum = 0;
	for (int many = CORNERS; many > 3; many--) {
		int v = 0;
		while (v < CORNERS && !(left >> v & 1 && is_ear(p, before[v], v, after[v], left)))
			v++;
		if (v == CORNERS)
			return ~0u;
		int a = before[v], b = after[v];
		sum = sum * 5 + turn(p[a], p[v], p[b]);
		left &= ~(1u << v);
		after[a] = b, before[b] = a;
	}
	return sum;
}
__global__ void ears_thread(const short2 *point, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = cut_ears(point + i * CORNERS);
}
__global__ void ears_warp(const short2 *point, unsigned *out, int n)
{ // each lane looks at its corner; neighbours are found in the mask of who is left
	__shared__ short2 corner[4][CORNERS];
	int w = threadIdx.x / 32, i = blockIdx.x * 4 + w, l = threadIdx.x & 31;
	if (i >= n)
		return;
	if (l < CORNERS)
		corner[w][l] = point[i * CORNERS + l];
	__syncwarp();
	const short2 *p = corner[w];
	unsigned left = (1u << CORNERS) - 1, sum = 0;
	bool ear = false, look = true;
	for (int many = CORNERS; many > 3; many--) {
		unsigned low = left & ((1u << l) - 1), high = left & ~((2u << l) - 1);
		int a = 31 - __clz(low ? low : left), b = __ffs(high ? high : left) - 1;
		if (look || !ear)
			ear = left >> l & 1 && is_ear(p, a, l, b, left);
		unsigned ears = __ballot_sync(~0u, ear);
		if (!ears) {
			sum = ~0u;
			break;
		}
		int v = __ffs(ears) - 1;
		int t = l == v ? turn(p[a], p[l], p[b]) : 0;
		sum = sum * 5 + __shfl_sync(~0u, t, v);
		left &= ~(1u << v);
		look = a == v || b == v || l == v;
	}
	if (l == 0)
		out[i] = sum;
}
// wires from left to right: how many does each cross that begin later? They are in the order of their left ends
HD bool cross(short4 a, short4 b)
{
	short2 p = make_short2(a.x, a.y), q = make_short2(a.z, a.w), r = make_short2(b.x, b.y),
	       s = make_short2(b.z, b.w);
	return (turn(p, q, r) > 0) != (turn(p, q, s) > 0) && (turn(r, s, p) > 0) != (turn(r, s, q) > 0);
}
__global__ void wires_thread(const short4 *wire, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	short4 a = wire[i];
	for (int k = i + 1; k < n; k++) {
		short4 b = wire[k];
		if (b.x > a.z)
			break;
		sum += cross(a, b);
	}
	out[i] = sum;
}
__global__ void wires_warp(const short4 *wire, int *out, int n)
{ // boxes that don't meet are left out first
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, sum = 0;
	if (i >= n)
		return;
	short4 a = wire[i];
	int low = min(a.y, a.w), high = max(a.y, a.w);
	for (int k = i + 1;; k += 32) {
		short4 b = k + l < n ? wire[k + l] : make_short4(32767, 0, 32767, 0);
		bool on = b.x <= a.z;
		if (on && max(b.y, b.w) >= low && min(b.y, b.w) <= high)
			sum += cross(a, b);
		if (!__all_sync(~0u, on))
			break;
	}
	sum = __reduce_add_sync(~0u, sum);
	if (l == 0)
		out[i] = sum;
}
// which places does one see from a tower? Straight ways over the heights in whole steps
static const int LAND = 128;
template <class F> HD bool is_seen(F height, int x, int y, int tx, int ty, int tower)
{
	int dx = x - tx, dy = y - ty, ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, n = ax > ay ? ax : ay;
	int rise = height(x, y) - tower, ex = n / 2, ey = n / 2, px = tx, py = ty;
	for (int k = 1; k < n; k++) {
		ex += ax, ey += ay;
		if (ex >= n)
			ex -= n, px += dx < 0 ? -1 : 1;
		if (ey >= n)
			ey -= n, py += dy < 0 ? -1 : 1;
		if ((height(px, py) - tower) * n > rise * k)
			return false;
	}
	return true;
}
__global__ void tower_global(const byte *land, byte *out, int tx, int ty, int tower)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * LAND + x] = is_seen([=](int u, int v) { return (int)land[v * LAND + u]; }, x, y, tx, ty, tower);
}
__global__ void tower_shared(const byte *land, byte *out, int tx, int ty, int tower)
{ // all of the land to shared memory, few blocks, each of several rows
	__shared__ byte h[LAND * LAND];
	for (int k = threadIdx.x; k < LAND * LAND / 16; k += blockDim.x)
		((uint4 *)h)[k] = ((const uint4 *)land)[k];
	__syncthreads();
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < LAND * LAND; k += gridDim.x * blockDim.x)
		out[k] = is_seen([=](int u, int v) { return (int)h[v * LAND + u]; }, k % LAND, k / LAND, tx, ty, tower);
}
static void onions(const std::vector<unsigned> &w)
{
	const int N = 1000;
	std::vector<short2> point(N * 32);
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		std::vector<std::pair<short2, int>> all;
		for (int k = 0; k < 32; k++) {
			unsigned r = w[i * 32 + k];
			point[i * 32 + k] = make_short2(k * 30 + r % 30, (r >> 8) % (200 + i % 800));
			all.push_back({ point[i * 32 + k], k });
		}
		unsigned sum = 0;
		int skin = 0;
		for (; !all.empty(); skin++) { // in the order of x: a lower and an upper chain
			std::vector<int> hull;
			for (int side = 0; side < 2; side++) {
				std::vector<int> h;
				for (int k = 0; k < (int)all.size(); k++) {
					while (h.size() > 1) {
						int t = turn(
							all[h[h.size() - 2]].first, all[h.back()].first, all[k].first);
						if (side ? t < 0 : t > 0)
							break;
						h.pop_back();
					}
					h.push_back(k);
				}
				hull.insert(hull.end(), h.begin(), h.end());
			}
			std::sort(hull.begin(), hull.end());
			hull.erase(std::unique(hull.begin(), hull.end()), hull.end());
			for (int k = hull.size() - 1; k >= 0; k--) {
				sum += (skin + 1) * ((all[hull[k]].second + 1) * 37 + 11);
				all.erase(all.begin() + hull[k]);
			}
		}
		want[i] = skin << 24 | sum;
	}
	short2 *d = upload(point);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"skins_of_an_onion.thread", [&] { onion_thread<<<up(N, 32), 32>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"skins_of_an_onion.warp", [&] { onion_warp<<<up(N * 32, 128), 128>>>(d, o, N); }, o, N, same(want));
}
static void windows(const std::vector<float> &f)
{
	const int N = 14000;
	std::vector<float2> tri(N * 3);
	std::vector<float> want(N);
	Pane p[8];
	for (int s = 0; s < 8; s++)
		p[s] = { -cosf(s * 0.7853982f + 0.2f), -sinf(s * 0.7853982f + 0.2f), 1 + 0.05f * s };
	CHECK(cudaMemcpyToSymbol(pane, p, sizeof p));
	for (int i = 0; i < N; i++) {
		double a[2][12][2];
		int have = 3, at = 0;
		for (int k = 0; k < 3; k++) {
			tri[3 * i + k] = make_float2(f[i * 6 + k * 2] * 4 - 2, f[i * 6 + k * 2 + 1] * 4 - 2);
			a[0][k][0] = tri[3 * i + k].x, a[0][k][1] = tri[3 * i + k].y;
		}
		for (int s = 0; s < 8; s++, at ^= 1) {
			int many = 0;
			for (int k = 0; k < have; k++) {
				double *u = a[at][k], *v = a[at][(k + 1) % have];
				double du = p[s].a * u[0] + p[s].b * u[1] + p[s].c,
				       dv = p[s].a * v[0] + p[s].b * v[1] + p[s].c;
				if (du >= 0)
					a[!at][many][0] = u[0], a[!at][many++][1] = u[1];
				if ((du >= 0) != (dv >= 0))
					for (int c = 0; c < 2; c++)
						a[!at][many][c] = u[c] + du / (du - dv) * (v[c] - u[c]);
				many += (du >= 0) != (dv >= 0);
			}
			have = many;
		}
		double area = 0;
		for (int k = 0; k < have; k++)
			area += a[at][k][0] * a[at][(k + 1) % have][1] - a[at][k][1] * a[at][(k + 1) % have][0];
		want[i] = std::fabs(area) / 2;
	}
	float2 *d = upload(tri);
	float *o = dev<float>(N);
	job<float>(
		"triangles_behind_a_window.local", [&] { window_local<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		close_to(want, 1e-4));
	job<float>(
		"triangles_behind_a_window.shared", [&] { window_shared<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		close_to(want, 1e-4));
}
static void mirrors(const std::vector<unsigned> &w)
{
	const int N = HALLS * 256;
	std::vector<byte> hall(HALLS * HALL * HALL);
	std::vector<unsigned> packed(hall.size() / 16);
	std::vector<int> want(N);
	for (size_t k = 0; k < hall.size(); k++) {
		unsigned r = w[k] % 256, few = 6 + k / (HALL * HALL) * 2;
		hall[k] = r < few ? 1 : r < 2 * few ? 2 : r == 255 ? 3 : 0;
		packed[k / 16] |= hall[k] << 2 * (k % 16);
	}
	for (int i = 0; i < N; i++) {
		const byte *h = &hall[i / 256 * HALL * HALL];
		want[i] = light_way([=](int x, int y) { return (int)h[y * HALL + x]; }, i % 256);
	}
	CHECK(cudaMemcpyToSymbol(hall_constant, packed.data(), packed.size() * 4));
	byte *b = upload(hall);
	unsigned *d = upload(packed);
	int *o = dev<int>(N);
	job<int>(
		"light_between_mirrors.bytes", [&] { light_bytes<<<N / 64, 64>>>(b, o); }, o, N, same(want));
	job<int>(
		"light_between_mirrors.constant_bits", [&] { light_constant<<<N / 64, 64>>>(o); }, o, N, same(want));
	job<int>(
		"light_between_mirrors.shared_bits", [&] { light_shared<<<HALLS, 256>>>(d, o); }, o, N, same(want));
}
static void polygons(const std::vector<unsigned> &w)
{
	const int N = 900;
	std::vector<short2> point(N * CORNERS);
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < CORNERS; k++) {
			double r = 3000 + w[i * CORNERS + k] % 12000, a = (k + 0.4) * 6.283185307 / CORNERS;
			point[i * CORNERS + k] = make_short2((short)(r * cos(a)), (short)(r * sin(a)));
		}
		want[i] = cut_ears(&point[i * CORNERS]);
	}
	short2 *d = upload(point);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"ears_cut_off.thread", [&] { ears_thread<<<up(N, 32), 32>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"ears_cut_off.warp", [&] { ears_warp<<<up(N, 4), 128>>>(d, o, N); }, o, N, same(want));
}
static void wires(const std::vector<unsigned> &w)
{
	const int N = 6000;
	std::vector<short4> wire(N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		int x = w[i] % 8000, y = (w[i] >> 13) % 8000;
		unsigned r = w[i + 7];
		wire[i] = make_short4(x, y, x + r % (i % 40 ? 200 : 3000), y + (r >> 12 & 1023) - 512);
	}
	std::sort(wire.begin(), wire.end(), [](short4 a, short4 b) { return a.x < b.x; });
	for (int i = 0; i < N; i++)
		for (int k = i + 1; k < N && wire[k].x <= wire[i].z; k++)
			want[i] += cross(wire[i], wire[k]);
	short4 *d = upload(wire);
	int *o = dev<int>(N);
	job<int>(
		"wires_that_cross.thread_until_apart", [&] { wires_thread<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"wires_that_cross.warp_boxes_first", [&] { wires_warp<<<up(N * 32, 256), 256>>>(d, o, N); }, o, N,
		same(want));
}
static void towers(const std::vector<unsigned> &w)
{
	const int tx = 70, ty = 41, tower = 150;
	std::vector<byte> land(LAND * LAND), want(LAND * LAND);
	for (int k = 0; k < LAND * LAND; k++)
		land[k] = 60 + 40 * sin(k % LAND * 0.13) * cos(k / LAND * 0.11) + w[k] % 16;
	for (int k = 0; k < LAND * LAND; k++)
		want[k] = is_seen(
			[&](int u, int v) { return (int)land[v * LAND + u]; }, k % LAND, k / LAND, tx, ty, tower);
	byte *d = upload(land), *o = dev<byte>(LAND * LAND);
	job<byte>(
		"seen_from_the_tower.global", [&] { tower_global<<<dim3(4, 16), dim3(32, 8)>>>(d, o, tx, ty, tower); },
		o, LAND * LAND, same(want));
	job<byte>(
		"seen_from_the_tower.shared", [&] { tower_shared<<<16, 512>>>(d, o, tx, ty, tower); }, o, LAND * LAND,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	onions(w);
	windows(fractions(w));
	mirrors(w);
	polygons(w);
	wires(w);
	towers(w);
}
