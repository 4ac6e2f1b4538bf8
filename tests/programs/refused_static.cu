/* nvcc: --cudart static
 * status: 2
 * says: --cudart shared
 * A program with the runtime linked into it: recognised, and told how to build it. */
__global__ void k() {}

int main()
{
	k<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
