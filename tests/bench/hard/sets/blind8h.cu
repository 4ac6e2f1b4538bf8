// blind8h: an eighth set of kernels that nobody had modelled when they were written. Graphs, trees.
#include "blind7.h"
#include <climits>

__host__ __device__ inline unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- shortest ways from vertex 0
__global__ void shorter_pull(const int *from, const int *to, const int *len, const int *old, int *now, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x, d = old[v];
	for (int k = from[v]; k < from[v + 1]; k++)
		d = min(d, old[to[k]] + len[k]);
	now[v] = d;
}
__global__ void shorter_list(const int *from, const int *to, const int *len, int *d, const int *list, int *next, int *count, int *mark, int round)
{
	int n = count[round];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = list[i], mine = atomicAdd(&d[v], 0);
		for (int k = from[v]; k < from[v + 1]; k++) {
			int u = to[k], far = mine + len[k];
			if (atomicMin(&d[u], far) > far && atomicExch(&mark[u], round + 1) != round + 1)
				next[atomicAdd(&count[round + 1], 1)] = u;
		}
	}
}
// ---- parts that hang together
__global__ void parts_spread(const int *from, const int *to, const int *old, int *now, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x, m = old[v];
	for (int k = from[v]; k < from[v + 1]; k++)
		m = min(m, old[to[k]]);
	now[v] = m;
}
__global__ void parts_hook(const int2 *edge, const int *old, int *now, int m)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= m)
		return;
	int a = old[edge[k].x], b = old[edge[k].y];
	if (a != b)
		atomicMin(&now[max(a, b)], min(a, b));
}
__global__ void parts_jump(const int *now, int *old, int *copy, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x, p = now[v];
	while (p != now[p])
		p = now[p];
	old[v] = copy[v] = p;
}
__global__ void parts_first(int *a, int *b, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	a[v] = b[v] = v;
}
__device__ int root_of(volatile int *p, int v)
{
	int q;
	while ((q = p[v]) != v)
		v = q;
	return v;
}
__global__ void parts_unite(const int2 *edge, int *p, int m)
{
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < m; k += gridDim.x * blockDim.x) {
		int a = root_of(p, edge[k].x), b = root_of(p, edge[k].y);
		while (a != b) {
			int high = max(a, b), low = min(a, b);
			if (atomicCAS(&p[high], high, low) == high)
				break;
			a = root_of(p, high);
			b = root_of(p, low);
		}
	}
}
__global__ void parts_flatten(const int *p, int *out, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x, r = v;
	while (p[r] != r)
		r = p[r];
	out[v] = r;
}
// ---- vertices that do not touch, and no more can be taken
__global__ void luby_choose(const int *from, const int *to, const byte *gone, byte *in, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (gone[v])
		return;
	unsigned me = mix(v);
	for (int k = from[v]; k < from[v + 1]; k++)
		if (!gone[to[k]] && mix(to[k]) > me)
			return;
	in[v] = 1;
}
__global__ void luby_drop(const int *from, const int *to, byte *gone, const byte *in, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (gone[v])
		return;
	bool out = in[v];
	for (int k = from[v]; k < from[v + 1] && !out; k++)
		out = in[to[k]];
	if (out)
		gone[v] = 1;
}
// ---- how many shortest ways lead through a vertex?
__global__ void between_out(const int *from, const int *to, int *level, int *ways, int now, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x, w = 0;
	if (level[v] >= 0 && level[v] <= now)
		return;
	for (int k = from[v]; k < from[v + 1]; k++) {
		int u = to[k];
		if (*(volatile int *)&level[u] == now)
			w += ways[u];
	}
	if (w) {
		ways[v] = w;
		*(volatile int *)&level[v] = now + 1;
	}
}
__global__ void between_back(const int *from, const int *to, const int *level, const int *ways, double *part, int now, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (level[v] != now)
		return;
	double s = 0;
	for (int k = from[v]; k < from[v + 1]; k++)
		if (level[to[k]] == now + 1)
			s += (1 + part[to[k]]) / ways[to[k]];
	part[v] = s * ways[v];
}
// ---- walks by chance
__global__ void stroll(const int *from, const int *to, int *path, int steps, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i & n - 1;
	for (int s = 0; s < steps; s++) {
		int a = from[v], deg = from[v + 1] - a;
		if (deg)
			v = to[a + mix(i * 64 + s) % deg];
		path[i * steps + s] = v;
	}
}
__global__ void stroll_visits(const int *from, const int *to, int *visits, int steps, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i & n - 1;
	for (int s = 0; s < steps; s++) {
		int a = from[v], deg = from[v + 1] - a;
		if (deg)
			v = to[a + mix(i * 64 + s) % deg];
		atomicAdd(&visits[v], 1);
	}
}
// ---- what must come before what: a round takes those that wait for nothing
__global__ void ready_round(const int *from, const int *to, int *waits, const int *list, int *next, int *count, int *when, int round)
{
	int n = count[round];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = list[i];
		when[v] = round;
		for (int k = from[v]; k < from[v + 1]; k++)
			if (atomicSub(&waits[to[k]], 1) == 1)
				next[atomicAdd(&count[round + 1], 1)] = to[k];
	}
}
__global__ void ready_block(const int *from, const int *to, int *waits, int *list, int *when, int n0, int n)
{
	__shared__ int begin, end, tail;
	if (threadIdx.x == 0) {
		begin = 0;
		end = tail = n0;
	}
	__syncthreads();
	for (int round = 0; begin < end; round++) {
		for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
			int v = list[i];
			when[v] = round;
			for (int k = from[v]; k < from[v + 1]; k++)
				if (atomicSub(&waits[to[k]], 1) == 1)
					list[atomicAdd(&tail, 1)] = to[k];
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			begin = end;
			end = tail;
		}
		__syncthreads();
	}
}

