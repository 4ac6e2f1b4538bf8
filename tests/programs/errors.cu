/* Errors that pass and errors that stay. Each fault loses its context, so each happens in a process of its own. */
#include <cassert>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

__global__ void nothing() {}
__global__ void writes(int *p, int i) { p[i] = 1; }
__global__ void traps() { if (threadIdx.x == 3) __trap(); }
__global__ void asserts(int x) { assert(x == 0); }
__global__ void wild_shared(int i)
{
	extern __shared__ int s[];
	s[i] = 1;
	__syncthreads();
	if (s[i / 2] == 77)
		__trap();
}
__global__ void crooked(char *p) { *(volatile double *)(p + 1) = 2; }
__global__ void __launch_bounds__(64) narrow() {}

/* As NVIDIA's runtime has it: what the launch itself refuses is told once and forgotten. */
static int passing()
{
	int *p, x;

	nothing<<<1, 2000>>>();
	GIVES(cudaPeekAtLastError(), cudaErrorInvalidValue);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	GIVES(cudaGetLastError(), cudaSuccess);
	nothing<<<0, 32>>>();
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	nothing<<<dim3(1, 70000), 32>>>();
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	narrow<<<1, 128>>>();
	HOLDS(cudaGetLastError() != cudaSuccess);
	nothing<<<1, 32, 1 << 20>>>();
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(&x, nullptr, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
	GIVES(cudaMemcpy2D(&x, 1, p, 4, 4, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue); /* an H200 */
	GIVES(cudaMemcpy2D(&x, 1, p, 4, 4, 2, cudaMemcpyDeviceToHost), cudaErrorInvalidPitchValue);
	GIVES(cudaFree((void *)0x1234), cudaErrorInvalidValue);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	CUDA(cudaMalloc(&p, 4));
	GIVES(cudaMemcpy(p, &x, 1 << 20, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaFree(p));
	GIVES(cudaFree(p), cudaErrorInvalidValue);
	cudaGetLastError();
	HOLDS(!strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"));
	HOLDS(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
	nothing<<<1, 32>>>();
	CUDA(cudaDeviceSynchronize());
	return failures;
}

static int stays(int which)
{
	static const cudaError_t codes[] = { cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorAssert, cudaErrorIllegalAddress,
		cudaErrorMisalignedAddress, cudaErrorIllegalAddress };
	int *p, *q = nullptr;

	CUDA(cudaMalloc(&p, 400));
	switch (which) {
	case 0: writes<<<1, 1>>>(p, 1 << 28); break;
	case 1: traps<<<2, 32>>>(); break;
	case 2: asserts<<<1, 32>>>(1); break;
	case 3: wild_shared<<<1, 1, 64>>>(1 << 16); break; /* beyond the 16 MB window an H200 has it for an illegal instruction */
	case 4: crooked<<<1, 1>>>((char *)p); break;
	case 5: writes<<<1, 1>>>(q, 0); break;
	}
	GIVES(cudaGetLastError(), cudaSuccess);
	GIVES(cudaDeviceSynchronize(), codes[which]);
	GIVES(cudaGetLastError(), codes[which]);
	GIVES(cudaPeekAtLastError(), cudaSuccess); /* taken, until a call meets the lost context again: so an H200 (tests/bench/streams, fault-reset) */
	GIVES(cudaMalloc(&q, 4), codes[which]);
	GIVES(cudaFree(0), codes[which]); /* an H200 */
	nothing<<<1, 1>>>();
	GIVES(cudaGetLastError(), codes[which]);
	/* A reset gives the context up and brings nothing back: the process must end, as the documentation says; the codes are the H200's. */
	GIVES(cudaDeviceReset(), cudaSuccess);
	GIVES(cudaGetLastError(), cudaSuccess);
	GIVES(cudaMalloc(&q, 4), cudaErrorDevicesUnavailable);
	nothing<<<1, 1>>>();
	GIVES(cudaGetLastError(), cudaErrorDevicesUnavailable);
	GIVES(cudaDeviceSynchronize(), cudaErrorDevicesUnavailable);
	return failures;
}

int main()
{
	for (int i = -1; i < 6; i++) {
		int status = 0;
		fflush(stdout);
		pid_t child = fork();

		if (child == 0) {
			failures = 0;
			int bad = i < 0 ? passing() : stays(i);

			fflush(stdout);
			_exit(bad != 0);
		}
		waitpid(child, &status, 0);
		expect(status == 0, "case %d ended with status %#x", i, status);
	}
	return finish();
}
