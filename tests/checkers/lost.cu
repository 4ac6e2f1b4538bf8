/* lost.cu: a look, then a store, by volatile or relaxed accesses: what another thread has stored in between is lost. */
#include <cuda/atomic>

#include "case.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
static const auto relaxed = cuda::memory_order_relaxed;

static __device__ int me()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

// CASE joined_without_swap: parts of a graph are joined by a store: a root may have got another parent since the look
// EXPECT racecheck WAW error between hung-at-once and hung-at-once
// EXPECT racecheck RAW warning between looked-for-root and hung-at-once
// SAYS a look, then a store: what another thread stored in between is lost
// ADVICE atomicCAS()
// HARDWARE unmeasured
static __device__ int end_of(volatile int *up, int x)
{
	while (up[x] != x) // BUG looked-for-root
		x = up[x]; // BUG looked-for-root
	return x;
}
__global__ void joined_without_swap_k(volatile int *up, const int2 *edge, int n)
{
	if (me() >= n)
		return;
	int a = end_of(up, edge[me()].x), b = end_of(up, edge[me()].y);
	if (a != b)
		up[max(a, b)] = min(a, b); // BUG hung-at-once
}
static bool join(void (*k)(volatile int *, const int2 *, int), int blocks, int threads)
{
	const int vertices = 96, n = 128;
	std::vector<int2> e(n);
	for (int i = 0; i < n; i++)
		e[i] = make_int2(i * 37 % vertices, (i * 37 + i % 9 * 4) % vertices);
	Array<int> up(counting<int>(vertices));
	Array<int2> edge(e);
	k<<<blocks, threads>>>(up, edge, n);
	return ran();
}
CASE(joined_without_swap)
{
	return join(joined_without_swap_k, 2, 64);
}

// CASE joined_one_by_one: the same with one thread a block: in the natural order the result is right
// EXPECT racecheck RAW warning between looked-for-root and hung-at-once
// SAYS a look, then a store: what another thread stored in between is lost
// HARDWARE unmeasured
CASE(joined_one_by_one)
{
	return join(joined_without_swap_k, 128, 1);
}

// CASE pushed_by_relaxed: a list's head is read and then stored: a link is lost
// EXPECT racecheck WAW error between pushed and pushed
// SAYS a look, then a store: what another thread stored in between is lost
// ADVICE atomicExch()
// EVERY found
// HARDWARE unmeasured
__global__ void pushed_by_relaxed_k(int *head, int *next)
{
	Word h(*head);
	Word(next[me() + 1]).store(h.load(relaxed), relaxed);
	h.store(me() + 1, relaxed); // BUG pushed
}
CASE(pushed_by_relaxed)
{
	Array<int> head(1, 0), next(129, 0);
	pushed_by_relaxed_k<<<32, 1>>>(head, next);
	return ran();
}

// CASE pushed_by_lanes: the same by the lanes of one warp, by volatile
// EXPECT racecheck WAW error between pushed-at-once and pushed-at-once
// EXPECT racecheck WAR warning between pushed-at-once and head-looked
// SAYS a look, then a store: what another thread stored in between is lost
// HARDWARE unmeasured
__global__ void pushed_by_lanes_k(volatile int *head, int *next)
{
	next[me() + 1] = *head; // BUG head-looked
	*head = me() + 1; // BUG pushed-at-once
}
CASE(pushed_by_lanes)
{
	Array<int> head(1, 0), next(129, 0);
	pushed_by_lanes_k<<<1, 32>>>(head, next);
	return ran();
}

// CASE pushed_by_release: the look acquires and the store releases: that orders two pushes only when they don't meet
// EXPECT racecheck WAW error between released-head and released-head
// SAYS a look, then a store: what another thread stored in between is lost
// EVERY found
// HARDWARE unmeasured
__global__ void pushed_by_release_k(int *head, int *next)
{
	Word h(*head);
	Word(next[me() + 1]).store(h.load(cuda::memory_order_acquire), relaxed);
	h.store(me() + 1, cuda::memory_order_release); // BUG released-head
}
CASE(pushed_by_release)
{
	Array<int> head(1, 0), next(129, 0);
	pushed_by_release_k<<<32, 1>>>(head, next);
	return ran();
}

// CASE most_by_relaxed: the largest is looked at, and then stored
// EXPECT racecheck RAW warning between most-stored and most-stored
// ADVICE atomicMax()
// HARDWARE unmeasured
__global__ void most_by_relaxed_k(int *most, const int *x)
{
	int v = x[me()];
	Word m(*most);
	if (v > m.load(relaxed)) // BUG most-stored
		m.store(v, relaxed); // BUG most-stored
}
CASE(most_by_relaxed)
{
	std::vector<int> v(128);
	for (int i = 0; i < 128; i++)
		v[i] = i * 37 % 128;
	Array<int> most(1, -1), x(v);
	most_by_relaxed_k<<<128, 1>>>(most, x);
	return ran();
}

// CASE claimed_by_relaxed: a place is taken by who finds it free, and counted: two may find it free
// EXPECT racecheck RAW warning between claim-looked and claimed
// SAYS a look, then a store: what another thread stored in between is lost
// ADVICE atomicCAS()
// HARDWARE unmeasured
__global__ void claimed_by_relaxed_k(int *slot, int *taken)
{
	Word s(*slot);
	if (s.load(relaxed) == 0) { // BUG claim-looked
		s.store(me() + 1, relaxed); // BUG claimed
		atomicAdd(taken, 1);
	}
}
CASE(claimed_by_relaxed)
{
	Array<int> slot(1, 0), taken(1, 0);
	claimed_by_relaxed_k<<<32, 1>>>(slot, taken);
	return ran();
}

// CASE added_by_lanes: lanes of one warp add by a load and a store: all store the same, and all but one step is lost
// EXPECT racecheck WAW error between added-at-once and added-at-once
// SAYS a look, then a store: what another thread stored in between is lost
// ADVICE atomicAdd()
// HARDWARE unmeasured
__global__ void added_by_lanes_k(int *sum)
{
	Word s(*sum);
	s.store(s.load(relaxed) + 1, relaxed); // BUG added-at-once
}
CASE(added_by_lanes)
{
	Array<int> sum(1, 0);
	added_by_lanes_k<<<1, 32>>>(sum);
	return ran();
}
