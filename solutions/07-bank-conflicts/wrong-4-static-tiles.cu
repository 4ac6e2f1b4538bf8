/* Mistake: static tiles of the widest width. The answers are right and the banks
 * free of conflicts, but a block with tiles of 8 takes as much room as one with
 * tiles of 32, and the launch decides nothing. */

#define MOST 32

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	__shared__ float a_tile[MOST][MOST + 1];
	__shared__ float b_tile[MOST][MOST + 1];
	int tile = blockDim.x;
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * tile + tx;
	int col = blockIdx.y * tile + ty;
	float sum = 0.0f;

	for (int first = 0; first < inner; first += tile) {
		a_tile[tx][ty] = row < n && first + ty < inner ? a[row * inner + first + ty] : 0.0f;
		b_tile[tx][ty] = first + tx < inner && col < n ? b[(first + tx) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < tile; k++)
			sum += a_tile[tx][k] * b_tile[k][ty];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int n, int inner, int tile)
{
	int tiles = (n + tile - 1) / tile;

	product<<<dim3(tiles, tiles), dim3(tile, tile)>>>(a, b, c, n, inner);
}
