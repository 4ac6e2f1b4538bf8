// blind5b: a fifth set of kernels that nobody had modelled when they were written. Reductions, scans, bins, sorts.
#include "probe.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
typedef unsigned char byte;
typedef unsigned long long u64;

// ---- the largest
__global__ void most_each(const int *a, int *most, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(most, a[i]);
}
__global__ void most_redux(const int *a, int *most)
{
	int v = __reduce_max_sync(~0u, a[blockIdx.x * blockDim.x + threadIdx.x]);
	if (threadIdx.x % 32 == 0)
		atomicMax(most, v);
}
__global__ void most_in_shared(const int *a, int *most, int n)
{
	__shared__ int s;
	if (threadIdx.x == 0)
		s = -1;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicMax(&s, a[i]);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicMax(most, s);
}
__global__ void most_groups(const int *a, int *most, int n)
{
	__shared__ int part[8];
	cg::thread_block block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	int v = -1;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v = max(v, a[i]);
	v = cg::reduce(warp, v, cg::greater<int>());
	if (warp.thread_rank() == 0)
		part[warp.meta_group_rank()] = v;
	block.sync();
	if (warp.meta_group_rank() == 0) {
		auto eight = cg::tiled_partition<8>(warp);
		if (eight.meta_group_rank() == 0) {
			v = cg::reduce(eight, part[eight.thread_rank()], cg::greater<int>());
			if (eight.thread_rank() == 0)
				atomicMax(most, v);
		}
	}
}

// ---- the place of the smallest
__global__ void least_packed(const unsigned *a, u64 *best, int n)
{ // value and place in one word
	u64 v = ~0ull;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v = min(v, (u64)a[i] << 32 | i);
	for (int d = 16; d > 0; d /= 2)
		v = min(v, __shfl_down_sync(~0u, v, d));
	if (threadIdx.x % 32 == 0)
		atomicMin(best, v);
}

// ---- sums of doubles
__global__ void total_unrolled(const double2 *a, double *sum)
{ // eight loads in flight, then shuffles
	int base = blockIdx.x * 2048 + threadIdx.x;
	double2 v[8];
	for (int k = 0; k < 8; k++)
		v[k] = a[base + k * 256];
	double s = 0;
	for (int k = 0; k < 8; k++)
		s += v[k].x + v[k].y;
	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, s);
}
__global__ void moments(const float *a, float *out, int n)
{ // sum, sum of squares, least and most of a row: a block of 128 a row
	__shared__ float4 s[128];
	float4 m = make_float4(0, 0, 2, -2);
	for (int i = threadIdx.x; i < n; i += 128) {
		float v = a[blockIdx.x * n + i];
		m = make_float4(m.x + v, m.y + v * v, fminf(m.z, v), fmaxf(m.w, v));
	}
	s[threadIdx.x] = m;
	for (int d = 64; d > 0; d /= 2) {
		__syncthreads();
		if (threadIdx.x < d) {
			float4 o = s[threadIdx.x + d];
			m = make_float4(m.x + o.x, m.y + o.y, fminf(m.z, o.z), fmaxf(m.w, o.w));
			s[threadIdx.x] = m;
		}
	}
	if (threadIdx.x == 0) {
		float mean = m.x / n;
		out[blockIdx.x * 4 + 0] = mean;
		out[blockIdx.x * 4 + 1] = sqrtf(m.y / n - mean * mean);
		out[blockIdx.x * 4 + 2] = m.z;
		out[blockIdx.x * 4 + 3] = m.w;
	}
}

