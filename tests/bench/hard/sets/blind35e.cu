// blind35e: a fresh set of kernels that nobody had modelled when they were written. Sorting and searching: bitonic,
// radix passes, merge path, odd and even, ranks, binary searches, hash tables.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__device__ __host__ unsigned mix(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU;
	return x ^ x >> 16;
}
// bitonic of 64-bit keys with a launch for each step
__global__ void bitonic_step(u64 *a, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, ixj = i ^ j;
	if (ixj > i) {
		u64 x = a[i], y = a[ixj];
		if ((i & k) == 0 ? x > y : x < y)
			a[i] = y, a[ixj] = x;
	}
}
// 2048 floats a block of 1024, all steps in shared memory
__global__ void bitonic_block(float *a)
{
	__shared__ float s[2048];
	int t = threadIdx.x;
	a += blockIdx.x * 2048;
	s[t] = a[t], s[t + 1024] = a[t + 1024];
	for (int k = 2; k <= 2048; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int p = 2 * t - (t & (j - 1));
			bool down = p & k;
			float x = s[p], y = s[p + j];
			if ((x > y) != down)
				s[p] = y, s[p + j] = x;
		}
	__syncthreads();
	a[t] = s[t], a[t + 1024] = s[t + 1024];
}
// odd and even rounds over 512 shorts; stops when a double round swapped nothing
__global__ void odd_even_early_out(short *a)
{
	__shared__ short s[512];
	__shared__ int swapped;
	int t = threadIdx.x;
	a += blockIdx.x * 512;
	s[t] = a[t], s[t + 256] = a[t + 256];
	__syncthreads();
	do {
		__syncthreads();
		if (t == 0)
			swapped = 0;
		__syncthreads();
		for (int odd = 0; odd < 2; odd++) {
			int p = 2 * t + odd;
			if (p + 1 < 512 && s[p] > s[p + 1]) {
				short v = s[p];
				s[p] = s[p + 1], s[p + 1] = v;
				swapped = 1;
			}
			__syncthreads();
		}
	} while (swapped);
	a[t] = s[t], a[t + 256] = s[t + 256];
}
// one pass of four bits over keys: counts of blocks, a scan of them, places
__global__ void radix_counts(const unsigned *in, int *counts, int n, int shift, int blocks)
{
	__shared__ int c[16];
	int t = threadIdx.x;
	if (t < 16)
		c[t] = 0;
	__syncthreads();
	int i = blockIdx.x * 256 + t;
	if (i < n)
		atomicAdd(&c[in[i] >> shift & 15], 1);
	__syncthreads();
	if (t < 16)
		counts[t * blocks + blockIdx.x] = c[t];
}
__global__ void scan_one_block(int *a, int n)
{ // without the own element; stretches of a thread
	__shared__ int s[512];
	int t = threadIdx.x, each = (n + 511) / 512, sum = 0;
	for (int i = t * each; i < min(n, (t + 1) * each); i++)
		sum += a[i];
	s[t] = sum;
	__syncthreads();
	for (int d = 1; d < 512; d *= 2) {
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	int before = s[t] - sum;
	for (int i = t * each; i < min(n, (t + 1) * each); i++) {
		int v = a[i];
		a[i] = before, before += v;
	}
}
__global__ void radix_scatter_split(const unsigned *in, unsigned *out, const int *counts, int n, int shift, int blocks)
{ // the block sorts its 256 by four splits of a bit, then writes runs
	__shared__ unsigned s[256];
	__shared__ int w[8], first[16];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t & 31;
	unsigned v = i < n ? in[i] : ~0u;
	for (int b = 0; b < 4; b++) {
		bool one = v >> (shift + b) & 1;
		unsigned m = __ballot_sync(~0u, !one);
		if (lane == 0)
			w[t / 32] = __popc(m);
		__syncthreads();
		int before = 0, all = 0;
		for (int k = 0; k < 8; k++) {
			if (k == t / 32)
				before = all;
			all += w[k];
		}
		int zeros = before + __popc(m & ((1u << lane) - 1));
		s[one ? all + t - zeros : zeros] = v;
		__syncthreads();
		v = s[t];
	}
	int d = v >> shift & 15;
	if (t == 0 || (s[t - 1] >> shift & 15) != d)
		first[d] = t;
	__syncthreads();
	if (blockIdx.x * 256 + t < n)
		out[counts[d * blocks + blockIdx.x] + t - first[d]] = v;
}
// rank sort: each counts how many are less, by tiles
__global__ void rank_sort_tiles(const int *in, int *out, int n)
{
	__shared__ int s[128];
	int i = blockIdx.x * 128 + threadIdx.x, v = i < n ? in[i] : 0, r = 0;
	for (int j0 = 0; j0 < n; j0 += 128) {
		s[threadIdx.x] = j0 + threadIdx.x < n ? in[j0 + threadIdx.x] : 2147483647;
		__syncthreads();
		for (int j = 0; j < 128; j++)
			r += s[j] < v || (s[j] == v && j0 + j < i);
		__syncthreads();
	}
	if (i < n)
		out[r] = v;
}
// merge path: diagonals found first, a launch of its own; then a tile a block through shared memory
__device__ int diagonal(const int *a, int na, const int *b, int nb, int d)
{
	int lo = max(0, d - nb), hi = min(d, na);
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (a[m] <= b[d - 1 - m])
			lo = m + 1;
		else
			hi = m;
	}
	return lo;
}
__global__ void merge_partition(const int *a, int na, const int *b, int nb, int *at, int tile, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		at[i] = diagonal(a, na, b, nb, min(i * tile, na + nb));
}
__global__ void merge_tile(const int *a, int na, const int *b, int nb, const int *at, int *out)
{
	const int TILE = 128 * 7;
	__shared__ int s[TILE];
	int t = threadIdx.x, d0 = blockIdx.x * TILE, d1 = min(d0 + TILE, na + nb);
	int a0 = at[blockIdx.x], a1 = at[blockIdx.x + 1], b0 = d0 - a0, la = a1 - a0, lb = d1 - a1 - b0;
	for (int i = t; i < la + lb; i += 128)
		s[i] = i < la ? a[a0 + i] : b[b0 + i - la];
	__syncthreads();
	int d = min(t * 7, la + lb), x = diagonal(s, la, s + la, lb, d), y = d - x, v[7];
#pragma unroll
	for (int k = 0; k < 7; k++) {
		bool left = y >= lb || (x < la && s[x] <= s[la + y]);
		v[k] = x + y < la + lb ? (left ? s[x] : s[la + y]) : 0;
		left ? x++ : y++;
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 7; k++)
		if (t * 7 + k < la + lb)
			s[t * 7 + k] = v[k];
	__syncthreads();
	for (int i = t; i < la + lb; i += 128)
		out[d0 + i] = s[i];
}
// lower bounds: plain halving; with the top of the tree in shared memory; in the order of a heap
__global__ void lower_bound_plain(const int *a, int n, const int *q, int *out, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int lo = 0, hi = n, v = q[i];
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;
		if (a[mid] < v)
			lo = mid + 1;
		else
			hi = mid;
	}
	out[i] = lo;
}
__global__ void lower_bound_sampled(const int *a, int n, const int *q, int *out, int m)
{
	__shared__ int top[1024];
	int step = (n + 1023) / 1024;
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		top[k] = k * step < n ? a[k * step] : 2147483647;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
		int v = q[i], p = 0;
		for (int d = 512; d > 0; d /= 2)
			if (top[p + d] < v)
				p += d;
		int lo = p * step, hi = min(n, lo + step);
		if (p == 0 && top[0] >= v)
			hi = 0;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (a[mid] < v)
				lo = mid + 1;
			else
				hi = mid;
		}
		out[i] = lo;
	}
}
__global__ void lower_bound_eytzinger(const int *e, const int *place, int n, const int *q, int *out, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int v = q[i], k = 1;
	while (k <= n)
		k = 2 * k + (e[k] < v);
	k >>= __ffs(~k);
	out[i] = k ? place[k] : n;
}
// hash table with linear probing: keys by swap, then a value; probes by a thread or by eight lanes
__global__ void hash_build(const unsigned *keys, unsigned *tab, unsigned *val, int n, unsigned maskk)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = keys[i], s = mix(k) & maskk;
	for (;;) {
		unsigned old = atomicCAS(&tab[s], 0, k);
		if (old == 0 || old == k) {
			atomicMax(&val[s], i + 1);
			return;
		}
		s = (s + 1) & maskk;
	}
}
__global__ void hash_probe(
	const unsigned *q, const unsigned *tab, const unsigned *val, unsigned *out, int n, unsigned maskk)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = q[i], s = mix(k) & maskk, t;
	while ((t = tab[s]) && t != k)
		s = (s + 1) & maskk;
	out[i] = t ? val[s] : 0;
}
__global__ void hash_probe_group(
	const unsigned *q, const unsigned *tab, const unsigned *val, unsigned *out, int n, unsigned maskk)
{ // eight lanes look at eight neighbours
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 8, r = threadIdx.x & 7, sh = threadIdx.x & 24;
	if (g >= n)
		return;
	unsigned m = 255u << sh, k = q[g], s = mix(k);
	for (;;) {
		unsigned t = tab[(s + r) & maskk], hit = __ballot_sync(m, t == k) >> sh & 255;
		unsigned hole = __ballot_sync(m, t == 0) >> sh & 255;
		if (hit) {
			if (r == __ffs(hit) - 1)
				out[g] = val[(s + r) & maskk];
			return;
		}
		if (hole) {
			if (r == 0)
				out[g] = 0;
			return;
		}
		s += 8;
	}
}
static void sorts(const std::vector<unsigned> &w)
{
	{
		const int N = 8192;
		std::vector<u64> a(N), s;
		for (int i = 0; i < N; i++)
			a[i] = (u64)w[i] << 32 | w[i + N];
		s = a;
		std::sort(s.begin(), s.end());
		u64 *keep = upload(a), *d = dev<u64>(N);
		job<u64>(
			"long_words_sorted.bitonic_launch_a_step",
			[&] {
				for (int k = 2; k <= N; k *= 2)
					for (int j = k / 2; j > 0; j /= 2)
						bitonic_step<<<N / 256, 256>>>(d, j, k);
			},
			d, N, same(s), [&] { CHECK(cudaMemcpy(d, keep, N * 8, cudaMemcpyDeviceToDevice)); });
	}
	{
		const int B = 30, N = B * 2048;
		std::vector<float> a(N), s;
		for (int i = 0; i < N; i++)
			a[i] = (int)w[i] / 1000.0f;
		s = a;
		for (int b = 0; b < B; b++)
			std::sort(&s[b * 2048], &s[b * 2048] + 2048);
		float *keep = upload(a), *d = dev<float>(N);
		job<float>(
			"floats_sorted_2048.bitonic_block", [&] { bitonic_block<<<B, 1024>>>(d); }, d, N, same(s),
			[&] { CHECK(cudaMemcpy(d, keep, N * 4, cudaMemcpyDeviceToDevice)); });
	}
	{
		const int B = 24, N = B * 512;
		std::vector<short> a(N), s;
		for (int i = 0; i < N; i++)
			a[i] = i % 512 * 3 + w[i] % (200 + i / 512 * 50);
		s = a;
		for (int b = 0; b < B; b++)
			std::sort(&s[b * 512], &s[b * 512] + 512);
		short *keep = upload(a), *d = dev<short>(N);
		job<short>(
			"shorts_nearly_sorted.odd_even_until_still", [&] { odd_even_early_out<<<B, 256>>>(d); }, d, N,
			same(s), [&] { CHECK(cudaMemcpy(d, keep, N * 2, cudaMemcpyDeviceToDevice)); });
	}
	const int N = 100000, B = up(N, 256);
	std::vector<unsigned> a(N), s;
	for (int i = 0; i < N; i++)
		a[i] = w[i] & 65535;
	s = a;
	std::sort(s.begin(), s.end());
	unsigned *keep = upload(a), *d = dev<unsigned>(N), *e = dev<unsigned>(N);
	int *counts = dev<int>(16 * B);
	job<unsigned>(
		"sixteen_bits_sorted.four_radix_passes",
		[&] {
			unsigned *from = d, *to = e;
			for (int p = 0; p < 16; p += 4, std::swap(from, to)) {
				radix_counts<<<B, 256>>>(from, counts, N, p, B);
				scan_one_block<<<1, 512>>>(counts, 16 * B);
				radix_scatter_split<<<B, 256>>>(from, to, counts, N, p, B);
			}
		},
		d, N, same(s), [&] { CHECK(cudaMemcpy(d, keep, N * 4, cudaMemcpyDeviceToDevice)); });
	const int M = 1700;
	std::vector<int> r(M), rs;
	for (int i = 0; i < M; i++)
		r[i] = w[i] % 1000;
	rs = r;
	std::sort(rs.begin(), rs.end());
	int *dr = upload(r), *o = dev<int>(M);
	job<int>(
		"numbers_with_equals.rank_sort_by_tiles", [&] { rank_sort_tiles<<<up(M, 128), 128>>>(dr, o, M); }, o, M,
		same(rs));
}
static void searches(const std::vector<unsigned> &w)
{
	const int NA = 150000, NB = 110001, N = NA + NB, P = up(N, 896);
	std::vector<int> a(NA), b(NB), m(N);
	for (int i = 0; i < NA; i++)
		a[i] = w[i] >> 4;
	for (int i = 0; i < NB; i++)
		b[i] = w[i + 200000] >> 5;
	std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
	std::merge(a.begin(), a.end(), b.begin(), b.end(), m.begin());
	int *da = upload(a), *db = upload(b), *o = dev<int>(N), *at = dev<int>(P + 1);
	job<int>(
		"merge_path.partition_then_tiles",
		[&] {
			merge_partition<<<up(P + 1, 64), 64>>>(da, NA, db, NB, at, 896, P + 1);
			merge_tile<<<P, 128>>>(da, NA, db, NB, at, o);
		},
		o, N, same(m));
	const int Q = 120000;
	std::vector<int> q(Q), want(Q), e(NA + 1), place(NA + 1);
	for (int i = 0; i < Q; i++) {
		q[i] = i % 3 ? w[i + 400000] >> 4 : a[w[i + 400000] % NA];
		want[i] = std::lower_bound(a.begin(), a.end(), q[i]) - a.begin();
	}
	int next = 0;
	std::function<void(int)> fill = [&](int k) {
		if (k > NA)
			return;
		fill(2 * k);
		e[k] = a[next], place[k] = next++;
		fill(2 * k + 1);
	};
	fill(1);
	int *dq = upload(q), *de = upload(e), *dp = upload(place);
	job<int>(
		"lower_bound.plain_halving", [&] { lower_bound_plain<<<up(Q, 256), 256>>>(da, NA, dq, o, Q); }, o, Q,
		same(want));
	job<int>(
		"lower_bound.samples_in_shared", [&] { lower_bound_sampled<<<132, 512>>>(da, NA, dq, o, Q); }, o, Q,
		same(want));
	job<int>(
		"lower_bound.order_of_eytzinger",
		[&] { lower_bound_eytzinger<<<up(Q, 128), 128>>>(de, dp, NA, dq, o, Q); }, o, Q, same(want));
}
static void tables(const std::vector<unsigned> &w)
{
	const int N = 180000, S = 1 << 18, Q = 150000;
	std::vector<unsigned> k(N), q(Q), want(Q);
	for (int i = 0; i < N; i++)
		k[i] = 1 + w[i] % 1000000;
	std::vector<unsigned> last(1000002);
	for (int i = 0; i < N; i++)
		last[k[i]] = i + 1;
	for (int i = 0; i < Q; i++)
		q[i] = 1 + w[i + 300000] % 1000000, want[i] = last[q[i]];
	unsigned *dk = upload(k), *dq = upload(q), *tab = dev<unsigned>(S), *val = dev<unsigned>(S),
		 *o = dev<unsigned>(Q);
	auto clear = [&] {
		CHECK(cudaMemset(tab, 0, S * 4));
		CHECK(cudaMemset(val, 0, S * 4));
	};
	auto build = [&] { hash_build<<<up(N, 256), 256>>>(dk, tab, val, N, S - 1); };
	std::vector<unsigned> all;
	for (unsigned v : last)
		if (v)
			all.push_back(v);
	std::sort(all.begin(), all.end());
	job<unsigned>(
		"hash_linear_probing.build_by_swap", build, val, S,
		[all](const std::vector<unsigned> &v) {
			std::vector<unsigned> s;
			for (unsigned x : v)
				if (x)
					s.push_back(x);
			std::sort(s.begin(), s.end());
			return s == all;
		},
		clear);
	clear(), build();
	job<unsigned>(
		"hash_linear_probing.thread_probes",
		[&] { hash_probe<<<up(Q, 256), 256>>>(dq, tab, val, o, Q, S - 1); }, o, Q, same(want));
	job<unsigned>(
		"hash_linear_probing.eight_lanes_probe",
		[&] { hash_probe_group<<<up(Q, 32), 256>>>(dq, tab, val, o, Q, S - 1); }, o, Q, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	sorts(w);
	searches(w);
	tables(w);
}
