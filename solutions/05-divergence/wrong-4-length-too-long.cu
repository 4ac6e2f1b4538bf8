/* Mistake: threads past the end hand over a length that no element has. */

#define BLOCK 256
#define LONGEST 63

/* `length` rounds of work. */
__device__ unsigned rounds(unsigned v, int length)
{
#pragma unroll 1
	for (int round = 0; round < 8 * length; round++)
		v = (v ^ v >> 15) * 0x2c1b3c6du + round;
	return v;
}

/* Given: put the numbers 0 to BLOCK - 1 into `order`, so that the lengths of
 * the threads with these numbers ascend. All threads of the block call it. */
__device__ void sort_by_length(int length, int *order)
{
	__shared__ int begin[LONGEST + 2];

	for (int b = threadIdx.x; b < LONGEST + 2; b += BLOCK)
		begin[b] = 0;
	__syncthreads();
	atomicAdd(&begin[length + 1], 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int b = 1; b < LONGEST + 2; b++)
			begin[b] += begin[b - 1];
	}
	__syncthreads();
	order[atomicAdd(&begin[length], 1)] = threadIdx.x;
	__syncthreads();
}

__global__ void work(const unsigned *in, const int *length, unsigned *out,
		     int n)
{
	int first = blockIdx.x * blockDim.x;
	int i = first + threadIdx.x;

	__shared__ int order[BLOCK];

	sort_by_length(i < n ? length[i] : LONGEST + 1, order);
	i = first + order[threadIdx.x];
	if (i < n)
		out[i] = rounds(in[i], length[i]);
}

extern "C" void solve(const unsigned *in, const int *length, unsigned *out,
		      int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		work<<<blocks, BLOCK>>>(in, length, out, n);
}
