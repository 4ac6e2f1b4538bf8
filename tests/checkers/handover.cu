/* handover.cu: values that threads of one block hand to each other by barrier objects, counters, rings and __syncwarp. */
#include "case.h"

#include <cuda/atomic>
#include <cuda/barrier>

static const int B = 128;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// CASE ring_of_warps: one warp writes into a ring, another one reads; each waits for the other's count
// EXPECT clean
// HARDWARE unmeasured
__global__ void ring_of_warps_k(int *out)
{
	__shared__ volatile int head, tail;
	__shared__ int ring[2];
	int t = threadIdx.x;
	if (t == 0)
		head = tail = 0;
	__syncthreads();
	if (t == 0) {
		for (int k = 0; k < 3; k++) {
			while (k - tail >= 2)
				;
			__threadfence_block();
			ring[k % 2] = k * k + 1;
			__threadfence_block();
			head = k + 1;
		}
	} else if (t == 32) {
		int v = 0;
		for (int k = 0; k < 3; k++) {
			while (head <= k)
				;
			__threadfence_block();
			v += ring[k % 2];
			__threadfence_block();
			tail = k + 1;
		}
		*out = v;
	}
}
CASE(ring_of_warps)
{
	Array<int> out(1, 0);
	ring_of_warps_k<<<1, 64>>>(out);
	return ran() && out.get()[0] == 8;
}
