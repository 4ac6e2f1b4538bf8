// student_sums: more of student_course.cu: sums, scans, histograms, compaction, sorting.
#include "student.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

namespace blind2
{
// sums

__global__ void sum_atomic(const int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(out, a[i]);
}
__global__ void sum_float_atomic(const float *a, float *out, int n)
{
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s += a[i];
	atomicAdd(out, s);
}
// the first of the well-known series: every second thread, then every fourth ...
__global__ void sum_interleaved(const int *a, int *out)
{
	extern __shared__ int si[];
	int t = threadIdx.x;
	si[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		if (t % (2 * d) == 0)
			si[t] += si[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = si[0];
}
// no modulo, but strided shared memory
__global__ void sum_strided_index(const int *a, int *out)
{
	extern __shared__ int si[];
	int t = threadIdx.x;
	si[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int k = 2 * d * t;
		if (k < blockDim.x)
			si[k] += si[k + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = si[0];
}
__global__ void sum_first_add(const int *a, int *out)
{
	extern __shared__ int si[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	si[t] = a[i] + a[i + blockDim.x];
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < d)
			si[t] += si[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = si[0];
}
__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d >>= 1)
		v += __shfl_down_sync(0xffffffff, v, d);
	return v;
}
__global__ void sum_shuffle(const float *a, float *out, int n)
{
	__shared__ float part[32];
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s += a[i];
	s = warp_sum(s);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x < 32) {
		s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
		s = warp_sum(s);
		if (threadIdx.x == 0)
			out[blockIdx.x] = s;
	}
}
__global__ void sum_groups(const int4 *a, int *out, int n)
{
	auto block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	int s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int4 v = a[i];
		s += v.x + v.y + v.z + v.w;
	}
	s = cg::reduce(warp, s, cg::plus<int>());
	if (warp.thread_rank() == 0)
		atomicAdd(out, s);
}
// the block that comes last adds up what the others left
__global__ void sum_last_block(const float *a, float *part, float *out, unsigned *done, int n)
{
	__shared__ float s[256];
	__shared__ bool last;
	int t = threadIdx.x;
	float v = 0;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		v += a[i];
	s[t] = v;
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	v = 0;
	for (int i = t; i < gridDim.x; i += 256)
		v += ((volatile float *)part)[i];
	s[t] = v;
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		*out = s[0];
}
__global__ void min_max(const int *a, int *least, int *most, int n)
{
	int lo = 0x7fffffff, hi = -0x7fffffff - 1;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		lo = min(lo, a[i]);
		hi = max(hi, a[i]);
	}
	lo = __reduce_min_sync(~0u, lo);
	hi = __reduce_max_sync(~0u, hi);
	if (threadIdx.x % 32 == 0) {
		atomicMin(least, lo);
		atomicMax(most, hi);
	}
}
__global__ void count_votes(const int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned yes = __ballot_sync(~0u, i < n && a[i] % 3 == 0);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, __popc(yes));
}

// scans

