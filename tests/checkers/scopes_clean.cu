/* scopes_clean.cu: flags, locks and fences between blocks that are right, beside those of scopes.cu. */
#include "case.h"

#include <cuda/atomic>

static const int B = 64;

// CASE relaxed_lanes: lanes of one warp store to one word, relaxed, released and volatile: whichever stays
// EXPECT clean
// HARDWARE unmeasured
__global__ void relaxed_lanes_k(int *place)
{
	int t = threadIdx.x;
	cuda::atomic_ref<int, cuda::thread_scope_device> a(place[0]), b(place[1]);
	a.store(t, cuda::memory_order_relaxed);
	b.store(t, cuda::memory_order_release);
	((volatile int *)place)[2] = t;
}
CASE(relaxed_lanes)
{
	Array<int> place(3, -1);
	relaxed_lanes_k<<<1, 32>>>(place);
	auto v = place.get();
	return ran() && v[0] >= 0 && v[1] >= 0 && v[2] >= 0;
}

// CASE message: a message by release and acquire of cuda::atomic_ref, handed on by a second block to a third one
// EXPECT clean
// HARDWARE unmeasured
__global__ void message_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]), g(flag[1]);
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
		__syncthreads();
		if (threadIdx.x == 0)
			f.store(1, cuda::memory_order_release);
	} else if (blockIdx.x == 1) {
		if (threadIdx.x == 0) {
			while (f.load(cuda::memory_order_acquire) == 0)
				;
			g.store(1, cuda::memory_order_release);
		}
	} else {
		if (threadIdx.x == 0)
			while (g.load(cuda::memory_order_acquire) == 0)
				;
		__syncthreads();
		out[threadIdx.x] = data[B - 1 - threadIdx.x];
	}
}
CASE(message)
{
	Array<int> data(B, 0), flag(2, 0), out(B, 0);
	message_k<<<3, B>>>(data, flag, out);
	return ran() && out.get()[0] == B - 1;
}

// CASE relaxed_with_fences: relaxed flags of cuda::atomic_ref between fences of the library
// EXPECT clean
// HARDWARE unmeasured
__global__ void relaxed_with_fences_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
		f.store(1, cuda::memory_order_relaxed);
	} else {
		while (f.load(cuda::memory_order_relaxed) == 0)
			;
		cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
		*out = *data;
	}
}
CASE(relaxed_with_fences)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	relaxed_with_fences_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE many_locks: a lock for each bucket, plain data inside
// EXPECT clean
// HARDWARE unmeasured
__global__ void many_locks_k(int *lock, int *sum)
{
	for (int k = 0; k < 8 && threadIdx.x == 0; k++) {
		int b = (blockIdx.x + k) % 4;
		while (atomicCAS(lock + b, 0, 1))
			;
		__threadfence();
		sum[b] += 1;
		__threadfence();
		atomicExch(lock + b, 0);
	}
}
CASE(many_locks)
{
	Array<int> lock(4, 0), sum(4, 0);
	many_locks_k<<<16, B>>>(lock, sum);
	return ran() && sum.get()[0] == 32 && sum.get()[3] == 32;
}

// CASE counters_of_blocks: every block counts in a place of its own with block scope; one thread of each adds up with device scope
// EXPECT clean
// HARDWARE unmeasured
__global__ void counters_of_blocks_k(int *own, int *total)
{
	atomicAdd_block(own + blockIdx.x, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, own[blockIdx.x]);
}
CASE(counters_of_blocks)
{
	Array<int> own(8, 0), total(1, 0);
	counters_of_blocks_k<<<8, B>>>(own, total);
	return ran() && total.get()[0] == 8 * B;
}

// CASE warps_of_a_block: a flag in global memory and block scope, between two warps of each block
// EXPECT clean
// HARDWARE unmeasured
__global__ void warps_of_a_block_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_block> f(flag[blockIdx.x]);
	if (threadIdx.x == 0) {
		data[blockIdx.x] = blockIdx.x + 1;
		f.store(1, cuda::memory_order_release);
	} else if (threadIdx.x == 32) {
		while (f.load(cuda::memory_order_acquire) == 0)
			;
		out[blockIdx.x] = data[blockIdx.x];
	}
}
CASE(warps_of_a_block)
{
	Array<int> data(3, 0), flag(3, 0), out(3, 0);
	warps_of_a_block_k<<<3, B>>>(data, flag, out);
	return ran() && out.get()[2] == 3;
}

