// Single words by which two threads alone make out who may go on: flag and data in one, or who came last (the locks of Peterson, Dekker and Lamport).
#include "case.h"

enum { B = 64 };

// ---- flag and data in one word, without a fence
// A number other than 0 is flag and data. WRITERS: warps that wait until the word is 0, and store a number; two of them may find it 0.
template <int WRITERS> __global__ void packed_number_k(int *out, int n)
{
	__shared__ volatile int p;
	int warp = threadIdx.x / 32, v;
	if (threadIdx.x == 0)
		p = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		for (int i = 1; i <= n; i++)
			if (warp == 0) {
				while ((v = p) == 0)
					;
				out[i] = v;
				p = 0; // BUG packed-free
			} else if (i % WRITERS + 1 == warp) {
				while (p)
					;
				p = i; // BUG packed-number
			}
}

template <int WRITERS> bool numbers()
{
	Array<int> out(21, 0);
	packed_number_k<WRITERS><<<1, B + 32>>>(out, 20);
	bool right = ran();
	for (int i = 1; i <= 20; i++)
		right &= out.get()[i] == i;
	return right;
}

// CASE packed_number: a number and 0 in turn
// EXPECT clean
// HARDWARE unmeasured
CASE(packed_number)
{
	return numbers<1>();
}

// CASE packed_number_two: ... two writers wait for 0 and store
// EXPECT racecheck WAW error between packed-number and packed-free
// HARDWARE unmeasured
CASE(packed_number_two)
{
	numbers<2>();
	return true;
}

// A word goes round three warps: each waits until what is left of it, divided by three, is its own number. OWN: else all wait for the same.
template <bool OWN> __global__ void passed_round_k(int *out, int n)
{
	__shared__ volatile int p;
	int warp = threadIdx.x / 32;
	if (threadIdx.x == 0)
		p = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		for (int i = 0; i < n; i++) {
			while (p % 3 != (OWN ? warp : 0))
				;
			p = p + (OWN ? 1 : 3); // BUG passed-on
		}
	__syncthreads();
	if (threadIdx.x == 0)
		*out = p;
}

// CASE passed_round: three warps add to a word in turn
// EXPECT clean
// HARDWARE unmeasured
CASE(passed_round)
{
	Array<int> out(1, 0);
	passed_round_k<true><<<1, 96>>>(out, 5);
	return ran() && out.get()[0] == 15;
}

// CASE passed_to_all: ... all of them wait for the same number, and additions are lost
// EXPECT racecheck WAW error between passed-on and passed-on
// SAYS reading a variable and writing it back is not one step
// HARDWARE unmeasured
CASE(passed_to_all)
{
	Array<int> out(1, 0);
	passed_round_k<false><<<1, 96>>>(out, 5);
	return ran();
}

// ---- who came last goes last: locks of two or more threads without an atomic. Fences are needed before and after the store of which is asked whether it
// was the last one, after the wait, and before the lock is freed.
enum { BEFORE = 1, AFTER = 2, WAITED = 4, FREED = 8, EVERY = 15 };
template <bool FAR, bool IS> __device__ void fence()
{
	if (IS && FAR)
		__threadfence();
	if (IS && !FAR)
		__threadfence_block();
}

template <bool FAR, int FENCES> __device__ void peterson(volatile int *wants, volatile int *turn, int *total, int me, int n)
{
	for (int i = 0; i < n; i++) {
		wants[me] = 1;
		fence<FAR, FENCES & BEFORE>();
		*turn = 1 - me; // BUG turn
		fence<FAR, FENCES & AFTER>();
		while (wants[1 - me] && *turn == 1 - me)
			;
		fence<FAR, FENCES & WAITED>();
		*total = *total + 1; // BUG total
		fence<FAR, FENCES & FREED>();
		wants[me] = 0;
	}
}

// Among several: on each of the levels one waits for who comes after him.
template <bool FAR, int FENCES> __device__ void filter(volatile int *levels, volatile int *last, int *total, int me, int of, int n)
{
	for (int i = 0; i < n; i++) {
		for (int l = 1; l < of; l++) {
			levels[me] = l;
			fence<FAR, FENCES & BEFORE>();
			last[l] = me; // BUG last
			fence<FAR, FENCES & AFTER>();
			for (int k = 0; k < of; k++)
				while (k != me && levels[k] >= l && last[l] == me)
					;
		}
		fence<FAR, true>();
		*total = *total + 1;
		fence<FAR, true>();
		levels[me] = 0;
	}
}

