/* deadlocks.cu: threads that wait for what never comes, by polling memory. */
#include "case.h"
#include <cooperative_groups.h>
#include <cuda/barrier>

// CASE flag_of_nobody: every block waits for the flag of its predecessor, block 0 too
// EXPECT synccheck deadlock at flag-poll
// HARDWARE racecheck
__global__ void chain(volatile int *flag, int *out)
{
	int b = blockIdx.x;
	if (threadIdx.x == 0) {
		while (!flag[(b + gridDim.x - 1) % gridDim.x]) // BUG flag-poll
			;
		__threadfence();
		flag[b] = 1;
	}
	__syncthreads(); // BUG flag-barrier
	out[b * blockDim.x + threadIdx.x] = b;
}
CASE(flag_of_nobody)
{
	Array<int> flag(4, 0), out(4 * 64);
	chain<<<4, 64>>>(flag, out);
	return ran();
}

// CASE locks_in_opposite_order: two blocks take two locks, each the other's first one
// EXPECT synccheck deadlock at first-lock|second-lock
// HARDWARE none
__global__ void two_locks(int *lock, int *taken, int *out)
{
	int *one = lock + blockIdx.x, *two = lock + 1 - blockIdx.x;
	if (threadIdx.x)
		return;
	while (atomicCAS(one, 0, 1)) // BUG first-lock
		;
	atomicAdd(taken, 1);
	while (atomicAdd(taken, 0) < 2)
		;
	while (atomicCAS(two, 0, 1)) // BUG second-lock
		;
	__threadfence();
	out[0]++;
	__threadfence();
	atomicExch(two, 0);
	atomicExch(one, 0);
}
CASE(locks_in_opposite_order)
{
	Array<int> lock(2, 0), taken(1, 0), out(1, 0);
	two_locks<<<2, 32>>>(lock, taken, out);
	return ran();
}

// CASE lock_not_released: a lock that nobody gives back
// EXPECT synccheck deadlock at kept-lock
// HARDWARE none
__global__ void keeps(int *lock, int *out)
{
	if (threadIdx.x == 0) {
		while (atomicExch(lock, 1)) // BUG kept-lock
			__nanosleep(100);
		out[blockIdx.x] = 1;
	}
}
CASE(lock_not_released)
{
	Array<int> lock(1, 0), out(3);
	keeps<<<3, 32>>>(lock, out);
	return ran();
}

// CASE left_before_grid_sync: a block without work returns before the grid's barrier
// EXPECT synccheck deadlock at grid-barrier
// HARDWARE racecheck
__global__ void leaves_grid(int *out, int n)
{
	if ((int)blockIdx.x >= n)
		return;
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	cooperative_groups::this_grid().sync(); // BUG grid-barrier
	out[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
CASE(left_before_grid_sync)
{
	Array<int> out(4 * 64, 0);
	int *p = out, n = 3;
	void *args[] = { &p, &n };
	said(cudaLaunchCooperativeKernel((void *)leaves_grid, dim3(4), dim3(64), args));
	return ran();
}

// CASE flag_in_register: the flag is no volatile: the compiler reads it once
// EXPECT synccheck endless at hoisted
// HARDWARE none
__global__ void waits_plain(const int *flag, int *out)
{
	while (*flag == 0) // BUG hoisted
		;
	out[threadIdx.x] = 1;
}
CASE(flag_in_register)
{
	Array<int> flag(1, 0), out(32);
	waits_plain<<<1, 32>>>(flag, out);
	return ran();
}

// CASE poll_with_barrier: all threads wait together, with a barrier in the loop, for a flag that nobody sets
// EXPECT synccheck deadlock at polled-together|polled-barrier
// HARDWARE none
__global__ void together(volatile int *flag, int *out)
{
	__shared__ int go;
	do {
		__syncthreads(); // BUG polled-barrier
		if (threadIdx.x == 0)
			go = *flag; // BUG polled-together
		__syncthreads(); // BUG polled-barrier
	} while (!go);
	out[threadIdx.x] = go;
}
CASE(poll_with_barrier)
{
	Array<int> flag(1, 0), out(64);
	together<<<1, 64>>>(flag, out);
	return ran();
}

// CASE more_blocks_than_fit: all blocks meet at a count, and most of them begin only when others end
// EXPECT synccheck deadlock at no-room
// SAYS blocks that the GPU has room for at once
// HARDWARE unmeasured
__global__ void all_meet(unsigned *count, int *out)
{
	out[blockIdx.x] = 1;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < gridDim.x) // BUG no-room
			;
		__threadfence();
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] += out[(blockIdx.x + 1) % gridDim.x];
}
CASE(more_blocks_than_fit)
{
	Array<unsigned> count(1, 0u);
	Array<int> out(10000);
	all_meet<<<10000, 256>>>(count, out);
	return ran();
}

// CASE waits_for_a_later_block: a chain of many blocks that goes from the last to the first
// EXPECT synccheck deadlock at later-block
// SAYS blocks that the GPU has room for at once
// HARDWARE unmeasured
__global__ void chain_backwards(volatile int *done, int *out)
{
	if (threadIdx.x == 0) {
		if (blockIdx.x + 1 < gridDim.x)
			while (!done[blockIdx.x + 1]) // BUG later-block
				;
		__threadfence();
		out[blockIdx.x] = blockIdx.x;
		__threadfence();
		done[blockIdx.x] = 1;
	}
}
CASE(waits_for_a_later_block)
{
	Array<int> done(20000, 0), out(20000);
	chain_backwards<<<20000, 128>>>(done, out);
	return ran();
}

