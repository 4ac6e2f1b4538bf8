// blind8i: an eighth set of kernels that nobody had modelled when they were written. Tables, things made smaller, numbers.
#include "blind7.h"
#include <map>
typedef unsigned u32;

__host__ __device__ inline u32 mix(u32 x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- what was sold: sums for each of 6 kinds; the worth of what a condition lets pass
struct sales {
	const byte *kind;
	const int *day, *many, *price, *less;
};
__global__ void report_shared(sales s, u64 *out, int last, int n)
{
	__shared__ u64 sum[24];
	if (threadIdx.x < 24)
		sum[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (s.day[i] <= last) {
			u64 *to = sum + s.kind[i] * 4;
			atomicAdd(&to[0], 1ull);
			atomicAdd(&to[1], (u64)s.many[i]);
			atomicAdd(&to[2], (u64)s.price[i]);
			atomicAdd(&to[3], (u64)s.price[i] * (100 - s.less[i]));
		}
	__syncthreads();
	if (threadIdx.x < 24)
		atomicAdd(&out[threadIdx.x], sum[threadIdx.x]);
}
__global__ void report_own(sales s, u64 *out, int last, int n)
{ // each thread has the table for itself
	u64 sum[24] = {};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (s.day[i] <= last) {
			u64 *to = sum + s.kind[i] * 4;
			to[0]++;
			to[1] += s.many[i];
			to[2] += s.price[i];
			to[3] += (u64)s.price[i] * (100 - s.less[i]);
		}
	for (int k = 0; k < 24; k++) {
		u64 v = sum[k];
		for (int d = 16; d; d /= 2)
			v += __shfl_down_sync(~0u, v, d);
		if (threadIdx.x % 32 == 0)
			atomicAdd(&out[k], v);
	}
}
__device__ bool passes(int day, int many, int less)
{
	return day >= 400 && day < 800 && less >= 5 && less <= 7 && many < 24;
}
__global__ void worth_direct(sales s, u64 *out, int n)
{
	u64 w = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (passes(s.day[i], s.many[i], s.less[i]))
			w += (u64)s.price[i] * s.less[i];
	for (int d = 16; d; d /= 2)
		w += __shfl_xor_sync(~0u, w, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, w);
}
__global__ void worth_choose(sales s, int *chosen, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (passes(s.day[i], s.many[i], s.less[i]))
		chosen[atomicAdd(count, 1)] = i;
}
__global__ void worth_chosen(sales s, const int *chosen, const int *count, u64 *out)
{
	u64 w = 0;
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < *count; k += gridDim.x * blockDim.x)
		w += (u64)s.price[chosen[k]] * s.less[chosen[k]];
	for (int d = 16; d; d /= 2)
		w += __shfl_xor_sync(~0u, w, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, w);
}
// ---- two tables with a common key
__global__ void join_build(const u32 *key, int *head, int *next, int n, u32 mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[mix(key[i]) & mask], i);
}
__global__ void join_sum(const u32 *key, const int *head, const int *next, const u32 *probe, u64 *sum, int n, u32 mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 s = 0;
	u32 k = probe[i];
	for (int j = head[mix(k) & mask]; j >= 0; j = next[j])
		if (key[j] == k)
			s += j + 1;
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, s);
}
__global__ void join_write(const u32 *key, const int *head, const int *next, const u32 *probe, int2 *out, int *count, u32 mask)
{ // a block counts its pairs, takes room for them, and walks again
	__shared__ int many, base;
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0, at;
	u32 k = probe[i];
	if (threadIdx.x == 0)
		many = 0;
	__syncthreads();
	for (int j = head[mix(k) & mask]; j >= 0; j = next[j])
		c += key[j] == k;
	if (c)
		at = atomicAdd(&many, c);
	__syncthreads();
	if (threadIdx.x == 0)
		base = atomicAdd(count, many);
	__syncthreads();
	if (c)
		for (int j = head[mix(k) & mask]; j >= 0; j = next[j])
			if (key[j] == k)
				out[base + at++] = make_int2(i, j);
}
__global__ void join_all_pairs(const u32 *a, const u32 *b, int *count, int n)
{
	__shared__ u32 s[256];
	u32 k = a[blockIdx.x * 256 + threadIdx.x];
	int c = 0;
	for (int from = 0; from < n; from += 256) {
		s[threadIdx.x] = b[from + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < 256; j++)
			c += s[j] == k;
		__syncthreads();
	}
	count[blockIdx.x * 256 + threadIdx.x] = c;
}
// ---- sums by a key of any value, in a table of empty (0) and used places
__device__ void put_sum(u32 *key, u64 *sum, u32 mask, u32 k, u64 v)
{
	for (u32 at = mix(k) & mask;; at = at + 1 & mask) {
		u32 was = atomicCAS(&key[at], 0, k);
		if (was == 0 || was == k) {
			atomicAdd(&sum[at], v);
			return;
		}
	}
}
__global__ void group_global(const u32 *k, const u32 *v, u32 *key, u64 *sum, u32 mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	put_sum(key, sum, mask, k[i], v[i]);
}
__global__ void group_shared(const u32 *k, const u32 *v, u32 *key, u64 *sum, u32 mask, int n)
{
	__shared__ u32 own[1024];
	__shared__ u64 own_sum[1024];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		own[i] = own_sum[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		put_sum(own, own_sum, 1023, k[i], v[i]);
	__syncthreads();
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		if (own[i])
			put_sum(key, sum, mask, own[i], own_sum[i]);
}
// ---- pieces of 2048 bytes: letters, and copies of what was before (a token: letters | length << 8 | distance << 16)
__global__ void lz_thread(const unsigned *token, const int *tokens, const byte *letter, const int *letters, byte *out, int pieces)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pieces)
		return;
	const byte *from = letter + letters[p];
	byte *to = out + p * 2048;
	for (int k = tokens[p]; k < tokens[p + 1]; k++) {
		unsigned t = token[k], back = t >> 16;
		for (int i = t & 255; i > 0; i--)
			*to++ = *from++;
		for (int i = t >> 8 & 255; i > 0; i--, to++)
			*to = to[-(int)back];
	}
}
__global__ void lz_warp(const unsigned *token, const int *tokens, const byte *letter, const int *letters, uint4 *out, int pieces)
{
	__shared__ __align__(16) byte s[4][2048];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, p = blockIdx.x * 4 + w, at = 0;
	const byte *from = letter + letters[p];
	for (int k = tokens[p]; k < tokens[p + 1]; k++) {
		unsigned t = token[k];
		int n = t & 255, m = t >> 8 & 255, back = t >> 16;
		for (int i = lane; i < n; i += 32)
			s[w][at + i] = from[i];
		from += n;
		at += n;
		__syncwarp();
		for (int i = lane; i < m; i += 32)
			s[w][at + i] = s[w][at - back + i % back];
		at += m;
		__syncwarp();
	}
	for (int i = lane; i < 128; i += 32)
		out[p * 128 + i] = ((uint4 *)s[w])[i];
}
// ---- 128 numbers that rise: the steps in as few bits as the largest needs
__global__ void frames_pack(const unsigned *in, unsigned *out, int *width)
{
	__shared__ unsigned s[128], most;
	int t = threadIdx.x;
	unsigned v = in[blockIdx.x * 128 + t], before = t ? in[blockIdx.x * 128 + t - 1] : v, d = v - before;
	s[t] = 0;
	if (t == 0)
		most = 0;
	__syncthreads();
	unsigned m = __reduce_max_sync(~0u, d);
	if (t % 32 == 0)
		atomicMax(&most, m);
	__syncthreads();
	int bits = 32 - __clz(most), at = t * bits;
	if (bits) {
		atomicOr(&s[at / 32], d << at % 32);
		if (at % 32 + bits > 32)
			atomicOr(&s[at / 32 + 1], d >> 32 - at % 32);
	}
	__syncthreads();
	if (t < bits * 4)
		out[blockIdx.x * 129 + 1 + t] = s[t];
	if (t == 0) {
		out[blockIdx.x * 129] = v;
		width[blockIdx.x] = bits;
	}
}
__global__ void frames_unpack(const unsigned *in, const int *width, unsigned *out)
{
	__shared__ unsigned part[4];
	const unsigned *from = in + blockIdx.x * 129;
	int t = threadIdx.x, lane = t % 32, bits = width[blockIdx.x], at = t * bits;
	unsigned d = 0;
	if (bits) {
		unsigned high = at % 32 + bits > 32 ? from[2 + at / 32] : 0;
		d = __funnelshift_r(from[1 + at / 32], high, at % 32) & (unsigned)((1ull << bits) - 1);
	}
	for (int k = 1; k < 32; k *= 2) {
		unsigned o = __shfl_up_sync(~0u, d, k);
		if (lane >= k)
			d += o;
	}
	if (lane == 31)
		part[t / 32] = d;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		d += part[k];
	out[blockIdx.x * 128 + t] = from[0] + d;
}
// ---- numbers
__global__ void gcd_euclid(const u64 *a, const u64 *b, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 x = a[i], y = b[i];
	while (y) {
		u64 r = x % y;
		x = y;
		y = r;
	}
	out[i] = x;
}
__global__ void gcd_binary(const u64 *a, const u64 *b, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 x = a[i], y = b[i];
	int twos = __ffsll(x | y) - 1;
	x >>= __ffsll(x) - 1;
	while (y) {
		y >>= __ffsll(y) - 1;
		if (x > y) {
			u64 t = x;
			x = y;
			y = t;
		}
		y -= x;
	}
	out[i] = x << twos;
}
__global__ void divisors_tried(int *out, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x + 1, c = 0;
	if (v > n)
		return;
	for (int d = 1; d * d <= v; d++)
		if (v % d == 0)
			c += d * d == v ? 1 : 2;
	out[v - 1] = c;
}
__global__ void divisors_marked(int *out, int n)
{
	int d = blockIdx.x * blockDim.x + threadIdx.x + 1;
	for (int v = d; v <= n; v += d)
		atomicAdd(&out[v - 1], 1);
}
// ---- 64 least hashes of each document's words; how often is a word there, about?
__global__ void minhash(const int *from, const u32 *word, u32 *out)
{
	int doc = blockIdx.x;
	u32 least = ~0u, a = mix(threadIdx.x) | 1, b = mix(threadIdx.x + 64);
	for (int k = from[doc]; k < from[doc + 1]; k++)
		least = min(least, (word[k] * a + b) * 0x9e3779b1u);
	out[doc * 64 + threadIdx.x] = least;
}
__global__ void count_min(const u32 *word, u32 *table, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		for (int r = 0; r < 4; r++)
			atomicAdd(&table[r * 8192 + mix(word[i] + r * 77777) % 8192], 1);
}

