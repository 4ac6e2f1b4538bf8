/* swaps.cu: what atomicCAS() builds, read by others with nothing between; atomics of two widths on one word; __ldg() of
 * what the kernel writes. The right twins are in swaps_clean.cu. */
#include "case.h"

static __device__ int me()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

// CASE largest_float_too_early: a largest float by atomicCAS(), then every thread divides by it: no barrier between
// EXPECT racecheck RAW|WAR warning between swapped-in and read-without-barrier
// HARDWARE unmeasured
__global__ void largest_float_k(const float *a, float *out)
{
	__shared__ int most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	float x = a[threadIdx.x];
	int old = most;
	while (__int_as_float(old) < x) {
		int e = atomicCAS(&most, old, __float_as_int(x)); // BUG swapped-in
		if (e == old)
			break;
		old = e;
	}
	out[threadIdx.x] = x / __int_as_float(most); // BUG read-without-barrier
}
CASE(largest_float_too_early)
{
	Array<float> a(counting<float>(128)), out(128);
	largest_float_k<<<1, 128>>>(a, out);
	return ran();
}

// CASE owner_read_too_early: threads elect an owner; others, who elect nobody, read who it is
// EXPECT racecheck RAW|WAR warning between elected and read-by-others
// HARDWARE unmeasured
__global__ void owner_k(int *out)
{
	__shared__ int owner;
	if (threadIdx.x == 0)
		owner = 0;
	__syncthreads();
	if (threadIdx.x < 64)
		atomicCAS(&owner, 0, threadIdx.x + 1); // BUG elected
	else
		out[threadIdx.x - 64] = owner > 0; // BUG read-by-others
}
CASE(owner_read_too_early)
{
	Array<int> out(64);
	owner_k<<<1, 128>>>(out);
	return ran();
}

// CASE total_of_all_blocks: doubles are added by atomicCAS() in all blocks; each block stores the sum at its end
// EXPECT racecheck RAW|WAR warning between added and stored-too-early
// ADVICE Read in a second launch
// HARDWARE unmeasured
__global__ void total_k(double *sum, double *out)
{
	unsigned long long *at = (unsigned long long *)sum, old = *at, seen;
	do {
		seen = old;
		old = atomicCAS(at, seen, __double_as_longlong(__longlong_as_double(seen) + 1)); // BUG added
	} while (old != seen);
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = *sum; // BUG stored-too-early
}
CASE(total_of_all_blocks)
{
	Array<double> sum(1, 0.0), out(4);
	total_k<<<4, 64>>>(sum, out);
	return ran();
}

// CASE set_counted_too_early: keys go into a table in shared memory; the places are counted with no barrier between
// EXPECT racecheck RAW|WAR warning between key-put-in and place-read
// HARDWARE unmeasured
__global__ void set_k(const int *a, int *out)
{
	__shared__ int table[128];
	int t = threadIdx.x, key = a[t] % 40 + 1, at = key;
	table[t] = 0;
	__syncthreads();
	for (;;) {
		int e = atomicCAS(&table[at], 0, key); // BUG key-put-in
		if (e == 0 || e == key)
			break;
		at = (at + 1) % 128;
	}
	out[t] = table[127 - t] != 0; // BUG place-read
}
CASE(set_counted_too_early)
{
	Array<int> a(counting<int>(128)), out(128);
	set_k<<<1, 128>>>(a, out);
	return ran();
}

// CASE levels_in_one_launch: several levels of a breadth-first search in one launch, with nothing between the levels
// EXPECT racecheck RAW|WAR warning between level-asked and level-given
// HARDWARE unmeasured
__global__ void levels_k(int *level, const int *next, int levels)
{
	int v = me();
	for (int turn = 0; turn < levels; turn++)
		if (level[v] == turn) // BUG level-asked
			atomicCAS(&level[next[v]], -1, turn + 1); // BUG level-given
}
CASE(levels_in_one_launch)
{
	std::vector<int> l(128, -1), n(128);
	l[0] = 0;
	for (int i = 0; i < 128; i++)
		n[i] = (i + 33) % 128;
	Array<int> level(l), next(n);
	levels_k<<<4, 32>>>(level, next, 5);
	return ran();
}

// CASE half_of_a_double_word: some blocks add to 8 bytes, others to the upper 4 of them
// EXPECT racecheck WAW warning between wide-add and narrow-add
// ADVICE Use one width for this place
// HARDWARE unmeasured
__global__ void half_k(unsigned long long *w)
{
	if (blockIdx.x & 1)
		atomicAdd(w, 1ull); // BUG wide-add
	else
		atomicAdd((unsigned *)w + 1, 1u); // BUG narrow-add
}
CASE(half_of_a_double_word)
{
	Array<unsigned long long> w(1, 0ull);
	half_k<<<4, 32>>>(w);
	return ran();
}

