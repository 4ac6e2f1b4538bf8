// blind5a: a fifth set of kernels that nobody had modelled when they were written. Matrices and layers of a network.
#include "probe.h"
#include <cuda_fp16.h>
typedef unsigned char byte;

// ---- products of two matrices, n is a multiple of 128
__global__ void mm_eight_rows(const float *a, const float *b, float *c, int n)
{ // 64x64 outputs a block of 512, eight of a column a thread
	__shared__ float s[64 * 8], t[8 * 64];
	int col = threadIdx.x % 64, strip = threadIdx.x / 64, bx = blockIdx.x * 64, by = blockIdx.y * 64;
	float sum[8] = {};
	for (int k = 0; k < n; k += 8) {
		s[threadIdx.x] = a[(by + threadIdx.x / 8) * n + k + threadIdx.x % 8];
		t[threadIdx.x] = b[(k + strip) * n + bx + col];
		__syncthreads();
		for (int j = 0; j < 8; j++) {
			float v = t[j * 64 + col];
			for (int i = 0; i < 8; i++)
				sum[i] += s[(strip * 8 + i) * 8 + j] * v;
		}
		__syncthreads();
	}
	for (int i = 0; i < 8; i++)
		c[(by + strip * 8 + i) * n + bx + col] = sum[i];
}
__global__ void __launch_bounds__(256) mm_eight_by_eight(const float *a, const float *b, float *c, int n)
{ // 128x128 outputs a block of 256
	__shared__ float s[8][128], t[8][128];
	int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, bx = blockIdx.x * 128, by = blockIdx.y * 128;
	float sum[8][8] = {};
	for (int k = 0; k < n; k += 8) {
		float4 p = *(const float4 *)&a[(by + tid / 2) * n + k + tid % 2 * 4];
		s[tid % 2 * 4 + 0][tid / 2] = p.x;
		s[tid % 2 * 4 + 1][tid / 2] = p.y;
		s[tid % 2 * 4 + 2][tid / 2] = p.z;
		s[tid % 2 * 4 + 3][tid / 2] = p.w;
		*(float4 *)&t[tid / 32][tid % 32 * 4] = *(const float4 *)&b[(k + tid / 32) * n + bx + tid % 32 * 4];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 8; j++) {
			float u[8], v[8];
			for (int i = 0; i < 8; i++) {
				u[i] = s[j][ty * 8 + i];
				v[i] = t[j][tx * 8 + i];
			}
			for (int y = 0; y < 8; y++)
				for (int x = 0; x < 8; x++)
					sum[y][x] += u[y] * v[x];
		}
		__syncthreads();
	}
	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x += 4)
			*(float4 *)&c[(by + ty * 8 + y) * n + bx + tx * 8 + x] =
				make_float4(sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]);
}
__global__ void mm_two_by_two(const float *a, const float *b, float *c, int n)
{ // 32x32 outputs a block of 16x16; a thread's outputs lie 16 apart
	__shared__ float s[32][33], t[32][33];
	int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
	float p = 0, q = 0, r = 0, u = 0;
	for (int k = 0; k < n; k += 32) {
		for (int i = 0; i < 32; i += 16)
			for (int j = 0; j < 32; j += 16) {
				s[y + i][x + j] = a[(by + y + i) * n + k + x + j];
				t[y + i][x + j] = b[(k + y + i) * n + bx + x + j];
			}
		__syncthreads();
		for (int j = 0; j < 32; j++) {
			p += s[y][j] * t[j][x];
			q += s[y][j] * t[j][x + 16];
			r += s[y + 16][j] * t[j][x];
			u += s[y + 16][j] * t[j][x + 16];
		}
		__syncthreads();
	}
	c[(by + y) * n + bx + x] = p;
	c[(by + y) * n + bx + x + 16] = q;
	c[(by + y + 16) * n + bx + x] = r;
	c[(by + y + 16) * n + bx + x + 16] = u;
}
__global__ void mm_transposed_plain(const float *a, const float *b, float *c, int n)
{ // c = a * b^T
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[x * n + k];
	c[y * n + x] = sum;
}
template <int PAD> __global__ void mm_transposed_tile(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[16][16 + PAD], t[16][16 + PAD];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k += 16) {
		s[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
		t[y][x] = b[(blockIdx.x * 16 + y) * n + k + x];
		__syncthreads();
		for (int j = 0; j < 16; j++)
			sum += s[y][j] * t[x][j];
		__syncthreads();
	}
	c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
__global__ void mm_split(const float *a, const float *b, float *c, int n, int piece)
{ // a block takes a piece of the inner sum and adds it to the output
	__shared__ float s[16][16], t[16][16];
	int x = threadIdx.x, y = threadIdx.y, from = blockIdx.z * piece;
	float sum = 0;
	for (int k = from; k < from + piece; k += 16) {
		s[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
		t[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++)
			sum += s[y][j] * t[j][x];
		__syncthreads();
	}
	atomicAdd(&c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x], sum);
}
__global__ void mm_skinny(const float *a, const float *b, float *c, int n, int rows)
{ // b is n x 8 and lies in shared memory; a thread makes a row of eight
	extern __shared__ float s[];
	for (int i = threadIdx.x; i < n * 8; i += blockDim.x)
		s[i] = b[i];
	__syncthreads();
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum[8] = {};
	for (int k = 0; k < n; k++) {
		float v = a[r * n + k];
		for (int j = 0; j < 8; j++)
			sum[j] += v * s[k * 8 + j];
	}
	for (int j = 0; j < 8; j++)
		c[r * 8 + j] = sum[j];
}

// ---- many small matrices
__global__ void batch_4x4(const float4 *a, const float4 *b, float4 *c, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	float4 q[4];
	for (int k = 0; k < 4; k++)
		q[k] = b[i * 4 + k];
	for (int r = 0; r < 4; r++) {
		float4 p = a[i * 4 + r];
		c[i * 4 + r] = make_float4(p.x * q[0].x + p.y * q[1].x + p.z * q[2].x + p.w * q[3].x,
			p.x * q[0].y + p.y * q[1].y + p.z * q[2].y + p.w * q[3].y,
			p.x * q[0].z + p.y * q[1].z + p.z * q[2].z + p.w * q[3].z,
			p.x * q[0].w + p.y * q[1].w + p.z * q[2].w + p.w * q[3].w);
	}
}
__global__ void batch_16_shuffle(const float *a, const float *b, float *c)
{ // a warp, a 16x16 matrix: a half warp a row, the factors go round by shuffles
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, lane = threadIdx.x % 32, col = lane % 16;
	float column[16];
	for (int k = 0; k < 16; k++)
		column[k] = b[m + k * 16 + col];
	for (int r = 0; r < 16; r += 2) {
		float v = a[m + r * 16 + lane], sum = 0;
		for (int k = 0; k < 16; k++)
			sum += __shfl_sync(~0u, v, k, 16) * column[k];
		c[m + r * 16 + lane] = sum;
	}
}
__global__ void inverse_4x4_shared(const float *in, float *out)
{ // Gauss and Jordan, 16 threads a matrix, 8 matrices a block
	__shared__ float m[8][4][8];
	int which = threadIdx.x / 16, r = threadIdx.x / 4 % 4, c = threadIdx.x % 4, at = blockIdx.x * 128 + threadIdx.x;
	m[which][r][c] = in[at] + (r == c) * 4;
	m[which][r][c + 4] = r == c;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		float p = m[which][k][k], f = m[which][r][k], u = m[which][k][c] / p, v = m[which][k][c + 4] / p;
		float x = m[which][r][c], y = m[which][r][c + 4];
		__syncthreads();
		m[which][r][c] = r == k ? u : x - f * u;
		m[which][r][c + 4] = r == k ? v : y - f * v;
		__syncthreads();
	}
	out[at] = m[which][r][c + 4];
}

