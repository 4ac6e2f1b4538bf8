/* Mistake: four times as many blocks as the GPU holds at once. */

#ifndef BLOCKS
#define BLOCKS 4224
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
	for (int s = 0; s < supersteps; s += 2) {
		exchange<<<BLOCKS, BLOCK>>>(out, other, n, 1 + 7 * s);
		exchange<<<BLOCKS, BLOCK>>>(other, out, n, 8 + 7 * s);
	}
	cudaFree(other);
}