// CASE short_in_a_word: two counters in a word, one of them counted by atomicCAS() on 16 bits
// EXPECT racecheck WAW warning between word-add and short-swap
// ADVICE Use one width for this place
// HARDWARE unmeasured
__global__ void short_in_a_word_k(unsigned *w)
{
	__shared__ unsigned s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		atomicAdd(&s, 1u << 16); // BUG word-add
	} else {
		unsigned short *low = (unsigned short *)&s, old = 0, e;
		while ((e = atomicCAS(low, old, (unsigned short)(old + 1))) != old) // BUG short-swap
			old = e;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		*w = s;
}
CASE(short_in_a_word)
{
	Array<unsigned> w(1, 0u);
	short_in_a_word_k<<<1, 64>>>(w);
	return ran();
}

// CASE lock_freed_by_a_byte: an int is taken by atomicCAS() and freed by a store of one byte of it
// EXPECT racecheck WAW error between lock-taken and byte-freed
// ADVICE A lock is freed as wide as it is taken
// UNSAID Set the flag after the data is written
// HARDWARE unmeasured
__global__ void byte_lock_k(int *lock, int *sum)
{
	while (atomicCAS(lock, 0, 1)) // BUG lock-taken
		;
	__threadfence();
	*sum += 1;
	__threadfence();
	*(volatile char *)lock = 0; // BUG byte-freed
}
CASE(lock_freed_by_a_byte)
{
	Array<int> lock(1, 0), sum(1, 0);
	byte_lock_k<<<8, 1>>>(lock, sum);
	return ran();
}

// CASE constant_load_of_own_array: threads of a block write an array and read it by __ldg() after a barrier
// EXPECT racecheck RAW error between array-filled and array-read-as-constant
// ADVICE Read by an ordinary load
// HARDWARE unmeasured
__global__ void ldg_block_k(int *a, int *out)
{
	int t = threadIdx.x;
	a[t] = t; // BUG array-filled
	__syncthreads();
	out[t] = __ldg(a + 63 - t); // BUG array-read-as-constant
}
CASE(constant_load_of_own_array)
{
	Array<int> a(64), out(64);
	ldg_block_k<<<1, 64>>>(a, out);
	return ran();
}

// CASE constant_load_behind_a_flag: a message with both fences, read by __ldg()
// EXPECT racecheck RAW error between message-put and message-read-as-constant
// HARDWARE unmeasured
__global__ void ldg_message_k(int *a, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		*a = 5; // BUG message-put
		__threadfence();
		atomicExch(flag, 1);
		return;
	}
	while (!atomicAdd(flag, 0))
		;
	__threadfence();
	*out = __ldg(a); // BUG message-read-as-constant
}
CASE(constant_load_behind_a_flag)
{
	Array<int> a(1), flag(1, 0), out(1);
	ldg_message_k<<<2, 1>>>(a, flag, out);
	return ran();
}

// CASE smoothed_in_place: the array that is read as const __restrict__ is the one that is written, twice
// EXPECT racecheck RAW error between smoothed-value-put and neighbour-read
// ALSO racecheck
// HARDWARE unmeasured
__global__ void smooth_k(const float *__restrict__ in, float *__restrict__ out)
{
	int t = threadIdx.x;
	float x = in[t];
	__syncthreads();
	out[t] = x + 1; // BUG smoothed-value-put
	__syncthreads();
	out[64 + t] = in[63 - t]; // BUG neighbour-read
}
CASE(smoothed_in_place)
{
	Array<float> a(128, 1.0f);
	smooth_k<<<1, 64>>>(a, a);
	return ran();
}

// CASE first_look_beside_a_sum: the first look of a loop of atomicCAS(), beside another block's atomicAdd()
// EXPECT racecheck RAW|WAR warning between looked-first and added-beside
// ADVICE The read is only a first look
// UNSAID Read in a second launch
// HARDWARE unmeasured
__global__ void look_beside_k(unsigned *w)
{
	if (blockIdx.x % 2) {
		unsigned old = *w, e; // BUG looked-first
		do {
			e = old;
			old = atomicCAS(w, e, e + 1);
		} while (old != e);
	} else {
		atomicAdd(w, 1u << 16); // BUG added-beside
	}
}
CASE(first_look_beside_a_sum)
{
	Array<unsigned> w(1, 0u);
	look_beside_k<<<8, 32>>>(w);
	return ran();
}

// CASE sequence_lock_open: a sequence lock whose writer has no fence between the words and the even number; it writes several times
// EXPECT racecheck RAW error between seen-early and written-late
// SAYS no fence between the write and the flag
// HARDWARE unmeasured
struct Pair {
	unsigned n;
	int a, b;
};
__global__ void sequence_lock_open_k(volatile Pair *s, int *out, int turns)
{
	if (blockIdx.x == 0) {
		for (int i = 1; i < turns; i++) {
			s->n = 2 * i - 1;
			__threadfence();
			s->a = i; // BUG written-late
			s->b = i; // BUG written-late
			s->n = 2 * i;
		}
		return;
	}
	int a, b;
	unsigned x, y;
	do {
		x = s->n;
		__threadfence();
		a = s->a; // BUG seen-early
		b = s->b; // BUG seen-early
		__threadfence();
		y = s->n;
	} while (x != y || x & 1);
	out[blockIdx.x] = a == b;
}
CASE(sequence_lock_open)
{
	Array<Pair> s(1, Pair());
	Array<int> out(3, 0);
	sequence_lock_open_k<<<3, 1>>>(s, out, 21);
	return ran();
}
