/* advice.cu: races of which the usual advice, a barrier between the one and the other, would not help. */
#include "case.h"
#include <cooperative_groups.h>

// CASE next_round_too_early: a fast warp writes the next round's value before a slow one has read. The read comes last, and what lacks a barrier is the way to the write
// EXPECT racecheck WAR error between early-write and late-read
// ADVICE between the read and the write
// HARDWARE unmeasured
__global__ void next_round(int *o, int rounds)
{
	__shared__ int s[32];
	int t = threadIdx.x, sum = 0;
#pragma unroll 1
	for (int k = 0; k < rounds; k++) {
		if (t < 32)
			s[t] = k + t; // BUG early-write
		__syncthreads();
		if (t >= 32)
			sum += s[t - 32]; // BUG late-read
	}
	o[t] = sum;
}
CASE(next_round_too_early)
{
	Array<int> o(64);
	next_round<<<1, 64>>>(o, 3);
	return ran();
}

// CASE flag_cleared_too_early: all threads clear a flag for the next round, which slow ones have still to look at
// EXPECT racecheck RAW|WAR error between cleared and looked
// EXPECT racecheck WAW error between cleared and raised
// EXPECT racecheck WAW info at cleared
// EXPECT racecheck RAW|WAR error between raised and looked
// EXPECT racecheck WAW info at raised
// ADVICE Put a barrier (__syncthreads()) between the read and the write
// HARDWARE unmeasured
__global__ void flag_k(int *level, int rounds)
{
	__shared__ int again;
#pragma unroll 1
	do {
		again = 0; // BUG cleared
		if (level[threadIdx.x]-- > 0)
			again = 1; // BUG raised
		__syncthreads();
	} while (again && rounds--); // BUG looked
}
CASE(flag_cleared_too_early)
{
	std::vector<int> to(128);
	for (int k = 0; k < 128; k++)
		to[k] = k % 4;
	Array<int> level(to);
	flag_k<<<1, 128>>>(level, 6);
	return ran();
}

// CASE asked_within_a_warp: lanes of one warp find places not set, and set them to the same value
// EXPECT racecheck RAW|WAR warning between asked and set
// ADVICE no order changes the result
// HARDWARE unmeasured
__global__ void asked_k(const int *to, int *level)
{
	int v = to[threadIdx.x];
	if (level[v] < 0)     // BUG asked
		level[v] = 1; // BUG set
}
CASE(asked_within_a_warp)
{
	std::vector<int> to(32);
	for (int k = 0; k < 32; k++)
		to[k] = k / 2;
	Array<int> t(to), level(32, -1);
	asked_k<<<1, 32>>>(t, level);
	return ran();
}

// CASE swap_that_reads: atomicCAS(p, 0, 0) beside a plain store
// EXPECT racecheck RAW|WAR warning between swapped and stored
// ADVICE The atomic only reads
// NEVER WAW
// HARDWARE unmeasured
__global__ void swap_that_reads_k(int *p, int *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG stored
	else
		o[threadIdx.x] = atomicCAS(p + threadIdx.x, 0, 0); // BUG swapped
}
CASE(swap_that_reads)
{
	Array<int> p(64, 0), o(64, 0);
	swap_that_reads_k<<<2, 64>>>(p, o);
	return ran();
}

// CASE swap_that_writes: the same, and the compare and swap may change what is there
// EXPECT racecheck WAW error between really-swapped and really-stored
// HARDWARE unmeasured
__global__ void swap_that_writes_k(int *p, int *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG really-stored
	else
		o[threadIdx.x] = atomicCAS(p + threadIdx.x, 0, 2); // BUG really-swapped
}
CASE(swap_that_writes)
{
	Array<int> p(64, 0), o(64, 0);
	swap_that_writes_k<<<2, 64>>>(p, o);
	return ran();
}

// CASE maximum_that_reads: the maximum of an unsigned number and 0
// EXPECT racecheck RAW|WAR warning between maximum and stored-beside
// ADVICE The atomic only reads
// NEVER WAW
// HARDWARE unmeasured
__global__ void maximum_that_reads_k(unsigned *p, unsigned *o)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1; // BUG stored-beside
	else
		o[threadIdx.x] = atomicMax(p + threadIdx.x, 0u); // BUG maximum
}
CASE(maximum_that_reads)
{
	Array<unsigned> p(64, 0u), o(64, 0u);
	maximum_that_reads_k<<<2, 64>>>(p, o);
	return ran();
}

// CASE flag_without_fences: data and a flag between blocks, in a kernel that has no fence at all
// EXPECT racecheck RAW error between data-read and data-written
// SAYS no fence between the write and the flag, nor between the flag and the read
// ADVICE A flag alone orders nothing
// HARDWARE unmeasured
__global__ void without_fences(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // BUG data-written
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		*out = *data; // BUG data-read
	}
}
CASE(flag_without_fences)
{
	Array<int> data(1, 0), flag(1, 0), out(1);
	without_fences<<<2, 32>>>(data, flag, out);
	return ran();
}

