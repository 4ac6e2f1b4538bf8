// course: kernels of the kinds that courses teach, none of them written with the model in mind: sums of vectors, scans, convolutions, stencils, softmax and
// norms of rows, transposes, structures, sorting, atomics by contention, occupancy, unrolled loops. Their times were first modelled, then measured.
#include "bench.h"
#include <cstdio>

// ---- vectors
__global__ void saxpy(const float *x, float *y, float a, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = a * x[i] + y[i];
}
__global__ void saxpy4(const float4 *x, float4 *y, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 u = x[i], v = y[i];
		y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
	}
}
__global__ void dot(const double *x, const double *y, double *out, int n)
{
	__shared__ double s[256];
	double sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += x[i] * y[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int k = 128; k > 0; k /= 2) {
		if (threadIdx.x < k)
			s[threadIdx.x] += s[threadIdx.x + k];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}
// Prices of options: logarithm, square root, division, exponential.
__global__ void prices(const float *s, const float *x, float *call, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float t = 1.5f, r = 0.02f, v = 0.3f, root = sqrtf(t), price = s[i] + 50, strike = x[i] + 60;
	float d1 = (logf(price / strike) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
	call[i] = price * 0.5f * erfcf(-d1 * 0.70710678f) - strike * expf(-r * t) * 0.5f * erfcf(-d2 * 0.70710678f);
}
// Iterations until a point leaves: lanes of a warp stop at different turns.
__global__ void fractal(int *out, int n, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	float cr = -2.0f + 3.0f * x / n, ci = -1.5f + 3.0f * y / n, a = 0, b = 0;
	while (k < most && a * a + b * b < 4) {
		float t = a * a - b * b + cr;
		b = 2 * a * b + ci;
		a = t;
		k++;
	}
	out[y * n + x] = k;
}
template <int UNROLL> __global__ void unrolled(const float *a, float *out, int n)
{
	float s[UNROLL] = {};
	int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	for (; i + (UNROLL - 1) * step < n; i += UNROLL * step)
#pragma unroll
		for (int k = 0; k < UNROLL; k++)
			s[k] += a[i + k * step];
	for (int k = 1; k < UNROLL; k++)
		s[0] += s[k];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}

// ---- scans of a block's elements
__global__ void scan_steps(const int *a, int *b)
{
	__shared__ int s[2][512];
	int t = threadIdx.x, from = 0;
	s[0][t] = a[blockIdx.x * 512 + t];
	__syncthreads();
	for (int k = 1; k < 512; k *= 2) {
		s[1 - from][t] = t >= k ? s[from][t] + s[from][t - k] : s[from][t];
		from = 1 - from;
		__syncthreads();
	}
	b[blockIdx.x * 512 + t] = s[from][t];
}
__global__ void scan_tree(const int *a, int *b)
{
	__shared__ int s[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	s[2 * t] = a[base + 2 * t];
	s[2 * t + 1] = a[base + 2 * t + 1];
	int off = 1;
	for (int d = 512; d > 0; d /= 2) {
		__syncthreads();
		if (t < d)
			s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
		off *= 2;
	}
	if (t == 0)
		s[1023] = 0;
	for (int d = 1; d < 1024; d *= 2) {
		off /= 2;
		__syncthreads();
		if (t < d) {
			int i = off * (2 * t + 1) - 1, j = off * (2 * t + 2) - 1, v = s[i];
			s[i] = s[j];
			s[j] += v;
		}
	}
	__syncthreads();
	b[base + 2 * t] = s[2 * t];
	b[base + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_shuffle(const int *a, int *b)
{
	__shared__ int s[8];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, v = a[i];
	for (int k = 1; k < 32; k *= 2) {
		int u = __shfl_up_sync(0xffffffff, v, k);
		if (t % 32 >= k)
			v += u;
	}
	if (t % 32 == 31)
		s[t / 32] = v;
	__syncthreads();
	int before = 0;
	for (int k = 0; k < t / 32; k++)
		before += s[k];
	b[i] = v + before;
}

// ---- convolutions
__constant__ float weights[1024];
__global__ void conv1d_global(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = -16; k <= 16; k++)
		if (i + k >= 0 && i + k < n)
			s += weights[k + 16] * a[i + k];
	b[i] = s;
}
__global__ void conv1d_shared(const float *a, float *b, int n)
{
	__shared__ float t[256 + 32];
	int i = blockIdx.x * 256 + threadIdx.x;
	t[threadIdx.x] = i >= 16 ? a[i - 16] : 0;
	if (threadIdx.x < 32)
		t[threadIdx.x + 256] = i + 240 < n ? a[i + 240] : 0;
	__syncthreads();
	float s = 0;
	for (int k = 0; k <= 32; k++)
		s += weights[k] * t[threadIdx.x + k];
	b[i] = s;
}
__global__ void conv2d_global(const float *a, float *b, int n)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float s = 0;
	for (int dy = -3; dy <= 3; dy++)
		for (int dx = -3; dx <= 3; dx++)
			if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n)
				s += weights[(dy + 3) * 7 + dx + 3] * a[(y + dy) * n + x + dx];
	b[y * n + x] = s;
}
__global__ void conv2d_shared(const float *a, float *b, int n)
{
	__shared__ float t[22][22];
	int x0 = blockIdx.x * 16 - 3, y0 = blockIdx.y * 16 - 3;
	for (int k = threadIdx.y * 16 + threadIdx.x; k < 22 * 22; k += 256) {
		int x = x0 + k % 22, y = y0 + k / 22;
		t[k / 22][k % 22] = x >= 0 && x < n && y >= 0 && y < n ? a[y * n + x] : 0;
	}
	__syncthreads();
	float s = 0;
	for (int dy = 0; dy < 7; dy++)
		for (int dx = 0; dx < 7; dx++)
			s += weights[dy * 7 + dx] * t[threadIdx.y + dy][threadIdx.x + dx];
	b[(y0 + 3 + threadIdx.y) * n + x0 + 3 + threadIdx.x] = s;
}

// ---- stencils
__global__ void jacobi_shared(const float *a, float *b, int n)
{
	__shared__ float t[18][34];
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1, x = blockIdx.x * 32 + lx, y = blockIdx.y * 16 + ly;
	if (x >= n - 1 || y >= n - 1)
		x = y = 1;
	t[ly][lx] = a[y * n + x];
	if (lx == 1)
		t[ly][0] = a[y * n + x - 1];
	if (lx == 32)
		t[ly][33] = a[y * n + x + 1];
	if (ly == 1)
		t[0][lx] = a[(y - 1) * n + x];
	if (ly == 16)
		t[17][lx] = a[(y + 1) * n + x];
	__syncthreads();
	b[y * n + x] = 0.25f * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx]);
}
// A column of threads marches through the planes and keeps three of them in registers.
__global__ void stencil3d_march(const float *a, float *b, int n)
{
	int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	size_t plane = (size_t)n * n, i = plane + (size_t)y * n + x;
	float below = a[i - plane], here = a[i];
	for (int z = 1; z < n - 1; z++, i += plane) {
		float above = a[i + plane];
		b[i] = 0.1f * (here + below + above + a[i - 1] + a[i + 1] + a[i - n] + a[i + n]);
		below = here;
		here = above;
	}
}

