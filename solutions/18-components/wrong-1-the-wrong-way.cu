/* Mistake: the flag is copied in the other direction, so the call fails. */

__global__ void first_labels(const int *image, int *labels, int n,
			     int threshold)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		labels[i] = image[i] >= threshold ? i + 1 : 0;
}

__device__ int smaller(int best, int other)
{
	return other > 0 && other < best ? other : best;
}

/* One round: each white pixel takes the smallest label of itself and its
 * four neighbours. */
__global__ void spread(const int *from, int *to, int rows, int cols,
		       int *changed)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int i = row * cols + col;

	if (row >= rows || col >= cols)
		return;
	int best = from[i];

	if (best > 0) {
		if (col > 0)
			best = smaller(best, from[i - 1]);
		if (col < cols - 1)
			best = smaller(best, from[i + 1]);
		if (row > 0)
			best = smaller(best, from[i - cols]);
		if (row < rows - 1)
			best = smaller(best, from[i + cols]);
		if (best != from[i])
			*changed = 1;
	}
	to[i] = best;
}

extern "C" void solve(const int *image, int *labels, int rows, int cols,
		      int threshold)
{
	int n = rows * cols;
	dim3 block(32, 8);
	dim3 grid((cols + 31) / 32, (rows + 7) / 8);
	int *other, *changed;
	int more = 1;

	if (n <= 0)
		return;
	cudaMalloc(&other, n * sizeof(int));
	cudaMalloc(&changed, sizeof(int));
	first_labels<<<(n + 255) / 256, 256>>>(image, labels, n, threshold);
	while (more) {
		cudaMemset(changed, 0, sizeof(int));
		spread<<<grid, block>>>(labels, other, rows, cols, changed);
		spread<<<grid, block>>>(other, labels, rows, cols, changed);
		cudaMemcpy(&more, changed, sizeof(int), cudaMemcpyHostToDevice);
	}
	cudaFree(changed);
	cudaFree(other);
}