// CASE no_flag_at_all: a block reads what another one writes; atomics count something else
// EXPECT racecheck RAW error between plain-read and plain-write
// SAYS nothing orders the two blocks
// HARDWARE unmeasured
__global__ void no_flag(int *data, int *count, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	data[i] = i; // BUG plain-write
	out[i] = data[(i + n / 2) % n]; // BUG plain-read
	atomicAdd(count, 1);
}
CASE(no_flag_at_all)
{
	Array<int> data(256, 0), count(1, 0), out(256);
	no_flag<<<4, 64>>>(data, count, out);
	return ran();
}

// CASE here_and_there: two lines race within a block, and so they do between blocks: both are told
// EXPECT racecheck RAW error between read-below and write-own
// SAYS no barrier in between
// SAYS nothing orders the two blocks
// ADVICE Put a barrier
// ADVICE Blocks run in any order
// HARDWARE unmeasured
__global__ void both_ways(int *data, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	data[i] = i; // BUG write-own
	out[i] = i < 32 ? 0 : data[i - 32]; // BUG read-below
}
CASE(here_and_there)
{
	Array<int> data(256, 0), out(256);
	both_ways<<<4, 64>>>(data, out);
	return ran();
}

// CASE half_at_grid_sync: half of each block goes round grid.sync() and writes on
// EXPECT synccheck barrier warning at half-grid
// SAYS grid.sync() is reached by 32 of 64 threads
// HARDWARE unmeasured
__global__ void half_at_grid(int *out)
{
	if (threadIdx.x < blockDim.x / 2)
		cooperative_groups::this_grid().sync(); // BUG half-grid
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(half_at_grid_sync)
{
	Array<int> out(128);
	int *p = out;
	void *args[] = { &p };
	said(cudaLaunchCooperativeKernel((void *)half_at_grid, dim3(2), dim3(64), args));
	return ran();
}

// CASE index_below_zero: x[0u - 1]: the index is no -1 but the largest number of 32 bits
// EXPECT memcheck oob at wrapped-index
// SAYS wrapped around: without that the address is 4 bytes before the 4,000-byte allocation
// HARDWARE unmeasured
__global__ void below_zero(const int *x, int *out, unsigned n)
{
	unsigned i = threadIdx.x;
	out[i] = x[i - n]; // BUG wrapped-index
}
CASE(index_below_zero)
{
	Array<int> x(1000, 0), out(32);
	below_zero<<<1, 32>>>(x, out, 1);
	return ran();
}

// CASE past_a_variable: past the end of a __device__ array: which one is said
// EXPECT memcheck oob at past-histogram
// SAYS (the __device__ variable histogram)
// HARDWARE unmeasured
__device__ int histogram[64];
__global__ void past_variable(int n)
{
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		histogram[k] = k; // BUG past-histogram
}
CASE(past_a_variable)
{
	past_variable<<<1, 32>>>(100);
	return ran();
}

// CASE no_second_grid_sync: a cooperative kernel with one grid.sync() where it needs two: the halves read each other's cells and write their own
// EXPECT racecheck RAW|WAR error between own-half and other-half
// SAYS no grid.sync() or flag in between
// ADVICE Put a grid.sync()
// HARDWARE unmeasured
__global__ void one_sync(int *x)
{
	auto grid = cooperative_groups::this_grid();
	int i = (int)grid.thread_rank(), n = (int)grid.size();
	x[i] = i;
	grid.sync();
	int other = x[(i + n / 2) % n]; // BUG other-half
	x[i] = other; // BUG own-half
}
CASE(no_second_grid_sync)
{
	Array<int> x(128, 0);
	int *p = x;
	void *args[] = { &p };
	said(cudaLaunchCooperativeKernel((void *)one_sync, dim3(2), dim3(64), args));
	return ran();
}

// CASE grid_sync_after_both: a cooperative kernel whose grid.sync() comes after the write and after the read, where one has to stand in between
// EXPECT racecheck RAW|WAR error between edge-read|edge-write and edge-read|edge-write
// SAYS no grid.sync() or flag in between
// ADVICE Put a grid.sync()
// HARDWARE unmeasured
__global__ void two_edges(int *rows, int *edges)
{
	auto grid = cooperative_groups::this_grid();
	int i = (int)grid.thread_rank(), n = (int)grid.size();
	for (int step = 0; step < 3; step++) {
		rows[i] = i + step; // BUG edge-write
		edges[i] += rows[n - 1 - i]; // BUG edge-read
		grid.sync();
		edges[i] *= 2;
		grid.sync();
	}
}
CASE(grid_sync_after_both)
{
	Array<int> rows(128, 0), edges(128, 0);
	int *p = rows, *q = edges;
	void *args[] = { &p, &q };
	said(cudaLaunchCooperativeKernel((void *)two_edges, dim3(2), dim3(64), args));
	return ran();
}

// CASE grid_sync_in_ordinary_launch: grid.sync() in a kernel that was started with <<<...>>>
// EXPECT memcheck trap at ordinary-sync
// SAYS it is grid.sync()'s, which works only in a cooperative launch
// HARDWARE unmeasured
__global__ void ordinary(int *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	cooperative_groups::this_grid().sync(); // BUG ordinary-sync
}
CASE(grid_sync_in_ordinary_launch)
{
	Array<int> x(128, 0);
	ordinary<<<2, 64>>>(x);
	return ran();
}

// CASE waits_for_a_plain_variable: a block waits for what another block sets, and neither access says that they meet
// EXPECT racecheck RAW|WAR error between plain-wait|hoisted and plain-set
// SAYS nothing orders the two blocks
// ADVICE hand the value over
// ALSO synccheck
// HARDWARE unmeasured
__global__ void plain_wait(int *flag, int *out)
{
	if (blockIdx.x == 0) { // BUG hoisted
		*flag = 1; // BUG plain-set
		return;
	}
	while (*flag == 0) // BUG plain-wait
		;
	*out = 1;
}
CASE(waits_for_a_plain_variable)
{
	Array<int> flag(1, 0), out(1, 0);
	plain_wait<<<2, 1>>>(flag, out);
	return ran();
}

// CASE lock_freed_plainly: a lock taken by atomicCAS() and freed by a store
// EXPECT racecheck RAW|WAR|WAW error between plainly-added and plainly-added
// EXPECT racecheck WAW error between taken-by-swap|plainly-freed and plainly-freed
// ADVICE One place is changed by atomics and by plain stores
// HARDWARE unmeasured
__global__ void freed_plainly(int *lock, int *sum)
{
	while (atomicCAS(lock, 0, 1)) ; // BUG taken-by-swap
	__threadfence();
	*sum += blockIdx.x; // BUG plainly-added
	__threadfence();
	*lock = 0; // BUG plainly-freed
}
CASE(lock_freed_plainly)
{
	Array<int> lock(1, 0), sum(1, 0);
	freed_plainly<<<8, 1>>>(lock, sum);
	return ran();
}

// CASE flag_of_a_warp: data and a volatile flag in shared memory, from one warp to another, in a kernel that has no fence at all
// EXPECT racecheck RAW|WAR error between warp-data-read and warp-data
// SAYS no fence between the write and the flag, nor between the flag and the read
// ADVICE Within a block __threadfence_block() is enough
// HARDWARE unmeasured
__global__ void warps_flag(const int *in, int *out, int n)
{
	__shared__ int data;
	__shared__ volatile int flag;
	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	for (int i = 1; i <= n; i++) {
		if (threadIdx.x == 0) {
			data = in[i]; // BUG warp-data
			flag = i;
		} else if (threadIdx.x == 32) {
			while (flag < i)
				;
			out[i] = data; // BUG warp-data-read
		}
		__syncthreads();
	}
}
CASE(flag_of_a_warp)
{
	Array<int> in(counting<int>(8)), out(8, 0);
	warps_flag<<<1, 64>>>(in, out, 4);
	return ran();
}

// CASE barrier_beside_a_flag: the kernel has a volatile flag, but the warps that race do not look at it: a barrier is missing
// EXPECT racecheck RAW|WAR error between below-cell and own-cell-set
// ADVICE Put a barrier
// HARDWARE unmeasured
__global__ void beside(const int *in, int *out)
{
	__shared__ int cell[64];
	__shared__ volatile int stop;
	if (threadIdx.x == 0)
		stop = 0;
	__syncthreads();
	cell[threadIdx.x] = in[threadIdx.x]; // BUG own-cell-set
	out[threadIdx.x] = cell[(threadIdx.x + 32) % 64]; // BUG below-cell
	__syncthreads();
	if (threadIdx.x == 0)
		stop = 1;
	while (!stop)
		;
}
CASE(barrier_beside_a_flag)
{
	Array<int> in(counting<int>(64)), out(64, 0);
	beside<<<1, 64>>>(in, out);
	return ran();
}

// CASE syncwarp_for_the_block: a tile of the whole block, and only a __syncwarp() between its stores and the loads of another warp
// EXPECT racecheck RAW|WAR error between four-cells and one-cell
// ADVICE that every thread of the block reaches between the write and the read
// ALSO initcheck
// HARDWARE unmeasured
__global__ void too_few_wait(const float *in, float *out)
{
	__shared__ alignas(16) float s[256];
	int t = threadIdx.x;
	s[t] = in[t]; // BUG one-cell
	__syncwarp();
	if (t < 64) {
		float4 v = reinterpret_cast<float4 *>(s)[t]; // BUG four-cells
		out[t] = v.x + v.y + v.z + v.w;
	}
}
CASE(syncwarp_for_the_block)
{
	Array<float> in(counting<float>(256)), out(64);
	too_few_wait<<<1, 256>>>(in, out);
	return ran();
}

// CASE rows_taken_in_turn: two rows of a table in turn, one is read and the other written in one line, no barrier between the turns
// EXPECT racecheck RAW|WAR error between next-row and next-row
// EXPECT racecheck WAW error at next-row
// ADVICE put a barrier (__syncthreads()) at the end of the turn
// UNSAID No barrier helps: use an atomic
// HARDWARE unmeasured
__global__ void in_turn(int *out, int rounds)
{
	__shared__ int rows[2][128];
	int *last = rows[0], *next = rows[1];
	const int t = threadIdx.x;
	last[t] = next[t] = t;
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < rounds; k++) {
		for (int i = t; i < 127; i += 64)
			next[i + k / 2 % 2] = last[i] + last[i + 1]; // BUG next-row
		int *s = last;
		last = next;
		next = s;
	}
	__syncthreads();
	out[t] = last[t];
}
CASE(rows_taken_in_turn)
{
	Array<int> out(128);
	in_turn<<<1, 64>>>(out, 6);
	return ran();
}

