/* c = a * b, all three n x n: a warp computes a tile of its own.
 *
 * The idea: which lanes share what. A thread's 8 x 8 elements become four
 * patches of 4 x 4, and a warp's 8 x 4 lanes cover 64 x 32 elements: its loads
 * from shared memory then name 8 and 4 different places that are neighbours,
 * with no two in one bank. In the rung before, a warp's 16 lanes of a row
 * named places 8 words apart, and half of each load had to wait for the other. */

#define TILE 128
#define DEPTH 8
#define EACH 8
#define THREADS (TILE / EACH * TILE / EACH)
#define ROW (TILE + 4)
#define WARP_ROWS 64 /* a warp's part of the tile */
#define WARP_COLS 32

template <bool WHOLE> __device__ float4 load4(const float *m, int row, int col, int n)
{
	const float *p = m + (size_t)row * n + col;

	if (WHOLE)
		return *(const float4 *)p;
	return make_float4(row < n && col < n ? p[0] : 0.0f, row < n && col + 1 < n ? p[1] : 0.0f,
		row < n && col + 2 < n ? p[2] : 0.0f, row < n && col + 3 < n ? p[3] : 0.0f);
}

template <bool WHOLE> __device__ void store4(float *m, int row, int col, int n, const float *v)
{
	float *p = m + (size_t)row * n + col;

	if (WHOLE)
		*(float4 *)p = make_float4(v[0], v[1], v[2], v[3]);
	else
		for (int j = 0; j < 4; j++)
			if (row < n && col + j < n)
				p[j] = v[j];
}

/* Where element i of a thread's 8 lies: the second four are half a warp's tile further on. */
#define PART(i, size) ((i) % 4 + (i) / 4 * ((size) / 2))

template <bool WHOLE> __global__ void __launch_bounds__(THREADS, 2) matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ __align__(16) float as[DEPTH][ROW], bs[DEPTH][ROW];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int y = warp / (TILE / WARP_COLS) * WARP_ROWS + lane / 4 * 4;
	int x = warp % (TILE / WARP_COLS) * WARP_COLS + lane % 4 * 4;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	float sum[EACH][EACH] = {};

	for (int first = 0; first < n; first += DEPTH) {
		int ay = t / (DEPTH / 4), ax = t % (DEPTH / 4) * 4, by = t / (TILE / 4), bx = t % (TILE / 4) * 4;
		float4 va = load4<WHOLE>(a, row0 + ay, first + ax, n);

		as[ax][ay] = va.x;
		as[ax + 1][ay] = va.y;
		as[ax + 2][ay] = va.z;
		as[ax + 3][ay] = va.w;
		*(float4 *)&bs[by][bx] = load4<WHOLE>(b, first + by, col0 + bx, n);
		__syncthreads();
		for (int k = 0; k < DEPTH; k++) {
			float left[EACH], right[EACH];

			for (int i = 0; i < EACH; i += 4) {
				*(float4 *)&left[i] = *(float4 *)&as[k][y + PART(i, WARP_ROWS)];
				*(float4 *)&right[i] = *(float4 *)&bs[k][x + PART(i, WARP_COLS)];
			}
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
					sum[i][j] += left[i] * right[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j += 4)
			store4<WHOLE>(c, row0 + y + PART(i, WARP_ROWS), col0 + x + PART(j, WARP_COLS), n, &sum[i][j]);
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	dim3 blocks((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	if (n > 0 && n % TILE == 0)
		matmul<true><<<blocks, THREADS>>>(a, b, c, n);
	else if (n > 0)
		matmul<false><<<blocks, THREADS>>>(a, b, c, n);
}
