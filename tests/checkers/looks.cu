// Flags that are looked at, or lie, in an unusual way: a look that is a part of a larger loop, a look by an atomic that changes nothing, several flags in
// a word, a flag beside its data in one structure. The right ones must be silent; in each the fault that is one step away must be found.
#include <cuda/atomic>

#include "case.h"

enum { B = 64, PLACES = 8 };

// ---- a look that is a part of a larger loop
// One thread of each of two warps; the fences after their looks may be missing.
template <bool WRITER, bool READER> __global__ void continue_k(int *out, int n)
{
	__shared__ volatile int full[PLACES];
	__shared__ int data[PLACES];
	int t = threadIdx.x;
	if (t < PLACES)
		full[t] = 0;
	__syncthreads();
	if (t == 0)
		for (int i = 0; i < n;) {
			int k = i % PLACES;
			if (full[k]) {
				__nanosleep(10);
				continue;
			}
			if (WRITER)
				__threadfence_block();
			data[k] = i + 5; // BUG continue-write
			__threadfence_block();
			full[k] = 1;
			i++;
		}
	else if (t == 32)
		for (int i = 0;;) {
			if (i == n)
				break;
			int k = i % PLACES;
			if (!full[k])
				continue;
			if (READER)
				__threadfence_block();
			out[i] = data[k]; // BUG continue-read
			__threadfence_block();
			full[k] = 0;
			i++;
		}
}
template <bool WRITER, bool READER> bool continued()
{
	Array<int> out(40, 0);
	continue_k<WRITER, READER><<<1, B>>>(out, 40);
	bool right = ran();
	for (int i = 0; i < 40; i++)
		right &= out.get()[i] == i + 5;
	return right;
}

// CASE continue_both: the loop over the places begins anew where a place is not free, or not full; all fences are there
// EXPECT clean
// HARDWARE unmeasured
CASE(continue_both)
{
	return continued<true, true>();
}

// CASE continue_writer: ... the writer has no fence after its look
// EXPECT racecheck WAR warning between continue-write and continue-read
// SAYS no fence between the flag and the write
// NEVER RAW
// HARDWARE unmeasured
CASE(continue_writer)
{
	return continued<false, true>();
}

// CASE continue_reader: ... the reader has none
// EXPECT racecheck RAW warning between continue-read and continue-write
// SAYS no fence between the flag and the read
// NEVER WAR
// HARDWARE unmeasured
CASE(continue_reader)
{
	return continued<true, false>();
}

// CASE if_inside: work is done inside an `if` that asks the flag; else the loop only asks again
// EXPECT clean
// HARDWARE unmeasured
__global__ void if_inside_k(int *out, int n)
{
	__shared__ volatile int full;
	__shared__ int data;
	if (threadIdx.x == 0)
		full = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int i = 0; i < n;)
			if (!full) {
				__threadfence_block();
				data = i + 5;
				__threadfence_block();
				full = 1;
				i++;
			}
	if (threadIdx.x == 32)
		for (int i = 0; i < n;)
			if (full) {
				__threadfence_block();
				out[i] = data;
				__threadfence_block();
				full = 0;
				i++;
			}
}
CASE(if_inside)
{
	Array<int> out(20, 0);
	if_inside_k<<<1, B>>>(out, 20);
	bool right = ran();
	for (int i = 0; i < 20; i++)
		right &= out.get()[i] == i + 5;
	return right;
}

// Takes all that is there, then looks again.
template <bool FENCE> __global__ void drain_k(int *out, int n)
{
	__shared__ volatile int head;
	__shared__ int data[B];
	if (threadIdx.x == 0)
		head = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int i = 0; i < n; i++) {
			data[i] = i * 2; // BUG drain-write
			if (FENCE)
				__threadfence_block();
			head = i + 1;
		}
	if (threadIdx.x == 32)
		for (int i = 0; i < n;) {
			int h = head;
			__threadfence_block();
			for (; i < h; i++)
				out[i] = data[i]; // BUG drain-read
		}
}
template <bool FENCE> bool drained()
{
	Array<int> out(B, 0);
	drain_k<FENCE><<<1, B>>>(out, B);
	bool right = ran();
	for (int i = 0; i < B; i++)
		right &= out.get()[i] == i * 2;
	return right;
}

