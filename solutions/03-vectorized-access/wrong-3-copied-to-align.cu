/* Mistake: the words are copied to a place where a cast is right, and the result
 * is copied back. The kernel is fast, the way is three times as long. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		((int2 *)out)[i] = ((const int2 *)in)[i];
	else if (2 * i < n)
		out[n - 1] = in[n - 1];
}

__global__ void header(const int *in, int *out)
{
	out[0] = in[0] + 1;
}

extern "C" void solve(const int *in, int *out, int n)
{
	size_t bytes = n * sizeof(int);
	int *from, *to;

	header<<<1, 1>>>(in, out);
	if (n <= 0)
		return;
	cudaMalloc(&from, bytes);
	cudaMalloc(&to, bytes);
	cudaMemcpyAsync(from, in + 1, bytes, cudaMemcpyDeviceToDevice);
	copy<<<(n / 2 + 256) / 256, 256>>>(from, to, n);
	cudaMemcpyAsync(out + 1, to, bytes, cudaMemcpyDeviceToDevice);
	cudaFree(to);
	cudaFree(from);
}
