/* Mistake: one thread does a whole tile, in global memory. It needs no atomics
 * for that, and 31 of 32 lanes wait. */

#define WIDTH 32
#define HEIGHT 8

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
			return;
		a = old;
		b = low;
	}
}

/* One tile for each thread, pixel by pixel. */
__global__ void merge_tiles(const int *image, int *parent, int rows, int cols,
			    int threshold)
{
	int across = (cols + WIDTH - 1) / WIDTH;
	int tiles = across * ((rows + HEIGHT - 1) / HEIGHT);
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t >= tiles)
		return;
	int col0 = t % across * WIDTH, row0 = t / across * HEIGHT;

	for (int y = row0; y < min(row0 + HEIGHT, rows); y++)
		for (int x = col0; x < min(col0 + WIDTH, cols); x++) {
			int i = y * cols + x;

			parent[i] = i;
			if (image[i] < threshold)
				continue;
			if (x > col0 && image[i - 1] >= threshold)
				parent[i] = find(parent, i - 1);
			if (y > row0 && image[i - cols] >= threshold) {
				int a = find(parent, i);
				int b = find(parent, i - cols);

				parent[max(a, b)] = min(a, b);
			}
		}
}

/* The pixels at the left and upper edge of a tile, and their neighbours. */
__global__ void merge_borders(const int *image, int *parent, int rows,
			      int cols, int threshold)
{
	int col = blockIdx.x * WIDTH + threadIdx.x;
	int row = blockIdx.y * HEIGHT + threadIdx.y;
	int i = row * cols + col;
	bool left = threadIdx.x == 0 && col > 0;
	bool above = threadIdx.y == 0 && row > 0;

	if (row >= rows || col >= cols || !(left || above))
		return;
	if (image[i] < threshold)
		return;
	if (left && image[i - 1] >= threshold)
		merge(parent, i, i - 1);
	if (above && image[i - cols] >= threshold)
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
	int n = rows * cols;
	dim3 block(WIDTH, HEIGHT);
	dim3 grid((cols + WIDTH - 1) / WIDTH, (rows + HEIGHT - 1) / HEIGHT);
	int *parent;

	if (n <= 0)
		return;
	cudaMalloc(&parent, n * sizeof(int));
	merge_tiles<<<(grid.x * grid.y + 31) / 32, 32>>>(image, parent, rows, cols, threshold);
	merge_borders<<<grid, block>>>(image, parent, rows, cols, threshold);
	last_labels<<<(n + 255) / 256, 256>>>(image, parent, labels, n,
					      threshold);
	cudaFree(parent);
}
