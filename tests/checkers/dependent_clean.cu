/* dependent_clean.cu: kernels that are launched to begin before the one before has ended (programmatic dependent launch), and wait in time. */
#include "case.h"

static const int N = 1024;

__global__ void produce(int *p)
{
	cudaTriggerProgrammaticLaunchCompletion();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = i + 5;
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

// CASE waited_in_time: what belongs to the kernel alone comes first, then the wait, then the other one's data
// EXPECT clean
// HARDWARE unmeasured
__global__ void prepare_then_take(int *out, const int *own, const int *p)
{
	__shared__ int tile[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[threadIdx.x] = own[i];
	cudaGridDependencySynchronize();
	out[i] = tile[threadIdx.x] + p[i];
}
CASE(waited_in_time)
{
	Array<int> p(N, 0), own(N, 1), out(N, 0);
	for (int turn = 0; turn < 3; turn++) {
		produce<<<N / 128, 128>>>(p);
		launch_early(prepare_then_take, 0, out, own, p);
	}
	return ran() && out.get()[3] == 9;
}

// CASE one_thread_waits: one thread of each block waits, the others meet it at a barrier
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_waits(int *out, const int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		cudaGridDependencySynchronize();
	__syncthreads();
	out[i] = p[i];
}
CASE(one_thread_waits)
{
	Array<int> p(N, 0), out(N, 0);
	produce<<<N / 128, 128>>>(p);
	launch_early(one_waits, 0, out, p);
	return ran() && out.get()[3] == 8;
}

// CASE apart: it never waits, and touches nothing of the other one
// EXPECT clean
// HARDWARE unmeasured
__global__ void count(int *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x]++;
}
CASE(apart)
{
	Array<int> p(N, 0), out(N, 0);
	produce<<<N / 128, 128>>>(p);
	launch_early(count, 0, out);
	return ran() && out.get()[3] == 1;
}

// CASE plain_launch: the first kernel would let it begin, but it is launched without the attribute; or after a wait of the host
// EXPECT clean
// HARDWARE unmeasured
__global__ void just_take(int *out, const int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = p[i];
}
CASE(plain_launch)
{
	Array<int> p(N, 0), out(N, 0);
	produce<<<N / 128, 128>>>(p);
	just_take<<<N / 128, 128>>>(out, p);
	produce<<<N / 128, 128>>>(p);
	said(cudaDeviceSynchronize());
	launch_early(just_take, 0, out, p);
	return ran() && out.get()[3] == 8;
}
