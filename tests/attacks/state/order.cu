// The control: wrong in other orders of threads, called first or not. Blocks tell each other who comes first, so the checkers see no race.
__device__ unsigned int ticket;

__global__ void reset()
{
	ticket = 0;
}

__global__ void add(const float *a, const float *b, float *c, int n)
{
	__shared__ unsigned int mine;
	if (threadIdx.x == 0)
		mine = atomicAdd(&ticket, 1);
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = mine == blockIdx.x ? a[i] + b[i] : 0;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	reset<<<1, 1>>>();
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
