/* dependent.cu: a kernel that is launched to begin before the one before it has ended (programmatic dependent launch), and
 * does not wait for it in time. */
#include "case.h"

static const int N = 1024;

__global__ void produce(int *p)
{
	cudaTriggerProgrammaticLaunchCompletion();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = i + 5; // BUG produced
}
template <class... P, class... A> static bool launch_early(void (*kernel)(P...), cudaStream_t s, A &&...a)
{
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute attribute;
	c.gridDim = N / 128;
	c.blockDim = 128;
	c.stream = s;
	attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attribute.val.programmaticStreamSerializationAllowed = 1;
	c.attrs = &attribute;
	c.numAttrs = 1;
	return said(cudaLaunchKernelEx(&c, kernel, P(a)...));
}

// CASE never_waited: the second kernel never waits for the first one
// EXPECT racecheck RAW error between produced and taken
// SAYS may begin before produce
// ADVICE cudaGridDependencySynchronize()
// EVERY found
// HARDWARE unmeasured
__global__ void take(int *out, const int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = p[i]; // BUG taken
}
CASE(never_waited)
{
	Array<int> p(N, 0), out(N, 0);
	produce<<<N / 128, 128>>>(p);
	launch_early(take, 0, out, p);
	return ran();
}

// CASE waited_too_late: it waits, but has read by then
// EXPECT racecheck RAW error between produced and too_early
// ADVICE cudaGridDependencySynchronize()
// HARDWARE unmeasured
__global__ void take_then_wait(int *out, volatile const int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = p[i]; // BUG too_early
	cudaGridDependencySynchronize();
	out[i] = v;
}
CASE(waited_too_late)
{
	Array<int> p(N, 0), out(N, 0);
	cudaStream_t s;
	said(cudaStreamCreate(&s));
	produce<<<N / 128, 128, 0, s>>>(p);
	launch_early(take_then_wait, s, out, p);
	said(cudaStreamSynchronize(s));
	said(cudaStreamDestroy(s));
	return ran();
}

// CASE overwritten_early: it writes what the first one still reads, before it waits
// EXPECT racecheck WAR error between read_first and cleared
// HARDWARE unmeasured
__global__ void read_all(int *out, const int *p)
{
	cudaTriggerProgrammaticLaunchCompletion();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = p[i]; // BUG read_first
}
__global__ void clear_then_wait(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 0; // BUG cleared
	cudaGridDependencySynchronize();
}
CASE(overwritten_early)
{
	Array<int> p(N, 7), out(N, 0);
	read_all<<<N / 128, 128>>>(out, p);
	launch_early(clear_then_wait, 0, p);
	return ran();
}
