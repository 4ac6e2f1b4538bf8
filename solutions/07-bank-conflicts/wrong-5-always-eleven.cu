/* Mistake: blocks of eleven warps, whatever the case asks for. Only the question
 * how many fit is asked for as many as are given. */

#define TILE 32
#define PITCH TILE

__device__ int place(int y, int x)
{
	return y * PITCH + (x ^ y);
}

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	extern __shared__ float shared[];
	int lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
	float *tile = shared + warp * TILE * PITCH;
	int across = (cols + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
	int number = blockIdx.x * (blockDim.x / TILE) + warp;

	if (number >= across * down)
		return;
	int row = number / across * TILE, col = number % across * TILE;

	for (int y = 0; y < TILE; y++)
		if (row + y < rows && col + lane < cols)
			tile[place(y, lane)] = in[(row + y) * cols + col + lane];
	__syncwarp();
	for (int x = 0; x < TILE; x++)
		if (col + x < cols && row + lane < rows)
			out[(col + x) * rows + row + lane] = tile[place(lane, x)];
}

extern "C" void solve(const float *in, float *out, int *resident, int rows, int cols, int warps)
{
	const int eleven = 11;
	int tiles = ((cols + TILE - 1) / TILE) * ((rows + TILE - 1) / TILE);
	int threads = eleven * TILE;
	size_t bytes = eleven * TILE * PITCH * sizeof(float);

	cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, transpose, warps * TILE, warps * TILE * PITCH * 4);
	transpose<<<(tiles + eleven - 1) / eleven, threads, bytes>>>(in, out, rows, cols);
}
