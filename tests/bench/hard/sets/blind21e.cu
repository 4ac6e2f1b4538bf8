// blind21e: a fresh set of kernels that nobody had modelled when they were written. Tables: joins, groups, counts.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <map>
namespace cg = cooperative_groups;
static const unsigned NONE = ~0u;
__host__ __device__ unsigned stirred(unsigned k)
{
	k = (k ^ k >> 16) * 0x85ebca6bu;
	k = (k ^ k >> 13) * 0xc2b2ae35u;
	return k ^ k >> 16;
}
__global__ void join_build(const unsigned *key, u64 *slot, int n, unsigned mask)
{ // puts customers into an open table by compare and swap of key and place at once
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 own = (u64)key[i] << 32 | i;
	for (unsigned h = stirred(key[i]) & mask;; h = (h + 1) & mask)
		if (atomicCAS(&slot[h], ~0ull, own) == ~0ull)
			break;
}
__global__ void join_probe(
	const unsigned *key, const u64 *slot, const float *rate, const float *price, float *out, int n, unsigned mask)
{ // each order finds its customer; nought where there is none
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float r = 0;
	for (unsigned h = stirred(key[i]) & mask;; h = (h + 1) & mask) {
		u64 s = slot[h];
		if (s == ~0ull)
			break;
		if (s >> 32 == key[i]) {
			r = rate[(unsigned)s] * price[i];
			break;
		}
	}
	out[i] = r;
}
__global__ void join_tiles(
	const unsigned *key, const u64 *slot, const float *rate, const float *price, float *out, int n, unsigned mask)
{ // the same, eight lanes look at eight slots at once
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
	if (i >= n)
		return;
	unsigned k = key[i];
	for (unsigned h = stirred(k) & mask;; h = (h + 8) & mask) {
		u64 s = slot[(h + tile.thread_rank()) & mask];
		unsigned hit = tile.ballot(s >> 32 == k && s != ~0ull), hole = tile.ballot(s == ~0ull);
		if (hit) {
			u64 there = tile.shfl(s, __ffs(hit) - 1);
			if (tile.thread_rank() == 0)
				out[i] = rate[(unsigned)there] * price[i];
			return;
		}
		if (hole) {
			if (tile.thread_rank() == 0)
				out[i] = 0;
			return;
		}
	}
}
__global__ void join_search(
	const unsigned *key, const unsigned *sorted, const float *rate, const float *price, float *out, int n, int many)
{ // the same with an ordered table: halving, a look at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i];
	int at = 0;
	for (int step = 1 << (31 - __clz(many)); step; step /= 2)
		if (at + step < many && sorted[at + step] <= k)
			at += step;
	out[i] = sorted[at] == k ? rate[at] * price[i] : 0;
}
static const int NEST = 4;
__host__ __device__ unsigned nest_of(unsigned key, int which, unsigned nests)
{
	return stirred(key * 2 + which * 0x9e3779b9u) % nests;
}
__global__ void cuckoo_look(const uint4 *nest, const unsigned *key, byte *out, int n, unsigned nests)
{ // two nests of four eggs for each key, a nest is one wide read
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i];
	uint4 a = nest[nest_of(k, 0, nests)];
	bool in = a.x == k || a.y == k || a.z == k || a.w == k;
	if (!in) {
		a = nest[nest_of(k, 1, nests)];
		in = a.x == k || a.y == k || a.z == k || a.w == k;
	}
	out[i] = in;
}
__global__ void takings_memory(const byte *shop, const float *sum, int2 *out, int n)
{ // what 200 shops took and how often: two atomics a sale in memory, money in pence
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		atomicAdd(&out[shop[i]].x, (int)(sum[i] * 100));
		atomicAdd(&out[shop[i]].y, 1);
	}
}
__global__ void takings_packed(const uchar4 *shop, const float4 *sum, u64 *out, int n)
{ // the same: shared memory first, sum and count in one long word, four sales at a time
	__shared__ u64 own[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uchar4 s = shop[i];
		float4 v = sum[i];
		atomicAdd(&own[s.x], 1ull << 32 | (unsigned)(int)(v.x * 100));
		atomicAdd(&own[s.y], 1ull << 32 | (unsigned)(int)(v.y * 100));
		atomicAdd(&own[s.z], 1ull << 32 | (unsigned)(int)(v.z * 100));
		atomicAdd(&own[s.w], 1ull << 32 | (unsigned)(int)(v.w * 100));
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (own[i])
			atomicAdd(&out[i], own[i]);
}
__global__ void takings_labelled(const byte *shop, const float *sum, int2 *out, int n)
{ // the same: lanes of one shop make a group, which adds up before one of them speaks
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	auto group = cg::labeled_partition(cg::coalesced_threads(), (int)shop[i]);
	int all = cg::reduce(group, (int)(sum[i] * 100), cg::plus<int>());
	if (group.thread_rank() == 0) {
		atomicAdd(&out[shop[i]].x, all);
		atomicAdd(&out[shop[i]].y, (int)group.size());
	}
}
__global__ void about_shared(const unsigned *in, unsigned *top, int n)
{ // about how many differ: the longest run of noughts in each of 1024 kinds of hashes, by shared maxima
	__shared__ unsigned own[1024];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned h = stirred(in[i]);
		atomicMax(&own[h & 1023], (unsigned)__clz(h >> 10 | 1) - 9);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		if (own[i])
			atomicMax(&top[i], own[i]);
}
__global__ void as_of(const int *trade, const int *quote, const float *price, float *out, int trades, int quotes)
{ // the last quote before each trade; both ordered: a block finds its stretch, then threads search in it
	__shared__ int ends[2];
	int first = blockIdx.x * blockDim.x, last = min(first + (int)blockDim.x, trades) - 1;
	if (threadIdx.x < 2) {
		int t = trade[threadIdx.x ? last : first], lo = 0, hi = quotes;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (quote[mid] <= t)
				lo = mid + 1;
			else
				hi = mid;
		}
		ends[threadIdx.x] = lo;
	}
	__syncthreads();
	int i = first + threadIdx.x;
	if (i >= trades)
		return;
	int lo = ends[0], hi = ends[1], t = trade[i];
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (quote[mid] <= t)
			lo = mid + 1;
		else
			hi = mid;
	}
	out[i] = lo ? price[lo - 1] : 0;
}
__global__ void visits_thread(const int *start, const int *time, int *visits, int *longest, int users, int gap)
{ // how many visits each user made, and the longest; a new one begins after a pause; a user a thread
	int u = blockIdx.x * blockDim.x + threadIdx.x;
	if (u >= users)
		return;
	int many = 0, most = 0, begin = 0;
	for (int k = start[u]; k < start[u + 1]; k++) {
		if (k == start[u] || time[k] - time[k - 1] > gap) {
			many++;
			begin = time[k];
		}
		most = max(most, time[k] - begin);
	}
	visits[u] = many, longest[u] = most;
}
__global__ void visits_warp(const int *start, const int *time, int *visits, int *longest, int users, int gap)
{ // the same, a user a warp: votes tell where visits begin
	int u = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (u >= users)
		return;
	int many = 0, most = 0, begin = 0, from = start[u], to = start[u + 1];
	for (int k0 = from; k0 < to; k0 += 32) {
		int k = k0 + lane, t = k < to ? time[k] : 0;
		int before = __shfl_up_sync(~0u, t, 1);
		if (lane == 0 && k0 > from)
			before = time[k0 - 1];
		bool fresh = k < to && (k == from || t - before > gap);
		unsigned votes = __ballot_sync(~0u, fresh), mine = votes & (2u << lane) - 1;
		many += __popc(votes);
		int own = __shfl_sync(~0u, t, mine ? 31 - __clz(mine) : 0);
		if (!mine)
			own = begin;
		if (k < to)
			most = max(most, t - own);
		if (votes)
			begin = __shfl_sync(~0u, t, 31 - __clz(votes));
	}
	most = __reduce_max_sync(~0u, most);
	if (lane == 0)
		visits[u] = many, longest[u] = most;
}
__global__ void written_out(const int *start, const short *value, short *out, int runs, int n)
{ // runs are written out again: each place looks for its run among starts, eight places a thread
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
	if (at >= n)
		return;
	int lo = 0, hi = runs - 1;
	while (lo < hi) {
		int mid = (lo + hi + 1) / 2;
		if (start[mid] <= at)
			lo = mid;
		else
			hi = mid - 1;
	}
	short v[8];
	for (int k = 0; k < 8; k++) {
		while (lo + 1 < runs && start[lo + 1] <= at + k)
			lo++;
		v[k] = value[lo];
	}
	*(int4 *)(out + at) = *(int4 *)v;
}
__global__ void written_blocks(const int *start, const short *value, short *out, int n)
{ // the same, a block writes 1024 places: its runs' starts are marked and the last mark runs on
	__shared__ int mark[1024], last[32];
	int base = blockIdx.x * 1024, t = threadIdx.x, lane = t % 32, lo = 0, hi = n - 1;
	while (lo < hi) {
		int mid = (lo + hi + 1) / 2;
		if (start[mid] <= base)
			lo = mid;
		else
			hi = mid - 1;
	}
	mark[t] = t ? -1 : lo;
	__syncthreads();
	for (int r = lo + 1 + t; r < n && start[r] < base + 1024; r += 1024)
		mark[start[r] - base] = r;
	__syncthreads();
	int m = mark[t];
	for (int o = 1; o < 32; o *= 2) {
		int u = __shfl_up_sync(~0u, m, o);
		if (lane >= o)
			m = max(m, u);
	}
	if (lane == 31)
		last[t / 32] = m;
	__syncthreads();
	for (int w = 0; w < t / 32; w++)
		m = max(m, last[w]);
	out[base + t] = value[m];
}
static void joins(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int C = 30000, N = 150000;
	const unsigned MASK = 65535;
	std::map<unsigned, int> seen;
	while (seen.size() < C)
		seen[w[seen.size() * 3] ^ (unsigned)seen.size() * 977] = 0;
	std::vector<unsigned> customer, key(N);
	for (auto &s : seen) {
		s.second = customer.size();
		customer.push_back(s.first);
	}
	std::vector<float> rate(f.begin(), f.begin() + C), price(f.begin() + C, f.begin() + C + N), due(N);
	for (int i = 0; i < N; i++) {
		key[i] = w[i + 7] % 5 ? customer[w[i + 9] % C] : w[i + 11];
		auto s = seen.find(key[i]);
		due[i] = s == seen.end() ? 0 : rate[s->second] * price[i];
	}
	unsigned *dc = upload(customer), *dk = upload(key);
	float *dr = upload(rate), *dp = upload(price), *o = dev<float>(N);
	u64 *slot = dev<u64>(MASK + 1);
	auto clear = [&] { CHECK(cudaMemset(slot, 255, (MASK + 1) * 8)); };
	auto filled = [&] {
		clear();
		join_build<<<(C + 255) / 256, 256>>>(dc, slot, C, MASK);
	};
	job<float>(
		"customers_found.build_and_probe",
		[&] {
			join_build<<<(C + 255) / 256, 256>>>(dc, slot, C, MASK);
			join_probe<<<(N + 255) / 256, 256>>>(dk, slot, dr, dp, o, N, MASK);
		},
		o, N, close_to(due), clear);
	job<float>(
		"customers_found.eight_lanes_probe",
		[&] { join_tiles<<<(N * 8 + 255) / 256, 256>>>(dk, slot, dr, dp, o, N, MASK); }, o, N, close_to(due),
		filled);
	job<float>(
		"customers_found.halving", [&] { join_search<<<(N + 127) / 128, 128>>>(dk, dc, dr, dp, o, N, C); }, o,
		N, close_to(due));
	const unsigned NESTS = 9001;
	std::vector<unsigned> nest(NESTS * NEST, NONE);
	for (int i = 0; i < C; i++) {
		unsigned k = customer[i], turn = i;
		for (int tries = 0; tries < 500 && k != NONE; tries++) {
			for (int which = 0; which < 2 && k != NONE; which++)
				for (int e = 0; e < NEST && k != NONE; e++) {
					unsigned &egg = nest[nest_of(k, which, NESTS) * NEST + e];
					if (egg == NONE)
						std::swap(k, egg);
				}
			if (k != NONE) {
				turn = stirred(turn + 1);
				std::swap(k, nest[nest_of(k, turn & 1, NESTS) * NEST + turn / 2 % NEST]);
			}
		}
		if (k != NONE)
			fprintf(stderr, "an egg has no nest\n");
	}
	std::vector<byte> in(N);
	for (int i = 0; i < N; i++)
		in[i] = seen.count(key[i]);
	uint4 *dn = (uint4 *)upload(nest);
	byte *ob = dev<byte>(N);
	job<byte>(
		"cuckoos_nests.two_wide_reads", [&] { cuckoo_look<<<(N + 191) / 192, 192>>>(dn, dk, ob, N, NESTS); },
		ob, N, same(in));
}
static void counted(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 240000;
	std::vector<byte> shop(N);
	std::vector<int> all(512);
	std::vector<u64> packed(256);
	for (int i = 0; i < N; i++) {
		shop[i] = w[i] % 3 ? w[i] / 3 % 8 : w[i] / 3 % 200;
		all[2 * shop[i]] += (int)(f[i] * 100);
		all[2 * shop[i] + 1]++;
	}
	for (int k = 0; k < 256; k++)
		packed[k] = (u64)all[2 * k + 1] << 32 | (unsigned)all[2 * k];
	byte *ds = upload(shop);
	float *df = upload(f);
	int *o = dev<int>(N);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4096)); };
	job<int>(
		"shop_takings.atomics_in_memory",
		[&] { takings_memory<<<(N + 255) / 256, 256>>>(ds, df, (int2 *)o, N); }, o, 512, same(all), clear);
	job<u64>(
		"shop_takings.shared_long_words",
		[&] { takings_packed<<<100, 256>>>((uchar4 *)ds, (float4 *)df, (u64 *)o, N / 4); }, (u64 *)o, 256,
		same(packed), clear);
	job<int>(
		"shop_takings.groups_of_lanes",
		[&] { takings_labelled<<<(N + 127) / 128, 128>>>(ds, df, (int2 *)o, N); }, o, 512, same(all), clear);
	const int H = 500000;
	std::vector<unsigned> top(1024);
	for (int i = 0; i < H; i++) {
		unsigned h = stirred(w[i]), v = h >> 10 | 1, zeros = 0;
		while (!(v >> (31 - zeros) & 1))
			zeros++;
		top[h & 1023] = std::max(top[h & 1023], zeros - 9);
	}
	unsigned *dw = upload(w), *ou = dev<unsigned>(1024);
	job<unsigned>(
		"about_how_many.shared_maxima", [&] { about_shared<<<70, 384>>>(dw, ou, H); }, ou, 1024, same(top),
		[&] { CHECK(cudaMemset(ou, 0, 4096)); });
	const int T = 100000, Q = 80000;
	std::vector<int> trade(T), quote(Q);
	std::vector<float> price(f.begin(), f.begin() + Q), last(T);
	for (int &t : trade)
		t = w[&t - trade.data()] % 3000000;
	for (int &q : quote)
		q = w[&q - quote.data() + T] % 3000000;
	std::sort(trade.begin(), trade.end());
	std::sort(quote.begin(), quote.end());
	for (int i = 0; i < T; i++) {
		int at = std::upper_bound(quote.begin(), quote.end(), trade[i]) - quote.begin();
		last[i] = at ? price[at - 1] : 0;
	}
	int *dt = upload(trade), *dq = upload(quote);
	float *dp = upload(price), *of = dev<float>(T);
	job<float>(
		"last_quote.block_narrows_first", [&] { as_of<<<(T + 199) / 200, 200>>>(dt, dq, dp, of, T, Q); }, of, T,
		same(last));
	const int USERS = 3000;
	std::vector<int> start{ 0 }, time, visits(2 * USERS);
	for (int u = 0; u < USERS; u++) {
		int many = u % 50 ? w[u] % 90 : 600, t = w[u] % 1000, begin = 0;
		for (int k = 0; k < many; k++) {
			int pause = w[time.size()] % 11 ? w[time.size()] % 60 : 400;
			t += pause;
			if (k == 0 || pause > 300)
				visits[u]++, begin = t;
			visits[u + USERS] = std::max(visits[u + USERS], t - begin);
			time.push_back(t);
		}
		start.push_back(time.size());
	}
	int *dst = upload(start), *dtime = upload(time);
	job<int>(
		"user_visits.user_a_thread",
		[&] { visits_thread<<<(USERS + 63) / 64, 64>>>(dst, dtime, o, o + USERS, USERS, 300); }, o, 2 * USERS,
		same(visits));
	job<int>(
		"user_visits.user_a_warp",
		[&] { visits_warp<<<(USERS + 3) / 4, 128>>>(dst, dtime, o, o + USERS, USERS, 300); }, o, 2 * USERS,
		same(visits));
	const int R = 1024 * 400;
	std::vector<int> from;
	std::vector<short> value, whole;
	while (whole.size() < R) {
		unsigned v = w[from.size()];
		from.push_back(whole.size());
		value.push_back(v);
		for (int k = v >> 16 & (v >> 31 ? 63 : 7); k >= 0 && whole.size() < R; k--)
			whole.push_back(v);
	}
	int *dfrom = upload(from), runs = from.size();
	short *dv = upload(value), *os = dev<short>(R);
	job<short>(
		"runs_unrolled.places_search", [&] { written_out<<<R / 8 / 128, 128>>>(dfrom, dv, os, runs, R); }, os,
		R, same(whole));
	job<short>(
		"runs_unrolled.marks_run_on", [&] { written_blocks<<<R / 1024, 1024>>>(dfrom, dv, os, runs); }, os, R,
		same(whole));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	joins(w, f);
	counted(w, f);
}
