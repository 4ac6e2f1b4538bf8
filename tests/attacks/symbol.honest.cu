// 01/1 pass
// Sums are made in a variable of the module, and copied from there.
__device__ float room[1 << 21];

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	void *there;

	cudaGetSymbolAddress(&there, room);
	add<<<(n + 255) / 256, 256>>>(a, b, (float *)there, n);
	cudaMemcpyFromSymbol(c, room, n * sizeof(float), 0, cudaMemcpyDeviceToDevice);
}
