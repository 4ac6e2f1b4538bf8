// blind32a: a fresh set of kernels that nobody had modelled when they were written. Nets of roads: unions, pairs,
// cheapest forests, cores, camps, buckets.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
static __host__ __device__ __forceinline__ unsigned stir(unsigned x)
{
	x ^= x >> 15, x *= 0x2c1b3c6du;
	x ^= x >> 12, x *= 0x297a2d39u;
	return x ^ x >> 15;
}
// islands: which towns hang together?
__device__ int top_of(int *parent, int v)
{ // halves the way while it walks
	for (;;) {
		int p = ((volatile int *)parent)[v];
		if (p == v)
			return v;
		int g = ((volatile int *)parent)[p];
		if (g != p)
			atomicCAS(&parent[v], p, g);
		v = g;
	}
}
__global__ void islands_least(const int2 *road, int *parent, int m)
{ // the larger top is hung under the smaller
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int a = road[i].x, b = road[i].y;
	for (;;) {
		a = top_of(parent, a), b = top_of(parent, b);
		if (a == b)
			return;
		if (a < b) {
			int c = a;
			a = b, b = c;
		}
		if (atomicCAS(&parent[a], a, b) == a)
			return;
	}
}
__global__ void islands_by_lot(const int2 *road, int *parent, int m)
{ // the top with the smaller lot is hung; strides through the roads with few threads
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
		int a = road[i].x, b = road[i].y;
		while (true) {
			a = top_of(parent, a), b = top_of(parent, b);
			if (a == b)
				break;
			unsigned la = stir(a), lb = stir(b);
			if (la > lb) {
				int c = a;
				a = b, b = c;
			}
			if (atomicCAS(&parent[a], a, b) == a)
				break;
		}
	}
}
__global__ void islands_by_rank(const int2 *road, unsigned *node, int m)
{ // a word: rank in the upper 6 bits, parent below
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	const unsigned LOW = (1u << 26) - 1;
	volatile unsigned *look = node;
	unsigned a = road[i].x, b = road[i].y, wa, wb;
	for (;;) {
		while (((wa = look[a]) & LOW) != a)
			a = wa & LOW;
		while (((wb = look[b]) & LOW) != b)
			b = wb & LOW;
		if (a == b)
			return;
		unsigned ra = wa >> 26, rb = wb >> 26;
		if (ra > rb || ra == rb && a < b) {
			unsigned c = a;
			a = b, b = c;
			c = wa, wa = wb, wb = c;
		}
		if (atomicCAS(&node[a], wa, wa & ~LOW | b) != wa)
			continue;
		if (ra == rb)
			atomicCAS(&node[b], wb, wb + (1u << 26));
		return;
	}
}
__global__ void islands_flat(const int *parent, int *top, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int p = v;
	while (parent[p] != p)
		p = parent[p];
	top[v] = p;
}
// couples: the dearest road first, then the dearest of those left...
__global__ void couples_bid(const int2 *road, const unsigned *worth, u64 *best, const int *mate, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int2 r = road[i];
	if (mate[r.x] >= 0 || mate[r.y] >= 0)
		return;
	u64 bid = (u64)worth[i] << 32 | i;
	if (((volatile u64 *)best)[r.x] < bid)
		atomicMax(&best[r.x], bid);
	if (((volatile u64 *)best)[r.y] < bid)
		atomicMax(&best[r.y], bid);
}
__global__ void couples_shake(const int2 *road, u64 *best, int *mate, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || mate[v] >= 0 || best[v] == 0)
		return;
	int2 r = road[(unsigned)best[v]];
	int o = r.x == v ? r.y : r.x;
	if (best[o] == best[v])
		mate[v] = o;
}
__global__ void couples_forget(u64 *best, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n)
		best[v] = 0;
}
__global__ void couples_first_come(const int2 *road, int *mate, int m)
{ // takes both ends in order of their numbers, gives the first back if the second is gone
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int a = min(road[i].x, road[i].y), b = max(road[i].x, road[i].y);
	volatile int *look = mate;
	for (;;) {
		int ma = look[a], mb = look[b];
		if (ma >= 0 || mb >= 0)
			return;
		if (ma == -2 || mb == -2)
			continue;
		if (atomicCAS(&mate[a], -1, -2) != -1)
			continue;
		int was = atomicCAS(&mate[b], -1, a);
		if (was == -1) {
			atomicExch(&mate[a], b);
			return;
		}
		atomicExch(&mate[a], -1);
		if (was >= 0)
			return;
	}
}
// the cheapest forest (Boruvka)
__global__ void forest_offers(const int2 *road, const unsigned *cost, const int *top, u64 *least, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int a = top[road[i].x], b = top[road[i].y];
	if (a == b)
		return;
	u64 w = (u64)cost[i] << 32 | i;
	atomicMin(&least[a], w);
	atomicMin(&least[b], w);
}
__global__ void forest_hang(const int2 *road, int *top, const int *old, u64 *least, byte *taken, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || old[v] != v || least[v] == ~0ull)
		return;
	unsigned e = (unsigned)least[v];
	int a = old[road[e].x], b = old[road[e].y], o = a == v ? b : a;
	taken[e] = 1;
	if (least[o] != least[v] || v > o)
		top[v] = o;
}
__global__ void forest_flat(int *top, const int *from, u64 *least, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int p = v;
	while (from[p] != p)
		p = from[p];
	top[v] = p;
	least[v] = ~0ull;
}
__global__ void forest_block(const int2 *road, const unsigned *cost, int n, int m, byte *taken)
{ // a small net, all in the shared memory of a block; many nets
	__shared__ unsigned least[512];
	__shared__ short top[512], old[512];
	__shared__ int more;
	const int2 *r = road + blockIdx.x * m;
	const unsigned *c = cost + blockIdx.x * m;
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		old[v] = v;
	do {
		__syncthreads();
		more = 0;
		for (int v = threadIdx.x; v < n; v += blockDim.x)
			top[v] = old[v], least[v] = ~0u;
		__syncthreads();
		for (int e = threadIdx.x; e < m; e += blockDim.x) {
			int a = old[r[e].x], b = old[r[e].y];
			if (a == b)
				continue;
			unsigned w = (c[e] & 0xfffff) << 12 | e;
			atomicMin(&least[a], w);
			atomicMin(&least[b], w);
		}
		__syncthreads();
		for (int v = threadIdx.x; v < n; v += blockDim.x)
			if (old[v] == v && least[v] != ~0u) {
				int e = least[v] & 4095, a = old[r[e].x], b = old[r[e].y], o = a == v ? b : a;
				taken[blockIdx.x * m + e] = 1;
				more = 1;
				if (least[o] != least[v] || v > o)
					top[v] = o;
			}
		__syncthreads();
		for (int v = threadIdx.x; v < n; v += blockDim.x) {
			int p = v;
			while (top[p] != p)
				p = top[p];
			old[v] = p;
		}
		__syncthreads();
	} while (more);
}
// cores: a town belongs to core k if k of its neighbours do
__global__ void cores_settle(const int *start, const int *to, const int *core, int *next, int n, int *more)
{ // the largest h with h neighbours of at least h, again and again
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	byte many[48];
	int own = core[v], sum = 0;
	for (int k = 0; k <= own; k++)
		many[k] = 0;
	for (int e = start[v]; e < start[v + 1]; e++)
		many[min(core[to[e]], own)]++;
	int h = own;
	for (; h > 0; h--)
		if ((sum += many[h]) >= h)
			break;
	next[v] = h;
	if (h != own)
		*more = 1;
}
__global__ void cores_peel(const int *start, const int *to, int *left, int *core, int *queue, int n)
{ // one block: rings of towns with few neighbours left, layer by layer
	__shared__ int head, tail, gone;
	if (threadIdx.x == 0)
		head = tail = gone = 0;
	__syncthreads();
	for (int k = 0; gone < n; k++) {
		for (int v = threadIdx.x; v < n; v += blockDim.x)
			if (((volatile int *)core)[v] < 0 && left[v] <= k) {
				((volatile int *)core)[v] = k;
				queue[atomicAdd(&tail, 1)] = v;
			}
		__syncthreads();
		while (head < tail) {
			int from = head, end = tail;
			__syncthreads();
			for (int q = from + threadIdx.x; q < end; q += blockDim.x) {
				int v = queue[q];
				for (int e = start[v]; e < start[v + 1]; e++) {
					int o = to[e];
					if (((volatile int *)core)[o] >= 0)
						continue;
					if (atomicSub(&left[o], 1) == k + 1) {
						((volatile int *)core)[o] = k;
						queue[atomicAdd(&tail, 1)] = o;
					}
				}
			}
			if (threadIdx.x == 0)
				head = end;
			__syncthreads();
		}
		if (threadIdx.x == 0)
			gone = tail;
		__syncthreads();
	}
}
// camps: each joins the camp of most of its neighbours, the smallest if several
__global__ void camps_thread(const int *start, const int *to, const int *camp, int *next, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int s = start[v], e = start[v + 1], best = camp[v], most = 0;
	for (int i = s; i < e; i++) {
		int c = camp[to[i]], k = 0;
		for (int j = s; j < e; j++)
			k += camp[to[j]] == c;
		if (k > most || k == most && c < best)
			most = k, best = c;
	}
	next[v] = best;
}
__global__ void camps_warp(const int *start, const int *to, const int *camp, int *next, int n)
{ // a lane for each neighbour (there are at most 32), lanes of one camp find each other
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (v >= n)
		return;
	int s = start[v], d = start[v + 1] - s;
	int c = l < d ? camp[to[s + l]] : -1 - l;
	unsigned k = l < d ? __popc(__match_any_sync(~0u, c)) : (__match_any_sync(~0u, c), 0);
	unsigned best = __reduce_max_sync(~0u, k << 20 | (l < d ? 0xfffff - c : 0));
	if (l == 0)
		next[v] = best >> 20 ? 0xfffff - (best & 0xfffff) : camp[v];
}
// distances in one block with buckets of a width
__global__ void near_buckets(
	const int *start, const int *to, const byte *cost, int *far, int *now, int *later, int n, int width)
{
	__shared__ int many, found, least;
	int t = threadIdx.x;
	for (int v = t; v < n; v += blockDim.x)
		far[v] = v == 0 ? 0 : 1 << 30;
	int low = 0;
	for (;;) {
		__syncthreads();
		if (t == 0)
			many = 0, least = 1 << 30;
		__syncthreads();
		int mine = 1 << 30; // the first bucket that has any
		for (int v = t; v < n; v += blockDim.x)
			if (far[v] >= low)
				mine = min(mine, far[v]);
		if (mine < 1 << 30)
			atomicMin(&least, mine);
		__syncthreads();
		if (least == 1 << 30)
			return;
		low = least / width * width;
		for (int v = t; v < n; v += blockDim.x)
			if (far[v] >= low && far[v] < low + width)
				now[atomicAdd(&many, 1)] = v;
		int *a = now, *b = later;
		__syncthreads();
		while (many) {
			int have = many;
			__syncthreads();
			if (t == 0)
				found = 0;
			__syncthreads();
			for (int q = t; q < have; q += blockDim.x) {
				int v = a[q], d = ((volatile int *)far)[v];
				for (int e = start[v]; e < start[v + 1]; e++) {
					int x = d + cost[e], o = to[e];
					if (((volatile int *)far)[o] <= x)
						continue;
					if (atomicMin(&far[o], x) > x && x < low + width) {
						int p = atomicAdd(&found, 1);
						if (p < 4 * n)
							b[p] = o;
					}
				}
			}
			__syncthreads();
			if (t == 0)
				many = min(found, 4 * n);
			int *c = a;
			a = b, b = c;
			__syncthreads();
		}
		low += width;
	}
}
// colours: who has the highest lot among those without takes the least free
__global__ void lots_colour(const int *start, const int *to, const signed char *colour, signed char *next, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int c = colour[v];
	if (c < 0) {
		u64 used = 0;
		unsigned own = stir(v + 7);
		bool first = true;
		for (int e = start[v]; e < start[v + 1] && first; e++) {
			int o = to[e], k = colour[o];
			if (k >= 0)
				used |= 1ull << k;
			else
				first = stir(o + 7) < own;
		}
		if (first)
			c = __ffsll(~used) - 1;
	}
	next[v] = c;
}
struct Net {
	int n, m;
	std::vector<int2> road;
	std::vector<int> start, to;
	Net(int n, int m, const std::vector<unsigned> &w) : n(n), m(m), road(m), start(n + 1), to(2 * m)
	{
		for (int i = 0; i < m; i++) {
			int a = w[2 * i] % n,
			    b = w[2 * i + 1] % 8 ? (a + 1 + w[2 * i + 1] / 8 % 40) % n : w[2 * i + 1] / 8 % n;
			if (a == b)
				b = (a + 1) % n;
			road[i] = make_int2(a, b);
			start[a + 1]++, start[b + 1]++;
		}
		for (int v = 0; v < n; v++)
			start[v + 1] += start[v];
		std::vector<int> at(start.begin(), start.end() - 1);
		for (int2 r : road)
			to[at[r.x]++] = r.y, to[at[r.y]++] = r.x;
	}
};
static int host_top(std::vector<int> &p, int v)
{
	while (p[v] != v)
		v = p[v] = p[p[v]];
	return v;
}
static void islands(const std::vector<unsigned> &w)
{
	const int N = 40000, M = 36000;
	Net g(N, M, w);
	std::vector<int> p(N), self(N), least(N), lot(N), high(N, -1);
	for (int v = 0; v < N; v++)
		p[v] = self[v] = v;
	for (int2 r : g.road) {
		int a = host_top(p, r.x), b = host_top(p, r.y);
		p[std::max(a, b)] = std::min(a, b);
	}
	for (int v = 0; v < N; v++) {
		int t = least[v] = host_top(p, v);
		if (high[t] < 0 || stir(high[t]) < stir(v))
			high[t] = v;
	}
	for (int v = 0; v < N; v++)
		lot[v] = high[least[v]];
	int2 *r = upload(g.road);
	int *d = upload(self), *s = upload(self), *f = dev<int>(N);
	auto again = [=] { cudaMemcpyAsync(d, s, N * 4, cudaMemcpyDeviceToDevice); };
	job<int>(
		"islands_of_towns.smaller_name_on_top",
		[&] {
			islands_least<<<up(M, 256), 256>>>(r, d, M);
			islands_flat<<<up(N, 256), 256>>>(d, f, N);
		},
		f, N, same(least), again);
	job<int>(
		"islands_of_towns.higher_lot_on_top",
		[&] {
			islands_by_lot<<<40, 192>>>(r, d, M);
			islands_flat<<<up(N, 192), 192>>>(d, f, N);
		},
		f, N, same(lot), again);
	job<int>(
		"islands_of_towns.ranks_in_the_word",
		[&] { islands_by_rank<<<up(M, 128), 128>>>(r, (unsigned *)d, M); }, d, N,
		[=](const std::vector<int> &v) {
			std::vector<int> of(N, -1), back(N, -1);
			for (int i = 0; i < N; i++) {
				int t = i, k = 0;
				while ((v[t] & 0x3ffffff) != t)
					if (t = v[t] & 0x3ffffff, ++k > 64)
						return false;
				if (of[t] < 0)
					of[t] = least[i];
				if (back[least[i]] < 0)
					back[least[i]] = t;
				if (of[t] != least[i] || back[least[i]] != t)
					return false;
			}
			return true;
		},
		again);
}
static void couples(const std::vector<unsigned> &w)
{
	const int N = 16000, M = 48000, ROUNDS = 12;
	Net g(N, M, w);
	std::vector<unsigned> worth(M);
	std::vector<int> order(M), want(N, -1);
	for (int i = 0; i < M; i++)
		worth[i] = w[i + 5] % 1000 + 1, order[i] = i;
	std::sort(order.begin(), order.end(),
		[&](int a, int b) { return worth[a] != worth[b] ? worth[a] > worth[b] : a > b; });
	for (int i : order)
		if (want[g.road[i].x] < 0 && want[g.road[i].y] < 0)
			want[g.road[i].x] = g.road[i].y, want[g.road[i].y] = g.road[i].x;
	int2 *r = upload(g.road);
	unsigned *dw = upload(worth);
	u64 *best = dev<u64>(N);
	int *mate = dev<int>(N);
	auto again = [=] { cudaMemsetAsync(mate, 255, N * 4); };
	job<int>(
		"couples_dearest_first.bids_in_rounds",
		[&] {
			for (int k = 0; k < ROUNDS; k++) {
				couples_forget<<<up(N, 256), 256>>>(best, N);
				couples_bid<<<up(M, 256), 256>>>(r, dw, best, mate, M);
				couples_shake<<<up(N, 256), 256>>>(r, best, mate, N);
			}
		},
		mate, N, same(want), again);
	std::vector<int2> road = g.road;
	job<int>(
		"couples_first_come.both_ends_locked", [&] { couples_first_come<<<up(M, 128), 128>>>(r, mate, M); },
		mate, N,
		[=](const std::vector<int> &v) {
			for (int i = 0; i < N; i++)
				if (v[i] < -1 || v[i] >= 0 && v[v[i]] != i)
					return false;
			for (int2 e : road)
				if (v[e.x] < 0 && v[e.y] < 0)
					return false;
			return true;
		},
		again);
}
static std::vector<byte> host_forest(const std::vector<int2> &road, const std::vector<unsigned> &cost, int n)
{
	std::vector<int> order(road.size()), p(n);
	std::vector<byte> taken(road.size());
	for (size_t i = 0; i < road.size(); i++)
		order[i] = i;
	for (int v = 0; v < n; v++)
		p[v] = v;
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cost[a] < cost[b]; });
	for (int i : order) {
		int a = host_top(p, road[i].x), b = host_top(p, road[i].y);
		if (a != b)
			p[a] = b, taken[i] = 1;
	}
	return taken;
}
static void forests(const std::vector<unsigned> &w)
{
	const int N = 24000, M = 60000;
	Net g(N, M, w);
	std::vector<unsigned> cost(w.begin() + 11, w.begin() + 11 + M);
	int2 *r = upload(g.road);
	unsigned *c = upload(cost);
	std::vector<int> self(N);
	for (int v = 0; v < N; v++)
		self[v] = v;
	int *s = upload(self), *top = dev<int>(N), *old = dev<int>(N);
	u64 *least = dev<u64>(N);
	byte *taken = dev<byte>(M);
	job<byte>(
		"cheapest_forest.rounds_of_offers",
		[&] {
			cudaMemsetAsync(taken, 0, M);
			forest_flat<<<up(N, 128), 128>>>(old, s, least, N);
			cudaMemcpyAsync(top, s, N * 4, cudaMemcpyDeviceToDevice);
			for (int k = 0; k < 7; k++) {
				forest_offers<<<up(M, 256), 256>>>(r, c, old, least, M);
				forest_hang<<<up(N, 128), 128>>>(r, top, old, least, taken, N);
				forest_flat<<<up(N, 128), 128>>>(old, top, least, N);
				cudaMemcpyAsync(top, old, N * 4, cudaMemcpyDeviceToDevice);
			}
		},
		taken, M, same(host_forest(g.road, cost, N)));
	const int B = 60, n = 500, m = 1500;
	std::vector<int2> many;
	std::vector<unsigned> costs(B * m);
	std::vector<byte> want;
	for (int b = 0; b < B; b++) {
		Net h(n, m, std::vector<unsigned>(w.begin() + b * 999, w.begin() + b * 999 + 2 * m));
		std::vector<unsigned> own(m);
		for (int i = 0; i < m; i++)
			own[i] = costs[b * m + i] = w[b * m + i] % 5000;
		std::vector<byte> f = host_forest(h.road, own, n);
		many.insert(many.end(), h.road.begin(), h.road.end());
		want.insert(want.end(), f.begin(), f.end());
	}
	int2 *dr = upload(many);
	unsigned *dc = upload(costs);
	byte *dt = dev<byte>(B * m);
	job<byte>(
		"sixty_small_forests.block_each", [&] { forest_block<<<B, 256>>>(dr, dc, n, m, dt); }, dt, B * m,
		same(want), [=] { cudaMemsetAsync(dt, 0, B * m); });
}
static void cores_and_camps(const std::vector<unsigned> &w)
{
	const int N = 8000, M = 32000;
	Net g(N, M, w);
	std::vector<int> deg(N), core(N, -1), stack;
	for (int v = 0; v < N; v++)
		deg[v] = std::min(g.start[v + 1] - g.start[v], 47);
	std::vector<int> left = deg;
	for (int k = 0, gone = 0; gone < N; k++)
		for (bool more = true; more;) {
			more = false;
			for (int v = 0; v < N; v++)
				if (core[v] < 0 && left[v] <= k) {
					core[v] = k, gone++, more = true;
					for (int e = g.start[v]; e < g.start[v + 1]; e++)
						left[g.to[e]]--;
				}
		}
	int rounds = 0;
	std::vector<int> h = deg, next(N);
	for (bool again = true; again || rounds % 2; rounds++) {
		again = false;
		for (int v = 0; v < N; v++) {
			int many[48] = {}, sum = 0, k = h[v];
			for (int e = g.start[v]; e < g.start[v + 1]; e++)
				many[std::min(h[g.to[e]], h[v])]++;
			while (k > 0 && (sum += many[k]) < k)
				k--;
			next[v] = k;
			again |= k != h[v];
		}
		h = next;
	}
	if (getenv("ROUNDS"))
		fprintf(stderr, "rounds %d\n", rounds);
	int *s = upload(g.start), *to = upload(g.to), *dd = upload(deg), *a = dev<int>(N), *b = dev<int>(N),
	    *q = dev<int>(8 * N), *more = dev<int>(1);
	job<int>(
		"cores_of_a_net.settle_in_rounds",
		[&] {
			for (int k = 0; k < rounds; k++)
				cores_settle<<<up(N, 128), 128>>>(s, to,
					k == 0        ? dd :
						k % 2 ? a :
							b,
					k % 2 ? b : a, N, more);
		},
		b, N, same(core));
	job<int>(
		"cores_of_a_net.peeled_by_one_block", [&] { cores_peel<<<1, 1024>>>(s, to, b, a, q, N); }, a, N,
		same(core),
		[=] {
			cudaMemsetAsync(a, 255, N * 4);
			cudaMemcpyAsync(b, dd, N * 4, cudaMemcpyDeviceToDevice);
		});
	std::vector<int> camp(N), want(N);
	for (int v = 0; v < N; v++)
		camp[v] = stir(v / 9) % 4000;
	for (int v = 0; v < N; v++) {
		int most = 0, best = camp[v];
		std::vector<int> c;
		for (int e = g.start[v]; e < g.start[v + 1]; e++)
			c.push_back(camp[g.to[e]]);
		std::sort(c.begin(), c.end());
		for (size_t i = 0, j; i < c.size(); i = j) {
			for (j = i; j < c.size() && c[j] == c[i]; j++)
				;
			if ((int)(j - i) > most)
				most = j - i, best = c[i];
		}
		want[v] = best;
	}
	int *dc = upload(camp);
	job<int>(
		"camp_of_most_neighbours.thread", [&] { camps_thread<<<up(N, 96), 96>>>(s, to, dc, a, N); }, a, N,
		same(want));
	job<int>(
		"camp_of_most_neighbours.warp_matches", [&] { camps_warp<<<up(N * 32, 256), 256>>>(s, to, dc, a, N); },
		a, N, same(want));
	// the distances: Bellman-Ford on the host, as long as it changes
	std::vector<byte> cost(2 * M);
	std::vector<int> far(N, 1 << 30), line(1, 0);
	for (int e = 0; e < 2 * M; e++)
		cost[e] = w[e] % 60 + 1;
	far[0] = 0;
	for (size_t h = 0; h < line.size(); h++)
		for (int v = line[h], e = g.start[v]; e < g.start[v + 1]; e++)
			if (far[v] + cost[e] < far[g.to[e]])
				far[g.to[e]] = far[v] + cost[e], line.push_back(g.to[e]);
	byte *bc = upload(cost);
	job<int>(
		"way_from_the_capital.buckets_one_block",
		[&] { near_buckets<<<1, 512>>>(s, to, bc, a, q, q + 4 * N, N, 40); }, a, N, same(far));
	std::vector<signed char> tint(N, -1);
	std::vector<int> order(N);
	for (int v = 0; v < N; v++)
		order[v] = v;
	std::sort(order.begin(), order.end(), [](int a, int b) { return stir(a + 7) > stir(b + 7); });
	for (int v : order) {
		u64 used = 0;
		for (int e = g.start[v]; e < g.start[v + 1]; e++)
			if (tint[g.to[e]] >= 0)
				used |= 1ull << tint[g.to[e]];
		while (used >> ++tint[v] & 1)
			;
	}
	signed char *t1 = dev<signed char>(N), *t2 = dev<signed char>(N);
	job<signed char>(
		"tints_by_lots.forty_rounds",
		[&] {
			cudaMemsetAsync(t1, 255, N);
			for (int k = 0; k < 40; k++)
				lots_colour<<<up(N, 256), 256>>>(s, to, k % 2 ? t2 : t1, k % 2 ? t1 : t2, N);
		},
		t1, N, same(tint));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	islands(w);
	couples(w);
	forests(w);
	cores_and_camps(w);
}
