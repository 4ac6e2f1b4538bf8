/* Mistake: the next step's way. There are no rounds in it. */

__global__ void alone(int *parent, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		parent[i] = i;
}

/* The root of i's tree: the pixel that is its own parent. */
__device__ int find(const volatile int *parent, int i)
{
	int up = parent[i];

	while (up != i) {
		i = up;
		up = parent[i];
	}
	return i;
}

/* Make one tree of those of a and b. */
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
			return; /* it was a root, and is one no more */
		a = old; /* somebody was faster: go on with what is there */
		b = low;
	}
}

__global__ void merge_neighbours(const int *image, int *parent, int rows,
				 int cols, int threshold)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int i = row * cols + col;

	if (row >= rows || col >= cols || image[i] < threshold)
		return;
	if (col > 0 && image[i - 1] >= threshold)
		merge(parent, i, i - 1);
	if (row > 0 && image[i - cols] >= threshold)
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
	dim3 block(32, 8);
	dim3 grid((cols + 31) / 32, (rows + 7) / 8);
	int *parent;

	if (n <= 0)
		return;
	cudaMalloc(&parent, n * sizeof(int));
	alone<<<blocks, 256>>>(parent, n);
	merge_neighbours<<<grid, block>>>(image, parent, rows, cols, threshold);
	last_labels<<<blocks, 256>>>(image, parent, labels, n, threshold);
	cudaFree(parent);
}
