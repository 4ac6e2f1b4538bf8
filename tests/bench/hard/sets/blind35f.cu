// blind35f: a fresh set of kernels that nobody had modelled when they were written. Graphs and sparse matrices: CSR,
// ELL and COO products, BFS levels, PageRank, components, triangles, shortest paths in rounds.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
template <int G>
__global__ void spmv_csr_vector(const int *ptr, const int *col, const double *val, const double *x, double *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / G, lane = threadIdx.x % G;
	double s = 0;
	if (r < n)
		for (int j = ptr[r] + lane; j < ptr[r + 1]; j += G)
			s += val[j] * x[col[j]];
	for (int d = G / 2; d > 0; d /= 2)
		s += __shfl_down_sync(0xffffffff, s, d, G);
	if (r < n && lane == 0)
		y[r] = s;
}
__global__ void spmv_ell_columns(const int *col, const double *val, const double *x, double *y, int n, int width)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double s = 0;
	for (int k = 0; k < width; k++) {
		int c = col[k * n + r];
		if (c >= 0)
			s += val[k * n + r] * x[c];
	}
	y[r] = s;
}
__global__ void spmv_coo_atomic(const int *row, const int *col, const double *val, const double *x, double *y, int nnz)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += gridDim.x * blockDim.x)
		atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}
