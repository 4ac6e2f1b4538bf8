/* c = a * b, all three n x n: every access takes four words.
 *
 * The idea: a thread's 8 words of a and 8 of b come from shared memory in four
 * loads of 16 bytes instead of 16 loads of 4. For a that needs its tile turned
 * (as[k][row]), so that a thread's rows are neighbours. Loads and stores of
 * global memory are 16 bytes wide, too. */

#define TILE 128
#define DEPTH 8
#define EACH 8
#define THREADS (TILE / EACH * TILE / EACH)
#define ROW (TILE + 4) /* 4 more words a row: the turned stores meet in no bank */

/* Four neighbours of a row; zero outside. WHOLE: all of it is inside, and rows begin at multiples of 16 bytes. */
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

template <bool WHOLE> __global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ __align__(16) float as[DEPTH][ROW], bs[DEPTH][ROW];
	int t = threadIdx.x;
	int x = t % (TILE / EACH) * EACH, y = t / (TILE / EACH) * EACH;
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
				*(float4 *)&left[i] = *(float4 *)&as[k][y + i];
				*(float4 *)&right[i] = *(float4 *)&bs[k][x + i];
			}
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
					sum[i][j] += left[i] * right[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j += 4)
			store4<WHOLE>(c, row0 + y + i, col0 + x + j, n, &sum[i][j]);
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	dim3 blocks((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	if (n > 0 && n % TILE == 0)
		matmul<true><<<blocks, THREADS>>>(a, b, c, n);
	else if (n > 0)
		matmul<false><<<blocks, THREADS>>>(a, b, c, n);
}
