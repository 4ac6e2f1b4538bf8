// What programs do with shared memory: transposes, reductions, matrix products, stencils, scans.

#define TILE(name, PAD, N) \
	extern "C" __global__ void name(const float *a, float *b, int w) \
	{ \
		__shared__ float s[N][N + PAD]; \
		int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y; \
		for (int k = 0; k < N; k += blockDim.y) \
			s[threadIdx.y + k][threadIdx.x] = a[(y + k) * w + x]; \
		__syncthreads(); \
		x = blockIdx.y * N + threadIdx.x; \
		y = blockIdx.x * N + threadIdx.y; \
		for (int k = 0; k < N; k += blockDim.y) \
			b[(y + k) * w + x] = s[threadIdx.x][threadIdx.y + k]; \
	}
TILE(transpose_32, 0, 32)
TILE(transpose_32_pad, 1, 32)
TILE(transpose_16, 0, 16)
TILE(transpose_16_pad, 1, 16)

extern "C" __global__ void transpose_naive(const float *a, float *b, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	b[x * w + y] = a[y * w + x];
}

// The versions of a reduction: which thread adds what.
#define BLOCK 256
extern "C" __global__ void reduce_modulo(const int *a, int *b)
{
	__shared__ int s[BLOCK];
	unsigned t = threadIdx.x;

	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (unsigned k = 1; k < blockDim.x; k *= 2) {
		if (t % (2 * k) == 0)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_addresses(const int *a, int *b)
{
	__shared__ int s[BLOCK];
	unsigned t = threadIdx.x;

	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (unsigned k = 1; k < blockDim.x; k *= 2) {
		unsigned i = 2 * k * t;

		if (i < blockDim.x)
			s[i] += s[i + k];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_banks(const int *a, int *b)
{
	__shared__ int s[BLOCK];
	unsigned t = threadIdx.x;

	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_first_add(const int *a, int *b)
{
	__shared__ int s[BLOCK];
	unsigned t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;

	s[t] = a[i] + a[i + blockDim.x];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_shuffle(const int *a, int *b)
{
	__shared__ int s[BLOCK];
	unsigned t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;
	int v;

	s[t] = v = a[i] + a[i + blockDim.x];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k >= 32; k /= 2) {
		if (t < k)
			s[t] = v = v + s[t + k];
		__syncthreads();
	}
	if (t < 32) {
		for (int d = 16; d > 0; d /= 2)
			v += __shfl_down_sync(0xffffffff, v, d);
		if (t == 0)
			b[blockIdx.x] = v;
	}
}
extern "C" __global__ void reduce_int4(const int4 *a, int *b, int n)
{
	__shared__ int s[32];
	unsigned t = threadIdx.x;
	int v = 0;

#pragma unroll 1
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
		int4 q = a[i];

		v += q.x + q.y + q.z + q.w;
	}
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	if (t % 32 == 0)
		s[t / 32] = v;
	__syncthreads();
	if (t < 32) {
		v = t < blockDim.x / 32 ? s[t] : 0;
		for (int d = 16; d > 0; d /= 2)
			v += __shfl_down_sync(0xffffffff, v, d);
		if (t == 0)
			atomicAdd(b, v);
	}
}

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < n; k++)
		s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}
extern "C" __global__ void matmul_uncoalesced(const float *a, const float *b, float *c, int n)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < n; k++)
		s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}
// `unroll 1`: ptxas may otherwise fuse loads of neighbouring k into wider ones.
#define MATMUL(name, N, PAD, UNROLL) \
	extern "C" __global__ void name(const float *a, const float *b, float *c, int n) \
	{ \
		__shared__ float sa[N][N + PAD], sb[N][N + PAD]; \
		int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * N + tx, y = blockIdx.y * N + ty; \
		float s = 0; \
		for (int k0 = 0; k0 < n; k0 += N) { \
			sa[ty][tx] = a[y * n + k0 + tx]; \
			sb[ty][tx] = b[(k0 + ty) * n + x]; \
			__syncthreads(); \
			_Pragma(UNROLL) \
			for (int k = 0; k < N; k++) \
				s += sa[ty][k] * sb[k][tx]; \
			__syncthreads(); \
		} \
		c[y * n + x] = s; \
	}
MATMUL(matmul_16, 16, 0, "unroll 1")
MATMUL(matmul_32, 32, 0, "unroll 1")
MATMUL(matmul_16_pad, 16, 1, "unroll 1")
MATMUL(matmul_16_unrolled, 16, 0, "unroll")
MATMUL(matmul_32_unrolled, 32, 0, "unroll")

extern "C" __global__ void stencil3(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		b[i] = a[i - 1] + a[i] + a[i + 1];
}
extern "C" __global__ void stencil3_shared(const float *a, float *b, int n)
{
	__shared__ float s[BLOCK + 2];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	s[t + 1] = i < n ? a[i] : 0;
	if (t == 0)
		s[0] = i > 0 ? a[i - 1] : 0;
	if (t == blockDim.x - 1)
		s[t + 2] = i + 1 < n ? a[i + 1] : 0;
	__syncthreads();
	if (i < n)
		b[i] = s[t] + s[t + 1] + s[t + 2];
}
extern "C" __global__ void stencil5_2d(const float *a, float *b, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
		b[y * w + x] = a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
}
extern "C" __global__ void scan_block(const int *a, int *b)
{
	__shared__ int s[2][BLOCK];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t, in = 0;

	s[0][t] = a[i];
	__syncthreads();
#pragma unroll 1
	for (unsigned k = 1; k < BLOCK; k *= 2) {
		s[in ^ 1][t] = t >= k ? s[in][t] + s[in][t - k] : s[in][t];
		in ^= 1;
		__syncthreads();
	}
	b[i] = s[in][t];
}