// BFS, vertex by vertex, a launch a level
__global__ void bfs_vertex_level(const int *ptr, const int *adj, int *dist, int level, int *changed, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || dist[v] != level)
		return;
	for (int j = ptr[v]; j < ptr[v + 1]; j++)
		if (atomicCAS(&dist[adj[j]], -1, level + 1) == -1)
			*changed = 1;
}
// queue of the level; places by a warp's ballot for those found
__global__ void bfs_frontier(
	const int *ptr, const int *adj, int *dist, const int *in, const int *nin, int *out, int *nout, int level)
{
	int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32, n = *nin;
	for (int q = (blockIdx.x * blockDim.x + threadIdx.x) / 32; q < n; q += warps) {
		int v = in[q], to = ptr[v + 1];
		for (int j0 = ptr[v]; j0 < to; j0 += 32) {
			int u = j0 + lane < to ? adj[j0 + lane] : -1;
			bool mine = u >= 0 && atomicCAS(&dist[u], -1, level) == -1;
			unsigned m = __ballot_sync(~0u, mine);
			int base;
			if (lane == 0 && m)
				base = atomicAdd(nout, __popc(m));
			base = __shfl_sync(~0u, base, 0);
			if (mine)
				out[base + __popc(m & ((1u << lane) - 1))] = u;
		}
	}
}
// PageRank: shares first, then each gathers
__global__ void rank_shares(const float *pr, const int *deg, float *share, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n)
		share[v] = deg[v] ? pr[v] / deg[v] : 0;
}
__global__ void rank_pull(const int *ptr, const int *adj, const float *share, float *pr, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	float s = 0;
	for (int j = ptr[v]; j < ptr[v + 1]; j++)
		s += share[adj[j]];
	pr[v] = 0.15f / n + 0.85f * s;
}
__global__ void rank_push(const int *ptr, const int *adj, const float *pr, float *next, int n)
{
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 4, r = threadIdx.x & 3;
	if (v >= n)
		return;
	int from = ptr[v], to = ptr[v + 1];
	float s = 0.85f * pr[v] / (to - from);
	for (int j = from + r; j < to; j += 4)
		atomicAdd(&next[adj[j]], s);
	if (r == 0)
		atomicAdd(&next[v], 0.15f / n);
}
// components: smallest label goes round edge by edge, then labels are followed
__global__ void label_start(int *lab, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n)
		lab[v] = v;
}
__global__ void label_hook(const int2 *edge, int *lab, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int2 e = edge[i];
	int a = *(volatile int *)&lab[e.x], b = *(volatile int *)&lab[e.y];
	while (a != b) {
		int hi = max(a, b), lo = min(a, b), old = atomicCAS(&lab[hi], hi, lo);
		if (old == hi)
			break;
		a = old, b = lo;
	}
}
__global__ void label_jump(int *lab, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int l = v, p;
	while ((p = *(volatile int *)&lab[l]) != l)
		l = p;
	atomicExch(&lab[v], l);
}
// the plain way: labels by minimum until nothing moves; the host asks each round
__global__ void label_spread(const int *ptr, const int *adj, const int *lab, int *next, int *changed, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int m = lab[v];
	for (int j = ptr[v]; j < ptr[v + 1]; j++)
		m = min(m, lab[adj[j]]);
	if ((next[v] = m) != lab[v])
		*changed = 1;
}
// triangles: for each edge of the upward lists, a merge by a thread; or a search by a warp
__global__ void triangles_merge(const int *ptr, const int *adj, const int2 *edge, int *count, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
	if (i < m) {
		int a = ptr[edge[i].x], ae = ptr[edge[i].x + 1], b = ptr[edge[i].y], be = ptr[edge[i].y + 1];
		while (a < ae && b < be) {
			int x = adj[a], y = adj[b];
			c += x == y, a += x <= y, b += y <= x;
		}
	}
	c = __reduce_add_sync(~0u, c);
	if (threadIdx.x % 32 == 0 && c)
		atomicAdd(count, c);
}
__global__ void triangles_search(const int *ptr, const int *adj, int *count, int n)
{ // a warp a vertex; its list in shared memory
	__shared__ int s[4][128];
	int w = threadIdx.x / 32, lane = threadIdx.x & 31, v = blockIdx.x * 4 + w, c = 0;
	if (v >= n)
		return;
	int from = ptr[v], len = ptr[v + 1] - from;
	for (int k = lane; k < len; k += 32)
		s[w][k] = adj[from + k];
	__syncwarp();
	for (int k = 0; k < len; k++) {
		int u = s[w][k];
		for (int j = ptr[u] + lane; j < ptr[u + 1]; j += 32) {
			int x = adj[j], lo = 0, hi = len;
			while (lo < hi) {
				int mid = (lo + hi) / 2;
				if (s[w][mid] < x)
					lo = mid + 1;
				else
					hi = mid;
			}
			c += lo < len && s[w][lo] == x;
		}
	}
	c = __reduce_add_sync(~0u, c);
	if (lane == 0 && c)
		atomicAdd(count, c);
}
// shortest paths: Bellman-Ford over all edges, so many rounds; only those whose distance moved
__global__ void sssp_edges(const int2 *edge, const int *weight, int *dist, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int d = *(volatile int *)&dist[edge[i].x];
	if (d < 1 << 29)
		atomicMin(&dist[edge[i].y], d + weight[i]);
}
__global__ void sssp_active(
	const int *ptr, const int *adj, const int *weight, int *dist, const byte *active, byte *next, int *any, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || !active[v])
		return;
	int d = *(volatile int *)&dist[v];
	for (int j = ptr[v]; j < ptr[v + 1]; j++)
		if (atomicMin(&dist[adj[j]], d + weight[j]) > d + weight[j])
			next[adj[j]] = 1, *any = 1;
}
struct Graph {
	std::vector<int> ptr, adj;
	std::vector<int2> edge;
};
// both ways, sorted, no doubles; some vertices have many friends
static Graph graph(const std::vector<unsigned> &w, int n, int m, int near)
{
	std::vector<std::pair<int, int>> e;
	for (int i = 0; i < m; i++) {
		int a = w[2 * i] % n,
		    b = near ? (a + 1 + w[2 * i + 1] % near) % n : (u64)(w[2 * i + 1] % n) * (w[i + 7] % n) / n;
		if (a != b)
			e.push_back({ a, b }), e.push_back({ b, a });
	}
	std::sort(e.begin(), e.end());
	e.erase(std::unique(e.begin(), e.end()), e.end());
	Graph g;
	g.ptr.resize(n + 1);
	for (auto &p : e)
		g.ptr[p.first + 1]++, g.adj.push_back(p.second), g.edge.push_back(make_int2(p.first, p.second));
	for (int v = 0; v < n; v++)
		g.ptr[v + 1] += g.ptr[v];
	return g;
}
static void products(const std::vector<unsigned> &w)
{
	const int n = 15000;
	std::vector<int> ptr(n + 1), col, row;
	std::vector<double> val, x(n), y(n);
	int width = 0;
	for (int r = 0; r < n; r++) {
		int len = 4 + w[r] % 17;
		width = std::max(width, len);
		x[r] = w[r] / 4294967296.0;
		for (int k = 0; k < len; k++)
			col.push_back(w[col.size() + 100] % 2 ? (r + w[col.size() + 90] % 200) % n : w[col.size()] % n),
				val.push_back(w[col.size() + 50] / 4294967296.0 - 0.3), row.push_back(r);
		ptr[r + 1] = col.size();
	}
	int nnz = col.size();
	std::vector<int> ec(n * width, -1);
	std::vector<double> ev(n * width);
	for (int r = 0; r < n; r++)
		for (int j = ptr[r]; j < ptr[r + 1]; j++) {
			y[r] += val[j] * x[col[j]];
			ec[(j - ptr[r]) * n + r] = col[j], ev[(j - ptr[r]) * n + r] = val[j];
		}
	int *dp = upload(ptr), *dc = upload(col), *dr = upload(row), *dec = upload(ec);
	double *dv = upload(val), *dx = upload(x), *dev_ = upload(ev), *o = dev<double>(n);
	auto right = close_to(y, 1e-9);
	job<double>(
		"spmv_doubles.csr_sixteen_lanes",
		[&] { spmv_csr_vector<16><<<up(n, 16), 256>>>(dp, dc, dv, dx, o, n); }, o, n, right);
	job<double>(
		"spmv_doubles.ell_by_columns",
		[&] { spmv_ell_columns<<<up(n, 256), 256>>>(dec, dev_, dx, o, n, width); }, o, n, right);
	job<double>(
		"spmv_doubles.coo_atomics", [&] { spmv_coo_atomic<<<264, 256>>>(dr, dc, dv, dx, o, nnz); }, o, n, right,
		[&] { CHECK(cudaMemset(o, 0, n * 8)); });
}
static void walks(const std::vector<unsigned> &w)
{
	const int n = 20000;
	Graph g = graph(w, n, 90000, 0);
	int *dp = upload(g.ptr), *da = upload(g.adj), *dist = dev<int>(n), *flag = dev<int>(64), *q0 = dev<int>(n),
	    *q1 = dev<int>(n), start = 17, zero = 0, one = 1;
	std::vector<int> want(n, -1), q{ start };
	want[start] = 0;
	for (size_t i = 0; i < q.size(); i++)
		for (int j = g.ptr[q[i]]; j < g.ptr[q[i] + 1]; j++)
			if (want[g.adj[j]] < 0)
				want[g.adj[j]] = want[q[i]] + 1, q.push_back(g.adj[j]);
	int levels = want[q.back()];
	auto prepare = [&] {
		CHECK(cudaMemset(dist, 255, n * 4));
		CHECK(cudaMemset(flag, 0, 256));
		CHECK(cudaMemcpy(dist + start, &zero, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(q0, &start, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(flag, &one, 4, cudaMemcpyHostToDevice));
	};
	job<int>(
		"bfs_levels.thread_a_vertex",
		[&] {
			for (int l = 0; l <= levels; l++)
				bfs_vertex_level<<<up(n, 256), 256>>>(dp, da, dist, l, flag + 40, n);
		},
		dist, n, same(want), prepare);
	job<int>(
		"bfs_levels.frontier_warp_a_vertex",
		[&] {
			for (int l = 0; l <= levels; l++)
				bfs_frontier<<<66, 256>>>(
					dp, da, dist, l % 2 ? q1 : q0, flag + l, l % 2 ? q0 : q1, flag + l + 1, l + 1);
		},
		dist, n, same(want), prepare);
	std::vector<float> pr(n, 1.0f / n), share(n);
	std::vector<int> deg(n);
	for (int v = 0; v < n; v++)
		deg[v] = g.ptr[v + 1] - g.ptr[v];
	for (int round = 0; round < 3; round++) {
		std::vector<float> next(n, 0.15f / n);
		for (int v = 0; v < n; v++)
			for (int j = g.ptr[v]; j < g.ptr[v + 1]; j++)
				next[g.adj[j]] += 0.85f * pr[v] / deg[v];
		pr = next;
	}
	// near() would be too kind to numbers as small as these
	auto right = [pr](const std::vector<float> &v) {
		for (size_t i = 0; i < pr.size(); i++)
			if (std::fabs(v[i] - pr[i]) > 1e-4f * pr[i])
				return false;
		return true;
	};
	std::vector<float> first(n, 1.0f / n);
	float *keep = upload(first), *d0 = dev<float>(n), *d1 = dev<float>(n);
	int *ddeg = upload(deg);
	job<float>(
		"pagerank_three_rounds.shares_then_pull",
		[&] {
			for (int k = 0; k < 3; k++) {
				rank_shares<<<up(n, 256), 256>>>(d0, ddeg, d1, n);
				rank_pull<<<up(n, 128), 128>>>(dp, da, d1, d0, n);
			}
		},
		d0, n, right, [&] { CHECK(cudaMemcpy(d0, keep, n * 4, cudaMemcpyDeviceToDevice)); });
	job<float>(
		"pagerank_three_rounds.four_lanes_push",
		[&] {
			float *from = d0, *to = d1;
			for (int k = 0; k < 3; k++, std::swap(from, to)) {
				CHECK(cudaMemsetAsync(to, 0, n * 4));
				rank_push<<<up(n * 4, 256), 256>>>(dp, da, from, to, n);
			}
		},
		d1, n, right, [&] { CHECK(cudaMemcpy(d0, keep, n * 4, cudaMemcpyDeviceToDevice)); });
}
static void parts(const std::vector<unsigned> &w)
{
	const int n = 30000;
	Graph g = graph(w, n, 26000, 40);
	std::vector<int> want(n, -1);
	for (int v = 0; v < n; v++)
		if (want[v] < 0) {
			std::vector<int> st{ v };
			want[v] = v;
			while (!st.empty()) {
				int u = st.back();
				st.pop_back();
				for (int j = g.ptr[u]; j < g.ptr[u + 1]; j++)
					if (want[g.adj[j]] < 0)
						want[g.adj[j]] = v, st.push_back(g.adj[j]);
			}
		}
	int m = g.edge.size(), *dp = upload(g.ptr), *da = upload(g.adj), *lab = dev<int>(n), *next = dev<int>(n),
	    *flag = dev<int>(1);
	int2 *de = upload(g.edge);
	job<int>(
		"components.hook_and_jump",
		[&] {
			label_start<<<up(n, 256), 256>>>(lab, n);
			label_hook<<<up(m, 256), 256>>>(de, lab, m);
			label_jump<<<up(n, 256), 256>>>(lab, n);
		},
		lab, n, same(want));
	int rounds = 0; // how many it takes is the same each time
	std::vector<int> a(n), b(n);
	for (int v = 0; v < n; v++)
		a[v] = v;
	for (bool moved = true; moved; rounds++) {
		moved = false;
		for (int v = 0; v < n; v++) {
			b[v] = a[v];
			for (int j = g.ptr[v]; j < g.ptr[v + 1]; j++)
				b[v] = std::min(b[v], a[g.adj[j]]);
			moved |= b[v] != a[v];
		}
		a = b;
	}
	rounds += rounds % 2;
	rounds = std::min(rounds, 16);
	for (int v = 0; v < n; v++)
		a[v] = v;
	for (int k = 0; k < rounds; k++) {
		for (int v = 0; v < n; v++) {
			b[v] = a[v];
			for (int j = g.ptr[v]; j < g.ptr[v + 1]; j++)
				b[v] = std::min(b[v], a[g.adj[j]]);
		}
		a = b;
	}
	job<int>(
		"components.labels_spread_in_rounds",
		[&] {
			label_start<<<up(n, 256), 256>>>(lab, n);
			for (int k = 0; k < rounds; k += 2) {
				label_spread<<<up(n, 512), 512>>>(dp, da, lab, next, flag, n);
				label_spread<<<up(n, 512), 512>>>(dp, da, next, lab, flag, n);
			}
		},
		lab, n, same(a));
}
static void triangles(const std::vector<unsigned> &w)
{
	const int n = 6000;
	Graph g = graph(w, n, 40000, 60);
	Graph upward;
	upward.ptr.push_back(0);
	for (int v = 0; v < n; v++) {
		for (int j = g.ptr[v]; j < g.ptr[v + 1]; j++)
			if (g.adj[j] > v)
				upward.adj.push_back(g.adj[j]), upward.edge.push_back(make_int2(v, g.adj[j]));
		upward.ptr.push_back(upward.adj.size());
	}
	int want = 0, m = upward.edge.size();
	std::vector<byte> mark(n);
	for (int v = 0; v < n; v++) {
		for (int j = upward.ptr[v]; j < upward.ptr[v + 1]; j++)
			mark[upward.adj[j]] = 1;
		for (int j = upward.ptr[v]; j < upward.ptr[v + 1]; j++)
			for (int u = upward.adj[j], k = upward.ptr[u]; k < upward.ptr[u + 1]; k++)
				want += mark[upward.adj[k]];
		for (int j = upward.ptr[v]; j < upward.ptr[v + 1]; j++)
			mark[upward.adj[j]] = 0;
	}
	int *dp = upload(upward.ptr), *da = upload(upward.adj), *c = dev<int>(1);
	int2 *de = upload(upward.edge);
	auto clear = [&] { CHECK(cudaMemset(c, 0, 4)); };
	job<int>(
		"triangles.thread_an_edge_merges", [&] { triangles_merge<<<up(m, 128), 128>>>(dp, da, de, c, m); }, c,
		1, same(std::vector<int>{ want }), clear);
	job<int>(
		"triangles.warp_a_vertex_searches", [&] { triangles_search<<<up(n, 4), 128>>>(dp, da, c, n); }, c, 1,
		same(std::vector<int>{ want }), clear);
}
static void ways(const std::vector<unsigned> &w)
{
	const int n = 12000, FAR = 1 << 29;
	Graph g = graph(w, n, 50000, 0);
	int m = g.edge.size(), zero = 0, one = 1;
	std::vector<int> weight(m), want(n, FAR), far(n, FAR);
	for (int i = 0; i < m; i++)
		weight[i] = 1 + w[i + 5] % 100;
	want[5] = far[5] = 0;
	int rounds = 0;
	for (bool moved = true; moved; rounds++) {
		moved = false;
		std::vector<int> old = want; // in rounds, so that as many do for any order on the device
		for (int i = 0; i < m; i++)
			if (old[g.edge[i].x] + weight[i] < want[g.edge[i].y])
				want[g.edge[i].y] = old[g.edge[i].x] + weight[i], moved = true;
	}
	int *dp = upload(g.ptr), *da = upload(g.adj), *dw = upload(weight), *keep = upload(far), *dist = dev<int>(n),
	    *any = dev<int>(1);
	int2 *de = upload(g.edge);
	byte *a0 = dev<byte>(n), *a1 = dev<byte>(n);
	job<int>(
		"shortest_paths.all_edges_each_round",
		[&] {
			for (int k = 0; k < rounds; k++)
				sssp_edges<<<up(m, 256), 256>>>(de, dw, dist, m);
		},
		dist, n, same(want), [&] { CHECK(cudaMemcpy(dist, keep, n * 4, cudaMemcpyDeviceToDevice)); });
	job<int>(
		"shortest_paths.only_those_that_moved",
		[&] {
			byte *from = a0, *to = a1;
			for (int k = 0; k < rounds + 1; k++, std::swap(from, to)) {
				CHECK(cudaMemsetAsync(to, 0, n));
				sssp_active<<<up(n, 64), 64>>>(dp, da, dw, dist, from, to, any, n);
			}
		},
		dist, n, same(want),
		[&] {
			CHECK(cudaMemcpy(dist, keep, n * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(a0, 0, n));
			CHECK(cudaMemcpy(a0 + 5, &one, 1, cudaMemcpyHostToDevice));
		});
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	products(w);
	walks(w);
	parts(w);
	triangles(w);
	ways(w);
}
