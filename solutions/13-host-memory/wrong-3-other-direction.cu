/* Mistake: the direction of the copy is the other one. */

__global__ void add(const int *p, int n, int *sums)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = __reduce_add_sync(0xffffffff, i < n ? p[i] : 0);

	if (threadIdx.x % 32 == 0)
		atomicAdd(&sums[blockIdx.x], mine);
}

/* Adds up each 256 of n ints, wherever p points to; sums is on the device.
 * Returns what kind of memory it is: an enum cudaMemoryType. */
static int total(const int *p, int n, int *sums)
{
	cudaPointerAttributes a;
	int *copy = NULL;

	cudaPointerGetAttributes(&a, p);
	if (a.type == cudaMemoryTypeUnregistered) {
		cudaMalloc(&copy, n * sizeof(int));
		cudaMemcpy(copy, p, n * sizeof(int), cudaMemcpyDeviceToHost);
	}
	add<<<(n + 255) / 256, 256>>>(
		copy ? copy : (const int *)a.devicePointer, n, sums);
	cudaFree(copy);
	return a.type;
}

extern "C" void solve(const int *a, const int *b, const int *c, const int *d,
		      int *sums, int *kinds, int n)
{
	int blocks = (n + 255) / 256;
	size_t bytes = 4 * blocks * sizeof(int);
	int *there;

	cudaMalloc(&there, bytes);
	cudaMemset(there, 0, bytes);

	/* Which array lies where changes from case to case. The first
	 * element is left out: none of these is where an allocation begins. */
	const int *all[4] = {a, b, c, d};
	for (int k = 0; k < 4; k++)
		kinds[k] = total(all[k] + 1, n, there + k * blocks);
	cudaMemcpy(sums, there, bytes, cudaMemcpyDeviceToHost);
	cudaFree(there);
}
