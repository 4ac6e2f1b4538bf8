// Keeps what may be kept: a count of the calls, and memory that each call sets anew.
__device__ unsigned int done;

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static unsigned int calls;
	++calls;
	cudaMemcpyToSymbol(done, &calls, sizeof calls);
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
