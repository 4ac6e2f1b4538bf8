/* Step 3: y = hash of x. Both are in the host's memory, so x has to be
 * copied to the device and y back.
 *
 * The file compiles and runs, and is right, but only one engine works at a
 * time: copy in, compute, copy out. */

#define STEPS 4

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
	cudaHostRegister((void *)x, bytes, cudaHostRegisterDefault); /* pin */
	cudaHostRegister(y, bytes, cudaHostRegisterDefault);
	cudaMalloc(&dx, bytes);
	cudaMalloc(&dy, bytes);

	/* TODO: cut the work into 8 chunks. Issue the copy in, the kernel and
	 * the copy out of each chunk into one stream, and let the chunks take
	 * turns in 4 streams. */
	cudaMemcpyAsync(dx, x, bytes, cudaMemcpyHostToDevice);
	hash<<<(n + 255) / 256, 256>>>(dx, dy, n);
	cudaMemcpyAsync(y, dy, bytes, cudaMemcpyDeviceToHost);
	cudaDeviceSynchronize();

	cudaFree(dy);
	cudaFree(dx);
	cudaHostUnregister(y);
	cudaHostUnregister((void *)x);
}
