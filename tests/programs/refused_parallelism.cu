/* nvcc: -rdc=true -lcudadevrt
 * status: 3
 * says: dynamic parallelism
 * A kernel that launches kernels: its own launch is refused, with a sentence, and nothing else is harmed. */
#include <cstdio>

__global__ void child(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void parent(int *p) { child<<<1, 32>>>(p); }

int main()
{
	int *p;

	if (cudaMalloc(&p, 128))
		return 4;
	parent<<<1, 1>>>(p);
	cudaError_t first = cudaGetLastError(), then = cudaDeviceSynchronize();
	printf("%s, %s\n", cudaGetErrorName(first), cudaGetErrorName(then));
	return first == cudaErrorNotSupported && then == cudaSuccess ? 3 : 5;
}
