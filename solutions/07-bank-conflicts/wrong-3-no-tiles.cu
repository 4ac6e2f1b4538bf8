/* Mistake: no bank conflicts, for there are no tiles: each thread reads its row
 * and its column from global memory. */

#define TILE 32

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	__shared__ float sums[TILE][TILE + 1];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * TILE + tx;
	int col = blockIdx.y * TILE + ty;

	sums[tx][ty] = 0.0f;
	if (row >= n || col >= n)
		return;
	float sum = ((volatile float *)sums[tx])[ty];

	for (int k = 0; k < inner; k++)
		sum += a[row * inner + k] * b[k * n + col];
	c[row * n + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int n, int inner)
{
	int tiles = (n + TILE - 1) / TILE;

	product<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(a, b, c, n, inner);
}