// CASE drain: a reader takes all that is there by then, and looks again
// EXPECT clean
// HARDWARE unmeasured
CASE(drain)
{
	return drained<true>();
}

// CASE drain_bare: ... the number goes up without a fence after the data
// EXPECT racecheck RAW error between drain-write and drain-read
// HARDWARE unmeasured
CASE(drain_bare)
{
	return drained<false>();
}

// CASE largest: no look that waits: a largest number in shared memory, by volatile, and the next turn compares with another one
// EXPECT racecheck RAW|WAW|WAR error between largest-read|largest-write and largest-write|largest-read
// HARDWARE unmeasured
__global__ void largest_k(const int *in, int *out, int n)
{
	__shared__ volatile int most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		if (in[i] > most) // BUG largest-read
			most = in[i]; // BUG largest-write
	__syncthreads();
	*out = most;
}
CASE(largest)
{
	std::vector<int> from(256);
	for (int k = 0; k < 256; k++)
		from[k] = k * 37 % 256;
	Array<int> in(from), out(1, 0);
	largest_k<<<1, B>>>(in, out, 256);
	return ran() && out.get()[0] == 255;
}

// ---- a flag beside its data: the compiler loads both as one vector, and takes only the data
struct alignas(16) Slot {
	int data[3];
	volatile int flag;
};
struct alignas(8) Short {
	short data[3];
	volatile short flag;
};
template <class S> __device__ int sum_of(const S &s)
{
	return s.data[0] + s.data[1] + s.data[2]; // BUG slot-read
}
template <class S> __device__ void give(S *s, int i)
{
	s->data[0] = i; // BUG slot-write
	s->data[1] = 2 * i; // BUG slot-write-1
	s->data[2] = 3 * i; // BUG slot-write-2
}
template <class S, bool FENCE> __global__ void slot_k(S *s, int *out, int n)
{
	for (int i = 0; i < n; i++)
		if (blockIdx.x == 0) {
			while (s->flag != 0)
				;
			__threadfence();
			give(s, i);
			__threadfence();
			s->flag = 1;
		} else {
			while (s->flag != 1)
				;
			if (FENCE)
				__threadfence();
			out[i] = sum_of(*s);
			__threadfence();
			s->flag = 0;
		}
}
template <class S, bool FENCE> bool slot_ran()
{
	const int n = 20;
	Array<S> s(1);
	Array<int> out(n, 0);
	said(cudaMemset(s, 0, sizeof(S)));
	slot_k<S, FENCE><<<2, 1>>>(s, out, n);
	bool right = ran();
	for (int i = 0; i < n; i++)
		right &= out.get()[i] == 6 * i;
	return right;
}

// CASE slot: three numbers and their flag in 16 bytes, which the reader's compiler loads at once
// EXPECT clean
// HARDWARE unmeasured
CASE(slot)
{
	return slot_ran<Slot, true>();
}

// CASE slot_short: ... in 8 bytes
// EXPECT clean
// HARDWARE unmeasured
CASE(slot_short)
{
	return slot_ran<Short, true>();
}

// CASE slot_reader: ... the reader has no fence after its look
// EXPECT racecheck RAW warning between slot-read and slot-write-1
// EXPECT racecheck RAW warning between slot-read and slot-write-2
// SAYS no fence between the flag and the read
// HARDWARE unmeasured
CASE(slot_reader)
{
	return slot_ran<Slot, false>();
}

// One warp sums three members of each place; another one counts in the fourth (COUNTS), or writes the third.
template <bool COUNTS> __global__ void beside_k(int *out)
{
	__shared__ int4 place[B];
	int t = threadIdx.x;
	place[t] = make_int4(t, 1, 2, 0);
	__syncthreads();
	if (t < 32) {
		const int4 p = place[t + 32]; // BUG beside-read
		out[t] = p.x + p.y + p.z;
	} else if (COUNTS) {
		place[t].w = t;
	} else {
		place[t].z = t; // BUG beside-write
	}
	__syncthreads();
	if (t < 32)
		out[t] += place[t + 32].w;
}

