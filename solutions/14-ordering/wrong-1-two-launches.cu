/* Mistake: one launch writes the box, another one reads it. That is right, and
 * nothing of what the step is about is in it: no flag, no fence. */

#define PAGE 1024
#define BLOCK 256

__global__ void write(const int *in, int *box, int n)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		box[i] = 3 * in[i] + 1;
}

__global__ void read(const int *box, int *out, int n)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	int first = i / PAGE * PAGE;
	int size = min(PAGE, n - first);

	if (i < n)
		out[i] = box[first + size - 1 - (i - first)];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;
	int *box;

	if (n <= 0)
		return;
	cudaMalloc(&box, n * sizeof(int));
	write<<<blocks, BLOCK>>>(in, box, n);
	read<<<blocks, BLOCK>>>(box, out, n);
	cudaFree(box);
}
