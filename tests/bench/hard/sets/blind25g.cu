// blind25g: a fresh set of kernels that nobody had modelled when they were written. Reads, sieves of bits, graphs.
#include "blind7.h"
#include <iterator>
typedef unsigned u32;

static const int READ = 32, SITE = 64;
__constant__ float right_odds[8];
__global__ void likely_thread(const byte *read, const byte *quality, const byte *site, float *out, int n)
{ // how likely is a read if a site is the truth? all ways to line them up; a pair a thread, a row in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float m[SITE + 1], in[SITE + 1], gap[SITE + 1], sum = 0;
	for (int c = 0; c <= SITE; c++)
		m[c] = in[c] = 0, gap[c] = 1.0f / SITE;
	for (int r = 0; r < READ; r++) {
		float pm = m[0], pi = in[0], pg = gap[0], p = right_odds[quality[r * n + i]];
		byte own = read[r * n + i];
		m[0] = in[0] = gap[0] = 0;
		for (int c = 1; c <= SITE; c++) {
			float odds = own == site[(c - 1) * n + i] ? p : (1 - p) / 3;
			float a = m[c], b = in[c], g = gap[c];
			m[c] = odds * (0.9f * pm + 0.8f * (pi + pg));
			in[c] = 0.05f * a + 0.2f * b;
			gap[c] = 0.05f * m[c - 1] + 0.2f * gap[c - 1];
			pm = a, pi = b, pg = g;
		}
	}
	for (int c = 1; c <= SITE; c++)
		sum += m[c] + in[c];
	out[i] = sum;
}
__global__ void likely_warp(const byte *read, const byte *quality, const byte *site, float *out, int n)
{ // a pair a warp: a letter of the read a lane, which move along the site one behind another
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	byte own = read[lane * n + i];
	float p = right_odds[quality[lane * n + i]], m = 0, in = 0, gap = 0, sum = 0;
	float um = 0, ui = 0, ug = lane ? 0 : 1.0f / SITE;
	for (int t = 0; t < SITE + 31; t++) {
		int c = t - lane;
		float am = __shfl_up_sync(~0u, m, 1), ai = __shfl_up_sync(~0u, in, 1), ag = __shfl_up_sync(~0u, gap, 1);
		if (lane == 0)
			am = ai = 0, ag = 1.0f / SITE;
		if (c >= 0 && c < SITE) {
			float odds = own == site[c * n + i] ? p : (1 - p) / 3;
			float next = 0.05f * m + 0.2f * gap;
			m = odds * (0.9f * um + 0.8f * (ui + ug));
			in = 0.05f * am + 0.2f * ai;
			gap = next;
			um = am, ui = ai, ug = ag;
			sum += m + in;
		}
	}
	if (lane == 31)
		out[i] = sum;
}
static const int K = 15, WINDOW = 20;
__host__ __device__ inline u32 spread(u32 v)
{
	v *= 0x9e3779b1, v ^= v >> 15, v *= 0x85ebca77;
	return v ^ v >> 13;
}
__global__ void least_place(const byte *text, u32 *out, int n)
{ // the least hash of all words in a window; a place a thread, hashes come to shared memory first
	__shared__ u32 hash[128 + WINDOW];
	int base = blockIdx.x * 128;
	for (int k = threadIdx.x; k < 128 + WINDOW - 1; k += 128) {
		u32 word = 0;
		for (int q = 0; q < K; q++)
			word = word << 2 | text[base + k + q];
		hash[k] = spread(word);
	}
	__syncthreads();
	u32 least = ~0u;
	for (int k = 0; k < WINDOW; k++)
		least = min(least, hash[threadIdx.x + k]);
	if (base + threadIdx.x < n)
		out[base + threadIdx.x] = least;
}
__global__ void least_stretch(const byte *text, u32 *out, int n, int each)
{ // a stretch a thread: rolls the word, looks through its ring only when the least has left
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, place = -1;
	u32 ring[WINDOW], word = 0, least = ~0u;
	if (from >= n)
		return;
	int last = min(from + each, n) + WINDOW - 1;
	for (int q = 0; q < K - 1; q++)
		word = word << 2 | text[from + q];
	for (int k = from; k < last; k++) {
		word = (word << 2 | text[k + K - 1]) & (1u << 2 * K) - 1;
		u32 h = ring[k % WINDOW] = spread(word);
		if (h <= least) {
			least = h, place = k;
		} else if (place <= k - WINDOW) {
			least = ~0u;
			for (int j = k - WINDOW + 1; j <= k; j++)
				if (ring[j % WINDOW] <= least)
					least = ring[j % WINDOW], place = j;
		}
		if (k >= from + WINDOW - 1)
			out[k - WINDOW + 1] = least;
	}
}
__global__ void sieve_wide(const u32 *key, u32 *bits, int n, u32 mask)
{ // each key sets five bits anywhere
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 a = spread(key[i]), b = spread(a + 1) | 1;
	for (int k = 0; k < 5; k++, a += b)
		atomicOr(&bits[(a & mask) >> 5], 1u << (a & 31));
}
__global__ void sieve_wide_ask(const u32 *key, const u32 *bits, byte *out, int n, u32 mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 a = spread(key[i]), b = spread(a + 1) | 1;
	bool in = true;
	for (int k = 0; k < 5 && in; k++, a += b)
		in = bits[(a & mask) >> 5] >> (a & 31) & 1;
	out[i] = in;
}
__global__ void sieve_near(const u32 *key, u32 *bits, int n, u32 mask)
{ // eight bits in one sector of eight words: eight lanes a key
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, k = threadIdx.x % 8;
	if (i >= n)
		return;
	u32 a = spread(key[i]), b = spread(a + 1);
	atomicOr(&bits[(a & mask) >> 5 & ~7u | k], 1u << (b >> k * 3 & 31));
}
__global__ void sieve_near_ask(const u32 *key, const uint4 *bits, byte *out, int n, u32 mask)
{ // two wide reads a key
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 a = spread(key[i]), b = spread(a + 1), at = (a & mask) >> 8 << 1;
	uint4 p = bits[at], q = bits[at + 1];
	u32 all = p.x >> (b & 31) & p.y >> (b >> 3 & 31) & p.z >> (b >> 6 & 31) & p.w >> (b >> 9 & 31);
	all &= q.x >> (b >> 12 & 31) & q.y >> (b >> 15 & 31) & q.z >> (b >> 18 & 31) & q.w >> (b >> 21 & 31);
	out[i] = all & 1;
}
__global__ void fame_shares(const u32 *fame, const int *row, u32 *share, u32 *next, int n)
{ // whole numbers: fame of a page is split among its links
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		share[i] = row[i + 1] > row[i] ? fame[i] / (row[i + 1] - row[i]) : 0;
		next[i] = 1000;
	}
}
__global__ void fame_push(const u32 *share, const int *row, const int *col, u32 *next, int n)
{ // each page gives to those it links
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int e = row[i]; e < row[i + 1]; e++)
			atomicAdd(&next[col[e]], share[i]);
}
__global__ void fame_pull(const u32 *share, const int *back, const int *from, u32 *next, int n)
{ // four lanes a page collect from those that link it
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
	u32 sum = 0;
	if (i < n)
		for (int e = back[i] + lane; e < back[i + 1]; e += 4)
			sum += share[from[e]];
	sum += __shfl_xor_sync(~0u, sum, 1);
	sum += __shfl_xor_sync(~0u, sum, 2);
	if (i < n && lane == 0)
		next[i] = 1000 + sum;
}
__global__ void colour_round(const int *row, const int *col, const int *before, int *after, int n)
{ // those who are first among uncoloured neighbours take the lowest free colour
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int own = before[i];
	if (own < 0) {
		u64 used = 0;
		u32 h = spread(i);
		bool first = true;
		for (int e = row[i]; e < row[i + 1] && first; e++) {
			int c = before[col[e]];
			if (c >= 0)
				used |= 1ull << c;
			else
				first = h > spread(col[e]);
		}
		if (first)
			own = __ffsll(~used) - 1;
	}
	after[i] = own;
}
__global__ void shared_merge(const int2 *edge, const int *row, const int *col, int *out, int n)
{ // common neighbours of two ends: both lists run side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = row[edge[i].x], ea = row[edge[i].x + 1], b = row[edge[i].y], eb = row[edge[i].y + 1], both = 0;
	while (a < ea && b < eb) {
		int u = col[a], v = col[b];
		both += u == v;
		a += u <= v;
		b += v <= u;
	}
	out[i] = both;
}
__global__ void shared_search(const int2 *edge, const int *row, const int *col, int *out, int n)
{ // eight lanes an edge: members of the shorter list are searched in the longer one
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8, both = 0;
	if (i < n) {
		int2 e = edge[i];
		if (row[e.x + 1] - row[e.x] > row[e.y + 1] - row[e.y])
			e = make_int2(e.y, e.x);
		for (int a = row[e.x] + lane; a < row[e.x + 1]; a += 8) {
			int low = row[e.y], high = row[e.y + 1], u = col[a];
			while (low < high) {
				int mid = (low + high) / 2;
				if (col[mid] < u)
					low = mid + 1;
				else
					high = mid;
			}
			both += low < row[e.y + 1] && col[low] == u;
		}
	}
	for (int d = 4; d; d /= 2)
		both += __shfl_xor_sync(~0u, both, d);
	if (i < n && lane == 0)
		out[i] = both;
}
struct Stop {
	u32 before[4];
	u64 low, high; // the two bits of 64 letters
};
__device__ u32 letters_before(const Stop *stop, u32 at, int c)
{
	Stop s = stop[at / 64];
	u64 same = (c & 1 ? s.low : ~s.low) & (c & 2 ? s.high : ~s.high) & (1ull << at % 64) - 1;
	return s.before[c] + __popcll(same);
}
__global__ void backward_search(
	const Stop *stop, const u32 *first, const byte *ask, u32 *out, int n, int length, u32 size, u32 end)
{ // how often is a word in a text? from its last letter on, in the text's turned form
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 low = 0, high = size;
	for (int k = length - 1; k >= 0 && low < high; k--) {
		int c = ask[i * length + k];
		// the end's own place holds letter 0 in the bits, though it is none
		u32 a = letters_before(stop, low, c) - (c == 0 && low > end),
		    b = letters_before(stop, high, c) - (c == 0 && high > end);
		low = first[c] + a, high = first[c] + b;
	}
	out[i] = high - low;
}
static void reads(const std::vector<u32> &w)
{
	const int N = 1024;
	float odds[8];
	for (int k = 0; k < 8; k++)
		odds[k] = 1 - powf(0.5f, k + 1);
	CHECK(cudaMemcpyToSymbol(right_odds, odds, sizeof odds));
	std::vector<byte> read(READ * N), quality(READ * N), site(SITE * N);
	std::vector<float> want(N);
	for (int i = 0; i < SITE * N; i++)
		site[i] = w[i] & 3;
	for (int i = 0; i < READ * N; i++) {
		quality[i] = w[i + 5] >> 4 & 7;
		read[i] = w[i + 5] % 10 ? site[i + 9 * N] : w[i] >> 6 & 3;
	}
	for (int i = 0; i < N; i += 5) {
		std::vector<double> m(SITE + 1), in(SITE + 1), gap(SITE + 1, 1.0 / SITE);
		double sum = 0;
		for (int r = 0; r < READ; r++) {
			std::vector<double> a(SITE + 1), b(SITE + 1), g(SITE + 1);
			for (int c = 1; c <= SITE; c++) {
				double p = odds[quality[r * N + i]];
				p = read[r * N + i] == site[(c - 1) * N + i] ? p : (1 - p) / 3;
				a[c] = p * (0.9 * m[c - 1] + 0.8 * (in[c - 1] + gap[c - 1]));
				b[c] = 0.05 * m[c] + 0.2 * in[c];
				g[c] = 0.05 * a[c - 1] + 0.2 * g[c - 1];
			}
			m = a, in = b, gap = g;
		}
		for (int c = 1; c <= SITE; c++)
			sum += m[c] + in[c];
		want[i] = sum;
	}
	auto right = [want](const std::vector<float> &v) {
		for (size_t i = 0; i < v.size(); i += 5)
			if (std::fabs(v[i] - want[i]) > 1e-3 * want[i])
				return false;
		return true;
	};
	byte *dr = upload(read), *dq = upload(quality), *ds = upload(site);
	float *o = dev<float>(N);
	job<float>(
		"likely_reads.pair_a_thread", [&] { likely_thread<<<N / 32, 32>>>(dr, dq, ds, o, N); }, o, N, right);
	job<float>(
		"likely_reads.pair_a_warp", [&] { likely_warp<<<N / 4, 128>>>(dr, dq, ds, o, N); }, o, N, right);
	const int T = 120000;
	std::vector<byte> text(T + 256);
	for (size_t i = 0; i < text.size(); i++)
		text[i] = w[i] >> 9 & 3;
	std::vector<u32> hash(T + WINDOW), least(T);
	for (int i = 0; i < T + WINDOW; i++) {
		u32 v = 0;
		for (int q = 0; q < K; q++)
			v = v * 4 + text[i + q];
		hash[i] = spread(v);
	}
	for (int i = 0; i < T; i++)
		least[i] = *std::min_element(&hash[i], &hash[i + WINDOW]);
	byte *dt = upload(text);
	u32 *ou = dev<u32>(T);
	job<u32>(
		"least_word_of_window.place_a_thread", [&] { least_place<<<(T + 127) / 128, 128>>>(dt, ou, T); }, ou, T,
		same(least));
	job<u32>(
		"least_word_of_window.stretch_of_60", [&] { least_stretch<<<(T / 60 + 63) / 64, 64>>>(dt, ou, T, 60); },
		ou, T, same(least));
	const int S = 32000;
	std::vector<int> order(S + 1);
	for (int i = 0; i <= S; i++)
		order[i] = i;
	std::sort(order.begin(), order.end(), [&](int a, int b) {
		int n = S - std::max(a, b), c = memcmp(&text[a], &text[b], n);
		return c ? c < 0 : a > b;
	});
	std::vector<Stop> stop(S / 64 + 2);
	u32 run[4] = {}, end = 0;
	for (int i = 0; i < (int)stop.size() * 64; i++) {
		if (i % 64 == 0)
			memcpy(stop[i / 64].before, run, 16);
		int c = i <= S && order[i] ? text[order[i] - 1] : 0;
		if (i <= S && order[i] == 0)
			end = i;
		if (i % 64 == 0)
			stop[i / 64].low = stop[i / 64].high = 0;
		stop[i / 64].low |= (u64)(c & 1) << i % 64;
		stop[i / 64].high |= (u64)(c >> 1) << i % 64;
		run[c] += i <= S;
	}
	run[0]--;
	std::vector<u32> first = { 1, 1 + run[0], 1 + run[0] + run[1], 1 + run[0] + run[1] + run[2] };
	const int Q = 40000, L = 8;
	std::vector<byte> ask(Q * L);
	std::vector<u32> many(1 << 2 * L), found(Q);
	auto word = [&](const byte *p) {
		u32 v = 0;
		for (int k = 0; k < L; k++)
			v = v * 4 + p[k];
		return v;
	};
	for (int i = 0; i + L <= S; i++)
		many[word(&text[i])]++;
	for (int i = 0; i < Q; i++) {
		for (int k = 0; k < L; k++)
			ask[i * L + k] = i % 3 ? text[w[i] % (S - L) + k] : w[i * L + k] & 3;
		found[i] = many[word(&ask[i * L])];
	}
	Stop *dst = upload(stop);
	u32 *df = upload(first);
	byte *da = upload(ask);
	job<u32>(
		"backward_search.word_a_thread",
		[&] { backward_search<<<(Q + 127) / 128, 128>>>(dst, df, da, ou, Q, L, S + 1, end); }, ou, Q,
		same(found));
}
static void sieves(const std::vector<u32> &w)
{
	const int N = 60000, BITS = 1 << 22;
	std::vector<u32> key(w.begin(), w.begin() + N), ask(N), bits(BITS / 32), close(BITS / 32);
	for (int i = 0; i < N; i++)
		ask[i] = i & 1 ? w[i] : w[i + 100000];
	for (u32 k : key) {
		u32 a = spread(k), b = spread(a + 1), step = b | 1, at = (a & (BITS - 1)) / 256 * 8;
		for (int q = 0; q < 5; q++)
			bits[(a + q * step) % BITS / 32] |= 1u << (a + q * step) % 32;
		for (int q = 0; q < 8; q++)
			close[at + q] |= 1u << (b >> 3 * q) % 32;
	}
	std::vector<byte> wide(N, 1), near_by(N, 1);
	for (int i = 0; i < N; i++) {
		u32 a = spread(ask[i]), b = spread(a + 1), step = b | 1, at = (a & (BITS - 1)) / 256 * 8;
		for (int q = 0; q < 5; q++)
			wide[i] &= bits[(a + q * step) % BITS / 32] >> (a + q * step) % 32;
		for (int q = 0; q < 8; q++)
			near_by[i] &= close[at + q] >> (b >> 3 * q) % 32;
	}
	u32 *dk = upload(key), *da = upload(ask), *db = dev<u32>(BITS / 32);
	byte *o = dev<byte>(N);
	auto clear = [&] { CHECK(cudaMemset(db, 0, BITS / 8)); };
	job<byte>(
		"sieve_of_bits.anywhere",
		[&] {
			sieve_wide<<<(N + 255) / 256, 256>>>(dk, db, N, BITS - 1);
			sieve_wide_ask<<<(N + 255) / 256, 256>>>(da, db, o, N, BITS - 1);
		},
		o, N, same(wide), clear);
	job<byte>(
		"sieve_of_bits.one_sector",
		[&] {
			sieve_near<<<(N * 8 + 255) / 256, 256>>>(dk, db, N, BITS - 1);
			sieve_near_ask<<<(N + 127) / 128, 128>>>(da, (uint4 *)db, o, N, BITS - 1);
		},
		o, N, same(near_by), clear);
}
static void graphs(const std::vector<u32> &w)
{
	const int N = 20000, LINKS = 90000, ROUNDS = 5;
	std::vector<std::vector<int>> next(N), back(N), friends(N);
	std::vector<int2> edge;
	for (int i = 0; i < LINKS; i++) {
		int a = w[2 * i] % N, b = w[2 * i + 1] % (w[i] & 1 ? N / 20 : N);
		if (i % 2 && !next[a].empty())
			b = (a + w[i] % 9 + 1) % N;
		next[a].push_back(b), back[b].push_back(a);
		if (a != b)
			friends[a].push_back(b), friends[b].push_back(a);
	}
	for (auto &f : friends) {
		std::sort(f.begin(), f.end());
		f.erase(std::unique(f.begin(), f.end()), f.end());
	}
	auto flat = [&](const std::vector<std::vector<int>> &g, std::vector<int> &row, std::vector<int> &col) {
		row = { 0 }, col.clear();
		for (auto &l : g) {
			col.insert(col.end(), l.begin(), l.end());
			row.push_back(col.size());
		}
	};
	std::vector<int> row, col, brow, bcol, frow, fcol;
	flat(next, row, col), flat(back, brow, bcol), flat(friends, frow, fcol);
	std::vector<u32> fame(N, 1 << 20), start(fame);
	for (int r = 0; r < ROUNDS; r++) {
		std::vector<u32> to(N, 1000);
		for (int i = 0; i < N; i++)
			for (int j : next[i])
				to[j] += fame[i] / next[i].size();
		fame = to;
	}
	int *dr = upload(row), *dc = upload(col), *dbr = upload(brow), *dbc = upload(bcol), *dfr = upload(frow),
	    *dfc = upload(fcol);
	u32 *ds = upload(start), *share = dev<u32>(N), *to = dev<u32>(N);
	auto famous = [=](bool pull) {
		for (int r = 0; r < ROUNDS; r++) {
			fame_shares<<<(N + 255) / 256, 256>>>(r ? to : ds, dr, share, to, N);
			if (pull)
				fame_pull<<<(N * 4 + 127) / 128, 128>>>(share, dbr, dbc, to, N);
			else
				fame_push<<<(N + 127) / 128, 128>>>(share, dr, dc, to, N);
		}
	};
	job<u32>(
		"fame_of_pages.push", [&] { famous(false); }, to, N, same(fame));
	job<u32>(
		"fame_of_pages.pull", [&] { famous(true); }, to, N, same(fame));
	const int R = 24;
	std::vector<int> colour(N, -1);
	for (int r = 0; r < R; r++) {
		std::vector<int> now(colour);
		for (int i = 0; i < N; i++) {
			bool first = colour[i] < 0;
			u64 used = 0;
			for (int j : friends[i]) {
				first &= colour[j] >= 0 || spread(i) > spread(j);
				used |= colour[j] >= 0 ? 1ull << colour[j] : 0;
			}
			if (first)
				now[i] = __builtin_ctzll(~used);
		}
		colour = now;
	}
	int *ca = dev<int>(N), *cb = dev<int>(N);
	job<int>(
		"map_colours.rounds",
		[&] {
			for (int r = 0; r < R; r++)
				colour_round<<<(N + 191) / 192, 192>>>(dfr, dfc, r & 1 ? cb : ca, r & 1 ? ca : cb, N);
		},
		ca, N, same(colour), [&] { CHECK(cudaMemset(ca, 255, 4 * N)); });
	for (int i = 0; i < N; i++)
		for (int j : friends[i])
			if (i < j && (i + j) % 2)
				edge.push_back(make_int2(i, j));
	std::vector<int> both;
	for (int2 e : edge) {
		std::vector<int> v;
		std::set_intersection(friends[e.x].begin(), friends[e.x].end(), friends[e.y].begin(),
			friends[e.y].end(), std::back_inserter(v));
		both.push_back(v.size());
	}
	int E = edge.size();
	int2 *de = upload(edge);
	int *o = dev<int>(E);
	job<int>(
		"shared_friends.side_by_side", [&] { shared_merge<<<(E + 127) / 128, 128>>>(de, dfr, dfc, o, E); }, o,
		E, same(both));
	job<int>(
		"shared_friends.shorter_in_longer",
		[&] { shared_search<<<(E * 8 + 255) / 256, 256>>>(de, dfr, dfc, o, E); }, o, E, same(both));
}
void rows()
{
	std::vector<u32> w = words(400000);
	reads(w);
	sieves(w);
	graphs(w);
}
