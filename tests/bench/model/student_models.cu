// student_models: more of student_work.cu: small matrices, simulations, finance, networks, arithmetic of all kinds, and launches of odd shapes.
#include "student.h"
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

namespace blind2
{
// small matrices, one a block

__global__ void lu_small(const float *in, float *out)
{
	__shared__ float a[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	a[y][x] = in[blockIdx.x * 1024 + y * 32 + x] + (x == y ? 40.0f : 0.0f);
	__syncthreads();
	for (int k = 0; k < 31; k++) {
		if (x == k && y > k)
			a[y][k] /= a[k][k];
		__syncthreads();
		if (x > k && y > k)
			a[y][x] -= a[y][k] * a[k][x];
		__syncthreads();
	}
	out[blockIdx.x * 1024 + y * 32 + x] = a[y][x];
}
__global__ void solve_triangle(const float *l, const float *b, float *x)
{
	__shared__ float s[64];
	const float *mine = l + (size_t)blockIdx.x * 64 * 64;
	int t = threadIdx.x;
	float v = b[blockIdx.x * 64 + t];
	for (int k = 0; k < 64; k++) {
		if (t == k)
			s[k] = v / (mine[k * 64 + k] + 1.0f);
		__syncthreads();
		if (t > k)
			v -= mine[t * 64 + k] * s[k];
	}
	x[blockIdx.x * 64 + t] = s[t];
}
// a 4 x 4 matrix a thread
__global__ void invert4(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[4][8];
	if (i >= n)
		return;
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++) {
			a[r][c] = in[i * 16 + r * 4 + c] + (r == c ? 4.0f : 0.0f);
			a[r][c + 4] = r == c;
		}
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float d = 1.0f / a[k][k];
		for (int c = 0; c < 8; c++)
			a[k][c] *= d;
		for (int r = 0; r < 4; r++)
			if (r != k) {
				float f = a[r][k];
				for (int c = 0; c < 8; c++)
					a[r][c] -= f * a[k][c];
			}
	}
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++)
			out[i * 16 + r * 4 + c] = a[r][c + 4];
}

// simulations

__device__ unsigned random_next(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}
__global__ void monte_carlo_pi(unsigned *hits, int each, unsigned seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s = seed + i * 2654435761u + 1, in = 0;
	for (int k = 0; k < each; k++) {
		float x = random_next(s) * 2.3283064e-10f, y = random_next(s) * 2.3283064e-10f;
		in += x * x + y * y < 1.0f;
	}
	atomicAdd(hits, in);
}
__global__ void black_scholes(const float *spot, const float *strike, const float *years, float *call, float *put, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = spot[i] * 100 + 5, x = strike[i] * 100 + 1, t = years[i] * 10 + 0.25f, r = 0.02f, v = 0.3f;
	float root = sqrtf(t), d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
	float n1 = normcdff(d1), n2 = normcdff(d2), now = x * expf(-r * t);
	call[i] = s * n1 - now * n2;
	put[i] = now * (1.0f - n2) - s * (1.0f - n1);
}
__global__ void binomial_option(const float *spot, float *out, int steps)
{
	__shared__ float v[256];
	int t = threadIdx.x;
	float up = 1.01f, s = 50 + 50 * spot[blockIdx.x];
	v[t] = t <= steps ? fmaxf(s * powf(up, 2.0f * t - steps) - 60.0f, 0.0f) : 0.0f;
	__syncthreads();
	for (int k = steps; k > 0; k--) {
		float w = t < k ? 0.999f * (0.52f * v[t + 1] + 0.48f * v[t]) : 0.0f;
		__syncthreads();
		if (t < k)
			v[t] = w;
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = v[0];
}
__device__ float3 pull(float4 a, float4 b, float3 f)
{
	float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), k = b.w * r * r * r;
	return make_float3(f.x + dx * k, f.y + dy * k, f.z + dz * k);
}
__global__ void nbody_naive(const float4 *p, float4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float3 f = make_float3(0, 0, 0);
	for (int k = 0; k < n; k++)
		f = pull(p[i], p[k], f);
	out[i] = make_float4(f.x, f.y, f.z, 0);
}
__global__ void nbody_tiled(const float4 *p, float4 *out, int n)
{
	__shared__ float4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 me = p[i];
	float3 f = make_float3(0, 0, 0);
	for (int t = 0; t < n; t += 128) {
		s[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 128; k++)
			f = pull(me, s[k], f);
		__syncthreads();
	}
	out[i] = make_float4(f.x, f.y, f.z, 0);
}
__global__ void random_walk(const unsigned *seed, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0, k = 0;
	if (i >= n)
		return;
	unsigned s = seed[i] | 1;
	while (x * x + y * y < 100 && k < 400) {
		switch (random_next(s) >> 30) {
		case 0: x++; break;
		case 1: x--; break;
		case 2: y++; break;
		default: y--;
		}
		k++;
	}
	out[i] = k;
}
__global__ void collatz(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i >= n)
		return;
	for (unsigned long long v = i + 1; v != 1; k++)
		v = v % 2 ? 3 * v + 1 : v / 2;
	out[i] = k;
}
__global__ void is_prime(unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool prime = i > 1;
	if (i >= n)
		return;
	for (int d = 2; d * d <= i; d++)
		if (i % d == 0) {
			prime = false;
			break;
		}
	out[i] = prime;
}
__global__ void assign_clusters(const float *points, const float *centres, int *out, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	if (i >= n)
		return;
	float least = 1e30f;
	for (int c = 0; c < k; c++) {
		float d = 0;
		for (int j = 0; j < 4; j++) {
			float e = points[i * 4 + j] - centres[c * 4 + j];
			d += e * e;
		}
		if (d < least) {
			least = d;
			best = c;
		}
	}
	out[i] = best;
}
__global__ void hit_spheres(const float4 *spheres, int many, float *depth, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float dx = (x - w * 0.5f) / w, dy = (y - h * 0.5f) / h, l = rsqrtf(dx * dx + dy * dy + 1), least = 1e30f;
	for (int k = 0; k < many; k++) {
		float4 s = spheres[k];
		float cx = s.x * 8 - 4, cy = s.y * 8 - 4, cz = s.z * 10 + 3, b = (dx * cx + dy * cy + cz) * l, c = cx * cx + cy * cy + cz * cz - s.w * s.w;
		float d = b * b - c;
		if (d > 0) {
			float t = b - sqrtf(d);
			if (t > 0 && t < least)
				least = t;
		}
	}
	depth[y * w + x] = least;
}

