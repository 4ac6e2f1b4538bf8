// blind23c: a fresh set of kernels that nobody had modelled when they were written. Whole numbers and many small sums.
#include "blind7.h"

__host__ __device__ u64 stirred(u64 key, u64 salt)
{
	key = (key ^ salt) * 0xff51afd7ed558ccdull;
	key ^= key >> 32;
	key *= 0xc4ceb9fe1a85ec53ull;
	return key ^ key >> 29;
}
__constant__ u64 salts_constant[80];
template <int WAY> __global__ void which_server(const u64 *key, const u64 *salt, byte *out, int n, int servers)
{ // each key goes to the server where its hash is highest; the servers' salts in memory, constant or shared
	__shared__ u64 own[80];
	if (WAY == 2) {
		for (int i = threadIdx.x; i < servers; i += blockDim.x)
			own[i] = salt[i];
		__syncthreads();
	}
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 k = key[i], most = 0;
	int best = 0;
	for (int s = 0; s < servers; s++) {
		u64 h = stirred(k, WAY == 0 ? salt[s] : WAY == 1 ? salts_constant[s] : own[s]);
		if (h > most)
			most = h, best = s;
	}
	out[i] = best;
}
__global__ void which_server_warp(const u64 *key, const u64 *salt, byte *out, int n, int servers)
{ // the same, a key a warp; lanes settle who has the highest
	int lane = threadIdx.x % 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += gridDim.x * blockDim.x / 32) {
		u64 most = 0;
		int best = 0;
		for (int s = lane; s < servers; s += 32) {
			u64 h = stirred(key[i], salt[s]);
			if (h > most)
				most = h, best = s;
		}
		for (int d = 16; d; d /= 2) {
			u64 h = __shfl_xor_sync(~0u, most, d);
			int b = __shfl_xor_sync(~0u, best, d);
			if (h > most || h == most && b < best)
				most = h, best = b;
		}
		if (lane == 0)
			out[i] = best;
	}
}
const int MODULI = 10;
struct Garner {
	unsigned prime[MODULI], inverse[MODULI][MODULI]; // [i][j]: of prime j, modulo prime i
};
__constant__ Garner garner_constant;
__host__ __device__ void mixed_digits(const unsigned *rest, int stride, const Garner &g, unsigned *digit)
{ // Garner: digits of a mixed base from the remainders
	for (int i = 0; i < MODULI; i++) {
		u64 p = g.prime[i], v = rest[i * stride];
		for (int j = 0; j < i; j++)
			v = (v + p - digit[j] % p) % p * g.inverse[i][j] % p;
		digit[i] = v;
	}
}
__host__ __device__ void whole(const unsigned *digit, const Garner &g, unsigned *out, int stride)
{ // digits of a mixed base to words of 32 bits
	unsigned word[MODULI] = {};
	for (int i = MODULI - 1; i >= 0; i--) {
		u64 carry = digit[i];
		for (int k = 0; k < MODULI; k++) {
			carry += (u64)word[k] * g.prime[i];
			word[k] = (unsigned)carry;
			carry >>= 32;
		}
	}
	for (int k = 0; k < MODULI; k++)
		out[k * stride] = word[k];
}
__global__ void chinese_memory(const unsigned *rest, const Garner *g, unsigned *out, int n)
{ // a large number from its remainders (Chinese); loops stay loops, the tables are in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned digit[MODULI];
	mixed_digits(rest + i, n, *g, digit);
	whole(digit, *g, out + i, n);
}
__global__ void chinese_unrolled(const unsigned *rest, unsigned *out, int n)
{ // the same: long straight code, digits in registers, the tables constant
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned digit[MODULI], word[MODULI] = {};
#pragma unroll
	for (int a = 0; a < MODULI; a++) {
		unsigned p = garner_constant.prime[a], v = rest[a * n + i];
#pragma unroll
		for (int b = 0; b < a; b++) {
			unsigned d = digit[b] >= p ? digit[b] - p : digit[b];
			v = (u64)(v >= d ? v - d : v + p - d) * garner_constant.inverse[a][b] % p;
		}
		digit[a] = v;
	}
#pragma unroll
	for (int a = MODULI - 1; a >= 0; a--) {
		u64 carry = digit[a];
#pragma unroll
		for (int k = 0; k < MODULI - a; k++) {
			carry += (u64)word[k] * garner_constant.prime[a];
			word[k] = (unsigned)carry;
			carry >>= 32;
		}
		// the rest is nought as yet, but for a carry
		for (int k = MODULI - a; k < MODULI; k++)
			word[k] = k == MODULI - a ? (unsigned)carry : 0;
	}
#pragma unroll
	for (int k = 0; k < MODULI; k++)
		out[k * n + i] = word[k];
}
__host__ __device__ int2 near_fraction(double x, int most)
{ // Stern and Brocot: down the tree of fractions to the last whose lower part is not too large
	int a = 0, b = 1, c = 1, d = 0;
	for (;;) {
		int p = a + c, q = b + d;
		if (q > most || p > 4 * most)
			break;
		if (x * q > p)
			a = p, b = q;
		else
			c = p, d = q;
	}
	return d == 0 || x * b - a < 1e300 && (x - (double)a / b) < ((double)c / d - x) ? make_int2(a, b) :
											  make_int2(c, d);
}
__global__ void fractions_steps(const double *x, int2 *out, int n, int most)
{ // the nearest fraction of a number, step by step
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = near_fraction(x[i], most);
}
template <class T, int N> struct Square {
	T at[N][N];
	__host__ __device__ Square operator*(const Square &b) const
	{
		Square r;
#pragma unroll
		for (int i = 0; i < N; i++)
#pragma unroll
			for (int j = 0; j < N; j++) {
				T s = 0;
#pragma unroll
				for (int k = 0; k < N; k++)
					s += at[i][k] * b.at[k][j];
				r.at[i][j] = s;
			}
		return r;
	}
	__host__ __device__ Square inverse() const
	{ // Gauss and Jordan without a search for pivots
		Square r = *this;
#pragma unroll
		for (int p = 0; p < N; p++) {
			T one = 1 / r.at[p][p];
			r.at[p][p] = 1;
#pragma unroll
			for (int j = 0; j < N; j++)
				r.at[p][j] *= one;
#pragma unroll
			for (int i = 0; i < N; i++) {
				if (i == p)
					continue;
				T f = r.at[i][p];
				r.at[i][p] = 0;
#pragma unroll
				for (int j = 0; j < N; j++)
					r.at[i][j] -= f * r.at[p][j];
			}
		}
		return r;
	}
	__host__ __device__ Square middle(const Square &b) const
	{
		Square r;
#pragma unroll
		for (int i = 0; i < N; i++)
#pragma unroll
			for (int j = 0; j < N; j++)
				r.at[i][j] = T(0.5) * (at[i][j] + b.at[i][j]);
		return r;
	}
};
template <class T, int N> __host__ __device__ Square<T, N> matrix_root(const Square<T, N> &a, int rounds)
{ // Denman and Beavers: the square root of a matrix
	Square<T, N> y = a, z = {};
	for (int i = 0; i < N; i++)
		z.at[i][i] = 1;
	for (int k = 0; k < rounds; k++) {
		Square<T, N> iy = y.inverse(), iz = z.inverse();
		y = y.middle(iz);
		z = z.middle(iy);
	}
	return y;
}
template <class T, int N> __global__ void matrix_roots(const Square<T, N> *a, Square<T, N> *out, int n)
{ // a small matrix a thread, all of it in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = matrix_root<T, N>(a[i], 7);
}
template <class T, int N> __host__ __device__ void lyapunov(const Square<T, N> &a, Square<T, N> &x, int rounds)
{ // X = A X A' + X by doubling: the steady spread of a system that forgets
	Square<T, N> p = a;
	for (int k = 0; k < rounds; k++) {
		Square<T, N> t, q = p * x;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				t.at[i][j] = p.at[j][i];
		q = q * t;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				x.at[i][j] += q.at[i][j];
		p = p * p;
	}
}
template <class T, int N> __global__ void lyapunov_thread(const Square<T, N> *a, Square<T, N> *x, int n)
{ // a system a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Square<T, N> r = x[i];
	lyapunov(a[i], r, 5);
	x[i] = r;
}
template <class T, int N, int GROUPS> __global__ void lyapunov_group(const Square<T, N> *a, Square<T, N> *x, int n)
{ // the same, an entry of a matrix a thread, matrices in shared memory
	__shared__ T p[GROUPS][N][N + 1], v[GROUPS][N][N + 1], q[GROUPS][N][N + 1];
	int g = threadIdx.y, e = threadIdx.x, i = e / N, j = e % N, at = min(blockIdx.x * GROUPS + g, n - 1);
	p[g][i][j] = a[at].at[i][j];
	v[g][i][j] = x[at].at[i][j];
	__syncthreads();
	for (int k = 0; k < 5; k++) {
		T s = 0, r = 0, pp = 0;
		for (int m = 0; m < N; m++) {
			s += p[g][i][m] * v[g][m][j];
			pp += p[g][i][m] * p[g][m][j];
		}
		q[g][i][j] = s;
		__syncthreads();
		for (int m = 0; m < N; m++)
			r += q[g][i][m] * p[g][j][m];
		__syncthreads();
		v[g][i][j] += r;
		p[g][i][j] = pp;
		__syncthreads();
	}
	if (blockIdx.x * GROUPS + g < n)
		x[at].at[i][j] = v[g][i][j];
}
template <class M> std::vector<float> numbers(const std::vector<M> &v)
{
	return std::vector<float>((const float *)v.data(), (const float *)(v.data() + v.size()));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int KEYS = 50000, SERVERS = 77;
	std::vector<u64> key(KEYS), salt(SERVERS);
	std::vector<byte> server(KEYS);
	for (int i = 0; i < KEYS; i++)
		key[i] = (u64)w[i] << 20 ^ w[i + 1];
	for (int s = 0; s < SERVERS; s++)
		salt[s] = stirred(s + 1, 12345);
	for (int i = 0; i < KEYS; i++)
		for (u64 s = 0, most = 0; s < SERVERS; s++)
			if (stirred(key[i], salt[s]) > most)
				most = stirred(key[i], salt[s]), server[i] = s;
	u64 *dk = upload(key), *ds = upload(salt);
	byte *o = dev<byte>(KEYS);
	CHECK(cudaMemcpyToSymbol(salts_constant, salt.data(), SERVERS * 8));
	int G = (KEYS + 127) / 128;
	job<byte>(
		"which_server.memory", [&] { which_server<0><<<G, 128>>>(dk, ds, o, KEYS, SERVERS); }, o, KEYS,
		same(server));
	job<byte>(
		"which_server.constant", [&] { which_server<1><<<G, 128>>>(dk, ds, o, KEYS, SERVERS); }, o, KEYS,
		same(server));
	job<byte>(
		"which_server.shared", [&] { which_server<2><<<G, 128>>>(dk, ds, o, KEYS, SERVERS); }, o, KEYS,
		same(server));
	job<byte>(
		"which_server.key_a_warp", [&] { which_server_warp<<<264, 256>>>(dk, ds, o, KEYS / 4, SERVERS); }, o,
		KEYS / 4, same(std::vector<byte>(server.begin(), server.begin() + KEYS / 4)));
	const int BIG = 20000;
	Garner g;
	int found = 0;
	for (unsigned p = 2147483647; found < MODULI; p -= 2) {
		bool prime = true;
		for (unsigned d = 3; d < 46341 && prime; d += 2)
			prime = p % d != 0;
		if (prime)
			g.prime[found++] = p;
	}
	for (int i = 0; i < MODULI; i++)
		for (int j = 0; j < MODULI; j++) {
			u64 p = g.prime[i], r = 1, b = g.prime[j] % p;
			for (u64 e = p - 2; e; e /= 2, b = b * b % p)
				if (e & 1)
					r = r * b % p;
			g.inverse[i][j] = r;
		}
	std::vector<unsigned> rest(BIG * MODULI), large(BIG * MODULI);
	for (int i = 0; i < BIG; i++) {
		unsigned digit[MODULI];
		for (int k = 0; k < MODULI; k++)
			rest[k * BIG + i] = w[i * MODULI + k] % g.prime[k];
		mixed_digits(&rest[i], BIG, g, digit);
		whole(digit, g, &large[i], BIG);
	}
	unsigned *dr = upload(rest), *ob = dev<unsigned>(BIG * MODULI);
	Garner *dg = upload(std::vector<Garner>(1, g));
	CHECK(cudaMemcpyToSymbol(garner_constant, &g, sizeof g));
	job<unsigned>(
		"chinese.memory", [&] { chinese_memory<<<(BIG + 127) / 128, 128>>>(dr, dg, ob, BIG); }, ob,
		BIG * MODULI, same(large));
	job<unsigned>(
		"chinese.straight_code", [&] { chinese_unrolled<<<(BIG + 95) / 96, 96>>>(dr, ob, BIG); }, ob,
		BIG * MODULI, same(large));
	const int REAL = 30000;
	std::vector<double> real(REAL);
	std::vector<int> near_one(REAL * 2);
	for (int i = 0; i < REAL; i++) {
		real[i] = w[i] / 4294967296.0 + (i % 3 == 0) * 0.01;
		int2 v = near_fraction(real[i], 1000);
		near_one[2 * i] = v.x, near_one[2 * i + 1] = v.y;
	}
	double *dx = upload(real);
	int2 *oi = dev<int2>(REAL);
	job<int>(
		"near_fractions.steps", [&] { fractions_steps<<<(REAL + 63) / 64, 64>>>(dx, oi, REAL, 1000); },
		(int *)oi, REAL * 2, same(near_one));
	const int MANY = 9000;
	auto likely = [&](auto &m, int i, int n, float own) { // small numbers around a large diagonal
		for (int k = 0; k < n * n; k++)
			m.at[k / n][k % n] = (f[i * n * n + k] - 0.5f) * 0.4f + (k / n == k % n) * own;
	};
	std::vector<Square<float, 3>> m3(MANY), r3(MANY);
	std::vector<Square<float, 5>> m5(MANY), r5(MANY);
	std::vector<Square<float, 6>> a6(MANY), x6(MANY), s6(MANY);
	for (int i = 0; i < MANY; i++) {
		likely(m3[i], i, 3, 2.0f);
		likely(m5[i], i, 5, 2.5f);
		likely(a6[i], i, 6, 0.3f);
		likely(x6[i], i + 50, 6, 1.0f);
		r3[i] = matrix_root<float, 3>(m3[i], 7);
		r5[i] = matrix_root<float, 5>(m5[i], 7);
		s6[i] = x6[i];
		lyapunov(a6[i], s6[i], 5);
	}
	auto *d3 = upload(m3), *o3 = dev<Square<float, 3>>(MANY);
	auto *d5 = upload(m5), *o5 = dev<Square<float, 5>>(MANY);
	auto *d6 = upload(a6), *x0 = upload(x6), *o6 = dev<Square<float, 6>>(MANY);
	job<float>(
		"matrix_roots.three", [&] { matrix_roots<float, 3><<<(MANY + 127) / 128, 128>>>(d3, o3, MANY); },
		(float *)o3, MANY * 9, close_to(numbers(r3), 1e-3));
	job<float>(
		"matrix_roots.five", [&] { matrix_roots<float, 5><<<(MANY + 63) / 64, 64>>>(d5, o5, MANY); },
		(float *)o5, MANY * 25, close_to(numbers(r5), 1e-3));
	auto fresh = [&] { CHECK(cudaMemcpy(o6, x0, MANY * 144, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"steady_spread.system_a_thread", [&] { lyapunov_thread<<<(MANY + 63) / 64, 64>>>(d6, o6, MANY); },
		(float *)o6, MANY * 36, close_to(numbers(s6), 1e-3), fresh);
	job<float>(
		"steady_spread.entry_a_thread",
		[&] { lyapunov_group<float, 6, 5><<<(MANY + 4) / 5, dim3(36, 5)>>>(d6, o6, MANY); }, (float *)o6,
		MANY * 36, close_to(numbers(s6), 1e-3), fresh);
}
