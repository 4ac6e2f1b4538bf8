/* lost_clean.cu: looks and stores by volatile or relaxed accesses that lose nothing, or nothing that counts. */
#include <cuda/atomic>

#include "case.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
static const auto relaxed = cuda::memory_order_relaxed;

static __device__ int me()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}
static std::vector<int2> edges(int vertices, int n)
{
	std::vector<int2> e(n);
	for (int i = 0; i < n; i++)
		e[i] = make_int2(i * 37 % vertices, (i * 37 + i % 9 * 4) % vertices);
	return e;
}
static const int V = 96, E = 128;

// CASE joined_by_swap: links are followed by volatile looks; a root is hung up by atomicCAS(), and ways are shortened
// EXPECT clean
// HARDWARE unmeasured
static __device__ int end_of(volatile int *up, int x)
{
	while (up[x] != x)
		x = up[x];
	return x;
}
__global__ void joined_by_swap_k(int *up, const int2 *edge, int n)
{
	if (me() >= n)
		return;
	for (;;) {
		int a = end_of(up, edge[me()].x), b = end_of(up, edge[me()].y);
		if (a == b || atomicCAS(up + max(a, b), max(a, b), min(a, b)) == max(a, b))
			return;
	}
}
// The way from each vertex is shortened, step by step, without any atomic: what is stored lies behind the place.
__global__ void halved_k(volatile int *up)
{
	int x = me();
	while (up[x] != x) {
		int next = up[up[x]];
		up[x] = next;
		x = next;
	}
}
__global__ void flattened_k(volatile int *up)
{
	int root = end_of(up, me());
	for (int x = me(); up[x] != root;) {
		int next = up[x];
		up[x] = root;
		x = next;
	}
}
static bool joined(const std::vector<int> &up)
{
	for (int2 e : edges(V, E)) {
		int a = e.x, b = e.y;
		while (up[a] != a)
			a = up[a];
		while (up[b] != b)
			b = up[b];
		if (a != b)
			return false;
	}
	return true;
}
CASE(joined_by_swap)
{
	Array<int> up(counting<int>(V));
	Array<int2> edge(edges(V, E));
	joined_by_swap_k<<<2, 64>>>(up, edge, E);
	halved_k<<<3, 32>>>(up);
	flattened_k<<<V, 1>>>(up);
	return ran() && joined(up.get());
}

// CASE hung_again: parts are joined by stores, again and again until nothing changes (Shiloach, Vishkin)
// EXPECT clean
// HARDWARE unmeasured
__global__ void hung_again_k(volatile int *up, const int2 *edge, int n, volatile int *changed)
{
	if (me() >= n)
		return;
	int a = end_of(up, edge[me()].x), b = end_of(up, edge[me()].y);
	if (a != b) {
		up[max(a, b)] = min(a, b);
		*changed = 1;
	}
}
CASE(hung_again)
{
	Array<int> up(counting<int>(V));
	Array<int2> edge(edges(V, E));
	bool right = true;
	for (int turn = 0, more = 1; more && turn < 100; turn++) {
		Array<int> changed(1, 0);
		hung_again_k<<<E, 1>>>(up, edge, E, changed);
		right &= ran();
		more = changed.get()[0];
	}
	return right && joined(up.get());
}

// CASE relaxed_again: distances are made smaller by looks and stores, until nothing changes; and by atomicMin() behind a look
// EXPECT clean
// HARDWARE unmeasured
__global__ void relaxed_again_k(int *dist, const int2 *edge, int n, int *changed)
{
	if (me() >= n)
		return;
	int d = Word(dist[edge[me()].x]).load(relaxed) + 1;
	Word to(dist[edge[me()].y]);
	if (d < to.load(relaxed)) {
		to.store(d, relaxed);
		Word(*changed).store(1, relaxed);
	}
}
__global__ void relaxed_by_min_k(int *dist, const int2 *edge, int n)
{
	if (me() >= n)
		return;
	int d = ((volatile int *)dist)[edge[me()].x] + 1;
	if (d < ((volatile int *)dist)[edge[me()].y])
		atomicMin(&dist[edge[me()].y], d);
}
CASE(relaxed_again)
{
	std::vector<int> first(V, 1 << 20);
	first[0] = 0;
	Array<int> dist(first), other(first);
	Array<int2> edge(edges(V, E));
	bool right = true;
	for (int turn = 0, more = 1; more && turn < 200; turn++) {
		Array<int> changed(1, 0);
		relaxed_again_k<<<2, 64>>>(dist, edge, E, changed);
		right &= ran();
		more = changed.get()[0];
	}
	for (int turn = 0; turn < V; turn++)
		relaxed_by_min_k<<<2, 64>>>(other, edge, E);
	return right && ran() && dist.get() == other.get();
}

// CASE marked_by_some: whoever finds a vertex unseen gives it a level, all the same one, and a parent, of which any will do
// EXPECT clean
// HARDWARE unmeasured
__global__ void marked_by_some_k(int *level, int *parent, const int2 *edge, int n, int now)
{
	if (me() >= n || Word(level[edge[me()].x]).load(relaxed) != now)
		return;
	Word to(level[edge[me()].y]);
	if (to.load(relaxed) == -1)
		to.store(now + 1, relaxed);
	Word p(parent[edge[me()].y]);
	if (p.load(relaxed) == -1)
		p.store(edge[me()].x, relaxed);
}
CASE(marked_by_some)
{
	std::vector<int> first(V, -1);
	first[0] = 0;
	Array<int> level(first), parent(V, -1);
	Array<int2> edge(edges(V, E));
	for (int turn = 0; turn < 8; turn++)
		marked_by_some_k<<<2, 64>>>(level, parent, edge, E, turn);
	return ran();
}

// CASE pushed_in_one_step: a list by atomicExch(), one by atomicCAS(), and one by a look and a store in a lock
// EXPECT clean
// HARDWARE unmeasured
__global__ void pushed_k(int *head, int *next, int *lock)
{
	next[me() + 1] = atomicExch(head, me() + 1);
	int old = ((volatile int *)head)[1], was;
	do {
		was = old;
		((volatile int *)next)[200 + me()] = was;
		old = atomicCAS(head + 1, was, me() + 1);
	} while (old != was);
	cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
	while (l.exchange(1, cuda::memory_order_acquire))
		;
	Word h(head[2]);
	Word(next[400 + me()]).store(h.load(relaxed), relaxed);
	h.store(me() + 1, relaxed);
	l.store(0, cuda::memory_order_release);
}
CASE(pushed_in_one_step)
{
	Array<int> head(3, 0), next(600, 0), lock(1, 0);
	pushed_k<<<64, 1>>>(head, next, lock);
	return ran();
}

// CASE own_words: each thread keeps what its own word held, and looks at those of others; a figure that may be old is looked at
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_words_k(int *word, int *kept, int *last)
{
	Word mine(word[me()]), next(word[(me() + 1) % (gridDim.x * blockDim.x)]);
	int old = mine.load(relaxed);
	Word(kept[me()]).store(old, relaxed);
	mine.store(me() * 3, relaxed);
	Word(*last).store(next.load(relaxed) + me(), relaxed);
	if (Word(*last).load(relaxed) > 1000)
		atomicAdd(kept + 200, 1);
}
CASE(own_words)
{
	Array<int> word(128, 0), kept(201, 0), last(1, 0);
	own_words_k<<<4, 32>>>(word, kept, last);
	return ran();
}
