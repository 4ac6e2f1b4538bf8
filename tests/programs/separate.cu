/* nvcc: -rdc=true separate_other.part.cu
 * Two files of device code linked by nvcc: a function and variables of one used by the other. */
#include "check.h"

extern __device__ int shared_total;
extern __constant__ int shared_factor;
__device__ int elsewhere(int x);
void set_factor(int x);

__global__ void use(int *out)
{
	out[threadIdx.x] = elsewhere(threadIdx.x) * shared_factor;
	atomicAdd(&shared_total, 1);
}

int main()
{
	Device<int> out(64);
	std::vector<int> want(64);
	int total;

	set_factor(3);
	use<<<1, 64>>>(out);
	LAUNCHED();
	for (int i = 0; i < 64; i++)
		want[i] = 3 * (i * i + 1);
	same("separate", out.get(), want);
	CUDA(cudaMemcpyFromSymbol(&total, shared_total, 4));
	HOLDS(total == 64);
	return finish();
}