// CASE sums_of_a_tree: a scan's way up a tree in one line, and no barrier between its levels
// EXPECT racecheck RAW|WAR error|warning between tree-level and tree-level
// EXPECT racecheck WAW error at tree-level
// ADVICE put a barrier (__syncthreads()) at the end of the turn
// UNSAID No barrier helps: use an atomic
// HARDWARE unmeasured
__global__ void tree(int *out)
{
	__shared__ int s[256];
	const int t = threadIdx.x;
	s[2 * t] = s[2 * t + 1] = t;
	__syncthreads();
#pragma unroll 1
	for (int far = 1, n = 128; n > 0; far *= 2, n /= 2)
		if (t < n)
			s[far * (2 * t + 2) - 1] += s[far * (2 * t + 1) - 1]; // BUG tree-level
	__syncthreads();
	out[t] = s[2 * t + 1];
}
CASE(sums_of_a_tree)
{
	Array<int> out(128);
	tree<<<1, 128>>>(out);
	return ran();
}

// CASE bins_in_a_loop: bins[x]++ in a loop, and lanes of a warp meet in one turn
// EXPECT racecheck RAW|WAR error|warning between loop-increment and loop-increment
// EXPECT racecheck WAW error at loop-increment
// ADVICE No barrier helps: use an atomic
// UNSAID at the end of the turn
// HARDWARE unmeasured
__global__ void bins_loop(const int *in, int *out, int n)
{
	__shared__ int bins[16];
	const int t = threadIdx.x;
	if (t < 16)
		bins[t] = 0;
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x)
		bins[in[i] & 15]++; // BUG loop-increment
	__syncthreads();
	if (t < 16)
		out[t] = bins[t];
}
CASE(bins_in_a_loop)
{
	Array<int> in(counting<int>(1024)), out(16);
	bins_loop<<<1, 64>>>(in, out, 1024);
	return ran();
}

