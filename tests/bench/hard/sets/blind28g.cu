// blind28g: a fresh set of kernels that nobody had modelled when they were written. Graphs: levels, fame, triangles,
// parts, ways, inner rings, common names.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
struct Graph {
	const int *start, *next;
	int n;
};
__global__ void levels_push(Graph g, int *level, const int *queue, int *other, int *many, int d)
{ // the queue of this level, a vertex a thread; who finds a vertex first puts it in the next queue
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many[d])
		return;
	int v = queue[i];
	for (int k = g.start[v]; k < g.start[v + 1]; k++) {
		int u = g.next[k];
		if (atomicMin(&level[u], d + 1) > d + 1)
			other[atomicAdd(&many[d + 1], 1)] = u;
	}
}
__global__ void levels_push_warp(Graph g, int *level, const int *queue, int *other, int *many, int d)
{ // the same, a vertex a warp; the warp's finds get their places with one atomic
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32,
	    step = gridDim.x * blockDim.x / 32;
	for (int i = w; i < many[d]; i += step) {
		int v = queue[i], from = g.start[v], to = g.start[v + 1];
		for (int at = from; at < to; at += 32) {
			int u = at + lane < to ? g.next[at + lane] : -1, base = 0;
			bool found = u >= 0 && atomicMin(&level[u], d + 1) > d + 1;
			unsigned all = __ballot_sync(~0u, found);
			if (lane == 0 && all)
				base = atomicAdd(&many[d + 1], __popc(all));
			base = __shfl_sync(~0u, base, 0);
			if (found)
				other[base + __popc(all & (1u << lane) - 1)] = u;
		}
	}
}
__global__ void levels_look_up(Graph g, int *level, const unsigned *now, unsigned *next, int d)
{ // bits of this level; a vertex that is not yet reached looks for a neighbour among them
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	bool found = false;
	if (v < g.n && level[v] > d)
		for (int k = g.start[v]; k < g.start[v + 1] && !found; k++) {
			int u = g.next[k];
			found = now[u / 32] >> u % 32 & 1;
		}
	if (found)
		level[v] = d + 1;
	unsigned all = __ballot_sync(~0u, found);
	if (threadIdx.x % 32 == 0 && v < g.n)
		next[v / 32] = all;
}
__global__ void fame_pull_doubles(Graph g, const double *fame, const double *gift, double *out)
{ // eight lanes a vertex, doubles; each has its own gift
	int t = blockIdx.x * blockDim.x + threadIdx.x, v = t / 8, l = t % 8;
	double s = 0;
	if (v < g.n)
		for (int k = g.start[v] + l; k < g.start[v + 1]; k += 8) {
			int u = g.next[k];
			s += fame[u] / (g.start[u + 1] - g.start[u]);
		}
	for (int d = 4; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, 8);
	if (l == 0 && v < g.n)
		out[v] = 0.15 * gift[v] + 0.85 * s;
}
__global__ void fame_push_whole(Graph g, const u64 *fame, u64 *out)
{ // whole numbers are pushed along the edges by atomics of 64 bits
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= g.n)
		return;
	int from = g.start[v], to = g.start[v + 1];
	if (from == to)
		return;
	u64 share = fame[v] / (to - from);
	for (int k = from; k < to; k++)
		atomicAdd(&out[g.next[k]], share);
}
__global__ void triangles_bits(Graph g, u64 *many)
{ // the own neighbours as bits in shared memory, then their neighbours are looked up (edges go one way only)
	extern __shared__ unsigned bits[];
	int v = blockIdx.x, from = g.start[v], to = g.start[v + 1], s = 0;
	if (to - from < 2)
		return;
	for (int k = threadIdx.x; k < (g.n + 31) / 32; k += blockDim.x)
		bits[k] = 0;
	__syncthreads();
	for (int k = from + threadIdx.x; k < to; k += blockDim.x)
		atomicOr(&bits[g.next[k] / 32], 1u << g.next[k] % 32);
	__syncthreads();
	for (int k = from + threadIdx.x / 8; k < to; k += blockDim.x / 8) {
		int u = g.next[k];
		for (int j = g.start[u] + threadIdx.x % 8; j < g.start[u + 1]; j += 8)
			s += bits[g.next[j] / 32] >> g.next[j] % 32 & 1;
	}
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0 && s)
		atomicAdd(many, (u64)s);
}
__global__ void triangles_merge(Graph g, const int2 *edge, int edges, u64 *many)
{ // an edge a thread, two sorted lists side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i < edges) {
		int2 e = edge[i];
		int a = g.start[e.x], b = g.start[e.y], ea = g.start[e.x + 1], eb = g.start[e.y + 1];
		while (a < ea && b < eb) {
			int x = g.next[a], y = g.next[b];
			s += x == y;
			a += x <= y, b += y <= x;
		}
	}
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0 && s)
		atomicAdd(many, (u64)s);
}
__global__ void parts_hook(const int2 *edge, int edges, volatile int *parent)
{ // trees are hung under one another, the greater root under the less
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= edges)
		return;
	int a = edge[i].x, b = edge[i].y;
	for (;;) {
		while (parent[a] != a)
			a = parent[a];
		while (parent[b] != b)
			b = parent[b];
		if (a == b)
			return;
		if (a < b) {
			int t = a;
			a = b, b = t;
		}
		if (atomicCAS((int *)&parent[a], a, b) == a)
			return;
	}
}
__global__ void parts_name(const int *parent, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int r = i;
	while (parent[r] != r)
		r = parent[r];
	out[i] = r;
}
static const int TOWN = 640;
__global__ void ways_from_block(Graph g, const byte *cost, int *out)
{ // ways from one place to all, a place a block; lengths in shared memory, again until nothing changes
	__shared__ int far[TOWN];
	int t = threadIdx.x;
	for (int k = t; k < TOWN; k += blockDim.x)
		far[k] = k == blockIdx.x ? 0 : 1 << 28;
	bool changed = true;
	while (__syncthreads_or(changed)) {
		changed = false;
		int best[TOWN / 128];
		for (int r = 0, v = t; v < TOWN; r++, v += 128) {
			best[r] = far[v];
			for (int k = g.start[v]; k < g.start[v + 1]; k++)
				best[r] = min(best[r], far[g.next[k]] + cost[k]);
		}
		__syncthreads();
		for (int r = 0, v = t; v < TOWN; r++, v += 128) {
			changed |= best[r] < far[v];
			far[v] = best[r];
		}
	}
	for (int k = t; k < TOWN; k += blockDim.x)
		out[blockIdx.x * TOWN + k] = far[k];
}
__global__ void ways_from_warp(Graph g, const byte *cost, int *out, int sources)
{ // a place a warp: the nearest that is not settled is settled, again and again
	__shared__ int space[2][TOWN];
	int lane = threadIdx.x % 32, s = blockIdx.x * 2 + threadIdx.x / 32, *far = space[threadIdx.x / 32];
	if (s >= sources)
		return;
	unsigned settled = 0;
	for (int k = lane; k < TOWN; k += 32)
		far[k] = k == s ? 0 : 1 << 28;
	__syncwarp();
	for (;;) {
		unsigned best = ~0u;
		for (int k = 0; k < TOWN / 32; k++)
			if (!(settled >> k & 1) && far[k * 32 + lane] < 1 << 20)
				best = min(best, (unsigned)far[k * 32 + lane] << 10 | k * 32 + lane);
		best = __reduce_min_sync(~0u, best);
		if (best == ~0u)
			break;
		int v = best & 1023, d = best >> 10;
		__syncwarp();
		if (v % 32 == lane)
			settled |= 1u << v / 32;
		for (int k = g.start[v] + lane; k < g.start[v + 1]; k += 32)
			atomicMin(&far[g.next[k]], d + cost[k]);
		__syncwarp();
	}
	for (int k = lane; k < TOWN; k += 32)
		out[s * TOWN + k] = far[k];
}
__global__ void inner_ring_thread(Graph g, const int *in, int *out)
{ // the greatest h such that h neighbours have h at least: counts in a local array
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= g.n)
		return;
	int count[65] = {}, most = min(in[v], 64), sum = 0, h = most;
	for (int k = g.start[v]; k < g.start[v + 1]; k++)
		count[min(in[g.next[k]], most)]++;
	for (; h > 0; h--)
		if ((sum += count[h]) >= h)
			break;
	out[v] = h;
}
__global__ void inner_ring_warp(Graph g, const int *in, int *out)
{ // a vertex a warp, h by halving, votes are counted
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (v >= g.n)
		return;
	int lo = 0, hi = min(in[v], 64), from = g.start[v], to = g.start[v + 1];
	while (lo < hi) {
		int mid = (lo + hi + 1) / 2, many = 0;
		for (int at = from; at < to && many < mid; at += 32)
			many += __popc(__ballot_sync(~0u, at + lane < to && in[g.next[at + lane]] >= mid));
		if (many >= mid)
			lo = mid;
		else
			hi = mid - 1;
	}
	if (lane == 0)
		out[v] = lo;
}
__global__ void names_pairs(Graph g, const byte *in, byte *out)
{ // each takes the name that most of its neighbours have, the least of equals: all pairs of neighbours
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= g.n)
		return;
	int best = -1, name = in[v], from = g.start[v], to = g.start[v + 1];
	for (int k = from; k < to; k++) {
		int c = in[g.next[k]], many = 0;
		for (int j = from; j < to; j++)
			many += in[g.next[j]] == c;
		if (many > best || many == best && c < name)
			best = many, name = c;
	}
	out[v] = name;
}
__global__ void names_counted(Graph g, const byte *in, byte *out)
{ // a vertex a warp with 64 counters in shared memory; those lanes that agree count once
	__shared__ int box[4][64];
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, *count = box[threadIdx.x / 32];
	if (v >= g.n)
		return;
	count[lane] = count[lane + 32] = 0;
	__syncwarp();
	int from = g.start[v], to = g.start[v + 1];
	for (int at = from; at < to; at += 32) {
		int c = at + lane < to ? in[g.next[at + lane]] : 64;
		unsigned same = __match_any_sync(~0u, c);
		if (c < 64 && __ffs(same) - 1 == lane)
			count[c] += __popc(same);
		__syncwarp();
	}
	unsigned a = count[lane] << 8 | 255 - lane, b = count[lane + 32] << 8 | 223 - lane;
	unsigned best = __reduce_max_sync(~0u, max(a, b));
	if (lane == 0)
		out[v] = best >> 8 ? 255 - (best & 255) : in[v];
}
struct Lists {
	std::vector<int> start, next;
	Graph there() const
	{
		return { upload(start), upload(next.size() ? next : std::vector<int>(1)), (int)start.size() - 1 };
	}
};
static Lists lists(int n, std::vector<std::pair<int, int>> e)
{ // sorted, no doubles
	std::sort(e.begin(), e.end());
	e.erase(std::unique(e.begin(), e.end()), e.end());
	Lists l;
	l.start.assign(n + 1, 0);
	for (auto &p : e)
		l.start[p.first + 1]++, l.next.push_back(p.second);
	for (int i = 0; i < n; i++)
		l.start[i + 1] += l.start[i];
	return l;
}
static void levels(const Lists &l)
{
	int n = l.start.size() - 1, deepest = 0;
	const int FAR = 1 << 20;
	std::vector<int> want(n, FAR), first(n, FAR), queue(1, 0);
	want[0] = first[0] = 0;
	for (size_t i = 0; i < queue.size(); i++)
		for (int k = l.start[queue[i]]; k < l.start[queue[i] + 1]; k++)
			if (want[l.next[k]] == FAR) {
				deepest = want[l.next[k]] = want[queue[i]] + 1;
				queue.push_back(l.next[k]);
			}
	Graph g = l.there();
	int *level = dev<int>(n), *q = dev<int>(2 * n), *many = dev<int>(64), *d0 = upload(first), one = 1;
	unsigned *bits = dev<unsigned>(64 * (n / 32 + 1));
	auto reset = [&] {
		CHECK(cudaMemcpy(level, d0, n * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(many, 0, 256));
		CHECK(cudaMemset(q, 0, 4));
		CHECK(cudaMemcpy(many, &one, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(bits, 0, (n / 32 + 1) * 4));
		CHECK(cudaMemcpy(bits, &one, 4, cudaMemcpyHostToDevice));
	};
	job<int>(
		"levels.queue_vertex_a_thread",
		[&] {
			for (int d = 0; d < deepest; d++)
				levels_push<<<up(n, 128), 128>>>(g, level, q + d % 2 * n, q + (d + 1) % 2 * n, many, d);
		},
		level, n, same(want), reset);
	job<int>(
		"levels.queue_vertex_a_warp",
		[&] {
			for (int d = 0; d < deepest; d++)
				levels_push_warp<<<264, 256>>>(g, level, q + d % 2 * n, q + (d + 1) % 2 * n, many, d);
		},
		level, n, same(want), reset);
	job<int>(
		"levels.bits_looked_up",
		[&] {
			for (int d = 0; d < deepest; d++)
				levels_look_up<<<up(n, 256), 256>>>(
					g, level, bits + d * (n / 32 + 1), bits + (d + 1) * (n / 32 + 1), d);
		},
		level, n, same(want), reset);
}
static void fame(const Lists &l)
{
	int n = l.start.size() - 1;
	std::vector<double> f(n), gift(n), want(n);
	std::vector<u64> whole(n), pushed(n);
	for (int v = 0; v < n; v++)
		f[v] = 1 + v % 7, gift[v] = v % 50 == 0, whole[v] = 1000000000ull * (1 + v % 5);
	for (int v = 0; v < n; v++)
		for (int k = l.start[v]; k < l.start[v + 1]; k++) {
			want[l.next[k]] += 0.85 * f[v] / (l.start[v + 1] - l.start[v]);
			pushed[l.next[k]] += whole[v] / (l.start[v + 1] - l.start[v]);
		}
	for (int v = 0; v < n; v++)
		want[v] += 0.15 * gift[v];
	Graph g = l.there();
	double *df = upload(f), *dg = upload(gift), *o = dev<double>(n);
	u64 *dw = upload(whole), *ow = dev<u64>(n);
	job<double>(
		"own_fame.eight_lanes", [&] { fame_pull_doubles<<<up(n * 8, 256), 256>>>(g, df, dg, o); }, o, n,
		close_to(want, 1e-9));
	job<u64>(
		"own_fame.whole_numbers_pushed", [&] { fame_push_whole<<<up(n, 256), 256>>>(g, dw, ow); }, ow, n,
		same(pushed), [&] { CHECK(cudaMemset(ow, 0, n * 8)); });
}
static void corners(const Lists &l)
{
	int n = l.start.size() - 1;
	std::vector<std::pair<int, int>> e;
	auto degree = [&](int v) { return l.start[v + 1] - l.start[v]; };
	for (int v = 0; v < n; v++)
		for (int k = l.start[v]; k < l.start[v + 1]; k++) {
			int u = l.next[k];
			if (degree(v) < degree(u) || degree(v) == degree(u) && v < u)
				e.push_back({ v, u });
		}
	Lists one_way = lists(n, e);
	std::vector<int2> edge;
	u64 many = 0;
	std::vector<char> mark(n);
	for (int v = 0; v < n; v++) {
		for (int k = one_way.start[v]; k < one_way.start[v + 1]; k++)
			mark[one_way.next[k]] = 1, edge.push_back(make_int2(v, one_way.next[k]));
		for (int k = one_way.start[v]; k < one_way.start[v + 1]; k++)
			for (int u = one_way.next[k], j = one_way.start[u]; j < one_way.start[u + 1]; j++)
				many += mark[one_way.next[j]];
		for (int k = one_way.start[v]; k < one_way.start[v + 1]; k++)
			mark[one_way.next[k]] = 0;
	}
	Graph g = one_way.there();
	int2 *de = upload(edge);
	int edges = edge.size();
	u64 *o = dev<u64>(1);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 8)); };
	auto right = same(std::vector<u64>(1, many));
	job<u64>(
		"corners.bits_of_a_block", [&] { triangles_bits<<<n, 64, up(n, 32) * 4>>>(g, o); }, o, 1, right, clear);
	job<u64>(
		"corners.edge_a_thread", [&] { triangles_merge<<<up(edges, 128), 128>>>(g, de, edges, o); }, o, 1,
		right, clear);
}
static void parts(const std::vector<unsigned> &w)
{
	const int N = 60000, E = 45000;
	std::vector<int2> edge(E);
	std::vector<int> want(N), own(N);
	for (int i = 0; i < N; i++)
		want[i] = own[i] = i;
	auto root = [&](int v) {
		while (want[v] != v)
			v = want[v] = want[want[v]];
		return v;
	};
	for (int i = 0; i < E; i++) {
		edge[i] = make_int2(w[2 * i] % N, w[2 * i + 1] % N);
		int a = root(edge[i].x), b = root(edge[i].y);
		want[std::max(a, b)] = std::min(a, b);
	}
	for (int i = 0; i < N; i++)
		want[i] = root(i);
	int2 *de = upload(edge);
	int *parent = dev<int>(N), *o = dev<int>(N), *d = upload(own);
	job<int>(
		"parts.hung_and_named",
		[&] {
			parts_hook<<<up(E, 128), 128>>>(de, E, parent);
			parts_name<<<up(N, 256), 256>>>(parent, o, N);
		},
		o, N, same(want), [&] { CHECK(cudaMemcpy(parent, d, N * 4, cudaMemcpyDeviceToDevice)); });
}
static void ways(const std::vector<unsigned> &w)
{
	std::vector<std::pair<int, int>> e;
	for (int v = 0; v < TOWN; v++) {
		for (int k = 0; k < 3; k++) {
			int u = k < 2 ? (v + (k ? 32 : 1)) % TOWN : w[v] % TOWN;
			if (u != v)
				e.push_back({ v, u }), e.push_back({ u, v });
		}
	}
	Lists l = lists(TOWN, e);
	const int S = 160;
	std::vector<byte> cost(l.next.size());
	for (size_t k = 0; k < cost.size(); k++)
		cost[k] = 1 + w[k] % 20;
	// the block's kernel pulls along the lists, the warp's pushes: the costs are the same both ways
	for (int v = 0; v < TOWN; v++)
		for (int k = l.start[v]; k < l.start[v + 1]; k++)
			for (int j = l.start[l.next[k]]; j < l.start[l.next[k] + 1]; j++)
				if (l.next[j] == v)
					cost[j] = cost[k] = std::min(cost[j], cost[k]);
	std::vector<int> want(S * TOWN, 1 << 28);
	for (int s = 0; s < S; s++) {
		int *far = &want[s * TOWN];
		far[s] = 0;
		for (bool again = true; again;) {
			again = false;
			for (int v = 0; v < TOWN; v++)
				for (int k = l.start[v]; k < l.start[v + 1]; k++)
					if (far[v] + cost[k] < far[l.next[k]])
						far[l.next[k]] = far[v] + cost[k], again = true;
		}
	}
	Graph g = l.there();
	byte *dc = upload(cost);
	int *o = dev<int>(S * TOWN);
	job<int>(
		"ways.place_a_block", [&] { ways_from_block<<<S, 128>>>(g, dc, o); }, o, S * TOWN, same(want));
	job<int>(
		"ways.place_a_warp", [&] { ways_from_warp<<<S / 8, 64>>>(g, dc, o, S / 4); }, o, S / 4 * TOWN,
		same(std::vector<int>(want.begin(), want.begin() + S / 4 * TOWN)));
}
static void rings_and_names(const Lists &l)
{
	int n = l.start.size() - 1;
	std::vector<int> in(n), want(n);
	std::vector<byte> name(n), common(n);
	for (int v = 0; v < n; v++)
		in[v] = std::min(64, l.start[v + 1] - l.start[v]), name[v] = v * 37 % 64 * (v % 3 > 0);
	for (int v = 0; v < n; v++) {
		int count[65] = {}, names[64] = {}, sum = 0, h = 64;
		for (int k = l.start[v]; k < l.start[v + 1]; k++)
			count[in[l.next[k]]]++, names[name[l.next[k]]]++;
		while (h > 0 && (h > in[v] ? (sum += count[h], true) : (sum += count[h]) < h))
			h--;
		want[v] = h;
		int *most = std::max_element(names, names + 64);
		common[v] = *most ? most - names : name[v];
	}
	Graph g = l.there();
	int *d = upload(in), *o = dev<int>(n);
	byte *dn = upload(name), *on = dev<byte>(n);
	job<int>(
		"inner_ring.vertex_a_thread", [&] { inner_ring_thread<<<up(n, 128), 128>>>(g, d, o); }, o, n,
		same(want));
	job<int>(
		"inner_ring.vertex_a_warp", [&] { inner_ring_warp<<<up(n, 4), 128>>>(g, d, o); }, o, n, same(want));
	job<byte>(
		"common_name.all_pairs", [&] { names_pairs<<<up(n, 64), 64>>>(g, dn, on); }, on, n, same(common));
	job<byte>(
		"common_name.counted", [&] { names_counted<<<up(n, 4), 128>>>(g, dn, on); }, on, n, same(common));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	const int N = 12000, E = 45000;
	std::vector<std::pair<int, int>> e;
	for (int i = 0; i < E; i++) { // some have many friends
		int a = w[2 * i] % N, b = w[2 * i + 1] % (i % 4 ? N : 1 + w[i] % 400);
		if (a != b)
			e.push_back({ a, b }), e.push_back({ b, a });
	}
	Lists l = lists(N, e);
	levels(l);
	fame(l);
	corners(l);
	parts(w);
	ways(w);
	rings_and_names(l);
}
