// blind12e: a fresh set of kernels that nobody had modelled when they were written. Ciphers, checksums and markets.
#include "blind7.h"

__host__ __device__ void speck_round(u64 &x, u64 &y, u64 key)
{
	x = ((x >> 8 | x << 56) + y) ^ key;
	y = (y << 3 | y >> 61) ^ x;
}
__constant__ u64 speck_keys[32];
__global__ void speck_constant(const ulonglong2 *in, ulonglong2 *out, int n)
{ // a cipher of 64-bit sums and turns over counters; round keys made before and kept in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 x = 0x1234, y = i;
#pragma unroll
	for (int r = 0; r < 32; r++)
		speck_round(x, y, speck_keys[r]);
	ulonglong2 v = in[i];
	out[i] = make_ulonglong2(v.x ^ x, v.y ^ y);
}
__global__ void speck_own_keys(const u64 *in, u64 *out, u64 a, u64 b, int n)
{ // the same; each thread makes its round keys on the way and does three blocks
	int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	u64 x[3], y[3];
	for (int k = 0; k < 3; k++)
		x[k] = 0x1234, y[k] = i + k * step;
	for (int r = 0; r < 32; r++) {
#pragma unroll
		for (int k = 0; k < 3; k++)
			speck_round(x[k], y[k], a);
		speck_round(b, a, r);
	}
	for (int k = 0; k < 3; k++) {
		int at = i + k * step;
		if (at < n) {
			out[2 * at] = in[2 * at] ^ x[k];
			out[2 * at + 1] = in[2 * at + 1] ^ y[k];
		}
	}
}
#define ORDERS \
	{ \
		{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, \
			{ 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 }, \
			{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 }, \
			{ 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 }, \
			{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 }, \
			{ 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 }, \
	}
__constant__ byte word_order[6][16] = ORDERS;
static const byte host_order[6][16] = ORDERS;
__host__ __device__ unsigned turn(unsigned v, int by)
{
	return v >> by | v << (32 - by);
}
__host__ __device__ void quarter(unsigned *v, int a, int b, int c, int d, unsigned m, unsigned k)
{
	v[a] += v[b] + m;
	v[d] = turn(v[d] ^ v[a], 16);
	v[c] += v[d];
	v[b] = turn(v[b] ^ v[c], 12);
	v[a] += v[b] + k;
	v[d] = turn(v[d] ^ v[a], 8);
	v[c] += v[d];
	v[b] = turn(v[b] ^ v[c], 7);
}
__host__ __device__ void stir(unsigned *h, const unsigned *m, unsigned counter, const byte (*order)[16])
{ // six rounds that mix sixteen words of a message into eight, as BLAKE does
	unsigned v[16];
	for (int k = 0; k < 8; k++)
		v[k] = h[k], v[k + 8] = 0x9e3779b9u * (k + 1);
	v[12] ^= counter;
	for (int r = 0; r < 6; r++) {
		const byte *o = order[r];
		for (int k = 0; k < 4; k++)
			quarter(v, k, k + 4, k + 8, k + 12, m[o[2 * k]], m[o[2 * k + 1]]);
		for (int k = 0; k < 4; k++)
			quarter(v, k, (k + 1) % 4 + 4, (k + 2) % 4 + 8, (k + 3) % 4 + 12, m[o[2 * k + 8]],
				m[o[2 * k + 9]]);
	}
	for (int k = 0; k < 8; k++)
		h[k] ^= v[k] ^ v[k + 8];
}
__global__ void stir_messages(const unsigned *data, const int *first, unsigned *out, int n)
{ // digests of messages of one to nine blocks, a message a thread; the block in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h[8], m[16];
	for (int k = 0; k < 8; k++)
		h[k] = 0x6a09e667u + k;
	for (int b = first[i]; b < first[i + 1]; b++) {
		for (int k = 0; k < 16; k++)
			m[k] = data[b * 16 + k];
		stir(h, m, b - first[i], word_order);
	}
	for (int k = 0; k < 8; k++)
		out[k * n + i] = h[k];
}
const int PAGE = 1040, ADLER = 65521;
__global__ void adler_thread(const byte *in, unsigned *out, int pages)
{ // Adler's checksum of pages, a page a thread
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pages)
		return;
	unsigned a = 1, b = 0;
	for (int i = 0; i < PAGE; i++) {
		a = (a + in[p * PAGE + i]) % ADLER;
		b = (b + a) % ADLER;
	}
	out[p] = b << 16 | a;
}
__global__ void adler_warp(const byte *in, unsigned *out, int pages)
{ // the same, a page a warp, four letters a load, weighted sums by dot products of bytes
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= pages)
		return;
	unsigned a = 0, b = 0;
	for (int i = lane; i < PAGE / 4; i += 32) {
		unsigned v = ((const unsigned *)(in + p * PAGE))[i], s = __dp4a(v, 0x01010101u, 0u);
		a += s;
		b += (PAGE - 4 * i - 4) * s + __dp4a(v, 0x01020304u, 0u);
	}
	a = __reduce_add_sync(~0u, a);
	b = __reduce_add_sync(~0u, b % ADLER);
	if (lane == 0)
		out[p] = (b + PAGE) % ADLER << 16 | (a + 1) % ADLER;
}
const int DISKS = 7;
struct Tables {
	byte power[512], log[256];
};
__global__ void disks_table(const byte *in, byte *p, byte *q, const Tables *tables, int size)
{ // two more disks so that two may break: sums and weighted sums, logarithms in shared memory
	__shared__ Tables t;
	for (int i = threadIdx.x; i < sizeof(Tables); i += blockDim.x)
		((byte *)&t)[i] = ((const byte *)tables)[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
		byte sum = 0, weighted = 0;
		for (int d = 0; d < DISKS; d++) {
			byte v = in[d * size + i];
			sum ^= v;
			if (v)
				weighted ^= t.power[t.log[v] + d];
		}
		p[i] = sum, q[i] = weighted;
	}
}
__host__ __device__ unsigned doubled(unsigned v)
{ // four bytes times two in the field
	return (v << 1 & 0xfefefefe) ^ (v >> 7 & 0x01010101) * 0x1d;
}
__global__ void disks_shifts(const uint4 *in, uint4 *p, uint4 *q, int quads)
{ // the same without tables, sixteen bytes a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= quads)
		return;
	uint4 sum = { 0, 0, 0, 0 }, w = sum;
#pragma unroll
	for (int d = DISKS - 1; d >= 0; d--) {
		uint4 v = in[d * quads + i];
		sum.x ^= v.x, sum.y ^= v.y, sum.z ^= v.z, sum.w ^= v.w;
		w.x = doubled(w.x) ^ v.x, w.y = doubled(w.y) ^ v.y;
		w.z = doubled(w.z) ^ v.z, w.w = doubled(w.w) ^ v.w;
	}
	p[i] = sum, q[i] = w;
}
__host__ __device__ void square_mod(unsigned *a)
{ // the square of 256 bits modulo 2^255 - 19, kept below 2^256
	unsigned wide[16] = {};
	for (int i = 0; i < 8; i++) {
		u64 carry = 0;
		for (int j = 0; j < 8; j++) {
			carry += (u64)a[i] * a[j] + wide[i + j];
			wide[i + j] = (unsigned)carry;
			carry >>= 32;
		}
		wide[i + 8] = carry;
	}
	u64 carry = 0;
	for (int pass = 0; pass < 3; pass++) {
		for (int i = 0; i < 8; i++) {
			carry += wide[i] + (pass ? 0 : (u64)wide[i + 8] * 38);
			wide[i] = (unsigned)carry;
			carry >>= 32;
		}
		carry *= 38;
	}
	for (int i = 0; i < 8; i++)
		a[i] = wide[i];
}
__global__ void squares_wide(const unsigned *in, unsigned *out, int n, int times)
{ // many squares in a row of wide numbers, a number a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a[8];
	for (int k = 0; k < 8; k++)
		a[k] = in[k * n + i];
	for (int t = 0; t < times; t++)
		square_mod(a);
	for (int k = 0; k < 8; k++)
		out[k * n + i] = a[k];
}
const int LEVELS = 24;
template <class Book> __host__ __device__ uint2 trade(const ushort2 *orders, int count, int step, Book level)
{ // one paper's orders: each meets the best offers of the other side, what is left waits at its price
	unsigned volume = 0, value = 0;
	for (int side = 0; side < 2; side++)
		for (int k = 0; k < LEVELS; k++)
			level(side, k) = 0;
	int best[2] = { -1, LEVELS }; // the highest bid and the lowest offer
	for (int i = 0; i < count; i++) {
		ushort2 o = orders[i * step];
		int side = o.x & 1, price = o.x >> 1, left = o.y;
		if (side == 0) {
			while (left && best[1] <= price) {
				int have = level(1, best[1]), m = left < have ? left : have;
				left -= m, volume += m, value += m * best[1];
				level(1, best[1]) = have - m;
				while (best[1] < LEVELS && !level(1, best[1]))
					best[1]++;
			}
		} else {
			while (left && best[0] >= price) {
				int have = level(0, best[0]), m = left < have ? left : have;
				left -= m, volume += m, value += m * best[0];
				level(0, best[0]) = have - m;
				while (best[0] >= 0 && !level(0, best[0]))
					best[0]--;
			}
		}
		if (left) {
			level(side, price) += left;
			if (side == 0 ? price > best[0] : price < best[1])
				best[side] = price;
		}
	}
	return uint2{ volume, value };
}
__global__ void orders_local(const ushort2 *orders, uint2 *out, int count, int papers)
{ // order books in local arrays, a paper a thread; its orders lie together
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= papers)
		return;
	short book[2 * LEVELS];
	out[p] = trade(orders + p * count, count, 1, [&](int s, int k) -> short & { return book[s * LEVELS + k]; });
}
__global__ void orders_shared(const ushort2 *orders, uint2 *out, int count, int papers)
{ // order books in shared memory, a column a thread; the papers' first orders lie together, then the second ...
	extern __shared__ short books[];
	int p = blockIdx.x * blockDim.x + threadIdx.x, n = blockDim.x, t = threadIdx.x;
	if (p >= papers)
		return;
	out[p] = trade(
		orders + p, count, papers, [=](int s, int k) -> short & { return books[(s * LEVELS + k) * n + t]; });
}
__host__ __device__ unsigned chance(unsigned a, unsigned b)
{
	unsigned h = a * 0x9e3779b1u ^ b * 0x85ebca77u;
	h = (h ^ h >> 15) * 0x2c1b3c6du;
	h = (h ^ h >> 12) * 0x297a2d39u;
	return h ^ h >> 15;
}
__host__ __device__ int bell(unsigned h)
{ // a bell-shaped whole number: four bytes added up
	return (int)((h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24)) - 510;
}
const int NAMES = 96;
__constant__ short name_limit[NAMES];
__global__ void broke_thread(unsigned *counts, int draws)
{ // how many of 96 debtors fail together: a draw a thread, counts by atomics in shared memory
	__shared__ unsigned own[NAMES + 1];
	for (int i = threadIdx.x; i <= NAMES; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	int d = blockIdx.x * blockDim.x + threadIdx.x;
	if (d < draws) {
		int market = bell(chance(d, 0xffff)), failed = 0;
		for (int k = 0; k < NAMES; k++)
			failed += market + 2 * bell(chance(d, k)) < name_limit[k];
		atomicAdd(&own[failed], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i <= NAMES; i += blockDim.x)
		if (own[i])
			atomicAdd(&counts[i], own[i]);
}
__global__ void broke_warp(const short *limit, unsigned *counts, int draws)
{ // the same, a debtor a lane and a warp a draw: votes count them
	int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int warps = gridDim.x * blockDim.x / 32, a = limit[lane], b = limit[lane + 32], c = limit[lane + 64];
	for (int d = warp; d < draws; d += warps) {
		int market = bell(chance(d, 0xffff));
		unsigned x = __ballot_sync(~0u, market + 2 * bell(chance(d, lane)) < a);
		unsigned y = __ballot_sync(~0u, market + 2 * bell(chance(d, lane + 32)) < b);
		unsigned z = __ballot_sync(~0u, market + 2 * bell(chance(d, lane + 64)) < c);
		if (lane == 0)
			atomicAdd(&counts[__popc(x) + __popc(y) + __popc(z)], 1);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int N = 400000;
	std::vector<u64> plain(2 * N), secret(2 * N), keys(32);
	u64 a = 0x0f0e0d0c0b0a0908ull, b = 0x0706050403020100ull, k1 = a, k2 = b;
	for (int r = 0; r < 32; r++) {
		keys[r] = k1;
		speck_round(k2, k1, r);
	}
	for (int i = 0; i < 2 * N; i++)
		plain[i] = (u64)w[i] << 32 | w[i + 9];
	for (int i = 0; i < N; i++) {
		u64 x = 0x1234, y = i;
		for (int r = 0; r < 32; r++)
			speck_round(x, y, keys[r]);
		secret[2 * i] = plain[2 * i] ^ x, secret[2 * i + 1] = plain[2 * i + 1] ^ y;
	}
	CHECK(cudaMemcpyToSymbol(speck_keys, keys.data(), 256));
	u64 *dp = upload(plain), *hidden = dev<u64>(2 * N);
	job<u64>(
		"speck.keys_constant",
		[&] { speck_constant<<<(N + 255) / 256, 256>>>((ulonglong2 *)dp, (ulonglong2 *)hidden, N); }, hidden,
		2 * N, same(secret));
	job<u64>(
		"speck.keys_on_the_way", [&] { speck_own_keys<<<(N / 3 + 95) / 96, 96>>>(dp, hidden, a, b, N); },
		hidden, 2 * N, same(secret));
	const int M = 5000;
	std::vector<int> first(1);
	for (int i = 0; i < M; i++)
		first.push_back(first[i] + 1 + w[i] % 9);
	std::vector<unsigned> data(first[M] * 16), digest(8 * M);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = w[i % 1000003] + i;
	for (int i = 0; i < M; i++) {
		unsigned h[8];
		for (int k = 0; k < 8; k++)
			h[k] = 0x6a09e667u + k;
		for (int m = first[i]; m < first[i + 1]; m++)
			stir(h, &data[m * 16], m - first[i], host_order);
		for (int k = 0; k < 8; k++)
			digest[k * M + i] = h[k];
	}
	unsigned *dd = upload(data), *out = dev<unsigned>(1 << 19);
	int *df = upload(first);
	job<unsigned>(
		"digests.message_a_thread", [&] { stir_messages<<<(M + 63) / 64, 64>>>(dd, df, out, M); }, out, 8 * M,
		same(digest));
	const int PAGES = 3000;
	std::vector<byte> pages(PAGES * PAGE);
	std::vector<unsigned> checks(PAGES);
	for (int p = 0; p < PAGES; p++) {
		unsigned x = 1, y = 0;
		for (int i = 0; i < PAGE; i++) {
			byte v = pages[p * PAGE + i] = w[(p * PAGE + i) % 1000000] >> 7;
			x = (x + v) % ADLER, y = (y + x) % ADLER;
		}
		checks[p] = y << 16 | x;
	}
	byte *dpages = upload(pages);
	job<unsigned>(
		"adler.page_a_thread", [&] { adler_thread<<<(PAGES + 31) / 32, 32>>>(dpages, out, PAGES); }, out, PAGES,
		same(checks));
	job<unsigned>(
		"adler.page_a_warp", [&] { adler_warp<<<(PAGES + 4) / 5, 160>>>(dpages, out, PAGES); }, out, PAGES,
		same(checks));
	const int SIZE = 960000;
	std::vector<byte> disk(DISKS * SIZE), p(SIZE), q(SIZE);
	std::vector<Tables> tables(1);
	for (int k = 0, v = 1; k < 255; k++) {
		tables[0].power[k] = tables[0].power[k + 255] = v;
		tables[0].log[v] = k;
		v = v << 1 ^ (v & 128 ? 0x11d : 0);
	}
	for (int i = 0; i < DISKS * SIZE; i++)
		disk[i] = w[i % 1000000] >> (i & 15);
	for (int i = 0; i < SIZE; i++) {
		unsigned weighted = 0;
		for (int d = DISKS - 1; d >= 0; d--) {
			p[i] ^= disk[d * SIZE + i];
			weighted = (doubled(weighted) & 255) ^ disk[d * SIZE + i];
		}
		q[i] = weighted;
	}
	p.insert(p.end(), q.begin(), q.end());
	byte *ddisk = upload(disk), *extra = dev<byte>(2 * SIZE);
	Tables *dt = upload(tables);
	job<byte>(
		"spare_disks.tables_shared", [&] { disks_table<<<200, 288>>>(ddisk, extra, extra + SIZE, dt, SIZE); },
		extra, 2 * SIZE, same(p));
	job<byte>(
		"spare_disks.shifts_of_words",
		[&] {
			disks_shifts<<<(SIZE / 16 + 127) / 128, 128>>>(
				(uint4 *)ddisk, (uint4 *)extra, (uint4 *)(extra + SIZE), SIZE / 16);
		},
		extra, 2 * SIZE, same(p));
	const int V = 6000, TIMES = 24;
	std::vector<unsigned> wide(8 * V), square(8 * V);
	for (int i = 0; i < V; i++) {
		unsigned v[8];
		for (int k = 0; k < 8; k++)
			wide[k * V + i] = v[k] = w[k * V + i];
		for (int t = 0; t < TIMES; t++)
			square_mod(v);
		for (int k = 0; k < 8; k++)
			square[k * V + i] = v[k];
	}
	unsigned *dw = upload(wide);
	job<unsigned>(
		"wide_squares.number_a_thread", [&] { squares_wide<<<(V + 63) / 64, 64>>>(dw, out, V, TIMES); }, out,
		8 * V, same(square));
	const int PAPERS = 2500, COUNT = 160;
	std::vector<ushort2> order(PAPERS * COUNT), across(PAPERS * COUNT);
	std::vector<unsigned> traded(2 * PAPERS);
	for (int i = 0; i < PAPERS * COUNT; i++) {
		int side = w[i] & 1,
		    price = (int)(LEVELS / 2 + (w[i] >> 8) % 7 - 3 - (side ? 0 : 1) + (w[i] >> 16) % 3);
		order[i] = { (unsigned short)(price * 2 + side), (unsigned short)(1 + (w[i] >> 20) % 50) };
		across[i % COUNT * PAPERS + i / COUNT] = order[i];
	}
	for (int i = 0; i < PAPERS; i++) {
		short book[2 * LEVELS];
		uint2 t = trade(
			&order[i * COUNT], COUNT, 1, [&](int s, int k) -> short & { return book[s * LEVELS + k]; });
		traded[2 * i] = t.x, traded[2 * i + 1] = t.y;
	}
	ushort2 *dorder = upload(order), *dacross = upload(across);
	job<unsigned>(
		"order_books.local",
		[&] { orders_local<<<(PAPERS + 63) / 64, 64>>>(dorder, (uint2 *)out, COUNT, PAPERS); }, out, 2 * PAPERS,
		same(traded));
	job<unsigned>(
		"order_books.shared",
		[&] {
			orders_shared<<<(PAPERS + 63) / 64, 64, 2 * LEVELS * 64 * 2>>>(
				dacross, (uint2 *)out, COUNT, PAPERS);
		},
		out, 2 * PAPERS, same(traded));
	const int DRAWS = 20000;
	std::vector<short> limit(NAMES);
	std::vector<unsigned> counts(NAMES + 1);
	for (int k = 0; k < NAMES; k++)
		limit[k] = -300 - (int)(w[k] % 400);
	for (int d = 0; d < DRAWS; d++) {
		int market = bell(chance(d, 0xffff)), failed = 0;
		for (int k = 0; k < NAMES; k++)
			failed += market + 2 * bell(chance(d, k)) < limit[k];
		counts[failed]++;
	}
	CHECK(cudaMemcpyToSymbol(name_limit, limit.data(), NAMES * 2));
	short *dl = upload(limit);
	auto zero = [&] { CHECK(cudaMemset(out, 0, (NAMES + 1) * 4)); };
	job<unsigned>(
		"failing_together.draw_a_thread", [&] { broke_thread<<<(DRAWS + 191) / 192, 192>>>(out, DRAWS); }, out,
		NAMES + 1, same(counts), zero);
	job<unsigned>(
		"failing_together.draw_a_warp", [&] { broke_warp<<<150, 128>>>(dl, out, DRAWS); }, out, NAMES + 1,
		same(counts), zero);
}
