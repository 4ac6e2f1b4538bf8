// blind11d: a fresh set of kernels that nobody had modelled when they were written. Tables of a database: joins and
// scans.
#include "blind7.h"
#include <string>

__host__ __device__ unsigned spread(unsigned key)
{
	key ^= key >> 16;
	key *= 0x7feb352d;
	key ^= key >> 15;
	key *= 0x846ca68b;
	return key ^ key >> 16;
}
__global__ void chains_build(const int *key, int *head, int *next, int n, unsigned mask)
{ // puts each row of the smaller table at the head of its bucket's list
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[spread(key[i]) & mask], i + 1);
}
__global__ void chains_probe(const int *ask, const int *key, const int *price, const int *head, const int *next,
	int2 *out, int n, unsigned mask)
{ // each row of the larger table walks a list: how many match, and their prices
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = ask[i], count = 0, sum = 0;
	for (int at = head[spread(k) & mask]; at; at = next[at - 1])
		if (key[at - 1] == k)
			count++, sum += price[at - 1];
	out[i] = make_int2(count, sum);
}
__global__ void open_build(const int *key, u64 *table, int n, unsigned mask)
{ // the same join, where a row takes the first free place from its hash on
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 entry = (u64)key[i] << 32 | i + 1;
	unsigned at = spread(key[i]) & mask;
	while (atomicCAS(&table[at], 0ull, entry))
		at = (at + 1) & mask;
}
__global__ void open_probe(const int *ask, const int *price, const u64 *table, int2 *out, int n, unsigned mask)
{ // looks from the hash on until a place is free
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = ask[i], count = 0, sum = 0;
	unsigned at = spread(k) & mask;
	for (u64 e = table[at]; e; at = (at + 1) & mask, e = table[at])
		if ((int)(e >> 32) == k)
			count++, sum += price[(unsigned)e - 1];
	out[i] = make_int2(count, sum);
}
const int SHOPS = 12;
__global__ void bill_memory(const byte *shop, const int *price, u64 *sum, int n)
{ // what each of twelve shops sold: 64-bit sums straight in memory
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[shop[i]], (u64)price[i]);
}
__global__ void bill_shared(const byte *shop, const int *price, u64 *sum, int n)
{ // the same with sums of the block in shared memory first
	__shared__ u64 own[SHOPS];
	if (threadIdx.x < SHOPS)
		own[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[shop[i]], (u64)price[i]);
	__syncthreads();
	if (threadIdx.x < SHOPS)
		atomicAdd(&sum[threadIdx.x], own[threadIdx.x]);
}
__global__ void bill_alike(const byte *shop, const int *price, u64 *sum, int n)
{ // the same, where lanes with one shop add up first and their leader adds to the sum
	__shared__ u64 own[SHOPS];
	if (threadIdx.x < SHOPS)
		own[threadIdx.x] = 0;
	__syncthreads();
	int lane = threadIdx.x % 32, step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += step) {
		int s = i < n ? shop[i] : SHOPS, p = i < n ? price[i] : 0;
		unsigned alike = __match_any_sync(~0u, s);
		int total = __reduce_add_sync(alike, p);
		if (lane == __ffs(alike) - 1 && s < SHOPS)
			atomicAdd(&own[s], (u64)total);
	}
	__syncthreads();
	if (threadIdx.x < SHOPS)
		atomicAdd(&sum[threadIdx.x], own[threadIdx.x]);
}
__global__ void bill_registers(const byte *shop, const int *price, u64 *sum, int n)
{ // the same with all twelve sums in each thread's registers, folded at the end
	u64 own[SHOPS] = {};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int s = shop[i], p = price[i];
#pragma unroll
		for (int k = 0; k < SHOPS; k++)
			own[k] += s == k ? p : 0;
	}
