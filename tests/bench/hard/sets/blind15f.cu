// blind15f: a fresh set of kernels that nobody had modelled when they were written. Operators of a database.
#include "blind7.h"

__global__ void last_seven_loop(const int *shop, const int *sold, int *sum, int n)
{ // what a shop sold in its last seven rows: a row a thread looks back until the shop changes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int own = shop[i], s = 0;
	for (int k = i; k >= 0 && k > i - 7 && shop[k] == own; k--)
		s += sold[k];
	sum[i] = s;
}
__global__ void last_seven_shared(const int *shop, const int *sold, int *sum, int n)
{ // the same from shared memory: pairs, then fours, then a four, a pair and a single one make seven
	__shared__ int who[198], s[2][198];
	int t = threadIdx.x, i = blockIdx.x * (blockDim.x - 6) + t - 6;
	bool there = i >= 0 && i < n;
	int own = who[t] = there ? shop[i] : -1, one = there ? sold[i] : 0, two, four;
	s[0][t] = one;
	__syncthreads();
	two = one + (t >= 1 && who[t - 1] == own ? s[0][t - 1] : 0);
	s[1][t] = two;
	__syncthreads();
	four = two + (t >= 2 && who[t - 2] == own ? s[1][t - 2] : 0);
	int seven = four;
	// rows 4 and 5 back as a pair, row 6 back alone
	if (t >= 4 && who[t - 4] == own)
		seven += s[1][t - 4];
	if (t >= 6 && who[t - 6] == own)
		seven += s[0][t - 6];
	if (t >= 6 && there)
		sum[i] = seven;
}
__global__ void zones_made(const int *time, int2 *zone, int n)
{ // the least and the greatest of each 250 rows: a zone a block
	__shared__ int low, high;
	int t = threadIdx.x, i = blockIdx.x * 250 + t;
	if (t == 0)
		low = 1 << 30, high = -1;
	__syncthreads();
	if (t < 250 && i < n) {
		atomicMin(&low, time[i]);
		atomicMax(&high, time[i]);
	}
	__syncthreads();
	if (t == 0)
		zone[blockIdx.x] = make_int2(low, high);
}
__global__ void zones_used(const int *time, const int *price, const int2 *zone, u64 *sum, int n, int from, int to)
{ // the sum of prices in a stretch of time: blocks whose zone lies outside leave at once
	int2 z = zone[blockIdx.x];
	if (z.y < from || z.x >= to)
		return;
	int t = threadIdx.x, i = blockIdx.x * 250 + t, own = 0;
	if (t < 250 && i < n && time[i] >= from && time[i] < to)
		own = price[i];
	own = __reduce_add_sync(~0u, own);
	if (t % 32 == 0 && own)
		atomicAdd(sum, (u64)own);
}
__global__ void known_bits(const unsigned *key, unsigned *bits, int n)
{ // the keys of the small table set bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicOr(&bits[key[i] / 32], 1u << key[i] % 32);
}
__global__ void rows_known(const uint4 *key, const unsigned *bits, byte *kept, int fours)
{ // which rows of the large table have a partner: four rows a thread look at the bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= fours)
		return;
	uint4 k = key[i];
	((uchar4 *)kept)[i] = make_uchar4(bits[k.x / 32] >> k.x % 32 & 1, bits[k.y / 32] >> k.y % 32 & 1,
		bits[k.z / 32] >> k.z % 32 & 1, bits[k.w / 32] >> k.w % 32 & 1);
}
__global__ void rows_searched(const unsigned *key, const unsigned *sorted, byte *kept, int n, int m)
{ // the same by binary search in the sorted small table, a row a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i];
	int lo = 0, hi = m;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (sorted[mid] < k)
			lo = mid + 1;
		else
			hi = mid;
	}
	kept[i] = lo < m && sorted[lo] == k;
}
__host__ __device__ unsigned mixed(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
__host__ __device__ int first_one(unsigned h)
{ // how far the first set bit of the upper 22 is from the top
	int n = 1;
	while (n < 23 && !(h >> 31)) {
		h <<= 1;
		n++;
	}
	return n;
}
__global__ void distinct_all(const unsigned *key, int *reg, int n)
{ // how many keys differ, about: each key raises one of 1024 numbers in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = mixed(key[i]);
	int f = __clz(h & ~1023u | 512) + 1;
	atomicMax(&reg[h & 1023], min(f, 23));
}
__global__ void distinct_own(const unsigned *key, int *reg, int n)
{ // the same: a block has numbers of its own in shared memory and writes only those that it raised
	__shared__ int own[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		own[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned h = mixed(key[i]);
		int f = first_one(h);
		if (own[h & 1023] < f)
			atomicMax(&own[h & 1023], f);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (own[k] > *(volatile int *)&reg[k])
			atomicMax(&reg[k], own[k]);
}
__global__ void pivot(const uchar2 *cell, const int *amount, int *table, int n, int wide, int high)
{ // a table of sums by region and month: all sums in shared memory, blocks go round, then add theirs to all
	extern __shared__ int sums[];
	for (int k = threadIdx.x; k < wide * high; k += blockDim.x)
		sums[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sums[cell[i].y * wide + cell[i].x], amount[i]);
	__syncthreads();
	for (int k = threadIdx.x; k < wide * high; k += blockDim.x)
		if (sums[k])
			atomicAdd(&table[k], sums[k]);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int N = 150000;
	std::vector<int> shop(N), sold(N), seven(N);
	for (int i = 0; i < N; i++) {
		shop[i] = i ? shop[i - 1] + (w[i] % 13 == 0) : 0;
		sold[i] = w[i] / 64 % 100;
		for (int k = i; k >= 0 && k > i - 7 && shop[k] == shop[i]; k--)
			seven[i] += sold[k];
	}
	int *dshop = upload(shop), *dsold = upload(sold), *o = dev<int>(N);
	job<int>(
		"last_seven.row_looks_back", [&] { last_seven_loop<<<(N + 255) / 256, 256>>>(dshop, dsold, o, N); }, o,
		N, same(seven));
	job<int>(
		"last_seven.window_doubled", [&] { last_seven_shared<<<(N + 191) / 192, 198>>>(dshop, dsold, o, N); },
		o, N, same(seven));
	const int ZONES = (N + 249) / 250;
	std::vector<int> time(N), price(N);
	std::vector<u64> wanted(1);
	for (int i = 0; i < N; i++) {
		time[i] = i * 6 + w[i] % 900, price[i] = w[i] / 16 % 5000;
		if (time[i] >= 300000 && time[i] < 420000)
			wanted[0] += price[i];
	}
	int *dtime = upload(time), *dprice = upload(price);
	int2 *dz = dev<int2>(ZONES);
	u64 *ou = dev<u64>(1);
	job<u64>(
		"zones_skipped.made_and_used",
		[&] {
			zones_made<<<ZONES, 256>>>(dtime, dz, N);
			zones_used<<<ZONES, 256>>>(dtime, dprice, dz, ou, N, 300000, 420000);
		},
		ou, 1, same(wanted), [&] { CHECK(cudaMemset(ou, 0, 8)); });
	const int M = 5300, RANGE = 60000;
	std::vector<unsigned> few(M), key(N);
	std::vector<byte> have(RANGE), kept(N);
	for (auto &k : few)
		have[k = w[&k - few.data()] / 8 % RANGE] = 1;
	for (int i = 0; i < N; i++)
		kept[i] = have[key[i] = w[i + 9999] / 32 % RANGE];
	std::vector<unsigned> sorted = few;
	std::sort(sorted.begin(), sorted.end());
	unsigned *dfew = upload(few), *dkey = upload(key), *dsorted = upload(sorted), *bits = dev<unsigned>(RANGE / 32);
	byte *ob = dev<byte>(N);
	job<byte>(
		"half_join.bits_then_rows",
		[&] {
			known_bits<<<(M + 127) / 128, 128>>>(dfew, bits, M);
			rows_known<<<(N / 4 + 191) / 192, 192>>>((uint4 *)dkey, bits, ob, N / 4);
		},
		ob, N, same(kept), [&] { CHECK(cudaMemset(bits, 0, RANGE / 8)); });
	job<byte>(
		"half_join.sorted_search", [&] { rows_searched<<<(N + 319) / 320, 320>>>(dkey, dsorted, ob, N, M); },
		ob, N, same(kept));
	std::vector<int> reg(1024);
	for (int i = 0; i < N; i++) {
		unsigned h = mixed(key[i]);
		reg[h & 1023] = std::max(reg[h & 1023], first_one(h));
	}
	auto none = [&] { CHECK(cudaMemset(o, 0, 40000)); };
	job<int>(
		"distinct_guess.numbers_in_memory", [&] { distinct_all<<<(N + 255) / 256, 256>>>(dkey, o, N); }, o,
		1024, same(reg), none);
	job<int>(
		"distinct_guess.numbers_shared", [&] { distinct_own<<<40, 480>>>(dkey, o, N); }, o, 1024, same(reg),
		none);
	const int MONTHS = 36, REGIONS = 150, BYTES = MONTHS * REGIONS * 4;
	std::vector<uchar2> cell(N);
	std::vector<int> table(MONTHS * REGIONS);
	for (int i = 0; i < N; i++) {
		cell[i] = { byte(w[i] / 4 % MONTHS), byte(w[i] / 1024 % REGIONS * (w[i] / 65536 % 3) / 2) };
		table[cell[i].y * MONTHS + cell[i].x] += price[i];
	}
	uchar2 *dc = upload(cell);
	job<int>(
		"region_months.shared_sums", [&] { pivot<<<44, 416, BYTES>>>(dc, dprice, o, N, MONTHS, REGIONS); }, o,
		MONTHS * REGIONS, same(table), none);
}