// networks

__device__ float block_sum(float v, float *s)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		v += s[k];
	return v;
}
// one pass: the largest and the sum of what lies below it go together
__global__ void softmax_warp(const float *a, float *b, int rows, int columns)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float most = -1e30f, sum = 0;
	for (int c = lane; c < columns; c += 32) {
		float v = a[row * columns + c], m = fmaxf(most, v);
		sum = sum * __expf(most - m) + __expf(v - m);
		most = m;
	}
	for (int d = 16; d > 0; d /= 2) {
		float m2 = __shfl_xor_sync(~0u, most, d), s2 = __shfl_xor_sync(~0u, sum, d), m = fmaxf(most, m2);
		sum = sum * __expf(most - m) + s2 * __expf(m2 - m);
		most = m;
	}
	for (int c = lane; c < columns; c += 32)
		b[row * columns + c] = __expf(a[row * columns + c] - most) / sum;
}
__global__ void layernorm_block(const float *a, const float *scale, const float *bias, float *b, int columns)
{
	__shared__ float s[32];
	const float *row = a + blockIdx.x * columns;
	float sum = 0, square = 0;
	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		sum += row[c];
	float mean = block_sum(sum, s) / columns;
	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		square += (row[c] - mean) * (row[c] - mean);
	float k = rsqrtf(block_sum(square, s) / columns + 1e-5f);
	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		b[blockIdx.x * columns + c] = (row[c] - mean) * k * scale[c] + bias[c];
}
__global__ void rmsnorm(const float4 *a, const float4 *scale, float4 *b, int columns)
{
	__shared__ float s[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 v = a[i], g = scale[threadIdx.x];
	float k = rsqrtf(block_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w, s) / columns + 1e-6f);
	b[i] = make_float4(v.x * k * g.x, v.y * k * g.y, v.z * k * g.z, v.w * k * g.w);
}
// a thread a pair of query and key, one block row a head
__global__ void attention_scores(const float *q, const float *k, float *out, int length, int depth)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, head = blockIdx.z;
	const float *a = q + (head * length + y) * depth, *c = k + (head * length + x) * depth;
	float s = 0;
	if (x <= y)
		for (int d = 0; d < depth; d++)
			s += a[d] * c[d];
	out[(head * length + y) * length + x] = x <= y ? s * rsqrtf((float)depth) : -1e30f;
}
__global__ void embedding(const int *tokens, const float4 *table, float4 *out, int width)
{
	for (int c = threadIdx.x; c < width; c += blockDim.x)
		out[blockIdx.x * width + c] = table[tokens[blockIdx.x] % 4096 * width + c];
}
__global__ void gelu(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float x = a[i];
		b[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
	}
}
__global__ void swiglu_half(const half2 *a, const half2 *g, half2 *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		half2 x = g[i], one = __float2half2_rn(1.0f);
		b[i] = __hmul2(a[i], __h2div(x, __hadd2(one, h2exp(__hneg2(x)))));
	}
}
__global__ void axpy_half2(const half2 *x, half2 *y, int n, float a)
{
	half2 k = __float2half2_rn(a);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = __hfma2(k, x[i], y[i]);
}
// a block a row: the largest, then bytes
__global__ void quantise_rows(const float *a, signed char *b, float *scale, int columns)
{
	__shared__ float s[256];
	const float *row = a + blockIdx.x * columns;
	float most = 0;
	for (int c = threadIdx.x; c < columns; c += 256)
		most = fmaxf(most, fabsf(row[c]));
	s[threadIdx.x] = most;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
		__syncthreads();
	}
	float k = 127.0f / (s[0] + 1e-9f);
	for (int c = threadIdx.x; c < columns; c += 256)
		b[blockIdx.x * columns + c] = (signed char)__float2int_rn(row[c] * k);
	if (threadIdx.x == 0)
		scale[blockIdx.x] = 1.0f / k;
}
__global__ void dot_int8(const int *a, const int *x, int *y, int words)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, s = 0;
	for (int c = lane; c < words; c += 32)
		s = __dp4a(a[r * words + c], x[c], s);
	s = __reduce_add_sync(~0u, s);
	if (lane == 0)
		y[r] = s;
}
__global__ void max_pool(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	const float *p = in + (z * h + 2 * y) * w + 2 * x;
	out[(z * h / 2 + y) * (w / 2) + x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[w], p[w + 1]));
}

