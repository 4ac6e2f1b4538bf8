/* graphs_clean.cu: launches of one executable graph wait for each other, whatever their streams; and what a graph with
 * memory of its own may. */
#include "case.h"

static const int N = 1024;

__global__ void up(int *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x]++;
}
__global__ void copy(const int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = a[i];
}
__global__ void set(int *a)
{
	a[threadIdx.x] = 1;
}

struct Streams {
	cudaStream_t s, t;
	Streams()
	{
		said(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
		said(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
	}
	~Streams()
	{
		cudaStreamDestroy(s);
		cudaStreamDestroy(t);
	}
};

static cudaGraph_t of_one_kernel(cudaStream_t s, int *a)
{
	cudaGraph_t g;
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	up<<<N / 128, 128, 0, s>>>(a);
	said(cudaStreamEndCapture(s, &g));
	return g;
}

// CASE one_executable: an executable graph is launched in two streams in turn, and a kernel comes after its last launch
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(one_executable)
{
	Array<int> a(N, 0), b(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a);
	cudaGraphExec_t x;
	said(cudaGraphInstantiate(&x, g, 0));
	for (int turn = 0; turn < 6; turn++)
		said(cudaGraphLaunch(x, turn & 1 ? two.t : two.s));
	copy<<<N / 128, 128, 0, two.t>>>(a, b);
	said(cudaStreamSynchronize(two.t));
	bool fine = b.get()[N - 1] == 6;
	said(cudaGraphExecDestroy(x));
	said(cudaGraphDestroy(g));
	return ran() && fine;
}

// CASE updated_between: an executable graph is launched, updated by another graph, and launched in another stream
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(updated_between)
{
	Array<int> a(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a), h = of_one_kernel(two.t, a);
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphLaunch(x, two.s));
	said(cudaGraphExecUpdate(x, h, &info));
	said(cudaGraphDestroy(g));
	said(cudaGraphDestroy(h));
	said(cudaGraphLaunch(x, two.t));
	said(cudaStreamSynchronize(two.t));
	said(cudaGraphExecDestroy(x));
	return ran() && a.get()[0] == 2;
}

// CASE one_after_the_other: a graph with memory of its own is instantiated anew once its first executable is gone
// EXPECT clean
// HARDWARE unmeasured
CASE(one_after_the_other)
{
	Array<int> a(64, 0);
	cudaGraph_t g;
	cudaGraphNode_t made, used, copied, freed;
	cudaMemAllocNodeParams m = {};
	m.poolProps.allocType = cudaMemAllocationTypePinned;
	m.poolProps.location.type = cudaMemLocationTypeDevice;
	m.bytesize = 64 * sizeof(int);
	said(cudaGraphCreate(&g, 0));
	said(cudaGraphAddMemAllocNode(&made, g, nullptr, 0, &m));
	void *args[] = { &m.dptr };
	cudaKernelNodeParams k = {};
	k.func = (void *)set;
	k.gridDim = dim3(1);
	k.blockDim = dim3(64);
	k.kernelParams = args;
	said(cudaGraphAddKernelNode(&used, g, &made, 1, &k));
	said(cudaGraphAddMemcpyNode1D(&copied, g, &used, 1, a, m.dptr, 64 * sizeof(int), cudaMemcpyDeviceToDevice));
	said(cudaGraphAddMemFreeNode(&freed, g, &copied, 1, m.dptr));
	for (int turn = 0; turn < 2; turn++) {
		cudaGraphExec_t x;
		said(cudaGraphInstantiate(&x, g, 0));
		said(cudaGraphLaunch(x, 0));
		said(cudaDeviceSynchronize());
		said(cudaGraphExecDestroy(x));
	}
	said(cudaGraphDestroy(g));
	return ran() && a.get()[63] == 1;
}
