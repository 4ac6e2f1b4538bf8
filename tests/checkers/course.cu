/* course.cu: more of what people write in their first months: buffers used anew, sizes forgotten, groups of the wrong threads. */
#include "case.h"
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
static const int B = 128;

// CASE pipeline_stage_reused: two stages of cp.async; a stage is filled anew while other warps may still read it
// EXPECT racecheck RAW|WAR error between stage-fill and stage-read
// HARDWARE racecheck
__global__ void reused(const int *in, int *out, int tiles)
{
	__shared__ int stage[2][B];
	int t = threadIdx.x, sum = 0;
	__pipeline_memcpy_async(&stage[0][t], &in[t], 4); // BUG stage-fill
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			__pipeline_memcpy_async(&stage[(k + 1) % 2][t], &in[(k + 1) * B + t], 4); // BUG stage-fill
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += stage[k % 2][B - 1 - t]; // BUG stage-read
	}
	out[t] = sum;
}
CASE(pipeline_stage_reused)
{
	Array<int> in(counting<int>(8 * B)), out(B);
	reused<<<1, B>>>(in, out, 8);
	return ran();
}

// CASE pipeline_waits_for_too_few: three stages and two barriers a round, but it goes on with three groups under way where two may be
// EXPECT racecheck RAW|WAR|WAW error|warning between stage-fill and stage-read
// ALSO initcheck
// HARDWARE racecheck
__global__ void too_few(const int *in, int *out, int tiles)
{
	__shared__ int stage[3][B];
	int t = threadIdx.x, sum = 0;
	for (int k = 0; k < 2; k++) {
		__pipeline_memcpy_async(&stage[k][t], &in[k * B + t], 4); // BUG stage-fill
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		if (k + 2 < tiles)
			__pipeline_memcpy_async(&stage[(k + 2) % 3][t], &in[(k + 2) * B + t], 4); // BUG stage-fill
		__pipeline_commit();
		__pipeline_wait_prior(3); // 2 would do
		__syncthreads();
		sum += stage[k % 3][B - 1 - t]; // BUG stage-read
		__syncthreads();
	}
	out[t] = sum;
}
CASE(pipeline_waits_for_too_few)
{
	Array<int> in(counting<int>(8 * B)), out(B);
	too_few<<<1, B>>>(in, out, 8);
	return ran();
}

// CASE kernel_behind_free: a kernel in the stream after the cudaFreeAsync of its array
// EXPECT memcheck after-free at freed-in-order
// HARDWARE memcheck
__global__ void add_one(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] += 1; // BUG freed-in-order
}
CASE(kernel_behind_free)
{
	cudaStream_t s;
	int *a;
	said(cudaStreamCreate(&s));
	said(cudaMallocAsync(&a, 4000, s));
	said(cudaMemsetAsync(a, 0, 4000, s));
	said(cudaFreeAsync(a, s));
	add_one<<<8, B, 0, s>>>(a, 1000);
	return ran();
}

// CASE freed_twice_in_order: cudaFreeAsync of the same pointer twice
// EXPECT memcheck api|double-free
// ANSWER wrong
// HARDWARE memcheck
CASE(freed_twice_in_order)
{
	int *a;
	said(cudaMallocAsync(&a, 4000, 0));
	said(cudaFreeAsync(a, 0));
	said(cudaFreeAsync(a, 0));
	return said(cudaDeviceSynchronize());
}

// CASE tile_too_small: a tile of 16 synchronises, and its threads read what the next tile writes
// EXPECT racecheck RAW error|warning between tile-read and tile-write
// HARDWARE racecheck
__global__ void tiles(int *out)
{
	__shared__ int s[B];
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
	int t = threadIdx.x;
	s[t] = 2 * t; // BUG tile-write
	tile.sync();
	out[t] = s[(t + 16) % B]; // BUG tile-read
}
CASE(tile_too_small)
{
	Array<int> out(B);
	tiles<<<1, B>>>(out);
	return ran();
}

