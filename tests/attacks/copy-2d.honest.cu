// 02/3 pass
// The same copy packs a few elements; a kernel does the rest of the work.
__global__ void gather(const float *in, float *out, int from, int n, int stride)
{
	int i = from + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i * stride];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int few = n < 8 ? n : 8;
	cudaMemcpy2DAsync(out, sizeof(float), in, stride * sizeof(float), sizeof(float), few, cudaMemcpyDeviceToDevice);
	if (n > few)
		gather<<<(n - few + 255) / 256, 256>>>(in, out, few, n, stride);
	else
		gather<<<1, 32>>>(in, out, 0, n, stride);
}
