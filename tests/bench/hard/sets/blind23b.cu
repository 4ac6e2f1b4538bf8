// blind23b: a fresh set of kernels that nobody had modelled when they were written. Words, chess and shuffled cards.
#include "blind7.h"

__host__ __device__ int falling_words(const byte *s, int n, byte *starts)
{ // Duval: a text is a row of words, none smaller than the next, each smaller than its own endings
	int i = 0, many = 0;
	while (i < n) {
		int j = i + 1, k = i;
		while (j < n && s[k] <= s[j]) {
			k = s[k] < s[j] ? i : k + 1;
			j++;
		}
		while (i <= k) {
			starts[i] = 1;
			many++;
			i += j - k;
		}
	}
	return many;
}
__global__ void falling_thread(const byte *text, byte *starts, int *many, int n, int texts)
{ // a text a thread, straight from memory
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < texts)
		many[t] = falling_words(text + t * n, n, starts + t * n);
}
template <int N> __global__ void falling_shared(const byte *text, byte *starts, int *many, int texts)
{ // the same, the texts of a block copied to shared memory first, an odd number of words apart
	__shared__ byte own[32 * (N + 4)], begins[32 * (N + 4)];
	int first = blockIdx.x * 32, here = min(32, texts - first);
	for (int i = threadIdx.x; i < here * N; i += 32) {
		own[i / N * (N + 4) + i % N] = text[first * N + i];
		begins[i / N * (N + 4) + i % N] = 0;
	}
	__syncwarp();
	if (threadIdx.x < here)
		many[first + threadIdx.x] =
			falling_words(own + threadIdx.x * (N + 4), N, begins + threadIdx.x * (N + 4));
	__syncwarp();
	for (int i = threadIdx.x; i < here * N; i += 32)
		starts[first * N + i] = begins[i / N * (N + 4) + i % N];
}
__constant__ unsigned gear_constant[256];
__global__ void cut_points_naive(const byte *in, const unsigned *gear, byte *out, int n, unsigned mask)
{ // where to cut a file: each place adds up the last 32 letters
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned sum = 0;
	for (int k = 0; k < 32 && k <= i; k++)
		sum += gear[in[i - k]] << k;
	out[i] = (sum & mask) == 0;
}
template <int RUN> __global__ void cut_points_roll(const byte *in, byte *out, int n, unsigned mask)
{ // the same, a thread rolls over a run of letters after a warm-up; the table is constant
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * RUN;
	unsigned sum = 0;
	for (int i = max(first - 31, 0); i < first && i < n; i++)
		sum = (sum << 1) + gear_constant[in[i]];
	for (int i = first; i < min(first + RUN, n); i++) {
		sum = (sum << 1) + gear_constant[in[i]];
		out[i] = (sum & mask) == 0;
	}
}
__global__ void cut_points_tile(const byte *in, const unsigned *gear, byte *out, int n, unsigned mask)
{ // the same: letters and table in shared memory; sums of 1, 2, 4 ... 32 letters by doubling
	__shared__ unsigned table[256], sum[2][288];
	int t = threadIdx.x, base = blockIdx.x * 256 - 32;
	if (t < 256)
		table[t] = gear[t];
	__syncthreads();
	int i = base + t;
	sum[0][t] = i >= 0 && i < n ? table[in[i]] : 0;
	__syncthreads();
	int now = 0;
	for (int d = 1; d < 32; d *= 2, now ^= 1) {
		sum[now ^ 1][t] = sum[now][t] + (t >= d ? sum[now][t - d] << d : 0);
		__syncthreads();
	}
	if (t >= 32 && i < n)
		out[i] = (sum[now][t] & mask) == 0;
}
__host__ __device__ int hex_digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
__host__ __device__ bool stays(const byte *in, int i)
{ // is a letter not one of the two behind a percent sign?
	return !(i >= 1 && in[i - 1] == '%' || i >= 2 && in[i - 2] == '%');
}
__host__ __device__ byte plain(const byte *in, int i)
{
	return in[i] == '%' ? hex_digit(in[i + 1]) * 16 + hex_digit(in[i + 2]) : in[i] == '+' ? ' ' : in[i];
}
__global__ void percent_count(const byte *in, int *count, int n)
{ // how many letters of a block stay
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = __syncthreads_count(i < n && stays(in, i));
	if (threadIdx.x == 0)
		count[blockIdx.x] = many;
}
__global__ void percent_scan(const int *count, int *place, int blocks)
{ // one block adds up the counts
	__shared__ int sum[1024];
	int t = threadIdx.x, own = t < blocks ? count[t] : 0;
	sum[t] = own;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int v = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += v;
		__syncthreads();
	}
	if (t < blocks)
		place[t] = sum[t] - own;
}
__global__ void percent_move(const byte *in, const int *place, byte *out, int n)
{ // each letter that stays goes to its place
	__shared__ int before[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	bool own = i < n && stays(in, i);
	unsigned all = __ballot_sync(~0u, own);
	if (lane == 0)
		before[warp] = __popc(all);
	__syncthreads();
	int at = place[blockIdx.x] + __popc(all & (1u << lane) - 1);
	for (int k = 0; k < warp; k++)
		at += before[k];
	if (own)
		out[at] = plain(in, i);
}
__global__ void percent_line(const byte *in, const int *start, byte *out, int lines)
{ // the same, but a line a thread, each to the place where it began
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	if (l >= lines)
		return;
	int to = start[l];
	for (int i = start[l]; i < start[l + 1]; i++) {
		byte v = plain(in, i);
		if (in[i] == '%')
			i += 2;
		out[to++] = v;
	}
	while (to < start[l + 1])
		out[to++] = 0;
}
const u64 NOT_FIRST = 0xfefefefefefefefeull, NOT_LAST = 0x7f7f7f7f7f7f7f7full;
__host__ __device__ u64 ray_attacks(u64 pieces, u64 taken, int dx, int dy)
{ // the fields that each piece reaches in a direction, one by one
	u64 reached = 0;
	for (int f = 0; f < 64; f++)
		if (pieces >> f & 1)
			for (int x = f % 8 + dx, y = f / 8 + dy; x >= 0 && y >= 0 && x < 8 && y < 8; x += dx, y += dy) {
				u64 bit = 1ull << (y * 8 + x);
				reached |= bit;
				if (taken & bit)
					break;
			}
	return reached;
}
template <int BY> __device__ u64 moved(u64 v)
{
	return BY > 0 ? v << (BY & 63) : v >> (-BY & 63);
}
template <int BY> __device__ u64 fill_attacks(u64 pieces, u64 taken)
{ // the same for all pieces at once: fill by doubling
	const int column = (BY + 72) % 8;
	u64 edge = column == 1 ? NOT_FIRST : column == 7 ? NOT_LAST : ~0ull, open = ~taken & edge;
	pieces |= open & moved<BY>(pieces);
	open &= moved<BY>(open);
	pieces |= open & moved<2 * BY>(pieces);
	open &= moved<2 * BY>(open);
	pieces |= open & moved<4 * BY>(pieces);
	return moved<BY>(pieces) & edge;
}
__global__ void chess_rays(const ulonglong2 *board, u64 *out, int n)
{ // queens (x) among other men (y), ray by ray
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 q = board[i].x, taken = q | board[i].y, sum = 0;
	for (int d = 0; d < 9; d++)
		if (d != 4)
			sum |= ray_attacks(q, taken, d % 3 - 1, d / 3 - 1);
	out[i] = sum;
}
__global__ void chess_fill(const ulonglong2 *board, u64 *out, int n)
{ // the same by eight fills
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 q = board[i].x, taken = q | board[i].y;
	out[i] = fill_attacks<1>(q, taken) | fill_attacks<-1>(q, taken) | fill_attacks<8>(q, taken) |
		fill_attacks<-8>(q, taken) | fill_attacks<9>(q, taken) | fill_attacks<-9>(q, taken) |
		fill_attacks<7>(q, taken) | fill_attacks<-7>(q, taken);
}
__global__ void cycle_walk(const int *next, int *out, int n)
{ // shuffled cards: how long is the ring of a card? each walks until it is home
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int steps = 1;
	for (int at = next[i]; at != i; at = next[at])
		steps++;
	out[i] = steps;
}
__global__ void cycle_start(const int *next, int2 *jump, int *size, int n)
{ // next card and least card seen
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	jump[i] = make_int2(next[i], i);
	size[i] = 0;
}
__global__ void cycle_double(const int2 *jump, int2 *after, int n)
{ // jumps get twice as long
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int2 a = jump[i], b = jump[a.x];
		after[i] = make_int2(b.x, min(a.y, b.y));
	}
}
__global__ void cycle_count(const int2 *jump, int *size, int n)
{ // the least card of a ring counts its members
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&size[jump[i].y], 1);
}
__global__ void cycle_tell(const int2 *jump, const int *size, int *out, int n)
{ // and tells them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = size[jump[i].y];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int LONG = 96, TEXTS = 5000;
	std::vector<byte> text(LONG * TEXTS), starts(LONG * TEXTS);
	std::vector<int> many(TEXTS);
	for (int i = 0; i < LONG * TEXTS; i++)
		text[i] = 'a' + w[i] % (2 + i / LONG % 5);
	for (int t = 0; t < TEXTS; t++)
		many[t] = falling_words(&text[t * LONG], LONG, &starts[t * LONG]);
	byte *dt = upload(text), *o = dev<byte>(1 << 20);
	int *dm = dev<int>(1 << 18);
	auto none = [&] { CHECK(cudaMemset(o, 0, 1 << 20)); };
	job<byte>(
		"falling_words.text_a_thread",
		[&] { falling_thread<<<(TEXTS + 63) / 64, 64>>>(dt, o, dm, LONG, TEXTS); }, o, LONG * TEXTS,
		same(starts), none);
	job<int>(
		"falling_words.texts_in_shared",
		[&] { falling_shared<LONG><<<(TEXTS + 31) / 32, 32>>>(dt, o, dm, TEXTS); }, dm, TEXTS, same(many),
		none);
	const int N = 300000;
	std::vector<byte> file(N), cut(N);
	std::vector<unsigned> gear(w.begin() + 9000, w.begin() + 9256);
	unsigned mask = 0x7f0000, sum = 0;
	for (int i = 0; i < N; i++) {
		file[i] = w[i] % 5 ? w[i] >> 8 & 63 : 'e';
		sum = (sum << 1) + gear[file[i]];
		cut[i] = (sum & mask) == 0;
	}
	byte *df = upload(file);
	unsigned *dg = upload(gear);
	CHECK(cudaMemcpyToSymbol(gear_constant, gear.data(), 1024));
	job<byte>(
		"cut_points.naive", [&] { cut_points_naive<<<(N + 255) / 256, 256>>>(df, dg, o, N, mask); }, o, N,
		same(cut));
	job<byte>(
		"cut_points.roll_64", [&] { cut_points_roll<64><<<(N / 64 + 128) / 128, 128>>>(df, o, N, mask); }, o, N,
		same(cut));
	job<byte>(
		"cut_points.doubling", [&] { cut_points_tile<<<(N + 255) / 256, 288>>>(df, dg, o, N, mask); }, o, N,
		same(cut));
	std::vector<byte> web, bare, lined;
	std::vector<int> line = { 0 };
	const char *hex = "0123456789abcdef";
	for (int i = 0; i < 150000; i++) {
		unsigned v = w[i];
		if (v % 7 == 0) {
			web.insert(web.end(), { '%', (byte)hex[2 + v / 7 % 6], (byte)hex[v / 64 % 16] });
			bare.push_back((2 + v / 7 % 6) * 16 + v / 64 % 16);
		} else {
			web.push_back(v % 11 ? 'a' + v / 7 % 26 : '+');
			bare.push_back(v % 11 ? web.back() : ' ');
		}
		lined.push_back(bare.back());
		if (v / 4096 % 50 == 0) {
			line.push_back(web.size());
			lined.resize(web.size());
		}
	}
	int M = web.size(), B = (M + 255) / 256;
	line.push_back(M);
	lined.resize(M);
	web.resize(M + 4);
	byte *dw = upload(web);
	int *dl = upload(line), *count = dev<int>(1024), *place = dev<int>(1024);
	job<byte>(
		"percent_signs.count_scan_move",
		[&] {
			percent_count<<<B, 256>>>(dw, count, M);
			percent_scan<<<1, 1024>>>(count, place, B);
			percent_move<<<B, 256>>>(dw, place, o, M);
		},
		o, bare.size(), same(bare));
	int lines = line.size() - 1;
	job<byte>(
		"percent_signs.line_a_thread", [&] { percent_line<<<(lines + 31) / 32, 32>>>(dw, dl, o, lines); }, o, M,
		same(lined));
	const int BOARDS = 200000, FEW = 60000;
	std::vector<ulonglong2> board(BOARDS);
	std::vector<u64> reached(BOARDS);
	for (int i = 0; i < BOARDS; i++) {
		for (int k = 0; k < 12; k++)
			(k < 1 + i % 3 ? board[i].x : board[i].y) |= 1ull << (w[(i * 12 + k) % w.size()] % 64);
		board[i].y &= ~board[i].x;
		for (int d = 0; d < 9; d++)
			if (d != 4)
				reached[i] |= ray_attacks(board[i].x, board[i].x | board[i].y, d % 3 - 1, d / 3 - 1);
	}
	ulonglong2 *db = upload(board);
	u64 *reach = dev<u64>(BOARDS);
	job<u64>(
		"chess_queens.rays", [&] { chess_rays<<<(FEW + 127) / 128, 128>>>(db, reach, FEW); }, reach, FEW,
		same(std::vector<u64>(reached.begin(), reached.begin() + FEW)));
	job<u64>(
		"chess_queens.fills", [&] { chess_fill<<<(BOARDS + 127) / 128, 128>>>(db, reach, BOARDS); }, reach,
		BOARDS, same(reached));
	const int CARDS = 40000;
	std::vector<int> next(CARDS), home(CARDS);
	for (int i = 0, first = 0; i < CARDS; i++) { // rings of 1 to 300 cards, then names are mixed
		bool last = i - first >= 300 || w[i] % 120 == 0 || i == CARDS - 1;
		next[i] = last ? first : i + 1;
		if (last)
			first = i + 1;
	}
	std::vector<int> name(CARDS), mixed(CARDS);
	for (int i = 0; i < CARDS; i++)
		name[i] = i;
	for (int i = CARDS - 1; i > 0; i--)
		std::swap(name[i], name[w[i] % (i + 1)]);
	for (int i = 0; i < CARDS; i++)
		mixed[name[i]] = name[next[i]];
	for (int i = 0; i < CARDS; i++) {
		home[i] = 1;
		for (int at = mixed[i]; at != i; at = mixed[at])
			home[i]++;
	}
	int *dn = upload(mixed), *size = dev<int>(CARDS);
	int2 *jump = dev<int2>(CARDS), *after = dev<int2>(CARDS);
	int G = (CARDS + 255) / 256;
	job<int>(
		"rings_of_cards.walk_home", [&] { cycle_walk<<<G, 256>>>(dn, dm, CARDS); }, dm, CARDS, same(home));
	job<int>(
		"rings_of_cards.longer_jumps",
		[&] {
			cycle_start<<<G, 256>>>(dn, jump, size, CARDS);
			for (int k = 0; k < 5; k++) {
				cycle_double<<<G / 2, 256>>>(jump, after, CARDS);
				cycle_double<<<G / 2, 256>>>(after, jump, CARDS);
			}
			cycle_count<<<G, 256>>>(jump, size, CARDS);
			cycle_tell<<<G, 256>>>(jump, size, dm, CARDS);
		},
		dm, CARDS, same(home));
}
