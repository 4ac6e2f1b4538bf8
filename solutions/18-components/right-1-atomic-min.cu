/* Another right way: one array, atomics: news may travel far in one round. */

__global__ void first_labels(const int *image, int *labels, int n,
			     int threshold)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		labels[i] = image[i] >= threshold ? i + 1 : 0;
}

__global__ void spread(volatile int *labels, int rows, int cols, int *changed)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int i = row * cols + col;

	if (row >= rows || col >= cols)
		return;
	int mine = labels[i], best = mine;

	if (mine == 0)
		return;
	for (int k = 0; k < 4; k++) {
		int dx = k == 0 ? -1 : k == 1 ? 1 : 0;
		int dy = k == 2 ? -1 : k == 3 ? 1 : 0;

		if (col + dx < 0 || col + dx >= cols)
			continue;
		if (row + dy < 0 || row + dy >= rows)
			continue;
		int other = labels[i + dy * cols + dx];

		if (other > 0 && other < best)
			best = other;
	}
	if (best < mine) {
		atomicMin((int *)&labels[i], best);
		*changed = 1;
	}
}

extern "C" void solve(const int *image, int *labels, int rows, int cols,
		      int threshold)
{
	int n = rows * cols;
	dim3 block(32, 8);
	dim3 grid((cols + 31) / 32, (rows + 7) / 8);
	int *changed;
	int more = 1;

	if (n <= 0)
		return;
	cudaMalloc(&changed, sizeof(int));
	first_labels<<<(n + 255) / 256, 256>>>(image, labels, n, threshold);
	while (more) {
		cudaMemset(changed, 0, sizeof(int));
		spread<<<grid, block>>>(labels, rows, cols, changed);
		cudaMemcpy(&more, changed, sizeof(int), cudaMemcpyDeviceToHost);
	}
	cudaFree(changed);
}
