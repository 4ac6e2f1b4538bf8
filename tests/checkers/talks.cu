/* talks.cu: talks_clean.cu with a mistake in each. */
#include "case.h"
#include <cuda/atomic>
#include <cuda_pipeline.h>
using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;

// CASE relaxed_peterson: two blocks take turns by three flags, all of them relaxed
// EXPECT racecheck RAW|WAR|WAW error between by-turns and by-turns
// HARDWARE unmeasured
__global__ void relaxed_peterson(int *wants, int *turn, int *total)
{
	int me = blockIdx.x, other = 1 - me;
	Atomic mine(wants[me]), theirs(wants[other]), t(*turn);
	for (int k = 0; k < 10; k++) {
		mine.store(1, cuda::memory_order_relaxed);
		t.store(other, cuda::memory_order_relaxed);
		while (theirs.load(cuda::memory_order_relaxed) && t.load(cuda::memory_order_relaxed) == other)
			;
		*total += me + 1; // BUG by-turns
		mine.store(0, cuda::memory_order_relaxed);
	}
}
CASE(relaxed_peterson)
{
	Array<int> wants(2, 0), turn(1, 0), total(1, 0);
	relaxed_peterson<<<2, 1>>>(wants, turn, total);
	return ran();
}

// CASE told_relaxed: the lock of a queue is handed on by a relaxed store
// EXPECT racecheck RAW|WAR|WAW error between in-queue and in-queue
// HARDWARE unmeasured
__global__ void told_relaxed(int *tail, int *next, int *locked, int *total)
{
	int me = blockIdx.x;
	Atomic(next[me]).store(-1, cuda::memory_order_relaxed);
	Atomic(locked[me]).store(1, cuda::memory_order_relaxed);
	int before = Atomic(*tail).exchange(me, cuda::memory_order_relaxed);
	if (before >= 0) {
		Atomic(next[before]).store(me, cuda::memory_order_release);
		while (Atomic(locked[me]).load(cuda::memory_order_acquire))
			;
	}
	*total += 1; // BUG in-queue
	int after;
	while ((after = Atomic(next[me]).load(cuda::memory_order_acquire)) < 0)
		if (me == gridDim.x - 1)
			return;
	Atomic(locked[after]).store(0, cuda::memory_order_relaxed);
}
CASE(told_relaxed)
{
	Array<int> tail(1, -1), next(6, -1), locked(6, 0), total(1, 0);
	told_relaxed<<<6, 1>>>(tail, next, locked, total);
	return ran();
}

// CASE barrier_without_fences: blocks meet at a count and a sense, without a fence on either side
// EXPECT racecheck RAW|WAR error between grid-write and grid-read
// HARDWARE unmeasured
__global__ void bare_meeting(unsigned *count, volatile int *sense, int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = i; // BUG grid-write
	__syncthreads();
	if (threadIdx.x == 0) {
		if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1)
			*sense = 1;
		else
			while (!*sense)
				;
	}
	__syncthreads();
	out[i] = a[(i + 70) % n]; // BUG grid-read
}
CASE(barrier_without_fences)
{
	Array<unsigned> count(1, 0u);
	Array<int> sense(1, 0), a(256, 0), out(256);
	bare_meeting<<<4, 64>>>(count, sense, a, out, 256);
	return ran();
}

// CASE meets_alone: thread 0 meets the other blocks before its own block has come to the meeting
// EXPECT racecheck RAW|WAR error between own-write and far-read
// HARDWARE unmeasured
__global__ void meets_alone(unsigned *count, volatile int *sense, int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = i; // BUG own-write
	if (threadIdx.x == 0) {
		__threadfence();
		if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1)
			*sense = 1;
		else
			while (!*sense)
				;
		__threadfence();
	}
	__syncthreads();
	out[i] = a[(i + 70) % n]; // BUG far-read
}
CASE(meets_alone)
{
	Array<unsigned> count(1, 0u);
	Array<int> sense(1, 0), a(256, 0), out(256);
	meets_alone<<<4, 64>>>(count, sense, a, out, 256);
	return ran();
}