// CASE look_before_the_smallest: a plain look saves atomicMin() where it would change nothing: it is no counter
// EXPECT racecheck RAW|WAR warning between looked-before-min and looked-before-min
// ADVICE The read only saves an atomic operation
// UNSAID atomicAdd(count, 1)
// HARDWARE unmeasured
__global__ void look_before_the_smallest_k(const unsigned *x, unsigned *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && x[i] < best[i % 7]) // BUG looked-before-min
		atomicMin(best + i % 7, x[i]); // BUG looked-before-min
}
CASE(look_before_the_smallest)
{
	Array<unsigned> x(512, 5u), best(7, 1000u);
	look_before_the_smallest_k<<<4, 128>>>(x, best, 512);
	return ran();
}

// CASE count_read_before_it: the place is read, and then counted on: two threads get the same one
// EXPECT racecheck RAW|WAR warning between place-taken and place-taken
// ADVICE Take the value from the atomic itself
// ALSO initcheck
// HARDWARE unmeasured
__global__ void count_read_before_it_k(int *count, int *out)
{
	int place = *count; // BUG place-taken
	atomicAdd(count, 1); // BUG place-taken
	out[blockIdx.x * blockDim.x + threadIdx.x] = place;
}
CASE(count_read_before_it)
{
	Array<int> count(1, 0), out(128, 0);
	count_read_before_it_k<<<4, 32>>>(count, out);
	return ran();
}
