/* calls.cu: calls of the runtime that are refused, and nobody looks at what they return. */
#include "case.h"

__global__ void nothing()
{
}

// CASE refused_streams: the default stream is captured, an executable graph is missing, a time has no place
// EXPECT memcheck api
// SAYS cudaStreamBeginCapture failed: the legacy default stream cannot be captured
// SAYS cudaGraphLaunch failed: there is no executable graph
// SAYS cudaEventElapsedTime failed: there is no place for the time
// SAYS cudaStreamGetFlags failed: invalid argument
// HARDWARE unmeasured
CASE(refused_streams)
{
	cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal);
	cudaGraphLaunch(nullptr, 0);
	cudaEventElapsedTime(nullptr, nullptr, nullptr);
	cudaStreamGetFlags(0, nullptr);
	cudaGetLastError();
	nothing<<<1, 1>>>();
	return ran();
}

// CASE refused_circle: the edges of a graph lead round in a circle
// EXPECT memcheck api
// SAYS cudaGraphInstantiate failed: the graph's edges lead round in a circle
// HARDWARE unmeasured
CASE(refused_circle)
{
	cudaGraph_t graph;
	cudaGraphNode_t a, b;
	cudaGraphExec_t x;
	said(cudaGraphCreate(&graph, 0));
	said(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
	said(cudaGraphAddEmptyNode(&b, graph, &a, 1));
	said(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
	cudaGraphInstantiate(&x, graph, 0);
	cudaGetLastError();
	said(cudaGraphDestroy(graph));
	return ran();
}

// CASE refused_devices: a second device is named, and there is none
// EXPECT memcheck api
// SAYS cudaDeviceEnablePeerAccess failed: a device is no peer of its own
// SAYS cudaMemcpyPeer failed: there is no device 1, only device 0
// SAYS cudaDeviceGetAttribute failed: there is one device, and its number is 0
// HARDWARE unmeasured
CASE(refused_devices)
{
	Array<int> a(64, 1), b(64, 2);
	int value;
	cudaDeviceEnablePeerAccess(0, 0);
	cudaMemcpyPeer(a, 1, b, 0, 64 * sizeof(int));
	cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3);
	cudaGetLastError();
	return ran();
}

// CASE refused_memory: memory is given back that was not registered, a limit is set that there is not
// EXPECT memcheck api
// SAYS cudaDeviceSetLimit failed: there is no limit with the number 99
// SAYS cudaHostUnregister failed: no memory from cudaHostRegister begins there
// HARDWARE unmeasured
CASE(refused_memory)
{
	static int own[64];
	cudaDeviceSetLimit((cudaLimit)99, 1);
	cudaHostUnregister(own);
	cudaGetLastError();
	return ran();
}

// CASE refused_in_a_host_function: a host function of a stream calls the runtime
// EXPECT memcheck api
// SAYS cudaMalloc failed: operation not permitted
// HARDWARE unmeasured
static void takes(void *)
{
	void *p;
	cudaMalloc(&p, 64);
}
CASE(refused_in_a_host_function)
{
	nothing<<<1, 1>>>();
	said(cudaLaunchHostFunc(0, takes, nullptr));
	return ran();
}

// CASE refused_planes: a copy of planes goes past its allocation, with a direction that the addresses decide
// EXPECT memcheck api
// SAYS cudaMemcpy3D failed: the destination reaches
// SAYS bytes beyond its allocation of
// SAYS cudaMemcpy3D failed: 90 bytes of a row from byte 20 on do not fit the source's pitch of 100 bytes
// HARDWARE unmeasured
CASE(refused_planes)
{
	static char own[4096];
	cudaMemcpy3DParms p = {};
	said(cudaMalloc3D(&p.dstPtr, make_cudaExtent(100, 4, 3)));
	p.srcPtr = make_cudaPitchedPtr(own, 100, 100, 4);
	p.extent = make_cudaExtent(100, 4, 5);
	p.kind = cudaMemcpyDefault;
	cudaMemcpy3D(&p);
	p.extent = make_cudaExtent(90, 4, 2);
	p.srcPos.x = 20;
	cudaMemcpy3D(&p);
	cudaGetLastError();
	said(cudaFree(p.dstPtr.ptr));
	return ran();
}

// CASE copied_planes: the same within its bounds
// EXPECT clean
// HARDWARE unmeasured
CASE(copied_planes)
{
	static char own[4096];
	cudaMemcpy3DParms p = {};
	said(cudaMalloc3D(&p.dstPtr, make_cudaExtent(100, 4, 3)));
	p.srcPtr = make_cudaPitchedPtr(own, 100, 100, 4);
	p.extent = make_cudaExtent(100, 4, 3);
	p.kind = cudaMemcpyDefault;
	said(cudaMemcpy3D(&p));
	p.extent = make_cudaExtent(80, 2, 2);
	p.srcPos = make_cudaPos(20, 2, 0);
	p.dstPos = make_cudaPos(0, 2, 1);
	said(cudaMemcpy3D(&p));
	said(cudaFree(p.dstPtr.ptr));
	return ran();
}

// CASE refused_pointers: null pointers, and an address behind an allocation, where the addresses decide the direction
// EXPECT memcheck api
// SAYS cudaMemcpy failed: 4 bytes: the destination is NULL, which is no memory
// SAYS begins 1048577 bytes past the last one of an allocation of 256 bytes
// SAYS is memory that has been freed
// HARDWARE unmeasured
CASE(refused_pointers)
{
	static int own[4];
	char *d, *gone;
	said(cudaMalloc(&gone, 256));
	said(cudaFree(gone));
	said(cudaMalloc(&d, 256));
	cudaMemcpy(nullptr, own, 4, cudaMemcpyDefault);
	cudaMemcpy(d + 256 + (1 << 20), own, 4, cudaMemcpyDefault);
	said(cudaFree(d));
	cudaMemcpy(own, d, 4, cudaMemcpyDefault);
	cudaGetLastError();
	return ran();
}
