/* Graphs in all their parts: edges against the order of adding, copies of symbols and of planes, children, clones, memory of a graph's own,
 * updates, nodes switched off, and what a capture may not do. */
#include "check.h"
#include <algorithm>
#include <functional>
#include <thread>

__constant__ int factor;
__device__ int total;

__global__ void append(int *p, int v) { *p = *p * 10 + v; }
__global__ void scale(int *p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = p[i] * factor + (int)i; }
__global__ void sum(const int *p, int n) { if (threadIdx.x < n) atomicAdd(&total, p[threadIdx.x]); }
__global__ void put(int *p, int v) { p[threadIdx.x] = v + (int)threadIdx.x; }

static void CUDART_CB fill(void *p) { for (int i = 0; i < 16; i++) ((int *)p)[i] = i * i; }
static void CUDART_CB ended(void *p) { ++*(int *)p; }

static cudaKernelNodeParams kernel(void *f, void **args, int threads = 1)
{
	cudaKernelNodeParams k = {};

	k.func = f;
	k.gridDim = dim3(1);
	k.blockDim = dim3(threads);
	k.kernelParams = args;
	return k;
}

static cudaGraphNode_t add_append(cudaGraph_t g, int *p, int v)
{
	void *args[] = { &p, &v };
	cudaKernelNodeParams k = kernel((void *)append, args);
	cudaGraphNode_t node;

	CUDA(cudaGraphAddKernelNode(&node, g, nullptr, 0, &k));
	return node;
}

static int run(cudaGraph_t g, cudaStream_t s, int *p)
{
	cudaGraphExec_t x;
	int got;

	CUDA(cudaMemset(p, 0, 4));
	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
	return got;
}

static void edges(cudaStream_t s)
{
	Device<int> p(1);
	cudaGraph_t g, clone;
	cudaGraphNode_t n[4], found, list[8], from[8], to[8];
	cudaGraphExec_t x;
	size_t count;

	CUDA(cudaGraphCreate(&g, 0));
	for (int i = 0; i < 4; i++)
		n[i] = add_append(g, p, i + 1);
	/* 4 before 2 before 3 before 1, added in no order. */
	cudaGraphNode_t before[] = { n[1], n[3], n[2] }, after[] = { n[2], n[1], n[0] };
	CUDA(cudaGraphAddDependencies(g, before, after, nullptr, 3));
	HOLDS(run(g, s, p) == 4231);
	count = 8;
	CUDA(cudaGraphGetRootNodes(g, list, &count));
	HOLDS(count == 1 && list[0] == n[3]);
	count = 8;
	CUDA(cudaGraphGetEdges(g, from, to, nullptr, &count));
	HOLDS(count == 3);
	count = 8;
	CUDA(cudaGraphNodeGetDependencies(n[2], list, nullptr, &count));
	HOLDS(count == 1 && list[0] == n[1]);
	count = 8;
	CUDA(cudaGraphNodeGetDependentNodes(n[1], list, nullptr, &count));
	HOLDS(count == 1 && list[0] == n[2]);
	GIVES(cudaGraphAddDependencies(g, before, after, nullptr, 1), cudaErrorInvalidValue); /* twice */
	/* A clone keeps what the original loses. */
	CUDA(cudaGraphClone(&clone, g));
	CUDA(cudaGraphNodeFindInClone(&found, n[3], clone));
	HOLDS(found != n[3]);
	CUDA(cudaGraphDestroyNode(n[3]));
	HOLDS(run(g, s, p) == 231);
	HOLDS(run(clone, s, p) == 4231);
	CUDA(cudaGraphDestroyNode(found));
	HOLDS(run(clone, s, p) == 231);
	/* A circle. */
	CUDA(cudaGraphAddDependencies(g, &n[0], &n[1], nullptr, 1));
	GIVES(cudaGraphInstantiate(&x, g, 0), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaGraphRemoveDependencies(g, &n[0], &n[1], nullptr, 1));
	HOLDS(run(g, s, p) == 231);
	CUDA(cudaGraphDestroy(clone));
	CUDA(cudaGraphDestroy(g));
}

