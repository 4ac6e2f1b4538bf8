// blind12d: a fresh set of kernels that nobody had modelled when they were written. Genes, texts and search engines.
#include "blind7.h"

__host__ __device__ bool bonds(int a, int b)
{ // letters 0 to 3: which two stick together
	return a + b == 3 || a + b == 5;
}
__global__ void folding_diagonal(const byte *rna, byte *best, int n, int d)
{ // most bonds of a folded strand: all stretches of one length a launch, a stretch a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + d;
	if (j >= n)
		return;
	int m = bonds(rna[i], rna[j]) && d > 3 ? best[(i + 1) * n + j - 1] + 1 : 0;
	for (int k = i; k < j; k++)
		m = max(m, best[i * n + k] + best[(k + 1) * n + j]);
	best[i * n + j] = m;
}
__global__ void folding_block(const byte *rna, byte *out, int n)
{ // many strands, one a block: its table in shared memory, a stretch a group of eight lanes
	extern __shared__ byte best[];
	byte *letter = best + n * n;
	rna += blockIdx.x * n;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		letter[i] = rna[i];
		best[i * n + i] = 0;
	}
	__syncthreads();
	int group = threadIdx.x / 8, lane = threadIdx.x % 8;
	for (int d = 1; d < n; d++) {
		for (int base = 0; base + d < n; base += blockDim.x / 8) {
			int i = base + group, j = i + d, m = 0;
			if (j < n) {
				if (lane == 0 && d > 3 && bonds(letter[i], letter[j]))
					m = best[(i + 1) * n + j - 1] + 1;
				for (int k = i + lane; k < j; k += 8)
					m = max(m, best[i * n + k] + best[(k + 1) * n + j]);
			}
			for (int s = 4; s; s /= 2)
				m = max(m, __shfl_xor_sync(~0u, m, s));
			if (j < n && lane == 0)
				best[i * n + j] = m;
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = best[n - 1];
}
const int Q = 32, T = 150, OPEN = 5, MORE = 1;
__host__ __device__ int gap_score(const byte *query, const byte *target)
{ // the best local alignment where the first gap letter costs more
	short h[Q], f[Q];
	int best = 0;
	for (int j = 0; j < Q; j++)
		h[j] = 0, f[j] = -99;
	for (int i = 0; i < T; i++) {
		int corner = 0, left = 0, e = -99, c = target[i];
		for (int j = 0; j < Q; j++) {
			e = left - OPEN > e - MORE ? left - OPEN : e - MORE;
			int g = h[j] - OPEN > f[j] - MORE ? h[j] - OPEN : f[j] - MORE;
			int v = corner + (query[j] == c ? 3 : -2);
			v = v > 0 ? v : 0;
			v = v > e ? v : e;
			v = v > g ? v : g;
			corner = h[j];
			h[j] = left = v;
			f[j] = g;
			best = best > v ? best : v;
		}
	}
	return best;
}
__global__ void gaps_thread(const byte *query, const byte *target, int *out, int pairs)
{ // a pair of strands a thread, the last row in local arrays
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p < pairs)
		out[p] = gap_score(query + p * Q, target + p * T);
}
__global__ void gaps_warp(const byte *query, const byte *target, int *out, int pairs)
{ // a pair a warp: a letter of the query a lane, values go to the right by shuffles
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= pairs)
		return;
	int own = query[p * Q + lane], h = 0, f = -99, e = -99, corner = 0, best = 0;
	for (int s = 0; s < T + 31; s++) {
		int left = __shfl_up_sync(~0u, h, 1), left_e = __shfl_up_sync(~0u, e, 1), i = s - lane;
		if (lane == 0)
			left = 0, left_e = -99;
		if (i >= 0 && i < T) {
			e = max(left - OPEN, left_e - MORE);
			f = max(h - OPEN, f - MORE);
			h = max(max(0, corner + (own == target[p * T + i] ? 3 : -2)), max(e, f));
			corner = left;
			best = max(best, h);
		}
	}
	best = __reduce_max_sync(~0u, best);
	if (lane == 0)
		out[p] = best;
}
__host__ __device__ int step_edit(u64 &up, u64 &down, u64 eq)
{ // a column of 64 differences as bits (Myers): how the last one changes
	u64 x = eq | down, d = (((eq & up) + up) ^ up) | x;
	u64 hp = down | ~(d | up), hn = up & d;
	int change = (int)(hp >> 63) - (int)(hn >> 63);
	hp <<= 1, hn <<= 1;
	up = hn | ~(x | hp);
	down = hp & x;
	return change;
}
__global__ void edits_select(const u64 *masks, const byte *text, int *out, int patterns, int n)
{ // how near 64-letter patterns come to a text, a pattern a thread; masks chosen among registers
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= patterns)
		return;
	u64 a = masks[p * 4], b = masks[p * 4 + 1], c = masks[p * 4 + 2], d = masks[p * 4 + 3], up = ~0ull, down = 0;
	int score = 64, best = 64;
	for (int i = 0; i < n; i++) {
		int t = text[i];
		score += step_edit(up, down, t < 2 ? t ? b : a : t == 2 ? c : d);
		best = min(best, score);
	}
	out[p] = best;
}
__global__ void edits_shared(const u64 *masks, const byte *text, int *out, int patterns, int n)
{ // the same, masks and pieces of the text in shared memory
	__shared__ u64 mask[4][64];
	__shared__ uchar4 piece[64];
	int t = threadIdx.x, p = blockIdx.x * 64 + t, score = 64, best = 64;
	u64 up = ~0ull, down = 0;
	for (int k = 0; k < 4; k++)
		mask[k][t] = p < patterns ? masks[p * 4 + k] : 0;
	for (int i0 = 0; i0 < n; i0 += 256) {
		__syncthreads();
		piece[t] = ((const uchar4 *)(text + i0))[t];
		__syncthreads();
		for (int i = 0; i < 64; i++) {
			uchar4 c = piece[i];
			score += step_edit(up, down, mask[c.x][t]);
			best = min(best, score);
			score += step_edit(up, down, mask[c.y][t]);
			best = min(best, score);
			score += step_edit(up, down, mask[c.z][t]);
			best = min(best, score);
			score += step_edit(up, down, mask[c.w][t]);
			best = min(best, score);
		}
	}
	if (p < patterns)
		out[p] = best;
}
struct Stretch {
	unsigned before[4]; // how many of each letter come before it
	u64 low, high;      // 64 letters, a bit of each
};
__constant__ unsigned letter_start[5];
__device__ unsigned seen_bits(const Stretch *s, int letter, unsigned at)
{
	const Stretch &p = s[at / 64];
	u64 is = (letter & 1 ? p.low : ~p.low) & (letter & 2 ? p.high : ~p.high);
	return p.before[letter] + __popcll(is & ((1ull << (at % 64)) - 1));
}
__device__ unsigned seen_bytes(const Stretch *s, const byte *last, int letter, unsigned at)
{
	unsigned n = s[at / 64].before[letter];
	for (unsigned i = at / 64 * 64; i < at; i++)
		n += last[i] == letter;
	return n;
}
template <bool BITS>
__global__ void find_reads(
	const Stretch *s, const byte *last, const byte *reads, unsigned *out, int n, int len, int all)
{ // how often short reads stand in a text: back through its transform, a letter at a time (FM index)
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	unsigned from = 0, to = all;
	for (int k = len - 1; k >= 0 && from < to; k--) {
		int c = reads[r * len + k];
		from = letter_start[c] + (BITS ? seen_bits(s, c, from) : seen_bytes(s, last, c, from));
		to = letter_start[c] + (BITS ? seen_bits(s, c, to) : seen_bytes(s, last, c, to));
	}
	out[r] = from < to ? to - from : 0;
}
__host__ __device__ int next_state(int state, int c)
{ // 0 between words, 1 in a word, 2 in a quotation, 3 after a backslash in it; a line's end ends all
	if (c == '\n')
		return 0;
	if (state >= 2)
		return state == 3 ? 2 : c == '\\' ? 3 : c == '"' ? 0 : 2;
	return c == '"' ? 2 : c > ' ' ? 1 : 0;
}
__host__ __device__ int compose(int first, int second)
{ // maps of four states, two bits for each
	int r = 0;
	for (int s = 0; s < 4; s++)
		r |= (second >> 2 * (first >> 2 * s & 3) & 3) << 2 * s;
	return r;
}
__global__ void states_line(const byte *text, const int *start, byte *out, int lines)
{ // the state of each letter of a text, a line a thread
	int l = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (l >= lines)
		return;
	for (int i = start[l]; i < start[l + 1]; i++)
		out[i] = s = next_state(s, text[i]);
}
__global__ void states_maps(const byte *text, byte *maps, int n)
{ // where 48 letters lead from each of the four states
	int t = blockIdx.x * blockDim.x + threadIdx.x, m = 0xe4;
	if (t * 48 >= n)
		return;
	int s[4] = { 0, 1, 2, 3 };
	for (int i = t * 48; i < min(n, t * 48 + 48); i++) {
		int c = text[i];
#pragma unroll
		for (int k = 0; k < 4; k++)
			s[k] = next_state(s[k], c);
	}
	m = s[0] | s[1] << 2 | s[2] << 4 | s[3] << 6;
	maps[t] = m;
}
__global__ void states_scan(byte *maps, int n)
{ // one block composes all maps before each
	__shared__ byte a[2][512];
	int t = threadIdx.x, each = (n + 511) / 512, m = 0xe4, now = 0;
	for (int i = t * each; i < min(n, t * each + each); i++)
		m = compose(m, maps[i]);
	a[0][t] = m;
	__syncthreads();
	for (int d = 1; d < 512; d *= 2, now ^= 1) {
		a[now ^ 1][t] = t >= d ? compose(a[now][t - d], a[now][t]) : a[now][t];
		__syncthreads();
	}
	m = t ? a[now][t - 1] : 0xe4;
	for (int i = t * each; i < min(n, t * each + each); i++) {
		int own = maps[i];
		maps[i] = m;
		m = compose(m, own);
	}
}
__global__ void states_write(const byte *text, const byte *maps, byte *out, int n)
{ // with the state at its start each thread goes through its 48 letters again
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t * 48 >= n)
		return;
	int s = maps[t] & 3;
	for (int i = t * 48; i < min(n, t * 48 + 48); i++)
		out[i] = s = next_state(s, text[i]);
}
__global__ void impacts_memory(const int *first, const ushort2 *post, const int *query, unsigned *score, int docs)
{ // a search engine: what each word of a query is worth to each page, added up in memory
	const int *q = query + blockIdx.y * 4;
	int word = q[blockIdx.x];
	for (int i = first[word] + threadIdx.x; i < first[word + 1]; i += blockDim.x)
		atomicAdd(&score[blockIdx.y * docs + post[i].x], post[i].y);
}
__global__ void impacts_best(const unsigned *score, unsigned *out, int docs)
{ // and each query's best page
	__shared__ unsigned best;
	unsigned own = 0;
	if (threadIdx.x == 0)
		best = 0;
	__syncthreads();
	for (int d = threadIdx.x; d < docs; d += blockDim.x)
		own = max(own, score[blockIdx.x * docs + d] << 13 | d);
	own = __reduce_max_sync(~0u, own);
	if (threadIdx.x % 32 == 0)
		atomicMax(&best, own);
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = best;
}
__global__ void impacts_shared(const int *first, const ushort2 *post, const int *query, unsigned *out, int docs)
{ // both at once, the scores in shared memory
	extern __shared__ unsigned sum[];
	__shared__ unsigned best;
	for (int d = threadIdx.x; d < docs; d += blockDim.x)
		sum[d] = 0;
	if (threadIdx.x == 0)
		best = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		int word = query[blockIdx.x * 4 + k];
		for (int i = first[word] + threadIdx.x; i < first[word + 1]; i += blockDim.x)
			atomicAdd(&sum[post[i].x], post[i].y);
	}
	__syncthreads();
	unsigned own = 0;
	for (int d = threadIdx.x; d < docs; d += blockDim.x)
		own = max(own, sum[d] << 13 | d);
	atomicMax(&best, own);
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = best;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int N = 120, STRANDS = 40;
	std::vector<byte> rna(N * STRANDS), folds(STRANDS);
	for (int i = 0; i < N * STRANDS; i++)
		rna[i] = w[i] & 3;
	std::vector<byte> table(N * N), table0;
	for (int s = 0; s < STRANDS; s++) {
		std::fill(table.begin(), table.end(), 0);
		for (int d = 1; d < N; d++)
			for (int i = 0; i + d < N; i++) {
				int j = i + d,
				    m = d > 3 && bonds(rna[s * N + i], rna[s * N + j]) ?
					table[(i + 1) * N + j - 1] + 1 :
					0;
				for (int k = i; k < j; k++)
					m = std::max(m, table[i * N + k] + table[(k + 1) * N + j]);
				table[i * N + j] = m;
			}
		folds[s] = table[N - 1];
		if (s == 0)
			table0 = table;
	}
	byte *dr = upload(rna), *dt = dev<byte>(N * N), *out = dev<byte>(1 << 20);
	int *o = (int *)out;
	job<byte>(
		"folding.length_a_launch",
		[&] {
			for (int d = 1; d < N; d++)
				folding_diagonal<<<(N - d + 31) / 32, 32>>>(dr, dt, N, d);
		},
		dt, N * N, same(table0));
	job<byte>(
		"folding.strand_a_block", [&] { folding_block<<<STRANDS, 192, N * N + N>>>(dr, out, N); }, out, STRANDS,
		same(folds));
	const int PAIRS = 800;
	std::vector<byte> query(PAIRS * Q), target(PAIRS * T);
	std::vector<int> gaps(PAIRS);
	for (int p = 0; p < PAIRS; p++) {
		for (int i = 0; i < T; i++)
			target[p * T + i] = w[p * T + i] & 3;
		for (int j = 0; j < Q; j++)
			query[p * Q + j] = w[p * 64 + j] % 6 ? target[p * T + 20 + j + (j > 15) * 3] : w[p + j] & 3;
		gaps[p] = gap_score(&query[p * Q], &target[p * T]);
	}
	byte *dq = upload(query), *dtarget = upload(target);
	job<int>(
		"two_gap_costs.pair_a_thread", [&] { gaps_thread<<<(PAIRS + 31) / 32, 32>>>(dq, dtarget, o, PAIRS); },
		o, PAIRS, same(gaps));
	job<int>(
		"two_gap_costs.pair_a_warp", [&] { gaps_warp<<<(PAIRS + 3) / 4, 128>>>(dq, dtarget, o, PAIRS); }, o,
		PAIRS, same(gaps));
	const int P = 7000, TEXT = 512;
	std::vector<u64> masks(P * 4);
	std::vector<byte> text(TEXT);
	std::vector<int> nearest(P);
	for (int i = 0; i < TEXT; i++)
		text[i] = w[i + 99] & 3;
	for (int p = 0; p < P; p++) {
		for (int k = 0; k < 64; k++) {
			int c = w[p * 64 + k] % 3 ? text[p % (TEXT - 64) + k] : w[p * 64 + k] >> 8 & 3;
			masks[p * 4 + c] |= 1ull << k;
		}
		u64 up = ~0ull, down = 0;
		int score = nearest[p] = 64;
		for (int i = 0; i < TEXT; i++) {
			score += step_edit(up, down, masks[p * 4 + text[i]]);
			nearest[p] = std::min(nearest[p], score);
		}
	}
	u64 *dm = upload(masks);
	byte *dtext = upload(text);
	job<int>(
		"edits_as_bits.registers", [&] { edits_select<<<(P + 63) / 64, 64>>>(dm, dtext, o, P, TEXT); }, o, P,
		same(nearest));
	job<int>(
		"edits_as_bits.shared", [&] { edits_shared<<<(P + 63) / 64, 64>>>(dm, dtext, o, P, TEXT); }, o, P,
		same(nearest));
	const int G = 30000, R = 16000, LEN = 14;
	std::vector<byte> gene(2 * G), last(G), reads(R * LEN);
	for (int i = 0; i < G; i++) // a ring, so that there is no end to look after
		gene[i] = gene[i + G] = w[i + 4444] % 7 & 3;
	std::vector<int> order(G);
	for (int i = 0; i < G; i++)
		order[i] = i;
	std::sort(order.begin(), order.end(), [&](int a, int b) { return memcmp(&gene[a], &gene[b], 200) < 0; });
	std::vector<unsigned> starts(5), count(4), hits(R);
	std::vector<Stretch> stretch(G / 64 + 1);
	for (int i = 0; i <= G; i++) {
		Stretch &s = stretch[i / 64];
		if (i % 64 == 0)
			memcpy(s.before, count.data(), 16);
		if (i < G) {
			int c = last[i] = gene[order[i] + G - 1];
			s.low |= (u64)(c & 1) << i % 64, s.high |= (u64)(c >> 1) << i % 64;
			count[c]++;
		}
	}
	for (int c = 0; c < 4; c++)
		starts[c + 1] = starts[c] + count[c];
	for (int r = 0; r < R; r++) {
		for (int k = 0; k < LEN; k++)
			reads[r * LEN + k] = w[r + k * 3] % 40 ? gene[w[r] % G + k] : 2;
		auto less = [&](int a, const byte *b) { return memcmp(&gene[a], b, LEN) < 0; };
		auto more = [&](const byte *b, int a) { return memcmp(b, &gene[a], LEN) < 0; };
		auto lo = std::lower_bound(order.begin(), order.end(), &reads[r * LEN], less);
		hits[r] = std::upper_bound(lo, order.end(), &reads[r * LEN], more) - lo;
	}
	CHECK(cudaMemcpyToSymbol(letter_start, starts.data(), 20));
	Stretch *ds = upload(stretch);
	byte *dl = upload(last), *dreads = upload(reads);
	job<unsigned>(
		"find_backward.bits",
		[&] { find_reads<true><<<R / 128, 128>>>(ds, dl, dreads, (unsigned *)out, R, LEN, G); },
		(unsigned *)out, R, same(hits));
	job<unsigned>(
		"find_backward.counted_bytes",
		[&] { find_reads<false><<<R / 128, 128>>>(ds, dl, dreads, (unsigned *)out, R, LEN, G); },
		(unsigned *)out, R, same(hits));
	const int L = 300000;
	std::vector<byte> page(L), state(L), maps(L / 48 + 1);
	std::vector<int> start(1);
	for (int i = 0, s = 0; i < L; i++) {
		int r = w[i] % 100;
		page[i] = r < 2 ? '\n' : r < 5 ? '"' : r < 7 ? '\\' : r < 24 ? ' ' : 'a' + r % 26;
		state[i] = s = next_state(s, page[i]);
		if (page[i] == '\n')
			start.push_back(i + 1);
	}
	start.push_back(L);
	int *dstart = upload(start), lines = start.size() - 1, pieces = (L + 47) / 48;
	byte *dpage = upload(page), *dmaps = dev<byte>(pieces);
	job<byte>(
		"states_of_letters.line_a_thread",
		[&] { states_line<<<(lines + 63) / 64, 64>>>(dpage, dstart, out, lines); }, out, L, same(state));
	job<byte>(
		"states_of_letters.scan_of_maps",
		[&] {
			states_maps<<<(pieces + 95) / 96, 96>>>(dpage, dmaps, L);
			states_scan<<<1, 512>>>(dmaps, pieces);
			states_write<<<(pieces + 95) / 96, 96>>>(dpage, dmaps, out, L);
		},
		out, L, same(state));
	const int WORDS = 900, DOCS = 6000, QUERIES = 60;
	std::vector<int> first(1), asked(QUERIES * 4);
	std::vector<ushort2> post;
	for (int k = 0; k < WORDS; k++) {
		for (int d = w[k] % 50; d < DOCS; d += 1 + w[post.size() % 99999] % (10 + k))
			post.push_back({ (unsigned short)d, (unsigned short)(1 + w[d] % 200) });
		first.push_back(post.size());
	}
	std::vector<unsigned> best(QUERIES), sum(DOCS);
	for (int q = 0; q < QUERIES; q++) {
		std::fill(sum.begin(), sum.end(), 0);
		for (int k = 0; k < 4; k++) {
			int word = asked[q * 4 + k] = w[q * 4 + k] % WORDS / (1 + w[q + k] % 20);
			for (int i = first[word]; i < first[word + 1]; i++)
				sum[post[i].x] += post[i].y;
		}
		for (int d = 0; d < DOCS; d++)
			best[q] = std::max(best[q], sum[d] << 13 | d);
	}
	int *df = upload(first), *da = upload(asked);
	ushort2 *dp = upload(post);
	unsigned *score = dev<unsigned>(QUERIES * DOCS), *found = dev<unsigned>(QUERIES);
	job<unsigned>(
		"best_page.memory",
		[&] {
			cudaMemsetAsync(score, 0, QUERIES * DOCS * 4);
			impacts_memory<<<dim3(4, QUERIES), 128>>>(df, dp, da, score, DOCS);
			impacts_best<<<QUERIES, 256>>>(score, found, DOCS);
		},
		found, QUERIES, same(best));
	job<unsigned>(
		"best_page.shared", [&] { impacts_shared<<<QUERIES, 384, DOCS * 4>>>(df, dp, da, found, DOCS); }, found,
		QUERIES, same(best));
}
