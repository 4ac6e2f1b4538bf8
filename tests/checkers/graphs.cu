/* graphs.cu: graphs and executables that are gone, graphs with memory of their own, launches that nothing orders. */
#include <thread>

#include "case.h"

static const int N = 1024;

__global__ void up(int *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x]++; // BUG up
}
__global__ void copy(const int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = a[i]; // BUG copied
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

// CASE two_executables: of one graph two executables are made, and launched in two streams: only launches of the same one wait
// EXPECT racecheck WAW|RAW error between up and up
// HARDWARE unmeasured
CASE(two_executables)
{
	Array<int> a(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a);
	cudaGraphExec_t x, y;
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphInstantiate(&y, g, 0));
	said(cudaGraphLaunch(x, two.s));
	said(cudaGraphLaunch(y, two.t));
	return ran();
}

// CASE first_of_its_number: an executable is destroyed after its launch, and another one is made and launched in another stream
// EXPECT racecheck WAW|RAW error between up and up
// HARDWARE unmeasured
CASE(first_of_its_number)
{
	Array<int> a(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a);
	cudaGraphExec_t x;
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphLaunch(x, two.s));
	said(cudaGraphExecDestroy(x));
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphLaunch(x, two.t));
	return ran();
}

// CASE work_after_a_launch: a kernel after the second launch comes after both, one after the first launch beside the second
// EXPECT racecheck WAR|RAW error between up and copied
// HARDWARE unmeasured
CASE(work_after_a_launch)
{
	Array<int> a(N, 0), b(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a);
	cudaGraphExec_t x;
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphLaunch(x, two.s));
	copy<<<N / 128, 128, 0, two.s>>>(a, b);
	said(cudaGraphLaunch(x, two.t));
	return ran();
}

// CASE gone: a graph, a node and an executable are used that have been destroyed
// EXPECT memcheck api
// SAYS cudaGraphLaunch failed: the executable graph does not exist (never instantiated, or destroyed?)
// SAYS cudaGraphExecDestroy failed: the executable graph does not exist
// SAYS cudaGraphDestroy failed: the graph does not exist (never made, or destroyed?)
// SAYS cudaGraphInstantiate failed: the graph does not exist
// SAYS cudaGraphNodeGetType failed: the node does not exist
// SAYS cudaGraphAddEmptyNode failed: the node does not exist
// HARDWARE unmeasured
CASE(gone)
{
	Array<int> a(N, 0);
	Streams two;
	cudaGraph_t g = of_one_kernel(two.s, a), other;
	cudaGraphNode_t node;
	cudaGraphNodeType type;
	cudaGraphExec_t x;
	size_t one = 1;
	bool refused = true;
	said(cudaGraphGetNodes(g, &node, &one));
	said(cudaGraphInstantiate(&x, g, 0));
	said(cudaGraphCreate(&other, 0));
	said(cudaGraphDestroy(g));
	said(cudaGraphExecDestroy(x));
	refused &= cudaGraphLaunch(x, two.s) == cudaErrorInvalidValue;
	refused &= cudaGraphExecDestroy(x) == cudaErrorInvalidValue;
	refused &= cudaGraphDestroy(g) == cudaErrorInvalidValue;
	refused &= cudaGraphInstantiate(&x, g, 0) == cudaErrorInvalidValue;
	refused &= cudaGraphNodeGetType(node, &type) == cudaErrorInvalidValue;
	refused &= cudaGraphAddEmptyNode(&node, other, &node, 1) == cudaErrorInvalidValue;
	cudaGetLastError();
	said(cudaGraphDestroy(other));
	return ran() && refused;
}

// CASE memory_nodes: what a graph that allocates memory cannot
// EXPECT memcheck api
// SAYS cudaGraphInstantiate failed: the graph allocates or frees memory: there can be one executable graph of it at a time
// SAYS cudaGraphClone failed: the graph allocates or frees memory: it cannot be cloned
// SAYS cudaGraphAddChildGraphNode failed: the graph allocates or frees memory: it can be a child of another graph only
// SAYS cudaGraphDestroyNode failed: the graph allocates or frees memory: no node can be taken out
// HARDWARE unmeasured
CASE(memory_nodes)
{
	cudaGraph_t g, clone, parent;
	cudaGraphExec_t x, y;
	cudaGraphNode_t made, used, child;
	cudaMemAllocNodeParams m = {};
	bool refused = true;
	m.poolProps.allocType = cudaMemAllocationTypePinned;
	m.poolProps.location.type = cudaMemLocationTypeDevice;
	m.bytesize = 4000;
	said(cudaGraphCreate(&g, 0));
	said(cudaGraphCreate(&parent, 0));
	said(cudaGraphAddMemAllocNode(&made, g, nullptr, 0, &m));
	said(cudaGraphAddEmptyNode(&used, g, &made, 1));
	said(cudaGraphAddMemFreeNode(&child, g, &used, 1, m.dptr));
	said(cudaGraphInstantiate(&x, g, 0));
	refused &= cudaGraphInstantiate(&y, g, 0) == cudaErrorNotSupported;
	refused &= cudaGraphClone(&clone, g) == cudaErrorNotSupported;
	refused &= cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, g) == cudaErrorNotSupported;
	refused &= cudaGraphDestroyNode(used) == cudaErrorNotSupported;
	cudaGetLastError();
	said(cudaGraphLaunch(x, 0));
	said(cudaGraphExecDestroy(x));
	said(cudaGraphDestroy(parent));
	said(cudaGraphDestroy(g));
	return ran() && refused;
}

// CASE ended_by_another_thread: a capture is ended by another thread than began it, and is over all the same
// EXPECT memcheck api
// SAYS cudaStreamEndCapture failed: another thread began the capture, and has to end it, too
// SAYS cudaStreamEndCapture failed: the stream is not being captured
// HARDWARE unmeasured
CASE(ended_by_another_thread)
{
	Array<int> a(N, 0);
	Streams two;
	cudaGraph_t g = nullptr;
	cudaError_t there = cudaSuccess, here;
	said(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
	up<<<N / 128, 128, 0, two.s>>>(a);
	std::thread([&] { there = cudaStreamEndCapture(two.s, &g); }).join();
	here = cudaStreamEndCapture(two.s, &g);
	cudaGetLastError();
	return ran() && there == cudaErrorStreamCaptureWrongThread && here == cudaErrorIllegalState;
}
