/* Mistake: no tile. Each thread loads what its 4 x 4 elements of c need, four
 * words at a time, and keeps it in registers. */

__global__ void by_fours(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	int x = blockIdx.x * 32 + threadIdx.x % 8 * 4;
	int y = blockIdx.y * 16 + threadIdx.x / 8 * 4;
	float sum[4][4] = {};

	if (x >= cols || y >= rows)
		return;
	for (int k = 0; k < inner; k += 4) {
		float4 left[4], right[4];

		for (int j = 0; j < 4; j++) {
			left[j] = *(const float4 *)&a[(y + j) * inner + k];
			right[j] = *(const float4 *)&b[(k + j) * cols + x];
		}
#pragma unroll
		for (int j = 0; j < 4; j++)
#pragma unroll
			for (int m = 0; m < 4; m++)
#pragma unroll
				for (int i = 0; i < 4; i++)
					sum[j][i] += (&left[j].x)[m] *
						     (&right[m].x)[i];
	}
	for (int j = 0; j < 4; j++)
		*(float4 *)&c[(y + j) * cols + x] = make_float4(
			sum[j][0], sum[j][1], sum[j][2], sum[j][3]);
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	if (rows > 0 && cols > 0)
		by_fours<<<dim3((cols + 31) / 32, rows / 16), 32>>>(
			a, b, c, rows, cols, inner);
}