/* host function -> pageable copy in -> kernel -> plane by plane and symbol copies -> out; with a child */
static void contents(cudaStream_t s)
{
	Device<int> v(64), cube(512);
	int *host, three = 3, result = -1, n = 16, *p = v;
	std::vector<int> planes(4 * 4 * 4, -1), w(64);
	void *scale_args[] = { &p, &n }, *sum_args[] = { &p, &n };
	cudaGraph_t g, child, inside;
	cudaGraphExec_t x;
	cudaGraphNode_t h, in, c, k1, kids, out, cut, k2;
	cudaHostNodeParams hp = { fill, nullptr };
	cudaKernelNodeParams kp = kernel((void *)scale, scale_args, 32), back;
	cudaMemsetParams mp = {};
	cudaMemcpy3DParms cp = {};
	cudaGraphNodeType type;

	CUDA(cudaMallocHost(&host, 64)); /* a copy node may read pageable memory as early as at the launch */
	hp.userData = host;
	CUDA(cudaGraphCreate(&g, 0));
	CUDA(cudaGraphAddHostNode(&h, g, nullptr, 0, &hp));
	CUDA(cudaGraphAddMemcpyNode1D(&in, g, &h, 1, p, host, 64, cudaMemcpyHostToDevice));
	CUDA(cudaGraphAddMemcpyNodeToSymbol(&c, g, nullptr, 0, factor, &three, 4, 0, cudaMemcpyHostToDevice));
	cudaGraphNode_t both[] = { in, c };
	CUDA(cudaGraphAddKernelNode(&k1, g, both, 2, &kp));
	CUDA(cudaGraphKernelNodeGetParams(k1, &back));
	HOLDS(back.func == (void *)scale && back.blockDim.x == 32 && *(int **)back.kernelParams[0] == p && *(int *)back.kernelParams[1] == n);

	CUDA(cudaGraphCreate(&child, 0));
	mp.dst = cube;
	mp.elementSize = 4;
	mp.value = 7;
	mp.width = 8;
	mp.height = 64;
	mp.pitch = 32;
	CUDA(cudaGraphAddMemsetNode(&k2, child, nullptr, 0, &mp));
	CUDA(cudaGraphAddChildGraphNode(&kids, g, &k1, 1, child));
	CUDA(cudaGraphDestroy(child));
	CUDA(cudaGraphChildGraphNodeGetGraph(kids, &inside));
	size_t count = 0;
	CUDA(cudaGraphGetNodes(inside, nullptr, &count));
	HOLDS(count == 1);

	kp = kernel((void *)sum, sum_args, 32);
	CUDA(cudaGraphAddKernelNode(&k2, g, &kids, 1, &kp));
	CUDA(cudaGraphAddMemcpyNodeFromSymbol(&out, g, &k2, 1, &result, total, 4, 0, cudaMemcpyDeviceToHost));
	cp.srcPtr = make_cudaPitchedPtr((int *)cube, 32, 8, 8);
	cp.srcPos = make_cudaPos(8, 2, 3);
	cp.dstPtr = make_cudaPitchedPtr(planes.data(), 16, 4, 4);
	cp.extent = make_cudaExtent(16, 4, 4);
	cp.kind = cudaMemcpyDeviceToHost;
	CUDA(cudaGraphAddMemcpyNode(&cut, g, &kids, 1, &cp));
	CUDA(cudaGraphNodeGetType(cut, &type));
	HOLDS(type == cudaGraphNodeTypeMemcpy);

	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(result == 3 * 1240 + 120);
	HOLDS(std::count(planes.begin(), planes.end(), 7) == 64);
	/* In the executable alone: the child's value, the copy's end. */
	cudaGraphNode_t set_node;
	count = 1;
	CUDA(cudaGraphGetNodes(inside, &set_node, &count));
	mp.value = 9;
	CUDA(cudaGraphExecMemsetNodeSetParams(x, set_node, &mp));
	CUDA(cudaGraphExecMemcpyNodeSetParams1D(x, in, p + 1, host, 60, cudaMemcpyHostToDevice));
	CUDA(cudaGraphNodeSetEnabled(x, k2, 0));
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(std::count(planes.begin(), planes.end(), 9) == 64);
	HOLDS(result == 3 * 1240 + 120);
	CUDA(cudaMemcpy(w.data(), p, 64, cudaMemcpyDeviceToHost));
	HOLDS(w[2] == 3 * 1 + 2 && w[15] == 3 * 196 + 15);
	CUDA(cudaFreeHost(host));
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));
}

