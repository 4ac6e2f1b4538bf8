// blind35b: a fresh set of kernels that nobody had modelled when they were written. Reductions, scans, compaction and
// histograms in the versions that a course goes through.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// sums: every second, every fourth, ... thread works
__global__ void reduce_interleaved(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		if (t % (2 * d) == 0)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void reduce_sequential(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
template <int B> __device__ void last_warp(volatile int *s, int t)
{
	int v = s[t];
	if (B >= 64)
		v += s[t + 32], s[t] = v, __syncwarp();
	v += s[t + 16], __syncwarp(), s[t] = v, __syncwarp();
	v += s[t + 8], __syncwarp(), s[t] = v, __syncwarp();
	v += s[t + 4], __syncwarp(), s[t] = v, __syncwarp();
	v += s[t + 2], __syncwarp(), s[t] = v, __syncwarp();
	v += s[t + 1], __syncwarp(), s[t] = v, __syncwarp();
}
template <int B> __global__ void reduce_unrolled(const int *in, int *out, int n)
{
	__shared__ int s[B + 32];
	int t = threadIdx.x, sum = 0;
	for (int i = blockIdx.x * B * 2 + t; i < n; i += gridDim.x * B * 2)
		sum += in[i] + (i + B < n ? in[i + B] : 0);
	s[t] = sum;
	if (t < 32)
		s[B + t] = 0;
	__syncthreads();
	if (B >= 512) {
		if (t < 256)
			s[t] += s[t + 256];
		__syncthreads();
	}
	if (B >= 256) {
		if (t < 128)
			s[t] += s[t + 128];
		__syncthreads();
	}
	if (t < 64)
		s[t] += s[t + 64];
	__syncthreads();
	if (t < 32) {
		last_warp<B>(s, t);
		if (t == 0)
			out[blockIdx.x] = s[0];
	}
}
__global__ void reduce_shuffle_atomic(const int4 *in, int *out, int n4)
{
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		int4 v = in[i];
		sum += v.x + v.y + v.z + v.w;
	}
	for (int d = 16; d > 0; d >>= 1)
		sum += __shfl_down_sync(0xffffffff, sum, d);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(out, sum);
}
// least and largest of doubles, and how many are under nought: three results, one kernel, the last block joins
struct Stats {
	double lo, hi;
	int negative, pad;
};
__device__ Stats join(const Stats &a, const Stats &b)
{
	return { fmin(a.lo, b.lo), fmax(a.hi, b.hi), a.negative + b.negative, 0 };
}
__global__ void stats_last_block(const double *in, int n, Stats *part, unsigned *done, Stats *out)
{
	__shared__ Stats s[192];
	__shared__ bool last;
	int t = threadIdx.x;
	Stats m = { 1e300, -1e300, 0, 0 };
	for (int i = blockIdx.x * 192 + t; i < n; i += gridDim.x * 192) {
		double v = in[i];
		m = join(m, { v, v, v < 0, 0 });
	}
	for (int round = 0;; round++) {
		s[t] = m;
		__syncthreads();
		for (int d = 96; d >= 3; d /= 2) {
			if (t < d)
				s[t] = join(s[t], s[t + d]);
			__syncthreads();
		}
		if (round)
			break;
		if (t == 0) {
			part[blockIdx.x] = join(join(s[0], s[1]), s[2]);
			__threadfence();
			last = atomicAdd(done, 1) == gridDim.x - 1;
		}
		__syncthreads();
		if (!last)
			return;
		__threadfence();
		m = { 1e300, -1e300, 0, 0 };
		for (int i = t; i < gridDim.x; i += 192)
			m = join(m, part[i]);
	}
	if (t == 0)
		*out = join(join(s[0], s[1]), s[2]), *done = 0;
}
// running sums (each includes its own): a block of 512 floats... two buffers, as in the book
__global__ void scan_kogge_stone(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
	__shared__ unsigned buf[2][512];
	int t = threadIdx.x, i = blockIdx.x * 512 + t, p = 0;
	buf[0][t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < 512; d <<= 1) {
		buf[1 - p][t] = t >= d ? buf[p][t] + buf[p][t - d] : buf[p][t];
		p = 1 - p;
		__syncthreads();
	}
	if (i < n)
		out[i] = buf[p][t];
	if (t == 511)
		sums[blockIdx.x] = buf[p][t];
}
__global__ void scan_sums(unsigned *sums, int n)
{ // one block; without the own element
	__shared__ unsigned s[1024];
	int t = threadIdx.x;
	s[t] = t < n ? sums[t] : 0;
	__syncthreads();
	for (int d = 1; d < 1024; d *= 2) {
		unsigned v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t < n)
		sums[t] = t ? s[t - 1] : 0;
}
__global__ void add_sums(unsigned *out, const unsigned *sums, int each, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] += sums[i / each];
}
// the same with sixteen a thread by way of registers and warp scans
__global__ void scan_coarse_warp(const uint4 *in, uint4 *out, unsigned *sums, int n)
{
	__shared__ unsigned w[4];
	int t = threadIdx.x, lane = t & 31;
	uint4 v[4];
	unsigned sum = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = (blockIdx.x * 128 + t) * 4 + k;
		v[k] = i * 4 < n ? in[i] : make_uint4(0, 0, 0, 0);
		v[k].x += sum, v[k].y += v[k].x, v[k].z += v[k].y, v[k].w += v[k].z, sum = v[k].w;
	}
	unsigned s = sum;
