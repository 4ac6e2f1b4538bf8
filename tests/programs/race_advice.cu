/* says: reaches between the write and the read
 * order: the race decides
 * counters: vary
 * Each thread writes its cell and reads the cell of the warp after it: no barrier between the two. The first warp reads
 * before the second writes, so this is a write after a read; what has to wait is the read all the same, and the advice
 * says so. */
#include "check.h"

__global__ void smooth(const int *in, int *out)
{
	__shared__ int tile[256];
	int t = threadIdx.x;

	tile[t] = in[t];
	out[t] = t < 224 ? tile[t + 32] : 0;
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 256 * sizeof *in);
	cudaMalloc(&out, 256 * sizeof *out);
	cudaMemset(in, 0, 256 * sizeof *in);
	smooth<<<1, 256>>>(in, out);
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
	return 0;
}
