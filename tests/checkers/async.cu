/* async.cu: copies that go on while the threads do, and that somebody does not wait for. */
#include "case.h"

#include <cuda/barrier>
#include <cuda_pipeline.h>

static const int B = 128;

// CASE async_not_awaited: the copied tile is read before the copy is waited for
// EXPECT racecheck RAW|WAR error|warning between no-wait-copy and no-wait-read
// ADVICE Wait for the copy first
// ALSO initcheck
// HARDWARE racecheck
__global__ void not_awaited(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG no-wait-copy
	__pipeline_commit();
	__syncthreads();
	out[t] = s[B - 1 - t]; // BUG no-wait-read
	__pipeline_wait_prior(0);
}
CASE(async_not_awaited)
{
	Array<int> in(counting<int>(B)), out(B);
	not_awaited<<<1, B>>>(in, out);
	return ran();
}

// CASE async_one_copy_too_late: three tiles in turn, and the wait leaves one copy too many on its way; warps read each other's parts
// EXPECT racecheck RAW|WAR error|warning between late-wait-copy and late-wait-read
// ADVICE Wait for the copy first
// UNSAID no barrier in between
// ALSO initcheck
// HARDWARE unmeasured
__global__ void one_copy_too_late(const int *in, int *out, int n)
{
	__shared__ int s[3][B];
	int t = threadIdx.x, sum = 0;
	auto fetch = [&](int k) {
		if (k < n)
			__pipeline_memcpy_async(&s[k % 3][t], &in[k * B + t], sizeof(int)); // BUG late-wait-copy
		__pipeline_commit();
	};
	fetch(0);
	fetch(1);
	for (int k = 0; k < n; k++) {
		__pipeline_wait_prior(2);
		__syncthreads();
		fetch(k + 2);
		for (int q = 0; q < B; q += 8)
			sum += s[k % 3][(t + q) % B]; // BUG late-wait-read
	}
	out[t] = sum;
}
CASE(async_one_copy_too_late)
{
	Array<int> in(counting<int>(8 * B)), out(B);
	one_copy_too_late<<<1, B>>>(in, out, 8);
	return ran();
}

// CASE async_without_barrier: each thread waits for its own copies and then reads what another warp's thread copies
// EXPECT racecheck RAW|WAR error between no-barrier-copy and no-barrier-read
// ALSO initcheck
// HARDWARE racecheck
__global__ void without_barrier(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG no-barrier-copy
	__pipeline_commit();
	__pipeline_wait_prior(0);
	out[t] = s[(t + 32) % B]; // BUG no-barrier-read
}
CASE(async_without_barrier)
{
	Array<int> in(counting<int>(B)), out(B);
	without_barrier<<<1, B>>>(in, out);
	return ran();
}

// CASE async_own_copy: a thread reads its own copied word before it has waited for the copy, the tile was never set
// EXPECT racecheck RAW error between own-copy and own-read
// ADVICE Wait for the copy first
// NEVER uninit
// HARDWARE unmeasured
__global__ void own_copy(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG own-copy
	__pipeline_commit();
	out[t] = s[t] + 1; // BUG own-read
	__pipeline_wait_prior(0);
}
CASE(async_own_copy)
{
	Array<int> in(counting<int>(B)), out(B);
	own_copy<<<1, B>>>(in, out);
	return ran();
}

// CASE async_own_copy_set_before: the same, and the tile held zeros
// EXPECT racecheck RAW error between set-copy and set-read
// ADVICE Wait for the copy first
// HARDWARE unmeasured
__global__ void own_copy_set(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = 0;
	__syncthreads();
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG set-copy
	__pipeline_commit();
	out[t] = s[t] + 1; // BUG set-read
	__pipeline_wait_prior(0);
}
CASE(async_own_copy_set_before)
{
	Array<int> in(counting<int>(B)), out(B);
	own_copy_set<<<1, B>>>(in, out);
	return ran();
}

// CASE async_never_awaited: nobody waits at all
// EXPECT racecheck RAW error between never-copy and never-read
// ADVICE Wait for the copy first
// NEVER uninit
// HARDWARE unmeasured
__global__ void never_awaited(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG never-copy
	__syncthreads();
	out[t] = s[t] + 1; // BUG never-read
}
CASE(async_never_awaited)
{
	Array<int> in(counting<int>(B)), out(B);
	never_awaited<<<1, B>>>(in, out);
	return ran();
}

// CASE async_overwritten: a thread writes over what its copy may still be writing
// EXPECT racecheck WAW error between over-copy and over-write
// ADVICE Wait for the copy first
// HARDWARE unmeasured
__global__ void overwritten(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG over-copy
	__pipeline_commit();
	s[t] = 9; // BUG over-write
	__pipeline_wait_prior(0);
	out[t] = s[t];
}
CASE(async_overwritten)
{
	Array<int> in(counting<int>(B)), out(B);
	overwritten<<<1, B>>>(in, out);
	return ran();
}

