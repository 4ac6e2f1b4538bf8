/* The other half of separate.cu. */
__device__ int shared_total;
__constant__ int shared_factor;

__device__ int elsewhere(int x)
{
	return x * x + 1;
}

void set_factor(int x)
{
	cudaMemcpyToSymbol(shared_factor, &x, sizeof x);
}