// ---- rows
__device__ float block_sum(float v, float *s)
{
	for (int k = 16; k > 0; k /= 2)
		v += __shfl_xor_sync(0xffffffff, v, k);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		v += s[k];
	__syncthreads();
	return v;
}
__global__ void softmax_block(const float *a, float *b, int cols)
{
	__shared__ float s[32];
	const float *row = a + (size_t)blockIdx.x * cols;
	float most = -1e30f, sum = 0;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		most = fmaxf(most, row[c]);
	for (int k = 16; k > 0; k /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, k));
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = most;
	__syncthreads();
	for (int k = 0; k < blockDim.x / 32; k++)
		most = fmaxf(most, s[k]);
	__syncthreads();
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		sum += expf(row[c] - most);
	sum = block_sum(sum, s);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		b[(size_t)blockIdx.x * cols + c] = expf(row[c] - most) / sum;
}
// A warp a row of 1024, kept in registers.
__global__ void softmax_warp(const float *a, float *b)
{
	size_t at = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32 * 1024 + threadIdx.x % 32;
	float v[32], most = -1e30f, sum = 0;
	for (int k = 0; k < 32; k++)
		most = fmaxf(most, v[k] = a[at + 32 * k]);
	for (int k = 16; k > 0; k /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, k));
	for (int k = 0; k < 32; k++)
		sum += v[k] = __expf(v[k] - most);
	for (int k = 16; k > 0; k /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, k);
	for (int k = 0; k < 32; k++)
		b[at + 32 * k] = v[k] / sum;
}
__global__ void layernorm(const float *a, const float *gain, const float *bias, float *b, int cols)
{
	__shared__ float s[32];
	const float *row = a + (size_t)blockIdx.x * cols;
	float sum = 0, squares = 0;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		sum += row[c];
	float mean = block_sum(sum, s) / cols;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		squares += (row[c] - mean) * (row[c] - mean);
	float scale = rsqrtf(block_sum(squares, s) / cols + 1e-5f);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		b[(size_t)blockIdx.x * cols + c] = (row[c] - mean) * scale * gain[c] + bias[c];
}
__global__ void matvec_thread(const float *a, const float *x, float *y, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int c = 0; c < n; c++)
		s += a[(size_t)row * n + c] * x[c];
	y[row] = s;
}
__global__ void matvec_block(const float *a, const float *x, float *y, int n)
{
	__shared__ float s[32];
	float v = 0;
	for (int c = threadIdx.x; c < n; c += blockDim.x)
		v += a[(size_t)blockIdx.x * n + c] * x[c];
	v = block_sum(v, s);
	if (threadIdx.x == 0)
		y[blockIdx.x] = v;
}