// ---- running sums over a whole array
__device__ int warp_running(int v)
{
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		if (threadIdx.x % 32 >= d)
			v += u;
	}
	return v;
}
__device__ int block_running(int v)
{ // blocks of 256; every thread comes
	__shared__ int part[8];
	v = warp_running(v);
	if (threadIdx.x % 32 == 31)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	for (int k = 0; k < threadIdx.x / 32; k++)
		v += part[k];
	__syncthreads();
	return v;
}
__global__ void running_pieces(const int *in, int *out, int *total)
{
	int i = blockIdx.x * 256 + threadIdx.x, v = block_running(in[i]);
	out[i] = v;
	if (threadIdx.x == 255)
		total[blockIdx.x] = v;
}
__global__ void running_totals(int *total, int n)
{ // one block, a piece of 256 after the other
	int before = 0;
	__shared__ int last;
	for (int k = 0; k < n; k += 256) {
		int v = block_running(total[k + threadIdx.x]) + before;
		total[k + threadIdx.x] = v;
		if (threadIdx.x == 255)
			last = v;
		__syncthreads();
		before = last;
		__syncthreads();
	}
}
__global__ void running_add(int *out, const int *total)
{
	if (blockIdx.x > 0)
		out[blockIdx.x * 256 + threadIdx.x] += total[blockIdx.x - 1];
}
__global__ void running_look_back(const int *in, int *out, unsigned *state, unsigned *ticket)
{ // one pass: a block asks those before it. state: 1 << 30 a block's own sum, 2 << 30 all up to it
	__shared__ int block, before;
	if (threadIdx.x == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	int i = block * 256 + threadIdx.x, v = block_running(in[i]);
	if (threadIdx.x == 255) {
		int sum = 0;
		if (block > 0)
			atomicExch(&state[block], 1u << 30 | v);
		for (int k = block - 1; k >= 0; k--) {
			unsigned s;
			while ((s = atomicAdd(&state[k], 0)) == 0)
				;
			sum += s & 0x3fffffff;
			if (s >> 31)
				break;
		}
		atomicExch(&state[block], 2u << 30 | (sum + v));
		before = sum;
	}
	__syncthreads();
	out[i] = v + before;
}
__global__ void running_groups(const int *in, int *out)
{ // rows of 32 by the library
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = cg::exclusive_scan(warp, in[i]);
}

// ---- sums of pieces of different length
__global__ void piece_flags(const float *v, const int *key, float *sum)
{ // keys in order: a scan in each warp that stops where the key changes
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, k = key[i];
	float s = v[i];
	for (int d = 1; d < 32; d *= 2) {
		float u = __shfl_up_sync(~0u, s, d);
		int other = __shfl_up_sync(~0u, k, d);
		if (lane >= d && other == k)
			s += u;
	}
	int next = __shfl_down_sync(~0u, k, 1);
	if (lane == 31 || next != k)
		atomicAdd(&sum[k], s);
}
__global__ void piece_walk(const float *v, const int *key, float *sum, int each)
{ // a thread walks 'each' values and adds when the key changes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * each, now = key[i];
	float s = 0;
	for (int k = i; k < i + each; k++) {
		if (key[k] != now) {
			atomicAdd(&sum[now], s);
			now = key[k];
			s = 0;
		}
		s += v[k];
	}
	atomicAdd(&sum[now], s);
}
template <int LANES> __global__ void piece_lanes(const float *v, const int *start, float *sum, int pieces)
{
	auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
	if (p >= pieces)
		return;
	float s = 0;
	for (int k = start[p] + tile.thread_rank(); k < start[p + 1]; k += LANES)
		s += v[k];
	s = cg::reduce(tile, s, cg::plus<float>());
	if (tile.thread_rank() == 0)
		sum[p] = s;
}

// ---- bins
__global__ void grid_bins(const float2 *p, unsigned *bins, int n)
{ // 32 x 32 places
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[(int)(p[i].y * 32) * 32 + (int)(p[i].x * 32)], 1);
}
__global__ void grid_bins_shared(const float2 *p, unsigned *bins, int n)
{
	__shared__ unsigned s[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[(int)(p[i].y * 32) * 32 + (int)(p[i].x * 32)], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (s[k])
			atomicAdd(&bins[k], s[k]);
}
__global__ void eight_bins_votes(const byte *a, unsigned *bins, int n)
{ // lane b keeps bin b of its warp: three votes a value
	int lane = threadIdx.x % 32;
	unsigned count = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = a[i] >> 5;
		unsigned x = __ballot_sync(~0u, v & 1), y = __ballot_sync(~0u, v & 2), z = __ballot_sync(~0u, v & 4);
		count += __popc((lane & 1 ? x : ~x) & (lane & 2 ? y : ~y) & (lane & 4 ? z : ~z));
	}
	if (lane < 8)
		atomicAdd(&bins[lane], count);
}

// ---- who stays
__global__ void pack_scan(const int4 *in, int *out, unsigned *count)
{ // four values a thread, a scan, one atomic a block: the order within a block stays
	__shared__ int base;
	int4 q = in[blockIdx.x * 256 + threadIdx.x];
	int mine = (q.x & 1) + (q.y & 1) + (q.z & 1) + (q.w & 1), upto = block_running(mine);
	if (threadIdx.x == 255)
		base = atomicAdd(count, upto);
	__syncthreads();
	int at = base + upto - mine;
	if (q.x & 1)
		out[at++] = q.x;
	if (q.y & 1)
		out[at++] = q.y;
	if (q.z & 1)
		out[at++] = q.z;
	if (q.w & 1)
		out[at] = q.w;
}
__global__ void pack_groups(const int *in, int *out, unsigned *count)
{ // those lanes that came
	int v = in[blockIdx.x * blockDim.x + threadIdx.x], at = 0;
	if (v & 1) {
		cg::coalesced_group g = cg::coalesced_threads();
		if (g.thread_rank() == 0)
			at = atomicAdd(count, g.size());
		out[g.shfl(at, 0) + g.thread_rank()] = v;
	}
}
__global__ void split_two_ends(const int *in, int *out, unsigned *count, int n, int pivot)
{ // small ones from the left, large ones from the right
	__shared__ unsigned low, high, from, to;
	if (threadIdx.x == 0)
		low = high = 0;
	__syncthreads();
	int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	unsigned at = atomicAdd(v < pivot ? &low : &high, 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		from = atomicAdd(&count[0], low);
		to = n - 1 - atomicAdd(&count[1], high);
	}
	__syncthreads();
	out[v < pivot ? from + at : to - at] = v;
}

