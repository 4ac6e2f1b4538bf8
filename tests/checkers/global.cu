/* global.cu: races in global memory within one launch: between blocks, between warps of a block, between lanes of a warp. compute-sanitizer's
 * racecheck looks at shared memory only. */
#include "case.h"

static const int B = 128;

// CASE blocks_overwrite: every block writes its own number to one place
// EXPECT racecheck WAW error at block-write
// HARDWARE none
__global__ void who(int *out)
{
	if (threadIdx.x == 0)
		*out = blockIdx.x; // BUG block-write
}
CASE(blocks_overwrite)
{
	Array<int> out(1, 0);
	who<<<8, 32>>>(out);
	return ran();
}

// CASE blocks_agree: every block writes the same value to one place
// EXPECT racecheck WAW info at agree
// ANSWER right
// HARDWARE none
__global__ void any_of(const int *in, int *found, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] % 100 == 0)
		*found = 1; // BUG agree
}
CASE(blocks_agree)
{
	Array<int> in(counting<int>(1000)), found(1, 0);
	any_of<<<8, B>>>(in, found, 1000);
	return ran() && found.get()[0] == 1;
}

// CASE stencil_in_place: a stencil that reads the neighbours' cells and writes its own in one array: blocks meet at their borders
// EXPECT racecheck RAW|WAR error between own-cell and right-cell|left-cell
// HARDWARE none
__global__ void smooth(float *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1) {
		float l = a[i - 1];            // BUG left-cell
		float r = a[i + 1];            // BUG right-cell
		a[i] = (l + r) / 2;            // BUG own-cell
	}
}
CASE(stencil_in_place)
{
	Array<float> a(counting<float>(8 * B));
	smooth<<<8, B>>>(a, 8 * B);
	return ran();
}

// CASE counter_without_atomic: every block adds its part to one sum with +=
// EXPECT racecheck RAW|WAR|WAW error at plain-add
// HARDWARE none
__global__ void sums(const int *in, int *sum)
{
	int v = in[blockIdx.x * 32 + threadIdx.x];
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	if (threadIdx.x == 0)
		*sum += v; // BUG plain-add
}
CASE(counter_without_atomic)
{
	Array<int> in(digits<int>(256)), sum(1, 0);
	sums<<<8, 32>>>(in, sum);
	return ran();
}

// CASE warps_without_barrier: the warps of one block hand values on through global memory without a barrier
// EXPECT racecheck RAW|WAR error between give and take
// HARDWARE none
__global__ void hand_on(int *tmp, int *out)
{
	int t = threadIdx.x;
	tmp[t] = 3 * t;            // BUG give
	out[t] = tmp[(t + 32) % B]; // BUG take
}
CASE(warps_without_barrier)
{
	Array<int> tmp(B, 0), out(B);
	hand_on<<<1, B>>>(tmp, out);
	return ran();
}

// CASE lanes_through_global: lanes of one warp exchange values through global memory without __syncwarp
// EXPECT racecheck RAW|WAR warning|error between lane-give and lane-take
// HARDWARE none
__global__ void lanes(int *tmp, int *out)
{
	int t = threadIdx.x;
	tmp[t] = 3 * t;         // BUG lane-give
	out[t] = tmp[t ^ 1];    // BUG lane-take
}
CASE(lanes_through_global)
{
	Array<int> tmp(32, 0), out(32);
	lanes<<<1, 32>>>(tmp, out);
	return ran();
}

// CASE last_block_without_fence: the last block adds up the others' sums, but nobody makes sure that they have arrived
// EXPECT racecheck RAW|WAR error|warning between part-write and part-read
// HARDWARE none
__global__ void last_block(const int *in, int *part, unsigned *count, int *out)
{
	__shared__ bool last;
	int v = in[blockIdx.x * 32 + threadIdx.x];
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	if (threadIdx.x == 0) {
		part[blockIdx.x] = v; // BUG part-write
		last = atomicAdd(count, 1u) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int sum = 0;
		for (unsigned b = 0; b < gridDim.x; b++)
			sum += part[b]; // BUG part-read
		*out = sum;
	}
}
CASE(last_block_without_fence)
{
	Array<int> in(digits<int>(256)), part(8, 0), out(1);
	Array<unsigned> count(1, 0u);
	last_block<<<8, 32>>>(in, part, count, out);
	return ran();
}

