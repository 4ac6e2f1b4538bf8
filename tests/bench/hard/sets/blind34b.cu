// blind34b: a fresh set of kernels that nobody had modelled when they were written. Streams of bits and bytes: gaps,
// copied phrases, letters of many bytes, stuffed frames, many words at once.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// gaps between numbers: a quotient of ones and a zero, then k bits; 96 gaps in a stream
static const int GAPS = 96;
struct Stream {
	int start, k; // start: its first word
};
__global__ void gaps_bit_by_bit(const unsigned *bits, const Stream *s, uint2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (i >= n)
		return;
	const unsigned *b = bits + s[i].start;
	int k = s[i].k;
	unsigned number = 0, sum = 0;
	for (int g = 0; g < GAPS; g++) {
		unsigned q = 0, r = 0;
		while (b[at >> 5] >> (at & 31) & 1)
			q++, at++;
		at++;
		for (int j = 0; j < k; j++, at++)
			r |= (b[at >> 5] >> (at & 31) & 1) << j;
		number += (q << k) + r + 1;
		sum = sum * 5 + number;
	}
	out[i] = make_uint2(number, sum);
}
template <class P> __device__ uint2 gaps_window(P b, int k)
{ // 64 bits are at hand, ones counted at once
	u64 have = b[0] | (u64)b[1] << 32;
	int left = 64, next = 2;
	unsigned number = 0, sum = 0;
	for (int g = 0; g < GAPS; g++) {
		int q = __ffsll(~have) - 1;
		have >>= q + 1;
		unsigned r = (unsigned)have & ((1u << k) - 1);
		have >>= k;
		left -= q + 1 + k;
		if (left <= 32) {
			have |= (u64)b[next++] << left;
			left += 32;
		}
		number += ((unsigned)q << k) + r + 1;
		sum = sum * 5 + number;
	}
	return make_uint2(number, sum);
}
__global__ void gaps_64_at_hand(const unsigned *bits, const Stream *s, uint2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = gaps_window(bits + s[i].start, s[i].k);
}
__global__ void gaps_fetched_together(const unsigned *bits, const Stream *s, uint2 *out, int n)
{ // all streams of a block come to shared memory first
	__shared__ unsigned word[64 * 32 + 8];
	int i = blockIdx.x * 64 + threadIdx.x, a = s[blockIdx.x * 64].start, b = s[min(n, blockIdx.x * 64 + 64)].start;
	for (int k = a + threadIdx.x; k < b + 2; k += 64)
		word[k - a] = bits[k];
	__syncthreads();
	if (i < n)
		out[i] = gaps_window(word + s[i].start - a, s[i].k);
}
// phrases: letters as they are and copies of what was a little before, until there are 1024
static const int PAGE = 1024;
__global__ void phrases_thread(const byte *in, const int *start, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, have = 0;
	if (i >= n)
		return;
	const byte *p = in + start[i];
	byte *o = out + i * PAGE;
	while (have < PAGE) {
		int token = *p++, plain = token >> 4, copy = token & 15;
		for (int k = 0; k < plain; k++)
			o[have++] = *p++;
		if (!copy)
			continue;
		int back = *p++;
		for (int k = 0; k < copy + 2; k++, have++)
			o[have] = o[have - back];
	}
}
__global__ void phrases_warp(const byte *in, const int *start, byte *out, int n)
{ // a lane has a letter; the page grows in shared memory
	__shared__ byte page[2][PAGE + 32];
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, have = 0;
	byte *o = page[threadIdx.x / 32];
	if (i >= n)
		return;
	const byte *p = in + start[i];
	while (have < PAGE) {
		int token = *p++, plain = token >> 4, copy = token & 15;
		if (l < plain)
			o[have + l] = p[l];
		p += plain, have += plain;
		__syncwarp();
		if (!copy)
			continue;
		int back = *p++;
		if (l < copy + 2)
			o[have + l] = o[have - back + l % back];
		have += copy + 2;
		__syncwarp();
	}
	for (int k = l; k < PAGE / 4; k += 32)
		((unsigned *)(out + i * PAGE))[k] = ((unsigned *)o)[k];
}
// letters of one to four bytes: how many are well written, their sum, and how many bytes are not part of one
static const int TEXT = 256;
HD int letter_at(const byte *t, int have, unsigned &code)
{ // its length, 0: none begins here
	unsigned a = t[0];
	if (a < 0x80) {
		code = a;
		return 1;
	}
	if (a < 0xc2 || a > 0xf4)
		return 0;
	int more = a < 0xe0 ? 1 : a < 0xf0 ? 2 : 3;
	if (more >= have)
		return 0;
	code = a & (0x3f >> more);
	for (int k = 1; k <= more; k++) {
		if ((t[k] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (t[k] & 0x3f);
	}
	if (more == 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000)))
		return 0;
	if (more == 3 && (code < 0x10000 || code > 0x10ffff))
		return 0;
	return more + 1;
}
__global__ void letters_branches(const byte *text, uint3 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint3 c = make_uint3(0, 0, 0);
	for (int k = 0; k < TEXT;) {
		unsigned code;
		int len = letter_at(text + i * TEXT + k, TEXT - k, code);
		if (len)
			c.x++, c.y += code, k += len;
		else
			c.z++, k++;
	}
	out[i] = c;
}
struct Lead {
	byte more, mask;
	unsigned least, most;
};
__constant__ Lead lead[32];
__global__ void letters_table(const byte *text, uint3 *out, int n)
{ // what the first five bits say stands in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint3 c = make_uint3(0, 0, 0);
	const byte *t = text + i * TEXT;
	for (int k = 0; k < TEXT;) {
		Lead a = lead[t[k] >> 3];
		unsigned code = t[k] & a.mask;
		bool good = a.more < 4 && k + a.more < TEXT;
		for (int j = 1; j <= a.more && good; j++) {
			good = t[k + j] >> 6 == 2;
			code = code << 6 | (t[k + j] & 63);
		}
		good = good && code >= a.least && code <= a.most && code >> 11 != 0x1b;
		if (good)
			c.x++, c.y += code, k += a.more + 1;
		else
			c.z++, k++;
	}
	out[i] = c;
}
__global__ void letters_lane_a_byte(const byte *text, uint3 *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned many = 0, sum = 0, covered = 0;
	for (int k = l; k < TEXT; k += 32) {
		unsigned code;
		int len = letter_at(text + i * TEXT + k, TEXT - k, code);
		many += __popc(__ballot_sync(~0u, len > 0));
		sum += len ? code : 0;
		covered += len;
	}
	sum = __reduce_add_sync(~0u, sum);
	covered = __reduce_add_sync(~0u, covered);
	if (l == 0)
		out[i] = make_uint3(many, sum, TEXT - covered);
}
// frames on a wire: after five ones a zero was put in; 128 bytes each, the lowest bit first
static const int FRAME = 128, ROOM = 160;
__global__ void frames_bits(const byte *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0, ones = 0;
	if (i >= n)
		return;
	unsigned h = 1;
	for (int k = 0; k < FRAME; k++) {
		unsigned b = 0;
		for (int j = 0; j < 8;) {
			int bit = in[i * ROOM + (at >> 3)] >> (at & 7) & 1;
			at++;
			if (ones == 5) {
				ones = 0;
				continue;
			}
			ones = bit ? ones + 1 : 0;
			b |= bit << j++;
		}
		h = h * 31 + b;
	}
	out[i] = h;
}
__global__ void frames_table(const byte *in, const unsigned short *table, unsigned *out, int n)
{ // table: by ones before and a byte, what bits come, how many, and ones after
	__shared__ unsigned short t[6 * 256];
	for (int k = threadIdx.x; k < 6 * 256; k += blockDim.x)
		t[k] = table[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, ones = 0, have = 0, done = 0;
	if (i >= n)
		return;
	unsigned h = 1, b = 0;
	for (int at = 0; done < FRAME; at++) {
		unsigned e = t[ones * 256 + in[i * ROOM + at]];
		b |= (e & 255) << have;
		have += e >> 8 & 15;
		ones = e >> 12;
		if (have >= 8) {
			h = h * 31 + (b & 255);
			b >>= 8, have -= 8, done++;
		}
	}
	out[i] = h;
}
// forty words of eight letters' alphabet sought at once in long texts
static const int MOST = 256, LONG = 320;
__global__ void words_shared(const byte *text, const byte *next, const byte *ends, int *out, int n, int states)
{
	__shared__ byte go[MOST * 8], hit[MOST];
	for (int k = threadIdx.x; k < states * 8; k += blockDim.x)
		go[k] = next[k];
	for (int k = threadIdx.x; k < states; k += blockDim.x)
		hit[k] = ends[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, sum = 0;
	if (i >= n)
		return;
	for (int k = 0; k < LONG; k++) {
		s = go[s * 8 + text[k * n + i]];
		sum += hit[s];
	}
	out[i] = sum;
}
__constant__ byte go_constant[MOST * 8];
__global__ void words_constant(const byte *text, const byte *ends, int *out, int n)
{ // lanes stand in different states: mostly different words of constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, sum = 0;
	if (i >= n)
		return;
	for (int k = 0; k < LONG; k++) {
		s = go_constant[s * 8 + text[k * n + i]];
		sum += ends[s];
	}
	out[i] = sum;
}
__global__ void words_each_place(const byte *text, const byte *child, const byte *ends, int *out, int n)
{ // a thread for each place of a text: down the tree of words as far as it goes
	int i = blockIdx.x, sum = 0;
	for (int k = threadIdx.x; k < LONG; k += blockDim.x) {
		int s = 0;
		for (int j = k; j < LONG && (s = child[s * 8 + text[j * n + i]]); j++)
			sum += ends[s];
	}
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&out[i], sum);
}
static void gaps(const std::vector<unsigned> &w)
{
	const int N = 3200;
	std::vector<Stream> s(N + 1);
	std::vector<unsigned> bits;
	std::vector<uint2> want(N);
	for (int i = 0; i < N; i++) {
		u64 have = 0;
		int left = 0, k = 2 + w[i] % 4;
		unsigned number = 0, sum = 0;
		s[i] = { (int)bits.size(), k };
		auto put = [&](unsigned v, int many) {
			have |= (u64)v << left;
			left += many;
			while (left >= 32) {
				bits.push_back(have);
				have >>= 32, left -= 32;
			}
		};
		for (int g = 0; g < GAPS; g++) {
			unsigned x = w[i * 90 + g] % 64 * (w[i * 90 + g + 3] % 64) >> (9 - k), q = x >> k;
			if (q > 20)
				q = 20, x = q << k | x & ((1u << k) - 1);
			put((1u << q) - 1, q + 1);
			put(x & ((1u << k) - 1), k);
			number += x + 1;
			sum = sum * 5 + number;
		}
		put(0, 32);
		want[i] = make_uint2(number, sum);
	}
	s[N] = { (int)bits.size(), 0 };
	for (int k = 0; k < 4; k++)
		bits.push_back(0);
	auto right = [want](const std::vector<uint2> &v) { return !memcmp(v.data(), want.data(), v.size() * 8); };
	unsigned *b = upload(bits);
	Stream *d = upload(s);
	uint2 *o = dev<uint2>(N);
	job<uint2>(
		"gaps_of_ones_and_rests.bit_by_bit", [&] { gaps_bit_by_bit<<<up(N, 64), 64>>>(b, d, o, N); }, o, N,
		right);
	job<uint2>(
		"gaps_of_ones_and_rests.64_at_hand", [&] { gaps_64_at_hand<<<up(N, 64), 64>>>(b, d, o, N); }, o, N,
		right);
	job<uint2>(
		"gaps_of_ones_and_rests.fetched_together",
		[&] { gaps_fetched_together<<<up(N, 64), 64>>>(b, d, o, N); }, o, N, right);
}
static void phrases(const std::vector<unsigned> &w)
{
	const int N = 1100;
	std::vector<byte> in, want(N * PAGE);
	std::vector<int> start(N);
	unsigned at = 0;
	for (int i = 0; i < N; i++) {
		byte *o = &want[i * PAGE];
		start[i] = in.size();
		for (int have = 0; have < PAGE;) {
			unsigned r = w[at++ % 290000], plain = r % (i % 5 + 3), copy = r >> 8 & 15;
			if (!have)
				plain = 9;
			if (have + plain > PAGE)
				plain = PAGE - have;
			if (!copy && !plain)
				plain = 1;
			if (have + plain + copy + 2 > PAGE)
				copy = 0;
			in.push_back(plain << 4 | copy);
			for (unsigned k = 0; k < plain; k++)
				in.push_back(o[have++] = 'a' + w[(at * 7 + k) % 290000] % 26);
			if (!copy)
				continue;
			int back = (r >> 12) % std::min(have, 255) + 1;
			in.push_back(back);
			for (unsigned k = 0; k < copy + 2; k++, have++)
				o[have] = o[have - back];
		}
	}
	byte *d = upload(in), *o = dev<byte>(N * PAGE);
	int *s = upload(start);
	job<byte>(
		"phrases_copied_from_before.thread", [&] { phrases_thread<<<up(N, 32), 32>>>(d, s, o, N); }, o,
		N * PAGE, same(want));
	job<byte>(
		"phrases_copied_from_before.warp", [&] { phrases_warp<<<up(N, 2), 64>>>(d, s, o, N); }, o, N * PAGE,
		same(want));
}
static void letters(const std::vector<unsigned> &w)
{
	const int N = 4000;
	std::vector<byte> text(N * TEXT);
	std::vector<uint3> want(N);
	for (int k = 0; k < N * TEXT;) {
		unsigned r = w[k % 290011], kind = r % 16, c = r >> 4;
		byte b[4] = { (byte)(c % 128) };
		int len = 1;
		if (kind < 3)
			len = 2, b[0] = 0xc0 | c >> 6 & 31, b[1] = 0x80 | c & 63;
		else if (kind < 6)
			len = 3, b[0] = 0xe0 | c >> 12 & 15, b[1] = 0x80 | c >> 6 & 63, b[2] = 0x80 | c & 63;
		else if (kind < 8)
			len = 4, b[0] = 0xf0 | c >> 18 & 7, b[1] = 0x80 | c >> 12 & 63, b[2] = 0x80 | c >> 6 & 63,
			b[3] = 0x80 | c & 63;
		else if (kind == 8)
			b[0] = r >> 8;
		for (int j = 0; j < len && k < N * TEXT; j++)
			text[k++] = b[j];
	}
	for (int i = 0; i < N; i++) {
		want[i] = make_uint3(0, 0, 0);
		for (int k = 0; k < TEXT; k++) {
			unsigned code;
			int len = letter_at(&text[i * TEXT + k], TEXT - k, code);
			if (len)
				want[i].x++, want[i].y += code, k += len - 1;
			else
				want[i].z++;
		}
	}
	Lead l[32];
	for (int k = 0; k < 32; k++)
		l[k] = k < 16  ? Lead{ 0, 127, 0, 127 } :
			k < 24 ? Lead{ 4, 0, 0, 0 } :
			k < 28 ? Lead{ 1, 31, 0x80, 0x7ff } :
			k < 30 ? Lead{ 2, 15, 0x800, 0xffff } :
			k < 31 ? Lead{ 3, 7, 0x10000, 0x10ffff } :
				 Lead{ 4, 0, 0, 0 };
	CHECK(cudaMemcpyToSymbol(lead, l, sizeof l));
	auto right = [want](const std::vector<uint3> &v) { return !memcmp(v.data(), want.data(), v.size() * 12); };
	byte *d = upload(text);
	uint3 *o = dev<uint3>(N);
	job<uint3>(
		"letters_of_many_bytes.branches", [&] { letters_branches<<<up(N, 128), 128>>>(d, o, N); }, o, N, right);
	job<uint3>(
		"letters_of_many_bytes.constant_table", [&] { letters_table<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		right);
	job<uint3>(
		"letters_of_many_bytes.lane_a_byte", [&] { letters_lane_a_byte<<<up(N * 32, 192), 192>>>(d, o, N); }, o,
		N, right);
}
static void frames(const std::vector<unsigned> &w)
{
	const int N = 1800;
	std::vector<byte> in(N * ROOM);
	std::vector<unsigned> want(N, 1);
	std::vector<unsigned short> table(6 * 256);
	for (int i = 0; i < N; i++)
		for (int k = 0, at = 0, ones = 0; k < FRAME; k++) {
			byte b = w[i * 128 + k] | (k % 3 ? 0 : w[i * 128 + k + 1]);
			want[i] = want[i] * 31 + b;
			for (int j = 0; j < 8; j++) {
				if (ones == 5)
					at++, ones = 0;
				int bit = b >> j & 1;
				in[i * ROOM + at / 8] |= bit << at % 8;
				at++;
				ones = bit ? ones + 1 : 0;
			}
		}
	for (int o = 0; o < 6; o++)
		for (int b = 0; b < 256; b++) {
			int ones = o, have = 0, v = 0;
			for (int j = 0; j < 8; j++)
				if (ones == 5)
					ones = 0;
				else {
					int bit = b >> j & 1;
					v |= bit << have++;
					ones = bit ? ones + 1 : 0;
				}
			table[o * 256 + b] = v | have << 8 | ones << 12;
		}
	byte *d = upload(in);
	unsigned short *t = upload(table);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"zero_after_five_ones.bit_by_bit", [&] { frames_bits<<<up(N, 64), 64>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"zero_after_five_ones.table_of_bytes", [&] { frames_table<<<up(N, 64), 64>>>(d, t, o, N); }, o, N,
		same(want));
}
static void many_words(const std::vector<unsigned> &w)
{
	const int N = 2000;
	std::vector<byte> child(MOST * 8), own(MOST), go(MOST * 8), hit(MOST), text(N * LONG);
	std::vector<std::vector<byte>> words;
	int states = 1;
	for (int k = 0; k < 40; k++) {
		std::vector<byte> v(3 + w[k] % 4);
		int s = 0;
		for (size_t j = 0; j < v.size(); j++) {
			v[j] = w[k * 8 + j + 50] % 8 * (w[k * 8 + j + 51] % 8) / 7;
			byte &c = child[s * 8 + v[j]];
			if (!c)
				c = states++;
			s = c;
		}
		if (!own[s]++)
			words.push_back(v);
		own[s] = 1;
	}
	std::vector<int> order(1, 0), fail(MOST);
	for (size_t q = 0; q < order.size(); q++) {
		int s = order[q];
		hit[s] = own[s] + (s ? hit[fail[s]] : 0);
		for (int c = 0; c < 8; c++) {
			int t = child[s * 8 + c], f = s ? go[fail[s] * 8 + c] : 0;
			go[s * 8 + c] = t ? t : f;
			if (t)
				fail[t] = f, order.push_back(t);
		}
	}
	for (int k = 0; k < N * LONG; k++)
		text[k] = w[k % 290021] % 8 * (w[k % 290021 + 1] % 8) / 7;
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < LONG; k++)
			for (auto &v : words) {
				size_t j = 0;
				while (j < v.size() && k + j < LONG && text[(k + j) * N + i] == v[j])
					j++;
				want[i] += j == v.size();
			}
	byte *t = upload(text), *g = upload(go), *h = upload(hit), *c = upload(child), *e = upload(own);
	int *o = dev<int>(N);
	CHECK(cudaMemcpyToSymbol(go_constant, go.data(), MOST * 8));
	job<int>(
		"forty_words_at_once.machine_shared", [&] { words_shared<<<up(N, 96), 96>>>(t, g, h, o, N, states); },
		o, N, same(want));
	job<int>(
		"forty_words_at_once.machine_constant", [&] { words_constant<<<up(N, 96), 96>>>(t, h, o, N); }, o, N,
		same(want));
	job<int>(
		"forty_words_at_once.each_place_tries", [&] { words_each_place<<<N, 160>>>(t, c, e, o, N); }, o, N,
		same(want), [=] { cudaMemsetAsync(o, 0, N * 4); });
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	gaps(w);
	phrases(w);
	letters(w);
	frames(w);
	many_words(w);
}
