// blind32f: a fresh set of kernels that nobody had modelled when they were written. Texts: searched, replaced, counted,
// sorted, checked, squeezed and unsqueezed.
#include "blind7.h"
#include <map>
#include <string>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// where does a word of 6 letters stand? a thread a place, all of it by words of four letters, or with long leaps
__global__ void spots_bytes(const char *text, const char *word, int len, byte *hit, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > n - len)
		return;
	int k = 0;
	while (k < len && text[i + k] == word[k])
		k++;
	hit[i] = k == len;
}
__global__ void spots_aligned(const unsigned *text, u64 word, int len, unsigned *hit, int n)
{ // four places a thread: funnel shifts over three words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i * 4 >= n)
		return;
	unsigned a = text[i], b = text[i + 1], c = text[i + 2], out = 0;
	u64 mask = (1ull << 8 * len) - 1;
	for (int k = 0; k < 4; k++) {
		unsigned lo = __funnelshift_r(a, b, 8 * k), hi = __funnelshift_r(b, c, 8 * k);
		if ((((u64)hi << 32 | lo) & mask) == word)
			out |= 1u << 8 * k;
	}
	hit[i] = out;
}
__global__ void spots_leaps(const char *text, const char *word, int len, byte *hit, int n, int per)
{ // a thread a stretch, leaps by the last letter seen (Horspool)
	__shared__ byte leap[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		leap[k] = len;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int k = 0; k < len - 1; k++)
			leap[(byte)word[k]] = len - 1 - k;
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * per, end = min(i + per, n - len + 1);
	while (i < end) {
		int k = len - 1;
		while (k >= 0 && text[i + k] == word[k])
			k--;
		if (k < 0)
			hit[i] = 1;
		i += leap[(byte)text[i + len - 1]];
	}
}
// every "an" becomes "una", line by line: the lines have a fixed room
__global__ void replaced_thread(const char *in, char *out, short *length, int n, int room)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, o = 0;
	if (i >= n)
		return;
	const char *p = in + i * room;
	char *q = out + i * room * 2;
	for (int k = 0; k < room; k++) {
		if (p[k] == 'a' && k + 1 < room && p[k + 1] == 'n') {
			q[o++] = 'u', q[o++] = 'n', q[o++] = 'a';
			k++;
			continue;
		}
		q[o++] = p[k];
	}
	length[i] = o;
}
__global__ void replaced_warp(const char *in, char *out, short *length, int n, int room)
{ // 32 letters at a time, where each goes by counting bits
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, o = 0;
	if (i >= n)
		return;
	const char *p = in + i * room;
	char *q = out + i * room * 2;
	for (int k = 0; k < room; k += 32) {
		char c = k + l < room ? p[k + l] : 0, d = k + l + 1 < room ? p[k + l + 1] : 0,
		     b = k + l ? p[k + l - 1] : 0;
		bool first = c == 'a' && d == 'n', second = c == 'n' && b == 'a';
		unsigned firsts = __ballot_sync(~0u, first), seconds = __ballot_sync(~0u, second),
			 all = __ballot_sync(~0u, c != 0), below = (1u << l) - 1;
		// a first writes two ("un"), a second one ("a")
		int at = o + __popc(all & below) + __popc(firsts & below);
		if (first)
			q[at] = 'u', q[at + 1] = 'n';
		else if (c)
			q[at] = second ? 'a' : c;
		o += __popc(all) + __popc(firsts);
	}
	if (l == 0)
		length[i] = o;
}
// names of 12 letters in order: ranks against a tile, or a bitonic net of indices in a block
__device__ __forceinline__ bool before(const uint3 &a, int i, const uint3 &b, int j)
{
	if (a.x != b.x)
		return a.x < b.x;
	if (a.y != b.y)
		return a.y < b.y;
	if (a.z != b.z)
		return a.z < b.z;
	return i < j;
}
__global__ void names_ranked(const uint3 *name, int *order, int n)
{
	__shared__ uint3 tile[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x, rank = 0;
	uint3 own = i < n ? name[i] : make_uint3(0, 0, 0);
	for (int t = 0; t < n; t += 128) {
		__syncthreads();
		if (t + threadIdx.x < n)
			tile[threadIdx.x] = name[t + threadIdx.x];
		__syncthreads();
		int m = min(128, n - t);
		for (int k = 0; k < m; k++)
			rank += before(tile[k], t + k, own, i);
	}
	if (i < n)
		order[rank] = i;
}
__global__ void names_bitonic(const uint3 *name, short *order)
{ // 512 in a block, only their numbers move
	__shared__ uint3 key[512];
	__shared__ short at[512];
	int t = threadIdx.x;
	for (int k = t; k < 512; k += 256)
		key[k] = name[blockIdx.x * 512 + k], at[k] = k;
	for (int size = 2; size <= 512; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			int a = 2 * t - (t & d - 1), b = a + d, x = at[a], y = at[b];
			if (before(key[y], y, key[x], x) == !(a & size))
				at[a] = y, at[b] = x;
		}
	__syncthreads();
	for (int k = t; k < 512; k += 256)
		order[blockIdx.x * 512 + k] = at[k];
}
// words of a text counted by their lengths and first letters
__global__ void first_letters_block(const char *text, unsigned *count, int n)
{
	__shared__ unsigned own[26 * 16];
	for (int k = threadIdx.x; k < 26 * 16; k += blockDim.x)
		own[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		char c = text[i];
		if (c == ' ' || i && text[i - 1] != ' ')
			continue;
		int len = 1;
		while (i + len < n && text[i + len] != ' ' && len < 15)
			len++;
		atomicAdd(&own[(c - 'a') * 16 + len], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 26 * 16; k += blockDim.x)
		if (own[k])
			atomicAdd(&count[k], own[k]);
}
// checks: CRC with a table a byte, with eight tables, and by shifts joined over a warp
__global__ void crc_byte(const byte *in, const unsigned *table, unsigned *out, int n, int len)
{
	__shared__ unsigned t[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		t[k] = table[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned c = ~0u;
	for (int k = 0; k < len; k++)
		c = c >> 8 ^ t[(c ^ in[i * len + k]) & 255];
	out[i] = ~c;
}
__global__ void crc_four_tables(const unsigned *in, const unsigned *table, unsigned *out, int n, int words)
{
	__shared__ unsigned t[4][256];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		t[k / 256][k % 256] = table[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned c = ~0u;
	for (int k = 0; k < words; k++) {
		c ^= in[i * words + k];
		c = t[3][c & 255] ^ t[2][c >> 8 & 255] ^ t[1][c >> 16 & 255] ^ t[0][c >> 24];
	}
	out[i] = ~c;
}
__global__ void crc_warp(const byte *in, const unsigned *table, unsigned *out, int n, int len)
{ // a lane has len / 32 bytes; joined by sending a state through that many zeros
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, per = len / 32;
	if (i >= n)
		return;
	unsigned c = l == 0 ? ~0u : 0;
	for (int k = 0; k < per; k++)
		c = c >> 8 ^ __ldg(&table[(c ^ in[i * len + l * per + k]) & 255]);
	for (int d = 1; d < 32; d *= 2) {
		unsigned right = __shfl_down_sync(~0u, c, d);
		if ((l & 2 * d - 1) == 0) {
			for (int z = 0; z < per * d; z++)
				c = c >> 8 ^ __ldg(&table[c & 255]);
			c ^= right;
		}
	}
	if (l == 0)
		out[i] = ~c;
}
// squeezing blocks of 256 letters: a token is a letter, or how far back (up to 63) and how many (3 to 10) to copy
__global__ void squeeze_greedy(const byte *in, unsigned short *token, int *many, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, o = 0;
	if (i >= n)
		return;
	const byte *a = in + i * 256;
	for (int k = 0; k < 256;) {
		int best = 0, where = 0;
		for (int b = 1; b <= 63 && b <= k; b++) {
			int m = 0;
			while (m < 10 && k + m < 256 && a[k + m - b] == a[k + m])
				m++;
			if (m > best) {
				best = m, where = b;
				if (m == 10)
					break;
			}
		}
		if (best < 3) {
			token[i * 256 + o++] = a[k++];
			continue;
		}
		token[i * 256 + o++] = 256 | where << 9 | (best - 3) << 1;
		k += best;
	}
	many[i] = o;
}
__global__ void squeeze_by_warp(const byte *in, unsigned short *token, int *many, int n)
{ // lanes try two ways back each
	__shared__ byte box[4][272];
	int w = threadIdx.x / 32, i = blockIdx.x * 4 + w, l = threadIdx.x & 31, o = 0;
	if (i >= n)
		return;
	byte *a = box[w];
	for (int k = l; k < 256; k += 32)
		a[k] = in[i * 256 + k];
	__syncwarp();
	for (int k = 0; k < 256;) {
		unsigned best = 0;
		for (int b = l + 1; b <= 63 && b <= k; b += 32) {
			unsigned m = 0;
			while (m < 10 && k + m < 256 && a[k + m - b] == a[k + m])
				m++;
			best = max(best, m << 8 | 63 - b);
		}
		best = __reduce_max_sync(~0u, best);
		int m = best >> 8, b = 63 - (best & 255);
		if (l == 0)
			token[i * 256 + o] = m < 3 ? a[k] : 256 | b << 9 | (m - 3) << 1;
		o++;
		k += m < 3 ? 1 : m;
	}
	if (l == 0)
		many[i] = o;
}
__global__ void unsqueeze_thread(const unsigned short *token, const int *many, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte *q = out + i * 256;
	for (int k = 0, end = many[i]; k < end; k++) {
		unsigned t = token[i * 256 + k];
		if (t < 256) {
			*q++ = t;
			continue;
		}
		const byte *p = q - (t >> 9);
		for (int m = (t >> 1 & 7) + 3; m; m--)
			*q++ = *p++;
	}
}
__global__ void unsqueeze_block(const unsigned short *token, const int *many, byte *out, int n)
{ // a block each: lengths are summed up, every letter then asks where it comes from until it finds a plain one
	__shared__ short from[256];
	__shared__ int sum[8];
	int i = blockIdx.x, t = threadIdx.x, l = t & 31;
	unsigned k = t < many[i] ? token[i * 256 + t] : 0x10000;
	int len = k >> 16 ? 0 : k < 256 ? 1 : (k >> 1 & 7) + 3, at = len;
	for (int d = 1; d < 32; d *= 2) {
		int v = __shfl_up_sync(~0u, at, d);
		at += l >= d ? v : 0;
	}
	if (l == 31)
		sum[t / 32] = at;
	__syncthreads();
	for (int w = 0; w < t / 32; w++)
		at += sum[w];
	at -= len;
	for (int m = 0; m < len; m++)
		from[at + m] = k < 256 ? -1 - (int)k : at + m - (k >> 9);
	__syncthreads();
	int v = t;
	while (v >= 0)
		v = from[v];
	out[i * 256 + t] = -1 - v;
}
// numbers as text of 16 places, to the right, with dots between thousands
__global__ void dotted(const int *in, char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	char c[16];
	int p = 16, digits = 0;
	unsigned v = in[i] < 0 ? 0u - in[i] : in[i];
	do {
		if (digits && digits % 3 == 0)
			c[--p] = '.';
		c[--p] = '0' + v % 10;
		digits++;
	} while (v /= 10);
	if (in[i] < 0)
		c[--p] = '-';
	while (p)
		c[--p] = ' ';
	for (int k = 0; k < 16; k++)
		out[i * 16 + k] = c[k];
}
static void searches(const std::vector<unsigned> &w)
{
	const int N = 400000, L = 6;
	std::vector<char> text(N + 16, ' ');
	for (int i = 0; i < N; i++)
		text[i] = "banan"[w[i % 99000 + i / 99000] % 5];
	std::string word = "banana";
	std::vector<byte> hit(N);
	for (int i = 0; i + L <= N; i++)
		hit[i] = !memcmp(&text[i], word.data(), L);
	char *d = upload(text), *dw = upload(std::vector<char>(word.begin(), word.end()));
	byte *o = dev<byte>(N);
	u64 all = 0;
	for (int k = 0; k < L; k++)
		all |= (u64)(byte)word[k] << 8 * k;
	auto empty = [=] { cudaMemsetAsync(o, 0, N); };
	job<byte>(
		"where_the_word_stands.thread_a_place", [&] { spots_bytes<<<up(N, 256), 256>>>(d, dw, L, o, N); }, o, N,
		same(hit), empty);
	job<byte>(
		"where_the_word_stands.four_places_a_thread",
		[&] { spots_aligned<<<up(N / 4, 128), 128>>>((unsigned *)d, all, L, (unsigned *)o, N); }, o, N,
		same(hit), empty);
	job<byte>(
		"where_the_word_stands.leaps_in_stretches",
		[&] { spots_leaps<<<up(N, 64 * 96), 96>>>(d, dw, L, o, N, 64); }, o, N, same(hit), empty);
	const int R = 2600, ROOM = 150;
	std::vector<char> out(R * ROOM * 2);
	for (int i = 0; i < R; i++) {
		char *q = &out[i * ROOM * 2];
		for (int k = 0; k < ROOM; k++)
			if (k + 1 < ROOM && text[i * ROOM + k] == 'a' && text[i * ROOM + k + 1] == 'n')
				*q++ = 'u', *q++ = 'n', *q++ = 'a', k++;
			else
				*q++ = text[i * ROOM + k];
	}
	char *dq = dev<char>(R * ROOM * 2);
	short *len = dev<short>(R);
	auto blank = [=] { cudaMemsetAsync(dq, 0, R * ROOM * 2); };
	job<char>(
		"an_becomes_una.thread_a_line", [&] { replaced_thread<<<up(R, 64), 64>>>(d, dq, len, R, ROOM); }, dq,
		R * ROOM * 2, same(out), blank);
	job<char>(
		"an_becomes_una.warp_a_line", [&] { replaced_warp<<<up(R * 32, 128), 128>>>(d, dq, len, R, ROOM); }, dq,
		R * ROOM * 2, same(out), blank);
	std::vector<unsigned> count(26 * 16);
	for (int i = 0; i < N; i++)
		text[i] = w[(i + i / 77777) % 99991] % 6 ? 'a' + w[i % 99991] % 26 * (w[i % 88883] % 26) / 26 : ' ';
	for (int i = 0, j; i < N; i = j + 1) {
		for (j = i; j < N && text[j] != ' '; j++)
			;
		if (j > i)
			count[(text[i] - 'a') * 16 + std::min(j - i, 15)]++;
	}
	d = upload(text);
	unsigned *dc = dev<unsigned>(26 * 16);
	job<unsigned>(
		"words_by_first_letter_and_length.block_counts", [&] { first_letters_block<<<66, 512>>>(d, dc, N); },
		dc, 26 * 16, same(count), [=] { cudaMemsetAsync(dc, 0, 26 * 64); });
}
static bool less_name(const uint3 &a, const uint3 &b)
{
	return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}
static void orders(const std::vector<unsigned> &w)
{
	const int N = 1600, B = 24;
	std::vector<uint3> name(B * 512);
	for (int i = 0; i < B * 512; i++)
		name[i] = make_uint3(0x61616161 + w[i] % 7, 0x61616161 + (w[i] >> 8) % 50, w[i] >> 30);
	std::vector<int> order(N), part(512);
	std::vector<short> orders(B * 512);
	for (int i = 0; i < N; i++)
		order[i] = i;
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return less_name(name[a], name[b]); });
	for (int b = 0; b < B; b++) {
		for (int k = 0; k < 512; k++)
			part[k] = k;
		std::stable_sort(part.begin(), part.end(),
			[&](int x, int y) { return less_name(name[b * 512 + x], name[b * 512 + y]); });
		std::copy(part.begin(), part.end(), orders.begin() + b * 512);
	}
	uint3 *d = upload(name);
	int *o = dev<int>(N);
	short *os = dev<short>(B * 512);
	job<int>(
		"twelve_letter_names.ranked_by_tiles", [&] { names_ranked<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		same(order));
	job<short>(
		"twelve_letter_names.bitonic_numbers", [&] { names_bitonic<<<B, 256>>>(d, os); }, os, B * 512,
		same(orders));
}
static void checks(const std::vector<unsigned> &w)
{
	const int N = 4000, L = 256;
	std::vector<unsigned> table(1024), want(N);
	for (int k = 0; k < 256; k++) {
		table[k] = k;
		for (int b = 0; b < 8; b++)
			table[k] = table[k] >> 1 ^ (table[k] & 1 ? 0xedb88320u : 0);
	}
	for (int k = 256; k < 1024; k++)
		table[k] = table[k - 256] >> 8 ^ table[table[k - 256] & 255];
	std::vector<byte> in(N * L);
	for (int i = 0; i < N * L; i++)
		in[i] = w[i % 98765] >> i / 98765;
	for (int i = 0; i < N; i++) {
		unsigned c = ~0u;
		for (int k = 0; k < L; k++)
			c = c >> 8 ^ table[(c ^ in[i * L + k]) & 255];
		want[i] = ~c;
	}
	byte *d = upload(in);
	unsigned *t = upload(table), *o = dev<unsigned>(N);
	job<unsigned>(
		"check_of_256_bytes.table_a_byte", [&] { crc_byte<<<up(N, 128), 128>>>(d, t, o, N, L); }, o, N,
		same(want));
	job<unsigned>(
		"check_of_256_bytes.four_tables",
		[&] { crc_four_tables<<<up(N, 128), 128>>>((unsigned *)d, t, o, N, L / 4); }, o, N, same(want));
	job<unsigned>(
		"check_of_256_bytes.warp_joins", [&] { crc_warp<<<up(N, 8), 256>>>(d, t, o, N, L); }, o, N, same(want));
	std::vector<char> text(20000 * 16);
	std::vector<int> num(20000);
	for (int i = 0; i < 20000; i++) {
		num[i] = (int)w[i] >> w[i + 1] % 30;
		std::string s = std::to_string(std::abs((long long)num[i]));
		for (int p = (int)s.size() - 3; p > 0; p -= 3)
			s.insert(p, ".");
		if (num[i] < 0)
			s = "-" + s;
		s = std::string(16 - s.size(), ' ') + s;
		memcpy(&text[i * 16], s.data(), 16);
	}
	int *dn = upload(num);
	char *dt = dev<char>(20000 * 16);
	job<char>(
		"dots_between_thousands.thread", [&] { dotted<<<up(20000, 192), 192>>>(dn, dt, 20000); }, dt,
		20000 * 16, same(text));
}
static void squeezes(const std::vector<unsigned> &w)
{
	const int N = 500;
	std::vector<byte> in(N * 256);
	for (int i = 0; i < N * 256; i++)
		in[i] = i > 50 && w[i / 7] % 3 ? in[i - 1 - w[i / 7] % 47] : 'a' + w[i] % 9;
	std::vector<unsigned short> token(N * 256);
	std::vector<int> many(N);
	for (int i = 0; i < N; i++) {
		const byte *a = &in[i * 256];
		for (int k = 0; k < 256;) {
			int best = 0, where = 0;
			for (int b = 1; b <= 63 && b <= k; b++) {
				int m = 0;
				while (m < 10 && k + m < 256 && a[k + m - b] == a[k + m])
					m++;
				if (m > best)
					best = m, where = b;
			}
			token[i * 256 + many[i]++] = best < 3 ? a[k] : 256 | where << 9 | (best - 3) << 1;
			k += best < 3 ? 1 : best;
		}
	}
	byte *d = upload(in), *o = dev<byte>(N * 256);
	unsigned short *t = dev<unsigned short>(N * 256), *good = upload(token);
	int *m = dev<int>(N), *gm = upload(many);
	auto empty = [=] { cudaMemsetAsync(t, 0, N * 512); };
	job<unsigned short>(
		"squeezed_256_letters.thread", [&] { squeeze_greedy<<<up(N, 32), 32>>>(d, t, m, N); }, t, N * 256,
		same(token), empty);
	job<unsigned short>(
		"squeezed_256_letters.warp", [&] { squeeze_by_warp<<<up(N, 4), 128>>>(d, t, m, N); }, t, N * 256,
		same(token), empty);
	job<byte>(
		"unsqueezed_256_letters.thread", [&] { unsqueeze_thread<<<up(N, 32), 32>>>(good, gm, o, N); }, o,
		N * 256, same(in));
	job<byte>(
		"unsqueezed_256_letters.block", [&] { unsqueeze_block<<<N, 256>>>(good, gm, o, N); }, o, N * 256,
		same(in));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	searches(w);
	orders(w);
	checks(w);
	squeezes(w);
}
