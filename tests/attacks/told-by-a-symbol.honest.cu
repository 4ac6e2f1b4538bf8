// 01/1 pass
// A variable of 16 KB takes the first sums on their way.
__device__ float room[4096];

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && i < 4096)
		room[i] = a[i] + b[i];
	else if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
	cudaMemcpyFromSymbol(c, room, min(n, 4096) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
}
