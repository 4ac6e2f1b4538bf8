#include <cuda/atomic>

__global__ void f(int *a)
{
	cuda::atomic_ref<int> flag(*a);

	flag.store(1, memory_order_release);
}
