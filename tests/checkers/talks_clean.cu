/* talks_clean.cu: right programs whose blocks and warps talk to each other in ways of their own: locks without atomics, queues, barriers that are built by hand. */
#include "case.h"
#include <cuda/atomic>
#include <cuda_pipeline.h>
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;

// CASE value_in_the_flag: sums are looked back for; value and flag are one word, so no fence is needed
// EXPECT clean
// HARDWARE unmeasured
__global__ void look_back(const int *in, unsigned long long *state, int *out)
{
	if (threadIdx.x)
		return;
	int b = blockIdx.x, before = 0;
	if (b) {
		unsigned long long s;
		do
			s = atomicAdd(&state[b - 1], 0ull);
		while (!(s >> 32));
		before = (int)s;
	}
	atomicExch(&state[b], 1ull << 32 | (unsigned)(before + in[b]));
	out[b] = before;
}
CASE(value_in_the_flag)
{
	Array<int> in(16, 3), out(16);
	Array<unsigned long long> state(16, 0ull);
	look_back<<<16, 32>>>(in, state, out);
	std::vector<int> want(16);
	for (int k = 0; k < 16; k++)
		want[k] = 3 * k;
	return ran() && out.get() == want;
}

// CASE peterson: two blocks take turns by three flags and fences alone
// EXPECT clean
// HARDWARE unmeasured
__global__ void peterson(int *wants, int *turn, int *total)
{
	int me = blockIdx.x, other = 1 - me;
	Atomic mine(wants[me]), theirs(wants[other]), t(*turn);
	for (int k = 0; k < 10; k++) {
		mine.store(1, cuda::memory_order_seq_cst);
		t.store(other, cuda::memory_order_seq_cst);
		while (theirs.load(cuda::memory_order_seq_cst) && t.load(cuda::memory_order_seq_cst) == other)
			;
		*total += me + 1;
		mine.store(0, cuda::memory_order_seq_cst);
	}
}
CASE(peterson)
{
	Array<int> wants(2, 0), turn(1, 0), total(1, 0);
	peterson<<<2, 1>>>(wants, turn, total);
	return ran() && total.get()[0] == 30;
}

// CASE queue_of_waiters: each who waits for the lock looks at a place of its own, and is told by the one before
// EXPECT clean
// HARDWARE unmeasured
__global__ void waiters(int *tail, int *next, int *locked, int *total)
{
	int me = blockIdx.x;
	Atomic(next[me]).store(-1, cuda::memory_order_relaxed);
	Atomic(locked[me]).store(1, cuda::memory_order_relaxed);
	int before = Atomic(*tail).exchange(me, cuda::memory_order_acq_rel);
	if (before >= 0) {
		Atomic(next[before]).store(me, cuda::memory_order_release);
		while (Atomic(locked[me]).load(cuda::memory_order_acquire))
			;
	}
	*total = *total * 3 % 1000 + 1;
	int after = Atomic(next[me]).load(cuda::memory_order_acquire);
	if (after < 0) {
		int expected = me;
		if (Atomic(*tail).compare_exchange_strong(expected, -1, cuda::memory_order_acq_rel))
			return;
		while ((after = Atomic(next[me]).load(cuda::memory_order_acquire)) < 0)
			;
	}
	Atomic(locked[after]).store(0, cuda::memory_order_release);
}
CASE(queue_of_waiters)
{
	Array<int> tail(1, -1), next(9, -1), locked(9, 0), total(1, 0);
	waiters<<<9, 1>>>(tail, next, locked, total);
	int want = 0;
	for (int k = 0; k < 9; k++)
		want = want * 3 % 1000 + 1;
	return ran() && total.get()[0] == want;
}

