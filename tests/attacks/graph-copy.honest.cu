// 01/1 pass
// A kernel's sums come to their place by a copy that is a node of a graph.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaGraphNode_t node;
	float *sum;

	cudaMalloc(&sum, n * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaGraphCreate(&g, 0);
	cudaGraphAddMemcpyNode1D(&node, g, NULL, 0, c, sum, n * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, 0);
	cudaDeviceSynchronize();
	cudaGraphExecDestroy(e);
	cudaGraphDestroy(g);
	cudaFree(sum);
}
