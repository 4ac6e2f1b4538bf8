// blind7b: a seventh set of kernels that nobody had modelled when they were written. Sums, scans, sorting.
#include "blind7.h"
#include <numeric>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// ---- sums
__global__ void sum_interleaved(const int *in, int *out, int n)
{ // as the first lesson has it: neighbours first, lanes apart
	__shared__ int s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		if (t % (2 * d) == 0)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, s[0]);
}
__global__ void sum_halves(const int *in, int *out, int n)
{
	__shared__ int s[256];
	int t = threadIdx.x, sum = 0;
	for (int i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512)
		sum += in[i] + (i + 256 < n ? in[i + 256] : 0);
	s[t] = sum;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, s[0]);
}
__global__ void sum_vectors(const int4 *in, int *out, int n4)
{
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		int4 v = in[i];
		sum += v.x + v.y + v.z + v.w;
	}
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, sum);
}
__global__ void sum_all_atomic(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(out, in[i]);
}
__global__ void sum_one_block(const double *in, double *out, int n)
{
	__shared__ double s[32];
	double sum = 0;
	for (int i = threadIdx.x; i < n; i += 1024)
		sum += in[i];
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = s[threadIdx.x];
		for (int d = 16; d; d /= 2)
			sum += __shfl_xor_sync(~0u, sum, d);
		if (threadIdx.x == 0)
			*out = sum;
	}
}
__device__ unsigned tickets;
__global__ void sum_last_block(const double *in, double *part, double *out, int n)
{ // the block that ends last adds what the others left
	__shared__ double s[256];
	__shared__ bool last;
	int t = threadIdx.x;
	double sum = 0;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		sum += in[i];
	for (int turn = 0; turn < 2; turn++) {
		s[t] = sum;
		__syncthreads();
		for (int d = 128; d > 0; d /= 2) {
			if (t < d)
				s[t] += s[t + d];
			__syncthreads();
		}
		if (turn) {
			if (t == 0)
				*out = s[0], tickets = 0;
			return;
		}
		if (t == 0) {
			part[blockIdx.x] = s[0];
			__threadfence();
			last = atomicAdd(&tickets, 1) == gridDim.x - 1;
			__threadfence();
		}
		__syncthreads();
		if (!last)
			return;
		sum = 0;
		for (int i = t; i < gridDim.x; i += 256)
			sum += __ldcg(&part[i]);
		__syncthreads();
	}
}
__global__ void largest_at(const float *in, u64 *best, int n)
{ // value and place in one word
	u64 m = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		u64 v = (u64)__float_as_uint(in[i]) << 32 | (unsigned)(n - i);
		m = v > m ? v : m;
	}
	auto w = cg::tiled_partition<32>(cg::this_thread_block());
	for (int d = 16; d; d /= 2) {
		u64 v = w.shfl_down(m, d);
		m = v > m ? v : m;
	}
	if (w.thread_rank() == 0)
		atomicMax(best, m);
}
__global__ void column_sums(const float *a, float *out, int w, int h)
{ // a thread a column
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int y = 0; y < h; y++)
		s += a[y * w + x];
	out[x] = s;
}
__global__ void row_sums(const float *a, float *out, int w, int h)
{ // a thread a row
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (y < h) {
		for (int x = 0; x < w; x++)
			s += a[y * w + x];
		out[y] = s;
	}
}
__global__ void row_sums_warp(const float *a, float *out, int w, int h)
{
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	float s = 0;
	for (int x = threadIdx.x % 32; x < w; x += 32)
		s += a[y * w + x];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		out[y] = s;
}
// ---- sums of all before
__global__ void scan_step(const int *in, int *out, int n, int d)
{ // one of many launches: as many as n has bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] + (i >= d ? in[i - d] : 0);
}
__global__ void scan_tree(const int *in, int *out, int *totals)
{ // up a tree and down again, 1024 a block of 512
	__shared__ int s[1024];
	int t = threadIdx.x, at = blockIdx.x * 1024, off = 1;
	s[2 * t] = in[at + 2 * t];
	s[2 * t + 1] = in[at + 2 * t + 1];
	for (int d = 512; d > 0; d /= 2, off *= 2) {
		__syncthreads();
		if (t < d)
			s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
	}
	__syncthreads();
	if (t == 0)
		totals[blockIdx.x] = s[1023], s[1023] = 0;
	for (int d = 1; d < 1024; d *= 2) {
		off /= 2;
		__syncthreads();
		if (t < d) {
			int a = s[off * (2 * t + 1) - 1];
			s[off * (2 * t + 1) - 1] = s[off * (2 * t + 2) - 1];
			s[off * (2 * t + 2) - 1] += a;
		}
	}
	__syncthreads();
	out[at + 2 * t] = s[2 * t] + in[at + 2 * t];
	out[at + 2 * t + 1] = s[2 * t + 1] + in[at + 2 * t + 1];
}
__device__ int scan_block(int v, int *s)
{ // of 256 threads, with v itself
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, v, d);
		v += lane >= d ? o : 0;
	}
	if (lane == 31)
		s[warp] = v;
	__syncthreads();
	int before = 0;
	for (int k = 0; k < warp; k++)
		before += s[k];
	__syncthreads();
	return v + before;
}
__global__ void scan_warps(const int4 *in, int4 *out, int *totals)
{
	__shared__ int s[8];
	int i = blockIdx.x * 256 + threadIdx.x;
	int4 v = in[i];
	v.y += v.x;
	v.z += v.y;
	v.w += v.z;
	int all = scan_block(v.w, s), b = all - v.w;
	out[i] = make_int4(v.x + b, v.y + b, v.z + b, v.w + b);
	if (threadIdx.x == 255)
		totals[blockIdx.x] = all;
}
__global__ void scan_totals(int *totals, int n)
{
	__shared__ int s[8];
	int carry = 0;
	__shared__ int last;
	for (int i = threadIdx.x; i < n; i += 256) {
		int v = totals[i], a = scan_block(v, s) + carry;
		totals[i] = a - v;
		if (threadIdx.x == 255)
			last = a;
		__syncthreads();
		carry = last;
		__syncthreads();
	}
}
__global__ void scan_add(int *out, const int *totals)
{
	out[blockIdx.x * 1024 + threadIdx.x] += totals[blockIdx.x];
}
__global__ void keep_counted(const int *in, int *out, int *count, int n)
{ // those above zero, in any order: one atomic an element
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] % 3 == 0)
		out[atomicAdd(count, 1)] = in[i];
}
__global__ void keep_by_block(const int *in, int *out, int *count, int n)
{
	__shared__ int s[8], base;
	int i = blockIdx.x * 256 + threadIdx.x, v = i < n ? in[i] : 1, yes = v % 3 == 0, at = scan_block(yes, s);
	if (threadIdx.x == 255)
		base = atomicAdd(count, at);
	__syncthreads();
	if (yes)
		out[base + at - 1] = v;
}
// ---- sorting
__global__ void sort_bitonic_global(unsigned *a, int j, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, o = i ^ j;
	if (o > i) {
		unsigned x = a[i], y = a[o];
		if ((x > y) == ((i & k) == 0))
			a[i] = y, a[o] = x;
	}
}
__global__ void sort_bitonic_shared(unsigned *a)
{ // 1024 of a block's own, up in even blocks and down in odd ones
	__shared__ unsigned s[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	s[t] = a[base + t];
	s[t + 512] = a[base + t + 512];
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int i = (t & ~(j - 1)) * 2 + (t & (j - 1)), o = i + j;
			bool up = ((base + i) & k) == 0;
			unsigned x = s[i], y = s[o];
			if ((x > y) == up)
				s[i] = y, s[o] = x;
		}
	__syncthreads();
	a[base + t] = s[t];
	a[base + t + 512] = s[t + 512];
}
__global__ void sort_odd_even(unsigned *a)
{ // 256 a block
	__shared__ unsigned s[256];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 256 + t];
	__syncthreads();
	for (int k = 0; k < 256; k++) {
		if (t % 2 == k % 2 && t < 255 && s[t] > s[t + 1]) {
			unsigned x = s[t];
			s[t] = s[t + 1];
			s[t + 1] = x;
		}
		__syncthreads();
	}
	a[blockIdx.x * 256 + t] = s[t];
}
__global__ void sort_by_rank(const unsigned *in, unsigned *out)
{ // each counts how many are smaller, 256 a block
	__shared__ unsigned s[256];
	int t = threadIdx.x, r = 0;
	unsigned v = s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int i = 0; i < 256; i++)
		r += s[i] < v || (s[i] == v && i < t);
	out[blockIdx.x * 256 + r] = v;
}
__global__ void radix_count(const unsigned *in, int *count, int shift)
{ // 4 bits, 1024 keys a block of 256
	__shared__ int s[16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++)
		atomicAdd(&s[in[blockIdx.x * 1024 + k * 256 + threadIdx.x] >> shift & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		count[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}
__global__ void radix_place(const unsigned *in, unsigned *out, const int *from, int shift)
{ // by votes: a key's place among equal ones of its warp
	__shared__ int s[16], w[8][16];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	if (t < 16)
		s[t] = from[t * gridDim.x + blockIdx.x];
	for (int k = 0; k < 4; k++) {
		unsigned v = in[blockIdx.x * 1024 + k * 256 + t], d = v >> shift & 15, peers = __match_any_sync(~0u, d);
		if (lane < 16)
			w[warp][lane] = 0;
		__syncwarp();
		int rank = __popc(peers & ((1u << lane) - 1));
		if (rank == 0)
			w[warp][d] = __popc(peers);
		__syncthreads();
		int at = s[d] + rank;
		for (int j = 0; j < warp; j++)
			at += w[j][d];
		out[at] = v;
		__syncthreads();
		if (t < 16)
			for (int j = 0; j < 8; j++)
				s[t] += w[j][t];
		__syncthreads();
	}
}
__global__ void merge_ranks(const unsigned *in, unsigned *out, int run)
{ // each finds its place in the other sorted run by halving
	int i = blockIdx.x * blockDim.x + threadIdx.x, mine = i / run * run, base = i / (2 * run) * 2 * run;
	int other = mine == base ? base + run : base, lo = 0, hi = run;
	unsigned v = in[i];
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (in[other + m] < v || (other < mine && in[other + m] == v))
			lo = m + 1;
		else
			hi = m;
	}
	out[base + i - mine + lo] = v;
}

void rows()
{
	const int M = 1 << 20, S = 1 << 16;
	std::vector<unsigned> w = words(M);
	std::vector<int> small(M), run(M);
	std::vector<byte> text(M), flat(M, 77);
	for (int i = 0; i < M; i++) {
		small[i] = w[i] % 100;
		text[i] = w[i] % 7 * (w[i] / 7 % 11);
	}
	std::partial_sum(small.begin(), small.end(), run.begin());
	std::vector<double> d = double_fractions(w, M);
	std::vector<float> f = fractions(w), cols(1024), rws(1024);
	double all = std::accumulate(d.begin(), d.end(), 0.0);
	for (int i = 0; i < M; i++)
		cols[i % 1024] += f[i], rws[i / 1024] += f[i];
	int *in = upload(small), *o = dev<int>(M), *o2 = dev<int>(M), *cnt = dev<int>(1024), *tot = dev<int>(2048);
	double *din = upload(d), *dout = dev<double>(1024);
	float *x = upload(f), *fo = dev<float>(1024);
	u64 *best = dev<u64>(1);
	unsigned *u = upload(w), *ua = dev<unsigned>(M), *ub = dev<unsigned>(M);
	byte *tx = upload(text), *same_tone = upload(flat);
	auto zero = [&] { CHECK(cudaMemset(cnt, 0, 4096)); };
	std::vector<int> total = { run[M - 1] };
	job<int>("sum.neighbours_first", [&] { sum_interleaved<<<4096, 256>>>(in, cnt, M); }, cnt, 1, same(total), zero);
	job<int>("sum.halves", [&] { sum_halves<<<264, 256>>>(in, cnt, M); }, cnt, 1, same(total), zero);
	job<int>("sum.vectors", [&] { sum_vectors<<<264, 256>>>((int4 *)in, cnt, M / 4); }, cnt, 1, same(total), zero);
	job<int>("sum.atomic_each", [&] { sum_all_atomic<<<512, 256>>>(in, cnt, M / 8); }, cnt, 1, same(std::vector<int>{ run[M / 8 - 1] }), zero);
	double part = std::accumulate(d.begin(), d.begin() + M / 4, 0.0);
	job<double>("sum.one_block", [&] { sum_one_block<<<1, 1024>>>(din, dout, M / 4); }, dout, 1, close_to(std::vector<double>{ part }));
	job<double>("sum.last_block", [&] { sum_last_block<<<264, 256>>>(din, dout + 1, dout, M); }, dout, 1, close_to(std::vector<double>{ all }));
	int top = std::max_element(f.begin(), f.end()) - f.begin();
	job<u64>("largest.with_place", [&] { largest_at<<<132, 256>>>(x, best, M); }, best, 1,
		[&](const std::vector<u64> &v) { return M - (int)(unsigned)v[0] == top; }, [&] { CHECK(cudaMemset(best, 0, 8)); });
	job<float>("lines.columns", [&] { column_sums<<<16, 64>>>(x, fo, 1024, 1024); }, fo, 1024, close_to(cols));
	job<float>("lines.rows_by_thread", [&] { row_sums<<<16, 64>>>(x, fo, 1024, 1024); }, fo, 1024, close_to(rws));
	job<float>("lines.rows_by_warp", [&] { row_sums_warp<<<128, 256>>>(x, fo, 1024, 1024); }, fo, 1024, close_to(rws));
	std::vector<int> run_s(run.begin(), run.begin() + S), run_h(run.begin(), run.begin() + M / 2);
	job<int>(
		"scan.sixteen_launches",
		[&] {
			for (int k = 0; k < 16; k++)
				scan_step<<<S / 256, 256>>>(k == 0 ? in : k % 2 ? o : o2, k % 2 ? o2 : o, S, 1 << k);
		},
		o2, S, same(run_s));
	job<int>(
		"scan.tree",
		[&] {
			scan_tree<<<M / 2048, 512>>>(in, o, tot);
			scan_totals<<<1, 256>>>(tot, M / 2048);
			scan_add<<<M / 2048, 1024>>>(o, tot);
		},
		o, M / 2, same(run_h));
	job<int>(
		"scan.warps",
		[&] {
			scan_warps<<<M / 2048, 256>>>((int4 *)in, (int4 *)o, tot);
			scan_totals<<<1, 256>>>(tot, M / 2048);
			scan_add<<<M / 2048, 1024>>>(o, tot);
		},
		o, M / 2, same(run_h));
	std::vector<int> kept;
	for (int i = 0; i < M / 2; i++)
		if (small[i] % 3 == 0)
			kept.push_back(small[i]);
	std::sort(kept.begin(), kept.end());
	int K = kept.size();
	auto any_order = [&](const std::vector<int> &v) {
		std::vector<int> s(v);
		std::sort(s.begin(), s.end());
		return s == kept;
	};
	job<int>("keep.an_atomic_each", [&] { keep_counted<<<M / 512, 256>>>(in, o, cnt, M / 2); }, o, K, any_order, zero);
	job<int>("keep.an_atomic_a_block", [&] { keep_by_block<<<M / 512, 256>>>(in, o, cnt, M / 2); }, o, K, any_order, zero);
	std::vector<unsigned> sorted(w.begin(), w.begin() + S), groups(w.begin(), w.begin() + S), runs(sorted);
	std::sort(sorted.begin(), sorted.end());
	for (int i = 0; i < S; i += 256)
		std::sort(&groups[i], &groups[i] + 256);
	for (int i = 0; i < S; i += 1024)
		std::sort(&runs[i], &runs[i] + 1024);
	unsigned *ur = upload(runs);
	auto fresh = [&] { CHECK(cudaMemcpy(ua, u, S * 4, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"sort.bitonic_many_launches",
		[&] {
			for (int k = 2; k <= 8192; k *= 2)
				for (int j = k / 2; j > 0; j /= 2)
					sort_bitonic_global<<<32, 256>>>(ua, j, k);
		},
		ua, 8192,
		[&](const std::vector<unsigned> &v) {
			std::vector<unsigned> s(w.begin(), w.begin() + 8192);
			std::sort(s.begin(), s.end());
			return s == v;
		},
		fresh);
	job<unsigned>("sort.bitonic_in_blocks", [&] { sort_bitonic_shared<<<S / 1024, 512>>>(ua); }, ua, S,
		[&](const std::vector<unsigned> &v) {
			bool ok = true;
			for (int i = 0; i < S; i++)
				ok &= v[i] == runs[i / 1024 % 2 ? i / 1024 * 1024 + 1023 - i % 1024 : i];
			return ok;
		}, fresh);
	job<unsigned>("sort.odd_even", [&] { sort_odd_even<<<S / 256, 256>>>(ua); }, ua, S, same(groups), fresh);
	job<unsigned>("sort.by_rank", [&] { sort_by_rank<<<S / 256, 256>>>(u, ua); }, ua, S, same(groups));
	job<unsigned>(
		"sort.radix_eight_passes",
		[&] {
			for (int k = 0; k < 8; k++) {
				unsigned *a = k % 2 ? ub : ua, *b = k % 2 ? ua : ub;
				radix_count<<<S / 1024, 256>>>(a, tot, k * 4);
				scan_totals<<<1, 256>>>(tot, S / 64);
				radix_place<<<S / 1024, 256>>>(a, b, tot, k * 4);
			}
		},
		ua, S, same(sorted), fresh);
	job<unsigned>(
		"sort.merge_by_search",
		[&] {
			for (int r = 1024, k = 0; r < S; r *= 2, k++)
				merge_ranks<<<S / 256, 256>>>(k == 0 ? ur : k % 2 ? ua : ub, k % 2 ? ub : ua, r);
		},
		ub, S, same(sorted));
}
