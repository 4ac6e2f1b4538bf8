// blind4a: a fourth set of kernels that nobody had modelled when they were written. Arrays: the same job done in
// several ways.
#include "probe.h"
#include <cuda_fp16.h>
typedef unsigned char byte;
typedef unsigned long long u64;

// ---- transpose
__global__ void transpose_naive(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[x * n + y] = in[y * n + x];
}
__global__ void transpose_gather(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[y * n + x] = in[x * n + y];
}
template <class T, int PAD> __global__ void transpose_tile(const T *in, T *out, int n)
{
	__shared__ T tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += blockDim.y)
		tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += blockDim.y)
		out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void transpose_swizzle(const float *in, float *out, int n)
{
	__shared__ float tile[32 * 32];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
#pragma unroll
	for (int k = 0; k < 32; k += 8)
		tile[(ty + k) * 32 + (tx ^ (ty + k))] = in[(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + tx;
	y = blockIdx.x * 32 + ty;
#pragma unroll
	for (int k = 0; k < 32; k += 8)
		out[(y + k) * n + x] = tile[tx * 32 + (tx ^ (ty + k))];
}
__global__ void transpose_one_row(const float *in, float *out, int n)
{ // a block takes a row and nothing helps it
	for (int x = threadIdx.x; x < n; x += blockDim.x)
		out[x * n + blockIdx.x] = in[blockIdx.x * n + x];
}

// ---- sums
__global__ void sum_atomic(const float *a, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(sum, a[i]);
}
template <int HOW> __global__ void sum_tree(const float *a, float *sum, int n)
{
	extern __shared__ float s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? a[i] : 0;
	__syncthreads();
	if (HOW == 0) { // whose number can be divided
		for (int d = 1; d < blockDim.x; d *= 2) {
			if (t % (2 * d) == 0)
				s[t] += s[t + d];
			__syncthreads();
		}
	} else if (HOW == 1) { // the first threads, steps that grow
		for (int d = 1; d < blockDim.x; d *= 2) {
			int k = 2 * d * t;
			if (k < blockDim.x)
				s[k] += s[k + d];
			__syncthreads();
		}
	} else {
		for (int d = blockDim.x / 2; d > 0; d /= 2) {
			if (t < d)
				s[t] += s[t + d];
			__syncthreads();
		}
	}
	if (t == 0)
		atomicAdd(sum, s[0]);
}
__device__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	return v;
}
__device__ float block_sum(float v)
{ // valid in thread 0
	__shared__ float part[32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	v = warp_sum(v);
	if (lane == 0)
		part[warp] = v;
	__syncthreads();
	if (warp == 0)
		v = warp_sum(lane < blockDim.x / 32 ? part[lane] : 0);
	return v;
}
__global__ void sum_shuffle(const float *a, float *sum, int n)
{
	float v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v += a[i];
	v = block_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
__global__ void sum_float4(const float4 *__restrict__ a, float *sum, int n4)
{
	float v = 0;
#pragma unroll 4
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		float4 q = a[i];
		v += q.x + q.y + (q.z + q.w);
	}
	v = block_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
__global__ void sum_chunks(const float *a, float *sum, int each)
{ // a thread walks its own piece
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = 0;
	for (int k = 0; k < each; k++)
		v += a[i * each + k];
	atomicAdd(sum, v);
}
__global__ void sum_last_block(const float *a, float *part, unsigned *tickets, float *sum, int n)
{ // who comes last adds up the parts
	__shared__ bool last;
	float v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v += a[i];
	v = block_sum(v);
	if (threadIdx.x == 0) {
		atomicExch(&part[blockIdx.x], v);
		__threadfence();
		last = atomicAdd(tickets, 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	v = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
		v += atomicAdd(&part[i], 0.0f);
	v = block_sum(v);
	if (threadIdx.x == 0)
		*sum = v;
}

// ---- running sums of each block's piece
__global__ void scan_steps(const int *in, int *out)
{ // two arrays that change places
	extern __shared__ int both[];
	int t = threadIdx.x, n = blockDim.x, now = 0;
	both[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (int d = 1; d < n; d *= 2) {
		int v = both[now * n + t];
		if (t >= d)
			v += both[now * n + t - d];
		now = 1 - now;
		both[now * n + t] = v;
		__syncthreads();
	}
	out[blockIdx.x * n + t] = both[now * n + t];
}
template <bool PAD> __global__ void scan_tree(const int *in, int *out, int n)
{ // up and down the tree, two values a thread
	extern __shared__ int both[];
	int *s = both;
	auto at = [](int k) { return PAD ? k + k / 32 : k; };
	int t = threadIdx.x, base = blockIdx.x * n, d = 1;
	s[at(2 * t)] = in[base + 2 * t];
	s[at(2 * t + 1)] = in[base + 2 * t + 1];
	for (int many = n / 2; many > 0; many /= 2) {
		__syncthreads();
		if (t < many)
			s[at(d * (2 * t + 2) - 1)] += s[at(d * (2 * t + 1) - 1)];
		d *= 2;
	}
	if (t == 0)
		s[at(n - 1)] = 0;
	for (int many = 1; many < n; many *= 2) {
		d /= 2;
		__syncthreads();
		if (t < many) {
			int i = at(d * (2 * t + 1) - 1), j = at(d * (2 * t + 2) - 1), v = s[i];
			s[i] = s[j];
			s[j] += v;
		}
	}
	__syncthreads();
	out[base + 2 * t] = s[at(2 * t)];
	out[base + 2 * t + 1] = s[at(2 * t + 1)];
}
__global__ void scan_shuffle(const int4 *in, int4 *out)
{ // four values a thread, shuffles, one barrier
	__shared__ int total[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int4 q = in[i];
	q.y += q.x;
	q.z += q.y;
	q.w += q.z;
	int v = q.w;
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		if (lane >= d)
			v += u;
	}
	if (lane == 31)
		total[warp] = v;
	__syncthreads();
	int before = v - q.w;
	for (int k = 0; k < warp; k++)
		before += total[k];
	out[i] = make_int4(q.x + before, q.y + before, q.z + before, q.w + before);
}
__global__ void scan_serial(const int *in, int *out, int n)
{ // each thread its own row
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
	for (int k = 0; k < n; k++)
		out[i * n + k] = v += in[i * n + k];
}

// ---- histograms
__global__ void bins_global(const byte *a, unsigned *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[a[i]], 1);
}
__global__ void bins_shared(const byte *a, unsigned *bins, int n)
{
	__shared__ unsigned s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[a[i]], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		atomicAdd(&bins[k], s[k]);
}
__global__ void bins_four(const unsigned *a, unsigned *bins, int n4)
{ // a word of four at once, a table a pair of warps
	__shared__ unsigned s[4][256];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k / 256][k % 256] = 0;
	__syncthreads();
	unsigned *mine = s[threadIdx.x / 64 % 4];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		unsigned w = a[i];
		atomicAdd(&mine[w & 255], 1);
		atomicAdd(&mine[w >> 8 & 255], 1);
		atomicAdd(&mine[w >> 16 & 255], 1);
		atomicAdd(&mine[w >> 24], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		atomicAdd(&bins[k], s[0][k] + s[1][k] + s[2][k] + s[3][k]);
}
__global__ void bins_match(const byte *a, unsigned *bins, int n)
{ // lanes with the same value send one of them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = i < n ? a[i] : 256;
	unsigned same = __match_any_sync(~0u, v);
	if (v < 256 && (threadIdx.x & 31) == __ffs(same) - 1)
		atomicAdd(&bins[v], __popc(same));
}
__global__ void bins_bytes(const byte *a, unsigned *bins, int each)
{ // 16 bins of bytes for each thread, no atomics until the end
	__shared__ byte s[16 * 128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t, step = gridDim.x * 128;
	for (int b = 0; b < 16; b++)
		s[b * 128 + t] = 0;
	for (int k = 0; k < each; k++)
		s[(a[i + k * step] >> 4) * 128 + t]++;
	__syncthreads();
	if (t < 16) {
		unsigned sum = 0;
		for (int k = 0; k < 128; k++)
			sum += s[t * 128 + (k + t) % 128];
		atomicAdd(&bins[t], sum);
	}
}

// ---- compaction
__global__ void keep_atomic(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] % 3 == 0)
		out[atomicAdd(count, 1)] = in[i];
}
__global__ void keep_warp(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	bool yes = i < n && in[i] % 3 == 0;
	unsigned who = __ballot_sync(~0u, yes);
	int at = 0;
	if (lane == 0 && who)
		at = atomicAdd(count, __popc(who));
	at = __shfl_sync(~0u, at, 0);
	if (yes)
		out[at + __popc(who & ((1u << lane) - 1))] = in[i];
}
__global__ void keep_block(const int *in, int *out, int *count, int n)
{ // first into shared memory, then together to the output
	__shared__ int kept[1024], many, at;
	if (threadIdx.x == 0)
		many = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		int i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
		if (i < n && in[i] % 3 == 0)
			kept[atomicAdd(&many, 1)] = in[i];
	}
	__syncthreads();
	if (threadIdx.x == 0)
		at = atomicAdd(count, many);
	__syncthreads();
	for (int k = threadIdx.x; k < many; k += 256)
		out[at + k] = kept[k];
}

// ---- products of two arrays
template <class T> __global__ void dot_plain(const T *a, const T *b, T *sum, int n)
{
	__shared__ T s[256];
	T v = 0;
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		v += a[i] * b[i];
	s[threadIdx.x] = v;
	for (int d = 128; d > 0; d /= 2) {
		__syncthreads();
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, s[0]);
}
__global__ void dot_half2(const half2 *a, const half2 *b, float *sum, int n)
{
	float v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 p = __half22float2(__hmul2(a[i], b[i]));
		v += p.x + p.y;
	}
	v = block_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
__global__ void dot_int8(const int4 *a, const int4 *b, int *sum, int n)
{
	int v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int4 p = a[i], q = b[i];
		v = __dp4a(p.x, q.x, __dp4a(p.y, q.y, __dp4a(p.z, q.z, __dp4a(p.w, q.w, v))));
	}
	v = __reduce_add_sync(~0u, v);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, v);
}

// ---- a * x + y
__global__ void saxpy_each(float a, const float *x, float *y, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i + shift] + y[i];
}
__global__ void saxpy_far(float a, const float *x, float *y, int n, int step)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
	if (i < n)
		y[i] = a * x[i] + y[i];
}
__global__ void saxpy_chunk(float a, const float *x, float *y, int each)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	for (int k = i; k < i + each; k++)
		y[k] = a * x[k] + y[k];
}
__global__ void saxpy_loop(float a, const float *__restrict__ x, float *__restrict__ y, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = a * x[i] + y[i];
}
__global__ void saxpy_float4(float a, const float4 *x, float4 *y, int n4)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n4) {
		float4 p = x[i], q = y[i];
		y[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
	}
}