// CASE volatile_part_without_fence: as above, and the sums are volatile: their values decide nothing, so nobody reckons with old ones
// EXPECT racecheck RAW error between volatile-write and volatile-read
// HARDWARE unmeasured
__global__ void volatile_part(const int *in, volatile int *part, unsigned *count, int *out)
{
	int t = threadIdx.x, sum = 0;
	if (t == 0) {
		for (int k = 0; k < 32; k++)
			sum += in[blockIdx.x * 32 + k];
		part[blockIdx.x] = sum; // BUG volatile-write
		if (atomicAdd(count, 1u) == gridDim.x - 1) {
			sum = 0;
			for (int k = 0; k < (int)gridDim.x; k++)
				sum += part[k]; // BUG volatile-read
			*out = sum;
		}
	}
}
CASE(volatile_part_without_fence)
{
	Array<int> in(counting<int>(256)), part(8), out(1);
	Array<unsigned> count(1, 0u);
	volatile_part<<<8, 32>>>(in, part, count, out);
	return ran() && out.get()[0] == 255 * 128;
}

// CASE flag_without_fence: block 0 writes data and then a volatile flag, block 1 waits for the flag and reads the data: no fence on either side
// EXPECT racecheck RAW|WAR error|warning between data-write and data-read
// HARDWARE none
__global__ void flagged(int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = 7; // BUG data-write
		if (threadIdx.x == 0)
			*flag = 1;             // BUG flag-write
	} else {
		while (*flag == 0)             // BUG flag-read
			;
		out[threadIdx.x] = data[threadIdx.x]; // BUG data-read
	}
}
CASE(flag_without_fence)
{
	Array<int> data(32, 0), flag(1, 0), out(32);
	flagged<<<2, 32>>>(data, flag, out);
	return ran();
}

// CASE phases_without_grid_sync: one launch does what needs two: the second half reads what other blocks write in the first
// EXPECT racecheck RAW|WAR error between phase-one and phase-two
// HARDWARE none
__global__ void phases(const int *in, int *tmp, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	tmp[i] = 2 * in[i];          // BUG phase-one
	__syncthreads();
	out[i] = tmp[n - 1 - i];     // BUG phase-two
}
CASE(phases_without_grid_sync)
{
	const int n = 4 * B;
	Array<int> in(counting<int>(n)), tmp(n, 0), out(n);
	phases<<<4, B>>>(in, tmp, out, n);
	return ran();
}

// CASE fill_then_atomic: every block clears the bins at its start and then adds to them
// EXPECT racecheck RAW|WAR|WAW error|warning between clear and count
// HARDWARE none
__global__ void clear_and_count(const int *in, int *bins)
{
	if (threadIdx.x < 16)
		bins[threadIdx.x] = 0;  // BUG clear
	__syncthreads();
	atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1); // BUG count
}
CASE(fill_then_atomic)
{
	Array<int> in(digits<int>(4 * B)), bins(16, 0);
	clear_and_count<<<4, B>>>(in, bins);
	return ran();
}

// CASE labels_in_place: connected components: each pixel takes the least label around it while its neighbours do the same
// EXPECT racecheck RAW|WAR error|warning between label-read|label-up|label-own and label-write
// HARDWARE none
__global__ void spread(int *label, const unsigned char *on, int w, int h, int *changed)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h || !on[i])
		return;
	int least = label[i];   // BUG label-own
	if (x > 0 && on[i - 1])
		least = min(least, *(volatile int *)&label[i - 1]); // BUG label-read
	if (y > 0 && on[i - w])
		least = min(least, *(volatile int *)&label[i - w]); // BUG label-up
	if (least < label[i]) {
		label[i] = least;       // BUG label-write
		*changed = 1;
	}
}
CASE(labels_in_place)
{
	const int w = 32, h = 32;
	Array<int> label(counting<int>(w * h)), changed(1, 0);
	Array<unsigned char> on(w * h, (unsigned char)1);
	spread<<<dim3(2, 2), dim3(16, 16)>>>(label, on, w, h, changed);
	return ran();
}

// CASE append_without_atomic: each block appends to a list at a place that it reads and moves on without an atomic
// EXPECT racecheck RAW|WAR|WAW error between tail-read|tail-write and tail-read|tail-write
// HARDWARE none
__global__ void append(int *list, int *tail)
{
	if (threadIdx.x == 0) {
		int at = *tail;        // BUG tail-read
		list[at] = blockIdx.x; // BUG list-write
		*tail = at + 1;        // BUG tail-write
	}
}
CASE(append_without_atomic)
{
	Array<int> list(64, -1), tail(1, 0);
	append<<<16, 32>>>(list, tail);
	return ran();
}

// CASE byte_blocks: the blocks' byte ranges overlap by one byte
// EXPECT racecheck WAW error at byte-write
// HARDWARE none
__global__ void byte_ranges(unsigned char *a)
{
	a[blockIdx.x * 31 + threadIdx.x] = (unsigned char)(blockIdx.x + 1); // BUG byte-write
}
CASE(byte_blocks)
{
	Array<unsigned char> a(256, (unsigned char)0);
	byte_ranges<<<4, 32>>>(a);
	return ran();
}

