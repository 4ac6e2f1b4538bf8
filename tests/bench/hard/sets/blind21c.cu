// blind21c: a fresh set of kernels that nobody had modelled when they were written. Texts and reading them.
#include "blind7.h"
#include <string>
static const unsigned BASE = 257;
__global__ void rolling_match(const byte *text, byte *out, int n, int length, unsigned want, unsigned top, int each)
{ // where a text's running hash is that of the pattern; a thread rolls the hash over a stretch
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, last = min(from + each, n - length + 1);
	if (from >= last)
		return;
	unsigned h = 0;
	for (int i = 0; i < length; i++)
		h = h * BASE + text[from + i];
	for (int i = from; i < last; i++) {
		out[i] = h == want;
		if (i + 1 < last)
			h = (h - text[i] * top) * BASE + text[i + length];
	}
}
__constant__ byte pattern[32], leap[256];
__global__ void leap_search(const byte *text, int *count, int n, int length, int each)
{ // looks at a pattern's last letter first and leaps by a table of constants; a stretch a thread
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, last = min(from + each, n - length + 1), found = 0;
	for (int i = from; i < last; i += leap[text[i + length - 1]]) {
		int k = length - 1;
		while (k >= 0 && text[i + k] == pattern[k])
			k--;
		found += k < 0;
	}
	if (found)
		atomicAdd(count, found);
}
__global__ void leap_search_shared(const byte *text, int *count, int n, int length, int each)
{ // the same, text of the block and table in shared memory
	extern __shared__ byte box[];
	__shared__ byte table[256], own[32];
	int from = blockIdx.x * blockDim.x * each, many = min((int)blockDim.x * each + length - 1, n - from), found = 0;
	for (int i = threadIdx.x; i < many; i += blockDim.x)
		box[i] = text[from + i];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		table[i] = leap[i];
	if (threadIdx.x < length)
		own[threadIdx.x] = pattern[threadIdx.x];
	__syncthreads();
	int at = threadIdx.x * each, end = min(at + each, many - length + 1);
	while (at < end) {
		int k = length - 1;
		while (k >= 0 && box[at + k] == own[k])
			k--;
		found += k < 0;
		at += table[box[at + length - 1]];
	}
	found = __reduce_add_sync(~0u, found);
	if (threadIdx.x % 32 == 0 && found)
		atomicAdd(count, found);
}
__global__ void dictionary(const byte *text, const short *go, const byte *ends, int *hit, int n, int deepest, int each)
{ // many words at once: an automaton in memory; a thread starts early enough to know its state
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each, last = min(from + each, n), state = 0, sum = 0;
	if (from >= n)
		return;
	for (int i = max(0, from - deepest + 1); i < last; i++) {
		state = go[state * 26 + text[i] - 'a'];
		if (i >= from)
			sum += ends[state];
	}
	hit[from / each] = sum;
}
__host__ __device__ unsigned letter4(unsigned bits)
{ // sixteen letters from four bits
	return bits < 10 ? '0' + bits : 'a' + bits - 10;
}
__global__ void hex_byte(const byte *in, byte *out, int n)
{ // two letters for a byte, each written alone
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		out[2 * i] = letter4(in[i] >> 4);
		out[2 * i + 1] = letter4(in[i] & 15);
	}
}
__global__ void hex_words(const uint2 *in, uint4 *out, int n)
{ // the same, eight bytes a thread by sums over whole words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint2 v = in[i];
	unsigned r[4];
	for (int k = 0; k < 4; k++) {
		unsigned two = (k < 2 ? v.x : v.y) >> (k & 1) * 16;
		unsigned four = (two >> 4 & 15) | (two & 15) << 8 | (two >> 12 & 15) << 16 | (two >> 8 & 15) << 24;
		unsigned late = (four + 0x06060606u) >> 4 & 0x01010101u;
		r[k] = four + 0x30303030u + late * 39;
	}
	out[i] = make_uint4(r[0], r[1], r[2], r[3]);
}
__global__ void addresses(const char *text, const int *start, unsigned *out, int n)
{ // four numbers with dots between them make an address; a line a thread, 0 if it is none
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned whole = 0, part = 0, digits = 0, dots = 0;
	bool good = true;
	for (int k = start[i]; good && k < start[i + 1]; k++) {
		char c = text[k];
		if (c >= '0' && c <= '9') {
			part = part * 10 + c - '0';
			good = ++digits <= 3 && part < 256;
		} else if (c == '.') {
			good = digits > 0 && ++dots <= 3;
			whole = whole << 8 | part;
			part = digits = 0;
		} else {
			good = false;
		}
	}
	out[i] = good && dots == 3 && digits ? whole << 8 | part : 0;
}
__device__ int days_from(int y, int m, int d)
{
	y -= m <= 2;
	int era = y / 400, of = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + of * 365 + of / 4 - of / 100 + doy - 719468;
}
__global__ void log_times(const char *line, long long *out, int n)
{ // "2024-02-29T12:34:56.789" in 24 letters each becomes milliseconds; read as three wide words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const uint2 *p = (const uint2 *)(line + i * 24);
	uint2 w[3] = { p[0], p[1], p[2] };
	auto digit = [&](int k) {
		unsigned v = k % 8 < 4 ? w[k / 8].x : w[k / 8].y;
		return (int)(v >> k % 4 * 8 & 15);
	};
	int y = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3), mo = digit(5) * 10 + digit(6);
	int d = digit(8) * 10 + digit(9), h = digit(11) * 10 + digit(12), mi = digit(14) * 10 + digit(15);
	int s = digit(17) * 10 + digit(18), ms = digit(20) * 100 + digit(21) * 10 + digit(22);
	out[i] = ((days_from(y, mo, d) * 24ll + h) * 60 + mi) * 60000ll + s * 1000 + ms;
}
__global__ void suffix_pairs(const int *rank, u64 *key, int n, int reach)
{ // ordering all endings of a text: rank of an ending and of the one a bit further on, in one key with its place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		u64 next = i + reach < n ? rank[i + reach] + 1 : 0;
		key[i] = ((u64)rank[i] << 14 | next) << 14 | i;
	}
}
__global__ void suffix_sort(u64 *key, int n, int size, int d)
{ // one step of bitonic sorting in memory
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int i = 2 * t - (t & (d - 1)), j = i + d;
	u64 a = key[i], b = key[j];
	if ((a > b) == !(i & size))
		key[i] = b, key[j] = a;
}
__global__ void suffix_sort_near(u64 *key, int from, int upto)
{ // all steps that stay within 1024 keys, in shared memory
	__shared__ u64 v[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	v[t] = key[base + t], v[t + 512] = key[base + t + 512];
	for (int size = from; size <= upto; size *= 2)
		for (int d = min(size / 2, 512); d; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (d - 1)), j = i + d;
			u64 a = v[i], b = v[j];
			if ((a > b) == !((base + i) & size))
				v[i] = b, v[j] = a;
		}
	__syncthreads();
	key[base + t] = v[t], key[base + t + 512] = v[t + 512];
}
__global__ void suffix_ranks(const u64 *key, int *rank, int n)
{ // one block: new ranks are counts of differing keys
	__shared__ int warps[32];
	int done = -1, lane = threadIdx.x % 32, w = threadIdx.x / 32;
	for (int at = 0; at < n; at += 1024) {
		int i = at + threadIdx.x;
		u64 k = key[i];
		bool fresh = i == 0 || key[i - 1] >> 14 != k >> 14;
		unsigned votes = __ballot_sync(~0u, fresh);
		if (lane == 0)
			warps[w] = __popc(votes);
		__syncthreads();
		int before = __popc(votes & (2u << lane) - 1), all = 0;
		for (int q = 0; q < 32; q++) {
			before += q < w ? warps[q] : 0;
			all += warps[q];
		}
		rank[k & 16383] = done + before;
		done += all;
		__syncthreads();
	}
}
__global__ void dots_and_dashes(const byte *text, const int *place, char *out, int n, const unsigned *code)
{ // a letter a thread is keyed as long and short, at the place a scan has found
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned c = code[text[i] - 'a'], length = c >> 8;
	char *to = out + place[i];
	for (int k = 0; k < length; k++)
		to[k] = c >> k & 1 ? '-' : '.';
	to[length] = ' ';
}
__global__ void copies_told(const int2 *step, const int *start, byte *out, int pages, int room)
{ // unpacking: steps are a letter, or go back so far and copy so many; a page a warp, which copies together
	int page = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 0;
	if (page >= pages)
		return;
	volatile byte *to = out + page * room;
	for (int s = start[page]; s < start[page + 1]; s++) {
		int2 t = step[s];
		if (t.x == 0) {
			if (lane == 0)
				to[at] = t.y;
			at++;
		} else {
			for (int k = lane; k < t.y; k += 32)
				to[at + k] = to[at - t.x + k % t.x];
			at += t.y;
		}
		__syncwarp();
	}
}
__global__ void copies_lone(const int2 *step, const int *start, byte *out, int pages, int room)
{ // the same, a page a thread
	int page = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (page >= pages)
		return;
	byte *to = out + page * room;
	for (int s = start[page]; s < start[page + 1]; s++) {
		int2 t = step[s];
		if (t.x == 0)
			to[at++] = t.y;
		else
			for (int k = 0; k < t.y; k++, at++)
				to[at] = to[at - t.x];
	}
}
static void searching(const std::vector<unsigned> &w)
{
	const int N = 500000, L = 11;
	std::vector<byte> text(N), found(N - L + 1);
	for (int i = 0; i < N; i++)
		text[i] = 'a' + w[i] % 26;
	std::string pat = "warpedspace";
	for (int i = 5000; i + L < N; i += 1 + w[i] % 9000)
		memcpy(&text[i], pat.data(), L);
	unsigned want = 0, top = 1;
	for (int i = 0; i < L; i++)
		want = want * BASE + pat[i], top *= i ? BASE : 1;
	int count = 0;
	for (int i = 0; i + L <= N; i++)
		count += found[i] = !memcmp(&text[i], pat.data(), L);
	byte *dt = upload(text), *ob = dev<byte>(N);
	int *o = dev<int>(N);
	job<byte>(
		"rolling_match.stretch_of_24",
		[&] { rolling_match<<<(N + 96 * 24 - 1) / (96 * 24), 96>>>(dt, ob, N, L, want, top, 24); }, ob,
		found.size(), same(found));
	byte leaps[256];
	memset(leaps, L, 256);
	for (int i = 0; i + 1 < L; i++)
		leaps[(byte)pat[i]] = L - 1 - i;
	CHECK(cudaMemcpyToSymbol(pattern, pat.data(), L));
	CHECK(cudaMemcpyToSymbol(leap, leaps, 256));
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4)); };
	job<int>(
		"leap_search.from_memory",
		[&] { leap_search<<<(N + 128 * 64 - 1) / (128 * 64), 128>>>(dt, o, N, L, 64); }, o, 1,
		same(std::vector<int>{ count }), clear);
	job<int>(
		"leap_search.text_in_shared",
		[&] { leap_search_shared<<<(N + 128 * 60 - 1) / (128 * 60), 128, 128 * 60 + 32>>>(dt, o, N, L, 60); },
		o, 1, same(std::vector<int>{ count }), clear);
	std::vector<std::vector<short>> go(1, std::vector<short>(26, -1));
	std::vector<byte> ends(1);
	int deepest = 7;
	for (int k = 0; k < 400; k++) {
		int s = 0;
		for (int i = 0, at = w[k] % N; i < 3 + k % 5; i++) {
			int c = text[(at + i) % N] - 'a';
			if (go[s][c] < 0) {
				go[s][c] = go.size();
				go.push_back(std::vector<short>(26, -1));
				ends.push_back(0);
			}
			s = go[s][c];
		}
		ends[s]++;
	}
	std::vector<int> back(go.size()), order{ 0 };
	for (size_t q = 0; q < order.size(); q++)
		for (int c = 0; c < 26; c++) {
			int s = order[q], t = go[s][c], miss = s ? go[back[s]][c] : 0;
			if (t < 0) {
				go[s][c] = miss;
			} else {
				back[t] = miss;
				ends[t] += ends[miss];
				order.push_back(t);
			}
		}
	std::vector<short> flat;
	for (auto &g : go)
		flat.insert(flat.end(), g.begin(), g.end());
	const int EACH = 40;
	std::vector<int> hits((N + EACH - 1) / EACH);
	for (int i = 0, s = 0; i < N; i++)
		hits[i / EACH] += ends[s = go[s][text[i] - 'a']];
	short *dg = upload(flat);
	byte *de = upload(ends);
	job<int>(
		"dictionary.automaton_in_memory",
		[&] { dictionary<<<(hits.size() + 63) / 64, 64>>>(dt, dg, de, o, N, deepest, EACH); }, o, hits.size(),
		same(hits));
	std::vector<unsigned> codes(26);
	std::vector<int> place{ 0 };
	for (int c = 0; c < 26; c++)
		codes[c] = (1 + w[c] % 4) << 8 | (w[c + 50] & 15);
	std::string keyed;
	const int K = 200000;
	for (int i = 0; i < K; i++) {
		unsigned c = codes[text[i] - 'a'];
		for (int k = 0; k < c >> 8; k++)
			keyed += c >> k & 1 ? '-' : '.';
		keyed += ' ';
		place.push_back(keyed.size());
	}
	int *dp = upload(place);
	unsigned *dcode = upload(codes);
	char *oc = dev<char>(keyed.size());
	job<char>(
		"telegraph.letter_a_thread", [&] { dots_and_dashes<<<(K + 255) / 256, 256>>>(dt, dp, oc, K, dcode); },
		oc, keyed.size(), same(std::vector<char>(keyed.begin(), keyed.end())));
	const int E = 8192;
	std::vector<int> rank(E), right(E);
	for (int i = 0; i < E; i++)
		rank[i] = text[i] % 3;
	std::vector<int> ending(E);
	for (int i = 0; i < E; i++)
		ending[i] = i;
	std::sort(ending.begin(), ending.end(), [&](int a, int b) {
		return std::lexicographical_compare(rank.begin() + a, rank.end(), rank.begin() + b, rank.end());
	});
	for (int i = 0; i < E; i++)
		right[ending[i]] = i;
	int *r0 = upload(rank), *r1 = dev<int>(E);
	u64 *key = dev<u64>(E);
	job<int>(
		"all_endings.doubled_reach",
		[&] {
			for (int reach = 1; reach <= 16; reach *= 2) {
				suffix_pairs<<<E / 256, 256>>>(reach == 1 ? r0 : r1, key, E, reach);
				suffix_sort_near<<<E / 1024, 512>>>(key, 2, 1024);
				for (int size = 2048; size <= E; size *= 2) {
					for (int d = size / 2; d > 512; d /= 2)
						suffix_sort<<<E / 2 / 128, 128>>>(key, E, size, d);
					suffix_sort_near<<<E / 1024, 512>>>(key, size, size);
				}
				suffix_ranks<<<1, 1024>>>(key, r1, E);
			}
		},
		r1, E, same(right));
}
static void reading(const std::vector<unsigned> &w)
{
	const int N = 400000;
	std::vector<byte> in(N), hex;
	for (int i = 0; i < N; i++) {
		in[i] = w[i];
		hex.push_back(letter4(in[i] >> 4));
		hex.push_back(letter4(in[i] & 15));
	}
	byte *di = upload(in), *ob = dev<byte>(4 * N);
	job<byte>(
		"sixteen_letters.byte_a_thread", [&] { hex_byte<<<(N + 255) / 256, 256>>>(di, ob, N); }, ob, 2 * N,
		same(hex));
	job<byte>(
		"sixteen_letters.whole_words",
		[&] { hex_words<<<(N / 8 + 95) / 96, 96>>>((uint2 *)di, (uint4 *)ob, N / 8); }, ob, 2 * N, same(hex));
	const int A = 40000;
	std::string lines;
	std::vector<int> start{ 0 };
	std::vector<unsigned> address(A);
	for (int i = 0; i < A; i++) {
		unsigned v = w[i + 77] | 1;
		for (int k = 3; k >= 0; k--)
			lines += std::to_string(v >> 8 * k & 255) + (k ? "." : "");
		address[i] = v;
		if (w[i] % 9 == 0) {
			lines += w[i] & 1 ? "x" : ".7";
			address[i] = 0;
		}
		start.push_back(lines.size());
	}
	char *dl = upload(std::vector<char>(lines.begin(), lines.end()));
	int *ds = upload(start);
	unsigned *ou = dev<unsigned>(A);
	job<unsigned>(
		"net_addresses.line_a_thread", [&] { addresses<<<(A + 127) / 128, 128>>>(dl, ds, ou, A); }, ou, A,
		same(address));
	const int T = 90000;
	std::vector<char> stamps(T * 24 + 8);
	std::vector<long long> when(T);
	for (int i = 0; i < T; i++) {
		when[i] = (w[i] % 1700000000ll) * 1000 + w[i + 9] % 1000;
		long long s = when[i] / 1000, days = s / 86400;
		int y = 1970, m = 1;
		auto leap_year = [](int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; };
		for (; days >= 365 + leap_year(y); y++)
			days -= 365 + leap_year(y);
		const int length[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
		for (; days >= length[m - 1] + (m == 2 && leap_year(y)); m++)
			days -= length[m - 1] + (m == 2 && leap_year(y));
		snprintf(&stamps[i * 24], 32, "%04d-%02d-%02dT%02d:%02d:%02d.%03d", y, m, (int)days + 1,
			(int)(s / 3600 % 24), (int)(s / 60 % 60), (int)(s % 60), (int)(when[i] % 1000));
	}
	char *dstamp = upload(stamps);
	long long *ol = dev<long long>(T);
	job<long long>(
		"log_times.three_wide_reads", [&] { log_times<<<(T + 191) / 192, 192>>>(dstamp, ol, T); }, ol, T,
		same(when));
	const int PAGES = 700, ROOM = 1024;
	std::vector<byte> page(PAGES * ROOM);
	std::vector<int2> step;
	std::vector<int> from{ 0 };
	for (int p = 0, r = 0; p < PAGES; p++) {
		byte *to = &page[p * ROOM];
		for (int at = 0; at < ROOM; r++) {
			unsigned v = w[r % w.size()];
			int back = 1 + v % 200, many = 3 + v / 256 % 60;
			if (at >= back && at + many <= ROOM && v >> 30) {
				step.push_back(make_int2(back, many));
				for (int k = 0; k < many; k++, at++)
					to[at] = to[at - back];
			} else {
				step.push_back(make_int2(0, v >> 24));
				to[at++] = v >> 24;
			}
		}
		from.push_back(step.size());
	}
	int2 *dstep = upload(step);
	int *df = upload(from);
	job<byte>(
		"told_copies.page_a_warp", [&] { copies_told<<<(PAGES + 3) / 4, 128>>>(dstep, df, ob, PAGES, ROOM); },
		ob, PAGES * ROOM, same(page));
	job<byte>(
		"told_copies.page_a_thread",
		[&] { copies_lone<<<(PAGES + 31) / 32, 32>>>(dstep, df, ob, PAGES, ROOM); }, ob, PAGES * ROOM,
		same(page));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	searching(w);
	reading(w);
}