// Goes at once where nobody else wants to: two words, both of which are asked who was last there.
template <bool FAR> __device__ void lamport(volatile int *busy, volatile int *x, volatile int *y, int *total, int me, int of, int n)
{
	for (int i = 0; i < n;) {
		busy[me] = 1;
		fence<FAR, true>();
		*x = me + 1;
		fence<FAR, true>();
		if (*y) {
			busy[me] = 0;
			fence<FAR, true>();
			while (*y)
				;
			continue;
		}
		*y = me + 1;
		fence<FAR, true>();
		if (*x != me + 1) {
			busy[me] = 0;
			fence<FAR, true>();
			for (int k = 0; k < of; k++)
				while (busy[k])
					;
			fence<FAR, true>();
			if (*y != me + 1) {
				while (*y)
					;
				continue;
			}
		}
		fence<FAR, true>();
		*total = *total + 1;
		fence<FAR, true>();
		*y = 0;
		fence<FAR, true>();
		busy[me] = 0;
		i++;
	}
}

// He whose turn it is waits, the other one steps back.
template <bool FAR, int FENCES> __device__ void dekker(volatile int *wants, volatile int *turn, int *total, int me, int n)
{
	for (int i = 0; i < n; i++) {
		wants[me] = 1;
		fence<FAR, true>();
		while (wants[1 - me])
			if (*turn != me) {
				wants[me] = 0;
				while (*turn != me)
					;
				wants[me] = 1;
				fence<FAR, true>();
			}
		fence<FAR, FENCES & WAITED>();
		*total = *total + 1; // BUG dekker-total
		fence<FAR, FENCES & FREED>();
		*turn = 1 - me; // BUG dekker-turn
		fence<FAR, FENCES & FREED>();
		wants[me] = 0;
	}
}

// Each draws a number, larger than all that are there.
template <bool FAR, int FENCES> __device__ void bakery(volatile int *draws, volatile int *number, int *total, int me, int of, int n)
{
	for (int i = 0; i < n; i++) {
		draws[me] = 1;
		fence<FAR, true>();
		int mine = 0;
		for (int k = 0; k < of; k++)
			mine = max(mine, number[k]);
		number[me] = ++mine;
		fence<FAR, true>();
		draws[me] = 0;
		fence<FAR, true>();
		for (int k = 0; k < of; k++) {
			while (draws[k])
				;
			while (number[k] && (number[k] < mine || (number[k] == mine && k < me)))
				;
		}
		fence<FAR, FENCES & WAITED>();
		*total = *total + 1; // BUG bakery-total
		fence<FAR, FENCES & FREED>();
		number[me] = 0;
	}
}

enum { PETERSON, FILTER, LAMPORT, DEKKER, BAKERY };
template <bool FAR, int LOCK, int FENCES> __device__ void locked(volatile int *words, int *total, int me, int of, int n)
{
	if (LOCK == PETERSON)
		peterson<FAR, FENCES>(words, words + 2, total, me, n);
	if (LOCK == FILTER)
		filter<FAR, FENCES>(words, words + of, total, me, of, n);
	if (LOCK == LAMPORT)
		lamport<FAR>(words, words + of, words + of + 1, total, me, of, n);
	if (LOCK == DEKKER)
		dekker<FAR, FENCES>(words, words + 2, total, me, n);
	if (LOCK == BAKERY)
		bakery<FAR, FENCES>(words, words + of, total, me, of, n);
}
template <int LOCK, int FENCES> __global__ void locked_far_k(volatile int *words, int *total, int n)
{
	locked<true, LOCK, FENCES>(words, total, blockIdx.x, gridDim.x, n);
}
template <int LOCK, int FENCES> __global__ void locked_near_k(int *out, int n)
{
	__shared__ volatile int words[16];
	__shared__ int total;
	if (threadIdx.x < 16)
		words[threadIdx.x] = 0;
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		locked<false, LOCK, FENCES>(words, &total, threadIdx.x / 32, blockDim.x / 32, n);
	__syncthreads();
	if (threadIdx.x == 0)
		*out = total;
}
template <int LOCK, int FENCES = EVERY> bool locks(bool far, int of)
{
	Array<int> words(16, 0), total(1, 0);
	if (far)
		locked_far_k<LOCK, FENCES><<<of, 1>>>(words, total, 5);
	else
		locked_near_k<LOCK, FENCES><<<1, 32 * of>>>(total, 5);
	return ran() && total.get()[0] == 5 * of;
}