__device__ int warp_scan(int v)
{
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		if (threadIdx.x % 32 >= d)
			v += u;
	}
	return v;
}
__global__ void scan_shuffle(const int *a, int *b, int *total)
{
	__shared__ int warps[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = warp_scan(a[i]);
	if (threadIdx.x % 32 == 31)
		warps[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32)
		warps[threadIdx.x] = warp_scan(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
	__syncthreads();
	if (threadIdx.x >= 32)
		v += warps[threadIdx.x / 32 - 1];
	b[i] = v;
	if (threadIdx.x == blockDim.x - 1)
		total[blockIdx.x] = v;
}
__global__ void scan_add(int *b, const int *total)
{
	if (blockIdx.x > 0)
		b[blockIdx.x * blockDim.x + threadIdx.x] += total[blockIdx.x - 1];
}
// one thread does it all
__global__ void scan_serial(const int *a, int *b, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		s += a[i];
		b[i] = s;
	}
}
// blocks in the order of their tickets, each waits for the one before it
__global__ void scan_chained(const int *a, int *b, unsigned *ticket, volatile int *sum, volatile unsigned *ready, unsigned run)
{
	__shared__ int s[256];
	__shared__ unsigned mine;
	__shared__ int before;
	int t = threadIdx.x;
	if (t == 0)
		mine = atomicInc(ticket, gridDim.x - 1);
	__syncthreads();
	s[t] = a[mine * 256 + t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t == 0) {
		before = 0;
		if (mine > 0) {
			while (ready[mine - 1] != run)
				;
			__threadfence();
			before = sum[mine - 1];
		}
		sum[mine] = before + s[255];
		__threadfence();
		ready[mine] = run;
	}
	__syncthreads();
	b[mine * 256 + t] = s[t] + before;
}

// histograms

__global__ void histogram_global(const unsigned char *a, int *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[a[i]], 1);
}
__global__ void histogram_shared(const unsigned char *a, int *bins, int n)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		atomicAdd(&s[a[i]], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
// a histogram of 64 bins a warp
__global__ void histogram_warp(const unsigned *a, int *bins, int n)
{
	__shared__ int s[8][64];
	int warp = threadIdx.x / 32;
	for (int k = threadIdx.x; k < 512; k += 256)
		s[k / 64][k % 64] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		for (unsigned v = a[i], k = 0; k < 4; k++, v >>= 8)
			atomicAdd(&s[warp][(v & 255) / 4], 1);
	__syncthreads();
	if (threadIdx.x < 64) {
		int sum = 0;
		for (int k = 0; k < 8; k++)
			sum += s[k][threadIdx.x];
		atomicAdd(&bins[threadIdx.x], sum);
	}
}
__global__ void histogram_float(const float *a, int *bins, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[min((int)(a[i] * many), many - 1)], 1);
}
// digits of four bits, counted a block, for a radix sort
__global__ void radix_count(const unsigned *a, int *counts, int shift)
{
	__shared__ int s[16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < 8; k++)
		atomicAdd(&s[a[blockIdx.x * 2048 + k * 256 + threadIdx.x] >> shift & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

// compaction: into a ring, so that it may be run again

__global__ void compact_atomic(const int *a, int *b, unsigned *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] % 5 == 0)
		b[atomicInc(count, n - 1)] = a[i];
}
__global__ void compact_warp(const int *a, int *b, unsigned *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool keep = i < n && a[i] > 0;
	unsigned who = __ballot_sync(~0u, keep), at = 0;
	if (lane == 0)
		at = atomicAdd(count, __popc(who));
	at = __shfl_sync(~0u, at, 0) + __popc(who & ((1u << lane) - 1));
	if (keep)
		b[at & (n - 1)] = a[i];
}
__global__ void compact_block(const int *a, int *b, unsigned *count, int n)
{
	__shared__ int s[256], mine;
	__shared__ unsigned at;
	int t = threadIdx.x;
	if (t == 0)
		mine = 0;
	__syncthreads();
	int v = a[blockIdx.x * 256 + t];
	if (v & 1)
		s[atomicAdd(&mine, 1)] = v;
	__syncthreads();
	if (t == 0)
		at = atomicAdd(count, mine);
	__syncthreads();
	if (t < mine)
		b[(at + t) & (n - 1)] = s[t];
}

// sorting

__global__ void bitonic_step(const unsigned *a, unsigned *b, int j, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = i ^ j;
	if (l > i) {
		unsigned x = a[i], y = a[l];
		bool swap = (i & k) == 0 ? x > y : x < y;
		b[i] = swap ? y : x;
		b[l] = swap ? x : y;
	}
}
__global__ void bitonic_block(const unsigned *a, unsigned *b)
{
	__shared__ unsigned s[1024];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 1024 + t];
	__syncthreads();
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			int l = t ^ j;
			if (l > t && (s[t] > s[l]) == ((t & k) == 0)) {
				unsigned v = s[t];
				s[t] = s[l];
				s[l] = v;
			}
			__syncthreads();
		}
	b[blockIdx.x * 1024 + t] = s[t];
}
__global__ void odd_even_sort(const unsigned *a, unsigned *b)
{
	__shared__ unsigned s[256];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 256 + t];
	s[t + 128] = a[blockIdx.x * 256 + t + 128];
	__syncthreads();
	for (int k = 0; k < 256; k++) {
		int i = 2 * t + k % 2;
		if (i + 1 < 256 && s[i] > s[i + 1]) {
			unsigned v = s[i];
			s[i] = s[i + 1];
			s[i + 1] = v;
		}
		__syncthreads();
	}
	b[blockIdx.x * 256 + t] = s[t];
	b[blockIdx.x * 256 + t + 128] = s[t + 128];
}
// each element counts how many come before it
__global__ void rank_sort(const unsigned *a, unsigned *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	unsigned v = a[i];
	for (int k = 0; k < n; k++)
		r += a[k] < v || (a[k] == v && k < i);
	b[r] = v;
}

} // namespace blind2
using namespace blind2;

