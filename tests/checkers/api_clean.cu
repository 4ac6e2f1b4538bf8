/* api_clean.cu: what looks like the cases of api.cu, and is right. */
#include "case.h"

static const int N = 1024;

__global__ void up(int *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x]++;
}
__global__ void make(int **p)
{
	*p = (int *)malloc(64);
	**p = 42;
}
__global__ void take(int **p, int *out)
{
	*out = **p;
	free(*p);
}

// CASE heap_by_kernels: one kernel makes memory, another one copies from it and gives it back
// EXPECT clean
// HARDWARE unmeasured
CASE(heap_by_kernels)
{
	Array<int *> at(1);
	Array<int> out(1);
	make<<<1, 1>>>(at);
	take<<<1, 1>>>(at, out);
	return ran() && out.get()[0] == 42;
}

// CASE heap_set: an H200 sets memory of a kernel's malloc() for the host
// EXPECT clean
// HARDWARE unmeasured
CASE(heap_set)
{
	Array<int *> at(1);
	Array<int> out(1);
	make<<<1, 1>>>(at);
	said(cudaMemset(at.get()[0], 0, 64));
	take<<<1, 1>>>(at, out);
	return ran() && out.get()[0] == 0;
}

// CASE ring: the first waits of a ring of two buffers are for events that nobody has recorded yet
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(ring)
{
	Array<int> a(N, 0), b(N, 0);
	int *buffer[2] = { a, b };
	cudaStream_t s, t;
	cudaEvent_t full[2], empty[2];
	said(cudaStreamCreate(&s));
	said(cudaStreamCreate(&t));
	for (int i = 0; i < 2; i++) {
		said(cudaEventCreate(&full[i]));
		said(cudaEventCreate(&empty[i]));
	}
	said(cudaDeviceSynchronize());
	for (int i = 0; i < 6; i++) {
		said(cudaStreamWaitEvent(s, empty[i & 1]));
		up<<<N / 128, 128, 0, s>>>(buffer[i & 1]);
		said(cudaEventRecord(full[i & 1], s));
		said(cudaStreamWaitEvent(t, full[i & 1]));
		up<<<N / 128, 128, 0, t>>>(buffer[i & 1]);
		said(cudaEventRecord(empty[i & 1], t));
	}
	return ran() && a.get()[0] == 6 && b.get()[N - 1] == 6;
}

// CASE asked_again: the time between two events is asked for until there is one
// EXPECT clean
// NEVER no-time
// HARDWARE unmeasured
CASE(asked_again)
{
	Array<int> a(N, 0);
	cudaEvent_t from, to;
	float ms = -1;
	said(cudaEventCreate(&from));
	said(cudaEventCreate(&to));
	said(cudaEventRecord(from));
	for (int turn = 0; turn < 100; turn++)
		up<<<N / 128, 128>>>(a);
	said(cudaEventRecord(to));
	while (cudaEventElapsedTime(&ms, from, to) == cudaErrorNotReady)
		;
	cudaGetLastError();
	return ran() && ms > 0;
}

// CASE anew: memory from before cudaDeviceReset() is not used any more, other memory is
// EXPECT clean
// HARDWARE unmeasured
CASE(anew)
{
	int *p;
	said(cudaMalloc(&p, N * sizeof(int)));
	said(cudaFree(p));
	said(cudaDeviceReset());
	Array<int> a(N, 0);
	up<<<N / 128, 128>>>(a);
	return ran() && a.get()[0] == 1;
}