// arithmetic

__global__ void divide_all(const unsigned *a, unsigned *b, int n, unsigned by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] / by + a[i] % by;
}
__global__ void divide_pairs(const long long *a, long long *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i] / ((a[n - 1 - i] >> 40) | 1);
}
__global__ void count_bits(const uint4 *a, int *out, int n)
{
	int s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 v = a[i];
		s += __popc(v.x) + __popc(v.y) + __clz(v.z) + __ffs(v.w);
	}
	atomicAdd(out, s);
}
__global__ void hamming(const uint2 *a, unsigned char *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	uint2 u = a[x], v = a[y];
	out[y * n + x] = __popc(u.x ^ v.x) + __popc(u.y ^ v.y);
}
__global__ void sines(const float *a, float *b, int n, int times)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = a[i];
	for (int k = 0; k < times; k++)
		v = sinf(v) + cosf(v * 1.5f);
	b[i] = v;
}
__global__ void integrate_double(double *out, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x * each;
	double s = 0, step = 1.0 / n;
	for (int k = 0; k < each; k++) {
		double x = ((double)i * each + k + 0.5) * step;
		s += 4.0 / (1.0 + x * x);
	}
	atomicAdd(out, s * step);
}
__global__ void horner_double(const double *a, double *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double x = a[i], s = 1;
#pragma unroll
	for (int k = 1; k < 48; k++)
		s = s * x + 1.0 / k;
	b[i] = s;
}
// 64 sums a thread, all in registers
__global__ void __launch_bounds__(128) many_registers(const float *a, float *b, int times)
{
	int i = blockIdx.x * 128 + threadIdx.x;
	float v[64], x = a[i];
#pragma unroll
	for (int k = 0; k < 64; k++)
		v[k] = x + k;
	for (int t = 0; t < times; t++) {
		float y = a[(i + t * 128) & 0xfffff];
#pragma unroll
		for (int k = 0; k < 64; k++)
			v[k] = v[k] * y + v[(k + 1) % 64];
	}
	x = 0;
#pragma unroll
	for (int k = 0; k < 64; k++)
		x += v[k];
	b[i] = x;
}

// odd shapes

