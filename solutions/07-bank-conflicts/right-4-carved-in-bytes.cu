/* Another right way: the array is declared as bytes, and the kernel is told
 * how long a row is. */

__global__ void product(const float *a, const float *b, float *c, int n, int inner, int pitch)
{
	extern __shared__ __align__(16) unsigned char shared[];
	int tile = blockDim.x;

	float *a_tile = (float *)shared;
	float *b_tile = a_tile + tile * pitch;

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
	int pitch = tile + 1;
	size_t bytes = 2 * sizeof(float) * tile * pitch;

	product<<<dim3(tiles, tiles), dim3(tile, tile), bytes>>>(a, b, c, n, inner, pitch);
}
