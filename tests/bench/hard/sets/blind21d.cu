// blind21d: a fresh set of kernels that nobody had modelled when they were written. Long integers, bits, exact sums.
#include "blind7.h"
__global__ void long_product_thread(const unsigned *a, const unsigned *b, unsigned *out, int words, int pairs)
{ // products of long integers by hand's rule; a pair a thread, words of different pairs beside each other
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pairs)
		return;
	for (int i = 0; i < words; i++) {
		u64 carry = 0;
		unsigned x = a[i * pairs + p];
		for (int j = 0; j < words; j++) {
			u64 t = (u64)x * b[j * pairs + p] + (i ? out[(i + j) * pairs + p] : 0) + carry;
			out[(i + j) * pairs + p] = (unsigned)t;
			carry = t >> 32;
		}
		out[(i + words) * pairs + p] = (unsigned)carry;
	}
}
static const int LONG = 24;
__global__ void long_product_columns(const unsigned *a, const unsigned *b, unsigned *out, int pairs)
{ // the same with sums of columns of three words, by added carries; numbers in local arrays
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x[LONG], y[LONG];
	if (p >= pairs)
		return;
	for (int i = 0; i < LONG; i++)
		x[i] = a[i * pairs + p], y[i] = b[i * pairs + p];
	unsigned low = 0, mid = 0, high = 0;
	for (int c = 0; c < 2 * LONG; c++) {
		for (int i = max(0, c - LONG + 1); i <= min(c, LONG - 1); i++)
			asm("mad.lo.cc.u32 %0, %3, %4, %0;\n\tmadc.hi.cc.u32 %1, %3, %4, %1;\n\taddc.u32 %2, %2, 0;"
				: "+r"(low), "+r"(mid), "+r"(high)
				: "r"(x[i]), "r"(y[c - i]));
		out[c * pairs + p] = low;
		low = mid, mid = high, high = 0;
	}
}
__global__ void long_product_block(const unsigned *a, const unsigned *b, unsigned *out, int words)
{ // one long pair a block: a column a thread, then carries run on by turns until none is left
	extern __shared__ unsigned box[];
	unsigned *x = box, *y = box + words, *r = box + 2 * words;
	for (int i = threadIdx.x; i < words; i += blockDim.x) {
		x[i] = a[blockIdx.x * words + i];
		y[i] = b[blockIdx.x * words + i];
	}
	for (int i = threadIdx.x; i < 2 * words + 2; i += blockDim.x)
		r[i] = 0;
	__syncthreads();
	u64 low = 0;
	unsigned high = 0;
	int c = threadIdx.x;
	for (int i = max(0, c - words + 1); i <= min(c, words - 1); i++) {
		u64 t = (u64)x[i] * y[c - i];
		low += t;
		high += low < t;
	}
	r[c] = (unsigned)low;
	__syncthreads();
	unsigned up[2] = { (unsigned)(low >> 32), high };
	for (int k = 0; k < 2; k++) {
		unsigned carry = up[k];
		for (int at = c + k + 1; __syncthreads_or(carry != 0); at++) {
			unsigned old = carry && at < 2 * words ? r[at] : 0, sum = old + carry;
			carry = carry && at < 2 * words && sum < old;
			__syncthreads();
			if (at < 2 * words && sum != old)
				r[at] = sum;
		}
		__syncthreads();
	}
	out[blockIdx.x * 2 * words + c] = r[c];
}
static const unsigned FIELD = 998244353;
__host__ __device__ unsigned times(unsigned a, unsigned b)
{
	return (unsigned)((u64)a * b % FIELD);
}
__global__ void wheel_block(const unsigned *in, unsigned *out, const unsigned *root)
{ // Fourier's transform over a field of whole numbers: 512 numbers a block in shared memory, a pair a thread
	__shared__ unsigned v[512];
	int t = threadIdx.x;
	for (int i = t; i < 512; i += 256)
		v[__brev(i) >> 23] = in[blockIdx.x * 512 + i];
	for (int half = 1; half < 512; half *= 2) {
		__syncthreads();
		int k = t & (half - 1), i = 2 * t - k, j = i + half;
		unsigned a = v[i], b = times(v[j], root[k * (256 / half)]);
		v[i] = a + b >= FIELD ? a + b - FIELD : a + b;
		v[j] = a >= b ? a - b : a + FIELD - b;
	}
	__syncthreads();
	for (int i = t; i < 512; i += 256)
		out[blockIdx.x * 512 + i] = v[i];
}
__device__ unsigned times_reduced(unsigned a, unsigned b)
{ // Montgomery's product: no division
	u64 t = (u64)a * b;
	unsigned m = (unsigned)t * 998244351u;
	unsigned r = (unsigned)((t + (u64)m * FIELD) >> 32);
	return r >= FIELD ? r - FIELD : r;
}
__global__ void wheel_warp(const unsigned *in, unsigned *out, const unsigned *root)
{ // the same by a warp: sixteen numbers a lane, near steps in registers, far ones by shuffles; roots are scaled
	int lane = threadIdx.x % 32, at = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 512;
	unsigned v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = in[at + (__brev(lane * 16 + k) >> 23)];
#pragma unroll
	for (int half = 1; half < 16; half *= 2)
#pragma unroll
		for (int i = 0; i < 16; i++)
			if (!(i & half)) {
				unsigned a = v[i],
					 b = times_reduced(v[i + half], root[(i & (half - 1)) * (256 / half)]);
				v[i] = a + b >= FIELD ? a + b - FIELD : a + b;
				v[i + half] = a >= b ? a - b : a + FIELD - b;
			}
	for (int half = 16; half < 512; half *= 2) {
		bool upper = lane * 16 & half;
#pragma unroll
		for (int i = 0; i < 16; i++) {
			int k = (lane * 16 + i) & (half - 1);
			unsigned own = upper ? times_reduced(v[i], root[k * (256 / half)]) : v[i];
			unsigned other = __shfl_xor_sync(~0u, own, half / 16);
			unsigned a = upper ? other : own, b = upper ? own : other;
			v[i] = upper ? (a >= b ? a - b : a + FIELD - b) : (a + b >= FIELD ? a + b - FIELD : a + b);
		}
	}
#pragma unroll
	for (int k = 0; k < 16; k += 4)
		*(uint4 *)&out[at + lane * 16 + k] = make_uint4(v[k], v[k + 1], v[k + 2], v[k + 3]);
}
__global__ void yes_no_bits(const unsigned *a, const unsigned *columns, unsigned *out, int n)
{ // a product of tables of yes and no, 32 in a word: who reaches whom in two steps; a row a block
	int i = blockIdx.y, w = n / 32, j = blockIdx.x * blockDim.x + threadIdx.x;
	bool any = false;
	if (j < n)
		for (int k = 0; !any && k < w; k++)
			any = a[i * w + k] & columns[j * w + k];
	unsigned votes = __ballot_sync(~0u, any);
	if (threadIdx.x % 32 == 0 && j < n)
		out[i * w + j / 32] = votes;
}
__global__ void yes_no_rows(const unsigned *a, const unsigned *rows, unsigned *out, int n)
{ // the same: a word of the result a thread, it goes through the set bits of a row
	int i = blockIdx.x, w = n / 32, t = threadIdx.x;
	unsigned sum = 0;
	for (int k = 0; k < w; k++)
		for (unsigned bits = a[i * w + k]; bits; bits &= bits - 1)
			sum |= rows[(k * 32 + __ffs(bits) - 1) * w + t];
	out[i * w + t] = sum;
}
__host__ __device__ unsigned whole_root(u64 v)
{ // the whole part of a root, bit after bit
	u64 r = 0, bit = 1ull << 62;
	while (bit > v)
		bit >>= 2;
	for (; bit; bit >>= 2) {
		if (v >= r + bit) {
			v -= r + bit;
			r = (r >> 1) + bit;
		} else {
			r >>= 1;
		}
	}
	return (unsigned)r;
}
__global__ void roots_by_bits(const u64 *in, unsigned *out, int n)
{ // whole roots of 64-bit integers by subtraction
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = whole_root(in[i]);
}
__global__ void roots_by_double(const u64 *in, unsigned *out, int n)
{ // the same: a root of doubles, then mended by whole numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 v = in[i], r = (u64)sqrt((double)v);
	r = min(r, 0xffffffffull);
	while (r * r > v)
		r--;
	while (r < 0xffffffffull && (r + 1) * (r + 1) <= v)
		r++;
	out[i] = (unsigned)r;
}
__host__ __device__ u64 without_carries(unsigned a, unsigned b)
{
	u64 r = 0;
	for (int k = 0; k < 32; k++)
		if (b >> k & 1)
			r ^= (u64)a << k;
	return r;
}
__global__ void no_carry_bits(const unsigned *a, const unsigned *b, u64 *out, int n)
{ // products without carries, a bit at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = without_carries(a[i], b[i]);
}
__global__ void no_carry_table(const unsigned *a, const unsigned *b, u64 *out, int n)
{ // the same by a table of sixteen multiples in a local array, four bits at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 many[16], r = 0, own = a[i];
	many[0] = 0;
	for (int k = 1; k < 16; k++)
		many[k] = many[k >> 1] << 1 ^ (k & 1 ? own : 0);
	for (int k = 28; k >= 0; k -= 4)
		r = r << 4 ^ many[b[i] >> k & 15];
	out[i] = r;
}
__host__ __device__ unsigned factor_of(unsigned n)
{ // a factor of n by Pollard's walk; n is odd and no prime
	for (unsigned c = 1;; c++) {
		unsigned slow = 2, fast = 2, d = 1;
		while (d == 1) {
			slow = ((u64)slow * slow + c) % n;
			fast = ((u64)fast * fast + c) % n;
			fast = ((u64)fast * fast + c) % n;
			unsigned a = slow > fast ? slow - fast : fast - slow, b = n;
			while (a) {
				unsigned t = b % a;
				b = a, a = t;
			}
			d = b;
		}
		if (d != n)
			return d;
	}
}
__global__ void factors(const unsigned *in, unsigned *out, int n)
{ // a number a thread, walks of very different lengths
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = factor_of(in[i]);
}
__global__ void exact_limbs(const float *in, u64 *limb, int n)
{ // a sum of floats that does not depend on order: each float is added to limbs of whole numbers in shared memory
	__shared__ u64 own[10];
	if (threadIdx.x < 10)
		own[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned b = __float_as_uint(in[i]), e = b >> 23 & 255;
		if (e == 0)
			continue;
		u64 m = (u64)((b & 0x7fffff) | 0x800000) << (e & 31);
		long long low = m & 0xffffffffu, high = m >> 32;
		if (b >> 31)
			low = -low, high = -high;
		atomicAdd(&own[e >> 5], (u64)low);
		atomicAdd(&own[(e >> 5) + 1], (u64)high);
	}
	__syncthreads();
	if (threadIdx.x < 10)
		atomicAdd(&limb[threadIdx.x], own[threadIdx.x]);
}
__global__ void unranked(const u64 *number, byte *out, int n)
{ // the k-th order of sixteen cards, from its number: which card is next is found among the bits of those left
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 k = number[i], size = 1307674368000ull;
	unsigned left = 0xffff, r[4];
	for (int p = 0; p < 16; p++) {
		unsigned q = k / size, bits = left;
		k %= size;
		if (p < 15)
			size /= 15 - p;
		for (int s = 0; s < q; s++)
			bits &= bits - 1;
		bits &= -bits;
		left ^= bits;
		unsigned card = __ffs(bits) - 1;
		r[p / 4] = p % 4 ? r[p / 4] | card << p % 4 * 8 : card;
	}
	*(uint4 *)&out[16 * i] = make_uint4(r[0], r[1], r[2], r[3]);
}
static void long_numbers(const std::vector<unsigned> &w)
{
	const int PAIRS = 3000, S = PAIRS * LONG;
	auto product = [](const unsigned *a, const unsigned *b, int n, int step, int to_step, unsigned *out) {
		for (int i = 0; i < 2 * n; i++)
			out[i * to_step] = 0;
		for (int i = 0; i < n; i++) {
			u64 carry = 0;
			for (int j = 0; j < n; j++) {
				carry += (u64)a[i * step] * b[j * step] + out[(i + j) * to_step];
				out[(i + j) * to_step] = carry;
				carry >>= 32;
			}
			out[(i + n) * to_step] = carry;
		}
	};
	std::vector<unsigned> right(2 * S);
	for (int p = 0; p < PAIRS; p++)
		product(&w[p], &w[S + p], LONG, PAIRS, PAIRS, &right[p]);
	unsigned *d = upload(w), *o = dev<unsigned>(2 * S);
	job<unsigned>(
		"long_product.row_by_row",
		[&] { long_product_thread<<<(PAIRS + 63) / 64, 64>>>(d, d + S, o, LONG, PAIRS); }, o, 2 * S,
		same(right));
	job<unsigned>(
		"long_product.column_sums",
		[&] { long_product_columns<<<(PAIRS + 63) / 64, 64>>>(d, d + S, o, PAIRS); }, o, 2 * S, same(right));
	const int BIG = 250, MANY = 9;
	std::vector<unsigned> wide(2 * BIG * MANY);
	for (int p = 0; p < MANY; p++)
		product(&w[p * BIG], &w[S + p * BIG], BIG, 1, 1, &wide[2 * BIG * p]);
	job<unsigned>(
		"long_product.column_a_thread",
		[&] { long_product_block<<<MANY, 2 * BIG, (4 * BIG + 2) * 4>>>(d, d + S, o, BIG); }, o, wide.size(),
		same(wide));
}
static void fields(const std::vector<unsigned> &w)
{
	const int SETS = 300, N = SETS * 512;
	std::vector<unsigned> in(N), root(256, 1), scaled(256), want(N);
	unsigned g = 1;
	for (unsigned e = (FIELD - 1) / 512, b = 3; e; e /= 2, b = times(b, b))
		if (e & 1)
			g = times(g, b);
	for (int k = 1; k < 256; k++)
		root[k] = times(root[k - 1], g);
	for (int k = 0; k < 256; k++)
		scaled[k] = ((u64)root[k] << 32) % FIELD;
	std::vector<unsigned> power(512);
	for (int k = 0; k < 512; k++)
		power[k] = k < 256 ? root[k] : FIELD - root[k - 256];
	for (int i = 0; i < N; i++)
		in[i] = w[i] % FIELD;
	for (int i = 0; i < N; i++) {
		u64 sum = 0;
		if (i / 512 % 37 == 0)
			for (int j = 0; j < 512; j++)
				sum = (sum + (u64)in[i / 512 * 512 + j] * power[i % 512 * j % 512]) % FIELD;
		want[i] = sum;
	}
	auto right = [&](const std::vector<unsigned> &v) {
		for (int i = 0; i < N; i++)
			if (i / 512 % 37 == 0 && v[i] != want[i])
				return false;
		return true;
	};
	unsigned *d = upload(in), *dr = upload(root), *dsc = upload(scaled), *o = dev<unsigned>(N);
	job<unsigned>(
		"number_wheel.set_a_block", [&] { wheel_block<<<SETS, 256>>>(d, o, dr); }, o, N, right);
	job<unsigned>(
		"number_wheel.set_a_warp", [&] { wheel_warp<<<SETS / 3, 96>>>(d, o, dsc); }, o, N, right);
	const int B = 512, W = B / 32;
	std::vector<unsigned> a(B * W), rows(B * W), columns(B * W), both(B * W);
	for (int i = 0; i < B * W; i++) {
		a[i] = w[i] & w[i + 10000] & w[i + 20000];
		rows[i] = w[i + 30000] & w[i + 40000] & w[i + 50000] & w[i + 60000] & w[i + 70000];
	}
	for (int i = 0; i < B; i++)
		for (int j = 0; j < B; j++)
			if (rows[i * W + j / 32] >> j % 32 & 1)
				columns[j * W + i / 32] |= 1u << i % 32;
	for (int i = 0; i < B; i++)
		for (int k = 0; k < B; k++)
			if (a[i * W + k / 32] >> k % 32 & 1)
				for (int t = 0; t < W; t++)
					both[i * W + t] |= rows[k * W + t];
	unsigned *da = upload(a), *drows = upload(rows), *dc = upload(columns);
	job<unsigned>(
		"yes_no_tables.pair_a_lane", [&] { yes_no_bits<<<dim3(B / 128, B), 128>>>(da, dc, o, B); }, o, B * W,
		same(both));
	job<unsigned>(
		"yes_no_tables.set_bits_of_rows", [&] { yes_no_rows<<<B, W>>>(da, drows, o, B); }, o, B * W,
		same(both));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	long_numbers(w);
	fields(w);
	const int N = 90000;
	std::vector<u64> wide(N), loose(N);
	std::vector<unsigned> root(N);
	for (int i = 0; i < N; i++) {
		wide[i] = ((u64)w[i] << 32 | w[i + N]) >> w[i + 2 * N] % 60;
		root[i] = whole_root(wide[i]);
		loose[i] = without_carries(w[i], w[i + N]);
	}
	u64 *dw = upload(wide), *ol = dev<u64>(N);
	unsigned *o = dev<unsigned>(4 * N), *d = upload(w);
	job<unsigned>(
		"whole_roots.bit_by_bit", [&] { roots_by_bits<<<(N + 127) / 128, 128>>>(dw, o, N); }, o, N, same(root));
	job<unsigned>(
		"whole_roots.doubles_mended", [&] { roots_by_double<<<(N + 127) / 128, 128>>>(dw, o, N); }, o, N,
		same(root));
	job<u64>(
		"no_carries.bit_by_bit", [&] { no_carry_bits<<<(N + 159) / 160, 160>>>(d, d + N, ol, N); }, ol, N,
		same(loose));
	job<u64>(
		"no_carries.local_table", [&] { no_carry_table<<<(N + 159) / 160, 160>>>(d, d + N, ol, N); }, ol, N,
		same(loose));
	const int F = 700;
	std::vector<unsigned> prime, both(F), factor(F);
	for (unsigned p = 101; prime.size() < 500; p += 2) {
		bool is = true;
		for (unsigned q = 3; q * q <= p; q += 2)
			is = is && p % q;
		if (is)
			prime.push_back(p);
	}
	for (int i = 0; i < F; i++) {
		both[i] = prime[w[i] % 500] * prime[w[i + F] % 500];
		factor[i] = factor_of(both[i]);
	}
	unsigned *df = upload(both);
	job<unsigned>(
		"wandering_factors.number_a_thread", [&] { factors<<<(F + 31) / 32, 32>>>(df, o, F); }, o, F,
		same(factor));
	const int E = 100000;
	std::vector<float> mix(E);
	std::vector<long long> limb(10);
	for (int i = 0; i < E; i++) {
		unsigned b = (w[i] & 0x807fffff) | (64 + w[i + E] % 128) << 23, e = b >> 23 & 255;
		memcpy(&mix[i], &b, 4);
		u64 m = (u64)((b & 0x7fffff) | 0x800000) << (e & 31);
		long long sign = b >> 31 ? -1 : 1;
		limb[e >> 5] += sign * (long long)(m & 0xffffffffu);
		limb[(e >> 5) + 1] += sign * (long long)(m >> 32);
	}
	float *dm = upload(mix);
	long long *limbs = dev<long long>(10);
	job<long long>(
		"orderless_sum.limbs_in_shared", [&] { exact_limbs<<<66, 192>>>(dm, (u64 *)limbs, E); }, limbs, 10,
		same(limb), [&] { CHECK(cudaMemset(limbs, 0, 80)); });
	const int C = 40000;
	std::vector<u64> number(C);
	std::vector<byte> cards(16 * C);
	for (int i = 0; i < C; i++) {
		u64 k = number[i] = ((u64)w[i] << 32 | w[i + C]) % 20922789888000ull, size = 1307674368000ull;
		std::vector<byte> left;
		for (int c = 0; c < 16; c++)
			left.push_back(c);
		for (int p = 0; p < 16; p++) {
			cards[16 * i + p] = left[k / size];
			left.erase(left.begin() + k / size);
			k %= size;
			if (p < 15)
				size /= 15 - p;
		}
	}
	u64 *dn = upload(number);
	job<byte>(
		"numbered_orders.bits_of_those_left", [&] { unranked<<<(C + 127) / 128, 128>>>(dn, (byte *)o, C); },
		(byte *)o, 16 * C, same(cards));
}