// ---- trees: node v > 0 hangs below up[v] < v
__global__ void ancestors_table(const int *up, int *out, int n)
{ // out[v] = the 2^k-th above, from the 2^(k-1)-th
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	out[v] = up[up[v]];
}
__global__ void ancestors_common(const int *table, const int *deep, const int2 *ask, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = ask[i].x, b = ask[i].y;
	if (deep[a] < deep[b]) {
		int t = a;
		a = b;
		b = t;
	}
	for (int k = 15, more = deep[a] - deep[b]; k >= 0; k--)
		if (more >> k & 1)
			a = table[k * n + a];
	for (int k = 15; k >= 0 && a != b; k--)
		if (table[k * n + a] != table[k * n + b]) {
			a = table[k * n + a];
			b = table[k * n + b];
		}
	out[i] = a == b ? a : table[a];
}
__global__ void ancestors_climb(const int *up, const int *deep, const int2 *ask, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = ask[i].x, b = ask[i].y;
	while (a != b)
		if (a > b)
			a = up[a];
		else
			b = up[b];
	out[i] = a;
}
__global__ void sums_to_root(const int *up, const int *kids, const int *own, int *sum, int *came, int n)
{ // a thread for a leaf; the last child that comes to a node goes on
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || kids[v])
		return;
	int s = own[v];
	sum[v] = s;
	while (v) {
		int p = up[v];
		atomicAdd(&sum[p], s);
		__threadfence();
		if (atomicAdd(&came[p], 1) != kids[p] - 1)
			return;
		s = atomicAdd(&sum[p], own[p]) + own[p];
		v = p;
	}
}
// ---- the least of a range
__global__ void least_level(const int *in, int *out, int half, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = min(in[i], in[min(i + half, n - 1)]);
}
__global__ void least_of_two(const int *table, const int2 *ask, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = ask[i].x, b = ask[i].y, k = 31 - __clz(b - a + 1);
	out[i] = min(table[k * n + a], table[k * n + b + 1 - (1 << k)]);
}
__global__ void least_in_tree(const int *tree, const int2 *ask, int *out, int n)
{ // tree[1] of all, tree[n + i] of i
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = ask[i].x + n, b = ask[i].y + n + 1, m = INT_MAX;
	for (; a < b; a /= 2, b /= 2) {
		if (a & 1)
			m = min(m, tree[a++]);
		if (b & 1)
			m = min(m, tree[--b]);
	}
	out[i] = m;
}
struct matrix {
	std::vector<int> from, col, val;
};
static matrix graph(int n, int pairs, unsigned seed)
{ // both ways, most at the vertices with low numbers; the last quarter in small parts
	std::vector<std::vector<int>> a(n);
	for (int k = 0; k < pairs; k++) {
		int u = mix(seed + 3 * k) % n, v = (u64)(mix(seed + 3 * k + 1) % n) * (mix(seed + 3 * k + 2) % n) / n;
		if (u >= n * 3 / 4)
			v = u ^ (1 + v % 3);
		if (u != v) {
			a[u].push_back(v);
			a[v].push_back(u);
		}
	}
	matrix g;
	for (int v = 0; v < n; v++) {
		g.from.push_back(g.col.size());
		std::sort(a[v].begin(), a[v].end());
		a[v].erase(std::unique(a[v].begin(), a[v].end()), a[v].end());
		for (int u : a[v]) {
			g.col.push_back(u);
			g.val.push_back(1 + mix(std::min(u, v) * 65536 + std::max(u, v)) % 20);
		}
	}
	g.from.push_back(g.col.size());
	return g;
}

