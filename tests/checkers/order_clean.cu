/* order_clean.cu: blocks and warps that order their accesses by fences, atomics, flags and locks of many kinds: all of it right. */
#include "case.h"

#include <cuda/atomic>

static const int B = 128;

// CASE one_fences_for_all: all threads of a block write, a barrier, one thread fences and counts; the last block reads everything
// EXPECT clean
// HARDWARE none
__global__ void one_fences(int *tmp, unsigned *count, int *out)
{
	__shared__ bool last;
	int t = threadIdx.x;
	tmp[blockIdx.x * B + t] = blockIdx.x + t;
	__syncthreads();
	if (t == 0) {
		__threadfence();
		last = atomicAdd(count, 1u) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (!last)
		return;
	int sum = 0;
	for (unsigned b = 0; b < gridDim.x; b++)
		sum += tmp[b * B + (t + 5) % B];
	out[t] = sum;
}
CASE(one_fences_for_all)
{
	Array<int> tmp(6 * B), out(B);
	Array<unsigned> count(1, 0u);
	one_fences<<<6, B>>>(tmp, count, out);
	return ran() && out.get()[0] == 15 + 6 * 5;
}

// CASE neighbours_wait: persistent blocks exchange the borders of their pieces round by round; each waits for its neighbours' flags only
// EXPECT clean
// HARDWARE none
__global__ void neighbours(int *cells, volatile int *round, int rounds)
{
	int b = blockIdx.x, t = threadIdx.x, n = gridDim.x;
	int left = (b + n - 1) % n, right = (b + 1) % n;
	for (int r = 0; r < rounds; r++) {
		const int *from = cells + (r & 1) * n * 32;
		int *to = cells + (1 - (r & 1)) * n * 32;
		int l = t > 0 ? from[b * 32 + t - 1] : __ldcg(&from[left * 32 + 31]);
		int h = t < 31 ? from[b * 32 + t + 1] : __ldcg(&from[right * 32]);
		to[b * 32 + t] = l + h;
		__threadfence();
		__syncthreads();
		if (t == 0) {
			round[b] = r + 1;
			while (round[left] < r + 1 || round[right] < r + 1)
				;
			__threadfence();
		}
		__syncthreads();
	}
}
CASE(neighbours_wait)
{
	const int n = 4;
	Array<int> cells(2 * n * 32, 1), round(n, 0);
	neighbours<<<n, 32>>>(cells, round, 6);
	auto v = cells.get();
	bool fine = ran();
	for (int i = 0; i < n * 32; i++)
		fine = fine && v[i] == 64;
	return fine;
}

// CASE ticket_lock: blocks draw a number and wait for their turn; plain data inside
// EXPECT clean
// HARDWARE none
__global__ void ticket(int *next, volatile int *serving, int *data)
{
	if (threadIdx.x == 0) {
		int mine = atomicAdd(next, 1);
		while (*serving != mine)
			__nanosleep(20);
		__threadfence();
		data[0] += 1;
		data[1] = data[0] * 2;
		__threadfence();
		*serving = mine + 1;
	}
}
CASE(ticket_lock)
{
	Array<int> next(1, 0), serving(1, 0), data(2, 0);
	ticket<<<12, 32>>>(next, serving, data);
	return ran() && data.get()[0] == 12 && data.get()[1] == 24;
}

// CASE published_pointer: a block fills a table and publishes its address by an atomic exchange; the others wait for it
// EXPECT clean
// HARDWARE none
__global__ void publish(int *storage, unsigned long long *where, int *out)
{
	__shared__ const int *table;
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		storage[t] = t * t;
		__threadfence();
		__syncthreads();
		if (t == 0)
			atomicExch(where, (unsigned long long)storage);
	}
	if (t == 0) {
		unsigned long long p;
		while ((p = atomicAdd(where, 0ull)) == 0)
			;
		__threadfence();
		table = (const int *)p;
	}
	__syncthreads();
	out[blockIdx.x * 32 + t] = table[31 - t];
}
CASE(published_pointer)
{
	Array<int> storage(32), out(3 * 32);
	Array<unsigned long long> where(1, 0ull);
	publish<<<3, 32>>>(storage, where, out);
	return ran() && out.get()[64] == 31 * 31;
}

