// What the last block of a count sets back, and who waits for a place to be given back, with the order of both left out. Expected: what is missing.
#include "case.h"
#include <cuda/atomic>

enum { RIGHT, NO_FENCE, BY_EXCHANGE };

// Blocks draw tickets; the last one to end sets the ticket back for the next launch. Block 0 draws first, and ends last.
template <int FAULT, bool SHARED> __global__ void ticket_k(int *ticket, int *count, int tiles, int *out)
{
	__shared__ bool last;
	bool mine = false;
	if (threadIdx.x == 0) {
		int x = atomicAdd(ticket, 1); // BUG ticket-draw
		if (x < tiles)
			out[x] = x;
		while (blockIdx.x == 0 && *(volatile int *)count < gridDim.x - 1)
			;
		if (FAULT == RIGHT)
			__threadfence();
		mine = atomicAdd(count, 1) == gridDim.x - 1;
		if (SHARED)
			last = mine;
		else if (mine) {
			if (FAULT == RIGHT)
				__threadfence();
			if (FAULT == BY_EXCHANGE)
				atomicExch(ticket, 0);
			else
				*ticket = 0; // BUG ticket-back
		}
	}
	if (SHARED) {
		__syncthreads();
		if (last && threadIdx.x == 0) {
			if (FAULT == RIGHT)
				__threadfence();
			*ticket = 0; // BUG ticket-back-shared
		}
	}
}
template <int FAULT, bool SHARED> bool ticket()
{
	Array<int> ticket(1, 0), count(1, 0), out(8, -1);
	ticket_k<FAULT, SHARED><<<6, 32>>>(ticket, count, 8, out);
	return ran() && ticket.get()[0] == 0;
}

// CASE ticket_right: fences stand before the count and after it
// EXPECT clean
// HARDWARE unmeasured
CASE(ticket_right)
{
	return ticket<RIGHT, false>() && ticket<RIGHT, true>();
}

// CASE ticket_exchanged: the ticket is set back by an atomic
// EXPECT clean
// HARDWARE unmeasured
CASE(ticket_exchanged)
{
	return ticket<BY_EXCHANGE, false>();
}

// CASE ticket_no_fence: neither of the fences is there
// EXPECT racecheck WAW error between ticket-draw and ticket-back
// SAYS a count says who comes last, but without fences it orders nothing
// ADVICE before the atomic that counts, in each block, and after it
// HARDWARE unmeasured
CASE(ticket_no_fence)
{
	return ticket<NO_FENCE, false>();
}

// CASE ticket_no_fence_shared: the same, told to the block by a flag in shared memory
// EXPECT racecheck WAW error between ticket-draw and ticket-back-shared
// SAYS a count says who comes last, but without fences it orders nothing
// HARDWARE unmeasured
CASE(ticket_no_fence_shared)
{
	return ticket<NO_FENCE, true>();
}

// A ring of 4 places with a sequence number each; several producers and consumers.
template <bool ACQUIRE> __global__ void ring_k(int *seq, int *val, int *enq, int *deq, int *sum, int n)
{
	using A = cuda::atomic_ref<int, cuda::thread_scope_device>;
	constexpr auto WAIT = ACQUIRE ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
	constexpr auto RELAXED = cuda::memory_order_relaxed;
	if (blockIdx.x & 1) {
		for (int i = 0; i < n; i++) {
			int pos = A(*enq).load(RELAXED);
			for (;;) {
				if (A(seq[pos & 3]).load(WAIT) != pos)
					pos = A(*enq).load(RELAXED);
				else if (A(*enq).compare_exchange_weak(pos, pos + 1, RELAXED))
					break;
			}
			val[pos & 3] = blockIdx.x * 100 + i; // BUG ring-put
			A(seq[pos & 3]).store(pos + 1, cuda::memory_order_release);
		}
	} else {
		int s = 0;
		for (int i = 0; i < n; i++) {
			int pos = A(*deq).load(RELAXED);
			for (;;) {
				if (A(seq[pos & 3]).load(cuda::memory_order_acquire) != pos + 1)
					pos = A(*deq).load(RELAXED);
				else if (A(*deq).compare_exchange_weak(pos, pos + 1, RELAXED))
					break;
			}
			s += val[pos & 3]; // BUG ring-take
			A(seq[pos & 3]).store(pos + 4, cuda::memory_order_release);
		}
		atomicAdd(sum, s);
	}
}
template <bool ACQUIRE> bool ring()
{
	Array<int> seq(4, 0), val(4, 0), enq(1, 0), deq(1, 0), sum(1, 0);
	int first[4] = { 0, 1, 2, 3 };
	cudaMemcpy(seq, first, sizeof first, cudaMemcpyHostToDevice);
	ring_k<ACQUIRE><<<4, 1>>>(seq, val, enq, deq, sum, 20);
	return ran() && sum.get()[0] == 20 * 400 + 380;
}

// CASE ring_acquired: who puts something in acquires the place
// EXPECT clean
// HARDWARE unmeasured
CASE(ring_acquired)
{
	return ring<true>();
}

// CASE ring_relaxed: who puts something in waits by a relaxed load
// EXPECT racecheck WAW warning between ring-put and ring-put
// SAYS no fence between the flag and the write
// ADVICE The write may come before the flag was seen: put __threadfence()
// UNSAID the two do not use the same flag or lock
// HARDWARE unmeasured
CASE(ring_relaxed)
{
	return ring<false>();
}