#pragma unroll
	for (int k = 0; k < SHOPS; k++) {
		for (int d = 16; d; d /= 2)
			own[k] += __shfl_down_sync(~0u, own[k], d);
		if (threadIdx.x % 32 == 0)
			atomicAdd(&sum[k], own[k]);
	}
}
__global__ void like_thread(const char *text, const int *start, byte *out, int n)
{ // where name like '%green%tea%': a row a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const char want[] = "green", then[] = "tea";
	int at = start[i], end = start[i + 1], is = 0;
	for (; at + 5 <= end; at++) {
		int k = 0;
		while (k < 5 && text[at + k] == want[k])
			k++;
		if (k == 5)
			break;
	}
	for (at += 5; at + 3 <= end && !is; at++)
		is = text[at] == then[0] && text[at + 1] == then[1] && text[at + 2] == then[2];
	out[i] = is;
}
__device__ int first_place(const char *text, int at, int end, const char *want, int n, int lane)
{
	for (; at + n <= end; at += 32) {
		bool is = at + lane + n <= end;
		for (int k = 0; k < n && is; k++)
			is = text[at + lane + k] == want[k];
		unsigned hits = __ballot_sync(~0u, is);
		if (hits)
			return at + __ffs(hits) - 1;
	}
	return -1;
}
__global__ void like_warp(const char *text, const int *start, byte *out, int n)
{ // the same, a row a warp: 32 places at a time
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int at = first_place(text, start[i], start[i + 1], "green", 5, lane);
	if (at >= 0)
		at = first_place(text, at + 5, start[i + 1], "tea", 3, lane);
	if (lane == 0)
		out[i] = at >= 0;
}
__global__ void index_thread(const int *node, const int *ask, int *out, int n)
{ // an index of three levels, 32 keys a node: a row a thread, halving in each node
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = ask[i], which = 0, first = 0, found = -1;
	for (int level = 0, wide = 1; level < 3 && found < 0; level++, first += wide, wide *= 33) {
		const int *key = node + (first + which) * 32;
		int low = 0;
		for (int step = 16; step; step /= 2)
			if (key[low + step - 1] < k)
				low += step;
		low += key[low] < k;
		if (low < 32 && key[low] == k)
			found = (first + which) * 32 + low;
		which = which * 33 + low;
	}
	out[i] = found;
}
__global__ void index_warp(const int *node, const int *ask, int *out, int n)
{ // the same, a row a warp: each lane looks at one key of the node
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int k = ask[i], which = 0, first = 0, found = -1;
	for (int level = 0, wide = 1; level < 3 && found < 0; level++, first += wide, wide *= 33) {
		int key = node[(first + which) * 32 + lane];
		unsigned hit = __ballot_sync(~0u, key == k);
		if (hit)
			found = (first + which) * 32 + __ffs(hit) - 1;
		which = which * 33 + __popc(__ballot_sync(~0u, key < k));
	}
	if (lane == 0)
		out[i] = found;
}
__global__ void packed_one(const unsigned *column, unsigned *bits, int n, unsigned low, unsigned high)
{ // which values of a column of 13 bits each lie in a range: a value a thread, 32 answers a word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned from = i * 13u, at = from / 32;
	unsigned v = __funnelshift_r(column[at], column[at + 1], from) & 8191;
	unsigned all = __ballot_sync(~0u, i < n && v >= low && v <= high);
	if (threadIdx.x % 32 == 0 && i < n)
		bits[i / 32] = all;
}
__global__ void packed_many(const unsigned *column, unsigned *bits, int words, unsigned low, unsigned high)
{ // the same, a thread for the 32 values of 13 words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= words)
		return;
	unsigned w[14], all = 0;
#pragma unroll
	for (int k = 0; k < 13; k++)
		w[k] = column[i * 13 + k];
	w[13] = 0;
#pragma unroll
	for (int k = 0; k < 32; k++) {
		unsigned v = __funnelshift_r(w[k * 13 / 32], w[k * 13 / 32 + 1], k * 13) & 8191;
		all |= (unsigned)(v - low <= high - low) << k;
	}
	bits[i] = all;
}
static void plant(const std::vector<int> &key, std::vector<int> &node, int low, int high, int which, int level)
{ // fills a node from sorted keys and those below it from what lies between them
	int first = level == 0 ? 0 : level == 1 ? 1 : 34, part = (high - low - 32) / 33;
	for (int k = 0; k < 32; k++)
		node[(first + which) * 32 + k] = key[low + part + k * (part + 1)];
	for (int k = 0; k < 33 && level < 2; k++)
		plant(key, node, low + k * (part + 1), low + k * (part + 1) + part, which * 33 + k, level + 1);
}
void rows()
{
	auto w = words(1 << 20);
	const int SMALL = 20000, LARGE = 90000;
	std::vector<int> key(SMALL), price(SMALL), ask(LARGE);
	for (int i = 0; i < SMALL; i++) {
		key[i] = w[i] % 9000 * 3 + 1, price[i] = w[i + SMALL] % 1000;
	}
	std::vector<int> count(27001), sum(27001), joined(2 * LARGE);
	for (int i = 0; i < SMALL; i++)
		count[key[i]]++, sum[key[i]] += price[i];
	for (int i = 0; i < LARGE; i++) {
		ask[i] = i % 3 ? w[i + 50000] % 9000 * 3 + 1 : w[i + 50000] % 27000;
		joined[2 * i] = count[ask[i]], joined[2 * i + 1] = sum[ask[i]];
	}
	int *dk = upload(key), *dp = upload(price), *da = upload(ask), *head = dev<int>(16384), *next = dev<int>(SMALL);
	int2 *out = dev<int2>(LARGE);
	u64 *table = dev<u64>(32768);
	job<int>(
		"match_up.lists",
		[&] {
			chains_build<<<(SMALL + 127) / 128, 128>>>(dk, head, next, SMALL, 16383);
			chains_probe<<<(LARGE + 127) / 128, 128>>>(da, dk, dp, head, next, out, LARGE, 16383);
		},
		(int *)out, 2 * LARGE, same(joined), [&] { CHECK(cudaMemset(head, 0, 16384 * 4)); });
	job<int>(
		"match_up.next_free",
		[&] {
			open_build<<<(SMALL + 255) / 256, 256>>>(dk, table, SMALL, 32767);
			open_probe<<<(LARGE + 191) / 192, 192>>>(da, dp, table, out, LARGE, 32767);
		},
		(int *)out, 2 * LARGE, same(joined), [&] { CHECK(cudaMemset(table, 0, 32768 * 8)); });
	const int SALES = 250000;
	std::vector<byte> shop(SALES);
	std::vector<int> cost(SALES);
	std::vector<u64> bill(SHOPS);
	for (int i = 0; i < SALES; i++) {
		shop[i] = std::min(w[i] % 12, w[i] / 16 % 12), cost[i] = w[i + 9] % 1000000;
		bill[shop[i]] += cost[i];
	}
	byte *dh = upload(shop);
	int *dc = upload(cost);
	u64 *db = dev<u64>(SHOPS);
	auto clear = [&] { CHECK(cudaMemset(db, 0, SHOPS * 8)); };
	job<u64>(
		"bill.memory", [&] { bill_memory<<<264, 256>>>(dh, dc, db, SALES); }, db, SHOPS, same(bill), clear);
	job<u64>(
		"bill.shared", [&] { bill_shared<<<132, 256>>>(dh, dc, db, SALES); }, db, SHOPS, same(bill), clear);
	job<u64>(
		"bill.alike_lanes", [&] { bill_alike<<<200, 320>>>(dh, dc, db, SALES); }, db, SHOPS, same(bill), clear);
	job<u64>(
		"bill.registers", [&] { bill_registers<<<100, 128>>>(dh, dc, db, SALES); }, db, SHOPS, same(bill),
		clear);
	const int NAMES = 24000;
	const char *pieces[] = { "green ", "tea ", "black ", "of the hills ", "coffee ", "greek ", "team ", "mint ",
		"fine leaves of spring ", "great " };
	std::string text;
	std::vector<int> start(NAMES + 1);
	std::vector<byte> like(NAMES);
	for (int i = 0; i < NAMES; i++) {
		std::string one;
		for (unsigned k = 0; k < 2 + w[i] % 9; k++)
			one += pieces[w[i * 8 + k] % 10];
		size_t at = one.find("green");
		like[i] = at != std::string::npos && one.find("tea", at + 5) != std::string::npos;
		text += one;
		start[i + 1] = text.size();
	}
	char *dt = upload(std::vector<char>(text.begin(), text.end()));
	int *df = upload(start);
	byte *is = dev<byte>(NAMES);
	job<byte>(
		"like.row_a_thread", [&] { like_thread<<<(NAMES + 127) / 128, 128>>>(dt, df, is, NAMES); }, is, NAMES,
		same(like));
	job<byte>(
		"like.row_a_warp", [&] { like_warp<<<NAMES / 8, 256>>>(dt, df, is, NAMES); }, is, NAMES, same(like));
	const int KEYS = 32 * (1 + 33 + 1089), ASKED = 50000;
	std::vector<int> keys(KEYS), node(KEYS), want(ASKED), place(ASKED, -1), where(KEYS * 3 + 3, -1);
	for (int i = 0; i < KEYS; i++)
		keys[i] = i * 3 + w[i] % 3;
	plant(keys, node, 0, KEYS, 0, 0);
	for (int i = 0; i < KEYS; i++)
		where[node[i]] = i;
	for (int i = 0; i < ASKED; i++) {
		want[i] = i % 2 ? w[i] % (KEYS * 3) : keys[w[i] % KEYS];
		place[i] = where[want[i]];
	}
	int *dn = upload(node), *dw = upload(want), *dq = dev<int>(ASKED);
	job<int>(
		"deep_index.row_a_thread", [&] { index_thread<<<(ASKED + 127) / 128, 128>>>(dn, dw, dq, ASKED); }, dq,
		ASKED, same(place));
	job<int>(
		"deep_index.row_a_warp", [&] { index_warp<<<ASKED / 8, 256>>>(dn, dw, dq, ASKED); }, dq, ASKED,
		same(place));
	const int WORDS = 20000, VALUES = WORDS * 32;
	std::vector<unsigned> column(w.begin(), w.begin() + WORDS * 13 + 1), bits(WORDS);
	for (int i = 0; i < VALUES; i++) {
		u64 two = column[i * 13 / 32] | (u64)column[i * 13 / 32 + 1] << 32;
		unsigned v = two >> i * 13 % 32 & 8191;
		bits[i / 32] |= (unsigned)(v >= 1000 && v <= 3500) << i % 32;
	}
	unsigned *du = upload(column), *dv = dev<unsigned>(WORDS);
	job<unsigned>(
		"packed.value_a_thread", [&] { packed_one<<<VALUES / 256, 256>>>(du, dv, VALUES, 1000, 3500); }, dv,
		WORDS, same(bits));
	job<unsigned>(
		"packed.word_a_thread", [&] { packed_many<<<(WORDS + 95) / 96, 96>>>(du, dv, WORDS, 1000, 3500); }, dv,
		WORDS, same(bits));
}