// CASE pushed_nodes: a stack without a lock: every thread links its node in by compare-and-swap; the next launch walks it
// EXPECT clean
// HARDWARE none
__global__ void push(int *next, int *value, int *head)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, old = *(volatile int *)head, seen;
	value[i] = 2 * i;
	do {
		seen = old;
		next[i] = seen;
		__threadfence();
		old = atomicCAS(head, seen, i);
	} while (old != seen);
}
__global__ void walk(const int *next, const int *value, const int *head, int *out)
{
	int sum = 0, n = 0;
	for (int i = *head; i >= 0; i = next[i], n++)
		sum += value[i];
	out[0] = n;
	out[1] = sum;
}
CASE(pushed_nodes)
{
	const int n = 200;
	Array<int> next(n), value(n), head(1, -1), out(2);
	push<<<2, 100>>>(next, value, head);
	walk<<<1, 1>>>(next, value, head, out);
	return ran() && out.get()[0] == n && out.get()[1] == n * (n - 1);
}

// CASE packed_flag: value and flag in one 64-bit word that is written and read whole: no fence is needed
// EXPECT clean
// HARDWARE none
__global__ void packed(volatile unsigned long long *word, int *out)
{
	if (threadIdx.x == 0) {
		unsigned sum = blockIdx.x + 1;
		if (blockIdx.x > 0) {
			unsigned long long w;
			while (((w = word[blockIdx.x - 1]) >> 32) == 0)
				;
			sum += (unsigned)w;
		}
		word[blockIdx.x] = 1ull << 32 | sum;
		out[blockIdx.x] = sum;
	}
}
CASE(packed_flag)
{
	Array<unsigned long long> word(8, 0ull);
	Array<int> out(8);
	packed<<<8, 32>>>(word, out);
	return ran() && out.get()[7] == 36;
}

// CASE shared_release_acquire: warps of a block hand data on through cuda::atomic in shared memory, with release and acquire
// EXPECT clean
// HARDWARE racecheck
__global__ void shared_atomic(const int *in, int *out)
{
	__shared__ cuda::atomic<int, cuda::thread_scope_block> stage;
	__shared__ int data[32];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (threadIdx.x == 0)
		stage.store(0, cuda::memory_order_relaxed);
	__syncthreads();
	if (warp == 0)
		data[lane] = in[lane];
	else
		while (stage.load(cuda::memory_order_acquire) != warp)
			;
	__syncwarp();
	int v = data[31 - lane];
	__syncwarp();
	data[lane] = v + 1;
	__syncwarp();
	if (lane == 0)
		stage.store(warp + 1, cuda::memory_order_release);
	if (warp == 3)
		out[lane] = data[lane];
}
CASE(shared_release_acquire)
{
	Array<int> in(counting<int>(32)), out(32);
	shared_atomic<<<1, B>>>(in, out);
	return ran() && out.get()[5] == 9;
}

// CASE ptx_release_acquire: st.release and ld.acquire written out
// EXPECT clean
// HARDWARE none
__global__ void ptx_order(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = 3 * t;
		__syncthreads();
		if (t == 0)
			asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(flag) : "memory");
	} else {
		int f = 0;
		if (t == 0)
			while (!f)
				asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(f) : "l"(flag) : "memory");
		__syncthreads();
		out[t] = data[B - 1 - t];
	}
}
CASE(ptx_release_acquire)
{
	Array<int> data(B), flag(1, 0), out(B);
	ptx_order<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 3 * (B - 1);
}

// CASE once_for_all: whoever comes first computes, all others wait: compare-and-swap, fence, flag
// EXPECT clean
// HARDWARE none
__global__ void once(int *state, int *value, int *out)
{
	if (threadIdx.x == 0) {
		if (atomicCAS(state, 0, 1) == 0) {
			*value = 41 + 1;
			__threadfence();
			atomicExch(state, 2);
		} else {
			while (atomicAdd(state, 0) != 2)
				;
			__threadfence();
		}
		out[blockIdx.x] = *value;
	}
}
CASE(once_for_all)
{
	Array<int> state(1, 0), value(1), out(6);
	once<<<6, 32>>>(state, value, out);
	return ran() && out.get()[0] == 42 && out.get()[5] == 42;
}

