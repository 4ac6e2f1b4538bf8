// blind14d: a fresh set of kernels that nobody had modelled when they were written. Games.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__host__ __device__ unsigned stir(unsigned v)
{ // a number that looks like chance
	v = (v ^ v >> 15) * 0x9e3d79b5u + 0x51ed27u;
	v = (v ^ v >> 13) * 0x85a4f36du;
	return v ^ v >> 16;
}
__global__ void mines_bytes(const byte *mine, byte *out, int w, int h)
{ // the numbers of a board of mines, a cell a thread, with a look at every neighbour
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
	if (x >= w || y >= h)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
				sum += mine[(y + dy) * w + x + dx];
	out[y * w + x] = mine[y * w + x] ? 9 : sum;
}
__global__ void mines_tile(const byte *mine, byte *out, int w, int h)
{ // the same from a tile with its rim in shared memory; three in a row are added first
	__shared__ byte cell[18][66], three[18][64];
	int x0 = blockIdx.x * 64, y0 = blockIdx.y * 16, t = threadIdx.y * 64 + threadIdx.x;
	for (int i = t; i < 18 * 66; i += 256) {
		int x = x0 + i % 66 - 1, y = y0 + i / 66 - 1;
		cell[i / 66][i % 66] = x >= 0 && y >= 0 && x < w && y < h ? mine[y * w + x] : 0;
	}
	__syncthreads();
	for (int y = threadIdx.y; y < 18; y += 4)
		three[y][threadIdx.x] = cell[y][threadIdx.x] + cell[y][threadIdx.x + 1] + cell[y][threadIdx.x + 2];
	__syncthreads();
	int x = threadIdx.x;
	for (int y = threadIdx.y; y < 16; y += 4)
		if (x0 + x < w && y0 + y < h)
			out[(y0 + y) * w + x0 + x] =
				cell[y + 1][x + 1] ? 9 : three[y][x] + three[y + 1][x] + three[y + 2][x];
}
__device__ void add_bit(unsigned v, unsigned &one, unsigned &two, unsigned &four, unsigned &eight)
{
	unsigned c = one & v, d = two & c;
	one ^= v, two ^= c;
	eight |= four & d;
	four ^= d;
}
__global__ void mines_bits(const unsigned *mine, uint4 *out, int words, int h)
{ // the same, a bit a cell: 32 sums at once in four words
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % words, y = i / words;
	if (y >= h)
		return;
	unsigned one = 0, two = 0, four = 0, eight = 0, own = mine[i];
	for (int dy = -1; dy <= 1; dy++) {
		if (y + dy < 0 || y + dy >= h)
			continue;
		const unsigned *p = mine + i + dy * words;
		unsigned m = p[0], before = x ? p[-1] : 0, after = x + 1 < words ? p[1] : 0;
		add_bit(m << 1 | before >> 31, one, two, four, eight);
		add_bit(m >> 1 | after << 31, one, two, four, eight);
		if (dy)
			add_bit(m, one, two, four, eight);
	}
	one |= own, two &= ~own, four &= ~own, eight |= own;
	unsigned b[8];
#pragma unroll
	for (int k = 0; k < 8; k++) {
		b[k] = 0;
		for (int j = 0; j < 4; j++) {
			int s = k * 4 + j;
			unsigned v = (one >> s & 1) | (two >> s & 1) << 1 | (four >> s & 1) << 2;
			b[k] |= (v | (eight >> s & 1) << 3) << 8 * j;
		}
	}
	out[2 * i] = make_uint4(b[0], b[1], b[2], b[3]);
	out[2 * i + 1] = make_uint4(b[4], b[5], b[6], b[7]);
}
__host__ __device__ bool throw_dice(unsigned &chance, int &attack, int &defend)
{ // one throw: three dice against two, the highest are compared; true at the end of a battle
	unsigned r = chance = stir(chance);
	int a = 0, b = 0, d = 0, e = 0;
	for (int k = 0; k < (attack < 3 ? attack : 3); k++, r /= 6) {
		int v = r % 6;
		b = v > a ? a : v > b ? v : b;
		a = v > a ? v : a;
	}
	r = stir(chance + 77);
	for (int k = 0; k < (defend < 2 ? defend : 2); k++, r /= 6) {
		int v = r % 6;
		e = v > d ? d : v;
		d = v > d ? v : d;
	}
	if (a > d)
		defend--;
	else
		attack--;
	if (attack > 0 && defend > 0) {
		if (b > e)
			defend--;
		else
			attack--;
	}
	return attack <= 0 || defend <= 0;
}
__global__ void battle_thread(int *wins, int n, int kinds)
{ // battles of armies of various sizes, a battle a thread, to the end
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int attack = 3 + i % kinds, defend = 2 + i / kinds % kinds, kind = i % (kinds * kinds);
	unsigned chance = stir(i);
	while (!throw_dice(chance, attack, defend))
		;
	if (attack > 0)
		atomicAdd(&wins[kind], 1);
}
__global__ void battle_next(int *wins, int *taken, int n, int kinds)
{ // the same with few threads: who is done takes the next battle, a warp's lanes with one atomic
	int lane = threadIdx.x % 32, i = -1, attack = 0, defend = 0;
	unsigned chance = 0;
	bool need = true;
	for (;;) {
		unsigned who = __ballot_sync(~0u, need);
		if (who) {
			int first = 0, leader = __ffs(who) - 1;
			if (lane == leader)
				first = atomicAdd(taken, __popc(who));
			first = __shfl_sync(~0u, first, leader);
			if (need) {
				i = first + __popc(who & (1u << lane) - 1);
				attack = 3 + i % kinds, defend = 2 + i / kinds % kinds;
				chance = stir(i);
				need = false;
			}
		}
		if (__all_sync(~0u, i >= n))
			break;
		if (i < n && throw_dice(chance, attack, defend)) {
			if (attack > 0)
				atomicAdd(&wins[i % (kinds * kinds)], 1);
			need = true;
		}
	}
}
const int FAR = 9999;
__device__ int nearer(const int *way, const byte *wall, int i, int w, int h)
{
	int x = i % w, y = i / w, d = way[i];
	if (wall[i])
		return FAR;
	d = x > 0 ? min(d, way[i - 1] + 1) : d;
	d = x < w - 1 ? min(d, way[i + 1] + 1) : d;
	d = y > 0 ? min(d, way[i - w] + 1) : d;
	return y < h - 1 ? min(d, way[i + w] + 1) : d;
}
__global__ void hounds_sweep(const int *way, int *next, const byte *wall, int w, int h)
{ // how far each field of a maze is from the player, one step a launch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < w * h)
		next[i] = nearer(way, wall, i, w, h);
}
__global__ void hounds_grid(int *a, int *b, int *changed, const byte *wall, int w, int h)
{ // the same in one cooperative launch, until no field changes
	auto grid = cg::this_grid();
	int i = grid.thread_rank();
	for (int round = 0;; round++) {
		const int *from = round & 1 ? b : a;
		int *to = round & 1 ? a : b;
		if (i < w * h) {
			int d = nearer(from, wall, i, w, h);
			to[i] = d;
			if (d != from[i])
				atomicOr(&changed[round], 1);
		}
		grid.sync();
		if (!*(volatile int *)&changed[round])
			break;
	}
	if (i < w * h)
		a[i] = b[i];
}
__global__ void hounds_queue(int *out, const byte *wall, int player, int w, int h)
{ // the same, one block, from field to field by a queue in shared memory
	extern __shared__ int way[];
	__shared__ int tail;
	unsigned short *queue = (unsigned short *)(way + w * h);
	for (int i = threadIdx.x; i < w * h; i += blockDim.x)
		way[i] = i == player ? 0 : wall[i] ? FAR : FAR - 1;
	if (threadIdx.x == 0)
		queue[0] = player, tail = 1;
	__syncthreads();
	for (int from = 0, to = 1, level = 1; from < to; level++) {
		for (int k = from + threadIdx.x / 4; k < to; k += blockDim.x / 4) {
			int i = queue[k], x = i % w, y = i / w, side = threadIdx.x % 4;
			x += side == 0 ? 1 : side == 1 ? -1 : 0;
			y += side == 2 ? 1 : side == 3 ? -1 : 0;
			if (x >= 0 && y >= 0 && x < w && y < h && atomicCAS(&way[y * w + x], FAR - 1, level) == FAR - 1)
				queue[atomicAdd(&tail, 1)] = y * w + x;
		}
		__syncthreads();
		from = to;
		to = tail;
		__syncthreads();
	}
	for (int i = threadIdx.x; i < w * h; i += blockDim.x)
		out[i] = way[i] == FAR - 1 ? FAR : way[i];
}
__constant__ uchar4 piece_rows[6] = { { 3, 3, 2, 0 }, { 15, 0, 4, 0 }, { 3, 6, 3, 0 }, { 6, 3, 3, 0 }, { 7, 2, 3, 0 },
	{ 1, 7, 3, 0 } };
