// student: kernels as students hand them in, written without the model in view and timed on a GPU before anybody compared them: arrays, pictures, rows and
// columns, sums. student_odd.cu has the rest. Inputs are the same on each device, as some kernels' work hangs on them.
#include "student.h"
#include <cstdio>

namespace student
{
__global__ void poly(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float v = x[i];
		y[i] = ((((2.1f * v + 1.3f) * v - 0.7f) * v + 4.2f) * v - 3.3f) * v + 1.0f;
	}
}
__global__ void triad_strided_grid(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		c[i] = a[i] + 3.0f * b[i];
}
__global__ void reverse(const int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[n - 1 - i] = a[i];
}
__global__ void reverse_shared(const int *a, int *b, int n)
{
	__shared__ int s[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	s[threadIdx.x] = a[i];
	__syncthreads();
	b[n - 256 - blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void permute(const int *where, const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[where[i]] = a[i];
}
__global__ void rgb_to_grey(const uchar3 *p, unsigned char *grey, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		uchar3 c = p[y * w + x];
		grey[y * w + x] = (unsigned char)(0.21f * c.x + 0.71f * c.y + 0.07f * c.z);
	}
}
__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	int gx = 0, gy = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) {
			int v = in[(y + j) * w + x + i];
			gx += v * i * (j == 0 ? 2 : 1);
			gy += v * j * (i == 0 ? 2 : 1);
		}
	int m = (int)sqrtf((float)(gx * gx + gy * gy));
	out[y * w + x] = m > 255 ? 255 : m;
}
__global__ void box_blur(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0;
	int n = 0;
	for (int j = -r; j <= r; j++)
		for (int i = -r; i <= r; i++)
			if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h) {
				sum += in[(y + j) * w + x + i];
				n++;
			}
	out[y * w + x] = sum / n;
}
__constant__ float mask[64];
__global__ void conv1d(const float *in, float *out, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	int first = i - width / 2;
	for (int k = 0; k < width; k++)
		if (first + k >= 0 && first + k < n)
			sum += in[first + k] * mask[k];
	if (i < n)
		out[i] = sum;
}
__global__ void conv2d_halo(const float *in, float *out, int w, int h)
{
	__shared__ float s[20][20];
	int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 16 - 2, t = threadIdx.y * 16 + threadIdx.x;
	for (int k = t; k < 400; k += 256) {
		int x = x0 + k % 20, y = y0 + k / 20;
		s[k / 20][k % 20] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0.0f;
	}
	__syncthreads();
	float sum = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++)
			sum += s[threadIdx.y + j][threadIdx.x + i] * mask[j * 5 + i];
	out[(blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x] = sum;
}
__global__ void bilinear_twice(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= 2 * w || y >= 2 * h)
		return;
	float fx = x * 0.5f, fy = y * 0.5f;
	int ix = (int)fx, iy = (int)fy, jx = min(ix + 1, w - 1), jy = min(iy + 1, h - 1);
	fx -= ix;
	fy -= iy;
	float top = in[iy * w + ix] * (1 - fx) + in[iy * w + jx] * fx, low = in[jy * w + ix] * (1 - fx) + in[jy * w + jx] * fx;
	out[y * 2 * w + x] = top * (1 - fy) + low * fy;
}
__global__ void game_of_life(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			n += in[((y + j + h) % h) * w + (x + i + w) % w];
	int me = in[y * w + x];
	n -= me;
	out[y * w + x] = n == 3 || (me && n == 2);
}
__global__ void moving_average(const float *a, float *b, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + width > n)
		return;
	float s = 0;
	for (int k = 0; k < width; k++)
		s += a[i + k];
	b[i] = s / width;
}
__global__ void heat1d_shared(const float *a, float *b, int n, int steps)
{
	__shared__ float s[2][256];
	int i = blockIdx.x * 192 + threadIdx.x - 32, t = threadIdx.x, now = 0;
	s[0][t] = i >= 0 && i < n ? a[i] : 0.0f;
	__syncthreads();
	for (int k = 0; k < steps; k++) {
		float v = s[now][t];
		if (t > 0 && t < 255)
			v += 0.25f * (s[now][t - 1] - 2 * v + s[now][t + 1]);
		s[1 - now][t] = v;
		now = 1 - now;
		__syncthreads();
	}
	if (t >= 32 && t < 224 && i < n)
		b[i] = s[now][t];
}
__global__ void jacobi3d(const float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	size_t i = ((size_t)z * n + y) * n + x;
	b[i] = (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n]) / 6.0f;
}
__global__ void transpose3(const float *a, float *b, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
	b[((size_t)x * ny + y) * nz + z] = a[((size_t)z * ny + y) * nx + x];
}
__global__ void transpose_double(const double *a, double *b, int n)
{
	__shared__ double tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = a[(size_t)y * n + x];
	__syncthreads();
	b[(size_t)(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void row_sums(const float *a, float *sum, int rows, int columns)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float s = 0;
	for (int c = 0; c < columns; c++)
		s += a[(size_t)r * columns + c];
	sum[r] = s;
}
__global__ void column_sums(const float *a, float *sum, int rows, int columns)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= columns)
		return;
	float s = 0;
	for (int r = 0; r < rows; r++)
		s += a[(size_t)r * columns + c];
	sum[c] = s;
}
__global__ void softmax_rows(const float *a, float *b, int columns)
{
	__shared__ float s[128];
	const float *row = a + (size_t)blockIdx.x * columns;
	int t = threadIdx.x;
	float most = -1e30f, sum = 0;
	for (int c = t; c < columns; c += 128)
		most = fmaxf(most, row[c]);
	s[t] = most;
	__syncthreads();
	for (int d = 64; d > 0; d /= 2) {
		if (t < d)
			s[t] = fmaxf(s[t], s[t + d]);
		__syncthreads();
	}
	most = s[0];
	__syncthreads();
	for (int c = t; c < columns; c += 128)
		sum += expf(row[c] - most);
	s[t] = sum;
	__syncthreads();
	for (int d = 64; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	for (int c = t; c < columns; c += 128)
		b[(size_t)blockIdx.x * columns + c] = expf(row[c] - most) / s[0];
}
__global__ void layer_norm_warp(const float *a, float *b, int rows, int columns)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float sum = 0, square = 0;
	for (int c = lane; c < columns; c += 32) {
		float v = a[(size_t)row * columns + c];
		sum += v;
		square += v * v;
	}
	for (int d = 16; d > 0; d /= 2) {
		sum += __shfl_xor_sync(~0u, sum, d);
		square += __shfl_xor_sync(~0u, square, d);
	}
	float mean = sum / columns, scale = rsqrtf(square / columns - mean * mean + 1e-5f);
	for (int c = lane; c < columns; c += 32)
		b[(size_t)row * columns + c] = (a[(size_t)row * columns + c] - mean) * scale;
}
__global__ void dot_atomic(const float *a, const float *b, float *out, int n)
{
	__shared__ float s[256];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += a[i] * b[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, s[0]);
}
__global__ void argmax(const float *a, int n, float *best, int *where)
{
	__shared__ float v[256];
	__shared__ int at[256];
	int t = threadIdx.x;
	float x = -1e30f;
	int k = -1;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		if (a[i] > x) {
			x = a[i];
			k = i;
		}
	v[t] = x;
	at[t] = k;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (t < d && v[t + d] > v[t]) {
			v[t] = v[t + d];
			at[t] = at[t + d];
		}
		__syncthreads();
	}
	if (t == 0) {
		best[blockIdx.x] = v[0];
		where[blockIdx.x] = at[0];
	}
}
__global__ void scan_hillis(const int *a, int *b)
{
	__shared__ int s[2][512];
	int t = threadIdx.x, now = 0;
	s[0][t] = a[blockIdx.x * 512 + t];
	__syncthreads();
	for (int d = 1; d < 512; d *= 2) {
		s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
		now = 1 - now;
		__syncthreads();
	}
	b[blockIdx.x * 512 + t] = s[now][t];
}
__global__ void scan_blelloch(const int *a, int *b)
{
	__shared__ int s[1024];
	int t = threadIdx.x, d = 1;
	s[2 * t] = a[blockIdx.x * 1024 + 2 * t];
	s[2 * t + 1] = a[blockIdx.x * 1024 + 2 * t + 1];
	for (int k = 512; k > 0; k >>= 1) {
		__syncthreads();
		if (t < k)
			s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
		d *= 2;
	}
	if (t == 0)
		s[1023] = 0;
	for (int k = 1; k < 1024; k *= 2) {
		d >>= 1;
		__syncthreads();
		if (t < k) {
			int low = d * (2 * t + 1) - 1, high = d * (2 * t + 2) - 1, x = s[low];
			s[low] = s[high];
			s[high] += x;
		}
	}
	__syncthreads();
	b[blockIdx.x * 1024 + 2 * t] = s[2 * t];
	b[blockIdx.x * 1024 + 2 * t + 1] = s[2 * t + 1];
}
__global__ void matvec(const float *a, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int c = 0; c < n; c++)
		s += a[(size_t)r * n + c] * x[c];
	y[r] = s;
}
__global__ void matvec_warp(const float *a, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	float s = 0;
	for (int c = lane; c < n; c += 32)
		s += a[(size_t)r * n + c] * x[c];
	for (int d = 16; d; d >>= 1)
		s += __shfl_down_sync(~0u, s, d);
	if (!lane)
		y[r] = s;
}
__global__ void matmul_rect(const float *a, const float *b, float *c, int m, int k, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= m || col >= n)
		return;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += a[row * k + i] * b[i * n + col];
	c[row * n + col] = s;
}
template <class T, int N> __global__ void matmul_tile(const T *a, const T *b, T *c, int n)
{
	__shared__ T as[N][N], bs[N][N];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * N + x, row = blockIdx.y * N + y;
	T s = 0;
	for (int t = 0; t < n / N; t++) {
		as[y][x] = a[row * n + t * N + x];
		bs[y][x] = b[(t * N + y) * n + col];
		__syncthreads();
		for (int k = 0; k < N; k++)
			s += as[y][k] * bs[k][x];
		__syncthreads();
	}
	c[row * n + col] = s;
}
// b comes transposed: both tiles are read along rows, one of them with conflicts.
__global__ void matmul_transposed_b(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[16][16], bs[16][16];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
	float s = 0;
	for (int t = 0; t < n; t += 16) {
		as[y][x] = a[row * n + t + x];
		bs[y][x] = b[(blockIdx.x * 16 + y) * n + t + x];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			s += as[y][k] * bs[x][k];
		__syncthreads();
	}
	c[row * n + col] = s;
}
__global__ void matmul_four(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[32][32], bs[32][32];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32;
	float s[4] = {};
	for (int t = 0; t < n; t += 32) {
		for (int j = 0; j < 4; j++) {
			as[y + 8 * j][x] = a[(row + y + 8 * j) * n + t + x];
			bs[y + 8 * j][x] = b[(t + y + 8 * j) * n + col];
		}
		__syncthreads();
		for (int k = 0; k < 32; k++)
			for (int j = 0; j < 4; j++)
				s[j] += as[y + 8 * j][k] * bs[k][x];
		__syncthreads();
	}
	for (int j = 0; j < 4; j++)
		c[(row + y + 8 * j) * n + col] = s[j];
}
struct particle {
	float x, y, z, vx, vy, vz, m;
};
__global__ void move_particles(particle *p, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p[i].x += p[i].vx * dt;
	p[i].y += p[i].vy * dt;
	p[i].z += p[i].vz * dt;
}
__global__ void move_soa(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	x[i] += vx[i] * dt;
	y[i] += vy[i] * dt;
	z[i] += vz[i] * dt;
}
__global__ void normalise3(float3 *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 a = v[i];
	float l = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + 1e-9f);
	v[i] = make_float3(a.x * l, a.y * l, a.z * l);
}
__global__ void complex_multiply(const float2 *a, const float2 *b, float2 *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float2 x = a[i], y = b[i];
		c[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
	}
}
__global__ void chunks(const float *a, float *b, int n, int each)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	for (int k = 0; k < each && i + k < n; k++)
		b[i + k] = a[i + k] * a[i + k];
}
__global__ void odd_even_lanes(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = a[i];
	if (i % 2 == 0)
		for (int k = 0; k < 20; k++)
			v = v * 1.01f + 0.5f;
	else
		for (int k = 0; k < 20; k++)
			v = v / 1.01f - 0.5f;
	b[i] = v;
}
__global__ void saxpy_double(double a, const double *x, double *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}
__global__ void bytes_to_upper(const unsigned char *s, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i];
}
__global__ void autocorrelation(const float *a, float *r, int n, int lags)
{
	__shared__ float s[256];
	int lag = blockIdx.x, t = threadIdx.x;
	float sum = 0;
	for (int i = t; i + lag < n; i += 256)
		sum += a[i] * a[i + lag];
	s[t] = sum;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		if (t % (2 * d) == 0)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		r[lag] = s[0];
}

} // namespace student
using namespace student;

