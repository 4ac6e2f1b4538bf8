// access: what addresses cost. Strided gathers and scatters, misaligned reads, arrays of structures, transposes, bank conflicts, stencils.
#include "bench.h"
#include <cstdio>

__global__ void gather(const int *a, int *b, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[(size_t)i * stride];
}

__global__ void scatter(const int *a, int *b, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[(size_t)i * stride] = a[i];
}

__global__ void shifted(const float *a, float *b, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i + by];
}

struct seven { float v[7]; };
struct three { float x, y, z; };
__global__ void aos_field(const seven *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i].v[2] + 1.0f;
}
__global__ void soa_field(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] + 1.0f;
}
__global__ void aos_distance(const three *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = sqrtf(a[i].x * a[i].x + a[i].y * a[i].y + a[i].z * a[i].z);
}
__global__ void soa_distance(const float *x, const float *y, const float *z, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = sqrtf(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
}

// Reads rows, writes columns.
__global__ void transpose_naive(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	b[(size_t)x * n + y] = a[(size_t)y * n + x];
}
// Reads columns, writes rows.
__global__ void transpose_columns(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	b[(size_t)y * n + x] = a[(size_t)x * n + y];
}
template <int PAD, int ROWS> __global__ void transpose_shared(const float *a, float *b, int n)
{
	__shared__ float tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += ROWS)
		tile[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += ROWS)
		b[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

// All lanes move on by one word in each turn, so that no read can be kept from the turn before.
__global__ void banks(float *out, int stride, int turns)
{
	__shared__ float t[2048];
	float sum = 0;
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		t[i] = (float)i;
	__syncthreads();
	int at = (threadIdx.x & 31) * stride;
	for (int k = 0; k < turns; k++) {
		sum += t[at];
		at = (at + 1) & 2047;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void stencil_1d(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 4;
	if (i >= n - 4)
		return;
	float s = 0;
	for (int k = -4; k <= 4; k++)
		s += a[i + k];
	b[i] = s * 0.1f;
}
__global__ void stencil_1d_shared(const float *a, float *b, int n)
{
	__shared__ float t[256 + 8];
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x;
	t[l] = a[i];
	if (l < 8 && i + 256 < n)
		t[l + 256] = a[i + 256];
	__syncthreads();
	float s = 0;
	for (int k = 0; k <= 8; k++)
		s += t[l + k];
	if (i + 8 < n)
		b[i + 4] = s * 0.1f;
}
__global__ void stencil_2d(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	const float *p = a + (size_t)y * n + x;
	b[(size_t)y * n + x] = 0.2f * (p[0] + p[-1] + p[1] + p[-n] + p[n]);
}
__global__ void stencil_3d(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	const float *p = a + ((size_t)z * n + y) * n + x;
	b[((size_t)z * n + y) * n + x] = 0.1f * (p[0] + p[-1] + p[1] + p[-n] + p[n] + p[-n * n] + p[n * n]);
}

static void transposes(bench &b)
{
	const int n = 16384;
	float *x = device<float>((size_t)n * n), *y = device<float>((size_t)n * n);

	b.row("transpose.naive.32x32", [&] { transpose_naive<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(x, y, n); });
	b.row("transpose.naive.32x8", [&] { transpose_naive<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n); });
	b.row("transpose.naive.16x16", [&] { transpose_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n); });
	b.row("transpose.columns.32x32", [&] { transpose_columns<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(x, y, n); });
	b.row("transpose.shared.32x8", [&] { transpose_shared<0, 8><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, y, n); });
	b.row("transpose.shared.32x32", [&] { transpose_shared<0, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(x, y, n); });
	b.row("transpose.padded.32x8", [&] { transpose_shared<1, 8><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, y, n); });
	b.row("transpose.padded.32x32", [&] { transpose_shared<1, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(x, y, n); });
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
}

void rows_access(bench &b)
{
	char name[64];

	if (b.wants("access.")) {
		const int n = 1 << 24, big = 1 << 25;
		int *x = device<int>((size_t)n * 64), *y = device<int>(1 << 27);
		float *f = (float *)x, *g = (float *)y;

		for (int s = 1; s <= 64; s *= 2) {
			snprintf(name, sizeof name, "access.gather.%d", s);
			b.row(name, [&] { gather<<<n / 256, 256>>>(x, y, n, s); });
		}
		for (int s = 1; s <= 64; s *= 4) {
			snprintf(name, sizeof name, "access.scatter.%d", s);
			b.row(name, [&] { scatter<<<n / 256, 256>>>(y, x, n, s); });
		}
		b.row("access.shift.0", [&] { shifted<<<big / 256, 256>>>(f, g, big, 0); });
		b.row("access.shift.1", [&] { shifted<<<big / 256, 256>>>(f, g, big, 1); });
		b.row("access.aos7", [&] { aos_field<<<big / 256, 256>>>((seven *)f, g, big); });
		b.row("access.soa7", [&] { soa_field<<<big / 256, 256>>>(f, g, big); });
		b.row("access.aos3.distance", [&] { aos_distance<<<big / 256, 256>>>((three *)f, g, big); });
		b.row("access.soa3.distance", [&] { soa_distance<<<big / 256, 256>>>(f, f + big, f + 2 * big, g, big); });
		b.row("access.stencil1d.global", [&] { stencil_1d<<<big / 256, 256>>>(f, g, big); });
		b.row("access.stencil1d.shared", [&] { stencil_1d_shared<<<big / 256, 256>>>(f, g, big); });
		b.row("access.stencil2d.32x8", [&] { stencil_2d<<<dim3(256, 1024), dim3(32, 8)>>>(f, g, 8192); });
		b.row("access.stencil2d.8x32", [&] { stencil_2d<<<dim3(1024, 256), dim3(8, 32)>>>(f, g, 8192); });
		b.row("access.stencil3d", [&] { stencil_3d<<<dim3(16, 64, 512), dim3(32, 8)>>>(f, g, 512); });
		for (int s = 1; s <= 32; s *= 2) {
			snprintf(name, sizeof name, "access.banks.%d", s);
			b.row(name, [&] { banks<<<132 * 8, 256>>>(g, s, 2048); });
		}
		CHECK(cudaFree(x));
		CHECK(cudaFree(y));
	}
	if (b.wants("transpose."))
		transposes(b);
}