// CASE beside: a member of a vector is written that its other reader does not take
// EXPECT clean
// HARDWARE unmeasured
CASE(beside)
{
	Array<int> out(32, 0);
	beside_k<true><<<1, B>>>(out);
	bool right = ran();
	for (int t = 0; t < 32; t++)
		right &= out.get()[t] == 2 * (t + 32) + 3;
	return right;
}

// CASE beside_taken: ... that it does take
// EXPECT racecheck WAR|RAW error between beside-write|beside-read and beside-read|beside-write
// HARDWARE unmeasured
CASE(beside_taken)
{
	Array<int> out(32, 0);
	beside_k<false><<<1, B>>>(out);
	return ran();
}

// ---- a look by an atomic that changes nothing, a flag that is set by a volatile store
enum { ADD, CAS, OR, MAX };
template <int LOOK> __device__ int look(int *flag, int value)
{
	return LOOK == ADD ? atomicAdd(flag, 0) :
	       LOOK == CAS ? atomicCAS(flag, value, value) :
	       LOOK == OR  ? atomicOr(flag, 0) :
			     atomicMax(flag, -5);
}
// Two sides hand `data` to and fro; the reader's fence after its look may be missing.
template <int LOOK, bool FENCE> __device__ void to_and_fro(int *flag, int *data, int *out, int n, bool writes)
{
	for (int i = 0; i < n; i++) {
		const int turn = 2 * i + !writes;
		while (look<LOOK>(flag, turn) != turn)
			;
		if (writes || FENCE)
			__threadfence();
		if (writes)
			*data = i + 1; // BUG fro-write
		else
			out[i] = *data; // BUG fro-read
		__threadfence();
		*(volatile int *)flag = turn + 1;
	}
}
template <int LOOK, bool FENCE> __global__ void blocks_k(int *flag, int *data, int *out, int n)
{
	to_and_fro<LOOK, FENCE>(flag, data, out, n, blockIdx.x == 0);
}
template <int LOOK> __global__ void warps_k(int *out, int n)
{
	__shared__ int flag, data;
	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		to_and_fro<LOOK, true>(&flag, &data, out, n, threadIdx.x == 0);
}
template <int LOOK, bool BLOCKS, bool FENCE = true> bool looked()
{
	const int n = 20;
	Array<int> flag(2, 0), out(n, 0);
	if (BLOCKS)
		blocks_k<LOOK, FENCE><<<2, 1>>>(flag, flag.p + 1, out, n);
	else
		warps_k<LOOK><<<1, B>>>(out, n);
	bool right = ran();
	for (int i = 0; i < n; i++)
		right &= out.get()[i] == i + 1;
	return right;
}

// CASE atomic_look_blocks: two blocks look by atomicAdd(flag, 0), and set the flag by a volatile store
// EXPECT clean
// HARDWARE unmeasured
CASE(atomic_look_blocks)
{
	return looked<ADD, true>();
}

// CASE atomic_look_warps: two warps, in shared memory, by atomicCAS(flag, v, v), atomicOr(flag, 0) and an atomicMax() that changes nothing
// EXPECT clean
// HARDWARE unmeasured
CASE(atomic_look_warps)
{
	return looked<CAS, false>() && looked<OR, false>() && looked<MAX, false>();
}

// CASE atomic_look_bare: two blocks, and the reader has no fence after its look
// EXPECT racecheck RAW warning between fro-read and fro-write
// SAYS no fence between the flag and the read
// HARDWARE unmeasured
CASE(atomic_look_bare)
{
	return looked<ADD, true, false>();
}

// CASE atomic_unasked: two blocks store by volatile to a word that each has added to, and asked nothing
// EXPECT racecheck WAW error between unasked-write and unasked-write
// EXPECT racecheck RAW warning between unasked-add and unasked-write
// HARDWARE unmeasured
__global__ void unasked_k(int *word, int *done)
{
	atomicAdd(word, 0); // BUG unasked-add
	__threadfence();
	*(volatile int *)word = blockIdx.x; // BUG unasked-write
	__threadfence();
	atomicAdd(done, 1);
}
CASE(atomic_unasked)
{
	Array<int> word(2, 0);
	unasked_k<<<2, 1>>>(word, word.p + 1);
	return ran();
}

