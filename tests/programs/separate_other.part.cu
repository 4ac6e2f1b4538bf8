/* The other half of separate.cu: what it defines, and private things that are called as in the first half. */
__device__ int shared_total;
__constant__ int shared_factor;
__device__ int table_of_other[4] = { 10, 20, 30, 40 };
__managed__ int mailbox = 5;

static __device__ int hidden = 7;
static __device__ __noinline__ int twice(int x) { return 2 * x + hidden; }

__device__ int elsewhere(int x)
{
	return x * x + 1;
}

__device__ int by_pointer(int x)
{
	return twice(x) + 1000;
}

__device__ int (*operation)(int) = by_pointer;

template <class T> __device__ __noinline__ T in_both(T x)
{
	__shared__ T sum;

	if (!threadIdx.x)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, x);
	__syncthreads();
	return sum;
}

template <class T> __global__ void kernel_in_both(T *out)
{
	out[threadIdx.x] = in_both<T>((T)threadIdx.x);
}

static __global__ void private_kernel(int *out)
{
	extern __shared__ int room[];

	room[threadIdx.x] = twice((int)threadIdx.x);
	__syncthreads();
	out[threadIdx.x] = room[threadIdx.x ^ 1];
}

void set_factor(int x)
{
	cudaMemcpyToSymbol(shared_factor, &x, sizeof x);
}

void run_other(int *both, int *own)
{
	kernel_in_both<int><<<1, 64>>>(both);
	private_kernel<<<1, 64, 64 * sizeof(int)>>>(own);
}
