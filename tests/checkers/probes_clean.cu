/* probes_clean.cu: right programs of many kinds: named barriers, flags, tickets, queues, carved shared memory, symbols. */
#include "case.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

// CASE carved: dynamic shared memory cut by offsets into doubles, ints and bytes; used again in another shape after a barrier
// EXPECT clean
// HARDWARE unmeasured
__global__ void carved(const int *in, double *out)
{
	extern __shared__ __align__(16) unsigned char room[];
	int n = blockDim.x, t = threadIdx.x;
	double *d = (double *)room;
	int *k = (int *)(room + n * sizeof(double));
	unsigned char *c = room + n * (sizeof(double) + sizeof(int));
	d[t] = in[t] * 0.5;
	k[t] = in[t] * 3;
	c[t] = (unsigned char)(in[t] + 1);
	__syncthreads();
	double v = d[n - 1 - t] + k[(t + 1) % n] + c[(t + 7) % n];
	__syncthreads();
	int *again = (int *)room;
	again[t] = (int)v;
	again[n + t] = t;
	__syncthreads();
	out[t] = v + again[n - 1 - t] + again[2 * n - 1 - t];
}
CASE(carved)
{
	Array<int> in(counting<int>(96));
	Array<double> out(96);
	carved<<<1, 96, 96 * 13>>>(in, out);
	bool ok = ran();
	auto value = [](int t) { return (95 - t) * 0.5 + (t + 1) % 96 * 3 + (t + 7) % 96 + 1; };
	std::vector<double> got = out.get();
	for (int t = 0; t < 96; t++)
		ok = ok && got[t] == value(t) + (int)value(95 - t) + 95 - t;
	return ok;
}

// CASE symbols: a __constant__ table, a __device__ array and a __device__ pointer, set by the host and by a kernel
// EXPECT clean
// HARDWARE unmeasured
__constant__ int factors[8];
__device__ int totals[32], *where;
__global__ void set_where(int *p)
{
	if (threadIdx.x == 0)
		where = p;
	totals[threadIdx.x] += factors[threadIdx.x % 8];
}
__global__ void use_where()
{
	where[threadIdx.x] = totals[31 - threadIdx.x] * factors[0];
}
CASE(symbols)
{
	int f[8] = { 2, 3, 5, 7, 11, 13, 17, 19 }, zero[32] = { 0 };
	Array<int> out(32);
	said(cudaMemcpyToSymbol(factors, f, sizeof f));
	said(cudaMemcpyToSymbol(totals, zero, sizeof zero));
	set_where<<<1, 32>>>(out);
	use_where<<<1, 32>>>();
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 32; t++)
		ok = ok && got[t] == 2 * f[(31 - t) % 8];
	return ok;
}

// CASE named_barriers: two warps write, two read; bar.arrive on the one side, bar.sync on the other
// EXPECT clean
// HARDWARE unmeasured
__global__ void named(int *out, int rounds)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = 0;
	for (int r = 0; r < rounds; r++)
		if (t < 64) {
			if (r)
				asm volatile("bar.sync 2, 128;" ::: "memory");
			s[t] = t + r;
			asm volatile("bar.arrive 1, 128;" ::: "memory");
		} else {
			asm volatile("bar.sync 1, 128;" ::: "memory");
			v += s[127 - t];
			if (r + 1 < rounds)
				asm volatile("bar.arrive 2, 128;" ::: "memory");
		}
	if (t >= 64)
		out[t - 64] = v;
}
CASE(named_barriers)
{
	Array<int> out(64);
	named<<<2, 128>>>(out, 5);
	std::vector<int> want(64);
	for (int t = 0; t < 64; t++)
		want[t] = 5 * (63 - t) + 10;
	return ran() && out.get() == want;
}

// CASE phases_by_parity: raw mbarrier, whose phase each thread counts for itself
// EXPECT clean
// HARDWARE unmeasured
__global__ void by_parity(int *out)
{
	__shared__ unsigned long long bar;
	__shared__ int s[2][64];
	unsigned at = (unsigned)__cvta_generic_to_shared(&bar), t = threadIdx.x, done;
	if (t == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
	__syncthreads();
	int v = t;
	for (int r = 0; r < 6; r++) {
		s[r % 2][t] = v;
		asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(at) : "memory");
		do
			asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
				     : "=r"(done)
				     : "r"(at), "r"(r & 1)
				     : "memory");
		while (!done);
		v = s[r % 2][(t + 33) % 64] + 1;
	}
	out[t] = v;
}
CASE(phases_by_parity)
{
	Array<int> out(64);
	by_parity<<<1, 64>>>(out);
	std::vector<int> want(64);
	for (int t = 0; t < 64; t++)
		want[t] = (t + 6 * 33) % 64 + 6;
	return ran() && out.get() == want;
}

