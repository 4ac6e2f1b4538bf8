// blind24d: a fresh set of kernels that nobody had modelled when they were written. Letters, mirrors, rules and fires.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
const int WORD = 24; // letters of what is looked for
__constant__ __align__(4) unsigned char wanted[WORD];
__global__ void near_letters(const byte *text, byte *out, int n)
{ // how many letters differ at each place, at most seven told; leaves off when there are too many
	int i = blockIdx.x * blockDim.x + threadIdx.x, off = 0;
	if (i >= n)
		return;
	for (int k = 0; k < WORD && off < 7; k++)
		off += text[i + k] != wanted[k];
	out[i] = off;
}
__global__ void near_fours(const unsigned *text, byte *out, int n)
{ // the same: four letters compared at once, words pushed together for odd places
	int i = blockIdx.x * blockDim.x + threadIdx.x, off = 0;
	if (i >= n)
		return;
	unsigned low = text[i / 4];
#pragma unroll
	for (int k = 0; k < WORD / 4; k++) {
		unsigned high = text[i / 4 + k + 1];
		off += 4 - __popc(__vcmpeq4(__funnelshift_r(low, high, i % 4 * 8), ((const unsigned *)wanted)[k])) / 8;
		low = high;
	}
	out[i] = min(off, 7);
}
__global__ void near_counters(const byte *text, const u64 *match, byte *out, int n, int span)
{ // the same: counts of all places of the word pushed on letter by letter; twelve counts of 5 bits a word
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * span;
	if (first >= n)
		return;
	u64 low = 0, high = 0, ones = 0;
	for (int k = 0; k < 12; k++)
		ones |= 1ull << 5 * k;
	for (int i = first; i < min(first + span, n) + WORD - 1; i++) {
		int c = text[i] - 'a';
		u64 last = low >> 55;
		low = (low << 5) + (ones & ~match[2 * c]);
		high = (high << 5) + last + (ones & ~match[2 * c + 1]);
		low &= (1ull << 60) - 1, high &= (1ull << 60) - 1;
		if (i - WORD + 1 >= first)
			out[i - WORD + 1] = min((int)(high >> 55), 7);
	}
}
__global__ void mirror_grow(const byte *text, int *out, int n)
{ // how far a text is its own mirror round each letter: grows until it is not
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i >= n)
		return;
	while (i - r - 1 >= 0 && i + r + 1 < n && text[i - r - 1] == text[i + r + 1])
		r++;
	out[i] = r;
}
__global__ void mirror_hash(const unsigned *ahead, const unsigned *back, const unsigned *power, int *out, int n)
{ // the same by halving: sums of what is read forward and backward are the same
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int lo = 0, hi = min(i, n - 1 - i);
	while (lo < hi) {
		int m = (lo + hi + 1) / 2; // the m letters after i, and the m before it backwards
		unsigned a = ahead[i + 1 + m] - ahead[i + 1] * power[m], b = back[i - m] - back[i] * power[m];
		if (a == b)
			lo = m;
		else
			hi = m - 1;
	}
	out[i] = lo;
}
__global__ void mirror_manacher(const byte *text, int *out, int len, int texts)
{ // the same for many short texts, a text a thread: what is known of the mirrored place is used
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= texts)
		return;
	text += t * len, out += t * len;
	int centre = 0, reach = -1;
	for (int i = 0; i < len; i++) {
		int r = i > reach ? 0 : min(out[2 * centre - i], reach - i);
		while (i - r - 1 >= 0 && i + r + 1 < len && text[i - r - 1] == text[i + r + 1])
			r++;
		out[i] = r;
		if (i + r > reach)
			centre = i, reach = i + r;
	}
}
__global__ void rule_cells(const byte *in, byte *out, int n)
{ // rule 110 on a ring: a cell a thread, a step a launch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 110 >> (4 * in[i ? i - 1 : n - 1] + 2 * in[i] + in[i + 1 < n ? i + 1 : 0]) & 1;
}
__global__ void rule_words(const unsigned *in, unsigned *out, int words_, int steps)
{ // 32 cells a thread: a warp of words with one word of rim at each side does up to 32 steps by shuffles
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = w * 30 + lane - 1;
	unsigned v = in[(at + words_) % words_];
	for (int s = 0; s < steps; s++) {
		unsigned before = __shfl_up_sync(~0u, v, 1), after = __shfl_down_sync(~0u, v, 1);
		unsigned left = __funnelshift_l(before, v, 1), right = __funnelshift_r(v, after, 1);
		v = (v | right) & ~(left & v & right);
	}
	if (lane && lane < 31 && at < words_)
		out[at] = v;
}
__global__ void rule_block(const byte *in, byte *out, int n, int steps)
{ // cells in shared memory, a block's rim shrinks step by step
	__shared__ byte cell[2][512];
	int t = threadIdx.x, inner = 512 - 2 * steps, i = blockIdx.x * inner - steps + t, now = 0;
	cell[0][t] = in[(i + n) % n];
	__syncthreads();
	for (int s = 1; s <= steps; s++, now ^= 1) {
		if (t >= s && t < 512 - s)
			cell[now ^ 1][t] = 110 >> (4 * cell[now][t - 1] + 2 * cell[now][t] + cell[now][t + 1]) & 1;
		__syncthreads();
	}
	if (t >= steps && t < steps + inner && i < n)
		out[i] = cell[now][t];
}
__host__ __device__ unsigned mixed(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352d;
	x = (x ^ x >> 15) * 0x846ca68b;
	return x ^ x >> 16;
}
__host__ __device__ byte wood_next(byte own, bool hot, unsigned chance)
{ // 0 bare, 1 a tree, 2 burns
	if (own == 2)
		return 0;
	if (own == 1)
		return hot || chance % 8192 == 0 ? 2 : 1;
	return chance % 64 == 0;
}
__global__ void wood_plain(const byte *in, byte *out, int w, int h, unsigned day)
{ // a wood where trees grow and lightning strikes: a place a thread, drawn from its number and the day
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h)
		return;
	bool hot = x && in[i - 1] == 2 || y && in[i - w] == 2 || x + 1 < w && in[i + 1] == 2 ||
		y + 1 < h && in[i + w] == 2;
	out[i] = wood_next(in[i], hot, mixed(i + day * 0x9e3779b9));
}
__global__ void wood_tile(const byte *in, byte *out, int w, int h, unsigned day)
{ // the same with a tile and its rim in shared memory
	__shared__ byte tile[10][66];
	int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * w + x;
	for (int k = threadIdx.y * 64 + threadIdx.x; k < 660; k += 512) {
		int tx = blockIdx.x * 64 + k % 66 - 1, ty = blockIdx.y * 8 + k / 66 - 1;
		tile[k / 66][k % 66] = tx < 0 || ty < 0 || tx >= w || ty >= h ? 0 : in[ty * w + tx];
	}
	__syncthreads();
	if (x >= w || y >= h)
		return;
	int c = threadIdx.x + 1, r = threadIdx.y + 1;
	bool hot = tile[r][c - 1] == 2 || tile[r][c + 1] == 2 || tile[r - 1][c] == 2 || tile[r + 1][c] == 2;
	out[i] = wood_next(tile[r][c], hot, mixed(i + day * 0x9e3779b9));
}
__global__ void initials_thread(const byte *line, const byte *query, int *out, int lines, int len, int most)
{ // how many letters of a short query come in this order in a line: a line a thread, letters apart by a line
	int i = blockIdx.x * blockDim.x + threadIdx.x, q = 0;
	if (i >= lines)
		return;
	for (int k = 0; k < len && q < most; k++)
		q += line[i * len + k] == query[q];
	out[i] = q;
}
__global__ void initials_warp(const byte *line, const byte *query, int *out, int lines, int len, int most)
{ // the same, a line a warp: lanes vote who has the next letter, the first one wins
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, q = 0;
	if (i >= lines)
		return;
	for (int base = 0; base < len && q < most; base += 32) {
		int c = base + lane < len ? line[i * len + base + lane] : 0, from = 0;
		while (q < most) {
			unsigned has = __ballot_sync(~0u, c == query[q] && lane >= from);
			if (!has)
				break;
			from = __ffs(has);
			q++;
		}
	}
	if (lane == 0)
		out[i] = q;
}
void rows()
{
	const int N = 200000;
	std::vector<unsigned> w = words(1 << 18);
	std::vector<byte> text(N + 64);
	for (int i = 0; i < N + 64; i++)
		text[i] = 'a' + (w[i] % 4 ? w[i] / 4 % 4 : w[i] / 4 % 26);
	byte look[WORD];
	for (int k = 0; k < WORD; k++)
		look[k] = text[5000 + k];
	std::vector<u64> match(52);
	for (int k = 0; k < WORD; k++)
		match[2 * (look[k] - 'a') + k / 12] |= 1ull << k % 12 * 5;
	std::vector<byte> off(N);
	for (int i = 0; i < N; i++) {
		int d = 0;
		for (int k = 0; k < WORD; k++)
			d += text[i + k] != look[k];
		off[i] = std::min(d, 7);
	}
	CHECK(cudaMemcpyToSymbol(wanted, look, WORD));
	byte *dt = upload(text), *ob = dev<byte>(1 << 20);
	u64 *dm = upload(match);
	job<byte>(
		"nearly_the_word.letter_by_letter", [&] { near_letters<<<up(N, 256), 256>>>(dt, ob, N); }, ob, N,
		same(off));
	job<byte>(
		"nearly_the_word.four_letters", [&] { near_fours<<<up(N, 128), 128>>>((unsigned *)dt, ob, N); }, ob, N,
		same(off));
	job<byte>(
		"nearly_the_word.packed_counts", [&] { near_counters<<<up(N, 40 * 64), 64>>>(dt, dm, ob, N, 40); }, ob,
		N, same(off));
	const int LEN = 500, TEXTS = 300, M = 120000;
	std::vector<byte> runs(LEN * TEXTS);
	for (int i = 0; i < LEN * TEXTS; i++) // some stretches repeat, some mirror
		runs[i] = i / 64 % 3 == 0 ? 'a' + i % 2 : i / 64 % 3 == 1 ? 'a' + (w[i] % 16 == 0) : 'a' + w[i] % 3;
	auto mirrors = [&](const byte *s, int n, int *out) {
		for (int i = 0; i < n; i++) {
			int r = 0;
			while (i - r - 1 >= 0 && i + r + 1 < n && s[i - r - 1] == s[i + r + 1])
				r++;
			out[i] = r;
		}
	};
	std::vector<int> whole(M), each(LEN * TEXTS);
	mirrors(runs.data(), M, whole.data());
	for (int t = 0; t < TEXTS; t++)
		mirrors(&runs[t * LEN], LEN, &each[t * LEN]);
	std::vector<unsigned> ahead(M + 1), back(M + 1), power(M + 1, 1);
	for (int i = 0; i < M; i++) {
		ahead[i + 1] = ahead[i] * 0x01000193 + runs[i];
		power[i + 1] = power[i] * 0x01000193;
	}
	for (int i = M - 1; i >= 0; i--)
		back[i] = back[i + 1] * 0x01000193 + runs[i];
	byte *dr = upload(runs);
	int *o = dev<int>(1 << 18);
	unsigned *da = upload(ahead), *db = upload(back), *dp = upload(power);
	job<int>(
		"own_mirror.grow", [&] { mirror_grow<<<up(M, 192), 192>>>(dr, o, M); }, o, M, same(whole));
	job<int>(
		"own_mirror.halving_sums", [&] { mirror_hash<<<up(M, 256), 256>>>(da, db, dp, o, M); }, o, M,
		same(whole));
	job<int>(
		"own_mirror.text_a_thread", [&] { mirror_manacher<<<up(TEXTS, 32), 32>>>(dr, o, LEN, TEXTS); }, o,
		LEN * TEXTS, same(each));
	const int CELLS = 30 * 32 * 180, WORDS = CELLS / 32, STEPS = 24;
	std::vector<byte> cell(CELLS), then, next(CELLS);
	std::vector<unsigned> bits(WORDS), bits_then(WORDS);
	for (int i = 0; i < CELLS; i++) {
		cell[i] = w[i] >> 9 & 1;
		bits[i / 32] |= (unsigned)cell[i] << i % 32;
	}
	then = cell;
	for (int s = 0; s < STEPS; s++, then.swap(next))
		for (int i = 0; i < CELLS; i++)
			next[i] = 110 >> (4 * then[i ? i - 1 : CELLS - 1] + 2 * then[i] +
						 then[i + 1 < CELLS ? i + 1 : 0]) &
				1;
	for (int i = 0; i < CELLS; i++)
		bits_then[i / 32] |= (unsigned)then[i] << i % 32;
	byte *dc = upload(cell), *c1 = dev<byte>(CELLS), *c2 = dev<byte>(CELLS);
	unsigned *dw = upload(bits), *ow = dev<unsigned>(WORDS);
	job<byte>(
		"rule_110.launch_a_step",
		[&] {
			for (int s = 0; s < STEPS; s++)
				rule_cells<<<up(CELLS, 512), 512>>>(s == 0 ? dc :
						s % 2                      ? c1 :
									     c2,
					s % 2 ? c2 : c1, CELLS);
		},
		c2, CELLS, same(then));
	job<unsigned>(
		"rule_110.words_and_shuffles", [&] { rule_words<<<WORDS / 30 / 2, 64>>>(dw, ow, WORDS, STEPS); }, ow,
		WORDS, same(bits_then));
	job<byte>(
		"rule_110.shrinking_block",
		[&] { rule_block<<<up(CELLS, 512 - 2 * STEPS), 512>>>(dc, c1, CELLS, STEPS); }, c1, CELLS, same(then));
	const int W = 500, H = 280, DAYS = 4;
	std::vector<byte> wood(W * H), later, tomorrow(W * H);
	for (int i = 0; i < W * H; i++)
		wood[i] = w[i] % 128 == 0 ? 2 : w[i] % 8 < 5;
	later = wood;
	for (int d = 0; d < DAYS; d++, later.swap(tomorrow))
		for (int i = 0; i < W * H; i++) {
			int x = i % W, y = i / W;
			bool hot = x && later[i - 1] == 2 || y && later[i - W] == 2 || x + 1 < W && later[i + 1] == 2 ||
				y + 1 < H && later[i + W] == 2;
			tomorrow[i] = wood_next(later[i], hot, mixed(i + d * 0x9e3779b9));
		}
	byte *dwood = upload(wood);
	job<byte>(
		"burning_wood.plain",
		[&] {
			for (int d = 0; d < DAYS; d++)
				wood_plain<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(d == 0 ? dwood :
						d % 2                                         ? c1 :
												c2,
					d % 2 ? c2 : c1, W, H, d);
		},
		c2, W * H, same(later));
	job<byte>(
		"burning_wood.tile_with_rim",
		[&] {
			for (int d = 0; d < DAYS; d++)
				wood_tile<<<dim3(up(W, 64), up(H, 8)), dim3(64, 8)>>>(d == 0 ? dwood :
						d % 2                                        ? c1 :
											       c2,
					d % 2 ? c2 : c1, W, H, d);
		},
		c2, W * H, same(later));
	const int LINES = 4000, WIDE
	= 90, QUERY = 12;
	std::vector<byte> line(LINES * WIDE), query(QUERY);
	std::vector<int> got(LINES);
	for (int i = 0; i < LINES * WIDE; i++)
		line[i] = 'a' + w[i % (1 << 18)] % (1 << 17) / 7 % (i / WIDE % 5 ? 20 : 6);
	for (int k = 0; k < QUERY; k++)
		query[k] = 'a' + w[k + 70] % 6;
	for (int i = 0; i < LINES; i++)
		for (int k = 0; k < WIDE && got[i] < QUERY; k++)
			got[i] += line[i * WIDE + k] == query[got[i]];
	byte *dl = upload(line), *dq = upload(query);
	job<int>(
		"letters_in_this_order.line_a_thread",
		[&] { initials_thread<<<up(LINES, 96), 96>>>(dl, dq, o, LINES, WIDE, QUERY); }, o, LINES, same(got));
	job<int>(
		"letters_in_this_order.line_a_warp",
		[&] { initials_warp<<<up(LINES, 4), 128>>>(dl, dq, o, LINES, WIDE, QUERY); }, o, LINES, same(got));
}
