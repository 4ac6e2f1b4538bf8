/* swaps_clean.cu: looks of compare-and-swaps in their many forms: reads that may be old, as the swap asks again. And the
 * right twins of swaps.cu. */
#include "case.h"

static __device__ int me()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

// CASE largest_float: the look lies in a register before the loop; a barrier, then all divide by it
// EXPECT clean
// HARDWARE unmeasured
static __device__ void largest(int *most, float x)
{
	int old = *most;
	while (__int_as_float(old) < x) {
		int e = atomicCAS(most, old, __float_as_int(x));
		if (e == old)
			break;
		old = e;
	}
}
__global__ void largest_float_k(const float *a, float *out, int *of_all)
{
	__shared__ int most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	largest(&most, a[threadIdx.x]);
	largest(of_all, a[threadIdx.x]);
	__syncthreads();
	out[me()] = a[threadIdx.x] / __int_as_float(most);
}
CASE(largest_float)
{
	Array<float> a(counting<float>(128)), out(512);
	Array<int> all(1, 0);
	largest_float_k<<<4, 128>>>(a, out, all);
	return ran() && out.get()[127] == 1;
}

// CASE looks_again_in_the_loop: the place is read anew in each turn, and once more to see whether a turn is worth it
// EXPECT clean
// HARDWARE unmeasured
__global__ void looks_again_k(int *sum, int *most, const int *a)
{
	int seen;
	do
		seen = *sum;
	while (atomicCAS(sum, seen, seen + a[me()]) != seen);
	if (a[me()] > *most)
		for (int old = *most; old < a[me()];) {
			int e = atomicCAS(most, old, a[me()]);
			if (e == old)
				break;
			old = e;
		}
}
CASE(looks_again_in_the_loop)
{
	Array<int> sum(1, 0), most(1, -1), a(counting<int>(128));
	looks_again_k<<<4, 32>>>(sum, most, a);
	return ran() && sum.get()[0] == 8128 && most.get()[0] == 127;
}

// CASE look_by_one_lane: one lane looks and shows it the others; they swap one after the other
// EXPECT clean
// HARDWARE unmeasured
__global__ void look_by_one_lane_k(int *sum)
{
	int old = 0, seen, lane = threadIdx.x % 32;
	if (lane == 0)
		old = *sum;
	old = __shfl_sync(~0u, old, 0);
	do {
		seen = old;
		old = atomicCAS(sum, seen, seen + 1);
	} while (old != seen);
}
CASE(look_by_one_lane)
{
	Array<int> sum(1, 0);
	look_by_one_lane_k<<<4, 64>>>(sum);
	return ran() && sum.get()[0] == 256;
}

// CASE look_for_the_block: thread 0 looks for all of its block, by shared memory
// EXPECT clean
// HARDWARE unmeasured
__global__ void look_for_the_block_k(int *sum)
{
	__shared__ int first;
	if (threadIdx.x == 0)
		first = *sum;
	__syncthreads();
	int old = first, seen;
	do {
		seen = old;
		old = atomicCAS(sum, seen, seen + 1);
	} while (old != seen);
}
CASE(look_for_the_block)
{
	Array<int> sum(1, 0);
	look_for_the_block_k<<<4, 64>>>(sum);
	return ran() && sum.get()[0] == 256;
}

// CASE bytes_by_swaps: counters of one byte and of two, by atomicCAS() on the word that they lie in, or on 16 bits
// EXPECT clean
// HARDWARE unmeasured
__global__ void bytes_by_swaps_k(unsigned char *count, unsigned short *two)
{
	size_t at = (size_t)(count + threadIdx.x % 8);
	unsigned *word = (unsigned *)(at & ~(size_t)3), shift = at % 4 * 8, old = *word, seen;
	do {
		seen = old;
		unsigned byte = (seen >> shift & 255) + 1 & 255;
		old = atomicCAS(word, seen, (seen & ~(255u << shift)) | byte << shift);
	} while (old != seen);
	unsigned short *mine = two + threadIdx.x % 4, was = *mine, then;
	do {
		then = was;
		was = atomicCAS(mine, then, (unsigned short)(then + 1));
	} while (was != then);
}
CASE(bytes_by_swaps)
{
	Array<unsigned char> count(8, (unsigned char)0);
	Array<unsigned short> two(4, (unsigned short)0);
	bytes_by_swaps_k<<<4, 64>>>(count, two);
	return ran() && count.get()[7] == 32 && two.get()[3] == 64;
}

// CASE probed_by_looks: a hash table is probed by plain looks; a place that looks free is taken by atomicCAS()
// EXPECT clean
// HARDWARE unmeasured
__global__ void probed_k(int *table, const int *a, int *place)
{
	int key = a[me()] % 100 + 1, at = key * 7 % 128;
	for (;;) {
		while (table[at] != 0 && table[at] != key)
			at = (at + 1) % 128;
		int e = table[at] == key ? key : atomicCAS(&table[at], 0, key);
		if (e == 0 || e == key)
			break;
	}
	place[me()] = at;
}
CASE(probed_by_looks)
{
	Array<int> table(128, 0), a(counting<int>(256)), place(256);
	probed_k<<<8, 32>>>(table, a, place);
	std::vector<int> p = place.get();
	return ran() && p[0] == p[100] && p[55] == p[255];
}

