// blind7f: a seventh set of kernels that nobody had modelled when they were written. Graphs, sparse matrices.
#include "blind7.h"
#include <cuda/atomic>

// ---- graphs: from[v] to from[v + 1] are v's neighbours in to
__global__ void levels_all(const int *from, const int *to, const int *old, int *level, int n, int now)
{ // who has no level yet looks among its neighbours
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int l = old[v];
	for (int e = from[v]; e < from[v + 1] && l < 0; e++)
		if (old[to[e]] == now)
			l = now + 1;
	level[v] = l;
}
__global__ void levels_queue(const int *from, const int *to, int *level, const int *queue, int *next, int *count, int now)
{ // count[now]: how many stand in the queue
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count[now]; i += gridDim.x * blockDim.x) {
		int v = queue[i];
		for (int e = from[v]; e < from[v + 1]; e++)
			if (atomicCAS(&level[to[e]], -1, now + 1) == -1)
				next[atomicAdd(&count[now + 1], 1)] = to[e];
	}
}
__global__ void levels_queue_warps(const int *from, const int *to, int *level, const int *queue, int *next, int *count, int now)
{ // a warp a vertex; places in the next queue by votes
	int lane = threadIdx.x % 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < count[now]; i += gridDim.x * blockDim.x / 32) {
		int v = queue[i], end = from[v + 1];
		for (int base = from[v]; base < end; base += 32) {
			int o = base + lane < end ? to[base + lane] : -1;
			bool mine = o >= 0 && atomicCAS(&level[o], -1, now + 1) == -1;
			unsigned all = __ballot_sync(~0u, mine);
			int at = 0;
			if (lane == 0 && all)
				at = atomicAdd(&count[now + 1], __popc(all));
			at = __shfl_sync(~0u, at, 0);
			if (mine)
				next[at + __popc(all & ((1u << lane) - 1))] = o;
		}
	}
}
__global__ void levels_first(int *level, int *queue, int *count)
{
	level[0] = 0;
	queue[0] = 0;
	count[0] = 1;
}
__global__ void rank_pull(const int *from, const int *to, const float *r, float *out, int n)
{ // r: rank by degree
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	float s = 0;
	for (int e = from[v]; e < from[v + 1]; e++)
		s += r[to[e]];
	out[v] = (0.15f / n + 0.85f * s) / (from[v + 1] - from[v]);
}
__global__ void rank_push(const int *from, const int *to, const float *r, float *out, int n)
{
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
	if (v < n)
		for (int e = from[v] + threadIdx.x % 8; e < from[v + 1]; e += 8)
			atomicAdd(&out[to[e]], r[v]);
}
__global__ void rank_settle(const int *from, float *sum, float *r, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	r[v] = (0.15f / n + 0.85f * sum[v]) / (from[v + 1] - from[v]);
	sum[v] = 0;
}
__device__ unsigned mixed(unsigned v)
{
	v ^= v >> 16;
	v *= 0x7feb352d;
	v ^= v >> 15;
	return v * 0x846ca68b;
}
__global__ void colour_round(const int *from, const int *to, const int *colour, int *next, int n, int round)
{ // who has the largest number among those without a colour takes this round's
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int c = colour[v];
	if (c < 0) {
		bool top = true;
		unsigned me = mixed(v);
		for (int e = from[v]; e < from[v + 1] && top; e++) {
			int o = to[e];
			unsigned other = mixed(o);
			if (colour[o] < 0 && (other > me || (other == me && o > v)))
				top = false;
		}
		if (top)
			c = round;
	}
	next[v] = c;
}
__global__ void triangles_merge(const int *from, const int *to, int *count, int n)
{ // a thread a vertex: lists in order, walked side by side
	int v = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (v < n)
		for (int e = from[v]; e < from[v + 1]; e++) {
			int u = to[e], a = from[v], b = from[u];
			if (u >= v)
				break;
			while (to[a] < u && b < from[u + 1] && to[b] < u) {
				int p = to[a], q = to[b];
				found += p == q;
				a += p <= q;
				b += q <= p;
			}
		}
	found = __reduce_add_sync(~0u, found);
	if (threadIdx.x % 32 == 0 && found)
		atomicAdd(count, found);
}
__global__ void triangles_search(const int *from, const int *to, int *count, int n)
{ // a warp a vertex: each lane looks for one neighbour's neighbours by halving
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, found = 0;
	if (v < n)
		for (int e = from[v]; e < from[v + 1]; e++) {
			int u = to[e];
			if (u >= v)
				break;
			for (int k = from[u] + lane; k < from[u + 1]; k += 32) {
				int x = to[k], lo = from[v], hi = from[v + 1];
				if (x >= u)
					break;
				while (lo < hi) {
					int m = (lo + hi) / 2;
					if (to[m] < x)
						lo = m + 1;
					else
						hi = m;
				}
				found += to[lo] == x && lo < from[v + 1];
			}
		}
	found = __reduce_add_sync(~0u, found);
	if (lane == 0 && found)
		atomicAdd(count, found);
}
__global__ void relax_edges(const int2 *edge, const int *length, int *far, int m)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= m)
		return;
	int2 p = edge[e];
	int a = cuda::atomic_ref<int, cuda::thread_scope_device>(far[p.x]).load(cuda::memory_order_relaxed);
	if (a < 1 << 29 && a + length[e] < cuda::atomic_ref<int, cuda::thread_scope_device>(far[p.y]).load(cuda::memory_order_relaxed))
		atomicMin(&far[p.y], a + length[e]);
}
__global__ void ways_by(int *d, int n, int k)
{ // Floyd and Warshall, one launch a vertex
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x == k || y == k)
		return;
	d[y * n + x] = min(d[y * n + x], d[y * n + k] + d[k * n + x]);
}
__device__ void ways_of(int (*c)[33], int (*a)[33], int (*b)[33])
{
	int x = threadIdx.x, y = threadIdx.y;
	for (int k = 0; k < 32; k++) {
		int v = min(c[y][x], a[y][k] + b[k][x]);
		__syncthreads();
		c[y][x] = v;
		__syncthreads();
	}
}
__global__ void ways_tile(int *d, int n, int k, int phase)
{ // by tiles of 32: the one on the diagonal, those in its row and column, the others
	__shared__ int a[32][33], b[32][33], c[32][33];
	int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
	if (phase == 0)
		bx = by = k;
	else if (phase == 1) {
		by = blockIdx.y ? bx : k;
		bx = blockIdx.y ? k : bx;
		if (bx == by)
			return;
	} else if (bx == k || by == k)
		return;
	a[y][x] = d[(by * 32 + y) * n + k * 32 + x];
	b[y][x] = d[(k * 32 + y) * n + bx * 32 + x];
	c[y][x] = d[(by * 32 + y) * n + bx * 32 + x];
	__syncthreads();
	ways_of(c, phase == 0 || (phase == 1 && bx == k) ? c : a, phase == 0 || (phase == 1 && by == k) ? c : b);
	d[(by * 32 + y) * n + bx * 32 + x] = c[y][x];
}
// ---- sparse matrices
__global__ void csr_thread(const int *from, const int *col, const float *val, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int e = from[r]; e < from[r + 1]; e++)
		s += val[e] * x[col[e]];
	y[r] = s;
}
template <int LANES> __global__ void csr_lanes(const int *from, const int *col, const float *val, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
	float s = 0;
	if (r < n)
		for (int e = from[r] + lane; e < from[r + 1]; e += LANES)
			s += val[e] * x[col[e]];
	for (int d = LANES / 2; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, LANES);
	if (r < n && lane == 0)
		y[r] = s;
}
__global__ void ell_columns(const int *col, const float *val, const float *x, float *y, int n, int wide)
{ // as wide as the widest row, column by column; -1: nothing
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = 0; k < wide; k++) {
		int c = col[k * n + r];
		if (c >= 0)
			s += val[k * n + r] * x[c];
	}
	y[r] = s;
}
__global__ void coo_atomic(const int *row, const int *col, const float *val, const float *x, float *y, int m)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < m)
		atomicAdd(&y[row[e]], val[e] * x[col[e]]);
}
__global__ void bsr_warp(const int *from, const int *col, const float *val, const float *x, float *y, int n)
{ // blocks of 8x8: a warp a row of blocks, a lane a pair of columns of one row
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, i = lane / 4, j = lane % 4 * 2;
	float s = 0;
	for (int e = from[r]; e < from[r + 1]; e++) {
		float2 a = *(const float2 *)&val[e * 64 + i * 8 + j], b = *(const float2 *)&x[col[e] * 8 + j];
		s += a.x * b.x + a.y * b.y;
	}
	s += __shfl_xor_sync(~0u, s, 1);
	s += __shfl_xor_sync(~0u, s, 2);
	if (lane % 4 == 0)
		y[r * 8 + i] = s;
}
__global__ void csr_times_many(const int *from, const int *col, const float *val, const float *x, float *y)
{ // 32 vectors at once, a lane each
	int r = blockIdx.x * blockDim.y + threadIdx.y;
	float s = 0;
	for (int e = from[r]; e < from[r + 1]; e++)
		s += val[e] * x[col[e] * 32 + threadIdx.x];
	y[r * 32 + threadIdx.x] = s;
}

