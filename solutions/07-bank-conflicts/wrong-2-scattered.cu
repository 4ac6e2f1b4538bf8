/* Mistake: right, and padded, but each thread still writes what it brought:
 * scattered stores. */

#define TILE 32
#define ROWS 4

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE + 1];
	int col = blockIdx.y * TILE + threadIdx.x;
	int row = blockIdx.x * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * cols + col];
	__syncthreads();

	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			out[col * rows + row + k] = tile[threadIdx.y + k][threadIdx.x];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(TILE, ROWS);
	dim3 grid((rows + TILE - 1) / TILE, (cols + TILE - 1) / TILE);

	transpose<<<grid, block>>>(in, out, rows, cols);
}