// ---- sorts
__global__ void sort_bitonic_pairs(const u64 *in, u64 *out)
{ // 1024 pairs of 32 + 32 bits a block of 512
	__shared__ u64 s[1024];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 1024 + t];
	s[t + 512] = in[blockIdx.x * 1024 + t + 512];
	for (int size = 2; size <= 1024; size *= 2)
		for (int d = size / 2; d > 0; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (d - 1));
			u64 a = s[i], b = s[i + d];
			if ((a > b) == ((i & size) == 0)) {
				s[i] = b;
				s[i + d] = a;
			}
		}
	__syncthreads();
	out[blockIdx.x * 1024 + t] = s[t];
	out[blockIdx.x * 1024 + t + 512] = s[t + 512];
}
__global__ void sort_network(const unsigned *in, unsigned *out, int n)
{ // a thread sorts 16 values in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = in[k * n + i];
#pragma unroll
	for (int round = 0; round < 16; round++)
#pragma unroll
		for (int k = round % 2; k < 15; k += 2) {
			unsigned a = min(v[k], v[k + 1]), b = max(v[k], v[k + 1]);
			v[k] = a;
			v[k + 1] = b;
		}
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[k * n + i] = v[k];
}
__global__ void sort_heap(const unsigned *in, unsigned *out)
{ // a thread a heap of 32 values in shared memory
	__shared__ unsigned s[32 * 64];
	unsigned *h = s + threadIdx.x;
	int base = blockIdx.x * 2048 + threadIdx.x;
	auto sink = [&](int i, int n) {
		unsigned v = h[i * 64];
		for (int c; (c = 2 * i + 1) < n; i = c) {
			if (c + 1 < n && h[(c + 1) * 64] > h[c * 64])
				c++;
			if (h[c * 64] <= v)
				break;
			h[i * 64] = h[c * 64];
		}
		h[i * 64] = v;
	};
	for (int k = 0; k < 32; k++)
		h[k * 64] = in[base + k * 64];
	for (int k = 15; k >= 0; k--)
		sink(k, 32);
	for (int n = 31; n > 0; n--) {
		unsigned v = h[0];
		h[0] = h[n * 64];
		h[n * 64] = v;
		sink(0, n);
	}
	for (int k = 0; k < 32; k++)
		out[base + k * 64] = h[k * 64];
}
__global__ void merge_ranks(const unsigned *a, const unsigned *b, unsigned *out, int n)
{ // each value finds its place by a search in the other list
	int i = blockIdx.x * blockDim.x + threadIdx.x, from_b = blockIdx.y, lo = 0, hi = n;
	unsigned v = from_b ? b[i] : a[i];
	const unsigned *other = from_b ? a : b;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (other[mid] < v || (from_b && other[mid] == v))
			lo = mid + 1;
		else
			hi = mid;
	}
	out[i + lo] = v;
}
__global__ void kth_by_bits(const unsigned *a, unsigned *out, int n, int k)
{ // a block finds the k-th smallest of its row, a byte of it a round
	__shared__ unsigned s[256], prefix, left;
	if (threadIdx.x == 0) {
		prefix = 0;
		left = k;
	}
	for (int shift = 24; shift >= 0; shift -= 8) {
		s[threadIdx.x] = 0;
		__syncthreads();
		unsigned mask = shift == 24 ? 0 : ~0u << (shift + 8), want = prefix;
		for (int i = threadIdx.x; i < n; i += 256) {
			unsigned v = a[blockIdx.x * n + i];
			if ((v & mask) == want)
				atomicAdd(&s[v >> shift & 255], 1);
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			int b = 0;
			while (left >= s[b])
				left -= s[b++];
			prefix |= b << shift;
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = prefix;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M), order(w.begin(), w.begin() + M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	std::vector<int> small(M), key(M), start(1, 0);
	for (int i = 0, k = 0; i < M; i++) {
		small[i] = w[i] % 100;
		key[i] = k;
		if (w[i] % 24 == 0 || i == M - 1) {
			k++;
			start.push_back(i + 1);
		}
	}
	std::sort(order.begin(), order.begin() + M / 4);
	std::sort(order.begin() + M / 4, order.begin() + M / 2);
	int pieces = start.size() - 1, *si = upload(small), *keys = upload(key), *st = upload(start);
	unsigned *raw = upload(w), *sorted = upload(order), *zero = dev<unsigned>(M);
	float *x = upload(f);
	double *d = upload(dd);
	int *out = dev<int>(2 * M), *most = (int *)zero, *total = dev<int>(4096);
	unsigned *uout = (unsigned *)out, *state = dev<unsigned>(4096), *count = state + 4080;
	u64 *best = dev<u64>(1);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto fresh = [&] { CHECK(cudaMemset(state, 0, 4096 * sizeof(int))); };
	auto far = [&] { CHECK(cudaMemset(best, 255, sizeof(u64))); };
	row(
		"most.each", [&] { most_each<<<1024, 256>>>(si, most, M / 4); }, clear);
	row(
		"most.redux", [&] { most_redux<<<2048, 256>>>(si, most); }, clear);
	row(
		"most.in_shared", [&] { most_in_shared<<<264, 256>>>(si, most, M / 2); }, clear);
	row(
		"most.groups", [&] { most_groups<<<264, 256>>>(si, most, M); }, clear);
	row(
		"least.packed", [&] { least_packed<<<264, 256>>>(raw, best, M); }, far);
	row(
		"total.unrolled", [&] { total_unrolled<<<256, 256>>>((double2 *)d, (double *)zero); }, clear);
	row("moments.rows", [&] { moments<<<1024, 128>>>(x, (float *)out, 1000); });
	row("running.three_launches", [&] {
		running_pieces<<<2048, 256>>>(si, out, total);
		running_totals<<<1, 256>>>(total, 2048);
		running_add<<<2048, 256>>>(out, total);
	});
	row(
		"running.look_back", [&] { running_look_back<<<2048, 256>>>(si, out, state, count); }, fresh);
	row("running.groups", [&] { running_groups<<<4096, 256>>>(si, out); });
	row(
		"pieces.flags", [&] { piece_flags<<<2048, 256>>>(x, keys, (float *)zero); }, clear);
	row(
		"pieces.walk", [&] { piece_walk<<<256, 128>>>(x, keys, (float *)zero, 16); }, clear);
	row("pieces.lanes4", [&] { piece_lanes<4><<<(pieces + 63) / 64, 256>>>(x, st, (float *)out, pieces); });
	row("pieces.lanes8", [&] { piece_lanes<8><<<(pieces + 31) / 32, 256>>>(x, st, (float *)out, pieces); });
	row("pieces.lanes32", [&] { piece_lanes<32><<<(pieces + 7) / 8, 256>>>(x, st, (float *)out, pieces); });
	row(
		"bins.grid", [&] { grid_bins<<<512, 256>>>((float2 *)x, zero, M / 4); }, clear);
	row(
		"bins.grid_shared", [&] { grid_bins_shared<<<132, 256>>>((float2 *)x, zero, M / 4); }, clear);
	row(
		"bins.grid_shared_1024", [&] { grid_bins_shared<<<1024, 128>>>((float2 *)x, zero, M / 4); }, clear);
	row(
		"bins.eight_votes", [&] { eight_bins_votes<<<256, 256>>>((byte *)raw, zero, M); }, clear);
	row(
		"pack.scan", [&] { pack_scan<<<1024, 256>>>((int4 *)si, out, count + 1); }, fresh);
	row(
		"pack.groups", [&] { pack_groups<<<2048, 256>>>(si, out, count + 2); }, fresh);
	row(
		"split.two_ends", [&] { split_two_ends<<<2048, 256>>>(si, out, count + 4, M / 2, 40); }, fresh);
	row("order.bitonic_pairs", [&] { sort_bitonic_pairs<<<256, 512>>>((u64 *)raw, (u64 *)out); });
	row("order.network", [&] { sort_network<<<256, 128>>>(raw, uout, 32768); });
	row("order.network_wide", [&] { sort_network<<<256, 512>>>(raw, uout, 131072); });
	row("order.heap", [&] { sort_heap<<<128, 64>>>(raw, uout); });
	row("order.merge_ranks", [&] { merge_ranks<<<dim3(256, 2), 256>>>(sorted, sorted + M / 4, uout, M / 4); });
	row("order.kth_by_bits", [&] { kth_by_bits<<<256, 256>>>(raw, uout, 4096, 2000); });
}
