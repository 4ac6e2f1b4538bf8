// blind8g: an eighth set of kernels that nobody had modelled when they were written. Text and genes.
#include "blind7.h"
#include <string>

__host__ __device__ inline unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- numbers as text
__global__ void lines_count(const char *text, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int c = __syncthreads_count(i < n && text[i] == '\n');
	if (threadIdx.x == 0)
		count[blockIdx.x] = c;
}
__global__ void lines_scan(int *count, int n)
{ // one block of 1024 for any n
	__shared__ int s[1024], base;
	int t = threadIdx.x;
	if (t == 0)
		base = 0;
	for (int from = 0; from < n; from += 1024) {
		int v = from + t < n ? count[from + t] : 0;
		s[t] = v;
		for (int d = 1; d < 1024; d *= 2) {
			__syncthreads();
			int o = t >= d ? s[t - d] : 0;
			__syncthreads();
			s[t] += o;
		}
		if (from + t < n)
			count[from + t] = base + s[t] - v;
		__syncthreads();
		if (t == 1023)
			base += s[t];
		__syncthreads();
	}
}
__global__ void lines_place(const char *text, const int *from, int *end, int n)
{
	__shared__ int before[8];
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
	bool is = i < n && text[i] == '\n';
	unsigned some = __ballot_sync(~0u, is);
	if (lane == 0)
		before[w] = __popc(some);
	__syncthreads();
	int at = from[blockIdx.x] + __popc(some & (1u << lane) - 1);
	for (int k = 0; k < w; k++)
		at += before[k];
	if (is)
		end[at] = i;
}
__global__ void lines_parse(const char *text, const int *end, int *out, int lines)
{
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	if (l >= lines)
		return;
	int i = l ? end[l - 1] + 1 : 0, v = 0;
	bool less = text[i] == '-';
	for (i += less; text[i] != '\n'; i++)
		v = v * 10 + text[i] - '0';
	out[l] = less ? -v : v;
}
__global__ void numbers_print(const int *in, char *out, int n)
{ // right in a field of 12
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	char s[12];
	int v = in[i], at = 11;
	unsigned u = v < 0 ? -v : v;
	s[at] = '\n';
	do {
		s[--at] = '0' + u % 10;
		u /= 10;
	} while (u);
	if (v < 0)
		s[--at] = '-';
	while (at > 0)
		s[--at] = ' ';
	for (int k = 0; k < 12; k++)
		out[i * 12 + k] = s[k];
}
// ---- three bytes as four letters
__constant__ char letters64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__global__ void base64_bytes(const byte *in, char *out, int groups)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= groups)
		return;
	int v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
	for (int k = 0; k < 4; k++)
		out[4 * i + k] = letters64[v >> (18 - 6 * k) & 63];
}
__device__ unsigned letter64(unsigned v)
{
	return v < 26 ? 'A' + v : v < 52 ? 'a' + v - 26 : v < 62 ? '0' + v - 52 : v == 62 ? '+' : '/';
}
__global__ void base64_vectors(const unsigned *in, uint4 *out, int groups)
{ // 12 bytes become 16
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= groups)
		return;
	unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], o[4];
	unsigned three[4] = { __byte_perm(a, b, 0x0012) & 0xffffff, __byte_perm(a, b, 0x0345) & 0xffffff, __byte_perm(b, c, 0x0234) & 0xffffff,
		__byte_perm(c, 0, 0x0123) & 0xffffff };