// CASE own_grid_barrier: blocks meet at a count and a sense that turns round
// EXPECT clean
// HARDWARE unmeasured
__device__ void meet(unsigned *count, volatile int *sense, int &mine)
{
	mine = !mine;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1) {
			__threadfence();
			*sense = mine;
		} else {
			while (*sense != mine)
				;
		}
		__threadfence();
	}
	__syncthreads();
}
__global__ void own_barrier(unsigned *count, volatile int *sense, int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
	for (int r = 0; r < 4; r++) {
		b[i] = a[(i + 70) % n] + 1;
		meet(count, sense, mine);
		a[i] = b[(i + 70) % n] + 1;
		meet(count, sense, mine);
	}
}
CASE(own_grid_barrier)
{
	Array<unsigned> count(1, 0u);
	Array<int> sense(1, 0), a(counting<int>(256)), b(256, 0);
	own_barrier<<<4, 64>>>(count, sense, a, b, 256);
	std::vector<int> want(256);
	for (int k = 0; k < 256; k++)
		want[k] = (k + 560) % 256 + 8;
	return ran() && a.get() == want;
}

// CASE readers_and_writers: many may read, one may write
// EXPECT clean
// HARDWARE unmeasured
__global__ void readers_writers(int *lock, int *data, int *out)
{
	Atomic l(*lock);
	if (blockIdx.x % 3 == 0) {
		int free = 0;
		while (!l.compare_exchange_weak(free, -1, cuda::memory_order_acquire))
			free = 0;
		data[0] += 1;
		data[1] -= 1;
		l.store(0, cuda::memory_order_release);
	} else {
		for (int n = l.load(cuda::memory_order_relaxed);;)
			if (n < 0)
				n = l.load(cuda::memory_order_relaxed);
			else if (l.compare_exchange_weak(n, n + 1, cuda::memory_order_acquire))
				break;
		out[blockIdx.x] = data[0] + data[1];
		l.fetch_sub(1, cuda::memory_order_release);
	}
}
CASE(readers_and_writers)
{
	Array<int> lock(1, 0), data(2, 0), out(12, 0);
	readers_writers<<<12, 1>>>(lock, data, out);
	return ran() && data.get()[0] == 4 && out.get() == std::vector<int>(12, 0);
}

// CASE test_and_test: who waits for the lock only reads it, and swaps when it looks free
// EXPECT clean
// HARDWARE unmeasured
__global__ void test_and_test(volatile int *lock, int *total)
{
	if (threadIdx.x)
		return;
	do
		while (*lock)
			;
	while (atomicCAS((int *)lock, 0, 1));
	__threadfence();
	*total += 2;
	__threadfence();
	*lock = 0;
}
CASE(test_and_test)
{
	Array<int> lock(1, 0), total(1, 0);
	test_and_test<<<10, 32>>>(lock, total);
	return ran() && total.get()[0] == 20;
}