const int TALL = 20, WIDE
= 10;
template <class Board> __host__ __device__ int landing(const Board &row, uchar4 piece, int x)
{ // how low a piece comes down in a column
	int y = TALL - 2;
	if (row[y] & piece.x << x || row[y + 1] & piece.y << x)
		return -1;
	while (y > 0 && !(row[y - 1] & piece.x << x) && !(row[y] & piece.y << x))
		y--;
	return y;
}
template <class Board> __host__ __device__ int judge(const Board &row, uchar4 piece, int x)
{ // how bad a place is: height, then holes below
	if (x + piece.z > WIDE)
		return 1 << 20;
	int y = landing(row, piece, x), holes = 0;
	if (y < 0)
		return 1 << 20;
	for (int b = 0; b < piece.z; b++)
		holes += y > 0 && (piece.x >> b & 1) && !(row[y - 1] >> (x + b) & 1);
	return (y * 8 + holes * 12) * 16 + x;
}
template <class Board> __host__ __device__ int put(Board &row, uchar4 piece, int x)
{ // puts a piece down and takes full lines away
	int y = landing(row, piece, x), full = 0, to = 0;
	row[y] |= piece.x << x;
	row[y + 1] |= piece.y << x;
	for (int k = 0; k < TALL; k++)
		if (row[k] == (1 << WIDE) - 1)
			full++;
		else
			row[to++] = row[k];
	while (to < TALL)
		row[to++] = 0;
	return full;
}
__global__ void bricks_thread(int *out, int games, int pieces)
{ // falling bricks, a game a thread: it looks at all places and takes the best
	int g = blockIdx.x * blockDim.x + threadIdx.x, lines = 0, k;
	if (g >= games)
		return;
	unsigned short row[TALL] = { 0 };
	for (k = 0; k < pieces; k++) {
		uchar4 piece = piece_rows[stir(g * 1000 + k) % 6];
		int best = 1 << 20;
		for (int x = 0; x < WIDE; x++)
			best = min(best, judge(row, piece, x));
		if (best == 1 << 20)
			break;
		lines += put(row, piece, best % 16);
	}
	out[g] = k * 1000 + lines;
}
__global__ void bricks_lanes(int *out, int games, int pieces)
{ // the same, a game sixteen lanes: each looks at one place; the board is in shared memory
	__shared__ unsigned short boards[6][TALL];
	auto lanes = cg::tiled_partition<16>(cg::this_thread_block());
	int g = blockIdx.x * 6 + lanes.meta_group_rank(), lines = 0, k, x = lanes.thread_rank();
	unsigned short *row = boards[lanes.meta_group_rank()];
	for (int i = x; i < TALL; i += 16)
		row[i] = 0;
	lanes.sync();
	for (k = 0; k < pieces && g < games; k++) {
		uchar4 piece = piece_rows[stir(g * 1000 + k) % 6];
		int best = cg::reduce(lanes, judge(row, piece, x), cg::less<int>());
		lanes.sync();
		if (best == 1 << 20)
			break;
		if (x == 0)
			lines += put(row, piece, best % 16);
		lanes.sync();
	}
	if (x == 0 && g < games)
		out[g] = k * 1000 + lines;
}
template <class Deck> __host__ __device__ int deal(Deck deck, int step, unsigned chance)
{ // draws cards from a deck until 16 points are reached; an ace is eleven where that is not too much
	for (int k = 0; k < 52; k++)
		deck[k * step] = k % 13 < 9 ? k % 13 + 1 : 10;
	int sum = 0, aces = 0, left = 52;
	while (sum < 16) {
		chance = stir(chance);
		int at = chance % left--, card = deck[at * step];
		deck[at * step] = deck[left * step];
		sum += card == 1 ? 11 : card;
		aces += card == 1;
		if (sum > 21 && aces)
			sum -= 10, aces--;
	}
	return sum;
}
__global__ void pontoon_local(int *counts, int n)
{ // how often a hand of cards comes to what, a hand a thread with a deck of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte deck[52];
	atomicAdd(&counts[deal(deck, 1, i)], 1);
}
__global__ void pontoon_shared(int *counts, int n)
{ // the same, the decks side by side in shared memory, and counts of the block first
	extern __shared__ byte decks[];
	__shared__ int sum[32];
	int t = threadIdx.x;
	if (t < 32)
		sum[t] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[deal(decks + t, blockDim.x, i)], 1);
	__syncthreads();
	if (t < 32 && sum[t])
		atomicAdd(&counts[t], sum[t]);
}
void rows()
{
	const int W = 704, H = 450, N = W * H;
	std::vector<unsigned> w = words(1 << 19), bits(N / 32);
	std::vector<byte> mine(N), number(N);
	for (int i = 0; i < N; i++) {
		mine[i] = w[i] % 6 == 0;
		bits[i / 32] |= (unsigned)mine[i] << i % 32;
	}
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W;
		for (int v = std::max(0, y - 1); v <= std::min(H - 1, y + 1); v++)
			for (int u = std::max(0, x - 1); u <= std::min(W - 1, x + 1); u++)
				number[i] += mine[v * W + u];
		number[i] = mine[i] ? 9 : number[i];
	}
	byte *dm = upload(mine), *dn = dev<byte>(N);
	unsigned *db = upload(bits);
	job<byte>(
		"mines.look_around", [&] { mines_bytes<<<dim3(W / 32, H / 6), dim3(32, 6)>>>(dm, dn, W, H); }, dn, N,
		same(number));
	job<byte>(
		"mines.tile", [&] { mines_tile<<<dim3(W / 64, (H + 15) / 16), dim3(64, 4)>>>(dm, dn, W, H); }, dn, N,
		same(number));
	job<byte>(
		"mines.bit_planes", [&] { mines_bits<<<(N / 32 + 127) / 128, 128>>>(db, (uint4 *)dn, W / 32, H); }, dn,
		N, same(number));
	const int BATTLES = 40000, KINDS = 14;
	std::vector<int> wins(KINDS * KINDS);
	for (int i = 0; i < BATTLES; i++) {
		int attack = 3 + i % KINDS, defend = 2 + i / KINDS % KINDS;
		unsigned chance = stir(i);
		while (!throw_dice(chance, attack, defend))
			;
		wins[i % (KINDS * KINDS)] += attack > 0;
	}
	int *dw = dev<int>(KINDS * KINDS + 1);
	auto none = [&] { CHECK(cudaMemset(dw, 0, (KINDS * KINDS + 1) * 4)); };
	job<int>(
		"battles.one_a_thread", [&] { battle_thread<<<(BATTLES + 127) / 128, 128>>>(dw, BATTLES, KINDS); }, dw,
		KINDS * KINDS, same(wins), none);
	job<int>(
		"battles.next_in_line", [&] { battle_next<<<40, 160>>>(dw, dw + KINDS * KINDS, BATTLES, KINDS); }, dw,
		KINDS * KINDS, same(wins), none);
	int X = 72, Y = 60, M = X * Y, player = 31 * X + 20, deepest = 0;
	std::vector<byte> wall(M);
	std::vector<int> way(M, FAR), first(M, FAR), queue = { player };
	for (int i = 0; i < M; i++)
		wall[i] = i != player && (w[i] % 5 == 0 || (i / X % 8 == 3 && i % X % 24 > 2));
	way[player] = first[player] = 0;
	for (size_t k = 0; k < queue.size(); k++) {
		int i = queue[k], x = i % X, y = i / X;
		deepest = way[i];
		auto look = [&](bool inside, int j) {
			if (inside && !wall[j] && way[j] == FAR)
				way[j] = way[i] + 1, queue.push_back(j);
		};
		look(x > 0, i - 1), look(x < X - 1, i + 1), look(y > 0, i - X), look(y < Y - 1, i + X);
	}
	byte *dwall = upload(wall);
	int *start = upload(first), *a = dev<int>(M), *b = dev<int>(M), *changed = dev<int>(4096), *out = dev<int>(M);
	auto again = [&] {
		CHECK(cudaMemcpy(a, start, M * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(changed, 0, 4096 * 4));
	};
	int rounds = deepest + deepest % 2;
	job<int>(
		"hounds.step_a_launch",
		[&] {
			for (int k = 0; k < rounds; k++)
				hounds_sweep<<<(M + 143) / 144, 144>>>(k & 1 ? b : a, k & 1 ? a : b, dwall, X, Y);
		},
		a, M, same(way), again);
	job<int>(
		"hounds.grid_in_step",
		[&] {
			void *p[] = { &a, &b, &changed, &dwall, &X, &Y };
			CHECK(cudaLaunchCooperativeKernel(hounds_grid, dim3(M / 216), dim3(216), p));
		},
		a, M, same(way), again);
	job<int>(
		"hounds.queue_one_block", [&] { hounds_queue<<<1, 256, M * 6>>>(out, dwall, player, X, Y); }, out, M,
		same(way));
	const int GAMES = 1500, PIECES = 60;
	const uchar4 shape[6] = { { 3, 3, 2, 0 }, { 15, 0, 4, 0 }, { 3, 6, 3, 0 }, { 6, 3, 3, 0 }, { 7, 2, 3, 0 },
		{ 1, 7, 3, 0 } };
	std::vector<int> score(GAMES);
	for (int g = 0; g < GAMES; g++) {
		int k, lines = 0;
		std::vector<unsigned short> row(TALL);
		for (k = 0; k < PIECES; k++) {
			uchar4 piece = shape[stir(g * 1000 + k) % 6];
			int best = 1 << 20;
			for (int x = 0; x < WIDE; x++)
				best = std::min(best, judge(row, piece, x));
			if (best == 1 << 20)
				break;
			lines += put(row, piece, best % 16);
		}
		score[g] = k * 1000 + lines;
	}
	int *ds = dev<int>(GAMES);
	job<int>(
		"bricks.game_a_thread", [&] { bricks_thread<<<(GAMES + 31) / 32, 32>>>(ds, GAMES, PIECES); }, ds, GAMES,
		same(score));
	job<int>(
		"bricks.place_a_lane", [&] { bricks_lanes<<<(GAMES + 5) / 6, 96>>>(ds, GAMES, PIECES); }, ds, GAMES,
		same(score));
	const int HANDS = 50000;
	std::vector<int> counts(32);
	for (int i = 0; i < HANDS; i++) {
		byte deck[52];
		counts[deal((byte *)deck, 1, i)]++;
	}
	int *dc = dev<int>(32);
	auto empty = [&] { CHECK(cudaMemset(dc, 0, 128)); };
	job<int>(
		"pontoon.deck_local", [&] { pontoon_local<<<(HANDS + 255) / 256, 256>>>(dc, HANDS); }, dc, 32,
		same(counts), empty);
	job<int>(
		"pontoon.deck_shared", [&] { pontoon_shared<<<100, 128, 52 * 128>>>(dc, HANDS); }, dc, 32, same(counts),
		empty);
}
