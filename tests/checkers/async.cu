/* async.cu: copies that go on while the threads do, and that somebody does not wait for. */
#include "case.h"

#include <cuda_pipeline.h>

static const int B = 128;

// CASE async_not_awaited: the copied tile is read before the copy is waited for
// EXPECT racecheck RAW|WAR error|warning between no-wait-copy and no-wait-read
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