// CASE tickets: a lock of tickets between blocks, polled by volatile reads
// EXPECT clean
// HARDWARE unmeasured
__global__ void tickets(int *next, volatile int *now, int *list, int *n)
{
	if (threadIdx.x)
		return;
	int mine = atomicAdd(next, 1);
	while (*now != mine)
		;
	__threadfence();
	list[*n] = blockIdx.x;
	*n += 1;
	__threadfence();
	*now = mine + 1;
}
CASE(tickets)
{
	Array<int> next(1, 0), now(1, 0), list(12, -1), n(1, 0);
	tickets<<<12, 32>>>(next, now, list, n);
	bool ok = ran() && n.get()[0] == 12;
	int sum = 0;
	for (int v : list.get())
		sum += v;
	return ok && sum == 66;
}

// CASE queue_of_work: blocks take pieces of work by an atomic, told to the block between two barriers
// EXPECT clean
// HARDWARE unmeasured
__global__ void takes_work(int *head, const int *in, int *out, int n)
{
	__shared__ int piece;
	for (;;) {
		if (threadIdx.x == 0)
			piece = atomicAdd(head, 1);
		__syncthreads();
		int p = piece;
		__syncthreads();
		if (p * 64 >= n)
			return;
		out[p * 64 + threadIdx.x] = in[p * 64 + threadIdx.x] + 1;
	}
}
CASE(queue_of_work)
{
	Array<int> head(1, 0), in(counting<int>(640)), out(640, 0);
	takes_work<<<3, 64>>>(head, in, out, 640);
	std::vector<int> want(640);
	for (int k = 0; k < 640; k++)
		want[k] = k + 1;
	return ran() && out.get() == want;
}

// CASE last_by_inc: the last block, found by atomicInc that wraps around, adds up; twice
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_by_inc(const int *in, volatile int *part, unsigned *count, int *total)
{
	__shared__ bool last;
	__shared__ int s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
	__syncthreads();
	if (threadIdx.x == 0) {
		part[blockIdx.x] = s;
		__threadfence();
		last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int sum = 0;
		for (int b = 0; b < gridDim.x; b++)
			sum += part[b];
		*total = sum;
	}
}
CASE(last_by_inc)
{
	Array<int> in(counting<int>(512)), part(8), total(1);
	Array<unsigned> count(1, 0u);
	bool ok = true;
	for (int k = 0; k < 2; k++) {
		last_by_inc<<<8, 64>>>(in, part, count, total);
		ok = ran() && ok && total.get()[0] == 130816;
	}
	return ok;
}

// CASE chained_sums: each block waits for the sum of the one before it, by release and acquire
// EXPECT clean
// HARDWARE unmeasured
__global__ void chained(const int *in, int *sums, int *ready, int *out)
{
	__shared__ int before;
	int b = blockIdx.x, t = threadIdx.x;
	if (t == 0) {
		int mine = 0;
		for (int k = 0; k < 32; k++)
			mine += in[b * 32 + k];
		before = 0;
		if (b) {
			cuda::atomic_ref<int, cuda::thread_scope_device> f(ready[b - 1]);
			while (!f.load(cuda::memory_order_acquire))
				;
			before = sums[b - 1];
		}
		sums[b] = before + mine;
		cuda::atomic_ref<int, cuda::thread_scope_device>(ready[b]).store(1, cuda::memory_order_release);
	}
	__syncthreads();
	out[b * 32 + t] = before;
}
CASE(chained_sums)
{
	Array<int> in(320, 1), sums(10), ready(10, 0), out(320);
	chained<<<10, 32>>>(in, sums, ready, out);
	std::vector<int> want(320);
	for (int k = 0; k < 320; k++)
		want[k] = k / 32 * 32;
	return ran() && out.get() == want;
}

