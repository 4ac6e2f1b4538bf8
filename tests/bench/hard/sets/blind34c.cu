// blind34c: a fresh set of kernels that nobody had modelled when they were written. Work that makes work, levels that
// wait for levels, locks, rings between blocks.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 15, x *= 0x2c1b3c6du;
	x ^= x >> 12, x *= 0x297a2d39u;
	return x ^ x >> 15;
}
// a wild tree: none to three children, nobody knows how large the branches are; nodes and a sum over leaves
static const int DEEP = 11;
HD int children(unsigned seed, int depth)
{
	return depth >= DEEP ? 0 : depth < 2 ? 2 : (stir(seed) >> 7) % 10 / 3;
}
HD unsigned child_seed(unsigned seed, int k)
{
	return seed * 0x9e3779b1u + k * 0x7f4a7c15u + 1;
}
HD unsigned root_seed(int i)
{
	return stir(i * 77 + 5);
}
__global__ void tree_own_stack(u64 *out, int roots)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, nodes = 0;
	unsigned sum = 0;
	if (i < roots) {
		unsigned seed[3 * DEEP];
		byte depth[3 * DEEP];
		int top = 1;
		seed[0] = root_seed(i), depth[0] = 0;
		while (top) {
			unsigned s = seed[--top];
			int d = depth[top], c = children(s, d);
			nodes++;
			if (!c)
				sum += s >> 20;
			for (int k = 0; k < c; k++)
				seed[top] = child_seed(s, k), depth[top++] = d + 1;
		}
	}
	nodes = __reduce_add_sync(~0u, nodes);
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0) {
		atomicAdd(&out[0], (u64)nodes);
		atomicAdd(&out[1], (u64)sum);
	}
}
__global__ void tree_rounds(u64 *out, int per)
{ // a block has some roots and one pile; each round all threads take one from its top
	__shared__ uint2 pile[2048];
	__shared__ int have;
	__shared__ int total;
	__shared__ unsigned leaves;
	int t = threadIdx.x;
	for (int k = t; k < per; k += blockDim.x)
		pile[k] = make_uint2(root_seed(blockIdx.x * per + k), 0);
	if (t == 0)
		have = per, total = 0, leaves = 0;
	__syncthreads();
	int nodes = 0;
	unsigned sum = 0;
	for (;;) {
		int h = have, take = min(h, (int)blockDim.x);
		uint2 v = t < take ? pile[h - 1 - t] : make_uint2(0, DEEP);
		__syncthreads();
		if (h == 0)
			break;
		if (t == 0)
			have = h - take;
		__syncthreads();
		if (t < take) {
			int c = children(v.x, v.y);
			nodes++;
			sum += c ? 0 : v.x >> 20;
			int at = c ? atomicAdd(&have, c) : 0;
			for (int k = 0; k < c; k++)
				pile[at + k] = make_uint2(child_seed(v.x, k), v.y + 1);
		}
		__syncthreads();
	}
	atomicAdd(&total, nodes);
	atomicAdd(&leaves, sum);
	__syncthreads();
	if (t == 0) {
		atomicAdd(&out[0], (u64)total);
		atomicAdd(&out[1], (u64)leaves);
	}
}
__global__ void tree_stolen(u64 *out, int per)
{ // four warps with a pile each under a lock; who has none takes from a neighbour's
	__shared__ uint2 pile[4][512];
	__shared__ int have[4], lock[4], live;
	int w = threadIdx.x / 32, l = threadIdx.x & 31, nodes = 0;
	unsigned sum = 0;
	if (threadIdx.x == 0)
		live = per;
	if (l == 0)
		have[w] = 0, lock[w] = 0;
	__syncthreads();
	if (w == 0) { // all work begins with the first
		for (int k = l; k < per; k += 32)
			pile[0][k] = make_uint2(root_seed(blockIdx.x * per + k), 0);
		if (l == 0)
			have[0] = per;
	}
	__syncthreads();
	for (int from = w;;) {
		if (l == 0)
			while (atomicCAS(&lock[from], 0, 1))
				__nanosleep(20);
		__syncwarp();
		__threadfence_block();
		int h = *(volatile int *)&have[from], take = min(from == w ? h : (h + 1) / 2, 32);
		uint2 v = make_uint2(0, DEEP);
		if (l < take)
			v = pile[from][h - 1 - l];
		__syncwarp();
		if (l == 0) {
			*(volatile int *)&have[from] = h - take;
			__threadfence_block();
			atomicExch(&lock[from], 0);
		}
		if (take == 0) {
			if (!__shfl_sync(~0u, l ? 0 : atomicAdd(&live, 0), 0))
				break;
			from = (from + 1) & 3;
			continue;
		}
		int c = l < take ? children(v.x, v.y) : 0, before = c;
		nodes += l < take;
		sum += l < take && !c ? v.x >> 20 : 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, before, d);
			before += l >= d ? o : 0;
		}
		int all = __shfl_sync(~0u, before, 31);
		if (all) {
			if (l == 0)
				while (atomicCAS(&lock[w], 0, 1))
					__nanosleep(20);
			__syncwarp();
			__threadfence_block();
			h = *(volatile int *)&have[w];
			for (int k = 0; k < c; k++)
				pile[w][h + before - c + k] = make_uint2(child_seed(v.x, k), v.y + 1);
			__syncwarp();
			if (l == 0) {
				*(volatile int *)&have[w] = h + all;
				__threadfence_block();
				atomicExch(&lock[w], 0);
			}
		}
		if (l == 0)
			atomicAdd(&live, all - take);
		__syncwarp();
		from = w;
	}
	nodes = __reduce_add_sync(~0u, nodes);
	sum = __reduce_add_sync(~0u, sum);
	if (l == 0) {
		atomicAdd(&out[0], (u64)nodes);
		atomicAdd(&out[1], (u64)sum);
	}
}
struct Common {
	int lock, top, busy;
};
__global__ void tree_common_pile(u64 *out, Common *c, uint2 *pile)
{ // each warp has a small pile and gives of it to one for all when there is too much, in portions of 64
	__shared__ uint2 own[2][256];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, have = 0, nodes = 0;
	unsigned sum = 0;
	volatile Common *see = c;
	for (bool idle = true;;) {
		if (have == 0 || have > 150) {
			bool fetch = have == 0, over = false;
			if (fetch) {
				if (l == 0) {
					if (!idle)
						atomicAdd(&c->busy, -1);
					while (!over) {
						if (see->top > 0) {
							atomicAdd(&c->busy, 1);
							break;
						}
						over = atomicAdd(&c->busy, 0) == 0 && see->top == 0;
						if (!over)
							__nanosleep(200);
					}
				}
				over = __shfl_sync(~0u, over, 0);
				if (over)
					break;
				idle = false;
			}
			if (l == 0)
				while (atomicCAS(&c->lock, 0, 1))
					__nanosleep(50);
			__syncwarp();
			__threadfence();
			int top = see->top, many = fetch ? min(top, 64) : 64;
			for (int k = l; k < many; k += 32)
				if (fetch)
					own[w][k] = __ldcg(&pile[top - many + k]);
				else
					__stcg(&pile[top + k], own[w][have - many + k]);
			__threadfence();
			__syncwarp();
			if (l == 0) {
				see->top = fetch ? top - many : top + many;
				__threadfence();
				atomicExch(&c->lock, 0);
			}
			have += fetch ? many : -many;
			__syncwarp();
			continue;
		}
		int take = min(have, 32);
		uint2 v = l < take ? own[w][have - 1 - l] : make_uint2(0, DEEP);
		__syncwarp();
		have -= take;
		int kids = l < take ? children(v.x, v.y) : 0, before = kids;
		nodes += l < take;
		sum += l < take && !kids ? v.x >> 20 : 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, before, d);
			before += l >= d ? o : 0;
		}
		for (int k = 0; k < kids; k++)
			own[w][have + before - kids + k] = make_uint2(child_seed(v.x, k), v.y + 1);
		have += __shfl_sync(~0u, before, 31);
		__syncwarp();
	}
	nodes = __reduce_add_sync(~0u, nodes);
	sum = __reduce_add_sync(~0u, sum);
	if (l == 0) {
		atomicAdd(&out[0], (u64)nodes);
		atomicAdd(&out[1], (u64)sum);
	}
}
// parts of a machine: each is made of three earlier ones; levels of very different sizes
HD unsigned made_of(unsigned a, unsigned b, unsigned c, int v)
{
	return stir(a + 3 * b + 5 * c + v) | 1;
}
__global__ void parts_level(const int4 *from, unsigned *value, int a, int b)
{
	int v = a + blockIdx.x * blockDim.x + threadIdx.x;
	if (v < b) {
		int4 f = from[v];
		value[v] = f.w ? made_of(value[f.x], value[f.y], value[f.z], v) : v * 2 + 1;
	}
}
__global__ void parts_one_block(const int4 *from, unsigned *value, const int *level, int levels)
{
	for (int k = 0; k < levels; k++) {
		for (int v = level[k] + threadIdx.x; v < level[k + 1]; v += blockDim.x) {
			int4 f = from[v];
			value[v] = f.w ? made_of(value[f.x], value[f.y], value[f.z], v) : v * 2 + 1;
		}
		__syncthreads();
	}
}
__global__ void parts_meeting(const int4 *from, unsigned *value, const int *level, int levels, int *met)
{ // blocks count themselves at the end of each level
	for (int k = 0; k < levels; k++) {
		for (int v = level[k] + blockIdx.x * blockDim.x + threadIdx.x; v < level[k + 1];
			v += gridDim.x * blockDim.x) {
			int4 f = from[v];
			unsigned r = v * 2 + 1;
			if (f.w)
				r = made_of(__ldcg(&value[f.x]), __ldcg(&value[f.y]), __ldcg(&value[f.z]), v);
			value[v] = r;
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(met, 1);
			while (*(volatile int *)met < (k + 1) * (int)gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
	}
}
__global__ void parts_watch(const int4 *from, unsigned *value, int n, int *drawn)
{ // no levels: who needs a part looks until it is there (0: not yet); groups of 128 drawn in order
	__shared__ int group;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0)
			group = atomicAdd(drawn, 1);
		__syncthreads();
		int v = group * 128 + threadIdx.x;
		if (group * 128 >= n)
			return;
		if (v >= n)
			continue;
		int4 f = from[v];
		unsigned a = 1, b = 1, c = 1;
		if (f.w)
			do {
				a = *(volatile unsigned *)&value[f.x];
				b = *(volatile unsigned *)&value[f.y];
				c = *(volatile unsigned *)&value[f.z];
			} while (!a || !b || !c);
		*(volatile unsigned *)&value[v] = f.w ? made_of(a, b, c, v) : v * 2 + 1;
	}
}
// the three dearest things of each seller
struct Shelf {
	int lock;
	unsigned best[3];
};
__global__ void dearest_locked(const uint2 *offer, Shelf *shelf, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint2 o = offer[i];
	Shelf *s = &shelf[o.x];
	volatile unsigned *b = s->best;
	for (bool done = false; !done;) {
		if (atomicCAS(&s->lock, 0, 1) == 0) {
			__threadfence();
			unsigned v = o.y;
			for (int k = 0; k < 3; k++) {
				unsigned x = b[k];
				if (v > x)
					b[k] = v, v = x;
			}
			__threadfence();
			atomicExch(&s->lock, 0);
			done = true;
		}
	}
}
__global__ void dearest_pushed_down(const uint2 *offer, Shelf *shelf, int n)
{ // what is not the largest goes on to the next place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint2 o = offer[i];
	unsigned v = o.y;
	for (int k = 0; k < 3 && v; k++)
		v = min(v, atomicMax(&shelf[o.x].best[k], v));
}
__global__ void dearest_warp(const unsigned *price, const int *start, Shelf *shelf, int sellers)
{ // offers lie together by seller
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (s >= sellers)
		return;
	unsigned a = 0, b = 0, c = 0;
	for (int k = start[s] + l; k < start[s + 1]; k += 32) {
		unsigned v = price[k], x;
		x = min(a, v), a = max(a, v), v = x;
		x = min(b, v), b = max(b, v), v = x;
		c = max(c, v);
	}
	for (int k = 0; k < 3; k++) {
		unsigned most = __reduce_max_sync(~0u, a);
		int who = __ffs(__ballot_sync(~0u, a == most)) - 1;
		if (l == who)
			a = b, b = c, c = 0;
		if (l == 0)
			shelf[s].best[k] = most;
	}
}
// parcels from some blocks to others through rings of places that say whose turn it is
static const int RING = 256;
struct Place {
	unsigned turn, what;
};
__device__ void wait_turn(Place *p, unsigned turn)
{
	while (*(volatile unsigned *)&p->turn != turn)
		;
	__threadfence();
}
__global__ void parcels_ring(Place *ring, unsigned *ends, u64 *out, int per)
{ // odd blocks take, even ones bring; 32 tickets drawn by a warp
	int l = threadIdx.x & 31, side = blockIdx.x & 1, w = (blockIdx.x / 2 * blockDim.x + threadIdx.x) / 32;
	u64 sum = 0;
	for (int k = 0; k < per; k++) {
		unsigned t = 0;
		if (l == 0)
			t = atomicAdd(&ends[side], 32);
		t = __shfl_sync(~0u, t, 0) + l;
		Place *p = &ring[t % RING];
		unsigned lap = t / RING;
		wait_turn(p, 2 * lap + side);
		if (side)
			sum += *(volatile unsigned *)&p->what;
		else
			*(volatile unsigned *)&p->what = stir((w * per + k) * 32 + l) >> 4;
		__threadfence();
		*(volatile unsigned *)&p->turn = 2 * lap + side + 1;
	}
	if (side)
		atomicAdd(out, sum);
}
__global__ void parcels_lanes(Place *ring, unsigned *ends, u64 *out, int per)
{ // one bringing and one taking block for each ring, heads and tails looked at, 64 parcels at a time
	__shared__ u64 sum;
	int side = blockIdx.x & 1, lane = blockIdx.x / 2, t = threadIdx.x;
	volatile Place *r = ring + lane * RING;
	volatile unsigned *brought = &ends[lane * 64], *taken = &ends[lane * 64 + 32];
	if (t == 0)
		sum = 0;
	__syncthreads();
	for (unsigned k = 0; k < per; k++) {
		if (t == 0) {
			if (side)
				while (*brought <= k)
					;
			else
				while (k - *taken >= RING / 64)
					;
			__threadfence();
		}
		__syncthreads();
		volatile Place *p = &r[(k * 64 + t) % RING];
		if (side)
			atomicAdd(&sum, (u64)p->what);
		else
			p->what = stir((lane * per + k) * 64 + t) >> 4;
		__threadfence();
		__syncthreads();
		if (t == 0)
			*(side ? taken : brought) = k + 1;
	}
	if (side && t == 0)
		atomicAdd(out, sum);
}
static void wild_tree()
{
	const int ROOTS = 1920;
	std::vector<u64> want(2);
	std::function<void(unsigned, int)> walk = [&](unsigned s, int d) {
		int c = children(s, d);
		want[0]++;
		want[1] += c ? 0 : s >> 20;
		for (int k = 0; k < c; k++)
			walk(child_seed(s, k), d + 1);
	};
	for (int i = 0; i < ROOTS; i++)
		walk(root_seed(i), 0);
	u64 *o = dev<u64>(2);
	std::vector<uint2> roots(ROOTS);
	for (int i = 0; i < ROOTS; i++)
		roots[i] = make_uint2(root_seed(i), 0);
	uint2 *first = upload(roots), *pile = dev<uint2>(60000);
	Common *c = dev<Common>(1);
	auto zero = [=] { cudaMemsetAsync(o, 0, 16); };
	job<u64>(
		"wild_tree.own_stack", [&] { tree_own_stack<<<up(ROOTS, 64), 64>>>(o, ROOTS); }, o, 2, same(want),
		zero);
	job<u64>(
		"wild_tree.rounds_of_a_block", [&] { tree_rounds<<<ROOTS / 40, 128>>>(o, 40); }, o, 2, same(want),
		zero);
	job<u64>(
		"wild_tree.stolen_from_neighbours", [&] { tree_stolen<<<ROOTS / 40, 128>>>(o, 40); }, o, 2, same(want),
		zero);
	job<u64>(
		"wild_tree.one_pile_for_all", [&] { tree_common_pile<<<24, 64>>>(o, c, pile); }, o, 2, same(want),
		[=] {
			Common start = { 0, ROOTS, 0 };
			cudaMemsetAsync(o, 0, 16);
			cudaMemcpy(pile, first, ROOTS * 8, cudaMemcpyDeviceToDevice);
			cudaMemcpy(c, &start, sizeof start, cudaMemcpyHostToDevice);
		});
}
static void parts(const std::vector<unsigned> &w)
{
	const int LEVELS = 40;
	std::vector<int> level(1, 0);
	for (int k = 0; k < LEVELS; k++)
		level.push_back(level.back() + 128 * (k == 0 ? 20 : 1 + w[k] % 3 * (w[k + 1] % 9)));
	int n = level.back();
	std::vector<int4> from(n);
	std::vector<unsigned> want(n);
	for (int k = 0; k < LEVELS; k++)
		for (int v = level[k]; v < level[k + 1]; v++) {
			if (k == 0) {
				want[v] = v * 2 + 1;
				continue;
			}
			int below = level[k], last = level[k - 1];
			from[v] = make_int4(last + w[v] % (below - last), w[v + 1] % below, w[v + 2] % below, 1);
			want[v] = made_of(want[from[v].x], want[from[v].y], want[from[v].z], v);
		}
	int4 *f = upload(from);
	int *l = upload(level), *met = dev<int>(1);
	unsigned *o = dev<unsigned>(n);
	auto clean = [=] {
		cudaMemsetAsync(o, 0, n * 4);
		cudaMemsetAsync(met, 0, 4);
	};
	job<unsigned>(
		"parts_made_of_parts.launch_a_level",
		[&] {
			for (int k = 0; k < LEVELS; k++)
				parts_level<<<up(level[k + 1] - level[k], 128), 128>>>(f, o, level[k], level[k + 1]);
		},
		o, n, same(want), clean);
	job<unsigned>(
		"parts_made_of_parts.one_block", [&] { parts_one_block<<<1, 1024>>>(f, o, l, LEVELS); }, o, n,
		same(want), clean);
	job<unsigned>(
		"parts_made_of_parts.blocks_meet", [&] { parts_meeting<<<20, 128>>>(f, o, l, LEVELS, met); }, o, n,
		same(want), clean);
	job<unsigned>(
		"parts_made_of_parts.watched_parts", [&] { parts_watch<<<48, 128>>>(f, o, n, met); }, o, n, same(want),
		clean);
}
static void sellers(const std::vector<unsigned> &w)
{
	const int N = 50000, S = 500;
	std::vector<uint2> offer(N);
	std::vector<std::vector<unsigned>> all(S);
	for (int i = 0; i < N; i++) {
		offer[i] = make_uint2(w[i] % S * (w[i + 1] % 4 + 1) / 4, w[i] >> 9 | 1);
		all[offer[i].x].push_back(offer[i].y);
	}
	std::vector<unsigned> price;
	std::vector<int> start(1, 0);
	std::vector<Shelf> want(S);
	for (int s = 0; s < S; s++) {
		price.insert(price.end(), all[s].begin(), all[s].end());
		start.push_back(price.size());
		all[s].resize(std::max<size_t>(all[s].size(), 3));
		std::sort(all[s].rbegin(), all[s].rend());
		want[s] = { 0, { all[s][0], all[s][1], all[s][2] } };
	}
	auto right = [want](const std::vector<Shelf> &v) {
		return !memcmp(v.data(), want.data(), v.size() * sizeof(Shelf));
	};
	uint2 *d = upload(offer);
	unsigned *p = upload(price);
	int *st = upload(start);
	Shelf *o = dev<Shelf>(S);
	auto zero = [=] { cudaMemsetAsync(o, 0, S * sizeof(Shelf)); };
	job<Shelf>(
		"three_dearest_of_a_seller.locked_shelves", [&] { dearest_locked<<<up(N, 256), 256>>>(d, o, N); }, o, S,
		right, zero);
	job<Shelf>(
		"three_dearest_of_a_seller.pushed_down", [&] { dearest_pushed_down<<<up(N, 256), 256>>>(d, o, N); }, o,
		S, right, zero);
	job<Shelf>(
		"three_dearest_of_a_seller.warp_a_seller", [&] { dearest_warp<<<up(S * 32, 64), 64>>>(p, st, o, S); },
		o, S, right, zero);
}
static void parcels()
{
	const int WARPS = 16, PER = 24, LANES = 8, EACH = 24;
	std::vector<u64> a(1), b(1);
	for (int k = 0; k < WARPS * PER * 32; k++)
		a[0] += stir(k) >> 4;
	for (int k = 0; k < LANES * EACH * 64; k++)
		b[0] += stir(k) >> 4;
	Place *ring = dev<Place>(RING * LANES);
	unsigned *ends = dev<unsigned>(64 * LANES);
	u64 *o = dev<u64>(1);
	auto clean = [=] {
		cudaMemsetAsync(ring, 0, RING * LANES * sizeof(Place));
		cudaMemsetAsync(ends, 0, 256 * LANES);
		cudaMemsetAsync(o, 0, 8);
	};
	job<u64>(
		"parcels_over_the_yard.one_ring_in_turns", [&] { parcels_ring<<<16, 64>>>(ring, ends, o, PER); }, o, 1,
		same(a), clean);
	job<u64>(
		"parcels_over_the_yard.ring_a_pair", [&] { parcels_lanes<<<2 * LANES, 64>>>(ring, ends, o, EACH); }, o,
		1, same(b), clean);
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	wild_tree();
	parts(w);
	sellers(w);
	parcels();
}
