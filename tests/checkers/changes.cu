/* changes.cu: what a write makes of the value that stood there decides what mends a race: an atomic by its name, a
 * barrier between turns, another order of write and flag. Each faulty kernel has its right twin (FIX). */
#include "case.h"

template <bool FIX> __global__ void bitonic(int *a)
{
	__shared__ int s[128];
	const int t = threadIdx.x;
	s[t] = a[t];
	__syncthreads();
	for (int k = 2; k <= 128; k <<= 1) {
		for (int j = k >> 1; j > 0; j >>= 1) {
			int u = t ^ j;
			if (u > t) {
				bool up = (t & k) == 0;
				if ((s[t] > s[u]) == up) { // BUG sort-asks
					int x = s[t]; // BUG sort-takes
					s[t] = s[u]; // BUG sort-puts
					s[u] = x; // BUG sort-puts-back
				}
			}
			if (FIX)
				__syncthreads();
		}
		__syncthreads();
	}
	a[t] = s[t];
}
template <bool FIX> static bool sort_by_pairs()
{
	std::vector<int> v(128);
	for (int k = 0; k < 128; k++)
		v[k] = (k * 37 + 11) % 128;
	Array<int> a(v);
	bitonic<FIX><<<1, 128>>>(a);
	return ran() && a.get() == counting<int>(128);
}
// CASE pairs_of_a_turn: a bitonic sort with the barrier in the outer loop only
// EXPECT racecheck RAW|WAR error|warning between sort-puts|sort-puts-back and sort-asks|sort-takes|sort-puts
// EXPECT racecheck WAW error|warning between sort-puts|sort-puts-back and sort-puts|sort-puts-back
// ADVICE at the end of each turn, inside the innermost loop
// UNSAID No barrier helps
// UNSAID no barrier mends that
// UNSAID give each a place of its own
// HARDWARE unmeasured
CASE(pairs_of_a_turn)
{
	return sort_by_pairs<false>();
}
// CASE pairs_of_a_turn_right: with a barrier in each turn
// EXPECT clean
// HARDWARE unmeasured
CASE(pairs_of_a_turn_right)
{
	return sort_by_pairs<true>();
}

template <bool FIX> __global__ void halves(float *a, int *turns)
{
	__shared__ bool go;
	int t = threadIdx.x, n = 0;
	// clang-format off
	do { if (FIX) __syncthreads(); if (t == 0) go = false; __syncthreads(); float v = a[t]; if (v > 1) { a[t] = v / 2; go = true; } __syncthreads(); n++; } while (go); // BUG one-line
	// clang-format on
	if (t == 0)
		*turns = n;
}
template <bool FIX> static bool halve()
{
	std::vector<float> v(128);
	for (int k = 0; k < 128; k++)
		v[k] = 1 + k;
	Array<float> a(v);
	Array<int> turns(1);
	halves<FIX><<<1, 128>>>(a, turns);
	return ran() && turns.get()[0] == 8;
}
// CASE goes_on_in_one_line: a loop until nothing changes, all of it in one line, and no barrier between its turns
// EXPECT racecheck RAW|WAR error between one-line and one-line
// ADVICE Put a barrier (__syncthreads()) between the read and the write
// UNSAID use an atomic
// HARDWARE unmeasured
CASE(goes_on_in_one_line)
{
	return halve<false>();
}
// CASE goes_on_in_one_line_right: with that barrier
// EXPECT clean
// HARDWARE unmeasured
CASE(goes_on_in_one_line_right)
{
	return halve<true>();
}

template <bool FIX> __global__ void largest(const int *in, int *m)
{
	const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	if (FIX)
		atomicMax(m, v);
	else if (v > *m) // BUG asks-largest
		*m = v; // BUG puts-largest
}
// CASE keeps_the_largest: asks whether the value is larger, then writes it
// EXPECT racecheck RAW|WAR warning between asks-largest and puts-largest
// EXPECT racecheck WAW error at puts-largest
// ADVICE atomicMax() asks and writes in one step
// UNSAID atomicAdd()
// UNSAID no order changes the result
// HARDWARE unmeasured
CASE(keeps_the_largest)
{
	Array<int> in(counting<int>(256)), m(1, 0);
	largest<false><<<2, 128>>>(in, m);
	return ran() && m.get()[0] == 255;
}
// CASE keeps_the_largest_right: by atomicMax()
// EXPECT clean
// HARDWARE unmeasured
CASE(keeps_the_largest_right)
{
	Array<int> in(counting<int>(256)), m(1, 0);
	largest<true><<<2, 128>>>(in, m);
	return ran() && m.get()[0] == 255;
}

