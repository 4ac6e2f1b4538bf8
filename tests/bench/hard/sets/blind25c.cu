// blind25c: a fresh set of kernels that nobody had modelled when they were written. Ciphers, digests, packed streams.
#include "blind7.h"
typedef unsigned u32;

__host__ __device__ inline u32 left(u32 v, int by)
{
	return v << by | v >> (32 - by);
}
__host__ __device__ inline u64 left(u64 v, int by)
{
	return by ? v << by | v >> (64 - by) : v;
}
__host__ __device__ inline void quarter(u32 &a, u32 &b, u32 &c, u32 &d)
{
	a += b, d = left(d ^ a, 16);
	c += d, b = left(b ^ c, 12);
	a += b, d = left(d ^ a, 8);
	c += d, b = left(b ^ c, 7);
}
__constant__ u32 cipher_key[16];
__global__ void stream_thread(const uint4 *in, uint4 *out, int n)
{ // sixty-four bytes of a stream cipher a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 s[16];
	for (int k = 0; k < 16; k++)
		s[k] = cipher_key[k];
	s[12] = i;
	for (int r = 0; r < 10; r++) {
		for (int k = 0; k < 4; k++)
			quarter(s[k], s[4 + k], s[8 + k], s[12 + k]);
		for (int k = 0; k < 4; k++)
			quarter(s[k], s[4 + (k + 1) % 4], s[8 + (k + 2) % 4], s[12 + (k + 3) % 4]);
	}
	for (int k = 0; k < 4; k++) {
		uint4 v = in[i * 4 + k];
		v.x ^= s[4 * k] + (k == 3 ? i : cipher_key[4 * k]);
		v.y ^= s[4 * k + 1] + cipher_key[4 * k + 1];
		v.z ^= s[4 * k + 2] + cipher_key[4 * k + 2];
		v.w ^= s[4 * k + 3] + cipher_key[4 * k + 3];
		out[i * 4 + k] = v;
	}
}
__global__ void stream_lanes(const u32 *in, u32 *out, int n)
{ // four lanes hold a column each and pass rows round for the diagonals
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = min(t / 4, n - 1), q = t % 4;
	u32 own[4] = { cipher_key[q], cipher_key[4 + q], cipher_key[8 + q], q ? cipher_key[12 + q] : i };
	u32 a = own[0], b = own[1], c = own[2], d = own[3];
	for (int r = 0; r < 10; r++) {
		quarter(a, b, c, d);
		b = __shfl_sync(~0u, b, q + 1, 4), c = __shfl_sync(~0u, c, q + 2, 4), d = __shfl_sync(~0u, d, q + 3, 4);
		quarter(a, b, c, d);
		b = __shfl_sync(~0u, b, q + 3, 4), c = __shfl_sync(~0u, c, q + 2, 4), d = __shfl_sync(~0u, d, q + 1, 4);
	}
	if (t / 4 >= n)
		return;
	out[i * 16 + q] = in[i * 16 + q] ^ (a + own[0]);
	out[i * 16 + 4 + q] = in[i * 16 + 4 + q] ^ (b + own[1]);
	out[i * 16 + 8 + q] = in[i * 16 + 8 + q] ^ (c + own[2]);
	out[i * 16 + 12 + q] = in[i * 16 + 12 + q] ^ (d + own[3]);
}
__constant__ u64 round_word[24];
__constant__ byte lane_turn[32], lane_from[32];
__global__ void sponge_thread(const u64 *in, u64 *out, int n)
{ // a state of twenty-five long words a thread
	constexpr int turn[24] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61,
		20, 44 };
	constexpr int to[24] = { 10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6,
		1 };
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 a[25];
	for (int k = 0; k < 25; k++)
		a[k] = in[k * n + i];
	for (int r = 0; r < 24; r++) {
		u64 c[5];
		for (int x = 0; x < 5; x++)
			c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
		for (int k = 0; k < 25; k++)
			a[k] ^= c[(k + 4) % 5] ^ left(c[(k + 1) % 5], 1);
		u64 moved = a[1];
#pragma unroll
		for (int k = 0; k < 24; k++) {
			u64 next = a[to[k]];
			a[to[k]] = left(moved, turn[k]);
			moved = next;
		}
#pragma unroll
		for (int y = 0; y < 25; y += 5) {
			for (int x = 0; x < 5; x++)
				c[x] = a[y + x];
			for (int x = 0; x < 5; x++)
				a[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
		}
		a[0] ^= round_word[r];
	}
	for (int k = 0; k < 25; k++)
		out[k * n + i] = a[k];
}
__global__ void sponge_warp(const u64 *in, u64 *out, int n)
{ // a word a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32, x = l % 5, row = l / 5 * 5;
	if (i >= n)
		return;
	u64 a = l < 25 ? in[l * n + i] : 0;
	int turn = lane_turn[l], from = lane_from[l];
	for (int r = 0; r < 24; r++) {
		u64 c = 0;
		for (int y = 0; y < 25; y += 5)
			c ^= __shfl_sync(~0u, a, x + y);
		a ^= __shfl_sync(~0u, c, (x + 4) % 5) ^ left(__shfl_sync(~0u, c, (x + 1) % 5), 1);
		u64 b = __shfl_sync(~0u, left(a, turn), from);
		u64 p = __shfl_sync(~0u, b, row + (x + 1) % 5), q = __shfl_sync(~0u, b, row + (x + 2) % 5);
		a = b ^ (~p & q);
		if (l == 0)
			a ^= round_word[r];
	}
	if (l < 25)
		out[l * n + i] = a;
}
__host__ __device__ inline void sip(u64 &a, u64 &b, u64 &c, u64 &d)
{
	a += b, b = left(b, 13) ^ a, a = left(a, 32);
	c += d, d = left(d, 16) ^ c;
	a += d, d = left(d, 21) ^ a;
	c += b, b = left(b, 17) ^ c, c = left(c, 32);
}
__host__ __device__ inline u64 short_hash(const byte *p, int length, u64 k0, u64 k1)
{
	u64 a = k0 ^ 0x736f6d6570736575ull, b = k1 ^ 0x646f72616e646f6dull, c = k0 ^ 0x6c7967656e657261ull,
	    d = k1 ^ 0x7465646279746573ull;
	for (int at = 0; at <= length; at += 8) {
		u64 m = 0;
		for (int k = 0; k < 8 && at + k < length; k++)
			m |= (u64)p[at + k] << 8 * k;
		if (at + 8 > length)
			m |= (u64)length << 56;
		d ^= m;
		sip(a, b, c, d), sip(a, b, c, d);
		a ^= m;
	}
	c ^= 255;
	for (int k = 0; k < 4; k++)
		sip(a, b, c, d);
	return a ^ b ^ c ^ d;
}
__global__ void names_hashed(const byte *text, const int *start, u64 *out, int n)
{ // names of all lengths, byte by byte
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = short_hash(text + start[i], start[i + 1] - start[i], 77, 99);
}
static const int KEY = 16, STREAM = 64;
__global__ void swaps_local(const byte *key, byte *out, int n)
{ // a cipher that swaps bytes of a table: table in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte s[256];
	for (int k = 0; k < 256; k++)
		s[k] = k;
	for (int k = 0, j = 0; k < 256; k++) {
		byte v = s[k];
		j = (j + v + key[i * KEY + k % KEY]) & 255;
		s[k] = s[j], s[j] = v;
	}
	for (int k = 1, j = 0; k <= STREAM; k++) {
		byte v = s[k];
		j = (j + v) & 255;
		byte u = s[j];
		s[k] = u, s[j] = v;
		out[i * STREAM + k - 1] = s[(u + v) & 255];
	}
}
__global__ void swaps_shared(const byte *key, byte *out, int n)
{ // tables in shared memory, bytes of the same number side by side
	__shared__ byte box[256 * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	byte *s = box + threadIdx.x;
	for (int k = 0; k < 256; k++)
		s[k * 64] = k;
	for (int k = 0, j = 0; k < 256; k++) {
		byte v = s[k * 64];
		j = (j + v + key[i * KEY + k % KEY]) & 255;
		s[k * 64] = s[j * 64], s[j * 64] = v;
	}
	u32 four = 0;
	for (int k = 1, j = 0; k <= STREAM; k++) {
		byte v = s[k * 64];
		j = (j + v) & 255;
		byte u = s[j * 64];
		s[k * 64] = u, s[j * 64] = v;
		four = four >> 8 | (u32)s[((u + v) & 255) * 64] << 24;
		if (k % 4 == 0)
			((u32 *)out)[(i * STREAM + k) / 4 - 1] = four;
	}
}
static const int Q = 7681;
__constant__ int twist[256];
__global__ void rings_block(const int *a, const int *b, int *out)
{ // products of polynomials that wrap round: a pair a block, all steps in shared memory
	__shared__ int p[2][256];
	int t = threadIdx.x;
	for (int k = t; k < 256; k += 128)
		p[0][k] = a[blockIdx.x * 256 + k], p[1][k] = b[blockIdx.x * 256 + k];
	for (int len = 128; len; len /= 2) {
		__syncthreads();
		int j = t % len, i = (t - j) * 2 + j, w = twist[j * (128 / len)];
		for (int q = 0; q < 2; q++) {
			int u = p[q][i], v = p[q][i + len];
			p[q][i] = (u + v) % Q;
			p[q][i + len] = (u - v + Q) * w % Q;
		}
	}
	__syncthreads();
	for (int k = t; k < 256; k += 128)
		p[0][k] = p[0][k] * p[1][k] % Q;
	for (int len = 1; len < 256; len *= 2) {
		__syncthreads();
		int j = t % len, i = (t - j) * 2 + j, w = twist[(256 - j * (128 / len)) % 256];
		int u = p[0][i], v = p[0][i + len] * w % Q;
		p[0][i] = (u + v) % Q;
		p[0][i + len] = (u - v + Q) % Q;
	}
	__syncthreads();
	for (int k = t; k < 256; k += 128)
		out[blockIdx.x * 256 + k] = p[0][k] * 7651 % Q;
}
__device__ void ring_forth(int *v, int lane, const int *tw)
{
#pragma unroll
	for (int far = 4; far; far /= 2)
#pragma unroll
		for (int r = 0; r < 8; r++)
			if (!(r & far)) {
				int u = v[r], x = v[r + far], j = lane + 32 * (r % far);
				v[r] = (u + x) % Q;
				v[r + far] = (u - x + Q) * tw[j * (4 / far)] % Q;
			}
#pragma unroll
	for (int len = 16; len; len /= 2) {
		int w = lane & len ? tw[lane % len * (128 / len)] : 1;
#pragma unroll
		for (int r = 0; r < 8; r++) {
			int other = __shfl_xor_sync(~0u, v[r], len);
			v[r] = lane & len ? (other - v[r] + Q) * w % Q : (v[r] + other) % Q;
		}
	}
}
__global__ void rings_warp(const int *a, const int *b, int *out, int n)
{ // a pair a warp, eight numbers a lane
	__shared__ int tw[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		tw[k] = twist[k];
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, v[8], x[8];
	if (i >= n)
		return;
	for (int r = 0; r < 8; r++)
		v[r] = a[i * 256 + 32 * r + lane], x[r] = b[i * 256 + 32 * r + lane];
	ring_forth(v, lane, tw);
	ring_forth(x, lane, tw);
	for (int r = 0; r < 8; r++)
		v[r] = v[r] * x[r] % Q;
#pragma unroll
	for (int len = 1; len < 32; len *= 2) {
		int w = lane & len ? tw[(256 - lane % len * (128 / len)) % 256] : 1;
#pragma unroll
		for (int r = 0; r < 8; r++) {
			int own = v[r] * w % Q, other = __shfl_xor_sync(~0u, own, len);
			v[r] = (lane & len ? other - own + Q : own + other) % Q;
		}
	}
#pragma unroll
	for (int far = 1; far < 8; far *= 2)
#pragma unroll
		for (int r = 0; r < 8; r++)
			if (!(r & far)) {
				int j = lane + 32 * (r % far);
				int u = v[r], y = v[r + far] * tw[(256 - j * (4 / far)) % 256] % Q;
				v[r] = (u + y) % Q;
				v[r + far] = (u - y + Q) % Q;
			}
	for (int r = 0; r < 8; r++)
		out[i * 256 + 32 * r + lane] = v[r] * 7651 % Q;
}
struct Big {
	u32 v[8];
};
__constant__ Big prime, square_of_base;
__constant__ u32 undo;
__device__ Big reduced_product(const Big &a, const Big &b)
{
	u32 t[10] = {};
#pragma unroll
	for (int i = 0; i < 8; i++) {
		u64 c = 0, s;
#pragma unroll
		for (int j = 0; j < 8; j++) {
			s = t[j] + (u64)a.v[j] * b.v[i] + c;
			t[j] = s, c = s >> 32;
		}
		s = t[8] + c, t[8] = s, t[9] = s >> 32;
		u32 m = t[0] * undo;
		c = (t[0] + (u64)m * prime.v[0]) >> 32;
#pragma unroll
		for (int j = 1; j < 8; j++) {
			s = t[j] + (u64)m * prime.v[j] + c;
			t[j - 1] = s, c = s >> 32;
		}
		s = t[8] + c, t[7] = s, t[8] = t[9] + (s >> 32);
	}
	Big r, o;
	u64 borrow = 0;
	for (int k = 0; k < 8; k++) {
		u64 s = (u64)t[k] - prime.v[k] - borrow;
		r.v[k] = s, o.v[k] = t[k], borrow = s >> 63;
	}
	return t[8] || !borrow ? r : o;
}
__global__ void lock_numbers(const Big *in, Big *out, int n)
{ // x to the power of 65537 in 256 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Big x = reduced_product(in[i], square_of_base), y = x, one = { { 1 } };
	for (int k = 0; k < 16; k++)
		y = reduced_product(y, y);
	out[i] = reduced_product(reduced_product(y, x), one);
}
struct Codes {
	const byte *letter;
	const ushort2 *span;
};
__global__ void ranged_thread(
	const unsigned short *words, const int *start, Codes codes, byte *out, int streams, int each)
{ // letters packed by their frequency: a stream a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= streams)
		return;
	const unsigned short *p = words + start[i];
	u32 x = p[0] | (u32)p[1] << 16;
	p += 2;
	for (int k = 0; k < each; k++) {
		byte c = codes.letter[x & 4095];
		ushort2 s = codes.span[c];
		x = s.y * (x >> 12) + (x & 4095) - s.x;
		if (x < 65536)
			x = x << 16 | *p++;
		out[i * each + k] = c;
	}
}
__global__ void ranged_warp(
	const unsigned short *words, const int *start, Codes codes, byte *out, int streams, int each)
{ // thirty-two states share a stream, tables in shared memory; a vote tells who reads which word
	__shared__ byte letter[4096];
	__shared__ ushort2 span[64];
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		letter[k] = codes.letter[k];
	if (threadIdx.x < 64)
		span[threadIdx.x] = codes.span[threadIdx.x];
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= streams)
		return;
	const unsigned short *p = words + start[i];
	u32 x = p[2 * lane] | (u32)p[2 * lane + 1] << 16;
	p += 64;
	for (int k = lane; k < each; k += 32) {
		byte c = letter[x & 4095];
		ushort2 s = span[c];
		x = s.y * (x >> 12) + (x & 4095) - s.x;
		u32 hungry = __ballot_sync(~0u, x < 65536);
		if (x < 65536)
			x = x << 16 | p[__popc(hungry & (1u << lane) - 1)];
		p += __popc(hungry);
		out[i * each + k] = c;
	}
}
__global__ void pages_unpacked(const u32 *bits, const int4 *page, int *out)
{ // a page a block: differences of few bits are unpacked and summed up
	__shared__ int warp_sum[8];
	int4 p = page[blockIdx.x];
	int t = threadIdx.x, v[4], sum = 0, lane = t % 32;
	for (int k = 0; k < 4; k++) {
		int at = (t * 4 + k) * p.y;
		const u32 *w = bits + p.x + at / 32;
		sum += v[k] = p.y ? __funnelshift_r(w[0], w[1], at % 32) & (1u << p.y) - 1 : 0;
	}
	int upto = sum;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, upto, d);
		upto += lane >= d ? o : 0;
	}
	if (lane == 31)
		warp_sum[t / 32] = upto;
	__syncthreads();
	int run = p.z + upto - sum;
	for (int k = 0; k < t / 32; k++)
		run += warp_sum[k];
	for (int k = 0; k < 4; k++)
		v[k] = run += v[k];
	((int4 *)out)[blockIdx.x * 256 + t] = make_int4(v[0], v[1], v[2], v[3]);
}
static void ciphers(const std::vector<u32> &w)
{
	const int N = 50000;
	std::vector<u32> in(w.begin(), w.begin() + N * 16), want(in);
	u32 key[16];
	for (int k = 0; k < 16; k++)
		key[k] = w[k + 100];
	CHECK(cudaMemcpyToSymbol(cipher_key, key, 64));
	for (int i = 0; i < N; i++) {
		u32 s[16], r[16];
		memcpy(s, key, 64);
		s[12] = i;
		memcpy(r, s, 64);
		for (int k = 0; k < 80; k++) {
			int c = k % 4, turn = k % 8 / 4;
			quarter(r[c], r[4 + (c + turn) % 4], r[8 + (c + 2 * turn) % 4], r[12 + (c + 3 * turn) % 4]);
		}
		for (int k = 0; k < 16; k++)
			want[i * 16 + k] ^= r[k] + s[k];
	}
	u32 *di = upload(in), *o = dev<u32>(N * 16);
	job<u32>(
		"stream_cipher.block_a_thread",
		[&] { stream_thread<<<(N + 127) / 128, 128>>>((uint4 *)di, (uint4 *)o, N); }, o, N * 16, same(want));
	job<u32>(
		"stream_cipher.four_lanes", [&] { stream_lanes<<<(N * 4 + 255) / 256, 256>>>(di, o, N); }, o, N * 16,
		same(want));
	const int K = 4096;
	std::vector<byte> keys(K * KEY), flow(K * STREAM);
	for (int i = 0; i < K * KEY; i++)
		keys[i] = w[i] >> 3;
	for (int i = 0; i < K; i++) {
		byte s[256], a = 0, j = 0;
		for (int k = 0; k < 256; k++)
			s[k] = k;
		for (int k = 0; k < 256; k++) {
			j += s[k] + keys[i * KEY + k % KEY];
			std::swap(s[k], s[j]);
		}
		j = 0;
		for (int k = 0; k < STREAM; k++) {
			j += s[++a];
			std::swap(s[a], s[j]);
			flow[i * STREAM + k] = s[(byte)(s[a] + s[j])];
		}
	}
	byte *dk = upload(keys), *ob = dev<byte>(K * STREAM);
	job<byte>(
		"swapped_bytes.local_tables", [&] { swaps_local<<<K / 128, 128>>>(dk, ob, K); }, ob, K * STREAM,
		same(flow));
	job<byte>(
		"swapped_bytes.shared_tables", [&] { swaps_shared<<<K / 64, 64>>>(dk, ob, K); }, ob, K * STREAM,
		same(flow));
}
static void digests(const std::vector<u32> &w)
{
	const int N = 6000;
	std::vector<u64> in(25 * N), want(25 * N), word(24);
	for (int i = 0; i < 25 * N; i++)
		in[i] = (u64)w[i] << 32 | w[i + 1];
	int shift = 1, turn[25] = {};
	for (auto &v : word)
		for (int j = 0; j < 7; j++) {
			v ^= (u64)(shift & 1) << ((1 << j) - 1);
			shift = (shift << 1 ^ (shift >> 7) * 0x171) & 255;
		}
	for (int t = 0, x = 1, y = 0; t < 24; t++) {
		turn[5 * y + x] = (t + 1) * (t + 2) / 2 % 64;
		int ny = (2 * x + 3 * y) % 5;
		x = y, y = ny;
	}
	byte turns[32] = {}, from[32] = {};
	for (int l = 0; l < 25; l++) {
		turns[l] = turn[l];
		int x = l % 5, y = l / 5;
		from[(2 * x + 3 * y) % 5 * 5 + y] = l;
	}
	CHECK(cudaMemcpyToSymbol(round_word, word.data(), 192));
	CHECK(cudaMemcpyToSymbol(lane_turn, turns, 32));
	CHECK(cudaMemcpyToSymbol(lane_from, from, 32));
	for (int i = 0; i < N; i++) {
		u64 a[25], b[25], c[5];
		for (int k = 0; k < 25; k++)
			a[k] = in[k * N + i];
		for (int r = 0; r < 24; r++) {
			memset(c, 0, sizeof c);
			for (int k = 0; k < 25; k++)
				c[k % 5] ^= a[k];
			for (int k = 0; k < 25; k++)
				b[(2 * (k % 5) + 3 * (k / 5)) % 5 * 5 + k / 5] =
					left(a[k] ^ c[(k + 4) % 5] ^ left(c[(k + 1) % 5], 1), turn[k]);
			for (int k = 0; k < 25; k++)
				a[k] = b[k] ^ (~b[k / 5 * 5 + (k + 1) % 5] & b[k / 5 * 5 + (k + 2) % 5]);
			a[0] ^= word[r];
		}
		for (int k = 0; k < 25; k++)
			want[k * N + i] = a[k];
	}
	u64 *di = upload(in), *o = dev<u64>(25 * N);
	job<u64>(
		"sponge_digest.state_a_thread", [&] { sponge_thread<<<(N + 63) / 64, 64>>>(di, o, N); }, o, 25 * N,
		same(want));
	job<u64>(
		"sponge_digest.word_a_lane", [&] { sponge_warp<<<(N + 3) / 4, 128>>>(di, o, N); }, o, 25 * N,
		same(want));
	const int M = 60000;
	std::vector<int> start(M + 1);
	for (int i = 0; i < M; i++)
		start[i + 1] = start[i] + 3 + w[i] % 40 + (w[i] % 64 == 0) * 90;
	std::vector<byte> text(start[M]);
	for (size_t i = 0; i < text.size(); i++)
		text[i] = w[i % w.size()] >> 7;
	std::vector<u64> hash(M);
	for (int i = 0; i < M; i++)
		hash[i] = short_hash(&text[start[i]], start[i + 1] - start[i], 77, 99);
	byte *dt = upload(text);
	int *ds = upload(start);
	u64 *oh = dev<u64>(M);
	job<u64>(
		"names_hashed.name_a_thread", [&] { names_hashed<<<(M + 255) / 256, 256>>>(dt, ds, oh, M); }, oh, M,
		same(hash));
}
static void numbers(const std::vector<u32> &w)
{
	const int N = 1000;
	std::vector<int> a(N * 256), b(N * 256), table(256, 1), want(N * 256);
	int root = 2;
	auto power = [](int g, int e) {
		int r = 1;
		while (e--)
			r = r * g % Q;
		return r;
	};
	while (power(root, (Q - 1) / 2) == 1)
		root++;
	root = power(root, (Q - 1) / 256);
	for (int k = 1; k < 256; k++)
		table[k] = table[k - 1] * root % Q;
	CHECK(cudaMemcpyToSymbol(twist, table.data(), 1024));
	for (int i = 0; i < N * 256; i++)
		a[i] = w[i] % Q, b[i] = w[i + 5000] % Q;
	for (int i = 0; i < N; i += 9)
		for (int x = 0; x < 256; x++) {
			u64 s = 0;
			for (int y = 0; y < 256; y++)
				s += (u64)a[i * 256 + y] * b[i * 256 + ((x - y) & 255)];
			want[i * 256 + x] = s % Q;
		}
	auto right = [want](const std::vector<int> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (i / 256 % 9 == 0 && v[i] != want[i])
				return false;
		return true;
	};
	int *da = upload(a), *db = upload(b), *o = dev<int>(N * 256);
	job<int>(
		"wrapped_polynomials.pair_a_block", [&] { rings_block<<<N, 128>>>(da, db, o); }, o, N * 256, right);
	job<int>(
		"wrapped_polynomials.pair_a_warp", [&] { rings_warp<<<(N + 1) / 2, 64>>>(da, db, o, N); }, o, N * 256,
		right);
	const int M = 3000;
	Big p, two = { { 1 } };
	for (int k = 0; k < 8; k++)
		p.v[k] = k == 0 ? 0xffffffed : k == 7 ? 0x7fffffff : 0xffffffff;
	auto twice = [&](Big x, const Big &add, bool shift) { // 2x or x + add, below p
		u64 c = 0;
		for (int k = 0; k < 8; k++) {
			c += (u64)x.v[k] + (shift ? x.v[k] : add.v[k]);
			x.v[k] = c, c >>= 32;
		}
		for (;;) {
			Big y = x;
			long long b = 0;
			for (int k = 0; k < 8; k++) {
				b += (long long)x.v[k] - p.v[k];
				y.v[k] = b, b >>= 32;
			}
			if (b < 0 && !c)
				return x;
			x = y, c = 0;
		}
	};
	for (int k = 0; k < 512; k++)
		two = twice(two, two, true);
	u32 n0 = 1;
	for (int k = 0; k < 5; k++)
		n0 *= 2 - p.v[0] * n0;
	n0 = 0 - n0;
	CHECK(cudaMemcpyToSymbol(prime, &p, sizeof p));
	CHECK(cudaMemcpyToSymbol(square_of_base, &two, sizeof two));
	CHECK(cudaMemcpyToSymbol(undo, &n0, 4));
	std::vector<Big> in(M);
	std::vector<u32> locked(8 * M);
	for (int i = 0; i < M; i++)
		for (int k = 0; k < 8; k++)
			in[i].v[k] = k == 7 ? w[i * 8 + k] >> 2 : w[i * 8 + k];
	auto times = [&](const Big &x, const Big &y) {
		Big r = { { 0 } };
		for (int k = 255; k >= 0; k--) {
			r = twice(r, r, true);
			if (y.v[k / 32] >> k % 32 & 1)
				r = twice(r, x, false);
		}
		return r;
	};
	for (int i = 0; i < M; i += 61) {
		Big y = in[i];
		for (int k = 0; k < 16; k++)
			y = times(y, y);
		y = times(y, in[i]);
		memcpy(&locked[8 * i], &y, 32);
	}
	Big *dn = upload(in), *on = dev<Big>(M);
	job<u32>(
		"locked_numbers.number_a_thread", [&] { lock_numbers<<<(M + 31) / 32, 32>>>(dn, on, M); }, (u32 *)on,
		8 * M,
		[locked, M](const std::vector<u32> &v) {
			for (int i = 0; i < 8 * M; i++)
				if (i / 8 % 61 == 0 && v[i] != locked[i])
					return false;
			return true;
		});
}
static void packing(const std::vector<u32> &w)
{
	std::vector<byte> letter(4096);
	std::vector<ushort2> span(64);
	for (int c = 0, at = 0; c < 64; c++) {
		int many = c == 63 ? 4096 - at : c < 8 ? 300 : 10 + c % 17;
		span[c] = make_ushort2(at, many);
		for (int k = 0; k < many; k++)
			letter[at++] = c;
	}
	Codes codes = { upload(letter), upload(span) };
	for (int lanes : { 1, 32 }) {
		const int S = lanes == 1 ? 2048 : 400, EACH = lanes == 1 ? 400 : 4096;
		std::vector<byte> text(S * EACH);
		std::vector<unsigned short> all;
		std::vector<int> start;
		for (int s = 0; s < S; s++) {
			std::vector<unsigned short> back;
			std::vector<u32> x(lanes, 65536);
			for (int k = EACH - 1; k >= 0; k--) {
				byte c = text[s * EACH + k] = letter[w[(s * EACH + k) % w.size()] & 4095];
				u32 &v = x[k % lanes], f = span[c].y;
				if (v >= f << 20)
					back.push_back(v), v >>= 16;
				v = (v / f << 12) + v % f + span[c].x;
			}
			start.push_back(all.size());
			for (u32 v : x)
				all.push_back(v), all.push_back(v >> 16);
			all.insert(all.end(), back.rbegin(), back.rend());
		}
		all.resize(all.size() + 64);
		unsigned short *dw = upload(all);
		int *ds = upload(start);
		byte *o = dev<byte>(S * EACH);
		if (lanes == 1)
			job<byte>(
				"ranged_letters.stream_a_thread",
				[&] { ranged_thread<<<S / 32, 32>>>(dw, ds, codes, o, S, EACH); }, o, S * EACH,
				same(text));
		else
			job<byte>(
				"ranged_letters.stream_a_warp",
				[&] { ranged_warp<<<S / 4, 128>>>(dw, ds, codes, o, S, EACH); }, o, S * EACH,
				same(text));
	}
	const int PAGES = 700;
	std::vector<u32> bits;
	std::vector<int4> page;
	std::vector<int> want;
	for (int p = 0; p < PAGES; p++) {
		int width = w[p] % 18, base = w[p] >> 8, run = base;
		page.push_back(make_int4(bits.size(), width, base, 0));
		std::vector<u32> own(32 * width + 2);
		for (int i = 0; i < 1024; i++) {
			u32 v = w[p * 1024 + i] & ((1u << width) - 1);
			want.push_back(run += v);
			for (int k = 0; k < width; k++)
				if (v >> k & 1)
					own[(i * width + k) / 32] |= 1u << (i * width + k) % 32;
		}
		bits.insert(bits.end(), own.begin(), own.end());
	}
	u32 *db = upload(bits);
	int4 *dp = upload(page);
	int *o = dev<int>(want.size());
	job<int>(
		"packed_differences.page_a_block", [&] { pages_unpacked<<<PAGES, 256>>>(db, dp, o); }, o, want.size(),
		same(want));
}
void rows()
{
	std::vector<u32> w = words(1000000);
	ciphers(w);
	digests(w);
	numbers(w);
	packing(w);
}