// ---- flag and data in one volatile word of shared memory, without a fence: each side stores after it has waited at the word itself
typedef unsigned long long Packed;
template <bool WAITS> __global__ void packed_k(int *out, int n)
{
	__shared__ volatile Packed p;
	__shared__ volatile int taken;
	if (threadIdx.x == 0)
		p = taken = 0;
	__syncthreads();
	if (threadIdx.x == 32)
		for (int i = 1; i <= n; i++) {
			Packed v;
			while ((int)((v = p) >> 32) < 2 * i - 1)
				;
			out[i] = (int)v;
			p = (Packed)(2 * i) << 32; // BUG packed-back
			if (!WAITS)
				taken = i;
		}
	if (threadIdx.x == 0)
		for (int i = 1; i <= (WAITS ? n : 2); i++) {
			while (WAITS && (int)(p >> 32) != 2 * i - 2)
				;
			p = (Packed)(2 * i - 1) << 32 | (unsigned)(i * 7); // BUG packed-forth
			while (!WAITS && taken < 1)
				;
		}
}

// CASE packed: two warps hand a number to and fro so
// EXPECT clean
// HARDWARE unmeasured
CASE(packed)
{
	const int n = 20;
	Array<int> out(n + 1, 0);
	packed_k<true><<<1, B>>>(out, n);
	bool right = ran();
	for (int i = 1; i <= n; i++)
		right &= out.get()[i] == 7 * i;
	return right;
}

// CASE packed_blind: ... one of them waits at another word, without a fence
// EXPECT racecheck WAW error between packed-forth and packed-back
// HARDWARE unmeasured
CASE(packed_blind)
{
	Array<int> out(21, 0);
	packed_k<false><<<1, B>>>(out, 1);
	return ran();
}

// ---- several flags in a word of global memory
template <class F, bool FENCE> __global__ void bytes_k(volatile F *full, int *data, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		const int k = i % 8;
		if (blockIdx.x == 0) {
			while (full[k])
				;
			__threadfence();
			data[k] = i; // BUG bytes-write
			__threadfence();
			full[k] = 1;
		} else {
			while (!full[k])
				;
			if (FENCE)
				__threadfence();
			out[i] = data[k]; // BUG bytes-read
			__threadfence();
			full[k] = 0;
		}
	}
}
template <class F, bool FENCE> bool bytes_ran()
{
	const int n = 40;
	Array<F> full(8, F(0));
	Array<int> data(8, 0), out(n, 0);
	bytes_k<F, FENCE><<<2, 1>>>(full, data, out, n);
	bool right = ran();
	for (int i = 0; i < n; i++)
		right &= out.get()[i] == i;
	return right;
}

// CASE bytes: a ring whose places have a flag of one byte each
// EXPECT clean
// HARDWARE unmeasured
CASE(bytes)
{
	return bytes_ran<unsigned char, true>();
}

// CASE shorts: ... of two bytes each
// EXPECT clean
// HARDWARE unmeasured
CASE(shorts)
{
	return bytes_ran<short, true>();
}

// CASE bytes_reader: ... of one byte, and the reader has no fence after its look
// EXPECT racecheck RAW warning between bytes-read and bytes-write
// SAYS no fence between the flag and the read
// HARDWARE unmeasured
CASE(bytes_reader)
{
	return bytes_ran<unsigned char, false>();
}

// CASE byte_objects: four objects of one byte in a word of shared memory; the library changes each by a compare-and-swap of the word
// EXPECT clean
// HARDWARE unmeasured
__global__ void byte_objects_k(int *out, int n)
{
	__shared__ alignas(4) unsigned char full[4];
	__shared__ int data[4];
	int t = threadIdx.x;
	if (t < 4)
		full[t] = 0;
	__syncthreads();
	for (int i = 0; i < n && t % 32 == 0; i++) {
		cuda::atomic_ref<unsigned char, cuda::thread_scope_block> flag(full[i % 4]);
		while (flag.load(cuda::memory_order_acquire) != (t == 32))
			;
		if (t == 0)
			data[i % 4] = i;
		else
			out[i] = data[i % 4];
		flag.store(t == 0, cuda::memory_order_release);
	}
}
CASE(byte_objects)
{
	const int n = 20;
	Array<int> out(n, 0);
	byte_objects_k<<<1, B>>>(out, n);
	bool right = ran();
	for (int i = 0; i < n; i++)
		right &= out.get()[i] == i;
	return right;
}