// CASE peterson_blocks: Peterson's lock of two blocks, with all its fences
// EXPECT clean
// HARDWARE unmeasured
CASE(peterson_blocks)
{
	return locks<PETERSON>(true, 2);
}

// CASE peterson_warps: ... of two warps
// EXPECT clean
// HARDWARE unmeasured
CASE(peterson_warps)
{
	return locks<PETERSON>(false, 2);
}

// CASE peterson_no_fence: no fence at all
// EXPECT racecheck RAW error between total and total
// EXPECT racecheck WAR error between total and total
// EXPECT racecheck WAW error between total|turn and total|turn
// HARDWARE unmeasured
CASE(peterson_no_fence)
{
	locks<PETERSON, 0>(true, 2);
	return true;
}

// CASE peterson_before: no fence between the wish and the turn
// EXPECT racecheck WAW error between turn and turn
// SAYS each thread asks which store came last, but fences around the store are missing
// HARDWARE unmeasured
CASE(peterson_before)
{
	locks<PETERSON, EVERY & ~BEFORE>(true, 2);
	return true;
}

// CASE peterson_after: two warps, no fence between the turn and the look
// EXPECT racecheck WAW error between turn and turn
// SAYS each thread asks which store came last, but fences around the store are missing
// HARDWARE unmeasured
CASE(peterson_after)
{
	locks<PETERSON, EVERY & ~AFTER>(false, 2);
	return true;
}

// CASE peterson_freed: no fence before the lock is freed
// EXPECT racecheck RAW error between total and total
// EXPECT racecheck WAR error between total and total
// EXPECT racecheck WAW error between total and total
// SAYS no fence between the write and the flag
// HARDWARE unmeasured
CASE(peterson_freed)
{
	locks<PETERSON, EVERY & ~FREED>(true, 2);
	return true;
}

// CASE filter_blocks: a lock of four blocks, three levels
// EXPECT clean
// HARDWARE unmeasured
CASE(filter_blocks)
{
	return locks<FILTER>(true, 4);
}

// CASE filter_warps: ... of four warps
// EXPECT clean
// HARDWARE unmeasured
CASE(filter_warps)
{
	return locks<FILTER>(false, 4);
}

// CASE filter_after: no fence between the store and the look
// EXPECT racecheck WAW error between last and last
// SAYS each thread asks which store came last, but fences around the store are missing
// HARDWARE unmeasured
CASE(filter_after)
{
	locks<FILTER, EVERY & ~AFTER>(true, 4);
	return true;
}

// CASE lamport_blocks: Lamport's fast lock of three blocks
// EXPECT clean
// HARDWARE unmeasured
CASE(lamport_blocks)
{
	return locks<LAMPORT>(true, 3);
}

// CASE lamport_warps: ... of three warps
// EXPECT clean
// HARDWARE unmeasured
CASE(lamport_warps)
{
	return locks<LAMPORT>(false, 3);
}

// CASE dekker_blocks: Dekker's lock of two blocks
// EXPECT clean
// HARDWARE unmeasured
CASE(dekker_blocks)
{
	return locks<DEKKER>(true, 2);
}

// CASE dekker_warps: ... of two warps
// EXPECT clean
// HARDWARE unmeasured
CASE(dekker_warps)
{
	return locks<DEKKER>(false, 2);
}

// CASE dekker_freed: no fence before the lock is freed
// EXPECT racecheck RAW error between dekker-total and dekker-total
// EXPECT racecheck WAR error between dekker-total and dekker-total
// EXPECT racecheck WAW error between dekker-total|dekker-turn and dekker-total|dekker-turn
// HARDWARE unmeasured
CASE(dekker_freed)
{
	locks<DEKKER, EVERY & ~FREED>(false, 2);
	return true;
}

// CASE bakery_blocks: a bakery's numbers, four blocks
// EXPECT clean
// HARDWARE unmeasured
CASE(bakery_blocks)
{
	return locks<BAKERY>(true, 4);
}

// CASE bakery_warps: ... four warps
// EXPECT clean
// HARDWARE unmeasured
CASE(bakery_warps)
{
	return locks<BAKERY>(false, 4);
}

// CASE bakery_freed: no fence before the number is given back
// EXPECT racecheck RAW error between bakery-total and bakery-total
// EXPECT racecheck WAR error between bakery-total and bakery-total
// EXPECT racecheck WAW error between bakery-total and bakery-total
// HARDWARE unmeasured
CASE(bakery_freed)
{
	locks<BAKERY, EVERY & ~FREED>(false, 4);
	return true;
}
