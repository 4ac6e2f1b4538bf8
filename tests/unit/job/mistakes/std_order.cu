#include <cuda/atomic>

__global__ void k(int *a)
{
	cuda::atomic_ref<int> flag(*a);

	flag.store(1, std::memory_order_release);
}