// CASE lock_without_fence: a lock by compare-and-swap around plain data, and no fence in sight
// EXPECT racecheck RAW|WAR|WAW warning|error at unfenced
// HARDWARE none
__global__ void unfenced_lock(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		*sum += blockIdx.x; // BUG unfenced
		atomicExch(lock, 0);
	}
}
CASE(lock_without_fence)
{
	Array<int> lock(1, 0), sum(1, 0);
	unfenced_lock<<<8, 32>>>(lock, sum);
	return ran();
}

// CASE fence_on_one_side: the writer fences, the flag is a plain variable that nobody has to write or to read at once
// EXPECT racecheck RAW|WAR warning|error between plain-set and plain-poll
// HARDWARE none
__global__ void plain_flag(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t;                  // BUG plain-data-write
		__threadfence();
		if (t == 0)
			*flag = 1;            // BUG plain-set
	} else if (*flag) {                   // BUG plain-poll
		out[t] = data[t];             // BUG plain-data
	}
}
CASE(fence_on_one_side)
{
	Array<int> data(32, 0), flag(1, 0), out(32, 0);
	plain_flag<<<2, 32>>>(data, flag, out);
	return ran();
}

// CASE compacted_too_early: as order_clean/compacted_in_place, but a block reads its elements once more after it has handed on its count
// EXPECT racecheck WAR|RAW error between late-read and early-write
// HARDWARE none
__global__ void keep_odd_late(int *a, unsigned long long *chain)
{
	__shared__ unsigned long long base;
	int t = threadIdx.x, n = __syncthreads_count(a[blockIdx.x * B + t] & 1);
	if (t == 0) {
		unsigned long long before = 0;
		while (blockIdx.x && !(before >> 32))
			asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(before) : "l"(chain + blockIdx.x - 1) : "memory");
		before &= 0xffffffff;
		asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(chain + blockIdx.x), "l"(1ull << 32 | (before + n)) : "memory");
		base = before;
	}
	__syncthreads();
	int v = a[blockIdx.x * B + t]; // BUG late-read
	__syncthreads();
	if (v & 1)
		a[base + t / 2] = v;   // BUG early-write
}
CASE(compacted_too_early)
{
	Array<int> a(counting<int>(8 * B));
	Array<unsigned long long> chain(8, 0);
	keep_odd_late<<<8, B>>>(a, chain);
	return ran();
}

// CASE handed_on_unfenced: a block hands on what it wrote, through a relaxed word and without a fence
// EXPECT racecheck RAW error between unfenced-write and unfenced-read
// HARDWARE none
__global__ void hand_on(int *data, int *flag, int *out)
{
	int t = threadIdx.x, seen = 0;
	if (blockIdx.x == 0) {
		data[t] = t;                 // BUG unfenced-write
		__syncthreads();
		if (t == 0)
			asm volatile("st.relaxed.gpu.u32 [%0], 1;" :: "l"(flag) : "memory");
	} else {
		while (t == 0 && !seen)
			asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
		__syncthreads();
		out[t] = data[t];            // BUG unfenced-read
	}
}
CASE(handed_on_unfenced)
{
	Array<int> data(B, 0), flag(1, 0), out(B, 0);
	hand_on<<<2, B>>>(data, flag, out);
	return ran();
}

// CASE level_search: a level of a breadth-first search: each thread that finds a neighbour without a level gives it the same one
// EXPECT racecheck RAW|WAR warning between level-asked and level-set
// ADVICE no order changes the result
// HARDWARE unmeasured
__global__ void level_search(const int *row, const int *col, int *level, int now, int n, int *changed)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || level[v] != now) // BUG level-own
		return;
	for (int e = row[v]; e < row[v + 1]; e++) {
		int u = col[e];
		if (level[u] < 0) { // BUG level-asked
			level[u] = now + 1; // BUG level-set
			*changed = 1; // BUG level-changed
		}
	}
}
CASE(level_search)
{
	const int n = 256;
	std::vector<int> r, c, l(n, -1);
	for (int i = 0; i < n; i++) {
		r.push_back((int)c.size());
		for (int k : { 7 * i + 1, 5 * i + 3, 3 * i + 3 })
			c.push_back(k % n);
	}
	r.push_back((int)c.size());
	l[0] = 0;
	Array<int> row(r), col(c), level(l), changed(1, 0);
	for (int k = 0; k < 8; k++)
		level_search<<<4, 64>>>(row, col, level, k, n, changed);
	return ran();
}

