/* async_clean.cu: copies that go on while the threads do, and barriers that are objects: all of it right. */
#include "case.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_pipeline.h>

static const int B = 128;

// CASE async_copy: cp.async by each thread for itself, waited for, then a barrier
// EXPECT clean
// HARDWARE none
__global__ void async_copy(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[B - 1 - t];
}
CASE(async_copy)
{
	Array<int> in(counting<int>(B)), out(B);
	async_copy<<<1, B>>>(in, out);
	return ran() && out.get()[0] == B - 1;
}

// CASE async_double_buffer: two stages of 16-byte copies in flight while the other one is used
// EXPECT clean
// HARDWARE none
__global__ void double_buffer(const int4 *in, int *out, int rounds)
{
	__shared__ int4 s[2][B];
	int t = threadIdx.x, sum = 0;
	__pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int4));
	__pipeline_commit();
	for (int r = 0; r < rounds; r++) {
		if (r + 1 < rounds)
			__pipeline_memcpy_async(&s[(r + 1) & 1][t], &in[(r + 1) * B + t], sizeof(int4));
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[r & 1][(t + 37) % B].y;
		__syncthreads();
	}
	out[t] = sum;
}
CASE(async_double_buffer)
{
	Array<int4> in(5 * B, make_int4(1, 2, 3, 4));
	Array<int> out(B);
	double_buffer<<<1, B>>>(in, out, 5);
	return ran() && out.get()[7] == 10;
}

// CASE barrier_object: cuda::barrier of a block, arrive and wait apart
// EXPECT clean
// HARDWARE none
__global__ void barrier_object(const int *in, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[B];
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, B);
	__syncthreads();
	for (int r = 0; r < 3; r++) {
		s[t] = in[t] + r;
		auto token = bar.arrive();
		int own = in[t];
		bar.wait(std::move(token));
		out[t] = s[(t + 64) % B] + own;
		bar.arrive_and_wait();
	}
}
CASE(barrier_object)
{
	Array<int> in(counting<int>(B)), out(B);
	barrier_object<<<1, B>>>(in, out);
	return ran() && out.get()[0] == 66;
}

// CASE barrier_pair: a producing and a consuming warp with a full and an empty cuda::barrier
// EXPECT clean
// HARDWARE none
__global__ void barrier_pair(const int *in, int *out, int rounds)
{
	using barrier = cuda::barrier<cuda::thread_scope_block>;
	__shared__ barrier full, empty;
	__shared__ int s[32];
	int lane = threadIdx.x % 32;
	if (threadIdx.x == 0) {
		init(&full, 64);
		init(&empty, 64);
	}
	__syncthreads();
	if (threadIdx.x < 32) {
		for (int r = 0; r < rounds; r++) {
			empty.arrive_and_wait();
			s[lane] = in[r * 32 + lane];
			(void)full.arrive();
		}
	} else {
		int sum = 0;
		(void)empty.arrive();
		for (int r = 0; r < rounds; r++) {
			full.arrive_and_wait();
			sum += s[31 - lane];
			if (r + 1 < rounds)
				(void)empty.arrive();
		}
		out[lane] = sum;
	}
}
CASE(barrier_pair)
{
	Array<int> in(counting<int>(4 * 32)), out(32);
	barrier_pair<<<1, 64>>>(in, out, 4);
	return ran() && out.get()[0] == 4 * 31 + 32 * 6;
}

// CASE release_acquire: cuda::atomic_ref: data, then a flag with release; the flag with acquire, then the data
// EXPECT clean
// HARDWARE none
__global__ void release_acquire(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0) {
			data[0] = 5;
			data[1] = 6;
			f.store(1, cuda::memory_order_release);
		}
	} else if (threadIdx.x == 0) {
		while (f.load(cuda::memory_order_acquire) == 0)
			;
		*out = data[0] * 10 + data[1];
	}
}
CASE(release_acquire)
{
	Array<int> data(2), flag(1, 0), out(1);
	release_acquire<<<2, 32>>>(data, flag, out);
	return ran() && out.get()[0] == 56;
}

