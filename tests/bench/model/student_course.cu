// student_course: kernels as a course on CUDA hands them out and gets them back, written without a look at the time model: copies, access patterns, transposes,
// products. student_sums.cu has sums, scans, histograms and sorting, student_work.cu and student_models.cu what people write afterwards. A row may run any number
// of times: no kernel's work hangs on what an earlier run left.
#include "student.h"
#include <algorithm>

namespace blind2
{
// copies

__global__ void copy_vector(const float4 *a, float4 *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i];
}
// each thread takes four elements that lie side by side
__global__ void copy_each_four(const float *a, float *b, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
	for (int k = 0; k < 4; k++)
		if (i + k < n)
			b[i + k] = a[i + k];
}
__global__ void copy_short(const short *a, short *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i];
}
// through shared memory for no reason
__global__ void copy_through_shared(const float *a, float *b)
{
	extern __shared__ float s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = a[i];
	__syncthreads();
	b[i] = s[threadIdx.x];
}
__global__ void fill(int *a, int n, int v)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		a[i] = v;
}

// saxpy

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}
__global__ void saxpy_grid(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = a * x[i] + y[i];
}
__global__ void saxpy_unrolled(float a, const float *__restrict__ x, float *__restrict__ y)
{
	int i = blockIdx.x * blockDim.x * 8 + threadIdx.x;
#pragma unroll
	for (int k = 0; k < 8; k++)
		y[i + k * blockDim.x] = a * x[i + k * blockDim.x] + y[i + k * blockDim.x];
}

// access patterns

__global__ void add_offset(const float *a, float *b, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
	if (i < n)
		b[i] = a[i] + 1.0f;
}
__global__ void add_strided(float *a, int n, int stride)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
	if (i < n)
		a[i] = a[i] + 1.0f;
}
// each block walks its own piece, each thread its own run of it
__global__ void sum_own_run(const int *a, int *out, int each)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	const int *mine = a + (size_t)t * each;
	for (int k = 0; k < each; k++)
		s += mine[k];
	out[t] = s;
}
struct car {
	float x, speed, length;
	int lane;
	float fuel;
};
__global__ void drive_aos(car *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		c[i].x += c[i].speed * 0.1f;
		c[i].fuel -= 0.01f;
	}
}
__global__ void drive_soa(float *x, const float *speed, float *fuel, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		x[i] += speed[i] * 0.1f;
		fuel[i] -= 0.01f;
	}
}
__global__ void brighten(const unsigned char *in, unsigned char *out, int w, int h, int by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		int v = in[y * w + x] + by;
		out[y * w + x] = v > 255 ? 255 : v;
	}
}
__global__ void invert_rgba(const uchar4 *in, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		uchar4 p = in[i];
		out[i] = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, p.w);
	}
}
__global__ void window_level(const short *in, unsigned char *out, int n, float centre, float width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float v = (in[i] - centre) / width * 255.0f + 127.5f;
		out[i] = (unsigned char)fminf(fmaxf(v, 0.0f), 255.0f);
	}
}
// mirrors a picture left to right
__global__ void flip(const unsigned char *in, unsigned char *out, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	out[y * w + w - 1 - x] = in[y * w + x];
}
__global__ void cross_product(const float3 *a, const float3 *b, float3 *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float3 u = a[i], v = b[i];
		c[i] = make_float3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
	}
}
__global__ void transform4(const float4 *in, float4 *out, float4 r0, float4 r1, float4 r2, float4 r3, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 v = in[i];
	out[i] = make_float4(r0.x * v.x + r0.y * v.y + r0.z * v.z + r0.w * v.w, r1.x * v.x + r1.y * v.y + r1.z * v.z + r1.w * v.w,
	    r2.x * v.x + r2.y * v.y + r2.z * v.z + r2.w * v.w, r3.x * v.x + r3.y * v.y + r3.z * v.z + r3.w * v.w);
}
__global__ void gather(const int *index, const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[index[i]];
}
__global__ void gather_float4(const int *index, const float4 *a, float4 *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[index[i]];
}

// transposes

