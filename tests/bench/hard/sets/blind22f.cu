// blind22f: a fresh set of kernels that nobody had modelled when they were written. Halves, wide words, tables,
// streams.
#include "blind7.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ u64 times_mod(u64 a, u64 b, u64 m)
{ // a b mod m for m below 2^32
	return a * b % m;
}
__host__ __device__ bool witness(u64 base, u64 n)
{ // does the base say that odd n may be prime? (Miller and Rabin)
	u64 d = n - 1, x = 1;
	int twos = 0;
	while (!(d & 1))
		d >>= 1, twos++;
	for (u64 b = base % n, e = d; e; e >>= 1, b = times_mod(b, b, n))
		if (e & 1)
			x = times_mod(x, b, n);
	if (x == 1 || x == n - 1)
		return true;
	for (int i = 1; i < twos; i++)
		if ((x = times_mod(x, x, n)) == n - 1)
			return true;
	return false;
}
__constant__ unsigned bases[3] = { 2, 7, 61 };
__global__ void strong_plain(const unsigned *a, byte *out, int n)
{ // a number a thread, three bases from the constant table, 64-bit remainders
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	bool ok = true;
	for (int k = 0; k < 3 && ok; k++)
		ok = witness(bases[k], a[i]);
	out[i] = ok;
}
__global__ void strong_sieved(const unsigned *a, byte *out, int n)
{ // the same; small divisors first, and only what is left goes through a shared list to the hard test
	__shared__ unsigned short list[256];
	__shared__ int many;
	int i = blockIdx.x * 256 + threadIdx.x;
	if (threadIdx.x == 0)
		many = 0;
	__syncthreads();
	if (i < n) {
		unsigned v = a[i];
		bool out_at_once = v % 3 == 0 || v % 5 == 0 || v % 7 == 0 || v % 11 == 0 || v % 13 == 0 || v % 17 == 0;
		out[i] = 0;
		if (!out_at_once)
			list[atomicAdd(&many, 1)] = threadIdx.x;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < many; k += 256) {
		int j = blockIdx.x * 256 + list[k];
		out[j] = witness(2, a[j]) && witness(7, a[j]) && witness(61, a[j]);
	}
}
__constant__ byte exps[512], logs[256];
__global__ void shares_constant(const byte *secret, const byte *noise, byte *out, int n)
{ // Shamir's shares of each byte for 5 holders: polynomials over 256 elements, logarithms from constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int h = 1; h <= 5; h++) {
		byte v = 0;
		for (int k = 2; k >= 0; k--) {
			v = v ? exps[logs[v] + logs[h]] : 0;
			v ^= k ? noise[(k - 1) * n + i] : secret[i];
		}
		out[(h - 1) * n + i] = v;
	}
}
__global__ void shares_shared(const byte *secret, const byte *noise, const byte *table, byte *out, int n)
{ // the same with both tables in shared memory
	__shared__ byte e[512], l[256];
	for (int k = threadIdx.x; k < 768; k += blockDim.x)
		(k < 512 ? e[k] : l[k - 512]) = table[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		for (int h = 1; h <= 5; h++) {
			byte v = 0;
			for (int k = 2; k >= 0; k--) {
				v = v ? e[l[v] + l[h]] : 0;
				v ^= k ? noise[(k - 1) * n + i] : secret[i];
			}
			out[(h - 1) * n + i] = v;
		}
}
__host__ __device__ unsigned doubled4(unsigned v)
{ // four elements times two at once
	return (v << 1 & 0xfefefefeu) ^ (v >> 7 & 0x01010101u) * 0x1d;
}
__global__ void shares_fours(const unsigned *secret, const unsigned *noise, unsigned *out, int n)
{ // the same without tables, four bytes a thread: doubling and adding
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = secret[i], a = noise[i], b = noise[n + i];
#pragma unroll
	for (int h = 1; h <= 5; h++) {
		unsigned v = b;
		for (int k = 1; k >= 0; k--) {
			unsigned d = doubled4(v), q = doubled4(d);
			v = (h & 1 ? v : 0) ^ (h & 2 ? d : 0) ^ (h & 4 ? q : 0) ^ (k ? a : s);
		}
		out[(h - 1) * n + i] = v;
	}
}
__global__ void half_power(const __half *re, const __half *im, __half *out, int n)
{ // |z|^2 of complex halves, one a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __hfma(re[i], re[i], __hmul(im[i], im[i]));
}
__global__ void half_power_pairs(const __half2 *re, const __half2 *im, __half2 *out, int n)
{ // the same, two at once, four pairs a thread far apart
	int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
#pragma unroll 4
	for (int k = 0; k < 4; k++, i += step)
		if (i < n) {
			__half2 a = re[i], b = im[i];
			out[i] = __hfma2(a, a, __hmul2(b, b));
		}
}
__global__ void sliding_plain(const float *x, const float *pattern, float *out, int n, int taps)
{ // products of a pattern with every window, all from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < taps; k++)
		s += x[i + k] * pattern[k];
	out[i] = s;
}
__global__ void sliding_async(const float *x, const float *pattern, float *out, int n, int taps, int tiles)
{ // the same, several tiles a block; the next tile comes by cp.async while this one is worked on
	__shared__ __align__(16) float tile[2][256];
	__shared__ float p[64];
	int t = threadIdx.x, i0 = blockIdx.x * tiles * 192;
	if (t < taps)
		p[t] = pattern[t];
	if (t < 64)
		__pipeline_memcpy_async(&tile[0][4 * t], &x[i0 + 4 * t], 16);
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		int next = i0 + (k + 1) * 192;
		if (t < 64 && k + 1 < tiles && next < n)
			__pipeline_memcpy_async(&tile[(k + 1) & 1][4 * t], &x[next + 4 * t], 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float s = 0;
		for (int j = 0; j < taps; j++)
			s += tile[k & 1][t + j] * p[j];
		if (i0 + k * 192 + t < n)
			out[i0 + k * 192 + t] = s;
		__syncthreads();
	}
}
__global__ void digits_of(const u64 *a, byte *out, int n)
{ // the twenty decimal digits of 64-bit numbers, by division
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 v = a[i];
	for (int k = 19; k >= 0; k--, v /= 10)
		out[i * 20 + k] = '0' + v % 10;
}
__constant__ u64 tens[20];
__global__ void digits_lanes(const u64 *a, byte *out, int n)
{ // the same, a digit a thread, the power of ten from a table
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n * 20)
		out[t] = '0' + a[t / 20] / tens[19 - t % 20] % 10;
}
__global__ void season_part(const double *x, double *out, int n, int shift)
{ // a part of a year: a smooth curve of doubles, some 30 terms
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = x[i], s = 0, p = 1;
	for (int k = 1; k <= 30; k++) {
		p *= v / (k + shift);
		s += p;
	}
	out[i] = s;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	const int N = 9000;
	std::vector<unsigned> odd(N);
	std::vector<byte> prime(N);
	for (int i = 0; i < N; i++) {
		odd[i] = w[i] | 0x10001;
		prime[i] = witness(2, odd[i]) && witness(7, odd[i]) && witness(61, odd[i]);
	}
	unsigned *dn = upload(odd);
	byte *o = dev<byte>(1 << 20);
	job<byte>(
		"strong_test.number_a_thread", [&] { strong_plain<<<up(N, 128), 128>>>(dn, o, N); }, o, N, same(prime));
	job<byte>(
		"strong_test.left_in_shared_list", [&] { strong_sieved<<<up(N, 256), 256>>>(dn, o, N); }, o, N,
		same(prime));
	const int S = 200000;
	std::vector<byte> table(768), text(3 * S), share(5 * S);
	for (int k = 0, v = 1; k < 255; k++) {
		table[k] = table[k + 255] = v, table[512 + v] = k;
		v = v << 1 ^ (v & 128 ? 0x11d : 0);
	}
	CHECK(cudaMemcpyToSymbol(exps, table.data(), 512));
	CHECK(cudaMemcpyToSymbol(logs, table.data() + 512, 256));
	for (int i = 0; i < 3 * S; i++)
		text[i] = w[i] >> 5;
	for (int i = 0; i < S; i++)
		for (int h = 1; h <= 5; h++) {
			byte v = 0;
			for (int k = 2; k >= 0; k--) {
				v = v ? table[table[512 + v] + table[512 + h]] : 0;
				v ^= text[k * S + i];
			}
			share[(h - 1) * S + i] = v;
		}
	byte *dt = upload(text), *dtab = upload(table);
	job<byte>(
		"secret_shares.constant_tables", [&] { shares_constant<<<up(S, 256), 256>>>(dt, dt + S, o, S); }, o,
		5 * S, same(share));
	job<byte>(
		"secret_shares.shared_tables", [&] { shares_shared<<<150, 224>>>(dt, dt + S, dtab, o, S); }, o, 5 * S,
		same(share));
	job<byte>(
		"secret_shares.four_bytes_doubled",
		[&] {
			shares_fours<<<up(S / 4, 128), 128>>>(
				(unsigned *)dt, (unsigned *)(dt + S), (unsigned *)o, S / 4);
		},
		o, 5 * S, same(share));
	const int H = 1000000;
	std::vector<__half> z(2 * H);
	std::vector<byte> none;
	for (int i = 0; i < 2 * H; i++)
		z[i] = __float2half((w[i] >> 22) / 512.0f);
	__half *dz = upload(z), *oz = dev<__half>(H);
	auto power = [&](const std::vector<__half> &v) {
		for (int i = 0; i < H; i++) {
			double a = __half2float(z[i]), b = __half2float(z[i + H]);
			if (!near(__half2float(v[i]), a * a + b * b, 3e-3))
				return false;
		}
		return true;
	};
	job<__half>(
		"half_power.one_a_thread", [&] { half_power<<<up(H, 256), 256>>>(dz, dz + H, oz, H); }, oz, H, power);
	job<__half>(
		"half_power.pairs_four_times",
		[&] {
			half_power_pairs<<<up(H / 8, 256), 256>>>(
				(__half2 *)dz, (__half2 *)(dz + H), (__half2 *)oz, H / 2);
		},
		oz, H, power);
	const int L = 192 * 5 * 100, TAPS = 60;
	std::vector<float> f = fractions(w), slid(L);
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int k = 0; k < TAPS; k++)
			s += (double)f[i + k] * f[L + 512 + k];
		slid[i] = s;
	}
	float *df = upload(f), *dof = dev<float>(L);
	job<float>(
		"sliding_products.from_memory",
		[&] { sliding_plain<<<up(L, 192), 192>>>(df, df + L + 512, dof, L, TAPS); }, dof, L, close_to(slid));
	job<float>(
		"sliding_products.tiles_ahead", [&] { sliding_async<<<100, 192>>>(df, df + L + 512, dof, L, TAPS, 5); },
		dof, L, close_to(slid));
	const int D = 30000;
	std::vector<u64> big(D), ten(20, 1);
	std::vector<byte> digit(D * 20);
	for (int k = 1; k < 20; k++)
		ten[k] = ten[k - 1] * 10;
	CHECK(cudaMemcpyToSymbol(tens, ten.data(), 160));
	for (int i = 0; i < D; i++) {
		big[i] = ((u64)w[2 * i] << 32 | w[2 * i + 1]) >> i % 40;
		for (int k = 0; k < 20; k++)
			digit[i * 20 + k] = '0' + big[i] / ten[19 - k] % 10;
	}
	u64 *db = upload(big);
	job<byte>(
		"decimal_digits.number_a_thread", [&] { digits_of<<<up(D, 64), 64>>>(db, o, D); }, o, D * 20,
		same(digit));
	job<byte>(
		"decimal_digits.digit_a_thread", [&] { digits_lanes<<<up(D * 20, 320), 320>>>(db, o, D); }, o, D * 20,
		same(digit));
	const int Y = 4 * 2500;
	std::vector<double> x = double_fractions(w, Y), season(Y);
	for (int i = 0; i < Y; i++) {
		double p = 1;
		for (int k = 1; k <= 30; k++)
			season[i] += p *= x[i] / (k + i / 2500);
	}
	double *dx = upload(x), *ds = dev<double>(Y);
	static cudaStream_t stream[4];
	for (cudaStream_t &s : stream)
		CHECK(cudaStreamCreate(&s));
	job<double>(
		"four_seasons.one_stream",
		[&] {
			for (int k = 0; k < 4; k++)
				season_part<<<up(2500, 96), 96>>>(dx + 2500 * k, ds + 2500 * k, 2500, k);
		},
		ds, Y, close_to(season, 1e-10));
	job<double>(
		"four_seasons.four_streams",
		[&] {
			for (int k = 0; k < 4; k++)
				season_part<<<up(2500, 96), 96, 0, stream[k]>>>(dx + 2500 * k, ds + 2500 * k, 2500, k);
		},
		ds, Y, close_to(season, 1e-10));
}
