// 01/1 pass
// A kernel's sums come to their place by cudaMemcpy3D.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	cudaMemcpy3DParms p = {};
	float *sum;

	cudaMalloc(&sum, n * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	p.srcPtr = make_cudaPitchedPtr(sum, n * sizeof(float), n, 1);
	p.dstPtr = make_cudaPitchedPtr(c, n * sizeof(float), n, 1);
	p.extent = make_cudaExtent(n * sizeof(float), 1, 1);
	p.kind = cudaMemcpyDeviceToDevice;
	cudaMemcpy3D(&p);
	cudaFree(sum);
}
