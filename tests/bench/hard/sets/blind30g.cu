// blind30g: a fresh set of kernels that nobody had modelled when they were written. Sparse matrices in several layouts;
// walks over graphs, shortest ways, components, triangles, colours.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void csr_scalar(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // a thread a row
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int k = start[r]; k < start[r + 1]; k++)
		s += val[k] * x[col[k]];
	y[r] = s;
}
template <int G>
__global__ void csr_vector(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // G lanes a row
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / G, l = threadIdx.x % G;
	float s = 0;
	if (r < n)
		for (int k = start[r] + l; k < start[r + 1]; k += G)
			s += val[k] * __ldg(&x[col[k]]);
	for (int d = G / 2; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, G);
	if (r < n && l == 0)
		y[r] = s;
}
__global__ void csr_stream(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // a block of 128 takes 64 rows: products to shared memory in order, then a thread a row adds them up
	__shared__ float s[1024];
	int r0 = blockIdx.x * 64, r1 = min(r0 + 64, n), from = start[r0], to = start[r1], r = r0 + threadIdx.x;
	float sum = 0;
	for (int base = from; base < to; base += 1024) {
		int e = min(1024, to - base);
		for (int k = threadIdx.x; k < e; k += 128)
			s[k] = val[base + k] * x[col[base + k]];
		__syncthreads();
		if (r < r1)
			for (int k = max(start[r] - base, 0); k < min(start[r + 1] - base, e); k++)
				sum += s[k];
		__syncthreads();
	}
	if (r < r1)
		y[r] = sum;
}
__global__ void ell_double(const int *col, const double *val, const double *x, double *y, int n, int width)
{ // rows of equal width, the k-th entries of all rows together; -1: none
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
__global__ void sparse_by_thin(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // times a matrix of 32 columns: a warp a row, lanes are columns
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (r >= n)
		return;
	float s = 0;
	for (int base = start[r], to = start[r + 1]; base < to; base += 32) {
		int c = base + lane < to ? col[base + lane] : 0;
		float v = base + lane < to ? val[base + lane] : 0;
		for (int k = 0; k < min(32, to - base); k++)
			s += __shfl_sync(~0u, v, k) * x[__shfl_sync(~0u, c, k) * 32 + lane];
	}
	y[r * 32 + lane] = s;
}
__global__ void bfs_queue(
	const int *start, const int *to, int *depth, const int *in, const int *many, int *out, int *next, int level)
{ // a warp takes nodes out of a queue and puts the new ones into another
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31,
	    all = gridDim.x * blockDim.x / 32;
	for (int q = w; q < *many; q += all) {
		int u = in[q];
		for (int k = start[u] + lane; k < start[u + 1]; k += 32) {
			int v = to[k];
			if (depth[v] == -1 && atomicCAS(&depth[v], -1, level + 1) == -1)
				out[atomicAdd(next, 1)] = v;
		}
	}
}
__global__ void bfs_one_block(const int *start, const int *to, int *depth, int n, int from)
{ // the whole search by one block, the depths in shared memory as bytes; each node looks at its neighbours
	extern __shared__ byte d[];
	__shared__ int more;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		d[i] = i == from ? 0 : 255;
	for (int level = 0;; level++) {
		__syncthreads();
		if (threadIdx.x == 0)
			more = 0;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			if (d[i] == 255) {
				bool hit = false;
				for (int k = start[i]; k < start[i + 1] && !hit; k++)
					hit = d[to[k]] == level;
				if (hit)
					depth[i] = level + 1, more = 1;
			}
		__syncthreads();
		if (!more)
			break;
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			if (d[i] == 255 && depth[i] == level + 1)
				d[i] = level + 1;
	}
}
__global__ void relax_edges(const int2 *edge, const int *length, const int *old, int *dist, int m)
{ // Bellman and Ford: a thread an edge
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int2 e = edge[i];
	int d = old[e.x];
	if (d < 1 << 29)
		atomicMin(&dist[e.y], d + length[i]);
}
__global__ void pull_distance(const int *start, const int *to, const int *length, const int *old, int *dist, int n)
{ // the same by nodes: eight lanes look at what comes in, no atomics (all roads go both ways)
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, l = threadIdx.x & 7;
	int d = 1 << 29;
	if (i < n)
		for (int k = start[i] + l; k < start[i + 1]; k += 8)
			d = min(d, old[to[k]] + length[k]);
	for (int s = 4; s; s /= 2)
		d = min(d, __shfl_down_sync(~0u, d, s, 8));
	if (i < n && l == 0)
		dist[i] = min(d, old[i]);
}
__device__ int root_of(int *up, int v)
{ // parents have lesser numbers: halves the way as it goes
	int p;
	while ((p = *(volatile int *)&up[v]) != v) {
		int g = *(volatile int *)&up[p];
		if (g != p)
			atomicMin(&up[v], g);
		v = g;
	}
	return v;
}
__global__ void join_edges(const int2 *edge, int *up, int m)
{ // union and find without locks
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int a = edge[i].x, b = edge[i].y;
	for (;;) {
		a = root_of(up, a), b = root_of(up, b);
		if (a == b)
			break;
		int hi = max(a, b), lo = min(a, b);
		if (atomicCAS(&up[hi], hi, lo) == hi)
			break;
	}
}
__global__ void find_roots(int *up, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMin(&up[i], root_of(up, i));
}
__global__ void triangles_merge(const int2 *edge, const int *start, const int *to, u64 *sum, int m)
{ // an edge a thread: walks along both sorted lists
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
	if (i < m) {
		int a = start[edge[i].x], ae = start[edge[i].x + 1], b = start[edge[i].y], be = start[edge[i].y + 1];
		while (a < ae && b < be) {
			int u = to[a], v = to[b];
			c += u == v, a += u <= v, b += v <= u;
		}
	}
	c = __reduce_add_sync(~0u, c);
	if ((threadIdx.x & 31) == 0 && c)
		atomicAdd(sum, (u64)c);
}
__global__ void triangles_search(const int2 *edge, const int *start, const int *to, u64 *sum, int m)
{ // an edge a warp: each lane looks up one of the shorter list in the longer one
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31, c = 0;
	if (w >= m)
		return;
	int a = edge[w].x, b = edge[w].y;
	if (start[a + 1] - start[a] > start[b + 1] - start[b])
		a = edge[w].y, b = edge[w].x;
	for (int k = start[a] + lane; k < start[a + 1]; k += 32) {
		int v = to[k], lo = start[b], hi = start[b + 1];
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (to[mid] < v)
				lo = mid + 1;
			else
				hi = mid;
		}
		c += lo < start[b + 1] && to[lo] == v;
	}
	c = __reduce_add_sync(~0u, c);
	if (lane == 0 && c)
		atomicAdd(sum, (u64)c);
}
__device__ __host__ unsigned weight(unsigned v)
{
	return (v * 2654435761u ^ v << 13) * 2246822519u;
}
__global__ void colour_round(const int *start, const int *to, const byte *old, byte *now, int n)
{ // Jones and Plassmann: who weighs most of those without a colour takes the least free one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte own = old[i];
	if (own == 255) {
		u64 used = 0;
		bool most = true;
		unsigned w = weight(i);
		for (int k = start[i]; k < start[i + 1] && most; k++) {
			int v = to[k], c = old[v];
			if (c < 64)
				used |= 1ull << c;
			else if (weight(v) > w)
				most = false;
		}
		if (most)
			own = __ffsll(~used) - 1;
	}
	now[i] = own;
}
struct Net {
	int n;
	std::vector<int> start, to, length;
	std::vector<int2> edge; // each once, the lesser first
};
// roads of a town (a grid with holes and some far roads) or friends (few know many)
static Net net(const std::vector<unsigned> &w, int n, int links, bool friends)
{
	Net g;
	g.n = n;
	std::vector<std::vector<int>> with(n);
	int side = std::sqrt((double)n);
	auto add = [&](int a, int b) {
		if (a != b)
			with[a].push_back(b), with[b].push_back(a);
	};
	for (int i = 0; i < links; i++) {
		unsigned r = w[2 * i], s = w[2 * i + 1];
		if (friends)
			add((int)(std::pow((r >> 4) / 268435456.0, 3) * n), s % n);
		else
			add(r % n, s % 200 == 0 ? (s >> 9) % n : s & 1 ? (r % n + 1) % n : (r % n + side) % n);
	}
	g.start.push_back(0);
	for (int i = 0; i < n; i++) {
		auto &v = with[i];
		std::sort(v.begin(), v.end());
		v.erase(std::unique(v.begin(), v.end()), v.end());
		for (int o : v) {
			g.to.push_back(o), g.length.push_back(1 + weight(std::min(i, o) * 31 + std::max(i, o)) % 100);
			if (i < o)
				g.edge.push_back(make_int2(i, o));
		}
		g.start.push_back(g.to.size());
	}
	return g;
}
static void matrices(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	Net g = net(w, 20000, 150000, true);
	int n = g.n, m = g.to.size();
	std::vector<float> val(f.begin(), f.begin() + m), x(f.begin() + 7, f.begin() + 7 + n), y(n), x32(n * 32),
		y32(n * 32);
	std::vector<int> row(m);
	for (int i = 0; i < n * 32; i++)
		x32[i] = f[i];
	for (int r = 0; r < n; r++) {
		double s = 0;
		for (int k = g.start[r]; k < g.start[r + 1]; k++)
			s += val[k] * x[g.to[k]], row[k] = r;
		y[r] = s;
	}
	for (int k = 0; k < m; k++)
		for (int c = 0; c < 32; c++)
			y32[row[k] * 32 + c] += val[k] * x32[g.to[k] * 32 + c];
	int *ds = upload(g.start), *dc = upload(g.to);
	float *dv = upload(val), *dx = upload(x), *o = dev<float>(n), *dx32 = upload(x32), *o32 = dev<float>(32 * n);
	job<float>(
		"sparse_rows.thread", [&] { csr_scalar<<<up(n, 256), 256>>>(ds, dc, dv, dx, o, n); }, o, n,
		close_to(y, 1e-3));
	job<float>(
		"sparse_rows.eight_lanes", [&] { csr_vector<8><<<up(n, 16), 128>>>(ds, dc, dv, dx, o, n); }, o, n,
		close_to(y, 1e-3));
	job<float>(
		"sparse_rows.products_in_shared", [&] { csr_stream<<<up(n, 64), 128>>>(ds, dc, dv, dx, o, n); }, o, n,
		close_to(y, 1e-3));
	job<float>(
		"sparse_by_thin_matrix.warp_a_row",
		[&] { sparse_by_thin<<<up(n, 8), 256>>>(ds, dc, dv, dx32, o32, n); }, o32, 32 * n, close_to(y32, 1e-3));
	const int E = 60000, WIDTH = 20;
	std::vector<int> col(E * WIDTH);
	std::vector<double> ev(E * WIDTH), ex(E), ey(E);
	for (int i = 0; i < E; i++)
		ex[i] = f[i];
	for (int i = 0; i < E * WIDTH; i++) {
		int r = i % E, c = r + (int)(w[i % 600000] % 400) - 200;
		col[i] = c < 0 || c >= E || i / E > r % 24 ? -1 : c;
		ev[i] = f[(i + 99) % 600000];
		if (col[i] >= 0)
			ey[r] += ev[i] * ex[c];
	}
	int *de = upload(col);
	double *dev_ = upload(ev), *dex = upload(ex), *oe = dev<double>(E);
	job<double>(
		"sparse_equal_rows.doubles", [&] { ell_double<<<up(E, 192), 192>>>(de, dev_, dex, oe, E, WIDTH); }, oe,
		E, close_to(ey, 1e-9));
}
static void searches(const std::vector<unsigned> &w)
{
	for (int small = 0; small < 2; small++) {
		Net g = net(w, small ? 6000 : 40000, small ? 15000 : 200000, true);
		int n = g.n, from = n / 2, levels = 0;
		std::vector<int> want(n, -1), queue{ from };
		want[from] = 0;
		for (size_t q = 0; q < queue.size(); q++)
			for (int k = g.start[queue[q]]; k < g.start[queue[q] + 1]; k++)
				if (want[g.to[k]] < 0)
					levels = want[g.to[k]] = want[queue[q]] + 1, queue.push_back(g.to[k]);
		int *ds = upload(g.start), *dt = upload(g.to), *o = dev<int>(n + 1), *q = dev<int>(2 * n),
		    *many = dev<int>(64);
		auto begin = [=] {
			int nought = 0, one = 1;
			CHECK(cudaMemset(o, 255, 4 * n));
			CHECK(cudaMemcpy(o + from, &nought, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemset(many, 0, 256));
			CHECK(cudaMemcpy(many, &one, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(q, &from, 4, cudaMemcpyHostToDevice));
		};
		if (small)
			job<int>(
				"search_by_levels.one_block_of_bytes",
				[&] { bfs_one_block<<<1, 1024, n>>>(ds, dt, o, n, from); }, o, n, same(want), begin);
		if (small)
			continue;
		job<int>(
			"search_by_levels.queue_of_nodes",
			[&] {
				for (int l = 0; l <= levels; l++)
					bfs_queue<<<264, 128>>>(ds, dt, o, q + (l & 1) * n, many + l,
						q + (1 - (l & 1)) * n, many + l + 1, l);
			},
			o, n, same(want), begin);
	}
}
static void roads(const std::vector<unsigned> &w)
{
	Net g = net(w, 30000, 75000, false);
	const int R = 6;
	int n = g.n, m = g.edge.size();
	std::vector<int> d(n, 1 << 29), e, root(n);
	d[n / 3] = 0;
	for (int i = 0; i < 40; i++)
		d[w[i] % n] = w[i + 50] % 500;
	int *first = upload(d), *ds = upload(g.start), *dt = upload(g.to), *dl = upload(g.length), *o = dev<int>(2 * n);
	for (int r = 0; r < R; r++) {
		e = d;
		for (int i = 0; i < n; i++)
			for (int k = g.start[i]; k < g.start[i + 1]; k++)
				e[i] = std::min(e[i], d[g.to[k]] + g.length[k]);
		d = e;
	}
	std::vector<int2> both;
	for (int i = 0; i < n; i++)
		for (int k = g.start[i]; k < g.start[i + 1]; k++)
			both.push_back(make_int2(i, g.to[k]));
	int2 *db = upload(both), *de = upload(g.edge);
	auto begin = [=] { CHECK(cudaMemcpy(o, first, 4 * n, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"shortest_roads.edges_push",
		[&] {
			for (int r = 0; r < R; r++) {
				int *a = o + (r & 1) * n, *b = o + (1 - (r & 1)) * n;
				CHECK(cudaMemcpyAsync(b, a, 4 * n, cudaMemcpyDeviceToDevice));
				relax_edges<<<up(2 * m, 256), 256>>>(db, dl, a, b, 2 * m);
			}
		},
		o, n, same(d), begin);
	job<int>(
		"shortest_roads.nodes_pull",
		[&] {
			for (int r = 0; r < R; r++)
				pull_distance<<<up(n * 8, 256), 256>>>(
					ds, dt, dl, o + (r & 1) * n, o + (1 - (r & 1)) * n, n);
		},
		o, n, same(d), begin);
	for (int i = 0; i < n; i++)
		root[i] = i;
	auto find = [&](int v) {
		while (root[v] != v)
			v = root[v] = root[root[v]];
		return v;
	};
	std::vector<int> numbers = root;
	for (int2 a : g.edge) {
		int u = find(a.x), v = find(a.y);
		root[std::max(u, v)] = std::min(u, v);
	}
	for (int i = 0; i < n; i++)
		root[i] = find(i);
	int *dn = upload(numbers);
	auto own = [=] { CHECK(cudaMemcpy(o, dn, 4 * n, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"joined_quarters.union_and_find",
		[&] {
			join_edges<<<up(m, 128), 128>>>(de, o, m);
			find_roots<<<up(n, 256), 256>>>(o, n);
		},
		o, n, same(root), own);
}
static void friends(const std::vector<unsigned> &w)
{
	Net g = net(w, 5000, 30000, true);
	int n = g.n, m = g.edge.size();
	u64 want = 0;
	for (int2 e : g.edge) {
		std::vector<int> v;
		std::set_intersection(g.to.begin() + g.start[e.x], g.to.begin() + g.start[e.x + 1],
			g.to.begin() + g.start[e.y], g.to.begin() + g.start[e.y + 1], std::back_inserter(v));
		want += v.size();
	}
	int *ds = upload(g.start), *dt = upload(g.to);
	int2 *de = upload(g.edge);
	u64 *o = dev<u64>(1);
	auto zero = [=] { CHECK(cudaMemset(o, 0, 8)); };
	auto right = same(std::vector<u64>{ want });
	job<u64>(
		"mutual_friends.two_lists_walked", [&] { triangles_merge<<<up(m, 64), 64>>>(de, ds, dt, o, m); }, o, 1,
		right, zero);
	job<u64>(
		"mutual_friends.looked_up_by_lanes", [&] { triangles_search<<<up(m, 4), 128>>>(de, ds, dt, o, m); }, o,
		1, right, zero);
	const int R = 8;
	g = net(w, 40000, 160000, false);
	n = g.n;
	std::vector<byte> c(n, 255), next;
	for (int r = 0; r < R; r++) {
		next = c;
		for (int i = 0; i < n; i++) {
			u64 used = 0;
			bool most = c[i] == 255;
			for (int k = g.start[i]; k < g.start[i + 1]; k++) {
				int v = g.to[k];
				if (c[v] < 64)
					used |= 1ull << c[v];
				else if (weight(v) > weight(i))
					most = false;
			}
			if (most)
				next[i] = __builtin_ctzll(~used);
		}
		c = next;
	}
	ds = upload(g.start), dt = upload(g.to);
	byte *oc = dev<byte>(2 * n);
	job<byte>(
		"coloured_net.eight_rounds",
		[&] {
			for (int r = 0; r < R; r++)
				colour_round<<<up(n, 256), 256>>>(ds, dt, oc + (r & 1) * n, oc + (1 - (r & 1)) * n, n);
		},
		oc, n, same(c), [&] { CHECK(cudaMemset(oc, 255, 2 * n)); });
}
void rows()
{
	std::vector<unsigned> w = words(900000);
	std::vector<float> f = fractions(w);
	matrices(w, f);
	searches(w);
	roads(w);
	friends(w);
}
