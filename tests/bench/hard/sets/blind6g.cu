// blind6g: a sixth set of kernels that nobody had modelled when they were written. Graphs, best ways.
#include "blind6.h"

// ---- graphs: neighbours in order, no loops, each edge both ways
__global__ void many_sources(const int *start, const int *to, const u64 *now, u64 *next, u64 *seen, int n)
{ // a step of 64 searches at once, a bit each
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	u64 bits = 0, old = seen[v];
	for (int k = start[v]; k < start[v + 1]; k++)
		bits |= now[to[k]];
	bits &= ~old;
	next[v] = bits;
	if (bits)
		seen[v] = old | bits;
}
__global__ void triangles_bits(const u64 *row, int *out, int words)
{ // a dense graph as rows of bits: a block a vertex, a warp a neighbour
	int v = blockIdx.x, lane = threadIdx.x % 32, many = 0;
	for (int u = threadIdx.x / 32; u < v; u += blockDim.x / 32) {
		if (!(row[v * words + u / 64] >> u % 64 & 1))
			continue;
		for (int k = lane; k < words; k += 32)
			many += __popcll(row[v * words + k] & row[u * words + k]);
	}
	many = __reduce_add_sync(~0u, many);
	if (!lane)
		atomicAdd(out, many);
}
__global__ void triangles_walk(const int *start, const int *to, const int *source, int *out, int edges)
{ // an edge a thread: both lists are walked side by side
	int e = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	if (e < edges) {
		int a = source[e], b = to[e];
		if (a < b) {
			int i = start[a], j = start[b];
			while (i < start[a + 1] && j < start[b + 1]) {
				int p = to[i], q = to[j];
				many += p == q && p > b;
				i += p <= q;
				j += q <= p;
			}
		}
	}
	many = __reduce_add_sync(~0u, many);
	if (threadIdx.x % 32 == 0 && many)
		atomicAdd(out, many);
}
__global__ void rank_whole_numbers(const int *start, const int *to, const unsigned *rank, unsigned *next, int n)
{ // each gives its neighbours equal parts, in fixed point
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int a = start[v], b = start[v + 1];
	if (a == b)
		return;
	unsigned part = rank[v] / (b - a);
	for (int k = a; k < b; k++)
		atomicAdd(&next[to[k]], part);
}
__device__ unsigned liking(unsigned a, unsigned b)
{
	unsigned lo = min(a, b), hi = max(a, b);
	return (lo * 0x9e3779b1u ^ hi * 0x85ebca6bu) * 0xc2b2ae35u >> 8;
}
__global__ void propose(const int *start, const int *to, const int *mate, int *choice, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	unsigned best = 0;
	int who = -1;
	if (mate[v] < 0)
		for (int k = start[v]; k < start[v + 1]; k++)
			if (mate[to[k]] < 0 && liking(v, to[k]) >= best) {
				best = liking(v, to[k]);
				who = to[k];
			}
	choice[v] = who;
}
__global__ void accept(const int *choice, int *mate, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && choice[v] >= 0 && choice[choice[v]] == v)
		mate[v] = choice[v];
}
__global__ void commonest_label(const int *start, const int *to, const int *label, int *out, int n)
{ // of the neighbours, the smallest of the most frequent; up to 24 are looked at
	int v = blockIdx.x * blockDim.x + threadIdx.x, seen[24], many = 0;
	if (v >= n)
		return;
	for (int k = start[v]; k < start[v + 1] && many < 24; k++)
		seen[many++] = label[to[k]];
	int best = 0, which = label[v];
	for (int i = 0; i < many; i++) {
		int c = 0;
		for (int j = 0; j < many; j++)
			c += seen[j] == seen[i];
		if (c > best || c == best && seen[i] < which) {
			best = c;
			which = seen[i];
		}
	}
	out[v] = which;
}
__global__ void ways_tile(int *d, int n, int k, int phase)
{ // all shortest ways by tiles of 32: the tile itself, its row and column, the others
	__shared__ int a[32][32], b[32][33];
	int x = threadIdx.x, y0 = threadIdx.y, bx = phase == 0 ? k : blockIdx.x, by = phase == 0 ? k : blockIdx.y;
	if (phase == 1) {
		bx = blockIdx.y ? k : blockIdx.x;
		by = blockIdx.y ? blockIdx.x : k;
	}
	if (phase && bx == k && by == k || phase == 2 && (bx == k || by == k))
		return;
	int v[4];
	for (int j = 0; j < 4; j++) {
		int y = y0 + j * 8;
		v[j] = d[(by * 32 + y) * n + bx * 32 + x];
		a[y][x] = d[(by * 32 + y) * n + k * 32 + x];
		b[y][x] = d[(k * 32 + y) * n + bx * 32 + x];
	}
	__syncthreads();
	for (int i = 0; i < 32; i++) {
		for (int j = 0; j < 4; j++)
			v[j] = min(v[j], a[y0 + j * 8][i] + b[i][x]);
		if (phase < 2) {
			__syncthreads();
			for (int j = 0; j < 4; j++) {
				if (bx == k)
					a[y0 + j * 8][x] = v[j];
				if (by == k)
					b[y0 + j * 8][x] = v[j];
			}
			__syncthreads();
		}
	}
	for (int j = 0; j < 4; j++)
		d[(by * 32 + y0 + j * 8) * n + bx * 32 + x] = v[j];
}

