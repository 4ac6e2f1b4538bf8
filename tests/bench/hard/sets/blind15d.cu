// blind15d: a fresh set of kernels that nobody had modelled when they were written. Codecs, repair codes, numbers.
#include "blind7.h"

__host__ __device__ int nearest_of_four(uchar4 p, const int *low, const int *high)
{ // which of four colours between two ends is nearest
	int best = 1 << 30, who = 0;
	for (int k = 0; k < 4; k++) {
		int r = (low[0] * (3 - k) + high[0] * k) / 3 - p.x, g = (low[1] * (3 - k) + high[1] * k) / 3 - p.y,
		    b = (low[2] * (3 - k) + high[2] * k) / 3 - p.z, d = r * r + g * g + b * b;
		if (d < best)
			best = d, who = k;
	}
	return who;
}
__host__ __device__ unsigned in_16_bits(const int *c)
{
	return c[0] >> 3 << 11 | c[1] >> 2 << 5 | c[2] >> 3;
}
__host__ __device__ uint2 squeeze_block(const uchar4 *p, int w)
{ // 4 x 4 pixels in 64 bits: two colours and two bits a pixel
	int low[3] = { 255, 255, 255 }, high[3] = { 0, 0, 0 };
	for (int k = 0; k < 16; k++) {
		uchar4 c = p[k / 4 * w + k % 4];
		int v[3] = { c.x, c.y, c.z };
		for (int q = 0; q < 3; q++) {
			low[q] = v[q] < low[q] ? v[q] : low[q];
			high[q] = v[q] > high[q] ? v[q] : high[q];
		}
	}
	uint2 r = { in_16_bits(low) | in_16_bits(high) << 16, 0 };
	for (int k = 0; k < 16; k++)
		r.y |= (unsigned)nearest_of_four(p[k / 4 * w + k % 4], low, high) << 2 * k;
	return r;
}
__global__ void ends_thread(const uchar4 *p, uint2 *out, int w, int h)
{ // a picture squeezed to 4 bits a pixel: 4 x 4 pixels a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w / 4)
		out[y * (w / 4) + x] = squeeze_block(p + 4 * y * w + 4 * x, w);
}
__global__ void ends_lanes(const uchar4 *p, uint2 *out, int w, int h)
{ // the same: a pixel a thread; sixteen lanes find the ends and gather the bits by shuffles
	int i = blockIdx.x * blockDim.x + threadIdx.x, b = i / 16, k = i % 16;
	int bw = w / 4, x = b % bw * 4 + k % 4, y = b / bw * 4 + k / 4;
	bool there = y < h;
	uchar4 c = there ? p[y * w + x] : make_uchar4(0, 0, 0, 0);
	int low[3] = { c.x, c.y, c.z }, high[3] = { c.x, c.y, c.z };
	for (int d = 8; d; d /= 2)
		for (int q = 0; q < 3; q++) {
			low[q] = min(low[q], __shfl_xor_sync(~0u, low[q], d, 16));
			high[q] = max(high[q], __shfl_xor_sync(~0u, high[q], d, 16));
		}
	unsigned bits = (unsigned)nearest_of_four(c, low, high) << 2 * k;
	for (int d = 8; d; d /= 2)
		bits |= __shfl_xor_sync(~0u, bits, d, 16);
	if (there && k == 0)
		out[b] = make_uint2(in_16_bits(low) | in_16_bits(high) << 16, bits);
}
__host__ __device__ int guess(int kind, int left, int up, int corner)
{ // what a filter expects of a byte
	int p = left + up - corner, a = p > left ? p - left : left - p, b = p > up ? p - up : up - p,
	    c = p > corner ? p - corner : corner - p;
	return kind == 0         ? 0 :
		kind == 1        ? left :
		kind == 2        ? up :
		kind == 3        ? (left + up) / 2 :
		a <= b && a <= c ? left :
		b <= c           ? up :
				   corner;
}
__global__ void filter_rows(const byte *in, byte *out, byte *kind, int w)
{ // a row a block: five filters tried, the one with the least sum of differences kept
	__shared__ int sum[5];
	int y = blockIdx.x;
	const byte *row = in + (size_t)y * w;
	if (threadIdx.x < 5)
		sum[threadIdx.x] = 0;
	__syncthreads();
	int own[5] = { 0, 0, 0, 0, 0 };
	for (int x = threadIdx.x; x < w; x += blockDim.x) {
		int l = x ? row[x - 1] : 0, u = y ? row[x - w] : 0, c = x && y ? row[x - w - 1] : 0;
		for (int k = 0; k < 5; k++)
			own[k] += abs((signed char)(row[x] - guess(k, l, u, c)));
	}
	for (int k = 0; k < 5; k++) {
		int s = __reduce_add_sync(~0u, own[k]);
		if (threadIdx.x % 32 == 0)
			atomicAdd(&sum[k], s);
	}
	__syncthreads();
	int best = 0;
	for (int k = 1; k < 5; k++)
		if (sum[k] < sum[best])
			best = k;
	if (threadIdx.x == 0)
		kind[y] = best;
	for (int x = threadIdx.x; x < w; x += blockDim.x)
		out[(size_t)y * w + x] =
			row[x] - guess(best, x ? row[x - 1] : 0, y ? row[x - w] : 0, x && y ? row[x - w - 1] : 0);
}
__global__ void unfilter(const byte *in, const byte *kind, byte *out, int w, int h)
{ // the way back: a picture a block, a row a thread, each row one step behind the one above
	__shared__ byte last[2][260];
	const byte *p = in + (size_t)blockIdx.x * w * h;
	byte *o = out + (size_t)blockIdx.x * w * h;
	int y = threadIdx.x, left = 0, corner = 0, k = kind[blockIdx.x * h + y];
	for (int s = 0; s < w + h - 1; s++) {
		int x = s - y;
		if (x >= 0 && x < w) {
			int up = y ? last[s + 1 & 1][y - 1] : 0;
			left = byte(p[y * w + x] + guess(k, left, up, corner));
			corner = up;
			last[s & 1][y] = left;
			o[y * w + x] = left;
		}
		__syncthreads();
	}
}
static const int BITS = 240, CHECKS = 120;
__global__ void flip_bytes(const short *bit_of, const short *check_of, byte *word, int rounds)
{ // repair by parity: a received word a block; whoever has two broken checks out of three flips
	__shared__ byte bit[BITS], broken[CHECKS];
	__shared__ int wrong;
	int t = threadIdx.x;
	bit[t] = word[blockIdx.x * BITS + t];
	for (int r = 0; r < rounds; r++) {
		if (t == 0)
			wrong = 0;
		__syncthreads();
		if (t < CHECKS) {
			int sum = 0;
			for (int k = 0; k < 6; k++)
				sum ^= bit[bit_of[t * 6 + k]];
			broken[t] = sum;
			if (sum)
				atomicAdd(&wrong, 1);
		}
		__syncthreads();
		if (wrong == 0)
			break;
		if (broken[check_of[t * 3]] + broken[check_of[t * 3 + 1]] + broken[check_of[t * 3 + 2]] > 1)
			bit[t] ^= 1;
		__syncthreads();
	}
	word[blockIdx.x * BITS + t] = bit[t];
}
__global__ void flip_words(const short *bit_of, const short *check_of, unsigned *word, int rounds)
{ // the same for 32 received words at once, one in each bit of a machine word
	__shared__ unsigned bit[BITS], broken[CHECKS];
	int t = threadIdx.x;
	unsigned own = bit[t] = word[blockIdx.x * BITS + t];
	int c0 = check_of[t * 3], c1 = check_of[t * 3 + 1], c2 = check_of[t * 3 + 2], any;
	for (int r = 0; r < rounds; r++) {
		__syncthreads();
		unsigned sum = 0;
		if (t < CHECKS) {
			for (int k = 0; k < 6; k++)
				sum ^= bit[bit_of[t * 6 + k]];
			broken[t] = sum;
		}
		any = __syncthreads_or(sum);
		if (!any)
			break;
		unsigned a = broken[c0], b = broken[c1], c = broken[c2];
		bit[t] = own ^= a & b | a & c | b & c;
	}
	word[blockIdx.x * BITS + t] = own;
}
static const int MESSAGE = 100, PARITY = 16;
struct Field {
	byte power[512], log[256], poly[PARITY];
};
__constant__ Field field;
__host__ __device__ void repair_bytes(const Field *f, const byte *m, byte *r)
{ // the remainder of a message by the code's polynomial
	for (int k = 0; k < PARITY; k++)
		r[k] = 0;
	for (int i = 0; i < MESSAGE; i++) {
		int head = m[i] ^ r[PARITY - 1];
		for (int k = PARITY - 1; k >= 0; k--) {
			int low = k ? r[k - 1] : 0;
			r[k] = head ? low ^ f->power[f->log[head] + f->poly[k]] : low;
		}
	}
}
__global__ void encode_thread(const byte *message, byte *out, int n)
{ // a message a thread, the register of sixteen bytes in a local array, tables in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte r[PARITY];
	repair_bytes(&field, message + i * MESSAGE, r);
	for (int k = 0; k < PARITY; k++)
		out[i * PARITY + k] = r[k];
}
__global__ void encode_lanes(const byte *message, byte *out, int n)
{ // sixteen lanes a message, a byte of the register each; tables in shared memory
	__shared__ byte power[512], log[256];
	for (int k = threadIdx.x; k < 512; k += blockDim.x) {
		power[k] = field.power[k];
		if (k < 256)
			log[k] = field.log[k];
	}
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, k = threadIdx.x % 16, r = 0, poly = field.poly[k];
	const byte *m = message + min(i, n - 1) * MESSAGE;
	for (int j = 0; j < MESSAGE; j++) {
		int head = m[j] ^ __shfl_sync(~0u, r, PARITY - 1, 16), low = __shfl_up_sync(~0u, r, 1, 16);
		if (k == 0)
			low = 0;
		r = head ? low ^ power[log[head] + poly] : low;
	}
	if (i < n)
		out[i * PARITY + k] = r;
}
__host__ __device__ unsigned totient(unsigned n)
{
	unsigned r = n;
	for (unsigned p = 2; p * p <= n; p += 1 + (p & 1))
		if (n % p == 0) {
			do
				n /= p;
			while (n % p == 0);
			r -= r / p;
		}
	return n > 1 ? r - r / n : r;
}
__global__ void totient_tried(unsigned first, unsigned *out, int n)
{ // how many numbers below have no common divisor with this one: a number a thread tries all divisors
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = totient(first + i);
}
__global__ void totient_sieved(const unsigned *prime, int primes, unsigned first, unsigned *out, int n)
{ // the same: a stretch of numbers a block in shared memory; all threads go through it prime by prime
	__shared__ unsigned left[512], result[512];
	unsigned low = first + blockIdx.x * 512, t = threadIdx.x;
	for (int k = t; k < 512; k += blockDim.x)
		left[k] = result[k] = low + k;
	__syncthreads();
	for (int k = 0; k < primes; k++) {
		unsigned p = prime[k], m = (p - low % p) % p;
		for (m += t * p; m < 512; m += blockDim.x * p) {
			do
				left[m] /= p;
			while (left[m] % p == 0);
			result[m] -= result[m] / p;
		}
		__syncthreads();
	}
	for (int k = t; k < 512 && blockIdx.x * 512 + k < n; k += blockDim.x)
		out[blockIdx.x * 512 + k] = left[k] > 1 ? result[k] - result[k] / left[k] : result[k];
}
__host__ __device__ int symbol(u64 a, u64 n)
{ // Jacobi's symbol by turning the two numbers over again and again
	int s = 1;
	for (a %= n; a;) {
		while (a % 2 == 0) {
			a /= 2;
			if (n % 8 == 3 || n % 8 == 5)
				s = -s;
		}
		u64 c = a;
		a = n, n = c;
		if (a % 4 == 3 && n % 4 == 3)
			s = -s;
		a %= n;
	}
	return n == 1 ? s : 0;
}
__global__ void symbols(const u64 *a, const u64 *n, int *out, int count)
{ // a pair of 64-bit numbers a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = symbol(a[i], n[i]);
}
__host__ __device__ unsigned power_mod(unsigned b, unsigned e, unsigned m)
{
	u64 r = 1, x = b;
	for (; e; e /= 2, x = x * x % m)
		if (e & 1)
			r = r * x % m;
	return r;
}
__host__ __device__ unsigned least_root(unsigned p)
{ // the least number whose powers go through all numbers below a prime
	unsigned part[10], parts = 0, n = p - 1;
	for (unsigned q = 2; q * q <= n; q++)
		if (n % q == 0) {
			part[parts++] = q;
			while (n % q == 0)
				n /= q;
		}
	if (n > 1)
		part[parts++] = n;
	for (unsigned g = 2;; g++) {
		unsigned k = 0;
		while (k < parts && power_mod(g, (p - 1) / part[k], p) != 1)
			k++;
		if (k == parts)
			return g;
	}
}
__global__ void least_roots(const unsigned *prime, unsigned *out, int n)
{ // a prime a thread, its divisors in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = least_root(prime[i]);
}
__global__ void squares_added(int *ways, int n)
{ // in how many ways a number is a sum of two squares: a row of first squares a block adds one to each sum
	int a = blockIdx.x;
	for (int b = threadIdx.x; a * a + b * b < n; b += blockDim.x)
		atomicAdd(&ways[a * a + b * b], 1);
}
__global__ void squares_tried(int *ways, int n)
{ // the same: a number a thread takes off every square and looks whether a square is left
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (i >= n)
		return;
	for (int a = 0; a * a <= i; a++) {
		int r = (int)(sqrtf((float)(i - a * a)) + 0.5f);
		found += r * r == i - a * a;
	}
	ways[i] = found;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int W = 420, H = 300, Q = W / 4 * (H / 4);
	std::vector<uchar4> picture(W * H);
	std::vector<uint2> small(Q);
	for (int i = 0; i < W * H; i++)
		picture[i] = { byte(i % W / 2 + w[i] % 20), byte(i / W / 2 + w[i] / 32 % 30),
			byte(w[i / 40] / 64 % 200), 0 };
	for (int i = 0; i < Q; i++)
		small[i] = squeeze_block(&picture[i / (W / 4) * 4 * W + i % (W / 4) * 4], W);
	std::vector<unsigned> packed((unsigned *)small.data(), (unsigned *)(small.data() + Q));
	uchar4 *dp = upload(picture);
	unsigned *o = dev<unsigned>(1 << 20);
	job<unsigned>(
		"four_bit_pixels.sixteen_a_thread",
		[&] { ends_thread<<<dim3((W / 4 + 34) / 35, H / 4), 35>>>(dp, (uint2 *)o, W, H); }, o, 2 * Q,
		same(packed));
	job<unsigned>(
		"four_bit_pixels.sixteen_lanes",
		[&] { ends_lanes<<<(Q * 16 + 191) / 192, 192>>>(dp, (uint2 *)o, W, H); }, o, 2 * Q, same(packed));
	const int PW = 300, PH = 200, PICTURES = 7, N = PW * PH * PICTURES;
	std::vector<byte> plain(N), kind(PH * PICTURES), coded(N);
	for (int i = 0; i < N; i++)
		plain[i] = i % PW * (i / PW % 5) / 3 + i / PW / 2 + w[i] % (1 + i / PW % 9 * 4);
	for (int r = 0; r < PH * PICTURES; r++) {
		int least = 1 << 30;
		for (int pass = 0; pass < 6; pass++) {
			int sum = 0, k = pass < 5 ? pass : kind[r];
			for (int x = 0; x < PW; x++) {
				byte *p = &plain[r * PW + x];
				bool top = r % PH == 0;
				byte d = *p - guess(k, x ? p[-1] : 0, top ? 0 : p[-PW], x && !top ? p[-PW - 1] : 0);
				sum += std::abs((signed char)d);
				coded[r * PW + x] = d;
			}
			if (pass < 5 && sum < least)
				least = sum, kind[r] = k;
		}
	}
	byte *dplain = upload(plain), *dkind = upload(kind), *dcoded = upload(coded), *ob = dev<byte>(N + 2000);
	job<byte>(
		"row_filters.best_of_five", [&] { filter_rows<<<PH, 96>>>(dplain, ob, ob + N, PW); }, ob, PW * PH,
		same(std::vector<byte>(coded.begin(), coded.begin() + PW * PH)));
	job<byte>(
		"row_filters.undone_in_a_wave", [&] { unfilter<<<PICTURES, PH>>>(dcoded, dkind, ob, PW, PH); }, ob, N,
		same(plain));
	std::vector<short> bit_of(CHECKS * 6), check_of(BITS * 3);
	for (int part = 0; part < 3; part++) {
		std::vector<int> order(BITS);
		for (int k = 0; k < BITS; k++)
			order[k] = k;
		for (int k = BITS - 1; k && part; k--)
			std::swap(order[k], order[w[part * 1000 + k] % (k + 1)]);
		for (int k = 0; k < BITS; k++) {
			int check = part * CHECKS / 3 + k / 6;
			bit_of[check * 6 + k % 6] = order[k], check_of[order[k] * 3 + part] = check;
		}
	}
	const int GROUPS = 20, RECEIVED = GROUPS * 32, ROUNDS = 14;
	std::vector<byte> word(RECEIVED * BITS), repaired;
	std::vector<unsigned> sliced(GROUPS * BITS), sliced_right(GROUPS * BITS);
	for (int i = 0; i < RECEIVED; i++)
		for (int k = 0; k < 2 + i % 11; k++)
			word[i * BITS + w[i * 16 + k] % BITS] = 1;
	repaired = word;
	for (int i = 0; i < RECEIVED; i++) {
		byte *bit = &repaired[i * BITS], broken[CHECKS];
		for (int r = 0; r < ROUNDS; r++) {
			for (int c = 0; c < CHECKS; c++) {
				broken[c] = 0;
				for (int k = 0; k < 6; k++)
					broken[c] ^= bit[bit_of[c * 6 + k]];
			}
			for (int t = 0; t < BITS; t++)
				if (broken[check_of[t * 3]] + broken[check_of[t * 3 + 1]] +
						broken[check_of[t * 3 + 2]] >
					1)
					bit[t] ^= 1;
		}
		for (int t = 0; t < BITS; t++) {
			sliced[i / 32 * BITS + t] |= (unsigned)word[i * BITS + t] << i % 32;
			sliced_right[i / 32 * BITS + t] |= (unsigned)bit[t] << i % 32;
		}
	}
	short *dbo = upload(bit_of), *dco = upload(check_of);
	byte *dword = upload(word), *word0 = upload(word);
	unsigned *dsl = upload(sliced), *sl0 = upload(sliced);
	job<byte>(
		"parity_repair.word_a_block", [&] { flip_bytes<<<RECEIVED, BITS>>>(dbo, dco, dword, ROUNDS); }, dword,
		RECEIVED * BITS, same(repaired),
		[&] { CHECK(cudaMemcpy(dword, word0, RECEIVED * BITS, cudaMemcpyDeviceToDevice)); });
	job<unsigned>(
		"parity_repair.thirty_two_at_once", [&] { flip_words<<<GROUPS, BITS>>>(dbo, dco, dsl, ROUNDS); }, dsl,
		GROUPS * BITS, same(sliced_right),
		[&] { CHECK(cudaMemcpy(dsl, sl0, GROUPS * BITS * 4, cudaMemcpyDeviceToDevice)); });
	Field f = {};
	for (int k = 0, v = 1; k < 255; k++, v = v * 2 ^ (v & 128 ? 0x11d : 0))
		f.power[k] = f.power[k + 255] = v, f.log[v] = k;
	for (int k = 0; k < PARITY; k++)
		f.poly[k] = (k * 37 + 11) % 255;
	CHECK(cudaMemcpyToSymbol(field, &f, sizeof f));
	const int MESSAGES = 3700;
	std::vector<byte> message(MESSAGES * MESSAGE), parity(MESSAGES * PARITY);
	for (size_t i = 0; i < message.size(); i++)
		message[i] = w[i] >> 9;
	for (int i = 0; i < MESSAGES; i++)
		repair_bytes(&f, &message[i * MESSAGE], &parity[i * PARITY]);
	byte *dm = upload(message);
	job<byte>(
		"repair_bytes.message_a_thread", [&] { encode_thread<<<(MESSAGES + 63) / 64, 64>>>(dm, ob, MESSAGES); },
		ob, MESSAGES * PARITY, same(parity));
	job<byte>(
		"repair_bytes.sixteen_lanes", [&] { encode_lanes<<<(MESSAGES + 15) / 16, 256>>>(dm, ob, MESSAGES); },
		ob, MESSAGES * PARITY, same(parity));
	const int T = 60000, FIRST = 1000001;
	std::vector<unsigned> phi(T), prime, many_prime, root;
	for (int i = 0; i < T; i++)
		phi[i] = totient(FIRST + i);
	for (unsigned n = 2; n < 60000; n++)
		if (totient(n) == n - 1) {
			if (n < 1050)
				prime.push_back(n);
			many_prime.push_back(n), root.push_back(least_root(n));
		}
	unsigned *dprime = upload(prime), *dmany = upload(many_prime);
	int P = prime.size(), MP = many_prime.size();
	job<unsigned>(
		"totient.all_divisors_tried", [&] { totient_tried<<<(T + 127) / 128, 128>>>(FIRST, o, T); }, o, T,
		same(phi));
	job<unsigned>(
		"totient.stretch_a_block", [&] { totient_sieved<<<(T + 511) / 512, 128>>>(dprime, P, FIRST, o, T); }, o,
		T, same(phi));
	const int PAIRS = 20000;
	std::vector<u64> a(PAIRS), n(PAIRS);
	std::vector<int> sign(PAIRS);
	for (int i = 0; i < PAIRS; i++) {
		a[i] = (u64)w[i] << 30 ^ w[i + PAIRS], n[i] = ((u64)w[i + 2 * PAIRS] << 29 ^ w[i + 3 * PAIRS]) | 1;
		sign[i] = symbol(a[i], n[i]);
	}
	u64 *da = upload(a), *dn = upload(n);
	int *oi = (int *)o;
	job<int>(
		"jacobi_symbol.pair_a_thread", [&] { symbols<<<(PAIRS + 95) / 96, 96>>>(da, dn, oi, PAIRS); }, oi,
		PAIRS, same(sign));
	job<unsigned>(
		"primitive_root.prime_a_thread", [&] { least_roots<<<(MP + 63) / 64, 64>>>(dmany, o, MP); }, o, MP,
		same(root));
	const int S = 100000;
	std::vector<int> made(S);
	for (int x = 0; x * x < S; x++)
		for (int y = 0; x * x + y * y < S; y++)
			made[x * x + y * y]++;
	job<int>(
		"two_squares.sums_counted", [&] { squares_added<<<317, 64>>>(oi, S); }, oi, S, same(made),
		[&] { CHECK(cudaMemset(oi, 0, S * 4)); });
	job<int>(
		"two_squares.each_tried", [&] { squares_tried<<<(S + 255) / 256, 256>>>(oi, S); }, oi, S, same(made));
}