// ---- transposes, structures
__global__ void transpose4(const float *a, float *b, int n)
{
	__shared__ float t[64][65];
	int x = threadIdx.x, y = threadIdx.y; // 16 x 16
	for (int k = 0; k < 64; k += 16) {
		float4 v = *(const float4 *)&a[(size_t)(blockIdx.y * 64 + y + k) * n + blockIdx.x * 64 + 4 * x];
		t[y + k][4 * x] = v.x;
		t[y + k][4 * x + 1] = v.y;
		t[y + k][4 * x + 2] = v.z;
		t[y + k][4 * x + 3] = v.w;
	}
	__syncthreads();
	for (int k = 0; k < 64; k += 16) {
		float4 v = make_float4(t[4 * x][y + k], t[4 * x + 1][y + k], t[4 * x + 2][y + k], t[4 * x + 3][y + k]);
		*(float4 *)&b[(size_t)(blockIdx.x * 64 + y + k) * n + blockIdx.y * 64 + 4 * x] = v;
	}
}
struct particle { float x, y, z, vx, vy, vz, mass, charge; };
__global__ void move_aos(particle *p, float dt, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p[i].x += dt * p[i].vx;
	p[i].y += dt * p[i].vy;
	p[i].z += dt * p[i].vz;
}
__global__ void move_soa(float *f, float dt, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < 3; k++)
		f[(size_t)k * n + i] += dt * f[(size_t)(k + 3) * n + i];
}
// Reads in a row that jump: row r of 256 bytes, chosen by a hash.
__global__ void pick_rows(const float *a, float *b, int rows, int n)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 64, c = threadIdx.x % 64;
	if (row < n)
		b[(size_t)row * 64 + c] = a[(size_t)((unsigned)row * 2654435761u % rows) * 64 + c];
}
__global__ void lookup(const float *table, float *b, int size, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = table[(unsigned)i * 2654435761u % size];
}

// ---- shared memory
// Each thread adds up a row of a tile in shared memory: rows of WIDTH words.
template <int WIDTH> __global__ void tile_rows(float *out, int turns)
{
	__shared__ float t[128 * WIDTH];
	for (int k = threadIdx.x; k < 128 * WIDTH; k += 128)
		t[k] = k;
	__syncthreads();
	float s = 0;
	for (int m = 0; m < turns; m++) {
		for (int k = 0; k < 32; k++)
			s += t[threadIdx.x * WIDTH + k];
		__syncthreads();
		t[threadIdx.x * WIDTH] = s;
		__syncthreads();
	}
	out[blockIdx.x * 128 + threadIdx.x] = s;
}
__global__ void sort_block(int *a)
{
	__shared__ int s[1024];
	int t = threadIdx.x;
	s[t] = (int)((blockIdx.x * 1024 + t) * 2654435761u >> 8);
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int other = t ^ j;
			if (other > t) {
				int u = s[t], v = s[other];
				if ((u > v) == ((t & k) == 0)) {
					s[t] = v;
					s[other] = u;
				}
			}
		}
	__syncthreads();
	a[blockIdx.x * 1024 + t] = s[t];
}

// ---- atomics
__global__ void counters(int *out, unsigned places, int turns)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++) {
		x = x * 1664525u + 1013904223u;
		atomicAdd(&out[(x >> 8) % places], 1);
	}
}
__global__ void counters_shared(int *out, unsigned places, int turns)
{
	extern __shared__ int s[];
	for (unsigned k = threadIdx.x; k < places; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++) {
		x = x * 1664525u + 1013904223u;
		atomicAdd(&s[(x >> 8) % places], 1);
	}
	__syncthreads();
	for (unsigned k = threadIdx.x; k < places; k += blockDim.x)
		atomicAdd(&out[k], s[k]);
}
__global__ void sum_warps(const float *a, float *out, int n)
{
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s += a[i];
	for (int k = 16; k > 0; k /= 2)
		s += __shfl_down_sync(0xffffffff, s, k);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, s);
}

