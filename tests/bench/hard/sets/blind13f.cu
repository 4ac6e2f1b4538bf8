// blind13f: a fresh set of kernels that nobody had modelled when they were written. Locks, trees, queues and rings.
#include "blind7.h"
#include <cuda/atomic>

__global__ void philosophers(int *fork, volatile int *bowl, int n, int meals)
{ // a philosopher a block: takes the fork with the lower number first, then the other, and adds to both bowls
	int me = blockIdx.x, a = min(me, (me + 1) % n), b = max(me, (me + 1) % n);
	if (threadIdx.x)
		return;
	for (int m = 0; m < meals; m++) {
		while (atomicCAS(&fork[a], 0, 1))
			__nanosleep(100);
		while (atomicCAS(&fork[b], 0, 1))
			__nanosleep(100);
		__threadfence();
		bowl[a] = bowl[a] + me + 1;
		bowl[b] = bowl[b] + m * m;
		__threadfence();
		atomicExch(&fork[b], 0);
		atomicExch(&fork[a], 0);
	}
}
__global__ void intervals_stack(const int4 *node, int nodes, const int *ask, int *out, int asks)
{ // how many intervals hold a number: down a balanced tree with a stack in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, stack[16], top = 0, count = 0;
	if (i >= asks)
		return;
	int x = ask[i];
	stack[top++] = 0;
	while (top) {
		int k = stack[--top];
		int4 v = node[k]; // first, last, last of all below
		if (v.z < x)
			continue;
		count += v.x <= x && x <= v.y;
		if (2 * k + 1 < nodes) {
			stack[top++] = 2 * k + 1;
			if (v.x <= x)
				stack[top++] = 2 * k + 2;
		}
	}
	out[i] = count;
}
__global__ void intervals_brute(const int4 *node, int nodes, const int *ask, int *out, int asks)
{ // the same, each number against every interval, tiles of intervals in shared memory
	__shared__ int2 tile[192];
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i < asks ? ask[i] : -1, count = 0;
	for (int k0 = 0; k0 < nodes; k0 += 192) {
		int4 v = k0 + threadIdx.x < nodes ? node[k0 + threadIdx.x] : make_int4(1, 0, 0, 0);
		tile[threadIdx.x] = make_int2(v.x, v.y);
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < 192; k++)
			count += tile[k].x <= x && x <= tile[k].y;
		__syncthreads();
	}
	if (i < asks)
		out[i] = count;
}
struct Quad {
	int x, y, size, first, count, child; // child: the first of four, or -1
};
__host__ __device__ int quad_state(const Quad &q, const int4 &c)
{ // is a square out of a circle (0), cut by it (1) or within (2)?
	int dx = q.x + q.size - c.x, dy = q.y + q.size - c.y, lx = c.x - q.x, ly = c.y - q.y;
	int fx = lx > dx ? lx : dx, fy = ly > dy ? ly : dy;
	if (fx * fx + fy * fy <= c.z * c.z)
		return 2;
	int nx = lx < 0 ? -lx : dx < 0 ? -dx : 0, ny = ly < 0 ? -ly : dy < 0 ? -dy : 0;
	return nx * nx + ny * ny <= c.z * c.z;
}
__host__ __device__ bool in_circle(const int2 &p, const int4 &c)
{
	return (p.x - c.x) * (p.x - c.x) + (p.y - c.y) * (p.y - c.y) <= c.z * c.z;
}
__global__ void quad_thread(const Quad *tree, const int2 *point, const int4 *circle, int *out, int n)
{ // how many points a circle holds: down a tree of squares with a local stack, a circle a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, stack[40], top = 0, sum = 0;
	if (i >= n)
		return;
	int4 c = circle[i];
	stack[top++] = 0;
	while (top) {
		Quad q = tree[stack[--top]];
		int state = quad_state(q, c);
		if (state == 2)
			sum += q.count;
		else if (state && q.child < 0)
			for (int k = 0; k < q.count; k++)
				sum += in_circle(point[q.first + k], c);
		else if (state)
			for (int k = 0; k < 4; k++)
				stack[top++] = q.child + k;
	}
	out[i] = sum;
}
__global__ void quad_warp(const Quad *tree, const int2 *point, const int4 *circle, int *out, int n)
{ // the same, a circle a warp: four lanes look at the four children, votes push them on a shared stack
	__shared__ int stacks[3][40];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 3 + w, top = 1, sum = 0, *stack = stacks[w];
	if (i >= n)
		return;
	int4 c = circle[i];
	if (lane == 0)
		stack[0] = 0;
	__syncwarp();
	while (top) {
		Quad q = tree[stack[--top]];
		__syncwarp();
		if (q.child < 0) {
			for (int k = lane; k < q.count; k += 32)
				sum += in_circle(point[q.first + k], c);
			continue;
		}
		int state = 0;
		if (lane < 4) {
			Quad below = tree[q.child + lane];
			state = quad_state(below, c);
			sum += state == 2 ? below.count : 0;
		}
		unsigned cut = __ballot_sync(~0u, state == 1);
		if (state == 1)
			stack[top + __popc(cut & ((1u << lane) - 1))] = q.child + lane;
		top += __popc(cut);
		__syncwarp();
	}
	sum = __reduce_add_sync(~0u, sum);
	if (lane == 0)
		out[i] = sum;
}
__global__ void reach_block(const int *ref, int refs, const int *root, int roots, int *mark, int *queue)
{ // which objects are in use: one block works through a queue, and marks how far each is from a root
	__shared__ int tail;
	int head = 0, level = 1;
	for (int i = threadIdx.x; i < roots; i += blockDim.x) {
		queue[i] = root[i];
		mark[root[i]] = 1;
	}
	if (threadIdx.x == 0)
		tail = roots;
	__syncthreads();
	for (int end = roots; head < end;) {
		level++;
		for (int i = head * refs + threadIdx.x; i < end * refs; i += blockDim.x) {
			int to = ref[queue[i / refs] * refs + i % refs];
			if (to >= 0 && atomicCAS(&mark[to], 0, level) == 0)
				queue[atomicAdd(&tail, 1)] = to;
		}
		head = end;
		__syncthreads();
		end = tail;
		__syncthreads();
	}
}
__global__ void reach_roots(const int *root, int roots, int *mark)
{ // marks the roots
	if (threadIdx.x < roots)
		mark[root[threadIdx.x]] = 1;
}
__global__ void reach_round(const int *ref, int refs, int n, int *mark, int level)
{ // one round: every object marked in the last round marks what it refers to
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || mark[i] != level)
		return;
	for (int k = 0; k < refs; k++) {
		int to = ref[i * refs + k];
		if (to >= 0)
			atomicCAS(&mark[to], 0, level + 1);
	}
}
__global__ void skip_search(const int *key, const int *next, int n, int levels, const int *ask, int *out, int asks)
{ // down a skip list: along each level while the next key is not too large
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (i >= asks)
		return;
	int x = ask[i];
	for (int l = levels - 1; l >= 0; l--)
		for (int to = next[l * n + at]; to >= 0 && key[to] <= x; to = next[l * n + at])
			at = to;
	out[i] = key[at];
}
__global__ void hand_on(const unsigned *in, unsigned *buffer, int *ready, int items)
{ // a row of blocks: each takes items from the one before it as a flag lets it, and hands them on
	int b = blockIdx.x, t = threadIdx.x, width = blockDim.x;
	unsigned carry = t;
	for (int i = 0; i < items; i++) {
		if (b > 0) {
			if (t == 0) {
				cuda::atomic_ref<int, cuda::thread_scope_device> before(ready[b - 1]);
				while (before.load(cuda::memory_order_acquire) <= i)
					;
			}
			__syncthreads();
		}
		const unsigned *from = b ? buffer + (b - 1) * items * width : in;
		carry = carry * 3 + (from[i * width + t] ^ (unsigned)b * 977);
		buffer[(b * items + i) * width + t] = carry;
		__syncthreads();
		if (t == 0) {
			cuda::atomic_ref<int, cuda::thread_scope_device> own(ready[b]);
			own.store(i + 1, cuda::memory_order_release);
		}
	}
}
__global__ void ring_formula(int *out, int n, int step)
{ // who is left of a ring when every so-many-th goes: a size of ring a thread, a remainder a person
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i >= n)
		return;
	for (int k = 2; k <= i + 1; k++)
		r = (r + step) % k;
	out[i] = r;
}
__global__ void ring_bits(const int *size, int *out, int step)
{ // the same by trying, a ring a warp: a bit a person, 32 persons a lane, scans and votes find who goes
	int n = size[blockIdx.x], lane = threadIdx.x, have = min(max(n - lane * 32, 0), 32), at = 0;
	unsigned here = have == 32 ? ~0u : (1u << have) - 1;
	for (int left = n; left > 1; left--) {
		at = (at + step - 1) % left;
		int own = __popc(here), upto = own;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, upto, d);
			upto += lane >= d ? o : 0;
		}
		if (upto > at && upto - own <= at) {
			unsigned rest = here;
			for (int k = at - (upto - own); k; k--)
				rest &= rest - 1;
			here &= ~(rest & -rest);
		}
		__syncwarp();
	}
	if (here)
		out[blockIdx.x] = lane * 32 + __ffs(here) - 1;
}
static void split(std::vector<Quad> &tree, int k, std::vector<int2> &p)
{ // builds the tree of squares
	Quad q = tree[k];
	if (q.count <= 20 || q.size < 2)
		return;
	q.child = tree[k].child = tree.size();
	int half = q.size / 2, first = q.first;
	for (int c = 0; c < 4; c++) {
		int x = q.x + c % 2 * half, y = q.y + c / 2 * half;
		auto end = std::stable_partition(p.begin() + first, p.begin() + q.first + q.count,
			[&](const int2 &v) { return v.x >= x && v.y >= y && v.x < x + half && v.y < y + half; });
		int count = end - (p.begin() + first);
		tree.push_back({ x, y, half, first, count, -1 });
		first += count;
	}
	for (int c = 0; c < 4; c++)
		split(tree, q.child + c, p);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int PHIL = 90, MEALS = 6;
	std::vector<int> eaten(PHIL);
	for (int i = 0; i < PHIL; i++)
		for (int m = 0; m < MEALS; m++) {
			eaten[std::min(i, (i + 1) % PHIL)] += i + 1;
			eaten[std::max(i, (i + 1) % PHIL)] += m * m;
		}
	int *fork = dev<int>(PHIL), *bowl = dev<int>(PHIL), *o = dev<int>(1 << 18);
	job<int>(
		"philosophers.forks_in_order", [&] { philosophers<<<PHIL, 32>>>(fork, bowl, PHIL, MEALS); }, bowl, PHIL,
		same(eaten), [&] { CHECK(cudaMemset(bowl, 0, 4 * PHIL)); });
	const int NODES = 4095, ASK = 5000;
	std::vector<int2> span(NODES);
	std::vector<int4> tree(NODES);
	std::vector<int> ask(ASK), held(ASK);
	for (int i = 0; i < NODES; i++) {
		span[i].x = w[i] % 1000000;
		span[i].y = span[i].x + w[i + NODES] % (i % 50 ? 600 : 40000);
	}
	std::sort(span.begin(), span.end(), [](int2 a, int2 b) { return a.x < b.x || a.x == b.x && a.y < b.y; });
	for (int i = 0, depth = 0; i < NODES; i++) {
		if (i + 1 >= 2 << depth)
			depth++;
		int step = 4096 >> depth, at = (i + 1 - (1 << depth)) * step + step / 2 - 1;
		tree[i] = { span[at].x, span[at].y, span[at].y, 0 };
	}
	for (int i = NODES - 1; i > 0; i--)
		tree[(i - 1) / 2].z = std::max(tree[(i - 1) / 2].z, tree[i].z);
	for (int i = 0; i < ASK; i++) {
		ask[i] = w[i + 20000] % 1000000;
		for (auto s : span)
			held[i] += s.x <= ask[i] && ask[i] <= s.y;
	}
	int4 *dtree = upload(tree);
	int *dask = upload(ask);
	job<int>(
		"interval_tree.local_stack",
		[&] { intervals_stack<<<(ASK + 127) / 128, 128>>>(dtree, NODES, dask, o, ASK); }, o, ASK, same(held));
	job<int>(
		"interval_tree.every_one",
		[&] { intervals_brute<<<(ASK + 191) / 192, 192>>>(dtree, NODES, dask, o, ASK); }, o, ASK, same(held));
	const int P = 9000, CIRCLES = 2500;
	std::vector<int2> point(P);
	std::vector<int4> circle(CIRCLES);
	std::vector<int> within(CIRCLES);
	for (int i = 0; i < P; i++)
		point[i] = { (int)(w[i] % 16384 * (u64)(w[i + P] % 16384) / 16384), (int)(w[i + 2 * P] % 16384) };
	std::vector<Quad> quads = { { 0, 0, 16384, 0, P, -1 } };
	split(quads, 0, point);
	for (int i = 0; i < CIRCLES; i++) {
		circle[i] = { (int)(w[i + 70000] % 16384), (int)(w[i + 90000] % 16384), 100 + (int)(w[i] % 2000), 0 };
		for (auto p : point)
			within[i] += in_circle(p, circle[i]);
	}
	Quad *dq = upload(quads);
	int2 *dp = upload(point);
	int4 *dc = upload(circle);
	job<int>(
		"quadtree.circle_a_thread", [&] { quad_thread<<<(CIRCLES + 63) / 64, 64>>>(dq, dp, dc, o, CIRCLES); },
		o, CIRCLES, same(within));
	job<int>(
		"quadtree.circle_a_warp", [&] { quad_warp<<<(CIRCLES + 2) / 3, 96>>>(dq, dp, dc, o, CIRCLES); }, o,
		CIRCLES, same(within));
	const int N = 24000, REFS = 3, ROOTS = 7;
	std::vector<int> ref(N * REFS), root(ROOTS), mark(N), queue;
	for (int i = 0; i < N * REFS; i++)
		ref[i] = w[i] % 5 < 2 ? -1 : (i / REFS + 1 + w[i + N] % 3000) % (N - N / 5);
	for (int k = 0; k < ROOTS; k++) {
		queue.push_back(root[k] = k * 3001 + 5);
		mark[root[k]] = 1;
	}
	for (size_t k = 0; k < queue.size(); k++)
		for (int r = 0; r < REFS; r++) {
			int to = ref[queue[k] * REFS + r];
			if (to >= 0 && !mark[to])
				mark[to] = mark[queue[k]] + 1, queue.push_back(to);
		}
	int last = mark[queue.back()], *dref = upload(ref), *droot = upload(root), *dmark = dev<int>(N);
	auto clear = [&] { CHECK(cudaMemset(dmark, 0, 4 * N)); };
	job<int>(
		"reachable.queue_of_one_block", [&] { reach_block<<<1, 640>>>(dref, REFS, droot, ROOTS, dmark, o); },
		dmark, N, same(mark), clear);
	job<int>(
		"reachable.launch_a_round",
		[&] {
			reach_roots<<<1, 32>>>(droot, ROOTS, dmark);
			for (int l = 1; l < last; l++)
				reach_round<<<(N + 255) / 256, 256>>>(dref, REFS, N, dmark, l);
		},
		dmark, N, same(mark), clear);
	const int KEYS = 7001, LEVELS = 12;
	std::vector<int> key(KEYS), next(LEVELS * KEYS, -1), low(ASK), place(KEYS);
	std::vector<int> order(KEYS - 1);
	for (int i = 0; i < KEYS - 1; i++)
		order[i] = w[i] % 1000000;
	std::sort(order.begin(), order.end());
	for (int i = 1; i < KEYS; i++)
		place[i] = 1 + (int)((u64)(i - 1) * 2999 % (KEYS - 1)); // where in memory: all over
	key[0] = -1;
	for (int i = 1; i < KEYS; i++)
		key[place[i]] = order[i - 1];
	for (int l = 0; l < LEVELS; l++)
		for (int i = 1, at = 0; i < KEYS; i++)
			if (!(w[i + 5000] & ((1u << l) - 1)))
				next[l * KEYS + at] = place[i], at = place[i];
	for (int i = 0; i < ASK; i++) {
		auto it = std::upper_bound(order.begin(), order.end(), ask[i]);
		low[i] = it == order.begin() ? -1 : it[-1];
	}
	int *dkey = upload(key), *dnext = upload(next);
	job<int>(
		"skip_list.search_a_thread",
		[&] { skip_search<<<(ASK + 95) / 96, 96>>>(dkey, dnext, KEYS, LEVELS, dask, o, ASK); }, o, ASK,
		same(low));
	const int STAGES = 11, ITEMS = 36, WIDE
	= 160;
	std::vector<unsigned> passed(STAGES * ITEMS * WIDE);
	for (int b = 0; b < STAGES; b++)
		for (int t = 0; t < WIDE; t++) {
			unsigned carry = t;
			for (int i = 0; i < ITEMS; i++) {
				unsigned from = b ? passed[((b - 1) * ITEMS + i) * WIDE + t] : w[i * WIDE + t];
				carry = carry * 3 + (from ^ (unsigned)b * 977);
				passed[(b * ITEMS + i) * WIDE + t] = carry;
			}
		}
	unsigned *dw = upload(w), *buffer = dev<unsigned>(STAGES * ITEMS * WIDE);
	int *ready = dev<int>(STAGES);
	job<unsigned>(
		"pipeline.blocks_hand_on", [&] { hand_on<<<STAGES, dim3(WIDE)>>>(dw, buffer, ready, ITEMS); }, buffer,
		passed.size(), same(passed), [&] { CHECK(cudaMemset(ready, 0, 4 * STAGES)); });
	const int RINGS = 2600, STEP = 7, SOME = 110;
	std::vector<int> left(RINGS), size(SOME), some(SOME);
	for (int i = 1; i < RINGS; i++)
		left[i] = (left[i - 1] + STEP) % (i + 1);
	for (int k = 0; k < SOME; k++)
		some[k] = left[(size[k] = 200 + w[k] % 800) - 1];
	int *dsize = upload(size);
	job<int>(
		"josephus.formula_a_thread", [&] { ring_formula<<<(RINGS + 63) / 64, 64>>>(o, RINGS, STEP); }, o, RINGS,
		same(left));
	job<int>(
		"josephus.bits_of_a_warp", [&] { ring_bits<<<SOME, 32>>>(dsize, o, STEP); }, o, SOME, same(some));
}
