/* course_clean.cu: the right ones beside course.cu's. */
#include "case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
static const int B = 128;

// CASE pipeline_of_three_stages: cp.async, three stages, one barrier a round: the stage filled is not the one that slow warps read
// EXPECT clean
// HARDWARE none
__global__ void three_stages(const int *in, int *out, int tiles)
{
	__shared__ int stage[3][B];
	int t = threadIdx.x, sum = 0;
	for (int k = 0; k < 2; k++) {
		__pipeline_memcpy_async(&stage[k][t], &in[k * B + t], 4);
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		__pipeline_wait_prior(1);
		__syncthreads();
		if (k + 2 < tiles)
			__pipeline_memcpy_async(&stage[(k + 2) % 3][t], &in[(k + 2) * B + t], 4);
		__pipeline_commit();
		sum += stage[k % 3][B - 1 - t];
	}
	out[t] = sum;
}
CASE(pipeline_of_three_stages)
{
	Array<int> in(counting<int>(8 * B)), out(B);
	three_stages<<<1, B>>>(in, out, 8);
	return ran() && out.get()[0] == 7 * 8 / 2 * B + 8 * (B - 1);
}

// CASE pipeline_of_the_block: cuda::pipeline of a whole block with two stages
// EXPECT clean
// HARDWARE synccheck
__global__ void block_pipeline(const int *in, int *out, int tiles)
{
	__shared__ int stage[2][B];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	int t = threadIdx.x, sum = 0;
	for (int k = 0, next = 0; k < tiles; k++) {
		for (; next < tiles && next < k + 2; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, stage[next % 2], in + next * B, sizeof(int) * B, pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		sum += stage[k % 2][B - 1 - t];
		pipe.consumer_release();
	}
	out[t] = sum;
}
CASE(pipeline_of_the_block)
{
	Array<int> in(counting<int>(8 * B)), out(B);
	block_pipeline<<<1, B>>>(in, out, 8);
	return ran() && out.get()[0] == 7 * 8 / 2 * B + 8 * (B - 1);
}

// CASE copied_by_a_group: cooperative_groups::memcpy_async and wait
// EXPECT clean
// HARDWARE none
__global__ void group_copy(const int *in, int *out)
{
	__shared__ int s[B];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, s, in, sizeof s);
	cg::wait(block);
	out[threadIdx.x] = s[B - 1 - threadIdx.x];
}
CASE(copied_by_a_group)
{
	Array<int> in(counting<int>(B)), out(B);
	group_copy<<<1, B>>>(in, out);
	return ran() && out.get()[0] == B - 1;
}

// CASE tiles_of_their_own: tiles of 16 exchange among themselves, with their own sync, and reduce
// EXPECT clean
// HARDWARE none
__global__ void own_tiles(int *out)
{
	__shared__ int s[B];
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
	int t = threadIdx.x, base = t / 16 * 16;
	s[t] = 2 * t;
	tile.sync();
	int v = s[base + (t + 5) % 16];
	tile.sync();
	s[t] = v;
	tile.sync();
	out[t] = cg::reduce(tile, s[base + 15 - t % 16], cg::plus<int>());
}
CASE(tiles_of_their_own)
{
	Array<int> out(B);
	own_tiles<<<1, B>>>(out);
	return ran() && out.get()[0] == 240;
}

// CASE tiles_of_two_warps: tiles of 64 and 128 reduce, exchange and vote, one call after the other, in memory that the toolkit keeps for them
// EXPECT clean
// HARDWARE unmeasured
__global__ void large_tiles(int *out)
{
	auto block = cg::this_thread_block();
	auto two = cg::tiled_partition<64>(block);
	auto four = cg::tiled_partition<128>(block);
	int t = threadIdx.x;
	int n = cg::reduce(four, t % 128, cg::plus<int>());
	four.sync(); /* their last warp's lanes do not wait for the one that lets the others go, and shfl may take the last call's arrival for its own */
	n += four.shfl(t % 128, 5);
	n += two.any(t == 70) + two.all(t < 192);
	n += two.any(t == 71);
	four.sync();
	out[t] = n + cg::reduce(four, t % 128, cg::greater<int>()) + cg::reduce(two, 1, cg::plus<int>());
}
CASE(tiles_of_two_warps)
{
	Array<int> out(256);
	large_tiles<<<1, 256>>>(out);
	const int all = 128 * 127 / 2 + 5 + 127 + 64;
	return ran() && out.get()[0] == all + 1 && out.get()[100] == all + 3 && out.get()[255] == all;
}

// CASE storages_apart: two block reductions of cub at once, each with storage of its own
// EXPECT clean
// HARDWARE none
__global__ void storages(const int *in, int *out)
{
	typedef cub::BlockReduce<int, B> Reduce;
	__shared__ typename Reduce::TempStorage one, two;
	int v = in[threadIdx.x], sum = Reduce(one).Sum(v), squares = Reduce(two).Sum(v * v);
	if (threadIdx.x == 0) {
		out[0] = sum;
		out[1] = squares;
	}
}
CASE(storages_apart)
{
	Array<int> in(counting<int>(B)), out(2);
	storages<<<1, B>>>(in, out);
	return ran() && out.get()[0] == B * (B - 1) / 2;
}

// CASE much_shared_memory: dynamic shared memory beyond 48 KB, asked for
// EXPECT clean
// HARDWARE none
__global__ void much(const int *in, int *out, int n)
{
	extern __shared__ int d[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		d[i] = in[i];
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = d[n - 1 - i];
}
CASE(much_shared_memory)
{
	const int n = 20000;
	Array<int> in(counting<int>(n)), out(n);
	said(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4));
	much<<<1, 256, n * 4>>>(in, out, n);
	return ran() && out.get()[0] == n - 1;
}

