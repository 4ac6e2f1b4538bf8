// blind36h: a fresh set of kernels that nobody had modelled when they were written. Ciphers, digests, packing, letters
// of genes: SHA-256, AES, ChaCha, Keccak, matches, runs, rotations, counts, bands, hidden states, minimizers.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
static __constant__ unsigned k256[64];
static unsigned h256[64];
__device__ __host__ inline unsigned ror(unsigned v, int s)
{
	return v >> s | v << (32 - s);
}
#define SHA_STEP(W, K) \
	{ \
		unsigned t = h[7] + (ror(h[4], 6) ^ ror(h[4], 11) ^ ror(h[4], 25)) + (h[4] & h[5] ^ ~h[4] & h[6]) + \
			(K) + (W); \
		unsigned u = \
			(ror(h[0], 2) ^ ror(h[0], 13) ^ ror(h[0], 22)) + (h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]); \
		h[7] = h[6], h[6] = h[5], h[5] = h[4], h[4] = h[3] + t, h[3] = h[2], h[2] = h[1], h[1] = h[0], \
		h[0] = t + u; \
	}
static const unsigned START[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
	0x5be0cd19 };
__constant__ unsigned sha_start[8];
__global__ void sha_ring_of_16(const unsigned *msg, unsigned *out, int n, int blocks)
{ // a thread a message, words of different messages side by side; the schedule is a ring of sixteen
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s[8], h[8], w[16];
#pragma unroll
	for (int k = 0; k < 8; k++)
		s[k] = sha_start[k];
	for (int b = 0; b < blocks; b++) {
#pragma unroll
		for (int k = 0; k < 16; k++)
			w[k] = msg[(b * 16 + k) * n + i];
#pragma unroll
		for (int k = 0; k < 8; k++)
			h[k] = s[k];
#pragma unroll 16
		for (int r = 0; r < 64; r++) {
			if (r >= 16) {
				unsigned a = w[(r + 1) & 15], c = w[(r + 14) & 15];
				w[r & 15] += (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[(r + 9) & 15] +
					(ror(c, 17) ^ ror(c, 19) ^ c >> 10);
			}
			SHA_STEP(w[r & 15], k256[r])
		}
#pragma unroll
		for (int k = 0; k < 8; k++)
			s[k] += h[k];
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		out[k * n + i] = s[k];
}
__global__ void sha_schedule_in_local(const uint4 *msg, unsigned *out, int n, int blocks)
{ // messages lie one after the other; all 64 words are made first
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s[8], h[8], w[64];
	for (int k = 0; k < 8; k++)
		s[k] = sha_start[k];
	for (int b = 0; b < blocks; b++) {
		for (int k = 0; k < 4; k++) {
			uint4 q = msg[(i * blocks + b) * 4 + k];
			w[4 * k] = q.x, w[4 * k + 1] = q.y, w[4 * k + 2] = q.z, w[4 * k + 3] = q.w;
		}
#pragma unroll 1
		for (int r = 16; r < 64; r++)
			w[r] = w[r - 16] + (ror(w[r - 15], 7) ^ ror(w[r - 15], 18) ^ w[r - 15] >> 3) + w[r - 7] +
				(ror(w[r - 2], 17) ^ ror(w[r - 2], 19) ^ w[r - 2] >> 10);
		for (int k = 0; k < 8; k++)
			h[k] = s[k];
#pragma unroll 1
		for (int r = 0; r < 64; r++)
			SHA_STEP(w[r], k256[r])
		for (int k = 0; k < 8; k++)
			s[k] += h[k];
	}
	for (int k = 0; k < 8; k++)
		out[k * n + i] = s[k];
}
__constant__ unsigned c_te[256], c_key[44];
__constant__ byte c_box[256];
#define TE(v, s) (s ? ror(te[v], 32 - s) : te[v])
template <class Te, class Box>
__device__ __host__ inline void aes_block(unsigned *s, const Te te, const Box box, const unsigned *key)
{ // one table of words, turned for the other three
	for (int k = 0; k < 4; k++)
		s[k] ^= key[k];
	for (int r = 1; r < 10; r++) {
		unsigned t[4];
		for (int k = 0; k < 4; k++)
			t[k] = te[s[k] & 255] ^ ror(te[s[(k + 1) & 3] >> 8 & 255], 24) ^
				ror(te[s[(k + 2) & 3] >> 16 & 255], 16) ^ ror(te[s[(k + 3) & 3] >> 24], 8) ^
				key[4 * r + k];
		for (int k = 0; k < 4; k++)
			s[k] = t[k];
	}
	unsigned t[4];
	for (int k = 0; k < 4; k++)
		t[k] = (box[s[k] & 255] | box[s[(k + 1) & 3] >> 8 & 255] << 8 | box[s[(k + 2) & 3] >> 16 & 255] << 16 |
			       (unsigned)box[s[(k + 3) & 3] >> 24] << 24) ^
			key[40 + k];
	for (int k = 0; k < 4; k++)
		s[k] = t[k];
}
__global__ void aes_counter_constant(const uint4 *in, uint4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s[4] = { 0x01234567, 0x89abcdef, 7, (unsigned)i };
	aes_block(s, c_te, c_box, c_key);
	uint4 v = in[i];
	out[i] = make_uint4(v.x ^ s[0], v.y ^ s[1], v.z ^ s[2], v.w ^ s[3]);
}
__global__ void aes_counter_shared(const uint4 *in, uint4 *out, int n)
{
	__shared__ unsigned te[256];
	__shared__ byte box[256];
	te[threadIdx.x] = c_te[threadIdx.x], box[threadIdx.x] = c_box[threadIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		unsigned s[4] = { 0x01234567, 0x89abcdef, 7, (unsigned)i };
		aes_block(s, te, box, c_key);
		uint4 v = in[i];
		out[i] = make_uint4(v.x ^ s[0], v.y ^ s[1], v.z ^ s[2], v.w ^ s[3]);
	}
}
__device__ __host__ inline unsigned rol(unsigned v, int s)
{
	return v << s | v >> (32 - s);
}
#define QUARTER(a, b, c, d) \
	a += b, d = rol(d ^ a, 16), c += d, b = rol(b ^ c, 12), a += b, d = rol(d ^ a, 8), c += d, b = rol(b ^ c, 7)
__device__ __host__ inline void chacha(unsigned count, unsigned *x)
{
	unsigned s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 1, 2, 3, 4, 5, 6, 7, 8, count, 9, 10, 11 };
	for (int k = 0; k < 16; k++)
		x[k] = s[k];
	for (int r = 0; r < 10; r++) {
		QUARTER(x[0], x[4], x[8], x[12]), QUARTER(x[1], x[5], x[9], x[13]), QUARTER(x[2], x[6], x[10], x[14]),
			QUARTER(x[3], x[7], x[11], x[15]);
		QUARTER(x[0], x[5], x[10], x[15]), QUARTER(x[1], x[6], x[11], x[12]), QUARTER(x[2], x[7], x[8], x[13]),
			QUARTER(x[3], x[4], x[9], x[14]);
	}
	for (int k = 0; k < 16; k++)
		x[k] += s[k];
}
__global__ void chacha_four_lanes(const unsigned *in, unsigned *out, int n)
{ // four lanes have a block, a column each; the diagonals come by shuffles
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 4, l = t & 3;
	if (i >= n) // n is a multiple of eight
		return;
	const unsigned w[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
	unsigned a0 = l == 0 ? w[0] :
		l == 1       ? w[1] :
		l == 2       ? w[2] :
			       w[3],
		 b0 = 1 + l, c0 = 5 + l, d0 = l ? 8 + l : i, a = a0, b = b0, c = c0, d = d0;
	for (int r = 0; r < 10; r++) {
		QUARTER(a, b, c, d);
		b = __shfl_sync(~0u, b, l + 1, 4), c = __shfl_sync(~0u, c, l + 2, 4), d = __shfl_sync(~0u, d, l + 3, 4);
		QUARTER(a, b, c, d);
		b = __shfl_sync(~0u, b, l + 3, 4), c = __shfl_sync(~0u, c, l + 2, 4), d = __shfl_sync(~0u, d, l + 1, 4);
	}
	out[i * 16 + l] = in[i * 16 + l] ^ (a + a0), out[i * 16 + 4 + l] = in[i * 16 + 4 + l] ^ (b + b0);
	out[i * 16 + 8 + l] = in[i * 16 + 8 + l] ^ (c + c0), out[i * 16 + 12 + l] = in[i * 16 + 12 + l] ^ (d + d0);
}
__constant__ u64 c_round[24];
__constant__ byte c_turn[25], c_to[25];
static u64 h_round[24];
static byte h_turn[25], h_to[25];
__device__ __host__ inline u64 rol64(u64 v, int s)
{
	return s ? v << s | v >> (64 - s) : v;
}
__global__ void keccak_lane_a_word(u64 *state, int n)
{ // 25 lanes of a warp have the 25 words of a state
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, m = l < 25 ? l : 0, x = m % 5,
	    y = m / 5 * 5;
	if (i >= n)
		return;
	u64 v = l < 25 ? state[i * 25 + l] : 0;
	int turn = c_turn[m], from = 0;
	for (int k = 0; k < 25; k++)
		if (c_to[k] == m)
			from = k;
	for (int r = 0; r < 24; r++) {
		u64 c = v;
		for (int k = 1; k < 5; k++)
			c ^= __shfl_sync(~0u, v, (m + 5 * k) % 25);
		v ^= __shfl_sync(~0u, c, (x + 4) % 5) ^ rol64(__shfl_sync(~0u, c, (x + 1) % 5), 1);
		v = __shfl_sync(~0u, rol64(v, turn), from);
		u64 a = __shfl_sync(~0u, v, y + (x + 1) % 5), b = __shfl_sync(~0u, v, y + (x + 2) % 5);
		v ^= ~a & b;
		if (m == 0)
			v ^= c_round[r];
	}
	if (l < 25)
		state[i * 25 + l] = v;
}
__global__ void matches_in_a_window(const byte *in, unsigned *out, int n)
{ // a block of 256 places and the 128 before them in shared memory: the longest match, the nearest of those
	__shared__ byte s[128 + 256 + 16];
	int t = threadIdx.x, base = blockIdx.x * 256;
	for (int k = t; k < 400; k += 256) {
		int a = base + k - 128;
		s[k] = a >= 0 && a < n ? in[a] : 255 - (k & 1);
	}
	__syncthreads();
	int best = 0, at = 0, p = t + 128, room = min(16, n - base - t);
	for (int d = 1; d <= 128 && d <= base + t; d++) {
		int l = 0;
		while (l < room && s[p + l] == s[p + l - d])
			l++;
		if (l > best)
			best = l, at = d;
	}
	if (base + t < n)
		out[base + t] = best << 8 | at;
}
__global__ void runs_of_a_block(const byte *in, uint2 *out, int *count)
{ // 1024 bytes a block of 256, four a thread: (start, byte) of each run to a piece of its own
	__shared__ int w[8];
	int t = threadIdx.x, lane = t & 31, base = blockIdx.x * 1024 + t * 4, heads = 0;
	uchar4 q = *(const uchar4 *)(in + base);
	byte b[4] = { q.x, q.y, q.z, q.w }, before = t ? in[base - 1] : 0;
	for (int k = 0; k < 4; k++)
		if (t == 0 && k == 0 || b[k] != (k ? b[k - 1] : before))
			heads |= 1 << k;
	int own = __popc(heads), c = own;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, c, d);
		if (lane >= d)
			c += o;
	}
	if (lane == 31)
		w[t / 32] = c;
	__syncthreads();
	int at = c - own;
	for (int k = 0; k < t / 32; k++)
		at += w[k];
	for (int k = 0; k < 4; k++)
		if (heads >> k & 1)
			out[blockIdx.x * 1024 + at++] = make_uint2(t * 4 + k, b[k]);
	if (t == 255)
		count[blockIdx.x] = at;
}
__global__ void rotations_in_order(const byte *in, byte *last, int *first)
{ // 256 bytes a block: their rotations by a bitonic sort that compares letter by letter
	__shared__ byte s[256], r[256];
	int t = threadIdx.x;
	for (int k = t; k < 256; k += 128)
		s[k] = in[blockIdx.x * 256 + k], r[k] = k;
	for (int size = 2; size <= 256; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (d - 1)), a = r[i], b = r[i + d], k = 0;
			while (k < 256 && s[(a + k) & 255] == s[(b + k) & 255])
				k++;
			bool more = k < 256 ? s[(a + k) & 255] > s[(b + k) & 255] : a > b;
			if (more == !(i & size))
				r[i] = b, r[i + d] = a;
		}
	__syncthreads();
	for (int k = t; k < 256; k += 128) {
		last[blockIdx.x * 256 + k] = s[(r[k] + 255) & 255];
		if (r[k] == 0)
			first[blockIdx.x] = k;
	}
}
__global__ void six_mers_in_shared(const byte *seq, unsigned *count, int n, int each)
{ // 4096 counts a block, a thread rolls over a stretch
	__shared__ unsigned h[4096];
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		h[k] = 0;
	__syncthreads();
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, to = min(from + each, n - 5);
	unsigned v = 0;
	for (int k = 0; k < 5 && from + k < n; k++)
		v = v << 2 | seq[from + k];
	for (int i = from; i < to; i++) {
		v = (v << 2 | seq[i + 5]) & 4095;
		atomicAdd(&h[v], 1u);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		if (h[k])
			atomicAdd(&count[k], h[k]);
}
__device__ __host__ inline unsigned turned_letters(unsigned v, int k)
{ // the other strand
	unsigned r = 0;
	for (int i = 0; i < k; i++, v >>= 2)
		r = r << 2 | (3 - (v & 3));
	return r;
}
__global__ void mers_into_a_table(const byte *seq, unsigned *key, unsigned *count, int n, unsigned mask)
{ // words of 14 letters, or of the other strand if that is less, in an open table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 14 > n)
		return;
	unsigned v = 0;
#pragma unroll
	for (int k = 0; k < 14; k++)
		v = v << 2 | seq[i + k];
	v = min(v, turned_letters(v, 14)) + 1;
	for (unsigned h = v * 2654435761u >> 7 & mask;; h = (h + 1) & mask) {
		unsigned o = atomicCAS(&key[h], 0, v);
		if (o == 0 || o == v) {
			atomicAdd(&count[h], 1u);
			return;
		}
	}
}
__global__ void banded_alignment(const byte *a, const byte *b, int *out, int pairs, int len)
{ // a warp a pair, the 32 lanes are the band around the diagonal: a row a turn, gaps along the row by a scan
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= pairs)
		return;
	a += i * len, b += i * len;
	int h = 0, best = 0;
	for (int r = 0; r < len; r++) {
		int c = r + l - 16; // column of this lane
		bool in = c >= 0 && c < len;
		int above = __shfl_down_sync(~0u, h, 1); // of the row before, the same column is one lane on
		if (l == 31)
			above = -1000;
		int v = in ? max(max(h + (a[r] == b[c] ? 3 : -2), above - 4), 0) : 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, v, d);
			if (l >= d && in)
				v = max(v, o - 4 * d);
		}
		h = v, best = max(best, v);
	}
	best = __reduce_max_sync(~0u, best);
	if (l == 0)
		out[i] = best;
}
__constant__ float c_move[16][16], c_says[4][16];
__global__ void forward_half_warp(const byte *seq, float *out, int n, int len)
{ // sixteen hidden states, a lane each, two sequences a warp; scaled each step
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, l = threadIdx.x & 15;
	if (i >= n)
		return;
	float row[16], v = c_says[seq[i]][l] / 16, log = 0;
#pragma unroll
	for (int k = 0; k < 16; k++)
		row[k] = c_move[k][l];
	for (int t = 1; t < len; t++) {
		float s = 0;
#pragma unroll
		for (int k = 0; k < 16; k++)
			s += row[k] * __shfl_sync(~0u, v, k, 16);
		v = s * c_says[seq[t * n + i]][l];
		s = v;
		for (int d = 8; d; d >>= 1)
			s += __shfl_xor_sync(~0u, s, d, 16);
		v /= s, log += logf(s);
	}
	if (l == 0)
		out[i] = log;
}
__global__ void forward_thread(const byte *seq, float *out, int n, int len)
{ // a thread a sequence, the states in shared memory
	__shared__ float p[2][16][64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	if (i >= n)
		return;
	float log = 0;
	for (int k = 0; k < 16; k++)
		p[0][k][t] = c_says[seq[i]][k] / 16;
	for (int r = 1; r < len; r++) {
		int b = seq[r * n + i], a = (r - 1) & 1;
		float all = 0;
		for (int k = 0; k < 16; k++) {
			float s = 0;
#pragma unroll
			for (int j = 0; j < 16; j++)
				s += c_move[j][k] * p[a][j][t];
			s *= c_says[b][k];
			p[r & 1][k][t] = s, all += s;
		}
		log += logf(all);
		float f = 1 / all;
		for (int k = 0; k < 16; k++)
			p[r & 1][k][t] *= f;
	}
	out[i] = log;
}
__device__ __host__ inline unsigned mixed(unsigned v)
{
	v ^= v >> 16, v *= 0x7feb352d, v ^= v >> 15, v *= 0x846ca68b;
	return v ^ v >> 16;
}
__global__ void minimizers_shared(const byte *seq, unsigned *out, int n)
{ // hashes of 256 + 9 words of 11 letters in shared memory, the least of each ten
	__shared__ byte s[280];
	__shared__ unsigned h[265];
	int t = threadIdx.x, base = blockIdx.x * 256;
	for (int k = t; k < 275; k += 256)
		s[k] = base + k < n ? seq[base + k] : 0;
	__syncthreads();
	for (int k = t; k < 265; k += 256) {
		unsigned v = 0;
#pragma unroll
		for (int j = 0; j < 11; j++)
			v = v << 2 | s[k + j];
		h[k] = mixed(v);
	}
	__syncthreads();
	unsigned m = h[t];
#pragma unroll
	for (int k = 1; k < 10; k++)
		m = min(m, h[t + k]);
	if (base + t + 20 <= n)
		out[base + t] = m;
}
__global__ void minimizers_ring(const byte *seq, unsigned *out, int n, int each)
{ // a thread rolls over a stretch; the last ten hashes lie in a ring in local memory, the least is sought anew when it
  // leaves
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	if (from + 20 > n)
		return;
	unsigned ring[10], v = 0, best = ~0u;
	int at = -1, to = min(each, n - 19 - from);
	for (int k = 0; k < 10; k++)
		v = v << 2 | seq[from + k];
	for (int k = 0; k < to + 9; k++) {
		v = (v << 2 | seq[from + k + 10]) & 0x3fffff;
		unsigned h = mixed(v);
		ring[k % 10] = h;
		if (h <= best)
			best = h, at = k;
		else if (at <= k - 10) {
			best = ~0u;
			for (int j = max(k - 9, 0); j <= k; j++)
				if (ring[j % 10] <= best)
					best = ring[j % 10], at = j;
		}
		if (k >= 9)
			out[from + k - 9] = best;
	}
}
static void digests(const std::vector<unsigned> &w)
{
	const int N = 4096, B = 3;
	for (int k = 0, p = 2; k < 64; p++) {
		bool prime = true;
		for (int d = 2; d * d <= p; d++)
			prime &= p % d != 0;
		if (prime) {
			long double c = cbrtl(p);
			h256[k++] = (unsigned)((c - (int)c) * 4294967296.0L);
		}
	}
	CHECK(cudaMemcpyToSymbol(k256, h256, sizeof h256));
	CHECK(cudaMemcpyToSymbol(sha_start, START, sizeof START));
	std::vector<unsigned> rows(w.begin(), w.begin() + N * B * 16), cols(N * B * 16), want(8 * N);
	for (int i = 0; i < N; i++) {
		unsigned s[8], h[8], x[64];
		memcpy(s, START, 32);
		for (int b = 0; b < B; b++) {
			for (int k = 0; k < 16; k++)
				cols[(b * 16 + k) * N + i] = x[k] = rows[(i * B + b) * 16 + k];
			for (int r = 16; r < 64; r++)
				x[r] = x[r - 16] + (ror(x[r - 15], 7) ^ ror(x[r - 15], 18) ^ x[r - 15] >> 3) +
					x[r - 7] + (ror(x[r - 2], 17) ^ ror(x[r - 2], 19) ^ x[r - 2] >> 10);
			memcpy(h, s, 32);
			for (int r = 0; r < 64; r++)
				SHA_STEP(x[r], h256[r])
			for (int k = 0; k < 8; k++)
				s[k] += h[k];
		}
		for (int k = 0; k < 8; k++)
			want[k * N + i] = s[k];
	}
	unsigned *dr = upload(rows), *dc = upload(cols), *o = dev<unsigned>(8 * N);
	job<unsigned>(
		"sha_256_of_192_bytes.ring_of_16_words", [&] { sha_ring_of_16<<<up(N, 64), 64>>>(dc, o, N, B); }, o,
		8 * N, same(want));
	job<unsigned>(
		"sha_256_of_192_bytes.schedule_in_local",
		[&] { sha_schedule_in_local<<<up(N, 128), 128>>>((uint4 *)dr, o, N, B); }, o, 8 * N, same(want));
	const int K = 2500;
	unsigned lf = 1;
	for (int r = 0; r < 24; r++) {
		h_round[r] = 0;
		for (int j = 0; j < 7; j++) {
			if (lf & 1)
				h_round[r] |= 1ull << ((1 << j) - 1);
			lf = lf & 0x80 ? lf << 1 ^ 0x171 : lf << 1;
		}
	}
	for (int x = 0; x < 5; x++)
		for (int y = 0; y < 5; y++)
			h_to[y * 5 + x] = (2 * x + 3 * y) % 5 * 5 + y;
	for (int t = 0, x = 1, y = 0; t < 24; t++) {
		h_turn[y * 5 + x] = (t + 1) * (t + 2) / 2 % 64;
		int ny = (2 * x + 3 * y) % 5;
		x = y, y = ny;
	}
	CHECK(cudaMemcpyToSymbol(c_round, h_round, sizeof h_round));
	CHECK(cudaMemcpyToSymbol(c_turn, h_turn, 25));
	CHECK(cudaMemcpyToSymbol(c_to, h_to, 25));
	std::vector<u64> st(K * 25), kw;
	for (int i = 0; i < K * 25; i++)
		st[i] = (u64)w[2 * i] << 32 | w[2 * i + 1];
	kw = st;
	for (int i = 0; i < K; i++) {
		u64 *a = &kw[i * 25], c[5], b[25];
		for (int r = 0; r < 24; r++) {
			for (int x = 0; x < 5; x++)
				c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
			for (int k = 0; k < 25; k++)
				a[k] ^= c[(k + 4) % 5] ^ rol64(c[(k + 1) % 5], 1);
			for (int k = 0; k < 25; k++)
				b[h_to[k]] = rol64(a[k], h_turn[k]);
			for (int k = 0; k < 25; k++)
				a[k] = b[k] ^
					~b[k / 5 * 5 + (k + 1 - k / 5 * 5) % 5] &
						b[k / 5 * 5 + (k + 2 - k / 5 * 5) % 5];
			a[0] ^= h_round[r];
		}
	}
	u64 *src = upload(st), *dk = dev<u64>(K * 25);
	job<u64>(
		"keccak_f_1600.lane_a_word", [&] { keccak_lane_a_word<<<up(K, 8), 256>>>(dk, K); }, dk, K * 25,
		same(kw), [=] { CHECK(cudaMemcpy(dk, src, K * 200, cudaMemcpyDeviceToDevice)); });
}
static void ciphers(const std::vector<unsigned> &w)
{
	const int N = 30000;
	byte box[256];
	unsigned te[256], key[44];
	auto x2 = [](int v) { return (v << 1 ^ (v & 128 ? 0x11b : 0)) & 255; };
	int p = 1, q = 1;
	do { // p goes through all by threes, q is its inverse
		p = p ^ x2(p);
		q ^= q << 1, q ^= q << 2, q ^= q << 4, q &= 255;
		if (q & 128)
			q ^= 9;
		box[p] = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4) ^ 0x63;
	} while (p != 1);
	box[0] = 0x63;
	for (int k = 0; k < 256; k++)
		te[k] = x2(box[k]) | box[k] << 8 | box[k] << 16 | (unsigned)(x2(box[k]) ^ box[k]) << 24;
	unsigned rc = 1;
	for (int k = 0; k < 44; k++) {
		unsigned t = k < 4 ? w[k + 9] : key[k - 1];
		if (k >= 4 && k % 4 == 0) {
			t = ror(t, 8);
			t = box[t & 255] | box[t >> 8 & 255] << 8 | box[t >> 16 & 255] << 16 |
				(unsigned)box[t >> 24] << 24;
			t ^= rc, rc = x2(rc);
		}
		key[k] = k < 4 ? t : key[k - 4] ^ t;
	}
	CHECK(cudaMemcpyToSymbol(c_te, te, sizeof te));
	CHECK(cudaMemcpyToSymbol(c_box, box, sizeof box));
	CHECK(cudaMemcpyToSymbol(c_key, key, sizeof key));
	std::vector<unsigned> in(w.begin(), w.begin() + 4 * N), want(4 * N);
	for (int i = 0; i < N; i++) {
		unsigned s[4] = { 0x01234567, 0x89abcdef, 7, (unsigned)i };
		aes_block(s, te, box, key);
		for (int k = 0; k < 4; k++)
			want[4 * i + k] = in[4 * i + k] ^ s[k];
	}
	unsigned *d = upload(in), *o = dev<unsigned>(4 * N);
	job<unsigned>(
		"aes_counter.constant_tables",
		[&] { aes_counter_constant<<<up(N, 128), 128>>>((uint4 *)d, (uint4 *)o, N); }, o, 4 * N, same(want));
	job<unsigned>(
		"aes_counter.shared_tables", [&] { aes_counter_shared<<<66, 256>>>((uint4 *)d, (uint4 *)o, N); }, o,
		4 * N, same(want));
	const int M = 16000;
	std::vector<unsigned> ci(w.begin(), w.begin() + 16 * M), co(16 * M);
	for (int i = 0; i < M; i++) {
		unsigned x[16];
		chacha(i, x);
		for (int k = 0; k < 16; k++)
			co[16 * i + k] = ci[16 * i + k] ^ x[k];
	}
	unsigned *dc = upload(ci), *oc = dev<unsigned>(16 * M);
	job<unsigned>(
		"chacha_20.four_lanes_a_block", [&] { chacha_four_lanes<<<M * 4 / 256, 256>>>(dc, oc, M); }, oc, 16 * M,
		same(co));
}
static void packing(const std::vector<unsigned> &w)
{
	const int N = 9000, R = 120 * 1024, B = 60;
	std::vector<byte> in(N), rl(R), bw(B * 256), last(B * 256);
	for (int i = 0; i < N; i++)
		in[i] = i > 90 && w[i / 12] % 3 ? in[i - 20 - w[i / 12] % 60] : 'a' + w[i] % 6;
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		int best = 0, at = 0;
		for (int d = 1; d <= 128 && d <= i; d++) {
			int l = 0;
			while (l < 16 && i + l < N && in[i + l] == in[i + l - d])
				l++;
			if (l > best)
				best = l, at = d;
		}
		want[i] = best << 8 | at;
	}
	byte *di = upload(in);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"longest_match_128_back.block_of_256_places",
		[&] { matches_in_a_window<<<up(N, 256), 256>>>(di, o, N); }, o, N, same(want));
	std::vector<unsigned> runs(2 * R);
	for (int i = 0; i < R; i++)
		rl[i] = w[i / (1 + i / 1024 % 7)] % 3;
	for (int b = 0; b < R / 1024; b++)
		for (int k = 0, at = 0; k < 1024; k++)
			if (k == 0 || rl[b * 1024 + k] != rl[b * 1024 + k - 1])
				runs[2 * (b * 1024 + at)] = k, runs[2 * (b * 1024 + at++) + 1] = rl[b * 1024 + k];
	byte *dr = upload(rl);
	uint2 *orr = dev<uint2>(R);
	int *cnt = dev<int>(R / 1024);
	job<unsigned>(
		"runs_of_bytes.piece_a_block", [&] { runs_of_a_block<<<R / 1024, 256>>>(dr, orr, cnt); },
		(unsigned *)orr, 2 * R, same(runs));
	for (int i = 0; i < B * 256; i++)
		bw[i] = i / 256 % 3 == 0 ? 'a' + i % 40 : 'a' + w[i] % 3;
	for (int b = 0; b < B; b++) {
		std::vector<int> r(256);
		const byte *s = &bw[b * 256];
		for (int k = 0; k < 256; k++)
			r[k] = k;
		std::sort(r.begin(), r.end(), [&](int x, int y) {
			for (int k = 0; k < 256; k++)
				if (s[(x + k) & 255] != s[(y + k) & 255])
					return s[(x + k) & 255] < s[(y + k) & 255];
			return x < y;
		});
		for (int k = 0; k < 256; k++)
			last[b * 256 + k] = s[(r[k] + 255) & 255];
	}
	byte *db = upload(bw), *ol = dev<byte>(B * 256);
	int *of = dev<int>(B);
	job<byte>(
		"rotations_of_256_in_order.bitonic_by_letters", [&] { rotations_in_order<<<B, 128>>>(db, ol, of); }, ol,
		B * 256, same(last));
}
static void genes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 200000, T = 1 << 19;
	std::vector<byte> s(N);
	for (int i = 0; i < N; i++)
		s[i] = i > 5000 && w[i / 200] % 3 ? s[i - 3000 - w[i / 200] % 1000] : w[i] >> 9 & 3;
	std::vector<unsigned> six(4096), words14, mini(N - 19), hash(N - 10);
	for (int i = 0; i + 6 <= N; i++) {
		unsigned v = 0;
		for (int k = 0; k < 6; k++)
			v = v << 2 | s[i + k];
		six[v]++;
	}
	byte *ds = upload(s);
	unsigned *o = dev<unsigned>(2 * T);
	job<unsigned>(
		"words_of_6_letters.counts_of_a_block", [&] { six_mers_in_shared<<<40, 256>>>(ds, o, N, 20); }, o, 4096,
		same(six), [=] { CHECK(cudaMemset(o, 0, 4096 * 4)); });
	const int M = 150000;
	for (int i = 0; i + 14 <= M; i++) {
		unsigned v = 0;
		for (int k = 0; k < 14; k++)
			v = v << 2 | s[i + k];
		words14.push_back(std::min(v, turned_letters(v, 14)) + 1);
	}
	std::sort(words14.begin(), words14.end());
	job<unsigned>(
		"words_of_14_letters.open_table",
		[&] { mers_into_a_table<<<up(M, 256), 256>>>(ds, o, o + T, M, T - 1); }, o, 2 * T,
		[=](const std::vector<unsigned> &v) {
			size_t kinds = 0, all = 0;
			for (int k = 0; k < T; k++)
				if (v[k]) {
					auto r = std::equal_range(words14.begin(), words14.end(), v[k]);
					if (r.second - r.first != v[T + k])
						return false;
					kinds++, all += v[T + k];
				}
			return all == words14.size();
		},
		[=] { CHECK(cudaMemset(o, 0, 8 * T)); });
	for (size_t i = 0; i < hash.size(); i++) {
		unsigned v = 0;
		for (int k = 0; k < 11; k++)
			v = v << 2 | s[i + k];
		hash[i] = mixed(v);
	}
	for (size_t i = 0; i < mini.size(); i++)
		mini[i] = *std::min_element(hash.begin() + i, hash.begin() + i + 10);
	job<unsigned>(
		"minimizers_10_of_11.hashes_in_shared", [&] { minimizers_shared<<<up(N, 256), 256>>>(ds, o, N); }, o,
		N - 19, same(mini));
	job<unsigned>(
		"minimizers_10_of_11.ring_of_a_thread", [&] { minimizers_ring<<<up(N, 40 * 64), 64>>>(ds, o, N, 40); },
		o, N - 19, same(mini));
	const int P = 500, L = 150;
	std::vector<byte> a(P * L), b(P * L);
	std::vector<int> best(P);
	for (int i = 0; i < P; i++) {
		for (int k = 0; k < L; k++) {
			a[i * L + k] = w[i * L + k] & 3;
			b[i * L + k] = w[i * L + k + 7] % 10 == 0 ? w[i * L + k + 7] >> 5 & 3 :
								    a[i * L + std::max(0, k - (int)(k / 40 % 3))];
		}
		std::vector<std::vector<int>> h(L + 1, std::vector<int>(L + 1));
		for (int r = 1; r <= L; r++)
			for (int c = std::max(1, r - 16); c <= std::min(L, r + 15); c++) {
				int v = std::max(0, h[r - 1][c - 1] + (a[i * L + r - 1] == b[i * L + c - 1] ? 3 : -2));
				if (c <= r + 14)
					v = std::max(v, h[r - 1][c] - 4);
				v = std::max(v, h[r][c - 1] - 4);
				h[r][c] = v, best[i] = std::max(best[i], v);
			}
	}
	byte *da = upload(a), *db = upload(b);
	int *ob = dev<int>(P);
	job<int>(
		"aligned_within_a_band.lanes_are_the_band",
		[&] { banded_alignment<<<up(P, 4), 128>>>(da, db, ob, P, L); }, ob, P, same(best));
	const int Q = 1600, S = 60;
	float mv[16][16], sy[4][16];
	for (int k = 0; k < 16; k++) {
		float t = 0, u = 0;
		for (int j = 0; j < 16; j++)
			t += mv[k][j] = f[k * 16 + j] + 0.05f;
		for (int j = 0; j < 16; j++)
			mv[k][j] /= t;
		for (int j = 0; j < 4; j++)
			u += sy[j][k] = f[k * 4 + j + 900] + 0.1f;
		for (int j = 0; j < 4; j++)
			sy[j][k] /= u;
	}
	CHECK(cudaMemcpyToSymbol(c_move, mv, sizeof mv));
	CHECK(cudaMemcpyToSymbol(c_says, sy, sizeof sy));
	std::vector<float> lg(Q);
	for (int i = 0; i < Q; i++) {
		double p[16], q[16], log = 0;
		for (int k = 0; k < 16; k++)
			p[k] = sy[s[i]][k] / 16;
		for (int r = 1; r < S; r++) {
			double all = 0;
			for (int k = 0; k < 16; k++) {
				q[k] = 0;
				for (int j = 0; j < 16; j++)
					q[k] += mv[j][k] * p[j];
				all += q[k] *= sy[s[r * Q + i]][k];
			}
			log += std::log(all);
			for (int k = 0; k < 16; k++)
				p[k] = q[k] / all;
		}
		lg[i] = log;
	}
	float *ol = dev<float>(Q);
	job<float>(
		"sixteen_hidden_states.lane_a_state", [&] { forward_half_warp<<<Q / 8, 128>>>(ds, ol, Q, S); }, ol, Q,
		close_to(lg, 1e-3));
	job<float>(
		"sixteen_hidden_states.thread_a_sequence", [&] { forward_thread<<<Q / 64, 64>>>(ds, ol, Q, S); }, ol, Q,
		close_to(lg, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	digests(w);
	ciphers(w);
	packing(w);
	genes(w, f);
}
