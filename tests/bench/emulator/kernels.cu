// The emulator's own yardsticks, a to d of make bench (kernels.cl has them for the peer): a vector add, a whole shared-memory reduction, a naive and a tiled matrix product.
extern "C" __global__ void vecadd(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" __global__ void reduce(const int *in, int *out)
{
	__shared__ int s[256];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = in[i];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * n + x];
	c[y * n + x] = sum;
}

extern "C" __global__ void tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float ta[16][16], tb[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		ta[ty][tx] = a[y * n + t + tx];
		tb[ty][tx] = b[(t + ty) * n + x];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += ta[ty][k] * tb[k][tx];
		__syncthreads();
	}
	c[y * n + x] = sum;
}

// A clean twin and one with eight-way bank conflicts: what conflicts cost the emulator itself.
template <int stride> __device__ void walk(int *out)
{
	__shared__ int s[256 * 8];
	int t = threadIdx.x, sum = 0;
	for (int k = t; k < 256 * 8; k += 256)
		s[k] = k;
	__syncthreads();
	for (int k = 0; k < 256; k++)
		sum += s[(t * stride + k * 32) % (256 * 8)];
	out[blockIdx.x * blockDim.x + t] = sum;
}
extern "C" __global__ void clean(int *out) { walk<1>(out); }
extern "C" __global__ void conflicts(int *out) { walk<8>(out); }
