// blind26c: a fresh set of kernels that nobody had modelled when they were written. Irregular graphs and their claims.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
struct Net {
	const int *first, *to;
	const unsigned short *cost;
	int n, m;
};
__device__ int seen_now(const int *p)
{
	int v;
	asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}
__device__ void tell(int *p, int v)
{
	asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
static const int FAR_AWAY = 1 << 28;
__global__ void rings_expand(Net g, byte *on, byte *next, const byte *seen, int *level)
{ // masks: whoever is on tells its neighbours
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= g.n || !on[v])
		return;
	on[v] = 0;
	for (int e = g.first[v]; e < g.first[v + 1]; e++) {
		int u = g.to[e];
		if (!seen[u]) {
			level[u] = level[v] + 1;
			next[u] = 1;
		}
	}
}
__global__ void rings_settle(byte *on, byte *next, byte *seen, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && next[v]) {
		on[v] = seen[v] = 1;
		next[v] = 0;
	}
}
__global__ void rings_queue(Net g, int *level, int now, const int *queue, const int *many, int *next, int *next_many)
{ // a vertex of the queue a warp; those found go to the next queue, a warp asks for its places at once
	int lane = threadIdx.x % 32, count = *many;
	for (int q = (blockIdx.x * blockDim.x + threadIdx.x) / 32; q < count; q += gridDim.x * blockDim.x / 32) {
		int v = queue[q], end = g.first[v + 1];
		for (int base = g.first[v]; base < end; base += 32) {
			bool found = false;
			int u = 0;
			if (base + lane < end) {
				u = g.to[base + lane];
				found = seen_now(&level[u]) < 0 && atomicCAS(&level[u], -1, now + 1) == -1;
			}
			unsigned who = __ballot_sync(~0u, found);
			int at = 0;
			if (lane == 0 && who)
				at = atomicAdd(next_many, __popc(who));
			at = __shfl_sync(~0u, at, 0);
			if (found)
				next[at + __popc(who & ((1u << lane) - 1))] = u;
		}
	}
}
__global__ void rings_one_block(Net g, int start, int *level, int *store)
{ // all levels in one launch by one block, two queues in memory, their lengths in shared memory
	__shared__ int many[2];
	for (int v = threadIdx.x; v < g.n; v += blockDim.x)
		level[v] = v == start ? 0 : -1;
	if (threadIdx.x == 0)
		many[0] = 1, store[0] = start;
	__syncthreads();
	for (int now = 0;; now++) {
		int *in = store + (now & 1) * g.n, *out = store + (1 - (now & 1)) * g.n, count = many[now & 1];
		if (!count)
			break;
		if (threadIdx.x == 0)
			many[1 - (now & 1)] = 0;
		__syncthreads();
		for (int q = threadIdx.x / 4; q < count; q += blockDim.x / 4) {
			int v = in[q];
			for (int e = g.first[v] + threadIdx.x % 4; e < g.first[v + 1]; e += 4)
				if (atomicCAS(&level[g.to[e]], -1, now + 1) == -1)
					out[atomicAdd(&many[1 - (now & 1)], 1)] = g.to[e];
		}
		__syncthreads();
	}
}
__global__ void road_edges(const int *from, const int *to, const unsigned short *cost, int *dist, int m)
{ // Bellman and Ford: an edge a thread
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= m)
		return;
	int d = seen_now(&dist[from[e]]);
	if (d < FAR_AWAY && d + cost[e] < seen_now(&dist[to[e]]))
		atomicMin(&dist[to[e]], d + cost[e]);
}
__global__ void road_changed(Net g, int *dist, const byte *mine, byte *next)
{ // only those that changed tell others
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= g.n || !mine[v])
		return;
	int d = seen_now(&dist[v]);
	for (int e = g.first[v]; e < g.first[v + 1]; e++) {
		int u = g.to[e], c = d + g.cost[e];
		if (c < seen_now(&dist[u]) && atomicMin(&dist[u], c) > c)
			next[u] = 1;
	}
}
__global__ void road_pull_block(Net in, int start, int *out, int *rounds)
{ // a small net on one block: distances in shared memory, edges turned round, until nothing changes
	extern __shared__ int both[];
	int *d = both, *next = both + in.n, k = 0, changed;
	for (int v = threadIdx.x; v < in.n; v += blockDim.x)
		d[v] = v == start ? 0 : FAR_AWAY;
	__syncthreads();
	do {
		changed = 0;
		for (int v = threadIdx.x; v < in.n; v += blockDim.x) {
			int best = d[v];
			for (int e = in.first[v]; e < in.first[v + 1]; e++)
				best = min(best, d[in.to[e]] + in.cost[e]);
			changed |= best < d[v];
			next[v] = best;
		}
		k++;
		int *swap = d;
		d = next, next = swap;
	} while (__syncthreads_or(changed));
	for (int v = threadIdx.x; v < in.n; v += blockDim.x)
		out[v] = d[v];
	if (threadIdx.x == 0)
		*rounds = k;
}
static const int OBJECTS = 1024, POINT_WORDS = OBJECTS / 32;
__global__ void points_word(Net copies, const unsigned *in, unsigned *out)
{ // what may each variable point to? a word of a variable's set a thread: the union over those copied from
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i / POINT_WORDS, w = i % POINT_WORDS;
	if (v >= copies.n)
		return;
	unsigned s = in[i];
	for (int e = copies.first[v]; e < copies.first[v + 1]; e++)
		s |= in[copies.to[e] * POINT_WORDS + w];
	out[i] = s;
}
__global__ void points_warp_in_place(Net copies, unsigned *set, int *changes)
{ // a variable a warp, again and again while something changes; sets only grow, so reading old ones does no harm
	int lane = threadIdx.x % 32, many = 0;
	for (int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32; v < copies.n; v += gridDim.x * blockDim.x / 32) {
		unsigned before = set[v * POINT_WORDS + lane], s = before;
		int from = 0, first = copies.first[v], end = copies.first[v + 1];
		if (first + lane < end)
			from = copies.to[first + lane];
		for (int k = 0; k < min(end - first, 32); k++)
			s |= (unsigned)seen_now((int *)&set[__shfl_sync(~0u, from, k) * POINT_WORDS + lane]);
		if (s != before)
			tell((int *)&set[v * POINT_WORDS + lane], (int)s);
		many += __any_sync(~0u, s != before);
	}
	if (lane == 0 && many)
		atomicAdd(changes, many);
}
static const int CAVITY = 12;
__global__ void claim_mark(const int *member, int *owner, int n, int items)
{ // each bad triangle wants its surroundings: everyone writes the largest who wants
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= items)
		return;
	for (int k = 0; k < CAVITY; k++)
		atomicMax(&owner[member[k * items + i]], i);
}
__global__ void claim_check(const int *member, const int *owner, byte *won, int *many, int items)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool good = i < items;
	for (int k = 0; good && k < CAVITY; k++)
		good = owner[member[k * items + i]] == i;
	if (i < items)
		won[i] = good;
	int count = __syncthreads_count(good);
	if (threadIdx.x == 0 && count)
		atomicAdd(many, count);
}
__global__ void claim_mark_warp(const int *member, int *owner, int items)
{ // two items a warp: lanes of a half hold the members
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 16, k = t % 16;
	if (i < items && k < CAVITY) {
		int *o = &owner[member[i * CAVITY + k]];
		if (seen_now(o) < i)
			atomicMax(o, i);
	}
}
__global__ void claim_check_warp(const int *member, const int *owner, byte *won, int *many, int items)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 16, k = t % 16;
	bool bad = i < items && k < CAVITY && owner[member[i * CAVITY + k]] != i;
	unsigned who = __ballot_sync(~0u, bad) >> (threadIdx.x & 16) & 0xffff;
	if (i < items && k == 0) {
		won[i] = who == 0;
		if (who == 0)
			atomicAdd(many, 1);
	}
}
__global__ void between_source_block(Net g, int *level, int *paths, float *share, float *sum)
{ // how many shortest ways go through each? a source a block; backwards, levels pull from those below
	int s = blockIdx.x, *lv = level + s * g.n, *way = paths + s * g.n;
	float *part = share + s * g.n;
	for (int v = threadIdx.x; v < g.n; v += blockDim.x)
		lv[v] = v == s ? 0 : -1, way[v] = v == s, part[v] = 0;
	__syncthreads();
	int now = 0, more;
	do {
		more = 0;
		for (int v = threadIdx.x; v < g.n; v += blockDim.x)
			if (lv[v] == -1) {
				int all = 0;
				for (int e = g.first[v]; e < g.first[v + 1]; e++)
					if (lv[g.to[e]] == now)
						all += way[g.to[e]];
				way[v] = all;
				more |= all;
			}
		__syncthreads();
		for (int v = threadIdx.x; v < g.n; v += blockDim.x)
			if (lv[v] == -1 && way[v])
				lv[v] = now + 1;
		now++;
	} while (__syncthreads_or(more));
	for (now -= 2; now > 0; now--) {
		for (int v = threadIdx.x; v < g.n; v += blockDim.x)
			if (lv[v] == now) {
				float f = 0;
				for (int e = g.first[v]; e < g.first[v + 1]; e++)
					if (lv[g.to[e]] == now + 1)
						f += (float)way[v] / way[g.to[e]] * (1 + part[g.to[e]]);
				part[v] = f;
			}
		__syncthreads();
	}
	for (int v = threadIdx.x; v < g.n; v += blockDim.x)
		if (part[v] > 0)
			atomicAdd(&sum[v], part[v]);
}
static const int T = 32, PLACES = 128;
__global__ void all_pairs_phase(int *d, int at, int phase)
{ // Floyd and Warshall by tiles of 32: the corner, its row and column, the rest; a thread has four cells
	__shared__ int left[T][T + 1], above[T][T];
	int tx = threadIdx.x, ty = threadIdx.y, bx = at, by = at;
	if (phase == 1) {
		int o = blockIdx.x + (blockIdx.x >= at);
		(blockIdx.y ? bx : by) = o;
	} else if (phase == 2) {
		bx = blockIdx.x + (blockIdx.x >= at);
		by = blockIdx.y + (blockIdx.y >= at);
	}
	int best[4];
	for (int k = 0; k < 4; k++) {
		int y = ty + 8 * k;
		best[k] = d[(by * T + y) * PLACES + bx * T + tx];
		left[y][tx] = d[(by * T + y) * PLACES + at * T + tx];
		above[y][tx] = d[(at * T + y) * PLACES + bx * T + tx];
	}
	__syncthreads();
	for (int m = 0; m < T; m++) {
		int a = above[m][tx];
		for (int k = 0; k < 4; k++)
			best[k] = min(best[k], left[ty + 8 * k][m] + a);
		if (phase < 2) {
			__syncthreads();
			for (int k = 0; k < 4; k++) {
				if (bx == at)
					left[ty + 8 * k][tx] = best[k];
				if (by == at)
					above[ty + 8 * k][tx] = best[k];
			}
			__syncthreads();
		}
	}
	for (int k = 0; k < 4; k++)
		d[(by * T + ty + 8 * k) * PLACES + bx * T + tx] = best[k];
}
__global__ void all_pairs_one_block(const int *in, int *out)
{ // the whole table in shared memory as short numbers
	extern __shared__ unsigned short s[];
	for (int i = threadIdx.x; i < PLACES * PLACES; i += blockDim.x)
		s[i] = min(in[i], 30000);
	for (int m = 0; m < PLACES; m++) {
		__syncthreads();
		for (int i = threadIdx.x; i < PLACES * PLACES; i += blockDim.x) {
			int y = i / PLACES, x = i % PLACES, way = s[y * PLACES + m] + s[m * PLACES + x];
			if (way < s[i])
				s[i] = way;
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < PLACES * PLACES; i += blockDim.x)
		out[i] = s[i];
}
__global__ void reach_bits(unsigned *row, int n)
{ // who reaches whom: rows of bits, one block; a lane has a word, a warp a row
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32, words = n / 32;
	for (int m = 0; m < n; m++) {
		for (int v = warp; v < n; v += blockDim.x / 32) {
			bool goes = row[v * words + m / 32] >> (m % 32) & 1;
			__syncwarp();
			if (goes && v != m)
				for (int w = lane; w < words; w += 32)
					row[v * words + w] |= row[m * words + w];
		}
		__syncthreads();
	}
}
struct Host {
	std::vector<int> first, to, from;
	std::vector<unsigned short> cost;
	Net up() const
	{
		return { upload(first), upload(to), upload(cost), (int)first.size() - 1, (int)to.size() };
	}
};
// uneven degrees; both_ways: each edge there and back
static Host make(const std::vector<unsigned> &w, int n, int degree, bool both_ways)
{
	std::vector<std::vector<int>> list(n);
	size_t k = 0;
	for (int v = 0; v < n; v++)
		for (int d = 1 + w[k++] % (2 * degree); d; d--) {
			int u = w[k++] % (w[k + 5] % 4 ? n : n / 16 + 1);
			list[v].push_back(u);
			if (both_ways)
				list[u].push_back(v);
		}
	Host h;
	h.first.push_back(0);
	for (int v = 0; v < n; v++) {
		for (int u : list[v])
			h.to.push_back(u), h.from.push_back(v), h.cost.push_back(1 + (u * 31 + v * 17) % 97);
		h.first.push_back(h.to.size());
	}
	return h;
}
static void levels(const std::vector<unsigned> &w)
{
	const int N = 30000;
	Host h = make(w, N, 5, false);
	Net g = h.up();
	std::vector<int> want(N, -1), row{ 3 };
	want[3] = 0;
	for (size_t q = 0; q < row.size(); q++)
		for (int e = h.first[row[q]]; e < h.first[row[q] + 1]; e++)
			if (want[h.to[e]] < 0)
				want[h.to[e]] = want[row[q]] + 1, row.push_back(h.to[e]);
	int deep = *std::max_element(want.begin(), want.end());
	std::vector<int> begin(N, -1);
	std::vector<byte> mask(N);
	begin[3] = 0, mask[3] = 1;
	int *b = upload(begin), *level = dev<int>(N), *queue = dev<int>(2 * N), *many = dev<int>(64);
	byte *bm = upload(mask), *on = dev<byte>(N), *next = dev<byte>(N), *seen = dev<byte>(N);
	job<int>(
		"rings_of_a_net.masks",
		[&] {
			for (int k = 0; k <= deep; k++) {
				rings_expand<<<up(N, 512), 512>>>(g, on, next, seen, level);
				rings_settle<<<up(N, 512), 512>>>(on, next, seen, N);
			}
		},
		level, N, same(want),
		[&] {
			CHECK(cudaMemcpy(level, b, 4 * N, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(on, bm, N, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(seen, bm, N, cudaMemcpyDeviceToDevice));
		});
	job<int>(
		"rings_of_a_net.queue_vertex_a_warp",
		[&] {
			for (int k = 0; k <= deep; k++)
				rings_queue<<<264, 128>>>(g, level, k, queue + (k & 1) * N, many + k,
					queue + (1 - (k & 1)) * N, many + k + 1);
		},
		level, N, same(want),
		[&] {
			int start = 3, one = 1;
			CHECK(cudaMemcpy(level, b, 4 * N, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(many, 0, 256));
			CHECK(cudaMemcpy(many, &one, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(queue, &start, 4, cudaMemcpyHostToDevice));
		});
	job<int>(
		"rings_of_a_net.one_block", [&] { rings_one_block<<<1, 1024>>>(g, 3, level, queue); }, level, N,
		same(want));
}
static void roads(const std::vector<unsigned> &w)
{
	for (int n : { 20000, 3000 }) {
		Host h = make(w, n, n > 5000 ? 4 : 6, false);
		std::vector<int> want(n, FAR_AWAY);
		want[0] = 0;
		int rounds = 0;
		for (bool more = true; more; rounds++) {
			std::vector<int> next(want);
			more = false;
			for (size_t e = 0; e < h.to.size(); e++)
				if (want[h.from[e]] + h.cost[e] < next[h.to[e]])
					next[h.to[e]] = want[h.from[e]] + h.cost[e], more = true;
			want.swap(next);
		}
		if (n > 5000) {
			Net g = h.up();
			std::vector<int> begin(n, FAR_AWAY);
			begin[0] = 0;
			int *from = upload(h.from), *d0 = upload(begin), *d = dev<int>(n);
			byte *mask = dev<byte>((rounds + 1) * n);
			auto fill = [&] {
				byte one = 1;
				CHECK(cudaMemcpy(d, d0, 4 * n, cudaMemcpyDeviceToDevice));
				CHECK(cudaMemset(mask, 0, (rounds + 1) * n));
				CHECK(cudaMemcpy(mask, &one, 1, cudaMemcpyHostToDevice));
			};
			job<int>(
				"cheapest_roads.edge_a_thread",
				[&] {
					for (int k = 0; k < rounds; k++)
						road_edges<<<up(g.m, 256), 256>>>(from, g.to, g.cost, d, g.m);
				},
				d, n, same(want), fill);
			job<int>(
				"cheapest_roads.only_changed",
				[&] {
					for (int k = 0; k < rounds; k++)
						road_changed<<<up(n, 128), 128>>>(
							g, d, mask + k * n, mask + (k + 1) * n);
				},
				d, n, same(want), fill);
		} else {
			Host in;
			in.first.assign(n + 1, 0);
			for (int u : h.to)
				in.first[u + 1]++;
			for (int v = 0; v < n; v++)
				in.first[v + 1] += in.first[v];
			std::vector<int> at(in.first);
			in.to.resize(h.to.size()), in.cost.resize(h.to.size());
			for (size_t e = 0; e < h.to.size(); e++) {
				int k = at[h.to[e]]++;
				in.to[k] = h.from[e], in.cost[k] = h.cost[e];
			}
			int *o = dev<int>(n), *r = dev<int>(1);
			Net g = in.up();
			job<int>(
				"cheapest_roads.pull_one_block",
				[&] { road_pull_block<<<1, 768, n * 8>>>(g, 0, o, r); }, o, n, same(want));
		}
	}
}
static void pointers(const std::vector<unsigned> &w)
{
	const int V = 3000, ROUNDS = 9, N = V * POINT_WORDS;
	std::vector<unsigned> set(N), want, next;
	Host h;
	h.first.push_back(0);
	for (int v = 0; v < V; v++) {
		for (int k = 0; k < 1 + (int)(w[v] % 5); k++)
			h.to.push_back(w[8 * v + k] % V), h.cost.push_back(1);
		h.first.push_back(h.to.size());
		if (w[v] % 3 == 0)
			set[v * POINT_WORDS + w[v + 5] % POINT_WORDS] |= 1u << w[v + 9] % 32;
	}
	want = set;
	int rounds = 0;
	for (bool more = true; more; rounds++) {
		next = want;
		for (int v = 0; v < V; v++)
			for (int e = h.first[v]; e < h.first[v + 1]; e++)
				for (int k = 0; k < POINT_WORDS; k++)
					next[v * POINT_WORDS + k] |= want[h.to[e] * POINT_WORDS + k];
		more = next != want;
		want.swap(next);
	}
	Net g = h.up();
	unsigned *s0 = upload(set), *a = dev<unsigned>(N), *b = dev<unsigned>(N);
	int *c = dev<int>(1);
	rounds += rounds & 1;
	job<unsigned>(
		"what_pointers_reach.word_a_thread",
		[&] {
			for (int k = 0; k < rounds; k++)
				points_word<<<up(N, 192), 192>>>(g, k & 1 ? b : a, k & 1 ? a : b);
		},
		a, N, same(want), [&] { CHECK(cudaMemcpy(a, s0, 4 * N, cudaMemcpyDeviceToDevice)); });
	job<unsigned>(
		"what_pointers_reach.warp_in_place",
		[&] {
			for (int k = 0; k < rounds; k++)
				points_warp_in_place<<<132, 256>>>(g, a, c);
		},
		a, N, same(want), [&] { CHECK(cudaMemcpy(a, s0, 4 * N, cudaMemcpyDeviceToDevice)); });
}
static void claims(const std::vector<unsigned> &w)
{
	const int ITEMS = 40000, N = 1300000;
	std::vector<int> by_item(ITEMS * CAVITY), by_place(ITEMS * CAVITY), owner(N, -1), many(1);
	for (int i = 0; i < ITEMS; i++) {
		int centre = w[i] % (N - 64);
		for (int k = 0; k < CAVITY; k++) {
			by_item[i * CAVITY + k] = by_place[k * ITEMS + i] = centre + (k ? w[i + 7 * k] % 64 : 0);
			owner[by_item[i * CAVITY + k]] = i;
		}
	}
	std::vector<byte> want(ITEMS);
	for (int i = 0; i < ITEMS; i++) {
		want[i] = 1;
		for (int k = 0; k < CAVITY; k++)
			want[i] &= owner[by_item[i * CAVITY + k]] == i;
		many[0] += want[i];
	}
	int *di = upload(by_item), *dp = upload(by_place), *o = dev<int>(N), *m = dev<int>(1);
	byte *won = dev<byte>(ITEMS);
	auto clear = [&] { CHECK(cudaMemset(o, 255, 4 * N)); };
	job<byte>(
		"claims_that_hold.item_a_thread",
		[&] {
			claim_mark<<<up(ITEMS, 128), 128>>>(dp, o, N, ITEMS);
			claim_check<<<up(ITEMS, 128), 128>>>(dp, o, won, m, ITEMS);
		},
		won, ITEMS, same(want), clear);
	job<byte>(
		"claims_that_hold.half_a_warp",
		[&] {
			claim_mark_warp<<<up(ITEMS * 16, 256), 256>>>(di, o, ITEMS);
			claim_check_warp<<<up(ITEMS * 16, 256), 256>>>(di, o, won, m, ITEMS);
		},
		won, ITEMS, same(want), clear);
}
static void tables(const std::vector<unsigned> &w)
{
	const int N = 600, S = 24;
	Host h = make(w, N, 2, true);
	Net g = h.up();
	std::vector<float> want(N);
	for (int s = 0; s < S; s++) {
		std::vector<int> level(N, -1), q{ s };
		std::vector<double> way(N), part(N);
		level[s] = 0, way[s] = 1;
		for (size_t k = 0; k < q.size(); k++)
			for (int e = h.first[q[k]]; e < h.first[q[k] + 1]; e++) {
				int u = h.to[e];
				if (level[u] < 0)
					level[u] = level[q[k]] + 1, q.push_back(u);
				if (level[u] == level[q[k]] + 1)
					way[u] += way[q[k]];
			}
		for (int k = q.size() - 1; k > 0; k--) {
			int v = q[k];
			for (int e = h.first[v]; e < h.first[v + 1]; e++)
				if (level[h.to[e]] == level[v] + 1)
					part[v] += way[v] / way[h.to[e]] * (1 + part[h.to[e]]);
			want[v] += part[v];
		}
	}
	int *lv = dev<int>(S * N), *way = dev<int>(S * N);
	float *share = dev<float>(S * N), *sum = dev<float>(N);
	job<float>(
		"how_much_between.source_a_block", [&] { between_source_block<<<S, 256>>>(g, lv, way, share, sum); },
		sum, N, close_to(want, 1e-3), [&] { CHECK(cudaMemset(sum, 0, 4 * N)); });
	std::vector<int> d(PLACES * PLACES), all;
	for (int i = 0; i < PLACES * PLACES; i++)
		d[i] = i / PLACES == i % PLACES ? 0 : w[i] % 16 ? 25000 : 1 + w[i + 9] % 500;
	all = d;
	for (int m = 0; m < PLACES; m++)
		for (int y = 0; y < PLACES; y++)
			for (int x = 0; x < PLACES; x++)
				all[y * PLACES + x] =
					std::min(all[y * PLACES + x], all[y * PLACES + m] + all[m * PLACES + x]);
	int *dd = upload(d), *o = dev<int>(PLACES * PLACES);
	job<int>(
		"every_pair_of_places.tiles_three_phases",
		[&] {
			for (int at = 0, last = PLACES / T - 1; at <= last; at++) {
				all_pairs_phase<<<1, dim3(32, 8)>>>(o, at, 0);
				all_pairs_phase<<<dim3(last, 2), dim3(32, 8)>>>(o, at, 1);
				all_pairs_phase<<<dim3(last, last), dim3(32, 8)>>>(o, at, 2);
			}
		},
		o, PLACES * PLACES, same(all),
		[&] { CHECK(cudaMemcpy(o, dd, 4 * PLACES * PLACES, cudaMemcpyDeviceToDevice)); });
	int *o2 = dev<int>(PLACES * PLACES);
	job<int>(
		"every_pair_of_places.one_block_short_numbers",
		[&] { all_pairs_one_block<<<1, 1024, PLACES * PLACES * 2>>>(dd, o2); }, o2, PLACES * PLACES, same(all));
	const int R = 384, RW = R / 32;
	std::vector<unsigned> bits(R * RW), reach;
	for (int v = 0; v < R; v++)
		for (int k = 0; k < 2; k++) {
			int u = w[3 * v + k] % R;
			bits[v * RW + u / 32] |= 1u << u % 32;
		}
	reach = bits;
	for (int m = 0; m < R; m++)
		for (int v = 0; v < R; v++)
			if (reach[v * RW + m / 32] >> m % 32 & 1)
				for (int k = 0; k < RW; k++)
					reach[v * RW + k] |= reach[m * RW + k];
	unsigned *db = upload(bits), *ob = dev<unsigned>(R * RW);
	job<unsigned>(
		"who_reaches_whom.rows_of_bits", [&] { reach_bits<<<1, 512>>>(ob, R); }, ob, R * RW, same(reach),
		[&] { CHECK(cudaMemcpy(ob, db, 4 * R * RW, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	levels(w);
	roads(w);
	pointers(w);
	claims(w);
	tables(w);
}
