/* api.cu: what the host does with memory, events and launches, and must not; each report names the cause. */
#include "case.h"

static const int N = 1024;

__global__ void up(int *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x]++; // BUG up
}
__global__ void make(int **p, int *value)
{
	*p = (int *)malloc(64);
	**p = 42;
	*value = **p;
}
__global__ void far(int *a, long k)
{
	a[k] = 1; // BUG far
}
__global__ void say(const char *text)
{
	printf("%s\n", text); // BUG said
}
__global__ void after_free(int *out)
{
	int *p = (int *)malloc(64);
	p[0] = 1;
	free(p);
	*out = p[0]; // BUG freed
}

static int *of_a_kernel()
{
	Array<int *> at(1);
	Array<int> value(1);
	make<<<1, 1>>>(at, value);
	return ran() && value.get()[0] == 42 ? at.get()[0] : nullptr;
}

// CASE heap_copied: memory of a kernel's malloc() is copied by the host
// EXPECT memcheck api
// SAYS is memory of malloc() or new in a kernel, which the host cannot copy
// HARDWARE unmeasured
CASE(heap_copied)
{
	int x = 7, *p = of_a_kernel();
	bool refused = cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue;
	refused &= cudaMemcpy(p, &x, sizeof x, cudaMemcpyHostToDevice) == cudaErrorInvalidValue;
	cudaGetLastError();
	return ran() && refused && x == 7;
}

// CASE heap_freed_by_host: memory of a kernel's malloc() is given to cudaFree()
// EXPECT memcheck double-free
// SAYS is memory of malloc() or new in a kernel, which only a kernel gives back
// HARDWARE unmeasured
CASE(heap_freed_by_host)
{
	bool refused = cudaFree(of_a_kernel()) == cudaErrorInvalidValue;
	cudaGetLastError();
	return ran() && refused;
}

// CASE heap_after_free: a kernel reads what it has given back
// EXPECT memcheck after-free at freed
// SAYS (of malloc() or new in a kernel, given back by free() or delete)
// HARDWARE unmeasured
CASE(heap_after_free)
{
	Array<int> out(1);
	after_free<<<1, 1>>>(out);
	return ran();
}

// CASE far_from_its_own: an index too large leads past two other allocations, which the launch was not given
// EXPECT memcheck oob at far
// SAYS bytes past the end of the 16,384-byte allocation
// HARDWARE unmeasured
CASE(far_from_its_own)
{
	Array<int> a(4096), b(4096), c(16);
	far<<<1, 1>>>(a, 1 << 20);
	return ran();
}

// CASE text_of_the_host: a kernel prints a string that lies with the host
// EXPECT memcheck host-pointer at said
// SAYS printf reads a text at address 0x
// SAYS which is not device memory (a host pointer?)
// HARDWARE unmeasured
CASE(text_of_the_host)
{
	static const char text[] = "hello";
	say<<<1, 1>>>(text);
	return ran();
}

// CASE after_a_reset: a pointer from before cudaDeviceReset()
// EXPECT memcheck after-free at up
// SAYS inside the freed 4,096-byte allocation
// HARDWARE unmeasured
CASE(after_a_reset)
{
	int *p;
	said(cudaMalloc(&p, N * sizeof(int)));
	said(cudaDeviceReset());
	up<<<1, 128>>>(p);
	return ran();
}

// CASE waited_too_early: a stream waits for an event before that is recorded
// EXPECT racecheck WAW|RAW error between up and up
// SAYS waited for an event (cudaStreamWaitEvent) before that was recorded
// HARDWARE unmeasured
CASE(waited_too_early)
{
	Array<int> a(N, 0);
	cudaStream_t s, t;
	cudaEvent_t e;
	said(cudaStreamCreate(&s));
	said(cudaStreamCreate(&t));
	said(cudaEventCreate(&e));
	said(cudaDeviceSynchronize());
	said(cudaStreamWaitEvent(t, e));
	up<<<N / 128, 128, 0, s>>>(a);
	said(cudaEventRecord(e, s));
	up<<<N / 128, 128, 0, t>>>(a);
	return ran();
}

// CASE default_stream_in_a_capture: a kernel is launched into the default stream while another one is captured
// EXPECT memcheck launch
// SAYS the launch of up failed: a stream is being captured
// HARDWARE unmeasured
CASE(default_stream_in_a_capture)
{
	Array<int> a(N, 0);
	cudaStream_t s;
	cudaGraph_t g;
	said(cudaStreamCreate(&s));
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	up<<<N / 128, 128>>>(a);
	cudaStreamEndCapture(s, &g);
	cudaGetLastError();
	return ran();
}

// CASE pool_gone: memory is asked for from a pool that was destroyed
// EXPECT memcheck api
// SAYS cudaMallocFromPoolAsync failed: the memory pool does not exist (never made, or destroyed?)
// HARDWARE unmeasured
CASE(pool_gone)
{
	cudaMemPool_t pool;
	cudaMemPoolProps props = {};
	void *p;
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	said(cudaMemPoolCreate(&pool, &props));
	said(cudaMemPoolDestroy(pool));
	cudaMallocFromPoolAsync(&p, 4000, pool, 0);
	cudaGetLastError();
	return ran();
}

// CASE no_time: the time between two events is asked for before the work is over, and not again
// EXPECT memcheck no-time info
// SAYS Call cudaEventSynchronize() of the second event first
// HARDWARE unmeasured
CASE(no_time)
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
	cudaEventElapsedTime(&ms, from, to);
	cudaGetLastError();
	return ran() && ms == -1;
}
