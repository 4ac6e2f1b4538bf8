/* index.cu: blocks that use the same places, where each is to have its own: the index lacks blockIdx, or the step of a loop the number of blocks. */
#include "case.h"

static const int N = 1000;

// CASE index_without_block: every block adds to all elements: an atomic would add four times
// EXPECT racecheck RAW|WAR error between adds-all and adds-all
// ADVICE is blockIdx in it
// HARDWARE unmeasured
template <bool OWN> __global__ void add_k(float *c, const float *a, int n)
{
	for (int i = (OWN ? blockIdx.x * blockDim.x : 0) + threadIdx.x; i < n; i += (OWN ? gridDim.x : 1) * blockDim.x)
		c[i] += a[i]; // BUG adds-all
}
CASE(index_without_block)
{
	Array<float> c(N, 0.f), a(N, 1.f);
	add_k<false><<<4, 128>>>(c, a, N);
	return ran();
}

// CASE index_with_block: each has its own
// EXPECT clean
// HARDWARE unmeasured
CASE(index_with_block)
{
	Array<float> c(N, 0.f), a(N, 1.f);
	add_k<true><<<4, 128>>>(c, a, N);
	return ran() && c.get()[N - 1] == 1;
}

// CASE index_of_rows: blockIdx.y is missing in a table of two dimensions
// EXPECT racecheck RAW|WAR error between adds-row and adds-row
// ADVICE is blockIdx in it
// HARDWARE unmeasured
__global__ void add_row(int *c)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
	c[y * 64 + x] += x + blockIdx.y; // BUG adds-row
}
CASE(index_of_rows)
{
	Array<int> c(64 * 64, 1);
	add_row<<<dim3(4, 4), dim3(16, 16)>>>(c);
	return ran();
}

// CASE equal_values: every block stores the same values in all places
// EXPECT racecheck WAW info between stores-equal and stores-equal
// ADVICE is blockIdx in it
// HARDWARE unmeasured
__global__ void store_equal(int *c, const int *a, int n)
{
	const int i = threadIdx.x;
	if (i < n)
		c[i] = a[i] + 1; // BUG stores-equal
}
CASE(equal_values)
{
	Array<int> c(256, 0), a(counting<int>(256));
	store_equal<<<4, 256>>>(c, a, 256);
	return ran() && c.get()[255] == 256;
}

// CASE flag_of_all: one place that all blocks set alike: it is meant
// EXPECT racecheck WAW info between sets-flag and sets-flag
// ADVICE Is it meant that they share this place?
// UNSAID blockIdx in it
// HARDWARE unmeasured
__global__ void set_flag(int *flag, const int *a)
{
	if (a[blockIdx.x * blockDim.x + threadIdx.x] == 0 && threadIdx.x == 0)
		*flag = 1; // BUG sets-flag
}
CASE(flag_of_all)
{
	Array<int> flag(1, 0), a(1024, 0);
	set_flag<<<8, 128>>>(flag, a);
	return ran() && flag.get()[0] == 1;
}

// CASE one_total: the first thread of each block adds to one place: that wants an atomic, whatever the index
// EXPECT racecheck RAW|WAR|WAW error between adds-total and adds-total
// ADVICE atomicAdd()
// UNSAID blockIdx in it
// HARDWARE unmeasured
__global__ void add_total(int *total)
{
	if (threadIdx.x == 0)
		*total += blockIdx.x + 1; // BUG adds-total
}
CASE(one_total)
{
	Array<int> total(1, 0);
	add_total<<<8, 128>>>(total);
	return ran();
}

// CASE bins_of_blocks: each block adds its bins to those of all: the atomic is offered, too
// EXPECT racecheck RAW|WAR|WAW error between merges and merges
// ADVICE use an atomic (atomicAdd())
// HARDWARE unmeasured
template <bool ATOMIC> __global__ void merge_bins(int *all, const int *a)
{
	__shared__ int bins[16];
	const int t = threadIdx.x;
	if (t < 16)
		bins[t] = 0;
	__syncthreads();
	atomicAdd(&bins[a[blockIdx.x * blockDim.x + t]], 1);
	__syncthreads();
	if (t < 16) {
		if (ATOMIC)
			atomicAdd(&all[t], bins[t]);
		else
			all[t] += bins[t]; // BUG merges
	}
}
CASE(bins_of_blocks)
{
	Array<int> all(16, 0), a(digits<int>(1024));
	merge_bins<false><<<8, 128>>>(all, a);
	return ran();
}

// CASE bins_by_atomics: the same by atomics
// EXPECT clean
// HARDWARE unmeasured
CASE(bins_by_atomics)
{
	Array<int> all(16, 0), a(digits<int>(1024));
	merge_bins<true><<<8, 128>>>(all, a);
	return ran();
}

// CASE scratch_of_all: scratch memory in global memory, of which each block needs a part for itself: no second launch mends that
// EXPECT racecheck RAW|WAR|WAW error between fills-scratch and reads-scratch|fills-scratch
// ADVICE is blockIdx in it
// UNSAID a second launch
// HARDWARE unmeasured
template <bool OWN> __global__ void turn_round(int *out, const int *in, int *scratch)
{
	const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, n = blockDim.x, from = OWN ? blockIdx.x * n : 0;
	scratch[from + t] = in[i]; // BUG fills-scratch
	__syncthreads();
	out[i] = scratch[from + n - 1 - t]; // BUG reads-scratch
}
CASE(scratch_of_all)
{
	Array<int> out(1024, 0), in(counting<int>(1024)), scratch(1024, 0);
	turn_round<false><<<8, 128>>>(out, in, scratch);
	return ran();
}

// CASE scratch_of_each: each block has its part
// EXPECT clean
// HARDWARE unmeasured
CASE(scratch_of_each)
{
	Array<int> out(1024, 0), in(counting<int>(1024)), scratch(1024, 0);
	turn_round<true><<<8, 128>>>(out, in, scratch);
	return ran() && out.get()[0] == 127;
}