void rows()
{
	const int V = 16384, far = 1 << 28, R = 16;
	matrix g = graph(V, 3 * V, 1);
	int E = g.col.size();
	std::vector<int> way(V, far), part(V), ones(V);
	std::vector<int2> edge;
	way[0] = 0;
	for (int v = 0; v < V; v++) {
		part[v] = v;
		for (int k = g.from[v]; k < g.from[v + 1]; k++)
			if (g.col[k] < v)
				edge.push_back(make_int2(v, g.col[k]));
	}
	for (bool more = true; more;) {
		more = false;
		for (int v = 0; v < V; v++)
			for (int k = g.from[v]; k < g.from[v + 1]; k++) {
				int u = g.col[k];
				if (way[u] > way[v] + g.val[k])
					way[u] = way[v] + g.val[k], more = true;
				if (part[u] > part[v])
					part[u] = part[v], more = true;
			}
	}
	int *from = upload(g.from), *to = upload(g.col), *len = upload(g.val), *a = dev<int>(V * 32), *b = dev<int>(V * 32), *c = dev<int>(V * 32);
	int *list[2] = { dev<int>(V * 2), dev<int>(V * 2) }, *count = dev<int>(128), *mark = dev<int>(V), M = edge.size();
	int2 *de = upload(edge);
	byte *in = dev<byte>(V), *gone = dev<byte>(V);
	std::vector<int> start(V, far);
	start[0] = 0;
	int *dstart = upload(start);
	auto begin = [&] {
		int one = 1;
		CHECK(cudaMemcpy(a, dstart, V * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(list[0], 0, 4));
		CHECK(cudaMemset(mark, 0, V * 4));
		CHECK(cudaMemset(count, 0, 512));
		CHECK(cudaMemcpy(count, &one, 4, cudaMemcpyHostToDevice));
	};
	job<int>("shortest.pulled", [&] {
		for (int k = 0; k < 30; k++)
			shorter_pull<<<V / 128, 128>>>(from, to, len, k % 2 ? b : a, k % 2 ? a : b, V);
	}, a, V, same(way), begin);
	job<int>("shortest.work_list", [&] {
		for (int k = 0; k < 30; k++)
			shorter_list<<<66, 128>>>(from, to, len, a, list[k % 2], list[~k & 1], count, mark, k);
	}, a, V, same(way), begin);
	auto each_its_own = [&] { parts_first<<<V / 256, 256>>>(a, b, V); };
	job<int>("parts.smallest_spreads", [&] {
		for (int k = 0; k < 24; k++)
			parts_spread<<<V / 256, 256>>>(from, to, k % 2 ? b : a, k % 2 ? a : b, V);
	}, a, V, same(part), each_its_own);
	job<int>("parts.hook_and_jump", [&] {
		int *old = a, *now = b, *next = c;
		for (int k = 0; k < 7; k++) {
			parts_hook<<<M / 256 + 1, 256>>>(de, old, now, M);
			parts_jump<<<V / 256, 256>>>(now, old, next, V);
			std::swap(now, next);
		}
	}, a, V, same(part), each_its_own);
	job<int>("parts.united", [&] {
		parts_unite<<<M / 512 + 1, 512>>>(de, b, M);
		parts_flatten<<<V / 512, 512>>>(b, a, V);
	}, a, V, same(part), each_its_own);
	job<byte>("apart.luby", [&] {
		for (int k = 0; k < 6; k++) {
			luby_choose<<<V / 64, 64>>>(from, to, gone, in, V);
			luby_drop<<<V / 64, 64>>>(from, to, gone, in, V);
		}
	}, in, V, [&](const std::vector<byte> &s) {
		for (int v = 0; v < V; v++) {
			int near = 0;
			for (int k = g.from[v]; k < g.from[v + 1]; k++)
				near += s[g.col[k]];
			if (s[v] == !!near)
				return false;
		}
		return true;
	}, [&] {
		CHECK(cudaMemset(in, 0, V));
		CHECK(cudaMemset(gone, 0, V));
	});
	// from vertex 0, by levels
	std::vector<int> level(V, -1), ways(V), order(1, 0);
	std::vector<double> through(V);
	level[0] = 0;
	ways[0] = 1;
	for (size_t i = 0; i < order.size(); i++)
		for (int v = order[i], k = g.from[v]; k < g.from[v + 1]; k++) {
			int u = g.col[k];
			if (level[u] < 0)
				level[u] = level[v] + 1, order.push_back(u);
			if (level[u] == level[v] + 1)
				ways[u] += ways[v];
		}
	for (size_t i = order.size(); i-- > 0;)
		for (int v = order[i], k = g.from[v]; k < g.from[v + 1]; k++)
			if (int u = g.col[k]; level[u] == level[v] + 1)
				through[v] += (1 + through[u]) / ways[u] * ways[v];
	int deepest = level[order.back()];
	double *dt = dev<double>(V);
	job<double>("between.one_source", [&] {
		for (int k = 0; k < deepest; k++)
			between_out<<<V / 128, 128>>>(from, to, a, b, k, V);
		for (int k = deepest - 1; k >= 0; k--)
			between_back<<<V / 128, 128>>>(from, to, a, b, dt, k, V);
	}, dt, V, close_to(through, 1e-9), [&] {
		int zero = 0, one = 1;
		CHECK(cudaMemset(a, -1, V * 4));
		CHECK(cudaMemcpy(a, &zero, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(b, &one, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(dt, 0, V * 8));
	});
	std::vector<int> path(V * R), visits(V);
	for (int i = 0; i < V; i++)
		for (int s = 0, v = i; s < R; s++) {
			if (int deg = g.from[v + 1] - g.from[v])
				v = g.col[g.from[v] + mix(i * 64 + s) % deg];
			path[i * R + s] = v;
			visits[v]++;
		}
	job<int>("stroll.paths", [&] { stroll<<<V / 64, 64>>>(from, to, a, R, V); }, a, V * R, same(path));
	job<int>("stroll.visits", [&] { stroll_visits<<<V / 64, 64>>>(from, to, a, R, V); }, a, V, same(visits), [&] { CHECK(cudaMemset(a, 0, V * 4)); });
	// what must come before what: 3 each of the next 2000
	std::vector<int> f2(1, 0), t2, waits(V), when(V), first;
	for (int v = 0; v < V; v++) {
		for (int k = 0; k < 3; k++)
			if (int u = v + 1 + mix(v * 3 + k) % 2000; u < V)
				t2.push_back(u), waits[u]++, when[u] = std::max(when[u], when[v] + 1);
		f2.push_back(t2.size());
	}
	for (int v = 0; v < V; v++)
		if (!waits[v])
			first.push_back(v);
	int *df2 = upload(f2), *dt2 = upload(t2), *dw = upload(waits), *wait = dev<int>(V);
	int last = *std::max_element(when.begin(), when.end()), n0 = first.size();
	auto ready = [&] {
		CHECK(cudaMemcpy(wait, dw, V * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(list[0], first.data(), n0 * 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(count, 0, 512));
		CHECK(cudaMemcpy(count, &n0, 4, cudaMemcpyHostToDevice));
	};
	job<int>("first_things.rounds", [&] {
		for (int k = 0; k <= last; k++)
			ready_round<<<16, 128>>>(df2, dt2, wait, list[k % 2], list[~k & 1], count, a, k);
	}, a, V, same(when), ready);
	job<int>("first_things.one_block", [&] { ready_block<<<1, 1024>>>(df2, dt2, wait, list[0], a, n0, V); }, a, V, same(when), ready);
	// trees and ranges
	const int N = 65536, Q = 100352;
	std::vector<int> up(N), kids(N), deep(N), own(N), sum(N), seg(2 * N), common(Q), least(Q);
	std::vector<int2> ask(Q), range(Q);
	for (int v = 1; v < N; v++) {
		up[v] = std::max(0, v - 1 - (int)(mix(v) % (v / 4 + 8)));
		kids[up[v]]++;
		deep[v] = deep[up[v]] + 1;
	}
	for (int v = N - 1; v >= 0; v--) {
		sum[v] += own[v] = mix(v) % 1000;
		if (v)
			sum[up[v]] += sum[v];
		seg[N + v] = mix(v * 5) >> 4;
	}
	for (int i = N - 1; i; i--)
		seg[i] = std::min(seg[2 * i], seg[2 * i + 1]);
	for (int i = 0; i < Q; i++) {
		int p = mix(i) % N, q = mix(i + Q) % N, r = std::min(N - 1, p + q % 3000);
		ask[i] = make_int2(p, q);
		range[i] = make_int2(p, r);
		while (p != q)
			(p > q ? p : q) = up[std::max(p, q)];
		common[i] = p;
		least[i] = *std::min_element(seg.begin() + N + range[i].x, seg.begin() + N + r + 1);
	}
	int *dup = upload(up), *dk = upload(kids), *dd = upload(deep), *down_ = upload(own);
	int *ds = upload(seg), *table = dev<int>(16 * N), *out = dev<int>(Q), *came = dev<int>(N);
	int2 *dask = upload(ask), *drange = upload(range);
	job<int>("ancestor.climbed", [&] { ancestors_climb<<<Q / 256, 256>>>(dup, dd, dask, out, N); }, out, Q, same(common));
	job<int>("ancestor.by_powers", [&] {
		for (int k = 1; k < 16; k++)
			ancestors_table<<<N / 256, 256>>>(table + (k - 1) * N, table + k * N, N);
		ancestors_common<<<Q / 256, 256>>>(table, dd, dask, out, N);
	}, out, Q, same(common), [&] { CHECK(cudaMemcpy(table, dup, N * 4, cudaMemcpyDeviceToDevice)); });
	job<int>("tree_sums.last_child_goes_on", [&] { sums_to_root<<<N / 128, 128>>>(dup, dk, down_, a, came, N); }, a, N, same(sum), [&] {
		CHECK(cudaMemset(a, 0, N * 4));
		CHECK(cudaMemset(came, 0, N * 4));
	});
	job<int>("range_least.table", [&] {
		for (int k = 1; k < 13; k++)
			least_level<<<N / 512, 512>>>(table + (k - 1) * N, table + k * N, 1 << (k - 1), N);
		least_of_two<<<Q / 512, 512>>>(table, drange, out, N);
	}, out, Q, same(least), [&] { CHECK(cudaMemcpy(table, ds + N, N * 4, cudaMemcpyDeviceToDevice)); });
	job<int>("range_least.tree", [&] { least_in_tree<<<Q / 512, 512>>>(ds, drange, out, N); }, out, Q, same(least));
}
