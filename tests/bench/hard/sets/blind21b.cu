// blind21b: a fresh set of kernels that nobody had modelled when they were written. Sorting, picking, closing up.
#include "blind7.h"
#include <climits>
__device__ int block_before(int mine, int *warps, int &all)
{ // how many the threads before me have, and all have; at most 32 warps
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, x = mine;
	for (int o = 1; o < 32; o *= 2) {
		int u = __shfl_up_sync(~0u, x, o);
		if (lane >= o)
			x += u;
	}
	if (lane == 31)
		warps[w] = x;
	__syncthreads();
	int before = x - mine;
	all = 0;
	for (int i = 0; i < blockDim.x / 32; i++) {
		if (i < w)
			before += warps[i];
		all += warps[i];
	}
	__syncthreads();
	return before;
}
static const int EACH = 5, TILE = 256 * EACH;
__device__ bool is_new(const int *in, int i, int n)
{
	return i < n && (i == 0 || in[i] != in[i - 1]);
}
__global__ void repeats_count(const int *in, int *count, int n)
{ // how many of a block's elements differ from the one before
	__shared__ int warps[8];
	int sum = 0, all;
	for (int k = 0; k < EACH; k++)
		sum += is_new(in, blockIdx.x * TILE + k * 256 + threadIdx.x, n);
	block_before(sum, warps, all);
	if (threadIdx.x == 0)
		count[blockIdx.x] = all;
}
__global__ void repeats_offsets(int *count, int blocks)
{ // counts become offsets, by one block in stretches
	__shared__ int warps[32];
	int done = 0, all;
	for (int at = 0; at < blocks; at += blockDim.x) {
		int i = at + threadIdx.x, c = i < blocks ? count[i] : 0, before = block_before(c, warps, all);
		if (i < blocks)
			count[i] = done + before;
		done += all;
	}
}
__global__ void repeats_write(const int *in, const int *offset, int *out, int n)
{ // the third launch writes the first of each run to its place
	__shared__ int warps[8];
	int at = offset[blockIdx.x], all;
	for (int k = 0; k < EACH; k++) {
		int i = blockIdx.x * TILE + k * 256 + threadIdx.x;
		bool own = is_new(in, i, n);
		int before = block_before(own, warps, all);
		if (own)
			out[at + before] = in[i];
		at += all;
	}
}
__device__ int look_back(int tile, int all, u64 *state)
{ // how many all tiles before have; states are 1: own count known, 2: count of all so far known
	__shared__ int before;
	if (threadIdx.x < 32) {
		int lane = threadIdx.x, sum = 0;
		if (lane == 0)
			atomicExch(&state[tile], (tile ? 1ull : 2ull) << 32 | (unsigned)all);
		for (int at = tile - 1 - lane; tile > 0; at -= 32) {
			u64 s = 2ull << 32;
			if (at >= 0)
				do {
					s = *(volatile u64 *)&state[at];
				} while (s == 0);
			unsigned whole = __ballot_sync(~0u, s >> 33);
			int last = whole ? __ffs(whole) - 1 : 31;
			sum += __reduce_add_sync(~0u, lane <= last ? (int)(unsigned)s : 0);
			if (whole)
				break;
		}
		if (lane == 0) {
			before = sum;
			if (tile)
				atomicExch(&state[tile], 2ull << 32 | (unsigned)(sum + all));
		}
	}
	__syncthreads();
	return before;
}
__global__ void repeats_look_back(const int *in, int *out, u64 *state, unsigned *ticket, int n)
{ // the same in one launch: each block looks back at what the earlier ones have found
	__shared__ int warps[8], tile;
	if (threadIdx.x == 0)
		tile = atomicAdd(ticket, 1u);
	__syncthreads();
	int at = tile * TILE + threadIdx.x * EACH, own = 0, all;
	bool keep[EACH];
	for (int k = 0; k < EACH; k++)
		own += keep[k] = is_new(in, at + k, n);
	int before = block_before(own, warps, all);
	before += look_back(tile, all, state);
	for (int k = 0; k < EACH; k++)
		if (keep[k])
			out[before++] = in[at + k];
}
__global__ void goats_look_back(const unsigned *in, unsigned *out, u64 *state, unsigned *ticket, int n)
{ // numbers below a half go to the front in order, others to the back in turned order; look-back, an element a thread
	__shared__ int warps[16], tile;
	if (threadIdx.x == 0)
		tile = atomicAdd(ticket, 1u);
	__syncthreads();
	int i = tile * blockDim.x + threadIdx.x, all;
	unsigned v = i < n ? in[i] : ~0u;
	bool low = v < 0x80000000u;
	int before = block_before(low, warps, all);
	before += look_back(tile, all, state);
	if (low)
		out[before] = v;
	else if (i < n)
		out[n - 1 - (i - before)] = v;
}
static const int STALLS = 64;
__device__ int stall_of(const unsigned *split, unsigned v)
{
	int s = 0;
	for (int step = STALLS / 2; step; step /= 2)
		if (split[s + step - 1] <= v)
			s += step;
	return s;
}
__global__ void stalls_count(const unsigned *in, const unsigned *split, int *count, int n)
{ // sample sort: how many numbers go between which two of 63 splitters
	__shared__ unsigned sp[STALLS];
	__shared__ int own[STALLS];
	if (threadIdx.x < STALLS)
		sp[threadIdx.x] = split[threadIdx.x], own[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[stall_of(sp, in[i])], 1);
	__syncthreads();
	if (threadIdx.x < STALLS)
		atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}