void rows()
{
	const int N = 16384, T = 1 << 18;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<std::vector<int>> near_(N);
	for (int i = 0; i < N * 8; i++) { // some have many neighbours
		int a = (u64)w[2 * i] % N * (w[2 * i + 1] % N) / N, b = w[2 * i + 1] / 7 % N;
		if (a == b)
			b = (b + 1) % N;
		near_[a].push_back(b);
		near_[b].push_back(a);
	}
	std::vector<int> from(1), to, row, ellc, far(N, 1 << 29), len, level(N, -1);
	std::vector<int2> edge;
	int widest = 0, tri = 0;
	for (int i = 0; i < N; i++) {
		auto &l = near_[i];
		l.push_back((i + 1) % N);
		l.push_back((i + N - 1) % N);
		std::sort(l.begin(), l.end());
		l.erase(std::unique(l.begin(), l.end()), l.end());
	}
	for (int i = 0; i < N; i++) { // both ways
		for (int o : near_[i]) {
			to.push_back(o);
			row.push_back(i);
			edge.push_back(make_int2(i, o));
			len.push_back(1 + w[to.size()] % 20);
		}
		from.push_back(to.size());
		widest = std::max(widest, (int)near_[i].size());
	}
	const int E = to.size();
	std::vector<int> line = { 0 };
	level[0] = 0;
	for (size_t i = 0; i < line.size(); i++)
		for (int o : near_[line[i]])
			if (level[o] < 0)
				level[o] = level[line[i]] + 1, line.push_back(o);
	const int deep = level[line.back()];
	for (int v = 0; v < N; v++)
		for (int u : near_[v])
			for (int e = 0; u < v && near_[u][e] < u; e++)
				tri += std::binary_search(near_[v].begin(), near_[v].end(), near_[u][e]);
	far[0] = 0;
	int rounds = 0;
	for (bool more = true; more; rounds++) {
		more = false;
		std::vector<int> was(far);
		for (int e = 0; e < E; e++)
			if (was[edge[e].x] + len[e] < far[edge[e].y])
				far[edge[e].y] = was[edge[e].x] + len[e], more = true;
	}
	std::vector<float> y(N), r0(N), rank(N), rank1(N);
	for (int e = 0; e < E; e++)
		y[row[e]] += f[e] * f[to[e]];
	for (int i = 0; i < N; i++)
		r0[i] = rank[i] = 1.0f / N / (from[i + 1] - from[i]);
	for (int k = 0; k < 3; k++, rank = rank1)
		for (int i = 0; i < N; i++) {
			double s = 0;
			for (int o : near_[i])
				s += rank[o];
			rank1[i] = (0.15 / N + 0.85 * s) / (from[i + 1] - from[i]);
		}
	int *fr = upload(from), *tt = upload(to), *rw = upload(row), *io = dev<int>(T), *q = dev<int>(N), *q2 = dev<int>(N), *cnt = dev<int>(64);
	int *ln = upload(len), *io2 = dev<int>(T);
	int2 *eg = upload(edge);
	float *x = upload(f), *o = dev<float>(N * 32), *o2 = dev<float>(N), *rs = upload(r0);
	typedef const std::vector<int> &I;
	typedef const std::vector<float> &F;
	auto start = [&] {
		CHECK(cudaMemset(io, 255, N * 4));
		CHECK(cudaMemset(cnt, 0, 256));
		levels_first<<<1, 1>>>(io, q, cnt);
	};
	job<int>(
		"levels.all_vertices",
		[&] {
			for (int k = 0; k < deep; k++)
				levels_all<<<N / 256, 256>>>(fr, tt, (deep - k) % 2 ? io2 : io, (deep - k) % 2 ? io : io2, N, k);
		},
		io, N, same(level), [&] {
			start();
			CHECK(cudaMemcpy(io2, io, N * 4, cudaMemcpyDeviceToDevice));
		});
	job<int>(
		"levels.queue",
		[&] {
			for (int k = 0; k < deep; k++)
				levels_queue<<<64, 128>>>(fr, tt, io, k % 2 ? q2 : q, k % 2 ? q : q2, cnt, k);
		},
		io, N, same(level), start);
	job<int>(
		"levels.queue_warps",
		[&] {
			for (int k = 0; k < deep; k++)
				levels_queue_warps<<<264, 128>>>(fr, tt, io, k % 2 ? q2 : q, k % 2 ? q : q2, cnt, k);
		},
		io, N, same(level), start);
	auto ranked = [&](F v) {
		bool ok = true;
		for (int i = 0; i < N; i++)
			ok &= std::fabs(v[i] - rank[i]) < 1e-3 * rank[i];
		return ok;
	};
	job<float>(
		"rank.pull",
		[&] {
			for (int k = 0; k < 3; k++)
				rank_pull<<<N / 128, 128>>>(fr, tt, k == 0 ? rs : k == 1 ? o : o2, k == 1 ? o2 : o, N);
		},
		o, N, ranked);
	job<float>(
		"rank.push",
		[&] {
			for (int k = 0; k < 3; k++) {
				rank_push<<<N * 8 / 256, 256>>>(fr, tt, k ? o : rs, o2, N);
				rank_settle<<<N / 256, 256>>>(fr, o2, o, N);
			}
		},
		o, N, ranked, [&] { CHECK(cudaMemset(o2, 0, N * 4)); });
	job<int>(
		"colour.rounds",
		[&] {
			for (int k = 0; k < 12; k++)
				colour_round<<<N / 128, 128>>>(fr, tt, k % 2 ? io2 : io, k % 2 ? io : io2, N, k);
		},
		io, N,
		[&](I v) {
			bool ok = true;
			for (int e = 0; e < E; e++)
				ok &= v[row[e]] < 0 || v[row[e]] != v[to[e]];
			return ok;
		},
		[&] { CHECK(cudaMemset(io, 255, N * 4)); });
	auto none = [&] { CHECK(cudaMemset(cnt, 0, 256)); };
	job<int>("triangles.side_by_side", [&] { triangles_merge<<<N / 128, 128>>>(fr, tt, cnt, N); }, cnt, 1, same(std::vector<int>{ tri }), none);
	job<int>("triangles.by_halving", [&] { triangles_search<<<N / 4, 128>>>(fr, tt, cnt, N); }, cnt, 1, same(std::vector<int>{ tri }), none);
	std::vector<int> far0(N, 1 << 29);
	far0[0] = 0;
	int *fs = upload(far0);
	job<int>(
		"ways.edges",
		[&] {
			for (int k = 0; k < rounds; k++)
				relax_edges<<<(E + 255) / 256, 256>>>(eg, ln, io, E);
		},
		io, N, same(far), [&] { CHECK(cudaMemcpy(io, fs, N * 4, cudaMemcpyDeviceToDevice)); });
	const int D = 128;
	std::vector<int> dist(D * D), all;
	for (int i = 0; i < D * D; i++)
		dist[i] = i % (D + 1) ? 1 + w[i] % 1000 : 0;
	all = dist;
	for (int k = 0; k < D; k++)
		for (int i = 0; i < D * D; i++)
			all[i] = std::min(all[i], all[i / D * D + k] + all[k * D + i % D]);
	int *ds = upload(dist);
	auto again = [&] { CHECK(cudaMemcpy(io, ds, D * D * 4, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"ways.launch_a_vertex",
		[&] {
			for (int k = 0; k < D; k++)
				ways_by<<<dim3(1, D), D>>>(io, D, k);
		},
		io, D * D, same(all), again);
	job<int>(
		"ways.tiles",
		[&] {
			for (int k = 0; k < D / 32; k++)
				for (int p = 0; p < 3; p++)
					ways_tile<<<p == 0 ? dim3(1, 1) : p == 1 ? dim3(D / 32, 2) : dim3(D / 32, D / 32), dim3(32, 32)>>>(io, D, k, p);
		},
		io, D * D, same(all), again);
	std::vector<float> ellv(64 * N), even(N);
	ellc.assign(64 * N, -1);
	for (int i = 0; i < N; i++) // the first 16 of each row at the most
		for (int k = 0; k < 16 && from[i] + k < from[i + 1]; k++) {
			ellc[k * N + i] = to[from[i] + k];
			ellv[k * N + i] = f[from[i] + k];
			even[i] += f[from[i] + k] * f[to[from[i] + k]];
		}
	int *ec = upload(ellc);
	float *ev = upload(ellv);
	job<float>("rows.a_thread_each", [&] { csr_thread<<<N / 128, 128>>>(fr, tt, x, x, o, N); }, o, N, close_to(y, 1e-3));
	job<float>("rows.four_lanes_each", [&] { csr_lanes<4><<<N / 32, 128>>>(fr, tt, x, x, o, N); }, o, N, close_to(y, 1e-3));
	job<float>("rows.a_warp_each", [&] { csr_lanes<32><<<N / 4, 128>>>(fr, tt, x, x, o, N); }, o, N, close_to(y, 1e-3));
	job<float>("rows.filled_up", [&] { ell_columns<<<N / 128, 128>>>(ec, ev, x, o, N, 16); }, o, N, close_to(even, 1e-3));
	job<float>("rows.triplets", [&] { coo_atomic<<<(E + 127) / 128, 128>>>(rw, tt, x, x, o, E); }, o, N, close_to(y, 1e-3),
		[&] { CHECK(cudaMemset(o, 0, N * 4)); });
	std::vector<int> bf(2049), bc(2048 * 6);
	std::vector<float> by(N);
	for (int i = 0; i < 2048; i++) {
		bf[i + 1] = bf[i] + w[i] % 7;
		for (int e = bf[i]; e < bf[i + 1]; e++) {
			bc[e] = w[9000 + e] % 2048;
			for (int k = 0; k < 64; k++)
				by[i * 8 + k / 8] += f[e * 64 + k] * f[bc[e] * 8 + k % 8];
		}
	}
	int *bfd = upload(bf), *bcd = upload(bc);
	job<float>("rows.blocks_of_8", [&] { bsr_warp<<<512, 128>>>(bfd, bcd, x, x, o, 2048); }, o, N, close_to(by, 1e-3));
	job<float>("rows.many_vectors", [&] { csr_times_many<<<N / 32, dim3(32, 8)>>>(fr, tt, x, x, o); }, o, N / 4 * 32, [&](F v) {
		double s = 0;
		for (int e = 0; e < from[777 + 1] - from[777]; e++)
			s += f[from[777] + e] * f[to[from[777] + e] * 32 + 5];
		return near(v[777 * 32 + 5], s, 1e-3);
	});
}