// ---- best ways through tables
__global__ void align_affine(const unsigned *a, const unsigned *b, int *out, int pairs, int length)
{ // local alignment with gaps that open and go on; 24 signs of two bits against a longer text, a thread a pair
	int i = blockIdx.x * blockDim.x + threadIdx.x, h[24], e[24], best = 0;
	if (i >= pairs)
		return;
	u64 q = (u64)a[i * 2 + 1] << 32 | a[i * 2];
#pragma unroll
	for (int k = 0; k < 24; k++)
		h[k] = 0, e[k] = -100;
	for (int t = 0; t < length; t++) {
		int c = b[t / 16 * pairs + i] >> t % 16 * 2 & 3, diagonal = 0, f = -100, up = 0;
#pragma unroll
		for (int k = 0; k < 24; k++) {
			int s = (q >> k * 2 & 3) == c ? 5 : -4;
			e[k] = __viaddmax_s32(e[k], -1, h[k] - 6);
			f = __viaddmax_s32(f, -1, up - 6);
			int v = __vimax3_s32_relu(diagonal + s, e[k], f);
			diagonal = h[k];
			h[k] = up = v;
			best = max(best, v);
		}
	}
	out[i] = best;
}
__global__ void warp_time(const float *a, const float *b, float *out, int length)
{ // how two curves fit when time may bend: 32 points against more, a lane a point, by shuffles
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float mine = a[w * 32 + lane], now = 1e30f, before = 1e30f;
	for (int t = 0; t < length + 31; t++) {
		int k = t - lane;
		float up = __shfl_up_sync(~0u, now, 1), corner = __shfl_up_sync(~0u, before, 1);
		if (!lane) {
			up = 1e30f;
			corner = k ? 1e30f : 0;
		}
		float v = 1e30f;
		if (k >= 0 && k < length)
			v = fabsf(mine - b[w * length + k]) + fminf(fminf(now, up), corner);
		before = now;
		now = v;
		if (lane == 31 && k == length - 1)
			out[w] = v;
	}
}
__global__ void sacks(const int *weight, const int *value, int *out, int things)
{ // what 4096 sizes of a sack can hold: a block a sack, four sizes a thread, a barrier a thing
	__shared__ int s[2][4096];
	for (int k = 0; k < 4; k++)
		s[0][threadIdx.x + k * 1024] = 0;
	__syncthreads();
	for (int i = 0; i < things; i++) {
		int w = weight[blockIdx.x * things + i], v = value[blockIdx.x * things + i];
		for (int k = 0; k < 4; k++) {
			int c = threadIdx.x + k * 1024, best = s[i & 1][c];
			if (c >= w)
				best = max(best, s[i & 1][c - w] + v);
			s[1 - (i & 1)][c] = best;
		}
		__syncthreads();
	}
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 4096 + threadIdx.x + k * 1024] = s[things & 1][threadIdx.x + k * 1024];
}
__global__ void product_order(const int *size, int *out)
{ // the cheapest order of 64 products of matrices, by growing pieces; a block a problem
	__shared__ int cost[64][65], p[65];
	int t = threadIdx.x;
	for (int i = t; i < 65; i += 64)
		p[i] = size[blockIdx.x * 65 + i];
	cost[t][t] = 0;
	__syncthreads();
	for (int n = 1; n < 64; n++) {
		if (t + n < 64) {
			int best = 1 << 30;
			for (int k = t; k < t + n; k++)
				best = min(best, cost[t][k] + cost[k + 1][t + n] + p[t] * p[k + 1] * p[t + n + 1]);
			cost[t][t + n] = best;
		}
		__syncthreads();
	}
	if (!t)
		out[blockIdx.x] = cost[0][63];
}
__global__ void edit_tiles(const byte *a, const byte *b, int *d, int n, int diagonal, int first)
{ // a tile of 32x32 of the table of an edit distance, a launch a diagonal of tiles; d has n + 1 a row
	__shared__ int s[33][33];
	int ty = first + blockIdx.x, tx = diagonal - ty, t = threadIdx.x, w = n + 1;
	int *corner = d + ty * 32 * w + tx * 32;
	s[0][t + 1] = corner[t + 1];
	s[t + 1][0] = corner[(t + 1) * w];
	if (!t)
		s[0][0] = corner[0];
	int mine = a[ty * 32 + t];
	__syncwarp();
	for (int k = 0; k < 63; k++) {
		int x = k - t;
		if (x >= 0 && x < 32)
			s[t + 1][x + 1] = min(min(s[t][x + 1], s[t + 1][x]) + 1, s[t][x] + (mine != b[tx * 32 + x]));
		__syncwarp();
	}
	for (int k = 0; k < 32; k++)
		corner[(k + 1) * w + t + 1] = s[k + 1][t + 1];
}
__global__ void hidden_states(const float *move, const float *see, const int *seen, float *out, int steps)
{ // how likely what was seen is: 32 states, a lane each, scaled at each step; a warp a sequence
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float m[32], p = 1.0f / 32, sum = 0;
	for (int k = 0; k < 32; k++)
		m[k] = move[k * 32 + lane];
	for (int t = 0; t < steps; t++) {
		float v = 0;
#pragma unroll
		for (int k = 0; k < 32; k++)
			v += __shfl_sync(~0u, p, k) * m[k];
		v *= see[seen[w * steps + t] * 32 + lane];
		float all = v;
		for (int d = 16; d; d /= 2)
			all += __shfl_xor_sync(~0u, all, d);
		p = v / all;
		sum += logf(all);
	}
	if (!lane)
		out[w] = sum;
}

