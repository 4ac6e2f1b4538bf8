/* nvcc: -rdc=true -lcudadevrt
 * says: ERROR SUMMARY: 1 error
 * A kernel that launches kernels is refused, and the program goes on with what it would have written: the refusal is the only
 * error. */
#include <cstdio>

__global__ void child(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void parent(int *p)
{
	if (threadIdx.x == 0)
		child<<<1, 32>>>(p);
}
__global__ void twice(const int *p, int *q) { q[threadIdx.x] = 2 * p[threadIdx.x]; }

int main()
{
	int *p, *q, h[32];

	if (cudaMalloc(&p, sizeof h) || cudaMalloc(&q, sizeof h))
		return 4;
	parent<<<1, 1>>>(p);
	twice<<<1, 32>>>(p, q);
	return cudaMemcpy(h, q, sizeof h, cudaMemcpyDeviceToHost) || cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
}