// CASE scan_of_many: a scan by look-back over 300 blocks, a state word for each, relaxed with fences
// EXPECT clean
// HARDWARE unmeasured
__global__ void scan_of_many_k(const int *in, int *out, int *sum, int *prefix, int *state, int *ticket)
{
	__shared__ int b, before;
	if (threadIdx.x == 0)
		b = atomicAdd(ticket, 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		int own = in[b], sofar = 0;
		cuda::atomic_ref<int, cuda::thread_scope_device> mine(state[b]);
		sum[b] = own;
		mine.store(1, cuda::memory_order_release);
		for (int k = b - 1; k >= 0; k--) {
			cuda::atomic_ref<int, cuda::thread_scope_device> theirs(state[k]);
			int st;
			while ((st = theirs.load(cuda::memory_order_acquire)) == 0)
				;
			if (st == 2) {
				sofar += prefix[k];
				break;
			}
			sofar += sum[k];
		}
		prefix[b] = sofar + own;
		mine.store(2, cuda::memory_order_release);
		before = sofar;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[b] = before;
}
CASE(scan_of_many)
{
	const int n = 300;
	Array<int> in(digits<int>(n)), out(n), sum(n), prefix(n), state(n, 0), ticket(1, 0);
	scan_of_many_k<<<n, 32>>>(in, out, sum, prefix, state, ticket);
	auto v = digits<int>(n), w = out.get();
	bool fine = ran();
	for (int i = 0, run = 0; i < n; run += v[i++])
		fine = fine && w[i] == run;
	return fine;
}

// CASE last_of_many: the last of 2000 blocks adds up what all left, with a fence on either side
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_of_many_k(int *part, unsigned *count, int *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x;
		__threadfence();
		last = atomicAdd(count, 1u) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	for (unsigned k = threadIdx.x; last && k < gridDim.x; k += blockDim.x)
		atomicAdd(out, part[k]);
}
CASE(last_of_many)
{
	Array<int> part(2000, 0), out(1, 0);
	Array<unsigned> count(1, 0u);
	last_of_many_k<<<2000, B>>>(part, count, out);
	return ran() && out.get()[0] == 1999 * 1000;
}

// CASE last_after_near_fences: the last block adds up by volatile reads; fences for the own block were passed long before
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_after_near_fences_k(volatile int *part, int *flag, unsigned *count, int *out)
{
	__shared__ bool last;
	int *mine = flag + blockIdx.x;
	if (threadIdx.x == 32) {
		part[blockIdx.x] = blockIdx.x;
		__threadfence_block();
		atomicExch_block(mine, 1);
	} else if (threadIdx.x == 0) {
		while (atomicAdd_block(mine, 0) == 0)
			;
		__threadfence_block();
		part[blockIdx.x] = part[blockIdx.x] + 1;
		__threadfence();
		last = atomicAdd(count, 1u) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int s = 0;
		for (unsigned k = 0; k < gridDim.x; k++)
			s += part[k];
		*out = s;
	}
}
CASE(last_after_near_fences)
{
	Array<int> part(8, 0), flag(8, 0), out(1, 0);
	Array<unsigned> count(1, 0u);
	last_after_near_fences_k<<<8, B>>>(part, flag, count, out);
	return ran() && out.get()[0] == 36;
}

// CASE lock_set_back: the last block sets the lock back once more, when all others are done with it
// EXPECT clean
// HARDWARE unmeasured
__global__ void lock_set_back_k(int *lock, int *sum, int *done)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*sum = *sum + 1;
	__threadfence();
	atomicExch(lock, 0);
	if (atomicAdd(done, 1) == gridDim.x - 1)
		atomicExch(lock, 0);
}
CASE(lock_set_back)
{
	Array<int> lock(1, 0), sum(1, 0), done(1, 0);
	lock_set_back_k<<<4, B>>>(lock, sum, done);
	return ran() && sum.get()[0] == 4;
}

