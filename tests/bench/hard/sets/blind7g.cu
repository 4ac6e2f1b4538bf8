// blind7g: a seventh set of kernels that nobody had modelled when they were written. Text, genes, secrets.
#include "blind7.h"
#include <string>

// ---- text
__global__ void find_plain(const byte *text, const byte *word, int len, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i > n - len)
		return;
	while (k < len && text[i + k] == word[k])
		k++;
	if (k == len)
		atomicAdd(count, 1);
}
__global__ void find_rolled(const byte *text, int len, unsigned want, unsigned top, int *count, int n, int each)
{ // a number for each window, rolled along
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * each, found = 0;
	if (i > n - len)
		return;
	int end = min(i + each, n - len + 1);
	unsigned h = 0;
	for (int k = 0; k < len; k++)
		h = h * 31 + text[i + k];
	for (;; i++) {
		found += h == want;
		if (i + 1 >= end)
			break;
		h = (h - text[i] * top) * 31 + text[i + len];
	}
	if (found)
		atomicAdd(count, found);
}
__global__ void find_words(const unsigned *text, unsigned a, unsigned b, int *count, int n4)
{ // a pattern of eight bytes: four places a thread, words shifted together
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (i < n4 - 2) {
		unsigned p = text[i], q = text[i + 1], r = text[i + 2];
#pragma unroll
		for (int k = 0; k < 4; k++)
			found += __funnelshift_r(p, q, k * 8) == a && __funnelshift_r(q, r, k * 8) == b;
	}
	found = __reduce_add_sync(~0u, found);
	if (found && threadIdx.x % 32 == 0)
		atomicAdd(count, found);
}
__constant__ char sixty_four[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__global__ void letters_constant(const byte *in, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i * 3] << 16 | in[i * 3 + 1] << 8 | in[i * 3 + 2];
	out[i] = make_uchar4(sixty_four[v >> 18], sixty_four[v >> 12 & 63], sixty_four[v >> 6 & 63], sixty_four[v & 63]);
}
__device__ unsigned letter(unsigned v)
{
	return v + (v < 26 ? 65 : v < 52 ? 71 : v < 62 ? -4 : v == 62 ? -19 : -16);
}
__global__ void letters_computed(const uint3 *in, uint4 *out, int n)
{ // twelve bytes in, sixteen letters out
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint3 p = in[i];
	unsigned v[4] = { __byte_perm(p.x, 0, 0x4012), __byte_perm(p.x, p.y, 0x0345) & 0xffffff, __byte_perm(p.y, p.z, 0x0234) & 0xffffff,
		__byte_perm(p.z, 0, 0x4123) }, o[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		o[k] = letter(v[k] >> 18) | letter(v[k] >> 12 & 63) << 8 | letter(v[k] >> 6 & 63) << 16 | letter(v[k] & 63) << 24;
	out[i] = make_uint4(o[0], o[1], o[2], o[3]);
}
__global__ void runs_of(const byte *in, int *start, int *count)
{ // where runs begin, in a block's 1024 bytes
	__shared__ int s[32];
	int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 1024 + t, begins = t == 0 || in[i] != in[i - 1];
	unsigned all = __ballot_sync(~0u, begins);
	if (lane == 0)
		s[t / 32] = __popc(all);
	__syncthreads();
	if (t < 32) {
		int v = s[t], a = v;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, a, d);
			a += t >= d ? o : 0;
		}
		s[t] = a - v;
		if (t == 31)
			count[blockIdx.x] = a;
	}
	__syncthreads();
	if (begins)
		start[blockIdx.x * 1024 + s[t / 32] + __popc(all & ((1u << lane) - 1))] = t;
}
__global__ void longest_back(const byte *in, unsigned *out, int window)
{ // the longest piece that stood before, as compressors look for it
	extern __shared__ byte s[];
	int t = threadIdx.x, base = blockIdx.x * 256;
	for (int i = t; i < 256 + window + 16; i += 256)
		s[i] = in[base + i];
	__syncthreads();
	int me = window + t, best = 0, at = 0;
	for (int d = 1; d <= window; d++) {
		int k = 0;
		while (k < 16 && s[me + k] == s[me - d + k])
			k++;
		if (k > best)
			best = k, at = d;
	}
	out[base + t] = best << 16 | at;
}
// ---- genes: scores of two strings, +2 the same, -1 another, -1 a gap
__global__ void align_thread(const byte *a, const byte *b, int *score, int n, int pairs)
{ // a thread a pair, a row in its own memory
	int p = blockIdx.x * blockDim.x + threadIdx.x, row[65], top = 0;
	if (p >= pairs)
		return;
	for (int j = 0; j <= 64; j++)
		row[j] = 0;
	for (int i = 0; i < n; i++) {
		int corner = 0, left = 0;
		byte c = a[p * n + i];
		for (int j = 1; j <= 64; j++) {
			int v = max(max(corner + (c == b[p * 64 + j - 1] ? 2 : -1), 0), max(left, row[j]) - 1);
			corner = row[j];
			row[j] = left = v;
			top = max(top, v);
		}
	}
	score[p] = top;
}
__global__ void align_block(const byte *a, const byte *b, int *score, int n)
{ // a block a pair, slanting lines in shared memory: thread j has column j
	__shared__ int s[3][65];
	__shared__ int best[2];
	int j = threadIdx.x + 1, top = 0;
	byte mine = b[blockIdx.x * 64 + threadIdx.x];
	for (int i = threadIdx.x; i < 195; i += 64)
		s[i / 65][i % 65] = 0;
	__syncthreads();
	for (int d = 0; d < n + 63; d++) {
		int i = d - threadIdx.x, v = 0;
		if (i >= 0 && i < n) {
			int corner = i ? s[(d + 1) % 3][j - 1] : 0, left = s[(d + 2) % 3][j - 1], above = i ? s[(d + 2) % 3][j] : 0;
			v = max(max(corner + (a[blockIdx.x * n + i] == mine ? 2 : -1), 0), max(left, above) - 1);
			top = max(top, v);
		}
		s[d % 3][j] = v;
		__syncthreads();
	}
	top = __reduce_max_sync(~0u, top);
	if (threadIdx.x % 32 == 0)
		best[threadIdx.x / 32] = top;
	__syncthreads();
	if (threadIdx.x == 0)
		score[blockIdx.x] = max(best[0], best[1]);
}
__global__ void align_warp(const byte *a, const byte *b, int *score, int n)
{ // a warp a pair, two columns a lane, from lane to lane
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, top = 0;
	byte m0 = b[p * 64 + lane * 2], m1 = b[p * 64 + lane * 2 + 1];
	int v0 = 0, v1 = 0, corner = 0;
	for (int d = 0; d < n + 31; d++) {
		int i = d - lane, left = __shfl_up_sync(~0u, v1, 1);
		if (lane == 0)
			left = 0;
		if (i >= 0 && i < n) {
			byte c = a[p * n + i];
			int w0 = max(max(corner + (c == m0 ? 2 : -1), 0), max(left, v0) - 1);
			int w1 = max(max(v0 + (c == m1 ? 2 : -1), 0), max(w0, v1) - 1);
			v0 = w0;
			v1 = w1;
			top = max(top, max(w0, w1));
		}
		corner = left;
	}
	top = __reduce_max_sync(~0u, top);
	if (lane == 0)
		score[p] = top;
}
__global__ void distance_bits(const byte *a, const byte *b, int *dist, int n, int pairs)
{ // edits between two strings, 64 columns in a word
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pairs)
		return;
	u64 peq[4] = {}, up = ~0ull, down = 0;
	for (int j = 0; j < 64; j++)
		peq[b[p * 64 + j]] |= 1ull << j;
	int d = 64;
	for (int i = 0; i < n; i++) {
		u64 eq = peq[a[p * n + i]], x = eq | down, h = (((eq & up) + up) ^ up) | eq, ph = down | ~(h | up), mh = up & h;
		d += (ph >> 63) - (mh >> 63);
		ph = ph << 1 | 1;
		up = mh << 1 | ~(x | ph);
		down = ph & x;
	}
	dist[p] = d;
}
__global__ void common_line(const byte *a, const byte *b, const int *one, const int *two, int *out, int n, int d)
{ // the longest common string of letters in order: one launch a slanting line. out[i]: row i
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = d - i;
	if (i >= n || j < 0 || j >= n)
		return;
	int corner = i && j ? two[i - 1] : 0, left = j ? one[i] : 0, above = i ? one[i - 1] : 0;
	out[i] = a[i] == b[j] ? corner + 1 : max(left, above);
}
__global__ void pieces_counted(const byte *a, int *count, int n)
{ // how often each piece of six letters comes
	__shared__ int s[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 5; i += gridDim.x * blockDim.x) {
		int k = 0;
		for (int j = 0; j < 6; j++)
			k = k << 2 | a[i + j];
		atomicAdd(&s[k], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		if (s[i])
			atomicAdd(&count[i], s[i]);
}
__global__ void sack_row(const int *old, int *now, int room, int weight, int worth)
{ // the best of a sack: one launch a thing
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= room)
		now[i] = i >= weight ? max(old[i], old[i - weight] + worth) : old[i];
}
// ---- secrets
__device__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d)
{
	a += b, d = __funnelshift_l(d ^ a, d ^ a, 16);
	c += d, b = __funnelshift_l(b ^ c, b ^ c, 12);
	a += b, d = __funnelshift_l(d ^ a, d ^ a, 8);
	c += d, b = __funnelshift_l(b ^ c, b ^ c, 7);
}
__global__ void stream_cipher(uint4 *out, unsigned key)
{ // twenty rounds, 64 bytes a thread
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s[16], v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = s[k] = k < 4 ? 0x61707865u + k * 0x01030507u : k == 12 ? i : key * (2 * k + 1);
#pragma unroll
	for (int r = 0; r < 10; r++) {
		for (int k = 0; k < 4; k++)
			quarter(v[k], v[k + 4], v[k + 8], v[k + 12]);
		for (int k = 0; k < 4; k++)
			quarter(v[k], v[(k + 1) % 4 + 4], v[(k + 2) % 4 + 8], v[(k + 3) % 4 + 12]);
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[i * 4 + k] = make_uint4(v[k * 4] + s[k * 4], v[k * 4 + 1] + s[k * 4 + 1], v[k * 4 + 2] + s[k * 4 + 2], v[k * 4 + 3] + s[k * 4 + 3]);
}
__constant__ unsigned round_word[64];
__global__ void digest(const unsigned *in, unsigned *out)
{ // SHA-256 of 64 bytes, the block that follows left out
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	unsigned w[16], s[8], first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
#define ROT(x, k) __funnelshift_r(x, x, k)
#pragma unroll
	for (int k = 0; k < 16; k++)
		w[k] = in[k * n + i];
	for (int k = 0; k < 8; k++)
		s[k] = first[k];
#pragma unroll 16
	for (int k = 0; k < 64; k++) {
		if (k >= 16) {
			unsigned a = w[(k + 1) % 16], b = w[(k + 14) % 16];
			w[k % 16] += (ROT(a, 7) ^ ROT(a, 18) ^ a >> 3) + w[(k + 9) % 16] + (ROT(b, 17) ^ ROT(b, 19) ^ b >> 10);
		}
		unsigned t = s[7] + (ROT(s[4], 6) ^ ROT(s[4], 11) ^ ROT(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + round_word[k] + w[k % 16];
		unsigned u = (ROT(s[0], 2) ^ ROT(s[0], 13) ^ ROT(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
#pragma unroll
		for (int j = 7; j > 0; j--)
			s[j] = s[j - 1];
		s[4] += t;
		s[0] = t + u;
	}
	for (int k = 0; k < 8; k++)
		out[k * n + i] = s[k] + first[k];
}
__global__ void check_bits(const byte *in, unsigned *out, int each)
{ // CRC, bit by bit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < each; k++) {
		c ^= in[i * each + k];
		for (int b = 0; b < 8; b++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
	}
	out[i] = ~c;
}
__global__ void check_table(const unsigned *in, unsigned *out, int each)
{ // the same, a byte at a time from a table that the block makes
	__shared__ unsigned s[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int t = threadIdx.x; t < 256; t += blockDim.x) {
		unsigned c = t;
		for (int b = 0; b < 8; b++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
		s[t] = c;
	}
	__syncthreads();
	unsigned c = ~0u;
	for (int k = 0; k < each / 4; k++) {
		c ^= in[i * (each / 4) + k];
		for (int b = 0; b < 4; b++)
			c = c >> 8 ^ s[c & 255];
	}
	out[i] = ~c;
}
__global__ void power_remainder(const u64 *a, u64 *out, u64 m)
{ // a to the power m - 1, by % and shifts: m below 2^32
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 x = a[i] % m, r = 1;
	for (u64 e = m - 1; e; e >>= 1) {
		if (e & 1)
			r = r * x % m;
		x = x * x % m;
	}
	out[i] = r;
}
__global__ void power_montgomery(const u64 *a, unsigned *out, unsigned m, unsigned inv, unsigned r2)
{ // the same without dividing. inv: -1/m modulo 2^32
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto times = [=](unsigned p, unsigned q) {
		u64 t = (u64)p * q;
		unsigned k = (unsigned)t * inv, h = __umulhi(k, m), top = t >> 32;
		u64 s = (u64)top + h + ((unsigned)t != 0);
		return s >= m ? (unsigned)(s - m) : (unsigned)s;
	};
	unsigned x = times(a[i] % m, r2), r = times(1, r2);
	for (unsigned e = m - 1; e; e >>= 1) {
		if (e & 1)
			r = times(r, x);
		x = times(x, x);
	}
	out[i] = times(r, 1);
}

void rows()
{
	const int M = 1 << 20, P = 4096, N = 96;
	std::vector<unsigned> w = words(M);
	std::vector<byte> text(M), gene(P * N), short_(P * 64), runny(M / 4), letters(M / 3 * 4);
	for (int i = 0; i < M; i++)
		text[i] = 'a' + w[i] % 4 * (w[i] / 4 % 3);
	std::string word = "aaeaicia", all(text.begin(), text.end());
	const char *abc = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	int seen = 0;
	for (size_t at = all.find(word); at != std::string::npos; at = all.find(word, at + 1))
		seen++;
	for (int i = 0; i < P * N; i++)
		gene[i] = w[i] % 4;
	for (int i = 0; i < P * 64; i++)
		short_[i] = w[i] % 9 ? gene[i / 64 * N + i % 64 + w[i / 64] % 20] : w[i] / 9 % 4;
	for (int i = 0; i < M / 4; i++)
		runny[i] = w[i] % 5 || !i ? w[i / 64] / 7 % 64 : runny[i - 1];
	for (int i = 0; i < M / 3; i++) {
		unsigned v = text[i * 3] << 16 | text[i * 3 + 1] << 8 | text[i * 3 + 2];
		for (int k = 0; k < 4; k++)
			letters[i * 4 + k] = abc[v >> (18 - 6 * k) & 63];
	}
	std::vector<int> score(P), edits(P), start, sack(8193), pieces(4096);
	for (int p = 0; p < P; p++) {
		int h[N + 1][65] = {}, d[N + 1][65];
		for (int i = 0; i <= N; i++)
			for (int j = 0; j <= 64; j++) {
				bool eq = i && j && gene[p * N + i - 1] == short_[p * 64 + j - 1];
				d[i][j] = !j ? i : !i ? j : std::min(d[i - 1][j - 1] + !eq, std::min(d[i - 1][j], d[i][j - 1]) + 1);
				if (i && j)
					h[i][j] = std::max(std::max(h[i - 1][j - 1] + (eq ? 2 : -1), 0), std::max(h[i - 1][j], h[i][j - 1]) - 1);
				score[p] = std::max(score[p], h[i][j]);
			}
		edits[p] = d[N][64];
	}
	byte *t = upload(text), *g = upload(gene), *b = upload(short_), *rn = upload(runny), *lt = dev<byte>(M / 3 * 4);
	byte *wd = upload(std::vector<byte>(word.begin(), word.end()));
	int *io = dev<int>(M), *cnt = dev<int>(4096), *la = dev<int>(3 * 8193);
	unsigned *u = upload(w), *uo = dev<unsigned>(M);
	u64 *ul = dev<u64>(16384);
	typedef const std::vector<int> &I;
	typedef const std::vector<unsigned> &U;
	auto none = [&] { CHECK(cudaMemset(cnt, 0, 16384)); };
	const std::vector<int> found = { seen };
	job<int>("find.byte_by_byte", [&] { find_plain<<<M / 256, 256>>>(t, wd, 8, cnt, M); }, cnt, 1, same(found), none);
	unsigned h = 0, top = 1, p4[2] = {};
	for (int i = 0; i < 8; i++) {
		h = h * 31 + word[i];
		top *= i ? 31 : 1;
		p4[i / 4] |= word[i] << i % 4 * 8;
	}
	job<int>("find.rolled_in_16", [&] { find_rolled<<<M / 2048, 128>>>(t, 8, h, top, cnt, M, 16); }, cnt, 1, same(found), none);
	job<int>("find.rolled_in_64", [&] { find_rolled<<<M / 8192, 128>>>(t, 8, h, top, cnt, M, 64); }, cnt, 1, same(found), none);
	job<int>("find.words_together", [&] { find_words<<<M / 1024, 256>>>((unsigned *)t, p4[0], p4[1], cnt, M / 4); }, cnt, 1, same(found), none);
	job<byte>("letters.from_constants", [&] { letters_constant<<<M / 3 / 256 + 1, 256>>>(t, (uchar4 *)lt, M / 3); }, lt, M / 3 / 4 * 16,
		same(std::vector<byte>(letters.begin(), letters.begin() + M / 3 / 4 * 16)));
	job<byte>("letters.computed", [&] { letters_computed<<<M / 12 / 256 + 1, 256>>>((uint3 *)t, (uint4 *)lt, M / 12); }, lt, M / 12 * 16,
		same(std::vector<byte>(letters.begin(), letters.begin() + M / 12 * 16)));
	job<int>("pack.runs", [&] { runs_of<<<M / 4096, 1024>>>(rn, io, cnt); }, cnt, M / 4096, [&](I v) {
		bool ok = true;
		for (int k = 0; k < M / 4096; k++) {
			int n = 1;
			for (int i = 1; i < 1024; i++)
				n += runny[k * 1024 + i] != runny[k * 1024 + i - 1];
			ok &= n == v[k];
		}
		return ok;
	});
	job<unsigned>("pack.longest_before", [&] { longest_back<<<128, 256, 256 + 512 + 16>>>(rn, uo, 512); }, uo, 32768, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 32768; i += 17)
			for (int k = 0; k < (int)(v[i] >> 16); k++)
				ok &= runny[i + 512 + k] == runny[i + 512 + k - (v[i] & 65535)];
		return ok;
	});
	job<int>("align.pair_a_thread", [&] { align_thread<<<P / 4 / 64, 64>>>(g, b, io, N, P / 4); }, io, P / 4,
		same(std::vector<int>(score.begin(), score.begin() + P / 4)));
	job<int>("align.pair_a_block", [&] { align_block<<<P / 4, 64>>>(g, b, io, N); }, io, P / 4,
		same(std::vector<int>(score.begin(), score.begin() + P / 4)));
	job<int>("align.pair_a_warp", [&] { align_warp<<<P / 16, 128>>>(g, b, io, N); }, io, P / 4,
		same(std::vector<int>(score.begin(), score.begin() + P / 4)));
	job<int>("align.edits_in_bits", [&] { distance_bits<<<P / 64, 64>>>(g, b, io, N, P); }, io, P, same(edits));
	const int C = 64;
	std::vector<int> line(C), last(C);
	for (int i = 0; i < C; i++)
		for (int j = 0, corner = 0, left = 0; j < C; j++) { // last: the row above
			int above = i ? last[j] : 0, v = gene[i] == gene[5000 + j] ? corner + 1 : std::max(left, above);
			corner = above;
			last[j] = left = v;
			if (j == C - 1)
				line[i] = v;
		}
	job<int>(
		"align.launch_a_line",
		[&] {
			for (int d = 0; d < 2 * C - 1; d++)
				common_line<<<1, C>>>(g, g + 5000, la + (d + 2) % 3 * 8193, la + (d + 1) % 3 * 8193, la + d % 3 * 8193, C, d);
		},
		la + (2 * C - 2) % 3 * 8193 + C - 1, 1, same(std::vector<int>{ line[C - 1] }), [&] { CHECK(cudaMemset(la, 0, 3 * 8193 * 4)); });
	for (int i = 0; i < P * N - 5; i++) {
		int k = 0;
		for (int j = 0; j < 6; j++)
			k = k << 2 | gene[i + j];
		pieces[k]++;
	}
	job<int>("genes.pieces", [&] { pieces_counted<<<132, 512>>>(g, cnt, P * N); }, cnt, 4096, same(pieces), none);
	for (int k = 0; k < 40; k++)
		for (int i = 8192; i >= 10 + k * 37 % 50 * 9; i--)
			sack[i] = std::max(sack[i], sack[i - 10 - k * 37 % 50 * 9] + k * 53 % 97);
	job<int>(
		"sack.launch_a_thing",
		[&] {
			for (int k = 0; k < 40; k++)
				sack_row<<<33, 256>>>(la + k % 2 * 8193, la + (k + 1) % 2 * 8193, 8192, 10 + k * 37 % 50 * 9, k * 53 % 97);
		},
		la, 8193, same(sack), [&] { CHECK(cudaMemset(la, 0, 2 * 8193 * 4)); });
	job<unsigned>("cipher.stream", [&] { stream_cipher<<<256, 128>>>((uint4 *)uo, 77777); }, uo, M / 2);
	unsigned k64[64];
	for (int k = 0, n = 2; k < 64; n++) {
		bool prime = true;
		for (int d = 2; d * d <= n; d++)
			prime &= n % d != 0;
		if (prime)
			k64[k++] = (unsigned)((std::cbrt((long double)n) - std::floor(std::cbrt((long double)n))) * 4294967296.0L);
	}
	CHECK(cudaMemcpyToSymbol(round_word, k64, 256));
	job<unsigned>("cipher.digest", [&] { digest<<<512, 128>>>(u, uo); }, uo, M / 2);
	std::vector<unsigned> crc(16384);
	for (int i = 0; i < 16384; i++) {
		unsigned c = ~0u;
		for (int k = 0; k < 64; k++) {
			c ^= text[i * 64 + k];
			for (int e = 0; e < 8; e++)
				c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
		}
		crc[i] = ~c;
	}
	job<unsigned>("check.bit_by_bit", [&] { check_bits<<<128, 128>>>(t, uo, 64); }, uo, 16384, same(crc));
	job<unsigned>("check.by_table", [&] { check_table<<<128, 128>>>((unsigned *)t, uo, 64); }, uo, 16384, same(crc));
	const u64 prime = 4294967291u;
	unsigned inv = 1;
	for (int k = 0; k < 5; k++)
		inv *= 2 - (unsigned)prime * inv;
	unsigned r2 = (u64)(((unsigned __int128)1 << 64) % prime);
	job<u64>("power.remainders", [&] { power_remainder<<<128, 128>>>((u64 *)u, ul, prime); }, ul, 16384,
		[](const std::vector<u64> &v) { return std::count(v.begin(), v.end(), 1ull) == 16384; });
	job<unsigned>("power.montgomery", [&] { power_montgomery<<<128, 128>>>((u64 *)u, uo, prime, 0u - inv, r2); }, uo, 16384,
		[](U v) { return std::count(v.begin(), v.end(), 1u) == 16384; });
}
