// blind19d: a fresh set of kernels that nobody had modelled when they were written. Students' games.
#include "blind7.h"

__global__ void mines_tile(const byte *mine, byte *shown, int w, int h)
{ // how many mines lie round each field; a tile with rim in shared memory
	__shared__ byte s[10][36];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;
	for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
		int x = x0 + k % 34, y = y0 + k / 34;
		s[k / 34][k % 34] = x >= 0 && y >= 0 && x < w && y < h ? mine[y * w + x] : 0;
	}
	__syncthreads();
	int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y, c = 0;
	if (x >= w || y >= h)
		return;
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++)
			c += s[threadIdx.y + j][threadIdx.x + i];
	shown[y * w + x] = s[threadIdx.y + 1][threadIdx.x + 1] ? 9 : c;
}
__global__ void mines_plain(const byte *mine, byte *shown, int w, int h)
{ // the same as a student writes it first: four tests for each neighbour
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h)
		return;
	int x = i % w, y = i / w, c = 0;
	for (int j = -1; j <= 1; j++)
		for (int k = -1; k <= 1; k++)
			if (x + k >= 0 && x + k < w && y + j >= 0 && y + j < h)
				c += mine[(y + j) * w + x + k];
	shown[i] = mine[i] ? 9 : c;
}
const int PINS = 4, COLOURS = 6, SECRETS = 1296;
__host__ __device__ int pegs(int guess, int secret)
{ // Mastermind: pegs of the right place times five, and those of the right colour only
	int black = 0, both = 0;
	unsigned a = 0, b = 0;
	for (int k = 0; k < PINS; k++, guess /= COLOURS, secret /= COLOURS) {
		int g = guess % COLOURS, s = secret % COLOURS;
		black += g == s;
		a += 1u << 4 * g, b += 1u << 4 * s;
	}
	for (int c = 0; c < COLOURS; c++) {
		int p = a >> 4 * c & 15, q = b >> 4 * c & 15;
		both += p < q ? p : q;
	}
	return black * 5 + both - black;
}
__global__ void pegs_thread(int *worst)
{ // the largest class that each guess may leave, a guess a thread, classes in a local array
	int g = blockIdx.x * blockDim.x + threadIdx.x, n[25] = {}, m = 0;
	if (g >= SECRETS)
		return;
	for (int s = 0; s < SECRETS; s++)
		n[pegs(g, s)]++;
	for (int k = 0; k < 25; k++)
		m = max(m, n[k]);
	worst[g] = m;
}
__global__ void pegs_block(int *worst)
{ // the same, a guess a block, classes by atomics in shared memory
	__shared__ int n[32];
	if (threadIdx.x < 32)
		n[threadIdx.x] = 0;
	__syncthreads();
	for (int s = threadIdx.x; s < SECRETS; s += blockDim.x)
		atomicAdd(&n[pegs(blockIdx.x, s)], 1);
	__syncthreads();
	if (threadIdx.x < 32) {
		int m = __reduce_max_sync(~0u, n[threadIdx.x]);
		if (threadIdx.x == 0)
			worst[blockIdx.x] = m;
	}
}
__host__ __device__ void carry_tower(int discs, int from, int to, unsigned &h)
{ // towers of Hanoi by recursion; the moves are mixed into one number
	if (!discs)
		return;
	carry_tower(discs - 1, from, 3 - from - to, h);
	h = h * 31 + discs * 9 + from * 3 + to;
	carry_tower(discs - 1, 3 - from - to, to, h);
}
__global__ void hanoi_recursive(unsigned *out, int n)
{ // towers of various heights, a tower a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = i;
	carry_tower(3 + i % 6, i % 3, (i + 1 + i / 3 % 2) % 3, h);
	out[i] = h;
}
__global__ void hanoi_counted(unsigned *out, int n)
{ // the same without recursion: the trailing zeros of a move's number tell the disc
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = i, pegs_of = 0;
	int discs = 3 + i % 6, from = i % 3, to = (i + 1 + i / 3 % 2) % 3, turn = (to - from + 3) % 3;
	for (int d = 0; d < discs; d++)
		pegs_of |= from << 2 * d;
	for (unsigned move = 1; move < 1u << discs; move++) {
		int d = __ffs(move) - 1, a = pegs_of >> 2 * d & 3, step = (discs - d) & 1 ? turn : 3 - turn,
		    b = (a + step) % 3;
		pegs_of ^= (a ^ b) << 2 * d;
		h = h * 31 + (d + 1) * 9 + a * 3 + b;
	}
	out[i] = h;
}
__host__ __device__ int around(int cell)
{ // the neighbours of one of 16 letters, as bits
	int x = cell % 4, y = cell / 4, m = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			if ((i || j) && x + i >= 0 && x + i < 4 && y + j >= 0 && y + j < 4)
				m |= 1 << (cell + 4 * j + i);
	return m;
}
__constant__ int near_cells[16];
__device__ int trails_from(int start, const int *holds, int length)
{ // ways to go on from a letter along the word; a stack of what is still to try at each depth
	int todo[8], at[8], depth = 0, used = 1 << start, found = 0;
	at[0] = start;
	todo[0] = near_cells[start] & holds[1];
	while (depth >= 0) {
		if (!todo[depth]) {
			used &= ~(1 << at[depth--]);
			continue;
		}
		int c = __ffs(todo[depth]) - 1;
		todo[depth] &= todo[depth] - 1;
		if (used >> c & 1)
			continue;
		if (depth + 2 == length) {
			found++;
			continue;
		}
		at[++depth] = c;
		used |= 1 << c;
		todo[depth] = near_cells[c] & holds[depth + 1];
	}
	return found;
}
__global__ void trails_board(const byte *letters, const byte *word, int length, int *out, int boards)
{ // how often a word can be traced on boards of 16 letters, a board a thread
	int b = blockIdx.x * blockDim.x + threadIdx.x, holds[8] = {}, s = 0;
	if (b >= boards)
		return;
	for (int k = 0; k < length; k++)
		for (int c = 0; c < 16; c++)
			holds[k] |= (letters[b * 16 + c] == word[k]) << c;
	for (int c = 0; c < 16; c++)
		if (holds[0] >> c & 1)
			s += trails_from(c, holds, length);
	out[b] = s;
}
__global__ void trails_lanes(const byte *letters, const byte *word, int length, int *out, int boards)
{ // the same, two boards a warp, a first letter a lane
	int b = (blockIdx.x * blockDim.x + threadIdx.x) / 16, c = threadIdx.x % 16, holds[8] = {}, s = 0;
	byte mine = b < boards ? letters[b * 16 + c] : 255;
	for (int k = 0; k < length; k++)
		holds[k] = __ballot_sync(~0u, mine == word[k]) >> (threadIdx.x & 16) & 0xffff;
	if (holds[0] >> c & 1)
		s = trails_from(c, holds, length);
	for (int d = 8; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (c == 0 && b < boards)
		out[b] = s;
}
static int traced(const byte *letters, const byte *word, int length, int at, int used)
{
	if (letters[at] != word[0] || used >> at & 1)
		return 0;
	if (length == 1)
		return 1;
	int s = 0;
	for (int c = 0; c < 16; c++)
		if (around(at) >> c & 1)
			s += traced(letters, word + 1, length - 1, c, used | 1 << at);
	return s;
}
__host__ __device__ int dice_sorted(unsigned roll)
{ // what five dice are worth at best, from sorted dice
	int d[5], total = 0, best, run = 1, longest = 1;
	for (int k = 0; k < 5; k++, roll /= 6) {
		int v = roll % 6 + 1, j = k;
		total += v;
		for (; j > 0 && d[j - 1] > v; j--)
			d[j] = d[j - 1];
		d[j] = v;
	}
	best = total;
	for (int k = 1; k < 5; k++) {
		run = d[k] == d[k - 1] + 1 ? run + 1 : d[k] == d[k - 1] ? run : 1;
		longest = run > longest ? run : longest;
	}
	bool house = d[0] == d[1] && d[3] == d[4] && (d[2] == d[1] || d[2] == d[3]);
	if (d[0] == d[4])
		return 50;
	return longest >= 5 ? 40 : longest == 4 ? 30 : house && best < 25 ? 25 : best;
}
__global__ void dice_by_sorting(const unsigned *roll, byte *out, int n)
{ // worth of many rolls, dice sorted in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = dice_sorted(roll[i]);
}
__global__ void dice_by_counts(const unsigned *roll, byte *out, int n)
{ // the same from counts of the faces, four bits each in one word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned r = roll[i], c = 0, seen = 0, total = 5;
	for (int k = 0; k < 5; k++, r /= 6) {
		c += 1u << 4 * (r % 6);
		seen |= 1u << r % 6;
		total += r % 6;
	}
	unsigned twos = c & 0x222222, ones = c & 0x111111;
	bool five = __popc(seen) == 1;
	bool house = __popc(seen) == 2 && twos & ones << 1;
	unsigned run4 = seen & seen >> 1 & seen >> 2 & seen >> 3, run5 = run4 & run4 >> 1;
	out[i] = five ? 50 : run5 ? 40 : run4 ? 30 : house ? max(25u, total) : total;
}
__host__ __device__ unsigned pushed(unsigned row)
{ // a row of four tiles slides to the low end, equal neighbours merge once
	int t[4] = {}, n = 0;
	bool merged = false;
	for (int k = 0; k < 4; k++) {
		int v = row >> 4 * k & 15;
		if (!v)
			continue;
		if (n && t[n - 1] == v && !merged && v < 15)
			t[n - 1]++, merged = true;
		else
			t[n++] = v, merged = false;
	}
	return t[0] | t[1] << 4 | t[2] << 8 | t[3] << 12;
}
__host__ __device__ u64 turned(u64 b)
{ // rows become columns
	u64 r = 0;
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 4; x++)
			r |= (b >> (16 * y + 4 * x) & 15) << (16 * x + 4 * y);
	return r;
}
template <class F> __host__ __device__ u64 played(unsigned seed, int moves, F push)
{ // a game of merging tiles: left and up by turns as chance has it, a new tile at a free place
	u64 b = 0x1000020000100ull;
	for (int m = 0; m < moves; m++) {
		seed = seed * 1664525 + 1013904223;
		bool up = seed >> 31;
		u64 in = up ? turned(b) : b, made = 0;
		for (int y = 0; y < 4; y++)
			made |= (u64)push((unsigned)(in >> 16 * y & 0xffff)) << 16 * y;
		b = up ? turned(made) : made;
		int place = seed >> 20 & 15;
		for (int k = 0; k < 16; k++) {
			int p = (place + k) & 15;
			if (!(b >> 4 * p & 15)) {
				b |= 1ull << 4 * p;
				break;
			}
		}
	}
	return b;
}
__global__ void tiles_pushed(u64 *out, int n, int moves)
{ // a game a thread, rows pushed tile by tile
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = played(i, moves, [](unsigned row) { return pushed(row); });
}
__global__ void tiles_looked_up(const unsigned short *table, u64 *out, int n, int moves)
{ // the same, rows pushed by a table of all rows
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = played(i, moves, [table](unsigned row) { return (unsigned)__ldg(&table[row]); });
}
void rows()
{
	const int W = 1003, H = 517, N = W * H;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<byte> mine(N), shown(N);
	for (int i = 0; i < N; i++)
		mine[i] = w[i] % 6 == 0;
	for (int i = 0; i < N; i++) {
		int c = 0;
		for (int y = std::max(i / W - 1, 0); y <= std::min(i / W + 1, H - 1); y++)
			for (int x = std::max(i % W - 1, 0); x <= std::min(i % W + 1, W - 1); x++)
				c += mine[y * W + x];
		shown[i] = mine[i] ? 9 : c;
	}
	byte *dm = upload(mine), *db = dev<byte>(N);
	job<byte>(
		"minesweeper.plain", [&] { mines_plain<<<(N + 255) / 256, 256>>>(dm, db, W, H); }, db, N, same(shown));
	job<byte>(
		"minesweeper.tile",
		[&] { mines_tile<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(dm, db, W, H); }, db, N,
		same(shown));
	std::vector<int> worst(SECRETS);
	for (int g = 0; g < SECRETS; g++) {
		int n[25] = {};
		for (int s = 0; s < SECRETS; s++)
			n[pegs(g, s)]++;
		worst[g] = *std::max_element(n, n + 25);
	}
	int *di = dev<int>(10000);
	job<int>(
		"mastermind.guess_a_thread", [&] { pegs_thread<<<(SECRETS + 31) / 32, 32>>>(di); }, di, SECRETS,
		same(worst));
	job<int>(
		"mastermind.guess_a_block", [&] { pegs_block<<<SECRETS, 96>>>(di); }, di, SECRETS, same(worst));
	const int T = 7000;
	std::vector<unsigned> tower(T);
	for (int i = 0; i < T; i++)
		carry_tower(3 + i % 6, i % 3, (i + 1 + i / 3 % 2) % 3, tower[i] = i);
	unsigned *du = dev<unsigned>(T);
	job<unsigned>(
		"hanoi.recursive", [&] { hanoi_recursive<<<(T + 63) / 64, 64>>>(du, T); }, du, T, same(tower));
	job<unsigned>(
		"hanoi.counted", [&] { hanoi_counted<<<(T + 63) / 64, 64>>>(du, T); }, du, T, same(tower));
	const int B = 9000, LEN = 6;
	std::vector<byte> letters(16 * B), word = { 0, 2, 1, 0, 2, 2 };
	std::vector<int> cells(16), trails(B);
	for (int i = 0; i < 16 * B; i++)
		letters[i] = w[i] % 4;
	for (int c = 0; c < 16; c++)
		cells[c] = around(c);
	for (int b = 0; b < B; b++)
		for (int c = 0; c < 16; c++)
			trails[b] += traced(&letters[16 * b], word.data(), LEN, c, 0);
	CHECK(cudaMemcpyToSymbol(near_cells, cells.data(), 64));
	byte *dl = upload(letters), *dw = upload(word);
	job<int>(
		"letter_trails.board_a_thread", [&] { trails_board<<<(B + 95) / 96, 96>>>(dl, dw, LEN, di, B); }, di, B,
		same(trails));
	job<int>(
		"letter_trails.half_warp_a_board", [&] { trails_lanes<<<(B + 7) / 8, 128>>>(dl, dw, LEN, di, B); }, di,
		B, same(trails));
	const int R = 300000;
	std::vector<byte> worth(R);
	std::vector<unsigned> roll(R);
	for (int i = 0; i < R; i++)
		worth[i] = dice_sorted(roll[i] = w[i] % 7776);
	unsigned *dr = upload(roll);
	job<byte>(
		"five_dice.sorted", [&] { dice_by_sorting<<<(R + 191) / 192, 192>>>(dr, db, R); }, db, R, same(worth));
	job<byte>(
		"five_dice.counted", [&] { dice_by_counts<<<(R + 191) / 192, 192>>>(dr, db, R); }, db, R, same(worth));
	const int G = 12000, MOVES = 30;
	std::vector<unsigned short> table(65536);
	std::vector<u64> board(G);
	for (int i = 0; i < 65536; i++)
		table[i] = pushed(i);
	for (int i = 0; i < G; i++)
		board[i] = played(i, MOVES, [&](unsigned row) { return (unsigned)table[row]; });
	unsigned short *dt = upload(table);
	u64 *dg = dev<u64>(G);
	job<u64>(
		"merging_tiles.pushed", [&] { tiles_pushed<<<(G + 63) / 64, 64>>>(dg, G, MOVES); }, dg, G, same(board));
	job<u64>(
		"merging_tiles.row_table", [&] { tiles_looked_up<<<(G + 63) / 64, 64>>>(dt, dg, G, MOVES); }, dg, G,
		same(board));
}