__global__ void first_only(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || a[i] < 0.97f)
		return;
	float v = a[i];
	for (int k = 0; k < 50; k++)
		v = sqrtf(v + 1.0f);
	b[i] = v;
}
__global__ void long_loop(const float *a, float *b, int each)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	float s = 0;
	for (int k = 0; k < each; k++)
		s = s * 0.99f + a[(k * all + t) & 0x3fffff];
	b[t] = s;
}
__global__ void tiny(const int *a, int *b)
{
	b[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x] * 3 + 1;
}
__global__ void thousand_threads(const float *a, float *b, int rounds)
{
	__shared__ float s[1024];
	int t = threadIdx.x, i = blockIdx.x * 1024 + t;
	float v = a[i];
	for (int k = 0; k < rounds; k++) {
		s[t] = v;
		__syncthreads();
		v = v * 0.5f + s[(t + 33) % 1024] * 0.5f;
		__syncthreads();
	}
	b[i] = v;
}
// much shared memory for few threads
__global__ void big_shared(const float *a, float *b, int n)
{
	extern __shared__ float s[];
	const float *mine = a + (size_t)blockIdx.x * n;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		s[k] = mine[k];
	__syncthreads();
	float v = 0;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		v += s[k] * s[n - 1 - k];
	b[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
// two stages: the next piece comes while this one is summed up
__global__ void async_stages(const float4 *a, float *b, int pieces)
{
	__shared__ float4 s[2][128];
	const float4 *mine = a + (size_t)blockIdx.x * pieces * 128;
	int t = threadIdx.x;
	float v = 0;
	__pipeline_memcpy_async(&s[0][t], &mine[t], 16);
	__pipeline_commit();
	for (int k = 0; k < pieces; k++) {
		if (k + 1 < pieces)
			__pipeline_memcpy_async(&s[(k + 1) % 2][t], &mine[(k + 1) * 128 + t], 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float4 u = s[k % 2][127 - t];
		v += u.x * u.y + u.z * u.w;
		__syncthreads();
	}
	b[blockIdx.x * 128 + t] = v;
}
// all steps of a diffusion in one launch
__global__ void heat_cooperative(float *a, float *b, int n, int steps)
{
	cg::grid_group grid = cg::this_grid();
	for (int k = 0; k < steps; k++) {
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			b[i] = i > 0 && i < n - 1 ? a[i] + 0.25f * (a[i - 1] - 2 * a[i] + a[i + 1]) : a[i];
		grid.sync();
		float *t = a;
		a = b;
		b = t;
	}
}

} // namespace blind2
using namespace blind2;

template <class T> static T *zeros(size_t n)
{
	T *p = device<T>(n);
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}

void rows_student_models(bench &b)
{
	if (!b.wants("blind2"))
		return;
	const int N = 1 << 20, M = 1 << 22;
	float *a = student_floats(M), *c = student_floats(M), *o = zeros<float>(M), *heat = student_floats(2 * N);
	unsigned *words = student_words(M), *words_out = zeros<unsigned>(M);
	int *ints = (int *)words, *ints_out = (int *)words_out;
	unsigned char *bytes_out = (unsigned char *)words_out;
	double *d1 = zeros<double>(N), *d2 = zeros<double>(N);
	std::vector<unsigned> random = random_words(N);
	std::vector<double> reals(N);
	dim3 square(16, 16), wide(32, 8);

	for (int i = 0; i < N; i++)
		reals[i] = random[i] * 2.3283064e-10;
	CHECK(cudaMemcpy(d1, reals.data(), N * 8, cudaMemcpyHostToDevice));
	half2 *h1 = (half2 *)device<unsigned>(N), *h2 = (half2 *)zeros<unsigned>(N);
	std::vector<half> halves(2 * N);
	for (int i = 0; i < 2 * N; i++)
		halves[i] = __float2half((random[i / 2] >> i % 2 * 16 & 0xffff) / 65536.0f);
	CHECK(cudaMemcpy(h1, halves.data(), N * 4, cudaMemcpyHostToDevice));
	CHECK(cudaFuncSetAttribute(big_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));

	b.row("blind2.lu_small.32", [&] { lu_small<<<1024, dim3(32, 32)>>>(a, o); });
	b.row("blind2.solve_triangle.64", [&] { solve_triangle<<<1000, 64>>>(a, a + N, o); });
	b.row("blind2.invert4.128", [&] { invert4<<<N / 8 / 128, 128>>>(a, o, N / 8); });
	b.row("blind2.monte_carlo_pi.64", [&] { monte_carlo_pi<<<528, 256>>>(words_out, 64, 12345); });
	b.row("blind2.black_scholes.1M", [&] { black_scholes<<<N / 128, 128>>>(a, c, a + N, o, o + N, N); });
	b.row("blind2.binomial_option.255", [&] { binomial_option<<<512, 256>>>(a, o, 255); });
	b.row("blind2.nbody_naive.4096", [&] { nbody_naive<<<64, 64>>>((float4 *)a, (float4 *)o, 4096); });
	b.row("blind2.nbody_tiled.4096", [&] { nbody_tiled<<<32, 128>>>((float4 *)a, (float4 *)o, 4096); });
	b.row("blind2.random_walk.10", [&] { random_walk<<<512, 128>>>(words, ints_out, 65536); });
	b.row("blind2.collatz.128k", [&] { collatz<<<512, 256>>>(ints_out, 131072); });
	b.row("blind2.is_prime.256k", [&] { is_prime<<<1024, 256>>>(bytes_out, 262144); });
	b.row("blind2.assign_clusters.32", [&] { assign_clusters<<<N / 4 / 256, 256>>>(a, c, ints_out, N / 4, 32); });
	b.row("blind2.hit_spheres.40", [&] { hit_spheres<<<dim3(32, 32), square>>>((float4 *)a, 40, o, 512, 512); });
	b.row("blind2.softmax_warp.1000", [&] { softmax_warp<<<512, 256>>>(a, o, 4096, 1000); });
	b.row("blind2.softmax_warp.64", [&] { softmax_warp<<<4096, 128>>>(a, o, 16384, 64); });
	b.row("blind2.layernorm_block.1024", [&] { layernorm_block<<<4096, 256>>>(a, c, c + 1024, o, 1024); });
	b.row("blind2.rmsnorm.2048", [&] { rmsnorm<<<2048, 512>>>((float4 *)a, (float4 *)c, (float4 *)o, 2048); });
	b.row("blind2.attention_scores.64", [&] { attention_scores<<<dim3(16, 16, 4), square>>>(a, c, o, 256, 64); });
	b.row("blind2.embedding.1024", [&] { embedding<<<4000, 128>>>((int *)c, (float4 *)a, (float4 *)o, 256); });
	b.row("blind2.gelu.4M", [&] { gelu<<<M / 256, 256>>>(a, o, M); });
	b.row("blind2.swiglu_half.1M", [&] { swiglu_half<<<N / 256, 256>>>(h1, h1, h2, N); });
	b.row("blind2.axpy_half2.264", [&] { axpy_half2<<<264, 512>>>(h1, h2, N, 0.001f); });
	b.row("blind2.quantise_rows.1024", [&] { quantise_rows<<<4096, 256>>>(a, (signed char *)bytes_out, o, 1024); });
	b.row("blind2.dot_int8.4096", [&] { dot_int8<<<512, 256>>>(ints, ints, ints_out, 1024); });
	b.row("blind2.max_pool.16", [&] { max_pool<<<dim3(8, 32, 16), wide>>>(a, o, 512, 512); });
	b.row("blind2.divide_all.7", [&] { divide_all<<<M / 256, 256>>>(words, words_out, M, 7); });
	b.row("blind2.divide_pairs.64", [&] { divide_pairs<<<N / 256, 256>>>((long long *)words, (long long *)words_out, N); });
	b.row("blind2.count_bits.264", [&] { count_bits<<<264, 256>>>((uint4 *)words, ints_out, N); });
	b.row("blind2.hamming.2048", [&] { hamming<<<dim3(8, 2048), 256>>>((uint2 *)words, bytes_out, 2048); });
	b.row("blind2.sines.4", [&] { sines<<<N / 256, 256>>>(a, o, N, 4); });
	b.row("blind2.integrate_double.32", [&] { integrate_double<<<264, 256>>>(d2, 32); });
	b.row("blind2.horner_double.48", [&] { horner_double<<<N / 256, 256>>>(d1, d2, N); });
	b.row("blind2.many_registers.20", [&] { many_registers<<<528, 128>>>(a, o, 20); });
	b.row("blind2.first_only.3", [&] { first_only<<<M / 256, 256>>>(a, o, M); });
	b.row("blind2.long_loop.8", [&] { long_loop<<<8, 256>>>(a, o, 1000); });
	b.row("blind2.tiny.32", [&] { tiny<<<N / 32, 32>>>(ints, ints_out); });
	b.row("blind2.tiny.1", [&] { tiny<<<20000, 1>>>(ints, ints_out); });
	b.row("blind2.thousand_threads.16", [&] { thousand_threads<<<600, 1024>>>(a, o, 16); });
	b.row("blind2.big_shared.48k", [&] { big_shared<<<340, 64, 48 * 1024>>>(a, o, 12288); });
	b.row("blind2.big_shared.160k", [&] { big_shared<<<100, 256, 160 * 1024>>>(a, o, 40960); });
	b.row("blind2.async_stages.16", [&] { async_stages<<<512, 128>>>((float4 *)a, o, 16); });
	b.row("blind2.heat_cooperative.10", [&] {
		float *from = heat, *to = heat + N;
		int n = N / 2, steps = 10;
		void *words[] = {&from, &to, &n, &steps};
		CHECK(cudaLaunchCooperativeKernel((void *)heat_cooperative, dim3(264), dim3(256), words, 0, 0));
	});
}
