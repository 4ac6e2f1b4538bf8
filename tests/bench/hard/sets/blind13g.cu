// blind13g: a fresh set of kernels that nobody had modelled when they were written. Ciphers, games, bonds and strings.
#include "blind7.h"
#include <string>

__host__ __device__ uint2 tea_block(uint2 v, const unsigned *key)
{ // XTEA's 32 rounds
	unsigned sum = 0;
	for (int r = 0; r < 32; r++) {
		v.x += ((v.y << 4 ^ v.y >> 5) + v.y) ^ (sum + key[sum & 3]);
		sum += 0x9e3779b9;
		v.y += ((v.x << 4 ^ v.x >> 5) + v.x) ^ (sum + key[sum >> 11 & 3]);
	}
	return v;
}
__global__ void tea_thread(const uint2 *in, const unsigned *key, uint2 *out, int n)
{ // enciphers eight bytes a thread, the key in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = tea_block(in[i], key);
}
__constant__ unsigned round_key[64];
__global__ void tea_pairs(const uint4 *in, uint4 *out, int pairs)
{ // the same, two at once a thread, the rounds unrolled, what each adds made beforehand
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
		uint4 v = in[i];
#pragma unroll
		for (int r = 0; r < 32; r++) {
			v.x += ((v.y << 4 ^ v.y >> 5) + v.y) ^ round_key[2 * r];
			v.z += ((v.w << 4 ^ v.w >> 5) + v.w) ^ round_key[2 * r];
			v.y += ((v.x << 4 ^ v.x >> 5) + v.x) ^ round_key[2 * r + 1];
			v.w += ((v.z << 4 ^ v.z >> 5) + v.z) ^ round_key[2 * r + 1];
		}
		out[i] = v;
	}
}
template <int STEP> __host__ __device__ void rc4(byte *s, const byte *key, unsigned *out, int apart, int count)
{ // makes the state from a key of 16 bytes, then count words of the stream; STEP: how far the state's bytes are apart
	for (int i = 0; i < 256; i++)
		s[i * STEP] = i;
	for (int i = 0, j = 0; i < 256; i++) {
		byte v = s[i * STEP];
		j = (j + v + key[i & 15]) & 255;
		s[i * STEP] = s[j * STEP];
		s[j * STEP] = v;
	}
	int a = 0, b = 0;
	for (int k = 0; k < count; k++) {
		unsigned word = 0;
		for (int n = 0; n < 4; n++) {
			a = (a + 1) & 255;
			byte v = s[a * STEP];
			b = (b + v) & 255;
			byte u = s[b * STEP];
			s[a * STEP] = u;
			s[b * STEP] = v;
			word |= (unsigned)s[((u + v) & 255) * STEP] << 8 * n;
		}
		out[k * apart] = word;
	}
}
__global__ void rc4_local(const byte *key, unsigned *out, int n, int count)
{ // a stream a thread, its 256 bytes of state in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte state[256];
	rc4<1>(state, key + i * 16, out + i, n, count);
}
__global__ void rc4_shared(const byte *key, unsigned *out, int n, int count)
{ // the same, the states of 48 threads side by side in shared memory
	__shared__ byte state[256 * 48];
	int i = blockIdx.x * 48 + threadIdx.x;
	if (i < n)
		rc4<48>(state + threadIdx.x, key + i * 16, out + i, n, count);
}
__host__ __device__ bool three(unsigned b)
{ // three in a row on a board of nine bits?
	return (b & 7) == 7 || (b & 56) == 56 || (b & 448) == 448 || (b & 73) == 73 || (b & 146) == 146 ||
		(b & 292) == 292 || (b & 273) == 273 || (b & 84) == 84;
}
__host__ __device__ int best_end(unsigned own, unsigned other)
{ // how the game ends for who is to move, if both play well: calls itself
	if (three(other))
		return -1;
	unsigned open = 511 & ~(own | other);
	int best = open ? -1 : 0;
	while (open && best < 1) {
		unsigned place = open & -open;
		open ^= place;
		int v = -best_end(other, own | place);
		best = v > best ? v : best;
	}
	return best;
}
__global__ void noughts_recursion(const uint2 *board, int *out, int n)
{ // a position of noughts and crosses a thread, a recursive function on the device
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = best_end(board[i].x, board[i].y);
}
struct Bond {
	double price, coupon;
	int periods, pad;
};
__host__ __device__ double bond_yield(const Bond &b)
{ // the rate at which a bond's payments are worth its price, by halving an interval
	double low = -0.05, high = 0.6;
	for (int k = 0; k < 36; k++) {
		double rate = 0.5 * (low + high), shrink = 1 / (1 + rate), worth = 100;
		for (int p = 0; p < b.periods; p++)
			worth = worth * shrink + b.coupon;
		worth -= b.coupon;
		worth += b.coupon * shrink;
		if (worth > b.price)
			low = rate;
		else
			high = rate;
	}
	return 0.5 * (low + high);
}
__global__ void bonds(const Bond *bond, double *out, int n)
{ // a bond a thread, in doubles; long bonds beside short ones
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = bond_yield(bond[i]);
}
__constant__ int roman_value[13] = { 1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1 };
__constant__ char roman_text[13][3] = { "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I" };
__global__ void roman(const unsigned short *in, char *out, byte *len, int n)
{ // writes numbers in the Roman way, sixteen bytes of room each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = in[i], at = 0;
	for (int k = 0; k < 13; k++)
		for (; v >= roman_value[k]; v -= roman_value[k]) {
			out[i * 16 + at++] = roman_text[k][0];
			if (roman_text[k][1])
				out[i * 16 + at++] = roman_text[k][1];
		}
	len[i] = at;
}
const int LONG = 44, MARKS = 16;
__host__ __device__ bool wild(const char *text, int len, const char *mark)
{ // does a text fit a pattern with ? for any letter and * for any letters? goes back to the last star
	int t = 0, m = 0, star = -1, since = 0;
	while (t < len) {
		if (mark[m] == '*') {
			star = m++;
			since = t;
		} else if (mark[m] == '?' || mark[m] && mark[m] == text[t]) {
			t++;
			m++;
		} else if (star >= 0) {
			m = star + 1;
			t = ++since;
		} else
			return false;
	}
	while (mark[m] == '*')
		m++;
	return !mark[m];
}
__global__ void wild_back(const char *text, const int *len, const char *mark, byte *out, int texts)
{ // a text and a pattern a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
	if (i < texts)
		out[p * texts + i] = wild(text + i * LONG, len[i], mark + p * MARKS);
}
__global__ void wild_bits(const char *text, const int *len, const char *mark, byte *out, int texts)
{ // the same without going back: a bit for each place in the pattern where the match may be
	__shared__ unsigned fits[4], stars, end;
	int i = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
	if (threadIdx.x < 32) {
		char c = threadIdx.x < MARKS ? mark[p * MARKS + threadIdx.x] : 0;
		for (int k = 0; k < 4; k++) {
			unsigned is = __ballot_sync(~0u, c == '?' || c == 'a' + k);
			if (threadIdx.x == 0)
				fits[k] = is;
		}
		unsigned star = __ballot_sync(~0u, c == '*'), over = __ballot_sync(~0u, !c);
		if (threadIdx.x == 0) {
			stars = star;
			end = over & -over;
		}
	}
	__syncthreads();
	if (i >= texts)
		return;
	unsigned now = 1 | (1 & stars) << 1;
	for (int t = 0; t < len[i] && now; t++) {
		now = (now & fits[text[i * LONG + t] - 'a']) << 1 | now & stars;
		now |= (now & stars) << 1;
	}
	out[p * texts + i] = (now & end) != 0;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int N = 150000;
	std::vector<unsigned> plain(w.begin(), w.begin() + 2 * N), secret(2 * N), key = { w[7], w[8], w[9], w[10] };
	std::vector<unsigned> adds(64);
	for (int i = 0; i < N; i++) {
		uint2 v = tea_block({ plain[2 * i], plain[2 * i + 1] }, key.data());
		secret[2 * i] = v.x, secret[2 * i + 1] = v.y;
	}
	unsigned total = 0;
	for (int r = 0; r < 32; r++) {
		adds[2 * r] = total + key[total & 3];
		total += 0x9e3779b9;
		adds[2 * r + 1] = total + key[total >> 11 & 3];
	}
	CHECK(cudaMemcpyToSymbol(round_key, adds.data(), 256));
	unsigned *dplain = upload(plain), *dkey = upload(key), *o = dev<unsigned>(2 * N);
	job<unsigned>(
		"xtea.eight_bytes_a_thread",
		[&] { tea_thread<<<(N + 255) / 256, 256>>>((uint2 *)dplain, dkey, (uint2 *)o, N); }, o, 2 * N,
		same(secret));
	job<unsigned>(
		"xtea.pairs_unrolled", [&] { tea_pairs<<<150, 192>>>((uint4 *)dplain, (uint4 *)o, N / 2); }, o, 2 * N,
		same(secret));
	const int STREAMS = 1400, COUNT = 40;
	std::vector<byte> keys(STREAMS * 16);
	std::vector<unsigned> stream(STREAMS * COUNT);
	for (int i = 0; i < STREAMS * 16; i++)
		keys[i] = w[i] >> 9;
	for (int i = 0; i < STREAMS; i++) {
		byte state[256];
		rc4<1>(state, &keys[i * 16], &stream[i], STREAMS, COUNT);
	}
	byte *dkeys = upload(keys), *db = dev<byte>(1 << 20);
	job<unsigned>(
		"rc4.state_in_local", [&] { rc4_local<<<(STREAMS + 63) / 64, 64>>>(dkeys, o, STREAMS, COUNT); }, o,
		STREAMS * COUNT, same(stream));
	job<unsigned>(
		"rc4.state_in_shared", [&] { rc4_shared<<<(STREAMS + 47) / 48, 48>>>(dkeys, o, STREAMS, COUNT); }, o,
		STREAMS * COUNT, same(stream));
	const int BOARDS = 2500;
	std::vector<uint2> board(BOARDS);
	std::vector<int> ends(BOARDS);
	for (int i = 0; i < BOARDS; i++) {
		unsigned a = 0, b = 0;
		for (int k = 0, put = 0; put < 4; k++) {
			unsigned place = 1u << w[i * 50 + k] % 9;
			if ((a | b) & place)
				continue;
			(put++ & 1 ? b : a) |= place;
		}
		board[i] = { a, b };
		ends[i] = best_end(a, b);
	}
	uint2 *dboard = upload(board);
	job<int>(
		"tic_tac_toe.recursion",
		[&] { noughts_recursion<<<(BOARDS + 63) / 64, 64>>>(dboard, (int *)o, BOARDS); }, (int *)o, BOARDS,
		same(ends));
	const int BONDS = 3500;
	std::vector<Bond> bond(BONDS);
	std::vector<double> rate(BONDS);
	for (int i = 0; i < BONDS; i++) {
		bond[i] = { 70.0 + w[i] % 5000 * 0.01, 1 + w[i + BONDS] % 500 * 0.01, 3 + (int)(w[i + 9000] % 38), 0 };
		rate[i] = bond_yield(bond[i]);
	}
	Bond *dbond = upload(bond);
	double *drate = dev<double>(BONDS);
	job<double>(
		"bond_yield.halving_doubles", [&] { bonds<<<(BONDS + 95) / 96, 96>>>(dbond, drate, BONDS); }, drate,
		BONDS, close_to(rate, 1e-8));
	const int R = 50000;
	std::vector<unsigned short> year(R);
	std::vector<byte> text(R * 17);
	for (int i = 0; i < R; i++) {
		static const char *one[] = { "", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX" };
		static const char *ten[] = { "", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC" };
		static const char *hundred[] = { "", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM" };
		int v = year[i] = 1 + w[i] % 3999;
		std::string s = std::string(v / 1000, 'M') + hundred[v / 100 % 10] + ten[v / 10 % 10] + one[v % 10];
		memcpy(&text[i * 16], s.data(), s.size());
		text[R * 16 + i] = s.size();
	}
	unsigned short *dyear = upload(year);
	job<byte>(
		"roman_numerals.written", [&] { roman<<<(R + 127) / 128, 128>>>(dyear, (char *)db, db + R * 16, R); },
		db, R * 17, same(text), [&] { CHECK(cudaMemset(db, 0, R * 17)); });
	const int TEXTS = 3100, PATTERNS = 14;
	std::vector<char> letters(TEXTS * LONG), marks(PATTERNS * MARKS);
	std::vector<int> len(TEXTS);
	std::vector<byte> fit(TEXTS * PATTERNS);
	for (int i = 0; i < TEXTS; i++) {
		len[i] = 8 + w[i] % (LONG - 8);
		for (int k = 0; k < LONG; k++)
			letters[i * LONG + k] = k < len[i] ? 'a' + w[i * LONG + k] / 64 % 5 % 4 : 0;
	}
	for (int p = 0; p < PATTERNS; p++)
		for (int k = 0, n = 5 + p % 10; k < n; k++) {
			char *m = &marks[p * MARKS + k];
			*m = "abcd??***"[w[p * 40 + k + 3000] % 9];
			if (k && *m == '*' && m[-1] == '*')
				*m = 'a';
		}
	for (int p = 0; p < PATTERNS; p++)
		for (int i = 0; i < TEXTS; i++)
			fit[p * TEXTS + i] = wild(&letters[i * LONG], len[i], &marks[p * MARKS]);
	char *dletters = upload(letters), *dmarks = upload(marks);
	int *dlen = upload(len);
	dim3 grid((TEXTS + 127) / 128, PATTERNS);
	job<byte>(
		"wildcards.back_to_the_star", [&] { wild_back<<<grid, 128>>>(dletters, dlen, dmarks, db, TEXTS); }, db,
		TEXTS * PATTERNS, same(fit));
	job<byte>(
		"wildcards.places_as_bits", [&] { wild_bits<<<grid, 128>>>(dletters, dlen, dmarks, db, TEXTS); }, db,
		TEXTS * PATTERNS, same(fit));
}