// CASE storage_used_twice: two block reductions of cub in one piece of temporary storage, no barrier between
// EXPECT racecheck RAW|WAR|WAW error between first-reduction|second-reduction and first-reduction|second-reduction
// HARDWARE racecheck
__global__ void two_reductions(const int *in, int *out)
{
	typedef cub::BlockReduce<int, B> Reduce;
	__shared__ typename Reduce::TempStorage storage;
	int v = in[threadIdx.x];
	int sum = Reduce(storage).Sum(v); // BUG first-reduction
	int squares = Reduce(storage).Sum(v * v); // BUG second-reduction
	if (threadIdx.x == 0) {
		out[0] = sum;
		out[1] = squares;
	}
}
CASE(storage_used_twice)
{
	Array<int> in(counting<int>(B)), out(2);
	two_reductions<<<1, B>>>(in, out);
	return ran();
}

// CASE shared_size_forgotten: extern __shared__, and the launch says nothing of its size
// EXPECT memcheck oob at no-shared
// HARDWARE memcheck
__global__ void dynamic(const int *in, int *out)
{
	extern __shared__ int d[];
	d[threadIdx.x] = in[threadIdx.x]; // BUG no-shared
	__syncthreads();
	out[threadIdx.x] = d[blockDim.x - 1 - threadIdx.x];
}
CASE(shared_size_forgotten)
{
	Array<int> in(counting<int>(B)), out(B);
	dynamic<<<1, B>>>(in, out);
	return ran();
}

// CASE pitch_in_elements: the pitch, which is in bytes, multiplied with the row as if it were elements
// EXPECT memcheck oob at pitch-index
// HARDWARE memcheck
__global__ void rows(float *a, size_t pitch, int width)
{
	if ((int)threadIdx.x < width)
		a[blockIdx.x * pitch + threadIdx.x] = 1; // BUG pitch-index
}
CASE(pitch_in_elements)
{
	float *a;
	size_t pitch;
	said(cudaMallocPitch(&a, &pitch, 100 * sizeof(float), 64));
	rows<<<64, B>>>(a, pitch, 100);
	bool fine = ran();
	said(cudaFree(a));
	return fine;
}

// CASE bytes_forgotten: cudaMalloc(n) for n integers
// EXPECT memcheck oob at few-bytes
// HARDWARE memcheck
__global__ void number(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = i; // BUG few-bytes
}
CASE(bytes_forgotten)
{
	int *a;
	said(cudaMalloc(&a, 1000));
	number<<<8, B>>>(a, 1000);
	bool fine = ran();
	cudaFree(a);
	return fine;
}

// CASE reversed_in_place: a[n - 1 - i] = a[i] by all threads, in one array
// EXPECT racecheck RAW|WAR error between reversal and reversal
// HARDWARE none
__global__ void reverse(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[n - 1 - i] = a[i]; // BUG reversal
}
CASE(reversed_in_place)
{
	Array<int> a(counting<int>(8 * B));
	reverse<<<8, B>>>(a, 8 * B);
	return ran();
}

// CASE transposed_in_place: every thread exchanges its element with the one across the diagonal: twice is none
// EXPECT racecheck RAW|WAR|WAW error|warning between transpose-read|transpose-write and transpose-read|transpose-write
// HARDWARE none
__global__ void transpose(int *a, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int mine = a[y * n + x], theirs = a[x * n + y]; // BUG transpose-read
	a[y * n + x] = theirs; // BUG transpose-write
	a[x * n + y] = mine; // BUG transpose-write
}
CASE(transposed_in_place)
{
	Array<int> a(counting<int>(32 * 32));
	transpose<<<dim3(2, 2), dim3(16, 16)>>>(a, 32);
	return ran();
}

// CASE softmax_cell_reused: the cell of the maximum is the cell of the sum, and warps may still read the maximum
// EXPECT racecheck WAR|RAW error|warning between maximum-read and sum-reset
// HARDWARE racecheck
__global__ void softmax(const int *in, int *out)
{
	__shared__ int cell;
	int t = threadIdx.x, v = in[t];
	if (t == 0)
		cell = 0;
	__syncthreads();
	atomicMax(&cell, v);
	__syncthreads();
	int e = 1 << (v - cell + 10); // BUG maximum-read
	if (t == 0)
		cell = 0; // BUG sum-reset
	__syncthreads();
	atomicAdd(&cell, e);
	__syncthreads();
	out[t] = e * 1000 / cell;
}
CASE(softmax_cell_reused)
{
	std::vector<int> v(B, 9);
	v[5] = 15;
	Array<int> in(v), out(B);
	softmax<<<1, B>>>(in, out);
	return ran();
}