// CASE wrong_parity: all arrive at a barrier object, its phase ends, and they wait for the next one
// EXPECT synccheck deadlock at waits
// ADVICE Does the wait name the right phase?
// UNSAID unless it is volatile
// ALSO racecheck
// HARDWARE unmeasured
__global__ void wrong_parity_k(int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0)
		init(&bar, 64);
	__syncthreads();
	(void)bar.arrive();
	bar.wait_parity(true); // BUG waits
	out[threadIdx.x] = 1;
}
CASE(wrong_parity)
{
	Array<int> out(64, 0);
	wrong_parity_k<<<1, 64>>>(out);
	return ran();
}

// CASE one_too_many: a barrier object waits for one thread more than there are
// EXPECT synccheck deadlock at waits-for-one
// ADVICE as many have to arrive as init() was told
// UNSAID unless it is volatile
// HARDWARE unmeasured
__global__ void one_too_many_k(int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0)
		init(&bar, 65);
	__syncthreads();
	bar.arrive_and_wait(); // BUG waits-for-one
	out[threadIdx.x] = 1;
}
CASE(one_too_many)
{
	Array<int> out(64, 0);
	one_too_many_k<<<1, 64>>>(out);
	return ran();
}

// CASE arrives_twice: a warp arrives twice in a row at a numbered barrier, and the other one waits there twice
// EXPECT synccheck deadlock at second-turn
// ADVICE does a warp arrive twice in a row?
// UNSAID move it out of the condition
// HARDWARE unmeasured
__global__ void arrives_twice_k(int *out)
{
	if (threadIdx.x < 32) {
		asm volatile("bar.arrive 1, 64;" ::: "memory");
		asm volatile("bar.arrive 1, 64;" ::: "memory");
	} else {
		for (int k = 0; k < 2; k++)
			asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG second-turn
	}
	out[threadIdx.x] = 1;
}
CASE(arrives_twice)
{
	Array<int> out(64, 0);
	arrives_twice_k<<<1, 64>>>(out);
	return ran();
}

// The barrier object of a block, made for `count` of its 128 threads, who all arrive.
__global__ void made_for_k(int *out, int count)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, count);
	__syncthreads();
	s[t] = t;
	bar.arrive_and_wait(); // BUG few-wait
	out[t] = s[t];
}

// CASE made_for_warps: init() is told the number of warps, and all threads arrive
// EXPECT synccheck deadlock at few-wait
// SAYS though 128 threads have arrived there, which ended 32 phases of 4
// ADVICE More threads arrive at the barrier object than init() was told
// UNSAID the right phase
// HARDWARE unmeasured
CASE(made_for_warps)
{
	Array<int> out(128, 0);
	made_for_k<<<1, 128>>>(out, 4);
	return ran();
}

// CASE made_for_some: init() is told 100, and 128 threads arrive: the others begin a phase that nobody ends
// EXPECT synccheck deadlock at few-wait
// SAYS lacks 72 of 100 arrivals, though 128 threads have arrived there, which ended 1 phase of 100
// ADVICE More threads arrive at the barrier object than init() was told
// UNSAID the smaller number
// HARDWARE unmeasured
CASE(made_for_some)
{
	Array<int> out(128, 0);
	made_for_k<<<1, 128>>>(out, 100);
	return ran();
}

// Producers arrive, consumers wait; `full` is made for `count` of the 64 producers. ALL: the consumers arrive there, too.
template <bool ALL> __global__ void handed_k(int *out, int count, int n)
{
	using Barrier = cuda::barrier<cuda::thread_scope_block>;
	__shared__ Barrier full, empty;
	__shared__ int s[64];
	int t = threadIdx.x, sum = 0;
	if (t == 0) {
		init(&full, count);
		init(&empty, 64);
	}
	__syncthreads();
	for (int k = 0; k < n; k++) {
		if (t < 64) {
			if (k)
				empty.wait_parity((k - 1) & 1); // BUG handed-empty
			s[t] = k;
			(void)full.arrive();
		} else {
			if (ALL)
				full.arrive_and_wait();
			else
				full.wait_parity(k & 1); // BUG handed-full
			sum += s[127 - t];
			(void)empty.arrive();
		}
	}
	if (t >= 64)
		out[t - 64] = sum;
}

// CASE handed_few: 64 producers arrive at a barrier object for 32, and others wait there
// EXPECT synccheck deadlock at handed-empty
// SAYS though 64 others have arrived there, which ended
// ADVICE Then let init() be told the number of all of them
// HARDWARE unmeasured
CASE(handed_few)
{
	Array<int> out(64, 0);
	handed_k<false><<<1, 128>>>(out, 32, 8);
	return ran();
}

// CASE handed_right: the same for 64
// EXPECT clean
// HARDWARE unmeasured
CASE(handed_right)
{
	Array<int> out(64, 0);
	handed_k<false><<<1, 128>>>(out, 64, 8);
	return ran() && out.get()[0] == 28;
}

// CASE made_for_all: the same, told the number of all threads
// EXPECT clean
// HARDWARE unmeasured
CASE(made_for_all)
{
	Array<int> out(128, 0);
	made_for_k<<<1, 128>>>(out, 128);
	return ran() && out.get()[127] == 127;
}

// CASE made_for_more: told more than there are: nobody has come twice, and some have still to come
// EXPECT synccheck deadlock at few-wait
// SAYS lacks 32 of 160 arrivals
// ADVICE Some have arrived, and others have still to come
// UNSAID More threads arrive
// HARDWARE unmeasured
CASE(made_for_more)
{
	Array<int> out(128, 0);
	made_for_k<<<1, 128>>>(out, 160);
	return ran();
}
