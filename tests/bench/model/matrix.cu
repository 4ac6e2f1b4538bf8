// matrix: products of square matrices, from one multiplication a load to tiles; n-body sums.
#include "bench.h"
#include <cstdio>

// Consecutive threads walk along a row of the result: B and C are coalesced.
__global__ void product_naive(const float *a, const float *b, float *c, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}
// The same with the roles of x and y exchanged: consecutive threads walk along a column.
__global__ void product_uncoalesced(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}
template <int T> __global__ void product_tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[T][T], t[T][T];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * T + x, row = blockIdx.y * T + y;
	float sum = 0;
	for (int m = 0; m < n; m += T) {
		s[y][x] = a[row * n + m + x];
		t[y][x] = b[(m + y) * n + col];
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += s[y][k] * t[k][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}
// The second tile lies in shared memory column by column.
template <int T, int PAD> __global__ void product_columns(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[T][T + PAD], t[T][T + PAD];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * T + x, row = blockIdx.y * T + y;
	float sum = 0;
	for (int m = 0; m < n; m += T) {
		s[x][y] = a[row * n + m + x];
		t[x][y] = b[(m + y) * n + col];
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += s[k][y] * t[x][k];
		__syncthreads();
	}
	c[row * n + col] = sum;
}
// Each thread computes 4 x 4 results of a 64 x 64 tile.
__global__ void product_registers(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[16][64 + 4], t[16][64];
	int tid = threadIdx.x, x = tid % 16, y = tid / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
	float sum[4][4] = {};
	for (int m = 0; m < n; m += 16) {
		for (int k = 0; k < 4; k++) {
			s[tid % 16][tid / 16 + 16 * k] = a[(row + tid / 16 + 16 * k) * n + m + tid % 16];
			t[tid / 64 + 4 * k][tid % 64] = b[(m + tid / 64 + 4 * k) * n + col + tid % 64];
		}
		__syncthreads();
		for (int k = 0; k < 16; k++) {
			float u[4], v[4];
			for (int i = 0; i < 4; i++) {
				u[i] = s[k][y * 4 + i];
				v[i] = t[k][x * 4 + i];
			}
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++)
					sum[i][j] += u[i] * v[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			c[(row + y * 4 + i) * n + col + x * 4 + j] = sum[i][j];
}

__device__ float3 pull(float4 p, float4 q, float3 f)
{
	float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, d2 = dx * dx + dy * dy + dz * dz + 0.01f;
	float inv = rsqrtf(d2), w = q.w * inv * inv * inv;
	f.x += dx * w;
	f.y += dy * w;
	f.z += dz * w;
	return f;
}
__global__ void nbody_naive(const float4 *p, float4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float3 f = { 0, 0, 0 };
	float4 me = p[i];
	for (int j = 0; j < n; j++)
		f = pull(me, p[j], f);
	out[i] = make_float4(f.x, f.y, f.z, 0);
}
template <int T> __global__ void nbody_shared(const float4 *p, float4 *out, int n)
{
	__shared__ float4 t[T];
	int i = blockIdx.x * T + threadIdx.x;
	float3 f = { 0, 0, 0 };
	float4 me = p[i];
	for (int m = 0; m < n; m += T) {
		t[threadIdx.x] = p[m + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < T; j++)
			f = pull(me, t[j], f);
		__syncthreads();
	}
	out[i] = make_float4(f.x, f.y, f.z, 0);
}

static void products(bench &b, int n)
{
	float *x = device<float>((size_t)n * n), *y = device<float>((size_t)n * n), *z = device<float>((size_t)n * n);
	dim3 g16(n / 16, n / 16), b16(16, 16), g32(n / 32, n / 32), b32(32, 32);
	char name[64];
	auto row = [&](const char *what, const std::function<void()> &run) {
		snprintf(name, sizeof name, "matmul.%d.%s", n, what);
		b.row(name, run);
	};

	row("naive16", [&] { product_naive<<<g16, b16>>>(x, y, z, n); });
	row("naive32", [&] { product_naive<<<g32, b32>>>(x, y, z, n); });
	row("uncoalesced16", [&] { product_uncoalesced<<<g16, b16>>>(x, y, z, n); });
	row("uncoalesced32", [&] { product_uncoalesced<<<g32, b32>>>(x, y, z, n); });
	row("tile16", [&] { product_tiled<16><<<g16, b16>>>(x, y, z, n); });
	row("tile32", [&] { product_tiled<32><<<g32, b32>>>(x, y, z, n); });
	row("columns16", [&] { product_columns<16, 0><<<g16, b16>>>(x, y, z, n); });
	row("columns16.padded", [&] { product_columns<16, 1><<<g16, b16>>>(x, y, z, n); });
	row("columns32", [&] { product_columns<32, 0><<<g32, b32>>>(x, y, z, n); });
	row("columns32.padded", [&] { product_columns<32, 1><<<g32, b32>>>(x, y, z, n); });
	row("registers4x4", [&] { product_registers<<<dim3(n / 64, n / 64), 256>>>(x, y, z, n); });
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
	CHECK(cudaFree(z));
}

static void bodies(bench &b, int n)
{
	float4 *p = device<float4>(n), *out = device<float4>(n);
	char name[64];
	auto row = [&](const char *what, const std::function<void()> &run) {
		snprintf(name, sizeof name, "nbody.%d.%s", n, what);
		b.row(name, run);
	};

	row("naive", [&] { nbody_naive<<<n / 256, 256>>>(p, out, n); });
	row("shared.64", [&] { nbody_shared<64><<<n / 64, 64>>>(p, out, n); });
	row("shared.128", [&] { nbody_shared<128><<<n / 128, 128>>>(p, out, n); });
	row("shared.256", [&] { nbody_shared<256><<<n / 256, 256>>>(p, out, n); });
	CHECK(cudaFree(p));
	CHECK(cudaFree(out));
}

void rows_matrix(bench &b)
{
	if (b.wants("matmul.4096."))
		products(b, 4096);
	if (b.wants("matmul.512."))
		products(b, 512);
	if (b.wants("nbody.65536."))
		bodies(b, 65536);
	if (b.wants("nbody.8192."))
		bodies(b, 8192);
}
