// blind34g: a fresh set of kernels that nobody had modelled when they were written. Long numbers, residues, digits,
// functions as series, worlds of small squares.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 16, x *= 0x85ebca6bu;
	x ^= x >> 13, x *= 0xc2b2ae35u;
	return x ^ x >> 16;
}
// powers modulo odd numbers of 253 bits, in eight words; products and reductions at once
static const int BITS = 11;
struct Long {
	unsigned w[8];
};
struct Task {
	Long base, one, mod; // base and one are times 2^256
	unsigned power, inverse;
};
__device__ void times(unsigned *r, const unsigned *a, const unsigned *b, const unsigned *m, unsigned inverse)
{ // r may be a or b; less than twice m stays less than twice m
	unsigned t[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		t[k] = 0;
#pragma unroll
	for (int i = 0; i < 8; i++) {
		u64 c = 0;
#pragma unroll
		for (int k = 0; k < 8; k++) {
			c += (u64)a[i] * b[k] + t[k];
			t[k] = c, c >>= 32;
		}
		t[8] += c;
		unsigned q = t[0] * inverse;
		c = (u64)q * m[0] + t[0] >> 32;
#pragma unroll
		for (int k = 1; k < 8; k++) {
			c += (u64)q * m[k] + t[k];
			t[k - 1] = c, c >>= 32;
		}
		c += t[8];
		t[7] = c, t[8] = c >> 32;
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		r[k] = t[k];
}
__global__ void powers_thread(const Task *task, Long *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a[8], r[8], m[8], plain[8] = { 1 }, inverse = task[i].inverse, power = task[i].power;
	for (int k = 0; k < 8; k++)
		a[k] = task[i].base.w[k], r[k] = task[i].one.w[k], m[k] = task[i].mod.w[k];
	for (int bit = BITS - 1; bit >= 0; bit--) {
		times(r, r, r, m, inverse);
		if (power >> bit & 1)
			times(r, r, a, m, inverse);
	}
	times(r, r, plain, m, inverse);
	u64 c = 0;
	unsigned less[8];
	for (int k = 0; k < 8; k++) {
		c = (u64)r[k] - m[k] - (c >> 63);
		less[k] = c;
	}
	for (int k = 0; k < 8; k++)
		out[i].w[k] = c >> 63 ? r[k] : less[k];
}
__device__ unsigned times_lanes(unsigned a, unsigned b, unsigned m, unsigned inverse, int l)
{ // a word a lane, carries wait until the end
	u64 t = 0;
#pragma unroll
	for (int i = 0; i < 8; i++) {
		u64 p = (u64)__shfl_sync(~0u, a, i, 8) * b;
		t += (unsigned)p;
		unsigned q = __shfl_sync(~0u, (unsigned)t * inverse, 0, 8);
		u64 s = (u64)q * m;
		t += (unsigned)s;
		u64 next = __shfl_down_sync(~0u, t, 1, 8);
		t = (l == 0 ? t >> 32 : 0) + (l == 7 ? 0 : next) + (p >> 32) + (s >> 32);
	}
	for (int k = 0; k < 7; k++) {
		unsigned c = __shfl_up_sync(~0u, (unsigned)(t >> 32), 1, 8);
		t = (unsigned)t + (u64)(l ? c : 0);
	}
	return (unsigned)t;
}
__global__ void powers_eight_lanes(const Task *task, Long *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, l = threadIdx.x & 7;
	const Task &t = task[min(i, n - 1)];
	unsigned a = t.base.w[l], r = t.one.w[l], m = t.mod.w[l], inverse = t.inverse, power = t.power;
	for (int bit = BITS - 1; bit >= 0; bit--) {
		r = times_lanes(r, r, m, inverse, l);
		unsigned x = times_lanes(r, a, m, inverse, l); // neighbours in the warp may need it
		r = power >> bit & 1 ? x : r;
	}
	r = times_lanes(r, l == 0, m, inverse, l);
	// less the modulus, if that is not below zero
	unsigned borrow = 0, less = 0;
	for (int k = 0; k < 8; k++) {
		u64 d = (u64)r - m - borrow;
		if (l == k)
			less = d;
		borrow = __shfl_sync(~0u, (unsigned)(d >> 63), k, 8);
	}
	if (i < n)
		out[i].w[l] = borrow ? r : less;
}
static bool at_least(const u64 *a, const u64 *b)
{
	for (int k = 3; k >= 0; k--)
		if (a[k] != b[k])
			return a[k] > b[k];
	return true;
}
static void add_mod(u64 *a, const u64 *b, const u64 *m)
{
	unsigned __int128 c = 0;
	for (int k = 0; k < 4; k++) {
		c += (unsigned __int128)a[k] + b[k];
		a[k] = c, c >>= 64;
	}
	if (!at_least(a, m))
		return;
	bool borrow = false;
	for (int k = 0; k < 4; k++) {
		unsigned __int128 d = (unsigned __int128)a[k] - m[k] - borrow;
		a[k] = d, borrow = d >> 64 & 1;
	}
}
static void times_mod(u64 *a, const u64 *b, const u64 *m)
{
	u64 r[4] = {};
	for (int bit = 255; bit >= 0; bit--) {
		add_mod(r, r, m);
		if (a[bit / 64] >> bit % 64 & 1)
			add_mod(r, b, m);
	}
	memcpy(a, r, 32);
}
// digits of Euler's number in any base, drop by drop from a row of fractions
static const int PARTS = 36, DIGITS = 24;
template <class A> HD unsigned euler_digits(A a, int step, unsigned base)
{
	unsigned sum = 0;
	for (int k = 0; k < PARTS; k++)
		a[k * step] = 1;
	for (int d = 0; d < DIGITS; d++) {
		unsigned carry = 0;
		for (int k = PARTS - 1; k >= 0; k--) {
			unsigned x = a[k * step] * base + carry;
			carry = x / (k + 2);
			a[k * step] = x - carry * (k + 2);
		}
		sum = sum * 31 + carry;
	}
	return sum;
}
__global__ void euler_local(unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	byte a[PARTS];
	if (i < n)
		out[i] = euler_digits(a, 1, 2 + i);
}
__global__ void euler_shared(unsigned *out, int n)
{
	__shared__ unsigned short a[PARTS * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < n)
		out[i] = euler_digits(a + threadIdx.x, 64, 2 + i);
}
// the symbol of Jacobi for numbers of 64 bits
HD int symbol_by_rests(u64 a, u64 n)
{
	int sign = 1;
	a %= n;
	while (a) {
		while (!(a & 1)) {
			a /= 2;
			if ((n & 7) == 3 || (n & 7) == 5)
				sign = -sign;
		}
		u64 x = a;
		a = n, n = x;
		if ((a & 3) == 3 && (n & 3) == 3)
			sign = -sign;
		a %= n;
	}
	return n == 1 ? sign : 0;
}
__global__ void symbol_rests(const ulonglong2 *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = symbol_by_rests(in[i].x, in[i].y);
}
__global__ void symbol_shifts(const ulonglong2 *in, int *out, int n)
{ // differences instead of divisions
	int i = blockIdx.x * blockDim.x + threadIdx.x, flip = 0;
	if (i >= n)
		return;
	u64 a = in[i].x, m = in[i].y;
	while (a) {
		int z = __ffsll(a) - 1;
		a >>= z;
		flip ^= z & ((int)(m >> 1) ^ (int)(m >> 2)); // 3 and 5 modulo 8
		if (a < m) {
			u64 x = a;
			a = m, m = x;
			flip ^= (int)(a >> 1) & (int)(m >> 1);
		}
		a -= m;
	}
	out[i] = m == 1 ? flip & 1 ? -1 : 1 : 0;
}
// roots modulo a prime whose number before divides well by two
static const unsigned P = 998244353;
HD unsigned mul(unsigned a, unsigned b)
{
	return (u64)a * b % P;
}
HD unsigned power(unsigned a, unsigned e)
{
	unsigned r = 1;
	for (; e; e >>= 1, a = mul(a, a))
		if (e & 1)
			r = mul(r, a);
	return r;
}
__global__ void root_by_orders(const unsigned *in, unsigned *out, int n)
{ // 998244353 = 119 2^23 + 1; 3 is no square
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = in[i], z = power(3, 119), r = power(a, 60), t = power(a, 119);
	int m = 23;
	while (t != 1) {
		int k = 0;
		for (unsigned s = t; s != 1; s = mul(s, s))
			k++;
		for (int j = k + 1; j < m; j++)
			z = mul(z, z);
		r = mul(r, z);
		z = mul(z, z);
		t = mul(t, z);
		m = k;
	}
	out[i] = min(r, P - r);
}
__global__ void root_by_pairs(const unsigned *in, unsigned *out, int n)
{ // in a field of pairs: a number b with b b - a no square is sought first
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = in[i], b = stir(i) % P, w;
	for (;; b = (b + 1) % P) {
		w = (mul(b, b) + P - a) % P;
		if (w && power(w, (P - 1) / 2) != 1)
			break;
	}
	unsigned x = 1, y = 0, u = b, v = 1;
	for (unsigned e = (P + 1) / 2; e; e >>= 1) {
		unsigned s, t;
		if (e & 1) {
			s = (mul(x, u) + (u64)mul(mul(y, v), w)) % P, t = (mul(x, v) + (u64)mul(y, u)) % P;
			x = s, y = t;
		}
		s = (mul(u, u) + (u64)mul(mul(v, v), w)) % P, t = mul(2, mul(u, v));
		u = s, v = t;
	}
	out[i] = min(x, P - x);
}
// the lower part of the gamma function: a series to the left of a + 1, a fraction to the right
template <class T> HD T gamma_part(T a, T x, T small)
{
	T front = exp(a * log(x) - x - (T)lgamma(a));
	if (x < a + 1) {
		T sum = 1 / a, term = sum;
		for (int k = 1; k < 200 && term > sum * small; k++) {
			term *= x / (a + k);
			sum += term;
		}
		return sum * front;
	}
	T b = x + 1 - a, c = (T)1e30, d = 1 / b, h = d;
	for (int k = 1; k < 200; k++) {
		T an = -k * (k - a);
		b += 2;
		d = 1 / (an * d + b);
		c = b + an / c;
		T e = d * c;
		h *= e;
		if (fabs(e - 1) < small)
			break;
	}
	return 1 - front * h;
}
template <class T> __global__ void gamma_thread(const double2 *in, double *out, int n, T small)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = gamma_part<T>((T)in[i].x, (T)in[i].y, small);
}
// squares of 2 x 2 in 64 x 64 cells, moved by one each time: two of four stay, others turn to their opposite, three
// also half about
static const int ROUNDS = 20;
HD unsigned square_rule(unsigned s)
{ // bits: above left, above right, below left, below right
	unsigned n = (s & 1) + (s >> 1 & 1) + (s >> 2 & 1) + (s >> 3);
	unsigned r = ~s & 15;
	return n == 2 ? s : n == 3 ? (r & 1) << 3 | (r & 2) << 1 | (r & 4) >> 1 | r >> 3 : r;
}
__global__ void squares_launch(const byte *from, byte *to, int off)
{ // a thread a square, a launch a round
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = i / 1024, s = i % 1024;
	int x = s % 32 * 2 + off, y = s / 32 * 2 + off, x1 = x + 1 & 63, y1 = y + 1 & 63;
	const byte *f = from + w * 4096;
	byte *t = to + w * 4096;
	unsigned r = square_rule(f[y * 64 + x] | f[y * 64 + x1] << 1 | f[y1 * 64 + x] << 2 | f[y1 * 64 + x1] << 3);
	t[y * 64 + x] = r & 1, t[y * 64 + x1] = r >> 1 & 1, t[y1 * 64 + x] = r >> 2 & 1, t[y1 * 64 + x1] = r >> 3;
}
__global__ void squares_block(const byte *from, byte *to)
{ // all rounds in shared memory, the rule from a table
	__shared__ byte f[4096], rule[16];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		((unsigned *)f)[k] = ((const unsigned *)from)[blockIdx.x * 1024 + k];
	if (threadIdx.x < 16)
		rule[threadIdx.x] = square_rule(threadIdx.x);
	for (int k = 0; k < ROUNDS; k++) {
		__syncthreads();
		for (int s = threadIdx.x; s < 1024; s += blockDim.x) {
			int x = s % 32 * 2 + k % 2, y = s / 32 * 2 + k % 2, x1 = x + 1 & 63, y1 = y + 1 & 63;
			unsigned r =
				rule[f[y * 64 + x] | f[y * 64 + x1] << 1 | f[y1 * 64 + x] << 2 | f[y1 * 64 + x1] << 3];
			f[y * 64 + x] = r & 1, f[y * 64 + x1] = r >> 1 & 1, f[y1 * 64 + x] = r >> 2 & 1,
				   f[y1 * 64 + x1] = r >> 3;
		}
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		((unsigned *)to)[blockIdx.x * 1024 + k] = ((unsigned *)f)[k];
}
__global__ void squares_warp(const byte *from, byte *to, int n)
{ // a lane has two rows as bits; all squares of a row at once
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (w >= n)
		return;
	const u64 EVEN = 0x5555555555555555ull;
	u64 a = 0, b = 0;
	for (int r = 0; r < 64; r++)
		for (int h = 0; h < 2; h++) {
			unsigned m = __ballot_sync(~0u, from[w * 4096 + r * 64 + h * 32 + l]);
			if (l == r / 2)
				(r & 1 ? b : a) |= (u64)m << 32 * h;
		}
	for (int k = 0; k < ROUNDS; k++) {
		if (k % 2) { // rows move up by one, bits down by one
			u64 next = __shfl_sync(~0u, a, l + 1 & 31);
			a = b >> 1 | b << 63, b = next >> 1 | next << 63;
		}
		u64 p = a & EVEN, q = a >> 1 & EVEN, r = b & EVEN, s = b >> 1 & EVEN;
		u64 odd = p ^ q ^ r ^ s, two = (p & q) ^ (r & s) ^ ((p ^ q) & (r ^ s)), three = odd & two,
		    just = two & ~odd;
		u64 np = just & p | ~just & EVEN & ~(three & s | ~three & p),
		    nq = just & q | ~just & EVEN & ~(three & r | ~three & q);
		u64 nr = just & r | ~just & EVEN & ~(three & q | ~three & r),
		    ns = just & s | ~just & EVEN & ~(three & p | ~three & s);
		a = np | nq << 1, b = nr | ns << 1;
		if (k % 2) {
			u64 before = __shfl_sync(~0u, b, l + 31 & 31);
			u64 x = before << 1 | before >> 63;
			b = a << 1 | a >> 63, a = x;
		}
	}
	for (int r = 0; r < 64; r++) {
		u64 m = __shfl_sync(~0u, r & 1 ? b : a, r / 2);
		to[w * 4096 + r * 64 + l] = m >> l & 1;
		to[w * 4096 + r * 64 + 32 + l] = m >> (l + 32) & 1;
	}
}
static void powers(const std::vector<unsigned> &w)
{
	const int N = 900;
	std::vector<Task> task(N);
	std::vector<Long> want(N);
	for (int i = 0; i < N; i++) {
		Task &t = task[i];
		u64 m[4], b[4], one[4] = { 1 }, base[4];
		for (int k = 0; k < 4; k++) {
			m[k] = (u64)w[i * 20 + k] << 32 | w[i * 20 + k + 4];
			b[k] = (u64)w[i * 20 + k + 8] << 32 | w[i * 20 + k + 12];
		}
		m[0] |= 1, m[3] = m[3] >> 3 | 1ull << 60, b[3] = b[3] >> 5;
		t.power = w[i * 20 + 16] % (1 << BITS);
		t.inverse = 1;
		for (int k = 0; k < 5; k++)
			t.inverse *= 2 - (unsigned)m[0] * t.inverse;
		t.inverse = -t.inverse;
		memcpy(base, b, 32);
		u64 r[4] = { 1 };
		for (int bit = BITS - 1; bit >= 0; bit--) {
			u64 s[4];
			memcpy(s, r, 32);
			times_mod(r, s, m);
			if (t.power >> bit & 1)
				times_mod(r, b, m);
		}
		memcpy(&want[i], r, 32);
		for (int k = 0; k < 256; k++)
			add_mod(one, one, m), add_mod(base, base, m);
		memcpy(&t.base, base, 32), memcpy(&t.one, one, 32), memcpy(&t.mod, m, 32);
	}
	auto right = [want](const std::vector<Long> &v) { return !memcmp(v.data(), want.data(), v.size() * 32); };
	Task *d = upload(task);
	Long *o = dev<Long>(N);
	job<Long>(
		"powers_of_253_bits.thread", [&] { powers_thread<<<up(N, 32), 32>>>(d, o, N); }, o, N, right);
	job<Long>(
		"powers_of_253_bits.eight_lanes", [&] { powers_eight_lanes<<<up(N * 8, 64), 64>>>(d, o, N); }, o, N,
		right);
}
static void numbers(const std::vector<unsigned> &w)
{
	const int E = 2000, J = 16000, R = 3000;
	std::vector<unsigned> digits(E), square(R), root(R);
	for (int i = 0; i < E; i++) {
		unsigned a[PARTS];
		digits[i] = euler_digits(a, 1, 2 + i);
	}
	unsigned *o = dev<unsigned>(J);
	job<unsigned>(
		"eulers_number_in_all_bases.local", [&] { euler_local<<<up(E, 64), 64>>>(o, E); }, o, E, same(digits));
	job<unsigned>(
		"eulers_number_in_all_bases.shared", [&] { euler_shared<<<up(E, 64), 64>>>(o, E); }, o, E,
		same(digits));
	std::vector<ulonglong2> pair(J);
	std::vector<int> symbol(J);
	for (int i = 0; i < J; i++) {
		u64 f = i % 6 ? 1 : 2 * (w[i] % 50) + 1;
		pair[i].x = ((u64)w[i] << 32 | w[i + 1]) >> i % 40;
		pair[i].y = (((u64)w[i + 2] << 26 | w[i + 3]) >> w[i] % 30 | 1) * f;
		pair[i].x *= f;
		symbol[i] = symbol_by_rests(pair[i].x, pair[i].y);
	}
	ulonglong2 *p = upload(pair);
	int *s = (int *)o;
	job<int>(
		"symbols_of_jacobi.rests", [&] { symbol_rests<<<up(J, 128), 128>>>(p, s, J); }, s, J, same(symbol));
	job<int>(
		"symbols_of_jacobi.shifts", [&] { symbol_shifts<<<up(J, 128), 128>>>(p, s, J); }, s, J, same(symbol));
	for (int i = 0; i < R; i++) {
		root[i] = 1 + w[i + 3] % (P / 2);
		square[i] = mul(root[i], root[i]);
	}
	unsigned *d = upload(square);
	job<unsigned>(
		"roots_modulo_a_prime.by_orders", [&] { root_by_orders<<<up(R, 64), 64>>>(d, o, R); }, o, R,
		same(root));
	job<unsigned>(
		"roots_modulo_a_prime.in_pairs", [&] { root_by_pairs<<<up(R, 64), 64>>>(d, o, R); }, o, R, same(root));
}
static void functions(const std::vector<unsigned> &w)
{
	const int N = 12000;
	std::vector<double2> in(N);
	std::vector<double> want(N);
	for (int i = 0; i < N; i++) {
		in[i] = make_double2(0.1 + w[i] % 3000 / 150.0, 0.05 + w[i + 1] % 5000 / 160.0);
		want[i] = gamma_part<double>(in[i].x, in[i].y, 1e-15);
	}
	double2 *d = upload(in);
	double *o = dev<double>(N);
	job<double>(
		"lower_part_of_gamma.double", [&] { gamma_thread<double><<<up(N, 96), 96>>>(d, o, N, 1e-12); }, o, N,
		close_to(want, 1e-9));
	job<double>(
		"lower_part_of_gamma.float", [&] { gamma_thread<float><<<up(N, 96), 96>>>(d, o, N, 1e-6f); }, o, N,
		close_to(want, 2e-4));
}
static void small_squares(const std::vector<unsigned> &w)
{
	const int N = 48;
	std::vector<byte> cell(N * 4096), want;
	for (int k = 0; k < N * 4096; k++)
		cell[k] = w[k] % 7 < 1 + k / 4096 % 4;
	want = cell;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < ROUNDS; k++)
			for (int s = 0; s < 1024; s++) {
				byte *f = &want[i * 4096];
				int x = s % 32 * 2 + k % 2, y = s / 32 * 2 + k % 2, x1 = (x + 1) % 64,
				    y1 = (y + 1) % 64;
				byte *c[4] = { f + y * 64 + x, f + y * 64 + x1, f + y1 * 64 + x, f + y1 * 64 + x1 };
				int n = *c[0] + *c[1] + *c[2] + *c[3];
				if (n == 2)
					continue;
				for (byte *p : c)
					*p ^= 1;
				if (n == 3)
					std::swap(*c[0], *c[3]), std::swap(*c[1], *c[2]);
			}
	byte *d = upload(cell), *o = dev<byte>(N * 4096), *aid = dev<byte>(N * 4096);
	job<byte>(
		"world_of_small_squares.launch_a_round",
		[&] {
			for (int k = 0; k < ROUNDS; k++)
				squares_launch<<<N * 4, 256>>>(k ? k % 2 ? aid : o : d, k % 2 ? o : aid, k % 2);
		},
		o, N * 4096, same(want));
	job<byte>(
		"world_of_small_squares.block_a_world", [&] { squares_block<<<N, 512>>>(d, o); }, o, N * 4096,
		same(want));
	job<byte>(
		"world_of_small_squares.warp_of_bits", [&] { squares_warp<<<up(N, 2), 64>>>(d, o, N); }, o, N * 4096,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	powers(w);
	numbers(w);
	functions(w);
	small_squares(w);
}
