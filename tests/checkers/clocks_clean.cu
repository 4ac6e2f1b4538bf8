/* clocks_clean.cu: right programs that wait by a clock, or look at one while they wait: the time comes. */
#include "case.h"
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/semaphore>

// CASE gives_up_in_time: a flag of nobody, and a limit of 10 ms after which all go on
// EXPECT clean
// HARDWARE unmeasured
static __device__ long long nanoseconds()
{
	long long t;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}
__global__ void gives_up(volatile int *flag, int *out)
{
	long long end = nanoseconds() + 10000000;
	int got = 1;
	while (!*flag)
		if (nanoseconds() >= end) {
			got = 7;
			break;
		}
	out[threadIdx.x] = got;
}
CASE(gives_up_in_time)
{
	Array<int> flag(1, 0), out(32, 0);
	gives_up<<<1, 32>>>(flag, out);
	return ran() && out.get() == std::vector<int>(32, 7);
}

// CASE barrier_given_up: cuda::barrier::try_wait_for comes back without the last thread, and all go on
// EXPECT clean
// HARDWARE unmeasured
__global__ void tries_for(int *out)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	if (threadIdx.x == 0)
		init(&b, blockDim.x + 1);
	__syncthreads();
	auto token = b.arrive();
	out[threadIdx.x] = b.try_wait_for(std::move(token), cuda::std::chrono::milliseconds(30)) ? 1 : 7;
}
CASE(barrier_given_up)
{
	Array<int> out(64, 0);
	tries_for<<<1, 64>>>(out);
	return ran() && out.get() == std::vector<int>(64, 7);
}

// CASE semaphore_given_up: the same of a semaphore
// EXPECT clean
// HARDWARE unmeasured
using Place = cuda::binary_semaphore<cuda::thread_scope_device>;
__global__ void make_place(Place *s)
{
	new (s) Place(0);
}
__global__ void wants_place(Place *s, int *out)
{
	out[blockIdx.x] = s->try_acquire_for(cuda::std::chrono::milliseconds(20)) ? 1 : 7;
}
CASE(semaphore_given_up)
{
	Array<Place> s(1);
	Array<int> out(3, 0);
	make_place<<<1, 1>>>(s);
	wants_place<<<3, 1>>>(s, out);
	return ran() && out.get() == std::vector<int>(3, 7);
}

// CASE clock_of_32_bits: a limit by clock(), whose difference is right though it wraps around
// EXPECT clean
// HARDWARE unmeasured
__global__ void short_clock(volatile int *flag, int *out)
{
	unsigned begin = clock();
	while (!*flag && (unsigned)clock() - begin < 20000000u)
		;
	out[threadIdx.x] = 7;
}
CASE(clock_of_32_bits)
{
	Array<int> flag(1, 0), out(32, 0);
	short_clock<<<1, 32>>>(flag, out);
	return ran() && out.get() == std::vector<int>(32, 7);
}

// CASE time_as_a_number: the limit is a float
// EXPECT clean
// HARDWARE unmeasured
__global__ void in_floats(volatile int *flag, int *out, float limit)
{
	long long begin = clock64();
	while (!*flag && (float)(clock64() - begin) / 1.98e6f < limit)
		;
	out[threadIdx.x] = 7;
}
CASE(time_as_a_number)
{
	Array<int> flag(1, 0), out(32, 0);
	in_floats<<<1, 32>>>(flag, out, 8.0f);
	return ran() && out.get() == std::vector<int>(32, 7);
}

// CASE at_a_certain_time: goes on only where the clock's bits say so, which is seldom
// EXPECT clean
// HARDWARE unmeasured
__global__ void certain(volatile int *flag, int *out)
{
	while (!*flag && (clock() >> 4 & 0xfff) != 0x7a5)
		;
	out[threadIdx.x] = 7;
}
CASE(at_a_certain_time)
{
	Array<int> flag(1, 0), out(32, 0);
	certain<<<1, 32>>>(flag, out);
	return ran() && out.get() == std::vector<int>(32, 7);
}

// CASE sets_it_late: one block sets the flag after 20 ms; the others wait for it by cuda::atomic_ref::wait, asleep
// EXPECT clean
// HARDWARE unmeasured
__global__ void set_late(int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (blockIdx.x == gridDim.x - 1) {
		long long end = nanoseconds() + 20000000;
		while (nanoseconds() < end)
			__nanosleep(2000);
		f.store(7, cuda::memory_order_release);
		f.notify_all();
	} else {
		f.wait(0, cuda::memory_order_acquire);
	}
	out[blockIdx.x] = f.load(cuda::memory_order_acquire);
}
CASE(sets_it_late)
{
	Array<int> flag(1, 0), out(8, 0);
	set_late<<<8, 1>>>(flag, out);
	return ran() && out.get() == std::vector<int>(8, 7);
}