// CASE atomic_that_reads: atomicOr(p, 0) beside a plain store
// EXPECT racecheck RAW|WAR warning between or-nothing and or-stored
// ADVICE The atomic only reads
// NEVER WAW
// HARDWARE unmeasured
__global__ void or_nothing(int *p, int *o)
{
	int t = threadIdx.x + blockIdx.x * blockDim.x;
	if (t == 0)
		*p = 7; // BUG or-stored
	o[t] = atomicOr(p, 0); // BUG or-nothing
}
CASE(atomic_that_reads)
{
	Array<int> p(1, 5), o(128, 0);
	or_nothing<<<4, 32>>>(p, o);
	return ran();
}

// CASE halves_unasked: each block adds up the halves of the volatile words of the blocks before it, and asks none of them whether it is there
// EXPECT racecheck RAW|WAR error between halves-told and halves-read
// HARDWARE unmeasured
__global__ void add_halves(int *out, volatile long long *told)
{
	int sum = 0;
	told[blockIdx.x] = (long long)blockIdx.x << 32 | 2; // BUG halves-told
	for (int j = 0; j < blockIdx.x; j++) {
		long long word = told[j]; // BUG halves-read
		sum += (int)word + (int)(word >> 32);
	}
	out[blockIdx.x] = sum;
}
CASE(halves_unasked)
{
	Array<int> out(16, 0);
	Array<long long> told(16, 0);
	add_halves<<<16, 1>>>(out, told);
	return ran();
}

// CASE first_value_in_the_kernel: one thread sets the total to 0, a barrier, all blocks add to it; the block that set it adds, too
// EXPECT racecheck WAW error between total-set and total-added
// ADVICE set it with cudaMemset(), or in an earlier launch
// HARDWARE unmeasured
__global__ void sets_total(const int *in, int *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i == 0)
		*sum = 0; // BUG total-set
	__syncthreads();
	if (i < n)
		atomicAdd(sum, in[i]); // BUG total-added
}
CASE(first_value_in_the_kernel)
{
	Array<int> in(500, 1), sum(1, 0);
	sets_total<<<4, 128>>>(in, sum, 500);
	return ran();
}

// CASE first_value_of_a_maximum: the same of a maximum that each block finds for itself first, and changes once
// EXPECT racecheck WAW error between most-set and most-changed
// HARDWARE unmeasured
__global__ void sets_most(const int *in, int *most, int n)
{
	__shared__ int s;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		s = -1;
	if (i == 0)
		*most = -1; // BUG most-set
	__syncthreads();
	if (i < n)
		atomicMax(&s, in[i]);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicMax(most, s); // BUG most-changed
}
CASE(first_value_of_a_maximum)
{
	Array<int> in(500, 1), most(1, 0);
	sets_most<<<4, 128>>>(in, most, 500);
	return ran();
}

// CASE first_value_of_tickets: the counter of the blocks' tickets is set to 0 by the kernel that draws them
// EXPECT racecheck WAW error between tickets-set and ticket-drawn
// SAYS nothing orders the two blocks
// ADVICE set it with cudaMemset(), or in an earlier launch
// HARDWARE unmeasured
__global__ void sets_tickets(int *part, int *count, int *out)
{
	__shared__ bool last;
	if (blockIdx.x == 0 && threadIdx.x == 64)
		*count = 0; // BUG tickets-set
	part[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(count, 1) == gridDim.x - 1; // BUG ticket-drawn
	__syncthreads();
	__threadfence();
	if (last)
		out[threadIdx.x] = part[threadIdx.x];
}
CASE(first_value_of_tickets)
{
	Array<int> part(512, 0), count(1, 0), out(128, 0);
	sets_tickets<<<4, 128>>>(part, count, out);
	return ran();
}

// CASE first_values_of_bins: the first block clears the bins of all, and all count there
// EXPECT racecheck WAW error between bins-cleared and bins-counted
// HARDWARE unmeasured
__global__ void clears_bins(int *bins)
{
	if (blockIdx.x == 0 && threadIdx.x < 64)
		bins[threadIdx.x] = 0; // BUG bins-cleared
	__syncthreads();
	atomicAdd(&bins[threadIdx.x * 7 % 64], 1); // BUG bins-counted
}
CASE(first_values_of_bins)
{
	Array<int> bins(64, 0);
	clears_bins<<<4, 128>>>(bins);
	return ran();
}

// CASE read_beside_the_first_value: another block looks at a place that a block has set plainly, and then counted at
// EXPECT racecheck RAW error between place-set and place-looked
// HARDWARE unmeasured
__global__ void set_and_counted(int *place, int *out)
{
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*place = 1; // BUG place-set
	__syncthreads();
	if (blockIdx.x == 0)
		atomicAdd(place, 1);
	else
		out[threadIdx.x] = *(volatile int *)place; // BUG place-looked
}
CASE(read_beside_the_first_value)
{
	Array<int> place(1, 0), out(128, 0);
	set_and_counted<<<2, 128>>>(place, out);
	return ran();
}
