/* c = a * b, all three n x n: the next tile is on its way while this one is worked on.
 *
 * The idea: two tiles in shared memory. A thread asks for its words of the
 * next tile before it computes with this one, and stores them into the other
 * buffer afterwards: the memory's answer takes hundreds of cycles, and the
 * products fill them. One barrier a tile is enough, as nobody writes where
 * others still read. */

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

template <bool WHOLE>
__global__ void __launch_bounds__(THREADS, 2) matmul(const float *__restrict__ a, const float *__restrict__ b, float *c, int n)
{
	__shared__ __align__(16) float as[2][DEPTH][ROW], bs[2][DEPTH][TILE];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int y = warp / (TILE / WARP_COLS) * WARP_ROWS + lane / 4 * 4;
	int x = warp % (TILE / WARP_COLS) * WARP_COLS + lane % 4 * 4;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	int ay = t / (DEPTH / 4), ax = t % (DEPTH / 4) * 4, by = t / (TILE / 4), bx = t % (TILE / 4) * 4;
	float4 va, vb; /* this thread's words of the tile that is on its way */
	float sum[EACH][EACH] = {};
	int now = 0;

	auto ask = [&](int first) {
		va = load4<WHOLE>(a, row0 + ay, first + ax, n);
		vb = load4<WHOLE>(b, first + by, col0 + bx, n);
	};
	auto put = [&](int to) {
		as[to][ax][ay] = va.x;
		as[to][ax + 1][ay] = va.y;
		as[to][ax + 2][ay] = va.z;
		as[to][ax + 3][ay] = va.w;
		*(float4 *)&bs[to][by][bx] = vb;
	};
	auto products = [&]() {
#pragma unroll
		for (int k = 0; k < DEPTH; k++) {
			float left[EACH], right[EACH];

			for (int i = 0; i < EACH; i += 4) {
				*(float4 *)&left[i] = *(float4 *)&as[now][k][y + PART(i, WARP_ROWS)];
				*(float4 *)&right[i] = *(float4 *)&bs[now][k][x + PART(i, WARP_COLS)];
			}
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
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