// ---- lower triangles: L x = b
template <int N> __global__ void lower_thread(const float *l, const float *b, float *x, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	float v[N];
	for (int r = 0; r < N; r++) {
		float s = b[i * N + r];
		for (int k = 0; k < r; k++)
			s -= l[(i * N + r) * N + k] * v[k];
		v[r] = s / (1 + l[(i * N + r) * N + r]);
		x[i * N + r] = v[r];
	}
}
__global__ void lower_warp(const float *l, const float *b, float *x)
{ // a lane a row of 32
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float s = b[m * 32 + lane];
	for (int k = 0; k < 32; k++) {
		float v = __shfl_sync(~0u, s, k) / (1 + l[(m * 32 + k) * 32 + k]);
		if (lane == k)
			s = v;
		else if (lane > k)
			s -= l[(m * 32 + lane) * 32 + k] * v;
	}
	x[m * 32 + lane] = s;
}

// ---- stencils
__global__ void line9_plain(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 4 || i >= n - 4)
		return;
	float s = 0;
	for (int k = -4; k <= 4; k++)
		s += in[i + k];
	out[i] = s / 9;
}
__global__ void line9_shared(const float *in, float *out, int n)
{
	__shared__ float s[256 + 8];
	int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
	s[t + 4] = in[i];
	if (t < 4) {
		s[t] = i >= 4 ? in[i - 4] : 0;
		s[t + 260] = i + 256 < n ? in[i + 256] : 0;
	}
	__syncthreads();
	float v = 0;
	for (int k = 0; k < 9; k++)
		v += s[t + k];
	out[i] = v / 9;
}
__global__ void line9_four(const float4 *in, float4 *out, int n4)
{ // four outputs from three vectors
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 1 || i >= n4 - 1)
		return;
	float4 p = in[i - 1], q = in[i], r = in[i + 1];
	float v = p.x + p.y + p.z + p.w + q.x + q.y + q.z + q.w + r.x;
	float4 o;
	o.x = v / 9;
	v += r.y - p.x;
	o.y = v / 9;
	v += r.z - p.y;
	o.z = v / 9;
	v += r.w - p.z;
	o.w = v / 9;
	out[i] = o;
}
__global__ void box27_plain(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	float s = 0;
	for (int k = -1; k <= 1; k++)
		for (int j = -1; j <= 1; j++)
			for (int i = -1; i <= 1; i++)
				s += in[((z + k) * n + y + j) * n + x + i];
	out[(z * n + y) * n + x] = s / 27;
}
__global__ void box27_planes(const float *in, float *out, int n)
{ // a tile walks along z: each plane is added up once and kept for three outputs
	__shared__ float s[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
	float before = 0, now = 0;
	for (int z = 0; z < n; z++) {
		for (int i = ty * 32 + tx; i < 340; i += 256) {
			int x = min(max(x0 + i % 34 - 1, 0), n - 1), y = min(max(y0 + i / 34 - 1, 0), n - 1);
			s[i / 34][i % 34] = in[(z * n + y) * n + x];
		}
		__syncthreads();
		float next = 0;
		for (int j = 0; j < 3; j++)
			next += s[ty + j][tx] + s[ty + j][tx + 1] + s[ty + j][tx + 2];
		if (z > 1)
			out[((z - 1) * n + y0 + ty) * n + x0 + tx] = (before + now + next) / 27;
		before = now;
		now = next;
		__syncthreads();
	}
}

// ---- layers of a network: convolutions, pools, norms, softmax, tables of words
__global__ void conv_direct(const float *in, const float *k, float *out, int channels, int w)
{ // 3x3, a thread an output of a channel (blockIdx.z)
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, o = blockIdx.z, side = w + 2;
	float s = 0;
	for (int c = 0; c < channels; c++)
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++)
				s += in[(c * side + y + j) * side + x + i] * k[((o * channels + c) * 3 + j) * 3 + i];
	out[(o * w + y) * w + x] = s;
}
__global__ void conv_four_outputs(const float *in, const float *k, float *out, int channels, int w)
{ // the tile in shared memory, four output channels a thread
	__shared__ float s[18][18], f[4][9];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16,
	    side = w + 2;
	float sum[4] = {};
	for (int c = 0; c < channels; c++) {
		for (int i = t; i < 324; i += 256)
			s[i / 18][i % 18] = in[(c * side + y0 + i / 18) * side + x0 + i % 18];
		if (t < 36)
			f[t / 9][t % 9] = k[((blockIdx.z * 4 + t / 9) * channels + c) * 9 + t % 9];
		__syncthreads();
		for (int j = 0; j < 9; j++) {
			float v = s[ty + j / 3][tx + j % 3];
			for (int o = 0; o < 4; o++)
				sum[o] += v * f[o][j];
		}
		__syncthreads();
	}
	for (int o = 0; o < 4; o++)
		out[((blockIdx.z * 4 + o) * w + y0 + ty) * w + x0 + tx] = sum[o];
}
__global__ void max_pool3(const float *in, float *out, byte *where, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, half = w / 2;
	float best = -1;
	int at = 0;
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++) {
			int u = 2 * x + i - 1, v = 2 * y + j - 1;
			if (u >= 0 && v >= 0 && u < w && v < w && in[v * w + u] > best) {
				best = in[v * w + u];
				at = j * 3 + i;
			}
		}
	out[y * half + x] = best;
	where[y * half + x] = at;
}
__device__ float all_lanes(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	return v;
}
__global__ void rms_norm(const half2 *in, const half2 *scale, half2 *out, int n2)
{ // a warp a row
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float s = 0;
	for (int i = lane; i < n2; i += 32) {
		float2 v = __half22float2(in[row * n2 + i]);
		s += v.x * v.x + v.y * v.y;
	}
	half2 f = __float2half2_rn(rsqrtf(all_lanes(s) / (2 * n2) + 1e-5f));
	for (int i = lane; i < n2; i += 32)
		out[row * n2 + i] = __hmul2(__hmul2(in[row * n2 + i], f), scale[i]);
}
__global__ void group_norm(const float *in, float *out, int size)
{ // a block a group, running mean and spread in each thread, put together by halves
	__shared__ float mean[256], spread[256];
	float m = 0, q = 0, n = 0;
	for (int i = threadIdx.x; i < size; i += 256) {
		float v = in[blockIdx.x * size + i], d = v - m;
		n += 1;
		m += d / n;
		q += d * (v - m);
	}
	mean[threadIdx.x] = m;
	spread[threadIdx.x] = q;
	for (int d = 128; d > 0; d /= 2, n *= 2) {
		__syncthreads();
		if (threadIdx.x < d) {
			float e = mean[threadIdx.x + d] - mean[threadIdx.x];
			spread[threadIdx.x] += spread[threadIdx.x + d] + e * e * n / 2;
			mean[threadIdx.x] += e / 2;
		}
	}
	__syncthreads();
	float f = rsqrtf(spread[0] / size + 1e-5f);
	for (int i = threadIdx.x; i < size; i += 256)
		out[blockIdx.x * size + i] = (in[blockIdx.x * size + i] - mean[0]) * f;
}
__global__ void softmax_columns(const float *in, float *out, int rows, int n)
{ // along the columns: a thread a column
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float most = -1e30f, sum = 0;
	for (int y = 0; y < rows; y++)
		most = fmaxf(most, in[y * n + x]);
	for (int y = 0; y < rows; y++)
		sum += __expf(in[y * n + x] - most);
	for (int y = 0; y < rows; y++)
		out[y * n + x] = __expf(in[y * n + x] - most) / sum;
}
__global__ void log_softmax_masked(const float *in, float *out, int n)
{ // row r sees only its first r + 1 columns; a block of 128 a row, the values stay in registers
	__shared__ float part[8];
	int r = blockIdx.x, t = threadIdx.x;
	float v[4], most = -1e30f, sum = 0;
	for (int k = 0; k < 4; k++) {
		int i = k * 128 + t;
		v[k] = i <= r ? in[r * n + i] : -1e30f;
		most = fmaxf(most, v[k]);
	}
	for (int d = 16; d > 0; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	if (t % 32 == 0)
		part[t / 32] = most;
	__syncthreads();
	most = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
	for (int k = 0; k < 4; k++)
		sum += expf(v[k] - most);
	sum = all_lanes(sum);
	if (t % 32 == 0)
		part[4 + t / 32] = sum;
	__syncthreads();
	sum = logf(part[4] + part[5] + part[6] + part[7]);
	for (int k = 0; k < 4; k++)
		out[r * n + k * 128 + t] = k * 128 + t <= r ? v[k] - most - sum : 0;
}
__global__ void word_bag(const int *word, const float *table, float *out, int each, int width)
{ // a block adds up the rows of a sentence
	float s = 0;
	for (int k = 0; k < each; k++)
		s += table[word[blockIdx.x * each + k] * width + threadIdx.x];
	out[blockIdx.x * width + threadIdx.x] = s / each;
}
__global__ void word_rows4(const int *word, const float4 *table, const float4 *place, float4 *out, int width4, int all)
{ // a row and its place, four floats a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, token = i / width4, c = i % width4;
	if (token >= all)
		return;
	float4 p = table[word[token] * width4 + c], q = place[token % 128 * width4 + c];
	out[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
}
template <class T> __global__ void planes_to_last(const T *in, T *out, int channels, int size)
{ // channels first to channels last
	__shared__ T s[32][33];
	int p = blockIdx.x * 32, c = blockIdx.y * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		s[k][threadIdx.x] = in[(c + k) * size + p + threadIdx.x];
	__syncthreads();
	for (int k = threadIdx.y; k < 32; k += 8)
		out[(p + k) * channels + c + threadIdx.x] = s[threadIdx.x][k];
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w);
	std::vector<half> hh(M);
	std::vector<int> token(8192);
	for (int i = 0; i < M; i++)
		hh[i] = __float2half(f[i]);
	for (int i = 0; i < 8192; i++)
		token[i] = w[i] % 4000;
	float *x = upload(f), *y = x + M, *out = dev<float>(2 * M), *added = dev<float>(M);
	half *h = upload(hh);
	int *t = upload(token);
	dim3 b16(16, 16), b8(32, 8);
	auto clear = [&] { CHECK(cudaMemset(added, 0, M * sizeof(float))); };
	row("product.eight_rows", [&] { mm_eight_rows<<<dim3(8, 8), 512>>>(x, y, out, 512); });
	row("product.eight_by_eight", [&] { mm_eight_by_eight<<<dim3(4, 4), 256>>>(x, y, out, 512); });
	row("product.two_by_two", [&] { mm_two_by_two<<<dim3(12, 12), b16>>>(x, y, out, 384); });
	row("product.transposed_plain", [&] { mm_transposed_plain<<<dim3(24, 24), b16>>>(x, y, out, 384); });
	row("product.transposed_tile", [&] { mm_transposed_tile<0><<<dim3(24, 24), b16>>>(x, y, out, 384); });
	row("product.transposed_padded", [&] { mm_transposed_tile<1><<<dim3(24, 24), b16>>>(x, y, out, 384); });
	row(
		"product.split", [&] { mm_split<<<dim3(16, 16, 4), b16>>>(x, y, added, 256, 64); }, clear);
	row("product.skinny", [&] { mm_skinny<<<32, 128, 256 * 32>>>(x, y, out, 256, 4096); });
	row("batch.4x4", [&] { batch_4x4<<<256, 128>>>((float4 *)x, (float4 *)y, (float4 *)out, 32768); });
	row("batch.16_shuffle", [&] { batch_16_shuffle<<<512, 128>>>(x, y, out); });
	row("batch.inverse_shared", [&] { inverse_4x4_shared<<<4096, 128>>>(x, out); });
	row("lower.thread8", [&] { lower_thread<8><<<64, 128>>>(x, y, out, 8192); });
	row("lower.thread16", [&] { lower_thread<16><<<64, 64>>>(x, y, out, 4096); });
	row("lower.warp32", [&] { lower_warp<<<256, 128>>>(x, y, out); });
	row("line9.plain", [&] { line9_plain<<<4096, 256>>>(x, out, M); });
	row("line9.shared", [&] { line9_shared<<<4096, 256>>>(x, out, M); });
	row("line9.four", [&] { line9_four<<<1024, 256>>>((float4 *)x, (float4 *)out, M / 4); });
	row("box27.plain", [&] { box27_plain<<<dim3(3, 12, 96), b8>>>(x, out, 96); });
	row("box27.planes", [&] { box27_planes<<<dim3(3, 12), b8>>>(x, out, 96); });
	row("conv3.direct", [&] { conv_direct<<<dim3(4, 4, 16), b16>>>(x, y, out, 16, 64); });
	row("conv3.four_outputs", [&] { conv_four_outputs<<<dim3(4, 4, 4), b16>>>(x, y, out, 16, 64); });
	row("pool.max3", [&] { max_pool3<<<dim3(16, 64), b8>>>(x, out, (byte *)(out + M), 1024); });
	row("norm.rms_half2", [&] { rms_norm<<<256, 256>>>((half2 *)h, (half2 *)h, (half2 *)out, 256); });
	row("norm.group", [&] { group_norm<<<256, 256>>>(x, out, 4096); });
	row("soft.columns", [&] { softmax_columns<<<32, 64>>>(x, out, 128, 2048); });
	row("soft.log_masked", [&] { log_softmax_masked<<<512, 128>>>(x, out, 512); });
	row("words.bag", [&] { word_bag<<<256, 256>>>(t, x, out, 32, 256); });
	row("words.rows4", [&] { word_rows4<<<2048, 256>>>(t, (float4 *)x, (float4 *)y, (float4 *)out, 64, 8192); });
	row("layout.last_float", [&] { planes_to_last<float><<<dim3(256, 4), b8>>>(x, out, 128, 8192); });
	row("layout.last_half", [&] { planes_to_last<half><<<dim3(256, 4), b8>>>(h, (half *)out, 128, 8192); });
}
