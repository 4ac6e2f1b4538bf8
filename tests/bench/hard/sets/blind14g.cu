// blind14g: a fresh set of kernels that nobody had modelled when they were written. Networks, printing and puzzles.
#include "blind7.h"
#include <cuda/atomic>

__host__ __device__ int folded(u64 sum)
{ // ones' complement of sixteen bits
	while (sum >> 16)
		sum = (sum & 65535) + (sum >> 16);
	return ~(int)sum & 65535;
}
__global__ void packet_thread(const byte *data, const int *start, const short *length, unsigned short *out, int n)
{ // the check sum of each packet of a network, a packet a thread, byte by byte
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 sum = 0;
	const byte *p = data + start[i];
	for (int k = 0; k + 1 < length[i]; k += 2)
		sum += p[k] << 8 | p[k + 1];
	if (length[i] % 2)
		sum += p[length[i] - 1] << 8;
	out[i] = folded(sum);
}
__global__ void packet_warp(const byte *data, const int *start, const short *length, unsigned short *out, int n)
{ // the same, a packet a warp, a word a load, bytes put right at the end
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	const unsigned *p = (const unsigned *)(data + start[i]);
	int bytes = length[i];
	unsigned sum = 0;
	for (int k = lane * 4; k < bytes; k += 128) {
		unsigned v = p[k / 4];
		if (bytes - k < 4)
			v &= (1u << (bytes - k) * 8) - 1;
		sum += (v & 65535) + (v >> 16);
	}
	int all = folded(__reduce_add_sync(~0u, sum));
	if (lane == 0)
		out[i] = all >> 8 | (all & 255) << 8;
}
struct Route {
	unsigned address;
	int bits, hop;
};
__global__ void route_list(const unsigned *address, const Route *route, byte *out, int n, int routes)
{ // where a packet goes next: the longest of all routes that fits, each looked at
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = address[i];
	int best = -1, hop = 0;
	for (int k = 0; k < routes; k++) {
		Route r = route[k];
		if (r.bits > best && (a ^ r.address) >> (32 - r.bits) == 0)
			best = r.bits, hop = r.hop;
	}
	out[i] = hop;
}
__global__ void route_tree(const unsigned *address, const int4 *node, byte *out, int n)
{ // the same by a tree, a bit a step
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = address[i];
	int at = 0, hop = 0;
	for (int bit = 31; at >= 0; bit--) {
		int4 v = node[at];
		hop = v.z >= 0 ? v.z : hop;
		at = bit < 0 ? -1 : a >> bit & 1 ? v.y : v.x;
	}
	out[i] = hop;
}
__constant__ byte dot_screen[64];
__global__ void halftone_bytes(const byte *in, byte *out, int w, int h)
{ // a picture as dots of ink: each pixel against its place in a screen of eight by eight
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = in[y * w + x] < dot_screen[y % 8 * 8 + x % 8];
}
__global__ void halftone_bits(const byte *in, unsigned *out, const byte *screen, int w, int h)
{ // the same for a printer, a bit a pixel: a vote makes a word; a warp goes down its column of words
	int word = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, x = word * 32 + lane;
	if (word >= w / 32)
		return;
	int line[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		line[k] = screen[k * 8 + x % 8];
	for (int y0 = blockIdx.y * 24; y0 < min(h, blockIdx.y * 24 + 24); y0 += 8)
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned ink = __ballot_sync(~0u, in[(y0 + k) * w + x] < line[k]);
			if (lane == 0)
				out[(y0 + k) * (w / 32) + word] = ink;
		}
}
__host__ __device__ unsigned letter_of(int page, int k)
{ // what stands on a page
	unsigned v = (page * 977 + k) * 0x9e3779b1u;
	return v ^ v >> 14;
}
__host__ __device__ int ink_of(unsigned v)
{ // how much ink a letter takes
	int sum = 0;
	for (int k = 0; k < 24; k++) {
		v = v * 1664525 + 1013904223;
#ifdef __CUDA_ARCH__
		sum += __popc(v >> 8);
#else
		sum += __builtin_popcount(v >> 8);
#endif
	}
	return sum;
}
const int SLOTS = 8, LETTERS = 512;
__global__ void spool_ring(unsigned *ring, unsigned *state, int *ink, int pages)
{ // one block writes pages into a ring, the others print them; flags say whose turn a place of the ring is
	typedef cuda::atomic_ref<unsigned, cuda::thread_scope_device> Flag;
	__shared__ int sum;
	int t = threadIdx.x, step = blockIdx.x ? gridDim.x - 1 : 1;
	for (int page = blockIdx.x ? blockIdx.x - 1 : 0; page < pages; page += step) {
		int slot = page % SLOTS;
		unsigned turn = page / SLOTS * 2 + (blockIdx.x > 0);
		Flag flag(state[slot]);
		if (t == 0) {
			sum = 0;
			while (flag.load(cuda::memory_order_acquire) != turn)
				__nanosleep(50);
		}
		__syncthreads();
		int own = 0;
		for (int k = t; k < LETTERS; k += blockDim.x)
			if (blockIdx.x == 0)
				ring[slot * LETTERS + k] = letter_of(page, k);
			else
				own += ink_of(ring[slot * LETTERS + k]);
		if (blockIdx.x)
			atomicAdd(&sum, own);
		__syncthreads();
		if (t == 0) {
			if (blockIdx.x)
				ink[page] = sum;
			flag.store(turn + 1, cuda::memory_order_release);
		}
	}
}
__global__ void spool_blocks(int *ink)
{ // the same without a ring, a page a block
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	int own = 0;
	for (int k = threadIdx.x; k < LETTERS; k += blockDim.x)
		own += ink_of(letter_of(blockIdx.x, k));
	atomicAdd(&sum, own);
	__syncthreads();
	if (threadIdx.x == 0)
		ink[blockIdx.x] = sum;
}
__host__ __device__ int lights(u64 board, int top)
{ // presses it takes to put all lights of seven by seven out, if the top row is pressed so; 99 if it cannot be
	unsigned press = top, presses = 0;
	for (int k = 0; k < 7; k++) {
		if (k)
			press = board >> (k - 1) * 8 & 127;
		u64 cross = (press ^ press << 1 ^ press >> 1) & 127;
		board ^= cross << k * 8;
		if (k)
			board ^= (u64)press << (k - 1) * 8;
		if (k < 6)
			board ^= (u64)press << (k + 1) * 8;
#ifdef __CUDA_ARCH__
		presses += __popc(press);
#else
		presses += __builtin_popcount(press);
#endif
	}
	return board ? 99 : presses;
}
__global__ void lights_thread(const u64 *board, byte *out, int n)
{ // a puzzle of lights, a board a thread: all 128 ways to begin
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int best = 99;
	for (int top = 0; top < 128; top++)
		best = min(best, lights(board[i], top));
	out[i] = best;
}
__global__ void lights_warp(const u64 *board, byte *out, int n)
{ // the same, a board a warp, a beginning a lane; done when one of them comes out
	int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += warps) {
		u64 own = board[i];
		int best = 99;
		for (int top = lane; top < 128; top += 32) {
			best = __reduce_min_sync(~0u, lights(own, top));
			if (best < 99)
				break;
		}
		if (lane == 0)
			out[i] = best;
	}
}
__constant__ int worth[8] = { 1000, 91, -90, 1, -9000, -900, 10, -1 };
__global__ void sum_all(int *out, int n)
{ // SEND + MORE = MONEY: all ways to give eight letters ten digits, one a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	bool used[10];
	for (int d = 0; d < 10; d++)
		used[d] = false;
	int digit[8], rest = i, sum = 0;
	for (int k = 0; k < 8; k++) {
		int which = rest % (10 - k), d = 0;
		rest /= 10 - k;
		for (;; d++)
			if (!used[d] && which-- == 0)
				break;
		used[d] = true;
		digit[k] = d;
		sum += worth[k] * d;
	}
	if (sum == 0 && digit[0] && digit[4]) {
		atomicAdd(&out[0], 1);
		atomicMax(&out[1], digit[0] * 1000 + digit[1] * 100 + digit[2] * 10 + digit[3]);
	}
}
__global__ void sum_carries(int *out)
{ // the same, column by column: a thread has D, E, N and R, and what cannot be is left early
	int i = blockIdx.x * blockDim.x + threadIdx.x, d = i % 10, e = i / 10 % 10, n = i / 100 % 10, r = i / 1000;
	if (i >= 10000)
		return;
	int y = d + e, carry = y / 10;
	y %= 10;
	int seen = 1 << d | 1 << e | 1 << n | 1 << r | 1 << y;
	if (__popc(seen) < 5 || (n + r + carry) % 10 != e)
		return;
	carry = (n + r + carry) / 10;
	for (int o = 0; o < 10; o++) {
		if (seen >> o & 1 || (e + o + carry) % 10 != n)
			continue;
		int next = (e + o + carry) / 10;
		for (int s = 1; s < 10; s++)
			for (int m = 1; m < 10; m++) {
				int all = seen | 1 << o | 1 << s | 1 << m;
				if (__popc(all) == 8 && s + m + next == m * 10 + o) {
					atomicAdd(&out[0], 1);
					atomicMax(&out[1], s * 1000 + e * 100 + n * 10 + d);
				}
			}
	}
}
void rows()
{
	const int N = 4000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<int> start(N);
	std::vector<short> length(N);
	std::vector<byte> data;
	std::vector<unsigned short> check(N);
	for (int i = 0; i < N; i++) {
		start[i] = data.size();
		length[i] = w[i] % 3 ? 40 + w[i + 5] % 200 : 1500 - w[i + 5] % 90;
		u64 sum = 0;
		for (int k = 0; k < length[i]; k++) {
			data.push_back(w[(i * 91 + k) % (1 << 20)] >> 7);
			sum += k % 2 ? data.back() : data.back() << 8;
		}
		check[i] = folded(sum);
		while (data.size() % 4)
			data.push_back(0xee);
	}
	byte *dd = upload(data);
	int *ds = upload(start);
	short *dl = upload(length);
	unsigned short *dc = dev<unsigned short>(N);
	job<unsigned short>(
		"packet_sum.packet_a_thread", [&] { packet_thread<<<(N + 95) / 96, 96>>>(dd, ds, dl, dc, N); }, dc, N,
		same(check));
	job<unsigned short>(
		"packet_sum.packet_a_warp", [&] { packet_warp<<<N / 8, 256>>>(dd, ds, dl, dc, N); }, dc, N,
		same(check));
	const int A = 30000, ROUTES = 260;
	std::vector<Route> route = { { 0, 1, 1 }, { 0x80000000u, 1, 2 } };
	std::vector<unsigned> address(A);
	std::vector<int4> node = { { -1, -1, -1, 0 } };
	std::vector<byte> hop(A);
	while (route.size() < ROUTES) {
		unsigned r = w[route.size()], parent = w[route.size() + 999] % route.size();
		Route from = route[parent], made;
		made.bits = std::min(28, from.bits + 2 + (int)(r % 8));
		made.address = (from.address | r >> from.bits) & ~0u << (32 - made.bits);
		made.hop = 3 + route.size() % 200;
		bool fresh = made.bits > from.bits;
		for (const Route &other : route)
			fresh = fresh && !(other.bits == made.bits && other.address == made.address);
		if (!fresh)
			made = { w[route.size() + 77] & ~0u << 9, 23, made.hop };
		route.push_back(made);
	}
	for (const Route &r : route) {
		int at = 0;
		for (int bit = 31; bit >= 32 - r.bits; bit--) {
			int &to = r.address >> bit & 1 ? node[at].y : node[at].x, next = to;
			if (next < 0) {
				next = to = node.size();
				node.push_back({ -1, -1, -1, 0 });
			}
			at = next;
		}
		node[at].z = r.hop;
	}
	for (int i = 0; i < A; i++) {
		const Route &near = route[w[i + 50000] % ROUTES];
		address[i] = i % 4 ? near.address | w[i] >> near.bits : w[i];
		int best = -1;
		for (const Route &r : route)
			if (r.bits > best && (address[i] ^ r.address) >> (32 - r.bits) == 0)
				best = r.bits, hop[i] = r.hop;
	}
	unsigned *da = upload(address);
	Route *dr = upload(route);
	int4 *dn = upload(node);
	byte *dh = dev<byte>(A);
	job<byte>(
		"next_hop.all_routes", [&] { route_list<<<(A + 127) / 128, 128>>>(da, dr, dh, A, ROUTES); }, dh, A,
		same(hop));
	job<byte>(
		"next_hop.bit_a_step", [&] { route_tree<<<(A + 191) / 192, 192>>>(da, dn, dh, A); }, dh, A, same(hop));
	const int W = 1216, H = 816;
	std::vector<byte> gray(W * H), screen(64), ink(W * H);
	std::vector<unsigned> bits(W * H / 32);
	for (int i = 0; i < 64; i++) {
		double x = i % 8 - 3.6, y = i / 8 - 3.4;
		screen[i] = std::min(250.0, 8 + (x * x + y * y) * 9.5);
	}
	for (int i = 0; i < W * H; i++) {
		int x = i % W, y = i / W;
		gray[i] = 128 + 90 * std::sin(x * 0.011) * std::cos(y * 0.017) + w[i] % 20;
		ink[i] = gray[i] < screen[y % 8 * 8 + x % 8];
		bits[i / 32] |= (unsigned)ink[i] << i % 32;
	}
	byte *dg = upload(gray), *dscreen = upload(screen), *di = dev<byte>(W * H);
	unsigned *db = dev<unsigned>(W * H / 32);
	CHECK(cudaMemcpyToSymbol(dot_screen, screen.data(), 64));
	job<byte>(
		"halftone.constant_screen", [&] { halftone_bytes<<<dim3(W / 64, H / 4), dim3(64, 4)>>>(dg, di, W, H); },
		di, W * H, same(ink));
	job<unsigned>(
		"halftone.votes",
		[&] { halftone_bits<<<dim3((W / 32 + 3) / 4, H / 24), 128>>>(dg, db, dscreen, W, H); }, db, W * H / 32,
		same(bits));
	const int PAGES = 160;
	std::vector<int> takes(PAGES);
	for (int p = 0; p < PAGES; p++)
		for (int k = 0; k < LETTERS; k++)
			takes[p] += ink_of(letter_of(p, k));
	unsigned *ring = dev<unsigned>(SLOTS * LETTERS), *state = dev<unsigned>(SLOTS);
	int *dink = dev<int>(PAGES);
	job<int>(
		"spooler.ring_of_pages", [&] { spool_ring<<<6, 128>>>(ring, state, dink, PAGES); }, dink, PAGES,
		same(takes),
		[&] {
			CHECK(cudaMemset(state, 0, SLOTS * 4));
			CHECK(cudaMemset(dink, 0, PAGES * 4));
		});
	job<int>(
		"spooler.page_a_block", [&] { spool_blocks<<<PAGES, 192>>>(dink); }, dink, PAGES, same(takes));
	const int BOARDS = 2000;
	std::vector<u64> board(BOARDS);
	std::vector<byte> presses(BOARDS, 99);
	for (int i = 0; i < BOARDS; i++) {
		board[i] = ((u64)w[i] << 32 | w[i + BOARDS]) & 0x7f7f7f7f7f7f7full;
		for (int top = 0; top < 128; top++)
			presses[i] = std::min<int>(presses[i], lights(board[i], top));
	}
	u64 *dboard = upload(board);
	byte *dpress = dev<byte>(BOARDS);
	job<byte>(
		"lights_puzzle.board_a_thread",
		[&] { lights_thread<<<(BOARDS + 63) / 64, 64>>>(dboard, dpress, BOARDS); }, dpress, BOARDS,
		same(presses));
	job<byte>(
		"lights_puzzle.board_a_warp", [&] { lights_warp<<<50, 320>>>(dboard, dpress, BOARDS); }, dpress, BOARDS,
		same(presses));
	int *found = dev<int>(2);
	auto none = [&] { CHECK(cudaMemset(found, 0, 8)); };
	auto right = same(std::vector<int>{ 1, 9567 });
	job<int>(
		"letter_sum.all_ways", [&] { sum_all<<<(1814400 + 255) / 256, 256>>>(found, 1814400); }, found, 2,
		right, none);
	job<int>(
		"letter_sum.column_by_column", [&] { sum_carries<<<(10000 + 79) / 80, 80>>>(found); }, found, 2, right,
		none);
}
