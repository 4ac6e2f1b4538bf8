// blind10d: a tenth set of kernels that nobody had modelled when they were written. Graphs and games.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ float gathered(const int *start, const int *next, const float *x, int v)
{
	float s = 0;
	for (int e = start[v]; e < start[v + 1]; e++)
		s += x[next[e]];
	return s * 0.125f;
}
__global__ void hits_step(const int *start, const int *next, const float *x, float *y, int n)
{ // hubs and authorities: one half of a round, one vertex a thread
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n)
		y[v] = gathered(start, next, x, v);
}
__global__ void hits_grid(const int *in_start, const int *in, const int *out_start, const int *out, float *hub,
	float *worth, int n, int rounds)
{ // all rounds in one launch; the whole grid waits between two halves
	cg::grid_group grid = cg::this_grid();
	for (int k = 0; k < rounds; k++) {
		for (int v = grid.thread_rank(); v < n; v += grid.size())
			worth[v] = gathered(in_start, in, hub, v);
		grid.sync();
		for (int v = grid.thread_rank(); v < n; v += grid.size())
			hub[v] = gathered(out_start, out, worth, v);
		grid.sync();
	}
}
__host__ __device__ unsigned weight(unsigned a, unsigned b)
{
	unsigned h = (a < b ? a * 65536 + b : b * 65536 + a) * 2654435761u;
	h ^= h >> 15;
	return h * 2246822519u;
}
__host__ __device__ int heaviest(const int *start, const int *next, const int *mate, int v)
{ // whom a vertex without a mate likes most, of those without one
	int best = -1;
	unsigned most = 0;
	if (mate[v] < 0)
		for (int e = start[v]; e < start[v + 1]; e++) {
			int u = next[e];
			if (u != v && mate[u] < 0 && (best < 0 || weight(u, v) > most)) {
				most = weight(u, v);
				best = u;
			}
		}
	return best;
}
__global__ void match_choose(const int *start, const int *next, const int *mate, int *like, int n)
{ // a matching by rounds: each vertex picks a neighbour
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n)
		like[v] = heaviest(start, next, mate, v);
}
__global__ void match_join(const int *like, int *mate, int n)
{ // who like each other become mates
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && like[v] >= 0 && like[like[v]] == v)
		mate[v] = like[v];
}
__global__ void cliques_pair(const unsigned *adj, int *count, int n)
{ // four that all know each other, in rows of bits: one pair a thread
	int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x, w = n / 32, c = 0;
	if (j > i && j < n && adj[i * w + j / 32] >> j % 32 & 1)
		for (int k = j + 1; k < n; k++)
			if (adj[i * w + k / 32] & adj[j * w + k / 32] & 1u << k % 32)
				for (int q = k / 32; q < w; q++) {
					unsigned all = adj[i * w + q] & adj[j * w + q] & adj[k * w + q];
					c += __popc(q == k / 32 ? all & (~1u << k % 32) : all);
				}
	if (c)
		atomicAdd(count, c);
}
__global__ void cliques_vertex(const unsigned *adj, int *count, int n)
{ // the same, a vertex a block: its later friends in a list, what is common in shared memory
	__shared__ unsigned common[256][9];
	__shared__ int friends[256], many, sum;
	int i = blockIdx.x, t = threadIdx.x, w = n / 32;
	if (t == 0) {
		many = 0;
		sum = 0;
		for (int j = i + 1; j < n; j++)
			if (adj[i * w + j / 32] >> j % 32 & 1)
				friends[many++] = j;
	}
	__syncthreads();
	for (int k = t; k < many * w; k += blockDim.x) {
		int j = friends[k / w], q = k % w;
		unsigned later = q > j / 32 ? ~0u : q == j / 32 ? ~1u << j % 32 : 0;
		common[k / w][q] = adj[i * w + q] & adj[j * w + q] & later;
	}
	__syncthreads();
	int c = 0;
	for (int p = t; p < many * many; p += blockDim.x) {
		int a = p / many, k = friends[p % many];
		if (common[a][k / 32] >> k % 32 & 1)
			for (int q = 0; q < w; q++)
				c += __popc(common[a][q] & common[p % many][q]);
	}
	for (int d = 16; d; d /= 2)
		c += __shfl_down_sync(~0u, c, d);
	if (t % 32 == 0 && c)
		atomicAdd(&sum, c);
	__syncthreads();
	if (t == 0 && sum)
		atomicAdd(count, sum);
}
__host__ __device__ bool has_line(int s)
{
	const int line[8] = { 7, 56, 448, 73, 146, 292, 273, 84 };
	for (int k = 0; k < 8; k++)
		if ((s & line[k]) == line[k])
			return true;
	return false;
}
// what noughts and crosses end in when both play their best: recursion made a loop with a stack of squares
__host__ __device__ int best_play(int x, int o)
{ // x is to move; 1: x wins, 0: nobody, -1: o wins
	int side[2] = { x, o }, move[10], value[10], depth = 0;
	move[0] = -1;
	value[0] = -2;
	for (;;) {
		int who = depth & 1, found = -3; // -3: not known yet
		if (move[depth] == -1) {         // just arrived
			if (has_line(side[1 - who]))
				found = -1;
			else if ((side[0] | side[1]) == 511)
				found = 0;
		}
		if (found == -3) {
			int m = move[depth] + 1;
			while (m < 9 && (side[0] | side[1]) >> m & 1)
				m++;
			if (m < 9 && value[depth] < 1) {
				move[depth] = m;
				side[who] |= 1 << m;
				depth++;
				move[depth] = -1;
				value[depth] = -2;
				continue;
			}
			found = value[depth];
		}
		if (depth == 0)
			return found;
		depth--;
		side[depth & 1] &= ~(1 << move[depth]);
		if (-found > value[depth])
			value[depth] = -found;
	}
}
__global__ void noughts(const int2 *board, int *out, int n)
{ // one position a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = best_play(board[i].x, board[i].y);
}
__host__ __device__ int onward(u64 seen, int x, int y)
{
	int n = 0;
	for (int k = 0; k < 8; k++) {
		int a = x + (k & 1 ? 1 : 2) * (k & 2 ? 1 : -1), b = y + (k & 1 ? 2 : 1) * (k & 4 ? 1 : -1);
		n += a >= 0 && b >= 0 && a < 8 && b < 8 && !(seen >> (b * 8 + a) & 1);
	}
	return n;
}
__host__ __device__ int knight_way(int start, int turn)
{ // Warnsdorff: always to the square with the fewest ways on; of equals, the first in an order of its own
	int x = start % 8, y = start / 8, steps = 1;
	u64 seen = 1ull << start;
	for (;; steps++) {
		int least = 9, to = -1;
		for (int q = 0; q < 8; q++) {
			int k = (q + turn) & 7;
			int a = x + (k & 1 ? 1 : 2) * (k & 2 ? 1 : -1), b = y + (k & 1 ? 2 : 1) * (k & 4 ? 1 : -1);
			if (a < 0 || b < 0 || a > 7 || b > 7 || seen >> (b * 8 + a) & 1)
				continue;
			int n = onward(seen, a, b);
			if (n < least) {
				least = n;
				to = b * 8 + a;
			}
		}
		if (to < 0)
			return steps * 64 + y * 8 + x;
		x = to % 8, y = to / 8;
		seen |= 1ull << to;
	}
}
__global__ void knights(int *out)
{ // a knight from each square, in eight orders
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = knight_way(i / 8 % 64, i & 7);
}
__host__ __device__ int fill_in(byte *cell)
{ // a sudoku by trial: masks of what rows, columns and boxes have; returns how often a number was tried
	unsigned short row[9], col[9], box[9];
	byte empty[64];
	int n = 0, tries = 0;
	for (int k = 0; k < 9; k++)
		row[k] = col[k] = box[k] = 0;
	for (int i = 0; i < 81; i++)
		if (cell[i]) {
			int bit = 1 << cell[i];
			row[i / 9] |= bit, col[i % 9] |= bit, box[i / 27 * 3 + i % 9 / 3] |= bit;
		} else {
			empty[n++] = i;
		}
	for (int k = 0; k >= 0 && k < n;) {
		int i = empty[k], r = i / 9, c = i % 9, b = i / 27 * 3 + c / 3, v = cell[i];
		if (v) {
			row[r] ^= 1 << v, col[c] ^= 1 << v, box[b] ^= 1 << v;
		}
		int taken = row[r] | col[c] | box[b];
		do
			v++;
		while (v <= 9 && taken >> v & 1);
		tries++;
		if (v > 9) {
			cell[i] = 0;
			k--;
		} else {
			cell[i] = v;
			row[r] |= 1 << v, col[c] |= 1 << v, box[b] |= 1 << v;
			k++;
		}
	}
	return tries;
}
__global__ void sudokus(byte *grid, int *tries, int n)
{ // one riddle a thread, solved where it lies
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		tries[i] = fill_in(grid + i * 81);
}
__global__ void reversi_walk(const ulonglong2 *board, u64 *out, int n)
{ // where one may go in reversi: from each empty square along eight lines, one board a warp
	int b = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (b >= n)
		return;
	u64 own = board[b].x, other = board[b].y, may = 0;
	for (int half = 0; half < 2; half++) {
		int s = half * 32 + lane, ok = 0;
		if (!((own | other) >> s & 1))
			for (int dy = -1; dy <= 1 && !ok; dy++)
				for (int dx = -1; dx <= 1 && !ok; dx++) {
					int x = s % 8 + dx, y = s / 8 + dy, between = 0;
					while (x >= 0 && y >= 0 && x < 8 && y < 8 && (dx || dy)) {
						if (!(other >> (y * 8 + x) & 1)) {
							ok = between && own >> (y * 8 + x) & 1;
							break;
						}
						between++;
						x += dx;
						y += dy;
					}
				}
		may |= (u64)__ballot_sync(~0u, ok) << half * 32;
	}
	if (lane == 0)
		out[b] = may;
}
__host__ __device__ u64 flips_to(u64 own, u64 other)
{
	const u64 inner = 0x7e7e7e7e7e7e7e7eull;
	u64 may = 0, empty = ~(own | other);
	for (int d = 0; d < 8; d++) {
		int by = d % 4 == 0 ? 1 : d % 4 + 6;
		u64 mid = by == 8 ? other : other & inner;
		u64 f = (d < 4 ? own << by : own >> by) & mid;
		for (int k = 0; k < 5; k++)
			f |= (d < 4 ? f << by : f >> by) & mid;
		may |= (d < 4 ? f << by : f >> by) & empty;
	}
	return may;
}
__global__ void reversi_bits(const ulonglong2 *board, u64 *out, int n)
{ // the same with all squares at once in a word of 64 bits, one board a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = flips_to(board[i].x, board[i].y);
}
void rows()
{
	const int V = 12000, ROUNDS = 3;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<std::vector<int>> ahead(V), behind(V), both(V);
	for (int i = 0; i < V * 8; i++) {
		int a = w[2 * i] % V, b = (u64)(w[2 * i + 1] % V) * (w[2 * i + 1] % V) / V;
		ahead[a].push_back(b), behind[b].push_back(a);
		if (i % 2)
			both[a].push_back(w[2 * i + 1] % V), both[w[2 * i + 1] % V].push_back(a);
	}
	auto flat = [&](const std::vector<std::vector<int>> &g, std::vector<int> &start, std::vector<int> &next) {
		start.assign(1, 0), next.clear();
		for (auto &l : g) {
			next.insert(next.end(), l.begin(), l.end());
			start.push_back(next.size());
		}
	};
	std::vector<int> os, on, is, in, bs, bn;
	flat(ahead, os, on), flat(behind, is, in), flat(both, bs, bn);
	std::vector<float> hub(V, 1), worth(V);
	for (int k = 0; k < ROUNDS; k++) {
		for (int v = 0; v < V; v++) {
			double s = 0;
			for (int u : behind[v])
				s += hub[u];
			worth[v] = s / 8;
		}
		for (int v = 0; v < V; v++) {
			double s = 0;
			for (int u : ahead[v])
				s += worth[u];
			hub[v] = s / 8;
		}
	}
	std::vector<float> ones(V, 1);
	float *h = upload(ones), *h1 = upload(ones), *au = dev<float>(V);
	int *dos = upload(os), *don = upload(on), *dis = upload(is), *din = upload(in), v = V, rounds = ROUNDS;
	auto fresh = [&] { CHECK(cudaMemcpy(h, h1, V * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"hits.six_launches",
		[&] {
			for (int k = 0; k < ROUNDS; k++) {
				hits_step<<<(V + 127) / 128, 128>>>(dis, din, h, au, V);
				hits_step<<<(V + 127) / 128, 128>>>(dos, don, au, h, V);
			}
		},
		h, V, close_to(hub, 1e-3), fresh);
	job<float>(
		"hits.grid_waits",
		[&] {
			void *args[] = { &dis, &din, &dos, &don, &h, &au, &v, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)hits_grid, 48, 256, args));
		},
		h, V, close_to(hub, 1e-3), fresh);
	std::vector<int> mate(V, -1), like(V);
	for (int k = 0; k < 4; k++) {
		for (int u = 0; u < V; u++)
			like[u] = heaviest(bs.data(), bn.data(), mate.data(), u);
		for (int u = 0; u < V; u++)
			if (like[u] >= 0 && like[like[u]] == u)
				mate[u] = like[u];
	}
	int *dbs = upload(bs), *dbn = upload(bn), *dm = dev<int>(V), *dl = dev<int>(V);
	job<int>(
		"mates.four_rounds",
		[&] {
			for (int k = 0; k < 4; k++) {
				match_choose<<<(V + 255) / 256, 256>>>(dbs, dbn, dm, dl, V);
				match_join<<<(V + 255) / 256, 256>>>(dl, dm, V);
			}
		},
		dm, V, same(mate), [&] { CHECK(cudaMemset(dm, 255, V * 4)); });
	const int N = 256;
	std::vector<unsigned> adj(N * N / 32);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i; j++)
			if (w[i * N + j] % 100 < 22) {
				adj[i * 8 + j / 32] |= 1u << j % 32;
				adj[j * 8 + i / 32] |= 1u << i % 32;
			}
	auto knows = [&](int a, int b) { return adj[a * 8 + b / 32] >> b % 32 & 1; };
	int fours = 0;
	for (int i = 0; i < N; i++)
		for (int j = i + 1; j < N; j++)
			for (int k = j + 1; knows(i, j) && k < N; k++)
				for (int l = k + 1; knows(i, k) && knows(j, k) && l < N; l++)
					fours += knows(i, l) && knows(j, l) && knows(k, l);
	unsigned *da = upload(adj);
	int *one = dev<int>(1);
	std::vector<int> all(1, fours);
	auto zero = [&] { CHECK(cudaMemset(one, 0, 4)); };
	job<int>(
		"four_friends.pair_a_thread", [&] { cliques_pair<<<dim3(N / 64, N), 64>>>(da, one, N); }, one, 1,
		same(all), zero);
	job<int>(
		"four_friends.vertex_a_block", [&] { cliques_vertex<<<N, 128>>>(da, one, N); }, one, 1, same(all),
		zero);
	std::vector<int2> position;
	std::vector<int> ends;
	for (int x = 0; x < 512; x++)
		for (int o = 0; o < 512; o++) {
			int a = __builtin_popcount(x), b = __builtin_popcount(o);
			if (!(x & o) && a == b && a + b >= 4 && !(has_line(x) && has_line(o))) {
				position.push_back({ x, o });
				ends.push_back(best_play(x, o));
			}
		}
	int P = position.size();
	int2 *dp = upload(position);
	int *di = dev<int>(1 << 16);
	job<int>(
		"noughts.played_to_the_end", [&] { noughts<<<(P + 31) / 32, 32>>>(dp, di, P); }, di, P, same(ends));
	std::vector<int> way(512);
	for (int i = 0; i < 512; i++)
		way[i] = knight_way(i / 8 % 64, i & 7);
	job<int>(
		"knight.fewest_ways_on", [&] { knights<<<8, 64>>>(di); }, di, 512, same(way));
	const int RIDDLES = 768;
	std::vector<byte> riddle(RIDDLES * 81), solved;
	std::vector<int> tries(RIDDLES);
	for (int r = 0; r < RIDDLES; r++)
		for (int i = 0; i < 81; i++) {
			int v9 = (i / 9 * 3 + i / 27 + i % 9 + w[r] % 9) % 9;
			bool hidden = w[5000 + r * 81 + i] % 100 < 44;
			riddle[r * 81 + i] = hidden ? 0 : 1 + (v9 * (w[r] >> 8 & 1 ? 2 : 5) + w[r] % 7) % 9;
		}
	solved = riddle;
	for (int r = 0; r < RIDDLES; r++)
		tries[r] = fill_in(&solved[r * 81]);
	byte *dr = upload(riddle), *dr1 = upload(riddle);
	job<byte>(
		"sudoku.by_trial", [&] { sudokus<<<RIDDLES / 32, 32>>>(dr, di, RIDDLES); }, dr, RIDDLES * 81,
		same(solved), [&] { CHECK(cudaMemcpy(dr, dr1, RIDDLES * 81, cudaMemcpyDeviceToDevice)); });
	const int BOARDS = 1 << 18;
	std::vector<ulonglong2> board(BOARDS);
	std::vector<u64> may(BOARDS);
	for (int i = 0; i < BOARDS; i++) {
		u64 a = (u64)w[4 * i] << 32 | w[4 * i + 1], b = (u64)w[4 * i + 2] << 32 | w[4 * i + 3];
		board[i] = { a & b, a & ~b };
		may[i] = flips_to(a & b, a & ~b);
	}
	ulonglong2 *db = upload(board);
	u64 *ou = dev<u64>(BOARDS);
	std::vector<u64> some(may.begin(), may.begin() + 4096);
	job<u64>(
		"reversi.lines_walked", [&] { reversi_walk<<<512, 256>>>(db, ou, 4096); }, ou, 4096, same(some));
	job<u64>(
		"reversi.bits", [&] { reversi_bits<<<BOARDS / 256, 256>>>(db, ou, BOARDS); }, ou, BOARDS, same(may));
}
