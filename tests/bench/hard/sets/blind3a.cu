// blind3a: a third set of kernels that nobody had modelled when they were written. Numbers, chances and prices, text.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ unsigned crc_table[256];
__constant__ char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__constant__ char key7[8] = "COURAGE";

// ---- numbers
__global__ void collatz_longest(unsigned *best, int n)
{
	__shared__ unsigned most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		u64 v = i + 1;
		unsigned steps = 0;
		while (v != 1) {
			v = v % 2 ? 3 * v + 1 : v / 2;
			steps++;
		}
		atomicMax(&most, steps);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicMax(best, most);
}
__global__ void sieve_segment(const int *primes, int many, int *count)
{ // a block has 4096 odd numbers, a thread some primes
	__shared__ byte crossed[4096];
	__shared__ int left;
	int base = blockIdx.x * 8192 + 1;
	for (int j = threadIdx.x; j < 4096; j += blockDim.x)
		crossed[j] = 0;
	if (threadIdx.x == 0)
		left = 0;
	__syncthreads();
	for (int k = threadIdx.x; k < many; k += blockDim.x) {
		int p = primes[k], m = (base + p - 1) / p * p;
		if (m % 2 == 0)
			m += p;
		if (m < p * p)
			m = p * p;
		for (int j = (m - base) / 2; j < 4096; j += p)
			crossed[j] = 1;
	}
	__syncthreads();
	int mine = 0;
	for (int j = threadIdx.x; j < 4096; j += blockDim.x)
		mine += !crossed[j];
	atomicAdd(&left, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(count, left);
}
__device__ int gcd(int a, int b)
{
	while (b) {
		int t = a % b;
		a = b;
		b = t;
	}
	return a;
}
__global__ void coprime_pairs(const unsigned *a, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int yes = i < n && gcd(a[i] % 10000 + 1, a[i + n] % 10000 + 1) == 1;
	int all = __syncthreads_count(yes);
	if (threadIdx.x == 0)
		atomicAdd(count, all);
}
__global__ void newton_fractal(byte *image, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float a = 4.0f * x / w - 2, b = 4.0f * y / h - 2;
	int k = 0;
	for (; k < 40; k++) {
		float a2 = a * a - b * b, b2 = 2 * a * b, a3 = a2 * a - b2 * b - 1, b3 = a2 * b + b2 * a;
		float d = 3 * (a2 * a2 + b2 * b2), da = (a3 * a2 + b3 * b2) / d, db = (b3 * a2 - a3 * b2) / d;
		a -= da;
		b -= db;
		if (da * da + db * db < 1e-8f)
			break;
	}
	image[y * w + x] = k * 6 + (b > 0.5f) + (b < -0.5f) * 2;
}
__global__ void digit_power_sums(int *found, int n)
{ // numbers that are the sum of their digits' fifth powers
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int s = 0;
		for (int v = i; v > 0; v /= 10) {
			int d = v % 10;
			s += d * d * d * d * d;
		}
		if (s == i && i > 1)
			found[atomicAdd(found, 1) + 1] = i;
	}
}
__global__ void morton3(const unsigned *in, u64 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 r = 0;
	for (int c = 0; c < 3; c++) {
		u64 v = in[c * n + i] & 0x1fffff;
		v = (v | v << 32) & 0x1f00000000ffffull;
		v = (v | v << 16) & 0x1f0000ff0000ffull;
		v = (v | v << 8) & 0x100f00f00f00f00full;
		v = (v | v << 4) & 0x10c30c30c30c30c3ull;
		v = (v | v << 2) & 0x1249249249249249ull;
		r |= v << c;
	}
	out[i] = r;
}
__global__ void bit_reverse_order(const float2 *in, float2 *out, int bits)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[__brev(i) >> (32 - bits)] = in[i];
}
__global__ void continued_fraction(const double *x, short *terms, int n)
{ // twelve terms of each, a row each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = x[i] + 1;
	for (int k = 0; k < 12; k++) {
		int whole = (int)v;
		terms[i * 12 + k] = whole;
		v = v - whole;
		if (v < 1e-9)
			break;
		v = 1 / v;
	}
}
// ---- chances and prices
__device__ unsigned next(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}
__device__ float uniform(unsigned &s)
{
	return (next(s) >> 8) * (1.0f / 16777216);
}
__global__ void buffon(u64 *hits, int each)
{
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
	int mine = 0;
	for (int k = 0; k < each; k++) {
		float y = uniform(s), a = uniform(s) * 3.14159265f;
		if (y < 0.5f * sinf(a) || y > 1 - 0.5f * sinf(a))
			mine++;
	}
	mine = __reduce_add_sync(~0u, mine);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(hits, (u64)mine);
}
__global__ void craps(int *wins, int games)
{ // two dice, until the game is over
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
	int won = 0;
	for (int g = 0; g < games; g++) {
		int first = next(s) % 6 + next(s) % 6 + 2;
		if (first == 7 || first == 11)
			won++;
		else if (first != 2 && first != 3 && first != 12) {
			int roll;
			do
				roll = next(s) % 6 + next(s) % 6 + 2;
			while (roll != first && roll != 7);
			won += roll == first;
		}
	}
	wins[blockIdx.x * blockDim.x + threadIdx.x] = won;
}
__global__ void binomial_option(const float *strike, float *price)
{ // a block an option, a thread a leaf
	__shared__ float v[256];
	int t = threadIdx.x, n = blockDim.x;
	float up = expf(0.3f * sqrtf(1.0f / n)), p = (1.0002f - 1 / up) / (up - 1 / up), k = 80 + 40 * strike[blockIdx.x];
	v[t] = fmaxf(100 * powf(up, 2.0f * t - n) - k, 0);
	__syncthreads();
	for (int s = n - 1; s > 0; s--) {
		float low = v[t], high = t < s ? v[t + 1] : 0;
		__syncthreads();
		if (t < s)
			v[t] = (p * high + (1 - p) * low) * 0.9998f;
		__syncthreads();
	}
	if (t == 0)
		price[blockIdx.x] = v[0];
}
__global__ void asian_option(float *pay, int steps)
{ // a path a thread, Box and Muller
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned seed = (i + 1) * 2654435761u;
	float s = 100, sum = 0;
	for (int k = 0; k < steps; k += 2) {
		float r = sqrtf(-2 * logf(uniform(seed) + 1e-7f)), a = 6.2831853f * uniform(seed);
		s *= expf(-0.0003f + 0.02f * r * cosf(a));
		sum += s;
		s *= expf(-0.0003f + 0.02f * r * sinf(a));
		sum += s;
	}
	pay[i] = fmaxf(sum / steps - 100, 0.0f);
}
__global__ void implied_volatility(const float *u, float *vol, int n)
{ // Newton on the formula of Black and Scholes until it fits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float k = 80 + 40 * u[i], t = 0.2f + u[n + i], price = fmaxf(100 - k, 0.0f) + 3 + 10 * u[2 * n + i], v = 0.3f;
	for (int it = 0; it < 30; it++) {
		float d1 = (logf(100 / k) + v * v / 2 * t) / (v * sqrtf(t)), d2 = d1 - v * sqrtf(t);
		float c = 100 * normcdff(d1) - k * normcdff(d2), vega = 100 * sqrtf(t) * 0.3989423f * expf(-d1 * d1 / 2);
		if (fabsf(c - price) < 1e-3f || vega < 1e-3f)
			break;
		v -= (c - price) / vega;
		v = fminf(fmaxf(v, 0.01f), 4.0f);
	}
	vol[i] = v;
}
struct account {
	double balance;
	int id, moves;
};
__global__ void transfers(account *all, const unsigned *orders, int n, int accounts)
{ // doubles by atomics in an array of structures
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned o = orders[i];
	int from = o % accounts, to = (o >> 12) % accounts;
	if (from == to)
		return;
	atomicAdd(&all[from].balance, -1.0 * (o & 7));
	atomicAdd(&all[to].balance, 1.0 * (o & 7));
	atomicAdd(&all[to].moves, 1);
}
__global__ void drawdown(const float *x, float *worst, int days)
{ // one series a thread, day by day: all series of a day lie side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	float value = 1, peak = 1, low = 0;
	for (int d = 0; d < days; d++) {
		value *= 1 + 0.02f * (x[d * n + i] - 0.5f);
		if (value > peak)
			peak = value;
		low = fmaxf(low, (peak - value) / peak);
	}
	worst[i] = low;
}
// ---- text
template <bool SHARED> __global__ void crc32(const byte *text, unsigned *out, int length)
{
	__shared__ unsigned t[256];
	if (SHARED) {
		for (int k = threadIdx.x; k < 256; k += blockDim.x)
			t[k] = crc_table[k];
		__syncthreads();
	}
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < length; k++) {
		byte at = c ^ text[i * length + k];
		c = (SHARED ? t[at] : crc_table[at]) ^ c >> 8;
	}
	out[i] = ~c;
}
__global__ void hash_strings(const char *text, const int *offset, unsigned *out, int n)
{ // djb2, strings of different lengths
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = 5381;
	for (int k = offset[i]; k < offset[i + 1]; k++)
		h = h * 33 + text[k];
	out[i] = h;
}
__global__ void vigenere(const char *in, char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		char c = in[i];
		if (c >= 'A' && c <= 'Z')
			c = (c - 'A' + key7[i % 7] - 'A') % 26 + 'A';
		out[i] = c;
	}
}
__global__ void count_words(const char *text, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool start = i < n && text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
	unsigned b = __ballot_sync(~0u, start);
	if (threadIdx.x % 32 == 0 && b)
		atomicAdd(count, __popc(b));
}
__global__ void word_lengths(const char *text, int *lengths, int n)
{ // who stands at the first letter walks to the last
	__shared__ int bins[32];
	if (threadIdx.x < 32)
		bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (text[i] != ' ' && (i == 0 || text[i - 1] == ' ')) {
			int k = 1;
			while (k < 31 && i + k < n && text[i + k] != ' ')
				k++;
			atomicAdd(&bins[k], 1);
		}
	__syncthreads();
	if (threadIdx.x < 32)
		atomicAdd(&lengths[threadIdx.x], bins[threadIdx.x]);
}
__global__ void letter_frequency(const char *text, int *freq, int n)
{
	__shared__ int f[26];
	if (threadIdx.x < 26)
		f[threadIdx.x] = 0;
	__syncthreads();
	int step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
		char c = text[i];
		if (c != ' ')
			atomicAdd(&f[c - 'A'], 1);
	}
	__syncthreads();
	if (threadIdx.x < 26)
		atomicAdd(&freq[threadIdx.x], f[threadIdx.x]);
}
__global__ void kmp_chunks(const char *text, const char *pattern, const int *fail, int m, int *count, int n, int chunk)
{ // Knuth, Morris and Pratt, each thread its own piece and a little of the next
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * chunk, to = min(from + chunk + m - 1, n), j = 0, found = 0;
	for (int i = from; i < to; i++) {
		while (j > 0 && text[i] != pattern[j])
			j = fail[j - 1];
		if (text[i] == pattern[j])
			j++;
		if (j == m) {
			found++;
			j = fail[j - 1];
		}
	}
	if (found)
		atomicAdd(count, found);
}
__global__ void levenshtein(const char *a, const char *b, const unsigned *r, byte *out)
{ // two words a thread, one row of the table in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, la = 4 + r[i] % 12, lb = 4 + (r[i] >> 8) % 12;
	byte row[17];
	for (int k = 0; k <= lb; k++)
		row[k] = k;
	for (int p = 1; p <= la; p++) {
		int corner = row[0];
		row[0] = p;
		for (int q = 1; q <= lb; q++) {
			int up = row[q], cost = corner + (a[i * 16 + p - 1] != b[i * 16 + q - 1]);
			row[q] = min(min(up, row[q - 1]) + 1, cost);
			corner = up;
		}
	}
	out[i] = row[lb];
}
__global__ void lcs_diagonals(const char *a, const char *b, int *out)
{ // the longest common subsequence of two strings of 256, a block each, diagonal by diagonal
	__shared__ short d[3][257];
	__shared__ char sa[256], sb[256];
	int t = threadIdx.x;
	sa[t] = a[blockIdx.x * 256 + t];
	sb[t] = b[blockIdx.x * 256 + t];
	for (int k = 0; k < 3; k++) {
		d[k][t + 1] = 0;
		if (t == 0)
			d[k][0] = 0;
	}
	__syncthreads();
	for (int s = 0; s < 511; s++) {
		int j = s - t;
		short *now = d[s % 3], *last = d[(s + 2) % 3], *before = d[(s + 1) % 3];
		if (j >= 0 && j < 256)
			now[t + 1] = sa[t] == sb[j] ? (j ? before[t] : 0) + 1 : max(j ? last[t + 1] : 0, last[t]);
		__syncthreads();
	}
	if (t == 255)
		out[blockIdx.x] = d[510 % 3][256];
}
__global__ void base64(const byte *in, char *out, int groups)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < groups) {
		unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
		out[4 * i] = alphabet[v >> 18];
		out[4 * i + 1] = alphabet[v >> 12 & 63];
		out[4 * i + 2] = alphabet[v >> 6 & 63];
		out[4 * i + 3] = alphabet[v & 63];
	}
}
__global__ void decimal(const unsigned *in, char *out, int n)
{ // numbers to text of ten characters, right aligned
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i] >> (in[i] & 15);
	int at = 9;
	do {
		out[i * 10 + at--] = '0' + v % 10;
		v /= 10;
	} while (v);
	while (at >= 0)
		out[i * 10 + at--] = ' ';
}
__global__ void read_numbers(const char *text, int *out, int n)
{ // and back
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const char *p = text + i * 10;
	int k = 0;
	unsigned v = 0;
	while (k < 9 && p[k] == ' ')
		k++;
	for (; k < 10; k++)
		v = v * 10 + (p[k] - '0');
	out[i] = v;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	std::vector<char> t(4 * M, ' '), letters(4 * M), lines(M / 4 * 10, ' ');
	for (size_t at = 0, k = 0; at < t.size(); at++) // words of one to nine letters
		for (unsigned n = 1 + w[k++ % w.size()] % 9; n > 0 && at < t.size(); n--, at++)
			t[at] = 'A' + w[at] % 26;
	for (size_t i = 0; i < letters.size(); i++)
		letters[i] = "ACGT"[w[i] >> 13 & 3];
	for (int i = 0; i < M / 4; i++) {
		char s[16];
		snprintf(s, sizeof s, "%10u", w[i] >> (w[i] & 15));
		memcpy(&lines[i * 10], s, 10);
	}
	std::vector<int> offsets(M / 8 + 1), primes;
	for (int i = 0; i < M / 8; i++)
		offsets[i + 1] = offsets[i] + 4 + w[i] % 28; // at most 31 * M / 8 letters
	for (int p = 3; p < 2000; p += 2) {
		bool yes = true;
		for (int q : primes)
			yes = yes && p % q;
		if (yes)
			primes.push_back(p);
	}
	std::vector<unsigned> crc(256);
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
		crc[i] = c;
	}
	CHECK(cudaMemcpyToSymbol(crc_table, crc.data(), 1024));
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(4 * M);
	double *d = upload(dd);
	char *text = upload(t), *dna = upload(letters), *line = upload(lines);
	int *off = upload(offsets), *prime = upload(primes), *zero = dev<int>(M);
	char *pattern = upload(std::vector<char>{'A', 'C', 'A', 'C', 'A', 'G'});
	int *fail = upload(std::vector<int>{0, 0, 1, 2, 3, 0});
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	dim3 b16(16, 16);

	row("collatz_longest", [&] { collatz_longest<<<391, 256>>>((unsigned *)zero, 100000); }, clear);
	row("sieve_segment", [&] { sieve_segment<<<480, 128>>>(prime, (int)primes.size(), zero); }, clear);
	row("coprime_pairs", [&] { coprime_pairs<<<M / 2 / 256, 256>>>(u, zero, M / 2); }, clear);
	row("newton_fractal.16x16", [&] { newton_fractal<<<dim3(32, 32), b16>>>((byte *)out, 500, 500); });
	row("newton_fractal.64x4", [&] { newton_fractal<<<dim3(8, 125), dim3(64, 4)>>>((byte *)out, 500, 500); });
	row("digit_power_sums", [&] { digit_power_sums<<<100, 192>>>(zero, 1000000); }, clear);
	row("morton3", [&] { morton3<<<M / 256, 256>>>(u, (u64 *)out, M); });
	row("bit_reverse_order", [&] { bit_reverse_order<<<M / 256, 256>>>((float2 *)x, (float2 *)out, 20); });
	row("continued_fraction", [&] { continued_fraction<<<M / 4 / 128, 128>>>(d, (short *)out, M / 4); });
	row("buffon", [&] { buffon<<<128, 256>>>((u64 *)zero, 50); }, clear);
	row("craps.256", [&] { craps<<<256, 256>>>((int *)out, 20); });
	row("craps.33x96", [&] { craps<<<33, 96>>>((int *)out, 50); });
	row("binomial_option", [&] { binomial_option<<<100, 256>>>(x, out); });
	row("asian_option", [&] { asian_option<<<128, 128>>>(out, 64); });
	row("implied_volatility", [&] { implied_volatility<<<1000, 128>>>(x, out, 128000); });
	row("transfers", [&] { transfers<<<512, 256>>>((account *)zero, u, 512 * 256, 1000); }, clear);
	row("drawdown", [&] { drawdown<<<64, 64>>>(x, out, 250); });
	row("crc32.constant", [&] { crc32<false><<<256, 128>>>((byte *)text, (unsigned *)out, 64); });
	row("crc32.shared", [&] { crc32<true><<<256, 128>>>((byte *)text, (unsigned *)out, 64); });
	row("hash_strings", [&] { hash_strings<<<M / 8 / 256, 256>>>(text, off, (unsigned *)out, M / 8); });
	row("vigenere", [&] { vigenere<<<8192, 512>>>(text, (char *)out, 4 * M); });
	row("count_words", [&] { count_words<<<7813, 256>>>(text, zero, 2000000); }, clear);
	row("word_lengths", [&] { word_lengths<<<264, 256>>>(text, zero, 2 * M); }, clear);
	row("letter_frequency", [&] { letter_frequency<<<200, 256>>>(text, zero, 3000000); }, clear);
	row("kmp_chunks", [&] { kmp_chunks<<<128, 256>>>(dna, pattern, fail, 6, zero, 2 * M, 64); }, clear);
	row("levenshtein", [&] { levenshtein<<<256, 128>>>(text, text + M, u, (byte *)out); });
	row("lcs_diagonals", [&] { lcs_diagonals<<<64, 256>>>(dna, dna + M, (int *)out); });
	row("base64", [&] { base64<<<2000, 256>>>((byte *)u, (char *)out, 512000); });
	row("decimal", [&] { decimal<<<1024, 256>>>(u, (char *)out, M / 4); });
	row("read_numbers", [&] { read_numbers<<<1024, 256>>>(line, (int *)out, M / 4); });
}
