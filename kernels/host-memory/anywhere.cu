/* One function adds up an array wherever it is: the runtime knows of each pointer
 * what it points to. Only what the device cannot reach is copied. */

#include <cstring>

__global__ void add(const int *p, int n, int *sum)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = __reduce_add_sync(0xffffffff, i < n ? p[i] : 0);

	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, mine);
}

/* Adds up n ints, wherever p points to; *sum is on the device. Returns what
 * kind of memory it is: an enum cudaMemoryType. */
static int total(const int *p, int n, int *sum)
{
	cudaPointerAttributes a;
	int *copy = NULL;

	cudaPointerGetAttributes(&a, p);
	if (a.type == cudaMemoryTypeUnregistered) {
		cudaMalloc(&copy, n * sizeof(int));
		cudaMemcpy(copy, p, n * sizeof(int), cudaMemcpyHostToDevice);
	}
	add<<<(n + 255) / 256, 256>>>(
		copy ? copy : (const int *)a.devicePointer, n, sum);
	cudaFree(copy);
	return a.type;
}

extern "C" void solve(const int *in, int *sums, int *kinds, int n,
		      int first)
{
	size_t bytes = (n + 1) * sizeof(int);
	int *pinned, *managed, *device, *sum;

	cudaMallocHost(&pinned, bytes);
	cudaMallocManaged(&managed, bytes);
	cudaMalloc(&device, bytes);
	memcpy(pinned, in, bytes);
	memcpy(managed, in, bytes);
	cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice);
	cudaMalloc(&sum, 4 * sizeof(int));
	cudaMemset(sum, 0, 4 * sizeof(int));

	/* Which of them comes first is another one in each case. The first
	 * element is left out: none of these is where an allocation begins. */
	const int *all[4] = {in, pinned, managed, device};
	for (int k = 0; k < 4; k++)
		kinds[k] = total(all[(first + k) % 4] + 1, n, &sum[k]);
	cudaMemcpy(sums, sum, 4 * sizeof(int), cudaMemcpyDeviceToHost);

	cudaFree(sum);
	cudaFree(device);
	cudaFree(managed);
	cudaFreeHost(pinned);
}
