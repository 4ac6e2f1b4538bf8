// 02/1 pass
// The two numbers of the formula are in constant memory.
__constant__ float factor[2];
__global__ void scale(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = factor[0] * in[i] + factor[1];
}

extern "C" void solve(const float *in, float *out, int n)
{
	const float two[2] = { 2, 1 };
	cudaMemcpyToSymbol(factor, two, sizeof two);
	scale<<<(n + 255) / 256, 256>>>(in, out, n);
}