// CASE warp_aggregated: the lanes that are there ask for room together, one of them by an atomic, and each writes its own place
// EXPECT clean
// HARDWARE none
__global__ void aggregated(const int *in, int *list, int *tail, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (in[i] % 2) {
			unsigned here = __activemask();
			int lane = threadIdx.x % 32, leader = __ffs(here) - 1, base = 0;
			if (lane == leader)
				base = atomicAdd(tail, __popc(here));
			base = __shfl_sync(here, base, leader);
			list[base + __popc(here & ((1u << lane) - 1))] = in[i];
		}
}
CASE(warp_aggregated)
{
	const int n = 777;
	Array<int> in(counting<int>(n)), list(n, 0), tail(1, 0);
	aggregated<<<3, 64>>>(in, list, tail, n);
	bool fine = ran() && tail.get()[0] == 388;
	long sum = 0;
	for (int e : list.get())
		sum += e;
	return fine && sum == 388L * 388;
}

// CASE compacted_in_place: blocks keep the odd elements in place, each hands its count to the next one through a relaxed word that holds count and state; a
// block writes only after it saw that those before it have read
// EXPECT clean
// HARDWARE none
__device__ unsigned long long seen_relaxed(const unsigned long long *p)
{
	unsigned long long v;
	asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
	return v;
}
__global__ void keep_odd(int *a, unsigned long long *chain)
{
	__shared__ int sum[B / 32];
	__shared__ unsigned long long base;
	int t = threadIdx.x, v = a[blockIdx.x * B + t];
	unsigned odd = __ballot_sync(~0u, v & 1);
	if (t % 32 == 0)
		sum[t / 32] = __popc(odd);
	__syncthreads();
	if (t == 0) {
		unsigned long long before = 0, all = 0;
		for (int k = 0; k < B / 32; k++)
			all += sum[k];
		if (blockIdx.x)
			while (!((before = seen_relaxed(chain + blockIdx.x - 1)) >> 32))
				;
		before &= 0xffffffff;
		asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(chain + blockIdx.x), "l"(1ull << 32 | (before + all)) : "memory");
		base = before;
	}
	__syncthreads();
	int at = (int)base + __popc(odd & ((1u << t % 32) - 1));
	for (int k = 0; k < t / 32; k++)
		at += sum[k];
	if (v & 1)
		a[at] = v;
}
CASE(compacted_in_place)
{
	const int n = 8 * B;
	Array<int> a(counting<int>(n));
	Array<unsigned long long> chain(8, 0);
	keep_odd<<<8, B>>>(a, chain);
	auto v = a.get();
	bool fine = ran();
	for (int k = 0; k < n / 2; k++)
		fine = fine && v[k] == 2 * k + 1;
	return fine;
}

// CASE vote_after_return: lanes without work return; the others vote with a mask of all, or of themselves in a branch
// EXPECT clean
// HARDWARE unmeasured
__global__ void vote(const int *in, int *out, int n)
{
	int t = threadIdx.x;
	if (t >= n)
		return;
	out[t] = __popc(__ballot_sync(0xffffffffu, in[t] > 3));
	if (t % 32 < 8)
		out[t] += __popc(__ballot_sync(0x000000ffu, in[t] > 3));
	out[t] += in[t];
}
CASE(vote_after_return)
{
	Array<int> in(counting<int>(128)), out(128, 0);
	vote<<<1, 128>>>(in, out, 120);
	bool fine = ran();
	return fine && out.get()[40] == 32 + 40;
}

// CASE early_leavers: threads without work leave at once, the others meet at two barriers, the second one at the kernel's end
// EXPECT clean
// HARDWARE unmeasured
__global__ void early_leavers(const int *a, int *o, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (i >= n)
		return;
	s[t] = a[i];
	__syncthreads();
	o[i] = s[t ^ 1];
	__syncthreads();
}
CASE(early_leavers)
{
	Array<int> a(counting<int>(256)), o(256, 0);
	early_leavers<<<2, 128>>>(a, o, 200);
	return ran() && o.get()[7] == 6;
}

// CASE last_barrier_for_all: every thread comes to the barrier at the end
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_for_all(const int *a, int *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] = a[i];
	__syncthreads();
}
CASE(last_barrier_for_all)
{
	Array<int> a(counting<int>(256)), o(256, 0);
	last_for_all<<<2, 128>>>(a, o, 200);
	return ran() && o.get()[199] == 199;
}