// CASE lock_taken_twice: each block takes the lock and frees it two times, one after the other
// EXPECT clean
// HARDWARE unmeasured
__global__ void lock_taken_twice_k(int *lock, int *sum)
{
	for (int k = 0; k < 2 && threadIdx.x == 0; k++) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*sum = *sum + 1;
		__threadfence();
		atomicExch(lock, 0);
	}
}
CASE(lock_taken_twice)
{
	Array<int> lock(1, 0), sum(1, 0);
	lock_taken_twice_k<<<4, B>>>(lock, sum);
	return ran() && sum.get()[0] == 8;
}

// CASE signal: blocks say that there is work, some of them twice; who finds that takes it. It is no lock: others set it than take it
// EXPECT clean
// HARDWARE unmeasured
__global__ void signal_k(int *work, int *taken)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x % 2 == 0) {
		atomicExch(work, 1);
		atomicExch(work, 1);
	} else if (atomicCAS(work, 1, 0) == 1) {
		atomicAdd(taken, 1);
	}
}
CASE(signal)
{
	Array<int> work(1, 0), taken(1, 0);
	signal_k<<<8, B>>>(work, taken);
	return ran() && taken.get()[0] <= 4;
}

// CASE post_box: a block puts a letter in and takes one out, and an exchange that finds none is a question
// EXPECT clean
// HARDWARE unmeasured
__global__ void post_box_k(int *box, int *found)
{
	if (threadIdx.x)
		return;
	atomicCAS(box, 0, blockIdx.x + 1);
	for (int k = 0; k < 2; k++)
		if (atomicExch(box, 0) != 0)
			atomicAdd(found, 1);
}
CASE(post_box)
{
	Array<int> box(1, 0), found(1, 0);
	post_box_k<<<8, B>>>(box, found);
	return ran() && found.get()[0] >= 1 && found.get()[0] <= 8;
}

// CASE counter_set_back: who comes last to a barrier of all blocks sets the counter back by a plain store, whoever that is
// EXPECT clean
// HARDWARE unmeasured
__device__ unsigned arrived_blocks;
__device__ volatile unsigned round_of_blocks;
static __device__ void meet_all_blocks()
{
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		const unsigned now = round_of_blocks;
		if (atomicAdd(&arrived_blocks, 1) == gridDim.x - 1) {
			arrived_blocks = 0;
			__threadfence();
			round_of_blocks = now + 1;
		} else {
			while (round_of_blocks == now)
				;
		}
		__threadfence();
	}
	__syncthreads();
}
__global__ void counter_set_back_k(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 3; k++) {
		a[i] += i;
		meet_all_blocks();
		int v = a[n - 1 - i];
		meet_all_blocks();
		a[i] = v;
	}
}
CASE(counter_set_back)
{
	int n = 4 * B;
	Array<int> a(n, 0);
	int *p = a;
	void *arguments[] = { &p, &n };
	said(cudaLaunchCooperativeKernel((void *)counter_set_back_k, 4, B, arguments, 0, 0));
	return ran() && a.get()[0] == 2 * (n - 1);
}

// CASE volatile_post: two blocks hand numbers over in one place, each waits for the flag and then sets it
// EXPECT clean
// HARDWARE unmeasured
__global__ void volatile_post_k(int *box, volatile int *full, int *sum)
{
	if (threadIdx.x)
		return;
	for (int k = 1; k <= 5; k++)
		if (blockIdx.x == 0) {
			while (*full != 0)
				;
			__threadfence();
			*box = k;
			__threadfence();
			*full = 1;
		} else {
			while (*full != 1)
				;
			__threadfence();
			*sum += *box;
			__threadfence();
			*full = 0;
		}
}
CASE(volatile_post)
{
	Array<int> box(1, 0), full(1, 0), sum(1, 0);
	volatile_post_k<<<2, B>>>(box, full, sum);
	return ran() && sum.get()[0] == 15;
}

// CASE one_of_all_opens: who comes last sets a volatile flag that all others wait for, and one block closes it again
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_of_all_opens_k(unsigned *count, volatile int *open, int *data, int *out)
{
	if (threadIdx.x)
		return;
	data[blockIdx.x] = blockIdx.x + 1;
	__threadfence();
	if (atomicAdd(&count[0], 1) == gridDim.x - 1) {
		__threadfence();
		*open = 1;
	} else {
		while (*open != 1)
			;
	}
	__threadfence();
	out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
	__threadfence();
	if (atomicAdd(&count[1], 1) == gridDim.x - 1) {
		__threadfence();
		*open = 0;
	}
}
CASE(one_of_all_opens)
{
	Array<unsigned> count(2, 0u);
	Array<int> open(1, 0), data(4), out(4);
	one_of_all_opens_k<<<4, B>>>(count, open, data, out);
	return ran() && out.get()[3] == 1;
}

