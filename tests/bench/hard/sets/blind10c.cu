// blind10c: a tenth set of kernels that nobody had modelled when they were written. Keys: sorted, merged, found,
// hashed.
#include "blind7.h"

struct name_key {
	u64 high, low;
};
__host__ __device__ bool before(const name_key &a, const name_key &b)
{
	return a.high < b.high || (a.high == b.high && a.low < b.low);
}
__global__ void sort_names(const name_key *in, name_key *out)
{ // names of sixteen letters, 512 of them sorted by a block: a bitonic network over records
	__shared__ name_key s[512];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 512 + t];
	s[t + 256] = in[blockIdx.x * 512 + t + 256];
	for (int size = 2; size <= 512; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			int i = (t / d) * 2 * d + t % d, j = i + d;
			name_key a = s[i], b = s[j];
			if (before(b, a) == ((i & size) == 0)) {
				s[i] = b;
				s[j] = a;
			}
		}
	__syncthreads();
	out[blockIdx.x * 512 + t] = s[t];
	out[blockIdx.x * 512 + t + 256] = s[t + 256];
}
__global__ void merge_eight(const unsigned *in, unsigned *out, int groups, int length)
{ // eight sorted lists into one, by one thread that keeps the place in each
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= groups)
		return;
	const unsigned *list = in + g * 8 * length;
	int at[8] = {};
	for (int k = 0; k < 8 * length; k++) {
		unsigned best = ~0u;
		int from = 0;
		for (int i = 0; i < 8; i++)
			if (at[i] < length && list[i * length + at[i]] < best) {
				best = list[i * length + at[i]];
				from = i;
			}
		at[from]++;
		out[g * 8 * length + k] = best;
	}
}
__global__ void merge_lanes(const unsigned *in, unsigned *out, int groups, int length)
{ // 32 sorted lists into one: each lane holds the head of its list, the least of all goes out
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 0;
	if (g >= groups)
		return;
	const unsigned *list = in + (g * 32 + lane) * length;
	unsigned head = list[0], keep = 0;
	for (int k = 0; k < 32 * length; k++) {
		unsigned least = __reduce_min_sync(~0u, head);
		unsigned who = __ballot_sync(~0u, head == least);
		if (lane == __ffs(who) - 1)
			head = ++at < length ? list[at] : ~0u;
		if (k % 32 == lane)
			keep = least;
		if (k % 32 == 31)
			out[g * 32 * length + k - 31 + lane] = keep;
	}
}
__host__ __device__ int by_guess(const unsigned *key, int n, unsigned want)
{ // where the key would be, were they evenly spread; where it is not, from there on
	int lo = 0, hi = n - 1;
	while (lo < hi && key[lo] < want && want <= key[hi]) {
		int mid = lo + (int)((u64)(want - key[lo]) * (hi - lo) / (key[hi] - key[lo]));
		if (key[mid] < want)
			lo = mid + 1;
		else
			hi = mid == hi ? hi - 1 : mid;
	}
	while (lo < n && key[lo] < want)
		lo++;
	return lo;
}
__global__ void find_by_guess(const unsigned *key, const unsigned *query, int *out, int n, int queries)
{ // interpolation search, one key a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < queries)
		out[i] = by_guess(key, n, query[i]);
}
__global__ void find_by_warp(const unsigned *key, const unsigned *query, int *out, int n, int queries)
{ // one key a warp: 32 places at a time cut what is left into 33 parts
	int q = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (q >= queries)
		return;
	unsigned want = query[q];
	int lo = 0, hi = n; // the first that is not less lies in lo to hi
	while (lo < hi) {
		int step = (hi - lo + 32) / 33, at = lo + (lane + 1) * step - 1;
		unsigned less = __ballot_sync(~0u, at < hi && key[at] < want);
		int parts = __popc(less);
		int end = lo + (parts + 1) * step - 1;
		lo += parts * step;
		hi = min(hi, end);
	}
	if (lane == 0)
		out[q] = lo;
}
__host__ __device__ u64 spread(unsigned token)
{
	u64 h = token * 0x9e3779b97f4a7c15ull;
	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9ull;
	return h ^ h >> 32;
}
__global__ void simhash_thread(const unsigned *token, u64 *out, int docs, int length)
{ // a print of a text, alike for texts that are alike: 64 counters of its own for each thread
	int d = blockIdx.x * blockDim.x + threadIdx.x, count[64] = {};
	if (d >= docs)
		return;
	for (int i = 0; i < length; i++) {
		u64 h = spread(token[d * length + i]);
		for (int b = 0; b < 64; b++)
			count[b] += h >> b & 1 ? 1 : -1;
	}
	u64 r = 0;
	for (int b = 0; b < 64; b++)
		r |= (u64)(count[b] > 0) << b;
	out[d] = r;
}
__global__ void simhash_warp(const unsigned *token, u64 *out, int docs, int length)
{ // a text a warp: each lane counts two bits, the hashes go round
	int d = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, low = 0, high = 0;
	if (d >= docs)
		return;
	for (int i = 0; i < length; i += 32) {
		u64 own = spread(token[d * length + i + lane]);
		for (int k = 0; k < 32; k++) {
			u64 h = __shfl_sync(~0u, own, k);
			low += h >> lane & 1 ? 1 : -1;
			high += h >> (lane + 32) & 1 ? 1 : -1;
		}
	}
	u64 r = __ballot_sync(~0u, low > 0) | (u64)__ballot_sync(~0u, high > 0) << 32;
	if (lane == 0)
		out[d] = r;
}
__constant__ u64 piece_key[13 * 64];
template <int WHERE> __global__ void zobrist(const byte *board, const u64 *key, u64 *out, int boards)
{ // a hash of boards of 64 squares: keys in memory (0), in constant memory (1), in shared memory (2)
	__shared__ u64 s[WHERE == 2 ? 13 * 64 : 1];
	if (WHERE == 2) {
		for (int i = threadIdx.x; i < 13 * 64; i += blockDim.x)
			s[i] = key[i];
		__syncthreads();
	}
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= boards)
		return;
	const uint4 *row = (const uint4 *)(board + b * 64);
	u64 h = 0;
	for (int r = 0; r < 4; r++) {
		uint4 v = row[r];
		unsigned part[4] = { v.x, v.y, v.z, v.w };
		for (int k = 0; k < 16; k++) {
			int at = (part[k / 4] >> k % 4 * 8 & 255) * 64 + r * 16 + k;
			h ^= WHERE == 0 ? key[at] : WHERE == 1 ? piece_key[at] : s[at];
		}
	}
	out[b] = h;
}
void rows()
{
	const int B = 48;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<name_key> names(B * 512), sorted;
	for (size_t i = 0; i < names.size(); i++)
		names[i] = { w[3 * i] % 300, (u64)w[3 * i + 1] << 32 | w[3 * i + 2] };
	sorted = names;
	for (int b = 0; b < B; b++)
		std::sort(&sorted[b * 512], &sorted[b * 512] + 512, before);
	name_key *nk = upload(names), *no = dev<name_key>(B * 512);
	job<name_key>(
		"sort_names.bitonic_block", [&] { sort_names<<<B, 256>>>(nk, no); }, no, B * 512,
		[&](const std::vector<name_key> &v) {
			return !memcmp(v.data(), sorted.data(), v.size() * sizeof v[0]);
		});
	const int LISTS = 8192, LEN = 24;
	std::vector<unsigned> lists(w.begin(), w.begin() + LISTS * LEN), of8, of32;
	for (int l = 0; l < LISTS; l++)
		std::sort(&lists[l * LEN], &lists[l * LEN] + LEN);
	of8 = of32 = lists;
	for (int g = 0; g < LISTS / 8; g++)
		std::sort(&of8[g * 8 * LEN], &of8[g * 8 * LEN] + 8 * LEN);
	for (int g = 0; g < LISTS / 32; g++)
		std::sort(&of32[g * 32 * LEN], &of32[g * 32 * LEN] + 32 * LEN);
	unsigned *dl = upload(lists), *o = dev<unsigned>(1 << 20);
	job<unsigned>(
		"merge_lists.eight_a_thread", [&] { merge_eight<<<LISTS / 8 / 32, 32>>>(dl, o, LISTS / 8, LEN); }, o,
		LISTS * LEN, same(of8));
	job<unsigned>(
		"merge_lists.one_a_lane", [&] { merge_lanes<<<LISTS / 32 / 4, 128>>>(dl, o, LISTS / 32, LEN); }, o,
		LISTS * LEN, same(of32));
	const int N = 300000, Q = 60000;
	std::vector<unsigned> key(w.begin(), w.begin() + N), query(w.begin() + N, w.begin() + N + Q);
	std::sort(key.begin(), key.end());
	std::vector<int> place(Q), first(Q / 4);
	for (int i = 0; i < Q; i++)
		place[i] = std::lower_bound(key.begin(), key.end(), query[i]) - key.begin();
	std::copy(place.begin(), place.begin() + Q / 4, first.begin());
	unsigned *dk = upload(key), *dq = upload(query);
	int *di = (int *)o;
	job<int>(
		"interpolate.key_a_thread", [&] { find_by_guess<<<(Q + 127) / 128, 128>>>(dk, dq, di, N, Q); }, di, Q,
		same(place));
	job<int>(
		"interpolate.key_a_warp", [&] { find_by_warp<<<Q / 4 / 8, 256>>>(dk, dq, di, N, Q / 4); }, di, Q / 4,
		same(first));
	const int DOCS = 3072, WORDS = 64;
	std::vector<unsigned> text(DOCS * WORDS);
	std::vector<u64> print(DOCS);
	for (int i = 0; i < DOCS * WORDS; i++)
		text[i] = w[i] % 5000;
	for (int d = 0; d < DOCS; d++)
		for (int b = 0; b < 64; b++) {
			int c = 0;
			for (int i = 0; i < WORDS; i++)
				c += spread(text[d * WORDS + i]) >> b & 1 ? 1 : -1;
			print[d] |= (u64)(c > 0) << b;
		}
	unsigned *dt = upload(text);
	u64 *ou = dev<u64>(1 << 16);
	job<u64>(
		"simhash.text_a_thread", [&] { simhash_thread<<<DOCS / 64, 64>>>(dt, ou, DOCS, WORDS); }, ou, DOCS,
		same(print));
	job<u64>(
		"simhash.text_a_warp", [&] { simhash_warp<<<DOCS / 8, 256>>>(dt, ou, DOCS, WORDS); }, ou, DOCS,
		same(print));
	const int BOARDS = 30000;
	std::vector<byte> board(BOARDS * 64);
	std::vector<u64> pk(13 * 64), hash(BOARDS);
	for (int i = 0; i < 13 * 64; i++)
		pk[i] = spread(i + 1);
	for (int i = 0; i < BOARDS * 64; i++) {
		board[i] = w[i / 3] >> i % 3 * 8 & 1 ? 0 : (w[i / 3] >> (i % 3 * 8 + 1) & 127) % 13;
		hash[i / 64] ^= pk[board[i] * 64 + i % 64];
	}
	CHECK(cudaMemcpyToSymbol(piece_key, pk.data(), sizeof piece_key));
	byte *db = upload(board);
	u64 *dp = upload(pk);
	int G = (BOARDS + 127) / 128;
	job<u64>(
		"zobrist.memory", [&] { zobrist<0><<<G, 128>>>(db, dp, ou, BOARDS); }, ou, BOARDS, same(hash));
	job<u64>(
		"zobrist.constant", [&] { zobrist<1><<<G, 128>>>(db, dp, ou, BOARDS); }, ou, BOARDS, same(hash));
	job<u64>(
		"zobrist.shared", [&] { zobrist<2><<<G, 128>>>(db, dp, ou, BOARDS); }, ou, BOARDS, same(hash));
}
