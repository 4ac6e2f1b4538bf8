/* Step 4: supersteps, two by two: in the one with the number s, element i
 * takes in what element i + 1 + 7 s had before. Only the first two are
 * done, and by few threads. */

#ifndef BLOCKS
#define BLOCKS 16
#endif
#define BLOCK 256

/* A superstep: everybody takes in what somebody else had before. */
__global__ void exchange(const int *from, int *to, int n, int shift)
{
	int all = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		to[i] = from[i] + from[(i + shift) % n];
}

extern "C" void solve(const int *a, int *out, int n, int supersteps)
{
	int *other;

	if (n <= 0)
		return;
	cudaMalloc(&other, n * sizeof(int));
	cudaMemcpyAsync(out, a, n * sizeof(int), cudaMemcpyDeviceToDevice);
	/* TODO: do all supersteps (their number is even), and choose BLOCKS
	 * so that the GPU has something to do while loads are on their way. */
	exchange<<<BLOCKS, BLOCK>>>(out, other, n, 1);
	exchange<<<BLOCKS, BLOCK>>>(other, out, n, 8);
	cudaFree(other);
}