// CASE owner_counts: each word is loaded and stored back by its owner only, by relaxed accesses; others look on
// EXPECT clean
// HARDWARE unmeasured
__global__ void owner_counts_k(int *mine, int *seen)
{
	if (threadIdx.x)
		return;
	cuda::atomic_ref<int, cuda::thread_scope_device> own(mine[blockIdx.x]), next(mine[(blockIdx.x + 1) % gridDim.x]);
	for (int k = 0; k < 3; k++)
		own.store(own.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
	seen[blockIdx.x] = next.load(cuda::memory_order_relaxed) >= 0;
}
CASE(owner_counts)
{
	Array<int> mine(4, 0), seen(4);
	owner_counts_k<<<4, B>>>(mine, seen);
	return ran() && mine.get()[2] == 3;
}

// CASE same_value_after_flag: blocks wait for a flag, and then all of them store the same value to the same places
// EXPECT clean
// HARDWARE unmeasured
__global__ void same_value_after_flag_k(volatile int *flag, int *place)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			*flag = 1;
		return;
	}
	while (*flag == 0)
		;
	place[threadIdx.x] = 7;
}
CASE(same_value_after_flag)
{
	bool right = true;
	for (int k = 0; k < 8; k++) { /* each launch in another order, under a schedule */
		Array<int> flag(1, 0), place(B, 0);
		same_value_after_flag_k<<<5, B>>>(flag, place);
		right = right && ran() && place.get()[B - 1] == 7;
	}
	return right;
}

// CASE served_in_turn: whose number is called reads it and calls the next one; all of its block work behind a barrier and fences
// EXPECT clean
// HARDWARE unmeasured
__global__ void served_in_turn_k(const int *sale, volatile int *till, int *drawn, volatile int *called)
{
	if (threadIdx.x == 0) {
		int mine = atomicAdd(drawn, 1);
		while (*called != mine)
			__nanosleep(40);
	}
	__syncthreads();
	__threadfence();
	till[threadIdx.x] += sale[blockIdx.x * B + threadIdx.x];
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		*called = *called + 1;
}
CASE(served_in_turn)
{
	Array<int> sale(9 * B, 3), till(B, 0), drawn(1, 0), called(1, 0);
	served_in_turn_k<<<9, B>>>(sale, till, drawn, called);
	return ran() && till.get()[B - 1] == 27 && called.get()[0] == 9;
}

// CASE rounds_in_turn: blocks take turns by their own numbers, several times; each reads the word and moves it on
// EXPECT clean
// HARDWARE unmeasured
__global__ void rounds_in_turn_k(volatile int *turn, int *sum, int rounds)
{
	if (threadIdx.x)
		return;
	for (int mine = blockIdx.x, k = 0; k < rounds; k++, mine += gridDim.x) {
		while (*turn != mine)
			;
		__threadfence();
		*sum = *sum * 3 + 1;
		__threadfence();
		*turn = *turn + 1;
	}
}
CASE(rounds_in_turn)
{
	Array<int> turn(1, 0), sum(1, 0);
	rounds_in_turn_k<<<4, 32>>>(turn, sum, 3);
	return ran() && turn.get()[0] == 12;
}

// CASE told_number: one thread draws for its block, another one waits for the number and calls the next one
// EXPECT clean
// HARDWARE unmeasured
__global__ void told_number_k(int *drawn, volatile int *called, int *sum)
{
	__shared__ int mine;
	if (threadIdx.x == 0)
		mine = atomicAdd(drawn, 1);
	__syncthreads();
	if (threadIdx.x != B - 1)
		return;
	while (*called != mine)
		;
	__threadfence();
	*sum += mine;
	__threadfence();
	*called = *called + 1;
}
CASE(told_number)
{
	Array<int> drawn(1, 0), called(1, 0), sum(1, 0);
	told_number_k<<<5, B>>>(drawn, called, sum);
	return ran() && sum.get()[0] == 10;
}