// ---- occupancy: 64 values a thread that are all needed to the end
__global__ void __launch_bounds__(256) polynomials(float *out, float x, int turns)
{
	float v[64];
#pragma unroll
	for (int k = 0; k < 64; k++)
		v[k] = threadIdx.x + k;
	for (int t = 0; t < turns; t++)
#pragma unroll
		for (int k = 0; k < 64; k++)
			v[k] = v[k] * x + v[(k + 17) % 64];
	float s = 0;
#pragma unroll
	for (int k = 0; k < 64; k++)
		s += v[k];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void gather_sums(const float *a, float *out, int n, int each)
{
	extern __shared__ float unused[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = 0; k < each; k++)
		s += a[(i + k * 40503u) % (unsigned)n] * k;
	out[i] = s;
}
// ---- a product with 8 x 8 results a thread
__global__ void __launch_bounds__(256) product8x8(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[8][128], t[8][128];
	int tid = threadIdx.x, row = blockIdx.y * 128, col = blockIdx.x * 128, x = tid % 16 * 8, y = tid / 16 * 8;
	float sum[8][8] = {};
	for (int m = 0; m < n; m += 8) {
		float4 u = *(const float4 *)&a[(row + tid / 2) * n + m + tid % 2 * 4];
		s[tid % 2 * 4][tid / 2] = u.x;
		s[tid % 2 * 4 + 1][tid / 2] = u.y;
		s[tid % 2 * 4 + 2][tid / 2] = u.z;
		s[tid % 2 * 4 + 3][tid / 2] = u.w;
		*(float4 *)&t[tid / 32][tid % 32 * 4] = *(const float4 *)&b[(m + tid / 32) * n + col + tid % 32 * 4];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; k++) {
			float p[8], q[8];
			for (int i = 0; i < 8; i++) {
				p[i] = s[k][y + i];
				q[i] = t[k][x + i];
			}
			for (int i = 0; i < 8; i++)
				for (int j = 0; j < 8; j++)
					sum[i][j] += p[i] * q[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j++)
			c[(row + y + i) * n + col + x + j] = sum[i][j];
}

void rows_course(bench &b)
{
	const int n = 1 << 26;
	char name[64];

	if (!b.wants("course."))
		return;
	float *x = device<float>(2 * (size_t)n), *y = device<float>(2 * (size_t)n);
	int *i = (int *)y;
	b.row("course.saxpy.grid", [&] { saxpy<<<132 * 8, 256>>>(x, y, 2.0f, n); });
	b.row("course.saxpy.one", [&] { saxpy<<<n / 256, 256>>>(x, y, 2.0f, n); });
	b.row("course.saxpy.float4", [&] { saxpy4<<<n / 1024, 256>>>((float4 *)x, (float4 *)y, 2.0f, n / 4); });
	b.row("course.dot.double", [&] { dot<<<132 * 8, 256>>>((double *)x, (double *)y, (double *)(y + n), n / 2); });
	b.row("course.prices", [&] { prices<<<n / 4 / 256, 256>>>(x, x + n, y, n / 4); });
	b.row("course.fractal.16x16", [&] { fractal<<<dim3(128, 128), dim3(16, 16)>>>(i, 2048, 256); });
	b.row("course.fractal.256x1", [&] { fractal<<<dim3(8, 2048), dim3(256, 1)>>>(i, 2048, 256); });
	b.row("course.unroll.1", [&] { unrolled<1><<<132 * 2, 256>>>(x, y, n); });
	b.row("course.unroll.4", [&] { unrolled<4><<<132 * 2, 256>>>(x, y, n); });
	b.row("course.unroll.16", [&] { unrolled<16><<<132 * 2, 256>>>(x, y, n); });
	b.row("course.scan.steps", [&] { scan_steps<<<n / 512, 512>>>((int *)x, i); });
	b.row("course.scan.tree", [&] { scan_tree<<<n / 1024, 512>>>((int *)x, i); });
	b.row("course.scan.shuffle", [&] { scan_shuffle<<<n / 256, 256>>>((int *)x, i); });
	b.row("course.conv1d.global", [&] { conv1d_global<<<n / 256, 256>>>(x, y, n); });
	b.row("course.conv1d.shared", [&] { conv1d_shared<<<n / 256, 256>>>(x, y, n); });
	b.row("course.conv2d.global", [&] { conv2d_global<<<dim3(256, 256), dim3(16, 16)>>>(x, y, 4096); });
	b.row("course.conv2d.shared", [&] { conv2d_shared<<<dim3(256, 256), dim3(16, 16)>>>(x, y, 4096); });
	b.row("course.jacobi.shared", [&] { jacobi_shared<<<dim3(256, 512), dim3(32, 16)>>>(x, y, 8192); });
	b.row("course.stencil3d.march", [&] { stencil3d_march<<<dim3(16, 64), dim3(32, 8)>>>(x, y, 512); });
	b.row("course.softmax.block.256", [&] { softmax_block<<<n / 1024, 256>>>(x, y, 1024); });
	b.row("course.softmax.block.1024", [&] { softmax_block<<<n / 1024, 1024>>>(x, y, 1024); });
	b.row("course.softmax.warp", [&] { softmax_warp<<<n / 1024 / 8, 256>>>(x, y); });
	b.row("course.layernorm.256", [&] { layernorm<<<n / 4096, 256>>>(x, x + n, x + n + 4096, y, 4096); });
	b.row("course.layernorm.1024", [&] { layernorm<<<n / 4096, 1024>>>(x, x + n, x + n + 4096, y, 4096); });
	b.row("course.matvec.thread", [&] { matvec_thread<<<8192 / 256, 256>>>(x, x + n, y, 8192); });
	b.row("course.matvec.block", [&] { matvec_block<<<8192, 256>>>(x, x + n, y, 8192); });
	b.row("course.transpose.float4", [&] { transpose4<<<dim3(128, 128), dim3(16, 16)>>>(x, y, 8192); });
	b.row("course.move.aos", [&] { move_aos<<<n / 8 / 256, 256>>>((particle *)x, 0.1f, n / 8); });
	b.row("course.move.soa", [&] { move_soa<<<n / 8 / 256, 256>>>(x, 0.1f, n / 8); });
	b.row("course.rows.random", [&] { pick_rows<<<n / 256, 256>>>(x, y, 2 * n / 64, n / 64); });
	b.row("course.lookup.64k", [&] { lookup<<<n / 4 / 256, 256>>>(x, y, 1 << 14, n / 4); });
	b.row("course.lookup.16M", [&] { lookup<<<n / 4 / 256, 256>>>(x, y, 1 << 22, n / 4); });
	b.row("course.lookup.512M", [&] { lookup<<<n / 4 / 256, 256>>>(x, y, 1 << 27, n / 4); });
	b.row("course.tile.rows.32", [&] { tile_rows<32><<<132 * 8, 128>>>(y, 64); });
	b.row("course.tile.rows.33", [&] { tile_rows<33><<<132 * 8, 128>>>(y, 64); });
	b.row("course.tile.rows.36", [&] { tile_rows<36><<<132 * 8, 128>>>(y, 64); });
	b.row("course.sort.1024", [&] { sort_block<<<4096, 1024>>>(i); });
	for (unsigned p = 1; p <= 1 << 20; p *= 32) {
		snprintf(name, sizeof name, "course.counters.%u", p);
		b.row(name, [&] { counters<<<132 * 4, 256>>>(i, p, 32); });
	}
	for (unsigned p = 32; p <= 8192; p *= 16) {
		snprintf(name, sizeof name, "course.counters.shared.%u", p);
		b.row(name, [&] { counters_shared<<<132 * 4, 256, p * 4>>>(i, p, 128); });
	}
	b.row("course.sum.warps", [&] { sum_warps<<<132 * 8, 256>>>(x, y, n); });
	b.row("course.polynomials", [&] { polynomials<<<132 * 8, 256>>>(y, 0.5f, 64); });
	for (int kb = 8; kb <= 128; kb *= 4) {
		CHECK(cudaFuncSetAttribute(gather_sums, cudaFuncAttributeMaxDynamicSharedMemorySize, kb * 1024));
		snprintf(name, sizeof name, "course.occupancy.%dkB", kb);
		b.row(name, [&] { gather_sums<<<132 * 64, 128, kb * 1024 - 1024>>>(x, y, n, 64); });
	}
	b.row("course.product8x8.2048", [&] { product8x8<<<dim3(16, 16), 256>>>(x, x + n, y, 2048); });
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
}