// CASE looked_at_before_the_lock: whether a value is large enough is looked at without the lock, and again by who has it; all is volatile
// EXPECT clean
// HARDWARE unmeasured
__global__ void two_largest(const int *v, int *lock, volatile int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (bool done = i >= n || best[1] >= v[i]; !done;) {
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			int u = v[i];
			for (int k = 0; k < 2; k++)
				if (best[k] < u) {
					int e = best[k];
					best[k] = u;
					u = e;
				}
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}
CASE(looked_at_before_the_lock)
{
	std::vector<int> h(1000);
	for (int k = 0; k < 1000; k++)
		h[k] = k * 37 % 1009;
	Array<int> v(h), lock(1, 0), best(2, 0);
	two_largest<<<8, 128>>>(v, lock, best, 1000);
	return ran() && best.get()[0] == 1008 && best.get()[1] == 1007;
}

// CASE list_of_nodes: blocks push nodes on a list by compare and swap; the next kernel goes along it
// EXPECT clean
// HARDWARE unmeasured
struct Node {
	int value, next;
};
__global__ void push(Node *nodes, int *head, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	nodes[i].value = i;
	int old = *(volatile int *)head, seen;
	do {
		seen = old;
		nodes[i].next = seen;
		__threadfence();
		old = atomicCAS(head, seen, i);
	} while (old != seen);
}
__global__ void walk(const Node *nodes, const int *head, int *sum)
{
	int s = 0;
	for (int k = *head; k >= 0; k = nodes[k].next)
		s += nodes[k].value;
	*sum = s;
}
CASE(list_of_nodes)
{
	Array<Node> nodes(100);
	Array<int> head(1, -1), sum(1);
	push<<<4, 32>>>(nodes, head, 100);
	walk<<<1, 1>>>(nodes, head, sum);
	return ran() && sum.get()[0] == 4950;
}

// CASE elected_arrives: a warp meets, and one lane arrives for all of it at a count that the other warp polls
// EXPECT clean
// HARDWARE unmeasured
__global__ void elected(const int *in, int *out)
{
	__shared__ int s[96], arrived;
	int t = threadIdx.x;
	if (t == 0)
		arrived = 0;
	__syncthreads();
	cuda::atomic_ref<int, cuda::thread_scope_block> a(arrived);
	if (t < 96) {
		s[t] = in[t];
		__syncwarp();
		if (t % 32 == 0)
			a.fetch_add(1, cuda::memory_order_release);
	} else {
		while (a.load(cuda::memory_order_acquire) < 3)
			;
		int sum = 0;
		for (int k = t - 96; k < 96; k += 32)
			sum += s[k];
		out[t - 96] = sum;
	}
}
CASE(elected_arrives)
{
	Array<int> in(96, 5), out(32);
	elected<<<1, 128>>>(in, out);
	return ran() && out.get() == std::vector<int>(32, 15);
}

// CASE one_barrier_a_turn: two buffers in turn need one barrier a round
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_a_turn(const int *in, int *out, int rounds)
{
	__shared__ int s[2][128];
	int t = threadIdx.x, v = in[t];
	for (int r = 0; r < rounds; r++) {
		s[r & 1][t] = v;
		__syncthreads();
		v = s[r & 1][(t + 37) % 128] + 1;
	}
	out[t] = v;
}
CASE(one_barrier_a_turn)
{
	Array<int> in(counting<int>(128)), out(128);
	one_a_turn<<<2, 128>>>(in, out, 7);
	std::vector<int> want(128);
	for (int k = 0; k < 128; k++)
		want[k] = (k + 7 * 37) % 128 + 7;
	return ran() && out.get() == want;
}

// CASE three_stages_ahead: copies three tiles ahead, one barrier a round
// EXPECT clean
// HARDWARE unmeasured
__global__ void stages_ahead(const int *in, int *out, int rounds)
{
	__shared__ int s[4][64];
	int t = threadIdx.x;
	for (int k = 0; k < 3; k++) {
		if (k < rounds)
			__pipeline_memcpy_async(&s[k][t], &in[k * 64 + t], 4);
		__pipeline_commit();
	}
	for (int r = 0; r < rounds; r++) {
		__pipeline_wait_prior(2);
		__syncthreads();
		if (r + 3 < rounds)
			__pipeline_memcpy_async(&s[(r + 3) % 4][t], &in[(r + 3) * 64 + t], 4);
		__pipeline_commit();
		out[r * 64 + t] = s[r % 4][63 - t];
	}
}
CASE(three_stages_ahead)
{
	Array<int> in(counting<int>(64 * 9)), out(64 * 9);
	stages_ahead<<<1, 64>>>(in, out, 9);
	std::vector<int> want(64 * 9);
	for (int k = 0; k < 64 * 9; k++)
		want[k] = k / 64 * 64 + 63 - k % 64;
	return ran() && out.get() == want;
}

// CASE until_nothing_changes: the block goes round until __syncthreads_or() says that nobody changed anything
// EXPECT clean
// HARDWARE unmeasured
__global__ void until_settled(const int *in, int *out)
{
	__shared__ int s[100];
	int t = threadIdx.x;
	if (t < 100)
		s[t] = in[t];
	__syncthreads();
	for (;;) {
		int v = t < 100 ? s[t] : 0, left = t > 0 && t < 100 ? s[t - 1] : v, most = max(v, left);
		__syncthreads();
		if (t < 100)
			s[t] = most;
		if (!__syncthreads_or(t < 100 && most != v))
			break;
	}
	if (t < 100)
		out[t] = s[t];
}
CASE(until_nothing_changes)
{
	std::vector<int> v = digits<int>(100), want = v;
	for (int k = 1; k < 100; k++)
		want[k] = want[k - 1] > want[k] ? want[k - 1] : want[k];
	Array<int> in(v), out(100);
	until_settled<<<1, 128>>>(in, out);
	return ran() && out.get() == want;
}

// CASE minimum_of_floats: a minimum of floats by compare and swap, and one by ordered integers
// EXPECT clean
// HARDWARE unmeasured
__global__ void least(const float *in, float *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int old = __float_as_int(*(volatile float *)a);
	while (in[i] < __int_as_float(old)) {
		int seen = atomicCAS((int *)a, old, __float_as_int(in[i]));
		if (seen == old)
			break;
		old = seen;
	}
	if (in[i] >= 0)
		atomicMin(b, __float_as_int(in[i]));
}
CASE(minimum_of_floats)
{
	std::vector<float> v(300);
	for (int k = 0; k < 300; k++)
		v[k] = (float)(k * 37 % 300) + 4.5f;
	Array<float> in(v), a(1, 1e9f);
	Array<int> b(1, 0x7f000000);
	least<<<3, 128>>>(in, a, b, 300);
	return ran() && a.get()[0] == 4.5f && b.get()[0] == 0x40900000;
}

// CASE rest_meets_by_name: whole warps end; the others go on with a named barrier of their number
// EXPECT clean
// HARDWARE unmeasured
__global__ void rest_meets(int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t >= n)
		return;
	for (int r = 0; r < 3; r++) {
		s[t] = t + r;
		asm volatile("bar.sync 3, %0;" ::"r"(n) : "memory");
		out[t] = s[n - 1 - t];
		asm volatile("bar.sync 3, %0;" ::"r"(n) : "memory");
	}
}
CASE(rest_meets_by_name)
{
	Array<int> out(96);
	rest_meets<<<1, 128>>>(out, 96);
	std::vector<int> want(96);
	for (int k = 0; k < 96; k++)
		want[k] = 95 - k + 2;
	return ran() && out.get() == want;
}

