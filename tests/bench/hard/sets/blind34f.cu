// blind34f: a fresh set of kernels that nobody had modelled when they were written. Puzzles, games on boards, poured
// water, broken machines.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD int lowest(u64 m)
{
#ifdef __CUDA_ARCH__
	return __ffsll(m) - 1;
#else
	return __builtin_ctzll(m);
#endif
}
// number squares of 6 x 6 with boxes of 3 x 2: how many ways to fill one, at most so many steps
static const int STEPS = 1200;
HD int box_of(int c)
{
	return c / 12 * 2 + c % 6 / 3;
}
__global__ void square_arrays(const byte *given, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte row[6], column[6], box[6], cell[36], rest[36], set[36];
	for (int k = 0; k < 6; k++)
		row[k] = column[k] = box[k] = 0;
	int open = 0, ways = 0, steps = 0, at = 0;
	for (int c = 0; c < 36; c++) {
		int v = given[i * 36 + c];
		if (v) {
			row[c / 6] |= 1 << v, column[c % 6] |= 1 << v, box[box_of(c)] |= 1 << v;
		} else
			cell[open++] = c;
	}
	int c = cell[0];
	rest[0] = 126 & ~(row[c / 6] | column[c % 6] | box[box_of(c)]);
	while (at >= 0 && steps < STEPS) {
		c = cell[at];
		if (!rest[at]) {
			if (--at >= 0) {
				c = cell[at];
				row[c / 6] ^= set[at], column[c % 6] ^= set[at], box[box_of(c)] ^= set[at];
			}
			continue;
		}
		steps++;
		int bit = rest[at] & -rest[at];
		rest[at] ^= bit;
		if (at == open - 1) {
			ways++;
			continue;
		}
		set[at] = bit;
		row[c / 6] ^= bit, column[c % 6] ^= bit, box[box_of(c)] ^= bit;
		c = cell[++at];
		rest[at] = 126 & ~(row[c / 6] | column[c % 6] | box[box_of(c)]);
	}
	out[i] = ways << 16 | steps;
}
HD int square_packed(const byte *given, u64 *stack)
{ // three words of 6 x 8 bits for rows, columns and boxes; the stack keeps what is left at each cell
	u64 row = 0, column = 0, box = 0, open = 0;
	int ways = 0, steps = 0, at = 0;
	for (int c = 0; c < 36; c++) {
		u64 v = given[c];
		if (v) {
			row |= 1ull << (c / 6 * 8 + v), column |= 1ull << (c % 6 * 8 + v);
			box |= 1ull << (box_of(c) * 8 + v);
		} else
			open |= 1ull << c;
	}
	u64 ahead = open;
	stack[0] = ~0ull;
	while (steps < STEPS) {
		int c = lowest(ahead), r = c / 6 * 8, k = c % 6 * 8, b = box_of(c) * 8;
		unsigned rest = stack[at] & (126 & ~(unsigned)(row >> r | column >> k | box >> b));
		if (!rest) {
			u64 behind = open & ~ahead;
			if (!behind)
				break;
			// the last cell before: take its number out again
			c = 63;
			while (!(behind >> c & 1))
				c--;
			ahead |= 1ull << c;
			at--;
			unsigned v = stack[at] >> 32;
			r = c / 6 * 8, k = c % 6 * 8, b = box_of(c) * 8;
			row ^= 1ull << (r + v), column ^= 1ull << (k + v), box ^= 1ull << (b + v);
			continue;
		}
		steps++;
		unsigned bit = rest & -rest, v = lowest(bit);
		u64 more = ahead & (ahead - 1);
		stack[at] = (stack[at] & 127 & ~(u64)(2 * bit - 1)) | (u64)v << 32;
		if (!more) {
			ways++;
			continue;
		}
		row ^= 1ull << (r + v), column ^= 1ull << (k + v), box ^= 1ull << (b + v);
		ahead = more;
		stack[++at] = 127;
	}
	return ways << 16 | steps;
}
__global__ void square_words(const byte *given, int *out, int n)
{
	u64 stack[36];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = square_packed(given + i * 36, stack);
}
// how many ways has a knight of eight steps without a place twice? On 5 x 6; the first three steps by number
static const int WIDE
= 5, HIGH = 6, JUMPS = 8;
static unsigned jump_masks[WIDE * HIGH];
__constant__ unsigned jumps[WIDE * HIGH];
__device__ int knight(int at, unsigned seen, int left)
{
	unsigned m = jumps[at] & ~seen;
	if (left == 1)
		return __popc(m);
	int sum = 0;
	for (; m; m &= m - 1) {
		int to = __ffs(m) - 1;
		sum += knight(to, seen | 1u << to, left - 1);
	}
	return sum;
}
HD bool knight_start(const unsigned *jump, int id, int &at, unsigned &seen)
{
	at = id % (WIDE * HIGH), id /= WIDE
	*HIGH;
	seen = 1u << at;
	for (int k = 0; k < 2; k++, id /= 8) {
		unsigned m = jump[at];
		for (int j = id % 8; j && m; j--)
			m &= m - 1;
		if (!m)
			return false;
		at = lowest(m);
		if (seen >> at & 1)
			return false;
		seen |= 1u << at;
	}
	return true;
}
__global__ void knight_calls(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at;
	unsigned seen;
	if (i < n)
		out[i] = knight_start(jumps, i, at, seen) ? knight(at, seen, JUMPS - 2) : 0;
}
__global__ void knight_stack(int *out, int n)
{ // masks of what is left to try, one for each step; who was seen follows from the way
	__shared__ unsigned jump[WIDE * HIGH];
	if (threadIdx.x < WIDE * HIGH)
		jump[threadIdx.x] = jumps[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, at, sum = 0, top = 0;
	unsigned seen, rest[JUMPS];
	if (i >= n)
		return;
	if (knight_start(jump, i, at, seen)) {
		byte way[JUMPS];
		rest[0] = jump[at] & ~seen;
		while (top >= 0) {
			if (!rest[top]) {
				if (--top >= 0)
					seen ^= 1u << way[top];
				continue;
			}
			int to = __ffs(rest[top]) - 1;
			rest[top] &= rest[top] - 1;
			unsigned m = jump[to] & ~(seen | 1u << to);
			if (top == JUMPS - 4) {
				sum += __popc(m);
				continue;
			}
			way[top] = to;
			seen |= 1u << to;
			rest[++top] = m;
		}
	}
	out[i] = sum;
}
static int knight_host(int at, unsigned seen, int left)
{
	int sum = 0;
	if (!left)
		return 1;
	for (unsigned m = jump_masks[at] & ~seen; m; m &= m - 1)
		sum += knight_host(lowest(m), seen | 1u << lowest(m), left - 1);
	return sum;
}
// three in a row on 4 x 4, stones fall down; who wins from here? 16 bits for each side
HD bool three(unsigned b)
{ // bit 4 x + y: columns of four with the lowest place first
	unsigned c = b & b >> 1 & b >> 2 & 0x3333;
	unsigned r = b & b >> 4 & b >> 8;
	unsigned u = b & b >> 5 & b >> 10 & 0x3333;
	unsigned d = b & b >> 3 & b >> 6 & 0xcccc;
	return c | r | u | d;
}
HD unsigned falls(unsigned all, int column)
{ // the bit where a stone comes to lie, or 0
	unsigned c = all >> 4 * column & 15;
	return c == 15 ? 0 : (c + 1) << 4 * column;
}
__host__ __device__ int outcome(unsigned own, unsigned other)
{
	int best = -2;
	for (int k = 0; k < 4 && best < 1; k++) {
		unsigned m = falls(own | other, k);
		if (!m)
			continue;
		int v = three(own | m) ? 1 : -outcome(other, own | m);
		best = v > best ? v : best;
	}
	return best == -2 ? 0 : best;
}
__global__ void outcome_plain(const unsigned *board, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned own[17], other = board[i] >> 16;
	signed char best[17], k[17];
	int top = 0, v;
	own[0] = board[i] & 0xffff, own[1] = other, best[0] = -2, k[0] = 0;
	for (;;) {
		unsigned me = own[top], you = own[top + 1];
		if (k[top] < 4 && best[top] < 1) {
			unsigned m = falls(me | you, k[top]++);
			if (!m)
				continue;
			if (three(me | m)) {
				best[top] = 1;
				continue;
			}
			top++;
			own[top + 1] = me | m;
			best[top] = -2, k[top] = 0;
			continue;
		}
		v = best[top] == -2 ? 0 : best[top];
		if (--top < 0)
			break;
		best[top] = max((int)best[top], -v);
	}
	out[i] = v;
}
__device__ int outcome_known(unsigned own, unsigned other, unsigned *known)
{
	unsigned key = other << 16 | own, *slot = &known[(key * 0x9e3779b1u >> 26)];
	if (*slot >> 2 == (key * 0x85ebca6bu) >> 2)
		return (int)(*slot & 3) - 1;
	int best = -2;
	for (int k = 0; k < 4 && best < 1; k++) {
		unsigned m = falls(own | other, k);
		if (m)
			best = max(best, three(own | m) ? 1 : -outcome_known(other, own | m, known));
	}
	best = best == -2 ? 0 : best;
	*slot = (key * 0x85ebca6bu & ~3u) | (best + 1);
	return best;
}
__global__ void outcome_remembered(const unsigned *board, int *out, int n)
{ // 64 places a thread for what is known; a second hash says whose it is
	unsigned known[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < 64; k++)
		known[k] = 3;
	out[i] = outcome_known(board[i] & 0xffff, board[i] >> 16, known);
}
// three jugs, the last is full: how many pourings until one has just so much?
HD int poured(int state, int move, uchar4 cap)
{ // state: a | b << 4; the last has the rest
	int v[3] = { state & 15, state >> 4, 0 }, most[3] = { cap.x, cap.y, cap.z };
	v[2] = cap.z - v[0] - v[1];
	int f = move / 2, t = (f + 1 + move % 2) % 3, a = 0, b = 0, room = 0;
	for (int k = 0; k < 3; k++)
		a = k == f ? v[k] : a, room = k == t ? most[k] - v[k] : room;
	b = a < room ? a : room;
	for (int k = 0; k < 2; k++)
		v[k] += k == t ? b : k == f ? -b : 0;
	return v[0] | v[1] << 4;
}
HD bool just_so(int state, uchar4 cap)
{
	int a = state & 15, b = state >> 4;
	return a == cap.w || b == cap.w || cap.z - a - b == cap.w;
}
__global__ void jugs_thread(const uchar4 *jugs, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, head = 0, tail = 1, found = -1;
	if (i >= n)
		return;
	uchar4 cap = jugs[i];
	byte queue[256], steps[256];
	unsigned seen[8];
	for (int k = 0; k < 8; k++)
		seen[k] = k == 0;
	queue[0] = steps[0] = 0;
	while (head < tail) {
		int s = queue[head], d = steps[head++];
		if (just_so(s, cap)) {
			found = d;
			break;
		}
		for (int m = 0; m < 6; m++) {
			int t = poured(s, m, cap);
			if (seen[t >> 5] >> (t & 31) & 1)
				continue;
			seen[t >> 5] |= 1u << (t & 31);
			queue[tail] = t, steps[tail++] = d + 1;
		}
	}
	out[i] = found;
}
__global__ void jugs_warp(const uchar4 *jugs, int *out, int n)
{ // five states at a time, a lane a pouring; new ones are told apart by a shared set
	__shared__ unsigned seen[4][8];
	__shared__ byte queue[4][256];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, i = blockIdx.x * 4 + w, head = 0, tail = 1, end = 1, d = 0;
	if (i >= n)
		return;
	uchar4 cap = jugs[i];
	if (l < 8)
		seen[w][l] = l == 0;
	if (l == 0)
		queue[w][0] = 0;
	__syncwarp();
	bool good = just_so(0, cap);
	while (!good && head < tail) { // end: where this step's states end
		int many = min(5, end - head);
		bool fresh = false;
		int t = 0;
		if (l / 6 < many) {
			t = poured(queue[w][head + l / 6], l % 6, cap);
			unsigned bit = 1u << (t & 31);
			fresh = !(atomicOr(&seen[w][t >> 5], bit) & bit);
		}
		unsigned m = __ballot_sync(~0u, fresh);
		if (fresh)
			queue[w][tail + __popc(m & ((1u << l) - 1))] = t;
		tail += __popc(m);
		good = __any_sync(~0u, fresh && just_so(t, cap));
		__syncwarp();
		head += many;
		if (good)
			d++;
		else if (head == end)
			end = tail, d++;
	}
	if (l == 0)
		out[i] = good ? d : -1;
}
// twenty machines that break down and three menders: 200 events, how long do machines wait?
static const int MACHINES = 20, EVENTS = 200, MENDERS = 3;
HD unsigned chance(unsigned &s)
{
	s = s * 1664525u + 1013904223u;
	return s >> 16;
}
struct Shop {
	byte line[MACHINES];
	int first, waiting, free;
	unsigned waited, seed;
};
// what follows when a machine's time has come: broken now (its bit is not set) or mended; returns its next time or 0
HD unsigned happens(Shop &s, unsigned now, int m, unsigned &broken, unsigned *since, int &also, unsigned &also_at)
{
	also = -1;
	if (!(broken >> m & 1)) {
		broken |= 1u << m;
		if (s.free) {
			s.free--;
			return now + 20 + chance(s.seed) % 90;
		}
		int at = s.first + s.waiting++;
		s.line[at >= MACHINES ? at - MACHINES : at] = m;
		since[m] = now;
		return 0;
	}
	broken &= ~(1u << m);
	if (s.waiting) {
		also = s.line[s.first];
		s.first = s.first + 1 == MACHINES ? 0 : s.first + 1;
		s.waiting--;
		s.waited += now - since[also];
		also_at = now + 20 + chance(s.seed) % 90;
	} else
		s.free++;
	return now + 100 + chance(s.seed) % 700;
}
__global__ void menders_heap(unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, have = 0, also;
	if (i >= n)
		return;
	unsigned heap[MACHINES + 1], since[MACHINES], broken = 0, also_at = 0;
	Shop s = { {}, 0, 0, MENDERS, 0, i * 2654435761u + 1 };
	auto put = [&](unsigned v) {
		int p = have++;
		for (; p && heap[(p - 1) / 2] > v; p = (p - 1) / 2)
			heap[p] = heap[(p - 1) / 2];
		heap[p] = v;
	};
	for (int m = 0; m < MACHINES; m++)
		put((100 + chance(s.seed) % 700) << 8 | m);
	for (int e = 0; e < EVENTS; e++) {
		unsigned top = heap[0], last = heap[--have];
		int p = 0;
		for (int c; (c = 2 * p + 1) < have; p = c) {
			c += c + 1 < have && heap[c + 1] < heap[c];
			if (heap[c] >= last)
				break;
			heap[p] = heap[c];
		}
		heap[p] = last;
		unsigned t = happens(s, top >> 8, top & 255, broken, since, also, also_at);
		if (t)
			put(t << 8 | top & 255);
		if (also >= 0)
			put(also_at << 8 | also);
	}
	out[i] = s.waited;
}
HD unsigned menders_looked(int i, unsigned *next, unsigned *since, int step)
{
	unsigned broken = 0, also_at = 0, own_since[MACHINES];
	int also;
	Shop s = { {}, 0, 0, MENDERS, 0, i * 2654435761u + 1 };
	for (int m = 0; m < MACHINES; m++)
		next[m * step] = 100 + chance(s.seed) % 700;
	for (int e = 0; e < EVENTS; e++) {
		int m = 0;
		unsigned least = ~0u;
		for (int k = 0; k < MACHINES; k++)
			if (next[k * step] < least)
				least = next[k * step], m = k;
		unsigned t = happens(s, least, m, broken, own_since, also, also_at);
		next[m * step] = t ? t : ~0u;
		if (also >= 0)
			next[also * step] = also_at;
	}
	return s.waited;
}
__global__ void menders_list(unsigned *out, int n)
{ // times in shared memory, all looked through for each event
	__shared__ unsigned next[MACHINES * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < n)
		out[i] = menders_looked(i, next + threadIdx.x, nullptr, 64);
}
__global__ void menders_warp(unsigned *out, int n)
{ // a lane has a machine's time; the earliest by a reduction; lane 0 knows the shop
	__shared__ Shop shop[2];
	__shared__ unsigned since[2][MACHINES];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, i = blockIdx.x * 2 + w;
	if (i >= n)
		return;
	unsigned next = ~0u, broken = 0, seed = i * 2654435761u + 1;
	for (int m = 0; m < MACHINES; m++) {
		unsigned t = 100 + chance(seed) % 700;
		if (l == m)
			next = t << 8 | l;
	}
	if (l == 0)
		shop[w] = { {}, 0, 0, MENDERS, 0, seed };
	for (int e = 0; e < EVENTS; e++) {
		unsigned top = __reduce_min_sync(~0u, next), t = 0, also_at = 0;
		int m = top & 255, also = -1;
		if (l == 0)
			t = happens(shop[w], top >> 8, m, broken, since[w], also, also_at);
		t = __shfl_sync(~0u, t, 0), also = __shfl_sync(~0u, also, 0), also_at = __shfl_sync(~0u, also_at, 0);
		if (l == m)
			next = t ? t << 8 | l : ~0u;
		if (l == also)
			next = also_at << 8 | l;
	}
	if (l == 0)
		out[i] = shop[w].waited;
}
// discs turned over on 6 x 6 (the middle of 8 x 8): how many games of three moves from here?
static const u64 FIELD = 0x007e7e7e7e7e7e00ull;
HD u64 turned(u64 own, u64 other, u64 move)
{
	u64 all = 0;
	const int way[4] = { 1, 7, 8, 9 };
	for (int k = 0; k < 4; k++) {
		u64 a = move << way[k] & other, b = move >> way[k] & other;
		for (int j = 0; j < 3; j++)
			a |= a << way[k] & other, b |= b >> way[k] & other;
		if (a << way[k] & own)
			all |= a;
		if (b >> way[k] & own)
			all |= b;
	}
	return all;
}
__host__ __device__ int games_from(u64 own, u64 other, int deep, bool passed)
{
	if (deep == 0)
		return 1;
	int sum = 0;
	for (u64 m = FIELD & ~(own | other); m; m &= m - 1) {
		u64 bit = m & -m, t = turned(own, other, bit);
		if (t)
			sum += games_from(other & ~t, own | t | bit, deep - 1, false);
	}
	if (!sum)
		return passed ? 1 : games_from(other, own, deep - 1, true);
	return sum;
}
__global__ void discs_thread(const u64 *board, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = games_from(board[2 * i], board[2 * i + 1], 3, false);
}
__global__ void discs_lane_a_move(const u64 *board, int *out, int n)
{ // a thread for each place of the first move, 36 threads a board, 7 boards a block
	__shared__ int sum[7];
	int b = threadIdx.x / 36, c = threadIdx.x % 36, i = blockIdx.x * 7 + b;
	if (threadIdx.x < 7)
		sum[threadIdx.x] = 0;
	__syncthreads();
	if (i < n && b < 7) {
		u64 own = board[2 * i], other = board[2 * i + 1], bit = 1ull << (c / 6 * 8 + c % 6 + 9);
		u64 t = (own | other) & bit ? 0 : turned(own, other, bit);
		if (t)
			atomicAdd(&sum[b], games_from(other & ~t, own | t | bit, 2, false));
	}
	__syncthreads();
	if (i < n && b < 7 && c == 0)
		out[i] = sum[b] ? sum[b] : games_from(board[2 * i + 1], board[2 * i], 2, true);
}
static void squares(const std::vector<unsigned> &w)
{
	const int N = 2400;
	std::vector<byte> given(N * 36);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		int name[6] = { 1, 2, 3, 4, 5, 6 };
		for (int k = 5; k; k--)
			std::swap(name[k], name[w[i * 6 + k] % (k + 1)]);
		for (int c = 0; c < 36; c++)
			if (w[i * 36 + c + 9] % 36 < 12u + i % 9)
				given[i * 36 + c] = name[(c % 6 + c / 6 % 2 * 3 + c / 12) % 6];
		u64 stack[36];
		want[i] = square_packed(&given[i * 36], stack);
	}
	byte *d = upload(given);
	int *o = dev<int>(N);
	job<int>(
		"number_squares_of_six.byte_arrays", [&] { square_arrays<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"number_squares_of_six.three_words", [&] { square_words<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		same(want));
}
static void knights()
{
	const int N = WIDE
	*HIGH * 64;
	std::vector<int> want(N);
	for (int a = 0; a < WIDE * HIGH; a++)
		for (int b = 0; b < WIDE * HIGH; b++)
			if (abs(a % WIDE - b % WIDE) * abs(a / WIDE - b / WIDE) == 2)
				jump_masks[a] |= 1u << b;
	CHECK(cudaMemcpyToSymbol(jumps, jump_masks, sizeof jump_masks));
	for (int i = 0; i < N; i++) {
		int at;
		unsigned seen;
		want[i] = knight_start(jump_masks, i, at, seen) ? knight_host(at, seen, JUMPS - 2) : 0;
	}
	int *o = dev<int>(N);
	job<int>(
		"ways_of_a_knight.recursive", [&] { knight_calls<<<up(N, 32), 32>>>(o, N); }, o, N, same(want));
	job<int>(
		"ways_of_a_knight.own_stack", [&] { knight_stack<<<up(N, 32), 32>>>(o, N); }, o, N, same(want));
}
static void threes(const std::vector<unsigned> &w)
{
	const int N = 1500;
	std::vector<unsigned> board(N);
	std::vector<int> want(N);
	unsigned at = 0;
	for (int i = 0; i < N; i++)
		for (bool good = false; !good;) {
			unsigned own = 0, other = 0;
			good = true;
			for (int k = 0; k < 6 + i % 3 && good; k++) {
				unsigned m = falls(own | other, w[at++ % 299999] % 4);
				if (!m) {
					k--;
					continue;
				}
				std::swap(own, other);
				other |= m;
				good = !three(other);
			}
			board[i] = own | other << 16;
		}
	for (int i = 0; i < N; i++)
		want[i] = outcome(board[i] & 0xffff, board[i] >> 16);
	unsigned *d = upload(board);
	int *o = dev<int>(N);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8 << 10));
	job<int>(
		"three_in_a_row_that_fall.own_stack", [&] { outcome_plain<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"three_in_a_row_that_fall.remembered", [&] { outcome_remembered<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same(want));
}
static void jugs(const std::vector<unsigned> &w)
{
	const int N = 5000;
	std::vector<uchar4> jug(N);
	std::vector<int> want(N, -1);
	for (int i = 0; i < N; i++) {
		int c = 8 + w[i] % 8, a = 2 + (w[i] >> 8) % (c - 3), b = 2 + (w[i] >> 16) % (c - 2);
		jug[i] = make_uchar4(a, b, c, 1 + (w[i] >> 24) % (c - 1));
		std::vector<int> steps(256, -1), line(1, 0);
		steps[0] = 0;
		for (size_t q = 0; q < line.size(); q++) {
			if (just_so(line[q], jug[i])) {
				want[i] = steps[line[q]];
				break;
			}
			for (int m = 0; m < 6; m++) {
				int t = poured(line[q], m, jug[i]);
				if (steps[t] < 0)
					steps[t] = steps[line[q]] + 1, line.push_back(t);
			}
		}
	}
	uchar4 *d = upload(jug);
	int *o = dev<int>(N);
	job<int>(
		"three_jugs.thread_queue", [&] { jugs_thread<<<up(N, 128), 128>>>(d, o, N); }, o, N, same(want));
	job<int>(
		"three_jugs.warp_five_states", [&] { jugs_warp<<<up(N, 4), 128>>>(d, o, N); }, o, N, same(want));
}
static void menders()
{
	const int N = 1200;
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		unsigned next[MACHINES];
		want[i] = menders_looked(i, next, nullptr, 1);
	}
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"machines_and_menders.heap_a_thread", [&] { menders_heap<<<up(N, 64), 64>>>(o, N); }, o, N, same(want));
	job<unsigned>(
		"machines_and_menders.times_shared", [&] { menders_list<<<up(N, 64), 64>>>(o, N); }, o, N, same(want));
	job<unsigned>(
		"machines_and_menders.lane_a_machine", [&] { menders_warp<<<up(N, 2), 64>>>(o, N); }, o, N, same(want));
}
static void discs(const std::vector<unsigned> &w)
{
	const int N = 220;
	std::vector<u64> board(2 * N);
	std::vector<int> want(N);
	unsigned at = 5;
	for (int i = 0; i < N; i++) {
		u64 own = 1ull << 27 | 1ull << 36, other = 1ull << 28 | 1ull << 35;
		for (int k = 0; k < 4 + i % 20; k++) {
			std::vector<u64> can;
			for (u64 m = FIELD & ~(own | other); m; m &= m - 1)
				if (turned(own, other, m & -m))
					can.push_back(m & -m);
			if (!can.empty()) {
				u64 m = can[w[at++] % can.size()], t = turned(own, other, m);
				own |= m | t, other &= ~t;
			}
			std::swap(own, other);
		}
		board[2 * i] = own, board[2 * i + 1] = other;
		want[i] = games_from(own, other, 3, false);
	}
	u64 *d = upload(board);
	int *o = dev<int>(N);
	job<int>(
		"discs_turned_over.thread_a_board", [&] { discs_thread<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"discs_turned_over.thread_a_first_move", [&] { discs_lane_a_move<<<up(N, 7), 256>>>(d, o, N); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4 << 10));
	squares(w);
	knights();
	threes(w);
	jugs(w);
	menders();
	discs(w);
}