// CASE reversed_by_pairs: each thread exchanges the two elements of its pair, in one array
// EXPECT clean
// HARDWARE none
__global__ void pairs(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 2) {
		int v = a[i];
		a[i] = a[n - 1 - i];
		a[n - 1 - i] = v;
	}
}
CASE(reversed_by_pairs)
{
	Array<int> a(counting<int>(1001));
	pairs<<<4, B>>>(a, 1001);
	return ran() && a.get()[0] == 1000;
}

// CASE maximum_then_sum: one cell for the maximum and then for the sum, a barrier after each use
// EXPECT clean
// HARDWARE none
__global__ void max_sum(const int *in, int *out)
{
	__shared__ int cell;
	int t = threadIdx.x, v = in[t];
	if (t == 0)
		cell = 0;
	__syncthreads();
	atomicMax(&cell, v);
	__syncthreads();
	int e = 1 << (v - cell + 10);
	__syncthreads();
	if (t == 0)
		cell = 0;
	__syncthreads();
	atomicAdd(&cell, e);
	__syncthreads();
	out[t] = cell;
}
CASE(maximum_then_sum)
{
	Array<int> in(std::vector<int>(B, 9)), out(B);
	max_sum<<<1, B>>>(in, out);
	return ran() && out.get()[7] == 1024 * B;
}

// CASE freed_and_used_anew: cudaFreeAsync after the kernel, and the memory given out again
// EXPECT clean
// HARDWARE none
__global__ void number(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = i;
}
CASE(freed_and_used_anew)
{
	cudaStream_t s;
	int last = 0;
	said(cudaStreamCreate(&s));
	for (int k = 0; k < 3; k++) {
		int *a;
		said(cudaMallocAsync(&a, 4000, s));
		number<<<8, B, 0, s>>>(a, 1000);
		said(cudaMemcpyAsync(&last, a + 999, 4, cudaMemcpyDeviceToHost, s));
		said(cudaFreeAsync(a, s));
	}
	said(cudaStreamSynchronize(s));
	said(cudaStreamDestroy(s));
	return ran() && last == 999;
}

// CASE barrier_in_a_function: a function with a barrier that all threads call, some with nothing to give
// EXPECT clean
// HARDWARE none
__device__ __noinline__ int exchange(int *s, int v)
{
	s[threadIdx.x] = v;
	__syncthreads();
	v = s[threadIdx.x ^ 1];
	__syncthreads();
	return v;
}
__global__ void all_call(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x, v = exchange(s, t < n ? in[t] : 0);
	out[t] = exchange(s, v + 1);
}
CASE(barrier_in_a_function)
{
	Array<int> in(counting<int>(B)), out(B);
	all_call<<<1, B>>>(in, out, 40);
	return ran() && out.get()[9] == 10;
}

// CASE doubles_by_compare_and_swap: adding doubles with a loop of atomicCAS, all blocks on few cells
// EXPECT clean
// HARDWARE none
__global__ void add_doubles(double *sum)
{
	unsigned long long *at = (unsigned long long *)&sum[threadIdx.x % 4], old = *at, seen;
	do {
		seen = old;
		old = atomicCAS(at, seen, __double_as_longlong(__longlong_as_double(seen) + 0.5));
	} while (old != seen);
}
CASE(doubles_by_compare_and_swap)
{
	Array<double> sum(4, 0.0);
	add_doubles<<<4, 64>>>(sum);
	return ran() && sum.get()[3] == 32;
}

// CASE blurred_bytes: a picture in bytes, tiles with a border, the edges clamped
// EXPECT clean
// HARDWARE none
__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
	__shared__ unsigned char tile[18][18];
	int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
		int x = min(max(x0 + i % 18, 0), w - 1), y = min(max(y0 + i / 18, 0), h - 1);
		tile[i / 18][i % 18] = in[y * w + x];
	}
	__syncthreads();
	int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y, sum = 0;
	for (int k = 0; k < 9; k++)
		sum += tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
	if (x < w && y < h)
		out[y * w + x] = (unsigned char)(sum / 9);
}
CASE(blurred_bytes)
{
	const int w = 53, h = 37;
	Array<unsigned char> in(w * h, 90), out(w * h);
	blur<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, w, h);
	return ran() && out.get()[w * h - 1] == 90;
}

// CASE half_is_copied: structures of a number and padding, copied as 8 bytes; only the number is used
// EXPECT clean
// HARDWARE initcheck
__global__ void firsts(int *a)
{
	a[2 * threadIdx.x] = threadIdx.x;
}
__global__ void copy_wholes(const long long *in, long long *out, int *number)
{
	long long v = in[threadIdx.x];
	out[threadIdx.x] = v;
	number[threadIdx.x] = (int)v;
}
CASE(half_is_copied)
{
	Array<long long> in(64), out(64);
	Array<int> number(64);
	firsts<<<1, 64>>>((int *)(long long *)in);
	copy_wholes<<<1, 64>>>(in, out, number);
	return ran() && number.get()[63] == 63;
}

// CASE unused_argument: a function is given a number and garbage, and uses the number
// EXPECT clean
// HARDWARE none
__device__ __noinline__ int first_of(int a, int b, int which)
{
	return which ? b : a;
}
__global__ void gives_both(const int *in, const int *garbage, int *out)
{
	out[threadIdx.x] = first_of(in[threadIdx.x], garbage[threadIdx.x], 0);
}
CASE(unused_argument)
{
	Array<int> in(counting<int>(64)), garbage(64), out(64);
	gives_both<<<1, 64>>>(in, garbage, out);
	return ran() && out.get()[63] == 63;
}