// CASE table_of_keys: threads claim places of a hash table by compare and swap; who has one writes the value
// EXPECT clean
// HARDWARE unmeasured
__global__ void claim(const int *keys, int *table, int *value, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (unsigned at = keys[i] * 2654435761u % 512;; at = (at + 1) % 512)
		if (atomicCAS(&table[at], -1, keys[i]) == -1) {
			value[at] = keys[i] * 10;
			return;
		}
}
__global__ void look_up(const int *keys, const int *table, const int *value, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned at = keys[i] * 2654435761u % 512;
	while (table[at] != keys[i])
		at = (at + 1) % 512;
	out[i] = value[at];
}
CASE(table_of_keys)
{
	Array<int> keys(counting<int>(300)), table(512, -1), value(512), out(300);
	claim<<<3, 128>>>(keys, table, value, 300);
	look_up<<<3, 128>>>(keys, table, value, out, 300);
	std::vector<int> want(300);
	for (int k = 0; k < 300; k++)
		want[k] = 10 * k;
	return ran() && out.get() == want;
}

// CASE lock_of_each_bucket: lanes of one warp want the same lock; each tries until it has had it
// EXPECT clean
// HARDWARE unmeasured
__global__ void buckets(int *lock, int *total)
{
	int b = (blockIdx.x * blockDim.x + threadIdx.x) % 4;
	for (bool done = false; !done;)
		if (atomicCAS(&lock[b], 0, 1) == 0) {
			__threadfence();
			total[b] += threadIdx.x;
			__threadfence();
			atomicExch(&lock[b], 0);
			done = true;
		}
}
CASE(lock_of_each_bucket)
{
	Array<int> lock(4, 0), total(4, 0);
	buckets<<<2, 64>>>(lock, total);
	bool ok = ran();
	std::vector<int> got = total.get();
	for (int b = 0; b < 4; b++)
		ok = ok && got[b] == 2 * (480 + 16 * b);
	return ok;
}

