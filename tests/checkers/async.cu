/* async.cu: copies that go on while the threads do, and that somebody does not wait for. */
#include "case.h"

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