__global__ void transpose_reads_rows(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	b[x * n + y] = a[y * n + x];
}
__global__ void transpose_writes_rows(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	b[y * n + x] = a[x * n + y];
}
// a block of 32 x 8 moves a tile of 32 x 32; PAD 0 has conflicts, 1 none
template <int PAD> __global__ void transpose_tile(const float *a, float *b, int n)
{
	__shared__ float tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		b[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_swizzled(const float *a, float *b, int n)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = a[y * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	b[y * n + x] = tile[threadIdx.x][threadIdx.x ^ threadIdx.y];
}
__global__ void transpose_bytes(const unsigned char *a, unsigned char *b, int n)
{
	__shared__ unsigned char tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = a[y * n + x];
	__syncthreads();
	b[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// products

__global__ void matvec_transposed(const float *a, const float *x, float *y, int rows, int columns)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (c >= columns)
		return;
	for (int r = 0; r < rows; r++)
		s += a[r * columns + c] * x[r];
	y[c] = s;
}
__global__ void matvec_block(const float *a, const float *x, float *y, int n)
{
	__shared__ float s[128];
	float sum = 0;
	for (int c = threadIdx.x; c < n; c += 128)
		sum += a[(size_t)blockIdx.x * n + c] * x[c];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int d = 64; d > 0; d >>= 1) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		y[blockIdx.x] = s[0];
}
__global__ void outer_product(const float *x, const float *y, float *a, int n)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	a[r * n + c] = x[r] * y[c];
}
__global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	if (row >= n || col >= n)
		return;
	for (int k = 0; k < n; k++)
		s += a[row * n + k] * b[k * n + col];
	c[row * n + col] = s;
}
// the same with x and y the wrong way round
__global__ void matmul_naive_rows(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	if (row >= n || col >= n)
		return;
	for (int k = 0; k < n; k++)
		s += a[row * n + k] * b[k * n + col];
	c[row * n + col] = s;
}
// any size: tiles that stick out are filled with zeros
template <int T> __global__ void matmul_checked(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
	float s = 0;
	for (int t = 0; t < (n + T - 1) / T; t++) {
		as[ty][tx] = row < n && t * T + tx < n ? a[row * n + t * T + tx] : 0.0f;
		bs[ty][tx] = col < n && t * T + ty < n ? b[(t * T + ty) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < T; k++)
			s += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = s;
}
// 64 x 64 a block of 16 x 16 threads, 4 x 4 a thread
__global__ void matmul_register(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[16][64], bs[16][64];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, row = blockIdx.y * 64, col = blockIdx.x * 64;
	float s[4][4] = {};
	for (int k0 = 0; k0 < n; k0 += 16) {
		for (int j = 0; j < 4; j++) {
			as[t % 16][t / 16 + 16 * j] = a[(row + t / 16 + 16 * j) * n + k0 + t % 16];
			bs[t / 64 + 4 * j][t % 64] = b[(k0 + t / 64 + 4 * j) * n + col + t % 64];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float u[4], v[4];
			for (int j = 0; j < 4; j++) {
				u[j] = as[k][ty * 4 + j];
				v[j] = bs[k][tx * 4 + j];
			}
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++)
					s[i][j] += u[i] * v[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			c[(row + ty * 4 + i) * n + col + tx * 4 + j] = s[i][j];
}
__global__ void matmul_double_buffer(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[2][16][16], bs[2][16][16];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, now = 0;
	float s = 0;
	as[0][ty][tx] = a[row * n + tx];
	bs[0][ty][tx] = b[ty * n + col];
	__syncthreads();
	for (int t = 16; t <= n; t += 16) {
		float na = 0, nb = 0;
		if (t < n) {
			na = a[row * n + t + tx];
			nb = b[(t + ty) * n + col];
		}
		for (int k = 0; k < 16; k++)
			s += as[now][ty][k] * bs[now][k][tx];
		as[1 - now][ty][tx] = na;
		bs[1 - now][ty][tx] = nb;
		now = 1 - now;
		__syncthreads();
	}
	c[row * n + col] = s;
}

} // namespace blind2
using namespace blind2;

template <class T> static T *zeros(size_t n)
{
	T *p = device<T>(n);
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}

void rows_student_course(bench &b)
{
	if (!b.wants("blind2"))
		return;
	const int N = 1 << 20, M = 1 << 22;
	float *a = student_floats(M), *c = student_floats(M), *o = zeros<float>(M);
	int *ints = (int *)student_words(M), *ints_out = zeros<int>(M), *shuffled = student_permutation(N);
	unsigned char *bytes = (unsigned char *)ints, *bytes_out = (unsigned char *)ints_out;
	std::vector<unsigned> some = random_words(N);
	int *sorted = device<int>(N);

	for (unsigned &v : some)
		v %= N;
	std::sort(some.begin(), some.end());
	CHECK(cudaMemcpy(sorted, some.data(), N * 4, cudaMemcpyHostToDevice));
	dim3 square(16, 16), wide(32, 8), full(32, 32), tiles(32, 32), pixels(64, 64);

	b.row("blind2.copy_vector.4", [&] { copy_vector<<<M / 4 / 256, 256>>>((float4 *)a, (float4 *)o, M / 4); });
	b.row("blind2.copy_each_four.256", [&] { copy_each_four<<<M / 4 / 256, 256>>>(a, o, M); });
	b.row("blind2.copy_short.512", [&] { copy_short<<<M / 512, 512>>>((short *)a, (short *)o, M); });
	b.row("blind2.copy_through_shared.128", [&] { copy_through_shared<<<M / 128, 128, 512>>>(a, o); });
	b.row("blind2.fill.264", [&] { fill<<<264, 1024>>>(ints_out, M, 7); });
	b.row("blind2.saxpy.256", [&] { saxpy<<<M / 256, 256>>>(M, 0.5f, a, o); });
	b.row("blind2.saxpy.64", [&] { saxpy<<<N / 64, 64>>>(N, 0.5f, a, o); });
	b.row("blind2.saxpy_grid.132", [&] { saxpy_grid<<<132, 256>>>(M, 0.5f, a, o); });
	b.row("blind2.saxpy_unrolled.8", [&] { saxpy_unrolled<<<M / 8 / 256, 256>>>(0.5f, a, o); });
	b.row("blind2.add_offset.1", [&] { add_offset<<<M / 256, 256>>>(a, o, M, 1); });
	b.row("blind2.add_offset.19", [&] { add_offset<<<M / 256, 256>>>(a, o, M, 19); });
	b.row("blind2.add_strided.3", [&] { add_strided<<<N / 256, 256>>>(o, M, 3); });
	b.row("blind2.add_strided.16", [&] { add_strided<<<M / 16 / 256, 256>>>(o, M, 16); });
	b.row("blind2.sum_own_run.32", [&] { sum_own_run<<<M / 32 / 256, 256>>>(ints, ints_out, 32); });
	b.row("blind2.drive_aos.20", [&] { drive_aos<<<N / 2 / 256, 256>>>((car *)o, N / 2); });
	b.row("blind2.drive_soa.20", [&] { drive_soa<<<N / 256, 256>>>(o, a, o + N, N); });
	b.row("blind2.brighten.2048", [&] { brighten<<<dim3(64, 256), wide>>>(bytes, bytes_out, 2048, 2048, 40); });
	b.row("blind2.invert_rgba.1024", [&] { invert_rgba<<<M / 256, 256>>>((uchar4 *)ints, (uchar4 *)ints_out, M); });
	b.row("blind2.window_level.16", [&] { window_level<<<M / 256, 256>>>((short *)ints, bytes_out, M, 1000.0f, 20000.0f); });
	b.row("blind2.flip.2048", [&] { flip<<<dim3(8, 2048), 256>>>(bytes, bytes_out, 2048); });
	b.row("blind2.cross_product.3", [&] { cross_product<<<N / 256, 256>>>((float3 *)a, (float3 *)c, (float3 *)o, N); });
	b.row("blind2.transform4.4", [&] {
		transform4<<<N / 128, 128>>>((float4 *)a, (float4 *)o, make_float4(1, 2, 3, 4), make_float4(0, 1, 0, 2), make_float4(3, 0, 1, 1), make_float4(0, 0, 0, 1), N);
	});
	b.row("blind2.gather.sorted", [&] { gather<<<N / 256, 256>>>(sorted, a, o, N); });
	b.row("blind2.gather.random", [&] { gather<<<N / 256, 256>>>(shuffled, a, o, N); });
	b.row("blind2.gather_float4.random", [&] { gather_float4<<<N / 256, 256>>>(shuffled, (float4 *)a, (float4 *)o, N); });
	b.row("blind2.transpose_reads_rows.16", [&] { transpose_reads_rows<<<pixels, square>>>(a, o, 1024); });
	b.row("blind2.transpose_reads_rows.32", [&] { transpose_reads_rows<<<dim3(32, 128), wide>>>(a, o, 1024); });
	b.row("blind2.transpose_writes_rows.16", [&] { transpose_writes_rows<<<pixels, square>>>(a, o, 1024); });
	b.row("blind2.transpose_tile.0", [&] { transpose_tile<0><<<pixels, wide>>>(a, o, 2048); });
	b.row("blind2.transpose_tile.1", [&] { transpose_tile<1><<<pixels, wide>>>(a, o, 2048); });
	b.row("blind2.transpose_swizzled.32", [&] { transpose_swizzled<<<tiles, full>>>(a, o, 1024); });
	b.row("blind2.transpose_bytes.2048", [&] { transpose_bytes<<<pixels, full>>>(bytes, bytes_out, 2048); });
	b.row("blind2.matvec_transposed.4096", [&] { matvec_transposed<<<32, 128>>>(a, c, o, 1024, 4096); });
	b.row("blind2.matvec_block.2048", [&] { matvec_block<<<2048, 128>>>(a, c, o, 2048); });
	b.row("blind2.outer_product.2048", [&] { outer_product<<<dim3(64, 256), wide>>>(a, c, o, 2048); });
	b.row("blind2.matmul_naive.320", [&] { matmul_naive<<<dim3(20, 20), square>>>(a, c, o, 320); });
	b.row("blind2.matmul_naive.500", [&] { matmul_naive<<<dim3(16, 63), wide>>>(a, c, o, 500); });
	b.row("blind2.matmul_naive_rows.320", [&] { matmul_naive_rows<<<dim3(20, 20), square>>>(a, c, o, 320); });
	b.row("blind2.matmul_checked.8", [&] { matmul_checked<8><<<dim3(38, 38), dim3(8, 8)>>>(a, c, o, 300); });
	b.row("blind2.matmul_checked.16", [&] { matmul_checked<16><<<dim3(32, 32), square>>>(a, c, o, 500); });
	b.row("blind2.matmul_checked.32", [&] { matmul_checked<32><<<dim3(16, 16), full>>>(a, c, o, 512); });
	b.row("blind2.matmul_register.768", [&] { matmul_register<<<dim3(12, 12), square>>>(a, c, o, 768); });
	b.row("blind2.matmul_double_buffer.512", [&] { matmul_double_buffer<<<dim3(32, 32), square>>>(a, c, o, 512); });
}
