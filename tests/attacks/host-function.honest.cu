// 01/1 pass
// A host function in the stream, behind the kernel.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	cudaStream_t s;

	cudaStreamCreate(&s);
	add<<<(n + 255) / 256, 256, 0, s>>>(a, b, c, n);
	cudaLaunchHostFunc(s, [](void *) {}, NULL);
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
}
