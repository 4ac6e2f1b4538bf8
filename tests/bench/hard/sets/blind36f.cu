// blind36f: a fresh set of kernels that nobody had modelled when they were written. As in suites for graphs:
// betweenness, colours, independent sets, ranks pulled, buckets of distances, cores peeled, clustering.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void paths_forward_vertices(const int *off, const int *adj, int *dist, unsigned *sigma, int n, int level)
{ // all vertices look whether they are on this level
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || dist[v] != level)
		return;
	unsigned s = sigma[v];
	for (int k = off[v]; k < off[v + 1]; k++) {
		int o = adj[k], d = atomicCAS(&dist[o], -1, level + 1);
		if (d == -1 || d == level + 1)
			atomicAdd(&sigma[o], s);
	}
}
__global__ void paths_forward_edges(const int2 *edge, int *dist, unsigned *sigma, int m, int level)
{
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < m; k += gridDim.x * blockDim.x) {
		int2 e = edge[k];
		if (dist[e.x] == level) {
			int d = atomicCAS(&dist[e.y], -1, level + 1);
			if (d == -1 || d == level + 1)
				atomicAdd(&sigma[e.y], sigma[e.x]);
		}
	}
}
__global__ void shares_backward(
	const int *off, const int *adj, const int *dist, const unsigned *sigma, float *delta, int n, int level)
{ // eight lanes a vertex of this level pull from the next one
	int t = blockIdx.x * blockDim.x + threadIdx.x, v = t / 8, l = t & 7;
	bool in = v < n && dist[v] == level;
	float s = 0;
	if (in)
		for (int k = off[v] + l; k < off[v + 1]; k += 8) {
			int o = adj[k];
			if (dist[o] == level + 1)
				s += (1 + delta[o]) / sigma[o];
		}
	for (int d = 4; d; d >>= 1)
		s += __shfl_xor_sync(~0u, s, d, 8);
	if (in && l == 0)
		delta[v] = s * sigma[v];
}
__global__ void colour_round(const int *off, const int *adj, const unsigned *chance, const int *old, int *now, int n)
{ // Jones and Plassmann: who has the largest number among those without colour takes the least free colour
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int c = old[v];
	if (c < 0) {
		unsigned own = chance[v], used = 0;
		bool top = true;
		for (int k = off[v]; k < off[v + 1] && top; k++) {
			int o = adj[k], oc = old[o];
			if (oc >= 0)
				used |= 1u << (oc & 31);
			else if (chance[o] > own)
				top = false;
		}
		if (top)
			c = __ffs(~used) - 1;
	}
	now[v] = c;
}
__global__ void colour_warp_round(
	const int *off, const int *adj, const unsigned *chance, const int *old, int *now, int n)
{ // a warp a vertex
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (v >= n)
		return;
	int c = old[v];
	if (c < 0) {
		unsigned own = chance[v], used = 0;
		bool beaten = false;
		for (int k = off[v] + lane; k < off[v + 1]; k += 32) {
			int o = adj[k], oc = old[o];
			if (oc >= 0)
				used |= 1u << (oc & 31);
			else
				beaten |= chance[o] > own;
		}
		used = __reduce_or_sync(~0u, used);
		if (!__any_sync(~0u, beaten))
			c = __ffs(~used) - 1;
	}
	if (lane == 0)
		now[v] = c;
}
__global__ void mis_choose(const int *off, const int *adj, const unsigned *chance, const byte *state, byte *pick, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	byte p = 0;
	if (state[v] == 0) {
		p = 1;
		for (int k = off[v]; k < off[v + 1]; k++) {
			int o = adj[k];
			if (state[o] == 0 && (chance[o] < chance[v] || chance[o] == chance[v] && o < v)) {
				p = 0;
				break;
			}
		}
	}
	pick[v] = p;
}
__global__ void mis_settle(const int *off, const int *adj, byte *state, const byte *pick, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || state[v])
		return;
	if (pick[v]) {
		state[v] = 1;
		return;
	}
	for (int k = off[v]; k < off[v + 1]; k++)
		if (pick[adj[k]]) {
			state[v] = 2;
			return;
		}
}
__global__ void mis_one_block(const int *off, const int *adj, const unsigned *chance, byte *out, int n)
{ // the whole of it in one block, states in shared memory
	extern __shared__ byte st[];
	byte *pick = st + n;
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		st[v] = 0;
	for (;;) {
		int left = 0;
		__syncthreads();
		for (int v = threadIdx.x; v < n; v += blockDim.x) {
			byte p = st[v] == 0;
			for (int k = off[v]; p && k < off[v + 1]; k++) {
				int o = adj[k];
				if (st[o] == 0 && (chance[o] < chance[v] || chance[o] == chance[v] && o < v))
					p = 0;
			}
			pick[v] = p;
		}
		__syncthreads();
		for (int v = threadIdx.x; v < n; v += blockDim.x)
			if (st[v] == 0) {
				if (pick[v])
					st[v] = 1;
				else
					for (int k = off[v]; k < off[v + 1]; k++)
						if (pick[adj[k]]) {
							st[v] = 2;
							break;
						}
				left |= st[v] == 0;
			}
		if (!__syncthreads_or(left))
			break;
	}
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		out[v] = st[v];
}
__global__ void rank_pull_warp(
	const int *off, const int *adj, const double *share, const float *inv, double *rank, double *next, int n)
{
	int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
	for (int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32; v < n; v += warps) {
		double s = 0;
		for (int k = off[v] + lane; k < off[v + 1]; k += 32)
			s += share[adj[k]];
		for (int d = 16; d; d >>= 1)
			s += __shfl_xor_sync(~0u, s, d);
		if (lane == 0) {
			double r = 0.15 / n + 0.85 * s;
			rank[v] = r, next[v] = r * inv[v];
		}
	}
}
__global__ void bucket_relax(const int *off, const int *adj, const byte *weight, unsigned *dist, const int *bucket,
	const int *size, int *later, int *later_size, unsigned limit)
{ // those in the bucket move their neighbours nearer; who falls into the same bucket is noted for the next round
	int t = blockIdx.x * blockDim.x + threadIdx.x, l = t & 3;
	for (int i = t / 4; i < *size; i += gridDim.x * blockDim.x / 4) {
		int v = bucket[i];
		unsigned d = l == 0 ? atomicMin(&dist[v], 0xffffffffu) : 0;
		d = __shfl_sync(15u << (threadIdx.x & 28), d, 0, 4);
		for (int k = off[v] + l; k < off[v + 1]; k += 4) {
			unsigned nd = d + weight[k];
			if (nd < atomicMin(&dist[adj[k]], nd) && nd < limit)
				later[atomicAdd(later_size, 1)] = adj[k];
		}
	}
}
__global__ void bucket_gather(const unsigned *dist, int n, unsigned from, unsigned to, int *bucket, int *size)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	bool in = v < n && dist[v] >= from && dist[v] < to;
	unsigned b = __ballot_sync(~0u, in);
	int at = 0;
	if ((threadIdx.x & 31) == 0 && b)
		at = atomicAdd(size, __popc(b));
	at = __shfl_sync(~0u, at, 0);
	if (in)
		bucket[at + __popc(b & (1u << (threadIdx.x & 31)) - 1)] = v;
}
__global__ void peel_mark(const int *deg, byte *gone, int n, int k, byte round)
{ // all that have fewer than k left go
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && !gone[v] && deg[v] < k)
		gone[v] = round;
}
__global__ void peel_take(const int *off, const int *adj, int *deg, const byte *gone, int n, byte round)
{ // the neighbours of those that just went count one less
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && gone[v] == round)
		for (int e = off[v]; e < off[v + 1]; e++)
			atomicSub(&deg[adj[e]], 1);
}
__global__ void peel_one_block(const int *off, const int *adj, int *core, int *deg_out, int n)
{ // core numbers by one block: degrees in shared memory, a queue of those who go in global memory
	extern __shared__ int deg[];
	__shared__ int tail, left, low;
	int t = threadIdx.x;
	for (int v = t; v < n; v += blockDim.x)
		deg[v] = off[v + 1] - off[v], core[v] = -1;
	if (t == 0)
		left = n;
	__syncthreads();
	for (int k = 0; left > 0; k++) {
		if (t == 0)
			tail = 0;
		__syncthreads();
		for (int v = t; v < n; v += blockDim.x)
			if (core[v] < 0 && deg[v] <= k)
				core[v] = k, deg_out[atomicAdd(&tail, 1)] = v;
		int from = 0;
		for (;;) {
			__syncthreads();
			int to = tail;
			__syncthreads();
			if (from == to)
				break;
			for (int i = from + t / 8; i < to; i += blockDim.x / 8) {
				int v = deg_out[i];
				for (int e = off[v] + (t & 7); e < off[v + 1]; e += 8) {
					int o = adj[e];
					if (atomicSub(&deg[o], 1) == k + 1 && atomicCAS(&core[o], -1, k) == -1)
						deg_out[atomicAdd(&tail, 1)] = o;
				}
			}
			from = to;
		}
		__syncthreads();
		if (t == 0)
			left -= tail;
		__syncthreads();
	}
}
__global__ void clustering_halving(const int *off, const int *adj, float *out, int n)
{ // a thread a vertex: each pair of neighbours is looked up in the shorter list
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int a = off[v], b = off[v + 1], c = 0;
	for (int i = a; i < b; i++) {
		int u = adj[i], lo0 = off[u], hi0 = off[u + 1];
		for (int j = i + 1; j < b; j++) {
			int w = adj[j], lo = lo0, hi = hi0;
			while (lo < hi) {
				int m = (lo + hi) / 2;
				if (adj[m] < w)
					lo = m + 1;
				else
					hi = m;
			}
			c += lo < hi0 && adj[lo] == w;
		}
	}
	int d = b - a;
	out[v] = d > 1 ? 2.0f * c / (d * (d - 1)) : 0;
}
__global__ void clustering_marks(const int *off, const int *adj, float *out, int n)
{ // a block marks the neighbours as bits in shared memory, its threads walk over their lists
	extern __shared__ unsigned bits[];
	__shared__ int all;
	int v = blockIdx.x, a = off[v], b = off[v + 1];
	for (int k = threadIdx.x; k < (n + 31) / 32; k += blockDim.x)
		bits[k] = 0;
	if (threadIdx.x == 0)
		all = 0;
	__syncthreads();
	for (int k = a + threadIdx.x; k < b; k += blockDim.x)
		atomicOr(&bits[adj[k] / 32], 1u << (adj[k] & 31));
	__syncthreads();
	int c = 0;
	for (int i = a + threadIdx.x / 8; i < b; i += blockDim.x / 8) {
		int u = adj[i];
		for (int k = off[u] + (threadIdx.x & 7); k < off[u + 1]; k += 8) {
			int w = adj[k];
			c += bits[w / 32] >> (w & 31) & 1;
		}
	}
	c = __reduce_add_sync(~0u, c);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(&all, c);
	__syncthreads();
	int d = b - a;
	if (threadIdx.x == 0)
		out[v] = d > 1 ? (float)all / (d * (d - 1)) : 0;
}
struct Net {
	int n;
	std::vector<int> off, adj;
};
static Net net(const std::vector<unsigned> &w, int n, int edges, int near, int hubs)
{ // both ways, each list in order, nobody twice
	std::vector<std::vector<int>> l(n);
	for (int k = 0; k < edges; k++) {
		int a = w[2 * k] % n,
		    b = w[2 * k + 1] % 5 == 0 ? w[2 * k + 1] / 5 % hubs : (a + 1 + w[2 * k + 1] / 5 % near) % n;
		if (a != b)
			l[a].push_back(b), l[b].push_back(a);
	}
	Net g{ n, { 0 }, {} };
	for (auto &v : l) {
		std::sort(v.begin(), v.end());
		v.erase(std::unique(v.begin(), v.end()), v.end());
		g.adj.insert(g.adj.end(), v.begin(), v.end());
		g.off.push_back(g.adj.size());
	}
	return g;
}
static void paths(const std::vector<unsigned> &w)
{
	const int LEVELS = 7;
	Net g = net(w, 20000, 60000, 9000, 3000);
	int n = g.n, m = g.adj.size();
	std::vector<int> dist(n, -1), order{ 5 }, start(n, -1);
	std::vector<unsigned> sigma(n), one(n);
	std::vector<float> delta(n);
	std::vector<int2> edge;
	dist[5] = start[5] = 0, sigma[5] = one[5] = 1;
	for (int v = 0; v < n; v++)
		for (int k = g.off[v]; k < g.off[v + 1]; k++)
			edge.push_back(make_int2(v, g.adj[k]));
	for (size_t h = 0; h < order.size(); h++) {
		int v = order[h];
		if (dist[v] == LEVELS)
			continue;
		for (int k = g.off[v]; k < g.off[v + 1]; k++) {
			int o = g.adj[k];
			if (dist[o] < 0)
				dist[o] = dist[v] + 1, order.push_back(o);
			if (dist[o] == dist[v] + 1)
				sigma[o] += sigma[v];
		}
	}
	for (int h = (int)order.size() - 1; h >= 0; h--) {
		int v = order[h];
		double s = 0;
		if (dist[v] < LEVELS)
			for (int k = g.off[v]; k < g.off[v + 1]; k++)
				if (dist[g.adj[k]] == dist[v] + 1)
					s += (1.0 + delta[g.adj[k]]) / sigma[g.adj[k]];
		delta[v] = s * sigma[v];
	}
	std::vector<unsigned> both(sigma);
	both.insert(both.end(), dist.begin(), dist.end());
	std::vector<unsigned> first(one);
	first.insert(first.end(), start.begin(), start.end());
	int *off = upload(g.off), *adj = upload(g.adj);
	int2 *de = upload(edge);
	unsigned *src = upload(first), *o = dev<unsigned>(2 * n), *full = upload(both);
	float *dd = dev<float>(n);
	auto again = [=] { CHECK(cudaMemcpy(o, src, 8 * n, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"betweenness_forward.all_vertices_a_level",
		[&] {
			for (int l = 0; l < LEVELS; l++)
				paths_forward_vertices<<<up(n, 256), 256>>>(off, adj, (int *)o + n, o, n, l);
		},
		o, 2 * n, same(both), again);
	job<unsigned>(
		"betweenness_forward.all_edges_a_level",
		[&] {
			for (int l = 0; l < LEVELS; l++)
				paths_forward_edges<<<132, 512>>>(de, (int *)o + n, o, m, l);
		},
		o, 2 * n, same(both), again);
	job<float>(
		"betweenness_backward.eight_lanes_pull",
		[&] {
			for (int l = LEVELS - 1; l >= 0; l--)
				shares_backward<<<up(n * 8, 256), 256>>>(off, adj, (int *)full + n, full, dd, n, l);
		},
		dd, n, close_to(delta, 1e-3), [=] { CHECK(cudaMemset(dd, 0, 4 * n)); });
	std::vector<unsigned> far(n, 0xffffffffu), began(far);
	std::vector<byte> wt(m);
	for (int k = 0; k < m; k++)
		wt[k] = 1 + w[k + 77] % 30;
	far[5] = began[5] = 0;
	std::vector<std::vector<int>> bins(4000);
	bins[0].push_back(5);
	for (unsigned d = 0; d < 4000; d++)
		for (size_t i = 0; i < bins[d].size(); i++) {
			int v = bins[d][i];
			if (far[v] == d)
				for (int k = g.off[v]; k < g.off[v + 1]; k++)
					if (d + wt[k] < far[g.adj[k]])
						far[g.adj[k]] = d + wt[k], bins[d + wt[k]].push_back(g.adj[k]);
		}
	// what is nearer than five buckets of 8 is right for good
	const int DELTA = 8, BUCKETS = 5, INNER = 8;
	unsigned *dist_src = upload(began), *dw = dev<unsigned>(n);
	byte *dwt = upload(wt);
	int *bu = dev<int>(2 * (n + m)), *size = dev<int>(128);
	job<unsigned>(
		"distances_by_buckets_of_8.four_lanes",
		[&] {
			for (int b = 0; b < BUCKETS; b++) {
				int *s = size + b * 16;
				bucket_gather<<<up(n, 512), 512>>>(dw, n, b * DELTA, (b + 1) * DELTA, bu, s);
				for (int r = 0; r < INNER; r++)
					bucket_relax<<<66, 256>>>(off, adj, dwt, dw, bu + r % 2 * (n + m), s + r,
						bu + (r + 1) % 2 * (n + m), s + r + 1, (b + 1) * DELTA);
			}
		},
		dw, n,
		[=](const std::vector<unsigned> &v) { // beyond the buckets it may still be too far
			for (int i = 0; i < n; i++)
				if (v[i] < far[i] || far[i] < BUCKETS * DELTA && v[i] != far[i])
					return false;
			return true;
		},
		[=] {
			CHECK(cudaMemcpy(dw, dist_src, 4 * n, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(size, 0, 512));
		});
}
static void choices(const std::vector<unsigned> &w)
{
	const int ROUNDS = 10;
	Net g = net(w, 9000, 50000, 400, 9000);
	int n = g.n;
	std::vector<unsigned> chance(w.begin(), w.begin() + n);
	std::vector<int> c(n, -1), none(n, -1), c2;
	for (int r = 0; r < ROUNDS; r++) {
		c2 = c;
		for (int v = 0; v < n; v++)
			if (c[v] < 0) {
				unsigned used = 0;
				bool top = true;
				for (int k = g.off[v]; k < g.off[v + 1]; k++)
					if (c[g.adj[k]] >= 0)
						used |= 1u << (c[g.adj[k]] & 31);
					else if (chance[g.adj[k]] > chance[v])
						top = false;
				if (top)
					c2[v] = __builtin_ctz(~used);
			}
		c = c2;
	}
	int *off = upload(g.off), *adj = upload(g.adj), *dn = upload(none), *a = dev<int>(n), *b = dev<int>(n);
	unsigned *dc = upload(chance);
	auto again = [=] { CHECK(cudaMemcpy(a, dn, 4 * n, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"colours_jones_plassmann.thread_a_vertex",
		[&] {
			for (int r = 0; r < ROUNDS; r++)
				colour_round<<<up(n, 128), 128>>>(off, adj, dc, r % 2 ? b : a, r % 2 ? a : b, n);
		},
		a, n, same(c), again);
	job<int>(
		"colours_jones_plassmann.warp_a_vertex",
		[&] {
			for (int r = 0; r < ROUNDS; r++)
				colour_warp_round<<<up(n, 4), 128>>>(off, adj, dc, r % 2 ? b : a, r % 2 ? a : b, n);
		},
		a, n, same(c), again);
	std::vector<int> ord(n);
	std::vector<byte> st(n);
	for (int v = 0; v < n; v++)
		ord[v] = v;
	std::sort(ord.begin(), ord.end(),
		[&](int x, int y) { return chance[x] < chance[y] || chance[x] == chance[y] && x < y; });
	for (int v : ord)
		if (!st[v]) {
			st[v] = 1;
			for (int k = g.off[v]; k < g.off[v + 1]; k++)
				st[g.adj[k]] = 2;
		}
	byte *s = dev<byte>(n), *p = dev<byte>(n);
	job<byte>(
		"independent_set.two_launches_a_round",
		[&] {
			for (int r = 0; r < 9; r++) {
				mis_choose<<<up(n, 256), 256>>>(off, adj, dc, s, p, n);
				mis_settle<<<up(n, 256), 256>>>(off, adj, s, p, n);
			}
		},
		s, n, same(st), [=] { CHECK(cudaMemset(s, 0, n)); });
	job<byte>(
		"independent_set.one_block_until_done",
		[&] { mis_one_block<<<1, 1024, 2 * 9000>>>(off, adj, dc, s, n); }, s, n, same(st));
}
static void ranks(const std::vector<unsigned> &w)
{
	Net g = net(w, 15000, 150000, 7000, 1000);
	int n = g.n;
	std::vector<double> rank(n, 1.0 / n), share(n), sh0;
	std::vector<float> inv(n);
	for (int v = 0; v < n; v++)
		inv[v] = g.off[v + 1] > g.off[v] ? 1.0f / (g.off[v + 1] - g.off[v]) : 0, share[v] = rank[v] * inv[v];
	sh0 = share;
	for (int r = 0; r < 2; r++) {
		for (int v = 0; v < n; v++) {
			double s = 0;
			for (int k = g.off[v]; k < g.off[v + 1]; k++)
				s += share[g.adj[k]];
			rank[v] = 0.15 / n + 0.85 * s;
		}
		for (int v = 0; v < n; v++)
			share[v] = rank[v] * inv[v];
	}
	int *off = upload(g.off), *adj = upload(g.adj);
	double *a = upload(sh0), *b = dev<double>(n), *c = dev<double>(n), *rk = dev<double>(n);
	float *di = upload(inv);
	job<double>(
		"ranks_in_doubles.warps_pull_twice",
		[&] {
			rank_pull_warp<<<264, 256>>>(off, adj, a, di, rk, b, n);
			rank_pull_warp<<<264, 256>>>(off, adj, b, di, rk, c, n);
		},
		rk, n,
		[=](const std::vector<double> &v) {
			for (int i = 0; i < n; i++)
				if (std::fabs(v[i] - rank[i]) > 1e-9 * rank[i])
					return false;
			return true;
		});
	const int K = 16, ROUNDS = 8;
	std::vector<int> deg(n);
	std::vector<byte> gone(n);
	for (int v = 0; v < n; v++)
		deg[v] = g.off[v + 1] - g.off[v];
	auto first = deg;
	for (int r = 1; r <= ROUNDS; r++) {
		for (int v = 0; v < n; v++)
			if (!gone[v] && deg[v] < K)
				gone[v] = r;
		for (int v = 0; v < n; v++)
			if (gone[v] == r)
				for (int k = g.off[v]; k < g.off[v + 1]; k++)
					deg[g.adj[k]]--;
	}
	int *dg = dev<int>(n), *ds = upload(first);
	byte *x = dev<byte>(n);
	job<byte>(
		"core_of_16.two_launches_a_round",
		[&] {
			for (int r = 1; r <= ROUNDS; r++) {
				peel_mark<<<up(n, 256), 256>>>(dg, x, n, K, r);
				peel_take<<<up(n, 256), 256>>>(off, adj, dg, x, n, r);
			}
		},
		x, n, same(gone),
		[=] {
			CHECK(cudaMemcpy(dg, ds, 4 * n, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(x, 0, n));
		});
}
static void circles(const std::vector<unsigned> &w)
{
	Net g = net(w, 3000, 26000, 60, 900);
	int n = g.n;
	std::vector<float> cl(n);
	std::vector<int> core(n), deg(n);
	std::vector<byte> mark(n);
	for (int v = 0; v < n; v++) {
		int c = 0, d = deg[v] = g.off[v + 1] - g.off[v];
		for (int k = g.off[v]; k < g.off[v + 1]; k++)
			mark[g.adj[k]] = 1;
		for (int k = g.off[v]; k < g.off[v + 1]; k++)
			for (int j = g.off[g.adj[k]]; j < g.off[g.adj[k] + 1]; j++)
				c += mark[g.adj[j]];
		for (int k = g.off[v]; k < g.off[v + 1]; k++)
			mark[g.adj[k]] = 0;
		cl[v] = d > 1 ? (float)c / (d * (d - 1)) : 0;
	}
	std::vector<std::vector<int>> bins(n);
	for (int v = 0; v < n; v++)
		bins[deg[v]].push_back(v), core[v] = -1;
	for (int k = 0; k < n; k++)
		for (size_t i = 0; i < bins[k].size(); i++) {
			int v = bins[k][i];
			if (core[v] >= 0)
				continue;
			core[v] = k;
			for (int e = g.off[v]; e < g.off[v + 1]; e++)
				if (core[g.adj[e]] < 0)
					bins[std::max(k, --deg[g.adj[e]])].push_back(g.adj[e]);
		}
	int *off = upload(g.off), *adj = upload(g.adj), *oc = dev<int>(n), *q = dev<int>(n);
	float *o = dev<float>(n);
	job<float>(
		"clustering.pairs_by_halving", [&] { clustering_halving<<<up(n, 64), 64>>>(off, adj, o, n); }, o, n,
		close_to(cl, 1e-5));
	job<float>(
		"clustering.neighbours_as_bits_of_a_block",
		[&] { clustering_marks<<<n, 64, up(n, 32) * 4>>>(off, adj, o, n); }, o, n, close_to(cl, 1e-5));
	job<int>(
		"core_numbers.one_block_with_a_queue", [&] { peel_one_block<<<1, 512, n * 4>>>(off, adj, oc, q, n); },
		oc, n, same(core));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	paths(w);
	choices(w);
	ranks(w);
	circles(w);
}
