// blind17d: a fresh set of kernels that nobody had modelled when they were written. Words, boards and best ways.
#include "blind7.h"

static const int LETTERS = 16;
struct Word {
	byte length, letter[LETTERS];
};
__constant__ Word asked;
__host__ __device__ int typing_errors(const Word &a, const Word &q)
{ // letters lost, added, wrong, or two of them swapped
	byte row[3][LETTERS + 1];
	for (int j = 0; j <= q.length; j++)
		row[0][j] = j;
	for (int i = 1; i <= a.length; i++) {
		byte *now = row[i % 3], *before = row[(i + 2) % 3], *two = row[(i + 1) % 3];
		now[0] = i;
		for (int j = 1; j <= q.length; j++) {
			byte x = a.letter[i - 1], y = q.letter[j - 1];
			int v = min(min(now[j - 1], before[j]) + 1, before[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == q.letter[j - 2] && a.letter[i - 2] == y)
				v = min(v, two[j - 2] + 1);
			now[j] = v;
		}
	}
	return row[a.length % 3][q.length];
}
__global__ void typos_thread(const Word *word, int *out, int n)
{ // a word a thread, three rows in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = typing_errors(word[i], asked);
}
__global__ void typos_lanes(const Word *word, int *out, int n)
{ // a word a half warp, a column a lane: diagonals go by, neighbours' values come by shuffles
	int k = (blockIdx.x * blockDim.x + threadIdx.x) / LETTERS, j = threadIdx.x % LETTERS + 1;
	const Word &a = word[min(k, n - 1)];
	byte y = asked.letter[j - 1], y0 = j > 1 ? asked.letter[j - 2] : 0;
	int h1 = 0, h2 = 0, h3 = 0, h4 = 0, rows = a.length;
	for (int s = 1; s <= 2 * LETTERS; s++) {
		int i = s - j, v = j;
		int left = __shfl_up_sync(~0u, h1, 1, LETTERS), slant = __shfl_up_sync(~0u, h2, 1, LETTERS);
		int far = __shfl_up_sync(~0u, h4, 2, LETTERS);
		if (j == 1)
			left = i, slant = i - 1;
		if (j == 2)
			far = i - 2;
		if (i > 0 && i <= rows) {
			byte x = a.letter[i - 1];
			v = min(min(left, h1) + 1, slant + (x != y));
			if (i > 1 && j > 1 && x == y0 && a.letter[i - 2] == y)
				v = min(v, far + 1);
			if (i == rows && j == asked.length && k < n)
				out[k] = v;
		}
		h4 = h3, h3 = h2, h2 = h1, h1 = v;
	}
}
static const int BW = 11, BH = 8, MASKS = 1 << BW;
__host__ __device__ unsigned laid(const unsigned *f, int m, int c, bool stone)
{ // ways to lay dominoes up to a cell, where bits say which of the next cells are covered
	unsigned bit = 1u << c, next = c + 1 < BW ? bit << 1 : 0;
	if (stone)
		return m & bit ? 0 : f[m];
	if (m & bit)
		return f[m ^ bit];
	return f[m | bit] + (m & next ? f[m ^ next] : 0);
}
__global__ void dominoes_cell(const unsigned *f, unsigned *to, const byte *stone, int cell)
{ // a cell of one board a launch, a mask a thread
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	to[m] = laid(f, m, cell % BW, stone[cell]);
}
__global__ void dominoes_board(unsigned *f, const byte *stone)
{ // a board a block, all masks twice in shared memory
	__shared__ unsigned ways[2][MASKS];
	for (int m = threadIdx.x; m < MASKS; m += blockDim.x)
		ways[0][m] = m == 0;
	__syncthreads();
	for (int cell = 0; cell < BW * BH; cell++) {
		bool is = stone[blockIdx.x * BW * BH + cell];
		for (int m = threadIdx.x; m < MASKS; m += blockDim.x)
			ways[~cell & 1][m] = laid(ways[cell & 1], m, cell % BW, is);
		__syncthreads();
	}
	for (int m = threadIdx.x; m < MASKS; m += blockDim.x)
		f[blockIdx.x * MASKS + m] = ways[BW * BH & 1][m];
}
static const int TOWNS = 11, SETS = 1 << TOWNS;
__constant__ unsigned short road[TOWNS + 1][TOWNS + 1];
template <class T, class R> __host__ __device__ int shortest_to(const T *best, const R &way, int set, int last)
{ // the shortest way from home through a set of towns that ends in the last
	int rest = set ^ 1 << last, least = 65535;
	if (!rest)
		return way[TOWNS][last];
	for (int k = 0; k < TOWNS; k++)
		if (rest >> k & 1)
			least = min(least, best[rest * TOWNS + k] + way[k][last]);
	return least;
}
__global__ void salesman_size(int *best, const int *order, int from, int to)
{ // sets of one size a launch: a set and its last town a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = from + i / TOWNS, last = i % TOWNS;
	if (at < to && order[at] >> last & 1)
		best[order[at] * TOWNS + last] = shortest_to(best, road, order[at], last);
}
__global__ void salesman_block(int *best, const int *order, const int *first)
{ // all sizes in one block, the table in shared memory
	__shared__ unsigned short table[SETS * TOWNS];
	for (int size = 1; size <= TOWNS; size++) {
		for (int i = first[size] * TOWNS + threadIdx.x; i < first[size + 1] * TOWNS; i += blockDim.x) {
			int set = order[i / TOWNS], last = i % TOWNS;
			if (set >> last & 1) {
				int v = shortest_to(table, road, set, last);
				table[set * TOWNS + last] = v;
				best[set * TOWNS + last] = v;
			}
		}
		__syncthreads();
	}
}
static const int DICE = 6, MOST = 72;
__global__ void dice_thread(const byte *sides, unsigned *out, int n)
{ // how many ways there are to throw each sum: a bag of dice a thread, ways in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned ways[MOST];
	for (int s = 0; s < MOST; s++)
		ways[s] = s == 0;
	for (int d = 0; d < DICE; d++) {
		int k = sides[i * DICE + d];
		for (int s = MOST - 1; s >= 0; s--) {
			unsigned sum = 0;
			for (int v = 1; v <= k && v <= s; v++)
				sum += ways[s - v];
			ways[s] = sum;
		}
	}
	for (int s = 0; s < MOST; s++)
		out[i * MOST + s] = ways[s];
}
__global__ void dice_block(const byte *sides, unsigned *out)
{ // the same, a bag a block, a sum a thread
	__shared__ unsigned ways[MOST];
	int s = threadIdx.x;
	ways[s] = s == 0;
	for (int d = 0; d < DICE; d++) {
		int k = sides[blockIdx.x * DICE + d];
		unsigned sum = 0;
		__syncthreads();
		for (int v = 1; v <= k && v <= s; v++)
			sum += ways[s - v];
		__syncthreads();
		ways[s] = sum;
	}
	out[blockIdx.x * MOST + s] = ways[s];
}
__host__ __device__ bool earlier(const byte *text, int n, int a, int b)
{ // is the ending from a before the ending from b?
	while (a < n && b < n && text[a] == text[b])
		a++, b++;
	return a == n ? b < n : b < n && text[a] < text[b];
}
__global__ void endings_thread(const byte *text, int *rank, int n)
{ // the rank of each ending of a text: count the earlier ones
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i >= n)
		return;
	for (int j = 0; j < n; j++)
		r += earlier(text, n, j, i);
	rank[i] = r;
}
__global__ void endings_block(const byte *text, int *rank, int n)
{ // the same, the text in shared memory, an ending a warp at a time; votes are counted
	extern __shared__ byte copy[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		copy[i] = text[i];
	__syncthreads();
	int lane = threadIdx.x % 32, warps = blockDim.x / 32;
	for (int i = blockIdx.x * warps + threadIdx.x / 32; i < n; i += gridDim.x * warps) {
		int r = 0;
		for (int j = 0; j < n; j += 32)
			r += __popc(__ballot_sync(~0u, j + lane < n && earlier(copy, n, j + lane, i)));
		if (lane == 0)
			rank[i] = r;
	}
}
__host__ __device__ int likeness(const Word &a, const Word &b)
{ // letters found near their place, and how many of them are out of order
	int reach = max(max(a.length, b.length) / 2 - 1, 0), found = 0, odd = 0;
	unsigned used = 0, mine = 0;
	for (int i = 0; i < a.length; i++)
		for (int j = max(i - reach, 0); j <= min(i + reach, b.length - 1); j++)
			if (!(used >> j & 1) && a.letter[i] == b.letter[j]) {
				used |= 1u << j, mine |= 1u << i, found++;
				break;
			}
	for (; mine; mine &= mine - 1, used &= used - 1) {
		int i = 0, j = 0;
		while (!(mine >> i & 1))
			i++;
		while (!(used >> j & 1))
			j++;
		odd += a.letter[i] != b.letter[j];
	}
	return found * 100 + odd;
}
__global__ void likeness_pairs(const Word *word, int *out, int n)
{ // each word and the next but seven, a pair a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = likeness(word[i], word[(i + 7) % n]);
}
__global__ void rods_block(const int *price, int *best, int n)
{ // the best way to cut rods of each length, one after the other: one block looks for the best first cut
	__shared__ int value[600], part[4];
	int t = threadIdx.x;
	if (t == 0)
		value[0] = 0;
	__syncthreads();
	for (int k = 1; k <= n; k++) {
		int own = 0;
		for (int c = 1 + t; c <= k; c += 128)
			own = max(own, price[c] + value[k - c]);
		own = __reduce_max_sync(~0u, own);
		if (t % 32 == 0)
			part[t / 32] = own;
		__syncthreads();
		if (t == 0)
			best[k] = value[k] = max(max(part[0], part[1]), max(part[2], part[3]));
		__syncthreads();
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int N = 7000;
	Word q = { 11, { 'd', 'i', 'c', 't', 'i', 'o', 'n', 'a', 'r', 'y', 's' } };
	std::vector<Word> word(N);
	std::vector<int> errors(N), alike(N);
	for (int i = 0; i < N; i++) {
		word[i] = q;
		word[i].length = 6 + w[i] % 11;
		for (int k = 0; k < LETTERS; k++)
			if (k >= q.length || w[i * 16 + k] % 3 == 0)
				word[i].letter[k] = 'a' + w[i * 16 + k] / 3 % 20;
		if (i % 3 == 0)
			std::swap(word[i].letter[2], word[i].letter[3]);
		errors[i] = typing_errors(word[i], q);
	}
	for (int i = 0; i < N; i++)
		alike[i] = likeness(word[i], word[(i + 7) % N]);
	CHECK(cudaMemcpyToSymbol(asked, &q, sizeof q));
	Word *gw = upload(word);
	int *o = dev<int>(200000);
	job<int>(
		"typing_errors.word_a_thread", [&] { typos_thread<<<(N + 127) / 128, 128>>>(gw, o, N); }, o, N,
		same(errors));
	job<int>(
		"typing_errors.word_a_half_warp", [&] { typos_lanes<<<(N + 15) / 16, 256>>>(gw, o, N); }, o, N,
		same(errors));
	job<int>(
		"letters_in_place.pair_a_thread", [&] { likeness_pairs<<<(N + 95) / 96, 96>>>(gw, o, N); }, o, N,
		same(alike));
	const int BOARDS = 14, CELLS = BW * BH;
	std::vector<byte> stone(BOARDS * CELLS);
	std::vector<unsigned> ways;
	for (int b = 0; b < BOARDS; b++) {
		for (int k = 0; k < b % 5; k++)
			stone[b * CELLS + w[b * 9 + k] % CELLS] = 1;
		std::vector<unsigned> f(MASKS), to(MASKS);
		f[0] = 1;
		for (int c = 0; c < CELLS; c++, std::swap(f, to))
			for (int m = 0; m < MASKS; m++)
				to[m] = laid(f.data(), m, c % BW, stone[b * CELLS + c]);
		ways.insert(ways.end(), f.begin(), f.end());
	}
	byte *gs = upload(stone);
	std::vector<unsigned> one(MASKS);
	one[0] = 1;
	unsigned *g1 = upload(one), *f0 = dev<unsigned>(MASKS), *f1 = dev<unsigned>(MASKS);
	unsigned *all = dev<unsigned>(BOARDS * MASKS);
	job<unsigned>(
		"dominoes.cell_a_launch",
		[&] {
			for (int c = 0; c < CELLS; c++)
				dominoes_cell<<<MASKS / 128, 128>>>(
					c & 1 ? f1 : f0, c & 1 ? f0 : f1, gs + 3 * CELLS, c);
		},
		f0, MASKS, same(std::vector<unsigned>(ways.begin() + 3 * MASKS, ways.begin() + 4 * MASKS)),
		[&] { CHECK(cudaMemcpy(f0, g1, MASKS * 4, cudaMemcpyDeviceToDevice)); });
	job<unsigned>(
		"dominoes.board_a_block", [&] { dominoes_board<<<BOARDS, 512>>>(all, gs); }, all, BOARDS * MASKS,
		same(ways));
	std::vector<unsigned short> roads((TOWNS + 1) * (TOWNS + 1));
	unsigned short way[TOWNS + 1][TOWNS + 1];
	std::vector<int> order, first(TOWNS + 2), best(SETS * TOWNS);
	for (int a = 0; a <= TOWNS; a++)
		for (int b = 0; b <= TOWNS; b++)
			way[a][b] = 20 + w[a * 40 + b] % 500;
	for (int size = 0; size <= TOWNS; size++) {
		first[size] = order.size();
		for (int set = 0; set < SETS; set++)
			if (__builtin_popcount(set) == size)
				order.push_back(set);
	}
	first[TOWNS + 1] = order.size();
	for (int set : order)
		for (int k = 0; k < TOWNS; k++)
			if (set >> k & 1)
				best[set * TOWNS + k] = shortest_to(best.data(), way, set, k);
	CHECK(cudaMemcpyToSymbol(road, way, sizeof way));
	int *gorder = upload(order), *gfirst = upload(first);
	auto clear = [&] { CHECK(cudaMemset(o, 0, SETS * TOWNS * 4)); };
	job<int>(
		"salesman.size_a_launch",
		[&] {
			for (int s = 1; s <= TOWNS; s++) {
				int n = (first[s + 1] - first[s]) * TOWNS;
				salesman_size<<<(n + 127) / 128, 128>>>(o, gorder, first[s], first[s + 1]);
			}
		},
		o, SETS * TOWNS, same(best), clear);
	job<int>(
		"salesman.one_block", [&] { salesman_block<<<1, 704>>>(o, gorder, gfirst); }, o, SETS * TOWNS,
		same(best), clear);
	const int BAGS = 2100;
	std::vector<byte> sides(BAGS * DICE);
	std::vector<unsigned> thrown(BAGS * MOST);
	for (int i = 0; i < BAGS; i++) {
		unsigned *v = &thrown[i * MOST];
		v[0] = 1;
		for (int d = 0; d < DICE; d++) {
			int k = sides[i * DICE + d] = 2 + w[i * DICE + d] % 11;
			for (int s = MOST - 1; s >= 0; s--) {
				unsigned sum = 0;
				for (int x = 1; x <= std::min(k, s); x++)
					sum += v[s - x];
				v[s] = sum;
			}
		}
	}
	byte *gsides = upload(sides);
	unsigned *ot = dev<unsigned>(BAGS * MOST);
	const int FEW = 830;
	job<unsigned>(
		"bags_of_dice.bag_a_thread", [&] { dice_thread<<<(FEW + 31) / 32, 32>>>(gsides, ot, FEW); }, ot,
		FEW * MOST, same(std::vector<unsigned>(thrown.begin(), thrown.begin() + FEW * MOST)));
	job<unsigned>(
		"bags_of_dice.bag_a_block", [&] { dice_block<<<BAGS, MOST>>>(gsides, ot); }, ot, BAGS * MOST,
		same(thrown));
	const int T = 830;
	std::vector<byte> text(T);
	std::vector<int> rank(T);
	for (int i = 0; i < T; i++)
		text[i] = i > 60 && w[i / 40] % 3 ? text[i - 53] : 'a' + w[i] % 3;
	for (int i = 0; i < T; i++)
		for (int j = 0; j < T; j++)
			rank[i] += earlier(text.data(), T, j, i);
	byte *gt = upload(text);
	job<int>(
		"ranks_of_endings.ending_a_thread", [&] { endings_thread<<<(T + 31) / 32, 32>>>(gt, o, T); }, o, T,
		same(rank));
	job<int>(
		"ranks_of_endings.ending_a_warp", [&] { endings_block<<<40, 224, T>>>(gt, o, T); }, o, T, same(rank));
	const int RODS = 420;
	std::vector<int> price(RODS + 1), value(RODS + 1);
	for (int k = 1; k <= RODS; k++) {
		price[k] = k * 7 + w[k] % 25;
		for (int c = 1; c <= k; c++)
			value[k] = std::max(value[k], price[c] + value[k - c]);
	}
	int *gprice = upload(price), *gv = dev<int>(RODS + 1);
	job<int>(
		"cut_rods.one_block", [&] { rods_block<<<1, 128>>>(gprice, gv, RODS); }, gv, RODS + 1, same(value));
}
