/* Step 4: the same product, with tiles whose width is chosen at run time.
 *
 * solve() is told how wide a tile is: 8, 16 or 32. An array in shared memory
 * whose size the compiler does not know is declared `extern`, without a size,
 * and the launch says how many bytes it has. There is only one such array in a
 * block. Here both tiles begin at its first word, so they overwrite each
 * other, and the launch gives it no bytes at all. */

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	extern __shared__ float shared[];
	int tile = blockDim.x;

	/* TODO: give each tile a place of its own in `shared`, with rows that
	 * are padded as in step 3, and let the launch in solve() ask for the
	 * bytes of both. A row is `pitch` words long. */
	int pitch = tile;
	float *a_tile = shared;
	float *b_tile = shared;

	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * tile + tx;
	int col = blockIdx.y * tile + ty;
	float sum = 0.0f;

	for (int first = 0; first < inner; first += tile) {
		a_tile[tx * pitch + ty] = row < n && first + ty < inner ? a[row * inner + first + ty] : 0.0f;
		b_tile[tx * pitch + ty] = first + tx < inner && col < n ? b[(first + tx) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < tile; k++)
			sum += a_tile[tx * pitch + k] * b_tile[k * pitch + ty];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int n, int inner, int tile)
{
	int tiles = (n + tile - 1) / tile;
	size_t bytes = 0;

	product<<<dim3(tiles, tiles), dim3(tile, tile), bytes>>>(a, b, c, n, inner);
}
