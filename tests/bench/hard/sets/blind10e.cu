// blind10e: a tenth set of kernels that nobody had modelled when they were written. Genes, words, colours, secrets.
#include "blind7.h"

__global__ void hmm_warp(const float *trans, const float *emit, const byte *seen, float *out, int seqs, int length)
{ // how likely a sequence is in a hidden Markov model of 32 states: a sequence a warp, a state a lane
	int q = (blockIdx.x * blockDim.x + threadIdx.x) / 32, s = threadIdx.x % 32;
	if (q >= seqs)
		return;
	float column[32], log_all = 0;
#pragma unroll
	for (int k = 0; k < 32; k++)
		column[k] = trans[k * 32 + s];
	float a = emit[seen[q * length] * 32 + s] / 32;
	for (int t = 1; t < length; t++) {
		float sum = 0, all = 0;
#pragma unroll
		for (int k = 0; k < 32; k++)
			sum += __shfl_sync(~0u, a, k) * column[k];
		a = all = sum * emit[seen[q * length + t] * 32 + s];
		for (int d = 16; d; d /= 2)
			all += __shfl_xor_sync(~0u, all, d);
		log_all += logf(all);
		a /= all;
	}
	if (s == 0)
		out[q] = log_all;
}
__global__ void hmm_block(const float *trans, const float *emit, const byte *seen, float *out, int length)
{ // the same, four sequences a block, everything in shared memory
	__shared__ float tr[32][33], em[16][32], a[4][32], b[4][32], all[4];
	int s = threadIdx.x, q = threadIdx.y, id = blockIdx.x * 4 + q;
	for (int k = q; k < 32; k += 4)
		tr[k][s] = trans[k * 32 + s];
	for (int k = q; k < 16; k += 4)
		em[k][s] = emit[k * 32 + s];
	__syncthreads();
	a[q][s] = em[seen[id * length]][s] / 32;
	float log_all = 0;
	for (int t = 1; t < length; t++) {
		__syncthreads();
		float sum = 0;
		for (int k = 0; k < 32; k++)
			sum += a[q][k] * tr[k][s];
		b[q][s] = sum * em[seen[id * length + t]][s];
		__syncthreads();
		if (s == 0) {
			float v = 0;
			for (int k = 0; k < 32; k++)
				v += b[q][k];
			all[q] = v;
			log_all += logf(v);
		}
		__syncthreads();
		a[q][s] = b[q][s] / all[q];
	}
	if (s == 0)
		out[id] = log_all;
}
__global__ void pileup_global(const byte *base, const int *start, int *count, int reads, int length)
{ // how often each letter was read at each place of a genome: an atomic a letter
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < reads * length)
		atomicAdd(&count[(start[i / length] + i % length) * 4 + base[i]], 1);
}
__global__ void pileup_window(const byte *base, const int *start, int *count, int reads, int length)
{ // reads lie in order: a block counts a window of 256 places in shared memory, and finds its reads by halving
	__shared__ int s[256 * 4], from, to;
	int w0 = blockIdx.x * 256, t = threadIdx.x;
	for (int i = t; i < 1024; i += blockDim.x)
		s[i] = 0;
	if (t < 2) {
		int want = t ? w0 + 256 : w0 - length + 1, lo = 0, hi = reads;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (start[mid] < want)
				lo = mid + 1;
			else
				hi = mid;
		}
		*(t ? &to : &from) = lo;
	}
	__syncthreads();
	for (int r = from + t / 32; r < to; r += blockDim.x / 32)
		for (int k = t % 32; k < length; k += 32) {
			int at = start[r] + k - w0;
			if (at >= 0 && at < 256)
				atomicAdd(&s[at * 4 + base[r * length + k]], 1);
		}
	__syncthreads();
	for (int i = t; i < 1024; i += blockDim.x)
		count[w0 * 4 + i] = s[i];
}
__host__ __device__ int word_in_trie(const int *child, const int *word, const char *text)
{ // down a tree of letters: the number of the word, or where it ends, below zero
	int node = 0, k = 0;
	for (; text[k]; k++) {
		node = child[node * 26 + text[k] - 'a'];
		if (!node)
			return -1 - k;
	}
	return word[node] ? word[node] : -1 - k;
}
__global__ void trie_walk(const int *child, const int *word, const char *text, int *out, int n)
{ // one word a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = word_in_trie(child, word, text + i * 16);
}
__host__ __device__ unsigned to_565(int r, int g, int b)
{
	return r >> 3 << 11 | g >> 2 << 5 | b >> 3;
}
__host__ __device__ int nearest_of_four(int r, int g, int b, const int *lo, const int *hi)
{
	int along = (r - lo[0]) * (hi[0] - lo[0]) + (g - lo[1]) * (hi[1] - lo[1]) + (b - lo[2]) * (hi[2] - lo[2]);
	int whole = (hi[0] - lo[0]) * (hi[0] - lo[0]) + (hi[1] - lo[1]) * (hi[1] - lo[1]) +
		(hi[2] - lo[2]) * (hi[2] - lo[2]);
	return whole ? min((along * 6 + whole) / (2 * whole), 3) : 0;
}
__global__ void bc1_thread(const uchar4 *pic, uint2 *out, int w, int h)
{ // 4x4 pixels to eight bytes: two colours, and for each pixel where it lies between them; a block of pixels a thread
	int b = blockIdx.x * blockDim.x + threadIdx.x, bw = w / 4;
	if (b >= bw * h / 4)
		return;
	uchar4 p[16];
	int lo[3] = { 255, 255, 255 }, hi[3] = {};
	for (int i = 0; i < 16; i++) {
		p[i] = pic[(b / bw * 4 + i / 4) * w + b % bw * 4 + i % 4];
		lo[0] = min(lo[0], p[i].x), lo[1] = min(lo[1], p[i].y), lo[2] = min(lo[2], p[i].z);
		hi[0] = max(hi[0], p[i].x), hi[1] = max(hi[1], p[i].y), hi[2] = max(hi[2], p[i].z);
	}
	unsigned index = 0;
	for (int i = 0; i < 16; i++)
		index |= nearest_of_four(p[i].x, p[i].y, p[i].z, lo, hi) << 2 * i;
	out[b] = make_uint2(to_565(hi[0], hi[1], hi[2]) | to_565(lo[0], lo[1], lo[2]) << 16, index);
}
__global__ void bc1_lanes(const uchar4 *pic, uint2 *out, int w, int h)
{ // a pixel a lane
	int at = blockIdx.x * blockDim.x + threadIdx.x, b = at / 16, i = at % 16, bw = w / 4;
	uchar4 p = pic[(b / bw * 4 + i / 4) * w + b % bw * 4 + i % 4];
	int lo[3] = { p.x, p.y, p.z }, hi[3] = { p.x, p.y, p.z };
	for (int d = 8; d; d /= 2)
		for (int c = 0; c < 3; c++) {
			lo[c] = min(lo[c], __shfl_xor_sync(~0u, lo[c], d));
			hi[c] = max(hi[c], __shfl_xor_sync(~0u, hi[c], d));
		}
	unsigned index = nearest_of_four(p.x, p.y, p.z, lo, hi) << 2 * i;
	for (int d = 8; d; d /= 2)
		index |= __shfl_xor_sync(~0u, index, d);
	if (i == 0)
		out[b] = make_uint2(to_565(hi[0], hi[1], hi[2]) | to_565(lo[0], lo[1], lo[2]) << 16, index);
}
#define ROUNDS_ \
	{ \
		0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, \
			0x000000000000808bull, 0x0000000080000001ull, 0x8000000080008081ull, 0x8000000000008009ull, \
			0x000000000000008aull, 0x0000000000000088ull, 0x0000000080008009ull, 0x000000008000000aull, \
			0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull, 0x8000000000008003ull, \
			0x8000000000008002ull, 0x8000000000000080ull, 0x000000000000800aull, 0x800000008000000aull, \
			0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull \
	}
