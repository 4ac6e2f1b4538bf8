/* counters: vary
 * A kernel that stays and serves: it waits for numbers that the host writes into mapped memory, and the host waits for its answers, while it
 * runs. Nothing here ever synchronises until the end. */
#include "check.h"

__global__ void serve(volatile int *question, volatile int *answer, int rounds)
{
	for (int r = 1; r <= rounds; r++) {
		if (threadIdx.x == 0) {
			while (*question != r)
				;
			__threadfence_system();
			*answer = 10 * r;
			__threadfence_system();
		}
		__syncthreads();
	}
}

int main()
{
	constexpr int rounds = 50;
	volatile int *shared;
	int *device;
	cudaStream_t s;

	CUDA(cudaHostAlloc((void **)&shared, 4096, cudaHostAllocMapped));
	shared[0] = shared[64] = 0;
	CUDA(cudaHostGetDevicePointer((void **)&device, (void *)shared, 0));
	CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	serve<<<1, 64, 0, s>>>(device, device + 64, rounds);
	CUDA(cudaGetLastError());
	GIVES(cudaStreamQuery(s), cudaErrorNotReady);
	for (int r = 1; r <= rounds; r++) {
		__atomic_store_n(&shared[0], r, __ATOMIC_RELEASE);
		for (long n = 0; n < 20000000000 && shared[64] != 10 * r; n++)
			;
		HOLDS(shared[64] == 10 * r);
	}
	CUDA(cudaStreamSynchronize(s));
	return finish();
}
