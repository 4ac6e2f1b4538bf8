/* scopes.cu: flags, locks and fences between blocks that are nearly right: too narrow, on one side only, at the wrong place. */
#include "case.h"

#include <cuda/atomic>

static const int B = 64;

// CASE narrow_counter: blocks count with atomics that are one step for their own block only
// EXPECT racecheck WAW error at count
// ADVICE use the one without _block
// HARDWARE unmeasured
__global__ void narrow_counter_k(int *total)
{
	if (threadIdx.x == 0)
		atomicAdd_block(total, 1); // BUG count
}
CASE(narrow_counter)
{
	Array<int> total(1, 0);
	narrow_counter_k<<<4, B>>>(total);
	return ran() && total.get()[0] == 4;
}

// CASE mixed_counter: one block counts with block scope, the others with device scope
// EXPECT racecheck WAW error between narrow and wide
// ADVICE use the one without _block
// HARDWARE unmeasured
__global__ void mixed_counter_k(int *total)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0)
		atomicAdd_block(total, 1); // BUG narrow
	else
		atomicAdd(total, 1); // BUG wide
}
CASE(mixed_counter)
{
	Array<int> total(1, 0);
	mixed_counter_k<<<4, B>>>(total);
	return ran() && total.get()[0] == 4;
}

// CASE narrow_fence: data and a flag, the fence between them for the writer's own block
// EXPECT racecheck RAW error between data and use
// ADVICE __threadfence_block()
// HARDWARE unmeasured
__global__ void narrow_fence_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		__threadfence_block();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		*out = *data; // BUG use
	}
}
CASE(narrow_fence)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	narrow_fence_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE no_fence: data and a flag, no fence between them on the writer's side
// EXPECT racecheck RAW error between data and use
// ADVICE between the write and the flag
// HARDWARE unmeasured
__global__ void no_fence_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		*out = *data; // BUG use
	}
}
CASE(no_fence)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	no_fence_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE no_fence_of_reader: the writer fences, the reader reads on without a fence
// EXPECT racecheck RAW warning between data and use
// ADVICE after the loop that waits
// HARDWARE unmeasured
__global__ void no_fence_of_reader_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		*out = *data; // BUG use
	}
}
CASE(no_fence_of_reader)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	no_fence_of_reader_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE narrow_fence_of_reader: the reader's fence is for its own block
// EXPECT racecheck RAW warning|error between data and use
// ADVICE between the flag and the read
// HARDWARE unmeasured
__global__ void narrow_fence_of_reader_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence_block();
		*out = *data; // BUG use
	}
}
CASE(narrow_fence_of_reader)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	narrow_fence_of_reader_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE narrow_flag: release and acquire of cuda::atomic_ref, but with block scope
// EXPECT racecheck RAW error between data and use
// ALSO racecheck
// HARDWARE unmeasured
__global__ void narrow_flag_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		f.store(1, cuda::memory_order_release);
	} else {
		while (f.load(cuda::memory_order_acquire) == 0)
			;
		*out = *data; // BUG use
	}
}
CASE(narrow_flag)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	narrow_flag_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE relaxed_flag: a flag of cuda::atomic_ref that is only relaxed
// EXPECT racecheck RAW error between data and use
// ADVICE between the write and the flag
// HARDWARE unmeasured
__global__ void relaxed_flag_k(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		f.store(1, cuda::memory_order_relaxed);
	} else {
		while (f.load(cuda::memory_order_relaxed) == 0)
			;
		*out = *data; // BUG use
	}
}
CASE(relaxed_flag)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	relaxed_flag_k<<<2, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE two_locks: one datum, but every block takes a lock of its own choice
// EXPECT racecheck RAW|WAW|WAR error between sum and sum
// ADVICE let both use the same one
// HARDWARE unmeasured
__global__ void two_locks_k(int *locks, int *sum)
{
	if (threadIdx.x)
		return;
	int *lock = blockIdx.x ? locks + 1 : locks;
	while (atomicCAS(lock, 0, 1))
		;
	__threadfence();
	*sum += blockIdx.x + 1; // BUG sum
	__threadfence();
	atomicExch(lock, 0);
}
CASE(two_locks)
{
	Array<int> locks(2, 0), sum(1, 0);
	two_locks_k<<<2, B>>>(locks, sum);
	return ran() && sum.get()[0] == 3;
}