// CASE reader_leaves_relaxed: a reader gives its share of the lock back by a relaxed subtraction
// EXPECT racecheck WAR|RAW error between reader-reads and writer-writes
// HARDWARE unmeasured
__global__ void leaves_relaxed(int *lock, int *data, int *out)
{
	Atomic l(*lock);
	if (blockIdx.x == 1) {
		int free = 0;
		while (!l.compare_exchange_weak(free, -1, cuda::memory_order_acquire))
			free = 0;
		data[0] = 1; // BUG writer-writes
		l.store(0, cuda::memory_order_release);
	} else {
		l.fetch_add(1, cuda::memory_order_acquire);
		out[blockIdx.x] = data[0]; // BUG reader-reads
		l.fetch_sub(1, cuda::memory_order_relaxed);
	}
}
CASE(reader_leaves_relaxed)
{
	Array<int> lock(1, 0), data(2, 0), out(2, 0);
	leaves_relaxed<<<2, 1>>>(lock, data, out);
	return ran();
}

// CASE freed_without_fence: the lock is freed by a volatile store without a fence before it
// EXPECT racecheck RAW|WAR|WAW error between in-lock and in-lock
// HARDWARE unmeasured
__global__ void freed_bare(volatile int *lock, int *total)
{
	if (threadIdx.x)
		return;
	do
		while (*lock)
			;
	while (atomicCAS((int *)lock, 0, 1));
	__threadfence();
	*total += 2; // BUG in-lock
	*lock = 0;
}
CASE(freed_without_fence)
{
	Array<int> lock(1, 0), total(1, 0);
	freed_bare<<<5, 32>>>(lock, total);
	return ran();
}

// CASE volatile_in_lock_without_fence: a volatile sum in a lock that no fence comes before the freeing of
// EXPECT racecheck WAW error between volatile-sum and volatile-sum
// ADVICE __threadfence()
// HARDWARE unmeasured
__global__ void volatile_in_bare_lock(int *lock, volatile int *total)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1) != 0)
		;
	*total = *total + 2; // BUG volatile-sum
	atomicExch(lock, 0);
}
CASE(volatile_in_lock_without_fence)
{
	Array<int> lock(1, 0), total(1, 0);
	volatile_in_bare_lock<<<5, 32>>>(lock, total);
	return ran();
}

// CASE volatile_in_lock_without_first_fence: a volatile sum in a lock that a fence comes before the freeing of, but none after it is taken
// EXPECT racecheck WAW error between volatile-sum-2 and volatile-sum-2
// ADVICE __threadfence() after the first
// HARDWARE unmeasured
__global__ void volatile_in_lock(int *lock, volatile int *total)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	*total = *total + 1; // BUG volatile-sum-2
	__threadfence();
	atomicExch(lock, 0);
}
CASE(volatile_in_lock_without_first_fence)
{
	Array<int> lock(1, 0), total(1, 0);
	volatile_in_lock<<<8, 32>>>(lock, total);
	return ran();
}

// CASE walks_while_pushed: a block goes along a list that others push on, and reads nodes without an acquire
// EXPECT racecheck RAW|WAR error|warning between node-write and node-read
// HARDWARE unmeasured
struct Node {
	int value, next;
};
__global__ void push_and_walk(Node *nodes, int *head, int *sum)
{
	if (blockIdx.x < 3) {
		int i = blockIdx.x;
		nodes[i].value = i + 1; // BUG node-write
		int old = -1, seen;
		do {
			seen = old;
			nodes[i].next = seen; // BUG node-write
			old = atomicCAS(head, seen, i);
		} while (old != seen);
		return;
	}
	int at;
	while ((at = atomicAdd(head, 0)) < 0)
		;
	int s = 0;
	for (; at >= 0; at = nodes[at].next) // BUG node-read
		s += nodes[at].value; // BUG node-read
	*sum = s;
}
CASE(walks_while_pushed)
{
	Array<Node> nodes(4);
	Array<int> head(1, -1), sum(1);
	push_and_walk<<<4, 1>>>(nodes, head, sum);
	return ran();
}