#define TURNS_ \
	{ \
		0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14 \
	}
__constant__ u64 round_word[24];
__constant__ int turn_by[25];
__host__ __device__ u64 turned(u64 x, int by)
{
	return by ? x << by | x >> (64 - by) : x;
}
__host__ __device__ void keccak(u64 *a, const u64 *word)
{ // 24 rounds over 25 words
	const int turn[25] = TURNS_;
	for (int r = 0; r < 24; r++) {
		u64 c[5], b[25];
#pragma unroll
		for (int x = 0; x < 5; x++)
			c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
		for (int i = 0; i < 25; i++) {
			u64 v = a[i] ^ c[(i + 4) % 5] ^ turned(c[(i + 1) % 5], 1);
			b[i / 5 + (2 * (i % 5) + 3 * (i / 5)) % 5 * 5] = turned(v, turn[i]);
		}
#pragma unroll
		for (int i = 0; i < 25; i++)
			a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
		a[0] ^= word[r];
	}
}
__global__ void keccak_thread(const u64 *in, u64 *out, int n)
{ // the sponge of SHA-3, one message of 17 words a thread
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= n)
		return;
	u64 a[25];
	for (int i = 0; i < 25; i++)
		a[i] = i < 17 ? in[m * 17 + i] : 0;
	keccak(a, round_word);
	for (int i = 0; i < 4; i++)
		out[m * 4 + i] = a[i];
}
__global__ void keccak_warp(const u64 *in, u64 *out, int n)
{ // the same, one message a warp: 25 lanes hold a word each
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, i = threadIdx.x % 32;
	if (m >= n)
		return;
	int x = i % 5, y = i / 5, by = i < 25 ? turn_by[i] : 0;
	// the word that comes here: row y is column y of where it was
	int from_x = (x + 3 * y) % 5, from = i < 25 ? from_x + x * 5 : i;
	u64 a = i < 17 ? in[m * 17 + i] : 0;
	for (int r = 0; r < 24; r++) {
		u64 c = a;
		for (int k = 1; k < 5; k++)
			c ^= __shfl_sync(~0u, a, (i + 5 * k) % 25);
		u64 left = __shfl_sync(~0u, c, (x + 4) % 5), right = __shfl_sync(~0u, c, (x + 1) % 5);
		u64 v = turned(a ^ left ^ turned(right, 1), by);
		v = __shfl_sync(~0u, v, from);
		u64 p = __shfl_sync(~0u, v, y * 5 + (x + 1) % 5), q = __shfl_sync(~0u, v, y * 5 + (x + 2) % 5);
		a = v ^ (~p & q);
		if (i == 0)
			a ^= round_word[r];
	}
	if (i < 4)
		out[m * 4 + i] = a;
}
void rows()
{
	const int SEQ = 512, LEN = 80;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), trans(1024), emit(512), likely(SEQ);
	std::vector<byte> seen(SEQ * LEN);
	for (int i = 0; i < 1024; i++)
		trans[i] = f[i] / 16;
	for (int i = 0; i < 512; i++)
		emit[i] = f[i + 2000] / 8;
	for (int i = 0; i < SEQ * LEN; i++)
		seen[i] = w[i] % 16;
	for (int q = 0; q < SEQ; q++) {
		double a[32], b[32], log_all = 0;
		for (int s = 0; s < 32; s++)
			a[s] = emit[seen[q * LEN] * 32 + s] / 32;
		for (int t = 1; t < LEN; t++) {
			double all = 0;
			for (int s = 0; s < 32; s++) {
				b[s] = 0;
				for (int k = 0; k < 32; k++)
					b[s] += a[k] * trans[k * 32 + s];
				all += b[s] *= emit[seen[q * LEN + t] * 32 + s];
			}
			log_all += std::log(all);
			for (int s = 0; s < 32; s++)
				a[s] = b[s] / all;
		}
		likely[q] = log_all;
	}
	float *dt = upload(trans), *de = upload(emit), *o = dev<float>(1 << 20);
	byte *ds = upload(seen);
	job<float>(
		"hidden_states.sequence_a_warp", [&] { hmm_warp<<<SEQ / 4, 128>>>(dt, de, ds, o, SEQ, LEN); }, o, SEQ,
		close_to(likely));
	job<float>(
		"hidden_states.four_a_block", [&] { hmm_block<<<SEQ / 4, dim3(32, 4)>>>(dt, de, ds, o, LEN); }, o, SEQ,
		close_to(likely));
	const int GENOME = 1 << 16, READS = 9000, RL = 100;
	std::vector<int> start(READS), count(GENOME * 4);
	std::vector<byte> base(READS * RL);
	for (int r = 0; r < READS; r++)
		start[r] = (w[r] % 3 ? w[r] >> 4 : (w[r] >> 4) % 9000) % (GENOME - RL);
	std::sort(start.begin(), start.end());
	for (int i = 0; i < READS * RL; i++) {
		int at = start[i / RL] + i % RL;
		base[i] = w[i] % 50 ? w[at] >> 3 & 3 : w[i] >> 9 & 3;
		count[at * 4 + base[i]]++;
	}
	byte *db = upload(base);
	int *dst = upload(start), *dc = dev<int>(GENOME * 4);
	auto zero = [&] { CHECK(cudaMemset(dc, 0, GENOME * 16)); };
	job<int>(
		"pileup.global", [&] { pileup_global<<<(READS * RL + 255) / 256, 256>>>(db, dst, dc, READS, RL); }, dc,
		GENOME * 4, same(count), zero);
	job<int>(
		"pileup.windows", [&] { pileup_window<<<GENOME / 256, 256>>>(db, dst, dc, READS, RL); }, dc, GENOME * 4,
		same(count), zero);
	const int TEXTS = 50000;
	std::vector<int> child(26), word(1), found(TEXTS);
	std::vector<char> text(TEXTS * 16);
	auto spell = [&](unsigned seed, char *to) {
		int n = 3 + seed % 8;
		for (int k = 0; k < n; k++, seed = seed * 1664525 + 1013904223)
			to[k] = 'a' + (seed >> 24) % 26 % (k < 2 ? 26 : 9);
		to[n] = 0;
	};
	for (int i = 0; i < 4000; i++) {
		char s[16];
		int node = 0;
		spell(w[i], s);
		for (int k = 0; s[k]; k++) {
			int at = node * 26 + s[k] - 'a';
			if (!child[at]) {
				child[at] = word.size();
				word.push_back(0);
				child.resize(child.size() + 26);
			}
			node = child[at];
		}
		word[node] = i + 1;
	}
	for (int i = 0; i < TEXTS; i++) {
		spell(w[w[i] % (i % 3 ? 4000 : 90000)], &text[i * 16]);
		found[i] = word_in_trie(child.data(), word.data(), &text[i * 16]);
	}
	int *dch = upload(child), *dw = upload(word), *di = (int *)o;
	char *dtx = upload(text);
	job<int>(
		"trie.word_a_thread", [&] { trie_walk<<<(TEXTS + 127) / 128, 128>>>(dch, dw, dtx, di, TEXTS); }, di,
		TEXTS, same(found));
	const int W = 1024, H = 640, BLOCKS = W * H / 16;
	std::vector<uchar4> pic(W * H);
	std::vector<unsigned> packed(BLOCKS * 2);
	for (int i = 0; i < W * H; i++)
		pic[i] = make_uchar4(
			(i % W / 3 + w[i] % 40) & 255, (i / W / 2 + w[i] % 23) & 255, (i % W + i / W) / 4 & 255, 255);
	for (int b = 0; b < BLOCKS; b++) {
		int lo[3] = { 255, 255, 255 }, hi[3] = {};
		auto px = [&](int i) { return pic[(b / (W / 4) * 4 + i / 4) * W + b % (W / 4) * 4 + i % 4]; };
		for (int i = 0; i < 16; i++) {
			int c[3] = { px(i).x, px(i).y, px(i).z };
			for (int k = 0; k < 3; k++)
				lo[k] = std::min(lo[k], c[k]), hi[k] = std::max(hi[k], c[k]);
		}
		for (int i = 0; i < 16; i++)
			packed[2 * b + 1] |= nearest_of_four(px(i).x, px(i).y, px(i).z, lo, hi) << 2 * i;
		packed[2 * b] = to_565(hi[0], hi[1], hi[2]) | to_565(lo[0], lo[1], lo[2]) << 16;
	}
	uchar4 *dp = upload(pic);
	job<unsigned>(
		"colour_blocks.block_a_thread", [&] { bc1_thread<<<BLOCKS / 64, 64>>>(dp, (uint2 *)o, W, H); },
		(unsigned *)o, BLOCKS * 2, same(packed));
	job<unsigned>(
		"colour_blocks.pixel_a_lane", [&] { bc1_lanes<<<W * H / 256, 256>>>(dp, (uint2 *)o, W, H); },
		(unsigned *)o, BLOCKS * 2, same(packed));
	const int MESSAGES = 6000, FEW = 2048, turn[25] = TURNS_;
	const u64 word_of[24] = ROUNDS_;
	CHECK(cudaMemcpyToSymbol(round_word, word_of, sizeof word_of));
	CHECK(cudaMemcpyToSymbol(turn_by, turn, sizeof turn));
	std::vector<u64> message(MESSAGES * 17), digest(MESSAGES * 4);
	for (size_t i = 0; i < message.size(); i++)
		message[i] = (u64)w[2 * i] << 32 | w[2 * i + 1];
	for (int m = 0; m < MESSAGES; m++) {
		u64 a[25] = {};
		std::copy(&message[m * 17], &message[m * 17] + 17, a);
		keccak(a, word_of);
		std::copy(a, a + 4, &digest[m * 4]);
	}
	u64 *dm = upload(message), *dd = (u64 *)o;
	job<u64>(
		"sponge.message_a_thread", [&] { keccak_thread<<<(MESSAGES + 127) / 128, 128>>>(dm, dd, MESSAGES); },
		dd, MESSAGES * 4, same(digest));
	std::vector<u64> some(digest.begin(), digest.begin() + FEW * 4);
	job<u64>(
		"sponge.message_a_warp", [&] { keccak_warp<<<FEW / 4, 128>>>(dm, dd, FEW); }, dd, FEW * 4, same(some));
}