void rows()
{
	const int S = 400000, B = 40000, P = 1 << 17, Q = 4096, N = 1 << 18;
	std::vector<byte> kind(S);
	std::vector<int> day(S), many(S), price(S), less(S);
	std::vector<u64> report(24), worth(1);
	for (int i = 0; i < S; i++) {
		kind[i] = mix(i) % 13 % 6;
		day[i] = mix(i + 1) % 1200;
		many[i] = 1 + mix(i + 2) % 50;
		price[i] = mix(i + 3) % 100000;
		less[i] = mix(i + 4) % 11;
		if (day[i] <= 1100) {
			u64 *r = &report[kind[i] * 4];
			r[0]++;
			r[1] += many[i];
			r[2] += price[i];
			r[3] += (u64)price[i] * (100 - less[i]);
		}
		if (day[i] >= 400 && day[i] < 800 && less[i] >= 5 && less[i] <= 7 && many[i] < 24)
			worth[0] += (u64)price[i] * less[i];
	}
	sales s = { upload(kind), upload(day), upload(many), upload(price), upload(less) };
	u64 *sum = dev<u64>(4096);
	int *count = dev<int>(N), *chosen = dev<int>(S), *head = dev<int>(65536), *next = dev<int>(B);
	auto none = [&] {
		CHECK(cudaMemset(sum, 0, 4096 * 8));
		CHECK(cudaMemset(count, 0, 4));
		CHECK(cudaMemset(head, -1, 65536 * 4));
	};
	job<u64>("report.shared_sums", [&] { report_shared<<<264, 256>>>(s, sum, 1100, S); }, sum, 24, same(report), none);
	job<u64>("report.own_sums", [&] { report_own<<<264, 256>>>(s, sum, 1100, S); }, sum, 24, same(report), none);
	job<u64>("worth.direct", [&] { worth_direct<<<528, 128>>>(s, sum, S); }, sum, 1, same(worth), none);
	job<u64>("worth.chosen_first", [&] {
		worth_choose<<<S / 128, 128>>>(s, chosen, count, S);
		worth_chosen<<<66, 128>>>(s, chosen, count, sum);
	}, sum, 1, same(worth), none);
	std::vector<u32> key(B), probe(P);
	std::multimap<u32, int> by;
	std::vector<u64> joined(1);
	std::vector<std::pair<int, int>> pairs;
	for (int i = 0; i < B; i++)
		by.insert({ key[i] = mix(i * 3) % 60000, i });
	for (int i = 0; i < P; i++) {
		auto range = by.equal_range(probe[i] = mix(i * 5 + 1) % 60000);
		for (auto e = range.first; e != range.second; ++e) {
			joined[0] += e->second + 1;
			pairs.push_back({ i, e->second });
		}
	}
	u32 *dk = upload(key), *dp = upload(probe);
	int2 *out = dev<int2>(pairs.size());
	job<u64>("joined.chains_and_sum", [&] {
		join_build<<<B / 256 + 1, 256>>>(dk, head, next, B, 65535);
		join_sum<<<P / 256, 256>>>(dk, head, next, dp, sum, P, 65535);
	}, sum, 1, same(joined), none);
	job<int>("joined.chains_and_pairs", [&] {
		join_build<<<B / 128 + 1, 128>>>(dk, head, next, B, 65535);
		join_write<<<P / 128, 128>>>(dk, head, next, dp, out, count, 65535);
	}, (int *)out, 2 * pairs.size(), [&](const std::vector<int> &v) {
		std::vector<std::pair<int, int>> got;
		for (size_t i = 0; i < v.size(); i += 2)
			got.push_back({ v[i], v[i + 1] });
		std::sort(got.begin(), got.end());
		std::sort(pairs.begin(), pairs.end());
		return got == pairs;
	}, none);
	std::vector<int> matches(Q);
	for (int i = 0; i < Q; i++)
		for (int j = 0; j < Q; j++)
			matches[i] += probe[i] == key[j];
	job<int>("joined.all_pairs", [&] { join_all_pairs<<<Q / 256, 256>>>(dp, dk, count, Q); }, count, Q, same(matches));
	std::vector<u32> group(N), add(N);
	std::map<u32, u64> sums;
	for (int i = 0; i < N; i++)
		sums[group[i] = 1 + mix(mix(i) % 700)] += add[i] = mix(i * 9) >> 8;
	u32 *dg = upload(group), *da = upload(add), *gkey = dev<u32>(4096);
	auto grouped = [&](const std::vector<u32> &k) {
		std::vector<u64> s = down(sum, 4096);
		std::map<u32, u64> got;
		for (int i = 0; i < 4096; i++)
			if (k[i])
				got[k[i]] = s[i];
		return got == sums;
	};
	auto empty = [&] { none(), cudaMemset(gkey, 0, 4096 * 4); };
	job<u32>("grouped.one_table", [&] { group_global<<<N / 512, 512>>>(dg, da, gkey, sum, 4095); }, gkey, 4096, grouped, empty);
	job<u32>("grouped.a_table_a_block", [&] { group_shared<<<264, 512>>>(dg, da, gkey, sum, 4095, N); }, gkey, 4096, grouped, empty);
	const int pieces = 1024;
	std::vector<u32> token;
	std::vector<int> tokens(1), starts(1);
	std::vector<byte> text(pieces * 2048), letter;
	for (size_t i = 0; i < text.size(); i++)
		text[i] = i > 2000 && mix(i / 12) % 4 ? text[i - 8 - mix(i / 12) % 1500] : 'a' + mix(i) % 26;
	for (int p = 0; p < pieces; p++) {
		const byte *t = &text[p * 2048];
		std::vector<int> last(65536, -1);
		int plain = 0;
		for (int i = 0; i < 2048;) {
			int at = -1, len = 0;
			if (i + 4 <= 2048) {
				u32 v;
				memcpy(&v, t + i, 4);
				at = std::exchange(last[mix(v) & 65535], i);
			}
			while (at >= 0 && i + len < 2048 && len < 255 && t[at + len] == t[i + len])
				len++;
			if (len >= 4) {
				token.push_back(plain | len << 8 | (i - at) << 16);
				plain = 0;
				i += len;
				continue;
			}
			letter.push_back(t[i++]);
			if (++plain == 255 || i == 2048)
				token.push_back(std::exchange(plain, 0) | 1 << 16);
		}
		tokens.push_back(token.size());
		starts.push_back(letter.size());
	}
	u32 *dtoken = upload(token);
	int *dtokens = upload(tokens), *dstarts = upload(starts);
	byte *dletter = upload(letter), *dtext = dev<byte>(text.size());
	job<byte>("copies_back.thread_a_piece", [&] { lz_thread<<<pieces / 64, 64>>>(dtoken, dtokens, dletter, dstarts, dtext, pieces); }, dtext,
		text.size(), same(text));
	job<byte>("copies_back.warp_a_piece", [&] { lz_warp<<<pieces / 4, 128>>>(dtoken, dtokens, dletter, dstarts, (uint4 *)dtext, pieces); }, dtext,
		text.size(), same(text));
	const int F = 4000;
	std::vector<u32> rise(F * 128), packed(F * 129);
	std::vector<int> width(F);
	for (int f = 0; f < F; f++) {
		u32 most = 0;
		for (int t = 0; t < 128; t++) {
			rise[f * 128 + t] = t ? rise[f * 128 + t - 1] + mix(f * 128 + t) % (1 + (mix(f) >> mix(f + F) % 20 + 10)) : mix(f) >> 1;
			most = std::max(most, t ? rise[f * 128 + t] - rise[f * 128 + t - 1] : 0);
		}
		packed[f * 129] = rise[f * 128];
		width[f] = most ? 32 - __builtin_clz(most) : 0;
		for (int b = 0; b < width[f] * 128; b++)
			if (int t = b / width[f])
				packed[f * 129 + 1 + b / 32] |= (rise[f * 128 + t] - rise[f * 128 + t - 1] >> b % width[f] & 1) << b % 32;
	}
	u32 *drise = upload(rise), *dpacked = upload(packed), *words_out = dev<u32>(F * 129);
	int *dwidth = upload(width), *wide = dev<int>(F);
	job<u32>("frames.packed", [&] { frames_pack<<<F, 128>>>(drise, words_out, wide); }, words_out, F * 129, same(packed));
	job<u32>("frames.unpacked", [&] { frames_unpack<<<F, 128>>>(dpacked, dwidth, words_out); }, words_out, F * 128, same(rise));
	const int G = 33792, V = 60000, D = 1000;
	std::vector<u64> a(G), b(G), gcd(G);
	std::vector<int> divisors(V), from(1);
	for (int i = 0; i < G; i++) {
		u64 common = 1 + mix(i) % 1000;
		a[i] = common * (1 + ((u64)mix(i + G) << 18));
		b[i] = common * (1 + mix(i * 3));
		gcd[i] = std::__gcd(a[i], b[i]);
	}
	for (int d = 1; d <= V; d++)
		for (int v = d; v <= V; v += d)
			divisors[v - 1]++;
	std::vector<u32> word, hash(D * 64, ~0u), table(4 * 8192);
	for (int d = 0; d < D; d++) {
		for (int k = 20 + mix(d) % 200; k > 0; k--) {
			u32 w = mix(mix(k * D + d) % (1 + mix(k) % 20000));
			word.push_back(w);
			for (int h = 0; h < 64; h++)
				hash[d * 64 + h] = std::min(hash[d * 64 + h], (w * (mix(h) | 1) + mix(h + 64)) * 0x9e3779b1u);
			for (int r = 0; r < 4; r++)
				table[r * 8192 + mix(w + r * 77777) % 8192]++;
		}
		from.push_back(word.size());
	}
	u64 *d1 = upload(a), *d2 = upload(b), *dgcd = dev<u64>(G);
	u32 *dword = upload(word), *dhash = dev<u32>(D * 64);
	int *dfrom = upload(from), W = word.size();
	job<u64>("gcd.euclid", [&] { gcd_euclid<<<G / 256, 256>>>(d1, d2, dgcd); }, dgcd, G, same(gcd));
	job<u64>("gcd.binary", [&] { gcd_binary<<<G / 256, 256>>>(d1, d2, dgcd); }, dgcd, G, same(gcd));
	job<int>("divisors.tried", [&] { divisors_tried<<<V / 128 + 1, 128>>>(count, V); }, count, V, same(divisors));
	job<int>("divisors.marked", [&] { divisors_marked<<<V / 96, 96>>>(count, V); }, count, V, same(divisors),
		[&] { CHECK(cudaMemset(count, 0, V * 4)); });
	job<u32>("sketch.least_hashes", [&] { minhash<<<D, 64>>>(dfrom, dword, dhash); }, dhash, D * 64, same(hash));
	job<u32>("sketch.count_min", [&] { count_min<<<132, 192>>>(dword, dhash, W); }, dhash, 4 * 8192, same(table),
		[&] { CHECK(cudaMemset(dhash, 0, 4 * 8192 * 4)); });
}
