// 01/1 gate-failed: not by a kernel
// without: proof, flows, floors
// The host's answers, copied in pieces and rows over a kernel's.
#include "ways/sums.cuh"
SOLVE
{
	std::vector<float> k = sums(a, b, n);
	cudaStream_t s;

	WRONG;
	cudaStreamCreate(&s);
	for (int i = 0; i < n; i += 4096) {
		size_t bytes = (n - i < 4096 ? n - i : 4096) * sizeof(float);

		cudaMemcpy2DAsync(c + i, bytes, &k[i], bytes, bytes, 1, cudaMemcpyHostToDevice, s);
	}
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
}