// CASE one_waits_for_the_block: thread 0 waits for the other block's flag; after a barrier all threads read what that block's threads wrote
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_waits(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = 2 * t;
		__syncthreads();
		if (t == 0)
			Atomic(*flag).store(1, cuda::memory_order_release);
	} else {
		if (t == 0)
			while (!Atomic(*flag).load(cuda::memory_order_acquire))
				__nanosleep(50);
		__syncthreads();
		out[(blockIdx.x - 1) * 64 + t] = data[63 - t];
	}
}
CASE(one_waits_for_the_block)
{
	Array<int> data(64), flag(1, 0), out(128);
	one_waits<<<3, 64>>>(data, flag, out);
	std::vector<int> want(128);
	for (int k = 0; k < 128; k++)
		want[k] = 2 * (63 - k % 64);
	return ran() && out.get() == want;
}

// CASE queue_in_shared: threads append to a queue in shared memory while a level of a search is worked off
// EXPECT clean
// HARDWARE unmeasured
__global__ void levels(int *level, int n)
{
	__shared__ int queue[2][64], count[2];
	int t = threadIdx.x;
	if (t == 0) {
		queue[0][0] = 0;
		count[0] = 1;
		level[0] = 0;
	}
	__syncthreads();
	for (int d = 0; count[d & 1]; d++) {
		if (t == 0)
			count[~d & 1] = 0;
		__syncthreads();
		for (int k = t; k < count[d & 1]; k += blockDim.x)
			for (int c = 1; c <= 2; c++) {
				int child = 2 * queue[d & 1][k] + c;
				if (child < n && atomicCAS(&level[child], -1, d + 1) == -1)
					queue[~d & 1][atomicAdd(&count[~d & 1], 1)] = child;
			}
		__syncthreads();
	}
}
CASE(queue_in_shared)
{
	Array<int> level(60, -1);
	levels<<<1, 64>>>(level, 60);
	bool ok = ran();
	std::vector<int> got = level.get();
	for (int k = 0; k < 60; k++)
		ok = ok && got[k] == 31 - __builtin_clz((unsigned)k + 1);
	return ok;
}

