// blind22e: a fresh set of kernels that nobody had modelled when they were written. Trees, heaps, queues, recursion.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
struct Person {
	int left, right, parent, own;
};
__device__ __noinline__ unsigned wealth_of(const Person *p, int i)
{ // the wealth of a person and of all below, as a textbook writes it
	return i < 0 ? 0 : p[i].own + wealth_of(p, p[i].left) + 3 * wealth_of(p, p[i].right);
}
__global__ void wealth_recursion(const Person *p, const int *root, unsigned *out, int n)
{ // a family a thread, by recursion
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = wealth_of(p, root[i]);
}
__global__ void wealth_stack(const Person *p, const int *root, unsigned *out, int n)
{ // the same with a stack of persons and weights in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x, top = 0;
	int2 stack[32];
	unsigned sum = 0;
	if (i >= n)
		return;
	stack[top++] = make_int2(root[i], 1);
	while (top) {
		int2 e = stack[--top];
		Person q = p[e.x];
		sum += (unsigned)q.own * (unsigned)e.y;
		if (q.left >= 0)
			stack[top++] = make_int2(q.left, e.y);
		if (q.right >= 0)
			stack[top++] = make_int2(q.right, e.y * 3);
	}
	out[i] = sum;
}
__global__ void wealth_upwards(const Person *p, const int *leaf, volatile unsigned *sum, int *came, int leaves)
{ // the same from the leaves: who comes second to a parent goes on with it
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= leaves)
		return;
	int k = leaf[i];
	sum[k] = p[k].own;
	for (k = p[k].parent; k >= 0; k = p[k].parent) {
		Person q = p[k];
		__threadfence();
		int both = q.left >= 0 && q.right >= 0;
		if (both && atomicAdd(&came[k], 1) == 0)
			return;
		__threadfence();
		sum[k] = q.own + (q.left >= 0 ? sum[q.left] : 0) + (q.right >= 0 ? 3 * sum[q.right] : 0);
	}
}
__global__ void wealth_pick(const unsigned *sum, const int *root, unsigned *out, int n)
{ // the sums of the roots
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = sum[root[i]];
}
__global__ void steps_level(
	const int *start, const int *need, const int *level, const int *cost, int *done, int n, int l)
{ // when each step of a recipe is done: a launch for each level
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
	if (i >= n || level[i] != l)
		return;
	for (int s = start[i]; s < start[i + 1]; s++)
		t = max(t, done[need[s]]);
	done[i] = t + cost[i];
}
__global__ void steps_block(const int *start, const int *need, const int *cost, volatile int *done, int n)
{ // the same in one block: it goes over all steps until nothing is left
	__shared__ int left;
	do {
		__syncthreads();
		if (threadIdx.x == 0)
			left = 0;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			if (done[i])
				continue;
			int t = 0;
			bool ready = true;
			for (int s = start[i]; s < start[i + 1] && ready; s++) {
				int d = done[need[s]];
				ready = d != 0;
				t = max(t, d);
			}
			if (ready)
				done[i] = t + cost[i];
			else
				left = 1;
		}
		__syncthreads();
	} while (left);
}
__global__ void steps_queue(
	const int *from, const int *later, int *wait, const int *cost, int *done, int *queue, int *ends, int n)
{ // the same with a queue in memory: a warp takes a step, its lanes tell those that wait for it
	int lane = threadIdx.x % 32;
	volatile int *q = queue;
	for (;;) {
		int at = 0, i = 0;
		if (lane == 0)
			at = atomicAdd(&ends[0], 1);
		at = __shfl_sync(~0u, at, 0);
		if (at >= n)
			return;
		if (lane == 0) {
			while ((i = q[at]) < 0)
				__nanosleep(20);
			__threadfence();
		}
		i = __shfl_sync(~0u, i, 0);
		int end = atomicAdd(&done[i], 0) + cost[i];
		__syncwarp();
		if (lane == 0)
			atomicAdd(&done[i], cost[i]);
		for (int s = from[i] + lane; s < from[i + 1]; s += 32) {
			int k = later[s];
			atomicMax(&done[k], end);
			__threadfence();
			if (atomicSub(&wait[k], 1) == 1) {
				__threadfence();
				atomicExch(&queue[atomicAdd(&ends[1], 1)], k);
			}
		}
	}
}
__global__ void age_walk(const int *parent, int *depth, int n)
{ // how deep each node lies: a walk to the root
	int i = blockIdx.x * blockDim.x + threadIdx.x, d = 0;
	if (i >= n)
		return;
	for (int k = i; parent[k] != k; k = parent[k])
		d++;
	depth[i] = d;
}
__global__ void age_start(const int *parent, int2 *a, int n)
{ // jumping: first the distance to the parent
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = make_int2(parent[i], parent[i] != i);
}
__global__ void age_jump(const int2 *a, int2 *b, int n)
{ // then twice as far in each launch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int2 own = a[i], up = a[own.x];
		b[i] = make_int2(up.x, own.y + up.y);
	}
}
__host__ __device__ void sink(int *a, int i, int n)
{ // lets a small value sink to its place in a heap
	int v = a[i];
	for (int k = 2 * i + 1; k < n; k = 2 * i + 1) {
		if (k + 1 < n && a[k + 1] > a[k])
			k++;
		if (a[k] <= v)
			break;
		a[i] = a[k];
		i = k;
	}
	a[i] = v;
}
__global__ void heap_thread(int *a, int heaps, int n)
{ // a heap a thread in memory, from the last parent to the first
	int h = blockIdx.x * blockDim.x + threadIdx.x;
	if (h < heaps)
		for (int i = n / 2 - 1; i >= 0; i--)
			sink(a + h * n, i, n);
}
__global__ void heap_block(int *a, int n)
{ // a heap a block in shared memory, level by level
	extern __shared__ int heap[];
	a += blockIdx.x * n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		heap[i] = a[i];
	__syncthreads();
	for (int first = 1 << (31 - __clz(n)); first; first /= 2) {
		for (int i = first - 1 + threadIdx.x; i < min(2 * first - 1, n / 2); i += blockDim.x)
			sink(heap, i, n);
		__syncthreads();
	}
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] = heap[i];
}
__global__ void heap_level(int *a, int first, int n)
{ // one great heap, a launch for each level
	int i = first - 1 + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 2 * first - 1 && i < n / 2)
		sink(a, i, n);
}
__global__ void morse_thread(const char *text, const int *start, const char *tree, char *out, int messages)
{ // a message a thread walks down the tree of the code: dot left, dash right, blank ends a letter
	int m = blockIdx.x * blockDim.x + threadIdx.x, node = 1, o = 0;
	if (m >= messages)
		return;
	for (int i = start[m]; i < start[m + 1]; i++) {
		char c = text[i];
		if (c == ' ') {
			out[m * 64 + o++] = tree[node];
			node = 1;
		} else
			node = 2 * node + (c == '-');
	}
}
__global__ void morse_warp(const char *text, const int *start, const char *tree, char *out, int messages)
{ // a message a warp: blanks are found by votes, each lane that holds one reads the letter before it
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, o = 0;
	if (m >= messages)
		return;
	for (int i0 = start[m]; i0 < start[m + 1]; i0 += 32) {
		int i = i0 + lane;
		bool blank = i < start[m + 1] && text[i] == ' ';
		unsigned votes = __ballot_sync(~0u, blank);
		if (blank) {
			int node = 1, k = i;
			while (k > start[m] && text[k - 1] != ' ')
				k--;
			for (; k < i; k++)
				node = 2 * node + (text[k] == '-');
			out[m * 64 + o + __popc(votes & ((1u << lane) - 1))] = tree[node];
		}
		o += __popc(votes);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 18);
	const int F = 1000, P = 20000;
	std::vector<Person> p(P);
	std::vector<int> root(F), leaf;
	std::vector<unsigned> all(P), rich(F);
	for (int i = 0; i < P; i++) {
		p[i] = { -1, -1, -1, (int)(w[i] % 100) };
		if (i < F) {
			root[i] = i;
			continue;
		}
		for (unsigned k = w[i + P] % i;; k = (k + 1) % i) {
			int depth = 0;
			for (int j = k; j >= 0; j = p[j].parent)
				depth++;
			if (depth > 12 || (p[k].left >= 0 && p[k].right >= 0))
				continue;
			p[i].parent = k;
			(p[k].left < 0 ? p[k].left : p[k].right) = i;
			break;
		}
	}
	for (int i = P - 1; i >= 0; i--) {
		all[i] = p[i].own + (p[i].left < 0 ? 0 : all[p[i].left]) + (p[i].right < 0 ? 0 : 3 * all[p[i].right]);
		if (p[i].left < 0 && p[i].right < 0)
			leaf.push_back(i);
		if (i < F)
			rich[i] = all[i];
	}
	Person *dp = upload(p);
	int *dr = upload(root), *dl = upload(leaf), *came = dev<int>(P);
	unsigned *sum = dev<unsigned>(P), *out = dev<unsigned>(F);
	job<unsigned>(
		"family_wealth.recursion", [&] { wealth_recursion<<<up(F, 64), 64>>>(dp, dr, out, F); }, out, F,
		same(rich));
	job<unsigned>(
		"family_wealth.stack", [&] { wealth_stack<<<up(F, 64), 64>>>(dp, dr, out, F); }, out, F, same(rich));
	job<unsigned>(
		"family_wealth.from_the_leaves",
		[&] {
			wealth_upwards<<<up(leaf.size(), 128), 128>>>(dp, dl, sum, came, leaf.size());
			wealth_pick<<<up(F, 128), 128>>>(sum, dr, out, F);
		},
		out, F, same(rich), [&] { CHECK(cudaMemset(came, 0, 4 * P)); });
	const int S = 3000;
	std::vector<int> start(S + 1), need, from(S + 1), later, wait(S), level(S), cost(S), done(S), queue(S, -1);
	std::vector<std::vector<int>> next(S);
	int levels = 0, ready = 0;
	for (int i = 0; i < S; i++) {
		cost[i] = 1 + w[i] % 50;
		for (int k = 0; i >= 100 && k < 1 + (int)(w[i + S] % 4); k++) {
			int b = i - 1 - w[i * 4 + k] % 90 - i / 8 * (k == 0 ? 0 : 1) % std::max(1, i / 2);
			b = std::max(0, b - 60);
			need.push_back(b), next[b].push_back(i);
			done[i] = std::max(done[i], done[b]), level[i] = std::max(level[i], level[b] + 1);
			wait[i]++;
		}
		done[i] += cost[i];
		start[i + 1] = need.size();
		levels = std::max(levels, level[i] + 1);
		if (!wait[i])
			queue[ready++] = i;
	}
	for (int i = 0; i < S; i++) {
		later.insert(later.end(), next[i].begin(), next[i].end());
		from[i + 1] = later.size();
	}
	int ends[2] = { 0, ready };
	int *ds = upload(start), *dn = upload(need), *df = upload(from), *dla = upload(later), *dw0 = upload(wait),
	    *dw = upload(wait), *dlev = upload(level), *dc = upload(cost), *dd = dev<int>(S), *dq0 = upload(queue),
	    *dq = dev<int>(S), *de = dev<int>(2);
	auto again = [&] {
		CHECK(cudaMemset(dd, 0, 4 * S));
		CHECK(cudaMemcpy(dw, dw0, 4 * S, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(dq, dq0, 4 * S, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(de, ends, 8, cudaMemcpyHostToDevice));
	};
	job<int>(
		"recipe_steps.level_a_launch",
		[&] {
			for (int l = 0; l < levels; l++)
				steps_level<<<up(S, 256), 256>>>(ds, dn, dlev, dc, dd, S, l);
		},
		dd, S, same(done), again);
	job<int>(
		"recipe_steps.one_block", [&] { steps_block<<<1, 768>>>(ds, dn, dc, dd, S); }, dd, S, same(done),
		again);
	job<int>(
		"recipe_steps.queue_of_warps", [&] { steps_queue<<<20, 96>>>(df, dla, dw, dc, dd, dq, de, S); }, dd, S,
		same(done), again);
	const int N = 60000;
	std::vector<int> parent(N), age(N);
	for (int i = 0; i < N; i++) {
		parent[i] = i < 20 ? i : i - 1 - w[i] % std::min(i, 2000);
		age[i] = i < 20 || parent[i] == i ? 0 : age[parent[i]] + 1;
	}
	std::vector<int> both(2 * N);
	for (int i = 0; i < N; i++) {
		int k = i;
		while (parent[k] != k)
			k = parent[k];
		both[2 * i] = k, both[2 * i + 1] = age[i];
	}
	int *dpar = upload(parent), *da = dev<int>(N);
	int2 *j0 = dev<int2>(N), *j1 = dev<int2>(N);
	job<int>(
		"generation.walk_to_root", [&] { age_walk<<<up(N, 128), 128>>>(dpar, da, N); }, da, N, same(age));
	job<int>(
		"generation.jumps",
		[&] {
			age_start<<<up(N, 256), 256>>>(dpar, j0, N);
			for (int s = 0; s < 8; s++)
				age_jump<<<up(N, 256), 256>>>(s & 1 ? j1 : j0, s & 1 ? j0 : j1, N);
		},
		(int *)j0, 2 * N, same(both));
	const int HEAPS = 150, HN = 333, BIG = HEAPS * HN;
	std::vector<int> raw(w.begin(), w.begin() + BIG), small, big;
	for (int &v : raw)
		v &= 0xfffff;
	small = big = raw;
	for (int i = BIG / 2 - 1; i >= 0; i--)
		sink(big.data(), i, BIG);
	for (int h = 0; h < HEAPS; h++)
		for (int i = HN / 2 - 1; i >= 0; i--)
			sink(&small[h * HN], i, HN);
	int *h0 = upload(raw), *h1 = upload(raw);
	auto unheap = [&] { CHECK(cudaMemcpy(h1, h0, 4 * BIG, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"build_heap.heap_a_thread", [&] { heap_thread<<<up(HEAPS, 32), 32>>>(h1, HEAPS, HN); }, h1, BIG,
		same(small), unheap);
	job<int>(
		"build_heap.heap_a_block", [&] { heap_block<<<HEAPS, 96, 4 * HN>>>(h1, HN); }, h1, BIG, same(small),
		unheap);
	job<int>(
		"build_heap.level_a_launch",
		[&] {
			for (int first = 32768; first; first /= 2)
				heap_level<<<up(first, 128), 128>>>(h1, first, BIG);
		},
		h1, BIG, same(big), unheap);
	const int MS = 1500;
	std::vector<char> tree(128), text, read(MS * 64);
	std::vector<int> ms(MS + 1);
	for (int i = 0; i < 128; i++)
		tree[i] = 'A' + i % 26;
	for (int m = 0; m < MS; m++) {
		int letters = 5 + w[m] % 55;
		for (int l = 0; l < letters; l++) {
			unsigned r = w[m * 60 + l + MS];
			int node = 1;
			for (int k = 0; k < 1 + (int)(r % 5); k++) {
				text.push_back(r >> (8 + k) & 1 ? '-' : '.');
				node = 2 * node + (r >> (8 + k) & 1);
			}
			text.push_back(' ');
			read[m * 64 + l] = tree[node];
		}
		ms[m + 1] = text.size();
	}
	char *dt = upload(text), *dtr = upload(tree), *dm = dev<char>(MS * 64);
	int *dms = upload(ms);
	job<char>(
		"morse.message_a_thread", [&] { morse_thread<<<up(MS, 96), 96>>>(dt, dms, dtr, dm, MS); }, dm, MS * 64,
		same(read));
	job<char>(
		"morse.message_a_warp", [&] { morse_warp<<<up(MS, 4), 128>>>(dt, dms, dtr, dm, MS); }, dm, MS * 64,
		same(read));
}