void rows_student_arrays(bench &b)
{
	const int N = 1 << 20, M = 1 << 22;
	float *a = student_floats(M), *c = student_floats(M), *o = device<float>(M + M / 8);
	unsigned char *bytes = (unsigned char *)student_words(M / 4), *bytes_out = device<unsigned char>(M);
	int *ints = (int *)student_words(M), *ints_out = device<int>(M), *shuffled = student_permutation(N);
	double *d1 = device<double>(N), *d2 = device<double>(N);
	float weights[64];

	CHECK(cudaMemset(d1, 0, N * 8));
	CHECK(cudaMemset(d2, 0, N * 8));
	for (int i = 0; i < 64; i++)
		weights[i] = 1.0f / (i + 1);
	CHECK(cudaMemcpyToSymbol(mask, weights, sizeof weights));
	dim3 square(16, 16), wide(32, 8), pixels(64, 64), pixels2(32, 128);

	b.row("student.poly", [&] { student::poly<<<M / 256, 256>>>(a, o, M); });
	b.row("student.triad.grid", [&] { student::triad_strided_grid<<<264, 512>>>(a, c, o, M); });
	b.row("student.reverse", [&] { student::reverse<<<M / 512, 512>>>(ints, ints_out, M); });
	b.row("student.reverse.shared", [&] { student::reverse_shared<<<M / 256, 256>>>(ints, ints_out, M); });
	b.row("student.permute", [&] { student::permute<<<N / 256, 256>>>(shuffled, a, o, N); });
	b.row("student.grey", [&] { student::rgb_to_grey<<<pixels, square>>>((uchar3 *)bytes, bytes_out, 1024, 1024); });
	b.row("student.sobel", [&] { student::sobel<<<pixels, square>>>(bytes, bytes_out, 1024, 1024); });
	b.row("student.blur.2", [&] { student::box_blur<<<pixels, square>>>(a, o, 1024, 1024, 2); });
	b.row("student.blur.5", [&] { student::box_blur<<<pixels2, wide>>>(a, o, 1024, 1024, 5); });
	b.row("student.conv1d.9", [&] { student::conv1d<<<M / 256, 256>>>(a, o, M, 9); });
	b.row("student.conv1d.33", [&] { student::conv1d<<<N / 256, 256>>>(a, o, N, 33); });
	b.row("student.conv2d.halo", [&] { student::conv2d_halo<<<pixels, square>>>(a, o, 1024, 1024); });
	b.row("student.bilinear", [&] { student::bilinear_twice<<<pixels2, wide>>>(a, o, 512, 512); });
	b.row("student.life", [&] { student::game_of_life<<<pixels, square>>>(bytes, bytes_out, 1024, 1024); });
	b.row("student.average.16", [&] { student::moving_average<<<N / 128, 128>>>(a, o, N, 16); });
	b.row("student.heat.32", [&] { student::heat1d_shared<<<N / 192, 256>>>(a, o, N, 32); });
	b.row("student.jacobi3d", [&] { student::jacobi3d<<<dim3(5, 20, 160), wide>>>(a, o, 160); });
	b.row("student.transpose3", [&] { student::transpose3<<<dim3(1, 128, 128), 128>>>(a, o, 128, 128, 128); });
	b.row("student.transpose.double", [&] { student::transpose_double<<<pixels, square>>>(d1, d2, 1024); });
	b.row("student.rows", [&] { student::row_sums<<<32, 64>>>(a, o, 2048, 1024); });
	b.row("student.columns", [&] { student::column_sums<<<32, 64>>>(a, o, 1024, 2048); });
	b.row("student.softmax", [&] { student::softmax_rows<<<2048, 128>>>(a, o, 1024); });
	b.row("student.layernorm", [&] { student::layer_norm_warp<<<1024, 128>>>(a, o, 4096, 768); });
	b.row("student.dot", [&] { student::dot_atomic<<<528, 256>>>(a, c, o, M); });
	b.row("student.argmax", [&] { student::argmax<<<256, 256>>>(a, M, o, ints_out); });
	b.row("student.scan.hillis", [&] { student::scan_hillis<<<N / 512, 512>>>(ints, ints_out); });
	b.row("student.scan.blelloch", [&] { student::scan_blelloch<<<N / 1024, 512>>>(ints, ints_out); });
	b.row("student.matvec", [&] { student::matvec<<<16, 128>>>(a, c, o, 2048); });
	b.row("student.matvec.warp", [&] { student::matvec_warp<<<256, 256>>>(a, c, o, 2048); });
	b.row("student.matmul.rect", [&] { student::matmul_rect<<<dim3(20, 25), square>>>(a, c, o, 400, 300, 320); });
	b.row("student.matmul.8", [&] { student::matmul_tile<float, 8><<<dim3(48, 48), dim3(8, 8)>>>(a, c, o, 384); });
	b.row("student.matmul.16", [&] { student::matmul_tile<float, 16><<<dim3(24, 24), square>>>(a, c, o, 384); });
	b.row("student.matmul.int.16", [&] { student::matmul_tile<int, 16><<<dim3(24, 24), square>>>(ints, ints, ints_out, 384); });
	b.row("student.matmul.double.16", [&] { student::matmul_tile<double, 16><<<dim3(24, 24), square>>>(d1, d2, d2, 384); });
	b.row("student.matmul.bt", [&] { student::matmul_transposed_b<<<dim3(24, 24), square>>>(a, c, o, 384); });
	b.row("student.matmul.four", [&] { student::matmul_four<<<dim3(16, 16), wide>>>(a, c, o, 512); });
	b.row("student.move.aos", [&] { student::move_particles<<<N / 2 / 256, 256>>>((particle *)o, N / 2, 0.01f); });
	b.row("student.move.soa", [&] { student::move_soa<<<N / 2 / 256, 256>>>(o, o + N, o + 2 * N, a, a + N, a + 2 * N, N / 2, 0.01f); });
	b.row("student.normalise", [&] { student::normalise3<<<N / 256, 256>>>((float3 *)o, N); });
	b.row("student.complex", [&] { student::complex_multiply<<<N / 256, 256>>>((float2 *)a, (float2 *)c, (float2 *)o, N); });
	b.row("student.chunks.8", [&] { student::chunks<<<N / 8 / 128, 128>>>(a, o, N, 8); });
	b.row("student.oddeven", [&] { student::odd_even_lanes<<<N / 256, 256>>>(a, o, N); });
	b.row("student.saxpy.double", [&] { student::saxpy_double<<<N / 256, 256>>>(2.0, d1, d2, N); });
	b.row("student.upper", [&] { student::bytes_to_upper<<<M / 256, 256>>>(bytes, bytes_out, M); });
	b.row("student.autocorrelation", [&] { student::autocorrelation<<<256, 256>>>(a, o, 16384, 256); });
}