template <class T> static T *zeros(size_t n)
{
	T *p = device<T>(n);
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}

void rows_student_sums(bench &b)
{
	if (!b.wants("blind2"))
		return;
	const int N = 1 << 20, M = 1 << 22;
	float *a = student_floats(M), *o = zeros<float>(M);
	int *ints = (int *)student_words(M), *ints_out = zeros<int>(M), *few = zeros<int>(1 << 16);
	unsigned *words = (unsigned *)ints, *words_out = (unsigned *)ints_out, *count = zeros<unsigned>(64), *ready = zeros<unsigned>(1 << 16);
	unsigned char *bytes = (unsigned char *)ints;
	static unsigned runs;

	b.row("blind2.sum_atomic.256", [&] { sum_atomic<<<N / 256, 256>>>(ints, few, N); });
	b.row("blind2.sum_float_atomic.66", [&] { sum_float_atomic<<<66, 256>>>(a, o, M); });
	b.row("blind2.sum_interleaved.256", [&] { sum_interleaved<<<M / 256, 256, 1024>>>(ints, few); });
	b.row("blind2.sum_strided_index.512", [&] { sum_strided_index<<<N / 512, 512, 2048>>>(ints, few); });
	b.row("blind2.sum_first_add.128", [&] { sum_first_add<<<M / 256, 128, 512>>>(ints, few); });
	b.row("blind2.sum_shuffle.two", [&] {
		sum_shuffle<<<512, 256>>>(a, o, M);
		sum_shuffle<<<1, 512>>>(o, o + 1024, 512);
	});
	b.row("blind2.sum_groups.4", [&] { sum_groups<<<264, 256>>>((int4 *)ints, few, M / 4); });
	b.row("blind2.sum_last_block.300", [&] { sum_last_block<<<300, 256>>>(a, o, o + 1024, count + 32, M); });
	b.row("blind2.min_max.264", [&] { min_max<<<264, 512>>>(ints, few, few + 1, M); });
	b.row("blind2.count_votes.1024", [&] { count_votes<<<M / 1024, 1024>>>(ints, few, M); });
	b.row("blind2.scan_shuffle.three", [&] {
		scan_shuffle<<<1024, 1024>>>(ints, ints_out, few);
		scan_shuffle<<<1, 1024>>>(few, few + 1024, few + 4096);
		scan_add<<<1024, 1024>>>(ints_out, few + 1024);
	});
	b.row("blind2.scan_serial.4000", [&] { scan_serial<<<1, 1>>>(ints, ints_out, 4000); });
	b.row("blind2.scan_chained.1024", [&] { scan_chained<<<1024, 256>>>(ints, ints_out, count, few + 8192, ready, ++runs); });
	b.row("blind2.histogram_global.256", [&] { histogram_global<<<N / 256, 256>>>(bytes, few, N); });
	b.row("blind2.histogram_shared.264", [&] { histogram_shared<<<264, 256>>>(bytes, few, M); });
	b.row("blind2.histogram_warp.264", [&] { histogram_warp<<<264, 256>>>(words, few, N); });
	b.row("blind2.histogram_float.10", [&] { histogram_float<<<N / 4 / 256, 256>>>(a, few, N / 4, 10); });
	b.row("blind2.histogram_float.5000", [&] { histogram_float<<<N / 256, 256>>>(a, few, N, 5000); });
	b.row("blind2.radix_count.8", [&] { radix_count<<<M / 2048, 256>>>(words, few, 8); });
	b.row("blind2.compact_atomic.5", [&] { compact_atomic<<<N / 256, 256>>>(ints, ints_out, count + 1, N); });
	b.row("blind2.compact_warp.256", [&] { compact_warp<<<M / 256, 256>>>(ints, ints_out, count + 2, M); });
	b.row("blind2.compact_block.256", [&] { compact_block<<<M / 256, 256>>>(ints, ints_out, count + 3, M); });
	b.row("blind2.bitonic_step.64", [&] { bitonic_step<<<M / 256, 256>>>(words, words_out, 64, 1024); });
	b.row("blind2.bitonic_step.2", [&] { bitonic_step<<<M / 256, 256>>>(words, words_out, 2, 1024); });
	b.row("blind2.bitonic_block.1024", [&] { bitonic_block<<<512, 1024>>>(words, words_out); });
	b.row("blind2.odd_even_sort.256", [&] { odd_even_sort<<<1024, 128>>>(words, words_out); });
	b.row("blind2.rank_sort.4096", [&] { rank_sort<<<32, 128>>>(words, words_out, 4096); });
}
