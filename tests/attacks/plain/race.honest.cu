// What a thread reads another has written, and a barrier lies between.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	__shared__ float sum[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, mirrored = blockIdx.x * 256 + 255 - t;
	sum[255 - t] = mirrored < n ? a[mirrored] : 0.0f; /* for the thread at the other end */
	__syncthreads();
	if (i < n)
		c[i] = sum[t] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
