/* c = a * b, all three n x n: a thread computes 16 x 8 elements.
 *
 * The idea: larger patches. 16 words of a and 8 of b make 128 products: 6 loads
 * of 16 bytes where 64 products took 4, and half as many warps for the same
 * tile. A thread needs some 225 registers, so 8 warps share a multiprocessor;
 * that its 128 sums do not wait for each other makes up for the warps that
 * are missing.
 *
 * With so many registers taken, addresses count, too. load4 adds the row's
 * address, then `first`, then the column: in this order the compiler keeps
 * fewer of them, and with whole tiles nothing is spilled (nvcc -Xptxas -v). */

#define TILE 128
#define DEPTH 8
#define EACH_ROWS 16 /* a thread computes EACH_ROWS x EACH_COLS elements */
#define EACH_COLS 8
#define THREADS (TILE / EACH_ROWS * TILE / EACH_COLS)
#define ROW (TILE + 4)
#define LOADS (TILE * DEPTH / 4 / THREADS) /* of 16 bytes, for each of the two tiles */
#define WARP_ROWS 64 /* a warp's part of the tile */
#define WARP_COLS 64

/* Four words of a row, from column first + col on. */
template <bool WHOLE> __device__ float4 load4(const float *m, int row, int first, int col, int n)
{
	const float *p = &m[(size_t)row * n + first + col];

	if (WHOLE)
		return *(const float4 *)p;
	col += first;
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

/* Where element i of a thread's rows or columns lies: fours, spread evenly over the warp's tile. */
#define PART(i, size, each) ((i) % 4 + (i) / 4 * ((size) / ((each) / 4)))

template <bool WHOLE>
__global__ void __launch_bounds__(THREADS, 2) matmul(const float *__restrict__ a, const float *__restrict__ b, float *c, int n)
{
	__shared__ __align__(16) float as[2][DEPTH][ROW], bs[2][DEPTH][TILE];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int y = warp / (TILE / WARP_COLS) * WARP_ROWS + lane / 8 * 4;
	int x = warp % (TILE / WARP_COLS) * WARP_COLS + lane % 8 * 4;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	float4 va[LOADS], vb[LOADS]; /* this thread's words of the tile that is on its way */
	float sum[EACH_ROWS][EACH_COLS] = {};
	int now = 0;

	auto ask = [&](int first) {
#pragma unroll
		for (int k = 0; k < LOADS; k++) {
			int i = t + k * THREADS;

			va[k] = load4<WHOLE>(a, row0 + i / (DEPTH / 4), first, i % (DEPTH / 4) * 4, n);
			vb[k] = load4<WHOLE>(b, first + i / (TILE / 4), col0, i % (TILE / 4) * 4, n);
		}
	};
	auto put = [&](int to) {
#pragma unroll
		for (int k = 0; k < LOADS; k++) {
			int i = t + k * THREADS, ay = i / (DEPTH / 4), ax = i % (DEPTH / 4) * 4;

			as[to][ax][ay] = va[k].x;
			as[to][ax + 1][ay] = va[k].y;
			as[to][ax + 2][ay] = va[k].z;
			as[to][ax + 3][ay] = va[k].w;
			*(float4 *)&bs[to][i / (TILE / 4)][i % (TILE / 4) * 4] = vb[k];
		}
	};
	auto products = [&]() {
#pragma unroll
		for (int k = 0; k < DEPTH; k++) {
			float left[EACH_ROWS], right[EACH_COLS];

			for (int i = 0; i < EACH_ROWS; i += 4)
				*(float4 *)&left[i] = *(float4 *)&as[now][k][y + PART(i, WARP_ROWS, EACH_ROWS)];
			for (int j = 0; j < EACH_COLS; j += 4)
				*(float4 *)&right[j] = *(float4 *)&bs[now][k][x + PART(j, WARP_COLS, EACH_COLS)];
			for (int i = 0; i < EACH_ROWS; i++)
				for (int j = 0; j < EACH_COLS; j++)
					sum[i][j] += left[i] * right[j];
		}
	};

	ask(0);
	put(0);
	__syncthreads();
	for (int next = DEPTH; next < n; next += DEPTH) {
		ask(next);
		products();
		now = 1 - now;
		put(now);
		__syncthreads();
	}
	products();
	for (int i = 0; i < EACH_ROWS; i++)
		for (int j = 0; j < EACH_COLS; j += 4)
			store4<WHOLE>(c, row0 + y + PART(i, WARP_ROWS, EACH_ROWS), col0 + x + PART(j, WARP_COLS, EACH_COLS), n,
				&sum[i][j]);
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	dim3 blocks((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	if (n > 0 && n % TILE == 0)
		matmul<true><<<blocks, THREADS>>>(a, b, c, n);
	else if (n > 0)
		matmul<false><<<blocks, THREADS>>>(a, b, c, n);
}
