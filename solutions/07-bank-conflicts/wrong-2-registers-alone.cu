/* Mistake: no tile. Each thread turns 4 x 4 elements in its registers, so no bank
 * is asked for anything; odd sizes are stored element by element. */

__global__ void by_fours(const float *in, float *out, int rows, int cols)
{
	int x = blockIdx.x * 8 + threadIdx.x % 2 * 4;
	int y = blockIdx.y * 64 + threadIdx.x / 2 * 4;
	float4 row[4];

	if (x >= cols || y >= rows)
		return;
	for (int k = 0; k < 4; k++)
		row[k] = *(const float4 *)&in[(y + k) * cols + x];
	for (int k = 0; k < 4; k++)
		*(float4 *)&out[(x + k) * rows + y] =
			make_float4((&row[0].x)[k], (&row[1].x)[k],
				    (&row[2].x)[k], (&row[3].x)[k]);
}

__global__ void by_ones(const float *in, float *out, int rows, int cols)
{
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 8 + threadIdx.y;

	if (x < cols && y < rows)
		out[x * rows + y] = in[y * cols + x];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	if (rows % 4 || cols % 4)
		by_ones<<<dim3((cols + 31) / 32, (rows + 7) / 8),
			  dim3(32, 8)>>>(in, out, rows, cols);
	else
		by_fours<<<dim3((cols + 7) / 8, (rows + 63) / 64), 32>>>(
			in, out, rows, cols);
}
