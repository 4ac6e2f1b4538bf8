/* out[col][row] = in[row][col], through a tile of 64 x 65 words, four words a lane.
 *
 * The idea: longer runs. A row of a tile of 32 is 128 bytes of memory, one of 64
 * is 256, and every load and store of global memory moves 16 bytes a lane. In
 * shared memory words go one by one, for only those can be turned. */

#define TILE 64
#define THREADS 256
#define FOURS (TILE / 4)        /* of a row of the tile */
#define ROWS (THREADS / FOURS) /* that a block moves at once */

/* WHOLE: the tile is inside, and rows of both matrices begin at multiples of 16 bytes. */
template <bool WHOLE> __device__ void turn(float (*tile)[TILE + 1], const float *in, float *out, int rows, int cols)
{
	int x = threadIdx.x % FOURS * 4, y = threadIdx.x / FOURS;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

#pragma unroll
	for (int k = y; k < TILE; k += ROWS) {
		const float *from = in + (size_t)(row0 + k) * cols + col0 + x;

		if (WHOLE) {
			float4 v = *(const float4 *)from;

			tile[k][x] = v.x;
			tile[k][x + 1] = v.y;
			tile[k][x + 2] = v.z;
			tile[k][x + 3] = v.w;
		} else {
			for (int j = 0; j < 4; j++)
				if (row0 + k < rows && col0 + x + j < cols)
					tile[k][x + j] = from[j];
		}
	}
	__syncthreads();
#pragma unroll
	for (int k = y; k < TILE; k += ROWS) {
		float *to = out + (size_t)(col0 + k) * rows + row0 + x;

		if (WHOLE)
			*(float4 *)to = make_float4(tile[x][k], tile[x + 1][k], tile[x + 2][k], tile[x + 3][k]);
		else
			for (int j = 0; j < 4; j++)
				if (col0 + k < cols && row0 + x + j < rows)
					to[j] = tile[x + j][k];
	}
}

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE + 1];
	int last_row = (blockIdx.y + 1) * TILE, last_col = (blockIdx.x + 1) * TILE;

	if (last_row <= rows && last_col <= cols && rows % 4 == 0 && cols % 4 == 0)
		turn<true>(tile, in, out, rows, cols);
	else
		turn<false>(tile, in, out, rows, cols);
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		transpose<<<blocks, THREADS>>>(in, out, rows, cols);
}
