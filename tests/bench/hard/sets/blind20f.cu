// blind20f: a fresh set of kernels that nobody had modelled when they were written. Random numbers, markets and hashes.
#include "blind7.h"

#define MOD1 4294967087ull
#define MOD2 4294944443ull
struct Combined { // two recurrences of order three that are taken apart from each other
	u64 a[3], b[3];
};
__host__ __device__ inline unsigned next_of(Combined &s)
{
	u64 p = (1403580 * s.a[1] + 810728 * (MOD1 - s.a[0])) % MOD1;
	u64 q = (527612 * s.b[2] + 1370589 * (MOD2 - s.b[0])) % MOD2;
	s.a[0] = s.a[1], s.a[1] = s.a[2], s.a[2] = p;
	s.b[0] = s.b[1], s.b[1] = s.b[2], s.b[2] = q;
	return (unsigned)(p >= q ? p - q : p + MOD1 - q);
}
__host__ __device__ inline void seeded(Combined &s, unsigned i)
{
	for (int k = 0; k < 3; k++)
		s.a[k] = 12345 + i * 77 + k, s.b[k] = 54321 + i * 31 + k * 5;
}
__global__ void combined_fill(unsigned *out, int each, int n)
{ // whole numbers modulo two primes near two to the 32nd, with 64-bit remainders
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Combined s;
	seeded(s, i);
	for (int k = 0; k < each; k++)
		out[k * n + i] = next_of(s);
}
__host__ __device__ inline double next_double(double *s)
{ // the same in doubles, as once was usual
	double p = 1403580.0 * s[1] - 810728.0 * s[0], q = 527612.0 * s[5] - 1370589.0 * s[3];
	p -= floor(p / 4294967087.0) * 4294967087.0;
	q -= floor(q / 4294944443.0) * 4294944443.0;
	s[0] = s[1], s[1] = s[2], s[2] = p, s[3] = s[4], s[4] = s[5], s[5] = q;
	return p >= q ? p - q : p - q + 4294967087.0;
}
__global__ void combined_doubles(unsigned *out, int each, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double s[6];
	for (int k = 0; k < 3; k++)
		s[k] = 12345 + i * 77 + k, s[3 + k] = 54321 + i * 31 + k * 5;
	for (int k = 0; k < each; k++)
		out[k * n + i] = (unsigned)next_double(s);
}
static void combined(const std::vector<unsigned> &)
{
	const int N = 132 * 64, EACH = 20;
	std::vector<unsigned> want(N * EACH);
	for (int i = 0; i < N; i++) {
		Combined s;
		seeded(s, i);
		for (int k = 0; k < EACH; k++)
			want[k * N + i] = next_of(s);
	}
	unsigned *o = dev<unsigned>(N * EACH);
	job<unsigned>(
		"two_recurrences.whole_64_bits", [&] { combined_fill<<<132, 64>>>(o, EACH, N); }, o, N * EACH,
		same(want));
	job<unsigned>(
		"two_recurrences.in_doubles", [&] { combined_doubles<<<66, 128>>>(o, EACH, N); }, o, N * EACH,
		same(want));
}
__constant__ unsigned way[8][32];
__host__ __device__ inline unsigned even_spread(unsigned i, const unsigned *w)
{
	unsigned v = 0;
	for (int k = 0; i; i >>= 1, k++)
		v ^= i & 1 ? w[k] : 0;
	return v;
}
__global__ void spread_direct(float *out, int n)
{ // numbers that fill a cube evenly: from the bits of each place, a dimension a row of blocks
	int i = blockIdx.x * blockDim.x + threadIdx.x, d = blockIdx.y;
	if (i < n)
		out[d * n + i] = even_spread(i ^ i >> 1, way[d]) * 2.3283064e-10f;
}
__global__ void spread_steps(const unsigned *w, float *out, int n)
{ // the same by steps: neighbours in time differ by one direction; the stride of the grid is a power of two
	__shared__ unsigned own[32];
	if (threadIdx.x < 32)
		own[threadIdx.x] = w[blockIdx.y * 32 + threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x, log = __ffs(stride) - 1;
	unsigned v = even_spread(i ^ i >> 1, own);
	for (; i < n; i += stride) {
		out[blockIdx.y * n + i] = v * 2.3283064e-10f;
		v ^= own[log - 1] ^ own[__ffs(~(unsigned)(i >> log)) - 1 + log];
	}
}
static void spread(const std::vector<unsigned> &w)
{
	const int N = 30000;
	std::vector<unsigned> dir(8 * 32);
	std::vector<float> want(8 * N);
	for (int i = 0; i < 256; i++)
		dir[i] = (w[i] | 1) << (31 - i % 32);
	for (int i = 0; i < 8 * N; i++) {
		unsigned k = i % N;
		want[i] = even_spread(k ^ k >> 1, &dir[i / N * 32]) * 2.3283064e-10f;
	}
	CHECK(cudaMemcpyToSymbol(way, dir.data(), 1024));
	unsigned *dd = upload(dir);
	float *o = dev<float>(8 * N);
	job<float>(
		"even_spread.from_bits", [&] { spread_direct<<<dim3((N + 191) / 192, 8), 192>>>(o, N); }, o, 8 * N,
		same(want));
	job<float>(
		"even_spread.by_steps", [&] { spread_steps<<<dim3(16, 8), 128>>>(dd, o, N); }, o, 8 * N, same(want));
}
#define RATES 40
__constant__ float volatility[RATES];
__host__ __device__ inline float rate_path(const float *z, int stride, int maturities, const float *vol)
{ // forward rates of forty quarters along one path; the value of a bundle of swaps at its end
	float rate[RATES], value = 0, bond = 1, worth = 0;
	for (int i = 0; i < RATES; i++)
		rate[i] = 0.05f;
	for (int n = 0; n < maturities; n++) {
		float step = 0.5f * z[n * stride], drift = 0;
		for (int i = n + 1; i < RATES; i++) {
			float v = vol[i - n - 1], c = 0.25f * v;
			drift += c * rate[i] / (1 + 0.25f * rate[i]);
			rate[i] *= expf(drift * v + v * (step - 0.125f * v));
		}
	}
	for (int n = maturities; n < RATES; n++) {
		bond /= 1 + 0.25f * rate[n];
		worth += 0.25f * bond;
		float swap = bond + 0.05f * worth - 1;
		value += n % 5 == 4 && swap < 0 ? -100 * swap : 0;
	}
	return value;
}
__global__ void rates_thread(const float *z, float *out, int paths, int maturities)
{ // a path a thread, its rates in local memory
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p < paths)
		out[p] = rate_path(z + p, paths, maturities, volatility);
}
__global__ void rates_warp(const float *z, const float *vol, float *out, int paths, int maturities)
{ // the same, a path a warp: a lane holds a rate (and perhaps a second), drifts by a scan over the lanes
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= paths)
		return;
	float rate[2] = { 0.05f, 0.05f };
	for (int n = 0; n < maturities; n++) {
		float step = 0.5f * z[n * paths + p], before = 0;
#pragma unroll
		for (int k = 0; k < 2; k++) {
			int i = k * 32 + lane;
			bool on = i > n && i < RATES;
			float v = on ? vol[i - n - 1] : 0, drift = on ? 0.25f * v * rate[k] / (1 + 0.25f * rate[k]) : 0;
			for (int d = 1; d < 32; d *= 2) {
				float o = __shfl_up_sync(~0u, drift, d);
				drift += lane >= d ? o : 0;
			}
			drift += before;
			before = __shfl_sync(~0u, drift, 31);
			rate[k] *= expf(drift * v + v * (step - 0.125f * v));
		}
	}
	float bond = 1, worth = 0, value = 0;
	for (int n = maturities; n < RATES; n++) {
		bond /= 1 + 0.25f * __shfl_sync(~0u, n < 32 ? rate[0] : rate[1], n % 32);
		worth += 0.25f * bond;
		float swap = bond + 0.05f * worth - 1;
		value += n % 5 == 4 && swap < 0 ? -100 * swap : 0;
	}
	if (lane == 0)
		out[p] = value;
}
static void rates(const std::vector<float> &f)
{
	const int P = 2600, M = 16;
	std::vector<float> z(P * M), vol(RATES, 0.2f), want(P);
	for (int i = 0; i < P * M; i++)
		z[i] = (f[i] + f[i + 100000] + f[i + 200000] + f[i + 300000] - 2) * 1.73f;
	for (int i = 0; i < RATES; i++)
		vol[i] = 0.15f + 0.002f * i;
	for (int p = 0; p < P; p++)
		want[p] = rate_path(&z[p], P, M, vol.data());
	CHECK(cudaMemcpyToSymbol(volatility, vol.data(), RATES * 4));
	float *dz = upload(z), *dv = upload(vol), *o = dev<float>(P);
	job<float>(
		"forward_rates.path_a_thread", [&] { rates_thread<<<(P + 63) / 64, 64>>>(dz, o, P, M); }, o, P,
		close_to(want, 3e-3));
	job<float>(
		"forward_rates.path_a_warp", [&] { rates_warp<<<P / 8, 256>>>(dz, dv, o, P, M); }, o, P,
		close_to(want, 3e-3));
}
__host__ __device__ inline double2 crowd_of_debtors(const double *chance, int many, double factor)
{ // how many of a bank's debtors fail when the times are bad: the exact spread, debtor by debtor
	double p[33] = { 1 }, mean = 0, tail = 0;
	for (int d = 0; d < many; d++) {
		double c = chance[d] / (chance[d] + (1 - chance[d]) * exp(-factor));
		for (int k = d < 31 ? d + 1 : 32; k > 0; k--)
			p[k] = k == 32 ? p[32] + p[31] * c : p[k] * (1 - c) + p[k - 1] * c;
		p[0] *= 1 - c;
	}
	for (int k = 0; k < 33; k++)
		mean += k * p[k], tail += k > 8 ? p[k] * (k - 8) : 0;
	return make_double2(mean, tail);
}
__global__ void debtors_thread(const double *chance, double2 *out, int many, int n)
{ // a state of the world a thread, its spread in an array of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = crowd_of_debtors(chance, many, i * 0.004 - 2);
}
__global__ void debtors_warp(const double *chance, double2 *out, int many, int n)
{ // the same, a state a warp: lane k holds the chance of k failures
	int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	double p = lane == 0, rest = 0, grow = exp(2 - i * 0.004);
	for (int d = 0; d < many; d++) {
		double c = chance[d] / (chance[d] + (1 - chance[d]) * grow), before = __shfl_up_sync(~0u, p, 1);
		rest += __shfl_sync(~0u, p, 31) * c;
		p = p * (1 - c) + (lane ? before * c : 0);
	}
	double mean = lane * p, tail = lane > 8 ? p * (lane - 8) : 0;
	for (int k = 16; k; k >>= 1) {
		mean += __shfl_xor_sync(~0u, mean, k);
		tail += __shfl_xor_sync(~0u, tail, k);
	}
	if (lane == 0)
		out[i] = make_double2(mean + 32 * rest, tail + 24 * rest);
}
static void debtors(const std::vector<float> &f)
{
	const int MANY = 50, N = 1000;
	std::vector<double> chance(MANY), want(2 * N);
	for (int d = 0; d < MANY; d++)
		chance[d] = 0.02 + 0.2 * f[d];
	for (int i = 0; i < N; i++) {
		double2 v = crowd_of_debtors(chance.data(), MANY, i * 0.004 - 2);
		want[2 * i] = v.x, want[2 * i + 1] = v.y;
	}
	double *dc = upload(chance);
	double2 *o = dev<double2>(N);
	job<double>(
		"failing_debtors.state_a_thread", [&] { debtors_thread<<<(N + 31) / 32, 32>>>(dc, o, MANY, N); },
		(double *)o, 2 * N, close_to(want, 1e-8));
	job<double>(
		"failing_debtors.state_a_warp", [&] { debtors_warp<<<N / 2, 64>>>(dc, o, MANY, N); }, (double *)o,
		2 * N, close_to(want, 1e-8));
}
__constant__ unsigned sines[64];
__host__ __device__ __forceinline__ unsigned turned(unsigned v, int k)
{
	return v << k | v >> (32 - k);
}
__host__ __device__ inline uint4 digest(const unsigned *m, const unsigned *sine)
{ // one block of the fifth message digest
	const int turns[16] = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };
	unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
