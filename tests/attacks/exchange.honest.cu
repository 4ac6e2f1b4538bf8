// 02/4 pass
// An exchange in each block counts blocks; the stores are stores.
__device__ unsigned latest;
__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < rows && col < cols)
		out[col * rows + row] = in[row * cols + col];
	if (threadIdx.x + threadIdx.y == 0)
		atomicExch(&latest, blockIdx.x);
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	transpose<<<dim3((rows + 31) / 32, (cols + 7) / 8), dim3(32, 8)>>>(in, out, rows, cols);
}
