/* A graph built node by node: memset, two kernels, a copy, a host function; changed after it was made executable. */
#include "check.h"

__global__ void fill(int *v, int x) { v[threadIdx.x] += x; }

static void CUDART_CB count(void *p) { ++*(int *)p; }

int main()
{
	constexpr int n = 64;
	Device<int> v(n);
	int host[n] = {}, calls = 0, x = 3, y = 4, *p = v;
	void *ax[] = { &p, &x }, *ay[] = { &p, &y };
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	cudaGraphNode_t set, a, b, copy, call;
	cudaMemsetParams m = {};
	cudaKernelNodeParams k = {};
	cudaHostNodeParams h = {};
	cudaGraphNodeType type;

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaGraphCreate(&g, 0));
	m.dst = p;
	m.elementSize = 4;
	m.width = n;
	m.height = 1;
	m.value = 10;
	CUDA(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
	k.func = (void *)fill;
	k.gridDim = dim3(1);
	k.blockDim = dim3(n);
	k.kernelParams = ax;
	CUDA(cudaGraphAddKernelNode(&a, g, &set, 1, &k));
	k.kernelParams = ay;
	CUDA(cudaGraphAddKernelNode(&b, g, &a, 1, &k));
	CUDA(cudaGraphAddMemcpyNode1D(&copy, g, &b, 1, host, p, n * 4, cudaMemcpyDeviceToHost));
	h.fn = count;
	h.userData = &calls;
	CUDA(cudaGraphAddHostNode(&call, g, &copy, 1, &h));
	CUDA(cudaGraphNodeGetType(b, &type));
	HOLDS(type == cudaGraphNodeTypeKernel);
	CUDA(cudaGraphInstantiate(&exec, g, 0));
	CUDA(cudaGraphLaunch(exec, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(host[5] == 17 && calls == 1);
	x = 100;
	k.kernelParams = ax;
	CUDA(cudaGraphExecKernelNodeSetParams(exec, b, &k));
	CUDA(cudaGraphLaunch(exec, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(host[5] == 113 && calls == 2);
	CUDA(cudaGraphExecDestroy(exec));
	CUDA(cudaGraphDestroy(g));
	return finish();
}