// CASE async_one_group_too_few: two groups are on their way, the second is read when only the first was waited for
// EXPECT racecheck RAW error between second-copy and second-read
// ADVICE Wait for the copy first
// NEVER uninit
// HARDWARE unmeasured
__global__ void one_too_few(const int *in, int *out)
{
	__shared__ int first[B], second[B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&first[t], &in[t], sizeof(int));
	__pipeline_commit();
	__pipeline_memcpy_async(&second[t], &in[B + t], sizeof(int)); // BUG second-copy
	__pipeline_commit();
	__pipeline_wait_prior(1);
	int sum = first[t];
	sum += second[t]; // BUG second-read
	out[t] = sum;
	__pipeline_wait_prior(0);
}
CASE(async_one_group_too_few)
{
	Array<int> in(counting<int>(2 * B)), out(B);
	one_too_few<<<1, B>>>(in, out);
	return ran();
}

// CASE async_awaited_too_late: a tile that held zeros is read after a barrier by the lane beside, and only then is the copy waited for
// EXPECT racecheck WAR warning|error between late-copy and late-read
// ADVICE Wait for the copy first
// HARDWARE unmeasured
__global__ void awaited_too_late(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = 0;
	__syncthreads();
	__pipeline_memcpy_async(&s[t], &in[t], sizeof(int)); // BUG late-copy
	__pipeline_commit();
	__syncthreads();
	int before = s[t ^ 1]; // BUG late-read
	__pipeline_wait_prior(0);
	out[t] = before + s[t];
}
CASE(async_awaited_too_late)
{
	Array<int> in(counting<int>(B)), out(B);
	awaited_too_late<<<1, B>>>(in, out);
	return ran();
}

// CASE async_barrier_object: a barrier object is told of the copies, and another barrier is waited for instead
// EXPECT racecheck RAW error between told-copy and told-read
// SAYS the asynchronous copy had not been waited for
// ADVICE the wait() of its barrier
// HARDWARE unmeasured
__global__ void barrier_not_waited_for(const int *in, int *out)
{
	__shared__ int s[B];
	__shared__ cuda::barrier<cuda::thread_scope_block> all;
	int t = threadIdx.x;
	if (t == 0)
		init(&all, B);
	__syncthreads();
	cuda::memcpy_async(&s[t], &in[t], sizeof(int), all); // BUG told-copy
	auto token = all.arrive();
	__syncthreads();
	out[t] = s[B - 1 - t]; // BUG told-read
	all.wait(std::move(token));
}
CASE(async_barrier_object)
{
	Array<int> in(counting<int>(B)), out(B);
	barrier_not_waited_for<<<1, B>>>(in, out);
	return ran();
}

// CASE async_wrong_stage: two stages with a barrier object each; it waits for the one and reads the other
// EXPECT racecheck RAW|WAR error between stage-copy and stage-read
// ALSO racecheck
// HARDWARE unmeasured
__global__ void wrong_stage(const int *in, int *out, int n)
{
	__shared__ int s[2][B];
	__shared__ cuda::barrier<cuda::thread_scope_block> full[2];
	cuda::barrier<cuda::thread_scope_block>::arrival_token token[2];
	int t = threadIdx.x, sum = 0;
	if (t < 2)
		init(&full[t], B);
	__syncthreads();
	for (int k = 0; k <= n; k++) {
		if (k < n) {
			cuda::memcpy_async(&s[k % 2][t], &in[k * B + t], sizeof(int), full[k % 2]); // BUG stage-copy
			token[k % 2] = full[k % 2].arrive();
		}
		if (k > 0) {
			full[(k - 1) % 2].wait(std::move(token[(k - 1) % 2]));
			sum += s[k % 2][B - 1 - t]; // BUG stage-read
			__syncthreads();
		}
	}
	out[t] = sum;
}
CASE(async_wrong_stage)
{
	Array<int> in(4 * B, 1), out(B);
	wrong_stage<<<1, B>>>(in, out, 4);
	return ran();
}

// CASE async_of_garbage: the source of a copy was never written, and what it brought is computed with; another copy is on its way
// EXPECT initcheck uninit at garbage-used from garbage-copied
// HARDWARE unmeasured
__global__ void of_garbage(const int *in, const int *other, int *out)
{
	__shared__ int s[2][B];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int)); // BUG garbage-copied
	__pipeline_memcpy_async(&s[1][t], &other[t], sizeof(int));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[0][B - 1 - t] + 1; // BUG garbage-used
}
CASE(async_of_garbage)
{
	Array<int> in(B), other(B, 1), out(B);
	of_garbage<<<1, B>>>(in, other, out);
	return ran();
}

// CASE async_two_pieces_in_one_place: lanes copy different pieces to one place; then warps do
// EXPECT racecheck WAW warning|error at lanes-to-one
// EXPECT racecheck WAW error at warps-to-one
// HARDWARE unmeasured
__global__ void two_pieces(const int4 *in, int *out)
{
	__shared__ int4 s[2];
	int t = threadIdx.x;
	if (t < 32)
		__pipeline_memcpy_async(&s[0], in + t % 2, sizeof(int4)); // BUG lanes-to-one
	__pipeline_memcpy_async(&s[1], in + t / 32, sizeof(int4)); // BUG warps-to-one
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[t & 1].x;
}
CASE(async_two_pieces_in_one_place)
{
	Array<int4> in(std::vector<int4>{ make_int4(1, 2, 3, 4), make_int4(5, 6, 7, 8), make_int4(9, 8, 7, 6), make_int4(5, 4, 3, 2) });
	Array<int> out(B);
	two_pieces<<<1, B>>>(in, out);
	return ran();
}
