// blind8f: an eighth set of kernels that nobody had modelled when they were written. Order, and chance.
#include "blind7.h"
#include <climits>
#include <numeric>
typedef unsigned u32;

__host__ __device__ inline u32 mix(u32 x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- two sorted lists into one
__device__ int on_diagonal(const u32 *a, int na, const u32 *b, int nb, int d)
{ // how many of the first d come from a?
	int lo = max(0, d - nb), hi = min(d, na);
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (a[mid] <= b[d - 1 - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}
template <int EACH> __global__ void merge_by_thread(const u32 *a, int na, const u32 *b, int nb, u32 *out)
{
	int d = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
	if (d >= na + nb)
		return;
	int i = on_diagonal(a, na, b, nb, d), j = d - i;
	for (int k = d; k < min(d + EACH, na + nb); k++)
		out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
template <int THREADS, int EACH> __global__ void merge_by_tile(const u32 *a, int na, const u32 *b, int nb, u32 *out)
{
	const int TILE = THREADS * EACH;
	__shared__ u32 s[TILE];
	__shared__ int cut[2];
	int t = threadIdx.x, d = blockIdx.x * TILE, end = min(d + TILE, na + nb);
	if (t < 2)
		cut[t] = on_diagonal(a, na, b, nb, t ? end : d);
	__syncthreads();
	int ia = cut[0], ma = cut[1] - ia, ib = d - ia, mb = end - d - ma;
	for (int k = t; k < ma + mb; k += THREADS)
		s[k] = k < ma ? a[ia + k] : b[ib + k - ma];
	__syncthreads();
	u32 mine[EACH];
	int from = min(t * EACH, ma + mb), i = on_diagonal(s, ma, s + ma, mb, from), j = from - i;
#pragma unroll
	for (int k = 0; k < EACH; k++)
		if (i < ma || j < mb)
			mine[k] = j >= mb || (i < ma && s[i] <= s[ma + j]) ? s[i++] : s[ma + j++];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < EACH; k++)
		if (from + k < ma + mb)
			s[from + k] = mine[k];
	__syncthreads();
	for (int k = t; k < ma + mb; k += THREADS)
		out[d + k] = s[k];
}
// ---- many lists of 32 keys, each with a value below it
__global__ void lists_insertion(const u64 *in, u64 *out, int lists)
{
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	u64 a[32];
	for (int i = 0; i < 32; i++) {
		u64 v = in[l * 32 + i];
		int j = i;
		for (; j > 0 && a[j - 1] > v; j--)
			a[j] = a[j - 1];
		a[j] = v;
	}
	for (int i = 0; i < 32; i++)
		out[l * 32 + i] = a[i];
}
__global__ void lists_by_lanes(const u64 *in, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	u64 v = in[i];
#pragma unroll
	for (int k = 2; k <= 32; k *= 2)
#pragma unroll
		for (int j = k / 2; j; j /= 2) {
			u64 o = __shfl_xor_sync(~0u, v, j);
			bool low = !(lane & j), up = !(lane & k);
			v = low == up ? min(v, o) : max(v, o);
		}
	out[i] = v;
}
// ---- the largest few
__global__ void top_of_tiles(const u32 *in, u32 *out)
{ // sorts 1024, keeps 64
	__shared__ u32 s[1024];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 1024 + t];
	s[t + 512] = in[blockIdx.x * 1024 + t + 512];
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j; j /= 2) {
			__syncthreads();
			int i = 2 * t - (t & j - 1), o = i + j;
			u32 a = s[i], b = s[o];
			if (a < b == !(i & k)) {
				s[i] = b;
				s[o] = a;
			}
		}
	__syncthreads();
	if (t < 64)
		out[blockIdx.x * 64 + t] = s[t];
}
struct choice {
	u32 prefix, mask;
	int left, found, count[256];
};
__global__ void digit_count(const u32 *in, choice *c, int shift, int n)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	u32 prefix = c->prefix, mask = c->mask;
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		if ((in[i] & mask) == prefix)
			atomicAdd(&s[in[i] >> shift & 255], 1);
	__syncthreads();
	if (s[threadIdx.x])
		atomicAdd(&c->count[threadIdx.x], s[threadIdx.x]);
}
__global__ void digit_choose(choice *c, int shift)
{
	if (threadIdx.x == 0) {
		int d = 255, left = c->left;
		for (; c->count[d] < left; d--)
			left -= c->count[d];
		c->prefix |= d << shift;
		c->mask |= 255u << shift;
		c->left = left;
	}
	__syncthreads();
	c->count[threadIdx.x] = 0;
}
__global__ void take_larger(const u32 *in, choice *c, u32 *out, int n)
{
	u32 least = c->prefix;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (in[i] >= least)
			out[atomicAdd(&c->found, 1)] = in[i];
}
// ---- parting: those below the pivot in front
__global__ void part_count(const u32 *in, int *count, u32 pivot)
{
	int c = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] < pivot);
	if (threadIdx.x == 0)
		count[blockIdx.x] = c;
}
__global__ void part_scan(int *count, int n)
{
	__shared__ int s[1024];
	int t = threadIdx.x, v = t < n ? count[t] : 0;
	s[t] = v;
	for (int d = 1; d < 1024; d *= 2) {
		__syncthreads();
		int o = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += o;
	}
	if (t <= n)
		count[t] = s[t] - v;
}
__global__ void part_fill(const u32 *in, u32 *out, const int *from, u32 pivot, int blocks)
{
	__shared__ int warp_sum[16];
	int t = threadIdx.x, lane = t % 32, i = blockIdx.x * blockDim.x + t, before = 0;
	u32 v = in[i];
	bool low = v < pivot;
	unsigned some = __ballot_sync(~0u, low);
	if (lane == 0)
		warp_sum[t / 32] = __popc(some);
	__syncthreads();
	for (int w = 0; w < t / 32; w++)
		before += warp_sum[w];
	before += from[blockIdx.x] + __popc(some & (1u << lane) - 1);
	out[low ? before : from[blocks] + i - before] = v;
}
__global__ void part_both_ends(const u32 *in, u32 *out, int *at, u32 pivot, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, f = 0, b = 0;
	u32 v = in[i];
	unsigned low = __ballot_sync(~0u, v < pivot), mask = (1u << lane) - 1;
	if (lane == 0) {
		f = atomicAdd(&at[0], __popc(low));
		b = atomicAdd(&at[1], 32 - __popc(low));
	}
	f = __shfl_sync(~0u, f, 0) + __popc(low & mask);
	b = n - 1 - __shfl_sync(~0u, b, 0) - __popc(~low & mask);
	out[v < pivot ? f : b] = v;
}
// ---- into 256 buckets of about one size, whose bounds come from a sample
__device__ int bucket_of(const u32 *bound, u32 v)
{
	int b = 0;
	for (int s = 128; s; s /= 2)
		if (bound[b + s - 1] <= v)
			b += s;
	return b;
}
__global__ void bucket_count(const u32 *in, const u32 *bound, int *count, int n)
{
	__shared__ u32 s[256];
	__shared__ int c[256];
	s[threadIdx.x] = bound[threadIdx.x];
	c[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 1024 + threadIdx.x; i < blockIdx.x * 1024 + 1024; i += 256)
		atomicAdd(&c[bucket_of(s, in[i])], 1);
	__syncthreads();
	atomicAdd(&count[threadIdx.x], c[threadIdx.x]);
}
__global__ void bucket_fill(const u32 *in, const u32 *bound, int *next, u32 *out, int n)
{
	__shared__ u32 s[256];
	__shared__ int c[256], base[256];
	int t = threadIdx.x, b[4], rank[4];
	u32 v[4];
	s[t] = bound[t];
	c[t] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 4; k++) {
		v[k] = in[blockIdx.x * 1024 + k * 256 + t];
		b[k] = bucket_of(s, v[k]);
		rank[k] = atomicAdd(&c[b[k]], 1);
	}
	__syncthreads();
	base[t] = atomicAdd(&next[t], c[t]);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[base[b[k]] + rank[k]] = v[k];
}
// ---- draws by chance: outcome k with weight[k]
__global__ void draw_cumulative(const u32 *upto, int *out, int k)
{ // upto[k]: weights of 0 ... k together
	int i = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = k - 1;
	u32 r = mix(i + 1) % upto[k - 1];
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (upto[mid] > r)
			hi = mid;
		else
			lo = mid + 1;
	}
	out[i] = lo;
}
__global__ void draw_alias(const u32 *keep, const int *other, int *out, int k)
{
	extern __shared__ u32 s[];
	for (int j = threadIdx.x; j < 2 * k; j += blockDim.x)
		s[j] = j < k ? keep[j] : other[j - k];
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
#pragma unroll
	for (int e = 0; e < 4; e++) {
		u32 r = mix(i + e + 1), slot = r % k;
		out[i + e] = mix(r) >> 8 < s[slot] ? slot : s[k + slot];
	}
}
__device__ float unit(u32 r)
{
	return ((r >> 8) + 0.5f) * (1 / 16777216.0f);
}
__global__ void gauss_box(float2 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float r = sqrtf(-2 * logf(unit(mix(2 * i + 1)))), s, c;
	sincospif(2 * unit(mix(2 * i + 2)), &s, &c);
	out[i] = make_float2(r * c, r * s);
}
__global__ void gauss_polar(float2 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u32 r = mix(i + 1);
	float x, y, q;
	do {
		x = 2 * unit(r = mix(r + 1)) - 1;
		y = 2 * unit(r = mix(r + 1)) - 1;
		q = x * x + y * y;
	} while (q >= 1 || q == 0);
	q = sqrtf(-2 * logf(q) / q);
	out[i] = make_float2(x * q, y * q);
}
__host__ __device__ inline int pairs_in(const byte *card, int step)
{ // equal ranks among five cards
	int n = 0;
	for (int a = 0; a < 5; a++)
		for (int b = 0; b < a; b++)
			n += card[a * step] % 13 == card[b * step] % 13;
	return n;
}
__host__ __device__ inline void shuffle_cards(byte *card, int step, u32 seed)
{
	for (int k = 0; k < 52; k++)
		card[k * step] = k;
	for (int k = 51; k > 0; k--) {
		seed = seed * 1664525u + 1013904223u;
		int j = (u64)seed * (k + 1) >> 32;
		byte t = card[k * step];
		card[k * step] = card[j * step];
		card[j * step] = t;
	}
}
__global__ void cards_local(int *out)
{
	byte card[52];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	shuffle_cards(card, 1, mix(i));
	out[i] = pairs_in(card, 1);
}
__global__ void cards_shared(int *out)
{
	__shared__ byte card[52 * 128];
	int i = blockIdx.x * 128 + threadIdx.x;
	shuffle_cards(card + threadIdx.x, 128, mix(i));
	out[i] = pairs_in(card + threadIdx.x, 128);
}
__global__ void bootstrap(const u32 *in, u64 *out, int n)
{ // a block draws n of n with repetition
	__shared__ u64 part[32];
	u64 s = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s += in[mix(blockIdx.x * n + i) % n];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			s += part[k];
		out[blockIdx.x] = s;
	}
}