// CASE arrives_too_early: a lane arrives for its warp before the warp has met
// LATER a release of one lane counts for its whole warp
// EXPECT racecheck RAW|WAR error between lane-write and sum-read
// HARDWARE unmeasured
__global__ void arrives_early(const int *in, int *out)
{
	__shared__ int s[96], arrived;
	int t = threadIdx.x;
	if (t == 0)
		arrived = 0;
	__syncthreads();
	cuda::atomic_ref<int, cuda::thread_scope_block> a(arrived);
	if (t < 96) {
		s[t] = in[t]; // BUG lane-write
		if (t % 32 == 0)
			a.fetch_add(1, cuda::memory_order_release);
	} else {
		while (a.load(cuda::memory_order_acquire) < 3)
			;
		int sum = 0;
		for (int k = t - 96; k < 96; k += 32)
			sum += s[k]; // BUG sum-read
		out[t - 96] = sum;
	}
}
CASE(arrives_too_early)
{
	Array<int> in(96, 5), out(32);
	arrives_early<<<1, 128>>>(in, out);
	return ran();
}

// CASE one_stage_too_few: three tiles ahead in three stages: the next copy goes where others still read
// EXPECT racecheck WAR|RAW error between copy-ahead and tile-behind
// HARDWARE unmeasured
__global__ void too_few_stages(const int *in, int *out, int rounds)
{
	__shared__ int s[3][64];
	int t = threadIdx.x;
	for (int k = 0; k < 3; k++) {
		__pipeline_memcpy_async(&s[k][t], &in[k * 64 + t], 4); // BUG copy-ahead
		__pipeline_commit();
	}
	for (int r = 0; r < rounds; r++) {
		__pipeline_wait_prior(2);
		__syncthreads();
		out[r * 64 + t] = s[r % 3][63 - t]; // BUG tile-behind
		if (r + 3 < rounds)
			__pipeline_memcpy_async(&s[r % 3][t], &in[(r + 3) * 64 + t], 4); // BUG copy-ahead
		__pipeline_commit();
	}
}
CASE(one_stage_too_few)
{
	Array<int> in(counting<int>(64 * 9)), out(64 * 9);
	too_few_stages<<<1, 64>>>(in, out, 9);
	return ran();
}

// CASE settles_without_barrier: a cell is read from its neighbour while that one writes it
// EXPECT racecheck WAR|RAW error between settle-write and settle-read
// ALSO initcheck
// HARDWARE unmeasured
__global__ void settles(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	for (;;) {
		int v = s[t], most = t ? max(v, s[t - 1]) : v; // BUG settle-read
		s[t] = most; // BUG settle-write
		if (!__syncthreads_or(most != v))
			break;
	}
	out[t] = s[t];
}
CASE(settles_without_barrier)
{
	Array<int> in(digits<int>(128)), out(128);
	settles<<<1, 128>>>(in, out);
	return ran();
}

// CASE rest_miscounted: a named barrier counts a warp that has ended
// EXPECT synccheck deadlock|barrier at miscounted
// HARDWARE unmeasured
__global__ void miscounted(int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t >= n)
		return;
	s[t] = t;
	asm volatile("bar.sync 3, %0;" ::"r"(n + 32) : "memory"); // BUG miscounted
	out[t] = s[n - 1 - t];
}
CASE(rest_miscounted)
{
	Array<int> out(96);
	miscounted<<<1, 128>>>(out, 96);
	return ran();
}

// CASE only_one_has_waited: thread 0 waits for the flag, and the others read without a barrier
// EXPECT racecheck RAW|WAR error between flag-data and unwaited
// HARDWARE unmeasured
__global__ void only_one(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = 2 * t; // BUG flag-data
		__syncthreads();
		if (t == 0)
			Atomic(*flag).store(1, cuda::memory_order_release);
	} else {
		if (t == 0)
			while (!Atomic(*flag).load(cuda::memory_order_acquire))
				;
		out[t] = data[63 - t]; // BUG unwaited
	}
}
CASE(only_one_has_waited)
{
	Array<int> data(64, 0), flag(1, 0), out(64);
	only_one<<<2, 64>>>(data, flag, out);
	return ran();
}

