// 01/1 pass
// A kernel's answers are brought to the output in pieces.
#include "ways/ways.cuh"
SOLVE
{
	float *m;
	cudaMalloc(&m, n * sizeof(float));
	right<<<(n + 255) / 256, 256>>>(a, b, m, n);
	for (int i = 0; i < n; i += 4096)
		cudaMemcpyAsync(c + i, m + i, (n - i < 4096 ? n - i : 4096) * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaFree(m);
}