// CASE wrong_flag: the reader waits for the flag of another pair of blocks
// EXPECT racecheck RAW error between data and use
// ADVICE let both use the same one
// HARDWARE unmeasured
__global__ void wrong_flag_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 2) {
		data[blockIdx.x] = 42; // BUG data
		__threadfence();
		atomicExch(flag + blockIdx.x, 1);
	} else {
		while (atomicAdd(flag + 1, 0) == 0)
			;
		__threadfence();
		*out = data[0]; // BUG use
	}
}
CASE(wrong_flag)
{
	Array<int> data(2, 0), flag(2, 0), out(1, 0);
	wrong_flag_k<<<3, B>>>(data, flag, out);
	return ran() && out.get()[0] == 42;
}

// CASE flag_first: the flag is set before the data is written
// EXPECT racecheck RAW error between data and use
// ADVICE after the data is written
// HARDWARE unmeasured
__global__ void flag_first_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		atomicExch(flag, 1);
		__threadfence();
		*data = 42; // BUG data
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		*out = *data; // BUG use
	}
}
CASE(flag_first)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	flag_first_k<<<2, B>>>(data, flag, out);
	return ran();
}

// CASE no_wait: the writer publishes, the reader waits for nothing
// EXPECT racecheck RAW error between data and use
// ADVICE let it wait
// HARDWARE unmeasured
__global__ void no_wait_k(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		__threadfence();
		atomicExch(flag, 1);
	} else {
		*out = *data; // BUG use
	}
}
CASE(no_wait)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	no_wait_k<<<2, B>>>(data, flag, out);
	return ran();
}

// CASE last_block_narrow: the last block adds up, but the fence before counting is for the own block
// EXPECT racecheck RAW error between part and sum
// ADVICE __threadfence_block()
// HARDWARE unmeasured
__global__ void last_block_narrow_k(int *part, unsigned *count, int *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // BUG part
		__threadfence_block();
		last = atomicAdd(count, 1u) == gridDim.x - 1;
	}
	__syncthreads();
	__threadfence();
	if (last && threadIdx.x == 0) {
		int s = 0;
		for (unsigned k = 0; k < gridDim.x; k++)
			s += part[k]; // BUG sum
		*out = s;
	}
}
CASE(last_block_narrow)
{
	Array<int> part(8, 0), out(1, 0);
	Array<unsigned> count(1, 0u);
	last_block_narrow_k<<<8, B>>>(part, count, out);
	return ran() && out.get()[0] == 28;
}

// CASE replaced_flag: a second block sets the same flag and publishes nothing: who sees its value learns nothing of the first
// EXPECT racecheck RAW error between data and use
// EXPECT racecheck WAW error between first-flag and second-flag
// HARDWARE unmeasured
__global__ void replaced_flag_k(int *data, volatile int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data
		__threadfence();
		flag[0] = 1; // BUG first-flag
	} else if (blockIdx.x == 1) {
		flag[0] = 2; // BUG second-flag
	} else {
		while (flag[0] != 2)
			;
		__threadfence();
		*out = *data; // BUG use
	}
}
CASE(replaced_flag)
{
	Array<int> data(1, 0), flag(1, 0), out(1, 0);
	replaced_flag_k<<<3, B>>>(data, flag, out);
	return ran();
}

// CASE volatile_update: a volatile counter that all blocks read and write back, in a kernel that has fences
// EXPECT racecheck WAW error at update
// ADVICE atomic
// HARDWARE unmeasured
__global__ void volatile_update_k(volatile int *total, int *seen)
{
	if (threadIdx.x)
		return;
	*total = *total + 1; // BUG update
	__threadfence();
	seen[blockIdx.x] = 1;
}
CASE(volatile_update)
{
	Array<int> total(1, 0), seen(4, 0);
	volatile_update_k<<<4, B>>>(total, seen);
	return ran();
}

// CASE freed_twice: a lock of one thread a block is freed twice: who took it in between is no longer alone
// EXPECT racecheck WAW error between again and freed
// SAYS a lock that is free is freed once more
// ADVICE Free the lock once
// HARDWARE unmeasured
__global__ void freed_twice_k(int *lock, int *sum)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*sum = *sum + 1;
	__threadfence();
	atomicExch(lock, 0); // BUG freed
	atomicExch(lock, 0); // BUG again
}
CASE(freed_twice)
{
	Array<int> lock(1, 0), sum(1, 0);
	freed_twice_k<<<4, B>>>(lock, sum);
	return ran() && sum.get()[0] == 4;
}