#pragma unroll
	for (int g = 0; g < 4; g++) {
		o[g] = 0;
#pragma unroll
		for (int k = 0; k < 4; k++)
			o[g] |= letter64(three[g] >> (18 - 6 * k) & 63) << 8 * k;
	}
	out[i] = make_uint4(o[0], o[1], o[2], o[3]);
}
// ---- how many words and lines?
__global__ void wc_chunks(const char *text, int *out, int n, int each)
{
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * each, end = min(at + each, n), words = 0, lines = 0;
	bool in_word = at > 0 && at < n && text[at - 1] > ' ';
	for (; at < end; at++) {
		char c = text[at];
		lines += c == '\n';
		words += c > ' ' && !in_word;
		in_word = c > ' ';
	}
	atomicAdd(&out[0], words);
	atomicAdd(&out[1], lines);
}
__global__ void wc_ballots(const char *text, int *out, int n)
{
	int words = 0, lines = 0, lane = threadIdx.x % 32;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += gridDim.x * blockDim.x) {
		char c = i < n ? text[i] : 0;
		unsigned letter = __ballot_sync(~0u, c > ' '), line = __ballot_sync(~0u, c == '\n');
		bool before = i - lane > 0 && text[i - lane - 1] > ' ';
		words += __popc(letter & ~(letter << 1 | before));
		lines += __popc(line);
	}
	if (lane == 0) {
		atomicAdd(&out[0], words);
		atomicAdd(&out[1], lines);
	}
}
// ---- a text with all its suffixes in order: how often is there a piece?
__global__ void suffix_search(const byte *text, const int *suffix, const byte *piece, int *out, int n, int len, int pieces)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x, edge[2];
	if (p >= pieces)
		return;
	for (int side = 0; side < 2; side++) {
		int lo = 0, hi = n;
		while (lo < hi) {
			int mid = (lo + hi) / 2, at = suffix[mid], d = 0;
			for (int k = 0; k < len && !d; k++)
				d = at + k < n ? text[at + k] - piece[p * len + k] : -1;
			if (d < 0 || (d == 0 && side))
				lo = mid + 1;
			else
				hi = mid;
		}
		edge[side] = lo;
	}
	out[p] = edge[1] - edge[0];
}
struct fm_block {
	u64 low, high; // of 64 letters of two bits
	int count[4]; // in all blocks before
};
__device__ int fm_count(const fm_block *f, int c, int i, int dollar)
{
	const fm_block &b = f[i / 64];
	u64 is = (c & 1 ? b.low : ~b.low) & (c & 2 ? b.high : ~b.high);
	int n = b.count[c] + __popcll(is & (1ull << i % 64) - 1);
	return n - (c == 0 && dollar < i && dollar / 64 == i / 64);
}
__global__ void fm_search(const fm_block *f, const byte *piece, int *out, int4 first, int dollar, int n, int len, int pieces)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = n + 1;
	if (p >= pieces)
		return;
	for (int k = len - 1; k >= 0 && lo < hi; k--) {
		int c = piece[p * len + k], start = c == 0 ? first.x : c == 1 ? first.y : c == 2 ? first.z : first.w;
		lo = start + fm_count(f, c, lo, dollar);
		hi = start + fm_count(f, c, hi, dollar);
	}
	out[p] = hi - lo;
}
// ---- the least hash of 10 pieces of 15 letters in a row
__global__ void minimizer_direct(const byte *dna, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 24 > n)
		return;
	unsigned v = 0, least = ~0u;
	for (int k = 0; k < 24; k++) {
		v = (v << 2 | dna[i + k]) & 0x3fffffff;
		if (k >= 14)
			least = min(least, mix(v));
	}
	out[i] = least;
}
__global__ void minimizer_shared(const byte *dna, unsigned *out, int n)
{
	__shared__ unsigned hash[256 + 9];
	__shared__ byte s[256 + 23];
	int from = blockIdx.x * 256, t = threadIdx.x;
	for (int k = t; k < 279; k += 256)
		s[k] = from + k < n ? dna[from + k] : 0;
	__syncthreads();
	for (int j = t; j < 265; j += 256) {
		unsigned v = 0;
#pragma unroll
		for (int k = 0; k < 15; k++)
			v = v << 2 | s[j + k];
		hash[j] = mix(v);
	}
	__syncthreads();
	unsigned least = hash[t];
#pragma unroll
	for (int k = 1; k < 10; k++)
		least = min(least, hash[t + k]);
	if (from + t + 24 <= n)
		out[from + t] = least;
}
// ---- the other strand
__global__ void strand_bytes(const byte *in, byte *out, int len, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / len;
	if (i < n)
		out[i] = 3 - in[r * len + len - 1 - i % len];
}
__global__ void strand_packed(const u64 *in, u64 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 v = __brevll(in[i]);
	out[i] = ~((v & 0x5555555555555555ull) << 1 | v >> 1 & 0x5555555555555555ull);
}
// ---- people by their genes: in how many places do two differ?
__global__ void differ_plain(const unsigned *bits, int *out, int n, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, d = 0;
	for (int k = 0; k < w; k++)
		d += __popc(bits[x * w + k] ^ bits[y * w + k]);
	out[y * n + x] = d;
}
__global__ void differ_tile(const uint4 *bits, int *out, int n, int w4)
{
	__shared__ uint4 a[16][9], b[16][9];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty, d = 0;
	for (int from = 0; from < w4; from += 8) {
		if (tx < 8) {
			a[ty][tx] = bits[(blockIdx.x * 16 + ty) * w4 + from + tx];
			b[ty][tx] = bits[y * w4 + from + tx];
		}
		__syncthreads();
		for (int k = 0; k < 8; k++) {
			uint4 p = a[tx][k], q = b[ty][k];
			d += __popc(p.x ^ q.x) + __popc(p.y ^ q.y) + __popc(p.z ^ q.z) + __popc(p.w ^ q.w);
		}
		__syncthreads();
	}
	out[y * n + x] = d;
}
// ---- how well does a place fit a motif of 12 letters?
__constant__ int motif[12][4];
template <bool SHARED> __global__ void motif_scores(const byte *dna, const int *table, int *out, int n)
{
	__shared__ int s[48];
	if (SHARED) {
		if (threadIdx.x < 48)
			s[threadIdx.x] = table[threadIdx.x];
		__syncthreads();
	}
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
	if (i + 12 > n)
		return;
#pragma unroll
	for (int k = 0; k < 12; k++)
		v += SHARED ? s[k * 4 + dna[i + k]] : motif[k][dna[i + k]];
	out[i] = v;
}
void rows()
{
	const int L = 70000, G = 196608, D = 262144, T = 32768, P = 20000, LEN = 11, WHO = 512, W = 64;
	std::string text, printed;
	std::vector<int> value(L);
	for (int i = 0; i < L; i++) {
		char s[16];
		value[i] = (int)mix(i) >> mix(i + L) % 30;
		text += std::to_string(value[i]) + '\n';
		snprintf(s, 16, "%11d\n", value[i]);
		printed += s;
	}
	int n = text.size();
	char *dt = upload(std::vector<char>(text.begin(), text.end())), *letters = dev<char>(1 << 20);
	int *count = dev<int>(4096), *end = dev<int>(L), *out = dev<int>(1 << 19), *dvalue = upload(value);
	job<int>(
		"numbers.count_scan_parse",
		[&] {
			lines_count<<<n / 256 + 1, 256>>>(dt, count, n);
			lines_scan<<<1, 1024>>>(count, n / 256 + 1);
			lines_place<<<n / 256 + 1, 256>>>(dt, count, end, n);
			lines_parse<<<L / 128 + 1, 128>>>(dt, end, out, L);
		},
		out, L, same(value));
	job<char>("numbers.printed", [&] { numbers_print<<<L / 64 + 1, 64>>>(dvalue, letters, L); }, letters, printed.size(),
		same(std::vector<char>(printed.begin(), printed.end())));
	std::vector<byte> raw(3 * G), dna(D);
	std::vector<char> coded;
	const char *alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (int i = 0; i < 3 * G; i++)
		raw[i] = mix(i) >> 7;
	for (int i = 0; i < G; i++)
		for (int k = 18, v = raw[3 * i] << 16 | raw[3 * i + 1] << 8 | raw[3 * i + 2]; k >= 0; k -= 6)
			coded.push_back(alphabet[v >> k & 63]);
	byte *draw = upload(raw);
	job<char>("base64.three_bytes", [&] { base64_bytes<<<G / 256, 256>>>(draw, letters, G); }, letters, 4 * G, same(coded));
	job<char>("base64.vectors", [&] { base64_vectors<<<G / 4 / 128, 128>>>((unsigned *)draw, (uint4 *)letters, G / 4); }, letters, 4 * G, same(coded));
	std::string prose;
	for (int i = 0; (int)prose.size() < 500000; i++)
		prose += std::string(1 + mix(i) % 9, 'a' + i % 26) + (mix(i) % 70 < 7 ? "\n" : " ");
	int np = prose.size(), words = 0, lines = 0;
	for (int i = 0; i < np; i++) {
		words += prose[i] > ' ' && (!i || prose[i - 1] <= ' ');
		lines += prose[i] == '\n';
	}
	char *dp = upload(std::vector<char>(prose.begin(), prose.end()));
	auto none = [&] { CHECK(cudaMemset(out, 0, 8)); };
	job<int>("wc.chunks", [&] { wc_chunks<<<np / 64 / 128 + 1, 128>>>(dp, out, np, 64); }, out, 2, same(std::vector<int>{ words, lines }), none);
	job<int>("wc.ballots", [&] { wc_ballots<<<132, 512>>>(dp, out, np); }, out, 2, same(std::vector<int>{ words, lines }), none);
	// genes
	for (int i = 0; i < D; i++)
		dna[i] = i > 5000 && mix(i / 300) % 3 == 0 ? dna[i - 1 - mix(i / 300) % 5000] : mix(i) >> 9 & 3;
	std::vector<byte> piece, other(D / 100 * 100);
	std::vector<int> suffix(T), times(P);
	for (int i = 0; i < T; i++)
		suffix[i] = i;
	std::sort(suffix.begin(), suffix.end(), [&](int a, int b) {
		return std::lexicographical_compare(dna.begin() + a, dna.begin() + T, dna.begin() + b, dna.begin() + T);
	});
	for (int i = 0; i < P; i++)
		for (int k = 0; k < LEN; k++)
			piece.push_back(dna[mix(i) % (2 * T) + k]);
	for (int i = 0; i < P; i++) {
		auto before = [&](int a, int) { return std::lexicographical_compare(&dna[a], &dna[std::min(a + LEN, T)], &piece[i * LEN], &piece[i * LEN] + LEN); };
		auto after = [&](int, int a) { return std::lexicographical_compare(&piece[i * LEN], &piece[i * LEN] + LEN, &dna[a], &dna[std::min(a + LEN, T)]); };
		times[i] = std::upper_bound(suffix.begin(), suffix.end(), 0, after) - std::lower_bound(suffix.begin(), suffix.end(), 0, before);
	}
	std::vector<fm_block> fm(T / 64 + 1);
	int total[4] = {}, dollar = 0;
	for (int i = 0; i <= T; i++) { // row 0 is the empty suffix
		if (i % 64 == 0)
			std::copy(total, total + 4, fm[i / 64].count);
		int at = i ? suffix[i - 1] : T;
		if (at == 0) {
			dollar = i;
			continue;
		}
		total[dna[at - 1]]++;
		fm[i / 64].low |= (u64)(dna[at - 1] & 1) << i % 64;
		fm[i / 64].high |= (u64)(dna[at - 1] >> 1) << i % 64;
	}
	int4 first = make_int4(1, 1 + total[0], 1 + total[0] + total[1], 1 + total[0] + total[1] + total[2]);
	byte *dd = upload(dna), *dpiece = upload(piece), *bytes = dev<byte>(D);
	int *dsuffix = upload(suffix);
	fm_block *dfm = upload(fm);
	job<int>("index.suffixes_searched", [&] { suffix_search<<<P / 96 + 1, 96>>>(dd, dsuffix, dpiece, out, T, LEN, P); }, out, P, same(times));
	job<int>("index.backward_steps", [&] { fm_search<<<P / 96 + 1, 96>>>(dfm, dpiece, out, first, dollar, T, LEN, P); }, out, P, same(times));
	std::vector<unsigned> least(D - 23, ~0u);
	std::vector<int> score(D - 11), mtable(48);
	for (int k = 0; k < 48; k++)
		mtable[k] = mix(k) % 200;
	for (int i = 0; i + 12 <= D; i++)
		for (int k = 0; k < 12; k++)
			score[i] += mtable[k * 4 + dna[i + k]];
	for (int i = 0, v = 0; i < D; i++) {
		v = (v << 2 | dna[i]) & 0x3fffffff;
		for (int k = std::max(0, i - 23); i >= 14 && k <= i - 14 && k < D - 23; k++)
			least[k] = std::min(least[k], mix(v));
	}
	for (size_t i = 0; i < other.size(); i++)
		other[i] = 3 - dna[i / 100 * 100 + 99 - i % 100];
	std::vector<u64> dna64(D / 4), other64(D / 4);
	for (int i = 0; i < D / 4; i++)
		for (int k = 0; k < 32; k++) {
			dna64[i] |= (u64)dna[(i * 8 + k) % D] << 2 * k;
			other64[i] |= (u64)(3 - dna[(i * 8 + k) % D]) << (62 - 2 * k);
		}
	u64 *d64 = upload(dna64), *o64 = dev<u64>(D / 4);
	unsigned *mins = dev<unsigned>(D);
	int *dtable = upload(mtable), no = other.size();
	CHECK(cudaMemcpyToSymbol(motif, mtable.data(), 192));
	job<unsigned>("minimizers.direct", [&] { minimizer_direct<<<D / 128, 128>>>(dd, mins, D); }, mins, D - 23, same(least));
	job<unsigned>("minimizers.shared_hashes", [&] { minimizer_shared<<<D / 256, 256>>>(dd, mins, D); }, mins, D - 23, same(least));
	job<byte>("strand.bytes", [&] { strand_bytes<<<no / 1024 + 1, 1024>>>(dd, bytes, 100, no); }, bytes, no, same(other));
	job<u64>("strand.packed", [&] { strand_packed<<<D / 4 / 256, 256>>>(d64, o64, D / 4); }, o64, D / 4, same(other64));
	job<int>("motif.constant", [&] { motif_scores<false><<<D / 256, 256>>>(dd, dtable, out, D); }, out, D - 11, same(score));
	job<int>("motif.shared", [&] { motif_scores<true><<<D / 256, 256>>>(dd, dtable, out, D); }, out, D - 11, same(score));
	std::vector<unsigned> bits = ::words(WHO * W);
	std::vector<int> differ(WHO * WHO);
	for (int i = 0; i < WHO * WHO; i++)
		for (int k = 0; k < W; k++)
			differ[i] += __builtin_popcount(bits[i / WHO * W + k] ^ bits[i % WHO * W + k]);
	unsigned *db = upload(bits);
	job<int>("differ.plain", [&] { differ_plain<<<dim3(WHO / 16, WHO / 16), dim3(16, 16)>>>(db, out, WHO, W); }, out, WHO * WHO, same(differ));
	job<int>("differ.tile", [&] { differ_tile<<<dim3(WHO / 16, WHO / 16), dim3(16, 16)>>>((uint4 *)db, out, WHO, W / 4); }, out, WHO * WHO, same(differ));
}