// CASE joined_by_plain_looks: parts of a graph are joined; roots are looked for by plain reads
// EXPECT clean
// HARDWARE unmeasured
static __device__ int root(const int *up, int x)
{
	while (up[x] != x)
		x = up[x];
	return x;
}
__global__ void joined_k(int *up, int n)
{
	int i = me(), x = i, y = (i * 3 + 1) % n;
	for (;;) {
		int a = root(up, x), b = root(up, y);
		if (a == b)
			break;
		if (atomicCAS(&up[max(a, b)], max(a, b), min(a, b)) == max(a, b))
			break;
	}
}
CASE(joined_by_plain_looks)
{
	Array<int> up(counting<int>(128));
	joined_k<<<4, 32>>>(up, 128);
	return ran();
}

// CASE one_level_a_launch: a level of a breadth-first search; who asks finds the level of now, whatever others give
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_level_k(int *level, const int *next, int now)
{
	for (int v = me(); v < 128; v += gridDim.x * blockDim.x)
		if (level[v] == now)
			atomicCAS(&level[next[v]], -1, now + 1);
}
CASE(one_level_a_launch)
{
	std::vector<int> l(128, -1), n(128);
	l[0] = 0;
	for (int i = 0; i < 128; i++)
		n[i] = (i + 33) % 128;
	Array<int> level(l), next(n);
	for (int now = 0; now < 5; now++)
		one_level_k<<<2, 32>>>(level, next, now);
	return ran() && level.get()[99] == 3;
}

// CASE look_in_a_function: the look and the swap are in functions that are not inlined
// EXPECT clean
// HARDWARE unmeasured
static __device__ __noinline__ double look(const double *p)
{
	return *p;
}
static __device__ __noinline__ void add(double *p, double v)
{
	unsigned long long *at = (unsigned long long *)p, old = __double_as_longlong(look(p)), seen;
	do {
		seen = old;
		old = atomicCAS(at, seen, __double_as_longlong(v + __longlong_as_double(seen)));
	} while (old != seen);
}
__global__ void in_a_function_k(double *sum)
{
	if (*sum < 1e9)
		add(sum, 1);
}
CASE(look_in_a_function)
{
	Array<double> sum(1, 0.0);
	in_a_function_k<<<4, 64>>>(sum);
	return ran() && sum.get()[0] == 256;
}

// CASE lock_looked_at_first: who wants a lock looks by volatile whether it is free before it tries
// EXPECT clean
// HARDWARE unmeasured
__global__ void looked_at_first_k(int *lock, int *sum)
{
	bool done = false;
	while (!done) {
		if (*(volatile int *)lock == 0 && atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*sum += 1;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}
CASE(lock_looked_at_first)
{
	Array<int> lock(1, 0), sum(1, 0);
	looked_at_first_k<<<8, 1>>>(lock, sum);
	return ran() && sum.get()[0] == 8;
}

// CASE sequence_lock: two volatile words between two looks at a number; what was read meanwhile is thrown away
// EXPECT clean
// HARDWARE unmeasured
struct Pair {
	unsigned n;
	int a, b;
};
__global__ void sequence_lock_k(volatile Pair *s, int *out)
{
	if (blockIdx.x == 0) {
		for (int i = 1; i < 20; i++) {
			s->n = 2 * i - 1;
			__threadfence();
			s->a = i;
			s->b = i;
			__threadfence();
			s->n = 2 * i;
		}
		return;
	}
	int a, b;
	unsigned x, y;
	do {
		x = s->n;
		__threadfence();
		a = s->a;
		b = s->b;
		__threadfence();
		y = s->n;
	} while (x != y || x & 1);
	out[blockIdx.x] = a - b;
}
CASE(sequence_lock)
{
	Array<Pair> s(1, Pair());
	Array<int> out(3, 0);
	sequence_lock_k<<<3, 1>>>(s, out);
	return ran() && out.get() == std::vector<int>(3, 0);
}

// CASE one_width: counters in the two halves of 8 bytes, all by atomics on 8 bytes; and pairs of halves
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_width_k(unsigned long long *w, unsigned *beside)
{
	atomicAdd(w, blockIdx.x & 1 ? 1ull : 1ull << 32);
	atomicAdd((unsigned *)(w + 1) + (blockIdx.x & 1), 1u);
	atomicAdd(beside, 1u);
}
CASE(one_width)
{
	Array<unsigned long long> w(2, 0ull);
	Array<unsigned> beside(1, 0u);
	one_width_k<<<4, 32>>>(w, beside);
	return ran() && w.get()[0] == (64ull << 32 | 64) && w.get()[1] == w.get()[0];
}

// CASE constant_loads: __ldg() of what the launch before wrote; in place, each element is read before it is written
// EXPECT clean
// HARDWARE unmeasured
__global__ void constant_loads_k(int *a, int *out)
{
	out[me()] = __ldg(a + 63 - me());
}
__global__ void in_place_k(const int *__restrict__ in, int *__restrict__ out)
{
	out[me()] = in[me()] + 1;
}
CASE(constant_loads)
{
	Array<int> a(64, 1), out(64);
	in_place_k<<<2, 32>>>(a, a);
	constant_loads_k<<<2, 32>>>(a, out);
	return ran() && out.get()[5] == 2;
}
