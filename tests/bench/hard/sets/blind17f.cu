// blind17f: a fresh set of kernels that nobody had modelled when they were written. Digests, curves, whole numbers.
#include "blind7.h"

static const byte SHUFFLED[10][16] = { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
	{ 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
	{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
	{ 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
	{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
	{ 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
	{ 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
	{ 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
	{ 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
	{ 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 } };
__constant__ byte shuffled[10][16];
__constant__ unsigned seed[8];
static const unsigned SEED[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
	0x5be0cd19 };
__host__ __device__ unsigned turned(unsigned x, int k)
{
	return x >> k | x << (32 - k);
}
__host__ __device__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d, unsigned x, unsigned y)
{
	a += b + x, d = turned(d ^ a, 16), c += d, b = turned(b ^ c, 12);
	a += b + y, d = turned(d ^ a, 8), c += d, b = turned(b ^ c, 7);
}
template <class S>
__host__ __device__ void squeezed(
	unsigned *h, const unsigned *m, unsigned length, bool last, const S &order, const unsigned *first)
{ // one block of the BLAKE2s digest
	unsigned v[16];
	for (int k = 0; k < 8; k++)
		v[k] = h[k], v[k + 8] = first[k];
	v[12] ^= length;
	if (last)
		v[14] = ~v[14];
	for (int r = 0; r < 10; r++) {
		quarter(v[0], v[4], v[8], v[12], m[order[r][0]], m[order[r][1]]);
		quarter(v[1], v[5], v[9], v[13], m[order[r][2]], m[order[r][3]]);
		quarter(v[2], v[6], v[10], v[14], m[order[r][4]], m[order[r][5]]);
		quarter(v[3], v[7], v[11], v[15], m[order[r][6]], m[order[r][7]]);
		quarter(v[0], v[5], v[10], v[15], m[order[r][8]], m[order[r][9]]);
		quarter(v[1], v[6], v[11], v[12], m[order[r][10]], m[order[r][11]]);
		quarter(v[2], v[7], v[8], v[13], m[order[r][12]], m[order[r][13]]);
		quarter(v[3], v[4], v[9], v[14], m[order[r][14]], m[order[r][15]]);
	}
	for (int k = 0; k < 8; k++)
		h[k] ^= v[k] ^ v[k + 8];
}
__global__ void blake_thread(const unsigned *text, const int *blocks, unsigned *out, int n, int most)
{ // a message of one to five blocks a thread; the message lies in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h[8], m[16];
	for (int k = 0; k < 8; k++)
		h[k] = seed[k] ^ (k ? 0 : 0x01010020);
	for (int b = 0; b < blocks[i]; b++) {
		for (int k = 0; k < 16; k++)
			m[k] = text[(i * most + b) * 16 + k];
		squeezed(h, m, (b + 1) * 64, b == blocks[i] - 1, shuffled, seed);
	}
	for (int k = 0; k < 8; k++)
		out[8 * i + k] = h[k];
}
__global__ void blake_lanes(const unsigned *text, const int *blocks, unsigned *out, int n, int most)
{ // the same, a message four lanes: each holds one column, columns turn into slants by shuffles
	__shared__ unsigned words_[24][17];
	int q = threadIdx.x / 4, c = threadIdx.x % 4, i = blockIdx.x * 24 + q, mine = i < n ? blocks[i] : 0;
	unsigned h0 = seed[c] ^ (c ? 0 : 0x01010020), h1 = seed[c + 4];
	for (int b = 0; b < most; b++) {
		if (b < mine)
			for (int k = c; k < 16; k += 4)
				words_[q][k] = text[(i * most + b) * 16 + k];
		__syncwarp();
		unsigned v0 = h0, v1 = h1, v2 = seed[c], v3 = seed[c + 4];
		v3 ^= c == 0 ? (b + 1) * 64 : c == 2 && b == mine - 1 ? ~0u : 0;
		for (int r = 0; r < 10; r++) {
			quarter(v0, v1, v2, v3, words_[q][shuffled[r][2 * c]], words_[q][shuffled[r][2 * c + 1]]);
			v1 = __shfl_sync(~0u, v1, c + 1, 4), v2 = __shfl_sync(~0u, v2, c + 2, 4);
			v3 = __shfl_sync(~0u, v3, c + 3, 4);
			quarter(v0, v1, v2, v3, words_[q][shuffled[r][2 * c + 8]], words_[q][shuffled[r][2 * c + 9]]);
			v1 = __shfl_sync(~0u, v1, c + 3, 4), v2 = __shfl_sync(~0u, v2, c + 2, 4);
			v3 = __shfl_sync(~0u, v3, c + 1, 4);
		}
		if (b < mine)
			h0 ^= v0 ^ v2, h1 ^= v1 ^ v3;
		__syncwarp();
	}
	if (i < n)
		out[8 * i + c] = h0, out[8 * i + c + 4] = h1;
}
static const unsigned PRIME = 998244353;
__host__ __device__ unsigned times(unsigned a, unsigned b)
{
	return (u64)a * b % PRIME;
}
__host__ __device__ void wings(unsigned &a, unsigned &b, unsigned root)
{
	unsigned t = times(b, root), s = a + t;
	b = a < t ? a + PRIME - t : a - t;
	a = s >= PRIME ? s - PRIME : s;
}
__global__ void number_block(const unsigned *in, const unsigned *root, unsigned *out, int n, int bits)
{ // a Fourier transform in whole numbers, one a block, in shared memory
	extern __shared__ unsigned x[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		x[__brev(i) >> (32 - bits)] = in[blockIdx.x * n + i];
	for (int half = 1; half < n; half *= 2) {
		__syncthreads();
		for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
			int k = i % half, a = (i - k) * 2 + k;
			wings(x[a], x[a + half], root[k * (n / 2 / half)]);
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[blockIdx.x * n + i] = x[i];
}
__global__ void number_order(const unsigned *in, unsigned *x, int n, int bits)
{ // one long transform, first launch: the order of reversed bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[__brev(i) >> (32 - bits)] = in[i];
}
__global__ void number_stage(unsigned *x, const unsigned *root, int n, int half)
{ // then a stage a launch
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = i % half, a = (i - k) * 2 + k;
	if (i < n / 2)
		wings(x[a], x[a + half], root[k * (n / 2 / half)]);
}
static const u64 FIELD = 2147483647;
__host__ __device__ u64 mul(u64 a, u64 b)
{
	u64 c = a * b;
	c = (c & FIELD) + (c >> 31);
	return c >= FIELD ? c - FIELD : c;
}
__host__ __device__ u64 sub(u64 a, u64 b)
{
	return a >= b ? a - b : a + FIELD - b;
}
struct Point {
	u64 x, y, z;
};
static const u64 CURVE = 77;
__host__ __device__ Point twice(const Point &p)
{
	u64 yy = mul(p.y, p.y), s = mul(4, mul(p.x, yy)), zz = mul(p.z, p.z);
	u64 m = (mul(3, mul(p.x, p.x)) + mul(CURVE, mul(zz, zz))) % FIELD, x = sub(mul(m, m), mul(2, s));
	return { x, sub(mul(m, sub(s, x)), mul(8, mul(yy, yy))), mul(2, mul(p.y, p.z)) };
}
__host__ __device__ Point plus(const Point &p, u64 qx, u64 qy)
{
	u64 zz = mul(p.z, p.z), h = sub(mul(qx, zz), p.x), r = sub(mul(qy, mul(zz, p.z)), p.y), hh = mul(h, h);
	u64 hhh = mul(hh, h), v = mul(p.x, hh), x = sub(sub(mul(r, r), hhh), mul(2, v));
	return { x, sub(mul(r, sub(v, x)), mul(p.y, hhh)), mul(h, p.z) };
}
__host__ __device__ u64 inverse(u64 a)
{
	u64 r = 1;
	for (u64 e = FIELD - 2; e; e >>= 1, a = mul(a, a))
		if (e & 1)
			r = mul(r, a);
	return r;
}
__host__ __device__ Point many_times(u64 x, u64 y, unsigned k)
{
	Point p = { x, y, 1 };
	int bit = 31;
	while (!(k >> bit & 1))
		bit--;
	while (bit-- > 0) {
		p = twice(p);
		if (k >> bit & 1)
			p = plus(p, x, y);
	}
	return p;
}
__global__ void curve_bits(const unsigned *k, u64 x, u64 y, u64 *out, int n)
{ // a point of a curve added to itself many times: double, and add where a bit is set
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Point p = many_times(x, y, k[i]);
	u64 z = inverse(p.z);
	out[i] = mul(p.x, mul(z, z));
}
__global__ void curve_table(const unsigned *k, const ulonglong2 *table, u64 *out, int n)
{ // the same with a table of multiples for each four bits: eight additions
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Point p = { 0, 0, 0 };
	for (int d = 0; d < 8; d++) {
		int v = k[i] >> 4 * d & 15;
		if (!v)
			continue;
		ulonglong2 q = table[d * 16 + v];
		if (p.z)
			p = plus(p, q.x, q.y);
		else
			p = { q.x, q.y, 1 };
	}
	u64 z = inverse(p.z);
	out[i] = mul(p.x, mul(z, z));
}
__global__ void signs_thread(const u64 *a, const u64 *b, int *out, int n, int m, int words)
{ // a layer whose weights are only signs: equal bits are counted, a result a thread
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, sum = 0;
	if (j >= m)
		return;
	for (int k = 0; k < words; k++)
		sum += __popcll(~(a[i * words + k] ^ b[j * words + k]));
	out[i * m + j] = sum;
}
__global__ void signs_tile(const u64 *a, const u64 *b, int *out, int n, int m, int words)
{ // the same from tiles in shared memory
	__shared__ u64 as[16][17], bs[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * 16 + ty, j = blockIdx.x * 16 + tx;
	int jb = blockIdx.x * 16 + ty, sum = 0;
	for (int k = 0; k < words; k += 16) {
		as[ty][tx] = i < n && k + tx < words ? a[i * words + k + tx] : 0;
		bs[ty][tx] = jb < m && k + tx < words ? b[jb * words + k + tx] : ~0ull;
		__syncthreads();
#pragma unroll
		for (int q = 0; q < 16; q++)
			sum += __popcll(~(as[ty][q] ^ bs[tx][q]));
		__syncthreads();
	}
	if (i < n && j < m)
		out[i * m + j] = sum;
}
__constant__ u64 check_mask[7];
__host__ __device__ u64 mended(u64 data, unsigned check, const u64 *mask)
{ // one wrong bit is set right; the place in a code of seven checks; top bit of the checks is over everything
	unsigned s = 0;
	for (int k = 0; k < 7; k++) {
		u64 v = data & mask[k];
		for (int d = 32; d; d /= 2)
			v ^= v >> d;
		s |= (unsigned)((v ^ check >> k) & 1) << k;
	}
	if (!s || !(s & s - 1))
		return data;
	for (int place = 0, at = 1; place < 64; place++) {
		do
			at++;
		while (!(at & at - 1));
		if (at == s)
			return data ^ 1ull << place;
	}
	return ~0ull;
}
__global__ void mended_words(const u64 *data, const byte *check, u64 *out, int n)
{ // a word a thread; few have a wrong bit to be looked for
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = mended(data[i], check[i], check_mask);
}
static const int TERMS = 64;
__constant__ double2 term[TERMS];
__global__ void zeta_line(const double *t, double *out, int n)
{ // Riemann and Siegel's sum along the critical line, doubles, another number of terms for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double x = t[i], u = x / 6.283185307179586, theta = x / 2 * log(u) - x / 2 - 0.39269908169872414 + 1 / (48 * x);
	int many = (int)sqrt(u);
	double sum = 0;
	for (int k = 0; k < many; k++)
		sum += cos(theta - x * term[k].x) * term[k].y;
	out[i] = 2 * sum;
}
__global__ void twister(const unsigned *state, unsigned *out, int rounds)
{ // the Mersenne twister, a generator a block: its state turns in three parts
	__shared__ unsigned s[624];
	int t = threadIdx.x;
	for (int i = t; i < 624; i += 227)
		s[i] = state[blockIdx.x * 624 + i];
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		for (int base = 0; base < 624; base += 227) {
			int i = base + t;
			unsigned v = 0;
			if (i < 624) {
				unsigned y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
				v = s[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
			}
			__syncthreads();
			if (i < 624)
				s[i] = v;
			__syncthreads();
		}
		for (int i = t; i < 624; i += 227) {
			unsigned y = s[i];
			y ^= y >> 11, y ^= y << 7 & 0x9d2c5680, y ^= y << 15 & 0xefc60000, y ^= y >> 18;
			out[(blockIdx.x * rounds + r) * 624 + i] = y;
		}
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int M = 3100, BLOCKS = 5;
	std::vector<int> blocks(M);
	std::vector<unsigned> digest(8 * M);
	for (int i = 0; i < M; i++) {
		unsigned *h = &digest[8 * i];
		blocks[i] = 1 + w[i] % BLOCKS;
		for (int k = 0; k < 8; k++)
			h[k] = SEED[k] ^ (k ? 0 : 0x01010020);
		for (int b = 0; b < blocks[i]; b++)
			squeezed(h, &w[(i * BLOCKS + b) * 16], (b + 1) * 64, b == blocks[i] - 1, SHUFFLED, SEED);
	}
	CHECK(cudaMemcpyToSymbol(shuffled, SHUFFLED, sizeof SHUFFLED));
	CHECK(cudaMemcpyToSymbol(seed, SEED, sizeof SEED));
	unsigned *gw = upload(w), *o = dev<unsigned>(1 << 18);
	int *gb = upload(blocks);
	job<unsigned>(
		"blake.message_a_thread", [&] { blake_thread<<<(M + 63) / 64, 64>>>(gw, gb, o, M, BLOCKS); }, o, 8 * M,
		same(digest));
	job<unsigned>(
		"blake.message_four_lanes", [&] { blake_lanes<<<(M + 23) / 24, 96>>>(gw, gb, o, M, BLOCKS); }, o, 8 * M,
		same(digest));
	auto transform = [](std::vector<unsigned> in, int bits, std::vector<unsigned> &root) {
		int n = 1 << bits;
		unsigned g = 1, b = 3;
		for (unsigned e = (PRIME - 1) >> bits; e; e >>= 1, b = times(b, b))
			g = e & 1 ? times(g, b) : g;
		root.assign(n / 2, 1);
		for (int k = 1; k < n / 2; k++)
			root[k] = times(root[k - 1], g);
		std::vector<unsigned> x(n);
		for (int i = 0; i < n; i++) {
			int r = 0;
			for (int k = 0; k < bits; k++)
				r |= (i >> k & 1) << (bits - 1 - k);
			x[r] = in[i];
		}
		for (int half = 1; half < n; half *= 2)
			for (int i = 0; i < n / 2; i++) {
				int k = i % half, a = (i - k) * 2 + k;
				wings(x[a], x[a + half], root[k * (n / 2 / half)]);
			}
		return x;
	};
	const int BITS = 9, SIZE = 1 << BITS, MANY = 75, LONG = 14, LENGTH = 1 << LONG;
	std::vector<unsigned> in(SIZE * MANY), spectra, root, long_root;
	for (int i = 0; i < SIZE * MANY; i++)
		in[i] = w[i] % PRIME;
	for (int b = 0; b < MANY; b++) {
		auto x = transform(
			std::vector<unsigned>(in.begin() + b * SIZE, in.begin() + (b + 1) * SIZE), BITS, root);
		spectra.insert(spectra.end(), x.begin(), x.end());
	}
	auto wide = transform(std::vector<unsigned>(in.begin(), in.begin() + LENGTH), LONG, long_root);
	unsigned *gin = upload(in), *gr = upload(root), *glr = upload(long_root);
	job<unsigned>(
		"whole_fourier.one_a_block", [&] { number_block<<<MANY, 192, SIZE * 4>>>(gin, gr, o, SIZE, BITS); }, o,
		SIZE * MANY, same(spectra));
	job<unsigned>(
		"whole_fourier.stage_a_launch",
		[&] {
			number_order<<<LENGTH / 256, 256>>>(gin, o, LENGTH, LONG);
			for (int half = 1; half < LENGTH; half *= 2)
				number_stage<<<LENGTH / 256, 128>>>(o, glr, LENGTH, half);
		},
		o, LENGTH, same(wide));
	const int K = 5200;
	const u64 X = 123456789, Y = 987654321;
	std::vector<u64> point(K);
	std::vector<ulonglong2> table(128);
	for (int d = 0; d < 8; d++)
		for (unsigned v = 1; v < 16; v++) {
			Point p = many_times(X, Y, v << 4 * d);
			u64 z = inverse(p.z), zz = mul(z, z);
			table[d * 16 + v] = { mul(p.x, zz), mul(p.y, mul(zz, z)) };
		}
	for (int i = 0; i < K; i++) {
		Point p = many_times(X, Y, w[i]);
		u64 z = inverse(p.z);
		point[i] = mul(p.x, mul(z, z));
	}
	u64 *ow = dev<u64>(100000);
	ulonglong2 *gtable = upload(table);
	job<u64>(
		"curve_points.double_and_add", [&] { curve_bits<<<(K + 127) / 128, 128>>>(gw, X, Y, ow, K); }, ow, K,
		same(point));
	job<u64>(
		"curve_points.table_of_multiples", [&] { curve_table<<<(K + 127) / 128, 128>>>(gw, gtable, ow, K); },
		ow, K, same(point));
	const int A = 310, B = 420, W = 20;
	std::vector<u64> a(A * W), b(B * W);
	std::vector<int> equal(A * B);
	for (int i = 0; i < A * W; i++)
		a[i] = (u64)w[i] << 32 | w[i + 7000];
	for (int i = 0; i < B * W; i++)
		b[i] = (u64)w[i + 20000] << 32 | w[i + 50000];
	for (int i = 0; i < A * B; i++)
		for (int k = 0; k < W; k++)
			equal[i] += __builtin_popcountll(~(a[i / B * W + k] ^ b[i % B * W + k]));
	u64 *ga = upload(a), *gbb = upload(b);
	int *oi = dev<int>(A * B);
	job<int>(
		"only_signs.result_a_thread",
		[&] { signs_thread<<<dim3((B + 139) / 140, A), 140>>>(ga, gbb, oi, A, B, W); }, oi, A * B, same(equal));
	job<int>(
		"only_signs.tiles",
		[&] { signs_tile<<<dim3((B + 15) / 16, (A + 15) / 16), dim3(16, 16)>>>(ga, gbb, oi, A, B, W); }, oi,
		A * B, same(equal));
	const int D = 52000;
	std::vector<u64> data(D), right(D), mask(7);
	std::vector<byte> check(D);
	for (int place = 0, at = 1; place < 64; place++) {
		do
			at++;
		while (!(at & at - 1));
		for (int k = 0; k < 7; k++)
			mask[k] |= (u64)(at >> k & 1) << place;
	}
	for (int i = 0; i < D; i++) {
		right[i] = data[i] = (u64)w[i] << 32 | w[i + D];
		for (int k = 0; k < 7; k++)
			check[i] |= (__builtin_popcountll(data[i] & mask[k]) & 1) << k;
		if (w[i + 2 * D] % 23 == 0)
			data[i] ^= 1ull << (w[i + 3 * D] & 63);
	}
	CHECK(cudaMemcpyToSymbol(check_mask, mask.data(), 56));
	u64 *gd = upload(data);
	byte *gc = upload(check);
	job<u64>(
		"mended_bits.word_a_thread", [&] { mended_words<<<(D + 255) / 256, 256>>>(gd, gc, ow, D); }, ow, D,
		same(right));
	const int Z = 2700;
	std::vector<double> t(Z), line(Z);
	std::vector<double2> terms(TERMS);
	for (int k = 0; k < TERMS; k++)
		terms[k] = { std::log(k + 1.0), 1 / std::sqrt(k + 1.0) };
	for (int i = 0; i < Z; i++) {
		double x = t[i] = 100 + i * 8.7, u = x / 6.283185307179586;
		double theta = x / 2 * std::log(u) - x / 2 - 0.39269908169872414 + 1 / (48 * x);
		for (int k = 0; k < (int)std::sqrt(u); k++)
			line[i] += 2 * std::cos(theta - x * terms[k].x) * terms[k].y;
	}
	CHECK(cudaMemcpyToSymbol(term, terms.data(), TERMS * 16));
	double *gt = upload(t), *od = dev<double>(Z);
	job<double>(
		"critical_line.place_a_thread", [&] { zeta_line<<<(Z + 95) / 96, 96>>>(gt, od, Z); }, od, Z,
		close_to(line, 1e-6));
	const int G = 45, ROUNDS = 7;
	std::vector<unsigned> drawn(G * ROUNDS * 624);
	for (int g = 0; g < G; g++) {
		std::vector<unsigned> s(w.begin() + g * 624, w.begin() + g * 624 + 624);
		for (int r = 0; r < ROUNDS; r++) {
			for (int i = 0; i < 624; i++) {
				unsigned y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
				s[i] = s[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
			}
			for (int i = 0; i < 624; i++) {
				unsigned y = s[i];
				y ^= y >> 11, y ^= y << 7 & 0x9d2c5680, y ^= y << 15 & 0xefc60000, y ^= y >> 18;
				drawn[(g * ROUNDS + r) * 624 + i] = y;
			}
		}
	}
	job<unsigned>(
		"twister.generator_a_block", [&] { twister<<<G, 227>>>(gw, o, ROUNDS); }, o, G * ROUNDS * 624,
		same(drawn));
}
