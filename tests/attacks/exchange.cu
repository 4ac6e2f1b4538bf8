// 02/4 gate-failed: sectors stored (atomics included)
// without: floors
// The stores are scattered, and hide as exchanges, which are no stores.
__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < rows && col < cols)
		atomicExch(&out[col * rows + row], in[row * cols + col]);
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	transpose<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(in, out, rows, cols);
}
