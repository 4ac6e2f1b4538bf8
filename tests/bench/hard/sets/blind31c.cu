// blind31c: a fresh set of kernels that nobody had modelled when they were written. Long integers, fields, checksums.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// powers modulo 2^61 - 1
static const u64 M61 = (1ull << 61) - 1;
HD u64 fold61(u64 high, u64 low)
{ // high 2^64 + low
	u64 s = (low & M61) + (high << 3 | low >> 61);
	return s >= M61 ? s - M61 : s;
}
__device__ u64 times61_wide(u64 a, u64 b)
{
	return fold61(__umul64hi(a, b), a * b);
}
HD u64 times61_parts(u64 a, u64 b)
{ // four products of 32 bits
	u64 al = (unsigned)a, ah = a >> 32, bl = (unsigned)b, bh = b >> 32;
	u64 mid = al * bh + ah * bl, low = al * bl;
	// ah bh 2^64 + mid 2^32 + low, 2^64 = 8, mid 2^32 = (mid >> 29) + (mid & 2^29 - 1) 2^32
	u64 s = ah * bh * 8 + (mid >> 29) + ((mid & (1ull << 29) - 1) << 32) + (low & M61) + (low >> 61);
	s = (s & M61) + (s >> 61);
	return s >= M61 ? s - M61 : s;
}
__global__ void power61_wide(const u64 *base, const unsigned *power, u64 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 b = base[i], r = 1;
	for (unsigned e = power[i]; e; e >>= 1) {
		if (e & 1)
			r = times61_wide(r, b);
		b = times61_wide(b, b);
	}
	out[i] = r;
}
__global__ void power61_parts(const u64 *base, const unsigned *power, u64 *out, int n)
{ // the same from the highest bit on, two bits at a time, a table of four in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 t[4], r = 1;
	t[0] = 1, t[1] = base[i];
	t[2] = times61_parts(t[1], t[1]), t[3] = times61_parts(t[2], t[1]);
	unsigned e = power[i];
	for (int k = 30; k >= 0; k -= 2) {
		r = times61_parts(r, r);
		r = times61_parts(r, r);
		r = times61_parts(r, t[e >> k & 3]);
	}
	out[i] = r;
}
// rabbits: the n-th number of a series x'' = x' + x as a number of 1024 bits (what is above falls away)
__global__ void rabbits_thread(const unsigned *start, unsigned *out, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a[32], b[32];
	for (int k = 0; k < 32; k++)
		a[k] = start[k * n + i], b[k] = start[(k + 32) * n + i];
	for (int s = 0; s < steps; s++) {
		u64 c = 0;
#pragma unroll
		for (int k = 0; k < 32; k++) {
			c += (u64)a[k] + b[k];
			a[k] = b[k];
			b[k] = c;
			c >>= 32;
		}
	}
	for (int k = 0; k < 32; k++)
		out[i * 32 + k] = b[k];
}
__global__ void rabbits_warp(const unsigned *start, unsigned *out, int n, int steps)
{ // a lane for each word, all carries at once from two votes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned a = start[l * n + i], b = start[(l + 32) * n + i];
	for (int s = 0; s < steps; s++) {
		unsigned v = a + b, made = __ballot_sync(~0u, v < a), passed = __ballot_sync(~0u, v == ~0u);
		unsigned carry = (passed + (made << 1)) ^ passed; // the carry runs through what passes it on
		a = b;
		b = v + (carry >> l & 1);
	}
	out[i * 32 + l] = b;
}
// products in the field of 2^16 elements, x^16 + x^12 + x^3 + x + 1
HD unsigned field_double(unsigned a)
{
	return a << 1 ^ (a >> 15) * 0x1100b;
}
HD unsigned field_product(unsigned a, unsigned b)
{
	unsigned r = 0;
	for (int k = 0; k < 16; k++) {
		r ^= b >> k & 1 ? a : 0;
		a = field_double(a);
	}
	return r;
}
__global__ void field_horner_bits(
	const unsigned short *poly, const unsigned short *x, unsigned short *out, int n, int terms)
{ // a polynomial over the field at many places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = 0, at = x[i];
	for (int k = 0; k < terms; k++)
		s = field_product(s, at) ^ poly[k];
	out[i] = s;
}
__global__ void field_horner_nibbles(
	const unsigned short *poly, const unsigned short *x, unsigned short *out, int n, int terms)
{                                              // sixteen multiples of the place in shared memory, four bits at a time
	extern __shared__ unsigned multiple[]; // [16][threads]
	__shared__ unsigned over[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, w = blockDim.x;
	if (t < 16) { // what the four bits that fall out come back as
		unsigned v = 0;
		for (int b = 0; b < 4; b++)
			v ^= (t >> b & 1) * (0x100bu << b);
		over[t] = v;
	}
	unsigned at = i < n ? x[i] : 0;
	multiple[t] = 0, multiple[w + t] = at;
	for (int k = 2; k < 16; k += 2) {
		multiple[k * w + t] = field_double(multiple[k / 2 * w + t]);
		multiple[(k + 1) * w + t] = multiple[k * w + t] ^ at;
	}
	__syncthreads();
	if (i >= n)
		return;
	unsigned s = 0;
	for (int k = 0; k < terms; k++) {
		unsigned r = multiple[(s >> 12) * w + t];
#pragma unroll
		for (int b = 8; b >= 0; b -= 4) {
			r = (r << 4 & 0xffff) ^ over[r >> 12];
			r ^= multiple[(s >> b & 15) * w + t];
		}
		s = r ^ poly[k];
	}
	out[i] = s;
}
// convolutions by a transform modulo 998244353: here only the transform of 256, order of the result as it falls
static const unsigned P = 998244353;
HD unsigned times_p(unsigned a, unsigned b)
{
	return (u64)a * b % P;
}
static unsigned power_p(unsigned b, unsigned e)
{
	unsigned r = 1;
	for (; e; e >>= 1, b = times_p(b, b))
		if (e & 1)
			r = times_p(r, b);
	return r;
}
__global__ void residues_block(const unsigned *in, const unsigned *root, unsigned *out)
{ // 128 threads have a row of 256 in shared memory
	__shared__ unsigned v[256], w[128];
	int t = threadIdx.x, row = blockIdx.x * 256;
	v[t] = in[row + t], v[t + 128] = in[row + t + 128];
	w[t] = root[t];
	for (int d = 128; d; d /= 2) {
		__syncthreads();
		int k = t & (d - 1), a = (t - k) * 2 + k, b = a + d;
		unsigned x = v[a], y = v[b], s = x + y;
		v[a] = s >= P ? s - P : s;
		v[b] = times_p(x >= y ? x - y : x + P - y, w[k * (128 / d)]);
	}
	__syncthreads();
	out[row + t] = v[t], out[row + t + 128] = v[t + 128];
}
__device__ unsigned mont_p(unsigned a, unsigned b)
{ // a b / 2^32
	u64 t = (u64)a * b;
	unsigned m = (unsigned)t * 998244351u; // -1 / P
	unsigned r = (t + (u64)m * P) >> 32;
	return r >= P ? r - P : r;
}
__global__ void residues_warp(const unsigned *in, const unsigned *root, unsigned *out, int rows)
{ // a warp has a row, eight a lane; near partners by shuffles; the roots come times 2^32
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (row >= rows)
		return;
	unsigned v[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = in[row * 256 + k * 32 + l];
#pragma unroll
	for (int d = 4; d; d /= 2)
#pragma unroll
		for (int k = 0; k < 8; k++)
			if (!(k & d)) {
				unsigned x = v[k], y = v[k + d], s = x + y;
				v[k] = s >= P ? s - P : s;
				v[k + d] = mont_p(x >= y ? x - y : x + P - y, root[((k & (d - 1)) * 32 + l) * (4 / d)]);
			}
#pragma unroll
	for (int d = 16; d; d /= 2) {
		unsigned w = root[(l & (d - 1)) * (128 / d)];
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned o = __shfl_xor_sync(~0u, v[k], d);
			if (l & d)
				v[k] = mont_p(o >= v[k] ? o - v[k] : o + P - v[k], w);
			else {
				unsigned s = v[k] + o;
				v[k] = s >= P ? s - P : s;
			}
		}
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		out[row * 256 + k * 32 + l] = v[k];
}
// two sums over a packet of words, modulo 65535: s1 of all, s2 of the s1
__global__ void two_sums_thread(const unsigned short *in, unsigned *out, int packets, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= packets)
		return;
	unsigned a = 0, b = 0;
	for (int k = 0; k < words; k++) {
		a += in[i * words + k];
		b += a;
		if (k % 200 == 199) // before they overflow
			a %= 65535, b %= 65535;
	}
	out[i] = b % 65535 << 16 | a % 65535;
}
// a lagged generator: x[k] = x[k - 17] * x[k - 5], odd numbers of 32 bits; sum of the high bytes
__global__ void lagged_local(const unsigned *seed, unsigned *out, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (i >= n)
		return;
	unsigned x[17], s = 0;
	for (int k = 0; k < 17; k++)
		x[k] = seed[k * n + i] | 1;
	for (int k = 0; k < many; k++) {
		int far = at + 12 >= 17 ? at - 5 : at + 12;
		x[at] *= x[far];
		s += x[at] >> 24;
		at = at == 16 ? 0 : at + 1;
	}
	out[i] = s;
}
__global__ void lagged_registers(const unsigned *seed, unsigned *out, int n, int many)
{ // seventeen at a time, so that each has its register
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x[17], s = 0;
#pragma unroll
	for (int k = 0; k < 17; k++)
		x[k] = seed[k * n + i] | 1;
	for (int k = 0; k < many; k += 17)
#pragma unroll
		for (int j = 0; j < 17; j++) {
			x[j] *= x[(j + 12) % 17];
			s += x[j] >> 24;
		}
	out[i] = s;
}
// Moebius' function of a stretch of numbers
__global__ void moebius_block(const int *prime, int primes, signed char *out, int length)
{ // a block has 1024 numbers: what divides them is multiplied up in shared memory, its signs too
	__shared__ int rest[1024], sign[1024];
	int base = blockIdx.x * 1024 + 1, t = threadIdx.x;
	for (int k = t; k < 1024; k += 256)
		rest[k] = 1, sign[k] = 1;
	__syncthreads();
	for (int w = t / 8; w < primes; w += 32) { // eight threads a prime
		int p = prime[w];
		if ((long long)p * p > base + 1023)
			break;
		int first = (base + p - 1) / p * p - base;
		for (int k = first + t % 8 * p; k < 1024; k += 8 * p) {
			if ((base + k) / p % p == 0)
				atomicAnd(&sign[k], 0);
			else
				atomicXor(&sign[k], 2);
			int old = rest[k], seen;
			do {
				seen = old;
				old = atomicCAS(&rest[k], seen, seen * p);
			} while (old != seen);
		}
	}
	__syncthreads();
	for (int k = t; k < 1024 && base - 1 + k < length; k += 256) {
		int s = sign[k] & 1 ? sign[k] & 2 ? -1 : 1 : 0;
		if (rest[k] < base + k)
			s = -s;
		out[base - 1 + k] = s;
	}
}
__global__ void moebius_divide(const int *prime, signed char *out, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, left = i + 1, s = 1;
	if (i >= length)
		return;
	for (int k = 0; prime[k] * prime[k] <= left; k++)
		if (left % prime[k] == 0) {
			left /= prime[k], s = -s;
			if (left % prime[k] == 0) {
				s = 0;
				break;
			}
		}
	out[i] = s && left > 1 ? -s : s;
}
static void powers(const std::vector<unsigned> &w)
{
	const int N = 40000;
	std::vector<u64> base(N), want(N);
	std::vector<unsigned> power(N);
	for (int i = 0; i < N; i++) {
		base[i] = ((u64)w[2 * i] << 32 | w[2 * i + 1]) % M61;
		u64 b = base[i], r = 1;
		for (unsigned e = power[i] = w[i + 7]; e; e >>= 1) {
			if (e & 1)
				r = (u64)((unsigned __int128)r * b % M61);
			b = (u64)((unsigned __int128)b * b % M61);
		}
		want[i] = r;
	}
	u64 *d = upload(base), *o = dev<u64>(N);
	unsigned *e = upload(power);
	job<u64>(
		"powers_of_61_bits.high_halves", [&] { power61_wide<<<up(N, 128), 128>>>(d, e, o, N); }, o, N,
		same(want));
	job<u64>(
		"powers_of_61_bits.parts_and_a_table", [&] { power61_parts<<<up(N, 128), 128>>>(d, e, o, N); }, o, N,
		same(want));
}
static void rabbits(const std::vector<unsigned> &w)
{
	const int N = 1500, S = 60;
	std::vector<unsigned> start(64 * N), want(32 * N);
	for (int i = 0; i < 64 * N; i++)
		start[i] = i % 5 == 0 ? ~0u : w[i];
	for (int i = 0; i < N; i++) {
		unsigned a[32], b[32];
		for (int k = 0; k < 32; k++)
			a[k] = start[k * N + i], b[k] = start[(k + 32) * N + i];
		for (int s = 0; s < S; s++) {
			u64 c = 0;
			for (int k = 0; k < 32; k++) {
				c += (u64)a[k] + b[k];
				a[k] = b[k], b[k] = c, c >>= 32;
			}
		}
		for (int k = 0; k < 32; k++)
			want[i * 32 + k] = b[k];
	}
	unsigned *d = upload(start), *o = dev<unsigned>(32 * N);
	job<unsigned>(
		"rabbits_of_1024_bits.thread", [&] { rabbits_thread<<<up(N, 32), 32>>>(d, o, N, S); }, o, 32 * N,
		same(want));
	job<unsigned>(
		"rabbits_of_1024_bits.warp_votes_carries", [&] { rabbits_warp<<<up(N, 8), 256>>>(d, o, N, S); }, o,
		32 * N, same(want));
}
static void field(const std::vector<unsigned> &w)
{
	const int N = 12000, T = 20;
	std::vector<unsigned short> poly(T), x(N), want(N);
	for (int k = 0; k < T; k++)
		poly[k] = w[k + 3];
	for (int i = 0; i < N; i++) {
		x[i] = w[i + 90];
		unsigned s = 0;
		for (int k = 0; k < T; k++)
			s = field_product(s, x[i]) ^ poly[k];
		want[i] = s;
	}
	unsigned short *dp = upload(poly), *dx = upload(x), *o = dev<unsigned short>(N);
	job<unsigned short>(
		"field_of_65536.bit_by_bit", [&] { field_horner_bits<<<up(N, 160), 160>>>(dp, dx, o, N, T); }, o, N,
		same(want));
	job<unsigned short>(
		"field_of_65536.four_bits_shared",
		[&] { field_horner_nibbles<<<up(N, 160), 160, 160 * 64>>>(dp, dx, o, N, T); }, o, N, same(want));
}
static void residues(const std::vector<unsigned> &w)
{
	const int R = 900;
	std::vector<unsigned> in(R * 256), root(128), high(128), want;
	unsigned g = power_p(3, (P - 1) / 256);
	root[0] = 1;
	for (int k = 1; k < 128; k++)
		root[k] = times_p(root[k - 1], g);
	for (int k = 0; k < 128; k++)
		high[k] = ((u64)root[k] << 32) % P;
	for (int i = 0; i < R * 256; i++)
		in[i] = w[i] % P;
	want = in;
	for (int r = 0; r < R; r++) // element k of the row: the sum of in[j] g^(j k), bits of k mirrored
		for (int d = 128; d; d /= 2)
			for (int a = 0; a < 256; a++)
				if (!(a & d)) {
					unsigned &x = want[r * 256 + a], &y = want[r * 256 + a + d], s = (x + y) % P;
					y = times_p((x + P - y) % P, root[(a & (d - 1)) * (128 / d)]);
					x = s;
				}
	u64 one = 0;
	for (int j = 0; j < 256; j++) // element 128 has mirrored number 1
		one = (one + (u64)in[j] * power_p(g, j)) % P;
	if (one != want[128])
		printf("the transform of the host is wrong\n");
	unsigned *d = upload(in), *dr = upload(root), *dh = upload(high), *o = dev<unsigned>(R * 256);
	job<unsigned>(
		"transform_of_residues.block_shared", [&] { residues_block<<<R, 128>>>(d, dr, o); }, o, R * 256,
		same(want));
	job<unsigned>(
		"transform_of_residues.warp_eight_each", [&] { residues_warp<<<up(R, 4), 128>>>(d, dh, o, R); }, o,
		R * 256, same(want));
}
static void two_sums(const std::vector<unsigned> &w)
{
	const int K = 800, L = 999;
	std::vector<unsigned short> in(K * L);
	std::vector<unsigned> want(K);
	for (int i = 0; i < K; i++) {
		unsigned a = 0, b = 0;
		for (int k = 0; k < L; k++) {
			a = (a + (in[i * L + k] = w[i * L + k])) % 65535;
			b = (b + a) % 65535;
		}
		want[i] = b << 16 | a;
	}
	unsigned short *d = upload(in);
	unsigned *o = dev<unsigned>(K);
	job<unsigned>(
		"two_running_checks.thread_a_packet", [&] { two_sums_thread<<<up(K, 32), 32>>>(d, o, K, L); }, o, K,
		same(want));
}
static void lagged(const std::vector<unsigned> &w)
{
	const int N = 20000, S = 102;
	std::vector<unsigned> seed(w.begin() + 5, w.begin() + 5 + 17 * N), want(N);
	for (int i = 0; i < N; i++) {
		unsigned x[17 + S];
		for (int k = 0; k < 17; k++)
			x[k] = seed[k * N + i] | 1;
		for (int k = 17; k < 17 + S; k++)
			want[i] += (x[k] = x[k - 17] * x[k - 5]) >> 24;
	}
	unsigned *d = upload(seed), *o = dev<unsigned>(N);
	job<unsigned>(
		"lagged_products.local_ring", [&] { lagged_local<<<up(N, 192), 192>>>(d, o, N, S); }, o, N, same(want));
	job<unsigned>(
		"lagged_products.registers", [&] { lagged_registers<<<up(N, 192), 192>>>(d, o, N, S); }, o, N,
		same(want));
}
static void moebius()
{
	const int N = 100000;
	std::vector<int> least(N + 1), prime;
	std::vector<signed char> want(N);
	want[0] = 1;
	for (int i = 2; i <= N; i++) {
		if (!least[i])
			for (int k = i; k <= N; k += i)
				if (!least[k])
					least[k] = i;
		int rest = i / least[i];
		want[i - 1] = rest % least[i] == 0 ? 0 : -want[rest - 1];
	}
	for (int i = 2; i <= N && prime.size() < 100; i++)
		if (least[i] == i)
			prime.push_back(i);
	int *d = upload(prime);
	signed char *o = dev<signed char>(N);
	job<signed char>(
		"moebius_of_a_stretch.block_shared",
		[&] { moebius_block<<<up(N, 1024), 256>>>(d, prime.size(), o, N); }, o, N, same(want));
	job<signed char>(
		"moebius_of_a_stretch.division_each", [&] { moebius_divide<<<up(N, 256), 256>>>(d, o, N); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(900000);
	powers(w);
	rabbits(w);
	field(w);
	residues(w);
	two_sums(w);
	lagged(w);
	moebius();
}
