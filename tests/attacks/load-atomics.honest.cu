// 02/1 pass
// Blocks fetch their work with an atomic, one for 4096 elements.
__device__ int next;
__global__ void scale(const float *in, float *out, int n)
{
	__shared__ int first;
	for (;;) {
		if (threadIdx.x == 0)
			first = atomicAdd(&next, 4096);
		__syncthreads();
		int begin = first;
		__syncthreads();
		if (begin >= n)
			return;
		for (int i = begin + threadIdx.x; i < begin + 4096 && i < n; i += blockDim.x)
			out[i] = 2 * in[i] + 1;
	}
}

extern "C" void solve(const float *in, float *out, int n)
{
	int zero = 0;
	cudaMemcpyToSymbol(next, &zero, sizeof zero);
	scale<<<132, 256>>>(in, out, n);
}
