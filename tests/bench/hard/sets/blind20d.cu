// blind20d: a fresh set of kernels that nobody had modelled when they were written. Families of genes, clusters, trees
// and tables.
#include "blind7.h"

#define LOW -100000
#define PLACES 64
struct Costs {
	int open, more, drop_open, drop_more;
};
__host__ __device__ inline int larger_of(int a, int b)
{
	return a > b ? a : b;
}
__host__ __device__ inline int family_score(
	const byte *text, int n, const int *match, Costs c, int *M, int *I, int step)
{ // the best way of a text through a family's model of matches, inserts and skips
	int best = LOW;
	for (int k = 0; k < PLACES; k++)
		M[k * step] = I[k * step] = LOW;
	for (int i = 0; i < n; i++) {
		int m_before = 0, i_before = LOW, m_new = LOW, skip = LOW;
		for (int k = 0; k < PLACES; k++) {
			int m_old = M[k * step], i_old = I[k * step];
			int m = larger_of(larger_of(m_before, i_before), 0) + match[text[i] * PLACES + k];
			skip = k ? larger_of(m_new - c.drop_open, skip - c.drop_more) : LOW;
			m = larger_of(m, skip - 2);
			I[k * step] = larger_of(m_old - c.open, i_old - c.more);
			M[k * step] = m_new = m;
			best = larger_of(best, m);
			m_before = m_old, i_before = i_old;
		}
	}
	return best;
}
__global__ void family_thread(
	const byte *text, const int *start, const int *match, Costs c, int *scratch, int *out, int n)
{ // a text a thread; rows of the table lie in memory, side by side
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[t] = family_score(
			text + start[t], start[t + 1] - start[t], match, c, scratch + t, scratch + PLACES * n + t, n);
}
__global__ void family_warp(const byte *text, const int *start, const int *match, Costs c, int *out, int n)
{ // the same, a text a warp with two places a lane; chains of skips by a running maximum over the lanes
	__shared__ int table[20 * PLACES];
	for (int i = threadIdx.x; i < 20 * PLACES; i += blockDim.x)
		table[i] = match[i];
	__syncthreads();
	int t = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, best = LOW;
	if (t >= n)
		return;
	int M0 = LOW, M1 = LOW, I0 = LOW, I1 = LOW;
	for (int i = start[t]; i < start[t + 1]; i++) {
		const int *score = table + text[i] * PLACES + 2 * lane;
		int mp = __shfl_up_sync(~0u, M1, 1), ip = __shfl_up_sync(~0u, I1, 1);
		if (lane == 0)
			mp = 0, ip = LOW;
		int m0 = larger_of(larger_of(mp, ip), 0) + score[0], m1 = larger_of(larger_of(M0, I0), 0) + score[1];
		I0 = larger_of(M0 - c.open, I0 - c.more), I1 = larger_of(M1 - c.open, I1 - c.more);
		// what this lane's two places offer to a skip that starts after them
		int give = larger_of(m0 - c.drop_open - c.drop_more, m1 - c.drop_open), run = give;
		for (int d = 1; d < 32; d *= 2) {
			int other = __shfl_up_sync(~0u, run, d);
			if (lane >= d)
				run = larger_of(run, other - 2 * d * c.drop_more);
		}
		int skip0 = __shfl_up_sync(~0u, run, 1);
		if (lane == 0)
			skip0 = LOW;
		int skip1 = larger_of(m0 - c.drop_open, skip0 - c.drop_more);
		M0 = larger_of(m0, skip0 - 2);
		M1 = larger_of(m1, larger_of(skip1, M0 - c.drop_open) - 2);
		best = larger_of(best, larger_of(M0, M1));
	}
	best = __reduce_max_sync(~0u, best);
	if (lane == 0)
		out[t] = best;
}
static void family(const std::vector<unsigned> &w)
{
	const int N = 700;
	std::vector<int> start(N + 1), match(20 * PLACES), want(N), M(PLACES), I(PLACES);
	for (int t = 0; t < N; t++)
		start[t + 1] = start[t] + 40 + w[t] % 50;
	std::vector<byte> text(start[N]);
	for (int i = 0; i < start[N]; i++)
		text[i] = w[i + 1000] % 20;
	for (int i = 0; i < 20 * PLACES; i++)
		match[i] = (int)(w[i + 90000] % 12) - 6;
	Costs c = { 9, 2, 8, 1 };
	for (int t = 0; t < N; t++)
		want[t] = family_score(&text[start[t]], start[t + 1] - start[t], match.data(), c, &M[0], &I[0], 1);
	byte *dt = upload(text);
	int *ds = upload(start), *dm = upload(match), *scratch = dev<int>(2 * PLACES * N), *o = dev<int>(N);
	job<int>(
		"gene_family.text_a_thread",
		[&] { family_thread<<<(N + 31) / 32, 32>>>(dt, ds, dm, c, scratch, o, N); }, o, N, same(want));
	job<int>(
		"gene_family.text_a_warp", [&] { family_warp<<<N / 4, 128>>>(dt, ds, dm, c, o, N); }, o, N, same(want));
}
__host__ __device__ inline int chained(int2 a, int2 b)
{ // what an anchor adds to a chain that ends in another: less for far ones and for gaps
	int dx = b.x - a.x, dy = b.y - a.y, gap = abs(dx - dy), near = min(dx, dy);
	return dx <= 0 || dy <= 0 || gap > 400 ? -1000000 : min(near, 15) - gap / 16 - (gap > 8) * 3;
}
__global__ void seeds_thread(const int2 *anchor, const int *start, int *score, int reads)
{ // chains of seeds: for each anchor the best of the 48 before it, a read a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= reads)
		return;
	for (int i = start[r]; i < start[r + 1]; i++) {
		int best = 15;
		for (int j = max(start[r], i - 48); j < i; j++)
			best = max(best, score[j] + chained(anchor[j], anchor[i]));
		score[i] = best;
	}
}
__global__ void __launch_bounds__(64) seeds_block(const int2 *anchor, const int *start, int *score)
{ // the same, a read a block: 48 threads look back, two warps settle it by an atomic in shared memory
	__shared__ int past[512], best;
	__shared__ int2 own[512];
	int first = start[blockIdx.x], n = start[blockIdx.x + 1] - first, t = threadIdx.x;
	for (int i = t; i < n; i += 64)
		own[i] = anchor[first + i];
	for (int i = 0; i < n; i++) {
		if (t == 0)
			best = 15;
		__syncthreads();
		int j = i - 1 - t, v = t < 48 && j >= 0 ? past[j] + chained(own[j], own[i]) : 0;
		v = __reduce_max_sync(~0u, v);
		if (t % 32 == 0)
			atomicMax(&best, v);
		__syncthreads();
		if (t == 0)
			past[i] = best;
		__syncthreads();
	}
	for (int i = t; i < n; i += 64)
		score[first + i] = past[i];
}
static void seeds(const std::vector<unsigned> &w)
{
	const int READS = 300;
	std::vector<int> start(READS + 1);
	std::vector<int2> anchor;
	for (int r = 0; r < READS; r++) {
		int n = 20 + w[r] % 130;
		start[r + 1] = start[r] + n;
		for (int i = 0, x = 0; i < n; i++) {
			x += w[anchor.size() + 500] % 30;
			anchor.push_back({ x, x + (int)(w[anchor.size() + 90000] % 8 ? 0 : w[i] % 900) });
		}
	}
	std::vector<int> want(anchor.size());
	for (int r = 0; r < READS; r++)
		for (int i = start[r]; i < start[r + 1]; i++) {
			want[i] = 15;
			for (int j = std::max(start[r], i - 48); j < i; j++)
				want[i] = std::max(want[i], want[j] + chained(anchor[j], anchor[i]));
		}
	int2 *da = upload(anchor);
	int *ds = upload(start), *o = dev<int>(anchor.size());
	job<int>(
		"seed_chains.read_a_thread", [&] { seeds_thread<<<(READS + 31) / 32, 32>>>(da, ds, o, READS); }, o,
		anchor.size(), same(want));
	job<int>(
		"seed_chains.read_a_block", [&] { seeds_block<<<READS, 64>>>(da, ds, o); }, o, anchor.size(),
		same(want));
}
#define LEAVES 24
__constant__ float change[2 * LEAVES][16];
__constant__ int2 children[LEAVES];
__host__ __device__ inline float4 up_branch(float4 p, const float *m)
{
	return { m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3] * p.w, m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7] * p.w,
		m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11] * p.w,
		m[12] * p.x + m[13] * p.y + m[14] * p.z + m[15] * p.w };
}
__host__ __device__ inline float4 leaf(byte c)
{
	return { c == 0 ? 1.0f : 0, c == 1 ? 1.0f : 0, c == 2 ? 1.0f : 0, c == 3 ? 1.0f : 0 };
}
__host__ __device__ inline float4 both(float4 a, float4 b)
{
	return { a.x * b.x * 4, a.y * b.y * 4, a.z * b.z * 4, a.w * b.w * 4 };
}
__global__ void ancestry_site(const byte *letter, float *out, int sites)
{ // how likely a family tree is: a site a thread, all nodes in an array of its own
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= sites)
		return;
	float4 part[LEAVES - 1], last;
	for (int k = 0; k < LEAVES - 1; k++) {
		int2 c = children[k];
		float4 a = c.x < LEAVES ? leaf(letter[c.x * sites + s]) : part[c.x - LEAVES];
		float4 b = c.y < LEAVES ? leaf(letter[c.y * sites + s]) : part[c.y - LEAVES];
		part[k] = last = both(up_branch(a, change[c.x]), up_branch(b, change[c.y]));
	}
	out[s] = logf((last.x + last.y + last.z + last.w) * 0.25f);
}
__global__ void ancestry_node(const byte *letter, float4 *part, float *out, int sites, int node, int2 c, bool top)
{ // one node of the tree for all sites; a launch a node
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= sites)
		return;
	float4 a = c.x < LEAVES ? leaf(letter[c.x * sites + s]) : part[(c.x - LEAVES) * sites + s];
	float4 b = c.y < LEAVES ? leaf(letter[c.y * sites + s]) : part[(c.y - LEAVES) * sites + s];
	float4 p = both(up_branch(a, change[c.x]), up_branch(b, change[c.y]));
	if (top)
		out[s] = logf((p.x + p.y + p.z + p.w) * 0.25f);
	else
		part[node * sites + s] = p;
}
static void ancestry(const std::vector<unsigned> &w)
{
	const int S = 7000;
	std::vector<byte> letter(LEAVES * S);
	std::vector<float> m(2 * LEAVES * 16), want(S);
	std::vector<int2> kids(LEAVES);
	std::vector<int> open;
	for (int i = 0; i < LEAVES; i++)
		open.push_back(i);
	for (int k = 0; k < LEAVES - 1; k++) {
		int a = w[k] % open.size(), x = open[a];
		open.erase(open.begin() + a);
		int b = w[k + 50] % open.size();
		kids[k] = { x, open[b] };
		open[b] = LEAVES + k;
	}
	for (int i = 0; i < 2 * LEAVES; i++) {
		float t = 0.02f + w[i + 100] % 100 * 0.002f;
		for (int k = 0; k < 16; k++)
			m[i * 16 + k] = k / 4 == k % 4 ? 1 - 3 * t : t;
	}
	for (int i = 0; i < LEAVES * S; i++)
		letter[i] = w[i + 1000] % 9 ? w[i % S] % 4 : w[i + 1000] / 9 % 4;
	for (int s = 0; s < S; s++) {
		std::vector<float4> p(2 * LEAVES);
		for (int i = 0; i < LEAVES; i++)
			p[i] = leaf(letter[i * S + s]);
		for (int k = 0; k < LEAVES - 1; k++)
			p[LEAVES + k] = both(up_branch(p[kids[k].x], &m[kids[k].x * 16]),
				up_branch(p[kids[k].y], &m[kids[k].y * 16]));
		float4 r = p[2 * LEAVES - 2];
		want[s] = std::log((r.x + r.y + r.z + r.w) * 0.25f);
	}
	CHECK(cudaMemcpyToSymbol(change, m.data(), m.size() * 4));
	CHECK(cudaMemcpyToSymbol(children, kids.data(), LEAVES * 8));
	byte *dl = upload(letter);
	float *o = dev<float>(S);
	float4 *part = dev<float4>(LEAVES * S);
	job<float>(
		"ancestry.site_a_thread", [&] { ancestry_site<<<(S + 127) / 128, 128>>>(dl, o, S); }, o, S,
		close_to(want, 1e-4));
	job<float>(
		"ancestry.launch_a_node",
		[&] {
			for (int k = 0; k < LEAVES - 1; k++)
				ancestry_node<<<(S + 255) / 256, 256>>>(dl, part, o, S, k, kids[k], k == LEAVES - 2);
		},
		o, S, close_to(want, 1e-4));
}
__global__ void crowd_count(const int2 *p, byte *core, int n, int far2)
{ // which points have at least eight neighbours: tiles of 128 points
	__shared__ int2 tile[128];
	int i = blockIdx.x * 128 + threadIdx.x, count = 0;
	int2 own = p[min(i, n - 1)];
	for (int t = 0; t < n; t += 128) {
		__syncthreads();
		if (t + threadIdx.x < n)
			tile[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < min(128, n - t); k++) {
			int x = own.x - tile[k].x, y = own.y - tile[k].y;
			count += x * x + y * y < far2;
		}
	}
	if (i < n)
		core[i] = count > 8;
}
__device__ int root_of(int *parent, int i)
{
	for (int p = ((volatile int *)parent)[i]; p != i; p = ((volatile int *)parent)[i])
		i = p;
	return i;
}
__global__ void crowd_join(const int2 *p, const byte *core, int *parent, int n, int far2)
{ // crowded points that are near each other get one root: the least of the group; a point a block
	int i = blockIdx.x;
	if (!core[i])
		return;
	for (int j = threadIdx.x; j < i; j += blockDim.x) {
		int x = p[i].x - p[j].x, y = p[i].y - p[j].y;
		if (!core[j] || x * x + y * y >= far2)
			continue;
		for (int a = i, b = j;;) {
			a = root_of(parent, a), b = root_of(parent, b);
			if (a == b)
				break;
			if (a < b) {
				int t = a;
				a = b, b = t;
			}
			if (atomicCAS(&parent[a], a, b) == a)
				break;
		}
	}
}
__global__ void crowd_name(const byte *core, int *parent, int *out, int n)
{ // every point's root
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = core[i] ? root_of(parent, i) : -1;
}
static void crowds(const std::vector<unsigned> &w)
{
	const int N = 2200, FAR = 260 * 260;
	std::vector<int2> p(N);
	std::vector<byte> core(N);
	std::vector<int> self(N), want(N);
	for (int i = 0; i < N; i++) {
		int g = w[i] % 40;
		p[i] = { (int)(w[g + 9000] % 10000 + w[i + 3000] % 900),
			(int)(w[g + 9100] % 10000 + w[i + 6000] % 900) };
		self[i] = i;
	}
	auto close = [&](int i, int j) {
		int x = p[i].x - p[j].x, y = p[i].y - p[j].y;
		return x * x + y * y < FAR;
	};
	for (int i = 0; i < N; i++) {
		int c = 0;
		for (int j = 0; j < N; j++)
			c += close(i, j);
		core[i] = c > 8, want[i] = -1;
	}
	for (int i = 0; i < N; i++)
		if (core[i] && want[i] < 0) {
			std::vector<int> todo = { i };
			want[i] = i;
			while (!todo.empty()) {
				int a = todo.back();
				todo.pop_back();
				for (int j = 0; j < N; j++)
					if (core[j] && want[j] < 0 && close(a, j))
						want[j] = i, todo.push_back(j);
			}
		}
	int2 *dp = upload(p);
	byte *dc = dev<byte>(N), *dc0 = upload(core);
	int *first = upload(self), *parent = upload(self), *o = dev<int>(N);
	job<byte>(
		"crowds.count_tiles", [&] { crowd_count<<<(N + 127) / 128, 128>>>(dp, dc, N, FAR); }, dc, N,
		same(core));
	job<int>(
		"crowds.join_and_name",
		[&] {
			crowd_join<<<N, 96>>>(dp, dc0, parent, N, FAR);
			crowd_name<<<(N + 127) / 128, 128>>>(dc0, parent, o, N);
		},
		o, N, same(want), [=] { CHECK(cudaMemcpy(parent, first, N * 4, cudaMemcpyDeviceToDevice)); });
}
template <int WAYS> __global__ void shift_means(const float2 *p, float2 *at, int n, int rounds)
{ // every point walks uphill to a mean weighted by nearness; WAYS threads share a point
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / WAYS, part = threadIdx.x % WAYS;
	float2 own = p[min(i, n - 1)];
	for (int r = 0; r < rounds; r++) {
		float x = 0, y = 0, sum = 0;
		for (int k = part; k < n; k += WAYS) {
			float dx = p[k].x - own.x, dy = p[k].y - own.y, weight = __expf(-8 * (dx * dx + dy * dy));
			x += weight * dx, y += weight * dy, sum += weight;
		}
#pragma unroll
		for (int k = WAYS / 2; k; k /= 2) {
			x += __shfl_xor_sync(~0u, x, k);
			y += __shfl_xor_sync(~0u, y, k);
			sum += __shfl_xor_sync(~0u, sum, k);
		}
		own.x += x / sum, own.y += y / sum;
	}
	if (part == 0 && i < n)
		at[i] = own;
}
static void walk_uphill(const std::vector<float> &f)
{
	const int N = 1100, R = 3;
	std::vector<float2> p(N);
	std::vector<float> want(2 * N);
	for (int i = 0; i < N; i++)
		p[i] = { f[i] + i % 3, f[i + 2000] + i % 5 };
	for (int i = 0; i < N; i++) {
		double px = p[i].x, py = p[i].y;
		for (int r = 0; r < R; r++) {
			double x = 0, y = 0, s = 0;
			for (int k = 0; k < N; k++) {
				double dx = p[k].x - px, dy = p[k].y - py, e = std::exp(-8 * (dx * dx + dy * dy));
				x += e * dx, y += e * dy, s += e;
			}
			px += x / s, py += y / s;
		}
		want[2 * i] = px, want[2 * i + 1] = py;
	}
	float2 *dp = upload(p), *o = dev<float2>(N);
	job<float>(
		"uphill_means.point_a_thread", [&] { shift_means<1><<<(N + 63) / 64, 64>>>(dp, o, N, R); }, (float *)o,
		2 * N, close_to(want, 1e-3));
	job<float>(
		"uphill_means.eight_threads", [&] { shift_means<8><<<(N + 15) / 16, 128>>>(dp, o, N, R); }, (float *)o,
		2 * N, close_to(want, 1e-3));
}
__device__ __forceinline__ unsigned place_of(unsigned key, int way, unsigned mask)
{
	return (key * (way ? 0x9e3779b1u : 0x85ebca6bu) ^ key >> (way ? 15 : 11)) & mask;
}
__global__ void nest_insert(const unsigned *key, u64 *nest, int n, unsigned mask)
{ // a cuckoo's table of keys and places: whoever is pushed out goes to its other nest
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 egg = (u64)key[i] << 32 | (unsigned)(i + 1);
	for (int way = 0, tries = 0; egg && tries < 500; tries++) {
		unsigned at = place_of(egg >> 32, way, mask);
		egg = atomicExch(&nest[at + way * (mask + 1)], egg);
		way ^= 1;
	}
}
__global__ void nest_find(const unsigned *key, const u64 *nest, unsigned *out, int n, unsigned mask)
{ // asks for keys in both nests
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned k = key[i];
		u64 a = nest[place_of(k, 0, mask)], b = nest[place_of(k, 1, mask) + mask + 1];
		out[i] = a >> 32 == k ? (unsigned)a : b >> 32 == k ? (unsigned)b : 0;
	}
}
static void nests(const std::vector<unsigned> &w)
{
	const int N = 18000, Q = 60000, SIZE = 32768;
	std::vector<unsigned> key, ask(Q), want(Q);
	for (int i = 0; i < N; i++)
		key.push_back(w[i] & 0xfff80000 | i + 1);
	for (int i = 0; i < Q; i++) {
		int k = w[i + N] % N;
		bool is = w[i + 99999] % 3;
		ask[i] = is ? key[k] : key[k] | 0x40000, want[i] = is ? k + 1 : 0;
	}
	unsigned *dk = upload(key), *da = upload(ask), *o = dev<unsigned>(Q);
	u64 *nest = dev<u64>(2 * SIZE);
	job<unsigned>(
		"cuckoo.insert_then_find",
		[&] {
			nest_insert<<<(N + 127) / 128, 128>>>(dk, nest, N, SIZE - 1);
			nest_find<<<120, 256>>>(da, nest, o, Q, SIZE - 1);
		},
		o, Q, same(want), [=] { CHECK(cudaMemset(nest, 0, 16 * SIZE)); });
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	family(w);
	seeds(w);
	ancestry(w);
	crowds(w);
	walk_uphill(f);
	nests(w);
}
