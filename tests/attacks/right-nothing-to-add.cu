// 06/4 pass
// Where there is nothing to add, the product is set to 0, and no kernel is launched.
template <class T> struct shared {
	__device__ operator T *()
	{
		extern __shared__ char raw[];

		return reinterpret_cast<T *>(raw);
	}
};

__global__ void multiply(const float *a, const float *b, float *c, int rows, int cols, int inner, int tile)
{
	float *a_tile = shared<float>(), *b_tile = a_tile + tile * tile, sum = 0;
	int x = threadIdx.x % tile, y = threadIdx.x / tile;
	int col = blockIdx.x * tile + x, row = blockIdx.y * tile + y;

	for (int k0 = 0; k0 < inner; k0 += tile) {
		a_tile[y * tile + x] = row < rows && k0 + x < inner ? a[row * inner + k0 + x] : 0;
		b_tile[y * tile + x] = k0 + y < inner && col < cols ? b[(k0 + y) * cols + col] : 0;
		__syncthreads();
		for (int k = 0; k < tile; k++)
			sum += a_tile[y * tile + k] * b_tile[k * tile + x];
		__syncthreads();
	}
	if (row < rows && col < cols)
		c[row * cols + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int rows, int cols, int inner, int tile)
{
	if (inner == 0) {
		cudaMemset(c, 0, rows * cols * sizeof(float));
		return;
	}
	multiply<<<dim3((cols + tile - 1) / tile, (rows + tile - 1) / tile), tile * tile,
		2 * tile * tile * sizeof(float)>>>(a, b, c, rows, cols, inner, tile);
}
