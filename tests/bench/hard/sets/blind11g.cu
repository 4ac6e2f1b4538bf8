// blind11g: a fresh set of kernels that nobody had modelled when they were written. Plans, games and networks.
#include "blind7.h"

const int ROWS = 30, COLS = 24, FLAT = (ROWS + 1) * (COLS + 1);
__host__ __device__ int most_wanted(const double *t, int from, int step)
{ // the column that promises most
	int best = -1;
	for (int c = from; c < COLS; c += step)
		if (t[ROWS * (COLS + 1) + c] < -1e-9 &&
			(best < 0 || t[ROWS * (COLS + 1) + c] < t[ROWS * (COLS + 1) + best]))
			best = c;
	return best;
}
__global__ void simplex_block(const double *tables, double *out, int most)
{ // the most that a plan can earn within its limits: a plan a block, the table in shared memory, one exchange a round
	__shared__ double t[FLAT], col[ROWS + 1], row[COLS + 1];
	__shared__ int pick[2];
	for (int i = threadIdx.x; i < FLAT; i += blockDim.x)
		t[i] = tables[blockIdx.x * FLAT + i];
	for (int round = 0; round < most; round++) {
		__syncthreads();
		if (threadIdx.x < 32) {
			int lane = threadIdx.x, c = lane < COLS ? lane : 0;
			double worth = lane < COLS ? t[ROWS * (COLS + 1) + c] : 0, ratio = 1e300;
			for (int k = 16; k; k /= 2) {
				double w = __shfl_xor_sync(~0u, worth, k);
				int o = __shfl_xor_sync(~0u, c, k);
				if (w < worth || w == worth && o < c)
					worth = w, c = o;
			}
			if (lane < ROWS && t[lane * (COLS + 1) + c] > 1e-9)
				ratio = t[lane * (COLS + 1) + COLS] / t[lane * (COLS + 1) + c];
			int r = lane;
			for (int k = 16; k; k /= 2) {
				double q = __shfl_xor_sync(~0u, ratio, k);
				int o = __shfl_xor_sync(~0u, r, k);
				if (q < ratio || q == ratio && o < r)
					ratio = q, r = o;
			}
			if (lane == 0)
				pick[0] = worth < -1e-9 && ratio < 1e300 ? r : -1, pick[1] = c;
		}
		__syncthreads();
		int r = pick[0], c = pick[1];
		if (r < 0)
			break;
		if (threadIdx.x <= ROWS)
			col[threadIdx.x] = t[threadIdx.x * (COLS + 1) + c];
		if (threadIdx.x <= COLS)
			row[threadIdx.x] = t[r * (COLS + 1) + threadIdx.x];
		__syncthreads();
		double part = 1 / col[r];
		for (int i = threadIdx.x; i < FLAT; i += blockDim.x) {
			int y = i / (COLS + 1), x = i % (COLS + 1);
			if (y == r)
				t[i] = x == c ? part : row[x] * part;
			else
				t[i] = x == c ? -col[y] * part : t[i] - col[y] * row[x] * part;
		}
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = t[FLAT - 1];
}
__host__ __device__ int blocks_between(int2 a, int2 b)
{
	return abs(a.x - b.x) + abs(a.y - b.y);
}
__host__ __device__ u64 swap_key(const int2 *t, int n, int i, int j)
{ // what a tour gains when it runs backwards from i + 1 to j; of equal gains the first
	int2 a = t[i], b = t[i + 1], c = t[j], d = t[j + 1 == n ? 0 : j + 1];
	int gain = blocks_between(a, b) + blocks_between(c, d) - blocks_between(a, c) - blocks_between(b, d);
	return (u64)(gain + (1 << 20)) << 32 | ~(unsigned)(i * n + j);
}
__global__ void swap_search(const int2 *tour, u64 *best, int n)
{ // the best such change: a block a place
	u64 most = 0;
	for (int j = blockIdx.x + 2 + threadIdx.x; j < n; j += blockDim.x)
		most = max(most, swap_key(tour, n, blockIdx.x, j));
	for (int k = 16; k; k /= 2)
		most = max(most, __shfl_down_sync(~0u, most, k));
	if (threadIdx.x % 32 == 0 && most)
		atomicMax(best, most);
}
__global__ void swap_turn(int2 *tour, u64 *best, int n)
{ // makes it, by one block
	unsigned place = ~(unsigned)*best;
	int i = place / n + 1, j = place % n, half = (j - i + 1) / 2;
	for (int k = threadIdx.x; k < half; k += blockDim.x) {
		int2 a = tour[i + k];
		tour[i + k] = tour[j - k];
		tour[j - k] = a;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		*best = 0;
}
__global__ void first_fit_thread(const byte *item, byte *out, int trips, int items)
{ // each thing into the first box that has room: a trip a thread, its boxes in a local array
	int p = blockIdx.x * blockDim.x + threadIdx.x, used = 0;
	byte left[64];
	if (p >= trips)
		return;
	for (int i = 0; i < items; i++) {
		int size = item[p * items + i], k = 0;
		while (k < used && left[k] < size)
			k++;
		if (k == used)
			left[used++] = 100;
		left[k] -= size;
		out[p * items + i] = k;
	}
}
__global__ void first_fit_warp(const byte *item, byte *out, int trips, int items)
{ // the same, a trip a warp: a lane has two boxes, a vote finds the first
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, low = 100, high = 100;
	if (p >= trips)
		return;
	for (int i = 0; i < items; i++) {
		int size = item[p * items + i];
		unsigned near = __ballot_sync(~0u, low >= size), far = __ballot_sync(~0u, high >= size);
		int k = near ? __ffs(near) - 1 : 31 + __ffs(far);
		if (k == lane)
			low -= size;
		if (k == lane + 32)
			high -= size;
		if (lane == 0)
			out[p * items + i] = k;
	}
}
__host__ __device__ unsigned slid(unsigned row)
{ // four tiles pushed to one side; two alike become one of the next kind
	unsigned out = 0, last = 0;
	int at = 0;
	for (int k = 0; k < 4; k++) {
		unsigned v = row >> 4 * k & 15;
		if (!v)
			continue;
		if (v == last && v < 15) {
			out += 1u << 4 * (at - 1);
			last = 0;
		} else {
			out |= v << 4 * at++;
			last = v;
		}
	}
	return out;
}
__host__ __device__ unsigned turned_row(unsigned r)
{
	return (r >> 12 | r >> 4 & 0xf0 | r << 4 & 0xf00 | r << 12) & 0xffff;
}
__host__ __device__ u64 mirrored(u64 b)
{ // rows become columns
	u64 a = (b & 0xf0f00f0ff0f00f0full) | (b & 0x0000f0f00000f0f0ull) << 12 | (b & 0x0f0f00000f0f0000ull) >> 12;
	return (a & 0xff00ff0000ff00ffull) | (a & 0x00ff00ff00000000ull) >> 24 | (a & 0x00000000ff00ff00ull) << 24;
}
__host__ __device__ u64 play(unsigned seed, int most, const unsigned short *table)
{ // a game of sliding tiles with chance moves, until it is stuck
	u64 board = 0x21;
	int moves = 0;
	for (; moves < most; moves++) {
		seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
		u64 next = board;
		for (unsigned k = 0; k < 4 && next == board; k++) {
			unsigned way = seed + k & 3;
			u64 from = way & 1 ? mirrored(board) : board, to = 0;
			for (int r = 0; r < 4; r++) {
				unsigned row = from >> 16 * r & 0xffff;
				if (way & 2)
					row = turned_row(row);
				row = table ? table[row] : slid(row);
				if (way & 2)
					row = turned_row(row);
				to |= (u64)row << 16 * r;
			}
			next = way & 1 ? mirrored(to) : to;
		}
		if (next == board)
			break;
		u64 full = next | next >> 1;
		full = (full | full >> 2) & 0x1111111111111111ull;
		int empty = 0, skip;
		for (int k = 0; k < 64; k += 4)
			empty += !(full >> k & 1);
		skip = (seed >> 8) % empty;
		for (int k = 0; k < 64; k += 4)
			if (!(full >> k & 1) && skip-- == 0)
				next |= 1ull << k;
		board = next;
	}
	return board ^ (u64)moves * 0x9e3779b97f4a7c15ull;
}
__global__ void slide_computed(u64 *out, int games, int most)
{ // many games, one a thread, each row of tiles moved by a loop
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < games)
		out[i] = play(i * 2654435761u + 1, most, nullptr);
}
__global__ void slide_table(const unsigned short *table, u64 *out, int games, int most)
{ // the same with all 65536 rows in a table
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < games)
		out[i] = play(i * 2654435761u + 1, most, table);
}
__host__ __device__ bool jump(u64 foes, int at, int way, int *land, u64 *taken)
{
	int dx = way & 1 ? 1 : -1, dy = way & 2 ? 1 : -1, x = at % 8 + 2 * dx, y = at / 8 + 2 * dy;
	*land = y * 8 + x;
	*taken = 1ull << ((at / 8 + dy & 7) * 8 + (at % 8 + dx & 7));
	return x >= 0 && x < 8 && y >= 0 && y < 8 && (foes & *taken) && !(foes >> *land & 1);
}
__host__ __device__ int longest_jumps(u64 foes, int at)
{
	int best = 0;
	for (int way = 0; way < 4; way++) {
		int land;
		u64 taken;
		if (jump(foes, at, way, &land, &taken)) {
			int n = 1 + longest_jumps(foes ^ taken, land);
			best = n > best ? n : best;
		}
	}
	return best;
}
__global__ void jumps_calls(const u64 *foes, const int *at, int *out, int boards)
{ // how many pieces one king of draughts may take in a row: a board a thread, the function calls itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < boards)
		out[i] = longest_jumps(foes[i], at[i]);
}
__global__ void jumps_stack(const u64 *foes, const int *at, int *out, int boards)
{ // the same with a stack of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= boards)
		return;
	u64 rest[24], taken;
	byte place[24], way[24];
	int depth = 0, best = 0, land;
	rest[0] = foes[i], place[0] = at[i], way[0] = 0;
	while (depth >= 0) {
		if (way[depth] == 4) {
			depth--;
			continue;
		}
		if (jump(rest[depth], place[depth], way[depth]++, &land, &taken)) {
			rest[depth + 1] = rest[depth] ^ taken;
			place[++depth] = land;
			way[depth] = 0;
			best = max(best, depth);
		}
	}
	out[i] = best;
}
__global__ void route_tree(const int4 *node, const unsigned *address, int *out, int n)
{ // which way a packet goes by the longest known beginning of its address: down a tree, bit by bit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = address[i];
	int at = 0, hop = 0;
	for (int bit = 31; at >= 0; bit--) {
		int4 q = node[at];
		hop = q.z ? q.z : hop;
		at = bit < 0 ? -1 : a >> bit & 1 ? q.y : q.x;
	}
	out[i] = hop;
}
__global__ void route_tables(const int *first, const byte *second, const unsigned *address, int *out, int n)
{ // the same by a table for 16 bits and, where that does not do, one for eight more
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned a = address[i];
		int e = first[a >> 16];
		out[i] = e >= 0 ? e : second[(-e - 1) * 256 + (a >> 8 & 255)];
	}
}
void rows()
{
	auto w = words(1 << 20);
	auto f = fractions(w);
	const int PLANS = 44;
	std::vector<double> tables(PLANS * FLAT), earned(PLANS);
	for (int p = 0; p < PLANS; p++) {
		double *t = &tables[p * FLAT];
		for (int i = 0; i < FLAT; i++) {
			int y = i / (COLS + 1), x = i % (COLS + 1);
			t[i] = y == ROWS ? (x == COLS ? 0 : -1 - f[p * FLAT + i]) :
					   f[p * FLAT + i] + (x == COLS ? 9 : 0);
		}
		std::vector<double> s(t, t + FLAT);
		for (int round = 0, c; round < 200 && (c = most_wanted(s.data(), 0, 1)) >= 0; round++) {
			int r = -1;
			auto at = [&](int y, int x) -> double & { return s[y * (COLS + 1) + x]; };
			for (int y = 0; y < ROWS; y++)
				if (at(y, c) > 1e-9 && (r < 0 || at(y, COLS) / at(y, c) < at(r, COLS) / at(r, c)))
					r = y;
			double part = 1 / at(r, c);
			for (int y = 0; y <= ROWS; y++)
				for (int x = 0; x <= COLS; x++)
					if (y != r && x != c)
						at(y, x) -= at(y, c) * at(r, x) * part;
			for (int x = 0; x <= COLS; x++)
				at(r, x) *= part;
			for (int y = 0; y <= ROWS; y++)
				at(y, c) *= -part;
			at(r, c) = part;
		}
		earned[p] = s[FLAT - 1];
	}
	double *dt = upload(tables), *de = dev<double>(PLANS);
	job<double>(
		"simplex.plan_a_block", [&] { simplex_block<<<PLANS, 160>>>(dt, de, 200); }, de, PLANS,
		close_to(earned, 1e-7));
	const int TOWNS = 700, ROUNDS = 5;
	std::vector<int2> tour(TOWNS);
	for (int i = 0; i < TOWNS; i++)
		tour[i] = { (int)(w[i] % 1000), (int)(w[i + 2000] % 1000) };
	int2 *d0 = upload(tour), *d1 = dev<int2>(TOWNS);
	for (int round = 0; round < ROUNDS; round++) {
		u64 most = 0;
		for (int i = 0; i < TOWNS - 2; i++)
			for (int j = i + 2; j < TOWNS; j++)
				most = std::max(most, swap_key(tour.data(), TOWNS, i, j));
		unsigned place = ~(unsigned)most;
		std::reverse(tour.begin() + place / TOWNS + 1, tour.begin() + place % TOWNS + 1);
	}
	u64 *best = dev<u64>(1);
	job<int>(
		"best_swap.five_rounds",
		[&] {
			for (int k = 0; k < ROUNDS; k++) {
				swap_search<<<TOWNS - 2, 96>>>(d1, best, TOWNS);
				swap_turn<<<1, 256>>>(d1, best, TOWNS);
			}
		},
		(int *)d1, 2 * TOWNS, same(std::vector<int>((int *)tour.data(), (int *)tour.data() + 2 * TOWNS)),
		[&] { CHECK(cudaMemcpy(d1, d0, TOWNS * 8, cudaMemcpyDeviceToDevice)); });
	const int TRIPS = 900, ITEMS = 110;
	std::vector<byte> item(TRIPS * ITEMS), box(TRIPS * ITEMS);
	for (int p = 0; p < TRIPS; p++) {
		int left[256];
		std::fill(left, left + 256, 100);
		for (int i = 0, k; i < ITEMS; i++) {
			item[p * ITEMS + i] = 4 + w[p * ITEMS + i] % 46;
			for (k = 0; left[k] < item[p * ITEMS + i]; k++)
				;
			left[k] -= item[p * ITEMS + i];
			box[p * ITEMS + i] = k;
		}
	}
	byte *di = upload(item), *db = dev<byte>(TRIPS * ITEMS);
	job<byte>(
		"first_fit.trip_a_thread", [&] { first_fit_thread<<<(TRIPS + 31) / 32, 32>>>(di, db, TRIPS, ITEMS); },
		db, TRIPS * ITEMS, same(box));
	job<byte>(
		"first_fit.trip_a_warp", [&] { first_fit_warp<<<TRIPS / 6, 192>>>(di, db, TRIPS, ITEMS); }, db,
		TRIPS * ITEMS, same(box));
	const int GAMES = 5000, MOVES = 60;
	std::vector<unsigned short> table(65536);
	for (int r = 0; r < 65536; r++)
		table[r] = slid(r);
	std::vector<u64> played(GAMES);
	for (int i = 0; i < GAMES; i++)
		played[i] = play(i * 2654435761u + 1, MOVES, table.data());
	unsigned short *dr = upload(table);
	u64 *dg = dev<u64>(GAMES);
	job<u64>(
		"slide_tiles.computed", [&] { slide_computed<<<(GAMES + 63) / 64, 64>>>(dg, GAMES, MOVES); }, dg, GAMES,
		same(played));
	job<u64>(
		"slide_tiles.table", [&] { slide_table<<<(GAMES + 63) / 64, 64>>>(dr, dg, GAMES, MOVES); }, dg, GAMES,
		same(played));
	const int BOARDS = 9000;
	std::vector<u64> foes(BOARDS);
	std::vector<int> at(BOARDS), taken(BOARDS);
	for (int i = 0; i < BOARDS; i++) {
		int x = w[i] % 8, y = w[i + 99] % 8;
		at[i] = y * 8 + x;
		for (int k = 0; k < 64; k++) // half of the boards have their foes on squares which can be jumped
			if (k != at[i] && w[i * 64 + k] % (i % 2 ? 4 : 2) == 0)
				if (i % 2 || ((k % 8 ^ x) & 1) && ((k / 8 ^ y) & 1))
					foes[i] |= 1ull << k;
		taken[i] = longest_jumps(foes[i], at[i]);
	}
	u64 *df = upload(foes);
	int *da = upload(at), *dj = dev<int>(BOARDS);
	job<int>(
		"jumps.calls_itself", [&] { jumps_calls<<<(BOARDS + 63) / 64, 64>>>(df, da, dj, BOARDS); }, dj, BOARDS,
		same(taken));
	job<int>(
		"jumps.own_stack", [&] { jumps_stack<<<(BOARDS + 63) / 64, 64>>>(df, da, dj, BOARDS); }, dj, BOARDS,
		same(taken));
	const int ROUTES = 3000, PACKETS = 80000;
	std::vector<int4> node(1, int4{ -1, -1, 0, 0 });
	std::vector<unsigned> address(PACKETS), known(ROUTES);
	for (int r = 0; r < ROUTES; r++) {
		int length = 8 + w[r] % 17, p = 0;
		known[r] = w[r + 5000] & ~0u << (32 - length);
		for (int bit = 31; bit > 31 - length; bit--) {
			int *next = known[r] >> bit & 1 ? &node[p].y : &node[p].x, to = *next;
			if (to < 0) {
				*next = to = node.size();
				node.push_back(int4{ -1, -1, 0, 0 });
			}
			p = to;
		}
		node[p].z = 1 + r % 200;
	}
	auto way = [&](unsigned a) {
		int hop = 0;
		for (int p = 0, bit = 31; p >= 0; bit--) {
			hop = node[p].z ? node[p].z : hop;
			p = bit < 8 ? -1 : a >> bit & 1 ? node[p].y : node[p].x;
		}
		return hop;
	};
	std::vector<int> first(65536), hops(PACKETS);
	std::vector<byte> second;
	for (unsigned a = 0; a < 65536; a++) {
		bool alike = true;
		std::vector<byte> part(256);
		for (unsigned k = 0; k < 256; k++) {
			part[k] = way(a << 16 | k << 8);
			alike = alike && part[k] == part[0];
		}
		first[a] = alike ? part[0] : -1 - (int)(second.size() / 256);
		if (!alike)
			second.insert(second.end(), part.begin(), part.end());
	}
	for (int i = 0; i < PACKETS; i++) {
		address[i] = i % 4 ? known[w[i] % ROUTES] | w[i + 100000] % 4096 : w[i];
		hops[i] = way(address[i]);
	}
	int4 *dn = upload(node);
	unsigned *dadd = upload(address);
	int *dfirst = upload(first), *dh = dev<int>(PACKETS);
	byte *dsec = upload(second);
	job<int>(
		"route.tree_of_bits", [&] { route_tree<<<(PACKETS + 127) / 128, 128>>>(dn, dadd, dh, PACKETS); }, dh,
		PACKETS, same(hops));
	job<int>(
		"route.two_tables", [&] { route_tables<<<150, 256>>>(dfirst, dsec, dadd, dh, PACKETS); }, dh, PACKETS,
		same(hops));
}