void rows()
{
	const int M = 1 << 20, N = 16384;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w);
	std::vector<std::vector<int>> list(N);
	for (int i = 0; i < 60000; i++) {
		int a = w[i] % N, b = w[i] >> 30 ? (a + 1 + w[M + i] % 300) % N : w[M + i] % 64;
		if (a != b) {
			list[a].push_back(b);
			list[b].push_back(a);
		}
	}
	std::vector<int> start(1), to, source, one(N);
	for (int v = 0; v < N; v++) {
		std::sort(list[v].begin(), list[v].end());
		list[v].erase(std::unique(list[v].begin(), list[v].end()), list[v].end());
		for (int u : list[v])
			to.push_back(u), source.push_back(v);
		start.push_back(to.size());
	}
	int E = to.size(), *sd = upload(start), *td = upload(to), *sr = upload(source), *io = dev<int>(M), *io2 = dev<int>(N);
	unsigned *u = upload(w), *uo = dev<unsigned>(M);
	float *x = upload(f), *y = x + M, *o = dev<float>(M);
	typedef const std::vector<unsigned> &U;
	typedef const std::vector<int> &I;
	typedef const std::vector<float> &F;
	typedef const std::vector<u64> &L;
	auto clear = [&] { CHECK(cudaMemset(io, 0, 65536)); };
	std::vector<u64> sources(N);
	for (int i = 0; i < 64; i++)
		sources[w[i] % N] |= 1ull << i;
	u64 *sg = upload(sources), *now = dev<u64>(N), *next = dev<u64>(N), *seen = dev<u64>(N);
	job<u64>(
		"graph.many_sources",
		[&] {
			for (int k = 0; k < 6; k++)
				many_sources<<<N / 128, 128>>>(sd, td, k % 2 ? next : now, k % 2 ? now : next, seen, N);
		},
		seen, N,
		[&](L v) {
			std::vector<u64> a(sources), b;
			for (int k = 0; k < 6; k++) {
				b = a;
				for (int i = 0; i < E; i++)
					b[source[i]] |= a[to[i]];
				a = b;
			}
			return a == v;
		},
		[&] {
			CHECK(cudaMemcpy(now, sg, N * 8, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(seen, sg, N * 8, cudaMemcpyDeviceToDevice));
		});
	std::vector<u64> dense(512 * 8);
	for (int a = 0; a < 512; a++)
		for (int b = 0; b < a; b++)
			if (w[a * 512 + b] % 4 == 0)
				dense[a * 8 + b / 64] |= 1ull << b % 64, dense[b * 8 + a / 64] |= 1ull << a % 64;
	u64 *dn = upload(dense);
	job<int>(
		"graph.triangles_bits", [&] { triangles_bits<<<512, 128>>>(dn, io, 8); }, io, 1,
		[&](I v) {
			int many = 0;
			for (int a = 0; a < 512; a++)
				for (int b = 0; b < a; b++)
					for (int k = 0; k < 8 && dense[a * 8 + b / 64] >> b % 64 & 1; k++)
						many += __builtin_popcountll(dense[a * 8 + k] & dense[b * 8 + k]);
			return many == v[0];
		},
		clear);
	job<int>(
		"graph.triangles_walk", [&] { triangles_walk<<<(E + 127) / 128, 128>>>(sd, td, sr, io, E); }, io, 1,
		[&](I v) {
			int many = 0;
			for (int i = 0; i < E; i++)
				for (int p : list[source[i]])
					many += source[i] < to[i] && p > to[i] && std::binary_search(list[to[i]].begin(), list[to[i]].end(), p);
			return many == v[0];
		},
		clear);
	job<unsigned>(
		"graph.rank_whole_numbers", [&] { rank_whole_numbers<<<N / 256, 256>>>(sd, td, u, (unsigned *)io, N); }, (unsigned *)io, N,
		[&](U v) {
			std::vector<unsigned> a(N);
			for (int i = 0; i < E; i++)
				a[to[i]] += w[source[i]] / (unsigned)list[source[i]].size();
			return a == v;
		},
		clear);
	job<int>(
		"graph.pairs",
		[&] {
			for (int k = 0; k < 4; k++) {
				propose<<<N / 128, 128>>>(sd, td, io, io2, N);
				accept<<<N / 128, 128>>>(io2, io, N);
			}
		},
		io, N,
		[&](I v) {
			bool ok = true;
			int many = 0;
			for (int i = 0; i < N; i++)
				if (v[i] >= 0)
					many++, ok &= v[v[i]] == i && std::binary_search(list[i].begin(), list[i].end(), v[i]);
			return ok && many > N / 2;
		},
		[&] { CHECK(cudaMemset(io, 0xff, N * 4)); });
	for (int i = 0; i < N; i++)
		one[i] = i / 16 % 50;
	int *lb = upload(one);
	job<int>("graph.commonest_label", [&] { commonest_label<<<N / 128, 128>>>(sd, td, lb, io, N); }, io, N, [&](I v) {
		bool ok = true;
		for (int i = 0; i < N; i++) {
			std::vector<int> c(50);
			for (int k = 0; k < list[i].size() && k < 24; k++)
				c[one[list[i][k]]]++;
			ok &= list[i].empty() || v[i] == std::max_element(c.begin(), c.end()) - c.begin();
		}
		return ok;
	});
	std::vector<int> far(65536);
	for (int i = 0; i < 65536; i++)
		far[i] = i / 256 == i % 256 ? 0 : w[i] % 16 ? 1 << 20 : 1 + w[i] / 16 % 1000;
	int *fd = upload(far);
	job<int>(
		"graph.ways_by_tiles",
		[&] {
			for (int k = 0; k < 8; k++) {
				ways_tile<<<1, dim3(32, 8)>>>(io, 256, k, 0);
				ways_tile<<<dim3(8, 2), dim3(32, 8)>>>(io, 256, k, 1);
				ways_tile<<<dim3(8, 8), dim3(32, 8)>>>(io, 256, k, 2);
			}
		},
		io, 65536,
		[&](I v) {
			std::vector<int> a(far);
			for (int k = 0; k < 256; k++)
				for (int i = 0; i < 65536; i++)
					a[i] = std::min(a[i], a[i / 256 * 256 + k] + a[k * 256 + i % 256]);
			return a == v;
		},
		[&] { CHECK(cudaMemcpy(io, fd, 65536 * 4, cudaMemcpyDeviceToDevice)); });
	job<int>("table.align_affine", [&] { align_affine<<<64, 128>>>(u, u + M, io, 8192, 128); }, io, 8192, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 8192; i += 31) {
			u64 q = (u64)w[i * 2 + 1] << 32 | w[i * 2];
			int h[25] = {}, e[25], best = 0;
			std::fill(e, e + 25, -100);
			for (int t = 0; t < 128; t++)
				for (int k = 1, c = w[M + t / 16 * 8192 + i] >> t % 16 * 2 & 3, corner = 0, f = -100; k < 25; k++) {
					e[k] = std::max(e[k] - 1, h[k] - 6);
					f = std::max(f - 1, h[k - 1] - 6);
					int s = corner + ((q >> (k - 1) * 2 & 3) == c ? 5 : -4);
					corner = h[k];
					best = std::max(best, h[k] = std::max(std::max(s, e[k]), std::max(f, 0)));
				}
			ok &= best == v[i];
		}
		return ok;
	});
	job<float>("table.bent_time", [&] { warp_time<<<512, 128>>>(x, y, o, 96); }, o, 2048, [&](F v) {
		bool ok = true;
		for (int i = 0; i < 2048; i += 50) {
			std::vector<float> d(33 * 97, 1e30f);
			d[0] = 0;
			for (int r = 1; r < 33; r++)
				for (int k = 1; k < 97; k++)
					d[r * 97 + k] = std::fabs(f[i * 32 + r - 1] - f[M + i * 96 + k - 1]) +
						std::min(std::min(d[r * 97 + k - 1], d[r * 97 - 97 + k]), d[r * 97 - 98 + k]);
			ok &= near(v[i], d[33 * 97 - 1], 1e-5);
		}
		return ok;
	});
	std::vector<int> heavy(16 * 60), worth(16 * 60), size(256 * 65);
	for (int i = 0; i < 16 * 60; i++)
		heavy[i] = 1 + w[i] % 300, worth[i] = w[i] / 300 % 1000;
	for (int i = 0; i < 256 * 65; i++)
		size[i] = 1 + w[i] % 100;
	int *hv = upload(heavy), *wo = upload(worth), *sz = upload(size);
	job<int>("table.sacks", [&] { sacks<<<16, 1024>>>(hv, wo, io, 60); }, io, 65536, [&](I v) {
		std::vector<int> s(4096);
		for (int i = 0; i < 60; i++)
			for (int c = 4095; c >= heavy[300 + i]; c--)
				s[c] = std::max(s[c], s[c - heavy[300 + i]] + worth[300 + i]);
		return std::equal(s.begin(), s.end(), v.begin() + 5 * 4096);
	});
	job<int>("table.product_order", [&] { product_order<<<256, 64>>>(sz, io); }, io, 256, [&](I v) {
		std::vector<int> c(64 * 64);
		for (int n = 1; n < 64; n++)
			for (int i = 0; i + n < 64; i++) {
				c[i * 64 + i + n] = 1 << 30;
				for (int k = i; k < i + n; k++)
					c[i * 64 + i + n] = std::min(c[i * 64 + i + n],
						c[i * 64 + k] + c[(k + 1) * 64 + i + n] + size[650 + i] * size[651 + k] * size[651 + i + n]);
			}
		return v[10] == c[63];
	});
	std::vector<int> edges(513 * 513);
	std::vector<byte> first(512), second(512);
	for (int i = 0; i < 513; i++)
		edges[i] = edges[i * 513] = i;
	for (int i = 0; i < 512; i++)
		first[i] = w[i] % 4, second[i] = w[i + i / 40] % 4;
	int *ed = upload(edges);
	byte *fs = upload(first), *se = upload(second);
	job<int>(
		"table.edit_tiles",
		[&] {
			for (int k = 0; k < 31; k++)
				edit_tiles<<<std::min(k, 30 - k) + 1, 32>>>(fs, se, ed, 512, k, std::max(0, k - 15));
		},
		ed, 513 * 513, [&](I v) {
			for (int r = 1; r < 513; r++)
				for (int c = 1; c < 513; c++)
					edges[r * 513 + c] = std::min(std::min(edges[r * 513 + c - 1], edges[r * 513 - 513 + c]) + 1,
						edges[r * 513 - 514 + c] + (first[r - 1] != second[c - 1]));
			return v == edges;
		});
	std::vector<int> sight(1024 * 64);
	for (int i = 0; i < 1024 * 64; i++)
		sight[i] = w[i] % 20;
	int *si = upload(sight);
	job<float>("table.hidden_states", [&] { hidden_states<<<256, 128>>>(x, y, si, o, 64); }, o, 1024, [&](F v) {
		std::vector<double> p(32, 1 / 32.0), q(32);
		double sum = 0;
		for (int t = 0; t < 64; t++) {
			double all = 0;
			for (int a = 0; a < 32; a++) {
				q[a] = 0;
				for (int k = 0; k < 32; k++)
					q[a] += p[k] * f[k * 32 + a];
				all += q[a] *= f[M + sight[9 * 64 + t] * 32 + a];
			}
			for (int a = 0; a < 32; a++)
				p[a] = q[a] / all;
			sum += std::log(all);
		}
		return near(v[9], sum);
	});
}
