// 02/1 pass
// Through a tile of shared memory, 16 elements a thread.
__global__ void scale(const float *in, float *out, int n)
{
	__shared__ float tile[4096];
	int first = blockIdx.x * 4096;
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		if (first + k < n)
			tile[k] = in[first + k];
	__syncthreads();
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		if (first + k < n)
			out[first + k] = 2 * tile[k] + 1;
}

extern "C" void solve(const float *in, float *out, int n)
{
	scale<<<(n + 4095) / 4096, 256>>>(in, out, n);
}
