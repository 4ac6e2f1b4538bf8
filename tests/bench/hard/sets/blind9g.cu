// blind9g: a ninth set of kernels that nobody had modelled when they were written. Graphs; blocks that wait for others,
// hand work over, lock, and share out.
#include "blind7.h"

__global__ void sort_round(
	const int *first, const int *to, int *waits_for, const int *now, int *next, int *level, int n, int round)
{ // all vertices that nothing comes before any more: one launch a level
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || now[v] != round)
		return;
	for (int e = first[v]; e < first[v + 1]; e++)
		if (atomicSub(&waits_for[to[e]], 1) == 1)
			next[to[e]] = level[to[e]] = round + 1;
}
__global__ void sort_queue(const int *first, const int *to, int *waits_for, int *level, int *queue, int n)
{ // one block, level by level along a queue
	__shared__ int tail;
	if (!threadIdx.x)
		tail = 0;
	__syncthreads();
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		if (!waits_for[v]) {
			queue[atomicAdd(&tail, 1)] = v;
			level[v] = 0;
		}
	__syncthreads();
	for (int head = 0, end = tail, l = 1; head < end; l++) {
		__syncthreads();
		for (int i = head + threadIdx.x; i < end; i += blockDim.x) {
			int v = queue[i];
			for (int e = first[v]; e < first[v + 1]; e++)
				if (atomicSub(&waits_for[to[e]], 1) == 1) {
					level[to[e]] = l;
					queue[atomicAdd(&tail, 1)] = to[e];
				}
		}
		__syncthreads();
		head = end;
		end = tail;
	}
}
__global__ void hubs_push(const int *from, const int *to, const float *hub, float *fame, int edges)
{ // an edge a thread
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < edges)
		atomicAdd(&fame[to[e]], hub[from[e]]);
}
__global__ void hubs_pull(const int *first, const int *to, const float *fame, float *hub, int n)
{ // a vertex four lanes
	int t = blockIdx.x * blockDim.x + threadIdx.x, v = t / 4;
	float s = 0;
	if (v < n)
		for (int e = first[v] + t % 4; e < first[v + 1]; e += 4)
			s += fame[to[e]];
	s += __shfl_xor_sync(~0u, s, 1);
	s += __shfl_xor_sync(~0u, s, 2);
	if (v < n && t % 4 == 0)
		hub[v] = s;
}
__global__ void point_at(const int *first, const int *to, const int *mate, int *want, int n)
{ // each that is free points at the free neighbour with the heaviest edge
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	unsigned most = 0;
	int best = -1;
	if (mate[v] < 0)
		for (int e = first[v]; e < first[v + 1]; e++) {
			int u = to[e];
			unsigned a = min(u, v), b = max(u, v), weight = ((a * 2654435761u ^ b * 2246822519u) >> 8) + 1;
			if (mate[u] < 0 && u != v && (weight > most || weight == most && u > best)) {
				most = weight;
				best = u;
			}
		}
	want[v] = best;
}
__global__ void shake_hands(const int *want, int *mate, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && want[v] >= 0 && want[want[v]] == v)
		mate[v] = want[v];
}
__global__ void auction(const int *worth, int *owner, int n)
{ // one block: people bid for things until each has one; the best bid for a thing wins
	extern __shared__ u64 bid[];
	int *price = (int *)(bid + n), *has = price + n, *own = has + n;
	__shared__ int unsold;
	int t = threadIdx.x;
	price[t] = 0;
	has[t] = own[t] = -1;
	for (;;) {
		bid[t] = 0;
		if (!t)
			unsold = 0;
		__syncthreads();
		if (has[t] < 0) {
			int best = -1 << 30, next = -1 << 30, at = 0;
			for (int k = 0; k < n; k++) {
				int v = worth[k * n + t] - price[k];
				if (v > best) {
					next = best;
					best = v;
					at = k;
				} else if (v > next)
					next = v;
			}
			atomicMax(&bid[at], (u64)(price[at] + best - next + 1) << 32 | t);
			unsold = 1;
		}
		__syncthreads();
		bool go_on = unsold;
		if (bid[t]) {
			if (own[t] >= 0)
				has[own[t]] = -1;
			own[t] = (int)(bid[t] & 0xffffffff);
			price[t] = bid[t] >> 32;
		}
		__syncthreads();
		if (own[t] >= 0)
			has[own[t]] = t;
		__syncthreads();
		if (!go_on)
			break;
	}
	owner[t] = own[t];
}
__global__ void best_locked(const unsigned *v, int *lock, unsigned *best, int n, int bins)
{ // the three largest of each bin, kept in order behind a lock
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = v[i];
	int b = x % bins;
	volatile unsigned *p = best + b * 4;
	for (bool done = false; !done && p[2] < x;) {
		if (atomicCAS(&lock[b], 0, 1) == 0) {
			__threadfence();
			unsigned u = x;
			for (int k = 0; k < 3; k++)
				if (p[k] < u) {
					unsigned e = p[k];
					p[k] = u;
					u = e;
				}
			__threadfence();
			atomicExch(&lock[b], 0);
			done = true;
		}
	}
}
__global__ void best_by_max(const unsigned *v, unsigned *best, int n, int bins)
{ // without a lock: what a place gives up goes on to the next
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = v[i], *p = best + x % bins * 4;
	for (int k = 0; k < 3 && x; k++)
		x = min(x, atomicMax(&p[k], x));
}
__device__ float work_on(float x, int times)
{
	for (int k = 0; k < times; k++)
		x = x * x * 0.5f + 0.25f;
	return x;
}
__global__ void relay(const float *in, float *room, int *filled, int *taken, float *out, int chunks)
{ // even blocks work on a chunk and hand it to the next block, which goes on with it; four places between them
	int pair = blockIdx.x / 2, t = threadIdx.x;
	float *r = room + pair * 4 * 128;
	for (int c = 0; c < chunks; c++) {
		int at = (pair * chunks + c) * 128 + t;
		if (blockIdx.x % 2 == 0) {
			float v = work_on(in[at], 30);
			if (t == 0) {
				while (c - atomicAdd(&taken[pair], 0) >= 4)
					;
				__threadfence();
			}
			__syncthreads();
			__stcg(&r[c % 4 * 128 + t], v);
			__threadfence();
			__syncthreads();
			if (t == 0)
				atomicExch(&filled[pair], c + 1);
		} else {
			if (t == 0) {
				while (atomicAdd(&filled[pair], 0) <= c)
					;
				__threadfence();
			}
			__syncthreads();
			float v = __ldcg(&r[c % 4 * 128 + t]);
			__threadfence();
			__syncthreads();
			if (t == 0)
				atomicExch(&taken[pair], c + 1);
			out[at] = work_on(v, 30);
		}
	}
}
__device__ void all_meet(int *count, volatile int *turn)
{ // a barrier of all blocks, made by hand
	__syncthreads();
	if (!threadIdx.x) {
		int now = *turn;
		__threadfence();
		if (atomicAdd(count, 1) == gridDim.x - 1) {
			*count = 0;
			__threadfence();
			*turn = now + 1;
		} else
			while (*turn == now)
				;
		__threadfence();
	}
	__syncthreads();
}
__global__ void ring_steps(float *a, float *b, int *meet, int n, int steps)
{ // heat along a ring, all steps in one launch
	for (int s = 0; s < steps; s++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
			__stcg(&b[i],
				0.25f * (__ldcg(&a[i ? i - 1 : n - 1]) + __ldcg(&a[i < n - 1 ? i + 1 : 0])) +
					0.5f * __ldcg(&a[i]));
		float *e = a;
		a = b;
		b = e;
		all_meet(meet, meet + 1);
	}
}
__global__ void least_way(const int *cost, int *sum, int *done, int w, int rows)
{ // the cheapest way from the corner, right or down: a band of rows a block, which follows the band above it
	__shared__ int above[128], left[33];
	int y0 = blockIdx.x * rows, t = threadIdx.x;
	if (t < rows)
		left[t] = 1 << 29;
	for (int x0 = 0; x0 < w; x0 += 128) {
		if (blockIdx.x) {
			if (!t)
				while (*(volatile int *)&done[blockIdx.x - 1] < x0 + 128)
					;
			__syncthreads();
			__threadfence();
			for (int x = t; x < 128; x += 32)
				above[x] = __ldcg(&sum[(y0 - 1) * w + x0 + x]);
		} else
			for (int x = t; x < 128; x += 32)
				above[x] = x0 + x ? 1 << 29 : 0;
		__syncthreads();
		for (int s = 0; s < 128 + rows - 1; s++) { // along slanted lines, a row a lane
			int x = s - t;
			if (t < rows && x >= 0 && x < 128) {
				int v = min(above[x], left[t]) + cost[(y0 + t) * w + x0 + x];
				above[x] = left[t] = v;
				sum[(y0 + t) * w + x0 + x] = v;
			}
			__syncwarp();
		}
		__threadfence();
		__syncthreads();
		if (!t)
			*(volatile int *)&done[blockIdx.x] = x0 + 128;
	}
}
__host__ __device__ float slope_of(float x, float y)
{
	return 1 / (0.002f + (x - 0.3f) * (x - 0.3f) + (y - 0.6f) * (y - 0.6f));
}
struct Square {
	float x, y, size;
};
__global__ void squares_queue(Square *task, int *ready, int *head, int *tail, int *open, float *sum, int *leaves)
{ // squares are halved until they are flat enough; new ones go to the end of a queue; a square a warp
	int lane = threadIdx.x % 32;
	for (;;) {
		int at = 0, ok = 0;
		if (!lane) {
			at = atomicAdd(head, 1);
			while (!(ok = atomicAdd(&ready[at], 0)) && atomicAdd(open, 0) > 0)
				;
			__threadfence();
		}
		at = __shfl_sync(~0u, at, 0);
		if (!__shfl_sync(~0u, ok, 0))
			return;
		Square q = { __ldcg(&task[at].x), __ldcg(&task[at].y), __ldcg(&task[at].size) };
		float v = slope_of(q.x + q.size * (lane % 8 + 0.5f) / 8, q.y + q.size * (lane / 8 + 0.5f) / 4);
		float most = v, least = v, s = v;
		for (int d = 16; d; d /= 2) {
			most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
			least = fminf(least, __shfl_xor_sync(~0u, least, d));
			s += __shfl_xor_sync(~0u, s, d);
		}
		if (most > least * 1.3f && q.size > 0.004f) {
			int to = 0;
			if (!lane) {
				atomicAdd(open, 4);
				to = atomicAdd(tail, 4);
			}
			to = __shfl_sync(~0u, to, 0) + lane;
			if (lane < 4) {
				float h = q.size / 2;
				__stcg(&task[to].x, q.x + h * (lane % 2));
				__stcg(&task[to].y, q.y + h * (lane / 2));
				__stcg(&task[to].size, h);
				__threadfence();
				atomicExch(&ready[to], 1);
			}
		} else if (!lane) {
			atomicAdd(sum, s / 32 * q.size * q.size);
			atomicAdd(leaves, 1);
		}
		__syncwarp();
		if (!lane)
			atomicSub(open, 1);
	}
}
__global__ void seats(unsigned *taken, const unsigned *wish, int *seat, int n, int words)
{ // a free bit in a map of seats, from where one would like to sit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = wish[i] % words;
	for (;;) {
		unsigned v = *(volatile unsigned *)&taken[at];
		if (v == ~0u) {
			at = at + 1 < words ? at + 1 : 0;
			continue;
		}
		int bit = __ffs(~v) - 1;
		if (!(atomicOr(&taken[at], 1u << bit) >> bit & 1)) {
			seat[i] = at * 32 + bit;
			return;
		}
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *o = dev<float>(1 << 21);
	int *io = (int *)o;
	const int V = 20000;
	std::vector<int> first(V + 1), to, from, level(V), before(V), all_first(V + 1), both;
	std::vector<std::vector<int>> near_to(V);
	for (int v = 0; v < V; v++) {
		for (int k = 0, d = w[v] % 7; k < d && v + 1 < V; k++) {
			int u = std::min(V - 1, v + 1 + (int)(w[v * 8 + k] % (v % 3 ? 3000 : 12000)));
			to.push_back(u), from.push_back(v);
			before[u]++;
			near_to[u].push_back(v), near_to[v].push_back(u);
		}
		first[v + 1] = to.size();
	}
	for (int v = 0; v < V; v++) {
		both.insert(both.end(), near_to[v].begin(), near_to[v].end());
		all_first[v + 1] = both.size();
		for (int e = first[v]; e < first[v + 1]; e++)
			level[to[e]] = std::max(level[to[e]], level[v] + 1);
	}
	int levels = *std::max_element(level.begin(), level.end()), E = to.size();
	std::vector<int> start(V, -1);
	for (int v = 0; v < V; v++)
		if (!before[v])
			start[v] = 0;
	int *df = upload(first), *dt = upload(to), *dfrom = upload(from), *db = upload(before), *ds = upload(start);
	int *left = dev<int>(V), *lev = dev<int>(V), *queue = dev<int>(V), *even = dev<int>(V), *odd = dev<int>(V),
	    *small = dev<int>(4096);
	auto unsorted = [&] {
		CHECK(cudaMemcpy(left, db, V * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(lev, ds, V * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(even, ds, V * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(odd, 255, V * 4));
	};
	job<int>(
		"order.launch_a_level",
		[&] {
			for (int r = 0; r < levels; r++)
				sort_round<<<(V + 255) / 256, 256>>>(
					df, dt, left, r % 2 ? odd : even, r % 2 ? even : odd, lev, V, r);
		},
		lev, V, same(level), unsorted);
	job<int>(
		"order.one_block_queue", [&] { sort_queue<<<1, 512>>>(df, dt, left, lev, queue, V); }, lev, V,
		same(level), unsorted);
	std::vector<float> fame(V), hub(V);
	for (int e = 0; e < E; e++)
		fame[to[e]] += f[from[e]];
	for (int e = 0; e < E; e++)
		hub[from[e]] += f[to[e]];
	auto zero = [&] {
		CHECK(cudaMemset(o, 0, 1 << 20));
		CHECK(cudaMemset(small, 0, 16384));
	};
	job<float>(
		"hubs.push", [&] { hubs_push<<<(E + 255) / 256, 256>>>(dfrom, dt, x, o, E); }, o, V, close_to(fame),
		zero);
	job<float>(
		"hubs.pull", [&] { hubs_pull<<<(V * 4 + 255) / 256, 256>>>(df, dt, x, o, V); }, o, V, close_to(hub),
		zero);
	std::vector<int> mate(V, -1), want(V);
	for (int round = 0; round < 4; round++) {
		for (int v = 0; v < V; v++) {
			unsigned most = 0;
			want[v] = -1;
			if (mate[v] < 0)
				for (int u : near_to[v]) {
					unsigned a = std::min(u, v), b = std::max(u, v),
						 weight = ((a * 2654435761u ^ b * 2246822519u) >> 8) + 1;
					if (mate[u] < 0 && (weight > most || weight == most && u > want[v]))
						most = weight, want[v] = u;
				}
		}
		for (int v = 0; v < V; v++)
			if (want[v] >= 0 && want[want[v]] == v)
				mate[v] = want[v];
	}
	int *da = upload(all_first), *dboth = upload(both);
	job<int>(
		"pairs.four_rounds",
		[&] {
			for (int r = 0; r < 4; r++) {
				point_at<<<(V + 127) / 128, 128>>>(da, dboth, lev, queue, V);
				shake_hands<<<(V + 127) / 128, 128>>>(queue, lev, V);
			}
		},
		lev, V, same(mate), [&] { CHECK(cudaMemset(lev, 255, V * 4)); });
	const int A = 128;
	std::vector<int> worth(A * A);
	for (int i = 0; i < A * A; i++)
		worth[i] = w[i] % 1000;
	int *dw = upload(worth);
	job<int>(
		"auction.one_block", [&] { auction<<<1, A, A * 20>>>(dw, io, A); }, io, A,
		[&](const std::vector<int> &v) {
			std::vector<int> had(A);
			long total = 0, greedy = 0;
			for (int k = 0; k < A; k++) {
				if (v[k] < 0 || v[k] >= A || had[v[k]]++)
					return false;
				total += worth[k * A + v[k]];
			}
			std::vector<int> gone(A);
			for (int k = 0; k < A; k++) {
				int b = -1;
				for (int i = 0; i < A; i++)
					if (!gone[i] && (b < 0 || worth[k * A + i] > worth[k * A + b]))
						b = i;
				gone[b] = 1;
				greedy += worth[k * A + b];
			}
			return total >= greedy;
		});
	const int N = 12000, BINS = 500;
	std::vector<unsigned> best(BINS * 4);
	for (int i = 0; i < N; i++)
		for (unsigned k = 0, u = w[i]; k < 3; k++)
			if (best[w[i] % BINS * 4 + k] < u)
				std::swap(best[w[i] % BINS * 4 + k], u);
	unsigned *du = upload(w), *uo = (unsigned *)io;
	job<unsigned>(
		"best_three.locked", [&] { best_locked<<<(N + 127) / 128, 128>>>(du, small, uo, N, BINS); }, uo,
		BINS * 4, same(best), zero);
	job<unsigned>(
		"best_three.by_max", [&] { best_by_max<<<(N + 127) / 128, 128>>>(du, uo, N, BINS); }, uo, BINS * 4,
		same(best), zero);
	const int PAIRS = 60, CHUNKS = 24;
	std::vector<float> handed(PAIRS * CHUNKS * 128);
	for (int i = 0; i < PAIRS * CHUNKS * 128; i++) {
		handed[i] = f[i];
		for (int k = 0; k < 60; k++)
			handed[i] = handed[i] * handed[i] * 0.5f + 0.25f;
	}
	float *room = dev<float>(PAIRS * 512);
	job<float>(
		"relay.of_two_blocks", [&] { relay<<<2 * PAIRS, 128>>>(x, room, small, small + 1024, o, CHUNKS); }, o,
		PAIRS * CHUNKS * 128, close_to(handed), zero);
	const int RING = 100000, STEPS = 20;
	std::vector<float> ring(f.begin(), f.begin() + RING), next(RING);
	for (int s = 0; s < STEPS; s++) {
		for (int i = 0; i < RING; i++)
			next[i] = 0.25f * (ring[(i + RING - 1) % RING] + ring[(i + 1) % RING]) + 0.5f * ring[i];
		std::swap(ring, next);
	}
	float *other = dev<float>(RING);
	job<float>(
		"ring.own_barrier", [&] { ring_steps<<<132, 256>>>(o, other, small, RING, STEPS); }, o, RING,
		close_to(ring),
		[&] {
			zero();
			CHECK(cudaMemcpy(o, x, RING * 4, cudaMemcpyDeviceToDevice));
		});
	const int W = 1024, BANDS = 24, H = BANDS * 32;
	std::vector<int> cost(W * H), sum(W * H);
	for (int i = 0; i < W * H; i++) {
		cost[i] = w[i] % 100;
		int a = i >= W ? sum[i - W] : 1 << 29, b = i % W ? sum[i - 1] : 1 << 29;
		sum[i] = cost[i] + (i ? std::min(a, b) : 0);
	}
	int *dc = upload(cost);
	job<int>(
		"cheapest_way.bands_follow", [&] { least_way<<<BANDS, 32>>>(dc, io, small, W, 32); }, io, W * H,
		same(sum), zero);
	Square one = { 0, 0, 1 };
	Square *task = dev<Square>(100000);
	int *ready = dev<int>(200000), leaves = 0;
	std::vector<Square> todo{ one };
	double integral = 0;
	for (size_t i = 0; i < todo.size(); i++) {
		Square q = todo[i];
		float most = 0, least = 1e9, s = 0;
		for (int l = 0; l < 32; l++) {
			float v = slope_of(q.x + q.size * (l % 8 + 0.5f) / 8, q.y + q.size * (l / 8 + 0.5f) / 4);
			most = std::max(most, v), least = std::min(least, v), s += v;
		}
		if (most > least * 1.3f && q.size > 0.004f)
			for (int k = 0; k < 4; k++)
				todo.push_back({ q.x + q.size / 2 * (k % 2), q.y + q.size / 2 * (k / 2), q.size / 2 });
		else
			integral += s / 32 * q.size * q.size, leaves++;
	}
	job<float>(
		"squares.halved_in_a_queue",
		[&] {
			squares_queue<<<132, 64>>>(
				task, ready, small, small + 64, small + 128, (float *)(small + 192), small + 256);
		},
		(float *)(small + 192), 1, close_to(std::vector<float>{ (float)integral }, 1e-3),
		[&] {
			int n = 1;
			zero();
			CHECK(cudaMemset(ready, 0, 800000));
			CHECK(cudaMemcpy(ready, &n, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(small + 64, &n, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(small + 128, &n, 4, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(task, &one, sizeof one, cudaMemcpyHostToDevice));
		});
	const int GUESTS = 50000, ROWS = 2000;
	job<int>(
		"seats.bits_of_a_map",
		[&] { seats<<<(GUESTS + 127) / 128, 128>>>((unsigned *)small, du, io, GUESTS, ROWS); }, io, GUESTS,
		[&](const std::vector<int> &v) {
			std::vector<int> had(ROWS * 32);
			for (int s : v)
				if (s < 0 || s >= ROWS * 32 || had[s]++)
					return false;
			return true;
		},
		zero);
}
