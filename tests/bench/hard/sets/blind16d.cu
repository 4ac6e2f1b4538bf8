// blind16d: a fresh set of kernels that nobody had modelled when they were written. Trees, flags, slots, events.
#include "blind7.h"
#include <cuda/atomic>

__global__ void fenwick_add(const uint2 *change, unsigned *tree, int n, int changes)
{ // a tree of partial sums in an array: each change climbs with atomic adds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= changes)
		return;
	uint2 c = change[i];
	for (int k = c.x + 1; k <= n; k += k & -k)
		atomicAdd(&tree[k], c.y);
}
__global__ void fenwick_sum(const unsigned *tree, const unsigned *upto, unsigned *out, int questions)
{ // sums of the first so many: each question walks down by its lowest bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= questions)
		return;
	unsigned sum = 0;
	for (unsigned k = upto[i]; k; k &= k - 1)
		sum += tree[k];
	out[i] = sum;
}
__device__ unsigned block_sums(unsigned v, unsigned *all)
{ // the running sum inside a block of up to 32 warps; the last thread has the whole
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int d = 1; d < 32; d *= 2) {
		unsigned u = __shfl_up_sync(~0u, v, d);
		v += lane >= d ? u : 0;
	}
	if (lane == 31)
		all[warp] = v;
	__syncthreads();
	for (int k = 0; k < warp; k++)
		v += all[k];
	return v;
}
__global__ void chained_flags(const unsigned *in, unsigned *out, u64 *state, unsigned *ticket, int n)
{ // running sums in one go: a block takes a number, tells its own sum, then looks back along the others
	__shared__ unsigned all[32], number, before;
	if (threadIdx.x == 0)
		number = atomicAdd(ticket, 1);
	__syncthreads();
	int b = number, i = b * blockDim.x + threadIdx.x;
	unsigned v = block_sums(i < n ? in[i] : 0, all);
	if (threadIdx.x == blockDim.x - 1) {
		cuda::atomic_ref<u64, cuda::thread_scope_device> own(state[b]);
		own.store((u64)(b ? 1 : 2) << 32 | v, cuda::memory_order_release);
		unsigned sum = 0;
		for (int k = b - 1; k >= 0;) {
			cuda::atomic_ref<u64, cuda::thread_scope_device> other(state[k]);
			u64 s = other.load(cuda::memory_order_acquire);
			if (s >> 32 == 0)
				continue;
			sum += (unsigned)s;
			if (s >> 32 == 2)
				break;
			k--;
		}
		if (b)
			own.store((u64)2 << 32 | (sum + v), cuda::memory_order_release);
		before = sum;
	}
	__syncthreads();
	if (i < n)
		out[i] = before + v;
}
__global__ void chained_blocks(const unsigned *in, unsigned *out, unsigned *sums, int n)
{ // running sums inside each block, and each block's sum
	__shared__ unsigned all[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v = block_sums(i < n ? in[i] : 0, all);
	if (i < n)
		out[i] = v;
	if (threadIdx.x == blockDim.x - 1)
		sums[blockIdx.x] = v;
}
__global__ void chained_add(unsigned *out, const unsigned *sums, int n)
{ // what came before is added to each block
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && blockIdx.x)
		out[i] += sums[blockIdx.x - 1];
}
__global__ void slots(const unsigned *in, unsigned *free, unsigned *room, unsigned *out, int each)
{ // twelve rooms for all blocks: a block takes a free bit of a mask, works in that room, gives it back
	__shared__ int mine;
	int t = threadIdx.x;
	if (t == 0) {
		volatile unsigned *mask = free;
		for (;;) {
			unsigned m = *mask;
			if (m == 0)
				continue;
			int bit = __ffs(m) - 1;
			if (atomicAnd(free, ~(1u << bit)) >> bit & 1) {
				mine = bit;
				break;
			}
		}
		__threadfence();
	}
	__syncthreads();
	volatile unsigned *own = room + mine * each;
	for (int k = t; k < each; k += blockDim.x)
		own[k] = in[(blockIdx.x * 131 + k) % 50000];
	__syncthreads();
	unsigned sum = 0;
	for (int k = t; k < each; k += blockDim.x)
		sum = sum * 3 + own[each - 1 - k];
	out[blockIdx.x * blockDim.x + t] = sum;
	__syncthreads();
	if (t == 0) {
		__threadfence();
		atomicOr(free, 1u << mine);
	}
}
__host__ __device__ unsigned laboured(unsigned task)
{ // work of uneven length
	unsigned v = task * 2654435761u | 1, n = 20 + (task % 16 == 0 ? task % 1500 : task % 60);
	for (unsigned k = 0; k < n; k++)
		v ^= v << 13, v ^= v >> 17, v ^= v << 5;
	return v;
}
__global__ void stolen(const unsigned *task, int *head, unsigned *out, int per)
{ // each block has a queue of tasks; who has none left takes from the next block's queue, 32 at a time
	__shared__ int from;
	for (int victim = 0; victim < gridDim.x;) {
		int q = (blockIdx.x + victim) % gridDim.x;
		if (threadIdx.x == 0)
			from = atomicAdd(&head[q], blockDim.x);
		__syncthreads();
		int at = from;
		__syncthreads();
		if (at >= per)
			victim++;
		else if (at + threadIdx.x < per)
			out[q * per + at + threadIdx.x] = laboured(task[q * per + at + threadIdx.x]);
	}
}
static const int KEYS = 16;
__global__ void fat_tree_thread(const unsigned *node, const unsigned *key, int *out, int n, int levels)
{ // search in a tree with sixteen keys a node, a key a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i];
	int at = 0, base = 0, width = 1;
	for (int l = 0; l < levels; l++) {
		const unsigned *keys = node + (base + at) * KEYS;
		int c = 0;
		while (c < KEYS && keys[c] <= k)
			c++;
		base += width;
		width *= KEYS + 1;
		at = at * (KEYS + 1) + c;
	}
	out[i] = at;
}
__global__ void fat_tree_half_warp(const unsigned *node, const unsigned *key, int *out, int n, int levels)
{ // the same, a key a half warp: each lane looks at one key of the node, votes are counted
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 16, lane = threadIdx.x % 32;
	if (t - lane >= n * 16)
		return;
	unsigned k = key[i];
	int at = 0, base = 0, width = 1;
	for (int l = 0; l < levels; l++) {
		unsigned less = __ballot_sync(~0u, node[(base + at) * KEYS + lane % 16] <= k);
		base += width;
		width *= KEYS + 1;
		at = at * (KEYS + 1) + __popc(less >> (lane & 16) & 0xffff);
	}
	if (lane % 16 == 0)
		out[i] = at;
}
static const int HEAP = 24;
__host__ __device__ unsigned next_wait(unsigned &seed)
{
	seed = seed * 1664525 + 1013904223;
	return 1 + (seed >> 20) % 100;
}
__host__ __device__ unsigned shop(unsigned seed, int events)
{ // a shop of machines: a heap of times at which each is done; the earliest gets new work
	unsigned heap[HEAP], sum = 0;
	for (int k = 0; k < HEAP; k++)
		heap[k] = k * 256 + k;
	for (int e = 0; e < events; e++) {
		unsigned top = heap[0], now = top >> 8;
		sum = sum * 31 + top;
		unsigned v = (now + next_wait(seed)) << 8 | (top & 255);
		int at = 0;
		for (;;) {
			int c = 2 * at + 1;
			if (c >= HEAP)
				break;
			if (c + 1 < HEAP && heap[c + 1] < heap[c])
				c++;
			if (heap[c] >= v)
				break;
			heap[at] = heap[c];
			at = c;
		}
		heap[at] = v;
	}
	return sum;
}
__global__ void events_local(const unsigned *seed, unsigned *out, int n, int events)
{ // a shop a thread, its heap in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = shop(seed[i], events);
}
__global__ void events_warp(const unsigned *seed, unsigned *out, int n, int events)
{ // a shop a warp: no heap, a lane a machine, the earliest by one reduction of the warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	unsigned own = lane < HEAP ? lane * 256 + lane : ~0u, s = seed[i], sum = 0;
	for (int e = 0; e < events; e++) {
		unsigned top = __reduce_min_sync(~0u, own);
		sum = sum * 31 + top;
		unsigned wait = next_wait(s);
		if (own == top)
			own = ((top >> 8) + wait) << 8 | (top & 255);
	}
	if (lane == 0)
		out[i] = sum;
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	const int N = 60000, CHANGES = 40000, ASKS = 90000;
	std::vector<uint2> change(CHANGES);
	std::vector<unsigned> tree(N + 1), upto(ASKS), told(ASKS);
	for (int i = 0; i < CHANGES; i++) {
		change[i] = { w[i] % N, w[i + 7] % 1000 };
		for (int k = change[i].x + 1; k <= N; k += k & -k)
			tree[k] += change[i].y;
	}
	for (int i = 0; i < ASKS; i++) {
		upto[i] = w[i + 3] % (N + 1);
		for (unsigned k = upto[i]; k; k &= k - 1)
			told[i] += tree[k];
	}
	uint2 *dc = upload(change);
	unsigned *dt = upload(tree), *du = upload(upto), *o = dev<unsigned>(400000);
	job<unsigned>(
		"fenwick.changes", [&] { fenwick_add<<<(CHANGES + 159) / 160, 160>>>(dc, o, N, CHANGES); }, o, N + 1,
		same(tree), [&] { CHECK(cudaMemset(o, 0, 4 * (N + 1))); });
	job<unsigned>(
		"fenwick.questions", [&] { fenwick_sum<<<(ASKS + 255) / 256, 256>>>(dt, du, o, ASKS); }, o, ASKS,
		same(told));

	const int L = 300000, SIZE = 480, BLOCKS = (L + SIZE - 1) / SIZE;
	std::vector<unsigned> in(w.begin(), w.begin() + L), sums(L);
	unsigned sum = 0;
	for (int i = 0; i < L; i++)
		sums[i] = sum += in[i];
	unsigned *di = upload(in), *s1 = dev<unsigned>(BLOCKS), *s2 = dev<unsigned>(BLOCKS),
		 *s3 = dev<unsigned>(BLOCKS);
	u64 *state = dev<u64>(BLOCKS);
	job<unsigned>(
		"chained_sums.look_back", [&] { chained_flags<<<BLOCKS, SIZE>>>(di, o, state, s1, L); }, o, L,
		same(sums),
		[&] {
			CHECK(cudaMemset(state, 0, 8 * BLOCKS));
			CHECK(cudaMemset(s1, 0, 4));
		});
	job<unsigned>(
		"chained_sums.three_launches",
		[&] {
			chained_blocks<<<BLOCKS, SIZE>>>(di, o, s1, L);
			chained_blocks<<<1, 640>>>(s1, s2, s3, BLOCKS);
			chained_add<<<BLOCKS, SIZE>>>(o, s2, L);
		},
		o, L, same(sums));

	const int TAKERS = 180, EACH = 1000, ROOMS = 12;
	std::vector<unsigned> left(TAKERS * 128);
	for (int b = 0; b < TAKERS; b++)
		for (int t = 0; t < 128; t++)
			for (int k = t; k < EACH; k += 128)
				left[b * 128 + t] = left[b * 128 + t] * 3 + w[(b * 131 + EACH - 1 - k) % 50000];
	unsigned *room = dev<unsigned>(ROOMS * EACH), full = (1u << ROOMS) - 1;
	job<unsigned>(
		"rooms.mask_of_free_ones", [&] { slots<<<TAKERS, 128>>>(di, s1, room, o, EACH); }, o, TAKERS * 128,
		same(left), [&] { CHECK(cudaMemcpy(s1, &full, 4, cudaMemcpyHostToDevice)); });

	const int QUEUES = 120, PER = 400;
	std::vector<unsigned> done(QUEUES * PER), task(QUEUES * PER);
	for (int i = 0; i < QUEUES * PER; i++) {
		task[i] = i / PER % 10 == 0 ? w[i] / 16 * 16 : w[i];
		done[i] = laboured(task[i]);
	}
	unsigned *dta = upload(task);
	int *head = dev<int>(QUEUES);
	job<unsigned>(
		"stolen_work.by_32", [&] { stolen<<<QUEUES, 32>>>(dta, head, o, PER); }, o, QUEUES * PER, same(done),
		[&] { CHECK(cudaMemset(head, 0, 4 * QUEUES)); });

	const int LEVELS = 4, LEAVES = 17 * 17 * 17 * 17, FIND = 30000;
	std::vector<unsigned> sorted(w.begin(), w.begin() + LEAVES - 1), node;
	std::vector<int> found(FIND);
	std::sort(sorted.begin(), sorted.end());
	for (int l = 0, gap = LEAVES / 17, count = 1; l < LEVELS; l++, gap /= 17, count *= 17)
		for (int k = 0; k < count; k++)
			for (int c = 0; c < KEYS; c++)
				node.push_back(sorted[(k * 17 + c + 1) * gap - 1]);
	for (int i = 0; i < FIND; i++)
		found[i] = std::upper_bound(sorted.begin(), sorted.end(), w[i + 200000]) - sorted.begin();
	unsigned *dn = upload(node), *dk = upload(std::vector<unsigned>(w.begin() + 200000, w.begin() + 200000 + FIND));
	int *of = dev<int>(FIND);
	job<int>(
		"fat_tree.key_a_thread", [&] { fat_tree_thread<<<(FIND + 95) / 96, 96>>>(dn, dk, of, FIND, LEVELS); },
		of, FIND, same(found));
	job<int>(
		"fat_tree.key_a_half_warp",
		[&] { fat_tree_half_warp<<<(FIND + 19) / 20, 320>>>(dn, dk, of, FIND, LEVELS); }, of, FIND,
		same(found));

	const int SHOPS = 3000, EVENTS = 150;
	std::vector<unsigned> ends(SHOPS);
	for (int i = 0; i < SHOPS; i++)
		ends[i] = shop(w[i], EVENTS);
	unsigned *dw = upload(w);
	job<unsigned>(
		"next_event.heap_in_local_memory",
		[&] { events_local<<<(SHOPS + 63) / 64, 64>>>(dw, o, SHOPS, EVENTS); }, o, SHOPS, same(ends));
	job<unsigned>(
		"next_event.shop_a_warp", [&] { events_warp<<<(SHOPS + 6) / 7, 224>>>(dw, o, SHOPS, EVENTS); }, o,
		SHOPS, same(ends));
}
