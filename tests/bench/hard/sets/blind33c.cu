// blind33c: a fresh set of kernels that nobody had modelled when they were written. Reductions, scans in the ways of
// the textbooks, histograms with copies, compaction with groups.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void dot_halving(const float *a, const float *b, float *part, int n)
{ // first add while loading, then halve: sequential addressing
	extern __shared__ float s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	float v = i < n ? a[i] * b[i] : 0;
	if (i + blockDim.x < n)
		v += a[i + blockDim.x] * b[i + blockDim.x];
	s[t] = v;
	for (int d = blockDim.x / 2; d; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[t] += s[t + d];
	}
	if (t == 0)
		part[blockIdx.x] = s[0];
}
__global__ void sum_of_parts(const float *part, float *out, int n)
{
	__shared__ float s[256];
	float v = 0;
	for (int i = threadIdx.x; i < n; i += 256)
		v += part[i];
	s[threadIdx.x] = v;
	__syncthreads();
	for (int d = 128; d; d >>= 1) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*out = s[0];
}
__global__ void dot_groups(const float4 *a, const float4 *b, float *part, int n4)
{
	__shared__ float s[32];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	float v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		float4 x = a[i], y = b[i];
		v += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
	}
	v = cg::reduce(warp, v, cg::plus<float>());
	if (warp.thread_rank() == 0)
		s[warp.meta_group_rank()] = v;
	block.sync();
	if (warp.meta_group_rank() == 0) {
		v = warp.thread_rank() < warp.meta_group_size() ? s[warp.thread_rank()] : 0;
		v = cg::reduce(warp, v, cg::plus<float>());
		if (warp.thread_rank() == 0)
			part[blockIdx.x] = v;
	}
}
struct Best {
	float v;
	int at;
};
__device__ Best better(Best a, Best b)
{
	return b.v > a.v || (b.v == a.v && b.at < a.at) ? b : a;
}
__global__ void argmax_pairs(const float *a, const Best *in, Best *out, int n)
{ // two launches: in is empty in the first
	__shared__ Best s[256];
	Best m = { -1e30f, 0x7fffffff };
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		m = better(m, in ? in[i] : Best{ a[i], i });
	s[threadIdx.x] = m;
	__syncthreads();
	for (int d = 128; d; d >>= 1) {
		if (threadIdx.x < d)
			s[threadIdx.x] = better(s[threadIdx.x], s[threadIdx.x + d]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}
__global__ void argmax_shuffles_atomic(const float *a, u64 *out, int n)
{ // numbers are not negative: their bits compare like they do
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 k = i < n ? (u64)__float_as_uint(a[i]) << 32 | ~(unsigned)i : 0;
	for (int d = 16; d; d >>= 1)
		k = max(k, __shfl_xor_sync(~0u, k, d));
	if (threadIdx.x % 32 == 0)
		atomicMax(out, k);
}
struct Moments {
	double n, mean, m2;
};
__device__ Moments joined(Moments a, Moments b)
{
	double n = a.n + b.n, d = b.mean - a.mean;
	if (n == 0)
		return a;
	return { n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n };
}
__global__ void welford_blocks(const double *x, const Moments *in, Moments *out, int n)
{
	__shared__ Moments s[128];
	Moments m = { 0, 0, 0 };
	for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
		if (in)
			m = joined(m, in[i]);
		else {
			m.n += 1;
			double d = x[i] - m.mean;
			m.mean += d / m.n;
			m.m2 += d * (x[i] - m.mean);
		}
	s[threadIdx.x] = m;
	for (int d = 64; d; d >>= 1) {
		__syncthreads();
		if (threadIdx.x < d)
			s[threadIdx.x] = joined(s[threadIdx.x], s[threadIdx.x + d]);
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}
// inclusive sums of pieces of 1024
__global__ void scan_hillis_steele(const int *a, int *out)
{
	__shared__ int s[2][1024];
	int t = threadIdx.x, p = 0;
	s[0][t] = a[blockIdx.x * 1024 + t];
	for (int d = 1; d < 1024; d <<= 1) {
		__syncthreads();
		s[p ^ 1][t] = t >= d ? s[p][t] + s[p][t - d] : s[p][t];
		p ^= 1;
	}
	__syncthreads();
	out[blockIdx.x * 1024 + t] = s[p][t];
}
__global__ void scan_brent_kung(const int *a, int *out)
{ // 512 threads
	__shared__ int s[1024];
	int t = threadIdx.x, o = blockIdx.x * 1024;
	s[t] = a[o + t], s[t + 512] = a[o + t + 512];
	for (int d = 1; d <= 512; d *= 2) {
		__syncthreads();
		int i = (t + 1) * 2 * d - 1;
		if (i < 1024)
			s[i] += s[i - d];
	}
	for (int d = 256; d > 0; d /= 2) {
		__syncthreads();
		int i = (t + 1) * 2 * d - 1;
		if (i + d < 1024)
			s[i + d] += s[i];
	}
	__syncthreads();
	out[o + t] = s[t], out[o + t + 512] = s[t + 512];
}
__device__ int off(int i)
{
	return i + (i >> 5);
}
__global__ void scan_blelloch_padded(const int *a, int *out)
{ // up to the root, nought there, down again: exclusive, own values added at the end
	__shared__ int s[1024 + 32];
	int t = threadIdx.x, o = blockIdx.x * 1024, x = a[o + t], y = a[o + t + 512], d = 1;
	s[off(t)] = x, s[off(t + 512)] = y;
	for (int m = 512; m > 0; m >>= 1, d *= 2) {
		__syncthreads();
		if (t < m)
			s[off(d * (2 * t + 2) - 1)] += s[off(d * (2 * t + 1) - 1)];
	}
	if (t == 0)
		s[off(1023)] = 0;
	for (int m = 1; m < 1024; m *= 2) {
		d >>= 1;
		__syncthreads();
		if (t < m) {
			int i = off(d * (2 * t + 1) - 1), j = off(d * (2 * t + 2) - 1), v = s[i];
			s[i] = s[j];
			s[j] += v;
		}
	}
	__syncthreads();
	out[o + t] = s[off(t)] + x, out[o + t + 512] = s[off(t + 512)] + y;
}
__global__ void scan_coarsened(const int *a, int *out)
{ // 128 threads: each walks over eight in shared memory, sums of threads by groups, then added again
	__shared__ int s[1024], ws[4];
	int t = threadIdx.x, o = blockIdx.x * 1024;
	for (int k = 0; k < 8; k++)
		s[k * 128 + t] = a[o + k * 128 + t];
	__syncthreads();
	int v = 0;
	for (int k = 0; k < 8; k++)
		s[t * 8 + k] = v += s[t * 8 + k];
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
	int before = cg::exclusive_scan(warp, v, cg::plus<int>());
	if (warp.thread_rank() == 31)
		ws[t / 32] = before + v;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		before += ws[k];
	for (int k = 0; k < 8; k++)
		s[t * 8 + k] += before;
	__syncthreads();
	for (int k = 0; k < 8; k++)
		out[o + k * 128 + t] = s[k * 128 + t];
}
// 200 bins of ages
__global__ void hist_copies_in_memory(const byte *a, unsigned *bins, int n)
{ // each block its own copy, in global memory
	unsigned *mine = bins + blockIdx.x * 200;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&mine[a[i]], 1);
}
__global__ void hist_join(const unsigned *bins, unsigned *out, int copies)
{
	unsigned s = 0;
	for (int k = 0; k < copies; k++)
		s += bins[k * 200 + threadIdx.x];
	out[threadIdx.x] = s;
}
__global__ void hist_runs(const byte *a, unsigned *out, int n, int each)
{ // a thread has a piece; it keeps count while the same comes again
	__shared__ unsigned s[200];
	for (int i = threadIdx.x; i < 200; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * each, last = min(first + each, n), prev = -1, count = 0;
	for (int i = first; i < last; i++) {
		int b = a[i];
		if (b == prev)
			count++;
		else {
			if (count)
				atomicAdd(&s[prev], count);
			prev = b, count = 1;
		}
	}
	if (count)
		atomicAdd(&s[prev], count);
	__syncthreads();
	for (int i = threadIdx.x; i < 200; i += blockDim.x)
		if (s[i])
			atomicAdd(&out[i], s[i]);
}
__global__ void keep_coalesced_group(const unsigned *a, unsigned *out, unsigned *count, int n)
{ // those threads that are here together take places together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] % 7 == 3) {
		cg::coalesced_group g = cg::coalesced_threads();
		unsigned at;
		if (g.thread_rank() == 0)
			at = atomicAdd(count, g.size());
		out[g.shfl(at, 0) + g.thread_rank()] = a[i];
	}
}
__global__ void keep_shared_counter(const unsigned *a, unsigned *out, unsigned *count, int n)
{ // places in the block by a shared atomic, the block's place by one global one
	__shared__ unsigned here, base;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		here = 0;
	__syncthreads();
	unsigned v = i < n ? a[i] : 0, at = 0;
	bool in = v % 7 == 3;
	if (in)
		at = atomicAdd(&here, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		base = atomicAdd(count, here);
	__syncthreads();
	if (in)
		out[base + at] = v;
}
static void reductions(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 1000000, B = 1024;
	double dot = 0;
	for (int i = 0; i < N; i++)
		dot += (double)f[i] * f[i + 64];
	float *d = upload(f), *part = dev<float>(2048), *o = dev<float>(1);
	std::vector<float> want(1, dot);
	job<float>(
		"inner_product.halving_in_shared",
		[&] {
			dot_halving<<<up(N, 2 * B), B, B * 4>>>(d, d + 64, part, N);
			sum_of_parts<<<1, 256>>>(part, o, up(N, 2 * B));
		},
		o, 1, close_to(want, 1e-3));
	job<float>(
		"inner_product.groups_reduce",
		[&] {
			dot_groups<<<528, 256>>>((float4 *)d, (float4 *)(d + 64), part, N / 4);
			sum_of_parts<<<1, 256>>>(part, o, 528);
		},
		o, 1, close_to(want, 1e-3));
	int top = std::max_element(f.begin(), f.begin() + N) - f.begin();
	Best *best = dev<Best>(264);
	job<Best>(
		"place_of_the_largest.pairs_in_two_launches",
		[&] {
			argmax_pairs<<<256, 256>>>(d, nullptr, best + 1, N);
			argmax_pairs<<<1, 256>>>(nullptr, best + 1, best, 256);
		},
		best, 1, [=](const std::vector<Best> &v) { return v[0].at == top && v[0].v == f[top]; });
	u64 *key = dev<u64>(1);
	job<u64>(
		"place_of_the_largest.packed_atomics", [&] { argmax_shuffles_atomic<<<up(N, 320), 320>>>(d, key, N); },
		key, 1, [=](const std::vector<u64> &v) { return (int)~(unsigned)v[0] == top; },
		[=] { CHECK(cudaMemset(key, 0, 8)); });
	const int D = 300000;
	std::vector<double> x = double_fractions(w, D);
	double mean = 0, m2 = 0;
	for (auto &v : x)
		v += 1000, mean += v / D;
	for (auto v : x)
		m2 += (v - mean) * (v - mean);
	double *dx = upload(x);
	Moments *mo = dev<Moments>(129);
	job<double>(
		"mean_and_variance.welford_joined",
		[&] {
			welford_blocks<<<128, 128>>>(dx, nullptr, mo + 1, D);
			welford_blocks<<<1, 128>>>(nullptr, mo + 1, mo, 128);
		},
		(double *)mo, 3, close_to(std::vector<double>{ D, mean, m2 }, 1e-7));
}
static void scans(const std::vector<unsigned> &w)
{
	const int P = 320, N = P * 1024;
	std::vector<int> a(w.begin() + 9, w.begin() + 9 + N), s(a);
	for (int i = 0; i < N; i++)
		if (i % 1024)
			s[i] += s[i - 1];
	int *d = upload(a), *o = dev<int>(N);
	job<int>(
		"sums_of_pieces.hillis_steele", [&] { scan_hillis_steele<<<P, 1024>>>(d, o); }, o, N, same(s));
	job<int>(
		"sums_of_pieces.brent_kung", [&] { scan_brent_kung<<<P, 512>>>(d, o); }, o, N, same(s));
	job<int>(
		"sums_of_pieces.blelloch_padded", [&] { scan_blelloch_padded<<<P, 512>>>(d, o); }, o, N, same(s));
	job<int>(
		"sums_of_pieces.eight_a_thread", [&] { scan_coarsened<<<P, 128>>>(d, o); }, o, N, same(s));
}
static void counts(const std::vector<unsigned> &w)
{
	const int N = 700000;
	std::vector<byte> a(N);
	for (int i = 0; i < N; i++) // a third of all like the one before
		a[i] = i && w[i] % 3 == 0 ? a[i - 1] : (w[i] % 200 + w[i] / 200 % 200) / 2;
	std::vector<unsigned> want(200), kept;
	for (byte v : a)
		want[v]++;
	byte *d = upload(a);
	unsigned *o = dev<unsigned>(200), *copies = dev<unsigned>(66 * 200);
	auto zero = [=] {
		CHECK(cudaMemset(o, 0, 800));
		CHECK(cudaMemset(copies, 0, 66 * 800));
	};
	job<unsigned>(
		"ages_counted.copy_a_block_in_memory",
		[&] {
			hist_copies_in_memory<<<66, 512>>>(d, copies, N);
			hist_join<<<1, 200>>>(copies, o, 66);
		},
		o, 200, same(want), zero);
	job<unsigned>(
		"ages_counted.pieces_and_runs", [&] { hist_runs<<<up(N, 32 * 128), 128>>>(d, o, N, 32); }, o, 200,
		same(want), zero);
	for (int i = 0; i < N; i++)
		if (w[i] % 7 == 3)
			kept.push_back(w[i]);
	const int K = kept.size();
	std::sort(kept.begin(), kept.end());
	unsigned *dw = upload(std::vector<unsigned>(w.begin(), w.begin() + N)), *ok = dev<unsigned>(N);
	auto in_any_order = [=](std::vector<unsigned> v) {
		std::sort(v.begin(), v.end());
		return v == kept;
	};
	job<unsigned>(
		"one_in_seven_kept.coalesced_groups", [&] { keep_coalesced_group<<<up(N, 256), 256>>>(dw, ok, o, N); },
		ok, K, in_any_order, zero);
	job<unsigned>(
		"one_in_seven_kept.counter_of_the_block",
		[&] { keep_shared_counter<<<up(N, 512), 512>>>(dw, ok, o, N); }, ok, K, in_any_order, zero);
}
void rows()
{
	std::vector<unsigned> w = words(1000100);
	std::vector<float> f = fractions(w);
	reductions(w, f);
	scans(w);
	counts(w);
}
