// blind24e: a fresh set of kernels that nobody had modelled when they were written. Camps, sowing, pegs and take-away.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void camps_ask(const int *first, const int *to, const int *camp, int *then, int n)
{ // who is not of my friends' camp: all who know nothing ask their neighbours, a launch a round
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int own = camp[v];
	for (int e = first[v]; !own && e < first[v + 1]; e++)
		if (camp[to[e]])
			own = 3 - camp[to[e]];
	then[v] = own;
}
__global__ void camps_queue(const int *first, const int *to, int *camp, const int *queue, int *next, int *many, int k)
{ // the same: only those who have just heard tell their neighbours; a place in the next queue by an atomic
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many[k])
		return;
	int v = queue[i], other = 3 - camp[v];
	for (int e = first[v]; e < first[v + 1]; e++)
		if (atomicCAS(&camp[to[e]], 0, other) == 0)
			next[atomicAdd(&many[k + 1], 1)] = to[e];
}
__global__ void camps_block(const int *first, const int *to, byte *out, int n)
{ // the same for many small graphs, a graph a block, everything it knows in shared memory
	__shared__ byte camp[512];
	const int *f = first + blockIdx.x * (n + 1);
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		camp[v] = v == 0;
	bool change = true;
	while (__syncthreads_or(change)) {
		byte now[2] = { 0, 0 };
		change = false;
		for (int k = 0; k < 2; k++) {
			int v = threadIdx.x + k * blockDim.x;
			if (v >= n || camp[v])
				continue;
			for (int e = f[v]; e < f[v + 1] && !now[k]; e++)
				now[k] = camp[to[e]] ? 3 - camp[to[e]] : 0;
		}
		__syncthreads();
		for (int k = 0; k < 2; k++)
			if (now[k]) {
				camp[threadIdx.x + k * blockDim.x] = now[k];
				change = true;
			}
	}
	for (int v = threadIdx.x; v < n; v += blockDim.x)
		out[blockIdx.x * n + v] = camp[v];
}
const int HEAP = 96; // pins
__host__ __device__ int left_out(const unsigned m[4])
{ // the least number that is not in a set
	for (int k = 0;; k++)
		if (!(m[k / 32] >> k % 32 & 1))
			return k;
}
__global__ void worth_thread(const unsigned *rule, byte *out, int games)
{ // what a heap is worth in a game where some numbers may be taken and, by a bit, the rest may be parted: a game a
	// thread, the worths in a local array
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= games)
		return;
	unsigned take = rule[g];
	byte worth[HEAP];
	for (int h = 0; h < HEAP; h++) {
		unsigned seen[4] = { 0 };
		for (int t = 1; t <= min(h, 8); t++)
			if (take >> t & 1) {
				int rest = h - t;
				seen[worth[rest] / 32] |= 1u << worth[rest] % 32;
				if (take >> t + 8 & 1)
					for (int a = 1; a <= rest / 2; a++) {
						int v = worth[a] ^ worth[rest - a];
						seen[v / 32] |= 1u << v % 32;
					}
			}
		worth[h] = left_out(seen);
	}
	for (int h = 0; h < HEAP; h++)
		out[g * HEAP + h] = worth[h];
}
__global__ void worth_warp(const unsigned *rule, byte *out, int games)
{ // the same, a game a warp: lanes try the ways to part, sets of lanes joined
	__shared__ byte all[4][HEAP];
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	byte *worth = all[threadIdx.x / 32];
	if (g >= games)
		return;
	unsigned take = rule[g];
	for (int h = 0; h < HEAP; h++) {
		unsigned s0 = 0, s1 = 0, s2 = 0, s3 = 0;
		for (int t = 1; t <= min(h, 8); t++) {
			if (!(take >> t & 1))
				continue;
			int rest = h - t, last = take >> t + 8 & 1 ? rest / 2 : 0;
			for (int a = lane; a <= last; a += 32) {
				int v = worth[a] ^ worth[rest - a];
				if (a == 0)
					v = worth[rest];
				unsigned bit = 1u << v % 32;
				s0 |= v / 32 == 0 ? bit : 0, s1 |= v / 32 == 1 ? bit : 0;
				s2 |= v / 32 == 2 ? bit : 0, s3 |= v / 32 == 3 ? bit : 0;
			}
		}
		s0 = __reduce_or_sync(~0u, s0), s1 = __reduce_or_sync(~0u, s1);
		s2 = __reduce_or_sync(~0u, s2), s3 = __reduce_or_sync(~0u, s3);
		int w = ~s0 ? __ffs(~s0) - 1 : ~s1 ? __ffs(~s1) + 31 : ~s2 ? __ffs(~s2) + 63 : __ffs(~s3) + 95;
		if (lane == 0)
			worth[h] = w;
		__syncwarp();
	}
	for (int h = lane; h < HEAP; h += 32)
		out[g * HEAP + h] = worth[h];
}
__host__ __device__ unsigned draw(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}
template <class P> __host__ __device__ int sow_game(P pit, int most, unsigned seed)
{ // two players sow seeds round a board of 14 pits (6 and 13 are stores), drawn at random; how far is the first ahead?
	int side = 0, passed = 0;
	for (int k = 0; k < 14; k++)
		pit(k, k % 7 == 6 ? 0 : 4);
	for (int m = 0; m < most && passed < 2; m++) {
		int from = draw(seed) % 6, tries = 0;
		while (tries < 6 && pit(side * 7 + from) == 0)
			from = from == 5 ? 0 : from + 1, tries++;
		if (tries == 6) {
			passed++, side ^= 1;
			continue;
		}
		passed = 0;
		int at = side * 7 + from, hand = pit(at), foe = side ? 6 : 13;
		pit(at, 0);
		while (hand) {
			at = at == 13 ? 0 : at + 1;
			if (at == foe)
				continue;
			pit(at, pit(at) + 1);
			hand--;
		}
		int store = side * 7 + 6;
		if (at == store)
			continue; // once more
		if (at / 7 == side && pit(at) == 1 && pit(12 - at)) {
			pit(store, pit(store) + pit(12 - at) + 1);
			pit(at, 0);
			pit(12 - at, 0);
		}
		side ^= 1;
	}
	return pit(6) - pit(13);
}
struct LocalPits {
	byte *p;
	__host__ __device__ int operator()(int k)
	{
		return p[k];
	}
	__host__ __device__ void operator()(int k, int v)
	{
		p[k] = v;
	}
};
struct PackedPits { // six bits a pit
	u64 *p;
	__host__ __device__ int operator()(int k)
	{
		return p[k / 7] >> k % 7 * 6 & 63;
	}
	__host__ __device__ void operator()(int k, int v)
	{
		int s = k % 7 * 6;
		u64 w = p[k / 7] & ~(63ull << s) | (u64)v << s;
		p[0] = k < 7 ? w : p[0];
		p[1] = k < 7 ? p[1] : w;
	}
};
struct SharedPits { // a lane's pits in its own bank
	unsigned *p;
	__device__ int operator()(int k)
	{
		return p[k * 64];
	}
	__device__ void operator()(int k, int v)
	{
		p[k * 64] = v;
	}
};
__global__ void sow_local(int *out, int n, int most)
{ // the board in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	byte pits[14];
	if (i < n)
		out[i] = sow_game(LocalPits{ pits }, most, i * 2654435761u + 12345);
}
__global__ void sow_packed(int *out, int n, int most)
{ // the board in two long words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 pits[2] = { 0, 0 };
	if (i < n)
		out[i] = sow_game(PackedPits{ pits }, most, i * 2654435761u + 12345);
}
__global__ void sow_shared(int *out, int n, int most)
{ // the board in shared memory
	__shared__ unsigned pits[14 * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < n)
		out[i] = sow_game(SharedPits{ pits + threadIdx.x }, most, i * 2654435761u + 12345);
}
// a triangle of 15 holes; a jump: from, over, to
__constant__ byte jump_c[36][4];
static byte jumps[36][4];
static int jump_list()
{
	int n = 0, at[5][5], k = 0;
	for (int r = 0; r < 5; r++)
		for (int c = 0; c <= r; c++)
			at[r][c] = k++;
	const int dr[6] = { 0, 0, 1, -1, 1, -1 }, dc[6] = { 1, -1, 0, 0, 1, -1 };
	for (int r = 0; r < 5; r++)
		for (int c = 0; c <= r; c++)
			for (int d = 0; d < 6; d++) {
				int r2 = r + 2 * dr[d], c2 = c + 2 * dc[d];
				if (r2 < 0 || r2 > 4 || c2 < 0 || c2 > r2)
					continue;
				jumps[n][0] = at[r][c], jumps[n][1] = at[r + dr[d]][c + dc[d]],
				jumps[n][2] = at[r2][c2];
				n++;
			}
	return n;
}
static unsigned pegs_host(unsigned board, unsigned *know)
{
	if (know[board] != ~0u)
		return know[board];
	unsigned ways = (board & (board - 1)) == 0;
	for (int j = 0; j < 36; j++) {
		unsigned need = 1u << jumps[j][0] | 1u << jumps[j][1], to = 1u << jumps[j][2];
		if ((board & need) == need && !(board & to))
			ways += pegs_host(board ^ need ^ to, know);
	}
	return know[board] = ways;
}
__device__ unsigned pegs_deep(unsigned board)
{
	if ((board & (board - 1)) == 0)
		return 1;
	unsigned ways = 0;
	for (int j = 0; j < 36; j++) {
		unsigned need = 1u << jump_c[j][0] | 1u << jump_c[j][1], to = 1u << jump_c[j][2];
		if ((board & need) == need && !(board & to))
			ways += pegs_deep(board ^ need ^ to);
	}
	return ways;
}
__global__ void pegs_recursion(const unsigned short *start, unsigned *out, int n)
{ // in how many ways can a board be brought to one peg; a board a thread, recursion
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = pegs_deep(start[i]);
}
__global__ void pegs_stack(const unsigned short *start, unsigned *out, int n)
{ // the same with the jumps tried so far in a local array; a jump is taken back by doing it again
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned board = start[i], ways = 0;
	signed char tried[16];
	int deep = 0;
	tried[0] = -1;
	while (deep >= 0) {
		int j = tried[deep] + 1;
		if ((board & (board - 1)) == 0) {
			ways++;
			j = 36;
		}
		for (; j < 36; j++) {
			unsigned need = 1u << jump_c[j][0] | 1u << jump_c[j][1], to = 1u << jump_c[j][2];
			if ((board & need) == need && !(board & to)) {
				board ^= need ^ to;
				break;
			}
		}
		if (j < 36) {
			tried[deep] = j;
			tried[++deep] = -1;
		} else if (--deep >= 0) {
			int b = tried[deep];
			board ^= 1u << jump_c[b][0] | 1u << jump_c[b][1] | 1u << jump_c[b][2];
		}
	}
	out[i] = ways;
}
__global__ void pegs_table(unsigned *ways, const unsigned short *by_pegs, int first, int last)
{ // the same for all boards: those with fewer pegs are known, a launch a number of pegs
	int i = first + blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= last)
		return;
	unsigned board = by_pegs[i], sum = (board & (board - 1)) == 0;
	for (int j = 0; j < 36; j++) {
		unsigned need = 1u << jump_c[j][0] | 1u << jump_c[j][1], to = 1u << jump_c[j][2];
		if ((board & need) == need && !(board & to))
			sum += ways[board ^ need ^ to];
	}
	ways[board] = sum;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int V = 40000, M = 90000;
	std::vector<int> camp(V), first(V + 1), to(2 * M);
	std::vector<int2> edge(M);
	for (int i = 0; i < M; i++) { // even ones know odd ones; all hang together
		int a = i < V - 1 ? i + 1 : w[i] % V, b = i < V - 1 ? w[i] % (i + 1) : w[i + M] % V;
		if ((a ^ b) % 2 == 0)
			b ^= 1;
		if (i < V - 1 && b > i)
			b = i;
		edge[i] = { a, b };
	}
	for (int i = 0; i < V; i++)
		camp[i] = 1 + i % 2;
	for (auto &e : edge)
		first[e.x + 1]++, first[e.y + 1]++;
	for (int v = 0; v < V; v++)
		first[v + 1] += first[v];
	std::vector<int> fill = first;
	for (auto &e : edge)
		to[fill[e.x]++] = e.y, to[fill[e.y]++] = e.x;
	const int ROUNDS = 12;
	int *df = upload(first), *dto = upload(to), *dc = dev<int>(V), *q1 = dev<int>(V), *q2 = dev<int>(V),
	    *many = dev<int>(64);
	auto start = [&] {
		int one = 1;
		CHECK(cudaMemset(dc, 0, V * 4));
		CHECK(cudaMemset(q1, 0, 4));
		CHECK(cudaMemset(many, 0, 256));
		CHECK(cudaMemcpy(dc, &one, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(many, &one, 4, cudaMemcpyHostToDevice));
	};
	auto consistent = [=](const std::vector<int> &v) { // not all may have heard
		int heard = 0;
		for (int i = 0; i < V; i++) {
			if (v[i] && v[i] != camp[i])
				return false;
			heard += v[i] != 0;
		}
		return heard > V * 9 / 10;
	};
	job<int>(
		"two_camps.all_ask",
		[&] {
			for (int k = 0; k < ROUNDS; k++)
				camps_ask<<<up(V, 256), 256>>>(df, dto, k % 2 ? q1 : dc, k % 2 ? dc : q1, V);
		},
		dc, V, consistent, start);
	job<int>(
		"two_camps.queue",
		[&] {
			for (int k = 0; k < ROUNDS; k++)
				camps_queue<<<up(V, 128), 128>>>(
					df, dto, dc, k % 2 ? q2 : q1, k % 2 ? q1 : q2, many, k);
		},
		dc, V, consistent, start);
	const int G = 160, S = 200;
	std::vector<int> small_first, small_to;
	std::vector<byte> small(G * S);
	for (int g = 0; g < G; g++) { // rings of an even number with long ways
		for (int v = 0; v < S; v++) {
			small_first.push_back(small_to.size());
			small_to.push_back((v + 1) % S);
			small_to.push_back((v + S - 1) % S);
			if (g % 4)
				small_to.push_back((v + 1 + 2 * (w[g * S + v] % 20)) % S);
			small[g * S + v] = 1 + v % 2;
		}
		small_first.push_back(small_to.size());
	}
	int *dsf = upload(small_first), *dst = upload(small_to);
	byte *ob = dev<byte>(1 << 18);
	job<byte>(
		"two_camps.graph_a_block", [&] { camps_block<<<G, 128>>>(dsf, dst, ob, S); }, ob, G * S, same(small));
	const int GAMES = 640;
	std::vector<unsigned> rule(GAMES);
	std::vector<byte> worth(GAMES * HEAP);
	for (int g = 0; g < GAMES; g++) {
		rule[g] = w[g] & 0x1ff & ~(w[g + GAMES] & 0x92) | 2 | (w[g] % 3 ? 0x200 << w[g] % 2 : 0);
		byte *v = &worth[g * HEAP];
		for (int h = 0; h < HEAP; h++) {
			unsigned seen[4] = { 0 };
			for (int t = 1; t <= std::min(h, 8); t++)
				if (rule[g] >> t & 1) {
					int rest = h - t;
					seen[v[rest] / 32] |= 1u << v[rest] % 32;
					if (rule[g] >> t + 8 & 1)
						for (int a = 1; a <= rest / 2; a++)
							seen[(v[a] ^ v[rest - a]) / 32] |= 1u
								<< (v[a] ^ v[rest - a]) % 32;
				}
			v[h] = left_out(seen);
		}
	}
	unsigned *dr = upload(rule);
	job<byte>(
		"heaps_worth.game_a_thread", [&] { worth_thread<<<GAMES / 32, 32>>>(dr, ob, GAMES); }, ob, GAMES * HEAP,
		same(worth));
	job<byte>(
		"heaps_worth.game_a_warp", [&] { worth_warp<<<GAMES / 4, 128>>>(dr, ob, GAMES); }, ob, GAMES * HEAP,
		same(worth));
	const int PLAYS = 9000, MOST = 40;
	std::vector<int> ahead(PLAYS);
	for (int i = 0; i < PLAYS; i++) {
		byte pits[14];
		ahead[i] = sow_game(LocalPits{ pits }, MOST, i * 2654435761u + 12345);
	}
	int *o = dev<int>(PLAYS);
	job<int>(
		"sown_seeds.local_board", [&] { sow_local<<<up(PLAYS, 128), 128>>>(o, PLAYS, MOST); }, o, PLAYS,
		same(ahead));
	job<int>(
		"sown_seeds.two_long_words", [&] { sow_packed<<<up(PLAYS, 96), 96>>>(o, PLAYS, MOST); }, o, PLAYS,
		same(ahead));
	job<int>(
		"sown_seeds.shared_board", [&] { sow_shared<<<up(PLAYS, 64), 64>>>(o, PLAYS, MOST); }, o, PLAYS,
		same(ahead));
	if (jump_list() != 36)
		exit(1);
	CHECK(cudaMemcpyToSymbol(jump_c, jumps, sizeof jumps));
	std::vector<unsigned> know(1 << 15, ~0u), ways;
	std::vector<unsigned short> boards, by_pegs;
	know[0] = 0;
	for (unsigned b = 1; b < 1 << 15; b++)
		pegs_host(b, know.data());
	for (unsigned i = 0; boards.size() < 1200; i++) {
		unsigned b = w[i] >> 5 & 0x7fff;
		if (__builtin_popcount(b) == 6 + boards.size() / 600) {
			boards.push_back(b);
			ways.push_back(know[b]);
		}
	}
	int from[17] = { 0 };
	for (int p = 1; p <= 15; p++) {
		for (unsigned b = 1; b < 1 << 15; b++)
			if (__builtin_popcount(b) == p)
				by_pegs.push_back(b);
		from[p + 1] = by_pegs.size();
	}
	unsigned short *db = upload(boards), *dby = upload(by_pegs);
	unsigned *ou = dev<unsigned>(1 << 15);
	job<unsigned>(
		"last_peg.recursion", [&] { pegs_recursion<<<up(1200, 64), 64>>>(db, ou, 1200); }, ou, 1200,
		same(ways));
	job<unsigned>(
		"last_peg.stack", [&] { pegs_stack<<<up(1200, 64), 64>>>(db, ou, 1200); }, ou, 1200, same(ways));
	job<unsigned>(
		"last_peg.from_fewer_pegs",
		[&] {
			for (int p = 1; p <= 15; p++)
				pegs_table<<<up(from[p + 1] - from[p], 128), 128>>>(ou, dby, from[p], from[p + 1]);
		},
		ou, 1 << 15, same(know), [&] { CHECK(cudaMemset(ou, 0, 4 << 15)); });
}