// CASE keeps_the_smallest_float: *m = fminf(*m, x), and atomicMin() knows no float
// EXPECT racecheck RAW|WAR error|warning between puts-smallest and puts-smallest
// EXPECT racecheck WAW error at puts-smallest
// ADVICE atomicMin() has no form for float or double
// UNSAID atomicAdd()
// HARDWARE unmeasured
__global__ void smallest(const float *in, float *m)
{
	*m = fminf(*m, in[blockIdx.x * blockDim.x + threadIdx.x]); // BUG puts-smallest
}
CASE(keeps_the_smallest_float)
{
	Array<float> in(counting<float>(256)), m(1, 1e9f);
	smallest<<<2, 128>>>(in, m);
	return ran();
}

// CASE owner_of_a_place: each thread that finds the place free writes its own number
// EXPECT racecheck RAW|WAR warning between asks-owner and puts-owner
// EXPECT racecheck WAW error at puts-owner
// ADVICE atomicCAS() takes a place that is free
// UNSAID no order changes the result
// HARDWARE unmeasured
__global__ void own(int *owner)
{
	if (*owner == -1) // BUG asks-owner
		*owner = threadIdx.x; // BUG puts-owner
}
CASE(owner_of_a_place)
{
	Array<int> owner(1, -1);
	own<<<1, 64>>>(owner);
	return ran();
}

template <bool FIX> __global__ void compact(const int *in, int *out, int *count)
{
	const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	if (v & 1) {
		int p;
		if (FIX) {
			p = atomicAdd(count, 1);
		} else {
			p = *count; // BUG plain-place
			atomicAdd(count, 1); // BUG atomic-place
		}
		out[p] = v; // BUG put-there
	}
}
// CASE place_beside_its_atomic: the place is read, and then the counter goes up by an atomic
// EXPECT racecheck RAW|WAR warning between plain-place and atomic-place
// EXPECT racecheck WAW error at put-there
// ADVICE Take the value from the atomic itself
// UNSAID read by an atomic too
// HARDWARE unmeasured
CASE(place_beside_its_atomic)
{
	Array<int> in(counting<int>(256)), out(256), count(1, 0);
	compact<false><<<2, 128>>>(in, out, count);
	return ran();
}
// CASE place_of_its_atomic: the atomic's result is the place
// EXPECT clean
// HARDWARE unmeasured
CASE(place_of_its_atomic)
{
	Array<int> in(counting<int>(256)), out(256), count(1, 0);
	compact<true><<<2, 128>>>(in, out, count);
	return ran() && count.get()[0] == 128;
}

template <bool FIX> __global__ void share(const int *c, int *out)
{
	__shared__ int base[4];
	const int w = threadIdx.x >> 5, l = threadIdx.x & 31;
	if (l == 0)
		base[w] = c[w]; // BUG lane-writes
	if (FIX)
		__syncwarp();
	out[threadIdx.x] = base[w] + l; // BUG others-read
}
// CASE lane_writes_for_all: one lane writes what the others of its warp read; the compiler makes two branches of it
// EXPECT racecheck RAW|WAR warning between lane-writes and others-read
// ADVICE put __syncwarp() between the write and the read
// UNSAID between the read and the write
// ALSO initcheck
// HARDWARE unmeasured
CASE(lane_writes_for_all)
{
	Array<int> c(4, 1), out(128);
	share<false><<<1, 128>>>(c, out);
	return ran();
}
// CASE lane_writes_for_all_right: with __syncwarp()
// EXPECT clean
// HARDWARE unmeasured
CASE(lane_writes_for_all_right)
{
	Array<int> c(4, 1), out(128);
	share<true><<<1, 128>>>(c, out);
	return ran();
}

template <bool FIX> __global__ void chain(const int *in, volatile int *set, volatile int *value, int *out)
{
	int b = blockIdx.x, p = 0;
	if (b) {
		while (set[b - 1] == 0)
			;
		__threadfence();
		p = value[b - 1]; // BUG chain-reads
	}
	if (!FIX)
		set[b] = 1;
	else
		value[b] = p + in[b];
	__threadfence();
	if (!FIX)
		value[b] = p + in[b]; // BUG chain-writes
	else
		set[b] = 1;
	out[b] = p;
}
template <bool FIX> static bool hand_on()
{
	Array<int> in(8, 1), set(8, 0), value(8, 0), out(8);
	chain<FIX><<<8, 1>>>(in, set, value, out);
	return ran() && out.get() == counting<int>(8);
}
// CASE flag_before_its_value: blocks hand on a sum, both words are volatile, and the flag is set first
// EXPECT racecheck RAW error between chain-reads and chain-writes
// ADVICE write the data, __threadfence(), then set the flag
// HARDWARE unmeasured
CASE(flag_before_its_value)
{
	return hand_on<false>();
}
// CASE flag_after_its_value: in the right order
// EXPECT clean
// HARDWARE unmeasured
CASE(flag_after_its_value)
{
	return hand_on<true>();
}