static void memory(cudaStream_t s)
{
	cudaMemAllocNodeParams a = {};
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaGraphNode_t alloc, k, copy, drop;
	int host[32] = {}, v = 40, *p;

	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	a.bytesize = sizeof host;
	CUDA(cudaGraphCreate(&g, 0));
	CUDA(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &a));
	HOLDS(a.dptr != nullptr);
	void *args[] = { &a.dptr, &v };
	cudaKernelNodeParams kp = kernel((void *)put, args, 32);
	CUDA(cudaGraphAddKernelNode(&k, g, &alloc, 1, &kp));
	CUDA(cudaGraphAddMemcpyNode1D(&copy, g, &k, 1, host, a.dptr, sizeof host, cudaMemcpyDeviceToHost));
	CUDA(cudaGraphAddMemFreeNode(&drop, g, &copy, 1, a.dptr));
	CUDA(cudaGraphInstantiate(&x, g, 0));
	for (int i = 0; i < 3; i++) {
		host[31] = 0;
		CUDA(cudaGraphLaunch(x, s));
		CUDA(cudaStreamSynchronize(s));
		HOLDS(host[31] == 71);
	}
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));

	/* Captured; what the graph leaves is freed by the program. */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CUDA(cudaMallocAsync((void **)&p, 128, s));
	put<<<1, 32, 0, s>>>(p, 5);
	CUDA(cudaStreamEndCapture(s, &g));
	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaMemcpyAsync(host, p, 128, cudaMemcpyDeviceToHost, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(host[10] == 15);
	CUDA(cudaFreeAsync(p, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));
}