#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		unsigned o = __shfl_up_sync(~0u, s, d);
		if (lane >= d)
			s += o;
	}
	if (lane == 31)
		w[t / 32] = s;
	__syncthreads();
	unsigned before = s - sum;
	for (int k = 0; k < t / 32; k++)
		before += w[k];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = (blockIdx.x * 128 + t) * 4 + k;
		if (i * 4 < n)
			out[i] = make_uint4(v[k].x + before, v[k].y + before, v[k].z + before, v[k].w + before);
	}
	if (t == 127)
		sums[blockIdx.x] = before + sum;
}
// compaction: places from a scan of the marks in three launches
__global__ void mark_positive(const int *in, unsigned *flag, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		flag[i] = in[i] > 0;
}
__global__ void scatter_marked(const int *in, const unsigned *place, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 0)
		out[place[i] - 1] = in[i];
}
// a ballot a warp and one atomic for it: the order hangs on the hardware
__global__ void compact_ballot(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base;
	int v = i < n ? in[i] : 0;
	unsigned m = __ballot_sync(~0u, v > 0);
	if (lane == 0 && m)
		base = atomicAdd(count, __popc(m));
	base = __shfl_sync(~0u, base, 0);
	if (v > 0)
		out[base + __popc(m & ((1u << lane) - 1))] = v;
}
// how often each of 256 bytes
__global__ void hist_global(const byte *in, unsigned *h, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&h[in[i]], 1);
}
__global__ void hist_private(const byte *in, unsigned *h, int n)
{
	__shared__ unsigned s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[in[i]], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		if (s[k])
			atomicAdd(&h[k], s[k]);
}
// a table for each warp of 8, four bytes a load
__global__ void hist_per_warp(const unsigned *in, unsigned *h, int n4)
{
	__shared__ unsigned s[8][256];
	int t = threadIdx.x;
	for (int k = 0; k < 8; k++)
		s[k][t] = 0;
	__syncthreads();
	unsigned *mine = s[t / 32];
	for (int i = blockIdx.x * 256 + t; i < n4; i += gridDim.x * 256) {
		unsigned v = in[i];
		atomicAdd(&mine[v & 255], 1);
		atomicAdd(&mine[v >> 8 & 255], 1);
		atomicAdd(&mine[v >> 16 & 255], 1);
		atomicAdd(&mine[v >> 24], 1);
	}
	__syncthreads();
	unsigned sum = 0;
	for (int k = 0; k < 8; k++)
		sum += s[k][t];
	atomicAdd(&h[t], sum);
}
// a thread counts what it sees in a run and adds only when the value changes: for smooth data
__global__ void hist_aggregated_runs(const byte *in, unsigned *h, int n, int each)
{
	__shared__ unsigned s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, to = min(n, from + each), last = -1;
	unsigned run = 0;
	for (int i = from; i < to; i++) {
		int v = in[i];
		if (v == last)
			run++;
		else {
			if (run)
				atomicAdd(&s[last], run);
			last = v, run = 1;
		}
	}
	if (run)
		atomicAdd(&s[last], run);
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		if (s[k])
			atomicAdd(&h[k], s[k]);
}
static void sums(const std::vector<unsigned> &w)
{
	const int N = 500003;
	std::vector<int> a(N + 1);
	for (int i = 0; i < N; i++)
		a[i] = (int)(w[i] % 20001) - 10000;
	int *d = upload(a), *o = dev<int>(4096);
	auto blocks = [&](int each) {
		std::vector<int> s(up(N, each));
		for (int i = 0; i < N; i++)
			s[i / each] += a[i];
		return same(s);
	};
	job<int>(
		"sum_versions.interleaved_modulo", [&] { reduce_interleaved<<<up(N, 256), 256, 1024>>>(d, o, N); }, o,
		up(N, 256), blocks(256));
	job<int>(
		"sum_versions.sequential_first_add", [&] { reduce_sequential<<<up(N, 256), 128, 512>>>(d, o, N); }, o,
		up(N, 256), blocks(256));
	int total = 0;
	for (int v : a)
		total += v;
	job<int>(
		"sum_versions.unrolled_last_warp", [&] { reduce_unrolled<512><<<120, 512>>>(d, o, N); }, o, 120,
		[total](const std::vector<int> &v) {
			int s = 0;
			for (int x : v)
				s += x;
			return s == total;
		});
	job<int>(
		"sum_versions.shuffle_and_atomic", [&] { reduce_shuffle_atomic<<<264, 256>>>((int4 *)d, o, up(N, 4)); },
		o, 1, same(std::vector<int>{ total }), [&] { CHECK(cudaMemset(o, 0, 4)); });
	const int M = 700000;
	std::vector<double> x(M);
	Stats want = { 1e300, -1e300, 0, 0 };
	for (int i = 0; i < M; i++) {
		x[i] = (int)w[i + 5000] / 1000.0;
		want = { std::min(want.lo, x[i]), std::max(want.hi, x[i]), want.negative + (x[i] < 0), 0 };
	}
	double *dx = upload(x);
	Stats *part = dev<Stats>(256), *out = dev<Stats>(1);
	unsigned *done = dev<unsigned>(1);
	job<Stats>(
		"least_largest_negative.last_block_joins",
		[&] { stats_last_block<<<200, 192>>>(dx, M, part, done, out); }, out, 1,
		[want](const std::vector<Stats> &v) {
			return v[0].lo == want.lo && v[0].hi == want.hi && v[0].negative == want.negative;
		});
}
static void scans(const std::vector<unsigned> &w)
{
	const int N = 400000;
	std::vector<unsigned> a(w.begin(), w.begin() + N), s(N);
	for (int i = 0; i < N; i++)
		s[i] = (i ? s[i - 1] : 0) + a[i];
	unsigned *d = upload(a), *o = dev<unsigned>(N), *sum = dev<unsigned>(1024);
	job<unsigned>(
		"scan_then_add.kogge_stone_two_buffers",
		[&] {
			scan_kogge_stone<<<up(N, 512), 512>>>(d, o, sum, N);
			scan_sums<<<1, 1024>>>(sum, up(N, 512));
			add_sums<<<up(N, 256), 256>>>(o, sum, 512, N);
		},
		o, N, same(s));
	job<unsigned>(
		"scan_then_add.sixteen_a_thread",
		[&] {
			scan_coarse_warp<<<up(N, 2048), 128>>>((uint4 *)d, (uint4 *)o, sum, N);
			scan_sums<<<1, 1024>>>(sum, up(N, 2048));
			add_sums<<<up(N, 256), 256>>>(o, sum, 2048, N);
		},
		o, N, same(s));
	std::vector<int> x(N), kept;
	for (int i = 0; i < N; i++) {
		x[i] = (int)w[i + 1000] % 1000 - 300;
		if (x[i] > 0)
			kept.push_back(x[i]);
	}
	int K = kept.size(), *dx = upload(x), *c = dev<int>(N + 1);
	unsigned *flag = dev<unsigned>(N), *place = dev<unsigned>(N);
	job<int>(
		"positives_kept.scan_of_marks",
		[&] {
			mark_positive<<<up(N, 256), 256>>>(dx, flag, N);
			scan_coarse_warp<<<up(N, 2048), 128>>>((uint4 *)flag, (uint4 *)place, sum, N);
			scan_sums<<<1, 1024>>>(sum, up(N, 2048));
			add_sums<<<up(N, 256), 256>>>(place, sum, 2048, N);
			scatter_marked<<<up(N, 256), 256>>>(dx, place, c, N);
		},
		c, K, same(kept));
	std::sort(kept.begin(), kept.end());
	auto any_order = [kept](const std::vector<int> &v) {
		std::vector<int> s(v.begin() + 1, v.end());
		std::sort(s.begin(), s.end());
		return v[0] == (int)kept.size() && s == kept;
	};
	auto clear = [&] { CHECK(cudaMemset(c, 0, (N + 1) * 4)); };
	job<int>(
		"positives_kept.ballot_of_a_warp", [&] { compact_ballot<<<up(N, 1024), 1024>>>(dx, c + 1, c, N); }, c,
		K + 1, any_order, clear);
}
static void histograms(const std::vector<unsigned> &w)
{
	const int N = 600000;
	std::vector<byte> text(N), smooth(N);
	std::vector<unsigned> want(256), want_smooth(256);
	for (int i = 0; i < N; i++) {
		text[i] = (w[i] & 255) * (w[i] >> 8 & 255) >> 8;
		smooth[i] = (i / 37 + (w[i] % 50 == 0)) & 255;
		want[text[i]]++, want_smooth[smooth[i]]++;
	}
	byte *d = upload(text), *ds = upload(smooth);
	unsigned *h = dev<unsigned>(256);
	auto clear = [&] { CHECK(cudaMemset(h, 0, 1024)); };
	job<unsigned>(
		"bytes_histogram.global_atomics", [&] { hist_global<<<up(N, 256), 256>>>(d, h, N); }, h, 256,
		same(want), clear);
	job<unsigned>(
		"bytes_histogram.one_copy_a_block", [&] { hist_private<<<64, 512>>>(d, h, N); }, h, 256, same(want),
		clear);
	job<unsigned>(
		"bytes_histogram.one_copy_a_warp", [&] { hist_per_warp<<<132, 256>>>((unsigned *)d, h, N / 4); }, h,
		256, same(want), clear);
	job<unsigned>(
		"bytes_histogram.runs_of_smooth_data",
		[&] { hist_aggregated_runs<<<up(N, 128 * 24), 128>>>(ds, h, N, 24); }, h, 256, same(want_smooth),
		clear);
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	sums(w);
	scans(w);
	histograms(w);
}