#pragma unroll
	for (int i = 0; i < 64; i++) {
		unsigned f = i < 16 ? (b & c) | (~b & d) :
			i < 32      ? (d & b) | (~d & c) :
			i < 48      ? b ^ c ^ d :
				      c ^ (b | ~d);
		int g = i < 16 ? i : i < 32 ? (5 * i + 1) & 15 : i < 48 ? (3 * i + 5) & 15 : (7 * i) & 15;
		f += a + sine[i] + m[g];
		a = d, d = c, c = b;
		b += turned(f, turns[i / 16 * 4 + i % 4]);
	}
	return { a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476 };
}
__host__ __device__ inline void word_of(unsigned n, unsigned *m)
{ // the n-th word of six small letters, with the padding
	m[0] = m[1] = 0;
	for (int k = 0; k < 6; k++, n /= 26)
		m[k / 4] |= ('a' + n % 26) << k % 4 * 8;
	m[1] |= 0x80 << 16;
	for (int k = 2; k < 16; k++)
		m[k] = k == 14 ? 48 : 0;
}
__global__ void word_search(uint4 want, unsigned *found, unsigned first, int each)
{ // which word has this digest? each thread tries some
	unsigned n = first + blockIdx.x * blockDim.x + threadIdx.x, m[16];
	for (int k = 0; k < each; k++, n += gridDim.x * blockDim.x) {
		word_of(n, m);
		uint4 d = digest(m, sines);
		if (d.x == want.x && d.y == want.y && d.z == want.z && d.w == want.w)
			*found = n;
	}
}
__global__ void digest_messages(const unsigned *text, uint4 *out, int n)
{ // digests of messages of one block each, whose words lie side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned m[16];
	if (i >= n)
		return;
#pragma unroll
	for (int k = 0; k < 16; k++)
		m[k] = text[k * n + i];
	out[i] = digest(m, sines);
}
static void message_digest(const std::vector<unsigned> &w)
{
	const int N = 20000;
	std::vector<unsigned> sine(64), want(4 * N);
	for (int i = 0; i < 64; i++)
		sine[i] = (unsigned)(long long)std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0);
	for (int i = 0; i < N; i++) {
		unsigned m[16];
		for (int k = 0; k < 16; k++)
			m[k] = w[k * N + i];
		uint4 d = digest(m, sine.data());
		memcpy(&want[4 * i], &d, 16);
	}
	unsigned m[16], secret = 1000000 + 23456;
	word_of(secret, m);
	uint4 goal = digest(m, sine.data());
	CHECK(cudaMemcpyToSymbol(sines, sine.data(), 256));
	unsigned *dt = upload(w), *found = dev<unsigned>(1);
	uint4 *o = dev<uint4>(N);
	job<unsigned>(
		"fifth_digest.word_search", [&] { word_search<<<100, 160>>>(goal, found, 1000000, 3); }, found, 1,
		same(std::vector<unsigned>{ secret }));
	job<unsigned>(
		"fifth_digest.messages", [&] { digest_messages<<<(N + 127) / 128, 128>>>(dt, o, N); }, (unsigned *)o,
		4 * N, same(want));
}
__host__ __device__ inline void quarter(unsigned *x, int a, int b, int c, int d)
{
	x[b] ^= turned(x[a] + x[d], 7), x[c] ^= turned(x[b] + x[a], 9);
	x[d] ^= turned(x[c] + x[b], 13), x[a] ^= turned(x[d] + x[c], 18);
}
__host__ __device__ inline void salted(unsigned *s, const unsigned *with)
{ // eight rounds over sixteen words, after another sixteen are mixed in
	unsigned x[16];
#pragma unroll
	for (int i = 0; i < 16; i++)
		x[i] = s[i] ^= with[i];
#pragma unroll 1
	for (int r = 0; r < 4; r++) {
		quarter(x, 0, 4, 8, 12), quarter(x, 5, 9, 13, 1), quarter(x, 10, 14, 2, 6), quarter(x, 15, 3, 7, 11);
		quarter(x, 0, 1, 2, 3), quarter(x, 5, 6, 7, 4), quarter(x, 10, 11, 8, 9), quarter(x, 15, 12, 13, 14);
	}
#pragma unroll
	for (int i = 0; i < 16; i++)
		s[i] += x[i];
}
__host__ __device__ inline void remember(unsigned *s, unsigned *store, int steps)
{ // a hash that needs memory: fill a table, then read it at places that only the hash itself knows
	unsigned none[16] = {}, t[16];
	for (int i = 0; i < steps; i++) {
		for (int k = 0; k < 16; k++)
			store[i * 16 + k] = s[k];
		salted(s, none);
	}
	for (int i = 0; i < steps; i++) {
		unsigned at = s[0] % steps;
		for (int k = 0; k < 16; k++)
			t[k] = store[at * 16 + k];
		salted(s, t);
	}
}
__global__ void hard_hash(const unsigned *in, unsigned *out, unsigned *store, int steps, int n)
{ // a hash a thread, 64 bytes at a time from its own table in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s[16];
	for (int k = 0; k < 16; k++)
		s[k] = in[i * 16 + k];
	remember(s, store + i * steps * 16, steps);
	for (int k = 0; k < 16; k++)
		out[i * 16 + k] = s[k];
}
static void hard_hashes(const std::vector<unsigned> &w)
{
	const int N = 1200, STEPS = 32;
	std::vector<unsigned> want(w.begin(), w.begin() + 16 * N), store(16 * STEPS);
	for (int i = 0; i < N; i++)
		remember(&want[16 * i], store.data(), STEPS);
	unsigned *in = upload(w), *o = dev<unsigned>(16 * N), *table = dev<unsigned>(16 * STEPS * N);
	job<unsigned>(
		"memory_hard_hash.hash_a_thread", [&] { hard_hash<<<(N + 47) / 48, 48>>>(in, o, table, STEPS, N); }, o,
		16 * N, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	combined(w);
	spread(w);
	rates(f);
	debtors(f);
	message_digest(w);
	hard_hashes(w);
}
