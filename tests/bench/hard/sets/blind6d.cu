// blind6d: a sixth set of kernels that nobody had modelled when they were written. Hashes, ciphers, codes, texts.
#include "blind6.h"
#include <string>
#define HD __host__ __device__ inline

// ---- hashes and ciphers
HD unsigned left(unsigned v, int n)
{
	return v << n | v >> (32 - n);
}
HD u64 left(u64 v, int n)
{
	return v << n | v >> (64 - n);
}
HD unsigned murmur(const unsigned *p, int n, unsigned h)
{
	for (int i = 0; i < n; i++) {
		unsigned k = left(p[i] * 0xcc9e2d51u, 15) * 0x1b873593u;
		h = left(h ^ k, 13) * 5 + 0xe6546b64u;
	}
	h ^= n * 4;
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	return h ^ h >> 16;
}
__global__ void murmur_records(const unsigned *p, unsigned *out, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = murmur(p + i * words, words, 42);
}
HD u64 sip(const u64 *p, int n, u64 k0, u64 k1)
{
	u64 a = k0 ^ 0x736f6d6570736575ull, b = k1 ^ 0x646f72616e646f6dull, c = k0 ^ 0x6c7967656e657261ull,
	    d = k1 ^ 0x7465646279746573ull;
	for (int i = 0; i <= n + 1; i++) {
		u64 m = i < n ? p[i] : i == n ? (u64)n << 59 : 0;
		if (i <= n)
			d ^= m;
		else
			c ^= 0xff;
		for (int r = 0; r < (i <= n ? 2 : 4); r++) {
			a += b, b = left(b, 13) ^ a, a = left(a, 32);
			c += d, d = left(d, 16) ^ c;
			a += d, d = left(d, 21) ^ a;
			c += b, b = left(b, 17) ^ c, c = left(c, 32);
		}
		a ^= m;
	}
	return a ^ b ^ c ^ d;
}
__global__ void sip_keys(const u64 *p, u64 *out, int n)
{ // a key of two words a thread
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = sip(p + i * 2, 2, 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull);
}
HD void blake_mix(unsigned *v, int a, int b, int c, int d, unsigned x, unsigned y)
{
	v[a] += v[b] + x, v[d] = left(v[d] ^ v[a], 16), v[c] += v[d], v[b] = left(v[b] ^ v[c], 20);
	v[a] += v[b] + y, v[d] = left(v[d] ^ v[a], 24), v[c] += v[d], v[b] = left(v[b] ^ v[c], 25);
}
HD unsigned blake(const unsigned *m, const byte *order)
{ // one block of 64 bytes; the first word of the hash. order: which word is used when
	const unsigned iv[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	unsigned v[16];
	for (int i = 0; i < 8; i++)
		v[i] = v[i + 8] = iv[i];
	v[0] ^= 0x01010020;
	v[12] ^= 64;
	v[14] = ~v[14];
	unsigned h = v[0];
	for (int r = 0; r < 10; r++, order += 16) {
		blake_mix(v, 0, 4, 8, 12, m[order[0]], m[order[1]]);
		blake_mix(v, 1, 5, 9, 13, m[order[2]], m[order[3]]);
		blake_mix(v, 2, 6, 10, 14, m[order[4]], m[order[5]]);
		blake_mix(v, 3, 7, 11, 15, m[order[6]], m[order[7]]);
		blake_mix(v, 0, 5, 10, 15, m[order[8]], m[order[9]]);
		blake_mix(v, 1, 6, 11, 12, m[order[10]], m[order[11]]);
		blake_mix(v, 2, 7, 8, 13, m[order[12]], m[order[13]]);
		blake_mix(v, 3, 4, 9, 14, m[order[14]], m[order[15]]);
	}
	return h ^ v[0] ^ v[8];
}
__constant__ byte blake_order[160];
__global__ void blake_blocks(const unsigned *p, unsigned *out)
{ // the words of a message in an array that is read at places from a table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned m[16];
	for (int k = 0; k < 16; k++)
		m[k] = p[i * 16 + k];
	out[i] = blake(m, blake_order);
}
HD uint4 aes(uint4 s, const unsigned *t, const byte *box, const unsigned *key)
{
	unsigned v[4] = { s.x ^ key[0], s.y ^ key[1], s.z ^ key[2], s.w ^ key[3] }, o[4];
	for (int r = 1; r < 10; r++) {
#pragma unroll
		for (int i = 0; i < 4; i++)
			o[i] = t[v[i] & 255] ^ left(t[v[i + 1 & 3] >> 8 & 255], 8) ^ left(t[v[i + 2 & 3] >> 16 & 255], 16) ^
				left(t[v[i + 3 & 3] >> 24], 24) ^ key[r * 4 + i];
		for (int i = 0; i < 4; i++)
			v[i] = o[i];
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		o[i] = (box[v[i] & 255] | box[v[i + 1 & 3] >> 8 & 255] << 8 | box[v[i + 2 & 3] >> 16 & 255] << 16 |
			       (unsigned)box[v[i + 3 & 3] >> 24] << 24) ^ key[40 + i];
	return make_uint4(o[0], o[1], o[2], o[3]);
}
__constant__ unsigned aes_key[44];
__global__ void aes_counter(const uint4 *in, uint4 *out, const unsigned *table, const byte *box, int n)
{ // one table of 256 words and one of bytes in shared memory
	__shared__ unsigned t[256];
	__shared__ byte b[256];
	t[threadIdx.x] = table[threadIdx.x];
	b[threadIdx.x] = box[threadIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		uint4 c = aes(make_uint4(7, 8, 9, i), t, b, aes_key), v = in[i];
		out[i] = make_uint4(v.x ^ c.x, v.y ^ c.y, v.z ^ c.z, v.w ^ c.w);
	}
}
HD ulonglong2 speck(ulonglong2 v, u64 a, u64 b)
{
	for (int r = 0; r < 32; r++) {
		v.y = (left(v.y, 56) + v.x) ^ b;
		v.x = left(v.x, 3) ^ v.y;
		a = (left(a, 56) + b) ^ r;
		b = left(b, 3) ^ a;
	}
	return v;
}
__global__ void speck_blocks(const ulonglong2 *in, ulonglong2 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = speck(in[i], 0x0f0e0d0c0b0a0908ull, 0x0706050403020100ull);
}
__global__ void __launch_bounds__(256) adler(const uchar4 *p, uint2 *out)
{ // a checksum of 4096 bytes a block: 16 bytes a thread, joined by their places
	__shared__ unsigned a[8], b[8];
	unsigned s = 0, w = 0, at = threadIdx.x * 16;
	for (int k = 0; k < 4; k++) {
		uchar4 v = p[blockIdx.x * 1024 + threadIdx.x * 4 + k];
		s += v.x + v.y + v.z + v.w;
		w += v.x * (4096 - at - k * 4) + v.y * (4095 - at - k * 4) + v.z * (4094 - at - k * 4) + v.w * (4093 - at - k * 4);
	}
	s = __reduce_add_sync(~0u, s);
	w = __reduce_add_sync(~0u, w % 65521);
	if (threadIdx.x % 32 == 0)
		a[threadIdx.x / 32] = s, b[threadIdx.x / 32] = w;
	__syncthreads();
	if (threadIdx.x)
		return;
	for (int k = 1; k < 8; k++)
		s += a[k], w += b[k];
	out[blockIdx.x] = make_uint2((s + 1) % 65521, (w + 4096) % 65521);
}

// ---- packed and coded bytes
__global__ void bit_matrices(const unsigned *in, unsigned *out)
{ // 32x32 bits a warp, turned by five rounds of shuffles
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	unsigned v = in[i], mask = 0xffff;
	for (int d = 16; d; d /= 2, mask ^= mask << d) {
		unsigned o = __shfl_xor_sync(~0u, v, d);
		v = lane & d ? (v & ~mask) | (o >> d & mask) : (v & mask) | (o << d & ~mask);
	}
	out[i] = v;
}
__global__ void varints(const byte *in, const int *from, unsigned *out, int each)
{ // seven bits a byte, the last without its top bit; a thread a stream
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const byte *p = in + from[i];
	for (int k = 0; k < each; k++) {
		unsigned v = 0, shift = 0, b;
		do {
			b = *p++;
			v |= (b & 127) << shift;
			shift += 7;
		} while (b & 128);
		out[i * each + k] = v;
	}
}
__global__ void delta_blocks(const unsigned *in, const int *from, const byte *bits, unsigned *out)
{ // 128 steps of as many bits as their block needs, added up along a warp; four a lane
	int lane = threadIdx.x % 32, b = (blockIdx.x * blockDim.x + threadIdx.x) / 32, n = bits[b];
	const unsigned *p = in + from[b];
	unsigned v[4], mask = n < 32 ? (1u << n) - 1 : ~0u;
	for (int k = 0; k < 4; k++) {
		int at = (lane * 4 + k) * n, w = at / 32;
		v[k] = __funnelshift_r(p[w], p[w + 1], at % 32) & mask;
		if (k)
			v[k] += v[k - 1];
	}
	unsigned s = v[3];
	for (int d = 1; d < 32; d *= 2) {
		unsigned o = __shfl_up_sync(~0u, s, d);
		s += lane >= d ? o : 0;
	}
	s -= v[3];
	*(uint4 *)&out[b * 128 + lane * 4] = make_uint4(v[0] + s, v[1] + s, v[2] + s, v[3] + s);
}
__global__ void huffman_encode(const uchar4 *in, const unsigned *code, const byte *length, unsigned *out, int *bits)
{ // 1024 signs a block: where each begins by a scan, then into words in shared memory
	__shared__ unsigned w[512], s[8];
	int t = threadIdx.x, lane = t % 32;
	uchar4 c = in[blockIdx.x * 256 + t];
	byte sign[4] = { c.x, c.y, c.z, c.w };
	unsigned own = length[c.x] + length[c.y] + length[c.z] + length[c.w], v = own;
	w[t] = w[t + 256] = 0;
	for (int d = 1; d < 32; d *= 2) {
		unsigned o = __shfl_up_sync(~0u, v, d);
		v += lane >= d ? o : 0;
	}
	if (lane == 31)
		s[t / 32] = v;
	__syncthreads();
	unsigned at = v - own, all = 0;
	for (int k = 0; k < 8; k++) {
		at += k < t / 32 ? s[k] : 0;
		all += s[k];
	}
	for (int k = 0; k < 4; k++) {
		u64 x = (u64)code[sign[k]] << at % 32;
		atomicOr(&w[at / 32], (unsigned)x);
		if (x >> 32)
			atomicOr(&w[at / 32 + 1], (unsigned)(x >> 32));
		at += length[sign[k]];
	}
	__syncthreads();
	for (int i = t; i < 512; i += 256)
		out[blockIdx.x * 512 + i] = w[i];
	if (!t)
		bits[blockIdx.x] = all;
}
__global__ void range_decode(const unsigned short *in, const unsigned *table, byte *out, int each)
{ // a stream of an asymmetric code a thread; table: sign, start, width of each of 4096 places
	__shared__ unsigned t[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		t[i] = table[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned short *p = in + i * each;
	unsigned x = p[0] << 16 | p[1];
	p += 2;
	for (int k = 0; k < each; k++) {
		unsigned at = x & 4095, e = t[at];
		out[k * gridDim.x * blockDim.x + i] = e;
		x = (e >> 20) * (x >> 12) + at - (e >> 8 & 4095);
		if (x < 65536)
			x = x << 16 | *p++;
	}
}
__global__ void copies_back(const ushort4 *token, const byte *literal, byte *out, int tokens)
{ // literals, then a copy from before: a warp a stream of 2048 bytes
	int lane = threadIdx.x % 32, s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = 0, used = 0;
	out += s * 2048;
	literal += s * 2048;
	for (int k = 0; k < tokens; k++) {
		ushort4 t = token[s * tokens + k]; // literals, length, how far back
		for (int i = lane; i < t.x; i += 32)
			out[at + i] = literal[used + i];
		at += t.x;
		used += t.x;
		__syncwarp();
		for (int i = lane; i < t.y; i += 32)
			out[at + i] = out[at - t.z + i % t.z];
		at += t.y;
		__syncwarp();
	}
}
__global__ void move_to_front(const byte *in, byte *out, int each, int streams)
{ // 64 signs in an array of each thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	byte list[64];
	for (int k = 0; k < 64; k++)
		list[k] = k;
	for (int k = 0; k < each; k++) {
		byte c = in[k * streams + i] & 63, v = list[0], n = 0;
		while (v != c) {
			byte next = list[++n];
			list[n] = v;
			v = next;
		}
		list[0] = c;
		out[k * streams + i] = n;
	}
}

// ---- texts
__global__ void skip_search(const byte *text, const byte *pattern, const byte *skip, int *found, int chunk, int n)
{ // eight signs, looked at from the back; how far to go on from a table. A thread a chunk
	__shared__ byte s[256], p[8];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		s[i] = skip[i];
	if (threadIdx.x < 8)
		p[threadIdx.x] = pattern[threadIdx.x];
	__syncthreads();
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * chunk, end = min(at + chunk, n - 7), many = 0;
	while (at < end) {
		int k = 7;
		while (k >= 0 && text[at + k] == p[k])
			k--;
		many += k < 0;
		at += s[text[at + 7]];
	}
	found[blockIdx.x * blockDim.x + threadIdx.x] = many;
}
HD bool fits(const byte *s, int n, const char *p)
{ // ? one sign, * any; back to the last * when it does not go on
	int at = 0, star = -1, from = 0, k = 0;
	while (at < n) {
		if (p[k] == '?' || p[k] == s[at])
			at++, k++;
		else if (p[k] == '*')
			star = k++, from = at;
		else if (star >= 0)
			k = star + 1, at = ++from;
		else
			return false;
	}
	while (p[k] == '*')
		k++;
	return !p[k];
}
__constant__ char wild[16];
__global__ void wildcards(const byte *record, unsigned *out)
{ // records of 48 signs; a bit each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned hit = __ballot_sync(~0u, fits(record + i * 48, 48, wild));
	if (threadIdx.x % 32 == 0)
		out[i / 32] = hit;
}
__global__ void table_fields(const byte *text, int *fields, int chunk)
{ // commas outside of quotes, a warp a text: whether a quote is open, from the quotes before in the warp
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, open = 0, many = 0;
	for (int i = lane; i < chunk; i += 32) {
		byte c = text[w * chunk + i];
		unsigned quotes = __ballot_sync(~0u, c == '"');
		int inside = open + __popc(quotes & (1u << lane) - 1) & 1;
		many += c == ',' && !inside;
		open += __popc(quotes);
	}
	many = __reduce_add_sync(~0u, many);
	if (!lane)
		fields[w] = many;
}
__global__ void count_points(const uint4 *text, int *out, int n)
{ // signs of a text in UTF-8: bytes that are no continuation, 16 a step
	int many = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 v = text[i];
		many += __popc((~v.x | v.x << 1) & 0x80808080u) + __popc((~v.y | v.y << 1) & 0x80808080u) +
			__popc((~v.z | v.z << 1) & 0x80808080u) + __popc((~v.w | v.w << 1) & 0x80808080u);
	}
	many = __reduce_add_sync(~0u, many);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, many);
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<u64> w64(M);
	memcpy(w64.data(), w.data(), M * 8);
	std::string list = "0123456789abcdef" "ea489fd61c02b753" "b8c052fdae367194" "7931dcbe265a40f8" "905724afe1bc683d"
			   "2c6a0b834d75fe19" "c51fed4a0763928b" "db7ec13950f4862a" "6fe9b308c2d714a5" "a2847615fb9e3cd0"; // as Blake2 has them
	byte order[160], box[256] = { 0x63 };
	for (int i = 0; i < 160; i++)
		order[i] = list[i] <= '9' ? list[i] - '0' : list[i] - 'a' + 10;
	auto twice = [](int v) { return (v << 1 ^ (v & 128 ? 0x11b : 0)) & 255; };
	unsigned table[256], key[44];
	for (int p = 1, q = 1, k = 0; k < 255; k++) { // p runs through all, q is 1 / p
		p = p ^ twice(p);
		q ^= q << 1, q ^= q << 2, q ^= q << 4, q &= 255, q ^= q & 128 ? 9 : 0;
		box[p] = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4) ^ 0x63;
	}
	for (int i = 0; i < 256; i++)
		table[i] = twice(box[i]) | box[i] << 8 | box[i] << 16 | (unsigned)(twice(box[i]) ^ box[i]) << 24;
	for (unsigned i = 0, round = 1; i < 44; i++) {
		unsigned v = i < 4 ? 0x03020100 + i * 0x04040404 : key[i - 1];
		if (i >= 4 && i % 4 == 0) {
			v = left(v, 24);
			v = (box[v & 255] | box[v >> 8 & 255] << 8 | box[v >> 16 & 255] << 16 | (unsigned)box[v >> 24] << 24) ^ round;
			round = twice(round);
		}
		key[i] = i < 4 ? v : v ^ key[i - 4];
	}
	CHECK(cudaMemcpyToSymbol(blake_order, order, 160));
	CHECK(cudaMemcpyToSymbol(aes_key, key, 176));
	unsigned *u = upload(w), *uo = dev<unsigned>(2 * M), *td = upload(std::vector<unsigned>(table, table + 256));
	byte *bd = upload(std::vector<byte>(box, box + 256)), *bo = dev<byte>(2 * M);
	int *io = dev<int>(M);
	typedef const std::vector<unsigned> &U;
	typedef const std::vector<int> &I;
	job<unsigned>("hash.murmur_records", [&] { murmur_records<<<512, 128>>>(u, uo, 16); }, uo, 65536, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 65536; i++)
			ok &= v[i] == murmur(&w[i * 16], 16, 42);
		return ok;
	});
	job<u64>("hash.sip_keys", [&] { sip_keys<<<264, 256>>>((u64 *)u, (u64 *)uo, M / 2); }, (u64 *)uo, M / 2, [&](const std::vector<u64> &v) {
		bool ok = sip(nullptr, 0, 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull) == 0x726fdb47dd0e0e31ull;
		for (int i = 0; i < M / 2; i += 5)
			ok &= v[i] == sip(&w64[i * 2], 2, 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull);
		return ok;
	});
	job<unsigned>("hash.blake_blocks", [&] { blake_blocks<<<512, 128>>>(u, uo); }, uo, 65536, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 65536; i++)
			ok &= v[i] == blake(&w[i * 16], order);
		return ok;
	});
	job<unsigned>(
		"cipher.aes_counter", [&] { aes_counter<<<264, 256>>>((uint4 *)u, (uint4 *)uo, td, bd, M / 4); }, uo, M, [&](U v) {
			uint4 c = aes(make_uint4(0x33221100, 0x77665544, 0xbbaa9988, 0xffeeddcc), table, box, key);
			bool ok = c.x == 0xd8e0c469;
			for (int i = 0; i < M / 4; i += 3) {
				c = aes(make_uint4(7, 8, 9, i), table, box, key);
				ok &= v[i * 4] == (w[i * 4] ^ c.x) && v[i * 4 + 3] == (w[i * 4 + 3] ^ c.w);
			}
			return ok;
		});
	job<u64>(
		"cipher.speck", [&] { speck_blocks<<<1024, 256>>>((ulonglong2 *)u, (ulonglong2 *)uo); }, (u64 *)uo, M / 2,
		[&](const std::vector<u64> &v) {
			bool ok = true;
			for (int i = 0; i < M / 4; i++) {
				ulonglong2 t = speck(make_ulonglong2(w64[i * 2], w64[i * 2 + 1]), 0x0f0e0d0c0b0a0908ull, 0x0706050403020100ull);
				ok &= v[i * 2] == t.x && v[i * 2 + 1] == t.y;
			}
			return ok;
		});
	job<unsigned>("check.adler", [&] { adler<<<1024, 256>>>((uchar4 *)u, (uint2 *)uo); }, uo, 2048, [&](U v) {
		bool ok = true;
		for (int k = 0; k < 1024; k += 9) {
			unsigned a = 1, b = 0;
			for (int i = 0; i < 4096; i++)
				a = (a + ((byte *)w.data())[k * 4096 + i]) % 65521, b = (b + a) % 65521;
			ok &= v[k * 2] == a && v[k * 2 + 1] == b;
		}
		return ok;
	});
	job<unsigned>("bits.matrices32", [&] { bit_matrices<<<4096, 256>>>(u, uo); }, uo, M, [&](U v) {
		bool ok = true;
		for (int i = 0; i < M; i += 11)
			for (int b = 0; b < 32; b++)
				ok &= (v[i] >> b & 1) == (w[i / 32 * 32 + b] >> i % 32 & 1);
		return ok;
	});
	std::vector<byte> var, text(M), quoted(M), utf(4 * M), literal(1024 * 2048), wide(4096);
	std::vector<int> start, bits_at;
	std::vector<unsigned> plain(8192 * 64), coded, sums(4096 * 128), code(256);
	for (int i = 0; i < 8192 * 64; i++) {
		if (i % 64 == 0)
			start.push_back(var.size());
		plain[i] = w[i] >> w[i + 9] % 32;
		for (unsigned v = plain[i]; var.push_back(v & 127 | (v > 127) << 7), v > 127; v >>= 7)
			;
	}
	byte *vd = upload(var);
	int *sd = upload(start);
	job<unsigned>("code.varints", [&] { varints<<<64, 128>>>(vd, sd, uo, 64); }, uo, 8192 * 64, [&](U v) { return v == plain; });
	for (int b = 0; b < 4096; b++) {
		int n = wide[b] = 1 + w[b] % 20, at = coded.size();
		bits_at.push_back(at);
		coded.resize(at + n * 4);
		for (int i = 0; i < 128; i++) {
			unsigned v = w[b * 128 + i] & (1u << n) - 1;
			sums[b * 128 + i] = v + (i ? sums[b * 128 + i - 1] : 0);
			for (int k = 0; k < n; k++)
				coded[at + (i * n + k) / 32] |= (v >> k & 1) << (i * n + k) % 32;
		}
	}
	coded.push_back(0);
	unsigned *cd = upload(coded);
	int *pd = upload(bits_at);
	byte *wd = upload(wide);
	job<unsigned>("code.delta_blocks", [&] { delta_blocks<<<512, 256>>>(cd, pd, wd, uo); }, uo, 4096 * 128, [&](U v) { return v == sums; });
	// 256 signs of 4 to 12 bits (not a real prefix code, but of such lengths)
	std::vector<byte> length(256), sign(M);
	for (int i = 0; i < 256; i++)
		length[i] = 4 + (i > 3) + (i > 9) * 2 + (i > 30) * 2 + (i > 100) * 3, code[i] = w[i] & (1u << length[i]) - 1;
	for (int i = 0; i < M; i++)
		sign[i] = w[i] & 255 & w[i] >> 8 & w[i] >> 16;
	unsigned *hc = upload(code);
	byte *hl = upload(length), *hs = upload(sign);
	job<unsigned>("code.huffman_encode", [&] { huffman_encode<<<1024, 256>>>((uchar4 *)hs, hc, hl, uo, io); }, uo, 1024 * 512, [&](U v) {
		std::vector<unsigned> o(512);
		for (int i = 0, at = 0; i < 1024; i++)
			for (int k = 0; k < length[sign[1024 * 9 + i]]; k++, at++)
				o[at / 32] |= (code[sign[1024 * 9 + i]] >> k & 1) << at % 32;
		return std::equal(o.begin(), o.end(), v.begin() + 512 * 9);
	});
	std::vector<unsigned> places(4096), count(256, 1), first(257);
	for (int i = 0; i < 3840; i++)
		count[sign[i]]++;
	for (int s = 0; s < 256; s++) {
		first[s + 1] = first[s] + count[s];
		for (unsigned k = first[s]; k < first[s + 1]; k++)
			places[k] = s | first[s] << 8 | count[s] << 20;
	}
	const int streams = 4096, each = 128;
	std::vector<unsigned short> range(streams * each);
	for (int i = 0; i < streams; i++) {
		unsigned x = 65536;
		std::vector<unsigned short> piece;
		for (int k = each - 1; k >= 0; k--) {
			unsigned s = sign[k * streams + i];
			if (x >= (u64)count[s] << 20)
				piece.push_back(x), x >>= 16;
			x = x / count[s] << 12 | (x % count[s] + first[s]);
		}
		piece.push_back(x), piece.push_back(x >> 16);
		std::copy(piece.rbegin(), piece.rend(), &range[i * each]);
	}
	unsigned short *rd = upload(range);
	unsigned *rt = upload(places);
	job<byte>("code.range_decode", [&] { range_decode<<<64, 64>>>(rd, rt, bo, each); }, bo, streams * each, [&](const std::vector<byte> &v) {
		return std::equal(v.begin(), v.end(), sign.begin());
	});
	std::vector<ushort4> token(1024 * 64);
	std::vector<byte> whole(1024 * 2048);
	for (int s = 0; s < 1024; s++)
		for (int k = 0, at = 0, used = 0; k < 64; k++) {
			unsigned r = w[s * 64 + k], l = k ? r % 12 : 16, m = r / 16 % 20, back = 1 + r / 512 % (at + l);
			token[s * 64 + k] = make_ushort4(l, m, back, 0);
			for (int i = 0; i < l; i++)
				whole[s * 2048 + at++] = literal[s * 2048 + used++] = w[s * 64 + i] >> k % 20;
			for (int i = 0; i < m; i++, at++)
				whole[s * 2048 + at] = whole[s * 2048 + at - back];
		}
	ushort4 *tk = upload(token);
	byte *lt = upload(literal);
	job<byte>("code.copies_back", [&] { copies_back<<<256, 128>>>(tk, lt, bo, 64); }, bo, 1024 * 2048, [&](const std::vector<byte> &v) { return v == whole; },
		[&] { CHECK(cudaMemset(bo, 0, 2 * M)); });
	job<byte>("code.move_to_front", [&] { move_to_front<<<64, 64>>>(hs, bo, 64, 4096); }, bo, 4096 * 64, [&](const std::vector<byte> &v) {
		bool ok = true;
		for (int i = 0; i < 4096; i += 5) {
			byte l[64];
			for (int k = 0; k < 64; k++)
				l[k] = k;
			for (int k = 0; k < 64; k++) {
				int n = std::find(l, l + 64, sign[k * 4096 + i] & 63) - l;
				ok &= v[k * 4096 + i] == n;
				std::rotate(l, l + n, l + n + 1);
			}
		}
		return ok;
	});
	for (int i = 0; i < M; i++) {
		text[i] = 'a' + w[i] % 7;
		quoted[i] = w[i] % 11 == 0 ? '"' : w[i] % 5 == 0 ? ',' : 'a' + w[i] % 26;
	}
	const char *pattern = "abacabad";
	for (int i = 500; i + 8 < M; i += 4001)
		memcpy(&text[i], pattern, 8);
	std::vector<byte> skip(256, 8);
	for (int k = 0; k < 7; k++)
		skip[pattern[k]] = 7 - k;
	byte *tx = upload(text), *sk = upload(skip), *pt = upload(std::vector<byte>(pattern, pattern + 8)), *qd = upload(quoted);
	job<int>("text.skip_search", [&] { skip_search<<<32, 128>>>(tx, pt, sk, io, 256, M); }, io, 4096, [&](I v) {
		int a = 0, b = 0;
		for (int i = 0; i + 7 < M; i++)
			a += !memcmp(&text[i], pattern, 8);
		for (int k : v)
			b += k;
		return a == b;
	});
	const char any[] = "*ab?*cd*a*e?";
	CHECK(cudaMemcpyToSymbol(wild, any, sizeof any));
	job<unsigned>("text.wildcards", [&] { wildcards<<<64, 256>>>(tx, uo); }, uo, 512, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 16384; i++)
			ok &= (v[i / 32] >> i % 32 & 1) == fits(&text[i * 48], 48, any);
		return ok;
	});
	job<int>("text.table_fields", [&] { table_fields<<<256, 64>>>(qd, io, 2048); }, io, 512, [&](I v) {
		bool ok = true;
		for (int r = 0; r < 512; r++) {
			int open = 0, many = 0;
			for (int i = 0; i < 2048; i++) {
				open ^= quoted[r * 2048 + i] == '"';
				many += quoted[r * 2048 + i] == ',' && !open;
			}
			ok &= many == v[r];
		}
		return ok;
	});
	job<int>(
		"text.count_points", [&] { count_points<<<264, 256>>>((uint4 *)u, io, M / 2); }, io, 1,
		[&](I v) {
			int many = 0;
			for (int i = 0; i < 8 * M; i++)
				many += (((byte *)w.data())[i] & 0xc0) != 0x80;
			return many == v[0];
		},
		[&] { CHECK(cudaMemset(io, 0, 4)); });
}
