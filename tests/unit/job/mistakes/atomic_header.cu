__global__ void k(int *a)
{
	cuda::atomic_ref<int> flag(*a);

	flag.store(1);
}
