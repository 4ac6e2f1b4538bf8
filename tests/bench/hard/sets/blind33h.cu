// blind33h: a fresh set of kernels that nobody had modelled when they were written. Chance, letters, hash tables,
// tables filled by items and diagonals, life on a torus, streams.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned lcg(unsigned &s)
{
	return s = s * 1664525u + 1013904223u;
}
__global__ void pi_lcg(unsigned *hits, int tries)
{ // a generator of its own for each thread; the block adds up in shared memory
	__shared__ unsigned sum[256];
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1, in = 0;
	for (int k = 0; k < tries; k++) {
		float x = (lcg(s) >> 8) * (1.0f / 16777216), y = (lcg(s) >> 8) * (1.0f / 16777216);
		if (__fmaf_rn(x, x, y * y) < 1)
			in++;
	}
	sum[threadIdx.x] = in;
	for (int d = 128; d; d /= 2) {
		__syncthreads();
		if (threadIdx.x < d)
			sum[threadIdx.x] += sum[threadIdx.x + d];
	}
	if (threadIdx.x == 0)
		atomicAdd(hits, sum[0]);
}
__constant__ byte key[16];
HD byte shifted(byte c, byte k)
{
	return c >= 'a' && c <= 'z' ? 'a' + (c - 'a' + k) % 26 : c >= 'A' && c <= 'Z' ? 'A' + (c - 'A' + k) % 26 : c;
}
__global__ void vigenere_bytes(const byte *a, byte *b, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = shifted(a[i], key[i % len]);
}
__global__ void vigenere_sixteen(const uint4 *a, uint4 *b, int n16, int len)
{
	__shared__ byte k[16];
	if (threadIdx.x < len)
		k[threadIdx.x] = key[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n16)
		return;
	uint4 v = a[i];
	unsigned w[4] = { v.x, v.y, v.z, v.w };
	int at = i * 16 % len;
#pragma unroll
	for (int j = 0; j < 4; j++) {
		unsigned o = 0;
#pragma unroll
		for (int e = 0; e < 4; e++) {
			o |= shifted(w[j] >> 8 * e & 255, k[at]) << 8 * e;
			at = at + 1 == len ? 0 : at + 1;
		}
		w[j] = o;
	}
	b[i] = make_uint4(w[0], w[1], w[2], w[3]);
}
__global__ void hamming_tiles(const u64 *a, const u64 *b, int *nearest, int n, int m)
{ // 256 bits each; the nearest of b for each of a: distance and who
	__shared__ u64 s[64][4];
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 1 << 30;
	u64 x[4];
	for (int k = 0; k < 4; k++)
		x[k] = i < n ? a[i * 4 + k] : 0;
	for (int j = 0; j < m; j += 64) {
		__syncthreads();
		for (int k = threadIdx.x; k < 256; k += blockDim.x)
			s[k / 4][k % 4] = j + k / 4 < m ? b[j * 4 + k] : 0;
		__syncthreads();
		for (int r = 0; r < 64 && j + r < m; r++) {
			int d = __popcll(x[0] ^ s[r][0]) + __popcll(x[1] ^ s[r][1]) + __popcll(x[2] ^ s[r][2]) +
				__popcll(x[3] ^ s[r][3]);
			best = min(best, d << 16 | (j + r));
		}
	}
	if (i < n)
		nearest[i] = best;
}
HD unsigned hashed(unsigned k)
{
	return (k * 2654435761u) >> 7;
}
__global__ void insert_linear(u64 *table, const unsigned *k, const unsigned *v, int n, unsigned mask)
{ // key and value in one word; nought is empty
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = hashed(k[i]) & mask;
	u64 own = (u64)k[i] << 32 | v[i];
	while (atomicCAS(&table[h], 0ull, own) != 0)
		h = (h + 1) & mask;
}
__global__ void look_up(const u64 *table, const unsigned *k, unsigned *out, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = hashed(k[i]) & mask, found = 0;
	for (;;) {
		u64 e = table[h];
		if (e == 0)
			break;
		if ((unsigned)(e >> 32) == k[i]) {
			found = (unsigned)e;
			break;
		}
		h = (h + 1) & mask;
	}
	out[i] = found;
}
__global__ void pack_item(const int *was, int *is, int cap, int weight, int worth)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c <= cap)
		is[c] = c >= weight ? max(was[c], was[c - weight] + worth) : was[c];
}
__global__ void pack_one_block(const int *weight, const int *worth, int *out, int items, int cap)
{ // two rows in shared memory
	extern __shared__ int two_rows[];
	int *was = two_rows, *is = two_rows + cap + 1;
	for (int c = threadIdx.x; c <= cap; c += blockDim.x)
		was[c] = 0;
	__syncthreads();
	for (int i = 0; i < items; i++) {
		int w = weight[i], v = worth[i];
		for (int c = threadIdx.x; c <= cap; c += blockDim.x)
			is[c] = c >= w ? max(was[c], was[c - w] + v) : was[c];
		__syncthreads();
		int *t = was;
		was = is, is = t;
	}
	for (int c = threadIdx.x; c <= cap; c += blockDim.x)
		out[c] = was[c];
}
__global__ void chain_diagonal(const int *dim, int *cost, int n, int len)
{ // products from i to i + len: a warp tries all cuts
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, j = i + len;
	if (j >= n)
		return;
	int best = 0x7fffffff;
	for (int k = i + l; k < j; k += 32)
		best = min(best, cost[i * n + k] + cost[(k + 1) * n + j] + dim[i] * dim[k + 1] * dim[j + 1]);
	best = __reduce_min_sync(~0u, best);
	if (l == 0)
		cost[i * n + j] = best;
}
__global__ void chain_one_block(const int *dim, int *cost, int n)
{ // all diagonals; a thread tries all cuts of its place
	for (int len = 1; len < n; len++) {
		for (int i = threadIdx.x; i + len < n; i += blockDim.x) {
			int j = i + len, best = 0x7fffffff;
			for (int k = i; k < j; k++)
				best = min(best,
					cost[i * n + k] + cost[(k + 1) * n + j] + dim[i] * dim[k + 1] * dim[j + 1]);
			cost[i * n + j] = best;
		}
		__syncthreads();
	}
}
__global__ void life_modulo(const byte *a, byte *b, int h, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	if (x >= w || y >= h)
		return;
	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++)
			if (i || j)
				s += a[(y + i + h) % h * w + (x + j + w) % w];
	b[y * w + x] = s == 3 || (s == 2 && a[y * w + x]);
}
__global__ void life_bits(const unsigned *a, unsigned *b, int h, int w32)
{ // 32 cells a word: neighbours added bit by bit
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w32 || y >= h)
		return;
	unsigned one = 0, two = 0, four = 0, me = 0;
	int l = (x + w32 - 1) % w32, r = (x + 1) % w32;
	for (int i = -1; i <= 1; i++) {
		const unsigned *row = a + (y + i + h) % h * w32;
		unsigned c = row[x], p[3] = { c << 1 | row[l] >> 31, c >> 1 | row[r] << 31, c };
		if (i == 0)
			me = c;
		for (int k = 0; k < (i ? 3 : 2); k++) {
			unsigned t = one & p[k];
			one ^= p[k];
			four |= two & t;
			two ^= t;
		}
	}
	b[y * w32 + x] = two & ~four & (one | me);
}
__global__ void stage(const unsigned *a, unsigned *b, int n, unsigned k)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		b[i] = (a[i] ^ a[i] >> 11) * k + a[(i + 1) % n];
}
static void chance()
{
	const int B = 90, T = 100;
	std::vector<unsigned> in(1);
	for (int i = 0; i < B * 256; i++) {
		unsigned s = i * 747796405u + 1;
		for (int k = 0; k < T; k++) {
			float x = (lcg(s) >> 8) * (1.0f / 16777216), y = (lcg(s) >> 8) * (1.0f / 16777216);
			in[0] += std::fma(x, x, y * y) < 1;
		}
	}
	unsigned *o = dev<unsigned>(1);
	auto zero = [=] { CHECK(cudaMemset(o, 0, 4)); };
	job<unsigned>(
		"points_in_a_circle.own_generator", [&] { pi_lcg<<<B, 256>>>(o, T); }, o, 1, same(in), zero);
}
static void texts(const std::vector<unsigned> &w)
{
	const int N = 700000, LEN = 11;
	std::vector<byte> a(N), b(N);
	for (int i = 0; i < N; i++)
		a[i] = w[i] % 96 + 32, b[i] = shifted(a[i], (i % LEN * 7 + 3) % 26);
	byte k[16] = {};
	for (int i = 0; i < LEN; i++)
		k[i] = (i * 7 + 3) % 26;
	CHECK(cudaMemcpyToSymbol(key, k, 16));
	byte *d = upload(a), *o = dev<byte>(N);
	job<byte>(
		"letters_shifted_by_a_key.byte_a_thread", [&] { vigenere_bytes<<<up(N, 256), 256>>>(d, o, N, LEN); }, o,
		N, same(b));
	job<byte>(
		"letters_shifted_by_a_key.sixteen_a_thread",
		[&] { vigenere_sixteen<<<up(N / 16, 64), 64>>>((uint4 *)d, (uint4 *)o, N / 16, LEN); }, o, N, same(b));
	const int A = 4000, M = 500;
	std::vector<u64> p(A * 4), q(M * 4);
	std::vector<int> near_(A, 1 << 30);
	for (int i = 0; i < A * 4; i++)
		p[i] = (u64)w[2 * i] << 32 | w[2 * i + 1];
	for (int i = 0; i < M * 4; i++)
		q[i] = (u64)w[2 * i + 60000] << 32 | w[2 * i + 60001];
	for (int i = 0; i < A; i++)
		for (int j = 0; j < M; j++) {
			int s = 0;
			for (int e = 0; e < 4; e++)
				s += __builtin_popcountll(p[i * 4 + e] ^ q[j * 4 + e]);
			near_[i] = std::min(near_[i], s << 16 | j);
		}
	u64 *dp = upload(p), *dq = upload(q);
	int *on = dev<int>(A);
	job<int>(
		"nearest_of_500_codes.tile_of_64", [&] { hamming_tiles<<<up(A, 32), 32>>>(dp, dq, on, A, M); }, on, A,
		same(near_));
}
static void tables(const std::vector<unsigned> &w)
{
	const int N = 180000, S = 1 << 18;
	std::vector<unsigned> k(N), v(w.begin(), w.begin() + N), ask(N), got(N);
	for (int i = 0; i < N; i++)
		k[i] = (i + 1) * 2246822519u, v[i] |= 1; // odd factor: all differ, none is nought
	for (int i = 0; i < N; i++) {
		int j = w[i + 5] % N;
		bool known = w[i + 5] >> 30 != 0;
		ask[i] = known ? k[j] : (j + 1 + N) * 2246822519u;
		got[i] = known ? v[j] : 0;
	}
	std::vector<u64> all, full(S);
	for (int i = 0; i < N; i++) {
		all.push_back((u64)k[i] << 32 | v[i]);
		unsigned h = hashed(k[i]) & (S - 1);
		while (full[h])
			h = (h + 1) & (S - 1);
		full[h] = all.back();
	}
	std::sort(all.begin(), all.end());
	unsigned *dk = upload(k), *dv = upload(v), *da = upload(ask), *o = dev<unsigned>(N);
	u64 *t = dev<u64>(S), *ready = upload(full);
	auto zero = [=] { CHECK(cudaMemset(t, 0, S * 8)); };
	auto holds = [=](std::vector<u64> r) {
		std::sort(r.begin(), r.end());
		return std::equal(all.begin(), all.end(), r.end() - N) && r[S - N - 1] == 0;
	};
	job<u64>(
		"phone_book.next_place_on", [&] { insert_linear<<<up(N, 256), 256>>>(t, dk, dv, N, S - 1); }, t, S,
		holds, zero);
	job<unsigned>(
		"phone_book.asked", [&] { look_up<<<up(N, 128), 128>>>(ready, da, o, N, S - 1); }, o, N, same(got));
}
static void dynamic(const std::vector<unsigned> &w)
{
	const int I = 100, CAP = 5000;
	std::vector<int> weight(I), worth(I), best(CAP + 1);
	for (int i = 0; i < I; i++) {
		weight[i] = 20 + w[i] % 300, worth[i] = 1 + w[i + I] % 1000;
		for (int c = CAP; c >= weight[i]; c--)
			best[c] = std::max(best[c], best[c - weight[i]] + worth[i]);
	}
	int *dw = upload(weight), *dv = upload(worth), *o = dev<int>(CAP + 1), *p = dev<int>(CAP + 1);
	job<int>(
		"knapsack.launch_an_item",
		[&] {
			for (int i = 0; i < I; i++)
				pack_item<<<up(CAP + 1, 128), 128>>>(
					i % 2 ? p : o, i % 2 ? o : p, CAP, weight[i], worth[i]);
		},
		o, CAP + 1, same(best), [=] { CHECK(cudaMemset(o, 0, (CAP + 1) * 4)); });
	job<int>(
		"knapsack.one_block", [&] { pack_one_block<<<1, 1024, (CAP + 1) * 8>>>(dw, dv, o, I, CAP); }, o,
		CAP + 1, same(best));
	const int N = 150;
	std::vector<int> dim(N + 1), cost(N * N);
	for (int i = 0; i <= N; i++)
		dim[i] = 5 + w[i] % 60;
	for (int len = 1; len < N; len++)
		for (int i = 0; i + len < N; i++) {
			int j = i + len, b = 0x7fffffff;
			for (int k = i; k < j; k++)
				b = std::min(
					b, cost[i * N + k] + cost[(k + 1) * N + j] + dim[i] * dim[k + 1] * dim[j + 1]);
			cost[i * N + j] = b;
		}
	int *dd = upload(dim), *oc = dev<int>(N * N);
	job<int>(
		"order_of_products.launch_a_diagonal",
		[&] {
			for (int len = 1; len < N; len++)
				chain_diagonal<<<up(N - len, 4), 128>>>(dd, oc, N, len);
		},
		oc, N * N, same(cost));
	job<int>(
		"order_of_products.one_block", [&] { chain_one_block<<<1, 160>>>(dd, oc, N); }, oc, N * N, same(cost));
}
static void worlds(const std::vector<unsigned> &w)
{
	const int H = 240, W = 320, G = 4;
	std::vector<byte> a(H * W), b(H * W), s;
	std::vector<unsigned> bits(H * W / 32), want(H * W / 32);
	for (int i = 0; i < H * W; i++)
		a[i] = w[i] % 3 == 0, bits[i / 32] |= (unsigned)a[i] << i % 32;
	s = a;
	for (int g = 0; g < G; g++, a.swap(b))
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				int t = -a[y * W + x];
				for (int k = 0; k < 9; k++)
					t += a[(y + k / 3 - 1 + H) % H * W + (x + k % 3 - 1 + W) % W];
				b[y * W + x] = t == 3 || (t == 2 && a[y * W + x]);
			}
	for (int i = 0; i < H * W; i++)
		want[i / 32] |= (unsigned)a[i] << i % 32;
	byte *src = upload(s), *p = dev<byte>(H * W), *q = dev<byte>(H * W);
	unsigned *sb = upload(bits), *pb = dev<unsigned>(H * W / 32), *qb = dev<unsigned>(H * W / 32);
	job<byte>(
		"life_on_a_torus.bytes",
		[&] {
			for (int g = 0; g < G; g++)
				life_modulo<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(
					g % 2 ? q : p, g % 2 ? p : q, H, W);
		},
		p, H * W, same(a), [=] { CHECK(cudaMemcpy(p, src, H * W, cudaMemcpyDeviceToDevice)); });
	job<unsigned>(
		"life_on_a_torus.32_cells_a_word",
		[&] {
			for (int g = 0; g < G; g++)
				life_bits<<<dim3(1, up(H, 16)), dim3(W / 32, 16)>>>(
					g % 2 ? qb : pb, g % 2 ? pb : qb, H, W / 32);
		},
		pb, H * W / 32, same(want), [=] { CHECK(cudaMemcpy(pb, sb, H * W / 8, cudaMemcpyDeviceToDevice)); });
	const int N = 120000;
	std::vector<unsigned> in(w.begin(), w.begin() + 3 * N), one(3 * N), two(3 * N);
	for (int c = 0; c < 3; c++)
		for (int r = 0; r < 2; r++)
			for (int i = 0; i < N; i++) {
				const unsigned *f = (r ? one : in).data() + c * N;
				(r ? two : one)[c * N + i] =
					(f[i] ^ f[i] >> 11) * (3 + 2 * c + r * 10) + f[(i + 1) % N];
			}
	unsigned *di = upload(in), *d1 = dev<unsigned>(3 * N), *d2 = dev<unsigned>(3 * N);
	static cudaStream_t st[3];
	for (auto &x : st)
		CHECK(cudaStreamCreate(&x));
	job<unsigned>(
		"three_chunks.stream_each_two_launches",
		[&] {
			for (int c = 0; c < 3; c++) {
				stage<<<40, 256, 0, st[c]>>>(di + c * N, d1 + c * N, N, 3 + 2 * c);
				stage<<<40, 256, 0, st[c]>>>(d1 + c * N, d2 + c * N, N, 13 + 2 * c);
			}
		},
		d2, 3 * N, same(two));
}
void rows()
{
	std::vector<unsigned> w = words(700100);
	chance();
	texts(w);
	tables(w);
	dynamic(w);
	worlds(w);
}