// CASE old_value_first: what a place holds is read before the copy into it is issued, and other places while it is on its way
// EXPECT clean
// HARDWARE unmeasured
__global__ void old_first(const int *in, int *out)
{
	__shared__ int s[2][B];
	int t = threadIdx.x;
	s[0][t] = t;
	s[1][t] = 2 * t;
	int old = s[0][t];
	__pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
	__pipeline_commit();
	old += s[1][t];
	s[1][t] = old;
	__pipeline_wait_prior(0);
	out[t] = s[0][t] + s[1][t];
}
CASE(old_value_first)
{
	Array<int> in(counting<int>(B)), out(B);
	old_first<<<1, B>>>(in, out);
	return ran() && out.get()[5] == 5 + 15;
}

// CASE stages_with_barrier_objects: a warp copies, three others add up, three stages with a full and an empty barrier object each
// EXPECT clean
// HARDWARE unmeasured
__global__ void stages_with_objects(const int *in, int *out, int n)
{
	constexpr int S = 3;
	__shared__ int s[S][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> full[S], empty[S];
	int t = threadIdx.x;
	if (t < S) {
		init(&full[t], blockDim.x);
		init(&empty[t], blockDim.x);
	}
	__syncthreads();
	if (t < 32) {
		for (int k = 0; k < n; k++) {
			if (k >= S)
				empty[k % S].arrive_and_wait();
			for (int i = t; i < 128; i += 32)
				cuda::memcpy_async(&s[k % S][i], &in[k * 128 + i], sizeof(int), full[k % S]);
			(void)full[k % S].arrive();
		}
	} else {
		int sum = 0;
		for (int k = 0; k < n; k++) {
			full[k % S].arrive_and_wait();
			for (int i = t - 32; i < 128; i += blockDim.x - 32)
				sum += s[k % S][i];
			if (k + S < n)
				(void)empty[k % S].arrive();
		}
		atomicAdd(out, sum);
	}
}
CASE(stages_with_barrier_objects)
{
	Array<int> in(10 * 128, 1), out(1, 0);
	stages_with_objects<<<1, 128>>>(in, out, 10);
	return ran() && out.get()[0] == 1280;
}

// CASE one_thread_waits: one thread copies and waits for its barrier object, the others wait for that thread
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_thread_waits(const int *in, int *out)
{
	__shared__ int s[128];
	__shared__ cuda::barrier<cuda::thread_scope_block> done;
	int t = threadIdx.x;
	if (t == 0) {
		init(&done, 1);
		for (int i = 0; i < 128; i++)
			cuda::memcpy_async(&s[i], &in[i], sizeof(int), done);
		done.arrive_and_wait();
	}
	__syncthreads();
	out[t] = s[127 - t];
}
CASE(one_thread_waits)
{
	Array<int> in(counting<int>(128)), out(128);
	one_thread_waits<<<1, 128>>>(in, out);
	return ran() && out.get()[0] == 127;
}

// CASE told_and_waited_for: a barrier object is told of the copies, but each thread waits for its own ones
// EXPECT clean
// HARDWARE unmeasured
__global__ void told_and_waited_for(const int *in, int *out)
{
	__shared__ int s[128];
	__shared__ cuda::barrier<cuda::thread_scope_block> told;
	int t = threadIdx.x;
	if (t == 0)
		init(&told, 128);
	__syncthreads();
	cuda::memcpy_async(&s[t], &in[t], sizeof(int), told);
	auto token = told.arrive();
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	out[t] = s[127 - t];
	told.wait(std::move(token));
}
CASE(told_and_waited_for)
{
	Array<int> in(counting<int>(128)), out(128);
	told_and_waited_for<<<1, 128>>>(in, out);
	return ran() && out.get()[0] == 127;
}

// CASE other_copy_of_garbage: of two copies on their way the second one brings what nobody wrote, and nobody uses it
// EXPECT clean
// HARDWARE unmeasured
__global__ void other_copy_of_garbage(const int *in, const int *other, int *out)
{
	__shared__ int s[2][B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
	__pipeline_memcpy_async(&s[1][t], &other[t], sizeof(int));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[0][B - 1 - t] + 1;
}
CASE(other_copy_of_garbage)
{
	Array<int> in(B, 1), other(B), out(B);
	other_copy_of_garbage<<<1, B>>>(in, other, out);
	return ran() && out.get()[0] == 2;
}

// CASE fourth_not_used: a copy of 16 bytes brings a fourth number that nobody wrote, and the other three are used
// EXPECT clean
// HARDWARE unmeasured
__global__ void three_of_four(float4 *p)
{
	p[threadIdx.x].x = 1;
	p[threadIdx.x].y = 2;
	p[threadIdx.x].z = 3;
}
__global__ void fourth_not_used(const float4 *p, float *out)
{
	__shared__ float4 s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &p[t], sizeof(float4));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	float4 v = s[B - 1 - t];
	out[t] = v.x + v.y + v.z;
}
CASE(fourth_not_used)
{
	Array<float4> p(B);
	Array<float> out(B);
	three_of_four<<<1, B>>>(p);
	fourth_not_used<<<1, B>>>(p, out);
	return ran() && out.get()[0] == 6;
}

// CASE filled_with_zeros: the last copy reads a part of its bytes only, and the others become zeros
// EXPECT clean
// HARDWARE unmeasured
__global__ void filled_with_zeros(const int *in, int *out, int n)
{
	__shared__ int4 s[B / 4];
	int t = threadIdx.x, left = n - 4 * t;
	if (t < B / 4)
		__pipeline_memcpy_async(&s[t], left > 0 ? &in[4 * t] : in, 16, left >= 4 ? 0 : left > 0 ? 16 - 4 * left : 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = ((const int *)s)[t] + 1;
}
CASE(filled_with_zeros)
{
	Array<int> in(B), out(B);
	said(cudaMemset(in, 0, 101 * sizeof(int)));
	filled_with_zeros<<<1, B>>>(in, out, 101);
	return ran() && out.get()[B - 1] == 1;
}

// CASE same_piece_by_all: all lanes copy one piece to one place; then all threads of the block do
// EXPECT clean
// HARDWARE unmeasured
__global__ void same_piece(const int4 *in, int *out)
{
	__shared__ int4 s[2];
	int t = threadIdx.x;
	if (t < 32)
		__pipeline_memcpy_async(&s[0], in, sizeof(int4));
	__pipeline_memcpy_async(&s[1], in + 1, sizeof(int4));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[t & 1].x + s[t & 1].w;
}
CASE(same_piece_by_all)
{
	Array<int4> in(2, make_int4(1, 2, 3, 4));
	Array<int> out(B);
	same_piece<<<1, B>>>(in, out);
	return ran() && out.get()[7] == 5;
}

// CASE fewer_pieces_than_lanes: a tile of 16 copies four pieces by the library, twice into one place
// EXPECT clean
// HARDWARE unmeasured
__global__ void few_pieces(const int *in, int *out)
{
	__shared__ alignas(16) int s[64];
	auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
	int r = tile.meta_group_rank(), sum = 0;
	for (int k = 0; k < 2; k++) {
		cooperative_groups::memcpy_async(tile, s + r * 16, in + k * 16, cuda::aligned_size_t<16>(64));
		cooperative_groups::wait(tile);
		sum += s[threadIdx.x ^ 5];
		tile.sync();
	}
	out[threadIdx.x] = sum;
}
CASE(fewer_pieces_than_lanes)
{
	Array<int> in(32, 2), out(64);
	few_pieces<<<1, 64>>>(in, out);
	return ran() && out.get()[9] == 4;
}