static void updates(cudaStream_t s)
{
	Device<int> p(1);
	cudaGraph_t g[3];
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	cudaUserObject_t object;
	int got, ends = 0;

	for (int i = 0; i < 3; i++) {
		CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		for (int k = 0; k < 2 + i / 2; k++)
			append<<<1, 1, 0, s>>>(p, 1 + 4 * i + k);
		CUDA(cudaStreamEndCapture(s, &g[i]));
	}
	CUDA(cudaUserObjectCreate(&object, &ends, ended, 1, cudaUserObjectNoDestructorSync));
	CUDA(cudaGraphRetainUserObject(g[0], object, 1, cudaGraphUserObjectMove));
	CUDA(cudaGraphInstantiate(&x, g[0], 0));
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaGraphExecUpdate(x, g[1], &info));
	HOLDS(info.result == cudaGraphExecUpdateSuccess);
	CUDA(cudaGraphLaunch(x, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
	HOLDS(got == 1256);
	GIVES(cudaGraphExecUpdate(x, g[2], &info), cudaErrorGraphExecUpdateFailure);
	HOLDS(info.result == cudaGraphExecUpdateErrorTopologyChanged);
	cudaGetLastError();
	for (cudaGraph_t graph : g)
		CUDA(cudaGraphDestroy(graph));
	/* The update took away what the executable kept of the first graph. */
	CUDA(cudaDeviceSynchronize());
	for (int i = 0; i < 100000000 && !*(volatile int *)&ends; i++)
		;
	HOLDS(ends == 1);
	CUDA(cudaGraphExecDestroy(x));
	HOLDS(ends == 1);
}

static void captures(cudaStream_t s)
{
	cudaStream_t other, third;
	cudaEvent_t e, old;
	cudaGraph_t g, h;
	cudaGraphNode_t list[8];
	Device<int> p(2);
	size_t n;
	int x;

	CUDA(cudaStreamCreate(&other));
	CUDA(cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking));
	CUDA(cudaEventCreate(&e));
	CUDA(cudaEventCreate(&old));
	CUDA(cudaEventRecord(old, other));
	CUDA(cudaStreamSynchronize(other));

	/* fork and join: four nodes, four edges */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	append<<<1, 1, 0, s>>>(p, 1);
	CUDA(cudaEventRecord(e, s));
	CUDA(cudaStreamWaitEvent(other, e, 0));
	append<<<1, 1, 0, other>>>(p + 1, 2);
	append<<<1, 1, 0, s>>>(p, 3);
	CUDA(cudaEventRecord(e, other));
	CUDA(cudaStreamWaitEvent(s, e, 0));
	append<<<1, 1, 0, s>>>(p, 4);
	CUDA(cudaStreamEndCapture(s, &g));
	n = 8;
	CUDA(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &n));
	HOLDS(n == 4);
	n = 8;
	CUDA(cudaGraphGetRootNodes(g, list, &n));
	HOLDS(n == 1);
	x = run(g, s, p);
	HOLDS(x == 134);
	CUDA(cudaMemcpy(&x, p + 1, 4, cudaMemcpyDeviceToHost));
	HOLDS(x == 2);

	/* a graph cannot be launched into a capture */
	cudaGraphExec_t inner;
	CUDA(cudaGraphInstantiate(&inner, g, 0));
	CUDA(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
	append<<<1, 1, 0, other>>>(p, 9);
	GIVES(cudaGraphLaunch(inner, other), cudaErrorStreamCaptureUnsupported);
	GIVES(cudaStreamEndCapture(other, &h), cudaErrorStreamCaptureInvalidated);
	cudaGetLastError();
	CUDA(cudaGraphExecDestroy(inner));
	CUDA(cudaGraphDestroy(g));

	/* never joined */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CUDA(cudaEventRecord(e, s));
	CUDA(cudaStreamWaitEvent(other, e, 0));
	append<<<1, 1, 0, other>>>(p, 2);
	GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined);
	HOLDS(g == nullptr);

	/* ended on the wrong stream */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CUDA(cudaEventRecord(e, s));
	CUDA(cudaStreamWaitEvent(other, e, 0));
	append<<<1, 1, 0, other>>>(p, 2);
	GIVES(cudaStreamEndCapture(other, &g), cudaErrorStreamCaptureUnmatched);
	GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);

	/* a stream and events of the capture's own, gone before it ends: what they ordered stays */
	{
		cudaStream_t own;
		cudaEvent_t fork, join;
		size_t n = 0;

		CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		CUDA(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
		CUDA(cudaEventCreate(&fork));
		CUDA(cudaEventCreate(&join));
		append<<<1, 1, 0, s>>>(p, 1);
		CUDA(cudaEventRecord(fork, s));
		CUDA(cudaStreamWaitEvent(own, fork, 0));
		append<<<1, 1, 0, own>>>(p, 2);
		CUDA(cudaEventRecord(join, own));
		CUDA(cudaStreamWaitEvent(s, join, 0));
		CUDA(cudaStreamDestroy(own));
		CUDA(cudaEventDestroy(fork));
		CUDA(cudaEventDestroy(join));
		append<<<1, 1, 0, s>>>(p, 3);
		CUDA(cudaStreamEndCapture(s, &g));
		CUDA(cudaGraphGetNodes(g, NULL, &n));
		HOLDS(n == 3);
		n = 0;
		CUDA(cudaGraphGetEdges(g, NULL, NULL, NULL, &n));
		HOLDS(n == 3); /* the third follows both */
		CUDA(cudaGraphDestroy(g));
	}

	/* an event from outside */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	GIVES(cudaStreamWaitEvent(s, old, 0), cudaErrorStreamCaptureIsolation);
	GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);

	/* What acts at once, or waits for what is not captured, is refused, and breaks the capture; but not where that is relaxed, and only if
	 * the call does not meet the captured stream itself. So an H200 does with CUDA 13.0. */
	{
		static char host[1 << 16];
		cudaStream_t alone, other;
		cudaEvent_t there, inside;
		int *q = nullptr, *freed[2], *pooled[2], *pinned[2];
		void *t;

		CUDA(cudaStreamCreateWithFlags(&alone, cudaStreamNonBlocking));
		CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
		CUDA(cudaEventCreate(&there));
		CUDA(cudaEventCreate(&inside));
		CUDA(cudaEventRecord(there, other));
		for (int k = 0; k < 2; k++) {
			CUDA(cudaMalloc(&freed[k], 4));
			CUDA(cudaMallocAsync((void **)&pooled[k], 4, other));
			CUDA(cudaMallocHost(&pinned[k], 4));
		}
		CUDA(cudaMalloc(&q, 4));
		for (cudaStreamCaptureMode mode : { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed }) {
			const bool strict = mode == cudaStreamCaptureModeGlobal;
			const std::function<cudaError_t()> by_mode[] = { [&] { return cudaMallocHost(&t, 4); },
				[&] { return cudaHostRegister(host, sizeof host, 0); }, [&] { return cudaHostUnregister(host); },
				[&] { return cudaFree(freed[strict]); }, [&] { return cudaFreeHost(pinned[strict]); },
				[&] { return cudaMallocAsync(&t, 4, other); }, [&] { return cudaFreeAsync(pooled[strict], other); },
				[&] { return cudaStreamSynchronize(other); }, [&] { return cudaStreamQuery(other); },
				[&] { return cudaEventSynchronize(there); }, [&] { return cudaEventQuery(there); },
				[&] { return cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20); } };
			const std::function<cudaError_t()> always[] = { [] { return cudaDeviceSynchronize(); },
				[&] { return cudaStreamSynchronize(alone); }, [&] { return cudaStreamQuery(alone); } };
			const std::function<cudaError_t()> never[] = { [&] { return cudaMemcpy(q, host, 4, cudaMemcpyHostToDevice); },
				[&] { return cudaMemset(q, 0, 4); }, [&] { return cudaMemsetAsync(q, 0, 4, other); },
				[&] { size_t a, b; return cudaMemGetInfo(&a, &b); } };
			const auto captured = [&](const std::function<cudaError_t()> &call, cudaError_t gives) {
				CUDA(cudaStreamBeginCapture(alone, mode));
				GIVES(call(), gives);
				GIVES(cudaStreamEndCapture(alone, &g), gives == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
				cudaGetLastError();
				if (gives == cudaSuccess)
					CUDA(cudaGraphDestroy(g));
			};

			for (const auto &call : by_mode)
				captured(call, strict ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
			for (const auto &call : always)
				captured(call, cudaErrorStreamCaptureUnsupported);
			for (const auto &call : never)
				captured(call, cudaSuccess);
			captured([&] { cudaEventRecord(inside, alone); return cudaEventQuery(inside); }, cudaErrorCapturedEvent);
		}
		CUDA(cudaFree(q));
		CUDA(cudaStreamDestroy(alone));
		CUDA(cudaStreamDestroy(other));
	}

	/* ... unless the thread is relaxed */
	{
		int *q = nullptr;
		cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;

		for (cudaStreamCaptureMode strict : { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal }) {
			CUDA(cudaStreamBeginCapture(s, strict));
			GIVES(cudaMalloc(&q, 4), cudaErrorStreamCaptureUnsupported);
			GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
			CUDA(cudaStreamBeginCapture(s, strict));
			GIVES(cudaFree(nullptr), cudaErrorStreamCaptureUnsupported);
			GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
			cudaGetLastError();
		}
		CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		CUDA(cudaMalloc(&q, 4));
		CUDA(cudaStreamEndCapture(s, &g));
		CUDA(cudaGraphDestroy(g));
		CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
		CUDA(cudaFree(q));
		CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
		CUDA(cudaStreamEndCapture(s, &g));
		CUDA(cudaGraphDestroy(g));
	}

	/* Other threads are in the way of a global capture only. */
	for (cudaStreamCaptureMode mode : { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal }) {
		cudaError_t allocates;
		int *q = nullptr;

		CUDA(cudaStreamBeginCapture(s, mode));
		std::thread([&] { allocates = cudaMalloc(&q, 4); }).join();
		if (mode == cudaStreamCaptureModeGlobal) {
			HOLDS(allocates == cudaErrorStreamCaptureUnsupported);
			GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
			cudaGetLastError();
		} else {
			HOLDS(allocates == cudaSuccess);
			CUDA(cudaStreamEndCapture(s, &g));
			CUDA(cudaGraphDestroy(g));
			CUDA(cudaFree(q));
		}
	}

	/* None of them gets the graph; but when one ends the capture, it is over (measured on an H200 with CUDA 13.0). */
	for (cudaStreamCaptureMode mode : { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal }) {
		cudaError_t ends;

		CUDA(cudaStreamBeginCapture(s, mode));
		std::thread([&] {
			cudaGraph_t none;
			ends = cudaStreamEndCapture(s, &none);
		}).join();
		HOLDS(ends == cudaErrorStreamCaptureWrongThread);
		GIVES(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);
		cudaGetLastError();
	}

	/* the legacy stream would wait for a captured one; not for one that it never waits for */
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	append<<<1, 1>>>(p, 5);
	GIVES(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
	GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
	cudaGetLastError();
	CUDA(cudaStreamBeginCapture(third, cudaStreamCaptureModeRelaxed));
	append<<<1, 1>>>(p, 5);
	CUDA(cudaGetLastError());
	CUDA(cudaStreamEndCapture(third, &g));
	CUDA(cudaGraphDestroy(g));
	GIVES(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
	cudaGetLastError();
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaStreamDestroy(other));
	CUDA(cudaStreamDestroy(third));
}

int main()
{
	cudaStream_t s;

	CUDA(cudaStreamCreate(&s));
	edges(s);
	contents(s);
	memory(s);
	updates(s);
	captures(s);
	CUDA(cudaStreamDestroy(s));
	return finish();
}
