// blind28e: a fresh set of kernels that nobody had modelled when they were written. Block ciphers, counters, long sums,
// powers, factors, symbols, logarithms.
#include "blind7.h"
typedef unsigned u32;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ inline u32 roll(u32 v, int by)
{
	return by ? v << by | v >> (32 - by) : v;
}
// a cipher of ten rounds; four tables of words do a round's work
__constant__ u32 round_key[44], cipher_table[256];
__constant__ byte last_box[256];
struct InConstant {
	__device__ u32 operator()(int k, int at) const
	{
		return roll(cipher_table[at], 8 * k);
	}
};
struct InMemory {
	const u32 *t;
	__device__ u32 operator()(int k, int at) const
	{
		return t[k * 256 + at];
	}
};
struct OwnBank {
	const u32 *t;
	int bank;
	__device__ u32 operator()(int k, int at) const
	{
		return roll(t[at * 16 + bank], 8 * k);
	}
};
template <class T> __device__ uint4 locked(uint4 v, T table)
{
	u32 s[4] = { v.x ^ round_key[0], v.y ^ round_key[1], v.z ^ round_key[2], v.w ^ round_key[3] };
	for (int r = 1; r < 10; r++) {
		u32 n[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			n[k] = table(0, s[k] & 255) ^ table(1, s[(k + 1) % 4] >> 8 & 255) ^
				table(2, s[(k + 2) % 4] >> 16 & 255) ^ table(3, s[(k + 3) % 4] >> 24) ^
				round_key[4 * r + k];
#pragma unroll
		for (int k = 0; k < 4; k++)
			s[k] = n[k];
	}
	u32 n[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		n[k] = last_box[s[k] & 255] ^ last_box[s[(k + 1) % 4] >> 8 & 255] << 8 ^
			last_box[s[(k + 2) % 4] >> 16 & 255] << 16 ^ (u32)last_box[s[(k + 3) % 4] >> 24] << 24 ^
			round_key[40 + k];
	return make_uint4(n[0], n[1], n[2], n[3]);
}
__global__ void lock_constant(const uint4 *in, uint4 *out, int n)
{ // one table in constant memory, turned as needed
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = locked(in[i], InConstant());
}
__global__ void lock_memory(const uint4 *in, uint4 *out, int n, const u32 *four)
{ // four tables in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = locked(in[i], InMemory{ four });
}
__global__ void lock_shared(const uint4 *in, uint4 *out, int n, const u32 *four)
{ // four tables in shared memory
	__shared__ u32 t[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		t[k] = four[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = locked(in[i], InMemory{ t });
}
__global__ void lock_banks(const uint4 *in, uint4 *out, int n)
{ // one table sixteen times, so that only two lanes can meet
	__shared__ u32 t[256 * 16];
	for (int k = threadIdx.x; k < 256 * 16; k += blockDim.x)
		t[k] = cipher_table[k / 16];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = locked(in[i], OwnBank{ t, (int)threadIdx.x % 16 });
}
__host__ __device__ inline void counted_numbers(u32 i, u32 key0, u32 key1, u32 c[4])
{ // random numbers from a count, ten rounds
	c[0] = i, c[1] = 7, c[2] = 0, c[3] = 99;
	for (int r = 0; r < 10; r++) {
		u64 a = (u64)c[0] * 0xd2511f53, b = (u64)c[2] * 0xcd9e8d57;
		c[0] = (u32)(b >> 32) ^ c[1] ^ key0, c[1] = b;
		c[2] = (u32)(a >> 32) ^ c[3] ^ key1, c[3] = a;
		key0 += 0x9e3779b9, key1 += 0xbb67ae85;
	}
}
__global__ void fill_counted(uint4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 c[4];
	counted_numbers(i, 1234, 5678, c);
	out[i] = make_uint4(c[0], c[1], c[2], c[3]);
}
__global__ void walk_counted(int *out, int n, int steps)
{ // drunkards: two bits a step, 64 steps of each call
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0;
	if (i >= n)
		return;
	for (int s = 0; s < steps; s++) {
		u32 c[4];
		counted_numbers(i * 64 + s, 42, 43, c);
		for (int k = 0; k < 4; k++)
			for (int b = 0; b < 32; b += 2) {
				int way = c[k] >> b & 3;
				x += (way == 0) - (way == 1), y += (way == 2) - (way == 3);
			}
	}
	out[i] = x * x + y * y;
}
static const int LIMBS = 32;
__global__ void long_sum_thread(const u32 *a, const u32 *b, u32 *out, int n)
{ // numbers of 1024 bits, a pair a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 c = 0;
	for (int k = 0; k < LIMBS; k++) {
		c += (u64)a[i * LIMBS + k] + b[i * LIMBS + k];
		out[i * LIMBS + k] = c, c >>= 32;
	}
}
__global__ void long_sum_warp(const u32 *a, const u32 *b, u32 *out, int n)
{ // a pair a warp: who makes a carry and who passes it on, added as two words of bits
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	u32 x = a[i * LIMBS + lane], s = x + b[i * LIMBS + lane];
	u32 make = __ballot_sync(~0u, s < x), pass = __ballot_sync(~0u, s == ~0u);
	u32 carry = (make << 1) + pass ^ pass;
	out[i * LIMBS + lane] = s + (carry >> lane & 1);
}
__global__ void power_divided(const u64 *base, const u32 *up_to, u64 *out, int n, u64 m)
{ // x to the power of e, m below 2 to the 31: a true remainder each time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 r = 1, x = base[i] % m;
	for (u32 e = up_to[i]; e; e >>= 1) {
		if (e & 1)
			r = r * x % m;
		x = x * x % m;
	}
	out[i] = r;
}
__global__ void power_estimated(const u64 *base, const u32 *up_to, u64 *out, int n, u64 m, u64 inverse)
{ // the quotient is taken from the upper half of a product, then mended
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	auto rest = [=](u64 v) {
		u64 q = v - __umul64hi(v, inverse) * m;
		return q >= m ? q - m : q;
	};
	u64 r = 1, x = rest(base[i]);
	for (u32 e = up_to[i]; e; e >>= 1) {
		if (e & 1)
			r = rest(r * x);
		x = rest(x * x);
	}
	out[i] = r;
}
__host__ __device__ inline u32 common(u32 a, u32 b)
{
	while (b) {
		u32 r = a % b;
		a = b, b = r;
	}
	return a;
}
__host__ __device__ inline u32 rho(u32 n)
{ // a factor by two runners on a circle; 0 if none within the time
	for (u32 c = 1; c < 6; c++) {
		u32 x = 2, y = 2, d = 1;
		for (int k = 0; k < 400 && d == 1; k++) {
			x = ((u64)x * x + c) % n;
			y = ((u64)y * y + c) % n;
			y = ((u64)y * y + c) % n;
			d = common(x > y ? x - y : y - x, n);
		}
		if (d != 1 && d != n)
			return d;
	}
	return 0;
}
__global__ void factors_rho(const u32 *in, u32 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = rho(in[i]);
}
__host__ __device__ inline int trailing(u32 v)
{
#ifdef __CUDA_ARCH__
	return __ffs(v) - 1;
#else
	return __builtin_ctz(v);
#endif
}
__host__ __device__ inline int symbol(u32 a, u32 n)
{ // is a a square modulo n? by subtractions and shifts
	int s = 1;
	a %= n;
	while (a) {
		int z = trailing(a);
		a >>= z;
		if (z & 1 && ((n & 7) == 3 || (n & 7) == 5))
			s = -s;
		if (a < n) {
			u32 t = a;
			a = n, n = t;
			if ((a & 3) == 3 && (n & 3) == 3)
				s = -s;
		}
		a = a - n;
	}
	return n == 1 ? s : 0;
}
__global__ void symbols(const uint2 *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = symbol(in[i].x, in[i].y);
}
static const u32 PRIME = 1000003;
__global__ void logarithm_steps(const u32 *value, const uint2 *baby, u32 *out, int n, u32 giant, int mask)
{ // a hash table of baby steps, then a giant step at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 v = value[i];
	for (int j = 0; j < 1024; j++) {
		for (u32 s = v * 2654435761u >> 12;; s++) {
			uint2 b = baby[s & mask];
			if (!b.x)
				break;
			if (b.x == v) {
				out[i] = j * 1024 + b.y;
				return;
			}
		}
		v = (u64)v * giant % PRIME;
	}
	out[i] = ~0u;
}
static void ciphers(const std::vector<u32> &w)
{
	const int N = 60000;
	byte box[256], p = 1, q = 1;
	do { // the box: inverse by powers of three
		p = p ^ p << 1 ^ (p & 128 ? 0x1b : 0);
		q ^= q << 1, q ^= q << 2, q ^= q << 4;
		if (q & 128)
			q ^= 9;
		byte x = q;
		for (int k = 1; k < 5; k++)
			x ^= (byte)(q << k | q >> (8 - k));
		box[p] = x ^ 0x63;
	} while (p != 1);
	box[0] = 0x63;
	auto twice = [](byte v) { return (byte)(v << 1 ^ (v & 128 ? 0x1b : 0)); };
	std::vector<u32> four(1024), key(44);
	for (int k = 0; k < 256; k++) {
		byte s = box[k], d = twice(s);
		u32 t = d | s << 8 | s << 16 | (u32)(byte)(d ^ s) << 24;
		for (int j = 0; j < 4; j++)
			four[j * 256 + k] = j ? roll(t, 8 * j) : t;
	}
	byte extra = 1;
	for (int k = 0; k < 44; k++) {
		if (k < 4) {
			key[k] = w[k];
			continue;
		}
		u32 t = key[k - 1];
		if (k % 4 == 0) {
			t = roll(t, 24);
			t = box[t & 255] | box[t >> 8 & 255] << 8 | box[t >> 16 & 255] << 16 | (u32)box[t >> 24] << 24;
			t ^= extra, extra = twice(extra);
		}
		key[k] = key[k - 4] ^ t;
	}
	CHECK(cudaMemcpyToSymbol(round_key, key.data(), 176));
	CHECK(cudaMemcpyToSymbol(cipher_table, four.data(), 1024));
	CHECK(cudaMemcpyToSymbol(last_box, box, 256));
	std::vector<u32> in(w.begin(), w.begin() + 4 * N), want(4 * N);
	for (int i = 0; i < N; i++) { // byte by byte, as the book has it
		byte s[16], t[16];
		for (int k = 0; k < 16; k++)
			s[k] = (in[4 * i + k / 4] ^ key[k / 4]) >> k % 4 * 8;
		for (int r = 1; r <= 10; r++) {
			for (int k = 0; k < 16; k++)
				t[k] = box[s[(k + k % 4 * 4) % 16]];
			for (int c = 0; c < 16; c += 4)
				for (int k = 0; k < 4; k++) {
					byte a = t[c + k], b = t[c + (k + 1) % 4];
					s[c + k] = r == 10 ?
						a :
						twice(a) ^ twice(b) ^ b ^ t[c + (k + 2) % 4] ^ t[c + (k + 3) % 4];
					s[c + k] ^= key[4 * r + c / 4] >> 8 * k;
				}
		}
		for (int k = 0; k < 16; k++)
			want[4 * i + k / 4] |= (u32)s[k] << k % 4 * 8;
	}
	uint4 *d = (uint4 *)upload(in);
	u32 *o = dev<u32>(4 * N), *df = upload(four);
	job<u32>(
		"locked_blocks.constant_table", [&] { lock_constant<<<up(N, 256), 256>>>(d, (uint4 *)o, N); }, o, 4 * N,
		same(want));
	job<u32>(
		"locked_blocks.tables_in_memory", [&] { lock_memory<<<up(N, 128), 128>>>(d, (uint4 *)o, N, df); }, o,
		4 * N, same(want));
	job<u32>(
		"locked_blocks.tables_in_shared", [&] { lock_shared<<<132, 256>>>(d, (uint4 *)o, N, df); }, o, 4 * N,
		same(want));
	job<u32>(
		"locked_blocks.a_bank_for_two", [&] { lock_banks<<<132, 512>>>(d, (uint4 *)o, N); }, o, 4 * N,
		same(want));
}
static void chance()
{
	const int N = 200000, M = 3000, STEPS = 8;
	std::vector<u32> want(4 * N);
	std::vector<int> far(M);
	for (int i = 0; i < N; i++)
		counted_numbers(i, 1234, 5678, &want[4 * i]);
	for (int i = 0; i < M; i++) {
		int x = 0, y = 0;
		for (int s = 0; s < STEPS; s++) {
			u32 c[4];
			counted_numbers(i * 64 + s, 42, 43, c);
			for (int k = 0; k < 64; k++)
				switch (c[k / 16] >> k % 16 * 2 & 3) {
				case 0: x++; break;
				case 1: x--; break;
				case 2: y++; break;
				case 3: y--; break;
				}
		}
		far[i] = x * x + y * y;
	}
	u32 *o = dev<u32>(4 * N);
	int *of = dev<int>(M);
	job<u32>(
		"counted_chance.four_a_thread", [&] { fill_counted<<<up(N, 256), 256>>>((uint4 *)o, N); }, o, 4 * N,
		same(want));
	job<int>(
		"counted_chance.drunkards", [&] { walk_counted<<<up(M, 32), 32>>>(of, M, STEPS); }, of, M, same(far));
}
static void long_numbers(const std::vector<u32> &w)
{
	const int N = 15000;
	std::vector<u32> a(N * LIMBS), b(N * LIMBS), want(N * LIMBS);
	for (int i = 0; i < N; i++) {
		u64 c = 0;
		for (int k = i * LIMBS; k < (i + 1) * LIMBS; k++) {
			a[k] = w[k], b[k] = w[k] % 5 ? ~w[k] : w[k + 9];
			c += (u64)a[k] + b[k];
			want[k] = c, c >>= 32;
		}
	}
	u32 *da = upload(a), *db = upload(b), *o = dev<u32>(N * LIMBS);
	job<u32>(
		"long_sums.pair_a_thread", [&] { long_sum_thread<<<up(N, 64), 64>>>(da, db, o, N); }, o, N * LIMBS,
		same(want));
	job<u32>(
		"long_sums.pair_a_warp", [&] { long_sum_warp<<<up(N, 8), 256>>>(da, db, o, N); }, o, N * LIMBS,
		same(want));
	const int P = 20000;
	const u64 MOD = 2147483629;
	std::vector<u64> base(P), power(P);
	for (int i = 0; i < P; i++) {
		base[i] = (u64)w[i] << 20 ^ w[i + 1];
		u64 r = 1, x = base[i] % MOD;
		for (u32 e = w[i + 9]; e; e >>= 1, x = x * x % MOD)
			if (e & 1)
				r = r * x % MOD;
		power[i] = r;
	}
	u64 *dp = upload(base), *op = dev<u64>(P);
	u32 *de = upload(std::vector<u32>(w.begin() + 9, w.begin() + 9 + P));
	job<u64>(
		"powers_of_31_bits.remainders", [&] { power_divided<<<up(P, 128), 128>>>(dp, de, op, P, MOD); }, op, P,
		same(power));
	job<u64>(
		"powers_of_31_bits.estimates",
		[&] { power_estimated<<<up(P, 128), 128>>>(dp, de, op, P, MOD, ~0ull / MOD); }, op, P, same(power));
}
static void factors(const std::vector<u32> &w)
{
	const int N = 1500;
	std::vector<u32> in(N), want(N), primes;
	for (u32 p = 1009; primes.size() < 700; p += 2) {
		bool is = true;
		for (u32 d = 3; d * d <= p && is; d += 2)
			is = p % d;
		if (is)
			primes.push_back(p);
	}
	for (int i = 0; i < N; i++) {
		in[i] = i % 11 ? primes[w[i] % 700] * primes[w[i] / 700 % 700] : primes[w[i] % 700] * 15;
		want[i] = rho(in[i]);
	}
	auto checked = [in, want](const std::vector<u32> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (v[i] != want[i] || v[i] && in[i] % v[i])
				return false;
		return true;
	};
	u32 *d = upload(in), *o = dev<u32>(N);
	job<u32>(
		"factors.two_runners", [&] { factors_rho<<<up(N, 32), 32>>>(d, o, N); }, o, N, checked);
	const int S = 50000;
	std::vector<uint2> pairs(S);
	std::vector<int> sign(S);
	for (int i = 0; i < S; i++) {
		pairs[i] = make_uint2(w[i], w[i + 77] | 1);
		sign[i] = symbol(pairs[i].x, pairs[i].y);
	}
	uint2 *dp = upload(pairs);
	int *os = dev<int>(S);
	job<int>(
		"square_symbols.pair_a_thread", [&] { symbols<<<up(S, 256), 256>>>(dp, os, S); }, os, S, same(sign));
	const int L = 4096, SLOTS = 4096;
	std::vector<u32> value(L);
	std::vector<uint2> baby(SLOTS, make_uint2(0, 0));
	u64 g = 1, back = 1;
	for (int k = 0; k < 1024; k++, g = g * 2 % PRIME) {
		u32 s = (u32)g * 2654435761u >> 12;
		while (baby[s & SLOTS - 1].x)
			s++;
		baby[s & SLOTS - 1] = make_uint2(g, k);
	}
	for (u64 e = PRIME - 2, x = g; e; e >>= 1, x = x * x % PRIME) // 2 to the power of -1024
		if (e & 1)
			back = back * x % PRIME;
	auto two_to = [](u32 e) {
		u64 r = 1, x = 2;
		for (; e; e >>= 1, x = x * x % PRIME)
			if (e & 1)
				r = r * x % PRIME;
		return (u32)r;
	};
	for (int i = 0; i < L; i++)
		value[i] = two_to(w[i] % (PRIME - 1));
	u32 *dv = upload(value), *ol = dev<u32>(L);
	uint2 *db = upload(baby);
	job<u32>(
		"logarithms.baby_and_giant_steps",
		[&] { logarithm_steps<<<up(L, 64), 64>>>(dv, db, ol, L, (u32)back, SLOTS - 1); }, ol, L,
		[value, two_to](const std::vector<u32> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (two_to(v[i]) != value[i])
					return false;
			return true;
		});
}
void rows()
{
	std::vector<u32> w = words(500000);
	ciphers(w);
	chance();
	long_numbers(w);
	factors(w);
}