// CASE freed_after_barrier: each warp takes the lock and frees it; behind a barrier one thread frees it for all
// EXPECT racecheck WAW error between cleared and opened
// ADVICE Free the lock once
// HARDWARE unmeasured
__global__ void freed_after_barrier_k(int *lock, int *sum)
{
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*sum = *sum + 1;
		__threadfence();
		atomicExch(lock, 0); // BUG opened
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(lock, 0); // BUG cleared
}
CASE(freed_after_barrier)
{
	Array<int> lock(1, 0), sum(1, 0);
	freed_after_barrier_k<<<4, B>>>(lock, sum);
	return ran() && sum.get()[0] == 4 * B / 32;
}

// CASE counter_set_back_early: one block sets the counter back by a plain store while others still count
// EXPECT racecheck WAW error between counts and set-back
// HARDWARE unmeasured
__global__ void counter_set_back_early_k(int *total)
{
	if (threadIdx.x)
		return;
	atomicAdd(total, 1); // BUG counts
	if (blockIdx.x == 1)
		*total = 0; // BUG set-back
}
CASE(counter_set_back_early)
{
	Array<int> total(1, 0);
	counter_set_back_early_k<<<4, B>>>(total);
	return ran();
}

// CASE volatile_for_anybody: all blocks store their number by volatile, in a kernel that has a fence elsewhere
// EXPECT racecheck WAW error at for-anybody
// HARDWARE unmeasured
__global__ void volatile_for_anybody_k(int *p, int *q)
{
	if (threadIdx.x == 0)
		*(volatile int *)p = blockIdx.x; // BUG for-anybody
	__syncthreads();
	if (threadIdx.x == 1) {
		q[blockIdx.x] = 1;
		__threadfence();
	}
}
CASE(volatile_for_anybody)
{
	Array<int> p(1, 0), q(4, 0);
	volatile_for_anybody_k<<<4, B>>>(p, q);
	return ran();
}

// CASE relaxed_update: a relaxed load and a relaxed store are no update
// EXPECT racecheck WAW error at relaxed-update
// ADVICE one atomic operation
// HARDWARE unmeasured
__global__ void relaxed_update_k(int *total)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> t(*total);
	if (threadIdx.x == 0)
		t.store(t.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed); // BUG relaxed-update
}
CASE(relaxed_update)
{
	Array<int> total(1, 0);
	relaxed_update_k<<<4, B>>>(total);
	return ran();
}

// CASE volatile_as_lock: blocks wait until a volatile variable is 0 and then set it, with all fences that a lock needs
// EXPECT racecheck WAR warning between lock-tested and lock-set
// SAYS waiting for a volatile variable and then setting it is not one step
// ADVICE atomicCAS
// HARDWARE unmeasured
__global__ void volatile_as_lock_k(volatile int *lock, int *sum)
{
	if (threadIdx.x)
		return;
	while (*lock != 0) // BUG lock-tested
		;
	*lock = 1; // BUG lock-set
	__threadfence();
	*sum += 1;
	__threadfence();
	*lock = 0;
}
CASE(volatile_as_lock)
{
	Array<int> lock(1, 0), sum(1, 0);
	volatile_as_lock_k<<<4, B>>>(lock, sum);
	return ran();
}

// CASE lock_opened_early: a fence where the lock is taken and none where it is freed
// EXPECT racecheck RAW|WAR|WAW error between lock-sum and lock-sum
// SAYS no fence between the write and the flag
// ADVICE put __threadfence() between the write and the flag
// HARDWARE unmeasured
__global__ void lock_opened_early_k(int *lock, int *sum)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	*sum += 1; // BUG lock-sum
	atomicExch(lock, 0);
}
CASE(lock_opened_early)
{
	Array<int> lock(1, 0), sum(1, 0);
	lock_opened_early_k<<<4, B>>>(lock, sum);
	return ran();
}

// CASE lock_opened_plainly: the lock is freed by a plain store
// EXPECT racecheck RAW|WAR error between plain-sum and plain-sum
// EXPECT racecheck WAW error between plain-taken and plain-freed
// ADVICE free it by atomicExch()
// HARDWARE unmeasured
__global__ void lock_opened_plainly_k(int *lock, int *sum)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1) != 0) // BUG plain-taken
		;
	__threadfence();
	*sum += 1; // BUG plain-sum
	__threadfence();
	*lock = 0; // BUG plain-freed
}
CASE(lock_opened_plainly)
{
	Array<int> lock(1, 0), sum(1, 0);
	lock_opened_plainly_k<<<4, B>>>(lock, sum);
	return ran();
}
