// blind30c: a fresh set of kernels that nobody had modelled when they were written. Sorting, merging, the largest few,
// squeezing out, sums by segments, histograms of several widths.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void bitonic_block(const unsigned *in, unsigned *out)
{ // 1024 keys a block of 512 threads, all in shared memory
	__shared__ unsigned s[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	s[t] = in[base + t], s[t + 512] = in[base + t + 512];
	for (int size = 2; size <= 1024; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (d - 1));
			unsigned a = s[i], b = s[i + d];
			if ((a > b) == !(i & size))
				s[i] = b, s[i + d] = a;
		}
	__syncthreads();
	out[base + t] = s[t], out[base + t + 512] = s[t + 512];
}
__global__ void bitonic_warp(const unsigned *in, unsigned *out)
{ // 128 keys a warp, four a lane in registers, far ones by shuffles; key k of lane l is number 32 k + l
	int lane = threadIdx.x & 31, base = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 128;
	unsigned v[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = in[base + 32 * k + lane];
#pragma unroll
	for (int size = 2; size <= 128; size *= 2)
#pragma unroll
		for (int d = size / 2; d; d /= 2)
			if (d >= 32) {
#pragma unroll
				for (int k = 0; k < 4; k++)
					if (!(k & d / 32)) {
						int o = k | d / 32;
						unsigned a = v[k], b = v[o];
						bool rise = !((32 * k) & size);
						v[k] = rise ? min(a, b) : max(a, b),
						v[o] = rise ? max(a, b) : min(a, b);
					}
			} else {
#pragma unroll
				for (int k = 0; k < 4; k++) {
					unsigned o = __shfl_xor_sync(~0u, v[k], d);
					bool rise = !((32 * k + lane) & size), low = !(lane & d);
					v[k] = rise == low ? min(v[k], o) : max(v[k], o);
				}
			}
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[base + 32 * k + lane] = v[k];
}
__global__ void merge_by_rank(const int *a, int na, const int *b, int nb, int *out)
{ // each element looks for its place in the other list
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= na + nb)
		return;
	bool first = i < na;
	int v = first ? a[i] : b[i - na], lo = 0, hi = first ? nb : na;
	const int *o = first ? b : a;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (first ? o[mid] < v : o[mid] <= v)
			lo = mid + 1;
		else
			hi = mid;
	}
	out[(first ? i : i - na) + lo] = v;
}
__device__ int cut(const int *a, int na, const int *b, int nb, int at)
{ // how many of the first at come from a
	int lo = max(0, at - nb), hi = min(at, na);
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (a[mid] <= b[at - 1 - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}
__global__ void merge_path(const int *a, int na, const int *b, int nb, int *out, int each)
{ // each thread merges a piece of the result
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	if (at >= na + nb)
		return;
	int i = cut(a, na, b, nb, at), j = at - i;
	for (int k = 0; k < each && at + k < na + nb; k++)
		out[at + k] = j >= nb || i < na && a[i] <= b[j] ? a[i++] : b[j++];
}
__global__ void merge_path_tiles(const int *a, int na, const int *b, int nb, int *out)
{ // a block merges 1024: brings both pieces to shared memory, writes back from there
	__shared__ int s[1024], r[1024], from[2];
	int t = threadIdx.x, at = blockIdx.x * 1024;
	if (t < 2)
		from[t] = cut(a, na, b, nb, min(at + t * 1024, na + nb));
	__syncthreads();
	int i0 = from[0], ma = from[1] - i0, all = min(1024, na + nb - at), mb = all - ma;
	for (int k = t; k < all; k += 128)
		s[k] = k < ma ? a[i0 + k] : b[at - i0 + k - ma];
	__syncthreads();
	int own = min(t * 8, all), i = cut(s, ma, s + ma, mb, own), j = own - i;
	for (int k = own; k < min(own + 8, all); k++)
		r[k] = j >= mb || i < ma && s[i] <= s[ma + j] ? s[i++] : s[ma + j++];
	__syncthreads();
	for (int k = t; k < all; k += 128)
		out[at + k] = r[k];
}
__global__ void top_thread(const float *in, float *out, int n, int len)
{ // the eight largest of a column: a thread keeps them in order
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float best[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		best[k] = -1;
	for (int r = 0; r < len; r++) {
		float v = in[r * n + i];
		if (v > best[7]) {
#pragma unroll
			for (int k = 0; k < 8; k++)
				if (v > best[k]) {
					float o = best[k];
					best[k] = v, v = o;
				}
		}
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		out[k * n + i] = best[k];
}
__global__ void top_warp(const float *in, float *out, int n, int len)
{ // the eight largest of a row: eight rounds, each takes out the largest one of a warp
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (row >= n)
		return;
	float v[8];
	for (int k = 0; k < 8; k++)
		v[k] = lane + 32 * k < len ? in[row * len + lane + 32 * k] : -1;
	for (int r = 0; r < 8; r++) {
		float m = v[0];
		int at = 0;
#pragma unroll
		for (int k = 1; k < 8; k++)
			if (v[k] > m)
				m = v[k], at = k;
		unsigned best = __reduce_max_sync(~0u, __float_as_uint(m + 1));
		unsigned who = __ballot_sync(~0u, __float_as_uint(m + 1) == best);
		if (lane == __ffs(who) - 1) {
			out[row * 8 + r] = m;
#pragma unroll
			for (int k = 0; k < 8; k++)
				if (k == at)
					v[k] = -1;
		}
	}
}
__global__ void kth_block(const unsigned *in, unsigned *out, int len, int want)
{ // the want-th smallest of a block's own list, eight bits at a time
	__shared__ unsigned bins[256], prefix;
	__shared__ int left;
	int t = threadIdx.x;
	in += blockIdx.x * len;
	if (t == 0)
		prefix = 0, left = want;
	for (int shift = 24; shift >= 0; shift -= 8) {
		bins[t] = 0;
		__syncthreads();
		unsigned p = prefix;
		for (int k = t; k < len; k += 256) {
			unsigned v = in[k];
			if (shift == 24 || v >> (shift + 8) == p >> (shift + 8))
				atomicAdd(&bins[v >> shift & 255], 1u);
		}
		__syncthreads();
		if (t == 0) {
			int l = left, b = 0;
			while (l >= (int)bins[b])
				l -= bins[b++];
			left = l, prefix = p | b << shift;
		}
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = prefix;
}
__device__ bool wanted(int v)
{
	return v % 3 == 1 && (v & 64);
}
__global__ void squeeze_one_block(const int *in, int *out, int *count, int n)
{ // one block of 1024 walks through the list and keeps the order
	__shared__ int warp[32];
	int t = threadIdx.x, lane = t & 31, past = 0;
	for (int base = 0; base < n; base += 1024) {
		int v = base + t < n ? in[base + t] : 0;
		bool w = base + t < n && wanted(v);
		unsigned m = __ballot_sync(~0u, w);
		if (lane == 0)
			warp[t / 32] = __popc(m);
		__syncthreads();
		int c = warp[lane];
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, c, d);
			if (lane >= d)
				c += o;
		}
		int before = t < 32 ? 0 : __shfl_sync(~0u, c, t / 32 - 1);
		if (w)
			out[past + before + __popc(m & (1u << lane) - 1)] = v;
		past += __shfl_sync(~0u, c, 31);
		__syncthreads();
	}
	if (t == 0)
		*count = past;
}
__global__ void segments_group(const int *in, const int *start, int *out, int n)
{ // eight lanes a segment
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, l = threadIdx.x & 7, s = 0;
	if (i < n)
		for (int k = start[i] + l; k < start[i + 1]; k += 8)
			s += in[k];
	s += __shfl_xor_sync(~0u, s, 4, 8);
	s += __shfl_xor_sync(~0u, s, 2, 8);
	s += __shfl_xor_sync(~0u, s, 1, 8);
	if (i < n && l == 0)
		out[i] = s;
}
__global__ void segments_scan(const int *in, const int *of, int *out, int n)
{ // a thread an element: segmented scan of a warp, the last lane of each segment adds its sum
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	int seg = i < n ? of[i] : -1, v = i < n ? in[i] : 0;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, v, d), os = __shfl_up_sync(~0u, seg, d);
		if (lane >= d && os == seg)
			v += o;
	}
	int next = __shfl_down_sync(~0u, seg, 1);
	if (seg >= 0 && (lane == 31 || next != seg))
		atomicAdd(&out[seg], v);
}
__global__ void bins_own_bytes(const byte *in, unsigned *out, int n)
{ // 16 bins as bytes for each of 128 threads, no atomics until the end
	__shared__ byte h[16][128];
	int t = threadIdx.x;
	for (int k = 0; k < 16; k++)
		h[k][t] = 0;
	int from = (blockIdx.x * 128 + t), step = gridDim.x * 128, left = 250;
	for (int i = from; i < n && left; i += step, left--)
		h[in[i] >> 4][t]++;
	__syncthreads();
	int b = t / 8, s = 0;
	for (int k = t % 8; k < 128; k += 8)
		s += h[b][k];
	for (int d = 4; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, 8);
	if (t % 8 == 0)
		atomicAdd(&out[b], (unsigned)s);
}
__global__ void bins_global_matched(const unsigned short *in, unsigned *out, int n)
{ // 65536 bins in global memory; lanes with the same value go together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned all = __ballot_sync(~0u, i < n);
	if (i >= n)
		return;
	unsigned short v = in[i];
	unsigned m = __match_any_sync(all, v);
	if ((threadIdx.x & 31) == __ffs(m) - 1)
		atomicAdd(&out[v], (unsigned)__popc(m));
}
static void sorts(const std::vector<unsigned> &w)
{
	const int N = 65536;
	std::vector<unsigned> in(w.begin(), w.begin() + N), a = in, b = in;
	for (int i = 0; i < N; i += 1024)
		std::sort(a.begin() + i, a.begin() + i + 1024);
	for (int i = 0; i < N; i += 128)
		std::sort(b.begin() + i, b.begin() + i + 128);
	unsigned *d = upload(in), *o = dev<unsigned>(N);
	job<unsigned>(
		"sorted_1024.bitonic_shared", [&] { bitonic_block<<<N / 1024, 512>>>(d, o); }, o, N, same(a));
	job<unsigned>(
		"sorted_128.bitonic_warp", [&] { bitonic_warp<<<N / 1024, 256>>>(d, o); }, o, N, same(b));
}
static void merges(const std::vector<unsigned> &w)
{
	const int A = 70000, B = 51234, N = A + B;
	std::vector<int> a(A), b(B), want(N);
	for (int i = 0; i < A; i++)
		a[i] = w[i] % 1000000;
	for (int i = 0; i < B; i++)
		b[i] = w[i + A] % 700000;
	std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
	std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
	int *da = upload(a), *db = upload(b), *o = dev<int>(N);
	job<int>(
		"two_lists_merged.place_of_each", [&] { merge_by_rank<<<up(N, 256), 256>>>(da, A, db, B, o); }, o, N,
		same(want));
	job<int>(
		"two_lists_merged.sixteen_a_thread", [&] { merge_path<<<up(N, 16 * 64), 64>>>(da, A, db, B, o, 16); },
		o, N, same(want));
	job<int>(
		"two_lists_merged.tiles_in_shared", [&] { merge_path_tiles<<<up(N, 1024), 128>>>(da, A, db, B, o); }, o,
		N, same(want));
}
static void tops(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 2000, L = 250, M = 160, K = 3000, WANT = 1234;
	std::vector<float> a(f.begin(), f.begin() + N * L), b(N * L), wa(N * 8), wb(N * 8);
	for (int r = 0; r < N; r++) {
		std::vector<float> v(a.begin() + r * L, a.begin() + (r + 1) * L);
		for (int k = 0; k < L; k++)
			b[k * N + r] = v[k];
		std::partial_sort(v.begin(), v.begin() + 8, v.end(), std::greater<float>());
		for (int k = 0; k < 8; k++)
			wa[r * 8 + k] = wb[k * N + r] = v[k];
	}
	float *da = upload(a), *db = upload(b), *o = dev<float>(N * 8);
	job<float>(
		"eight_largest.thread_a_column", [&] { top_thread<<<up(N, 32), 32>>>(db, o, N, L); }, o, N * 8,
		same(wb));
	job<float>(
		"eight_largest.warp_a_row", [&] { top_warp<<<up(N, 8), 256>>>(da, o, N, L); }, o, N * 8,
		[=](const std::vector<float> &v) { return v == wa; });
	std::vector<unsigned> in(w.begin(), w.begin() + M * K), kth(M);
	for (int i = 0; i < M; i++) {
		std::vector<unsigned> v(in.begin() + i * K, in.begin() + (i + 1) * K);
		std::nth_element(v.begin(), v.begin() + WANT, v.end());
		kth[i] = v[WANT];
	}
	unsigned *di = upload(in), *ok = dev<unsigned>(M);
	job<unsigned>(
		"kth_smallest.digits_by_block", [&] { kth_block<<<M, 256>>>(di, ok, K, WANT); }, ok, M, same(kth));
}
static void squeezes(const std::vector<unsigned> &w)
{
	const int N = 300000, SMALL = 60000;
	std::vector<int> in(w.begin(), w.begin() + N), keep;
	for (int &v : in)
		v &= 0xffffff;
	for (int v : in)
		if (v % 3 == 1 && (v & 64))
			keep.push_back(v);
	int C = keep.size(), *d = upload(in), *o = dev<int>(N + 1);
	auto zero = [=] { CHECK(cudaMemset(o, 0, 4 * (N + 1))); };
	job<int>(
		"squeezed_list.one_block_in_order", [&] { squeeze_one_block<<<1, 1024>>>(d, o, o + N, SMALL); }, o,
		N + 1,
		[=](const std::vector<int> &v) {
			return v[N] > 0 && v[N] <= C && std::equal(v.begin(), v.begin() + v[N], keep.begin()) &&
				std::count_if(in.begin(), in.begin() + SMALL,
					[](int x) { return x % 3 == 1 && (x & 64); }) == v[N];
		},
		zero);
}
static void segments(const std::vector<unsigned> &w)
{
	const int S = 12000;
	std::vector<int> start(S + 1), of, in, want(S);
	for (int i = 0; i < S; i++) {
		int len = w[i] % 97 == 0 ? 400 : w[i] % 30;
		start[i] = in.size();
		for (int k = 0; k < len; k++)
			in.push_back(w[in.size() + 5] % 1000), of.push_back(i), want[i] += in.back();
	}
	start[S] = in.size();
	int N = in.size(), *d = upload(in), *ds = upload(start), *df = upload(of), *o = dev<int>(S);
	job<int>(
		"sums_by_segment.eight_lanes", [&] { segments_group<<<up(S * 8, 128), 128>>>(d, ds, o, S); }, o, S,
		same(want));
	job<int>(
		"sums_by_segment.scan_of_a_warp", [&] { segments_scan<<<up(N, 256), 256>>>(d, df, o, N); }, o, S,
		same(want), [&] { CHECK(cudaMemset(o, 0, 4 * S)); });
}
static void histograms(const std::vector<unsigned> &w)
{
	const int N = 400000;
	std::vector<byte> b(N);
	std::vector<unsigned short> s(N);
	std::vector<unsigned> h16(16), h65536(65536);
	for (int i = 0; i < N; i++) {
		b[i] = w[i] >> 3, s[i] = (w[i] & 0xffff) * (w[i] >> 16) >> 16;
		h16[b[i] >> 4]++, h65536[s[i]]++;
	}
	byte *db = upload(b);
	unsigned short *ds = upload(s);
	unsigned *o = dev<unsigned>(65536);
	auto zero = [=] { CHECK(cudaMemset(o, 0, 65536 * 4)); };
	job<unsigned>(
		"bins_16.bytes_of_each_thread", [&] { bins_own_bytes<<<132, 128>>>(db, o, N); }, o, 16, same(h16),
		zero);
	job<unsigned>(
		"bins_65536.global_matched", [&] { bins_global_matched<<<up(N, 256), 256>>>(ds, o, N); }, o, 65536,
		same(h65536), zero);
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	std::vector<float> f = fractions(w);
	sorts(w);
	merges(w);
	tops(w, f);
	squeezes(w);
	segments(w);
	histograms(w);
}