void rows()
{
	const int N = 1 << 18, NA = 150000;
	std::vector<u32> w = words(N), a(w.begin(), w.begin() + NA), b(w.begin() + NA, w.end()), all = w, down_to;
	std::sort(a.begin(), a.end());
	std::sort(b.begin(), b.end());
	std::sort(all.begin(), all.end());
	down_to.assign(all.rbegin(), all.rbegin() + 64);
	u32 *dw = upload(w), *da = upload(a), *db = upload(b), *out = dev<u32>(N), *out2 = dev<u32>(N);
	typedef const std::vector<u32> &U;
	job<u32>("merge_two.by_thread", [&] { merge_by_thread<8><<<N / 8 / 128, 128>>>(da, NA, db, N - NA, out); }, out, N, same(all));
	job<u32>("merge_two.by_tile", [&] { merge_by_tile<256, 7><<<N / 7 / 256 + 1, 256>>>(da, NA, db, N - NA, out); }, out, N, same(all));
	std::vector<u64> lists(32 * 8448), in_order;
	for (size_t i = 0; i < lists.size(); i++)
		lists[i] = (u64)mix(i) << 32 | i;
	in_order = lists;
	for (size_t i = 0; i < lists.size(); i += 32)
		std::sort(in_order.begin() + i, in_order.begin() + i + 32);
	u64 *dl = upload(lists), *dlo = dev<u64>(lists.size());
	job<u64>("lists_of_32.insertion", [&] { lists_insertion<<<132, 64>>>(dl, dlo, 8448); }, dlo, lists.size(), same(in_order));
	job<u64>("lists_of_32.by_lanes", [&] { lists_by_lanes<<<1056, 256>>>(dl, dlo); }, dlo, lists.size(), same(in_order));
	job<u32>(
		"top_k.sorted_tiles",
		[&] {
			top_of_tiles<<<256, 512>>>(dw, out);
			top_of_tiles<<<16, 512>>>(out, out2);
			top_of_tiles<<<1, 512>>>(out2, out);
		},
		out, 64, same(down_to));
	choice start = { 0, 0, 64 }, *dc = dev<choice>(1);
	job<u32>(
		"top_k.digit_by_digit",
		[&] {
			for (int shift = 24; shift >= 0; shift -= 8) {
				digit_count<<<132, 256>>>(dw, dc, shift, N);
				digit_choose<<<1, 256>>>(dc, shift);
			}
			take_larger<<<132, 256>>>(dw, dc, out, N);
		},
		out, 64,
		[&](U v) {
			std::vector<u32> s = v;
			std::sort(s.rbegin(), s.rend());
			return s == down_to;
		},
		[&] { CHECK(cudaMemcpy(dc, &start, sizeof start, cudaMemcpyHostToDevice)); });
	u32 pivot = all[N / 3];
	int *count = dev<int>(1024), *next = dev<int>(N);
	std::vector<u32> parted = w;
	std::stable_partition(parted.begin(), parted.end(), [&](u32 v) { return v < pivot; });
	auto no_count = [&] { CHECK(cudaMemset(count, 0, 4096)); };
	job<u32>(
		"parted.count_scan_fill",
		[&] {
			part_count<<<N / 512, 512>>>(dw, count, pivot);
			part_scan<<<1, 1024>>>(count, N / 512);
			part_fill<<<N / 512, 512>>>(dw, out, count, pivot, N / 512);
		},
		out, N, same(parted));
	job<u32>("parted.from_both_ends", [&] { part_both_ends<<<N / 192, 192>>>(dw, out, count, pivot, N / 192 * 192); }, out, N / 192 * 192,
		[&](U v) {
			return std::is_partitioned(v.begin(), v.end(), [&](u32 e) { return e < pivot; }) &&
				std::accumulate(v.begin(), v.end(), 0ull) == std::accumulate(w.begin(), w.begin() + v.size(), 0ull);
		},
		no_count);
	std::vector<u32> bound(256, UINT_MAX);
	for (int i = 0; i < 255; i++)
		bound[i] = all[(i + 1) * (N / 256) + i % 40];
	u32 *dbound = upload(bound);
	job<u32>(
		"buckets.of_a_sample",
		[&] {
			bucket_count<<<N / 1024, 256>>>(dw, dbound, count, N);
			part_scan<<<1, 1024>>>(count, 256);
			bucket_fill<<<N / 1024, 256>>>(dw, dbound, count, out, N);
		},
		out, N,
		[&](U v) {
			std::vector<u32> s = v;
			for (int i = 0, to = 0, from; i < 256; i++) {
				from = to;
				to = std::lower_bound(all.begin(), all.end(), bound[i]) - all.begin();
				std::sort(s.begin() + from, i < 255 ? s.begin() + to : s.end());
			}
			return s == all;
		},
		no_count);
	const int D = 1000, R = 132 * 1024;
	std::vector<u32> weight(D), upto(D), keep(D, 1 << 24);
	std::vector<int> other(D), drawn(R), aliased(R), hands(R / 4);
	u64 total = 0;
	for (int i = 0; i < D; i++)
		upto[i] = total += weight[i] = 1 + mix(i) % 1000 * (i % 10);
	std::vector<int> poor, rich;
	std::vector<double> share(D);
	for (int i = 0; i < D; i++)
		((share[i] = (double)weight[i] * D / total) < 1 ? poor : rich).push_back(i);
	while (!poor.empty() && !rich.empty()) {
		int p = poor.back(), r = rich.back();
		poor.pop_back();
		keep[p] = share[p] * (1 << 24);
		other[p] = r;
		if ((share[r] -= 1 - share[p]) < 1) {
			rich.pop_back();
			poor.push_back(r);
		}
	}
	for (int i = 0; i < R; i++) {
		drawn[i] = std::upper_bound(upto.begin(), upto.end(), mix(i + 1) % upto[D - 1]) - upto.begin();
		u32 r = mix(i + 1), slot = r % D;
		aliased[i] = mix(r) >> 8 < keep[slot] ? slot : other[slot];
		if (i < R / 4) {
			byte card[52];
			shuffle_cards(card, 1, mix(i));
			hands[i] = pairs_in(card, 1);
		}
	}
	u32 *dupto = upload(upto), *dkeep = upload(keep);
	int *dother = upload(other), *num = dev<int>(R);
	float *normal = dev<float>(2 * R);
	job<int>("draws.cumulative", [&] { draw_cumulative<<<R / 256, 256>>>(dupto, num, D); }, num, R, same(drawn));
	job<int>("draws.alias", [&] { draw_alias<<<R / 1024, 256, 8 * D>>>(dkeep, dother, num, D); }, num, R, same(aliased));
	auto bell = [&](const std::vector<float> &v) {
		double s = 0, q = 0;
		for (float e : v)
			s += e, q += e * e;
		return std::fabs(s / v.size()) < 0.01 && std::fabs(q / v.size() - 1) < 0.02;
	};
	job<float>("bell.sines", [&] { gauss_box<<<R / 512, 512>>>((float2 *)normal); }, normal, 2 * R, bell);
	job<float>("bell.polar", [&] { gauss_polar<<<R / 512, 512>>>((float2 *)normal); }, normal, 2 * R, bell);
	job<int>("cards.local_array", [&] { cards_local<<<R / 4 / 128, 128>>>(num); }, num, R / 4, same(hands));
	job<int>("cards.shared_array", [&] { cards_shared<<<R / 4 / 128, 128>>>(num); }, num, R / 4, same(hands));
	std::vector<u64> means(300);
	for (int k = 0; k < 300; k++)
		for (int i = 0; i < 5000; i++)
			means[k] += w[mix(k * 5000 + i) % 5000];
	job<u64>("bootstrap.block_a_draw", [&] { bootstrap<<<300, 384>>>(dw, dlo, 5000); }, dlo, 300, same(means));
}
