// 01/1 gate-failed: times as long as the reference's
// without: floors
// One warp does it all: its loads are as few as they can be, and the rest of the device is idle.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<1, 32>>>(a, b, c, n);
}
