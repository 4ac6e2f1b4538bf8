/* clocks.cu: threads that wait for what never comes, and look at a clock or sleep meanwhile. */
#include "case.h"
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

// CASE barrier_object_lacks_one: one thread returns before it has arrived at a cuda::barrier
// EXPECT synccheck deadlock at object-wait
// SAYS lacks 1 of 64 arrivals
// HARDWARE unmeasured
__global__ void lacks_one(int *out)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	if (threadIdx.x == 0)
		init(&b, blockDim.x);
	__syncthreads();
	if (threadIdx.x == 5)
		return;
	b.arrive_and_wait(); // BUG object-wait
	out[threadIdx.x] = 1;
}
CASE(barrier_object_lacks_one)
{
	Array<int> out(64);
	lacks_one<<<1, 64>>>(out);
	return ran();
}

// CASE latch_too_large: a cuda::latch that counts one thread too many
// EXPECT synccheck deadlock at latch-wait
// HARDWARE unmeasured
using Latch = cuda::latch<cuda::thread_scope_block>;
__global__ void at_latch(int *out)
{
	__shared__ alignas(Latch) char room[sizeof(Latch)];
	Latch *latch = (Latch *)room;
	if (threadIdx.x == 0)
		new (latch) Latch(blockDim.x + 1);
	__syncthreads();
	latch->arrive_and_wait(); // BUG latch-wait
	out[threadIdx.x] = 1;
}
CASE(latch_too_large)
{
	Array<int> out(64);
	at_latch<<<1, 64>>>(out);
	return ran();
}

// CASE blocks_at_object: a barrier object of the whole device counts a block that does not come
// EXPECT synccheck deadlock at device-wait|device-barrier
// HARDWARE unmeasured
using Meeting = cuda::barrier<cuda::thread_scope_device>;
__global__ void make(Meeting *b, int n)
{
	init(b, n);
}
__global__ void meet(Meeting *b, int *out)
{
	if (threadIdx.x == 0 && blockIdx.x != 2)
		b->arrive_and_wait(); // BUG device-wait
	__syncthreads(); // BUG device-barrier
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(blocks_at_object)
{
	Array<Meeting> b(1);
	Array<int> out(4 * 64);
	make<<<1, 1>>>(b, 4);
	meet<<<4, 64>>>(b, out);
	return ran();
}

// CASE semaphore_not_released: three blocks want a semaphore of two places, and nobody gives one back
// EXPECT synccheck deadlock at acquire
// HARDWARE unmeasured
using Places = cuda::counting_semaphore<cuda::thread_scope_device>;
__global__ void make_places(Places *s)
{
	new (s) Places(2);
}
__global__ void takes_place(Places *s, int *out)
{
	s->acquire(); // BUG acquire
	out[blockIdx.x] = 1;
}
CASE(semaphore_not_released)
{
	Array<Places> s(1);
	Array<int> out(3);
	make_places<<<1, 1>>>(s);
	takes_place<<<3, 1>>>(s, out);
	return ran();
}

// CASE atomic_wait_for_nobody: cuda::atomic_ref waits for a change that nobody makes
// EXPECT synccheck deadlock at atomic-wait
// HARDWARE unmeasured
__global__ void waits_atomic(int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (threadIdx.x == 0)
		f.wait(0); // BUG atomic-wait
	out[blockIdx.x] = 1;
}
CASE(atomic_wait_for_nobody)
{
	Array<int> flag(1, 0), out(4);
	waits_atomic<<<4, 32>>>(flag, out);
	return ran();
}

// CASE sleeps_longer: a flag of nobody; the thread sleeps longer and longer and counts how often
// EXPECT synccheck deadlock at sleepy-poll
// HARDWARE unmeasured
__global__ void sleeps(int *flag, int *naps)
{
	unsigned ns = 8;
	int n = 0;
	while (atomicAdd(flag, 0) == 0) { // BUG sleepy-poll
		__nanosleep(ns);
		if (ns < 256)
			ns *= 2;
		n++;
	}
	naps[threadIdx.x] = n;
}
CASE(sleeps_longer)
{
	Array<int> flag(1, 0), naps(64);
	sleeps<<<2, 32>>>(flag, naps);
	return ran();
}

// CASE measures_its_wait: a flag of nobody; how long it has waited is measured in every round, and asked of nobody
// EXPECT synccheck deadlock at measured-poll
// HARDWARE unmeasured
__global__ void measures(volatile int *flag, long long *took)
{
	long long begin = clock64(), longest = 0, last = begin;
	while (!*flag) { // BUG measured-poll
		long long now = clock64();
		longest = now - last > longest ? now - last : longest;
		last = now;
	}
	took[threadIdx.x] = longest;
}
CASE(measures_its_wait)
{
	Array<int> flag(1, 0);
	Array<long long> took(32);
	measures<<<1, 32>>>(flag, took);
	return ran();
}

// CASE gives_up_in_days: a lock of nobody; who waits sleeps, counts, and would give up after eleven days
// EXPECT synccheck deadlock at patient-lock
// SAYS for 100 s on the kernel's clock
// HARDWARE unmeasured
__global__ void patient(int *lock, int *out)
{
	int n = 0;
	while (atomicCAS(lock, 0, 1)) { // BUG patient-lock
		__nanosleep(1000000);
		if (++n > 1000000000)
			break;
	}
	out[blockIdx.x] = n;
}
CASE(gives_up_in_days)
{
	Array<int> lock(1, 1), out(2);
	patient<<<2, 1>>>(lock, out);
	return ran();
}

// CASE waits_by_clock_between: who does not get the lock waits by the clock until the next try; it is never freed
// EXPECT synccheck deadlock at tried-by-clock
// SAYS can change any more
// HARDWARE unmeasured
__global__ void waits_by_clock_between_k(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0) { // BUG tried-by-clock
			long long begin = clock64();
			while (clock64() - begin < 100)
				;
		}
		*sum += 1;
	}
}
CASE(waits_by_clock_between)
{
	Array<int> lock(1, 0), sum(1, 0);
	waits_by_clock_between_k<<<2, 32>>>(lock, sum);
	return ran();
}

// CASE waits_by_time_between: several blocks wait for a flag of nobody, a microsecond by the global timer at a time
// EXPECT synccheck deadlock at timed-poll
// HARDWARE unmeasured
__device__ unsigned long long nanoseconds()
{
	unsigned long long t;
	asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
	return t;
}
__global__ void waits_by_time_between_k(volatile int *flag, int *out)
{
	while (!*flag) { // BUG timed-poll
		unsigned long long begin = nanoseconds();
		while (nanoseconds() - begin < 1000)
			;
	}
	out[blockIdx.x] = 1;
}
CASE(waits_by_time_between)
{
	Array<int> flag(1, 0), out(5, 0);
	waits_by_time_between_k<<<5, 1>>>(flag, out);
	return ran();
}

// CASE sleeps_by_chance: a lock of nobody; how long the thread sleeps it draws anew each time
// EXPECT synccheck deadlock at drawn-sleep
// HARDWARE unmeasured
__global__ void sleeps_by_chance_k(int *lock, int *sum)
{
	unsigned x = 17 + blockIdx.x;
	while (atomicCAS(lock, 1, 2) != 1) { // BUG drawn-sleep
		x = x * 1664525u + 1013904223u;
		__nanosleep(x % 512);
	}
	*sum += 1;
}
CASE(sleeps_by_chance)
{
	Array<int> lock(1, 0), sum(1, 0);
	sleeps_by_chance_k<<<2, 1>>>(lock, sum);
	return ran();
}