// CASE two_histograms: counts in shared memory by atomics of block scope, then added to the whole
// EXPECT clean
// HARDWARE unmeasured
__global__ void two_level(const int *in, int *bins, int n)
{
	__shared__ int s[16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd_block(&s[in[i]], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
CASE(two_histograms)
{
	std::vector<int> v = digits<int>(3000), want(16, 0);
	for (int d : v)
		want[d]++;
	Array<int> in(v), bins(16, 0);
	two_level<<<5, 96>>>(in, bins, 3000);
	return ran() && bins.get() == want;
}

// CASE forked_and_joined: a stream forks into two that work on halves, and joins them by events
// EXPECT clean
// HARDWARE unmeasured
__global__ void times(int *a, int n, int f)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] *= f;
}
CASE(forked_and_joined)
{
	Array<int> a(256, 1);
	cudaStream_t x, y;
	cudaEvent_t fork, join;
	said(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	said(cudaEventCreate(&fork));
	said(cudaEventCreate(&join));
	times<<<1, 64, 0, x>>>(a, 256, 2);
	said(cudaEventRecord(fork, x));
	said(cudaStreamWaitEvent(y, fork, 0));
	times<<<1, 64, 0, x>>>(a, 128, 3);
	times<<<1, 64, 0, y>>>(a + 128, 128, 5);
	said(cudaEventRecord(join, y));
	said(cudaStreamWaitEvent(x, join, 0));
	times<<<1, 64, 0, x>>>(a, 256, 7);
	bool ok = ran();
	std::vector<int> got = a.get();
	for (int k = 0; k < 256; k++)
		ok = ok && got[k] == (k < 128 ? 42 : 70);
	return ok;
}

// CASE compact_by_ballot: a warp packs what it keeps: ballots, one atomic, places by bits below
// EXPECT clean
// HARDWARE unmeasured
__global__ void compact(const int *in, int *n, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	bool keep = in[i] & 4;
	unsigned who = __ballot_sync(~0u, keep);
	int at = 0;
	if (lane == 0 && who)
		at = atomicAdd(n, __popc(who));
	at = __shfl_sync(~0u, at, 0);
	if (keep)
		out[at + __popc(who & ((1u << lane) - 1))] = in[i];
}
CASE(compact_by_ballot)
{
	Array<int> in(counting<int>(512)), n(1, 0), out(512, 0);
	compact<<<4, 128>>>(in, n, out);
	bool ok = ran() && n.get()[0] == 256;
	long sum = 0;
	for (int v : out.get())
		sum += v;
	return ok && sum == 65920;
}

// CASE ring_in_shared: a warp hands items to another one through four places of shared memory and two counts
// EXPECT clean
// HARDWARE unmeasured
__global__ void ring_in_shared(const int *in, int *out, int n)
{
	__shared__ int ring[4][32];
	__shared__ int head, tail;
	cuda::atomic_ref<int, cuda::thread_scope_block> h(head), t(tail);
	int lane = threadIdx.x & 31;
	if (threadIdx.x == 0)
		head = tail = 0;
	__syncthreads();
	for (int k = 0; k < n; k++)
		if (threadIdx.x < 32) {
			while (k - t.load(cuda::memory_order_acquire) >= 4)
				;
			ring[k % 4][lane] = in[k * 32 + lane];
			__syncwarp();
			if (lane == 0)
				h.store(k + 1, cuda::memory_order_release);
		} else {
			while (h.load(cuda::memory_order_acquire) <= k)
				;
			out[k * 32 + lane] = ring[k % 4][31 - lane];
			__syncwarp();
			if (lane == 0)
				t.store(k + 1, cuda::memory_order_release);
		}
}
CASE(ring_in_shared)
{
	Array<int> in(counting<int>(32 * 11)), out(32 * 11);
	ring_in_shared<<<1, 64>>>(in, out, 11);
	std::vector<int> want(32 * 11);
	for (int k = 0; k < 32 * 11; k++)
		want[k] = k / 32 * 32 + 31 - k % 32;
	return ran() && out.get() == want;
}

// CASE matched_by_all: a warp asks whether all have the same value, and goes another way if not
// EXPECT clean
// HARDWARE unmeasured
__global__ void matched(const int *in, int *out)
{
	int same, v = in[threadIdx.x];
	unsigned all = __match_all_sync(~0u, v, &same);
	if (same)
		out[threadIdx.x] = __popc(all) + (int)__reduce_add_sync(~0u, v);
	else
		out[threadIdx.x] = (int)__reduce_max_sync(~0u, (unsigned)v) - v;
}
CASE(matched_by_all)
{
	std::vector<int> v(64);
	for (int t = 0; t < 64; t++)
		v[t] = t < 32 ? 3 : t;
	Array<int> in(v), out(64);
	matched<<<1, 64>>>(in, out);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 64; t++)
		ok = ok && got[t] == (t < 32 ? 32 + 96 : 63 - t);
	return ok;
}

// CASE version_counted: a writer changes a pair between two counts; a reader reads again until the count was even and the same
// EXPECT clean
// HARDWARE unmeasured
__global__ void version(int *count, int *a, int *b, int *out)
{
	using A = cuda::atomic_ref<int, cuda::thread_scope_device>;
	A c(*count), x(*a), y(*b);
	if (blockIdx.x == 0) {
		for (int k = 1; k <= 20; k++) {
			c.store(2 * k - 1, cuda::memory_order_relaxed);
			cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
			x.store(k, cuda::memory_order_relaxed);
			y.store(-k, cuda::memory_order_relaxed);
			c.store(2 * k, cuda::memory_order_release);
		}
		return;
	}
	int before, after, p, q;
	do {
		before = c.load(cuda::memory_order_acquire);
		p = x.load(cuda::memory_order_relaxed);
		q = y.load(cuda::memory_order_relaxed);
		cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
		after = c.load(cuda::memory_order_relaxed);
	} while (before != after || before % 2);
	out[blockIdx.x] = p + q;
}
CASE(version_counted)
{
	Array<int> count(1, 0), a(1, 0), b(1, 0), out(6, 0);
	version<<<6, 1>>>(count, a, b, out);
	return ran() && out.get() == std::vector<int>(6, 0);
}

// CASE steps_of_a_grid: a cooperative grid relaxes an array in two buffers
// EXPECT clean
// HARDWARE unmeasured
__global__ void grid_steps(float *a, float *b, int n, int steps)
{
	auto grid = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
		for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
			to[i] = i == 0 || i == n - 1 ? from[i] : 0.5f * (from[i - 1] + from[i + 1]);
		grid.sync();
	}
}
CASE(steps_of_a_grid)
{
	Array<float> a(counting<float>(500)), b(500, 0.f);
	float *p = a, *q = b;
	int n = 500, steps = 6;
	void *args[] = { &p, &q, &n, &steps };
	said(cudaLaunchCooperativeKernel((void *)grid_steps, dim3(3), dim3(64), args));
	return ran() && a.get() == counting<float>(500);
}
