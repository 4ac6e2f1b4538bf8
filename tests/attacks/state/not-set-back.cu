// The usual mistake of this kind: a place on the device that each call adds to, and that nothing sets back.
__device__ int shift;

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i] + (float)shift;
}

__global__ void next()
{
	shift++;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
	next<<<1, 1>>>();
}
