// The output through a handle for other processes.
#include "sums.cuh"
SOLVE
{
	cudaIpcMemHandle_t h;
	cudaIpcGetMemHandle(&h, c);
	std::vector<float> k = sums(a, b, n);
	void *p = 0;
	cudaIpcOpenMemHandle(&p, h, cudaIpcMemLazyEnablePeerAccess);
	WRONG;
	cudaDeviceSynchronize();
	if (p)
		cudaMemcpy(p, k.data(), n * sizeof(float), cudaMemcpyHostToDevice);
	cudaGetLastError();
}
