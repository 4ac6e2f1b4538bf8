// 02/4 pass
// The same wish for the L2, and a kernel that stores rows.
__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[32][33];
	int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (row + k < rows && col < cols)
			tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * cols + col];
	__syncthreads();
	col = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (col < rows && row + k < cols)
			out[(row + k) * rows + col] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	cudaStreamAttrValue keep = {};
	keep.accessPolicyWindow.base_ptr = out;
	keep.accessPolicyWindow.num_bytes = sizeof *out * rows * cols;
	keep.accessPolicyWindow.hitRatio = 1;
	keep.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	keep.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 32 << 20);
	cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &keep);
	cudaGetLastError();
	transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