// CASE merged_too_early: a histogram in shared memory is added to the whole before all warps have counted
// EXPECT racecheck RAW|WAR error|warning between bin-count and bin-merge
// HARDWARE none
__global__ void histogram(const int *in, int *bins)
{
	__shared__ int s[16];
	int t = threadIdx.x;
	if (t < 16)
		s[t] = 0;
	__syncthreads();
	atomicAdd(&s[in[t] & 15], 1); // BUG bin-count
	if (t < 16)
		atomicAdd(&bins[t], s[t]); // BUG bin-merge
}
CASE(merged_too_early)
{
	Array<int> in(digits<int>(B)), bins(16, 0);
	histogram<<<1, B>>>(in, bins);
	return ran();
}

// CASE bins_without_atomics: bins[x]++ in global memory by the threads of one block
// EXPECT racecheck RAW|WAR|WAW error|warning between bin-increment and bin-increment
// ADVICE No barrier helps
// HARDWARE none
__global__ void count(const int *in, int *bins)
{
	bins[in[threadIdx.x] & 15]++; // BUG bin-increment
}
CASE(bins_without_atomics)
{
	Array<int> in(digits<int>(B)), bins(16, 0);
	count<<<1, B>>>(in, bins);
	return ran();
}

// CASE misaligned_atomic: 64-bit counters after an odd number of 32-bit ones
// EXPECT memcheck misaligned at odd-counter
// HARDWARE memcheck
__global__ void counters(char *p)
{
	atomicAdd((unsigned long long *)(p + 12) + threadIdx.x, 1ull); // BUG odd-counter
}
CASE(misaligned_atomic)
{
	Array<char> p(4096, 0);
	counters<<<1, 32>>>(p);
	return ran();
}

// CASE barrier_in_function: a function with a barrier, called for the threads with work only
// EXPECT synccheck barrier at function-barrier
// HARDWARE racecheck synccheck
__device__ __noinline__ int exchange(int *s, int v)
{
	s[threadIdx.x] = v;
	__syncthreads(); // BUG function-barrier
	return s[threadIdx.x ^ 1];
}
__global__ void calls(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	int v = 0;
	if (t < n)
		v = exchange(s, in[t]);
	__syncthreads(); // BUG function-barrier
	out[t] = v;
}
CASE(barrier_in_function)
{
	Array<int> in(counting<int>(B)), out(B);
	calls<<<1, B>>>(in, out, 40);
	return ran();
}

// CASE counts_differ: two groups of warps use one named barrier with different numbers of threads
// EXPECT synccheck barrier|deadlock at counts-64|counts-96
// HARDWARE synccheck
__global__ void counts(int *out)
{
	int t = threadIdx.x;
	if (t < 32)
		asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG counts-64
	else
		asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG counts-96
	out[t] = t;
}
CASE(counts_differ)
{
	Array<int> out(96);
	counts<<<1, 96>>>(out);
	return ran();
}

// CASE last_round_not_written: two buffers in turns; an odd number of rounds, and the other one is read
// EXPECT initcheck uninit at wrong-buffer
// HARDWARE initcheck
__global__ void halve(const int *from, int *to)
{
	to[threadIdx.x] = from[threadIdx.x] / 2; // BUG wrong-buffer
}
CASE(last_round_not_written)
{
	Array<int> a(counting<int>(B)), b(B), c(B);
	halve<<<1, B>>>(c, a);
	halve<<<1, B>>>(a, b);
	return ran();
}

// CASE warp_result_not_shared: each warp's lane 0 leaves its sum, and thread 0 adds them up without a barrier
// EXPECT racecheck RAW|WAR error between warp-sum and block-sum
// ALSO initcheck
// HARDWARE racecheck
__global__ void block_sum(const int *in, int *out)
{
	__shared__ int s[B / 32];
	int t = threadIdx.x, v = in[t];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	if (t % 32 == 0)
		s[t / 32] = v; // BUG warp-sum
	if (t == 0) {
		v = 0;
		for (int k = 0; k < B / 32; k++)
			v += s[k]; // BUG block-sum
		*out = v;
	}
}
CASE(warp_result_not_shared)
{
	Array<int> in(counting<int>(B)), out(1);
	block_sum<<<1, B>>>(in, out);
	return ran();
}