// CASE not_all_have_written: thread 0 sets the flag before its block has met
// EXPECT racecheck RAW|WAR error between others-data and waited
// HARDWARE unmeasured
__global__ void not_all(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = 2 * t; // BUG others-data
		if (t == 0)
			Atomic(*flag).store(1, cuda::memory_order_release);
	} else {
		if (t == 0)
			while (!Atomic(*flag).load(cuda::memory_order_acquire))
				;
		__syncthreads();
		out[t] = data[63 - t]; // BUG waited
	}
}
CASE(not_all_have_written)
{
	Array<int> data(64, 0), flag(1, 0), out(64);
	not_all<<<2, 64>>>(data, flag, out);
	return ran();
}

// CASE queue_read_while_filled: the loop asks how long the queue is while others append to it
// EXPECT racecheck RAW|WAR error|warning between queue-in and queue-out
// ALSO initcheck
// HARDWARE unmeasured
__global__ void while_filled(int *out)
{
	__shared__ int queue[128], count;
	int t = threadIdx.x;
	if (t == 0) {
		count = 1;
		queue[0] = 5;
	}
	__syncthreads();
	if (t < 64)
		queue[atomicAdd(&count, 1)] = t; // BUG queue-in
	out[t] = queue[count > t ? t : 0]; // BUG queue-out
}
CASE(queue_read_while_filled)
{
	Array<int> out(96);
	while_filled<<<1, 96>>>(out);
	return ran();
}

// CASE place_freed_by_relaxed: a ring of four places: the reader frees one by a relaxed store, and may not have read it yet
// EXPECT racecheck WAR error between place-filled and place-read
// SAYS no fence between the read and the flag
// ADVICE between the read and the flag
// HARDWARE unmeasured
template <class Order> static __device__ void ring(int *buf, int *head, int *tail, int *out, int n, Order freed)
{
	Atomic h(*head), t(*tail);
	if (blockIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			while (i - t.load(cuda::memory_order_acquire) >= 4)
				;
			buf[i % 4] = i * 3; // BUG place-filled
			h.store(i + 1, cuda::memory_order_release);
		}
		return;
	}
	for (int i = 0; i < n; i++) {
		while (h.load(cuda::memory_order_acquire) <= i)
			;
		out[i] = buf[i % 4]; // BUG place-read
		t.store(i + 1, freed);
	}
}
__global__ void place_freed_by_relaxed_k(int *buf, int *head, int *tail, int *out, int n)
{
	ring(buf, head, tail, out, n, cuda::memory_order_relaxed);
}
CASE(place_freed_by_relaxed)
{
	Array<int> buf(4, 0), head(1, 0), tail(1, 0), out(20, 0);
	place_freed_by_relaxed_k<<<2, 1>>>(buf, head, tail, out, 20);
	return ran();
}

// CASE linked_too_early: a node of a list is linked in before its next pointer is there; a count later is no flag
// EXPECT racecheck RAW error between next-followed and next-stored
// SAYS the flag was set before the write
// UNSAID no fence between the write and the flag
// HARDWARE unmeasured
struct Linked {
	int v;
	Linked *next;
};
__global__ void linked_too_early_k(Linked *pool, Linked **head, int *sum)
{
	cuda::atomic_ref<Linked *, cuda::thread_scope_device> h(*head);
	Linked *n = pool + blockIdx.x;
	n->v = 1;
	n->next = h.exchange(n, cuda::memory_order_acq_rel); // BUG next-stored
	int s = 0;
	for (Linked *q = h.load(cuda::memory_order_acquire); q; q = q->next) // BUG next-followed
		s++;
	atomicAdd(sum, s);
}
CASE(linked_too_early)
{
	Array<Linked> pool(16, Linked{});
	Array<Linked *> head(1, nullptr);
	Array<int> sum(1, 0);
	linked_too_early_k<<<16, 1>>>(pool, head, sum);
	return ran();
}

// CASE constant_without_fences: the data is a constant, stored and kept by volatile, and the kernel has no fence at all
// EXPECT racecheck RAW error between constant-kept and constant-stored
// SAYS no fence between the write and the flag, nor between the flag and the read
// ADVICE A flag alone orders nothing
// HARDWARE unmeasured
__global__ void constant_without_fences_k(volatile int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		*data = 9; // BUG constant-stored
		*flag = 1;
	} else {
		while (!*flag)
			;
		*out = *data + 1; // BUG constant-kept
	}
}
CASE(constant_without_fences)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	constant_without_fences_k<<<2, 1>>>(data, flag, out);
	return ran();
}