// CASE place_freed_by_release: a ring of four places, handed over and given back by release and acquire
// EXPECT clean
// HARDWARE unmeasured
__global__ void place_freed_by_release_k(int *buf, int *head, int *tail, int *out, int n)
{
	Atomic h(*head), t(*tail);
	if (blockIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			while (i - t.load(cuda::memory_order_acquire) >= 4)
				;
			buf[i % 4] = i * 3;
			h.store(i + 1, cuda::memory_order_release);
		}
		return;
	}
	for (int i = 0; i < n; i++) {
		while (h.load(cuda::memory_order_acquire) <= i)
			;
		out[i] = buf[i % 4];
		t.store(i + 1, cuda::memory_order_release);
	}
}
CASE(place_freed_by_release)
{
	Array<int> buf(4, 0), head(1, 0), tail(1, 0), out(20, 0);
	place_freed_by_release_k<<<2, 1>>>(buf, head, tail, out, 20);
	return ran() && out.get()[19] == 57;
}

// CASE linked_when_ready: a node of a list gets its next pointer, then it is linked in; all of the list is read
// EXPECT clean
// HARDWARE unmeasured
struct Linked {
	int v;
	Linked *next;
};
__global__ void linked_when_ready_k(Linked *pool, Linked **head, int *sum)
{
	cuda::atomic_ref<Linked *, cuda::thread_scope_device> h(*head);
	Linked *n = pool + blockIdx.x;
	n->v = 1;
	Linked *old = h.load(cuda::memory_order_relaxed);
	do
		n->next = old;
	while (!h.compare_exchange_weak(old, n, cuda::memory_order_release, cuda::memory_order_relaxed));
	int s = 0;
	for (Linked *q = h.load(cuda::memory_order_acquire); q; q = q->next)
		s += q->v;
	atomicAdd(sum, s);
}
CASE(linked_when_ready)
{
	Array<Linked> pool(16, Linked{});
	Array<Linked *> head(1, nullptr);
	Array<int> sum(1, 0);
	linked_when_ready_k<<<16, 1>>>(pool, head, sum);
	return ran();
}

// CASE mark_kept: constants are stored by volatile, and kept by others who wait for nothing, or only for that very word
// EXPECT clean
// HARDWARE unmeasured
__global__ void mark_kept_k(volatile int *mark, volatile int *go, int *out)
{
	if (blockIdx.x == 0) {
		*mark = 1;
		*go = 2;
	} else if (blockIdx.x == 1) {
		out[0] = *mark;
	} else {
		while (!*go)
			;
		out[1] = *go;
	}
}
CASE(mark_kept)
{
	Array<int> mark(1, 0), go(1, 0), out(2, 0);
	mark_kept_k<<<3, 1>>>(mark, go, out);
	return ran() && out.get()[1] == 2;
}

// CASE look_saves_an_atomic: a smallest value, a largest, and marks by atomicOr(), each behind a volatile look
// EXPECT clean
// HARDWARE unmeasured
__global__ void look_saves_an_atomic_k(const unsigned *x, unsigned *best, unsigned *marks, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (x[i] < *(volatile unsigned *)best)
		atomicMin(best, x[i]);
	if (x[i] > *(volatile unsigned *)(best + 1))
		atomicMax(best + 1, x[i]);
	if (!(((volatile unsigned *)marks)[i % 4] >> i % 32 & 1))
		atomicOr(marks + i % 4, 1u << i % 32);
}
CASE(look_saves_an_atomic)
{
	std::vector<unsigned> v(512);
	for (int i = 0; i < 512; i++)
		v[i] = i * 37 % 511 + 1;
	Array<unsigned> x(v), best(std::vector<unsigned>{ 1000, 0 }), marks(4, 0u);
	look_saves_an_atomic_k<<<4, 128>>>(x, best, marks, 512);
	return ran() && best.get()[0] == 1 && best.get()[1] == 511;
}
