// blind32b: a fresh set of kernels that nobody had modelled when they were written. Tables of packed keys and counts,
// tags in buckets, filters, sketches, small counters in words, tries.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
#define HD __host__ __device__ __forceinline__
HD unsigned stir(unsigned x)
{
	x ^= x >> 17, x *= 0xed5ad4bbu;
	x ^= x >> 11, x *= 0xac4c1b51u;
	return x ^ x >> 15;
}
HD unsigned stir2(unsigned x)
{
	return stir(x * 0x9e3779b9u + 0x7f4a7c15u);
}
// how often does each sort of tea sell? key above, count below, in one word of 64 bits
__global__ void tea_packed(const unsigned *in, u64 *table, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 key = (u64)in[i] + 1;
	unsigned at = stir(in[i]) & mask, step = stir2(in[i]) | 1;
	u64 have = table[at];
	for (;;) {
		if (have != 0 && have >> 24 != key) {
			at = (at + step) & mask;
			have = table[at];
			continue;
		}
		u64 was = atomicCAS(&table[at], have, (key << 24) + (have & 0xffffff) + 1);
		if (was == have)
			return;
		have = was;
	}
}
__global__ void tea_key_then_add(const unsigned *in, unsigned *key, unsigned *count, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = in[i] + 1, at = stir(in[i]) & mask, step = stir2(in[i]) | 1;
	while (true) {
		unsigned have = ((volatile unsigned *)key)[at];
		if (have == 0)
			have = atomicCAS(&key[at], 0, k);
		if (have == 0 || have == k)
			break;
		at = (at + step) & mask;
	}
	atomicAdd(&count[at], 1);
}
__global__ void tea_shared_first(const unsigned *in, unsigned *key, unsigned *count, int n, unsigned mask)
{ // a block counts in a small table of its own; what finds no place there goes out at once
	__shared__ unsigned own[1024], many[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		own[k] = many[k] = 0;
	__syncthreads();
	auto add = [&](unsigned k, unsigned by) {
		unsigned at = stir(k - 1) & mask, step = stir2(k - 1) | 1, have;
		while ((have = atomicCAS(&key[at], 0, k)) != 0 && have != k)
			at = (at + step) & mask;
		atomicAdd(&count[at], by);
	};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned k = in[i] + 1, at = stir(in[i]) >> 22;
		int tries = 0;
		for (; tries < 6; tries++, at = at + 1 & 1023) {
			unsigned have = atomicCAS(&own[at], 0, k);
			if (have == 0 || have == k) {
				atomicAdd(&many[at], 1);
				break;
			}
		}
		if (tries == 6)
			add(k, 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (own[k])
			add(own[k], many[k]);
}
// a table in which the larger key stays nearer: whatever the order, it ends the same
__global__ void ordered_probe(const unsigned *in, unsigned *table, int n, unsigned mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned k = in[i];
		for (unsigned at = k >> 7 & mask;; at = at + 1 & mask) {
			unsigned old = atomicMax(&table[at], k);
			if (old == 0 || old == k)
				break;
			k = min(k, old);
		}
	}
}
// tags of 16 bits, four in a bucket; a tag can live in two buckets
HD unsigned tag_of(unsigned k)
{
	unsigned t = stir2(k) >> 16;
	return t ? t : 1;
}
__global__ void tags_put(const unsigned *in, u64 *bucket, int n, unsigned mask, int *lost)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned tag = tag_of(in[i]), at = stir(in[i]) & mask, lot = in[i];
	for (int kick = 0; kick < 200; kick++) {
		u64 have = ((volatile u64 *)bucket)[at];
		for (;;) {
			int slot = -1;
			for (int s = 0; s < 4; s++)
				if (slot < 0 && (have >> 16 * s & 0xffff) == 0)
					slot = s;
			unsigned out = 0;
			if (slot < 0 && kick == 0)
				break; // the first time only look
			if (slot < 0) {
				slot = (lot = stir(lot + kick)) & 3;
				out = have >> 16 * slot & 0xffff;
			}
			u64 want = have & ~(0xffffull << 16 * slot) | (u64)tag << 16 * slot;
			u64 was = atomicCAS(&bucket[at], have, want);
			if (was == have) {
				if (out == 0)
					return;
				tag = out;
				break;
			}
			have = was;
		}
		at ^= stir(tag) & mask;
	}
	atomicAdd(lost, 1);
}
__global__ void tags_ask(const unsigned *in, const u64 *bucket, byte *out, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned tag = tag_of(in[i]), a = stir(in[i]) & mask, b = a ^ (stir(tag) & mask);
	u64 x = bucket[a], y = bucket[b];
	unsigned t2 = tag << 16 | tag;
	out[i] = (__vcmpeq2((unsigned)x, t2) | __vcmpeq2(x >> 32, t2) | __vcmpeq2((unsigned)y, t2) |
			 __vcmpeq2(y >> 32, t2)) != 0;
}
// pages of 32 slots, a warp puts and looks
__global__ void pages_put(const unsigned *in, unsigned *page, int n, unsigned pages)
{
	int l = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += warps) {
		unsigned k = in[i], p = stir(k) % pages;
		for (bool done = false; !done;) {
			unsigned have = ((volatile unsigned *)page)[p * 32 + l];
			if (__any_sync(~0u, have == k))
				break;
			unsigned free = __ballot_sync(~0u, have == 0);
			if (!free) {
				p = p + 1 == pages ? 0 : p + 1;
				continue;
			}
			int s = __ffs(free) - 1;
			unsigned was = l == s ? atomicCAS(&page[p * 32 + s], 0, k) : 0;
			was = __shfl_sync(~0u, was, s);
			done = was == 0 || was == k;
		}
	}
}
// filters: six bits in one word of 64 for each key
HD u64 six_bits(unsigned k)
{
	unsigned h = stir2(k), g = stir(k ^ 0x55555555u);
	return 1ull << (h & 63) | 1ull << (h >> 6 & 63) | 1ull << (h >> 12 & 63) | 1ull << (h >> 18 & 63) |
		1ull << (g & 63) | 1ull << (g >> 6 & 63);
}
__global__ void six_bits_put(const unsigned *in, u64 *filter, int n, unsigned words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 b = six_bits(in[i]);
	unsigned at = (u64)stir(in[i]) * words >> 32;
	if ((((volatile u64 *)filter)[at] & b) != b)
		atomicOr(&filter[at], b);
}
__global__ void six_bits_shared(const unsigned *in, u64 *filter, int n, unsigned words)
{ // every block holds a stretch of the filter and reads all keys
	extern __shared__ u64 part[];
	unsigned own = words / gridDim.x, first = blockIdx.x * own;
	for (int k = threadIdx.x; k < own; k += blockDim.x)
		part[k] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		unsigned k = in[i], at = ((u64)stir(k) * words >> 32) - first;
		if (at < own)
			atomicOr(&part[at], six_bits(k));
	}
	__syncthreads();
	for (int k = threadIdx.x; k < own; k += blockDim.x)
		filter[first + k] = part[k];
}
// counters of 8 bits that stay at 200, three for each key
__global__ void small_counters_swap(const unsigned *in, unsigned *words, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = stir(in[i]), g = stir2(in[i]) | 1;
	for (int k = 0; k < 3; k++) {
		unsigned c = (h + k * g) & mask, s = (c & 3) * 8, have = words[c >> 2];
		while ((have >> s & 255) < 200) {
			unsigned was = atomicCAS(&words[c >> 2], have, have + (1u << s));
			if (was == have)
				break;
			have = was;
		}
	}
}
__global__ void small_counters_wide(const unsigned *in, unsigned *out, int n, unsigned mask)
{ // one block with 16 bits a counter in shared memory, narrowed at the end
	extern __shared__ unsigned two[];
	for (int k = threadIdx.x; k <= mask / 2; k += blockDim.x)
		two[k] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		unsigned h = stir(in[i]), g = stir2(in[i]) | 1;
		for (int k = 0; k < 3; k++) {
			unsigned c = (h + k * g) & mask;
			atomicAdd(&two[c >> 1], c & 1 ? 65536 : 1);
		}
	}
	__syncthreads();
	for (int k = threadIdx.x; k <= mask / 4; k += blockDim.x)
		out[k] = min(two[2 * k] & 0xffff, 200u) | min(two[2 * k] >> 16, 200u) << 8 |
			min(two[2 * k + 1] & 0xffff, 200u) << 16 | min(two[2 * k + 1] >> 16, 200u) << 24;
}
__global__ void sketch_signs(const unsigned *in, int *row, int n, unsigned mask)
{ // sums of signs, five rows
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int r = 0; r < 5; r++) {
		unsigned h = stir(in[i] * 5 + r);
		atomicAdd(&row[r * (mask + 1) + (h & mask)], h >> 31 ? 1 : -1);
	}
}
__global__ void sketch_guess(const unsigned *ask, const int *row, int *out, int n, unsigned mask)
{ // the middle of five
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v[5];
	for (int r = 0; r < 5; r++) {
		unsigned h = stir(ask[i] * 5 + r);
		int c = row[r * (mask + 1) + (h & mask)];
		v[r] = h >> 31 ? c : -c;
	}
	for (int a = 1; a < 5; a++)
		for (int b = a; b > 0; b--) {
			int lo = min(v[b - 1], v[b]), hi = max(v[b - 1], v[b]);
			v[b - 1] = lo, v[b] = hi;
		}
	out[i] = v[2];
}
// a trie of words with letters a..p: children are made when first stepped on, each counts who passed
__global__ void trie_grow(const byte *word, int *child, int *passed, int *made, int n, int len, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = 0;
	for (int k = 0; k < len; k++) {
		int *slot = &child[at * 16 + word[i * len + k]];
		int c = *(volatile int *)slot;
		if (c == 0) {
			int was = atomicCAS(slot, 0, -1);
			if (was == 0) {
				c = atomicAdd(made, 1) + 1;
				__threadfence();
				atomicExch(slot, c);
			} else
				c = was;
		}
		while (c <= 0)
			c = *(volatile int *)slot;
		at = c;
		atomicAdd(&passed[at], 1);
	}
}
__global__ void trie_ask(const byte *word, const int *child, const int *passed, int *out, int n, int len)
{ // how many begin like the word, for its longest beginning that two have in common
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = 0, k = 0, last = 0;
	for (; k < len; k++) {
		int c = child[at * 16 + word[i * len + k]];
		if (c == 0 || passed[c] < 2)
			break;
		at = c, last = passed[c];
	}
	out[i] = last * 16 + k;
}
// a seed that sends twenty keys to twenty of 32 places
HD unsigned place_of(unsigned k, unsigned seed)
{
	unsigned x = (k ^ seed * 0x9e3779b1u) * 0x85ebca6bu;
	return (x ^ x >> 13) * 0xc2b2ae35u >> 27;
}
__global__ void seeds_alone(const unsigned *key, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k[12];
	for (int j = 0; j < 12; j++)
		k[j] = key[i * 12 + j];
	for (unsigned seed = 0;; seed++) {
		unsigned used = 0;
		int j = 0;
		for (; j < 12; j++) {
			unsigned b = 1u << place_of(k[j], seed);
			if (used & b)
				break;
			used |= b;
		}
		if (j == 12) {
			out[i] = seed;
			return;
		}
	}
}
__global__ void seeds_warp(const unsigned *key, unsigned *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned own = l < 12 ? key[i * 12 + l] : 0;
	for (unsigned seed = l;; seed += 32) {
		unsigned used = 0;
		for (int j = 0; j < 12; j++)
			used |= 1u << place_of(__shfl_sync(~0u, own, j), seed);
		unsigned good = __ballot_sync(~0u, __popc(used) == 12);
		if (good) {
			if (l == 0)
				out[i] = seed + __ffs(good) - 1;
			return;
		}
	}
}
// six candidates a stream: those that may have more than a seventh
__global__ void candidates(const byte *in, uint4 *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int name[6], many[6];
#pragma unroll
	for (int k = 0; k < 6; k++)
		name[k] = -1, many[k] = 0;
	for (int j = 0; j < len; j++) {
		int c = in[(size_t)j * n + i];
		bool done = false;
#pragma unroll
		for (int k = 0; k < 6; k++)
			if (!done && many[k] && name[k] == c)
				many[k]++, done = true;
#pragma unroll
		for (int k = 0; k < 6; k++)
			if (!done && many[k] == 0)
				name[k] = c, many[k] = 1, done = true;
		if (done)
			continue;
#pragma unroll
		for (int k = 0; k < 6; k++)
			many[k]--;
	}
	unsigned v[3];
#pragma unroll
	for (int k = 0; k < 3; k++)
		v[k] = (name[2 * k] & 255) << 24 | many[2 * k] << 16 | (name[2 * k + 1] & 255) << 8 | many[2 * k + 1];
	out[i] = make_uint4(v[0], v[1], v[2], 0);
}
static void teas(const std::vector<unsigned> &w)
{
	const int N = 60000, T = 16384, SORTS = 9000;
	std::vector<unsigned> in(N), count(SORTS);
	for (int i = 0; i < N; i++)
		count[in[i] = (u64)(w[i] % SORTS) * (w[i + 1] % SORTS) / SORTS]++;
	unsigned *d = upload(in), *key = dev<unsigned>(2 * T);
	u64 *pack = dev<u64>(T);
	job<u64>(
		"teas_sold.packed_with_count", [&] { tea_packed<<<up(N, 256), 256>>>(d, pack, N, T - 1); }, pack, T,
		[=](const std::vector<u64> &v) {
			std::vector<unsigned> c = count;
			for (u64 e : v)
				if (e)
					c[(e >> 24) - 1] -= e & 0xffffff;
			return c == std::vector<unsigned>(SORTS);
		},
		[=] { cudaMemsetAsync(pack, 0, T * 8); });
	auto counted = [=](const std::vector<unsigned> &v) {
		std::vector<unsigned> c = count;
		for (int k = 0; k < T; k++)
			if (v[k])
				c[v[k] - 1] -= v[T + k];
		return c == std::vector<unsigned>(SORTS);
	};
	auto empty = [=] { cudaMemsetAsync(key, 0, T * 8); };
	job<unsigned>(
		"teas_sold.key_then_add", [&] { tea_key_then_add<<<up(N, 128), 128>>>(d, key, key + T, N, T - 1); },
		key, 2 * T, counted, empty);
	job<unsigned>(
		"teas_sold.blocks_count_first", [&] { tea_shared_first<<<66, 512>>>(d, key, key + T, N, T - 1); }, key,
		2 * T, counted, empty);
}
static void sets(const std::vector<unsigned> &w)
{
	const int N = 50000, T = 65536;
	std::vector<unsigned> in(N), want(T);
	for (int i = 0; i < N; i++) {
		in[i] = w[i] | 1;
		unsigned k = in[i];
		for (unsigned at = k >> 7 & T - 1;; at = at + 1 & T - 1) {
			unsigned old = want[at];
			want[at] = std::max(old, k);
			if (old == 0 || old == k)
				break;
			k = std::min(k, old);
		}
	}
	unsigned *d = upload(in), *t = dev<unsigned>(T);
	job<unsigned>(
		"larger_keys_stay_nearer.max_and_carry_on", [&] { ordered_probe<<<100, 160>>>(d, t, N, T - 1); }, t, T,
		same(want), [=] { cudaMemsetAsync(t, 0, T * 4); });
	u64 *bucket = dev<u64>(16384);
	int *lost = dev<int>(1);
	byte *found = dev<byte>(N);
	job<byte>(
		"tags_in_buckets_of_four.put_and_ask",
		[&] {
			tags_put<<<up(N, 256), 256>>>(d, bucket, N, 16383, lost);
			tags_ask<<<up(N, 256), 256>>>(d, bucket, found, N, 16383);
		},
		found, N, same(std::vector<byte>(N, 1)), [=] { cudaMemsetAsync(bucket, 0, 16384 * 8); });
	const int P = 500, M = 12000;
	unsigned *page = dev<unsigned>(P * 32);
	std::vector<unsigned> some(in.begin(), in.begin() + M);
	std::sort(some.begin(), some.end());
	some.erase(std::unique(some.begin(), some.end()), some.end());
	job<unsigned>(
		"pages_of_32.warp_puts", [&] { pages_put<<<80, 256>>>(d, page, M, P); }, page, P * 32,
		[=](const std::vector<unsigned> &v) {
			std::vector<unsigned> got;
			for (unsigned k : v)
				if (k)
					got.push_back(k);
			std::sort(got.begin(), got.end());
			return got == some;
		},
		[=] { cudaMemsetAsync(page, 0, P * 128); });
	const int W = 8448;
	std::vector<u64> bits(W);
	for (int i = 0; i < N; i++)
		bits[(u64)stir(in[i]) * W >> 32] |= six_bits(in[i]);
	u64 *filter = dev<u64>(W);
	job<u64>(
		"six_bits_of_a_word.look_then_or", [&] { six_bits_put<<<up(N, 192), 192>>>(d, filter, N, W); }, filter,
		W, same(bits), [=] { cudaMemsetAsync(filter, 0, W * 8); });
	job<u64>(
		"six_bits_of_a_word.stretch_a_block",
		[&] { six_bits_shared<<<44, 1024, W / 44 * 8>>>(d, filter, N, W); }, filter, W, same(bits));
}
static void counters(const std::vector<unsigned> &w)
{
	const int N = 60000, C = 16384;
	std::vector<unsigned> in(N), want(C / 4), all(C);
	for (int i = 0; i < N; i++) {
		in[i] = (w[i] % 3000) * (u64)(w[i + 3] % 3000) / 3000 * (w[i + 9] % 3000) / 3000;
		unsigned h = stir(in[i]), g = stir2(in[i]) | 1;
		for (int k = 0; k < 3; k++)
			all[(h + k * g) & C - 1]++;
	}
	for (int c = 0; c < C; c++)
		want[c / 4] |= std::min(all[c], 200u) << c % 4 * 8;
	unsigned *d = upload(in), *o = dev<unsigned>(4 * C);
	auto empty = [=] { cudaMemsetAsync(o, 0, 16 * C); };
	job<unsigned>(
		"counters_that_stop_at_200.bytes_by_swap",
		[&] { small_counters_swap<<<up(N, 128), 128>>>(d, o, N, C - 1); }, o, C / 4, same(want), empty);
	job<unsigned>(
		"counters_that_stop_at_200.one_block_16_bits",
		[&] { small_counters_wide<<<1, 1024, C * 2>>>(d, o, N, C - 1); }, o, C / 4, same(want));
	std::vector<unsigned> ask(20000);
	std::vector<int> row(5 * 2048), guess(20000);
	for (int i = 0; i < 20000; i++)
		ask[i] = w[i] % 3000;
	for (unsigned k : in)
		for (int r = 0; r < 5; r++) {
			unsigned h = stir(k * 5 + r);
			row[r * 2048 + (h & 2047)] += h >> 31 ? 1 : -1;
		}
	for (int i = 0; i < 20000; i++) {
		int v[5];
		for (int r = 0; r < 5; r++) {
			unsigned h = stir(ask[i] * 5 + r);
			v[r] = (h >> 31 ? 1 : -1) * row[r * 2048 + (h & 2047)];
		}
		std::sort(v, v + 5);
		guess[i] = v[2];
	}
	unsigned *q = upload(ask);
	int *g = dev<int>(20000);
	job<int>(
		"sketch_of_signs.put_and_guess",
		[&] {
			sketch_signs<<<up(N, 256), 256>>>(d, (int *)o, N, 2047);
			sketch_guess<<<up(20000, 256), 256>>>(q, (int *)o, g, 20000, 2047);
		},
		g, 20000, same(guess), empty);
}
static void tries_and_seeds(const std::vector<unsigned> &w)
{
	const int N = 12000, L = 10;
	std::vector<byte> word(N * L);
	std::vector<int> want(N), order(N);
	for (int i = 0; i < N * L; i++)
		word[i] = (w[i] & 15) * (w[i + 1] >> 8 & 15) / 15;
	for (int i = 0; i < N; i++)
		order[i] = i;
	auto less = [&](int a, int b, int k) { return memcmp(&word[a * L], &word[b * L], k); };
	std::sort(order.begin(), order.end(), [&](int a, int b) { return less(a, b, L) < 0; });
	for (int k = 1; k <= L; k++)
		for (int i = 0, j; i < N; i = j) {
			for (j = i; j < N && less(order[i], order[j], k) == 0; j++)
				;
			for (int p = i; p < j && j - i > 1; p++)
				want[order[p]] = (j - i) * 16 + k;
		}
	byte *d = upload(word);
	const int MOST = N * L + 2;
	int *child = dev<int>(MOST * 16), *passed = dev<int>(MOST), *made = dev<int>(1), *o = dev<int>(N);
	job<int>(
		"words_with_a_common_beginning.trie",
		[&] {
			trie_grow<<<up(N, 64), 64>>>(d, child, passed, made, N, L, MOST);
			trie_ask<<<up(N, 64), 64>>>(d, child, passed, o, N, L);
		},
		o, N, same(want),
		[=] {
			cudaMemsetAsync(child, 0, MOST * 64);
			cudaMemsetAsync(passed, 0, MOST * 4);
			cudaMemsetAsync(made, 0, 4);
		});
	const int K = 3000;
	std::vector<unsigned> key(w.begin() + 40000, w.begin() + 40000 + K * 12), seed(K);
	for (int i = 0; i < K; i++)
		for (unsigned s = 0;; s++) {
			unsigned used = 0;
			for (int j = 0; j < 12; j++)
				used |= 1u << place_of(key[i * 12 + j], s);
			if (__builtin_popcount(used) == 12) {
				seed[i] = s;
				break;
			}
		}
	unsigned *dk = upload(key), *ds = dev<unsigned>(K);
	job<unsigned>(
		"seed_without_collisions.thread", [&] { seeds_alone<<<up(K, 64), 64>>>(dk, ds, K); }, ds, K,
		same(seed));
	job<unsigned>(
		"seed_without_collisions.warp", [&] { seeds_warp<<<up(K * 32, 128), 128>>>(dk, ds, K); }, ds, K,
		same(seed));
	const int S = 8000, LEN = 150;
	std::vector<byte> stream(S * LEN);
	std::vector<unsigned> cand(4 * S);
	for (int i = 0; i < S * LEN; i++)
		stream[i] = (w[i % 190001] >> 9) % 16 * ((w[i % 180001 + 5] >> 7) % 16) / 16;
	for (int i = 0; i < S; i++) {
		int name[6], many[6] = {};
		std::fill(name, name + 6, -1);
		for (int j = 0; j < LEN; j++) {
			int c = stream[j * S + i], at = -1;
			for (int k = 5; k >= 0; k--)
				if (many[k] == 0)
					at = k;
			for (int k = 0; k < 6; k++)
				if (many[k] && name[k] == c)
					at = k;
			if (at >= 0)
				name[at] = c, many[at]++;
			else
				for (int k = 0; k < 6; k++)
					many[k]--;
		}
		for (int k = 0; k < 3; k++)
			cand[4 * i + k] = (name[2 * k] & 255) << 24 | many[2 * k] << 16 | (name[2 * k + 1] & 255) << 8 |
				many[2 * k + 1];
	}
	byte *dst = upload(stream);
	unsigned *dc = dev<unsigned>(4 * S);
	job<unsigned>(
		"six_candidates_a_stream.registers", [&] { candidates<<<up(S, 128), 128>>>(dst, (uint4 *)dc, S, LEN); },
		dc, 4 * S, same(cand));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	teas(w);
	sets(w);
	counters(w);
	tries_and_seeds(w);
}
