/* calls_clean.cu: calls that return an error, and it is the answer that the program has asked for. */
#include "case.h"

__global__ void count_up(int *p, int rounds)
{
	for (int n = 0; n < rounds; n++)
		atomicAdd(p, 1);
}

// CASE not_ready: a query while the work is under way
// EXPECT clean
// HARDWARE unmeasured
CASE(not_ready)
{
	Array<int> a(1, 0);
	cudaEvent_t done;
	said(cudaEventCreate(&done));
	count_up<<<1, 32>>>(a, 100);
	said(cudaEventRecord(done));
	while (cudaEventQuery(done) == cudaErrorNotReady || cudaStreamQuery(0) == cudaErrorNotReady)
		;
	cudaGetLastError();
	said(cudaEventDestroy(done));
	return ran() && a.get()[0] == 3200;
}

// CASE instantiated_anew: a graph of another shape cannot update the executable one, so there is a new one
// EXPECT clean
// HARDWARE unmeasured
CASE(instantiated_anew)
{
	Array<int> a(1, 0);
	cudaStream_t s;
	cudaGraphExec_t x = nullptr;
	said(cudaStreamCreate(&s));
	for (int nodes = 1; nodes <= 3; nodes++) {
		cudaGraph_t graph;
		cudaGraphExecUpdateResultInfo info;
		said(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		for (int n = 0; n < nodes; n++)
			count_up<<<1, 1, 0, s>>>(a, 1);
		said(cudaStreamEndCapture(s, &graph));
		if (x && cudaGraphExecUpdate(x, graph, &info) != cudaSuccess) {
			cudaGetLastError();
			said(cudaGraphExecDestroy(x));
			x = nullptr;
		}
		if (!x)
			said(cudaGraphInstantiate(&x, graph, 0));
		said(cudaGraphLaunch(x, s));
		said(cudaGraphDestroy(graph));
	}
	said(cudaStreamSynchronize(s));
	said(cudaGraphExecDestroy(x));
	said(cudaStreamDestroy(s));
	return ran() && a.get()[0] == 6;
}

// CASE asked_for: which limits there are, and whether memory is pinned
// EXPECT clean
// HARDWARE unmeasured
CASE(asked_for)
{
	static int own[64];
	unsigned flags = 0;
	size_t value = 0;
	bool pinned = cudaHostGetFlags(&flags, own) == cudaSuccess;
	bool depth = cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth) == cudaSuccess;
	cudaGetLastError();
	return ran() && !pinned && !depth;
}
