#include <cuda/atomic>

__global__ void k(int *a)
{
	cuda::atomic_ref<int> flag(*a);

	flag.store(1, cuda::memory_order::release);
}
