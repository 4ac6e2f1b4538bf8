/* Mistake: right, and fast: the kernel reads and writes the host's memory
 * itself. There is nothing left to be put in order. */

#define STEPS 128

/* A hash of each element: STEPS rounds of arithmetic. */
__global__ void hash(const unsigned *x, unsigned *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		unsigned v = x[i];

		for (int k = 0; k < STEPS; k++)
			v = (v ^ (v >> 7)) * 5 + 1;
		y[i] = v;
	}
}

extern "C" void solve(const unsigned *x, unsigned *y, int n)
{
	size_t bytes = n * sizeof(unsigned);
	unsigned *dx, *dy;

	if (n == 0)
		return;
	cudaHostRegister((void *)x, bytes, cudaHostRegisterMapped);
	cudaHostRegister(y, bytes, cudaHostRegisterMapped);
	cudaHostGetDevicePointer(&dx, (void *)x, 0);
	cudaHostGetDevicePointer(&dy, y, 0);
	hash<<<(n + 255) / 256, 256>>>(dx, dy, n);
	cudaDeviceSynchronize();
	cudaHostUnregister(y);
	cudaHostUnregister((void *)x);
}