// CASE limit_set_anew: each news moves the limit on; after the last one it runs out
// EXPECT clean
// HARDWARE unmeasured
__global__ void set_anew(volatile int *news, int *out)
{
	if (blockIdx.x) {
		for (int k = 1; k <= 3; k++) {
			long long end = nanoseconds() + 4000000;
			while (nanoseconds() < end)
				;
			*news = k;
		}
		return;
	}
	long long end = nanoseconds() + 9000000;
	int last = 0;
	while (nanoseconds() < end)
		if (*news != last) {
			last = *news;
			end = nanoseconds() + 9000000;
		}
	*out = last;
}
CASE(limit_set_anew)
{
	Array<int> news(1, 0), out(1, 0);
	set_anew<<<2, 1>>>(news, out);
	return ran();
}

// CASE passes_by_turns: who waits gives the place to another one after some time, and all get through
// EXPECT clean
// HARDWARE unmeasured
__global__ void by_turns(int *turn, int *out)
{
	long long begin = clock64();
	while (atomicAdd(turn, 0) != (int)(gridDim.x - 1 - blockIdx.x)) {
		if (clock64() - begin > 100000000000ll)
			return;
		__nanosleep(100);
	}
	out[blockIdx.x] = 7;
	__threadfence();
	long long until = clock64() + 2000000;
	while (clock64() < until)
		;
	atomicAdd(turn, 1);
}
CASE(passes_by_turns)
{
	Array<int> turn(1, 0), out(4, 0);
	by_turns<<<4, 1>>>(turn, out);
	return ran() && out.get() == std::vector<int>(4, 7);
}

// CASE works_while_others_sleep: one block computes for long; those that wait for it sleep, and count how often
// EXPECT clean
// HARDWARE unmeasured
__global__ void works_long(int *flag, int *out, int rounds)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (blockIdx.x == 0) {
		unsigned v = 1;
		for (int k = 0; k < rounds; k++)
			v = v * 1664525u + 1013904223u;
		f.store((int)(v | 1), cuda::memory_order_release);
		return;
	}
	int n = 0;
	while (!f.load(cuda::memory_order_acquire)) {
		__nanosleep(1000000);
		n++;
	}
	out[blockIdx.x] = n > 0;
}
CASE(works_while_others_sleep)
{
	Array<int> flag(1, 0), out(3, 0);
	works_long<<<3, 1>>>(flag, out, 60000000);
	return ran();
}

// CASE within_a_window: goes on only between 5 and 7 ms after the beginning
// EXPECT clean
// HARDWARE unmeasured
__global__ void in_window(volatile int *flag, int *out)
{
	long long begin = nanoseconds();
	int got = 1;
	while (!*flag) {
		long long passed = nanoseconds() - begin;
		if (passed > 5000000 && passed < 7000000) {
			got = 7;
			break;
		}
	}
	out[threadIdx.x] = got;
}
CASE(within_a_window)
{
	Array<int> flag(1, 0), out(32, 0);
	in_window<<<1, 32>>>(flag, out);
	return ran() && out.get() == std::vector<int>(32, 7);
}

// CASE lock_with_clock_between: who does not get the lock waits by the clock until the next try
// EXPECT clean
// HARDWARE unmeasured
__global__ void lock_with_clock_between_k(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0) {
			long long begin = clock64();
			while (clock64() - begin < 100)
				;
		}
		__threadfence();
		*(volatile int *)sum = *(volatile int *)sum + 1;
		__threadfence();
		atomicExch(lock, 0);
	}
}
CASE(lock_with_clock_between)
{
	Array<int> lock(1, 0), sum(1, 0);
	lock_with_clock_between_k<<<50, 32>>>(lock, sum);
	return ran() && sum.get()[0] == 50;
}

// CASE limits_beside_waits: a wait by the clock between two looks, and a limit: in all, of what was waited, of a part of it
// EXPECT clean
// HARDWARE unmeasured
__global__ void limits_beside_waits_k(volatile int *flag, int *out)
{
	long long start = clock64(), waited = 0, longer = 100;
	while (!*flag) {
		long long begin = clock64();
		while (clock64() - begin < (blockIdx.x == 3 ? longer : 1000))
			;
		longer += longer / 4;
		waited += blockIdx.x == 1 ? clock64() - begin : (clock64() - begin) / 16;
		if (blockIdx.x == 0 ? clock64() - start > 3000000 :
				blockIdx.x == 3 ? longer > 2000000 :
						  waited > 300000)
			break;
	}
	out[blockIdx.x] = 1;
}
CASE(limits_beside_waits)
{
	Array<int> flag(1, 0), out(4, 0);
	limits_beside_waits_k<<<4, 1>>>(flag, out);
	return ran() && out.get() == std::vector<int>(4, 1);
}

// CASE set_after_a_long_time: one block waits long by the clock, then sets the flag that others look at by the clock
// EXPECT clean
// HARDWARE unmeasured
__global__ void set_after_a_long_time_k(volatile int *flag, int *out)
{
	long long begin = clock64();
	if (blockIdx.x == 0) {
		while (clock64() - begin < 3000000)
			;
		__threadfence();
		*flag = 1;
	} else {
		while (!*flag) {
			begin = clock64();
			while (clock64() - begin < 100)
				;
		}
		out[blockIdx.x] = 1;
	}
}
CASE(set_after_a_long_time)
{
	Array<int> flag(1, 0), out(4, 0);
	set_after_a_long_time_k<<<4, 1>>>(flag, out);
	return ran() && out.get()[3] == 1;
}
