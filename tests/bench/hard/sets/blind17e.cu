// blind17e: a fresh set of kernels that nobody had modelled when they were written. Networks, tasks and pages.
#include "blind7.h"

static const int MOST = 640;
__global__ void betweenness_pull(const int *start, const int *to, float *score, int n, const int *source)
{ // how many shortest ways lead through each node: a source a block, a node a thread looks at its neighbours
	__shared__ int level[MOST], ways[MOST];
	__shared__ float owed[MOST];
	int v = threadIdx.x, s = source[blockIdx.x], d = 0;
	bool there = v < n;
	int a = there ? start[v] : 0, b = there ? start[v + 1] : 0;
	if (there)
		level[v] = v == s ? 0 : -1, ways[v] = v == s, owed[v] = 0;
	__syncthreads();
	for (;; d++) {
		int sum = 0;
		if (there && level[v] < 0)
			for (int e = a; e < b; e++)
				if (level[to[e]] == d)
					sum += ways[to[e]];
		if (!__syncthreads_or(sum))
			break;
		if (sum)
			level[v] = d + 1, ways[v] = sum;
		__syncthreads();
	}
	for (d--; d > 0; d--) {
		if (there && level[v] == d) {
			float sum = 0;
			for (int e = a; e < b; e++)
				if (level[to[e]] == d + 1)
					sum += (1 + owed[to[e]]) / ways[to[e]];
			owed[v] = sum * ways[v];
			atomicAdd(&score[v], owed[v]);
		}
		__syncthreads();
	}
}
__global__ void betweenness_queue(const int *start, const int *to, float *score, int n, const int *source)
{ // the same; a queue of nodes, level by level, and back through it
	__shared__ int level[MOST], ways[MOST], queue[MOST], end[MOST], many;
	__shared__ float owed[MOST];
	int t = threadIdx.x, s = source[blockIdx.x], d = 0;
	for (int v = t; v < n; v += blockDim.x)
		level[v] = v == s ? 0 : -1, ways[v] = v == s, owed[v] = 0;
	if (t == 0)
		queue[0] = s, end[0] = 0, end[1] = many = 1;
	__syncthreads();
	for (; end[d] < end[d + 1]; d++) {
		for (int q = end[d] + t; q < end[d + 1]; q += blockDim.x) {
			int u = queue[q];
			for (int e = start[u]; e < start[u + 1]; e++) {
				int old = atomicCAS(&level[to[e]], -1, d + 1);
				if (old == -1)
					queue[atomicAdd(&many, 1)] = to[e];
				if (old == -1 || old == d + 1)
					atomicAdd(&ways[to[e]], ways[u]);
			}
		}
		__syncthreads();
		if (t == 0)
			end[d + 2] = many;
		__syncthreads();
	}
	for (d -= 2; d > 0; d--) {
		for (int q = end[d] + t; q < end[d + 1]; q += blockDim.x) {
			int u = queue[q];
			float sum = 0;
			for (int e = start[u]; e < start[u + 1]; e++)
				if (level[to[e]] == d + 1)
					sum += (1 + owed[to[e]]) / ways[to[e]];
			owed[u] = sum * ways[u];
			atomicAdd(&score[u], owed[u]);
		}
		__syncthreads();
	}
}
__host__ __device__ u64 cost(int4 e, int i)
{
	return (u64)e.z << 32 | i;
}
__device__ void bid(const int4 *edge, const int *group, u64 *best, int i)
{ // an edge between two groups bids to be the cheapest of both
	int a = group[edge[i].x], b = group[edge[i].y];
	if (a != b) {
		atomicMin(&best[a], cost(edge[i], i));
		atomicMin(&best[b], cost(edge[i], i));
	}
}
__device__ void hook(const int4 *edge, const int *group, const u64 *best, int *parent, u64 *total, int c)
{ // a group joins the one at the other end of its cheapest edge; of two that want each other one stays
	u64 own = best[c];
	int to = c;
	if (own != ~0ull) {
		int4 e = edge[(unsigned)own];
		to = group[e.x] == c ? group[e.y] : group[e.x];
		if (best[to] == own && c < to)
			to = c;
		else
			atomicAdd(total, (u64)e.z);
	}
	parent[c] = to;
}
__device__ int head(const int *parent, int c)
{
	while (parent[c] != c)
		c = parent[c];
	return c;
}
__global__ void network_bid(const int4 *edge, const int *group, u64 *best, int edges)
{ // the cheapest network, first of three launches a round
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < edges)
		bid(edge, group, best, i);
}
__global__ void network_hook(const int4 *edge, const int *group, const u64 *best, int *parent, u64 *total, int n)
{ // second
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		hook(edge, group, best, parent, total, i);
}
__global__ void network_join(const int *parent, int *group, u64 *best, int n)
{ // third
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		group[i] = head(parent, group[i]), best[i] = ~0ull;
}
__global__ void network_block(const int4 *edge, u64 *total, int n, int edges)
{ // a small network in one block, until no group has an edge that leads out
	__shared__ u64 best[MOST], sum;
	__shared__ int group[MOST], parent[MOST];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		group[i] = i, best[i] = ~0ull;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	for (;;) {
		for (int i = threadIdx.x; i < edges; i += blockDim.x)
			bid(edge, group, best, i);
		__syncthreads();
		bool some = false;
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			some |= best[i] != ~0ull;
			hook(edge, group, best, parent, &sum, i);
		}
		if (!__syncthreads_or(some))
			break;
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			group[i] = head(parent, group[i]), best[i] = ~0ull;
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*total = sum;
}
__global__ void alike_pairs(const int *start, const int *from, const float *s, float *out, int n)
{ // two pages are alike when pages that name them are: a pair a thread goes over all pairs of namers
	int b = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
	if (b >= n)
		return;
	float sum = 0;
	for (int i = start[a]; i < start[a + 1]; i++)
		for (int j = start[b]; j < start[b + 1]; j++)
			sum += s[from[i] * n + from[j]];
	out[a * n + b] = a == b ? 1 : 0.8f * sum / ((start[a + 1] - start[a]) * (start[b + 1] - start[b]));
}
template <bool LAST> __global__ void alike_half(const int *start, const int *from, const float *in, float *out, int n)
{ // the same in two launches: sums over rows, then over columns
	int b = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
	if (b >= n)
		return;
	int own = LAST ? b : a, x = start[own], y = start[own + 1];
	float sum = 0;
	for (int i = x; i < y; i++)
		sum += LAST ? in[a * n + from[i]] : in[from[i] * n + b];
	out[a * n + b] = LAST && a == b ? 1 : sum * (LAST ? 0.8f : 1) / (y - x);
}
__global__ void tasks_wait(const int *start, const int *parent, const int *lasts, volatile int *done, int n)
{ // when each task ends: a task a thread waits until its parents have their times
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int e = start[i], end = start[i + 1], begin = 0;
	for (bool ready = false; !ready;) {
		if (e == end) {
			done[i] = begin + lasts[i];
			ready = true;
		} else {
			int v = done[parent[e]];
			if (v >= 0)
				begin = max(begin, v), e++;
		}
	}
}
static const int TASKS = 3500;
__global__ void tasks_queue(const int *start, const int *child, const int *parents, const int *lasts, int *done)
{ // the same in one block: a queue of tasks whose parents are all done
	__shared__ int left[TASKS], begin[TASKS], from, many;
	__shared__ unsigned short queue[TASKS];
	if (threadIdx.x == 0)
		from = many = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < TASKS; i += blockDim.x) {
		begin[i] = 0;
		left[i] = parents[i];
		if (!left[i])
			queue[atomicAdd(&many, 1)] = i;
	}
	__syncthreads();
	while (from < many) {
		int a = from, b = many;
		__syncthreads();
		for (int q = a + threadIdx.x; q < b; q += blockDim.x) {
			int i = queue[q], end = begin[i] + lasts[i];
			done[i] = end;
			for (int e = start[i]; e < start[i + 1]; e++) {
				atomicMax(&begin[child[e]], end);
				if (atomicSub(&left[child[e]], 1) == 1)
					queue[atomicAdd(&many, 1)] = child[e];
			}
		}
		if (threadIdx.x == 0)
			from = b;
		__syncthreads();
	}
}
__global__ void pages_bits(unsigned *map, int *owner, int *out, int words, int n, int rounds)
{ // threads take a page each from a map of bits, write to it, and give it back
	int i = blockIdx.x * blockDim.x + threadIdx.x, good = 0;
	if (i >= n)
		return;
	unsigned at = i * 2654435761u;
	for (int r = 0; r < rounds;) {
		int word = (at >> 8) % words;
		unsigned bit = 1u << ((at & 31) + 0);
		at = at * 1664525u + 1013904223u;
		if (atomicOr(&map[word], bit) & bit)
			continue;
		int page = word * 32 + __ffs(bit) - 1;
		atomicExch(&owner[page], i);
		__threadfence();
		good += atomicExch(&owner[page], -1) == i;
		__threadfence();
		atomicAnd(&map[word], ~bit);
		r++;
	}
	out[i] = good;
}
__global__ void pages_warp(unsigned *map, int *owner, int *out, int words, int n, int rounds)
{ // the same; a warp takes all pages of a word at once, one lane asks for all
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, good = 0;
	unsigned at = i / 32 * 2654435761u;
	for (int r = 0; r < rounds; r++) {
		int word = -1;
		if (lane == 0)
			for (;; at = at * 1664525u + 1013904223u) {
				word = (at >> 8) % words;
				if (atomicCAS(&map[word], 0u, ~0u) == 0)
					break;
			}
		word = __shfl_sync(~0u, word, 0);
		atomicExch(&owner[word * 32 + lane], i);
		good += atomicExch(&owner[word * 32 + lane], -1) == i;
		__threadfence();
		__syncwarp();
		if (lane == 0)
			atomicExch(&map[word], 0u);
	}
	if (i < n)
		out[i] = good;
}
__host__ __device__ unsigned nest(unsigned key, int which, unsigned size)
{
	unsigned h = (key ^ (which ? 0x9e3779b9u : 0x85ebca6bu)) * (which ? 0xc2b2ae35u : 0x27d4eb2fu);
	return (h ^ h >> 15) % size;
}
__global__ void nests_put(const unsigned *key, unsigned *table, unsigned size, int n)
{ // each key has two places; who finds a place taken throws the other out, and that one goes to its other place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i], at = nest(k, 0, size);
	for (int round = 0; round < 100; round++) {
		k = atomicExch(&table[at], k);
		if (!k)
			break;
		unsigned a = nest(k, 0, size), b = nest(k, 1, size);
		at = at == a ? b : a;
	}
}
__global__ void nests_find(const unsigned *key, const unsigned *table, int *found, unsigned size, int n)
{ // is each key in one of its two places?
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned k = key[i];
		found[i] = table[nest(k, 0, size)] == k || table[nest(k, 1, size)] == k;
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int N = 610, SOURCES = 45;
	std::vector<std::vector<int>> near_(N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) {
			int j = k == 0           ? (i + 1) % N :
				w[i * 3 + k] % 5 ? (i + 2 + w[i * 3 + k] % 40) % N :
						   w[i + 9000] % 20;
			if (i != j && std::find(near_[i].begin(), near_[i].end(), j) == near_[i].end())
				near_[i].push_back(j), near_[j].push_back(i);
		}
	std::vector<int> start(N + 1), to, source(SOURCES);
	for (int i = 0; i < N; i++) {
		to.insert(to.end(), near_[i].begin(), near_[i].end());
		start[i + 1] = to.size();
	}
	std::vector<double> through(N);
	for (int b = 0; b < SOURCES; b++) {
		int s = source[b] = b * 13 % N;
		std::vector<int> level(N, -1), queue(1, s);
		std::vector<double> ways(N), owed(N);
		level[s] = 0, ways[s] = 1;
		for (size_t q = 0; q < queue.size(); q++)
			for (int v : near_[queue[q]]) {
				if (level[v] < 0)
					level[v] = level[queue[q]] + 1, queue.push_back(v);
				if (level[v] == level[queue[q]] + 1)
					ways[v] += ways[queue[q]];
			}
		for (size_t q = queue.size(); --q > 0;) {
			int u = queue[q];
			for (int v : near_[u])
				if (level[v] == level[u] + 1)
					owed[u] += (1 + owed[v]) * ways[u] / ways[v];
			through[u] += owed[u];
		}
	}
	std::vector<float> throughf(through.begin(), through.end());
	int *gs = upload(start), *gt = upload(to), *gsource = upload(source), *o = dev<int>(100000);
	float *of = dev<float>(N);
	auto zero = [&] { CHECK(cudaMemset(of, 0, N * 4)); };
	job<float>(
		"go_betweens.node_a_thread", [&] { betweenness_pull<<<SOURCES, 640>>>(gs, gt, of, N, gsource); }, of, N,
		close_to(throughf, 1e-3), zero);
	job<float>(
		"go_betweens.queue_of_levels", [&] { betweenness_queue<<<SOURCES, 128>>>(gs, gt, of, N, gsource); }, of,
		N, close_to(throughf, 1e-3), zero);
	const int G = 4100, E = 12000, ROUNDS = 8, SMALL = 620, FEW = 1900;
	std::vector<int4> edge(E), few(FEW);
	for (int e = 0; e < E; e++)
		edge[e] = { (int)(e < G ? e : w[e] % G), (int)(e < G ? (e + 1) % G : w[e + E] % G), (int)(w[e] % 9999),
			0 };
	for (int e = 0; e < FEW; e++)
		few[e] = { (int)(e < SMALL ? e : w[e] % SMALL), (int)(e < SMALL ? (e + 1) % SMALL : w[e + E] % SMALL),
			(int)(w[e] % 9999), 0 };
	auto cheapest = [](std::vector<int4> e, int n) {
		std::vector<int> up(n);
		u64 sum = 0;
		std::stable_sort(e.begin(), e.end(), [](const int4 &a, const int4 &b) { return a.z < b.z; });
		for (int i = 0; i < n; i++)
			up[i] = i;
		auto top = [&](int i) {
			while (up[i] != i)
				i = up[i] = up[up[i]];
			return i;
		};
		for (auto &x : e)
			if (top(x.x) != top(x.y))
				up[top(x.x)] = top(x.y), sum += x.z;
		return std::vector<u64>(1, sum);
	};
	std::vector<int> own(G);
	for (int i = 0; i < G; i++)
		own[i] = i;
	int4 *ge = upload(edge), *gf = upload(few);
	int *gown = upload(own), *group = dev<int>(G), *parent = dev<int>(G);
	u64 *best = dev<u64>(G), *total = dev<u64>(1);
	job<u64>(
		"cheap_network.three_launches_a_round",
		[&] {
			for (int r = 0; r < ROUNDS; r++) {
				network_bid<<<(E + 255) / 256, 256>>>(ge, group, best, E);
				network_hook<<<(G + 127) / 128, 128>>>(ge, group, best, parent, total, G);
				network_join<<<(G + 127) / 128, 128>>>(parent, group, best, G);
			}
		},
		total, 1, same(cheapest(edge, G)),
		[&] {
			CHECK(cudaMemcpy(group, gown, G * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(best, 255, G * 8));
			CHECK(cudaMemset(total, 0, 8));
		});
	job<u64>(
		"cheap_network.one_block", [&] { network_block<<<1, 320>>>(gf, total, SMALL, FEW); }, total, 1,
		same(cheapest(few, SMALL)));
	const int P = 140, TURNS = 4;
	std::vector<int> first(P + 1), from;
	for (int i = 0; i < P; i++) {
		for (int k = 0; k < 1 + (int)(w[i] % 6); k++)
			from.push_back(w[i * 8 + k + 700] % P);
		first[i + 1] = from.size();
	}
	std::vector<float> s(P * P), next(P * P);
	for (int i = 0; i < P; i++)
		s[i * P + i] = 1;
	float *g0 = upload(s), *s0 = upload(s), *s1 = dev<float>(P * P), *s2 = dev<float>(P * P);
	for (int t = 0; t < TURNS; t++, std::swap(s, next))
		for (int i = 0; i < P * P; i++) {
			int a = i / P, b = i % P;
			double sum = 0;
			for (int x = first[a]; x < first[a + 1]; x++)
				for (int y = first[b]; y < first[b + 1]; y++)
					sum += s[from[x] * P + from[y]];
			next[i] = a == b ? 1 : 0.8 * sum / ((first[a + 1] - first[a]) * (first[b + 1] - first[b]));
		}
	int *gfirst = upload(first), *gfrom = upload(from);
	auto begin = [&] { CHECK(cudaMemcpy(s0, g0, P * P * 4, cudaMemcpyDeviceToDevice)); };
	dim3 pg((P + 63) / 64, P);
	job<float>(
		"alike_pages.pair_a_thread",
		[&] {
			for (int t = 0; t < TURNS; t++)
				alike_pairs<<<pg, 64>>>(gfirst, gfrom, t & 1 ? s1 : s0, t & 1 ? s0 : s1, P);
		},
		s0, P * P, close_to(s, 1e-3), begin);
	job<float>(
		"alike_pages.rows_then_columns",
		[&] {
			for (int t = 0; t < TURNS; t++) {
				alike_half<false><<<pg, 64>>>(gfirst, gfrom, s0, s2, P);
				alike_half<true><<<pg, 64>>>(gfirst, gfrom, s2, s0, P);
			}
		},
		s0, P * P, close_to(s, 1e-3), begin);
	std::vector<int> pstart(TASKS + 1), parents, lasts(TASKS), done(TASKS), cstart(TASKS + 1), child, many(TASKS);
	std::vector<std::vector<int>> kids(TASKS);
	for (int i = 0; i < TASKS; i++) {
		lasts[i] = 1 + w[i] % 30;
		for (int k = 0; k < (i < 50 ? 0 : 1 + (int)(w[i + 4000] % 3)); k++) {
			int p = i - 1 - w[i * 3 + k + 9000] % std::min(i, 400);
			parents.push_back(p);
			kids[p].push_back(i);
			done[i] = std::max(done[i], done[p]), many[i]++;
		}
		done[i] += lasts[i];
		pstart[i + 1] = parents.size();
	}
	for (int i = 0; i < TASKS; i++) {
		child.insert(child.end(), kids[i].begin(), kids[i].end());
		cstart[i + 1] = child.size();
	}
	int *gps = upload(pstart), *gp = upload(parents), *gl = upload(lasts), *gcs = upload(cstart),
	    *gc = upload(child);
	int *gm = upload(many);
	job<int>(
		"end_of_tasks.wait_for_parents", [&] { tasks_wait<<<(TASKS + 63) / 64, 64>>>(gps, gp, gl, o, TASKS); },
		o, TASKS, same(done), [&] { CHECK(cudaMemset(o, 255, TASKS * 4)); });
	job<int>(
		"end_of_tasks.queue_of_one_block", [&] { tasks_queue<<<1, 256>>>(gcs, gc, gm, gl, o); }, o, TASKS,
		same(done));
	const int MAP = 200, T = 4480, TIMES = 4;
	unsigned *map = dev<unsigned>(MAP);
	int *owner = dev<int>(MAP * 32);
	std::vector<int> times(T, TIMES);
	job<int>(
		"free_pages.bit_a_thread", [&] { pages_bits<<<T / 128, 128>>>(map, owner, o, MAP, T, TIMES); }, o, T,
		same(times));
	job<int>(
		"free_pages.word_a_warp", [&] { pages_warp<<<T / 64, 64>>>(map, owner, o, MAP, T, TIMES); }, o, T,
		same(times));
	const int K = 20000;
	const unsigned SIZE = 59999;
	std::vector<unsigned> key(2 * K);
	std::vector<int> found(2 * K);
	for (int i = 0; i < 2 * K; i++)
		key[i] = (i + 1) * 2654435761u, found[i] = i < K;
	unsigned *gk = upload(key), *table = dev<unsigned>(SIZE);
	job<int>(
		"two_nests.put_then_find",
		[&] {
			nests_put<<<(K + 159) / 160, 160>>>(gk, table, SIZE, K);
			nests_find<<<(2 * K + 159) / 160, 160>>>(gk, table, o, SIZE, 2 * K);
		},
		o, 2 * K, same(found), [&] { CHECK(cudaMemset(table, 0, SIZE * 4)); });
}