template <bool FIX> __global__ void poll(int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x * 3; // BUG polled-data
		__threadfence();
		__syncthreads();
		if (!threadIdx.x)
			atomicExch(flag, 1); // BUG polled-flag
	} else {
		while (!(FIX ? *(volatile int *)flag : __ldcg(flag))) // BUG weak-poll
			__nanosleep(50);
		__threadfence();
		out[threadIdx.x] = __ldcg(data + 63 - threadIdx.x); // BUG after-poll
	}
}
// CASE flag_polled_weakly: the loop that waits reads the flag by an ordinary load
// EXPECT racecheck RAW error between polled-data and after-poll
// EXPECT racecheck RAW warning between polled-flag and weak-poll
// ADVICE by an ordinary (weak) load
// UNSAID waits for nothing
// UNSAID in a second launch
// HARDWARE unmeasured
CASE(flag_polled_weakly)
{
	Array<int> data(64), flag(1, 0), out(64);
	poll<false><<<2, 64>>>(data, flag, out);
	return ran();
}
// CASE flag_polled_by_volatile: by a strong one
// EXPECT clean
// HARDWARE unmeasured
CASE(flag_polled_by_volatile)
{
	Array<int> data(64), flag(1, 0), out(64);
	poll<true><<<2, 64>>>(data, flag, out);
	return ran();
}

template <bool FIX> __global__ void masks(int *o)
{
	int l = threadIdx.x, x;
	if (l < 9)
		x = __shfl_sync(FIX ? 0x1ff : 0xffff, l, 1); // BUG half-mask
	else
		x = __shfl_sync(FIX ? 0xfffffe00 : 0xffffffff, l, 17) + 1; // BUG whole-mask
	o[l] = x;
}
// CASE one_mask_for_all: lanes of two branches name each other, by different masks
// EXPECT synccheck deadlock|barrier at whole-mask|half-mask
// SAYS here some name 0xffffffff, and some 0xffff
// HARDWARE unmeasured
CASE(one_mask_for_all)
{
	Array<int> o(32);
	masks<false><<<1, 32>>>(o);
	return ran();
}
// CASE a_mask_for_each_branch: each branch names its own lanes
// EXPECT clean
// HARDWARE unmeasured
CASE(a_mask_for_each_branch)
{
	Array<int> o(32);
	masks<true><<<1, 32>>>(o);
	return ran();
}

// CASE doubled_by_many: the stride of one block makes all blocks change all elements; compilers make x << 1 | 1 of x * 2 + 1, which is no atomicOr()
// EXPECT racecheck RAW|WAR|WAW error between doubles and doubles
// ADVICE If one thread alone is to change it, follow both threads by hand
// UNSAID atomicOr()
// HARDWARE unmeasured
__global__ void doubled_by_many_k(int *a, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
		a[i] = a[i] * 2 + 1; // BUG doubles
}
CASE(doubled_by_many)
{
	Array<int> a(600, 0);
	doubled_by_many_k<<<4, 64>>>(a, 600);
	return ran();
}

// CASE scaled_by_many: the same with a float that is scaled: what stood there is multiplied, and no atomicAdd() does that
// EXPECT racecheck RAW|WAR|WAW error between scales and scales
// ADVICE If one thread alone is to change it, follow both threads by hand
// HARDWARE unmeasured
__global__ void scaled_by_many_k(float *a, const float *b, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
		a[i] = 0.5f * a[i] + b[i]; // BUG scales
}
CASE(scaled_by_many)
{
	Array<float> a(600, 0.f), b(600, 1.f);
	scaled_by_many_k<<<4, 64>>>(a, b, 600);
	return ran();
}

// CASE ored_by_many: bits are set one by one in one word, in two steps of one kind
// EXPECT racecheck RAW|WAR|WAW error|warning between ors and ors
// ADVICE use atomicOr()
// HARDWARE unmeasured
__global__ void ored_by_many_k(unsigned *a, unsigned low)
{
	*a = *a | 1u << threadIdx.x % 32 | low; // BUG ors
}
CASE(ored_by_many)
{
	Array<unsigned> a(1, 0u);
	ored_by_many_k<<<4, 64>>>(a, 1);
	return ran();
}

// CASE doubled_by_one: the stride of the whole grid: each element has its own thread
// EXPECT clean
// HARDWARE unmeasured
__global__ void doubled_by_one_k(int *a, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		a[i] = a[i] * 2 + 1;
}
CASE(doubled_by_one)
{
	Array<int> a(600, 0);
	doubled_by_one_k<<<4, 64>>>(a, 600);
	return ran() && a.get()[599] == 1;
}
