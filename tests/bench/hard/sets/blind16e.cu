// blind16e: a fresh set of kernels that nobody had modelled when they were written. Bytes, words, ciphers, curves.
#include "blind7.h"

static const int CHUNK = 96;
__global__ void varint_thread(const byte *in, const int *from, const int *first, unsigned *out, int chunks)
{ // numbers of one to five bytes, seven bits each, the last byte below 128: a chunk of numbers a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= chunks)
		return;
	int at = first[c];
	unsigned v = 0, shift = 0;
	for (int i = from[c]; i < from[c + 1]; i++) {
		byte b = in[i];
		v |= (b & 127u) << shift;
		shift += 7;
		if (b < 128) {
			out[at++] = v;
			v = shift = 0;
		}
	}
}
__global__ void varint_warp(const byte *in, const int *from, const int *first, unsigned *out, int chunks)
{ // the same, a chunk a warp, 32 bytes at a time: a vote finds the last bytes, each of them gathers its number
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (c >= chunks)
		return;
	int at = first[c], begin = from[c], end = from[c + 1];
	for (int base = begin; base < end; base += 32) {
		int i = base + lane;
		byte b = i < end ? in[i] : 255;
		unsigned last = __ballot_sync(~0u, b < 128);
		if (b < 128) {
			unsigned v = b;
			for (int k = i - 1; k >= begin && in[k] >= 128; k--)
				v = v << 7 | (in[k] & 127);
			out[at + __popc(last & ((1u << lane) - 1))] = v;
		}
		at += __popc(last);
	}
}
static const int STATES = 220;
template <bool SHARED>
__global__ void many_words(const byte *text, const short *next, const byte *ends, int *count, int n, int each, int back)
{ // many words sought at once by a machine of states; a stretch of text a thread, begun a little before
	__shared__ short table[SHARED ? STATES * 4 : 1];
	__shared__ byte end_here[SHARED ? STATES : 1];
	if (SHARED) {
		for (int i = threadIdx.x; i < STATES * 4; i += blockDim.x)
			table[i] = next[i];
		for (int i = threadIdx.x; i < STATES; i += blockDim.x)
			end_here[i] = ends[i];
		__syncthreads();
	}
	int t = blockIdx.x * blockDim.x + threadIdx.x, from = t * each, state = 0, sum = 0;
	if (from >= n)
		return;
	for (int i = max(from - back, 0); i < min(from + each, n); i++) {
		state = SHARED ? table[state * 4 + text[i]] : next[state * 4 + text[i]];
		if (i >= from)
			sum += SHARED ? end_here[state] : ends[state];
	}
	count[t] = sum;
}
__constant__ unsigned table_constant[256], round_keys[44];
__host__ __device__ unsigned turned(unsigned v, int by)
{
	return v >> by | v << (32 - by);
}
__host__ __device__ void rijndael(const unsigned *te, const unsigned *key, unsigned *s)
{ // ten rounds by one table of 256 words, its entries turned by bytes
	for (int k = 0; k < 4; k++)
		s[k] ^= key[k];
	for (int r = 1; r < 10; r++) {
		unsigned t[4];
		for (int k = 0; k < 4; k++)
			t[k] = te[s[k] >> 24] ^ turned(te[s[(k + 1) & 3] >> 16 & 255], 8) ^
				turned(te[s[(k + 2) & 3] >> 8 & 255], 16) ^ turned(te[s[(k + 3) & 3] & 255], 24) ^
				key[4 * r + k];
		for (int k = 0; k < 4; k++)
			s[k] = t[k];
	}
	unsigned t[4];
	for (int k = 0; k < 4; k++)
		t[k] = ((te[s[k] >> 24] & 0xff00) << 16 | (te[s[(k + 1) & 3] >> 16 & 255] & 0xff00) << 8 |
			       (te[s[(k + 2) & 3] >> 8 & 255] & 0xff00) | (te[s[(k + 3) & 3] & 255] >> 8 & 255)) ^
			key[40 + k];
	for (int k = 0; k < 4; k++)
		s[k] = t[k];
}
__global__ void rijndael_constant(const uint4 *in, uint4 *out, int n)
{ // a counter enciphered and added to the text; the table in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s[4] = { 7, 11, 13, (unsigned)i };
	rijndael(table_constant, round_keys, s);
	uint4 v = in[i];
	out[i] = make_uint4(v.x ^ s[0], v.y ^ s[1], v.z ^ s[2], v.w ^ s[3]);
}
__global__ void rijndael_shared(const uint4 *in, const unsigned *te, uint4 *out, int n)
{ // the same, the table copied to shared memory, several texts a thread
	__shared__ unsigned table[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		table[i] = te[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned s[4] = { 7, 11, 13, (unsigned)i };
		rijndael(table, round_keys, s);
		uint4 v = in[i];
		out[i] = make_uint4(v.x ^ s[0], v.y ^ s[1], v.z ^ s[2], v.w ^ s[3]);
	}
}
__host__ __device__ u64 left(u64 v, int by)
{
	return v << by | v >> (64 - by);
}
__host__ __device__ void stirred(u64 *v)
{ // one round on four words of 64 bits
	v[0] += v[1], v[2] += v[3];
	v[1] = left(v[1], 13) ^ v[0], v[3] = left(v[3], 16) ^ v[2];
	v[0] = left(v[0], 32);
	v[2] += v[1], v[0] += v[3];
	v[1] = left(v[1], 17) ^ v[2], v[3] = left(v[3], 21) ^ v[0];
	v[2] = left(v[2], 32);
}
__host__ __device__ u64 keyed(const u64 *word, int n, u64 a, u64 b)
{ // a keyed hash of a message: two rounds a word, four at the end
	u64 v[4] = { a ^ 0x736f6d6570736575ull, b ^ 0x646f72616e646f6dull, a ^ 0x6c7967656e657261ull,
		b ^ 0x7465646279746573ull };
	for (int i = 0; i < n; i++) {
		v[3] ^= word[i];
		stirred(v), stirred(v);
		v[0] ^= word[i];
	}
	v[2] ^= 255;
	for (int k = 0; k < 4; k++)
		stirred(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
__global__ void keyed_hash(const u64 *word, const int *start, u64 *out, int n)
{ // messages of uneven length, one a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = keyed(word + start[i], start[i + 1] - start[i], 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull);
}
__host__ __device__ ulonglong2 doubled(ulonglong2 v)
{ // times x in the field of 128 bits; y is the high half
	u64 over = v.y >> 63;
	return { v.x << 1 ^ over * 0x87, v.y << 1 | v.x >> 63 };
}
__host__ __device__ ulonglong2 product(ulonglong2 a, ulonglong2 h)
{ // bit by bit
	ulonglong2 z = { 0, 0 };
	for (int k = 127; k >= 0; k--) {
		u64 take = 0 - ((k >= 64 ? a.y >> (k - 64) : a.x >> k) & 1);
		z = doubled(z);
		z.x ^= h.x & take;
		z.y ^= h.y & take;
	}
	return z;
}
__global__ void galois_bits(const ulonglong2 *text, const ulonglong2 *keys, ulonglong2 *out, int n, int len)
{ // a tag of each text: add a word, multiply by the key in a field of 128 bits, bit by bit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ulonglong2 z = { 0, 0 }, h = keys[i];
	for (int k = 0; k < len; k++) {
		ulonglong2 t = text[k * n + i];
		z = product({ z.x ^ t.x, z.y ^ t.y }, h);
	}
	out[i] = z;
}
__global__ void galois_table(const ulonglong2 *text, const ulonglong2 *keys, ulonglong2 *out, int n, int len)
{ // the same, four bits at a time by a table of sixteen products in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ulonglong2 table[16], z = { 0, 0 };
	table[0] = z;
	table[1] = keys[i];
	for (int k = 2; k < 16; k++) {
		table[k] = doubled(table[k / 2]);
		if (k & 1)
			table[k].x ^= table[1].x, table[k].y ^= table[1].y;
	}
	for (int k = 0; k < len; k++) {
		ulonglong2 t = text[k * n + i], a = { z.x ^ t.x, z.y ^ t.y };
		z = { 0, 0 };
		for (int b = 0; b < 32; b++) {
			u64 over = z.y >> 60;
			z.y = z.y << 4 | z.x >> 60;
			z.x = z.x << 4 ^ over ^ over << 1 ^ over << 2 ^ over << 7;
			ulonglong2 e = table[a.y >> 60];
			a.y = a.y << 4 | a.x >> 60;
			a.x <<= 4;
			z.x ^= e.x;
			z.y ^= e.y;
		}
	}
	out[i] = z;
}
__host__ __device__ unsigned along(unsigned x, unsigned y, int order)
{ // how far along Hilbert's curve a point lies
	unsigned d = 0;
	for (unsigned s = 1u << (order - 1); s; s >>= 1) {
		unsigned rx = (x & s) != 0, ry = (y & s) != 0;
		d += s * s * ((3 * rx) ^ ry);
		if (ry == 0) {
			if (rx)
				x = ~x, y = ~y;
			unsigned t = x;
			x = y, y = t;
		}
	}
	return d;
}
__global__ void hilbert(const ushort2 *point, unsigned *out, int n, int order)
{ // a point a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = along(point[i].x, point[i].y, order);
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<byte> stream;
	std::vector<int> from, first;
	std::vector<unsigned> plain(150000);
	for (size_t i = 0; i < plain.size(); i++) {
		plain[i] = w[i] >> (w[i + 9] % 4 * 8);
		if (i % CHUNK == 0)
			from.push_back(stream.size()), first.push_back(i);
		unsigned v = plain[i];
		for (; v >= 128; v >>= 7)
			stream.push_back(v | 128);
		stream.push_back(v);
	}
	int chunks = first.size();
	from.push_back(stream.size());
	byte *ds = upload(stream);
	int *df = upload(from), *dfi = upload(first), *oi = dev<int>(60000);
	unsigned *o = dev<unsigned>(plain.size());
	job<unsigned>(
		"seven_bits.chunk_a_thread", [&] { varint_thread<<<(chunks + 31) / 32, 32>>>(ds, df, dfi, o, chunks); },
		o, plain.size(), same(plain));
	job<unsigned>(
		"seven_bits.chunk_a_warp", [&] { varint_warp<<<(chunks + 4) / 5, 160>>>(ds, df, dfi, o, chunks); }, o,
		plain.size(), same(plain));

	const int N = 400000, EACH = 64, BACK = 8, PARTS = N / EACH;
	std::vector<short> next(STATES * 4, -1), fail(STATES), queue(1, 0);
	std::vector<byte> ends(STATES), text(N);
	int states = 1;
	for (int k = 0; states < STATES - 9; k++) {
		int s = 0;
		for (int c = 0; c < 4 + k % 5; c++) {
			short &to = next[s * 4 + w[k * 9 + c] % 4];
			if (to < 0)
				to = states++;
			s = to;
		}
		ends[s] = 1;
	}
	for (size_t q = 0; q < queue.size(); q++)
		for (int c = 0, s = queue[q]; c < 4; c++) {
			short &to = next[s * 4 + c], over = s ? next[fail[s] * 4 + c] : 0;
			if (to < 0)
				to = over;
			else {
				fail[to] = over;
				ends[to] += ends[over];
				queue.push_back(to);
			}
		}
	std::vector<int> found(PARTS);
	for (int i = 0, s = 0; i < N; i++) {
		text[i] = w[i] % 4;
		s = next[s * 4 + text[i]];
		found[i / EACH] += ends[s];
	}
	byte *dt = upload(text), *de = upload(ends);
	short *dn = upload(next);
	job<int>(
		"many_words.states_in_memory",
		[&] { many_words<false><<<(PARTS + 63) / 64, 64>>>(dt, dn, de, oi, N, EACH, BACK); }, oi, PARTS,
		same(found));
	job<int>(
		"many_words.states_shared",
		[&] { many_words<true><<<(PARTS + 95) / 96, 96>>>(dt, dn, de, oi, N, EACH, BACK); }, oi, PARTS,
		same(found));

	const int TEXTS = 50000;
	std::vector<unsigned> te(256), key(44), secret;
	auto twice = [](unsigned v) { return v << 1 ^ (v & 128 ? 0x11b : 0); };
	for (unsigned p = 1, q = 1, k = 0; k < 255; k++) {
		p = p ^ twice(p);
		p &= 255;
		q ^= q << 1, q ^= q << 2, q ^= q << 4, q &= 255;
		if (q & 128)
			q ^= 9;
		unsigned s = q;
		for (int r = 1; r < 5; r++)
			s ^= (q << r | q >> (8 - r)) & 255;
		s ^= 0x63;
		te[p] = twice(s) << 24 | s << 16 | s << 8 | (twice(s) ^ s);
	}
	te[0] = twice(0x63) << 24 | 0x63 << 16 | 0x63 << 8 | (twice(0x63) ^ 0x63);
	for (int k = 0; k < 44; k++)
		key[k] = w[k];
	std::vector<uint4> open(TEXTS);
	for (int i = 0; i < TEXTS; i++) {
		unsigned s[4] = { 7, 11, 13, (unsigned)i };
		open[i] = { w[4 * i], w[4 * i + 1], w[4 * i + 2], w[4 * i + 3] };
		rijndael(te.data(), key.data(), s);
		for (int k = 0; k < 4; k++)
			secret.push_back(s[k] ^ w[4 * i + k]);
	}
	CHECK(cudaMemcpyToSymbol(table_constant, te.data(), 1024));
	CHECK(cudaMemcpyToSymbol(round_keys, key.data(), 176));
	uint4 *dopen = upload(open), *o4 = dev<uint4>(TEXTS);
	unsigned *dte = upload(te);
	job<unsigned>(
		"rijndael.table_constant", [&] { rijndael_constant<<<(TEXTS + 127) / 128, 128>>>(dopen, o4, TEXTS); },
		(unsigned *)o4, 4 * TEXTS, same(secret));
	job<unsigned>(
		"rijndael.table_shared", [&] { rijndael_shared<<<132, 192>>>(dopen, dte, o4, TEXTS); }, (unsigned *)o4,
		4 * TEXTS, same(secret));

	const int MESSAGES = 9000;
	std::vector<int> start(1);
	std::vector<u64> word(200000), hash(MESSAGES);
	for (size_t i = 0; i < word.size(); i++)
		word[i] = (u64)w[i] << 32 | w[i + 200000];
	for (int i = 0; i < MESSAGES; i++) {
		start.push_back(start[i] + w[i] % 30 + (w[i] % 50 == 0 ? 120 : 0));
		hash[i] = keyed(&word[start[i]], start[i + 1] - start[i], 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull);
	}
	u64 *dw = upload(word), *oh = dev<u64>(MESSAGES);
	int *dst = upload(start);
	job<u64>(
		"keyed_hash.message_a_thread", [&] { keyed_hash<<<(MESSAGES + 63) / 64, 64>>>(dw, dst, oh, MESSAGES); },
		oh, MESSAGES, same(hash));

	const int TAGS = 6000, LEN = 6;
	std::vector<ulonglong2> gtext(TAGS * LEN), gkey(TAGS);
	std::vector<u64> tag;
	for (int i = 0; i < TAGS * LEN; i++)
		gtext[i] = { word[2 * i], word[2 * i + 1] };
	for (int i = 0; i < TAGS; i++) {
		ulonglong2 z = { 0, 0 };
		gkey[i] = { word[i + 5], word[i + 9999] };
		for (int k = 0; k < LEN; k++)
			z = product({ z.x ^ gtext[k * TAGS + i].x, z.y ^ gtext[k * TAGS + i].y }, gkey[i]);
		tag.push_back(z.x), tag.push_back(z.y);
	}
	ulonglong2 *dgt = upload(gtext), *dgk = upload(gkey), *og = dev<ulonglong2>(TAGS);
	job<u64>(
		"galois_tag.bit_by_bit", [&] { galois_bits<<<(TAGS + 63) / 64, 64>>>(dgt, dgk, og, TAGS, LEN); },
		(u64 *)og, 2 * TAGS, same(tag));
	job<u64>(
		"galois_tag.four_bits_by_table",
		[&] { galois_table<<<(TAGS + 63) / 64, 64>>>(dgt, dgk, og, TAGS, LEN); }, (u64 *)og, 2 * TAGS,
		same(tag));

	const int POINTS = 140000;
	std::vector<ushort2> point(POINTS);
	std::vector<unsigned> far(POINTS);
	for (int i = 0; i < POINTS; i++) {
		point[i] = { (unsigned short)w[i], (unsigned short)(w[i] >> 16) };
		far[i] = along(point[i].x, point[i].y, 16);
	}
	ushort2 *dp = upload(point);
	job<unsigned>(
		"hilbert_curve.point_a_thread", [&] { hilbert<<<(POINTS + 223) / 224, 224>>>(dp, o, POINTS, 16); }, o,
		POINTS, same(far));
}
