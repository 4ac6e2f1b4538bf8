/* Mistake: the tiles are static arrays of three widths. The launch asks for the
 * memory that they should be in, and nobody uses it. */

template <int TILE>
__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;

	for (int k0 = 0; k0 < inner; k0 += TILE) {
		bool in_a = row < rows && k0 + x < inner;
		bool in_b = k0 + y < inner && col < cols;

		a_tile[y][x] = in_a ? a[row * inner + k0 + x] : 0.0f;
		b_tile[y][x] = in_b ? b[(k0 + y) * cols + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += a_tile[y][k] * b_tile[k][x];
		__syncthreads();
	}
	if (row < rows && col < cols)
		c[row * cols + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner, int tile)
{
	int width = tile == 32 || tile == 16 ? tile : 8;
	dim3 block(width, width);
	dim3 grid((cols + width - 1) / width, (rows + width - 1) / width);
	size_t bytes = 2 * tile * tile * sizeof(float);

	if (rows <= 0 || cols <= 0)
		return;
	if (width == 8)
		multiply<8><<<grid, block, bytes>>>(a, b, c, rows, cols, inner);
	else if (width == 16)
		multiply<16><<<grid, block, bytes>>>(a, b, c, rows, cols, inner);
	else
		multiply<32><<<grid, block, bytes>>>(a, b, c, rows, cols, inner);
}