// CASE leave_after_a_table: all threads fill a table and meet; then those without work return, some of one warp
// EXPECT clean
// HARDWARE unmeasured
__global__ void leave_after_a_table(const int *a, int *o, int n)
{
	__shared__ int table[64], s[128];
	int t = threadIdx.x;
	if (t < 64)
		table[t] = a[t];
	__syncthreads();
	if (t >= n)
		return;
	s[t] = table[t & 63];
	__syncthreads();
	o[t] = s[n - 1 - t];
}
CASE(leave_after_a_table)
{
	Array<int> a(counting<int>(64)), o(128, 0);
	leave_after_a_table<<<1, 128>>>(a, o, 100);
	return ran() && o.get()[0] == 99 % 64;
}

// CASE strides_for_all: a loop with a barrier that all threads go round equally often
// EXPECT clean
// HARDWARE unmeasured
__global__ void strides_for_all(int *a, int n)
{
	for (int k = 0; k < n; k += blockDim.x) {
		int i = k + threadIdx.x;
		if (i < n)
			a[i]++;
		__syncthreads();
	}
}
CASE(strides_for_all)
{
	Array<int> a(300, 1);
	strides_for_all<<<1, 128>>>(a, 300);
	return ran() && a.get()[299] == 2;
}

// CASE warps_return_between_barriers: after a barrier all warps but one return; that one meets at more barriers, in a loop, too
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_goes_on(const int *in, int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	int v = s[127 - t];
	out[t] = v;
	if (t >= 32)
		return;
	for (int d = 1; d < n; d *= 2) {
		v += s[(t + d) % 32];
		__syncthreads();
		s[t] = v;
		__syncthreads();
	}
	out[t] = v;
}
CASE(warps_return_between_barriers)
{
	Array<int> in(128, 1), out(128, 0);
	one_goes_on<<<1, 128>>>(in, out, 32);
	return ran() && out.get()[3] == 32 && out.get()[50] == 1;
}

// CASE warps_return_then_rounds: warps without an element return at once; the others go on in rounds until a flag in shared memory says that all is done
// EXPECT clean
// HARDWARE unmeasured
__global__ void until_done(int *a, int n)
{
	__shared__ int more;
	int i = blockIdx.x * blockDim.x + threadIdx.x, turns = 0;
	if (i >= n)
		return;
	do {
		__syncthreads();
		if (threadIdx.x == 0)
			more = 0;
		__syncthreads();
		if (a[i] > 0 && --a[i] > 0)
			more = 1;
		__syncthreads();
		turns++;
	} while (more);
	a[i] = turns;
}
CASE(warps_return_then_rounds)
{
	Array<int> a(digits<int>(192));
	until_done<<<2, 128>>>(a, 192);
	return ran() && a.get()[0] == a.get()[5];
}

// CASE warps_return_at_work: as above, and who returns early leaves a 0
// EXPECT clean
// HARDWARE unmeasured
__global__ void zero_and_return(const int *in, int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (i >= n) {
		out[i + 1024] = 0;
		return;
	}
	s[t] = in[i];
	__syncthreads();
	int v = s[t ^ 1];
	__syncthreads();
	s[t] = v;
	__syncthreads();
	out[i] = s[t ^ 2];
}
CASE(warps_return_at_work)
{
	Array<int> in(256, 3), out(2048, 1);
	zero_and_return<<<2, 128>>>(in, out, 192);
	return ran() && out.get()[100] == 3 && out.get()[1024 + 200] == 0;
}

// CASE counts_in_turn: all threads count, vote and wait, one after the other
// EXPECT clean
// HARDWARE unmeasured
__global__ void counts_in_turn(int *out)
{
	int t = threadIdx.x, x = __syncthreads_count(t & 1), y = __syncthreads_or(t == 40), z = __syncthreads_and(t < 64);
	__syncthreads();
	for (int k = 0; __syncthreads_count(k < 3) != 0; k++)
		x++;
	out[t] = x + 100 * !!y + 200 * !!z;
}
CASE(counts_in_turn)
{
	Array<int> out(64, 0);
	counts_in_turn<<<1, 64>>>(out);
	return ran() && out.get()[9] == 32 + 3 + 300;
}
