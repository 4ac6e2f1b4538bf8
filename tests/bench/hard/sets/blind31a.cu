// blind31a: a fresh set of kernels that nobody had modelled when they were written. Recursion, own stacks,
// backtracking.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du;
	x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}
// Langford's pairs: each number k of 1..n twice, k others between; the largest first. Full ways and all placements
// tried
struct Found {
	int full, tried;
};
static __host__ __device__ void langford(int k, int n, unsigned taken, Found &f)
{
	f.tried++;
	if (k == 0) {
		f.full++;
		return;
	}
	for (int p = 0; p + k + 1 < 2 * n; p++) {
		unsigned m = (1u << p) | (1u << (p + k + 1));
		if (!(taken & m))
			langford(k - 1, n, taken | m, f);
	}
}
HD bool langford_start(int id, int n, unsigned &taken)
{ // the places of the largest four numbers from a thread's number
	taken = 0;
	for (int k = n; k > n - 4; k--) {
		int ways = 2 * n - k - 1, p = id % ways;
		unsigned m = (1u << p) | (1u << (p + k + 1));
		id /= ways;
		if (taken & m)
			return false;
		taken |= m;
	}
	return true;
}
__global__ void langford_recursive(int2 *out, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	unsigned taken;
	Found f = { 0, 0 };
	if (langford_start(i, n, taken))
		langford(n - 4, n, taken, f);
	out[i] = make_int2(f.full, f.tried);
}
__device__ int2 langford_loop(unsigned taken, int n)
{
	unsigned set[12];
	signed char place[12];
	int k = n - 4, full = 0, tried = 1;
	set[k] = taken, place[k] = 0;
	while (k <= n - 4) {
		int p = place[k];
		unsigned m = (1u << p) | (1u << (p + k + 1));
		if (p + k + 1 >= 2 * n) {
			k++;
			continue;
		}
		place[k] = p + 1;
		if (set[k] & m)
			continue;
		tried++;
		if (k == 1)
			full++;
		else {
			set[k - 1] = set[k] | m;
			place[--k] = 0;
		}
	}
	return make_int2(full, tried);
}
__global__ void langford_own_stack(int2 *out, int n, int many)
{ // the same without calls: a small array of masks and places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned taken;
	if (i < many)
		out[i] = langford_start(i, n, taken) ? langford_loop(taken, n) : make_int2(0, 0);
}
__global__ void langford_drawn(int2 *out, int n, int many, int *next)
{ // each thread draws one start after the other from a counter
	for (;;) {
		int i = atomicAdd(next, 1);
		unsigned taken;
		if (i >= many)
			return;
		out[i] = langford_start(i, n, taken) ? langford_loop(taken, n) : make_int2(0, 0);
	}
}
// rulers: marks 0 < a < b < ... whose distances all differ
static __host__ __device__ int rulers(int *mark, int have, int want, int end, u64 seen)
{
	if (have == want)
		return 1;
	int sum = 0;
	for (int m = mark[have - 1] + 1; m <= end; m++) {
		u64 now = seen;
		bool good = true;
		for (int k = 0; k < have && good; k++) {
			u64 bit = 1ull << (m - mark[k]);
			good = !(now & bit);
			now |= bit;
		}
		if (good) {
			mark[have] = m;
			sum += rulers(mark, have + 1, want, end, now);
		}
	}
	return sum;
}
HD bool ruler_start(int id, int end, int *mark, u64 &seen)
{
	mark[0] = 0, mark[1] = id / end + 1, mark[2] = id % end + 1;
	seen = 1ull << mark[1] | 1ull << mark[2] | 1ull << (mark[2] - mark[1] & 63);
	return mark[1] < mark[2] && mark[2] != 2 * mark[1];
}
__global__ void rulers_recursive(int *out, int want, int end)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, mark[8];
	u64 seen;
	if (i < end * end)
		out[i] = ruler_start(i, end, mark, seen) ? rulers(mark, 3, want, end, seen) : 0;
}
__global__ void rulers_shared_stack(int *out, int want, int end)
{ // marks and sets of distances in shared memory, a column for each thread
	__shared__ byte mark[8][64];
	__shared__ u64 set[8][64];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, first[8], sum = 0;
	u64 seen;
	if (i >= end * end)
		return;
	if (!ruler_start(i, end, first, seen)) {
		out[i] = 0;
		return;
	}
	for (int k = 0; k < 3; k++)
		mark[k][t] = first[k];
	int have = 3, m = first[2];
	set[3][t] = seen;
	for (;;) {
		if (++m > end) {
			if (--have < 3)
				break;
			m = mark[have][t];
			continue;
		}
		u64 now = set[have][t];
		bool good = true;
		for (int k = 0; k < have; k++) {
			u64 bit = 1ull << (m - mark[k][t]);
			good &= !(now & bit);
			now |= bit;
		}
		if (!good)
			continue;
		if (have + 1 == want) {
			sum++;
			continue;
		}
		mark[have++][t] = m;
		set[have][t] = now;
	}
	out[i] = sum;
}
// a cave of 16 x 16: how large is what one reaches from its middle, and how much wall stands around it?
__global__ void cave_own_stack(const unsigned short *open, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned short seen[16];
	byte stack[256];
	for (int r = 0; r < 16; r++)
		seen[r] = 0;
	int top = 0, size = 0, wall = 0;
	stack[top++] = 8 * 16 + 8;
	seen[8] = 1 << 8;
	while (top) {
		int c = stack[--top], y = c >> 4, x = c & 15;
		size++;
		for (int d = 0; d < 4; d++) {
			int v = y + (d == 0) - (d == 1), u = x + (d == 2) - (d == 3);
			if ((unsigned)v > 15 || (unsigned)u > 15 || !(open[i * 16 + v] >> u & 1)) {
				wall++;
				continue;
			}
			if (seen[v] >> u & 1)
				continue;
			seen[v] |= 1 << u;
			stack[top++] = v << 4 | u;
		}
	}
	out[i] = size << 16 | wall;
}
__device__ void cave_walk(const unsigned short *open, unsigned short *seen, int y, int x, int &size, int &wall)
{
	if ((unsigned)y > 15 || (unsigned)x > 15 || !(open[y] >> x & 1)) {
		wall++;
		return;
	}
	if (seen[y] >> x & 1)
		return;
	seen[y] |= 1 << x;
	size++;
	cave_walk(open, seen, y - 1, x, size, wall);
	cave_walk(open, seen, y + 1, x, size, wall);
	cave_walk(open, seen, y, x - 1, size, wall);
	cave_walk(open, seen, y, x + 1, size, wall);
}
__global__ void cave_recursive(const unsigned short *open, int *out, int n)
{ // a call for each step: as deep as the cave is large
	int i = blockIdx.x * blockDim.x + threadIdx.x, size = 0, wall = 0;
	if (i >= n)
		return;
	unsigned short seen[16];
	for (int r = 0; r < 16; r++)
		seen[r] = 0;
	cave_walk(open + 16 * i, seen, 8, 8, size, wall);
	out[i] = size << 16 | wall;
}
__global__ void cave_half_warp(const unsigned short *open, int *out, int n)
{ // a lane has a row, the reached set grows until it doesn't
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, r = threadIdx.x & 15;
	unsigned o = i < n ? open[i * 16 + r] : 0, s = i < n && r == 8 ? 1u << 8 : 0;
	for (bool more = true; __any_sync(~0u, more);) {
		unsigned a = __shfl_up_sync(~0u, s, 1, 16), b = __shfl_down_sync(~0u, s, 1, 16), old = s;
		s |= ((r ? a : 0) | (r < 15 ? b : 0)) & o;
		for (int k = 0; k < 4; k++)
			s |= (s << 1 | s >> 1) & o;
		more = s != old;
	}
	unsigned a = __shfl_up_sync(~0u, o, 1, 16), b = __shfl_down_sync(~0u, o, 1, 16);
	int size = __popc(s),
	    wall = __popc(s & ~(r ? a : 0)) + __popc(s & ~(r < 15 ? b : 0)) + __popc(s & ~(o << 1)) +
		__popc(s & ~(o >> 1));
	for (int d = 8; d; d /= 2) {
		size += __shfl_down_sync(~0u, size, d, 16);
		wall += __shfl_down_sync(~0u, wall, d, 16);
	}
	if (r == 0 && i < n)
		out[i] = size << 16 | wall;
}
// how far a list of 64 is from sorted: pairs that stand the wrong way round
__device__ int pairs_crossed(short *v, short *aid, int n)
{
	if (n == 1)
		return 0;
	int h = n / 2, sum = pairs_crossed(v, aid, h) + pairs_crossed(v + h, aid, n - h), a = 0, b = h;
	for (int k = 0; k < n; k++)
		if (b == n || a < h && v[a] <= v[b])
			aid[k] = v[a++];
		else {
			aid[k] = v[b++];
			sum += h - a;
		}
	for (int k = 0; k < n; k++)
		v[k] = aid[k];
	return sum;
}
__global__ void unsorted_recursive(const short *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short v[64], aid[64];
	for (int k = 0; k < 64; k++)
		v[k] = in[i * 64 + k];
	out[i] = pairs_crossed(v, aid, 64);
}
__global__ void unsorted_warp(const short *in, int *out, int n)
{ // every pair: a lane has two of the list, all of it passes by
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, sum = 0;
	if (i >= n)
		return;
	short2 own = ((const short2 *)in)[i * 32 + l];
	sum = own.x > own.y;
	for (int k = 1; k < 32; k++) {
		int o = __shfl_sync(~0u, *(int *)&own, k);
		short2 far = *(short2 *)&o;
		if (l < k)
			sum += (own.x > far.x) + (own.x > far.y) + (own.y > far.x) + (own.y > far.y);
	}
	sum = __reduce_add_sync(~0u, sum);
	if (l == 0)
		out[i] = sum;
}
__device__ void halves_product(const unsigned *a, const unsigned *b, unsigned *c, unsigned *aid, int n)
{ // Karatsuba
	if (n == 4) {
		for (int k = 0; k < 7; k++)
			c[k] = 0;
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				c[i + j] += a[i] * b[j];
		return;
	}
	int h = n / 2;
	unsigned *m = aid + n;
	halves_product(a, b, c, aid, h);
	c[n - 1] = 0;
	halves_product(a + h, b + h, c + n, aid, h);
	for (int k = 0; k < h; k++)
		aid[k] = a[k] + a[k + h], aid[k + h] = b[k] + b[k + h];
	halves_product(aid, aid + h, m, aid + 2 * n, h);
	for (int k = 0; k < n - 1; k++)
		m[k] -= c[k] + c[n + k];
	for (int k = 0; k < n - 1; k++)
		c[h + k] += m[k];
}
__global__ void long_poly_halves(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned c[64], aid[128];
	halves_product(a + i * 32, b + i * 32, c, aid, 32);
	for (int k = 0; k < 63; k++)
		out[i * 63 + k] = c[k];
}
// a game of five moves each time, leaves by a hash: best play with bounds
static const int MOVES = 5, DEPTH = 5;
HD int leaf(unsigned node)
{
	return (int)(stir(node) % 201) - 100;
}
static __host__ __device__ int best_play(unsigned node, int depth, int low, int high, int &seen)
{
	seen++;
	if (depth == 0)
		return leaf(node);
	for (int k = 0; k < MOVES && low < high; k++) {
		int v = -best_play(node * MOVES + k + 1, depth - 1, -high, -low, seen);
		low = v > low ? v : low;
	}
	return low;
}
__global__ void play_recursive(const unsigned *root, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, seen = 0;
	if (i >= n)
		return;
	int v = best_play(root[i], DEPTH, -1000, 1000, seen);
	out[i] = make_int2(v, seen);
}
__global__ void play_own_stack(const unsigned *root, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0, seen = 1, v;
	if (i >= n)
		return;
	unsigned node[DEPTH + 1];
	short low[DEPTH + 1], high[DEPTH + 1], k[DEPTH + 1];
	node[0] = root[i], low[0] = -1000, high[0] = 1000, k[0] = 0;
	for (;;) {
		if (at < DEPTH && k[at] < MOVES && low[at] < high[at]) {
			node[at + 1] = node[at] * MOVES + k[at]++ + 1;
			low[at + 1] = -high[at], high[at + 1] = -low[at], k[at + 1] = 0;
			at++, seen++;
			continue;
		}
		v = at == DEPTH ? leaf(node[at]) : low[at];
		if (--at < 0)
			break;
		low[at] = max((int)low[at], -v);
	}
	out[i] = make_int2(v, seen);
}
static std::function<bool(const std::vector<int2> &)> same_pairs(const std::vector<int2> &want)
{
	return [want](const std::vector<int2> &v) { return !memcmp(v.data(), want.data(), v.size() * sizeof(int2)); };
}
static void pairs_apart()
{
	const int N = 9, M = 8 * 9 * 10 * 11;
	std::vector<int2> want(M);
	for (int i = 0; i < M; i++) {
		unsigned taken;
		Found f = { 0, 0 };
		if (langford_start(i, N, taken))
			langford(N - 4, N, taken, f);
		want[i] = make_int2(f.full, f.tried);
	}
	int2 *o = dev<int2>(M);
	int *next = dev<int>(1);
	job<int2>(
		"pairs_with_room_between.recursive", [&] { langford_recursive<<<up(M, 64), 64>>>(o, N, M); }, o, M,
		same_pairs(want));
	job<int2>(
		"pairs_with_room_between.own_stack", [&] { langford_own_stack<<<up(M, 64), 64>>>(o, N, M); }, o, M,
		same_pairs(want));
	job<int2>(
		"pairs_with_room_between.drawn_starts",
		[&] {
			cudaMemsetAsync(next, 0, 4);
			langford_drawn<<<24, 64>>>(o, N, M, next);
		},
		o, M, same_pairs(want));
}
static void all_rulers()
{
	const int W = 6, E = 30;
	std::vector<int> want(E * E);
	for (int i = 0; i < E * E; i++) {
		int mark[8];
		u64 seen;
		want[i] = ruler_start(i, E, mark, seen) ? rulers(mark, 3, W, E, seen) : 0;
	}
	int *o = dev<int>(E * E);
	job<int>(
		"rulers_all_distances_differ.recursive", [&] { rulers_recursive<<<up(E * E, 64), 64>>>(o, W, E); }, o,
		E * E, same(want));
	job<int>(
		"rulers_all_distances_differ.shared_stack",
		[&] { rulers_shared_stack<<<up(E * E, 64), 64>>>(o, W, E); }, o, E * E, same(want));
}
static void caves(const std::vector<unsigned> &w)
{
	const int N = 3000;
	std::vector<unsigned short> open(N * 16);
	std::vector<int> want(N);
	for (int i = 0; i < N * 16; i++) {
		open[i] = w[3 * i] | w[3 * i + 1] & w[3 * i + 2];
		if (i % 16 == 8)
			open[i] |= 1 << 8;
	}
	for (int i = 0; i < N; i++) {
		bool in[18][18] = {}, reached[18][18] = {};
		for (int y = 0; y < 16; y++)
			for (int x = 0; x < 16; x++)
				in[y + 1][x + 1] = open[i * 16 + y] >> x & 1;
		reached[9][9] = true;
		int size = 0, wall = 0;
		for (bool more = true; more;) {
			more = false;
			for (int y = 1; y < 17; y++)
				for (int x = 1; x < 17; x++)
					if (in[y][x] && !reached[y][x] &&
						(reached[y - 1][x] || reached[y + 1][x] || reached[y][x - 1] ||
							reached[y][x + 1]))
						reached[y][x] = more = true;
		}
		for (int y = 1; y < 17; y++)
			for (int x = 1; x < 17; x++)
				if (reached[y][x])
					size++, wall += !in[y - 1][x] + !in[y + 1][x] + !in[y][x - 1] + !in[y][x + 1];
		want[i] = size << 16 | wall;
	}
	unsigned short *d = upload(open);
	int *o = dev<int>(N);
	job<int>(
		"way_out_of_the_cave.own_stack", [&] { cave_own_stack<<<up(N, 96), 96>>>(d, o, N); }, o, N, same(want));

	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 32 << 10));
	job<int>(
		"way_out_of_the_cave.recursive", [&] { cave_recursive<<<up(N, 96), 96>>>(d, o, N); }, o, N, same(want));
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4 << 10));
	job<int>(
		"way_out_of_the_cave.half_warp", [&] { cave_half_warp<<<up(N * 16, 96), 96>>>(d, o, N); }, o, N,
		same(want));
}
static void lists_out_of_order(const std::vector<unsigned> &w)
{
	const int N = 2500;
	std::vector<short> in(N * 64);
	std::vector<int> want(N);
	for (int i = 0; i < N * 64; i++)
		in[i] = w[i] % 500 + i % 64 * (i / 64 % 12);
	for (int i = 0; i < N; i++)
		for (int a = 0; a < 64; a++)
			for (int b = a + 1; b < 64; b++)
				want[i] += in[i * 64 + a] > in[i * 64 + b];
	short *d = upload(in);
	int *o = dev<int>(N);
	job<int>(
		"pairs_out_of_order.recursive_merge", [&] { unsorted_recursive<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"pairs_out_of_order.warp_all_pairs", [&] { unsorted_warp<<<up(N * 32, 128), 128>>>(d, o, N); }, o, N,
		same(want));
}
static void polys(const std::vector<unsigned> &w)
{
	const int N = 1800;
	std::vector<unsigned> a(w.begin(), w.begin() + N * 32), b(w.begin() + 77, w.begin() + 77 + N * 32),
		want(N * 63);
	for (int i = 0; i < N; i++)
		for (int x = 0; x < 32; x++)
			for (int y = 0; y < 32; y++)
				want[i * 63 + x + y] += a[i * 32 + x] * b[i * 32 + y];
	unsigned *da = upload(a), *db = upload(b), *o = dev<unsigned>(N * 63);
	job<unsigned>(
		"thirty_two_coefficients.by_halves", [&] { long_poly_halves<<<up(N, 64), 64>>>(da, db, o, N); }, o,
		N * 63, same(want));
}
static void games(const std::vector<unsigned> &w)
{
	const int N = 1600;
	std::vector<unsigned> root(w.begin() + 9, w.begin() + 9 + N);
	std::vector<int2> want(N);
	for (int i = 0; i < N; i++) {
		int seen = 0, v = best_play(root[i], DEPTH, -1000, 1000, seen);
		want[i] = make_int2(v, seen);
	}
	unsigned *d = upload(root);
	int2 *o = dev<int2>(N);
	job<int2>(
		"best_play_within_bounds.recursive", [&] { play_recursive<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same_pairs(want));
	job<int2>(
		"best_play_within_bounds.own_stack", [&] { play_own_stack<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same_pairs(want));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	pairs_apart();
	all_rulers();
	caves(w);
	lists_out_of_order(w);
	polys(w);
	games(w);
}
