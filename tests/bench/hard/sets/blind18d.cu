// blind18d: a fresh set of kernels that nobody had modelled when they were written. Piles, stretches, palindromes,
// roads.
#include "blind7.h"

__host__ __device__ int pile_of(unsigned v)
{ // small, middle or large
	return v < 0x50000000u ? 0 : v < 0xc0000000u ? 1 : 2;
}
__global__ void piles_scan(const unsigned *in, unsigned *out, int *count, int n)
{ // each block puts its 256 numbers into three piles, in order: three counts in one word, a scan in shared memory
	__shared__ unsigned s[2][256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
	bool there = i < n;
	unsigned v = there ? in[i] : 0, own = there ? 1u << 10 * pile_of(v) : 0;
	s[0][t] = own;
	for (int d = 1; d < 256; d *= 2, now ^= 1) {
		__syncthreads();
		s[now ^ 1][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
	}
	__syncthreads();
	unsigned all = s[now][255], before = s[now][t] - own;
	int low = all & 1023, mid = all >> 10 & 1023, p = pile_of(v);
	int at = (before >> 10 * p & 1023) + (p > 0 ? low : 0) + (p > 1 ? mid : 0);
	if (there)
		out[blockIdx.x * 256 + at] = v;
	if (t < 3)
		count[blockIdx.x * 3 + t] = all >> 10 * t & 1023;
}
__global__ void piles_vote(const unsigned *in, unsigned *out, int *count, int n)
{ // the same, places within a warp from votes, and a small table for the warps
	__shared__ int table[3][8];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32, wp = t / 32;
	bool there = i < n;
	unsigned v = there ? in[i] : 0, mine = 0;
	int p = there ? pile_of(v) : 3;
	for (int k = 0; k < 3; k++) {
		unsigned vote = __ballot_sync(~0u, p == k);
		if (p == k)
			mine = vote;
		if (lane == 0)
			table[k][wp] = __popc(vote);
	}
	__syncthreads();
	if (there) {
		int at = __popc(mine & ((1u << lane) - 1));
		for (int k = 0; k < p; k++)
			for (int j = 0; j < 8; j++)
				at += table[k][j];
		for (int j = 0; j < wp; j++)
			at += table[p][j];
		out[blockIdx.x * 256 + at] = v;
	}
	if (t < 3) {
		int sum = 0;
		for (int j = 0; j < 8; j++)
			sum += table[t][j];
		count[blockIdx.x * 3 + t] = sum;
	}
}
__global__ void batcher(const unsigned *in, unsigned *out, int n)
{ // Batcher's odd-even merge sort of 512 numbers a block in shared memory
	__shared__ unsigned s[512];
	int t = threadIdx.x, from = blockIdx.x * 512;
	s[t] = in[from + t], s[t + 256] = in[from + t + 256];
	for (int size = 2; size <= 512; size *= 2) {
		int stride = size / 2, offset = t & (stride - 1);
		__syncthreads();
		int pos = 2 * t - (t & (stride - 1));
		if (s[pos] > s[pos + stride]) {
			unsigned v = s[pos];
			s[pos] = s[pos + stride], s[pos + stride] = v;
		}
		for (stride /= 2; stride; stride /= 2) {
			__syncthreads();
			pos = 2 * t - (t & (stride - 1));
			if (offset >= stride && s[pos - stride] > s[pos]) {
				unsigned v = s[pos];
				s[pos] = s[pos - stride], s[pos - stride] = v;
			}
		}
	}
	__syncthreads();
	out[from + t] = s[t], out[from + t + 256] = s[t + 256];
}
__global__ void shell_local(const unsigned *in, unsigned *out, int n)
{ // Shell's sort of 40 numbers a thread, in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a[40];
	for (int k = 0; k < 40; k++)
		a[k] = in[k * n + i];
	const int gaps[4] = { 23, 10, 4, 1 };
	for (int g = 0; g < 4; g++)
		for (int k = gaps[g]; k < 40; k++) {
			unsigned v = a[k];
			int j = k;
			for (; j >= gaps[g] && a[j - gaps[g]] > v; j -= gaps[g])
				a[j] = a[j - gaps[g]];
			a[j] = v;
		}
	for (int k = 0; k < 40; k++)
		out[k * n + i] = a[k];
}
__host__ __device__ int4 met(int4 a, int4 b)
{ // two neighbouring pieces: all, best from the left end, best to the right end, best anywhere
	int across = a.z + b.y, best = a.w > b.w ? a.w : b.w;
	return { a.x + b.x, a.y > a.x + b.y ? a.y : a.x + b.y, b.z > b.x + a.z ? b.z : b.x + a.z,
		best > across ? best : across };
}
__host__ __device__ int4 alone(int v)
{
	return { v, v, v, v };
}
__global__ void stretch_thread(const int *in, int *out, int rows, int n)
{ // the stretch of a row with the largest sum: a row a thread, Kadane's way
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	int best = -1 << 30, now = 0;
	for (int k = 0; k < n; k++) {
		now = max(now, 0) + in[r * n + k];
		best = max(best, now);
	}
	out[r] = best;
}
__global__ void stretch_tree(const int *in, int *out, int n)
{ // the same, a row a block: a piece a thread, then a tree of pieces in shared memory
	__shared__ int4 s[128];
	int t = threadIdx.x, piece = (n + 127) / 128, from = t * piece, to = min(from + piece, n);
	int4 own = make_int4(0, -1 << 28, -1 << 28, -1 << 28);
	for (int k = from; k < to; k++)
		own = met(own, alone(in[blockIdx.x * n + k]));
	s[t] = own;
	for (int d = 1; d < 128; d *= 2) {
		__syncthreads();
		if (t % (2 * d) == 0)
			s[t] = met(s[t], s[t + d]);
	}
	if (t == 0)
		out[blockIdx.x] = s[0].w;
}
__global__ void stretch_shuffle(const int *in, int *out, int rows, int n)
{ // the same, a row a warp: 32 numbers at a time, put together by shuffles
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	int4 all = make_int4(0, -1 << 28, -1 << 28, -1 << 28);
	for (int k = 0; k < n; k += 32) {
		int4 own = k + lane < n ? alone(in[r * n + k + lane]) : make_int4(0, -1 << 28, -1 << 28, -1 << 28);
		for (int d = 1; d < 32; d *= 2) {
			int4 next = make_int4(__shfl_down_sync(~0u, own.x, d), __shfl_down_sync(~0u, own.y, d),
				__shfl_down_sync(~0u, own.z, d), __shfl_down_sync(~0u, own.w, d));
			own = met(own, next);
		}
		all = met(all, own);
	}
	if (lane == 0)
		out[r] = all.w;
}
__global__ void mirror_word_block(const byte *text, int *out, int n)
{ // the longest palindrome that is left when letters are struck out: a text a block, three diagonals in shared memory
	extern __shared__ short diag[];
	const byte *me = text + blockIdx.x * n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		diag[i] = 0, diag[n + i] = 1;
	for (int len = 2; len <= n; len++) {
		short *two = diag + (len - 2) % 3 * n, *one = diag + (len - 1) % 3 * n, *now = diag + len % 3 * n;
		__syncthreads();
		for (int i = threadIdx.x; i + len <= n; i += blockDim.x)
			now[i] = me[i] == me[i + len - 1] ? two[i + 1] + 2 : max(one[i], one[i + 1]);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = diag[n % 3 * n];
}
__global__ void mirror_word_step(const byte *me, int *table, int n, int len)
{ // one diagonal of the table for one text
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + len > n)
		return;
	int *two = table + (len + 1) % 3 * n, *one = table + (len + 2) % 3 * n, *now = table + len % 3 * n;
	now[i] = len == 1 ? 1 : me[i] == me[i + len - 1] ? (len > 2 ? two[i + 1] : 0) + 2 : max(one[i], one[i + 1]);
}
__global__ void widest_edges(const int2 *end, const int *width, int *best, int *changed, int edges)
{ // the widest lorry that can come to each town: a road a thread, both ways, atomic max
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= edges)
		return;
	int2 e = end[i];
	int a = best[e.x], b = best[e.y], toward = min(a, width[i]), back = min(b, width[i]);
	if (toward > b && atomicMax(&best[e.y], toward) < toward)
		*changed = 1;
	if (back > a && atomicMax(&best[e.x], back) < back)
		*changed = 1;
}
__global__ void widest_block(const int2 *end, const int *width, int *best, int towns, int edges)
{ // the same for a small map: one block goes round until nothing changes
	extern __shared__ int own[];
	for (int i = threadIdx.x; i < towns; i += blockDim.x)
		own[i] = i ? 0 : 1 << 30;
	__syncthreads();
	for (int go = 1; go;) {
		int any = 0;
		for (int i = threadIdx.x; i < edges; i += blockDim.x) {
			int2 e = end[i];
			int w = width[i];
			int toward = min(atomicMax(&own[e.x], 0), w), back = min(atomicMax(&own[e.y], 0), w);
			any |= atomicMax(&own[e.y], toward) < toward;
			any |= atomicMax(&own[e.x], back) < back;
		}
		go = __syncthreads_or(any);
	}
	for (int i = threadIdx.x; i < towns; i += blockDim.x)
		best[i] = own[i];
}
static std::vector<int> widest(const std::vector<int2> &end, const std::vector<int> &width, int towns)
{
	std::vector<int> best(towns);
	best[0] = 1 << 30;
	for (bool go = true; go;) {
		go = false;
		for (size_t i = 0; i < end.size(); i++) {
			int a = std::min(best[end[i].x], width[i]), b = std::min(best[end[i].y], width[i]);
			if (a > best[end[i].y])
				best[end[i].y] = a, go = true;
			if (b > best[end[i].x])
				best[end[i].x] = b, go = true;
		}
	}
	return best;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	unsigned *dw = upload(w), *o = dev<unsigned>(1 << 20);
	const int N = 200000, B = (N + 255) / 256;
	std::vector<unsigned> piled(w.begin(), w.begin() + N);
	for (int b = 0; b < B; b++)
		std::stable_sort(piled.begin() + b * 256, piled.begin() + std::min(N, b * 256 + 256),
			[](unsigned x, unsigned y) { return pile_of(x) < pile_of(y); });
	int *count = dev<int>(3 * B);
	job<unsigned>(
		"three_piles.scan_of_counts", [&] { piles_scan<<<B, 256>>>(dw, o, count, N); }, o, N, same(piled));
	job<unsigned>(
		"three_piles.votes", [&] { piles_vote<<<B, 256>>>(dw, o, count, N); }, o, N, same(piled));
	const int S = 150;
	std::vector<unsigned> sorted(w.begin(), w.begin() + S * 512);
	for (int b = 0; b < S; b++)
		std::sort(sorted.begin() + b * 512, sorted.begin() + b * 512 + 512);
	job<unsigned>(
		"batcher.block_of_512", [&] { batcher<<<S, 256>>>(dw, o, S); }, o, S * 512, same(sorted));
	const int L = 3000;
	std::vector<unsigned> shelled(40 * L);
	for (int i = 0; i < L; i++) {
		std::vector<unsigned> a(40);
		for (int k = 0; k < 40; k++)
			a[k] = w[k * L + i];
		std::sort(a.begin(), a.end());
		for (int k = 0; k < 40; k++)
			shelled[k * L + i] = a[k];
	}
	job<unsigned>(
		"shell_sort.local_array", [&] { shell_local<<<(L + 63) / 64, 64>>>(dw, o, L); }, o, 40 * L,
		same(shelled));
	const int R = 640, C = 517;
	std::vector<int> value(R * C), top(R);
	for (int i = 0; i < R * C; i++)
		value[i] = (int)(w[i] % 2001) - 1010;
	for (int r = 0; r < R; r++) {
		int4 all = alone(value[r * C]);
		for (int k = 1; k < C; k++)
			all = met(all, alone(value[r * C + k]));
		top[r] = all.w;
	}
	int *dv = upload(value), *io = (int *)o;
	job<int>(
		"best_stretch.row_a_thread", [&] { stretch_thread<<<(R + 31) / 32, 32>>>(dv, io, R, C); }, io, R,
		same(top));
	job<int>(
		"best_stretch.tree_of_pieces", [&] { stretch_tree<<<R, 128>>>(dv, io, C); }, io, R, same(top));
	job<int>(
		"best_stretch.shuffled_pieces", [&] { stretch_shuffle<<<(R + 4) / 5, 160>>>(dv, io, R, C); }, io, R,
		same(top));
	const int TEXTS = 50, LETTERS = 230;
	std::vector<byte> text(TEXTS * LETTERS);
	for (size_t i = 0; i < text.size(); i++)
		text[i] = 'a' + w[i] % 5;
	std::vector<int> longest(TEXTS), last;
	for (int t = 0; t < TEXTS; t++) {
		std::vector<int> two(LETTERS + 1, 0), one(LETTERS + 1, 1), now(LETTERS + 1);
		const byte *me = &text[t * LETTERS];
		for (int len = 2; len <= LETTERS; len++) {
			for (int i = 0; i + len <= LETTERS; i++)
				now[i] = me[i] == me[i + len - 1] ? two[i + 1] + 2 : std::max(one[i], one[i + 1]);
			two = one, one = now;
		}
		longest[t] = one[0];
	}
	byte *dt = upload(text);
	job<int>(
		"struck_to_palindrome.text_a_block",
		[&] { mirror_word_block<<<TEXTS, 128, 6 * LETTERS>>>(dt, io, LETTERS); }, io, TEXTS, same(longest));
	const int SHORT = 60;
	std::vector<int> wanted(1);
	{
		std::vector<int> two(SHORT + 1, 0), one(SHORT + 1, 1), now(SHORT + 1);
		for (int len = 2; len <= SHORT; len++) {
			for (int i = 0; i + len <= SHORT; i++)
				now[i] = text[i] == text[i + len - 1] ? two[i + 1] + 2 : std::max(one[i], one[i + 1]);
			two = one, one = now;
		}
		wanted[0] = one[0];
	}
	job<int>(
		"struck_to_palindrome.launch_a_diagonal",
		[&] {
			for (int len = 1; len <= SHORT; len++)
				mirror_word_step<<<(SHORT - len + 32) / 32, 32>>>(dt, io, SHORT, len);
		},
		io + SHORT % 3 * SHORT, 1, same(wanted));
	const int TOWNS = 6000, ROADS = 40000, ROUNDS = 40;
	std::vector<int2> end(ROADS);
	std::vector<int> width(ROADS), begin(TOWNS);
	begin[0] = 1 << 30;
	for (int i = 0; i < ROADS; i++) {
		end[i] = i < TOWNS ? make_int2(i / 2, i) : make_int2(w[i] % TOWNS, w[i + ROADS] % TOWNS);
		width[i] = 1 + w[i + 2 * ROADS] % 1000;
	}
	int2 *dend = upload(end);
	int *dwidth = upload(width), *dbegin = upload(begin), *best = upload(begin), *changed = dev<int>(ROUNDS);
	job<int>(
		"widest_road.forty_rounds",
		[&] {
			for (int k = 0; k < ROUNDS; k++)
				widest_edges<<<(ROADS + 223) / 224, 224>>>(dend, dwidth, best, changed + k, ROADS);
		},
		best, TOWNS, same(widest(end, width, TOWNS)),
		[&] { CHECK(cudaMemcpy(best, dbegin, 4 * TOWNS, cudaMemcpyDeviceToDevice)); });
	const int FEW = 900, LANES = 3500;
	std::vector<int2> near_end(LANES);
	std::vector<int> near_width(width.begin(), width.begin() + LANES);
	for (int i = 0; i < LANES; i++)
		near_end[i] = i < FEW ? make_int2(i / 2, i) : make_int2(w[i] % FEW, w[i + LANES] % FEW);
	int2 *dne = upload(near_end);
	job<int>(
		"widest_road.one_block_until_still",
		[&] { widest_block<<<1, 480, 4 * FEW>>>(dne, dwidth, io, FEW, LANES); }, io, FEW,
		same(widest(near_end, near_width, FEW)));
}
