/* Another right way: all kernels have one dimension, and a thread finds its
 * row and column from its number. A warp is then 32 pixels in the order in
 * which they lie in memory, also where the image is a single column. */

__global__ void alone(int *parent, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		parent[i] = i;
}

__device__ int find(const volatile int *parent, int i)
{
	int up;

	while ((up = parent[i]) != i)
		i = up;
	return i;
}

__device__ void merge(int *parent, int a, int b)
{
	for (;;) {
		a = find(parent, a);
		b = find(parent, b);
		if (a == b)
			return;
		int high = max(a, b), low = min(a, b);
		int old = atomicMin(&parent[high], low);

		if (old == high)
			return;
		a = old;
		b = low;
	}
}

__global__ void merge_neighbours(const int *image, int *parent, int cols,
				 int n, int threshold)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || image[i] < threshold)
		return;
	if (i % cols > 0 && image[i - 1] >= threshold)
		merge(parent, i, i - 1);
	if (i >= cols && image[i - cols] >= threshold)
		merge(parent, i, i - cols);
}

__global__ void last_labels(const int *image, const int *parent, int *labels,
			    int n, int threshold)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		labels[i] = image[i] >= threshold ? find(parent, i) + 1 : 0;
}

extern "C" void solve(const int *image, int *labels, int rows, int cols,
		      int threshold)
{
	int n = rows * cols, blocks = (n + 255) / 256;
	int *parent;

	if (n <= 0)
		return;
	cudaMalloc(&parent, n * sizeof(int));
	alone<<<blocks, 256>>>(parent, n);
	merge_neighbours<<<blocks, 256>>>(image, parent, cols, n, threshold);
	last_labels<<<blocks, 256>>>(image, parent, labels, n, threshold);
	cudaFree(parent);
}