// ---- points in three layouts
struct loose {
	float x, y, z, u, v, w, mass;
};
struct __align__(16) tight
{
	float4 place, speed;
};
__global__ void push_loose(loose *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		p[i].x += 0.01f * p[i].u;
		p[i].y += 0.01f * p[i].v;
		p[i].z += 0.01f * p[i].w;
	}
}
__global__ void push_tight(tight *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 a = p[i].place, b = p[i].speed;
		p[i].place = make_float4(a.x + 0.01f * b.x, a.y + 0.01f * b.y, a.z + 0.01f * b.z, a.w);
	}
}
__global__ void push_split(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int c = 0; c < 3; c++)
			p[c * n + i] += 0.01f * p[(3 + c) * n + i];
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	std::vector<byte> skew(M);
	std::vector<half> hh(2 * M);
	std::vector<int> small(M);
	for (int i = 0; i < M; i++) {
		skew[i] = w[i] & 7 ? 17 : w[i] >> 9;
		small[i] = w[i] >> 20;
	}
	for (int i = 0; i < 2 * M; i++)
		hh[i] = __float2half(f[i]);
	float *x = upload(f), *y = upload(f), *out = dev<float>(4 * M);
	double *d = upload(dd);
	byte *flat = (byte *)upload(w), *lump = upload(skew);
	half *h = upload(hh);
	int *si = upload(small), *zero = dev<int>(M), *kept = dev<int>(1), *iout = (int *)out;
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto none = [&] { CHECK(cudaMemset(kept, 0, sizeof(int))); };
	float *sum = (float *)zero;
	unsigned *bins = (unsigned *)zero;
	const int N = 2048;
	dim3 b32(32, 32), b8(32, 8), t32(64, 64);

	row("transpose.naive", [&] { transpose_naive<<<dim3(64, 256), b8>>>(x, out, N); });
	row("transpose.naive_16x16", [&] { transpose_naive<<<dim3(128, 128), dim3(16, 16)>>>(x, out, N); });
	row("transpose.gather", [&] { transpose_gather<<<dim3(64, 256), b8>>>(x, out, N); });
	row("transpose.tiled", [&] { transpose_tile<float, 0><<<t32, b32>>>(x, out, N); });
	row("transpose.padded", [&] { transpose_tile<float, 1><<<t32, b32>>>(x, out, N); });
	row("transpose.padded_32x8", [&] { transpose_tile<float, 1><<<t32, b8>>>(x, out, N); });
	row("transpose.swizzled", [&] { transpose_swizzle<<<t32, b8>>>(x, out, N); });
	row("transpose.row_a_block", [&] { transpose_one_row<<<N, 256>>>(x, out, N); });
	row("transpose.bytes", [&] { transpose_tile<byte, 4><<<t32, b8>>>(flat, (byte *)out, N); });
	row("transpose.double", [&] { transpose_tile<double, 1><<<dim3(32, 32), b8>>>(d, (double *)out, 1024); });

	row(
		"sum.atomic", [&] { sum_atomic<<<1024, 256>>>(x, sum, M / 4); }, clear);
	row(
		"sum.modulo", [&] { sum_tree<0><<<8192, 256, 1024>>>(x, sum, 2 * M); }, clear);
	row(
		"sum.growing_steps", [&] { sum_tree<1><<<8192, 256, 1024>>>(x, sum, 2 * M); }, clear);
	row(
		"sum.halving", [&] { sum_tree<2><<<8192, 256, 1024>>>(x, sum, 2 * M); }, clear);
	row(
		"sum.halving_1024", [&] { sum_tree<2><<<2048, 1024, 4096>>>(x, sum, 2 * M); }, clear);
	row(
		"sum.shuffle", [&] { sum_shuffle<<<528, 256>>>(x, sum, 2 * M); }, clear);
	row(
		"sum.float4", [&] { sum_float4<<<264, 256>>>((float4 *)x, sum, M / 2); }, clear);
	row(
		"sum.chunks", [&] { sum_chunks<<<512, 128>>>(x, sum, 32); }, clear);
	row(
		"sum.last_block", [&] { sum_last_block<<<132, 512>>>(x, out, bins, sum + 1, 2 * M); }, clear);
	row(
		"sum.one_block", [&] { sum_shuffle<<<1, 1024>>>(x, sum, M / 8); }, clear);

	row("scan.steps", [&] { scan_steps<<<1024, 512, 4096>>>(si, iout); });
	row("scan.tree", [&] { scan_tree<false><<<1024, 256, 2048>>>(si, iout, 512); });
	row("scan.tree_padded", [&] { scan_tree<true><<<1024, 256, 2112>>>(si, iout, 512); });
	row("scan.shuffle", [&] { scan_shuffle<<<1024, 128>>>((int4 *)si, (int4 *)iout); });
	row("scan.serial", [&] { scan_serial<<<16, 64>>>(si, iout, 512); });

	row(
		"histogram.global", [&] { bins_global<<<M / 128, 256>>>(flat, bins, 2 * M); }, clear);
	row(
		"histogram.global_lump", [&] { bins_global<<<M / 4 / 256, 256>>>(lump, bins, M / 4); }, clear);
	row(
		"histogram.shared", [&] { bins_shared<<<264, 256>>>(flat, bins, 2 * M); }, clear);
	row(
		"histogram.shared_lump", [&] { bins_shared<<<264, 256>>>(lump, bins, M); }, clear);
	row(
		"histogram.four", [&] { bins_four<<<264, 256>>>((unsigned *)flat, bins, M / 2); }, clear);
	row(
		"histogram.match_lump", [&] { bins_match<<<M / 256, 256>>>(lump, bins, M); }, clear);
	row(
		"histogram.bytes_16", [&] { bins_bytes<<<128, 128>>>(flat, bins, 64); }, clear);

	row(
		"compact.atomic", [&] { keep_atomic<<<M / 256, 256>>>(si, iout, kept, M); }, none);
	row(
		"compact.warp", [&] { keep_warp<<<M / 256, 256>>>(si, iout, kept, M); }, none);
	row(
		"compact.block", [&] { keep_block<<<M / 1024, 256>>>(si, iout, kept, M); }, none);

	row(
		"dot.float", [&] { dot_plain<float><<<528, 256>>>(x, y, sum, M); }, clear);
	row(
		"dot.double", [&] { dot_plain<double><<<528, 256>>>(d, d + M / 2, (double *)zero, M / 2); }, clear);
	row(
		"dot.half2", [&] { dot_half2<<<264, 256>>>((half2 *)h, (half2 *)(h + M), sum, M / 2); }, clear);
	row(
		"dot.int8", [&] { dot_int8<<<132, 256>>>((int4 *)flat, (int4 *)(flat + 8 * M), zero, M / 2); }, clear);

	row("saxpy.each", [&] { saxpy_each<<<M / 64, 256>>>(0.5f, x, out, 4 * M, 0); });
	row("saxpy.each_32", [&] { saxpy_each<<<M / 8, 32>>>(0.5f, x, out, 4 * M, 0); });
	row("saxpy.shifted", [&] { saxpy_each<<<M / 64, 256>>>(0.5f, x, out, 4 * M - 4, 3); });
	row("saxpy.every_8th", [&] { saxpy_far<<<2048, 256>>>(0.5f, x, out, 4 * M, 8); });
	row("saxpy.chunk", [&] { saxpy_chunk<<<1024, 256>>>(0.5f, x, out, 16); });
	row("saxpy.loop_132", [&] { saxpy_loop<<<132, 1024>>>(0.5f, x, out, 4 * M); });
	row("saxpy.float4", [&] { saxpy_float4<<<M / 256, 256>>>(0.5f, (float4 *)x, (float4 *)out, M); });

	row("points.loose", [&] { push_loose<<<1024, 256>>>((loose *)y, M / 4); });
	row("points.tight", [&] { push_tight<<<1024, 256>>>((tight *)y, M / 4); });
	row("points.split", [&] { push_split<<<1024, 256>>>(y, M / 4); });
}