__global__ void stalls_offsets(const int *count, int *start, int *next)
{ // where each stall begins, by two warps
	__shared__ int warps[2];
	int all, before = block_before(count[threadIdx.x], warps, all);
	start[threadIdx.x] = next[threadIdx.x] = before;
	if (threadIdx.x == 0)
		start[STALLS] = all;
}
__global__ void stalls_move(const unsigned *in, const unsigned *split, int *next, unsigned *out, int n)
{ // each block takes room in the stalls and fills it
	__shared__ unsigned sp[STALLS];
	__shared__ int own[STALLS], base[STALLS];
	if (threadIdx.x < STALLS)
		sp[threadIdx.x] = split[threadIdx.x], own[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, rank = 0;
	unsigned v = 0;
	if (i < n) {
		v = in[i];
		s = stall_of(sp, v);
		rank = atomicAdd(&own[s], 1);
	}
	__syncthreads();
	if (threadIdx.x < STALLS && own[threadIdx.x])
		base[threadIdx.x] = atomicAdd(&next[threadIdx.x], own[threadIdx.x]);
	__syncthreads();
	if (i < n)
		out[base[s] + rank] = v;
}
__global__ void stalls_sort(unsigned *data, const int *start)
{ // a stall a block: bitonic sorting in shared memory, of as many as the next power of two
	__shared__ unsigned v[2048];
	int from = start[blockIdx.x], n = start[blockIdx.x + 1] - from, full = 2;
	while (full < n)
		full *= 2;
	for (int i = threadIdx.x; i < full; i += blockDim.x)
		v[i] = i < n ? data[from + i] : ~0u;
	for (int size = 2; size <= full; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			for (int t = threadIdx.x; t < full / 2; t += blockDim.x) {
				int i = 2 * t - (t & (d - 1)), j = i + d;
				unsigned a = v[i], b = v[j];
				if ((a > b) == !(i & size))
					v[i] = b, v[j] = a;
			}
		}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		data[from + i] = v[i];
}
__global__ void hands_local(const int *in, const int *start, int *out, int hands)
{ // hands of at most 32 cards; a hand a thread puts them in order in a local array
	int h = blockIdx.x * blockDim.x + threadIdx.x, card[32];
	if (h >= hands)
		return;
	int from = start[h], n = start[h + 1] - from;
	for (int i = 0; i < n; i++) {
		int v = in[from + i], j = i;
		for (; j > 0 && card[j - 1] > v; j--)
			card[j] = card[j - 1];
		card[j] = v;
	}
	for (int i = 0; i < n; i++)
		out[from + i] = card[i];
}
__global__ void hands_bitonic(const int *in, const int *start, int *out, int hands)
{ // a hand a warp, a card a lane; fifteen exchanges by shuffles
	int h = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (h >= hands)
		return;
	int from = start[h], n = start[h + 1] - from, v = lane < n ? in[from + lane] : INT_MAX;
	for (int size = 2; size <= 32; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			int u = __shfl_xor_sync(~0u, v, d);
			v = !(lane & d) == !(lane & size) ? min(u, v) : max(u, v);
		}
	if (lane < n)
		out[from + lane] = v;
}
__global__ void hands_count(const int *in, const int *start, int *out, int hands)
{ // a hand a warp; each lane counts how many cards are lower than its own
	int h = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (h >= hands)
		return;
	int from = start[h], n = start[h + 1] - from, v = lane < n ? in[from + lane] : INT_MAX, rank = 0;
	for (int k = 0; k < n; k++) {
		int u = __shfl_sync(~0u, v, k);
		rank += u < v || (u == v && k < lane);
	}
	if (lane < n)
		out[from + rank] = v;
}
__global__ void block_merge(const short *in, short *out)
{ // 1024 short numbers a block: pairs of ordered pieces merge, each number looks for its rank in the other piece
	__shared__ short v[2][1024];
	int t = threadIdx.x, from = 0;
	v[0][t] = in[blockIdx.x * 1024 + t];
	__syncthreads();
	for (int piece = 1; piece < 1024; piece *= 2, from ^= 1) {
		int own = t & (piece - 1), left = t & ~(2 * piece - 1), second = t & piece;
		short x = v[from][t];
		const short *other = &v[from][left + (second ? 0 : piece)];
		int lo = 0, hi = piece;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (other[mid] < x || (second && other[mid] == x))
				lo = mid + 1;
			else
				hi = mid;
		}
		v[from ^ 1][left + own + lo] = x;
		__syncthreads();
	}
	out[blockIdx.x * 1024 + t] = v[from][t];
}
static const int ROOM = 48;
template <class AT> __host__ __device__ int wait_in(const unsigned *come, int n, AT at)
{ // who comes with which trouble; every third step the worst off is called: a heap, and a sum of who was called when
	int many = 0, sum = 0;
	for (int s = 0; s < n; s++) {
		int v = come[s], i = many;
		if (many < ROOM) {
			many++;
			for (; i > 0 && at((i - 1) / 2) < v; i = (i - 1) / 2)
				at(i) = at((i - 1) / 2);
			at(i) = v;
		}
		if (s % 3 != 2)
			continue;
		sum = sum * 5 + at(0);
		int last = at(--many), k = 0;
		for (int c = 1; c < many; c = 2 * k + 1) {
			if (c + 1 < many && at(c + 1) > at(c))
				c++;
			if (at(c) <= last)
				break;
			at(k) = at(c);
			k = c;
		}
		at(k) = last;
	}
	return sum;
}
__global__ void room_local(const unsigned *come, int *out, int n, int rooms)
{ // a waiting room a thread, its heap in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, heap[ROOM];
	if (i < rooms)
		out[i] = wait_in(come + i * n, n, [&](int k) -> int & { return heap[k]; });
}
__global__ void room_shared(const unsigned *come, int *out, int n, int rooms)
{ // the same, heaps beside each other in shared memory
	__shared__ int heap[ROOM * 64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rooms)
		out[i] = wait_in(come + i * n, n, [&](int k) -> int & { return heap[k * 64 + threadIdx.x]; });
}
__global__ void extremes_packed(const unsigned *in, u64 *out, int n)
{ // the least and the greatest, and where: number and place in one long word, an atomic a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 both = (u64)in[i] << 32 | (unsigned)i;
	if (both < *(volatile u64 *)&out[0])
		atomicMin(&out[0], both);
	if (both > *(volatile u64 *)&out[1])
		atomicMax(&out[1], both);
}
__global__ void extremes_redux(const uint4 *in, u64 *out, int n)
{ // the same, four at a time, warps agree before one lane speaks
	unsigned low = ~0u, high = 0, lowat = 0, highat = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 q = in[i];
		unsigned v[4] = { q.x, q.y, q.z, q.w };
#pragma unroll
		for (int k = 0; k < 4; k++) {
			if (v[k] < low)
				low = v[k], lowat = 4 * i + k;
			if (v[k] >= high)
				high = v[k], highat = 4 * i + k;
		}
	}
	unsigned least = __reduce_min_sync(~0u, low), most = __reduce_max_sync(~0u, high);
	unsigned la = __reduce_min_sync(~0u, low == least ? lowat : ~0u);
	unsigned ha = __reduce_max_sync(~0u, high == most ? highat : 0);
	if (threadIdx.x % 32 == 0) {
		atomicMin(&out[0], (u64)least << 32 | la);
		atomicMax(&out[1], (u64)most << 32 | ha);
	}
}
__global__ void cycles_jump(const int2 *in, int2 *out, int n)
{ // which round of a dance: each knows the least of a stretch ahead of it, and who comes after the stretch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 a = in[i], b = in[a.x];
	out[i] = make_int2(b.x, min(a.y, b.y));
}
static void closing_up(const std::vector<unsigned> &w)
{
	const int N = 230000, TILES = (N + TILE - 1) / TILE;
	std::vector<int> in(N), left;
	for (int i = 0; i < N; i++)
		in[i] = i && w[i] % 3 ? in[i - 1] : w[i] >> 20;
	for (int i = 0; i < N; i++)
		if (i == 0 || in[i] != in[i - 1])
			left.push_back(in[i]);
	int *di = upload(in), *o = dev<int>(N), *count = dev<int>(TILES);
	u64 *state = dev<u64>(4000);
	unsigned *ticket = dev<unsigned>(1);
	auto clear = [&] {
		CHECK(cudaMemset(state, 0, 4000 * 8));
		CHECK(cudaMemset(ticket, 0, 4));
	};
	job<int>(
		"drop_repeats.count_scan_write",
		[&] {
			repeats_count<<<TILES, 256>>>(di, count, N);
			repeats_offsets<<<1, 128>>>(count, TILES);
			repeats_write<<<TILES, 256>>>(di, count, o, N);
		},
		o, left.size(), same(left));
	job<int>(
		"drop_repeats.look_back", [&] { repeats_look_back<<<TILES, 256>>>(di, o, state, ticket, N); }, o,
		left.size(), same(left), clear);
	const int G = 150000;
	std::vector<unsigned> u(w.begin(), w.begin() + G), parted, high;
	for (unsigned v : u)
		(v < 0x80000000u ? parted : high).push_back(v);
	parted.insert(parted.end(), high.rbegin(), high.rend());
	unsigned *du = upload(u), *uo = dev<unsigned>(G);
	job<unsigned>(
		"sheep_and_goats.look_back_of_160",
		[&] { goats_look_back<<<(G + 159) / 160, 160>>>(du, uo, state, ticket, G); }, uo, G, same(parted),
		clear);
	const int S = 50000;
	std::vector<unsigned> some(w.begin(), w.begin() + S), sample(w.begin(), w.begin() + STALLS * 20), split(STALLS);
	std::sort(sample.begin(), sample.end());
	for (int k = 0; k < STALLS; k++)
		split[k] = sample[std::min(k * 20 + 20, STALLS * 20 - 1)];
	std::sort(some.begin(), some.end());
	unsigned *dsplit = upload(split);
	int *start = dev<int>(STALLS + 1), *next = dev<int>(STALLS), *many = dev<int>(STALLS);
	job<unsigned>(
		"sample_sort.four_launches",
		[&] {
			stalls_count<<<40, 256>>>(du, dsplit, many, S);
			stalls_offsets<<<1, STALLS>>>(many, start, next);
			stalls_move<<<(S + 511) / 512, 512>>>(du, dsplit, next, uo, S);
			stalls_sort<<<STALLS, 256>>>(uo, start);
		},
		uo, S, same(some), [&] { CHECK(cudaMemset(many, 0, STALLS * 4)); });
}
static void hands(const std::vector<unsigned> &w)
{
	const int HANDS = 5000;
	std::vector<int> start{ 0 }, card, sorted;
	for (int h = 0; h < HANDS; h++)
		start.push_back(start.back() + 3 + w[h] % 30);
	for (int i = 0; i < start.back(); i++)
		card.push_back(w[i + 9999] % 1000);
	sorted = card;
	for (int h = 0; h < HANDS; h++)
		std::sort(sorted.begin() + start[h], sorted.begin() + start[h + 1]);
	int *dc = upload(card), *ds = upload(start), *o = dev<int>(card.size()), n = card.size();
	job<int>(
		"small_hands.local_array", [&] { hands_local<<<(HANDS + 63) / 64, 64>>>(dc, ds, o, HANDS); }, o, n,
		same(sorted));
	job<int>(
		"small_hands.lanes_exchange", [&] { hands_bitonic<<<(HANDS + 3) / 4, 128>>>(dc, ds, o, HANDS); }, o, n,
		same(sorted));
	job<int>(
		"small_hands.lanes_count", [&] { hands_count<<<(HANDS + 3) / 4, 128>>>(dc, ds, o, HANDS); }, o, n,
		same(sorted));
	const int B = 70;
	std::vector<short> piece(B * 1024), ordered;
	for (int i = 0; i < B * 1024; i++)
		piece[i] = (short)w[i];
	ordered = piece;
	for (int b = 0; b < B; b++)
		std::sort(ordered.begin() + b * 1024, ordered.begin() + (b + 1) * 1024);
	short *dp = upload(piece), *so = dev<short>(B * 1024);
	job<short>(
		"block_merge.ranks_by_search", [&] { block_merge<<<B, 1024>>>(dp, so); }, so, B * 1024, same(ordered));
	const int ROOMS = 1500, COME = 120;
	std::vector<int> called(ROOMS);
	std::vector<unsigned> trouble(ROOMS * COME);
	for (int i = 0; i < ROOMS * COME; i++)
		trouble[i] = w[i] % 10000;
	for (int i = 0; i < ROOMS; i++) {
		int heap[ROOM];
		called[i] = wait_in(&trouble[i * COME], COME, [&](int k) -> int & { return heap[k]; });
	}
	unsigned *dt = upload(trouble);
	job<int>(
		"sick_room.local_heap", [&] { room_local<<<(ROOMS + 63) / 64, 64>>>(dt, o, COME, ROOMS); }, o, ROOMS,
		same(called));
	job<int>(
		"sick_room.shared_heap", [&] { room_shared<<<(ROOMS + 63) / 64, 64>>>(dt, o, COME, ROOMS); }, o, ROOMS,
		same(called));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	closing_up(w);
	hands(w);
	const int N = 300000;
	std::vector<u64> ends{ ~0ull, 0 };
	for (int i = 0; i < N; i++) {
		u64 both = (u64)w[i] << 32 | i;
		ends[0] = std::min(ends[0], both), ends[1] = std::max(ends[1], both);
	}
	unsigned *d = upload(w);
	u64 *o = dev<u64>(2);
	auto clear = [&] {
		CHECK(cudaMemset(o, 255, 8));
		CHECK(cudaMemset(o + 1, 0, 8));
	};
	job<u64>(
		"both_ends.packed_in_long_words", [&] { extremes_packed<<<(N + 255) / 256, 256>>>(d, o, N); }, o, 2,
		same(ends), clear);
	job<u64>(
		"both_ends.warps_agree_first", [&] { extremes_redux<<<90, 224>>>((uint4 *)d, o, N / 4); }, o, 2,
		same(ends), clear);
	const int P = 60000;
	std::vector<int> next(P);
	for (int i = 0; i < P; i++)
		next[i] = i;
	for (int i = P - 1; i > 0; i--)
		std::swap(next[i], next[w[i] % (i + 1)]);
	std::vector<int2> begin(P);
	std::vector<int> least(P, -1);
	for (int i = 0; i < P; i++) {
		begin[i] = make_int2(next[i], i);
		if (least[i] < 0)
			for (int j = i; least[j] < 0; j = next[j])
				least[j] = i;
	}
	int2 *a = upload(begin), *b = dev<int2>(P), *c = dev<int2>(P);
	job<int2>(
		"rings_of_dancers.sixteen_jumps",
		[&] {
			for (int k = 0; k < 16; k++)
				cycles_jump<<<(P + 127) / 128, 128>>>(k == 0 ? a : k & 1 ? c : b, k & 1 ? b : c, P);
		},
		b, P,
		[&](const std::vector<int2> &v) {
			for (int i = 0; i < P; i++)
				if (v[i].y != least[i])
					return false;
			return true;
		});
}
